"""`jinmaku invite`: make out more invitations to a table."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from client.cli.printing import tell
from client.cli.servers import add_own_table_arguments, run_visit
from client.seat.visit import Visit

HELP = "Print an invitation to a table you opened on a server: for one player, good for a day."


def add_arguments(parser: ArgumentParser) -> None:
    add_own_table_arguments(parser)


def run(args: Namespace) -> int:
    return run_visit("invite", args.table, args, invite)


async def invite(visit: Visit, args: Namespace) -> None:
    invitation = await visit.invite(args.table.game)
    tell(f"jinmaku join '{invitation.text()}'")
