"""Among players: gifts, deals, talk, and second thoughts."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable

from textual import on, work

from client.seat.connection import RefusedError
from client.table.acts import Act, AnswerOffer, Consent, GetReady, PlayAgain, SeeEnd, Vote
from client.table.deal_words import terms_words
from client.table.doubts import Doubt, doubt_about_undo
from client.table.undo import has_asked, last_choice
from client.texts import t
from client.texts.refusals import why
from client.texts.strip_controls import strip_controls
from client.tui.dialogs.confirm import Confirm
from client.tui.dialogs.gift import GiftDialog
from client.tui.dialogs.offer import OfferDialog, Terms
from client.tui.dialogs.pick import PickDialog
from client.tui.screens.parting import PartingScreen
from client.tui.widgets.deals import DealCard
from client.tui.widgets.talk import TalkPane
from core.deals import Deal, Goods
from core.decisions import Gift, Give
from core.kinds import InputError, Seat
from protocol.entries import Answer, AskedBack
from protocol.talk import TalkError

REFUSALS = (RefusedError, InputError, TalkError)


ANSWERS = {"accept": Answer.ACCEPT, "decline": Answer.DECLINE, "withdraw": Answer.WITHDRAW}


class DealingScreen(PartingScreen):
    """A table at which its player can do what is no answer to a question."""

    async def _attempt(self, deed: Awaitable[None]) -> bool:
        """Do something; where it is refused, say why."""
        try:
            await deed
        except REFUSALS as error:
            self.notify(why(error), severity="warning", timeout=8, markup=False)
            return False
        return True

    @work(group="acts")
    async def do(self, deed: Callable[[], Awaitable[None]]) -> None:
        await self._attempt(deed())

    def perform_beside(self, act: Act) -> None:
        """Do what is no answer to a question of the game."""
        if isinstance(act, GetReady):
            self.do(lambda: self.player.ready(is_ready=act.is_ready))
        elif isinstance(act, Consent):
            self.do(lambda: self.player.consent(agrees=act.agrees))
        elif isinstance(act, Vote):
            self.do(lambda: self.player.vote(act.absent, agrees=act.agrees))
        elif isinstance(act, AnswerOffer):
            self.consider_offer(act.deal)
        elif isinstance(act, SeeEnd):
            self.see_end()
        elif isinstance(act, PlayAgain):
            self.play_again()

    # Giving, dealing, talking ----------------------------------------------------------------

    def names(self, seats: Iterable[Seat]) -> dict[Seat, str]:
        assert self.scene is not None
        return {seat: t(f"clan-{self.scene.game.seat_names[seat]}") for seat in seats}

    @property
    def _gift(self) -> Gift | None:
        """What can be given away now, and to whom."""
        standing = self.scene.standing if self.scene is not None else ()
        return next((decision for decision in standing if isinstance(decision, Gift)), None)

    @property
    def _purse(self) -> Goods:
        return Goods(self._gift.coins, self._gift.ronin) if self._gift is not None else Goods()

    @work(group="acts")
    async def action_gift(self) -> None:
        gift = self._gift
        if gift is None or self.scene is None:
            self.notify(t("news-no-gift"), severity="warning")
            return
        present: Give | None = await self.app.push_screen_wait(GiftDialog(gift, self.names(gift.to)))
        if present is not None:
            await self._attempt(self.player.act(present))

    @work(group="acts")
    async def action_offer(self) -> None:
        await self._offer(None)

    async def _offer(self, instead_of: Deal | None) -> None:
        if self.scene is None or self.scene.seat is None:
            return
        own = self.scene.seat
        others = self.names(row.seat for row in self.scene.info.seats if row.seat != own)
        room = self.query_one(TalkPane).room
        spoken_to = room[0] if len(room) == 1 else None
        terms: Terms | None = await self.app.push_screen_wait(
            OfferDialog(self.scene.game, others, self._purse, spoken_to, instead_of)
        )
        if terms is None:
            return
        number = self.player.mirror.next_deal(terms.to)
        instead = instead_of.number if instead_of is not None else None
        deal = Deal(number, own, terms.to, terms.gives, terms.wants, terms.promises, terms.asks, instead)
        if await self._attempt(self.player.offer(deal)):
            self.notify(t("news-sent"))

    @work(group="acts")
    async def consider_offer(self, deal: Deal) -> None:
        """Show a deal that waits for our answer, and answer it."""
        if self.scene is None:
            return
        both = self.names((deal.seat, deal.to))
        head = t("deal-offer", one=both[deal.seat], other=both[deal.to])
        terms = "\n".join([head, *map(strip_controls, terms_words(self.scene.game, deal))])
        answers = {answer: t(f"deal-{answer}") for answer in ("accept", "counter", "decline")}
        answer: str | None = await self.app.push_screen_wait(PickDialog(terms, answers))
        if answer is not None:
            await self._answer_deal(deal, answer)

    @on(DealCard.Answered)
    @work(group="acts")
    async def answer_card(self, message: DealCard.Answered) -> None:
        await self._answer_deal(message.deal, message.answer)

    async def _answer_deal(self, deal: Deal, answer: str) -> None:
        if answer == "counter":
            await self._offer(deal)
            return
        other = deal.to if answer == "withdraw" else deal.seat
        await self._attempt(self.player.answer(other, deal.number, ANSWERS[answer]))

    @on(TalkPane.Spoken)
    def say(self, message: TalkPane.Spoken) -> None:
        self.do(lambda: self.player.say(message.text, message.to))

    # Second thoughts -------------------------------------------------------------------------

    @work(group="acts")
    async def action_undo(self) -> None:
        """Take the last choice back; where that needs the others' leave, ask for it."""
        seat, story = self.player.mirror.seat, self.player.mirror.story
        prompt = last_choice(story, seat) if seat is not None else None
        if prompt is None or seat is None:
            self.notify(t("news-undo-none"), severity="warning")
            return
        try:
            await self.player.take_back(prompt)
        except RefusedError as refusal:
            if has_asked(story, seat, prompt):
                self.notify(t("news-undo-twice"), severity="warning")
                return
            if not await self._is_worth_asking(AskedBack(seat, prompt), why(refusal)):
                return
            if await self._attempt(self.player.ask_back(prompt)):
                self.notify(t("news-undo-asked"))
        self.forget_answer()

    async def _is_worth_asking(self, question: AskedBack, reason: str) -> bool:
        assert self.scene is not None
        return await self.confirm(doubt_about_undo(self.face, self.model.story, self.scene, question, reason))

    async def confirm(self, doubt: Doubt | None) -> bool:
        """Ask once more, unless there is nothing to ask or the player does not want to be asked."""
        if doubt is None or not self.settings.confirm:
            return True
        is_sure: bool | None = await self.app.push_screen_wait(Confirm(*doubt))
        return bool(is_sure)

    def forget_answer(self) -> None:
        """Be open again for a question that was answered."""
