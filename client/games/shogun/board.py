"""Shogun as the screen draws it, and its form, the planning board: places, and what each card would do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Button
from textual.widgets.option_list import Option

from client.games.shogun import names
from client.games.shogun.facts import (
    course_words,
    effect_words,
    is_doubtful,
    plan_title,
    revolt_words,
    shortage_words,
    space_of,
)
from client.games.shogun.map import PIECES, facts_of, map_first
from client.games.shogun.panels import (
    CombatPanel,
    LandPanel,
    OwnPlan,
    Strip,
    Tower,
    Track,
    TurnOrder,
    WinterPanel,
)
from client.table.drafting import Draft
from client.texts import t
from client.texts.refusals import why
from client.tui.board import Board
from client.tui.dialogs.forms import Form
from client.tui.dialogs.lines import HelpRows
from client.tui.map import ProvinceMap
from client.tui.palette import FAINT, MUTED
from client.tui.widgets.panel import Panel
from client.tui.widgets.words import WordList, Words
from core.decisions import EMPTY, Arrange, Arrangement
from core.games.shogun.board import (
    BID,
    BUILDINGS,
    CHEST_CARDS,
    NO_CARD,
    NUMBER_OF_CARD,
    RICE,
    SLOTS,
    TAX,
)
from core.games.shogun.foresight import Reckoning, reckon
from core.games.shogun.refusals import why_no_plan
from core.games.shogun.state import has_building
from core.games.shogun.view import View
from core.kinds import Choice, RulesError


class PlanDialog(Form):
    """Lays cards on places: arrows change the card of a place, or a card of the hand is put on it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("s", "seal", show=False, id="plan.seal"),
        Binding("f", "fill", show=False, id="plan.fill"),
        Binding("escape", "keep", show=False, id="plan.keep"),
        Binding("left,minus", "turn(-1)", show=False, id="plan.previous"),
        Binding("right,plus", "turn(1)", show=False, id="plan.next"),
        Binding("delete,backspace,x", "clear", show=False, id="plan.clear"),
    ]
    KEYS: ClassVar[HelpRows] = (
        ("↑ ↓", "", "help-plan-places"),
        ("← → + -", "", "help-plan-cards"),
        ("enter tab", "", "help-plan-hand"),
        ("del x", "", "help-plan-clear"),
        ("f", "", "help-plan-fill"),
        ("s", "", "help-plan-seal"),
        ("esc", "", "help-form-later"),
        ("", "rules", "help-rules"),
    )

    def __init__(self, view: View, decision: Arrange, draft: Choice | None) -> None:
        super().__init__()
        self._view, self._decision = view, decision
        self._cards = list(begun(decision, draft))

    # Drawing ---------------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        with Vertical(classes="box wide", id="plan-box"):
            yield Words(classes="title", id="plan-title")
            with Horizontal(id="plan-heads"):
                yield Words(head_line(), id="plan-places-head")
                yield Words(t("plan-hand"), id="plan-hand-head")
            with Horizontal(id="plan-desk"):
                yield WordList(id="plan-places")
                yield WordList(id="plan-hand")
            yield Words(round_lines(self._view), id="plan-round")
            yield Words(id="plan-balance")
            yield Words(id="plan-why")
            with Horizontal(classes="buttons"):
                yield Button(t("plan-fill"), id="fill", compact=True)
                yield Button(t("plan-seal"), variant="primary", id="seal", compact=True)
                yield Button(t("plan-later"), id="keep", compact=True)

    def on_mount(self) -> None:
        for part in ("#plan-hand", "#plan-hand-head"):
            self.query_one(part).styles.width = hand_width(self._decision.cards)
        self._draw()
        self._places.highlighted = self._next_gap(-1)
        self._places.focus()

    @property
    def _places(self) -> WordList:
        return self.query_one("#plan-places", WordList)

    @property
    def _hand(self) -> WordList:
        return self.query_one("#plan-hand", WordList)

    @property
    def place(self) -> int:
        return self._places.highlighted or 0

    @property
    def choice(self) -> Arrangement:
        return Arrangement(tuple(self._cards))

    def _draw(self) -> None:
        """Write both lists anew; the cursor stays where it is in each."""
        plan, reckoned = self._plan, self._reckoned
        lines = [place_line(self._view, place, card, reckoned) for place, card in enumerate(plan)]
        rewrite(self._places, lines)
        rewrite(self._hand, [self._hand_line(card) for card in self._decision.cards])
        self.query_one("#plan-title", Words).update(plan_title(self._view, reckoned, self._places_to_fill()))
        self.query_one("#plan-balance", Words).update(course_words(self._view, reckoned))
        self._advise(reckoned)
        self.on_change(self.choice)

    @property
    def _plan(self) -> tuple[int, ...]:
        return tuple(NUMBER_OF_CARD.get(card, NO_CARD) for card in self._cards)

    @property
    def _reckoned(self) -> Reckoning:
        return reckon(self._view, self._view.viewer or 0, self._plan)

    def _advise(self, reckoned: Reckoning) -> None:
        """Say what is most worth knowing: of the lesson, of the place in question, of the chests, of keys."""
        at = reckoned.prospects[self.place]
        warning = revolt_words(self._view, at, self._plan[self.place]) or shortage_words(self._view, reckoned)
        if warning and not self.remark:
            self._say(warning, f"bold {WARNING}")
        else:
            self._say(self.remark or t("plan-keys"))

    def _hand_line(self, card: str) -> Text:
        line = card_line(self._view, NUMBER_OF_CARD[card])
        if card in self._cards:
            line.append(f" {names.short_place(self._cards.index(card))}", FAINT)
            line.stylize(FAINT)
        elif (self._decision.places[self.place], card) in self._decision.barred:
            line.stylize(f"strike {FAINT}")
        return line

    def _places_to_fill(self) -> int:
        laid = len(self._cards) - self._cards.count(EMPTY)
        return min(len(self._decision.cards), len(self._cards)) - laid

    def _say(self, words: str, style: str = MUTED) -> None:
        self.query_one("#plan-why", Words).update(Text(words, style))

    def _refuse(self, choice: Arrangement) -> None:
        """Say in the rules' own words why cards may not lie so."""
        error: RulesError = why_no_plan(self._decision, self._view.viewer or 0, choice)
        self._say(why(error), f"bold {WARNING}")

    # Laying ----------------------------------------------------------------------------------

    def lay(self, place: int, card: str) -> bool:
        """Put a card on a place, from the hand or from where it lay; what lay there goes back to the hand."""
        if (self._decision.places[place], card) in self._decision.barred:
            alone = [EMPTY] * len(self._cards)
            alone[place] = card
            self._refuse(Arrangement(tuple(alone)))
            return False
        if card != EMPTY and card in self._cards:
            self._cards[self._cards.index(card)] = EMPTY
        self._cards[place] = card
        self._draw()
        return True

    def action_turn(self, by: int) -> None:
        """Try the next card that lies nowhere else, or none."""
        place = self.place
        places = self._decision.places
        free = [
            card
            for card in (EMPTY, *self._decision.cards)
            if card == self._cards[place]
            or (card not in self._cards and (places[place], card) not in self._decision.barred)
            or card == EMPTY
        ]
        at = free.index(self._cards[place])
        self.lay(place, free[(at + by) % len(free)])

    def action_clear(self) -> None:
        self.lay(self.place, EMPTY)

    def action_fill(self) -> None:
        """Fill the gaps, the bid first: with the lowest chest cards, then with what else is in hand."""
        hand = sorted(self._decision.cards, key=lambda card: (not is_chest(card), NUMBER_OF_CARD[card]))
        for place in (BID, *range(BID)):
            spare = [card for card in hand if self._may_lie(place, card)]
            if self._cards[place] == EMPTY and spare:
                self._cards[place] = spare[0]
        self._draw()

    def _may_lie(self, place: int, card: str) -> bool:
        return card not in self._cards and (self._decision.places[place], card) not in self._decision.barred

    def _next_gap(self, place: int) -> int:
        gaps = [gap for gap, card in enumerate(self._cards) if card == EMPTY]
        return next((gap for gap in gaps if gap > place), gaps[0] if gaps else max(0, place))

    @on(WordList.OptionSelected, "#plan-places")
    def go_to_hand(self, event: WordList.OptionSelected) -> None:
        """Enter on a place, or a click, goes on to the cards for it."""
        event.stop()
        self._hand.focus()

    @on(WordList.OptionHighlighted, "#plan-places")
    def look_at_place(self, event: WordList.OptionHighlighted) -> None:
        event.stop()
        rewrite(self._hand, [self._hand_line(card) for card in self._decision.cards])
        self._advise(self._reckoned)

    @on(WordList.OptionSelected, "#plan-hand")
    def put_down(self, event: WordList.OptionSelected) -> None:
        """Lay the card on the place in question, and go on to the next gap."""
        event.stop()
        if self.lay(self.place, self._decision.cards[event.option_index]):
            self._places.highlighted = self._next_gap(self.place)
            self._places.focus()

    # Through with it -------------------------------------------------------------------------

    @on(Button.Pressed)
    async def press(self, event: Button.Pressed) -> None:
        event.stop()
        await self.run_action(event.button.id or "")

    def action_seal(self) -> None:
        if self._decision.allows(self.choice):
            self.dismiss(Draft(self.choice, is_final=True))
        else:
            self._refuse(self.choice)

    def action_keep(self) -> None:
        self.dismiss(Draft(self.choice, is_final=False))


def begun(decision: Arrange, draft: Choice | None) -> tuple[str, ...]:
    """Begin with the draft as far as its cards are still in hand."""
    empty = (EMPTY,) * len(decision.places)
    if not isinstance(draft, Arrangement) or len(draft.cards) != len(empty):
        return empty
    return tuple(
        card if card in decision.cards and (place, card) not in decision.barred else EMPTY
        for place, card in zip(decision.places, draft.cards, strict=True)
    )


def is_chest(card: str) -> bool:
    return NUMBER_OF_CARD[card] in CHEST_CARDS


def rewrite(options: WordList, lines: list[Text]) -> None:
    """Write the lines of a list anew without moving its cursor."""
    if options.option_count != len(lines):
        options.clear_options()
        options.add_options(Option(line) for line in lines)
        return
    for number, line in enumerate(lines):
        options.replace_option_prompt_at_index(number, line)


# In words -------------------------------------------------------------------------------------

WARNING = "#f2a65a"
SPACE_WIDTH, PLACE_WIDTH, CARD_WIDTH = 2, 10, 12
FIGURES = 10
"""Columns for what a card of the hand is good for."""
LAID = 11
"""Columns for the place a card lies on, and for a scrollbar."""


def place_line(view: View, place: int, card: int, reckoned: Reckoning) -> Text:
    """A place: when it comes, its name, the card on it, and what that would do."""
    text = Text(no_wrap=True)
    text.append(f"{space_of(view, place):>{SPACE_WIDTH - 1}} ", FAINT)
    text.append(f"{names.short_place(place):<{PLACE_WIDTH}}")
    text.append(f"{names.card(card):<{CARD_WIDTH}}", FAINT if card == NO_CARD else "bold")
    style = WARNING if is_doubtful(reckoned, place) else MUTED
    return text.append(effect_words(reckoned, place, card), style)


def card_line(view: View, card: int) -> Text:
    """A card of the hand: a province with its armies, figures and buildings, or chests."""
    text = Text(f"{names.card(card):<{CARD_WIDTH}}", no_wrap=True)
    if card in CHEST_CARDS:
        return text.append(" " * FIGURES)
    signs = [PIECES[kind].sign for kind in range(len(BUILDINGS)) if has_building(view, card, kind)]
    free = "·" * (SLOTS[card] - len(signs))
    text.append(f"{view.armies[card]:>2}", "bold")
    return text.append(f" {TAX[card]}/{RICE[card]} {''.join(signs)}{free:<{3 - len(signs)}}", MUTED)


def hand_width(cards: tuple[str, ...]) -> int:
    """Say how broad the list of the hand has to be."""
    longest = max(len(names.card(NUMBER_OF_CARD[card])) for card in cards)
    return max(CARD_WIDTH, longest) + FIGURES + LAID


def head_line() -> str:
    """Name the columns of the places."""
    return f"{'':<{SPACE_WIDTH}}{t('plan-place'):<{PLACE_WIDTH}}{t('plan-card'):<{CARD_WIDTH}}{t('plan-now')}"


def round_lines(view: View) -> Text:
    """Say what a plan has to reckon with: what each turn brings, and which events may come."""
    turns = [
        t("plan-turn", space=space, special=names.short_special(number))
        for space, number in enumerate(view.track, start=1)
    ]
    events = map(names.short_event, view.events_open)
    return Text.assemble(
        (f"{t('plan-turns', turns=' · '.join(turns))}\n", MUTED),
        (t("plan-events", events=" · ".join(events)), MUTED),
    )


# The record -----------------------------------------------------------------------------------


# The record -----------------------------------------------------------------------------------

WIDE_FROM: Final = 104
"""The map takes 80 columns, what is beside it 24."""


def make_panels() -> Sequence[Panel]:
    return (
        CombatPanel(id="battle"),
        TurnOrder(id="players"),
        Track(id="season"),
        LandPanel(id="place"),
        OwnPlan(id="secrets"),
        Tower(id="tower"),
        WinterPanel(id="outlook"),
    )


def make_strips() -> Sequence[Panel]:
    return (Strip(id="strip"),)


BOARD: Final = Board(
    make_map=lambda: ProvinceMap(id="map"),
    facts_of=facts_of,
    make_panels=make_panels,
    forms={Arrange: PlanDialog},
    make_strips=make_strips,
    plan=map_first,
    wide_from=WIDE_FROM,
    colours=names.COLOURS,
)
