"""What a table hears: news of a seat, together with how the table stands then."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from client.seat.news import Alarmed, Disconnected, Heard
from client.table.scene import Scene
from core.kinds import Viewer


class HeardNews(NamedTuple):
    """Something happened."""

    heard: Heard
    scene: Scene


class Missed(NamedTuple):
    """Something happened while the connection was lost; nobody says how the table stood then."""

    heard: Heard


class Looked(NamedTuple):
    """Somebody came, went or is ready; only the newest such news matters."""

    scene: Scene


class Rejoined(NamedTuple):
    """The connection is back."""

    scene: Scene


class Gone(NamedTuple):
    """We are no longer at the table, or no longer only watch: perhaps a seat there is ours now."""

    reason: str
    won: Viewer = None


class Remark(NamedTuple):
    """A sentence; loud if nobody must overlook it."""

    words: str
    is_loud: bool = False


TableNews: TypeAlias = HeardNews | Missed | Looked | Disconnected | Rejoined | Remark | Alarmed | Gone
