"""The sealed rounds of a table as the server runs them, and the cards they leave face down.

Nothing here outlives the process. After a restart the clients release and hand over again what is needed, and
the server opens what it sealed for the seats it plays with secrets derived from its key.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from typing import NamedTuple

from core.decisions import EMPTY
from core.game import split
from core.kinds import RulesError, Seat, TurnOver
from protocol.canonical import encode
from protocol.entries import AnyEntry, Began, Revealed
from protocol.header import ENTROPY, ENTROPY_SIZE, Message, Opening, RoundHeader
from protocol.identity import Identity
from protocol.opening import Opener, Turner, check_commitment, commit
from protocol.pieces import piece_of
from protocol.policy import header_for
from protocol.round import Round, RoundStage
from protocol.round_records import (
    Acked,
    Certified,
    Committed,
    Handed,
    Outcome,
    Release,
    RoundOpened,
    RoundSet,
    RoundVoided,
    Turned,
)
from protocol.sealing import Dealt, deal_all, open_choice, piece_message
from protocol.sharing import PRIME, element
from protocol.table.rounds import occasion_for, parties_at
from protocol.table.table import Table
from protocol.table.unsealing import next_subject


class SealedRounds:
    """Runs the rounds of one table; waits until the time for a stage is over."""

    def __init__(self, table: Table, host: Identity, on_impatience: Callable[[], None]) -> None:
        self._table = table
        self._host = host
        self._on_impatience = on_impatience
        self._is_patient = True
        self._stage: tuple[bytes, RoundStage, TurnOver | None] | None = None
        self._alarm: asyncio.TimerHandle | None = None
        self._pending: Round | None = None
        self._acks: dict[Seat, Acked] = {}
        self._opener: Opener | None = None
        self._opened: bytes = b""  # the context of the round the opener is for
        self._released: set[Seat] = set()
        self._card_turner = CardTurner(table, host)

    # What is next ----------------------------------------------------------------------------

    def next_entry(self, *, may_begin: bool) -> AnyEntry | None:
        """Return what follows now without anybody asking for it, if anything."""
        table = self._table
        if table.round is not None:
            return self._next_in(table.round)
        if table.state is None and table.first_mix:
            return Began()
        if table.state is None:
            return self._opening() if may_begin else None
        if table.sealing is not None:
            return self._opening()
        if table.laid is not None and not table.is_over:
            return self._card_turner.next_entry()
        return Revealed(table.opened.seed) if table.is_over and not table.is_revealed else None

    def _opening(self) -> RoundOpened:
        occasion = occasion_for(self._table, next_subject(self._table))
        return RoundOpened(encode(header_for(parties_at(self._table), occasion)))

    def _next_in(self, round_: Round) -> AnyEntry | None:
        if round_.stage is RoundStage.OPEN:
            owing = round_.owing_commits()
            if all(self._is_passed_over(round_, seat) for seat in owing):
                return RoundSet(owing)
            return self._without_chance(round_)
        return self._certificate(round_) if round_.stage is RoundStage.SET else self._outcome(round_)

    def _certificate(self, round_: Round) -> Certified | None:
        confirmed = self._confirmed(round_)
        is_slow = not confirmed.can_certify(is_slow=False)
        if not confirmed.can_certify(is_slow=is_slow) or (is_slow and self._is_patient):
            return None
        return Certified(is_slow, tuple(self._acks[seat] for seat in sorted(self._acks)))

    def _confirmed(self, round_: Round) -> Round:
        """Return the round with what people have confirmed, which is not in the journal yet.

        A true complaint changes the set: everybody confirms again.
        """
        if self._pending is None or self._pending.set_hash() != round_.set_hash():
            self._pending, self._acks = round_.clone(), {}
        return self._pending

    def _is_passed_over(self, round_: Round, seat: Seat) -> bool:
        """Say whether nobody waits for a seat any more; the server always waits for what it seals itself."""
        if round_.header.kind == ENTROPY:
            return not self._is_patient and seat not in round_.people
        return seat in self._table.replaced and not self.is_ours(seat)

    def _without_chance(self, round_: Round) -> RoundVoided | None:
        """Give up the round before the game if somebody brings no chance in time."""
        if round_.header.kind != ENTROPY or self._is_patient:
            return None
        return RoundVoided(round_.missing_people())

    def _outcome(self, round_: Round) -> Outcome | RoundVoided | None:
        withheld = () if self._is_patient else tuple(round_.standing)
        outcome = self._opener_of(round_).outcome(self._table.luck.next_link, withheld)
        if outcome is None and self._is_stuck(round_):
            return RoundVoided(tuple(sorted(self._table.voted_out)))
        return outcome

    def _is_stuck(self, round_: Round) -> bool:
        """Say whether the round cannot be opened without people who were voted out."""
        people = set(round_.parties.seating.people)
        return bool(self._table.voted_out) and not round_.covers(people - self._table.voted_out)

    def waiting_for(self) -> tuple[Seat, ...]:
        """Name the seats that had the time to release what they hold, and have not."""
        round_ = self._table.round
        if round_ is None and not self._is_patient:
            return self._card_turner.waiting_for()
        if round_ is None or round_.stage is not RoundStage.CERTIFIED or self._is_patient:
            return ()
        return tuple(seat for seat in round_.parties.seating.people if seat not in self._released)

    # Time ------------------------------------------------------------------------------------

    def look_ahead(self) -> None:
        """Start the timer of each stage of a round and of each card to turn over."""
        round_, step = self._table.round or self._table.laid, self._table.turning
        is_over = round_ is None or (round_.stage is RoundStage.OVER and step is None)
        stage = None if round_ is None or is_over else (round_.context, round_.stage, step)
        if stage == self._stage:
            return
        self.stop()
        self._stage, self._is_patient = stage, True
        wait_ms = None if round_ is None or is_over else waits_ms(round_)
        if wait_ms is not None:
            self._alarm = asyncio.get_running_loop().call_later(wait_ms / 1000, self._lose_patience)

    def stop(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()

    def _lose_patience(self) -> None:
        self._is_patient = False
        self._on_impatience()

    # What players bring ----------------------------------------------------------------------

    def check(self, record: Committed) -> None:
        """Refuse a commitment with a false share for the server before it is written down."""
        if self._table.round is None:
            raise RulesError("no-round")
        check_commitment(self._table.round, self._host, record)

    def take(self, given: Acked | Release | Handed) -> None:
        """Keep what a player confirms, releases or hands over; nobody hears of it until there is enough."""
        if isinstance(given, Handed):
            self._card_turner.take(given)
            return
        stage = RoundStage.SET if isinstance(given, Acked) else RoundStage.CERTIFIED
        round_ = self._table.round
        if round_ is None or round_.stage is not stage:
            raise RulesError("not-wanted")
        if isinstance(given, Acked):
            self._take_ack(round_, given)
        else:
            self._opener_of(round_).take(given)
            self._released.add(given.seat)

    def _take_ack(self, round_: Round, ack: Acked) -> None:
        confirmed = self._confirmed(round_)
        if ack.seat not in self._acks:
            confirmed.apply(ack)
            self._acks[ack.seat] = ack

    def _opener_of(self, round_: Round) -> Opener:
        if self._opener is None or self._opened != round_.context:
            own = [
                Dealt(sealed.record.commitment, own_opening(self._host, round_.header, seat, round_.context))
                for seat, sealed in round_.sealed.items()
                if self._signs(round_, seat)
            ]
            self._opener, self._opened = Opener(round_, self._host, own), round_.context
            self._released = set()
        return self._opener

    # What the server seals itself ------------------------------------------------------------

    def is_ours(self, seat: Seat) -> bool:
        """Say whether the server has to seal something for this seat."""
        return self._table.round is not None and self._signs(self._table.round, seat)

    def _signs(self, round_: Round, seat: Seat) -> bool:
        return round_.parties.signers[seat] == self._host.public

    def seal_for(self, seat: Seat, line: str) -> Committed:
        round_, chain = self._table.round, self._table.chain
        assert round_ is not None
        cover, pieces = split(self._table.game, self._table.sealing, line)
        messages = [Message(cover, secrets.token_bytes(ENTROPY_SIZE)), *map(piece_message, pieces)]
        header, keys = round_.header, round_.parties.keys_for(seat)
        openings = [own_opening(self._host, header, seat, context) for context in header.contexts()]
        dealt = deal_all(header, seat, [encode(message) for message in messages], keys, openings)
        return commit(round_, seat, self._host, dealt, len(chain) - 1, chain.head)


def own_opening(host: Identity, header: RoundHeader, seat: Seat, context: bytes) -> Opening:
    """Return how the server opens what it seals for a seat itself."""
    _, threshold = header.row(seat)
    parts = [host.derive("own-seal", context, bytes([seat, place])) for place in range(threshold)]
    return Opening(tuple(element(int.from_bytes(part, "big") % PRIME) for part in parts), b"")


def waits_ms(round_: Round) -> int | None:
    """Return how long a stage may take; the choices themselves go by the table's clocks."""
    if round_.stage is not RoundStage.OPEN:
        return round_.header.ack_ms
    return round_.header.commit_ms if round_.header.kind == ENTROPY else None


# Cards that lie face down ------------------------------------------------------------------------


class Loose(NamedTuple):
    """A card that has left its place before its turn."""

    card: str
    entry: Turned


class CardTurner:
    """Turns over the cards of one table, each as soon as its turn comes and it can be opened."""

    def __init__(self, table: Table, host: Identity) -> None:
        self._table = table
        self._host = host
        self._turner: Turner | None = None
        self._place: tuple[bytes, TurnOver] | None = None  # the one the turner is for
        self._loose: dict[TurnOver, Loose] = {}
        self._own: dict[TurnOver, Loose] = {}  # what the server itself has laid
        self._own_of: bytes = b""  # the context of its round

    # What is next ----------------------------------------------------------------------------

    def next_entry(self) -> Turned | None:
        """Return what can be turned over now, if anything."""
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
        opening = own_opening(self._host, laid.header, seat, piece.context)
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
        """Name the people who have not handed over anything for the card to turn over now."""
        laid, step = self._table.laid, self._table.turning
        if laid is None or step is None:
            return ()
        given = self._turner_of(laid, step).given
        return tuple(seat for seat in laid.parties.seating.people if seat not in given)
