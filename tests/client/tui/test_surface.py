"""Widgets that paint their own rows: they look as Textual would draw them, and paint nothing twice."""

from __future__ import annotations

import pytest
from rich.style import Style
from textual.app import App, ComposeResult
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from client.tui.paint.surface import Surface

CSS = """
Surface, Usual { width: 20; height: 4; padding: 0 1; border-left: vkey #ff8800; background: #223344; }
.plain { border-left: none; padding: 0; }
.narrow { width: 12; }
.low { height: 2; }
.brown { background: #443322; color: #ffffff; }
"""


class Numbered(Surface):
    """Rows of numbers that count how often they are painted."""

    def __init__(self, *, id: str) -> None:  # noqa: A002
        super().__init__(id=id)
        self.painted: list[int] = []

    def render_line(self, y: int) -> Strip:
        self.painted.append(y)
        return number(y, self.inside.width, self.ground)


class Usual(Widget):
    """The same in the usual way."""

    def render_line(self, y: int) -> Strip:
        return number(y, self.size.width, self.rich_style)


def number(y: int, width: int, ground: Style) -> Strip:
    return Strip.blank(width - 1, ground) + Strip.blank(1, ground + Style(bold=bool(y % 2), reverse=True))


class Short(Numbered):
    """Rows that leave room at their end, as beside a scroll bar."""

    def render_line(self, y: int) -> Strip:
        return super().render_line(y).crop(0, self.inside.width - 3)


class UsualShort(Usual):
    """The same in the usual way."""

    def render_line(self, y: int) -> Strip:
        return super().render_line(y).crop(0, self.size.width - 3)


class Two(App[None]):
    """Two surfaces and something usual."""

    CSS = CSS

    def compose(self) -> ComposeResult:
        yield Numbered(id="one")
        yield Numbered(id="other")
        yield Usual(id="usual")
        yield Short(id="short")
        yield UsualShort(id="usual-short")

    def painted(self, name: str) -> list[int]:
        """Return the rows painted since the last call."""
        surface = self.query_one(f"#{name}", Numbered)
        painted, surface.painted = sorted(surface.painted), []
        return painted


def cells_of(widget: Widget) -> list[list[tuple[str, Style | None]]]:
    strips = widget.render_lines(Region(0, 0, *widget.outer_size))
    return [[(sign, segment.style) for segment in strip for sign in segment.text] for strip in strips]


async def test_a_row_is_painted_again_only_when_it_changed() -> None:
    app = Two()
    async with app.run_test() as pilot:
        await pilot.pause()
        assert app.painted("one") == app.painted("other") == [0, 1, 2, 3]

        app.query_one("#one").refresh(Region(0, 2, 5, 1))
        await pilot.pause()
        assert app.painted("one") == [2]

        app.query_one("#one").refresh()
        await pilot.pause()
        assert app.painted("one") == [0, 1, 2, 3]
        assert app.painted("other") == []


@pytest.mark.parametrize("look", ["", "plain"])
@pytest.mark.parametrize("wish", ["COLOR", "NO_COLOR"])
async def test_a_surface_looks_like_any_other_widget(
    look: str, wish: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(wish, "1")
    app = Two()
    async with app.run_test() as pilot:
        for widget in app.screen.children:
            widget.set_classes(look)
        await pilot.pause()

        assert cells_of(app.query_one("#one")) == cells_of(app.query_one("#usual"))
        assert cells_of(app.query_one("#short")) == cells_of(app.query_one("#usual-short"))


async def test_another_size_and_other_colours_are_painted_anew() -> None:
    app = Two()
    async with app.run_test() as pilot:
        for look in ("narrow", "low", "brown", "plain"):
            for widget in app.screen.children:
                widget.add_class(look)
            await pilot.pause()
            assert cells_of(app.query_one("#one")) == cells_of(app.query_one("#usual"))


async def test_part_of_a_surface_can_be_asked_for() -> None:
    app = Two()
    async with app.run_test() as pilot:
        await pilot.pause()
        whole = cells_of(app.query_one("#one"))

        part = app.query_one("#one").render_lines(Region(1, 1, 3, 2))

        assert [strip.text for strip in part] == ["".join(sign for sign, _ in row[1:4]) for row in whole[1:3]]
