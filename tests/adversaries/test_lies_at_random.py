"""Whatever a host tells one seat that is not so: its client notices, or the log names it."""

from __future__ import annotations

from random import Random

import pytest

from protocol.table.verify import Judgement, verify
from tests.harness.changes import change_logs
from tests.harness.liars import NAMED, NOTICED, UNNOTICED, play, tell_lies

GAMES = ("rising_sun", "shogun", "ninjato")


@pytest.mark.parametrize("game", GAMES)
def test_no_lie_goes_unnoticed(game: str) -> None:
    found = tell_lies(play(game), 150, Random(7))

    assert [outcome for outcome in found if UNNOTICED in outcome] == []
    assert found[f"News {NAMED}"] > 5
    assert min(found[f"News {NOTICED}"], found[f"Page {NOTICED}"]) > 5
    assert {outcome.split()[0] for outcome in found} == {"News", "Page", "Joining", "Refusing", "Greeting"}


@pytest.mark.parametrize("game", GAMES)
def test_no_changed_log_is_called_fair(game: str) -> None:
    played = play(game)
    assert verify(played.entries).judgement is Judgement.FAIR

    assert change_logs(*played, 25, Random(7))["FAIR"] == 0
