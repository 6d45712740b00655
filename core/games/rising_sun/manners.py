"""How bots treat people at the Tea Ceremony (RS-7): they court them first, and leave last."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from msgspec.structs import replace

from core.decisions import ChooseOne, Decision
from core.game import Manners
from core.games.rising_sun.choices import Ally, Ready, Refuse
from core.games.rising_sun.steps import HoldTea
from core.games.rising_sun.view import View
from core.kinds import Choice, Seat


def question(view: View, people: Collection[Seat], said: Collection[Choice]) -> Decision | None:
    """At tea, ask about people who made an offer; otherwise about other people, and only then about bots."""
    if not isinstance(view.agenda[-1], HoldTea):
        return view.decision
    assert isinstance(view.decision, ChooseOne)
    suitors = {seat for seat, other in view.offers if other == view.viewer and seat in people}
    if suitors:
        return replace(view.decision, options=about(view.decision, suitors))
    others = still_courting(view, people) or set(view.seats) - set(people)
    fresh = [option for option in about(view.decision, others) if option not in said]
    leaving = [option for option in view.decision.options if isinstance(option, Ready)]
    return replace(view.decision, options=(*fresh, *leaving))


def about(decision: ChooseOne, others: Collection[Seat]) -> tuple[Choice, ...]:
    return tuple(o for o in decision.options if isinstance(o, (Ally, Refuse)) and o.seat in others)


def still_courting(view: View, people: Collection[Seat]) -> set[Seat]:
    """Name the people who may still look for an ally: without one, and not ready."""
    return {seat for seat in people if seat in view.to_act and view.ally[seat] < 0}


def is_too_early(view: View, people: Collection[Seat], choice: Choice) -> bool:
    """Say whether a bot would leave before people have: a player who is ready is not asked about an offer."""
    return isinstance(choice, Ready) and any(seat in view.to_act for seat in people)


MANNERS: Final = Manners(question, is_too_early)
