"""Every kind of event in words: an example of each message that tells one, from recorded games."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from client.table.face import face_of
from client.table.sentences import event_sentence
from client.table.wording import form_for
from core.catalog import game_named, game_names
from core.game import Game
from core.kinds import Event

TOLD = Path(__file__).parent / "told"


@pytest.mark.parametrize("game", game_names())
def test_every_event_reads_like_this(game: str) -> None:
    examples = list(examples_in(game))

    for event, sentences in examples:
        assert all_told(game_named(game), event) == sentences
    assert {type(event) for event, _ in examples} == set(get_args(game_named(game).event_type))


def examples_in(game: str) -> Iterator[tuple[Event, list[str]]]:
    """Read events, each with all sentences that tell it."""
    text = (TOLD / f"{game}.txt").read_text("utf-8")
    for example in re.split(r"\n(?! )", text.strip("\n")):
        line, *sentences = example.splitlines()
        yield msgspec.json.decode(line, type=game_named(game).event_type), [one.strip() for one in sentences]


def all_told(game: Game, event: Event) -> list[str]:
    """Return what spectators are told, and then each way in which players are told it as theirs."""
    plain, wording = event_sentence(game, event, None), face_of(game.name).wording
    ways: dict[str, str] = {}
    for seat in range(len(game.seat_names)):
        sentence = event_sentence(game, event, seat)
        if sentence != plain:
            ways.setdefault(form_for(wording, event, seat), sentence)
    return [plain, *ways.values()]
