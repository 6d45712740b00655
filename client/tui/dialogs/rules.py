"""The rules with their numbers, searched as one types; opened where the question is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.events import Key
from textual.widgets import Input
from textual.widgets.option_list import Option

from client.table.rulebook import Rule, matching
from client.texts import t
from client.tui.dialogs.dialog import Dialog
from client.tui.palette import MUTED
from client.tui.widgets.words import WordList, Words


class RulesScreen(Dialog[None]):
    """Lists the rules; typing narrows them down."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1", "cancel", show=False),
        Binding("down", "list", show=False),
        Binding("slash,backspace", "search", show=False),
    ]

    def __init__(self, rules: Sequence[Rule], rule: str = "") -> None:
        super().__init__()
        self._rules = rules
        self._wanted = rule
        self._shown: Sequence[Rule] = ()

    def compose(self) -> ComposeResult:
        with Vertical(classes="box wide", id="rules-box"):
            yield Words(t("rules-title"), classes="title", id="rules-head")
            # Selected, the first letter would give way to the second.
            yield Input(placeholder=t("rules-search"), id="rules-search", compact=True, select_on_focus=False)
            yield WordList(id="rules-list")

    def on_mount(self) -> None:
        self._list(self._rules)
        place = self._place_of(self._wanted)
        rules = self.query_one(WordList)
        rules.focus()
        rules.highlighted = place
        self.call_after_refresh(rules.scroll_to_highlight, top=True)

    def _place_of(self, rule: str) -> int:
        """Find a rule, else its section."""
        names = [known.id for known in self._rules]
        section = rule.partition(".")[0]
        return next((names.index(name) for name in (rule, section) if name in names), 0)

    def _list(self, rules: Sequence[Rule]) -> None:
        self._shown = rules
        options = self.query_one(WordList)
        options.clear_options()
        options.add_options(Option(rule_text(rule)) for rule in rules)
        head = t("rules-title") + " · " + (t("rules-found", number=len(rules)) if rules else t("rules-none"))
        self.query_one("#rules-head", Words).update(head)

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        self._list(matching(self._rules, event.value))

    def on_key(self, event: Key) -> None:
        """Let what is typed anywhere be what is searched for."""
        if event.character and event.is_printable and event.key != "slash":
            event.stop()
            self.action_search()
            self.query_one(Input).insert_text_at_cursor(event.character)

    def action_list(self) -> None:
        self.query_one(WordList).focus().action_cursor_down()

    def action_search(self) -> None:
        self.query_one(Input).focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.action_list()


def rule_text(rule: Rule) -> Text:
    if rule.is_heading:
        return Text(f"{rule.text}", "bold")
    return Text.assemble((f"{rule.id} ", MUTED), rule.text)
