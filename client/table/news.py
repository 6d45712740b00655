"""What a table hears: news of a seat, together with how the table stands then."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from client.seat.news import Alarmed, Disconnected, Heard
from client.table.scene import Scene


class HeardNews(NamedTuple):
    """Something happened."""

    heard: Heard
    scene: Scene


class Missed(NamedTuple):
    """Something happened while the connection was lost; how the table stood then, nobody says."""

    heard: Heard


class Looked(NamedTuple):
    """Somebody came, went or is ready; the newest such news are enough."""

    scene: Scene


class Rejoined(NamedTuple):
    """The connection is there again."""

    scene: Scene


class Gone(NamedTuple):
    """We are not at the table any more."""

    reason: str


class Remark(NamedTuple):
    """A sentence; loud: so that nobody overlooks it, quiet: for the log alone."""

    words: str
    is_loud: bool = False
    is_quiet: bool = False


TableNews: TypeAlias = HeardNews | Missed | Looked | Disconnected | Rejoined | Remark | Alarmed | Gone
