"""What happens in Rising Sun, in English: all the wording of its log is in this file."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from client.log.words import listed
from core.games.rising_sun import events as e
from core.games.rising_sun.board import (
    ADVANTAGES,
    CLANS,
    KAMI,
    MANDATES,
    PIECES,
    PROVINCES,
    SEASONS,
    STRONGHOLD,
)
from core.games.rising_sun.cards import NAMES
from core.records import Event, Seat

ADVANTAGE_NAMES: Final = dict(
    zip(ADVANTAGES, ("Seppuku", "Take Hostage", "Hire Ronin", "Imperial Poets"), strict=True)
)
SOURCES: Final = {
    "income": "as income",
    "hostages": "for hostages sent home",
    "harvest": "from the Harvest",
    "summon": "for a summon",
    "seppuku": "for Seppuku",
    "hostage": "for the hostages",
    "poets": "from the Imperial Poets",
}
SMALL_WORDS: Final = ("of", "the")

# Words ---------------------------------------------------------------------------------------


def title(name: str) -> str:
    """Write a name of the data file as people do: path-of-the-lion is Path of the Lion."""
    words = [word if word in SMALL_WORDS else word.capitalize() for word in name.split("-")]
    return " ".join(words)


def clan(seat: Seat) -> str:
    return title(CLANS[seat])


def figure(piece: int, number: int = 1) -> str:
    name = "stronghold" if piece == STRONGHOLD else title(PIECES[piece])
    return f"{number} {name}" if number > 1 else f"{article(name)} {name}"


def article(name: str) -> str:
    return "an" if name[0] in "AEIOU" else "a"


def province(number: int) -> str:
    return title(PROVINCES[number])


def card(number: int) -> str:
    return title(NAMES[number])


def place(province_number: int, kami: int) -> str:
    return f"at the shrine of {title(KAMI[kami])}" if kami >= 0 else f"in {province(province_number)}"


def source_of(name: str) -> str:
    """Say where a gain came from: a moment of the game, a card or a Kami."""
    if name in SOURCES:
        return SOURCES[name]
    return f"{'by' if name in NAMES else 'from'} {title(name)}"


def amount(number: int, thing: str) -> str:
    """Count things; VP and ronin have no plural form of their own."""
    return f"{number} {thing}" + ("s" if number != 1 and thing == "coin" else "")


def sum_of(coins: int, ronin: int) -> str:
    parts = [amount(coins, "coin")] * bool(coins) + [amount(ronin, "ronin")] * bool(ronin)
    return listed(parts or ["nothing"])


# Seasons and the Tea Ceremony ----------------------------------------------------------------


def season_began(event: e.SeasonBegan) -> str:
    return f"=== {title(SEASONS[event.season])} ==="


def set_chosen(event: e.SetChosen) -> str:
    return f"The season cards are those of the {title(event.chosen)} set."


def shrines_laid(event: e.ShrinesLaid) -> str:
    return f"The shrines, from left to right: {listed(title(KAMI[kami]) for kami in event.shrines)}."


def war_tokens_laid(event: e.WarTokensLaid) -> str:
    return f"War will come to {listed(map(province, event.provinces))}, in this order."


def cards_laid_out(event: e.CardsLaidOut) -> str:
    return f"The {title(SEASONS[event.season])} cards are laid out."


def hostages_returned(event: e.HostagesReturned) -> str:
    return f"{clan(event.captor)} returns {figure(event.piece, event.number)} to {clan(event.owner)}."


def alliance_offered(event: e.AllianceOffered) -> str:
    return f"{clan(event.seat)} offers {clan(event.to)} an alliance."


def alliance_refused(event: e.AllianceRefused) -> str:
    return f"There is no alliance on offer between {clan(event.seat)} and {clan(event.other)} any more."


def alliance_made(event: e.AllianceMade) -> str:
    return f"{clan(event.seat)} and {clan(event.other)} are allies."


def alliance_broken(event: e.AllianceBroken) -> str:
    return f"{clan(event.betrayer)} breaks the alliance with {clan(event.other)}."


def seat_ready(event: e.SeatReady) -> str:
    return f"{clan(event.seat)} has had tea."


def gift_given(event: e.GiftGiven) -> str:
    return f"{clan(event.seat)} gives {clan(event.to)} {sum_of(event.coins, event.ronin)}."


# Politics ------------------------------------------------------------------------------------


def politics_began(event: e.PoliticsBegan) -> str:
    return f"--- Political Phase, {clan(event.active)} begins ---"


def mandates_drawn(event: e.MandatesDrawn) -> str:
    drawn = f": {listed(title(MANDATES[tile]) for tile in event.tiles)}" if event.tiles else ""
    return f"{clan(event.seat)} draws mandates{drawn}."


def mandate_laid(event: e.MandateLaid) -> str:
    name = title(MANDATES[event.mandate])
    if not event.face_down:
        return f"{clan(event.seat)} lays {name}."
    hidden = f" ({title(MANDATES[event.tile])})" if event.tile >= 0 else ""
    return f"{clan(event.seat)} lays a mandate face down{hidden} and announces {name}."


def summoned(event: e.Summoned) -> str:
    return f"{clan(event.seat)} summons {figure(event.piece)} {place(event.province, event.kami)}."


def placed(event: e.Placed) -> str:
    where = place(event.province, event.kami)
    return f"{clan(event.seat)} places {figure(event.piece)} {where} by {card(event.card)}."


def moved(event: e.Moved) -> str:
    way = f"from {province(event.origin)} to {province(event.target)}"
    return f"{clan(event.seat)} moves {figure(event.piece)} {way}."


def toll_paid(event: e.TollPaid) -> str:
    return f"{clan(event.seat)} pays {clan(event.owner)} the toll for the sea route."


def route_closed(event: e.RouteClosed) -> str:
    return f"{clan(event.seat)} cannot pay {clan(event.owner)} the toll: the sea route is closed."


def stronghold_built(event: e.StrongholdBuilt) -> str:
    price = amount(event.price, "coin")
    return f"{clan(event.seat)} builds a stronghold in {province(event.province)} for {price}."


def card_bought(event: e.CardBought) -> str:
    return f"{clan(event.seat)} buys {card(event.card)} for {amount(event.price, 'coin')}."


def replaced(event: e.Replaced) -> str:
    where = place(event.province, event.kami)
    victim = f"{figure(event.piece)} of {clan(event.owner)}"
    return f"{clan(event.seat)} replaces {victim} {where} by {figure(event.by)}."


def card_used(event: e.CardUsed) -> str:
    return f"{clan(event.seat)} uses {card(event.card)}."


def kami_turn_began(event: e.KamiTurnBegan) -> str:
    return f"--- Kami turn {event.number} ---"


def shrine_won(event: e.ShrineWon) -> str:
    return f"{clan(event.seat)} has the favor of {title(KAMI[event.kami])}."


# Gains and losses ----------------------------------------------------------------------------


def vp_gained(event: e.VpGained) -> str:
    return f"{clan(event.seat)} gains {amount(event.vp, 'VP')} {source_of(event.source)}."


def coins_gained(event: e.CoinsGained) -> str:
    return f"{clan(event.seat)} takes {amount(event.coins, 'coin')} {source_of(event.source)}."


def ronin_gained(event: e.RoninGained) -> str:
    return f"{clan(event.seat)} takes {amount(event.ronin, 'ronin')} {source_of(event.source)}."


def taken(event: e.Taken) -> str:
    loot = amount(event.vp, "VP") if not event.coins else amount(event.coins, "coin")
    return f"{clan(event.seat)} takes {loot} of {clan(event.victim)}'s {source_of(event.source)}."


def honor_changed(event: e.HonorChanged) -> str:
    change = "gains" if event.gained else "loses"
    return f"{clan(event.seat)} {change} honor; the order is now {listed(map(clan, event.honor))}."


# War -----------------------------------------------------------------------------------------


def war_began(event: e.WarBegan) -> str:
    return f"--- War Phase: {listed(map(province, event.provinces))} ---"


def ronin_converted(event: e.RoninConverted) -> str:
    return f"{clan(event.seat)} turns {amount(event.ronin, 'ronin')} into coins."


def token_discarded(event: e.TokenDiscarded) -> str:
    return f"Nobody is in {province(event.province)}: its war token is discarded."


def token_taken(event: e.TokenTaken) -> str:
    return f"{clan(event.seat)} takes the war token of {province(event.province)}."


def battle_began(event: e.BattleBegan) -> str:
    forces = zip(event.fighters, event.forces, strict=True)
    return f"Battle of {province(event.province)}: {forces_of(forces)}."


def forces_of(forces: Iterable[tuple[Seat, int]]) -> str:
    return listed(f"{clan(seat)} with force {force}" for seat, force in forces)


def bids_revealed(event: e.BidsRevealed) -> str:
    return " ".join(f"{clan(seat)} bids {' '.join(map(str, bid))}." for seat, bid in event.bids)


def advantage_won(event: e.AdvantageWon) -> str:
    return f"{clan(event.seat)} wins {ADVANTAGE_NAMES[ADVANTAGES[event.advantage]]}."


def seppuku_committed(event: e.SeppukuCommitted) -> str:
    figures = "1 figure" if event.figures == 1 else f"{event.figures} figures"
    return f"{clan(event.seat)} commits Seppuku with {figures}."


def hostage_taken(event: e.HostageTaken) -> str:
    return f"{clan(event.seat)} takes {figure(event.piece)} of {clan(event.owner)} hostage."


def ronin_hired(event: e.RoninHired) -> str:
    return f"{clan(event.seat)} hires ronin for {event.force} more force."


def battle_won(event: e.BattleWon) -> str:
    return f"{clan(event.seat)} wins the battle of {province(event.province)}: {forces_of(event.forces)}."


def figures_killed(event: e.FiguresKilled) -> str:
    victims, where = figure(event.piece, event.number), province(event.province)
    if event.killer == event.owner:
        return f"{clan(event.owner)} loses {victims} in {where} by its own hand."
    return f"{clan(event.killer)} kills {victims} of {clan(event.owner)} in {where}."


def figures_spared(event: e.FiguresSpared) -> str:
    return f"{clan(event.killer)} spares the lives of the beaten in {province(event.province)}."


def reparations_paid(event: e.ReparationsPaid) -> str:
    shares = listed(f"{amount(coins, 'coin')} to {clan(seat)}" for seat, coins in event.shares)
    return f"{clan(event.seat)} pays reparations: {shares}."


# The end -------------------------------------------------------------------------------------


def season_ended(event: e.SeasonEnded) -> str:
    return f"{title(SEASONS[event.season])} is over; coins, ronin and worshippers leave the board."


def winter_scored(event: e.WinterScored) -> str:
    parts = f"{event.cards} for cards, {event.tokens} for war tokens, {event.province_set} for their set"
    return f"{clan(event.seat)} scores {parts}."


def game_ended(event: e.GameEnded) -> str:
    verb = "wins" if len(event.winners) == 1 else "share the victory"
    scores = listed(f"{clan(seat)} {amount(vp, 'VP')}" for seat, vp in event.vp)
    return f"{listed(map(clan, event.winners))} {verb}: {scores}."


SENTENCES: Final[dict[type[Event], Callable[[Any], str]]] = {
    e.SeasonBegan: season_began,
    e.SetChosen: set_chosen,
    e.ShrinesLaid: shrines_laid,
    e.WarTokensLaid: war_tokens_laid,
    e.CardsLaidOut: cards_laid_out,
    e.HostagesReturned: hostages_returned,
    e.AllianceOffered: alliance_offered,
    e.AllianceRefused: alliance_refused,
    e.AllianceMade: alliance_made,
    e.AllianceBroken: alliance_broken,
    e.SeatReady: seat_ready,
    e.GiftGiven: gift_given,
    e.PoliticsBegan: politics_began,
    e.MandatesDrawn: mandates_drawn,
    e.MandateLaid: mandate_laid,
    e.Summoned: summoned,
    e.Placed: placed,
    e.Moved: moved,
    e.TollPaid: toll_paid,
    e.RouteClosed: route_closed,
    e.StrongholdBuilt: stronghold_built,
    e.CardBought: card_bought,
    e.Replaced: replaced,
    e.CardUsed: card_used,
    e.VpGained: vp_gained,
    e.CoinsGained: coins_gained,
    e.RoninGained: ronin_gained,
    e.Taken: taken,
    e.HonorChanged: honor_changed,
    e.KamiTurnBegan: kami_turn_began,
    e.ShrineWon: shrine_won,
    e.WarBegan: war_began,
    e.RoninConverted: ronin_converted,
    e.TokenDiscarded: token_discarded,
    e.TokenTaken: token_taken,
    e.BattleBegan: battle_began,
    e.BidsRevealed: bids_revealed,
    e.AdvantageWon: advantage_won,
    e.SeppukuCommitted: seppuku_committed,
    e.HostageTaken: hostage_taken,
    e.RoninHired: ronin_hired,
    e.BattleWon: battle_won,
    e.FiguresKilled: figures_killed,
    e.FiguresSpared: figures_spared,
    e.ReparationsPaid: reparations_paid,
    e.SeasonEnded: season_ended,
    e.WinterScored: winter_scored,
    e.GameEnded: game_ended,
}
