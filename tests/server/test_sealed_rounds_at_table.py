"""Whole games in which clients are lost between sealing and opening, and what everybody knows in the end."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path

import pytest

from client.seat.vault import HASH_SIZE
from protocol.messages import TableState
from protocol.round_records import RoundSet
from tests.harness.drops import Ledger, Played, judge, play, quick
from tests.harness.nothing_lost import Lost
from tests.server.worlds import table_from

GAMES = ((3, 1), (4, 2), (5, 3))


async def test_games_go_on_though_clients_are_lost_in_every_round(tmp_path: Path) -> None:
    counts = Counter[str]()
    with quick() as ledger:
        games = await asyncio.gather(*(play(tmp_path / str(seed), n, seed) for n, seed in GAMES))
        for played in games:
            judge(played, ledger)
            check_table(played)
            check_clients(played)
            counts += played.losses.counts
        check_judge(games[0], ledger)
    check_homes(tmp_path)

    assert counts["of the lost, by shares"] > 0
    assert counts["started anew"] > 0
    assert counts["stayed away for the round"] > 0


def check_judge(played: Played, ledger: Ledger) -> None:
    """If somebody had sealed anything else, it would be found out."""
    false = {place: "bid 0 0 0 99" if line else line for place, line in ledger.items()}
    with pytest.raises(Lost, match="had sealed something else"):
        judge(played, false)


def check_table(played: Played) -> None:
    """The journal makes the server's table; nobody was passed over, and everybody has signed off."""
    table, live = table_from(played.stamps), played.losses.runner.table
    sets = [stamp.entry for stamp in played.stamps if isinstance(stamp.entry, RoundSet)]

    assert set(sets) == {RoundSet(())}
    assert (table.state, table.seq, table.rounds) == (live.state, live.seq, live.rounds)
    assert table.chain.head == live.chain.head
    assert table.round is None
    assert table.signed_off == set(table.seats)
    assert set(table.keys) == set(table.seats)
    assert all(keys.generation == 0 for keys in table.keys.values())


def check_clients(played: Played) -> None:
    """Everybody has followed the same story, and found nothing wrong with it."""
    table = played.losses.runner.table
    for client in played.clients:
        mirror = client.player.mirror
        known, chain = mirror.table, mirror.table.chain
        assert client.player.alarm is None
        assert mirror.info.state is TableState.OVER
        assert chain.head == table.chain.head_at(len(chain) - 1)
        assert (known.rounds, known.round) == (table.rounds, None)
        assert known.is_revealed
        assert known.keys == table.keys
    assert len({client.player.mirror.table.first_mix for client in played.clients}) == 1


def check_homes(folder: Path) -> None:
    """What opens a choice is kept until then, and no longer."""
    kept = list(folder.glob("*/player */vault/*/dealt-*"))

    assert kept
    assert {path.stat().st_size for path in kept} == {HASH_SIZE}  # of nothing, and its hash
