"""Spreading coins over places: the war board, with what is left and what is public about the others."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Button

from client.table.drafting import Draft
from client.texts import t
from client.tui.dialogs.draft import Form
from client.tui.widgets.spinner import Spinner
from client.tui.widgets.words import Words
from core.decisions import Allocation
from core.kinds import Choice


class AllocateDialog(Form):
    """A spinner for each place; none can take more than is left."""

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
            remarks = filter(None, [*self._remarks, self.remark])
            yield Words("\n".join(remarks), classes="hint")
            with Horizontal(classes="buttons"):
                yield Button(t("bid-seal"), variant="primary", id="seal", compact=True)
                yield Button(t("dialog-cancel"), id="cancel", compact=True)

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
