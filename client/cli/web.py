"""`jinmaku web`: a door for friends who have nothing but a browser."""

from __future__ import annotations

import asyncio
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from functools import partial
from importlib import import_module
from ipaddress import ip_address

from client.cli.doors import add_door_arguments, address_of, folder_of, idleness_of, run_door, stay_open
from client.texts import t
from protocol.invitation import Address

HELP = "Let friends play in a browser: your machine runs their client."
PORT = 8000


def add_arguments(parser: ArgumentParser) -> None:
    add_door_arguments(parser, PORT)
    parser.add_argument("--public-url", default="", help="the address of a proxy in front of it, https://...")


def run(args: Namespace) -> int:
    return run_door("web", "textual_serve", args, lambda: asyncio.run(keep_open(args)))


async def keep_open(args: Namespace) -> None:
    web = import_module("client.doors.web")
    settings = web.WebSettings(
        folder_of(args, "web"),
        Address.parse(args.server),
        sessions=args.sessions,
        idleness=idleness_of(args),
        public_url=args.public_url,
    )
    gateway = web.WebGateway(settings)
    await stay_open(gateway, args, partial(lines_for, args, gateway.token))


def lines_for(args: Namespace, token: str, port: int) -> Iterator[str]:
    base = args.public_url.rstrip("/") or f"http://{address_of(args)}:{port}"
    yield t("door-web-open")
    yield f"  {base}/?t={token}"
    if not base.startswith("https:") and not ip_address(args.bind).is_loopback:
        yield t("door-web-bare")
