"""Everything one can type that begins with a slash, and what it does."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from typing import Final, TypeAlias

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
Run: TypeAlias = Callable[[Desk, str], Awaitable[None]]


async def obey(desk: Desk, line: str) -> None:
    """Do what a line with a slash says; raises InputError where it cannot be read."""
    name, _, rest = line[1:].partition(" ")
    if name not in COMMANDS:
        raise InputError(t("plain-unknown-command", name=name))
    await COMMANDS[name](desk, rest.strip())


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


def words_of(name: str, text: str, number: int) -> list[str]:
    words = text.split()
    if len(words) != number:
        raise InputError(t("plain-should-read", form=form_of(name)))
    return words


def form_of(name: str) -> str:
    """Say how a command is typed."""
    return t(f"plain-form-{name}")


def nothing_after(name: str, text: str) -> None:
    words_of(name, text, 0)


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


async def mute(desk: Desk, text: str) -> None:
    seat = other_seat(desk, *words_of("mute", text, 1))
    desk.muted.add(seat)
    desk.screen.show(t("plain-muted", seat=seat_title(desk.scene.game, seat)))


async def unmute(desk: Desk, text: str) -> None:
    seat = other_seat(desk, *words_of("unmute", text, 1))
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


def answering(name: str, answer: Answer) -> Run:
    async def run(desk: Desk, text: str) -> None:
        word, number = words_of(name, text, 2)
        await desk.follow(send(AnswerDeal(other_seat(desk, word), deal_number_in(number), answer)))

    return run


async def deals(desk: Desk, text: str) -> None:
    nothing_after("deals", text)
    desk.screen.show_all(deal_lines(desk.scene))


# Second thoughts, and the absent -------------------------------------------------------------


async def change(desk: Desk, text: str) -> None:
    """Seal another answer in the place of the last one, or say what that was."""
    own_seat(desk)
    if text and desk.scene.can_reseal:
        question = question_of(0, desk.scene.view.decision)
        desk.draft = Draft(chosen(desk.scene.game, question, text), is_final=True)
    await desk.follow(desk.model.reseal())


async def undo(desk: Desk, text: str) -> None:
    nothing_after("undo", text)
    own_seat(desk)
    await desk.follow(desk.model.undo())


def consenting(name: str, *, agrees: bool) -> Run:
    async def run(desk: Desk, text: str) -> None:
        nothing_after(name, text)
        asked = (entry.act for entry in desk.model.listing.entries if isinstance(entry.act, Consent))
        act = next((act for act in asked if act.agrees == agrees), None)
        if act is None:
            raise InputError(t("refuse-no-consent-wanted"))
        await desk.follow(desk.model.perform(act))

    return run


async def vote(desk: Desk, text: str) -> None:
    name, answer = words_of("vote", text, 2)
    await desk.follow(send(Vote(other_seat(desk, name), agrees=yes_or_no(answer))))


async def ready(desk: Desk, text: str) -> None:
    nothing_after("ready", text)
    if desk.scene.info.state is not TableState.OPEN:
        raise InputError(t("plain-begun"))
    await desk.follow(send(GetReady(is_ready=True)))


async def again(desk: Desk, text: str) -> None:
    nothing_after("again", text)
    await desk.follow(desk.model.perform(PlayAgain()))


async def save(desk: Desk, text: str) -> None:
    nothing_after("save", text)
    own_seat(desk)
    home = desk.player.person.home or default_home()
    try:
        path = await save_log(desk.player, folder_of(home, desk.scene.info.table))
    except OSError as error:
        where, reason = str(error.filename or home), str(error.strerror)
        raise InputError(t("kept-unusable", path=where, reason=reason)) from None
    desk.screen.show(t("news-saved", path=str(path)))


# Looking -------------------------------------------------------------------------------------


async def look(desk: Desk, text: str) -> None:
    nothing_after("look", text)
    if desk.scene.view is None:
        raise InputError(t("plain-not-begun"))
    desk.screen.show_all(desk.model.face.look(desk.scene.view))


async def table(desk: Desk, text: str) -> None:
    nothing_after("table", text)
    scene = desk.scene
    code = [t("log-code", code=scene.code)] if scene.code else []
    desk.screen.show_all(table_lines(scene))
    desk.screen.show_all([*secrecy_lines(desk.player.mirror.table), *code, *round_lines(scene)])
    desk.screen.show(state_line(scene.info.state))


async def show_credits(desk: Desk, text: str) -> None:
    nothing_after("credits", text)
    desk.screen.show_all(desk.model.face.credits())


async def who(desk: Desk, text: str) -> None:
    nothing_after("who", text)
    desk.screen.show_all(who_lines(desk.scene, desk.player.mirror.table.players))


async def log(desk: Desk, text: str) -> None:
    number = number_in(text) if text else LOG_LINES
    desk.screen.show_all(desk.story()[-number:] if number else ())


async def wait(desk: Desk, text: str) -> None:
    """Let a script wait until it is its turn."""
    nothing_after("wait", text)
    await desk.until(lambda: desk.question is not None or desk.is_over)


async def explain(desk: Desk, text: str) -> None:
    name = text.removeprefix("/")
    if not name:
        desk.screen.show_all(t("plain-help").splitlines())
        desk.screen.show_all(f"  {form_of(command)}" for command in COMMANDS)
    elif name in COMMANDS:
        desk.screen.show(form_of(name), f"  {t(f'plain-form-{name}.for', lines=LOG_LINES)}")
        if name in ("offer", "counter"):
            desk.screen.show_all(offer_help(desk.scene.game))
    else:
        raise InputError(t("plain-unknown-command", name=name))


async def leave(desk: Desk, text: str) -> None:
    nothing_after("quit", text)
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


COMMANDS: Final[dict[str, Run]] = {
    "say": say,
    "to": say_to,
    "offer": offer,
    "counter": counter,
    "accept": answering("accept", Answer.ACCEPT),
    "decline": answering("decline", Answer.DECLINE),
    "withdraw": answering("withdraw", Answer.WITHDRAW),
    "deals": deals,
    "change": change,
    "undo": undo,
    "agree": consenting("agree", agrees=True),
    "refuse": consenting("refuse", agrees=False),
    "vote": vote,
    "ready": ready,
    "again": again,
    "save": save,
    "look": look,
    "table": table,
    "credits": show_credits,
    "who": who,
    "log": log,
    "wait": wait,
    "mute": mute,
    "unmute": unmute,
    "help": explain,
    "quit": leave,
}
"""What follows the slash, and what it does with the rest of the line."""
