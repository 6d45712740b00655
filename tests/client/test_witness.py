"""What a witness makes of stories that are signed as they should be, and still cannot be so."""

from __future__ import annotations

import io

import pytest
from msgspec import Raw
from msgspec.structs import replace

from client.witness import FraudError, Witness
from core.catalog import game_named
from core.wire import pack_events
from protocol.canonical import decode, encode
from protocol.chain import sign_link
from protocol.entries import AnyEntry, Stamped
from protocol.header import Header
from protocol.logfile import read_log
from protocol.messages import Item
from protocol.parties import ENTROPY
from protocol.round_records import Outcome, RoundOpened, Turned
from scripts.record_logs import HOST
from tests.logs.recorded import log_named

GAME, SHOGUN = game_named("rising_sun"), game_named("shogun")
NO_EVENTS = Raw(pack_events([]))


def story(name: str = "three_people") -> list[Stamped]:
    return list(read_log(io.BytesIO(log_named(name)))[1])


def item_of(stamp: Stamped) -> Item | None:
    public: AnyEntry | None = stamp.entry.seen_by(None)  # type: ignore[assignment]  # an entry's form is one
    if public is None:
        return None
    return Item(0, stamp.at_ms, public, NO_EVENTS, stamp.signature, stamp.shown, stamp.facts)


def witness_before(round_number: int) -> tuple[Witness, RoundOpened]:
    """Follow a true story until a round is opened."""
    witness = Witness(HOST.public, GAME)
    for stamp in story():
        if isinstance(stamp.entry, RoundOpened) and witness.rounds == round_number - 1:
            return witness, stamp.entry
        item = item_of(stamp)
        if item is not None:
            witness.follow(item, [])
    raise AssertionError("There is no such round.")


@pytest.mark.parametrize("change", [{"kind": ENTROPY}, {"kind": ENTROPY, "size": 64}])
def test_chance_is_brought_once_and_before_the_game(change: dict[str, object]) -> None:
    """A host that could ask for more of it whenever it likes could wait for chance it likes better."""
    witness, opened = witness_before(2)
    header = replace(decode(opened.header, Header), **change)
    entry = RoundOpened(encode(header))
    assert witness.chain is not None
    signature = sign_link(HOST, witness.chain.next_hash(0, entry))

    with pytest.raises(FraudError, match="in which all bring chance, and no other is"):
        witness.follow(Item(0, 0, entry, NO_EVENTS, signature), [])


# Cards that are turned over ----------------------------------------------------------------------


def witness_of_plans(number: int) -> tuple[Witness, list[Turned]]:
    """Follow the story of a season until so many cards are turned over; give those of the whole season."""
    witness, entries = Witness(HOST.public, SHOGUN), story("plans")
    turned = [stamp.entry for stamp in entries if isinstance(stamp.entry, Turned)]
    for stamp in entries:
        if stamp.entry == turned[number]:
            break
        item = item_of(stamp)
        if item is not None:
            witness.follow(item, [])
    return witness, turned


def tell(witness: Witness, entry: AnyEntry) -> None:
    """Let the host tell something that it has signed."""
    assert witness.chain is not None
    witness.follow(Item(0, 0, entry, NO_EVENTS, sign_link(HOST, witness.chain.next_hash(0, entry))), [])


def test_a_card_is_believed_that_opens_with_what_it_was_sealed_with() -> None:
    witness, turned = witness_of_plans(3)
    tell(witness, turned[3])


def test_no_other_card_is_believed_and_none_is_passed_over() -> None:
    for changes, sentence in (
        ({"opening": None}, "can be opened"),
        ({"place": 15}, "nothing for that place"),
        ({"shares": ((0, bytes(32)),)}, "not what .* sealed its choice with"),
    ):
        witness, turned = witness_of_plans(0)
        with pytest.raises(FraudError, match=sentence):
            tell(witness, replace(turned[0], **changes))
    for other in (1, 2, 3):
        witness, turned = witness_of_plans(0)
        with pytest.raises(FraudError, match=r"not what .* sealed its choice with"):
            tell(witness, replace(turned[0], opening=turned[other].opening))


def test_nothing_is_turned_over_before_anything_was_laid() -> None:
    _, turned = witness_of_plans(0)
    witness = Witness(HOST.public, SHOGUN)
    entries = story("plans")
    covers = [number for number, stamp in enumerate(entries) if isinstance(stamp.entry, Outcome)][1]
    for stamp in entries[:covers]:
        item = item_of(stamp)
        if item is not None:
            witness.follow(item, [])
    with pytest.raises(FraudError, match="turned over that nobody has laid"):
        tell(witness, turned[0])
