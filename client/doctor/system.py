"""The program itself: its version, what is installed beside it, and the clock."""

from __future__ import annotations

import platform
import re
from collections.abc import Iterable
from datetime import datetime
from importlib.metadata import PackageNotFoundError, requires, version
from importlib.util import find_spec
from typing import Final

from client.doctor.findings import Finding, bad, good
from client.texts import t

YEARS: Final = range(2026, 2100)  # none of which is over when this is written, so an earlier one is wrong
FOR_US_ALONE: Final = "dev"
NEED: Final = re.compile(r"""([\w.-]+).*;.*extra == ["'](\w+)["']""")


def program_finding() -> Finding:
    try:
        ours = version("jinmaku")
    except PackageNotFoundError:
        ours = t("doctor-no-package")
    python = platform.python_version()
    return good("program", t("doctor-program", ours=ours, python=python, system=platform.system()))


def extras_finding(needs: Iterable[str] | None = None) -> Finding:
    """Say which of the extras that the package names are there."""
    wanted: dict[str, list[str]] = {}
    for need in needs if needs is not None else own_needs():
        match = NEED.match(need)
        if match and match[2] != FOR_US_ALONE:
            wanted.setdefault(match[2], []).append(match[1])
    missing = [extra for extra, packages in wanted.items() if not all(map(is_installed, packages))]
    there = [extra for extra in wanted if extra not in missing]
    words = t("doctor-extras", extras=", ".join(there)) if there else t("doctor-no-extras")
    how = f".venv/bin/pip install -e '.[{','.join(missing)}]'"
    more = t("doctor-missing", extras=", ".join(missing), command=how) if missing else ""
    return good("extras", words, more)


def own_needs() -> list[str]:
    try:
        return requires("jinmaku") or []
    except PackageNotFoundError:
        return []


def is_installed(package: str) -> bool:
    return find_spec(package.replace("-", "_")) is not None


def clock_finding(now: datetime) -> Finding:
    if now.year not in YEARS:
        return bad("clock", t("doctor-wrong-clock", date=f"{now:%Y-%m-%d}"), t("doctor-set-clock"))
    return good("clock", f"{now:%Y-%m-%d %H:%M:%S %Z}.")
