"""What several tests of the client are given."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from client.seat.vault import Vault
from tests.client.vaults import open_vault
from tests.harness.command import called


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "jinmaku"


@pytest.fixture
def vault(home: Path) -> Iterator[Vault]:
    with closing(open_vault(home)) as vault:
        yield vault


@pytest.fixture
def refusal(capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """Try to be a host, in this process, and return why not."""

    def refused(*words: str) -> str:
        code, _, told = called(capsys, "host", *words)
        assert code in {1, 2}
        return told

    return refused
