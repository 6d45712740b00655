"""A vault whose files were changed, swapped or opened to others, or whose disk fails, says so."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from errno import ENOSPC
from pathlib import Path

import pytest

from client.seat.vault import Vault, VaultError
from tests.client.vaults import (
    CONTEXT,
    NEW,
    OLD,
    OTHER_CONTEXT,
    SECRET,
    file_of,
    files_no_larger_than,
    open_vault,
    reopened,
)

Deed = Callable[[Vault], object]
DEEDS: dict[str, Deed] = {
    "keep_dealt": lambda vault: vault.keep_dealt(2, OTHER_CONTEXT, SECRET),
    "keep_head": lambda vault: vault.keep_head(2, NEW),
    "keep_evidence": lambda vault: vault.keep_evidence("fork", b"two signatures"),
    "forget_round": lambda vault: vault.forget_round(1),
}
deeds = pytest.mark.parametrize("deed", DEEDS.values(), ids=DEEDS)


# Files that cannot be trusted --------------------------------------------------------------------


def filled(vault: Vault) -> Vault:
    vault.keep_dealt(1, CONTEXT, SECRET)
    vault.keep_head(1, OLD)
    vault.keep_evidence("fork", b"one")
    return vault


READS: dict[str, Deed] = {
    "dealt": lambda vault: vault.dealt(1, CONTEXT),
    "head": lambda vault: vault.last_head(),
    "evidence": lambda vault: vault.keep_evidence("fork", b"one"),
}
REWRITES: dict[str, Deed] = {
    "dealt": lambda vault: vault.keep_dealt(1, CONTEXT, b"another"),
    "head": lambda vault: vault.keep_head(2, NEW),
    "evidence": lambda vault: vault.keep_evidence("fork", b"one"),
}
kinds = pytest.mark.parametrize("kind", READS)


def test_all_is_closed_to_others_whatever_the_umask(home: Path) -> None:
    mask = os.umask(0)
    try:
        with closing(open_vault(home)) as vault:
            filled(vault)
    finally:
        os.umask(mask)

    assert {path.stat().st_mode & 0o777 for path in home.rglob("*") if path.is_file()} == {0o600}
    assert {path.stat().st_mode & 0o777 for path in [home, *home.rglob("*")] if path.is_dir()} == {0o700}


@kinds
@pytest.mark.parametrize("call", [READS, REWRITES], ids=["read", "write"])
def test_a_link_in_the_place_of_a_file_is_refused(vault: Vault, kind: str, call: dict[str, Deed]) -> None:
    path = file_of(filled(vault), kind)
    elsewhere = vault.folder.parent / "elsewhere"
    path.rename(elsewhere)
    path.symlink_to(elsewhere)
    before = elsewhere.read_bytes()

    with pytest.raises(VaultError, match="not a plain file"):
        call[kind](reopened(vault))

    assert elsewhere.read_bytes() == before
    assert path.is_symlink()


@kinds
@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir], ids=["pipe", "folder"])
def test_what_is_no_file_is_refused(vault: Vault, kind: str, make: Callable[[Path], None]) -> None:
    path = file_of(filled(vault), kind)
    path.unlink()
    make(path)

    with pytest.raises(VaultError, match="not a plain file"):
        READS[kind](reopened(vault))


@kinds
def test_a_file_that_others_can_open_is_refused(vault: Vault, kind: str) -> None:
    file_of(filled(vault), kind).chmod(0o640)

    with pytest.raises(VaultError, match=r"open to other users.*chmod 600"):
        READS[kind](reopened(vault))


@kinds
def test_a_file_too_large_is_not_read(vault: Vault, kind: str) -> None:
    os.truncate(file_of(filled(vault), kind), 2**40)

    with pytest.raises(VaultError, match="too large"):
        READS[kind](reopened(vault))


@pytest.mark.parametrize("kind", ["dealt", "head"])
def test_any_change_to_a_file_is_noticed(vault: Vault, kind: str) -> None:
    path = file_of(filled(vault), kind)
    content = path.read_bytes()
    flipped = (
        content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :] for place in range(len(content))
    )
    cut = (content[:size] for size in range(len(content)))

    for damaged in (*flipped, *cut):
        path.write_bytes(damaged)
        with pytest.raises(VaultError, match="is damaged"):
            READS[kind](vault)


def test_no_file_can_stand_in_for_another(vault: Vault) -> None:
    vault.keep_dealt(1, CONTEXT, SECRET)
    path = file_of(vault, "dealt")
    path.rename(path.with_name(path.name.replace("c0", "c1")))

    with pytest.raises(VaultError, match="is damaged"):
        vault.dealt(1, OTHER_CONTEXT)


@pytest.mark.parametrize("depth", [0, 1], ids=["table", "all tables"])
def test_a_folder_that_is_a_link_or_open_to_others_is_refused(home: Path, depth: int) -> None:
    vault = open_vault(home)
    vault.close()
    folder = [vault.folder, *vault.folder.parents][depth]

    folder.chmod(0o750)
    with pytest.raises(VaultError, match=r"open to other users.*chmod 700"):
        open_vault(home)
    folder.chmod(0o700)
    folder.rename(home / "elsewhere")
    folder.symlink_to(home / "elsewhere")
    with pytest.raises(VaultError, match="not a plain folder"):
        open_vault(home)


def test_a_lock_that_is_a_link_is_refused(home: Path) -> None:
    vault = open_vault(home)
    vault.close()
    lock = vault.folder / "lock"
    lock.unlink()
    lock.symlink_to(home / "precious")

    with pytest.raises(VaultError, match="lock cannot be used"):
        open_vault(home)

    assert not (home / "precious").exists()


# Disks that fail ---------------------------------------------------------------------------------


@deeds
def test_a_full_disk_is_told_and_changes_nothing(vault: Vault, deed: Deed) -> None:
    vault.keep_dealt(1, CONTEXT, SECRET)
    vault.keep_head(1, OLD)
    before = facts(vault)

    with files_no_larger_than(10), pytest.raises(VaultError, match="File too large"):
        deed(vault)

    assert facts(vault) == before
    assert facts(reopened(vault)) == before
    deed(vault)


@deeds
def test_a_disk_that_cannot_make_it_last_is_told(
    vault: Vault, deed: Deed, monkeypatch: pytest.MonkeyPatch
) -> None:
    vault.keep_dealt(1, CONTEXT, SECRET)

    def fail(_: int) -> None:
        raise OSError(ENOSPC, os.strerror(ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", fail)
        with pytest.raises(VaultError, match="No space left on device"):
            deed(vault)

    deed(vault)


@deeds
def test_a_folder_that_cannot_be_written_is_told(vault: Vault, deed: Deed) -> None:
    vault.keep_dealt(1, CONTEXT, SECRET)
    vault.folder.chmod(0o500)

    with without_privileges(), pytest.raises(VaultError, match="Permission denied"):
        deed(vault)


def test_a_home_that_cannot_be_is_told(home: Path) -> None:
    home.write_text("a file")

    for folder in (home, home / "below"):
        with pytest.raises(VaultError, match=f"{home} .*Not a directory"):
            open_vault(folder)


def test_nothing_returns_before_it_is_on_the_disk(vault: Vault, monkeypatch: pytest.MonkeyPatch) -> None:
    vault.keep_dealt(1, CONTEXT, SECRET)
    steps: list[str] = []
    fsync, replace = os.fsync, Path.replace

    def noted_fsync(descriptor: int) -> None:
        path = Path(f"/proc/self/fd/{descriptor}").readlink()
        steps.append("folder" if path.is_dir() else "file" if path.stat().st_size else "nothing")
        fsync(descriptor)

    def noted_replace(path: Path, target: Path) -> Path:
        steps.append("rename")
        return replace(path, target)

    monkeypatch.setattr(os, "fsync", noted_fsync)
    monkeypatch.setattr(Path, "replace", noted_replace)
    for name in ("keep_dealt", "keep_head", "keep_evidence", "forget_round"):
        steps.clear()
        DEEDS[name](vault)
        assert steps == ["file", "rename", "folder"]
    steps.clear()
    reopened(vault)
    assert steps == ["folder"] * 3


def test_no_error_and_no_repr_tells_a_secret(vault: Vault) -> None:
    with files_no_larger_than(10), pytest.raises(VaultError) as full:
        vault.keep_dealt(1, CONTEXT, SECRET)
    vault.keep_dealt(1, CONTEXT, SECRET)
    with pytest.raises(VaultError) as twice:
        vault.keep_dealt(1, CONTEXT, SECRET + b"!")
    file_of(vault, "dealt").write_bytes(SECRET)
    with pytest.raises(VaultError) as damaged:
        vault.dealt(1, CONTEXT)

    shown = [f"{error!r} {error.__cause__!r}" for error in (full.value, twice.value, damaged.value)]
    for text in (*shown, repr(vault)):
        assert SECRET.decode() not in text
        assert SECRET.hex() not in text


def facts(vault: Vault) -> dict[str, object]:
    return {
        "dealt": (vault.dealt(1, CONTEXT), vault.dealt(2, OTHER_CONTEXT)),
        "head": vault.last_head(),
        "evidence": {path.name: path.read_bytes() for path in vault.folder.glob("evidence*")},
    }


@contextmanager
def without_privileges() -> Iterator[None]:
    """Become somebody for whom permissions count, if necessary."""
    user = os.geteuid()
    os.seteuid(user or 65534)
    try:
        yield
    finally:
        os.seteuid(user)
