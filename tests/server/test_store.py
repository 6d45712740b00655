"""What every store promises while nothing breaks, in a file and in a database."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing

import pytest

from server.store.interface import (
    GameState,
    JournalStore,
    NotAllowedError,
    StoredEntry,
    StoreError,
    WrongSequenceError,
)
from tests.server.stores import Opening


@pytest.fixture
async def store(opened: Opening) -> AsyncIterator[JournalStore]:
    async with aclosing(await opened()) as store:
        await store.create("kyoto", b"header")
        yield store


async def data(store: JournalStore, game_id: str = "kyoto") -> list[bytes]:
    return [entry.data for entry in await store.entries(game_id)]


async def test_entries_come_back_in_order_each_with_the_hash_of_the_one_before(store: JournalStore) -> None:
    for seq, entry in enumerate([b"set-up", b"", b"x" * 100_000]):
        assert await store.append("kyoto", seq, entry) == seq
    entries = await store.entries("kyoto")

    assert [entry.seq for entry in entries] == [0, 1, 2]
    assert [entry.data for entry in entries] == [b"set-up", b"", b"x" * 100_000]
    assert [entry.previous for entry in entries[1:]] == [entry.hash for entry in entries[:-1]]
    assert await store.entries("kyoto", from_seq=2) == entries[2:]
    assert await store.entries("kyoto", from_seq=3) == []


@pytest.mark.parametrize(("size", "count"), [(1, 1), (4, 1), (5, 2), (8, 2), (9, 3), (100, 3)])
async def test_a_part_of_a_journal_ends_where_it_has_so_many_bytes(
    store: JournalStore, size: int, count: int
) -> None:
    for seq in range(4):
        await store.append("kyoto", seq, b"%d..." % seq)

    part = await store.entries("kyoto", 1, size)

    assert part == (await store.entries("kyoto"))[1 : 1 + count]


async def test_equal_entries_of_two_games_have_different_hashes(store: JournalStore) -> None:
    await store.create("edo", b"header")
    first = [await _first(store, game_id) for game_id in ("kyoto", "edo")]

    assert first[0].hash != first[1].hash


async def _first(store: JournalStore, game_id: str) -> StoredEntry:
    await store.append(game_id, 0, b"same")
    return (await store.entries(game_id))[0]


@pytest.mark.parametrize("expected_seq", [-1, 0, 1, 3, 2**70])
async def test_an_entry_at_any_place_but_the_next_is_refused(store: JournalStore, expected_seq: int) -> None:
    await store.append("kyoto", 0, b"a")
    await store.append("kyoto", 1, b"b")
    with pytest.raises(WrongSequenceError, match="waits for entry 2") as refusal:
        await store.append("kyoto", expected_seq, b"other")

    assert refusal.value.next_seq == 2
    assert await data(store) == [b"a", b"b"]


async def test_the_same_entry_once_more_changes_nothing(store: JournalStore) -> None:
    await store.append("kyoto", 0, b"a")
    await store.append("kyoto", 1, b"b")
    again = [await store.append("kyoto", 0, b"a"), await store.append("kyoto", 1, b"b")]

    assert again == [0, 1]
    assert await data(store) == [b"a", b"b"]


async def test_of_two_who_append_at_once_one_wins(store: JournalStore) -> None:
    outcomes = await asyncio.gather(
        *(store.append("kyoto", 0, entry) for entry in (b"a", b"b", b"a")), return_exceptions=True
    )

    assert outcomes[0] == outcomes[2] == 0
    assert isinstance(outcomes[1], WrongSequenceError)
    assert await data(store) == [b"a"]


async def test_a_cancelled_append_may_be_made_again(store: JournalStore) -> None:
    attempt = asyncio.ensure_future(store.append("kyoto", 0, b"a"))
    await asyncio.sleep(0)
    attempt.cancel()
    await asyncio.gather(attempt, return_exceptions=True)

    assert await store.append("kyoto", 0, b"a") == 0
    assert await data(store) == [b"a"]


async def test_the_list_of_games_tells_how_they_stand(opened: Opening) -> None:
    times = iter(range(100, 200))
    async with aclosing(await opened(lambda: next(times))) as store:
        await store.create("kyoto", b"k")
        await store.create("edo", b"e")
        await store.append("kyoto", 0, b"a")
        await store.close_game("edo", GameState.FROZEN)
        kyoto, edo = await store.games()

    assert (kyoto.id, kyoto.header, kyoto.state, kyoto.last_seq) == ("kyoto", b"k", GameState.RUNNING, 0)
    assert (kyoto.created_ms, kyoto.changed_ms) == (100, 102)
    assert (edo.id, edo.header, edo.state, edo.last_seq) == ("edo", b"e", GameState.FROZEN, -1)
    assert (edo.created_ms, edo.changed_ms) == (101, 103)


async def test_one_game_is_found_as_the_list_has_it(store: JournalStore) -> None:
    await store.create("edo", b"header")
    await store.append("edo", 0, b"a")

    assert [await store.game(game.id) for game in await store.games()] == await store.games()
    assert await store.game("nara") is None


async def test_a_game_is_created_once(store: JournalStore) -> None:
    await store.create("kyoto", b"header")
    with pytest.raises(NotAllowedError, match="another game kyoto"):
        await store.create("kyoto", b"other header")

    assert len(await store.games()) == 1


async def test_a_game_that_does_not_exist_takes_nothing(store: JournalStore) -> None:
    for request in (
        store.append("nara", 0, b"a"),
        store.close_game("nara", GameState.OVER),
        store.entries("nara"),
    ):
        with pytest.raises(NotAllowedError, match="nara"):
            await request


async def test_a_frozen_game_goes_on_when_it_is_opened_again(store: JournalStore) -> None:
    await store.append("kyoto", 0, b"a")
    await store.close_game("kyoto", GameState.FROZEN)
    with pytest.raises(NotAllowedError, match="kyoto is frozen"):
        await store.append("kyoto", 1, b"b")
    await store.reopen_game("kyoto")

    assert await store.append("kyoto", 1, b"b") == 1


async def test_a_game_that_is_over_stays_over(store: JournalStore) -> None:
    await store.append("kyoto", 0, b"a")
    await store.close_game("kyoto", GameState.OVER)
    with pytest.raises(NotAllowedError, match="kyoto is over"):
        await store.reopen_game("kyoto")
    with pytest.raises(NotAllowedError, match="kyoto is over"):
        await store.append("kyoto", 1, b"b")

    assert await store.append("kyoto", 0, b"a") == 0


async def test_everything_is_there_when_the_store_is_opened_again(opened: Opening) -> None:
    async with aclosing(await opened()) as store:
        await store.create("kyoto", b"header")
        await store.append("kyoto", 0, b"a")
        games = await store.games()
    async with aclosing(await opened()) as store:
        assert await store.games() == games
        assert await data(store) == [b"a"]


async def test_a_closed_store_takes_nothing_but_what_it_was_asked_before(opened: Opening) -> None:
    store = await opened()
    asked = [asyncio.ensure_future(store.create(f"game {number}", b"")) for number in range(3)]
    await asyncio.sleep(0)
    await store.aclose()
    await asyncio.gather(*asked)
    with pytest.raises(StoreError, match="closed"):
        await store.create("late", b"")
    await store.aclose()

    async with aclosing(await opened()) as store:
        assert len(await store.games()) == 3
