"""Believing only what is signed: the host signs every link of the chain, and players sign what they do."""

from __future__ import annotations

from typing import Final

from core.kinds import RulesError, Seat
from protocol.chain import is_signed_link
from protocol.entries import Chose, Deed, Returned
from protocol.oaths import OathError, check_oath
from protocol.table.public import PublicTable

MOST_UNSEEN: Final = 256
"""How many links may come between what a player saw and their deed; beyond that it is not fresh."""


class UnsignedLinkError(RulesError):
    """The host has not signed this link in this place."""


class UnswornDeedError(RulesError):
    """The story has a deed its player has not sworn, or tells twice what was sworn once."""


class Signatures:
    """The signatures seen at one table."""

    def __init__(self, table: PublicTable) -> None:
        self._table = table
        self._sworn: set[bytes] = set()  # under all deeds so far
        self._last: dict[Seat, int] = {}  # the link of each seat's last deed, or the last one before it

    def check_link(self, link: bytes, signature: bytes) -> None:
        if not is_signed_link(self._table.host, link, signature):
            raise UnsignedLinkError("link-not-signed", number=len(self._table.chain))

    def check_deed(self, deed: Deed) -> None:
        """Believe only what a player has sworn, unless a bot plays in their place."""
        if deed.seat not in self._table.seats:
            raise RulesError("no-such-seat")
        table = self._table
        if is_stand_in(deed) and deed.seat in table.replaced:
            return
        self._check_oath(deed)
        if deed.oath.signature in self._sworn:
            raise UnswornDeedError("deed-done-before", seat=table.named(deed.seat))
        if (
            not self._last.get(deed.seat, 0) <= deed.oath.seen
            or len(table.chain) - deed.oath.seen > MOST_UNSEEN
        ):
            raise UnswornDeedError("deed-not-fresh", seat=table.named(deed.seat))
        self._sworn.add(deed.oath.signature)
        self._last[deed.seat] = len(table.chain) - (deed.seen_by(None) is None)

    def _check_oath(self, deed: Deed) -> None:
        table = self._table
        try:
            check_oath(table.players[deed.seat], table.chain, deed)
        except (OathError, KeyError):
            raise UnswornDeedError("not-a-deed", seat=table.named(deed.seat)) from None


def is_stand_in(deed: Deed) -> bool:
    """Say whether the host did this for a player: let a bot choose, or gave the seat back."""
    return isinstance(deed, (Chose, Returned)) and not deed.oath.signature
