"""`jinmaku node`: the servers that share a database."""

from __future__ import annotations

import asyncio
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import aclosing
from typing import Any

from client.cli.hosting import cluster_module
from client.cli.printing import BAD_INPUT, complain, tell
from client.texts import t
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
    async with aclosing(await cluster.PostgresStore.visit(args.store)) as store:
        if args.what == "drain":
            await empty(cluster, store, args.name)
        else:
            tell(*lines_of(await cluster.list_nodes(store)))


async def empty(cluster: Any, store: Any, name: str) -> None:
    """Let a node hand its tables over, and wait until it has none left."""
    nodes = {node.name: node for node in await cluster.list_nodes(store)}
    if name not in nodes or not nodes[name].is_alive:
        raise StoreError(t("node-not-running", node=name))
    if not any(node.is_alive and not node.is_draining for node in nodes.values() if node.name != name):
        raise StoreError(t("node-alone", node=name))
    await cluster.drain(store, name)
    told = 0
    for _ in range(MOST_LOOKS):
        left = next((node.games for node in await cluster.list_nodes(store) if node.name == name), 0)
        if not left:
            tell(t("node-empty", node=name))
            return
        if left != told:
            tell(t("node-left", node=name, tables=counted(left)))
        told = left
        await asyncio.sleep(LOOK_SECONDS)
    raise StoreError(t("node-stuck", node=name))


def lines_of(nodes: list[Any]) -> Iterator[str]:
    """Say how each node is, in a line."""
    if not nodes:
        yield t("node-none")
    for node in nodes:
        yield t(
            "node-line",
            node=node.name,
            address=node.address,
            state=t(state_of(node)),
            tables=counted(node.games),
        )


def state_of(node: Any) -> str:
    if not node.is_alive:
        return "node-stopped"
    return "node-draining" if node.is_draining else "node-runs"


def counted(tables: int) -> str:
    return t("node-tables", number=tables)
