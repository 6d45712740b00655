"""Connections cut in the middle of sealed rounds: everybody seals once, and every round ends."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random

import pytest

from protocol.round_records import Committed, RoundSet
from tests.harness.gates import Cut
from tests.harness.loopback import a_server
from tests.harness.nothing_lost import RememberingPlayer, impatient
from tests.server.behind_gates import Scene, begun, scene_at, seated
from tests.waiting import patience, until


@pytest.fixture(autouse=True)
def _come_back_soon() -> Iterator[None]:
    with impatient(0.01):
        yield


async def _leave(players: list[RememberingPlayer]) -> None:
    await asyncio.gather(*(player.leave() for player in players))


# The round in which all bring chance ---------------------------------------------------------


async def _begin(scene: Scene, players: list[RememberingPlayer], cut: Cut) -> bool:
    """Begin, and cut one player's connection in the meantime; say whether that happened."""
    table, gate = scene.runner.table, scene.gates[0]
    for player in players[:-1]:
        await player.ready()
    gate.cut_after(cut)
    while not table.rounds:
        await asyncio.gather(*(player.ready() for player in players))  # a cut ends readiness
    await until(lambda: bool(table.prompts))
    return gate.cuts > 0


@pytest.mark.parametrize("part", [0.0, 0.5, 1.0])
async def test_the_first_round_ends_with_all_wherever_a_connection_is_cut(
    part: float, tmp_path: Path
) -> None:
    is_cut, places = True, count()
    async with a_server(tmp_path) as server, patience():
        while is_cut:
            async with scene_at(server) as scene:
                players = await seated(scene)
                is_cut = await _begin(scene, players, Cut(next(places), part))
                told = [heard.entry for heard in players[1].mirror.story]
                await _leave(players)

            assert RoundSet(()) in told
            assert sorted(entry.seat for entry in told if isinstance(entry, Committed)) == [0, 1, 2]

    assert next(places) > 5  # opened, sealed, set, confirmed, certified, released


# Bids ----------------------------------------------------------------------------------------


async def _decide(scene: Scene, players: list[RememberingPlayer], dice: Random) -> None:
    """Let somebody answer who is asked."""
    table = scene.runner.table
    seat, prompt = next(iter(table.prompts.items()))
    await players[seat].ready()  # a question and an answer, so that nothing else is under way
    await players[seat].choose(prompt.decision.sample(dice))


async def _bid(scene: Scene, players: list[RememberingPlayer], cut: Cut, dice: Random) -> bool:
    """Let everybody bid who has to, and cut one connection; say whether that happened."""
    table = scene.runner.table
    await until(lambda: table.round is not None and bool(table.prompts))
    number = table.rounds
    decisions = {seat: prompt.decision for seat, prompt in table.prompts.items()}
    choices = {seat: decision.sample(dice) for seat, decision in decisions.items()}
    gate = scene.gates[next(iter(choices))]
    before = gate.cuts
    await asyncio.gather(*(players[seat].ready() for seat in choices))
    gate.cut_after(cut)
    await asyncio.gather(*(players[seat].choose(choice) for seat, choice in choices.items()))
    await until(lambda: table.round is None or table.rounds > number)
    gate.cut_after(None)

    assert table.past[-1].choices == choices
    return gate.cuts > before


@pytest.mark.parametrize("part", [0.0, 1.0])
async def test_bids_are_sealed_once_wherever_a_connection_is_cut(part: float, tmp_path: Path) -> None:
    is_cut, places, dice = True, count(), Random(part)
    async with a_server(tmp_path) as server, patience():
        while is_cut:
            async with scene_at(server) as scene:
                players, table = await begun(scene), scene.runner.table
                while is_cut and not table.is_over:
                    if table.round is None:
                        await _decide(scene, players, dice)
                    else:
                        is_cut = await _bid(scene, players, Cut(next(places), part), dice)
                await _leave(players)

    assert next(places) > 5
