"""Every kind of event in words: an example of each message that tells one, from recorded games."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from client.table.sentences import event_sentence
from core.catalog import game_named, game_names
from core.kinds import Event

TOLD = Path(__file__).parent / "told"


@pytest.mark.parametrize("game", game_names())
def test_every_event_reads_like_this(game: str) -> None:
    told = game_named(game)
    examples = list(examples_in(game))

    for event, sentences in examples:
        viewers = (getattr(event, "seat", None), None)[: len(sentences)]
        assert [event_sentence(told, event, viewer) for viewer in viewers] == sentences
    assert {type(event) for event, _ in examples} == set(get_args(told.event_type))


def examples_in(game: str) -> Iterator[tuple[Event, list[str]]]:
    """Read events, each with what its player is told and, if that differs, what others are told."""
    text = (TOLD / f"{game}.txt").read_text("utf-8")
    for example in re.split(r"\n(?! )", text.strip("\n")):
        line, *sentences = example.splitlines()
        yield msgspec.json.decode(line, type=game_named(game).event_type), [one.strip() for one in sentences]
