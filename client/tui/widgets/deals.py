"""Deals as cards: what each side gives and promises, and the answers that are open."""

from __future__ import annotations

from dataclasses import dataclass

from rich.console import Console
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.message import Message
from textual.widgets import Button

from client.harmless import harmless
from client.table.deal_words import offer_lines, promise_words
from client.table.scene import Scene
from client.texts import t
from client.tui.paint.rows import broken
from client.tui.palette import MUTED, clan_colour
from client.tui.widgets.words import Words
from core.deals import Deal, Key, Standing, Status, key_of, pledges_of

MOST_MADE = 2
"""How many deals stay visible that nobody can answer any more."""
MOST_OF_TALK = 70
"""The most of the talk that the cards take, in percent."""
CARD_SIDES = 5
"""The columns beside the words on a card."""


def deals_to_show(scene: Scene) -> list[Standing]:
    """Return the open deals, and the last of those that were made."""
    standings = list(scene.deals.values())
    still_open = [standing for standing in standings if standing.status is Status.OPEN]
    made = [standing for standing in standings if standing.status is Status.ACCEPTED]
    return [*still_open, *made[-MOST_MADE:]]


def card_rows(scene: Scene, standing: Standing, console: Console, width: int) -> int:
    """Count the rows of a card in a talk of this width."""
    lines = card_text(scene, standing).split("\n")
    return sum(1 for _ in broken(lines, console, width - CARD_SIDES)) + bool(card_answers(scene, standing))


def card_answers(scene: Scene, standing: Standing) -> tuple[str, ...]:
    if standing.status is not Status.OPEN or scene.seat is None:
        return ()
    is_mine = standing.deal.seat == scene.seat
    return ("withdraw",) if is_mine else ("accept", "counter", "decline")


def card_text(scene: Scene, standing: Standing) -> Text:
    """Say who offers what to whom, and what has become of each promise."""
    deal = standing.deal
    head, *terms = offer_lines(scene.game, deal, scene.seat)
    status = f" · {t(f'deal-status-{standing.status.value}')}"
    text = Text.assemble((head, clan_colour(deal.seat)), (status, MUTED))
    for words in terms:
        text.append(f"\n{harmless(words)}")
    for pledge, verdict in zip(pledges_of(deal), standing.verdicts, strict=True):
        if verdict is not None:
            kind = "deal-kept" if verdict else "deal-broken"
            promise = harmless(promise_words(scene.game, pledge.promise, scene.seat))
            text.append(f"\n{t(kind, promise=promise)}", MUTED)
    return text


class Deals(VerticalScroll, can_focus=False):
    """Cards one below the other."""

    DEFAULT_CSS = f"""
    Deals {{
        layer: below; height: auto; max-height: {MOST_OF_TALK}%; margin-bottom: 1;
        background: $panel; scrollbar-size-vertical: 1;
    }}
    """


class DealEntry(Vertical):
    """One deal with its buttons."""

    DEFAULT_CSS = """
    DealEntry { height: auto; margin: 0 1; padding: 0 1; border-left: outer $secondary; color: $secondary; }
    DealEntry.-open { border-left: outer $accent; color: $foreground; }
    DealEntry Horizontal { height: 1; }
    DealEntry Button { margin-right: 1; min-width: 8; }
    """

    @dataclass
    class DealAnswered(Message):
        """The player answers: accept, counter, decline or withdraw."""

        deal: Deal
        answer: str

    def __init__(self, scene: Scene, standing: Standing, at: str = "") -> None:
        super().__init__()
        self._scene = scene
        self._standing = standing
        self._at = at  # the answer that the player is about to give
        self.set_class(standing.status is Status.OPEN, "-open")

    def compose(self) -> ComposeResult:
        yield Words(card_text(self._scene, self._standing))
        answers = card_answers(self._scene, self._standing)
        if answers:
            with Horizontal():
                for answer in answers:
                    yield Button(t(f"deal-{answer}"), name=answer, compact=True)

    def on_mount(self) -> None:
        for button in self.query(Button):
            if button.name == self._at:
                button.focus()

    @property
    def focused_answer(self) -> tuple[Key, str] | None:
        """Where the player is: at which answer to which deal."""
        deal = self._standing.deal
        names = (button.name or "" for button in self.query(Button) if button.has_focus)
        return next(((key_of(deal.seat, deal.to, deal.number), name) for name in names), None)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        event.stop()
        self.post_message(self.DealAnswered(self._standing.deal, event.button.name or ""))
