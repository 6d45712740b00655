"""Moments of recorded games of Ninjato in which somebody is asked something."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from client.seat.news import Heard
from client.table.scene import Scene
from core.catalog import game_named
from core.games.ninjato.view import View
from core.kinds import Seat
from core.record import Played, read_record, replay
from protocol.entries import Chose
from tests.client.tui.at_table import scene_of, state_in
from tests.harness.folders import RECORDED

GAME = game_named("ninjato")


class Situation(NamedTuple):
    """A moment of a recorded game, and who is asked then."""

    record: str
    moves: int
    seat: Seat


SITUATIONS = {
    "turn": Situation("bots_013", 266, 3),
    "take": Situation("bots_001", 58, 1),
    "discard": Situation("random_039", 172, 0),
    "fight": Situation("bots_006", 86, 3),
    "banzai": Situation("random_005", 146, 2),
    "keep": Situation("bots_011", 261, 1),
    "token": Situation("bots_013", 170, 1),
    "disguise": Situation("bots_003", 284, 2),
    "award": Situation("bots_001", 112, 0),
    "rumor": Situation("bots_001", 115, 1),
}
"""By question: where it is asked."""


def moments_of(record: str) -> Iterator[Played]:
    recorded, _ = read_record((RECORDED / "ninjato" / f"{record}.txt").read_text("utf-8"))
    yield from replay(recorded)


@cache
def view_at(situation: Situation, viewer: Seat | None) -> View:
    state = next(moment.state for moment in moments_of(situation.record) if moment.number == situation.moves)
    view: View = GAME.view_for(state, viewer)
    return view


def scene_at(question: str) -> Scene:
    """Give the scene of the seat that is asked this."""
    situation = SITUATIONS[question]
    view = view_at(situation, situation.seat)
    assert view.decision is not None
    assert view.decision.prompt == question
    return scene_of(view, situation.seat, game=GAME)


def scene_in(scenario: str, moves: int) -> Scene:
    """Return the scene of whoever is asked after some moves of a scenario."""
    state = state_in(GAME, scenario, moves)
    (seat,) = state.pending
    return scene_of(GAME.view_for(state, seat), seat, game=GAME)


def seen_moments(record: str, viewer: Seat | None) -> Iterator[tuple[Heard, View]]:
    """Return what a viewer is told of a whole game, each time with how the table stands."""
    for moment in moments_of(record):
        seen = [event for event in (event.seen_by(viewer) for event in moment.events) if event is not None]
        yield Heard(moment.number, 0, Chose(0, 0, moment.line), seen), GAME.view_for(moment.state, viewer)


def story_of(record: str, viewer: Seat | None) -> tuple[list[Heard], View]:
    """Give all that a viewer is told, and the last view."""
    moments = list(seen_moments(record, viewer))
    return [heard for heard, _ in moments], moments[-1][1]
