"""The floor of a table: puts its parts where a plan wants them, without consulting a style sheet."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from textual.geometry import Offset, Size, Spacing
from textual.layout import ArrangeResult, Layout, WidgetPlacement
from textual.strip import Strip
from textual.widget import Widget

from client.tui.paint.floor_plan import usual_plan, waiting_plan
from client.tui.paint.spots import LOOKS, OVER, Plan, Room, Shelves
from client.tui.paint.surface import Surface
from client.tui.widgets.panel import Panel, Panels, SomePanel


class Planned(Layout):
    """Places each part on its spot."""

    name = "planned"

    def arrange(
        self,
        parent: Widget,
        children: list[Widget],
        size: Size,
        greedy: bool = True,  # noqa: ARG002, FBT001, FBT002 (as Textual calls it)
    ) -> ArrangeResult:
        assert isinstance(parent, Floor)
        spots = parent.plan_in(size).spots
        return [
            WidgetPlacement(spot.region, Offset(), Spacing(), child, order=int(OVER in spot.look))
            for child in children
            if (spot := spots.get(child.id or "")) is not None
        ]


PLANNED: Final = Planned()


class Floor(Surface):
    """Holds all parts of a table, each with a name that plans know."""

    DEFAULT_CSS = "Floor { width: 1fr; height: 1fr; }"

    def __init__(self, *parts: Widget) -> None:
        super().__init__(*parts)
        self.plan: Callable[[Room], Plan] = usual_plan
        self.wide_from = 110
        self.log_rows = 3, 5, 7  # in a narrow, a usual and a wide window
        self.without: tuple[str, ...] = ()
        self.pane = "map"
        self.is_pointing = False
        self.is_telling = False
        self.has_lines = True
        self._placed = Plan({})
        """Where everything stands now."""

    def render_line(self, y: int) -> Strip:  # noqa: ARG002
        """Draw nothing where no part stands."""
        return Strip.blank(self.inside.width, self.ground)

    @property
    def layout(self) -> Layout:
        return PLANNED

    @property
    def panels(self) -> list[Panels]:
        return [part for part in self.children if isinstance(part, Panels)]

    def each_panel(self) -> Iterator[Panel]:
        """Return all parts of the table in words, to be told something."""
        return self.each_of(Panel)

    def each_of(self, kind: type[SomePanel]) -> Iterator[SomePanel]:
        """Return the parts of one kind."""
        return (panel for panels in self.panels for panel in panels.each(kind))

    @property
    def is_wide(self) -> bool:
        return self.size.width >= self.wide_from

    def settle(self) -> None:
        """Put everything where it belongs now; lay out nothing that is already there."""
        before, plan = self._placed, self.plan_in(self.size)
        for part in self.children:
            spot = plan.spots.get(part.id or "")
            if part.display != (spot is not None):
                part.display = spot is not None
            if spot is not None:
                part.update_classes({look: look in spot.look for look in LOOKS})
            if spot is not None and isinstance(part, Panels):
                part.draw(plan.shelves if part.id == "panels" else None, spot.region.size)
        if plan != before:
            self._clear_arrangement_cache()
            self.refresh(layout=True, repaint=False)

    def plan_in(self, size: Size) -> Plan:
        """Plan again; the same panels keep their rows, so that what stands below them seldom moves."""
        before, room = self._placed, self._room_in(size)
        make = waiting_plan if room.is_waiting else self.plan
        plan = make(room._replace(panel_rows=before.rows_of("panels")))
        is_same = (plan.size, plan.shelves) == (before.size, before.shelves)
        self._placed = plan if is_same else make(room)
        return self._placed

    def on_resize(self) -> None:
        self.settle()

    def _room_in(self, size: Size) -> Room:
        parts = {part.id: part for part in self.children if part.id and part.id not in self.without}
        panels = parts.get("panels")

        def rows(name: str, width: int) -> int:
            part = parts.get(name)
            height_at = getattr(part, "height_at", lambda _: 1)
            return height_at(width) if part is not None else 0

        def shelf_rows(shelves: Shelves, width: int) -> int:
            return panels.height_of(shelves, width) if isinstance(panels, Panels) else 0

        return Room(
            size,
            self.wide_from,
            parts.keys(),
            panels.there if isinstance(panels, Panels) else (),
            rows,
            shelf_rows,
            self.pane,
            self.log_rows,
            self.is_pointing,
            self.is_telling,
            self.has_lines,
            "talk" in parts and parts["talk"].has_class("-dealing"),
        )
