"""A camera in front of the terminal: takes a picture of half-blocks and reads the code in it."""

from __future__ import annotations

import zxingcpp

HALVES = {" ": (0, 0), "▀": (1, 0), "▄": (0, 1), "█": (1, 1)}
PIXELS = 3  # to each half of a cell
MARGIN = 6  # cells of the terminal around it


def codes_on(lines: list[str], *, ink: int, ground: int) -> list[str]:
    """Return the texts of all codes that are dark on light; `ink` and `ground` say how bright they are."""
    width = max(map(len, lines)) + 2 * MARGIN
    cells = [f"{' ' * MARGIN}{line}".ljust(width) for line in [""] * MARGIN + lines + [""] * MARGIN]
    rows = [[HALVES.get(cell, (0, 0))[half] for cell in line] for line in cells for half in (0, 1)]
    stripe = [bytes((ink if dot else ground) for dot in row for _ in range(PIXELS)) for row in rows]
    picture = b"".join(line * PIXELS for line in stripe)
    shape = (len(rows) * PIXELS, width * PIXELS)
    seen = memoryview(picture).cast("B", shape)
    return [found.text for found in zxingcpp.read_barcodes(seen, try_invert=False)]
