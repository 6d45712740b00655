"""What a player's keys, choices and second thoughts lead to, without a screen."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from client.seat.news import Heard
from client.table.acts import AnswerOffer, Back, Donate
from client.table.among_players import answer_deal, give, offer
from client.table.deeds import (
    ActFreely,
    AnswerDeal,
    AskBack,
    Consent,
    GetReady,
    GiveAnswer,
    Propose,
    Reseal,
    TakeBack,
    Vote,
)
from client.table.errands import (
    Ask,
    CallPlayer,
    CloseForm,
    ComposeOffer,
    Depart,
    Doubt,
    FillIn,
    PickOne,
    Show,
    WhatNext,
)
from client.table.menu import Draft
from client.table.model import TableModel
from client.table.news import Gone, Looked
from client.table.reading import show_info, show_recap
from client.table.scene import Scene, Seals
from core.deals import Deal, DealExpired, Goods, Promise, PromiseBroken, Standing, Status
from core.decisions import Allocation, ChooseOne, Give
from core.games.rising_sun.board import KOI, LOTUS, PROVINCES, TURTLE
from core.games.rising_sun.choices import READY
from core.games.rising_sun.events import AllianceMade
from core.games.rising_sun.tea import courtship
from core.kinds import ChoiceTakenBack
from protocol.entries import Answer, Answered, AskedBack, Chose, Consented, offered
from protocol.messages import TableState
from protocol.round import RoundStage
from tests.client.table.errands import (
    at,
    calls,
    deeds,
    hear,
    lines_sent,
    of_kind,
    press,
    questions,
    run,
    to_the_end,
)
from tests.client.tui.at_table import Situation, scene_at, scene_of, view_at, with_deals
from tests.client.tui.at_tea import OFFER, heard, rich_scene, tea
from tests.client.tui.test_parting import an_end
from tests.client.tui.test_telling import battle, quiet_scene

BONUS_STRONGHOLD = Situation("bonus_stronghold", 3, KOI)
OFFERED = Standing(OFFER, Status.OPEN, (None, None))
KEPT = Deal(0, KOI, LOTUS, promises=(Promise("stay_out", "edo"), Promise("no_bid", "seppuku")))
BID = Allocation((1, 0, 0, 0))
OTHER = Allocation((2, 0, 0, 0))
ALLIED = heard(Chose(LOTUS, 5, "ally turtle"))._replace(events=[AllianceMade(LOTUS, TURTLE)])


def key_of(model: TableModel, label: str) -> str:
    return next(entry.key for entry in model.listing.entries if entry.label == label)


# Choosing ------------------------------------------------------------------------------------


def test_what_is_grave_needs_a_second_word() -> None:
    model = at(scene_at("seppuku"))
    unsure, sure = press(model, "s", False), press(model, "s", True)

    assert (deeds(unsure), lines_sent(model, sure)) == ([], ["seppuku"])


def test_who_trusts_their_fingers_is_not_asked_twice() -> None:
    model = at(scene_at("seppuku"), confirm=False)

    assert lines_sent(model, press(model, "s")) == ["seppuku"]


def test_an_answered_question_is_not_asked_again_unless_the_answer_is_refused() -> None:
    model = at(scene_at("hire"))
    before = model.listing.entries
    refused = press(model, "h", "You have no ronin to hire. (RS-16.6)")
    assert (calls(refused), model.listing.entries) == (["You have no ronin to hire. (RS-16.6)"], before)
    assert model.is_my_turn
    press(model, "h")

    assert not model.is_my_turn
    assert model.press("h") is None


def test_a_group_opens_and_closes() -> None:
    model = at(scene_at("train"))
    first = model.listing.entries
    press(model, next(entry.key for entry in first if entry.is_group))
    inside = model.listing
    run(model.perform(Back()))

    assert (inside.is_new, inside.entries[-1].key) == (True, "esc")
    assert inside.entries != first == model.listing.entries
    assert not model.back()


@pytest.mark.parametrize(
    ("question", "province", "reason"),
    [
        ("recruit", "oshu", "Koi has no stronghold in Oshu. (RS-9.1)"),
        ("betray", "oshu", "Lotus has no Bushi there. (RS-13.2)"),
        ("marshal", "hokkaido", "Hokkaido and Hokkaido are not adjacent. (RS-1.12)"),
    ],
)
def test_a_province_without_an_answer_says_why(question: str, province: str, reason: str) -> None:
    assert calls(run(at(scene_at(question)).pick(PROVINCES.index(province)))) == [reason]


def test_a_stronghold_that_ends_the_moves_is_not_built_by_one_key() -> None:
    """RS-22.44: it comes last, so figures that have not moved would stay."""
    model = at(scene_of(view_at(BONUS_STRONGHOLD, KOI), KOI))
    built = run(model.pick(PROVINCES.index("kyushu")), True)
    (doubt,) = questions(built)

    assert isinstance(doubt, Doubt)
    assert doubt.question == "Build a stronghold in Kyushu for 3¢"
    assert "you can't move anything else" in doubt.warning
    assert lines_sent(model, built) == ["build kyushu"]


def test_who_would_break_a_promise_is_reminded_of_it() -> None:
    model = at(with_deals(scene_at("recruit"), Standing(KEPT, Status.ACCEPTED, (None, None))))
    press(model, key_of(model, "Summon a Bushi"))
    (doubt,) = questions(press(model, key_of(model, "Edo"), False))

    assert isinstance(doubt, Doubt)
    assert doubt.warning == "You promised Lotus to stay out of Edo."
    assert lines_sent(model, press(model, key_of(model, "Shikoku"))) == ["summon bushi shikoku"]


# Keys that do nothing ------------------------------------------------------------------------


def offers_at_tea(*offers: tuple[int, int], prompt: int = 7) -> Scene:
    """The Tea Ceremony as Lotus sees it, with these offers of alliances on the table."""
    scene = tea()
    choices = (*courtship(LOTUS, (KOI, LOTUS, TURTLE), frozenset(offers)), READY)
    view = replace(scene.view, offers=offers, decision=ChooseOne("tea", "RS-7.2", choices))
    return scene._replace(view=view, prompt=prompt)


def dead(model: TableModel, key: str) -> str:
    """Press a key that stands for nothing, and return what is said about it."""
    assert model.press(key) is None
    model.explain(key, "?")
    return model.notice


def test_a_second_press_of_a_key_does_nothing_else_and_says_why() -> None:
    model = at(offers_at_tea((KOI, LOTUS), (TURTLE, LOTUS)))
    assert lines_sent(model, press(model, "o")) == ["refuse koi"]
    run(model.hear(Looked(offers_at_tea((TURTLE, LOTUS), prompt=8))))

    assert dead(model, "o") == "o “Turn Koi down”: There is no offer between Lotus and Koi. (RS-7.2)"


def test_a_key_of_which_the_rules_say_nothing_more_is_dead_all_the_same() -> None:
    allied = replace(tea().view, ally=(LOTUS, KOI, -1, -1, -1), decision=ChooseOne("tea", "RS-7.2", (READY,)))
    model = at(tea())
    run(model.hear(Looked(tea()._replace(view=allied, prompt=8))))

    assert dead(model, "k") == "k “Ally with Koi”: that is no longer possible."


def test_a_key_that_never_stood_for_anything_says_so_until_the_next_one() -> None:
    model, waiting = at(tea()), at(tea()._replace(prompt=None))
    notice = dead(model, "9")
    model.press("k")

    assert (notice, model.notice) == ("9 does nothing here; ? shows the keys that do.", "")
    assert dead(waiting, "k") == "k does nothing now: it isn't your turn to decide."


def test_the_end_of_tea_asks_first_while_a_deal_is_on_offer() -> None:
    (doubt,) = questions(press(at(with_deals(offers_at_tea(), OFFERED)), "0", False))

    assert isinstance(doubt, Doubt)
    assert doubt.warning == "Koi has offered you a deal, and you haven't answered."


# Forms ---------------------------------------------------------------------------------------


def test_a_form_opens_by_itself_once() -> None:
    model = at(scene_at("bid"))

    assert len(questions(run(model.open_form()))) == 1
    assert not questions(run(model.open_form()))
    assert not of_kind(CallPlayer, run(model.hear(Looked(scene_at("bid")))))


def test_what_is_not_sealed_stays_as_a_draft() -> None:
    model = at(scene_at("bid"))
    put_off = run(model.fill_form(), Draft(BID, is_final=False))
    again = run(model.fill_form(), Draft(BID, is_final=True))
    (form,) = questions(again)

    assert not deeds(put_off)
    assert isinstance(form, FillIn)
    assert form.choice == BID
    assert deeds(again) == [GiveAnswer(BID)]
    assert model.drafting.choice is None


def test_who_is_not_sure_comes_back_to_the_form() -> None:
    """And is reminded of what was promised."""
    scene = scene_at("bid")
    deal = replace(KEPT, seat=scene.seat or 0, to=TURTLE)
    model = at(with_deals(scene, Standing(deal, Status.ACCEPTED, (None, None)))._replace(is_sealing=True))
    final = Draft(BID, is_final=True)
    filled = run(model.fill_form(), final, False, final, True)
    form, doubt, again, _ = questions(filled)

    assert isinstance(doubt, Doubt)
    assert "You promised Turtle not to bid on Seppuku." in doubt.warning
    assert (form, again) == (replace_choice(form, None), replace_choice(form, BID))
    assert deeds(filled) == [GiveAnswer(BID)]
    assert model.drafting.choice == BID


def test_who_becomes_the_last_while_the_form_is_open_hears_that_nothing_can_be_changed() -> None:
    scene = scene_at("bid")._replace(is_sealing=True)
    assert scene.seat is not None
    model = at(scene)
    filling = model.fill_form()
    form = next(filling)
    run(model.hear(Looked(scene._replace(seals=Seals(RoundStage.OPEN, False, (KOI,), (scene.seat,))))))
    asked = filling.send(Draft(BID, is_final=True))

    assert isinstance(form, Ask)
    assert isinstance(asked, Ask)
    assert isinstance(asked.question, Doubt)
    assert "You won't be able to change yours." in asked.question.warning


def replace_choice(form: object, choice: Allocation | None) -> FillIn:
    assert isinstance(form, FillIn)
    return form._replace(choice=choice)


def sealed() -> Scene:
    """One bid is sealed, and somebody is missing."""
    bid = scene_at("bid")
    seals = Seals(RoundStage.OPEN, False, (bid.seat or 0,), (KOI,))
    return bid._replace(prompt=None, seals=seals, sealed=BID, can_reseal=True, is_sealing=True)


def test_what_is_sealed_can_be_changed_while_others_are_missing() -> None:
    model = at(sealed())
    changed = run(model.undo(), Draft(OTHER, is_final=True), True)
    kept = [run(model.undo(), draft) for draft in (None, Draft(OTHER, False), Draft(BID, True))]

    assert replace_choice(questions(changed)[0], BID) == questions(changed)[0]
    assert deeds(changed) == [Reseal(OTHER)]
    assert [deeds(errands) for errands in kept] == [[], [], []]
    assert model.drafting.choice == BID


def test_who_thinks_for_too_long_about_a_change_is_told_so() -> None:
    model = at(sealed())
    changing = model.undo()
    assert isinstance(next(changing), Ask)
    closed = hear(model, sealed()._replace(can_reseal=False), battle())
    closed += to_the_end(model)

    assert of_kind(CloseForm, closed)
    assert "came too late" in calls([changing.send(None)])[0]


# Second thoughts -----------------------------------------------------------------------------


def test_the_last_choice_is_taken_back() -> None:
    model = at(tea())
    assert calls(run(model.undo())) == ["You have no choice to take back."]
    hear(model, tea(), heard(Chose(LOTUS, 5, "ready")))

    assert deeds(run(model.undo())) == [TakeBack(5)]


def test_the_others_are_not_asked_for_leave_before_it_is_clear_what_for() -> None:
    model = at(tea(), pace="instant")
    hear(model, tea(), ALLIED)
    refusal = "Turtle has answered since."
    unsure, sure = run(model.undo(), refusal, False), run(model.undo(), refusal, True)
    (doubt,) = questions(unsure)

    assert isinstance(doubt, Doubt)
    assert "take this back: You and Turtle are allies" in doubt.question
    assert doubt.warning == refusal
    assert (deeds(unsure), deeds(sure)) == ([TakeBack(5)], [TakeBack(5), AskBack(5)])
    hear(model, tea(), heard(AskedBack(LOTUS, 5)))
    again = run(model.undo(), refusal)
    assert (deeds(again), calls(again)) == ([TakeBack(5)], ["You have already asked for that."])


def test_the_others_wish_to_take_something_back_is_answered() -> None:
    model = at(tea(), pace="instant")
    asked = hear(model, tea(), ALLIED._replace(entry=Chose(KOI, 2, "")), heard(AskedBack(KOI, 2)))
    labels = [entry.label for entry in model.listing.entries]

    assert calls(asked) == ["Koi would like to take back a choice: see the top of your choices."]
    assert labels[0] == "Let Koi take this back: You and Turtle are allies."
    assert deeds(press(model, "y")) == [Consent(KOI, agrees=True)]


@pytest.mark.parametrize(
    "granted",
    [heard(Consented(LOTUS, True)), heard(Consented(TURTLE, True))._replace(events=[ChoiceTakenBack(KOI)])],
)
def test_what_was_granted_is_not_asked_any_more(granted: Heard) -> None:
    model = at(tea())
    hear(model, tea(), heard(AskedBack(KOI, 3)), granted)

    assert not any("Let Koi" in entry.label for entry in model.listing.entries)


def test_a_vote_about_an_absent_player() -> None:
    scene = tea()
    late = tuple(replace(row, is_overdue=row.seat == KOI) for row in scene.info.seats)

    assert deeds(press(at(scene._replace(info=replace(scene.info, seats=late))), "n")) == [Vote(KOI, False)]


def test_readiness_is_said_before_the_game() -> None:
    scene = scene_of(tea().view, LOTUS, TableState.OPEN)
    rows = tuple(replace(row, is_ready=False) for row in scene.info.seats)
    waiting = scene._replace(info=replace(scene.info, seats=rows), view=None, prompt=None)

    assert deeds(press(at(waiting), "r")) == [GetReady(True)]


# Gifts and deals -----------------------------------------------------------------------------


def test_a_gift_is_made_where_that_is_allowed() -> None:
    model, present = at(rich_scene()), Give(TURTLE, 3, 1)
    entry = next(entry for entry in model.listing.entries if isinstance(entry.act, Donate))

    assert deeds(run(model.perform(entry.act), present)) == [ActFreely(present)]
    assert deeds(run(model.play(present))) == [ActFreely(present)]
    assert not deeds(run(give(rich_scene()), None))
    assert calls(run(give(quiet_scene()._replace(view=None)))) == ["You have nothing to give away now."]


def test_an_offer_is_answered_from_the_choices_wherever_one_looks() -> None:
    model = at(with_deals(rich_scene(), OFFERED))
    accepted = press(model, key_of(model, "Answer Koi's deal 1"), "accept")
    (question,) = questions(accepted)

    assert isinstance(question, PickOne)
    assert question.title.splitlines() == [
        "Koi offers you deal 1",
        "Koi gives 2 coins",
        "You give 1 ronin",
        "Koi promises to stay out of Edo",
        "You promise “peace”",
    ]
    assert deeds(accepted) == [AnswerDeal(KOI, 0, Answer.ACCEPT)]
    assert deeds(run(answer_deal(model.scene, OFFER, "withdraw"))) == [AnswerDeal(LOTUS, 0, Answer.WITHDRAW)]
    (counter,) = questions(run(model.perform(AnswerOffer(OFFER)), "counter"))[1:]
    assert isinstance(counter, ComposeOffer)
    assert (counter.instead_of, counter.purse) == (OFFER, Goods(5, 2))


def test_an_offer_is_made_to_who_is_spoken_to() -> None:
    made = run(offer(tea(), TURTLE), OFFER)
    (question,) = questions(made)

    assert isinstance(question, ComposeOffer)
    assert (question.to, LOTUS in question.names) == (TURTLE, False)
    assert (deeds(made), calls(made)) == ([Propose(OFFER)], ["Offer sent."])


def test_two_requests_never_share_a_key() -> None:
    model = at(with_deals(tea(), OFFERED))
    hear(model, with_deals(tea(), OFFERED), heard(AskedBack(KOI, 2)))
    keys = [entry.key for entry in model.listing.entries]

    assert len(keys) == len(set(keys))


def test_what_becomes_of_a_deal_is_announced_to_both() -> None:
    broken, own = (PromiseBroken(0, *two, Promise("stay_out", "edo")) for two in ((KOI, LOTUS), (LOTUS, KOI)))
    end = heard(Chose(KOI, 3, ""))._replace(events=[broken, own, DealExpired(2, LOTUS, TURTLE)])
    model = at(tea(), pace="instant")

    assert calls(
        hear(model, tea(), heard(offered(OFFER)), heard(Answered(KOI, LOTUS, 0, Answer.DECLINE)), end)
    ) == [
        "Koi offers you a deal.",
        "Koi declines your deal 1.",
        "Koi breaks a promise to you: to stay out of Edo.",
        "Deal 3 between you and Turtle expires: the phase is over.",
    ]


# Reading, and the end ------------------------------------------------------------------------


def test_what_is_owned_is_told_of_the_table_as_it_is_shown() -> None:
    """Between two beats the table has gone on from what was last asked."""
    told = quiet_scene()
    model = at(tea()._replace(prompt=None))
    hear(model, told, battle(), battle())
    while model.told is not told:
        run(model.hurry())
    assert model.is_telling
    ((shown),) = of_kind(Show, run(show_info(model.face, told, None)))
    owned = tuple(model.face.holdings(told.view))

    assert shown.lines[-len(owned) :] == owned
    assert "Lotus: Ben, you" in shown.lines
    assert calls(run(show_recap(())))


def test_the_end_is_seen_once_and_leads_on() -> None:
    model = at(quiet_scene(), pace="instant")
    over = run(model.hear(Looked(an_end())), "again")

    assert [type(question) for question in questions(over)] == [WhatNext]
    assert of_kind(Depart, over) == [Depart(is_again=True)]
    assert not questions(run(model.hear(Looked(an_end()))))
    assert of_kind(Depart, press(model, "l", "leave")) == [Depart()]
    assert not of_kind(Depart, press(model, "l", "look"))


def test_who_leaves_in_the_middle_of_a_game_is_asked_first() -> None:
    model = at(tea())

    assert not of_kind(Depart, run(model.leave(), False))
    assert of_kind(Depart, run(model.leave(), True))
    run(model.hear(Gone("Closed.")))
    assert run(model.leave()) == [Depart()]
    assert run(at(an_end()).leave()) == [Depart()]


def test_another_game_that_somebody_has_asked_for_is_offered() -> None:
    scene, model = an_end(), at(an_end())
    called = calls(run(model.hear(Looked(scene._replace(info=replace(scene.info, next="b2"))))))

    assert "Another game with the same people" in called[0]
    assert press(model, "y") == [Depart(is_again=True)]
