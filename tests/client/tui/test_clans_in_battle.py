"""What Rising Sun's screen tells about clans that differ, and about a battle while it lasts."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from client.games.rising_sun import names
from client.games.rising_sun.facts import (
    holdings,
    places_of,
    state_like,
    war_ahead,
    war_outlook,
    war_powers,
)
from client.games.rising_sun.options import options_of
from client.games.rising_sun.panels import WarPanel
from client.local.settings import Settings
from client.seat.news import Heard
from client.table.sentences import event_sentence
from client.tui.dialogs.forms import AllocateDialog
from core.catalog import game_named
from core.games.rising_sun import events as e
from core.games.rising_sun.board import BONSAI, BUSHI, KOI, LAND, LOTUS, PROVINCES, TURTLE
from core.games.rising_sun.war import outlook_in
from core.kinds import Event
from protocol.entries import Chose
from tests.client.tui.at_table import Situation, scene_at, scene_of, screen_text, seated, view_at
from tests.moves import move

KANSAI = PROVINCES.index("kansai")
KOI_HIRES = Situation("koi_coins_fight", 1, KOI)


def one_line(text: str) -> str:
    return " ".join(text.split())


def test_the_table_tells_what_each_clan_can_do_and_begins_with_the_own() -> None:
    """RS-19.1 to RS-19.5."""
    situation = Situation("respect", 1, TURTLE)
    lines = list(holdings(view_at(situation, TURTLE)))
    told = "\n".join(lines)
    powers = ("Sacred Bounty", "Whirls in the Stream", "Dictate the Flow", "Gossamer Wings")

    assert lines[1].startswith("Turtle: ")
    assert lines[2].startswith("  Shell of Eternity: its strongholds may move like figures")
    assert all(f"\n  {power}: " in told for power in powers)


async def test_the_war_board_of_five_says_what_clans_have_besides_figures_and_ronin(tmp_path: Path) -> None:
    """RS-19.2 and RS-19.5; the buttons and the keys are still visible."""
    view = view_at(Situation("respect", 0, KOI), KOI)
    walls = tuple((KANSAI,) if seat == TURTLE else own for seat, own in enumerate(view.strongholds))
    view = replace(view, battle=replace(view.battle, fighters=view.seats), strongholds=walls)
    async with seated(scene_of(view, KOI), tmp_path) as table:
        await table.until(lambda: isinstance(table.app.screen, AllocateDialog))
        text = await table.settled()

        assert "When you hire, your unbid coins count as ronin." in text
        assert "Turtle's strongholds have force 1 and never die." in text
        assert "Seal the bid" in text
        assert "Enter seals" in text


def test_the_war_board_is_silent_about_clans_elsewhere() -> None:
    view = view_at(Situation("respect", 4, BONSAI), BONSAI)

    assert KOI not in view.battle.fighters
    assert list(war_powers(view, view.battle)) == []


def test_koi_is_told_that_it_hires_with_coins() -> None:
    """RS-19.2."""
    view = view_at(KOI_HIRES, KOI)
    hire = next(option for option in options_of(view, view.decision) if option.choice == move("hire"))

    assert hire.about == "When you hire, your unbid coins count as ronin."


async def test_the_battle_has_the_forces_of_now_while_one_decides(tmp_path: Path) -> None:
    """A hostage does not fight."""
    first, second = (view_at(Situation("respect", moves, KOI), KOI) for moves in (1, 2))
    began = Heard(0, 0, Chose(TURTLE, 1, ""), [e.BattleBegan(KANSAI, (KOI, LOTUS, TURTLE), (1, 3, 2))])
    taken = Heard(1, 0, Chose(KOI, 2, ""), [e.HostageTaken(KOI, LOTUS, BUSHI)])
    async with seated(scene_of(first, KOI), tmp_path, story=[began]) as table:
        before = screen_text(table.app)
        await table.told(scene_of(second, KOI)._replace(prompt=8), taken)
        await table.until(lambda: table.model.is_my_turn)

        assert "Force 1 3 2" in one_line(before)
        assert "Force 1 2 2" in one_line(screen_text(table.app))


@pytest.mark.parametrize("width", [16, 24, 32, 44, 60])
def test_the_table_of_a_battle_names_clans_and_advantages_where_they_fit(width: int) -> None:
    view = view_at(Situation("respect", 0, KOI), KOI)
    for fighters in (view.seats[:2], view.seats[:3], view.seats):
        fought = replace(view, battle=replace(view.battle, fighters=fighters))
        panel = WarPanel(id="war")
        panel.width = width
        rows = [row.plain for row in panel.draw(fought)][1:]
        clans, letters = (" ".join(map(name, fighters)) for name in (names.clan, names.letter))
        has_room = len("Seppuku ") + len(clans) <= width
        least = len("Seppuku ") + 3 * len(fighters) - 1

        assert " ".join(rows[0].split()) == (clans if has_room else letters)
        assert len({len(row) for row in rows}) == 1
        assert len(rows[0]) <= max(width, least)
        assert ("Imperial Poets" in rows[-1]) == (len("Imperial Poets ") + len(clans) <= width)


async def test_hired_ronin_fight_in_the_battle(tmp_path: Path) -> None:
    view = scene_at("hire").view
    began = Heard(0, 0, Chose(KOI, 1, ""), [e.BattleBegan(KANSAI, (KOI, LOTUS), (2, 1))])
    hired = replace(view, decision=None, battle=replace(view.battle, hired=(LOTUS, 2)))
    async with seated(scene_of(hired, LOTUS), tmp_path, story=[began]) as table:
        assert "Force 2 3" in one_line(screen_text(table.app))


HIRED = e.RoninHired(LOTUS, 2)
CAPTURED = e.HostageTaken(LOTUS, KOI, BUSHI)
KILLED = e.FiguresKilled(KOI, KOI, KANSAI, BUSHI, 1)


@pytest.mark.parametrize(
    ("told", "forces"),
    [
        ([HIRED], "2 3"),
        ([CAPTURED], "1 1"),
        ([CAPTURED, HIRED], "1 3"),
        ([KILLED, HIRED], "1 3"),
    ],
)
async def test_forces_follow_what_is_told_step_by_step(
    told: list[Event], forces: str, tmp_path: Path
) -> None:
    """The table itself is shown only after the last step."""
    view = scene_at("hire").view
    began = Heard(0, 0, Chose(KOI, 1, ""), [e.BattleBegan(KANSAI, (KOI, LOTUS), (2, 1))])
    won = e.BattleWon(LOTUS, KANSAI, ((KOI, 0), (LOTUS, 5)))
    quiet = replace(view, decision=None)
    after = scene_of(replace(quiet, battle=None), LOTUS)
    async with seated(
        scene_of(quiet, LOTUS), tmp_path, settings=Settings(pace="step"), story=[began]
    ) as table:
        assert "Force 2 1" in one_line(screen_text(table.app))
        await table.told(after, Heard(1, 0, Chose(LOTUS, 2, ""), [*told, won]))
        for _ in told[1:]:
            await table.pilot.press("space")
        await table.until(lambda: f"Force {forces}" in one_line(screen_text(table.app)))
        assert table.model.is_telling, "the battle is not over yet"

        await table.pilot.press("space")
        await table.until(lambda: "Force 0 5" in one_line(screen_text(table.app)))


async def test_the_dead_stand_apart_from_the_winner(tmp_path: Path) -> None:
    scene = scene_at("hire")
    quiet = scene_of(replace(scene.view, decision=None, battle=None), LOTUS)
    outcome = [
        e.BattleBegan(KANSAI, (KOI, LOTUS), (2, 1)),
        e.BattleWon(KOI, KANSAI, ((KOI, 2), (LOTUS, 1))),
        e.FiguresKilled(KOI, LOTUS, KANSAI, BUSHI, 1),
    ]
    async with seated(quiet, tmp_path) as table:
        await table.told(quiet, Heard(0, 0, Chose(KOI, 1, ""), outcome))

        assert "Koi wins · 1 figure dies" in screen_text(table.app)


@pytest.mark.parametrize(("forces", "is_tie"), [((1, 1, 0), True), ((2, 1, 1), False), ((0, 0, 0), True)])
def test_the_log_says_where_honor_has_decided_a_battle(forces: tuple[int, ...], is_tie: bool) -> None:  # noqa: FBT001
    """RS-16.7 and RS-16.8."""
    event = e.BattleWon(KOI, KANSAI, tuple(zip((KOI, LOTUS, TURTLE), forces, strict=True)))

    assert (
        event_sentence(game_named("rising_sun"), event, None).startswith(
            "Koi wins the battle of Kansai by honor: "
        )
        == is_tie
    )


def test_who_would_win_a_battle_and_who_by_hiring_is_said_before_bids() -> None:
    view = scene_at("bid").view
    ahead = outlook_in(state_like(view), view.battle.province)
    assert ahead is not None
    words = war_outlook(view, view.battle.province)

    assert words.startswith(f"{names.clan(ahead.winner)} wins if nobody bids; with hired ronin, ")
    assert ahead.by_hire == (view.viewer,)
    assert words.endswith("with hired ronin, you.")
    won = war_outlook(replace(view, viewer=ahead.winner), view.battle.province)
    assert won.startswith("You win if nobody bids; with hired ronin, ")
    quiet = next(place for place in LAND if len(places_of(view)[place].forces) < 2)
    assert war_outlook(view, quiet) == ""


def test_the_war_board_says_whether_coins_that_are_kept_have_another_battle() -> None:
    view = scene_at("bid").view
    here = view.battle.province
    other = next(place for place in LAND if place != here and len(places_of(view)[place].forces) > 1)
    fighter = next(seat for seat, _ in places_of(view)[other].forces if seat != KOI)
    last = replace(view, war=(here,), viewer=fighter)

    assert list(war_ahead(last)) == ["Your last battle this season: kept coins are lost."]
    (ahead,) = war_ahead(replace(last, war=(here, other)))
    assert f"fight in {names.province(other)}" in ahead
    assert list(war_ahead(replace(last, viewer=KOI))) == []


def test_whoever_may_let_the_poets_sing_reads_what_it_brings() -> None:
    view = scene_at("poets").view
    view = replace(view, battle=replace(view.battle, killed=3))

    assert "Let the poets sing: 3 VP" in [option.words for option in options_of(view, view.decision)]
