"""What holds for all tests: nobody's own files are touched."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True, scope="session")
def _own_home(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Give what is started without a home one of its own."""
    patch = pytest.MonkeyPatch()
    patch.setenv("JINMAKU_HOME", str(tmp_path_factory.mktemp("home")))
