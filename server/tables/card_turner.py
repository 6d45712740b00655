"""Turns over the cards that lie face down at a table, each as soon as its turn comes and it can be opened.

Nothing here lasts: after a restart the clients hand over again what is wanted, and the server can open what
it sealed itself at any time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from core.decisions import EMPTY
from core.kinds import RulesError, Seat, TurnOver
from protocol.header import Opening, RoundHeader
from protocol.identity import Identity
from protocol.opening import Turner
from protocol.pieces import piece_of
from protocol.round import Round
from protocol.round_records import Handed, Turned
from protocol.sealing import open_choice
from protocol.table.table import Table


class Loose(NamedTuple):
    """A card that has left its place before its turn."""

    card: str
    entry: Turned


class CardTurner:
    """Turns over the cards of one table; `own_opening` opens what the server has sealed, by its context."""

    def __init__(
        self, table: Table, host: Identity, own_opening: Callable[[RoundHeader, Seat, bytes], Opening]
    ) -> None:
        self._table = table
        self._host = host
        self._own_opening = own_opening
        self._turner: Turner | None = None
        self._place: tuple[bytes, TurnOver] | None = None  # that the turner is for
        self._loose: dict[TurnOver, Loose] = {}
        self._own: dict[TurnOver, Loose] = {}  # what the server has laid itself
        self._own_of: bytes = b""  # the context of the round it is of

    # What is next ----------------------------------------------------------------------------

    def next_entry(self) -> Turned | None:
        """Give what can be turned over now, if anything."""
        table, laid = self._table, self._table.laid
        if laid is None or table.round is not None:
            return None
        return self._next_loose(laid) or self._due(laid)

    def _due(self, laid: Round) -> Turned | None:
        step = self._table.turning
        if step is None:
            return None
        known = self._table.turned.get((step.seat, step.place))  # if what followed was taken back
        if known is not None and (known.opening is not None or known.shares):
            return known
        return self._turner_of(laid, step).turned(self._table.voted_out)

    def _next_loose(self, laid: Round) -> Turned | None:
        for step, loose in (self._own_cards(laid) | self._loose).items():
            if self._is_loose(step, loose.card):
                return loose.entry
        return None

    def _is_loose(self, step: TurnOver, card: str) -> bool:
        turning = self._table.game.rules.turning
        return turning is not None and turning.is_loose(self._table.state, step, card)

    def _own_cards(self, laid: Round) -> dict[TurnOver, Loose]:
        if self._own_of != laid.context:
            self._own = {
                TurnOver(seat, place): self._own_card(laid, seat, place)
                for seat, verdict in laid.verdicts.items()
                for place in range(len(laid.header.sizes) - 1)
                if verdict.message is not None and self._signs(laid, seat)
            }
            self._own_of, self._loose = laid.context, {}
        return self._own

    def _own_card(self, laid: Round, seat: Seat, place: int) -> Loose:
        piece = piece_of(laid, seat, place)
        opening = self._own_opening(laid.header, seat, piece.context)
        message = open_choice(laid.header, piece, opening)
        return Loose(EMPTY if message is None else message.choice, Turned(seat, place, opening, ()))

    def _signs(self, laid: Round, seat: Seat) -> bool:
        return laid.parties.signers[seat] == self._host.public

    # What players bring ----------------------------------------------------------------------

    def take(self, handed: Handed) -> None:
        """Take what turns over a card; a card that was turned over already is nothing new."""
        table, laid = self._table, self._table.laid
        if laid is None or table.round is not None:
            raise RulesError("not-wanted")
        if (handed.dealer, handed.place) in table.turned:
            return
        step = TurnOver(handed.dealer, handed.place)
        if step == table.turning:
            self._turner_of(laid, step).take(handed)
        else:
            self._take_loose(laid, step, handed)

    def _take_loose(self, laid: Round, step: TurnOver, handed: Handed) -> None:
        piece = piece_of(laid, step.seat, step.place)
        if handed.opening is None:
            raise RulesError("turn-not-come")
        Turner(laid, self._host, step.seat, step.place, None).take(handed)
        message = open_choice(laid.header, piece, handed.opening)
        if message is None or not self._is_loose(step, message.choice):
            raise RulesError("turn-not-come")
        self._own_cards(laid)
        self._loose[step] = Loose(message.choice, Turned(step.seat, step.place, handed.opening, ()))

    def _turner_of(self, laid: Round, step: TurnOver) -> Turner:
        if self._turner is None or self._place != (laid.context, step):
            own = self._own_cards(laid).get(step)
            opening = None if own is None else own.entry.opening
            self._turner = Turner(laid, self._host, step.seat, step.place, opening)
            self._place = laid.context, step
        return self._turner

    def waiting_for(self) -> tuple[Seat, ...]:
        """Name the people who have not handed over anything for what has to be turned over now."""
        laid, step = self._table.laid, self._table.turning
        if laid is None or step is None:
            return ()
        given = self._turner_of(laid, step).given
        return tuple(seat for seat in laid.parties.seating.people if seat not in given)
