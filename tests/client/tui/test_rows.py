"""Rows broken for the width there is, with a scroll bar or without."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text
from textual.app import App, ComposeResult

from client.tui.paint.rows import Rows, broken

HEIGHT = 5
LINES = st.builds(
    "{}{}".format,
    st.sampled_from(["", " ", "    ", "▌", "●   ", "9 VP  "]),
    st.lists(st.text("abc", min_size=1, max_size=5), min_size=1).map(" ".join),
)


class Fickle(Rows):
    """Says so much less in a narrow room that it needs no bar there, which makes the room wide again."""

    def break_anew(self) -> None:
        self.put([Text("row")] * (HEIGHT + 1 if self.room >= 20 else HEIGHT))


class OneList(App[None]):
    def compose(self) -> ComposeResult:
        yield Fickle()


class Padded(App[None]):
    CSS = "Rows { padding: 0 1; }"

    def compose(self) -> ComposeResult:
        yield Rows()


@given(st.lists(LINES), st.integers(16, 60))
def test_all_rows_of_a_line_begin_below_its_first_word(lines: list[str], width: int) -> None:
    rows = [row.plain.rstrip() for row in broken(map(Text, lines), Console(), width)]
    starts = [len(line) - len(line.lstrip(" ▌●9VP")) for line in lines]

    assert all(cell_len(row) <= width for row in rows)
    assert " ".join(" ".join(rows).replace("▌", "").split()) == " ".join(
        " ".join(lines).replace("▌", "").split()
    )
    for line, start in zip(lines, starts, strict=True):
        first, *others = broken([Text(line)], Console(), width)
        assert first.plain[:start] == line[:start]
        assert all(
            row.plain[:start].strip(" ▌") == "" != row.plain[start : start + 1].strip() for row in others
        )
        assert all(("▌" in row.plain) == ("▌" in line) for row in others)


async def test_a_bar_that_makes_itself_superfluous_is_left_out_and_all_rows_are_seen() -> None:
    app = OneList()
    async with app.run_test(size=(20, HEIGHT)) as pilot:
        await pilot.pause()
        rows = app.query_one(Fickle)

        assert (rows.room, rows.max_scroll_y) == (20, 0)
        assert all(rows.render_line(y).text.startswith("row") for y in range(HEIGHT))


async def test_a_row_is_no_wider_than_the_screen_when_a_bar_goes() -> None:
    app = Padded()
    async with app.run_test(size=(20, HEIGHT)) as pilot:
        rows = app.query_one(Rows)
        rows.put([Text("row")] * (HEIGHT + 1))
        rows.notify_style_update()  # the frame is worked out anew, beside a bar
        await pilot.pause()
        assert rows.show_vertical_scrollbar
        rows.put([Text("row")])
        await pilot.pause()

        assert {cell_len(strip.text) for strip in app.screen._compositor.render_strips()} == {20}  # noqa: SLF001
