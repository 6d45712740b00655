"""Promises between the clans, and what the table makes of them."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random
from typing import Any, NamedTuple, SupportsIndex

import pytest

from core import flow
from core.chance import SeededRng
from core.deals import Deal, DealBook, DealExpired, Goods, Promise, PromiseBroken, PromiseKept
from core.decisions import Allocation
from core.game import read_move, start
from core.games.rising_sun import GAME
from core.games.rising_sun.board import ADVANTAGES, CLANS, LAND, MANDATES, PROVINCES, TEA
from core.games.rising_sun.choices import Mandate, Refuse, Replace
from core.games.rising_sun.state import State
from core.kinds import Choice, Event, Seat

KOI, LOTUS, TURTLE = THREE = (0, 1, 2)
ALL_PROMISES = [Promise(name, about) for name, kind in GAME.promises.kinds.items() for about in kind.objects]

# One by one --------------------------------------------------------------------------------------


def told_of(promise: str, document: dict[str, Any], *lines: str) -> list[str]:
    """Play on with one promise, `CLAN KIND OBJECT`, in the book; return what became of it."""
    rng = SeededRng(b"")
    state = GAME.read_position(document, THREE, rng)
    clan, kind, about = promise.split()
    seat = GAME.seat_names.index(clan)
    other = (seat + 1) % len(THREE)
    book = DealBook(THREE, GAME.promises, GAME.promises.phase_of(state))
    book.offer(Deal(1, seat, other, promises=(Promise(kind, about),)))
    told = book.look_back(book.accept(other, seat, 1), state)
    for line in lines:
        events = flow.answer(GAME.rules, state, *read_move(GAME, line), rng)
        told += book.watch(events, GAME.promises.phase_of(state))
    return [type(event).__name__ for event in told]


def turn(mandate: str, active: str = "koi", **more: Any) -> dict[str, Any]:
    return {"phase": "politics", "active": active, "deck": [mandate], "shrines": SHRINES, **more}


SHRINES = ["amaterasu", "fujin", "hachiman", "tsukuyomi"]
NOTHING: list[str] = []
KEPT, BROKEN = ["PromiseKept"], ["PromiseBroken"]
RECRUIT, MARSHAL = turn("recruit", "turtle"), turn("marshal", "turtle", display=[])
BETRAY, TRAIN = turn("betray"), turn("train")
SAMURAI = turn("recruit", "turtle", season="summer", clans={"koi": {"cards": ["path-of-the-samurai"]}})
IN_RECRUIT = ["turtle: mandate recruit", "koi: done", "lotus: done", "turtle: done"]
IN_BETRAY = ["koi: mandate betray", "koi: replace lotus bushi nagato"]
STAY = "koi stay_out"


@pytest.mark.parametrize(
    ("promise", "document", "lines", "expected"),
    [
        (f"{STAY} edo", RECRUIT, ["turtle: mandate recruit", "koi: summon bushi edo"], BROKEN),
        (f"{STAY} oshu", RECRUIT, ["turtle: mandate recruit", "koi: summon bushi edo"], NOTHING),
        (f"{STAY} edo", RECRUIT, ["turtle: mandate recruit", "koi: summon shinto edo to fujin"], NOTHING),
        (
            "turtle stay_out edo",
            RECRUIT,
            ["turtle: mandate recruit", "koi: summon bushi edo"],
            NOTHING,
        ),
        (f"{STAY} oshu", MARSHAL, ["turtle: mandate marshal", "koi: move bushi edo oshu"], BROKEN),
        (f"{STAY} edo", MARSHAL, ["turtle: mandate marshal", "koi: move bushi edo oshu"], NOTHING),
        (
            "turtle stay_out oshu",
            MARSHAL,
            ["turtle: mandate marshal", "koi: done", "lotus: done", "turtle: build oshu"],
            BROKEN,
        ),
        (
            "turtle stay_out oshu",
            MARSHAL,
            ["turtle: mandate marshal", "koi: done", "lotus: done", "turtle: move stronghold kyoto oshu"],
            BROKEN,
        ),
        (f"{STAY} nagato", BETRAY, IN_BETRAY, BROKEN),
        (
            "lotus stay_out nagato",
            BETRAY,
            ["koi: mandate betray", "koi: replace lotus bushi nagato"],
            NOTHING,
        ),
        (f"{STAY} edo", TRAIN, ["koi: mandate train", "koi: buy komainu edo"], BROKEN),
        (f"{STAY} kyushu", SAMURAI, [*IN_RECRUIT, "koi: use path-of-the-samurai kyushu"], BROKEN),
        (f"{STAY} oshu", SAMURAI, [*IN_RECRUIT, "koi: use path-of-the-samurai kyushu"], NOTHING),
    ],
)
def test_who_promised_to_stay_out_of_a_province_brings_nothing_in(
    promise: str, document: dict[str, Any], lines: list[str], expected: list[str]
) -> None:
    assert told_of(promise, document, *lines) == expected


@pytest.mark.parametrize(
    ("promise", "active", "line", "expected"),
    [
        ("koi play_mandate harvest", "koi", "koi: mandate harvest", KEPT),
        ("koi play_mandate betray", "koi", "koi: mandate harvest", BROKEN),
        ("turtle play_mandate harvest", "koi", "koi: mandate harvest", NOTHING),
        ("lotus play_mandate train", "lotus", "lotus: mandate harvest as train", KEPT),
        ("lotus play_mandate harvest", "lotus", "lotus: mandate harvest as train", BROKEN),
    ],
)
def test_the_next_mandate_announced_decides(
    promise: str, active: str, line: str, expected: list[str]
) -> None:
    assert told_of(promise, turn("harvest", active, display=[]), line) == expected


def battle() -> dict[str, Any]:
    clans = {
        "koi": {"coins": 4, "figures": {"edo": ["bushi"]}},
        "lotus": {"coins": 6, "figures": {"edo": ["bushi"]}},
    }
    return {"phase": "war", "war": ["edo"], "clans": clans}


BIDS = ["koi: bid 0 0 1 0", "lotus: bid 0 2 0 0"]
TO_THE_END = ["lotus: decline", "koi: decline"]


@pytest.mark.parametrize(
    ("promise", "lines", "expected"),
    [
        ("koi no_bid hire", BIDS[:1], NOTHING),
        ("koi no_bid hire", BIDS, BROKEN),
        ("lotus no_bid hostage", BIDS, BROKEN),
        ("koi no_bid hostage", BIDS, NOTHING),
        ("turtle no_bid hostage", BIDS, NOTHING),
        ("koi no_bid hostage", [*BIDS, *TO_THE_END], KEPT),
        ("turtle no_bid hire", [*BIDS, *TO_THE_END], KEPT),
        ("turtle stay_out edo", [*BIDS, *TO_THE_END], KEPT),
        ("koi stay_out edo", [*BIDS, *TO_THE_END], KEPT),
        ("koi play_mandate betray", [*BIDS, *TO_THE_END], NOTHING),
    ],
)
def test_bids_count_once_they_are_open_and_the_season_ends_it(
    promise: str, lines: list[str], expected: list[str]
) -> None:
    assert told_of(promise, battle(), *lines) == expected


def tea(**more: Any) -> dict[str, Any]:
    return {"phase": "tea", **more}


ALLIES: dict[str, Any] = {"allies": [["koi", "lotus"]]}
READY = ["koi: ready", "lotus: ready", "turtle: ready"]


@pytest.mark.parametrize(
    ("promise", "document", "lines", "expected"),
    [
        ("koi ally lotus", tea(), ["koi: ally lotus"], NOTHING),
        ("koi ally lotus", tea(), ["koi: ally lotus", "lotus: ally koi"], KEPT),
        ("koi ally turtle", tea(), ["koi: ally lotus", "lotus: ally koi"], BROKEN),
        ("turtle ally koi", tea(), ["koi: ally lotus", "lotus: ally koi"], NOTHING),
        ("koi ally lotus", tea(), ["koi: ally lotus", "lotus: refuse koi"], KEPT),
        ("koi ally lotus", tea(), ["lotus: ally koi", "koi: refuse lotus"], BROKEN),
        ("koi ally lotus", tea(), READY[:2], NOTHING),
        ("koi ally lotus", tea(), READY, BROKEN),
        ("koi ally lotus", tea(**ALLIES), READY, KEPT),
        ("koi ally turtle", tea(**ALLIES), READY, BROKEN),
        ("koi ally lotus", turn("harvest", **ALLIES, display=[]), ["koi: mandate harvest"], NOTHING),
    ],
)
def test_who_promised_an_alliance_has_made_it_when_tea_is_over(
    promise: str, document: dict[str, Any], lines: list[str], expected: list[str]
) -> None:
    assert told_of(promise, document, *lines) == expected


@pytest.mark.parametrize(
    ("promise", "document", "lines", "expected"),
    [
        ("koi no_betray lotus", turn("betray", **ALLIES), ["koi: mandate betray"], BROKEN),
        ("lotus no_betray koi", turn("betray", **ALLIES), ["koi: mandate betray"], NOTHING),
        ("koi no_betray turtle", turn("betray", **ALLIES), ["koi: mandate betray"], NOTHING),
        ("koi no_betray lotus", BETRAY, IN_BETRAY, BROKEN),
        ("koi no_betray turtle", BETRAY, IN_BETRAY, NOTHING),
        ("lotus no_betray koi", BETRAY, IN_BETRAY, NOTHING),
        ("koi no_betray lotus", battle(), [*BIDS, *TO_THE_END], KEPT),
    ],
)
def test_who_promised_not_to_betray_a_clan_breaks_no_alliance_with_it_and_replaces_none_of_its_figures(
    promise: str, document: dict[str, Any], lines: list[str], expected: list[str]
) -> None:
    assert told_of(promise, document, *lines) == expected


def test_an_offer_made_over_tea_lapses_when_politics_begins() -> None:
    rng = SeededRng(b"")
    state, _ = start(GAME, THREE, {}, rng)
    book = DealBook(THREE, GAME.promises, GAME.promises.phase_of(state))
    book.offer(Deal(1, KOI, TURTLE, gives=Goods(coins=1)))
    told: list[list[Event]] = []
    for seat in THREE:
        events = flow.answer(GAME.rules, state, seat, GAME.choice_of("ready"), rng)
        told.append(book.watch(events, GAME.promises.phase_of(state)))

    assert told == [[], [], [DealExpired(1, KOI, TURTLE)]]


# In whole games ----------------------------------------------------------------------------------


class Fact(NamedTuple):
    """Something seen at the table itself, not in the events."""

    time: int
    seat: Seat
    promise: Promise


class Watched(list[Any]):
    """The figures of a state, with a note of every province that one of them came into."""

    def __init__(self, figures: list[Any]) -> None:
        super().__init__(figures)
        self.arrivals: list[tuple[Seat, int]] = []

    def __setitem__(self, seat: SupportsIndex | slice, places: Any) -> None:
        assert isinstance(seat, int)
        self.arrivals += [(seat, place) for place in LAND if len(places[place]) > len(self[seat][place])]
        super().__setitem__(seat, places)


class Witness:
    """Keeps the facts that decide promises, from choices made and pieces moved."""

    def __init__(self, state: State) -> None:
        self.figures = Watched(state.figures)
        state.figures = self.figures
        self.strongholds = state.strongholds
        self.season = state.season
        self.bids: dict[Seat, tuple[int, ...]] = {}
        self.ally, self.phase = state.ally, state.phase
        self.alliances: list[tuple[int, Seat, Seat, bool]] = []
        self.facts: list[Fact] = []
        self.season_ends: list[int] = []

    def see(self, time: int, state: State, seat: Seat, choice: Choice) -> None:
        arrivals = self.figures.arrivals + self.new_strongholds(state)
        self.figures.arrivals = []
        self.facts += [Fact(time, who, Promise("stay_out", PROVINCES[place])) for who, place in arrivals]
        if isinstance(choice, Mandate):
            self.facts.append(Fact(time, seat, Promise("play_mandate", MANDATES[choice.announced])))
        if isinstance(choice, Allocation):
            self.see_bid(time, state, seat, choice)
        self.see_alliances(time, state, seat, choice)
        if state.season != self.season:
            self.season = state.season
            self.season_ends.append(time)

    def see_alliances(self, time: int, state: State, seat: Seat, choice: Choice) -> None:
        """Note for each pair of seats whether one could no longer blame the other, or could."""
        before, self.ally, is_tea, self.phase = self.ally, state.ally, self.phase == TEA, state.phase
        if isinstance(choice, Replace):
            self.facts.append(Fact(time, seat, Promise("no_betray", CLANS[choice.owner])))
        if isinstance(choice, Mandate) and before[seat] >= 0 and MANDATES[choice.announced] == "betray":
            self.facts.append(Fact(time, seat, Promise("no_betray", CLANS[before[seat]])))
        for one, ally in enumerate(state.ally):
            if is_tea and ally != before[one]:
                self.alliances += [(time, one, other, other == ally) for other in range(len(CLANS))]
        if isinstance(choice, Refuse):
            self.alliances += [(time, seat, choice.seat, False), (time, choice.seat, seat, True)]
        if is_tea and state.phase != TEA:
            pairs = product(range(len(CLANS)), repeat=2)
            self.alliances += [(time, one, other, False) for one, other in pairs]

    def new_strongholds(self, state: State) -> list[tuple[Seat, int]]:
        before, self.strongholds = self.strongholds, state.strongholds
        pairs = [(seat, Counter(now) - Counter(before[seat])) for seat, now in enumerate(state.strongholds)]
        return [(seat, province) for seat, new in pairs for province in new]

    def see_bid(self, time: int, state: State, seat: Seat, bid: Allocation) -> None:
        self.bids[seat] = bid.amounts
        if not state.answers:
            for who, amounts in self.bids.items():
                on = [name for name, coins in zip(ADVANTAGES, amounts, strict=True) if coins]
                self.facts += [Fact(time, who, Promise("no_bid", name)) for name in on]
            self.bids = {}

    def verdict(self, since: int, seat: Seat, promise: Promise) -> tuple[int, bool] | None:
        """Return when a promise was decided, and how."""
        if promise.kind == "ally":
            pair = (seat, CLANS.index(promise.about))
            found = [(row[0], row[3]) for row in self.alliances if row[0] > since and row[1:3] == pair]
            return found[0] if found else None
        facts = [
            f for f in self.facts if f.time > since and f.seat == seat and f.promise.kind == promise.kind
        ]
        if promise.kind == "play_mandate":
            return (facts[0].time, facts[0].promise == promise) if facts else None
        broken = [(fact.time, False) for fact in facts if fact.promise == promise]
        kept = [(time, True) for time in self.season_ends if time > since]
        return min(broken + kept, default=None)


class Verdict(NamedTuple):
    """What the two of a deal were told, and when."""

    time: int
    event: PromiseKept | PromiseBroken
    is_kept: bool


def play(seed: int, players: int) -> tuple[list[tuple[int, Deal]], list[Verdict], Witness]:
    """Play a game at random; return what was promised when, what was told about it, and a witness."""
    dice, rng = Random(seed), SeededRng(str(seed).encode())
    state, _ = start(GAME, tuple(range(players)), {}, rng)
    book, witness = DealBook(state.seats, GAME.promises, GAME.promises.phase_of(state)), Witness(state)
    made: list[tuple[int, Deal]] = []
    told: list[Verdict] = []
    time = 0
    while state.pending:
        if dice.random() < 0.3:
            made.append((time, promise_something(book, len(made), dice)))
        time += 1
        seat = dice.choice(list(state.pending))
        choice = state.pending[seat].sample(dice)
        events = flow.answer(GAME.rules, state, seat, choice, rng)
        witness.see(time, state, seat, choice)
        for event in book.watch(events, GAME.promises.phase_of(state)):
            assert isinstance(event, (PromiseKept, PromiseBroken))
            told.append(Verdict(time, event, isinstance(event, PromiseKept)))
    return made, told, witness


def promise_something(book: DealBook, number: int, dice: Random) -> Deal:
    seat, other = dice.sample(book.seats, 2)
    mine, yours = dice.choices(ALL_PROMISES, k=2)
    deal = Deal(number, seat, other, promises=(mine,), asks=(yours,))
    book.offer(deal)
    return book.accept(other, seat, number)


@pytest.mark.parametrize(("seed", "players"), [(seed, 3 + seed % 3) for seed in range(18)])
def test_promises_are_judged_as_the_table_saw_it(seed: int, players: int) -> None:
    made, told, witness = play(seed, players)
    verdicts = {(event.number, event.seat): (time, is_kept) for time, event, is_kept in told}
    assert len(verdicts) == len(told)
    for since, deal in made:
        for seat, promise in ((deal.seat, deal.promises[0]), (deal.to, deal.asks[0])):
            assert verdicts.get((deal.number, seat)) == witness.verdict(since, seat, promise)


def test_random_games_keep_and_break_promises_of_every_kind() -> None:
    """Otherwise the comparison above would prove little."""
    games = [play(seed, 4) for seed in range(12)]
    verdicts = Counter((event.promise.kind, is_kept) for _, told, _ in games for _, event, is_kept in told)

    assert len(verdicts) == 2 * len(GAME.promises.kinds)
    assert min(verdicts.values()) > 5
