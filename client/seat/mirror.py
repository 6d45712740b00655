"""What a client knows about its table: the story so far, the view, what is asked, and the deals.

It is made only of what the server told, and believes what its witness finds to hold.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

from msgspec import Raw, ValidationError

from client.seat.fraud import fraud
from client.seat.news import Heard, heard_of, introduced
from client.seat.own_deals import OwnDeals
from client.seat.witness import Witness
from client.table.bot_talk import in_own_words, phrase_in
from client.texts import t
from client.texts.refusals import why
from core.catalog import game_named
from core.deals import Key, Standing, key_of
from core.flow import Sealing, turning_of
from core.game import Game
from core.kinds import Choice, InputError, Seat, TurnOver, Viewer
from core.observe import can_happen, is_possible
from core.wire import facts_hash, pack_facts, unpack_view
from protocol.entries import Opened, Revealed, Said
from protocol.errors import UNREADABLE, Code, ProtocolError
from protocol.header import ENTROPY
from protocol.identity import PublicKey
from protocol.messages import ClockFace, Item, Joined, Synced, TableInfo, TableNow, Told
from protocol.round import Round
from protocol.round_records import MOST_REVISIONS
from protocol.rpc import NIL
from protocol.table.people import talk_room
from protocol.table.public import PublicTable
from protocol.table.rounds import subject_asked
from protocol.table.summary import summary_of
from protocol.table.transcript import Transcript, picture_of, words_of
from protocol.talk import LostKeyError, TalkError, TalkKey, TalkPlace, TalkRoom, open_words


def heard_first(item: Item) -> Heard:
    """Read the item that says which game is played."""
    if not isinstance(item.entry, Opened):
        raise fraud("nothing-told")
    return heard_of(game_named(item.entry.game), item)


@contextmanager
def making_sense() -> Iterator[None]:
    """Treat what cannot be read, or cannot have happened, as the server's mistake; it must not end us."""
    try:
        yield
    except (*UNREADABLE, InputError, LookupError):
        raise ProtocolError(Code.INVALID_PARAMS, "what the server tells makes no sense") from None


@contextmanager
def of_this_game() -> Iterator[None]:
    """Believe nothing of what the game has no name for, such as a province that is not on the map."""
    try:
        yield
    except ValidationError:
        raise fraud("impossible-event") from None


class Mirror:
    """A table as seen from one place at it."""

    def __init__(self, host: PublicKey, name: str, joined: Joined) -> None:
        self.seat: Viewer = joined.seat
        self.name = name  # of the table, among all of its host
        self.now: TableNow = joined.now
        self.story: list[Heard] = []
        self.view: Any = None
        self.shown: Any = None  # the view as the server shows it, without what only we know
        self.prompt: int | None = None
        self.clocks: tuple[ClockFace, ...] = ()
        self.deals: dict[Key, Standing] = {}
        self.witness = Witness(host)
        self.heads: list[bytes] = []  # of our transcript, after each item
        self.talk_key = TalkKey()  # to read what is said to us
        self._own: dict[bytes, Choice] = {}  # what we have sealed, by commitment
        self._own_deals = OwnDeals()
        self._view = NIL  # as it was sent
        self._picture = b""  # the hash of what we are shown after the last item
        self._blind = joined.blind
        self._transcript: Transcript | None = None

    @property
    def table(self) -> PublicTable:
        """What everybody at the table may know; raises FraudError before it was opened."""
        return self.witness.table

    @property
    def game(self) -> Game:
        return self.table.game

    @property
    def info(self) -> TableInfo:
        """The table in brief: who sits there is from the story, who is there now is the host's word."""
        return summary_of(self.name, self.table, self.now)

    # Hearing ---------------------------------------------------------------------------------

    def synced(self, synced: Synced) -> list[Heard]:
        """Take in part of the story."""
        with making_sense():
            heard = [self._hear(item) for item in synced.items]
            self._look(synced, self._read(synced.view))
            self._fill_in()
            if synced.is_all:
                self._own_deals.check(self.deals)
                self._check_picture()
                self._check_view()
            return heard

    def told(self, told: Told) -> Heard:
        """Take in news."""
        with making_sense():
            view = self._read(told.view)
            heard = self._hear(told.item)
            self._look(told, view)
            self._fill_in()
            self._own_deals.check(self.deals)
            self._check_picture()
            if told.view != NIL or told.item.facts or isinstance(told.item.entry, Revealed):
                self._check_view()
            return heard

    def _read(self, view: Raw) -> Any:
        """Read a view, if there is one; before anything else is taken in, since it may be nonsense."""
        if view == NIL:
            return None
        shown, ours = unpack_view(self.game, view), (self.seat, self.table.seats)
        if (shown.viewer, shown.seats) != ours or not is_possible(self.game, shown, Random(0)):  # noqa: S311
            raise fraud("impossible-board")
        return shown

    def _look(self, news: Synced | Told, view: Any) -> None:
        if view is not None:
            self.shown, self._view = view, Raw(bytes(news.view))
        self.prompt = news.prompt
        self.clocks = news.clocks
        if news.deals is not None:
            self.deals = {key_of(s.deal.seat, s.deal.to, s.deal.number): s for s in news.deals}
            if len(self.deals) < len(news.deals):
                raise fraud("other-deal")

    def _hear(self, item: Item) -> Heard:
        if item.number != len(self.story):
            raise ProtocolError(
                Code.OUT_OF_PLACE, f"item {item.number} does not follow {len(self.story) - 1}"
            )
        with of_this_game():
            heard = heard_of(self.game, item) if self.story else heard_first(item)
        entry = item.entry
        if self.seat is None and any(event.seen_by(None) != event for event in heard.events):
            raise fraud("told-spectators")
        self.witness.follow(item, heard.events)
        if not all(can_happen(self.game, self.table.seats, event) for event in heard.events):
            raise fraud("impossible-event")
        self._note(item)
        self._own_deals.hear(self.seat, entry, heard.events)
        if isinstance(entry, Said):
            heard = self._with_words(heard, entry)
        heard = introduced(heard, self.table)
        self.story.append(heard)
        return heard

    def _check_view(self) -> None:
        """Believe what we are shown only if everybody is shown the same."""
        if self.shown is None:
            return
        if self.table.is_revealed and self.shown.agenda:
            raise fraud("seed-after-game")
        public = self.game.public_part(self.shown)
        if facts_hash(pack_facts(public)) != self.table.facts:
            raise fraud("other-game")

    def _note(self, item: Item) -> None:
        """Go on with the transcript, which whatever we do next signs."""
        if self.seat is None:
            return
        if self._transcript is None:
            self._transcript = Transcript(self.table.chain.game, self.seat, self._blind)
        self._transcript.hear(item, words_of(item))
        self.heads.append(self._transcript.head)
        self._picture = item.picture

    def _check_picture(self) -> None:
        """Believe what we are shown only if it is what we shall sign."""
        if self.seat is None:
            return
        if not self.heads:
            raise fraud("nothing-told")
        if picture_of(self._view, self.prompt, tuple(self.deals.values())) != self._picture:
            raise fraud("other-picture")

    # Sealed rounds ---------------------------------------------------------------------------

    @property
    def is_sealing(self) -> bool:
        """Say whether the question now is answered by all at once, unseen."""
        return self.view is not None and bool(self.view.agenda) and self._step in self.game.rules.sealed

    @property
    def _step(self) -> type:
        return type(self.view.agenda[-1])

    @property
    def sealing(self) -> Sealing | None:
        """Say how the question now is answered by all at once, if it is."""
        return self.game.rules.sealed[self._step] if self.is_sealing else None

    @property
    def turning(self) -> TurnOver | None:
        """Say what has to be turned over before the game goes on, if anything."""
        return turning_of(self.shown.agenda) if self.shown is not None else None

    @property
    def sealed_choice(self) -> Choice | None:
        """What we have sealed in the open round, as far as everybody knows of it and we know what it is."""
        round_ = self.table.round
        if round_ is None or self.seat not in round_.sealed:
            return None
        return self._own.get(round_.sealed[self.seat].record.commitment)

    @property
    def can_reseal(self) -> bool:
        """Say whether we may change what we have sealed: others are missing, and we have changes left."""
        round_ = self.table.round
        if round_ is None or self.seat is None or self.sealed_choice is None or not round_.owing_commits():
            return False
        return len(round_.commits_of(self.seat)) <= MOST_REVISIONS

    def know(self, commitment: bytes, line: str) -> None:
        """Note what we have sealed ourselves, where others see only that something lies there."""
        self._own[commitment] = self.game.choice_of(line)
        self._fill_in()

    def _fill_in(self) -> None:
        self.view = self.shown
        laid = self.table.laid if self.shown is not None else None
        if laid is None or self.seat not in laid.sealed:
            return
        own = self._own.get(laid.sealed[self.seat].record.commitment)
        if own is not None:
            with making_sense():
                self.view = self.game.fill_in(self.shown, own)

    def check_round(self, round_: Round) -> None:
        """Refuse a round that is not about what is asked now; the log can tell about earlier ones."""
        header, asked = round_.header, None
        if header.kind == ENTROPY:
            return
        if self.view is not None and self.view.agenda:
            asked = subject_asked(self.game, self.view.agenda[-1], self.view.to_act)
        if (header.kind, header.seats, header.size) != asked:
            raise fraud("other-round")

    # Talk ------------------------------------------------------------------------------------

    def room(self, seats: Iterable[Seat]) -> TalkRoom:
        """Give the room in which these seats talk now."""
        return talk_room(self.table, self.name, seats)

    def _with_words(self, heard: Heard, entry: Said) -> Heard:
        """Read what was said; bots speak in phrases."""
        words, sitter = self._words(entry), self.table.sitters.get(entry.seat)
        if sitter is None or not sitter.is_bot:
            return heard._replace(words=words)
        return heard._replace(words=in_own_words(words), phrase=phrase_in(words))

    def _words(self, entry: Said) -> str:
        if not entry.to:
            return entry.words
        try:
            place = TalkPlace(self.room((entry.seat, *entry.to)), entry.seat, entry.number)
            assert self.seat is not None  # spectators hear only what is said to everybody
            return open_words(place, self.seat, self.talk_key, entry.sealed)
        except LostKeyError as error:
            return why(error)
        except TalkError as error:
            return t("talk-not-believed", reason=why(error))

    def next_deal(self, other: Seat) -> int:
        """Return a number no deal with that seat has had."""
        assert self.seat is not None
        pair = key_of(self.seat, other, 0)[:2]
        return 1 + max((number for *two, number in self.deals if tuple(two) == pair), default=-1)
