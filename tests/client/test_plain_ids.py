"""The line client never speaks in the words of notation: in recorded games, whatever is typed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import cast

import pytest

from client.plain import desk as desks
from client.plain.desk import Desk
from client.plain.screen import Screen
from client.plain.session import take_line
from client.seat.journey import Way
from client.seat.news import Person
from client.seat.player import Player
from client.seat.sitting import Arrived
from client.table.deeds import Deed, GiveAnswer
from client.table.reasons import refusal
from client.table.scene import Scene
from client.texts import speak, speak_in_lines
from client.texts.refusals import why
from core.catalog import game_named, game_names
from core.game import Game
from core.record import read_record, replay
from protocol.identity import Identity
from protocol.invitation import HASH_SIZE, Address, Invitation
from tests.client.strays import listed_choices
from tests.client.tui.at_table import NAMES, scene_of
from tests.client.wide import english, wide_texts, words_in
from tests.harness.folders import RECORDED
from tests.harness.loopback import admit

RECORDS, POSITIONS, EVERY = 3, 10, 17
"""How many games of bots and of chance, how many positions of each, and how far these are apart."""
NONSENSE = ("", "xyzzy", "7", "999", "dance now", "back", "list", "show", "0")
PROBES = ("/look", "/look all", "/help", "/help offer", "/new", "/deals", "/offer", "/give", "/change xyzzy")
IN_RULES = re.compile(r"\w_\w|\b[A-Z]{2}-\d+\.[a-z]")
"""Rules are texts of their own, which no message holds; these would be ids in them."""


@pytest.fixture(autouse=True)
def _wide_letters() -> Iterator[None]:
    speak(wide_texts())
    yield
    speak(None)


@pytest.mark.parametrize("name", game_names())
async def test_whatever_is_typed_no_answer_names_an_id(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desks, "carry_out", refuse)
    speak_in_lines()
    heard = 0
    for number, scene in enumerate(asked_in(game_named(name))):
        shown: list[str] = []
        desk = sat_down(scene, shown, tmp_path)
        for line in ("", *lines_for(desk, Random(number))):
            await take_line(desk, line)
            lines = [line.rstrip("\n") for line in shown]
            shown.clear()
            heard += len(lines)
            if line.endswith("?"):
                assert [words for words in lines if IN_RULES.search(words)] == []
            else:
                assert english(lines, words_in(line, *NAMES)) == {}, (line, lines)
        desk.close()
    assert heard > 1000


async def refuse(desk_player: object, deed: Deed) -> str:
    """Refuse what the rules would; whatever they would take is simply not heard of again."""
    assert isinstance(desk_player, Deaf)
    return why(refusal(desk_player.scene, deed.choice)) if isinstance(deed, GiveAnswer) else ""


class Deaf:
    """A player at no table."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene


def sat_down(scene: Scene, shown: list[str], home: Path) -> Desk:
    invitation = Invitation(Address("127.0.0.1", 7475), scene.info.table, bytes(HASH_SIZE))
    way = Way(invitation, Person(Identity.make(), "Anna", is_watching=False, home=home), admit)
    desk = Desk(way, Screen(shown.append))
    desk.hear(Arrived(cast("Player", Deaf(scene)), scene, []))
    return desk


def asked_in(game: Game) -> Iterator[Scene]:
    """Return what seats are asked in recorded games, now and then."""
    for kind in ("bots", "random"):
        for file in islice(sorted((RECORDED / game.name).glob(f"{kind}_*.txt")), RECORDS):
            record, _ = read_record(file.read_text("utf-8"))
            states = islice((played.state for played in replay(record)), 0, POSITIONS * EVERY, EVERY)
            for state in states:
                for seat in list(state.pending)[:1]:
                    yield scene_of(game.view_for(state, seat), seat, game=game)


def lines_for(desk: Desk, dice: Random) -> Iterator[str]:
    """Type what means nothing, what is nearly a move, what is no move now, and questions about it all."""
    scene = desk.scene
    moves = [scene.game.line_of(scene.decision.sample(dice))] if scene.decision is not None else []
    if scene.decision is not None:
        moves += list(map(scene.game.line_of, islice(listed_choices(scene.decision), 3)))
    for move in moves:
        first, *rest = move.split()
        yield from (first, " ".join([first, *rest, "zz"]), " ".join([first, *rest[:-1], "xx"]))
    yield from NONSENSE
    yield from PROBES
    yield "/help"
    for entry in desk.model.listing.entries:
        yield f"{entry.key}?"
    yield "?"
