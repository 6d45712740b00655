"""Whole games between bots, and the talk between their turns: offers, answers, and promises."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from core import flow
from core.bots.bargaining import DealReply
from core.bots.character import Character
from core.bots.kinds import Bot
from core.chance import Rng, SeededRng
from core.deals import Deal, DealBook
from core.decisions import Give
from core.game import Game, start
from core.gifts import gifts_in_order, give_all
from core.kinds import Choice, Event, Seat
from core.record import GameRecord, append, new_record


class PlayedTurn(NamedTuple):
    """One answer and what followed from it; the first turn is the set-up, which nobody chose."""

    seat: Seat | None
    choice: Choice | None
    events: list[Event]


def play_game(
    game: Game,
    bots: Mapping[Seat, Bot],
    options: Mapping[str, str],
    seed: str,
    watch: Callable[[PlayedTurn], None] = lambda _turn: None,
    parley: Parley | None = None,
) -> tuple[GameRecord, Any]:
    """Play a game to its end; give its record and its last state, and show each turn as it comes.

    Where there is a parley, bots talk whenever nothing hangs in the air.
    """
    seats = tuple(sorted(bots))
    record, rng = new_record(game, seats, dict(options), seed), SeededRng(seed.encode())
    state, events = start(game, seats, options, rng)
    watch(PlayedTurn(None, None, events))
    seat = seats[-1]
    while state.pending:
        if parley is not None:
            for giver, gift in parley.between_turns(state, events, rng):
                append(record, game, giver, gift)
        seat = next_to_answer(seats, seat, state.pending)
        choice = bots[seat].choose(game.view_for(state, seat))
        events = flow.answer(game.rules, state, seat, choice, rng)
        append(record, game, seat, choice)
        watch(PlayedTurn(seat, choice, events))
    if parley is not None:
        parley.hear(events, state)
    return record, state


def next_to_answer(seats: tuple[Seat, ...], last: Seat, pending: flow.Pending) -> Seat:
    """Go round the table, so that where several are asked nobody is heard twice before the others."""
    place = seats.index(last) + 1
    return next(seat for seat in seats[place:] + seats[:place] if seat in pending)


# Talk between turns --------------------------------------------------------------------------


class Talked(NamedTuple):
    """An offer, and the answer to it."""

    deal: Deal
    reply: DealReply


class Parley:
    """The deals of one game between bots, each of which knows only its own; nobody else takes part."""

    def __init__(
        self,
        game: Game,
        characters: Mapping[Seat, Character],
        watch: Callable[[Talked], None] = lambda _: None,
        see: Callable[[Sequence[Event]], None] = lambda _: None,
    ) -> None:
        self._game = game
        self._characters = characters
        self._watch = watch
        self._see = see
        self._told: dict[Seat, list[Event]] = {seat: [] for seat in characters}
        self._book = DealBook(tuple(characters), game.promises, ())
        self._numbers = 0

    def between_turns(self, state: Any, events: Sequence[Event], rng: Rng) -> list[tuple[Seat, Give]]:
        """Tell all what has happened, and let them talk; give what changed hands."""
        self.hear(events, state)
        gifts = self.talk(state, rng)
        for seat in self._characters.keys() & state.pending.keys():
            self.inform(seat)
        return gifts

    def hear(self, events: Sequence[Event], state: Any) -> None:
        """Let all know what has happened, and what it means for promises."""
        happened = (*events, *self._book.watch(events, self._game.promises.phase_of(state)))
        self._see(happened)
        for seat, told in self._told.items():
            told += [seen for event in happened if (seen := event.seen_by(seat)) is not None]

    def talk(self, state: Any, rng: Rng) -> list[tuple[Seat, Give]]:
        """Let everybody offer something once, or more if it can't wait; give what changed hands."""
        gifts: list[tuple[Seat, Give]] = []
        for seat, character in self._characters.items():
            deal = self._offer_of(seat, state)
            while deal is not None:
                gifts += self._discuss(state, deal, rng) if deal.to in self._characters else []
                deal = self._offer_of(seat, state) if character.deeds else None
        return gifts

    def _offer_of(self, seat: Seat, state: Any) -> Deal | None:
        self.inform(seat)
        return self._characters[seat].offer(self._game.view_for(state, seat))

    def inform(self, seat: Seat) -> None:
        """Tell a seat how its deals stand, before it is asked."""
        self._characters[seat].hear(seat, self._book.seen_by(seat), self._told[seat])

    def _discuss(self, state: Any, deal: Deal, rng: Rng) -> list[tuple[Seat, Give]]:
        self._numbers += 1
        deal = replace(deal, number=self._numbers)
        self._book.offer(deal)
        self.inform(deal.to)
        reply = self._characters[deal.to].reply(self._game.view_for(state, deal.to), deal)
        assert reply is not None
        self._watch(Talked(deal, reply))
        if reply.counter is not None:
            return self._discuss(state, replace(reply.counter, instead_of=deal.number), rng)
        if reply.accepts:
            return self._accept(state, deal, rng)
        self._book.decline(deal.to, deal.seat, deal.number)
        return []

    def _accept(self, state: Any, deal: Deal, rng: Rng) -> list[tuple[Seat, Give]]:
        gifts = gifts_in_order(self._game, state, deal, rng)
        self._book.accept(deal.to, deal.seat, deal.number)
        kept = self._book.look_back(deal, state)
        self.hear([*give_all(self._game, state, gifts, rng), *kept], state)
        return gifts
