"""What a screen shows of a table at one moment; widgets get it and ask nobody else."""

from __future__ import annotations

from typing import Any, NamedTuple

from msgspec.structs import replace

from client.harmless import harmless
from core.deals import Key, Standing
from core.decisions import Decision
from core.flow import waited_for
from core.game import Game
from core.kinds import Choice, Seat, Viewer
from protocol.messages import ClockFace, TableInfo, TableState
from protocol.round import RoundStage


class Seals(NamedTuple):
    """A sealed round under way: how far it is, who has sealed and who is missing."""

    stage: RoundStage
    is_chance: bool  # everybody brings chance for the game; otherwise choices
    done: tuple[Seat, ...]
    missing: tuple[Seat, ...]


class Candidate(NamedTuple):
    """Somebody who wants to take over a seat, on whom this player has not voted."""

    seat: Seat
    name: str
    key: bytes


class GuestPass(NamedTuple):
    """An invitation that whoever opened the table can pass on, and who has come with it, if that is known."""

    text: str
    user: str = ""


class Scene(NamedTuple):
    """A mirror as it was at one moment; the mirror itself goes on changing."""

    game: Game
    seat: Viewer
    info: TableInfo
    view: Any
    prompt: int | None
    clocks: tuple[ClockFace, ...]
    deals: dict[Key, Standing]
    at: float  # by the clock of this machine
    seals: Seals | None = None
    is_sealing: bool = False  # everybody answers the question at once, unseen
    sealed: Choice | None = None  # what this seat has sealed, as long as it is not open
    can_reseal: bool = False
    code: str = ""  # what people can read aloud to know that they sit at the same table
    game_id: bytes = b""  # the name of this game among all games of all hosts
    candidates: tuple[Candidate, ...] = ()
    vacant: tuple[Seat, ...] = ()  # seats a spectator could apply for
    invitations: tuple[GuestPass, ...] = ()  # for whoever opened the table to pass on, unused ones first
    question: int = 0  # another number is another question; one asked again keeps it

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

    @property
    def has_sealed(self) -> bool:
        """Whether this seat has sealed a choice that is not open yet."""
        return self.seals is not None and not self.seals.is_chance and self.seat in self.seals.done

    @property
    def next_invitation(self) -> str:
        """The one to pass on next, if any is left."""
        return next((each.text for each in self.invitations if not each.user), "")

    @property
    def waited_for(self) -> tuple[Seat, ...]:
        """Name who has to decide something, to seal it, or to turn over a card."""
        if self.view is None:
            return ()
        is_open = self.seals is not None and self.seals.stage is RoundStage.OPEN
        missing = self.seals.missing if self.seals is not None and is_open else None
        return waited_for(self.view.agenda, self.view.to_act, missing)

    def player_at(self, seat: Seat) -> str:
        return next((harmless(row.player) for row in self.info.seats if row.seat == seat), "")

    def remaining_ms(self, now: float) -> int | None:
        """Return how much time this seat has left, if its clock runs."""
        for face in self.clocks:
            if face.seat == self.seat and face.is_running and face.remaining_ms is not None:
                return max(0, face.remaining_ms - int(1000 * (now - self.at)))
        return None


def info_beside(view: Any, info: TableInfo) -> TableInfo:
    """A game that can be seen has begun, even if the notice of that is still on its way."""
    if view is None or info.state is not TableState.OPEN:
        return info
    return replace(info, state=TableState.RUNNING)
