"""What several tests of the client are given."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from client.seat.vault import Vault
from tests.client.vaults import open_vault


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "jinmaku"


@pytest.fixture
def vault(home: Path) -> Iterator[Vault]:
    with closing(open_vault(home)) as vault:
        yield vault
