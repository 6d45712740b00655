"""`jinmaku scenario`: run scenarios and say of each whether the rules agree with it."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator
from pathlib import Path

from client.cli.printing import tell
from client.texts import t
from client.texts.refusals import why
from core.kinds import InputError, RulesError
from core.scenario import ScenarioError, read_scenario, run_scenario

HELP = "Run scenarios and print a line for each. Exit code 1 if any fails."


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("paths", metavar="PATH", nargs="+", type=Path, help="a scenario or a folder of them")


def run(args: Namespace) -> int:
    total = failed = 0
    for path in scenarios_in(args.paths):
        total += 1
        complaint = complaint_of(path)
        failed += bool(complaint)
        print(f"FAIL {path}: {complaint}" if complaint else f"ok   {path}", flush=True)
    if not total:
        tell(t("scenario-none"))
        return 1
    tell(t("scenario-total", passed=total - failed, failed=failed))
    return 1 if failed else 0


def scenarios_in(paths: Iterable[Path]) -> Iterator[Path]:
    for path in paths:
        if path.is_dir():
            yield from sorted(file for file in path.rglob("*.toml") if file.is_file())
        else:
            yield path


def complaint_of(path: Path) -> str:
    """Say how the rules differ from a scenario; nothing if they do not."""
    try:
        run_scenario(read_scenario(path.read_text("utf-8-sig")))
    except (ScenarioError, InputError, RulesError) as error:
        return why(error)
    except FileNotFoundError:
        return "there is no such file"
    except UnicodeDecodeError:
        return "it is not UTF-8 text"
    except OSError as error:
        return f"cannot be read: {error.strerror}"
    except Exception as error:  # noqa: BLE001  a fault of ours fails this scenario, the others go on
        return f"the rules broke down: {type(error).__name__}: {error}"
    return ""
