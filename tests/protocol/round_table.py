"""A table in a sealed round: its server, its journal, and players who do as they should."""

from __future__ import annotations

from collections.abc import Collection
from copy import deepcopy
from functools import cache
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PublicKey
from cryptography.hazmat.primitives.hpke import AEAD, KDF, KEM, Suite
from msgspec.structs import replace

from core.chance import digest, frame
from protocol import sealing
from protocol.canonical import decode, encode
from protocol.fair import Links
from protocol.header import SERVER, Message, NotTakenError
from protocol.identity import Identity
from protocol.opening import (
    Opener,
    answer_set,
    check_commitment,
    commit,
    release,
    seal,
)
from protocol.policy import Occasion, Parties, Seating, header_for, make_keys, pairs_of
from protocol.round import Round
from protocol.round_records import (
    Acked,
    AnyRecord,
    Certified,
    Committed,
    Complained,
    Reason,
    Release,
    RoundOpened,
    RoundSet,
    Verdict,
)
from protocol.sealing import Commitment, Dealt

HOST = Identity.from_secret(b"\xfe" * 32)
PLAYERS = [Identity.from_secret(bytes([seat + 1]) * 32) for seat in range(6)]
GAME, HEAD, MIX = digest("game"), digest("head"), digest("mix")
CHAIN = Links(digest("last"), 8)
SUITE = Suite(KEM.X25519, KDF.HKDF_SHA256, AEAD.CHACHA20_POLY1305)
IN_TIME, TOO_LATE = 179_999, 180_000


def message_of(seat: int) -> Message:
    return Message(f"bid {seat}", bytes([seat]) * 32)


def card_of(seat: int, place: int) -> str:
    return f"card {place} of {seat}"


def table_of(seating: Seating) -> Parties:
    signers = {seat: PLAYERS[seat] if seat in seating.people else HOST for seat in seating.seats}
    holders = {seat: PLAYERS[seat] for seat in seating.people} | {SERVER: HOST}
    keys = {holder: make_keys(one, HOST.public, GAME, seating.seats) for holder, one in holders.items()}
    publics = {seat: one.public for seat, one in signers.items()}
    return Parties(GAME, HOST.public, seating, publics, pairs_of(keys, seating.seats))


@cache
def people(number: int, host: int | None = None, bots: int = 0) -> Parties:
    seats = tuple(range(number + bots))
    return table_of(Seating(seats, seats[:number], host))


class Journal:
    """A server's round, and the records it tells of it."""

    table: Parties
    occasion: Occasion
    records: list[AnyRecord]
    heads: list[bytes]
    acks: list[Acked]
    round: Round

    def follower(self, shown: bytes) -> Round:
        """Somebody who has only the records, and this link of the host's chance."""
        opened, *rest = self.records
        assert isinstance(opened, RoundOpened)
        follower = Round(opened, self.table, self.occasion, shown, self.seq_of)
        for record in rest:
            follower.apply(record)
        return follower

    def seq_of(self, head: bytes) -> int | None:
        return self.heads.index(head) if head in self.heads else None

    def tell(self, record: AnyRecord) -> None:
        """Take a record; the others hear of confirmations with the certificate."""
        self.round.apply(record)
        self.acks = [ack for ack in self.acks if ack.seat in self.round.acks]
        if isinstance(record, Acked):
            self.acks.append(record)
            return
        if isinstance(record, Certified):
            record = replace(record, acks=tuple(self.acks))
        self.records.append(record)
        self.heads.append(digest("entry", self.heads[-1], encode(record)))


class World(Journal):
    """A server's round, its journal, and players who do as they should."""

    def __init__(
        self, table: Parties, seats: tuple[int, ...] | None = None, pieces: int = 0, kind: str = "bid"
    ) -> None:
        self.table = table
        self.pieces = pieces
        size = (256, *[64] * pieces) if pieces else 256
        seats = table.seating.seats if seats is None else seats
        self.occasion = Occasion(1, kind, seats, size, TOO_LATE, 30_000, HEAD)
        self.records = [RoundOpened(encode(header_for(table, self.occasion)))]
        self.heads = [HEAD]
        self.acks = []
        self.dealt: dict[int, Dealt] = {}
        self.round = self.follow()

    def follow(self) -> Round:
        return self.follower(CHAIN.anchor)

    def signer(self, seat: int) -> Identity:
        return PLAYERS[seat] if seat in self.table.seating.people else HOST

    def sealed(self, seat: int) -> Committed:
        if seat not in self.dealt:
            pieces = [card_of(seat, place) for place in range(self.pieces)]
            self.dealt[seat] = seal(self.round, seat, message_of(seat), pieces)
        seen = len(self.heads) - 1, self.heads[-1]
        return commit(self.round, seat, self.signer(seat), self.dealt[seat], *seen)

    def commit(self, *seats: int) -> None:
        for seat in seats:
            check_commitment(self.round, HOST, self.sealed(seat))
            self.tell(self.sealed(seat))

    def changed(self, seat: int, choice: str = "another") -> Committed:
        """Seal another choice, to replace the last one."""
        pieces = [f"{choice} {card_of(seat, place)}" for place in range(self.pieces)]
        self.dealt[seat] = seal(self.round, seat, Message(choice, bytes([seat]) * 32), pieces)
        seen, revision = (len(self.heads) - 1, self.heads[-1]), len(self.round.commits_of(seat))
        return commit(self.round, seat, self.signer(seat), self.dealt[seat], *seen, revision)

    def change(self, seat: int, choice: str = "another") -> None:
        self.tell(self.changed(seat, choice))

    def close(self) -> None:
        self.tell(RoundSet(self.round.owing_commits()))

    def answer(self, seat: int, waited_ms: int = TOO_LATE) -> Acked | Complained:
        dealt = self.dealt.get(seat)
        return answer_set(self.round, seat, PLAYERS[seat], dealt, waited_ms, self.heads[-1])

    def ack(self, *seats: int) -> None:
        for seat in seats:
            self.tell(self.answer(seat))

    def released(self, seat: int, waited_ms: int = TOO_LATE) -> Release:
        return release(self.round, seat, PLAYERS[seat], self.dealt.get(seat), waited_ms)

    def opener(self, *seats: int) -> Opener:
        """The server, after these people have released what they hold."""
        opener = Opener(self.round, HOST, [self.dealt[seat] for seat in self.bots()])
        for seat in seats:
            opener.take(self.released(seat))
        return opener

    def bots(self) -> list[int]:
        return [seat for seat in self.dealt if seat not in self.table.seating.people]

    def finish(self, *seats: int) -> None:
        outcome = self.opener(*seats).outcome(CHAIN.link(1))
        assert outcome is not None
        self.tell(outcome)


def certified(table: Parties, pieces: int = 0) -> World:
    world = World(table, pieces=pieces)
    world.commit(*table.seating.seats)
    world.close()
    world.ack(*table.seating.people)
    world.tell(Certified(False))
    return world


def state_of(round_: Round) -> dict[str, Any]:
    return {
        name: value
        for name, value in vars(round_).items()
        if name not in {"table", "_seq_of", "_set_hash", "shares", "_read", "_signed_acks", "_opened"}
    }


def refused(world: World, record: AnyRecord, sentence: str, culprit: int | None = None) -> None:
    """The record is refused with this sentence, and the round is as it was."""
    before = deepcopy(state_of(world.round))
    with pytest.raises(NotTakenError, match=sentence) as caught:
        world.round.apply(record)

    assert caught.value.culprit == culprit
    assert state_of(world.round) == before


def opened(seats: Collection[int]) -> dict[int, Verdict]:
    return {seat: Verdict(message_of(seat), Reason.OPENED) for seat in seats}


def forged(round_: Round, dealt: Dealt, cheat: str, pick: int) -> Dealt:
    """Spoil what was sealed; its owner signs it anyway."""
    sealed = decode(dealt.commitment, Commitment)
    hashes, boxes = list(sealed.hashes), list(sealed.boxes)
    place = pick % max(1, len(sealed.holders) - (SERVER in sealed.holders))
    if cheat == "server":
        boxes[-1] = bytes(80)
    elif cheat == "box":
        boxes[place] = bytes(80)
    elif cheat == "share":
        seat, holder, share = sealed.seat, sealed.holders[place], bytes(31) + b"\1"
        key = X25519PublicKey.from_public_bytes(round_.parties.keys[holder, seat].public)
        info = frame("share-box", sealed.context, bytes([seat]), bytes([holder]))
        hashes[place] = sealing.share_hash(sealed.context, seat, holder, share)
        boxes[place] = SUITE.encrypt(share, key, info)
    elif cheat == "commitment":
        sealed = replace(sealed, commitment=digest("another"))
    else:
        sealed = replace(sealed, ciphertext=bytes([sealed.ciphertext[0] ^ 1]) + sealed.ciphertext[1:])
    return Dealt(encode(replace(sealed, hashes=tuple(hashes), boxes=tuple(boxes))), dealt.opening)
