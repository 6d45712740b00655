"""What can be agreed before a game, as fields of a form."""

from __future__ import annotations

from collections.abc import Sequence

from client.table.lobby import NewTable
from client.texts import t
from client.texts.refusals import why
from client.tui.dialogs.form import Field
from core.game import Game, with_defaults
from core.kinds import RulesError


def option_fields(game: Game) -> list[Field]:
    """Give a field for each option of a game, with its default first."""
    return [
        Field(t(f"option-{name}"), [t(f"option-{name}-{value}") for value in values])
        for name, values in game.options.items()
    ]


def options_chosen(game: Game, places: Sequence[int]) -> tuple[tuple[str, str], ...]:
    """Read the fields, given the places of the values chosen."""
    rows = zip(game.options.items(), places, strict=True)
    return tuple((name, values[place]) for (name, values), place in rows)


def objection(game: Game, opening: NewTable) -> str:
    """Say why a game cannot be played so, if it cannot."""
    try:
        game.new_game(tuple(range(opening.players)), with_defaults(game, dict(opening.options)))
    except RulesError as error:
        return why(error)
    return ""
