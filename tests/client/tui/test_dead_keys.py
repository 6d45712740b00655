"""Keys under the fingers: none is passed on, a dead one says why, and the end of tea asks first."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace
from textual.widgets import Static

from client.table.scene import Scene
from client.tui.dialogs.confirm import Confirm
from client.tui.widgets.prompt import PromptLine
from core.deals import Standing, Status
from core.decisions import ChooseOne
from core.games.rising_sun.board import KOI, LOTUS, TURTLE
from core.games.rising_sun.choices import READY
from core.games.rising_sun.tea import courtship
from tests.client.tui.at_table import Seated, screen_text, seated, with_deals
from tests.client.tui.at_tea import OFFER, tea


def offers_at_tea(*offers: tuple[int, int], prompt: int = 7) -> Scene:
    """The Tea Ceremony as Lotus sees it, with these offers of alliances on the table."""
    scene = tea()
    choices = (*courtship(LOTUS, (KOI, LOTUS, TURTLE), frozenset(offers)), READY)
    view = replace(scene.view, offers=offers, decision=ChooseOne("tea", "RS-7.2", choices))
    return scene._replace(view=view, prompt=prompt)


def notice(table: Seated) -> str:
    return table.screen.query_one(PromptLine).notice


def said(table: Seated) -> str:
    """Give the words of the dialog that is open."""
    return "\n".join(str(static.content) for static in table.app.screen.query(Static))


# Keys that do nothing ------------------------------------------------------------------------


async def test_a_second_press_of_a_key_does_nothing_else_and_says_why(tmp_path: Path) -> None:
    async with seated(offers_at_tea((KOI, LOTUS), (TURTLE, LOTUS)), tmp_path) as table:
        await table.pilot.press("2")
        assert await table.choice() == "refuse koi"
        await table.told(offers_at_tea((TURTLE, LOTUS), prompt=8))
        await table.pilot.press("2")
        await table.pilot.pause()

        assert len(table.player.done) == 1
        assert notice(table) == "2 “Turn Koi down”: There is no offer between Lotus and Koi. (RS-7.2)"
        assert notice(table) in screen_text(table.app)


async def test_a_key_of_which_the_rules_say_nothing_more_is_dead_all_the_same(tmp_path: Path) -> None:
    allied = replace(tea().view, ally=(LOTUS, KOI, -1, -1, -1), decision=ChooseOne("tea", "RS-7.2", (READY,)))
    async with seated(tea(), tmp_path) as table:
        await table.told(tea()._replace(view=allied, prompt=8))
        await table.pilot.press("1")

        assert notice(table) == "1 “Ally with Koi”: that cannot be done any more."


async def test_the_next_key_takes_the_notice_away(tmp_path: Path) -> None:
    async with seated(tea(), tmp_path) as table:
        await table.pilot.press("9")
        told = notice(table)
        await table.pilot.press("down")

        assert told == "9 stands for nothing here; ? shows the keys."
        assert notice(table) == ""
        assert "whom do you court" in screen_text(table.app)


async def test_who_is_not_asked_is_told_so(tmp_path: Path) -> None:
    async with seated(tea()._replace(prompt=None), tmp_path) as table:
        await table.pilot.press("1")

        assert notice(table) == "1 does nothing now: you are not asked anything."


async def test_keys_of_commands_are_not_taken_for_dead_ones(tmp_path: Path) -> None:
    async with seated(tea(), tmp_path) as table:
        for key in ("m", "l", "space", "escape", "tab"):
            await table.pilot.press(key)

            assert notice(table) == "", key


# The end of tea ------------------------------------------------------------------------------


async def test_the_end_of_tea_asks_first_while_a_deal_is_on_offer(tmp_path: Path) -> None:
    scene = with_deals(offers_at_tea(), Standing(OFFER, Status.OPEN, (None, None)))
    async with seated(scene, tmp_path) as table:
        await table.pilot.press("0")
        await table.until(lambda: isinstance(table.app.screen, Confirm))

        assert said(table).endswith("Koi has offered you a deal that you have not answered.")
