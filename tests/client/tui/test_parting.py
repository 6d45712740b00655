"""After the game: what is kept of it, and how one comes to another with the same people."""

from __future__ import annotations

from pathlib import Path

from client.cli.lobby import doors_of
from client.journey import JourneyError, Way
from client.mirror import Heard
from client.news import Person
from client.tui.doors import Opening
from client.tui.scene import Scene
from client.tui.screens.end import EndScreen
from client.tui.screens.game import GameScreen
from client.tui.screens.parting import invitation_in
from client.tui.widgets.choices import Choices
from protocol.entries import Said
from protocol.identity import Identity
from protocol.invitation import Address, Invitation
from protocol.messages import TableState
from tests.client.tui.at_table import Seated, scene_at, screen_text, seated

HOST, GUEST, BOT = 1, 0, 2


def an_end() -> Scene:
    """A game that is over, between two people and bots."""
    scene = scene_at("tea")
    seats = tuple(
        type(row)(row.seat, row.player, b"", b"", b"", row.seat >= BOT, True, True, False, False)
        for row in scene.info.seats
    )
    info = type(scene.info)("a1", "rising_sun", TableState.OVER, seats, (), scene.info.terms, 0)
    return scene._replace(info=info, prompt=None)


def an_invitation(token: bytes | None = bytes(16)) -> str:
    return Invitation(Address("127.0.0.1", 4711), "b2", bytes(20), token).text()


def a_way() -> Way:
    return Way(Invitation.parse(an_invitation()), Person(Identity.make(), "Anna"), lambda _: None)


async def at_the_end(table: Seated) -> EndScreen:
    await table.until(lambda: isinstance(table.app.screen, EndScreen))
    await table.pilot.pause()
    assert isinstance(table.app.screen, EndScreen)
    return table.app.screen


async def hear(table: Seated, seat: int, words: str) -> None:
    await table.told(an_end(), Heard(0, 0, Said(seat, 0, (HOST,), ""), [], words))


def test_an_invitation_is_found_in_what_is_said() -> None:
    found = invitation_in(f"Another game? {an_invitation()} see you")

    assert found is not None
    assert found.game == "b2"
    assert invitation_in("table://nonsense and more") is None
    assert invitation_in(an_invitation(None)) is None  # which is no seat


async def test_story_and_pictures_are_saved_and_the_end_stays(tmp_path: Path) -> None:
    async with seated(an_end(), tmp_path) as table:
        end = await at_the_end(table)
        await table.pilot.press("s")
        await table.until(lambda: "Saved in" in table.toasts())

        folder = tmp_path / "games" / "a1"
        assert sorted(path.name for path in folder.iterdir()) == ["board.svg", "end.svg", "story.txt"]
        assert "Hokkaido" in (folder / "board.svg").read_text("utf-8")
        assert "VP" in (folder / "board.svg").read_text("utf-8")
        assert str(folder) in table.toasts()
        assert table.app.screen is end


async def test_log_and_record_are_saved_where_the_server_is_ours(tmp_path: Path) -> None:
    async def archive(folder: Path) -> list[Path]:
        return [folder / "game.log", folder / "record.txt"]

    async with seated(an_end(), tmp_path) as table:
        await at_the_end(table)
        table.screen.way = a_way()._replace(archive=archive)
        await table.pilot.press("s")

        await table.until(lambda: "game.log, record.txt" in table.toasts())


async def test_what_cannot_be_saved_is_told(tmp_path: Path) -> None:
    async def archive(_: Path) -> list[Path]:
        raise JourneyError("Another server is using it.")

    async with seated(an_end(), tmp_path) as table:
        await at_the_end(table)
        table.screen.way = a_way()._replace(archive=archive)
        await table.pilot.press("s")

        await table.until(lambda: "Another server is using it." in table.toasts())


async def test_alone_there_is_no_other_game(tmp_path: Path) -> None:
    async with seated(an_end(), tmp_path) as table:
        end = await at_the_end(table)
        await table.pilot.press("n")
        await table.pilot.pause()

        assert table.app.screen is end
        assert "Play again" not in screen_text(table.app)


async def test_the_host_invites_everybody_to_another_game(tmp_path: Path) -> None:
    async def rematch() -> list[str]:
        return [an_invitation()]

    async with seated(an_end(), tmp_path) as table:
        await at_the_end(table)
        table.screen.way = a_way()._replace(rematch=rematch)
        await table.pilot.press("escape")
        await table.pilot.pause()
        table.screen.see_end()
        await at_the_end(table)
        await table.pilot.press("n")
        await table.until(lambda: table.app.screen is not table.screen and table.player.done)

        assert [deed[0::2] for deed in table.player.done] == [("say", (GUEST,))]  # but not the bots
        assert an_invitation() in table.player.done[0][1]
        await table.until(lambda: isinstance(table.app.screen, GameScreen))
        assert table.app.screen is not table.screen


async def test_an_invitation_heard_at_the_end_leads_to_the_next_table(tmp_path: Path) -> None:
    async with seated(an_end(), tmp_path) as table:
        await at_the_end(table)
        table.screen.way = a_way()
        await hear(table, GUEST, f"Again? {an_invitation()}")
        await table.until(lambda: "Play again" in screen_text(table.app))
        assert "invites you to another game" in table.toasts()
        await table.pilot.press("escape")
        await table.until(lambda: table.app.screen is table.screen)
        await table.until(lambda: any(entry.key == "y" for entry in table.screen.query_one(Choices).entries))
        await table.pilot.press("y")
        await table.until(lambda: table.app.screen is not table.screen)

        assert isinstance(table.app.screen, GameScreen)
        async with table.app.screen.journey() as way:
            assert way.invitation.text() == an_invitation()
            assert way.person == table.screen.way.person


async def test_during_a_game_an_invitation_is_only_words(tmp_path: Path) -> None:
    async with seated(scene_at("tea"), tmp_path) as table:
        words = Heard(0, 0, Said(GUEST, 0, (HOST,), ""), [], an_invitation())
        await table.told(scene_at("tea"), words)

        assert table.screen.invitation is None


async def test_the_own_invitation_is_for_others(tmp_path: Path) -> None:
    async with seated(an_end(), tmp_path) as table:
        await at_the_end(table)
        await hear(table, HOST, an_invitation())

        assert table.screen.invitation is None


async def test_a_host_opens_another_table_of_the_same_kind(tmp_path: Path) -> None:
    opening = Opening("rising_sun", players=4, bots=2)
    async with doors_of(tmp_path).host(opening) as hosted:
        async with hosted.own() as way:
            first = way.invitation
            assert way.rematch is not None
            others = await way.rematch()
        async with hosted.own() as way:
            second = way.invitation

    assert len(others) == len(hosted.invitations) == 1
    assert first.game != second.game
    assert Invitation.parse(others[0]).game == second.game
