"""Rising Sun as the client knows it."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

from client.games.rising_sun import cards, facts, log, names, options, plain
from client.table.emblem import Polygon, bands, box, disc, polygon
from client.table.face import Face
from core.decisions import Allocate

SKY: Final = ("#1b1533", "#3a1d45", "#6b2748", "#a93a41", "#d9603b", "#f09a4b")
SEA: Final = ("#7a3346", "#4d2a4e", "#33234a", "#221b3c")
SUN, GLOW, WOOD, LIGHT = "#ff3b2f", "#ff8a4a", "#160d18", "#ffb45e"

EMBLEM: Final[tuple[Polygon, ...]] = (
    *bands(SKY, 0, 20),
    disc(GLOW, 24, 17, 16.4),
    disc(SUN, 24, 17, 14.8),
    *bands(SEA, 20, 28),
    box(LIGHT, 13, 21, 35, 22),
    box(SUN, 18, 23, 31, 24),
    box(LIGHT, 20, 25, 27, 26),
    polygon(WOOD, (11, 5), (15, 6.6), (33, 6.6), (37, 5), (36, 9), (12, 9)),
    box(WOOD, 15, 12, 33, 14),
    box(WOOD, 23, 9, 25, 12),
    polygon(WOOD, (16.2, 9), (18.8, 9), (18.2, 26), (15, 26)),
    polygon(WOOD, (29.2, 9), (31.8, 9), (33, 26), (29.8, 26)),
)
"""A gate in the sea before the rising sun."""


def board() -> object:
    from client.games.rising_sun.board import BOARD  # noqa: PLC0415 (only the screen needs Textual)

    return BOARD


FACE: Final = Face(
    wording=log.WORDING,
    place_name=names.province,
    promised={
        "ally": "clan",
        "no_betray": "clan",
        "stay_out": "province",
        "play_mandate": "mandate",
        "no_bid": "advantage",
    },
    credits=plain.credit_lines,
    lesson=files(__name__).joinpath("lesson.toml"),
    emblem=EMBLEM,
    moment=facts.moment,
    holdings=facts.holdings,
    look=plain.look,
    options_of=options.options_of,
    answer_words=facts.answer_words,
    warning_about=options.warning_about,
    rule_of=log.rule_of,
    slow=log.SLOW,
    ending_of=log.ending_of,
    cards=cards.cards_of,
    board=board,
    power=names.power,
    ask_words=options.ask_words,
    left_undone=facts.left_undone,
    elsewhere=options.elsewhere,
    glance=plain.glance,
    sights=plain.sights,
    in_lines={Allocate: plain.bid},
    weights=log.WEIGHTS,
    concern=log.concern,
    places_of=log.places_of,
    fought_by=log.fought_by,
    part_ended=log.part_ended,
    to_come=facts.to_come,
)
