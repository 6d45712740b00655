"""catanatron as a peer of the benchmark: plays for a slice of CPU or copies states when asked.

Runs in its own environment; it imports nothing of ours, and we import nothing of it.
"""

from __future__ import annotations

import json
import random
import sys
from time import process_time
from typing import Any

from catanatron import Color, Game, RandomPlayer  # type: ignore[import-not-found]

TURN_LIMIT = 1000


def new_game() -> Any:
    return Game([RandomPlayer(color) for color in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)])


def play(slice_: float, seed: int) -> dict[str, float]:
    random.seed(seed)
    begun, games, ticks = process_time(), 0.0, 0
    while process_time() - begun < slice_:
        game = new_game()
        while game.winning_color() is None and game.state.num_turns < TURN_LIMIT:
            game.play_tick()
            ticks += 1
        games += 1
    seconds = process_time() - begun
    return {"us": seconds / ticks * 1e6, "games": games / seconds}


def copy(seed: int) -> dict[str, float]:
    random.seed(seed)
    game, repeats = new_game(), 500
    for _ in range(300):
        game.play_tick()
    begun = process_time()
    for _ in range(repeats):
        game.state.copy()
    return {"us": (process_time() - begun) / repeats * 1e6}


for line in sys.stdin:
    verb, *words = line.split()
    answer = play(float(words[0]), int(words[1])) if verb == "play" else copy(int(words[0]))
    print(json.dumps(answer), flush=True)
