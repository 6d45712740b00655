"""Files that somebody hands to `jinmaku verify`: whatever is in them, it answers, and soon."""

from __future__ import annotations

import json
from pathlib import Path
from unittest.mock import patch

import pytest
from msgspec import msgpack

from client.__main__ import main
from client.seat.evidence import MOST_KEPT, Evidence
from protocol.entries import Invited, Stamped
from protocol.table import verify as verifying
from protocol.table.table import next_journal
from protocol.table.verify import verify
from tests.adversaries.poison import POISON
from tests.harness.logs import log_named, read, signed_anew

MANY = 2_000


def test_a_log_of_nothing_but_invitations_takes_no_longer_for_each_the_more_there_are() -> None:
    """Nobody but the host sees them, so no link holds the host to any of them."""
    opening, *_ = read(log_named("three_people"))[1]
    invited = [Stamped(opening.at_ms, Invited(number.to_bytes(32, "big"))) for number in range(MANY)]

    with patch.object(verifying, "next_journal", side_effect=next_journal) as hashed:
        report = verify(signed_anew([opening, *invited]))

    assert [fault.why.message for fault in report.faults] == ["found-not-over"]
    assert hashed.call_count <= MANY


def test_a_file_that_never_ends_is_no_log(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "/dev/zero"]) == 2

    assert "This is no log of a game" in capsys.readouterr().out


def test_evidence_that_is_too_long_to_be_any_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "evidence"
    path.write_bytes(msgpack.encode(Evidence("x" * MOST_KEPT, b"", b"", None, None, None)))

    assert main(["verify", str(path)]) == 2


def test_a_program_gets_the_verdict_on_evidence_as_it_gets_that_on_a_log(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "evidence"
    path.write_bytes(msgpack.encode(Evidence(POISON, b"", b"", None, None, None)))

    assert main(["verify", "--json", str(path)]) == 2
    printed = capsys.readouterr().out
    assert printed.isascii()
    assert json.loads(printed)["verdict"] == "NOT PROVEN"
