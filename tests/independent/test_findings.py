"""The second verifier finds all that the first can, except what needs the rules or a list of keys."""

from __future__ import annotations

import re

from protocol.names import ALIKE
from protocol.table import fold
from tests.harness.folders import ROOT
from tests.independent import sitting, verifier
from tests.independent.looks import TWINS

FOUND_BY_BOTH = {
    "found-other-seed",
    "found-contested",
    "found-replaced-early",
    "found-vote-of-one",
    "found-elected-by-one",
    "found-withheld",
    "found-withheld-card",
    "found-false-share",
    "found-no-choice",
    "found-two-choices",
    "found-false-complaint",
    "found-no-card",
    "found-not-over",
    "found-not-signed",
    "found-gone-by-host-alone",
}
NEED_MORE = {
    "found-told-otherwise": "what a seat is shown follows from the rules",
    "found-misplaced-card": "only the rules say where a card may lie",
    "found-misplaced-unseen": "only the rules say where a card may lie",
    "found-other-key": "the keys somebody knows are in no log",
}
OF_THE_GAME = {"Offered"}
"""Only the game knows what can be offered."""
OF_THE_CONTAINER = {"Opened"}
"""Reading a log shows that it opens its table once."""
OF_ROUNDS = {*verifier.ROUND, "Turned"}


def test_whatever_the_first_verifier_can_find_the_second_knows_or_needs_more_for() -> None:
    source = (ROOT / "protocol" / "table" / "verify.py").read_text("utf-8")

    assert set(re.findall(r'"(found-[a-z-]+)"', source)) == FOUND_BY_BOTH | NEED_MORE.keys()


def test_whatever_the_fold_checks_the_second_verifier_checks() -> None:
    checked = {kind.__name__ for kind in fold.CHECKS}

    assert (
        checked - sitting.NOTES.keys() - verifier.NOTES.keys() - OF_ROUNDS == OF_THE_GAME | OF_THE_CONTAINER
    )


def test_both_take_the_same_letters_for_alike() -> None:
    assert TWINS == ALIKE
