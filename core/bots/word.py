"""One's word: what an answer costs that would break it, and what it is worth to keep it."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any, Final, cast

from core.bots.foresight import Foresight
from core.bots.kinds import AnyView, Bargains, Stance, Thought, Weighed
from core.decisions import ChooseOne, Decision
from core.foresight import broken_by
from core.game import Game
from core.kinds import Choice

SNUB: Final = 3.0
"""What it costs to do a foe a favour."""
SHOWN: Final = 3
"""So many answers a bot can tell of afterwards."""


def bargains_of(game: Game) -> Bargains | None:
    """Give what a game tells bots that bargain, if anything."""
    name = f"core.games.{game.name}.bargains"
    return cast("Bargains", import_module(name).BARGAINS) if find_spec(name) else None


class OwnWord:
    """What a seat owes others, asked of one answer after the other."""

    def __init__(self, foresight: Foresight, view: AnyView, stance: Stance, dice: Random) -> None:
        self._foresight = foresight
        self._view = view
        self._stance = stance
        self._dice = dice
        self._bargains = bargains_of(foresight.game) if stance.ties or stance.foes else None
        self._known: dict[Choice, float] = {}

    def with_what_is_owed(self, choices: Sequence[Choice], decision: Decision) -> Sequence[Choice]:
        """Add what one might not think of: what was promised, or anything if all else breaks one's word."""
        if self._bargains is None or not self._stance.ties or not isinstance(decision, ChooseOne):
            return choices
        pledges = [pledge for pledge, _ in self._stance.ties]
        owed = [c for c in decision.options if any(self._bargains.fulfils(c, pledge) for pledge in pledges)]
        if not owed and all(self.worth(choice) < 0 for choice in choices):
            owed = [*decision.options]
        return [*choices, *(choice for choice in owed if choice not in choices)]

    def worth(self, choice: Choice) -> float:
        """Say what an answer does for one's word: less than nothing if it breaks it."""
        if self._bargains is None:
            return 0.0
        if choice not in self._known:
            self._known[choice] = self._weigh(choice, self._bargains)
        return self._known[choice]

    def _weigh(self, choice: Choice, bargains: Bargains) -> float:
        pledges = [pledge for pledge, _ in self._stance.ties]
        broken = broken_by(self._foresight.game, pledges, self._view, choice, self._dice)
        lost = sum(
            price
            for pledge, price in self._stance.ties
            if pledge in broken or bargains.endangers(self._view, choice, pledge)
        )
        kept = sum(price for pledge, price in self._stance.ties if bargains.fulfils(choice, pledge))
        snub = SNUB if bargains.favours(choice) in self._stance.foes else 0.0
        return kept - lost - snub

    def tell(self, weighed: Sequence[tuple[Choice, float, Any]]) -> Thought:
        """Take the first of some answers, the best first, and tell by which terms they were judged."""
        told = [Weighed(choice, worth, self._terms(end, choice)) for choice, worth, end in weighed[:SHOWN]]
        return Thought(told[0].choice, tuple(told))

    def _terms(self, end: Any, choice: Choice) -> dict[str, float]:
        assert self._view.viewer is not None
        terms, owed = self._foresight.judge.terms_of(end, self._view.viewer), self.worth(choice)
        return terms | {"word": owed} if owed else terms
