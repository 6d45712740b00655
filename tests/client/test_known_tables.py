"""Known tables: a new host needs an invitation, and a changed key is refused until it is forgotten."""

from __future__ import annotations

from pathlib import Path

import pytest

from client.local.known_hosts import KnownTablesError, UnknownTableError, WrongHostError, admit, forget, read
from protocol.identity import Identity, PublicKey
from protocol.invitation import Address, Invitation, host_key_hash, make_token

HOST = Identity.make().public
OTHER = Identity.make().public
HERE = Address("example.org", 7475)
PRINT = "SHA256:" + "A" * 43
SIX = Address("::1", 7000)


def invitation_to(host: PublicKey, address: Address = HERE) -> Invitation:
    return Invitation(address, "dragon", host_key_hash(host), make_token())


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "jinmaku" / "known_tables"


def test_a_host_is_remembered_through_its_invitation(path: Path) -> None:
    admit(path, HERE, HOST, invitation_to(HOST))
    admit(path, SIX, OTHER, invitation_to(OTHER, SIX))
    admit(path, HERE, HOST)

    assert path.read_text() == (f"example.org:7475 {HOST.fingerprint}\n[::1]:7000 {OTHER.fingerprint}\n")
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_host_that_nobody_named_is_refused(path: Path) -> None:
    with pytest.raises(UnknownTableError, match="you need its link or an invitation"):
        admit(path, HERE, HOST)

    assert not path.exists()


def test_a_host_that_the_invitation_does_not_name_is_refused(path: Path) -> None:
    with pytest.raises(WrongHostError, match="not the one you were invited to"):
        admit(path, HERE, OTHER, invitation_to(HOST))

    assert not path.exists()


def test_a_known_host_needs_the_right_invitation_too(path: Path) -> None:
    admit(path, HERE, HOST, invitation_to(HOST))

    with pytest.raises(WrongHostError, match="not the one you were invited to"):
        admit(path, HERE, HOST, invitation_to(OTHER))


def test_a_changed_key_is_refused_even_with_an_invitation(path: Path) -> None:
    admit(path, HERE, HOST, invitation_to(HOST))

    for invitation in (None, invitation_to(OTHER)):
        with pytest.raises(WrongHostError, match=r"forget-host example\.org:7475$"):
            admit(path, HERE, OTHER, invitation)

    assert read(path) == {HERE: HOST.fingerprint}


def test_a_forgotten_host_may_come_with_a_new_key(path: Path) -> None:
    admit(path, HERE, HOST, invitation_to(HOST))
    admit(path, SIX, HOST, invitation_to(HOST, SIX))

    assert forget(path, "example.org", 7475)
    assert not forget(path, "example.org", 7475)
    admit(path, HERE, OTHER, invitation_to(OTHER))

    assert read(path) == {SIX: HOST.fingerprint, HERE: OTHER.fingerprint}


def test_the_same_host_elsewhere_is_another_table(path: Path) -> None:
    admit(path, HERE, HOST, invitation_to(HOST))

    with pytest.raises(UnknownTableError):
        admit(path, Address("example.org", 7476), HOST)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("", "is not an address and"),
        ("example.org:7475", "is not an address and"),
        (f"example.org:7475  {PRINT}", "is not an address and"),
        (f"example.org:7475 {PRINT} ", "is not an address and"),
        (f"example.org:7475 {PRINT.lower()}", "is not an address and"),
        (f"example.org {PRINT}", "has no address"),
        (f"::1:7475 {PRINT}", "has no address"),
        (f"first.org:7475 {PRINT}", "a second time"),
    ],
)
def test_a_line_that_cannot_be_understood_is_named(path: Path, line: str, sentence: str) -> None:
    admit(path, Address("first.org"), HOST, invitation_to(HOST))
    path.write_text(f"{path.read_text()}{line}\n")

    with pytest.raises(KnownTablesError, match=f"Line 2 of .*{sentence}"):
        admit(path, HERE, HOST, invitation_to(HOST))
