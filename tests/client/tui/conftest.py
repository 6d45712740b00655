"""Pictures of screens to compare with: as text, so that a diff shows what has changed; a few in colour."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode
from textual import app, pilot

from client import texts
from tests.client.longest_language import pseudo_texts
from tests.client.tui.resting import at_rest, run_and_show


class TextPicture(SingleFileSnapshotExtension):
    """A file of lines for each picture."""

    file_extension = "txt"
    _write_mode = WriteMode.TEXT


class ColourPicture(SingleFileSnapshotExtension):
    """An SVG for each picture."""

    file_extension = "svg"
    _write_mode = WriteMode.TEXT


@pytest.fixture
def colour_picture(snapshot: SnapshotAssertion) -> SnapshotAssertion:
    return snapshot.use_extension(ColourPicture)


@pytest.fixture
def picture(snapshot: SnapshotAssertion) -> SnapshotAssertion:
    return snapshot.use_extension(TextPicture)


@pytest.fixture(autouse=True)
def _rest(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a pilot wait only for what happens, and show its screen where that fails."""
    for module in (app, pilot):
        monkeypatch.setattr(module, "wait_for_idle", at_rest)
    monkeypatch.setattr(app.App, "run_test", run_and_show)


@pytest.fixture
def _longest_language() -> Iterator[None]:
    texts.speak(pseudo_texts())
    yield
    texts.speak(None)
