"""What holds for all tests: no settings of whoever runs them count; a failure says what went before it."""

from __future__ import annotations

import os
import re
from collections import deque
from collections.abc import Generator

import pytest
from hypothesis import settings

settings.register_profile("patient", deadline=None, print_blob=True)
settings.load_profile("patient")

SETTINGS = re.compile("(NO_COLOR|FORCE_COLOR|COLORTERM|COLUMNS|LINES|TMUX|LANG|LC_|TEXTUAL|JINMAKU).*")
for name in filter(SETTINGS.fullmatch, list(os.environ)):
    del os.environ[name]
os.environ |= {"LANG": "C.UTF-8", "TERM": "xterm-256color"}

BEFORE = 10
before = deque[str](maxlen=BEFORE)


@pytest.fixture(autouse=True, scope="session")
def _own_home(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Give what is started without a home one of its own."""
    patch = pytest.MonkeyPatch()
    patch.setenv("JINMAKU_HOME", str(tmp_path_factory.mktemp("home")))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Name the last tests in the same process, in case it is one of them that another fails of."""
    report = yield
    if report.failed:
        report.sections.append((f"Tests before {item.name}", "\n".join(before)))
    if call.when == "teardown":
        before.append(item.nodeid)
    return report
