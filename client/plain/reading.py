"""Reading what a player types: seats, numbers, and the small language of offers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from client.table.by_name import fitting
from client.table.deal_words import promise_label, promises_about
from client.table.wording import seat_list
from client.texts import t
from core.deals import MOST_GOODS, MOST_PROMISES, MOST_WORDS, WORDS, Deal, Goods, Promise
from core.game import Game
from core.kinds import InputError, Seat
from core.notation import amount_in

_TOKEN = re.compile(r'"[^"]*"|,|[^\s,"]+|"')
QUOTE = '"'
SECTIONS = ("give", "want", "promise", "ask")
THINGS = {"coin": "coins", "coins": "coins", "ronin": "ronin"}
MOST_EXAMPLES = 6
YES_OR_NO = {"yes": True, "no": False}


def seat_in(game: Game, seats: Sequence[Seat], word: str) -> Seat:
    """Find a seat of this table by its name or the beginning of its name."""
    found = [seat for seat in seats if word and game.seat_names[seat].startswith(word.lower())]
    if len(found) != 1:
        names = seat_list(game, seats)
        raise InputError(t("plain-no-seat", word=word, seats=names))
    return found[0]


def number_in(word: str) -> int:
    try:
        return amount_in(word)
    except InputError:
        raise InputError(t("plain-no-number", word=word)) from None


def deal_number_in(word: str) -> int:
    """Read the number of a deal; players count from one."""
    number = number_in(word)
    if not number:
        raise InputError(t("refuse-no-deal", number=number))
    return number - 1


def yes_or_no(word: str) -> bool:
    if word not in YES_OR_NO:
        raise InputError(t("plain-yes-or-no", word=word))
    return YES_OR_NO[word]


# Offers --------------------------------------------------------------------------------------


def deal_in(game: Game, text: str, deal: Deal) -> Deal:
    """Fill in a deal: `give 2 coins want 1 ronin promise stay_out edo, "my help" ask no_bid hire`."""
    sections = dict(sections_in(text))
    return Deal(
        deal.number,
        deal.seat,
        deal.to,
        goods_in(sections.get("give", [])),
        goods_in(sections.get("want", [])),
        promises_in(game, deal.seat, sections.get("promise", [])),
        promises_in(game, deal.seat, sections.get("ask", [])),
        deal.instead_of,
    )


def sections_in(text: str) -> Iterator[tuple[str, list[str]]]:
    """Cut an offer before each of its four words, each of which comes at most once."""
    tokens = _TOKEN.findall(text)
    starts = [place for place, token in enumerate(tokens) if token in SECTIONS]
    words = [tokens[start] for start in starts]
    if not tokens or starts[:1] != [0]:
        raise InputError(t("plain-offer-begins", words=", ".join(SECTIONS)))
    if len(set(words)) < len(words):
        raise InputError(t("plain-offer-once", words=", ".join(SECTIONS)))
    for start, stop in zip(starts, [*starts[1:], len(tokens)], strict=True):
        if stop == start + 1:
            raise InputError(t("plain-offer-after", word=tokens[start]))
        yield tokens[start], tokens[start + 1 : stop]


def goods_in(tokens: list[str]) -> Goods:
    words = [token for token in tokens if token not in (",", "and")]
    amounts: dict[str, int] = {}
    for number, word in zip(words[::2], [*words[1::2], ""], strict=False):
        thing = THINGS.get(word)
        if thing is None or thing in amounts:
            raise InputError(t("plain-goods-form"))
        amounts[thing] = number_in(number)
    if max(amounts.values(), default=0) > MOST_GOODS:
        raise InputError(t("plain-goods-most", most=MOST_GOODS))
    return Goods(**amounts)


def promises_in(game: Game, own: Seat, tokens: list[str]) -> tuple[Promise, ...]:
    """Read promises separated by commas; one in quotes is in the player's own words."""
    if not tokens:
        return ()
    groups: list[list[str]] = [[]]
    for word in tokens:
        if word == ",":
            groups.append([])
        else:
            groups[-1].append(word)
    if len(groups) > MOST_PROMISES:
        raise InputError(t("plain-promises-most", most=MOST_PROMISES))
    return tuple(promise_in(game, own, group) for group in groups)


def promise_in(game: Game, own: Seat, words: list[str]) -> Promise:
    if len(words) == 1 and words[0].startswith(QUOTE):
        return Promise(WORDS, words_in(words[0]))
    kinds = game.promises.kinds
    match words:
        case [kind, thing] if kind in kinds and thing in kinds[kind].objects:
            return Promise(kind, thing)
    return promise_named(game, own, " ".join(words))


def promise_named(game: Game, own: Seat, words: str) -> Promise:
    """Find a promise by all or some of the words it is made in; who makes the offer is "me" or named."""
    known = list(promises_about(game, range(len(game.seat_names))))
    labels = [promise_label(game, promise) for promise in known]
    found = fitting(words, [promise_label(game, promise, own) for promise in known]) or fitting(words, labels)
    if len(found) == 1:
        return known[found[0]]
    one_of_each = {promise.kind: label for promise, label in zip(known, labels, strict=True)}
    close = [labels[place] for place in found] or list(one_of_each.values())
    raise InputError(t("plain-promise-form", promises="; ".join(close[:MOST_EXAMPLES])))


def words_in(quoted: str) -> str:
    words = quoted.strip(QUOTE).strip()
    if not 0 < len(words) <= MOST_WORDS:
        raise InputError(t("plain-promise-words", most=MOST_WORDS))
    return words
