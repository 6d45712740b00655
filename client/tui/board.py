"""How a screen draws a game: the half of its face that needs Textual."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from client.table.face import face_of
from client.tui.dialogs.forms import Form
from client.tui.map.areas import AreaMap
from client.tui.paint.floor_plan import usual_plan
from client.tui.paint.spots import Plan, Room
from client.tui.palette import TEXT_COLOURS
from client.tui.widgets.panel import Panel
from core.decisions import Decision
from core.kinds import Choice

MakeForm: TypeAlias = Callable[[Any, Any, Choice | None], Form]
"""From a view, a question and a draft of its answer: the form to fill in."""


class Board(NamedTuple):
    """How a game is drawn."""

    make_map: Callable[[], AreaMap]
    facts_of: Callable[[Any], Any]  # from a view: what the map shows
    make_panels: Callable[[], Sequence[Panel]]
    forms: Mapping[type[Decision], MakeForm]
    make_strips: Callable[[], Sequence[Panel]] = tuple  # lines below the map, where panels have no room
    plan: Callable[[Room], Plan] = usual_plan  # where everything stands
    wide_from: int = 110  # columns needed to show everything at once
    colours: Sequence[str] = TEXT_COLOURS  # of the seats, for letters


def board_of(game: str) -> Board:
    board = face_of(game).board()
    assert isinstance(board, Board)
    return board
