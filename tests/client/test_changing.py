"""Changing a sealed choice with the real client: what is kept, who is killed, and who comes too late."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from client.seat.connection import RefusedError
from client.seat.fraud import FraudError
from client.seat.news import News, Overtaken
from client.seat.vault import vault_folder
from protocol.header import Message
from protocol.messages import Item
from protocol.opening import commit, seal
from protocol.pace import Absence, Terms
from protocol.round import RoundStage
from protocol.round_records import MOST_REVISIONS, Acked, Committed, Release, RoundSet
from tests.adversaries.lying_server import OTHER, VICTIM, Fraud, Liar, Sent, lied_to, truth
from tests.harness.at_battle import FIRST_BIDS
from tests.harness.rogue import Rogue
from tests.moves import move
from tests.waiting import until

PATIENT = Terms(grace=3600, absence=Absence.WAIT)
NOTHING, ONE, TWO = "bid 0 0 0 0", "bid 1 0 0 0", "bid 0 1 0 0"


def changes(sent: Iterable[Sent]) -> list[Committed]:
    return [one.params for one in sent if isinstance(one.params, Committed) and one.params.revision]


def hold(fraud: Fraud, kind: type) -> None:
    """Kill the program, as it were, when it sends this after a change, or with one."""

    def is_it(sent: Sent) -> bool:
        is_first = isinstance(sent.params, Committed) and not sent.params.revision
        return (
            isinstance(sent.params, kind) and fraud.victim.mirror.table.rounds == FIRST_BIDS and not is_first
        )

    fraud.ear.holds = is_it


def kept_in(fraud: Fraud) -> list[int]:
    """Return the sizes of the bids in the vault, by revision."""
    folder = vault_folder(fraud.home, fraud.liar.host.public, fraud.liar.chain.game)
    return [path.stat().st_size - 32 for path in sorted(folder.glob(f"dealt-{FIRST_BIDS:010}-*"))]


async def others_bid(fraud: Fraud) -> None:
    await fraud.scene.bid(but=[fraud.victim])


# In time -----------------------------------------------------------------------------------------


async def test_what_is_sealed_last_counts_and_all_of_it_is_kept_until_then(tmp_path: Path) -> None:
    async with lied_to(tmp_path, truth, PATIENT) as fraud:
        await fraud.begin()
        victim = fraud.victim
        await victim.choose(move(NOTHING))
        await victim.change(move(ONE))
        await victim.change(move(TWO))
        assert victim.mirror.sealed_choice == victim.mirror.game.choice_of(TWO)
        assert [size > 0 for size in kept_in(fraud)] == [True] * 3
        await others_bid(fraud)
        verdicts = await fraud.scene.over()
        await until(lambda: kept_in(fraud) == [0, 0, 0])

        assert verdicts.choices[VICTIM] == TWO
        assert verdicts.round.equivocations == {}
        assert fraud.scene.alarms == []


@pytest.mark.parametrize("kind", [Committed, Acked, Release])
async def test_who_is_killed_after_a_change_goes_on_with_it(kind: type, tmp_path: Path) -> None:
    async with lied_to(tmp_path, truth, PATIENT) as fraud:
        await fraud.begin()
        await fraud.victim.choose(move(NOTHING))
        hold(fraud, kind)
        changing = asyncio.create_task(fraud.victim.change(move(ONE)))
        bids = asyncio.create_task(others_bid(fraud)) if kind is not Committed else None
        await until(lambda: bool(fraud.ear.held))
        assert [size > 0 for size in kept_in(fraud)] == [True] * 2
        fraud.ear.holds = lambda _: False
        again = await fraud.killed()
        await again.sit_down()
        await until(lambda: kind is not Committed or len(fraud.scene.round.commits_of(VICTIM)) > 1)
        await (bids or others_bid(fraud))
        verdicts = await fraud.scene.over()
        changing.cancel()

        assert verdicts.choices[VICTIM] == ONE
        assert len(set(changes(fraud.ear.held + fraud.ear.sent))) == 1
        assert fraud.scene.alarms == []


async def test_what_was_sealed_is_known_again_after_a_restart_and_can_be_changed(tmp_path: Path) -> None:
    async with lied_to(tmp_path, truth, PATIENT) as fraud:
        await fraud.begin()
        await fraud.victim.choose(move(NOTHING))
        await fraud.victim.change(move(ONE))
        again = await fraud.killed()
        await again.sit_down()
        mirror = again.mirror

        assert mirror.sealed_choice == mirror.game.choice_of(ONE)
        assert mirror.can_reseal
        await again.change(move(TWO))
        await others_bid(fraud)
        assert (await fraud.scene.over()).choices[VICTIM] == TWO


# Too late ----------------------------------------------------------------------------------------


async def test_who_comes_back_after_the_set_is_told_that_the_change_came_too_late(tmp_path: Path) -> None:
    news: list[News] = []
    async with lied_to(tmp_path, truth, PATIENT) as fraud:
        await fraud.begin()
        await fraud.victim.choose(move(NOTHING))
        hold(fraud, Committed)
        changing = asyncio.create_task(fraud.victim.change(move(ONE)))
        await until(lambda: bool(fraud.ear.held))
        fraud.ear.holds = lambda _: False
        again = await fraud.killed()
        again.keeps_back = {Acked}
        again._on_news = news.append  # noqa: SLF001
        await others_bid(fraud)
        await until(lambda: fraud.scene.round.stage is RoundStage.SET)
        await again.sit_down()

        assert again.is_overtaken
        assert sum(isinstance(one, Overtaken) for one in news) == 1
        again.give_in()
        verdicts = await fraud.scene.over()
        changing.cancel()
        assert verdicts.choices[VICTIM] == NOTHING
        assert fraud.scene.alarms == []


@pytest.mark.parametrize("is_over", [False, True], ids=["the set is closed", "all is open"])
async def test_a_change_that_comes_too_late_is_refused_and_the_one_before_stands(
    is_over: bool,  # noqa: FBT001
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with lied_to(tmp_path, truth, PATIENT) as fraud:
        await fraud.begin()
        victim, table = fraud.victim, fraud.scene.runner.table
        if not is_over:
            fraud.scene.keep_back(Acked)
        await victim.choose(move(NOTHING))
        changing = asyncio.create_task(late(victim, monkeypatch).change(move(ONE)))
        await until(lambda: len(kept_in(fraud)) == 2)
        await others_bid(fraud)
        await until(lambda: table.round is None or (not is_over and table.round.stage is RoundStage.SET))
        victim.may_send.set()  # type: ignore[attr-defined]
        with pytest.raises(RefusedError, match="Your change came too late: everyone had sealed"):
            await changing
        fraud.scene.give_in()

        assert (await fraud.scene.over()).choices[VICTIM] == NOTHING
        assert fraud.scene.alarms == []


def late(victim: Rogue, monkeypatch: pytest.MonkeyPatch) -> Rogue:
    """Let changes be on their way for a long time."""
    may_send, ask = asyncio.Event(), victim._ask  # noqa: SLF001

    async def slowly(method: str, params: Any) -> Any:
        if isinstance(params, Committed) and params.revision:
            await may_send.wait()
        return await ask(method, params)

    monkeypatch.setattr(victim, "may_send", may_send, raising=False)
    monkeypatch.setattr(victim, "_ask", slowly)
    monkeypatch.setattr(victim, "keeps_back", victim.keeps_back | {Committed})
    return victim


# What cannot be changed --------------------------------------------------------------------------


async def test_nothing_is_changed_before_it_is_sealed_or_after_all_have_or_against_the_rules(
    tmp_path: Path,
) -> None:
    async with lied_to(tmp_path, truth, PATIENT) as fraud:
        await fraud.begin()
        victim = fraud.victim
        with pytest.raises(RefusedError, match="You can't change what you sealed"):
            await victim.change(move(ONE))
        await victim.choose(move(NOTHING))
        with pytest.raises(RefusedError, match="do not allow"):
            await victim.change(move("bid 99 0 0 0"))
        fraud.scene.keep_back(Acked)
        await others_bid(fraud)
        await fraud.scene.stage(RoundStage.SET)
        assert not victim.mirror.can_reseal
        with pytest.raises(RefusedError, match="You can't change what you sealed"):
            await victim.change(move(ONE))

        assert len(kept_in(fraud)) == 1


async def test_a_choice_is_changed_a_few_times_and_no_more(tmp_path: Path) -> None:
    async with lied_to(tmp_path, truth, PATIENT) as fraud:
        await fraud.begin()
        victim = fraud.victim
        await victim.choose(move(NOTHING))
        for line in [ONE, TWO] * (MOST_REVISIONS // 2):
            assert victim.mirror.can_reseal
            await victim.change(move(line))

        assert not victim.mirror.can_reseal
        with pytest.raises(RefusedError, match="often enough"):
            await victim.change(move(ONE))
        await others_bid(fraud)
        assert (await fraud.scene.over()).choices[VICTIM] == TWO


# A host that lies --------------------------------------------------------------------------------


def untold(liar: Liar, item: Item) -> Iterable[Item]:
    is_change = isinstance(item.entry, Committed) and item.entry.revision
    return liar.instead() if is_change else [item]


async def test_a_host_that_takes_a_change_tells_it_to_all_or_the_client_stops(tmp_path: Path) -> None:
    async with lied_to(tmp_path, untold, PATIENT) as fraud:
        await fraud.begin()
        await fraud.victim.choose(move(NOTHING))
        with pytest.raises(FraudError, match="took what you sealed but does not pass it on to everyone"):
            await fraud.victim.change(move(ONE))

        assert len(fraud.scene.alarms) == 1
        assert fraud.ear.released()[1:] == []


def made_up(liar: Liar, item: Item) -> Iterable[Item]:
    """Let the host change what the victim sealed, with the victim's own key."""
    round_ = liar.round
    if not isinstance(item.entry, RoundSet) or round_ is None or round_.header.round < FIRST_BIDS:
        return [item]
    dealt, seen = seal(round_, VICTIM, Message(TWO, bytes(32))), (len(liar.chain) - 1, liar.chain.head)
    change = commit(round_, VICTIM, liar.identities[VICTIM], dealt, *seen, 1)
    return liar.instead(replace(item, entry=change), item)


def put_back(liar: Liar, item: Item) -> Iterable[Item]:
    """Tell once more, after the change, what was sealed first."""
    round_ = liar.round
    if not isinstance(item.entry, RoundSet) or round_ is None or round_.header.round < FIRST_BIDS:
        return [item]
    first = round_.commits_of(VICTIM)[0]
    return liar.instead(replace(item, entry=first), item)


@pytest.mark.parametrize(
    ("lie", "sentence"),
    [
        (made_up, "the set has another choice under our name"),
        (put_back, "twice something that happened once"),
    ],
)
async def test_a_host_that_changes_what_we_sealed_is_found_out(
    lie: Any, sentence: str, tmp_path: Path
) -> None:
    async with lied_to(tmp_path, lie, PATIENT) as fraud:
        await fraud.begin()
        await fraud.victim.choose(move(NOTHING))
        if lie is put_back:
            await fraud.victim.change(move(ONE))
        await others_bid(fraud)
        await until(lambda: bool(fraud.scene.alarms))

        assert sentence in fraud.scene.alarms[0].sentence
        assert fraud.ear.released()[1:] == []
        assert fraud.scene.people[OTHER].alarm is None
