"""The round: actions in their order, whose cards are turned over, specials and turns, events."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich.text import Text

from client.games.shogun import names
from client.texts import t
from client.tui.palette import FAINT, MUTED, clan_colour
from client.tui.widgets.panel import Panel, heading
from core.games.shogun.board import ACTIONS, EVENTS, FACE_DOWN, NO_CARD, OVER
from core.games.shogun.view import View

ROOMY = 36
FACE_DOWN_SIGN = "?"


class Track(Panel):
    """Ten spaces in two columns, and below them what changes this round."""

    def lines(self) -> Iterator[Text]:
        if self.scene is None or self.scene.view is None:
            return
        view: View = self.scene.view
        if view.draft is not None:
            open_cards = ", ".join(map(names.province, view.draft.open))
            yield Text(t("track-draft", provinces=open_cards), MUTED)
        if view.actions:
            yield from self._spaces(view)
        if view.track:
            yield from in_rows(heading(t("track-specials")), self._specials(view), self.width)
        if view.phase != OVER:
            yield from self._events(view)

    def _spaces(self, view: View) -> Iterator[Text]:
        half, width = len(ACTIONS) // 2, self.width // 2
        for left in range(half):
            line = self._space(view, left)
            line.pad_right(max(1, width - len(line)))
            yield line.append_text(self._space(view, left + half))

    def _space(self, view: View, space: int) -> Text:
        is_now, is_done = space == view.action, space < view.action
        style = "bold" if is_now else FAINT if is_done or space >= len(view.actions) else ""
        sign = self.glyphs.turn if is_now else " "
        text = Text(f"{sign}{space + 1:>2} ", style, no_wrap=True)
        if space >= len(view.actions):
            return text.append(FACE_DOWN_SIGN, style)
        action = view.actions[space]
        text.append(names.short_place(action), style)
        return text.append(" ").append_text(cards_on(view, action)) if view.plans else text

    def _specials(self, view: View) -> Iterator[Text]:
        """The order spaces, each with its special and who took it."""
        for space, number in enumerate(view.track, start=1):
            holder = view.held.index(number) if number in view.held else None
            style = FAINT if holder is None else f"bold {clan_colour(holder)}"
            who = names.letter(holder) if holder is not None else ""
            special = (names.short_special(number), style if holder is not None else MUTED)
            yield Text.assemble((f"{space}{who}: ", style), special, no_wrap=True)

    def _events(self, view: View) -> Iterator[Text]:
        if view.event:
            long, short = (t("track-event", event=n(view.event)) for n in (names.event, names.short_event))
            yield Text(long if len(long) < self.width else short, "bold")
        waiting = [number for number in view.events_open if number != view.event]
        if view.event and len(waiting) == 1:
            yield Text(t("track-winter", loss=EVENTS[waiting[0]].winter_rice_loss), MUTED)
        elif waiting:
            words = [
                t(
                    "track-event-loss",
                    event=names.short_event(number),
                    loss=EVENTS[number].winter_rice_loss,
                )
                for number in waiting
            ]
            yield Text(t("track-events", events=", ".join(words)), MUTED)


def in_rows(head: Text, parts: Iterable[Text], width: int) -> Iterator[Text]:
    """Write parts one after the other; none is broken in two."""
    line, gap = head, 1
    for part in parts:
        if len(line) + gap + len(part) > width:
            yield line
            line, gap = Text(), 1
        line.append(" " * gap).append_text(part)
        gap = 2
    yield line


def cards_on(view: View, action: int) -> Text:
    """Show everybody's card on an action in turn order: a letter is face down, a small one turned over."""
    text = Text(no_wrap=True)
    for seat in view.order or view.seats:
        card = view.plans[seat][action]
        if card == FACE_DOWN or (seat == view.viewer and not is_turned(view, seat, action)):
            sign, style = names.letter(seat), f"bold {clan_colour(seat)}"
        else:
            sign, style = ("·" if card == NO_CARD else names.letter(seat).lower()), clan_colour(seat)
        text.append(sign if card != NO_CARD else "·", style if card != NO_CARD else FAINT)
    return text


def is_turned(view: View, seat: int, action: int) -> bool:
    """Say whether a seat's card on an action lies open."""
    space = view.actions.index(action) if action in view.actions else len(ACTIONS)
    return space < view.action or (space == view.action and seat in view.order[: view.acting])
