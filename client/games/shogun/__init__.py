"""Shogun as the client knows it."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

from client.games.shogun import cards, facts, log, names, options, plain
from client.table.emblem import Polygon, bands, box, polygon
from client.table.face import Face
from core.decisions import Arrange

SKY: Final = ("#12293c", "#1c4257", "#2f6274", "#5a8a8c", "#93b39a", "#d3cf9f")
HILL, STONE, WALL, ROOF, GOLD, DOOR = "#2b4a2a", "#6d7078", "#f1ead8", "#23303f", "#f0c050", "#3a2b22"
BANNERS: Final = ("#d23c3c", "#3f6fd0", "#8b57b8")


def roof(y: float, half: float) -> Polygon:
    """Draw a roof with upturned ends."""
    return polygon(
        ROOF,
        (24 - half, y - 0.6),
        (24 - half + 3, y - 0.2),
        (24 - half + 5, y - 2.6),
        (24 + half - 5, y - 2.6),
        (24 + half - 3, y - 0.2),
        (24 + half, y - 0.6),
        (24 + half - 1, y + 0.9),
        (24 - half + 1, y + 0.9),
    )


def banner(colour: str, x: float) -> tuple[Polygon, Polygon]:
    return box(DOOR, x, 14, x + 0.9, 28), box(colour, x + 0.9, 14, x + 4, 21)


EMBLEM: Final[tuple[Polygon, ...]] = (
    *bands(SKY, 0, 25),
    polygon(HILL, (0, 24), (10, 21), (38, 21), (48, 24), (48, 28), (0, 28)),
    polygon(STONE, (13, 20), (35, 20), (39, 27), (9, 27)),
    box(DOOR, 22, 23, 26, 27),
    box(WALL, 14, 15, 34, 20),
    roof(15.4, 14),
    box(WALL, 17, 9.5, 31, 13),
    roof(9.6, 11),
    box(WALL, 20, 4.6, 28, 7.2),
    roof(4.4, 8),
    box(GOLD, 23, 0.6, 25, 2),
    *(box(ROOF, x, 16.8, x + 2, 18.6) for x in (16, 20, 26, 30)),
    *(box(ROOF, x, 10.9, x + 2, 12.3) for x in (19, 23, 27)),
    *banner(BANNERS[0], 2),
    *banner(BANNERS[1], 41),
)
"""A castle on its hill, and banners before it."""


def board() -> object:
    from client.games.shogun.board import BOARD  # noqa: PLC0415 (only the screen needs Textual)

    return BOARD


FACE: Final = Face(
    wording=log.WORDING,
    place_name=names.province,
    promised={"stay_out": "province", "no_attack": "clan", "leave": "sg-special"},
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
    ask_words=options.ask_words,
    elsewhere=options.elsewhere,
    glance=plain.glance,
    sights=plain.sights,
    in_lines={Arrange: plain.plan},
    weighed=plain.weighed,
    weights=log.WEIGHTS,
    unfold=log.unfold,
    places_of=log.places_of,
    fought_by=log.fought_by,
    part_ended=log.part_ended,
)
