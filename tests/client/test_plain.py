"""The line client at a real table on loopback, typed to and read line by line."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from unittest.mock import AsyncMock

from client.plain.commands import COMMANDS
from protocol.logfile import MAGIC
from protocol.pace import Absence, Bank, Terms
from tests.client.typist import Typist, bots, three_people
from tests.harness.loopback import a_server, a_table
from tests.waiting import patience

# A whole game --------------------------------------------------------------------------------


QUESTION = re.compile(r"^.* \(RS-[\w.-]+\)\n((?:  .*\n)+)", re.MULTILINE)


def an_answer(shown: str, dice: Random) -> str:
    """Pick any of the choices that were shown last."""
    *_, choices = QUESTION.findall(shown[-5000:])
    if "Type 'bid 0 0 0 0'" in choices:
        return f"bid {dice.randrange(2)} 0 0 0"
    numbers: list[str] = re.findall(r"(?:^  |: |, )(\d+) [a-z]", choices, re.MULTILINE)
    return dice.choice(numbers)


def is_log(path: str) -> bool:
    return Path(path).read_bytes().startswith(MAGIC)


async def test_a_whole_game_is_played_by_picking_numbers(tmp_path: Path) -> None:
    dice = Random(3)
    async with a_table(tmp_path) as table, bots(table, 2):
        anna = Typist(table.invite(), "Anna")
        await anna.type("/ready", "The game begins.")
        for _ in range(1000):
            await anna.type("/wait")
            await anna.type("/done waiting", "There is no command /done")
            if "The game is over." in anna.text:
                break
            await anna.type(an_answer(anna.text, dice))
        look = await anna.type("/look", "Tsukuyomi")
        saved = await anna.type("/save", "Saved: ")
        table.server.lobby.on_again = AsyncMock()
        again = await anna.type("/again", "Your seat at the next table")

        assert re.search(r"jinmaku join 'table://\S+&t=\S+'", again)
        assert "Another game with the same people is open" in again
        assert re.search(r"(wins|share the victory): .*VP", anna.text)
        assert look.startswith("The game is over.")
        assert is_log(saved.split("Saved: ")[1].strip())
        assert anna.rings > 1
        assert await anna.close() == 0


# Talk and deals ------------------------------------------------------------------------------


async def test_a_whisper_is_heard_by_those_it_is_for(tmp_path: Path) -> None:
    async with three_people(tmp_path) as (anna, ben, cleo):
        watcher = anna.watched_by("Dora")
        await watcher.read("You are watching.")
        await anna.type("/to lotus Kyoto is mine", "Koi says to Lotus alone: Kyoto is mine")
        await ben.read("Koi says to Lotus alone: Kyoto is mine")
        await anna.type("'hello all", "Koi says: hello all")

        assert "Kyoto is mine" not in await cleo.read("Koi says: hello all")
        assert "Kyoto is mine" not in await watcher.read("Koi says: hello all")
        await watcher.close()


async def test_a_deal_is_offered_countered_and_made(tmp_path: Path) -> None:
    async with three_people(tmp_path) as (anna, ben, cleo):
        await anna.type('/offer lo give 2 coins ask stay_out edo, "my help"', "Koi offers Lotus deal 1")
        await ben.read("Answer with /accept koi 1, /decline koi 1 or /counter koi 1 ...")
        await ben.type("/counter koi 1 want 1 coin", "Lotus offers Koi deal 2 instead of deal 1")
        await anna.type("/accept lotus 2", "Koi gives Lotus 1 coin.")
        deals = await anna.type("/deals", "lotus 2, accepted: Koi gives 1 coin.")
        table = await cleo.type("/look", "Lotus: 0 VP, 8 coins")

        assert "lotus 1, countered: Koi gives 2 coins; Lotus promises to stay out of Edo, “my help”." in deals
        assert "Koi: 0 VP, 4 coins" in table
        assert "deal" not in cleo.text


async def test_who_is_muted_is_not_heard(tmp_path: Path) -> None:
    async with three_people(tmp_path) as (anna, ben, _):
        await ben.type("/mute koi", "You no longer hear what Koi says.")
        await anna.type("'one", "Koi says: one")
        await anna.type("2", "Koi offers Turtle an alliance.")
        before = await ben.read("Koi offers Turtle an alliance.")
        await ben.type("/unmute koi", "You hear what Koi says.")
        await anna.type("'two", "Koi says: two")
        await ben.read("Koi says: two")

        assert "says: one" not in before


# Choices -------------------------------------------------------------------------------------


async def test_a_number_keeps_its_meaning_while_others_act(tmp_path: Path) -> None:
    async with three_people(tmp_path) as (anna, ben, cleo):
        own = await anna.type("ally lotus", "  3 ready")
        changed = await ben.read("  4 refuse koi")
        await ben.type("3", "Lotus has had tea.")
        await cleo.read("Lotus has had tea.")

        assert "Your choices have changed." not in own
        assert "  1 refuse lotus" in own
        assert "Your choices have changed." in changed
        assert "  3 ready" in changed


async def test_gifts_go_through_between_decisions(tmp_path: Path) -> None:
    async with three_people(tmp_path) as (anna, ben, _):
        await anna.type("3", "Koi has had tea.")
        await anna.type("", "Type 'give SEAT 5 coins 0 ronin' or less")
        await anna.type("give lotus 2 coins", "Koi gives Lotus 2 coins.")
        await ben.read("Koi gives Lotus 2 coins.")


async def test_a_refusal_shows_the_sentence_and_the_rule(tmp_path: Path) -> None:
    async with three_people(tmp_path) as (anna, *_):
        refused = await anna.type("mandate train", "(RS-")
        missing = await anna.type("77", "There is no choice 77")
        unread = await anna.type("ally moon", "'moon' is no clan")
        empty = await anna.type("give lotus 9 coins", "(RS-")

        for sentence in (refused, missing, unread, empty):
            assert sentence.count("\n") == 1


async def test_a_choice_is_taken_back_alone_or_with_consent(tmp_path: Path) -> None:
    async with three_people(tmp_path) as (anna, ben, cleo):
        await anna.type("ally lotus", "Koi offers Lotus an alliance.")
        await anna.type("/undo", "Koi takes back the last choice.")
        await anna.read("  1 ally lotus")
        await anna.type("ally turtle", "Koi offers Turtle an alliance.")
        await cleo.read("Koi offers Turtle an alliance.")
        await cleo.type("ally lotus", "Turtle offers Lotus an alliance.")
        await anna.read("Turtle offers Lotus an alliance.")
        await anna.type("/undo", "The others are asked whether they allow it.")
        await ben.read("Do you allow it? /agree or /refuse.")
        await ben.type("/agree", "Lotus agrees.")
        await cleo.type("/agree", "All agree: the choice of Koi is taken back.")
        await anna.type("/undo", "There is no choice of yours to take back.")
        look = await anna.type("/look", "Tsukuyomi")

        assert "Alliances offered" not in look


# Every command -------------------------------------------------------------------------------

EXAMPLES = {
    "say": ("say good evening", "Koi says: good evening"),
    "to": ("to lotus,turtle psst", "Koi says to Lotus and Turtle alone: psst"),
    "offer": ("offer turtle promise no_bid hire", "Koi offers Turtle deal 1"),
    "counter": ("counter lotus 7 give 1 coin", "There is no deal 7"),
    "accept": ("accept lotus 7", "There is no deal 7"),
    "decline": ("decline lotus 7", "There is no deal 7"),
    "withdraw": ("withdraw turtle 1", "Koi withdraws deal 1, offered to Turtle."),
    "deals": ("deals", "turtle 1, withdrawn: Koi promises not to bid on Hire Ronin."),
    "undo": ("undo", "There is no choice of yours"),
    "change": ("change", "There is nothing sealed that you could change"),
    "agree": ("agree", "Nobody waits for your consent."),
    "refuse": ("refuse", "Nobody waits for your consent."),
    "vote": ("vote lotus yes", "neither out of time nor away"),
    "ready": ("ready", "The game has begun already."),
    "again": ("again", "This game is not over yet."),
    "save": ("save", "This game is not over yet."),
    "look": ("look", "Koi (you): 0 VP, 5 coins, 0 ronin, no ally."),
    "table": ("table", "The game is running."),
    "credits": ("credits", "the file of figures names the source"),
    "who": ("who", "Koi: Anna (you), here."),
    "log": ("log 5", "Turtle takes 6 coins as income."),
    "wait": ("wait", ""),
    "mute": ("mute lotus", "You no longer hear what Lotus says."),
    "unmute": ("unmute lotus", "You hear what Lotus says."),
    "help": ("help offer", "/offer SEAT TERMS"),
    "quit": ("quit", ""),
}


async def test_every_command_of_the_help_does_what_it_says(tmp_path: Path) -> None:
    assert EXAMPLES.keys() == COMMANDS.keys()
    async with three_people(tmp_path) as (anna, *_):
        listed = await anna.type("/help", "  /quit")
        for line, answer in EXAMPLES.values():
            await anna.type(f"/{line}", answer)

        forms = [line.split()[0] for line in listed.splitlines() if line.startswith("  /")]
        assert forms == [f"/{name}" for name in COMMANDS]
        async with patience():
            assert await anna.session == 0


# Coming and going ----------------------------------------------------------------------------


async def test_what_was_agreed_on_is_told_before_the_game_begins(tmp_path: Path) -> None:
    terms = Terms(Bank(1200, 30), 300, Absence.BOT)
    async with a_table(tmp_path, terms=terms) as table:
        anna = Typist(table.invite(), "Anna")
        told = await anna.read("Type /ready when the game may begin for you.")

        assert "Rising Sun for Koi, Lotus and Turtle." in told
        assert "Options: set torii, shrines beginners." in told
        assert "20m for the whole game and 30s more" in told
        assert "played by a bot" in told
        await anna.close()


async def test_a_running_clock_is_announced(tmp_path: Path) -> None:
    async with a_table(tmp_path, terms=Terms(Bank(2, 0), 300, Absence.VOTE)) as table, bots(table, 2):
        anna = Typist(table.invite(), "Anna")
        await anna.type("/ready", "Your turn. You have ")
        await anna.read("Your time is up: the others vote whether a bot takes over.")
        await anna.type("/who", "0s left, running")
        await anna.close()


async def test_who_watches_can_do_nothing_but_look(tmp_path: Path) -> None:
    async with three_people(tmp_path) as (anna, *_):
        dora = anna.watched_by("Dora")
        await dora.read("You are watching.")
        for line in ("/say hello", "/to koi hello", "/offer koi give 1 coin", "/undo", "/vote koi yes"):
            await dora.type(line, "You are watching; only players can do that.")
        await dora.type("ready", "Nothing is asked of you now.")
        await dora.type("/look", "Koi: 0 VP")
        await dora.close()


async def test_a_lost_connection_is_said_once(tmp_path: Path) -> None:
    async with three_people(tmp_path) as (anna, *_):
        connection = anna.desk.player._connection  # noqa: SLF001
        assert connection is not None
        connection.close()

        told = await anna.read("Connected again.")
        assert told.count("connection") == 1
        assert "The connection was lost.\n" in told


async def test_who_has_no_more_to_say_hears_what_becomes_of_their_seat(tmp_path: Path) -> None:
    kept = "There is no more input, so you leave the table.\nYour seat is kept for you"
    async with three_people(tmp_path) as (anna, ben, _):
        dora = anna.watched_by("Dora")
        await dora.read("You are watching.")
        await dora.close()
        await ben.type("/quit")
        await ben.session
        await anna.close()

        assert kept in anna.text
        assert "no more input" not in ben.text
        assert "so you leave the table.\n" in dora.text
        assert "Your seat" not in dora.text


async def test_a_server_that_comes_back_is_joined_again(tmp_path: Path) -> None:
    async with a_table(tmp_path) as table:
        anna = Typist(table.invite(), "Anna")
        await anna.read("Type /ready")
    await anna.read("The server stops. Your seat is kept for you.\n")
    async with a_server(tmp_path, table.server.port):
        await anna.read("Connected again.")
        await anna.type("'back again", "Koi says: back again")
        await anna.close()


async def test_who_comes_from_elsewhere_ends_the_first_session(tmp_path: Path) -> None:
    async with a_table(tmp_path) as table:
        anna = Typist(table.invite(), "Anna")
        await anna.read("Type /ready")
        again = anna.elsewhere()
        await again.read("You are Koi.")

        assert await anna.session == 1
        assert "You have come to this seat from elsewhere." in anna.text
        await again.close()
