"""A game told again: its moments with their numbers, and what there was to be seen, as lines of text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final, Literal, TypeAlias

import msgspec

from client.harmless import harmless
from client.log.table import event_sentence, sentences_of
from client.mirror import Heard
from core.game import Game
from core.records import Event, Viewer
from core.wire import question_of

ALL: Final = "all"
Eyes: TypeAlias = Viewer | Literal["all"]
"""Whose eyes: those of one viewer, or those of all together."""

SEALED: Final = "(sealed words)"
INVITED: Final = "An invitation is made out."


def lines_of(game: Game, story: Iterable[Heard], eyes: Eyes) -> Iterator[str]:
    """Tell a story with the numbers its viewer counts by; what followed from a moment stands under it."""
    for heard in story:
        number = f"{heard.number:5}  "
        for sentence in told(game, heard, eyes) or [INVITED]:
            yield number + harmless(sentence)
            number = " " * len(number)


def told(game: Game, heard: Heard, eyes: Eyes) -> list[str]:
    if eyes != ALL:
        return sentences_of(game, heard, eyes)
    done = sentences_of(game, heard._replace(events=[]), None)
    return done + [event_sentence(game, event, knower_of(game, event)) for event in heard.events]


def knower_of(game: Game, event: Event) -> Viewer:
    """Find somebody who was told all of an event."""
    viewers: tuple[Viewer, ...] = (None, *range(len(game.seat_names)))
    return next((viewer for viewer in viewers if event.seen_by(viewer) == event), None)


def lines_of_view(game: Game, view: Any) -> Iterator[str]:
    """List what a view has to show, field by field."""
    for name in view.__struct_fields__:
        value = in_notation(game, name, getattr(view, name))
        if value not in (None, ()):
            yield f"{name} = {msgspec.json.encode(value).decode()}"


def in_notation(game: Game, name: str, value: Any) -> Any:
    """Write the choices in a field of a view as lines, for a record means nothing to a reader."""
    if name == "standing":
        return tuple(question_of(game, decision) for decision in value)
    if value is None or name not in ("answer", "decision"):
        return value
    return game.line_of(value) if name == "answer" else question_of(game, value)
