"""The map as a widget, for any game whose board is areas.

    from client.tui.map import ProvinceMap

    board = ProvinceMap(id="map")        # put it into a screen; it takes the space it is given
    board.facts = facts                  # whenever a view arrives: only rows that changed are drawn again
    board.targets = frozenset({3, 4})    # provinces that may be picked now: a dashed outline
    board.cursor = 3                     # None: nowhere
    board.style = style_for(app.console.color_system, no_colour="NO_COLOR" in environ)

`ProvinceMap.Pointed(province)` tells where mouse or keyboard point, `ProvinceMap.Picked(province)` that
Enter was pressed or a province clicked; it is the application that knows what may be picked. Arrows go
to the province in that direction, Tab and Shift+Tab through the targets; without targets Tab moves the
focus as everywhere. The keys have ids (`map.left`, `map.pick`, ...) for a key map.

The largest of the atlas's drawings that fits is shown, live with every change of size: for Rising Sun
46 by 16 cells and 64 by 30. With less room each area becomes a row of text.

A board that is no map of provinces is another `AreaMap`, with the same attributes, keys and messages.

What is written in an area: its name, its place in the order of wars after a flag, the reward of a Harvest
after a plus sign, and for each clan its letter, its force and its pieces, whose signs a legend explains.
"""

from __future__ import annotations

from client.tui.map.areas import AreaMap
from client.tui.map.facts import AreaFacts, Atlas, Holding, MapFacts, MapScene, Mark
from client.tui.map.styles import ASCII_LINES, ASCII_MONO, BLOCKS, LINES, MONO, MapStyle, style_for
from client.tui.map.widget import ProvinceMap

__all__ = [
    "ASCII_LINES",
    "ASCII_MONO",
    "BLOCKS",
    "LINES",
    "MONO",
    "AreaFacts",
    "AreaMap",
    "Atlas",
    "Holding",
    "MapFacts",
    "MapScene",
    "MapStyle",
    "Mark",
    "ProvinceMap",
    "style_for",
]
