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
from protocol.round_records import RoundOpened
from scripts.record_logs import HOST
from tests.logs.recorded import log_named

GAME = game_named("rising_sun")
NO_EVENTS = Raw(pack_events([]))


def story() -> list[Stamped]:
    return list(read_log(io.BytesIO(log_named("three_people")))[1])


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
