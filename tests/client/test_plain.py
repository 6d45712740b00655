"""The line client at a real table on loopback, typed to and read line by line."""

from __future__ import annotations

import asyncio
import os
import re
from contextlib import nullcontext
from pathlib import Path
from random import Random
from unittest.mock import AsyncMock

import pytest

from client.plain.commands import COMMANDS
from client.plain.screen import Lines, Screen
from client.plain.session import sit_at
from client.seat.journey import Way
from client.seat.news import Person
from client.table.acts import Open, Take
from client.table.errands import Doubt
from core.catalog import game_named
from protocol.identity import Identity
from protocol.logfile import MAGIC
from protocol.pace import Absence, Bank, Terms
from tests.client.typist import Typist, bots, three_people
from tests.harness.loopback import WIDE, a_server, a_table, admit
from tests.waiting import patience, soon, until

GAME = game_named("rising_sun")

# A whole game --------------------------------------------------------------------------------


def an_answer(anna: Typist, dice: Random) -> str:
    """Pick anything that can be typed now: in a conversation a usual answer, otherwise a key of the list."""
    if anna.desk.dialog is not None:
        return "yes" if isinstance(anna.desk.dialog.question, Doubt) else ""
    entries = anna.desk.model.listing.entries
    return dice.choice([entry.key for entry in entries if isinstance(entry.act, Take | Open)])


def is_log(path: str) -> bool:
    return Path(path).read_bytes().startswith(MAGIC)


async def test_a_whole_game_is_played_by_picking_from_lists(tmp_path: Path) -> None:
    dice = Random(3)
    async with a_table(tmp_path) as table, bots(table, 2):
        anna = Typist(table.invite(), "Anna")
        await anna.type("/ready", "The game begins.")
        for _ in range(2000):
            await anna.type("/wait")
            await anna.type("/done waiting", "There is no command /done")
            if "The game is over." in anna.text:
                break
            await anna.type(an_answer(anna, dice))
        look = await anna.type("/look all", "Tsukuyomi")
        saved = await anna.type("/save", "Saved: ")
        table.server.lobby.on_again = AsyncMock()
        again = await anna.type("/again", "Your seat at the next table")

        assert re.search(r"jinmaku join 'table://\S+&t=\S+'", again)
        assert "Another game with the same people is open" in again
        assert re.search(r"(wins?|share the victory.*): .*VP", anna.text)
        assert look.startswith("The game is over.")
        assert is_log(saved.split("Saved: ")[1].strip())
        assert anna.rings > 1
        assert await anna.close() == 0


async def test_what_is_asked_again_after_an_answer_is_put_again(tmp_path: Path) -> None:
    async with a_table(tmp_path, game="ninjato") as table, bots(table, 2):
        anna = Typist(table.invite(), "Anna")
        await anna.type("/ready", "Where do you place a shuriken?")
        await anna.type("d", "which card do you take?")

        assert "You draw a card: a " in await anna.type("t", "which card do you take?")
        await anna.close()


async def test_who_comes_later_hears_what_happened_and_not_what_was_laid_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("client.plain.aloud.STORY_LINES", 1000)
    async with a_table(tmp_path, game="ninjato") as table, bots(table, 2):
        anna = Typist(table.invite(), "Anna")
        await anna.type("/ready", "Where do you place a shuriken?")
        dora = anna.watched_by("Dora")
        told = await dora.read("You are watching.")

        assert "Anna sits down as" in told
        assert "Round 1 begins." in told
        assert "A table opens" not in told
        assert "is added to the row in the dojo" not in told
        await dora.close()
        await anna.close()


# Talk and deals ------------------------------------------------------------------------------


async def test_a_whisper_is_heard_by_those_it_is_for(tmp_path: Path) -> None:
    async with three_people(tmp_path) as (anna, ben, cleo):
        watcher = anna.watched_by("Dora")
        await watcher.read("You are watching.")
        await anna.type("/to lotus Kyoto is mine", "You say only to Lotus: Kyoto is mine")
        await ben.read("Koi says only to you: Kyoto is mine")
        await anna.type("'hello all", "You say: hello all")

        assert "Kyoto is mine" not in await cleo.read("Koi says: hello all")
        assert "Kyoto is mine" not in await watcher.read("Koi says: hello all")
        await watcher.close()


async def test_people_are_spoken_to_by_their_names_too(tmp_path: Path) -> None:
    async with three_people(tmp_path) as (anna, ben, _cleo):
        await anna.type("/to ben psst", "You say only to Lotus: psst")
        await ben.type("/to ANNA what", "You say only to Koi: what")
        await anna.type("/to anna me", "That is your own seat.")
        await anna.type("/to all hear me", "You say: hear me")


async def test_a_counter_offer_without_terms_is_asked_for(tmp_path: Path) -> None:
    async with three_people(tmp_path) as (anna, ben, _cleo):
        await anna.type("/offer lotus give 2 coins", "You offer Lotus deal 1")
        await ben.read("Answer Koi's deal 1")
        await ben.type("/counter koi 2", "There is no deal 2")
        await ben.type("/counter koi 1", "What you give: how many coins?")
        await ben.type("", "What you want from Koi: how many coins? Enter alone means 2.")


async def test_a_deal_is_offered_countered_and_made(tmp_path: Path) -> None:
    async with three_people(tmp_path) as (anna, ben, cleo):
        await anna.type('/offer lo give 2 coins ask stay_out edo, "my help"', "You offer Lotus deal 1")
        await ben.read("Answer Koi's deal 1")
        await ben.type("/counter koi 1 want 1 coin", "You offer Koi deal 2 instead of deal 1")
        await anna.type("/accept lotus 2", "You give Lotus 1 coin.")
        deals = await anna.type("/deals", "Lotus 2, accepted: you give 1 coin.")
        table = await cleo.type("/look", "Lotus: 0 VP, 8 coins")

        assert "Lotus 1, countered: you give 2 coins; Lotus promises to stay out of Edo, “my help”." in deals
        assert "Koi: 0 VP, 4 coins" in table
        assert "deal" not in cleo.text


async def test_two_deals_of_the_same_player_are_told_apart(tmp_path: Path) -> None:
    async with three_people(tmp_path) as (anna, ben, _):
        await anna.type("/offer lotus give 1 coin", "You offer Lotus deal 1")
        await anna.type("/offer lotus want 1 coin", "You offer Lotus deal 2")
        await ben.read("Answer Koi's deal 1")
        key = re.findall(r"(\S+)\. Answer Koi's deal 2", await ben.read("Answer Koi's deal 2"))[0]
        await ben.type(key, "You give 1 coin")


async def test_who_is_answering_an_offer_when_another_comes_hears_which_one_it_is(tmp_path: Path) -> None:
    async with three_people(tmp_path) as (anna, ben, cleo):
        await anna.type("/offer lotus give 1 coin", "You offer Lotus deal 1")
        key = re.findall(r"(\S+)\. Answer Koi's deal 1", await ben.read("Answer Koi's deal 1"))[0]
        await ben.type(key, "Your answer to Koi's deal 1? Or type back.")
        await cleo.type("/offer lotus give 2 coins", "You offer Lotus deal 1")
        await ben.read("To answer at once: /accept turtle 1, /decline turtle 1 or /counter turtle 1.")
        await ben.read("Still open: Your answer to Koi's deal 1? Or type back.")
        await ben.type("/accept turtle 1", "Turtle gives you 2 coins.")
        await ben.type("1", "Koi gives you 1 coin.")


async def test_who_has_an_ally_is_asked_only_to_be_ready(tmp_path: Path) -> None:
    async with three_people(tmp_path) as (anna, ben, _):
        await anna.type("ally lotus", "Tea Ceremony")
        await ben.read("Ally with Koi")
        await ben.type("ally with koi", "Koi is your ally. Are you ready to end tea?")
        await anna.read("Lotus is your ally. Are you ready to end tea?")


async def test_a_look_at_the_table_leaves_out_nobody_on_the_map(tmp_path: Path) -> None:
    async with three_people(tmp_path) as (anna, *_):
        look = await anna.type("/look", "/look and a name")

        for clan in ("Koi", "Lotus", "Turtle"):
            assert re.search(f": .*{clan} with a Bushi, the Daimyo", look)


@pytest.mark.parametrize("line", ["/why", "/counter", "/counter lotus"])
async def test_a_command_that_lacks_its_words_says_how_it_is_typed(line: str, tmp_path: Path) -> None:
    async with three_people(tmp_path) as (anna, *_):
        name = line[1:].partition(" ")[0]
        await anna.type(line, f"Write it as /{name} SEAT")


async def test_who_is_muted_is_not_heard(tmp_path: Path) -> None:
    async with three_people(tmp_path) as (anna, ben, _):
        await ben.type("/mute koi", "You no longer hear what Koi says.")
        await anna.type("'one", "You say: one")
        await anna.type("offer turtle", "You offer Turtle an alliance.")
        before = await ben.read("Koi offers Turtle an alliance.")
        await ben.type("/unmute koi", "You hear what Koi says.")
        await anna.type("'two", "You say: two")
        await ben.read("Koi says: two")

        assert "says: one" not in before


# Choices -------------------------------------------------------------------------------------


async def test_a_key_that_is_gone_is_not_taken_for_the_beginning_of_a_word(tmp_path: Path) -> None:
    async with three_people(tmp_path) as (anna, *_):
        await anna.type("l", "No longer: l. Offer Lotus an alliance")
        await anna.read("Take back your offer to Lotus")
        await anna.type("l", "l “Offer Lotus an alliance”: ")

        assert "You take back" not in anna.text


async def test_what_fits_several_choices_is_settled_by_their_own_keys(tmp_path: Path) -> None:
    async with three_people(tmp_path) as (anna, *_):
        asked = await anna.type("alliance", "Offer Turtle an alliance\n")

        assert "'alliance' fits several:" in asked
        assert "l. Offer Lotus an alliance" in asked
        await anna.type("l", "You offer Lotus an alliance")


async def test_a_key_keeps_its_meaning_while_others_act(tmp_path: Path) -> None:
    async with three_people(tmp_path) as (anna, ben, cleo):
        ready = re.findall(r"(\S+)\. Ready to end tea", ben.text)[-1]
        own = await anna.type("ally lotus", "Tea Ceremony")
        changed = await ben.read("Tea Ceremony")
        await ben.type(ready, "Are you sure?")
        await ben.type("yes", "You are ready to end tea.")
        await cleo.read("Lotus is ready to end tea.")

        assert "No longer: l. Offer Lotus an alliance" in own
        assert ". Ally with Koi" in changed
        assert "New: " in changed
        assert ". Turn Koi down" in changed
        assert "Ready" not in changed


async def test_gifts_go_through_between_decisions(tmp_path: Path) -> None:
    async with three_people(tmp_path) as (anna, ben, _):
        await anna.type("ready", "You are ready to end tea.")
        await anna.type("/give", "Who do you want to give something to?")
        await anna.type("lo", "How many coins, 0 to 5?")
        await anna.type("0", "Choose how many coins or ronin to give.")
        await anna.type("2", "You give Lotus 2 coins.")
        await anna.type("give lotus 1 coins", "You give Lotus 1 coin.")
        await ben.read("Koi gives you 2 coins.")


async def test_a_refusal_shows_the_sentence_and_the_rule(tmp_path: Path) -> None:
    async with three_people(tmp_path) as (anna, *_):
        refused = await anna.type("mandate train", "(RS-")
        missing = await anna.type("77", "77")
        unread = await anna.type("ally moon", "Nothing fits 'ally moon'")
        empty = await anna.type("give lotus 9 coins", "(RS-")

        for sentence in (refused, missing, unread, empty):
            assert sentence.count("\n") == 1


async def test_a_choice_is_taken_back_alone_or_with_consent(tmp_path: Path) -> None:
    async with three_people(tmp_path) as (anna, ben, cleo):
        await anna.type("ally lotus", "You offer Lotus an alliance.")
        await anna.type("/undo", "You take back your last choice.")
        await anna.read("Offer Lotus an alliance")
        await anna.type("ally turtle", "You offer Turtle an alliance.")
        await cleo.read("Koi offers you an alliance.")
        await cleo.type("ally lotus", "You offer Lotus an alliance.")
        await anna.read("Turtle offers Lotus an alliance.")
        await anna.type("/undo", "Are you sure?")
        await anna.type("yes", "The others are being asked to allow it.")
        await ben.read("Let Koi take this back")
        await ben.type("/agree", "You agree.")
        await cleo.type("/agree", "Everyone agrees: Koi takes back the choice.")
        await anna.read("Everyone agrees: you take back your choice.")
        await anna.type("/undo", "You have no choice to take back.")
        look = await anna.type("/look all", "Tsukuyomi")

        assert "Alliances offered" not in look


# Every command -------------------------------------------------------------------------------

EXAMPLES = {
    "say": ("say good evening", "You say: good evening"),
    "to": ("to lotus,turtle psst", "You say only to Lotus and Turtle: psst"),
    "offer": ("offer turtle promise no_bid hire", "You offer Turtle deal 1"),
    "counter": ("counter lotus 7 give 1 coin", "There is no deal 7"),
    "accept": ("accept lotus 7", "There is no deal 7"),
    "decline": ("decline lotus 7", "There is no deal 7"),
    "withdraw": ("withdraw turtle 1", "You withdraw deal 1 with Turtle."),
    "deals": ("deals", "Turtle 1, withdrawn: you promise not to bid on Hire Ronin."),
    "new": ("new", "Turtle takes 6 coins as income."),
    "rule": ("rule RS-7.5", "Allies share mandate bonuses"),
    "give": ("give", "Who do you want to give something to?"),
    "undo": ("undo", "You have no choice"),
    "change": ("change", "You can't change what you sealed"),
    "agree": ("agree", "Nobody is waiting for your consent."),
    "refuse": ("refuse", "Nobody is waiting for your consent."),
    "vote": ("vote lotus yes", "neither out of time nor away"),
    "ready": ("ready", "The game has already begun."),
    "stand": ("stand", "The game has already begun."),
    "again": ("again", "This game is not over yet."),
    "save": ("save", "This game is not over yet."),
    "look": ("look", "Koi (you): 0 VP, 5 coins, 0 ronin, no ally."),
    "table": ("table", "The game is under way."),
    "credits": ("credits", "the data file names the source"),
    "who": ("who", "Koi: Anna (you), here."),
    "log": ("log 5", "Turtle takes 6 coins as income."),
    "wait": ("wait", ""),
    "why": ("why lotus", "Lotus has shared no thoughts"),
    "mute": ("mute lotus", "You no longer hear what Lotus says."),
    "unmute": ("unmute lotus", "You hear what Lotus says."),
    "help": ("help offer", "/offer [SEAT] [TERMS]: "),
    "quit": ("quit", ""),
}


async def test_every_command_of_the_help_does_what_it_says(tmp_path: Path) -> None:
    assert EXAMPLES.keys() == COMMANDS.keys()
    async with three_people(tmp_path) as (anna, *_):
        listed = await anna.type("/help", "/quit: ")
        for line, answer in EXAMPLES.values():
            await anna.type(f"/{line}", answer)

        forms = [re.split(r"[ :]", line)[0] for line in listed.splitlines() if line.startswith("/")]
        assert forms == [f"/{name}" for name in COMMANDS]
        async with patience():
            assert await anna.session == 0


# Coming and going ----------------------------------------------------------------------------


async def test_what_was_agreed_on_is_told_before_the_game_begins(tmp_path: Path) -> None:
    terms = Terms(Bank(1200, 30), 300, Absence.BOT)
    async with a_table(tmp_path, terms=terms) as table:
        anna = Typist(table.invite(), "Anna")
        told = await anna.read("Type /ready when you are ready to begin.")

        assert "Rising Sun for Koi, Lotus and Turtle." in told
        assert "Season cards: Torii; Shrines: for beginners." in told
        assert "20 minutes for the whole game, plus 30 seconds for each decision" in told
        assert "a bot plays for anyone away" in told
        await anna.close()


async def test_a_running_clock_is_announced(tmp_path: Path) -> None:
    async with a_table(tmp_path, terms=Terms(Bank(2, 0), 300, Absence.VOTE)) as table, bots(table, 2):
        anna = Typist(table.invite(), "Anna")
        await anna.type("/ready", "Your turn. You have ")
        await anna.read("Your time is up: the others vote on whether a bot takes over.")
        await anna.type("/who", "0 seconds left, running")
        await anna.close()


async def test_who_watches_can_do_nothing_but_look(tmp_path: Path) -> None:
    async with three_people(tmp_path) as (anna, *_):
        dora = anna.watched_by("Dora")
        await dora.read("You are watching.")
        for line in ("/say hello", "/to koi hello", "/offer koi give 1 coin", "/undo", "/vote koi yes"):
            await dora.type(line, "You are watching; only players can do that.")
        await dora.type("ready", "You are not being asked anything right now.")
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
    kept = "There is no more input, so you leave the table.\nYour seat is kept"
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
    await anna.read("The server is stopping. Your seat is kept.\n")
    async with a_server(tmp_path, table.server.port):
        await anna.read("Connected again.")
        await anna.type("'back again", "You say: back again")
        await anna.close()


async def test_who_comes_from_elsewhere_ends_the_first_session(tmp_path: Path) -> None:
    async with a_table(tmp_path) as table:
        anna = Typist(table.invite(), "Anna")
        await anna.read("Type /ready")
        again = anna.elsewhere()
        await again.read("You are Koi.")

        assert await anna.session == 1
        assert "You have taken this seat from somewhere else." in anna.text
        await again.close()


async def test_who_watches_asks_for_the_seat_of_a_bot_and_has_it_when_the_players_agree(
    tmp_path: Path,
) -> None:
    async with a_table(tmp_path) as table, bots(table, 2):
        anna = Typist(table.invite(), "Anna")
        await anna.type("/ready", "Tea Ceremony: who do you want as an ally, or are you ready?")
        seats = {row.seat: row for row in table.runner.info().seats}
        bot = next(seat for seat, row in seats.items() if row.is_bot)
        clan = GAME.seat_names[bot].capitalize()
        way = Way(
            table.invite_to_watch(), Person(Identity.make(), "Dora", is_watching=True), admit, limits=WIDE
        )
        reading, writing = os.pipe()
        shown: list[str] = []
        dora = asyncio.create_task(
            sit_at(lambda: nullcontext(way), Screen(shown.append, is_terminal=False), Lines(reading))
        )
        os.write(writing, f"ask to take over {clan}\n".encode())
        await anna.read(f"Let Dora take over {clan}")
        await anna.type(f"let Dora take over {clan}", f"Dora was voted in and takes over {clan}'s seat.")
        await until(lambda: any(f"You are {clan}." in line for line in shown))
        os.write(writing, b"'thank you\n")
        await anna.read(f"{clan} says: thank you")
        os.close(writing)
        await soon(dora)
        told = "".join(shown)

        assert table.runner.table.sitters[bot].name == "Dora"
        assert told.index("You are watching.") < told.index("The players voted you in: the seat is yours.")
        assert told.index("The players voted you in: the seat is yours.") < told.index(f"You are {clan}.")
        assert "left the table" not in told
        await anna.close()
