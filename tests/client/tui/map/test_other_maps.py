from __future__ import annotations

import pytest

from client.tui.map.facts import AreaFacts, Atlas, Holding, MapFacts, MapScene, Mark
from client.tui.map.outline import read_outline
from client.tui.map.picture import MapPicture
from client.tui.map.plan import SEA
from client.tui.map.styles import BLOCKS, MONO, MapStyle
from tests.client.tui.map.scenes import STYLES, text_of

DRAWING = """\
..................
..................
..................
.AAAAAAAABBBBBBB..
.AAAAAAAABBBBBBB..
.AAAAAAAABBBBBBB..
.AAAAAAAABBBBBBB..
.AAAAAAAABBBBBBB..
.AAAAAAAABBBBBBB..
..AAAAAAABBBB.....
.............1.1..
...............CC.
"""
OUTLINE = read_outline(DRAWING, {"A": 0, "B": 1, "C": 2}, {"1": (1, 2)})
PLAN = OUTLINE.drawn(18, 6, in_cells=False)
ATLAS = Atlas(
    names=("Here", "Elsewhere", "Rock"),
    codes=("Her", "Els", "Roc"),
    halves=((), (), ()),
    clans=("X", "Y"),
    pieces=(Mark("army", "●", "o"),),
    rewards=(),
    outline=OUTLINE,
)
AREAS = AreaFacts(0, (Holding(0, 3, (3,)),)), AreaFacts(), AreaFacts(1, (Holding(1, 1, (1,)),))
FACTS = MapFacts(ATLAS, AREAS)


def drawn(style: MapStyle) -> str:
    picture = MapPicture(OUTLINE.drawn(18, 6, in_cells=not style.is_filled), ATLAS, style)
    return text_of([picture.line(row, MapScene(FACTS)) for row in range(picture.height)])


def test_any_map_can_be_drawn() -> None:
    assert drawn(MONO).splitlines() == [
        "● army            ",
        " ┌───────┬──────┐ ",
        " │  Here │  Els │ ",
        " │ X3 ●3 │      │ ",
        " └┐ x   x│   ┌──┘ ",
        "  └──────┴───○ ·  ",
    ]


@pytest.mark.parametrize("style", STYLES)
def test_an_area_too_small_for_any_word_does_no_harm(style: str) -> None:
    assert "Y" not in drawn(STYLES[style])
    assert PLAN.area_at(15, 5) == 2


def test_what_touches_follows_from_the_drawing() -> None:
    assert PLAN.contacts == {(0, 1)}
    assert PLAN.pixel(-1, 0) == PLAN.pixel(0, 99) == SEA
    assert "Here" in drawn(BLOCKS)
