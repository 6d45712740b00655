"""What somebody chooses before a game, without a screen."""

from __future__ import annotations

import pytest

from client.table.emblem import dots_of
from client.table.face import face_of
from client.table.lobby import LEVELS, NewTable, first_opening
from client.table.opening import (
    PACES,
    Destination,
    GameChoice,
    Learn,
    NextValue,
    fields_alone,
    fields_hosted,
    objection,
    opening_alone,
    opening_hosted,
    option_fields,
)
from client.texts import has_text, t
from core.bots.levels import BOTS
from core.catalog import game_named, game_names
from core.game import with_defaults
from protocol.pace import read_pace


def acts(choice: GameChoice) -> dict[str, object]:
    return {entry.key: entry.act for entry in choice.entries()}


def words(choice: GameChoice) -> list[str]:
    return [entry.label for entry in choice.entries()]


def test_playing_comes_first_and_lessons_second() -> None:
    first, second, *_ = GameChoice().entries()

    assert (first.key, first.act) == ("p", Destination.PLAY)
    assert (second.key, second.act, second.label) == ("l", Learn("rising_sun"), "Learn it in six minutes")


def test_a_game_that_was_left_is_offered_before_a_new_one() -> None:
    choice = GameChoice({"shogun"})
    assert Destination.RESUME not in acts(choice).values()
    choice.turn_to(1)

    assert next(choice.entries()).act == Destination.RESUME
    assert not choice.left.is_new


def test_clan_opponents_and_level_are_chosen_by_key_and_kept_for_each_game() -> None:
    choice = GameChoice()
    for field in ("seat", "others", "level"):
        choice.step(field)
    wanted = NewTable("rising_sun", 5, 4, "koi", "strong")
    assert choice.opening == wanted
    choice.turn_to(1)
    assert choice.opening == NewTable("shogun", 4, 3)
    choice.turn_to(-3)

    assert choice.opening == wanted
    assert "Bot level: strong" in words(choice)


def test_what_else_can_be_agreed_is_shown_when_asked_for() -> None:
    choice = GameChoice()
    assert acts(choice)["x"] != NextValue("set")
    choice.show_options()
    choice.step("shrines")

    assert (acts(choice)["x"], acts(choice)["y"]) == (NextValue("set"), NextValue("shrines"))
    assert dict(choice.opening.options) == {"set": "torii", "shrines": "random"}


@pytest.mark.parametrize("game", game_names())
def test_no_key_stands_for_two_things(game: str) -> None:
    choice = GameChoice(game_names())
    choice.turn_to(game_names().index(game))
    choice.show_options()
    keys = [entry.key for entry in choice.entries()]

    assert len(keys) == len(set(keys))
    assert not {str(number) for number in range(10)} & {*keys}, "digits are the games"


def test_a_clan_tells_what_only_it_can_do() -> None:
    choice = GameChoice()
    assert "at random" in choice.about(NextValue("seat"))
    choice.step("seat", -1)
    about = choice.about(NextValue("seat"))
    assert about == "Bonsai never pays more than one coin for a card or a stronghold."
    choice.turn_to(1)
    choice.step("seat")

    assert choice.about(NextValue("seat")) == "All colours play alike."


def test_lessons_and_the_table_say_honestly_how_the_bots_play() -> None:
    choice = GameChoice()
    assert "see little" in choice.about(Learn("rising_sun"))
    assert "3 bots" in choice.about(Destination.PLAY)
    assert "look a move ahead" in choice.about(Destination.PLAY)
    assert "invitation" in choice.about(Destination.LOBBY)

    assert first_opening(choice.game).level == LEVELS[0] == "novice"


def test_there_are_words_for_every_level_of_bots() -> None:
    assert {*LEVELS, "random"} == set(BOTS)
    for level in LEVELS:
        assert all(has_text(f"level-{level}{form}") for form in ("", ".about", ".first"))


@pytest.mark.parametrize("game", game_names())
def test_what_is_proposed_can_be_played(game: str) -> None:
    played = game_named(game)
    alone = {field.name: field.values[field.start] for field in fields_alone(played)}
    hosted = {field.name: field.values[field.start] for field in fields_hosted(played)}

    assert objection(opening_alone(played, alone)) == ""
    assert objection(opening_hosted(played, hosted)) == ""
    assert opening_hosted(played, hosted).options == tuple(with_defaults(played, {}).items())
    assert len(option_fields(played)) == len(played.options)


def test_a_host_chooses_clan_clock_and_level() -> None:
    game = game_named("rising_sun")
    chosen = {field.name: field.values[field.start] for field in fields_hosted(game)}
    chosen |= {"seat": "turtle", "pace": "90s", "level": "novice", "bots": "4", "players": "3"}

    assert opening_hosted(game, chosen) == NewTable(
        "rising_sun",
        3,
        2,
        "turtle",
        "novice",
        is_for_lan=True,
        options=(("set", "torii"), ("shrines", "beginners")),
        pace="90s",
    )
    assert [read_pace(pace) for pace in PACES]


@pytest.mark.parametrize("game", game_names())
def test_every_game_has_a_picture_and_two_sentences(game: str) -> None:
    dots = dots_of(face_of(game).emblem, 24, 14)

    assert (len(dots), {len(row) for row in dots}) == (14, {24})
    assert all(all(row) for row in dots), "no hole in it"
    assert len({dot for row in dots for dot in row}) > 5
    assert t(f"game-{game.replace('_', '-')}.about").count(". ") == 1
