"""What one pair of eyes may know of a table."""

from __future__ import annotations

from msgspec import Struct

from core.decisions import Decision
from core.games.rising_sun.board import AMOUNTS, WAR
from core.games.rising_sun.state import Battle
from core.kinds import Choice, Seat, Step, Viewer


class View(Struct, frozen=True, array_like=True):
    """The public facts, and the secrets of the viewer's own seat."""

    viewer: Viewer
    seats: tuple[Seat, ...]
    chosen_set: str
    shrines: tuple[int, ...]
    season: int
    phase: int
    honor: tuple[Seat, ...]
    ally: tuple[Seat, ...]
    allied_in: tuple[int, ...]
    vp: tuple[int, ...]
    coins: tuple[int, ...]
    ronin: tuple[int, ...]
    figures: tuple[tuple[tuple[int, ...], ...], ...]
    strongholds: tuple[tuple[int, ...], ...]
    cards: tuple[tuple[int, ...], ...]
    display: tuple[int, ...]
    tokens: tuple[tuple[tuple[int, int], ...], ...]
    war: tuple[int, ...]
    mandates: tuple[tuple[Seat, int, int], ...]  # a tile the viewer has not seen is -1
    drawn: tuple[int, ...]  # the mandates in the viewer's hand, while choosing
    active: Seat
    offers: tuple[tuple[Seat, Seat], ...]
    ready: tuple[Seat, ...]
    mandate: int
    gained_vp: int
    battle: Battle | None
    winners: tuple[Seat, ...]
    agenda: tuple[Step, ...]
    to_act: tuple[Seat, ...]
    sealed: tuple[Seat, ...]  # who has given an answer nobody sees yet
    answer: Choice | None  # the viewer's own sealed answer
    decision: Decision | None
    standing: tuple[Decision, ...]


def war_number(view: View, province: int) -> int:
    """Return the number the war in a province has had since the tokens were laid (RS-6.1); 0 for none."""
    if province not in view.war:
        return 0
    laid = len(view.seats) + AMOUNTS.war_tokens_beyond_players
    resolved = laid - len(view.war) if view.phase == WAR else 0
    return resolved + view.war.index(province) + 1
