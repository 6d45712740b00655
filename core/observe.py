"""From what a viewer knows of a table back to a state that fits; and whether what they are told can be."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cache
from itertools import chain
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar, get_args, get_origin, get_type_hints

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from core.chance import QuickRng
from core.deals import PromiseBroken, PromiseKept
from core.kinds import MOST, Choice, Dice, Event, InputError, RulesError, Seat, SeatIfAny

if TYPE_CHECKING:
    from core.game import Game

S = TypeVar("S", bound=Struct)


def state_from(view: Any, kind: type[S], **invented: Any) -> S:
    """Make a state between two decisions: from the view where names agree, invented where they do not."""
    shown: type[Struct] = type(view)
    names, values = _told(shown, kind)
    told = dict(zip(names, values(view), strict=True))
    course = {
        "agenda": list(view.agenda),
        "pending": {},
        "answers": own_answer(view),
        "events": [],
        "draws": 0,
    }
    return kind(**told | course | invented)


@cache
def _told(view: type[Struct], state: type[Struct]) -> tuple[tuple[str, ...], attrgetter[tuple[Any, ...]]]:
    names = tuple(name for name in state.__struct_fields__ if name in view.__struct_fields__)
    return names, attrgetter(*names)


def own_answer(view: Any) -> dict[Seat, Choice]:
    """Return what the viewer has sealed; the others have yet to answer."""
    return {} if view.viewer is None or view.answer is None else {view.viewer: view.answer}


# Views from others ---------------------------------------------------------------------------

NONSENSE: Final = (
    *(ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError),
    *(InputError, RulesError),
)
"""What the rules can do with a state that cannot be."""


def is_possible(game: Game, view: Any, dice: Dice) -> bool:
    """Say whether a table of this game can look like that, whoever says so.

    If it can, there is a state that fits. Written down as a position and read again, with every check there
    is, it looks the same and asks the same.
    """
    if has_huge_number(replace(view, decision=None, standing=())):
        return False
    try:
        state = game.determinise(view, dice)
        if game.rules.turning is not None:
            game.rules.turning.lay(state, view)
        again = game.read_position(game.write_position(state), view.seats, QuickRng(dice))
        return bool(game.view_for(again, view.viewer) == view)
    except NONSENSE:
        return False


def has_huge_number(record: Struct) -> bool:
    """Say whether it would take for ever to count what is said to be there."""
    return any(abs(number) > MOST for number in numbers_in(to_builtins(record)))


def numbers_in(value: Any) -> Iterator[int]:
    """Find every number in nested rows."""
    if isinstance(value, tuple | list):
        for part in value:
            yield from numbers_in(part)
    elif isinstance(value, int):
        yield value


# Events from others --------------------------------------------------------------------------

SeatsIn: TypeAlias = Callable[[Any], Iterable[Seat]]
"""Finds the seats that a value of some type names."""


def can_happen(game: Game, seats: Collection[Seat], event: Event) -> bool:
    """Say whether an event that could be read is about this table: its seats, and what they can promise."""
    if isinstance(event, PromiseKept | PromiseBroken):
        kind = game.promises.kinds.get(event.promise.kind)
        if kind is None or event.promise.about not in kind.objects:
            return False
    return all(
        seat in seats for name, find in _seat_fields(type(event)) for seat in find(getattr(event, name))
    )


@cache
def _seat_fields(kind: type[Event]) -> tuple[tuple[str, SeatsIn], ...]:
    types = get_type_hints(kind, include_extras=True)
    found = ((name, seats_in(types[name])) for name in kind.__struct_fields__)
    return tuple((name, find) for name, find in found if find is not None)


def seats_in(form: Any) -> SeatsIn | None:
    """Return what finds the seats in a value of a type; None if there can be none."""
    if form == Seat:
        return lambda seat: (seat,)
    if form == SeatIfAny:
        return lambda seat: (seat,) if seat != -1 else ()
    if get_origin(form) is not tuple:
        return None
    first, *rest = get_args(form)
    if rest == [...]:
        find = seats_in(first)
        return None if find is None else lambda row: chain.from_iterable(map(find, row))
    places = [(n, find) for n, each in enumerate((first, *rest)) if (find := seats_in(each)) is not None]
    return (lambda row: chain.from_iterable(find(row[n]) for n, find in places)) if places else None
