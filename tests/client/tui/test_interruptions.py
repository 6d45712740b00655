"""What others want while a form is open is seen there, and answered without losing anything."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from client.games.shogun.planning.form import PlanDialog
from client.seat.news import Heard
from client.table.scene import Scene
from client.tui.dialogs.interruptible import InterruptibleDialog
from client.tui.dialogs.questions import ConverseDialog, OfferDialog, PickDialog
from core.deals import Deal, Promise, Standing, Status
from core.games.rising_sun import events as e
from core.games.rising_sun.board import KOI
from core.kinds import Phrase
from protocol.entries import Answer, Began, Said, offered
from tests.client.tui import at_tea
from tests.client.tui.at_table import LARGE, SMALL, Seated, screen_text, seated, with_deals
from tests.client.tui.shogun.moments import scene_at

PLAN = scene_at("plan")
RED, BLUE, YELLOW = PLAN.seat or 0, 1, 2
TERMS = (Promise("no_attack", "red"),)
DEAL = Deal(0, BLUE, RED, promises=TERMS)
ANOTHER = replace(DEAL, seat=YELLOW)


def open_deals(scene: Scene, *deals: Deal) -> Scene:
    return with_deals(scene, *(Standing(deal, Status.OPEN, (None,)) for deal in deals))


def offering(deal: Deal, number: int = 1) -> Heard:
    return Heard(number, 0, offered(deal), [])


def saying(words: str, number: int = 1, to: tuple[int, ...] = (), phrase: Phrase | None = None) -> Heard:
    return Heard(number, 0, Said(BLUE, number, to, words), [], words, phrase)


async def planning(table: Seated) -> PlanDialog:
    await table.until(lambda: isinstance(table.app.screen, PlanDialog))
    dialog = table.app.screen
    assert isinstance(dialog, PlanDialog)
    await table.pilot.press("1", "2", "s")
    await table.until(lambda: dialog.planner.pointed is not None)
    return dialog


def line_above(table: Seated) -> str:
    """Return the line below the header, where a form leaves room for what comes up."""
    return screen_text(table.app).splitlines()[1]


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_an_offer_is_seen_over_the_plan_and_answered_without_touching_it(
    size: tuple[int, int], tmp_path: Path
) -> None:
    async with seated(PLAN, tmp_path, size) as table:
        plan = await planning(table)
        before, pointed = plan.choice, plan.planner.pointed
        await table.told(open_deals(PLAN, DEAL), offering(DEAL))
        await table.until(
            lambda: "Blue offers you deal 1: Blue promises not to attack you" in line_above(table)
        )
        assert line_above(table).endswith("T answers")

        await table.pilot.press("T")
        await table.until(lambda: isinstance(table.app.screen, PickDialog))
        await table.pilot.press("a")
        await table.until(lambda: table.player.done)
        await table.told(PLAN)
        await table.until(lambda: "offers" not in line_above(table))

        assert table.player.done == [("answer", BLUE, 0, Answer.ACCEPT)]
        assert table.app.screen is plan
        assert (plan.choice, plan.planner.pointed) == (before, pointed)


async def test_words_are_seen_over_the_plan_and_replied_to_in_their_room(tmp_path: Path) -> None:
    async with seated(PLAN, tmp_path) as table:
        plan = await planning(table)
        before = plan.choice
        await table.told(PLAN, saying("Spare me?", to=(RED,)))
        await table.until(lambda: "Blue: Spare me?" in line_above(table))
        await table.pilot.press("T")
        await table.until(lambda: isinstance(table.app.screen, ConverseDialog))
        await table.until(lambda: "Say to Blue only" in screen_text(table.app))
        await table.pilot.press(*"y1", "enter")
        await table.until(lambda: table.player.done)

        assert table.player.done == [("say", "y1", (BLUE,))]
        assert (table.app.screen, plan.choice) == (plan, before)
        assert "Blue" not in line_above(table)


async def test_of_several_the_newest_comes_first_and_the_others_after_it(tmp_path: Path) -> None:
    async with seated(PLAN, tmp_path, LARGE) as table:
        await planning(table)
        both = open_deals(PLAN, DEAL, ANOTHER)
        await table.told(both, offering(DEAL, 1), saying("Well?", 2), offering(ANOTHER, 3))
        await table.until(lambda: "Yellow offers you deal 1, the newest of 2 offers" in line_above(table))

        await table.told(open_deals(PLAN, DEAL))
        await table.until(lambda: "Blue: Well?" in line_above(table))
        await table.pilot.press("T", "escape")
        await table.until(lambda: "Blue offers you deal 1: " in line_above(table))


async def test_an_offer_can_be_talked_about_before_it_is_answered(tmp_path: Path) -> None:
    async with seated(PLAN, tmp_path) as table:
        await planning(table)
        await table.told(open_deals(PLAN, DEAL), offering(DEAL))
        await table.pilot.press("T")
        await table.until(lambda: isinstance(table.app.screen, PickDialog))
        await table.pilot.press("t")
        await table.until(lambda: isinstance(table.app.screen, ConverseDialog))
        await table.pilot.press(*"why", "enter")
        await table.until(lambda: table.player.done)

        assert table.player.done == [("say", "why", (BLUE,))]
        assert "Blue offers you deal 1" in line_above(table), "it still waits for an answer"


async def test_with_nothing_new_the_key_talks_to_the_table(tmp_path: Path) -> None:
    async with seated(PLAN, tmp_path) as table:
        await planning(table)
        await table.pilot.press("T")
        await table.until(lambda: isinstance(table.app.screen, ConverseDialog))
        await table.until(lambda: "Nothing has been said here yet." in screen_text(table.app))
        await table.pilot.press(*"hello", "enter")
        await table.until(lambda: table.player.done)

        assert table.player.done == [("say", "hello", ())]


async def test_small_talk_of_bots_and_own_words_interrupt_nobody(tmp_path: Path) -> None:
    async with seated(PLAN, tmp_path) as table:
        await planning(table)
        before = line_above(table)
        own = Heard(2, 0, Said(RED, 2, (), "Mine"), [], "Mine")
        await table.told(PLAN, saying("Well played", 1, phrase=Phrase("bot-says-hello")), own)
        await table.told(open_deals(PLAN, DEAL), offering(DEAL, 3))
        await table.until(lambda: "Blue offers" in line_above(table))
        await table.told(PLAN)
        await table.until(lambda: "Blue offers" not in line_above(table))

        assert line_above(table) == before


async def test_a_key_without_a_letter_leads_there_where_letters_are_typed(tmp_path: Path) -> None:
    async with seated(at_tea.tea(), tmp_path) as table:
        await table.pilot.press("O")
        await table.until(lambda: isinstance(table.app.screen, OfferDialog))
        composing = table.app.screen
        scene = with_deals(at_tea.tea(), Standing(at_tea.OFFER, Status.OPEN, (None, None)))
        await table.told(scene, Heard(1, 0, offered(at_tea.OFFER), []))
        await table.until(lambda: line_above(table).endswith("F2 answers"))
        await table.pilot.press("f2")
        await table.until(lambda: isinstance(table.app.screen, PickDialog))
        await table.pilot.press("d")
        await table.until(lambda: table.player.done)

        assert table.player.done == [("answer", KOI, at_tea.OFFER.number, Answer.DECLINE)]
        assert table.app.screen is composing


async def test_an_offer_from_before_the_form_opened_is_there_and_words_from_before_are_not(
    tmp_path: Path,
) -> None:
    story = [offering(DEAL, 1), saying("Well?", 2)]
    async with seated(open_deals(PLAN, DEAL), tmp_path, story=story) as table:
        await planning(table)

        assert "Blue offers you deal 1" in line_above(table)


@pytest.mark.parametrize(
    ("key", "leads"),
    [("H", "T"), ("f1", "f2"), ("question_mark", "f2"), ("G", "f2"), ("O", "f2"), ("f4", "T")],
)
async def test_an_offer_is_seen_and_answered_over_whatever_is_open(
    key: str, leads: str, tmp_path: Path
) -> None:
    part = [Heard(1, 0, Began(), [e.SeasonBegan(0), e.VpGained(KOI, 1, "harvest"), e.SeasonEnded(0)])]
    async with seated(at_tea.rich_scene(), tmp_path, story=part) as table:
        await table.pilot.press(key)
        await table.until(lambda: isinstance(table.app.screen, InterruptibleDialog))
        reading = table.app.screen
        scene = with_deals(at_tea.rich_scene(), Standing(at_tea.OFFER, Status.OPEN, (None, None)))
        await table.told(scene, Heard(2, 0, offered(at_tea.OFFER), []))
        await table.until(lambda: line_above(table).endswith(f"{leads.upper()} answers"))
        await table.pilot.press(leads)
        await table.until(lambda: isinstance(table.app.screen, PickDialog))
        await table.pilot.press("a")
        await table.until(lambda: table.player.done)

        assert table.player.done == [("answer", KOI, at_tea.OFFER.number, Answer.ACCEPT)]
        assert table.app.screen is reading
