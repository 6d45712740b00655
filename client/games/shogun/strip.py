"""Two lines below the map where panels have no room: what is pointed at or happens, and all players."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from client.games.shogun import names
from client.games.shogun.place import head_of, holder_of
from client.games.shogun.players import in_brief
from client.games.shogun.tower import Moment
from client.log.table import event_sentence
from client.texts import t
from client.tui.palette import FAINT, MUTED
from client.tui.widgets.panel import Panel
from core.games.shogun.board import ACTIONS
from core.games.shogun.view import View
from core.kinds import Event


class Strip(Panel):
    """The province under the cursor, else the news, else the actions; and below it the players."""

    def __init__(self, *, id: str) -> None:  # noqa: A002
        super().__init__(id=id)
        self._news = ""

    def hear(self, event: Event) -> None:
        if self.scene is not None and not isinstance(event, Moment):
            self._news = event_sentence(self.scene.game, event, self.scene.seat) or self._news

    def forget(self) -> None:
        self._news = ""

    def lines(self) -> Iterator[Text]:
        if self.scene is None or self.scene.view is None:
            return
        view: View = self.scene.view
        yield self._told(view)
        line = Text("  ").join(in_brief(view, seat) for seat in view.order or view.seats)
        line.truncate(self.width)
        yield line

    def _told(self, view: View) -> Text:
        if self.place is not None:
            line = Text.assemble(head_of(view, self.place), "  ", holder_of(view, self.place))
        elif self._news and (view.decision is None or not is_planned(view)):
            line = Text(self._news, MUTED)
        else:
            line = actions_in_brief(view)
        line.no_wrap = True
        line.truncate(self.width, overflow="ellipsis")
        return line


def is_planned(view: View) -> bool:
    """Say whether there is anything to tell of actions, or of the draft before them."""
    return bool(view.actions) or view.draft is not None


def actions_in_brief(view: View) -> Text:
    """The action track in one line, or in the draft what is to be picked."""
    if view.draft is not None:
        return Text(t("track-draft", provinces=", ".join(map(names.province, view.draft.open))))
    line = Text()
    for space in range(len(ACTIONS) if view.actions else 0):
        if space >= len(view.actions):
            line.append("? ", FAINT)
        elif space >= view.action:
            style = "bold reverse" if space == view.action else ""
            line.append(names.short_place(view.actions[space]), style).append(" ")
    if view.event:
        line.append(f"· {names.short_event(view.event)}", MUTED)
    return line
