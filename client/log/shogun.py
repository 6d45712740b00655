"""What happens in Shogun: for each event the message that tells it, and what is put into it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from client.log.words import amount, listed
from client.texts import t
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

# Words ---------------------------------------------------------------------------------------


def word(kind: str, name: str) -> str:
    """Name a thing of the data file, as inside a sentence."""
    return t(f"sg-{kind}-{name}")


def seat_name(seat: Seat) -> str:
    return t(f"clan-{SEAT_NAMES[seat]}")


def province(number: int) -> str:
    return t(f"province-{PROVINCES[number]}")


def season(number: int) -> str:
    return t(f"season-{SEASONS[number]}")


def card(number: int) -> str:
    if number == NO_CARD:
        return t("sg-no-card")
    if number in CHEST_CARDS:
        return t("sg-chest-card", number=CHEST_CARDS.index(number))
    return province(number)


def action(number: int) -> str:
    return word("action", ACTIONS[number])


def plan_place(number: int) -> str:
    """Name what a card of a plan lies on: an action, or the bid."""
    return word("action", PLACES[number])


def special(number: int) -> str:
    return word("special", SPECIAL_NAMES[number])


def event_words(number: int) -> str:
    return word("event", EVENTS[number].id)


def cubes(counts: Iterable[int]) -> str:
    there = [(colour, number) for colour, number in zip(COLOURS, counts, strict=True) if number]
    return listed(t("count-of", number=number, things=word("colour", colour)) for colour, number in there)


# Set-up --------------------------------------------------------------------------------------


def first_player_drawn(event: e.FirstPlayerDrawn) -> str:
    return t("sg-first-player-drawn", who=seat_name(event.seat))


def draft_cards_opened(event: e.DraftCardsOpened) -> str:
    return t("sg-draft-cards-opened", provinces=listed(map(province, event.provinces)))


def draft_cards_exchanged(event: e.DraftCardsExchanged) -> str:
    return t(
        "sg-draft-cards-exchanged",
        who=seat_name(event.seat),
        provinces=listed(map(province, event.provinces)),
    )


def province_picked(event: e.ProvincePicked) -> str:
    message = "sg-province-drawn" if event.unseen else "sg-province-picked"
    return t(message, who=seat_name(event.seat), province=province(event.province))


def group_placed(event: e.GroupPlaced) -> str:
    return t(
        "sg-group-placed",
        who=seat_name(event.seat),
        armies=amount(event.armies, "army"),
        province=province(event.province),
    )


def tower_filled(event: e.TowerFilled) -> str:
    return t("sg-tower-filled", cubes=cubes(event.resting))


def year_began(event: e.YearBegan) -> str:
    return t("sg-year-began", year=event.year)


def events_opened(event: e.EventsOpened) -> str:
    return t("sg-events-opened", events="; ".join(map(event_words, event.numbers)))


# A round -------------------------------------------------------------------------------------


def season_began(event: e.SeasonBegan) -> str:
    return t("sg-season-began", season=season(event.season), year=event.year)


def actions_laid_out(event: e.ActionsLaidOut) -> str:
    return t("sg-actions-laid-out", actions=", ".join(map(action, event.actions)))


def specials_laid_out(event: e.SpecialsLaidOut) -> str:
    spaces = (
        t("sg-special-space", special=special(number), space=space)
        for space, number in enumerate(event.specials, start=1)
    )
    return t("sg-specials-laid-out", specials=", ".join(spaces))


def plans_closed(event: e.PlansClosed) -> str:
    gaps = [
        t("sg-plan-gaps", who=seat_name(seat), places=", ".join(map(plan_place, places)))
        for seat, places in event.empty
        if places
    ]
    return " ".join([t("sg-plans-closed"), *gaps])


def event_drawn(event: e.EventDrawn) -> str:
    return t("sg-event-drawn", event=event_words(event.number))


def bids_revealed(event: e.BidsRevealed) -> str:
    bids = (t("sg-bid", who=seat_name(seat), card=card(bid)) for seat, bid in event.bids)
    return t("sg-bids-revealed", bids=listed(bids))


def tie_broken(event: e.TieBroken) -> str:
    return t("sg-tie-broken", order=listed(map(seat_name, event.seats)))


def special_taken(event: e.SpecialTaken) -> str:
    return t("sg-special-taken", who=seat_name(event.seat), space=event.space, special=special(event.special))


def order_settled(event: e.OrderSettled) -> str:
    return t("sg-order-settled", order=listed(map(seat_name, event.order)))


def action_began(event: e.ActionBegan) -> str:
    return t("sg-action-began", space=event.space, action=action(event.action))


def card_revealed(event: e.CardRevealed) -> str:
    return t("sg-card-revealed", who=seat_name(event.seat), card=card(event.card))


def card_left(event: e.CardLeft) -> str:
    where = t("sg-the-bid") if event.place == BID else action(event.place)
    return t("sg-card-left", who=seat_name(event.seat), card=card(event.card), where=where)


def action_opened(event: e.ActionOpened) -> str:
    return t("sg-action-opened", space=event.space, action=action(event.action))


def round_ended(event: e.RoundEnded) -> str:
    return t("sg-round-ended", season=season(event.season))


# Carrying out --------------------------------------------------------------------------------


def action_skipped(event: e.ActionSkipped) -> str:
    reason = word("reason", event.reason)
    return t("sg-action-skipped", who=seat_name(event.seat), province=province(event.province), reason=reason)


def built(event: e.Built) -> str:
    kind, price = word("building", BUILDINGS[event.building]), amount(event.price, "chest")
    return t(
        "sg-built", who=seat_name(event.seat), building=kind, province=province(event.province), price=price
    )


def rice_collected(event: e.RiceCollected) -> str:
    return t(
        "sg-collected",
        who=seat_name(event.seat),
        goods=amount(event.rice, "rice"),
        province=province(event.province),
    )


def tax_collected(event: e.TaxCollected) -> str:
    goods = amount(event.chests, "chest")
    return t("sg-collected", who=seat_name(event.seat), goods=goods, province=province(event.province))


def marker_placed(event: e.MarkerPlaced) -> str:
    return t("sg-marker-placed", province=province(event.province), markers=amount(event.markers, "marker"))


def marker_removed(event: e.MarkerRemoved) -> str:
    return t("sg-marker-removed", province=province(event.province), markers=amount(event.markers, "marker"))


def deployed(event: e.Deployed) -> str:
    armies, price = amount(event.armies, "army"), amount(event.price, "chest")
    return t(
        "sg-deployed",
        who=seat_name(event.seat),
        armies=armies,
        province=province(event.province),
        price=price,
    )


def armies_moved(event: e.ArmiesMoved) -> str:
    who, armies = seat_name(event.seat), amount(event.armies, "army")
    origin, target = province(event.origin), province(event.target)
    return t("sg-armies-moved", who=who, armies=armies, origin=origin, target=target)


def battle_began(event: e.BattleBegan) -> str:
    who, where, origin = seat_name(event.seat), province(event.province), province(event.origin)
    armies, against = amount(event.armies, "army"), foe(event)
    return t("sg-battle-began", who=who, province=where, origin=origin, armies=armies, foe=against)


def foe(event: e.BattleBegan) -> str:
    if event.defender < 0:
        return t("sg-peasants")
    return t("sg-foe", who=seat_name(event.defender), armies=event.defenders)


def cube_added(event: e.CubeAdded) -> str:
    return t("sg-cube-added", who=seat_name(event.seat), special=special(event.special))


def revolt_began(event: e.RevoltBegan) -> str:
    where, owner = province(event.province), seat_name(event.owner)
    armies = amount(event.armies, "army")
    return t("sg-revolt-began", province=where, owner=owner, peasants=event.peasants, armies=armies)


def thrown(event: e.Thrown) -> str:
    return t("sg-thrown", thrown=cubes(event.thrown), tray=cubes(event.tray))


def province_taken(event: e.ProvinceTaken) -> str:
    who, where, armies = seat_name(event.seat), province(event.province), amount(event.armies, "army")
    if event.loser < 0:
        return t("sg-province-taken", who=who, province=where, armies=armies)
    return t("sg-province-won", who=who, province=where, loser=seat_name(event.loser), armies=armies)


def province_held(event: e.ProvinceHeld) -> str:
    return t(
        "sg-province-held",
        who=seat_name(event.seat),
        province=province(event.province),
        armies=amount(event.armies, "army"),
    )


def peasants_held(event: e.PeasantsHeld) -> str:
    return t("sg-peasants-held", province=province(event.province), who=seat_name(event.attacker))


def battle_tied(event: e.BattleTied) -> str:
    return t("sg-battle-tied", province=province(event.province))


def revolt_put_down(event: e.RevoltPutDown) -> str:
    return t(
        "sg-revolt-put-down",
        who=seat_name(event.owner),
        province=province(event.province),
        armies=amount(event.armies, "army"),
    )


def revolt_won(event: e.RevoltWon) -> str:
    return t("sg-revolt-won", who=seat_name(event.owner), province=province(event.province))


# Winter --------------------------------------------------------------------------------------


def winter_began(event: e.WinterBegan) -> str:
    return t("sg-winter-began", year=event.year, rice=amount(event.loss, "rice"))


def rice_lost(event: e.RiceLost) -> str:
    who, rice = seat_name(event.seat), amount(event.rice, "rice")
    if not event.missing:
        return t("sg-rice-enough", who=who, rice=rice)
    return t("sg-rice-missing", who=who, rice=rice, missing=event.missing)


def revolts_drawn(event: e.RevoltsDrawn) -> str:
    return t("sg-revolts-drawn", who=seat_name(event.seat), provinces=listed(map(province, event.provinces)))


def year_scored(event: e.YearScored) -> str:
    parts: dict[str, int] = {
        "provinces": event.provinces,
        "buildings": event.buildings,
        "majorities": event.majorities,
    }
    return t("sg-year-scored", who=seat_name(event.seat), **parts)


def game_ended(event: e.GameEnded) -> str:
    scores = listed(t("sg-score", who=seat_name(seat), vp=amount(vp, "VP")) for seat, vp in event.vp)
    winners = listed(map(seat_name, event.winners))
    return t("sg-game-ended", winners=winners, number=len(event.winners), scores=scores)


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
