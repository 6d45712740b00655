"""People bargain with bots on a real server: every offer is answered, and every answer has a reason."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from client.cli.hosting import bots_at
from client.local.settings import Settings
from client.plain.aloud import who_lines
from client.seat.bot_player import BotPlayer
from client.seat.connection import RefusedError
from client.seat.news import Heard
from client.seat.player import Player
from client.seat.sitting import scene_of
from client.table.bot_talk import SMALL_TALK, THOUGHTS, in_own_words, is_worth_hearing, phrase_in, spoken
from client.table.words import facts_of
from client.texts import has_text, t
from core.bots.bargaining import DealReply
from core.bots.character import Character
from core.bots.kinds import UNTIED, Stance
from core.deals import Deal, Goods, Promise, Standing, Status, key_of
from core.decisions import ChooseOne
from core.games.rising_sun.board import KOI, LOTUS
from core.games.rising_sun.choices import Mandate
from core.games.rising_sun.events import MandateLaid
from core.kinds import Seat, phrase
from core.temperaments import TEMPERAMENTS, temperament_at
from protocol.entries import Said
from tests.client.test_tea_with_bots import BOTS, at_tea
from tests.harness.loopback import a_person, a_server, a_table, new_table
from tests.waiting import until

ROOT = Path(__file__).parents[2]
NO_BID = Promise("no_bid", "seppuku")


def said_by(player: Player, seat: Seat, to: tuple[Seat, ...] = ()) -> list[str]:
    def is_meant(heard: Heard) -> bool:
        return isinstance(heard.entry, Said) and (heard.entry.seat, heard.entry.to) == (seat, to)

    return [heard.words for heard in player.mirror.story if is_meant(heard)]


def status_of(player: Player, deal: Deal) -> Status | None:
    standing = player.mirror.deals.get(key_of(deal.seat, deal.to, deal.number))
    return standing.status if standing is not None else None


async def offer(koi: Player, **terms: object) -> Status | None:
    """Offer Lotus something, and return what becomes of it."""
    deal = Deal(koi.mirror.next_deal(LOTUS), KOI, LOTUS, **terms)  # type: ignore[arg-type]
    await koi.offer(deal)
    await until(lambda: status_of(koi, deal) not in (None, Status.OPEN))
    return status_of(koi, deal)


async def test_a_sensible_offer_is_accepted_and_a_greedy_one_is_not(tmp_path: Path) -> None:
    async with at_tea(tmp_path, KOI) as [koi]:
        assert await offer(koi, gives=Goods(4), asks=(NO_BID,)) is Status.ACCEPTED
        await until(lambda: "Agreed." in said_by(koi, LOTUS, (KOI,)))

        assert await offer(koi, wants=Goods(3)) is not Status.ACCEPTED
        await until(lambda: len(said_by(koi, LOTUS, (KOI,))) > 1)
        assert not any("[" in words for words in said_by(koi, LOTUS, (KOI,)))


async def test_a_bot_says_once_that_it_reads_offers(tmp_path: Path) -> None:
    async with at_tea(tmp_path, KOI) as [koi]:
        await until(lambda: {(bot, KOI) for bot in BOTS} == set(koi.mirror.view.offers))
        await koi.say("Shall we be friends?", (LOTUS,))
        await until(lambda: said_by(koi, LOTUS, (KOI,)))
        await koi.say("Please?", (LOTUS,))
        await offer(koi, gives=Goods(1))  # which is answered after the words

        [answer, *_] = said_by(koi, LOTUS, (KOI,))
        assert answer.startswith("I can't read what people write")
        assert said_by(koi, LOTUS, (KOI,)).count(answer) == 1


async def test_bots_greet_by_their_temperament(tmp_path: Path) -> None:
    async with at_tea(tmp_path, KOI) as [koi]:
        await until(lambda: all(said_by(koi, bot) for bot in BOTS))
        names = {bot: temperament_at(koi.mirror.table.opened.game_id, bot) for bot in BOTS}

        for bot, name in names.items():
            assert said_by(koi, bot) == [in_own_words(spoken(phrase(f"bot-says-hello-{name}")))]


async def test_everybody_can_see_what_a_bot_is_like(tmp_path: Path) -> None:
    async with at_tea(tmp_path, KOI) as [koi]:
        scene = scene_of(koi.mirror)
        shown = {row.seat: list(facts_of(scene, row)) for row in scene.info.seats}
        said = list(who_lines(scene, {}))

        for bot in BOTS:
            words = t(f"temperament-{temperament_at(scene.game_id, bot)}")
            assert words in shown[bot]
            assert any(words in line for line in said)
        assert not any(t(f"temperament-{name}") in shown[KOI] for name in TEMPERAMENTS)


def test_small_talk_can_be_turned_off_and_answers_cannot() -> None:
    """Thoughts are never heard: they have no words."""
    said = [phrase("bot-says-hello-honest"), phrase("bot-no-more"), phrase(THOUGHTS, part=0, data="")]
    items = [Heard(0, 0, Said(LOTUS, 0, (), spoken(p)), [], in_own_words(spoken(p)), p) for p in said]

    assert [is_worth_hearing(item, Settings(chatter=True)) for item in items] == [True, True, False]
    assert [is_worth_hearing(item, Settings(chatter=False)) for item in items] == [False, True, False]


async def test_a_bot_that_has_sealed_its_plan_plans_again_before_it_gives_its_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """People take longer to plan than bots, and have something to offer until they have."""
    planned: list[Sequence[Standing]] = []

    def spy(
        bargains: Any, view: Any, memory: Any, temper: Any, standings: Sequence[Standing], *_: Any
    ) -> Stance:
        planned.append(standings)
        return UNTIED

    async with a_server(tmp_path) as server:
        table = await new_table(server, 3, "shogun")
        person = await table.seat(a_person(0, seat=0), Player)
        with bots_at(server, table.runner, table.runner.free_seats(), "steady", tmp_path):
            await person.ready()
            await until(lambda: sealed_by(person) == {1, 2})
            monkeypatch.setattr("core.bots.character.stance_of", spy)
            monkeypatch.setattr(
                "core.bots.character.answer", lambda *_: DealReply(phrase("bot-yes"), accepts=True)
            )
            deal = Deal(1, 0, 1, asks=(Promise("no_attack", "red"),))
            await person.offer(deal)
            await until(lambda: status_of(person, deal) is Status.ACCEPTED)

            assert any(s.deal.asks == deal.asks for standings in planned for s in standings)
        await person.leave()


def sealed_by(player: Player) -> set[Seat]:
    round_ = player.mirror.table.round
    return set(round_.sealed) if round_ is not None and player.mirror.sealing is not None else set()


async def test_an_offer_of_a_deed_is_taken_back_before_it_is_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever pays too late would pay for the next one."""
    train, dice, sold = Promise("play_mandate", "train"), Random(1), list[Seat]()

    def sell(self: Character, view: Any, _people: object = ()) -> Deal | None:
        is_turn = isinstance(view.decision, ChooseOne) and isinstance(view.decision.options[0], Mandate)
        self.deeds = (train,) if is_turn else ()
        if not is_turn or sold:
            return None
        sold.append(view.viewer)
        return Deal(0, view.viewer, KOI, wants=Goods(1), promises=(train,))

    monkeypatch.setattr(Character, "offer", sell)
    monkeypatch.setattr("client.seat.bot_player.SECONDS_FOR_A_PERSON", 0.1)
    async with at_tea(tmp_path, KOI) as [koi]:
        while not laid_by_bots(koi):
            await until(lambda: koi.mirror.prompt is not None or laid_by_bots(koi))
            if koi.mirror.prompt is not None:
                with suppress(RefusedError):  # somebody else was faster, at tea
                    await koi.choose(koi.mirror.view.decision.sample(dice))

        assert [known.status for known in koi.mirror.deals.values()] == [Status.WITHDRAWN]


def laid_by_bots(player: Player) -> list[MandateLaid]:
    events = (event for heard in player.mirror.story for event in heard.events)
    return [event for event in events if isinstance(event, MandateLaid) and event.seat in BOTS]


async def test_no_remark_is_heard_twice_from_a_bot(tmp_path: Path) -> None:
    async with a_table(tmp_path) as table:
        bots = [
            await table.seat_bot(a_person(seat, is_bot=True), seat, BotPlayer, "novice") for seat in range(3)
        ]
        await table.play(bots)
        said = [stamp.entry for stamp in await table.stamps() if isinstance(stamp.entry, Said)]

    remarks = [(entry.seat, entry.words) for entry in said if SMALL_TALK in entry.words]
    assert remarks
    assert len(remarks) == len(set(remarks))


async def test_bots_that_cannot_bargain_still_play_to_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither an offer nor an answer that fails stops a table."""
    monkeypatch.delattr("core.bots.character.best_offer")
    monkeypatch.delattr("core.bots.character.answer")
    async with a_table(tmp_path) as table:
        bots = [
            await table.seat_bot(a_person(seat, is_bot=True), seat, BotPlayer, "novice") for seat in range(3)
        ]
        await table.play(bots)

        assert table.runner.table.is_over


def test_only_phrases_of_bots_are_read_as_phrases() -> None:
    said = phrase("bot-no-less", coins=3)

    assert phrase_in(spoken(said)) == said
    assert in_own_words(spoken(said)) == "Not for less than 3 coins."
    for words in ("Hello!", "[]", '["refuse-no-deal",[["number",1]]]', '["bot-x"', "3"):
        assert in_own_words(words) == words


@pytest.mark.parametrize("source", ["core/bots/bargaining.py", "client/seat/bot_player.py"])
def test_everything_a_bot_may_say_has_words(source: str) -> None:
    ids = set(re.findall(r'phrase\("(bot-[a-z-]+)"', (ROOT / source).read_text()))

    assert ids
    assert [name for name in sorted(ids) if not has_text(name)] == []


@pytest.mark.parametrize("temperament", TEMPERAMENTS)
def test_every_temperament_has_words(temperament: str) -> None:
    occasions = ("hello", "ally", "threat", "thanks", "grudge")

    assert has_text(f"temperament-{temperament}")
    assert all(has_text(f"bot-says-{occasion}-{temperament}") for occasion in occasions)
    assert all(has_text(f"bot-no-{wrong}") for wrong in ("promise", "betrayal"))
