"""All games, each with a picture, and what can be chosen before one is played; the first thing you see."""

from __future__ import annotations

from typing import ClassVar, Final, TypeAlias

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.events import Click, Key

from client.table.emblem import HEIGHT, WIDTH
from client.table.face import face_of
from client.table.lobby import NewTable
from client.table.opening import Destination, GameAct, GameChoice, Learn, NextValue, objection
from client.table.rulebook import rules_of
from client.table.wording import game_title
from client.texts import t
from client.tui.answering import AnsweringScreen
from client.tui.dialogs.lines import HelpRows, LinesDialog
from client.tui.dialogs.lookup import CardsScreen, RulesScreen
from client.tui.keys import bound, keys_of
from client.tui.paint.emblem import painted
from client.tui.palette import ACCENT
from client.tui.widgets.choices import Choices
from client.tui.widgets.words import Words
from core.game import Game

Wanted: TypeAlias = NewTable | Learn
"""What somebody came for: a table against bots, or lessons."""

WIDEST: Final = 60
"""Columns of the largest picture."""
WIDEST_HALL: Final = 196  # as the style sheet has it
KEYS: Final[HelpRows] = (
    ("↑ ↓ enter", "", "help-first-lines"),
    ("1-9 ← →", "", "help-first-games"),
    ("", "explain", "help-explain-line"),
    ("", "settings", "help-settings"),
    ("", "picture", "help-picture"),
    ("esc", "", "help-first-lobby"),
)
ROWS_BELOW: Final = 17
"""For titles, words and choices."""


class GameCard(Vertical):
    """A game: its picture, its name and what it is like; a click chooses it."""

    def __init__(self, game: Game, place: int) -> None:
        super().__init__()
        self._game = game
        self.place = place

    def compose(self) -> ComposeResult:
        title = Text.assemble((f"{self.place + 1} ", f"bold {ACCENT}"), game_title(self._game.name))
        yield Words(classes="picture")
        yield Words(title, classes="name")
        yield Words(t(f"game-{self._game.name.replace('_', '-')}.about"), classes="about")

    def draw(self, columns: int) -> None:
        """Paint a picture of this many columns; known rows need not be counted."""
        rows = painted(face_of(self._game.name).emblem, columns)
        picture = self.query_one(".picture", Words)
        picture.styles.height = len(rows)
        picture.update(Text("\n", no_wrap=True).join(rows))

    def on_click(self, event: Click) -> None:
        event.stop()
        assert isinstance(self.screen, GamesScreen)
        self.screen.action_turn_to(self.place)


class GamesScreen(AnsweringScreen[Wanted]):
    """Returns what somebody wants to play or to learn; nothing leads on to the lobby."""

    CSS_PATH = "games.tcss"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (72, "-wide")]  # noqa: RUF012 (as Textual has it)
    VERTICAL_BREAKPOINTS = [(0, "-low"), (30, "-high")]  # noqa: RUF012 (as Textual has it)
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", show=False),
        Binding("right", "step(1)", show=False),
        Binding("q,escape", "leave", show=False),
        bound("explain", "explain"),
        bound("help", "help"),
    ]

    def __init__(self, choice: GameChoice) -> None:
        super().__init__()
        self.choice = choice

    def compose(self) -> ComposeResult:
        with Vertical(id="hall"):
            yield Words(t("welcome-title"), id="welcome-title")
            yield Words(t("welcome-subtitle"), id="welcome-subtitle")
            with Horizontal(id="cards"):
                yield from (GameCard(game, place) for place, game in enumerate(self.choice.games))
            with Horizontal(id="desk"):
                yield Choices(id="game-choices")
                yield Words(id="about-choice")
            yield Words(t("welcome-keys", last=len(self.choice.games)), id="welcome-keys")

    def on_mount(self) -> None:
        self._draw()
        choices = self.query_one(Choices)
        choices.focus()
        choices.highlighted = 0

    def on_resize(self) -> None:
        """Give all pictures the same size: as wide as the narrowest card, and as high as the rest allows."""
        rows = max(1, self.size.height - ROWS_BELOW)
        card = min(self.size.width, WIDEST_HALL) // len(self.choice.games) - 2
        for shown in self.query(GameCard):
            shown.draw(max(1, min(WIDEST, card, int(rows * 2 * WIDTH / HEIGHT))))

    def _draw(self) -> None:
        """Show what is chosen now."""
        for card in self.query(GameCard):
            card.set_class(card.place == self.choice.at, "-chosen")
        choices = self.query_one(Choices)
        choices.entries = tuple(self.choice.entries())
        if choices.highlighted is not None:
            choices.consider(choices.highlighted)

    @on(Choices.EntryHighlighted)
    def tell_of(self, message: Choices.EntryHighlighted) -> None:
        self.query_one("#about-choice", Words).update(self.choice.about(message.act))

    # What is done ----------------------------------------------------------------------------

    def on_key(self, event: Key) -> None:
        key = event.character or ""
        if key.isdigit() and 0 < int(key) <= len(self.choice.games):
            event.stop()
            self.action_turn_to(int(key) - 1)
        elif key and self.query_one(Choices).take(key):
            event.stop()

    def action_turn_to(self, place: int) -> None:
        self.choice.turn_to(place)
        self._draw()

    def action_step(self, by: int) -> None:
        """Change what the cursor is on, otherwise choose the next game."""
        choices = self.query_one(Choices)
        act = choices.entries[choices.highlighted].act if choices.highlighted is not None else None
        if isinstance(act, NextValue):
            self.choice.step(act.field, by)
            self._draw()
        else:
            self.action_turn_to(self.choice.at + by)

    def action_help(self) -> None:
        self.app.push_screen(LinesDialog.of_keys(keys_of(self), KEYS, "help-first-more"))

    def action_explain(self) -> None:
        self.app.push_screen(CardsScreen.of_rows(self.choice.cards(), self.query_one(Choices).highlighted))

    @on(Choices.ExplanationWanted)
    def explain_row(self) -> None:
        self.action_explain()

    def action_leave(self) -> None:
        self.dismiss()

    @on(Choices.EntryTaken)
    def take(self, message: Choices.EntryTaken) -> None:
        message.stop()
        self._do(message.act)

    def _do(self, act: GameAct) -> None:
        if isinstance(act, Learn):
            self.dismiss(act)
        elif isinstance(act, NextValue):
            self.choice.step(act.field)
            self._draw()
        else:
            self._go(act)

    def _go(self, way: Destination) -> None:
        if way is Destination.PLAY:
            self._begin(self.choice.opening)
        elif way is Destination.OPTIONS:
            self.choice.show_options()
            self._draw()
        elif way is Destination.RULES:
            self.app.push_screen(RulesScreen(rules_of(self.choice.game.name)))
        else:
            self.dismiss(self.choice.left if way is Destination.RESUME else None)

    def _begin(self, opening: NewTable) -> None:
        reason = objection(opening)
        if reason:
            self.notify(reason, severity="error")
        else:
            self.dismiss(opening)
