"""`jinmaku node`: the servers that share a database."""

from __future__ import annotations

import asyncio
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import aclosing
from typing import Any

from client.cli.hosting import cluster_module
from client.cli.printing import BAD_INPUT, complain, tell
from core.kinds import InputError
from server.store.interface import StoreError

HELP = "List the servers that share a database, or have one hand its tables to the others."
LOOK_SECONDS = 0.5
MOST_LOOKS = 240
"""How often to look at an emptied server before we say that something is wrong."""


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("what", choices=("list", "drain"), help="list them, or empty one for an update")
    parser.add_argument("name", nargs="?", help="which one to empty")
    parser.add_argument("--store", metavar="URL", required=True, help="postgresql://..., the database")


def run(args: Namespace) -> int:
    if (args.what == "drain") != (args.name is not None):
        return complain("node", "Name the node to drain, and none to list.", BAD_INPUT)
    try:
        asyncio.run(look(args, cluster_module()))
    except (InputError, StoreError) as error:
        return complain("node", error)
    return 0


async def look(args: Namespace, cluster: Any) -> None:
    async with aclosing(await cluster.PostgresStore.open(args.store, "")) as store:
        if args.what == "drain":
            await empty(cluster, store, args.name)
        else:
            tell(*lines_of(await cluster.list_nodes(store)))


async def empty(cluster: Any, store: Any, name: str) -> None:
    """Let a node hand its tables over, and wait until it has none left."""
    nodes = {node.name: node for node in await cluster.list_nodes(store)}
    if name not in nodes or not nodes[name].is_alive:
        raise StoreError(f"No node {name} is running.")
    if not any(node.is_alive and not node.is_draining for node in nodes.values() if node.name != name):
        raise StoreError(f"{name} has nobody to hand its tables to: no other node is running.")
    await cluster.drain(store, name)
    for _ in range(MOST_LOOKS):
        left = next((node.games for node in await cluster.list_nodes(store) if node.name == name), 0)
        if not left:
            tell(f"{name} has no tables any more, and opens none. Stop it now.")
            return
        tell(f"{name} has {counted(left)} left.")
        await asyncio.sleep(LOOK_SECONDS)
    raise StoreError(f"{name} does not hand its tables over. Look into its log.")


def lines_of(nodes: list[Any]) -> Iterator[str]:
    """Say how each node is, in a line."""
    if not nodes:
        yield "No server has used this database yet."
    for node in nodes:
        life = "is being emptied" if node.is_draining else "runs"
        state = life if node.is_alive else "is not running"
        yield f"{node.name}  {node.address}  {state}, {counted(node.games)}"


def counted(tables: int) -> str:
    return "1 table" if tables == 1 else f"{tables} tables"
