"""Sealed rounds on the screen, at a real table: who has sealed, the code, strangers, and a host that lies."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from unittest.mock import patch

import pytest

from client.local.known_players import remember
from client.local.settings import Settings, write_settings
from client.seat.journey import Way
from client.seat.news import Person
from client.tui.dialogs.forms import AllocateDialog
from client.tui.dialogs.lines import LinesDialog
from client.tui.dialogs.questions import Confirm
from client.tui.screens.game import GameScreen
from client.tui.widgets.choices import Choices
from client.tui.widgets.log_pane import LogPane
from client.tui.widgets.prompt import Alarm, PromptLine
from client.tui.widgets.words import Words
from protocol import table_code
from protocol.entries import Began, Revealed
from protocol.identity import Identity
from protocol.table import proposals
from tests.adversaries.lying_server import Liar, on
from tests.client.tui import visits
from tests.client.tui.at_table import LARGE, SMALL, printed, screen_text
from tests.client.typist import Typist, bots
from tests.harness.at_battle import begun
from tests.harness.loopback import WIDE, OpenTable, a_table, admit
from tests.waiting import until

BID = "bid 0 0 0 0"
CAN_CHANGE = "Sealed. You can change it until everyone has sealed"


class Visit(visits.Visit):
    """Anna at the screen of a table."""

    @property
    def prompt(self) -> str:
        line = self.screen.query_one(PromptLine)
        return line.render().plain.strip()

    def log(self) -> str:
        return "\n".join(line.sentence for pane in self.screen.query(LogPane) for line in pane.lines)

    def toasts(self) -> list[tuple[str, str]]:
        return [(toast.message, toast.severity) for toast in self.app._notifications]  # noqa: SLF001

    async def press(self, key: str, then: type) -> None:
        """Press a key and wait for the screen it leads to."""
        await self.pilot.press(key)
        await until(lambda: isinstance(self.app.screen, then))


@asynccontextmanager
async def a_visit(
    table: OpenTable, home: Path, identity: Identity | None = None, size: tuple[int, int] = LARGE
) -> AsyncIterator[Visit]:
    way = Way(table.invite(), Person(identity or Identity.make(), "Anna", home=home), admit, limits=WIDE)
    async with visits.before_the_screen(home, way, size) as (app, pilot):
        visit = Visit(app, pilot, table)
        await until(lambda: visit.screen.model.scene)
        yield visit


async def is_ready(visit: Visit) -> None:
    """Say that the game may begin, and check that it was heard."""
    await visit.pilot.press("r")
    await until(lambda: any(row.is_ready for row in visit.screen.player.mirror.info.seats))


@asynccontextmanager
async def at_battle(folder: Path, size: tuple[int, int] = LARGE) -> AsyncIterator[tuple[Visit, list[Typist]]]:
    """Seat Anna at a screen and two typists, in a game that begins with a battle."""
    async with AsyncExitStack() as stack:
        stack.enter_context(patch.object(proposals, "start", begun))
        table = await stack.enter_async_context(a_table(folder / "data"))
        visit = await stack.enter_async_context(a_visit(table, folder / "home", size=size))
        typists = []
        for name in ("Ben", "Cleo"):
            typists.append(Typist(table.invite(), name))
            stack.push_async_callback(typists[-1].close)
            await typists[-1].read("Type /ready")
            await typists[-1].type("/ready")
        await is_ready(visit)
        await until(lambda: isinstance(visit.app.screen, AllocateDialog))
        yield visit, typists


# Sealing -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "nobody", "anna", "ben"),
    [
        (
            LARGE,
            "missing: Koi, Lotus, Turtle",
            "sealed: Koi · missing: Lotus, Turtle",
            "sealed: Koi, Lotus",
        ),
        (SMALL, "missing: K, L, T", "sealed: K · missing: L, T", "sealed: K, L"),
    ],
)
async def test_who_has_sealed_and_who_is_missing_stands_in_the_prompt_line(
    size: tuple[int, int], nobody: str, anna: str, ben: str, tmp_path: Path
) -> None:
    async with at_battle(tmp_path, size) as (visit, typists):
        await until(lambda: nobody in visit.prompt)
        await visit.pilot.press("right")
        await visit.press("enter", Confirm)
        assert "Seal 1 Seppuku?" in screen_text(visit.app)
        assert "Nobody sees it until everyone has sealed" in screen_text(visit.app)
        await visit.press("y", GameScreen)
        await until(lambda: visit.prompt.startswith(CAN_CHANGE))
        await until(lambda: anna in visit.prompt)
        await until(lambda: "Sealed: 1 Seppuku" in screen_text(visit.app))
        assert not visit.screen.model.is_my_turn

        await typists[0].type(BID, "Until everyone has sealed, you can change it: /change")
        await until(lambda: ben in visit.prompt)
        await typists[1].type(BID, "Sealed. It can no longer be changed.")
        await until(lambda: "You bid 1 on Seppuku." in visit.log())
        await until(lambda: not visit.screen.query_one(PromptLine).aside)
        await until(lambda: "Sealed: 1 Seppuku" not in screen_text(visit.app))


# Changing ------------------------------------------------------------------------------------


async def seal_one(visit: Visit) -> None:
    """Seal a bid of one coin."""
    await visit.pilot.press("right")
    await visit.press("enter", Confirm)
    await visit.press("y", GameScreen)
    await until(lambda: visit.prompt.startswith(CAN_CHANGE))
    await until(lambda: "Change what you sealed" in screen_text(visit.app))


@pytest.mark.parametrize("size", [LARGE, SMALL])
@pytest.mark.parametrize("key", ["o", "U"])
async def test_what_is_sealed_can_be_changed_while_others_are_missing(
    key: str, size: tuple[int, int], tmp_path: Path
) -> None:
    async with at_battle(tmp_path, size) as (visit, typists):
        await seal_one(visit)
        await visit.press(key, AllocateDialog)
        assert isinstance(visit.app.screen, AllocateDialog)
        assert visit.app.screen.amounts == (1, 0, 0, 0)
        await visit.pilot.press("right")
        await visit.press("enter", Confirm)
        await until(lambda: "Seal 2 Seppuku?" in screen_text(visit.app))
        await visit.press("y", GameScreen)
        await until(lambda: "Sealed: 2 Seppuku" in screen_text(visit.app))
        assert visit.prompt.startswith(CAN_CHANGE)
        await until(lambda: "You have sealed a different choice." in visit.log())

        await typists[0].type(BID, "Until everyone has sealed, you can change it: /change")
        await typists[1].type(BID, "Sealed. It can no longer be changed.")
        await until(lambda: "You bid 2 on Seppuku." in visit.log())
        await until(lambda: "Change what you sealed" not in screen_text(visit.app))


async def test_all_see_the_same_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However long its words are: in a window they may need two rows."""
    monkeypatch.setattr(table_code, "WORDS", [max(table_code.WORDS, key=len)] * 256)
    async with at_battle(tmp_path) as (visit, typists):
        told = re.findall(r"Table code (\d{3}(?: \d{3}){4}, \w+(?: \w+){4}):", visit.log())
        await typists[0].type("/table", "Table code")

        assert len(told) == 1
        assert f"Table code {told[0]}:" in typists[0].text
        await visit.press("escape", GameScreen)
        await until(lambda: f"table code {told[0]}" in screen_text(visit.app).splitlines()[0])
        await visit.pilot.press("I")
        await until(lambda: isinstance(visit.app.screen, LinesDialog))
        assert f"Table code {told[0]}" in printed(list(visit.app.screen.query(Words))[-1])


# Strangers ------------------------------------------------------------


@asynccontextmanager
async def posing(folder: Path) -> AsyncIterator[Visit]:
    """Let Anna, who knows a Ben, come to a table where another one sits."""
    write_settings(folder / "home", Settings())
    remember(folder / "home" / "known_players", "Ben", Identity.make().public)
    async with a_table(folder / "data") as table:
        other = Typist(table.invite(), "Ben")
        await other.read("Type /ready")
        async with a_visit(table, folder / "home") as visit:
            yield visit
        await other.close()


async def test_who_comes_with_another_key_is_a_reason_for_alarm(tmp_path: Path) -> None:
    async with posing(tmp_path) as visit:
        await until(lambda: "THE KEY OF Ben HAS CHANGED" in screen_text(visit.app))

        assert "THE KEY OF Ben HAS CHANGED" in visit.screen.query_one(Alarm).text
        assert [level for words, level in visit.toasts() if "CHANGED" in words] == ["error"]


# A host that lies ----------------------------------------------------------------------------


@asynccontextmanager
async def lied_to(folder: Path, size: tuple[int, int] = LARGE) -> AsyncIterator[Visit]:
    async with a_table(folder / "data") as table:
        lie = on(Began, lambda _, entry: [entry, Revealed("another seed")])
        Liar(table.runner, table.server.lobby.host, lie, ())
        async with a_visit(table, folder / "home", size=size) as visit, bots(table, 2):
            await visit.pilot.press("r")
            await until(lambda: visit.app.screen.has_class("-alarm"))
            await until(lambda: visit.screen.model.reason_gone)
            yield visit


@pytest.mark.parametrize("size", [LARGE, SMALL])
async def test_a_lie_is_cried_out_with_the_evidence(size: tuple[int, int], tmp_path: Path) -> None:
    async with lied_to(tmp_path, size) as visit:
        [path] = (tmp_path / "home").glob("vault/*/evidence-*")
        words = "Stop playing: the host shows a different seed"
        await until(lambda: words in " ".join(screen_text(visit.app).split()))
        await visit.press("escape", GameScreen)
        banner = visit.screen.query_one(Alarm)

        assert banner.text.startswith("Stop playing: the host shows a different seed from the one it fixed.")
        assert str(path) in banner.text
        assert banner.region.height > 1
        assert "Stop playing" in screen_text(visit.app)


async def test_after_a_lie_nothing_can_be_answered(tmp_path: Path) -> None:
    async with lied_to(tmp_path) as visit:
        await visit.press("escape", GameScreen)
        assert visit.screen.query_one(Choices).entries == ()
        assert not visit.screen.model.is_my_turn
        for key in ("r", "0", "G", "O", "U"):
            await visit.pilot.press(key)
        await visit.pilot.pause()

        assert visit.app.screen is visit.screen
        await visit.pilot.press("q")
        await until(lambda: not visit.app.is_running)


@pytest.fixture(autouse=True)
def _calm(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TEXTUAL_ANIMATIONS", "none")
