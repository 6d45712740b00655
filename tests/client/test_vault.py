"""The vault keeps what a player must not lose, and never lets it change."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

import client.seat.vault
from client.seat.vault import Head, Vault, VaultError
from protocol.identity import Identity, PublicKey
from tests.client.vaults import (
    CONTEXT,
    HOST,
    NEW,
    OLD,
    OTHER_CONTEXT,
    SECRET,
    file_of,
    files_no_larger_than,
    open_vault,
    reopened,
)

OTHER_HOST = Identity.from_secret(b"\1" * 32).public


@pytest.fixture(autouse=True, scope="module")
def _haste() -> Iterator[None]:
    """Do not wait for the disk hundreds of times; no machine crashes here."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("os.fsync", lambda _: None)
        yield


# Sealed choices ----------------------------------------------------------------------------------


def test_a_sealed_choice_is_given_back_to_the_next_client(vault: Vault) -> None:
    assert vault.dealt(1, CONTEXT) is None

    vault.keep_dealt(1, CONTEXT, SECRET)

    assert reopened(vault).dealt(1, CONTEXT) == SECRET
    assert vault.dealt(2, CONTEXT) is None
    assert vault.dealt(1, OTHER_CONTEXT) is None


def test_nothing_is_sealed_twice_in_one_context(vault: Vault) -> None:
    vault.keep_dealt(1, CONTEXT, SECRET)
    vault.keep_dealt(1, CONTEXT, SECRET)

    for round_number, dealt in ((1, b"second thoughts"), (2, SECRET)):
        with pytest.raises(VaultError, match=f"already sealed a different choice in round {round_number}"):
            vault.keep_dealt(round_number, CONTEXT, dealt)

    assert vault.dealt(1, CONTEXT) == SECRET


def test_a_round_that_is_over_leaves_no_secret_and_takes_no_new_one(vault: Vault) -> None:
    vault.keep_dealt(1, CONTEXT, SECRET)
    vault.keep_dealt(2, OTHER_CONTEXT, SECRET + b"2")

    vault.forget_round(1)
    vault.forget_round(1)

    assert vault.dealt(1, CONTEXT) is None
    assert reopened(vault).dealt(2, OTHER_CONTEXT) == SECRET + b"2"
    with pytest.raises(VaultError, match="a different choice"):
        vault.keep_dealt(1, CONTEXT, SECRET)


def test_even_a_damaged_secret_can_be_forgotten(vault: Vault) -> None:
    vault.keep_dealt(1, CONTEXT, SECRET)
    path = file_of(vault, "dealt")
    path.write_bytes(path.read_bytes() + b"?")

    vault.forget_round(1)

    assert vault.dealt(1, CONTEXT) is None
    assert SECRET not in path.read_bytes()


def test_each_revision_is_kept_once_for_itself_and_dropped_with_its_round(vault: Vault) -> None:
    for revision in (0, 1, 8):
        vault.keep_dealt(1, CONTEXT, SECRET + bytes([revision]), revision)
    with pytest.raises(VaultError, match="You had already sealed a different choice in round 1"):
        vault.keep_dealt(1, CONTEXT, SECRET, 1)

    again = reopened(vault)
    assert again.dealt(1, CONTEXT, 1) == SECRET + b"\1"
    assert again.dealt(1, CONTEXT, 2) is None
    again.forget_round(1)
    assert [again.dealt(1, CONTEXT, revision) for revision in (0, 1, 8)] == [None] * 3
    with pytest.raises(VaultError):
        again.keep_dealt(1, CONTEXT, SECRET, 1)


@pytest.mark.parametrize("dealt", [b"", bytes(client.seat.vault.DEALT_SIZE + 1)])
def test_a_choice_of_no_sensible_size_is_not_kept(vault: Vault, dealt: bytes) -> None:
    with pytest.raises(VaultError, match="cannot be kept"):
        vault.keep_dealt(1, CONTEXT, dealt)

    assert not list(vault.folder.glob("dealt*"))


def test_the_largest_choice_is_given_back(vault: Vault) -> None:
    vault.keep_dealt(2**32 - 1, CONTEXT, bytes(client.seat.vault.DEALT_SIZE))

    assert vault.dealt(2**32 - 1, CONTEXT) == bytes(client.seat.vault.DEALT_SIZE)


@pytest.mark.parametrize(
    ("round_number", "context"), [(-1, CONTEXT), (2**32, CONTEXT), (1, b""), (1, OLD * 2)]
)
def test_there_are_only_rounds_that_a_header_can_name(
    vault: Vault, round_number: int, context: bytes
) -> None:
    with pytest.raises(VaultError, match="no such round"):
        vault.keep_dealt(round_number, context, SECRET)


# The head ----------------------------------------------------------------------------------------


def test_the_head_goes_on(vault: Vault) -> None:
    assert vault.last_head() is None

    vault.keep_head(0, OLD)
    vault.keep_head(0, OLD)
    vault.keep_head(5, NEW)

    assert reopened(vault).last_head() == Head(5, NEW)


def test_who_gives_a_seat_back_begins_anew(vault: Vault) -> None:
    vault.keep_head(5, OLD)
    vault.forget_head()
    vault.forget_head()
    assert reopened(vault).last_head() is None


@pytest.mark.parametrize(("seq", "head"), [(4, NEW), (4, OLD), (5, NEW), (0, OLD)])
def test_a_head_that_goes_back_is_an_alarm_with_evidence(vault: Vault, seq: int, head: bytes) -> None:
    vault.keep_head(5, OLD)

    with pytest.raises(VaultError, match=f"entry {seq} .* entry 5") as alarm:
        vault.keep_head(seq, head)

    evidence = file_of(vault, "evidence")
    assert str(evidence) in str(alarm.value)
    assert evidence.read_text() == f"kept 5 {OLD.hex()}\nshown {seq} {head.hex()}\n"
    assert reopened(vault).last_head() == (5, OLD)


def test_an_alarm_is_heard_even_if_its_evidence_cannot_be_kept(vault: Vault) -> None:
    vault.keep_head(5, OLD)

    with files_no_larger_than(0), pytest.raises(VaultError, match=r"could not be saved: .*File too large"):
        vault.keep_head(4, NEW)


@pytest.mark.parametrize("head", [b"", OLD + b"!"])
def test_a_head_is_a_hash(vault: Vault, head: bytes) -> None:
    with pytest.raises(VaultError, match="journal"):
        vault.keep_head(1, head)

    assert vault.last_head() is None


# Evidence ----------------------------------------------------------------------------------------


def test_evidence_is_kept_beside_older_evidence_of_the_same_name(vault: Vault) -> None:
    first = vault.keep_evidence("fork", b"one")
    second = vault.keep_evidence("fork", b"two")

    assert vault.keep_evidence("fork", b"one") == first
    assert (first.read_bytes(), second.read_bytes()) == (b"one", b"two")


def test_evidence_that_was_changed_is_not_written_over(vault: Vault) -> None:
    path = vault.keep_evidence("fork", b"one")
    path.write_bytes(b"changed")

    with pytest.raises(VaultError, match="is damaged"):
        vault.keep_evidence("fork", b"one")

    assert path.read_bytes() == b"changed"


@pytest.mark.parametrize("name", ["", "../x", "A", "a/b", ".a", "-a", "a\n", "a" * 41, "a\0"])
def test_evidence_has_a_harmless_name(vault: Vault, name: str) -> None:
    with pytest.raises(VaultError, match="Evidence is named"):
        vault.keep_evidence(name, b"")


def test_evidence_has_limits(vault: Vault, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("client.seat.vault.EVIDENCE_PIECES", 2)
    with pytest.raises(VaultError, match="too large"):
        vault.keep_evidence("long", bytes(client.seat.vault.EVIDENCE_SIZE + 1))
    vault.keep_evidence("long", bytes(client.seat.vault.EVIDENCE_SIZE))
    vault.keep_evidence("short", b"")
    with pytest.raises(VaultError, match="cannot hold any more evidence"):
        vault.keep_evidence("third", b"")


# Tables and clients ------------------------------------------------------------------------------


def test_every_table_has_its_own_vault(home: Path) -> None:
    tables: list[tuple[PublicKey, bytes | str]] = [(HOST, "a"), (HOST, "A"), (HOST, OLD), (OTHER_HOST, "a")]
    for number, (host, game) in enumerate(tables):
        with closing(Vault(home, host, game)) as vault:
            vault.keep_head(number, OLD)

    for number, (host, game) in enumerate(tables):
        with closing(Vault(home, host, game)) as vault:
            assert vault.last_head() == (number, OLD)


def test_one_player_sits_at_a_table_once(home: Path, vault: Vault) -> None:
    with pytest.raises(VaultError, match="already sit at this table in another window"):
        open_vault(home)
    with closing(open_vault(home, "another table")):
        pass

    vault.close()
    vault.close()
    open_vault(home).close()


def test_nothing_is_written_without_the_lock(vault: Vault) -> None:
    vault.close()

    with pytest.raises(AssertionError, match="without the lock"):
        vault.keep_dealt(1, CONTEXT, SECRET)
    with pytest.raises(AssertionError, match="without the lock"):
        vault.keep_evidence("fork", b"")
