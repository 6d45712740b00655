"""Whatever a host tells one seat that is not so: its client notices, or the log names it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from random import Random
from unittest.mock import patch

import pytest
from msgspec import Raw
from msgspec.structs import replace

from core.kinds import Viewer
from core.wire import pack_view
from protocol.messages import ClockFace
from protocol.rpc import NIL
from protocol.table.story import Dispatch, Story
from protocol.table.transcript import picture_of
from protocol.table.verify import HOST, Judgement, verify
from server.tables.audience import Audience
from tests.harness.liars import change_logs, play, tell_lies
from tests.harness.logs import log_of, read
from tests.harness.loopback import play_a_game

GAMES = ("rising_sun", "shogun", "ninjato")
VICTIM, OTHER = 0, 1


@pytest.mark.parametrize("game", GAMES)
def test_no_lie_goes_unnoticed(game: str) -> None:
    found = tell_lies(game, 150, Random(7))

    assert found["UNNOTICED"] == 0
    assert found["named by the next signature"] > 10
    assert found["noticed at once"] > 10


@pytest.mark.parametrize("game", GAMES)
def test_no_changed_log_is_called_fair(game: str) -> None:
    played = play(game)
    assert verify(played.entries).judgement is Judgement.FAIR

    assert change_logs(played, 25, Random(7))["FAIR"] == 0


# Played on ---------------------------------------------------------------------------------------


class FalseHand:
    """Shows one seat once what it could hold as well, and takes what that seat swears afterwards."""

    def __init__(self) -> None:
        self.tells = Audience.tell
        self.has_lied = False
        self.view = NIL

    def tell(self, audience: Audience, news: Mapping[Viewer, Dispatch], faces: tuple[ClockFace, ...]) -> None:
        told = dict(news)
        if VICTIM in told:
            told[VICTIM] = self._told(audience._story, told[VICTIM])  # noqa: SLF001
        self.tells(audience, told, faces)

    def _told(self, story: Story, told: Dispatch) -> Dispatch:
        """Lie once, and stay with it until the seat is shown something else."""
        if told.view != NIL:
            self.view = NIL
            return told if self.has_lied or told.prompt is not None else self._lie(story, told)
        if self.view == NIL:
            return told
        shown = picture_of(self.view, told.prompt, story.picture(VICTIM).deals)
        return told._replace(item=replace(told.item, picture=shown))

    def _lie(self, story: Story, told: Dispatch) -> Dispatch:
        """Find another hand with which all else looks the same; if there is none, tell the truth for now."""
        table = story._table  # noqa: SLF001
        game, true = table.game, table.view_for(VICTIM)
        for seed in range(100):
            false = game.view_for(game.determinise(table.view_for(OTHER), Random(seed)), VICTIM)
            if false != true and game.public_part(false) == game.public_part(true):
                self.has_lied, self.view = True, Raw(pack_view(game, false))
                shown = picture_of(self.view, told.prompt, story.picture(VICTIM).deals)
                return told._replace(view=self.view, item=replace(told.item, picture=shown))
        return told


def test_a_false_hand_is_named_by_the_log(tmp_path: Path) -> None:
    liar = FalseHand()

    def tell(audience: Audience, news: Mapping[Viewer, Dispatch], faces: tuple[ClockFace, ...]) -> None:
        liar.tell(audience, news, faces)

    with (
        patch.object(Audience, "tell", tell),
        patch.object(Story, "check_seen", lambda *_: None),
    ):
        table = asyncio.run(play_a_game(tmp_path, "ninjato"))
    report = verify(read(asyncio.run(log_of(tmp_path, table, "ninjato")))[1])

    assert liar.has_lied
    [fault] = report.faults
    assert (fault.check, fault.judgement, fault.who) == ("told", Judgement.CHEATED, HOST)
