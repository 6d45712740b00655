"""The log: events of a game as sentences, in the language in use."""

from __future__ import annotations

from importlib import import_module

from client.log.wording import tell
from core.kinds import Event, Viewer


def sentence_of(game: str, event: Event, viewer: Viewer) -> str:
    """Say what a viewer may know of an event; nothing if that is nothing."""
    seen = event.seen_by(viewer)
    return "" if seen is None else tell(import_module(f"client.log.{game}").WORDING, seen)
