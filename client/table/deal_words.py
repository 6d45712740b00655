"""Deals in words: what each of the two would give and promise."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from client.table.face import face_of
from client.table.wording import addressed, amount, begun, listed, seat_title
from client.texts import has_text, t
from client.texts.refusals import deal_number
from core.deals import Deal, Goods, Promise
from core.game import Game
from core.kinds import Seat


def object_words(game: Game, promise: Promise) -> str:
    """Name what a promise is about; a player's own words stay as they are."""
    name = f"{face_of(game.name).promised.get(promise.kind)}-{promise.about}"
    return t(name) if has_text(name) else promise.about


def promise_label(game: Game, promise: Promise, own: Seat | None = None) -> str:
    """Say a promise as briefly as in a list, where one about your own clan is about "me"."""
    is_mine = own is not None and is_about(game, promise, own)
    return t(f"promise-{promise.kind}", about=t("promise-me") if is_mine else object_words(game, promise))


def is_about(game: Game, promise: Promise, seat: Seat) -> bool:
    is_clan = face_of(game.name).promised.get(promise.kind) == "clan"
    return is_clan and promise.about == game.seat_names[seat]


def promise_words(game: Game, promise: Promise, own: Seat | None = None) -> str:
    """Say a promise as it continues a sentence: somebody promises ..."""
    is_mine = own is not None and is_about(game, promise, own)
    return t(f"promise-{promise.kind}.to", about=t("you") if is_mine else object_words(game, promise))


def promises_about(game: Game, clans: Sequence[Seat]) -> Iterator[Promise]:
    """List all promises the game itself can judge; those about clans only about these."""
    face, names = face_of(game.name), [game.seat_names[seat] for seat in clans]
    for kind, known in game.promises.kinds.items():
        objects = names if face.promised.get(kind) == "clan" else known.objects
        yield from (Promise(kind, thing) for thing in objects)


def promises_to_make(game: Game, own: Seat, seats: Iterable[Seat]) -> list[Promise]:
    """List what you can promise; nobody promises to spare themselves."""
    return list(promises_about(game, [seat for seat in seats if seat != own]))


def promises_to_ask(game: Game, own: Seat, to: Seat, seats: Iterable[Seat]) -> list[Promise]:
    """List what another can promise you, starting with what is about you and never about themselves."""
    return list(promises_about(game, [own, *(seat for seat in seats if seat not in (own, to))]))


def turned_round(deal: Deal) -> Deal:
    """Return what a counter-offer begins with: the same deal, seen from the other side."""
    return Deal(0, deal.to, deal.seat, deal.wants, deal.gives, deal.asks, deal.promises, deal.number)


def goods_words(goods: Goods) -> str:
    parts = (("coin", goods.coins), ("ronin", goods.ronin))
    return listed(amount(number, kind) for kind, number in parts if number)


def offer_lines(game: Game, deal: Deal, own: Seat | None) -> list[str]:
    """Say who offers a deal to whom, then its terms, to either of the two as "you"."""
    message = "deal-offer.yours" if deal.to == own else addressed("deal-offer", is_own=deal.seat == own)
    seat, to = seat_title(game, deal.seat), seat_title(game, deal.to)
    head = t(message, seat=seat, to=to, number=deal_number(deal.number))
    return [head, *map(begun, terms_words(game, deal, own))]


def deal_words(game: Game, deal: Deal, own: Seat | None = None) -> str:
    """Say the terms in one sentence, which speaks to one of the two as "you", if to either."""
    return "; ".join(terms_words(game, deal, own))


def terms_words(game: Game, deal: Deal, own: Seat | None = None) -> list[str]:
    """Say what each of the two would give, then what each would promise."""
    sides = ((deal.seat, deal.gives, deal.promises), (deal.to, deal.wants, deal.asks))
    given = [
        t(addressed("deal-gives", is_own=seat == own), who=seat_title(game, seat), goods=goods_words(goods))
        for seat, goods, _ in sides
        if goods != Goods()
    ]
    return [*given, *(promised_words(game, seat, made, own) for seat, _, made in sides if made)]


def promised_words(game: Game, seat: Seat, promises: tuple[Promise, ...], own: Seat | None) -> str:
    words = ", ".join(promise_words(game, promise, own) for promise in promises)
    message = addressed("deal-promises", is_own=seat == own)
    return t(message, who=seat_title(game, seat), promises=words)
