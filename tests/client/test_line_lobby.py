"""The lobby line by line: from there to tables, lessons and saved games, and back again."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from msgspec.structs import replace

from client import __main__ as command_line
from client.cli.lobby import doors_of
from client.plain.lesson import learn
from client.plain.lobby import MOST_LINES, LineLobby
from client.plain.screen import Screen
from client.plain.session import sit_at
from client.seat.journey import advised
from client.table.lessons import course_of
from client.table.lobby import Doors, first_opening
from client.table.past import Past
from client.texts import t
from core.kinds import InputError
from protocol.discovery import FoundTable, TableListing
from protocol.handshake import OURS
from protocol.identity import Identity
from tests.client.typist import Typist, typed
from tests.harness.command import started
from tests.harness.loopback import HERE, a_table
from tests.server.clubs import PASSWORD, a_club

LOG = Path(__file__).parents[1] / "logs" / "three_people.log"
LEARN, PLAY, JOIN, FIND, SERVER, HOST, RULES, LOOK_BACK, LEAVE = "123456789"
NOW, LESSON, CLAN, OPPONENTS, LEVEL = "12345"
"""Before a game; what can be chosen comes after playing and learning."""
GO_ON = "1"


async def in_the_lobby(home: Path, *lines: str, doors: Doors | None = None) -> str:
    """Type these lines in the lobby and wherever they lead; return what is read."""
    shown: list[str] = []
    await LineLobby(doors or doors_of(home), sit_at, Screen(shown.append), typed(lines)).stay()
    return "".join(shown)


def a_home(folder: Path, name: str) -> Path:
    home = folder / name
    home.mkdir(mode=0o700)
    (home / "config.toml").write_text(f'name = "{name}"\n')
    return home


async def test_the_lobby_lists_its_ways_until_somebody_leaves(tmp_path: Path) -> None:
    text = await in_the_lobby(tmp_path, "", "10", "x", LEAVE, "never read")

    assert text.count("2. Play against bots\n") == 2
    assert "Nothing fits '10'." in text
    assert "Nothing fits 'x'." in text
    assert "never read" not in text


@pytest.mark.parametrize("word", ["?", "help", "/help"])
async def test_help_is_given_wherever_one_is_in_the_lobby(word: str, tmp_path: Path) -> None:
    text = await in_the_lobby(tmp_path, word, PLAY, word, "back", LEAVE)

    assert text.count("Type the number of a line, or some of its words.") == 2
    assert "Nothing fits" not in text


async def test_a_question_mark_explains_and_chooses_nothing(tmp_path: Path) -> None:
    asked = "rising?", "3 ?", "nothing?", "rising", "play?", CLAN, "koi?", "back", "back", LEAVE
    text = await in_the_lobby(tmp_path, PLAY, *asked, doors=doors_of(tmp_path)._replace(is_first=False))

    assert "Rising Sun: Ally over tea" in text
    assert "Ninjato: Raid the great houses" in text or "Shogun: Plan a whole season" in text
    assert "Nothing fits 'nothing'." in text
    assert "Play Rising Sun now. You play against" in text
    assert "Koi: Koi fights with money." in text
    assert "You play: Koi" not in text


async def test_who_comes_for_the_first_time_is_told_what_there_is(tmp_path: Path) -> None:
    first = await in_the_lobby(tmp_path, LEAVE)
    later = await in_the_lobby(tmp_path, LEAVE, doors=doors_of(tmp_path)._replace(is_first=False))

    assert "Shogun. Plan a whole season in secret" in first
    assert "Welcome" not in later


async def test_a_game_is_chosen_as_on_the_screen(tmp_path: Path) -> None:
    text = await in_the_lobby(
        tmp_path, PLAY, "rising", OPPONENTS, "7", "4", LEVEL, "novice", CLAN, "koi", "more", "back", LEAVE
    )

    assert "Opponents: how many, 2 to 4? Enter alone means 3.\n" in text
    assert "Nothing fits '7'." in text
    assert "1. novice. These bots see little and make mistakes" in text
    assert "2. Koi. Koi fights with money." in text
    assert "1. Play Rising Sun now. You are Koi, against 4 bots. These bots see little" in text
    assert "Season cards: " in text


async def test_rules_are_read_in_the_lobby(tmp_path: Path) -> None:
    text = await in_the_lobby(tmp_path, RULES, "ninjato", "banzai", "nothing like it", "", LEAVE)

    assert re.search(r"NJ-\d+.\d+: .*banzai", text)
    assert "No rule says anything about 'nothing like it'." in text


async def test_tables_on_the_local_network_are_found_and_watched(tmp_path: Path) -> None:
    async with a_table(tmp_path / "elsewhere") as table:
        link = table.invite()
        listing = TableListing(table.runner.name, "rising_sun", 2, 3)

        async def found(_seconds: float) -> list[FoundTable]:
            here = FoundTable(link.address, link.host_key, OURS.highest, listing)
            return [here, replace(here, version=OURS.highest + 1)]

        doors = doors_of(tmp_path)._replace(find=found)
        text = await in_the_lobby(tmp_path, FIND, "1", "watch", "/quit", FIND, "back", doors=doors)

    assert f"1. Rising Sun, table {table.runner.name} at {link.address}, 2 of 3 seats free\n2. Back" in text
    assert "You are watching." in text


async def test_nobody_is_told_to_be_ready_for_a_game_that_begins_by_itself(tmp_path: Path) -> None:
    text = await in_the_lobby(tmp_path, PLAY, "ninjato", CLAN, "red", NOW, "/wait", "/quit")

    assert "You are Red." in text
    assert "Your turn." in text
    assert "/ready" not in text
    assert "is ready" not in text


@pytest.mark.parametrize("lines", [[], ["/quit"], [PLAY], [PLAY, "4", "/quit"], [PLAY, "1"], [LEARN, "1"]])
async def test_who_has_no_more_to_say_leaves_from_anywhere(tmp_path: Path, lines: list[str]) -> None:
    assert (await in_the_lobby(tmp_path, *lines)).startswith("Welcome to Jinmaku.")


async def test_a_game_against_bots_goes_on_after_a_break(tmp_path: Path) -> None:
    text = await in_the_lobby(tmp_path, PLAY, "ninjato", CLAN, "moon", "red", NOW, "/quit", "back")
    back = await in_the_lobby(tmp_path, GO_ON, "/quit")

    assert "Nothing fits 'moon'." in text
    assert "You are Red." in text
    assert "1. Continue Ninjato\n" in text
    assert text.partition(": Ninjato for ")[0][-8:] == back.partition(": Ninjato for ")[0][-8:]


async def test_a_table_is_hosted_with_invitations_for_the_others(tmp_path: Path) -> None:
    text = await in_the_lobby(
        tmp_path, "host", "rising", "3", "koi", "1", "", "", "this", "", "", "/quit", "leave"
    )

    assert re.search("Invitation 1 of 1\ntable://.*\nSend one to each friend.", text)
    assert "it closes for everyone when you leave" in text
    assert "You are Koi." in text
    assert text.count("Where to?") == 2


async def test_who_was_at_a_table_is_led_back_to_it(tmp_path: Path) -> None:
    async with a_table(tmp_path / "elsewhere") as table:
        came = await in_the_lobby(tmp_path, JOIN, table.invite().text(), "/quit")
        again = await in_the_lobby(tmp_path, GO_ON, "/quit")
    gone = await in_the_lobby(tmp_path, GO_ON, "/quit")

    assert "Type /ready when you are ready to begin." in came
    assert f"1. Back to table {table.runner.name} at 127.0.0.1\n" in again
    assert "You are Koi." in again
    assert "Nothing is listening at 127.0.0.1" in gone
    assert gone.count("Where to?") == 2


async def test_a_table_is_opened_on_a_server_joined_there_and_closed(tmp_path: Path) -> None:
    aiko, ben = a_home(tmp_path, "Aiko"), a_home(tmp_path, "Ben")
    async with a_club(tmp_path) as server:
        link = server.link(HERE).text()
        wish = ["rising", "3", "koi", "0", "", "", "password", "", ""]
        opened = await in_the_lobby(aiko, SERVER, link, "open", *wish, PASSWORD, "/quit")
        known = f"{HERE}:{server.port}"
        came = await in_the_lobby(ben, SERVER, link, "1", "password", PASSWORD, "'Good evening", "/quit")
        wrong = await in_the_lobby(a_home(tmp_path, "Chie"), SERVER, link, "1", "password", "a guess")
        closed = await in_the_lobby(aiko, "a server", known, "1", "close", "back")

    assert "You are Koi." in opened
    assert "2 of 3 seats free, with a password; no clock; Aiko" in came
    assert "say: Good evening" in came
    assert "That is not this table's password." in wrong
    assert re.search(r"Table [0-9a-f]{8} is closed.", closed)


async def test_who_may_not_open_tables_is_told_so_and_stays_there(tmp_path: Path) -> None:
    async with a_club(tmp_path, members=(Identity.make(),)) as server:
        link = server.link(HERE).text()
        text = await in_the_lobby(tmp_path, SERVER, link, "open", "ninjato", *[""] * 6, "back", LEAVE)

    assert "You may not open tables on this server" in text
    assert text.count(f"Tables on {HERE}") == 2


async def test_a_server_is_known_by_its_link_only(tmp_path: Path) -> None:
    async with a_club(tmp_path) as server:
        text = await in_the_lobby(tmp_path, SERVER, f"{HERE}:{server.port}", SERVER, "no link", LEAVE)

    assert "so you need its link or an invitation" in text
    assert text.count("Where to?") == 3


async def test_what_is_no_invitation_is_asked_for_again(tmp_path: Path) -> None:
    text = await in_the_lobby(tmp_path, JOIN, "no invitation", "", JOIN, "", "table://nowhere", LEAVE)

    assert "An invitation looks like" in text
    assert text.count("Paste the invitation you were sent.") == 3
    assert "Nothing fits 'table://nowhere'." in text
    assert text.count("Where to?") == 4


async def test_an_invitation_is_taken_wherever_something_is_to_be_picked(tmp_path: Path) -> None:
    async with a_table(tmp_path / "elsewhere") as table:
        at_once = await in_the_lobby(tmp_path, table.invite().text(), "/quit")
        within = await in_the_lobby(tmp_path, PLAY, table.invite().text(), "/quit")

    assert "You are Koi." in at_once
    assert "You are Koi." in within


async def test_who_may_not_have_a_name_is_asked_for_another(tmp_path: Path) -> None:
    home = a_home(tmp_path, "Anna")
    async with a_table(tmp_path / "elsewhere") as table:
        anna = Typist(table.invite(), "Anna")
        await anna.read("You are Koi.")
        link = table.invite().text()
        text = await in_the_lobby(home, JOIN, link, "", JOIN, link, "Ben", "/quit", GO_ON, "/quit")
        await anna.close()

    assert text.count("is already called Anna. Choose another name") == 2
    assert text.count("What do you want to be called there?") == 2
    assert "Ben sits down as" in text
    assert text.count("You are Lotus.") == 2, "the way back leads to the same name"


async def test_lessons_are_taught_in_the_lobby(tmp_path: Path) -> None:
    text = await in_the_lobby(tmp_path, LEARN, "1", "", "/quit", LEARN, "4", LEAVE)

    assert "You are Bonsai." in text
    assert text.count("Where to?") == 3


async def test_a_first_game_with_advice_follows_the_lesson(tmp_path: Path) -> None:
    course = course_of("ninjato")
    answers = (course.answer_line(page) for page in course.pages[:-1])
    shown: list[str] = []
    screen, lines = Screen(shown.append), typed([*answers, "yes", "/wait", "/quit"])
    first_game = advised(doors_of(tmp_path).play(first_opening(course.game)))
    await learn(course, first_game, sit_at, screen, lines)
    text = "".join(shown)

    assert "Play a first game with advice now?" in text
    assert "A word of advice\n" in text
    assert "Seven rounds, three shuriken each." in text
    assert "Escape" not in text


def keep_game(home: Path) -> None:
    folder = home / "games" / "table"
    folder.mkdir(parents=True)
    shutil.copy(LOG, folder / "game.log")


async def test_any_moment_of_a_saved_game_can_be_played_on_from(tmp_path: Path) -> None:
    keep_game(tmp_path)
    asked = "x", "0", "99999", "60", "no", "60", "yes", "/quit"
    text = await in_the_lobby(tmp_path, LOOK_BACK, "1", *asked, LEAVE)

    assert "'x' is not a number." in text
    assert text.count(t("replay-no-fork")) == 2
    assert text.count("Play on from here as ") == 2
    assert "You are Koi." in text
    assert text.count("Where to?") == 2


async def test_a_saved_game_is_told_again_with_other_eyes(tmp_path: Path) -> None:
    keep_game(tmp_path)
    text = await in_the_lobby(tmp_path, LOOK_BACK, "1", "e", "2", "back", LEAVE)
    everything, _, seen = text.partition("As whom do you want to see it?")

    assert "UTC, with nothing hidden:" in everything
    assert "An invitation is issued." in everything
    assert "UTC, as Koi saw it:" in seen
    assert "An invitation is issued." not in seen


async def test_a_saved_game_is_told_part_by_part(tmp_path: Path) -> None:
    keep_game(tmp_path)
    text = await in_the_lobby(tmp_path, LOOK_BACK, "1", "", "all", "", LEAVE)
    first, second, rest, _ = re.split(r"\d+ more lines: Enter reads on|That was the whole game", text)

    assert first.count("\n") < 60
    assert second.count("\n") == MOST_LINES + 1
    assert rest.count("\n") > MOST_LINES
    assert "wins" in rest
    assert text.count("Where to?") == 2


async def test_a_saved_game_is_told_again(tmp_path: Path) -> None:
    none = await in_the_lobby(tmp_path, LOOK_BACK)
    keep_game(tmp_path)
    text = await in_the_lobby(tmp_path, LOOK_BACK, "1", "back", LOOK_BACK, "2")

    assert "No games are saved yet" in none
    assert "    0  A table opens: Rising Sun for Koi, Lotus and Turtle.\n" in text
    assert text.count("Where to?") == 3


async def test_a_saved_game_that_cannot_be_read_is_said_in_a_sentence(tmp_path: Path) -> None:
    def broken() -> Past:
        raise InputError("It is damaged.")

    keep_game(tmp_path)
    doors = doors_of(tmp_path)
    damaged = [kept._replace(recall=broken) for kept in doors.kept()]
    text = await in_the_lobby(tmp_path, LOOK_BACK, "1", doors=doors._replace(kept=lambda: damaged))

    assert "It is damaged.\n" in text


def test_the_lobby_is_line_by_line_for_whoever_wishes_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines, screen = 10, 20
    monkeypatch.setattr("client.cli.lobby.stay_in_lines", lambda _: lines)
    monkeypatch.setattr("client.cli.lobby.show_lobby", lambda *_: screen)
    home = ["--home", str(tmp_path)]

    assert command_line.main(home) == screen
    assert command_line.main([*home, "--plain"]) == lines
    (tmp_path / "config.toml").write_text("plain = true\n")
    assert command_line.main(home) == lines
    assert command_line.main([*home, "--no-plain"]) == screen


def test_the_command_reads_lines(tmp_path: Path) -> None:
    done = started("--plain", "--home", tmp_path, typed=f"{LEAVE}\n")

    assert "9. Leave\nWhere to?" in done.stdout
    assert done.stderr == ""
