"""What a viewer is sent depends on nothing that the viewer may not know, to the last byte.

Two tables are led through the same game. They differ only in what one viewer cannot know: tiles drawn
or laid face down, sealed bids, words and deals between others. Until the rules bring the difference to
light, that viewer is sent the same bytes by both.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from itertools import count
from random import Random
from typing import Any, cast

import msgspec
import pytest

from core import flow
from core.catalog import game_named
from core.deals import WORDS, Goods, Promise, Status
from core.game import Game
from core.games.rising_sun.board import LOTUS
from core.games.rising_sun.choices import Mandate
from core.games.rising_sun.events import MandatesDrawn
from core.records import Choice, ChooseOne, InputError, RulesError, Seat, Viewer
from core.wire import unpack_events
from protocol import messages
from protocol.entries import (
    ActedFreely,
    Answer,
    Answered,
    AskedBack,
    Chose,
    Consented,
    Invited,
    Offered,
    Opened,
    Replaced,
    Said,
    Stamped,
    TookBack,
    Voted,
)
from protocol.identity import Identity, PublicKey
from protocol.invitation import token_hash
from protocol.limits import Limits
from protocol.oaths import swear
from protocol.pace import Bank, Terms
from protocol.rpc import Notification, decode_answer, encode_notification, encode_params
from protocol.talk import Place, make_talk_key, seal_words
from server.lobby import Lobby
from server.requests import HANDLERS, room_of
from server.stand_ins import StandIns
from server.steward import Steward
from server.store import Entry, GameState, JournalStore
from server.table import Position, Prompt
from server.timekeeper import Time

GAME = game_named("rising_sun")
HOST = Identity.from_secret(b"host".ljust(32))
IDENTITIES = [Identity.from_secret(bytes([seat]) * 32) for seat in range(8)]
TERMS = Terms(Bank(3600, 10))
WORDS_OF_SIZES = ("no", "meet me at the border of Kansai " * 4, "a long story " * 30)


class Journals:
    """As much of a JournalStore as a table needs, for as long as it lasts."""

    def __init__(self, entries: list[Entry]) -> None:
        self.kept = list(entries)

    async def append(self, _: str, expected_seq: int, entry: bytes) -> int:
        assert expected_seq == len(self.kept)
        self.kept.append(Entry(expected_seq, 0, b"", entry))
        return expected_seq

    async def create(self, game_id: str, header: bytes) -> None: ...
    async def close_game(self, game_id: str, state: GameState) -> None: ...


class Guest:
    """Somebody at a table, and every byte they are sent."""

    def __init__(self, lobby: Lobby, identity: Identity) -> None:
        self.lobby = lobby
        self.identity = identity
        self.player: PublicKey = identity.public
        self.steward: Steward | None = None
        self.viewer: Viewer = None
        self.sent: list[bytes] = []

    def tell(self, message: bytes) -> None:
        self.sent.append(message)

    def dismiss(self, sentence: str, *, is_final: bool) -> None:
        self.sent.append(encode_notification("closing", messages.Closing(sentence, is_final)))

    async def ask(self, method: str, params: Any) -> Any:
        """Ask as a connection does, and give the result if there is one."""
        if method == "do" and self.steward is not None:
            params = swear(self.identity, self.steward.chain, params)
        try:
            result = await HANDLERS[method](self, params)
        except (RulesError, InputError) as error:
            self.sent.append(f"refused: {error}".encode())
            return None
        self.sent.append(bytes(encode_params(result)))
        return result

    def notices(self) -> Iterator[messages.Told]:
        for message in self.sent:
            if message.startswith(encode_notification("told", None)[:-1]):
                notice = decode_answer(message)
                assert isinstance(notice, Notification)
                yield msgspec.msgpack.decode(notice.params, type=messages.Told)


class World:
    """A table and all its guests; None watches."""

    def __init__(self, clock: list[float], opened: Stamped, entries: list[Entry], limits: Limits) -> None:
        time = Time(lambda: clock[0], lambda: round(clock[0] * 1000))
        self.clock = clock
        self.journal = Journals(entries)
        store = cast("JournalStore", self.journal)
        self.lobby = Lobby(HOST, store, limits, time)
        self.steward = Steward("table", opened, HOST, store, limits, time)
        self.lobby.stewards["table"] = self.steward
        self.guests: dict[Viewer, Guest] = {}
        self.numbers = count(1)

    async def enter(self, viewer: Viewer, identity: Identity, token: bytes | None = None) -> Guest:
        guest = self.guests[viewer] = Guest(self.lobby, identity)
        key = make_talk_key(identity, HOST.public, "table")
        name = f"player {viewer}"
        wish = messages.Join("table", name, token, viewer, viewer is None, key.public, key.signature)
        await guest.ask("join", wish)
        await guest.ask("sync", messages.Sync(0))
        return guest

    @property
    def table(self) -> Any:
        return self.steward.table

    async def choose(self, seat: Seat, choice: Choice) -> None:
        request = Chose(seat, self.table.prompts[seat].number, self.table.game.line_of(choice))
        await self.guests[seat].ask("do", request)

    async def play_at_random(self, dice: Random) -> None:
        seat, prompt = dice.choice(sorted(self.table.prompts.items()))
        self.clock[0] += 1
        await self.choose(seat, prompt.decision.sample(dice))

    async def whisper(self, seat: Seat, to: tuple[Seat, ...], text: str) -> None:
        guest, number = self.guests[seat], next(self.numbers)
        place = Place(room_of(guest, tuple(sorted((seat, *to)))), seat, number)
        await guest.ask("do", Said(seat, number, to, "", seal_words(place, guest.identity, text)))


@pytest.fixture(autouse=True)
def _locks_show_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A lock is as random as its salt; with both the same for every line, the rest can be compared."""
    monkeypatch.setattr("protocol.oaths.lock_of", lambda _salt, _line: bytes(32))
    monkeypatch.setattr("protocol.oaths.secrets.token_bytes", bytes)


@asynccontextmanager
async def begun(
    seed: str = "s", players: int = 3, limits: Limits | None = None, game: Game = GAME
) -> AsyncIterator[World]:
    """Open a table at which everybody has sat down, and somebody watches."""
    names = tuple(game.seat_names[:players])
    opened = Stamped(0, Opened(game.name, game.version, names, (), seed, TERMS))
    entries = [Entry(0, 0, b"", msgspec.msgpack.encode(opened))]
    world = World([1000.0], opened, entries, limits or Limits())
    for seat in world.table.seats:
        await world.steward.submit(Invited(token_hash(bytes([seat]) * 16)))
        await world.enter(seat, IDENTITIES[seat], bytes([seat]) * 16)
    await world.enter(None, IDENTITIES[-1])
    for seat in world.table.seats:
        await world.guests[seat].ask("ready", messages.Ready(True))
    assert world.table.state is not None
    yield world
    await world.steward.aclose()


async def copy_of(world: World) -> World:
    """Take the table up from its journal, with everybody there again."""
    opened = msgspec.msgpack.decode(world.journal.kept[0].data, type=Stamped)
    twin = World(world.clock, opened, world.journal.kept, world.lobby.limits)
    twin.steward.live_through(world.journal.kept)
    twin.numbers = count(10_000)
    for viewer, guest in world.guests.items():
        await twin.enter(viewer, guest.identity)
    return twin


# Two worlds ----------------------------------------------------------------------------------


def change_what_is_hidden(world: World, viewer: Viewer, dice: Random) -> None:
    """Put another truth in the place of this one, which the viewer cannot tell from it."""
    table, rules = world.table, world.table.game.rules
    twin = table.game.determinise(table.view_for(viewer), dice)
    twin.draws = table.state.draws
    flow.advance(rules, twin, table.rng)
    for seat in table.state.answers:
        if seat in twin.pending:
            flow.answer(rules, twin, seat, twin.pending[seat].sample(dice), table.rng)
    table.position = Position(twin, table.deals)
    table.prompts = {seat: Prompt(old.number, twin.pending[seat]) for seat, old in table.prompts.items()}


def that_look_alike(
    left: World, right: World, seat: Seat, viewer: Viewer, dice: Random
) -> tuple[Choice, Choice] | None:
    """Pick a choice for each world, so that the viewer sees no difference; none if something would show."""
    one, other = (world.table.prompts[seat].decision for world in (left, right))
    choice = one.sample(dice)
    is_sealed = type(left.table.state.agenda[-1]) in GAME.rules.sealed
    if is_sealed and len(left.table.prompts) == 1:
        return None  # now the bids are opened
    if is_sealed and seat != viewer:
        return choice, other.sample(dice)
    if isinstance(choice, Mandate) and seat == LOTUS != viewer:
        assert isinstance(other, ChooseOne)
        tiles = [o for o in other.options if isinstance(o, Mandate) and o.announced == choice.announced]
        return choice, dice.choice(tiles)
    return (choice, choice) if other.allows(choice) else None


def has_drawn(world: World, viewer: Viewer) -> bool:
    """Say whether chance has just shown something to the viewer alone."""
    events = world.steward._story.past[-1].events  # noqa: SLF001
    return any(isinstance(event, MandatesDrawn) and event.seat == viewer for event in events)


async def act_in_secret(world: World, viewer: Viewer, dice: Random) -> None:
    """Let two others do something between them."""
    one, other = dice.sample([seat for seat in world.table.seats if seat != viewer], 2)
    what = dice.randrange(4)
    if what == 0:
        await world.whisper(one, (other,), dice.choice(WORDS_OF_SIZES))
    elif what == 1:
        gives, promise = Goods(coins=dice.randrange(3)), Promise(WORDS, "peace " * dice.randrange(1, 9))
        asks = (Promise("stay_out", "kyoto"),)
        offer = Offered(one, next(world.numbers), other, gives, Goods(), (promise,), asks)
        await world.guests[one].ask("do", offer)
    else:
        await settle(world, one, other, dice)


async def settle(world: World, one: Seat, other: Seat, dice: Random) -> None:
    for standing in world.table.deals.seen_by(one):
        deal = standing.deal
        if {deal.seat, deal.to} == {one, other} and standing.status is Status.OPEN:
            answer = Answer.DECLINE if deal.gives.coins else dice.choice((Answer.ACCEPT, Answer.DECLINE))
            await world.guests[deal.to].ask("do", Answered(deal.to, deal.seat, deal.number, answer))
            return


def nosy(world: World, viewer: Viewer, strays: list[str], dice: Random) -> tuple[str, Any]:
    """Think of something to ask that could be refused."""
    other = dice.choice(world.table.seats)
    seat = 0 if viewer is None else viewer
    line = dice.choice([stray for stray in strays if not is_allowed(world, viewer, stray)])
    asked = [prompt for (kind, seat, prompt) in world.table.done if kind is Chose and seat == viewer]
    asked += [world.table.prompts[seat].number for seat in world.table.prompts if seat == viewer]
    goods = Goods(dice.choice((1, 1000)))
    number = dice.choice([0, 1, world.table.moves, 10_003, *asked[-4:]])
    return dice.choice(
        [
            ("do", Chose(seat, number, line)),
            ("do", ActedFreely(seat, number, line)),
            ("do", ActedFreely(seat, number, f"give {GAME.seat_names[other]} {dice.choice((1, 99))} coins")),
            ("do", TookBack(seat, number)),
            ("do", AskedBack(seat, number)),
            ("do", Consented(seat, dice.random() < 0.5)),
            ("do", Said(seat, number, (), "what do you have?")),
            ("do", Said(seat, number, (other,), "", b"n")),
            ("do", Answered(seat, other, number, dice.choice(list(Answer)))),
            ("do", Offered(seat, number, other, goods, Goods(), (), (), dice.choice((None, number)))),
            ("do", Voted(seat, other, True)),
            ("do", Chose(other, number, line)),
            ("sync", messages.Sync(number)),
            ("sync", messages.Sync(0)),
            ("tables", None),
        ]
    )


def is_allowed(world: World, viewer: Viewer, line: str) -> bool:
    prompt = world.table.prompts.get(viewer)
    try:
        return prompt is not None and prompt.decision.allows(GAME.choice_of(line))
    except InputError:
        return False


async def compare(left: World, right: World, viewer: Viewer, dice: Random, strays: list[str]) -> int:
    """Go on in both worlds for as long as they look alike; give the steps."""
    steps = 0
    mine, theirs = left.guests[viewer], right.guests[viewer]
    while left.table.prompts and steps < 12:
        left.clock[0] += 1
        for world in (left, right):
            if dice.random() < 0.4:
                await act_in_secret(world, viewer, dice)
        request = nosy(left, viewer, strays, dice)
        for guest in (mine, theirs):
            await guest.ask(*request)
        assert mine.sent == theirs.sent
        assert set(left.table.prompts) == set(right.table.prompts)
        seat = dice.choice(sorted(left.table.prompts))
        choices = that_look_alike(left, right, seat, viewer, dice)
        if choices is None:
            break
        for world, choice in zip((left, right), choices, strict=True):
            await world.choose(seat, choice)
        if has_drawn(left, viewer) or has_drawn(right, viewer):
            break
        assert mine.sent == theirs.sent
        steps += 1
    return steps


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("seed", range(2))
async def test_no_byte_that_a_viewer_is_sent_depends_on_what_is_hidden(seed: int, players: int) -> None:
    dice, steps = Random(f"{seed} {players}"), 0
    strays = ["ready", "pass", "bid 1 0 0 0", "nonsense"]
    async with begun(f"wire {seed}", players) as world:
        while world.table.prompts:
            prompt = dice.choice(list(world.table.prompts.values()))
            strays.append(GAME.line_of(prompt.decision.sample(dice)))
            if dice.random() < 0.08:
                viewer = dice.choice([*world.table.seats, None])
                left, right = await copy_of(world), await copy_of(world)
                change_what_is_hidden(right, viewer, dice)
                steps += await compare(left, right, viewer, dice, strays)
                await left.steward.aclose()
                await right.steward.aclose()
            await world.play_at_random(dice)

    assert steps > 20


async def play_with_secrets(world: World, dice: Random, moves: int) -> None:
    for _ in range(moves):
        await act_in_secret(world, dice.choice([*world.table.seats, None]), dice)
        await world.play_at_random(dice)


async def story_of(guest: Guest, from_number: int = 0) -> tuple[messages.Item, ...]:
    synced: messages.Synced = await guest.ask("sync", messages.Sync(from_number))
    return synced.items


@pytest.mark.parametrize("viewer", [0, 1, 2, 3, None])
async def test_what_is_told_as_it_happens_is_what_is_told_later_and_after_a_restart(viewer: Viewer) -> None:
    async with begun(players=4) as world:
        await play_with_secrets(world, Random(5), 40)
        live = [told.item for told in world.guests[viewer].notices()]
        later = await story_of(world.guests[viewer])
        after_restart = await copy_of(world)

        assert list(later)[-len(live) :] == live
        assert [item.number for item in later] == list(range(len(later)))
        assert await story_of(world.guests[viewer], 17) == later[17:]
        assert await story_of(after_restart.guests[viewer]) == later
        await after_restart.steward.aclose()


def as_watched(item: messages.Item) -> tuple[Any, list[Any]]:
    events = [seen for event in unpack_events(GAME, item.events) if (seen := event.seen_by(None)) is not None]
    return (item.at_ms, item.entry.seen_by(None)), events


async def test_who_plays_and_also_watches_hears_nothing_that_the_seat_does_not() -> None:
    """What a spectator hears can be worked out from what any seat hears."""
    async with begun(players=4) as world:
        await play_with_secrets(world, Random(6), 40)
        watched = [as_watched(item) for item in await story_of(world.guests[None])]

        for seat in world.table.seats:
            heard = [as_watched(item) for item in await story_of(world.guests[seat])]
            assert [(what, events) for what, events in heard if what[1] or events] == watched


async def test_others_hear_no_sound_of_private_talk_while_a_bot_plays_for_somebody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(StandIns, "play", lambda *_: None)
    async with begun(players=4) as world:
        await world.steward.submit(Replaced(3))
        for guest in world.guests.values():
            guest.sent.clear()
        await world.whisper(0, (1,), "shall we?")
        await world.guests[1].ask("do", Offered(1, 0, 0, Goods(1), Goods()))

        assert [world.guests[viewer].sent for viewer in (2, 3, None)] == [[], [], []]


async def test_after_the_game_there_are_only_words_and_who_comes_back_sees_its_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(StandIns, "play", lambda *_: None)
    dice = Random(1)
    async with begun() as world:
        await world.steward.submit(Replaced(2))
        while world.table.prompts:
            await world.play_at_random(dice)
        await world.whisper(0, (1,), "well played")
        back = await world.enter(2, IDENTITIES[2])

        # All but the invitations and what the others whispered.
        assert len(await story_of(back)) == len(world.steward._story.past) - 4  # noqa: SLF001


async def test_what_others_whisper_uses_up_nothing_of_what_a_player_may_say() -> None:
    async with begun(limits=Limits(journal_size=24_000, chat_burst=1000)) as world:
        for _ in range(20):
            await world.whisper(0, (1,), WORDS_OF_SIZES[2])
        refused = world.guests[0].sent[-1]
        await world.guests[2].ask("do", Said(2, 0, (), "and I?"))
        await world.play_at_random(Random(1))

        assert b"said so much" in refused
        assert not any(message.startswith(b"refused") for message in world.guests[2].sent)
