"""A bot with a temperament: it bargains, keeps its word as long as that pays, remembers, and can say why."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from random import Random
from typing import Any, Final, NamedTuple

from core.bots.appraisal import Negotiation
from core.bots.bargaining import DealReply, RankedDeal, answer, best_offer
from core.bots.foresight import tactics_of
from core.bots.kinds import UNTIED, AnyView, Stance, Thinker, Thought, Weighed
from core.bots.memory import BLANK, Memory, memory_of, stance_of
from core.bots.word import bargains_of
from core.deals import Deal, Phase, Promise, PromiseBroken, PromiseKept, Standing, Status
from core.decisions import ChooseOne
from core.game import Game
from core.kinds import Choice, Event, Phrase, Seat, phrase
from core.temperaments import TEMPERAMENTS

SAYS: Final = "bot-says"
SILENCE: Final = ("", ())
SHARP_OFFERS: Final = 3
"""So many offers those make in a phase at least who know well what things are worth."""


class Remark(NamedTuple):
    """A few words, and to whom; to everybody if to nobody in particular."""

    words: Phrase
    to: tuple[Seat, ...] = ()


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
        self._most_offers = max(self._temper.offers, SHARP_OFFERS if self._level != "steady" else 0)
        self._standings: Sequence[Standing] = ()
        self._phase: Phase = ()
        self.thought: Thought | None = None  # the last one
        self.proposals: list[RankedDeal] = []  # of the last offer, the best first
        self.deeds: Sequence[Promise] = ()  # that others may pay for now
        self._spoken_to: set[Seat] = set()  # in this phase, with an offer
        self._sold_to: set[Seat] = set()  # since our last answer, with an offer of a deed
        self._considered: tuple[AnyView, Stance] | None = None

    def hear(self, seat: Seat, standings: Sequence[Standing], events: Iterable[Event]) -> None:
        """Know what the seat has been told of: its deals as they stand, and all that happened."""
        self._standings = standings
        if self._bargains is not None:
            self.memory = memory_of(self._bargains, seat, events)

    # The game --------------------------------------------------------------------------------

    def choose(self, view: AnyView) -> Choice:
        self._sold_to = set()
        return self.think(view).choice

    def think(self, view: AnyView) -> Thought:
        """Think about a question, once as long as nothing changes."""
        question = view, self.stance(view)
        if self.thought is None or question != self._considered:
            self.thought, self._considered = self._bot.think(*question), question
        return self.thought

    def stance(self, view: AnyView) -> Stance:
        if self._bargains is None:
            return UNTIED
        return stance_of(self._bargains, view, self.memory, self._temper, self._standings, self._level)

    # Words -----------------------------------------------------------------------------------

    def greeting(self) -> Remark:
        return Remark(phrase(f"{SAYS}-hello-{self.temperament}"))

    def remark(self, seat: Seat, events: Iterable[Event]) -> Remark | None:
        """Say something about what has just happened to a seat, if that is worth a word."""
        occasions = (self._occasion(seat, event) for event in events)
        occasion, to = next((found for found in occasions if found[0]), ("", ()))
        return Remark(phrase(f"{SAYS}-{occasion}-{self.temperament}"), to) if occasion else None

    def _occasion(self, seat: Seat, event: Event) -> tuple[str, tuple[Seat, ...]]:
        """Name what to say something about, and to whom: about somebody's word to them alone."""
        if isinstance(event, (PromiseKept, PromiseBroken)):
            occasion = "thanks" if isinstance(event, PromiseKept) else "grudge"
            return (occasion, (event.seat,)) if event.to == seat else SILENCE
        if self._bargains is None:
            return SILENCE
        wrong = self._bargains.wrong_in(event)
        if wrong is not None and wrong[1] == seat:
            return "grudge", (wrong[0],)
        return self._bargains.occasion(event, seat), ()

    # Deals -----------------------------------------------------------------------------------

    def reply(self, view: AnyView, deal: Deal) -> DealReply | None:
        """Answer an offer; None where the game says nothing of deals."""
        talks = self._negotiation(view)
        return answer(talks, deal, self._temper, self._standings) if talks else None

    def offer(self, view: Any, people: Collection[Seat] = ()) -> Deal | None:
        """Offer the best deal there is with anybody, now and then; its number is still to come.

        Where manners let people go first, it waits with that until they have made up their minds. A person is
        offered one deal in a phase, a bot also deeds on each turn: it answers at once, and nothing bores it.
        """
        phase = self._game.promises.phase_of(view)
        if phase != self._phase:
            self._phase, self._spoken_to = phase, set()
        if self._is_waiting(view.viewer):
            return None
        weighed = self._weighed(view)
        spoken_to = self._sold_to | self._spoken_to & {*people} if weighed else self._spoken_to
        self.deeds = ()
        if not weighed and len(spoken_to) >= self._most_offers:
            return None
        talks = self._negotiation(view, weighed)
        if talks is None or not talks.state.agenda or not tactics_of(self._game).is_quiet(talks.state):
            return None
        self.deeds, partners = talks.deeds, self._partners(view, people, spoken_to)
        offers = [best_offer(talks, other, self._temper, self._standings) for other in partners]
        self.proposals = sorted([offer for offer in offers if offer], key=lambda offer: -offer.rank)
        if not self.proposals:
            return None
        deal = self.proposals[0].deal
        (self._sold_to if weighed and deal.to not in people else self._spoken_to).add(deal.to)
        return deal

    def _weighed(self, view: Any) -> Sequence[Weighed]:
        """Weigh the question we are asked, if others could pay us for an answer."""
        deed, decision = self._bargains and self._bargains.deed, view.decision
        if self._level == "steady" or not deed or not isinstance(decision, ChooseOne):
            return ()
        return self.think(view).weighed if any(map(deed, decision.options)) else ()

    def _partners(self, view: Any, people: Collection[Seat], spoken_to: Collection[Seat]) -> list[Seat]:
        """Name those to whom we have not offered anything yet, and who have not wronged us."""
        is_race = self._bargains is not None and self._bargains.manners is not None and len(view.to_act) > 1
        if is_race and any(seat in view.to_act for seat in people):
            return []
        out = {*spoken_to, view.viewer}
        return [
            seat
            for seat in view.seats
            if seat not in out and self.memory.wrong_by(seat, self._temper.memory) is None
        ]

    def _is_waiting(self, seat: Seat) -> bool:
        return any(s.deal.seat == seat and s.status is Status.OPEN for s in self._standings)

    def _negotiation(self, view: Any, weighed: Sequence[Weighed] = ()) -> Negotiation | None:
        """Look at how things stand; None where nothing can be said of deals, or all is over."""
        if self._bargains is None or not view.agenda:
            return None
        return Negotiation(self._game, self._bargains, view, self.memory, self._dice, self._level, weighed)
