"""What the panels say is what the rules say: odds, stakes, influence, and the end."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest
from msgspec.structs import replace

from client.games.ninjato import FACE, names
from client.games.ninjato.board import BOARD
from client.games.ninjato.facts import next_scoring
from client.games.ninjato.log import OF_RUMORS, OF_SKILLS, rule_of
from client.games.ninjato.names import PAVILION
from client.games.ninjato.options import OF_CHOICES, options_of
from client.games.ninjato.panels import (
    AreaPanel,
    Influence,
    NinjaRows,
    OwnGoods,
    RaidPanel,
    chips,
    guard_values,
    house_lines,
)
from client.table.rulebook import rules_of
from client.tui.board import board_of
from client.tui.paint.spots import Detail
from client.tui.palette import MUTED
from client.tui.screens.end import EndScreen
from client.tui.widgets.panel import ROOMY, WORDY, indented
from core.games.ninjato import choices as c
from core.games.ninjato.board import KINDS, TURNS
from core.games.ninjato.cards import RUMOR_KINDS, RUMORS, SKILLS
from core.games.ninjato.events import GuardRevealed, TreasureAdded
from core.games.ninjato.odds import beaten_after, prospect, winning_plays
from core.games.ninjato.scoring import final_gain
from protocol.messages import TableState
from tests.client.tui.at_table import LARGE, Seated, panel_of, scene_of, screen_text, seated
from tests.client.tui.ninjato.tables import GAME, moments_of, scene_at, scene_in, story_of
from tests.core.games.ninjato.tables import RED, at


def panel_text(table: Seated, panel: type[RaidPanel | Influence]) -> str:
    return "\n".join(line.plain for line in panel_of(table, panel).lines())


# Players -------------------------------------------------------------------------------------


def test_a_narrow_column_has_fewer_facts_and_no_abbreviations() -> None:
    """Others' treasures are told in the whole table and by Info; your own stand with your secrets."""
    panel, own = NinjaRows(id="players"), OwnGoods(id="secrets")
    panel.width = own.width = 31
    for each in (panel, own):
        each.see(scene_at("turn"))
    head, *rows = (line.plain for line in panel.lines())

    assert head.split() == ["Order", "honor", "shuriken", "cards"]
    assert {len(row) for row in (head, *rows)} == {31}
    assert "Treasures: 2 fans, 2 scrolls, vase, gold" in next(own.lines()).plain


def test_no_name_is_broken_between_rows() -> None:
    rows = [row.plain.strip() for row in indented(["Anna", "Shinobi-iri"], 16, "")]

    assert rows == ["Anna", "Shinobi-iri"]


def test_a_row_of_names_ends_with_a_name_and_so_has_room_for_it() -> None:
    rows = [row.plain for row in indented(["Anna", "13 VP now", "Yurei"], 20, "")]

    assert rows == ["    Anna · 13 VP now", "    Yurei"]


def test_what_players_have_is_not_cut_where_columns_have_words() -> None:
    panel = NinjaRows(id="players")
    panel.width = WORDY
    for moment in moments_of("bots_013"):
        panel.see(scene_of(GAME.view_for(moment.state, None), None, game=GAME))
        assert not any("…" in line.plain for line in panel.lines())


# Raids ---------------------------------------------------------------------------------------


async def test_before_banzai_the_panel_counts_the_unseen_guards(tmp_path: Path) -> None:
    scene = scene_at("banzai")
    ahead = prospect(scene.view)
    assert ahead is not None
    assert ahead.beaten is not None
    async with seated(scene, tmp_path, LARGE) as table:
        text = panel_text(table, RaidPanel)

    assert f"win {round(ahead.beaten * 100)}%, fail {100 - round(ahead.beaten * 100)}%" in text
    counts: Counter[str] = Counter()
    for draw in ahead.draws:
        counts[guard_values(draw.guard, stealth=scene.view.raid.stealth)] += draw.number
    assert all(values in text for values in counts)


def test_elites_behind_a_sentry_are_told_for_both_ways_in() -> None:
    """The six alike are worth 4 by force and 2 by stealth (NJ-11.2)."""
    house = {"sentry": 1, "token": "taira 4", "treasures": ["vase", "red-gold"]}
    lines = [line.plain for line in house_lines(GAME.view_for(at(h1=house), RED), 0, WORDY)]
    by_force, by_stealth = " ".join(map(str.strip, lines)).split("Then an elite, ")[1:]

    assert by_force.startswith("by force: 4 (9 cards), ")
    assert by_stealth.startswith("by stealth: 3 (2 cards), 2 (9 cards), ")


def test_at_the_cursor_every_card_is_told_even_in_a_low_window() -> None:
    """Rumors of a kind share what they are good for, so that four of them fit at 80x24."""
    panel = AreaPanel(id="place")
    panel.width, panel.place = 31, PAVILION
    pavilion = [
        "greatest-warrior fan",
        "greatest-warrior scroll vase",
        "powerful-friends vase",
        "goodwill jade",
    ]
    panel.see(scene_of(GAME.view_for(at(pavilion=pavilion), RED), RED, game=GAME))
    lines = [line.plain for line in panel.lines()]

    offers = [line.split(": ") for line in lines[1::2]]

    assert ["Greatest Warrior", "fan or scroll+vase"] in offers
    assert {thing for thing, _ in offers} == {
        "Greatest Warrior",
        "Powerful Friends",
        "Goodwill of the People",
    }


def test_guards_nobody_has_seen_are_counted_in_words_that_stay_together() -> None:
    """Cards that raise an alarm read as such, and not as 3!x8; a row ends between two kinds of guards."""
    house = {"sentry": 1, "token": "taira 4", "treasures": ["vase", "gold"]}
    lines = [line.plain for line in house_lines(GAME.view_for(at(h1=house), RED), 0, WORDY)]

    assert (
        lines[-2].startswith("Then one of: 1 (8 cards), 2 (8 cards),")
        or "3 with alarm (8 cards)," in lines[-2]
    )
    assert lines[-1].strip() == "5 (6 cards)"


def test_a_high_window_counts_what_may_still_be_drawn() -> None:
    panel = Influence(id="season")
    panel.width = WORDY
    panel.see(scene_at("turn"))
    usual = len(list(panel.lines()))
    panel.detail = Detail.FULL
    lines = [line.plain for line in panel.lines()][usual:]

    assert lines[1] == "Not seen yet"
    assert [line.partition(":")[0] for line in lines[2:] if not line.startswith(" ")] == [
        "guards",
        "elites by force",
        "elites by stealth",
        "dojo cards",
    ]
    assert all(len(line) <= WORDY for line in lines)


def test_what_may_be_drawn_is_as_bright_in_all_rows() -> None:
    first, second = chips("guards:", [("3 with alarm", ""), ("5", "")], 20)

    assert [span.style for span in (*first.spans, *second.spans)] == [MUTED, MUTED]
    assert {str(row.style) for row in (first, second)} == {""}


def test_a_narrow_panel_names_the_guards_and_leaves_their_number_to_the_odds() -> None:
    panel = RaidPanel(id="battle")
    panel.width = 31
    panel.see(scene_at("banzai"))
    text = "\n".join(line.plain for line in panel.lines())

    assert "win " in text
    assert "cards" not in text
    assert "\N{MULTIPLICATION SIGN}" not in text


def test_a_wide_panel_says_how_each_play_would_go_on() -> None:
    """Stealth against a 5 with 1, 2, 3 and 4: the 4 is the one to spend (NJ-20.3)."""
    scene = scene_in("20_03_the_sentry", 1)
    panel = RaidPanel(id="battle")
    panel.width = ROOMY
    panel.see(scene)
    lines = [line.plain.strip() for line in panel.lines()]
    plays = [play for play, _ in winning_plays(scene.view)]
    shares = {play.parts[0]: beaten_after(scene.view, play) or Fraction(0) for play in plays}
    first = lines[lines.index("What is left then beats the next guard:") + 1]

    assert shares[first.split()[1][0]] == max(shares.values())
    assert first.endswith(f" {round(100 * max(shares.values()))}%")


async def test_the_panel_says_what_a_failure_would_cost(tmp_path: Path) -> None:
    """A scroll and a vase on the shuriken, a guard 3 with alarm (NJ-20.5)."""
    async with seated(scene_in("20_05_alarm", 1), tmp_path) as table:
        text = panel_text(table, RaidPanel)

        assert "On the shuriken: scroll, vase" in text
        assert "guard 3 with an alarm for the jade" in text
        assert "It takes less than 3" in text
        assert "If you fail, you keep 1 vase and lose 1 scroll (3 honor)" in text


async def test_each_card_says_whether_it_wins_alone(tmp_path: Path) -> None:
    """Stealth against a guard 1 with 1, 2 and 3: none does (NJ-20.4)."""
    async with seated(scene_in("20_04_one_with_a_three", 1), tmp_path) as table:
        assert "not alone: 1, 2, 3" in panel_text(table, RaidPanel)
    async with seated(scene_in("20_03_the_sentry", 1), tmp_path) as table:
        text = panel_text(table, RaidPanel)

        assert "sentry 5 for the scroll" in text
        assert "wins alone: 1, 2, 3, 4" in text
        assert "to add: 3 as +1, 3 as -1" in text


async def test_who_only_watches_a_raid_sees_no_odds_of_the_hand(tmp_path: Path) -> None:
    asked = scene_at("banzai")
    other = next(seat for seat in asked.view.seats if seat != asked.seat)
    state = next(moment.state for moment in moments_of("random_005") if moment.number == 146)
    async with seated(scene_of(GAME.view_for(state, other), other, game=GAME), tmp_path) as table:
        text = panel_text(table, RaidPanel)

    assert "unseen:" in text
    assert "%" not in text


async def test_a_guard_is_named_while_it_is_told(tmp_path: Path) -> None:
    async with seated(scene_at("banzai"), tmp_path) as table:
        panel = panel_of(table, RaidPanel)
        panel.hear(GuardRevealed(0, 4))

        assert "guard 5" in panel_text(table, RaidPanel)
        panel.scene = scene_at("keep")
        assert "Failed" in panel_text(table, RaidPanel)


# Influence -----------------------------------------------------------------------------------


async def test_the_next_scoring_can_be_read_off(tmp_path: Path) -> None:
    """After round 5: Taira A 2, B 1; Minamoto B 2, C 1; Go-Shirakawa C 2, A 1 (NJ-20.23)."""
    async with seated(scene_in("20_23_after_round_5", 0), tmp_path) as table:
        lines = panel_text(table, Influence).splitlines()
        assert "Scoring after round 5" in screen_text(table.app)

    assert [line.split()[0] for line in lines[1:]] == ["Taira", "Minamoto", "Go-Shira"]
    assert [line.split()[1] for line in lines[1:]] == ["14", "2", "8"]
    assert [line.split()[2:] for line in lines[1:2]] == [["Red", "2", "Blue", "1"]]


def test_who_would_get_something_is_named_and_others_have_a_letter_where_names_have_no_room() -> None:
    panel = Influence(id="season")
    panel.width = WORDY + 1
    panel.see(scene_at("turn"))
    _, minamoto, *_ = (line.plain.split()[2:] for line in panel.lines())

    assert minamoto == ["Blue", "2", "Green", "1", "Y1"]


def test_nobody_has_a_letter_where_all_names_have_room() -> None:
    panel = Influence(id="season")
    panel.see(scene_at("turn"))
    panel.width = WORDY + 20
    full = [line.plain.rstrip() for line in panel.lines()]
    panel.width = max(map(len, full))

    assert [line.plain.rstrip() for line in panel.lines()] == full


@pytest.mark.parametrize(("number", "scored"), [(1, 3), (3, 3), (4, 5), (6, 7), (7, 7)])
def test_clans_are_scored_after_rounds_three_five_and_seven(number: int, scored: int) -> None:
    for moment in moments_of("bots_013"):
        view = GAME.view_for(moment.state, None)
        if (view.round, view.phase) == (number, TURNS):
            assert next_scoring(view) == scored
            return


# Rules ---------------------------------------------------------------------------------------


def test_every_rule_that_is_named_exists() -> None:
    known = {rule.id for rule in rules_of("ninjato")}
    named = {*OF_CHOICES.values(), *OF_RUMORS.values(), *OF_SKILLS.values()}

    assert len(OF_SKILLS) == len(SKILLS)
    assert len(OF_RUMORS) == len(RUMOR_KINDS)
    assert named <= known


def test_everything_that_happens_and_can_be_chosen_has_a_rule() -> None:
    known = {rule.id for rule in rules_of("ninjato")}
    for moment in moments_of("bots_003"):
        assert all(rule_of(event) in known for event in moment.events)
        for seat in moment.state.pending:
            view = GAME.view_for(moment.state, seat)
            assert all(option.about for option in options_of(view, view.decision))


def test_raids_are_told_slowly_and_refills_are_not() -> None:
    assert FACE.is_told_slowly(GuardRevealed(0, 0))
    assert not FACE.is_told_slowly(TreasureAdded(0, 0))


# The whole table, the end --------------------------------------------------------------------


@pytest.mark.parametrize("journal", ["bots_013", "bots_000", "random_005"])
def test_the_end_adds_up(journal: str) -> None:
    """All honor has a source, and the course ends where the honor does."""
    story, view = story_of(journal, None)
    ending = FACE.ending_of(story, view)

    assert ending.winners == view.winners
    for seat in view.seats:
        assert sum(ending.sources.get(seat, Counter()).values()) == ending.points[seat]
        assert ending.course[seat][-1] == ending.points[seat]


async def test_the_end_of_a_game_is_shown(tmp_path: Path) -> None:
    story, view = story_of("bots_013", 3)
    scene = scene_of(view, 3, TableState.OVER, GAME)
    async with seated(scene, tmp_path, LARGE, story=story) as table:
        await table.until(lambda: isinstance(table.app.screen, EndScreen))
        await table.pilot.pause()

        assert "You win" in screen_text(table.app)


def test_the_end_says_that_envoys_decided_between_equals() -> None:
    """By their number, or if that is equal by the oldest (NJ-19.11)."""
    view = scene_at("turn").view
    honor = tuple(50 if seat < 2 else 0 for seat in view.seats)
    nobody = ((),) * (len(view.seats) - 2)
    more = replace(view, honor=honor, winners=(0,), envoys=((1, 2), (3,), *nobody))
    older = replace(more, envoys=((1,), (3,), *nobody))

    assert "most envoys" in FACE.ending_of([], more).tie
    assert "oldest envoy" in FACE.ending_of([], older).tie
    assert FACE.ending_of([], replace(more, winners=(0, 1))).tie == ""


def test_rumors_have_their_whole_names_where_there_is_room() -> None:
    panel, scene = OwnGoods(id="secrets"), scene_at("turn")
    panel.see(scene)
    kinds = {RUMORS[number].kind for number in scene.view.rumors[scene.seat or 0]}
    panel.width = WORDY
    brief = " ".join(line.plain for line in panel.lines())
    panel.detail = Detail.FULL
    full = " ".join(line.plain for line in panel.lines())

    assert kinds
    assert all(names.rumor_kind(kind) in full for kind in kinds)
    assert len(full) > len(brief)


@pytest.mark.parametrize("kind", range(len(KINDS)))
def test_a_number_of_treasures_is_never_written_as_a_misspelt_word(kind: int) -> None:
    words, *others = names.treasure_on_board(kind, 2)

    assert words.startswith("2 ")
    assert all(form[0].isalpha() and form[-1] == "2" for form in others)


def test_rumors_say_what_they_would_bring_now() -> None:
    """As the final scoring counts them (NJ-19.1); rivals of others are hidden, so theirs is the most."""
    panel, seen = OwnGoods(id="secrets"), set()
    for moment in moments_of("bots_013"):
        for seat in moment.state.seats if not moment.number % 9 else ():
            scene = scene_of(GAME.view_for(moment.state, seat), seat, game=GAME)
            panel.see(scene)
            told = [line.plain for line in panel.lines() if "Rumors, " in line.plain]
            own, worth = scene.view.rumors[seat], sum(final_gain(moment.state, seat).rumors)
            if own:
                shown = int(told[0].partition(":")[0].split()[-1])
                assert shown >= worth if "up to" in told[0] else shown == worth
                seen.add("up to" in told[0])

    assert seen == {True, False}


def test_holdings_name_everybody() -> None:
    view = scene_at("turn").view
    text = "\n".join(FACE.holdings(view))

    assert all(name in text for name in ("Red", "Blue", "Green", "Yellow"))
    assert "treasures: " in text


async def test_the_credits_mark_stand_ins(tmp_path: Path) -> None:
    async with seated(scene_at("turn"), tmp_path) as table:
        table.screen.table.show_credits()
        await table.until(lambda: table.app.screen is not table.screen)
        await table.until(lambda: "stand-ins" in screen_text(table.app))


async def test_the_credits_are_in_the_palette(tmp_path: Path) -> None:
    async with seated(scene_at("turn"), tmp_path) as table:
        await table.pilot.press("ctrl+p", *"credits")

        await table.until(lambda: "where the rules and figures come from" in screen_text(table.app))


def test_the_board_is_found_by_the_name_of_the_game() -> None:
    assert board_of("ninjato") is BOARD
    assert FACE.place_name(0) == "House 1"
    assert c.Dojo in OF_CHOICES
