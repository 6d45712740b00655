"""`jinmaku close`: close a table that waits for players."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from client.cli.printing import tell
from client.cli.servers import add_own_table_arguments, run_visit
from client.seat.visit import Visit
from client.texts import t

HELP = "Close a table you opened on a server, as long as its game has not begun."


def add_arguments(parser: ArgumentParser) -> None:
    add_own_table_arguments(parser)


def run(args: Namespace) -> int:
    return run_visit("close", args.table, args, close)


async def close(visit: Visit, args: Namespace) -> None:
    await visit.close(args.table.game)
    tell(t("club-closed", table=args.table.game))
