"""The log: events of a game as sentences, in the language in use."""

from __future__ import annotations

from importlib import import_module

from core.records import Event, Viewer


def sentence_of(game: str, event: Event, viewer: Viewer) -> str:
    """Say what a viewer may know of an event; nothing if that is nothing."""
    seen = event.seen_by(viewer)
    if seen is None:
        return ""
    sentence: str = import_module(f"client.log.{game}").SENTENCES[type(seen)](seen)
    return sentence
