"""What a vault has kept survives, wherever the client is killed; run as a module, this is the one killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing, suppress
from itertools import count
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import client.seat.vault
import protocol.private_files
from client.seat.vault import Vault, VaultError
from protocol.identity import Identity

ROOT = Path(__file__).parents[2]
HOST = Identity.from_secret(bytes(32)).public
CONTEXT, OTHER_CONTEXT = b"\xc0" * 32, b"\xc1" * 32
OLD, NEW = b"\xaa" * 32, b"\xbb" * 32
SECRET = b"the polynomial of a sealed choice"


def roll_back(vault: Vault) -> None:
    with suppress(VaultError):
        vault.keep_head(1, NEW)


Deed = Callable[[Vault], object]
DEEDS: dict[str, Deed] = {
    "open": Vault.last_head,
    "keep_dealt": lambda vault: vault.keep_dealt(2, OTHER_CONTEXT, SECRET),
    "keep_head": lambda vault: vault.keep_head(2, NEW),
    "keep_talk_key": lambda vault: vault.keep_talk_key(NEW),
    "forget_talk_key": Vault.forget_talk_key,
    "keep_evidence": lambda vault: vault.keep_evidence("fork", b"two signatures"),
    "forget_round": lambda vault: vault.forget_round(1),
    "roll_back": roll_back,
}


def open_vault(home: Path) -> Vault:
    return Vault(home, HOST, "dragon")


def test_a_client_may_be_killed_at_every_line_of_all_it_keeps(tmp_path: Path) -> None:
    done = subprocess.run(
        child_command("kill", tmp_path), cwd=ROOT, capture_output=True, text=True, check=False
    )
    lines = json.loads(done.stdout)

    assert (done.returncode, done.stderr) == (0, "")
    assert lines.keys() == DEEDS.keys()
    assert min(lines.values()) > 10


def test_a_client_that_was_killed_leaves_its_seat(tmp_path: Path) -> None:
    with subprocess.Popen(child_command("sit", tmp_path), cwd=ROOT, stdout=subprocess.PIPE) as child:
        assert child.stdout
        assert child.stdout.readline() == b"here\n"
        with pytest.raises(VaultError, match="already sit at this table in another window"):
            open_vault(tmp_path)
        child.kill()

    open_vault(tmp_path).close()


def child_command(what: str, folder: Path) -> list[str]:
    return [sys.executable, "-m", "tests.client.test_vault_kill", what, str(folder)]


def kill_everywhere(folder: Path, name: str) -> int:
    """Do a deed in children that die before its first line, its second and so on, until one lives."""
    before, after = expected(folder / "before", name), expected(folder / "after", name, DEEDS[name])
    for step in count():
        home = folder / str(step)
        child = os.fork()
        if not child:
            be_killed_at(home, name, step)
        _, status = os.waitpid(child, 0)
        with closing(open_vault(home)) as vault:
            check(vault, (after,) if status == 0 else (before, after))
            DEEDS[name](vault)
            check(vault, (after,))
        if status == 0:
            return step
        assert os.WTERMSIG(status) == signal.SIGKILL
    raise AssertionError


def be_killed_at(home: Path, name: str, step: int) -> None:
    files = {client.seat.vault.__file__, protocol.private_files.__file__}
    left = [step]

    def trace(frame: FrameType, event: str, _: object) -> Any:
        if frame.f_code.co_filename not in files:
            return None
        left[0] -= event == "line"
        if left[0] < 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return trace

    if name == "open":
        sys.settrace(trace)
    vault = prepared(home, name)
    sys.settrace(trace)
    DEEDS[name](vault)
    os._exit(0)


def prepared(home: Path, name: str) -> Vault:
    vault = open_vault(home)
    if name != "open":
        vault.keep_dealt(1, CONTEXT, SECRET)
        vault.keep_head(1, OLD)
        vault.keep_talk_key(OLD)
    return vault


def expected(home: Path, name: str, deed: Deed = Vault.last_head) -> dict[str, object]:
    with closing(prepared(home, name)) as vault:
        deed(vault)
        return facts(vault)


def check(vault: Vault, allowed: tuple[dict[str, object], ...]) -> None:
    """Everything is as it was before or as it should be afterwards, and no half-written file is left."""
    paths = list(vault.folder.iterdir())

    assert facts(vault) in allowed
    assert [path.name for path in paths if path.name.startswith(".")] == []
    assert {path.stat().st_mode & 0o777 for path in paths} == {0o600}


def facts(vault: Vault) -> dict[str, object]:
    return {
        "dealt": (vault.dealt(1, CONTEXT), vault.dealt(2, OTHER_CONTEXT)),
        "talk key": vault.talk_key(),
        "head": vault.last_head(),
        "evidence": {path.name: path.read_bytes() for path in vault.folder.glob("evidence*")},
    }


def make_haste(fd: object) -> None:
    """Stand in for fsync: what a process has written outlives it, if not its machine."""


if __name__ == "__main__":
    os.fsync = make_haste
    what, folder = sys.argv[1], Path(sys.argv[2])
    if what == "sit":
        vault = open_vault(folder)
        os.write(1, b"here\n")
        signal.pause()
    steps = {name: kill_everywhere(folder / name, name) for name in DEEDS}
    os.write(1, json.dumps(steps).encode())
