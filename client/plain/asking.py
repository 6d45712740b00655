"""A question as lines to read aloud, and the answer that a line gives."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from client.texts import has_text, plainly, t
from core.decisions import (
    EMPTY,
    Allocate,
    Allocation,
    Arrange,
    Arrangement,
    ChooseOne,
    Combine,
    Decision,
    Gift,
)
from core.game import Game
from core.kinds import Choice, InputError

MOST_LINES = 12
"""From here on, choices that differ in the last word alone share a line."""


class ListedQuestion(NamedTuple):
    """What this seat is asked, with the answers by number, if they can be listed.

    While a question is open its choices may change: others act too. A number then never passes on to
    another choice, so that who types one gets what stood beside it.
    """

    prompt: int
    decision: Decision
    choices: dict[int, Choice]
    next_number: int


def question_of(game: Game, prompt: int, decision: Decision, old: ListedQuestion | None) -> ListedQuestion:
    """Put a question, perhaps in place of an open one about the same thing."""
    known, number = {}, 1
    if old is not None and old.decision.prompt == decision.prompt:
        known, number = {choice: n for n, choice in old.choices.items()}, old.next_number
    choices = {}
    for choice in listed_choices(decision):
        if choice in known:
            choices[known[choice]] = choice
        else:
            choices[number] = choice
            number += 1
    return ListedQuestion(prompt, decision, dict(sorted(choices.items())), number)


def listed_choices(decision: Decision) -> Iterator[Choice]:
    """List the answers to pick from; of what can be put together only what has no part to spare."""
    if isinstance(decision, Combine):
        yield from decision.kit.lean()
    if isinstance(decision, ChooseOne | Combine):
        yield from decision.options


def question_lines(game: Game, question: ListedQuestion) -> Iterator[str]:
    decision = question.decision
    yield f"{wording(decision.prompt)} ({decision.rule})"
    if question.choices:
        yield from numbered({number: game.line_of(choice) for number, choice in question.choices.items()})
    else:
        yield f"  {form_of(game, decision)}"
    if isinstance(decision, Combine) and decision.kit.bases:
        yield f"  {t('plain-more-parts')}"


def wording(prompt: str) -> str:
    """Say what is asked, in the words for who reads it line by line."""
    return plainly(f"ask-{prompt}") if has_text(f"ask-{prompt}") else t("plain-ask", prompt=prompt)


def form_of(game: Game, decision: Decision) -> str:
    """Say how an answer is written that is no choice from a list."""
    if isinstance(decision, Allocate):
        example = game.line_of(Allocation((0,) * decision.slots))
        return t("plain-form-allocate", example=example, total=decision.total)
    if isinstance(decision, Arrange):
        return arrangement_form(game, decision)
    assert isinstance(decision, Gift)
    seats = ", ".join(game.seat_names[seat] for seat in decision.to)
    return t("plain-form-gift", coins=decision.coins, ronin=decision.ronin, seats=seats)


def arrangement_form(game: Game, decision: Arrange) -> str:
    """Show a whole answer to be changed at will, and what there is to lay."""
    laid = decision.cards[::-1][: len(decision.places)]
    example = game.line_of(Arrangement((*laid, *[EMPTY] * (len(decision.places) - len(laid)))))
    cards = ", ".join(decision.cards)
    barred = "; ".join(t("plain-barred", card=card, place=place) for place, card in decision.barred)
    if not barred:
        return t("plain-form-arrange", example=example, cards=cards)
    return t("plain-form-arrange-barred", example=example, cards=cards, barred=barred)


def numbered(lines: dict[int, str]) -> Iterator[str]:
    if len(lines) <= MOST_LINES:
        yield from (f"  {number} {line}" for number, line in lines.items())
        return
    for head, group in groupby(lines.items(), key=lambda row: row[1].rpartition(" ")[0]):
        rows = list(group)
        if len(rows) == 1:
            yield f"  {rows[0][0]} {rows[0][1]}"
        else:
            yield f"  {head}: " + ", ".join(f"{number} {line.rpartition(' ')[2]}" for number, line in rows)


def free_lines(game: Game, standing: tuple[Decision, ...]) -> Iterator[str]:
    """Say what one may do between decisions."""
    for decision in standing:
        if isinstance(decision, ChooseOne):
            yield t("plain-may-type", choices=", ".join(map(game.line_of, decision.options)))
        else:
            yield f"{wording(decision.prompt)} ({decision.rule})"
            yield f"  {form_of(game, decision)}"


def chosen(game: Game, question: ListedQuestion | None, text: str) -> Choice:
    """Read a choice: the number that stands beside it, or a line of notation."""
    is_number = text.isascii() and text.isdigit()
    return picked(game, question, int(text[:9])) if is_number else game.choice_of(text)


def picked(game: Game, question: ListedQuestion | None, number: int) -> Choice:
    if question is None:
        raise InputError(t("plain-nothing-to-pick"))
    if not question.choices:
        raise InputError(form_of(game, question.decision))
    if number not in question.choices:
        raise InputError(t("plain-no-choice", number=number))
    return question.choices[number]
