"""Ninjato as the screen draws it: its areas as a widget, laid out for the room there is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Final, NamedTuple

from rich.text import Text
from textual.geometry import Offset, Region, Size
from textual.reactive import var
from textual.strip import Strip

from client.games.ninjato import names
from client.games.ninjato.facts import guard_words
from client.games.ninjato.map import RED_SIGN, SEAT_COLOURS, SIGN, Inks, Pen
from client.games.ninjato.names import AREAS, DOJO, PALACE, PAVILION, SENSEI
from client.games.ninjato.panels import AreaPanel, Influence, NinjaRows, OwnGoods, RaidPanel
from client.texts import t
from client.tui.board import Board
from client.tui.dialogs.forms import CombineDialog
from client.tui.map.areas import AreaMap
from client.tui.paint.floor_plan import good_to_know, usual_plan
from client.tui.paint.spots import Room
from client.tui.widgets.panel import Panel
from core.decisions import Combine
from core.games.ninjato.board import HOUSES, KINDS
from core.games.ninjato.view import View
from core.kinds import Choice

HAND = -1
"""Stands for the viewer's cards among the areas; it cannot be picked."""


class NinjatoMap(AreaMap):
    """Areas side by side, each with a left edge that tells whether it may be picked."""

    DEFAULT_CSS = """
    NinjatoMap { width: 1fr; height: 1fr; min-height: 4; }
    """

    facts: var[View | None] = var(None)

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._painted: dict[tuple[int, Region], list[Strip]] = {}

    def legend(self) -> Iterator[tuple[str, str]]:
        yield RED_SIGN, t("sign-red")
        yield SIGN, t("sign-payable")
        for kind, name in enumerate(KINDS):
            yield names.treasure_letter(kind), t(f"treasure-{name}.many")
        for seat in self.facts.seats if self.facts is not None else ():
            yield names.letter(seat), names.seat(seat)

    @property
    def layout_now(self) -> Layout:
        return layout_for(self.size)

    @property
    def _origin(self) -> Offset:
        """Where the board begins: in the middle, or so that the row of the cursor is in sight."""
        board, room = self.layout_now.size, self.size
        spare = room.height - board.height
        top = spare // 2 if spare >= 0 else -max(0, min((self.cursor or 0) - room.height // 2, -spare))
        return Offset((room.width - board.width) // 2, top)

    # Drawing ---------------------------------------------------------------------------------

    def render_line(self, y: int) -> Strip:
        view, layout, origin = self.facts, self.layout_now, self._origin
        row, pieces, at = y - origin.y, [], -origin.x
        there = [(r, area) for area, r in self._regions(layout) if r.y <= row < r.bottom] if view else []
        for region, area in sorted(there):
            pieces += [Strip.blank(region.x - at), self._strips(area, region, layout)[row - region.y]]
            at = region.right
        line = Strip.join([*pieces, Strip.blank(max(0, self.size.width - origin.x - at))])
        return line.apply_style(self.rich_style)

    def _regions(self, layout: Layout) -> Iterable[tuple[int, Region]]:
        return (*layout.regions.items(), (HAND, layout.hand))

    def _strips(self, area: int, region: Region, layout: Layout) -> list[Strip]:
        """Return the rows of an area; they are painted once for each change and each place."""
        if (area, region) not in self._painted:
            lines = self._hand(region, layout) if area == HAND else self._area(area, region, layout)
            console = self.app.console
            self._painted[area, region] = [Strip(line.render(console), region.width) for line in lines]
        return self._painted[area, region]

    def draw_anew(self) -> None:
        self._painted.clear()
        self.refresh()

    def repaint(self, areas: Iterable[int | None]) -> None:
        """Repaint these areas, and show the board in another place if it moves with the cursor."""
        changed, layout, origin = [area for area in areas if area is not None], self.layout_now, self._origin
        for area in changed:
            self._painted.pop((area, layout.regions[area]), None)
        if origin.y < 0 or layout.is_list:
            self.refresh()
        elif changed:
            self.refresh(*(layout.regions[area].translate(origin) for area in changed))

    def watch_facts(self) -> None:
        self.draw_anew()

    def _pen(self, region: Region, layout: Layout) -> Pen:
        assert self.facts is not None
        return Pen(self.facts, Inks(self.style), region.width - 2, region.height, layout.is_roomy)

    def _hand(self, region: Region, layout: Layout) -> list[Text]:
        return [fitted(self._pen(region, layout).hand(), region.width)]

    def _area(self, area: int, region: Region, layout: Layout) -> list[Text]:
        pen = self._pen(region, layout)
        lines = [pen.row(area)] if layout.is_list else written(pen, area)
        lines += [Text()] * (region.height - len(lines))
        return [self._framed(line, area, region.width) for line in lines[: region.height]]

    def _framed(self, line: Text, area: int, width: int) -> Text:
        """Put the edge before a line, and the ground of the area under it."""
        is_cursor, is_raided = area == self.cursor, self.facts is not None and raided(self.facts) == area
        inks = Inks(self.style)
        is_target = area in self.targets | self.lit or is_raided
        edge, ink = inks.edge(is_target=is_target, is_cursor=is_cursor)
        ground = inks.ground(is_lit=is_cursor or is_raided or area == self.hovered)
        return Text(style=ground, end="").append(edge, ink).append_text(fitted(line, width - 1))

    # Areas -----------------------------------------------------------------------------------

    def toward(self, area: int, direction: str) -> int:
        return self.layout_now.toward(area, direction)

    def area_at(self, offset: Offset) -> int | None:
        return self.layout_now.area_at(offset - self._origin)


def raided(view: View) -> int | None:
    return view.raid.house if view.raid is not None else None


def written(pen: Pen, area: int) -> list[Text]:
    if area in HOUSES:
        return list(pen.house(area))
    write = {DOJO: pen.dojo, SENSEI: pen.sensei, PALACE: pen.palace}.get(area, pen.pavilion)
    return list(write())


def fitted(line: Text, width: int) -> Text:
    """Make a line as wide as its place; it is the last of its paragraph."""
    line.truncate(width, pad=True)
    line.end = ""
    return line


# Where the areas are --------------------------------------------------------------------------

SMALL: Final = Size(45, 15)
LARGE: Final = Size(70, 29)
MORE_ROWS: Final = 4
"""One more row for each card of an area says what it is good for."""
WIDEST, WIDEST_LARGE = 98, 160
"""More room than this only tears the board apart."""


class Layout(NamedTuple):
    """The region of every area and of the hand, and how many words there is room for."""

    size: Size
    regions: dict[int, Region]
    hand: Region
    is_roomy: bool
    is_list: bool = False

    def area_at(self, offset: Offset) -> int | None:
        return next((area for area, region in self.regions.items() if region.contains_point(offset)), None)

    def toward(self, area: int, direction: str) -> int:
        """Go to the nearest area that lies wholly on that side."""
        here = self.regions[area]
        ahead = [other for other in AREAS if _is_ahead(here, self.regions[other], direction)]
        return min(ahead, key=lambda other: _distance(here, self.regions[other], direction), default=area)


def _is_ahead(here: Region, there: Region, direction: str) -> bool:
    return {
        "left": there.right <= here.x and there.y < here.bottom and here.y < there.bottom,
        "right": there.x >= here.right and there.y < here.bottom and here.y < there.bottom,
        "up": there.bottom <= here.y,
        "down": there.y >= here.bottom,
    }[direction]


def _distance(here: Region, there: Region, direction: str) -> tuple[int, int]:
    """Rows count before columns when going up and down."""
    columns = abs(2 * here.x + here.width - 2 * there.x - there.width)
    rows = abs(2 * here.y + here.height - 2 * there.y - there.height)
    return (rows, columns) if direction in ("up", "down") else (columns, rows)


def layout_for(size: Size) -> Layout:
    """Choose the roomiest way to lay out the board."""
    if size.width >= LARGE.width and size.height >= LARGE.height:
        return large(size)
    return small(size) if size.width >= SMALL.width and size.height >= SMALL.height else listing(size)


def small(size: Size) -> Layout:
    """Five houses side by side, a row for hand and dojo, one for the sensei, and the court below."""
    width = min(size.width, WIDEST)
    height = 9 if size.height > SMALL.height else 8
    house, half = width // len(HOUSES), width // 2
    regions = {number: Region(number * house, 0, house, height) for number in HOUSES}
    regions[DOJO] = Region(width - half, height, half, 1)
    regions[SENSEI] = Region(0, height + 1, width, 1)
    regions[PALACE] = Region(0, height + 2, half, 5)
    regions[PAVILION] = Region(half, height + 2, width - half, 5)
    return Layout(Size(width, height + 7), regions, Region(0, height, width - half, 1), is_roomy=False)


def large(size: Size) -> Layout:
    """The same with gaps between the areas and more words in them."""
    width = min(size.width, WIDEST_LARGE)
    houses, training, court = large_rows(size.height)
    house = (width - 4) // len(HOUSES)
    regions = {number: Region(number * (house + 1), 0, house, houses) for number in HOUSES}
    half, below = (width - 1) // 2, houses + 3
    regions[DOJO] = Region(0, below, half, training)
    regions[SENSEI] = Region(half + 1, below, width - half - 1, training)
    below += training + 1
    regions[PALACE] = Region(0, below, half, court)
    regions[PAVILION] = Region(half + 1, below, width - half - 1, court)
    return Layout(Size(width, below + court), regions, Region(0, houses + 1, width, 1), is_roomy=True)


def large_rows(height: int) -> tuple[int, int, int]:
    """Deal rows out to houses, dojo and court: the court explains its cards first, the sensei next."""
    spare = height - LARGE.height
    court = MORE_ROWS if spare >= MORE_ROWS else 0
    training = MORE_ROWS if spare >= 2 * MORE_ROWS else 0
    houses = max(0, min(MORE_ROWS, spare - 2 * MORE_ROWS))
    return 11 + houses, 5 + training, 9 + court


def listing(size: Size) -> Layout:
    """A row for the hand, and one for each area."""
    rows = {area: Region(0, area + 1, size.width, 1) for area in AREAS}
    whole = Size(size.width, len(AREAS) + 1)
    return Layout(whole, rows, Region(0, 0, size.width, 1), is_roomy=False, is_list=True)


def make_form(view: View, decision: Combine, draft: Choice | None) -> CombineDialog:
    """Name the guard and the parts of what can be put together."""
    assert view.raid is not None
    guard = guard_words(view.raid)
    return CombineDialog(t("combine-title", guard=guard), decision.kit, names.part, draft)


# The record -----------------------------------------------------------------------------------


def make_panels() -> Sequence[Panel]:
    return (
        NinjaRows(id="players"),
        Influence(id="season"),
        AreaPanel(id="place"),
        RaidPanel(id="battle"),
        OwnGoods(id="secrets"),
    )


def facts_of(view: View) -> View:
    """Everything on the board is as everybody sees it; the hand is the viewer's own."""
    return view


def give_up(room: Room) -> Iterator[str]:
    """Name what gives way where there is no room for all."""
    yield from good_to_know(room)
    if room.is_pointing:
        yield "secrets"
    if room.has_battle:
        yield "players"


BOARD: Final = Board(
    make_map=lambda: NinjatoMap(id="map"),
    facts_of=facts_of,
    make_panels=make_panels,
    forms={Combine: make_form},
    plan=partial(usual_plan, give_up=give_up),
    colours=SEAT_COLOURS,
)
