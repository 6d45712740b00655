"""`jinmaku node`, and what `jinmaku host` says to a database that cannot be used."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import subprocess
from pathlib import Path
from types import SimpleNamespace
from urllib.request import urlopen

import pytest

from client.cli import node
from server.store.postgres import PostgresStore
from server.store.postgres_nodes import NodeListing
from tests.harness.command import JINMAKU, called
from tests.harness.folders import ROOT
from tests.waiting import PATIENCE

NOWHERE = "postgresql://nobody@127.0.0.1:1/none"


async def use(url: str) -> None:
    """Make our tables in a database."""
    await (await PostgresStore.open(url, "long-gone")).aclose()


def test_a_new_database_has_no_nodes(capsys: pytest.CaptureFixture[str], url: str) -> None:
    """It is left as it is: a slip in its name must not make tables where they do not belong."""
    for _ in range(2):
        code, _, complaint = called(capsys, "node", "list", "--store", url)

        assert (code, complaint) == (1, "jinmaku node: No server has used this database yet.\n")


def test_a_node_that_is_not_there_cannot_be_drained(capsys: pytest.CaptureFixture[str], url: str) -> None:
    asyncio.run(use(url))
    code, _, complaint = called(capsys, "node", "drain", "one", "--store", url)

    assert (code, complaint) == (1, "jinmaku node: No node one is running.\n")


async def test_how_many_tables_are_left_is_said_when_it_changes(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    left = iter([3, 3, 3, 1, 1, 0])

    async def listed(_: object) -> list[NodeListing]:
        heir = NodeListing("two", "two:1", is_alive=True, is_draining=False, games=0)
        return [NodeListing("one", "one:1", is_alive=True, is_draining=True, games=next(left)), heir]

    async def asked(*_: object) -> bool:
        return True

    monkeypatch.setattr(node, "LOOK_SECONDS", 0.0)
    await node.empty(SimpleNamespace(list_nodes=listed, drain=asked), None, "one")

    assert capsys.readouterr().out.splitlines() == [
        "one has 3 tables left.",
        "one has 1 table left.",
        "one has no tables left, and opens no more. You can stop it now.",
    ]


@pytest.mark.parametrize("words", [("drain",), ("list", "one")])
def test_a_name_is_for_draining(capsys: pytest.CaptureFixture[str], words: tuple[str, ...]) -> None:
    code, _, complaint = called(capsys, "node", *words, "--store", NOWHERE)

    assert code == 2
    assert "Name the node to drain" in complaint


@pytest.mark.parametrize(
    ("store", "sentence"),
    [
        (NOWHERE, "The database at 127.0.0.1:1 cannot be used: Connection refused."),
        ("mysql://127.0.0.1/x", "The address of a database begins with postgresql://."),
        ("nonsense", "The address of a database begins with postgresql://."),
        ("postgresql://me:secret@db:port/x", "db:port is no place of a database: a port is a number."),
        ("postgresql://[db/x", "The address of the database has a bracket without its counterpart."),
    ],
)
def test_a_database_that_is_not_there_is_one_clear_sentence(
    capsys: pytest.CaptureFixture[str], store: str, sentence: str
) -> None:
    for words in (("node", "list"), ("host", "--node", "one", "--port", "0")):
        code, _, complaint = called(capsys, *words, "--store", store)

        assert code == 1
        assert complaint == f"jinmaku {words[0]}: {sentence}\n"


def test_a_server_among_others_needs_a_name(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, complaint = called(capsys, "host", "--store", NOWHERE, "--port", "0")

    assert code == 2
    assert "--store needs --node" in complaint


def test_a_node_is_watched_over_and_leaves_when_it_is_asked_to_stop(
    capsys: pytest.CaptureFixture[str], url: str, tmp_path: Path
) -> None:
    words = ["--store", url, "--node", "one", "--port", "0", "--data", str(tmp_path), "--no-announce"]
    watching = ["--metrics", "0", "--log-format", "json"]
    with subprocess.Popen(
        [*JINMAKU, "host", *words, *watching],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as hosting:
        assert hosting.stdout is not None
        port = next(filter(None, (re.search(r":(\d+)/health", line) for line in hosting.stdout)))[1]
        with urlopen(f"http://127.0.0.1:{port}/health", timeout=PATIENCE) as answer:
            assert answer.read() == b"ok\n"
        assert "one  127.0.0.1:" in called(capsys, "node", "list", "--store", url)[1]
        hosting.send_signal(signal.SIGTERM)
        last, logged = hosting.communicate(timeout=PATIENCE)

    assert hosting.returncode == 0
    assert last.endswith("The server is stopping.\n")
    events = [json.loads(line).get("event") for line in logged.splitlines()]
    assert events[0] == "node-started"
    assert events[-4:] == ["stopping", "table-handed-over", "drained", "stopped"]
    assert called(capsys, "node", "list", "--store", url)[1] == "No node is running.\n"
