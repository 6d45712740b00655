"""The waiting room: a place of its own, in windows of any size and for all games."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.segment import Segment
from rich.text import Text

from client.local.settings import Settings
from client.table.face import face_of
from client.table.scene import GuestPass, Scene
from client.tui.dialogs.lobby import InvitationsDialog
from client.tui.map.areas import AreaMap
from client.tui.paint.columns import EMPTY_TALK
from client.tui.widgets.hall import BLACK_ON_WHITE, Hall
from client.tui.widgets.talk import TalkPane
from client.tui.widgets.words import Words
from core.catalog import game_named, game_names
from protocol.invitation import Address, Invitation
from protocol.messages import TableState
from tests.client.camera import codes_on
from tests.client.table.test_gathering import gathering
from tests.client.tui.at_table import LARGE, SMALL, Seated, scene_of, screen_text, seated
from tests.client.tui.at_tea import tea

LOFTY = (200, 60)
SIZES = [SMALL, LARGE, LOFTY]
INVITATION = Invitation(Address("192.0.2.7", 7475), "dawn", bytes(20), bytes(range(16))).text()


def hosted() -> Scene:
    """The same table as its host sees it, who has sent nobody an invitation yet."""
    return gathering()._replace(invitations=(GuestPass(INVITATION), GuestPass(f"{INVITATION}other")))


def words_in(table: Seated) -> str:
    """Return everything on the screen as one line, whatever was broken."""
    hall = table.screen.query_one(Hall).region
    rows = screen_text(table.app).splitlines()
    left = " ".join(row[: hall.right].strip() for row in rows)
    right = " ".join(row[hall.right + 1 :].strip() for row in rows)
    return " ".join(f"{left} {right}".split())


def on_white(segment: Segment) -> str:
    """Return what stands on white ground, and blanks for everything else."""
    has_code = segment.style is not None and segment.style.bgcolor == BLACK_ON_WHITE.bgcolor
    return segment.text if has_code else " " * len(segment.text)


@pytest.mark.parametrize("size", SIZES)
async def test_who_waits_reads_who_sits_where_what_clans_can_do_and_the_terms(
    size: tuple[int, int], tmp_path: Path
) -> None:
    async with seated(gathering(), tmp_path, size) as table:
        seen, power = words_in(table), face_of("rising_sun").power

        assert all(power(seat) in seen for seat in range(5))
        assert "Koi free" in seen
        assert "Lotus Ben, you, ready" in seen
        assert "Terms: no clock; players can vote a bot in" in seen
        assert "2 seats are free. This table is for invited players." in seen
        assert all(words in seen for words in ("k Play Koi instead", "t Play Turtle instead"))


@pytest.mark.parametrize("game", game_names())
@pytest.mark.parametrize("size", SIZES)
async def test_the_hall_stands_where_the_map_will_be(
    game: str, size: tuple[int, int], tmp_path: Path
) -> None:
    rules = game_named(game)
    state = rules.new_game(
        tuple(range(rules.players[0])), {name: values[0] for name, values in rules.options.items()}
    )
    scene = scene_of(rules.view_for(state, 0), 0, TableState.OPEN, rules)
    async with seated(scene._replace(view=None, prompt=None), tmp_path, size) as table:
        assert table.screen.query_one(Hall).region.width > size[0] // 2
        assert table.screen.query_one(Hall).region.height > size[1] // 2
        assert not table.screen.query_one(AreaMap).display
        assert "At the table" in screen_text(table.app)

        await table.told(scene._replace(info=scene.info, view=scene.view))
        assert table.screen.query_one(AreaMap).display
        assert not table.screen.query_one(Hall).display


@pytest.mark.parametrize("size", [LARGE, LOFTY])
async def test_a_host_sees_an_invitation_that_can_be_scanned(size: tuple[int, int], tmp_path: Path) -> None:
    async with seated(hosted(), tmp_path, size) as table:
        hall = table.screen.query_one(Hall)
        rows = ["".join(map(on_white, hall.render_line(y))) for y in range(hall.size.height)]

        assert codes_on(rows, ink=0, ground=255) == [INVITATION]


@pytest.mark.parametrize("size", SIZES)
async def test_a_host_reads_the_invitation_and_opens_all_with_a_key(
    size: tuple[int, int], tmp_path: Path
) -> None:
    async with seated(hosted(), tmp_path, size) as table:
        assert "table://192.0.2.7/dawn" in screen_text(table.app)

        await table.pilot.press("i")
        await table.until(lambda: isinstance(table.app.screen, InvitationsDialog))
        await table.pilot.press("escape")
        assert table.app.screen is table.screen


@pytest.mark.parametrize("size", SIZES)
async def test_an_invitation_that_was_used_is_struck_out_and_says_by_whom(
    size: tuple[int, int], tmp_path: Path
) -> None:
    used = f"{INVITATION}used"
    scene = gathering()._replace(invitations=(GuestPass(INVITATION), GuestPass(used, "Ben")))
    async with seated(scene, tmp_path, size) as table:
        await table.pilot.press("i", "right")
        await table.until(lambda: "Ben has used it" in " ".join(screen_text(table.app).split()))
        words = table.app.screen.query_one("#invitation-text", Words).content

        assert isinstance(words, Text)
        assert (words.plain, "strike" in str(words.style)) == (used, True)
        assert not table.app.screen.query_one("#code").display
        await table.pilot.press("left")
        await table.until(lambda: "Ben has used it" not in " ".join(screen_text(table.app).split()))


@pytest.mark.parametrize("size", [(60, 22), (60, 30), (77, 24), *SIZES])
async def test_the_hall_lies_on_nothing_else(size: tuple[int, int], tmp_path: Path) -> None:
    async with seated(hosted(), tmp_path, size) as table:
        await table.settled()
        hall, others = table.screen.query_one(Hall), table.screen.query_one(Hall).siblings
        beside = [part for part in others if part.display and part.region.overlaps(hall.region)]

        assert beside == []


async def test_without_blocks_there_are_words_only(tmp_path: Path) -> None:
    async with seated(hosted(), tmp_path, LARGE, Settings(pace="instant", glyphs="ascii")) as table:
        assert "▀" not in screen_text(table.app)
        assert "table://192.0.2.7/dawn" in screen_text(table.app)


async def test_talk_has_its_place_while_players_wait(tmp_path: Path) -> None:
    async with seated(gathering(), tmp_path, LARGE) as table:
        assert table.screen.query_one(TalkPane).size.height >= EMPTY_TALK
        assert "Say to everyone" in screen_text(table.app)


async def test_the_last_line_names_the_keys_of_play_only_when_the_game_has_begun(tmp_path: Path) -> None:
    async with seated(gathering(), tmp_path, LOFTY) as table:
        waiting = screen_text(table.app).splitlines()[-1]
        await table.told(tea())
        playing = screen_text(table.app).splitlines()[-1]

        for words in ("U Undo", "G Gift", "O Offer", "R Recap"):
            assert words not in waiting
            assert words in playing
        assert all(words in waiting for words in ("? Explain", "T Talk", "q Leave"))
