"""What a seat is asked: the menu of its answers, their keys, and the draft of one not given yet."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from client.local.kept import KeptDraft, forget_draft, keep_draft, kept_draft
from client.table.acts import Entry, Open, Requests, Take, about, entries_for, page_of
from client.table.face import Face
from client.table.key_ring import KeyRing, TableKeys, Thing
from client.table.menu import Menu, MenuRow, Option
from client.table.scene import Scene
from core.kinds import Choice, InputError


class Listing(NamedTuple):
    """Everything that can be done now."""

    entries: tuple[Entry, ...]
    rules: frozenset[str]  # what there is to read about the answers
    targets: frozenset[int]  # places to pick on the map
    is_new: bool  # so that one begins with the first answer


NOTHING: Final = Listing((), frozenset(), frozenset(), is_new=False)


class Asking:
    """Follows the questions to one seat."""

    def __init__(self) -> None:
        self.menu: Menu | None = None  # none if nothing or a form asks
        self.answered: int | None = None
        """The prompt that has its answer, which the table may not have heard yet."""
        self._ring = KeyRing()
        self._has_answers = False
        self._announced: int | None = None
        self._form_shown: int | None = None

    def is_open(self, scene: Scene) -> bool:
        """Say whether an answer is still due."""
        return scene.decision is not None and scene.prompt != self.answered

    def ask(self, face: Face, old: Scene | None, scene: Scene) -> bool:
        """Put the question of a scene, and say whether it differs from that of the scene before."""
        if old is not None and (old.decision, old.prompt) == (scene.decision, scene.prompt):
            return False
        is_same = old is not None and old.question == scene.question and self.answered != old.prompt
        trail = self.menu.trail if self.menu is not None and is_same else ()
        menu = menu_of(face, scene)
        self.menu = menu.along(trail) if menu is not None else None
        return True

    def open(self, row: MenuRow) -> bool:
        """Look into a group of answers, if there is a menu."""
        if self.menu is not None:
            self.menu = self.menu.into(row)
        return self.menu is not None

    def close(self, face: Face, scene: Scene) -> bool:
        """Come back from a group to the whole menu, and say whether there was a way back."""
        if self.menu is None or not self.menu.trail:
            return False
        self.menu = menu_of(face, scene)
        return True

    def pick(self, place: int, name: str) -> Option | None:
        """Settle on a place; return the answer if only one is left."""
        assert self.menu is not None
        menu = self.menu.at(place, name)
        if len(menu.active) == 1:
            return menu.active[0]
        if menu.options != self.menu.options:
            self.menu = menu
        return None

    def list(self, told: Scene, asked: Requests, keys: TableKeys, *, is_mine: bool) -> Listing:
        """List what can be done; answers only when it is this seat's turn."""
        menu = self.menu if is_mine else None
        scene = told if is_mine else told._replace(prompt=None)
        before = self._ring.question
        entries, self._ring = entries_for(scene, menu, asked, self._ring, keys)
        is_new = menu is None or before != self._ring.question or not self._has_answers
        self._has_answers = bool(answers_in(entries))
        rules = {about(entry.act) for entry in entries}
        if menu is None:
            return Listing(entries, frozenset(filter(None, rules)), frozenset(), is_new)
        rules |= {option.about for option in menu.options}
        return Listing(entries, frozenset(rules), menu.targets(), is_new)

    def meaning(self, told: Scene, key: str) -> Thing | None:
        """Return what a key stands for, or stood for while the question was the same."""
        return self._ring.meaning(page_of(told, self.menu), key)

    def announce(self, scene: Scene) -> bool:
        """Say whether to call the player, once for each prompt."""
        before, self._announced = self._announced, scene.prompt
        return before != scene.prompt

    def show_form(self, scene: Scene) -> bool:
        """Say whether a form should open unasked, once for each prompt that has no menu."""
        if self.menu is not None or self._form_shown == scene.prompt:
            return False
        self._form_shown = scene.prompt
        return True


def menu_of(face: Face, scene: Scene) -> Menu | None:
    """Return the answers to pick from; none if nothing or a form asks."""
    options = face.options_of(scene.view, scene.decision) if scene.decision is not None else ()
    return Menu(options) if options else None


def answers_in(entries: tuple[Entry, ...]) -> list[int]:
    """Return where the answers are among everything that can be done."""
    return [place for place, entry in enumerate(entries) if isinstance(entry.act, (Take, Open))]


# An answer half filled in -------------------------------------------------------------------------


class Drafting:
    """One seat's answer as far as it is filled in or sealed, on the screen and on disk."""

    def __init__(self, home: Path) -> None:
        self.choice: Choice | None = None
        self._home = home

    def follow(self, old: Scene | None, scene: Scene) -> None:
        """Make the sealed choice the draft, and drop it when the seals are opened."""
        if old is not None and old.seals is not None and scene.seals is None:
            self.forget(scene)
        if scene.sealed is not None:
            self.choice = scene.sealed

    def forget(self, scene: Scene) -> None:
        self.choice = None
        forget_draft(self._home, scene.info.table)

    def save(self, scene: Scene, choice: Choice) -> None:
        """Save an answer as it stands, so that a lost connection cannot take it away."""
        if scene.prompt is not None:
            keep_draft(self._home, KeptDraft(scene.info.table, scene.prompt, scene.game.line_of(choice)))

    def recall(self, scene: Scene) -> None:
        """Restore what was saved for this question, unless there is a draft already."""
        if self.choice is not None or scene.prompt is None:
            return
        line = kept_draft(self._home, scene.info.table, scene.prompt)
        with suppress(InputError):
            self.choice = scene.game.choice_of(line) if line else None
