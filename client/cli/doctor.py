"""`jinmaku doctor`: examine this machine and say what may prevent a game, and what to do."""

from __future__ import annotations

import asyncio
import os
import sys
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from shutil import get_terminal_size
from textwrap import fill

from client.cli.flags import defaults_of, lines_in, warnings
from client.cli.player import link_in
from client.doctor.findings import Finding, Grade, bad, good, think
from client.doctor.machine import (
    clock_finding,
    extras_finding,
    file_findings,
    program_finding,
    terminal_findings,
)
from client.doctor.network import (
    address_findings,
    discovery_finding,
    outward_address,
    port_finding,
    visit_findings,
)
from client.local.config import Config, ConfigError
from client.local.home import default_home
from client.local.settings import Settings, read_settings
from client.texts import t
from protocol.invitation import DEFAULT_PORT

HELP = (
    "Check the terminal, network, files and clock, and say what to do about anything that is wrong. "
    "With the link of a table or a server, also check whether you can reach it. "
    "Exit code 1 if something is wrong."
)
COLOURS = {Grade.GOOD: "\x1b[32m", Grade.THINK: "\x1b[33m", Grade.BAD: "\x1b[1;31m"}
END = "\x1b[0m"
INDENT = 19
MOST_COLUMNS = 110  # longer lines are hard to read


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "link", metavar="LINK", nargs="?", type=link_in, help="table://..., a table or a server to reach"
    )
    parser.add_argument("--plain", action="store_true", help="no colours, and no measuring on the screen")
    parser.add_argument("--home", type=Path, help="the folder of your identity and games")


def run(args: Namespace) -> int:
    """Print each finding as soon as it is there."""
    grades: Counter[Grade] = Counter()
    for finding in findings(args):
        grades[finding.grade] += 1
        print(line_of(finding, is_plain=args.plain or not sys.stdout.isatty()), flush=True)
    print(conclusion(grades))
    return 1 if grades[Grade.BAD] else 0


def findings(args: Namespace) -> Iterator[Finding]:
    home = args.home or default_home()
    yield program_finding()
    yield extras_finding()
    yield from config_findings(home)
    settings, host = believed(home)
    yield from terminal_findings(settings, may_measure=not args.plain)
    yield from file_findings(home, host.data or home / "server")
    yield clock_finding(datetime.now().astimezone())
    yield from address_findings()
    yield asyncio.run(port_finding(host.bind, host.port))
    yield discovery_finding(outward_address())
    if args.link is not None:
        yield from asyncio.run(visit_findings(args.link))


def config_findings(home: Path) -> Iterator[Finding]:
    try:
        config = Config.of(home)
        list(lines_in(config))
    except ConfigError as error:
        yield bad("settings", str(error), t("doctor-see-config"))
        return
    yield good("settings", f"{config.path}." if config.path.exists() else t("doctor-usual"))
    for warning in warnings(config):
        yield think("settings", warning, t("doctor-no-setting"))


def believed(home: Path) -> tuple[Settings, Namespace]:
    """Return what holds for the screen and for hosting; if settings are broken, the usual ones."""
    try:
        return read_settings(home), defaults_of("host", home)
    except ConfigError:
        return Settings(), Namespace(bind="127.0.0.1", port=DEFAULT_PORT, data=None)


# What is printed ---------------------------------------------------------------------------------


def line_of(finding: Finding, *, is_plain: bool) -> str:
    grade = t(f"doctor-grade-{finding.grade.value}")
    about = t(f"doctor-about-{finding.about.replace(' ', '-')}")
    start = f"{grade:<6} {about:<12}"
    words = " ".join(filter(None, (finding.words, finding.advice)))
    if is_plain:
        return f"{start}{words}"
    width = min(get_terminal_size().columns, MOST_COLUMNS)
    text = fill(start + words, width, subsequent_indent=" " * INDENT, break_on_hyphens=False)
    if "NO_COLOR" in os.environ or os.environ.get("TERM") == "dumb":
        return text
    return f"{COLOURS[finding.grade]}{text[:6]}{END}{text[6:]}"


def conclusion(grades: Counter[Grade]) -> str:
    if grades[Grade.BAD]:
        return t("doctor-all-bad", number=grades[Grade.BAD])
    if grades[Grade.THINK]:
        return t("doctor-all-think", number=grades[Grade.THINK])
    return t("doctor-all-good")
