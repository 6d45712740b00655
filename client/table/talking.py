"""Rooms, what was said in them, and saying something more."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeAlias

from client.harmless import harmless
from client.seat.news import Heard
from client.table.deeds import Speak
from client.table.errands import Ask, Converse, Errands, send
from client.table.scene import Scene
from client.table.words import clans
from client.texts import t
from core.kinds import Seat, Viewer
from protocol.entries import Said

Room: TypeAlias = tuple[Seat, ...]
"""The others in a room; empty for the whole table."""
TABLE: Final[Room] = ()
MOST_READ: Final = 8
"""So much of what was said in a room stands above what is said next."""


def room_of(seat: Seat, to: Room, own: Viewer) -> Room:
    """Return the room in which somebody said something to some, as one of those in it knows it."""
    return to if seat == own or not to else tuple(sorted({seat, *to} - {own}))


def speak(scene: Scene, story: Iterable[Heard], room: Room) -> Errands:
    """Say something in a room, after reading what was said there."""
    title = t("talk-title", who=clans(scene, room), whole="no" if room else "yes")
    said = list(said_in(scene, story, room))[-MOST_READ:]
    words: str | None = yield Ask(Converse(title, said or [t("talk-silence")]))
    if words:
        yield from send(Speak(words, room))


def said_in(scene: Scene, story: Iterable[Heard], room: Room) -> Iterable[str]:
    for heard in story:
        entry = heard.entry
        if isinstance(entry, Said) and heard.words and room_of(entry.seat, entry.to, scene.seat) == room:
            who = clans(scene, [entry.seat], ".short")
            yield t("talk-said", who=who, words=harmless(heard.words))
