"""The form of a plan: beside the map, or in a small window below it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar, Final, NamedTuple, TypeAlias

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Click, Key
from textual.geometry import Region, Size
from textual.message import Message
from textual.widget import Widget

from client.games.shogun import names
from client.games.shogun.map import facts_of
from client.games.shogun.planning.planner import FILL, LATER, SETTLE, Planner
from client.games.shogun.planning.words import HEAD, MORE, WARNING, Line, PlanRow, about, rows_of, title_of
from client.texts import t
from client.tui.dialogs.forms import Form
from client.tui.dialogs.lines import HelpRows, LinesDialog
from client.tui.keys import bound, shown
from client.tui.map.areas import AreaMap
from client.tui.map.widget import ProvinceMap
from client.tui.paint.rows import Rows, broken
from client.tui.paint.surface import RIGHT
from client.tui.palette import ACCENT, MUTED
from client.tui.palette import WARNING as AMBER
from core.decisions import Arrange, Arrangement
from core.games.shogun.board import LAND, NO_CARD, PLACES
from core.games.shogun.view import View
from core.kinds import Choice

# Where the parts of a plan stand ---------------------------------------------------------------

HEAD_ROWS: Final = 2
"""Rows of the table that stay in sight above the plan."""
BESIDE_FROM: Final = 120
"""Columns needed to have the plan beside the map."""
MAP_WIDTH: Final = 80
ENOUGH_SIDE, MOST_SIDE = 46, 66
ROOM_FOR_WORDS: Final = 56
"""From this width on, actions have their whole names."""
PLACES_BELOW: Final = 3
SEA: Final = 37
"""Columns of sea that words may lie on."""
SEA_ROWS: Final = 5
"""Rows of sea that even the smallest map has there."""


SeaRows: TypeAlias = Callable[[Size, int], int]
"""Counts the rows of sea in the north-west of a map of a given size, in its first columns."""


class PlanSpots(NamedTuple):
    """Where the map, the places and the words about them stand."""

    map: Region
    places: Region
    about: Region
    keys: Region


def plan_spots(size: Size, sea: SeaRows) -> PlanSpots:
    """The plan beside the map, or in a small window below it, with the words on its sea."""
    main = Region(0, HEAD_ROWS, size.width, size.height - HEAD_ROWS)
    if size.width >= BESIDE_FROM:
        side = max(size.width // 3, min(ENOUGH_SIDE, size.width - MAP_WIDTH))
        left, right = main.split_vertical(-min(MOST_SIDE, side))
        places, rest = right.split_horizontal(len(PLACES) + 3)
        about, keys = rest.split_horizontal(-1)
        return PlanSpots(left, places, about, keys)
    high, places = main.split_horizontal(-PLACES_BELOW)
    rows = max(SEA_ROWS, sea(high.size, SEA))
    lying, keys = Region(high.x, high.y, min(SEA, high.width), rows).split_horizontal(-1)
    return PlanSpots(high, places, lying, keys)


# Drawing --------------------------------------------------------------------------------------

TONES: Final = {HEAD: "bold", WARNING: f"bold {AMBER}", MORE: MUTED}
KEY_WIDTH, PLACE_WIDTH, LONG_PLACE, LEFT_WIDTH = 2, 9, 18, 5
ROOM_FOR_GAPS: Final = 40


def place_width(width: int) -> int:
    return LONG_PLACE if width >= ROOM_FOR_WORDS else PLACE_WIDTH


def row_line(row: PlanRow, width: int, card_width: int, *, is_here: bool) -> Text:
    """A place in its own line: key, name, card, effect, and the chests left."""
    name = names.place if width >= ROOM_FOR_WORDS else names.short_place
    text = place_text(row, f"{name(row.place):<{place_width(width)}}", is_here=is_here)
    text.append_text(card_text(row, card_width))
    text.append(row.effect, AMBER if row.is_doubtful else MUTED)
    left = f" {row.left} " if row.left else " "
    text.truncate(width - len(left), overflow="ellipsis", pad=True)
    return text.append(left, "bold")


def cell_line(row: PlanRow, width: int, card_width: int, *, is_here: bool) -> Text:
    """A place among others in one line: key, name, card, and as much of its effect as fits."""
    text = place_text(row, f"{names.short_place(row.place):<{PLACE_WIDTH}}", is_here=is_here)
    text.append_text(card_text(row, card_width))
    if text.cell_len + len(row.effect) < width:
        text.append(row.effect, MUTED)
    if row.is_doubtful:
        text.stylize(AMBER, KEY_WIDTH)
    text.truncate(width - 1, pad=True)
    return text.append(" ")


def place_text(row: PlanRow, name: str, *, is_here: bool) -> Text:
    text = Text(f"{row.key:<{KEY_WIDTH}}{name}", "reverse" if is_here else "", no_wrap=True)
    text.stylize(f"bold {ACCENT}" if not is_here else "bold", 0, KEY_WIDTH)
    return Text().append_text(text)


def card_text(row: PlanRow, width: int) -> Text:
    """Name a card; one that is only proposed looks different without colours, too."""
    if row.card == NO_CARD:
        return Text(" " * width)
    name = names.card(row.card)
    words = name if row.is_laid else t("plan-proposed", card=name[: width - 2])
    return Text(f"{words:<{width}}", "bold" if row.is_laid else f"italic {MUTED}")


def head_line(width: int, card_width: int) -> Text:
    """Name the columns of the places."""
    text = Text(f"{'':<{KEY_WIDTH}}{t('plan-place'):<{place_width(width)}}{t('plan-card'):<{card_width}}")
    text.append(t("plan-now")).truncate(width - LEFT_WIDTH, pad=True)
    text.append(f"{t('plan-left'):>{LEFT_WIDTH - 1}} ")
    text.stylize(f"bold {MUTED}")
    return text


def card_column(planner: Planner) -> int:
    """How wide a column of cards has to be, with the sign for proposals and a gap."""
    return max(len(t("plan-proposed", card=names.card(card))) for card in planner.hand) + 1


class PlanRows(Rows, can_focus=True, inherit_bindings=False):
    """The places of a plan, one below the other or, where there are few rows, in several columns."""

    @dataclass
    class Clicked(Message):
        """The player clicked on a place."""

        place: int

    def __init__(self, *, id: str) -> None:  # noqa: A002
        super().__init__(id=id)
        self._grid: list[list[int]] = []

    def show(self, planner: Planner, size: Size) -> None:
        """Rewrite all places, as they have room."""
        rows = rows_of(planner)
        draw = self._in_rows if size.height >= len(rows) else self._in_columns
        self.put(draw(planner, rows, size))

    def _in_rows(self, planner: Planner, rows: list[PlanRow], size: Size) -> list[Text]:
        self._grid = [[], [], *[[row.place] for row in rows]]
        width, card = size.width - 1, card_column(planner)
        heads = [Text(title_of(planner), "bold"), head_line(width, card)]
        lines = [row_line(row, width, card, is_here=row.place == planner.place) for row in rows]
        return [Text(" ") + line for line in (*heads, *lines)]

    def _in_columns(self, planner: Planner, rows: list[PlanRow], size: Size) -> list[Text]:
        grid = [rows[top :: size.height] for top in range(size.height)]
        self._grid = [[row.place for row in line] for line in grid]
        width = size.width // len(grid[0])
        card = min(card_column(planner), width - KEY_WIDTH - PLACE_WIDTH)
        cells = [
            [cell_line(row, width, card, is_here=row.place == planner.place) for row in line] for line in grid
        ]
        return [Text().join(line) for line in cells]

    def on_click(self, event: Click) -> None:
        offset = event.get_content_offset(self)
        if offset is None or offset.y >= len(self._grid) or event.button == RIGHT:
            return
        row, columns = self._grid[offset.y], max(map(len, self._grid))
        column = offset.x * columns // max(1, self.size.width)
        if column < len(row):
            self.post_message(self.Clicked(row[column]))


class PlanKeys(Rows):
    """What keys do now; they can also be clicked."""

    @dataclass
    class KeyClicked(Message):
        """The player clicked on a key."""

        key: str

    def __init__(self, *, id: str) -> None:  # noqa: A002
        super().__init__(id=id)
        self._ends: list[tuple[int, str]] = []

    def show(self, planner: Planner, width: int) -> None:
        is_pointing = planner.pointed is not None
        keys = {
            SETTLE: t("plan-key-lay" if is_pointing else "plan-key-seal"),
            FILL: t("plan-key-fill"),
            LATER: t("plan-key-back" if is_pointing else "plan-key-later"),
            "H": t("plan-key-help"),
        }
        gap = "  " if width >= ROOM_FOR_GAPS else " "
        line, self._ends = Text(no_wrap=True), []
        for key, words in keys.items():
            line.append(shown(key).capitalize(), f"bold {ACCENT}").append(f" {words}{gap}", MUTED)
            self._ends.append((line.cell_len, key))
        self.put([line])

    def on_click(self, event: Click) -> None:
        offset = event.get_content_offset(self)
        key = next((key for end, key in self._ends if offset is not None and offset.x < end), None)
        if key is not None:
            self.post_message(self.KeyClicked(key))


# Words ----------------------------------------------------------------------------------------

WORTH: Final = (HEAD, WARNING, "", MORE)
"""How lines are meant, with what must be read first."""


Breaking: TypeAlias = Callable[[Sequence[Line]], list[Text]]
"""Breaks lines where there is no more room."""


def fitted(lines: Sequence[Line], breaking: Breaking, room: Size) -> list[Text]:
    """Space lines out, or put them close, or shorten first what is good to know and then everything.

    If that is still too much, drop whole lines, and shorten the others only if they need that.
    """
    apart = [one for line in lines for one in (line, Line(""))]
    brief = [line.shortened if line.tone == MORE else line for line in lines]
    short = [line.shortened for line in lines]
    versions = (breaking(version) for version in (apart, lines, brief))
    fitting = next((rows for rows in versions if len(rows) <= room.height), None)
    needed = len(breaking([line for line in brief if line.tone != MORE]))
    return fitting or with_more(brief if needed < room.height else short, breaking, room)


def with_more(lines: Sequence[Line], breaking: Breaking, room: Size) -> list[Text]:
    """Return the lines most worth reading, and how to read the others, unless that costs a warning."""
    more = Text(t("plan-more"), MUTED)
    rows = {line: breaking([line]) for line in lines}
    kept, fewer = (most_worth(rows, height) for height in (room.height, room.height - 1))
    whole = [row for line in kept for row in rows[line]]
    spare = [at for at, row in enumerate(whole) if row.cell_len + more.cell_len < room.width]
    if len(whole) == room.height and spare:
        *above, last = whole[: spare[-1] + 1]
        return [*above, Text(" ").join((last, more)), *whole[spare[-1] + 1 :]]
    if warnings_in(kept) != warnings_in(fewer):
        return whole
    return [*(row for line in fewer for row in rows[line]), more]


def most_worth(rows: dict[Line, list[Text]], height: int) -> list[Line]:
    """Return the lines, each with its rows, that must be read first, and as many others as fit whole."""
    kept = set[Line]()
    for line in sorted(rows, key=lambda line: WORTH.index(line.tone)):
        if len(rows[line]) <= height:
            kept.add(line)
            height -= len(rows[line])
    return [line for line in rows if line in kept]


def warnings_in(lines: Sequence[Line]) -> list[Line]:
    return [line for line in lines if line.tone == WARNING]


# The form -------------------------------------------------------------------------------------

NAMED_KEYS: Final = (
    *(SETTLE, LATER, "up", "down", "left", "right"),
    *("home", "end", "delete", "backspace"),
)


class PlanDialog(Form):
    """A plan beside the map: passes keys and picked provinces to the planner, and draws what it says."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *[Binding(key, f"press('{key}')", show=False) for key in NAMED_KEYS],
        bound("info", "info"),
        Binding("tab", "map(1)", show=False),
        Binding("shift+tab", "map(-1)", show=False),
    ]
    KEYS: ClassVar[HelpRows] = (
        ("1-9 0", "", "help-plan-actions"),
        ("+ -", "", "help-plan-bid"),
        ("a-z", "", "help-plan-letters"),
        ("tab", "", "help-plan-map"),
        ("enter", "", "help-plan-lay"),
        ("↑ ↓", "", "help-plan-places"),
        ("← →", "", "help-plan-cards"),
        ("del", "", "help-plan-clear"),
        (FILL, "", "help-plan-fill"),
        ("", "info", "help-plan-info"),
        ("", "explain", "help-explain"),
        ("esc", "", "help-form-later"),
        ("", "talk", "help-form-talk"),
        ("", "rules", "help-rules"),
    )

    def __init__(self, view: View, decision: Arrange, draft: Choice | None) -> None:
        super().__init__()
        self.planner = Planner(view, decision, draft)
        self._saved = self.planner.choice

    def compose(self) -> ComposeResult:
        yield ProvinceMap(facts_of(self.planner.view), style=self.map_style, id="plan-map")
        yield PlanRows(id="plan-places")
        yield Rows(id="plan-about")
        yield PlanKeys(id="plan-keys")

    def on_mount(self) -> None:
        self.watch(self._map, "hovered", self._look, init=False)
        self._draw()

    @property
    def _map(self) -> ProvinceMap:
        return self.query_one(ProvinceMap)

    @property
    def choice(self) -> Arrangement:
        return self.planner.choice

    @property
    def asked(self) -> str:
        planner = self.planner
        return f"{names.card(planner.considered)} {names.place(planner.place)}"

    # Drawing ---------------------------------------------------------------------------------

    def on_resize(self) -> None:
        self._draw()

    def _draw(self) -> None:
        """Draw the plan as it stands, and keep it as a draft."""
        planner, spots = self.planner, self._arrange()
        self.query_one(PlanRows).show(planner, spots.places.size)
        self.query_one(PlanKeys).show(planner, spots.keys.width)
        self._map.targets = frozenset(card for card in planner.free if card in LAND)
        self._map.cursor = planner.pointed
        self.set_focus(self._map if planner.pointed is not None else self.query_one(PlanRows))
        if self._saved != self.choice:
            self._saved = self.choice
            self.on_change(self._saved)

    def _arrange(self) -> PlanSpots:
        """Put all parts where there is room for what has to be said now, and say it."""
        spots = plan_spots(self.size, self._map.sea_rows)
        for name, region in spots._asdict().items():
            place(self.query_one(f"#plan-{name}"), region)
        room = inner_size(spots.about, self.size)
        self.query_one("#plan-about", Rows).put(
            fitted(self._lines(room.width), partial(self._broken, width=room.width), room)
        )
        return spots

    def _lines(self, width: int) -> list[Line]:
        return [*([Line(self.remark)] if self.remark else []), *about(self.planner, width)]

    def _broken(self, lines: Sequence[Line], width: int) -> list[Text]:
        rows = ((row, line.tone) for line in lines for row in line.words.split("\n"))
        texts = (Text(row, TONES.get(tone, "")) for row, tone in rows)
        return list(broken(texts, self.app.console, width))

    # Keys and mouse --------------------------------------------------------------------------

    def on_key(self, event: Key) -> None:
        """Pass signs on, but for a blank: it skips ahead, and may come too late for that."""
        sign = event.character or ""
        if event.is_printable and not sign.isspace() and event.key not in self.active_bindings:
            event.stop()
            self.action_press(sign)

    def action_press(self, key: str) -> None:
        answer = self.planner.press(key)
        if answer is not None:
            self.dismiss(answer)
        else:
            self._draw()

    def action_info(self) -> None:
        """Show everything there is to say about the card in question."""
        head, *lines = self._lines(self.query_one("#plan-about").size.width)
        self.app.push_screen(LinesDialog(head.words, Text("\n\n".join(line.words for line in lines))))

    def action_map(self, step: int) -> None:
        """Go to the next province whose card is in hand; from there arrows walk over the map."""
        self._map.action_go_to_target(step)

    @on(PlanRows.Clicked)
    def _go_to(self, message: PlanRows.Clicked) -> None:
        message.stop()
        self.planner.go_to(message.place)
        self._draw()

    @on(PlanKeys.KeyClicked)
    def _click_key(self, message: PlanKeys.KeyClicked) -> None:
        message.stop()
        if message.key == "H":
            self.action_help()
        else:
            self.action_press(message.key)

    def _look(self, hovered: int | None) -> None:
        self.planner.looked_at = hovered
        self._draw()

    @on(AreaMap.Pointed)
    def _point(self, message: AreaMap.Pointed) -> None:
        """Point where the cursor is; what the mouse is over is only looked at."""
        message.stop()
        if message.province == self._map.cursor and self._map.hovered is None:
            self.planner.pointed = message.province
            self._draw()

    @on(AreaMap.Picked)
    def _pick(self, message: AreaMap.Picked) -> None:
        message.stop()
        self.planner.pick(message.province)
        self._draw()


def place(widget: Widget, region: Region) -> None:
    """Put a widget somewhere; lay out nothing that is already there."""
    widget.styles.offset = region.offset
    widget.styles.width, widget.styles.height = region.size


def inner_size(region: Region, window: Size) -> Size:
    """Return the room for words: there is a column to their left, and one between them and the edge."""
    is_at_edge = region.right == window.width
    return Size(region.width - 1 - is_at_edge, region.height)
