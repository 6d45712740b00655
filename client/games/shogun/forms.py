"""What is filled in: the planning board, its places, the hand, and what each card would pay and yield."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, OptionList, Static
from textual.widgets.option_list import Option

from client.games.shogun import names
from client.games.shogun.facts import course_words, on_average, percents, shortage_words, span_words
from client.games.shogun.map import PIECES
from client.table.drafting import Draft
from client.texts import t
from client.texts.refusals import why
from client.tui.dialogs.draft import Form
from client.tui.dialogs.lines import HelpRows
from client.tui.palette import FAINT, MUTED
from core.decisions import EMPTY, Arrange, Arrangement
from core.games.shogun.board import (
    BID,
    BUILDINGS,
    CHEST_CARDS,
    LAND,
    NO_CARD,
    NUMBER_OF_CARD,
    RICE,
    SLOTS,
    TAX,
)
from core.games.shogun.foresight import Fate, Prospect, Reckoning, reckon
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
            yield Static(classes="title", id="plan-title", markup=False)
            with Horizontal(id="plan-heads"):
                yield Static(head_line(), id="plan-places-head", markup=False)
                yield Static(t("plan-hand"), id="plan-hand-head", markup=False)
            with Horizontal(id="plan-desk"):
                yield OptionList(id="plan-places")
                yield OptionList(id="plan-hand")
            yield Static(round_lines(self._view), id="plan-round", markup=False)
            yield Static(id="plan-balance", markup=False)
            yield Static(id="plan-why", markup=False)
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
    def _places(self) -> OptionList:
        return self.query_one("#plan-places", OptionList)

    @property
    def _hand(self) -> OptionList:
        return self.query_one("#plan-hand", OptionList)

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
        self.query_one("#plan-title", Static).update(title(self._view, reckoned, self._places_to_fill()))
        self.query_one("#plan-balance", Static).update(course_words(self._view, reckoned))
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
        self.query_one("#plan-why", Static).update(Text(words, style))

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

    @on(OptionList.OptionSelected, "#plan-places")
    def go_to_hand(self, event: OptionList.OptionSelected) -> None:
        """Enter on a place, or a click, goes on to the cards for it."""
        event.stop()
        self._hand.focus()

    @on(OptionList.OptionHighlighted, "#plan-places")
    def look_at_place(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        rewrite(self._hand, [self._hand_line(card) for card in self._decision.cards])
        self._advise(self._reckoned)

    @on(OptionList.OptionSelected, "#plan-hand")
    def put_down(self, event: OptionList.OptionSelected) -> None:
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


def rewrite(options: OptionList, lines: list[Text]) -> None:
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


def is_doubtful(reckoned: Reckoning, place: int) -> bool:
    foreseen, fate = reckoned.prospects[place], reckoned.fate_of(place)
    return bool(foreseen.reason or foreseen.revolt or (fate and fate.done < 1))


def space_of(view: View, place: int) -> str:
    """Say on which space an action lies, if that is known."""
    return str(view.actions.index(place) + 1) if place in view.actions else ""


def effect_words(reckoned: Reckoning, place: int, card: int) -> str:
    """Say what a card does, or why it does nothing; at least in which part of all that may come."""
    foreseen, fate = reckoned.prospects[place], reckoned.fate_of(place)
    if foreseen.reason:
        return t(f"why-{foreseen.reason}")
    if fate is not None and fate.done < 1:
        return missed_words(foreseen, fate)
    if card == NO_CARD:
        return ""
    if place == BID:
        return t("plan-pays", number=foreseen.pays) if foreseen.pays else t("plan-free")
    return result_words(reckoned, foreseen) if card in LAND else t("plan-stays")


def missed_words(foreseen: Prospect, fate: Fate) -> str:
    if not fate.done:
        return t(f"why-{fate.reason}")
    paid, _ = percents(fate.done, 1 - fate.done)
    return t("plan-maybe", number=foreseen.pays, percent=paid)


def result_words(reckoned: Reckoning, foreseen: Prospect) -> str:
    parts = [
        t("plan-pays", number=foreseen.pays) if foreseen.pays else "",
        t("plan-chests", number=span_words(reckoned.taxes)) if foreseen.chests else "",
        t("plan-rice", number=foreseen.rice) if foreseen.rice else "",
        armies_words(foreseen),
        unrest_words(foreseen),
    ]
    return " ".join(filter(None, parts))


def armies_words(foreseen: Prospect) -> str:
    if not foreseen.armies:
        return ""
    return t("plan-deploys" if foreseen.pays else "plan-moves", number=foreseen.armies)


def unrest_words(foreseen: Prospect) -> str:
    """Taking something stirs a province up, or leads to a revolt where it is stirred up."""
    if foreseen.revolt is not None:
        hold, _ = percents(foreseen.revolt.held, foreseen.revolt.emptied)
        return t("plan-revolt", hold=hold)
    return t("plan-stirs") if foreseen.chests or foreseen.rice else ""


def revolt_words(view: View, foreseen: Prospect, card: int) -> str:
    """Tell of the revolt that a card would lead to, if any."""
    if foreseen.revolt is None:
        return ""
    hold, lose = percents(foreseen.revolt.held, foreseen.revolt.emptied)
    return t(
        "plan-revolt-odds",
        province=names.province(card),
        armies=view.armies[card],
        peasants=foreseen.peasants,
        hold=hold,
        lose=lose,
        left=on_average(foreseen.revolt.defenders),
    )


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


def title(view: View, reckoned: Reckoning, to_fill: int) -> str:
    """Say what the plan makes of the rice, and what it still lacks."""
    harvest = sum(one.rice for one in reckoned.prospects)
    return t("plan-title", rice=view.rice[view.viewer or 0], harvest=harvest, left=to_fill)
