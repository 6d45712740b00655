"""`jinmaku ssh`: a door for friends who have nothing but SSH."""

from __future__ import annotations

import asyncio
import logging
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from ipaddress import ip_address
from pathlib import Path

from client.cli.host import address_to_tell, why_not
from client.cli.hosting import LOOPBACK, stop_asked
from client.cli.printing import tell
from client.doors.hourglass import Idleness
from client.local.home import default_home
from client.texts import t
from client.texts.refusals import why
from core.kinds import InputError
from protocol.identity import KeyFileError
from protocol.invitation import DEFAULT_PORT, Address, InvitationError
from protocol.pace import read_span
from protocol.private_files import PrivateFileError

HELP = "Let friends play over SSH: your machine runs their client, their key is who they are."
PORT = 2222
FAILED = 1
BAD_INPUT = 2


def add_arguments(parser: ArgumentParser) -> None:
    add_door_arguments(parser, PORT)
    parser.add_argument("--per-address", type=int, default=8, help="how many from one address (%(default)s)")
    parser.add_argument("--no-mouse", action="store_true", help="for slow lines: the mouse does nothing")


def add_door_arguments(parser: ArgumentParser, port: int) -> None:
    """Add what all doors have in common."""
    parser.add_argument(
        "--bind",
        default=LOOPBACK,
        help="where to listen: this machine alone (%(default)s), or 0.0.0.0 for all",
    )
    parser.add_argument("--port", type=int, default=port, help="the port (%(default)s); 0 is any free one")
    parser.add_argument("--address", help="the name or address that your friends type")
    parser.add_argument(
        "--server",
        default=f"{LOOPBACK}:{DEFAULT_PORT}",
        metavar="HOST:PORT",
        help="the server that the door leads to (%(default)s)",
    )
    parser.add_argument("--data", type=Path, help="the folder of the door's key and its visitors")
    parser.add_argument("--sessions", type=int, default=20, help="how many at once (%(default)s)")
    parser.add_argument("--idle", default="2h", help="who touches no key for so long has to go (%(default)s)")


def run(args: Namespace) -> int:
    return run_door("ssh", "asyncssh", args, lambda: asyncio.run(keep_open(args)))


def run_door(name: str, needs: str, args: Namespace, work: Callable[[], None]) -> int:
    """Run a door, or say in a line why there is none."""
    logging.basicConfig(format="%(message)s", level=logging.WARNING)
    if find_spec(needs) is None:
        command = f".venv/bin/pip install -e '.[{name}]'"
        return complain(name, f"{needs} is not installed; in Jinmaku's folder {command} brings it.", FAILED)
    try:
        work()
    except (InputError, InvitationError, ValueError) as error:
        return complain(name, why(error), BAD_INPUT)
    except OSError as error:
        return complain(name, why_not(error, args), FAILED)
    except (KeyFileError, PrivateFileError) as error:
        return complain(name, error, FAILED)
    return 0


def complain(name: str, why: object, code: int) -> int:
    print(f"jinmaku {name}: {why}", file=sys.stderr)
    return code


def folder_of(args: Namespace, name: str) -> Path:
    """Give the folder of a door; clients run elsewhere, so it is named from the root on."""
    return Path(args.data or default_home() / name).absolute()


def idleness_of(args: Namespace) -> Idleness:
    return Idleness.of(float(read_span(args.idle)))


async def keep_open(args: Namespace) -> None:
    ssh = import_module("client.doors.ssh")
    ip_address(args.bind)
    data = folder_of(args, "ssh")
    settings = ssh.SshSettings(
        data,
        Address.parse(args.server),
        sessions=args.sessions,
        per_address=args.per_address,
        idleness=idleness_of(args),
        has_mouse=not args.no_mouse,
    )
    logging.getLogger("asyncssh").setLevel(logging.ERROR)
    gateway = ssh.SshGateway(settings)
    port = await gateway.open(args.bind, args.port)
    stopped, fingerprint = stop_asked(), ssh.host_key(data).public.fingerprint
    tell(*lines_for(args, port, fingerprint))
    await stopped.wait()
    print("The door closes.", flush=True)
    await gateway.close()


def lines_for(args: Namespace, port: int, fingerprint: str) -> Iterator[str]:
    address = args.address or address_to_tell(args.bind)
    yield "The door is open. Your friends type, with the name that the others shall call them by,"
    yield f"  ssh -p {port} NAME@{address}"
    yield "and then the invitation that you have sent them. SSH asks them about this key the first time:"
    yield f"  {fingerprint}"
    yield from lines_for_all(args)


def lines_for_all(args: Namespace) -> Iterator[str]:
    """Tell what holds for every door."""
    yield f"It leads to the server at {args.server}."
    yield f"{t('door-note')}"
    if ip_address(args.bind).is_loopback:
        yield "It is open to this machine alone; --bind 0.0.0.0 opens it to all its networks."
