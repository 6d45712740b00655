"""What everybody sees of an entry, and what its player has sworn."""

from __future__ import annotations

from tests.independent.hashing import hashed
from tests.independent.msgpack import Value
from tests.independent.records import Record

DEEDS = frozenset(
    {
        "Keyed",
        "TalkKeyed",
        "Chose",
        "ActedFreely",
        "TookBack",
        "AskedBack",
        "Consented",
        "Said",
        "Offered",
        "Answered",
        "Returned",
        "Voted",
        "Elected",
        "SignedOff",
    }
)

NOTHING: list[Value] = ["Goods", 0, 0]


def public_form(entry: Record) -> list[Value] | None:
    """Return the public form of an entry, if it has one."""
    raw: list[Value] = entry.raw
    match entry.kind:
        case "Opened":
            return entry.raw_with(seed="")
        case "Forked":
            return entry.raw_with(record="")
        case "Owned":
            return entry.raw_with(password=b"")
        case "SatDown":
            return entry.raw_with(token=b"")
        case "Chose":
            return entry.raw_with(line="", salt=b"")
        case "Invited" | "Offered":
            return None
        case "Said":
            return None if entry.to else raw
        case "Answered":
            gives, wants = entry.gives.raw, entry.wants.raw
            has_goods = [gives, wants] != [NOTHING, NOTHING]
            return ["Exchanged", entry.seat, entry.other, gives, wants] if has_goods else None
    return raw


def sworn_form(entry: Record) -> list[Value]:
    """Return what a player signs of a deed: without the oath, and without the server's part."""
    servers: dict[str, dict[str, Value]] = {
        "Chose": {"line": "", "salt": b"", "spent": 0},
        "TookBack": {"since": 0},
        "Said": {"phase": []},
        "Answered": {"gives": NOTHING, "wants": NOTHING},
    }
    return entry.raw_with(oath=[0, b"", b""], **servers.get(entry.kind, {}))


def is_stand_in(entry: Record) -> bool:
    """Say whether the host did this for a player: let a bot choose, or gave the seat back."""
    return bool(entry.kind in ("Chose", "Returned") and not entry.oath.signature)


def has_lock(entry: Record) -> bool:
    """Say whether a choice is the one its lock holds the player to."""
    return bool(hashed("line", entry.salt, entry.line.encode()) == entry.lock)
