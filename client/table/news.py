"""What a table hears: news of a seat, together with how the table stands then."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from client.seat.journey import Way
from client.seat.news import Alarmed, Disconnected, Heard
from client.seat.player import Player
from client.table.company import Remark
from client.table.scene import Scene


class Arrived(NamedTuple):
    """We are at the table; this is how it stands and all that was told before."""

    player: Player | None  # of what is only shown there is none
    scene: Scene
    story: list[Heard]
    way: Way | None = None  # by which we came


class Happened(NamedTuple):
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


TableNews: TypeAlias = (
    Arrived | Happened | Missed | Looked | Disconnected | Rejoined | Remark | Alarmed | Gone
)
