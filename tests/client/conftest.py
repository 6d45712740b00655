"""What several tests of the client are given."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from client.seat.vault import Vault
from client.texts import speak, spoken
from tests.client.vaults import open_vault


@pytest.fixture(autouse=True)
def _own_language() -> Iterator[None]:
    """Use the texts for line-by-line play in one test, and not after it."""
    yield
    if spoken().form:
        speak(None)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "jinmaku"


@pytest.fixture
def vault(home: Path) -> Iterator[Vault]:
    with closing(open_vault(home)) as vault:
        yield vault
