"""Talk: the table's room and private ones, each with what was said there and what is unread."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Click
from textual.message import Message
from textual.reactive import var
from textual.strip import Strip
from textual.widgets import Input

from client.harmless import harmless
from client.table.scene import Scene
from client.table.talking import TABLE, Room, room_of
from client.texts import t
from client.tui.paint.rows import Rows, broken, drawn
from client.tui.paint.surface import Surface
from client.tui.palette import MUTED, clan_colour
from client.tui.widgets.deals import MOST_OF_TALK, DealEntry, Deals, card_rows, deals_to_show
from core.deals import Key, key_of
from core.kinds import Seat

FRAME_ROWS = 2
"""Rows for the names of the rooms and the input line."""
SIDES = 2
"""The columns beside what was said."""
MOST_SAID = 500
"""How much of what was said in a room can be read again."""


class Utterance(NamedTuple):
    """Something said."""

    seat: Seat
    room: Room
    text: str


class SaidRows(Rows, can_focus=True):
    """What was said in a room, the newest in sight."""

    def __init__(self, *, id: str) -> None:  # noqa: A002
        super().__init__(id=id)
        self._lines: list[Text] = []

    def write(self, lines: list[Text]) -> None:
        self._lines = lines
        self.put(list(broken(lines, self.app.console, self.room)))
        self.scroll_end(animate=False, immediate=True)

    def break_anew(self) -> None:
        self.write(self._lines)


class WritingLine(Input):
    """An input line that looks the same with and without the focus, except for its cursor."""

    def watch_has_focus(self, _has_focus: bool) -> None:  # noqa: FBT001
        """Leave styles alone, as no sheet asks which of these has the focus."""


class TalkPane(Surface, can_focus=True):
    """Shows one room at a time and reports what its player says.

    The names of the rooms and the input line are drawn; that line becomes a widget when it is used.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+n,ctrl+right", "turn(1)", show=False),
        Binding("ctrl+p,ctrl+left", "turn(-1)", show=False),
    ]

    COMPONENT_CLASSES: ClassVar[set[str]] = {"talk--line"}

    scene: var[Scene | None] = var(None)
    room: var[Room] = var(TABLE)
    is_read: var[bool] = var(True)
    """Whether the pane can be seen, so that what comes in counts as read."""

    @dataclass
    class Spoken(Message):
        """The player says something."""

        text: str
        to: Room

    @dataclass
    class Unread(Message):
        """The number of unread words has changed."""

        number: int

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._said: list[Utterance] = []
        self._unread: Counter[Room] = Counter()
        self._heights: dict[int, int] = {}
        self._line: WritingLine | None = None

    def compose(self) -> ComposeResult:
        yield SaidRows(id="said")

    # Rooms -----------------------------------------------------------------------------------

    def rooms(self) -> list[Room]:
        """List the rooms: the table, one for each other player, and any others that were talked in."""
        if self.scene is None or self.scene.seat is None:
            return [TABLE]
        others: list[Room] = [(row.seat,) for row in self.scene.info.seats if row.seat != self.scene.seat]
        groups = dict.fromkeys(words.room for words in self._said if len(words.room) > 1)
        return [TABLE, *others, *groups]

    def room_name(self, room: Room) -> str:
        assert self.scene is not None
        if room == TABLE:
            return t("talk-room-table")
        return ", ".join(t(f"clan-{self.scene.game.seat_names[seat]}.short") for seat in room)

    def action_turn(self, by: int) -> None:
        rooms = self.rooms()
        self.room = rooms[(rooms.index(self.room) + by) % len(rooms)] if self.room in rooms else TABLE

    def on_click(self, event: Click) -> None:
        number = event.style.meta.get("room")
        if number is not None:
            self.room = self.rooms()[number]
        if number is not None or event.y == self.size.height - 1:
            self.write()

    # Hearing ---------------------------------------------------------------------------------

    def hear(self, seat: Seat, to: Room, text: str) -> None:
        """Take in what somebody said to some players."""
        assert self.scene is not None
        own = self.scene.seat
        room = room_of(seat, to, own)
        words = Utterance(seat, room, text)
        self._said.append(words)
        if room == self.room:
            self._draw()
        if seat == own:
            self._unread.pop(room, None)  # whoever speaks there has read it
        elif not (self.is_read and room == self.room):
            self._unread[room] += 1
        self._tell_unread()

    def catch_up(self) -> None:
        """Count everything said so far as read."""
        self._unread.clear()
        self._tell_unread()

    def height_at(self, width: int) -> int:
        """Return the rows that show everything said in this room and all deals."""
        if width not in self._heights:
            self._heights[width] = self._count_rows(width)
        return self._heights[width]

    def _count_rows(self, width: int) -> int:
        if self.scene is None:
            return FRAME_ROWS
        lines = [self._told(words) for words in self._said_here()]
        said = sum(1 for _ in broken(lines, self.app.console, width - SIDES))
        deals = deals_to_show(self.scene)
        cards = sum(card_rows(self.scene, deal, self.app.console, width) for deal in deals)
        return max(FRAME_ROWS + said + cards, -(-cards * 100 // MOST_OF_TALK))

    def _said_here(self) -> list[Utterance]:
        return [words for words in self._said if words.room == self.room][-MOST_SAID:]

    def _tell_unread(self) -> None:
        self.refresh()
        self.post_message(self.Unread(sum(self._unread.values())))

    def watch_is_read(self, is_read: bool) -> None:  # noqa: FBT001
        if is_read and self._unread.pop(self.room, 0):
            self._tell_unread()

    def watch_room(self) -> None:
        if self.is_read:
            self._unread.pop(self.room, None)
        self._draw()
        self._tell_unread()

    def watch_scene(self, old: Scene | None, new: Scene | None) -> None:
        if new is None:
            return
        if old is None or old.info.seats != new.info.seats:
            self.can_focus = not self.is_watching and self._line is None
            self._draw()
        if old is None or old.deals != new.deals:
            self._draw_deals(new)

    def on_resize(self) -> None:
        self.query_one(SaidRows).display = self.size.height > FRAME_ROWS

    # Drawing ---------------------------------------------------------------------------------

    def _draw(self) -> None:
        if self.scene is None or not self.is_mounted:
            return
        self._heights.clear()
        self.query_one(SaidRows).write([self._told(words) for words in self._said_here()])
        if self._line is not None:
            self._line.placeholder = self._hint()
            self._name_room(self._line)
        self.refresh()

    def _told(self, words: Utterance) -> Text:
        assert self.scene is not None
        who = t(f"clan-{self.scene.game.seat_names[words.seat]}.short")
        return Text.assemble((f"{who} ", f"bold {clan_colour(words.seat)}"), harmless(words.text))

    def _invitation(self) -> str:
        if self.is_watching:
            return t("talk-watching")
        is_whole = self.room == TABLE
        return t("talk-say-table") if is_whole else t("talk-say-room", who=self.room_name(self.room))

    def _hint(self) -> str:
        """Invite to write, and tell how to reach the other rooms."""
        return f"{self._invitation()} {t('talk-turn')}"

    def render_line(self, y: int) -> Strip:
        """Draw the names of the rooms above, and the input line below; what was said is between."""
        size = self.inside
        if self.scene is None or y not in (0, size.height - 1):
            return Strip.blank(size.width, self.ground)
        if y == 0:
            return drawn(self._names(), size.width, self.ground)
        words = self._invitation() if self._line is None else self._whom()
        return drawn(Text(f" {words}"), size.width, self.canvas.look("talk--line"))

    def _whom(self) -> str:
        who = t("talk-all") if self.room == TABLE else self.room_name(self.room)
        return t("talk-to", who=who)

    def _name_room(self, line: Input) -> None:
        """Leave room before the text to say who will read it; an empty line says it itself."""
        line.styles.margin = (0, 0, 0, len(self._whom()) + 1 if line.value else 0)

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        self._name_room(event.input)

    def _names(self) -> Text:
        """Name the rooms side by side; where they are too many, closer, and only some before this one."""
        rooms, width = self.rooms(), self.size.width - 1
        names = [self._tab(*numbered) for numbered in enumerate(rooms)]
        here = rooms.index(self.room) if self.room in rooms else 0
        ways = [
            Text(between).join([Text("…", MUTED)] * bool(first) + names[first:])
            for first in range(here + 1)
            for between in ("  ", " ")
        ]
        text = next((way for way in ways if way.cell_len <= width), ways[-1])
        text.truncate(width, overflow="ellipsis")
        return Text.assemble(" ", text)

    def _tab(self, number: int, room: Room) -> Text:
        name = Text(self.room_name(room), "bold underline" if room == self.room else MUTED)
        name.apply_meta({"room": number})
        if self._unread[room]:
            name.append(f" {self._unread[room]}", "bold #0d1218 on #f2c14e")
        return name

    def _draw_deals(self, scene: Scene) -> None:
        """Show the deals, if there are any, between what was said and the input line.

        A player who is about to answer one stays at that answer, whatever comes in.
        """
        self._heights.clear()
        shown, answers = deals_to_show(scene), dict[Key, str]()
        answers.update(filter(None, (entry.focused_answer for entry in self.query(DealEntry))))
        self.set_class(bool(shown), "-dealing")
        self.query(Deals).remove()
        if shown:
            deals = (one.deal for one in shown)
            keys = [key_of(deal.seat, deal.to, deal.number) for deal in deals]
            pairs = zip(shown, keys, strict=True)
            self.mount(Deals(*(DealEntry(scene, one, answers.get(key, "")) for one, key in pairs)))

    # Saying ----------------------------------------------------------------------------------

    @property
    def is_watching(self) -> bool:
        return self.scene is None or self.scene.seat is None

    def write(self) -> None:
        """Let the player write, in private if something waits there; never in a wider room than before."""
        waiting = [room for room, number in self._unread.items() if number]
        if self.room == TABLE and waiting and TABLE not in waiting and not self.has_focus_within:
            self.room = waiting[0]
        if self.is_watching:
            return
        if self._line is None:
            self.can_focus = False  # the line has it from now on
            self._line = WritingLine(placeholder=self._hint(), id="say", max_length=400, compact=True)
            self.mount(self._line)
        self._line.focus()

    def on_focus(self) -> None:
        self.write()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        text = event.value.strip()
        if text:
            event.input.clear()
            self.post_message(self.Spoken(text, self.room))
