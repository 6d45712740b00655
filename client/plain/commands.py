"""Everything that can be typed after a slash, and what it does."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from typing import Final, NamedTuple, TypeAlias

from client.local.home import default_home
from client.local.kept import folder_of
from client.plain.aloud import (
    deal_lines,
    round_lines,
    state_line,
    table_lines,
    who_lines,
)
from client.plain.desk import Desk
from client.plain.dialogs import whole_answer
from client.plain.looking import ALL, rules_about, sight
from client.plain.reading import deal_in, deal_number_in, number_in, seat_in, yes_or_no
from client.seat.company import secrecy_lines
from client.seat.keeping import save_log
from client.table.acts import PlayAgain
from client.table.among_players import give
from client.table.among_players import offer as make_offer
from client.table.by_name import close_to
from client.table.deal_words import promise_label, promises_about
from client.table.deeds import AnswerDeal, Consent, GetReady, Propose, Reseal, Speak, Vote
from client.table.errands import send
from client.table.scene import Scene
from client.table.thoughts import subject_lines, thoughts_in, why_lines
from client.table.wording import either, seat_title
from client.texts import has_text, t
from core.deals import Deal
from core.decisions import Give
from core.game import Game
from core.kinds import InputError, Seat
from protocol.entries import Answer
from protocol.messages import TableState

LOG_LINES = 20
Run: TypeAlias = Callable[..., Awaitable[None]]


class Command(NamedTuple):
    """What it does with the words that follow; if any number may follow, with the rest of the line."""

    run: Run
    words: int | None = None


async def obey(desk: Desk, line: str) -> None:
    """Do what a line with a slash says; raises InputError if it cannot be read."""
    name, _, rest = line[1:].partition(" ")
    command = COMMANDS[known(name)]
    words = [rest.strip()] if command.words is None else rest.split()
    if command.words not in (None, len(words)):
        raise InputError(t("plain-should-read", form=form_of(name)))
    await command.run(desk, *words)


def known(name: str) -> str:
    if name in COMMANDS:
        return name
    close = [f"/{other}" for other in meant_by(name)]
    if close:
        raise InputError(t("plain-unknown-command-close", name=name, names=either(close)))
    raise InputError(t("plain-unknown-command", name=name))


def meant_by(name: str) -> list[str]:
    """Return the commands somebody may have looked for: those called that elsewhere, or almost that here."""
    alike = [known for known in COMMANDS if name in also_called(known)]
    return alike or close_to(name, [*COMMANDS])


def also_called(command: str) -> list[str]:
    also = f"plain-form-{command}.also"
    return t(also).split(", ") if has_text(also) else []


# Reading -------------------------------------------------------------------------------------


def own_seat(desk: Desk) -> Seat:
    if desk.scene.seat is None:
        raise InputError(t("plain-players-only"))
    return desk.scene.seat


def other_seat(desk: Desk, word: str) -> Seat:
    seat = seat_meant(desk.scene, word)
    if seat == own_seat(desk):
        raise InputError(t("plain-own-seat"))
    return seat


def seat_meant(scene: Scene, word: str) -> Seat:
    """Find a seat by its name, or else by that of the player who sits there."""
    players = {row.player.casefold(): row.seat for row in scene.info.seats if row.player}
    try:
        return seat_in(scene.game, [row.seat for row in scene.info.seats], word)
    except InputError:
        if word.casefold() not in players:
            raise
        return players[word.casefold()]


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
    if names.casefold() == ALL:
        await say(desk, words.strip())
        return
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
    seat = other_seat(desk, name) if name else None
    if seat is None or not terms.strip():
        own_seat(desk)
        await desk.follow(make_offer(desk.scene, seat))
    else:
        await propose(desk, seat, terms, None)


async def counter(desk: Desk, text: str) -> None:
    name, _, rest = text.partition(" ")
    number, _, terms = rest.strip().partition(" ")
    if not number:
        raise InputError(t("plain-should-read", form=form_of("counter")))
    other, place = other_seat(desk, name), deal_number_in(number)
    if terms:
        await propose(desk, other, terms, place)
        return
    offers = [one.deal for one in desk.scene.deals.values() if one.deal.to == desk.scene.seat]
    found = [deal for deal in offers if (deal.seat, deal.number) == (other, place)]
    if not found:
        raise InputError(t("refuse-no-deal", number=number))
    await desk.follow(make_offer(desk.scene, instead_of=found[0]))


async def propose(desk: Desk, other: Seat, terms: str, instead_of: int | None) -> None:
    deal = Deal(0, own_seat(desk), other, instead_of=instead_of)
    await desk.follow(send(Propose(deal_in(desk.scene.game, terms, deal))))


async def answer_deal(desk: Desk, name: str, number: str, *, answer: Answer) -> None:
    await desk.follow(send(AnswerDeal(other_seat(desk, name), deal_number_in(number), answer)))


async def deals(desk: Desk) -> None:
    desk.screen.show_all(deal_lines(desk.scene))


# Second thoughts, and the absent -------------------------------------------------------------


async def change(desk: Desk, text: str) -> None:
    """Seal another answer in place of the last one, or say what that was."""
    own_seat(desk)
    scene = desk.scene
    whole = whole_answer(scene.game, scene.view.decision, text) if scene.can_reseal else None
    if whole is not None:
        desk.put_off()
        await desk.follow(send(Reseal(whole)))
        return
    await desk.follow(desk.model.reseal())
    if text and desk.dialog is not None:
        await desk.reply(desk.dialog, text)


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
    check_not_begun(desk)
    await desk.follow(send(GetReady(is_ready=True)))


async def stand_up(desk: Desk) -> None:
    own_seat(desk)
    check_not_begun(desk)
    await desk.follow(desk.model.stand_up())


def check_not_begun(desk: Desk) -> None:
    if desk.scene.info.state is not TableState.OPEN:
        raise InputError(t("plain-begun"))


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


async def look(desk: Desk, text: str) -> None:
    """Tell how the table stands, or everything about what is named."""
    if desk.scene.view is None:
        raise InputError(t("plain-not-begun"))
    desk.screen.show_all(sight(desk.scene, text))


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


async def why(desk: Desk, text: str) -> None:
    """Tell what a bot has weighed, or what it was about each time."""
    if desk.scene.view is None:
        raise InputError(t("plain-not-begun"))
    if not text:
        raise InputError(t("plain-should-read", form=form_of("why")))
    name, _, number = text.partition(" ")
    game, seat = desk.scene.game, seat_in(desk.scene.game, desk.scene.view.seats, name)
    thoughts = thoughts_in(desk.model.telling.story).get(seat, [])
    who = seat_title(game, seat)
    if not thoughts:
        desk.screen.show(t("why-no-thoughts", seat=who))
    elif number:
        place = min(number_in(number), len(thoughts))
        desk.screen.show_all(why_lines(game, thoughts[place - 1]))
    else:
        desk.screen.show(t("why-title", seat=who))
        desk.screen.show_all(subject_lines(game, thoughts, desk.model.telling.story, seat))
        desk.screen.show(t("why-hint", seat=name))


async def wait(desk: Desk) -> None:
    """Let a script wait until it is its turn."""
    await desk.until(lambda: desk.model.is_my_turn or desk.is_over)


async def tell_news(desk: Desk) -> None:
    """Tell again what has happened since the last answer."""
    lines = [line.sentence for line in desk.model.telling.recap]
    desk.screen.show_all(lines or [t("news-nothing-since")])


async def give_away(desk: Desk) -> None:
    own_seat(desk)
    await desk.follow(give(desk.scene))


async def rule(desk: Desk, text: str) -> None:
    """Read the rule that is asked about, or those containing some words."""
    decision = desk.scene.decision
    words = text or (decision.rule if decision is not None else "")
    if not words:
        raise InputError(t("plain-should-read", form=form_of("rule")))
    desk.screen.show_all(rules_about(desk.scene.game.name, words))


async def explain(desk: Desk, text: str) -> None:
    name = text.removeprefix("/")
    if not name:
        desk.screen.show_all(help_lines())
        return
    desk.screen.show(help_line(known(name)))
    if name in ("offer", "counter"):
        desk.screen.show_all(offer_help(desk.scene.game))


def help_lines() -> Iterator[str]:
    """Explain everything that can be typed, group by group."""
    yield from t("plain-help").splitlines()
    for group, commands in GROUPS.items():
        yield t(f"plain-group-{group}")
        yield from map(help_line, commands)


def help_line(name: str) -> str:
    return t("plain-help-line", form=form_of(name), purpose=t(f"plain-form-{name}.for", lines=LOG_LINES))


async def leave(desk: Desk) -> None:
    """Leave at once: a whole typed word is meant."""
    desk.put_off()
    desk.has_quit = True


def offer_help(game: Game) -> Iterator[str]:
    """Explain what deals can contain in this game."""
    promises = list(promises_about(game, range(2)))
    examples = [promise_label(game, promise) for promise in {one.kind: one for one in promises}.values()]
    yield t("plain-help-terms")
    if Give in game.rules.free:
        yield t("plain-help-goods")
    yield t("plain-help-promises")
    yield t("plain-help-promise", examples="; ".join(examples))
    yield t("offer-hint")
    seat = seat_title(game, 1)
    yield t("plain-help-offer", seat=seat, promise=examples[0], other=examples[-1])


GROUPS: Final[dict[str, dict[str, Command]]] = {
    "game": {
        "look": Command(look),
        "new": Command(tell_news, 0),
        "log": Command(log),
        "why": Command(why),
        "rule": Command(rule),
        "change": Command(change),
        "undo": Command(undo, 0),
        "give": Command(give_away, 0),
    },
    "others": {
        "say": Command(say),
        "to": Command(say_to),
        "offer": Command(offer),
        "deals": Command(deals, 0),
        "accept": Command(partial(answer_deal, answer=Answer.ACCEPT), 2),
        "decline": Command(partial(answer_deal, answer=Answer.DECLINE), 2),
        "counter": Command(counter),
        "withdraw": Command(partial(answer_deal, answer=Answer.WITHDRAW), 2),
        "agree": Command(partial(consent, agrees=True), 0),
        "refuse": Command(partial(consent, agrees=False), 0),
        "vote": Command(vote, 2),
        "mute": Command(mute, 1),
        "unmute": Command(unmute, 1),
    },
    "table": {
        "ready": Command(ready, 0),
        "stand": Command(stand_up, 0),
        "who": Command(who, 0),
        "table": Command(table, 0),
        "credits": Command(show_credits, 0),
        "again": Command(again, 0),
        "save": Command(save, 0),
        "wait": Command(wait, 0),
        "help": Command(explain),
        "quit": Command(leave, 0),
    },
}
"""By purpose, and by what follows the slash."""
COMMANDS: Final = {name: command for group in GROUPS.values() for name, command in group.items()}
