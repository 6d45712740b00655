"""The waiting room: the picture of the game where its map will be, what clans can do, and how to invite."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from rich.style import Style
from rich.text import Text
from textual.reactive import var
from textual.strip import Strip

from client.qr import fitting
from client.table.face import face_of
from client.table.scene import Scene
from client.table.wording import game_title
from client.table.words import clans
from client.texts import t
from client.tui.paint.emblem import columns_in, painted
from client.tui.paint.rows import broken, drawn
from client.tui.paint.surface import Surface
from client.tui.palette import ACCENT, MUTED, clan_colour

MARGIN: Final = 2
BETWEEN: Final = 4
"""Columns between the picture and the code."""
WIDEST, WIDEST_WORDS = 72, 76
LEAST: Final = 28
"""Columns of the largest and the smallest picture worth drawing, and of the widest words."""
BLACK_ON_WHITE: Final = Style(color="#000000", bgcolor="#ffffff")


class Hall(Surface):
    """Tells what somebody who waits may want to know; pictures take what room is left."""

    scene: var[Scene | None] = var(None)
    has_blocks: var[bool] = var(True)
    tells_powers: var[bool] = var(False)
    """Whether clans have no other place to say what only they can do."""

    def __init__(self, *, id: str) -> None:  # noqa: A002
        super().__init__(id=id)
        self._shown: tuple[object, ...] = ()
        self._rows: list[Text] = []

    def watch_scene(self) -> None:
        self.refresh()

    def watch_tells_powers(self) -> None:
        self.refresh()

    def render_line(self, y: int) -> Strip:
        width = self.inside.width
        rows = self._rows_now()
        return drawn(rows[y], width, self.ground) if y < len(rows) else Strip.blank(width, self.ground)

    def _rows_now(self) -> list[Text]:
        """Lay out again what has changed."""
        shown = self.inside, self.scene, self.has_blocks, self.tells_powers
        if self.scene is not None and shown != self._shown:
            self._shown, self._rows = shown, list(self._layout(self.scene))
        return self._rows

    def _layout(self, scene: Scene) -> Iterator[Text]:
        width, height = self.inside
        room = min(width - 2 * MARGIN, WIDEST_WORDS)
        words = [stripped(row) for row in broken(self._words(scene), self.app.console, room)]
        art = list(self._art(scene, width - 2 * MARGIN, height - len(words) - 1))
        yield from (Text() for _ in range((height - len(words) - len(art)) // 2))
        yield from centred(art, width)
        yield from centred(words, width)

    # Words -----------------------------------------------------------------------------------

    def _words(self, scene: Scene) -> Iterator[Text]:
        name = scene.info.game.replace("_", "-")
        yield Text()
        yield Text(game_title(scene.info.game), f"bold {ACCENT}")
        if not (self.tells_powers and any(self._powers(scene))):
            yield Text(t(f"game-{name}.about"))
        else:
            yield from self._powers(scene)
        yield Text()
        yield from map(Text, self._who_is_missing(scene))
        if scene.next_invitation:
            yield Text(scene.next_invitation, ACCENT, overflow="fold")

    def _powers(self, scene: Scene) -> Iterator[Text]:
        power = face_of(scene.game.name).power
        for row in scene.info.seats:
            if power(row.seat):
                clan, words = clans(scene, [row.seat]), power(row.seat)
                text = Text(words, MUTED)
                text.highlight_words([clan], f"bold {clan_colour(row.seat)}")
                yield text

    def _who_is_missing(self, scene: Scene) -> Iterator[str]:
        """Say how many more can come, and how."""
        free = sum(not row.player for row in scene.info.seats)
        if not free:
            yield t("hall-full")
        elif scene.next_invitation:
            yield t("hall-invite", number=free)
        else:
            yield t("hall-free", number=free)
            yield t(f"told-owned-{scene.info.access.value}")

    # Pictures --------------------------------------------------------------------------------

    def _art(self, scene: Scene, width: int, height: int) -> Iterator[Text]:
        """Draw the first invitation to be scanned, and the picture beside it or alone."""
        if not self.has_blocks:
            return
        code = fitting(scene.next_invitation, width, height) if scene.next_invitation else []
        taken = len(code[0]) + BETWEEN if code else 0
        columns = min(WIDEST, width - taken, columns_in(height))
        picture = painted(face_of(scene.game.name).emblem, columns) if columns >= LEAST else []
        scanned = [Text.assemble((row, BLACK_ON_WHITE)) for row in code]
        yield from beside(picture, scanned, columns)


def beside(left: list[Text], right: list[Text], columns: int) -> Iterator[Text]:
    """Put two pictures next to each other, the lower one in the middle of the higher one."""
    if not left or not right:
        yield from left or right
        return
    above = (len(right) - len(left)) // 2
    for y in range(max(len(left), len(right))):
        row = left[y - max(0, above)] if 0 <= y - max(0, above) < len(left) else Text(" " * columns)
        other = right[y - max(0, -above)] if 0 <= y - max(0, -above) < len(right) else Text()
        yield Text("", end="").join([row, Text(" " * BETWEEN), other])


def stripped(row: Text) -> Text:
    row.rstrip()
    return row


def centred(rows: Iterable[Text], width: int) -> Iterator[Text]:
    """Move a block of rows to the middle."""
    block = list(rows)
    indent = (width - max((row.cell_len for row in block), default=0)) // 2
    for row in block:
        row.pad_left(indent)
        yield row
