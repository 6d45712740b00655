"""When a game is over, bots tell everybody what they weighed; before that nobody hears of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from client.cli.past import past_of
from client.seat.bot_player import BotPlayer
from client.seat.news import Heard
from client.seat.thinking import kept_offer, kept_reply
from client.table.bot_talk import THOUGHTS, phrase_in, spoken
from client.table.past import seen_with
from client.table.thoughts import (
    Considered,
    KeptThought,
    Matter,
    last_until,
    packed,
    subject_lines,
    thoughts_in,
    unpack,
    why_here,
    why_lines,
)
from client.texts import has_text
from core.bots.bargaining import DealReply, RankedDeal
from core.bots.foresight import tactics_of
from core.catalog import game_named, game_names
from core.deals import Deal, Goods
from core.games.rising_sun import events
from core.games.rising_sun.board import HARVEST_MANDATE, KOI, LOTUS, TURTLE
from core.kinds import GameEnded, phrase
from protocol.entries import Chose, Offered, Said
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
    assert next(subject_lines(GAME, SOME, (), KOI)) == "1. ready"


def test_what_a_bot_did_is_listed_as_it_was_told() -> None:
    thoughts = [KeptThought(1, (Considered(line, 0),)) for line in ("mandate harvest", "ready", "ready")]
    story = [
        Heard(0, 0, Chose(LOTUS, 0, "ready"), [events.SeatReady(LOTUS)]),
        Heard(
            1,
            0,
            Chose(KOI, 0, "mandate harvest"),
            [events.MandateLaid(KOI, HARVEST_MANDATE, 0, face_down=False)],
        ),
        Heard(2, 0, Chose(KOI, 0, "ready"), [events.SeatReady(KOI)]),
    ]

    assert list(subject_lines(GAME, thoughts, story, KOI)) == [
        "1. Koi plays Harvest.",
        "2. Koi is ready to end tea.",
        "3. ready",
    ]


REPLY = DealReply(phrase("bot-no-more"), {"goods": -0.8, "promised": 1.4, "promises": 0.0, "rival": -0.9})


def test_why_an_offer_was_refused_is_told_with_reason_and_terms() -> None:
    assert list(why_lines(GAME, kept_reply(REPLY, 5))) == [
        "Chosen: decline the offer (“That would help you far more than me.”), +0.0 points.",
        "Not chosen: accept the offer, -0.3.",
        "   what it is promised +1.4, what a rival gains -0.9 and coins and ronin -0.8",
    ]


def test_why_something_else_was_offered_is_told_with_all_three_answers() -> None:
    counter = REPLY._replace(
        reason=phrase("bot-rather-promise"), counter=Deal(1, LOTUS, KOI), better={"promised": 1.2}
    )
    chosen, _, accept, _, refuse = why_lines(GAME, kept_reply(counter, 5))

    assert chosen.startswith("Chosen: offer something else (“I'd want your word on something, too.”), +1.2")
    assert accept.startswith("Not chosen: accept the offer, -0.3")
    assert refuse == "Not chosen: decline the offer, +0.0."


def test_what_is_refused_whatever_it_is_worth_has_a_reason_alone() -> None:
    assert list(why_lines(GAME, kept_reply(DealReply(phrase("bot-no-betrayal")), 5))) == [
        "Chosen: decline the offer (“No deals: you betrayed me.”), +0.0 points."
    ]


def test_why_somebody_was_made_an_offer_is_told_without_what_was_in_it() -> None:
    offers = [
        RankedDeal(2.0, Deal(0, LOTUS, KOI, Goods(2)), {"goods": -0.8, "promised": 2.0}),
        RankedDeal(1.0, Deal(0, LOTUS, TURTLE), {"promised": 0.5}),
    ]

    assert list(why_lines(GAME, kept_offer(GAME, offers, 5))) == [
        "Chosen: an offer to Koi, +1.2 points.",
        "   what it is promised +2.0 and coins and ronin -0.8",
        "Not chosen: an offer to Turtle, +0.5.",
        "   what it is promised +0.5",
        "Not chosen: offer nothing, +0.0.",
    ]


def test_a_deed_an_answer_and_an_offer_each_have_their_own_thought() -> None:
    deed, answer = SOME[0], kept_reply(REPLY, 5)
    offer = kept_offer(GAME, [RankedDeal(1.0, Deal(0, LOTUS, KOI), {})], 5)
    thoughts = [offer, deed, answer]

    for about, thought in ((Matter.GAME, deed), (Matter.OFFER, answer), (Matter.OWN_OFFER, offer)):
        assert last_until(thoughts, 5, about) is thought


@pytest.mark.parametrize("line", ["offer-to nobody", "offer-to", "offer-x", "offer-x [1]"])
def test_an_unreadable_thought_about_an_offer_is_shown_as_it_is(line: str) -> None:
    assert next(why_lines(GAME, KeptThought(5, (Considered(line, 0),)))) == f"Chosen: {line}, +0.0 points."


@pytest.mark.parametrize("name", game_names())
def test_every_term_of_every_judgement_has_words(name: str) -> None:
    judges = tactics_of(game_named(name)).JUDGES.values()
    terms = {term for judge in judges for weights in judge.weights.values() for term in weights}

    assert [term for term in sorted(terms) if not has_text(f"term-{term}")] == []


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
    entries = [moment.heard.entry for moment in past.moments("all")]
    for seat, own in thoughts.items():
        made = [e for e in entries if isinstance(e, Offered) and e.seat == seat and e.instead_of is None]
        assert [thought.about for thought in own].count(Matter.OWN_OFFER) == len(made)


def is_end(event: object) -> bool:
    return isinstance(event, GameEnded)


def is_thought(heard: Heard) -> bool:
    entry = heard.entry
    told = phrase_in(entry.words) if isinstance(entry, Said) else None
    return told is not None and told.message == THOUGHTS
