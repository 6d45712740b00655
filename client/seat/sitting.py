"""A stay at a table: goes there, passes on what it hears as news, and does what its player wants."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from msgspec.structs import replace

from client.seat.company import Company, code_of
from client.seat.connection import RefusedError
from client.seat.journey import Journey, Way
from client.seat.mirror import Mirror
from client.seat.news import Alarmed, Connected, Disconnected, Heard, News, Overtaken, TableChanged
from client.seat.player import Comers, Player
from client.table.deeds import (
    ActFreely,
    AnswerDeal,
    Apply,
    AskBack,
    Consent,
    Deed,
    Elect,
    GetReady,
    GiveAnswer,
    Propose,
    Reseal,
    Speak,
    StandUp,
    TakeBack,
    Vote,
)
from client.table.key_ring import Question
from client.table.news import Gone, HeardNews, Looked, Missed, Rejoined, Remark, TableNews
from client.table.scene import Candidate, GuestPass, Scene, Seals, info_beside
from client.texts import t
from client.texts.refusals import why
from core.kinds import ChoiceTakenBack, InputError, Seat, Viewer
from protocol.entries import TookBack
from protocol.header import ENTROPY
from protocol.invitation import Invitation, token_hash
from protocol.messages import ClockFace, TableState
from protocol.table.public import PublicTable
from protocol.talk import TalkError

REFUSALS: Final = (RefusedError, InputError, TalkError)


class Arrived(NamedTuple):
    """We are at the table; this is how it stands and everything told before."""

    player: Player | None  # there is none in a mere demonstration
    scene: Scene
    story: list[Heard]
    way: Way | None = None  # by which we came


SeatNews: TypeAlias = Arrived | TableNews


def gives_back(heard: Heard) -> bool:
    """Say whether this took back a choice."""
    return isinstance(heard.entry, TookBack) or any(isinstance(e, ChoiceTakenBack) for e in heard.events)


class Sitting:
    """Goes to a table, stays there, and tells what it hears."""

    def __init__(self, journey: Journey, tell: Callable[[SeatNews], Any]) -> None:
        self._journey = journey
        self._tell = tell
        self._player: Player | None = None
        self._way: Way | None = None
        self._has_arrived = False
        self._company: Company | None = None
        self._is_cut = False
        self._told_at = 0.0
        self._question = Question()
        self._leaving = asyncio.Event()
        self._invited: Comers | None = None
        self._looking: asyncio.Task[None] | None = None

    async def stay(self) -> None:
        """Stay until we leave or are sent away; raises what prevents sitting down."""
        async with self._journey() as way:
            player = Player(way.invitation, way.person, way.admit, self._on_news, way.limits)
            await player.sit_down()
            try:
                self._player, self._way = player, way
                self._company = Company(way.person, player.mirror)
                if way.begins_by_itself and player.mirror.info.state is TableState.OPEN:
                    await player.ready()
                else:
                    self._arrive(way, player, self._company)
                await self._until_gone(player)
            finally:
                self._player = self._company = None
                if self._looking is not None:
                    self._looking.cancel()
                await player.leave()

    def _arrive(self, way: Way, player: Player, company: Company) -> None:
        """Say how the table stands; where nobody has to be waited for, not before the game has begun."""
        self._has_arrived = True
        self._tell(Arrived(player, self._seen(player), list(player.mirror.story), way))
        self._remark(company.at_first())
        self._look_after_invitations(player)
        if player.is_overtaken:
            self._remark([Remark(t("news-overtaken"))])

    async def _until_gone(self, player: Player) -> None:
        leaving: asyncio.Future[Any] = asyncio.ensure_future(self._leaving.wait())
        try:
            await asyncio.wait([leaving, player.gone], return_when=asyncio.FIRST_COMPLETED)
        finally:
            leaving.cancel()
        if player.gone.done():
            self._tell(Gone(player.gone.result(), player.won))
            await self._leaving.wait()

    def leave(self) -> None:
        self._leaving.set()

    def _on_news(self, news: News) -> None:
        if isinstance(news, (Heard, Connected)):  # which bring the clocks along
            self._told_at = time.monotonic()
        if isinstance(news, Alarmed):
            self._tell(news)
        if self._player is None or self._way is None or self._company is None:
            return
        if self._has_arrived:
            self._pass_on(news, self._player, self._company)
        elif self._player.mirror.view is not None:
            self._arrive(self._way, self._player, self._company)

    def _pass_on(self, news: News, player: Player, company: Company) -> None:
        """Tell what comes from a table at which we are."""
        if isinstance(news, Heard):
            scene = self._seen(player, is_back=gives_back(news))
            self._tell(Missed(news) if self._is_cut else HeardNews(news, scene))
            self._remark(company.after(news))
        elif isinstance(news, TableChanged):
            self._tell(Looked(self._seen(player)))
            self._remark(company.secrecy())
            self._look_after_invitations(player)
        elif isinstance(news, Disconnected):
            self._is_cut = True
            self._tell(news)
        elif isinstance(news, Connected):
            self._is_cut = False
            self._tell(Rejoined(self._seen(player)))
        elif isinstance(news, Overtaken):
            self._remark([Remark(t("news-overtaken"))])

    def _look_after_invitations(self, player: Player) -> None:
        """Ask which of our invitations were used, whenever somebody may have come or gone."""
        if self._way is None or not self._way.guests or not player.mirror.info.has_room:
            return
        if self._looking is not None:
            self._looking.cancel()
        self._looking = asyncio.create_task(self._hear_of_invitations(player))

    async def _hear_of_invitations(self, player: Player) -> None:
        before, self._invited = self._invited, await player.invitations()
        if self._invited != before:
            self._tell(Looked(self._seen(player)))

    def _seen(self, player: Player, *, is_back: bool = False) -> Scene:
        """See how the table stands, and which question that is."""
        scene = scene_of(player.mirror)
        if scene.info.has_room and self._way is not None:
            scene = scene._replace(invitations=passes_of(self._way.guests, self._invited, scene))
        kind = scene.decision.prompt if scene.decision is not None else ""
        self._question = self._question.after(kind, is_back=is_back)
        return scene._replace(at=self._told_at, question=self._question.number)

    def _remark(self, remarks: Iterable[Remark]) -> None:
        for remark in remarks:
            self._tell(remark)


def passes_of(invitations: Sequence[str], comers: Comers | None, scene: Scene) -> tuple[GuestPass, ...]:
    """Put the unused invitations first, and say who has used the others."""
    if comers is None:
        return tuple(map(GuestPass, next_first(invitations, scene)))
    hashes = {text: token_hash(Invitation.parse(text).token or b"") for text in invitations}
    good = [(text, comers[hashed]) for text, hashed in hashes.items() if hashed in comers]
    passes = (GuestPass(text, scene.player_at(seat) if seat is not None else "") for text, seat in good)
    return tuple(sorted(passes, key=lambda each: bool(each.user)))


def next_first(invitations: Sequence[str], scene: Scene) -> tuple[str, ...]:
    """Put those first that are probably unused: people pass them on in order, and not every server tells."""
    free = sum(not row.player for row in scene.info.seats)
    used = max(0, len(invitations) - free)
    return (*invitations[used:], *invitations[:used])


async def carry_out(player: Player, deed: Deed) -> str:
    """Do something at the table, and return why it is refused, if it is."""
    try:
        await CALLS[type(deed)](player, deed)
    except REFUSALS as error:
        return why(error)
    return ""


def propose(player: Player, deed: Propose) -> Awaitable[None]:
    return player.offer(replace(deed.deal, number=player.mirror.next_deal(deed.deal.to)))


CALLS: Final[dict[type, Callable[[Player, Any], Awaitable[None]]]] = {
    GiveAnswer: lambda player, deed: player.choose(deed.choice),
    Reseal: lambda player, deed: player.change(deed.choice),
    ActFreely: lambda player, deed: player.act(deed.choice),
    Speak: lambda player, deed: player.say(deed.text, deed.to),
    Propose: propose,
    AnswerDeal: lambda player, deed: player.answer(deed.other, deed.number, deed.answer),
    TakeBack: lambda player, deed: player.take_back(deed.prompt),
    AskBack: lambda player, deed: player.ask_back(deed.prompt),
    GetReady: lambda player, deed: player.ready(is_ready=deed.is_ready),
    StandUp: lambda player, _: player.stand_up(),
    Consent: lambda player, deed: player.consent(agrees=deed.agrees),
    Apply: lambda player, deed: player.apply(deed.seat),
    Elect: lambda player, deed: player.elect(deed.absent, deed.key, agrees=deed.agrees),
    Vote: lambda player, deed: player.vote(deed.absent, agrees=deed.agrees),
}


def scene_of(mirror: Mirror) -> Scene:
    return Scene(
        mirror.game,
        mirror.seat,
        info_beside(mirror.view, mirror.info),
        mirror.view,
        mirror.prompt,
        tuple(clocks_at(mirror)),
        dict(mirror.deals),
        time.monotonic(),
        seals_in(mirror),
        mirror.is_sealing,
        mirror.sealed_choice,
        mirror.can_reseal,
        code_of(mirror.table),
        mirror.table.opened.game_id,
        tuple(candidates_at(mirror.table, mirror.seat)),
        tuple(vacant_at(mirror.table)) if mirror.seat is None else (),
    )


def clocks_at(mirror: Mirror) -> Iterator[ClockFace]:
    """Give the clocks as they were last told; at a frozen table none of them runs."""
    is_frozen = mirror.info.state is TableState.FROZEN
    for face in mirror.clocks:
        yield replace(face, is_running=False) if is_frozen else face


def candidates_at(table: PublicTable, seat: Viewer) -> Iterator[Candidate]:
    for one in table.applications if seat in table.people else ():
        if seat is not None and (one.key, seat) not in table.ballots:
            yield Candidate(one.seat, one.name, one.key)


def vacant_at(table: PublicTable) -> Iterator[Seat]:
    """Name the seats a newcomer could have, where there are people to vote on it."""
    if table.has_begun and not table.is_revealed and table.people:
        yield from sorted(table.bots - table.heirs.keys())


def seals_in(mirror: Mirror) -> Seals | None:
    round_ = mirror.table.round
    if round_ is None:
        return None
    is_chance = round_.header.kind == ENTROPY
    return Seals(round_.stage, is_chance, tuple(sorted(round_.sealed)), tuple(round_.owing_commits()))
