"""A host that shows another log than our game's, or a beginning nobody knows."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import AsyncMock, patch

import pytest
from msgspec.structs import replace

from client.cli.fetching import recall_game
from client.cli.past import entries_in
from client.cli.record import text_until
from client.cli.verdict import as_data, verdict_of
from client.seat.connection import RefusedError
from client.seat.keeping import leads_to
from client.seat.player import Player
from client.seat.vault import Head
from protocol.entries import Chose, Stamped
from protocol.logfile import Title
from protocol.pace import Terms
from protocol.table.verify import Judgement, verify
from tests.harness.folders import LOGS
from tests.harness.logs import HOST, Signer, log_named, read_raw, written
from tests.harness.loopback import HERE, OpenTable, a_server, a_table, guest, play_at


async def test_a_host_that_shows_a_fair_game_that_was_not_ours_is_not_believed(tmp_path: Path) -> None:
    """Everybody who was there has signed it, and it is fair from its first entry to its last."""
    async with a_table(tmp_path / "data", game="ninjato") as table:
        await play_at(table, tmp_path)
        player = await table.seat(guest(tmp_path), Player)
        past = await recall_game(player, tmp_path)
        title, entries = Title(table.name, "rising_sun", 0), read_raw(log_named("host_plays"))[1]
        other = AsyncMock(return_value=(title, entries))
        with patch.object(Player, "log", other), pytest.raises(RefusedError, match="not match what you saw"):
            await recall_game(player, tmp_path)
        await player.leave()

    assert past.entries


def test_a_host_whose_marks_never_fitted_its_journal_is_noticed_by_who_gets_the_log() -> None:
    """To others the log is not proven: whoever passed it on could have changed it."""
    entries, fitted, unfit = entries_in(LOGS / "host_plays.log")[1], Signer(HOST), Signer(HOST)
    fair = [fitted.sign(stamp) for stamp in entries]
    unfit.sign(entries[0])
    false = [entries[0], *(unfitting(unfit, stamp) for stamp in entries[1:])]

    assert leads_to(end_of(fitted), fitted.chain.game, map(written, fair))
    assert not leads_to(end_of(unfit), unfit.chain.game, map(written, false))
    assert verify(false).judgement is Judgement.NOT_PROVEN


def unfitting(signer: Signer, stamp: Stamped) -> Stamped:
    """Have the host sign an entry with a mark that stands for nothing."""
    return signer.sign_link(replace(stamp, journal=bytes(32))) if stamp.entry.seen_by(None) else stamp


def end_of(signer: Signer) -> Head:
    return Head(len(signer.chain) - 1, signer.chain.head)


async def test_a_verdict_says_of_a_game_with_another_beginning_that_nobody_compared_that(
    tmp_path: Path,
) -> None:
    """The host can invent any beginning that follows the rules, with chance of its choosing."""
    entries = entries_in(LOGS / "three_people.log")[1]
    at = [seq for seq, stamp in enumerate(entries) if isinstance(stamp.entry, Chose)][-3]
    async with a_server(tmp_path / "data") as server:
        runner = await server.lobby.fork(text_until(entries, at), Terms())
        tokens = [await server.lobby.invite(runner) for _ in runner.table.seats]
        invitations = [server.invitation(HERE, runner.name, token) for token in tokens]
        table = OpenTable(server, runner, invitations)
        await play_at(table, tmp_path)
        report = verify(await table.stamps())

    assert report.judgement is Judgement.FAIR
    assert "Not compared: the game that this one continues." in verdict_of(report)
    assert as_data(report)["origin_not_compared"]
