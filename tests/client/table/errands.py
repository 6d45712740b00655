"""A front end for tests: it does the errands of a table's model at once, and writes them down."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, TypeVar

from client.local.settings import Settings
from client.seat.news import Heard
from client.table.deeds import Deed, GiveAnswer
from client.table.errands import Ask, Call, Errand, Inquiry, Question, Send, Shown
from client.table.model import TableModel
from client.table.news import HeardNews
from client.table.scene import Scene

Kind = TypeVar("Kind")


def run(errands: Inquiry[Any], *came_of: Any) -> list[Errand]:
    """Do errands; what is asked or sent gets this result, and after that none."""
    done: list[Errand] = []
    answers, came = iter(came_of), None
    try:
        while True:
            done.append(errands.send(came))
            came = next(answers, None) if isinstance(done[-1], (Ask, Send)) else None
    except StopIteration:
        return done


def at(scene: Scene, story: Iterable[Heard] = (), home: Path | None = None, **settings: Any) -> TableModel:
    """Sit at a table where everything has been told."""
    model = TableModel(Settings(**{"pace": "step", **settings}), home or Path(mkdtemp()))
    run(model.sit_down(scene, story))
    return model


def hear(model: TableModel, scene: Scene, *news: Heard) -> list[Errand]:
    return [errand for heard in news for errand in run(model.hear(HeardNews(heard, scene)))]


def to_the_end(model: TableModel) -> list[Errand]:
    """Wave through everything that is told."""
    done: list[Errand] = []
    while model.is_telling:
        done += run(model.hurry())
    return done


def of_kind(kind: type[Kind], errands: Iterable[Errand]) -> list[Kind]:
    return [errand for errand in errands if isinstance(errand, kind)]


def sentences(errands: Iterable[Errand]) -> list[str]:
    return [line.sentence for shown in of_kind(Shown, errands) for line in shown.lines]


def popups(errands: Iterable[Errand]) -> list[Call]:
    """Return what pops up, alone or with what is told."""
    found: list[Call] = []
    for errand in errands:
        if isinstance(errand, Call):
            found.append(errand)
        elif isinstance(errand, Shown):
            found += errand.calls
    return found


def calls(errands: Iterable[Errand]) -> list[str]:
    return [call.words for call in popups(errands)]


def deeds(errands: Iterable[Errand]) -> list[Deed]:
    return [errand.deed for errand in of_kind(Send, errands)]


def questions(errands: Iterable[Errand]) -> list[Question]:
    return [errand.question for errand in of_kind(Ask, errands)]


def press(model: TableModel, key: str, *came_of: object) -> list[Errand]:
    """Press a key that stands for something."""
    act = model.press(key)
    assert act is not None, key
    return run(model.perform(act), *came_of)


def lines_sent(model: TableModel, errands: list[Errand]) -> list[str]:
    assert model.scene is not None
    return [model.scene.game.line_of(deed.choice) for deed in deeds(errands) if isinstance(deed, GiveAnswer)]
