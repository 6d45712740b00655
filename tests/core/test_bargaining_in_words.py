"""Bots at Shogun and Ninjato, where nothing changes hands: they give, take and keep their word alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from client.texts import has_text
from core import flow
from core.bots.bargaining import DealReply
from core.bots.character import Character
from core.bots.kinds import Stance, Tie
from core.bots.levels import SteadyBot
from core.bots.whole_games import Parley, Talked, play_game
from core.catalog import game_named
from core.chance import SeededRng
from core.deals import Deal, Pledge, Promise, PromiseBroken, PromiseKept, Standing, Status
from core.decisions import EMPTY, Arrangement
from core.games.ninjato.choices import Raid
from core.games.ninjato.promises import HOUSE_NAMES
from core.games.shogun import bargains as shogun_bargains
from core.games.shogun.board import BATTLE_A, PLACES, PROVINCES
from core.games.shogun.choices import MoveArmies
from core.games.shogun.events import BattleBegan, RoundEnded
from core.games.shogun.steps import March
from core.kinds import Event
from core.record import final_state
from core.temperaments import TEMPERAMENTS
from tests.core.games.ninjato.tables import at as at_ninjato
from tests.core.games.shogun.tables import at as at_shogun

SHOGUN, NINJATO = game_named("shogun"), game_named("ninjato")
RED, BLUE, YELLOW = range(3)
NEIGHBOURS = at_shogun(
    {
        "season": "spring",
        "phase": "plan",
        "tower": {},
        "players": {
            "red": {"chests": 4, "rice": 3, "armies": {"kai": 7, "mino": 2, "hitachi": 1, "shimosa": 1}},
            "blue": {"chests": 4, "rice": 3, "armies": {"hida": 7, "shinano": 1, "shimotsuke": 1}},
            "yellow": {"chests": 4, "rice": 3, "armies": {"kii": 3}},
        },
    }
)
"""Red can take Shinano from Blue, and Blue Mino from Red; from Hitachi only Shimotsuke can be attacked."""
SPARE_BLUE, SPARE_RED = Promise("no_attack", "blue"), Promise("no_attack", "red")


def character(game: Any, temperament: str = "honest") -> Character:
    return Character(game, SteadyBot(game, Random(1)), temperament, Random(1))


def reply_at(game: Any, state: Any, deal: Deal, *events: Event, temperament: str = "honest") -> DealReply:
    """Let the one whom a deal is offered answer after what happened."""
    bot = character(game, temperament)
    bot.hear(deal.to, (), events)
    reply = bot.reply(game.view_for(state, deal.to), deal)
    assert reply is not None
    return reply


# Shogun --------------------------------------------------------------------------------------


def test_neighbours_at_shogun_agree_to_spare_each_other() -> None:
    deal = Deal(0, RED, BLUE, promises=(SPARE_BLUE,), asks=(SPARE_RED,))
    reply = reply_at(SHOGUN, NEIGHBOURS, deal)

    assert (reply.accepts, reply.reason.message) == (True, "bot-yes-promises")


def test_peace_is_not_for_nothing_but_for_peace() -> None:
    reply = reply_at(SHOGUN, NEIGHBOURS, Deal(0, RED, BLUE, asks=(SPARE_RED,)))

    assert reply.reason.message == "bot-rather-promise"
    assert reply.counter is not None
    assert reply.counter.promises == (SPARE_RED,)
    assert reply.counter.asks


def test_whoever_broke_the_peace_gets_none_until_the_next_round_is_over() -> None:
    deal = Deal(1, RED, BLUE, promises=(SPARE_BLUE,), asks=(SPARE_RED,))
    broken, ended = PromiseBroken(0, RED, BLUE, SPARE_BLUE), RoundEnded(1, 0)

    assert reply_at(SHOGUN, NEIGHBOURS, deal, broken).reason.message == "bot-no-promise"
    assert reply_at(SHOGUN, NEIGHBOURS, deal, broken, ended).reason.message == "bot-no-promise"
    assert reply_at(SHOGUN, NEIGHBOURS, deal, broken, ended, ended).accepts


def test_a_bot_offers_peace_where_that_serves_both() -> None:
    offer = character(SHOGUN).offer(SHOGUN.view_for(NEIGHBOURS, RED), people=(BLUE,))

    assert offer == Deal(0, RED, BLUE, promises=(SPARE_BLUE,), asks=(SPARE_RED,))


def test_whoever_is_spared_asks_for_no_province_on_top() -> None:
    """Neither in the same deal nor after it, and nobody pays for it again."""
    deal = Deal(1, RED, BLUE, promises=(SPARE_BLUE,), asks=(SPARE_RED,))
    bot = character(SHOGUN, "merchant")
    bot.hear(BLUE, (Standing(deal, Status.ACCEPTED, (None, None)),), ())
    view = SHOGUN.view_for(NEIGHBOURS, BLUE)
    province = Deal(2, RED, BLUE, asks=(Promise("stay_out", "mino"),))
    reply = bot.reply(view, province)

    assert bot.offer(view, people=(RED,)) is None
    assert reply is not None
    assert reply.reason.message == "bot-no-already"
    for temperament in TEMPERAMENTS:
        for asks in ((SPARE_RED,), province.asks):
            one_sided = Deal(1, RED, BLUE, promises=(SPARE_BLUE,), asks=asks)
            counter = reply_at(SHOGUN, NEIGHBOURS, one_sided, temperament=temperament).counter
            assert counter is None or not {p.kind for p in counter.asks} >= {"no_attack", "stay_out"}


def test_what_was_refused_is_not_offered_again() -> None:
    view, bot = SHOGUN.view_for(NEIGHBOURS, RED), character(SHOGUN)
    offer = bot.offer(view, people=(BLUE,))
    assert offer is not None
    again = character(SHOGUN)
    again.hear(RED, (Standing(replace(offer, number=1), Status.DECLINED, (None, None)),), ())

    assert again.offer(view, people=(BLUE,)) != offer


def marching() -> Any:
    """Give Red's view when it has to march out of Kai."""
    state = NEIGHBOURS.clone()
    state.agenda = [*state.agenda[:-1], March(RED, PROVINCES.index("kai"))]
    state.pending = {}
    flow.advance(SHOGUN.rules, state, SeededRng(b"march"))
    return SHOGUN.view_for(state, RED)


def test_a_bot_marches_elsewhere_for_its_word_unless_breaking_it_gains_more() -> None:
    shinano, bot = PROVINCES.index("shinano"), SteadyBot(SHOGUN, Random(1))
    pledge = Pledge(RED, BLUE, SPARE_BLUE)
    free, bound = bot.think(marching()), bot.think(marching(), Stance((Tie(pledge, 1000.0),)))

    assert isinstance(free.choice, MoveArmies)
    assert isinstance(bound.choice, MoveArmies)
    assert free.choice.target == shinano
    assert bound.choice.target != shinano


def endangers(card: str, promise: Promise) -> bool:
    """Ask whether a plan of Red with a battle from there may break the promise to Blue."""
    cards = [EMPTY] * len(PLACES)
    cards[BATTLE_A] = card
    view = SHOGUN.view_for(NEIGHBOURS, RED)
    return shogun_bargains.endangers(view, Arrangement(tuple(cards)), Pledge(RED, BLUE, promise))


def test_a_plan_endangers_a_promise_where_nothing_else_can_be_attacked() -> None:
    assert endangers("hitachi", SPARE_BLUE)
    assert endangers("hitachi", Promise("stay_out", "shimotsuke"))
    assert not endangers("hitachi", Promise("leave", "tax_plus"))
    assert not endangers("kai", SPARE_BLUE)
    assert not endangers("chest0", SPARE_BLUE)


def test_whoever_is_stronger_in_a_battle_may_threaten() -> None:
    attack = BattleBegan(RED, 0, 1, 5, BLUE, 2)

    assert shogun_bargains.occasion(attack, RED) == "threat"
    assert shogun_bargains.occasion(attack, BLUE) == ""


# Ninjato -------------------------------------------------------------------------------------

ENVOYS = at_ninjato(
    4,
    round=3,
    palace=["taira-64", "minamoto-62", "go-shirakawa-60", "go-shirakawa-70"],
    red={"envoys": ["taira-40"], "treasures": ["scroll", "vase", "vase", "jade"]},
    blue={"envoys": ["minamoto-38"], "treasures": ["scroll", "vase", "vase", "jade"]},
)
"""Red leads with the Taira and Blue with the Minamoto, and each could overtake the other."""
LEAVE_TAIRA, LEAVE_MINAMOTO = Promise("no_envoy", "taira"), Promise("no_envoy", "minamoto")


def test_who_leads_in_a_clan_each_agree_to_leave_it_to_the_other() -> None:
    deal = Deal(0, RED, BLUE, promises=(LEAVE_MINAMOTO,), asks=(LEAVE_TAIRA,))

    assert reply_at(NINJATO, ENVOYS, deal).accepts
    assert character(NINJATO).offer(NINJATO.view_for(ENVOYS, RED)) == deal


def test_a_bot_spares_a_house_for_its_word() -> None:
    view = NINJATO.view_for(ENVOYS, RED)
    free = SteadyBot(NINJATO, Random(1)).think(view).choice
    assert isinstance(free, Raid)
    pledge = Pledge(RED, BLUE, Promise("spare", HOUSE_NAMES[free.house]))
    bound = SteadyBot(NINJATO, Random(1)).think(view, Stance((Tie(pledge, 1000.0),))).choice

    assert not (isinstance(bound, Raid) and bound.house == free.house)


def test_a_house_is_left_for_a_better_one_and_not_for_a_worse_one() -> None:
    better, worse = (Promise("spare", house) for house in ("1", "2"))
    fair = Deal(0, RED, BLUE, promises=(better,), asks=(worse,))

    assert reply_at(NINJATO, ENVOYS, fair).accepts
    assert not reply_at(NINJATO, ENVOYS, replace(fair, promises=fair.asks, asks=fair.promises)).accepts


def test_a_turn_of_ones_own_is_given_for_nothing_by_nobody() -> None:
    state = at_ninjato(2, round=2)
    reply = reply_at(NINJATO, state, Deal(0, RED, BLUE, asks=(Promise("visit", "dojo"),)))

    assert (reply.accepts, reply.reason.message) == (False, "bot-no-nothing")


# Both ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [SHOGUN, NINJATO])
@pytest.mark.parametrize("temperament", TEMPERAMENTS)
def test_every_promise_that_can_be_asked_for_gets_an_answer_with_a_reason(
    game: Any, temperament: str
) -> None:
    state = NEIGHBOURS if game is SHOGUN else at_ninjato(2, round=2)
    for kind in game.promises.kinds:
        for about in game.promises.kinds[kind].objects:
            reply = reply_at(
                game, state, Deal(0, RED, BLUE, asks=(Promise(kind, about),)), temperament=temperament
            )

            assert not reply.accepts  # for nothing
            assert has_text(reply.reason.message)


@pytest.mark.parametrize("game", [SHOGUN, NINJATO])
def test_whole_games_are_full_of_deals_that_are_mostly_kept(game: Any) -> None:
    counts = Counter[Any]()
    characters = {seat: character(game, name) for seat, name in enumerate(TEMPERAMENTS)}

    def hear(talked: Talked) -> None:
        counts["deals"] += talked.reply.accepts

    def see(events: Iterable[Event]) -> None:
        counts.update(map(type, events))

    for seed in range(2):
        parley = Parley(game, characters, hear, see)
        record, state = play_game(game, characters, {}, f"words {seed}", parley=parley)

        assert final_state(record) == state

    assert counts["deals"] > 0
    assert counts[PromiseKept] > counts[PromiseBroken]


@pytest.mark.parametrize(("game", "state"), [(SHOGUN, NEIGHBOURS), (NINJATO, ENVOYS)])
def test_what_is_hidden_changes_no_offer(game: Any, state: Any) -> None:
    view = game.view_for(state, RED)
    twin = game.determinise(view, Random(3))
    flow.advance(game.rules, twin, SeededRng(b"twin"))
    offers = [character(game).offer(game.view_for(world, RED)) for world in (state, twin)]

    assert offers[0] is not None
    assert offers[0] == offers[1]
