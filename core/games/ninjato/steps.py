"""What the rules still have to do, as it lies on the agenda; no step holds a secret."""

from __future__ import annotations

from typing import Any

from core.kinds import Seat, Step, all_in

# Set-up and refilling ------------------------------------------------------------------------


class DrawOrder(Step, frozen=True):
    """Draw the turn order of the first round (NJ-1.2)."""


class DrawTokens(Step, frozen=True):
    """Lay the first clan tokens on the houses (NJ-1.5, NJ-21.3)."""


class PostSentry(Step, frozen=True):
    house: int


class AddTreasure(Step, frozen=True):
    """Draw a treasure from the bag into a house, neutral side up."""

    house: int


class OfferSkill(Step, frozen=True):
    pass


class OfferHensojutsu(Step, frozen=True):
    pass


class InviteEnvoy(Step, frozen=True):
    pass


class SpreadRumor(Step, frozen=True):
    pass


class DealCard(Step, frozen=True):
    """Draw a dojo card into a hand."""

    seat: Seat


class LayCard(Step, frozen=True):
    """Draw a dojo card into the row."""


# Turns ---------------------------------------------------------------------------------------


class BeginRound(Step, frozen=True):
    number: int


class TakeTurn(Step, frozen=True):
    seat: Seat


class TakeCards(Step, frozen=True):
    seat: Seat
    left: int


class TrimHand(Step, frozen=True):
    seat: Seat


# Raids ---------------------------------------------------------------------------------------


class Fight(Step, frozen=True):
    pass


class Decide(Step, frozen=True):
    pass


class RevealGuard(Step, frozen=True):
    pass


class RevealElite(Step, frozen=True):
    pass


class TurnRed(Step, frozen=True):
    """The second half of an alarm (NJ-10.3)."""


class SaveOne(Step, frozen=True):
    """A failed raid: one treasure may be kept (NJ-12.2)."""


class ChooseToken(Step, frozen=True):
    pass


# Ends of rounds, scoring ---------------------------------------------------------------------


class EndRound(Step, frozen=True):
    pass


class RefillPalace(Step, frozen=True):
    pass


class RefillPavilion(Step, frozen=True):
    pass


class MoveOn(Step, frozen=True):
    """The round marker moves on (NJ-17.9)."""


class BeginScoring(Step, frozen=True):
    """The scoring phase after a round."""

    number: int


class SendDisguised(Step, frozen=True):
    """One player names masked envoys, at most `left` more."""

    seat: Seat
    left: int


class AwardFirst(Step, frozen=True):
    clan: int


class AwardSecond(Step, frozen=True):
    clan: int


class EndScoring(Step, frozen=True):
    number: int


class ScoreAll(Step, frozen=True):
    """The final scoring."""


AnyStep: Any = all_in(__name__, Step)
