"""`jinmaku log`, `replay` and `record`: a game on a real server, told again as each there was told it."""

from __future__ import annotations

import asyncio
import re
import sys
from argparse import ArgumentParser
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from importlib import import_module
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from client import __main__ as command_line
from client.cli.past import entries_in, heard_by, relive
from client.cli.record import journal_of
from client.connection import RefusedError
from client.log.rising_sun import title
from client.mirror import Heard
from client.player import Person, Player
from client.replay import ALL, SEALED, Eyes, knower_of, lines_of
from core.catalog import game_named
from core.deals import Deal, DealExpired, Goods, Promise
from core.games.rising_sun.board import MANDATES
from core.games.rising_sun.events import MandatesDrawn
from core.journal import final_state, read_journal
from core.position import write_toml
from core.records import Viewer
from protocol.entries import (
    ActedFreely,
    Answer,
    Answered,
    AskedBack,
    Began,
    Chose,
    Consented,
    Invited,
    Keyed,
    Offered,
    Opened,
    Revealed,
    Said,
    SatDown,
    SignedOff,
    TookBack,
)
from protocol.identity import Identity
from protocol.limits import Limits
from protocol.messages import TableState
from protocol.pace import Terms
from protocol.round_records import Certified, Committed, Outcome, RoundOpened, RoundSet
from server.house import open_house
from server.steward import Steward

ROOT = Path(__file__).parents[2]
GAME = game_named("rising_sun")
KOI, LOTUS, TURTLE = (
    GAME.seat_names.index("koi"),
    GAME.seat_names.index("lotus"),
    GAME.seat_names.index("turtle"),
)
SEATS = tuple(sorted((KOI, LOTUS, TURTLE)))
NAMES = {KOI: "Aiko", LOTUS: "Botan", TURTLE: "Chiyo"}
UNHURRIED = Limits(
    request_rate=1e6, request_burst=10**6, identity_request_rate=1e6, chat_rate=1e6, chat_burst=10**6
)


class Played(NamedTuple):
    """A game that was played, and what all who were there heard of it."""

    data: Path
    table: str
    log: Path
    stories: dict[Viewer, list[Heard]]
    end: Any


class Evening:
    """Three people and a spectator at a table."""

    def __init__(self, steward: Steward, players: dict[Viewer, Player], news: asyncio.Event) -> None:
        self.steward = steward
        self.players = players
        self.news = news
        self.dice = Random(3)

    async def choose(self) -> Chose:
        """Let somebody who is asked choose anything; give the choice, which may be a sealed one."""
        table = self.steward.table
        await self.until(lambda: bool(table.prompts))
        seat = self.dice.choice(list(table.prompts))
        prompt = table.prompts[seat].number
        await self.until(lambda: self.players[seat].mirror.prompt == prompt)
        line = GAME.line_of(self.players[seat].mirror.view.decision.sample(self.dice))
        await self.players[seat].choose(line)
        return Chose(seat, prompt, line)

    async def until(self, is_so: Callable[[], bool]) -> None:
        async with asyncio.timeout(5):
            while not is_so():
                self.news.clear()
                await self.news.wait()

    async def all_heard(self) -> None:
        """Wait until everybody has heard the last thing said."""
        words = f"moment {self.steward.table.seq}"
        await self.players[KOI].say(words)
        await self.until(lambda: all(p.mirror.story[-1].words == words for p in self.players.values()))

    async def deal(self, gives: Goods, wants: Goods, answer: Answer, *promises: Promise) -> bool:
        """Offer Lotus something as Koi, and say whether it could be settled that way."""
        koi, lotus = self.players[KOI], self.players[LOTUS]
        number = koi.mirror.next_deal(LOTUS)
        await koi.offer(Deal(number, KOI, LOTUS, gives, wants, promises))
        await self.all_heard()
        with suppress(RefusedError):
            who, other = (koi, LOTUS) if answer is Answer.WITHDRAW else (lotus, KOI)
            await who.answer(other, number, answer)
            await self.all_heard()
            return True
        return False

    async def take_back_with_consent(self, choice: Chose) -> None:
        await self.players[choice.seat].ask_back(choice.prompt)
        for seat in SEATS:
            if seat != choice.seat:
                await self.players[seat].consent(agrees=True)
        await self.all_heard()


@asynccontextmanager
async def evening(data: Path) -> AsyncIterator[Evening]:
    """Seat everybody and begin."""
    async with open_house(data, "127.0.0.1", 0, UNHURRIED) as house, AsyncExitStack() as stack:
        steward = await house.lobby.open(
            "rising_sun", tuple(GAME.seat_names[seat] for seat in SEATS), {}, Terms(), "seed of the evening"
        )
        players: dict[Viewer, Player] = {}
        news = asyncio.Event()
        for seat in (None, *SEATS):
            token = await house.lobby.invite(steward) if seat is not None else None
            name = NAMES[seat] if seat is not None else "Daiki"
            person = Person(Identity.make(), name, is_watching=seat is None, seat=seat)
            invitation = house.invitation("127.0.0.1", steward.name, token)
            player = Player(invitation, person, lambda _: None, lambda _: news.set(), UNHURRIED)
            await player.sit_down()
            stack.push_async_callback(player.leave)
            players[seat] = player
        for seat in SEATS:
            await players[seat].ready()
        table = Evening(steward, players, news)
        await table.until(lambda: all(player.mirror.view is not None for player in players.values()))
        yield table


async def long_evening(data: Path) -> tuple[str, dict[Viewer, list[Heard]], Any]:
    """Play a whole game, with everything that can come between two moves."""
    async with evening(data) as table:
        await chat(table)
        early = [await table.choose() for _ in range(4)]
        await table.all_heard()
        await make_deals(table)
        await table.take_back_with_consent(early[-1])
        await make_deals(table)
        await play_to_the_end(table)
        mirrors = [player.mirror for player in table.players.values()]
        await table.until(lambda: all(mirror.info.state is TableState.OVER for mirror in mirrors))
        await table.until(lambda: all(mirror.witness.signed_off == set(SEATS) for mirror in mirrors))
        stories = {viewer: list(player.mirror.story) for viewer, player in table.players.items()}
        return table.steward.name, stories, table.steward.table.state


async def play_to_the_end(table: Evening) -> None:
    """Choose and choose again, with second thoughts; once all allow one."""
    game, is_asked_for = table.steward.table, True
    for number in range(10**4):
        await table.until(lambda: bool(game.prompts) or game.is_over)
        if game.is_over:
            return
        choice = await table.choose()
        if number < 60:
            with suppress(RefusedError):
                await table.players[choice.seat].take_back(choice.prompt)
        if number >= 80 and is_asked_for and game.past[-1].seat == choice.seat:
            await table.take_back_with_consent(choice)
            is_asked_for = False


async def chat(table: Evening) -> None:
    await table.players[LOTUS].say("Good evening!")
    await table.players[TURTLE].say("Let us be friends, Lotus.", (LOTUS,))
    await table.players[KOI].say("Turtle is up to something.", (LOTUS, TURTLE))


async def make_deals(table: Evening) -> None:
    promise = Promise("words", "I shall be kind")
    assert await table.deal(Goods(), Goods(), Answer.DECLINE, promise)
    assert await table.deal(Goods(), Goods(), Answer.WITHDRAW, promise)
    assert await table.deal(Goods(), Goods(), Answer.ACCEPT, promise, Promise("stay_out", "kyoto"))
    assert await table.deal(Goods(coins=2), Goods(coins=1), Answer.ACCEPT)
    await table.players[TURTLE].offer(Deal(0, TURTLE, LOTUS, promises=(promise,)))
    await table.players[TURTLE].act("give koi 1 coins")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    folder = tmp_path_factory.mktemp("replay")
    table, stories, end = asyncio.run(long_evening(folder / "data"))
    log = folder / "game.log"
    assert command_line.main(["log", table[:5], "--data", str(folder / "data"), "-o", str(log)]) == 0
    return Played(folder / "data", table, log, stories, end)


def jinmaku(capsys: pytest.CaptureFixture[str], *argv: object) -> tuple[int, str, str]:
    code = command_line.main([str(word) for word in argv])
    return code, *capsys.readouterr()


def story_in(log: Path, eyes: Eyes) -> list[Heard]:
    story: list[Heard] = []
    for moment in relive(entries_in(log)[1]):
        heard = heard_by(eyes, moment, len(story))
        story += [heard] if heard is not None else []
    return story


def sealed_again(story: list[Heard]) -> list[Heard]:
    """Put what somebody could read back into what a log can show of it."""
    return [h._replace(words=SEALED) if isinstance(h.entry, Said) and h.entry.to else h for h in story]


# Telling -----------------------------------------------------------------------------------------


def test_the_evening_has_all_that_can_happen_in_it(played: Played) -> None:
    _, entries = entries_in(played.log)
    kinds = {type(then.entry) for then in entries}
    assert kinds >= {Opened, Invited, SatDown, Began, Chose, ActedFreely, TookBack, AskedBack, Consented}
    assert kinds >= {Said, Offered, Answered}
    assert kinds >= {Keyed, RoundOpened, Committed, RoundSet, Certified, Outcome, Revealed, SignedOff}
    assert played.end.winners


@pytest.mark.parametrize("viewer", [None, *SEATS])
def test_a_viewer_is_told_again_exactly_what_they_were_told(played: Played, viewer: Viewer) -> None:
    told = played.stories[viewer]
    assert len(told) > 100
    assert story_in(played.log, viewer) == sealed_again(told)


@pytest.mark.parametrize("viewer", [None, *SEATS])
def test_what_replay_prints_is_what_a_client_would_print(
    played: Played, viewer: Viewer, capsys: pytest.CaptureFixture[str]
) -> None:
    name = "spectator" if viewer is None else GAME.seat_names[viewer]
    code, out, err = jinmaku(capsys, "replay", played.log, "--plain", "--as", name)
    heading, *lines = out.splitlines()
    assert (code, err) == (0, "")
    assert heading.endswith(f"as seen by {name}.")
    assert lines == list(lines_of(GAME, sealed_again(played.stories[viewer]), viewer))


def test_all_eyes_see_every_entry_and_what_was_hidden(
    played: Played, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = jinmaku(capsys, "replay", played.log)
    story = story_in(played.log, ALL)
    assert code == 0
    assert [heard.number for heard in story] == list(range(len(entries_in(played.log)[1])))
    drawn = [event for heard in story for event in heard.events if isinstance(event, MandatesDrawn)]
    assert drawn
    assert all(event.tiles for event in drawn)
    assert out.count("draws mandates: ") == len(drawn)
    assert "Turtle says to Lotus alone: (sealed words)" in out
    assert out.count("An invitation is made out.") == len(SEATS)
    assert "Let us be friends" not in out


def test_others_see_neither_tiles_nor_private_deals_nor_that_somebody_whispers(
    played: Played, capsys: pytest.CaptureFixture[str]
) -> None:
    _, out, _ = jinmaku(capsys, "replay", played.log, "--as", "spectator")
    assert "draws mandates." in out
    assert "draws mandates: " not in out
    assert "alone" not in out
    assert "offers Lotus deal" not in out
    assert "Lotus says: Good evening!" in out


def test_an_event_for_two_is_told_by_one_of_them() -> None:
    assert knower_of(GAME, DealExpired(0, TURTLE, LOTUS)) in {TURTLE, LOTUS}


@pytest.mark.parametrize("command", ["replay", "record"])
def test_a_reader_who_has_seen_enough_is_no_trouble_with_the_log(
    played: Played, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Gone(StringIO):
        def write(self, _: str) -> int:
            raise BrokenPipeError

    monkeypatch.setattr(sys, "stdout", Gone())
    parser = ArgumentParser()
    module = import_module(f"client.cli.{command}")
    module.add_arguments(parser)
    with pytest.raises(BrokenPipeError):
        module.run(parser.parse_args([str(played.log)]))


# A position --------------------------------------------------------------------------------------


def test_the_position_at_the_end_is_the_end(played: Played, capsys: pytest.CaptureFixture[str]) -> None:
    last = len(entries_in(played.log)[1]) - 1
    code, out, _ = jinmaku(capsys, "replay", played.log, "--at", last)
    story, position = out.split("\n\n", 1)
    assert code == 0
    assert story == jinmaku(capsys, "replay", played.log)[1].rstrip("\n")
    assert position == write_toml(GAME.write_position(played.end))


def test_a_position_of_any_moment_shows_a_seat_what_it_saw_then(
    played: Played, capsys: pytest.CaptureFixture[str]
) -> None:
    story = played.stories[TURTLE]
    number = next(h.number for h in story for event in h.events if getattr(event, "tiles", ()))
    _, own, _ = jinmaku(capsys, "replay", played.log, "--as", "turtle", "--at", number)
    tiles = next(event.tiles for event in story[number].events if isinstance(event, MandatesDrawn))
    hand = own.partition("Only you see: the mandates you have drawn: ")[2].splitlines()[0]
    assert re.split(", | and ", hand.rstrip(".")) == [title(MANDATES[tile]) for tile in tiles]

    public = story[number].entry.seen_by(None)
    others = next(h.number for h in played.stories[None] if h.entry == public)
    _, watched, _ = jinmaku(capsys, "replay", played.log, "--as", "spectator", "--at", others)
    assert "Only you see" not in watched


def test_before_the_game_there_is_no_position(played: Played, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = jinmaku(capsys, "replay", played.log, "--at", 0)
    assert code == 0
    assert out.splitlines()[-1] == "The game has not begun."
    assert "seed of the evening" not in out


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["--at", "99999"], "no moment 99999"),
        (["--as", "bonsai"], "Nobody sat"),
        (["--as", "x"], "Nobody sat"),
    ],
)
def test_what_is_not_in_a_log_is_a_wrong_call(
    played: Played, options: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _, err = jinmaku(capsys, "replay", played.log, *options)
    assert code == 2
    assert complaint in err


# A record ----------------------------------------------------------------------------------------


def test_a_record_leads_to_the_same_end(played: Played, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = jinmaku(capsys, "record", played.log)
    journal, _ = read_journal(out)
    assert (code, err) == (0, "")
    assert final_state(journal) == played.end
    assert "Good evening" not in out


def test_what_was_taken_back_is_not_in_the_record(played: Played) -> None:
    _, entries = entries_in(played.log)
    journal, table = journal_of(entries)
    kinds = [type(then.entry) for then in entries]
    made = [kind for kind in kinds[kinds.index(Began) :] if kind in {Chose, Committed}]
    gifts = [move for move in journal.moves if ": give " in move]
    assert table.state == played.end
    assert len(journal.moves) - len(gifts) < len(made)
    assert sorted(gifts) == ["koi: give lotus 2 coins", "lotus: give koi 1 coins", "turtle: give koi 1 coins"]


# A game that is not over ---------------------------------------------------------------------------


def test_a_running_game_keeps_its_secrets_and_a_frozen_one_can_be_looked_into(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def short_evening() -> str:
        async with evening(tmp_path / "data") as table:
            for _ in range(12):
                await table.choose()
            refused = await asyncio.to_thread(log_of, table.steward.name)
            assert refused == (1, "")
            monkeypatch.setattr("server.steward.propose", broken)
            with pytest.raises(RefusedError, match="frozen"):
                await table.choose()
        return table.steward.name

    def log_of(name: str) -> tuple[int, str]:
        code, out, err = jinmaku(capsys, "log", name, "--data", tmp_path / "data", "-o", tmp_path / "it.log")
        assert ("is still running" in err) == (code == 1)
        return code, out

    def broken(*_: object) -> None:
        raise AssertionError

    name = asyncio.run(short_evening())
    assert not (tmp_path / "it.log").exists()
    assert log_of(name)[0] == 0
    code, out, _ = jinmaku(capsys, "record", tmp_path / "it.log")
    assert code == 0
    assert final_state(read_journal(out)[0]).winners == ()
    assert " frozen " in jinmaku(capsys, "log", "--data", tmp_path / "data")[1]
