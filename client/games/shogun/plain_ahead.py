"""What can be known beforehand in Shogun, for the line client: odds, and what a plan makes of the chests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby
from typing import Final

from client.log.chests import course_words, shortage_words
from client.log.odds import of_attack, of_defence, percents
from client.log.shogun import province, seat_name
from client.log.words import amount
from client.texts import t
from core.decisions import Arrangement, ChooseOne
from core.games.shogun.board import NO_CARD, NOBODY, NUMBER_OF_CARD
from core.games.shogun.choices import Add, MoveArmies, Revolt
from core.games.shogun.odds import Forecast, foreseen, in_winter
from core.games.shogun.reckoning import reckon
from core.games.shogun.view import View
from core.kinds import Choice


def ahead(view: View) -> Iterator[str]:
    """Tell how what is asked may end, where cubes decide it."""
    if isinstance(view.decision, ChooseOne) and view.decision.prompt in TELLING:
        yield from TELLING[view.decision.prompt](view, view.decision.options)


def marches(view: View, options: tuple[Choice, ...]) -> Iterator[str]:
    """Tell the odds of all attacks, a line for each province."""
    moves = [
        move for move in options if isinstance(move, MoveArmies) and view.owner[move.target] != view.viewer
    ]
    if moves:
        yield t("sg-ahead-march")
    for target, group in groupby(sorted(moves, key=lambda move: (move.target, move.armies)), target_of):
        odds = "; ".join(attack_words(view, move) for move in group)
        yield f"  {t('sg-ahead-target', province=province(target), there=holder(view, target), odds=odds)}"


def target_of(move: MoveArmies) -> int:
    return move.target


def holder(view: View, target: int) -> str:
    if view.owner[target] == NOBODY:
        return t("here-neutral")
    return t("here-armies", clan=seat_name(view.owner[target]), armies=view.armies[target])


def attack_words(view: View, move: MoveArmies) -> str:
    return t("sg-ahead-armies", armies=amount(move.armies, "army"), **of_attack(certainly(view, move)))


def certainly(view: View, choice: Choice) -> Forecast:
    """Foresee what cubes decide."""
    ahead = foreseen(view, choice)
    assert ahead is not None
    return ahead


def attack_cubes(view: View, options: tuple[Choice, ...]) -> Iterator[str]:
    """Tell what one more cube would change."""
    for choice in options:
        odds = t("sg-ahead-attack", **of_attack(certainly(view, choice)))
        yield t("sg-ahead-more" if isinstance(choice, Add) else "sg-ahead-no-more", odds=odds)


def defence_cubes(view: View, options: tuple[Choice, ...]) -> Iterator[str]:
    for choice in options:
        odds = t("sg-ahead-defence", **of_defence(certainly(view, choice)))
        yield t("sg-ahead-more" if isinstance(choice, Add) else "sg-ahead-no-more", odds=odds)


def revolts(view: View, options: tuple[Choice, ...]) -> Iterator[str]:
    for choice in options:
        assert isinstance(choice, Revolt)
        uprising, ahead = in_winter(view, choice.province), certainly(view, choice)
        hold, lose = percents(ahead.held, ahead.emptied)
        yield t(
            "sg-ahead-revolt",
            province=province(choice.province),
            armies=amount(view.armies[choice.province], "army"),
            peasants=uprising.peasants,
            hold=hold,
            lose=lose,
        )


TELLING: Final[dict[str, Callable[[View, tuple[Choice, ...]], Iterator[str]]]] = {
    "march": marches,
    "attack": attack_cubes,
    "defence": defence_cubes,
    "revolt": revolts,
}
"""By what is asked."""


def weighed(view: View, plan: Choice) -> Iterator[str]:
    """Tell what a plan makes of the chests, and where they run out."""
    if not isinstance(plan, Arrangement) or view.plans:
        return
    cards = [NUMBER_OF_CARD.get(card, NO_CARD) for card in plan.cards]
    reckoned = reckon(view, view.viewer or 0, cards)
    yield t("sg-ahead-chests", chests=course_words(view, reckoned))
    if warning := shortage_words(view, reckoned):
        yield warning
