"""Deals in words: what each of the two would give and promise."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from client.table.face import face_of
from client.table.wording import amount, listed
from client.texts import has_text, t
from core.deals import Deal, Goods, Promise
from core.game import Game
from core.kinds import Seat


def object_words(game: Game, promise: Promise) -> str:
    """Name what a promise is about; own words are as they are."""
    name = f"{face_of(game.name).promised.get(promise.kind)}-{promise.about}"
    return t(name) if has_text(name) else promise.about


def promise_label(game: Game, promise: Promise) -> str:
    """Say a promise as briefly as in a list."""
    return t(f"promise-{promise.kind}", about=object_words(game, promise))


def promise_words(game: Game, promise: Promise) -> str:
    """Say a promise as it goes on in a sentence: somebody promises ..."""
    return t(f"promise-{promise.kind}.to", about=object_words(game, promise))


def promises_about(game: Game, clans: Sequence[Seat]) -> Iterator[Promise]:
    """List all promises that the game itself can judge; those about clans only about these."""
    face, names = face_of(game.name), [game.seat_names[seat] for seat in clans]
    for kind, known in game.promises.kinds.items():
        objects = names if face.promised.get(kind) == "clan" else known.objects
        yield from (Promise(kind, thing) for thing in objects)


def goods_words(goods: Goods) -> str:
    parts = (("coin", goods.coins), ("ronin", goods.ronin))
    return listed(amount(number, kind) for kind, number in parts if number)


def deal_words(game: Game, deal: Deal) -> str:
    return "; ".join(terms_words(game, deal))


def terms_words(game: Game, deal: Deal) -> list[str]:
    """Say what each of the two would give, then what each would promise."""
    sides = ((deal.seat, deal.gives, deal.promises), (deal.to, deal.wants, deal.asks))
    given = [given_words(game, seat, goods) for seat, goods, _ in sides if goods != Goods()]
    promised = [promised_words(game, seat, promises) for seat, _, promises in sides if promises]
    return [*given, *promised]


def given_words(game: Game, seat: Seat, goods: Goods) -> str:
    return t("deal-gives", who=t(f"clan-{game.seat_names[seat]}"), goods=goods_words(goods))


def promised_words(game: Game, seat: Seat, promises: tuple[Promise, ...]) -> str:
    words = ", ".join(promise_words(game, promise) for promise in promises)
    return t("deal-promises", who=t(f"clan-{game.seat_names[seat]}"), promises=words)
