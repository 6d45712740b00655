"""The pictures of the README: they are self-contained, and show what is on a screen."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from client.tui.drawing import HEIGHT, WIDTH, number, svg_of
from tests.harness.film import film_of
from tests.harness.pictures import WAYS

ROOT = Path(__file__).parents[3]
SVG = "{http://www.w3.org/2000/svg}"
MOST_BYTES = 300_000


@pytest.mark.parametrize("name", WAYS)
def test_every_picture_is_small_and_asks_nobody_for_anything(name: str) -> None:
    path = ROOT / "docs" / "pictures" / f"{name}.svg"
    text = path.read_text("utf-8")
    addresses = set(re.findall(r"\w+://[^\"\s]*", text)) - {SVG.strip("{}")}

    assert path.stat().st_size < MOST_BYTES
    assert addresses == set()
    assert not re.search(r"@|url\(|href|<script|<image", text)
    assert f"docs/pictures/{name}.svg" in (ROOT / "README.md").read_text("utf-8")


def drawn(*segments: Segment) -> ET.Element:
    return ET.fromstring(svg_of([Strip(segments)], "#ffffff", "#000000"))  # noqa: S314 (our own)


def areas(svg: ET.Element) -> dict[str, str]:
    return {path.attrib["fill"]: path.attrib["d"] for path in svg.iter(f"{SVG}path")}


def test_a_half_block_is_two_areas_and_no_letter() -> None:
    svg = drawn(Segment("▀▀", Style.parse("#ff0000 on #0000ff")))
    width, half = number(2 * WIDTH), number(HEIGHT / 2)

    assert areas(svg) == {
        "#ff0000": f"M0 0h{width}v{half}h-{width}z",
        "#0000ff": f"M0 {half}h{width}v{half}h-{width}z",
    }
    assert not list(svg.iter(f"{SVG}text"))


def test_words_keep_their_place_and_their_look() -> None:
    svg = drawn(Segment("a <b>   c", Style(bold=True)), Segment("d", Style(reverse=True)))
    texts = [(text.text, text.attrib["x"]) for text in svg.iter(f"{SVG}text")]

    assert texts == [("a <b>", "0"), ("c", number(8 * WIDTH)), ("d", number(9 * WIDTH))]
    assert areas(svg) == {"#ffffff": f"M{number(9 * WIDTH)} 0h{WIDTH}v{HEIGHT}h-{WIDTH}z"}
    assert "font-weight:bold" in "".join(style.text or "" for style in svg.iter(f"{SVG}style"))


def shown_at(svg: ET.Element, part: float) -> str:
    """Read what a film shows after a part of its time."""
    return "".join(
        text.text or ""
        for group in svg.iter(f"{SVG}g")
        if is_visible(group.find(f"{SVG}animate"), part)
        for text in group.findall(f"{SVG}text")
    )


def is_visible(timing: ET.Element | None, part: float) -> bool:
    if timing is None:
        return True
    changes = zip(
        map(float, timing.attrib["keyTimes"].split(";")), timing.attrib["values"].split(";"), strict=True
    )
    return [value for moment, value in changes if moment <= part][-1] == "visible"


def test_a_film_shows_each_screen_in_its_time_and_draws_what_stays_once() -> None:
    rows = [
        [Strip([Segment(words)]) for words in screen] for screen in (("st", "a1"), ("st", "b2"), ("st", "a1"))
    ]
    svg = ET.fromstring(film_of(rows, 0.5, "#ffffff", "#000000"))  # noqa: S314 (our own)

    assert [shown_at(svg, part) for part in (0, 0.3, 0.4, 0.6, 0.7, 0.99)] == [
        *["sta1"] * 2,
        *["stb2"] * 2,
        *["sta1"] * 2,
    ]
    assert [text.text for text in svg.iter(f"{SVG}text")].count("st") == 1
    assert {timing.attrib["dur"] for timing in svg.iter(f"{SVG}animate")} == {"1.5s"}
