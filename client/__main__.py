"""The command `jinmaku`: reads the command line and hands over to a module of `client.cli`.

Only the module of the subcommand in use is imported.
"""

from __future__ import annotations

import os
import sys
from argparse import SUPPRESS, Action, ArgumentParser, BooleanOptionalAction, Namespace
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

from client.cli import COMMANDS, CONFIGURABLE
from client.signs import prepare_streams

FAILED = 1
USAGE_ERROR = 2
INTERRUPTED = 130  # what shells report after ctrl-c


class Parser(ArgumentParser):
    """An argument parser whose complaints fit on one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(USAGE_ERROR, f"{self.prog}: {message}; see {self.prog} --help\n")


class ShowVersion(Action):
    """Option: print the version and leave; looks it up only when asked."""

    def __call__(self, parser: ArgumentParser, *_: Any) -> NoReturn:
        version = import_module("importlib.metadata").version("jinmaku")
        print(f"jinmaku {version}")
        parser.exit()


def get_args(argv: Sequence[str]) -> Namespace:
    parser = Parser(
        "jinmaku",
        description="Rising Sun, Shogun and Ninjato in your terminal. Without a command, the lobby opens.",
    )
    parser.add_argument(
        "--version", action=ShowVersion, nargs=0, default=SUPPRESS, help="show the version and exit"
    )
    parser.add_argument(
        "--home",
        dest="lobby_home",
        metavar="HOME",
        type=Path,
        help="for the lobby: the folder of your identity and games",
    )
    parser.add_argument(
        "--plain",
        dest="lobby_plain",
        action=BooleanOptionalAction,
        help="for the lobby: line by line, for screen readers and scripts",
    )
    parser.set_defaults(run=enter_lobby)
    commands = parser.add_subparsers(metavar="COMMAND")
    for name, summary in COMMANDS:
        subparser = commands.add_parser(name, help=summary)
        if name in argv:
            module = import_module(f"client.cli.{name.replace('-', '_')}")
            subparser.description = module.HELP
            module.add_arguments(subparser)
            subparser.set_defaults(run=module.run)
            configure(subparser, name, argv)
    args = parser.parse_args(argv)
    misplaced = [flag for flag in ("home", "plain") if vars(args)[f"lobby_{flag}"] is not None]
    if misplaced and args.run is not enter_lobby:
        parser.error(f"--{misplaced[0]} belongs after the command")
    return args


def configure(parser: ArgumentParser, command: str, argv: Sequence[str]) -> None:
    """Let flags default to what the player has set for good."""
    if command not in CONFIGURABLE:
        return
    peek = Parser(parser.prog, add_help=False, allow_abbrev=False)
    peek.add_argument("--home", type=Path)
    home: Path | None = peek.parse_known_args(argv)[0].home
    try:
        import_module("client.cli.flags").configure(parser, command, home)
    except import_module("client.local.config").ConfigError as error:
        parser.exit(USAGE_ERROR, f"{parser.prog}: {error}\n")


def enter_lobby(args: Namespace) -> int:
    """Without a subcommand, let the player choose."""
    code: int = import_module("client.cli.lobby").run(args.lobby_home, plain=args.lobby_plain)
    return code


def main(argv: Sequence[str] | None = None) -> int:
    prepare_streams()
    try:
        args = get_args(sys.argv[1:] if argv is None else argv)
        run: Callable[[Namespace], int] = args.run
        return run(args)
    except SystemExit:
        raise  # help and complaints leave at once: nothing below has to be imported for them
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # The reader has seen enough; Python must not complain, either, when it closes the output.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except import_module("client.cli.player").BAD_FILES as error:
        code: int = import_module("client.cli.printing").complain("", error)
        return code


if __name__ == "__main__":
    sys.exit(main())
