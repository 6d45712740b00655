"""What a player hears before something that cannot simply be taken back, without a screen."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from client.games.rising_sun import FACE
from client.seat.news import Heard
from client.table.asking import menu_of
from client.table.doubts import doubt_about, doubt_about_seal, doubt_about_undo
from client.table.errands import Doubt
from client.table.menu import Option
from client.table.scene import Scene, Seals
from core.deals import Deal, Promise, Standing, Status
from core.decisions import Allocation, ChooseOne
from core.games.rising_sun.board import BUSHI, KOI, LAND, LOTUS, TURTLE
from core.games.rising_sun.choices import READY
from core.games.rising_sun.tea import courtship
from protocol.entries import AskedBack, Chose
from protocol.round import RoundStage
from tests.client.tui.at_table import scene_at, with_deals
from tests.client.tui.at_tea import OFFER, tea


def offers_at_tea(*offers: tuple[int, int]) -> Scene:
    """The Tea Ceremony as Lotus sees it, with these offers of alliances on the table."""
    scene = tea()
    choices = (*courtship(LOTUS, (KOI, LOTUS, TURTLE), frozenset(offers)), READY)
    view = replace(scene.view, offers=offers, decision=ChooseOne("tea", "RS-7.2", choices))
    return scene._replace(view=view)


def option_of(scene: Scene, line: str) -> Option:
    menu = menu_of(FACE, scene)
    assert menu is not None
    return next(option for option in menu.options if option.choice == scene.game.choice_of(line))


def doubt_at(scene: Scene, line: str) -> Doubt | None:
    return doubt_about(FACE, scene, option_of(scene, line))


@pytest.mark.parametrize(
    ("offer", "words"),
    [
        ((KOI, LOTUS), "Koi has offered you an alliance, and you haven't answered."),
        ((LOTUS, KOI), "Koi hasn't answered your offer of an alliance."),
    ],
)
def test_the_end_of_tea_asks_first_while_an_alliance_is_on_offer(offer: tuple[int, int], words: str) -> None:
    assert doubt_at(offers_at_tea(offer), "ready") == Doubt("Ready to end tea", words)


@pytest.mark.parametrize(
    ("deal", "words"),
    [
        (OFFER, "Koi has offered you a deal, and you haven't answered."),
        (Deal(0, LOTUS, KOI), "Koi hasn't answered the deal you offered."),
    ],
)
def test_the_end_of_tea_asks_first_while_a_deal_is_on_offer(deal: Deal, words: str) -> None:
    verdicts = (None,) * len((*deal.promises, *deal.asks))
    doubt = doubt_at(with_deals(offers_at_tea(), Standing(deal, Status.OPEN, verdicts)), "ready")

    assert doubt is not None
    assert doubt.warning == words


def test_two_deals_of_one_player_are_one_reason_to_ask() -> None:
    deals = (Standing(Deal(number, KOI, LOTUS), Status.OPEN, ()) for number in range(2))
    doubt = doubt_at(with_deals(offers_at_tea(), *deals), "ready")

    assert doubt is not None
    assert doubt.warning == "Koi has offered you a deal, and you haven't answered."


def test_the_end_of_tea_needs_no_second_word_when_nothing_is_open() -> None:
    made = with_deals(offers_at_tea((KOI, TURTLE)), Standing(OFFER, Status.ACCEPTED, (None, None)))

    assert doubt_at(made, "ready") is None


def test_an_answer_that_breaks_a_promise_says_which_and_to_whom() -> None:
    scene = scene_at("recruit")
    menu = menu_of(FACE, scene)
    assert menu is not None
    assert scene.seat is not None
    place = FACE.place_name(menu.active[0].places[0])
    deal = Deal(0, scene.seat, TURTLE, promises=(Promise("stay_out", place.lower()),))
    bound = with_deals(scene, Standing(deal, Status.ACCEPTED, (None,)))
    doubt = doubt_about(FACE, bound, menu.active[0])

    assert doubt_about(FACE, scene, menu.active[0]) is None
    assert doubt is not None
    assert doubt.warning.startswith("You promised Turtle ")
    assert place in doubt.warning


def test_who_ends_tea_without_the_ally_they_promised_to_be_is_warned() -> None:
    scene = scene_at("tea")
    assert scene.seat is not None
    others = tuple(row.seat for row in scene.info.seats if row.seat != scene.seat)
    last = scene._replace(view=replace(scene.view, ready=others))
    deal = Deal(0, scene.seat, others[0], promises=(Promise("ally", scene.game.seat_names[others[0]]),))
    bound = with_deals(last, Standing(deal, Status.ACCEPTED, (None,)))
    doubt = doubt_at(bound, "ready")

    assert doubt is not None
    assert "to ally with" in doubt.warning


# Seals ---------------------------------------------------------------------------------------


def test_who_seals_last_hears_that_it_cannot_be_changed() -> None:
    bid = scene_at("bid")._replace(is_sealing=True)
    assert bid.seat is not None
    last = bid._replace(seals=Seals(RoundStage.OPEN, False, (KOI,), (bid.seat,)))
    first = bid._replace(seals=Seals(RoundStage.OPEN, False, (), (bid.seat, KOI)))
    doubts = [doubt_about_seal(FACE, scene, Allocation((1, 0, 0, 0))) for scene in (last, first)]

    assert [doubt is not None and "won't be able" in doubt.warning for doubt in doubts] == [
        True,
        False,
    ]
    assert doubt_about_seal(FACE, scene_at("bid"), Allocation((1, 0, 0, 0))) is None


# Taking back ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("is_bot", "words"), [(True, "Take this back"), (False, "Ask the others")])
def test_who_plays_with_bots_alone_asks_nobody_for_leave(is_bot: bool, words: str) -> None:  # noqa: FBT001
    scene = tea()
    rows = tuple(replace(row, is_bot=is_bot and row.seat != LOTUS) for row in scene.info.seats)
    story = [Heard(0, 0, Chose(LOTUS, 5, "ready"), [])]
    scene = scene._replace(info=replace(scene.info, seats=rows))
    doubt = doubt_about_undo(story, scene, AskedBack(LOTUS, 5), "Others have acted.")

    assert doubt.question.startswith(words)
    assert doubt.warning == "Others have acted."


# What is left undone -------------------------------------------------------------------------


def test_who_is_through_with_a_recruit_hears_how_many_figures_are_left() -> None:
    doubt = doubt_at(scene_at("recruit"), "done")

    assert doubt == Doubt("Done", "You can still summon 2 figures.")


def test_who_moves_nothing_in_a_marshal_is_asked() -> None:
    doubt = doubt_at(scene_at("marshal"), "done")

    assert doubt == Doubt("Done", "You haven't moved any of your figures.")


@pytest.mark.parametrize(("spent", "is_warned"), [(0, True), (1, True), (None, False)])
def test_coins_that_are_about_to_vanish_are_named(spent: int | None, is_warned: bool) -> None:  # noqa: FBT001
    """RS-17.1: whoever has no other battle in this season loses what is not bid."""
    scene = scene_at("bid")
    view = replace(scene.view, war=(scene.view.battle.province,))
    own = view.coins[view.viewer]
    left = own - (own if spent is None else spent)
    lines = [*FACE.left_undone(view, Allocation((own - left, 0, 0, 0)))]

    assert [f"You have {left} coins left" in line for line in lines] == [True] * is_warned


def test_coins_that_another_battle_can_use_are_not_lost() -> None:
    scene = scene_at("bid")
    now = scene.view.battle.province
    later = next(place for place in LAND if place != now)
    figures = tuple(
        tuple(
            (*group, BUSHI) if place == later and seat in scene.view.seats else group for place, group in rows
        )
        for seat, rows in enumerate(map(enumerate, scene.view.figures))
    )
    view = replace(scene.view, war=(now, later), figures=figures)

    assert not [*FACE.left_undone(view, Allocation((0, 0, 0, 0)))]
