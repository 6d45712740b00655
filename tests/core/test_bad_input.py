"""Text that cannot be read gets one clear sentence."""

from __future__ import annotations

from typing import Any

import pytest

from core.catalog import game_named
from core.chance import ScriptedRng
from core.game import read_move, start, with_defaults
from core.kinds import InputError
from core.scenario import ScenarioError, read_scenario, run_scenario
from core.toml import read_toml
from tests.refusing import refused

GAME = game_named("rising_sun")
SEATS = (0, 1, 2, 3)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("", "SEAT: WORDS"),
        ("koi", "SEAT: WORDS"),
        ("koi:ready", "SEAT: WORDS"),
        ("fox: ready", "no seat"),
        ("koi: ", "an unknown word"),
        ("koi: jump", "an unknown word"),
        ("koi: ready now", "Nothing may follow 'ready'"),
        ("koi: ally fox", "no clan"),
        ("koi: ally", "should read 'ally CLAN'"),
        ("koi: summon bushi", "should read 'summon"),
        ("koi: summon bushi edo at hachiman", "should read 'summon"),
        ("koi: move bushi edo atlantis", "no province"),
        ("koi: bid 1 2 3", "should read 'bid"),
        ("koi: bid 1 2 3 -4", "not an amount"),
        ("koi: bid 1 2 3 04", "not an amount"),
        ("koi: bid 1 2 3 ٤", "not an amount"),
        ("koi: bid 1 2 3 9999999999", "not an amount"),
        ("koi: give lotus 2 horses", "should read 'give"),
        ("koi: give lotus coins", "should read 'give"),
        ("koi: give lotus 1 coins 1 coins", "should read 'give"),
        ("koi: buy excalibur", "no card"),
        ("koi: use mercy edo edo", "should read 'use"),
        ("koi: replace lotus bushi shrine:zeus", "no kami"),
        ("koi: mandate recruit is harvest", "should read 'mandate"),
        ("koi: reparations", "should read 'reparations"),
    ],
)
def test_a_move_that_cannot_be_read(line: str, sentence: str) -> None:
    with refused(sentence, InputError):
        read_move(GAME, line)


@pytest.mark.parametrize(
    ("document", "sentence"),
    [
        ({"season": "monsoon"}, "no season"),
        ({"phase": 3}, "Expected `str`"),
        ({"weather": "rain"}, "unknown field `weather`"),
        ({"set": "dragon"}, "no set"),
        ({"honor": ["koi", "lotus"]}, "every clan of the game once"),
        ({"honor": ["koi", "lotus", "turtle", "bonsai"]}, "Bonsai is not in this game"),
        ({"shrines": ["raijin"]}, "4 different shrines"),
        ({"allies": [["koi"]]}, "Expected `array` of length 2"),
        ({"clans": {"koi": {"figures": {"edo": ["bushi"] * 7}}}}, "not have that many bushi"),
        ({"clans": {"koi": {"figures": {"mars": ["bushi"]}}}}, "no province"),
        ({"clans": {"koi": {"figures": {"edo": ["stronghold"]}}}}, "no figure"),
        ({"clans": {"koi": {"figures": {"shrine:raijin": ["shinto"]}}}}, "no shrine in this game"),
        ({"clans": {"koi": {"figures": {"shrine:fujin": ["bushi"]}}}}, "only Shinto worship"),
        ({"clans": {"koi": {"strongholds": {"edo": 5}}}}, "Expected `int` <= 4"),
        ({"clans": {"koi": {"strongholds": {"edo": 3, "oshu": 2}}}}, "too many strongholds"),
        ({"clans": {"koi": {"coins": -1}}}, "Expected `int` >= 0"),
        ({"clans": {"bonsai": {}}}, "Bonsai is not in this game"),
        ({"clans": {"koi": {"cards": ["komainu"]}, "lotus": {"cards": ["komainu"]}}}, "2 komainu"),
        ({"clans": {"koi": {"hostages": ["koi bushi"]}}}, "holds its own figure"),
        ({"clans": {"koi": {"tokens": ["winter edo"]}}}, "no season"),
        ({"mandates_played": ["train"] * 3}, "not that many mandate tiles"),
        ({"mandates_played": ["train", "betray", "recruit", "harvest"] * 2}, "7 mandate turns, not 8"),
        ({"season": "winter", "phase": "war"}, "nothing left to decide"),
        ({"war": ["edo", "edo"]}, "names one twice"),
        ({"allies": [["koi", "lotus"], ["koi", "turtle"]]}, "one alliance at most"),
        ({"clans": {"koi": {"hostages": ["lotus daimyo"]}}}, "never a hostage"),
        ({"clans": {"koi": {"hostages": ["bushi"]}}}, "CLAN FIGURE"),
        ({"clans": {"koi": {"reserve": ["bushi"]}}}, "does not add up"),
        ({"clans": {"koi": {"mood": 1}}}, "Clan koi cannot be read"),
        ({"agenda": ["[]"]}, "agenda of this position"),
        ({"agenda": ["not json"]}, "agenda of this position"),
        ({"agenda": ['["Recruit", 77, 1]']}, "nobody can play on from it"),
        ({"agenda": ['["WinAdvantage", 2]'], "phase": "war"}, "nobody can play on from it"),
    ],
)
def test_a_position_that_cannot_be(document: dict[str, Any], sentence: str) -> None:
    with refused(sentence, InputError):
        GAME.read_position(document, SEATS, ScriptedRng([]))


def test_a_document_that_is_not_toml() -> None:
    with refused("not TOML", InputError):
        read_toml("koi = = 3")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [({"set": "dragon"}, "torii, rider, teapot, random"), ({"speed": "fast"}, "no option 'speed'")],
)
def test_an_option_that_does_not_exist(options: dict[str, str], sentence: str) -> None:
    with refused(sentence, InputError):
        with_defaults(GAME, options)


@pytest.mark.parametrize("seats", [(), (0, 1), (0, 0, 1)])
def test_a_table_with_too_few(seats: tuple[int, ...]) -> None:
    """Three to five players, each with a clan of their own (RS-1.1)."""
    with refused(r"RS-1\.1"):
        start(GAME, seats, {}, ScriptedRng([]))


HEAD = 'game = "rising_sun"\ntitle = "t"\nrules = []\nseats = ["koi", "lotus", "turtle"]\n'


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (HEAD + "[expect]\nseason = 'summer'", "season is 'spring', expected 'summer'"),
        (HEAD + "[expect.clans.koi]\ncoins = 3", "clans.koi.coins is 5, expected 3"),
        (HEAD + "[expect]\nto_act = ['koi']", "to_act is"),
        (HEAD + "[[play]]\nmoves = 'koi: bid 1 1 1 1'", "'koi: bid 1 1 1 1' was refused"),
        (HEAD + "[[refuse]]\nmove = 'koi: ready'", "'koi: ready' was not refused"),
        (HEAD + "[[refuse]]\nafter = 1\nmove = 'koi: ready'", "after 1 of 0 moves"),
        (HEAD + "[expect]\nwether = ''", "there is no wether"),
        (HEAD + "[expect.clans.koi]\ntoken = []", "there is no clans.koi.token"),
        (HEAD + "[expect.clans.fox]\nvp = 0", "there is no clans.fox"),
        (HEAD + "[[play]]\nmoves = 'bonsai: done'", "not-in-game.*clan-bonsai"),
    ],
)
def test_a_scenario_that_does_not_hold_says_where(text: str, sentence: str) -> None:
    with pytest.raises(ScenarioError, match=sentence):
        run_scenario(read_scenario(text))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("game = 3", "cannot be read"),
        (HEAD.replace("rising_sun", "go"), "no game 'go'"),
        (HEAD + "chance = [{ dice = 3 }]", "draws no 'dice'"),
        (HEAD.replace("turtle", "tortoise"), "no seat"),
    ],
)
def test_a_scenario_that_cannot_be_read(text: str, sentence: str) -> None:
    with refused(sentence, InputError):
        run_scenario(read_scenario(text))


POLITICS = (
    '[position]\nphase = "politics"\nactive = "turtle"\ndeck = ["marshal", "recruit", "betray", "train"]\n'
)


@pytest.mark.parametrize(
    "lines",
    [
        "koi: done\nkoi: move bushi edo oshu",
        "koi: move bushi edo oshu\nkoi: done\nkoi: move daimyo edo kyoto",
    ],
)
def test_a_done_that_was_needed_is_not_taken_as_unneeded(lines: str) -> None:
    """A player who has had enough of a Marshal does not move on, whatever a later line would like."""
    scenario = read_scenario(
        HEAD + POLITICS + f"[[play]]\nmoves = '''\nturtle: mandate marshal\n{lines}\n'''"
    )

    with pytest.raises(ScenarioError, match="was refused"):
        run_scenario(scenario)
