"""Texts of others on one's own terminal: servers, players and logs may not be friends."""

from __future__ import annotations

from protocol.talk import is_harmful


def strip_controls(text: str) -> str:
    """Write out what could steer a terminal or turn the direction of its text."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(ascii(char)[1:-1] if is_harmful(char) else char for char in text)
