"""A question as a menu: answers that begin alike are one group, so that two or three keys reach any.

This goes for few answers as for many: while they dwindle, the menu keeps its shape and its keys. The game
says how an answer is worded and narrowed down (`Option`); this module makes rows from that, for all games.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, zip_longest
from typing import Final, NamedTuple, TypeAlias

from core.kinds import Choice

Name: TypeAlias = str | Choice
"""Tells things apart that can be settled; an answer that shares no step with another is its own name."""


class Stage(NamedTuple):
    """One thing to settle on the way to an answer."""

    key: Name
    label: str
    called: str = ""  # by its number or name, which make its key; otherwise by its label
    about: str = ""  # says what to know before settling it
    asks: str = ""  # what is asked once this is settled


NO_STAGE: Final = Stage("", "")


class Option(NamedTuple):
    """An answer: the choice, its words, what there is to settle, and the provinces to pick."""

    choice: Choice
    words: str
    stages: tuple[Stage, ...]
    places: tuple[int, ...] = ()
    is_pass: bool = False
    is_grave: bool = False  # cannot be taken back freely, or uncovers something
    about: str = ""  # says what it would do
    ends_talk: bool = False  # open offers lapse then, or soon after
    called: str = ""  # by its number or name, which make its key; otherwise by its words


class MenuRow(NamedTuple):
    """One line of a menu: an answer, or several with something in common; its name is not for reading."""

    name: Name
    label: str
    options: tuple[Option, ...]
    called: str = ""
    about: str = ""

    @property
    def is_answer(self) -> bool:
        return len(self.options) == 1


class Menu(NamedTuple):
    """What is still possible after what has been settled; finishing always is."""

    options: tuple[Option, ...]
    trail: tuple[Stage, ...] = ()

    @property
    def active(self) -> tuple[Option, ...]:
        """Return the answers that do something."""
        return tuple(option for option in self.options if not option.is_pass)

    @property
    def passes(self) -> tuple[Option, ...]:
        return tuple(option for option in self.options if option.is_pass)

    def rows(self) -> list[MenuRow]:
        ends = (MenuRow(option.choice, option.words, (option,)) for option in self.passes)
        return [*self._groups(), *ends]

    def _groups(self) -> Iterator[MenuRow]:
        """Put answers together that begin alike; one that is left alone goes by the name of its group."""
        place = min(differing(self.active), default=0)
        groups: dict[Stage, list[Option]] = {}
        for option in self.active:
            groups.setdefault(stage_at(option, place), []).append(option)
        for stage, group in groups.items():
            if len(group) > 1:
                yield MenuRow(stage.key, stage.label, tuple(group), stage.called, stage.about)
            else:
                yield self._row(stage, group[0])

    def _row(self, begun: Stage, option: Option) -> MenuRow:
        """Word an answer; after what is already settled, by the rest."""
        rest = [stage_at(option, place) for place in differing(self.active)] if self.trail else []
        stages = [stage for stage in rest if stage.label]
        if not stages:
            return MenuRow(begun.key, option.words, (option,), begun.called or option.called)
        words = " · ".join(stage.label for stage in stages)
        return MenuRow(begun.key, words, (option,), stages[0].called)

    def into(self, row: MenuRow) -> Menu:
        """Open a group."""
        return self._narrowed(row.options, Stage(row.name, row.label))

    def at(self, place: int, name: str) -> Menu:
        """Settle on what can be done in a place."""
        spot = self.spot
        chosen = tuple(option for option in self.options if place_at(option, spot) == place)
        return self._narrowed(chosen, Stage(f"at {place}", name))

    def _narrowed(self, options: tuple[Option, ...], stage: Stage) -> Menu:
        return Menu((*options, *self.passes), (*self.trail, stage))

    def along(self, trail: Iterable[Stage]) -> Menu:
        """Go the same way again, as far as it still leads."""
        menu = self
        for stage in trail:
            further = menu._after(stage)
            if further is None:
                break
            menu = further
        return menu

    def _after(self, stage: Stage) -> Menu | None:
        groups = (self.into(row) for row in self.rows() if row.name == stage.key and not row.is_answer)
        places = (self.at(place, stage.label) for place in self.targets() if stage.key == f"at {place}")
        return next(chain(groups, places), None)

    @property
    def asks(self) -> str:
        """Return what the next step has to settle, if the game has words for that."""
        place = min(differing(self.active), default=0)
        return stage_at(self.active[0], place - 1).asks if place else ""

    @property
    def path(self) -> tuple[Name, ...]:
        """Name the way that led here."""
        return tuple(stage.key for stage in self.trail)

    def targets(self) -> frozenset[int]:
        """Return the places that make a difference now."""
        spot = self.spot
        return frozenset(place for option in self.options if (place := place_at(option, spot)) is not None)

    @property
    def spot(self) -> int:
        """Return which of an answer's places is to be picked next."""
        placed = [option for option in self.options if option.places]
        columns = list(zip_longest(*(option.places for option in placed)))
        return next((spot for spot, places in enumerate(columns) if len(set(places)) > 1), len(columns) - 1)


def stage_at(option: Option, place: int) -> Stage:
    return option.stages[place] if place < len(option.stages) else NO_STAGE


def place_at(option: Option, spot: int) -> int | None:
    return option.places[spot] if 0 <= spot < len(option.places) else None


def differing(options: tuple[Option, ...]) -> list[int]:
    """Return which stages are not settled among these."""
    columns = zip_longest(*(option.stages for option in options), fillvalue=NO_STAGE)
    return [place for place, column in enumerate(columns) if len({stage.key for stage in column}) > 1]


class Draft(NamedTuple):
    """An answer as it stands, perhaps incomplete, and whether the player has finished it."""

    choice: Choice
    is_final: bool
