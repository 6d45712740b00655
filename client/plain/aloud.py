"""A table to be read aloud: what is asked, what else can be typed, who sits there, which deals there are."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Final, NamedTuple

from client.table.acts import AnswerOffer, Entry, PlayAgain, name_of
from client.table.deal_words import deal_words, promise_label
from client.table.deeds import Consent, GetReady, Vote
from client.table.scene import Scene
from client.table.sentences import game_title, seat_list, seat_title
from client.table.wording import listed, named
from client.table.words import duration, terms_of
from client.texts import has_text, plainly, t
from client.texts.refusals import deal_number
from core.deals import Standing, Status, pledges_of
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
from core.flow import turning_of
from core.game import Game
from core.kinds import Choice, InputError, Seat
from protocol.entries import Door
from protocol.identity import PublicKey
from protocol.messages import ClockFace, SeatInfo, TableState
from protocol.round import RoundStage

MOST_LINES: Final = 12
"""From here on, choices that differ in the last word alone share a line."""
STAGES: Final = {RoundStage.SET: "plain-round-set", RoundStage.CERTIFIED: "plain-round-certified"}

# Questions -----------------------------------------------------------------------------------


class ListedQuestion(NamedTuple):
    """What this seat is asked, with the answers by number, if they can be listed.

    While a question is open its choices may change: others act too. A number then never passes on to
    another choice, so that who types one gets what stood beside it.
    """

    prompt: int
    decision: Decision
    choices: dict[int, Choice]
    next_number: int


def question_of(prompt: int, decision: Decision, old: ListedQuestion | None = None) -> ListedQuestion:
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


# What else can be typed ----------------------------------------------------------------------


def hints_in(scene: Scene, entries: Iterable[Entry]) -> Iterator[tuple[object, str]]:
    """Say how to do what is on the list beside answers; each hint has a name that it keeps."""
    names = scene.game.seat_names
    free = [row.seat for row in scene.info.seats if not row.player]
    for entry in entries:
        act, name = entry.act, name_of(entry.act)
        match act:
            case GetReady():
                if free:
                    yield "free", t("plain-seats-free", seats=seat_list(scene.game, free))
                yield (name, act.is_ready and bool(free)), readiness(scene, act)
            case AnswerOffer():
                deal = f"{names[act.deal.seat]} {deal_number(act.deal.number)}"
                yield name, t("plain-answer-deal", deal=deal)
            case Consent(agrees=True):
                yield name, t("plain-answer-undo")
            case Vote(agrees=True):
                yield name, t("plain-vote", seat=names[act.absent])
            case PlayAgain():
                yield name, t("plain-next-table")
    if scene.info.state is TableState.FROZEN:
        yield TableState.FROZEN, state_line(TableState.FROZEN)


def readiness(scene: Scene, act: GetReady) -> str:
    if act.is_ready:
        return t("plain-get-ready")
    assert scene.seat is not None
    return t("plain-now-ready", player=scene.player_at(scene.seat), seat=seat_title(scene.game, scene.seat))


# Sealed rounds -------------------------------------------------------------------------------


def round_lines(scene: Scene) -> Iterator[str]:
    """Tell how far the round is that is open now, if one is."""
    seals, step = scene.seals, turning_of(scene.view.agenda) if scene.view is not None else None
    if seals is not None and seals.stage is RoundStage.OPEN:
        parts = seals.done, seals.missing
        done, missing = (seat_list(scene.game, seats) if seats else t("prompt-all") for seats in parts)
        message = "plain-round-chance" if seals.is_chance else "plain-round-choice"
        yield t(message, done=done, missing=missing)
    elif seals is not None:
        yield t(STAGES[seals.stage])
    elif step is not None:
        yield t("plain-turning", seat=seat_title(scene.game, step.seat))


def change_lines(scene: Scene) -> Iterator[str]:
    """Say what we have sealed, and how to change it, if that is possible."""
    if scene.can_reseal and scene.sealed is not None:
        yield t("plain-sealed-now", answer=scene.game.line_of(scene.sealed))
        yield t("plain-can-change")


# The table -----------------------------------------------------------------------------------


def table_lines(scene: Scene) -> Iterator[str]:
    """Tell what all agree to by playing."""
    game, info = scene.game, scene.info
    seats = listed(seat_title(game, row.seat) for row in info.seats)
    yield t("plain-table", table=info.table, game=game_title(info.game), seats=seats)
    if info.options:
        options = ", ".join(f"{name} {value}" for name, value in info.options)
        yield t("plain-options", options=options)
    yield t("plain-terms", terms=terms_of(info.terms))


def who_lines(scene: Scene, keys: Mapping[Seat, PublicKey]) -> Iterator[str]:
    """Tell who sits where, and with which key; times have gone on since we heard of them."""
    info, faces = scene.info, {face.seat: face for face in scene.clocks}
    elapsed_ms = int(1000 * (time.monotonic() - scene.at))
    for row in info.seats:
        facts = ", ".join(facts_of(scene, row))
        yield t("plain-seat", seat=seat_title(scene.game, row.seat), facts=facts)
        if row.seat in faces:
            yield f"  {clock_words(faces[row.seat], elapsed_ms)}"
        if row.seat in keys:
            yield f"  {t('plain-key', fingerprint=keys[row.seat].fingerprint)}"
    if info.spectators:
        yield t("plain-spectators", number=info.spectators)
    yield state_line(info.state)


def state_line(state: TableState) -> str:
    return t(f"plain-state-{state.value}")


def facts_of(scene: Scene, row: SeatInfo) -> Iterator[str]:
    if not row.player:
        yield t("info-free")
        return
    yield named(row.player, is_own=row.seat == scene.seat)
    if row.is_bot:
        yield t("plain-is-bot")
    if row.door is not Door.OWN:
        yield t(f"door-{row.door.value}")
    if scene.info.state is TableState.OPEN and not row.is_bot:
        yield t("info-ready") if row.is_ready else t("plain-not-ready")
    yield t("plain-here") if row.is_present else t("info-away")
    if row.is_replaced:
        yield t("plain-replaced")
    if row.is_overdue:
        yield t("plain-overdue")


def clock_words(face: ClockFace, elapsed_ms: int) -> str:
    if face.remaining_ms is None:
        return t("terms-no-clock")
    left = max(0, face.remaining_ms - (elapsed_ms if face.is_running else 0))
    return t("plain-clock-runs" if face.is_running else "prompt-left", time=duration(left))


# Deals ---------------------------------------------------------------------------------------


def deal_lines(scene: Scene) -> Iterator[str]:
    if not scene.deals:
        yield t("plain-no-deals")
    for standing in scene.deals.values():
        yield deal_line(scene, standing)


def deal_line(scene: Scene, standing: Standing) -> str:
    deal = standing.deal
    other = scene.game.seat_names[deal.to if deal.seat == scene.seat else deal.seat]
    status, terms = status_words(scene, standing), deal_words(scene.game, deal)
    line = t("plain-deal", other=other, number=deal_number(deal.number), status=status, terms=terms)
    return " ".join([line, *verdict_lines(scene.game, standing)])


def status_words(scene: Scene, standing: Standing) -> str:
    if standing.status is not Status.OPEN:
        return plainly(f"deal-status-{standing.status.value}")
    return t("plain-deal-yours" if standing.deal.to == scene.seat else "plain-deal-theirs")


def verdict_lines(game: Game, standing: Standing) -> Iterator[str]:
    for pledge, verdict in zip(pledges_of(standing.deal), standing.verdicts, strict=True):
        if verdict is not None:
            message = "plain-deal-kept" if verdict else "plain-deal-broken"
            yield t(message, promise=promise_label(game, pledge.promise))
