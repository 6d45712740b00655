"""Players in processes of their own, who are timed in long runs."""

from __future__ import annotations

import sys
from asyncio.subprocess import PIPE, create_subprocess_exec
from contextlib import suppress
from pathlib import Path

from tests.harness.folders import ROOT
from tests.harness.loopback import a_table
from tests.waiting import soon


async def test_a_player_leaves_a_table_when_nobody_is_left_to_ask(tmp_path: Path) -> None:
    async with a_table(tmp_path) as table:
        words = sys.executable, "-m", "tests.harness.passers"
        process = await create_subprocess_exec(*words, cwd=ROOT, stdin=PIPE, stdout=PIPE)
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(f"{table.invite().text()}\n".encode())
            await soon(process.stdout.readline())
            process.stdin.close()

            assert await soon(process.wait()) == 0
        finally:
            with suppress(ProcessLookupError):
                process.kill()
