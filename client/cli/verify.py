"""`jinmaku verify`: find out from a log whether its game was fair."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from client.cli.past import entries_in
from client.cli.printing import complain, tell
from client.cli.verdict import (
    BAD_FILES,
    NAMES,
    VERDICTS,
    as_data,
    fingerprints_in,
    own_players,
    verdict_lines,
)
from client.harmless import harmless
from client.seat.evidence import Evidence, Meaning, meaning_of, read_evidence
from client.texts import t
from core.kinds import InputError
from protocol.table.verify import Judgement, Report, unreadable, verify

HELP = (
    "Check from its log alone whether a game was fair: every signature, sealed choice, draw and move. "
    "Exit code 0 if it was, 1 if somebody cheated, 2 if the log proves neither. "
    "Also checks the evidence your client saved when it told you to stop playing."
)


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("log", metavar="LOG", type=Path, help="the log of a game, or saved evidence")
    parser.add_argument(
        "--keys",
        metavar="FILE",
        type=Path,
        help="the players you know, one line NAME KEY each (your own known_players)",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object, for programs")


def run(args: Namespace) -> int:
    try:
        evidence = read_evidence(args.log)
        players = args.keys or own_players()
        keys = None if players is None else fingerprints_in(players)
    except BAD_FILES as error:
        return complain("verify", error, Judgement.NOT_PROVEN)
    if evidence is not None:
        return weigh(evidence, is_for_programs=args.json)
    report = verify_file(args.log, keys)
    if args.json:
        print(json.dumps(as_data(report), indent=1))
        return report.judgement
    if players not in (None, args.keys):
        tell(t("verify-compared", path=str(players)))
    for line in verdict_lines(report):
        tell(line)
    return report.judgement


def verify_file(log: Path, keys: Mapping[str, str] | None = None) -> Report:
    try:
        _, entries = entries_in(log)
    except InputError as error:
        return Report([unreadable(None, error)], Counter(), None, is_whole=False)
    return verify(entries, keys)


def weigh(evidence: Evidence, *, is_for_programs: bool) -> Judgement:
    """Say what was wrong, and whether that alone convicts anybody."""
    meaning = meaning_of(evidence)
    judgement = Judgement.CHEATED if meaning is Meaning.TWO_STORIES else Judgement.NOT_PROVEN
    verdict = t(f"verify-{VERDICTS[judgement]}", why=t(f"verify-{meaning.value}"))
    if is_for_programs:
        found = {"verdict": NAMES[judgement], "sentence": verdict, "evidence": harmless(evidence.sentence)}
        print(json.dumps(found, indent=1))
    else:
        tell(t("verify-wrong", sentence=evidence.sentence), verdict)
    return judgement
