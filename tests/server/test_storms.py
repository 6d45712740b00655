"""Connections that break anywhere, all at once, or are made eight times over."""

from __future__ import annotations

import asyncio
import gc
import socket
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path
from random import Random
from typing import NamedTuple
from unittest.mock import patch

import pytest
from msgspec.structs import replace

import client.seat.connection as client_connection
import server.door.connection as server_connection
from client.seat.connection import LostError, RefusedError, connect
from client.seat.news import News, Person, TableChanged
from client.seat.player import Player
from protocol.entries import Chose, SatDown
from protocol.identity import Identity, PublicKey
from protocol.invitation import Address
from protocol.messages import Join, TableState
from protocol.tls import TlsError
from protocol.tls_pipe import TlsPipe
from server.tables.audience import Guest
from server.tables.runner import TableRunner
from tests.harness.gates import Cut, through
from tests.harness.hearing import sworn_at
from tests.harness.loopback import HERE, WIDE, admit, ignore
from tests.harness.nothing_lost import RememberingPlayer, check_by_journal, impatient, remembering_bots
from tests.harness.siege import attempt
from tests.server.behind_gates import Scene, begun, scene_in
from tests.waiting import fast_forward, patience, soon, until, whatever_is_ready


@pytest.fixture(autouse=True)
def _come_back_soon() -> Iterator[None]:
    with impatient(0.01):
        yield


# Cut at every place --------------------------------------------------------------------------


class Fate(NamedTuple):
    """A decision, and where the connection is cut while it is made."""

    cuts: list[Cut]
    dice: Random


async def _decide(scene: Scene, players: list[RememberingPlayer], fate: Fate) -> bool:
    """Let one decision meet cuts, one after the other; say whether all of them happened."""
    table = scene.runner.table
    seat, prompt = next(iter(table.prompts.items()))
    choice, gate, player = (
        prompt.decision.sample(fate.dice),
        scene.gates[seat],
        players[seat],
    )
    await player.ready()  # a question and an answer, so that nothing else is under way
    before, plan = gate.cuts, iter(fate.cuts)
    gate.next_cut = lambda: next(plan, None)
    gate.cut_after(gate.next_cut())
    await player.choose(choice)
    gate.next_cut = lambda: None
    gate.cut_after(None)
    await player.ready()

    assert _answers(player, prompt.number) == [table.game.line_of(choice)]
    assert player.mirror.view == table.view_for(seat)
    return gate.cuts - before == len(fate.cuts)


def _answers(player: Player, prompt: int) -> list[str]:
    entries = [heard.entry for heard in player.mirror.story]
    answers = [entry for entry in entries if isinstance(entry, Chose) and entry.seat == player.mirror.seat]
    return [entry.line for entry in answers if entry.prompt == prompt]


async def _cut_everywhere(
    scene: Scene, players: list[RememberingPlayer], first: list[Cut], part: float
) -> int:
    """Cut at one place after the other until there are no more; return how many there are."""
    dice = Random(part)
    for pieces in count():
        if not await _decide(scene, players, Fate([*first, Cut(pieces, part)], dice)):
            return pieces
    raise AssertionError


@pytest.mark.parametrize("part", [0.0, 0.5, 1.0])
async def test_a_decision_is_made_once_wherever_its_connection_is_cut(part: float, tmp_path: Path) -> None:
    async with scene_in(tmp_path) as scene, patience():
        players = await begun(scene)
        places = await _cut_everywhere(scene, players, [], part)
        more = await _cut_everywhere(scene, players, [Cut(0, 1.0)], part)
        await asyncio.gather(*(player.leave() for player in players))

    assert places >= 2  # the question and the answer
    assert more >= 8  # TLS, greeting, join, sync and all that again
    assert scene.runner.table.seq > places + more


async def test_a_choice_sent_again_and_again_is_made_once(tmp_path: Path) -> None:
    async with scene_in(tmp_path) as scene:
        players = await begun(scene)
        table = scene.runner.table
        seat, prompt = next(iter(table.prompts.items()))
        line, seq = table.game.line_of(prompt.decision.sample(Random(1))), table.seq
        choose = sworn_at(scene.runner, players[seat].person.identity, Chose(seat, prompt.number, line))
        connection = await connect(scene.invitations[0].address, players[seat].person.identity, admit, WIDE)
        invitation = scene.invitations[0]
        await connection.request("join", Join(invitation.game, "Player", None))
        for _ in range(5):
            await connection.request("do", choose)

        assert table.seq == seq + 1
        lines = {table.game.line_of(prompt.decision.sample(Random(seed))) for seed in range(50)} - {line}
        other = Chose(seat, prompt.number, lines.pop())
        deed = sworn_at(scene.runner, players[seat].person.identity, other)
        with pytest.raises(RefusedError, match="something else under that number"):
            await connection.request("do", deed)
        connection.close()
        await connection.lost
        await asyncio.gather(*(player.leave() for player in players))


@pytest.mark.parametrize("players", [3, 4, 5])
async def test_a_game_goes_on_through_connections_cut_anywhere(players: int) -> None:
    counts = await attempt("cuts", players, seed=players, blows=40)

    assert counts["cuts"] > 10


def _last_choice(player: Player) -> int:
    """Give when it was."""
    return max(heard.at_ms for heard in player.mirror.story if isinstance(heard.entry, Chose))


async def test_who_was_cut_off_at_the_end_hears_the_end_before_that_it_is_over(tmp_path: Path) -> None:
    known: list[tuple[TableState, int]] = []

    def note(news: News) -> None:
        if isinstance(news, TableChanged):
            known.append((news.info.state, len(watcher.mirror.story)))

    async with scene_in(tmp_path) as scene, patience():
        gate, direct = scene.gates[0], [through(scene.server.port, i) for i in scene.invitations]
        watcher = Player(
            scene.invitations[0], Person(Identity.make(), "Watcher", is_watching=True), admit, note, WIDE
        )
        await watcher.sit_down()
        gate.is_shut = True
        gate.slam()
        bots = remembering_bots(direct)
        await asyncio.gather(*(bot.play() for bot in bots))
        places = iter(range(14))  # through TLS, greeting, join and sync
        gate.next_cut = lambda: next((Cut(place, 0.0) for place in places), None)
        gate.is_shut = False
        await until(lambda: known[-1][0] is TableState.OVER or watcher.gone.done())
        await watcher.leave()

    assert known[-1] == (TableState.OVER, len(watcher.mirror.story))
    assert _last_choice(watcher) == _last_choice(bots[0].player)


# Storms --------------------------------------------------------------------------------------

FEW = replace(WIDE, connections_per_address=12, strangers_per_address=12)


async def _drop_and_return(scene: Scene, times: int, dice: Random) -> None:
    for _ in range(times):
        for gate in dice.sample(scene.gates, len(scene.gates)):
            gate.slam()
            await asyncio.sleep(dice.choice((0.0, 0.001, 0.005)))
        await asyncio.sleep(0.02)


async def _check_that_nobody_is_left(scene: Scene) -> None:
    """Nobody is at the table, and nobody is counted any more."""
    await until(lambda: not scene.server.listener.connections)
    assert not any(seat.is_present for seat in scene.runner.info().seats)
    assert scene.runner.info().spectators == 0
    await until(lambda: scene.server.listener.connection_limits.is_empty)


def _leftovers() -> Counter[str]:
    gc.collect()
    kinds = (TlsPipe, server_connection.ClientConnection, client_connection.Connection)
    return Counter(type(thing).__name__ for thing in gc.get_objects() if isinstance(thing, kinds))


async def test_all_players_drop_and_return_twenty_times(tmp_path: Path) -> None:
    before = _leftovers()
    async with scene_in(tmp_path, FEW) as scene, patience():
        bots = remembering_bots(scene.invitations)
        await asyncio.gather(*(bot.sit_down() for bot in bots))
        storm = asyncio.create_task(_drop_and_return(scene, 20, Random(20)))
        await storm
        await asyncio.gather(*(bot.play_on() for bot in bots))
        await _check_that_nobody_is_left(scene)

    assert (await check_by_journal(tmp_path, scene.runner.name, bots)).is_over
    assert asyncio.all_tasks() == {asyncio.current_task()}
    del scene, bots, storm
    assert _leftovers() == before


async def test_a_storm_during_a_game(tmp_path: Path) -> None:
    async with scene_in(tmp_path, FEW) as scene, patience():
        bots = remembering_bots(scene.invitations)
        await asyncio.gather(*(bot.sit_down() for bot in bots))
        storm = asyncio.create_task(_drop_and_return(scene, 20, Random(20)))
        await asyncio.gather(*(bot.play_on() for bot in bots))
        await storm
        await _check_that_nobody_is_left(scene)

    assert (await check_by_journal(tmp_path, scene.runner.name, bots)).is_over


async def _all_at_once(players: list[Player]) -> list[Player]:
    """Return those who hold the seat in the end."""
    outcomes = await asyncio.gather(*(player.sit_down() for player in players), return_exceptions=True)
    assert {type(outcome) for outcome in outcomes} <= {type(None), LostError, RefusedError}
    seated = [player for player, outcome in zip(players, outcomes, strict=True) if outcome is None]
    await until(lambda: sum(player.gone.done() for player in seated) >= len(seated) - 1)
    return [player for player in seated if not player.gone.done()]


async def test_eight_connections_of_one_player_leave_one_at_the_seat(tmp_path: Path) -> None:
    before = _leftovers()
    async with scene_in(tmp_path, FEW) as scene, patience():
        invitation, person = scene.invitations[0], Person(Identity.make(), "Hydra")
        heads, left = list[Player](), list[Player]()
        for _ in range(4):
            heads = [Player(invitation, person, admit, ignore, WIDE) for _ in range(8)]
            left = await _all_at_once(heads)
            await left[0].ready()

            assert len(left) == 1
            assert left[0].mirror.seat == 0
            assert all("elsewhere" in head.gone.result() for head in heads if head.gone.done())
            assert [seat.is_present for seat in scene.runner.info().seats] == [True, False, False]
            await asyncio.gather(*(head.leave() for head in heads))
        await _check_that_nobody_is_left(scene)
        sat_down = [h.entry for h in left[0].mirror.story if isinstance(h.entry, SatDown)]

    assert len(sat_down) == 1
    assert asyncio.all_tasks() == {asyncio.current_task()}
    del scene, heads, left
    assert _leftovers() == before


# Not wanted any more -------------------------------------------------------------------------


async def test_who_is_dismissed_while_coming_back_stays_away(tmp_path: Path) -> None:
    def dismiss(_: TableRunner, guest: Guest, __: int) -> None:
        guest.dismiss("elsewhere", is_final=True)

    async with scene_in(tmp_path) as scene:
        player = Player(scene.invitations[0], Person(Identity.make(), "Late"), admit, ignore, WIDE)
        await player.sit_down()
        with patch.object(TableRunner, "sync", dismiss):
            scene.gates[0].slam()
            sentence = await soon(player.gone)
        await player.leave()

    assert sentence == "You have taken this seat from somewhere else."


async def test_who_finds_another_host_at_the_address_is_gone_and_says_why(tmp_path: Path) -> None:
    def refuse(_: PublicKey) -> None:
        if has_sat_down:
            raise StrangeHostError("This is another host.")

    has_sat_down = False
    async with scene_in(tmp_path) as scene:
        player = Player(scene.invitations[0], Person(Identity.make(), "Wary"), refuse, ignore, WIDE)
        await player.sit_down()
        has_sat_down = True
        scene.gates[0].slam()
        with pytest.raises(RefusedError, match="another host"):
            await soon(player.ready())
        await player.leave()


class StrangeHostError(Exception):
    """Whatever a client raises that does not admit a host."""


async def test_an_address_that_never_answers_is_a_tls_error() -> None:
    """A listener whose queue is full lets nobody in and turns nobody away."""
    with socket.create_server((HERE, 0), backlog=0) as full:
        address = full.getsockname()
        waiting = [socket.socket() for _ in range(4)]
        for one in waiting:
            one.setblocking(False)
            one.connect_ex(address)
        coming = connect(Address(*address), Identity.make(), admit, WIDE)
        with pytest.raises(TlsError, match="does not answer"):
            await fast_forward(coming, client_connection.SECONDS_TO_CONNECT)
        for one in waiting:
            one.close()


async def test_a_connection_given_up_during_the_greeting_is_closed() -> None:
    has_come, has_gone = asyncio.Event(), asyncio.Event()

    async def keep_silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        has_come.set()
        with suppress(ConnectionError):
            await reader.read()
        has_gone.set()
        writer.close()

    async with await asyncio.start_server(keep_silent, HERE, 0) as silent:
        address = Address(*silent.sockets[0].getsockname())
        coming = asyncio.create_task(connect(address, Identity.make(), admit, WIDE))
        await has_come.wait()
        await whatever_is_ready()
        coming.cancel()
        await asyncio.wait([coming])
        await soon(has_gone.wait())
