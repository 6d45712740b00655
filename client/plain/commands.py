"""Everything one can type that begins with a slash, and what it does."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from typing import Final, NamedTuple, TypeAlias

from client.local.home import default_home
from client.local.kept import folder_of
from client.plain.aloud import (
    chosen,
    deal_lines,
    question_of,
    round_lines,
    state_line,
    table_lines,
    who_lines,
)
from client.plain.desk import Desk
from client.plain.reading import deal_in, deal_number_in, number_in, seat_in, yes_or_no
from client.seat.company import secrecy_lines
from client.seat.keeping import save_log
from client.table.acts import PlayAgain
from client.table.deeds import AnswerDeal, Consent, GetReady, Propose, Speak, Vote
from client.table.drafting import Draft
from client.table.errands import send
from client.table.sentences import seat_title
from client.texts import t
from core.deals import Deal
from core.decisions import Give
from core.game import Game
from core.kinds import InputError, Seat
from protocol.entries import Answer
from protocol.messages import TableState

LOG_LINES = 20
Run: TypeAlias = Callable[..., Awaitable[None]]


class Command(NamedTuple):
    """What it does with the words that follow it; where any number may follow, with the rest of the line."""

    run: Run
    words: int | None = None


async def obey(desk: Desk, line: str) -> None:
    """Do what a line with a slash says; raises InputError where it cannot be read."""
    name, _, rest = line[1:].partition(" ")
    command = COMMANDS[known(name)]
    words = [rest.strip()] if command.words is None else rest.split()
    if command.words not in (None, len(words)):
        raise InputError(t("plain-should-read", form=form_of(name)))
    await command.run(desk, *words)


def known(name: str) -> str:
    if name not in COMMANDS:
        raise InputError(t("plain-unknown-command", name=name))
    return name


# Reading -------------------------------------------------------------------------------------


def own_seat(desk: Desk) -> Seat:
    if desk.scene.seat is None:
        raise InputError(t("plain-players-only"))
    return desk.scene.seat


def other_seat(desk: Desk, word: str) -> Seat:
    seats = [row.seat for row in desk.scene.info.seats]
    seat = seat_in(desk.scene.game, seats, word)
    if seat == own_seat(desk):
        raise InputError(t("plain-own-seat"))
    return seat


def form_of(name: str) -> str:
    """Say how a command is typed."""
    return t(f"plain-form-{name}")


# Talk ----------------------------------------------------------------------------------------


async def say(desk: Desk, text: str) -> None:
    own_seat(desk)
    if not text:
        raise InputError(t("plain-should-say"))
    await desk.follow(send(Speak(text, ())))


async def say_to(desk: Desk, text: str) -> None:
    names, _, words = text.partition(" ")
    if not words.strip():
        raise InputError(t("plain-should-read", form=form_of("to")))
    to = tuple(other_seat(desk, name) for name in names.split(","))
    await desk.follow(send(Speak(words.strip(), to)))


async def mute(desk: Desk, name: str) -> None:
    seat = other_seat(desk, name)
    desk.muted.add(seat)
    desk.screen.show(t("plain-muted", seat=seat_title(desk.scene.game, seat)))


async def unmute(desk: Desk, name: str) -> None:
    seat = other_seat(desk, name)
    desk.muted.discard(seat)
    desk.screen.show(t("plain-unmuted", seat=seat_title(desk.scene.game, seat)))


# Deals ---------------------------------------------------------------------------------------


async def offer(desk: Desk, text: str) -> None:
    name, _, terms = text.partition(" ")
    await propose(desk, other_seat(desk, name), terms, None)


async def counter(desk: Desk, text: str) -> None:
    name, _, rest = text.partition(" ")
    number, _, terms = rest.strip().partition(" ")
    await propose(desk, other_seat(desk, name), terms, deal_number_in(number))


async def propose(desk: Desk, other: Seat, terms: str, instead_of: int | None) -> None:
    deal = Deal(0, own_seat(desk), other, instead_of=instead_of)
    await desk.follow(send(Propose(deal_in(desk.scene.game, terms, deal))))


async def answer_deal(desk: Desk, name: str, number: str, *, answer: Answer) -> None:
    await desk.follow(send(AnswerDeal(other_seat(desk, name), deal_number_in(number), answer)))


async def deals(desk: Desk) -> None:
    desk.screen.show_all(deal_lines(desk.scene))


# Second thoughts, and the absent -------------------------------------------------------------


async def change(desk: Desk, text: str) -> None:
    """Seal another answer in the place of the last one, or say what that was."""
    own_seat(desk)
    if text and desk.scene.can_reseal:
        question = question_of(0, desk.scene.view.decision)
        desk.draft = Draft(chosen(desk.scene.game, question, text), is_final=True)
    await desk.follow(desk.model.reseal())


async def undo(desk: Desk) -> None:
    own_seat(desk)
    await desk.follow(desk.model.undo())


async def consent(desk: Desk, *, agrees: bool) -> None:
    acts = [entry.act for entry in desk.model.listing.entries]
    wanted = [act for act in acts if isinstance(act, Consent) and act.agrees == agrees]
    if not wanted:
        raise InputError(t("refuse-no-consent-wanted"))
    await desk.follow(desk.model.perform(wanted[0]))


async def vote(desk: Desk, name: str, answer: str) -> None:
    await desk.follow(send(Vote(other_seat(desk, name), agrees=yes_or_no(answer))))


async def ready(desk: Desk) -> None:
    if desk.scene.info.state is not TableState.OPEN:
        raise InputError(t("plain-begun"))
    await desk.follow(send(GetReady(is_ready=True)))


async def again(desk: Desk) -> None:
    await desk.follow(desk.model.perform(PlayAgain()))


async def save(desk: Desk) -> None:
    own_seat(desk)
    home = desk.player.person.home or default_home()
    try:
        path = await save_log(desk.player, folder_of(home, desk.scene.info.table))
    except OSError as error:
        where, reason = str(error.filename or home), str(error.strerror)
        raise InputError(t("kept-unusable", path=where, reason=reason)) from None
    desk.screen.show(t("news-saved", path=str(path)))


# Looking -------------------------------------------------------------------------------------


async def look(desk: Desk) -> None:
    if desk.scene.view is None:
        raise InputError(t("plain-not-begun"))
    desk.screen.show_all(desk.model.face.look(desk.scene.view))


async def table(desk: Desk) -> None:
    scene = desk.scene
    code = [t("log-code", code=scene.code)] if scene.code else []
    desk.screen.show_all(table_lines(scene))
    desk.screen.show_all([*secrecy_lines(desk.player.mirror.table), *code, *round_lines(scene)])
    desk.screen.show(state_line(scene.info.state))


async def show_credits(desk: Desk) -> None:
    desk.screen.show_all(desk.model.face.credits())


async def who(desk: Desk) -> None:
    desk.screen.show_all(who_lines(desk.scene, desk.player.mirror.table.players))


async def log(desk: Desk, text: str) -> None:
    number = number_in(text) if text else LOG_LINES
    desk.screen.show_all(desk.story()[-number:] if number else ())


async def wait(desk: Desk) -> None:
    """Let a script wait until it is its turn."""
    await desk.until(lambda: desk.question is not None or desk.is_over)


async def explain(desk: Desk, text: str) -> None:
    name = text.removeprefix("/")
    if not name:
        desk.screen.show_all(t("plain-help").splitlines())
        desk.screen.show_all(f"  {form_of(command)}" for command in COMMANDS)
        return
    desk.screen.show(form_of(known(name)), f"  {t(f'plain-form-{name}.for', lines=LOG_LINES)}")
    if name in ("offer", "counter"):
        desk.screen.show_all(offer_help(desk.scene.game))


async def leave(desk: Desk) -> None:
    await desk.follow(desk.model.leave())


def offer_help(game: Game) -> Iterator[str]:
    """Explain what a deal can be made of in this game."""
    kinds = [f"{name} {kind.objects[0]}" for name, kind in game.promises.kinds.items()]
    yield f"  {t('plain-help-terms')}"
    if Give in game.rules.free:
        yield f"    {t('plain-help-goods')}"
    yield f"    {t('plain-help-promises')}"
    yield f"  {t('plain-help-promise', examples=', '.join(kinds))}"
    yield f"  {t('offer-hint')}"
    yield f"  {t('plain-help-offer', seat=game.seat_names[1], promise=kinds[0], other=kinds[-1])}"


COMMANDS: Final[dict[str, Command]] = {
    "say": Command(say),
    "to": Command(say_to),
    "offer": Command(offer),
    "counter": Command(counter),
    "accept": Command(partial(answer_deal, answer=Answer.ACCEPT), 2),
    "decline": Command(partial(answer_deal, answer=Answer.DECLINE), 2),
    "withdraw": Command(partial(answer_deal, answer=Answer.WITHDRAW), 2),
    "deals": Command(deals, 0),
    "change": Command(change),
    "undo": Command(undo, 0),
    "agree": Command(partial(consent, agrees=True), 0),
    "refuse": Command(partial(consent, agrees=False), 0),
    "vote": Command(vote, 2),
    "ready": Command(ready, 0),
    "again": Command(again, 0),
    "save": Command(save, 0),
    "look": Command(look, 0),
    "table": Command(table, 0),
    "credits": Command(show_credits, 0),
    "who": Command(who, 0),
    "log": Command(log),
    "wait": Command(wait, 0),
    "mute": Command(mute, 1),
    "unmute": Command(unmute, 1),
    "help": Command(explain),
    "quit": Command(leave, 0),
}
"""By what follows the slash."""
