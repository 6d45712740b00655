"""What a log proves, in words: a line for each check, and the verdict."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from client.harmless import harmless
from client.local.home import PLAYERS, default_home
from client.local.known_players import KnownPlayersError, read_keys
from client.seat.vault import VaultError
from client.texts import t
from client.texts.refusals import said
from protocol.errors import ProtocolError
from protocol.table.verify import CHECKS, HOST, Fault, Judgement, Report

BAD_FILES = (KnownPlayersError, VaultError, ProtocolError, OSError)
VERDICTS = {Judgement.CHEATED: "cheated", Judgement.NOT_PROVEN: "not-proven"}
NAMES = {Judgement.FAIR: "FAIR", Judgement.CHEATED: "CHEATED", Judgement.NOT_PROVEN: "NOT PROVEN"}
"""What programs are told; they need no translation."""


def own_players(home: Path | None = None) -> Path | None:
    """Find the players met before, if any."""
    path = (home or default_home()) / PLAYERS
    return path if path.exists() else None


def fingerprints_in(path: Path) -> dict[str, str]:
    return {name: key.fingerprint for name, key in read_keys(path).items()}


def verdict_lines(report: Report) -> Iterator[str]:
    """Give a line for each check, and in the end what it all means."""
    seen = seen_in(report)
    for check in CHECKS:
        found = [fault for fault in report.faults if fault.check == check]
        name = t(f"verify-check-{check}")
        if found:
            yield from (f"{'!!':4}{name:10}{sentence_of(fault)}" for fault in found)
        elif check in seen:
            yield f"{'ok':4}{name:10}{seen[check]}"
        else:
            yield f"{'--':4}{name:10}{t('verify-not-checked')}"
    yield verdict_of(report)


def verdict_of(report: Report) -> str:
    """Say in one line what a log proves, and what it was not compared with."""
    gravest = [fault for fault in report.faults if fault.judgement is report.judgement]
    verdict = t("verify-fair")
    if gravest:
        verdict = t(f"verify-{VERDICTS[report.judgement]}", why=sentence_of(gravest[0]))
    if not report.strangers:
        return verdict
    number = "one" if len(report.strangers) == 1 else "other"
    return f"{verdict} {t('verify-strangers', names=number, list=', '.join(report.strangers))}"


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
        names = [table.game.seat_names[seat] for seat in sorted(table.signed_off)]
        seen["end"] = t("verify-end", seats=", ".join(names))
    return seen


def sentence_of(fault: Fault) -> str:
    """Say who, where and why."""
    why = said(fault.why).rstrip(".")
    if fault.who == HOST:
        why = t("verify-host", why=why)
    elif fault.who:
        why = t("verify-seat", seat=fault.who, why=why)
    return why if fault.entry is None else t("verify-entry", number=fault.entry, why=why)


def as_data(report: Report) -> dict[str, Any]:
    """Give a report as data."""
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
    }
