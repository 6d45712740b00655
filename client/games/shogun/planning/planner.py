"""A plan in the making, without a screen: what keys do to it, what is worth laying where, what fills gaps.

Places come in the order in which they are carried out, as far as that is known: the bid, the open actions,
then the others. So the digit of an action is its space on the track while the plan is made. A letter only
points at a province; Enter lays it, a digit lays the best card there, or the next best.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from random import Random
from typing import Final

from client.games.shogun import names
from client.table.menu import Draft
from client.table.wording import listed
from client.texts import t
from client.texts.refusals import why
from core.decisions import Arrange, Arrangement
from core.games.shogun.board import (
    ACTIONS,
    BATTLE_A,
    BATTLE_B,
    BID,
    CHEST_CARDS,
    COST,
    LAND,
    NO_CARD,
    NUMBER_OF_CARD,
    PLACES,
)
from core.games.shogun.foresight import Reckoning, prospects, reckon
from core.games.shogun.ideas import DANGEROUS_FIRST, ideas_of
from core.games.shogun.marching import BY_THE_TOWER
from core.games.shogun.observe import determinise
from core.games.shogun.planning import name_of_card
from core.games.shogun.refusals import why_no_plan
from core.games.shogun.state import board_of
from core.games.shogun.view import View
from core.kinds import Choice, Seat

DIGITS: Final = "1234567890"
HIGHER, LOWER, BOTH = "+", "-", "±"
FILL, SETTLE, LATER = "F", "enter", "escape"
"""Small letters are for provinces, so a command has a capital, or a key without a sign."""
USUAL_BID: Final = CHEST_CARDS[1]
FEW: Final = 3
"""So many cards can be named in a few words."""


class Planner:
    """One player's plan: what lies where, the place in question, and the province pointed at."""

    def __init__(self, view: View, decision: Arrange, draft: Choice | None) -> None:
        self.view, self.seat = view, view.viewer or 0
        self._decision = decision
        self.hand = tuple(NUMBER_OF_CARD[card] for card in decision.cards)
        self._barred = {(PLACES.index(place), NUMBER_OF_CARD[card]) for place, card in decision.barred}
        self._ideas = ideas_about(view, self.seat)
        self._thought: tuple[list[int], list[int]] | None = None
        self.order = order_of(view)
        self.plan = begun(decision, draft)
        self.place = self.order[0]
        self.place = self._next_gap()
        self.pointed: int | None = None
        self.looked_at: int | None = None
        """The province under the mouse; Enter does not lay it."""
        self.notice = ""
        """What the last key did, if that is worth saying."""

    # What there is to see --------------------------------------------------------------------

    @property
    def choice(self) -> Arrangement:
        return Arrangement(tuple(map(name_of_card, self.plan)))

    @property
    def reckoned(self) -> Reckoning:
        return reckon(self.view, self.seat, self.plan)

    @property
    def free(self) -> list[int]:
        """The cards that lie nowhere yet."""
        return [card for card in self.hand if card not in self.plan]

    @property
    def gaps(self) -> int:
        """How many cards are missing."""
        room = min(len(self.hand), len(self.plan))
        return room - (len(self.plan) - self.plan.count(NO_CARD))

    @property
    def is_blank(self) -> bool:
        return self.plan.count(NO_CARD) == len(self.plan)

    @property
    def considered(self) -> int:
        """The card in question: the one looked or pointed at, otherwise the one laid there or the best."""
        for province in (self.looked_at, self.pointed):
            if province is not None:
                return province
        return self.plan[self.place] if self.plan[self.place] != NO_CARD else self.suggestion(self.place)

    def alone(self, place: int, card: int) -> Reckoning:
        """Reckon with one card as if there were no other."""
        plan = [NO_CARD] * len(PLACES)
        plan[place] = card
        return reckon(self.view, self.seat, plan)

    def key_of(self, place: int) -> str:
        """Return the key of an action; the bid is raised and lowered instead."""
        return BOTH if place == BID else DIGITS[self.order.index(place) - 1]

    # Keys ------------------------------------------------------------------------------------

    def press(self, key: str) -> Draft | None:
        """Do what a key stands for; return the answer when the player has finished."""
        self.notice = ""
        if key in DIGITS:
            self.take_next(self.order[DIGITS.index(key) + 1])
        elif key in (HIGHER, LOWER):
            self.bid(1 if key == HIGHER else -1)
        elif key in (SETTLE, LATER):
            return self._settle() if key == SETTLE else self._stop()
        elif key == FILL:
            self.fill_up()
        elif len(key) == 1 and key.islower():
            self.point_by_letter(key)
        elif key in ("delete", "backspace"):
            self._put(self.place, NO_CARD)
        elif key in ("left", "right"):
            self.turn(1 if key == "right" else -1)
        elif key in STEPS:
            self.go_to(self.order[STEPS[key](self.order.index(self.place)) % len(self.order)])
        else:
            self.notice = t("key-for-nothing", key=key, help="?")
        return None

    def _settle(self) -> Draft | None:
        """Lay the province pointed at, or else finish the plan."""
        if self.pointed is not None:
            self.pick(self.pointed)
        elif self._decision.allows(self.choice):
            return Draft(self.choice, is_final=True)
        else:
            self._refuse(self.choice)
            if self.gaps:
                self.notice = t("plan-gaps", why=self.notice, key=FILL)
        return None

    def _stop(self) -> Draft | None:
        """Look away from the map, or else put the plan off."""
        if self.pointed is None:
            return Draft(self.choice, is_final=False)
        self.pointed = None
        return None

    # Pointing --------------------------------------------------------------------------------

    def go_to(self, place: int) -> None:
        self.place, self.pointed = place, None

    def point_by_letter(self, letter: str) -> None:
        """Point at the next province that begins with a letter, those whose cards are in hand first."""
        there = sorted(
            board_of(self.view).provinces, key=lambda one: (one not in self.hand, names.province(one))
        )
        found = [one for one in there if names.province(one).casefold().startswith(letter)]
        if not found:
            self.notice = t("plan-no-letter", letter=letter)
            return
        at = found.index(self.pointed) + 1 if self.pointed in found else 0
        self.pointed = found[at % len(found)]

    def pick(self, province: int) -> None:
        """Lay the card of a province on the place in question, and go on to the next gap."""
        self.notice, self.pointed = "", None
        if province not in self.hand:
            self.notice = t("plan-not-yours", province=names.province(province))
        elif self.lay(self.place, province):
            self.place = self._next_gap()

    # Laying ----------------------------------------------------------------------------------

    def lay(self, place: int, card: int) -> bool:
        """Put a card on a place, from the hand or from where it lay; if it may not lie there, say why."""
        if (place, card) in self._barred:
            alone = [NO_CARD] * len(self.plan)
            alone[place] = card
            self._refuse(Arrangement(tuple(map(name_of_card, alone))))
            return False
        self._put(place, card)
        return True

    def _put(self, place: int, card: int) -> None:
        """Lay a card without asking; a chest taken from elsewhere leaves another, as it does nothing."""
        before, self.plan[place] = self.plan[place], NO_CARD
        if card != NO_CARD and card in self.plan:
            other = self.plan.index(card)
            self.plan[other] = NO_CARD
            if card in CHEST_CARDS:
                spare = [before] if before in CHEST_CARDS else [one for one in self.free if one != card]
                self.plan[other] = self._harmless(other, spare)
            else:
                self.notice = t("plan-moved", card=names.card(card), place=names.short_place(other))
        self.plan[place] = card

    def _harmless(self, place: int, spare: Iterable[int]) -> int:
        """Return the most expendable chest card: the highest that may lie there."""
        chests = [card for card in spare if card in CHEST_CARDS and (place, card) not in self._barred]
        return max(chests, default=NO_CARD)

    def turn(self, by: int) -> None:
        """Try the card after or before the one that lies on the place in question."""
        cards, now = self.cards_for(self.place), self.plan[self.place]
        if cards:
            at = cards.index(now) + by if now in cards else 0 if by > 0 else -1
            self._put(self.place, cards[at % len(cards)])

    def take_next(self, place: int) -> None:
        """Go to an action and lay the best card there; pressed again, replace what lies there."""
        is_there, self.place, self.pointed = self.place == place, place, None
        if self.plan[place] == NO_CARD or is_there:
            self.turn(1)

    def bid(self, by: int) -> None:
        """Raise or lower the bid by a chest, as far as one can pay; the first bid is the best, or none."""
        self.go_to(BID)
        now = self.plan[BID]
        if now == NO_CARD and by > 0:
            self._put(BID, self.suggestion(BID))
            return
        number = CHEST_CARDS.index(now) + by if now in CHEST_CARDS else 0
        self.lay(BID, CHEST_CARDS[min(max(number, 0), len(CHEST_CARDS) - 1)])

    # What to lay -----------------------------------------------------------------------------

    def suggestion(self, place: int) -> int:
        """Return the card that its key would lay on an empty place, if any is left for it."""
        return self._best(place)

    def cards_for(self, place: int) -> list[int]:
        """List the cards for a place, the best first: worthwhile ones, nothing, the rest."""
        own = self.plan[place]
        there = [card for card in self.hand if card == own or card not in self.plan]
        if place == BID:
            there = [card for card in there if (place, card) not in self._barred]
            best = self._best(BID)
            return sorted(there, key=lambda card: (card != best, card in LAND, card))
        best = self._best(place)
        chests = [card for card in (own, best, self._harmless(place, there)) if card in CHEST_CARDS]
        cards = sorted((card for card in there if card in LAND), key=lambda card: -self._worth(place, card))
        good = [card for card in cards if self._worth(place, card) > 0]
        cards = [*good, *chests[:1], *[card for card in cards if card not in good]]
        first = chests[0] if best in CHEST_CARDS else best
        return [first, *[card for card in cards if card != first]] if first in cards else cards

    def _worth(self, place: int, province: int) -> float:
        return self._ideas.get((place, province), 0.0)

    def _best(self, place: int) -> int:
        """Return what a whole plan would have on a place, whatever lies there now."""
        laid = [NO_CARD if at == place else card for at, card in enumerate(self.plan)]
        if self._thought is None or self._thought[0] != laid:
            self._thought = laid, self._whole(laid)
        return self._thought[1][place]

    def _whole(self, laid: list[int]) -> list[int]:
        """Complete what is laid to a plan: with the best ideas that can be paid for, otherwise chests."""
        plan, money = list(laid), self.view.chests[self.seat]
        money += sum(one.chests - one.pays for one in prospects(self.view, self.seat, plan))
        if plan[BID] == NO_CARD:
            plan[BID] = self._usual_bid([card for card in self.hand if card not in plan])
        for (action, province), worth in sorted(self._ideas.items(), key=lambda idea: -idea[1]):
            is_free = plan[action] == NO_CARD and province not in plan and province in self.hand
            if worth > 0 and is_free and COST[action] <= money:
                plan[action], money = province, money - COST[action]
        for place in DANGEROUS_FIRST:
            if plan[place] == NO_CARD:
                plan[place] = self._filling(place, [card for card in self.hand if card not in plan])
        return plan

    def _usual_bid(self, spare: list[int]) -> int:
        """Return the bid of one chest, otherwise the lowest there is."""
        bids = [card for card in spare if (BID, card) not in self._barred]
        return min(bids, key=lambda card: (card != USUAL_BID, card in LAND, card), default=NO_CARD)

    def _filling(self, place: int, spare: list[int]) -> int:
        """Return a chest card, since it does nothing; if there is none, the province to use instead."""
        chest = self._harmless(place, spare)
        lands = [card for card in spare if card in LAND]
        return chest if chest != NO_CARD else max(lands, key=partial(self._worth, place), default=NO_CARD)

    def fill_up(self) -> None:
        """Lay the proposal in every gap, and say what that was."""
        before, self.plan = self.plan, self._whole(self.plan)
        laid = [place for place in self.order if self.plan[place] != before[place]]
        self.pointed = None
        self.notice = self._filled(laid) if laid else t("plan-full")

    def _filled(self, places: list[int]) -> str:
        """Name a few cards one by one; of many, name the armies that march."""
        cards = ", ".join(
            t("shogun-plan-card", action=names.short_place(place), card=names.card(self.plan[place]))
            for place in places
        )
        if len(places) <= FEW:
            return t("plan-filled", cards=cards)
        marching = [self.plan[place] for place in (BATTLE_A, BATTLE_B) if place in places]
        marches = [names.province(card) for card in marching if card in LAND]
        return t(
            "plan-filled-many",
            cards=cards,
            number=len(places),
            marching=len(marches),
            marches=listed(marches),
        )

    # Other -----------------------------------------------------------------------------------

    def _next_gap(self) -> int:
        """Return the next place without a card, cyclically; stay if nothing is left to lay."""
        at = self.order.index(self.place) + 1
        ahead = self.order[at:] + self.order[:at]
        return next((place for place in ahead if self.plan[place] == NO_CARD), self.place)

    def _refuse(self, choice: Arrangement) -> None:
        """Say in the rules' own words why cards may not lie like this."""
        self.notice = why(why_no_plan(self._decision, self.seat, choice))


STEPS: Final[dict[str, Callable[[int], int]]] = {
    "up": lambda at: at - 1,
    "down": lambda at: at + 1,
    "home": lambda _: 0,
    "end": lambda _: -1,
}
"""By key: to which place it goes from another."""


def ideas_about(view: View, seat: Seat) -> dict[tuple[int, int], float]:
    """Return by action and province its apparent worth, from a state that fits the view."""
    state = determinise(view, Random(0))  # noqa: S311
    return {(idea.action, idea.province): idea.worth for idea in ideas_of(state, seat, BY_THE_TOWER)}


def order_of(view: View) -> tuple[int, ...]:
    """Put the places in the order in which they are carried out, as far as it is known."""
    return BID, *view.actions, *(place for place in range(len(ACTIONS)) if place not in view.actions)


def begun(decision: Arrange, draft: Choice | None) -> list[int]:
    """Begin with the draft as far as its cards are still in hand."""
    if not isinstance(draft, Arrangement) or len(draft.cards) != len(decision.places):
        return [NO_CARD] * len(decision.places)
    return [
        NUMBER_OF_CARD[card] if card in decision.cards and (place, card) not in decision.barred else NO_CARD
        for place, card in zip(decision.places, draft.cards, strict=True)
    ]
