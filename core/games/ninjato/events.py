"""Everything that can happen in Ninjato, for logs, screens and those who learn from games."""

from __future__ import annotations

from typing import Any, ClassVar

from msgspec.structs import replace

from core.kinds import Event, GameEnded, Seat, Viewer, all_in


class OrderSet(Event, frozen=True):
    order: tuple[Seat, ...]


class TokensLaid(Event, frozen=True):
    """The clan tokens of the houses, from the first to the last."""

    tokens: tuple[int, ...]


class SentryPosted(Event, frozen=True):
    house: int
    guard: int


class TreasureAdded(Event, frozen=True):
    house: int
    kind: int


class SkillOffered(Event, frozen=True):
    tile: int


class SkillsForgotten(Event, frozen=True):
    """Tiles nobody learned are out of the game."""

    tiles: tuple[int, ...]


class EnvoyInvited(Event, frozen=True):
    envoy: int


class RumorSpread(Event, frozen=True):
    rumor: int


class CardLaid(Event, frozen=True):
    value: int


class DeckRebuilt(Event, frozen=True):
    deck: int


class RoundBegan(Event, frozen=True):
    number: int


class ShurikenPlaced(Event, frozen=True):
    seat: Seat
    location: int


class CardTaken(Event, frozen=True):
    """A card of the row; everybody has seen it (NJ-21.7)."""

    seat: Seat
    value: int


class CardDrawn(Event, frozen=True):
    """A card from the deck; only the player who drew it sees its value, 0 for all others."""

    seat: Seat
    value: int

    def seen_by(self, viewer: Viewer) -> Event:
        return self if viewer == self.seat else replace(self, value=0)


class CardDiscarded(Event, frozen=True):
    seat: Seat
    value: int


class SkillLearned(Event, frozen=True):
    """The card is 0 where none was owed."""

    seat: Seat
    tile: int
    card: int


class EnvoyWon(Event, frozen=True):
    seat: Seat
    envoy: int
    paid: tuple[int, ...]
    honor: int


class RumorBought(Event, frozen=True):
    seat: Seat
    rumor: int
    paid: tuple[int, ...]
    honor: int


class GuardBeaten(Event, frozen=True):
    """What was played against a guard of this value, and its total."""

    seat: Seat
    parts: tuple[str, ...]
    total: int
    value: int
    stealth: bool


class EliteTaken(Event, frozen=True):
    seat: Seat
    elite: int


class TreasureTaken(Event, frozen=True):
    """A treasure went from the house onto the shuriken."""

    seat: Seat
    treasure: int


class BanzaiCalled(Event, frozen=True):
    seat: Seat


class GuardRevealed(Event, frozen=True):
    house: int
    guard: int


class AlarmRaised(Event, frozen=True):
    house: int


class TreasureTurned(Event, frozen=True):
    """A treasure now lies red side up."""

    house: int
    kind: int


class ModeChanged(Event, frozen=True):
    seat: Seat
    stealth: bool


class SkillReadied(Event, frozen=True):
    seat: Seat
    skill: int


class TreasuresSwapped(Event, frozen=True):
    seat: Seat
    own: int
    theirs: int


class HouseLeft(Event, frozen=True):
    seat: Seat
    house: int
    kept: tuple[int, ...]


class RaidFailed(Event, frozen=True):
    seat: Seat
    house: int


class TreasureSaved(Event, frozen=True):
    seat: Seat
    kept: int
    lost: tuple[int, ...]


class HouseEmptied(Event, frozen=True):
    seat: Seat
    house: int
    kept: tuple[int, ...]


class TokenReplaced(Event, frozen=True):
    house: int
    old: int
    new: int


class RoundEnded(Event, frozen=True):
    number: int


class ScoringBegan(Event, frozen=True):
    number: int


class EnvoyDisguised(Event, frozen=True):
    seat: Seat
    envoy: int


class ClanHonored(Event, frozen=True):
    """A first or second place took the honor of a clan."""

    seat: Seat
    clan: int
    place: int
    honor: int


class RumorAwarded(Event, frozen=True):
    """A first or second place took a rumor."""

    seat: Seat
    clan: int
    place: int
    rumor: int


class RumorsShown(Event, frozen=True):
    reveals: ClassVar[bool] = True
    seat: Seat
    rumors: tuple[int, ...]


class FinalScore(Event, frozen=True):
    """What one player scored at the end: for each kind of rumor, for treasures, for elite guards."""

    seat: Seat
    rumors: tuple[int, ...]
    treasures: int
    elites: int


AnyEvent: Any = all_in(__name__, Event) | GameEnded
