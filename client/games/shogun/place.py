"""The province under the cursor: its figures, who holds it, what is built and planned there."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from client.games.shogun import names
from client.games.shogun.map import ATLASES
from client.texts import t
from client.tui.palette import MUTED, clan_colour
from client.tui.widgets.panel import Panel
from core.games.shogun.board import BUILDINGS, NOBODY, RICE, SLOTS, TAX
from core.games.shogun.state import board_of, has_building
from core.games.shogun.view import View


class PlacePanel(Panel):
    """Tells of one province all that the viewer may know."""

    def lines(self) -> Iterator[Text]:
        if self.scene is None or self.scene.view is None or self.place is None:
            return
        view: View = self.scene.view
        yield head_of(view, self.place)
        yield holder_of(view, self.place)
        near = ", ".join(map(names.province, board_of(view).neighbours[self.place]))
        if near:
            yield Text(t("here-near", provinces=near), MUTED)


def head_of(view: View, place: int) -> Text:
    region = names.short_region(ATLASES[view.side].regions[place])
    figures = t("here-land", tax=TAX[place], rice=RICE[place], slots=SLOTS[place])
    return Text.assemble((names.province(place), "bold"), (f" · {region} · {figures}", MUTED))


def holder_of(view: View, place: int) -> Text:
    """Say who is there with what."""
    if place not in board_of(view).provinces:
        return Text(t("here-out"), MUTED)
    owner = view.owner[place]
    parts = [names.building(kind) for kind in range(len(BUILDINGS)) if has_building(view, place, kind)]
    if view.revolts[place]:
        parts.append(t("here-unrest", number=view.revolts[place]))
    if view.viewer in view.seats and view.plans and place in view.plans[view.viewer]:
        action = names.short_place(view.plans[view.viewer].index(place))
        parts.append(t("here-planned", action=action))
    if owner == NOBODY:
        return Text(t("here-neutral"), MUTED)
    who = t("here-armies", clan=names.clan(owner), armies=view.armies[place])
    return Text.assemble((who, f"bold {clan_colour(owner)}"), "".join(f" · {part}" for part in parts))
