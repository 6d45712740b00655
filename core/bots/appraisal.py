"""What deals are worth: to us as we see it, and to others as anybody would see it.

Goods are valued by comparing the game with them and without, by the same judge as everything else. A promise
is worth the difference between keeping and breaking it, times how likely nobody would keep it without the
deal; one that others make, times how far they are trusted, too. Where a bot is asked what it could promise,
the price of its own promises is what it has just weighed: its best answer against the best that keeps them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf
from random import Random
from typing import Any, Final

from core.bots.foresight import Foresight, any_luck
from core.bots.judging import Judge
from core.bots.kinds import AnyView, AtStake, Bargains, Weighed
from core.bots.memory import Memory
from core.deals import Deal, Goods, Pledge, pledges_of
from core.foresight import broken_by
from core.game import Game
from core.kinds import Choice, Seat

DOUBT: Final = 0.4
"""What part of a trusted promise is worth paying for: much of it would come about anyway."""
LAST_DOUBT: Final = 0.2
"""The same in the last season or round, after which nobody has a good name to lose."""


class Negotiation:
    """A moment of a game as one seat sees it, with what it remembers of the others."""

    def __init__(
        self,
        game: Game,
        bargains: Bargains,
        view: AnyView,
        memory: Memory,
        dice: Random,
        level: str,
        weighed: Sequence[Weighed] = (),
    ) -> None:
        """Look at a moment; `weighed` are our best answers to the question, if others could pay for one."""
        assert view.viewer is not None
        self.game = game
        self.bargains = bargains
        self.seat: Seat = view.viewer
        self.view: Any = view
        self.memory = memory
        foresight = self._foresight = Foresight(game, level)
        self._luck = any_luck(dice)
        self.state = foresight.invent(view, self._luck)
        self._stakes: dict[Pledge, AtStake | None] = {}
        self._after: dict[tuple[Seat, Seat, Goods, Goods], Any] = {}
        self.deeds = list(dict.fromkeys(filter(None, (bargains.deed(each.choice) for each in weighed))))
        self.plain = self.own = Appraisal(self, foresight.quick_judge)
        if self.is_sharp:
            doubt = DOUBT if bargains.chapters_left(view) else LAST_DOUBT
            costs = OwnCosts(self, weighed, dice)
            self.own = Appraisal(self, foresight.judge.at(bargains.prices), doubt, costs)

    @property
    def is_sharp(self) -> bool:
        """Whether the seat knows more about what things are worth than it expects of the others."""
        return self._foresight.judge is not self._foresight.quick_judge

    def gain(self, deal: Deal, seat: Seat) -> float:
        """Say what a deal brings a seat: us as we see it, others as anybody would see it."""
        return (self.own if seat == self.seat else self.plain).gain(deal, seat)

    def stake(self, pledge: Pledge) -> AtStake | None:
        if pledge not in self._stakes:
            self._stakes[pledge] = self.bargains.at_stake(self.state, pledge, self._play_out)
        return self._stakes[pledge]

    def after(self, deal: Deal) -> Any:
        """Give the state in which the goods of a deal have changed hands."""
        key = deal.seat, deal.to, deal.gives, deal.wants
        if key not in self._after:
            after = self._after[key] = self.state.clone()
            self.bargains.hand_over(after, deal.seat, deal.to, deal.gives)
            self.bargains.hand_over(after, deal.to, deal.seat, deal.wants)
        return self._after[key]

    def _play_out(self, state: Any, seat: Seat, choice: Choice) -> Any:
        after = self._foresight.at_once_after(state, seat, choice, self._luck)
        self._foresight.settle(after, self._luck)
        return after

    def can_give(self, deal: Deal) -> Seat | None:
        """Name one of the two who has not what the deal wants of them."""
        for seat, goods in ((deal.seat, deal.gives), (deal.to, deal.wants)):
            purse = self.bargains.purse(self.state, seat)
            if goods.coins > purse.coins or goods.ronin > purse.ronin:
                return seat
        return None


class Appraisal:
    """What deals are worth by one judge, who may doubt words and know what the own ones cost."""

    def __init__(
        self, talks: Negotiation, judge: Judge, doubt: float = 1.0, costs: OwnCosts | None = None
    ) -> None:
        self._talks = talks
        self._judge = judge
        self._doubt = doubt
        self._costs = costs
        self._standings: dict[int, Mapping[Seat, float]] = {}  # by state, all of which the talks keep
        self._words: dict[tuple[Any, ...], tuple[float, float]] = {}

    def gain(self, deal: Deal, seat: Seat) -> float:
        """Say what a deal brings a seat; promises of the other count as far as that one is trusted.

        An own promise gains nothing: what is good for oneself can be done without.
        """
        return self.worth_of_goods(deal, seat) + sum(self._worth_of_words(deal, seat))

    def terms_of(self, deal: Deal, seat: Seat) -> dict[str, float]:
        """Say what makes up the gain: goods, what the other promises, and what the own word costs."""
        got, given = self._worth_of_words(deal, seat)
        return {"goods": self.worth_of_goods(deal, seat), "promised": got, "promises": given}

    def _worth_of_words(self, deal: Deal, seat: Seat) -> tuple[float, float]:
        key = seat, deal.seat, deal.to, deal.promises, deal.asks
        if key not in self._words:
            self._words[key] = self._weigh_words(deal, seat)
        return self._words[key]

    def _weigh_words(self, deal: Deal, seat: Seat) -> tuple[float, float]:
        """Say what the promises of a deal are worth to a seat: the other's, and the own."""
        other = deal.to if seat == deal.seat else deal.seat
        trust, mutual = self._doubt * self._talks.memory.trust(seat, other), self._talks.bargains.mutual
        got = given = 0.0
        counted: set[str] = set()
        for pledge in pledges_of(deal):
            kind = pledge.promise.kind
            if kind in mutual:
                got += 0.0 if kind in counted else self.worth_of(pledge, seat) * trust
                counted.add(kind)
            elif pledge.seat == other:
                got += self.worth_of(pledge, seat) * trust
            else:
                given += min(0.0, self._worth_of_own(pledge))
        return got, given

    def worth_of_goods(self, deal: Deal, seat: Seat) -> float:
        if deal.gives == deal.wants == Goods():
            return 0.0
        return self._worth(self._talks.after(deal), seat) - self._worth(self._talks.state, seat)

    def worth_of(self, pledge: Pledge, seat: Seat) -> float:
        """Say what it is worth to a seat that a promise is kept."""
        stake = self._talks.stake(pledge)
        if stake is None:
            return 0.0
        return stake.likelihood * (self._worth(stake.kept, seat) - self._worth(stake.broken, seat))

    def _worth_of_own(self, pledge: Pledge) -> float:
        """Say what it is worth to its maker to keep a promise."""
        if self._costs is None or pledge.seat != self._talks.seat:
            return self.worth_of(pledge, pledge.seat)
        now = -self._costs.of(pledge)
        return now if pledge.promise in self._talks.deeds else min(now, self.worth_of(pledge, pledge.seat))

    def _worth(self, state: Any, seat: Seat) -> float:
        return self._judge.compare(state, self._standings_in(state), seat)

    def _standings_in(self, state: Any) -> Mapping[Seat, float]:
        key = id(state)
        if key not in self._standings:
            self._standings[key] = self._judge.standings(state)
        return self._standings[key]

    def lead_of(self, seat: Seat) -> float:
        """Say by how much a seat is ahead of the mean of the others."""
        standings = self._standings_in(self._talks.state)
        others = [standing for other, standing in standings.items() if other != seat]
        return standings[seat] - sum(others) / len(others)


class OwnCosts:
    """What one's promises cost by the answers one has weighed: the best against the best that keeps them."""

    def __init__(self, talks: Negotiation, weighed: Sequence[Weighed], dice: Random) -> None:
        self._talks = talks
        self._weighed = weighed
        self._dice = dice
        self._known: dict[Pledge, float] = {}

    def of(self, pledge: Pledge) -> float:
        if pledge not in self._known:
            keeping = [each.worth for each in self._weighed if self._keeps(each.choice, pledge)]
            best = max([each.worth for each in self._weighed], default=0.0)
            self._known[pledge] = best - max(keeping, default=-inf if self._weighed else best)
        return self._known[pledge]

    def _keeps(self, choice: Choice, pledge: Pledge) -> bool:
        talks = self._talks
        if pledge.promise in talks.deeds:
            return talks.bargains.deed(choice) == pledge.promise
        return not broken_by(talks.game, [pledge], talks.view, choice, self._dice)
