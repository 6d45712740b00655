"""A player's hand in sealed rounds: what is sealed with it, and all that has to be done without asking.

What was sealed is kept before it is sent, and the same bytes are sent again whenever that is needed. All
else follows from that, the identity and the story, so whoever comes back just goes on.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Protocol, TypeAlias

from msgspec import Struct

from client.connection import RefusedError
from client.mirror import Mirror
from client.vault import Head, Vault
from client.witness import FraudError
from core.records import Seat
from protocol.canonical import decode, encode
from protocol.entries import Deed, Keyed, SignedOff
from protocol.identity import Identity, PublicKey
from protocol.opening import answer_set, commit, release, seal
from protocol.parties import ENTROPY
from protocol.policy import make_keys
from protocol.round import Round, RoundError, Stage
from protocol.round_records import Committed, Release, RoundDeed
from protocol.sealing import ENTROPY_SIZE, Dealt, Message, Opening

Due: TypeAlias = Deed | RoundDeed | Release


class Box(Protocol):
    """Where a player keeps what must not be lost."""

    def keep_dealt(self, round_number: int, context: bytes, dealt: bytes) -> None: ...
    def dealt(self, round_number: int, context: bytes) -> bytes | None: ...
    def forget_round(self, round_number: int) -> None: ...
    def keep_head(self, seq: int, head: bytes) -> None: ...
    def keep_receipt(self, seq: int, data: bytes) -> None: ...
    def last_head(self) -> Head | None: ...
    def keep_evidence(self, name: str, data: bytes) -> Path | None: ...
    def close(self) -> None: ...


class Pocket:
    """A box that lasts as long as the program, for those who have no folder."""

    def __init__(self) -> None:
        self._dealt: dict[tuple[int, bytes], bytes] = {}
        self._head: Head | None = None

    def keep_dealt(self, round_number: int, context: bytes, dealt: bytes) -> None:
        self._dealt[round_number, context] = dealt

    def dealt(self, round_number: int, context: bytes) -> bytes | None:
        return self._dealt.get((round_number, context))

    def forget_round(self, round_number: int) -> None:
        self._dealt = {place: dealt for place, dealt in self._dealt.items() if place[0] != round_number}

    def keep_head(self, seq: int, head: bytes) -> None:
        self._head = Head(seq, head)

    def last_head(self) -> Head | None:
        return self._head

    def keep_receipt(self, seq: int, data: bytes) -> None:
        """The mirror has them for as long as this lasts."""

    def keep_evidence(self, name: str, data: bytes) -> None:
        """Whoever has no folder cannot keep anything."""

    def close(self) -> None: ...


class Kept(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """What was sealed: as it was sent, and what opens it."""

    committed: Committed
    opening: Opening


def box_for(home: Path | None, host: PublicKey, game: bytes) -> Box:
    return Pocket() if home is None else Vault(home, host, game)


class Hand:
    """What one seat does in the sealed rounds of its table."""

    def __init__(self, identity: Identity, mirror: Mirror, seat: Seat, box: Box) -> None:
        self.box = box
        self._identity = identity
        self._mirror = mirror
        self._seat = seat
        self._seen_open: dict[bytes, float] = {}  # when, by the context of a round and our own clock
        self._receipts = 0  # that have been kept

    def seal(self, round_: Round, line: str) -> Committed:
        """Seal a choice, keep it, and give what is to be sent; the first one counts."""
        self._mirror.check_round(round_)
        kept = self._kept(round_)
        if kept is None:
            chain = self._mirror.witness.chain
            assert chain is not None
            dealt = seal(round_, self._seat, Message(line, secrets.token_bytes(ENTROPY_SIZE)))
            seen = len(chain) - 1, chain.head
            kept = Kept(commit(round_, self._seat, self._identity, dealt, *seen), dealt.opening)
            self.box.keep_dealt(round_.header.round, round_.context, encode(kept))
        return kept.committed

    def _kept(self, round_: Round) -> Kept | None:
        data = self.box.dealt(round_.header.round, round_.context)
        return None if data is None else decode(data, Kept)

    def keep_receipts(self) -> None:
        for receipt in self._mirror.receipts[self._receipts :]:
            self.box.keep_receipt(receipt.link, encode(receipt))
        self._receipts = len(self._mirror.receipts)

    # What is due -----------------------------------------------------------------------------

    def due(self) -> Due | None:
        """Give what our seat has to do by itself now, if anything; raises FraudError."""
        witness, seat = self._mirror.witness, self._seat
        if seat not in witness.players or witness.players[seat] != self._identity.public:
            return None
        if not witness.rounds and seat not in witness.keys:
            return Keyed(seat, make_keys(self._identity, witness.host, witness.opened.game_id, witness.seats))
        if witness.round is not None:
            return self._due_in(witness.round)
        return SignedOff(seat) if witness.is_revealed and seat not in witness.signed_off else None

    def _due_in(self, round_: Round) -> Due | None:
        self._seen_open.setdefault(round_.context, asyncio.get_running_loop().time())
        if round_.table.signers[self._seat] != self._identity.public:
            return None  # a bot plays for us
        if round_.stage is Stage.OPEN:
            return self._due_while_open(round_)
        self._mirror.check_round(round_)
        try:
            return self._due_after(round_)
        except RoundError as error:
            raise FraudError(str(error)) from None

    def _due_while_open(self, round_: Round) -> Committed | None:
        if self._seat not in round_.owing_commits():
            return None
        if round_.header.kind == ENTROPY:
            return self.seal(round_, "")
        kept = self._kept(round_)
        return kept.committed if kept is not None else None

    def _due_after(self, round_: Round) -> RoundDeed | Release | None:
        chain = self._mirror.witness.chain
        assert chain is not None
        kept, waited = self._kept(round_), self._waited_ms(round_)
        dealt = None if kept is None else Dealt(kept.committed.commitment, kept.opening)
        if round_.missing and waited < round_.header.commit_ms:
            return None
        if round_.stage is Stage.CERTIFIED:
            return release(round_, self._seat, self._identity, dealt, waited)
        if self._seat not in round_.owing_acks():
            return None
        return answer_set(round_, self._seat, self._identity, dealt, waited, chain.head)

    def _waited_ms(self, round_: Round) -> int:
        return int(1000 * (asyncio.get_running_loop().time() - self._seen_open[round_.context]))

    def wait_seconds(self) -> float | None:
        """Give how long to wait before looking again what is due, if time alone changes it."""
        round_ = self._mirror.witness.round
        if round_ is None or not round_.missing:
            return None
        return max(0.0, round_.header.commit_ms - self._waited_ms(round_)) / 1000 + 0.01


async def attend(
    hand: Hand, send: Callable[[Due | FraudError], Awaitable[None]], next_news: Callable[[], asyncio.Event]
) -> None:
    """Do whatever is due as soon as it is, until something is not as it should be."""
    while True:
        news = next_news()
        hand.keep_receipts()
        try:
            await _send_all(hand, send)
        except FraudError as error:
            await send(error)
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(hand.wait_seconds()):
                await news.wait()


async def _send_all(hand: Hand, send: Callable[[Due | FraudError], Awaitable[None]]) -> None:
    sent: Due | None = None
    while (due := hand.due()) is not None and due != sent:
        sent = due
        with suppress(RefusedError):
            await send(due)
