"""Plans of Shogun as clients know them: a whole game, its log, and clients that are lost in between."""

from __future__ import annotations

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple, TypeAlias, cast

import pytest
from msgspec.structs import replace

from client.cli.past import moments_of
from client.cli.record import record_of, text_of
from client.cli.verify import verify_file
from client.seat.boxes import Pocket
from client.seat.fraud import FraudError
from client.seat.mirror import Mirror
from client.seat.player import Player
from client.seat.sealer import Hand, KeptSeal
from core.catalog import game_named
from core.chance import SeededRng
from core.decisions import EMPTY, Arrangement
from core.flow import turning_of
from core.game import start
from core.games.shogun.board import BID, FACE_DOWN, NO_CARD, NUMBER_OF_CARD
from core.kinds import TurnOver
from core.record import final_state, read_record, replay
from protocol.canonical import encode
from protocol.entries import Stamped
from protocol.header import Opening
from protocol.round_records import Handed, Turned
from protocol.table.verify import Judgement
from protocol.talk import TalkKey
from tests.harness.drops import judge, quick
from tests.harness.drops import play as play_badly
from tests.harness.logs import identity, log_of, read, witness_of
from tests.harness.loopback import a_server, new_table, play_a_game
from tests.harness.nothing_lost import check_by_journal, impatient, remembering_bots
from tests.independent.verifier import FAIR, verify
from tests.waiting import patience, until

SHOGUN = game_named("shogun")
SEATS = ("red", "blue", "yellow")
RED = 0


class Seen(NamedTuple):
    """What a client saw of the plans while it followed a game: its own, and as the server shows them."""

    own: tuple[int, ...]
    shown: tuple[int, ...]
    others: list[tuple[int, ...]]
    plan: Arrangement


class Played(NamedTuple):
    """A game to its end."""

    log: Path
    entries: list[Stamped]
    seen: list[Seen]
    handed: list[bool]  # whether it was due


def watching(monkeypatch: pytest.MonkeyPatch, seen: list[Seen], handed: list[bool]) -> None:
    """Look at the plans in every view a client gets, and whether it hands over only what it must."""
    take_part = Player._take_part  # noqa: SLF001

    async def look_on(player: Any, due: Any) -> None:
        if isinstance(due, Handed):
            step, mirror = TurnOver(due.dealer, due.place), player.mirror
            cards = own_plan(mirror).cards if due.dealer == mirror.seat else (EMPTY,) * BID
            is_loose = SHOGUN.rules.turning.is_loose(mirror.shown, step, cards[due.place])  # type: ignore[union-attr]
            handed.append(mirror.turning == step or (is_loose and due.dealer == mirror.seat))
        await take_part(player, due)

    monkeypatch.setattr(Player, "_take_part", look_on)
    fill_in = Mirror._fill_in  # noqa: SLF001

    def look(mirror: Any) -> None:
        fill_in(mirror)
        view, shown = mirror.view, mirror.shown
        if view is not None and view.plans and mirror._own:  # noqa: SLF001
            others = [view.plans[seat] for seat in view.seats if seat != mirror.seat]
            seen.append(Seen(view.plans[mirror.seat], shown.plans[mirror.seat], others, own_plan(mirror)))

    monkeypatch.setattr(Mirror, "_fill_in", look)


def own_plan(mirror: Any) -> Any:
    return mirror._own[mirror.table.laid.sealed[mirror.seat].record.commitment]  # noqa: SLF001


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    folder, seen, handed = tmp_path_factory.mktemp("plans"), list[Seen](), list[bool]()
    with pytest.MonkeyPatch.context() as monkeypatch:
        watching(monkeypatch, seen, handed)
        table = asyncio.run(play_a_game(folder, "shogun"))
    data = asyncio.run(log_of(folder, table, "shogun"))
    log = folder / "plans.log"
    log.write_bytes(data)
    return Played(log, read(data)[1], seen, handed)


def test_a_client_sees_its_own_cards_though_the_server_does_not_know_them(played: Played) -> None:
    hidden = 0
    for own, shown, _, plan in played.seen:
        for place, name in enumerate(plan.cards[:BID]):
            assert own[place] != FACE_DOWN
            assert own[place] in (NUMBER_OF_CARD[name], NO_CARD)
            hidden += shown[place] == FACE_DOWN
    assert hidden > 1000


def test_a_client_sees_of_others_what_was_turned_over(played: Played) -> None:
    assert any(FACE_DOWN in plan for seen in played.seen for plan in seen.others)
    assert any(card >= 0 for seen in played.seen for plan in seen.others for card in plan[:BID])


def test_no_client_hands_over_a_card_before_its_turn(played: Played) -> None:
    assert len(played.handed) > 100
    assert all(played.handed)


def test_both_verifiers_find_the_game_fair(played: Played) -> None:
    report = verify_file(played.log)

    assert (report.judgement, report.faults) == (Judgement.FAIR, [])
    assert verify(played.log.read_bytes()).code == FAIR


def test_a_record_has_the_plans_as_they_were_laid_and_leads_to_the_same_end(played: Played) -> None:
    record, table = record_of(played.entries)
    end = final_state(record)

    assert "?" not in text_of(played.log)
    assert SHOGUN.write_position(end) == SHOGUN.write_position(table.state)
    assert end.vp == table.state.vp
    assert sum(1 for _ in replay(read_record(text_of(played.log))[0])) == len(record.moves) + 1


def test_a_record_of_a_game_that_stopped_within_a_season_can_be_played_again(played: Played) -> None:
    """What was not turned over is not in it."""
    numbers = [number for number, stamp in enumerate(played.entries) if isinstance(stamp.entry, Turned)]
    for number in numbers[:60:7]:
        record, table = record_of(played.entries[: number + 1])
        end = final_state(record)
        assert (end.vp, end.chests, end.owner) == (table.state.vp, table.state.chests, table.state.owner)
        assert (end.agenda, end.draws) == (table.state.agenda, table.state.draws)


def test_a_replay_shows_everybody_their_own_cards(played: Played) -> None:
    """As far as they were turned over in the end; nobody is shown others' cards."""
    shown = 0
    for moment in moments_of(played.entries, RED):
        if moment.view is not None and moment.view.plans:
            assert FACE_DOWN not in moment.view.plans[RED]
            shown += FACE_DOWN in moment.view.plans[RED + 1]
    assert shown > 100
    assert any(FACE_DOWN in m.view.plans[RED] for m in moments_of(played.entries, None) if has_plans(m.view))


def has_plans(view: Any) -> bool:
    return view is not None and bool(view.plans)


async def test_a_game_goes_on_though_clients_are_lost_while_cards_are_turned_over(tmp_path: Path) -> None:
    with quick() as ledger:
        game = await play_badly(tmp_path, 3, 1, "shogun")
        judge(game, ledger)

    assert sum(count for name, count in game.losses.counts.items() if name.startswith("lost ")) > 0


async def test_a_server_that_stops_between_two_cards_goes_on_where_it_was(tmp_path: Path) -> None:
    with impatient():
        async with a_server(tmp_path) as server:
            open_table = await new_table(server, 3, "shogun")
            runner, bots = open_table.runner, remembering_bots(open_table.invitations)
            games = asyncio.gather(*(bot.play() for bot in bots))
            await until(lambda: len(runner.table.turned) > 8)
        assert not runner.table.is_over
        async with a_server(tmp_path, server.port) as server:
            async with patience():
                await games
            assert server.lobby.runners[runner.name].table.is_over

    assert (await check_by_journal(tmp_path, runner.name, bots)).is_over


# Hosts that show what cannot be ------------------------------------------------------------------


class Board(SimpleNamespace):
    """As much of a mirror as a hand needs."""

    clocks = ()

    @property
    def turning(self) -> TurnOver | None:
        return turning_of(self.shown.agenda)


LaidTable: TypeAlias = tuple[Hand, Board]


@pytest.fixture
def laid_table() -> LaidTable:
    """The hand of somebody who has laid ten cards, and what it sees."""
    witness, _ = witness_of("plans", lambda _, stamp: isinstance(stamp.entry, Turned))
    laid = witness.table.laid
    assert laid is not None
    state, _ = start(SHOGUN, (0, 1, 2), {}, SeededRng(b"board"))
    talk_key, shown = TalkKey(), SHOGUN.view_for(state, RED)
    witness.table.talk_keys[RED] = talk_key.public
    board = Board(
        witness=witness, table=witness.table, game=SHOGUN, shown=shown, info=None, talk_key=talk_key
    )
    box, record = Pocket(), laid.sealed[RED].record
    kept = KeptSeal(record, Opening((), b""), (Opening((), b""),) * BID, ("c0",) * BID, "plan")
    box.keep_dealt(laid.header.round, laid.context, encode(kept))
    return Hand(identity(RED), cast("Mirror", board), RED, box), board


@pytest.mark.parametrize("step", [TurnOver(0, 10), TurnOver(0, -1), TurnOver(1, 99), TurnOver(300, 0)])
async def test_a_client_stops_where_the_host_waits_for_what_nobody_has_laid(
    step: TurnOver, laid_table: LaidTable
) -> None:
    hand, mirror = laid_table
    mirror.shown = replace(mirror.shown, agenda=(*mirror.shown.agenda, step))

    with pytest.raises(FraudError, match="sealed nothing for that place"):
        hand.due()


async def test_a_client_stops_at_a_board_without_places(laid_table: LaidTable) -> None:
    hand, mirror = laid_table
    mirror.shown = replace(mirror.shown, agenda=(), plans=((),))

    with pytest.raises(FraudError, match="an impossible board"):
        hand.due()


async def test_a_client_hands_over_nothing_while_no_card_has_to_be_turned_over(laid_table: LaidTable) -> None:
    hand, mirror = laid_table
    mirror.shown = replace(mirror.shown, agenda=())

    assert hand.due() is None
