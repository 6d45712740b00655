"""Whatever a host tells one seat that is not so: its client notices, or the log names it."""

from __future__ import annotations

from random import Random

import pytest

from protocol.table.verify import Judgement, verify
from tests.harness.liars import change_logs, play, tell_lies

GAMES = ("rising_sun", "shogun", "ninjato")


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
