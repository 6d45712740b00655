"""`jinmaku verify`: find out from a log whether its game was fair."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from client.cli.past import BAD_FILES, WORDS, entries_in, known_from, own_players, own_receipts, verdict_lines
from client.cli.printing import complain, tell
from client.seat.evidence import Evidence, convicts, read_evidence
from core.kinds import InputError
from protocol.entries import AnyEntry
from protocol.logfile import read_log
from protocol.receipts import Receipt
from protocol.table.verify import Judgement, Report, unreadable, verify

HELP = (
    "Check a game from its log alone: every signature, sealed choice, draw of chance and move. "
    "Exits with 0 if all is fair, 1 if somebody has cheated, 2 if the log proves neither. "
    "Also looks at the evidence that was kept when the screen said that something was wrong."
)

WEIGHTS = {
    Judgement.CHEATING: "the host has signed two stories of one moment.",
    Judgement.UNPROVEN: "it takes the log of the host, or what others kept, to show who is to blame.",
}


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("log", metavar="LOG", type=Path, help="the log of a game, or evidence that was kept")
    parser.add_argument(
        "--keys", metavar="FILE", type=Path, help="whom you know: lines NAME KEY (your own known_players)"
    )
    parser.add_argument(
        "--receipts", metavar="FILE", type=Path, help="what you alone were told (your own, if you played)"
    )


def run(args: Namespace) -> int:
    try:
        evidence = read_evidence(args.log)
        players, told = args.keys or own_players(), args.receipts or own_receipts(opened_in(args.log))
        keys, receipts = known_from(players, told)
    except BAD_FILES as error:
        return complain("verify", error, Judgement.UNPROVEN)
    if evidence is not None:
        return weigh(evidence)
    report = verify_file(args.log, keys, receipts)
    for path in (players, told):
        if path not in (None, args.keys, args.receipts):
            print(f"Compared with your own {path}")
    for line in verdict_lines(report):
        tell(line)
    return report.judgement


def verify_file(
    log: Path, keys: Mapping[str, str] | None = None, receipts: Iterable[Receipt] | None = None
) -> Report:
    try:
        _, entries = entries_in(log)
    except InputError as error:
        return Report([unreadable(None, error)], Counter(), None, is_whole=False)
    return verify(entries, keys, receipts)


def weigh(evidence: Evidence) -> Judgement:
    """Say what was wrong, and whether that alone convicts anybody."""
    tell(f"What was wrong: {evidence.sentence}.")
    judgement = Judgement.CHEATING if convicts(evidence) else Judgement.UNPROVEN
    tell(f"{WORDS[judgement]}: {WEIGHTS[judgement]}")
    return judgement


def opened_in(log: Path) -> AnyEntry | None:
    """Give the first entry of a log; what is wrong with it is found by its inspection."""
    with suppress(InputError), log.open("rb") as file:
        return next(read_log(file)[1]).entry
    return None
