"""Chance, bit for bit."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.chance import (
    ChanceEvent,
    KeyedRng,
    Rng,
    ScriptedRng,
    SeededRng,
    Stream,
    digest,
    frame,
    keyed,
    rng_from,
    stream_of,
    write_keys,
)
from core.kinds import InputError

ZERO = bytes(32)
EVENTS = st.builds(ChanceEvent, st.integers(0, 3), st.sampled_from(["war", "deck"]), st.booleans())


def word_of(rng: Rng, event: ChanceEvent) -> int:
    return rng.draw(event, lambda stream: stream.below(1 << 64))


def test_frames_and_digests_are_the_known_ones() -> None:
    assert frame("kat", b"a", b"").hex() == "53543100036b6174000000020000000000000001610000000000000000"
    assert (
        digest("kat", b"a", b"").hex() == "700b6ff137d961f2e64bfad78044db7d9c321e31fab5e502c0da82ca9cb4a396"
    )
    assert (
        keyed(ZERO, "kat", b"a").hex() == "92673e3f7c15764589e24b96a01cb033752453943425f41c1a133e32952ffb0c"
    )


def test_streams_give_the_known_numbers() -> None:
    context, link = digest("round", b"header"), digest("srv-chain", ZERO)
    root = keyed(ZERO, "mix", context, link, b"\x00" + ZERO, b"\x01" + b"\x11" * 32)

    tower = Stream(root, "pub", b"tower", (7).to_bytes(8, "big"))
    deck, cards = Stream(root, "pub", b"deck", (8).to_bytes(8, "big")), list(range(10))
    deck.shuffle(cards)

    assert root.hex() == "3bf9ff35f0e5e9296c42bb5ec2c98d14139478715acbbaa1d7962f567ae429f9"
    assert [tower.below(6) + 1 for _ in range(10)] == [2, 1, 2, 4, 6, 2, 1, 5, 1, 1]
    assert cards == [5, 4, 9, 0, 8, 1, 3, 6, 7, 2]


def test_different_lists_never_frame_alike() -> None:
    assert frame("a", b"bc") != frame("a", b"b", b"c")
    assert frame("ab", b"c") != frame("a", b"bc")


@pytest.mark.parametrize("bound", [2, 3, 7, 10, 200])
def test_all_numbers_below_a_bound_are_equally_likely(bound: int) -> None:
    """Chi-square against the uniform law; the limit is eight standard deviations."""
    stream, draws = Stream(ZERO, "test"), 200 * bound
    counts = Counter(stream.below(bound) for _ in range(draws))

    chi_square = sum((counts[n] - 200) ** 2 / 200 for n in range(bound))

    assert set(counts) <= set(range(bound))
    assert chi_square < bound + 8 * (2 * bound) ** 0.5


def test_a_draw_depends_on_its_event_alone() -> None:
    """Each event has a stream of its own, whatever was drawn before; secret ones from another key."""
    first, again = SeededRng(b"seed"), SeededRng(b"seed")
    again.draw(ChanceEvent(0, "war", secret=False), lambda stream: stream.below(100))
    event, hidden = ChanceEvent(5, "deck", secret=False), ChanceEvent(5, "deck", secret=True)

    number = first.draw(event, lambda stream: stream.below(1 << 60))

    assert again.draw(event, lambda stream: stream.below(1 << 60)) == number
    assert first.draw(hidden, lambda stream: stream.below(1 << 60)) != number


def test_a_script_decides_the_draws_it_names() -> None:
    rng = ScriptedRng([("war", (1, 2)), ("war", (3, 4))])
    war, other = ChanceEvent(0, "war", secret=False), ChanceEvent(1, "deck", secret=False)

    results = [rng.draw(event, lambda stream: (stream.below(1),)) for event in (war, other, war, war)]

    assert results == [(1, 2), (0,), (3, 4), (0,)]


# Keys that were worked out before


@given(st.lists(st.binary(min_size=32, max_size=32), min_size=4, max_size=6), EVENTS)
def test_keys_that_were_written_give_the_streams_of_these_keys(keys: list[bytes], event: ChanceEvent) -> None:
    word = stream_of(keys[event.number], event).below(1 << 64)

    assert word_of(KeyedRng(dict(enumerate(keys))), event) == word
    assert word_of(rng_from(write_keys(keys)), event) == word


def test_a_stream_has_its_key_its_kind_and_its_number_and_is_public_or_not() -> None:
    for secret, label in ((False, "pub"), (True, "priv")):
        expected = Stream(ZERO, label, b"war", (7).to_bytes(8, "big")).below(1 << 64)

        assert stream_of(ZERO, ChanceEvent(7, "war", secret)).below(1 << 64) == expected


def test_a_seed_that_is_no_row_of_keys_is_a_seed() -> None:
    event = ChanceEvent(0, "war", secret=False)

    assert word_of(rng_from("a seed"), event) == word_of(SeededRng(b"a seed"), event)
    assert write_keys([]) == "keys:"


@pytest.mark.parametrize("keys", [0, 1, 5])
def test_a_draw_without_a_key_is_refused_with_its_number(keys: int) -> None:
    rng = rng_from(write_keys([ZERO] * keys))

    with pytest.raises(InputError, match=f"no key for chance event {keys}"):
        word_of(rng, ChanceEvent(keys, "war", secret=False))


@pytest.mark.parametrize("text", ["keys:*", "keys:AAA", "keys:ä", "keys: AAAA", "keys:AAAA AAAA"])
def test_damaged_keys_are_no_keys(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        rng_from(text)


@pytest.mark.parametrize("size", [1, 31, 33, 63])
def test_keys_that_are_cut_off_are_no_keys(size: int) -> None:
    with pytest.raises(ValueError, match=r"."):
        rng_from(write_keys([bytes(size)]))
