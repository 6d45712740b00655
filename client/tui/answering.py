"""What all screens that lie upon others have in common."""

from __future__ import annotations

from typing import TypeVar

from textual.await_complete import AwaitComplete
from textual.screen import Screen

Answer = TypeVar("Answer")


class AnsweringScreen(Screen[Answer]):
    """Answers once: a second key that was on its way must not close what lies below."""

    def dismiss(self, result: Answer | None = None) -> AwaitComplete:
        return super().dismiss(result) if self.app.screen is self else AwaitComplete()
