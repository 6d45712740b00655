"""The keys: how each command is reached, unless its player wants otherwise.

A command has a name; the settings file may give it other keys under `[keys]`. Two commands that you could
want at the same time never share a key: such a wish is not granted, and a sentence says why. Small letters
and digits are for choices, so commands at the table have capitals; but q leaves, as it does anywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import Any, Final, NamedTuple

from textual.binding import Binding
from textual.dom import DOMNode
from textual.keys import Keys, key_to_character

from client.table.key_ring import TableKeys
from client.texts import t

ANYWHERE: Final = {"settings": "ctrl+s", "picture": "f9", "quit": "ctrl+q"}
AT_THE_TABLE: Final = {
    "map": "M",
    "table": "P",
    "talk": "T,f2",
    "log": "L,f3",
    "offer": "O",
    "gift": "G",
    "undo": "U",
    "recap": "R",
    "info": "I",
    "sheet": "f4",
    "rules": "f1",
    "explain": "question_mark",
    "help": "H",
    "hurry": "space",
    "back": "escape",
    "leave": "q",
}
ON_THE_MAP: Final = {
    "map.left": "left",
    "map.right": "right",
    "map.up": "up",
    "map.down": "down",
    "map.next_target": "tab",
    "map.previous_target": "shift+tab",
    "map.pick": "enter",
    "map.closer": "plus,equals_sign",
    "map.farther": "minus",
    "map.see_west": "shift+left",
    "map.see_east": "shift+right",
    "map.see_north": "shift+up",
    "map.see_south": "shift+down",
}
LOOKING_BACK: Final = {
    "replay.on": "right,right_square_bracket",
    "replay.back": "left,left_square_bracket",
    "replay.far_on": "shift+right,pagedown",
    "replay.far_back": "shift+left,pageup",
    "replay.first": "home",
    "replay.last": "end",
    "replay.battle": "b",
    "replay.battle_back": "B",
    "replay.run": "space",
    "replay.faster": "plus",
    "replay.slower": "minus",
    "replay.fork": "f",
    "replay.eyes": "e",
    "replay.proof": "v",
    "replay.why": "w",
}
AT_THE_END: Final = {"end.look": "escape,enter", "end.again": "n", "end.replay": "r", "end.save": "s"}

DEFAULTS: Final = {**AT_THE_TABLE, **ON_THE_MAP, **LOOKING_BACK, **AT_THE_END, **ANYWHERE}
CHOICES: Final = "choices"
"""Not a command, but it has its own keys."""
FOR_CHOICES: Final = "0,1,2,3,4,5,6,7,8,9,y,n"
IN_LISTS: Final = "up,down,home,end,pageup,pagedown,enter"
TOGETHER: Final = (
    {*ANYWHERE, *AT_THE_TABLE, *ON_THE_MAP},
    {*ANYWHERE, *AT_THE_TABLE, CHOICES},
    {*ANYWHERE, *LOOKING_BACK, "rules", "explain", "help", "leave"},
    {*ANYWHERE, *AT_THE_END, "leave"},
)
"""Commands that you could want at the same time."""

SIGNS: Final = {"left": "←", "right": "→", "up": "↑", "down": "↓", "escape": "esc"}
PRINTED: Final = {"plus": "+", "minus": "-", "slash": "/"}
"""The labels of keys that Textual knows only by words."""
NAMES: Final = frozenset(key.value for key in Keys)
MODIFIERS: Final = frozenset({"ctrl", "shift", "alt", "meta", "super"})


def bound(command: str, action: str, *, priority: bool = False) -> Binding:
    """Bind the keys of a command to what it does here."""
    return Binding(DEFAULTS[command], action, show=False, priority=priority, id=command)


class Keymap(NamedTuple):
    """The keys of all commands, and a sentence for each wish that could not be granted."""

    keys: Mapping[str, str]
    complaints: tuple[str, ...] = ()

    def shown(self, command: str) -> str:
        """Return the first key of a command, as people know it."""
        sign = shown(parts(self.keys[command])[0])
        return PRINTED.get(sign, sign)

    def unsigned(self, command: str) -> str:
        """Return a key of a command that can be used where letters are typed, if it has one."""
        keys = parts(self.keys[command])
        return shown(next((key for key in keys if len(shown(key)) > 1), keys[0]))

    def means(self, key: str, commands: Iterable[str]) -> bool:
        """Say whether a key stands for one of these commands."""
        return any(shown(key) in signs(self.keys[command]) for command in commands)

    def letters(self) -> set[str]:
        """Return the signs that stand for commands at the table, and so for nothing else there."""
        return {sign for command in (*AT_THE_TABLE, *ON_THE_MAP) for sign in signs(self.keys[command])}

    @property
    def at_table(self) -> TableKeys:
        """Return what a list of choices has to know about the keys."""
        return TableKeys(frozenset(self.letters()), self.shown("gift"), self.shown("back"))

    @property
    def changes(self) -> dict[str, str]:
        return {command: keys for command, keys in self.keys.items() if keys != DEFAULTS[command]}


USUAL: Final = Keymap(DEFAULTS)


def keys_of(node: DOMNode) -> Keymap:
    """Return the keys in use where a widget is."""
    keymap: Keymap = getattr(node.app, "keymap", USUAL)
    return keymap


# Wishes --------------------------------------------------------------------------------------


def keymap_of(wishes: Mapping[str, Any]) -> Keymap:
    """Grant the wishes for keys that make sense together."""
    if not wishes:
        return USUAL
    complaints = [t("keys-unknown", command=command) for command in wishes if command not in DEFAULTS]
    granted: dict[str, str] = {}
    for command in filter(DEFAULTS.__contains__, wishes):
        if is_keys(wishes[command]):
            granted[command] = wishes[command]
        else:
            complaints.append(t("keys-bad", command=command, key=str(wishes[command]), old=usual(command)))
    return Keymap({**DEFAULTS, **agreeing(granted, complaints)}, tuple(complaints))


def agreeing(granted: dict[str, str], complaints: list[str]) -> dict[str, str]:
    """Drop wishes until no key stands for two things."""
    while clash := first_clash({**DEFAULTS, **granted, CHOICES: f"{FOR_CHOICES},{IN_LISTS}"}):
        key, one, other = clash
        refused = one if one in granted else other
        granted = {command: keys for command, keys in granted.items() if command != refused}
        complaints.append(t("keys-clash", key=key, one=one, other=other, kept=refused, old=usual(refused)))
    return granted


def first_clash(keys: Mapping[str, str]) -> tuple[str, str, str] | None:
    for together in TOGETHER:
        for one, other in combinations(sorted(together), 2):
            if shared := signs(keys[one]) & signs(keys[other]):
                return min(shared), one, other
    return None


def is_keys(wish: object) -> bool:
    return isinstance(wish, str) and bool(wish.strip()) and all(map(is_key, parts(wish)))


def is_key(name: str) -> bool:
    """Say whether a key can have this name: ctrl+g, f5, question_mark, or a sign such as ?."""
    *modifiers, key = name.split("+") if len(name) > 1 else [name]
    is_named = key in NAMES or name in NAMES or (len(key) > 1 and key_to_character(key) is not None)
    return MODIFIERS.issuperset(modifiers) and (is_named or len(key) == 1)


# Signs ---------------------------------------------------------------------------------------


def parts(keys: str) -> list[str]:
    return [key.strip() for key in keys.split(",")]


def signs(keys: str) -> set[str]:
    return set(map(shown, parts(keys)))


def usual(command: str) -> str:
    return shown(parts(DEFAULTS[command])[0])


def shown(key: str) -> str:
    """Return a key as people know it; two names of one key look the same."""
    sign = key_to_character(key)
    if sign is not None and sign.isprintable() and not sign.isspace():
        return sign
    if key[0] == "f" and key[1:].isdigit():
        return key.upper()
    return SIGNS.get(key, key)
