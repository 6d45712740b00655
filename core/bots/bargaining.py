"""Bargaining: which deal to offer, and how to answer one."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Final, NamedTuple

from msgspec.structs import replace

from core.bots.appraisal import Appraisal, Negotiation
from core.deals import WORDS, Deal, Goods, Pledge, Promise, Standing, Status
from core.foresight import own_pledges
from core.kinds import Phrase, Seat, phrase
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
    """Say what a deal has to bring us: a share of what it brings the other, more so if that one leads.

    What our deeds bring the other is part of what they cost us.
    """
    other = deal.to if talks.seat == deal.seat else deal.seat
    if talks.deeds and deal.seat == talks.seat:
        deal = replace(deal, promises=tuple(p for p in deal.promises if p not in talks.deeds))
    return share_from(talks.own, other, temper.share) * max(0.0, talks.own.gain(deal, other))


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
    deeds = talks.deeds if seat == talks.seat else []
    possible = (*talks.bargains.topics(talks.state, seat, other), *deeds)
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
