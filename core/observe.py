"""From what a viewer knows of a table back to a state that fits."""

from __future__ import annotations

from functools import cache
from operator import attrgetter
from typing import Any, TypeVar

from msgspec import Struct

from core.kinds import Choice, Seat

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
