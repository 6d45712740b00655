"""What the seats of a table that is measured do in its sealed rounds."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from client.seat.witness import Witness
from protocol.entries import Deed, Keyed
from protocol.identity import Identity, PublicKey
from protocol.messages import Item
from protocol.opening import answer_set, commit, release, seal
from protocol.parties import ENTROPY
from protocol.policy import make_keys
from protocol.round import Round, Stage
from protocol.sealing import ENTROPY_SIZE, Dealt, Message


class Participant(Protocol):
    """A seat, as a clerk knows it."""

    identity: Identity
    number: int
    story: list[Item] | None

    async def request(self, method: str, params: Any = ...) -> Any: ...
    async def swear(self, deed: Deed) -> None: ...


class Clerk:
    """Does for all seats of a table, which are in one process, what their players would do by themselves.

    It follows the story only when a round is to be played, so that other moves cost nothing more than before.
    """

    def __init__(self, host: PublicKey, seats: Sequence[Participant]) -> None:
        self._witness = Witness(host)
        self._seats = seats
        self._dealt: dict[int, Dealt] = {}
        for other in seats[1:]:
            other.story = None  # one of them is enough

    async def bring_keys(self) -> None:
        await self._catch_up()
        table = self._witness.table
        place = table.host, table.opened.game_id, table.seats
        keys = {seat.number: make_keys(seat.identity, *place) for seat in self._seats}
        await asyncio.gather(*(seat.swear(Keyed(seat.number, keys[seat.number])) for seat in self._seats))

    async def go_through(self, line_of: Callable[[Any], str]) -> None:
        """Play the round that is open, or is about to be, to its end."""
        while self._witness.table.round is None:
            await self._catch_up()
        while (round_ := self._witness.table.round) is not None:
            parts = [self._take_part(round_, seat, line_of) for seat in self._seats]
            # That some confirm and release is enough: the others may come too late with theirs.
            await asyncio.gather(*parts, return_exceptions=round_.stage is not Stage.OPEN)
            await self._catch_up()

    async def _catch_up(self) -> None:
        """Follow what the first seat has been told."""
        first = self._seats[0]
        await first.request("ping")  # it has heard then of all that had happened
        assert first.story is not None
        for item in first.story:
            self._witness.follow(item, [])
        first.story.clear()

    async def _take_part(self, round_: Round, seat: Participant, line_of: Callable[[Any], str]) -> None:
        chain, number = self._witness.table.chain, seat.number
        if round_.stage is Stage.OPEN:
            if number in round_.owing_commits():
                dealt = self._seal(round_, seat, line_of)
                seen = len(chain) - 1, chain.head
                await seat.request("do", commit(round_, number, seat.identity, dealt, *seen))
            return
        own = self._dealt[number] if number in round_.sealed else None
        hand = number, seat.identity, own, round_.header.commit_ms
        if round_.stage is Stage.SET:
            await seat.request("confirm", answer_set(round_, *hand, chain.head))
        else:
            await seat.request("release", release(round_, *hand))

    def _seal(self, round_: Round, seat: Participant, line_of: Callable[[Any], str]) -> Dealt:
        line = "" if round_.header.kind == ENTROPY else line_of(seat)
        dealt = seal(round_, seat.number, Message(line, secrets.token_bytes(ENTROPY_SIZE)))
        self._dealt[seat.number] = dealt
        return dealt
