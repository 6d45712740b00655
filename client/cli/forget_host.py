"""`jinmaku forget-host`: forget the key of a table whose host has a new one."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from client.cli.printing import BAD_INPUT, FAILED, complain, tell
from client.local.home import default_home
from client.local.known_hosts import KnownTablesError, forget
from client.texts import t
from protocol.invitation import Address, InvitationError

HELP = "Forget a host's key, once the host has told you that it changed."


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("address", help="the table's address, as host:port")
    parser.add_argument("--home", type=Path, help="the folder of the tables you know")


def run(args: Namespace) -> int:
    try:
        address = Address.parse(args.address)
        is_known = forget((args.home or default_home()) / "known_tables", address.host, address.port)
    except (InvitationError, KnownTablesError) as error:
        return complain("forget-host", error, BAD_INPUT)
    tell(t("forget-done" if is_known else "forget-unknown", address=str(address)))
    return 0 if is_known else FAILED
