"""Battles are told cube by cube, and the panels show what everybody may know."""

from __future__ import annotations

from itertools import combinations, takewhile
from pathlib import Path
from typing import get_args

import pytest
from msgspec.structs import replace
from rich.console import Console
from rich.text import Text

from client.games.shogun import names
from client.games.shogun.board import CombatPanel, RegionPanel, WinterPanel
from client.games.shogun.facts import holdings, percents, plan_words
from client.games.shogun.log import RULES_OF_EVENTS, CubeFell, CubesThrown, after, ending_of, mixed, unfold
from client.games.shogun.panels import Strip, Track, TurnOrder, cards_on, in_rows
from client.local.settings import Settings
from client.seat.news import Heard
from client.table.rulebook import rules_of
from client.table.scene import Scene
from client.table.sentences import event_in_brief, event_sentence
from client.texts import t
from client.tui.dialogs.lookup import RulesScreen
from client.tui.map.widget import ProvinceMap
from client.tui.paint.rows import broken
from client.tui.paint.spots import Detail
from core.catalog import game_names
from core.games.shogun import GAME
from core.games.shogun import events as e
from core.games.shogun.board import (
    BATTLE_B,
    CHEST_CARDS,
    COLLECT_RICE,
    EVENTS,
    FACE_DOWN,
    NO_CARD,
    PLACES,
    PROVINCES,
)
from core.games.shogun.odds import attack, battle, foretold
from core.kinds import Event
from protocol.entries import Chose
from tests.client.tui.at_table import LARGE, SMALL, Seated, panel_of, screen_text, seated
from tests.client.tui.shogun.moments import asked, scene_at, scene_of, states
from tests.core.games.shogun.tables import BLUE, FIVE, RED, SPRING, YELLOW, at, random_game
from tests.waiting import let_pass, stop_time

KOZUKE, SHINANO, KAI = (PROVINCES.index(name) for name in ("kozuke", "shinano", "kai"))
THROWN = e.Thrown((0, 4, 3, 0, 0, 0), (0, 3, 1, 0, 0, 1))
BATTLE: list[Event] = [
    e.BattleBegan(BLUE, SHINANO, KOZUKE, 4, YELLOW, 3),
    THROWN,
    e.ProvinceTaken(BLUE, KOZUKE, 1, YELLOW),
]


def quiet() -> Scene:
    """A round in which nothing is asked of us."""
    scene = scene_at("special")
    return scene._replace(view=replace(scene.view, decision=None), prompt=None)


def told_by(seat: int, events: list[Event]) -> Heard:
    return Heard(0, 0, Chose(seat, 3, ""), events)


def test_a_throw_falls_cube_by_cube() -> None:
    """First everything goes in, then each cube of the tray comes out, and nothing else."""
    moments = unfold(THROWN)

    assert moments[0] == CubesThrown(THROWN.thrown)
    assert [sum(fell.tray) for fell in moments[1:] if isinstance(fell, CubeFell)] == [1, 2, 3, 4, 5]
    assert moments[-1] == CubeFell(THROWN.tray)
    assert sorted(mixed(THROWN.tray)) == [1, 1, 1, 2, 5]
    assert unfold(BATTLE[0]) == ()


async def test_the_bids_of_five_are_read_in_one_line_of_a_small_window(tmp_path: Path) -> None:
    bids = e.BidsRevealed(tuple((seat, CHEST_CARDS[4]) for seat in FIVE))
    async with seated(quiet(), tmp_path, SMALL, Settings(pace="calm")) as table:
        await table.told(quiet(), told_by(BLUE, [bids]))
        await table.until(lambda: "The bids: Red 4, Blue 4, you 4, Black 4 and Purple 4." in prompt(table))


def prompt(table: Seated) -> str:
    return screen_text(table.app).splitlines()[1]


@pytest.mark.parametrize("size", [SMALL, (104, 30), LARGE])
async def test_a_battle_is_drawn_as_it_is_told(size: tuple[int, int], tmp_path: Path) -> None:
    async with seated(quiet(), tmp_path, size, Settings(pace="step")) as table:
        await table.told(quiet(), told_by(BLUE, BATTLE))
        await table.until(lambda: table.model.telling.is_holding)
        assert "Battle of Kozuke" in screen_text(table.app)
        sides = ["Blue 4 ", "Yellow 3 "] if size == LARGE else ["Blue 4 → Yellow 3"]
        assert all(side in screen_text(table.app) for side in sides)
        await go_on(table)
        assert "B■■■ Y■ g■" in screen_text(table.app)
        assert "takes it" not in screen_text(table.app)
        await go_on(table)
        await table.until(lambda: "Blue takes it, 1 left" in screen_text(table.app))


async def go_on(table: Seated) -> None:
    """Wave the next step through, and wait until it has been shown."""
    await table.pilot.press("space")
    await table.until(lambda: table.model.telling.is_holding or not table.model.is_telling)
    await table.pilot.pause()


async def test_cubes_fall_at_the_pace_of_the_player(tmp_path: Path) -> None:
    async with seated(quiet(), tmp_path, settings=Settings(pace="calm")) as table:
        panel = panel_of(table, CombatPanel)
        stop_time()
        await table.told(quiet(), told_by(BLUE, BATTLE))
        seen = set()
        while panel.fight is None or not panel.fight.outcome:
            let_pass(0.05)
            await table.pilot.pause()
            seen.add(sum(panel.fight.tray) if panel.fight is not None else 0)

        assert {0, 1, 2, 3, 4, 5} <= seen


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (e.ProvinceHeld(YELLOW, KOZUKE, 2, BLUE), "Yellow holds it, 2 left"),
        (e.BattleTied(KOZUKE, BLUE, YELLOW), "Nobody wins"),
        (e.PeasantsHeld(KOZUKE, BLUE), "The peasants hold it"),
        (e.RevoltPutDown(YELLOW, KOZUKE, 1), "Put down, 1 left"),
        (e.RevoltWon(YELLOW, KOZUKE), "Yellow loses it to the peasants"),
    ],
)
def test_every_end_of_a_battle_has_words(event: Event, words: str) -> None:
    fight = after(after(None, BATTLE[0]), event)

    assert fight is not None
    assert words in fight.outcome


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (e.ProvinceHeld(YELLOW, KOZUKE, 2, BLUE), "You hold it, 2 left"),
        (e.ProvinceTaken(YELLOW, KOZUKE, 2, BLUE), "You take it, 2 left"),
        (e.RevoltWon(YELLOW, KOZUKE), "You lose it to the peasants"),
    ],
)
def test_the_end_of_a_battle_of_yours_speaks_to_you(event: Event, words: str) -> None:
    fight = after(after(None, BATTLE[0]), event, YELLOW)

    assert fight is not None
    assert fight.outcome == words


def test_an_added_cube_counts_for_its_side_and_a_new_card_ends_the_picture() -> None:
    fight = after(None, BATTLE[0])
    assert fight is not None
    attack, defence = after(fight, e.CubeAdded(BLUE, 3)), after(fight, e.CubeAdded(YELLOW, 4))

    assert attack is not None
    assert defence is not None
    assert (attack.attackers, defence.defenders) == (5, 4)
    assert after(fight, e.CardRevealed(RED, 0, KAI)) is None
    revolt = after(None, e.RevoltBegan(KAI, RED, 4, 2))
    assert revolt is not None
    assert (revolt.attackers, revolt.defenders) == (2, 4)


async def test_a_question_in_a_battle_shows_the_battle(tmp_path: Path) -> None:
    async with seated(scene_at("attack"), tmp_path) as table:
        await table.until(lambda: "Battle of " in screen_text(table.app))


# Panels --------------------------------------------------------------------------------------


async def test_a_small_window_shows_players_and_actions_below_the_map(tmp_path: Path) -> None:
    async with seated(scene_at("special"), tmp_path) as table:
        await table.pilot.pause()
        *_, actions, players, _keys = screen_text(table.app).splitlines()

        assert actions.count("?") >= 5
        assert all(f"{letter}0 " in players for letter in "RBYKP")


async def test_what_happens_is_told_below_the_map_too(tmp_path: Path) -> None:
    async with seated(quiet(), tmp_path) as table:
        await table.told(quiet(), told_by(BLUE, [e.TaxCollected(BLUE, KAI, 5)]))
        await table.until(
            lambda: "Blue takes 5 chests in Kai, and there is unrest." in screen_text(table.app)
        )


async def test_a_province_pointed_at_is_told_of(tmp_path: Path) -> None:
    async with seated(scene_at("march"), tmp_path) as table:
        table.screen.query_one(ProvinceMap).cursor = KAI
        await table.until(lambda: "Kai · Kanto · tax 5 · rice 3 · 1 slot" in screen_text(table.app))


async def test_all_panels_can_be_read_in_a_small_window(tmp_path: Path) -> None:
    async with seated(scene_at("march"), tmp_path) as table:
        await table.pilot.press("P")
        await table.until(lambda: "Winter now" in screen_text(table.app))
        text = screen_text(table.app)

        assert all(words in text for words in ("Turns 1", "Tower ", "Next events", "To come: ", "Hokuriku"))


async def test_talk_lies_over_the_map_in_80_columns_and_beside_it_from_104(tmp_path: Path) -> None:
    for size, is_beside in (((80, 24), False), ((103, 30), False), ((104, 24), True), ((104, 30), True)):
        async with seated(scene_at("special"), tmp_path, size) as table:
            await table.pilot.pause()
            assert ("Say to everyone" in screen_text(table.app)) is is_beside
            await table.pilot.press("T")
            await table.until(lambda: "Say to everyone" in screen_text(table.app))
            assert table.screen.query_one(ProvinceMap).display
            assert table.screen.query_one(ProvinceMap).size.height >= 19


@pytest.mark.parametrize("size", [(80, 22), SMALL, (104, 30), LARGE, (160, 50)])
async def test_the_map_is_drawn_whole(size: tuple[int, int], tmp_path: Path) -> None:
    async with seated(scene_at("special"), tmp_path, size) as table:
        await table.pilot.pause()
        board = table.screen.query_one(ProvinceMap)

        assert board.size.width >= 80
        assert board.size.height >= 19


async def test_who_watches_sees_all_but_the_plans(tmp_path: Path) -> None:
    view = next(GAME.view_for(state, None) for state in states() if state.action >= 0)
    async with seated(scene_of(view, None), tmp_path, LARGE) as table:
        await table.until(lambda: "Tower" in screen_text(table.app))
        text = screen_text(table.app)

        assert "watching" in text
        assert "To come" not in text
        assert "Winter now" not in text
        assert all(name in text for name in ("Red", "Blue", "Yellow", "Black", "Purple"))


async def test_a_plan_without_cards_to_come_is_not_told_of(tmp_path: Path) -> None:
    seat, view = asked()["march"]
    plans = tuple((NO_CARD,) * len(PLACES) for _ in view.plans)
    async with seated(scene_of(replace(view, plans=plans), seat), tmp_path, LARGE) as table:
        await table.pilot.pause()

        assert "To come" not in screen_text(table.app)


def test_cards_to_come_are_told_in_the_order_of_their_actions() -> None:
    cards = tuple(range(len(PLACES)))

    first, second = plan_words(cards, (BATTLE_B, COLLECT_RICE)).split(", ")[:2]

    assert (first.split()[0], second.split()[0]) == ("Battle", "Rice")


def test_specials_are_never_broken_in_two() -> None:
    parts = [Text("1: attack"), Text("2: +1 rice"), Text("3: defence")]

    assert [line.plain for line in in_rows(Text("Turns"), parts, 20)] == [
        "Turns 1: attack",
        " 2: +1 rice",
        " 3: defence",
    ]
    (line,) = in_rows(Text("Turns"), parts, 80)
    assert line.plain == "Turns 1: attack  2: +1 rice  3: defence"


def test_who_has_the_most_buildings_is_told_in_words_where_there_is_room() -> None:
    position = {
        **SPRING,
        "players": {"red": {"armies": {"kai": 2, "izu": 1}}, "blue": {"armies": {"suruga": 6}}, "yellow": {}},
        "provinces": {"kai": {"buildings": ["castle"]}, "suruga": {"buildings": ["castle", "temple"]}},
    }
    panel = RegionPanel(id="regions")
    panel.see(scene_of(GAME.view_for(at(position), RED), RED))
    panel.width = 24
    in_signs = [line.plain for line in panel.lines()]
    panel.width = 38
    in_words = [line.plain for line in panel.lines()]

    assert " Kanto ■RB2 ▲B2" in in_signs
    assert in_words == [
        " Most     castles  temples  theatres",
        " Kanto    RB 2     Blue 2   ",
        " Chugoku  Tosan  Nankai  Hokuriku",
        " nothing built",
    ]


@pytest.mark.parametrize("question", ["plan", "special"])
async def test_in_a_large_window_actions_specials_and_events_are_written_out(
    question: str, tmp_path: Path
) -> None:
    scene = scene_at(question)
    async with seated(scene, tmp_path, (200, 60)) as table:
        drawn = " ".join(line.plain for line in panel_of(table, Track).lines())

    assert all(names.place(action) in drawn for action in scene.view.actions)
    assert all(names.special(number) in drawn for number in scene.view.track)
    assert all(names.event(number) in drawn for number in scene.view.events_open if number)


@pytest.mark.parametrize("question", ["special", "march", "attack"])
@pytest.mark.parametrize("width", range(20, 46))
def test_actions_and_players_fit_columns_of_any_width(width: int, question: str) -> None:
    scene = scene_at(question)
    track, order = Track(id="season"), TurnOrder(id="players")
    for panel in (track, order):
        panel.width = width
        panel.see(scene)
    spaces = list(takewhile(lambda row: not row.startswith(t("track-specials")), map(str, track.lines())))
    head, *players = [row.plain for row in order.lines()][: len(scene.view.seats) + 1]

    assert all(len(row) <= width for row in (*spaces, head, *players))
    assert all(f"{number} " in " ".join(spaces) for number in range(1, 11))
    assert {len(row) for row in players} == {len(head)}
    assert len(head.split()) in (5, 6, 7)


ROOM_TO_TELL = SMALL[0] - 2
"""Columns of the line that tells, in a small window."""


def test_whatever_is_told_has_a_form_that_a_small_window_shows_whole() -> None:
    """Even behind the words that a key goes on; only a tray with cubes of all colours needs their room."""
    told = [
        event for _, events in random_game(1, FIVE) for event in events if event_sentence(GAME, event, RED)
    ]
    too_long = []
    for event in told:
        forms = [words for say in (event_sentence, event_in_brief) if (words := say(GAME, event, RED))]
        held = forms if isinstance(event, e.Thrown) else [t("prompt-goes-on", news=words) for words in forms]
        if min(map(len, held)) > ROOM_TO_TELL:
            too_long.append(forms[-1])

    assert len(told) > 500
    assert too_long == []


def test_no_other_winter_is_foreseen_while_winter_takes_its_toll() -> None:
    scene = scene_at("revolt")
    for panel in (WinterPanel(id="outlook"), Track(id="season")):
        panel.width = 38
        panel.see(scene)

        assert not any("Winter" in line.plain or "winter" in line.plain for line in panel.lines())


def test_the_line_below_the_map_ends_no_news_in_dots() -> None:
    """It said "On the …" of a throw, and what fell out was only to be read in the log."""
    strip = Strip(id="strip")
    strip.width = SMALL[0]
    strip.see(scene_at("revolt"))
    strip.hear(e.Thrown((4, 2, 3, 0, 1, 2), (2, 1, 0, 0, 0, 1)))
    told = next(strip.lines()).plain

    assert told.startswith("Tray: ")
    assert not told.endswith("…")


async def test_in_winter_the_news_stand_where_the_actions_were(tmp_path: Path) -> None:
    scene = scene_at("revolt")
    async with seated(quiet(), tmp_path) as table:
        await table.told(scene, told_by(BLUE, [e.RevoltsDrawn(RED, (KAI,), 2)]))
        await table.until(lambda: table.model.is_my_turn)
        *_, news, _players, _keys = screen_text(table.app).splitlines()

        assert "Kai" in news
        assert "?" not in news


def test_the_card_left_for_winter_is_told_by_what_it_takes() -> None:
    """Its effect does not count any more (SG-8.2)."""
    _, view = asked()["march"]
    first, second = view.events_open[:2]
    track = Track(id="track")
    track.see(scene_of(replace(view, events_open=(first, second), event=first), view.viewer))

    text = "\n".join(line.plain for line in track.lines())

    assert f"Winter takes {EVENTS[second].winter_rice_loss} rice" in text
    assert names.short_event(second) not in text


def test_in_full_each_event_stands_behind_the_rice_it_takes() -> None:
    """In the 37 columns of the largest windows, where no number is left alone in a row."""
    _, view = asked()["march"]
    track = Track(id="track")
    track.width, track.detail = 37, Detail.FULL
    for events in combinations(range(1, len(EVENTS)), 3):
        track.see(scene_of(replace(view, events_open=events, event=0), view.viewer))
        rows = [row.plain for row in broken(track.lines(), Console(), track.width)]
        told = rows[rows.index(t("track-events-head")) + 1 :]

        assert [int(row.split()[0]) for row in told if row.startswith(" -")] == [
            -EVENTS[number].winter_rice_loss for number in events
        ]
        assert all(row.startswith((" -", "     ", "R card")) for row in told)


def test_rules_name_things_as_the_screen_does() -> None:
    rules = {rule.id: rule.text for rule in rules_of("shogun")}

    assert rules["SG-6.9"].startswith("1 more cube in defence: when")
    assert any("provinces with Battle A or Battle B, the holder may" in text for text in rules.values())
    assert not any("`" in rule.text for game in game_names() for rule in rules_of(game))


def test_only_cards_turned_over_are_told() -> None:
    _, view = asked()["march"]
    assert any(FACE_DOWN in view.plans[seat] for seat in view.seats if seat != view.viewer)
    for seat in view.seats:
        shown = [card for card in view.plans[seat] if card not in (FACE_DOWN, NO_CARD)]
        assert plan_words(view.plans[seat]).count(",") == len(shown) - 1
    assert "\n".join(holdings(view)).count("plan shown so far") == len(view.seats)


def test_cards_are_large_until_they_are_turned_over() -> None:
    """Even one's own, which their player has seen all the time."""
    seen = 0
    for state in states():
        if state.action >= 0 and state.acting < len(state.order):
            view = GAME.view_for(state, state.order[-1])
            letters = cards_on(view, view.actions[view.action]).plain
            assert letters[: state.acting] == letters[: state.acting].lower()
            assert letters[state.acting :] == letters[state.acting :].upper()
            seen += 1

    assert seen


def test_every_event_leads_to_a_rule_there_is() -> None:
    rules = {rule.id for rule in rules_of("shogun") if not rule.is_heading}

    assert set(RULES_OF_EVENTS) == set(get_args(GAME.event_type))
    assert rules >= set(RULES_OF_EVENTS.values())


async def test_a_line_of_the_log_leads_to_its_rule(tmp_path: Path) -> None:
    async with seated(quiet(), tmp_path, LARGE) as table:
        await table.told(quiet(), told_by(BLUE, BATTLE))
        await table.pilot.press("L", "enter")
        await table.until(lambda: isinstance(table.app.screen, RulesScreen))
        await table.until(lambda: "SG-16.12" in screen_text(table.app))


async def test_panels_follow_a_whole_game(tmp_path: Path) -> None:
    """Whatever happens, all panels can draw it."""
    async with seated(quiet(), tmp_path, LARGE) as table:
        for number, (state, events) in enumerate(random_game(4, FIVE, setup="draft")):
            if number % 7 == 0 or not state.pending:
                for panel in table.top.each_panel():
                    for event in events:
                        panel.hear(event)
                    panel.see(scene_of(GAME.view_for(state, RED), RED))
                table.top.settle()
                await table.pilot.pause()


def test_an_ending_adds_up() -> None:
    story, state = [], None
    for state, events in random_game(6, FIVE):  # noqa: B007
        story.append(told_by(RED, list(events)))
    assert state is not None
    view = GAME.view_for(state, None)
    ending = ending_of(story, view)

    for seat in view.seats:
        assert ending.course[seat][-1] == ending.points[seat] == sum(ending.sources[seat].values())
    assert ending.winners == view.winners
    assert ending.battles
    assert all(battle.outcome for battle in ending.battles)


def test_an_end_says_that_chests_decided_between_equals() -> None:
    """A tie in points is broken by chests, and shared where they are equal too (SG-19.8, SG-21.22)."""
    _, view = asked()["march"]
    points = tuple(30 if seat in (RED, BLUE) else 10 for seat in view.seats)
    tied = replace(view, vp=points, chests=(4, 9, 1, 1, 1), winners=(BLUE,))

    assert ending_of([], tied).tie == "Tied in points: 9 chests decide"
    assert ending_of([], replace(tied, winners=(RED, BLUE))).tie == ""
    assert ending_of([], replace(tied, vp=(20, 30, 0, 0, 0))).tie == ""


async def test_a_battle_one_watches_has_room_and_says_what_was_foretold(tmp_path: Path) -> None:
    """Where there is a column for it: a line for each side, all ends, the tower, what counts on the tray."""
    view = quiet().view
    target = next(place for place in range(len(view.owner)) if view.owner[place] == YELLOW)
    began = e.BattleBegan(BLUE, KAI, target, 4, YELLOW, view.armies[target])
    thrown = e.Thrown((0, 4, 3, 0, 0, 0), (0, 3, 1, 0, 0, 1))
    async with seated(quiet(), tmp_path, LARGE, Settings(pace="step")) as table:
        await table.told(quiet(), told_by(BLUE, [began, thrown]))
        await table.until(lambda: table.model.telling.is_holding)
        panel = panel_of(table, CombatPanel)
        text = " ".join(" ".join(line.plain for line in panel.lines()).split())
        ahead = battle(view, attack(view, BLUE, KAI, target, 4))
        win, draw, lose = percents(ahead.taken, ahead.emptied, ahead.held)
        assert f"Odds: Blue wins {win}%, draws {draw}%, loses {lose}%" in text
        await go_on(table)
        text = " ".join(" ".join(line.plain for line in panel.lines()).split())

    assert "Blue 4 ■■■■" in text
    assert "On the tray: Blue 3 · Yellow 1 · peasants 1" in text


def test_a_revolt_is_foretold_as_it_looked_before_it() -> None:
    view = quiet().view
    own = next(place for place in range(len(view.owner)) if view.owner[place] == YELLOW)
    ahead = foretold(view, e.RevoltBegan(own, YELLOW, view.armies[own], 2))
    assert ahead is not None
    assert ahead.taken == 0
    assert foretold(view, e.RevoltBegan(own, BLUE, 3, 2)) is None


@pytest.mark.parametrize("size", [LARGE, (104, 30)])
async def test_every_column_of_the_players_has_a_word(size: tuple[int, int], tmp_path: Path) -> None:
    """For its name where there is room, otherwise in a line below."""
    async with seated(quiet(), tmp_path, size) as table:
        await table.pilot.press("P")
        text = " ".join((await table.settled()).split())

    words = ["chest rice army land +VP"] if size == LARGE else ["¢ chest", "ri rice", "res army", "pr land"]
    assert all(word in text for word in words)
