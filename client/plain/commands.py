"""Everything one can type that begins with a slash, and what it does."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from importlib import import_module
from typing import Final, NamedTuple, TypeAlias

from client.connection import RefusedError
from client.log.table import seat_title
from client.plain.desk import Desk
from client.plain.reading import deal_in, number_in, seat_in, yes_or_no
from client.plain.sealing import code_lines, round_lines, secrecy_lines
from client.plain.telling import STATES, deal_lines, table_lines, who_lines
from client.plain.undoing import has_asked, last_choice
from core.deals import Deal
from core.game import Game
from core.records import Give, InputError, Seat
from protocol.entries import Answer
from protocol.messages import TableState

LOG_LINES = 20
Run: TypeAlias = Callable[[Desk, str], Awaitable[None]]


class Command(NamedTuple):
    """What follows the slash, what it is for, and what it does with the rest of the line."""

    form: str
    purpose: str
    run: Run


async def obey(desk: Desk, line: str) -> None:
    """Do what a line with a slash says; raises InputError where it cannot be read."""
    name, _, rest = line[1:].partition(" ")
    if name not in COMMANDS:
        raise InputError(f"There is no command /{name}; /help lists those there are.")
    await COMMANDS[name].run(desk, rest.strip())


# Reading -------------------------------------------------------------------------------------


def own_seat(desk: Desk) -> Seat:
    if desk.mirror.seat is None:
        raise InputError("You are watching; only players can do that.")
    return desk.mirror.seat


def other_seat(desk: Desk, word: str) -> Seat:
    seats = [row.seat for row in desk.mirror.info.seats]
    seat = seat_in(desk.mirror.game, seats, word)
    if seat == own_seat(desk):
        raise InputError("That is your own seat.")
    return seat


def words_of(name: str, text: str, number: int) -> list[str]:
    words = text.split()
    if len(words) != number:
        raise InputError(f"It should read /{COMMANDS[name].form}.")
    return words


def nothing_after(name: str, text: str) -> None:
    words_of(name, text, 0)


# Talk ----------------------------------------------------------------------------------------


async def say(desk: Desk, text: str) -> None:
    own_seat(desk)
    if not text:
        raise InputError("It should read /say WORDS, or 'WORDS.")
    await desk.player.say(text)


async def say_to(desk: Desk, text: str) -> None:
    names, _, words = text.partition(" ")
    if not words.strip():
        raise InputError(f"It should read /{COMMANDS['to'].form}.")
    to = tuple(other_seat(desk, name) for name in names.split(","))
    await desk.player.say(words.strip(), to)


async def mute(desk: Desk, text: str) -> None:
    seat = other_seat(desk, *words_of("mute", text, 1))
    desk.muted.add(seat)
    desk.screen.show(f"You no longer hear what {seat_title(desk.mirror.game, seat)} says.")


async def unmute(desk: Desk, text: str) -> None:
    seat = other_seat(desk, *words_of("unmute", text, 1))
    desk.muted.discard(seat)
    desk.screen.show(f"You hear what {seat_title(desk.mirror.game, seat)} says.")


# Deals ---------------------------------------------------------------------------------------


async def offer(desk: Desk, text: str) -> None:
    name, _, terms = text.partition(" ")
    await propose(desk, other_seat(desk, name), terms, None)


async def counter(desk: Desk, text: str) -> None:
    name, _, rest = text.partition(" ")
    number, _, terms = rest.strip().partition(" ")
    await propose(desk, other_seat(desk, name), terms, number_in(number))


async def propose(desk: Desk, other: Seat, terms: str, instead_of: int | None) -> None:
    number = desk.mirror.next_deal(other)
    deal = Deal(number, own_seat(desk), other, instead_of=instead_of)
    await desk.player.offer(deal_in(desk.mirror.game, terms, deal))


def answering(name: str, answer: Answer) -> Run:
    async def run(desk: Desk, text: str) -> None:
        word, number = words_of(name, text, 2)
        await desk.player.answer(other_seat(desk, word), number_in(number), answer)

    return run


async def deals(desk: Desk, text: str) -> None:
    nothing_after("deals", text)
    desk.screen.show_all(deal_lines(desk.mirror))


# Second thoughts, and the absent -------------------------------------------------------------


async def undo(desk: Desk, text: str) -> None:
    """Take the last choice back; where that needs the others' leave, ask for it."""
    nothing_after("undo", text)
    prompt = last_choice(desk.mirror.story, own_seat(desk))
    if prompt is None:
        raise InputError("There is no choice of yours to take back.")
    try:
        await desk.player.take_back(prompt)
    except RefusedError as refusal:
        if has_asked(desk.mirror.story, own_seat(desk), prompt):
            raise InputError("You have asked for that already.") from None
        desk.screen.show(str(refusal), "So the others are asked whether they allow it.")
        await desk.player.ask_back(prompt)


def consenting(name: str, *, agrees: bool) -> Run:
    async def run(desk: Desk, text: str) -> None:
        nothing_after(name, text)
        await desk.player.consent(agrees=agrees)

    return run


async def vote(desk: Desk, text: str) -> None:
    name, answer = words_of("vote", text, 2)
    await desk.player.vote(other_seat(desk, name), agrees=yes_or_no(answer))


async def ready(desk: Desk, text: str) -> None:
    nothing_after("ready", text)
    if desk.mirror.info.state is not TableState.OPEN:
        raise InputError("The game has begun already.")
    await desk.player.ready()


async def again(desk: Desk, text: str) -> None:
    nothing_after("again", text)
    invitation = await desk.player.again()
    desk.screen.show(f"Your seat at the next table: jinmaku join '{invitation.text()}'")


# Looking -------------------------------------------------------------------------------------


async def look(desk: Desk, text: str) -> None:
    nothing_after("look", text)
    if desk.mirror.view is None:
        raise InputError("The game has not begun, so there is nothing to see yet.")
    tell = import_module(f"client.plain.{desk.mirror.game.name}").look
    desk.screen.show_all(tell(desk.mirror.view))


async def table(desk: Desk, text: str) -> None:
    nothing_after("table", text)
    mirror = desk.mirror
    desk.screen.show_all(table_lines(mirror.game, mirror.info))
    desk.screen.show_all([*secrecy_lines(mirror.witness), *code_lines(mirror.witness), *round_lines(mirror)])
    desk.screen.show(STATES[mirror.info.state])


async def show_credits(desk: Desk, text: str) -> None:
    nothing_after("credits", text)
    desk.screen.show_all(import_module(f"client.plain.{desk.mirror.game.name}").credit_lines())


async def who(desk: Desk, text: str) -> None:
    nothing_after("who", text)
    desk.screen.show_all(who_lines(desk.mirror, desk.elapsed_ms()))


async def log(desk: Desk, text: str) -> None:
    number = number_in(text) if text else LOG_LINES
    desk.screen.show_all(desk.story()[-number:] if number else ())


async def wait(desk: Desk, text: str) -> None:
    """Let a script wait until it is its turn."""
    nothing_after("wait", text)
    while desk.question is None and not desk.is_over and not desk.player.gone.done():
        desk.news.clear()
        await desk.news.wait()
        desk.ask()


async def explain(desk: Desk, text: str) -> None:
    name = text.removeprefix("/")
    if not name:
        desk.screen.show_all(HELP)
        desk.screen.show_all(f"  /{command.form}" for command in COMMANDS.values())
    elif name in COMMANDS:
        desk.screen.show(f"/{COMMANDS[name].form}", f"  {COMMANDS[name].purpose}")
        if name in ("offer", "counter"):
            desk.screen.show_all(offer_help(desk.mirror.game))
    else:
        raise InputError(f"There is no command /{name}; /help lists those there are.")


async def leave(desk: Desk, text: str) -> None:
    nothing_after("quit", text)
    desk.has_quit = True


HELP: Final = (
    "A number picks that choice. Any other line is a move as the choices show it.",
    "Enter alone repeats the question and tells what else you may do.",
    "'WORDS says something to all. The rest begins with a slash;",
    "/help COMMAND tells more. SEAT is a seat's name or the beginning of it.",
)


def offer_help(game: Game) -> Iterator[str]:
    """Explain what a deal can be made of in this game."""
    kinds = [f"{name} {kind.objects[0]}" for name, kind in game.promises.kinds.items()]
    yield "  TERMS, each at most once and in any order:"
    if Give in game.rules.free:
        yield "    give GOODS, want GOODS: as in give 2 coins 1 ronin"
    yield "    promise PROMISES, ask PROMISES: with commas between them"
    yield f'  A promise is like {", ".join(kinds)}, or "your own words".'
    yield "  Goods change hands at once; nobody enforces promises."
    yield f'  /offer {game.seat_names[1]} promise {kinds[0]}, "my help" ask {kinds[-1]}'


COMMANDS: Final[dict[str, Command]] = {
    "say": Command("say WORDS", "Say something to the whole table.", say),
    "to": Command("to SEAT[,SEAT] WORDS", "Say something that only they can read.", say_to),
    "offer": Command("offer SEAT TERMS", "Offer somebody a deal.", offer),
    "counter": Command("counter SEAT N TERMS", "Offer something else instead of their deal N.", counter),
    "accept": Command("accept SEAT N", "Accept their deal N.", answering("accept", Answer.ACCEPT)),
    "decline": Command("decline SEAT N", "Decline their deal N.", answering("decline", Answer.DECLINE)),
    "withdraw": Command(
        "withdraw SEAT N", "Withdraw your own deal N.", answering("withdraw", Answer.WITHDRAW)
    ),
    "deals": Command("deals", "List your deals and what became of them.", deals),
    "undo": Command("undo", "Take back your last choice, or ask the others to allow it.", undo),
    "agree": Command(
        "agree", "Let somebody take back what they asked for.", consenting("agree", agrees=True)
    ),
    "refuse": Command("refuse", "Do not let them.", consenting("refuse", agrees=False)),
    "vote": Command("vote SEAT yes|no", "Say whether a bot shall play for an absent player.", vote),
    "ready": Command("ready", "Say that the game may begin.", ready),
    "again": Command("again", "When the game is over: another one with the same people.", again),
    "look": Command("look", "Tell how the table stands.", look),
    "table": Command("table", "Tell what was agreed on, the table code, and who has sealed a choice.", table),
    "credits": Command("credits", "Tell where rules and figures are from.", show_credits),
    "who": Command("who", "Tell who sits where, with which key, and how the clocks stand.", who),
    "log": Command("log [N]", f"Tell the last N lines of what happened ({LOG_LINES}).", log),
    "wait": Command("wait", "For scripts: wait until you are asked something, or the game is over.", wait),
    "mute": Command("mute SEAT", "Do not show what that seat says.", mute),
    "unmute": Command("unmute SEAT", "Show it again.", unmute),
    "help": Command("help [COMMAND]", "Explain a command, or list them all.", explain),
    "quit": Command("quit", "Leave; your seat is kept for you.", leave),
}
