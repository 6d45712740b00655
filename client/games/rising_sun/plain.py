"""Rising Sun for the line client: the table in words, briefly, whole, thing by thing, and bids by typing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial

from client.games.rising_sun.facts import (
    answer_words,
    harvest_of,
    places_of,
    projections_of,
    reward_parts,
    war_ahead,
    war_outlook,
    war_powers,
)
from client.games.rising_sun.log import figure
from client.games.rising_sun.names import card, clan, kami, mandate, province, season
from client.table.conversation import Conversation, WentBackError
from client.table.conversation import number as how_many
from client.table.face import Sight
from client.table.menu import Draft
from client.table.wording import addressed, amount, listed, named
from client.texts import t
from core.decisions import Allocate, Allocation
from core.games.rising_sun.board import (
    ADVANTAGES,
    CAMPS,
    LAND,
    LOTUS,
    OVER,
    PHASES,
    RESERVE,
    SHRINES,
    STRONGHOLD,
    WINTER,
)
from core.games.rising_sun.cards import CARDS
from core.games.rising_sun.view import View, war_number
from core.kinds import Choice, Seat
from core.piles import tally


def look(view: View) -> Iterator[str]:
    """Tell the whole table, as far as this viewer may know it."""
    yield moment(view)
    yield t("rs-look-honor", clans=listed(map(clan, view.honor)))
    for seat in view.seats:
        yield from clan_lines(view, seat)
    yield from map_lines(view)
    yield from season_lines(view)
    yield from secrets(view)


def glance(view: View) -> Iterator[str]:
    """Tell briefly how the table stands."""
    yield moment(view)
    yield t("rs-look-honor", clans=listed(map(clan, view.honor)))
    yield from (sums(view, seat) for seat in view.seats)
    wars = sorted(filter(partial(war_number, view), LAND), key=partial(war_number, view))
    elsewhere = [place for place in LAND if place not in wars and is_held(view, place)]
    yield from (province_line(view, place) for place in (*wars, *elsewhere))
    yield from season_lines(view)
    yield from secrets(view)


def moment(view: View) -> str:
    if view.phase == OVER:
        return t("plain-state-over")
    when, phase = season(view.season), t(f"phase-{PHASES[view.phase]}")
    if view.season == WINTER:
        return t("rs-look-winter", season=when)
    if view.mandate < 0:
        return t("rs-look-phase", season=when, phase=phase)
    return t("rs-look-mandate", season=when, phase=phase, mandate=mandate(view.mandate))


# Clans ---------------------------------------------------------------------------------------


def clan_lines(view: View, seat: Seat) -> Iterator[str]:
    yield sums(view, seat)
    if view.figures[seat][RESERVE]:
        yield t("rs-look-reserve", figures=group_words(view.figures[seat][RESERVE]))
    if view.cards[seat]:
        cards = listed(counted(card(number) for number in view.cards[seat]))
        yield t("rs-look-cards", cards=cards)
    if view.tokens[seat]:
        tokens = (
            t("rs-look-token", province=province(where), season=season(when))
            for when, where in view.tokens[seat]
        )
        yield t("rs-look-tokens", tokens=listed(tokens))
    yield from hostage_lines(view, seat)
    if view.phase != OVER:
        yield from forecast(view, seat)


def forecast(view: View, seat: Seat) -> Iterator[str]:
    """Say what a clan would get if a Harvest, or the war and Winter, came now."""
    yield t("rs-look-harvest", reward=listed(reward_parts(harvest_of(view, seat))))
    then = projections_of(view)[seat]
    yield t(
        "rs-look-outlook",
        total=then.total,
        tokens=then.tokens,
        set=then.province_set,
        cards=then.cards,
    )


def sums(view: View, seat: Seat) -> str:
    ally = view.ally[seat]
    return t(
        "rs-look-clan",
        clan=named(clan(seat), is_own=seat == view.viewer),
        vp=amount(view.vp[seat], "VP"),
        coins=amount(view.coins[seat], "coin"),
        ronin=amount(view.ronin[seat], "ronin"),
        ally=t("rs-look-ally", clan=clan(ally)) if ally >= 0 else t("rs-look-no-ally"),
    )


def hostage_lines(view: View, captor: Seat) -> Iterator[str]:
    held = [(owner, view.figures[owner][CAMPS[captor]]) for owner in view.seats]
    if any(group for _, group in held):
        hostages = (
            t("holds-of", figures=group_words(group), clan=clan(owner)) for owner, group in held if group
        )
        yield t("rs-look-hostages", figures=listed(hostages))


def group_words(group: tuple[int, ...]) -> str:
    return listed(figure(piece, number) for piece, number in tally(group))


def counted(names: Iterable[str]) -> Iterator[str]:
    for name, number in Counter(names).items():
        yield t("count-of", number=number, things=name) if number > 1 else name


# Board ---------------------------------------------------------------------------------------


def map_lines(view: View) -> Iterator[str]:
    yield from (province_line(view, place) for place in LAND)
    for place, shrine in zip(SHRINES, view.shrines, strict=False):
        yield t("rs-look-shrine", kami=kami(shrine), people=people_at(view, place))


def province_line(view: View, place: int) -> str:
    where, people = province(place), people_at(view, place)
    if number := war_number(view, place):
        return t("rs-look-war", province=where, number=number, people=people)
    return t("rs-look-province", province=where, people=people)


def is_held(view: View, place: int) -> bool:
    return any(clan_at(view, seat, place) for seat in view.seats)


def people_at(view: View, place: int) -> str:
    there = filter(None, (clan_at(view, seat, place) for seat in view.seats))
    return "; ".join(there) or t("place-nobody")


def clan_at(view: View, seat: Seat, place: int) -> str:
    walls = view.strongholds[seat].count(place)
    parts = [figure(piece, number) for piece, number in tally(view.figures[seat][place])]
    if walls:
        parts.append(figure(STRONGHOLD, walls))
    return t("rs-look-people", clan=clan(seat), figures=listed(parts)) if parts else ""


def season_lines(view: View) -> Iterator[str]:
    if view.mandates:
        laid = (
            t("rs-look-laid", clan=clan(seat), mandate=mandate(announced))
            for seat, announced, _ in view.mandates
        )
        yield t("rs-look-mandates", mandates=", ".join(laid))
    if view.display:
        yield t("rs-look-offer", cards=", ".join(counted(map(priced, view.display))))
    if view.offers:
        offers = (t("rs-look-alliance", clan=clan(one), other=clan(other)) for one, other in view.offers)
        yield t("rs-look-alliances", offers=", ".join(offers))
    if view.battle is not None:
        fighters = listed(map(clan, view.battle.fighters))
        yield t("rs-look-battle", province=province(view.battle.province), clans=fighters)
    if view.sealed:
        yield t("rs-look-sealed", clans=listed(map(clan, view.sealed)))


def priced(number: int) -> str:
    return t("rs-look-price", card=card(number), price=amount(CARDS[number].cost, "coin"))


def credit_lines() -> Iterator[str]:
    """Tell where rules and figures are from."""
    yield t("rs-look-credits")


def secrets(view: View) -> Iterator[str]:
    """Tell what nobody else at the table sees."""
    if view.drawn:
        yield t("rs-look-drawn", mandates=listed(map(mandate, view.drawn)))
    laid = [tile for seat, _, tile in view.mandates if seat == view.viewer == LOTUS]
    if laid:
        yield t("rs-look-face-down", mandates=", ".join(map(mandate, laid)))
    if view.answer is not None:
        yield t("rs-look-answer", answer=answer_words(view.answer))


# Thing by thing ------------------------------------------------------------------------------


def sights(view: View) -> Iterator[Sight]:
    """Tell how clans stand now; everything else has cards."""
    for seat in view.seats:
        yield Sight(clan(seat), tuple(clan_lines(view, seat)))


# A bid by typing ----------------------------------------------------------------------------------


def bid(view: View, decision: Allocate, draft: Choice | None) -> Conversation[Draft]:
    """Ask for the coins on each place of the war board, one after the other."""
    amounts: list[int] = []
    usual = draft.amounts if isinstance(draft, Allocation) else (0,) * decision.slots
    before = tuple(about_battle(view))
    while len(amounts) < decision.slots:
        place, left = len(amounts), decision.total - sum(amounts)
        name = t(f"bid-on-{ADVANTAGES[place]}")
        question = t("rs-bid-coins", place=name, left=left, usual=min(usual[place], left))
        try:
            amounts.append((yield from how_many(question, left, min(usual[place], left), before)))
        except WentBackError:
            if not amounts:
                raise
            amounts.pop()
        before = ()
    return Draft(Allocation(tuple(amounts)), is_final=True)


def about_battle(view: View) -> Iterator[str]:
    """Tell what is public about the bidders."""
    assert view.battle is not None
    forces = dict(places_of(view)[view.battle.province].forces)
    yield t("rs-bid-battle", province=province(view.battle.province))
    for seat in view.honor:
        if seat in view.battle.fighters:
            coins, ronin = amount(view.coins[seat], "coin"), amount(view.ronin[seat], "ronin")
            message = addressed("rs-bid-rival", is_own=seat == view.viewer)
            yield t(message, clan=clan(seat), force=forces.get(seat, 0), coins=coins, ronin=ronin)
    yield t("bid-ties")
    if ahead := war_outlook(view, view.battle.province):
        yield ahead
    yield from war_ahead(view)
    yield from war_powers(view, view.battle)
