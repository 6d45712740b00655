"""Things to look up, searched as you type: cards and rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, NamedTuple

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.events import Key
from textual.widgets import Input
from textual.widgets.option_list import Option

from client.table.cards import Card
from client.table.cards import matching as matching_cards
from client.table.rulebook import Rule
from client.table.rulebook import matching as matching_rules
from client.texts import t
from client.tui.dialogs.reading import ReadingDialog
from client.tui.paint.rows import Lines
from client.tui.palette import MUTED
from client.tui.widgets.words import WordList, Words


class Topic(NamedTuple):
    """What is looked up; the messages that name it begin with its name."""

    name: str
    things: Sequence[Any]
    matching: Callable[[Sequence[Any], str], Sequence[Any]]
    text_of: Callable[[Any], Text | Lines]
    first: int = 0
    """Where to begin."""


class Lookup(Vertical):
    """Lists things with everything there is to read about them; typing narrows them down."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "list", show=False),
        Binding("slash,backspace", "search", show=False),
    ]
    NOT_SOUGHT: ClassVar[tuple[str, ...]] = ("slash", "question_mark")
    """Signs that are not searched for."""

    def __init__(self, topic: Topic) -> None:
        super().__init__(classes="box wide", id="lookup-box")
        self._topic = topic
        self.shown: Sequence[Any] = ()

    def compose(self) -> ComposeResult:
        yield Words(t(f"{self._topic.name}-title"), classes="title", id="lookup-head")
        hint = t(f"{self._topic.name}-search")
        # If it were selected, the second letter would replace the first.
        yield Input(placeholder=hint, id="lookup-search", compact=True, select_on_focus=False)
        yield WordList(id="lookup-list")

    def on_mount(self) -> None:
        self._list(self._topic.things)
        there = self.query_one(WordList)
        there.focus()
        there.highlighted = self._topic.first
        self.call_after_refresh(there.scroll_to_highlight, top=True)

    def _list(self, things: Sequence[Any]) -> None:
        name, self.shown = self._topic.name, things
        options = self.query_one(WordList)
        options.clear_options()
        options.add_options(Option(self._topic.text_of(thing)) for thing in things)
        number = t(f"{name}-found", number=len(things)) if things else t(f"{name}-none")
        self.query_one("#lookup-head", Words).update(
            t("lookup-head", title=t(f"{name}-title"), number=number)
        )

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        self._list(self._topic.matching(self._topic.things, event.value))

    def on_key(self, event: Key) -> None:
        """Search for whatever is typed anywhere."""
        if event.character and event.is_printable and event.key not in self.NOT_SOUGHT:
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


# Cards --------------------------------------------------------------------------------------------


class CardsScreen(ReadingDialog):
    """Lists the cards, those asked about first; Enter opens the rule behind one."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("f1,question_mark", "cancel", show=False)]

    def __init__(
        self, cards: Sequence[Card], asked: Sequence[Card], show_rule: Callable[[str], None]
    ) -> None:
        super().__init__()
        self._cards = [*asked, *(card for card in cards if card not in asked)]
        self._show_rule = show_rule

    @classmethod
    def of_rows(cls, cards: Sequence[Card], at: int | None) -> CardsScreen:
        """Explain rows, the one somebody is at first; no rule is behind any of them."""
        return cls(cards, cards[at : at + 1] if at is not None else (), lambda _: None)

    def compose(self) -> ComposeResult:
        yield Lookup(Topic("cards", self._cards, matching_cards, text_of_card))

    def on_option_list_option_selected(self, event: WordList.OptionSelected) -> None:
        event.stop()
        rule = self.query_one(Lookup).shown[event.option_index].rule
        if rule:
            self._show_rule(rule)


def text_of_card(card: Card) -> Lines:
    head = Text.assemble((card.title, "bold"), (f"  {card.kind}" if card.kind else "", MUTED))
    return Lines([head, *map(Text, card.lines), Text()])


# Rules --------------------------------------------------------------------------------------------


class RulesScreen(ReadingDialog):
    """Lists the rules, from the wanted one."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("f1", "cancel", show=False)]

    def __init__(self, rules: Sequence[Rule], wanted: str = "") -> None:
        super().__init__()
        self._rules = rules
        self._wanted = wanted

    def compose(self) -> ComposeResult:
        first = place_of(self._rules, self._wanted)
        yield Lookup(Topic("rules", self._rules, matching_rules, text_of_rule, first))


def place_of(rules: Sequence[Rule], wanted: str) -> int:
    """Find the wanted rule, otherwise its section."""
    names = [known.id for known in rules]
    section = wanted.partition(".")[0]
    return next((names.index(name) for name in (wanted, section) if name in names), 0)


def text_of_rule(rule: Rule) -> Text:
    if rule.is_heading:
        return Text(rule.text, "bold")
    return Text.assemble((f"{rule.name} ", MUTED), rule.text)
