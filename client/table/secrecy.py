"""Sealed rounds in words: who has sealed, how secret it is, and the code that all must have."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from client.seat.mirror import Mirror
from client.table.sentences import seat_list
from client.texts import t
from core.kinds import Seat
from protocol.parties import ENTROPY
from protocol.policy import PolicyError
from protocol.round import Round, RoundStage
from protocol.table.public import PublicTable
from protocol.table.rounds import parties_at
from protocol.table_code import digits, table_code, words

STAGES = {RoundStage.SET: "plain-round-set", RoundStage.CERTIFIED: "plain-round-certified"}


def round_lines(mirror: Mirror) -> Iterator[str]:
    """Tell how far the round is that is open now, if one is."""
    round_, step = mirror.table.round, mirror.turning
    if round_ is None and step is not None:
        yield t("plain-turning", seat=names(mirror, [step.seat]))
    if round_ is None:
        return
    if round_.stage is not RoundStage.OPEN:
        yield t(STAGES[round_.stage])
        return
    yield seals(mirror, round_)


def seals(mirror: Mirror, round_: Round) -> str:
    done, missing = names(mirror, sorted(round_.sealed)), names(mirror, round_.owing_commits())
    message = "plain-round-chance" if round_.header.kind == ENTROPY else "plain-round-choice"
    return t(message, done=done, missing=missing)


def change_lines(mirror: Mirror) -> Iterator[str]:
    """Say what we have sealed, and how to change it, if that is possible."""
    if mirror.can_reseal and mirror.sealed_choice is not None:
        yield t("plain-sealed-now", answer=mirror.game.line_of(mirror.sealed_choice))
        yield t("plain-can-change")


def names(mirror: Mirror, seats: Sequence[Seat]) -> str:
    return seat_list(mirror.game, seats) if seats else t("prompt-all")


def code_of(table: PublicTable) -> str:
    """Give the code of the table, as soon as it has one that somebody can compare."""
    if not table.first_mix or len(table.people) < 2:  # noqa: PLR2004
        return ""
    code = table_code(table.genesis, table.first_mix)
    return f"{digits(code)}, {words(code)}"


def code_lines(table: PublicTable) -> Iterator[str]:
    if code := code_of(table):
        yield t("log-code", code=code)


def secrecy_lines(table: PublicTable) -> Iterator[str]:
    """Say before the game if nobody but its owner can open a bid."""
    if len(table.sitters) < len(table.seats):
        return
    try:
        seating = parties_at(table).seating
    except PolicyError:  # shares are held, and not all keys are there yet
        return
    if not seating.people or any(seating.row(seat)[0] for seat in seating.people):
        return
    yield t("plain-secrecy", people=len(seating.people))
