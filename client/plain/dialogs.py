"""What is asked beside a list of choices, as conversations: doubts, forms, gifts and offers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from client.plain.reading import QUOTE, words_in
from client.table.conversation import (
    Asked,
    Conversation,
    make_sure,
    number,
    numbered,
    pick,
    places_of,
    row_line,
    unclear,
)
from client.table.deal_words import promise_label, promises_to_ask, promises_to_make, turned_round
from client.table.errands import (
    ChooseGift,
    ComposeOffer,
    Converse,
    Doubt,
    FillIn,
    PickOne,
    Question,
)
from client.table.face import face_of
from client.table.menu import Draft
from client.table.wording import listed, seat_title
from client.texts import t
from core.deals import (
    MOST_GOODS,
    MOST_PROMISES,
    WORDS,
    Deal,
    Goods,
    Promise,
)
from core.decisions import (
    Allocate,
    Allocation,
    Arrange,
    Arrangement,
    Combination,
    Combine,
    Decision,
    Give,
)
from core.game import Game
from core.kinds import Choice, InputError, MoveError, Seat

NOTHING, LIST = "0", "list"


def conversation_about(question: Question) -> Conversation[Any] | None:
    """Ask what an errand wants to know; there is nothing to ask about the end of a game."""
    match question:
        case Doubt():
            return make_sure(t("plain-sure", what=question.question), tuple(question.warning.splitlines()))
        case PickOne():
            return pick_name(question)
        case FillIn():
            scene = question.scene
            return fill_in_view(scene.game, scene.view, question.decision, question.choice)
        case ChooseGift():
            return choose_gift(question)
        case ComposeOffer():
            return compose_offer(question)
        case Converse():
            return converse(question)
    return None


def pick_name(question: PickOne) -> Conversation[str]:
    """Ask for one of a few things; nobody has to choose one."""
    *before, _ = (*question.title.splitlines(), "")
    which = t("plain-which", question=question.question) if question.question else t("plain-which-one")
    place = yield from pick(which, numbered(list(question.words.values())), tuple(before))
    return list(question.words)[place]


def converse(question: Converse) -> Conversation[str]:
    """Ask what to say; nothing is said by Enter alone."""
    return (yield Asked((*question.said, t("plain-say-what", room=question.title))))


def fill_in_view(game: Game, view: Any, decision: Decision, draft: Choice | None) -> Conversation[Draft]:
    """Ask for an answer part by part, as the game does it."""
    return (yield from face_of(game.name).in_lines[type(decision)](view, decision, draft))


def whole_answer(game: Game, decision: Decision, line: str) -> Choice | None:
    """Read a line of notation that answers a question all at once, as scripts do."""
    try:
        choice = game.choice_of(line)
    except MoveError:
        return None
    return choice if isinstance(choice, FILLED_IN.get(type(decision), Choice)) else None


# Gifts and offers ----------------------------------------------------------------------------


def choose_gift(question: ChooseGift) -> Conversation[Give]:
    """Ask to whom, and how much of what there is."""
    gift = question.gift
    to = yield from pick_seat(t("plain-gift-to"), question.names)
    before: tuple[str, ...] = ()
    while True:
        coins = yield from amount_of(t("plain-gift-coins", most=gift.coins), gift.coins, before)
        ronin = yield from amount_of(t("plain-gift-ronin", most=gift.ronin), gift.ronin)
        if coins or ronin:
            return Give(to, coins, ronin)
        before = (t("gift-nothing"),)


def pick_seat(question: str, names: Mapping[Seat, str]) -> Conversation[Seat]:
    place = yield from pick(question, numbered(list(names.values())))
    return tuple(names)[place]


def amount_of(question: str, most: int, before: tuple[str, ...] = (), *, usual: int = 0) -> Conversation[int]:
    """Ask how much; nobody is asked about what is not there."""
    return (yield from number(question, most, usual, before)) if most else 0


def compose_offer(question: ComposeOffer) -> Conversation[Deal]:
    """Ask to whom, then what each of the two would give and promise."""
    scene, purse = question.scene, question.purse
    own, clans = scene.seat, [row.seat for row in scene.info.seats]
    assert own is not None
    if question.instead_of is not None:
        first = turned_round(question.instead_of)
    elif question.to is not None:
        first = Deal(0, own, question.to)
    else:
        first = Deal(0, own, (yield from pick_seat(t("plain-offer-to"), question.names)))
    to, who, game = first.to, seat_title(scene.game, first.to), scene.game
    gives, wants = Goods(), Goods()
    if Give in game.rules.free:
        gives = yield from goods(t("plain-offer-give"), purse, first.gives)
        most = Goods(MOST_GOODS, MOST_GOODS)
        wants = yield from goods(t("plain-offer-want", who=who), most, first.wants)
    labelled = partial(promise_label, game, own=own)
    to_make, to_ask = promises_to_make(game, own, clans), promises_to_ask(game, own, to, clans)
    promises = yield from pick_promises(t("plain-offer-promise"), to_make, labelled, first.promises)
    asks = yield from pick_promises(t("plain-offer-ask", who=who), to_ask, labelled, first.asks)
    return Deal(0, own, to, gives, wants, promises, asks, first.instead_of)


def goods(question: str, most: Goods, usual: Goods) -> Conversation[Goods]:
    words: dict[str, str | int] = {"question": question, "usual": usual.coins}
    coins = yield from amount_of(t("plain-offer-coins", **words), most.coins, usual=usual.coins)
    words["usual"] = usual.ronin
    ronin = yield from amount_of(t("plain-offer-ronin", **words), most.ronin, usual=usual.ronin)
    return Goods(coins, ronin)


def pick_promises(
    question: str,
    known: Sequence[Promise],
    labelled: Callable[[Promise], str],
    first: Sequence[Promise] = (),
) -> Conversation[tuple[Promise, ...]]:
    """Ask for promises one by one until there are enough; the player's own words are quoted."""
    rows = numbered(list(map(labelled, known)))
    found, how = list(first), (t("plain-promise-how"), question)
    lines: Sequence[str] = how
    if found:
        lines = question, t("plain-promise-so-far", promises=listed(map(labelled, found)))
    while len(found) < MOST_PROMISES:
        line = yield Asked(tuple(lines))
        if line == NOTHING and found:
            found, lines = [], how
            continue
        if line in ("", NOTHING):
            break
        if line.startswith(QUOTE):
            try:
                found.append(Promise(WORDS, words_in(line)))
            except InputError as error:
                lines = (str(error), question)
            else:
                lines = (t("plain-promise-more"),)
            continue
        places = list(range(len(rows))) if line == LIST else places_of(rows, line)
        if len(places) == 1:
            found.append(known[places[0]])
            lines = (labelled(found[-1]), t("plain-promise-more"))
        else:
            about = unclear(rows, places, line, "plain-promise-unknown")
            lines = (*(map(row_line, rows) if line == LIST else about), question)
    return tuple(found)


FILLED_IN: Final[dict[type[Decision], type[Choice]]] = {
    Allocate: Allocation,
    Arrange: Arrangement,
    Combine: Combination,
}
