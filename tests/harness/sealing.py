"""What is known about sealed choices: their vectors, and headers of rounds."""

from __future__ import annotations

import json
from typing import Any

from core.chance import digest
from protocol.header import RoundHeader
from tests.harness.folders import TESTS

VECTORS: dict[str, Any] = json.loads((TESTS / "vectors" / "sealing.json").read_text())


def a_header(
    holders: tuple[tuple[int, ...], ...], thresholds: tuple[int, ...], number: int = 1
) -> RoundHeader:
    """Return the header of a round about bids of as many seats as have holders for their shares."""
    return RoundHeader(
        form=1,
        suite=1,
        game=digest("game"),
        round=number,
        kind="bid",
        seats=tuple(range(len(holders))),
        holders=holders,
        thresholds=thresholds,
        size=256,
        commit_ms=180_000,
        ack_ms=30_000,
        head=digest("head"),
        keys=digest("keys"),
    )
