"""`jinmaku tables`: list the tables of a server."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence

from client.cli.printing import tell
from client.cli.servers import add_server_arguments, run_visit
from client.seat.visit import Visit
from client.table.club import Wish, sorted_tables, table_words, wishes_at
from client.texts import t
from protocol.messages import TableInfo

HELP = "List a server's tables: what is played, and how to get a seat."


def add_arguments(parser: ArgumentParser) -> None:
    add_server_arguments(parser)


def run(args: Namespace) -> int:
    return run_visit("tables", args.server, args, show)


async def show(visit: Visit, _: Namespace) -> None:
    tell(*lines_of(visit, sorted_tables(await visit.tables())))


def lines_of(visit: Visit, tables: Sequence[TableInfo]) -> Iterator[str]:
    if not tables:
        yield t("club-none", server=str(visit.server.address))
    for info in tables:
        yield table_words(info, visit.key)
        yield f"  jinmaku join{flag_for(info, visit.key)} '{visit.table(info.table).text()}'"


def flag_for(info: TableInfo, key: bytes) -> str:
    """Say which flag leads to a table by its link alone."""
    flags = {Wish.PASSWORD: " --password", Wish.SIT: "", Wish.BACK: ""}
    return next((flags[wish] for wish in wishes_at(info, key) if wish in flags), " --watch")
