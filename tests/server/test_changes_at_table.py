"""Sealed choices changed at a real table: what the server takes, keeps, tells and counts."""

from __future__ import annotations

from pathlib import Path

import pytest

from protocol.messages import ClockFace
from protocol.opening import commit
from protocol.pace import Absence, Bank, Terms
from protocol.round import RoundStage
from protocol.round_records import Acked, Committed, Release
from protocol.sealing import Dealt
from protocol.table.table import Table
from server.tables.clocks import Clocks
from tests.harness.at_battle import FIRST_BIDS, Scene, battle
from tests.harness.rogue import Rogue
from tests.moves import move
from tests.server.worlds import table_from
from tests.waiting import until

PATIENT = Terms(grace=3600, absence=Absence.WAIT)
NOTHING, ONE, TWO = "bid 0 0 0 0", "bid 1 0 0 0", "bid 0 1 0 0"


def under(rogue: Rogue, dealt: Dealt, revision: int) -> Committed:
    seen = len(rogue.chain) - 1, rogue.chain.head
    return commit(rogue.round, rogue.seat, rogue.person.identity, dealt, *seen, revision)


async def bids(scene: Scene, seat: int) -> list[Committed]:
    """Return what the journal has of a seat's bids."""
    sealed = [entry for entry in await scene.journal(Committed) if entry.seat == seat]
    return sealed[1:]  # without the chance that everybody brings first


async def test_a_change_is_in_the_journal_and_all_hear_of_it(tmp_path: Path) -> None:
    async with battle(tmp_path, terms=PATIENT) as scene:
        anna, ben, cleo = scene.people
        await anna.choose(move(NOTHING))
        await anna.change(move(ONE))
        await anna.change(move(TWO))
        await until(lambda: len(cleo.round.commits_of(anna.seat)) == 3)
        table = table_from(await scene.stamps())
        assert table.round is not None
        assert table.round.commits_of(anna.seat) == scene.round.commits_of(anna.seat)
        anna.bids[FIRST_BIDS] = TWO
        await scene.bid(but=[anna])
        sealed, others = await bids(scene, anna.seat), await bids(scene, ben.seat)
        verdicts = await scene.fair_end()

        assert [entry.revision for entry in sealed] == [0, 1, 2]
        assert [entry.revision for entry in others] == [0]
        assert len({len(entry.commitment) for entry in sealed}) == 1
        assert verdicts.round.equivocations == {}


async def test_a_change_that_is_sent_again_happens_once(tmp_path: Path) -> None:
    async with battle(tmp_path, terms=PATIENT) as scene:
        anna, *_ = scene.people
        await anna.choose(move(NOTHING))
        await anna.change(move(ONE))
        for record in anna.round.commits_of(anna.seat):
            await anna.ask("do", record)

        assert len(await bids(scene, anna.seat)) == 2


async def test_a_change_that_skips_a_number_or_repeats_a_choice_is_refused(tmp_path: Path) -> None:
    async with battle(tmp_path, terms=PATIENT) as scene:
        culprit, *_ = scene.people
        dealt = culprit.deal(ONE)
        assert "not sealed" in await culprit.refusal("do", under(culprit, dealt, 1))
        await culprit.choose(move(NOTHING))
        assert "not sealed" in await culprit.refusal("do", under(culprit, dealt, 2))
        await culprit.ask("do", under(culprit, dealt, 1))
        assert "already" in await culprit.refusal("do", under(culprit, dealt, 2))

        assert len(await bids(scene, culprit.seat)) == 2


@pytest.mark.parametrize("stage", [RoundStage.SET, RoundStage.CERTIFIED])
async def test_a_change_after_the_set_is_too_late_and_no_evidence(stage: RoundStage, tmp_path: Path) -> None:
    async with battle(tmp_path, terms=PATIENT) as scene:
        late, *_ = scene.people
        scene.keep_back(Release, *([Acked] if stage is RoundStage.SET else []))
        await scene.bid()
        await scene.stage(stage)
        assert "too late" in await late.refusal("do", under(late, late.deal(ONE), 1))
        assert len(await bids(scene, late.seat)) == 1
        scene.give_in()

        assert (await scene.fair_end()).round.equivocations == {}


@pytest.mark.parametrize("revision", [0, 1])
async def test_two_choices_under_one_number_are_evidence_and_the_change_counts(
    revision: int, tmp_path: Path
) -> None:
    async with battle(tmp_path, terms=PATIENT) as scene:
        culprit, *_ = scene.people
        await culprit.choose(move(NOTHING))
        await culprit.change(move(ONE))
        second = under(culprit, culprit.deal(TWO), revision)
        await culprit.ask("do", second)
        culprit.bids[FIRST_BIDS] = ONE
        await scene.bid(but=[culprit])
        verdicts = await scene.fair_end()

        assert verdicts.round.equivocations[culprit.seat].commitment == second.commitment


async def test_a_change_costs_no_time_and_brings_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise somebody who changes their mind a few times would have earned an hour."""
    charged, charge = list[int](), Clocks.charge

    def note(clocks: Clocks, seat: int, ms: int) -> None:
        charged.append(seat)
        charge(clocks, seat, ms)

    monkeypatch.setattr(Clocks, "charge", note)
    async with battle(tmp_path, terms=Terms(Bank(3600, 600), grace=3600, absence=Absence.WAIT)) as scene:
        anna, ben, _ = scene.people
        await anna.choose(move(NOTHING))
        paid, before = list(charged), face_of(anna).remaining_ms
        await anna.change(move(ONE))
        await until(lambda: len(ben.round.commits_of(anna.seat)) == 2)

        assert charged == paid
        assert (face_of(anna).remaining_ms, face_of(anna).is_running) == (before, False)


def face_of(person: Rogue) -> ClockFace:
    return next(face for face in person.mirror.clocks if face.seat == person.seat)


async def test_a_server_that_stops_after_a_change_goes_on_with_it(tmp_path: Path) -> None:
    """Its journal makes the same table, and the same things are due then."""
    async with battle(tmp_path, terms=PATIENT) as scene:
        anna, *_ = scene.people
        await anna.choose(move(NOTHING))
        await anna.change(move(ONE))
        live, again = scene.runner.table, table_from(await scene.stamps())

        assert state_of(again) == state_of(live)
        assert again.chain.head == live.chain.head


def state_of(table: Table) -> object:
    round_ = table.round
    assert round_ is not None
    return round_.stage, round_.sealed, round_.changed, round_.owing_commits(), table.prompts
