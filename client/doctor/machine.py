"""What the doctor finds on this machine: the program, the terminal, and the files at home."""

from __future__ import annotations

import locale
import os
import platform
import re
import select
import shutil
import sys
import termios
import time
import tty
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from importlib.metadata import PackageNotFoundError, requires, version
from importlib.util import find_spec
from pathlib import Path
from stat import S_IMODE
from tempfile import TemporaryFile
from typing import Final, TypeAlias

from client.doctor.findings import Finding, bad, good, think
from client.local import known_hosts, known_players
from client.local.settings import Settings
from client.signs import SIGNS
from client.texts import t
from client.texts.refusals import why
from client.tui.terminal import LEAST_COLUMNS, LEAST_ROWS
from protocol.identity import KeyFileError, LockedKeyError, load_identity
from protocol.limits import MIB, Limits
from protocol.private_files import PrivateFileError

# The program ---------------------------------------------------------------------------------


YEARS: Final = range(2026, 2100)  # the present is one of these, so an earlier clock is wrong
FOR_US_ALONE: Final = "dev"
NEED: Final = re.compile(r"""([\w.-]+).*;.*extra == ["'](\w+)["']""")


def program_finding() -> Finding:
    try:
        ours = version("jinmaku")
    except PackageNotFoundError:
        ours = t("doctor-no-package")
    python = platform.python_version()
    return good("program", t("doctor-program", ours=ours, python=python, system=platform.system()))


PINNED: Final = frozenset({"lan", "ssh", "web"})
GET_PINNED: Final = "--require-hashes -r requirements-doors.txt"


def extras_finding(needs: Iterable[str] | None = None) -> Finding:
    """Say which of the package's extras are installed."""
    wanted: dict[str, list[str]] = {}
    for need in needs if needs is not None else own_needs():
        match = NEED.match(need)
        if match and match[2] != FOR_US_ALONE:
            wanted.setdefault(match[2], []).append(match[1])
    missing = [extra for extra, packages in wanted.items() if not all(map(is_installed, packages))]
    there = [extra for extra in wanted if extra not in missing]
    words = t("doctor-extras", extras=", ".join(there)) if there else t("doctor-no-extras")
    with_pins = PINNED & set(missing)
    how = ".venv/bin/pip install " + (GET_PINNED if with_pins else f"-e '.[{','.join(missing)}]'")
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


# How wide the terminal draws -----------------------------------------------------------------


Widths: TypeAlias = dict[str, int]

SECONDS: Final = 1.5  # for all answers, even over a slow line
WHERE: Final = "\x1b[6n"
ANSWER: Final = re.compile(rb"\x1b\[\d+;(\d+)R")
ERASE: Final = "\r\x1b[K"


def measure(terminal: int, signs: Sequence[str], seconds: float = SECONDS) -> Widths | None:
    """Return the width of each sign, or nothing if the terminal does not answer in time."""
    with quiet(terminal):
        write(terminal, "".join(f"\r{sign}{WHERE}" for sign in signs) + ERASE)
        columns = answers(terminal, len(signs), seconds)
    if len(columns) < len(signs):
        return None
    return {sign: column - 1 for sign, column in zip(signs, columns, strict=True)}


@contextmanager
def quiet(terminal: int) -> Iterator[None]:
    """Take what the terminal sends without showing it; none of it is left for the shell."""
    before = termios.tcgetattr(terminal)
    tty.setcbreak(terminal, termios.TCSAFLUSH)
    try:
        yield
    finally:
        termios.tcsetattr(terminal, termios.TCSAFLUSH, before)


def write(terminal: int, text: str) -> None:
    data = text.encode()
    while data:
        data = data[os.write(terminal, data) :]


def answers(terminal: int, number: int, seconds: float) -> list[int]:
    """Collect that many columns, while there is time."""
    heard, end = b"", time.monotonic() + seconds
    while len(columns := [int(match[1]) for match in ANSWER.finditer(heard)]) < number:
        ready, _, _ = select.select([terminal], [], [], max(0.0, end - time.monotonic()))
        if not ready:
            break
        data = os.read(terminal, 4096)
        if not data:
            break
        heard += data
    return columns


# The terminal --------------------------------------------------------------------------------


EVERYTHING: Final = 110  # from this many columns on all panes fit
OURS: Final = tuple(chr(code) for code in SIGNS)


def is_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def terminal_findings(settings: Settings, *, may_measure: bool) -> Iterator[Finding]:
    if not is_terminal():
        yield think("terminal", t("doctor-no-terminal"), t("doctor-plain-works"))
        return
    yield size_finding(os.environ.get("TERM", ""), os.get_terminal_size())
    yield colour_finding(os.environ)
    yield encoding_finding(sys.stdout.encoding, settings)
    if may_measure:
        yield width_finding(measure(sys.stdin.fileno(), OURS), settings)


def size_finding(term: str, size: os.terminal_size) -> Finding:
    columns, rows = size
    if term in {"", "dumb", "unknown"}:
        return think("terminal", undrawable(term), t("doctor-plain-works"))
    there: dict[str, str | int] = {"term": term, "columns": columns, "rows": rows}
    if columns < LEAST_COLUMNS or rows < LEAST_ROWS:
        least = f"{LEAST_COLUMNS}x{LEAST_ROWS}"
        return think("terminal", t("doctor-terminal", **there), t("doctor-too-small", least=least))
    if columns < EVERYTHING:
        return good("terminal", t("doctor-terminal-narrow", most=EVERYTHING, **there))
    return good("terminal", t("doctor-terminal", **there))


def undrawable(term: str) -> str:
    return t("doctor-term", term=term) if term else t("doctor-no-term")


def colour_finding(environ: Mapping[str, str]) -> Finding:
    """Tell what Textual will make of the environment."""
    term, colours = environ.get("TERM", ""), environ.get("COLORTERM", "").lower()
    if "NO_COLOR" in environ:
        return good("colours", t("doctor-no-colours"))
    if colours in {"truecolor", "24bit"}:
        return good("colours", t("doctor-all-colours"))
    if "256color" in term or "kitty" in term:
        return good("colours", t("doctor-256-colours"))
    return think("colours", t("doctor-16-colours"), t("doctor-more-colours"))


def encoding_finding(encoding: str, settings: Settings) -> Finding:
    name = encoding.lower().replace("_", "-")
    if name in {"utf-8", "utf8"}:
        return good("signs", t("doctor-utf-8", name=locale.setlocale(locale.LC_CTYPE)))
    if settings.glyphs == "ascii":
        return good("signs", t("doctor-encoding-ascii", name=encoding))
    return think("signs", t("doctor-encoding", name=encoding), t("doctor-use-utf-8"))


def width_finding(widths: Widths | None, settings: Settings) -> Finding:
    if settings.glyphs == "ascii":
        return good("width", t("doctor-ascii"))
    if widths is None:
        ruler = "".join(OURS[:40])
        rule = "".join(str(place % 10) for place in range(len(ruler)))
        return think("width", t("doctor-ruler", ruler=ruler, rule=rule), t("doctor-if-not"))
    wrong = "".join(sign for sign, width in widths.items() if width != 1)
    if wrong:
        return think("width", t("doctor-wrong-width", signs=wrong), t("doctor-use-narrow"))
    return good("width", t("doctor-right-width", number=len(widths)))


# Files ---------------------------------------------------------------------------------------


LITTLE_ROOM: Final = 1024 * MIB
GIB: Final = 1024 * MIB
OTHERS: Final = 0o077


def file_findings(home: Path, data: Path) -> Iterator[Finding]:
    try:
        yield from findings_in(home, data)
    except OSError as error:  # nothing below it can be examined
        yield bad("home", why(error), t("doctor-own-it"))


def findings_in(home: Path, data: Path) -> Iterator[Finding]:
    yield key_finding("identity", home / "identity", t("doctor-no-identity"))
    yield key_finding("host key", data / "host_key", t("doctor-no-host-key"))
    yield from memory_findings(home)
    yield folder_finding("home", home)
    yield folder_finding("tables", data)


def key_finding(about: str, path: Path, if_none: str) -> Finding:
    if not path.exists():
        return good(about, if_none)
    try:
        identity = load_identity(path)
    except LockedKeyError:
        return good(about, t("doctor-locked-key", path=str(path)))
    except PrivateFileError as error:
        return bad(about, str(error))
    except KeyFileError as error:
        return bad(about, str(error), t("doctor-without-key"))
    return good(about, t("doctor-open-key", key=identity.public.fingerprint))


def memory_findings(home: Path) -> Iterator[Finding]:
    """Look for what would cause trouble at the next table."""
    files: tuple[tuple[str, Callable[[Path], object]], ...] = (
        ("known_tables", known_hosts.read),
        ("known_players", known_players.read_keys),
    )
    for name, read in files:
        try:
            _ = (home / name).exists() and read(home / name)
        except (known_hosts.KnownTablesError, known_players.KnownPlayersError) as error:
            yield bad("memory", str(error), t("doctor-mend-line"))
        except PrivateFileError as error:
            yield bad("memory", str(error))


def folder_finding(about: str, path: Path) -> Finding:
    there = next(folder for folder in (path, *path.parents) if folder.exists())
    if not can_write(there):
        return bad(about, t("doctor-read-only", path=str(there)), t("doctor-own-it"))
    if there == path and S_IMODE(path.stat().st_mode) & OTHERS:
        return bad(about, t("doctor-open", path=str(path)), t("doctor-close", path=str(path)))
    free = shutil.disk_usage(there).free
    words = t("doctor-free", path=str(path), free=f"{free / GIB:.1f}")
    if free < Limits().journal_size:
        return bad(about, words, t("doctor-no-room"))
    if free < LITTLE_ROOM:
        return think(about, words, t("doctor-little-room"))
    return good(about, words)


def can_write(folder: Path) -> bool:
    if not os.access(folder, os.W_OK | os.X_OK):
        return False
    try:
        with TemporaryFile(dir=folder) as file:
            file.write(b"x")
    except OSError:
        return False
    return True
