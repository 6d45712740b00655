"""What happens in Rising Sun: events as sentences, the rules behind them, how they are told, and the end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from operator import attrgetter
from typing import Final, NamedTuple

from msgspec.structs import replace

from client.games.rising_sun import names
from client.games.rising_sun.facts import bid_words, state_like
from client.games.rising_sun.names import card, clan, clan_among, counted, kami, mandate, province, season
from client.seat.news import Heard
from client.table.ending import Change, Contest, Ending, Source, course_of, sources_of
from client.table.face import Severity
from client.table.wording import (
    ReaderWordings,
    Wording,
    Wordings,
    addressed,
    amount,
    listed,
    naming,
    others_among,
    several,
    several_among,
)
from client.texts import has_text, t
from core.games.rising_sun import events as e
from core.games.rising_sun.board import ADVANTAGES, CAMPS, PIECES, RESERVE, SEASONS
from core.games.rising_sun.cards import NAMES
from core.games.rising_sun.state import Battle, State, figures_at, shift
from core.games.rising_sun.view import View
from core.games.rising_sun.war import battle_force
from core.kinds import ChoiceTakenBack, Event, GameEnded, Seat, Viewer

coins = partial(amount, thing="coin")


def figure(piece: int, number: int = 1) -> str:
    """Count figures of a kind, as inside a sentence."""
    name = PIECES[piece]
    return counted(number, t(f"piece-{name}.many")) if number > 1 else t(f"piece-{name}.one")


def own(piece: int, number: int = 1) -> str:
    """Count figures of a kind to the player who moves them."""
    only = f"piece-{PIECES[piece]}.yours"
    return t(only) if has_text(only) else figure(piece, number)


def yours(piece: int, number: int = 1) -> str:
    """Count figures of a kind to the player who loses them to another."""
    figures = own(piece, number)
    return t("rs-yours", figures=figures) if figures == figure(piece, number) else figures


def source_of(name: str) -> str:
    """Say where a gain came from: a moment of the game, a card or a Kami."""
    if has_text(f"rs-source-{name}"):
        return t(f"rs-source-{name}")
    return t("rs-by-card", card=t(f"card-{name}")) if name in NAMES else t("rs-from", what=t(f"kami-{name}"))


def forces_of(forces: Iterable[tuple[Seat, int]], viewer: Viewer) -> str:
    return listed(t("rs-force", clan=clan_among(seat, viewer), force=force) for seat, force in forces)


def bids_of(bids: Iterable[tuple[Seat, tuple[int, ...]]], viewer: Viewer) -> str:
    return " ".join(
        t(addressed("rs-bid", is_own=seat == viewer), clan=clan(seat), bid=listed(coins_on(bid)))
        for seat, bid in bids
    )


def coins_on(bid: tuple[int, ...]) -> Iterator[str]:
    """Name only what was bid on."""
    for number, name in zip(bid, ADVANTAGES, strict=True):
        if number:
            yield t("rs-bid-on", coins=number, advantage=t(f"advantage-{name}"))


def shares_of(shares: Iterable[tuple[Seat, int]], viewer: Viewer) -> str:
    return listed(t("rs-share", coins=coins(share), clan=clan_among(seat, viewer)) for seat, share in shares)


def scores(all_vp: Iterable[tuple[Seat, int]], viewer: Viewer) -> str:
    """List everybody's points, the most first."""
    ranked = sorted(all_vp, key=lambda score: -score[1])
    return listed(t("rs-score", clan=clan_among(seat, viewer), vp=amount(vp, "VP")) for seat, vp in ranked)


KINDS: Final[Wordings] = {
    **dict.fromkeys(
        ("seat", "to", "other", "owner", "captor", "betrayer", "active", "victim", "killer"), clan
    ),
    **dict.fromkeys(("province", "origin", "target"), province),
    **dict.fromkeys(("piece", "by"), figure),
    **dict.fromkeys(("mandate", "tile"), mandate),
    **dict.fromkeys(("coins", "price"), coins),
    "ronin": partial(amount, thing="ronin"),
    "vp": partial(amount, thing="VP"),
    "figures": partial(amount, thing="figure"),
    "provinces": several(province),
    "tiles": several(mandate),
    "shrines": several(kami),
    "kami": kami,
    "card": card,
    "season": season,
    "chosen": lambda name: t(f"set-{name}"),
    "advantage": naming("advantage", ADVANTAGES),
    "source": source_of,
}
TO_READER: Final[ReaderWordings] = {
    **dict.fromkeys(("honor", "winners"), several_among(clan)),
    "partners": others_among(clan),
    **dict.fromkeys(("forces", "others"), forces_of),
    "scores": scores,
    "bids": bids_of,
    "shares": shares_of,
}

# Exceptions ----------------------------------------------------------------------------------


def place(event: e.Summoned | e.Placed | e.Replaced) -> str:
    if event.kami >= 0:
        return t("rs-at-shrine", kami=kami(event.kami))
    return t("rs-in-province", province=province(event.province))


def group(event: e.HostagesReturned | e.FiguresKilled) -> str:
    return figure(event.piece, event.number)


def goods(event: e.GiftGiven) -> str:
    given = (("coin", event.coins), ("ronin", event.ronin))
    return listed(amount(number, thing) for thing, number in given if number)


def loot(event: e.Taken) -> str:
    return coins(event.coins) if event.coins else amount(event.vp, "VP")


def forces_met(event: e.BattleBegan) -> list[tuple[Seat, int]]:
    return list(zip(event.fighters, event.forces, strict=True))


def force_of_winner(event: e.BattleWon) -> int:
    return dict(event.forces)[event.seat]


def forces_of_others(event: e.BattleWon) -> list[tuple[Seat, int]]:
    return [force for force in event.forces if force[0] != event.seat]


def mandate_message(event: e.MandateLaid) -> str:
    if not event.face_down:
        return "rs-mandate-laid"
    return "rs-mandate-hidden" if event.tile < 0 else "rs-mandate-own-hidden"


STOLEN: Final = ("hostage", "oni-of-spite")
"""Gains that were told when they were taken from somebody."""


def is_tie(event: e.BattleWon) -> bool:
    """Say whether somebody else was as strong as the winner."""
    return [force for _, force in event.forces].count(force_of_winner(event)) > 1


WORDING: Final = Wording(
    "rs",
    KINDS,
    extras={
        e.HostagesReturned: {"figures": group},
        e.GiftGiven: {"goods": goods},
        e.Summoned: {"where": place, "own": lambda event: own(event.piece)},
        e.Placed: {"where": place, "own": lambda event: own(event.piece)},
        e.Moved: {"own": lambda event: own(event.piece)},
        e.Replaced: {"where": place, "yours": lambda event: yours(event.piece)},
        e.Taken: {"loot": loot},
        e.BattleBegan: {"forces": forces_met},
        e.BattleWon: {"force": force_of_winner, "others": forces_of_others},
        e.HostageTaken: {"yours": lambda event: yours(event.piece)},
        e.FiguresKilled: {
            "figures": group,
            "own": lambda event: own(event.piece, event.number),
            "yours": lambda event: yours(event.piece, event.number),
        },
        GameEnded: {"number": lambda event: len(event.winners), "partners": attrgetter("winners")},
    },
    variants={
        e.MandatesDrawn: lambda event: "rs-mandates-seen" if event.tiles else "rs-mandates-drawn",
        e.MandateLaid: mandate_message,
        e.VpGained: lambda event: "" if event.source in STOLEN else "rs-vp-gained",
        e.OrderChosen: lambda event: "rs-order-last" if event.last else "rs-order-first",
        e.HonorChanged: lambda event: "rs-honor-gained" if event.gained else "rs-honor-lost",
        e.BattleWon: lambda event: "rs-battle-won-by-honor" if is_tie(event) else "rs-battle-won",
        e.FiguresKilled: lambda event: (
            "rs-figures-lost" if event.killer == event.owner else "rs-figures-killed"
        ),
    },
    forms={
        "you": ("seat", "captor", "betrayer", "active", "killer", "winners"),
        "yours": ("to", "other", "owner", "victim"),
    },
    to_reader=TO_READER,
)


# Telling --------------------------------------------------------------------------------------


RULES_OF_EVENTS: Final[dict[type[Event], str]] = {
    e.SeasonBegan: "RS-5.1",
    e.SetChosen: "RS-1.8",
    e.ShrinesLaid: "RS-1.7",
    e.WarTokensLaid: "RS-6.1",
    e.CardsLaidOut: "RS-6.2",
    e.HostagesReturned: "RS-6.4",
    e.AllianceOffered: "RS-7.2",
    e.AllianceRefused: "RS-7.2",
    e.AllianceMade: "RS-7.5",
    e.AllianceBroken: "RS-13.1",
    e.SeatReady: "RS-7.4",
    e.GiftGiven: "RS-4.2",
    e.PoliticsBegan: "RS-8.1",
    e.MandatesDrawn: "RS-8.3",
    e.MandateLaid: "RS-8.4",
    e.Summoned: "RS-9.1",
    e.Placed: "RS-22.1",
    e.Moved: "RS-10.1",
    e.TollPaid: "RS-22.18",
    e.RouteClosed: "RS-22.19",
    e.StrongholdBuilt: "RS-10.2",
    e.CardBought: "RS-11.1",
    e.Replaced: "RS-13.2",
    e.CardUsed: "RS-23",
    e.OrderChosen: "RS-3.2",
    e.VpGained: "RS-1.3",
    e.CoinsGained: "RS-6.3",
    e.RoninGained: "RS-1.11",
    e.Taken: "RS-22.41",
    e.HonorChanged: "RS-3.3",
    e.KamiTurnBegan: "RS-14.1",
    e.ShrineWon: "RS-14.1",
    e.WarBegan: "RS-15.1",
    e.RoninConverted: "RS-19.2",
    e.TokenDiscarded: "RS-15.3",
    e.TokenTaken: "RS-15.4",
    e.BattleBegan: "RS-16.1",
    e.BidsRevealed: "RS-16.2",
    e.AdvantageWon: "RS-16.3",
    e.SeppukuCommitted: "RS-16.4",
    e.HostageTaken: "RS-16.5",
    e.RoninHired: "RS-16.6",
    e.BattleWon: "RS-16.7",
    e.FiguresKilled: "RS-16.9",
    e.FiguresSpared: "RS-22.33",
    e.ReparationsPaid: "RS-16.12",
    e.SeasonEnded: "RS-17.1",
    e.WinterScored: "RS-18.2",
    GameEnded: "RS-18.5",
}
"""The rule to read first about something that happened."""


def rule_of(event: Event) -> str:
    if isinstance(event, e.CardUsed):
        return f"RS-23.{names.card_id(event.card)}"
    return RULES_OF_EVENTS.get(type(event), "")


SLOW: Final = (
    e.BattleBegan,
    e.BidsRevealed,
    e.AdvantageWon,
    e.SeppukuCommitted,
    e.HostageTaken,
    e.RoninHired,
    e.BattleWon,
    e.FiguresKilled,
    e.FiguresSpared,
    e.ReparationsPaid,
)


WEIGHTS: Final[dict[type[Event], float]] = {
    e.WarBegan: 1.0,
    e.TokenTaken: 1.0,
    e.TokenDiscarded: 1.0,
    e.BidsRevealed: 4.0,
    e.BattleWon: 4.0,
    e.SeasonEnded: 4.0,
}
"""A war without battles is seen, too, and what everybody waits for stays long enough to be read."""


CONCERNS: Final[dict[type[Event], tuple[str, Severity]]] = {
    e.AllianceBroken: ("other", "warning"),
    e.Replaced: ("owner", "warning"),
    e.Taken: ("victim", "warning"),
    e.GiftGiven: ("to", "information"),
}
"""By act of others outside battles, which are seen step by step: who gains or loses."""


def concern(event: Event, seat: Seat) -> Severity | None:
    whose, severity = CONCERNS.get(type(event), ("", None))
    return severity if whose and getattr(event, whose) == seat else None


PLACES: Final = ("origin", "province", "target")


def places_of(event: Event) -> tuple[int, ...]:
    """Name the provinces where something happens; a shrine is in none."""
    places = tuple(getattr(event, place, -1) for place in PLACES)
    return tuple(place for place in places if place >= 0)


def fought_by(event: Event) -> tuple[Seat, ...]:
    return tuple(seat for seat, _ in event.forces) if isinstance(event, e.BattleWon) else ()


# The end --------------------------------------------------------------------------------------


def part_ended(event: Event) -> str:
    return t(f"season-{SEASONS[event.season]}") if isinstance(event, e.SeasonEnded) else ""


def ending_of(story: Iterable[Heard], view: View) -> Ending:
    """Sum up a whole game."""
    events = [event for heard in story for event in heard.events]
    changes = [change for event in events for change in changes_in(event)]
    course, sources, battles = course_of(changes, view.seats), sources_of(changes), battles_in(events)
    points = {seat: view.vp[seat] for seat in view.seats}
    return Ending(view.winners, points, course, sources, battles)


def changes_in(event: Event) -> list[Change]:
    """List whose points an event changed, by how much, and why."""
    if isinstance(event, e.VpGained):
        return [Change(event.seat, event.vp, Source(source_words(event.source)))]
    if isinstance(event, e.Taken) and event.vp:
        return [Change(event.victim, -event.vp, Source(t("source-stolen")))]
    if isinstance(event, e.WinterScored):
        parts = (
            ("source-forms", event.cards),
            ("source-tokens", event.tokens),
            ("source-set", event.province_set),
        )
        return [Change(event.seat, vp, Source(t(source))) for source, vp in parts if vp]
    return []


def source_words(source: str) -> str:
    if source in e.SOURCES:
        return t(f"source-{source}")
    return t(f"card-{source}") if source in NAMES else t(f"kami-{source}")


def battles_in(events: list[Event]) -> list[Contest]:
    battles: list[Contest] = []
    season = ""
    for event in events:
        if isinstance(event, e.SeasonBegan):
            season = t(f"season-{SEASONS[event.season]}")
        elif isinstance(event, e.BattleBegan):
            battles.append(Contest(names.province(event.province), [], None, when=season))
        elif isinstance(event, e.BidsRevealed) and battles:
            battles[-1].bids.extend((seat, bid_words(bid)) for seat, bid in event.bids)
        elif isinstance(event, e.BattleWon) and battles:
            battles[-1] = battles[-1]._replace(winner=event.seat)
    return battles


# A battle so far ------------------------------------------------------------------------------


class BattleSoFar(NamedTuple):
    """What has been told of a battle so far."""

    province: int
    fighters: tuple[Seat, ...]
    forces: tuple[int, ...] = ()
    bids: tuple[tuple[Seat, tuple[int, ...]], ...] = ()
    won: tuple[tuple[int, Seat], ...] = ()  # advantage and who won it
    winner: Seat | None = None
    dead: int = 0
    since: tuple[Event, ...] = ()  # what has changed forces since the table was last shown


CHANGING_FORCES: Final = (e.RoninHired, e.HostageTaken, e.FiguresKilled)
AFTERWARDS: Final = (e.WarBegan, ChoiceTakenBack)
"""What comes when a battle is long over, or was none; until then its outcome stays visible."""


def after(fight: BattleSoFar | None, event: Event) -> BattleSoFar | None:
    """Return what is known of the battle after one more event."""
    if isinstance(event, e.BattleBegan):
        return BattleSoFar(event.province, event.fighters, event.forces)
    if fight is None or isinstance(event, AFTERWARDS):
        return None
    if isinstance(event, e.BidsRevealed):
        return fight._replace(bids=event.bids)
    if isinstance(event, e.AdvantageWon):
        return fight._replace(won=(*fight.won, (event.advantage, event.seat)))
    if isinstance(event, e.BattleWon):
        forces = dict(event.forces)
        return fight._replace(winner=event.seat, forces=tuple(forces.get(seat, 0) for seat in fight.fighters))
    if isinstance(event, e.FiguresKilled):
        fight = fight._replace(dead=fight.dead + event.number)
    return fight._replace(since=(*fight.since, event)) if isinstance(event, CHANGING_FORCES) else fight


def fight_in(view: View) -> BattleSoFar | None:
    """Return what the table shows of a battle under way."""
    if view.battle is None:
        return None
    battle = view.battle
    bids = tuple(zip(battle.fighters, battle.bids, strict=False)) if battle.bids else ()
    return BattleSoFar(battle.province, battle.fighters, forces_in(view, battle), bids, dead=battle.killed)


def brought_up_to_date(fight: BattleSoFar, view: View) -> BattleSoFar:
    """Give an unfinished battle its current forces; those that were told are the ones it began with."""
    battle = view.battle
    if fight.winner is not None or battle is None or battle.province != fight.province:
        return fight
    return fight._replace(forces=forces_in(view, battle, fight.since))


def forces_in(view: View, battle: Battle, since: Iterable[Event] = ()) -> tuple[int, ...]:
    """Return the force of all fighters, with hired ronin, after what was told since the table was shown."""
    state = state_like(view).clone()
    for event in since:
        change_forces(state, battle, event)
    return tuple(battle_force(state, seat) for seat in battle.fighters)


def change_forces(state: State, battle: Battle, event: Event) -> None:
    if isinstance(event, e.RoninHired):
        state.battle = replace(battle, hired=(event.seat, event.force))
    elif isinstance(event, e.HostageTaken):
        take_away(state, battle, event, 1, CAMPS[event.seat])
    elif isinstance(event, e.FiguresKilled) and event.province == battle.province:
        take_away(state, battle, event, event.number, RESERVE)


def take_away(
    state: State, battle: Battle, event: e.HostageTaken | e.FiguresKilled, number: int, target: int
) -> None:
    """Take figures out of a battle, as many of them as are there."""
    there = figures_at(state, event.owner, battle.province).count(event.piece)
    for _ in range(min(number, there)):
        shift(state, event.owner, event.piece, battle.province, target)
