"""A seat that a bot plays, taken over by somebody new: who applies, who is elected, and from when on.

The newcomer signs the application, with the keys to which others will seal. Votes are deeds. A seat changes
hands only between two sealed rounds, so the keys of a round stay those it was opened with; whatever the last
one left face down is opened without the seat's former player, as if they had been voted out.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from core.kinds import RulesError, Seat
from protocol.canonical import encode
from protocol.entries import Applied, Elected, SatDown, Succeeded
from protocol.identity import Identity
from protocol.policy import check_keys
from protocol.table.public import PublicTable, RepeatedError, check_newcomer, load_key

MOST_APPLICATIONS: Final = 8
"""How many can wait for votes at once."""


def signed_application(identity: Identity, game: bytes, application: Applied) -> Applied:
    """Sign an application for a seat in this game."""
    return replace(application, signature=identity.sign("apply", game, signed_part(application)))


def signed_part(entry: Applied) -> bytes:
    return encode(replace(entry, signature=b""))


def check_applied(table: PublicTable, entry: Applied) -> None:
    if entry in table.applications:
        raise RepeatedError
    check_vacant(table, entry.seat)
    if len(table.applications) >= MOST_APPLICATIONS:
        raise RulesError("applications-enough")
    check_stranger(table, entry)
    check_keys(entry.keys, table.seats)
    if entry.keys.generation:
        raise RulesError("keys-not-next")
    key = load_key(entry.key)
    if not key.verify(entry.signature, "apply", table.opened.game_id, signed_part(entry)):
        raise RulesError("application-not-signed")


def check_vacant(table: PublicTable, seat: Seat) -> None:
    if table.is_revealed or seat not in table.bots or seat in table.heirs:
        raise RulesError("seat-not-vacant", seat=table.named(seat))


def check_stranger(table: PublicTable, entry: Applied) -> None:
    """Nobody has two seats, applies twice, or has somebody else's name."""
    others = [sitter for seat, sitter in table.sitters.items() if seat != entry.seat]
    known = {*(sitter.key for sitter in table.sitters.values()), *(one.key for one in table.applications)}
    if entry.key in known | table.declined:
        raise RulesError("applied-already")
    named = [*(sitter.name for sitter in others), *(one.name for one in table.applications)]
    check_newcomer(table, entry, named)


def note_applied(table: PublicTable, entry: Applied) -> None:
    table.applications = (*table.applications, entry)


def check_elected(table: PublicTable, entry: Elected) -> None:
    application = application_of(table, entry.absent, entry.key)
    check_vacant(table, entry.absent)
    if entry.seat not in table.people:
        raise RulesError("only-people-vote")
    if application is None:
        raise RulesError("nobody-applied", seat=table.named(entry.absent))
    if table.ballots.get((entry.key, entry.seat)) == entry.agrees:
        raise RepeatedError


def application_of(table: PublicTable, seat: Seat, key: bytes) -> Applied | None:
    return next((one for one in table.applications if (one.seat, one.key) == (seat, key)), None)


def note_elected(table: PublicTable, entry: Elected) -> None:
    """More than half of the people decide, one way or the other."""
    application = application_of(table, entry.absent, entry.key)
    assert application is not None
    table.ballots[entry.key, entry.seat] = entry.agrees
    alike = [seat for seat in table.people if table.ballots.get((entry.key, seat)) == entry.agrees]
    if 2 * len(alike) <= len(table.people):
        return
    if entry.agrees:
        table.heirs[entry.absent] = application
        forget_applications(table, entry.absent)
    else:
        table.applications = tuple(one for one in table.applications if one != application)
        table.declined |= {entry.key}


def forget_applications(table: PublicTable, seat: Seat) -> None:
    gone = {one.key for one in table.applications if one.seat == seat}
    table.applications = tuple(one for one in table.applications if one.seat != seat)
    table.ballots = {place: vote for place, vote in table.ballots.items() if place[0] not in gone}


def check_succeeded(table: PublicTable, entry: Succeeded) -> None:
    if entry.seat not in table.heirs or entry.seat not in table.bots:
        raise RulesError("nobody-elected", seat=table.named(entry.seat))
    if table.round is not None:
        raise RulesError("seat-between-rounds")


def note_succeeded(table: PublicTable, entry: Succeeded) -> None:
    seat, heir = entry.seat, table.heirs.pop(entry.seat)
    table.sitters[seat] = sitter_of(heir)
    table.players[seat] = load_key(heir.key)
    table.keys[seat] = heir.keys
    table.talk_keys.pop(seat, None)
    table.shown_keys.discard(seat)
    table.replaced -= {seat}
    table.voted_out |= {seat}  # of what was sealed before
    table.votes = {absent: voters - {seat} for absent, voters in table.votes.items()}


def sitter_of(application: Applied) -> SatDown:
    """Return what this newcomer would be at the table."""
    return SatDown(application.seat, application.name, application.key, door=application.door)


def forget_heir(table: PublicTable, seat: Seat) -> None:
    """Keep the seat for its player, who has come back before anybody took it over."""
    table.heirs.pop(seat, None)
    forget_applications(table, seat)
