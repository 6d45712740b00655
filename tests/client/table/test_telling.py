"""What was told: the recap, deals that are talked of meanwhile, and the whole story."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from client.cli.past import past_in
from client.games.rising_sun import FACE
from client.seat.news import Heard
from client.table.beats import LogLine, story_lines
from client.table.errands import Shown
from client.table.face import face_of
from client.table.news import HeardNews
from client.table.scene import Scene
from client.table.telling import CHOICES, Telling, with_deal
from client.tui.widgets.log_pane import MOST_LINES
from core.deals import Deal, Standing, Status, key_of
from core.games.rising_sun import events as e
from core.games.rising_sun.board import KOI, LOTUS
from core.kinds import Seat
from protocol.entries import Answer, Answered, Chose, SatDown, offered
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


# The whole story -----------------------------------------------------------------------------


def test_a_story_is_told_from_its_beginning_however_long_it_is() -> None:
    """The log on the screen forgets what is long past."""
    opened = Heard(0, 0, SatDown(KOI, "Anna", b"k" * 32), [])
    story = [opened, *[battle()] * MOST_LINES, SUMMER]
    lines = list(story_lines(FACE, story, quiet_scene()))

    assert len(lines) > 5 * MOST_LINES
    assert "Anna sits down" in lines[0]
    assert "Summer" in lines[-1]
