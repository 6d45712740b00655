"""Bots that bargain: what they take, what they ask for, what they remember, and when they keep their word."""

from __future__ import annotations

from functools import cache
from itertools import count
from random import Random
from typing import Any

import pytest
from msgspec.structs import astuple, replace

from core import flow
from core.bots.appraisal import Negotiation
from core.bots.bargaining import RankedDeal
from core.bots.character import Character
from core.bots.kinds import Stance, Tie, Weighed
from core.bots.levels import SteadyBot, bot_named
from core.bots.memory import BLANK, memory_of, stance_of
from core.bots.whole_games import Parley, Talked, play_game
from core.catalog import game_named
from core.chance import SeededRng
from core.deals import Deal, Goods, Pledge, Promise, PromiseBroken, PromiseKept, Standing, Status
from core.game import start
from core.games.rising_sun.bargains import BARGAINS
from core.games.rising_sun.board import (
    AUTUMN,
    BETRAY,
    BONSAI,
    CLANS,
    HARVEST_MANDATE,
    KOI,
    LOTUS,
    MANDATES,
    TEA,
    TURTLE,
)
from core.games.rising_sun.choices import ALLY, READY, Mandate
from core.games.rising_sun.events import AllianceBroken, AllianceMade, SeasonEnded
from core.games.rising_sun.state import State
from core.games.rising_sun.steps import ChooseMandate
from core.games.rising_sun.tea import make_alliance
from core.kinds import Event, Seat
from core.record import final_state
from core.temperaments import TEMPERAMENTS
from tests.harness.random_play import state_after

GAME = game_named("rising_sun")
RNG = SeededRng(b"bargain")
SEATS = (KOI, LOTUS, TURTLE, BONSAI)


def after_tea() -> State:
    state: State = start(GAME, SEATS, {}, RNG)[0]
    while state.phase == TEA:
        flow.answer(GAME.rules, state, next(iter(state.pending)), READY, RNG)
    return state


def character(temperament: str = "honest", seed: int = 1, level: str = "steady") -> Character:
    return Character(GAME, SteadyBot(GAME, Random(seed)), temperament, Random(seed), level)


def reply_to(
    deal: Deal, *events: Event, temperament: str = "honest", standings: tuple[Standing, ...] = ()
) -> Any:
    """Let Lotus answer after what happened."""
    bot = character(temperament)
    bot.hear(LOTUS, standings, events)
    return bot.reply(GAME.view_for(after_tea(), LOTUS), deal)


NO_BID = Promise("no_bid", "seppuku")
GOOD_DEAL = Deal(1, KOI, LOTUS, Goods(4), asks=(NO_BID,))


def test_nobody_is_offered_anything_when_the_game_is_over() -> None:
    over = after_tea()
    over.agenda.clear()
    over.pending = {}

    assert character().offer(GAME.view_for(over, LOTUS), [KOI]) is None


@pytest.mark.parametrize("temperament", TEMPERAMENTS)
def test_a_present_is_always_welcome(temperament: str) -> None:
    broken = PromiseBroken(0, KOI, LOTUS, NO_BID)
    reply = reply_to(Deal(0, KOI, LOTUS, Goods(1)), broken, temperament=temperament)

    assert (reply.accepts, reply.reason.message) == (True, "bot-yes-present")


@pytest.mark.parametrize("temperament", TEMPERAMENTS)
def test_good_coins_buy_a_small_promise(temperament: str) -> None:
    reply = reply_to(Deal(0, KOI, LOTUS, Goods(4), asks=(NO_BID,)), temperament=temperament)

    assert reply.accepts
    assert sum(reply.terms.values()) > 0


@pytest.mark.parametrize("temperament", TEMPERAMENTS)
def test_nobody_gives_coins_for_nothing(temperament: str) -> None:
    reply = reply_to(Deal(0, KOI, LOTUS, wants=Goods(2)), temperament=temperament)

    assert not reply.accepts


def test_the_price_that_a_bot_names_is_enough() -> None:
    """Of all that can be asked for in a season, some has a price, and that is taken when it is paid."""
    prices = 0
    for kind, about in (("stay_out", name) for name in GAME.promises.kinds["stay_out"].objects):
        asked = (Promise(kind, about),)
        reply = reply_to(Deal(0, KOI, LOTUS, asks=asked))
        coins = dict(reply.reason.facts).get("coins")
        if reply.reason.message == "bot-no-less":
            prices += 1
            assert isinstance(coins, int)
            assert reply_to(Deal(0, KOI, LOTUS, Goods(coins), asks=asked)).accepts
        elif reply.counter is not None:
            prices += 1
            _, _, _, gives, wants, promises, asks, _ = astuple(reply.counter)
            paid = Deal(0, KOI, LOTUS, wants, gives, asks, promises)
            assert reply_to(paid).accepts

    assert prices


def test_what_nobody_has_cannot_be_promised() -> None:
    assert reply_to(Deal(0, KOI, LOTUS, Goods(1), Goods(ronin=9))).reason.message == "bot-no-purse"
    assert reply_to(Deal(0, KOI, LOTUS, Goods(99), asks=(NO_BID,))).reason.message == "bot-no-means"


def test_prose_in_a_promise_cannot_be_weighed() -> None:
    asked = (Promise("words", "Be nice."),)

    assert reply_to(Deal(0, KOI, LOTUS, Goods(3), asks=asked)).reason.message == "bot-no-words"


def test_a_bot_promises_one_mandate_at_a_time() -> None:
    given = Deal(0, KOI, LOTUS, Goods(1), asks=(Promise("play_mandate", "train"),))
    standing = Standing(given, Status.ACCEPTED, (None,))
    reply = reply_to(
        Deal(1, KOI, LOTUS, Goods(4), asks=(Promise("play_mandate", "harvest"),)), standings=(standing,)
    )

    assert reply.reason.message == "bot-no-promised"


def test_nobody_pays_twice_for_the_same_word() -> None:
    standing = Standing(GOOD_DEAL, Status.ACCEPTED, (None,))
    reply = reply_to(replace(GOOD_DEAL, number=2), standings=(standing,))

    assert (reply.accepts, reply.reason.message) == (False, "bot-no-already")


def test_coins_never_go_both_ways() -> None:
    for name in GAME.promises.kinds["stay_out"].objects:
        reply = reply_to(Deal(0, KOI, LOTUS, Goods(1), Goods(2), asks=(Promise("stay_out", name),)))

        assert reply.counter is None or not (reply.counter.gives.coins and reply.counter.wants.coins)


@pytest.mark.parametrize("status", [Status.OPEN, Status.ACCEPTED])
def test_whoever_offers_an_alliance_for_coins_courts_nobody_else(status: Status) -> None:
    state: State = start(GAME, SEATS, {}, RNG)[0]
    allies = Promise("ally", "bonsai"), Promise("ally", "lotus")
    deal = Deal(0, LOTUS, BONSAI, Goods(1), promises=allies[:1], asks=allies[1:])
    bot = character()
    bot.hear(LOTUS, (Standing(deal, status, (None, None)),), ())

    assert bot.choose(GAME.view_for(state, LOTUS)) == ALLY[BONSAI]
    flow.answer(GAME.rules, state, BONSAI, READY, RNG)
    assert not bot.stance(GAME.view_for(state, LOTUS)).ties


def test_an_alliance_agreed_on_is_made_though_the_other_has_had_tea_already() -> None:
    """The other's offer of an alliance still stands; others have made theirs, too."""
    state: State = start(GAME, SEATS, {}, RNG)[0]
    for suitor in (KOI, TURTLE, BONSAI):
        flow.answer(GAME.rules, state, suitor, ALLY[LOTUS], RNG)
    for suitor in (KOI, TURTLE, BONSAI):
        flow.answer(GAME.rules, state, suitor, READY, RNG)
    allies = Promise("ally", "lotus"), Promise("ally", "bonsai")
    deal = Deal(1, BONSAI, LOTUS, wants=Goods(1), promises=allies[:1], asks=allies[1:])
    bot = character("opportunist")
    bot.hear(LOTUS, (Standing(deal, Status.ACCEPTED, (None, None)),), ())

    assert bot.choose(GAME.view_for(state, LOTUS)) == ALLY[BONSAI]


# What is remembered --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        (PromiseBroken(0, KOI, LOTUS, Promise("stay_out", "edo")), "bot-no-promise"),
        (AllianceBroken(KOI, LOTUS), "bot-no-betrayal"),
    ],
)
def test_a_wrong_is_remembered_for_a_season(wrong: Event, reason: str) -> None:
    later = [wrong, SeasonEnded(0)]

    assert reply_to(GOOD_DEAL, wrong).reason.message == reason
    assert reply_to(GOOD_DEAL, *later).reason.message == reason
    assert reply_to(GOOD_DEAL, *later, SeasonEnded(1)).accepts


def test_wrongs_done_to_others_are_their_business() -> None:
    assert reply_to(GOOD_DEAL, AllianceBroken(KOI, TURTLE)).accepts
    assert reply_to(GOOD_DEAL, AllianceBroken(LOTUS, KOI)).accepts


def test_whoever_is_left_alone_is_not_to_blame_for_an_alliance_that_never_was() -> None:
    left = PromiseBroken(4, LOTUS, KOI, Promise("ally", "koi"))
    alone = PromiseBroken(4, KOI, LOTUS, Promise("ally", "lotus"))

    assert reply_to(GOOD_DEAL, left, alone).accepts
    assert reply_to(GOOD_DEAL, alone, left).reason.message == "bot-no-promise"
    assert memory_of(BARGAINS, KOI, [left, alone]).wrong_by(LOTUS, 1) is not None


def test_trust_follows_from_promises_kept_and_broken() -> None:
    kept, broken = PromiseKept(0, KOI, LOTUS, NO_BID), PromiseBroken(0, KOI, LOTUS, NO_BID)

    assert BLANK.trust(LOTUS, KOI) == pytest.approx(2 / 3)
    assert memory_of(BARGAINS, LOTUS, [kept] * 3).trust(LOTUS, KOI) == pytest.approx(5 / 6)
    assert memory_of(BARGAINS, LOTUS, [kept, broken]).trust(LOTUS, KOI) == pytest.approx(3 / 5)
    assert memory_of(BARGAINS, LOTUS, [broken]).trust(LOTUS, TURTLE) == pytest.approx(2 / 3)


@pytest.mark.parametrize(
    ("event", "to"),
    [
        (PromiseKept(0, KOI, LOTUS, NO_BID), (KOI,)),
        (PromiseBroken(0, KOI, LOTUS, NO_BID), (KOI,)),
        (AllianceBroken(KOI, LOTUS), (KOI,)),
        (AllianceMade(LOTUS, TURTLE), ()),
    ],
)
def test_a_bot_speaks_of_a_word_to_whoever_gave_it(event: Event, to: tuple[Seat, ...]) -> None:
    """Nobody else knows of the promise, or whom "you" would mean."""
    remark = character().remark(LOTUS, [event])

    assert remark is not None
    assert remark.to == to


def test_a_bot_courts_nobody_who_wronged_it() -> None:
    state: State = start(GAME, SEATS, {}, RNG)[0]
    state.offers = ((KOI, LOTUS),)
    flow.advance(GAME.rules, state, RNG)
    bot = SteadyBot(GAME, Random(1))
    view = GAME.view_for(state, LOTUS)

    assert bot.think(view).choice == ALLY[KOI]
    assert bot.think(view, Stance(foes=frozenset((KOI,)))).choice != ALLY[KOI]


# One's word ----------------------------------------------------------------------------------


def choosing(seat: Seat) -> tuple[Any, int, int]:
    """Give the view of a seat that lays a mandate, the one it likes best, and another it could lay."""
    state, bot = after_tea(), SteadyBot(GAME, Random(2))
    while (state.active, type(state.agenda[-1])) != (seat, ChooseMandate):
        asked = next(iter(state.pending))
        flow.answer(GAME.rules, state, asked, bot.choose(GAME.view_for(state, asked)), RNG)
    view = GAME.view_for(state, seat)
    best = SteadyBot(GAME, Random(1)).think(view).choice
    assert isinstance(best, Mandate)
    other = next(choice.announced for choice in view.decision.options if choice.announced != best.announced)
    return view, best.announced, other


def test_a_promise_narrows_what_a_bot_does_unless_breaking_it_gains_more() -> None:
    view, best, other = choosing(TURTLE)
    pledge = Pledge(TURTLE, KOI, Promise("play_mandate", MANDATES[other]))
    bot = SteadyBot(GAME, Random(1))

    dear, cheap = Stance((Tie(pledge, 1000.0),)), Stance((Tie(pledge, 0.0),))
    assert bot.think(view, dear).choice.announced == other  # type: ignore[attr-defined]
    assert bot.think(view, cheap).choice.announced == best  # type: ignore[attr-defined]


def test_a_broken_word_stands_among_the_terms_of_a_thought() -> None:
    view, _, other = choosing(TURTLE)
    pledge = Pledge(TURTLE, KOI, Promise("play_mandate", MANDATES[other]))
    thought = SteadyBot(GAME, Random(1)).think(view, Stance((Tie(pledge, 0.001),)))

    assert thought.weighed[0].terms["word"] == pytest.approx(-0.001)
    assert sum(thought.weighed[0].terms.values()) == pytest.approx(thought.weighed[0].worth)


def test_a_word_is_dearest_in_spring_and_to_the_honest() -> None:
    state: State = start(GAME, SEATS, {}, RNG)[0]
    state.ally = tuple({KOI: LOTUS, LOTUS: KOI}.get(clan, -1) for clan in range(len(CLANS)))

    def price(season: int, temperament: str, level: str = "steady") -> float:
        state.season = season
        view = GAME.view_for(state, KOI)
        return stance_of(BARGAINS, view, BLANK, TEMPERAMENTS[temperament], (), level).ties[0].price

    assert price(0, "merchant") > price(1, "merchant") > price(2, "merchant") > 0
    assert price(2, "honest") > price(2, "opportunist")
    assert price(0, "honest") > price(0, "honest", "strong") > 0


# Whole games ---------------------------------------------------------------------------------


@cache
def talkative_game(seed: int) -> tuple[list[Talked], Any, Any]:
    talked: list[Talked] = []
    characters = {seat: character(name, seat) for seat, name in zip(SEATS, TEMPERAMENTS, strict=True)}
    record, state = play_game(GAME, characters, {}, f"{seed}", parley=Parley(GAME, characters, talked.append))
    return talked, record, state


def test_a_game_with_deals_can_be_played_again_from_its_record() -> None:
    talked, record, state = talkative_game(1)

    assert any(talk.reply.accepts for talk in talked)
    assert final_state(record) == state


@pytest.mark.parametrize("temperament", TEMPERAMENTS)
def test_nobody_haggles_about_what_is_offered_instead(temperament: str) -> None:
    """An offer may be countered, and what is offered instead is taken or left."""
    asked = [Promise("stay_out", name) for name in GAME.promises.kinds["stay_out"].objects]
    deals = [Deal(1, KOI, LOTUS, Goods(coins), asks=(one,)) for one in asked for coins in (0, 1)]
    again = [reply_to(replace(deal, instead_of=0), temperament=temperament) for deal in deals]

    assert any(reply_to(deal, temperament=temperament).counter for deal in deals)
    assert not any(reply.counter for reply in again)


@pytest.mark.parametrize("level", ["steady", "strong"])
@pytest.mark.parametrize("moves", [5, 30, 60])
def test_what_is_hidden_changes_neither_offers_nor_answers(moves: int, level: str) -> None:
    state = state_after(moves, GAME, SEATS, 7)
    view = GAME.view_for(state, LOTUS)
    twin = GAME.determinise(view, Random(3))
    flow.advance(GAME.rules, twin, RNG)
    same = [GAME.view_for(world, LOTUS) for world in (state, twin)]

    offers = [character("merchant", level=level).offer(view) for view in same]
    replies = [character(level=level).reply(view, GOOD_DEAL) for view in same]
    assert offers[0] == offers[1]
    assert replies[0] == replies[1]


def test_when_all_is_over_nobody_talks() -> None:
    _, _, state = talkative_game(1)
    view = GAME.view_for(state, LOTUS)

    assert character("merchant").offer(view) is None
    assert character().reply(view, GOOD_DEAL) is None


def test_bots_of_any_level_can_have_a_character() -> None:
    for level in ("novice", "steady", "strong", "random"):
        bot = Character(GAME, bot_named(level, GAME, Random(1)), "honest", Random(1))
        reply = bot.reply(GAME.view_for(after_tea(), LOTUS), GOOD_DEAL)

        assert reply is not None
        assert reply.accepts


# What strong bots know better ------------------------------------------------------------------


def about_to_betray() -> tuple[Negotiation, Seat, Seat]:
    """Let the one whose turn it is weigh Betray as its best answer and Harvest as the next."""
    state = after_tea()
    seat = state.active
    ally = next(other for other in SEATS if other != seat)
    make_alliance(state, seat, ally)
    state.deck = (BETRAY, HARVEST_MANDATE, *state.deck[2:])
    weighed = [
        Weighed(Mandate(laid, laid), worth, {}) for laid, worth in ((BETRAY, 9.0), (HARVEST_MANDATE, 5.5))
    ]
    view = GAME.view_for(state, seat)
    return Negotiation(GAME, BARGAINS, view, BLANK, Random(1), "strong", weighed), seat, ally


@pytest.mark.parametrize(
    ("promise", "costs"),
    [(("play_mandate", "betray"), 0.0), (("play_mandate", "harvest"), 3.5)],
)
def test_a_deed_costs_what_it_is_worse_than_the_best(promise: tuple[str, str], costs: float) -> None:
    talks, seat, ally = about_to_betray()
    deal = Deal(0, seat, ally, promises=(Promise(*promise),))

    assert talks.own.terms_of(deal, seat)["promises"] == -costs


def test_it_costs_the_betrayal_to_promise_none() -> None:
    talks, seat, ally = about_to_betray()
    faith = Deal(0, seat, ally, promises=(Promise("no_betray", CLANS[ally]),))

    assert talks.own.terms_of(faith, seat)["promises"] <= -3.5
    assert talks.plain.terms_of(faith, seat)["promises"] > -3.5


def test_others_pay_for_the_mandate_that_a_strong_bot_lays_anyway() -> None:
    """Sooner or later somebody buys a mandate, and every one that was bought is laid."""
    bought, told = list[Deal](), list[Event]()

    def note(talked: Talked) -> None:
        if talked.reply.accepts and any(p.kind == "play_mandate" for p in talked.deal.promises):
            bought.append(talked.deal)

    seeds = count()
    while not bought:
        seed = next(seeds)
        bots = {seat: character(seed=seat, level="strong" if seat == KOI else "steady") for seat in SEATS}
        play_game(GAME, bots, {}, f"sell {seed}", parley=Parley(GAME, bots, note, told.extend))

    kept = [
        event for event in told if isinstance(event, PromiseKept) and event.promise.kind == "play_mandate"
    ]
    assert {deal.seat for deal in bought} == {KOI}
    assert len(kept) == len(bought)


def test_words_are_worth_less_to_a_strong_bot_above_all_in_autumn() -> None:
    state = after_tea()
    seat, other = state.active, next(seat for seat in SEATS if seat != state.active)
    make_alliance(state, seat, other)
    faith = Deal(0, seat, other, asks=(Promise("no_betray", CLANS[seat]),))

    def part_paid(season: int) -> float:
        state.season = season
        talks = Negotiation(GAME, BARGAINS, GAME.view_for(state, seat), BLANK, Random(1), "strong")
        pledge = Pledge(other, seat, faith.asks[0])
        return talks.own.terms_of(faith, seat)["promised"] / talks.own.worth_of(pledge, seat)

    assert 0 < part_paid(AUTUMN) < part_paid(0) < BLANK.trust(seat, other)


def test_a_bot_thinks_once_as_long_as_nothing_changes() -> None:
    bot, view = character(), GAME.view_for(after_tea(), after_tea().active)

    assert bot.think(view) is bot.think(view)
    assert bot.think(view) is not bot.think(replace(view, decision=replace(view.decision, rule="RS-8.4")))


def test_people_are_offered_one_deal_in_a_phase_and_bots_a_deed_on_each_turn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def anything(talks: Negotiation, other: Seat, *_: object) -> RankedDeal:
        return RankedDeal(1.0, Deal(0, talks.seat, other, Goods(1)), {})

    monkeypatch.setattr("core.bots.character.best_offer", anything)
    state = after_tea()
    view, bot = GAME.view_for(state, state.active), character(level="strong")
    person, *bots = (seat for seat in SEATS if seat != state.active)
    turns = list[list[Seat]]()
    for _ in range(2):
        turns.append([])
        while deal := bot.offer(view, [person]):
            turns[-1].append(deal.to)
        bot.choose(view)

    assert [sorted(turn) for turn in turns] == [sorted([person, *bots]), sorted(bots)]
