"""What happens in Rising Sun: for each event the message that tells it, and what is put into it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from client.log.words import amount, listed
from client.texts import has_text, t
from core.games.rising_sun import events as e
from core.games.rising_sun.board import ADVANTAGES, CLANS, KAMI, MANDATES, PIECES, PROVINCES, SEASONS
from core.games.rising_sun.cards import NAMES
from core.records import Event, Seat

# Words ---------------------------------------------------------------------------------------


def clan(seat: Seat) -> str:
    return t(f"clan-{CLANS[seat]}")


def figure(piece: int, number: int = 1) -> str:
    """Count figures of a kind, as inside a sentence."""
    name = PIECES[piece]
    return counted(number, t(f"piece-{name}.many")) if number > 1 else t(f"piece-{name}.one")


def counted(number: int, things: str) -> str:
    return t("count-of", number=number, things=things)


def province(number: int) -> str:
    return t(f"province-{PROVINCES[number]}")


def card(number: int) -> str:
    return t(f"card-{NAMES[number]}")


def kami(number: int) -> str:
    return t(f"kami-{KAMI[number]}")


def mandate(tile: int) -> str:
    return t(f"mandate-{MANDATES[tile]}")


def season(number: int) -> str:
    return t(f"season-{SEASONS[number]}")


def place(province_number: int, kami_number: int) -> str:
    if kami_number >= 0:
        return t("rs-at-shrine", kami=kami(kami_number))
    return t("rs-in-province", province=province(province_number))


def source_of(name: str) -> str:
    """Say where a gain came from: a moment of the game, a card or a Kami."""
    if has_text(f"rs-source-{name}"):
        return t(f"rs-source-{name}")
    return t("rs-by-card", card=t(f"card-{name}")) if name in NAMES else t("rs-from", what=t(f"kami-{name}"))


def sum_of(coins: int, ronin: int) -> str:
    return listed(amount(number, kind) for kind, number in (("coin", coins), ("ronin", ronin)) if number)


# Seasons and the Tea Ceremony ----------------------------------------------------------------


def season_began(event: e.SeasonBegan) -> str:
    return t("rs-season-began", season=season(event.season))


def set_chosen(event: e.SetChosen) -> str:
    return t("rs-set-chosen", chosen=t(f"set-{event.chosen}"))


def shrines_laid(event: e.ShrinesLaid) -> str:
    return t("rs-shrines-laid", kami=listed(map(kami, event.shrines)))


def war_tokens_laid(event: e.WarTokensLaid) -> str:
    return t("rs-war-tokens-laid", provinces=listed(map(province, event.provinces)))


def cards_laid_out(event: e.CardsLaidOut) -> str:
    return t("rs-cards-laid-out", season=season(event.season))


def hostages_returned(event: e.HostagesReturned) -> str:
    figures = figure(event.piece, event.number)
    return t("rs-hostages-returned", clan=clan(event.captor), figures=figures, owner=clan(event.owner))


def alliance_offered(event: e.AllianceOffered) -> str:
    return t("rs-alliance-offered", clan=clan(event.seat), other=clan(event.to))


def alliance_refused(event: e.AllianceRefused) -> str:
    return t("rs-alliance-refused", clan=clan(event.seat), other=clan(event.other))


def alliance_made(event: e.AllianceMade) -> str:
    return t("rs-alliance-made", clan=clan(event.seat), other=clan(event.other))


def alliance_broken(event: e.AllianceBroken) -> str:
    return t("rs-alliance-broken", clan=clan(event.betrayer), other=clan(event.other))


def seat_ready(event: e.SeatReady) -> str:
    return t("rs-seat-ready", clan=clan(event.seat))


def gift_given(event: e.GiftGiven) -> str:
    goods = sum_of(event.coins, event.ronin)
    return t("rs-gift-given", clan=clan(event.seat), other=clan(event.to), goods=goods)


# Politics ------------------------------------------------------------------------------------


def politics_began(event: e.PoliticsBegan) -> str:
    return t("rs-politics-began", clan=clan(event.active))


def mandates_drawn(event: e.MandatesDrawn) -> str:
    if not event.tiles:
        return t("rs-mandates-drawn", clan=clan(event.seat))
    return t("rs-mandates-seen", clan=clan(event.seat), mandates=listed(map(mandate, event.tiles)))


def mandate_laid(event: e.MandateLaid) -> str:
    who, announced = clan(event.seat), mandate(event.mandate)
    if not event.face_down:
        return t("rs-mandate-laid", clan=who, mandate=announced)
    if event.tile < 0:
        return t("rs-mandate-hidden", clan=who, mandate=announced)
    return t("rs-mandate-own-hidden", clan=who, mandate=announced, tile=mandate(event.tile))


def summoned(event: e.Summoned) -> str:
    where = place(event.province, event.kami)
    return t("rs-summoned", clan=clan(event.seat), figure=figure(event.piece), where=where)


def placed(event: e.Placed) -> str:
    who, where = clan(event.seat), place(event.province, event.kami)
    return t("rs-placed", clan=who, figure=figure(event.piece), where=where, card=card(event.card))


def moved(event: e.Moved) -> str:
    origin, target = province(event.origin), province(event.target)
    return t("rs-moved", clan=clan(event.seat), figure=figure(event.piece), origin=origin, target=target)


def toll_paid(event: e.TollPaid) -> str:
    return t("rs-toll-paid", clan=clan(event.seat), owner=clan(event.owner))


def route_closed(event: e.RouteClosed) -> str:
    return t("rs-route-closed", clan=clan(event.seat), owner=clan(event.owner))


def stronghold_built(event: e.StrongholdBuilt) -> str:
    price = amount(event.price, "coin")
    return t("rs-stronghold-built", clan=clan(event.seat), province=province(event.province), price=price)


def card_bought(event: e.CardBought) -> str:
    price = amount(event.price, "coin")
    return t("rs-card-bought", clan=clan(event.seat), card=card(event.card), price=price)


def replaced(event: e.Replaced) -> str:
    return t(
        "rs-replaced",
        clan=clan(event.seat),
        figure=figure(event.piece),
        owner=clan(event.owner),
        where=place(event.province, event.kami),
        by=figure(event.by),
    )


def card_used(event: e.CardUsed) -> str:
    return t("rs-card-used", clan=clan(event.seat), card=card(event.card))


def kami_turn_began(event: e.KamiTurnBegan) -> str:
    return t("rs-kami-turn-began", number=event.number)


def shrine_won(event: e.ShrineWon) -> str:
    return t("rs-shrine-won", clan=clan(event.seat), kami=kami(event.kami))


# Gains and losses ----------------------------------------------------------------------------


def gain(message: str, seat: Seat, goods: str, source: str) -> str:
    return t(message, clan=clan(seat), goods=goods, source=source_of(source))


def order_chosen(event: e.OrderChosen) -> str:
    return t("rs-order-last" if event.last else "rs-order-first", clan=clan(event.seat))


def vp_gained(event: e.VpGained) -> str:
    return gain("rs-vp-gained", event.seat, amount(event.vp, "VP"), event.source)


def coins_gained(event: e.CoinsGained) -> str:
    return gain("rs-goods-gained", event.seat, amount(event.coins, "coin"), event.source)


def ronin_gained(event: e.RoninGained) -> str:
    return gain("rs-goods-gained", event.seat, amount(event.ronin, "ronin"), event.source)


def taken(event: e.Taken) -> str:
    loot = amount(event.coins, "coin") if event.coins else amount(event.vp, "VP")
    who, victim = clan(event.seat), clan(event.victim)
    return t("rs-taken", clan=who, loot=loot, victim=victim, source=source_of(event.source))


def honor_changed(event: e.HonorChanged) -> str:
    message = "rs-honor-gained" if event.gained else "rs-honor-lost"
    return t(message, clan=clan(event.seat), order=listed(map(clan, event.honor)))


# War -----------------------------------------------------------------------------------------


def war_began(event: e.WarBegan) -> str:
    return t("rs-war-began", provinces=listed(map(province, event.provinces)))


def ronin_converted(event: e.RoninConverted) -> str:
    return t("rs-ronin-converted", clan=clan(event.seat), ronin=amount(event.ronin, "ronin"))


def token_discarded(event: e.TokenDiscarded) -> str:
    return t("rs-token-discarded", province=province(event.province))


def token_taken(event: e.TokenTaken) -> str:
    return t("rs-token-taken", clan=clan(event.seat), province=province(event.province))


def battle_began(event: e.BattleBegan) -> str:
    forces = zip(event.fighters, event.forces, strict=True)
    return t("rs-battle-began", province=province(event.province), forces=forces_of(forces))


def forces_of(forces: Iterable[tuple[Seat, int]]) -> str:
    return listed(t("rs-force", clan=clan(seat), force=force) for seat, force in forces)


def bids_revealed(event: e.BidsRevealed) -> str:
    return " ".join(t("rs-bid", clan=clan(seat), bid=listed(coins_on(bid))) for seat, bid in event.bids)


def coins_on(bid: tuple[int, ...]) -> Iterator[str]:
    """Name only what was bid on."""
    for coins, name in zip(bid, ADVANTAGES, strict=True):
        if coins:
            yield t("rs-bid-on", coins=coins, advantage=t(f"advantage-{name}"))


def advantage_won(event: e.AdvantageWon) -> str:
    advantage = t(f"advantage-{ADVANTAGES[event.advantage]}")
    return t("rs-advantage-won", clan=clan(event.seat), advantage=advantage)


def seppuku_committed(event: e.SeppukuCommitted) -> str:
    return t("rs-seppuku", clan=clan(event.seat), figures=amount(event.figures, "figure"))


def hostage_taken(event: e.HostageTaken) -> str:
    who, owner = clan(event.seat), clan(event.owner)
    return t("rs-hostage-taken", clan=who, figure=figure(event.piece), owner=owner)


def ronin_hired(event: e.RoninHired) -> str:
    return t("rs-ronin-hired", clan=clan(event.seat), force=event.force)


def battle_won(event: e.BattleWon) -> str:
    who, forces = clan(event.seat), forces_of(event.forces)
    message = "rs-battle-won-by-honor" if is_tie(event) else "rs-battle-won"
    return t(message, clan=who, province=province(event.province), forces=forces)


def is_tie(event: e.BattleWon) -> bool:
    """Say whether somebody else was as strong as the winner."""
    forces = [force for _, force in event.forces]
    return forces.count(dict(event.forces)[event.seat]) > 1


def figures_killed(event: e.FiguresKilled) -> str:
    victims, where = figure(event.piece, event.number), province(event.province)
    owner = clan(event.owner)
    if event.killer == event.owner:
        return t("rs-figures-lost", clan=owner, figures=victims, province=where)
    return t("rs-figures-killed", clan=clan(event.killer), figures=victims, owner=owner, province=where)


def figures_spared(event: e.FiguresSpared) -> str:
    return t("rs-figures-spared", clan=clan(event.killer), province=province(event.province))


def reparations_paid(event: e.ReparationsPaid) -> str:
    shares = (t("rs-share", coins=amount(coins, "coin"), clan=clan(seat)) for seat, coins in event.shares)
    return t("rs-reparations", clan=clan(event.seat), shares=listed(shares))


# The end -------------------------------------------------------------------------------------


def season_ended(event: e.SeasonEnded) -> str:
    return t("rs-season-ended", season=season(event.season))


def winter_scored(event: e.WinterScored) -> str:
    parts: dict[str, int] = {"cards": event.cards, "tokens": event.tokens, "set": event.province_set}
    return t("rs-winter-scored", clan=clan(event.seat), **parts)


def game_ended(event: e.GameEnded) -> str:
    scores = listed(t("rs-score", clan=clan(seat), vp=amount(vp, "VP")) for seat, vp in event.vp)
    winners = listed(map(clan, event.winners))
    return t("rs-game-ended", winners=winners, number=len(event.winners), scores=scores)


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
    e.OrderChosen: order_chosen,
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
