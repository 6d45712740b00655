"""Before a game begins: who sits at the table, who is missing, and what all agree to by playing."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from client.table.scene import Scene
from client.table.words import clans, facts_of, terms_of
from client.texts import t
from client.tui.palette import FAINT, MUTED, clan_colour
from client.tui.widgets.panel import Panel, heading
from protocol.messages import SeatInfo, TableState


class Gathering(Panel):
    """A line for each seat as long as the table waits for players."""

    def lines(self) -> Iterator[Text]:
        scene = self.scene
        if scene is None or scene.view is not None or scene.info.state is not TableState.OPEN:
            return
        yield heading(t("gathering-head"))
        for row in scene.info.seats:
            yield self._seat(scene, row)
        yield Text()
        if scene.info.options:
            chosen = ", ".join(f"{name} {value}" for name, value in scene.info.options)
            yield Text(t("info-options", options=chosen), MUTED)
        yield Text(t("info-terms", terms=terms_of(scene.info.terms)), MUTED)

    def _seat(self, scene: Scene, row: SeatInfo) -> Text:
        mark = self.glyphs.turn if row.player and not row.is_ready else " "
        facts = ", ".join(facts_of(scene, row))
        return Text.assemble(
            (f"{mark} {self.glyphs.bar}", clan_colour(row.seat)),
            (f"{clans(scene, [row.seat])} ", f"bold {clan_colour(row.seat)}"),
            (facts, "" if row.player else FAINT),
        )
