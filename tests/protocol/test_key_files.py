"""Key files: closed to others, never overwritten, and every refusal says why."""

from __future__ import annotations

import shutil
import subprocess
from errno import ENOSPC
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from protocol.identity import Identity, KeyFileError, load_identity, save_identity
from protocol.private_files import PrivateFileError, write_private


@pytest.mark.parametrize("passphrase", ["", "correct horse"])
def test_a_key_file_gives_the_identity_back(tmp_path: Path, passphrase: str) -> None:
    path = tmp_path / "new" / "identity"
    identity = Identity.make()

    save_identity(identity, path, passphrase)

    assert load_identity(path, passphrase).public == identity.public
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o777 == 0o700
    assert [file.name for file in path.parent.iterdir()] == ["identity"]


def test_a_key_file_is_never_written_over(tmp_path: Path) -> None:
    path = tmp_path / "identity"
    identity = Identity.make()
    save_identity(identity, path)

    with pytest.raises(KeyFileError, match="exists already"):
        save_identity(Identity.make(), path)

    assert load_identity(path).public == identity.public


@pytest.mark.parametrize(
    ("given_passphrase", "sentence"), [("", "needs its passphrase"), ("battery", "is not the passphrase of")]
)
def test_a_wrong_passphrase_is_called_that(tmp_path: Path, given_passphrase: str, sentence: str) -> None:
    path = tmp_path / "identity"
    save_identity(Identity.make(), path, "correct horse")

    with pytest.raises(KeyFileError, match=sentence) as error:
        load_identity(path, given_passphrase)

    assert "battery" not in str(error.value)


def test_a_passphrase_that_is_not_needed_does_no_harm(tmp_path: Path) -> None:
    identity = Identity.make()
    save_identity(identity, tmp_path / "identity")

    assert load_identity(tmp_path / "identity", "anything").public == identity.public


def test_a_missing_file_is_called_that(tmp_path: Path) -> None:
    with pytest.raises(PrivateFileError, match="There is no file"):
        load_identity(tmp_path / "identity")


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620, 0o666])
def test_a_key_file_open_to_others_is_refused(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "identity"
    save_identity(Identity.make(), path)
    path.chmod(mode)

    with pytest.raises(PrivateFileError, match="open to other users; close it with: chmod 600"):
        load_identity(path)


def test_a_folder_open_to_others_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "identity"
    save_identity(Identity.make(), path)
    path.parent.chmod(0o755)

    with pytest.raises(PrivateFileError, match="open to other users; close it with: chmod 700"):
        load_identity(path)
    with pytest.raises(PrivateFileError, match="open to other users"):
        save_identity(Identity.make(), path.with_name("second"))


@pytest.mark.parametrize("content", [b"", b"hello", b"\xff" * 100])
def test_a_file_that_is_no_key_is_called_that(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "identity"
    path.touch(mode=0o600)
    path.write_bytes(content)

    with pytest.raises(KeyFileError, match="not a private key in OpenSSH's format"):
        load_identity(path)


def test_a_key_of_another_kind_is_called_that(tmp_path: Path) -> None:
    path = tmp_path / "identity"
    path.touch(mode=0o600)
    key = ec.generate_private_key(ec.SECP256R1())
    path.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.OpenSSH, NoEncryption()))

    with pytest.raises(KeyFileError, match="not an Ed25519 key"):
        load_identity(path)


@pytest.mark.skipif(shutil.which("ssh-keygen") is None, reason="needs ssh-keygen")
def test_ssh_keygen_reads_our_keys_and_we_read_its(tmp_path: Path) -> None:
    ours, theirs = tmp_path / "ours", tmp_path / "theirs"
    identity = Identity.make()
    save_identity(identity, ours)
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "horse", "-f", theirs], check=True)

    shown = subprocess.run(["ssh-keygen", "-lf", ours], check=True, capture_output=True, text=True).stdout
    shown_theirs = subprocess.run(["ssh-keygen", "-lf", theirs], check=True, capture_output=True, text=True)

    assert shown.split()[1] == identity.public.fingerprint
    assert shown_theirs.stdout.split()[1] == load_identity(theirs, "horse").public.fingerprint


def test_a_write_that_fails_leaves_the_old_file_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    write_private(path, b"old")

    def fail(_descriptor: int) -> None:
        raise OSError(ENOSPC, "No space left on device")

    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(PrivateFileError, match="cannot be written: No space left"):
        write_private(path, b"new")

    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(PrivateFileError, match="cannot be read"):
        load_identity(tmp_path)
