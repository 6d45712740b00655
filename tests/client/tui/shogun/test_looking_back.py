"""A game of Shogun looked back at: the same map and panels, moment by moment."""

from __future__ import annotations

from pathlib import Path

import pytest

from client.seat.news import Heard
from client.table.past import Eyes, Moment, Past, Proof
from client.table.sentences import event_sentence
from client.tui.map.widget import ProvinceMap
from core.games.shogun import GAME
from protocol.entries import Chose
from protocol.messages import TableState
from tests.client.tui.at_table import LARGE, SMALL, screen_text
from tests.client.tui.shogun.moments import scene_of
from tests.client.tui.test_looking_back import looking_back
from tests.core.games.shogun.tables import FIVE, RED, random_game


def moments(eyes: Eyes) -> list[Moment]:
    viewer = eyes if isinstance(eyes, int) else None
    found = []
    for number, (state, events) in enumerate(random_game(7, FIVE)):
        seen = [event for event in (event.seen_by(viewer) for event in events) if event is not None]
        sentences = [event_sentence(GAME, event, viewer) for event in seen]
        heard = Heard(number, 0, Chose(RED, number, ""), seen)
        found.append(Moment(heard, GAME.view_for(state, viewer), sentences, number))
    return found


def past() -> Past:
    whole = moments(None)
    info = scene_of(whole[0].view, None, TableState.OVER).info
    proof = Proof("It was fair.", is_fair=True, is_cheating=False, findings=[])
    eyes: tuple[tuple[str, Eyes], ...] = (("a spectator", None), ("Red", RED))
    return Past("A game", GAME, info, eyes, moments, lambda _: proof)


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_a_game_is_gone_through(size: tuple[int, int], tmp_path: Path) -> None:
    async with looking_back(tmp_path, size, past()) as reader:
        board = reader.screen.query_one(ProvinceMap)
        assert board.size.width >= 80
        assert board.size.height >= 19
        assert "Planning" in screen_text(reader.app)
        for _ in range(3):
            await reader.press("b")
        assert "Moment " in screen_text(reader.app)
        await reader.press("e")
        await reader.press("end")

        assert "The game is over" in screen_text(reader.app)
        assert board.facts is not None
        assert board.facts.areas
