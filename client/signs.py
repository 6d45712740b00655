"""Our signs in ASCII, for terminals and streams that have nothing else: one cell stands for one."""

from __future__ import annotations

from typing import Final

SIGNS: Final = str.maketrans(
    {
        **dict.fromkeys("·…", "."),
        **dict.fromkeys("\N{EN DASH}—─━═╌╍▔▁", "-"),
        **dict.fromkeys("│┃║╎╏▏▎▌▐▕▊▋▉", "|"),
        **dict.fromkeys("●•◆✶★", "*"),
        **dict.fromkeys("→▸▶", ">"),
        **dict.fromkeys("←◂◀", "<"),
        **dict.fromkeys("↑▲", "^"),
        **dict.fromkeys("↓▼", "v"),
        **dict.fromkeys("“”", '"'),
        **dict.fromkeys("┌┐└┘├┤┬┴┼╵╶╷╴┏┓┗┛┣┫┳┻╋╹╺╻╸╔╗╚╝╠╣╦╩╬", "+"),
        "¢": "c",
        "✓": "v",
        "\N{MULTIPLICATION SIGN}": "x",
        "○": "o",
        "⚑": "!",
        "▂": "_",
        "▃": "=",
        "▄": "=",
        "▀": "=",
        **dict.fromkeys("▅▆▇█■", "#"),
    }
)
UNKNOWN: Final = "?"


def plain_sign(sign: str) -> str:
    """Give what stands for a sign that cannot be shown."""
    return sign.translate(SIGNS) if ord(sign) in SIGNS else UNKNOWN
