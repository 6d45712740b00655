"""What a player can know about a choice in advance; whatever is hidden from the player is made up."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from core import flow
from core.chance import QuickRng
from core.deals import Pledge, Standing, Status, pledges_of, verdict_on
from core.game import Game
from core.kinds import Choice, Dice, Event, RulesError, Seat


def made_up(game: Game, view: Any, dice: Dice) -> Any:
    """Return a state that fits the view, with its question asked."""
    state = game.determinise(view, dice)
    flow.advance(game.rules, state, QuickRng(dice))
    return state


def reason_against(game: Game, view: Any, seat: Seat, choice: Choice, dice: Dice) -> RulesError:
    """Return the reason why a choice is not open to a seat."""
    return game.rules.explain(made_up(game, view, dice), seat, choice)


def follows(game: Game, view: Any, seat: Seat, choice: Choice, dice: Dice) -> list[Event]:
    """Return what a choice would lead to; for a sealed one, as if the others chose the least."""
    state, rng = made_up(game, view, dice), QuickRng(dice)
    if flow.sealing_of(game.rules, state) is not None:
        return flow.open_sealed(game.rules, state, {seat: choice}, rng)
    return flow.answer(game.rules, state, seat, choice, rng)


def own_pledges(standings: Iterable[Standing], seat: Seat) -> list[Pledge]:
    """List the promises of a seat that can still be broken."""
    return [
        pledge
        for standing in standings
        if standing.status is Status.ACCEPTED
        for pledge, verdict in zip(pledges_of(standing.deal), standing.verdicts, strict=True)
        if pledge.seat == seat and verdict is None
    ]


def broken_by(game: Game, pledges: list[Pledge], view: Any, choice: Choice, dice: Dice) -> list[Pledge]:
    """List the promises of a seat that its choice would break."""
    if not pledges:
        return []
    events = follows(game, view, pledges[0].seat, choice, dice)
    return [pledge for pledge in pledges if verdict_on(game.promises, pledge, events) is False]
