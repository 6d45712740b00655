"""A table that hears news and tells it, without a screen and without a clock."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from client.local.settings import Settings
from client.plain.aloud import waiting_line
from client.seat.news import Alarmed, Disconnected, Heard
from client.table.deeds import Consent, GetReady, StandUp
from client.table.errands import Call, Show, Shown, Wait, Warn
from client.table.model import TableModel
from client.table.news import Gone, Looked, Missed, Rejoined, Remark
from client.table.scene import Scene, Seals
from client.table.words import waiting_words
from core.deals import Standing, Status, key_of
from core.games.rising_sun import events as e
from core.games.rising_sun.board import BUSHI, KOI, LOTUS, TURTLE
from core.kinds import Event, Seat
from protocol.entries import AskedBack, Began, Chose, Offered, Said, SatDown, StoodUp
from protocol.messages import ClockFace, TableState
from protocol.round import RoundStage
from tests.client.table.errands import at, calls, hear, of_kind, popups, run, sentences, to_the_end
from tests.client.tui.at_table import SITUATIONS, scene_at, scene_of, view_at, with_deals
from tests.client.tui.at_tea import OFFER
from tests.client.tui.test_telling import EDO, battle, quiet_scene

STEPS = len(battle().events)


def sentence(model: TableModel) -> str:
    prompt = model.prompt(0.0)
    assert prompt is not None
    return prompt.sentence


def chose(*events: Event, prompt: int = 3) -> Heard:
    return Heard(0, 0, Chose(KOI, prompt, ""), list(events))


# Who is waited for ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bots", "words"),
    [({LOTUS}, "Lotus is thinking"), (set(), "Waiting for Lotus"), ({KOI}, "Waiting for Lotus")],
)
def test_people_are_waited_for_and_bots_are_thinking(bots: set[Seat], words: str) -> None:
    situation = SITUATIONS["mandate"]
    scene = scene_of(view_at(situation, KOI), KOI)
    rows = tuple(replace(row, is_bot=row.seat in bots) for row in scene.info.seats)
    scene = scene._replace(info=replace(scene.info, seats=rows))

    assert situation.seat == LOTUS
    assert waiting_words(scene, [LOTUS]) == words
    assert waiting_line(scene).startswith(words if bots == {LOTUS} else "The table is waiting for Lotus")


# Pace ----------------------------------------------------------------------------------------


def test_a_battle_is_told_step_by_step() -> None:
    model = at(quiet_scene())
    steps = [len(sentences(hear(model, quiet_scene(), battle())))]
    while model.telling.is_holding:
        assert "Any key continues" in sentence(model)
        steps.append(len(sentences(run(model.hurry()))))

    assert steps == [*[1] * STEPS, 0]
    assert not model.is_telling


def test_a_pause_ends_by_itself_and_a_hurry_ends_them_all() -> None:
    model = at(watched(), pace="calm")
    first, again = hear(model, watched(), battle()), hear(model, watched(), battle())
    second, rest = run(model.end_pause()), run(model.hurry())

    assert [len(sentences(told)) for told in (first, again, second, rest)] == [1, 0, 1, 2 * STEPS - 2]
    assert [wait.seconds > 0 for wait in of_kind(Wait, [*first, *again, *second, *rest])] == [
        True,
        True,
        False,
    ]
    assert not model.is_telling


def watched() -> Scene:
    return quiet_scene()._replace(seat=None)


@pytest.mark.parametrize("pace", ["calm", "brisk"])
def test_how_our_own_battle_ended_stays_until_we_go_on(pace: str) -> None:
    model = at(quiet_scene(), pace=pace)
    hear(model, quiet_scene(), battle(), chose(e.TokenTaken(KOI, EDO)))
    run(model.hurry())
    assert model.telling.is_holding
    assert "Koi wins the battle" in sentence(model)
    last = run(model.hurry())

    assert len(sentences(last)) == 1
    assert model.telling.pause  # at the usual pace again


def test_it_stays_though_nothing_follows_yet() -> None:
    model = at(quiet_scene(), pace="brisk")
    hear(model, quiet_scene(), battle())
    run(model.hurry())
    hear(model, quiet_scene(), chose(e.TokenTaken(KOI, EDO)))

    assert model.telling.is_holding
    assert "Koi wins the battle" in sentence(model)


def test_what_is_stolen_from_us_stays_until_we_go_on() -> None:
    model = at(quiet_scene(), pace="brisk")
    theft = chose(e.Replaced(KOI, LOTUS, BUSHI, BUSHI, EDO, -1))
    told = hear(model, quiet_scene(), theft, chose(e.TokenTaken(KOI, EDO)))

    assert model.telling.is_holding
    assert len(sentences(told)) == 1
    assert not popups(told)


def test_who_wants_it_is_waited_for_after_each_deed_of_others() -> None:
    model = at(quiet_scene(), pace="step")
    told = hear(model, quiet_scene(), *(chose(e.Moved(KOI, BUSHI, place, EDO)) for place in range(3)))
    steps = [len(sentences(told))]
    while model.telling.is_holding:
        steps.append(len(sentences(run(model.hurry()))))

    assert steps == [1, 1, 1, 0]


# Where it happens ----------------------------------------------------------------------------


def test_the_places_of_what_is_told_are_lit_while_it_is() -> None:
    model = at(quiet_scene(), pace="calm")
    moved = chose(e.Moved(KOI, BUSHI, 0, EDO))
    hear(model, quiet_scene(), moved, chose(e.CoinsGained(KOI, 1, "harvest")), battle())
    lit = [model.lit]
    while model.is_telling:
        run(model.end_pause() if model.telling.pause else model.hurry())
        lit.append(model.lit)

    assert lit == [{0, EDO}, frozenset(), *[{EDO}] * STEPS, frozenset()]


def test_the_question_comes_after_what_led_to_it() -> None:
    model = at(quiet_scene())
    hear(model, scene_at("hire"), battle())
    for _ in range(STEPS - 1):
        assert not model.is_my_turn
        assert model.asking.menu is None
        run(model.hurry())

    assert model.is_my_turn
    assert model.asking.menu is not None


def test_nobody_answers_while_something_is_told() -> None:
    model = at(scene_at("hire"))
    assert model.is_my_turn
    hear(model, scene_at("hire"), battle())

    assert model.telling.is_holding
    assert not model.is_my_turn


def test_whose_clock_runs_is_not_kept_waiting() -> None:
    scene = scene_at("hire")
    model = at(quiet_scene())
    hear(model, scene._replace(clocks=(ClockFace(scene.seat or 0, 60_000, True, False),)), battle())

    assert model.is_my_turn


def test_who_is_asked_together_with_others_need_not_watch_them_first() -> None:
    scene = scene_at("tea")
    assert len(scene.view.to_act) > 1
    model = at(quiet_scene(), pace="calm")
    hear(model, scene, *[chose(e.AllianceOffered(KOI, LOTUS))] * 5)

    assert model.is_my_turn


def test_who_was_asked_with_others_need_not_watch_them_though_they_are_done() -> None:
    """Bots may have answered before any of it is told."""
    scene, offer = scene_at("tea"), chose(e.AllianceOffered(KOI, LOTUS))
    model = at(quiet_scene(), pace="calm")
    hear(model, scene, offer)
    hear(model, scene._replace(view=replace(scene.view, to_act=(scene.seat,))), offer)

    assert model.is_my_turn


def test_nobody_waits_for_what_changes_nothing_at_the_table() -> None:
    """Such as five lines about the chance that everybody brings along before the game can begin."""
    model = at(quiet_scene(), pace="calm")
    told = hear(model, quiet_scene(), *(Heard(0, 0, StoodUp(seat), []) for seat in range(2)))

    assert len(sentences(told)) == 2
    assert not model.is_telling


def test_the_end_of_a_season_does_not_pass_unseen_though_all_are_asked_then() -> None:
    end = [e.WarBegan((EDO,)), e.TokenTaken(KOI, EDO), e.SeasonEnded(0)]
    model = at(quiet_scene(), pace="calm")
    first = hear(model, scene_at("tea"), chose(*end))

    assert model.is_telling
    assert len(sentences([*first, *run(model.hurry())])) == len(end)
    assert model.is_my_turn


# What is shown meanwhile ---------------------------------------------------------------------


def test_what_is_asked_keeps_up_with_what_is_told() -> None:
    """Once a game has begun and its first battle is being told, nobody is told to get ready for it."""
    running = quiet_scene()
    model = at(running._replace(info=replace(running.info, state=TableState.OPEN), view=None))
    ready = [entry.act for entry in model.listing.entries]
    hear(model, running, Heard(0, 0, Began(), []), battle())

    assert ready == [GetReady(is_ready=False), StandUp()]
    assert model.told is running
    assert not model.listing.entries


def test_bids_that_are_open_are_told_before_anybody_is_said_to_be_missing() -> None:
    scene = scene_at("bid")
    sealed = scene._replace(
        seals=Seals(RoundStage.OPEN, False, (scene.seat or 0,), ()),
        view=replace(scene.view, decision=None),
        prompt=None,
    )
    model = at(sealed, pace="calm")
    before = model.prompt(0.0)
    hear(model, sealed._replace(seals=None), battle())
    while_told = model.prompt(0.0)

    assert before is not None
    assert before.aside[0].startswith("sealed: ")
    assert while_told is not None
    assert while_told.aside == ("any key skips ahead", "")


def test_an_offer_stays_on_the_table_while_a_battle_is_told() -> None:
    """And what the battle does to another deal is not seen before it."""
    made = Standing(replace(OFFER, number=1), Status.ACCEPTED, (None, None))
    offer = Standing(OFFER, Status.OPEN, (None, None))
    before = with_deals(quiet_scene(), made)
    after = with_deals(quiet_scene(), replace(made, verdicts=(False, None)))
    newest = after._replace(deals=after.deals | with_deals(quiet_scene(), offer).deals)
    model = at(before)
    hear(model, before, chose(e.TokenTaken(KOI, 0)), battle())
    hear(model, after, battle())
    (at_once,) = of_kind(Shown, hear(model, newest, Heard(9, 0, offered(), [])))
    seen = []
    while model.is_telling:
        assert model.told is not None
        seen.append(model.told.deals)
        run(model.hurry())

    assert at_once.scene is not None
    assert seen[0] == at_once.scene.deals == with_deals(before, made, offer).deals
    assert all(key_of(KOI, LOTUS, OFFER.number) in deals for deals in seen)
    assert model.told is not None
    assert model.told.deals == newest.deals


def offered() -> Offered:
    return Offered(
        OFFER.number, OFFER.seat, OFFER.to, OFFER.gives, OFFER.wants, OFFER.promises, OFFER.asks, None
    )


def test_what_was_missed_is_told_before_the_table_stands_as_it_does() -> None:
    before, after = quiet_scene(), scene_at("hire")
    model = at(before)
    for news in (Missed(battle()), Missed(battle()), Rejoined(after)):
        run(model.hear(news))
    while model.is_telling:
        assert model.told is before
        run(model.hurry())

    assert model.told is after
    assert model.is_my_turn


def test_who_is_cut_off_is_told_so_until_the_connection_is_back() -> None:
    model = at(quiet_scene())
    lost = run(model.hear(Disconnected("Gone.")))
    was_offline = model.telling.is_offline
    run(model.hear(Rejoined(quiet_scene())))

    assert (calls(lost), was_offline, model.telling.is_offline) == (["Gone."], True, False)


def test_talk_is_told_at_once_whatever_waits() -> None:
    model = at(quiet_scene())
    hear(model, quiet_scene(), battle())
    said = Heard(1, 0, Said(KOI, 0, (), ""), [], "hello")
    (shown,) = of_kind(Shown, hear(model, quiet_scene(), said))

    assert shown.heard == (said,)
    assert model.telling.is_holding


# What others do and want ---------------------------------------------------------------------


def test_nobody_overlooks_what_others_take_from_them() -> None:
    model = at(quiet_scene(), pace="instant")
    betrayed, spared = (chose(e.Replaced(KOI, victim, BUSHI, BUSHI, EDO, -1)) for victim in (LOTUS, TURTLE))
    told = hear(model, quiet_scene(), betrayed, spared)

    assert popups(told) == [Call(sentences(told)[0], "warning")]


def test_leave_to_take_back_is_asked_for_when_the_choice_has_been_told() -> None:
    model = at(quiet_scene())
    told = hear(model, quiet_scene(), chose(*battle().events), Heard(1, 0, AskedBack(KOI, 3), []))
    before = model.listing.entries
    called = calls(to_the_end(model))

    first = model.listing.entries[0]
    assert not (calls(told))
    assert not before
    assert first.act == Consent(KOI, agrees=True)
    assert first.label.startswith("Let Koi take this back: Battle of Edo")
    assert any("take back a choice" in words for words in called)


def test_who_comes_and_goes_is_said_once() -> None:
    scene = scene_at("tea")
    rows = tuple(replace(row, is_present=row.seat != KOI) for row in scene.info.seats)
    away = scene._replace(info=replace(scene.info, seats=rows))
    model = at(scene)

    told = [run(model.hear(Looked(seen))) for seen in (away, away, scene)]

    assert [len(sentences(one)) for one in told] == [1, 0, 1]
    assert [len(calls(one)) for one in told] == [1, 0, 1]


def test_before_a_game_nobody_is_called_for_who_comes_and_goes() -> None:
    scene = scene_at("tea")
    rows = tuple(replace(row, is_present=row.seat != KOI) for row in scene.info.seats)
    gathering = scene._replace(info=replace(scene.info, state=TableState.OPEN), view=None)
    away = gathering._replace(info=replace(gathering.info, seats=rows))
    told = run(at(gathering).hear(Looked(away)))

    assert (len(sentences(told)), calls(told)) == (1, [])


@pytest.mark.parametrize(
    ("remark", "alarm", "called"),
    [
        (Remark("Ben is new."), "", [Call("Ben is new.", "information", 15)]),
        (Remark("Not Ben!\x1b", is_loud=True), "Not Ben!\\x1b", [Call("Not Ben!\\x1b", "error", 15)]),
    ],
)
def test_a_remark_is_as_loud_as_it_has_to_be(remark: Remark, alarm: str, called: list[Call]) -> None:
    model = at(quiet_scene())
    told = run(model.hear(remark))

    assert (model.telling.alarm, popups(told)) == (alarm, called)
    assert len(sentences(told)) == 1


def test_who_plays_on_has_seen_the_alarm() -> None:
    model = at(quiet_scene())
    run(model.hear(Remark("Not Ben!", is_loud=True)))
    hear(model, quiet_scene(), battle())
    before = model.telling.alarm
    hear(model, quiet_scene(), Heard(1, 0, Began(), []))

    assert (before, model.telling.alarm) == ("Not Ben!", "")


def test_who_is_deceived_hears_why_once_and_is_asked_nothing_more() -> None:
    model = at(scene_at("tea"))
    (warning,) = of_kind(Warn, run(model.hear(Alarmed("The host lies.", Path("evidence.bin")))))

    assert warning.sentences[0] == "The host lies."
    assert model.telling.alarm == " ".join(warning.sentences[:2])
    assert "evidence.bin" in model.telling.alarm
    assert (run(model.hear(Gone("Closed."))), model.is_my_turn) == ([], False)


# Before and after ----------------------------------------------------------------------------


@pytest.mark.parametrize("is_own", [True, False])
def test_the_recap_begins_with_the_last_choice_and_does_not_run_ahead(is_own: bool) -> None:  # noqa: FBT001
    own = Heard(0, 0, Chose(LOTUS if is_own else KOI, 1, ""), [])
    model = at(quiet_scene(), [Heard(0, 0, SatDown(KOI, "Anna", b"k" * 32), []), own])
    hear(model, quiet_scene(), chose(*battle().events))
    first = len(model.telling.recap)
    to_the_end(model)

    assert (first, len(model.telling.recap)) == ((1, STEPS) if is_own else (0, 0))


@pytest.mark.parametrize("later", [(), (battle(),)])
def test_who_arrives_as_the_game_begins_has_missed_nothing(later: tuple[Heard, ...], tmp_path: Path) -> None:
    """What was sealed before it brought chance to it; the set-up can be read again."""
    own, began = Heard(0, 0, Chose(LOTUS, 1, ""), []), Heard(1, 0, Began(), [e.SeasonBegan(0)])
    model = TableModel(Settings(), tmp_path)
    done = run(model.sit_down(quiet_scene(), [own, began, *later]))

    assert bool(of_kind(Show, done)) == bool(later)
    assert model.telling.recap


def test_who_is_gone_is_asked_nothing_and_told_why() -> None:
    model = at(scene_at("tea"))
    assert model.is_my_turn
    (call,) = of_kind(Call, run(model.hear(Gone("Closed."))))

    assert call.severity == "error"
    assert "Closed." in sentence(model)
    assert not (model.is_my_turn)
    assert not (model.listing.entries)
