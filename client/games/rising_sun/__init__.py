"""Rising Sun as the client knows it."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

from client.games.rising_sun import facts, log, names, options, plain
from client.table.face import Face


def board() -> object:
    from client.games.rising_sun.board import BOARD  # noqa: PLC0415 (only the screen needs Textual)

    return BOARD


FACE: Final = Face(
    wording=log.WORDING,
    place_name=names.province,
    promised={"stay_out": "province", "play_mandate": "mandate", "no_bid": "advantage"},
    credits=plain.credit_lines,
    lesson=files(__name__).joinpath("lesson.toml"),
    moment=facts.moment,
    holdings=facts.holdings,
    look=plain.look,
    options_of=options.options_of,
    answer_words=facts.answer_words,
    warning_about=options.warning_about,
    rule_of=log.rule_of,
    is_told_slowly=log.is_told_slowly,
    ending_of=log.ending_of,
    board=board,
    ask_words=options.ask_words,
    elsewhere=options.elsewhere,
    weights=log.WEIGHTS,
    concern=log.concern,
)
