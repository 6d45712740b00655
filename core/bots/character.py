"""A bot with a temperament: it bargains, keeps its word as long as that pays, remembers, and can say why."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from random import Random
from typing import Any, Final

from core.bots.bargaining import DealReply, Negotiation, RankedDeal, answer, best_offer
from core.bots.foresight import tactics_of
from core.bots.kinds import UNTIED, AnyView, Stance, Thinker, Thought
from core.bots.memory import BLANK, Memory, memory_of, stance_of
from core.bots.word import bargains_of
from core.deals import Deal, Phase, PromiseBroken, PromiseKept, Standing, Status
from core.game import Game
from core.kinds import Choice, Event, Phrase, Seat, phrase
from core.temperaments import TEMPERAMENTS

SAYS: Final = "bot-says"


class Character:
    """Somebody at a table: how it thinks is its bot's, how it deals with others its temperament's."""

    def __init__(
        self, game: Game, bot: Thinker, temperament: str, dice: Random, level: str = "steady"
    ) -> None:
        self.temperament = temperament
        self.memory: Memory = BLANK
        self._temper = TEMPERAMENTS[temperament]
        self._game = game
        self._bot = bot
        self._dice = dice
        self._level = level if level in tactics_of(game).JUDGES else "steady"
        self._bargains = bargains_of(game)
        self._standings: Sequence[Standing] = ()
        self._phase: Phase = ()
        self.thought: Thought | None = None  # the last one
        self.proposals: list[RankedDeal] = []  # of the last offer, the best first
        self._spoken_to: set[Seat] = set()  # in this phase, with an offer

    def hear(self, seat: Seat, standings: Sequence[Standing], events: Iterable[Event]) -> None:
        """Know what the seat has been told of: its deals as they stand, and all that happened."""
        self._standings = standings
        if self._bargains is not None:
            self.memory = memory_of(self._bargains, seat, events)

    # The game --------------------------------------------------------------------------------

    def choose(self, view: AnyView) -> Choice:
        return self.think(view).choice

    def think(self, view: AnyView) -> Thought:
        self.thought = self._bot.think(view, self.stance(view))
        return self.thought

    def stance(self, view: AnyView) -> Stance:
        if self._bargains is None:
            return UNTIED
        return stance_of(self._bargains, view, self.memory, self._temper, self._standings, self._level)

    # Words -----------------------------------------------------------------------------------

    def greeting(self) -> Phrase:
        return phrase(f"{SAYS}-hello-{self.temperament}")

    def remark(self, seat: Seat, events: Iterable[Event]) -> Phrase | None:
        """Say something about what has just happened to a seat, if that is worth a word."""
        occasions = [occasion for event in events if (occasion := self._occasion(seat, event))]
        return phrase(f"{SAYS}-{occasions[0]}-{self.temperament}") if occasions else None

    def _occasion(self, seat: Seat, event: Event) -> str:
        if isinstance(event, (PromiseKept, PromiseBroken)):
            return "" if event.to != seat else "thanks" if isinstance(event, PromiseKept) else "grudge"
        if self._bargains is None:
            return ""
        wrong = self._bargains.wrong_in(event)
        return "grudge" if wrong is not None and wrong[1] == seat else self._bargains.occasion(event, seat)

    # Deals -----------------------------------------------------------------------------------

    def reply(self, view: AnyView, deal: Deal) -> DealReply | None:
        """Answer an offer; None where the game says nothing of deals."""
        talks = self._negotiation(view)
        return answer(talks, deal, self._temper, self._standings) if talks else None

    def offer(self, view: Any, people: Collection[Seat] = ()) -> Deal | None:
        """Offer the best deal there is with anybody, now and then; its number is still to come.

        Where manners let people go first, it waits with that until they have made up their minds.
        """
        phase = self._game.promises.phase_of(view)
        if phase != self._phase:
            self._phase, self._spoken_to = phase, set()
        if len(self._spoken_to) >= self._temper.offers or self._is_waiting(view.viewer):
            return None
        talks = self._negotiation(view)
        if talks is None or not talks.state.agenda or not tactics_of(self._game).is_quiet(talks.state):
            return None
        partners = self._partners(view, people)
        offers = [best_offer(talks, other, self._temper, self._standings) for other in partners]
        self.proposals = sorted([offer for offer in offers if offer], key=lambda offer: -offer.rank)
        if not self.proposals:
            return None
        deal = self.proposals[0].deal
        self._spoken_to.add(deal.to)
        return deal

    def _partners(self, view: Any, people: Collection[Seat]) -> list[Seat]:
        """Name those whom we have not offered anything in this phase, and who have not wronged us."""
        is_race = self._game.manners is not None and len(view.to_act) > 1
        if is_race and any(seat in view.to_act for seat in people):
            return []
        out = self._spoken_to | {view.viewer}
        return [
            seat
            for seat in view.seats
            if seat not in out and self.memory.wrong_by(seat, self._temper.memory) is None
        ]

    def _is_waiting(self, seat: Seat) -> bool:
        return any(s.deal.seat == seat and s.status is Status.OPEN for s in self._standings)

    def _negotiation(self, view: Any) -> Negotiation | None:
        """Look at how things stand; None where nothing can be said of deals, or all is over."""
        if self._bargains is None or not view.agenda:
            return None
        return Negotiation(self._game, self._bargains, view, self.memory, self._dice, self._level)
