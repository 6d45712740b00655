"""Lines of text: the notation of every choice, and what a record says between the moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from core.decisions import DECLINE, DONE, Allocation, Give
from core.game import Remarks, names_of
from core.games.rising_sun import events as e
from core.games.rising_sun.board import (
    ADVANTAGES,
    BUSHI,
    CLANS,
    KAMI,
    MANDATES,
    PIECES,
    PROVINCES,
    SEASONS,
    SHINTO,
)
from core.games.rising_sun.cards import (
    BENEVOLENCE,
    HATE,
    KENIN,
    LIGHT,
    MONKEY,
    NAMES,
    NINJA,
    RESPECT,
    SAMURAI,
    SERPENT,
    UNRIGHTEOUS,
)
from core.games.rising_sun.choices import (
    Accept,
    Ally,
    Build,
    Buy,
    Convert,
    Hire,
    Hostage,
    Mandate,
    Move,
    Order,
    Poets,
    Ready,
    Refuse,
    Reparations,
    Replace,
    Seppuku,
    Summon,
    Use,
)
from core.kinds import Choice, GameEnded
from core.notation import (
    Lines,
    Readers,
    WordForm,
    amount_in,
    name_among,
    number_of,
    read_choice,
    readers_of,
    writers_of,
)
from core.remembering import cached

SHRINE: Final = "shrine:"
FULL: Final = "full"
ORDERS: Final = ("first", "last")
IMPLIED_PIECE: Final = {KENIN: BUSHI, NINJA: BUSHI, SAMURAI: BUSHI, LIGHT: SHINTO}
PLAIN: Final[dict[str, Choice]] = {
    "ready": Ready(),
    "seppuku": Seppuku(),
    "hire": Hire(),
    "poets": Poets(),
    "convert": Convert(),
    "accept": Accept(),
    "decline": DECLINE,
    "done": DONE,
}
CLAN: Final = name_among(CLANS, "clan")
PIECE: Final = name_among(PIECES, "piece")
PROVINCE: Final = name_among(PROVINCES, "province")
KAMI_NAME: Final = name_among(KAMI, "kami")
MANDATE: Final = name_among(MANDATES, "mandate")
WHEN: Final = WordForm(ORDERS.__getitem__, lambda word: bool(ORDERS.index(word)))
LINES: Final[Lines] = {
    "ally": (Ally, (CLAN,)),
    "refuse": (Refuse, (CLAN,)),
    "move": (Move, (PIECE, PROVINCE, PROVINCE)),
    "build": (Build, (PROVINCE,)),
    "hostage": (Hostage, (CLAN, PIECE)),
    "order": (Order, (WHEN,)),
}

# Writing -------------------------------------------------------------------------------------


@cached(4096)
def line_of(choice: Choice) -> str:
    return WRITERS[type(choice)](choice)


def _write_give(choice: Give) -> str:
    coins = f" {choice.coins} coins" if choice.coins else ""
    ronin = f" {choice.ronin} ronin" if choice.ronin else ""
    return f"give {CLANS[choice.to]}{coins}{ronin}"


def _write_mandate(choice: Mandate) -> str:
    announced = f" as {MANDATES[choice.announced]}" if choice.announced != choice.tile else ""
    return f"mandate {MANDATES[choice.tile]}{announced}"


def _to(kami: int) -> str:
    return f" to {KAMI[kami]}" if kami >= 0 else ""


def _write_buy(choice: Buy) -> str:
    province = f" {PROVINCES[choice.province]}" if choice.province >= 0 else ""
    full = f" {FULL}" if choice.full else ""
    return f"buy {NAMES[choice.card]}{province}{_to(choice.kami)}{full}"


def _write_replace(choice: Replace) -> str:
    place = PROVINCES[choice.province] if choice.kami < 0 else SHRINE + KAMI[choice.kami]
    by = "" if choice.by == choice.piece else f" by {PIECES[choice.by]}"
    return f"replace {CLANS[choice.owner]} {PIECES[choice.piece]} {place}{by}"


def _write_use(choice: Use) -> str:
    words = [
        CLANS[choice.seat] if choice.seat >= 0 else "",
        PIECES[choice.piece] if choice.piece >= 0 else "",
        PROVINCES[choice.province] if choice.province >= 0 else "",
        KAMI[choice.kami] if choice.kami >= 0 else "",
    ]
    return " ".join(["use", NAMES[choice.card], *filter(None, words)])


WRITERS: Final[dict[type[Choice], Callable[[Any], str]]] = {
    **writers_of(PLAIN, LINES),
    Give: _write_give,
    Mandate: _write_mandate,
    Summon: lambda c: f"summon {PIECES[c.piece]} {PROVINCES[c.province]}{_to(c.kami)}",
    Buy: _write_buy,
    Replace: _write_replace,
    Allocation: lambda c: " ".join(["bid", *map(str, c.amounts)]),
    Reparations: lambda c: " ".join(["reparations", *(f"{CLANS[s]} {n}" for s, n in c.shares)]),
    Use: _write_use,
}

# Reading -------------------------------------------------------------------------------------


@cached(8192)
def choice_of(line: str) -> Choice:
    return read_choice(line, PLAIN, READERS)


def _read_give(words: Sequence[str]) -> Choice:
    to, *things = words
    pairs = [
        (thing.replace("coins", "coin"), amount)
        for amount, thing in zip(things[::2], things[1::2], strict=True)
    ]
    given = dict(pairs)
    if not given or len(given) < len(pairs) or not given.keys() <= {"coin", "ronin"}:
        raise ValueError
    return Give(CLAN.read(to), amount_in(given.get("coin", "0")), amount_in(given.get("ronin", "0")))


def _read_mandate(words: Sequence[str]) -> Choice:
    tile, *rest = words
    announced = _after("as", rest) if rest else tile
    return Mandate(MANDATE.read(tile), MANDATE.read(announced))


def _after(particle: str, words: Sequence[str]) -> str:
    first, word = words
    if first != particle:
        raise ValueError
    return word


def _read_summon(words: Sequence[str]) -> Choice:
    piece, province, *rest = words
    return Summon(
        PIECE.read(piece), PROVINCE.read(province), KAMI_NAME.read(_after("to", rest)) if rest else -1
    )


def _read_buy(words: Sequence[str]) -> Choice:
    card, *rest = words
    number, full = number_of(card, NAMES, "card"), rest[-1:] == [FULL]
    where = rest[:-1] if full else rest
    if not where:
        return Buy(number, full=full)
    province, *to = where
    return Buy(number, PROVINCE.read(province), KAMI_NAME.read(_after("to", to)) if to else -1, full=full)


def _read_replace(words: Sequence[str]) -> Choice:
    owner, piece, place, *rest = words
    by = _after("by", rest) if rest else piece
    pieces = CLAN.read(owner), PIECE.read(piece), PIECE.read(by)
    if place.startswith(SHRINE):
        return Replace(*pieces, kami=KAMI_NAME.read(place.removeprefix(SHRINE)))
    return Replace(*pieces, province=PROVINCE.read(place))


def _read_bid(words: Sequence[str]) -> Choice:
    if len(words) != len(ADVANTAGES):
        raise ValueError
    return Allocation(tuple(map(amount_in, words)))


def _read_reparations(words: Sequence[str]) -> Choice:
    if not words:
        raise ValueError
    pairs = zip(words[0::2], words[1::2], strict=True)
    shares = sorted((CLAN.read(clan), amount_in(coins)) for clan, coins in pairs)
    return Reparations(tuple(share for share in shares if share[1]))


def _read_use(words: Sequence[str]) -> Choice:
    """Read a card and its arguments; two cards only allow more of an act that has its own line."""
    card, *arguments = (word for word in words if word != "to")
    number = number_of(card, NAMES, "card")
    if number == RESPECT:
        return READERS["hostage"][1](arguments)
    if number == UNRIGHTEOUS:
        return _read_replace(arguments)
    found = {}
    for argument in arguments:
        word = argument.removeprefix(SHRINE)
        name = next((name for name, known in ARGUMENTS.items() if word in known), "")
        if name in NEEDED.get(number, ()) and name not in found:
            found[name] = ARGUMENTS[name].index(word)
        elif name not in UNDERSTOOD.get(number, ()):
            raise ValueError
    if found.get("piece") == IMPLIED_PIECE.get(number, -1):
        found.pop("piece", None)
    return Use(number, **found)


ARGUMENTS: Final = {"seat": CLANS, "piece": PIECES, "province": PROVINCES, "kami": KAMI}
NEEDED: Final = {
    BENEVOLENCE: ("seat",),
    KENIN: ("piece", "province"),
    LIGHT: ("piece", "kami"),
    NINJA: ("seat", "piece", "province"),
    SAMURAI: ("piece", "province"),
    HATE: ("seat", "piece"),
}
"""What a card has to be told."""
UNDERSTOOD: Final = {SERPENT: ("seat", "province"), MONKEY: ("seat",), HATE: ("province",)}
"""What may be said with a card although it follows from the table."""

READERS: Final[Readers] = {
    **readers_of(LINES, "rs-form"),
    "give": ("rs-form-give", _read_give),
    "mandate": ("rs-form-mandate", _read_mandate),
    "summon": ("rs-form-summon", _read_summon),
    "buy": ("rs-form-buy", _read_buy),
    "replace": ("rs-form-replace", _read_replace),
    "bid": ("rs-form-bid", _read_bid),
    "reparations": ("rs-form-reparations", _read_reparations),
    "use": ("rs-form-use", _read_use),
}


# Remarks between the moves -------------------------------------------------------------------


REMARKS: Final[Remarks] = {
    e.SetChosen: lambda event: f"set: {event.chosen}",
    e.ShrinesLaid: lambda event: f"shrines: {names_of(event.shrines, KAMI)}",
    e.SeasonBegan: lambda event: f"{SEASONS[event.season]}",
    e.WarTokensLaid: lambda event: f"war: {names_of(event.provinces, PROVINCES)}",
    e.PoliticsBegan: lambda _: "politics",
    e.MandatesDrawn: lambda event: f"{CLANS[event.seat]} draws: {names_of(event.tiles, MANDATES)}",
    e.KamiTurnBegan: lambda event: f"kami turn {event.number}",
    e.WarBegan: lambda _: "war",
    e.BattleBegan: lambda event: f"battle: {PROVINCES[event.province]}",
    GameEnded: lambda event: f"winners: {names_of(event.winners, CLANS)}",
}
