"""Lines of text: the notation of every choice, and what a record says between the moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from core.decisions import DONE, Combination
from core.game import Remarks, names_of
from core.games.ninjato import events as e
from core.games.ninjato.board import (
    CLANS,
    COLOURS,
    DOJO_VALUES,
    HOUSES,
    KINDS,
    NAMED,
    SIDES,
    TOKEN_VALUES,
    TOKENS,
    TREASURE_NAMES,
)
from core.games.ninjato.cards import (
    CHOHO,
    DECKS,
    ENVOY_NAMES,
    GUARD_NAMES,
    KUJI_KIRI,
    RUMOR_KINDS,
    RUMOR_NAMES,
    RUMORS,
    SEISHIN_TEKI,
    SKILLS,
    TILE_NAMES,
)
from core.games.ninjato.choices import (
    Banzai,
    Discard,
    Disguise,
    Dojo,
    Fail,
    Focus,
    Hear,
    Honor,
    Keep,
    Leave,
    Palace,
    Pavilion,
    Raid,
    Sensei,
    Swap,
    TakeCard,
    Token,
    TurnUp,
)
from core.games.ninjato.costs import coin_key
from core.games.ninjato.fights import PARTS
from core.kinds import Choice, GameEnded, MoveError
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

DECK: Final = "deck"
AT: Final = "at"
GOLD_AS: Final = "gold="
PLAIN: Final[dict[str, Choice]] = {
    "dojo": Dojo(),
    "banzai": Banzai(),
    "leave": Leave(),
    "fail": Fail(),
    "honor": Honor(),
    "done": DONE,
}
ALIASES: Final[dict[str, Choice]] = {"decline": DONE}
COINS: Final = (*(KINDS[kind] for kind in NAMED), *(GOLD_AS + KINDS[kind] for kind in NAMED))
PART_ORDER: Final = {word: place for place, word in enumerate(PARTS)}
SKILL: Final = name_among(SKILLS, "skill")
ENVOY: Final = name_among(ENVOY_NAMES, "envoy")
KIND: Final = name_among(KINDS, "treasure")
HOUSE: Final = name_among([str(house + 1) for house in HOUSES], "house")
SIDE: Final = WordForm(SIDES.__getitem__, lambda word: bool(number_of(word, SIDES, "side-of-a-house")))
VALUE: Final = WordForm(str, lambda word: DOJO_VALUES[number_of(word, [*map(str, DOJO_VALUES)], "dojo-card")])
CARD: Final = WordForm(lambda value: str(value or DECK), lambda word: 0 if word == DECK else VALUE.read(word))
LINES: Final[Lines] = {
    "raid": (Raid, (HOUSE, SIDE)),
    "take": (TakeCard, (CARD,)),
    "discard": (Discard, (VALUE,)),
    "keep": (Keep, (KIND,)),
    "disguise": (Disguise, (ENVOY,)),
}

# Writing -------------------------------------------------------------------------------------


def line_of(choice: Choice) -> str:
    return WRITERS[type(choice)](choice)


def coins_of(paid: tuple[int, ...]) -> str:
    return " ".join([COINS[coin] for coin in paid])


def rumor_word(kind: int, card: int) -> str:
    return RUMOR_NAMES[card] if card >= 0 else RUMOR_KINDS[kind]


def _write_sensei(choice: Sensei) -> str:
    return f"sensei {SKILLS[choice.skill]}" + (f" {choice.card}" if choice.card else "")


def _write_play(choice: Combination) -> str:
    at = f" {AT} {choice.mark}" if choice.mark else ""
    return f"play {' '.join(choice.parts)}{at}"


def _write_swap(choice: Swap) -> str:
    return f"use {SKILLS[CHOHO]} {KINDS[choice.own]} {TREASURE_NAMES[choice.theirs]}"


def _write_token(choice: Token) -> str:
    clan, value = TOKENS[choice.token]
    return f"token {CLANS[clan]} {value}"


WRITERS: Final[dict[type[Choice], Callable[[Any], str]]] = {
    **writers_of(PLAIN, LINES),
    Sensei: _write_sensei,
    Palace: lambda c: f"palace {ENVOY_NAMES[c.envoy]} {coins_of(c.paid)}",
    Pavilion: lambda c: f"pavilion {rumor_word(c.kind, c.card)} {coins_of(c.paid)}",
    Combination: _write_play,
    Focus: lambda _: f"use {SKILLS[SEISHIN_TEKI]}",
    TurnUp: lambda c: f"use {SKILLS[KUJI_KIRI]} {SKILLS[c.skill]}",
    Swap: _write_swap,
    Token: _write_token,
    Hear: lambda c: f"rumor {rumor_word(c.kind, c.card)}",
}

# Reading -------------------------------------------------------------------------------------


@cached(8192)
def choice_of(line: str) -> Choice:
    return read_choice(line, PLAIN | ALIASES, READERS)


def _coins(words: Sequence[str]) -> tuple[int, ...]:
    if not words:
        raise ValueError
    if "gold" in words:
        raise MoveError("nj-gold-for-a-kind")
    coins = [number_of(word, COINS, "treasure") for word in words]
    return tuple(sorted(coins, key=coin_key))


def _rumor(word: str) -> tuple[int, int]:
    """Read a kind of rumor, or a particular card."""
    if "/" in word:
        card = number_of(word, RUMOR_NAMES, "rumor")
        return RUMORS[card].kind, card
    return number_of(word, RUMOR_KINDS, "rumor"), -1


def _read_sensei(words: Sequence[str]) -> Choice:
    skill, *rest = words
    if not rest:
        return Sensei(SKILL.read(skill), 0)
    (card,) = rest
    return Sensei(SKILL.read(skill), VALUE.read(card))


def _read_palace(words: Sequence[str]) -> Choice:
    envoy, *paid = words
    return Palace(ENVOY.read(envoy), _coins(paid))


def _read_pavilion(words: Sequence[str]) -> Choice:
    rumor, *paid = words
    kind, card = _rumor(rumor)
    return Pavilion(kind, _coins(paid), card)


def _read_play(words: Sequence[str]) -> Choice:
    """Read a play with its words in any order; `at` names a guard of a double that is not the hardest."""
    parts, mark = list(words), 0
    if AT in parts:
        *parts, at, value = parts
        if at != AT:
            raise ValueError
        mark = amount_in(value)
        if not mark:
            raise ValueError
    if not parts:
        raise ValueError
    for word in parts:
        number_of(word, tuple(PARTS), "part-of-a-play")
    return Combination(tuple(sorted(parts, key=PART_ORDER.__getitem__)), mark)


def _read_use(words: Sequence[str]) -> Choice:
    skill, *rest = words
    number = SKILL.read(skill)
    if number == SEISHIN_TEKI and not rest:
        return Focus()
    if number == KUJI_KIRI:
        (readied,) = rest
        return TurnUp(SKILL.read(readied))
    if number == CHOHO:
        own, theirs = rest
        return Swap(KIND.read(own), number_of(theirs, TREASURE_NAMES, "treasure"))
    raise ValueError


def _read_token(words: Sequence[str]) -> Choice:
    clan, value = words
    number = number_of(clan, CLANS, "clan")
    values = tuple(map(str, TOKEN_VALUES))
    return Token(TOKENS.index((number, TOKEN_VALUES[number_of(value, values, "value-of-a-clan-token")])))


def _read_rumor(words: Sequence[str]) -> Choice:
    (rumor,) = words
    return Hear(*_rumor(rumor))


READERS: Final[Readers] = {
    **readers_of(LINES, "nj-form"),
    "sensei": ("nj-form-sensei", _read_sensei),
    "palace": ("nj-form-palace", _read_palace),
    "pavilion": ("nj-form-pavilion", _read_pavilion),
    "play": ("nj-form-play", _read_play),
    "use": ("nj-form-use", _read_use),
    "token": ("nj-form-token", _read_token),
    "rumor": ("nj-form-rumor", _read_rumor),
}


# Remarks between the moves -------------------------------------------------------------------


def _tokens(event: e.TokensLaid) -> str:
    tokens = (TOKENS[token] for token in event.tokens)
    return f"tokens: {', '.join(f'{CLANS[clan]} {value}' for clan, value in tokens)}"


REMARKS: Final[Remarks] = {
    e.OrderSet: lambda event: f"order: {names_of(event.order, COLOURS)}",
    e.TokensLaid: _tokens,
    e.SentryPosted: lambda event: f"sentry of house {event.house + 1}: {GUARD_NAMES[event.guard]}",
    e.TreasureAdded: lambda event: f"house {event.house + 1}: {KINDS[event.kind]}",
    e.SkillOffered: lambda event: f"sensei: {TILE_NAMES[event.tile]}",
    e.EnvoyInvited: lambda event: f"palace: {ENVOY_NAMES[event.envoy]}",
    e.RumorSpread: lambda event: f"pavilion: {RUMOR_NAMES[event.rumor]}",
    e.CardLaid: lambda event: f"row: {event.value}",
    e.CardDrawn: lambda event: f"{COLOURS[event.seat]} draws: {event.value}",
    e.DeckRebuilt: lambda event: f"shuffled: {DECKS[event.deck]}",
    e.GuardRevealed: lambda event: f"guard: {GUARD_NAMES[event.guard]}",
    e.RoundBegan: lambda event: f"round {event.number}",
    e.ScoringBegan: lambda event: f"scoring after round {event.number}",
    GameEnded: lambda event: f"winners: {names_of(event.winners, COLOURS)}",
}
