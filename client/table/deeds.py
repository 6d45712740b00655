"""What a seat does at its table, as data; a player does it, or raises what refuses it."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import NamedTuple, TypeAlias

from msgspec.structs import replace

from client.seat.player import Player
from core.deals import Deal
from core.decisions import Give
from core.kinds import Choice, Seat
from protocol.entries import Answer


class Decide(NamedTuple):
    """Answer what is asked."""

    choice: Choice

    def by(self, player: Player) -> Awaitable[None]:
        return player.choose(self.choice)


class Reseal(NamedTuple):
    """Seal another answer in the place of the last one."""

    choice: Choice

    def by(self, player: Player) -> Awaitable[None]:
        return player.change(self.choice)


class HandOver(NamedTuple):
    """Make a gift."""

    gift: Give

    def by(self, player: Player) -> Awaitable[None]:
        return player.act(self.gift)


class Speak(NamedTuple):
    """Say something to some, or to all."""

    text: str
    to: tuple[Seat, ...]

    def by(self, player: Player) -> Awaitable[None]:
        return player.say(self.text, self.to)


class Propose(NamedTuple):
    """Offer a deal; it gets its number when it is sent."""

    deal: Deal

    def by(self, player: Player) -> Awaitable[None]:
        return player.offer(replace(self.deal, number=player.mirror.next_deal(self.deal.to)))


class AnswerDeal(NamedTuple):
    """Accept, decline or withdraw a deal with another seat."""

    other: Seat
    number: int
    answer: Answer

    def by(self, player: Player) -> Awaitable[None]:
        return player.answer(self.other, self.number, self.answer)


class TakeBack(NamedTuple):
    """Take a choice back that nobody has built on."""

    prompt: int

    def by(self, player: Player) -> Awaitable[None]:
        return player.take_back(self.prompt)


class AskBack(NamedTuple):
    """Ask the others to let a choice be taken back."""

    prompt: int

    def by(self, player: Player) -> Awaitable[None]:
        return player.ask_back(self.prompt)


class GetReady(NamedTuple):
    """Say whether the game may begin."""

    is_ready: bool

    def by(self, player: Player) -> Awaitable[None]:
        return player.ready(is_ready=self.is_ready)


class Consent(NamedTuple):
    """Answer who wants to take something back."""

    asker: Seat
    agrees: bool

    def by(self, player: Player) -> Awaitable[None]:
        return player.consent(agrees=self.agrees)


class Vote(NamedTuple):
    """Say whether a bot shall play for somebody."""

    absent: Seat
    agrees: bool

    def by(self, player: Player) -> Awaitable[None]:
        return player.vote(self.absent, agrees=self.agrees)


Deed: TypeAlias = (
    Decide | Reseal | HandOver | Speak | Propose | AnswerDeal | TakeBack | AskBack | GetReady | Consent | Vote
)
