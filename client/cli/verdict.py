"""What a log proves, in words: a line for each check, and the verdict."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from client.harmless import harmless
from client.local.home import PLAYERS, default_home
from client.local.known_players import KnownPlayersError, read_keys
from client.seat.vault import VaultError
from client.table.past import CheckResult
from client.table.wording import seat_list
from client.texts import t
from client.texts.refusals import said
from protocol.errors import ProtocolError
from protocol.table.verify import CHECKS, HOST, Fault, Judgement, Report

BAD_FILES = (KnownPlayersError, VaultError, ProtocolError, OSError)
VERDICTS = {Judgement.CHEATED: "cheated", Judgement.NOT_PROVEN: "not-proven"}
WHO = {HOST: "host", "": "nobody"}
NAMES = {Judgement.FAIR: "FAIR", Judgement.CHEATED: "CHEATED", Judgement.NOT_PROVEN: "NOT PROVEN"}
"""What programs are told; they need no translation."""


def own_players(home: Path | None = None) -> Path | None:
    """Find the players met before, if any."""
    path = (home or default_home()) / PLAYERS
    return path if path.exists() else None


def fingerprints_in(path: Path) -> dict[str, str]:
    return {name: key.fingerprint for name, key in read_keys(path).items()}


def verdict_lines(report: Report) -> Iterator[str]:
    """Return a line for each check, and finally what it all means."""
    yield from (f"{sign:4}{check:10}{words}" for sign, check, words in findings_in(report))
    yield verdict_of(report)


def findings_in(report: Report) -> Iterator[CheckResult]:
    """Say what each check has found."""
    seen = seen_in(report)
    for check in CHECKS:
        found = [fault for fault in report.faults if fault.check == check]
        name = t(f"verify-check-{check}")
        if found:
            yield from (CheckResult("!!", name, sentence_of(fault)) for fault in found)
        elif check in seen:
            yield CheckResult("ok", name, seen[check])
        else:
            yield CheckResult("--", name, t("verify-not-checked"))


def verdict_of(report: Report) -> str:
    """Say in one line what a log proves, and what it was not compared with."""
    gravest = [fault for fault in report.faults if fault.judgement is report.judgement]
    verdict = t("verify-fair")
    if gravest:
        verdict = t(f"verify-{VERDICTS[report.judgement]}", why=sentence_of(gravest[0]))
    return " ".join([verdict, *reservations(report)])


def reservations(report: Report) -> Iterator[str]:
    """Say what the verdict does not rest on."""
    if report.strangers:
        number = "one" if len(report.strangers) == 1 else "other"
        yield t("verify-strangers", names=number, list=", ".join(report.strangers))
    if report.is_forked:
        yield t("verify-origin")
    if report.unsigned:
        assert report.table is not None
        yield t("verify-gone", seats=seat_list(report.table.game, report.unsigned))


def seen_in(report: Report) -> dict[str, str]:
    """Say what each check has looked at."""
    counts, table = report.counts, report.table
    seen = {"file": t("verify-file", entries=counts["entries"])} if counts["entries"] else {}
    if table is None or not report.is_whole:
        return seen
    known = str(counts["known"]) if "known" in counts else "none"
    choices, draws = counts["choices"] + counts["cards"], len(table.luck.drawn)
    seen |= {
        "chain": t("verify-chain", links=counts["links"], host=table.host.fingerprint),
        "players": t("verify-players", players=counts["players"], known=known),
        "deeds": t("verify-deeds", deeds=counts["deeds"], others=counts["stand-ins"]),
        "sealed": t("verify-sealed", rounds=counts["rounds"], choices=choices, others=counts["by others"]),
        "chance": t("verify-chance", links=table.luck.shown, draws=draws),
        "told": t("verify-told", times=counts["told"]),
    }
    if table.has_begun:
        seen["rules"] = t("verify-rules")
    if table.is_revealed:
        seen["end"] = t("verify-end", seats=seat_list(table.game, sorted(table.signed_off)))
    return seen


def sentence_of(fault: Fault) -> str:
    """Say who, where and why."""
    why, who = said(fault.why).rstrip("."), WHO.get(fault.who, "seat")
    if fault.why.message.startswith("found-"):
        seat = t(f"clan-{fault.who}") if who == "seat" else ""
        why = t("verify-who", who=who, seat=seat, why=why)
        return why if fault.entry is None else t("verify-entry", number=fault.entry, why=why)
    if fault.entry is None:
        return why
    return t("verify-signed" if fault.who == HOST else "verify-changed", number=fault.entry, why=why)


def as_data(report: Report) -> dict[str, Any]:
    """Return a report as data."""
    return {
        "verdict": NAMES[report.judgement],
        "sentence": harmless(verdict_of(report)),
        "findings": [
            {
                "check": fault.check,
                "verdict": NAMES[fault.judgement],
                "who": fault.who or None,
                "entry": fault.entry,
                "sentence": harmless(sentence_of(fault)),
            }
            for fault in report.faults
        ],
        "counts": dict(report.counts),
        "not_compared": [harmless(name) for name in report.strangers],
        "origin_not_compared": report.is_forked,
    }
