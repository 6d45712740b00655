"""Ninjato as the client knows it."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

from client.games.ninjato import facts, log, names, options, plain
from client.table.face import Face
from core.games.ninjato.notation import line_of


def board() -> object:
    from client.games.ninjato.board import BOARD  # noqa: PLC0415 (only the screen needs Textual)

    return BOARD


FACE: Final = Face(
    wording=log.WORDING,
    place_name=names.area,
    promised={"spare": "nj-place", "visit": "nj-place", "no_envoy": "nj-clan"},
    credits=plain.credit_lines,
    lesson=files(__name__).joinpath("lesson.toml"),
    moment=facts.moment,
    holdings=facts.holdings,
    look=plain.look,
    options_of=options.options_of,
    answer_words=line_of,
    warning_about=options.warning_about,
    rule_of=log.rule_of,
    is_told_slowly=log.is_told_slowly,
    ending_of=log.ending_of,
    board=board,
    ask_words=options.ask_words,
    elsewhere=options.elsewhere,
    ahead=plain.ahead,
)
