"""Values of a type, made up from what msgspec knows of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from hypothesis import strategies as st
from msgspec import Raw, inspect

Strategy: TypeAlias = st.SearchStrategy[Any]
MOST_TEXT = 8
MOST_LENGTH = 20
MOST_PARTS = 2


def values_of(kind: Any, by_hand: Mapping[Any, Strategy]) -> Strategy:
    """Return all values of a type; some are made by hand: those of a record, of a field or with a title."""

    def of(info: Any, name: str = "") -> Strategy:
        known = [key for key in (name, getattr(info, "cls", None), title_of(info)) if key in by_hand]
        return by_hand[known[0]] if known else makers[type(info)](info)

    def built(info: Any) -> Strategy:
        return st.builds(info.cls, **{field.name: of(field.type, field.name) for field in info.fields})

    makers: dict[type, Callable[[Any], Strategy]] = {
        **SIMPLE,
        inspect.Metadata: lambda info: of(info.type),
        inspect.VarTupleType: lambda info: rows(info, of(info.item_type)),
        inspect.TupleType: lambda info: st.tuples(*map(of, info.item_types)),
        inspect.UnionType: lambda info: st.one_of(*map(of, info.types)),
        inspect.NamedTupleType: built,
        inspect.StructType: built,
    }
    return of(inspect.type_info(kind))


def title_of(info: Any) -> str | None:
    return (info.extra_json_schema or {}).get("title") if isinstance(info, inspect.Metadata) else None


def plain(info: Any) -> Any:
    """Return a type without its title."""
    return plain(info.type) if isinstance(info, inspect.Metadata) else info


def bounds(info: Any) -> tuple[int | None, int | None]:
    """Return the least and the greatest number of a type, None if there is no bound."""
    low = info.ge if info.gt is None else info.gt + 1
    return low, info.le if info.lt is None else info.lt - 1


def integers(info: Any) -> st.SearchStrategy[int]:
    low, high = bounds(info)
    return st.integers(-(2**63) if low is None else low, 2**64 - 1 if high is None else high)


def texts(info: Any) -> st.SearchStrategy[str]:
    if info.pattern is not None:
        return st.from_regex(info.pattern)
    least, most = lengths(info)
    return st.text(min_size=least, max_size=most)


def lengths(info: Any) -> tuple[int, int]:
    """Return the least length and one that is long enough."""
    least = info.min_length or 0
    return least, max(least, min(info.max_length or MOST_TEXT, MOST_LENGTH))


def rows(info: Any, part: Strategy) -> Strategy:
    least = info.min_length or 0
    most = max(least, MOST_PARTS)
    return st.lists(part, min_size=least, max_size=most).map(tuple)


SIMPLE: dict[type, Callable[[Any], Strategy]] = {
    inspect.NoneType: lambda _: st.none(),
    inspect.BoolType: lambda _: st.booleans(),
    inspect.IntType: integers,
    inspect.StrType: texts,
    inspect.BytesType: lambda info: st.binary(min_size=lengths(info)[0], max_size=lengths(info)[1]),
    inspect.RawType: lambda _: st.sampled_from([b"\xc0", b"\x90", b"\x92\x01\xa1a"]).map(Raw),
    inspect.EnumType: lambda info: st.sampled_from(info.cls),
}
