"""What a client draws, on its way over a link that may be slow.

A client never waits for the link: it would miss what happens at its table. So what cannot be sent yet is
kept, and if it gets too much it is dropped whole, and everything drawn anew once there is room.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

MOST_KEPT: Final = 512 * 1024
CANCEL: Final = b"\x18\x1b[0m"
"""Ends a sequence that was cut in the middle."""
LEAVE: Final = (
    CANCEL
    + b"".join(b"\x1b[?%dl" % mode for mode in (1000, 1002, 1003, 1006, 1015, 1016))  # mouse
    + b"\x1b[?1004l\x1b[?2004l\x1b[?2026l\x1b[?2048l"  # focus, paste, frames, sizes
    + b"\x1b[<u\x1b[?7h\x1b[?25h\x1b[?1049l\r"  # keys, long lines, cursor, main screen
)
"""What makes a terminal usable again that a client has left without a word."""


class Outflow:
    """Passes bytes on, holds them back, or gives them up."""

    def __init__(self, send: Callable[[bytes], None], repaint: Callable[[], None]) -> None:
        self._send = send
        self._repaint = repaint
        self._kept = bytearray()
        self._is_paused = False
        self._has_dropped = False

    def write(self, data: bytes) -> None:
        if not self._is_paused:
            self._send(data)
        elif not self._has_dropped:
            self._kept += data
            if len(self._kept) > MOST_KEPT:
                self._kept.clear()
                self._has_dropped = True

    def pause(self) -> None:
        self._is_paused = True

    def resume(self) -> None:
        self._is_paused = False
        if self._has_dropped:
            self._has_dropped = False
            self._send(CANCEL)
            self._repaint()
        elif self._kept:
            kept, self._kept = bytes(self._kept), bytearray()
            self._send(kept)
