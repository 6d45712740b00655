"""No two clans look alike, in either theme and to any eyes; and every ink has its daytime counterpart."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations, product
from pathlib import Path

import pytest
from rich.color import Color
from rich.color_triplet import ColorTriplet
from rich.segment import Segment
from rich.style import Style
from textual.color import Color as TextualColor

from client.games.ninjato.map import CLAN_GROUNDS, SEAT_COLOURS
from client.games.rising_sun.map import ATLAS as RISING_SUN
from client.games.shogun.map import ATLASES
from client.games.shogun.map import TEXT_COLOURS as SHOGUN_TEXT
from client.local.settings import Settings, Theme
from client.table.face import face_of
from client.tui import palette
from client.tui.map.blocks import Tints
from client.tui.map.facts import NOBODY, Atlas
from client.tui.map.styles import BLOCKS, BLOCKS_BY_DAY, OPEN_SEA
from client.tui.map.widget import ProvinceMap
from client.tui.palette import _BY_DAY, MUTED, TEXT_COLOURS, THEMES, ByDay, by_day
from client.tui.widgets.spinner import Spinner
from core.catalog import game_names
from core.games.shogun.board import SUN
from tests.client.tui.at_table import LARGE, Seated, scene_at, seated
from tests.harness.eyes import EYES, ciede2000, contrast, difference
from tests.harness.folders import ROOT

MAPS = {"rising_sun": RISING_SUN, "shogun": ATLASES[SUN]}
LETTERS = {"rising_sun": TEXT_COLOURS, "shogun": SHOGUN_TEXT, "ninjato": SEAT_COLOURS}
APART = {"usual": 18.0, "protanope": 12.0, "deuteranope": 12.0, "tritanope": 12.0}
"""How far apart two colours have to be for people to tell them apart at a glance."""
READABLE = 4.5


def rgb(text: str) -> ColorTriplet:
    return Color.parse(text).get_truecolor()


def themed(colours: Sequence[str], theme: str) -> list[ColorTriplet]:
    return [rgb(by_day(colour) if theme == "light" else colour) for colour in colours]


def tints_of(atlas: Atlas, theme: str) -> Tints:
    return Tints(atlas.colours, atlas.grounds, is_light=theme == "light")


def test_the_measure_is_the_one_of_its_authors() -> None:
    """The first pairs of their table of tests."""
    assert ciede2000((50, 2.6772, -79.7751), (50, 0, -82.7485)) == pytest.approx(2.0425, abs=1e-4)
    assert ciede2000((50, 2.5, 0), (73, 25, -18)) == pytest.approx(27.1492, abs=1e-4)
    assert ciede2000((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387)) == pytest.approx(
        1.2644, abs=1e-4
    )


@pytest.mark.parametrize(("game", "theme", "eyes"), [*product(MAPS, THEMES, EYES)])
def test_on_the_map_any_eyes_tell_clans_from_each_other_and_from_land_of_nobody(
    game: str, theme: str, eyes: str
) -> None:
    atlas, tints = MAPS[game], tints_of(MAPS[game], theme)
    clans = [tints.ground(clan) for clan in range(len(atlas.clans))]
    land = [tints.ground(NOBODY, region) for region in range(len(atlas.grounds) or 1)]

    pairs = [*combinations(clans, 2), *product(clans, [*land, tints.sea])]

    assert min(difference(*pair, eyes) for pair in pairs) >= APART[eyes]


@pytest.mark.parametrize("theme", THEMES)
def test_regions_have_grounds_of_their_own(theme: str) -> None:
    atlas, tints = ATLASES[SUN], tints_of(ATLASES[SUN], theme)
    land = [tints.ground(NOBODY, region) for region in range(len(atlas.grounds))]

    assert min(difference(*pair, "usual") for pair in combinations(land, 2)) >= 12


@pytest.mark.parametrize(("game", "theme", "eyes"), [*product(LETTERS, THEMES, EYES)])
def test_any_eyes_tell_the_letters_of_players_apart(game: str, theme: str, eyes: str) -> None:
    pairs = combinations(themed(LETTERS[game], theme), 2)

    assert min(difference(*pair, eyes) for pair in pairs) >= APART[eyes]


@pytest.mark.parametrize(("game", "theme"), [*product(LETTERS, THEMES)])
def test_the_letters_of_players_can_be_read_on_every_ground(game: str, theme: str) -> None:
    grounds = [rgb(getattr(THEMES[theme], name)) for name in ("background", "surface", "panel")]

    assert min(contrast(*pair) for pair in product(themed(LETTERS[game], theme), grounds)) >= 4


def test_in_ninjato_no_clan_has_the_colour_of_a_player() -> None:
    clans = [rgb(colour) for colour in CLAN_GROUNDS]
    players = [colour for theme in THEMES for colour in themed(SEAT_COLOURS, theme)]

    assert min(difference(*pair, "usual") for pair in combinations(clans, 2)) >= APART["usual"]
    assert min(difference(*pair, "usual") for pair in product(clans, players)) >= 12
    assert all(contrast(clan, rgb("#ffffff")) >= READABLE for clan in clans)


# By day ---------------------------------------------------------------------------------------


def test_no_ink_is_changed_twice() -> None:
    """Nor is anything changed that was drawn for the day from the start."""
    themes = [
        value
        for value in (*vars(THEMES["light"]).values(), *THEMES["light"].variables.values())
        if str(value).startswith("#")
    ]
    assert not _BY_DAY.keys() & {*_BY_DAY.values(), *themes}


@pytest.mark.parametrize("game", game_names())
def test_a_picture_of_a_game_is_the_same_by_day(game: str) -> None:
    assert {shape.colour for shape in face_of(game).emblem} & _BY_DAY.keys() == set()


LITERAL = re.compile(r"#[0-9a-fA-F]{6}\b")
FREE = {"#ffffff", "#000000", "#4a1114", "#e5484d", "#b3261e"}
"""Alike in both themes: letters on coloured grounds, alarms, codes to scan."""
PAINTED = {"palette.py", "__init__.py"}
"""The inks themselves, and the pictures of games, which are the same by day."""
DRAWN = ("client/tui/**/*.py", "client/tui/**/*.tcss", "client/games/**/*.py")


def test_every_colour_that_is_written_anywhere_has_its_look_by_day() -> None:
    files = [file for pattern in DRAWN for file in ROOT.glob(pattern) if file.name not in PAINTED]
    written = {
        (file.name, sign.lower()) for file in files for sign in LITERAL.findall(file.read_text("utf-8"))
    }
    known = {*_BY_DAY, *_BY_DAY.values(), *FREE, *CLAN_GROUNDS, "#0b0e12", "#f7f4eb"}

    assert {(file, sign) for file, sign in written if sign not in known} == set()


@pytest.mark.parametrize("theme", THEMES)
def test_words_in_the_usual_inks_can_be_read(theme: str) -> None:
    inks = themed([MUTED, palette.ACCENT, palette.WARNING, palette.GOOD, palette.BAD], theme)
    grounds = [rgb(getattr(THEMES[theme], name)) for name in ("background", "surface", "panel")]

    assert min(contrast(*pair) for pair in product(inks, grounds)) >= 4
    assert min(contrast(*pair) for pair in product(themed([palette.FAINT], theme), grounds)) >= 3


@pytest.mark.parametrize("theme", ["dark", "light"])
async def test_the_invitation_to_speak_can_be_read(theme: Theme, tmp_path: Path) -> None:
    async with seated(scene_at("tea"), tmp_path, LARGE, Settings(theme=theme)) as table:
        for key in ("M", "T"):  # as a line that is drawn, and as one to write in
            await table.pilot.press(key)
            await table.settled()
            style = style_of("to everyone", table)

            assert style.color is not None
            assert style.bgcolor is not None
            assert contrast(style.color.get_truecolor(), style.bgcolor.get_truecolor()) >= 4


def style_of(words: str, table: Seated) -> Style:
    """Return how the first of these words look on the screen."""
    strips = table.screen._compositor.render_strips()  # noqa: SLF001
    return next(
        segment.style for strip in strips for segment in strip if words in segment.text and segment.style
    )


def test_by_day_a_filter_changes_ink_for_ink_and_nothing_else() -> None:
    plain, strange = Segment("a"), Segment("b", Style(color="#123456", bold=True))
    muted = Segment("c", Style(color=MUTED, bold=True))

    changed = ByDay().apply([plain, strange, muted], TextualColor.parse("white"))

    assert changed[:2] == [plain, strange]
    assert changed[2].style == Style(color=by_day(MUTED), bold=True)


def board(table: Seated) -> ProvinceMap:
    return table.screen.query_one(ProvinceMap)


def grounds_on(screen: object) -> set[str]:
    strips = screen._compositor.render_strips()  # type: ignore[attr-defined]  # noqa: SLF001
    styles = [segment.style for strip in strips for segment in strip if segment.style is not None]
    return {style.bgcolor.get_truecolor().hex for style in styles if style.bgcolor is not None}


async def test_the_light_theme_is_chosen_in_the_settings_and_reaches_map_and_panels(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TEXTUAL_COLOR_SYSTEM", "truecolor")
    async with seated(scene_at("tea"), tmp_path) as table:
        await table.pilot.pause()
        assert board(table).style == BLOCKS

        await table.pilot.press("ctrl+s")
        await table.until(lambda: table.app.screen is not table.screen)
        table.app.screen.query_one("#theme", Spinner).index = 1
        await table.pilot.press("enter")
        await table.until(lambda: table.app.screen is table.screen)
        await table.until(lambda: board(table).style == BLOCKS_BY_DAY)
        await table.pilot.pause()

        assert table.app.settings == Settings(pace=table.app.settings.pace, theme="light")
        light = THEMES["light"]
        assert {light.background, light.panel, by_day(OPEN_SEA)} <= grounds_on(table.screen)
        assert THEMES["dark"].background not in grounds_on(table.screen)
