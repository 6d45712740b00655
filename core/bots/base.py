"""What a bot is: somebody who sees a view and makes a choice."""

from __future__ import annotations

from typing import Protocol

from core.decisions import Decision
from core.kinds import Choice, Viewer


class AnyView(Protocol):
    """What every game's view has, whatever else it shows."""

    @property
    def viewer(self) -> Viewer: ...

    @property
    def decision(self) -> Decision | None: ...


class Bot(Protocol):
    """A player made of code; it gets no more to see than a person in its seat."""

    def choose(self, view: AnyView) -> Choice:
        """Answer the decision in the view."""
        ...
