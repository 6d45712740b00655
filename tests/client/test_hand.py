"""What a client does unasked in sealed rounds, and what it does not do where it cannot be safe."""

from __future__ import annotations

from pathlib import Path
from typing import NoReturn
from unittest.mock import patch

import pytest

from client.seat.connection import RefusedError
from client.seat.sealer import Hand
from client.seat.vault import Vault, VaultError
from protocol.entries import Voted
from protocol.pace import Absence, Terms
from protocol.round_records import Committed, Release
from tests.adversaries.lying_server import OTHER, VICTIM, Fraud, lied_to, on, truth
from tests.moves import move
from tests.waiting import until

PATIENT = Terms(grace=3600, absence=Absence.WAIT)
FULL = VaultError("There is no room left on the disk.")


def sealed(fraud: Fraud) -> list[Committed]:
    return [sent.params for sent in fraud.ear.sent if isinstance(sent.params, Committed)]


def full(*_: object) -> NoReturn:
    raise FULL


async def test_who_cannot_keep_what_is_sealed_does_not_send_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without an attendant nobody would open it in our name, so we are gone and say why."""
    async with lied_to(tmp_path, truth, PATIENT) as fraud:
        monkeypatch.setattr(Vault, "keep_dealt", full)
        for person in fraud.scene.people:
            await person.sit_down()
        for person in fraud.scene.people:
            await person.ready()
        await until(fraud.victim.gone.done)

        assert fraud.victim.gone.result() == str(FULL)
        assert sealed(fraud) == []


async def test_a_bid_that_cannot_be_kept_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with lied_to(tmp_path, truth, PATIENT) as fraud:
        await fraud.begin()
        monkeypatch.setattr(Vault, "keep_dealt", full)
        with pytest.raises(RefusedError, match="no room left"):
            await fraud.victim.bid()

        assert len(sealed(fraud)) == 1  # before the game


async def test_who_cannot_keep_the_story_signs_nothing_about_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with lied_to(tmp_path, truth, PATIENT) as fraud:
        await fraud.begin()
        monkeypatch.setattr(Vault, "keep_head", full)
        count = len(fraud.ear.sent)
        with pytest.raises(RefusedError, match="no room left"):
            await fraud.victim.say("Good evening.")
        with pytest.raises(RefusedError, match="no room left"):
            await fraud.victim.bid()

        assert len(fraud.ear.sent) == count


async def test_the_alarm_is_raised_also_where_nothing_can_be_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lie = on(Committed, lambda *_: [], VICTIM)
    async with lied_to(tmp_path, lie, PATIENT) as fraud:
        monkeypatch.setattr(Vault, "keep_evidence", full)
        alarm = await fraud.alarm()

        assert alarm.evidence is None


async def test_what_the_rules_forbid_is_not_sealed(tmp_path: Path) -> None:
    """Nobody could tell us later: it would only be opened, and count for nothing."""
    async with lied_to(tmp_path, truth, PATIENT) as fraud:
        await fraud.begin()
        with pytest.raises(RefusedError, match=r"The rules do not allow that choice\. \(RS-"):
            await fraud.victim.choose(move("bid 99 99 99 99"))

        assert len(sealed(fraud)) == 1  # before the game


async def test_what_was_released_is_not_sent_again_whatever_is_said_meanwhile(tmp_path: Path) -> None:
    """Only over a new connection, which may lead to another server."""
    async with lied_to(tmp_path, truth, PATIENT) as fraud:
        await fraud.begin()
        for person in fraud.scene.people[1:]:
            person.keeps_back = {Release}
        await fraud.scene.bid()
        await until(lambda: len(fraud.ear.released()) == 2)
        for words in ("one", "two"):
            await fraud.scene.people[OTHER].say(words)
        await fraud.victim.say("three")
        assert len(fraud.ear.released()) == 2
        fraud.victim.drop()
        fraud.victim.come_back()
        await until(lambda: len(fraud.ear.released()) == 3)


async def test_who_is_played_by_a_bot_seals_nothing(tmp_path: Path) -> None:
    async with lied_to(tmp_path, truth, Terms(grace=3600, absence=Absence.VOTE)) as fraud:
        scene, victim = fraud.scene, fraud.victim
        await fraud.begin()
        await scene.bid()
        await scene.over()
        scene.people.remove(victim)
        with patch.object(Hand, "_contest", lambda _: None):
            for other in scene.people:
                await scene.runner.submit(other.sworn(Voted(other.seat, VICTIM, True)))
            await scene.play_until(lambda: scene.runner.table.rounds > 3 or scene.runner.table.is_over)

        assert len(sealed(fraud)) == len(fraud.ear.released()) == 2  # before the bot came
        assert scene.alarms == []
        assert not victim.gone.done()
