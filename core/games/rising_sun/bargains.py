"""What bargaining bots need to know about Rising Sun: promises and what hangs on them, and manners at tea."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Final

from msgspec.structs import replace

from core.bots.kinds import AtStake, Bargains, Manners, PlayOut
from core.deals import Goods, Pledge, Promise
from core.decisions import ChooseOne, Decision
from core.games.rising_sun.board import (
    ADJACENT,
    ADVANTAGES,
    AUTUMN,
    BUSHI,
    CLANS,
    HARVEST_MANDATE,
    LAND,
    MANDATE_TILES,
    MANDATES,
    MARSHAL,
    POLITICS,
    PROVINCES,
    RECRUIT,
    RESERVE,
    TEA,
    TRAIN,
)
from core.games.rising_sun.choices import Ally, Mandate, Ready, Refuse
from core.games.rising_sun.events import AllianceBroken, AllianceMade, BattleBegan, SeasonEnded
from core.games.rising_sun.gains import lose_honor
from core.games.rising_sun.promises import ALLY, NO_BETRAY, NO_BID, PLAY_MANDATE, STAY_OUT
from core.games.rising_sun.state import State, figures_at, shift
from core.games.rising_sun.steps import ChooseMandate, HoldTea, PassTurn
from core.games.rising_sun.tactics import COIN, turns_of
from core.games.rising_sun.tea import make_alliance
from core.games.rising_sun.view import View
from core.kinds import Choice, Event, Seat

ADVANTAGE_LIKELIHOOD: Final = {"seppuku": 0.4, "hostage": 0.6, "hire": 0.8, "poets": 0.4}
NEAR, FAR = 0.6, 0.25
"""How likely a clan comes into a province in a season, from next to it or from elsewhere."""
PEACEFUL: Final = (TRAIN, HARVEST_MANDATE, MARSHAL, RECRUIT)
COIN_IN_SPRING: Final = 0.65
"""VP that one coin more in Spring is worth in the end; measured by giving coins away."""
ALLIES_BETRAY: Final = 0.4
STRANGERS_BETRAY: Final = 0.15


# What hangs on a promise ---------------------------------------------------------------------


def at_stake(state: State, pledge: Pledge, play_out: PlayOut) -> AtStake | None:
    judge = STAKES.get(pledge.promise.kind)
    return judge(state, pledge, play_out) if judge else None


def alliance(state: State, pledge: Pledge, _play_out: PlayOut) -> AtStake | None:
    """The two are allies, or neither has anything: nobody can ally alone."""
    seat, other = pledge.seat, CLANS.index(pledge.promise.about)
    if state.phase != TEA or other not in state.seats or not can_ally(state, seat, other):
        return None
    kept = state.clone()
    make_alliance(kept, seat, other)
    return AtStake(kept, state, 1.0)


def can_ally(state: State, seat: Seat, other: Seat) -> bool:
    """Say whether two may ally with each other: neither has an ally or has courted a third."""
    courted = {(one, third) for one, third in state.offers if {one, third} != {seat, other}}
    return all(
        state.ally[one] < 0 and one not in state.ready and all(suitor != one for suitor, _ in courted)
        for one in (seat, other)
    )


def betrayal(state: State, pledge: Pledge, _play_out: PlayOut) -> AtStake | None:
    """A figure of the other clan is replaced, and an alliance between the two ends."""
    seat, other = pledge.seat, CLANS.index(pledge.promise.about)
    if state.phase not in (TEA, POLITICS) or other not in state.seats or not turns_of(state, seat):
        return None
    victims = [p for p in state.war if BUSHI in figures_at(state, other, p)]
    if not victims or BUSHI not in figures_at(state, seat, RESERVE):
        return None
    broken = state.clone()
    likelihood = STRANGERS_BETRAY
    if state.ally[seat] == other:
        broken.ally = tuple(-1 if clan in (seat, other) else ally for clan, ally in enumerate(state.ally))
        lose_honor(broken, seat)
        likelihood = ALLIES_BETRAY
    shift(broken, other, BUSHI, victims[0], RESERVE)
    shift(broken, seat, BUSHI, RESERVE, victims[0])
    return AtStake(state, broken, likelihood)


def coming(state: State, pledge: Pledge, _play_out: PlayOut) -> AtStake | None:
    """One more figure comes into the province, or goes to the clan's second choice."""
    seat, province = pledge.seat, PROVINCES.index(pledge.promise.about)
    if state.phase not in (TEA, POLITICS) or province not in state.war:
        return None
    held = [p for p in LAND if p != province and figures_at(state, seat, p)]
    if not held or BUSHI not in figures_at(state, seat, RESERVE):
        return None
    kept, broken = state.clone(), state.clone()
    shift(kept, seat, BUSHI, RESERVE, min(held, key=lambda p: (p not in state.war, p)))
    shift(broken, seat, BUSHI, RESERVE, province)
    return AtStake(kept, broken, NEAR if is_near(state, seat, province) else FAR)


def is_near(state: State, seat: Seat, province: int) -> bool:
    return any(figures_at(state, seat, p) for p in (province, *ADJACENT[province]))


def bidding(state: State, pledge: Pledge, _play_out: PlayOut) -> AtStake | None:
    """Coins that cannot be bid on one of the advantages are worth less where the two fight."""
    if not fights_between(state, pledge.seat, pledge.to):
        return None
    kept = state.clone()
    kept.coins[pledge.seat] -= state.coins[pledge.seat] // len(ADVANTAGES)
    return AtStake(kept, state, ADVANTAGE_LIKELIHOOD[pledge.promise.about])


def fights_between(state: State, seat: Seat, other: Seat) -> list[int]:
    """List the wars in which two clans oppose each other as things stand."""
    return [p for p in state.war if figures_at(state, seat, p) and figures_at(state, other, p)]


def mandate(state: State, pledge: Pledge, play_out: PlayOut) -> AtStake | None:
    """The clan lays this mandate next, or the one that serves it best."""
    promised = MANDATES.index(pledge.promise.about)
    if state.phase != POLITICS or not turns_of(state, pledge.seat) or not can_be_laid(state, promised):
        return None
    others = [laid for laid in PEACEFUL if laid != promised and can_be_laid(state, laid)]
    if not others:
        return None
    kept = after_mandate(state, pledge.seat, promised, play_out)
    broken = after_mandate(state, pledge.seat, others[0], play_out)
    return AtStake(kept, broken, 1 - 1 / len(others))


def can_be_laid(state: State, laid: int) -> bool:
    """Say whether a tile of the mandate may still be drawn."""
    return sum(tile == laid for _, _, tile in state.mandates) < MANDATE_TILES.count(laid)


def after_mandate(state: State, seat: Seat, laid: int, play_out: PlayOut) -> State:
    """Lay a mandate in the next turn, and leave undone whatever is under way."""
    world = state.clone()
    place = next(place for place, step in enumerate(world.agenda) if isinstance(step, PassTurn))
    world.agenda = [*world.agenda[: place + 1], ChooseMandate()]
    world.active, world.mandate, world.battle = seat, -1, None
    world.pending, world.answers = {}, {}
    if laid not in world.deck:
        world.deck = (laid, *world.deck[1:])
    after: State = play_out(world, seat, Mandate(laid, laid))
    return after


STAKES: Final[dict[str, Callable[[State, Pledge, PlayOut], AtStake | None]]] = {
    ALLY: alliance,
    NO_BETRAY: betrayal,
    STAY_OUT: coming,
    NO_BID: bidding,
    PLAY_MANDATE: mandate,
}


# What can be promised ------------------------------------------------------------------------


def topics(state: State, seat: Seat, other: Seat) -> Sequence[Promise]:
    """List promises about matters between two clans."""
    if state.phase == TEA:
        is_free = can_ally(state, seat, other)
        return [Promise(ALLY, CLANS[other])] if is_free else keeping_faith(state, seat, other)
    if state.phase != POLITICS:
        return []
    quarrels = fights_between(state, seat, other)
    bids = [Promise(NO_BID, name) for name in ADVANTAGES if quarrels]
    return [*keeping_faith(state, seat, other), *staying_out(state, seat, other), *bids]


def keeping_faith(state: State, seat: Seat, other: Seat) -> list[Promise]:
    return [Promise(NO_BETRAY, CLANS[other])] if state.ally[seat] == other else []


def staying_out(state: State, seat: Seat, other: Seat) -> list[Promise]:
    """A clan can leave to the other the wars that only the other is in."""
    alone = [p for p in state.war if figures_at(state, other, p) and not figures_at(state, seat, p)]
    return [Promise(STAY_OUT, PROVINCES[p]) for p in alone if is_near(state, seat, p)]


# Goods, wrongs and time ----------------------------------------------------------------------


def purse(state: State, seat: Seat) -> Goods:
    """Nothing changes hands in war (RS-4.2)."""
    return Goods(state.coins[seat], state.ronin[seat]) if state.phase in (TEA, POLITICS) else Goods()


def hand_over(state: State, seat: Seat, to: Seat, goods: Goods) -> None:
    state.coins[seat] -= goods.coins
    state.coins[to] += goods.coins
    state.ronin[seat] -= goods.ronin
    state.ronin[to] += goods.ronin


def unsaid(view: View, seat: Seat) -> Sequence[Pledge]:
    """An ally expects not to be betrayed."""
    ally = view.ally[seat]
    return [Pledge(seat, ally, Promise(NO_BETRAY, CLANS[ally]))] if ally >= 0 else []


def is_moot(view: View, pledge: Pledge) -> bool:
    """Whoever has another ally waits for nobody, nor does one who has had tea and left no offer behind."""
    if pledge.promise.kind != ALLY or view.phase != TEA:
        return False
    other = CLANS.index(pledge.promise.about)
    has_left = other in view.ready and (other, pledge.seat) not in view.offers
    return has_left or view.ally[other] >= 0


def fulfils(choice: Choice, pledge: Pledge) -> bool:
    return (
        isinstance(choice, Ally)
        and pledge.promise.kind == ALLY
        and choice.seat == CLANS.index(pledge.promise.about)
    )


def endangers(_view: View, choice: Choice, pledge: Pledge) -> bool:
    """A clan that courts a third may find the offer accepted."""
    return isinstance(choice, Ally) and pledge.promise.kind == ALLY and not fulfils(choice, pledge)


def deed(choice: Choice) -> Promise | None:
    """A clan can let others pay for the mandate that it is about to lay."""
    return Promise(PLAY_MANDATE, MANDATES[choice.announced]) if isinstance(choice, Mandate) else None


def favours(choice: Choice) -> Seat | None:
    return choice.seat if isinstance(choice, Ally) else None


def wrong_in(event: Event) -> tuple[Seat, Seat] | None:
    """Betraying an ally breaks no promise, but is remembered."""
    return (event.betrayer, event.other) if isinstance(event, AllianceBroken) else None


def occasion(event: Event, seat: Seat) -> str:
    if isinstance(event, AllianceMade) and seat in (event.seat, event.other):
        return "ally"
    is_strongest = (
        isinstance(event, BattleBegan) and event.fighters[event.forces.index(max(event.forces))] == seat
    )
    return "threat" if is_strongest else ""


def ends_chapter(event: Event) -> bool:
    return isinstance(event, SeasonEnded)


def chapters_left(view: View) -> int:
    return max(0, AUTUMN - view.season)


# People first (RS-7) -------------------------------------------------------------------------


def question(view: View, people: Collection[Seat], said: Collection[Choice]) -> Decision | None:
    """At tea, ask about people who made an offer; otherwise about other people, and only then about bots."""
    if not isinstance(view.agenda[-1], HoldTea):
        return view.decision
    assert isinstance(view.decision, ChooseOne)
    suitors = {seat for seat, other in view.offers if other == view.viewer and seat in people}
    if suitors:
        return replace(view.decision, options=about(view.decision, suitors))
    others = still_courting(view, people) or set(view.seats) - set(people)
    fresh = [option for option in about(view.decision, others) if option not in said]
    leaving = [option for option in view.decision.options if isinstance(option, Ready)]
    return replace(view.decision, options=(*fresh, *leaving))


def about(decision: ChooseOne, others: Collection[Seat]) -> tuple[Choice, ...]:
    return tuple(o for o in decision.options if isinstance(o, (Ally, Refuse)) and o.seat in others)


def still_courting(view: View, people: Collection[Seat]) -> set[Seat]:
    """Name the people who may still look for an ally: without one, and not ready."""
    return {seat for seat in people if seat in view.to_act and view.ally[seat] < 0}


def is_too_early(view: View, people: Collection[Seat], choice: Choice) -> bool:
    """Say whether a bot would leave before people have: a player who is ready is not asked about an offer."""
    return isinstance(choice, Ready) and any(seat in view.to_act for seat in people)


BARGAINS: Final = Bargains(
    at_stake=at_stake,
    topics=topics,
    ends_chapter=ends_chapter,
    chapters_left=chapters_left,
    exclusive=frozenset((ALLY, PLAY_MANDATE)),
    mutual=frozenset((ALLY,)),
    purse=purse,
    hand_over=hand_over,
    unsaid=unsaid,
    is_moot=is_moot,
    fulfils=fulfils,
    endangers=endangers,
    favours=favours,
    prices={"spring peace": {"purse": COIN_IN_SPRING / COIN}},
    deed=deed,
    wrong_in=wrong_in,
    occasion=occasion,
    manners=Manners(question, is_too_early),
)
