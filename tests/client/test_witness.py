"""What a witness makes of stories that are properly signed, and still impossible."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from client.seat.fraud import FraudError
from client.seat.witness import Witness
from protocol.canonical import decode, encode
from protocol.chain import sign_link
from protocol.entries import AnyEntry
from protocol.header import ENTROPY, RoundHeader
from protocol.messages import Item
from protocol.round_records import Outcome, RoundOpened, Turned
from tests.harness.logs import HOST, NO_EVENTS, story_of, witness_of


def witness_before(round_number: int) -> tuple[Witness, RoundOpened]:
    """Follow a true story until a round is opened."""
    witness, stamp = witness_of(
        "three_people",
        lambda w, stamp: isinstance(stamp.entry, RoundOpened) and w.table.rounds == round_number - 1,
    )
    assert isinstance(stamp.entry, RoundOpened)
    return witness, stamp.entry


@pytest.mark.parametrize("change", [{"kind": ENTROPY}, {"kind": ENTROPY, "size": 64}])
def test_chance_is_brought_once_and_before_the_game(change: dict[str, object]) -> None:
    """A host that could ask for more whenever it likes could wait for chance it likes better."""
    witness, opened = witness_before(2)
    header = replace(decode(opened.header, RoundHeader), **change)
    entry = RoundOpened(encode(header))
    signature = sign_link(HOST, witness.table.chain.next_hash(0, entry))

    with pytest.raises(FraudError, match="in which everyone adds chance"):
        witness.follow(Item(0, 0, entry, NO_EVENTS, signature), [])


# Cards that are turned over ----------------------------------------------------------------------


def witness_of_plans(number: int) -> tuple[Witness, list[Turned]]:
    """Follow a season's story until this many cards are turned over; return those of the whole season."""
    turned = [stamp.entry for stamp in story_of("plans") if isinstance(stamp.entry, Turned)]
    return witness_of("plans", lambda _, stamp: stamp.entry == turned[number])[0], turned


def tell(witness: Witness, entry: AnyEntry) -> None:
    """Let the host tell something it has signed."""
    signature = sign_link(HOST, witness.table.chain.next_hash(0, entry))
    witness.follow(Item(0, 0, entry, NO_EVENTS, signature), [])


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
    _, turned = witness_of_plans(0)
    others = [card.opening for card in turned[1:] if card.opening is not None]
    assert len(others) > 1
    for opening in others[:3]:
        witness, turned = witness_of_plans(0)
        with pytest.raises(FraudError, match=r"not what .* sealed its choice with"):
            tell(witness, replace(turned[0], opening=opening))


def test_nothing_is_turned_over_before_anything_was_laid() -> None:
    _, turned = witness_of_plans(0)
    witness, _ = witness_of("plans", lambda w, stamp: isinstance(stamp.entry, Outcome) and w.table.rounds > 1)
    with pytest.raises(FraudError, match="turned over that nobody laid down"):
        tell(witness, turned[0])
