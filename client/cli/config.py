"""`jinmaku config`: show what is set, and where each value comes from."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from textwrap import fill
from typing import Any

from client.cli.flags import EffectiveSetting, lines_in, warnings
from client.cli.printing import BAD_INPUT, complain, room
from client.local.config import DEFAULT, Config, ConfigError, Setting, without_secrets
from client.local.home import default_home
from client.texts import has_text, t

HELP = (
    "Show your settings and where they come from: the environment overrides the file, and a flag overrides "
    "both. Exit code 2 if a setting is invalid."
)
EXAMPLE = "  port = 7000"


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--explain", action="store_true", help="every setting, and what it means")
    parser.add_argument("--home", type=Path, help="the folder of your identity and games")


def run(args: Namespace) -> int:
    try:
        config = Config.of(args.home or default_home())
        lines = list(lines_in(config))
    except ConfigError as error:
        return complain("config", error, BAD_INPUT)
    for line in report(config, lines, explains=args.explain):
        print(line)
    return 0


def report(config: Config, lines: Sequence[EffectiveSetting], *, explains: bool) -> Iterator[str]:
    file = "config-file" if config.path.exists() else "config-no-file"
    yield f"# {t(file, path=str(config.path))}"
    told = [line for line in lines if explains or line.source != DEFAULT]
    if not told:
        yield f"# {t('config-nothing')}"
    for section, group in groupby(told, lambda line: line.setting.section):
        yield from ["", f"[{section}]"] if section else [""]
        yield from rows(list(group), config.path)
    yield ""
    how = (t("config-how-file"), EXAMPLE, t("config-how-environment")) if explains else (t("config-explain"),)
    yield from (f"# {line}" for line in (*warnings(config), *how))


def rows(lines: Sequence[EffectiveSetting], path: Path) -> Iterator[str]:
    """Write settings below each other; their meaning gets the rest of the line, if any is left."""
    cells = [(line.setting.key, shown(line.value), source_of(line, path)) for line in lines]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for line, cell in zip(lines, cells, strict=True):
        start = "  ".join(text.ljust(width) for text, width in zip(cell, widths, strict=True)) + "  "
        yield from fill(
            start + meaning(line.setting), room(), subsequent_indent=" " * len(start)
        ).splitlines()


def source_of(line: EffectiveSetting, path: Path) -> str:
    return path.name if line.source == str(path) else line.source


def shown(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if value is None or value in ("", [], ()):
        return "-"
    values = value if isinstance(value, (list, tuple)) else [str(value)]
    return ", ".join(without_secrets(values))


def meaning(setting: Setting) -> str:
    message = f"settings-{setting.key}"
    is_known = setting.section in ("screen", "notices") and has_text(message)
    return t(message) if is_known else setting.help
