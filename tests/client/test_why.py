"""When a game is over, bots tell everybody what they weighed; before that nobody hears of it."""

from __future__ import annotations

from pathlib import Path

from client.cli.past import past_of
from client.seat.bot_player import BotPlayer
from client.seat.news import Heard
from client.table.bot_talk import THOUGHTS, phrase_in, spoken
from client.table.past import seen_with
from client.table.thoughts import (
    Considered,
    KeptThought,
    packed,
    subject_lines,
    thoughts_in,
    unpack,
    why_here,
    why_lines,
)
from core.catalog import game_named
from core.kinds import GameEnded
from protocol.entries import Said
from protocol.logfile import Title
from tests.harness.loopback import a_person, a_table

GAME = game_named("rising_sun")
SOME = [KeptThought(5, (Considered("ready", -12, (("honor", 3),)), Considered("ally lotus", -20)))] * 200


def said(seat: int, words: str) -> Heard:
    return Heard(0, 0, Said(seat, 0, (), words), [], "")


def test_thoughts_come_out_as_they_went_in() -> None:
    parts = [said(2, spoken(part)) for part in packed(SOME)]

    assert all(len(heard.entry.words) <= 500 for heard in parts)  # type: ignore[union-attr]
    assert thoughts_in(reversed(parts)) == {2: SOME}


def test_what_cannot_be_read_is_no_thought() -> None:
    [part, *_] = packed(SOME)
    for text in ("", "???", "0" * 400, dict(part.facts)["data"][:20]):  # type: ignore[index]
        assert unpack(str(text)) == []
    assert thoughts_in([said(1, "Hello"), said(1, '["bot-thoughts",[["part","x"],["data",3]]]')]) == {}


def test_a_thought_is_told_in_words() -> None:
    assert list(why_lines(GAME, SOME[0])) == [
        "Chosen: ready, -1.2 points.",
        "   honor +0.3",
        "Not chosen: ally lotus, -2.0.",
    ]
    assert next(subject_lines(GAME, SOME)) == "1. ready"


async def test_bots_tell_what_they_weighed_when_the_game_is_over(tmp_path: Path) -> None:
    async with a_table(tmp_path) as table:
        people = [a_person(number, is_bot=True) for number in range(3)]
        levels = ("steady", "novice", "random")
        bots = [
            await table.seat_bot(person, number, BotPlayer, level)
            for number, (person, level) in enumerate(zip(people, levels, strict=True))
        ]
        await table.play(bots)
        stamps = await table.stamps()

    past = past_of(Title(table.name, GAME.name, 0), stamps)
    story = [moment.heard for moment in past.moments(None)]
    thoughts = thoughts_in(story)
    assert set(thoughts) == {0, 1}
    assert all(len(own) > 10 for own in thoughts.values())

    over = next(place for place, heard in enumerate(story) if any(map(is_end, heard.events)))
    packed_at = [place for place, heard in enumerate(story) if is_thought(heard)]
    assert packed_at
    assert min(packed_at) > over
    assert not any(story[place].words for place in packed_at)

    at = seen_with(past, 0, past.moments("all")[-1].seq)
    title, *lines = why_here(at)
    assert title.startswith("What ")
    assert any(line.startswith("Chosen: ") for line in lines)


def is_end(event: object) -> bool:
    return isinstance(event, GameEnded)


def is_thought(heard: Heard) -> bool:
    entry = heard.entry
    told = phrase_in(entry.words) if isinstance(entry, Said) else None
    return told is not None and told.message == THOUGHTS
