"""A host shows what cannot be a position of the game: the client raises the alarm, and draws none of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import msgspec
import pytest
from msgspec import Raw, msgpack
from msgspec.structs import replace

from client.plain.looking import sight
from core.catalog import game_named
from core.game import Game
from core.kinds import InputError
from core.observe import is_possible
from core.wire import events_hash, pack_events, pack_view, unpack_events, unpack_view
from protocol.errors import UNREADABLE
from protocol.rpc import NIL
from protocol.table.signatures import Signatures
from protocol.table.story import Dispatch, Story
from tests.adversaries.lying_server import VICTIM, alarm_at, two_faced
from tests.client.tui.at_table import LARGE, scene_of, seated
from tests.harness.changes import places_in
from tests.harness.random_play import random_game

GAMES = ("rising_sun", "shogun", "ninjato")
SEATS = (0, 1, 2)
ODD = (-(10**12), -1000, -3, -2, -1, 0, 1, 2, 3, 5, 8, 12, 49, 99, 1000, 10**12)


def views_of(game: Game) -> Iterator[Any]:
    """Show moments of a game to everybody, as a server would: nobody has sealed anything in the open."""
    for number, (state, _) in enumerate(random_game(game, SEATS, seed=3)):
        if number % 9 == 0 and not state.answers:
            yield from (game.view_for(state, viewer) for viewer in (*SEATS, None))


def spoilt(game: Game, view: Any, dice: Random) -> Any:
    """Change a number somewhere in a view, as far as it can still be read."""
    packed = msgpack.decode(pack_view(game, view))
    numbers = [place for place in places_in(packed) if is_number(at(packed, place))]
    place = dice.choice(numbers)
    at(packed, place[:-1])[place[-1]] = dice.choice(ODD)
    try:
        return unpack_view(game, msgpack.encode(packed))
    except (*UNREADABLE, InputError, LookupError, msgspec.ValidationError):
        return view


def at(value: Any, place: tuple[int, ...]) -> Any:
    for number in place:
        value = value[number]
    return value


def is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def believed(game: Game, changes: int) -> list[Any]:
    """Change many views, and return those that are taken for possible."""
    dice, views = Random(11), list(views_of(game))
    lies = (spoilt(game, dice.choice(views), dice) for _ in range(changes))
    return [lie for lie in lies if is_possible(game, lie, Random(0)) and lie not in views]


@pytest.mark.parametrize("name", GAMES)
def test_every_moment_of_a_game_is_possible(name: str) -> None:
    game = game_named(name)

    assert not [view for view in views_of(game) if not is_possible(game, view, Random(0))]


@pytest.mark.parametrize("name", GAMES)
def test_hardly_any_number_can_be_another_and_then_the_line_client_can_read_it_out(name: str) -> None:
    game = game_named(name)
    lies = believed(game, 600)

    assert len(lies) < 200
    for view in lies:
        assert list(sight(scene_of(view, view.viewer, game=game, names=("Ann", "Ben", "Cleo")), "all"))


@pytest.mark.parametrize("name", GAMES)
async def test_whatever_is_taken_for_possible_can_be_drawn(name: str, tmp_path: Path) -> None:
    game = game_named(name)
    scenes = [
        scene_of(view, view.viewer, game=game, names=("Ann", "Ben", "Cleo")) for view in believed(game, 300)
    ]
    async with seated(scenes[0], tmp_path, LARGE) as table:
        for number, scene in enumerate(scenes[:25]):
            await table.told(scene._replace(prompt=number, question=number))

        assert table.app.is_running


def enlarged(value: Any) -> Any:
    """Return a field of an event with numbers that are nothing's."""
    if isinstance(value, tuple):
        return tuple(map(enlarged, value))
    return 10**6 if is_number(value) else value


@pytest.mark.parametrize("name", GAMES)
async def test_a_host_that_reports_what_the_game_has_no_name_for_is_noticed_at_once(
    name: str, tmp_path: Path
) -> None:
    def impossible(story: Story, told: Dispatch) -> Dispatch | None:
        events = unpack_events(story._table.game, told.item.events)  # noqa: SLF001
        huge = [
            replace(event, **{name: enlarged(getattr(event, name)) for name in event.__struct_fields__})
            for event in events
        ]
        if huge == events:
            return None
        changes = {"events": Raw(pack_events(huge)), "heard": events_hash(huge), "signature": b""}
        return told._replace(item=replace(told.item, **changes))

    with two_faced(impossible), patch.object(Signatures, "check_link", lambda *_: None):
        alarm = await alarm_at(tmp_path, name)

    assert alarm.sentence == "Stop playing: the host reports something that cannot happen in this game."


# What the host says is its board ---------------------------------------------------------------------


def indebted(view: Any) -> Any:
    name = {"rising_sun": "coins", "shogun": "chests", "ninjato": "honor"}[game_of(view)]
    row = getattr(view, name)
    return replace(view, **{name: (-3, *row[1:])})


def off_the_map(view: Any) -> Any:
    match game_of(view):
        case "rising_sun":
            return replace(view, war=(*view.war[1:], 99))
        case "shogun":
            return replace(view, plans=((99,) * 11,) * 5)
        case _:
            return replace(view, placed=((0, 99),))


def with_strangers(view: Any) -> Any:
    """Give somebody what belongs to a seat that nobody has."""
    match game_of(view):
        case "rising_sun":
            return replace(view, figures=(*view.figures[:-1], view.figures[0]))
        case "shogun":
            return replace(view, owner=(4, *view.owner[1:]))
        case _:
            return replace(view, order=(*view.order[:-1], 3))


def of_another(view: Any) -> Any:
    return replace(view, viewer=VICTIM + 1)


def game_of(view: Any) -> str:
    return next(name for name in GAMES if isinstance(view, game_named(name).view_type))


@pytest.mark.parametrize("lie", [indebted, off_the_map, with_strangers, of_another])
@pytest.mark.parametrize("name", GAMES)
async def test_a_host_that_shows_an_impossible_board_is_noticed_at_once(
    name: str, lie: Any, tmp_path: Path
) -> None:
    """Whatever it signs with it; what it said is kept."""

    def impossible(story: Story, told: Dispatch) -> Dispatch | None:
        game = story._table.game  # noqa: SLF001
        view = None if told.view == NIL else unpack_view(game, told.view)
        return None if view is None else told._replace(view=Raw(pack_view(game, lie(view))))

    with two_faced(impossible):
        alarm = await alarm_at(tmp_path / "data", name, home=tmp_path / "home")

    assert alarm.sentence == "Stop playing: the host shows an impossible board."
    assert alarm.evidence is not None
