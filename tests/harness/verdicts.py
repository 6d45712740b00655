"""What the two verifiers say of a log: that of the program, and the one that shares no code with it."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from client.cli.verify import verify_file
from client.texts.refusals import said
from protocol.table.verify import Fault
from tests.independent.verifier import verify


class Theirs(NamedTuple):
    """What the program finds: the gravest, and the first of that kind."""

    code: int
    fault: Fault | None

    @property
    def entry(self) -> int | None:
        return None if self.fault is None else self.fault.entry

    @property
    def why(self) -> str:
        return "" if self.fault is None else said(self.fault.why)


def inspected(log: bytes, path: Path) -> Theirs:
    file = path / "a.log"
    file.write_bytes(log)
    report = verify_file(file)
    grave = [fault for fault in report.faults if fault.judgement == report.judgement]
    return Theirs(int(report.judgement), grave[0] if grave else None)


def found_by_both(log: bytes, path: Path) -> tuple[int, int | None]:
    """Give the verdict and the entry that both verifiers name."""
    ours, theirs = verify(log), inspected(log, path)
    assert (ours.code, ours.entry) == (theirs.code, theirs.entry), f"{ours} {theirs}"
    return ours.code, ours.entry
