"""A game of Ninjato looked back at: from raid to raid, with anybody's eyes."""

from __future__ import annotations

from pathlib import Path

import pytest

from client.table.past import Eyes, Moment, Past, Proof
from client.table.sentences import event_sentence
from client.tui.app import replay_app
from client.tui.screens.replay import ReplayScreen
from protocol.messages import TableInfo, TableState
from protocol.pace import Terms
from tests.client.tui.at_table import LARGE, SMALL, screen_text
from tests.client.tui.ninjato.tables import GAME, seen_moments
from tests.waiting import until

JOURNAL = "bots_000"


def past() -> Past:
    """A recorded game of two, as a past."""
    info = TableInfo("a1", "ninjato", TableState.OVER, (), (), Terms(), 0)
    proof = Proof("All was fair.", is_fair=True, is_cheating=False, findings=[])
    return Past("a game", GAME, info, (("a spectator", None), ("Red", 0)), moments, lambda _: proof)


def moments(eyes: Eyes) -> list[Moment]:
    seat = eyes if isinstance(eyes, int) else None
    return [
        Moment(heard, view, [event_sentence(GAME, event, seat) for event in heard.events], seq)
        for seq, (heard, view) in enumerate(seen_moments(JOURNAL, seat))
    ]


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_raids_are_what_one_goes_to(size: tuple[int, int], tmp_path: Path) -> None:
    app = replay_app(tmp_path, past())
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        assert "Your hand" not in screen_text(app)

        await pilot.press("b")
        await until(lambda: screen.position > 0 and "Red in house" in screen_text(app))
        await pilot.press("e")
        await until(lambda: "Your hand" in screen_text(app))
        await pilot.press("end")
        await until(lambda: "The game is over" in screen_text(app))
