"""Deals, as players offer, answer, keep and break them on the screen."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from msgspec.structs import replace
from textual.widgets import Button

from client.table.acts import AnswerOffer, Back
from client.table.scene import Scene
from client.tui.dialogs.questions import OfferDialog, PickDialog
from client.tui.widgets.choices import Choices
from client.tui.widgets.deals import DealEntry, Deals
from client.tui.widgets.spinner import Spinner
from client.tui.widgets.talk import SaidRows, TalkPane
from core.deals import (
    MOST_PROMISES,
    WORDS,
    Deal,
    Goods,
    Promise,
    Standing,
    Status,
    pledges_of,
)
from core.games.rising_sun.board import KOI, LOTUS, TURTLE
from protocol.entries import Answer
from tests.client.tui.at_table import LARGE, SMALL, Seated, scene_at, screen_text, seated, with_deals
from tests.client.tui.at_tea import OFFER, rich_scene, tea


async def test_an_offer_is_made_by_keyboard(tmp_path: Path) -> None:
    async with seated(tea(), tmp_path) as table:
        await table.pilot.press("O")
        await table.until(lambda: isinstance(table.app.screen, OfferDialog))
        await table.pilot.press("down", "2", "down", "down", "down", "1", "down", "right", "enter")
        await table.until(lambda: table.player.done)

        (_, deal), *rest = table.player.done
        assert not rest
        assert (deal.seat, deal.to) == (LOTUS, KOI)
        assert (deal.gives, deal.wants) == (Goods(2), Goods(0, 1))
        assert deal.promises == (Promise("ally", "koi"),)


async def test_a_promise_is_found_by_the_first_letters_of_a_word(tmp_path: Path) -> None:
    async with seated(tea(), tmp_path) as table:
        table.screen.query_one(TalkPane).room = (TURTLE,)
        await table.pilot.press("O")
        await table.until(lambda: isinstance(table.app.screen, OfferDialog))
        await table.pilot.press(*["down"] * 5, *"kyot", "down", "down", *"har", "enter")
        await table.until(lambda: table.player.done)

        ((_, deal),) = table.player.done
        assert deal.to == TURTLE, "who was spoken to last"
        assert deal.promises == (Promise("stay_out", "kyoto"),)
        assert deal.asks == (Promise("play_mandate", "harvest"),)


async def test_nobody_is_asked_to_spare_themselves_and_first_to_spare_me(tmp_path: Path) -> None:
    def asked_for() -> list[str]:
        return [value for line in table.app.screen.query("#ask-1").results(Spinner) for value in line.values]

    async with seated(tea(), tmp_path) as table:
        await table.pilot.press("O")
        await table.until(lambda: isinstance(table.app.screen, OfferDialog))
        to = table.app.screen.query_one("#to", Spinner)

        assert to.value.startswith("Koi")
        assert asked_for()[1:3] == ["ally with me", "ally with Turtle"]

        to.index += 1
        await table.until(lambda: "ally with Koi" in asked_for())
        assert to.value.startswith("Turtle")
        assert "ally with Turtle" not in asked_for()
        assert "don't betray me" in asked_for()


async def test_a_promise_in_own_words(tmp_path: Path) -> None:
    async with seated(tea(), tmp_path) as table:
        await table.pilot.press("O")
        await table.until(lambda: isinstance(table.app.screen, OfferDialog))
        table.app.screen.query_one("#promise-1").focus()
        await table.pilot.press("end", "down", *"help", "enter")
        await table.until(lambda: table.player.done)

        assert table.player.done[0][1].promises == (Promise(WORDS, "help"),)


async def test_several_promises_are_made_and_asked_for(tmp_path: Path) -> None:
    async with seated(tea(), tmp_path) as table:
        await table.pilot.press("O")
        await table.until(lambda: isinstance(table.app.screen, OfferDialog))
        table.app.screen.query_one("#promise-1").focus()
        await table.pilot.press("right")
        await table.until(lambda: table.app.screen.query("#promise-2-words"))
        await table.pilot.press("down", "right", "right")
        await table.until(lambda: table.app.screen.query("#promise-3-words"))
        await table.pilot.press("down", "down", "end")
        await table.until(lambda: table.app.screen.query_one("#ask-1-words").display)
        await table.until(lambda: table.app.screen.query("#ask-2-words"))
        await table.pilot.press("down", *"help me", "down", "up", "enter")
        await table.until(lambda: table.player.done)

        deal = table.player.done[0][1]
        assert deal.promises == (Promise("ally", "koi"), Promise("ally", "turtle"))
        assert deal.asks == (Promise(WORDS, "help me"),)


async def test_own_words_that_are_missing_are_asked_for(tmp_path: Path) -> None:
    async with seated(tea(), tmp_path) as table:
        await table.pilot.press("O")
        await table.until(lambda: isinstance(table.app.screen, OfferDialog))
        table.app.screen.query_one("#promise-1").focus()
        await table.pilot.press("end", "enter")
        await table.until(table.toasts)
        assert not table.player.done
        await table.pilot.press(*"help", "enter")
        await table.until(lambda: table.player.done)

        assert table.player.done[0][1].promises == (Promise(WORDS, "help"),)


async def test_nobody_offers_more_than_they_have(tmp_path: Path) -> None:
    async with seated(rich_scene(), tmp_path) as table:
        await table.pilot.press("O")
        await table.until(lambda: isinstance(table.app.screen, OfferDialog))
        await table.pilot.press("down", "end", "down", "end", "enter")
        await table.until(lambda: table.player.done)

        assert table.player.done[0][1].gives == Goods(5, 2)


async def test_what_is_promised_twice_is_promised_once(tmp_path: Path) -> None:
    promises = (Promise("stay_out", "edo"), Promise("stay_out", "edo"))
    offer = replace(OFFER, promises=promises, asks=())
    scene = with_deals(tea(), Standing(offer, Status.OPEN, (None,) * 2))
    async with seated(scene, tmp_path) as table:
        await table.pilot.press("T")
        table.screen.query(DealEntry).first().query(Button)[1].press()
        await table.until(lambda: isinstance(table.app.screen, OfferDialog))
        await table.pilot.press("enter")
        await table.until(lambda: table.player.done)

        assert table.player.done[0][1].asks == (Promise("stay_out", "edo"),)


async def test_as_many_promises_as_the_table_allows_find_room(tmp_path: Path) -> None:
    promises = tuple(Promise(WORDS, f"promise {number}") for number in range(MOST_PROMISES))
    offer = replace(OFFER, promises=promises, asks=promises)
    scene = with_deals(tea(), Standing(offer, Status.OPEN, (None,) * 2 * MOST_PROMISES))
    async with seated(scene, tmp_path) as table:
        await table.pilot.press("T")
        table.screen.query(DealEntry).first().query(Button)[1].press()
        await table.until(lambda: isinstance(table.app.screen, OfferDialog))
        await table.until(lambda: table.app.screen.query("#ask-8-words"))
        for selector in ("#to", "#ask-8-words", "#send", "#cancel"):
            table.app.screen.query_one(selector).focus()
            await table.until(partial(is_in_sight, table, selector))
        await table.pilot.press("escape")
        await table.until(lambda: table.app.screen is table.screen)


def is_in_sight(table: Seated, selector: str) -> bool:
    screen = table.app.screen
    return screen.region.contains_region(screen.query_one(selector).region)


async def test_an_offer_is_a_card_with_three_answers(tmp_path: Path) -> None:
    scene = with_deals(tea(), Standing(OFFER, Status.OPEN, (None, None)))
    async with seated(scene, tmp_path, LARGE) as table:
        text = screen_text(table.app)
        assert "Koi offers you deal 1" in text
        assert "Koi gives 2 coins" in text
        assert "You give 1 ronin" in text
        assert "Koi promises to stay out of Edo" in text
        assert [button.name for button in table.screen.query(DealEntry).first().query(Button)] == [
            "accept",
            "counter",
            "decline",
        ]


async def test_an_offer_is_accepted_and_refused_by_mouse_and_keyboard(tmp_path: Path) -> None:
    scene = with_deals(tea(), Standing(OFFER, Status.OPEN, (None, None)))
    async with seated(scene, tmp_path) as table:
        await table.pilot.press("T")
        accept, _, decline = table.screen.query(DealEntry).first().query(Button)
        await table.click(accept)
        await table.until(lambda: table.player.done)
        decline.focus()
        await table.pilot.press("enter")
        await table.until(lambda: len(table.player.done) == 2)

        assert table.player.done == [("answer", KOI, 0, Answer.ACCEPT), ("answer", KOI, 0, Answer.DECLINE)]


async def test_a_request_that_comes_in_does_not_move_who_is_about_to_choose(tmp_path: Path) -> None:
    async with seated(tea(), tmp_path) as table:
        choices = table.screen.query_one(Choices)
        await table.pilot.press("down")
        chosen = choices.entries[choices.highlighted or 0].label
        await table.told(with_deals(tea(), Standing(OFFER, Status.OPEN, (None, None))))

        assert choices.entries[0].label == "Answer Koi's deal 1"
        assert choices.entries[choices.highlighted or 0].label == chosen


SECOND = replace(OFFER, number=1, gives=Goods(3), promises=())
THIRD = Deal(0, TURTLE, LOTUS, promises=(Promise("ally", "lotus"),))


def open_offers(*deals: Deal) -> Scene:
    return with_deals(
        tea(), *(Standing(deal, Status.OPEN, (None,) * len(pledges_of(deal))) for deal in deals)
    )


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_who_is_about_to_answer_an_offer_answers_that_one_whatever_comes_in(
    size: tuple[int, int], tmp_path: Path
) -> None:
    async with seated(open_offers(OFFER), tmp_path, size) as table:
        await table.pilot.press("T")
        decline = table.screen.query(DealEntry).first().query(Button)[2]
        decline.focus()
        await table.until(lambda: decline.has_focus)
        await table.told(open_offers(SECOND, OFFER, THIRD))
        await table.until(lambda: len(table.screen.query(DealEntry)) == 3)
        await table.settled()
        await table.pilot.press("enter")
        await table.until(lambda: table.player.done)

        assert table.player.done == [("answer", KOI, OFFER.number, Answer.DECLINE)]


async def test_offers_have_one_name_in_the_list_on_their_cards_and_in_the_question(tmp_path: Path) -> None:
    async with seated(open_offers(OFFER, SECOND, THIRD), tmp_path, LARGE) as table:
        entries = [entry for entry in table.model.listing.entries if isinstance(entry.act, AnswerOffer)]
        assert [entry.label for entry in entries] == [
            "Answer Koi's deal 1",
            "Answer Koi's deal 2",
            "Answer Turtle's deal 1",
        ]
        assert len({entry.key for entry in entries}) == 3
        assert "Koi offers you deal 2" in screen_text(table.app)

        await table.pilot.press(entries[1].key)
        await table.until(lambda: isinstance(table.app.screen, PickDialog))
        await table.until(lambda: "Koi offers you deal 2" in screen_text(table.app))
        await table.told(open_offers(THIRD, SECOND, OFFER))
        await table.pilot.press("a")
        await table.until(lambda: table.player.done)
        assert table.player.done == [("answer", KOI, SECOND.number, Answer.ACCEPT)]


async def test_a_deal_that_was_not_made_leaves_no_card(tmp_path: Path) -> None:
    scene = with_deals(tea(), Standing(OFFER, Status.COUNTERED, (None, None)))
    async with seated(scene, tmp_path, LARGE) as table:
        assert not table.screen.query(DealEntry)


async def test_a_counter_offer_begins_with_the_offer_turned_round(tmp_path: Path) -> None:
    scene = with_deals(rich_scene(), Standing(OFFER, Status.OPEN, (None, None)))
    async with seated(scene, tmp_path) as table:
        await table.pilot.press("T")
        table.screen.query(DealEntry).first().query(Button)[1].press()
        await table.until(lambda: isinstance(table.app.screen, OfferDialog))
        await table.pilot.press("enter")
        await table.until(lambda: table.player.done)

        deal = table.player.done[0][1]
        assert (deal.gives, deal.wants, deal.instead_of) == (OFFER.wants, OFFER.gives, OFFER.number)
        assert (deal.promises, deal.asks) == (OFFER.asks, OFFER.promises)


async def test_a_broken_promise_is_seen_on_its_card(tmp_path: Path) -> None:
    scene = with_deals(tea(), Standing(OFFER, Status.ACCEPTED, (False, None)))
    async with seated(scene, tmp_path, LARGE) as table:
        await table.pilot.press("T")
        await table.pilot.pause()

        assert "Broken: to stay out of Edo" in screen_text(table.app)
        assert not table.screen.query(DealEntry).first().query(Button)


KEPT = Deal(0, KOI, LOTUS, promises=(Promise("stay_out", "edo"), Promise("no_bid", "seppuku")))


async def test_talk_and_offers_are_whole_while_rows_beside_them_stand_empty(tmp_path: Path) -> None:
    async with seated(
        with_deals(tea(), Standing(OFFER, Status.OPEN, (None, None))), tmp_path, LARGE
    ) as table:
        talk = table.screen.query_one(TalkPane)
        for _ in range(2):
            talk.hear(KOI, (), "A good game to you all, and may nobody here break a word that was given.")
        await table.until(lambda: talk.size.height == talk.height_at(talk.size.width))

        assert table.screen.query_one(SaidRows).max_scroll_y == 0
        assert table.screen.query_one(Deals).max_scroll_y == 0


async def test_an_offer_is_answered_by_letters_and_another_key_says_so(tmp_path: Path) -> None:
    async with seated(with_deals(tea(), Standing(OFFER, Status.OPEN, (None, None))), tmp_path) as table:
        await table.pilot.press("y")
        await table.until(lambda: isinstance(table.app.screen, PickDialog))
        await table.until(lambda: "a Accept" in screen_text(table.app))
        assert "c Counter" in screen_text(table.app)
        await table.pilot.press("z")
        assert "z does nothing here" in screen_text(table.app)

        await table.pilot.press("a")
        await table.until(lambda: table.player.done)
        assert table.player.done[0][-1] is Answer.ACCEPT


async def test_escape_leaves_the_talk_before_a_group_of_choices(tmp_path: Path) -> None:
    async with seated(scene_at("marshal"), tmp_path, LARGE) as table:
        group = next(entry for entry in table.screen.query_one(Choices).entries if entry.is_group)
        await table.pilot.press(group.key)
        await table.pilot.press("T", "escape")
        entries = table.screen.query_one(Choices).entries

        assert isinstance(entries[-1].act, Back), "the group is still open"
        assert table.screen.table.pane == "map"
