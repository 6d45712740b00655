"""Bots among people at the Tea Ceremony (RS-7)."""

from __future__ import annotations

from collections.abc import Collection
from random import Random

import pytest

from core import flow
from core.bots.courtesy import CourteousBot
from core.bots.levels import BOTS, bot_named
from core.bots.search import Budget
from core.catalog import game_named
from core.chance import SeededRng
from core.game import start
from core.games.rising_sun.board import BONSAI, KOI, LOTUS, TEA, TURTLE
from core.games.rising_sun.choices import ALLY, READY, REFUSE
from core.games.rising_sun.state import State
from core.games.rising_sun.tactics import FAR_AHEAD
from core.kinds import Choice, Seat

GAME = game_named("rising_sun")
RNG = SeededRng(b"tea")


@pytest.fixture(autouse=True)
def _thirst(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no steady bot have enough by chance."""
    monkeypatch.setattr("core.games.rising_sun.tactics.ENOUGH_TEA", 0.0)


@pytest.fixture
def state() -> State:
    first: State = start(GAME, (KOI, LOTUS, TURTLE, BONSAI), {}, RNG)[0]
    return first


def courteous(level: str = "steady") -> CourteousBot:
    return CourteousBot(GAME, bot_named(level, GAME, Random(1), Budget(2)))


def play(state: State, seat: Seat, choice: Choice) -> None:
    flow.answer(GAME.rules, state, seat, choice, RNG)


def asked(state: State, bot: CourteousBot, people: Collection[Seat] = (KOI,)) -> Choice | None:
    """Let Lotus answer."""
    choice = bot.choose(GAME.view_for(state, LOTUS), people)
    if choice is not None:
        play(state, LOTUS, choice)
    return choice


def test_a_bot_courts_people_and_then_waits_for_them(state: State) -> None:
    bot = courteous()

    assert [asked(state, bot) for _ in range(3)] == [ALLY[KOI], None, None]


def test_a_bot_does_not_turn_again_to_who_has_refused_it(state: State) -> None:
    bot = courteous()
    asked(state, bot)
    play(state, KOI, REFUSE[LOTUS])

    assert asked(state, bot) is None


def test_a_bot_that_was_refused_courts_again_at_the_next_tea(state: State) -> None:
    bot = courteous()
    asked(state, bot)
    later: State = start(GAME, state.seats, {}, RNG)[0]
    while later.phase == TEA:
        play(later, next(iter(later.pending)), READY)
    bot.choose(GAME.view_for(later, next(iter(later.pending))), ())

    assert asked(start(GAME, state.seats, {}, RNG)[0], bot) == ALLY[KOI]


def test_a_bot_answers_people_before_it_answers_bots(state: State) -> None:
    play(state, TURTLE, ALLY[LOTUS])
    play(state, KOI, ALLY[LOTUS])

    assert asked(state, courteous()) == ALLY[KOI]


def test_a_bot_turns_down_whoever_is_far_ahead(state: State) -> None:
    state.vp[KOI] = FAR_AHEAD + 1
    play(state, KOI, ALLY[LOTUS])
    bot = courteous()

    assert [asked(state, bot), asked(state, bot)] == [REFUSE[KOI], None]


def test_a_bot_leaves_other_bots_alone_while_people_look_for_an_ally(state: State) -> None:
    bot = courteous()
    asked(state, bot)
    play(state, TURTLE, ALLY[LOTUS])
    assert asked(state, bot) is None
    play(state, KOI, READY)

    assert asked(state, bot) == ALLY[TURTLE]


def test_bots_turn_to_each_other_when_people_have_an_ally_but_leave_after_them(state: State) -> None:
    play(state, KOI, ALLY[TURTLE])
    play(state, TURTLE, ALLY[KOI])
    bot = courteous()

    assert [asked(state, bot), asked(state, bot)] == [ALLY[BONSAI], None]
    play(state, KOI, READY)
    assert asked(state, bot) == READY


def test_all_people_are_waited_for(state: State) -> None:
    bot, people = courteous(), (KOI, TURTLE)
    play(state, KOI, READY)
    asked(state, bot, people)
    assert asked(state, bot, people) is None
    play(state, TURTLE, READY)

    assert asked(state, bot, people) == ALLY[BONSAI]


def test_who_says_ready_and_still_makes_an_offer_is_answered(state: State) -> None:
    play(state, KOI, READY)
    play(state, KOI, ALLY[LOTUS])

    assert asked(state, courteous()) == ALLY[KOI]


@pytest.mark.parametrize("level", BOTS)
def test_bots_fall_silent_however_long_people_think(level: str, state: State) -> None:
    bots = {seat: courteous(level) for seat in (LOTUS, TURTLE, BONSAI)}
    play(state, KOI, ALLY[TURTLE])
    silent = 0
    for _ in range(1000):
        choices = {seat: bot.choose(GAME.view_for(state, seat), (KOI,)) for seat, bot in bots.items()}
        spoken = [(seat, choice) for seat, choice in choices.items() if choice is not None]
        silent = 0 if spoken else silent + 1
        if spoken:
            play(state, *spoken[0])

    assert silent > 900
    assert not state.ready


@pytest.mark.parametrize("level", BOTS)
def test_bots_alone_wait_for_nobody(level: str, state: State) -> None:
    bots = {seat: courteous(level) for seat in state.seats}
    for _ in range(100):
        if state.phase == TEA:
            seat = next(iter(state.pending))
            choice = bots[seat].choose(GAME.view_for(state, seat), ())
            assert choice is not None
            play(state, seat, choice)

    assert state.phase != TEA
