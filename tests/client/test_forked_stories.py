"""A host with two stories: what it showed once, it cannot show differently, before or after a restart."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from pathlib import Path

import pytest
from msgspec import Raw
from msgspec.structs import replace

from client.__main__ import main
from client.seat.evidence import Meaning, meaning_of
from client.seat.fraud import FraudError
from protocol.chain import Chain, marks_of, sign_link
from protocol.entries import Opened, Replaced, Said
from protocol.messages import Item
from protocol.pace import Absence, Terms
from protocol.round import RoundStage
from protocol.round_records import Acked, Committed, Outcome, RoundOpened, RoundSet
from protocol.table.verify import Judgement
from protocol.table_code import table_code
from tests.adversaries.lying_server import (
    OTHER,
    THIRD,
    VICTIM,
    Fraud,
    Liar,
    evidence_in,
    lied_to,
    on,
    reopened,
    truth,
)
from tests.waiting import until

NO_EVENTS = Raw(b"\x90")
PATIENT = Terms(grace=3600, absence=Absence.WAIT)


# Two stories of one moment -----------------------------------------------------------------------


def twice(liar: Liar, item: Item) -> Iterable[Item]:
    """Sign a second story of the same moment."""
    if not isinstance(item.entry, Said):
        return [item]
    twin = replace(item, at_ms=item.at_ms + 1)
    link = liar.chain.next_hash(twin.at_ms, twin.entry, *marks_of(twin))
    signature = sign_link(liar.host, link)
    liar.spoil = lambda told: replace(told, signature=signature) if told.at_ms == twin.at_ms else told
    return liar.instead(item, twin)


async def test_two_signatures_for_one_moment_are_kept_as_proof(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with lied_to(tmp_path, twice, PATIENT) as fraud:
        for person in fraud.scene.people:
            await person.sit_down()
        await fraud.scene.people[OTHER].say("Good evening.")
        await until(lambda: bool(fraud.scene.alarms))
        alarm = fraud.scene.alarms[0]
        evidence = evidence_in(alarm.evidence)
        assert evidence.told is not None
        unsigned = replace(evidence.told, item=replace(evidence.told.item, signature=bytes(64)))

        assert "not signed by its host" in alarm.sentence
        assert meaning_of(evidence) is Meaning.TWO_STORIES
        assert meaning_of(replace(evidence, told=unsigned)) is Meaning.NO_BLAME
        assert meaning_of(replace(evidence, host=bytes(32))) is Meaning.NO_BLAME
        assert meaning_of(replace(evidence, believed=None)) is Meaning.NO_BLAME
        assert main(["verify", str(alarm.evidence)]) == Judgement.CHEATED
        assert "CHEATED: the host signed two different stories of one moment." in capsys.readouterr().out


async def test_all_who_know_one_story_read_one_code_aloud(tmp_path: Path) -> None:
    async with lied_to(tmp_path, truth, PATIENT) as fraud:
        await fraud.begin()
        tables = [person.mirror.table for person in fraud.scene.people]

        assert len({table_code(table.genesis, table.first_mix) for table in tables}) == 1
        assert all(len(table.genesis) == len(table.first_mix) == 32 for table in tables)


# After a restart ---------------------------------------------------------------------------------


@pytest.mark.parametrize("kept", [3, 9])
async def test_a_host_cannot_go_back_behind_what_we_have_signed(kept: int, tmp_path: Path) -> None:
    async with lied_to(tmp_path, truth, PATIENT) as fraud:
        await fraud.begin()
        await fraud.victim.bid()
        assert len(fraud.liar.shown) > kept
        again = await fraud.killed()
        del fraud.liar.shown[kept:]
        with pytest.raises(FraudError, match="a different story from the one you know"):
            await again.sit_down()

        assert again.alarm is not None
        assert evidence_in(again.alarm.evidence).sentence in again.alarm.sentence
        assert main(["verify", str(again.alarm.evidence)]) == Judgement.NOT_PROVEN


async def test_a_host_cannot_exchange_what_we_have_signed_for_as_much_else(tmp_path: Path) -> None:
    async with lied_to(tmp_path, truth, PATIENT) as fraud:
        await fraud.begin()
        for words in ("Good evening.", "Are you there?"):
            await fraud.victim.say(words)
        again, liar = await fraud.killed(), fraud.liar
        *before, first, _ = liar.shown
        chain, liar.shown = Chain(liar.chain.game), before
        for number in range(len(liar.chain) - 2):
            chain.add(liar.chain.head_at(number))
        link = chain.next_hash(first.at_ms + 1, first.entry, *marks_of(first))
        liar.shown.append(replace(first, at_ms=first.at_ms + 1, signature=sign_link(liar.host, link)))
        with pytest.raises(FraudError, match="a different story from the one you know"):
            await again.sit_down()


# Other rounds than there should be ---------------------------------------------------------------


async def test_no_second_round_is_opened_after_we_have_released(tmp_path: Path) -> None:
    """Otherwise the host would read what we sealed, and let us choose once more."""

    def reopen(liar: Liar, item: Item) -> Iterable[Item]:
        if not isinstance(item.entry, Outcome) or liar.runner.table.rounds < 2:
            return [item]
        entry = reopened(liar.round, round=3, head=liar.chain.head)
        return liar.instead(replace(item, entry=entry, events=NO_EVENTS, shown=b"", facts=b""))

    async with lied_to(tmp_path, reopen, PATIENT) as fraud:
        alarm = await fraud.alarm()

        assert alarm.sentence == "Stop playing: a round was opened before the last one was over."


async def test_a_round_is_about_what_is_asked(tmp_path: Path) -> None:
    """Nobody seals for a circle of the host's choosing."""

    def for_two(liar: Liar, item: Item) -> Iterable[Item]:
        if not isinstance(item.entry, RoundOpened) or liar.runner.table.rounds < 2:
            return [item]
        return liar.instead(replace(item, entry=reopened(liar.round, seats=(VICTIM, OTHER))))

    async with lied_to(tmp_path, for_two, PATIENT) as fraud:
        alarm = await fraud.alarm()

        assert alarm.sentence == "Stop playing: a round was opened for something that is not being asked."
        assert not [sent for sent in fraud.ear.sent if isinstance(sent.params, Committed)][1:]


async def test_a_seat_that_is_missing_is_waited_for_by_our_own_clock(tmp_path: Path) -> None:
    """The host alone cannot say that somebody's time is over: we confirm and open nothing before."""

    def pass_over(liar: Liar, item: Item) -> Iterable[Item]:
        round_ = liar.runner.table.round
        is_last = round_ is not None and round_.owing_commits() == (OTHER,) and round_.header.round == 2
        if not is_last:
            return [item]
        passed = [replace(item, entry=entry) for entry in (Replaced(OTHER), RoundSet((OTHER,)))]
        return liar.instead(item, *passed)

    terms = Terms(grace=1, absence=Absence.BOT)
    async with lied_to(tmp_path, pass_over, terms) as fraud:
        await fraud.begin()
        opened = asyncio.get_running_loop().time()
        await asyncio.gather(*(person.bid() for person in fraud.scene.people if person.seat != OTHER))
        await until(lambda: fraud.victim.round.stage is RoundStage.SET)
        before = len(confirmed(fraud))
        await until(lambda: len(confirmed(fraud)) > before)

        assert asyncio.get_running_loop().time() - opened > 0.9
        assert fraud.scene.alarms == []


def confirmed(fraud: Fraud) -> list[Acked]:
    return [sent.params for sent in fraud.ear.sent if isinstance(sent.params, Acked)]


async def test_nobody_is_called_away_who_was_just_there(tmp_path: Path) -> None:
    def pass_over(liar: Liar, item: Item) -> Iterable[Item]:
        if not isinstance(item.entry, RoundOpened) or liar.runner.table.rounds < 2:
            return [item]
        others = [replace(item, entry=Replaced(seat)) for seat in (VICTIM, OTHER, THIRD)]
        return liar.instead(item, *others, replace(item, entry=RoundSet((VICTIM, OTHER, THIRD))))

    async with lied_to(tmp_path, pass_over, Terms(grace=3600, absence=Absence.BOT)) as fraud:
        alarm = await fraud.alarm()

        assert alarm.sentence == "Stop playing: the host declares Koi absent before the terms allow it."
        assert not [sent for sent in fraud.ear.sent if isinstance(sent.params, Committed)][1:]


# Beside the story --------------------------------------------------------------------------------


async def test_a_lie_in_the_first_thing_we_hear_is_kept_as_well(tmp_path: Path) -> None:
    twice_opened = on(Opened, lambda _, entry: [entry, entry])
    async with lied_to(tmp_path, twice_opened, PATIENT) as fraud:
        with pytest.raises(FraudError, match="opened twice"):
            await fraud.victim.sit_down()

        assert fraud.victim.alarm is not None
        assert evidence_in(fraud.victim.alarm.evidence).sentence == "this table was opened twice"


async def test_a_host_that_tells_nothing_is_no_host(tmp_path: Path) -> None:
    async with lied_to(tmp_path, truth, PATIENT) as fraud:
        fraud.liar.lie = lambda *_: []
        fraud.liar.shown.clear()
        with pytest.raises(FraudError, match="the host says nothing about this table"):
            await fraud.victim.sit_down()


async def test_who_comes_back_finds_the_seat_that_was_left(tmp_path: Path) -> None:
    async with lied_to(tmp_path, truth, PATIENT) as fraud:
        await fraud.victim.sit_down()
        await fraud.scene.people[OTHER].sit_down()
        vars(fraud.liar.runner)["seat_of"] = lambda _: OTHER
        fraud.victim.drop()
        fraud.victim.come_back()
        await until(fraud.victim.gone.done)

        assert fraud.victim.gone.result() == "The host has given your seat away."
