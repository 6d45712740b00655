"""Keys that a complaint has shown are never used again, however soon the next round comes."""

from __future__ import annotations

from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from core import flow
from core.catalog import game_named
from core.chance import SeededRng
from protocol.entries import Keyed
from protocol.round import RoundStage
from protocol.round_records import Acked
from tests.harness import at_battle
from tests.harness.at_battle import FIRST_BIDS, battle, first_battle
from tests.waiting import until

RULES = game_named("rising_sun").rules


@cache
def two_battles_in_a_row(seats: tuple[int, ...]) -> Any:
    """Find a war in which no question comes between two battles if nobody bids anything."""
    states = (first_battle(seats, seed) for seed in count())
    return next(state for state in states if len(state.pending) == len(seats) and is_followed(state))


def is_followed(state: Any) -> bool:
    then = state.clone()
    flow.open_sealed(RULES, then, flow.counting_answers(RULES, then, {}), SeededRng(b""))
    return flow.sealing_of(RULES, then) is not None


async def test_new_keys_are_there_before_the_next_round(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(at_battle, "battle_of", two_battles_in_a_row)
    async with battle(tmp_path) as scene:
        holder, dealer, _ = scene.people
        scene.keep_back(Acked)
        for person in scene.people:
            await person.seal(person.deal("bid 0 0 0 0"))
        await scene.stage(RoundStage.SET)
        await holder.ask("do", holder.complaint(dealer))
        scene.give_in()
        await scene.over()

        await until(lambda: scene.runner.table.rounds == FIRST_BIDS + 1)
        keyed = [entry for entry in await scene.journal(Keyed) if entry.seat == holder.seat]
        assert [entry.keys.generation for entry in keyed] == [0, 1]
        assert scene.round.parties.keys[holder.seat, dealer.seat].generation == 1
        assert scene.alarms == []
