"""What a map shows, independent of any game: marks, each clan's things in an area, and their atlas."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from client.tui.map.outline import Outline
from client.tui.map.styles import CLAN_ANSI
from client.tui.palette import CLAN_COLOURS

NOBODY = -1


class Mark(NamedTuple):
    """A sign of one cell for a kind of thing, and its ASCII substitute."""

    name: str
    sign: str
    ascii: str
    is_lasting: bool = False  # shown even where there is little room
    unit: str = ""  # behind a number, where there is room for words


@dataclass(frozen=True, eq=False)
class Atlas:
    """What never changes about a game's map: names, signs, and its outline."""

    names: tuple[str, ...]  # by area, like the codes
    codes: tuple[str, ...]  # of three letters
    halves: tuple[tuple[str, ...], ...]  # of a long name, in two lines; none of a short one
    outline: Outline
    clans: tuple[str, ...]  # the letter of each
    pieces: tuple[Mark, ...]  # by kind
    rewards: tuple[Mark, ...]  # by kind
    colours: tuple[str, ...] = CLAN_COLOURS  # of each clan, like the next
    ansi: tuple[str, ...] = CLAN_ANSI  # if there are only sixteen
    regions: tuple[int, ...] = ()  # by area, if areas belong together
    grounds: tuple[str, ...] = ()  # by region: the colour of land that nobody holds
    notes: tuple[Mark, ...] = ()  # what else the legend explains
    titles: tuple[str, ...] = ()  # of each clan, if there is room for more than its letter
    reward_lead: str = "+"
    is_dense: bool = False  # many small areas: words may touch the outline, and figures come before names

    def are_apart(self, areas: Iterable[int]) -> bool:
        """Say whether these areas lie in different regions."""
        return bool(self.regions) and len({self.regions[area] for area in areas}) > 1


class Holding(NamedTuple):
    """What one clan has in an area."""

    clan: int
    force: int
    pieces: tuple[int, ...]  # how many of each kind of the atlas


class AreaFacts(NamedTuple):
    """What there is to see in one area."""

    leader: int = NOBODY
    holdings: tuple[Holding, ...] = ()  # the strongest first
    war: int = 0  # its turn in the order of wars; 0 if it is not fought for
    is_fought: bool = False  # right now
    reward: tuple[int, ...] = ()  # how much of each kind of the atlas
    is_out: bool = False  # not part of this game


class MapFacts(NamedTuple):
    """Everything a map shows of a game at one moment."""

    atlas: Atlas
    areas: tuple[AreaFacts, ...]


class AreaLook(NamedTuple):
    """One area as it should be drawn, except for its words: who leads, and what the player does there."""

    leader: int = NOBODY
    is_out: bool = False
    is_target: bool = False
    is_cursor: bool = False
    is_hovered: bool = False
    is_near: bool = False  # to where the player points


class MapScene(NamedTuple):
    """Everything a drawing depends on."""

    facts: MapFacts
    targets: frozenset[int] = frozenset()
    cursor: int | None = None
    hovered: int | None = None

    def look(self, area: int) -> AreaLook:
        facts = self.facts.areas[area]
        marks = area in self.targets, area == self.cursor, area == self.hovered, area in self.near
        return AreaLook(facts.leader, facts.is_out, *marks)

    @property
    def pointed(self) -> int | None:
        """The area the player points at; the mouse comes before the cursor."""
        return self.cursor if self.hovered is None else self.hovered

    @property
    def near(self) -> frozenset[int]:
        """The areas reachable from there, by land or sea."""
        return frozenset() if self.pointed is None else self.facts.atlas.outline.neighbours[self.pointed]
