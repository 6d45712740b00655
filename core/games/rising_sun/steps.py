"""What the rules still have to do, as it lies on the agenda; no step holds a secret."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from core.games.rising_sun.choices import Move
from core.kinds import Seat, Step, all_in

CONVERSION: Final = -1
"""Koi's ronin turn into coins: stands among card numbers for an effect that no card has."""


class DrawSet(Step, frozen=True):
    """Draw one of the three card sets at random (RS-1.8)."""


class DrawShrines(Step, frozen=True):
    """Draw four of the seven shrines at random (RS-1.7)."""


class BeginSeason(Step, frozen=True):
    season: int


class LayWarTokens(Step, frozen=True):
    pass


class LayOutCards(Step, frozen=True):
    pass


class TakeIncome(Step, frozen=True):
    pass


class ReturnHostages(Step, frozen=True):
    pass


class HoldTea(Step, frozen=True):
    pass


class BeginPolitics(Step, frozen=True):
    pass


class DrawMandates(Step, frozen=True):
    pass


class ChooseMandate(Step, frozen=True):
    pass


class EndRecruit(Step, frozen=True):
    """What waits until every player has carried out a Recruit (RS-22.4)."""


class PassTurn(Step, frozen=True):
    pass


class Recruit(Step, frozen=True):
    """Summon at strongholds; `used` are the provinces summoned at so far."""

    seat: Seat
    bonus: int
    used: tuple[int, ...] = ()


class EndSummon(Step, frozen=True):
    """A summon is over: the cards that act after one (RS-22.23)."""

    seat: Seat


class UseAfterSummon(Step, frozen=True):
    seat: Seat
    cards: tuple[int, ...]


class UseAfterRecruit(Step, frozen=True):
    seat: Seat
    cards: tuple[int, ...]


class Marshal(Step, frozen=True):
    """Move pieces, each once; `arrived` have moved. Routes are `open` or their toll is `claimed`."""

    seat: Seat
    bonus: bool
    arrived: tuple[tuple[int, int], ...] = ()
    open: tuple[tuple[int, int], ...] = ()
    claimed: tuple[tuple[int, int], ...] = ()


class Wander(Step, frozen=True):
    """Fujin's gift: that many moves, with one figure or several."""

    seat: Seat
    left: int
    open: tuple[tuple[int, int], ...] = ()
    claimed: tuple[tuple[int, int], ...] = ()


class ClaimToll(Step, frozen=True):
    """The owner of the sea routes may claim a coin before the move in `move`."""

    owner: Seat
    move: Move
    journey: Marshal | Wander


class BuyCard(Step, frozen=True):
    seat: Seat
    discount: int


class OfferCoin(Step, frozen=True):
    """Benevolence: one of the coins just paid may go to another player, `left` times."""

    seat: Seat
    left: int


class Arrive(Step, frozen=True):
    """A monster comes to a province or a shrine when its card has been paid for."""

    seat: Seat
    piece: int
    province: int
    kami: int


class Enter(Step, frozen=True):
    """A figure that harms on entering has entered a province."""

    seat: Seat
    piece: int
    province: int


class PickVictims(Step, frozen=True):
    """Oni of Hate: its owner picks one figure of each owner in turn."""

    seat: Seat
    province: int
    owners: tuple[Seat, ...]
    victims: tuple[tuple[Seat, int, int], ...] = ()


class ChooseVictim(Step, frozen=True):
    pick: PickVictims


class LoseHonor(Step, frozen=True):
    """The price of a card that has acted."""

    seat: Seat


class Harvest(Step, frozen=True):
    """Harvest for one clan; `before`: everyone's coins before the mandate."""

    seat: Seat
    bonus: bool
    before: tuple[int, ...]


class Betray(Step, frozen=True):
    """Replace figures; `struck` owners count, `extra` more may be replaced by a card."""

    seat: Seat
    struck: tuple[Seat, ...]
    extra: int


class HoldKamiTurn(Step, frozen=True):
    pass


class ResolveShrine(Step, frozen=True):
    slot: int


class OfferTop(Step, frozen=True):
    """Amaterasu's gift."""

    seat: Seat


class SummonAnywhere(Step, frozen=True):
    """Raijin's gift."""

    seat: Seat


class BeginWar(Step, frozen=True):
    pass


class PrepareForWar(Step, frozen=True):
    """A clan's remaining effects at the start of the War Phase: cards, and CONVERSION."""

    seat: Seat
    effects: tuple[int, ...]


Part: TypeAlias = PrepareForWar | UseAfterRecruit
"""What one of several players does at the same time as the others."""


class SettleOrder(Step, frozen=True):
    """Several players act at once: some have their places, the highest honor of the rest picks next."""

    first: tuple[Part, ...]
    open: tuple[Part, ...]
    last: tuple[Part, ...]


class FightWar(Step, frozen=True):
    """Resolve the next province with a war number."""


class CollectBids(Step, frozen=True):
    pass


class RevealBids(Step, frozen=True):
    pass


class WinAdvantage(Step, frozen=True):
    advantage: int


class UseSeppuku(Step, frozen=True):
    seat: Seat


class TakeHostage(Step, frozen=True):
    """Take up to `left` hostages; `stolen` VP so far."""

    seat: Seat
    left: int
    stolen: int = 0


class UseHire(Step, frozen=True):
    seat: Seat


class UsePoets(Step, frozen=True):
    seat: Seat


class DecideBattle(Step, frozen=True):
    pass


class Kill(Step, frozen=True):
    """Kill figures in a province: (owner, piece, count) each."""

    killer: Seat
    province: int
    victims: tuple[tuple[Seat, int, int], ...]


class OfferMercy(Step, frozen=True):
    """The killer may spare them all."""

    kill: Kill


class ScoreSouls(Step, frozen=True):
    winner: Seat


class PayReparations(Step, frozen=True):
    winner: Seat


class ShareOddCoins(Step, frozen=True):
    winner: Seat


class EndBattle(Step, frozen=True):
    pass


class CleanUp(Step, frozen=True):
    pass


class BeginWinter(Step, frozen=True):
    pass


class ScoreWinter(Step, frozen=True):
    pass


AnyStep: Any = all_in(__name__, Step)
