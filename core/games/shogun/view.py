"""What one pair of eyes may know of a table."""

from __future__ import annotations

from msgspec import Struct

from core.decisions import Decision
from core.games.shogun.state import ProvinceDraft
from core.kinds import Choice, Seat, Step, Viewer


class View(Struct, frozen=True, array_like=True):
    """The public facts, and the secrets of the viewer's own seat."""

    viewer: Viewer
    seats: tuple[Seat, ...]
    side: int
    year: int
    season: int
    phase: int
    owner: tuple[int, ...]
    armies: tuple[int, ...]
    buildings: tuple[int, ...]
    revolts: tuple[int, ...]
    reserve: tuple[int, ...]
    tower: tuple[int, ...]  # cubes resting inside, on either floor
    tray: tuple[int, ...]
    peasants: int
    chests: tuple[int, ...]
    rice: tuple[int, ...]
    vp: tuple[int, ...]
    events_open: tuple[int, ...]
    events_gone: tuple[int, ...]
    event: int
    actions: tuple[int, ...]  # those lying open, from space 1 on
    action: int
    acting: int
    track: tuple[int, ...]
    held: tuple[int, ...]
    order: tuple[Seat, ...]
    plans: tuple[tuple[int, ...], ...]  # a card the viewer has not seen is -2, no card -1
    won: tuple[int, ...]
    draft: ProvinceDraft | None
    winners: tuple[Seat, ...]
    agenda: tuple[Step, ...]
    to_act: tuple[Seat, ...]
    sealed: tuple[Seat, ...]  # who has given an answer nobody sees yet
    answer: Choice | None  # the viewer's own sealed answer
    decision: Decision | None
    standing: tuple[Decision, ...]
