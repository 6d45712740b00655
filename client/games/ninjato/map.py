"""What is written in each area of the board, as lines that fit the room, and in which colours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Final, NamedTuple

from rich.style import Style
from rich.text import Text

from client.games.ninjato import names
from client.games.ninjato.facts import best_payment, winner_words
from client.texts import t
from client.tui.map.styles import MapStyle
from client.tui.palette import BRIGHT, GOOD, ink
from core.games.ninjato.board import FIRST_SIDE, HOUSES, RED, SIDES, TOKENS
from core.games.ninjato.cards import ANY_CARD, DOJO_DECK, ENVOYS, GUARDS, RUMORS, TILES
from core.games.ninjato.costs import PATTERNS, honor_of
from core.games.ninjato.state import dojo_pile
from core.games.ninjato.view import View
from core.kinds import Seat

SIGN, NO_SIGN = "✓", " "
RED_SIGN = "!"
TITLE_WIDTH = 7
HOUSE_ROWS: Final = 5
"""Of a house, besides its treasures: number, clan, worth, sentry, visitors."""


class Pen(NamedTuple):
    """Writes what a view shows, in the room of an area and with colours."""

    view: View
    inks: Inks
    width: int
    height: int
    is_roomy: bool

    @property
    def _form(self) -> str:
        """Which form of a message there is room for."""
        return "" if self.is_roomy else ".short"

    # Houses ----------------------------------------------------------------------------------

    def house(self, number: int) -> Iterator[Text]:
        house = self.view.houses[number]
        clan, value = TOKENS[house.token]
        ink = self.inks.clan(clan)
        head = t(f"house{self._form}", number=number + 1)
        yield Text(f"{head:<{self.width + 1}}", ink)
        name = names.clan(clan) if self.is_roomy else names.short_clan(clan)
        yield Text(f"{name:<{self.width + 1}}", ink)
        yield Text(t(f"house-worth{self._form}", honor=value), self.inks.muted())
        yield self._guard(number)
        ways = self._ways_in(house.sentry, self.height - HOUSE_ROWS - len(set(house.treasures)))
        yield from ways
        yield from self._treasures(house.treasures, self.height - len(ways) - HOUSE_ROWS)
        yield self._visitors(number)

    def _guard(self, number: int) -> Text:
        sentry = self.view.houses[number].sentry
        if sentry < 0:
            return Text(t("house-closed.short"), self.inks.muted())
        return Text(t(f"house-guard{self._form}", value=GUARDS[sentry].force[0]), "bold")

    def _ways_in(self, sentry: int, rows: int) -> list[Text]:
        """Say what beats a sentry, and which of the viewer's cards do, as far as there is room."""
        if not self.is_roomy or sentry < 0:
            return []
        value = GUARDS[sentry].force[0]
        reach = {"guard": value, "least": value + 1, "most": value - 1}
        long, short = ([t(f"side-of-{side}{form}", **reach) for side in SIDES] for form in ("", ".short"))
        plays = [f"  {words}" for words in self._plays(value)]
        with_plays = [line for pair in zip(long, plays, strict=False) for line in pair]
        for words in (with_plays, long, short):
            if words and len(words) < rows and max(map(len, words)) <= self.width + 1:
                return [*(Text(line, self.inks.muted()) for line in words), Text()]
        return []

    def _plays(self, value: int) -> Iterator[str]:
        """Name the viewer's cheapest play by force, and by stealth."""
        if self.view.viewer in self.view.seats:
            yield from (winner_words(self.view, value, stealth=stealth) for stealth in (False, True))

    def _treasures(self, treasures: tuple[int, ...], rows: int) -> list[Text]:
        """A row for each kind, in the order of winning; the overflow shares the last one."""
        groups = list(Counter(treasures).items())
        first = groups if len(groups) <= rows else groups[: rows - 1]
        lines = [self._treasure(kind, number) for kind, number in first]
        if len(first) < len(groups):
            rest = [self._letters(kind, number) for kind, number in groups[len(first) :]]
            is_tight = sum(map(len, rest)) + len(rest) > self.width + 2
            lines.append(Text("" if is_tight else " ").join(rest))
        return lines + [Text()] * (rows - len(lines))

    def _treasure(self, kind: int, number: int) -> Text:
        sign, ink = (RED_SIGN, self.inks.red()) if kind >= RED else ("", "")
        if self.is_roomy:
            return Text(names.treasure(kind, number) + sign, ink)
        forms = [f"{name}{sign}" for name in names.treasure_on_board(kind % RED, number)]
        return Text(next((words for words in forms if len(words) <= self.width + 1), forms[-1]), ink)

    def _letters(self, kind: int, number: int) -> Text:
        letters = names.treasure_letter(kind % RED) * number
        return Text(f"{letters}{RED_SIGN}", self.inks.red()) if kind >= RED else Text(letters)

    def _visitors(self, number: int) -> Text:
        """Say whose shuriken lie at a house."""
        there = [seat for seat, place in self.view.placed if house_at(place) == number]
        return self._seats(there, self.width)

    def _seats(self, seats: Sequence[Seat], room: int) -> Text:
        """Name players, by a letter each where there is no room for more."""
        words = [names.seat(seat) for seat in seats]
        if len(" ".join(words)) > room:
            words = [names.letter(seat) for seat in seats]
        text = Text()
        for seat, word in zip(seats, words, strict=True):
            text.append(f"{word} ", self.inks.seat(SEAT_COLOURS[seat]))
        return text

    # Hand, dojo, sensei ----------------------------------------------------------------------

    def hand(self) -> Text:
        """The viewer's own cards; nobody else sees them."""
        if self.view.viewer is None or self.view.viewer not in self.view.seats:
            return Text()
        text = Text.assemble(
            " ", (t(f"board-hand{self._form}"), self.inks.title()), "  " if self.is_roomy else " "
        )
        if not self.view.hand:
            return text.append(t(f"hand-empty{self._form}"), self.inks.muted())
        return text.append_text(self._cards(self.view.hand, self.width + 2 - len(text)))

    def _cards(self, values: Sequence[int], room: int) -> Text:
        """Draw cards apart from each other; side by side where there is little room."""
        apart = Text(" ").join([Text(f" {value} ", self.inks.card()) for value in values])
        return apart if len(apart) <= room else Text(" ".join(map(str, values)), self.inks.card())

    def dojo(self) -> Iterator[Text]:
        view = self.view
        title = t("place-dojo.short")
        head = f"{title:<{TITLE_WIDTH}}" if self.is_roomy else f"{title} "
        row = Text.assemble((head, self.inks.title()))
        there = dojo_pile(view.placed)[::-1]
        room = self.width + 1 - len(row) - (0 if self.is_roomy else 1 + 2 * len(there))
        row.append_text(self._cards(view.row, room))
        if not self.is_roomy:
            yield row.append(" ").append_text(self._seats(there, self.width + 1 - len(row)))
            return
        yield row
        pile = Text(f"{t('board-pile')} ", self.inks.muted())
        pile.append_text(self._seats(there, self.width - len(pile)))
        yield Text(t("board-deck", number=view.deck_sizes[DOJO_DECK]), self.inks.muted())
        if there:
            yield pile
        draw, order = (self._wrapped(t(f"board-dojo-{what}")) for what in ("draw", "order"))
        rows, versions = self.height - 2 - bool(there), ([Text(), *draw, *order], [*draw, *order], draw)
        yield from next((words for words in versions if len(words) <= rows), [])

    def sensei(self) -> Iterator[Text]:
        tiles = self.view.sensei
        title = Text.assemble((f"{t('place-sensei.short'):<{TITLE_WIDTH}}", self.inks.title()))
        if not tiles:
            title.append(t(f"board-nothing{self._form}"), self.inks.muted())
        yield title if self.is_roomy else title.append_text(self._lessons())
        if self.is_roomy:
            effects = [names.effect_of_skill(TILES[tile].skill) for tile in tiles]
            yield from self._explained(list(zip(map(self._tile, tiles), effects, strict=True)))

    def _tile(self, tile: int) -> list[Text]:
        return [Text(f"{names.tile(tile):<23}").append(price_words(tile), self.inks.muted())]

    def _explained(self, cards: list[tuple[list[Text], str]]) -> list[Text]:
        """Say below every card what it is good for, if there is room for all of that."""
        explained = [line for card, effect in cards for line in (*card, *self._wrapped(effect, indent="  "))]
        has_room = self.is_roomy and len(explained) < self.height
        return explained if has_room else [line for card, _ in cards for line in card]

    def _wrapped(self, words: str, indent: str = "") -> list[Text]:
        rows = wrap(words, self.width, initial_indent=indent, subsequent_indent=indent)
        return [Text(row, self.inks.muted()) for row in rows]

    def _lessons(self) -> Text:
        """The tiles in one row: with their prices, with their names alone, or with short ones."""
        tiles, room = self.view.sensei, self.width + 1 - TITLE_WIDTH
        skills = [TILES[tile].skill for tile in tiles]
        priced = [f"{names.skill(TILES[tile].skill)} {price_words(tile)}" for tile in tiles]
        forms = [
            ", ".join(words) for words in (priced, map(names.skill, skills), map(names.short_skill, skills))
        ]
        return Text(next((words for words in forms if len(words) <= room), forms[-1]))

    # The court -------------------------------------------------------------------------------

    def palace(self) -> Iterator[Text]:
        yield self._title("place-palace", self.view.palace)
        yield from self._explained(
            [
                (list(self._offer(self._envoy(number), ENVOYS[number].cost)), names.effect_of_envoy(number))
                for number in self.view.palace
            ]
        )

    def pavilion(self) -> Iterator[Text]:
        yield self._title("place-pavilion", self.view.pavilion)
        name = names.rumor_kind if self.is_roomy else names.short_rumor_kind
        rumors = [RUMORS[number] for number in self.view.pavilion]
        yield from self._explained(
            [
                (list(self._offer(Text(name(rumor.kind)), rumor.cost)), names.effect_of_rumor(rumor.kind))
                for rumor in rumors
            ]
        )

    def _title(self, place: str, cards: tuple[int, ...]) -> Text:
        title = Text.assemble((t(f"{place}.short"), self.inks.title()))
        return title if cards else title.append(f"  {t(f'board-nothing{self._form}')}", self.inks.muted())

    def _envoy(self, number: int) -> Text:
        """Age and mask settle ties and disguises; with little room they are told at the cursor."""
        card = ENVOYS[number]
        if not self.is_roomy:
            return Text(names.short_clan(card.clan), self.inks.clan(card.clan))
        name, age = f" {names.clan(card.clan)} ", t("envoy-age", age=card.age)
        text = Text.assemble((name, self.inks.clan(card.clan)), f" {age}")
        return text.append(f" {t('envoy-mask')}" if card.mask else "", self.inks.muted())

    def _offer(self, thing: Text, cost: str) -> Iterator[Text]:
        """A card, what it costs, and whether the viewer can pay for it now."""
        best = best_payment(self.view, cost)
        sign = SIGN if best else NO_SIGN
        line = Text.assemble((f"{sign} " if self.is_roomy else sign, self.inks.good()), thing)
        words = price_within(cost, self.width) if self.is_roomy else short_price(cost, self.width - len(line))
        if self.is_roomy:
            words = t("offer-cost", cost=words)
        price = Text(words, "" if best else self.inks.muted())
        if not self.is_roomy:
            line.truncate(self.width - len(price), pad=True)
            yield line.append(" ").append_text(price)
            return
        yield line
        honor = Text(f" · {t('pays', honor=honor_of(best))}" if best else "", self.inks.good())
        yield Text("  ").append_text(price).append_text(honor)

    # In one row ------------------------------------------------------------------------------

    def row(self, area: int) -> Text:
        """All of an area where there is only one row for it."""
        if area in HOUSES:
            return self._house_row(area)
        first, *rest = (self.dojo, self.sensei, self.palace, self.pavilion)[area - names.DOJO]()
        marked = [line for line in rest if line.plain.startswith(SIGN)]
        return Text("  ").join([first, *marked])

    def _house_row(self, number: int) -> Text:
        house = self.view.houses[number]
        clan, value = TOKENS[house.token]
        head = f" {number + 1} {names.short_clan(clan):<8} {value} "
        text = Text.assemble((head, self.inks.clan(clan)), " ").append_text(self._guard(number)).append("  ")
        letters = [self._letters(kind, many) for kind, many in Counter(house.treasures).items()]
        return text.append_text(Text(" ").join(letters))


def short_price(cost: str, room: int) -> str:
    """Name a cost on a small board: patterns alike in every row, whatever stands before them."""
    return names.cost(cost, ".short") if cost in PATTERNS else price_within(cost, room)


def price_within(cost: str, room: int) -> str:
    """Name a cost in full where it fits."""
    full = names.cost(cost)
    return full if len(full) <= room else names.cost(cost, ".short")


def price_words(tile: int) -> str:
    price = TILES[tile].price
    return t("learn-any") if price == ANY_CARD else t("learn-price", card=price)


def house_at(location: int) -> int:
    return (location - FIRST_SIDE) // len(SIDES) if location >= FIRST_SIDE else -1


# Colours --------------------------------------------------------------------------------------

SEAT_COLOURS: Final = (
    ink("#e56d4f", "#771403"),
    ink("#8696ca", "#0067d2"),
    ink("#86e4b3", "#226144"),
    ink("#ffd732", "#806803"),
)
"""As the seats are called, for letters."""
CLAN_GROUNDS: Final = ("#6c2b63", "#4c787d", "#8a6a53")
"""None like a player's colour."""
CLAN_ANSI: Final = ("magenta", "cyan", "white")
GROUND: Final = ink("#18212b", "#efe9db")
LIT_GROUND: Final = ink("#24313f", "#ddd5c1")
RED_GROUND: Final = "#b3261e"
CARD: Final = ink("#10161d", "#fffdf7"), ink("#e9e2cf", "#46505e")
MUTED: Final = ink("#8593a8", "#5a6472")
SIDE: Final = 5
"""The joint of a line that goes straight down, in the signs of a map."""


class Inks(NamedTuple):
    """A style's ink for each thing; nothing is told by colour alone."""

    style: MapStyle

    def ground(self, *, is_lit: bool) -> Style:
        if self.style.is_filled:
            return Style(bgcolor=LIT_GROUND if is_lit else GROUND)
        return Style(bold=is_lit)

    def clan(self, number: int) -> Style:
        if self.style.is_filled:
            return Style(color="#ffffff", bgcolor=CLAN_GROUNDS[number], bold=True)
        return Style(color=CLAN_ANSI[number] if self.style.has_colour else None, bold=True)

    def red(self) -> Style:
        if self.style.is_filled:
            return Style(color="#ffffff", bgcolor=RED_GROUND, bold=True)
        return Style(color="red" if self.style.has_colour else None, bold=True)

    def seat(self, colour: str) -> Style:
        return Style(color=colour if self.style.has_colour else None, bold=True)

    def title(self) -> Style:
        return Style(bold=True, underline=not self.style.is_filled)

    def muted(self) -> Style:
        return Style(color=MUTED if self.style.has_colour else None, dim=not self.style.has_colour)

    def good(self) -> Style:
        return Style(color=GOOD if self.style.has_colour else None, bold=True)

    def card(self) -> Style:
        if self.style.is_filled:
            return Style(color=CARD[0], bgcolor=CARD[1], bold=True)
        return Style(bold=True, reverse=True)

    def edge(self, *, is_target: bool, is_cursor: bool) -> tuple[str, Style]:
        """Return the left edge of an area: solid at the cursor, dashed where it may be picked."""
        glyphs = self.style.glyphs
        signs = glyphs.cursor if is_cursor else glyphs.target if is_target else glyphs.plain
        bright = is_cursor or is_target
        return signs[SIDE], Style(color=BRIGHT, bold=True) if bright else self.muted()
