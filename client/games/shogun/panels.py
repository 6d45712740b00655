"""What stands beside the map: players, the round, the province pointed at, one's plan."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from rich.text import Text

from client.games.shogun import names
from client.games.shogun.facts import (
    beside_words,
    holder_words,
    is_turned,
    land_words,
    near_words,
    plan_words,
    still_to_come,
    threat_words,
)
from client.games.shogun.log import ThrowMoment
from client.table.sentences import event_in_brief, event_sentence
from client.texts import t
from client.tui.palette import FAINT, MUTED, clan_colour
from client.tui.widgets.panel import Panel, PlacePanel, heading
from client.tui.widgets.prompt import longest_in
from core.decisions import EMPTY, Arrangement
from core.games.shogun.board import (
    ACTIONS,
    BID,
    EVENTS,
    FACE_DOWN,
    HUNGER,
    NO_CARD,
    NOBODY,
    NUMBER_OF_CARD,
    OVER,
    PLACES,
)
from core.games.shogun.foresight import scores_now, threats_to
from core.games.shogun.state import board_of, provinces_of
from core.games.shogun.view import View
from core.kinds import Event, Seat

NAME_WIDTH = 6
COLUMNS = ("vp", "chests", "rice", "reserve", "land")
WORDY = 37
"""From this width on, columns have words for names."""
BROAD = 33
"""From this width on, names are spelled out."""
SPACIOUS = 46
"""From this width on, it says who plays."""


class TurnOrder(Panel):
    """One line for each player."""

    def draw(self, view: View) -> Iterator[Text]:
        yield self._head(view)
        scores = scores_now(view)
        for seat in view.order or view.seats:
            yield self._player(view, seat, scores[seat].total)
        if self.width < WORDY:
            yield self._legend()

    def _has_forecast(self, view: View) -> bool:
        return self.width >= BROAD and view.phase != OVER

    def _head(self, view: View) -> Text:
        width = NAME_WIDTH if self.width >= BROAD else 1
        title = t("shogun-players")
        head = heading(f"{title if len(title) < width + 3 else '':<{width + 3}}")
        form = ".long" if self.width >= WORDY else ""
        names_of = [*COLUMNS, *["winter"] * self._has_forecast(view)]
        head.append("".join(f"{t(f'shogun-{name}{form}'):>{self._room(name)}}" for name in names_of))
        head.no_wrap = True
        return head

    def _room(self, column: str) -> int:
        """Return the columns of a figure: as many as its name takes."""
        if self.width >= WORDY:
            return len(t(f"shogun-{column}.long")) + 1
        return max(4 if self.width >= BROAD else 3, len(t(f"shogun-{column}")) + 1)

    def _legend(self) -> Text:
        words = [
            t("legend", sign=t(f"shogun-{name}"), words=t(f"shogun-{name}.long")) for name in COLUMNS[1:]
        ]
        return Text(" · ".join(words), FAINT)

    def _player(self, view: View, seat: Seat, score: int) -> Text:
        colour, is_acting = clan_colour(seat), self.waits_for(seat)
        is_broad = self.width >= BROAD
        name = f"{names.short_clan(seat):<{NAME_WIDTH}}" if is_broad else names.letter(seat)
        text = Text(no_wrap=True)
        text.append(f"{self.glyphs.turn if is_acting else ' '} ", "bold")
        text.append(f"{self.glyphs.bar}{name}", f"bold {colour}" if seat == view.viewer else colour)
        land = len(provinces_of(view, seat))
        numbers = (view.vp[seat], view.chests[seat], view.rice[seat], view.reserve[seat], land)
        for column, number in zip(COLUMNS, numbers, strict=True):
            text.append(f"{number:>{self._room(column)}}", "bold" if column == "vp" else "")
        if self._has_forecast(view):
            text.append(f"{f'+{score}':>{self._room('winter')}}", MUTED)
        if self.width >= SPACIOUS:
            text.append(f" {self.player_at(seat)}", FAINT)
            text.truncate(self.width)
        return text


def in_brief(view: View, seat: Seat) -> Text:
    """Write a player in as few signs as possible."""
    colour = clan_colour(seat)
    land = len(provinces_of(view, seat))
    return Text.assemble(
        (names.letter(seat), f"bold reverse {colour}"),
        (f"{view.vp[seat]} ", f"bold {colour}"),
        (f"{view.chests[seat]}¢ {view.rice[seat]}r {land}p", MUTED),
    )


# The round ------------------------------------------------------------------------------------

FACE_DOWN_SIGN = "?"
CARDS_AT = 21
"""Where cards stand on an action whose name is spelled out."""


class Track(Panel):
    """Ten spaces in two columns, or in full one below the other, and below them what changes this round."""

    def draw(self, view: View) -> Iterator[Text]:
        if view.draft is not None:
            open_cards = ", ".join(map(names.province, view.draft.open))
            yield Text(t("track-draft", provinces=open_cards), MUTED)
        if view.actions:
            yield from self._spaces(view)
        if view.track:
            yield from self._turns(view)
        if view.phase < HUNGER:
            yield from self._events(view)
        if view.plans and self.width >= BROAD:
            letter = names.letter(view.seats[0])
            yield Text(t("track-legend", down=letter, open=letter.lower()), FAINT)

    def _spaces(self, view: View) -> Iterator[Text]:
        whole = [self._space(view, space, names.place) for space in range(len(ACTIONS))]
        yield from in_two(whole, self.width) or (self._in_short(view) if self.is_brief else whole)

    def _in_short(self, view: View) -> Iterable[Text]:
        spaces = [self._space(view, space, names.short_place) for space in range(len(ACTIONS))]
        return in_two(spaces, self.width) or in_rows(Text(), spaces, self.width)

    def _space(self, view: View, space: int, name: Callable[[int], str]) -> Text:
        is_now, is_done = space == view.action, space < view.action
        style = "bold" if is_now else FAINT if is_done or space >= len(view.actions) else ""
        sign = self.glyphs.turn if is_now else " "
        text = Text(f"{sign}{space + 1:>2} ", style, no_wrap=True)
        if space >= len(view.actions):
            return text.append(FACE_DOWN_SIGN, style)
        action = view.actions[space]
        text.append(name(action), style)
        if name is names.place:
            text.pad_right(max(0, CARDS_AT - len(text)))
        return text.append(" ").append_text(cards_on(view, action)) if view.plans else text

    def _turns(self, view: View) -> Iterator[Text]:
        """The order spaces, each with its special and who took it."""
        head = heading(t("track-specials"))
        if not self.is_full:
            yield from in_rows(head, self._specials(view), self.width)
            return
        yield Text()
        yield head
        yield from (Text(" ") + special for special in self._specials(view))
        yield Text()

    def _specials(self, view: View) -> Iterator[Text]:
        name = names.special if self.is_full else names.short_special
        who = names.letter if self.is_brief else names.short_clan
        for space, number in enumerate(view.track, start=1):
            holder = view.held.index(number) if number in view.held else None
            style = FAINT if holder is None else f"bold {clan_colour(holder)}"
            taken = f"{' ' * (not self.is_brief)}{who(holder)}" if holder is not None else ""
            special = (name(number), style if holder is not None else MUTED)
            yield Text.assemble((f"{space}{taken}: ", style), special, no_wrap=True)

    def _events(self, view: View) -> Iterator[Text]:
        if view.event:
            long, short = (t("track-event", event=n(view.event)) for n in (names.event, names.short_event))
            yield Text(long if self.is_full or len(long) < self.width else short, "bold")
        waiting = [number for number in view.events_open if number != view.event]
        if view.event and len(waiting) == 1:
            yield Text(t("track-winter", loss=EVENTS[waiting[0]].winter_rice_loss), MUTED)
        elif waiting and self.is_full:
            yield heading(t("track-events-head"))
            yield from (Text(f" {event_words(number, names.event, '.row')}", MUTED) for number in waiting)
        elif waiting:
            events = ", ".join(event_words(number, names.short_event) for number in waiting)
            yield Text(t("track-events", events=events), MUTED)


def in_two(parts: Sequence[Text], width: int) -> list[Text]:
    """Write half of the parts below one another, and the others beside them; nothing if that is too wide."""
    half = len(parts) // 2
    first, second = (max(map(len, column)) for column in (parts[:half], parts[half:]))
    if first + 1 + second > width:
        return []
    second_at = min(max(first + 1, width // 2), width - second)
    rows = zip(parts[:half], parts[half:], strict=True)
    return [Text.assemble(left, " " * (second_at - len(left)), right) for left, right in rows]


def event_words(number: int, name: Callable[[int], str], form: str = "") -> str:
    return t(f"track-event-loss{form}", event=name(number), loss=EVENTS[number].winter_rice_loss)


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


# The province pointed at ----------------------------------------------------------------------


class LandPanel(PlacePanel):
    """Tells everything the viewer may know about one province."""

    def draw(self, view: View) -> Iterator[Text]:
        if self.place is None:
            return
        yield head_of(view, self.place)
        yield holder_of(view, self.place)
        if self.place in board_of(view).provinces and view.owner[self.place] != NOBODY:
            for threat in threats_to(view, self.place)[:MOST_THREATS]:
                yield Text(threat_words(view, threat))
        near = near_words(view, self.place)
        if near:
            yield Text(near, MUTED)


MOST_THREATS = 2


def head_of(view: View, place: int) -> Text:
    name, words = names.province(place), land_words(view, place)
    return Text.assemble((name, "bold"), (words.removeprefix(name), MUTED))


def holder_of(view: View, place: int) -> Text:
    """Say who is there with what."""
    owner = view.owner[place]
    if place not in board_of(view).provinces or owner == NOBODY:
        return Text(holder_words(view, place), MUTED)
    text = Text(holder_words(view, place))
    text.stylize(f"bold {clan_colour(owner)}", 0, len(beside_words(view, place)))
    return text


# What nobody else sees ------------------------------------------------------------------------


class OwnPlan(Panel):
    """The viewer's own plan, marked by the player's colour."""

    def draw(self, view: View) -> Iterator[Text]:
        if view.viewer is None:
            return
        for line in self._secrets(view):
            yield Text.assemble((f"{self.glyphs.bar}", clan_colour(view.viewer or 0)), (line, "italic"))

    def _secrets(self, view: View) -> Iterator[str]:
        laid = view.answer if view.answer is not None else self.draft
        if view.plans and view.viewer in view.seats:
            cards = plan_words(still_to_come(view), view.actions)
            if cards:
                yield t("shogun-plan", cards=cards)
        elif isinstance(laid, Arrangement):
            is_sealed = view.answer is not None or self.has_sealed
            number = len(laid.cards) - laid.cards.count(EMPTY)
            draft = t("shogun-draft", number=number, total=len(PLACES))
            cards = plan_words(
                tuple(NUMBER_OF_CARD.get(card, NO_CARD) for card in laid.cards), (BID, *view.actions)
            )
            yield f"{t('shogun-sealed') if is_sealed else draft}: {cards}"


# Two lines below the map ----------------------------------------------------------------------


class Strip(PlacePanel):
    """The province under the cursor, otherwise the news, otherwise the actions; and below it the players."""

    def __init__(self, *, id: str) -> None:  # noqa: A002
        super().__init__(id=id)
        self._news: list[str] = []
        """What was told last, in full and in brief."""

    def hear(self, event: Event) -> None:
        if self.scene is not None and not isinstance(event, ThrowMoment):
            game, seat = self.scene.game, self.scene.seat
            forms = (say(game, event, seat) for say in (event_sentence, event_in_brief))
            self._news = list(filter(None, forms)) or self._news

    def forget(self) -> None:
        self._news = []

    def draw(self, view: View) -> Iterator[Text]:
        yield self._told(view)
        line = Text("  ").join(in_brief(view, seat) for seat in view.order or view.seats)
        line.truncate(self.width)
        yield line

    def _told(self, view: View) -> Text:
        if self.place is not None:
            line = Text.assemble(head_of(view, self.place), "  ", holder_of(view, self.place))
        elif self._news and (view.decision is None or not is_planned(view)):
            line = Text(longest_in(self.width, self._news), MUTED)
        else:
            line = actions_in_brief(view)
        line.no_wrap = True
        line.truncate(self.width, overflow="ellipsis")
        return line


def is_planned(view: View) -> bool:
    """Say whether there is anything to tell of actions, or of the draft before them."""
    return bool(view.actions) or view.draft is not None


def actions_in_brief(view: View) -> Text:
    """The action track in one line, or during the draft what to pick."""
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
