"""News is told at the player's pace, and the player is called when there is something to decide."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace
from textual.app import App

from client.games.rising_sun import FACE
from client.games.rising_sun.names import clan
from client.games.rising_sun.panels import HonorTrack, OwnSecrets
from client.local.settings import Pace, Settings
from client.seat.news import Heard
from client.table.beats import (
    FACTORS,
    FAR_BEHIND,
    LIGHT,
    NONE,
    ONE_MORE,
    SLOW,
    UNHURRIED,
    Beat,
    beats_of,
    pause_after,
)
from client.table.errands import LogLine
from client.table.scene import Scene, Seals, info_beside
from client.tui.dialogs.forms import AllocateDialog
from client.tui.dialogs.lines import LinesDialog
from client.tui.dialogs.lookup import RulesScreen
from client.tui.map.areas import AreaMap
from client.tui.palette import clan_colour
from client.tui.widgets.header import Header
from client.tui.widgets.log_pane import LogPane, coloured
from core.decisions import Allocation
from core.games.rising_sun import events as e
from core.games.rising_sun.board import KOI, LOTUS, POETS, PROVINCES, SEPPUKU
from protocol.entries import Chose, SatDown
from protocol.messages import TableState
from protocol.round import RoundStage
from tests.client.tui.at_table import LARGE, SMALL, panel_of, scene_at, screen_text, seated

EDO = PROVINCES.index("edo")
BATTLE = [
    e.BidsRevealed(((KOI, (1, 0, 0, 2)), (LOTUS, (0, 0, 0, 1)))),
    e.AdvantageWon(KOI, SEPPUKU),
    e.AdvantageWon(KOI, POETS),
    e.BattleWon(KOI, EDO, ((KOI, 3), (LOTUS, 1))),
]


def quiet_scene() -> Scene:
    """A war in which nothing is asked of us."""
    scene = scene_at("seppuku")
    return scene._replace(view=replace(scene.view, decision=None, battle=None), prompt=None)


def battle() -> Heard:
    began = e.BattleBegan(EDO, (KOI, LOTUS), (2, 1))
    return Heard(0, 0, Chose(LOTUS, 3, ""), [began, *BATTLE])


SOMETHING = Heard(1, 0, Chose(KOI, 4, ""), [e.TokenTaken(KOI, EDO)])


def told(log: LogPane) -> int:
    return len(log.lines)


@pytest.mark.parametrize("pace", ["calm", "brisk", "instant", "step"])
def test_a_battle_has_the_pace_the_player_likes(pace: Pace) -> None:
    beat = Beat([LogLine("x")], [], None, SLOW)

    assert pause_after(beat, pace, 0) == (None if pace == "step" else FACTORS[pace] * SLOW)
    assert pause_after(beat, pace, FAR_BEHIND + 1) == 0


@pytest.mark.parametrize("pace", ["calm", "brisk"])
def test_a_battle_takes_its_time_in_a_long_round_too(pace: Pace) -> None:
    """When bots have played a whole round at once, what lies between its battles is told faster."""
    slow, light = (Beat([LogLine("x")], [], None, weight) for weight in (SLOW, LIGHT))
    many = 2 * UNHURRIED

    assert pause_after(slow, pace, many) == pause_after(slow, pace, 0)
    assert pause_after(light, pace, UNHURRIED) == FACTORS[pace] * LIGHT
    assert pause_after(light, pace, many) == FACTORS[pace] * LIGHT / 2


def test_who_has_more_to_read_has_more_time() -> None:
    short, long = (Beat([LogLine("x")] * lines, [], None, LIGHT) for lines in (1, 3))

    assert pause_after(long, "brisk", 0) == pytest.approx(FACTORS["brisk"] * (LIGHT + 2 * ONE_MORE))
    assert pause_after(short, "brisk", 0) == FACTORS["brisk"] * LIGHT


def test_what_we_do_ourselves_takes_no_time_however_much_comes_of_it() -> None:
    assert pause_after(Beat([LogLine("x")] * 3, [], None, NONE), "calm", 0) == 0


@pytest.mark.parametrize("pace", ["calm", "brisk", "step"])
def test_what_is_done_to_us_stays_until_we_go_on(pace: Pace) -> None:
    ours = Beat([LogLine("x")], [], None, LIGHT, stays=True)

    assert pause_after(ours, pace, 0) is None
    assert pause_after(ours, "instant", 0) == 0


async def test_who_has_answered_is_not_told_that_nothing_is_asked(tmp_path: Path) -> None:
    """What follows from an answer is told while the table still stands as it was before."""
    scene = scene_at("seppuku")
    async with seated(scene, tmp_path) as table:
        await table.told(scene._replace(prompt=None))
        await table.until(lambda: "Waiting for the result" in screen_text(table.app))


def test_a_game_that_can_be_seen_has_begun() -> None:
    """The notice that it has may come after the others' first moves."""
    scene = scene_at("seppuku")
    gathering = replace(scene.info, state=TableState.OPEN)

    assert info_beside(scene.view, gathering).state is TableState.RUNNING
    assert info_beside(None, gathering) is gathering
    assert info_beside(scene.view, scene.info) is scene.info


async def test_a_battle_is_drawn_as_it_is_told(tmp_path: Path) -> None:
    async with seated(quiet_scene(), tmp_path, settings=Settings(pace="step")) as table:
        await table.told(quiet_scene(), battle())
        assert "Battle of Edo" in screen_text(table.app)
        assert "Koi wins" not in screen_text(table.app)
        for _ in range(4):
            await table.pilot.press("space")
            await table.pilot.pause()

        assert "Koi wins" in screen_text(table.app)


@pytest.mark.parametrize(
    ("size", "result"),
    [
        (SMALL, "Koi wins the battle of Edo"),
        (LARGE, "Koi wins the battle of Edo: Koi with force 3 and you with force 1."),
    ],
)
async def test_the_result_of_a_battle_is_as_long_as_its_line(
    size: tuple[int, int], result: str, tmp_path: Path
) -> None:
    async with seated(quiet_scene(), tmp_path, size, settings=Settings(pace="step")) as table:
        await table.told(quiet_scene(), battle())
        while "wins the battle" not in table.model.telling.latest.sentence:
            await table.pilot.press("space")
            await table.pilot.pause()

        assert table.top.prompt.render().plain.strip() == f"Any key continues · {result}"


@pytest.mark.parametrize(("columns", "seen"), [(40, "Koi wins the battle of Edo"), (20, "Koi wins the …")])
async def test_a_line_too_short_for_few_words_ends_with_a_whole_one(
    columns: int, seen: str, tmp_path: Path
) -> None:
    async with seated(quiet_scene(), tmp_path, (columns, 24), settings=Settings(pace="calm")) as table:
        table.top.prompt.sentence = "Koi wins the battle of Edo: Koi with force 3."
        table.top.prompt.brief = "Koi wins the battle of Edo"

        assert table.top.prompt.render().plain.strip() == seen


@pytest.mark.parametrize("key", ["space", "1", "U", "enter", "left", "M"])
async def test_any_key_skips_what_is_told_and_does_nothing_else(key: str, tmp_path: Path) -> None:
    async with seated(quiet_scene(), tmp_path, settings=Settings(pace="calm")) as table:
        await table.told(scene_at("hire"), battle(), SOMETHING)
        area_map, focused = table.screen.query_one(AreaMap), table.screen.focused
        assert table.model.is_telling
        assert area_map.lit == {EDO}
        await table.pilot.press(key)
        await table.pilot.pause()
        assert table.model.telling.is_holding
        assert "Any key continues" in screen_text(table.app)
        await table.pilot.press(key)
        await table.pilot.pause()

        assert table.model.is_my_turn
        assert told(table.screen.query_one(LogPane)) == 6
        assert (table.app.screen, table.screen.focused) == (table.screen, focused)
        assert (area_map.lit, area_map.cursor) == (frozenset(), None)


async def test_the_rules_can_be_read_while_something_is_told(tmp_path: Path) -> None:
    async with seated(quiet_scene(), tmp_path, settings=Settings(pace="step")) as table:
        await table.told(quiet_scene(), battle())
        await table.pilot.press("f1")
        await table.until(lambda: isinstance(table.app.screen, RulesScreen))

        assert table.model.telling.is_holding


async def test_a_click_skips_too(tmp_path: Path) -> None:
    async with seated(quiet_scene(), tmp_path, settings=Settings(pace="step")) as table:
        await table.told(quiet_scene(), battle())
        await table.pilot.click("#prompt")
        await table.pilot.pause()

        assert told(table.screen.query_one(LogPane)) == 2


async def test_what_pops_up_goes_with_the_next_key(tmp_path: Path) -> None:
    async with seated(quiet_scene(), tmp_path) as table:
        table.screen.notify("hello", timeout=60)
        await table.until(lambda: "hello" in table.toasts())
        await table.pilot.press("M")
        await table.until(lambda: "hello" not in table.toasts())


# The call ------------------------------------------------------------------------------------


async def test_your_turn_cannot_be_missed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rings: list[int] = []
    monkeypatch.setattr(App, "bell", lambda _: rings.append(1))
    async with seated(quiet_scene(), tmp_path) as table:
        assert not table.screen.query_one(Header).is_my_turn
        assert not rings
        await table.told(scene_at("hire"))
        await table.told(scene_at("hire"))
        await table.until(lambda: table.model.is_my_turn)

        assert "YOUR TURN" in screen_text(table.app)
        assert table.app.title.startswith("●")
        assert len(rings) == 1


async def test_who_has_sealed_is_not_marked_as_waited_for(tmp_path: Path) -> None:
    scene = scene_at("bid")
    done, *missing = scene.view.to_act
    sealing = scene._replace(seals=Seals(RoundStage.OPEN, False, (done,), tuple(missing)), prompt=None)
    async with seated(sealing, tmp_path) as table:
        lines = {
            line.plain.split()[1]: line.plain.split()[0]
            for line in panel_of(table, HonorTrack).lines()
            if line
        }
        marked = {name for name, mark in lines.items() if mark == "●"}

        assert marked == {f"▌{clan(seat)}" for seat in missing}


@pytest.mark.parametrize("pace", ["step", "calm"])
async def test_bids_that_are_open_are_neither_sealed_nor_a_draft_any_more(pace: Pace, tmp_path: Path) -> None:
    scene = scene_at("bid")
    sealed = scene._replace(
        seals=Seals(RoundStage.OPEN, False, (scene.seat or 0,), ()),
        view=replace(scene.view, decision=None),
        prompt=None,
    )
    async with seated(sealed, tmp_path, settings=Settings(pace=pace)) as table:
        table.model.drafting.choice = Allocation((1, 0, 0, 0))
        await table.told(sealed)
        assert "Sealed: 1 Seppuku" in screen_text(table.app)
        await table.told(sealed._replace(seals=None), battle())
        text = screen_text(table.app)

        assert table.model.is_telling
        assert "any key" in text.lower()
        assert "missing" not in text
        assert "Draft" not in text


def test_a_bid_is_sealed_no_longer_than_until_bids_are_told_to_be_open() -> None:
    """A lesson showed the own bid as sealed beside all bids: its table stays until the battle is told."""
    scene = scene_at("bid")
    sealed = scene._replace(view=replace(scene.view, answer=Allocation((1, 0, 0, 0)), decision=None))
    panel = OwnSecrets(id="secrets")
    panel.see(sealed)
    assert "Sealed: 1 Seppuku" in "\n".join(line.plain for line in panel.lines())

    panel.hear(next(event for event in battle().events if isinstance(event, e.BidsRevealed)))
    assert "Sealed" not in "\n".join(line.plain for line in panel.lines())


async def test_an_outcome_stays_to_the_end_of_the_season(tmp_path: Path) -> None:
    async with seated(quiet_scene(), tmp_path) as table:
        await table.told(quiet_scene(), battle(), Heard(1, 0, Chose(KOI, 4, ""), [e.SeasonEnded(0)]))

        assert "Koi wins" in screen_text(table.app, without="#log")


async def test_the_bell_can_be_silenced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rings: list[int] = []
    monkeypatch.setattr(App, "bell", lambda _: rings.append(1))
    async with seated(scene_at("hire"), tmp_path, settings=Settings(pace="instant", bell=False)) as table:
        assert table.model.is_my_turn
        assert not rings


async def test_the_war_board_opens_by_itself_once(tmp_path: Path) -> None:
    async with seated(scene_at("bid"), tmp_path) as table:
        await table.until(lambda: isinstance(table.app.screen, AllocateDialog))
        await table.pilot.press("escape")
        await table.told(scene_at("bid"))
        await table.pilot.pause()

        assert table.app.screen is table.screen


async def test_who_comes_back_reads_what_happened_meanwhile(tmp_path: Path) -> None:
    scene = scene_at("hire")
    story = [Heard(0, 0, Chose(scene.seat or 0, 1, "done"), []), battle()]
    async with seated(scene, tmp_path, story=story) as table:
        await table.until(lambda: isinstance(table.app.screen, LinesDialog))

        assert "Koi wins the battle of Edo" in screen_text(table.app)


async def test_who_comes_back_in_a_battle_sees_all_that_was_told_of_it(tmp_path: Path) -> None:
    began, *first = battle().events[:3]
    story = [Heard(0, 0, Chose(KOI, 1, ""), [began]), Heard(1, 0, Chose(KOI, 3, ""), first)]
    async with seated(quiet_scene(), tmp_path, story=story) as table:
        await table.told(quiet_scene(), Heard(2, 0, Chose(KOI, 5, ""), BATTLE[2:]))
        text = " ".join(screen_text(table.app).split())

        assert "Force 3 1" in text
        assert "Koi wins" in text


async def test_a_battle_nobody_has_told_of_shows_its_forces(tmp_path: Path) -> None:
    async with seated(scene_at("seppuku"), tmp_path) as table:
        assert "Force" in screen_text(table.app)


async def test_a_line_of_the_log_leads_to_its_rule(tmp_path: Path) -> None:
    async with seated(quiet_scene(), tmp_path) as table:
        await table.told(quiet_scene(), battle())
        await table.pilot.press("L", "enter")
        await table.until(lambda: isinstance(table.app.screen, RulesScreen))
        await table.pilot.pause()

        assert "RS-16.7" in screen_text(table.app)


async def test_a_form_does_not_take_the_keys_from_who_writes(tmp_path: Path) -> None:
    async with seated(quiet_scene(), tmp_path) as table:
        await table.pilot.press("T", *"let us")
        await table.asked(scene_at("bid"))
        await table.pilot.press(*" 12", "enter")
        await table.until(lambda: table.player.done)
        assert table.app.screen is table.screen
        await table.pilot.press("escape")
        await table.until(lambda: isinstance(table.app.screen, AllocateDialog))

        assert table.player.done == [("say", "let us 12", ())]


async def test_a_bid_that_is_open_is_no_draft_of_what_is_asked_next(tmp_path: Path) -> None:
    async with seated(scene_at("seppuku"), tmp_path) as table:
        for panel in table.top.each_panel():
            panel.draft = Allocation((1, 0, 0, 2))
        table.top.settle()

        assert "Draft" not in await table.settled()


def test_the_log_shows_the_reader_in_their_own_colour() -> None:
    line = coloured("Koi takes your young Bushi from you.", ("Koi", "Lotus"), LOTUS)

    assert [(line.plain[start:end], style) for start, end, style in line.spans] == [
        ("Koi", clan_colour(KOI)),
        ("your", clan_colour(LOTUS)),
        ("you", clan_colour(LOTUS)),
    ]
    assert not coloured("Do you see?", ("Koi",), None).spans


async def test_a_line_without_a_rule_says_so(tmp_path: Path) -> None:
    async with seated(quiet_scene(), tmp_path) as table:
        table.screen.query_one(LogPane).tell([LogLine("Lotus declines a deal of Koi.")])
        await table.pilot.press("L", "enter")
        await table.until(table.toasts)

        assert table.toasts() == "No rule goes with that line."
        assert table.app.screen is table.screen


async def test_the_log_goes_on_with_the_newest_line_when_nobody_reads_in_it(tmp_path: Path) -> None:
    async with seated(quiet_scene(), tmp_path) as table:
        log = table.screen.query_one(LogPane)
        log.tell([LogLine(f"line {number}") for number in range(30)])
        await table.pilot.press("L", "home")
        await table.until(lambda: "line 0" in screen_text(table.app))
        await table.pilot.press("escape")
        await table.until(lambda: "line 29" in screen_text(table.app))
        log.tell([LogLine("the newest")])

        await table.until(lambda: "the newest" in screen_text(table.app))


def test_bids_and_outcomes_stay_longer_than_the_steps_between_them() -> None:
    weights = {type(beat.events[0]): beat.weight for beat in beats_of(FACE, battle(), quiet_scene())}

    assert weights[e.BidsRevealed] == weights[e.BattleWon] > weights[e.AdvantageWon] == SLOW


async def test_names_cannot_steer_the_terminal(tmp_path: Path) -> None:
    guest = Heard(0, 0, SatDown(KOI, "Eve\x1b[2J", b"k" * 32), [])
    async with seated(quiet_scene(), tmp_path) as table:
        await table.told(quiet_scene(), guest)
        await table.until(lambda: "sits down" in screen_text(table.app))

        assert "\x1b" not in screen_text(table.app)


async def test_a_form_waits_until_what_was_missed_has_been_read(tmp_path: Path) -> None:
    scene = scene_at("bid")
    own = Heard(0, 0, Chose(scene.seat or 0, 3, ""), BATTLE)
    async with seated(scene, tmp_path, story=[own]) as table:
        await table.until(lambda: isinstance(table.app.screen, LinesDialog))
        await table.pilot.pause()
        assert not any(isinstance(screen, AllocateDialog) for screen in table.app.screen_stack)
        await table.pilot.press("escape")
        await table.until(lambda: isinstance(table.app.screen, AllocateDialog))
        await table.pilot.press("escape")
        await table.until(lambda: table.app.screen is table.screen)
        await table.pilot.pause()

        assert table.app.screen is table.screen
