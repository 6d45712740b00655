"""Everything that can happen in Ninjato, for logs, screens and those who learn from games."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, TypeAlias

from msgspec import Meta
from msgspec.structs import replace

from core.games.ninjato.board import (
    CLANS,
    DOJO_VALUES,
    HOUSES,
    KINDS,
    LOCATIONS,
    ROUNDS,
    TOKENS,
    TREASURE_NAMES,
)
from core.games.ninjato.cards import (
    DECKS,
    ELITES,
    ENVOYS,
    GUARDS,
    REGULARS,
    RUMOR_KINDS,
    RUMORS,
    SKILLS,
    TILES,
)
from core.games.ninjato.costs import JOKER
from core.games.ninjato.fights import PARTS
from core.kinds import Count, Event, GameEnded, Points, Seat, Viewer, all_in, one_of

House: TypeAlias = Annotated[int, Meta(ge=0, lt=len(HOUSES))]
Token: TypeAlias = Annotated[int, Meta(ge=0, lt=len(TOKENS))]
Guard: TypeAlias = Annotated[int, Meta(ge=0, lt=len(GUARDS))]
Kind: TypeAlias = Annotated[int, Meta(ge=0, lt=len(KINDS))]
Treasure: TypeAlias = Annotated[int, Meta(ge=0, lt=len(TREASURE_NAMES))]
Coin: TypeAlias = Annotated[int, Meta(ge=0, lt=2 * JOKER)]
Tile: TypeAlias = Annotated[int, Meta(ge=0, lt=len(TILES))]
Envoy: TypeAlias = Annotated[int, Meta(ge=0, lt=len(ENVOYS))]
Rumor: TypeAlias = Annotated[int, Meta(ge=0, lt=len(RUMORS))]
DojoCard: TypeAlias = Annotated[int, Meta(ge=min(DOJO_VALUES), le=max(DOJO_VALUES))]
DojoCardIfAny: TypeAlias = Annotated[int, Meta(ge=0, le=max(DOJO_VALUES))]
Round: TypeAlias = Annotated[int, Meta(ge=1, le=ROUNDS)]
Clan: TypeAlias = Annotated[int, Meta(ge=0, lt=len(CLANS))]
Place: TypeAlias = Annotated[int, Meta(ge=1, le=2)]


class OrderSet(Event, frozen=True):
    order: tuple[Seat, ...]


class TokensLaid(Event, frozen=True):
    """The clan tokens of the houses, from the first to the last."""

    tokens: Annotated[tuple[Token, ...], Meta(min_length=len(HOUSES), max_length=len(HOUSES))]


class SentryPosted(Event, frozen=True):
    house: House
    guard: Annotated[int, Meta(ge=0, lt=len(REGULARS))]


class TreasureAdded(Event, frozen=True):
    house: House
    kind: Kind


class SkillOffered(Event, frozen=True):
    tile: Tile


class SkillsForgotten(Event, frozen=True):
    """Tiles nobody learned are out of the game."""

    tiles: tuple[Tile, ...]


class EnvoyInvited(Event, frozen=True):
    envoy: Envoy


class RumorSpread(Event, frozen=True):
    rumor: Rumor


class CardLaid(Event, frozen=True):
    value: DojoCard


class DeckRebuilt(Event, frozen=True):
    deck: Annotated[int, Meta(ge=0, lt=len(DECKS))]


class RoundBegan(Event, frozen=True):
    number: Round


class ShurikenPlaced(Event, frozen=True):
    seat: Seat
    location: Annotated[int, Meta(ge=0, lt=len(LOCATIONS))]


class CardTaken(Event, frozen=True):
    """A card of the row; everybody has seen it (NJ-21.7)."""

    seat: Seat
    value: DojoCard


class CardDrawn(Event, frozen=True):
    """A card from the deck; only the player who drew it sees its value, 0 for all others."""

    seat: Seat
    value: DojoCardIfAny

    def seen_by(self, viewer: Viewer) -> Event:
        return self if viewer == self.seat else replace(self, value=0)


class CardDiscarded(Event, frozen=True):
    seat: Seat
    value: DojoCard


class SkillLearned(Event, frozen=True):
    """The card is 0 where none was owed."""

    seat: Seat
    tile: Tile
    card: DojoCardIfAny


class EnvoyWon(Event, frozen=True):
    seat: Seat
    envoy: Envoy
    paid: tuple[Coin, ...]
    honor: Count


class RumorBought(Event, frozen=True):
    seat: Seat
    rumor: Rumor
    paid: tuple[Coin, ...]
    honor: Count


class GuardBeaten(Event, frozen=True):
    """What was played against a guard of this value, and its total."""

    seat: Seat
    parts: tuple[Annotated[str, one_of(PARTS)], ...]
    total: Points
    value: Count
    stealth: bool


class EliteTaken(Event, frozen=True):
    seat: Seat
    elite: Annotated[int, Meta(ge=ELITES.start, lt=ELITES.stop)]


class TreasureTaken(Event, frozen=True):
    """A treasure went from the house onto the shuriken."""

    seat: Seat
    treasure: Treasure


class BanzaiCalled(Event, frozen=True):
    seat: Seat


class GuardRevealed(Event, frozen=True):
    house: House
    guard: Guard


class AlarmRaised(Event, frozen=True):
    house: House


class TreasureTurned(Event, frozen=True):
    """A treasure now lies red side up."""

    house: House
    kind: Kind


class ModeChanged(Event, frozen=True):
    seat: Seat
    stealth: bool


class SkillReadied(Event, frozen=True):
    seat: Seat
    skill: Annotated[int, Meta(ge=0, lt=len(SKILLS))]


class TreasuresSwapped(Event, frozen=True):
    seat: Seat
    own: Kind
    theirs: Treasure


class HouseLeft(Event, frozen=True):
    seat: Seat
    house: House
    kept: tuple[Kind, ...]


class RaidFailed(Event, frozen=True):
    seat: Seat
    house: House


class TreasureSaved(Event, frozen=True):
    seat: Seat
    kept: Kind
    lost: tuple[Kind, ...]


class HouseEmptied(Event, frozen=True):
    seat: Seat
    house: House
    kept: tuple[Kind, ...]


class TokenReplaced(Event, frozen=True):
    house: House
    old: Token
    new: Token


class RoundEnded(Event, frozen=True):
    number: Round


class ScoringBegan(Event, frozen=True):
    number: Round


class EnvoyDisguised(Event, frozen=True):
    seat: Seat
    envoy: Envoy


class ClanHonored(Event, frozen=True):
    """A first or second place took the honor of a clan."""

    seat: Seat
    clan: Clan
    place: Place
    honor: Count


class RumorAwarded(Event, frozen=True):
    """A first or second place took a rumor."""

    seat: Seat
    clan: Clan
    place: Place
    rumor: Rumor


class RumorsShown(Event, frozen=True):
    reveals: ClassVar[bool] = True
    seat: Seat
    rumors: tuple[Rumor, ...]


class FinalScore(Event, frozen=True):
    """What one player scored at the end: for each kind of rumor, for treasures, for elite guards."""

    seat: Seat
    rumors: Annotated[tuple[Count, ...], Meta(min_length=len(RUMOR_KINDS), max_length=len(RUMOR_KINDS))]
    treasures: Count
    elites: Count


AnyEvent: Any = all_in(__name__, Event) | GameEnded
