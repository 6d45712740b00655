"""A client killed in a sealed round goes on as if nothing had happened, and never seals twice."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from client.seat.connection import RefusedError
from client.seat.sealer import KeptSeal
from client.seat.vault import Vault, VaultError, vault_folder
from protocol.canonical import decode
from protocol.pace import Absence, Terms
from protocol.round_records import Acked, Committed, Release
from protocol.sealing import Commitment
from tests.adversaries.lying_server import VICTIM, Fraud, Sent, lied_to, truth
from tests.waiting import until

PATIENT = Terms(grace=3600, absence=Absence.WAIT)
STAGES = {"sealed": Committed, "confirming": Acked, "releasing": Release}


def hold(fraud: Fraud, kind: type, number: int) -> None:
    """Kill the program, as it were, at the moment it sends this in this round."""

    def is_it(sent: Sent) -> bool:
        return isinstance(sent.params, kind) and fraud.victim.mirror.table.rounds == number

    fraud.ear.holds = is_it


def commitments(fraud: Fraud) -> list[Committed]:
    """Return everything that was to be sent."""
    return [sent.params for sent in fraud.ear.held + fraud.ear.sent if isinstance(sent.params, Committed)]


def number_sealed(fraud: Fraud) -> int:
    """Count what the victim sealed: however often it is sent, it is the same."""
    sent = set(commitments(fraud))
    assert len(sent) == len({decode(each.commitment, Commitment).context for each in sent})
    return len(sent)


def kept_in(fraud: Fraud) -> dict[int, bytes]:
    """Return the sealed choices in the vault, by round."""
    folder = vault_folder(fraud.home, fraud.liar.host.public, fraud.liar.chain.game)
    files = {int(path.name.split("-")[1]): path.read_bytes()[32:] for path in folder.glob("dealt-*")}
    return dict(sorted(files.items()))


async def all_asked(fraud: Fraud) -> None:
    await until(lambda: all(person.mirror.is_sealing for person in fraud.scene.people))
    await until(lambda: all(person.mirror.table.round is not None for person in fraud.scene.people))


# Kept before it is sent --------------------------------------------------------------------------


async def test_what_is_sealed_is_on_the_disk_before_it_is_sent(tmp_path: Path) -> None:
    async with lied_to(tmp_path, truth, PATIENT) as fraud:
        await fraud.begin()
        hold(fraud, Committed, 2)
        bidding = asyncio.create_task(fraud.victim.bid())
        await until(lambda: bool(fraud.ear.held))
        kept = decode(kept_in(fraud)[2], KeptSeal)
        bidding.cancel()

        assert kept.committed == fraud.ear.held[0].params
        assert not fraud.scene.round.sealed


async def test_what_opens_a_choice_is_dropped_after_its_round(tmp_path: Path) -> None:
    async with lied_to(tmp_path, truth, PATIENT) as fraud:
        await fraud.begin()
        await fraud.scene.bid()
        await fraud.scene.over()
        await until(lambda: fraud.victim.mirror.table.rounds > 2 or fraud.victim.mirror.table.round is None)
        await until(lambda: kept_in(fraud)[2] == b"")

        assert kept_in(fraud) == {1: b"", 2: b""}


# Killed ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("stage", STAGES)
async def test_who_is_killed_in_a_round_goes_on_with_it(stage: str, tmp_path: Path) -> None:
    async with lied_to(tmp_path, truth, PATIENT) as fraud:
        await fraud.begin()
        hold(fraud, STAGES[stage], 2)
        bids = asyncio.gather(*(person.bid() for person in fraud.scene.people), return_exceptions=True)
        await until(lambda: bool(fraud.ear.held))
        line = fraud.victim.bids[2]
        fraud.ear.holds = lambda _: False
        again = await fraud.killed()
        await again.sit_down()
        verdicts = await fraud.scene.over()
        bids.cancel()

        assert verdicts.choices[VICTIM] == line
        assert verdicts.defaults == {}
        assert number_sealed(fraud) == 2
        assert fraud.scene.alarms == []


@pytest.mark.parametrize("stage", STAGES)
async def test_who_is_killed_while_all_bring_chance_comes_back_to_the_game(
    stage: str, tmp_path: Path
) -> None:
    async with lied_to(tmp_path, truth, PATIENT) as fraud:
        hold(fraud, STAGES[stage], 1)
        for person in fraud.scene.people:
            await person.sit_down()
        await asyncio.gather(*(person.ready() for person in fraud.scene.people))
        await until(lambda: bool(fraud.ear.held))
        fraud.ear.holds = lambda _: False
        again = await fraud.killed()
        await again.sit_down()
        await all_asked(fraud)

        assert number_sealed(fraud) == 1
        assert fraud.scene.alarms == []


# Never twice -------------------------------------------------------------------------------------


async def test_a_choice_that_is_on_its_way_cannot_be_changed(tmp_path: Path) -> None:
    async with lied_to(tmp_path, truth, PATIENT) as fraud:
        await fraud.begin()
        hold(fraud, Committed, 2)
        bidding = asyncio.create_task(fraud.victim.bid())
        await until(lambda: bool(fraud.ear.held))
        with pytest.raises(RefusedError, match="You have already sealed your choice"):
            await fraud.victim.bid()
        bidding.cancel()
        again = await fraud.killed()
        await again.sit_down()
        with pytest.raises(RefusedError, match="You have already sealed your choice"):
            await again.bid()


async def test_a_second_client_of_the_same_player_sends_the_same_bytes(tmp_path: Path) -> None:
    """The server sends the first one away, which lets go of what is kept."""
    async with lied_to(tmp_path, truth, PATIENT) as fraud:
        await fraud.begin()
        hold(fraud, Committed, 2)
        first = fraud.victim
        bidding = asyncio.create_task(first.bid())
        await until(lambda: bool(fraud.ear.held))
        fraud.ear.holds = lambda _: False
        second = fraud.beside()
        await second.sit_down()
        await until(lambda: VICTIM in fraud.scene.round.sealed)
        bidding.cancel()

        assert first.gone.result() == "You have taken this seat from somewhere else."
        assert number_sealed(fraud) == 2


async def test_who_was_sent_away_seals_nothing_any_more(tmp_path: Path) -> None:
    async with lied_to(tmp_path, truth, PATIENT) as fraud:
        await fraud.begin()
        first = fraud.victim
        await fraud.beside().sit_down()
        await until(first.gone.done)
        with pytest.raises(RefusedError, match="You have taken this seat from somewhere else"):
            await first.bid()

        assert number_sealed(fraud) == 1


async def test_who_cannot_have_what_was_kept_does_not_play(tmp_path: Path) -> None:
    """A client that hangs still holds it; a second one must not seal anything else in the meantime."""
    async with lied_to(tmp_path, truth, PATIENT) as fraud:
        vault = Vault(fraud.home, fraud.liar.host.public, fraud.liar.chain.game)
        with pytest.raises(VaultError, match="already sit at this table in another window"):
            await fraud.victim.sit_down()
        vault.close()
        await fraud.victim.sit_down()

        assert commitments(fraud) == []
