"""`jinmaku open`: open a table on a server that is running."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator

from client.cli.hosting import (
    add_seats_arguments,
    add_table_arguments,
    add_terms_arguments,
    terms_in,
    wish_in,
)
from client.cli.player import ask_password
from client.cli.printing import tell
from client.cli.servers import add_server_arguments, run_visit
from client.seat.visit import Visit
from client.texts import t
from protocol.entries import Access
from protocol.invitation import Invitation
from protocol.messages import OpenTable

HELP = "Open a table on a server that lets you, and print how to get to it."


def add_arguments(parser: ArgumentParser) -> None:
    add_server_arguments(parser)
    add_table_arguments(parser)
    add_seats_arguments(parser)
    add_terms_arguments(parser)
    parser.add_argument(
        "--access",
        choices=[access.value for access in Access],
        default=Access.INVITED.value,
        help="who may sit down: invited players, anyone with the password too, or everyone (%(default)s)",
    )


def run(args: Namespace) -> int:
    return run_visit("open", args.server, args, open_table)


async def open_table(visit: Visit, args: Namespace) -> None:
    wish = wish_in(args, args.seats, terms_in(args))
    access = Access(args.access)
    password = ask_password() if access is Access.PASSWORD else None
    game, seats, options, terms = wish.table
    asked = OpenTable(game, seats, tuple(options.items()), terms, args.bots, args.level, access, password)
    table = await visit.open(asked)
    guests = len(seats) - args.bots if access is Access.INVITED else 0
    invitations = [await visit.invite(table) for _ in range(guests)]
    tell(*lines_of(visit.table(table), invitations, access))


def lines_of(table: Invitation, invitations: list[Invitation], access: Access) -> Iterator[str]:
    yield t("club-opened", table=table.game)
    if invitations:
        yield t("club-invitations")
    yield from (f"  jinmaku join '{invitation.text()}'" for invitation in invitations)
    if not invitations:
        flag = " --password" if access is Access.PASSWORD else ""
        yield t("club-to-sit-down")
        yield f"  jinmaku join{flag} '{table.text()}'"
    yield t("club-to-watch")
    yield f"  jinmaku join --watch '{table.text()}'"
    yield t("club-to-close")
    yield f"  jinmaku close '{table.text()}'"
