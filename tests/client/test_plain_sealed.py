"""What the line client says about sealed choices, the people one plays with, and a host that lies."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from unittest.mock import patch

import pytest

from client.local.known_players import remember
from client.plain.screen import Screen
from protocol.entries import Began, Revealed
from protocol.identity import Identity
from protocol.table import proposals
from tests.adversaries.lying_server import Liar, on
from tests.client.typist import Typist, bots
from tests.harness.at_battle import begun
from tests.harness.loopback import a_table
from tests.waiting import patience, until

NAMES = ("Anna", "Ben", "Cleo")
BID = "bid 0 0 0 0"
CAN_CHANGE = "Sealed. Until everyone has sealed, you can change it: /change and another answer."
RED = "\x1b[1;31m"


@asynccontextmanager
async def at_battle(folder: Path) -> AsyncIterator[list[Typist]]:
    """Seat three typists at a game that begins with a battle."""
    async with AsyncExitStack() as stack:
        stack.enter_context(patch.object(proposals, "start", begun))
        table = await stack.enter_async_context(a_table(folder))
        typists = []
        for name in NAMES:
            typists.append(Typist(table.invite(), name))
            stack.push_async_callback(typists[-1].close)
            await typists[-1].read("Type /ready")
        for typist in typists:
            await typist.type("/ready")
        for typist in typists:
            await typist.read("How many coins, 0 to ")
        yield typists


# Sealing -----------------------------------------------------------------------------------------


async def test_who_has_sealed_is_told_and_who_is_missing(tmp_path: Path) -> None:
    async with at_battle(tmp_path) as (anna, ben, cleo):
        await anna.type(
            "/table", "Everyone seals a choice. Sealed: nobody. Still to seal: Koi, Lotus and Turtle."
        )
        await anna.type(BID, CAN_CHANGE)
        await ben.read("Koi has sealed.")
        await anna.type("/table", "Sealed: Koi. Still to seal: Lotus and Turtle.")
        await anna.type(
            "", "You are not being asked anything right now. Everyone seals a choice. Sealed: Koi."
        )
        await anna.type("bid 1 0 0 0", "You are not being asked anything right now.")
        await ben.type(BID, CAN_CHANGE)
        await cleo.type(BID, "Sealed. It can no longer be changed.")
        await anna.read("Turtle has sealed.")

        assert anna.text.count("/change and another answer.\n") == 2  # sealed, and asked again
        assert "You have sealed." not in anna.text.partition("The game begins.")[2]
        assert BID not in ben.text.partition("The game begins.")[2].partition("Koi bids")[0].replace(
            "'bid", ""
        )


async def test_who_changes_the_mind_types_another_answer(tmp_path: Path) -> None:
    async with at_battle(tmp_path) as (anna, ben, cleo):
        await anna.type("/change bid 1 0 0 0", "You can't change what you sealed")
        await anna.type(BID, CAN_CHANGE)
        await anna.type("", "You have sealed: a bid of nothing")
        await anna.type("/change", "How many coins, 0 to ")
        await anna.type("back")
        await anna.type("/change bid 99 0 0 0", "The rules do not allow that choice.")
        await anna.type("/change bid", "bid")
        await anna.type("/change bid 1 0 0 0", CAN_CHANGE)
        await ben.read("Koi has sealed a different choice.")
        await anna.type("", "You have sealed: 1 on Seppuku")
        await ben.type(BID, CAN_CHANGE)
        await cleo.type(BID, "Sealed. It can no longer be changed.")
        await anna.read("You bid 1 on Seppuku.")
        await anna.type("/change bid 0 0 0 0", "You can't change what you sealed")

        assert "bid 1 0 0 0" not in ben.text


async def test_the_code_of_the_table_is_told_once_and_whenever_somebody_asks(tmp_path: Path) -> None:
    pattern = r"Table code (\d{3}(?: \d{3}){4}), (\w+(?: \w+){4}): read it aloud\."
    async with at_battle(tmp_path) as typists:
        told = [re.findall(pattern, typist.text) for typist in typists]
        again = await typists[0].type("/table", "Table code")

        assert told[0] == told[1] == told[2]
        assert len(told[0]) == 1
        assert re.findall(pattern, again) == told[0]


# How secret it is --------------------------------------------------------------------------------


async def test_who_plays_alone_is_not_told_how_bids_are_kept_from_others(tmp_path: Path) -> None:
    async with a_table(tmp_path) as table, bots(table, 2):
        anna = Typist(table.invite(), "Anna")
        begun = await anna.type("/ready", "Your turn.")
        again = await anna.type("/table", "loses it.")
        await anna.close()

        assert "commitment" not in begun
        assert "luck of the game" not in begun
        assert "has sealed" not in begun
        assert "Only one person plays, so sealed choices are kept secret by commitment alone" in again
        assert "Table code" not in anna.text


@pytest.mark.parametrize("does_host_play", [True, False])
async def test_two_hear_it_where_one_of_them_is_the_host(does_host_play: bool, tmp_path: Path) -> None:  # noqa: FBT001
    host = Identity.make()
    async with a_table(tmp_path, host=host if does_host_play else None) as table, bots(table, 1):
        anna = Typist(table.invite(), "Anna", host)
        await anna.read("Type /ready")
        ben = Typist(table.invite(), "Ben")
        await until(lambda: not table.runner.free_seats())
        for typist in (anna, ben):
            await typist.read("Type /ready")
            await typist.type("'hello", "You say: hello")
            await typist.type("/table", "The game has not begun.")
        await anna.close()
        await ben.close()
        sentence = "Two people play, and one of them is the host, so sealed choices are kept secret by"

        assert (sentence in ben.text) == does_host_play
        assert (sentence in anna.text) == does_host_play


# Those one plays with ----------------------------------------------------------------------------


async def test_who_comes_later_is_told_of_all_who_sit_there(tmp_path: Path) -> None:
    home, ben = tmp_path / "home", Identity.make()
    home.mkdir(mode=0o700)
    remember(home / "known_players", "Ben", ben.public)
    async with a_table(tmp_path / "data") as table, bots(table, 1):
        posing = Typist(table.invite(), "Ben")
        await posing.read("Type /ready")
        anna = Typist(table.invite(), "Anna", home=home)
        await anna.read("THE KEY OF Ben HAS CHANGED")
        await anna.close()
        await posing.close()

        assert "Bot" not in "".join(line for line in anna.text.splitlines() if "NEW" in line)


# A host that lies --------------------------------------------------------------------------------


async def test_a_lie_is_cried_out_and_ends_the_sitting(tmp_path: Path) -> None:
    home = tmp_path / "home"
    async with a_table(tmp_path / "data") as table:
        lie = on(Began, lambda _, entry: [entry, Revealed("another seed")])
        Liar(table.runner, table.server.lobby.host, lie, ())
        anna = Typist(table.invite(), "Anna", home=home)
        await anna.read("You are Koi.")
        async with bots(table, 2), patience():
            await anna.type("/ready", "STOP PLAYING: ")
            code = await anna.session
        *_, line, kept, end = anna.text.splitlines()

        assert code == 1
        assert line.startswith(f"{RED}STOP PLAYING: THE HOST SHOWS A DIFFERENT SEED FROM THE ONE IT FIXED")
        assert Path(kept.removeprefix("The evidence is in ")) in home.glob("vault/*/evidence-*")
        assert end.startswith("You have left this table")


@pytest.mark.parametrize(
    ("is_terminal", "variables", "is_red"),
    [(True, {}, True), (False, {}, False), (True, {"NO_COLOR": "1"}, False), (True, {"TERM": "dumb"}, False)],
)
def test_red_is_only_where_colour_is_allowed(
    is_terminal: bool,  # noqa: FBT001
    variables: dict[str, str],
    is_red: bool,  # noqa: FBT001
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    shown: list[str] = []
    Screen(shown.append, is_terminal=is_terminal).warn("STOP\x1b[2J")

    assert (RED in "".join(shown)) == is_red
    assert shown[-1].replace(RED, "").replace("\x1b[0m", "") == "STOP\\x1b[2J\n"
