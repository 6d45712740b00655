"""How far apart colours are to four kinds of eyes: CIEDE2000, after a simulation of each kind."""

from __future__ import annotations

from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt
from typing import Final, TypeAlias

from rich.color_triplet import ColorTriplet

Matrix: TypeAlias = tuple[tuple[float, float, float], ...]
Lab: TypeAlias = tuple[float, float, float]

EYES: Final[dict[str, Matrix]] = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanope": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranope": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanope": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""What reaches the eyes of each kind, in linear light (Machado and others, 2009, full severity)."""
TO_XYZ: Final[Matrix] = (
    (0.4124564 / 0.95047, 0.3575761 / 0.95047, 0.1804375 / 0.95047),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339 / 1.08883, 0.1191920 / 1.08883, 0.9503041 / 1.08883),
)


def difference(one: ColorTriplet, other: ColorTriplet, eyes: str) -> float:
    return ciede2000(lab(one, EYES[eyes]), lab(other, EYES[eyes]))


def contrast(one: ColorTriplet, other: ColorTriplet) -> float:
    """Return the contrast of letters and their ground, as WCAG counts it."""
    dark, bright = sorted(applied(TO_XYZ, linear(colour))[1] for colour in (one, other))
    return (bright + 0.05) / (dark + 0.05)


def lab(colour: ColorTriplet, eyes: Matrix) -> Lab:
    seen = tuple(min(1.0, max(0.0, part)) for part in applied(eyes, linear(colour)))
    x, y, z = (part ** (1 / 3) if part > 216 / 24389 else (24389 / 27 * part + 16) / 116
               for part in applied(TO_XYZ, seen))  # fmt: skip
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def linear(colour: ColorTriplet) -> tuple[float, ...]:
    parts = (part / 255 for part in colour)
    return tuple(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)


def applied(matrix: Matrix, vector: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)


def ciede2000(one: Lab, other: Lab) -> float:
    """As in Sharma, Wu and Dalal, 2005."""
    mean = (hypot(*one[1:]) + hypot(*other[1:])) / 2
    stretch = 1.5 - 0.5 * sqrt(mean**7 / (mean**7 + 25**7))
    (l1, c1, h1), (l2, c2, h2) = (polar(colour, stretch) for colour in (one, other))
    grey = c1 * c2 == 0
    turn = 0.0 if grey else (h2 - h1 + 180) % 360 - 180
    hue = h1 + h2 if grey else (h1 + turn / 2) % 360
    light, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    weight = (
        1
        - 0.17 * cos(radians(hue - 30))
        + 0.24 * cos(radians(2 * hue))
        + 0.32 * cos(radians(3 * hue + 6))
        - 0.2 * cos(radians(4 * hue - 63))
    )
    in_light = (l2 - l1) / (1 + 0.015 * (light - 50) ** 2 / sqrt(20 + (light - 50) ** 2))
    in_chroma = (c2 - c1) / (1 + 0.045 * chroma)
    in_hue = 2 * sqrt(c1 * c2) * sin(radians(turn) / 2) / (1 + 0.015 * chroma * weight)
    twist = -2 * sqrt(chroma**7 / (chroma**7 + 25**7)) * sin(radians(60 * exp(-(((hue - 275) / 25) ** 2))))
    return sqrt(in_light**2 + in_chroma**2 + in_hue**2 + twist * in_chroma * in_hue)


def polar(colour: Lab, stretch: float) -> Lab:
    light, a, b = colour[0], colour[1] * stretch, colour[2]
    return light, hypot(a, b), degrees(atan2(b, a)) % 360
