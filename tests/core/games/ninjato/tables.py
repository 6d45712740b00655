"""Tables of Ninjato for tests."""

from __future__ import annotations

from typing import Any

from core import flow
from core.chance import SeededRng
from core.game import start
from core.games.ninjato import GAME
from core.games.ninjato.state import State

RED, BLUE, GREEN, YELLOW = range(4)


def fresh(seed: int = 1, players: int = 3) -> State:
    state: State = start(GAME, tuple(range(players)), {}, SeededRng(str(seed).encode()))[0]
    return state


def at(players: int = 2, **position: Any) -> State:
    """Make a table from a position; a colour or h1 to h5 stands for a player or a house."""
    document: dict[str, Any] = {"houses": {}, "players": {}}
    for name, value in position.items():
        if name in GAME.seat_names:
            document["players"][name] = value
        elif name[0] == "h" and name[1:].isdigit():
            document["houses"][name[1:]] = value
        else:
            document[name] = value
    state: State = GAME.read_position(document, tuple(range(players)), SeededRng(b"tests"))
    return state


def play(state: State, *lines: str, seed: bytes = b"") -> list[Any]:
    """Play lines written 'red: dojo'; return everything that happened."""
    events: list[Any] = []
    for line in lines:
        name, _, words = line.partition(": ")
        seat = GAME.seat_names.index(name)
        events += flow.answer(GAME.rules, state, seat, GAME.choice_of(words), SeededRng(seed))
    return events
