"""Opening a table: what can be chosen before a game, as fields of a form or beside a picture of the game."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from enum import Enum
from typing import Final, NamedTuple, TypeAlias

from client.table.acts import Entry
from client.table.cards import Card
from client.table.face import face_of
from client.table.lobby import LEVELS, USUAL_LEVEL, NewTable
from client.table.wording import game_title
from client.table.words import pace_words
from client.texts import t
from client.texts.refusals import why
from core.catalog import game_named, game_names
from core.game import Game, with_defaults
from core.kinds import RulesError
from protocol.entries import Access
from protocol.pace import read_pace

PACES: Final = ("none", "90s", "20m+30s", "3d")
"""Clocks to choose from, as the command line writes them."""

ANY: Final = ""
LAN, HERE = "lan", "local"


class Field(NamedTuple):
    """Something to choose: its name and values, the words for both, its purpose, and the proposed value."""

    name: str
    label: str
    values: tuple[str, ...]
    words: tuple[str, ...]
    purpose: str
    start: int = 0
    about: tuple[str, ...] = ()  # what to know about each value

    @property
    def card(self) -> Card:
        """Return everything there is to say about it."""
        pairs = zip(self.words, self.about, strict=True) if self.about else ()
        values = (t("field-value", value=words, about=about) for words, about in pairs if about)
        return Card(self.label, t("thing-setting"), (self.purpose, *values))


def field_of(
    name: str, message: str, values: tuple[str, ...], words: tuple[str, ...], start: int = 0
) -> Field:
    """Return a field whose label and purpose are in a message."""
    return Field(name, t(message), values, words, t(f"{message}.about"), start)


def worded_field(name: str, message: str, values: tuple[str, ...], form: str, start: int = 0) -> Field:
    """Return a field that has a message for each value, with what to know about it."""
    words, about = (tuple(t(f"{form}-{value}{part}") for value in values) for part in ("", ".about"))
    return field_of(name, message, values, words, start)._replace(about=about)


# Fields ------------------------------------------------------------------------------------------


def fields_alone(game: Game) -> list[Field]:
    """Return what can be chosen for a game against bots."""
    others = [number - 1 for number in game.players]
    return [seat_field(game), number_field("others", others, usual_place(game)), level_field()]


def fields_hosted(game: Game) -> list[Field]:
    """Return what can be chosen for one's own table that others come to."""
    where = worded_field("where", "lobby-where", (LAN, HERE), "lobby")
    return [*fields_for_others(game), where, *option_fields(game)]


def fields_at_server(game: Game) -> list[Field]:
    """Return what can be chosen for a table on somebody else's server."""
    values = tuple(access.value for access in Access)
    access = worded_field("access", "club-access", values, "club-access")
    return [*fields_for_others(game), access, *option_fields(game)]


def fields_for_others(game: Game) -> list[Field]:
    return [
        number_field("players", game.players, usual_place(game)),
        seat_field(game),
        number_field("bots", range(game.players[-1]), 0),
        level_field(),
        field_of("pace", "lobby-pace", PACES, tuple(pace_words(read_pace(pace)) for pace in PACES)),
    ]


def usual_place(game: Game) -> int:
    """Propose one player more than the fewest, if that many can play."""
    return min(1, len(game.players) - 1)


def seat_field(game: Game) -> Field:
    """Return the clans with what only they can do, if they differ."""
    words = (t("lobby-any"), *(t(f"clan-{name}") for name in game.seat_names))
    powers = map(face_of(game.name).power, range(len(game.seat_names)))
    about = (t("welcome-any"), *(power or t("welcome-alike") for power in powers))
    return field_of("seat", "lobby-seat", (ANY, *game.seat_names), words)._replace(about=about)


def number_field(name: str, numbers: Iterable[int], start: int) -> Field:
    values = tuple(map(str, numbers))
    return field_of(name, f"lobby-{name}", values, values, start)


def level_field() -> Field:
    return worded_field("level", "lobby-level", LEVELS, "level", LEVELS.index(USUAL_LEVEL))


def option_fields(game: Game) -> list[Field]:
    """Return a field for each option of a game, with its default first."""
    named = ((name, f"option-{name}", values) for name, values in game.options.items())
    return [worded_field(name, message, values, message) for name, message, values in named]


# What was chosen ---------------------------------------------------------------------------------

Chosen: TypeAlias = Mapping[str, str]
"""By the names of the fields, the values."""


def opening_alone(game: Game, chosen: Chosen) -> NewTable:
    others = int(chosen["others"])
    options = options_in(game, chosen)
    return NewTable(game.name, others + 1, others, chosen["seat"], chosen["level"], options=options)


def opening_hosted(game: Game, chosen: Chosen) -> NewTable:
    players = int(chosen["players"])
    return NewTable(
        game.name,
        players,
        min(int(chosen["bots"]), players - 1),
        chosen["seat"],
        chosen["level"],
        is_for_lan=chosen.get("where") == LAN,
        access=Access(chosen.get("access", Access.INVITED.value)),
        options=options_in(game, chosen),
        pace=chosen["pace"],
    )


def options_in(game: Game, chosen: Chosen) -> tuple[tuple[str, str], ...]:
    return tuple((name, chosen[name]) for name in game.options if name in chosen)


def objection(opening: NewTable) -> str:
    """Say in the rules' words why a game cannot be played like this, if it cannot."""
    game = game_named(opening.game)
    try:
        game.new_game(tuple(range(opening.players)), with_defaults(game, dict(opening.options)))
    except RulesError as error:
        return why(error)
    return ""


# Choosing a game against bots --------------------------------------------------------------------


class Destination(Enum):
    """Where to go from here."""

    PLAY = "play"  # this game, now
    RESUME = "resume"  # the broken-off game of this kind
    OPTIONS = "options"  # to what else can be chosen before this game
    RULES = "rules"
    LOBBY = "lobby"  # and from there to others


WORDS_OF: Final = {
    Destination.RESUME: "lobby-resume",
    Destination.OPTIONS: "welcome-options",
    Destination.RULES: "lobby-rules",
    Destination.LOBBY: "welcome-more",
}
"""The message that names each, except for playing, which depends on what was chosen."""


class Learn(NamedTuple):
    """Learn a game by its first lessons."""

    game: str


class NextValue(NamedTuple):
    """Choose the next value of a field."""

    field: str


GameAct: TypeAlias = Destination | Learn | NextValue
FIELD_KEYS: Final = {"seat": "c", "others": "o", "level": "b"}
OPTION_KEYS: Final = "xyz"


class GameChoice:
    """Somebody looking at the pictures of all games, what they would like to play, and against whom."""

    def __init__(self, unfinished: Collection[str] = ()) -> None:
        self.games = tuple(map(game_named, game_names()))
        self.at = 0
        self.unfinished = unfinished
        self._has_options = False
        self._places: dict[tuple[str, str], int] = {}

    @property
    def game(self) -> Game:
        return self.games[self.at]

    @property
    def fields(self) -> list[Field]:
        more = option_fields(self.game) if self._has_options else []
        fields = [*fields_alone(self.game), *more]
        return [
            field._replace(start=self._places.get((self.game.name, field.name), field.start))
            for field in fields
        ]

    @property
    def opening(self) -> NewTable:
        return opening_alone(self.game, {field.name: field.values[field.start] for field in self.fields})

    @property
    def left(self) -> NewTable:
        """The broken-off game, to go on with."""
        return self.opening._replace(is_new=False)

    def turn_to(self, place: int) -> None:
        self.at = place % len(self.games)
        self._has_options = False

    def field(self, name: str) -> Field:
        return next(field for field in self.fields if field.name == name)

    def step(self, name: str, by: int = 1) -> None:
        field = self.field(name)
        self.put(name, (field.start + by) % len(field.values))

    def put(self, name: str, place: int) -> None:
        """Choose a value of a field by its place."""
        self._places[self.game.name, name] = place

    def show_options(self) -> None:
        self._has_options = True

    # What can be done ------------------------------------------------------------------------

    def entries(self) -> Iterator[Entry]:
        """List what can be done; playing comes first, so Enter plays."""
        title = game_title(self.game.name)
        if self.game.name in self.unfinished:
            yield Entry("g", t(WORDS_OF[Destination.RESUME], game=title), Destination.RESUME)
        yield Entry("p", t("welcome-play", game=title), Destination.PLAY)
        yield Entry("l", t("welcome-learn"), Learn(self.game.name))
        yield from map(self._entry_of, self.fields)
        if self.game.options and not self._has_options:
            yield Entry("x", t(WORDS_OF[Destination.OPTIONS]), Destination.OPTIONS, is_group=True)
        yield Entry("r", t(WORDS_OF[Destination.RULES]), Destination.RULES)
        yield Entry("m", t(WORDS_OF[Destination.LOBBY]), Destination.LOBBY, is_group=True)

    def _entry_of(self, field: Field) -> Entry:
        key = FIELD_KEYS.get(field.name) or OPTION_KEYS[list(self.game.options).index(field.name)]
        words = t("welcome-field", field=field.label, value=field.words[field.start])
        return Entry(key, words, NextValue(field.name))

    def about(self, act: GameAct | None) -> str:
        """Say what there is to know about the current selection."""
        if isinstance(act, NextValue):
            return self._about_field(act.field)
        if isinstance(act, Learn):
            return t("welcome-learn.about", level=t(f"level-{LEVELS[0]}.about"))
        if act is Destination.PLAY:
            return self._about_table()
        return t(f"{WORDS_OF[act]}.about") if act is not None else ""

    def cards(self) -> list[Card]:
        """Return what can be looked up about everything that can be done."""
        return [self._card_of(entry) for entry in self.entries()]

    def _card_of(self, entry: Entry) -> Card:
        if isinstance(entry.act, NextValue):
            return self.field(entry.act.field).card
        return Card(entry.label, "", (self.about(entry.act),))

    def _about_field(self, name: str) -> str:
        field = self.field(name)
        return field.about[field.start] if field.about else field.purpose

    def _about_table(self) -> str:
        opening = self.opening
        words: dict[str, str | int] = {"number": opening.bots, "level": t(f"level-{opening.level}.about")}
        if opening.seat == ANY:
            return t("welcome-table-any", **words)
        return t("welcome-table", seat=t(f"clan-{opening.seat}"), **words)
