"""Things to look up, searched as one types: cards and rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, Generic, TypeVar

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
from client.tui.dialogs.dialog import ReadingDialog
from client.tui.palette import MUTED
from client.tui.widgets.words import WordList, Words

Thing = TypeVar("Thing")


class Lookup(ReadingDialog, Generic[Thing]):
    """Lists things with all there is to read about them; typing narrows them down."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1", "cancel", show=False),
        Binding("down", "list", show=False),
        Binding("slash,backspace", "search", show=False),
    ]
    NOT_SOUGHT: ClassVar[tuple[str, ...]] = ("slash", "question_mark")
    """Signs that are not searched for."""
    SUBJECT: ClassVar[str]
    """How the messages begin that name what is looked up."""

    def __init__(self, things: Sequence[Thing]) -> None:
        super().__init__()
        self._things = things
        self.shown: Sequence[Thing] = ()

    # To be said by each ----------------------------------------------------------------------

    def matching(self, words: str) -> Sequence[Thing]:
        """Find what is meant by words."""
        raise NotImplementedError

    def text_of(self, thing: Thing) -> Text:
        """Give what is to be read."""
        raise NotImplementedError

    @property
    def first(self) -> int:
        """Say where to begin."""
        return 0

    # The list --------------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        with Vertical(classes="box wide", id="lookup-box"):
            yield Words(t(f"{self.SUBJECT}-title"), classes="title", id="lookup-head")
            hint = t(f"{self.SUBJECT}-search")
            # Selected, the first letter would give way to the second.
            yield Input(placeholder=hint, id="lookup-search", compact=True, select_on_focus=False)
            yield WordList(id="lookup-list")

    def on_mount(self) -> None:
        self._list(self._things)
        there = self.query_one(WordList)
        there.focus()
        there.highlighted = self.first
        self.call_after_refresh(there.scroll_to_highlight, top=True)

    def _list(self, things: Sequence[Thing]) -> None:
        self.shown = things
        options = self.query_one(WordList)
        options.clear_options()
        options.add_options(Option(self.text_of(thing)) for thing in things)
        number = t(f"{self.SUBJECT}-found", number=len(things)) if things else t(f"{self.SUBJECT}-none")
        self.query_one("#lookup-head", Words).update(
            t("lookup-head", title=t(f"{self.SUBJECT}-title"), number=number)
        )

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        self._list(self.matching(event.value))

    def on_key(self, event: Key) -> None:
        """Let what is typed anywhere be what is searched for."""
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


class CardsScreen(Lookup[Card]):
    """Lists the cards, those that were asked about first; Enter opens the rule behind one."""

    SUBJECT: ClassVar[str] = "cards"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("question_mark", "cancel", show=False)]

    def __init__(
        self, cards: Sequence[Card], asked: Sequence[Card], show_rule: Callable[[str], None]
    ) -> None:
        super().__init__([*asked, *(card for card in cards if card not in asked)])
        self._show_rule = show_rule

    def matching(self, words: str) -> Sequence[Card]:
        return matching_cards(self._things, words)

    def text_of(self, card: Card) -> Text:
        head = Text.assemble((card.title, "bold"), (f"  {card.kind}\n" if card.kind else "\n", MUTED))
        return head.append("\n".join(card.lines)).append("\n")

    def on_option_list_option_selected(self, event: WordList.OptionSelected) -> None:
        event.stop()
        rule = self.shown[event.option_index].rule
        if rule:
            self._show_rule(rule)


# Rules --------------------------------------------------------------------------------------------


class RulesScreen(Lookup[Rule]):
    """Lists the rules."""

    SUBJECT: ClassVar[str] = "rules"

    def __init__(self, rules: Sequence[Rule], rule: str = "") -> None:
        super().__init__(rules)
        self._wanted = rule

    @property
    def first(self) -> int:
        """Find the rule that is wanted, else its section."""
        names = [known.id for known in self._things]
        section = self._wanted.partition(".")[0]
        return next((names.index(name) for name in (self._wanted, section) if name in names), 0)

    def matching(self, words: str) -> Sequence[Rule]:
        return matching_rules(self._things, words)

    def text_of(self, rule: Rule) -> Text:
        if rule.is_heading:
            return Text(rule.text, "bold")
        return Text.assemble((f"{rule.name} ", MUTED), rule.text)
