"""From what a viewer knows of a table back to a state that fits, and whether there can be one."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, TypeVar

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from core.chance import QuickRng
from core.kinds import Choice, Dice, InputError, RulesError, Seat

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

MOST: Final = 9999
"""No number in a view is further from zero."""
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
