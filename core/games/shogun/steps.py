"""What the rules still have to do, as it lies on the agenda; no step holds a secret."""

from __future__ import annotations

from typing import Any

from core.kinds import Seat, Step, TurnOver, all_in

# Set-up --------------------------------------------------------------------------------------


class DrawFirstPlayer(Step, frozen=True):
    """Draw who picks first in the draft (SG-21.24)."""


class OpenDraftCards(Step, frozen=True):
    """Refill the open cards of the draft from the deck (SG-3.1, SG-3.5)."""


class PickProvince(Step, frozen=True):
    """Let a player pick; the open cards can be exchanged once (SG-21.25)."""

    seat: Seat
    refreshed: bool


class DrawUnseen(Step, frozen=True):
    """Turn over the card that a player takes unseen from the deck (SG-3.3)."""

    seat: Seat


class PlaceGroup(Step, frozen=True):
    seat: Seat
    province: int


class EndDraft(Step, frozen=True):
    pass


class FillTower(Step, frozen=True):
    pass


class BeginYear(Step, frozen=True):
    year: int


class OpenEvents(Step, frozen=True):
    pass


# A round -------------------------------------------------------------------------------------


class BeginRound(Step, frozen=True):
    season: int


class LayActions(Step, frozen=True):
    pass


class LaySpecials(Step, frozen=True):
    pass


class CollectPlans(Step, frozen=True):
    pass


class ClosePlans(Step, frozen=True):
    pass


class DrawEvent(Step, frozen=True):
    pass


class RevealBids(Step, frozen=True):
    pass


class BreakTie(Step, frozen=True):
    """Let chance order the first group of equals, after those already ranked (SG-9.4)."""

    ranked: tuple[Seat, ...]
    groups: tuple[tuple[Seat, ...], ...]


class ChooseSpecial(Step, frozen=True):
    """Let the first of these players take a special, then the others (SG-9.5)."""

    seats: tuple[Seat, ...]


class BeginAction(Step, frozen=True):
    pass


class TakeTurn(Step, frozen=True):
    """Let the next player carry out the action, or go on to the next one (SG-10.1)."""


class OpenAction(Step, frozen=True):
    """Open the face-down card on the lowest space (SG-6.2)."""


class CleanUp(Step, frozen=True):
    pass


# Carrying out --------------------------------------------------------------------------------


class PlaceArmies(Step, frozen=True):
    """Let the holder of six_armies place them instead of the usual number (SG-6.7)."""

    seat: Seat
    province: int
    armies: int


class Regroup(Step, frozen=True):
    """Let a player move armies to another of their provinces after a small deployment (SG-13.3)."""

    seat: Seat
    province: int


class March(Step, frozen=True):
    """Have a player move armies out of the planned province (SG-14.2)."""

    seat: Seat
    province: int


class Assault(Step, frozen=True):
    """Throw the cubes of a battle; until then the armies stand where they came from (SG-16.1)."""

    seat: Seat
    origin: int
    province: int
    armies: int
    more_attackers: int
    more_defenders: int


class OfferAttackCube(Step, frozen=True):
    assault: Assault


class OfferDefenceCube(Step, frozen=True):
    assault: Assault


class Uprising(Step, frozen=True):
    """Throw the cubes of a revolt (SG-17); if put down, one over tax or rice leaves a marker (SG-12.6)."""

    province: int
    peasants: int
    in_winter: bool


# Winter --------------------------------------------------------------------------------------


class BeginWinter(Step, frozen=True):
    pass


class DrawRevolts(Step, frozen=True):
    """Draw which provinces of a hungry player revolt (SG-18.5)."""

    seat: Seat
    number: int
    peasants: int


class OrderRevolts(Step, frozen=True):
    """Let a player say which of these provinces revolts next (SG-18.7)."""

    seat: Seat
    provinces: tuple[int, ...]
    peasants: int


class ScoreYear(Step, frozen=True):
    pass


AnyStep: Any = all_in(__name__, Step) | TurnOver
