"""A round that some keep from being opened: the others vote them out, and everybody seals again."""

from __future__ import annotations

from pathlib import Path

import pytest

from client.seat.connection import RefusedError
from protocol.pace import Terms
from protocol.round import RoundStage
from protocol.round_records import Release, RoundVoided
from protocol.table.rounds import check_void
from tests.harness.at_battle import FIRST_BIDS, Scene, battle
from tests.refusing import refused
from tests.waiting import until

BY_VOTE = Terms(grace=10_000)


async def refused_opening(scene: Scene) -> None:
    """Let two of four confirm what was sealed, and then withhold what would open it."""
    for culprit in scene.people[2:]:
        culprit.keeps_back = {Release}
    await scene.bid()
    await scene.stage(RoundStage.CERTIFIED)
    overdue = [scene.runner.info().seats[culprit.seat] for culprit in scene.people[2:]]
    assert not any(seat.is_overdue for seat in overdue)
    await scene.lose_patience()
    await until(lambda: all(scene.runner.info().seats[p.seat].is_overdue for p in scene.people[2:]))


async def test_those_who_refuse_to_open_are_voted_out_and_all_seal_anew(tmp_path: Path) -> None:
    async with battle(tmp_path, 4, BY_VOTE) as scene:
        one, other, third, fourth = scene.people
        await refused_opening(scene)

        for absent in (fourth, third):
            for voter in (one, other):
                await voter.vote(absent.seat, agrees=True)
            assert scene.runner.table.rounds == FIRST_BIDS + (absent is third)

        [voided] = await scene.journal(RoundVoided)
        assert voided.seats == (third.seat, fourth.seat)
        assert scene.alarms == []
        for person in (one, other):
            assert person.mirror.prompt is not None
            await person.bid()
        verdicts = await scene.over(FIRST_BIDS + 1)
        assert {seat: verdicts.choices[seat] for seat in (one.seat, other.seat)} == {
            person.seat: person.bids[FIRST_BIDS + 1] for person in (one, other)
        }


async def test_a_round_is_not_given_up_while_the_others_can_open_it(tmp_path: Path) -> None:
    async with battle(tmp_path, 4, BY_VOTE) as scene:
        one, other, third, fourth = scene.people
        await refused_opening(scene)
        for voter in (one, other):
            await voter.vote(fourth.seat, agrees=True)
        assert scene.round.stage is RoundStage.CERTIFIED

        third.give_in()

        verdicts = await scene.over()
        assert verdicts.choices == {person.seat: person.bids[FIRST_BIDS] for person in scene.people}
        assert verdicts.by_shares == {fourth.seat}
        assert await scene.journal(RoundVoided) == []


async def test_nobody_is_voted_out_before_there_was_time_to_open(tmp_path: Path) -> None:
    async with battle(tmp_path, 4, BY_VOTE) as scene:
        one, *_, fourth = scene.people
        fourth.keeps_back = {Release}
        await scene.bid(but=[one])
        with pytest.raises(RefusedError, match="neither out of time"):
            await one.vote(fourth.seat, agrees=True)


async def test_the_server_alone_gives_no_round_up(tmp_path: Path) -> None:
    async with battle(tmp_path, 4, BY_VOTE) as scene:
        await refused_opening(scene)
        with refused("only through players who were voted out"):
            check_void(scene.runner.table, RoundVoided((2, 3)))
