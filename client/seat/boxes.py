"""Where a player keeps what must not be lost: in a folder, or for as long as the program runs."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from client.seat.vault import Head, Vault, VaultError
from protocol.identity import PublicKey

MOMENT = 0.1
MOMENTS = 10


class Box(Protocol):
    """Where a player keeps what must not be lost."""

    def keep_dealt(self, round_number: int, context: bytes, dealt: bytes, revision: int = 0) -> None: ...
    def dealt(self, round_number: int, context: bytes, revision: int = 0) -> bytes | None: ...
    def forget_round(self, round_number: int) -> None: ...
    def keep_talk_key(self, secret: bytes) -> None: ...
    def talk_key(self) -> bytes | None: ...
    def forget_talk_key(self) -> None: ...
    def keep_head(self, seq: int, head: bytes) -> None: ...
    def last_head(self) -> Head | None: ...
    def forget_head(self) -> None: ...
    def keep_refusals(self, refusals: Mapping[bytes, bytes]) -> None: ...
    def refusals(self) -> dict[bytes, bytes]: ...
    def keep_evidence(self, name: str, data: bytes) -> Path | None: ...
    def close(self) -> None: ...


class Pocket:
    """A box that lasts as long as the program, for players without a folder."""

    def __init__(self) -> None:
        self._dealt: dict[tuple[int, bytes, int], bytes] = {}
        self._head: Head | None = None
        self._talk_key: bytes | None = None
        self._refusals: dict[bytes, bytes] = {}

    def keep_dealt(self, round_number: int, context: bytes, dealt: bytes, revision: int = 0) -> None:
        self._dealt[round_number, context, revision] = dealt

    def dealt(self, round_number: int, context: bytes, revision: int = 0) -> bytes | None:
        return self._dealt.get((round_number, context, revision))

    def forget_round(self, round_number: int) -> None:
        self._dealt = {place: dealt for place, dealt in self._dealt.items() if place[0] != round_number}

    def keep_talk_key(self, secret: bytes) -> None:
        self._talk_key = secret

    def talk_key(self) -> bytes | None:
        return self._talk_key

    def forget_talk_key(self) -> None:
        self._talk_key = None

    def keep_head(self, seq: int, head: bytes) -> None:
        self._head = Head(seq, head)

    def last_head(self) -> Head | None:
        return self._head

    def forget_head(self) -> None:
        self._head = None

    def keep_refusals(self, refusals: Mapping[bytes, bytes]) -> None:
        self._refusals = dict(refusals)

    def refusals(self) -> dict[bytes, bytes]:
        return dict(self._refusals)

    def keep_evidence(self, name: str, data: bytes) -> None:
        """Without a folder nothing can be kept."""

    def close(self) -> None: ...


def box_for(home: Path | None, host: PublicKey, game: bytes) -> Box:
    return Pocket() if home is None else Vault(home, host, game)


async def open_box(home: Path | None, host: PublicKey, game: bytes) -> Box:
    """Open the box of a table; our other client, sent away because we came, may need a moment."""
    for _ in range(MOMENTS):
        with suppress(VaultError):
            return box_for(home, host, game)
        await asyncio.sleep(MOMENT)
    return box_for(home, host, game)
