"""What happens in Rising Sun, in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Final

from client.log.wording import Wording, Wordings, names, several
from client.log.words import amount, listed
from client.texts import has_text, t
from core.games.rising_sun import events as e
from core.games.rising_sun.board import ADVANTAGES, CLANS, KAMI, MANDATES, PIECES, PROVINCES, SEASONS
from core.games.rising_sun.cards import NAMES
from core.kinds import Seat

clan = names("clan", CLANS)
province = names("province", PROVINCES)
card = names("card", NAMES)
kami = names("kami", KAMI)
mandate = names("mandate", MANDATES)
season = names("season", SEASONS)
coins = partial(amount, thing="coin")


def figure(piece: int, number: int = 1) -> str:
    """Count figures of a kind, as inside a sentence."""
    name = PIECES[piece]
    return counted(number, t(f"piece-{name}.many")) if number > 1 else t(f"piece-{name}.one")


def counted(number: int, things: str) -> str:
    return t("count-of", number=number, things=things)


def source_of(name: str) -> str:
    """Say where a gain came from: a moment of the game, a card or a Kami."""
    if has_text(f"rs-source-{name}"):
        return t(f"rs-source-{name}")
    return t("rs-by-card", card=t(f"card-{name}")) if name in NAMES else t("rs-from", what=t(f"kami-{name}"))


def forces_of(forces: Iterable[tuple[Seat, int]]) -> str:
    return listed(t("rs-force", clan=clan(seat), force=force) for seat, force in forces)


def bids_of(bids: Iterable[tuple[Seat, tuple[int, ...]]]) -> str:
    return " ".join(t("rs-bid", clan=clan(seat), bid=listed(coins_on(bid))) for seat, bid in bids)


def coins_on(bid: tuple[int, ...]) -> Iterator[str]:
    """Name only what was bid on."""
    for number, name in zip(bid, ADVANTAGES, strict=True):
        if number:
            yield t("rs-bid-on", coins=number, advantage=t(f"advantage-{name}"))


def shares_of(shares: Iterable[tuple[Seat, int]]) -> str:
    return listed(t("rs-share", coins=coins(share), clan=clan(seat)) for seat, share in shares)


KINDS: Final[Wordings] = {
    **dict.fromkeys(
        ("seat", "to", "other", "owner", "captor", "betrayer", "active", "victim", "killer"), clan
    ),
    **dict.fromkeys(("honor", "winners"), several(clan)),
    **dict.fromkeys(("province", "origin", "target"), province),
    **dict.fromkeys(("piece", "by"), figure),
    **dict.fromkeys(("mandate", "tile"), mandate),
    **dict.fromkeys(("coins", "price"), coins),
    "ronin": partial(amount, thing="ronin"),
    "vp": partial(amount, thing="VP"),
    "figures": partial(amount, thing="figure"),
    "provinces": several(province),
    "tiles": several(mandate),
    "shrines": several(kami),
    "kami": kami,
    "card": card,
    "season": season,
    "chosen": lambda name: t(f"set-{name}"),
    "advantage": names("advantage", ADVANTAGES),
    "source": source_of,
    "forces": forces_of,
    "bids": bids_of,
    "shares": shares_of,
}

# Exceptions ----------------------------------------------------------------------------------


def place(event: e.Summoned | e.Placed | e.Replaced) -> str:
    if event.kami >= 0:
        return t("rs-at-shrine", kami=kami(event.kami))
    return t("rs-in-province", province=province(event.province))


def group(event: e.HostagesReturned | e.FiguresKilled) -> str:
    return figure(event.piece, event.number)


def goods(event: e.GiftGiven) -> str:
    given = (("coin", event.coins), ("ronin", event.ronin))
    return listed(amount(number, thing) for thing, number in given if number)


def loot(event: e.Taken) -> str:
    return coins(event.coins) if event.coins else amount(event.vp, "VP")


def forces_met(event: e.BattleBegan) -> str:
    return forces_of(zip(event.fighters, event.forces, strict=True))


def scores(event: e.GameEnded) -> str:
    return listed(t("rs-score", clan=clan(seat), vp=amount(vp, "VP")) for seat, vp in event.vp)


def mandate_message(event: e.MandateLaid) -> str:
    if not event.face_down:
        return "rs-mandate-laid"
    return "rs-mandate-hidden" if event.tile < 0 else "rs-mandate-own-hidden"


def is_tie(event: e.BattleWon) -> bool:
    """Say whether somebody else was as strong as the winner."""
    forces = [force for _, force in event.forces]
    return forces.count(dict(event.forces)[event.seat]) > 1


WORDING: Final = Wording(
    "rs",
    KINDS,
    extras={
        e.HostagesReturned: {"figures": group},
        e.GiftGiven: {"goods": goods},
        e.Summoned: {"where": place},
        e.Placed: {"where": place},
        e.Replaced: {"where": place},
        e.Taken: {"loot": loot},
        e.BattleBegan: {"forces": forces_met},
        e.FiguresKilled: {"figures": group},
        e.GameEnded: {"vp": scores, "number": lambda event: len(event.winners)},
    },
    variants={
        e.MandatesDrawn: lambda event: "rs-mandates-seen" if event.tiles else "rs-mandates-drawn",
        e.MandateLaid: mandate_message,
        e.OrderChosen: lambda event: "rs-order-last" if event.last else "rs-order-first",
        e.HonorChanged: lambda event: "rs-honor-gained" if event.gained else "rs-honor-lost",
        e.BattleWon: lambda event: "rs-battle-won-by-honor" if is_tie(event) else "rs-battle-won",
        e.FiguresKilled: lambda event: (
            "rs-figures-lost" if event.killer == event.owner else "rs-figures-killed"
        ),
    },
)
