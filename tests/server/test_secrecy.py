"""What a viewer is sent depends, to the last byte, on nothing the viewer may not know.

Two tables are led through the same game. They differ only in what one viewer cannot know: tiles drawn or laid
face down, sealed bids, words and deals between others. Until the rules uncover the difference, both send that
viewer the same bytes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from msgspec.structs import replace

from core import flow
from core.deals import WORDS, Goods, Promise, Status
from core.decisions import ChooseOne
from core.games.rising_sun.board import LOTUS
from core.games.rising_sun.choices import Mandate
from core.games.rising_sun.events import MandatesDrawn
from core.kinds import Choice, InputError, Seat, Viewer
from core.wire import unpack_events
from protocol import messages
from protocol.canonical import decode
from protocol.entries import (
    ActedFreely,
    Answer,
    Answered,
    AskedBack,
    Chose,
    Consented,
    Offered,
    Replaced,
    Said,
    TookBack,
    Voted,
)
from protocol.limits import Limits
from protocol.round import RoundStage
from protocol.round_records import Acked, Complained, Handed, Release
from protocol.sealing import Commitment
from protocol.table.table import Position, Prompt
from protocol.table.transcript import Transcript
from server.tables.stand_ins import StandIns
from tests.server.worlds import GAME, IDENTITIES, Guest, World, begun, copy_of

WORDS_OF_SIZES = ("no", "meet me at the border of Kansai " * 4, "a long story " * 30)
CHANGING = 0.6
"""How often somebody changes a sealed choice before another seals one."""


@pytest.fixture(autouse=True)
def _locks_show_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A lock is as random as its salt; with both the same for every line, the rest can be compared."""
    monkeypatch.setattr("protocol.oaths.lock_of", lambda _salt, _line: bytes(32))
    monkeypatch.setattr("protocol.oaths.secrets.token_bytes", bytes)


@pytest.fixture(autouse=True)
def _seals_are_made_without_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is sealed is as random as its key; made with the same one, everything else can be compared."""
    monkeypatch.setattr("protocol.sealing.random_polynomial", lambda size: tuple(range(1, size + 1)))
    monkeypatch.setattr("protocol.sealing._box", lambda _c, _s, _h, share, key: key + share + bytes(16))
    for module in ("opening", "round"):
        monkeypatch.setattr(f"protocol.{module}.take_share", share_in_the_open)


def share_in_the_open(commitment: Commitment, holder: int, _: X25519PrivateKey) -> bytes:
    return commitment.boxes[commitment.holders.index(holder)][32:64]


@pytest.fixture(autouse=True)
def _transcripts_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """The head of a transcript is as random as the secret it begins with; test_transcript.py covers that."""
    monkeypatch.setattr(Transcript, "hear", lambda *_: None)


@pytest.fixture(autouse=True)
def _marks_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """The mark of the journal is as random as the private seed, which nobody has before the end."""
    monkeypatch.setattr("protocol.table.table.journal_mark", lambda _seed, _journal: bytes(32))


@contextmanager
def empty_seals() -> Iterator[None]:
    """Seal nothing, whatever the line; another test shows that a seal reveals nothing about its line."""
    with pytest.MonkeyPatch.context() as patches:
        patches.setattr("protocol.sealing.pad", lambda _, size: bytes(size))
        yield


# Two worlds ----------------------------------------------------------------------------------


def change_what_is_hidden(world: World, viewer: Viewer, dice: Random) -> None:
    """Replace this truth by another that the viewer cannot tell from it."""
    table = world.table
    twin = GAME.determinise(table.view_for(viewer), dice)
    twin.draws = table.state.draws
    flow.advance(GAME.rules, twin, table.attempt())
    table.position = Position(twin, table.deals)
    table.prompts = {seat: Prompt(old.number, twin.pending[seat]) for seat, old in table.prompts.items()}


def that_look_alike(
    left: World, right: World, seat: Seat, viewer: Viewer, dice: Random
) -> tuple[Choice, Choice] | None:
    """Pick a choice for each world, so that the viewer sees no difference; none if something would show."""
    one, other = (world.table.prompts[seat].decision for world in (left, right))
    choice = one.sample(dice)
    if left.table.sealing is not None and seat != viewer:
        return choice, other.sample(dice)
    if isinstance(choice, Mandate) and seat == LOTUS != viewer:
        assert isinstance(other, ChooseOne)
        tiles = [o for o in other.options if isinstance(o, Mandate) and o.announced == choice.announced]
        return choice, dice.choice(tiles)
    return (choice, choice) if other.allows(choice) else None


def has_drawn(world: World, viewer: Viewer) -> bool:
    """Say whether chance has just shown something to the viewer alone."""
    events = world.runner._story.past[-1].events  # noqa: SLF001
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
            ("do", Complained(seat, other, bytes(32), bytes(64))),
            ("confirm", Acked(seat, world.table.chain.head, bytes(64))),
            ("release", Release(seat, None, (), bytes(64))),
            ("turn", Handed(seat, other, 0, None, bytes(32))),
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


async def compare(left: World, right: World, viewer: Viewer, dice: Random, strays: list[str]) -> Counter[str]:
    """Go on in both worlds for as long as they look alike; count the steps."""
    steps = Counter[str]()
    mine, theirs = left.guests[viewer], right.guests[viewer]
    while steps.total() < 12:
        left.clock[0] += 1
        for world in (left, right):
            if dice.random() < 0.4:
                await act_in_secret(world, viewer, dice)
        request = nosy(left, viewer, strays, dice)
        for guest in (mine, theirs):
            await guest.ask(*request)
        assert mine.sent == theirs.sent
        assert set(left.table.prompts) == set(right.table.prompts)
        what = await go_on(left, right, viewer, dice)
        if not what or has_drawn(left, viewer) or has_drawn(right, viewer):
            break
        assert mine.sent == theirs.sent
        steps[what] += 1
    return steps


async def go_on(left: World, right: World, viewer: Viewer, dice: Random) -> str:
    """Let the same happen in both, as far as the viewer can tell; return what, if possible."""
    if not left.table.prompts:
        return await confirm(left, right)
    is_sealed = left.table.sealing is not None
    round_ = left.table.round
    fickle = [seat for seat in round_.sealed if not round_.changed[seat]] if round_ is not None else []
    if fickle and dice.random() < CHANGING:
        return await change(left, right, dice.choice(sorted(fickle)), viewer, dice)
    seat = dice.choice(sorted(left.table.prompts))
    choices = that_look_alike(left, right, seat, viewer, dice)
    if choices is None:
        return ""
    for world, choice in zip((left, right), choices, strict=True):
        await world.choose(seat, choice)
    return "seal" if is_sealed else "choose"


async def change(left: World, right: World, seat: Seat, viewer: Viewer, dice: Random) -> str:
    """Let a seat seal something else in both; only its owner knows what."""
    one, other = (world.table.state.pending[seat].sample(dice) for world in (left, right))
    for world, choice in ((left, one), (right, one if seat == viewer else other)):
        await world.change(seat, choice)
    return "change"


async def confirm(left: World, right: World) -> str:
    """Let everybody confirm what they have sealed; what they release then uncovers everything."""
    for world in (left, right):
        if world.table.round is None or world.table.round.stage is not RoundStage.SET:
            return ""
        for player in world.players:
            due = player.sealer.due(world.table)
            if isinstance(due, Acked):
                await player.perform(due)
    return "confirm"


@pytest.mark.parametrize("players", [3, 4, 5])
async def test_no_byte_that_a_viewer_is_sent_depends_on_what_is_hidden(players: int) -> None:
    dice, steps = Random(players), Counter[str]()
    strays = ["ready", "pass", "bid 1 0 0 0", "nonsense"]
    async with begun("wire", players) as world:
        while not world.table.is_over:
            if world.table.prompts:
                prompt = dice.choice(list(world.table.prompts.values()))
                strays.append(GAME.line_of(prompt.decision.sample(dice)))
            if dice.random() < (0.5 if world.table.round is not None else 0.08):
                viewer = dice.choice([*world.table.seats, None])
                left, right = await copy_of(world), await copy_of(world)
                change_what_is_hidden(right, viewer, dice)
                with empty_seals():
                    steps += await compare(left, right, viewer, dice, strays)
                await left.runner.aclose()
                await right.runner.aclose()
            await world.play_at_random(dice)

    assert steps["choose"] > 10
    assert min(steps["seal"], steps["confirm"]) > 1
    assert steps["change"]


async def test_a_seal_shows_nothing_of_its_line() -> None:
    """Two lines sealed with the same key differ only in the ciphertext and its hash, and not in size."""
    dice = Random(3)
    async with begun() as world:
        while world.table.round is None:
            await world.play_at_random(dice)
        sealer = world.guests[world.table.round.header.seats[0]].sealer
        one, other = (sealer.copy().sealed(world.table, line) for line in ("bid 0 0 0 0", "bid 10 12 14 0"))

    seals = [decode(committed.commitment, Commitment) for committed in (one, other)]
    assert seals[0].ciphertext != seals[1].ciphertext
    assert len(one.commitment) == len(other.commitment)
    assert replace(seals[0], ciphertext=seals[1].ciphertext, commitment=seals[1].commitment) == seals[1]
    assert replace(one, commitment=other.commitment, signature=other.signature) == other


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
        await after_restart.runner.aclose()


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
        await world.runner.submit(Replaced(3))
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
        await world.runner.submit(Replaced(2))
        while world.table.prompts:
            await world.play_at_random(dice)
        await world.whisper(0, (1,), "well played")
        back = await world.enter(2, IDENTITIES[2])

        # All but the invitations and what the others whispered.
        assert len(await story_of(back)) == len(world.runner._story.past) - 4  # noqa: SLF001


async def test_what_others_whisper_uses_up_nothing_of_what_a_player_may_say() -> None:
    async with begun(limits=Limits(journal_size=24_000, chat_burst=1000)) as world:
        for _ in range(20):
            await world.whisper(0, (1,), WORDS_OF_SIZES[2])
        refused = world.guests[0].sent[-1]
        await world.guests[2].ask("do", Said(2, 0, (), "and I?"))
        await world.play_at_random(Random(1))

        assert b"refuse-said-too-much" in refused
        assert not any(message.startswith(b"refused") for message in world.guests[2].sent)
