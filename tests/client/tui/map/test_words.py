from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.games.rising_sun.map import ATLAS
from client.tui.map.blocks import free_cells
from client.tui.map.facts import AreaFacts, Holding
from client.tui.map.lines import corners_of
from client.tui.map.rooms import AreaRoom, Slot, rooms_in
from client.tui.map.styles import ASCII_MONO, BLOCKS, LINES, MapStyle
from client.tui.map.words import Pens, Role, Writing, length_of, one_line, written
from core.games.rising_sun.board import CLANS, HARVEST, LAND
from tests.client.tui.map.scenes import (
    CROWDED,
    HOKKAIDO,
    KYOTO,
    KYUSHU,
    MOB,
    QUIET,
    SHIKOKU,
    SIZES,
    area,
    plan_in,
)

Free = list[list[int]]


def free_of(size: str, style: MapStyle) -> Free:
    plan = plan_in(size, style)
    if style.is_filled:
        return free_cells(plan)
    return [[corner.owner for corner in row] for row in corners_of(plan.pixels[::2])]


FREE = {(size, style): free_of(size, style) for size in SIZES for style in (BLOCKS, LINES, ASCII_MONO)}
DRAWINGS = sorted(FREE, key=str)
ROOMS = {key: rooms_in(free, LAND) for key, free in FREE.items()}


def text_of(writings: tuple[Writing, ...]) -> list[str]:
    return ["".join(word.text for word in writing.words) for writing in writings]


def write(province: int, facts: AreaFacts, drawing: tuple[str, MapStyle]) -> tuple[Writing, ...]:
    return written(province, facts, ROOMS[drawing][province], Pens(ATLAS, drawing[1]))


def holdings() -> st.SearchStrategy[tuple[Holding, ...]]:
    pieces = st.tuples(*[st.integers(0, most) for most in (6, 3, 1, 4, 4)])
    holding = st.builds(Holding, st.integers(0, len(CLANS) - 1), st.integers(0, 40), pieces)
    return st.lists(holding, unique_by=lambda one: one.clan).map(tuple)


@given(
    st.sampled_from(LAND), st.sampled_from(DRAWINGS), holdings(), st.integers(0, 7), st.sampled_from(HARVEST)
)
def test_nothing_is_ever_written_outside_its_province(
    province: int,
    drawing: tuple[str, MapStyle],
    there: tuple[Holding, ...],
    war: int,
    reward: tuple[int, ...],
) -> None:
    writings = write(province, AreaFacts(-1, there, war, reward=reward), drawing)

    for writing in writings:
        cells = range(writing.column, writing.column + length_of(writing.words))
        assert {FREE[drawing][writing.row][cell] for cell in cells} == {province}
    assert len({writing.row for writing in writings}) == len(writings)


@given(st.sampled_from(LAND), st.sampled_from(DRAWINGS), holdings(), st.integers(0, 7))
def test_name_war_and_every_force_are_always_there(
    province: int, drawing: tuple[str, MapStyle], there: tuple[Holding, ...], war: int
) -> None:
    words = [word for line in write(province, AreaFacts(-1, there, war), drawing) for word in line.words]
    text = " ".join(word.text for word in words)

    assert words[0].text in (ATLAS.names[province], ATLAS.codes[province])
    assert not war or [word.text[1:] for word in words if word.role is Role.WAR] == [str(war)]
    clans = [word.clan for word in words if word.role is Role.CLAN]
    if "+" not in text:
        assert clans == [holding.clan for holding in there]
    assert all(f"{ATLAS.clans[h.clan]}{h.force}" in text for h in there[: len(clans)])


@pytest.mark.parametrize("drawing", DRAWINGS, ids=str)
@pytest.mark.parametrize("province", LAND)
def test_five_armies_in_one_province_can_all_be_read(province: int, drawing: tuple[str, MapStyle]) -> None:
    """The worst that can happen: nobody is left out, even on the smallest map."""
    words = [word for line in write(province, CROWDED.areas[province], drawing) for word in line.words]

    assert {word.clan for word in words if word.role is Role.CLAN} == set(range(len(CLANS)))
    assert not any(word.role is Role.MORE for word in words)


def test_a_lone_army_is_told_in_full() -> None:
    assert text_of(write(HOKKAIDO, QUIET.areas[HOKKAIDO], ("small", BLOCKS))) == [
        "Hokkaido ⚑2",
        "+2R",
        "D4 ●2▲★■",
    ]


def test_a_reward_keeps_apart_from_a_name_even_where_two_rows_of_clans_need_the_room() -> None:
    room = AreaRoom((Slot(0, 0, 11), Slot(1, 0, 11), Slot(2, 0, 11)), 5.5)
    there = Holding(0, 6, (1, 0, 1, 0, 1)), Holding(1, 4, (0, 1, 1, 1, 2))
    facts = AreaFacts(-1, there, reward=HARVEST[HOKKAIDO])

    name, *others = text_of(written(HOKKAIDO, facts, room, Pens(ATLAS, BLOCKS)))

    assert name == "Hokkaido"
    assert others[0].startswith("+2R ")
    assert len(others) == len(there)


def test_an_empty_province_shows_its_name_and_reward() -> None:
    assert text_of(write(SHIKOKU, QUIET.areas[SHIKOKU], ("small", BLOCKS))) == ["Shikoku", "+3¢"]


def test_details_go_before_forces_do() -> None:
    widths = [(20, 5), (10, 4), (8, 3), (5, 3), (4, 2)]
    rooms = [
        AreaRoom(tuple(Slot(row, 0, width) for row in range(height)), width / 2) for width, height in widths
    ]
    facts = area(KYOTO, *MOB[:2], war=3)

    assert [text_of(written(KYOTO, facts, room, Pens(ATLAS, BLOCKS))) for room in rooms] == [
        ["Kyoto ⚑3", "+4V", "K12 ●6▲3★◆2■4", "D10 ●6▲2★◆■"],
        ["Kyoto ⚑3", "+4V", "K12●▲★◆■", "D10●▲★◆■"],
        ["Kyoto ⚑3", "K12●▲★◆■", "D10●▲★◆■"],
        ["Kyo⚑3", "K12■", "D10■"],
        ["Kyo"],
    ]


def test_where_not_all_fit_the_strongest_is_named_and_the_others_are_counted() -> None:
    room = AreaRoom((Slot(0, 0, 6), Slot(1, 0, 6)), 3)

    assert text_of(written(KYOTO, area(KYOTO, *MOB, war=3), room, Pens(ATLAS, BLOCKS))) == ["Kyo⚑3", "K12+4"]


def test_without_unicode_all_signs_are_ascii() -> None:
    for province in LAND:
        for facts in (QUIET, CROWDED):
            text = "".join(text_of(write(province, facts.areas[province], ("large", ASCII_MONO))))
            assert text.isascii()


@pytest.mark.parametrize(
    ("width", "text"),
    [
        (40, "Kyushu ⚑6 +1V1¢1R B7 ●4▲★◆■"),
        (20, "Kyushu ⚑6 B7●4▲★◆■"),
        (12, "Kyu ⚑6 B7■"),
        (4, "Kyu"),
        (2, ""),
    ],
)
def test_a_province_can_be_told_in_one_line(width: int, text: str) -> None:
    line = one_line(KYUSHU, QUIET.areas[KYUSHU], width, Pens(ATLAS, BLOCKS))

    assert "".join(word.text for word in line) == text
