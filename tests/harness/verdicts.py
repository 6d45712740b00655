"""What the two verifiers say about a log: the program's, and the one that shares no code with it."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from client.cli.verify import verify_file
from client.texts.refusals import said
from protocol.table.verify import Fault, Report
from tests.independent.verifier import findings, verify


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


def report_on(log: bytes, path: Path) -> Report:
    file = path / "a.log"
    file.write_bytes(log)
    return verify_file(file)


def inspected(log: bytes, path: Path) -> Theirs:
    report = report_on(log, path)
    grave = [fault for fault in report.faults if fault.judgement == report.judgement]
    return Theirs(int(report.judgement), grave[0] if grave else None)


def found_by_both(log: bytes, path: Path) -> tuple[int, int | None]:
    """Return the verdict and the entry that both verifiers name."""
    ours, theirs = verify(log), inspected(log, path)
    assert (ours.code, ours.entry) == (theirs.code, theirs.entry), f"{ours} {theirs}"
    return ours.code, ours.entry


def all_found_by_both(log: bytes, path: Path) -> list[tuple[int, int | None]]:
    """Return everything both verifiers find, each with its entry."""
    ours = [(found.code, found.entry) for found in findings(log)]
    theirs = [(int(fault.judgement), fault.entry) for fault in report_on(log, path).faults]
    assert ours == theirs
    return ours
