"""Private talk and other secrets over real connections: who gets them, who never does, who notices lies."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from client.seat.connection import Connection, RefusedError
from client.seat.news import News, Person
from client.seat.player import Player
from core.deals import Deal, Goods, Promise
from core.kinds import Viewer
from protocol.entries import Answer, Chose, Revealed, Said, SignedOff, TalkKeyed
from protocol.entry import JournalEntry
from protocol.identity import Identity
from protocol.invitation import Invitation, token_hash
from protocol.messages import TableState
from protocol.talk import TalkError, TalkKey, TalkPlace, open_words, seal_words
from server.store.interface import GameState
from server.store.sqlite import SqliteStore
from tests.harness.loopback import WIDE, OpenTable, a_table, admit
from tests.waiting import patience, soon, until

SEED = "the seed of this table, told to nobody"
KOI, LOTUS, TURTLE = 0, 1, 2
WORDS = "Tomorrow we both stay out of Kansai."
IDENTITIES = [Identity.from_secret(bytes([number + 1]) * 32) for number in range(5)]

Received = dict[Connection, list[bytes]]


class Someone:
    """A player or spectator, and all the news they got."""

    def __init__(self, invitation: Invitation, person: Person) -> None:
        self.news: list[News] = []
        self.bids: list[str] = []
        self.has_news = asyncio.Event()
        self.player = Player(invitation, person, admit, self._on_news, WIDE)

    def _on_news(self, news: News) -> None:
        self.news.append(news)
        self.has_news.set()

    def words(self) -> list[str]:
        return [heard.words for heard in self.player.mirror.story if heard.words]

    async def hear(self, word: str) -> None:
        """Wait until somebody has said something with this word in it."""
        async with patience():
            while not any(word in words for words in self.words()):
                self.has_news.clear()
                await self.has_news.wait()


class Salon:
    """A table in a house, and all who are at it."""

    def __init__(self, table: OpenTable) -> None:
        self.table = table
        self.server, self.runner, _ = table
        self.people: dict[Viewer, Someone] = {}
        self.tokens = [invitation.token or b"" for invitation in table.invitations]

    def can_all_talk(self) -> bool:
        """Say whether everybody has heard of everybody's talk keys."""
        return all(len(one.player.mirror.table.talk_keys) == 3 for one in self.people.values())

    async def bring(self, viewer: Viewer, identity: Identity) -> Someone:
        person = Person(identity, f"player {viewer}", is_watching=viewer is None, seat=viewer)
        invitation = self.table.invite_to_watch() if viewer is None else self.table.invite()
        someone = Someone(invitation, person)
        await someone.player.sit_down()
        return someone


@asynccontextmanager
async def salon_in(folder: Path) -> AsyncIterator[Salon]:
    async with AsyncExitStack() as stack:
        salon = Salon(await stack.enter_async_context(a_table(folder, seed=SEED)))
        for viewer, identity in zip((KOI, LOTUS, TURTLE, None), IDENTITIES, strict=False):
            someone = salon.people[viewer] = await salon.bring(viewer, identity)
            stack.push_async_callback(someone.player.leave)
        await until(salon.can_all_talk)
        yield salon


@pytest.fixture(name="received")
def bytes_received(monkeypatch: pytest.MonkeyPatch) -> Received:
    """Keep what every client gets, as it comes out of TLS."""
    received: Received = {}
    take = Connection.data_received

    def keep(self: Connection, data: bytes) -> None:
        received.setdefault(self, []).append(bytes(data))
        take(self, data)

    monkeypatch.setattr(Connection, "data_received", keep)
    return received


def sizes(received: Received) -> list[int]:
    return [len(b"".join(parts)) for parts in received.values()]


# Private words -------------------------------------------------------------------------------


async def test_members_read_private_words_and_nobody_else_is_sent_a_byte(
    tmp_path: Path, received: Received
) -> None:
    async with salon_in(tmp_path) as salon:
        koi, lotus, turtle, spectator = salon.people.values()
        await koi.player.say("hello all")
        for someone in (lotus, turtle, spectator):
            await someone.hear("hello")
        before = sizes(received)

        await koi.player.say(WORDS, to=(LOTUS,))
        await lotus.player.say("agreed", to=(KOI,))
        await koi.hear("agreed")

        after = sizes(received)
        assert [lotus.words(), koi.words()] == [["hello all", WORDS, "agreed"]] * 2
        assert [one < other for one, other in zip(before, after, strict=True)] == [True, True, False, False]
        assert turtle.words() == spectator.words() == ["hello all"]


async def test_the_host_keeps_private_words_and_can_read_them_neither_in_files_nor_with_its_key(
    tmp_path: Path,
) -> None:
    async with salon_in(tmp_path) as salon:
        koi, lotus, *_ = salon.people.values()
        await koi.player.say("in public", to=())
        await koi.player.say(WORDS, to=(LOTUS,))
        await lotus.hear("Kansai")
        (said,) = [h.entry for h in lotus.player.mirror.story if isinstance(h.entry, Said) and h.entry.to]
        place = TalkPlace(lotus.player.mirror.room((KOI, LOTUS)), KOI, said.number)

        for stranger in (TalkKey(), salon.people[TURTLE].player.mirror.talk_key):
            with pytest.raises(TalkError):
                open_words(place, LOTUS, stranger, said.sealed)
        kept = all_bytes_in(tmp_path)

    kept += all_bytes_in(tmp_path)
    assert b"in public" in kept
    assert said.sealed in kept
    assert WORDS.encode() not in kept
    assert WORDS.encode().hex().encode() not in kept


def all_bytes_in(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.iterdir())


async def test_the_number_of_public_words_does_not_tell_of_private_ones(tmp_path: Path) -> None:
    async with salon_in(tmp_path) as salon:
        koi, lotus, turtle, *_ = salon.people.values()
        await lotus.player.say("to you alone", to=(KOI,))
        await koi.player.say("and to you", to=(LOTUS,))
        await koi.player.say("again", to=(LOTUS,))
        await koi.player.say("hello")
        await turtle.hear("hello")

        said = [h.entry for h in turtle.player.mirror.story if isinstance(h.entry, Said)]
        assert [(entry.seat, entry.number) for entry in said] == [(KOI, 0)]
        assert lotus.words() == ["to you alone", "and to you", "again", "hello"]


# A host that lies ----------------------------------------------------------------------------


def moved(said: Said, _: Said) -> Said:
    return replace(said, number=said.number + 1)


def swapped(said: Said, other: Said) -> Said:
    return replace(said, sealed=other.sealed)


def from_another(said: Said, _: Said) -> Said:
    return replace(said, seat=LOTUS, to=(KOI,))


def to_more(said: Said, _: Said) -> Said:
    return replace(said, to=(LOTUS, TURTLE))


def spoilt(said: Said, _: Said) -> Said:
    return replace(said, sealed=said.sealed[:200] + bytes([said.sealed[200] ^ 1]) + said.sealed[201:])


@pytest.mark.parametrize("lie", [moved, swapped, from_another, to_more, spoilt])
async def test_a_host_that_changes_or_moves_private_words_is_not_believed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lie: Callable[[Said, Said], Said]
) -> None:
    told: list[Said] = []

    def lying(said: Said, viewer: Viewer) -> JournalEntry | None:
        if viewer is None:
            return None
        if viewer == LOTUS:
            told.append(said)
        return lie(said, told[0]) if viewer == LOTUS and said != told[0] else said

    async with salon_in(tmp_path) as salon:
        koi, lotus, *_ = salon.people.values()
        monkeypatch.setattr(Said, "seen_by", lying)
        await koi.player.say("yes", to=(LOTUS,))
        await koi.player.say("no", to=(LOTUS,))
        async with patience():
            await asyncio.wait([lotus.player.gone])

        assert lotus.words() == ["yes"]
        assert "never did" in lotus.player.gone.result()


async def test_a_host_that_gives_out_a_talk_key_of_its_own_gets_no_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lying(entry: TalkKeyed, _: Viewer) -> JournalEntry:
        return replace(entry, key=TalkKey().public) if entry.seat == LOTUS else entry

    monkeypatch.setattr(TalkKeyed, "seen_by", lying)
    async with a_table(tmp_path, seed=SEED) as table:
        salon = Salon(table)
        koi, lotus = [await salon.bring(seat, IDENTITIES[seat]) for seat in (KOI, LOTUS)]
        assert "Stop playing" in await soon(koi.player.gone)
        with pytest.raises((RefusedError, TalkError)):
            await koi.player.say(WORDS, to=(LOTUS,))
        for someone in (koi, lotus):
            await someone.player.leave()


async def test_an_honest_host_hands_on_no_words_that_their_sender_has_not_signed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with salon_in(tmp_path) as salon:
        koi, lotus, *_ = salon.people.values()
        monkeypatch.setattr("client.seat.player.seal_words", lambda *_: seal_elsewhere(koi.player))
        with pytest.raises(RefusedError, match="Seat 0 did not say these words here, under this number"):
            await koi.player.say(WORDS, to=(LOTUS,))
        await koi.player.say("that was all")
        await lotus.hear("all")

        assert lotus.words() == ["that was all"]


def seal_elsewhere(player: Player) -> bytes:
    return seal_words(TalkPlace(player.mirror.room((KOI, LOTUS)), KOI, 99), player.person.identity, WORDS)


# Two accounts --------------------------------------------------------------------------------


async def test_one_identity_has_one_seat_however_many_invitations_it_has(tmp_path: Path) -> None:
    async with salon_in(tmp_path) as salon:
        again = await salon.bring(LOTUS, IDENTITIES[KOI])

        assert again.player.mirror.seat == KOI
        why = await soon(salon.people[KOI].player.gone)
        assert why == "You have taken this seat from somewhere else."
        assert [info.player for info in salon.runner.info().seats] == ["player 0", "player 1", "player 2"]
        await again.player.leave()


async def test_who_watches_with_the_identity_of_a_player_sees_what_a_spectator_sees(tmp_path: Path) -> None:
    async with salon_in(tmp_path) as salon:
        koi, lotus, turtle, spectator = salon.people.values()
        for someone in (koi, lotus, turtle):
            await someone.player.ready()
        second = await salon.bring(None, IDENTITIES[KOI])
        await koi.player.say(WORDS, to=(LOTUS,))
        await koi.player.say("done")
        for someone in (second, spectator):
            await someone.hear("done")

        assert second.player.mirror.seat is None
        assert second.player.mirror.view == spectator.player.mirror.view
        assert second.player.mirror.story == spectator.player.mirror.story
        with pytest.raises(RefusedError, match="Spectators cannot chat"):
            await second.player.say("I say")
        await second.player.leave()


# A whole game --------------------------------------------------------------------------------


async def play(someone: Someone, dice: Random) -> None:
    """Play at random, talk, deal and take back until the game is over."""
    await someone.player.ready()
    while not is_over(someone):
        someone.has_news.clear()
        try:
            await act(someone, dice)
        except RefusedError:
            assert not someone.player.gone.done() or is_over(someone), someone.player.gone.result()
            await asyncio.sleep(0)
        else:
            if someone.player.mirror.prompt is None and not is_over(someone):
                await someone.has_news.wait()


def is_over(someone: Someone) -> bool:
    return someone.player.mirror.info.state is TableState.OVER


async def act(someone: Someone, dice: Random) -> None:
    player, mirror = someone.player, someone.player.mirror
    assert mirror.seat is not None
    other = dice.choice([seat for seat in (KOI, LOTUS, TURTLE) if seat != mirror.seat])
    if mirror.prompt is not None and mirror.view.decision is not None:
        choice = mirror.view.decision.sample(dice)
        await player.choose(choice)
        line = mirror.game.line_of(choice)
        if line.startswith("bid"):
            someone.bids.append(line)
    if dice.random() < 0.1:
        await player.say(WORDS, to=(other,))
        promise = Promise("words", "a promise between the two of us")
        await player.offer(Deal(mirror.next_deal(other), mirror.seat, other, Goods(1), promises=(promise,)))
    for deal in [standing.deal for standing in mirror.deals.values() if standing.deal.to == mirror.seat][-1:]:
        await player.answer(deal.seat, deal.number, dice.choice((Answer.ACCEPT, Answer.DECLINE)))
    chosen = [heard.entry for heard in mirror.story if isinstance(heard.entry, Chose)]
    if chosen and dice.random() < 0.1:
        await player.take_back(chosen[-1].prompt)


async def test_in_a_whole_game_no_log_and_no_client_gets_a_secret_of_the_host(
    tmp_path: Path, received: Received, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    async with salon_in(tmp_path) as salon:
        players = [salon.people[seat] for seat in (KOI, LOTUS, TURTLE)]
        async with patience():
            await asyncio.gather(*(play(someone, Random(seat)) for seat, someone in enumerate(players)))
        invited = [token_hash(token) for token in salon.tokens]
        kept = all_bytes_in(tmp_path)

    sent = b"".join(part for parts in received.values() for part in parts)
    bids = {line for someone in players for line in someone.bids}
    assert bids
    for secret in (*salon.tokens, *invited):
        assert secret not in sent
        assert secret.hex() not in caplog.text
    for text in (SEED, WORDS, "a promise between", *bids):
        assert text not in caplog.text
    for line in bids:
        assert line.encode() not in sent + kept


async def test_the_seed_is_shown_once_and_not_before_the_game_is_over(
    tmp_path: Path, received: Received
) -> None:
    async with salon_in(tmp_path) as salon:
        players = [salon.people[seat] for seat in (KOI, LOTUS, TURTLE)]
        async with patience():
            await asyncio.gather(*(play(someone, Random(seat)) for seat, someone in enumerate(players)))
        await players[KOI].player.say("well played")
        for someone in salon.people.values():
            await someone.hear("well played")

        for parts in received.values():
            assert b"".join(parts).count(SEED.encode()) == 1
        for someone in salon.people.values():
            told = [heard.entry for heard in someone.player.mirror.story]
            assert {type(entry) for entry in told[told.index(Revealed(SEED)) :]} <= {
                Revealed,
                SignedOff,
                Said,
            }


async def test_after_the_game_there_are_only_words_until_all_have_left(tmp_path: Path) -> None:
    async with salon_in(tmp_path) as salon:
        players = [salon.people[seat] for seat in (KOI, LOTUS, TURTLE)]
        async with patience():
            await asyncio.gather(*(play(someone, Random(seat)) for seat, someone in enumerate(players)))

        await players[KOI].player.say("well played")
        with pytest.raises(RefusedError, match="The game is over"):
            await players[KOI].player.offer(Deal(99, KOI, LOTUS, promises=(Promise("words", "a rematch"),)))
        assert salon.runner.info().state is TableState.OVER
        assert [game.state for game in await salon.server.lobby.journal.games()] == [GameState.RUNNING]
    store = SqliteStore.open(tmp_path / "tables.sqlite")
    assert [game.state for game in await store.games()] == [GameState.OVER]
    await store.aclose()
