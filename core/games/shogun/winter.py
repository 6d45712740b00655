"""Winter: hunger, scoring, and the end of a year or of the game (SG-18, SG-19)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from core.chance import Stream
from core.decisions import ChooseOne, Decision
from core.games.shogun.battle import begin_revolt
from core.games.shogun.board import (
    EVENTS,
    HUNGER,
    LAND,
    NO_EVENT,
    OVER,
    SCORING,
    SEATS,
    WINTER,
    YEARS,
    supply_row,
)
from core.games.shogun.choices import Revolt
from core.games.shogun.events import RevoltsDrawn, RiceLost, WinterBegan, YearScored
from core.games.shogun.state import State, board_of, holdings, provinces_of
from core.games.shogun.steps import BeginWinter, BeginYear, DrawRevolts, OrderRevolts, ScoreYear
from core.games.shogun.view import View
from core.kinds import GameEnded, InputError, Seat
from core.piles import put

# Hunger --------------------------------------------------------------------------------------


def begin_winter(state: State, _step: BeginWinter) -> None:
    """Take the winter card's rice, then count who goes hungry, in turn order (SG-18.1, SG-18.6)."""
    state.season = WINTER
    state.phase = HUNGER
    card = state.events_open[0] if state.events_open else NO_EVENT
    loss = EVENTS[card].winter_rice_loss
    state.events.append(WinterBegan(state.year, card, loss))
    state.agenda.append(ScoreYear())
    steps = [hunger_of(state, seat, loss) for seat in state.order or state.seats]
    state.agenda += [step for step in reversed(steps) if step.number]


def hunger_of(state: State, seat: Seat, loss: int) -> DrawRevolts:
    """Feed a player's provinces, one rice each, and look up the consequences (SG-18.2 to SG-18.4)."""
    rice, missing = fed(state, seat, state.owner.count(seat), loss)
    state.rice = put(state.rice, seat, rice)
    state.events.append(RiceLost(seat, rice, missing))
    return DrawRevolts(seat, *supply_row(missing))


def fed(known: State | View, seat: Seat, provinces: int, loss: int) -> tuple[int, int]:
    """Return how much rice a winter would leave a player with these provinces, and how much they lack."""
    rice = max(0, known.rice[seat] - loss)
    return rice, max(0, provinces - rice)


def sample_revolts(state: State, step: DrawRevolts, stream: Stream) -> tuple[int, ...]:
    cards = provinces_of(state, step.seat)
    return tuple([stream.take(cards) for _ in range(step.number)])


def draw_revolts(state: State, step: DrawRevolts, provinces: tuple[int, ...]) -> None:
    own = all(state.owner[province] == step.seat for province in provinces)
    if len(set(provinces)) != step.number or not own:
        raise InputError(f"The revolts drawn are {step.number} different provinces of the hungry player.")
    state.events.append(RevoltsDrawn(step.seat, provinces, step.peasants))
    state.agenda.append(OrderRevolts(step.seat, provinces, step.peasants))


def ask_revolt(state: State, step: OrderRevolts) -> dict[Seat, Decision]:
    """Ask which comes first; the last one needs no question (SG-18.7)."""
    if len(step.provinces) == 1:
        take_revolt(state, step, step.seat, Revolt(step.provinces[0]))
        return {}
    return {step.seat: ChooseOne("revolt", "SG-18.7", tuple(map(Revolt, step.provinces)))}


def take_revolt(state: State, step: OrderRevolts, seat: Seat, choice: Revolt) -> None:
    rest = tuple(province for province in step.provinces if province != choice.province)
    if rest:
        state.agenda.append(OrderRevolts(seat, rest, step.peasants))
    peasants = state.revolts[choice.province] + step.peasants
    begin_revolt(state, choice.province, peasants, in_winter=True)


# Scoring -------------------------------------------------------------------------------------


def score_year(state: State, _step: ScoreYear) -> None:
    own, majorities, vp = holdings(state), majority_vp(state), [*state.vp]
    for seat in state.seats:
        provinces, buildings = land_vp(state, own[seat])
        vp[seat] += provinces + buildings + majorities[seat]
        state.events.append(YearScored(seat, provinces, buildings, majorities[seat]))
    state.vp = tuple(vp)
    if state.year == YEARS:
        end_game(state)
    else:
        end_year(state)


def land_vp(known: State | View, own: Sequence[int]) -> tuple[int, int]:
    """Count what a player's provinces and their buildings pay (SG-19.1, SG-19.2)."""
    built = sum([known.buildings[province].bit_count() for province in own])
    return len(own) * SCORING.province, built * SCORING.building


def majority_vp(known: State | View) -> list[int]:
    """Add up what everybody gets for having most buildings of a kind in a region (SG-19.3, SG-19.4)."""
    vp = [0] * len(SEATS)
    for region in board_of(known).regions:
        built_up = [province for province in region if known.buildings[province]]
        for kind in range(len(SCORING.majority)):
            leaders = leaders_in(known, built_up, kind)
            for seat in leaders:
                vp[seat] += worth_of_most(kind, len(leaders))
    return vp


def worth_of_most(kind: int, leaders: int) -> int:
    """Return what each of this many leaders gets for a kind of building (SG-19.4)."""
    return SCORING.majority[kind] - (SCORING.tie_reduction if leaders > 1 else 0)


def leaders_in(state: State | View, provinces: Iterable[int], kind: int) -> list[Seat]:
    """Name who has most buildings of a kind; nobody has most of none (SG-21.4)."""
    owners = [state.owner[province] for province in provinces if state.buildings[province] >> kind & 1]
    if len({*owners}) <= 1:
        return owners[:1]
    counts = [*map(owners.count, SEATS)]
    most = max(counts)
    return [seat for seat, count in enumerate(counts) if count == most]


def end_year(state: State) -> None:
    """Clear what does not carry over into the next year (SG-19.6)."""
    state.revolts = (0,) * len(LAND)
    state.rice = (0,) * len(SEATS)
    state.order = ()
    state.events_gone += state.events_open
    state.events_open = ()
    state.agenda.append(BeginYear(state.year + 1))


def end_game(state: State) -> None:
    """Most VP win, then most chests; players tied in both share the victory (SG-19.8, SG-21.22)."""
    best = max((state.vp[seat], state.chests[seat]) for seat in state.seats)
    state.winners = tuple(seat for seat in state.seats if (state.vp[seat], state.chests[seat]) == best)
    state.phase = OVER
    state.events.append(GameEnded(state.winners, tuple((seat, state.vp[seat]) for seat in state.seats)))
