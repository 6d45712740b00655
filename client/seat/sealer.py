"""A player's hand in sealed rounds: what it has sealed, and everything that has to be done without asking.

A sealed choice is stored before it is sent, and the same bytes are sent again whenever needed. If the player
has second thoughts, all versions are kept until the set tells which one stands. Everything else follows from
that, the identity and the story, so a client that comes back just goes on.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress
from itertools import takewhile
from typing import TypeAlias

from msgspec import Struct

from client.seat.boxes import Box
from client.seat.connection import RefusedError
from client.seat.fraud import FraudError, fraud
from client.seat.mirror import Mirror
from client.seat.news import Heard, Person
from client.seat.witness import LifeSigns
from client.texts.refusals import said
from core.game import split
from core.kinds import Seat, StandInTook, TurnOver
from protocol.canonical import decode, encode
from protocol.chain import Chain
from protocol.entries import Deed, Keyed, Replaced, Returned, SignedOff, TalkKeyed
from protocol.header import ENTROPY, ENTROPY_SIZE, Message, Opening
from protocol.identity import Identity
from protocol.opening import answer_set, commit, hand_over, release, seal
from protocol.pieces import piece_of
from protocol.policy import make_keys
from protocol.round import Round, RoundStage
from protocol.round_records import (
    MOST_REVISIONS,
    Acked,
    Committed,
    Complained,
    Handed,
    Outcome,
    Reason,
    Release,
    RoundDeed,
    Verdict,
)
from protocol.sealing import Dealt

Due: TypeAlias = Deed | RoundDeed | Acked | Release | Handed
SECONDS_TO_TURN = 2.0
"""How long an owner who is there has for one of their cards before others turn it over."""


class KeptSeal(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """What was sealed: as it was sent, and what opens it."""

    committed: Committed
    opening: Opening
    pieces: tuple[Opening, ...] = ()
    cards: tuple[str, ...] = ()  # on the hidden places
    line: str = ""


class Hand:
    """What one seat does in the sealed rounds of its table."""

    def __init__(self, identity: Identity, mirror: Mirror, seat: Seat, box: Box) -> None:
        self.box = box
        self._identity = identity
        self._mirror = mirror
        self._seat = seat
        self._seen_open: dict[bytes, float] = {}  # when, by context of the round and our own clock
        self._brought: tuple[bytes, RoundStage] | None = None  # which set, and in which stage of its round
        self._last_kept: tuple[bytes, tuple[KeptSeal, ...]] = b"", ()  # by the context of its round
        self._forgotten = 0  # the last round whose secrets were dropped
        self._is_voted_out_of_a_round = True  # as far as we know
        self._life = LifeSigns(mirror.table.opened.terms)

    # What is kept ----------------------------------------------------------------------------

    def keep_up(self) -> None:
        """Drop what opens finished rounds, and what reads private words when the game is over."""
        table = self._mirror.table
        if table.is_revealed:
            self.box.forget_talk_key()
        is_open = table.round is not None or (table.laid is not None and not table.is_revealed)
        over = table.rounds - is_open
        for number in range(self._forgotten + 1, over + 1):
            self.box.forget_round(number)
        self._forgotten = over

    def keep_head(self) -> None:
        """Store how far we were told the story, before we sign anything that says so."""
        self.box.keep_head(len(self._mirror.heads) - 1, self._mirror.heads[-1])

    def check_story(self, person: Person) -> None:
        """Refuse a story that does not go on from the one we knew, or in which we are not ourselves.

        We check our name and the door we came in by when we are new. A player who has given a key has signed
        that, and may come back from elsewhere under another name; so may one who left before.
        """
        kept, heads = self.box.last_head(), self._mirror.heads
        if kept is not None and heads[kept.seq : kept.seq + 1] != [kept.hash]:
            raise fraud("other-story")
        sitter = self._mirror.table.sitters.get(self._seat)
        if sitter is None or (sitter.key, sitter.is_bot) != (self._identity.public.raw, person.is_bot):
            raise fraud("other-sitter")
        is_new = self._seat not in self._mirror.table.talk_keys and self.box.talk_key() is None
        if is_new and (sitter.name, sitter.door) != (person.name, person.door):
            raise fraud("other-sitter")
        self.recall()

    @property
    def _chain(self) -> Chain:
        return self._mirror.table.chain

    # Absence ---------------------------------------------------------------------------------

    def hear(self, heard: Heard) -> None:
        """Take in what just happened; raise FraudError if somebody is called away who was just there."""
        now = asyncio.get_running_loop().time()
        self._life.hear(heard, self._mirror.prompt, now)
        if isinstance(heard.entry, Outcome):
            self._check_opened()
        if StandInTook(self._seat) in heard.events:
            self._is_voted_out_of_a_round = self._mirror.table.round is not None
        self._check_away(heard, now)

    def hear_late(self, heard: Heard) -> None:
        """Take in what happened while we were cut off; it was before now."""
        self._life.hear_late(heard, self._mirror.prompt)
        self._check_away(heard, asyncio.get_running_loop().time())

    def _check_away(self, heard: Heard, now: float) -> None:
        if isinstance(heard.entry, Replaced) and self._life.is_too_early(heard.entry.seat, now):
            raise fraud("replaced-early", seat=said(self._mirror.table.named(heard.entry.seat)))

    def _check_opened(self) -> None:
        """Stop if the host has taken what opens our choice, and says that we withheld it."""
        round_ = self._mirror.table.last_round
        if round_ is None or round_.verdicts.get(self._seat) != Verdict(None, Reason.WITHHELD):
            return
        if self._brought == (round_.set_hash(), RoundStage.CERTIFIED):
            raise fraud("left-shut")

    def _contest(self) -> Returned | None:
        """Say that we are here, if we are called away and could still answer.

        In a sealed round a vote is a vote: it may be the only way to go on without us.
        """
        table = self._mirror.table
        clocks = (face.remaining_ms for face in self._mirror.clocks if face.seat == self._seat)
        is_final = self._seat in table.voted_out and self._is_voted_out_of_a_round
        is_called_away = self._seat in table.replaced and not is_final and not table.is_revealed
        if is_called_away and self._life.have_we_time(next(clocks, None), asyncio.get_running_loop().time()):
            return Returned(self._seat)
        return None

    # Sealing ---------------------------------------------------------------------------------

    def seal(self, round_: Round, line: str) -> Committed:
        """Seal a choice, store it, and return what to send; if there already is one, return that."""
        kept = self._kept(round_)
        return kept[-1].committed if kept else self.change(round_, line)

    def change(self, round_: Round, line: str) -> Committed:
        """Seal a choice to replace the last one, which is kept, too: this one may come too late."""
        self._mirror.check_round(round_)
        before = self._kept(round_)
        cover, cards = split(self._mirror.game, self._mirror.sealing, line)
        dealt = seal(round_, self._seat, Message(cover, secrets.token_bytes(ENTROPY_SIZE)), cards)
        seen, revision = (len(self._chain) - 1, self._chain.head), len(before)
        committed = commit(round_, self._seat, self._identity, dealt, *seen, revision)
        kept = KeptSeal(committed, dealt.opening, dealt.pieces, cards, line)
        self.box.keep_dealt(round_.header.round, round_.context, encode(kept), revision)
        self._last_kept = round_.context, (*before, kept)
        self._know(kept)
        return committed

    def _know(self, kept: KeptSeal) -> None:
        if kept.line:
            self._mirror.know(kept.committed.commitment, kept.line)

    def _kept(self, round_: Round) -> tuple[KeptSeal, ...]:
        """Return everything sealed here in a round, by revision."""
        context, kept = self._last_kept
        if context != round_.context:
            place = round_.header.round, round_.context
            found = (self.box.dealt(*place, revision) for revision in range(MOST_REVISIONS + 1))
            kept = tuple(decode(data, KeptSeal) for data in takewhile(bool, found) if data)
            self._last_kept = (round_.context if kept else b""), kept
        return kept

    def _standing(self, round_: Round) -> KeptSeal | None:
        """Return the one that stands; if that is none of ours, the last, so that somebody notices."""
        kept, own = self._kept(round_), round_.sealed.get(self._seat)
        found = (one for one in kept if own is not None and own.record.commitment == one.committed.commitment)
        return next(found, kept[-1] if kept else None)

    def has_sealed(self, round_: Round) -> bool:
        """Say whether a choice was sealed here, though the others may not know of it yet."""
        return self._seat in round_.sealed or bool(self._kept(round_))

    def can_reseal(self, round_: Round) -> bool:
        """Say whether everybody knows our choice, and others are missing, so that it can be changed."""
        ours = tuple(kept.committed.commitment for kept in self._kept(round_))
        told = tuple(committed.commitment for committed in round_.commits_of(self._seat))
        return bool(round_.owing_commits()) and 0 < len(ours) <= MOST_REVISIONS and ours == told

    def is_late(self, round_: Round) -> bool:
        """Say whether the set was closed before our last change came."""
        kept = self._kept(round_)
        is_closed = round_.stage is not RoundStage.OPEN and self._seat in round_.sealed
        return is_closed and bool(kept) and self._standing(round_) is not kept[-1]

    def check_taken(self, round_: Round | None, committed: Committed) -> None:
        """Insist that everybody hears of what we have sealed, as soon as the host has taken it."""
        now = self._mirror.table.round
        if now is None or round_ is None or now.context != round_.context:
            return
        if committed.commitment not in [known.commitment for known in now.commits_of(self._seat)]:
            raise fraud("not-told-to-all")

    # What is due -----------------------------------------------------------------------------

    def due(self) -> Due | None:
        """Return what our seat has to do unasked now, if anything; raises FraudError."""
        table, seat = self._mirror.table, self._seat
        if seat not in table.players:
            return None
        if table.players[seat] != self._identity.public:
            raise fraud("other-sitter")
        if seat not in table.keys:  # everybody can talk before the game
            return self.due_for_talk() or self._due_for_the_game()
        return self._due_for_the_game() or (None if table.is_revealed else self.due_for_talk())

    def due_for_talk(self) -> TalkKeyed | None:
        """Swear to our talk key here, if others know none or another; it is stored before it is told."""
        table, key = self._mirror.table, self._mirror.talk_key
        if table.talk_keys.get(self._seat) == key.public:
            return None
        if not table.is_revealed and self.box.talk_key() != key.secret:
            self.box.keep_talk_key(key.secret)
        return TalkKeyed(self._seat, key.public)

    def _due_for_the_game(self) -> Due | None:
        table, seat = self._mirror.table, self._seat
        if (contest := self._contest()) is not None:
            return contest
        if seat in table.shown_keys or (table.round is None and seat not in table.keys):
            return self._new_keys()
        if table.round is not None:
            return self._due_in(table.round)
        if table.laid is not None and (handed := self._due_of(table.laid)) is not None:
            return handed
        return SignedOff(seat) if table.is_revealed and seat not in table.signed_off else None

    def _new_keys(self) -> Keyed:
        table, known = self._mirror.table, self._mirror.table.keys.get(self._seat)
        place = table.host, table.opened.game_id, table.seats
        generation = 0 if known is None else known.generation + 1
        return Keyed(self._seat, make_keys(self._identity, *place, generation))

    def _due_in(self, round_: Round) -> Due | None:
        self._seen_open.setdefault(round_.context, asyncio.get_running_loop().time())
        if round_.parties.signers[self._seat] != self._identity.public:
            return None  # a bot plays for us
        if round_.stage is RoundStage.OPEN:
            return self._due_while_open(round_)
        self._mirror.check_round(round_)
        with self._mirror.witness.stopping_at_fraud():
            return self._due_after(round_)

    def _due_while_open(self, round_: Round) -> Committed | None:
        kept, told = self._kept(round_), len(round_.commits_of(self._seat))
        if len(kept) > told:
            return kept[told].committed
        is_asked = self._seat in round_.owing_commits() and round_.header.kind == ENTROPY
        return self.seal(round_, "") if is_asked else None

    def _due_after(self, round_: Round) -> Acked | Complained | Release | None:
        if self._brought == (round_.set_hash(), round_.stage):
            return None
        kept, waited = self._standing(round_), self._waited_ms(round_)
        dealt = None if kept is None else Dealt(kept.committed.commitment, kept.opening)
        if round_.missing and waited < round_.header.commit_ms:
            return None
        if round_.stage is RoundStage.CERTIFIED:
            return release(round_, self._seat, self._identity, dealt, waited)
        if self._seat not in round_.owing_acks():
            return None
        answer = answer_set(round_, self._seat, self._identity, dealt, waited, self._chain.head)
        if isinstance(answer, Acked):
            round_.vouch(answer)
        return answer

    # What lies face down ---------------------------------------------------------------------

    def recall(self) -> None:
        """See what we have sealed and laid ourselves, even after a restart."""
        for round_ in filter(None, (self._mirror.table.laid, self._mirror.table.round)):
            for kept in self._kept(round_):
                self._know(kept)

    def _due_of(self, laid: Round) -> Handed | None:
        """Return what turns over the card whose turn it is, or one of ours that has left its place early."""
        kept, step = self._standing(laid), self._mirror.turning
        if step is not None:
            self._check_laid(laid, step)
        if step is not None and self._brought != (self._place(laid, step), RoundStage.OVER):
            handed = self._own_piece(kept, step.place) if step.seat == self._seat else self._help(laid, step)
            if handed is not None:
                return handed
        loose = None if kept is None else self._loose_place(kept)
        return None if loose is None else self._own_piece(kept, loose)

    def _check_laid(self, laid: Round, step: TurnOver) -> None:
        """Stop if the host waits for what cannot have been laid."""
        with self._mirror.witness.stopping_at_fraud():
            piece_of(laid, step.seat, step.place)

    def _own_piece(self, kept: KeptSeal | None, place: int) -> Handed | None:
        if kept is None or not kept.pieces:
            return None
        return Handed(self._seat, self._seat, place, kept.pieces[place], None)

    def _loose_place(self, kept: KeptSeal) -> int | None:
        turning, shown = self._mirror.game.rules.turning, self._mirror.shown
        try:
            for place, card in enumerate(kept.cards):
                if turning is not None and turning.is_loose(shown, TurnOver(self._seat, place), card):
                    return place
        except LookupError:
            raise fraud("impossible-board") from None
        return None

    def _help(self, laid: Round, step: TurnOver) -> Handed | None:
        """Help to turn over what another seat has laid, if its player is absent or does not do it."""
        if self._left_to_wait(laid, step) > 0:
            return None
        return hand_over(laid, self._seat, self._identity, step.seat, step.place)

    def _left_to_wait(self, laid: Round, step: TurnOver) -> float:
        now = asyncio.get_running_loop().time()
        since = self._seen_open.setdefault(self._place(laid, step), now)
        is_there = any(row.seat == step.seat and row.is_present for row in self._mirror.info.seats)
        return since + SECONDS_TO_TURN - now if is_there else 0

    def _place(self, laid: Round, step: TurnOver) -> bytes:
        return encode((laid.context, step.seat, step.place))

    def place_of(self, due: Due) -> tuple[bytes, RoundStage] | None:
        """Return which set and stage this is for, if the server has it and does not tell everybody."""
        round_, laid, step = self._mirror.table.round, self._mirror.table.laid, self._mirror.turning
        if isinstance(due, Handed) and laid is not None and step == TurnOver(due.dealer, due.place):
            return self._place(laid, step), RoundStage.OVER
        if round_ is None or not isinstance(due, Acked | Release):
            return None
        return round_.set_hash(), round_.stage

    def note_brought(self, place: tuple[bytes, RoundStage] | None) -> None:
        """Remember what the server has, until the connection changes."""
        self._brought = place or self._brought

    def look_closer(self, refused: Due) -> None:
        """Find out whether the host refuses our confirmation because it told us of choices nobody sealed."""
        round_ = self._mirror.table.round
        if isinstance(refused, Acked) and round_ is not None:
            with self._mirror.witness.stopping_at_fraud():
                for sealed in round_.sealed.values():
                    round_.check_signed(sealed.record)

    def come_back(self) -> None:
        """Bring everything again over a new connection: it may lead to another server."""
        self._brought = None

    def _waited_ms(self, round_: Round) -> int:
        return int(1000 * (asyncio.get_running_loop().time() - self._seen_open[round_.context]))

    def wait_seconds(self) -> float | None:
        """Return how long to wait before checking again what is due, if only time changes it."""
        round_, laid, step = self._mirror.table.round, self._mirror.table.laid, self._mirror.turning
        if round_ is None and laid is not None and step is not None and step.seat != self._seat:
            left = self._left_to_wait(laid, step)
            return left if left > 0 else None
        if round_ is None or not round_.missing:
            return None
        left = round_.header.commit_ms - self._waited_ms(round_)
        return (left + 1) / 1000 if left > 0 else None


async def attend(
    hand: Hand, send: Callable[[Due | FraudError], Awaitable[None]], next_news: Callable[[], asyncio.Event]
) -> None:
    """Do whatever is due as soon as it is, until something is wrong."""
    while True:
        news = next_news()
        try:
            hand.keep_up()
            await _send_all(hand, send)
        except FraudError as error:
            await send(error)
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(hand.wait_seconds()):
                await news.wait()


async def _send_all(hand: Hand, send: Callable[[Due | FraudError], Awaitable[None]]) -> None:
    sent: Due | None = None
    while (due := hand.due()) is not None and due != sent:
        sent, place = due, hand.place_of(due)
        try:
            await send(due)
            hand.note_brought(place)
        except RefusedError:
            hand.look_closer(due)
