"""Views and events as bytes, for players on other machines.

A decision travels as lines of notation: that is what a player types, what a log shows, and what a program in
any language can read. Everything else travels as the records it is made of.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple, TypeAlias, Union

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from core.chance import digest
from core.deals import DealEvent
from core.decisions import Allocate, Arrange, ChooseOne, Combine, Decision, Gift, Kit
from core.game import Game
from core.kinds import Event, Record, TableEvent, Viewer


class Options(Record, frozen=True):
    """A question with a list of answers, each a line of notation."""

    prompt: str
    rule: str
    lines: tuple[str, ...]


class Assembly(Record, frozen=True):
    """A question answered by one of the lines, or by parts of a kit put together."""

    prompt: str
    rule: str
    lines: tuple[str, ...]
    kit: Kit


_encoder = msgspec.msgpack.Encoder()
Question: TypeAlias = Options | Allocate | Arrange | Gift | Assembly


class Packed(Struct, frozen=True, array_like=True):
    """A view without what belongs to its viewer or matters only to its game; those stand beside it."""

    view: Raw
    agenda: Raw
    viewer: Viewer
    answer: str | None
    decision: Question | None
    standing: tuple[Question, ...]


class Facts(NamedTuple):
    """What a view shows that belongs to nobody, and the same packed."""

    shown: Any
    view: Raw
    agenda: Raw


def pack_facts(view: Any) -> Facts:
    shown = without_own(view)
    return Facts(shown, Raw(_encoder.encode(replace(shown, agenda=()))), Raw(_encoder.encode(shown.agenda)))


def facts_hash(facts: Facts) -> bytes:
    """Name what everybody sees, so that nobody can be shown something else."""
    return digest("facts", bytes(facts.view), bytes(facts.agenda))


def without_own(view: Any) -> Any:
    return replace(view, viewer=None, answer=None, decision=None, standing=())


def pack_view(game: Game, view: Any, facts: Facts | None = None) -> bytes:
    """Write the fields of `Packed`; facts packed for another viewer are reused where they are the same."""
    if facts is None or (view is not facts.shown and without_own(view) != facts.shown):
        facts = pack_facts(view)
    return _encoder.encode(
        (
            facts.view,
            facts.agenda,
            view.viewer,
            game.line_of(view.answer) if view.answer is not None else None,
            question_of(game, view.decision) if view.decision is not None else None,
            [question_of(game, decision) for decision in view.standing] if view.standing else (),
        )
    )


def unpack_view(game: Game, data: bytes) -> Any:
    packed: Packed = decoder(Packed).decode(data)
    return replace(
        decoder(game.view_type).decode(packed.view),
        viewer=packed.viewer,
        agenda=decoder(tuple[game.step_type, ...]).decode(packed.agenda),  # type: ignore[name-defined]
        answer=game.choice_of(packed.answer) if packed.answer is not None else None,
        decision=decision_of(game, packed.decision) if packed.decision is not None else None,
        standing=tuple(decision_of(game, question) for question in packed.standing),
    )


def question_of(game: Game, decision: Decision) -> Question:
    """Write the answers of a decision as lines."""
    if isinstance(decision, ChooseOne):
        return Options(decision.prompt, decision.rule, tuple(map(game.line_of, decision.options)))
    if isinstance(decision, Combine):
        lines = tuple(map(game.line_of, decision.options))
        return Assembly(decision.prompt, decision.rule, lines, decision.kit)
    return decision


def decision_of(game: Game, question: Question) -> Decision:
    if isinstance(question, Options):
        return ChooseOne(question.prompt, question.rule, tuple(map(game.choice_of, question.lines)))
    if isinstance(question, Assembly):
        options = tuple(map(game.choice_of, question.lines))
        return Combine(question.prompt, question.rule, options, question.kit)
    return question


def events_hash(events: list[Event]) -> bytes:
    """Name what everybody hears, so that nobody can be told something else; empty if they hear nothing."""
    public = [heard for event in events if (heard := event.seen_by(None)) is not None]
    return digest("heard", pack_events(public)) if public else b""


def pack_events(events: list[Event]) -> bytes:
    return _encoder.encode(events)


def unpack_events(game: Game, data: bytes) -> list[Event]:
    events: list[Event] = event_decoder(game.event_type).decode(data)
    return events


@cache
def event_decoder(of_game: Any) -> msgspec.msgpack.Decoder[list[Event]]:
    """Make the decoder of a game's events and of those every table has."""
    return msgspec.msgpack.Decoder(list[Union[of_game, TableEvent, DealEvent]])  # noqa: UP007


@cache
def decoder(kind: Any) -> msgspec.msgpack.Decoder[Any]:
    """Make the decoder of a type once."""
    return msgspec.msgpack.Decoder(kind)
