"""What was told: the recap, deals that are discussed in the meantime, and the whole story."""

from __future__ import annotations

from itertools import accumulate
from pathlib import Path

import pytest
from msgspec.structs import replace

from client.cli.past import past_in
from client.games.ninjato.names import DOJO, PALACE
from client.games.rising_sun import FACE
from client.local.settings import Pace
from client.seat.news import Heard
from client.table.beats import lines_of, story_lines
from client.table.errands import Errands, LogLine, Shown
from client.table.face import face_of
from client.table.news import HeardNews
from client.table.scene import Scene
from client.table.telling import CHOICES, Telling, with_deal
from client.tui.widgets.log_pane import MOST_LINES
from core.deals import Deal, Standing, Status, key_of
from core.games.ninjato import events as nj
from core.games.ninjato.board import LOCATIONS
from core.games.rising_sun import events as e
from core.games.rising_sun.board import KOI, LOTUS
from core.games.shogun import events as sg
from core.kinds import Event, Seat
from protocol.entries import Answer, Answered, Began, Chose, SatDown, offered
from tests.client.tui.at_table import scene_at
from tests.client.tui.at_tea import OFFER
from tests.client.tui.test_telling import battle, quiet_scene

LOGS = Path(__file__).parents[2] / "logs"
SUMMER = Heard(2, 0, Chose(KOI, 4, ""), [e.SeasonEnded(0), e.SeasonBegan(1)])


# The recap -----------------------------------------------------------------------------------


@pytest.mark.parametrize("log", ["three_people", "plans"])
@pytest.mark.parametrize("seat", [0, 1])
def test_a_recap_is_what_was_told_since_the_last_choice_that_was(log: str, seat: Seat) -> None:
    """However much has arrived by then."""
    past = past_in(LOGS / f"{log}.log")
    face, telling = face_of(past.game.name), Telling()
    moments = list(past.moments(seat))
    scenes = [Scene(past.game, seat, past.info, moment.view, None, (), {}, 0.0) for moment in moments]
    telling.recall(face, scenes[0], ())
    since: list[LogLine] | None = None
    recaps = 0
    for moment, scene in zip(moments, scenes, strict=True):
        for errand in telling.hear(HeardNews(moment.heard, scene), "instant"):
            if not isinstance(errand, Shown):
                continue
            if any(isinstance(one.entry, CHOICES) and one.entry.seat == seat for one in errand.heard):
                since = []
            since = None if since is None else [*since, *errand.lines]

            assert telling.recap == (since or [])
            recaps += bool(telling.recap)
    assert recaps > 20


@pytest.mark.parametrize("log", ["three_people", "plans"])
@pytest.mark.parametrize("pace", ["step", "calm"])
def test_no_recap_runs_ahead_of_what_was_told(log: str, pace: Pace) -> None:
    """Though a whole game has arrived: whenever the telling rests, all of the recap has been told."""
    past = past_in(LOGS / f"{log}.log")
    telling, told, rests = Telling(), list[LogLine](), 0
    scenes = [
        (moment.heard, Scene(past.game, 0, past.info, moment.view, None, (), {}, 0.0))
        for moment in past.moments(0)
    ]
    telling.recall(face_of(past.game.name), scenes[0][1], ())
    for heard, scene in scenes:
        told += lines_in(telling.hear(HeardNews(heard, scene), pace))
    while telling.is_going_on:
        assert telling.recap == told[len(told) - len(telling.recap) :]
        rests += bool(telling.recap)
        told += lines_in(telling.hurry(pace) if telling.is_holding else after_pause(telling, pace))

    assert rests >= 20


@pytest.mark.parametrize("log", ["three_people", "plans"])
@pytest.mark.parametrize("pace", ["step", "calm"])
def test_the_board_does_not_run_ahead_of_what_was_told(log: str, pace: Pace) -> None:
    """Whenever the telling rests, everything that led to the board on show has been told."""
    past = past_in(LOGS / f"{log}.log")
    telling, told, rests = Telling(), 0, 0
    moments = past.moments(0)
    scenes = [Scene(past.game, 0, past.info, moment.view, None, (), {}, 0.0) for moment in moments]
    face = face_of(past.game.name)
    lines = [len(lines_of(face, one.heard, scene)) for one, scene in zip(moments, scenes, strict=True)]
    due: dict[int, int] = {}
    for scene, number in zip(scenes, accumulate(lines), strict=True):
        due.setdefault(id(scene.view), number)
    telling.recall(face, scenes[0], ())
    for moment, scene in zip(moments, scenes, strict=True):
        told += len(lines_in(telling.hear(HeardNews(moment.heard, scene), pace)))
    while telling.is_going_on:
        assert telling.told is not None
        assert due[id(telling.told.view)] <= told
        rests += 1
        told += len(lines_in(telling.hurry(pace) if telling.is_holding else after_pause(telling, pace)))

    assert rests >= 20
    assert told == sum(lines)


def after_pause(telling: Telling, pace: Pace) -> Errands:
    telling.pause = 0.0
    return telling.go_on(pace)


def lines_in(errands: Errands) -> list[LogLine]:
    return [line for errand in errands if isinstance(errand, Shown) for line in errand.lines]


def test_what_went_before_in_another_game_is_told_at_once() -> None:
    """A game that goes on from a moment of another one begins with all of it."""
    theft = e.Replaced(KOI, LOTUS, 0, 0, 2, -1)
    before = [e.SeasonBegan(0), e.VpGained(KOI, 3, "harvest"), theft, *battle().events, e.SeasonEnded(0)]
    telling = Telling()
    telling.recall(FACE, quiet_scene(), ())
    (shown,) = telling.hear(HeardNews(Heard(0, 0, Began(), before), quiet_scene()), "step")

    assert isinstance(shown, Shown)
    assert "Spring is over" in shown.lines[-1].sentence
    assert not telling.is_going_on
    assert (shown.calls, shown.sheets) == ((), ())
    assert telling.sheets[0].points[KOI] == 3


# Deals ---------------------------------------------------------------------------------------


PROMISED = Deal(1, KOI, LOTUS, promises=OFFER.promises)


def deals(*standings: Standing) -> dict[tuple[Seat, Seat, int], Standing]:
    return {key_of(s.deal.seat, s.deal.to, s.deal.number): s for s in standings}


def test_of_a_deal_that_is_talked_of_nothing_is_known_but_what_was_said() -> None:
    made = Standing(PROMISED, Status.ACCEPTED, (None,))
    told = scene_at("tea")._replace(deals=deals(made))
    offer = Standing(OFFER, Status.OPEN, (None, None))
    newest = told._replace(deals=deals(offer, replace(made, verdicts=(False,))))

    assert with_deal(told, offered(OFFER), newest).deals == deals(made, offer)
    assert with_deal(told, Chose(KOI, 3, ""), newest) is told


def test_an_answer_and_a_counter_offer_change_the_deals_they_are_about() -> None:
    offer, accepted = (Standing(OFFER, status, (None, None)) for status in (Status.OPEN, Status.ACCEPTED))
    told = scene_at("tea")._replace(deals=deals(offer))
    answer = Answered(LOTUS, KOI, OFFER.number, Answer.ACCEPT)
    counter = Deal(1, LOTUS, KOI, OFFER.wants, instead_of=OFFER.number)
    countered = deals(replace(offer, status=Status.COUNTERED), Standing(counter, Status.OPEN, ()))

    assert with_deal(told, answer, told._replace(deals=deals(accepted))).deals == deals(accepted)
    assert with_deal(told, offered(counter), told._replace(deals=countered)).deals == countered


def test_an_offer_that_lapsed_is_not_open_beside_the_one_that_follows() -> None:
    """Bots end tea and offer again while the end of tea is being told: the same offer lay there twice."""
    first, second = (Standing(replace(OFFER, number=number), Status.OPEN, (None, None)) for number in (1, 2))
    told = scene_at("tea")._replace(deals=deals(first))
    over = deals(replace(first, status=Status.EXPIRED), second)

    assert with_deal(told, offered(second.deal), told._replace(deals=over)).deals == over


# The whole story -----------------------------------------------------------------------------


def test_a_story_is_told_from_its_beginning_however_long_it_is() -> None:
    """The log on the screen forgets what is long past."""
    opened = Heard(0, 0, SatDown(KOI, "Anna", b"k" * 32), [])
    story = [opened, *[battle()] * MOST_LINES, SUMMER]
    lines = list(story_lines(FACE, story, quiet_scene()))

    assert len(lines) > 5 * MOST_LINES
    assert "Anna sits down" in lines[0]
    assert "Summer" in lines[-1]


# Where it happens, and to whom ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "event", "places"),
    [
        ("rising_sun", e.Summoned(KOI, 0, 3, -1), {3}),
        ("rising_sun", e.Summoned(KOI, 0, -1, 2), set()),
        ("shogun", sg.ArmiesMoved(0, 4, 7, 2), {4, 7}),
        ("shogun", sg.BattleBegan(0, 4, 7, 2, -1, 1), {4, 7}),
        ("shogun", sg.SeasonBegan(1, 0), set()),
        ("ninjato", nj.ShurikenPlaced(0, LOCATIONS.index("palace")), {PALACE}),
        ("ninjato", nj.ShurikenPlaced(0, LOCATIONS.index("3 stealth")), {2}),
        ("ninjato", nj.RaidFailed(0, 0), {0}),
        ("ninjato", nj.CardTaken(0, 5), {DOJO}),
    ],
)
def test_an_event_names_its_places_on_the_map(game: str, event: Event, places: set[int]) -> None:
    assert set(face_of(game).places_of(event)) == places


@pytest.mark.parametrize(
    ("game", "event", "seats"),
    [
        ("rising_sun", e.BattleWon(KOI, 3, ((KOI, 2), (LOTUS, 1))), {KOI, LOTUS}),
        ("shogun", sg.ProvinceTaken(0, 7, 1, 2), {0, 2}),
        ("shogun", sg.RevoltWon(1, 7), {1}),
        ("ninjato", nj.RaidFailed(3, 0), {3}),
        ("ninjato", nj.HouseLeft(3, 0, ()), set()),
    ],
)
def test_the_end_of_a_battle_names_who_fought_it(game: str, event: Event, seats: set[Seat]) -> None:
    assert set(face_of(game).fought_by(event)) == seats
