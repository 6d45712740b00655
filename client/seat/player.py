"""What somebody can do at a table, each thing once."""

from __future__ import annotations

from typing import Final, TypeAlias

from client.seat.connection import LostError, RefusedError
from client.seat.presence import Presence
from client.texts import t
from client.texts.refusals import why
from core.deals import Deal
from core.kinds import Choice, Seat
from protocol.entries import (
    ActedFreely,
    Answer,
    Answered,
    Applied,
    AskedBack,
    Chose,
    Consented,
    Elected,
    Said,
    TookBack,
    Voted,
    Written,
    offered,
)
from protocol.handshake import TELLS_INVITATIONS
from protocol.invitation import Invitation, InvitationError
from protocol.logfile import LOG_SIZE, Title
from protocol.messages import NOTHING, Again, Invitations, Log, Logged, SetReady, TableNamed
from protocol.policy import make_keys
from protocol.round import Round
from protocol.round_records import Committed
from protocol.table.succession import signed_application
from protocol.talk import TalkPlace, seal_words

LOG_ENTRIES: Final = LOG_SIZE // 64
"""More than a log can have: almost every entry has a signature, by the host or by a player."""

Comers: TypeAlias = dict[bytes, Seat | None]
"""By the hash of an invitation's token: who sits there by it. Those that are too old are left out."""


class Player(Presence):
    """One place at one table, and everything that can be done from it."""

    async def choose(self, choice: Choice) -> None:
        """Answer the current question; if it changes meanwhile and still has this answer, do so again."""
        prompt, asked = self.mirror.prompt, self._question()
        if prompt is None:
            raise RefusedError(t("seat-not-asked"))
        if self.mirror.is_sealing:
            await self._seal(choice)
            return
        try:
            await self._do(Chose(self.seat, prompt, self._line(choice)))
        except RefusedError:
            if self.mirror.prompt in {None, prompt} or asked != self._question():
                raise
            if not self.mirror.view.decision.allows(choice):
                raise
            await self.choose(choice)

    async def _seal(self, choice: Choice) -> None:
        """Answer unseen: nobody can tell us later that this was not allowed, so we check it ourselves."""
        self._check_allowed(choice)
        assert self._hand is not None
        while (round_ := self.mirror.table.round) is None:
            await self._first(self._next_news.wait())
        if self._hand.has_sealed(round_):
            raise RefusedError(t("seat-sealed"))
        if self.seat not in round_.owing_commits():
            raise RefusedError(t("seat-too-late"))
        await self._take_part(self._sealed(round_, choice))

    def _check_allowed(self, choice: Choice) -> None:
        decision = self.mirror.view.decision
        if not decision.allows(choice):
            raise RefusedError(t("seat-not-allowed"), decision.rule)

    def _sealed(self, round_: Round, choice: Choice) -> Committed:
        assert self._hand is not None
        self._keep_head(self._hand)
        with self._watching(), self._keeping():
            return self._hand.change(round_, self._line(choice))

    async def change(self, choice: Choice) -> None:
        """Seal another choice in place of the last one, while others have not sealed."""
        round_, hand = self.mirror.table.round, self._hand
        if round_ is None or hand is None or not hand.can_reseal(round_):
            raise RefusedError(t("seat-no-change"))
        self._check_allowed(choice)
        self._is_changing = True
        try:
            await self._change(round_, self._sealed(round_, choice))
        finally:
            self._is_changing = False

    async def _change(self, round_: Round, committed: Committed) -> None:
        """A refusal may mean that it was taken before the connection broke."""
        assert self._hand is not None
        try:
            await self._take_part(committed)
        except RefusedError:
            now = self.mirror.table.round_of(round_.context) or round_
            if committed.commitment in [one.commitment for one in now.commits_of(self.seat)]:
                return
            if not self._hand.is_late(now):
                raise
            self._overtaken = now.context
            raise RefusedError(t("news-overtaken")) from None

    def _line(self, choice: Choice) -> str:
        """Write a choice as it goes over the wire."""
        return self.mirror.game.line_of(choice)

    def _question(self) -> str:
        decision = self.mirror.view.decision if self.mirror.view is not None else None
        return decision.prompt if decision is not None else ""

    async def act(self, choice: Choice) -> None:
        await self._do(ActedFreely(self.seat, self._number(ActedFreely), self._line(choice)))

    async def take_back(self, prompt: int) -> None:
        await self._do(TookBack(self.seat, prompt))

    async def ask_back(self, prompt: int) -> None:
        await self._do(AskedBack(self.seat, prompt))

    async def consent(self, *, agrees: bool) -> None:
        await self._do(Consented(self.seat, agrees))

    async def ready(self, *, is_ready: bool = True) -> None:
        await self._ask("ready", SetReady(is_ready))

    async def invitations(self) -> Comers | None:
        """Return what the server says about the invitations to our table; older servers do not."""
        connection = self._connection
        if connection is None or connection.version < TELLS_INVITATIONS:
            return None
        try:
            told: Invitations = await connection.request("invitations", TableNamed(self.mirror.info.table))
        except (LostError, RefusedError):
            return None
        return {one.token: one.seat for one in told.invitations}

    async def again(self) -> Invitation:
        """Get an invitation to the next game with the same people."""
        given: Again = await self._ask("again", NOTHING)
        here = self._invitation
        try:
            return Invitation(here.address, given.table, here.host_key, given.token, here.others)
        except InvitationError as error:
            raise RefusedError(why(error)) from None

    async def log(self) -> tuple[Title, list[Written]]:
        """Get the whole journal of a finished game as the server shows it; none of it is checked."""
        info, entries, size = self.mirror.info, list[Written](), 0
        while True:
            page: Logged = await self._ask("log", Log(len(entries)))
            entries += page.entries
            size += sum(len(written.data) for written in page.entries)
            if page.is_all:
                return Title(info.table, info.game, page.created_ms), entries
            if not page.entries or size > LOG_SIZE or len(entries) > LOG_ENTRIES:
                raise RefusedError(t("seat-log-endless"))

    async def say(self, text: str, to: tuple[Seat, ...] = ()) -> None:
        """Say something to the table, or to some people so that only they can read it."""
        others = tuple(sorted(set(to)))
        if others:
            await self._whisper(text, others)
        else:
            await self._do(Said(self.seat, self._number(Said), (), text))

    async def _whisper(self, text: str, others: tuple[Seat, ...]) -> None:
        """Say it once more if somebody in the room has just moved to another machine, with another key."""
        await self._be_heard()
        seat, number, room = self.seat, self._number(Said, others), self.mirror.room((self.seat, *others))
        sealed = seal_words(TalkPlace(room, seat, number), self.person.identity, text)
        try:
            await self._do(Said(seat, number, others, "", sealed))
        except RefusedError:
            if self.mirror.room((seat, *others)) == room:
                raise
            await self._whisper(text, others)

    async def _be_heard(self) -> None:
        """Have a talk key on this machine before we talk, so that we can read it again ourselves."""
        due = self._hand.due_for_talk() if self._hand is not None else None
        if due is not None:
            await self._do(due)

    async def offer(self, deal: Deal) -> None:
        await self._do(offered(deal))

    async def answer(self, other: Seat, deal: int, answer: Answer) -> None:
        await self._do(Answered(self.seat, other, deal, answer))

    async def apply(self, seat: Seat) -> None:
        """Ask, as a spectator, to take over a seat that a bot plays."""
        table, person = self.mirror.table, self.person
        keys = make_keys(person.identity, table.host, table.opened.game_id, table.seats)
        application = Applied(seat, person.name, person.identity.public.raw, keys, person.door)
        await self._ask("apply", signed_application(person.identity, table.opened.game_id, application))

    async def elect(self, absent: Seat, key: bytes, *, agrees: bool) -> None:
        await self._do(Elected(self.seat, absent, key, agrees))

    async def vote(self, absent: Seat, *, agrees: bool) -> None:
        await self._do(Voted(self.seat, absent, agrees))
