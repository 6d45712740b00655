"""A bot at a table: an ordinary client that sees what a person in its seat would see."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from random import Random
from time import monotonic
from typing import Any, Final

from msgspec.structs import replace

from client.local.known_hosts import Admit
from client.seat.connection import RefusedError
from client.seat.news import Connected, Heard, News, Person, TableChanged
from client.seat.player import Player
from client.seat.thinking import bot_at_table, kept, kept_offer, kept_reply
from client.table.bot_talk import spoken
from client.table.thoughts import KeptThought, packed
from client.table.undo import standing
from core.bots.bargaining import DealReply
from core.bots.character import Character
from core.bots.courtesy import CourteousBot
from core.catalog import game_named
from core.deals import Deal, Standing, Status, pledges_of
from core.kinds import Choice, Phrase, Seat, phrase
from core.temperaments import temperament_at
from protocol.entries import Answer, Began, Chose, Said
from protocol.invitation import Invitation
from protocol.limits import Limits
from protocol.messages import TableState
from protocol.round_records import Committed
from protocol.talk import TalkError

MUTE: Final = "random"
"""The level of bots that neither bargain nor talk."""
QUIET_TURNS: Final = 25
"""How many choices, by anybody, lie between two remarks of a bot."""
MOST_TRIES, SECONDS_TO_BREATHE = 10, 1.1
"""How often to repeat what was said too fast, and after how long."""
SECONDS_FOR_A_BOT, SECONDS_FOR_A_PERSON = 5.0, 20.0
"""How long to wait for an answer to an offer before we do what depends on it."""
NOT_NOW: Final = (RefusedError, TalkError)
TOO_LATE: Final = DealReply(phrase("bot-no-sealed"))

log = logging.getLogger(__name__)


class BotPlayer:
    """Answers every question it is asked and every offer it is made, until the game is over."""

    def __init__(
        self,
        invitation: Invitation,
        admit: Admit,
        person: Person,
        level: str,
        dice: Random,
        limits: Limits | None = None,
    ) -> None:
        self._player = Player(invitation, person, admit, self._on_news, limits)
        self._level = level
        self._dice = dice
        self._news = asyncio.Event()
        self._character: Character | None = None
        self._thoughts: list[KeptThought] = []
        self._heard = 0  # how much of the story we have listened to
        self._spoke_at = -QUIET_TURNS  # after how many choices
        self._remarks: set[str] = set()  # that we have made; nobody wants to hear them twice
        self._offered_at = 0.0
        self._written_to: set[Seat] = set()  # whom we have told that bots read only offers

    async def play(self) -> None:
        """Sit down and play the game to its end."""
        await self.sit_down()
        await self.play_on()

    async def sit_down(self) -> None:
        await self._player.sit_down()

    async def play_on(self) -> None:
        mirror = self._player.mirror
        game = game_named(mirror.info.game)
        thinking = bot_at_table(self._level, game, self._dice)
        if self._level != MUTE:
            temperament = temperament_at(mirror.table.opened.game_id, self._player.seat)
            self._character = Character(game, thinking, temperament, self._dice, self._level)
        bot = CourteousBot(game, self._character or thinking)
        try:
            await self._player.ready()
            while mirror.info.state is not TableState.OVER and not self._player.gone.done():
                self._news.clear()
                self._remember()
                await self._answer_words()
                is_talking = await self._answer_offers() or await self._make_offer()
                if self._news.is_set():
                    continue  # what we have thought about may be another question by now
                if not is_talking and not self._seconds_to_wait() and not await self._withdraw_deeds():
                    await self._answer_question(bot)  # otherwise when we have been told of the deal
                if not self._news.is_set():
                    await self._wait()
            await self._hand_over()
            await self._player.finish()
            if self._player.alarm is not None:
                raise RefusedError(self._player.alarm.sentence)
        finally:
            await self._player.leave()

    def _remember(self, *more: Standing) -> None:
        """Know what has become of promises and alliances, as the story stands, and what we may agree to."""
        if self._character is not None:
            mirror = self._player.mirror
            events = [event for heard in standing(mirror.story) for event in heard.events]
            self._character.hear(self._player.seat, (*mirror.deals.values(), *more), events)

    async def _wait(self) -> None:
        news: asyncio.Future[Any] = asyncio.ensure_future(self._news.wait())
        seconds = self._seconds_to_wait() or None
        try:
            await asyncio.wait(
                [news, self._player.gone], timeout=seconds, return_when=asyncio.FIRST_COMPLETED
            )
        finally:
            news.cancel()

    # The game --------------------------------------------------------------------------------

    async def _answer_question(self, bot: CourteousBot) -> None:
        mirror = self._player.mirror
        if mirror.prompt is None:
            return
        choice = await asyncio.to_thread(self._choose, bot, mirror.view)
        if choice is None:
            return
        self._keep_thought(choice)
        try:
            await self._player.choose(choice)
        except RefusedError:
            await asyncio.sleep(0)  # the question has changed in the meantime, and the news is on the way

    def _choose(self, bot: CourteousBot, view: Any) -> Choice | None:
        try:
            return bot.choose(view, self._people())
        except Exception:  # whatever it is, the table goes on
            log.exception("A bot could not decide")
            choice: Choice = view.decision.sample(self._dice)
            return choice

    def _keep_thought(self, choice: Choice) -> None:
        thought = self._character.thought if self._character is not None else None
        if thought is not None and thought.choice == choice and thought.weighed:
            self._thoughts.append(kept(self._player.mirror.game, thought, self._now()))

    def _now(self) -> int:
        """Return the table's time, by the last news."""
        return self._player.mirror.story[-1].at_ms

    def _people(self) -> tuple[Seat, ...]:
        """Name those who go first; a bot that passes for a person goes with them."""
        return self._player.mirror.table.people if self._player.person.is_bot else ()

    # Deals -----------------------------------------------------------------------------------

    async def _answer_offers(self) -> bool:
        """Answer offers one after the other: what we say to one matters to the next."""
        for known in list(self._player.mirror.deals.values()):
            if known.status is Status.OPEN and known.deal.to == self._player.mirror.seat:
                is_told = await self._answer_offer(known.deal)
                if is_told and self._character is not None:
                    return True
        return False

    async def _answer_offer(self, deal: Deal) -> bool:
        """Answer an offer and say why; tell whether the table took the answer."""
        reply = await asyncio.to_thread(self._reply, deal)
        if not await self._seal_again(reply, deal):
            reply = TOO_LATE
        if self._character is not None:
            self._thoughts.append(kept_reply(reply, self._now()))
        try:
            if reply.counter is not None:
                await self._propose(reply.counter)
            else:
                answer = Answer.ACCEPT if reply.accepts else Answer.DECLINE
                await self._player.answer(deal.seat, deal.number, answer)
        except RefusedError:
            try:
                await self._player.answer(deal.seat, deal.number, Answer.DECLINE)
            except RefusedError:
                return False
        if self._character is not None:
            await self._say(reply.reason, (deal.seat,))
        return True

    def _reply(self, deal: Deal) -> DealReply:
        mirror = self._player.mirror
        if deal.asks and mirror.sealed_choice is not None and not mirror.can_reseal:
            return TOO_LATE
        try:
            reply = self._character.reply(self._player.mirror.view, deal) if self._character else None
        except Exception:  # whatever it is, the other gets an answer
            log.exception("A bot could not weigh an offer")
            reply = None
        return reply or simple_reply(deal)

    async def _seal_again(self, reply: DealReply, deal: Deal) -> bool:
        """Choose again with what we are about to promise in mind, where something is sealed already."""
        mirror, character = self._player.mirror, self._character
        promised = reply.counter or (deal if reply.accepts else None)
        if mirror.sealed_choice is None or character is None or promised is None:
            return True
        status = Status.ACCEPTED if reply.accepts else Status.OPEN
        self._remember(Standing(promised, status, (None,) * len(pledges_of(promised))))
        choice = await asyncio.to_thread(character.choose, mirror.view)
        if choice == mirror.sealed_choice:
            return True
        try:
            await self._player.change(choice)
        except RefusedError:
            return False
        self._keep_thought(choice)
        return True

    def _seconds_to_wait(self) -> float:
        """Say how much longer to wait with our answer for those who have an offer that depends on it."""
        mirror, passed = self._player.mirror, monotonic() - self._offered_at
        patience = [
            SECONDS_FOR_A_BOT if deal.to in mirror.table.bots else SECONDS_FOR_A_PERSON
            for deal in self._own_offers()
            if self._is_of_a_deed(deal) or (mirror.sealing is not None and deal.to in mirror.table.bots)
        ]
        return max(0.0, max(patience, default=0.0) - passed)

    async def _withdraw_deeds(self) -> bool:
        """Take back offers of what we are about to do: afterwards they would mean something else."""
        late = [deal for deal in self._own_offers() if self._is_of_a_deed(deal)]
        for deal in late:
            with suppress(RefusedError):  # it was answered in the meantime
                await self._player.answer(deal.to, deal.number, Answer.WITHDRAW)
        return bool(late)

    def _own_offers(self) -> list[Deal]:
        known = self._player.mirror.deals.values()
        return [k.deal for k in known if k.status is Status.OPEN and k.deal.seat == self._player.mirror.seat]

    def _is_of_a_deed(self, deal: Deal) -> bool:
        return self._character is not None and any(p in self._character.deeds for p in deal.promises)

    async def _make_offer(self) -> bool:
        """Offer something while nothing is in the air; say whether we did."""
        mirror = self._player.mirror
        if self._character is None or mirror.view is None or mirror.sealed_choice is not None:
            return False
        try:
            deal = await asyncio.to_thread(self._character.offer, mirror.view, self._people())
        except Exception:  # whatever it is, the game goes on
            log.exception("A bot could not think of an offer")
            return False
        if deal is None:
            return False
        thought = kept_offer(mirror.game, self._character.proposals, self._now())
        try:
            await self._propose(deal)
        except RefusedError:
            return False
        self._thoughts.append(thought)
        return True

    async def _propose(self, deal: Deal) -> None:
        self._offered_at = monotonic()
        await self._player.offer(replace(deal, number=self._player.mirror.next_deal(deal.to)))

    # Thoughts --------------------------------------------------------------------------------

    async def _hand_over(self) -> None:
        """Tell everybody what we thought, now that nothing is secret any more."""
        for part in packed(self._thoughts) if self._thoughts else ():
            for _ in range(MOST_TRIES):
                if self._player.gone.done():
                    return
                try:
                    await self._player.say(spoken(part))
                    break
                except RefusedError:  # too fast
                    await asyncio.sleep(SECONDS_TO_BREATHE)

    # Words -----------------------------------------------------------------------------------

    async def _answer_words(self) -> None:
        """Greet everybody, say a word now and then, and tell people who write to us what bots read."""
        character, story = self._character, self._player.mirror.story
        if character is None:
            return
        news, self._heard = story[self._heard :], len(story)
        for heard in news:
            if isinstance(heard.entry, Said) and self._is_meant(heard.entry):
                self._written_to.add(heard.entry.seat)
                await self._say(phrase("bot-reads-offers"), heard.entry.to and (heard.entry.seat,))
        if any(isinstance(heard.entry, Began) for heard in news):
            remark = None if self._has_spoken() else character.greeting()
        else:
            remark = character.remark(self._player.seat, [event for heard in news for event in heard.events])
        turns = sum(isinstance(heard.entry, (Chose, Committed)) for heard in story)
        is_new = remark is not None and remark.words.message not in self._remarks
        if remark is not None and is_new and turns - self._spoke_at >= QUIET_TURNS:
            self._spoke_at = turns
            self._remarks.add(remark.words.message)
            await self._say(remark.words, remark.to)

    def _has_spoken(self) -> bool:
        entries = (heard.entry for heard in self._player.mirror.story)
        return any(isinstance(entry, Said) and entry.seat == self._player.seat for entry in entries)

    def _is_meant(self, said: Said) -> bool:
        """Say whether a person speaks to us: in private, or to everybody where only bots can hear it."""
        table, own = self._player.mirror.table, self._player.seat
        if said.seat not in table.people or said.seat in self._written_to:
            return False
        return said.to == (own,) or (not said.to and len(table.people) == 1 and own == min(table.bots))

    async def _say(self, words: Phrase, to: tuple[Seat, ...] = ()) -> None:
        """Say something if possible; nothing depends on it."""
        with suppress(*NOT_NOW):
            await self._player.say(spoken(words), to)

    def _on_news(self, news: News) -> None:
        if isinstance(news, (Heard, TableChanged, Connected)):
            self._news.set()


def simple_reply(deal: Deal) -> DealReply:
    """Accept what costs nothing, where nobody can tell what anything is worth."""
    gain = deal.gives.coins + deal.gives.ronin - deal.wants.coins - deal.wants.ronin
    if gain >= 0 and not deal.asks:
        return DealReply(phrase("bot-yes"), accepts=True)
    return DealReply(phrase("bot-no-cards"))
