"""Views and events as bytes, for whoever sits at another machine.

A decision travels as lines of notation: they are what a player types, what a log shows, and what a
program in any language can read. Everything else travels as the records it is made of.
"""

from __future__ import annotations

from functools import cache
from typing import Any, TypeAlias, Union

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from core.deals import DealEvent
from core.game import Game
from core.records import Allocate, ChooseOne, Decision, Event, Gift, Record
from core.table_events import TableEvent


class Options(Record, frozen=True):
    """A question with a list of answers, each a line of notation."""

    prompt: str
    rule: str
    lines: tuple[str, ...]


_encoder = msgspec.msgpack.Encoder()
Question: TypeAlias = Options | Allocate | Gift


class Packed(Struct, frozen=True, array_like=True):
    """A view without what the records of a game say only to that game, and that beside it."""

    view: msgspec.Raw
    agenda: msgspec.Raw
    answer: str | None
    decision: Question | None
    standing: tuple[Question, ...]


def pack_view(game: Game, view: Any) -> bytes:
    """Write the fields of `Packed`, all in one go."""
    return _encoder.encode(
        (
            replace(view, agenda=(), answer=None, decision=None, standing=()),
            view.agenda,
            game.line_of(view.answer) if view.answer is not None else None,
            question_of(game, view.decision) if view.decision is not None else None,
            [question_of(game, decision) for decision in view.standing] if view.standing else (),
        )
    )


def unpack_view(game: Game, data: bytes) -> Any:
    packed: Packed = decoder(Packed).decode(data)
    return replace(
        decoder(game.view_type).decode(packed.view),
        agenda=decoder(tuple[game.step_type, ...]).decode(packed.agenda),  # type: ignore[name-defined]
        answer=game.choice_of(packed.answer) if packed.answer is not None else None,
        decision=decision_of(game, packed.decision) if packed.decision is not None else None,
        standing=tuple(decision_of(game, question) for question in packed.standing),
    )


def question_of(game: Game, decision: Decision) -> Question:
    """Write the answers of a decision as lines."""
    if isinstance(decision, ChooseOne):
        return Options(decision.prompt, decision.rule, tuple(map(game.line_of, decision.options)))
    return decision


def decision_of(game: Game, question: Question) -> Decision:
    if isinstance(question, Options):
        return ChooseOne(question.prompt, question.rule, tuple(map(game.choice_of, question.lines)))
    return question


def pack_events(events: list[Event]) -> bytes:
    return _encoder.encode(events)


def unpack_events(game: Game, data: bytes) -> list[Event]:
    events: list[Event] = event_decoder(game.event_type).decode(data)
    return events


@cache
def event_decoder(of_game: Any) -> msgspec.msgpack.Decoder[list[Event]]:
    """Make the decoder of a game's events and of those that every table has."""
    return msgspec.msgpack.Decoder(list[Union[of_game, TableEvent, DealEvent]])  # noqa: UP007


@cache
def decoder(kind: Any) -> msgspec.msgpack.Decoder[Any]:
    """Make the decoder of a type once."""
    return msgspec.msgpack.Decoder(kind)
