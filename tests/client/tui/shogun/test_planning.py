"""The planning board: eleven places by keyboard or mouse, what a plan would do, drafts and seals."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace
from textual.widgets import OptionList

from client.games.shogun import names
from client.games.shogun.board import PlanDialog, begun, card_line
from client.games.shogun.facts import answer_words
from client.local.settings import Settings
from client.table.scene import Scene
from client.tui.dialogs.questions import Confirm
from client.tui.dialogs.rules import RulesScreen
from core.decisions import EMPTY, Arrange, Arrangement
from core.games.shogun import GAME
from core.games.shogun.board import BID, CARDS, CHEST_CARDS, COLLECT_TAX, NUMBER_OF_CARD, PLACES
from tests.client.tui.at_table import LARGE, SMALL, Seated, screen_text, seated
from tests.client.tui.shogun.moments import asked, scene_at, scene_of


async def opened(table: Seated) -> PlanDialog:
    await table.until(lambda: isinstance(table.app.screen, PlanDialog))
    dialog = table.app.screen
    assert isinstance(dialog, PlanDialog)
    await table.until(lambda: dialog.query_one("#plan-places", OptionList).option_count)
    return dialog


def decision() -> Arrange:
    asked_for = asked()["plan"][1].decision
    assert isinstance(asked_for, Arrange)
    return asked_for


def poor() -> Scene:
    """The same, but with a single chest."""
    seat, view = asked()["plan"]
    chests = tuple(1 if other == seat else number for other, number in enumerate(view.chests))
    barred = tuple((PLACES[BID], f"c{number}") for number in (2, 3, 4))
    return scene_of(replace(view, chests=chests, decision=replace(decision(), barred=barred)), seat)


async def test_a_plan_is_made_and_sealed_with_keys(tmp_path: Path) -> None:
    async with seated(scene_at("plan"), tmp_path) as table:
        dialog = await opened(table)
        for _ in PLACES:
            await table.pilot.press("enter", "enter")  # from the place to the hand, and its first card
            await table.pilot.press("home", "down")
        await table.pilot.press("f", "s")

        line = await table.choice()
        assert decision().allows(GAME.choice_of(line))
        assert GAME.choice_of(line) == dialog.choice


async def test_arrows_change_the_card_of_a_place(tmp_path: Path) -> None:
    first, second = decision().cards[:2]
    async with seated(scene_at("plan"), tmp_path) as table:
        dialog = await opened(table)
        await table.pilot.press("right")
        assert dialog.choice.cards[0] == first
        await table.pilot.press("right")
        assert dialog.choice.cards[0] == second
        await table.pilot.press("down", "right")
        assert dialog.choice.cards[:2] == (second, first)  # what lies elsewhere is not offered again
        await table.pilot.press("up", "delete")
        assert dialog.choice.cards[:2] == (EMPTY, first)
        await table.pilot.press("left")
        assert dialog.choice.cards[0] == decision().cards[-1]


async def test_a_plan_is_made_by_mouse(tmp_path: Path) -> None:
    async with seated(scene_at("plan"), tmp_path, LARGE) as table:
        dialog = await opened(table)
        await table.click("#plan-places", offset=(5, 3))
        await table.click("#plan-hand", offset=(2, 1))
        await table.until(lambda: dialog.choice.cards[3] != EMPTY)
        assert dialog.choice.cards[3] == decision().cards[1]
        await table.click("#fill")
        await table.until(lambda: EMPTY not in dialog.choice.cards)
        await table.click("#seal")

        assert GAME.choice_of(await table.choice()) == dialog.choice


async def test_gaps_are_filled_with_chest_cards_and_the_bid_with_the_lowest(tmp_path: Path) -> None:
    async with seated(scene_at("plan"), tmp_path) as table:
        dialog = await opened(table)
        dialog.lay(0, "c3")
        await table.pilot.press("f")

        assert dialog.choice.cards[0] == "c3"
        assert dialog.choice.cards[BID] == "c0"
        assert set(dialog.choice.cards[1:4]) == {"c1", "c2", "c4"}


async def test_a_card_that_lies_elsewhere_moves(tmp_path: Path) -> None:
    card = decision().cards[0]
    async with seated(scene_at("plan"), tmp_path) as table:
        dialog = await opened(table)
        dialog.lay(2, card)
        dialog.lay(5, card)

        assert dialog.choice.cards[2] == EMPTY
        assert dialog.choice.cards[5] == card


async def test_a_card_that_may_not_lie_there_says_why_with_its_rule(tmp_path: Path) -> None:
    async with seated(poor(), tmp_path) as table:
        dialog = await opened(table)
        await table.pilot.press("end", "tab", "end", "enter")
        await table.until(lambda: "SG-21.7" in screen_text(table.app))

        assert dialog.choice.cards[BID] == EMPTY


async def test_a_plan_with_gaps_is_not_sealed_and_says_why(tmp_path: Path) -> None:
    async with seated(scene_at("plan"), tmp_path) as table:
        await opened(table)
        await table.pilot.press("right", "s")
        await table.until(lambda: "(SG-7." in screen_text(table.app))

        assert isinstance(table.app.screen, PlanDialog)
        assert not table.player.done


async def test_what_a_plan_would_pay_and_yield_is_told(tmp_path: Path) -> None:
    view = asked()["plan"][1]
    async with seated(scene_at("plan"), tmp_path) as table:
        dialog = await opened(table)
        await table.pilot.press("right")
        await table.pilot.pause()
        assert "-3¢" in screen_text(table.app)
        dialog.lay(3, decision().cards[1])
        dialog.lay(4, decision().cards[2])
        dialog.lay(BID, "c2")
        await table.pilot.pause()
        text = screen_text(table.app)

        assert f"Chests {view.chests[view.viewer or 0]} · Bid -2 = " in text
        assert "rice unrest" in text


async def test_what_turns_bring_and_which_events_may_come_stands_by_the_plan(tmp_path: Path) -> None:
    """Both decide what is planned, and the form lies over the panels that say so."""
    view = asked()["plan"][1]
    async with seated(scene_at("plan"), tmp_path) as table:
        await opened(table)
        await table.pilot.pause()
        text = screen_text(table.app)

        for space, special in enumerate(view.track, start=1):
            assert f"{space}: {names.short_special(special)}" in text
        assert all(names.short_event(event) in text for event in view.events_open)


async def test_the_revolt_at_the_cursor_is_told_of(tmp_path: Path) -> None:
    seat, view = asked()["plan"]
    stirred = replace(view, revolts=(1,) * len(view.revolts))
    async with seated(scene_of(stirred, seat), tmp_path) as table:
        dialog = await opened(table)
        dialog.lay(COLLECT_TAX, decision().cards[0])
        await table.pilot.pause()
        assert "Revolt, " not in screen_text(table.app)
        await table.pilot.press("home", *["down"] * COLLECT_TAX)
        await table.until(lambda: "Revolt, " in screen_text(table.app))


def test_the_places_of_all_cards_in_hand_stand_below_each_other() -> None:
    view = asked()["plan"][1]
    cards = [NUMBER_OF_CARD[card] for card in decision().cards]

    assert any(card in CHEST_CARDS for card in cards)
    assert len({len(card_line(view, card)) for card in cards}) == 1


async def test_the_rules_can_be_read_while_a_plan_is_made(tmp_path: Path) -> None:
    async with seated(scene_at("plan"), tmp_path) as table:
        dialog = await opened(table)
        await table.pilot.press("right", "f1")
        await table.until(lambda: isinstance(table.app.screen, RulesScreen))
        await table.until(lambda: "SG-7.1" in screen_text(table.app))
        await table.pilot.press("escape")
        await table.until(lambda: table.app.screen is dialog)

        assert dialog.choice.cards[0] == decision().cards[0]


async def test_what_cannot_be_paid_is_marked(tmp_path: Path) -> None:
    async with seated(poor(), tmp_path) as table:
        await opened(table)
        await table.pilot.press("right")
        await table.until(lambda: "too few chests" in screen_text(table.app))


def rich() -> Scene:
    """A hand of thirteen provinces, all in unrest, and few chests."""
    seat, view = asked()["plan"]
    own = range(13)
    cards = (*(CARDS[card] for card in own), *(CARDS[card] for card in CHEST_CARDS))
    return scene_of(
        replace(
            view,
            owner=tuple(seat if place in own else owner for place, owner in enumerate(view.owner)),
            armies=tuple(max(2, number) for number in view.armies),
            revolts=tuple(int(place in own) for place in range(len(view.revolts))),
            chests=(6,) * len(view.chests),
            decision=replace(decision(), cards=cards, barred=()),
        ),
        seat,
    )


async def test_the_longest_reckoning_leaves_room_for_all_else(tmp_path: Path) -> None:
    async with seated(rich(), tmp_path, SMALL) as table:
        dialog = await opened(table)
        for place in range(COLLECT_TAX + 4):
            dialog.lay(place, CARDS[place])
        dialog.lay(BID, "c2")
        await table.pilot.press("home", *["down"] * COLLECT_TAX)
        await table.until(lambda: "Revolt, " in screen_text(table.app))
        text = screen_text(table.app)

        assert "The planning board" in text
        assert "Chests 6 · Bid -2 = 4" in text
        assert "Seal" in text


async def test_a_plan_put_off_stays_as_a_draft(tmp_path: Path) -> None:
    card = decision().cards[0]
    async with seated(scene_at("plan"), tmp_path, LARGE) as table:
        await opened(table)
        await table.pilot.press("right", "escape")
        await table.until(lambda: table.app.screen is table.screen)
        await table.until(lambda: "Draft, 1 of 11" in screen_text(table.app))
        await table.pilot.press("1")
        dialog = await opened(table)

        assert dialog.choice.cards[0] == card
        assert not table.player.done


async def test_sealing_for_good_is_asked_about(tmp_path: Path) -> None:
    scene = scene_at("plan")._replace(is_sealing=True)
    async with seated(scene, tmp_path, settings=Settings(pace="instant")) as table:
        await opened(table)
        await table.pilot.press("f", "s")
        await table.until(lambda: isinstance(table.app.screen, Confirm))
        assert "a plan of 11 cards" in screen_text(table.app)
        await table.pilot.press("escape")
        await opened(table)
        await table.pilot.press("s")
        await table.until(lambda: isinstance(table.app.screen, Confirm))
        await table.pilot.press("y")

        assert decision().allows(GAME.choice_of(await table.choice()))


def test_a_draft_keeps_what_is_still_in_hand() -> None:
    whole = decision()
    first, second = whole.cards[:2]
    draft = Arrangement((first, second, *[EMPTY] * 9))

    assert begun(replace(whole, cards=whole.cards[1:]), draft)[:2] == (EMPTY, second)
    assert begun(whole, None) == (EMPTY,) * len(PLACES)


def test_a_plan_in_short_names_its_bid() -> None:
    assert answer_words(Arrangement((*["-"] * 10, "c3"))) == "a plan of 1 card, bid chest 3"
