"""Believing only what is signed: the host signs every link of the chain, and players sign what they do."""

from __future__ import annotations

from core.kinds import RulesError
from protocol.chain import is_signed_link
from protocol.entries import Chose, Deed
from protocol.oaths import OathError, check_oath
from protocol.table.public import PublicTable


class UnsignedLinkError(RulesError):
    """The host has not signed this link in this place."""


class UnswornDeedError(RulesError):
    """A deed is told that the player of its seat has not sworn, or swore only once."""


class Signatures:
    """The signatures that were seen at one table."""

    def __init__(self, table: PublicTable) -> None:
        self._table = table
        self._sworn: set[bytes] = set()  # under all deeds so far

    def check_link(self, link: bytes, signature: bytes) -> None:
        if not is_signed_link(self._table.host, link, signature):
            raise UnsignedLinkError("link-not-signed", number=len(self._table.chain))

    def check_deed(self, deed: Deed) -> None:
        """Believe of a player only what the player has sworn, unless a bot plays in their place."""
        if deed.seat not in self._table.seats:
            raise RulesError("no-such-seat")
        if is_stand_in(deed) and deed.seat in self._table.replaced:
            return
        self._check_oath(deed)
        if deed.oath.signature in self._sworn:
            raise UnswornDeedError("deed-done-before", seat=self._table.named(deed.seat))
        self._sworn.add(deed.oath.signature)

    def _check_oath(self, deed: Deed) -> None:
        table = self._table
        try:
            check_oath(table.players[deed.seat], table.chain, deed)
        except (OathError, KeyError):
            raise UnswornDeedError("not-a-deed", seat=table.named(deed.seat)) from None


def is_stand_in(deed: Deed) -> bool:
    """Say whether a bot is said to have done this for a player."""
    return isinstance(deed, Chose) and not deed.oath.signature
