"""Nothing on the screen knows of what has not been told yet: recap, requests, deals, a table after a cut."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace
from textual.widgets import Static

from client.cli.replay import past_in
from client.games.rising_sun import FACE
from client.games.rising_sun.board import BOARD
from client.local.settings import Settings
from client.seat.news import Heard
from client.table.beats import LogLine, story_lines
from client.table.errands import Shown
from client.table.face import face_of
from client.table.news import Happened, Missed, Rejoined
from client.table.scene import Scene
from client.table.telling import CHOICES, Telling, with_deal
from client.texts.strip_controls import strip_controls
from client.tui.dialogs.lines import LinesDialog
from client.tui.map import AreaMap
from client.tui.screens.game import FromTable
from client.tui.widgets.log_pane import MOST_LINES, LogPane
from core.deals import Deal, Standing, Status, key_of
from core.games.rising_sun import events as e
from core.games.rising_sun.board import KOI, LOTUS
from core.kinds import Seat
from protocol.entries import Answer, Answered, Chose, SatDown, offered
from tests.client.tui.at_table import Seated, scene_at, seated
from tests.client.tui.at_tea import OFFER
from tests.client.tui.test_parting import an_end, at_the_end
from tests.client.tui.test_telling import battle, quiet_scene

LOGS = Path(__file__).parents[2] / "logs"
SLOWLY = Settings(pace="step")
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
        for errand in telling.hear(Happened(moment.heard, scene), "instant"):
            if not isinstance(errand, Shown):
                continue
            if any(isinstance(one.entry, CHOICES) and one.entry.seat == seat for one in errand.heard):
                since = []
            since = None if since is None else [*since, *errand.lines]

            assert telling.recap == (since or [])
            recaps += bool(telling.recap)
    assert recaps > 20


async def test_the_recap_does_not_run_ahead_of_the_war(tmp_path: Path) -> None:
    scene = quiet_scene()
    async with seated(scene, tmp_path, settings=SLOWLY) as table:
        await table.told(scene, battle(), SUMMER)
        await table.until(lambda: table.model.telling.is_holding)
        first = await recap(table)
        while table.model.is_telling:
            await table.pilot.press("space")
            await table.pilot.pause()
        whole = await recap(table)

    assert first == ["Battle of Edo: Koi with force 2 and Lotus with force 1."]
    assert whole[: len(first)] == first
    assert any("Koi wins the battle of Edo" in line for line in whole)
    assert any("Summer" in line for line in whole)


async def recap(table: Seated) -> list[str]:
    """Read the recap, and close it."""
    await table.pilot.press("r")
    await table.until(lambda: isinstance(table.app.screen, LinesDialog))
    lines = text_of(table)
    await table.pilot.press("escape")
    await table.until(lambda: table.app.screen is table.screen)
    return lines


def text_of(table: Seated) -> list[str]:
    """Give what lies in front to be read."""
    return str(table.app.screen.query_one("VerticalScroll Static", Static).content).splitlines()


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


# After a cut ---------------------------------------------------------------------------------


async def test_the_table_stays_as_it_was_until_what_was_missed_has_been_told(tmp_path: Path) -> None:
    before, after = quiet_scene(), scene_at("hire")
    async with seated(before, tmp_path, settings=SLOWLY) as table:
        board = table.screen.query_one(AreaMap)
        table.screen.post_message(FromTable(Missed(battle())))
        table.screen.post_message(FromTable(Rejoined(after)))
        await table.until(lambda: table.model.telling.is_holding)
        assert board.facts == BOARD.facts_of(before.view)
        while table.model.is_telling:
            await table.pilot.press("space")
            await table.pilot.pause()

        assert board.facts == BOARD.facts_of(after.view)
        assert len(table.screen.query_one(LogPane).lines) == len(battle().events)
        assert table.model.is_my_turn


async def test_what_is_owned_is_told_of_the_table_as_it_is_shown(tmp_path: Path) -> None:
    """Between two beats the table has gone on from what was asked last."""
    old, told = scene_at("tea")._replace(prompt=None), quiet_scene()
    owned = list(FACE.holdings(told.view))
    assert owned != list(FACE.holdings(old.view))
    async with seated(old, tmp_path, settings=SLOWLY) as table:
        await table.told(told, battle(), battle())
        while table.model.told is not told:
            await table.pilot.press("space")
            await table.pilot.pause()
        assert table.model.is_telling
        await table.pilot.press("i")
        await table.until(lambda: isinstance(table.app.screen, LinesDialog))

        assert text_of(table)[-len(owned) :] == owned


# The whole story -----------------------------------------------------------------------------


def test_a_story_is_told_from_its_beginning_however_long_it_is() -> None:
    """The log on the screen forgets what is long past."""
    opened = Heard(0, 0, SatDown(KOI, "Anna", b"k" * 32), [])
    story = [opened, *[battle()] * MOST_LINES, SUMMER]
    lines = list(story_lines(FACE, story, quiet_scene()))

    assert len(lines) > 5 * MOST_LINES
    assert "Anna sits down" in lines[0]
    assert "Summer" in lines[-1]


async def test_the_story_of_a_long_game_is_saved_whole(tmp_path: Path) -> None:
    """What came before we did, and what came after."""
    end = an_end()
    opened = Heard(0, 0, SatDown(KOI, "Anna", b"k" * 32), [])
    story = [opened, *[battle()] * MOST_LINES]
    async with seated(quiet_scene(), tmp_path, story=story) as table:
        await table.told(end, *[battle()] * 5, SUMMER)
        await table.told(end)
        await at_the_end(table)
        await table.pilot.press("s")
        await table.until(lambda: "Saved in" in table.toasts())
        shown = table.screen.query_one(LogPane).lines
    lines = (tmp_path / "games" / "a1" / "story.txt").read_text("utf-8").splitlines()

    assert len(shown) <= MOST_LINES
    assert "Anna sits down" in lines[0]
    assert lines == list(map(strip_controls, story_lines(FACE, [*story, *[battle()] * 5, SUMMER], end)))
