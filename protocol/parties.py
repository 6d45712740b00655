"""Who takes part in the sealed rounds of a table, as its journal tells it.

The server, every client and every verifier work it out from the same entries, so all of them notice a round
that was opened for others, or with other keys.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Final

from msgspec.structs import replace

from core.kinds import Seat
from protocol.entries import Opened, SatDown
from protocol.fair import Luck, seed_commitment
from protocol.header import ENTROPY, SERVER
from protocol.identity import Identity, PublicKey
from protocol.pace import Absence, Bank, PerDecision, Terms
from protocol.policy import Keys, Occasion, Parties, Seating, check_keys, make_keys, pairs_of

ENTROPY_SIZE: Final = 64
ENTROPY_MS: Final = 30_000
ACK_MS: Final = 30_000


def make_opened(entry: Opened, host: Identity, seats: Iterable[Seat]) -> Opened:
    """Bind the host to its seed, and give it keys for the shares it will hold."""
    luck = Luck(entry.game_id, entry.seed)
    keys = make_keys(host, host.public, entry.game_id, seats)
    return replace(
        entry,
        anchor=luck.links.anchor,
        seed_commitment=seed_commitment(entry.game_id, luck.private),
        keys=keys.publics,
    )


def parties_of(
    opened: Opened,
    seats: tuple[Seat, ...],
    sitters: Mapping[Seat, SatDown],
    keys: Mapping[Seat, Keys],
    replaced: Collection[Seat],
) -> Parties:
    """Return what everybody has to agree on before a round; raises NotTakenError or BadKeyError."""
    host, server = PublicKey.load(opened.host), Keys(0, opened.keys)
    check_keys(server, seats)
    bots = {seat for seat in seats if sitters[seat].is_bot} | set(replaced)
    people = tuple(seat for seat in seats if seat not in bots)
    playing = [seat for seat in people if sitters[seat].key == opened.player]
    seating = Seating(seats, people, playing[0] if playing else None)
    signers = {seat: host if seat in replaced else PublicKey.load(sitters[seat].key) for seat in seats}
    holders = {seat: keys[seat] for seat in people if seat in keys} | {SERVER: server}
    return Parties(opened.game_id, host, seating, signers, pairs_of(holders, seats))


def occasion_of(
    number: int,
    kind: str,
    seats: tuple[Seat, ...],
    size: int | tuple[int, ...],
    terms: Terms,
    head: bytes,
) -> Occasion:
    patience = ENTROPY_MS if kind == ENTROPY else patience_ms(terms)
    return Occasion(number, kind, seats, size, patience, ACK_MS, head)


def patience_ms(terms: Terms) -> int:
    """Return the least time after which the terms let a seat be passed over.

    Where the others vote about it, their votes are signed, so no clock is needed.
    """
    if terms.absence is not Absence.BOT:
        return 0
    limits = [terms.grace]
    if isinstance(terms.pace, PerDecision):
        limits.append(terms.pace.seconds)
    elif isinstance(terms.pace, Bank):
        limits.append(terms.pace.increment)  # a bank may be nearly empty
    return min(limits) * 1000
