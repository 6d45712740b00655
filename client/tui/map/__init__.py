"""The map as a widget, for any game whose board is areas.

    from client.tui.map.widget import ProvinceMap

    board = ProvinceMap(id="map")        # put it into a screen; it takes the space it is given
    board.facts = facts                  # whenever a view arrives: only rows that changed are drawn again
    board.targets = frozenset({3, 4})    # provinces that may be picked now: a dashed outline
    board.cursor = 3                     # None: nowhere
    board.style = liked_style(settings, app.console.color_system)

`ProvinceMap.Pointed(province)` tells where mouse or keyboard point, `ProvinceMap.Picked(province)` that
Enter was pressed or a province clicked; it is the application that knows what may be picked. Arrows go
to the province in that direction, Tab and Shift+Tab through the targets; without targets Tab moves the
focus as everywhere. The keys have ids (`map.left`, `map.pick`, ...) for a key map.

The map is drawn from one outline in any size, live with every change of it. The outline is the smallest map
that can be read: 46 by 16 cells for Rising Sun, 80 by 19 for Shogun. With less room each area becomes a row
of text. Plus, minus and the mouse wheel go closer and farther, Shift and arrows look around.

A board without provinces is another kind of `AreaMap`, with the same attributes, keys and messages.

What is written in an area: its name, its place in the order of wars after a flag, the reward of a Harvest
after a plus sign, and for each clan its letter, its force and its pieces, whose signs a legend explains.
"""
