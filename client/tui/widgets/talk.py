"""Talk: the table's room and private ones, each with what was said there and what has not been read."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import ClassVar, NamedTuple, TypeAlias

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.events import Click
from textual.message import Message
from textual.reactive import var
from textual.widgets import Input, RichLog, Static

from client.harmless import harmless
from client.texts import t
from client.tui.palette import MUTED, clan_colour
from client.tui.scene import Scene
from client.tui.widgets.deals import DealCard, deals_to_show
from core.records import Seat

Room: TypeAlias = tuple[Seat, ...]
"""The others in a room; nobody named is the whole table."""
TABLE: Room = ()


class Words(NamedTuple):
    """Something said."""

    seat: Seat
    room: Room
    text: str


class Rooms(Static):
    """The names of the rooms, with the number of what is unread; a click opens one."""

    @dataclass
    class Opened(Message):
        """The player wants to be in another room."""

        number: int

    def on_click(self, event: Click) -> None:
        number = event.style.meta.get("room")
        if number is not None:
            self.post_message(self.Opened(number))


class TalkPane(Vertical):
    """Shows one room at a time and reports what its player says."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+n,ctrl+right", "turn(1)", show=False),
        Binding("ctrl+p,ctrl+left", "turn(-1)", show=False),
    ]

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
        """There is another number of words that nobody has read."""

        number: int

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._said: list[Words] = []
        self._unread: Counter[Room] = Counter()

    def compose(self) -> ComposeResult:
        yield Rooms(id="rooms")
        yield RichLog(id="said", wrap=True, min_width=10, max_lines=500)
        yield VerticalScroll(id="deals", can_focus=False)
        yield Input(id="say", max_length=400, compact=True)

    # Rooms -----------------------------------------------------------------------------------

    def rooms(self) -> list[Room]:
        """List the rooms: the table, one for each other player, and what else was talked in."""
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

    def on_rooms_opened(self, event: Rooms.Opened) -> None:
        event.stop()
        self.room = self.rooms()[event.number]
        self.query_one("#say", Input).focus()

    # Hearing ---------------------------------------------------------------------------------

    def hear(self, seat: Seat, to: Room, text: str) -> None:
        """Take in what somebody said to some."""
        assert self.scene is not None
        own = self.scene.seat
        room = to if seat == own or not to else tuple(sorted({seat, *to} - {own}))
        words = Words(seat, room, text)
        self._said.append(words)
        if room == self.room:
            self._write(words)
        if seat != own and not (self.is_read and room == self.room):
            self._unread[room] += 1
        self._tell_unread()

    def _tell_unread(self) -> None:
        self._draw_rooms()
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
            self._draw()
        if old is None or old.deals != new.deals:
            self._draw_deals(new)

    # Drawing ---------------------------------------------------------------------------------

    def _draw(self) -> None:
        if self.scene is None or not self.is_mounted:
            return
        said = self.query_one("#said", RichLog)
        said.clear()
        for words in self._said:
            if words.room == self.room:
                self._write(words)
        line = self.query_one("#say", Input)
        watching = self.scene.seat is None
        line.disabled = watching
        name = self.room_name(self.room)
        line.placeholder = t("talk-watching") if watching else self._invitation(name)
        self._draw_rooms()

    def _invitation(self, name: str) -> str:
        return t("talk-say-table") if self.room == TABLE else t("talk-say-room", who=name)

    def _draw_rooms(self) -> None:
        if self.scene is None or not self.is_mounted:
            return
        text = Text(no_wrap=True)
        for number, room in enumerate(self.rooms()):
            style = "bold underline" if room == self.room else MUTED
            name = Text(self.room_name(room), style)
            name.apply_meta({"room": number})
            text.append_text(name)
            if self._unread[room]:
                text.append(f" {self._unread[room]}", "bold #0d1218 on #f2c14e")
            text.append("  ")
        self.query_one("#rooms", Rooms).update(text)

    def _write(self, words: Words) -> None:
        assert self.scene is not None
        names = self.scene.game.seat_names
        who, colour = t(f"clan-{names[words.seat]}.short"), clan_colour(words.seat)
        line = Text.assemble((f"{who} ", f"bold {colour}"), harmless(words.text))
        self.query_one("#said", RichLog).write(line)

    def _draw_deals(self, scene: Scene) -> None:
        deals = self.query_one("#deals", VerticalScroll)
        shown = deals_to_show(scene)
        deals.remove_children()
        deals.mount_all(DealCard(scene, standing) for standing in shown)
        deals.display = bool(shown)

    # Saying ----------------------------------------------------------------------------------

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        text = event.value.strip()
        if text:
            event.input.clear()
            self.post_message(self.Spoken(text, self.room))
