"""The keys of a seat at a table, and which of them the last line names, most wanted first."""

from __future__ import annotations

from typing import Final

from textual.binding import BindingType

from client.tui.keys import bound
from client.tui.widgets.key_line import KeyHint
from core.game import Game

BINDINGS: Final[list[BindingType]] = [
    bound("map", "pane('map')"),
    bound("table", "pane('table')"),
    bound("talk", "pane('talk')"),
    bound("log", "pane('log')"),
    bound("back", "back"),
    bound("hurry", "hurry"),
    bound("undo", "undo"),
    bound("gift", "gift"),
    bound("offer", "offer"),
    bound("info", "info"),
    bound("recap", "recap"),
    bound("rules", "rules"),
    bound("help", "help"),
    bound("leave", "leave_table"),
]

GIFT: Final = KeyHint("gift", "key-gift", "screen.gift")
HINTS: Final = (
    KeyHint("help", "key-help", "screen.help"),
    KeyHint("rules", "key-rules", "screen.rules"),
    KeyHint("map", "key-map", "screen.pane('map')"),
    KeyHint("table", "key-table", "screen.pane('table')"),
    KeyHint("talk", "key-talk", "screen.pane('talk')"),
    KeyHint("log", "key-log", "screen.pane('log')"),
    KeyHint("undo", "key-undo", "screen.undo"),
    GIFT,
    KeyHint("offer", "key-offer", "screen.offer"),
    KeyHint("recap", "key-since", "screen.recap"),
    KeyHint("info", "key-info", "screen.info"),
    KeyHint("leave", "key-leave", "screen.leave_table"),
)


def hints_in(game: Game) -> tuple[KeyHint, ...]:
    """Name no key for gifts where the rules let nothing change hands."""
    return HINTS if game.promises.allows_goods else tuple(hint for hint in HINTS if hint is not GIFT)
