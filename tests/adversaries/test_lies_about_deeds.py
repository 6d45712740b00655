"""A host that calls players away, or later does what it has refused (A8, A9)."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from unittest.mock import patch

import pytest
from msgspec.structs import replace

from client.seat.connection import RefusedError
from client.seat.evidence import Meaning, meaning_of
from client.seat.fraud import FraudError
from client.seat.news import Heard
from client.seat.sealer import Hand
from client.seat.witness import LifeSigns
from core.deals import Deal, Goods
from core.kinds import RulesError
from protocol.entries import (
    AnyEntry,
    Chose,
    Elected,
    Replaced,
    Returned,
    Revealed,
    Said,
    TookBack,
    Voted,
)
from protocol.identity import PublicKey
from protocol.logfile import Title
from protocol.pace import Absence, PerDecision, Terms
from protocol.parties import patience_ms
from protocol.table.fold import check
from protocol.table.replay import replay
from protocol.table.story import Story
from protocol.table.table import Table
from protocol.table.verify import HOST, Judgement, verify
from server.tables.runner import TableRunner
from tests.adversaries.lying_server import (
    OTHER,
    PATIENT,
    THIRD,
    VICTIM,
    accused_in,
    evidence_in,
    found_in,
    lied_to,
    truth,
)
from tests.harness.at_battle import Scene, battle
from tests.harness.honest_games import recording
from tests.harness.logs import Entries, signed_anew, write
from tests.harness.loopback import a_person, a_table
from tests.harness.record_logs import Record
from tests.harness.recorded_players import Actor
from tests.harness.rogue import Rogue, newcomers, rogues_at
from tests.harness.verdicts import all_found_by_both, found_by_both
from tests.independent.verifier import CHEATING, UNPROVEN
from tests.waiting import let_pass, until

AN_HOUR = Terms(grace=3600, absence=Absence.BOT)
BY_VOTE = Terms(grace=3600, absence=Absence.VOTE)


# A8: The host plays without the players ------------------------------------------------------------


async def played_by_the_host(path: Path, waits_ms: int) -> Entries:
    """Have the host cut everybody off as soon as they have begun, and later claim that they are away."""
    async with a_table(path, terms=AN_HOUR) as table, rogues_at(table, newcomers(3)) as people:
        await until(lambda: table.runner.table.has_begun)
        for person in people:
            await person.leave()
        time = table.runner._time  # noqa: SLF001
        table.runner._time = time._replace(now_ms=lambda: time.now_ms() + waits_ms)  # noqa: SLF001
        for person in people:
            await table.runner.submit(Replaced(person.seat))
        await until(lambda: table.runner.table.is_revealed)
        return await table.stamps()


GONE = ("end", Judgement.NOT_PROVEN, HOST, "found-gone-by-host-alone")


async def test_a_host_that_cuts_all_off_and_plays_by_itself_proves_nothing(tmp_path: Path) -> None:
    stamps = await played_by_the_host(tmp_path, 0)

    early = ("deeds", Judgement.NOT_PROVEN, HOST, "found-replaced-early")
    replaced = [n for n, stamp in enumerate(stamps) if isinstance(stamp.entry, Replaced)]
    assert found_in(stamps) == [early, early, early, GONE]
    assert [fault.entry for fault in verify(stamps).faults] == [*replaced, None]


async def test_a_host_that_says_it_had_waited_proves_nothing(tmp_path: Path) -> None:
    """A host can date its entries as it likes, but nobody else has seen everybody leave."""
    stamps = await played_by_the_host(tmp_path, patience_ms(AN_HOUR))

    assert found_in(stamps) == [GONE]


async def test_a_host_that_calls_somebody_away_too_early_is_noticed_by_the_others(tmp_path: Path) -> None:
    async with battle(tmp_path, 3, AN_HOUR) as scene:
        await scene.runner.submit(Replaced(OTHER))
        await until(lambda: len(scene.alarms) == 3)

        sentence = "Stop playing: the host declares Lotus absent before the terms allow it."
        assert {alarm.sentence for alarm in scene.alarms} == {sentence}


async def test_who_was_cut_off_while_the_host_called_somebody_away_too_early_notices_when_back(
    tmp_path: Path,
) -> None:
    async with battle(tmp_path, 3, AN_HOUR) as scene:
        victim = scene.people[VICTIM]
        victim.drop()
        await scene.runner.submit(Replaced(OTHER))
        victim.come_back()
        await until(lambda: len(scene.alarms) == 3)


@pytest.mark.parametrize("is_cut_off", [True, False])
def test_who_takes_an_answer_back_is_out_of_time_as_if_never_having_answered(*, is_cut_off: bool) -> None:
    """An honest host may call them away then, also for somebody who missed that they took it back."""
    minute = 60.0
    life = LifeSigns(Terms(PerDecision(2 * 60), grace=2 * 60, absence=Absence.BOT))
    life.hear(told(Chose(OTHER, 1, "")), None, minute)
    life.hear(told(Chose(OTHER, 2, "")), None, 2.5 * minute)
    assert life.is_too_early(OTHER, 3.2 * minute)

    if is_cut_off:
        life.hear_late(told(TookBack(OTHER, 2)), None)
    else:
        life.hear(told(TookBack(OTHER, 2)), None, 2.6 * minute)
    assert not life.is_too_early(OTHER, 3.2 * minute)


def told(entry: AnyEntry) -> Heard:
    return Heard(0, 0, entry, [])


async def test_a_player_who_is_here_contests_being_called_away_by_signature(tmp_path: Path) -> None:
    """Nobody else can know that the host lies, so the player says so under oath."""
    async with battle(tmp_path, 3, AN_HOUR) as scene:
        let_pass(patience_ms(AN_HOUR) / 1000)
        await scene.runner.submit(Replaced(VICTIM))
        await until(lambda: VICTIM not in scene.runner.table.replaced)

        [returned] = await scene.journal(Returned)
        assert returned.seat == VICTIM
        assert returned.oath.signature
        assert scene.alarms == []


async def test_a_host_whose_single_vote_replaces_a_player_proves_nothing(tmp_path: Path) -> None:
    host, guest = a_person(0, seat=0), a_person(1, seat=1)
    async with (
        a_table(tmp_path, 2, "ninjato", BY_VOTE, host.identity) as table,
        rogues_at(table, (host, guest)) as people,
    ):
        await until(lambda: all(person.mirror.table.has_begun for person in people))
        with patch.object(TableRunner, "_check_overdue", lambda *_: None):
            await people[0].vote(guest.seat or 0, agrees=True)
        stamps = await table.stamps()

    [at] = [n for n, stamp in enumerate(stamps) if isinstance(stamp.entry, Voted)]
    fault, _ = verify(stamps).faults
    assert (fault.check, fault.judgement, fault.who) == ("deeds", Judgement.NOT_PROVEN, HOST)
    assert (fault.entry, fault.why.message) == (at, "found-vote-of-one")


# A9: The host does later what it has refused -------------------------------------------------------


async def hoarded(scene: Scene) -> Said:
    """Have the host refuse something the victim says, and keep it."""
    kept: list[Said] = []

    async def do(runner: TableRunner, said: Said, _: PublicKey) -> None:
        kept.append(replace(said, phase=runner.table.phase))
        raise RulesError("talking-too-fast")

    with patch.object(TableRunner, "do", do), pytest.raises((RefusedError, FraudError)):
        await scene.people[VICTIM].say("Peace?")
    return kept[0]


async def test_a_host_that_does_what_it_refused_is_noticed_by_whose_deed_it_is(tmp_path: Path) -> None:
    async with battle(tmp_path, 3, PATIENT) as scene:
        kept = await hoarded(scene)
        assert scene.alarms == []
        await scene.runner.submit(kept)
        await until(lambda: bool(scene.alarms))

        [alarm] = scene.alarms
        assert alarm.sentence == "Stop playing: the host carries out what it had refused."


async def test_who_asks_again_for_what_was_refused_may_get_it(tmp_path: Path) -> None:
    """A host may say that somebody talks too fast; the very same offer is no lie a moment later."""

    async def refuse(*_: object) -> None:
        raise RulesError("talking-too-fast")

    async with battle(tmp_path, 3, PATIENT) as scene:
        victim, deal = scene.people[VICTIM], Deal(0, VICTIM, OTHER, Goods(1))
        with patch.object(TableRunner, "do", refuse), pytest.raises(RefusedError):
            await victim.offer(deal)
        await victim.offer(deal)
        await until(lambda: bool(scene.people[OTHER].mirror.deals))

        assert scene.alarms == []


async def test_a_host_that_does_it_after_other_deeds_is_noticed_by_all_and_named_by_the_log(
    tmp_path: Path,
) -> None:
    async with battle(tmp_path, 3, PATIENT) as scene:
        kept = await hoarded(scene)
        await scene.people[VICTIM].say("War!")
        with patch.object(Story, "check_seen", lambda *_: None):
            await scene.runner.submit(kept)
        await until(lambda: len(scene.alarms) == 3)
        stamps = await scene.stamps()

        fault = accused_in(stamps)
        assert {alarm.sentence for alarm in scene.alarms} == {
            "Stop playing: the host passes on something Koi did too long ago."
        }
        assert (fault.check, fault.judgement, fault.who) == ("deeds", Judgement.CHEATED, HOST)
        assert (fault.entry, fault.why.message) == (len(stamps) - 1, "refuse-deed-not-fresh")


@pytest.mark.parametrize("call", [Replaced(OTHER), Voted(THIRD, OTHER, agrees=True)])
def test_a_host_that_calls_somebody_away_after_the_end_cannot_do_without_their_signature(
    call: AnyEntry, tmp_path: Path
) -> None:
    """A player who found a lie and stopped does not sign: that must not look like leaving early."""
    absence = Absence.BOT if isinstance(call, Replaced) else Absence.VOTE
    honest = recording(Record([Actor] * 3, terms=Terms(grace=1, absence=absence), game="ninjato")).entries
    over = 1 + next(number for number, stamp in enumerate(honest) if isinstance(stamp.entry, Revealed))
    signed = [stamp for stamp in honest[over:] if getattr(stamp.entry, "seat", OTHER) != OTHER]
    false = signed_anew([*honest[:over], replace(honest[over], entry=call), *signed])

    with pytest.raises(RulesError, match="over"):
        check(table_after(honest[:over]), call)
    assert found_by_both(write(Title("x", "ninjato", 0), false), tmp_path) == (CHEATING, over)


def table_after(entries: Entries) -> Table:
    table = Table(entries[0])
    list(replay(table, entries[1:]))
    return table


async def test_a_host_that_refuses_without_signing_that_is_noticed_at_once(tmp_path: Path) -> None:
    async with battle(tmp_path, 3, PATIENT) as scene:
        with patch("server.door.connection.sign_refusal", lambda *_: b""):
            await hoarded(scene)
        [alarm] = scene.alarms

        assert alarm.sentence == "Stop playing: the host refuses something without signing the refusal."


async def test_a_host_that_does_what_it_refused_while_we_are_cut_off_is_noticed_when_we_are_back(
    tmp_path: Path,
) -> None:
    async with battle(tmp_path, 3, PATIENT) as scene:
        kept = await hoarded(scene)
        victim = scene.people[VICTIM]
        victim.drop()
        await scene.runner.submit(kept)
        victim.come_back()
        await until(lambda: bool(scene.alarms))

    assert scene.alarms[0].sentence == "Stop playing: the host carries out what it had refused."


async def test_a_host_that_does_what_it_refused_after_a_restart_of_ours_is_noticed_and_on_record(
    tmp_path: Path,
) -> None:
    async with lied_to(tmp_path, truth, PATIENT) as fraud:
        await fraud.begin()
        kept = await hoarded(fraud.scene)
        again = await fraud.killed()
        await again.sit_down()
        await fraud.scene.runner.submit(kept)
        await until(lambda: bool(fraud.scene.alarms))

        [alarm] = fraud.scene.alarms
        assert alarm.sentence == "Stop playing: the host carries out what it had refused."
        assert meaning_of(evidence_in(alarm.evidence)) is Meaning.DONE_AFTER_REFUSAL


async def test_who_asks_again_and_is_killed_takes_what_was_done_for_no_lie(tmp_path: Path) -> None:
    async def refuse(*_: object) -> None:
        raise RulesError("talking-too-fast")

    async with lied_to(tmp_path, truth, PATIENT) as fraud:
        await fraud.begin()
        deal = Deal(0, VICTIM, OTHER, Goods(1))
        with patch.object(TableRunner, "do", refuse), pytest.raises(RefusedError):
            await fraud.victim.offer(deal)
        await fraud.victim.offer(deal)
        again = await fraud.killed()
        await again.sit_down()

        assert again.mirror.deals
        assert fraud.scene.alarms == []


# A8 once more: who is here says so, and the log says that they said so -------------------------------


@pytest.mark.parametrize("terms", [AN_HOUR, BY_VOTE])
async def test_a_bot_that_played_for_somebody_who_was_here_is_a_finding(terms: Terms, tmp_path: Path) -> None:
    """The host waits for an hour and lets a bot play; the player can only swear to have been there."""
    async with a_table(tmp_path, 3, "ninjato", terms) as table, rogues_at(table, newcomers(3)) as people:
        await until(lambda: all(person.mirror.table.has_begun for person in people))
        runner, victim = table.runner, people[next(iter(table.runner.table.prompts))]
        let_pass(patience_ms(AN_HOUR) / 1000)
        async with played_before_the_contest(victim):
            await called_away(runner, people, victim)
        await until(lambda: victim.seat not in runner.table.replaced)
        stamps = await table.stamps()

    [at] = [n for n, stamp in enumerate(stamps) if isinstance(stamp.entry, Returned)]
    contested = [fault for fault in verify(stamps).faults if fault.why.message == "found-contested"]
    assert [(fault.judgement, fault.who, fault.entry) for fault in contested] == [
        (Judgement.NOT_PROVEN, HOST, at)
    ]
    assert (UNPROVEN, at) in all_found_by_both(write(Title("a", "ninjato", 0), stamps), tmp_path)


@asynccontextmanager
async def played_before_the_contest(victim: Rogue) -> AsyncIterator[None]:
    """Have the player's word come after a move of the bot."""
    really, moves = Hand._contest, len(victim.mirror.story)  # noqa: SLF001

    def contest(hand: Hand) -> Returned | None:
        chosen = [heard.entry for heard in victim.mirror.story[moves:] if isinstance(heard.entry, Chose)]
        return really(hand) if chosen else None

    with patch.object(Hand, "_contest", contest):
        yield
        await until(lambda: any(isinstance(heard.entry, Chose) for heard in victim.mirror.story[moves:]))
        await until(lambda: victim.seat not in victim.mirror.table.replaced)


async def called_away(runner: TableRunner, people: list[Rogue], victim: Rogue) -> None:
    if runner.table.opened.terms.absence is Absence.BOT:
        await runner.submit(Replaced(victim.seat))
        return
    for other in people:
        if other is not victim:
            await runner.submit(other.sworn(Voted(other.seat, victim.seat, True)))


async def test_a_host_that_gives_the_seat_of_a_guest_away_by_its_single_vote_proves_nothing(
    tmp_path: Path,
) -> None:
    """It cuts the guest off, waits, and elects a puppet, which signs the end as if it had been there."""
    host, guest = a_person(0, seat=0), a_person(1, seat=1)
    async with (
        a_table(tmp_path, 2, "ninjato", AN_HOUR, host.identity) as table,
        rogues_at(table, (host, guest)) as people,
    ):
        await until(lambda: all(person.mirror.table.has_begun for person in people))
        await people[1].leave()
        let_pass(patience_ms(AN_HOUR) / 1000)
        await table.runner.submit(Replaced(1))
        puppet = await table.seat(a_person(2)._replace(is_watching=True), Rogue)
        await puppet.apply(1)
        await people[0].elect(1, puppet.person.identity.public.raw, agrees=True)
        stamps = await table.stamps()
        await puppet.leave()

    [at] = [n for n, stamp in enumerate(stamps) if isinstance(stamp.entry, Elected)]
    [fault] = [fault for fault in verify(stamps).faults if fault.why.message == "found-elected-by-one"]
    assert (fault.judgement, fault.who, fault.entry) == (Judgement.NOT_PROVEN, HOST, at)
    assert (UNPROVEN, at) in all_found_by_both(write(Title("a", "ninjato", 0), stamps), tmp_path)
