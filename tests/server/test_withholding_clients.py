"""Players who keep silent in sealed rounds, or release what they should not: the others go on."""

from __future__ import annotations

import secrets
from pathlib import Path

import pytest
from msgspec.structs import replace

from protocol.entries import Replaced, Voted
from protocol.pace import Absence, PerDecision, Terms
from protocol.round import RoundStage
from protocol.round_records import Acked, Certified, Outcome, Release, RoundSet
from tests.harness.at_battle import FIRST_BIDS, Scene, battle
from tests.waiting import let_pass, until

# Releases ------------------------------------------------------------------------------------


async def test_nothing_can_be_released_before_enough_have_confirmed(tmp_path: Path) -> None:
    async with battle(tmp_path) as scene:
        culprit, *_ = scene.people
        scene.keep_back(Acked)
        await culprit.bid()
        early = "Nobody needs that now"
        assert early in await culprit.refusal("release", Release(culprit.seat, None, (), bytes(64)))
        await scene.bid(but=[culprit])
        await scene.stage(RoundStage.SET)
        assert early in await culprit.refusal("release", culprit.release())

        scene.give_in()
        await scene.fair_end()
        assert early in await culprit.refusal("release", Release(culprit.seat, None, (), bytes(64)))


async def test_what_was_not_dealt_cannot_be_released(tmp_path: Path) -> None:
    """A share is refused together with everything that came with it, and told to nobody."""
    async with battle(tmp_path) as scene:
        culprit, other, _ = scene.people
        scene.keep_back(Release)
        await scene.bid()
        await scene.stage(RoundStage.CERTIFIED)
        good, theirs = culprit.release(), other.release()
        (dealer, share), *rest = good.shares
        false_share = replace(good, shares=((dealer, secrets.token_bytes(32)), *rest))
        own_share = replace(good, shares=((culprit.seat, share), *good.shares))
        for given, sentence in (
            (false_share, f"no such share of seat {dealer}"),
            (own_share, f"no such share of seat {culprit.seat}"),
            (replace(good, opening=theirs.opening), "has not opened its own choice"),
            (replace(good, shares=theirs.shares), "no such share"),
        ):
            assert sentence in await culprit.refusal("release", culprit.signed(given))
            assert "did not release this" in await culprit.refusal("release", given)
        assert "only for your own seat" in await culprit.refusal("release", theirs)
        assert "did not release" in await culprit.refusal("release", replace(theirs, seat=culprit.seat))
        assert scene.round.stage is RoundStage.CERTIFIED

        await culprit.ask("release", good)
        await culprit.ask("release", good)  # once more is nothing new
        scene.give_in()
        await scene.fair_end()


async def test_a_release_is_for_one_round(tmp_path: Path) -> None:
    async with battle(tmp_path) as scene:
        culprit, *_ = scene.people
        scene.keep_back(Release)
        await scene.bid()
        await scene.stage(RoundStage.CERTIFIED)
        old = culprit.release()
        scene.give_in()
        await scene.over()
        await play_to(scene, RoundStage.CERTIFIED)
        assert "did not release this" in await culprit.refusal("release", old)

        number = scene.round.header.round
        scene.give_in()
        assert (await scene.over(number)).defaults == {}
        await scene.goes_on()


async def play_to(scene: Scene, stage: RoundStage) -> None:
    """Play on to that stage of the next round."""
    table, number = scene.runner.table, scene.runner.table.rounds
    await scene.play_until(lambda: table.round is None or table.rounds > number)
    scene.keep_back(Release)
    await scene.play_until(lambda: table.round is not None and table.round.stage is stage)
    await scene.stage(stage)


@pytest.mark.parametrize(("players", "withhold"), [(3, 1), (4, 1), (5, 2)])
async def test_a_round_opens_though_some_release_nothing(players: int, withhold: int, tmp_path: Path) -> None:
    """The others open what those have sealed: all but a majority may refuse."""
    async with battle(tmp_path, players) as scene:
        for culprit in scene.people[:withhold]:
            culprit.keeps_back = {Release}
        await scene.bid()
        verdicts = await scene.fair_end()

        assert verdicts.defaults == {}
        assert verdicts.by_shares >= {culprit.seat for culprit in scene.people[:withhold]}


@pytest.mark.parametrize(("players", "withhold"), [(3, 2), (4, 2), (5, 3)])
async def test_if_too_many_release_nothing_nothing_is_told(
    players: int, withhold: int, tmp_path: Path
) -> None:
    """Then the round waits, and opens as soon as one of them gives in."""
    async with battle(tmp_path, players) as scene:
        culprits = scene.people[:withhold]
        for culprit in culprits:
            culprit.keeps_back = {Release}
        await scene.bid()
        await scene.stage(RoundStage.CERTIFIED)
        await scene.lose_patience()
        assert scene.round.stage is RoundStage.CERTIFIED
        assert len(await scene.journal(Outcome)) == 1

        culprits[0].give_in()
        await scene.fair_end()


async def test_who_does_not_open_their_own_choice_has_it_opened(tmp_path: Path) -> None:
    async with battle(tmp_path) as scene:
        culprit, *_ = scene.people
        scene.keep_back(Release)
        await scene.bid()
        await scene.stage(RoundStage.CERTIFIED)
        await culprit.ask("release", culprit.signed(replace(culprit.release(), opening=None)))
        for other in scene.people[1:]:
            other.give_in()

        assert culprit.seat in (await scene.fair_end()).by_shares


# Confirming ----------------------------------------------------------------------------------


async def test_a_set_is_confirmed_by_each_for_itself_and_this_journal(tmp_path: Path) -> None:
    async with battle(tmp_path) as scene:
        culprit, other, _ = scene.people
        scene.keep_back(Acked)
        early = Acked(culprit.seat, bytes(32), bytes(64))
        assert "Nobody needs that now" in await culprit.refusal("confirm", early)
        await scene.bid()
        await scene.stage(RoundStage.SET)
        foreign, theirs = culprit.acked(secrets.token_bytes(32)), other.acked(culprit.chain.head)
        assert "another journal" in await culprit.refusal("confirm", foreign)
        assert "did not confirm" in await culprit.refusal("confirm", replace(theirs, seat=culprit.seat))
        assert "only for your own seat" in await culprit.refusal("confirm", theirs)
        for one in scene.people[1:]:
            one.give_in()
        await until(lambda: scene.confirmed == {one.seat for one in scene.people[1:]})
        assert scene.round.stage is RoundStage.SET

        await culprit.ask("confirm", culprit.acked(culprit.chain.head_at(3)))  # a stale head is no lie
        scene.give_in()
        verdicts = await scene.fair_end()
        assert not verdicts.round.is_slow
        assert verdicts.round.acks == {person.seat for person in scene.people}


async def test_who_does_not_confirm_is_waited_for_once(tmp_path: Path) -> None:
    async with battle(tmp_path) as scene:
        culprit, *_ = scene.people
        culprit.keeps_back = {Acked, Release}
        await scene.bid()
        await until(lambda: scene.confirmed == {1, 2})
        await scene.lose_patience()
        verdicts = await scene.fair_end()

        assert verdicts.round.is_slow
        certificate = (await scene.journal(Certified))[1]
        assert certificate.is_slow
        assert {ack.seat for ack in certificate.acks} == {1, 2}
        assert culprit.seat in verdicts.by_shares


# Silence -------------------------------------------------------------------------------------


@pytest.mark.parametrize("is_here", ["is there", "is away"])
async def test_who_seals_nothing_in_time_is_passed_over(is_here: str, tmp_path: Path) -> None:
    terms = Terms(PerDecision(2000), grace=1000, absence=Absence.BOT)
    async with battle(tmp_path, terms=terms) as scene:
        culprit, *_ = scene.people
        if is_here == "is away":
            culprit.drop()
        await scene.bid(but=[culprit])
        let_pass(2001)
        verdicts = await scene.fair_end(culprit)

        assert verdicts.defaults == {culprit.seat: "missing"}
        assert (await scene.journal(Replaced))[0] == Replaced(culprit.seat)
        assert RoundSet((culprit.seat,)) in await scene.journal(RoundSet)


async def test_who_seals_nothing_is_passed_over_when_the_others_vote_for_it(tmp_path: Path) -> None:
    async with battle(tmp_path, terms=Terms(grace=0, absence=Absence.VOTE)) as scene:
        culprit, *others = scene.people
        culprit.drop()
        await scene.bid(but=[culprit])
        await until(lambda: others[0].mirror.info.seats[culprit.seat].is_overdue)
        await others[0].vote(culprit.seat, agrees=True)
        assert scene.round.stage is RoundStage.OPEN
        await others[1].vote(culprit.seat, agrees=True)
        verdicts = await scene.fair_end(culprit)

        assert verdicts.defaults == {culprit.seat: "missing"}
        assert {vote.absent for vote in await scene.journal(Voted)} == {culprit.seat}
        assert RoundSet((culprit.seat,)) in await scene.journal(RoundSet)
        assert verdicts.round.header.round == FIRST_BIDS
