"""What one pair of eyes may know of a table."""

from __future__ import annotations

from msgspec import Struct

from core.decisions import Decision
from core.games.ninjato.state import House, Raiding
from core.kinds import Choice, Seat, Step, Viewer


class View(Struct, frozen=True, array_like=True):
    """The public facts, and the secrets of the viewer's own seat."""

    viewer: Viewer
    seats: tuple[Seat, ...]
    round: int
    phase: int
    order: tuple[Seat, ...]
    active: Seat
    placed: tuple[tuple[Seat, int], ...]
    houses: tuple[House, ...]
    row: tuple[int, ...]
    sensei: tuple[int, ...]
    palace: tuple[int, ...]
    pavilion: tuple[int, ...]
    deck_sizes: tuple[int, ...]
    discards: tuple[tuple[int, ...], ...]
    honor: tuple[int, ...]
    hand_sizes: tuple[int, ...]
    hand: tuple[int, ...]  # the viewer's own
    treasures: tuple[tuple[int, ...], ...]
    ready: tuple[tuple[int, ...], ...]
    used: tuple[tuple[int, ...], ...]
    envoys: tuple[tuple[int, ...], ...]
    rumor_counts: tuple[int, ...]
    rumors: tuple[tuple[int, ...], ...]  # the viewer's own; everybody's when the game is over
    elites: tuple[tuple[int, ...], ...]
    raid: Raiding | None
    disguised: tuple[int, ...]
    awards: tuple[int, ...]
    winners: tuple[Seat, ...]
    agenda: tuple[Step, ...]
    to_act: tuple[Seat, ...]
    sealed: tuple[Seat, ...]
    answer: Choice | None
    decision: Decision | None
    standing: tuple[Decision, ...]
