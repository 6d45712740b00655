"""How well a seat stands: terms with names, each with a weight; a judgement, no rule."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import resources
from typing import Any, Final, NamedTuple

from msgspec import json

from core.kinds import Seat

VICTORY: Final = 50.0
ALWAYS: Final = "always"
"""The phase of a judge whose weights never change."""


class Criteria(NamedTuple):
    """What a game has to say for or against a seat, by name.

    All terms look at one outlook, which is worked out once for a state.
    """

    look_out: Callable[[Any], Any]
    of: Mapping[str, Callable[[Any, Seat, Any], float]]
    final: Callable[[Any, Seat], float]  # the standing when a game is over
    phase: Callable[[Any], str]


class Judge(NamedTuple):
    """Adds up what a seat has and may hope for, and sets it against the mean of the others."""

    terms: Criteria
    weights: Mapping[str, Mapping[str, float]]  # by phase, or those that are always the same
    rivalry: float  # what the mean of the others is worth against the own standing
    foes: frozenset[Seat] = frozenset()  # of the one who judges; they count twice among the others

    def evaluate(self, state: Any, seat: Seat) -> float:
        return self.compare(state, self.standings(state), seat)

    def compare(self, state: Any, standings: Mapping[Seat, float], seat: Seat) -> float:
        """Set the standing of a seat in a state against the others'."""
        others = [standing for other, standing in standings.items() if other != seat]
        won = VICTORY if seat in state.winners else 0.0
        spite = sum([standings[foe] for foe in self.foes])
        return won + standings[seat] - self.rivalry * (sum(others) + spite) / len(others)

    def standings(self, state: Any) -> dict[Seat, float]:
        terms = self.terms
        if state.winners:
            return {seat: terms.final(state, seat) for seat in state.seats}
        outlook = terms.look_out(state)
        weighed = [(weight, terms.of[name]) for name, weight in self.weights_for(state).items()]
        return {
            seat: sum([weight * term(state, seat, outlook) for weight, term in weighed])
            for seat in state.seats
        }

    def at(self, prices: Mapping[str, Mapping[str, float]]) -> Judge:
        """Give a judge who weighs some terms differently in some phases."""
        changed = {phase: {**of, **prices.get(phase, {})} for phase, of in self.weights.items()}
        return self._replace(weights=changed)

    def weights_for(self, state: Any) -> Mapping[str, float]:
        return self.weights.get(ALWAYS) or self.weights[self.terms.phase(state)]

    def terms_of(self, state: Any, seat: Seat) -> dict[str, float]:
        """Say by name what makes up the judgement; a game that is over has points alone."""
        if state.winners:
            return {"points": self.evaluate(state, seat)}
        outlook, others = self.terms.look_out(state), [other for other in state.seats if other != seat]

        def lead(term: Callable[[Any, Seat, Any], float]) -> float:
            rivals = sum(term(state, other, outlook) for other in others) / len(others)
            return term(state, seat, outlook) - self.rivalry * rivals

        named = {name: weight * lead(self.terms.of[name]) for name, weight in self.weights_for(state).items()}
        if self.foes:
            spite = sum(self.standings(state)[foe] for foe in self.foes)
            named["grudge"] = -self.rivalry * spite / len(others)
        return named


def fitted(package: str) -> dict[str, dict[str, float]]:
    """Read the weights that self-play found for a game, by phase (scripts/fit)."""
    text = resources.files(package).joinpath("weights.json").read_bytes()
    return json.decode(text, type=dict[str, dict[str, float]])
