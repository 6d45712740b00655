"""Known players: a new key for a known name is noticed, and so is a known key with a new name."""

from __future__ import annotations

import unicodedata
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from client.local.known_players import (
    ChangedPlayerError,
    Familiarity,
    KeyReference,
    KnownPlayersError,
    UnfitNameError,
    check,
    names_of,
    read,
    read_keys,
    remember,
)
from protocol.identity import Identity
from protocol.private_files import PrivateFileError
from protocol.talk import is_harmful

ANNA, BEN, EVE = (Identity.from_secret(bytes([number]) * 32).public for number in (1, 2, 3))
NEUTRAL = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"

letters = st.characters(codec="utf-8").filter(lambda char: not is_harmful(char))
names = (
    st.text(letters, min_size=1)
    .map(lambda name: unicodedata.normalize("NFC", name)[:40])
    .filter(lambda name: name.strip() and unicodedata.is_normalized("NFC", name))
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "jinmaku" / "known_players"


@pytest.fixture
def keys(tmp_path: Path) -> Path:
    return tmp_path / "keys"


def test_a_player_is_new_once(path: Path) -> None:
    assert check(path, "Anna", ANNA) is Familiarity.NEW
    assert not path.exists()

    remember(path, "Anna", ANNA)

    assert check(path, "Anna", ANNA) is Familiarity.KNOWN
    assert check(path, "Ben", BEN) is Familiarity.NEW


def test_the_file_has_a_line_for_each_player_and_is_private(path: Path) -> None:
    remember(path, "Anna", ANNA)
    remember(path, "Ben the Elder", BEN)
    remember(path, "Anna", ANNA)

    assert path.read_text() == f"Anna {ANNA.text}\nBen the Elder {BEN.text}\n"
    assert path.stat().st_mode & 0o777 == 0o600


def test_another_key_for_a_known_name_is_noticed_and_not_taken(path: Path) -> None:
    remember(path, "Anna", ANNA)

    assert check(path, "Anna", EVE) is Familiarity.CHANGED
    with pytest.raises(ChangedPlayerError, match="may be posing as Anna"):
        remember(path, "Anna", EVE)

    assert read(path) == {"Anna": ANNA}


def test_a_name_taken_from_one_known_player_by_another_is_a_changed_key(path: Path) -> None:
    """That the key is known, too, makes it no better."""
    remember(path, "Anna", ANNA)
    remember(path, "Ben", BEN)

    assert check(path, "Anna", BEN) is Familiarity.CHANGED


def test_a_known_key_with_a_new_name_is_noticed(path: Path) -> None:
    remember(path, "Anna", ANNA)

    assert check(path, "Annabel", ANNA) is Familiarity.RENAMED
    assert names_of(path, ANNA) == ("Anna",)

    remember(path, "Annabel", ANNA)

    assert check(path, "Annabel", ANNA) is Familiarity.KNOWN
    assert check(path, "Anna", ANNA) is Familiarity.KNOWN
    assert names_of(path, ANNA) == ("Anna", "Annabel")
    assert names_of(path, EVE) == ()


@pytest.mark.parametrize("name", ["anna", " Anna", "Anna ", "\uff21nna", "An\u200bna", "ANNA\u00a0"])
def test_a_name_that_looks_the_same_is_the_same(path: Path, name: str) -> None:
    remember(path, "Anna", ANNA)

    assert check(path, name, EVE) is Familiarity.CHANGED
    assert check(path, name, ANNA) is Familiarity.KNOWN
    remember(path, name, ANNA)
    assert read(path) == {"Anna": ANNA}


@settings(max_examples=50)
@given(names)
def test_any_name_comes_back(name: str) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "known_players"
        remember(path, name, ANNA)

        assert read(path) == {name: ANNA}
        assert check(path, name, ANNA) is Familiarity.KNOWN


@pytest.mark.parametrize(
    "name", ["Anna ssh-ed25519", f"Anna {ANNA.text}"[:40], "Anna SHA256:abc", "# Anna", "\ufffd"]
)
def test_a_name_is_not_taken_for_a_key(path: Path, name: str) -> None:
    remember(path, name, BEN)

    assert read(path) == {name: BEN}


@pytest.mark.parametrize("name", ["", " ", "a\nb", "\x1b[2J", "\u202eanna", "cafe\u0301", "\ud800", "x" * 41])
def test_a_name_that_no_player_may_have_is_not_written(path: Path, name: str) -> None:
    with pytest.raises(UnfitNameError):
        remember(path, name, ANNA)

    assert check(path, name, ANNA) is Familiarity.NEW
    assert not path.exists()


DAMAGED = [
    (b"", "is not a name and a key"),
    (b"Ben", "is not a name and a key"),
    (BEN.text.encode(), "is not a name and a key"),
    (f"Ben {BEN.text} ".encode(), "is not a name and a key"),
    (f"Ben {BEN.fingerprint}=".encode(), "is not a name and a key"),
    (f"Ben {BEN.text[:-1]}".encode(), "cannot be used: A public key is written as"),
    (f"Ben {BEN.text}A".encode(), "cannot be used: A public key is written as"),
    (f"Ben {NEUTRAL}".encode(), "cannot be used: .* signatures that nobody made"),
    (f"\x1b[2J {BEN.text}".encode(), "cannot be used: This can't be a name"),
    (f"  {BEN.text}".encode(), "cannot be used: This can't be a name"),
    (f"{'x' * 41} {BEN.text}".encode(), "cannot be used: A name has at most 40"),
    (f"Ben\xff {BEN.text}".encode("latin-1"), "is not UTF-8"),
    (f"Anna {BEN.text}".encode(), "names Anna a second time"),
    (f"anna {ANNA.text}".encode(), "names anna a second time"),
]


@pytest.mark.parametrize(("line", "sentence"), DAMAGED)
def test_a_line_that_cannot_be_understood_is_named(path: Path, line: bytes, sentence: str) -> None:
    remember(path, "Anna", ANNA)
    path.write_bytes(path.read_bytes() + line + b"\n")

    with pytest.raises(KnownPlayersError, match=f"Line 2 of .*{sentence}"):
        check(path, "Ben", BEN)


@pytest.mark.parametrize(("line", "sentence"), DAMAGED)
def test_a_line_of_keys_that_cannot_be_understood_is_named(keys: Path, line: bytes, sentence: str) -> None:
    keys.write_bytes(f"Anna {ANNA.text}\n".encode() + line + b"\n")

    with pytest.raises(KnownPlayersError, match=f"Line 2 of .*{sentence}"):
        read_keys(keys)


def test_known_players_are_known_by_their_whole_keys(path: Path) -> None:
    remember(path, "Anna", ANNA)
    path.write_text(f"{path.read_text()}Ben {BEN.fingerprint}\n")

    with pytest.raises(KnownPlayersError, match=r"Line 2 of .* has only the fingerprint"):
        read(path)


def test_a_file_that_others_can_open_is_not_read(path: Path) -> None:
    remember(path, "Anna", ANNA)
    path.chmod(0o644)

    with pytest.raises(PrivateFileError, match="open to other users"):
        check(path, "Anna", ANNA)


def test_keys_may_be_whole_or_fingerprints(keys: Path) -> None:
    keys.write_text(f"Anna {ANNA.text}\nBen the Elder {BEN.fingerprint}\n")
    told = read_keys(keys)

    assert told == {
        "Anna": KeyReference(ANNA.fingerprint, ANNA),
        "Ben the Elder": KeyReference(BEN.fingerprint),
    }
    assert told["Anna"].names(ANNA)
    assert told["Ben the Elder"].names(BEN)
    assert not told["Anna"].names(EVE)


def test_known_players_serve_as_keys(path: Path) -> None:
    remember(path, "Anna", ANNA)

    assert read_keys(path)["Anna"].key == ANNA


def test_lines_may_end_as_on_other_systems(keys: Path) -> None:
    keys.write_bytes(f"Anna {ANNA.text}\r\nBen {BEN.text}".encode())

    assert list(read_keys(keys)) == ["Anna", "Ben"]


def test_keys_that_are_not_there_are_missed(keys: Path) -> None:
    with pytest.raises(KnownPlayersError, match=r"keys cannot be read: No such file or directory\.$"):
        read_keys(keys)
