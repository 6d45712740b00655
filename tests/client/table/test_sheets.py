"""A game is summed up part by part: points and where they came from, battles, promises."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from client.seat.news import Heard
from client.table.ending import Change, Sheet, Source, rows_of, sources_of
from client.table.errands import OpenSheets, Shown
from client.table.face import face_of
from client.table.sentences import event_sentence
from client.table.sheets import end_lines, sheet_lines, sheets_of
from client.table.undo import standing
from core.catalog import game_named
from core.deals import Promise, PromiseBroken, PromiseKept
from core.games.rising_sun import events as e
from core.games.rising_sun.board import KOI, LOTUS, PROVINCES
from core.kinds import ChoiceTakenBack, Event, GameEnded, Seat
from protocol.entries import AskedBack, Began, Chose, Consented, TookBack
from protocol.messages import ClockFace
from tests.client.table.errands import at, calls, hear, of_kind, run, sentences, to_the_end
from tests.client.tui.at_table import scene_at
from tests.client.tui.test_telling import quiet_scene
from tests.harness.random_play import random_game

RISING_SUN = game_named("rising_sun")
GAMES = ["rising_sun", "shogun", "ninjato"]
BEGAN = Heard(0, 0, Began(), [e.SeasonBegan(0)])
EDO, KYOTO = PROVINCES.index("edo"), PROVINCES.index("kyoto")
STAY_OUT = Promise("stay_out", "edo")


def chose(*events: Event, seat: Seat = KOI, prompt: int = 1) -> Heard:
    return Heard(1, 0, Chose(seat, prompt, ""), list(events))


def harvest(seat: Seat, vp: int, prompt: int = 1) -> Heard:
    return chose(e.VpGained(seat, vp, "harvest"), seat=seat, prompt=prompt)


def sheets(*story: Heard) -> list[Sheet]:
    return sheets_of(face_of("rising_sun"), RISING_SUN, story, quiet_scene().view, LOTUS)


# Parts ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_the_points_of_a_part_are_those_at_its_end(name: str) -> None:
    """Over whole games: at every end of a part, all points have a source."""
    game, face = game_named(name), face_of(name)
    story, ends = [Heard(0, 0, Began(), [])], 0
    for state, events in random_game(game, tuple(range(game.players[0])), 7):
        story.append(chose(*events))
        if any(map(face.part_ended, events)) or any(isinstance(event, GameEnded) for event in events):
            *_, now = sheets_of(face, game, story, game.view_for(state, None), None)
            assert now.points == dict(game.score(state))
            ends += 1

    assert ends > 2


@pytest.mark.parametrize(
    ("name", "titles"),
    [
        ("rising_sun", ["Spring", "Summer", "Autumn", "So far"]),
        (
            "shogun",
            [
                *(f"{season} of year 1" for season in ("Spring", "Summer", "Autumn", "Winter")),
                *(f"{season} of year 2" for season in ("Spring", "Summer", "Autumn")),
                "So far",
            ],
        ),
        ("ninjato", ["Scoring after round 3", "Scoring after round 5", "So far"]),
    ],
)
def test_every_season_winter_and_scoring_has_a_sheet(name: str, titles: list[str]) -> None:
    game, face = game_named(name), face_of(name)
    turns = list(random_game(game, tuple(range(game.players[0])), 3))
    story = [Heard(0, 0, Began(), []), *(chose(*events) for _, events in turns)]
    view = game.view_for(turns[-1][0], None)

    assert [sheet.title for sheet in sheets_of(face, game, story, view, None)] == titles


def test_a_sheet_has_only_what_its_own_part_brought() -> None:
    spring, summer, now = sheets(
        BEGAN,
        harvest(KOI, 3),
        chose(e.SeasonEnded(0)),
        harvest(LOTUS, 5),
        harvest(KOI, 1),
        chose(e.SeasonEnded(1)),
    )

    assert (spring.points[KOI], spring.points[LOTUS], spring.seats[0]) == (3, 0, KOI)
    assert (summer.points[KOI], summer.points[LOTUS], summer.seats[0]) == (4, 5, LOTUS)
    assert [(name, numbers[:2]) for name, numbers in summer.rows] == [("before", (0, 3)), ("harvest", (5, 1))]
    assert now.is_blank


def test_a_part_that_brought_no_points_has_no_sum_to_add_up() -> None:
    _, summer, _ = sheets(BEGAN, harvest(KOI, 3), chose(e.SeasonEnded(0)), chose(e.SeasonEnded(1)))

    assert (summer.points[KOI], summer.rows) == (3, [])


def test_war_tokens_are_on_the_sheet_until_they_score() -> None:
    """A guest who had won the only battle of Spring read 0 points, and nothing of the token."""
    spring, summer, now = sheets(
        BEGAN,
        chose(e.TokenTaken(LOTUS, EDO)),
        chose(e.SeasonEnded(0), e.SeasonBegan(1)),
        chose(e.TokenTaken(LOTUS, KYOTO), e.TokenTaken(KOI, EDO)),
        chose(e.SeasonEnded(1)),
        chose(e.WinterScored(LOTUS, 0, 3, 0), e.WinterScored(KOI, 0, 2, 0)),
    )

    assert spring.to_come == {LOTUS: "Edo (Spring)"}
    assert summer.to_come == {LOTUS: "Edo (Spring), Kyoto (Summer)", KOI: "Edo (Summer)"}
    assert "  Lotus: Edo (Spring)" in list(sheet_lines(RISING_SUN, spring, None))
    assert now.to_come == {}


def test_promises_that_were_kept_and_broken_are_on_the_sheet() -> None:
    kept, broken = PromiseKept(1, KOI, LOTUS, STAY_OUT), PromiseBroken(2, KOI, LOTUS, STAY_OUT)
    spring, _ = sheets(BEGAN, chose(kept, broken, e.SeasonEnded(0)))

    assert len(spring.promises) == 2
    assert all("Koi" in promise for promise in spring.promises)
    assert not spring.is_blank


def test_a_promise_stands_in_the_part_it_was_for() -> None:
    """The table judges a move when all of it is over, and by then the next season may have begun."""
    kept = PromiseKept(1, KOI, LOTUS, Promise("no_betray", "lotus"))
    late = PromiseBroken(2, KOI, LOTUS, Promise("play_mandate", "train"))
    ended = chose(e.SeasonEnded(0), e.SeasonBegan(1), kept, late)
    model = at(quiet_scene(), [BEGAN], pace="instant")
    told = sentences(hear(model, quiet_scene(), ended))
    spring, summer = model.telling.sheets

    assert [line for line in told if line in spring.promises] == spring.promises
    assert ["not to betray" in line for line in spring.promises] == [True]
    assert ["to play Train" in line for line in summer.promises] == [True]
    assert told.index(spring.promises[0]) < told.index(told_of(e.SeasonBegan(1)))


def told_of(event: Event) -> str:
    return event_sentence(RISING_SUN, event, LOTUS)


def test_what_was_taken_back_brought_nothing() -> None:
    alone = [harvest(KOI, 3), Heard(2, 0, TookBack(KOI, 1), []), harvest(KOI, 1)]
    agreed = [
        harvest(KOI, 3, prompt=1),
        harvest(LOTUS, 2, prompt=2),
        Heard(2, 0, AskedBack(KOI, 1), []),
        Heard(3, 0, Consented(LOTUS, agrees=True), [ChoiceTakenBack(KOI)]),
        harvest(KOI, 1, prompt=3),
    ]

    assert sheets(BEGAN, *alone)[0].points[KOI] == 1
    assert sheets(BEGAN, *agreed)[0].points == {**sheets(BEGAN)[0].points, KOI: 1}
    assert len(standing(agreed)) == 2


def test_a_story_without_a_beginning_is_not_summed_up() -> None:
    """Like that of a lesson, whose players have points from nowhere."""
    assert not sheets(harvest(KOI, 3), chose(e.SeasonEnded(0)))


# Rows and lines ------------------------------------------------------------------------------


def test_rows_are_sources_from_the_richest_and_columns_are_seats_by_rank() -> None:
    spring, _ = sheets(
        BEGAN,
        harvest(KOI, 1),
        chose(e.VpGained(LOTUS, 4, "poets"), e.VpGained(KOI, 2, "poets"), e.SeasonEnded(0)),
    )
    rows = rows_of(spring.sources, (LOTUS, KOI))

    assert rows == [("poets", (4, 2)), ("harvest", (0, 1))]


def test_what_is_told_by_year_stands_by_year() -> None:
    """Shogun: the richest source of year 2 comes after all of year 1."""
    changes = [
        Change(KOI, 3, Source("provinces (year 1)", part=1)),
        Change(KOI, 1, Source("buildings (year 1)", part=1)),
        Change(KOI, 2, Source("buildings (year 2)", part=2)),
        Change(KOI, 9, Source("provinces (year 2)", part=2)),
    ]
    rows = rows_of(sources_of(changes), (KOI,))

    assert [numbers for _, numbers in rows] == [(3,), (1,), (9,), (2,)]


def test_a_sheet_is_a_few_lines_for_who_reads_them() -> None:
    spring, _ = sheets(BEGAN, harvest(KOI, 3), chose(e.SeasonEnded(0)))
    head, first, *others = sheet_lines(RISING_SUN, spring, None)

    assert "Spring" in head
    assert first == "Koi 3: harvest 3"
    assert list(sheet_lines(RISING_SUN, spring, KOI)) == [head, "You 3: harvest 3", *others]
    assert all(line.endswith(" 0") for line in others)


def test_a_sheet_before_anybody_has_points_reads_no_zeros() -> None:
    spring, _ = sheets(BEGAN, chose(e.SeasonEnded(0)))

    assert len(list(sheet_lines(RISING_SUN, spring, None))) == 1


@pytest.mark.parametrize("name", GAMES)
def test_the_end_is_said_by_rank(name: str) -> None:
    game = game_named(name)
    turns = list(random_game(game, tuple(range(game.players[0])), 5))
    story = [chose(*events) for _, events in turns]
    ending = face_of(name).ending_of(story, game.view_for(turns[-1][0], None))
    lines = list(end_lines(game, ending, None))
    points = [int(line.split(":")[0].split()[-1]) for line in lines]

    assert len(lines) == game.players[0]
    assert points == sorted(points, reverse=True)


@pytest.mark.parametrize("name", ["shogun", "ninjato"])
def test_battles_carry_when_they_were_fought(name: str) -> None:
    game = game_named(name)
    turns = list(random_game(game, tuple(range(game.players[0])), 6))
    ending = face_of(name).ending_of(
        [chose(*events) for _, events in turns], game.view_for(turns[-1][0], None)
    )

    assert ending.battles
    assert all(battle.when for battle in ending.battles)


# At the table --------------------------------------------------------------------------------


def shown_sheets(errands: Iterable[Any]) -> list[list[str]]:
    return [[sheet.title for sheet in shown.sheets] for shown in of_kind(Shown, errands) if shown.sheets]


@pytest.mark.parametrize("scene", ["quiet", "asked"])
def test_a_sheet_comes_when_its_part_has_been_told_and_waits(scene: str) -> None:
    after = quiet_scene() if scene == "quiet" else scene_at("tea")
    model = at(quiet_scene(), pace="brisk")
    told = hear(model, quiet_scene(), BEGAN, harvest(KOI, 3))
    told += hear(model, after, chose(e.SeasonEnded(0)))
    assert not shown_sheets(told)
    told = run(model.hurry())

    assert shown_sheets(told) == [["Spring"]]
    assert model.telling.is_holding
    assert not model.is_my_turn
    to_the_end(model)
    assert model.is_my_turn == (scene == "asked")


def test_a_part_in_which_nothing_was_fought_or_won_needs_no_sheet() -> None:
    model = at(quiet_scene(), pace="brisk")
    hear(model, quiet_scene(), BEGAN, chose(e.SeasonEnded(0)))

    assert not shown_sheets(to_the_end(model))


def test_nobody_whose_clock_runs_waits_for_a_sheet() -> None:
    scene = scene_at("tea")
    model = at(quiet_scene(), pace="brisk")
    hear(model, quiet_scene(), BEGAN, harvest(KOI, 3))
    to_the_end(model)
    timed = scene._replace(clocks=(ClockFace(scene.seat or 0, 60_000, True, False),))
    hear(model, timed, chose(e.SeasonEnded(0)))

    assert model.is_my_turn


def test_sheets_can_be_opened_again_with_the_part_under_way() -> None:
    model = at(quiet_scene(), [BEGAN, harvest(KOI, 3), chose(e.SeasonEnded(0)), harvest(LOTUS, 1)])
    (opened,) = of_kind(OpenSheets, run(model.telling.sum_up()))

    assert [sheet.title for sheet in opened.sheets] == ["Spring", "So far"]
    assert "nothing to add up" in calls(run(at(quiet_scene()).telling.sum_up()))[0]


def test_a_sheet_has_only_what_was_told() -> None:
    model = at(quiet_scene(), [BEGAN], pace="calm")
    hear(model, quiet_scene(), harvest(KOI, 3), harvest(KOI, 2))

    assert model.telling.sheets[-1].points[KOI] == 3
