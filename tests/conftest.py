"""What holds for all tests: the runner's own settings do not count; a failure says what ran before it."""

from __future__ import annotations

import gc
import os
import re
import shutil
import signal
import tempfile
from collections import deque
from collections.abc import Generator, Iterator
from itertools import count
from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import settings

from client.texts import speak_in_lines
from protocol.identity import PublicKey
from tests.harness.changes import verify_once
from tests.harness.postgres import Postgres, postgres, programs

settings.register_profile("patient", deadline=None, print_blob=True)
settings.load_profile("patient")

SETTINGS = re.compile("(NO_COLOR|FORCE_COLOR|COLORTERM|COLUMNS|LINES|TMUX|LANG|LC_|TEXTUAL|JINMAKU).*")
for name in filter(SETTINGS.fullmatch, list(os.environ)):
    del os.environ[name]
os.environ |= {"LANG": "C.UTF-8", "TERM": "xterm-256color"}
MEMORY = Path("/dev/shm")  # noqa: S108 (each test makes a folder of its own there)
ROOM = 2**31
if "TMPDIR" not in os.environ and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM:
    # What is killed here does not take its machine along, so waiting for a disk would prove nothing.
    os.environ["TMPDIR"] = tempfile.tempdir = str(MEMORY)
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell has background jobs ignore ctrl-c

BEFORE = 10
NUMBERS = count()
before = deque[str](maxlen=BEFORE)


@pytest.fixture(autouse=True, scope="session")
def _own_home(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Give everything started without a home its own one."""
    patch = pytest.MonkeyPatch()
    patch.setenv("JINMAKU_HOME", str(tmp_path_factory.mktemp("home")))


def pytest_collection_finish() -> None:
    """Spare the collector what is there for good: all modules, and thousands of tests."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True, scope="session")
def _each_signature_is_verified_once() -> Iterator[None]:
    """Whoever asks, server, player or log, the answer is the same."""
    with patch.object(PublicKey, "verify", verify_once):
        yield


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Name the last tests in the same process, in case one of them makes another fail."""
    report = yield
    if report.failed:
        report.sections.append((f"Tests before {item.name}", "\n".join(before)))
    if call.when == "teardown":
        before.append(item.nodeid)
    return report


@pytest.fixture(autouse=True)
def _for_a_screen() -> None:
    """Let each test begin with the texts for a screen, whatever spoke in lines before."""
    speak_in_lines(is_wanted=False)


@pytest.fixture(scope="session")
def database() -> Iterator[Postgres]:
    if programs() is None:
        pytest.skip("PostgreSQL is not installed here")
    with postgres() as server:
        yield server


@pytest.fixture
def url(database: Postgres) -> str:
    """Return the URL of a database for this test alone."""
    return database.new_database(f"test{next(NUMBERS)}")
