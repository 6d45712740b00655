"""`jinmaku verify`: find out from a log whether its game was fair."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping
from pathlib import Path

from client.cli.inspection import CHECKS, Finding, Report, Verdict, inspect
from client.evidence import Evidence, convicts, read_evidence
from client.harmless import harmless
from client.home import default_home
from client.known_players import KeyReference, KnownPlayersError, read_keys
from client.vault import VaultError, receipts_in
from protocol.canonical import decode
from protocol.errors import ProtocolError
from protocol.receipts import Receipt

HELP = (
    "Check a game from its log alone: every signature, sealed choice, draw of chance and move. "
    "Exits with 0 if all is fair, 1 if somebody has cheated, 2 if the log proves neither. "
    "Also looks at the evidence that was kept when the screen said that something was wrong."
)

BAD_FILES = (KnownPlayersError, VaultError, ProtocolError, OSError)
FAIR = "FAIR: all that this log says is signed, sealed and drawn as it should be."
WEIGHTS = {
    Verdict.CHEATING: "the host has signed two stories of one moment.",
    Verdict.UNPROVEN: "it takes the log of the host, or what others kept, to show who is to blame.",
}
WORDS = {Verdict.CHEATING: "CHEATING", Verdict.UNPROVEN: "NOT PROVEN"}


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "log", metavar="LOG", type=Path, help="a file that `jinmaku log` wrote, or evidence that was kept"
    )
    parser.add_argument(
        "--keys", metavar="FILE", type=Path, help="whom you know: lines NAME KEY (your known_players)"
    )
    parser.add_argument(
        "--receipts", metavar="FILE", type=Path, help="what you alone were told: from the vault of that table"
    )


def run(args: Namespace) -> int:
    try:
        evidence = read_evidence(args.log)
        keys = keys_in(args.keys)
        receipts = None if args.receipts is None else read_receipts(args.receipts)
    except BAD_FILES as error:
        print(f"jinmaku verify: {harmless(str(error))}", file=sys.stderr)
        return Verdict.UNPROVEN
    if evidence is not None:
        return weigh(evidence)
    report = inspect(args.log, keys, receipts)
    for line in lines_of(report):
        print(harmless(line))
    return report.verdict


def weigh(evidence: Evidence) -> Verdict:
    """Say what was wrong, and whether that alone convicts anybody."""
    print(harmless(f"What was wrong: {evidence.sentence}."))
    verdict = Verdict.CHEATING if convicts(evidence) else Verdict.UNPROVEN
    print(f"{WORDS[verdict]}: {WEIGHTS[verdict]}")
    return verdict


def keys_in(path: Path | None, home: Path | None = None) -> Mapping[str, KeyReference] | None:
    """Give the keys of the file that was named, else those of the players met before, if any."""
    usual = (home or default_home()) / "known_players"
    if path is None and not usual.exists():
        return None
    return read_keys(path or usual)


def read_receipts(path: Path) -> list[Receipt]:
    return [decode(kept.data, Receipt) for kept in receipts_in(path)]


def lines_of(report: Report) -> Iterator[str]:
    """Give a line for each check, and in the end what it all means."""
    for check in CHECKS:
        found = [finding for finding in report.findings if finding.check == check]
        if found:
            yield from (f"{'!!':4}{check:10}{sentence_of(finding)}" for finding in found)
        elif check in report.seen:
            yield f"{'ok':4}{check:10}{report.seen[check]}"
        else:
            yield f"{'--':4}{check:10}not checked"
    gravest = [finding for finding in report.findings if finding.verdict is report.verdict]
    yield f"{WORDS[report.verdict]}: {sentence_of(gravest[0])}." if gravest else FAIR


def sentence_of(finding: Finding) -> str:
    """Say who, where and why."""
    where = f"entry {finding.entry}: " if finding.entry is not None else ""
    who = f"{finding.who}: " if finding.who else ""
    return f"{where}{who}{finding.why.rstrip('.')}"
