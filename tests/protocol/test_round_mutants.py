"""Sealed rounds with one of their safeguards removed: a test or the model of rounds notices each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from hypothesis import Phase, settings
from hypothesis.stateful import run_state_machine_as_test as run

from core.chance import digest, frame, keyed
from protocol import identity, opening, round, sealing  # noqa: A004
from protocol.canonical import decode
from protocol.header import Message, NotTakenError, Opening, RoundHeader
from protocol.opening import Opener
from protocol.round import Round, RoundStage, SealedChoice
from protocol.round_records import Committed, Outcome
from protocol.sealing import Commitment
from protocol.sharing import ElementError, number
from tests.protocol import (
    test_confirming,
    test_opening,
    test_revisions,
    test_round,
    test_round_model,
    test_sealing,
)

MISSED = (AssertionError, NotTakenError, pytest.fail.Exception)
QUICK = settings(
    max_examples=200,
    stateful_step_count=40,
    deadline=None,
    database=None,
    derandomize=True,
    phases=[Phase.generate],
)


def model() -> None:
    run(test_round_model.Rounds, settings=QUICK)


# Opening what does not fit -----------------------------------------------------------------------


def any_polynomial(header: RoundHeader, commitment: Commitment, given: Opening) -> tuple[int, ...] | None:
    """Believe an opening without checking that all shares are as committed to."""
    _, threshold = header.row(commitment.seat)
    try:
        return tuple(map(number, given.polynomial)) if len(given.polynomial) == threshold else None
    except ElementError:
        return None


def skip_all_hashes(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(sealing, "_fitting", any_polynomial)


def any_plain(commitment: Commitment, key: bytes) -> Message | None:
    """Believe the cipher alone."""
    context, seat = commitment.context, bytes([commitment.seat])
    try:
        cipher, aad = ChaCha20Poly1305(key), frame("bid-aad", context, seat)
        plain = cipher.decrypt(bytes(12), commitment.ciphertext, aad)
    except InvalidTag:
        return None
    return decode(plain[4 : 4 + int.from_bytes(plain[:4], "big")], Message)


def skip_commitment(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(sealing, "_decrypt", any_plain)


# Coming too early or twice -----------------------------------------------------------------------


def open_some(opener: Opener, link: bytes, withheld: object = ()) -> Outcome:
    """Tell what is known, and the rest later."""
    parts = [opener._part(seat, ()) for seat in opener._round.standing]  # noqa: SLF001
    return Outcome(tuple(part for part in parts if part is not None), link)


def tell_in_parts(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Opener, "outcome", open_some)


def believe_parts(patch: pytest.MonkeyPatch) -> None:
    """Accept an outcome although it does not open everything."""
    settle = Round._settle  # noqa: SLF001

    def settle_some(round_: Round, record: Outcome) -> None:
        left_out = round_.standing.keys() - {part.seat for part in record.parts}
        round_.void |= left_out
        settle(round_, record)

    patch.setattr(Round, "_settle", settle_some)


def release_too_early(patch: pytest.MonkeyPatch) -> None:
    release = opening.release

    def with_the_set(round_: Round, *rest: Any) -> Any:
        if round_.stage is RoundStage.SET:
            round_ = round_.clone()
            round_.stage = RoundStage.CERTIFIED
        return release(round_, *rest)

    patch.setattr(test_round_model, "release", with_the_set)


def take_the_second(patch: pytest.MonkeyPatch) -> None:
    def note(round_: Round, _: Committed, second: Committed) -> None:
        round_.sealed[second.seat] = SealedChoice(second, round_.read(second))

    patch.setattr(Round, "_note_second", note)


def keep_the_older(patch: pytest.MonkeyPatch) -> None:
    commit = Round._commit  # noqa: SLF001

    def change_nothing(round_: Round, record: Committed) -> None:
        older = round_.sealed.get(record.seat)
        commit(round_, record)
        round_.sealed[record.seat] = older or round_.sealed[record.seat]

    patch.setattr(Round, "_commit", change_nothing)


def change_the_set(patch: pytest.MonkeyPatch) -> None:
    """Let a choice be changed after all are sealed."""
    commit = Round._commit  # noqa: SLF001

    def at_any_time(round_: Round, record: Committed) -> None:
        stage, round_.stage = round_.stage, RoundStage.OPEN if record.revision else round_.stage
        try:
            commit(round_, record)
        finally:
            round_.stage = stage

    patch.setattr(Round, "_commit", at_any_time)


def certify_alone(patch: pytest.MonkeyPatch) -> None:
    def enough(_: Round, __: object, *, is_slow: bool) -> bool:
        return True

    patch.setattr(Round, "_are_enough", enough)


def sign_nothing(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Round, "check_signed", lambda *_: None)


MUTANTS: dict[str, tuple[Callable[[pytest.MonkeyPatch], None], Callable[[], None]]] = {
    "all hashes are not checked": (skip_all_hashes, model),
    "the commitment is not checked": (skip_commitment, model),
    "the server opens what it can": (tell_in_parts, model),
    "the server opens what it can, by a test": (
        tell_in_parts,
        test_opening.test_the_server_tells_nothing_before_it_can_tell_all,
    ),
    "an outcome need not open all": (
        believe_parts,
        test_opening.test_an_outcome_opens_everything_as_it_was_sealed_or_is_refused,
    ),
    "released before the certificate": (release_too_early, model),
    "a second choice counts": (take_the_second, model),
    "a second choice counts, by a test": (
        take_the_second,
        test_round.test_a_second_choice_is_evidence_and_the_first_one_counts,
    ),
    "an older revision counts": (keep_the_older, model),
    "an older revision counts, by a test": (keep_the_older, test_revisions.test_what_is_sealed_last_counts),
    "a choice is changed after the set": (change_the_set, model),
    "a choice is changed after the set, by a test": (
        change_the_set,
        test_revisions.test_after_the_set_nothing_is_changed,
    ),
    "nobody has to confirm": (certify_alone, model),
    "the choices of who is away need no signature": (
        sign_nothing,
        test_confirming.test_a_choice_that_its_owner_does_not_confirm_must_be_signed,
    ),
    "anybody can be blamed": (
        sign_nothing,
        test_confirming.test_nobody_is_blamed_for_what_the_host_has_made_up,
    ),
}


@pytest.mark.parametrize("name", MUTANTS)
def test_a_round_without_a_safeguard_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    spoil, notice = MUTANTS[name]
    spoil(monkeypatch)

    with pytest.raises(MISSED):
        notice()


# Labels without their round ----------------------------------------------------------------------

LABELS: dict[str, Callable[[], None]] = {
    "bid-key": test_sealing.test_what_is_dealt_has_the_bytes_of_the_vectors,
    "bid-aad": test_sealing.test_what_is_dealt_has_the_bytes_of_the_vectors,
    "bid-com": test_sealing.test_what_is_dealt_has_the_bytes_of_the_vectors,
    "share": test_sealing.test_what_is_dealt_has_the_bytes_of_the_vectors,
    "share-box": lambda: test_sealing.test_a_box_is_hpke_of_the_standard_with_its_place_as_info(1),
    "set": test_confirming.test_a_set_hash_is_made_by_the_book_for_this_round_alone,
    "sig-complain": test_confirming.test_a_complaint_is_for_one_round,
}


@pytest.mark.parametrize("label", LABELS)
def test_a_label_that_forgets_its_round_is_noticed(label: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def without_context(name: str, *parts: bytes) -> tuple[bytes, ...]:
        return parts[1:] if name == label else parts

    for module in (sealing, round, identity):
        for name, make in (("frame", frame), ("digest", digest)):
            if hasattr(module, name):
                forgetful = lambda name, *parts, make=make: make(name, *without_context(name, *parts))  # noqa: E731
                monkeypatch.setattr(module, name, forgetful)
    monkeypatch.setattr(
        sealing, "keyed", lambda key, name, *parts: keyed(key, name, *without_context(name, *parts))
    )

    with pytest.raises(MISSED):
        LABELS[label]()


def test_none_of_these_is_noticed_where_nothing_is_missing() -> None:
    """So what they notice is what was taken away."""
    for notice in {*LABELS.values(), *(notice for _, notice in MUTANTS.values())} - {model}:
        notice()
