"""Fair chance: what the server fixed in advance, what the players brought, and that both count."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.chance import ChanceEvent, KeyedRng, Rng, Stream, digest, keyed
from protocol.fair import (
    LINKS,
    Links,
    Luck,
    distance,
    first_mix,
    follows,
    next_hash,
    next_mix,
    secrets_of,
    seed_commitment,
)
from tests.harness.sealing import VECTORS

CHANCE = VECTORS["chance"]
ZERO = bytes(32)
GAME, SEED, MIX = digest("game"), digest("seed"), digest("mix-of-a-test")
SHORT = Links(ZERO, links=10)


def war(number: int) -> ChanceEvent:
    return ChanceEvent(number, "war", secret=False)


def deck(number: int) -> ChanceEvent:
    return ChanceEvent(number, "deck", secret=True)


def word_of(rng: Rng, event: ChanceEvent) -> int:
    return rng.draw(event, lambda stream: stream.below(2**64))


def luck_with(game: bytes = GAME, seed: str = "a seed") -> Luck:
    return Luck(game, seed)


# The chain


def test_the_chain_and_the_mix_are_the_known_ones() -> None:
    link = next_hash(ZERO)
    mix = next_mix(ZERO, 1, link, {0: ZERO, 1: b"\x11" * 32})

    assert link.hex() == CHANCE["link"]
    assert mix.hex() == CHANCE["mix"]


def test_streams_of_the_known_mix_give_the_known_numbers() -> None:
    mix = bytes.fromhex(CHANCE["mix"])
    tower = Stream(mix, "pub", b"tower", (7).to_bytes(8, "big"))
    deck, cards = Stream(mix, "pub", b"deck", (8).to_bytes(8, "big")), list(range(10))
    deck.shuffle(cards)

    assert [tower.below(6) + 1 for _ in range(10)] == CHANCE["tower"]
    assert cards == CHANCE["deck"]


@pytest.mark.parametrize("links", [1, 2, 63, 64, 65, 128, 200])
def test_every_link_is_the_hash_of_the_next(links: int) -> None:
    """Against the whole chain worked out in one go, the anchor first."""
    whole = [ZERO]
    for _ in range(links):
        whole.insert(0, digest("srv-chain", whole[0]))

    chain = Links(ZERO, links)

    assert chain.anchor == whole[0]
    assert [chain.link(number) for number in range(1, links + 1)] == whole[1:]


def test_a_whole_game_has_links_enough_from_its_anchor() -> None:
    chain = Links(digest("any"))
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
    other = Links(digest("other"), links=10)

    assert not any(follows(other.link(number), SHORT.anchor, number) for number in range(1, 11))


@pytest.mark.parametrize("shown", [0, 1, 5, 9])
def test_how_far_a_link_comes_after_another_is_found(shown: int) -> None:
    before = SHORT.link(shown) if shown else SHORT.anchor
    for number in range(1, 11):
        expected = number - shown if number > shown else None

        assert distance(SHORT.link(number), before, 10) == expected
        assert distance(SHORT.link(number), before, number - shown - 1) is None
    assert distance(digest("other"), before, 10) is None


# The mix


@given(
    st.integers(0, 2**32 - 1),
    st.dictionaries(st.integers(0, 15), st.binary(min_size=32, max_size=32), max_size=6),
)
def test_the_mix_is_as_specified(number: int, entropy: dict[int, bytes]) -> None:
    parts = [bytes([seat]) + entropy[seat] for seat in range(16) if seat in entropy]

    assert next_mix(MIX, number, SEED, entropy) == keyed(MIX, "mix", number.to_bytes(8, "big"), SEED, *parts)


def test_the_mix_does_not_depend_on_who_came_first() -> None:
    brought = {seat: digest("entropy", bytes([seat])) for seat in (0, 1, 2, 3)}

    mixes = {next_mix(MIX, 3, SEED, dict(order)) for order in permutations(brought.items())}

    assert len(mixes) == 1


def test_all_that_goes_into_the_mix_counts() -> None:
    one, other = digest("one"), digest("other")
    mixes = [
        next_mix(MIX, 3, SEED, {0: one, 1: other}),
        next_mix(MIX, 3, SEED, {0: other, 1: one}),
        next_mix(MIX, 3, SEED, {0: one, 2: other}),
        next_mix(MIX, 3, SEED, {0: one}),
        next_mix(MIX, 3, SEED, {}),
        next_mix(MIX, 3, one, {0: one, 1: other}),
        next_mix(MIX, 4, SEED, {0: one, 1: other}),
        next_mix(one, 3, SEED, {0: one, 1: other}),
    ]

    assert len(set(mixes)) == len(mixes)


def test_beginnings_are_as_specified() -> None:
    luck = Luck(GAME, "a seed")

    assert first_mix(GAME) == digest("r0", GAME)
    assert seed_commitment(GAME, SEED) == digest("srv-seed", GAME, SEED)
    assert seed_commitment(GAME, SEED) != seed_commitment(SEED, GAME)
    assert secrets_of("a seed") == (digest("seed-private", b"a seed"), digest("seed-links", b"a seed"))
    assert luck.private == digest("seed-private", b"a seed")
    assert luck.links.anchor == Links(digest("seed-links", b"a seed")).anchor
    assert luck.next_link == luck.links.link(1)


# Draws


@pytest.mark.parametrize("number", [0, 1, 9, 2**64 - 1])
def test_a_public_draw_takes_the_mix_and_the_next_link(number: int) -> None:
    luck, place = luck_with(), number.to_bytes(8, "big")
    luck.shown = 4
    key = keyed(MIX, "evt", GAME, place, luck.links.link(5))

    word = word_of(luck.attempt(MIX), war(number))

    assert word == Stream(key, "pub", b"war", place).below(2**64)


@pytest.mark.parametrize("number", [0, 1, 9, 2**64 - 1])
def test_a_private_draw_takes_the_mix_and_the_private_seed(number: int) -> None:
    luck, place = luck_with(), number.to_bytes(8, "big")
    key = keyed(digest("seed-private", b"a seed"), "priv", GAME, place, MIX)

    word = word_of(luck.attempt(MIX), deck(number))

    assert word == Stream(key, "priv", b"deck", place).below(2**64)


def test_public_draws_take_the_links_in_order_and_private_ones_take_none() -> None:
    """A link is shown with its result; one for a private draw would be shown for nothing."""
    luck = luck_with()
    for events, newest in [
        ([deck(0)], b""),
        ([war(1), deck(2), war(3)], luck.links.link(2)),
        ([], b""),
        ([deck(4)], b""),
        ([war(5)], luck.links.link(3)),
    ]:
        attempt = luck.attempt(MIX)
        for event in events:
            word_of(attempt, event)
        luck.accept(attempt)

        assert attempt.newest == newest
    for place, number in enumerate((1, 3, 5), 1):
        key = keyed(MIX, "evt", GAME, number.to_bytes(8, "big"), luck.links.link(place))
        assert luck.drawn[number] == key
    assert luck.shown == 3
    assert luck.next_link == luck.links.link(4)


def test_an_attempt_that_is_refused_uses_nothing_up() -> None:
    luck, untouched = luck_with(), luck_with()
    luck.accept(luck.attempt(MIX))
    words = []
    for _ in range(3):
        attempt = luck.attempt(MIX)
        words.append([word_of(attempt, event) for event in (war(0), deck(1), war(2))])
        stirred = luck.stirred(digest("another mix"))
        word_of(stirred, war(0))

    assert words[0] == words[1] == words[2]
    assert {name: vars(luck)[name] for name in vars(untouched) if name != "links"} == vars(untouched)


def test_a_draw_that_was_taken_back_falls_as_before() -> None:
    """Even after a sealed round: taking a move back gives neither a second throw nor another link."""
    luck = luck_with()
    first = luck.attempt(MIX)
    before = {event: word_of(first, event) for event in (war(0), deck(1))}
    luck.accept(first)
    for again in (luck.attempt(MIX), luck.stirred(digest("another mix"))):
        assert {event: word_of(again, event) for event in before} == before
        assert again.newest == b""
        luck.accept(again)
    newer = luck.attempt(MIX)

    assert word_of(newer, war(2)) != word_of(luck_with().attempt(MIX), war(2))
    assert newer.newest == luck.links.link(3)


def test_what_is_secret_and_what_is_public_under_one_number_have_keys_of_their_own() -> None:
    """After a move was taken back, another may give its number to a draw of the other kind."""
    luck = luck_with()
    for event in (war(0), deck(0), war(0), deck(0), war(0)):
        attempt = luck.attempt(MIX)
        word_of(attempt, event)
        luck.accept(attempt)

        assert luck.drawn == {0: luck.keys[0, event.secret]}
    assert luck.keys.keys() == {(0, False), (0, True)}
    assert luck.keys[0, False] != luck.keys[0, True]
    assert luck.shown == 1


def test_another_kind_of_draw_under_the_number_of_one_taken_back_is_another_draw() -> None:
    luck = luck_with()
    attempt = luck.attempt(MIX)
    other = ChanceEvent(0, "tower", secret=False)

    assert word_of(attempt, war(0)) != word_of(attempt, other)
    assert attempt.newest == luck.links.link(1)


def test_a_sealed_round_takes_the_next_link_and_what_follows_draws_from_the_new_mix() -> None:
    luck, mix = luck_with(), digest("another mix")
    quiet, loud = luck.stirred(mix), luck.stirred(mix)
    word = word_of(loud, war(0))
    key = keyed(mix, "evt", GAME, bytes(8), luck.links.link(2))

    assert (quiet.mix, quiet.shown, quiet.newest) == (mix, 1, b"")
    assert (loud.mix, loud.shown, loud.newest) == (mix, 2, luck.links.link(2))
    assert word == Stream(key, "pub", b"war", bytes(8)).below(2**64)
    luck.accept(loud)
    assert (luck.shown, luck.drawn) == (2, {0: key})


EVENTS = st.builds(ChanceEvent, st.integers(0, 9), st.sampled_from(["war", "deck"]), st.booleans())


@given(st.lists(st.tuples(st.lists(EVENTS, max_size=3), st.booleans(), st.booleans()), max_size=8))
def test_the_keys_of_what_was_drawn_are_all_that_a_record_needs(
    moves: list[tuple[list[ChanceEvent], bool, bool]],
) -> None:
    """Whatever was refused, taken back or stirred in between, the links come in order, without a gap."""
    luck = luck_with()
    for events, is_round, is_accepted in moves:
        before = luck.links.link(luck.shown) if luck.shown else luck.links.anchor
        attempt = luck.stirred(digest("next")) if is_round else luck.attempt(MIX)
        words = {event.number: (event, word_of(attempt, event)) for event in events}
        if is_accepted:
            luck.accept(attempt)
            taken = is_round + sum(not secret for _, secret in attempt.keys)

            assert taken == 0 or follows(luck.links.link(luck.shown), before, taken)
            for event, word in words.values():
                assert word_of(KeyedRng(luck.drawn), event) == word


def test_all_draws_differ_and_come_again() -> None:
    kinds = [(kind, secret) for kind in ("war", "deck") for secret in (False, True)]
    events = [ChanceEvent(number, *kind) for number in range(1, 11) for kind in kinds]
    attempt, again = luck_with().attempt(MIX), luck_with().attempt(MIX)

    words = {event: word_of(attempt, event) for event in events}

    assert len(set(words.values())) == len(events)
    assert {event: word_of(again, event) for event in events} == words
    assert {event: word_of(again, event) for event in reversed(events)} == words


@pytest.mark.parametrize("secret", [False, True])
def test_a_draw_changes_with_all_that_it_depends_on(secret: bool) -> None:  # noqa: FBT001
    event, other = ChanceEvent(3, "war", secret), digest("other")
    words = [
        word_of(luck.attempt(mix), event)
        for luck, mix in (
            (luck_with(), MIX),
            (luck_with(game=other), MIX),
            (luck_with(), other),
            (luck_with(seed="b seed"), MIX),
        )
    ]

    assert len(set(words)) == 4


def test_what_is_private_and_what_is_public_do_not_tell_of_each_other() -> None:
    same_links, same_private = luck_with(), luck_with()
    same_links.private, same_private.links = digest("other"), Links(digest("other"))

    assert word_of(same_links.attempt(MIX), war(3)) == word_of(luck_with().attempt(MIX), war(3))
    assert word_of(same_links.attempt(MIX), deck(3)) != word_of(luck_with().attempt(MIX), deck(3))
    assert word_of(same_private.attempt(MIX), deck(3)) == word_of(luck_with().attempt(MIX), deck(3))
    assert word_of(same_private.attempt(MIX), war(3)) != word_of(luck_with().attempt(MIX), war(3))


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
