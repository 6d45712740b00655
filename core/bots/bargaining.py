"""Bargaining: what a deal is worth to both, which to offer, and how to answer one.

Goods are valued by comparing the game with them and without, by the same judge as everything else. A promise
is worth the difference between keeping and breaking it, times how likely nobody would keep it without the
deal; one that others make, times how far they are trusted, too.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product
from random import Random
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from core.bots.foresight import Foresight, any_luck
from core.bots.judging import Judge
from core.bots.kinds import AnyView, AtStake, Bargains
from core.bots.memory import Memory
from core.deals import WORDS, Deal, Goods, Pledge, Promise, Standing, Status, pledges_of
from core.foresight import own_pledges
from core.game import Game
from core.kinds import Choice, Phrase, Seat, phrase
from core.temperaments import Temperament

WORTHWHILE: Final = 0.15
"""Gains below that are not worth talking about."""
FAIR: Final = 0.4
"""The part of the own gain that others will want at the least."""
HARD: Final = 0.7
"""The same of those who drive the hardest bargain."""
SHARP: Final = 0.8
"""How much of the common gain those keep back who know more about it."""
MOST_COINS: Final = 4  # on either side of an offer
MOST_PRICE: Final = 9  # that is named
AHEAD: Final = 12.0
"""A lead over the mean by which the share that is wanted doubles."""
NO_DEAL: Final = Deal(0, 0, 0)
NOTHING: Final[Mapping[str, float]] = {}


class DealReply(NamedTuple):
    """An answer to an offer with the reason for it: yes, no, or another offer, which has no number yet."""

    reason: Phrase
    terms: Mapping[str, float] = NOTHING  # what speaks for the offer and against it
    accepts: bool = False
    counter: Deal | None = None
    better: Mapping[str, float] = NOTHING  # the same of what is offered instead


class RankedDeal(NamedTuple):
    """A deal that one could offer, how good that would be for both, and what speaks for it and against it."""

    rank: float
    deal: Deal
    terms: Mapping[str, float]


class Negotiation:
    """A moment of a game as one seat sees it, with what it remembers of the others."""

    def __init__(
        self, game: Game, bargains: Bargains, view: AnyView, memory: Memory, dice: Random, level: str
    ) -> None:
        assert view.viewer is not None
        self.bargains = bargains
        self.seat: Seat = view.viewer
        self.view: Any = view
        self.memory = memory
        foresight = self._foresight = Foresight(game, level)
        self._luck = any_luck(dice)
        self.state = foresight.invent(view, self._luck)
        self._stakes: dict[Pledge, AtStake | None] = {}
        self._after: dict[tuple[Seat, Seat, Goods, Goods], Any] = {}
        self.plain = Appraisal(self, foresight.quick_judge)
        self.own = Appraisal(self, foresight.judge) if self.is_sharp else self.plain

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
    """What deals are worth by one judge."""

    def __init__(self, talks: Negotiation, judge: Judge) -> None:
        self._talks = talks
        self._judge = judge
        self._judged: dict[tuple[int, Seat], float] = {}  # by state, all of which the talks keep
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
        trust, mutual = self._talks.memory.trust(seat, other), self._talks.bargains.mutual
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
                given += min(0.0, self.worth_of(pledge, seat))
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

    def _worth(self, state: Any, seat: Seat) -> float:
        key = id(state), seat
        if key not in self._judged:
            self._judged[key] = self._judge.evaluate(state, seat)
        return self._judged[key]

    @cached_property
    def _standings(self) -> dict[Seat, float]:
        return self._judge.standings(self._talks.state)

    def lead_of(self, seat: Seat) -> float:
        """Say by how much a seat is ahead of the mean of the others."""
        others = [standing for other, standing in self._standings.items() if other != seat]
        return self._standings[seat] - sum(others) / len(others)


# Answering -----------------------------------------------------------------------------------


def answer(talks: Negotiation, deal: Deal, temper: Temperament, standings: Sequence[Standing]) -> DealReply:
    """Accept, counter or decline an offer, and say why."""
    refusal = refusal_of(talks, deal, temper, standings)
    if refusal is not None:
        return DealReply(refusal)
    gain, terms = talks.gain(deal, talks.seat), terms_for(talks, deal, temper)
    if gain > 0 and gain >= needed_of(talks, deal, temper):
        return DealReply(reason_to_accept(deal), terms, accepts=True)
    counter = None if deal.instead_of is not None else counter_to(talks, deal, temper, standings)
    if counter is not None:
        reason = reason_to_counter(deal, counter)
        return DealReply(reason, terms, counter=counter, better=terms_for(talks, counter, temper))
    return DealReply(reason_to_decline(talks, deal, gain, temper), terms)


def terms_for(talks: Negotiation, deal: Deal, temper: Temperament) -> Mapping[str, float]:
    """Say what speaks for a deal and against it: what it brings us, and that it helps a rival."""
    return talks.own.terms_of(deal, talks.seat) | {"rival": -needed_of(talks, deal, temper)}


def refusal_of(
    talks: Negotiation, deal: Deal, temper: Temperament, standings: Sequence[Standing]
) -> Phrase | None:
    """Say what forbids a deal, whatever it is worth; a present is always welcome."""
    if deal.wants == Goods() and not deal.asks:
        return None
    wrong = talks.memory.wrong_by(deal.seat, temper.memory)
    if wrong is not None:
        return phrase(f"bot-no-{wrong.what}")
    if any(promise.kind == WORDS for promise in deal.asks):
        return phrase("bot-no-words")
    own = {pledge.promise for pledge in own_pledges(standings, talks.seat) if pledge.to == deal.seat}
    if deal.asks and all(is_said(talks, promise, own) for promise in deal.asks):
        return phrase("bot-no-already")
    if is_taken(talks, (*deal.asks, *deal.promises), standings):
        return phrase("bot-no-promised")
    short = talks.can_give(deal)
    if short is not None:
        return phrase("bot-no-purse" if short == talks.seat else "bot-no-means")
    return None


def is_said(talks: Negotiation, promise: Promise, given: Collection[Promise]) -> bool:
    """Say whether a promise adds nothing to those that were given."""
    return promise in given or any(talks.bargains.covers(talks.state, other, promise) for other in given)


def is_taken(talks: Negotiation, asked: Iterable[Promise], standings: Sequence[Standing]) -> bool:
    """Say whether the seat has promised something else of which it can do only one."""
    given = {pledge.promise for pledge in own_pledges(standings, talks.seat)}
    alone = talks.bargains.exclusive
    return any(
        promise.kind == own.kind and promise != own and promise.kind in alone
        for promise in asked
        for own in given
    )


def is_open(
    talks: Negotiation,
    promises: tuple[Promise, ...],
    asks: tuple[Promise, ...],
    standings: Sequence[Standing],
) -> bool:
    """Say whether a seat can offer to give and take such promises."""
    mutual = talks.bargains.mutual
    is_even = mutual.isdisjoint({p.kind for p in promises} ^ {p.kind for p in asks})
    return is_even and not is_taken(talks, (*promises, *asks), standings)


def needed_of(talks: Negotiation, deal: Deal, temper: Temperament) -> float:
    """Say what a deal has to bring us: a share of what it brings the other, more so if that one leads."""
    other = deal.to if talks.seat == deal.seat else deal.seat
    return share_from(talks.own, other, temper.share) * max(0.0, talks.gain(deal, other))


def share_from(appraisal: Appraisal, other: Seat, share: float) -> float:
    """Say which share of another's gain is wanted: more of one who leads."""
    return share * (1 + max(0.0, appraisal.lead_of(other)) / AHEAD)


# Offering ------------------------------------------------------------------------------------


def best_offer(
    talks: Negotiation, other: Seat, temper: Temperament, standings: Sequence[Standing]
) -> RankedDeal | None:
    """Find the deal with the largest product of gains, if there is one worth talking about."""
    seat = talks.seat
    given, asked = (
        open_topics(talks, seat, other, standings),
        open_topics(talks, other, seat, standings),
    )
    offers = (
        Deal(0, seat, other, promises=promises, asks=asks)
        for promises, asks in product(given, asked)
        if (promises or asks) and is_open(talks, promises, asks, standings)
    )
    refused = [terms_in(s.deal) for s in standings if s.status is Status.DECLINED]
    paid = (each for deal in offers for each in with_coins(talks, deal))
    fresh = (deal for deal in paid if not is_needless(talks, deal) and terms_in(deal) not in refused)
    return best_of(talks, fresh, temper)


def terms_in(deal: Deal) -> Deal:
    """Give a deal without its number: nobody repeats what was refused."""
    return replace(deal, number=0, instead_of=None)


def is_needless(talks: Negotiation, deal: Deal) -> bool:
    """Say whether a deal is about nothing but what both can do anyway, such as an alliance over tea."""
    kinds = {promise.kind for promise in (*deal.promises, *deal.asks)}
    return deal.gives == deal.wants == Goods() and kinds <= talks.bargains.mutual


def open_topics(
    talks: Negotiation, seat: Seat, other: Seat, standings: Sequence[Standing]
) -> list[tuple[Promise, ...]]:
    """List what a seat could promise another and has not, and nothing."""
    given = {pledge.promise for pledge in own_pledges(standings, seat) if pledge.to == other}
    possible = talks.bargains.topics(talks.state, seat, other)
    return [(), *((promise,) for promise in possible if not is_said(talks, promise, given))]


def with_coins(talks: Negotiation, deal: Deal) -> Iterator[Deal]:
    """Give a deal with any coins to one side or the other that they have."""
    ours = talks.bargains.purse(talks.state, deal.seat).coins - deal.gives.coins
    theirs = talks.bargains.purse(talks.state, deal.to).coins - deal.wants.coins
    yield deal
    for coins in range(1, min(MOST_COINS, ours) + 1):
        yield replace(deal, gives=replace(deal.gives, coins=deal.gives.coins + coins))
    for coins in range(1, min(MOST_COINS, theirs) + 1):
        yield replace(deal, wants=replace(deal.wants, coins=deal.wants.coins + coins))


def best_of(talks: Negotiation, deals: Iterable[Deal], temper: Temperament) -> RankedDeal | None:
    """Give the deal of the largest product of gains; who drives a hard bargain weighs the own gain more."""
    best: tuple[float, Deal] = (0.0, NO_DEAL)
    opening = max(temper.opening, SHARP) if talks.is_sharp else temper.opening
    for deal in deals:
        own, other = talks.gain(deal, deal.seat), talks.gain(deal, deal.to)
        if min(own, other) < WORTHWHILE or own < needed_of(talks, deal, temper):
            continue
        if other < least_for(talks, deal):
            continue
        rank = own ** (2 * opening) * other ** (2 - 2 * opening)
        if rank > best[0]:
            best = rank, deal
    rank, deal = best
    return RankedDeal(rank, deal, terms_for(talks, deal, temper)) if rank else None


def least_for(talks: Negotiation, deal: Deal) -> float:
    """Say what the other will want of an offer of ours at the least; who is sharp sees it with their eyes."""
    own = talks.plain.gain(deal, talks.seat)
    return share_from(talks.plain, talks.seat, HARD) * own if talks.is_sharp else FAIR * own


def counter_to(
    talks: Negotiation, deal: Deal, temper: Temperament, standings: Sequence[Standing]
) -> Deal | None:
    """Offer a better split; or name a price, for whoever asks must have a use for it."""
    split = better_split(talks, deal, temper, standings)
    price = 0 if split or not deal.asks else least_price(talks, deal, temper)
    return tidy(replace(mirrored(deal), wants=replace(deal.gives, coins=price))) if price else split


def mirrored(deal: Deal) -> Deal:
    """Give the same deal as an offer of the other one."""
    return Deal(0, deal.to, deal.seat, deal.wants, deal.gives, deal.asks, deal.promises, deal.number)


def better_split(
    talks: Negotiation, deal: Deal, temper: Temperament, standings: Sequence[Standing]
) -> Deal | None:
    """Find what to offer instead: for other coins, for a promise more, or without some of what is asked."""
    seat, other = talks.seat, deal.seat
    same = mirrored(deal)
    topics = talks.bargains.topics(talks.state, other, seat)
    wanted = [promise for promise in topics if not is_said(talks, promise, deal.promises)]
    fewer = [tuple(p for p in deal.asks if p is not left_out) for left_out in deal.asks[1:]]
    offers = [
        replace(same, promises=promises, asks=(*same.asks, *more))
        for promises in (same.promises, *fewer)
        for more in ((), *((promise,) for promise in wanted))
    ]
    less = [replace(each, gives=Goods()) for each in offers if each.gives != Goods() and each.promises]
    changed = (each for base in (*offers, *less) for each in with_coins(talks, base))
    fit = (
        tidy(each) for each in changed if each != same and is_open(talks, each.promises, each.asks, standings)
    )
    found = best_of(talks, (each for each in fit if talks.can_give(each) is None), temper)
    return found.deal if found else None


def tidy(deal: Deal) -> Deal:
    """Settle coins that go both ways."""
    both = min(deal.gives.coins, deal.wants.coins)
    return replace(
        deal,
        gives=replace(deal.gives, coins=deal.gives.coins - both),
        wants=replace(deal.wants, coins=deal.wants.coins - both),
    )


# Reasons -------------------------------------------------------------------------------------


def reason_to_accept(deal: Deal) -> Phrase:
    if deal.wants == Goods() and not deal.asks:
        return phrase("bot-yes-present")
    return phrase("bot-yes-promises" if deal.promises and deal.asks else "bot-yes")


def reason_to_counter(deal: Deal, counter: Deal) -> Phrase:
    """Say what the difference is."""
    coins = (counter.wants.coins - counter.gives.coins) - (deal.gives.coins - deal.wants.coins)
    if len(counter.asks) > len(deal.promises):
        return phrase("bot-rather-promise")
    if len(counter.promises) < len(deal.asks):
        return phrase("bot-rather-less")
    if counter.wants.coins:
        return phrase("bot-rather-coins", coins=counter.wants.coins)
    return phrase("bot-rather-cheaper", coins=counter.gives.coins) if coins else phrase("bot-rather-less")


def reason_to_decline(talks: Negotiation, deal: Deal, gain: float, temper: Temperament) -> Phrase:
    other = deal.seat
    if gain > 0 and talks.own.lead_of(other) > AHEAD / 2:
        return phrase("bot-no-ahead")
    if deal.asks and (price := least_price(talks, deal, temper)):
        return phrase("bot-no-less", coins=price)
    if deal.gives == Goods() and not deal.promises:
        return phrase("bot-no-nothing")
    if deal.promises and gain <= 0 < full_gain(talks, deal):
        return phrase("bot-no-trust")
    if deal.promises and deal.gives == Goods() and promised_to(talks, deal) <= 0:
        return phrase("bot-no-use")
    return phrase("bot-no-more") if gain > 0 else phrase("bot-no-cost")


def least_price(talks: Negotiation, deal: Deal, temper: Temperament) -> int:
    """Say for how many coins we would agree; 0: for none that the other has, or could want to give."""
    if deal.wants != Goods():
        return 0
    purse = talks.bargains.purse(talks.state, deal.seat).coins
    for coins in range(deal.gives.coins + 1, min(purse, MOST_PRICE) + 1):
        better = replace(deal, gives=replace(deal.gives, coins=coins))
        if talks.gain(better, talks.seat) >= max(WORTHWHILE, needed_of(talks, better, temper)):
            return coins
    return 0


def full_gain(talks: Negotiation, deal: Deal) -> float:
    """Say what a deal would bring if the word of the other were as good as coins."""
    return talks.gain(deal, talks.seat) + (1 - talks.memory.trust(talks.seat, deal.seat)) * promised_to(
        talks, deal
    )


def promised_to(talks: Negotiation, deal: Deal) -> float:
    pledges = [Pledge(deal.seat, deal.to, promise) for promise in deal.promises]
    return sum(talks.own.worth_of(pledge, talks.seat) for pledge in pledges)
