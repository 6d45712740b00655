"""A game told again: its moments with their numbers, and what there was to see, as lines of text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from client.harmless import harmless
from client.seat.news import Heard
from client.table.face import face_of
from client.table.past import ALL, Eyes
from client.table.sentences import sentence_about, sentences_of
from client.texts import t
from core.game import Game
from core.kinds import Event, Viewer
from protocol.entries import Invited

SEALED: Final = "told-sealed-words"
INVITED: Final = "told-invited"


def lines_of(game: Game, story: Iterable[Heard], eyes: Eyes) -> Iterator[str]:
    """Tell a story with the numbers its viewer counts by; consequences follow their moment."""
    for heard in story:
        number = f"{heard.number:5}  "
        for sentence in told(game, heard, eyes):
            yield number + harmless(sentence)
            number = " " * len(number)


def told(game: Game, heard: Heard, eyes: Eyes) -> list[str]:
    """Return the sentences of a moment; some have none."""
    if isinstance(heard.entry, Invited):
        return [t(INVITED)]
    if eyes != ALL:
        return sentences_of(game, heard, eyes)
    return sentences_of(
        game, heard, None, lambda _, event, __: sentence_about(game, event, knower_of(game, event))
    )


def knower_of(game: Game, event: Event) -> Viewer:
    """Find somebody who was told all of an event."""
    viewers: tuple[Viewer, ...] = (None, *range(len(game.seat_names)))
    return next((viewer for viewer in viewers if event.seen_by(viewer) == event), None)


def lines_of_view(game: Game, view: Any) -> Iterable[str]:
    """Say in words what a view shows."""
    return face_of(game.name).look(view)
