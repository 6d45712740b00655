"""Who is how strong where: questions to a state or a view, answered afresh each time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

from core.games.rising_sun.board import (
    BUSHI,
    DAIMYO,
    LAND,
    ONI_OF_BLOOD,
    ONI_OF_SKULLS,
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
)
from core.games.rising_sun.state import Battle, State
from core.kinds import Seat
from core.remembering import cached


class ForceFacts(Protocol):
    """What forces depend on; all of it is public, so a view has it just as a state does."""

    @property
    def seats(self) -> tuple[Seat, ...]: ...
    @property
    def phase(self) -> int: ...
    @property
    def honor(self) -> tuple[Seat, ...]: ...
    @property
    def figures(self) -> Sequence[tuple[tuple[int, ...], ...]]: ...
    @property
    def strongholds(self) -> tuple[tuple[int, ...], ...]: ...
    @property
    def cards(self) -> tuple[tuple[int, ...], ...]: ...
    @property
    def battle(self) -> Battle | None: ...


_CHANGEABLE: Final = (ONI_OF_SKULLS, ONI_OF_BLOOD)


def force_of(state: ForceFacts, seat: Seat, province: int) -> int:
    """Add up a clan's force in a province (RS-2.1, RS-19.5 and the cards that change it)."""
    group = state.figures[seat][province]
    force = state.strongholds[TURTLE].count(province) if seat == TURTLE else 0
    if not group:
        return force
    force += printed_force(group)
    cards = state.cards[seat]
    for card in (LION, DRAGON):
        if card in cards:
            force += (group.count(DAIMYO) + group.count(YUREI)) * CARDS[card].daimyo_force
    if KATANA in cards and state.phase == WAR:
        force += group.count(BUSHI) * CARDS[KATANA].bushi_force
    if group[-1] > DAIMYO:
        for piece in _CHANGEABLE:
            if piece in group and has_lowest_honor(state, seat, province):
                force += CARDS[CARD_OF_PIECE[piece]].force_lowest - FORCE_OF_PIECE[piece]
    return force


@cached(4096)
def printed_force(group: tuple[int, ...]) -> int:
    return sum(FORCE_OF_PIECE[piece] for piece in group)


def is_present(state: State, seat: Seat, province: int) -> bool:
    """Say whether a clan has any force in a province; every figure has some."""
    return bool(state.figures[seat][province]) or (seat == TURTLE and province in state.strongholds[TURTLE])


def provinces_of(state: State, seat: Seat) -> list[int]:
    """List where a clan has any force."""
    if seat == TURTLE:
        return [province for province in LAND if is_present(state, TURTLE, province)]
    return [province for province, group in enumerate(state.figures[seat][: LAND.stop]) if group]


def present_in(state: ForceFacts, province: int) -> tuple[Seat, ...]:
    """List who has any force in a province."""
    figures, held_by_turtle = state.figures, province in state.strongholds[TURTLE]
    return tuple(
        [seat for seat in state.seats if figures[seat][province] or (held_by_turtle and seat == TURTLE)]
    )


def has_lowest_honor(state: ForceFacts, seat: Seat, province: int) -> bool:
    """Compare a clan with the others there, in a battle with everybody who fights (RS-22.27, RS-22.28)."""
    battle = state.battle
    if battle is not None and battle.province == province:
        rivals = battle.fighters
    else:
        rivals = present_in(state, province)
    return len(rivals) > 1 and lowest_of(state, rivals) == seat


def strongest_in(state: ForceFacts, province: int) -> Seat:
    """Name the clan with the highest force in a province, -1 if nobody has any (RS-3.1)."""
    return leader(state, [force_of(state, seat, province) for seat in state.honor])


def strongest_at_shrine(state: State, place: int) -> Seat:
    """Name the clan with the most worshippers at a shrine, each of force 1; -1 if there are none."""
    return leader(state, [len(state.figures[seat][place]) for seat in state.honor])


def leader(state: ForceFacts, forces: list[int]) -> Seat:
    """Name the clan with the most of something listed in order of honor; -1 if nobody has any."""
    most = max(forces)
    return state.honor[forces.index(most)] if most else -1


def is_above(state: State, seat: Seat, other: Seat) -> bool:
    """Say whether a clan has more honor than another."""
    return state.honor.index(seat) < state.honor.index(other)


def below(state: State, seat: Seat) -> tuple[Seat, ...]:
    return state.honor[state.honor.index(seat) + 1 :]


def above(state: State, seat: Seat) -> tuple[Seat, ...]:
    return state.honor[: state.honor.index(seat)]


def most_by_honor(state: State, seats: Sequence[Seat], amounts: list[int]) -> Seat:
    """Name the seat with the most of something; ties go to the highest honor (RS-3.1)."""
    most = max(amounts)
    if amounts.count(most) == 1:
        return seats[amounts.index(most)]
    tied = [seat for seat, amount in zip(seats, amounts, strict=True) if amount == most]
    return min(tied, key=state.honor.index)


def lowest_of(state: ForceFacts, seats: Sequence[Seat]) -> Seat:
    return max(seats, key=state.honor.index)
