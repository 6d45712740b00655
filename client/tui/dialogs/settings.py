"""The settings as a form; what is kept holds at once and for every later start."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from msgspec.structs import asdict, replace
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Button

from client.local.home import config_file
from client.local.settings import VALUES, Settings
from client.texts import t
from client.tui.dialogs.dialog import Dialog
from client.tui.dialogs.keys import KeysDialog
from client.tui.widgets.spinner import Spinner
from client.tui.widgets.words import Words


class SettingsDialog(Dialog[Settings]):
    """Gives the settings as the player wants them."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "keep", show=False)]

    def __init__(self, settings: Settings, home: Path) -> None:
        super().__init__()
        self._file = config_file(home)
        self._settings = settings

    def compose(self) -> ComposeResult:
        now = asdict(self._settings)
        with Vertical(classes="box wide"):
            yield Words(t("settings-title"), classes="title")
            for name, values in VALUES.items():
                words = [value_words(name, value) for value in values]
                yield Spinner(t(f"settings-{name}"), words, values.index(now[name]), id=name)
            with Horizontal(classes="buttons"):
                yield Button(t("settings-keys"), id="other-keys", compact=True)
                yield Button(t("settings-save"), variant="primary", id="keep", compact=True)
                yield Button(t("dialog-cancel"), id="cancel", compact=True)

    def on_mount(self) -> None:
        self.query(Spinner).first().focus()

    def action_keep(self) -> None:
        chosen = {name: values[self.query_one(f"#{name}", Spinner).index] for name, values in VALUES.items()}
        self.dismiss(replace(self._settings, **chosen))

    def on_button_pressed(self, event: Button.Pressed) -> None:
        event.stop()
        deeds = {"keep": self.action_keep, "other-keys": self._change_keys}
        deeds.get(event.button.id or "", self.action_cancel)()

    @work
    async def _change_keys(self) -> None:
        keys = await self.app.push_screen_wait(KeysDialog(self._settings.keys, str(self._file)))
        self._settings = replace(self._settings, keys=keys)


def value_words(name: str, value: str | bool) -> str:  # noqa: FBT001
    if isinstance(value, bool):
        return t("switch-on" if value else "switch-off")
    return t(f"{name}-{value}")
