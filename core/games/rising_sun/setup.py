"""Setting up a game (RS-1) and a season (RS-6)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from typing import Final

from core.chance import Stream
from core.games.rising_sun.board import (
    AMOUNTS,
    BEGINNERS_SHRINES,
    CAMPS,
    CLANS,
    FIGURES,
    HOME,
    INCOME,
    KAMI,
    LAND,
    PIECES_OF_A_CLAN,
    PLACES,
    PLAYERS,
    RESERVE,
    SEATS,
    SHRINES,
    SPRING,
    START,
    STRONGHOLD,
    TEA,
)
from core.games.rising_sun.cards import DISPLAYS, SETS
from core.games.rising_sun.events import (
    CardsLaidOut,
    CoinsGained,
    HostagesReturned,
    SeasonBegan,
    SetChosen,
    ShrinesLaid,
    WarTokensLaid,
)
from core.games.rising_sun.state import State, figures_at, shift_all
from core.games.rising_sun.steps import (
    BeginPolitics,
    BeginSeason,
    DrawSet,
    DrawShrines,
    HoldTea,
    LayOutCards,
    LayWarTokens,
    ReturnHostages,
    TakeIncome,
)
from core.kinds import RulesError, Seat, Step
from core.piles import less, tally

OPTIONS: Mapping[str, tuple[str, ...]] = {
    "set": (*SETS, "random"),
    "shrines": ("beginners", "random"),
}
"""What can be agreed before a game; the first of each is the default."""


def new_game(seats: tuple[Seat, ...], options: Mapping[str, str]) -> State:
    """Lay out a table before anything has been drawn; the crank does the rest."""
    if len(seats) not in PLAYERS or sorted(set(seats)) != sorted(seats):
        raise RulesError("rs-players", "RS-1.1")
    seats = tuple(sorted(seats))
    chosen, shrines = options["set"], options["shrines"]
    agenda: list[Step] = [BeginSeason(SPRING)]
    if shrines == "random":
        agenda.append(DrawShrines())
    if chosen == "random":
        agenda.append(DrawSet())
    return State(
        seats=seats,
        chosen_set=chosen,
        shrines=BEGINNERS_SHRINES,
        season=SPRING,
        phase=TEA,
        honor=seats,
        ally=(-1,) * len(CLANS),
        allied_in=(0,) * len(CLANS),
        vp=[0] * len(CLANS),
        coins=[0] * len(CLANS),
        ronin=[0] * len(CLANS),
        figures=[FIGURES_AT_START[seat] if seat in seats else NO_FIGURES for seat in SEATS],
        strongholds=tuple((HOME[seat],) * START[STRONGHOLD] if seat in seats else () for seat in SEATS),
        cards=((),) * len(CLANS),
        display=(),
        tokens=((),) * len(CLANS),
        war=(),
        deck=(),
        mandates=(),
        active=seats[0],
        offers=(),
        ready=(),
        mandate=-1,
        gained_vp=0,
        battle=None,
        winners=(),
        agenda=agenda,
        pending={},
        answers={},
        events=[],
        draws=0,
    )


def _figures_at_start(seat: Seat) -> tuple[tuple[int, ...], ...]:
    """Put a clan's first figures in its home and the rest in its reserve (RS-1.2, RS-1.6)."""
    places: list[tuple[int, ...]] = [()] * PLACES
    for piece in FIGURES:
        at_home = START.get(piece, 0)
        places[HOME[seat]] += (piece,) * at_home
        places[RESERVE] += (piece,) * (PIECES_OF_A_CLAN.get(piece, 0) - at_home)
    return tuple(places)


FIGURES_AT_START: Final = tuple(_figures_at_start(seat) for seat in SEATS)
NO_FIGURES: Final[tuple[tuple[int, ...], ...]] = ((),) * PLACES


def sample_set(_state: State, _step: DrawSet, stream: Stream) -> str:
    return SETS[stream.below(len(SETS))]


def choose_set(state: State, _step: DrawSet, chosen: str) -> None:
    state.chosen_set = chosen
    state.events.append(SetChosen(chosen))


def sample_shrines(_state: State, _step: DrawShrines, stream: Stream) -> tuple[int, ...]:
    tiles = list(range(len(KAMI)))
    return tuple(stream.take(tiles) for _ in SHRINES)


def lay_shrines(state: State, _step: DrawShrines, shrines: tuple[int, ...]) -> None:
    state.shrines = shrines
    state.events.append(ShrinesLaid(shrines))


def begin_season(state: State, step: BeginSeason) -> None:
    """Set up in the order of RS-6, then hold the Tea Ceremony; old alliances are over (RS-7.1)."""
    state.season = step.season
    state.phase = TEA
    state.ally = (-1,) * len(CLANS)
    state.events.append(SeasonBegan(step.season))
    state.agenda += [
        BeginPolitics(),
        HoldTea(),
        ReturnHostages(),
        TakeIncome(),
        LayOutCards(),
        LayWarTokens(),
    ]


def sample_war_tokens(state: State, _step: LayWarTokens, stream: Stream) -> tuple[int, ...]:
    tokens = list(LAND)
    return tuple(stream.take(tokens) for _ in range(len(state.seats) + AMOUNTS.war_tokens_beyond_players))


def lay_war_tokens(state: State, _step: LayWarTokens, provinces: tuple[int, ...]) -> None:
    state.war = provinces
    state.events.append(WarTokensLaid(provinces))


def lay_out_cards(state: State, _step: LayOutCards) -> None:
    """Lay out the season's cards; a position may give one to an owner, who keeps it."""
    display = DISPLAYS[state.season, state.chosen_set]
    for card in chain.from_iterable(state.cards):
        if card in display:
            display = less(display, card)
    state.display = display
    state.events.append(CardsLaidOut(state.season))


def take_income(state: State, _step: TakeIncome) -> None:
    """Everybody at once and from zero, so nobody is richer than another (RS-6.3)."""
    for seat in state.seats:
        state.coins[seat] = INCOME[seat]
        state.events.append(CoinsGained(seat, INCOME[seat], "income"))


def return_hostages(state: State, _step: ReturnHostages) -> None:
    """Every hostage goes home; its captor takes a coin for each, as income (RS-6.4, RS-22.48)."""
    for owner in state.seats:
        if any(state.figures[owner][CAMPS.start :]):
            for captor in state.seats:
                send_home(state, owner, captor)


def send_home(state: State, owner: Seat, captor: Seat) -> None:
    hostages = figures_at(state, owner, CAMPS[captor])
    if hostages:
        shift_all(state, owner, CAMPS[captor], RESERVE)
        state.events += [HostagesReturned(captor, owner, *entry) for entry in tally(hostages)]
        coins = len(hostages) * AMOUNTS.hostage_coins
        state.coins[captor] += coins
        state.events.append(CoinsGained(captor, coins, "hostages"))
