"""Everything that can happen in Shogun, for logs, screens and those who learn from games."""

from __future__ import annotations

from typing import Any, ClassVar

from core.kinds import Event, GameEnded, Seat, all_in

# Set-up --------------------------------------------------------------------------------------


class FirstPlayerDrawn(Event, frozen=True):
    seat: Seat


class DraftCardsOpened(Event, frozen=True):
    provinces: tuple[int, ...]


class DraftCardsExchanged(Event, frozen=True):
    seat: Seat
    provinces: tuple[int, ...]


class ProvincePicked(Event, frozen=True):
    seat: Seat
    province: int
    unseen: bool


class GroupPlaced(Event, frozen=True):
    seat: Seat
    province: int
    armies: int


class TowerFilled(Event, frozen=True):
    """How many cubes of each colour stayed inside."""

    reveals: ClassVar[bool] = True
    resting: tuple[int, ...]


class YearBegan(Event, frozen=True):
    year: int


class EventsOpened(Event, frozen=True):
    numbers: tuple[int, ...]


# A round -------------------------------------------------------------------------------------


class SeasonBegan(Event, frozen=True):
    year: int
    season: int


class ActionsLaidOut(Event, frozen=True):
    actions: tuple[int, ...]


class SpecialsLaidOut(Event, frozen=True):
    specials: tuple[int, ...]


class PlansClosed(Event, frozen=True):
    """Who left which places empty."""

    empty: tuple[tuple[Seat, tuple[int, ...]], ...]


class EventDrawn(Event, frozen=True):
    number: int


class BidsRevealed(Event, frozen=True):
    reveals: ClassVar[bool] = True
    bids: tuple[tuple[Seat, int], ...]


class TieBroken(Event, frozen=True):
    seats: tuple[Seat, ...]


class SpecialTaken(Event, frozen=True):
    seat: Seat
    special: int
    space: int


class OrderSettled(Event, frozen=True):
    order: tuple[Seat, ...]


class ActionBegan(Event, frozen=True):
    space: int
    action: int


class CardRevealed(Event, frozen=True):
    reveals: ClassVar[bool] = True
    seat: Seat
    place: int
    card: int


class CardLeft(Event, frozen=True):
    """A card goes to another hand or to the stack with its province, even from face down (SG-10.8)."""

    reveals: ClassVar[bool] = True
    seat: Seat
    place: int
    card: int


class ActionOpened(Event, frozen=True):
    space: int
    action: int


class RoundEnded(Event, frozen=True):
    year: int
    season: int


# Carrying out --------------------------------------------------------------------------------


class ActionSkipped(Event, frozen=True):
    seat: Seat
    action: int
    province: int
    reason: str


class Built(Event, frozen=True):
    seat: Seat
    province: int
    building: int
    price: int


class RiceCollected(Event, frozen=True):
    seat: Seat
    province: int
    rice: int


class TaxCollected(Event, frozen=True):
    seat: Seat
    province: int
    chests: int


class MarkerPlaced(Event, frozen=True):
    province: int
    markers: int


class MarkerRemoved(Event, frozen=True):
    province: int
    markers: int


class Deployed(Event, frozen=True):
    seat: Seat
    province: int
    armies: int
    price: int


class ArmiesMoved(Event, frozen=True):
    seat: Seat
    origin: int
    target: int
    armies: int


class BattleBegan(Event, frozen=True):
    """The defender is -1 where the peasants of a neutral province defend it."""

    seat: Seat
    origin: int
    province: int
    armies: int
    defender: Seat
    defenders: int


class CubeAdded(Event, frozen=True):
    seat: Seat
    special: int


class RevoltBegan(Event, frozen=True):
    province: int
    owner: Seat
    armies: int
    peasants: int


class Thrown(Event, frozen=True):
    """What went into the tower, by colour, including what had lain on the tray; and what lies there now."""

    reveals: ClassVar[bool] = True
    thrown: tuple[int, ...]
    tray: tuple[int, ...]


class ProvinceTaken(Event, frozen=True):
    """The attacker won; the loser is -1 where nobody owned the province."""

    seat: Seat
    province: int
    armies: int
    loser: Seat


class ProvinceHeld(Event, frozen=True):
    seat: Seat
    province: int
    armies: int
    attacker: Seat


class PeasantsHeld(Event, frozen=True):
    province: int
    attacker: Seat


class BattleTied(Event, frozen=True):
    """Nobody won, and the province now belongs to nobody."""

    province: int
    attacker: Seat
    owner: Seat


class RevoltPutDown(Event, frozen=True):
    owner: Seat
    province: int
    armies: int


class RevoltWon(Event, frozen=True):
    owner: Seat
    province: int


# Winter --------------------------------------------------------------------------------------


class WinterBegan(Event, frozen=True):
    year: int
    card: int
    loss: int


class RiceLost(Event, frozen=True):
    """What the winter left, and how much rice the provinces lack."""

    seat: Seat
    rice: int
    missing: int


class RevoltsDrawn(Event, frozen=True):
    seat: Seat
    provinces: tuple[int, ...]
    peasants: int


class YearScored(Event, frozen=True):
    """What a player scored: for provinces, for buildings, and for most of a kind in a region."""

    seat: Seat
    provinces: int
    buildings: int
    majorities: int


AnyEvent: Any = all_in(__name__, Event) | GameEnded
