"""What a screen shows of a table at one moment; widgets get it and ask nobody else."""

from __future__ import annotations

import time
from typing import Any, NamedTuple

from client.mirror import Mirror
from core.deals import Key, Standing
from core.game import Game
from core.records import Decision, Seat, Viewer
from protocol.messages import ClockFace, TableInfo, TableState


class Scene(NamedTuple):
    """A mirror as it was once; the mirror itself goes on changing."""

    game: Game
    seat: Viewer
    info: TableInfo
    view: Any
    prompt: int | None
    clocks: tuple[ClockFace, ...]
    deals: dict[Key, Standing]
    at: float  # by the clock of this machine

    @property
    def decision(self) -> Decision | None:
        """What this seat is asked, if anything."""
        if self.prompt is None or self.view is None or self.info.state is not TableState.RUNNING:
            return None
        decision: Decision | None = self.view.decision
        return decision

    @property
    def standing(self) -> tuple[Decision, ...]:
        """What this seat may do besides."""
        return self.view.standing if self.view is not None else ()

    def player_at(self, seat: Seat) -> str:
        return next((row.player for row in self.info.seats if row.seat == seat), "")

    def remaining_ms(self, now: float) -> int | None:
        """Say how much time this seat has left, if its clock runs."""
        for face in self.clocks:
            if face.seat == self.seat and face.is_running and face.remaining_ms is not None:
                return max(0, face.remaining_ms - int(1000 * (now - self.at)))
        return None


def scene_of(mirror: Mirror) -> Scene:
    return Scene(
        mirror.game,
        mirror.seat,
        mirror.info,
        mirror.view,
        mirror.prompt,
        mirror.clocks,
        dict(mirror.deals),
        time.monotonic(),
    )
