"""Chance, bit for bit."""

from __future__ import annotations

from collections import Counter

import pytest

from core.chance import ChanceEvent, ScriptedRng, SeededRng, Stream, digest, frame, keyed

ZERO = bytes(32)


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
