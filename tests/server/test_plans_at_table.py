"""Plans of Shogun at a table: cards only their players know, turned over one by one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from random import Random

import pytest

from core.catalog import game_named
from core.decisions import EMPTY, UNSEEN, Arrangement
from core.games.shogun.board import BID, CARDS, CHEST_CARDS, FACE_DOWN, NO_CARD, NUMBER_OF_CARD
from core.games.shogun.events import CardLeft, CardRevealed
from core.games.shogun.state import take_over
from core.kinds import DefaultStood, Event, TurnOver
from protocol.entries import AskedBack, Chose, Consented, Replaced, Returned, TookBack, Voted
from protocol.header import Message
from protocol.opening import hand_over
from protocol.pieces import piece_of
from protocol.round_records import Handed, Reason, Turned
from protocol.sealing import open_choice
from protocol.table.proposals import propose
from tests.harness.hearing import sworn_at
from tests.harness.sealers import Sealer, go_through
from tests.refusing import refused
from tests.server.worlds import World, begun, copy_of, stamps_of, table_from

SHOGUN = game_named("shogun")


def last_events(world: World) -> list[Event]:
    return world.runner._story.past[-1].events  # noqa: SLF001


def turned_cards(world: World) -> list[Turned]:
    return [then.entry for then in world.runner._story.past if isinstance(then.entry, Turned)]  # noqa: SLF001


def plan_of(sealer: Sealer) -> Arrangement:
    """Return the last plan somebody has sealed."""
    plan = SHOGUN.choice_of(sealer.lines[-1])
    assert isinstance(plan, Arrangement)
    return plan


async def play_until(world: World, dice: Random, is_far_enough: Callable[[], bool]) -> None:
    """Answer at random, and turn over no card before its time."""
    while not is_far_enough():
        seats = sorted(world.table.prompts.keys() - world.table.replaced)
        if not seats and world.table.prompts:
            await asyncio.sleep(0.01)  # a bot thinks
        elif seats:
            world.clock[0] += 1
            seat = dice.choice(seats)
            await world.choose(seat, world.table.prompts[seat].decision.sample(dice))
        elif world.table.round is not None:
            await go_through(world.table, world.players, turns=False)
        else:
            await turn_over(world)


async def turn_over(world: World, *, by_others: bool = False) -> Turned:
    """Turn over the card whose turn it is: by its owner, or by the others."""
    step, laid = world.table.turning, world.table.laid
    if by_others:
        for guest in world.players:
            if guest.viewer != step.seat:
                handed = hand_over(laid, guest.sealer.seat, guest.identity, step.seat, step.place)
                assert handed is not None
                await guest.perform(handed)
    else:
        due = world.guests[step.seat].sealer.due(world.table)
        assert isinstance(due, Handed)
        await world.guests[step.seat].perform(due)
    return turned_cards(world)[-1]


def is_turning(world: World) -> Callable[[], bool]:
    return lambda: world.table.turning is not None


# What is known -----------------------------------------------------------------------------------


async def test_no_place_of_a_plan_is_known_before_it_is_turned_over() -> None:
    """Not even to the server: neither in its state nor among what it has opened."""
    dice, seen = Random(3), 0
    async with begun("plans", 3, game=SHOGUN) as world:
        await play_until(world, dice, is_turning(world))
        table = world.table
        while table.turning is not None:
            for seat in table.seats:
                sealed, lies = plan_of(world.guests[seat].sealer), table.state.plans[seat]
                cover = SHOGUN.choice_of(table.laid.verdicts[seat].message.choice)
                assert isinstance(cover, Arrangement)
                assert cover.cards[:BID] == tuple(EMPTY if c == EMPTY else UNSEEN for c in sealed.cards[:BID])
                assert cover.cards[BID] == sealed.cards[BID]
                for place, card in enumerate(sealed.cards[:BID]):
                    is_open = (seat, place) in table.turned
                    assert lies[place] in ((NUMBER_OF_CARD[card], NO_CARD) if is_open else (FACE_DOWN,))
                    seen += is_open
            await turn_over(world)
            await play_until(world, dice, lambda: table.turning is not None or not table.state.plans)
    assert seen > 100


async def test_what_opens_a_cover_or_a_place_opens_no_other() -> None:
    async with begun("keys", 3, game=SHOGUN) as world:
        await play_until(world, Random(1), is_turning(world))
        laid, step = world.table.laid, world.table.turning
        first = await turn_over(world, by_others=True)
        dealt = world.guests[step.seat].sealer.dealt(laid)
        for place in range(BID):
            piece = piece_of(laid, step.seat, place)
            opens = open_choice(laid.header, piece, dealt.pieces[place])
            assert opens == Message(plan_of(world.guests[step.seat].sealer).cards[place], bytes(32))
            assert open_choice(laid.header, piece, dealt.opening) is None
            if place != first.place:
                assert open_choice(laid.header, piece, dealt.pieces[first.place]) is None


async def test_all_that_lay_there_is_what_was_sealed() -> None:
    """Whoever turns it over, its owner or the others, and at two tables made from one journal."""
    dice = Random(5)
    async with begun("same", 4, game=SHOGUN) as world:
        await play_until(world, dice, is_turning(world))
        twin = await copy_of(world)
        shown = {}
        for each, by_others in ((world, False), (twin, True)):
            entry = await turn_over(each, by_others=by_others)
            assert (entry.opening is None) == by_others
            shown[by_others] = next(e for e in last_events(each) if isinstance(e, CardRevealed))
            assert each.table.state.plans[entry.seat][entry.place] == shown[by_others].card
        await twin.runner.aclose()
    assert shown[True] == shown[False]
    sealed = plan_of(world.guests[shown[True].seat].sealer)
    assert CARDS[shown[True].card] == sealed.cards[shown[True].place]


async def test_a_table_made_from_its_journal_in_the_middle_of_a_season_is_the_same() -> None:
    dice = Random(6)
    async with begun("again", 3, game=SHOGUN) as world:
        for _ in range(12):
            await play_until(world, dice, is_turning(world))
            await turn_over(world)
        await play_until(world, dice, is_turning(world))
        table = table_from(stamps_of(world))

        assert (table.state, table.turned, table.turning) == (
            world.table.state,
            world.table.turned,
            world.table.turning,
        )
        twin = await copy_of(world)
        await turn_over(twin)
        await twin.runner.aclose()


# What is not done --------------------------------------------------------------------------------


async def test_no_card_is_turned_over_before_its_turn() -> None:
    async with begun("early", 3, game=SHOGUN) as world:
        await play_until(world, Random(2), is_turning(world))
        table, step = world.table, world.table.turning
        laid, seq = table.laid, table.seq
        owner = world.guests[step.seat]
        other = next(guest for guest in world.players if guest.viewer != step.seat)
        later = (step.place + 1) % BID
        own = owner.sealer.dealt(laid).pieces
        for guest, handed in (
            (owner, Handed(step.seat, step.seat, later, own[later], None)),
            (other, hand_over(laid, other.sealer.seat, other.identity, step.seat, later)),
            (owner, Handed(step.seat, step.seat, later, None, None)),
        ):
            await guest.ask("turn", handed)
            assert guest.sent[-1] == b"refused: refuse-turn-not-come"
        await owner.ask("turn", Handed(step.seat, step.seat, step.place, own[later], None))
        assert b"has not opened its own choice" in owner.sent[-1]
        await other.ask("turn", Handed(other.sealer.seat, step.seat, step.place, None, bytes(32)))
        assert b"has no such share" in other.sent[-1]
        await other.ask("turn", Handed(other.sealer.seat, step.seat, step.place, own[step.place], None))
        assert b"has not opened its own choice" in other.sent[-1]

        assert (table.seq, table.turning) == (seq, step)
        with refused("Its turn has not come"):
            propose(table, Turned(step.seat, later, own[later], ()))


async def test_a_choice_after_which_a_card_was_turned_over_is_not_simply_taken_back() -> None:
    """Neither while the card is waited for nor afterwards."""
    dice, refused = Random(4), 0
    async with begun("back", 4, game=SHOGUN) as world:
        while refused < 5:
            await play_until(world, dice, lambda: len(world.table.prompts) == 1)
            ((seat, prompt),) = world.table.prompts.items()
            await world.choose(seat, prompt.decision.sample(dice))
            guest, draws = world.guests[seat], world.table.state.draws
            if world.table.turning is None or world.table.past[-1].is_final:
                continue
            await guest.ask("do", TookBack(seat, prompt.number))
            assert guest.sent[-1] == b"refused: refuse-wait-for-card"
            await turn_over(world)
            if world.table.state.draws == draws:
                assert any(event.reveals for event in last_events(world))
            await guest.ask("do", TookBack(seat, prompt.number))
            assert b"refuse-too-late-to-take-back" in guest.sent[-1]
            refused += 1


async def test_what_was_turned_over_is_turned_over_again_by_itself_after_all_took_it_back() -> None:
    dice = Random(8)
    async with begun("once more", 3, game=SHOGUN) as world:
        table = world.table
        while True:
            await play_until(world, dice, lambda: len(table.prompts) == 1 and bool(table.turned))
            ((seat, prompt),) = table.prompts.items()
            line = SHOGUN.line_of(prompt.decision.sample(dice))
            await world.guests[seat].ask("do", Chose(seat, prompt.number, line))
            if table.turning is not None:
                break
        before = table.turning
        await turn_over(world)
        await play_until(world, dice, lambda: bool(table.prompts))
        turned = len(turned_cards(world))
        await world.guests[seat].ask("do", AskedBack(seat, prompt.number))
        for other in set(table.seats) - {seat}:
            await world.guests[other].ask("do", Consented(other, True))
        assert len(turned_cards(world)) == turned
        twin = await copy_of(world)  # and so does a server that was restarted
        await twin.guests[seat].ask("do", Chose(seat, table.prompts[seat].number, line))
        await twin.runner.aclose()

        again = turned_cards(twin)[turned]
        assert TurnOver(again.seat, again.place) == before
        assert again in turned_cards(twin)[:turned]


async def test_nothing_is_taken_back_that_was_before_the_plans() -> None:
    dice = Random(9)
    async with begun("too far", 3, game=SHOGUN) as world:
        table = world.table
        await play_until(world, dice, lambda: len(table.prompts) == 1 and table.state.action >= 0)
        ((seat, prompt),) = table.prompts.items()
        await world.choose(seat, prompt.decision.sample(dice))
        await play_until(world, dice, lambda: table.rounds == 3 and table.turning is not None)
        await world.guests[seat].ask("do", AskedBack(seat, prompt.number))

        assert b"refuse-plans-sealed-since" in world.guests[seat].sent[-1]


# Cards that do not lie there any more ------------------------------------------------------------


@pytest.mark.parametrize("is_told", [False, True])
async def test_a_card_that_left_with_its_province_is_shown_at_once_or_later_and_counts_for_nothing(
    *, is_told: bool
) -> None:
    dice = Random(10)
    async with begun("lost", 3, game=SHOGUN) as world:
        await play_until(world, dice, is_turning(world))
        step, province = lost_card(world)
        take_over(world.table.state, province, (step.seat + 1) % 3)
        if is_told:
            sealer = world.guests[step.seat].sealer
            piece = sealer.dealt(world.table.laid).pieces[step.place]
            handed = Handed(step.seat, step.seat, step.place, piece, None)
            await world.guests[step.seat].perform(handed)
            assert is_turned(world, step)
            await world.guests[step.seat].perform(handed)  # once more is nothing new
        else:
            await play_until(world, dice, partial(is_turned, world, step))
        shown = [then for then in world.runner._story.past if is_of(then.entry, step)]  # noqa: SLF001

        assert len(shown) == 1
        assert shown[0].events[0] == CardLeft(step.seat, step.place, province)
        assert not [e for e in shown[0].events if isinstance(e, CardRevealed) and e.card == province]


def lost_card(world: World) -> tuple[TurnOver, int]:
    """Find a province that its owner has planned for later."""
    now = world.table.turning
    for place, card in enumerate(plan_of(world.guests[now.seat].sealer).cards[:BID]):
        if NUMBER_OF_CARD[card] not in CHEST_CARDS and place != now.place:
            return TurnOver(now.seat, place), NUMBER_OF_CARD[card]
    raise AssertionError("There is no such plan.")


def is_turned(world: World, step: TurnOver) -> bool:
    return (step.seat, step.place) in world.table.turned


def is_of(entry: object, step: TurnOver) -> bool:
    return isinstance(entry, Turned) and (entry.seat, entry.place) == (step.seat, step.place)


async def test_who_lays_a_card_twice_loses_all_that_is_still_face_down() -> None:
    dice = Random(11)
    async with begun("twice", 3, game=SHOGUN) as world:
        await play_until(world, dice, lambda: world.table.sealing is not None)
        cheat = world.guests[1]
        plan = world.table.prompts[1].decision.sample(dice)
        doubled = (plan.cards[0],) * BID
        await cheat.perform(cheat.sealer.sealed(world.table, SHOGUN.line_of(plan), doubled))
        await play_until(world, dice, lambda: any(defaults(world)))
        seat, place = turned_cards(world)[-1].seat, turned_cards(world)[-1].place

        assert defaults(world) == [DefaultStood(1, "illegal")]
        assert seat == 1
        assert FACE_DOWN not in world.table.state.plans[1]
        assert world.table.state.plans[1][place] == NO_CARD
        assert sum(card != NO_CARD for card in world.table.state.plans[1][:BID]) <= 1


def defaults(world: World) -> list[Event]:
    return [event for event in last_events(world) if isinstance(event, DefaultStood)]


# Those who are away ------------------------------------------------------------------------------


async def vote(world: World, voted: Voted) -> None:
    await world.runner.submit(sworn_at(world.runner, world.guests[voted.seat].identity, voted))


async def test_what_cannot_be_opened_without_those_who_were_voted_out_counts_as_empty() -> None:
    """And what they laid is opened again as soon as they are back."""
    dice = Random(12)
    async with begun("gone", 3, game=SHOGUN) as world:
        await play_until(world, dice, is_turning(world))
        step, table = world.table.turning, world.table
        others = [seat for seat in table.seats if seat != step.seat]
        await vote(world, Voted(others[0], step.seat, True))
        assert table.turning == step  # the two others could open it
        helper = world.guests[others[0]]
        handed = hand_over(table.laid, others[0], helper.identity, step.seat, step.place)
        assert handed is not None
        await helper.perform(handed)
        assert table.turning == step
        await vote(world, Voted(others[1], step.seat, True))
        assert table.turning == step
        await vote(world, Voted(others[0], others[1], True))

        assert turned_cards(world)[-1] == Turned(step.seat, step.place, None, ())
        assert defaults(world) == [DefaultStood(step.seat, Reason.WITHHELD.name.lower())]
        assert table.state.plans[step.seat][step.place] == NO_CARD
        assert FACE_DOWN in table.state.plans[step.seat]
        for seat in (step.seat, others[1]):
            await world.runner.submit(Returned(seat))
        await play_until(world, dice, lambda: table.turning is not None and table.turning.seat == step.seat)
        await turn_over(world)
        assert turned_cards(world)[-1].opening is not None


async def test_the_server_turns_over_what_it_has_laid_for_somebody_absent() -> None:
    dice = Random(13)
    async with begun("absent", 3, game=SHOGUN) as world:
        table = world.table
        await play_until(world, dice, lambda: table.turning is not None)
        await world.runner.submit(Replaced(2))
        await play_until(world, dice, lambda: table.rounds == 3 and table.turning is not None)
        assert table.turning.seat != 2
        await play_until(world, dice, lambda: any(seat == 2 for seat, _ in table.turned))

        assert all(entry.opening is not None for entry in turned_cards(world))
