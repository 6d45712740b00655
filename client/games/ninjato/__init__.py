"""Ninjato as the client knows it."""

from __future__ import annotations

from importlib.resources import files
from math import cos, pi, sin
from typing import Final

from client.games.ninjato import cards, facts, log, names, options, plain
from client.table.emblem import Polygon, bands, box, disc, polygon
from client.table.face import Face
from core.decisions import Combine
from core.games.ninjato.notation import line_of

SKY: Final = ("#070b1c", "#0b1129", "#111a38", "#182448", "#213057")
MOON, CRATER, ROOF, EAVES, LAMP, STEEL = "#f4ecc8", "#ddd2a4", "#05070f", "#1c2440", "#ffb347", "#aeb9cc"
POINTS: Final = 4


def star(colour: str, x: float, y: float, radius: float, turn: float) -> Polygon:
    """Draw a shuriken of four points."""
    reach = (radius if corner % 2 == 0 else radius * 0.36 for corner in range(2 * POINTS))
    rays = ((length, turn + corner * pi / POINTS) for corner, length in enumerate(reach))
    return polygon(colour, *((x + length * cos(ray), y + length * sin(ray)) for length, ray in rays))


EMBLEM: Final[tuple[Polygon, ...]] = (
    *bands(SKY, 0, 28),
    *(box(STEEL, x, y, x + 1, y + 1) for x, y in ((4, 3), (10, 8), (42, 4), (45, 12), (2, 14))),
    disc(MOON, 30, 11, 9.5),
    disc(CRATER, 33, 8, 2),
    disc(CRATER, 27, 14, 1.6),
    polygon(EAVES, (20, 22), (34, 13.5), (48, 22), (48, 28), (20, 28)),
    polygon(ROOF, (22, 23), (34, 15.6), (48, 24), (48, 28), (22, 28)),
    polygon(ROOF, (0, 22), (3, 21), (13, 16), (23, 21), (27, 20.4), (26, 23), (26, 28), (0, 28)),
    box(LAMP, 6, 24, 9, 26),
    box(LAMP, 12, 24, 15, 26),
    box(LAMP, 36, 24, 39, 26),
    star(STEEL, 13, 9, 7.2, 0.35),
    disc(SKY[1], 13, 9, 1.3),
)
"""Roofs at night before the moon, and a flying shuriken."""


def board() -> object:
    from client.games.ninjato.board import BOARD  # noqa: PLC0415 (only the screen needs Textual)

    return BOARD


FACE: Final = Face(
    wording=log.WORDING,
    place_name=names.area,
    promised={"spare": "nj-place", "visit": "nj-place", "no_envoy": "nj-clan"},
    credits=plain.credit_lines,
    lesson=files(__name__).joinpath("lesson.toml"),
    emblem=EMBLEM,
    moment=facts.moment,
    holdings=facts.holdings,
    look=plain.look,
    options_of=options.options_of,
    answer_words=line_of,
    warning_about=options.warning_about,
    rule_of=log.rule_of,
    slow=log.SLOW,
    ending_of=log.ending_of,
    cards=cards.cards_of,
    board=board,
    ask_words=options.ask_words,
    left_undone=options.left_undone,
    barred=options.barred,
    place_of=names.area_of_key,
    ahead=plain.ahead,
    glance=plain.glance,
    sights=plain.sights,
    in_lines={Combine: plain.combine},
    is_set_up=plain.is_set_up,
    weights=log.WEIGHTS,
    places_of=log.places_of,
    fought_by=log.fought_by,
    part_ended=log.part_ended,
)
