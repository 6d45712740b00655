"""The list of tables in the local network, with real servers that are announced on loopback."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest
from textual.widgets import OptionList

from client.cli.hosting import listings
from client.cli.lobby import doors_of
from client.seat.find import find
from client.table.scene import GuestPass
from client.tui.app import lobby_app
from client.tui.dialogs import lobby as find_dialog
from client.tui.dialogs.lobby import Find, FindDialog, InvitationDialog, InvitationsDialog
from client.tui.dialogs.questions import PickDialog
from client.tui.screens.game import GameScreen
from client.tui.screens.lobby import LobbyScreen
from protocol.discovery import AnnouncedHost, DiscoveryWay, FoundTable, TableListing
from protocol.handshake import OURS
from protocol.invitation import Address, host_key_hash
from protocol.private_files import write_private
from server.lan_discovery import Announcer
from server.server import Server
from tests.client.tui.at_table import screen_text
from tests.client.tui.test_lobby import Guest, in_the_lobby
from tests.harness.loopback import a_table
from tests.waiting import until

LOOPBACK = "127.0.0.1"
KOI = FoundTable(
    Address("192.168.1.20", 7475), bytes(20), OURS.highest, TableListing("koi", "rising_sun", 2, 4)
)
LATER = FoundTable(Address("192.168.1.21", 7475), bytes(20), 9, TableListing("later", "shogun", 1, 4))
SIX = FoundTable(Address("fd00::5", 7000), bytes(20), OURS.highest, TableListing("six", "ninjato", 1, 3))


class Network:
    """What looking around finds just now."""

    def __init__(self, *notices: FoundTable) -> None:
        self.notices = list(notices)

    async def find(self, _: float) -> list[FoundTable]:
        return self.notices


@asynccontextmanager
async def looking_for(find: Find, home: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Guest]:
    for name, seconds in {"REST": 0.05, "FIRST_LOOK": 0.2, "LATER_LOOK": 0.2}.items():
        monkeypatch.setattr(find_dialog, name, seconds)
    async with in_the_lobby(home, monkeypatch, find) as guest:
        await guest.press("3", to=FindDialog)
        yield guest


@asynccontextmanager
async def announced(server: Server) -> AsyncIterator[Find]:
    host = AnnouncedHost(server.port, host_key_hash(server.lobby.host.public))
    announcer = Announcer(LOOPBACK, host, interface=LOOPBACK, ways=[DiscoveryWay.QUERY], query_port=0)
    await announcer.start()
    announcer.update(listings(server))
    server.lobby.on_change = lambda: announcer.update(listings(server))
    try:
        yield partial(find, interface=LOOPBACK, ways=[DiscoveryWay.QUERY], query_port=announcer.query_port)
    finally:
        await announcer.stop()


def text_of(guest: Guest) -> str:
    return " ".join(screen_text(guest.app).split())


async def test_nothing_found_is_said_with_what_may_hide_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with looking_for(Network().find, tmp_path, monkeypatch) as guest:
        await until(lambda: "No tables found so far. Guest Wi-Fi" in text_of(guest))
        await guest.press("escape", to=LobbyScreen)


async def test_a_real_table_is_listed_and_watched_by_enter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_table(tmp_path / "elsewhere") as table:
        server, runner, _ = table
        async with announced(server) as look, looking_for(look, tmp_path, monkeypatch) as guest:
            row = f"Rising Sun {runner.name} 3 of 3 {LOOPBACK}:{server.port}"
            await until(lambda: row in text_of(guest))
            await guest.press("enter", to=PickDialog)
            await guest.press("down", "down", "enter", to=GameScreen)
            await until(lambda: runner.info().spectators == 1)


async def test_to_sit_down_there_takes_an_invitation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with looking_for(Network(KOI).find, tmp_path, monkeypatch) as guest:
        await until(lambda: "Rising Sun koi" in text_of(guest))
        await guest.press("enter", to=PickDialog)
        await guest.press("enter", to=InvitationDialog)


async def test_who_closes_the_list_while_it_looks_around_is_back_in_the_lobby(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with looking_for(Network(KOI).find, tmp_path, monkeypatch) as guest:
        monkeypatch.setattr(find_dialog, "REST", 0.02)
        for _ in range(5):
            await until(lambda: "Rising Sun koi" in text_of(guest))
            await guest.press("escape", to=LobbyScreen)
            await guest.press("3", to=FindDialog)


async def test_tables_come_and_go_and_the_choice_stays_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    network = Network(KOI)
    async with looking_for(network.find, tmp_path, monkeypatch) as guest:
        await until(lambda: "koi 2 of 4 192.168.1.20:7475" in text_of(guest))
        network.notices = [KOI, SIX]
        await until(lambda: "six 1 of 3 [fd00::5]:7000" in text_of(guest))
        chosen = guest.app.screen.query_one(OptionList).highlighted_option
        assert chosen is not None
        assert "koi" in str(chosen.prompt)
        network.notices = [SIX]
        await until(lambda: "koi" not in text_of(guest))
        assert "six" in text_of(guest)


async def test_a_table_with_fewer_seats_is_the_same_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    network = Network(KOI)
    async with looking_for(network.find, tmp_path, monkeypatch) as guest:
        await until(lambda: "koi 2 of 4" in text_of(guest))
        fewer = TableListing("koi", "rising_sun", 1, 4)
        network.notices = [FoundTable(KOI.address, KOI.host_key, OURS.highest, fewer)]
        await until(lambda: "koi 1 of 4" in text_of(guest))
        assert "koi 2 of 4" not in text_of(guest)


async def test_known_hosts_and_other_versions_are_marked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_private(tmp_path / "home" / "known_tables", f"{KOI.address} SHA256:{'a' * 43}\n".encode())
    async with looking_for(Network(LATER, KOI).find, tmp_path / "home", monkeypatch) as guest:
        await until(lambda: "192.168.1.20:7475, known" in text_of(guest))
        assert "192.168.1.21:7475, other version" in text_of(guest)
        options = guest.app.screen.query_one(OptionList).options
        assert [option.disabled for option in options] == [False, True]


@pytest.mark.parametrize(
    ("glyphs", "size", "words"),
    [("unicode", (70, 22), "shows it as a QR code"), ("ascii", (100, 40), "For one friend: send it.")],
)
async def test_where_no_code_can_be_drawn_the_text_is_enough(
    glyphs: str, size: tuple[int, int], words: str, tmp_path: Path
) -> None:
    app = lobby_app(tmp_path, doors_of(tmp_path))
    async with app.run_test(size=size) as pilot:
        guest = Guest(app, pilot)
        await pilot.press("escape")  # from the games that one sees first
        await guest.see(LobbyScreen)
        text = KOI.invitation().text() + "&t=abcdefghijklmnopqrstuvwxya"
        app.push_screen(InvitationsDialog([GuestPass(text)], has_blocks=glyphs == "unicode"))
        await until(lambda: words in text_of(guest))
        assert "▀▀▀▀▀" not in text_of(guest)
        assert text[:20] in text_of(guest)
