"""Everything that can happen in Shogun, for logs, screens and those who learn from games."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, TypeAlias

from msgspec import Meta

from core.games.shogun.board import (
    ACTIONS,
    ARMIES_OF_A_SEAT,
    BUILDINGS,
    CARDS,
    COLOURS,
    EVENTS,
    LAND,
    NO_CARD,
    PLACES,
    SEASONS,
    SPECIALS,
    YEARS,
)
from core.kinds import Count, Event, GameEnded, Seat, SeatIfAny, all_in, one_of

Province: TypeAlias = Annotated[int, Meta(ge=0, lt=len(LAND))]
Card: TypeAlias = Annotated[int, Meta(ge=0, lt=len(CARDS))]
CardIfAny: TypeAlias = Annotated[int, Meta(ge=NO_CARD, lt=len(CARDS))]
Action: TypeAlias = Annotated[int, Meta(ge=0, lt=len(ACTIONS))]
Place: TypeAlias = Annotated[int, Meta(ge=0, lt=len(PLACES))]
Space: TypeAlias = Annotated[int, Meta(ge=1, le=len(ACTIONS))]
Special: TypeAlias = Annotated[int, Meta(ge=0, lt=len(SPECIALS))]
EventCard: TypeAlias = Annotated[int, Meta(ge=1, lt=len(EVENTS))]
Year: TypeAlias = Annotated[int, Meta(ge=1, le=YEARS)]
Season: TypeAlias = Annotated[int, Meta(ge=0, lt=len(SEASONS))]
Armies: TypeAlias = Annotated[int, Meta(ge=0, le=ARMIES_OF_A_SEAT)]
Cubes: TypeAlias = Annotated[tuple[Armies, ...], Meta(min_length=len(COLOURS), max_length=len(COLOURS))]
"""By colour; there are fewer of the peasants' than of any other."""
Obstacle: TypeAlias = Annotated[
    str, one_of(("chests", "kind", "slot", "token", "reserve", "armies", "target"))
]

# Set-up --------------------------------------------------------------------------------------


class FirstPlayerDrawn(Event, frozen=True):
    seat: Seat


class DraftCardsOpened(Event, frozen=True):
    provinces: tuple[Province, ...]


class DraftCardsExchanged(Event, frozen=True):
    seat: Seat
    provinces: tuple[Province, ...]


class ProvincePicked(Event, frozen=True):
    seat: Seat
    province: Province
    unseen: bool


class GroupPlaced(Event, frozen=True):
    seat: Seat
    province: Province
    armies: Armies


class TowerFilled(Event, frozen=True):
    """How many cubes of each colour stayed inside."""

    reveals: ClassVar[bool] = True
    resting: Cubes


class YearBegan(Event, frozen=True):
    year: Year


class EventsOpened(Event, frozen=True):
    numbers: tuple[EventCard, ...]


# A round -------------------------------------------------------------------------------------


class SeasonBegan(Event, frozen=True):
    year: Year
    season: Season


class ActionsLaidOut(Event, frozen=True):
    actions: tuple[Action, ...]


class SpecialsLaidOut(Event, frozen=True):
    specials: tuple[Special, ...]


class PlansClosed(Event, frozen=True):
    """Who left which places empty."""

    empty: tuple[tuple[Seat, tuple[Place, ...]], ...]


class EventDrawn(Event, frozen=True):
    number: EventCard


class BidsRevealed(Event, frozen=True):
    reveals: ClassVar[bool] = True
    bids: tuple[tuple[Seat, CardIfAny], ...]


class TieBroken(Event, frozen=True):
    seats: tuple[Seat, ...]


class SpecialTaken(Event, frozen=True):
    seat: Seat
    special: Special
    space: Space


class OrderSettled(Event, frozen=True):
    order: tuple[Seat, ...]


class ActionBegan(Event, frozen=True):
    space: Space
    action: Action


class CardRevealed(Event, frozen=True):
    reveals: ClassVar[bool] = True
    seat: Seat
    place: Place
    card: Card


class CardLeft(Event, frozen=True):
    """A card goes to another hand or to the stack with its province, even from face down (SG-10.8)."""

    reveals: ClassVar[bool] = True
    seat: Seat
    place: Place
    card: Card


class ActionOpened(Event, frozen=True):
    space: Space
    action: Action


class RoundEnded(Event, frozen=True):
    year: Year
    season: Season


# Carrying out --------------------------------------------------------------------------------


class ActionSkipped(Event, frozen=True):
    seat: Seat
    action: Action
    province: Province
    reason: Obstacle


class Built(Event, frozen=True):
    seat: Seat
    province: Province
    building: Annotated[int, Meta(ge=0, lt=len(BUILDINGS))]
    price: Count


class RiceCollected(Event, frozen=True):
    seat: Seat
    province: Province
    rice: Count


class TaxCollected(Event, frozen=True):
    seat: Seat
    province: Province
    chests: Count


class MarkerPlaced(Event, frozen=True):
    province: Province
    markers: Count


class MarkerRemoved(Event, frozen=True):
    province: Province
    markers: Count


class Deployed(Event, frozen=True):
    seat: Seat
    province: Province
    armies: Armies
    price: Count


class ArmiesMoved(Event, frozen=True):
    seat: Seat
    origin: Province
    target: Province
    armies: Armies


class BattleBegan(Event, frozen=True):
    """The defender is -1 where the peasants of a neutral province defend it."""

    seat: Seat
    origin: Province
    province: Province
    armies: Armies
    defender: SeatIfAny
    defenders: Armies


class CubeAdded(Event, frozen=True):
    seat: Seat
    special: Special


class RevoltBegan(Event, frozen=True):
    province: Province
    owner: Seat
    armies: Armies
    peasants: Armies


class Thrown(Event, frozen=True):
    """What went into the tower, by colour, including what had lain on the tray; and what lies there now."""

    reveals: ClassVar[bool] = True
    thrown: Cubes
    tray: Cubes


class ProvinceTaken(Event, frozen=True):
    """The attacker won; the loser is -1 where nobody owned the province."""

    seat: Seat
    province: Province
    armies: Armies
    loser: SeatIfAny


class ProvinceHeld(Event, frozen=True):
    seat: Seat
    province: Province
    armies: Armies
    attacker: Seat


class PeasantsHeld(Event, frozen=True):
    province: Province
    attacker: Seat


class BattleTied(Event, frozen=True):
    """Nobody won, and the province now belongs to nobody."""

    province: Province
    attacker: Seat
    owner: Seat


class RevoltPutDown(Event, frozen=True):
    owner: Seat
    province: Province
    armies: Armies


class RevoltWon(Event, frozen=True):
    owner: Seat
    province: Province


# Winter --------------------------------------------------------------------------------------


class WinterBegan(Event, frozen=True):
    year: Year
    card: EventCard
    loss: Count


class RiceLost(Event, frozen=True):
    """What the winter left, and how much rice the provinces lack."""

    seat: Seat
    rice: Count
    missing: Count


class RevoltsDrawn(Event, frozen=True):
    seat: Seat
    provinces: tuple[Province, ...]
    peasants: Armies


class YearScored(Event, frozen=True):
    """What a player scored: for provinces, for buildings, and for most of a kind in a region."""

    seat: Seat
    provinces: Count
    buildings: Count
    majorities: Count


AnyEvent: Any = all_in(__name__, Event) | GameEnded
