"""The people at a table: who sits down with which keys, who speaks, for whom a bot plays, who signs the end.

Each kind of entry has a check, which changes nothing, and a note, which records what is different after it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from core.deals import check_content, check_parties
from core.kinds import RulesError, Seat
from protocol.entries import (
    Began,
    Chose,
    Closed,
    Forked,
    Keyed,
    Offered,
    Owned,
    Replaced,
    Returned,
    Revealed,
    Said,
    SatDown,
    SignedOff,
    StoodUp,
    TalkKeyed,
    Voted,
)
from protocol.fair import Luck, seed_commitment
from protocol.identity import is_weak_point
from protocol.pace import Absence
from protocol.policy import check_keys
from protocol.table.public import PublicTable, RepeatedError, check_newcomer, load_key
from protocol.talk import Member, TalkError, TalkRoom

# Sitting down ------------------------------------------------------------------------------------


def check_sit(table: PublicTable, entry: SatDown) -> None:
    """Let somebody sit down on a free seat; from the first round on there is none."""
    taken = table.sitters.get(entry.seat)
    if taken is not None and taken.key != entry.key:
        raise RulesError("seat-taken", name=taken.name)
    if taken is not None:
        raise RepeatedError
    if any(sitter.key == entry.key for sitter in table.sitters.values()):
        raise RulesError("seated-already")
    check_newcomer(table, entry, [sitter.name for sitter in table.sitters.values()])
    load_key(entry.key)


def note_sit(table: PublicTable, entry: SatDown) -> None:
    table.sitters[entry.seat] = entry
    table.players[entry.seat] = load_key(entry.key)


def check_stand(table: PublicTable, entry: StoodUp) -> None:
    if table.round is not None or table.first_mix:
        raise RulesError("seat-stays-yours")
    if entry.seat not in table.sitters:
        raise RepeatedError


def note_stand(table: PublicTable, entry: StoodUp) -> None:
    del table.sitters[entry.seat], table.players[entry.seat]
    table.keys.pop(entry.seat, None)
    table.talk_keys.pop(entry.seat, None)


def check_keyed(table: PublicTable, entry: Keyed) -> None:
    known = table.keys.get(entry.seat)
    if known == entry.keys:
        raise RepeatedError
    if entry.seat not in table.sitters:
        raise RulesError("keys-of-the-seated")
    if known is not None and entry.seat not in table.shown_keys:
        raise RulesError("keys-not-shown")
    if entry.keys.generation != (0 if known is None else known.generation + 1):
        raise RulesError("keys-not-next")
    check_keys(entry.keys, table.seats)


def note_keyed(table: PublicTable, entry: Keyed) -> None:
    table.keys[entry.seat] = entry.keys
    table.shown_keys.discard(entry.seat)


def check_fork(table: PublicTable, _: Forked) -> None:
    """Everybody who sits down must already know where the game begins."""
    if table.is_forked:
        raise RepeatedError
    if table.has_begun or table.sitters:
        raise RulesError("opened-already")


def note_fork(table: PublicTable, _: Forked) -> None:
    table.is_forked = True


def check_owned(table: PublicTable, entry: Owned) -> None:
    """Everybody who sits down must already know whose table it is, and who else may come."""
    if table.owned is not None or table.has_begun or table.sitters:
        raise RulesError("opened-already")
    load_key(entry.owner)


def note_owned(table: PublicTable, entry: Owned) -> None:
    table.owned = entry


def check_close(table: PublicTable, _: Closed) -> None:
    if table.is_closed:
        raise RepeatedError
    if table.round is not None or table.first_mix:
        raise RulesError("begun-already")


def note_close(table: PublicTable, _: Closed) -> None:
    table.is_closed = True


def check_begin(table: PublicTable, _: Began) -> None:
    if table.has_begun:
        raise RepeatedError
    if len(table.sitters) < len(table.seats):
        raise RulesError("seats-free")
    if not table.first_mix:
        raise RulesError("chance-not-brought")


def note_begin(table: PublicTable, _: Began) -> None:
    table.has_begun = True


# Talk --------------------------------------------------------------------------------------------


def check_talk_keyed(table: PublicTable, entry: TalkKeyed) -> None:
    """Let a seat change its talk key: its player may be at another machine now."""
    if table.talk_keys.get(entry.seat) == entry.key:
        raise RepeatedError
    if entry.seat not in table.sitters:
        raise RulesError("keys-of-the-seated")
    if is_weak_point(entry.key):
        raise RulesError("talk-weak-key")


def note_talk_keyed(table: PublicTable, entry: TalkKeyed) -> None:
    table.talk_keys[entry.seat] = entry.key


def talk_room(table: PublicTable, name: str, seats: Iterable[Seat]) -> TalkRoom:
    """Return the room in which these seats talk now; raises TalkError if one of them cannot be talked to."""
    everybody = sorted(set(seats))
    if missing := [seat for seat in everybody if seat not in table.talk_keys]:
        raise TalkError("talk-no-key", seat=table.named(missing[0]))
    members = tuple(Member(seat, table.players[seat], table.talk_keys[seat]) for seat in everybody)
    return TalkRoom(table.host, name, members)


def check_words(table: PublicTable, entry: Said) -> None:
    """Everybody who hears of words can see whether they are sealed to their listeners."""
    if not set(entry.to) <= set(table.seats) or entry.seat in entry.to:
        raise RulesError("speak-to-others")
    if tuple(sorted(set(entry.to))) != entry.to:
        raise RulesError("spoken-to-in-order")
    if bool(entry.sealed) != bool(entry.to) or bool(entry.words) == bool(entry.to):
        raise RulesError("sealed-to-some")


def check_offer(table: PublicTable, entry: Offered) -> None:
    """Both who hear of an offer can see whether it is one that this game knows."""
    check_parties(table.seats, entry.deal)
    check_content(table.game.promises, entry.deal)


# Bots that stand in ------------------------------------------------------------------------------


def note_choice(table: PublicTable, entry: Chose) -> None:
    """A player who answers is not absent."""
    table.votes.pop(entry.seat, None)


def check_replace(table: PublicTable, entry: Replaced) -> None:
    """Whoever does not sign the end is missing there: no bot can play for them any more."""
    if table.is_revealed:
        raise RulesError("game-over")
    if entry.seat in table.replaced:
        raise RepeatedError
    if table.opened.terms.absence is not Absence.BOT:
        raise RulesError("nobody-voted", seat=table.named(entry.seat))


def note_replace(table: PublicTable, entry: Replaced) -> None:
    stand_in(table, entry.seat)


def stand_in(table: PublicTable, seat: Seat) -> None:
    table.replaced |= {seat}
    table.votes.pop(seat, None)


def check_return(table: PublicTable, entry: Returned) -> None:
    if entry.seat not in table.replaced:
        raise RepeatedError


def note_return(table: PublicTable, entry: Returned) -> None:
    table.replaced -= {entry.seat}
    table.voted_out -= {entry.seat}
    table.votes.pop(entry.seat, None)


def check_vote(table: PublicTable, entry: Voted) -> None:
    if table.is_revealed:
        raise RulesError("game-over")
    if entry.absent not in table.people or entry.absent == entry.seat:
        raise RulesError("no-bot-needed")
    if not is_decisive(table, entry) and (entry.seat in voters_about(table, entry.absent)) == entry.agrees:
        raise RepeatedError


def is_decisive(table: PublicTable, entry: Voted) -> bool:
    """Say whether a bot plays for the absent seat after this vote."""
    voters = voters_about(table, entry.absent) | {entry.seat}
    return entry.agrees and is_majority(table.people, entry.absent, voters)


def is_majority(people: Collection[Seat], absent: Seat, voters: Collection[Seat]) -> bool:
    """Say whether enough of the others want a bot to play for an absent seat; bots have no vote."""
    others = set(people) - {absent}
    return 2 * len(others.intersection(voters)) > len(others)


def voters_about(table: PublicTable, absent: Seat) -> frozenset[Seat]:
    return table.votes.get(absent, frozenset())


def note_vote(table: PublicTable, entry: Voted) -> None:
    voters = voters_about(table, entry.absent)
    if is_decisive(table, entry):
        stand_in(table, entry.absent)
        table.voted_out |= {entry.absent}
    else:
        table.votes[entry.absent] = voters | {entry.seat} if entry.agrees else voters - {entry.seat}


# The end -----------------------------------------------------------------------------------------


def check_reveal(table: PublicTable, entry: Revealed) -> None:
    """Hold the host to the seed it fixed before anybody brought chance."""
    if table.is_revealed:
        raise RepeatedError
    if not is_seed_of(table, Luck(table.opened.game_id, entry.seed)):
        raise RulesError("another-seed")


def is_seed_of(table: PublicTable, luck: Luck) -> bool:
    fixed = luck.links.anchor, seed_commitment(table.opened.game_id, luck.private)
    return fixed == (table.opened.anchor, table.opened.seed_commitment)


def note_reveal(table: PublicTable, _: Revealed) -> None:
    table.revealed_at = len(table.chain) - 1


def check_sign_off(table: PublicTable, entry: SignedOff) -> None:
    if table.revealed_at is None or entry.oath.seen < table.revealed_at:
        raise RulesError("end-not-seen")
    if entry.seat in table.signed_off:
        raise RepeatedError


def note_sign_off(table: PublicTable, entry: SignedOff) -> None:
    table.signed_off.add(entry.seat)
