"""`jinmaku verify`: find out from a log whether its game was fair."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from client.cli.past import entries_in
from client.cli.printing import complain, tell
from client.local.home import PLAYERS, default_home
from client.local.known_players import KnownPlayersError, read_keys
from client.seat.evidence import Evidence, convicts, read_evidence
from client.seat.vault import VaultError, receipts_in, vault_folder
from client.texts.refusals import said
from client.texts.strip_controls import strip_controls
from core.kinds import InputError
from protocol.canonical import decode
from protocol.entries import AnyEntry, Opened
from protocol.errors import ProtocolError
from protocol.identity import BadKeyError, PublicKey
from protocol.logfile import read_log
from protocol.receipts import Receipt
from protocol.table.verify import CHECKS, HOST, Fault, Judgement, Report, unreadable, verify

HELP = (
    "Check a game from its log alone: every signature, sealed choice, draw of chance and move. "
    "Exits with 0 if all is fair, 1 if somebody has cheated, 2 if the log proves neither. "
    "Also looks at the evidence that was kept when the screen said that something was wrong."
)

BAD_FILES = (KnownPlayersError, VaultError, ProtocolError, OSError)
FAIR = "FAIR: all that this log says is signed, sealed and drawn as it should be."
WEIGHTS = {
    Judgement.CHEATING: "the host has signed two stories of one moment.",
    Judgement.UNPROVEN: "it takes the log of the host, or what others kept, to show who is to blame.",
}
WORDS = {Judgement.CHEATING: "CHEATING", Judgement.UNPROVEN: "NOT PROVEN"}


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
            print(strip_controls(f"Compared with your own {path}"))
    for line in lines_of(report):
        tell(strip_controls(line))
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
    tell(strip_controls(f"What was wrong: {evidence.sentence}."))
    judgement = Judgement.CHEATING if convicts(evidence) else Judgement.UNPROVEN
    tell(f"{WORDS[judgement]}: {WEIGHTS[judgement]}")
    return judgement


def own_players(home: Path | None = None) -> Path | None:
    """Find the players met before, if any."""
    path = (home or default_home()) / PLAYERS
    return path if path.exists() else None


def own_receipts(opened: AnyEntry | None, home: Path | None = None) -> Path | None:
    """Find what we were told at the table that a log opens with, if we have played there."""
    with suppress(BadKeyError):
        if isinstance(opened, Opened):
            host = PublicKey.load(opened.host)
            path = vault_folder(home or default_home(), host, opened.game_id) / "receipts"
            return path if path.exists() else None
    return None


def opened_in(log: Path) -> AnyEntry | None:
    """Give the first entry of a log; what is wrong with it is found by its inspection."""
    with suppress(InputError), log.open("rb") as file:
        return next(read_log(file)[1]).entry
    return None


def known_from(
    players: Path | None, told: Path | None
) -> tuple[Mapping[str, str] | None, list[Receipt] | None]:
    """Read what a log is compared with: fingerprints by name, and what some seats have kept."""
    keys = None if players is None else fingerprints_in(players)
    return keys, None if told is None else read_receipts(told)


def fingerprints_in(path: Path) -> dict[str, str]:
    return {name: key.fingerprint for name, key in read_keys(path).items()}


def read_receipts(path: Path) -> list[Receipt]:
    return [decode(kept.data, Receipt) for kept in receipts_in(path)]


def lines_of(report: Report) -> Iterator[str]:
    """Give a line for each check, and in the end what it all means."""
    seen = seen_in(report)
    for check in CHECKS:
        found = [fault for fault in report.faults if fault.check == check]
        if found:
            yield from (f"{'!!':4}{check:10}{sentence_of(fault)}" for fault in found)
        elif check in seen:
            yield f"{'ok':4}{check:10}{seen[check]}"
        else:
            yield f"{'--':4}{check:10}not checked"
    gravest = [fault for fault in report.faults if fault.judgement is report.judgement]
    yield f"{WORDS[report.judgement]}: {sentence_of(gravest[0])}." if gravest else FAIR


def seen_in(report: Report) -> dict[str, str]:
    """Say what each check has looked at."""
    counts, table = report.counts, report.table
    seen = {"file": f"{counts['entries']} entries, whole"} if counts["entries"] else {}
    if table is None or not report.is_whole:
        return seen
    known = "keys not compared" if "known" not in counts else f"{counts['known']} as you know them"
    choices = counts["choices"] + counts["cards"]
    seen |= {
        "chain": f"{counts['links']} links, signed by the host {table.host.fingerprint}",
        "players": f"{counts['players']} sat down, {known}",
        "deeds": f"{counts['deeds']} signed by their players, {counts['stand-ins']} by bots in their place",
        "sealed": f"{counts['rounds']} rounds, {choices} choices, {counts['by others']} opened by others",
        "chance": f"{table.luck.shown} links and {len(table.luck.drawn)} draws from the seed that was fixed",
    }
    if table.has_begun:
        seen["rules"] = "the game goes as they say"
    if table.is_revealed:
        names = [table.game.seat_names[seat] for seat in sorted(table.signed_off)]
        seen["end"] = f"signed by {', '.join(names)}"
    if "receipts" in counts:
        seen["receipts"] = f"{counts['receipts']} compared with what was told"
    return seen


def sentence_of(fault: Fault) -> str:
    """Say who, where and why."""
    where = f"entry {fault.entry}: " if fault.entry is not None else ""
    who = {"": "", HOST: "the host: "}.get(fault.who, f"{fault.who}: ")
    return f"{where}{who}{said(fault.why).rstrip('.')}"
