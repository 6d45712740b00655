"""Winter: the final scoring (RS-18), and a forecast of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from core.games.rising_sun.board import AMOUNTS, OVER, WAR, WINTER
from core.games.rising_sun.cards import (
    BEAST,
    CARDS,
    DEMON,
    KINDRED,
    KITSUNE,
    MONSTER_CARDS,
    ONI,
    PHOENIX,
    VIRTUES,
)
from core.games.rising_sun.events import SeasonBegan, WinterScored
from core.games.rising_sun.forces import strongest_in
from core.games.rising_sun.gains import take_token
from core.games.rising_sun.state import State
from core.games.rising_sun.steps import BeginWinter, ScoreWinter
from core.kinds import GameEnded, Seat


def begin_winter(state: State, _step: BeginWinter) -> None:
    state.season = WINTER
    state.events.append(SeasonBegan(WINTER))


def score_winter(state: State, _step: ScoreWinter) -> None:
    for seat in state.seats:
        cards, tokens, province_set = card_vp(state, seat), token_vp(state, seat), set_vp(state, seat)
        state.vp[seat] += cards + tokens + province_set
        state.events.append(WinterScored(seat, cards, tokens, province_set))
    state.phase = OVER
    state.winners = winners(state)
    state.events.append(GameEnded(state.winners, tuple((seat, state.vp[seat]) for seat in state.seats)))


def card_vp(state: State, seat: Seat) -> int:
    return sum(CARDS[card].vp * FORMS[card](state, seat) for card in state.cards[seat] if card in FORMS)


def strongholds(state: State, seat: Seat) -> int:
    return len(state.strongholds[seat])


def virtues(state: State, seat: Seat) -> int:
    return len(VIRTUES.intersection(state.cards[seat]))


def monsters(state: State, seat: Seat) -> int:
    """Count those owned, wherever they are (RS-22.10)."""
    return sum(card in MONSTER_CARDS for card in state.cards[seat])


def oni(state: State, seat: Seat) -> int:
    return sum(card in ONI for card in state.cards[seat])


def alliances(state: State, seat: Seat) -> int:
    return state.allied_in[seat].bit_count()


FORMS: Final[dict[int, Callable[[State, Seat], int]]] = {
    KITSUNE: strongholds,
    PHOENIX: virtues,
    BEAST: monsters,
    DEMON: oni,
    KINDRED: alliances,
}


def token_vp(state: State, seat: Seat) -> int:
    return sum(AMOUNTS.token_vp[season] for season, _ in state.tokens[seat])


def set_vp(state: State, seat: Seat) -> int:
    """Score different provinces; a second token of one adds nothing here (RS-18.8)."""
    return AMOUNTS.set_vp[len({province for _, province in state.tokens[seat]})]


def winners(state: State) -> tuple[Seat, ...]:
    """Most VP win, ties by honor; a tied ally of the best wins, too (RS-18.6, RS-22.47)."""
    first = max(state.honor, key=lambda seat: state.vp[seat])
    ally = state.ally[first]
    return (first, ally) if ally >= 0 and state.vp[ally] == state.vp[first] else (first,)


# If the war broke out now --------------------------------------------------------------------


class Projection(NamedTuple):
    """A clan's points at the end: those it has, or scores in the war, and what Winter adds."""

    vp: int
    tokens: int = 0
    province_set: int = 0
    cards: int = 0

    @property
    def total(self) -> int:
        return sum(self)


def projected(state: State) -> tuple[Projection, ...]:
    """Return by clan what everybody would score if the war broke out now and Winter followed.

    Each remaining war token goes to the strongest in its province as things stand, without a coin or a ronin
    spent and without anybody's cards. All of it is public, and the state stays as it is.
    """
    if state.phase == OVER:
        return tuple(map(Projection, state.vp))
    then = state.clone()
    then.phase = WAR
    for province in then.war:
        strongest = strongest_in(then, province)
        if strongest >= 0:
            take_token(then, strongest, province)
    return tuple(
        Projection(vp, token_vp(then, clan), set_vp(then, clan), card_vp(then, clan))
        for clan, vp in enumerate(then.vp)
    )
