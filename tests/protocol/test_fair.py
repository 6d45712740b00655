"""Fair chance: what the server fixed before, what the players brought, and that both count."""

from __future__ import annotations

import json
from collections import Counter
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.chance import ChanceEvent, Stream, digest, keyed
from protocol.fair import (
    LINKS,
    Chain,
    FairRng,
    first_mix,
    follows,
    make_secret,
    next_hash,
    next_mix,
    seed_commitment,
)

VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "sealing.json").read_text())["chance"]
ZERO = bytes(32)
GAME, SEED, MIX = digest("game"), digest("seed"), digest("mix-of-a-test")
SHORT = Chain(ZERO, links=10)


def word_of(rng: FairRng, event: ChanceEvent) -> int:
    return rng.draw(event, lambda stream: stream.below(2**64))


def rng_with(game: bytes = GAME, seed: bytes = SEED, mix: bytes = MIX, last: bytes = ZERO) -> FairRng:
    return FairRng(game, seed, mix, Chain(last, links=10).link)


# The chain


def test_the_chain_and_the_mix_are_the_known_ones() -> None:
    link = next_hash(ZERO)
    mix = next_mix(ZERO, digest("round", b"header"), link, {0: ZERO, 1: b"\x11" * 32})

    assert link.hex() == VECTORS["link"]
    assert mix.hex() == VECTORS["mix"]


def test_streams_of_the_known_mix_give_the_known_numbers() -> None:
    mix = bytes.fromhex(VECTORS["mix"])
    tower = Stream(mix, "pub", b"tower", (7).to_bytes(8, "big"))
    deck, cards = Stream(mix, "pub", b"deck", (8).to_bytes(8, "big")), list(range(10))
    deck.shuffle(cards)

    assert [tower.below(6) + 1 for _ in range(10)] == VECTORS["tower"]
    assert cards == VECTORS["deck"]


@pytest.mark.parametrize("links", [1, 2, 63, 64, 65, 128, 200])
def test_every_link_is_the_hash_of_the_next(links: int) -> None:
    """Against the whole chain worked out in one go, the anchor first."""
    whole = [ZERO]
    for _ in range(links):
        whole.insert(0, digest("srv-chain", whole[0]))

    chain = Chain(ZERO, links)

    assert chain.anchor == whole[0]
    assert [chain.link(number) for number in range(1, links + 1)] == whole[1:]


def test_a_whole_game_has_links_enough_from_its_anchor() -> None:
    chain = Chain(make_secret())
    shown = chain.anchor
    for number in range(1, LINKS + 1):
        assert follows(chain.link(number), shown, 1)
        shown = chain.link(number)


@pytest.mark.parametrize("number", [-1, 0, 11])
def test_there_are_no_other_links(number: int) -> None:
    with pytest.raises(AssertionError):
        SHORT.link(number)


@pytest.mark.parametrize("distance", range(-2, 9))
def test_a_link_follows_at_its_own_distance_alone(distance: int) -> None:
    """A link that was shown does not follow itself, or it could be used twice."""
    for number in range(1, 11):
        assert follows(SHORT.link(number), SHORT.anchor, distance) == (number == distance)
    assert not follows(SHORT.link(3), SHORT.link(3), distance)


def test_a_link_of_another_chain_does_not_follow() -> None:
    other = Chain(digest("other"), links=10)

    assert not any(follows(other.link(number), SHORT.anchor, number) for number in range(1, 11))


def test_secrets_differ() -> None:
    assert len({make_secret() for _ in range(100)}) == 100
    assert len(make_secret()) == 32


# The mix


@given(st.dictionaries(st.integers(0, 15), st.binary(min_size=32, max_size=32), max_size=6))
def test_the_mix_is_as_specified(entropy: dict[int, bytes]) -> None:
    parts = [bytes([seat]) + entropy[seat] for seat in range(16) if seat in entropy]

    assert next_mix(MIX, GAME, SEED, entropy) == keyed(MIX, "mix", GAME, SEED, *parts)


def test_the_mix_does_not_depend_on_who_came_first() -> None:
    brought = {seat: digest("entropy", bytes([seat])) for seat in (0, 1, 2, 3)}

    mixes = {next_mix(MIX, GAME, SEED, dict(order)) for order in permutations(brought.items())}

    assert len(mixes) == 1


def test_all_that_goes_into_the_mix_counts() -> None:
    one, other = digest("one"), digest("other")
    mixes = [
        next_mix(MIX, GAME, SEED, {0: one, 1: other}),
        next_mix(MIX, GAME, SEED, {0: other, 1: one}),
        next_mix(MIX, GAME, SEED, {0: one, 2: other}),
        next_mix(MIX, GAME, SEED, {0: one}),
        next_mix(MIX, GAME, SEED, {}),
        next_mix(MIX, GAME, one, {0: one, 1: other}),
        next_mix(MIX, one, SEED, {0: one, 1: other}),
        next_mix(one, GAME, SEED, {0: one, 1: other}),
    ]

    assert len(set(mixes)) == len(mixes)


def test_beginnings_are_as_specified() -> None:
    assert first_mix(GAME) == digest("r0", GAME)
    assert seed_commitment(GAME, SEED) == digest("srv-seed", GAME, SEED)
    assert seed_commitment(GAME, SEED) != seed_commitment(SEED, GAME)


# Draws


@pytest.mark.parametrize("number", [1, 2, 10])
def test_a_public_draw_takes_the_mix_and_its_link(number: int) -> None:
    place = number.to_bytes(8, "big")
    key = keyed(MIX, "evt", GAME, place, SHORT.link(number))

    word = word_of(rng_with(), ChanceEvent(number, "war", secret=False))

    assert word == Stream(key, "pub", b"war", place).below(2**64)


@pytest.mark.parametrize("number", [0, 1, 2**64 - 1])
def test_a_private_draw_takes_the_mix_and_the_seed(number: int) -> None:
    place = number.to_bytes(8, "big")
    key = keyed(SEED, "priv", GAME, place, MIX)

    word = word_of(rng_with(), ChanceEvent(number, "deck", secret=True))

    assert word == Stream(key, "priv", b"deck", place).below(2**64)


def test_a_private_draw_asks_for_no_link() -> None:
    """A link is shown with its result; this one would be shown for nothing, or known before its draw."""
    asked: list[int] = []

    def link_for(number: int) -> bytes:
        asked.append(number)
        return ZERO

    rng = FairRng(GAME, SEED, MIX, link_for)
    word_of(rng, ChanceEvent(4, "deck", secret=True))
    word_of(rng, ChanceEvent(5, "deck", secret=False))

    assert asked == [5]


def test_all_draws_differ_and_come_again() -> None:
    kinds = [(kind, secret) for kind in ("war", "deck") for secret in (False, True)]
    events = [ChanceEvent(number, *kind) for number in range(1, 11) for kind in kinds]
    rng, again = rng_with(), rng_with()

    words = {event: word_of(rng, event) for event in events}

    assert len(set(words.values())) == len(events)
    assert {event: word_of(again, event) for event in reversed(events)} == words


@pytest.mark.parametrize("secret", [False, True])
def test_a_draw_changes_with_all_that_it_depends_on(secret: bool) -> None:  # noqa: FBT001
    event, other = ChanceEvent(3, "war", secret), digest("other")
    words = [
        word_of(rng_with(), event),
        word_of(rng_with(game=other), event),
        word_of(rng_with(mix=other), event),
        word_of(rng_with(seed=other) if secret else rng_with(last=other), event),
    ]

    assert len(set(words)) == 4


def test_what_is_private_and_what_is_public_do_not_tell_of_each_other() -> None:
    public, secret = ChanceEvent(3, "war", secret=False), ChanceEvent(3, "war", secret=True)
    other = digest("other")

    assert word_of(rng_with(seed=other), public) == word_of(rng_with(), public)
    assert word_of(rng_with(last=other), secret) == word_of(rng_with(), secret)


def chi_square(bound: int) -> float:
    stream = Stream(MIX, "pub", b"uniform", bytes([bound]))
    counts = Counter(stream.below(bound) for _ in range(40 * bound))
    assert set(counts) <= set(range(bound))
    return sum((counts[n] - 40) ** 2 / 40 for n in range(bound))


def test_all_numbers_below_a_bound_are_equally_likely() -> None:
    """Against the uniform law, with a limit of six standard deviations; the streams are always the same."""
    results = {bound: chi_square(bound) for bound in range(2, 201)}

    assert [
        bound for bound, result in results.items() if result > bound - 1 + 6 * (2 * (bound - 1)) ** 0.5
    ] == []


@given(st.binary(min_size=32, max_size=32), st.integers(0, 80))
def test_a_shuffle_is_replayed_draw_by_draw(key: bytes, size: int) -> None:
    items, draws = list(range(size)), Stream(key, "pub", b"deck")
    expected = items[:]
    for last in range(size - 1, 0, -1):
        place = draws.below(last + 1)
        expected[last], expected[place] = expected[place], expected[last]

    Stream(key, "pub", b"deck").shuffle(items)

    assert items == expected
    assert sorted(items) == list(range(size))
