"""Every question of the game is answered by keyboard alone and by mouse."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace
from textual.events import Key
from textual.widgets import Button

from client.games.rising_sun.names import clan
from client.games.rising_sun.options import ask_words, options_of, warning_about
from client.table.acts import Donate, options_in
from client.table.menu import Menu
from client.texts import t
from client.tui.dialogs.forms import AllocateDialog
from client.tui.dialogs.questions import Confirm
from client.tui.map.widget import ProvinceMap
from client.tui.widgets.choices import Choices
from client.tui.widgets.log_pane import LogPane
from client.tui.widgets.prompt import About, PromptLine
from client.tui.widgets.spinner import Spinner
from core.decisions import Allocate, ChooseOne
from core.games.rising_sun.board import (
    BONSAI,
    DRAGONFLY,
    KOI,
    LAND,
    LOTUS,
    MANDATES,
    MARSHAL,
    RECRUIT,
)
from core.games.rising_sun.choices import Mandate
from tests.client.tui.answers import Questions, act, is_legal
from tests.client.tui.at_table import (
    LARGE,
    SITUATIONS,
    SMALL,
    Seated,
    Situation,
    scene_at,
    scene_of,
    screen_text,
    seated,
    view_at,
)

BONSAI_LAYS_A_MANDATE = Situation("bonsai_stronghold", 0, BONSAI)
BONUS_STRONGHOLD = Situation("bonus_stronghold", 3, KOI)
DRAGONFLY_RECRUITS = Situation("dragonfly_recruits_anywhere", 3, DRAGONFLY)
QUESTIONS = Questions(sorted(set(SITUATIONS) - {"bid"}), scene_at)


def test_every_question_is_answered_with_a_few_keys() -> None:
    QUESTIONS.answer_with_few_keys(most=3)


async def test_every_question_is_answered_with_arrows_and_enter(tmp_path: Path) -> None:
    async with seated(scene_at("tea"), tmp_path) as table:
        await QUESTIONS.answer_with_arrows(table)


async def test_every_question_is_answered_by_mouse(tmp_path: Path) -> None:
    async with seated(scene_at("tea"), tmp_path, LARGE) as table:
        await QUESTIONS.answer_by_mouse(table)


async def test_provinces_are_picked_on_the_map(tmp_path: Path) -> None:
    """Tab goes round the legal targets; once there is only one answer left, it is given."""
    async with seated(scene_at("tea"), tmp_path) as table:
        for question in ("raijin", "marshal", "recruit", "fujin", "use", "betray"):
            await table.asked(scene_at(question))
            assert table.screen.query_one(ProvinceMap).targets, question
            await act(table, "M", "tab", "enter")
            if not table.player.done and len(table.screen.query_one(ProvinceMap).targets) > 1:
                await act(table, "tab", "enter")
            if not table.player.done:
                await act(table, table.screen.query_one(Choices).entries[0].key)

            assert is_legal(await table.choice(), table), question


async def test_a_new_question_begins_at_its_first_answer(tmp_path: Path) -> None:
    """A player who waits for others is nowhere, though a gift could be given."""
    waiting = scene_at("tea")._replace(prompt=None)
    async with seated(waiting, tmp_path) as table:
        choices = table.screen.query_one(Choices)
        gifts = [isinstance(entry.act, Donate) for entry in choices.entries]
        await table.pilot.press("enter")
        assert table.app.screen is table.screen
        assert choices.highlighted is None
        await table.asked(scene_at("tea"))
        first = choices.highlighted
        await table.pilot.press("down")
        assert table.model.scene is not None
        await table.told(table.model.scene)

        assert gifts == [True]
        assert first == 0
        assert choices.highlighted == 1


async def test_what_a_key_takes_is_what_stands_below_the_choices(tmp_path: Path) -> None:
    """Whoever is asked "Play Train?" reads there what Train does, not what the cursor was on."""
    async with seated(scene_of(view_at(BONSAI_LAYS_A_MANDATE, BONSAI), BONSAI), tmp_path) as table:
        choices = table.screen.query_one(Choices)
        last = max(place for place, entry in enumerate(choices.entries) if options_in(entry.act))
        await table.pilot.press(choices.entries[last].key)
        await table.until(lambda: isinstance(table.app.screen, Confirm))
        asked = table.screen.query_one(About).rule

        assert choices.highlighted == last
        assert asked == options_in(choices.entries[last].act)[0].about


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_a_card_can_be_read_to_its_end_before_it_is_bought(
    size: tuple[int, int], tmp_path: Path
) -> None:
    async with seated(scene_at("train"), tmp_path, size) as table:
        choices = table.screen.query_one(Choices)
        read, places = set(), set()
        for place, entry in enumerate(choices.entries):
            options = options_in(entry.act)
            if options and not options[0].is_pass:
                read.add(await read_about(table, place) == options[0].about)
            places.add(choices.region)

        assert read == {True}
        assert len(places) == 1


async def read_about(table: Seated, place: int) -> str:
    """Return what there is to read about a choice."""
    table.screen.query_one(Choices).highlighted = place
    await table.pilot.pause()
    about = table.screen.query_one(About)
    return " ".join(" ".join(about.render_line(y).text for y in range(about.size.height)).split())


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("ally", [KOI, -1])
async def test_a_mandate_can_be_read_to_its_end_before_it_is_laid(
    ally: int, size: tuple[int, int], tmp_path: Path
) -> None:
    """RS-8.5: the bonus is for the player who lays it and their ally."""
    view = view_at(BONSAI_LAYS_A_MANDATE, BONSAI)
    allies = tuple(ally if seat == BONSAI else other for seat, other in enumerate(view.ally))
    mandates = ChooseOne("mandate", "RS-8.3", tuple(Mandate(tile, tile) for tile in range(len(MANDATES))))
    scene = scene_of(replace(view, ally=allies, decision=mandates), BONSAI)
    who = "You and Koi" if ally == KOI else "You"
    async with seated(scene, tmp_path, size) as table:
        read = [await read_about(table, place) for place in range(len(MANDATES))]

        assert read[:4] == [
            f"Everyone: 1 figure at each of their strongholds. {who}: 1 more at any of them.",
            f"Everyone: move figures to adjacent provinces. {who}: build 1 stronghold anywhere; you pay 1¢.",
            f"Everyone, you first: buy 1 season card. {who}: pay 1 coin less.",
            f"Everyone: 1 coin. {who}: the reward of every province where you have the most force.",
        ]
        assert ("you lose honor" in read[4]) == (ally == KOI)
        assert read[4].endswith("with your own of the same kind.")


async def test_who_sends_a_shinto_to_a_shrine_reads_what_its_kami_gives(tmp_path: Path) -> None:
    """RS-14.2 to RS-14.8."""
    async with seated(scene_at("recruit"), tmp_path) as table:
        choices = table.screen.query_one(Choices)
        await table.pilot.press(next(entry.key for entry in choices.entries if "Shinto" in entry.label))
        read = {
            entry.label: await read_about(table, place)
            for place, entry in enumerate(choices.entries)
            if entry.label.startswith("Shrine of ")
        }

        names = [label.removeprefix("Shrine of ").lower() for label in read]
        assert list(read.values()) == [t(f"about-{name}") for name in names]
        assert len(set(read.values())) == 4
        assert "Mandates" in screen_text(table.app), "where the shrines are"


async def test_the_lotus_reads_that_its_tile_is_unseen_and_what_each_mandate_does(
    tmp_path: Path,
) -> None:
    """What Lotus announces counts, and behind each of its tiles are all five."""
    async with seated(scene_at("mandate"), tmp_path) as table:
        choices = table.screen.query_one(Choices)
        read = await read_about(table, 0)
        await table.pilot.press(choices.entries[0].key)
        announced = [await read_about(table, place) for place in range(len(MANDATES))]

        assert read == "Nobody sees this tile. What you announce next takes effect, whatever it is."
        assert len(set(announced)) == len(MANDATES)


async def test_whoever_chooses_while_reading_the_log_goes_on_among_the_choices(tmp_path: Path) -> None:
    async with seated(scene_at("train"), tmp_path) as table:
        choices = table.screen.query_one(Choices)
        group = next(entry for entry in choices.entries if entry.is_group)
        await table.pilot.press("L")
        await table.until(lambda: isinstance(table.screen.focused, LogPane))
        await table.pilot.press(group.key)

        assert table.screen.focused is choices


async def test_a_group_opens_and_escape_comes_back(tmp_path: Path) -> None:
    async with seated(scene_at("train"), tmp_path) as table:
        choices = table.screen.query_one(Choices)
        first = choices.entries
        group = next(entry for entry in first if entry.is_group)

        await table.pilot.press(group.key)
        inside = choices.entries
        await table.pilot.press("escape")

        assert inside != first
        assert inside[-1].key == "esc"
        assert choices.entries == first


def test_lotus_is_told_that_its_tile_stays_hidden() -> None:
    """RS-19.3."""
    scene = scene_at("mandate")
    assert scene.view.viewer == LOTUS

    what, why = warning_about(scene.view, Mandate(RECRUIT, MARSHAL))

    assert what == "Play Recruit face down and announce Marshal"
    assert why == "Nobody sees the tile, but what you announce takes effect at once."
    assert "face down" in ask_words(scene.view, scene.view.decision)


def test_a_shinto_is_sent_to_a_shrine_without_a_province_where_none_matters() -> None:
    """RS-19.4: the Dragonfly summons anywhere."""
    view = view_at(DRAGONFLY_RECRUITS, DRAGONFLY)
    menu = Menu(options_of(view, view.decision))
    shintos = next(row for row in menu.rows() if row.label == "Summon a Shinto")
    labels = [row.label for row in menu.into(shintos).rows() if row.options[0] in shintos.options]

    assert [label for label in labels if label.startswith("Shrine")] == [
        "Shrine of Amaterasu",
        "Shrine of Fujin",
        "Shrine of Hachiman",
        "Shrine of Tsukuyomi",
    ]
    assert len(labels) == len(LAND) + 4
    assert ask_words(view, view.decision).endswith("2 left")


# Keys that do nothing ------------------------------------------------------------------------


async def test_the_next_key_takes_the_notice_away(tmp_path: Path) -> None:
    async with seated(scene_at("tea"), tmp_path) as table:
        await table.pilot.press("9")
        told = notice(table)
        await table.pilot.press("down")

        assert told == "9 does nothing here; H shows the keys that do."
        assert notice(table) == ""
        assert "who do you want as an ally" in screen_text(table.app)


async def test_keys_of_commands_are_not_taken_for_dead_ones(tmp_path: Path) -> None:
    async with seated(scene_at("tea"), tmp_path) as table:
        for key in ("M", "L", "space", "escape", "tab"):
            await table.pilot.press(key)

            assert notice(table) == "", key


def notice(table: Seated) -> str:
    return table.screen.query_one(PromptLine).notice


# The war board -------------------------------------------------------------------------------


async def bid_dialog(table: Seated) -> AllocateDialog:
    await table.until(lambda: isinstance(table.app.screen, AllocateDialog))
    assert isinstance(table.app.screen, AllocateDialog)
    return table.app.screen


async def test_a_bid_is_sealed_by_keyboard(tmp_path: Path) -> None:
    async with seated(scene_at("bid"), tmp_path) as table:
        await bid_dialog(table)
        await table.pilot.press("right", "down", "down", "1", "enter")

        assert await table.choice() == "bid 1 0 1 0"


async def test_a_digit_typed_quickly_goes_to_the_line_that_the_arrows_have_reached(tmp_path: Path) -> None:
    """A key is on its way to the old line while the arrow before it moves to the next."""
    async with seated(scene_at("bid"), tmp_path) as table:
        dialog = await bid_dialog(table)
        first, second, *_ = dialog.query(Spinner)
        second.focus()
        await table.until(lambda: second.has_focus)
        first.post_message(Key("1", "1"))
        await table.until(lambda: any(dialog.amounts))

        assert dialog.amounts[:2] == (0, 1)


async def test_the_war_board_lists_rivals_by_honor_and_says_what_each_place_gives(tmp_path: Path) -> None:
    """RS-16.3: honor breaks ties."""
    scene = scene_at("bid")
    view = replace(scene.view, honor=tuple(reversed(scene.view.honor)))
    async with seated(scene._replace(view=view), tmp_path) as table:
        await table.until(lambda: isinstance(table.app.screen, AllocateDialog))
        text = await table.settled()
        fighters = [seat for seat in view.honor if seat in view.battle.fighters]
        titles = ["You" if seat == view.viewer else clan(seat) for seat in fighters]
        order = [text.index(f"{title}: force") for title in titles]

        assert order == sorted(order)
        assert "Imperial Poets: 1 VP for each death" in text


async def test_a_bid_is_sealed_by_mouse(tmp_path: Path) -> None:
    async with seated(scene_at("bid"), tmp_path) as table:
        dialog = await bid_dialog(table)
        poets = dialog.query("Spinner").last()
        await table.click(poets, offset=(poets.size.width - 1, 0))
        await table.click("#seal")

        assert await table.choice() == "bid 0 0 0 1"


async def test_nobody_bids_more_than_they_have(tmp_path: Path) -> None:
    scene = scene_at("bid")
    assert isinstance(scene.view.decision, Allocate)
    total = scene.view.decision.total
    async with seated(scene, tmp_path) as table:
        dialog = await bid_dialog(table)
        await table.pilot.press(*["right"] * (total + 3), "down", "right", "down", "9")
        await table.pilot.pause()

        assert sum(dialog.amounts) == total
        assert f"0 of {total} coins left" in screen_text(table.app)


async def test_a_bid_not_sealed_stays_as_a_draft_and_can_be_changed(tmp_path: Path) -> None:
    async with seated(scene_at("bid"), tmp_path) as table:
        await bid_dialog(table)
        await table.pilot.press("right", "escape")
        await table.pilot.pause()
        assert "Draft: 1 Seppuku" in screen_text(table.app)
        assert not table.player.done

        await table.pilot.press("o")
        await bid_dialog(table)
        await table.pilot.press("enter")

        assert await table.choice() == "bid 1 0 0 0"


async def test_buttons_of_a_dialog_are_reached_by_tab(tmp_path: Path) -> None:
    async with seated(scene_at("seppuku"), tmp_path) as table:
        await table.pilot.press("s")
        await table.pilot.pause()
        await table.pilot.press("tab")
        assert isinstance(table.app.focused, Button)
        assert table.app.focused.id == "no"
        await table.pilot.press("enter")
        await table.pilot.pause()

        assert not table.player.done


async def test_a_form_about_to_open_does_not_keep_the_program_from_ending(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with seated(scene_at("bid"), tmp_path) as table:
        await bid_dialog(table)
        await table.pilot.press("escape")
        await table.until(lambda: table.app.screen is table.screen)
        close_all = table.app._close_all  # noqa: SLF001

        async def close_while_a_form_opens() -> None:
            table.top.follow(table.model.fill_form())
            await close_all()

        monkeypatch.setattr(table.app, "_close_all", close_while_a_form_opens)
