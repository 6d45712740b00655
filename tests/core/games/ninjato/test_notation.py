"""Moves as lines: every line of the notation reads as it is written; others get a sentence."""

from __future__ import annotations

import pytest

from core.game import read_move
from core.games.ninjato import GAME
from core.kinds import InputError
from tests.refusing import refused

LINES = [
    *("dojo", "take 4", "take deck", "discard 3", "sensei kenjutsu 5", "sensei kenjutsu"),
    *("raid 2 stealth", "raid 5 force", "play 2", "play 1 -3", "play 5 intonjutsu", "play boryaku=2"),
    *("play 2 tai-jutsu+", "play 4 tai-jutsu-", "play 5 at 2", "play 3 kenjutsu +3 -3 shuriken-jutsu"),
    *("use kuji-kiri boryaku", "use seishin-teki", "use choho fan red-jade", "banzai", "leave", "fail"),
    *("keep jade", "token taira 5", "palace taira-54 fan jade", "palace minamoto-68 fan vase vase gold=vase"),
    *("pavilion goodwill jade", "pavilion goodwill/any1 jade", "disguise taira-54", "honor"),
    *("rumor goodwill", "rumor goodwill/fan+jade", "done"),
]


@pytest.mark.parametrize("line", LINES)
def test_a_line_reads_as_it_is_written(line: str) -> None:
    assert GAME.line_of(GAME.choice_of(line)) == line


@pytest.mark.parametrize(
    ("line", "canonical"),
    [
        ("play -3 1", "play 1 -3"),
        ("play intonjutsu 5", "play 5 intonjutsu"),
        ("play tai-jutsu+ kenjutsu +3 boryaku=4", "play boryaku=4 kenjutsu +3 tai-jutsu+"),
        ("palace minamoto-68 gold=vase vase fan vase", "palace minamoto-68 fan vase vase gold=vase"),
        ("decline", "done"),
    ],
)
def test_words_are_read_in_any_order(line: str, canonical: str) -> None:
    assert GAME.line_of(GAME.choice_of(line)) == canonical


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("red: dance", "begins with an unknown word"),
        ("red: ", "begins with an unknown word"),
        ("purple: dojo", "is no seat of ninjato"),
        ("red: dojo now", "Nothing may follow 'dojo'"),
        ("red: take", "should read 'take"),
        ("red: take 6", "no dojo card"),
        ("red: take 04", "no dojo card"),
        ("red: discard deck", "no dojo card"),
        ("red: sensei origami 5", "no skill"),
        ("red: sensei", "should read 'sensei"),
        ("red: sensei kenjutsu 5 5", "should read 'sensei"),
        ("red: raid 6 force", "no house"),
        ("red: raid 2 magic", "no side of a house"),
        ("red: raid 2", "should read 'raid"),
        ("red: play", "should read 'play"),
        ("red: play 6", "no part of a play"),
        ("red: play 5 +4", "no part of a play"),
        ("red: play 5 at", "should read 'play"),
        ("red: play 5 at 0", "should read 'play"),
        ("red: play at 5", "should read 'play"),
        ("red: play 5 at x", "not an amount"),
        ("red: use kenjutsu", "should read 'use"),
        ("red: use seishin-teki now", "should read 'use"),
        ("red: use kuji-kiri", "should read 'use"),
        ("red: use choho fan", "should read 'use"),
        ("red: use choho red-fan jade", "no treasure"),
        ("red: keep", "should read 'keep"),
        ("red: token taira", "should read 'token"),
        ("red: token taira 3", "no value of a clan token"),
        ("red: palace taira-54", "should read 'palace"),
        ("red: palace taira-54 fan gold", "Gold stands for a kind"),
        ("red: palace taira-54 fan gold=gold", "no treasure"),
        ("red: palace taira-55 fan jade", "no envoy"),
        ("red: pavilion gossip jade", "no rumor"),
        ("red: pavilion goodwill/tea jade", "no rumor"),
        ("red: disguise", "should read 'disguise"),
        ("red: rumor", "should read 'rumor"),
    ],
)
def test_a_line_that_cannot_be_read(line: str, sentence: str) -> None:
    with refused(sentence, InputError):
        read_move(GAME, line)
