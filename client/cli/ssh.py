"""`jinmaku ssh`: a door for friends who have nothing but SSH."""

from __future__ import annotations

import asyncio
import logging
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from functools import partial
from importlib import import_module
from pathlib import Path

from client.cli.doors import add_door_arguments, address_of, folder_of, idleness_of, run_door, stay_open
from client.texts import t
from protocol.invitation import Address

HELP = "Let friends play over SSH: your machine runs their client, and their SSH key is their identity."
PORT = 2222


def add_arguments(parser: ArgumentParser) -> None:
    add_door_arguments(parser, PORT)
    parser.add_argument(
        "--per-address", type=int, default=8, help="how many visitors from one address (%(default)s)"
    )
    parser.add_argument(
        "--keys",
        type=Path,
        metavar="FILE",
        help="the keys that may come in, one per line as in authorized_keys; without it, any key may",
    )
    parser.add_argument("--no-mouse", action="store_true", help="ignore the mouse, for slow connections")


def run(args: Namespace) -> int:
    return run_door("ssh", "asyncssh", args, lambda: asyncio.run(keep_open(args)))


async def keep_open(args: Namespace) -> None:
    ssh = import_module("client.doors.ssh")
    data = folder_of(args, "ssh")
    settings = ssh.SshSettings(
        data,
        Address.parse(args.server),
        sessions=args.sessions,
        per_address=args.per_address,
        idleness=idleness_of(args),
        has_mouse=not args.no_mouse,
        keys=args.keys,
    )
    logging.getLogger("asyncssh").setLevel(logging.ERROR)
    fingerprint = ssh.host_key(data).public.fingerprint
    await stay_open(ssh.SshGateway(settings), args, partial(lines_for, args, fingerprint))


def lines_for(args: Namespace, fingerprint: str, port: int) -> Iterator[str]:
    yield t("door-ssh-open")
    yield f"  ssh -p {port} NAME@{address_of(args)}"
    yield t("door-ssh-then")
    yield f"  {fingerprint}"
