"""The chain of what everybody could see, and what holds the host to the rest: the mark of each link.

A mark is made with the private seed from the hash of all entries so far, including those not everybody could
see. So if the next link is signed and its mark fits, the host answers for an entry; otherwise anybody may
have changed it.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from struct import pack

from tests.independent import ed25519, msgpack
from tests.independent.chance import private_seed
from tests.independent.forms import public_form
from tests.independent.hashing import framed, hashed, prf
from tests.independent.records import Record
from tests.independent.rounds import Fault


class Chain:
    """The links so far, and the hash of all entries."""

    def __init__(self, opened: Record) -> None:
        self.game = hashed("game", opened.host, opened.nonce)
        self.links: list[bytes] = []
        self.numbers: dict[bytes, int] = {}
        self._host: bytes = opened.host
        self._seed = private_seed(opened.seed)
        self._journal = b""

    @property
    def head(self) -> bytes:
        return self.links[-1] if self.links else bytes(32)

    def add(self, stamp: Record) -> None:
        """Add an entry, as the next link if everybody could see it."""
        self._journal = journal_after(self._journal, stamp)
        link = self._link(stamp)
        if link is not None and not self._is_signed(link, stamp):
            raise Fault(f"Link {len(self.links)} is not signed by the host.")
        if link is None and stamp.signature:
            raise Fault("This is signed as if all could see it.")
        if link is None or not self.links:
            _check_bare(stamp)
        elif stamp.journal != self._mark(self._journal):
            raise Fault("Something before this is missing, or is not what the host has signed.")
        if link is not None:
            self.numbers[link] = len(self.links)
            self.links.append(link)

    def binds(self, stamps: Iterable[Record]) -> bool:
        """Say whether the host has signed the first of these later entries, and all before it as they are."""
        journal = self._journal
        with suppress(Fault):
            for stamp in stamps if self.links else ():
                journal, link = journal_after(journal, stamp), self._link(stamp)
                if link is not None:
                    return stamp.journal == self._mark(journal) and self._is_signed(link, stamp)
                if stamp.signature or stamp.journal:
                    return False  # nobody has signed these
        return False

    def _link(self, stamp: Record) -> bytes | None:
        public = public_form(stamp.entry)
        if public is None:
            return None
        link: list[msgpack.Value] = [2, self.game, len(self.links), self.head, stamp.at_ms]
        link += [msgpack.encode(public), stamp.shown, stamp.facts, stamp.heard, stamp.journal]
        return hashed("entry", msgpack.encode(link))

    def _is_signed(self, link: bytes, stamp: Record) -> bool:
        return ed25519.verify(self._host, framed("sig-entry", link), stamp.signature)

    def _mark(self, journal: bytes) -> bytes:
        return prf(self._seed, "journal", journal)


def _check_bare(stamp: Record) -> None:
    if stamp.shown or stamp.facts or stamp.heard or stamp.journal:
        raise Fault("This is marked as if it were a later link.")


def journal_after(journal: bytes, stamp: Record) -> bytes:
    """Extend the hash of all entries, as they are before anything is left out for anybody."""
    parts = msgpack.encode(stamp.entry.raw), stamp.shown, stamp.facts, stamp.heard
    return hashed("journal", journal, pack(">q", stamp.at_ms), *parts)
