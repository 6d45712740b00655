"""What happens in Shogun, in English: all the wording of its log is in this file."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from client.log.words import listed
from core.games.shogun import events as e
from core.games.shogun.board import (
    ACTIONS,
    BID,
    BUILDINGS,
    CHEST_CARDS,
    COLOURS,
    EVENTS,
    NO_CARD,
    PLACES,
    PROVINCES,
    SEASONS,
    SEAT_NAMES,
    SPECIAL_NAMES,
)
from core.records import Event, Seat

ACTION_NAMES: Final = {
    "build_castle": "build a castle",
    "build_temple": "build a temple",
    "build_theatre": "build a theatre",
    "collect_rice": "collect rice",
    "collect_tax": "collect taxes",
    "deploy_big": "deploy 5 armies",
    "deploy_mid": "deploy 3 armies",
    "deploy_small_move": "deploy 1 army and move",
    "battle_a": "battle or move A",
    "battle_b": "battle or move B",
    "bid": "the bid",
}
SPECIAL_TITLES: Final = {
    "tax_plus_1": "1 more chest",
    "rice_plus_1": "1 more rice",
    "six_armies": "6 armies instead of 5",
    "attack_plus_1": "1 more cube in attack",
    "defence_plus_1": "1 more cube in defence",
}
EVENT_TITLES: Final = {
    "theatre_calms": "a new theatre removes a revolt marker",
    "neutral_two_peasants": "neutral provinces are defended by 2 peasants",
    "castle_defence": "castles add a cube to the defence",
    "temple_sanctuary": "provinces with a temple cannot be attacked",
    "tax_max": "at most 5 chests from a province",
    "tax_min": "at least 6 chests from a province",
    "rice_min": "at least 4 rice from a province",
    "rice_max": "at most 3 rice from a province",
    "fewer_recruits": "3 and 2 armies are deployed instead of 5 and 3",
}
REASONS: Final = {
    "chests": "there are not enough chests",
    "kind": "there is one already",
    "slot": "no slot is free",
    "token": "none is left",
    "reserve": "the reserve is too small",
    "armies": "there is only 1 army",
    "target": "there is nowhere to go",
}

# Words ---------------------------------------------------------------------------------------


def title(name: str) -> str:
    """Write a name of the data file as people do: awa_shikoku is Awa-Shikoku."""
    return name.replace("_", "-").title()


def seat_name(seat: Seat) -> str:
    return title(SEAT_NAMES[seat])


def province(number: int) -> str:
    return title(PROVINCES[number])


def card(number: int) -> str:
    if number == NO_CARD:
        return "no card"
    return f"chest card {CHEST_CARDS.index(number)}" if number in CHEST_CARDS else province(number)


def action(number: int) -> str:
    return ACTION_NAMES[ACTIONS[number]]


def special(number: int) -> str:
    return SPECIAL_TITLES[SPECIAL_NAMES[number]]


def event_words(number: int) -> str:
    return EVENT_TITLES[EVENTS[number].id]


def amount(number: int, thing: str) -> str:
    """Count things; VP and rice have no plural form of their own."""
    if number == 1 or thing in ("VP", "rice"):
        return f"{number} {thing}"
    return f"{number} {thing[:-1]}ies" if thing == "army" else f"{number} {thing}s"


def cubes(counts: Iterable[int]) -> str:
    there = [f"{number} {colour}" for colour, number in zip(COLOURS, counts, strict=True) if number]
    return listed(there or ["nothing"])


# Set-up --------------------------------------------------------------------------------------


def first_player_drawn(event: e.FirstPlayerDrawn) -> str:
    return f"{seat_name(event.seat)} picks first."


def draft_cards_opened(event: e.DraftCardsOpened) -> str:
    return f"To be picked now: {listed(map(province, event.provinces))}."


def draft_cards_exchanged(event: e.DraftCardsExchanged) -> str:
    return f"{seat_name(event.seat)} puts {listed(map(province, event.provinces))} under the deck."


def province_picked(event: e.ProvincePicked) -> str:
    way = "draws" if event.unseen else "picks"
    return f"{seat_name(event.seat)} {way} {province(event.province)}."


def group_placed(event: e.GroupPlaced) -> str:
    return f"{seat_name(event.seat)} places {amount(event.armies, 'army')} in {province(event.province)}."


def tower_filled(event: e.TowerFilled) -> str:
    return f"The tower is filled; inside stay {cubes(event.resting)}."


def year_began(event: e.YearBegan) -> str:
    return f"=== Year {event.year} ==="


def events_opened(event: e.EventsOpened) -> str:
    return f"The events of the year: {'; '.join(map(event_words, event.numbers))}."


# A round -------------------------------------------------------------------------------------


def season_began(event: e.SeasonBegan) -> str:
    return f"--- {title(SEASONS[event.season])} of year {event.year} ---"


def actions_laid_out(event: e.ActionsLaidOut) -> str:
    return f"The first actions: {', '.join(map(action, event.actions))}."


def specials_laid_out(event: e.SpecialsLaidOut) -> str:
    spaces = (f"{special(number)} ({space})" for space, number in enumerate(event.specials, start=1))
    return f"The specials and their turns: {', '.join(spaces)}."


def plans_closed(event: e.PlansClosed) -> str:
    gaps = [
        f"{seat_name(seat)} leaves empty: {', '.join(ACTION_NAMES[PLACES[place]] for place in places)}."
        for seat, places in event.empty
        if places
    ]
    return " ".join(["All plans are made.", *gaps])


def event_drawn(event: e.EventDrawn) -> str:
    return f"The event of this round: {event_words(event.number)}."


def bids_revealed(event: e.BidsRevealed) -> str:
    return f"The bids: {listed(f'{seat_name(seat)} {card(bid)}' for seat, bid in event.bids)}."


def tie_broken(event: e.TieBroken) -> str:
    return f"Equal bids are put in this order: {listed(map(seat_name, event.seats))}."


def special_taken(event: e.SpecialTaken) -> str:
    return f"{seat_name(event.seat)} takes place {event.space}: {special(event.special)}."


def order_settled(event: e.OrderSettled) -> str:
    return f"The turn order: {listed(map(seat_name, event.order))}."


def action_began(event: e.ActionBegan) -> str:
    return f"Action {event.space}: {action(event.action)}."


def card_revealed(event: e.CardRevealed) -> str:
    return f"{seat_name(event.seat)} shows {card(event.card)}."


def card_left(event: e.CardLeft) -> str:
    where = "the bid" if event.place == BID else action(event.place)
    return f"{card(event.card)} leaves the plan of {seat_name(event.seat)} with its province ({where})."


def action_opened(event: e.ActionOpened) -> str:
    return f"Action {event.space} will be: {action(event.action)}."


def round_ended(event: e.RoundEnded) -> str:
    return f"{title(SEASONS[event.season])} is over; all take their cards back."


# Carrying out --------------------------------------------------------------------------------


def action_skipped(event: e.ActionSkipped) -> str:
    where = province(event.province)
    return f"{seat_name(event.seat)} can do nothing in {where}: {REASONS[event.reason]}."


def built(event: e.Built) -> str:
    price = amount(event.price, "chest")
    kind = BUILDINGS[event.building]
    return f"{seat_name(event.seat)} builds a {kind} in {province(event.province)} for {price}."


def rice_collected(event: e.RiceCollected) -> str:
    return f"{seat_name(event.seat)} takes {amount(event.rice, 'rice')} in {province(event.province)}."


def tax_collected(event: e.TaxCollected) -> str:
    return f"{seat_name(event.seat)} takes {amount(event.chests, 'chest')} in {province(event.province)}."


def marker_placed(event: e.MarkerPlaced) -> str:
    return f"There is unrest in {province(event.province)}: {amount(event.markers, 'marker')}."


def marker_removed(event: e.MarkerRemoved) -> str:
    return f"{province(event.province)} calms down: {amount(event.markers, 'marker')}."


def deployed(event: e.Deployed) -> str:
    armies, price = amount(event.armies, "army"), amount(event.price, "chest")
    return f"{seat_name(event.seat)} deploys {armies} in {province(event.province)} for {price}."


def armies_moved(event: e.ArmiesMoved) -> str:
    way = f"from {province(event.origin)} to {province(event.target)}"
    return f"{seat_name(event.seat)} moves {amount(event.armies, 'army')} {way}."


def battle_began(event: e.BattleBegan) -> str:
    foe = f"{seat_name(event.defender)}'s {event.defenders}" if event.defender >= 0 else "peasants"
    way = f"from {province(event.origin)} with {amount(event.armies, 'army')}"
    return f"{seat_name(event.seat)} attacks {province(event.province)} {way} against {foe}."


def cube_added(event: e.CubeAdded) -> str:
    return f"{seat_name(event.seat)} uses the special: {special(event.special)}."


def revolt_began(event: e.RevoltBegan) -> str:
    sides = f"{event.peasants} more peasants against {amount(event.armies, 'army')}"
    return f"Revolt in {province(event.province)}, {seat_name(event.owner)}'s: {sides}."


def thrown(event: e.Thrown) -> str:
    return f"Into the tower: {cubes(event.thrown)}. On the tray: {cubes(event.tray)}."


def province_taken(event: e.ProvinceTaken) -> str:
    loser = f" from {seat_name(event.loser)}" if event.loser >= 0 else ""
    rest = amount(event.armies, "army")
    return f"{seat_name(event.seat)} takes {province(event.province)}{loser}, with {rest} left."


def province_held(event: e.ProvinceHeld) -> str:
    rest = amount(event.armies, "army")
    return f"{seat_name(event.seat)} holds {province(event.province)}, with {rest} left."


def peasants_held(event: e.PeasantsHeld) -> str:
    return f"The peasants of {province(event.province)} drive {seat_name(event.attacker)} off."


def battle_tied(event: e.BattleTied) -> str:
    return f"Nobody wins {province(event.province)}: it is laid waste and belongs to nobody."


def revolt_put_down(event: e.RevoltPutDown) -> str:
    rest = amount(event.armies, "army")
    return f"{seat_name(event.owner)} puts the revolt in {province(event.province)} down, with {rest} left."


def revolt_won(event: e.RevoltWon) -> str:
    return f"The peasants win: {seat_name(event.owner)} loses {province(event.province)}."


# Winter --------------------------------------------------------------------------------------


def winter_began(event: e.WinterBegan) -> str:
    return f"--- Winter of year {event.year}: everybody loses {amount(event.loss, 'rice')} ---"


def rice_lost(event: e.RiceLost) -> str:
    need = f"{event.missing} too few for all provinces" if event.missing else "enough for all provinces"
    return f"{seat_name(event.seat)} has {amount(event.rice, 'rice')} left, {need}."


def revolts_drawn(event: e.RevoltsDrawn) -> str:
    return f"Hunger: peasants of {seat_name(event.seat)} rise in {listed(map(province, event.provinces))}."


def year_scored(event: e.YearScored) -> str:
    parts = f"{event.provinces} for provinces, {event.buildings} for buildings, {event.majorities} for most"
    return f"{seat_name(event.seat)} scores {parts} of a kind in a region."


def game_ended(event: e.GameEnded) -> str:
    verb = "wins" if len(event.winners) == 1 else "share the victory"
    scores = listed(f"{seat_name(seat)} {amount(vp, 'VP')}" for seat, vp in event.vp)
    return f"{listed(map(seat_name, event.winners))} {verb}: {scores}."


SENTENCES: Final[dict[type[Event], Callable[[Any], str]]] = {
    e.FirstPlayerDrawn: first_player_drawn,
    e.DraftCardsOpened: draft_cards_opened,
    e.DraftCardsExchanged: draft_cards_exchanged,
    e.ProvincePicked: province_picked,
    e.GroupPlaced: group_placed,
    e.TowerFilled: tower_filled,
    e.YearBegan: year_began,
    e.EventsOpened: events_opened,
    e.SeasonBegan: season_began,
    e.ActionsLaidOut: actions_laid_out,
    e.SpecialsLaidOut: specials_laid_out,
    e.PlansClosed: plans_closed,
    e.EventDrawn: event_drawn,
    e.BidsRevealed: bids_revealed,
    e.TieBroken: tie_broken,
    e.SpecialTaken: special_taken,
    e.OrderSettled: order_settled,
    e.ActionBegan: action_began,
    e.CardRevealed: card_revealed,
    e.CardLeft: card_left,
    e.ActionOpened: action_opened,
    e.RoundEnded: round_ended,
    e.ActionSkipped: action_skipped,
    e.Built: built,
    e.RiceCollected: rice_collected,
    e.TaxCollected: tax_collected,
    e.MarkerPlaced: marker_placed,
    e.MarkerRemoved: marker_removed,
    e.Deployed: deployed,
    e.ArmiesMoved: armies_moved,
    e.BattleBegan: battle_began,
    e.CubeAdded: cube_added,
    e.RevoltBegan: revolt_began,
    e.Thrown: thrown,
    e.ProvinceTaken: province_taken,
    e.ProvinceHeld: province_held,
    e.PeasantsHeld: peasants_held,
    e.BattleTied: battle_tied,
    e.RevoltPutDown: revolt_put_down,
    e.RevoltWon: revolt_won,
    e.WinterBegan: winter_began,
    e.RiceLost: rice_lost,
    e.RevoltsDrawn: revolts_drawn,
    e.YearScored: year_scored,
    e.GameEnded: game_ended,
}
