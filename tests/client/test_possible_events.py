"""What cannot happen in a game cannot be told: every event that can be read is one the game knows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import inspect

from client.table.sentences import event_in_brief, event_sentence
from core.catalog import game_named, game_names
from core.deals import DealEvent, DealExpired, Promise, PromiseKept
from core.games.rising_sun.events import BattleBegan, BattleWon, GiftGiven, HonorChanged, VpGained
from core.games.shogun.events import BattleBegan as Attack
from core.kinds import Event, TableEvent
from core.observe import can_happen, seats_in
from core.record import read_record, replay
from core.wire import pack_events, unpack_events
from tests.harness.values import bounds, plain, values_of

RECORDS = Path(__file__).parents[1] / "records"
RECORDED = sorted(RECORDS.rglob("*.txt"))
SEATS = (0, 1, 3)
SUN = game_named("rising_sun")
PROMISE = Promise("ally", "koi")


def kinds_of_events(game: str) -> tuple[type[Event], ...]:
    return tuple(get_args(game_named(game).event_type | TableEvent | DealEvent))


def loose(info: Any) -> Iterator[Any]:
    """Find numbers and words in a type that could be anything; seats depend on the table."""
    if isinstance(info, inspect.Metadata):
        return
    for field in getattr(info, "fields", ()):
        yield from loose(field.type)
    for part in (getattr(info, "item_type", None), *getattr(info, "item_types", ())):
        if part is not None:
            yield from loose(part)
    is_loose = isinstance(info, inspect.IntType) and None in bounds(info)
    if is_loose or (isinstance(info, inspect.StrType) and info.pattern is None):
        yield info


@pytest.mark.parametrize("game", game_names())
def test_every_number_and_every_word_of_an_event_is_one_of_those_there_are(game: str) -> None:
    for kind in kinds_of_events(game):
        found = list(loose(inspect.type_info(kind)))
        promises = [plain(info) for info in found if isinstance(info, inspect.StrType) and info.max_length]

        assert len(found) == len(promises) == 2 * ("promise" in kind.__struct_fields__), kind


def names_seats(info: Any) -> bool:
    """Say whether a value of a type can name a seat, however deep inside."""
    if isinstance(info, inspect.Metadata):
        return True
    fields = [field.type for field in getattr(info, "fields", ())]
    parts = [getattr(info, "item_type", None), *getattr(info, "item_types", ()), *getattr(info, "types", ())]
    return any(names_seats(part) for part in (*fields, *parts) if part is not None)


@pytest.mark.parametrize("game", game_names())
def test_seats_are_looked_for_wherever_an_event_can_name_one(game: str) -> None:
    for kind in kinds_of_events(game):
        for name, form in get_type_hints(kind, include_extras=True).items():
            if name in kind.__struct_fields__:
                assert names_seats(inspect.type_info(form)) == (seats_in(form) is not None), (kind, name)


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_everything_that_happened_in_a_recorded_game_can_happen(path: Path) -> None:
    """Whoever hears of it, and in whatever form."""
    record, _ = read_record(path.read_text("utf-8"))
    game = game_named(record.setup.game)
    seats = tuple(map(game.seat_names.index, record.setup.seats))
    happened = {event for moment in replay(record) for event in moment.events}
    told = {seen for event in happened for viewer in (None, *seats) if (seen := event.seen_by(viewer))}

    assert set(unpack_events(game, pack_events(list(told)))) == told
    assert all(can_happen(game, seats, event) for event in told)


BY_HAND: dict[Any, st.SearchStrategy[Any]] = {
    "seat": st.sampled_from(SEATS),
    "seat, or -1 for nobody": st.sampled_from((-1, *SEATS)),
    "promise": st.just(PROMISE),
    BattleBegan: st.builds(BattleBegan, st.integers(0, 7), st.just(SEATS), st.just((1, 0, 9))),
    BattleWon: st.builds(
        BattleWon, st.sampled_from(SEATS), st.integers(0, 7), st.just(tuple((seat, 4) for seat in SEATS))
    ),
}


@pytest.mark.parametrize("game", game_names())
def test_whatever_can_happen_can_be_told(game: str) -> None:
    @settings(max_examples=400, deadline=None)
    @given(values_of(game_named(game).event_type | TableEvent | DealEvent, BY_HAND))
    def check(event: Event) -> None:
        for viewer in (None, *SEATS):
            event_sentence(game_named(game), event, viewer)
            event_in_brief(game_named(game), event, viewer)

    check()


@pytest.mark.parametrize(
    "event",
    [
        VpGained(2, 1, "hostage"),
        GiftGiven(0, 4, 1, 0),
        HonorChanged(0, gained=True, honor=(0, 1, 2)),
        BattleWon(0, 3, ((0, 4), (5, 1))),
        DealExpired(1, 0, 2),
        PromiseKept(1, 0, 1, Promise("words", "Peace.")),
        PromiseKept(1, 0, 1, Promise("ally", "nobody")),
    ],
    ids=lambda event: type(event).__name__,
)
def test_nothing_happens_to_who_is_not_at_the_table_and_no_promise_is_judged_that_the_game_does_not_know(
    event: Event,
) -> None:
    assert not can_happen(SUN, SEATS, event)


def test_peasants_defend_a_province_that_belongs_to_nobody() -> None:
    game = game_named("shogun")

    assert can_happen(game, SEATS, Attack(1, 3, 4, 2, -1, 1))
    assert not can_happen(game, SEATS, Attack(1, 3, 4, 2, 2, 1))
