"""A refusal says why, and the rule it rests on."""

from __future__ import annotations

from typing import Any

import pytest

from core import flow
from core.chance import SeededRng
from core.decisions import Give
from core.games.ninjato import GAME
from tests.core.games.ninjato.tables import BLUE, GREEN, RED, at, play
from tests.refusing import refused

TURN: dict[str, Any] = {
    "h1": {"sentry": 5, "token": "taira 4", "treasures": ["fan", "jade"]},
    "h2": {"token": "taira 2", "treasures": []},
    "sensei": ["kenjutsu", "boryaku", "choho"],
    "palace": ["taira-54"],
    "pavilion": ["goodwill jade"],
    "red": {"hand": [4], "treasures": ["fan", "scroll"], "skills": ["tai-jutsu"]},
}
FIGHT: dict[str, Any] = {
    "h1": {"sentry": 3, "token": "taira 4", "treasures": ["fan", "jade", "red-gold"]},
    "raid": {"house": 1, "side": "force", "carried": ["scroll"], "guard": "E9"},
    "red": {"hand": [3, 5], "skills": ["choho", "kuji-kiri", "used boryaku", "kenjutsu", "intonjutsu"]},
}


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("sensei shinobi-iri 4", r"isn't offering Shinobi-iri\. \(NJ-14\.1\)"),
        ("sensei kenjutsu 4", r"costs a dojo card 5\. \(NJ-14\.2\)"),
        ("sensei kenjutsu 5", r"You have no dojo card 5\. \(NJ-14\.2\)"),
        ("sensei choho", r"costs a dojo card\. \(NJ-14\.2\)"),
        ("sensei boryaku 4", r"the crane style, so this costs you no card\. \(NJ-14\.3\)"),
        ("palace taira-40 fan fan", r"Taira 40 is not in the palace\. \(NJ-15\.1\)"),
        ("palace taira-54 fan jade", r"too few treasures of this kind: jade\. \(NJ-15\.2\)"),
        ("palace taira-54 fan scroll", r"fan and jade, and you have to pay exactly that\. \(NJ-21\.39\)"),
        ("pavilion secret-art fan", r"no such Master of the Secret Art in the pavilion\. \(NJ-16\.1\)"),
        ("pavilion goodwill fan", r"The cost is jade, and"),
        ("pavilion goodwill gold=jade", r"too few treasures of this kind: gold\. \(NJ-16\.2\)"),
        ("raid 1 force", r"nothing that beats the sentry \(5\) that way\. \(NJ-21\.11\)"),
        ("raid 2 force", r"has been emptied this round\. \(NJ-4\.6\)"),
        ("take 4", r"asked something else: Where do you place a shuriken\? \(NJ-4\.2\)"),
        ("play 4", r"asked something else: Where do you"),
    ],
)
def test_why_a_turn_is_refused(line: str, sentence: str) -> None:
    with refused(sentence):
        play(at(**TURN), f"red: {line}")


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("play 3 -3", r"don't have all of that"),
        ("play 4", r"don't have all of that"),
        ("play 5 kenjutsu intonjutsu", r"at most one of Kenjutsu and Intonjutsu.*\(NJ-9\.4\)"),
        ("play 5 intonjutsu", r"makes 0, but it has to be higher than 2 and 4\. \(NJ-21\.16\)"),
        ("play 5 at 4", r"leave out 'at 4'\. \(NJ-21\.21\)"),
        ("use choho fan jade", r"no fan on the shuriken\. \(NJ-13\.11\)"),
        ("use choho scroll gold", r"no such treasure in the house\. \(NJ-13\.11\)"),
        ("use kuji-kiri choho", r"haven't used Choho\. \(NJ-13\.14\)"),
        ("use seishin-teki", r"asked something else: What do you play"),
        ("leave", r"asked something else: What do you play .*\? \(NJ-8\.4\)"),
    ],
)
def test_why_a_fight_is_refused(line: str, sentence: str) -> None:
    with refused(sentence):
        play(at(**FIGHT), f"red: {line}")


def test_why_others_and_strangers_are_refused() -> None:
    with refused("Blue has nothing to decide now"):
        play(at(**TURN), "blue: dojo")
    with refused(r"Green is not in this game\. \(NJ-1\.1\)"):
        flow.answer(GAME.rules, at(**TURN), GREEN, GAME.choice_of("dojo"), SeededRng(b""))
    with refused("The game is over"):
        play(at(round=7, phase="scoring", pavilion=[]), "red: dojo")


def test_nothing_is_given_away() -> None:
    with refused("can't give anything away"):
        flow.answer(GAME.rules, at(**TURN), RED, Give(BLUE, 1, 0), SeededRng(b""))


def test_why_the_rest_is_refused() -> None:
    state = at(
        h1={"sentry": 1, "token": "taira 4", "treasures": ["fan"]}, red={"hand": [5]}, dojo_row=[1, 2, 3]
    )
    play(state, "red: raid 1 force", "red: play 5")
    with refused(r"can't be Taira again\. \(NJ-12\.8\)"):
        play(state, "red: token taira 8")
    with refused(r"not in the supply\. \(NJ-12\.8\)"):
        play(state, "red: token go-shirakawa 6")
    scoring: dict[str, Any] = {"round": 4, "phase": "scoring", "pavilion": ["goodwill jade"]}
    disguise = at(**scoring, red={"envoys": ["taira-54", "taira-66"], "skills": ["hensojutsu-snake"]})
    for line, sentence in (
        ("disguise taira-66", "has no mask"),
        ("disguise taira-30", "is not your envoy"),
    ):
        with refused(sentence):
            play(disguise, f"red: {line}")
    dojo = at(dojo_row=[1, 2, 3], red={"hand": [1, 1, 1, 1, 1, 1, 2]})
    play(dojo, "red: dojo")
    with refused("no 5 in the row"):
        play(dojo, "red: take 5")
    play(dojo, "red: take 1", "red: take 2")
    with refused("You have no 5"):
        play(dojo, "red: discard 5")
