"""Who is how strong where: questions asked of a state, answered anew each time."""

from __future__ import annotations

from typing import Final

from core.games.rising_sun.board import (
    AT,
    BUSHI,
    DAIMYO,
    ONI_OF_BLOOD,
    ONI_OF_SKULLS,
    PIECES,
    PLACE_ROW,
    SHINTO,
    STRONGHOLD,
    TURTLE,
    WAR,
    YUREI,
)
from core.games.rising_sun.cards import (
    CARD_OF_PIECE,
    CARDS,
    DRAGON,
    FORCE_OF_PIECE,
    KATANA,
    LION,
    MONSTER_CARDS,
    PIECE_OF_CARD,
)
from core.games.rising_sun.state import State
from core.records import Seat

_NOTHING: Final = bytes(len(PIECES))
_MONSTERS: Final = tuple(PIECE_OF_CARD[card] for card in MONSTER_CARDS)
_LOWEST: Final = {piece: CARDS[CARD_OF_PIECE[piece]].force_lowest for piece in (ONI_OF_SKULLS, ONI_OF_BLOOD)}


def force_of(state: State, seat: Seat, province: int) -> int:
    """Add up a clan's force in a province (RS-2.1, RS-19.5 and the cards that change it)."""
    base = AT[seat][province]
    row = state.pieces[base : base + PLACE_ROW]
    if row == _NOTHING:
        return 0
    force = (
        row[BUSHI] + row[SHINTO] + row[DAIMYO] + sum(row[p] * FORCE_OF_PIECE[p] for p in _MONSTERS if row[p])
    )
    if seat == TURTLE:
        force += row[STRONGHOLD]
    cards = seat * len(CARDS)
    if state.cards[cards + LION] or state.cards[cards + DRAGON]:
        bonus = sum(state.cards[cards + card] * CARDS[card].daimyo_force for card in (LION, DRAGON))
        force += bonus * (row[DAIMYO] + row[YUREI])
    if state.phase == WAR and state.cards[cards + KATANA]:
        force += row[BUSHI] * CARDS[KATANA].bushi_force
    for piece, lowest in _LOWEST.items():
        if row[piece] and has_lowest_honor(state, seat, province):
            force += lowest - FORCE_OF_PIECE[piece]
    return force


def is_present(state: State, seat: Seat, province: int) -> bool:
    """Say whether a clan has any force in a province; every figure has some."""
    base = AT[seat][province]
    return any(state.pieces[base : base + STRONGHOLD]) or (
        seat == TURTLE and bool(state.pieces[base + STRONGHOLD])
    )


def has_lowest_honor(state: State, seat: Seat, province: int) -> bool:
    """Compare a clan with the others there, in a battle with all who fight (RS-22.27, RS-22.28)."""
    battle = state.battle
    if battle is not None and battle.province == province:
        rivals = battle.fighters
    else:
        rivals = tuple(other for other in state.seats if is_present(state, other, province))
    return len(rivals) > 1 and lowest_of(state, rivals) == seat


def strongest_in(state: State, province: int) -> Seat:
    """Name the clan with the highest force in a province, -1 if nobody has any (RS-3.1)."""
    best, winner = 0, -1
    for seat in state.honor:
        force = force_of(state, seat, province)
        if force > best:
            best, winner = force, seat
    return winner


def strongest_at_shrine(state: State, place: int) -> Seat:
    """Name the clan with most worshippers at a shrine, each of force 1; -1 if there are none."""
    best, winner = 0, -1
    for seat in state.honor:
        start = AT[seat][place]
        force = sum(state.pieces[start : start + PLACE_ROW])
        if force > best:
            best, winner = force, seat
    return winner


def is_above(state: State, seat: Seat, other: Seat) -> bool:
    """Say whether a clan has more honor than another."""
    return state.honor.index(seat) < state.honor.index(other)


def below(state: State, seat: Seat) -> tuple[Seat, ...]:
    return state.honor[state.honor.index(seat) + 1 :]


def above(state: State, seat: Seat) -> tuple[Seat, ...]:
    return state.honor[: state.honor.index(seat)]


def lowest_of(state: State, seats: tuple[Seat, ...]) -> Seat:
    return max(seats, key=state.honor.index)
