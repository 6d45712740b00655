"""Deals at a table: who is told what about them, what changes hands, and what taking a choice back undoes."""

from __future__ import annotations

from collections.abc import AsyncIterator
from random import Random
from typing import Any, cast

import pytest
import pytest_asyncio

from client.seat.mirror import Mirror
from client.texts.refusals import why
from core.deals import DealExpired, Goods, Promise, PromiseBroken, PromiseKept, Status
from core.games.rising_sun.events import GiftGiven
from core.kinds import Event, RulesError, Seat, Viewer
from core.wire import unpack_events
from protocol import messages
from protocol.entries import (
    ActedFreely,
    Answer,
    Answered,
    AnyEntry,
    AskedBack,
    Chose,
    Consented,
    Deed,
    Exchanged,
    Offered,
    TookBack,
)
from tests.harness.hearing import sworn_at
from tests.harness.sealers import go_through
from tests.server.worlds import GAME, HOST, IDENTITIES, Guest, World, begun, is_told, told_by

KOI, LOTUS, TURTLE = 0, 1, 2
EVERYBODY: tuple[Viewer, ...] = (KOI, LOTUS, TURTLE, None)
NOTHING = Goods()


class Listener(Guest):
    """Somebody at the table, and what they make of what they are told."""

    mirror: Mirror

    async def ask(self, method: str, params: Any = messages.NOTHING) -> Any:
        result = await super().ask(method, params)
        if method == "join":
            self.mirror = Mirror(HOST.public, params.table, result)
        elif method == "sync":
            self.mirror.synced(result)
        return result

    def tell(self, message: bytes) -> None:
        super().tell(message)
        if is_told(message):
            self.mirror.told(told_by(message))

    def events(self) -> list[Event]:
        return [event for told in self.notices() for event in unpack_events(GAME, told.item.events)]


class Bench:
    """A table where three play and one watches."""

    def __init__(self, world: World) -> None:
        self.runner, self.players = world.runner, world.players
        self.table: Any = world.table
        self.guests = cast("dict[Viewer, Listener]", world.guests)
        for guest in self.guests.values():
            guest.sent.clear()

    async def do(self, *entries: AnyEntry) -> None:
        for entry in entries:
            if isinstance(entry, Deed):
                await self.runner.submit(sworn_at(self.runner, IDENTITIES[entry.seat], entry))
            else:
                await self.runner.submit(entry)

    async def choose(self, seat: Seat, line: str) -> int:
        """Answer a seat's question, and return its number."""
        number: int = self.table.prompts[seat].number
        await self.do(Chose(seat, number, line))
        return number

    async def refusal(self, entry: AnyEntry) -> str:
        """Try something that is refused and changes nothing."""
        seq, position, told = self.table.seq, self.table.position, self.told()
        with pytest.raises(RulesError) as refused:
            await self.do(entry)
        assert (self.table.seq, self.table.position, self.told()) == (seq, position, told)
        return why(refused.value)

    def told(self) -> dict[Viewer, int]:
        return {viewer: len(list(guest.notices())) for viewer, guest in self.guests.items()}

    def status(self, number: int = 0) -> Status:
        status: Status = self.table.deals.standings[KOI, LOTUS, number].status
        return status

    def check_mirrors(self) -> None:
        for viewer, guest in self.guests.items():
            assert tuple(guest.mirror.deals.values()) == self.table.deals.seen_by(viewer)


@pytest_asyncio.fixture(name="bench")
async def a_bench() -> AsyncIterator[Bench]:
    async with begun(kind=Listener) as world:
        bench = Bench(world)
        yield bench
        bench.check_mirrors()


def offered(number: int = 0, gives: Goods = NOTHING, wants: Goods = NOTHING, **more: Any) -> Offered:
    return Offered(KOI, number, LOTUS, gives, wants, **more)


def answered(answer: Answer, number: int = 0, seat: Seat = LOTUS) -> Answered:
    return Answered(seat, KOI if seat == LOTUS else LOTUS, number, answer)


# What changes hands --------------------------------------------------------------------------


async def test_what_both_give_changes_hands_in_the_moment_the_offer_is_accepted(bench: Bench) -> None:
    coins = bench.table.state.coins[:]
    await bench.do(offered(gives=Goods(2), wants=Goods(1)))
    assert bench.table.state.coins == coins

    await bench.do(answered(Answer.ACCEPT))

    assert bench.table.state.coins[:3] == [coins[KOI] - 1, coins[LOTUS] + 1, coins[TURTLE]]
    assert bench.status() is Status.ACCEPTED


async def test_others_see_what_changes_hands_and_nothing_of_the_deal(bench: Bench) -> None:
    await bench.do(offered(gives=Goods(2), asks=(Promise("stay_out", "kyoto"),)))
    assert bench.told() == {KOI: 1, LOTUS: 1, TURTLE: 0, None: 0}

    await bench.do(answered(Answer.ACCEPT))

    for viewer in (TURTLE, None):
        (told,) = bench.guests[viewer].notices()
        assert told.item.entry == Exchanged(LOTUS, KOI, NOTHING, Goods(2))
        assert unpack_events(GAME, told.item.events) == [GiftGiven(KOI, LOTUS, 2, 0)]


async def test_of_a_deal_without_goods_others_are_told_nothing(bench: Bench) -> None:
    promises = (Promise("words", "I will not betray you"),)
    await bench.do(offered(promises=promises), answered(Answer.ACCEPT))
    await bench.do(offered(1, promises=promises), answered(Answer.DECLINE, 1))
    await bench.do(offered(2, promises=promises), answered(Answer.WITHDRAW, 2, seat=KOI))

    assert bench.told() == {KOI: 6, LOTUS: 6, TURTLE: 0, None: 0}


@pytest.mark.parametrize(("gives", "wants"), [(99, 0), (0, 99), (1, 99), (99, 1)])
async def test_where_one_side_is_too_poor_nothing_moves(bench: Bench, gives: int, wants: int) -> None:
    await bench.do(offered(gives=Goods(gives), wants=Goods(wants)))

    assert "cannot give 99 coins" in await bench.refusal(answered(Answer.ACCEPT))
    assert bench.status() is Status.OPEN


async def test_ronin_that_nobody_has_do_not_move_either(bench: Bench) -> None:
    await bench.do(offered(gives=Goods(coins=1), wants=Goods(ronin=9)))

    assert "Lotus cannot give 9 ronin" in await bench.refusal(answered(Answer.ACCEPT))


# From offer to answer ------------------------------------------------------------------------


async def test_a_counter_offer_closes_the_one_it_answers(bench: Bench) -> None:
    await bench.do(offered(gives=Goods(1)))
    await bench.do(Offered(LOTUS, 1, KOI, NOTHING, Goods(2), instead_of=0))

    assert (bench.status(0), bench.status(1)) == (Status.COUNTERED, Status.OPEN)
    assert "no longer open: countered" in await bench.refusal(answered(Answer.ACCEPT))
    assert "your own offer" in await bench.refusal(answered(Answer.ACCEPT, 1))


@pytest.mark.parametrize(
    ("first", "seat"), [(Answer.DECLINE, LOTUS), (Answer.ACCEPT, LOTUS), (Answer.WITHDRAW, KOI)]
)
async def test_an_offer_is_answered_once(bench: Bench, first: Answer, seat: Seat) -> None:
    await bench.do(offered(gives=Goods(1)), answered(first, seat=seat))

    others = {Answer.DECLINE: LOTUS, Answer.ACCEPT: LOTUS, Answer.WITHDRAW: KOI}
    for answer, who in others.items():
        if answer is not first:
            assert "no longer open" in await bench.refusal(answered(answer, seat=who))


async def test_a_third_seat_can_neither_answer_nor_learn_that_there_is_an_offer(bench: Bench) -> None:
    nothing_there = await bench.refusal(Answered(TURTLE, LOTUS, 0, Answer.ACCEPT))
    await bench.do(offered(gives=Goods(1)))

    for other in (KOI, LOTUS):
        for answer in Answer:
            assert await bench.refusal(Answered(TURTLE, other, 0, answer)) == nothing_there
    await bench.do(Offered(TURTLE, 0, LOTUS, Goods(1), NOTHING))  # the number is free between these two


async def test_with_its_phase_an_open_offer_expires_and_only_the_two_hear_of_it(bench: Bench) -> None:
    await bench.do(offered(gives=Goods(1)))
    for seat in (KOI, LOTUS, TURTLE):
        await bench.choose(seat, "ready")

    assert bench.status() is Status.EXPIRED
    assert "no longer open: expired" in await bench.refusal(answered(Answer.ACCEPT))
    heard = [viewer for viewer in EVERYBODY if DealExpired(0, KOI, LOTUS) in bench.guests[viewer].events()]
    assert heard == [KOI, LOTUS]


async def test_every_command_can_be_sent_again_and_happens_once(bench: Bench) -> None:
    counter = Offered(LOTUS, 1, KOI, Goods(1), Goods(2), instead_of=0)
    commands: list[AnyEntry] = [offered(gives=Goods(1)), counter, answered(Answer.ACCEPT, 1, seat=KOI)]
    commands += [offered(2, gives=Goods(1)), answered(Answer.DECLINE, 2)]
    commands += [offered(3, gives=Goods(1)), answered(Answer.WITHDRAW, 3, seat=KOI)]
    commands.append(ActedFreely(KOI, 7, "give lotus 1 coins"))
    for number, command in enumerate(commands):
        seq = bench.table.seq
        await bench.do(*([command] * 3), *commands[: number + 1])
        assert bench.table.seq == seq + 1

    assert "has the number 1" in await bench.refusal(offered(gives=Goods(2)))


# Promises ------------------------------------------------------------------------------------


@pytest.mark.parametrize("keeps", [True, False])
async def test_only_the_two_hear_whether_a_promise_was_kept(bench: Bench, keeps: bool) -> None:  # noqa: FBT001
    for seat in (KOI, LOTUS, TURTLE):
        await bench.choose(seat, "ready")
    (seat,) = bench.table.prompts
    other = next(s for s in bench.table.seats if s != seat)
    names = [GAME.line_of(option).split()[-1] for option in bench.table.prompts[seat].decision.options]
    promise = Promise("play_mandate", names[0] if keeps else "betray" if names[0] != "betray" else "train")
    deal = Offered(seat, 0, other, NOTHING, NOTHING, (promise,))
    await bench.do(deal, Answered(other, seat, 0, Answer.ACCEPT))

    await bench.choose(seat, GAME.line_of(bench.table.prompts[seat].decision.options[0]))

    verdict = (PromiseKept if keeps else PromiseBroken)(0, seat, other, promise)
    heard = {viewer for viewer in EVERYBODY if verdict in bench.guests[viewer].events()}
    assert heard == {seat, other}
    deal_events = (PromiseKept, PromiseBroken)
    for viewer in set(EVERYBODY) - heard:
        assert not any(isinstance(event, deal_events) for event in bench.guests[viewer].events())


# Taking back ---------------------------------------------------------------------------------


async def test_what_all_take_back_takes_an_accepted_deal_with_it(bench: Bench) -> None:
    await bench.do(offered(gives=Goods(2), wants=Goods(1)), offered(1, gives=Goods(1)))
    before = bench.table.position
    prompt = await bench.choose(TURTLE, "ready")
    await bench.do(answered(Answer.ACCEPT), answered(Answer.DECLINE, 1), offered(2, gives=Goods(1)))

    assert "You can ask the others" in await bench.refusal(TookBack(TURTLE, prompt))
    await bench.do(AskedBack(TURTLE, prompt), Consented(KOI, True), Consented(LOTUS, True))

    assert bench.table.position == before
    assert (bench.status(0), bench.status(1)) == (Status.OPEN, Status.OPEN)
    bench.check_mirrors()
    await bench.do(answered(Answer.ACCEPT))
    assert bench.status() is Status.ACCEPTED


async def test_a_choice_taken_back_opens_the_offers_that_expired_with_it(bench: Bench) -> None:
    await bench.choose(KOI, "ready")
    await bench.choose(LOTUS, "ready")
    await bench.do(offered(gives=Goods(1)))
    prompt = await bench.choose(TURTLE, "ready")
    assert bench.status() is Status.EXPIRED

    await bench.do(AskedBack(TURTLE, prompt), Consented(KOI, True), Consented(LOTUS, True))

    assert bench.status() is Status.OPEN


async def test_a_player_who_takes_back_alone_cannot_find_out_that_others_have_dealt(bench: Bench) -> None:
    prompt = await bench.choose(TURTLE, "ally koi")
    await bench.do(offered(gives=Goods(1)))

    await bench.do(TookBack(TURTLE, prompt))

    assert bench.told()[TURTLE] == 2


async def test_what_others_dealt_since_stays_when_a_player_takes_back_alone(bench: Bench) -> None:
    await bench.do(offered(gives=Goods(1)))
    prompt = await bench.choose(TURTLE, "ally koi")
    await bench.do(answered(Answer.DECLINE), offered(1, gives=Goods(2)))

    await bench.do(TookBack(TURTLE, prompt))

    assert (bench.status(0), bench.status(1)) == (Status.DECLINED, Status.OPEN)
    bench.check_mirrors()


@pytest.mark.parametrize("seed", range(8))
async def test_mirrors_hold_the_same_deals_as_the_table_whatever_happens(bench: Bench, seed: int) -> None:
    dice, number = Random(seed), 0
    for _ in range(120):
        await go_through(bench.table, bench.players)
        seat, prompt = dice.choice(list(bench.table.prompts.items()))
        number += 1
        one, other = dice.sample(bench.table.seats, 2)
        consents: list[AnyEntry] = [Consented(seat, True) for seat in bench.table.seats]
        possible: list[AnyEntry] = [
            Chose(seat, prompt.number, GAME.line_of(prompt.decision.sample(dice))),
            Offered(one, number, other, Goods(dice.randrange(2)), NOTHING, (Promise("stay_out", "kyoto"),)),
            *(TookBack(past.seat, past.prompt) for past in bench.table.past[-1:] if past.prompt is not None),
            *(AskedBack(past.seat, past.prompt) for past in bench.table.past[-2:] if past.prompt is not None),
            *(
                Answered(deal.to, deal.seat, deal.number, dice.choice((Answer.ACCEPT, Answer.DECLINE)))
                for deal in (standing.deal for standing in bench.table.deals.standings.values())
            ),
        ]
        try:
            await bench.do(dice.choice(possible if bench.table.appeal is None else possible + consents * 9))
        except RulesError:
            continue
        bench.check_mirrors()
