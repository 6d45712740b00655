"""What doors for friends have in common, whatever they come through."""

from __future__ import annotations

import logging
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Iterator
from importlib.util import find_spec
from ipaddress import ip_address
from pathlib import Path
from typing import Any

from client.cli.hosting import LOOPBACK, address_to_tell, place_in, stop_asked, why_not
from client.cli.printing import BAD_INPUT, complain, tell
from client.doors.hourglass import Idleness
from client.local.home import default_home
from client.texts import t
from core.kinds import InputError
from protocol.identity import KeyFileError
from protocol.invitation import DEFAULT_PORT, InvitationError
from protocol.pace import read_span
from protocol.private_files import PrivateFileError

GET_DOORS = ".venv/bin/pip install --require-hashes -r requirements-doors.txt"


def add_door_arguments(parser: ArgumentParser, port: int) -> None:
    """Add the arguments that all doors share."""
    parser.add_argument(
        "--bind",
        type=place_in,
        default=LOOPBACK,
        help="where to listen: this machine only (%(default)s), or 0.0.0.0 for all its networks",
    )
    parser.add_argument("--port", type=int, default=port, help="the port (%(default)s); 0 picks a free one")
    parser.add_argument("--address", help="the name or address your friends use")
    parser.add_argument(
        "--server",
        default=f"{LOOPBACK}:{DEFAULT_PORT}",
        metavar="HOST:PORT",
        help="the server this door leads to (%(default)s)",
    )
    parser.add_argument("--data", type=Path, help="the folder of the door's key and its visitors")
    parser.add_argument("--sessions", type=int, default=20, help="how many visitors at once (%(default)s)")
    parser.add_argument(
        "--idle", default="2h", help="how long a visitor may go without pressing a key (%(default)s)"
    )


def run_door(name: str, needs: str, args: Namespace, work: Callable[[], None]) -> int:
    """Run a door, or say in a line why there is none."""
    logging.basicConfig(format="%(message)s", level=logging.WARNING)
    if find_spec(needs) is None:
        return complain(name, t("door-needs", library=needs, command=GET_DOORS))
    try:
        work()
    except (InputError, InvitationError, ValueError) as error:
        return complain(name, error, BAD_INPUT)
    except OSError as error:
        return complain(name, why_not(error, args))
    except (KeyFileError, PrivateFileError) as error:
        return complain(name, error)
    return 0


def folder_of(args: Namespace, name: str) -> Path:
    """Return the folder of a door, as an absolute path because clients run elsewhere."""
    return Path(args.data or default_home() / name).absolute()


def idleness_of(args: Namespace) -> Idleness:
    return Idleness.of(float(read_span(args.idle)))


async def stay_open(gateway: Any, args: Namespace, lines: Callable[[int], Iterable[str]]) -> None:
    """Keep a door open until somebody stops the program; `lines` describe it by its port."""
    port = await gateway.open(args.bind, args.port)
    stopped = stop_asked()
    tell(*lines(port), *lines_for_all(args))
    await stopped.wait()
    tell(t("door-closing"))
    await gateway.close()


def address_of(args: Namespace) -> str:
    return args.address or address_to_tell(args.bind)


def lines_for_all(args: Namespace) -> Iterator[str]:
    """Tell what holds for every door."""
    yield t("door-leads", server=args.server)
    yield t("door-note")
    if ip_address(args.bind).is_loopback:
        yield t("door-here-only")
