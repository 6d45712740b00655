"""Sealed rounds in words: who has sealed, how secret it is, and the code that all must have."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from client.log.table import seat_list
from client.mirror import Mirror
from client.witness import Witness
from core.records import Seat
from protocol.parties import ENTROPY, table_of
from protocol.policy import PolicyError
from protocol.round import Round, Stage
from protocol.table_code import digits, table_code, words

SEALED = "Sealed; it cannot be changed."
AS_YOU_TYPE = "  It is sealed as you type it: nobody sees it before all are opened, and it cannot be changed."
STAGES = {
    Stage.SET: "All is sealed; the players' programs confirm it.",
    Stage.CERTIFIED: "All is sealed and confirmed, and is being opened.",
}
WHY = {1: "Only one person plays,", 2: "Two people play, and one of them is the host,"}
BY_COMMITMENT = (
    "so bids are kept secret by commitment alone: nobody else can open one, "
    "and a player who does not open theirs loses it."
)


def round_lines(mirror: Mirror) -> Iterator[str]:
    """Tell how far the round is that is open now, if one is."""
    round_, step = mirror.witness.round, mirror.turning
    if round_ is None and step is not None:
        yield f"A card of {names(mirror, [step.seat])} is being turned over, by their program or the others'."
    if round_ is None:
        return
    if round_.stage is not Stage.OPEN:
        yield STAGES[round_.stage]
        return
    what = "chance" if round_.header.kind == ENTROPY else "a choice"
    yield f"Everybody seals {what}. {seals(mirror, round_)}"


def seals(mirror: Mirror, round_: Round) -> str:
    done, missing = sorted(round_.sealed), round_.owing_commits()
    return f"Sealed: {names(mirror, done)}. Missing: {names(mirror, missing)}."


def names(mirror: Mirror, seats: Sequence[Seat]) -> str:
    return seat_list(mirror.game, seats) if seats else "nobody"


def code_of(witness: Witness) -> str:
    """Give the code of the table, as soon as it has one that somebody can compare."""
    if not witness.first_mix or len(witness.people()) < 2:  # noqa: PLR2004
        return ""
    code = table_code(witness.genesis, witness.first_mix)
    return f"{digits(code)}, {words(code)}"


def code_lines(witness: Witness) -> Iterator[str]:
    if code := code_of(witness):
        yield f"Table code {code}: read it aloud; all must have the same."


def secrecy_lines(witness: Witness) -> Iterator[str]:
    """Say before the game if nobody but its owner can open a bid."""
    if len(witness.sitters) < len(witness.seats):
        return
    parts = witness.opened, witness.seats, witness.sitters, witness.keys, witness.replaced
    try:
        seating = table_of(*parts).seating
    except PolicyError:  # shares are held, and not all keys are there yet
        return
    if not seating.people or any(seating.row(seat)[0] for seat in seating.people):
        return
    yield f"{WHY[len(seating.people)]} {BY_COMMITMENT}"
