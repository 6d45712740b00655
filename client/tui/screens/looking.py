"""Looking around at a table: its parts, its rules, who sits there, and what happened."""

from __future__ import annotations

from collections.abc import Iterable

from rich.text import Text
from textual import on
from textual.events import DescendantBlur

from client.table.rulebook import rules_of
from client.table.words import info_lines
from client.texts import t
from client.texts.strip_controls import strip_controls
from client.tui.dialogs.lines import LinesDialog
from client.tui.dialogs.rules import RulesScreen
from client.tui.keys import keys_of
from client.tui.map import AreaMap
from client.tui.screens.table import TableScreen
from client.tui.widgets.log_pane import LogPane
from client.tui.widgets.talk import TalkPane


class LookingScreen(TableScreen):
    """A table at which its player can look at everything."""

    def action_pane(self, pane: str) -> None:
        self.pane = pane
        targets = {"map": "#map", "log": "#log", "table": "#choices"}
        if pane == "talk":
            self.query_one(TalkPane).write()
        else:
            self.query_one(targets[pane]).focus()

    def on_resize(self) -> None:
        for talk in self.query(TalkPane):
            talk.is_read = self.shows_talk

    def on_descendant_blur(self, event: DescendantBlur) -> None:
        """Show what happens now again when nobody reads what happened before."""
        if isinstance(event.widget, LogPane):
            event.widget.follow()

    def action_hurry(self) -> None:
        self.hurry()

    def action_rules(self) -> None:
        decision = self.scene.decision if self.scene is not None else None
        self.show_rules(decision.rule if decision is not None else "")

    @on(AreaMap.Pointed)
    def point_at(self, message: AreaMap.Pointed) -> None:
        self.tell_of(message.province)

    def look_away(self, hovered: int | None) -> None:
        if hovered is None and self.query_one(AreaMap).cursor is None:
            self.tell_of(None)

    def tell_of(self, province: int | None) -> None:
        if province is None and not self.floor.is_pointing:
            return
        for panel in self.panels:
            panel.place = province
        self.floor.is_pointing = province is not None
        self.floor.settle()

    @on(LogPane.Asked)
    def explain(self, message: LogPane.Asked) -> None:
        if message.rule:
            self.show_rules(message.rule)
        else:
            self.notify(t("news-no-rule"))

    def show_rules(self, rule: str) -> None:
        assert self.scene is not None
        self.app.push_screen(RulesScreen(rules_of(self.scene.game.name), rule))

    def action_help(self) -> None:
        self.app.push_screen(LinesDialog.of_keys(keys_of(self)))

    def action_info(self) -> None:
        if self.told is not None:
            owned = self.face.holdings(self.told.view) if self.told.view is not None else ()
            lines = Text("\n".join(map(strip_controls, [*self.considered(), *info_lines(self.told), *owned])))
            self.app.push_screen(LinesDialog(t("info-title"), lines))

    def considered(self) -> Iterable[str]:
        """Tell all about the choice that is looked at."""
        return ()

    def action_credits(self) -> None:
        """Say which figures of the game are not the published ones."""
        if self.scene is not None:
            self.app.push_screen(LinesDialog(t("credits-title"), Text("\n".join(self.face.credits()))))

    def action_recap(self) -> None:
        if not self.show_recap("recap-title"):
            self.notify(t("news-nothing-since"))

    def show_recap(self, title: str) -> bool:
        """Show what has been told since the player's last choice, and say whether that was anything."""
        lines = [line.sentence for line in self.model.recap]
        if lines:
            self.app.push_screen(LinesDialog(t(title), lines))
        return bool(lines)
