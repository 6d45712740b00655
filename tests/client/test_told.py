"""Every kind of event in words: an example of each message that tells one, from recorded games."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import msgspec
import pytest

from client.table.sentences import event_sentence
from core.catalog import game_named, game_names

TOLD = Path(__file__).parent / "told"


@pytest.mark.parametrize("game", game_names())
def test_every_event_reads_like_this(game: str) -> None:
    lines = (TOLD / f"{game}.txt").read_text("utf-8").splitlines()
    events = [msgspec.json.decode(line, type=game_named(game).event_type) for line in lines[::2]]
    sentences = [event_sentence(game_named(game), event, getattr(event, "seat", None)) for event in events]

    assert sentences == [line.strip() for line in lines[1::2]]
    assert {type(event) for event in events} == set(get_args(game_named(game).event_type))
