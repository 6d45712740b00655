"""Does the errands of a table's model on a screen: asks in dialogs, shows, calls and waits."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from inspect import iscoroutinefunction
from typing import Any

from rich.text import Text
from textual.screen import Screen
from textual.timer import Timer
from textual.widget import Widget

from client.table.errands import (
    Ask,
    Call,
    ChooseGift,
    CloseForm,
    ComposeOffer,
    Converse,
    Doubt,
    Errand,
    Inquiry,
    OpenSheets,
    PickOne,
    Question,
    Show,
    Wait,
    Warn,
)
from client.table.interruptions import Interruptions
from client.tui.dialogs.forms import Form
from client.tui.dialogs.interruptible import InterruptibleDialog
from client.tui.dialogs.lines import LinesDialog
from client.tui.dialogs.questions import Confirm, ConverseDialog, GiftDialog, OfferDialog, pick_by_letter
from client.tui.dialogs.sheet import SheetDialog
from client.tui.paint.rows import Lines


class ErrandRunner:
    """Runs errands for one widget; those it does not know itself are `own`, by their kind.

    For a question among them it returns the screen that asks it.
    """

    def __init__(
        self,
        widget: Widget,
        draw: Callable[[], None],
        end_pause: Callable[[], None],
        interruptions: Interruptions,
        own: Mapping[type, Callable[[Any], Any]],
    ) -> None:
        self._widget = widget
        self._draw = draw
        self._end_pause = end_pause
        self._interruptions = interruptions
        self._timer: Timer | None = None
        self._form: Form | None = None
        self._do: dict[type, Callable[[Any], Any]] = {
            Call: self.call,
            Show: self._show,
            OpenSheets: lambda errand: widget.app.push_screen(SheetDialog(*errand)),
            Warn: self._warn,
            Wait: self._wait,
            Ask: self._ask,
            CloseForm: self._close_form,
            Doubt: lambda question: Confirm(*question),
            PickOne: lambda question: pick_by_letter(question.title, question.words),
            ChooseGift: lambda question: GiftDialog(*question),
            ComposeOffer: OfferDialog,
            Converse: ConverseDialog,
            **own,
        }

    def follow(self, errands: Inquiry[Any], came_of: Any = None) -> None:
        """Do errands up to the first that takes time, and draw; the others follow when that one is done."""
        try:
            while True:
                errand = errands.send(came_of)
                do = self._do[type(errand)]
                if iscoroutinefunction(do):
                    later: Callable[[], Awaitable[None]] = partial(self._follow_later, errands, do, errand)
                    self._widget.run_worker(later, group="acts")
                    break
                came_of = do(errand)
        except StopIteration:
            pass
        self._draw()
        self._interrupt()

    def _interrupt(self) -> None:
        """Show on dialogs over the table what has come up since they opened; on the table it is anyway."""
        dialogs = [one for one in self._widget.app.screen_stack if isinstance(one, InterruptibleDialog)]
        for dialog in dialogs:
            dialog.interruption, dialog.turn_aside = self._interruptions.newest, self._turn_aside
        if self._widget.app.screen is self._widget.screen:
            self._interruptions.heed()

    def _turn_aside(self) -> None:
        self.follow(self._interruptions.turn_to())

    async def _follow_later(
        self, errands: Inquiry[Any], do: Callable[[Errand], Awaitable[Any]], errand: Errand
    ) -> None:
        self.follow(errands, await do(errand))

    def call(self, call: Call) -> None:
        self._widget.notify(call.words, severity=call.severity, timeout=call.seconds)

    def _show(self, errand: Show) -> None:
        lines = list(errand.lines) if errand.is_story else Lines(map(Text, errand.lines))
        self._widget.app.push_screen(LinesDialog(errand.title, lines))

    def _warn(self, errand: Warn) -> None:
        self._widget.app.push_screen(LinesDialog.of_alarm(errand.sentences))

    def _wait(self, errand: Wait) -> None:
        if self._timer is not None:
            self._timer.stop()
        screen = self._widget.screen
        self._timer = screen.set_timer(errand.seconds, self._end_pause) if errand.seconds else None

    async def _ask(self, errand: Ask) -> Any:
        return await self._widget.app.push_screen_wait(self._screen_for(errand.question))

    def _screen_for(self, question: Question) -> Screen[Any]:
        screen: Screen[Any] = self._do[type(question)](question)
        self._form = screen if isinstance(screen, Form) else self._form
        if isinstance(screen, InterruptibleDialog):
            screen.interruption, screen.turn_aside = self._interruptions.newest, self._turn_aside
        return screen

    def _close_form(self, _: CloseForm) -> None:
        if self._form is not None:
            self._form.dismiss()
