"""Caches for answers that are worked out once and then looked up; a long-lived server can clear them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, ParamSpec, TypeVar, cast

K = TypeVar("K")
V = TypeVar("V")
P = ParamSpec("P")


class Remembered(dict[K, V]):
    """What a function of one argument gives, looked up by that; it takes half as long as `lru_cache`.

    When there is no room for one more answer, all are forgotten.
    """

    __slots__ = ("_room", "_work_out")

    def __init__(self, work_out: Callable[[K], V], room: int) -> None:
        super().__init__()
        self._work_out = work_out
        self._room = room

    def __missing__(self, asked: K) -> V:
        if len(self) >= self._room:
            self.clear()
        answer = self[asked] = self._work_out(asked)
        return answer


_remembered: list[Remembered[Any, Any]] = []
_cached: list[Any] = []  # what `lru_cache` makes has no type to name


def remembering(room: int) -> Callable[[Callable[[K], V]], Remembered[K, V]]:
    """Turn a function into what it gives: it is asked with brackets."""

    def made(work_out: Callable[[K], V]) -> Remembered[K, V]:
        found = Remembered(work_out, room)
        _remembered.append(found)
        return found

    return made


def cached(room: int) -> Callable[[Callable[P, V]], Callable[P, V]]:
    """Let a function of any arguments keep its latest answers."""

    def made(work_out: Callable[P, V]) -> Callable[P, V]:
        found = lru_cache(maxsize=room)(work_out)
        _cached.append(found)
        return cast("Callable[P, V]", found)

    return made


def cached_answers() -> int:
    """Count all answers that are kept."""
    sizes: Iterable[int] = (found.cache_info().currsize for found in _cached)
    return sum(map(len, _remembered)) + sum(sizes)


def clear_caches() -> None:
    """Drop all answers; each is worked out again when it is asked for."""
    for found in _remembered:
        found.clear()
    for found in _cached:
        found.cache_clear()
