"""A game that was played, as it can be shown again: its moments for each pair of eyes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from client.mirror import Heard
from client.replay import Eyes
from core.game import Game
from protocol.messages import TableInfo


class Moment(NamedTuple):
    """Something that was told, how the table stood after it, and its sentences."""

    heard: Heard
    view: Any
    sentences: list[str]
    seq: int  # its place in the log, the same for all eyes


class Proof(NamedTuple):
    """What a log proves: one sentence, whether all was fair or somebody cheated, and each check."""

    sentence: str
    is_fair: bool
    is_cheating: bool
    lines: list[str]


class Past(NamedTuple):
    """A log, ready to be looked at."""

    title: str
    game: Game
    info: TableInfo
    eyes: tuple[tuple[str, Eyes], ...]
    moments: Callable[[Eyes], list[Moment]]
    prove: Callable[[Callable[[int], None]], Proof]  # tells how many percent are done; takes a while
