"""The forms of questions: an answer part by part, coins on places, parts put together."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.events import Click
from textual.widgets import Button

from client.table.menu import Draft
from client.texts import t
from client.tui.dialogs.interruptible import InterruptibleDialog
from client.tui.dialogs.lines import HelpRows, LinesDialog
from client.tui.explaining import Explaining
from client.tui.keys import bound, keys_of
from client.tui.map.styles import BLOCKS, MapStyle
from client.tui.paint.surface import RIGHT
from client.tui.widgets.spinner import Spinner
from client.tui.widgets.words import Words
from core.decisions import Allocation, Combination, Kit
from core.kinds import Choice


class Form(InterruptibleDialog[Draft]):
    """Asks for an answer part by part, and tells whoever opened it how far it is."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bound("rules", "rules"),
        bound("explain", "explain"),
        bound("help", "help"),
    ]
    KEYS: ClassVar[HelpRows] = (
        ("↑ ↓", "", "help-form-lines"),
        ("← → 0-9", "", "help-form-amounts"),
        ("enter", "", "help-form-send"),
        ("esc", "", "help-form-later"),
        ("", "talk", "help-form-talk"),
        ("", "explain", "help-explain"),
        ("", "rules", "help-rules"),
    )

    def __init__(self) -> None:
        super().__init__()
        self.on_change: Callable[[Choice], None] = lambda _: None
        self.show_rules: Callable[[], None] = lambda: None
        self.explaining: Explaining | None = None
        self.remark = ""  # what a lesson wants here
        self.map_style: MapStyle = BLOCKS  # for a form with its own map

    def action_help(self) -> None:
        self.app.push_screen(LinesDialog.of_keys(keys_of(self), self.KEYS, "help-form-more"))

    @property
    def asked(self) -> str:
        """Return the words that the cursor is on."""
        return self.focused.words if isinstance(self.focused, Spinner) else ""

    def action_explain(self) -> None:
        if self.explaining is not None:
            self.explaining.show_named(self.asked)

    def on_click(self, event: Click) -> None:
        if event.button == RIGHT and self.explaining is not None:
            self.explaining.show_clicked(event)

    def action_rules(self) -> None:
        """Show the rules about the question on top of the form, which stays as it is."""
        self.show_rules()


class AllocateDialog(Form):
    """A spinner for each place; none can take more than is left."""

    VERTICAL_BREAKPOINTS = [(0, "-low"), (30, "-high")]  # noqa: RUF012 (as Textual has it)
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "seal", show=False),
        Binding("escape", "keep", show=False),
    ]

    def __init__(
        self, title: str, places: list[str], total: int, remarks: list[str], draft: Choice | None
    ) -> None:
        super().__init__()
        self._title = title
        self._places = places
        self._total = total
        self._remarks = remarks
        amounts = draft.amounts if isinstance(draft, Allocation) else ()
        fits = len(amounts) == len(places) and sum(amounts) <= total
        self._draft = amounts if fits else (0,) * len(places)

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Words(self._title, classes="title")
            for place, amount in zip(self._places, self._draft, strict=True):
                yield Spinner(place, self._values(amount), amount)
            yield Words(id="left", classes="hint")
            if self.remark:
                yield Words(self.remark, id="remark")
            yield Words("\n".join(self._remarks), classes="hint")
            with Horizontal(classes="buttons"):
                yield Button(t("bid-seal"), variant="primary", id="seal", compact=True)
                yield Button(t("bid-later"), id="cancel", compact=True)
            yield Words(t("bid-keys"), classes="hint")

    def on_mount(self) -> None:
        self._count()
        self.query(Spinner).first().focus()

    @property
    def amounts(self) -> tuple[int, ...]:
        return tuple(spinner.index for spinner in self.query(Spinner))

    def _values(self, amount: int) -> list[str]:
        return [str(number) for number in range(self._total - sum(self._draft) + amount + 1)]

    def _count(self) -> None:
        self._draft = self.amounts
        left = self._total - sum(self._draft)
        self.query_one("#left", Words).update(t("bid-left", left=left, total=self._total))

    def on_spinner_changed(self, event: Spinner.Changed) -> None:
        event.stop()
        self._count()
        self.on_change(Allocation(self._draft))
        for spinner in self.query(Spinner):
            spinner.values = tuple(self._values(spinner.index))
            spinner.refresh()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        event.stop()
        self.action_seal() if event.button.id == "seal" else self.action_keep()

    def action_seal(self) -> None:
        self.dismiss(Draft(Allocation(self.amounts), is_final=True))

    def action_keep(self) -> None:
        self.dismiss(Draft(Allocation(self.amounts), is_final=False))


class CombineDialog(Form):
    """One base, perhaps one part that sets another worth, and as many as there are of those that add."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "send", show=False)]

    def __init__(self, title: str, kit: Kit, name_of: Callable[[str], str], draft: Choice | None) -> None:
        super().__init__()
        self._title = title
        self._kit = kit
        self._name_of = name_of
        self._marks = sorted(set(kit.marks), reverse=not kit.below)  # the hardest first
        self._draft = first_parts(kit, draft)

    def compose(self) -> ComposeResult:
        kit = self._kit
        with Vertical(classes="box"):
            yield Words(self._title, classes="title")
            yield self._one_of("base", t("combine-base"), [word for word, _, _ in kit.bases])
            if kit.setters:
                yield self._one_of("setter", t("combine-setter"), ["", *(word for word, _, _ in kit.setters)])
            for number, (word, stock, _) in enumerate(kit.adders):
                amounts = list(map(str, range(kit.stocks[stock] + 1)))
                yield Spinner(self._name_of(word), amounts, self._draft.count(word), id=f"adder-{number}")
            if len(self._marks) > 1:
                yield Spinner(t("combine-against"), list(map(str, self._marks)), id="mark")
            yield Words(id="worth", classes="hint")
            with Horizontal(classes="buttons"):
                yield Button(t("combine-send"), variant="primary", id="send", compact=True)
                yield Button(t("dialog-cancel"), id="cancel", compact=True)

    def _one_of(self, id_: str, label: str, words: list[str]) -> Spinner:
        values = [self._name_of(word) if word else t("combine-none") for word in words]
        chosen = next((place for place, word in enumerate(words) if word and word in self._draft), 0)
        return Spinner(label, values, chosen, id=id_)

    def on_mount(self) -> None:
        self._tell()
        self.query(Spinner).first().focus()

    # What stands there now -------------------------------------------------------------------

    def _at(self, name: str) -> int:
        found = self.query(f"#{name}").results(Spinner)
        return next((spinner.index for spinner in found), 0)

    @property
    def parts(self) -> tuple[str, ...]:
        kit, setter = self._kit, self._at("setter")
        added = [
            word for number, (word, _, _) in enumerate(kit.adders) for _ in range(self._at(f"adder-{number}"))
        ]
        set_by = [kit.setters[setter - 1][0]] if setter else []
        return (kit.bases[self._at("base")][0], *set_by, *added)

    @property
    def mark(self) -> int:
        return self._marks[self._at("mark")]

    def combination(self) -> Combination | None:
        """Return what is put together, if there is enough of everything and it gets past the mark."""
        worth = self._kit.worth_of(self.parts)
        passed = self._kit.passed(worth) if worth is not None else []
        if self.mark not in passed:
            return None
        return Combination(self.parts, 0 if self.mark == passed[0] else self.mark)

    def _tell(self) -> None:
        worth = self._kit.worth_of(self.parts)
        if worth is None:
            words = t("combine-too-much")
        else:
            kind = "combine-beats" if self.combination() is not None else "combine-not"
            words = t(kind, total=worth, mark=self.mark)
        self.query_one("#worth", Words).update(words)
        found = self.combination()
        self.query_one("#send", Button).disabled = found is None
        if found is not None:
            self.on_change(found)

    def on_spinner_changed(self, event: Spinner.Changed) -> None:
        event.stop()
        self._tell()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        event.stop()
        self.action_send() if event.button.id == "send" else self.action_cancel()

    def action_send(self) -> None:
        found = self.combination()
        if found is not None:
            self.dismiss(Draft(found, is_final=True))


def first_parts(kit: Kit, draft: Choice | None) -> tuple[str, ...]:
    """Start with what was put together before, otherwise with something that gets past a mark."""
    if isinstance(draft, Combination) and kit.worth_of(draft.parts) is not None:
        return draft.parts
    return next((play.parts for play in kit.lean()), (kit.bases[0][0],))
