"""A player's preferences: the settings, and other keys for commands."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

from msgspec.structs import asdict, replace
from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.events import Key
from textual.widgets import Button
from textual.widgets.option_list import Option

from client.local.home import config_file
from client.local.settings import VALUES, Settings
from client.texts import t
from client.tui.dialogs.dialog import Dialog
from client.tui.keys import DEFAULTS, keymap_of, parts, shown
from client.tui.palette import ACCENT, MUTED
from client.tui.widgets.spinner import Spinner
from client.tui.widgets.words import WordList, Words

KEYS_WIDTH, WORDS_WIDTH = 16, 36


class PressDialog(Dialog[str]):
    """Returns the key that is pressed, whatever it is; Escape means none."""

    def __init__(self, command: str) -> None:
        super().__init__()
        self._command = command

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Words(t("keys-press", command=command_words(self._command)), classes="title")
            yield Words(t("keys-press-hint"), classes="hint")

    def on_key(self, event: Key) -> None:
        event.stop()
        self.dismiss(None if event.key == "escape" else event.key)


class KeysDialog(Dialog[dict[str, Any]]):
    """Lists all commands; returns the wishes for their keys."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("delete,backspace", "usual", show=False)]

    def __init__(self, wishes: dict[str, Any], path: str) -> None:
        super().__init__()
        self._path = path
        self._keymap = keymap_of(wishes)

    def compose(self) -> ComposeResult:
        with Vertical(classes="box wide"):
            yield Words(t("keys-title"), classes="title")
            yield WordList(id="keys-list")
            yield Words(t("keys-hint", path=self._path), id="keys-hint", classes="hint")

    def on_mount(self) -> None:
        self._list()

    @property
    def _options(self) -> WordList:
        return self.query_one("#keys-list", WordList)

    def _list(self) -> None:
        at = self._options.highlighted or 0
        self._options.clear_options()
        self._options.add_options(Option(self._line(command), id=command) for command in DEFAULTS)
        self._options.highlighted = at

    def _line(self, command: str) -> Text:
        keys = " ".join(map(shown, parts(self._keymap.keys[command])))
        is_changed = command in self._keymap.changes
        style = f"bold {ACCENT}" if is_changed else ACCENT
        words = f"{command_words(command):<{WORDS_WIDTH}} "
        return Text.assemble((f"{keys:<{KEYS_WIDTH}}", style), words, (command, MUTED))

    @work
    async def on_option_list_option_selected(self, event: WordList.OptionSelected) -> None:
        event.stop()
        command = event.option.id or ""
        key: str | None = await self.app.push_screen_wait(PressDialog(command))
        if key is not None:
            self._wish({**self._keymap.changes, command: key})

    def action_usual(self) -> None:
        """Give the command its usual key again."""
        at = self._options.highlighted
        if at is not None:
            command = self._options.get_option_at_index(at).id
            self._wish({name: keys for name, keys in self._keymap.changes.items() if name != command})

    def _wish(self, wishes: dict[str, str]) -> None:
        """Grant a wish, or say why not."""
        keymap = keymap_of(wishes)
        hint = self.query_one("#keys-hint", Words)
        if keymap.complaints:
            hint.update(keymap.complaints[0])
            return
        hint.update(t("keys-hint", path=self._path))
        self._keymap = keymap
        self._list()

    def action_cancel(self) -> None:
        self.dismiss(self._keymap.changes)


def command_words(command: str) -> str:
    return t(f"command-{command.replace('.', '-').replace('_', '-')}")


class SettingsDialog(Dialog[Settings]):
    """Returns the settings as the player wants them."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "keep", show=False)]

    def __init__(self, settings: Settings, home: Path) -> None:
        super().__init__()
        self._file = config_file(home)
        self._settings = settings

    def compose(self) -> ComposeResult:
        now = {**asdict(self._settings), **asdict(self._settings.notices)}
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
        notices = replace(self._settings.notices, terminal=chosen.pop("terminal"))
        self.dismiss(replace(self._settings, notices=notices, **chosen))

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
