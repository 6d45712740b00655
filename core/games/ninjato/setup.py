"""Setting up a game (NJ-1), and every draw that lays something out."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from msgspec.structs import replace

from core.chance import Stream
from core.games.ninjato.board import (
    COLOURS,
    HOUSES,
    NEW_TREASURES,
    PALACE_SIZE,
    PAVILION_SIZE,
    PLAYERS,
    ROW_SIZE,
    START_HAND,
    START_TOKENS,
    TURNS,
)
from core.games.ninjato.cards import (
    BAG,
    DECKS,
    DOJO_DECK,
    ENVOY_DECK,
    GUARD_DECK,
    LARGE_STACK,
    RUMOR_DECK,
    SMALL_STACK,
    WHOLE,
)
from core.games.ninjato.events import (
    CardDrawn,
    CardLaid,
    EnvoyInvited,
    OrderSet,
    RumorSpread,
    SentryPosted,
    SkillOffered,
    TokensLaid,
    TreasureAdded,
)
from core.games.ninjato.state import House, State, draw, put_treasures
from core.games.ninjato.steps import (
    AddTreasure,
    BeginRound,
    DealCard,
    DrawOrder,
    DrawTokens,
    InviteEnvoy,
    LayCard,
    OfferHensojutsu,
    OfferSkill,
    PostSentry,
    SpreadRumor,
)
from core.kinds import RulesError, Seat, Step
from core.piles import plus

OPTIONS: Final[Mapping[str, tuple[str, ...]]] = {}
EMPTY: Final[tuple[tuple[int, ...], ...]] = ((),) * len(COLOURS)
NO_SENTRY: Final = -1


def new_game(seats: tuple[Seat, ...], _options: Mapping[str, str]) -> State:
    """Lay out a table before anything has been drawn; the crank does the rest."""
    if len(seats) not in PLAYERS or sorted(set(seats)) != sorted(seats):
        raise RulesError("nj-players", "NJ-1.1")
    seats = tuple(sorted(seats))
    return State(
        seats=seats,
        round=1,
        phase=TURNS,
        order=seats,
        active=seats[0],
        placed=(),
        houses=[House(NO_SENTRY, token, ()) for token in START_TOKENS],
        row=(),
        sensei=(),
        palace=(),
        pavilion=(),
        decks=list(WHOLE),
        discards=[()] * len(DECKS),
        tops={},
        honor=(0,) * len(COLOURS),
        hands=list(EMPTY),
        treasures=list(EMPTY),
        ready=EMPTY,
        used=EMPTY,
        envoys=EMPTY,
        rumors=EMPTY,
        elites=EMPTY,
        raid=None,
        disguised=(),
        awards=(),
        winners=(),
        agenda=[*reversed(opening(seats))],
        pending={},
        answers={},
        events=[],
        draws=0,
    )


@cache
def opening(seats: tuple[Seat, ...]) -> tuple[Step, ...]:
    """List what is drawn before the first round, in the order of NJ-1."""
    return (
        DrawOrder(),
        *map(PostSentry, HOUSES),
        DrawTokens(),
        *(AddTreasure(house) for house in HOUSES for _ in range(NEW_TREASURES)),
        *(OfferSkill() for _ in seats),
        *(InviteEnvoy() for _ in range(PALACE_SIZE)),
        *(SpreadRumor() for _ in range(PAVILION_SIZE)),
        *(DealCard(seat) for seat in seats for _ in range(START_HAND)),
        *(LayCard() for _ in range(ROW_SIZE)),
        BeginRound(1),
    )


def sample_order(state: State, _step: DrawOrder, stream: Stream) -> tuple[Seat, ...]:
    seats = list(state.seats)
    return tuple([stream.take(seats) for _ in state.seats])


def set_order(state: State, _step: DrawOrder, order: tuple[Seat, ...]) -> None:
    state.order = order
    state.active = order[0]
    state.events.append(OrderSet(order))


def sample_tokens(_state: State, _step: DrawTokens, stream: Stream) -> tuple[int, ...]:
    tokens = sorted(START_TOKENS)
    return tuple([stream.take(tokens) for _ in HOUSES])


def lay_tokens(state: State, _step: DrawTokens, tokens: tuple[int, ...]) -> None:
    state.houses = [replace(house, token=token) for house, token in zip(state.houses, tokens, strict=True)]
    state.events.append(TokensLaid(tokens))


def post_sentry(state: State, step: PostSentry, guard: int) -> None:
    """Lay a sentry out; an alarm on it means nothing (NJ-7.5)."""
    draw(state, GUARD_DECK, guard)
    state.houses[step.house] = replace(state.houses[step.house], sentry=guard)
    state.events.append(SentryPosted(step.house, guard))


def add_treasure(state: State, step: AddTreasure, kind: int) -> None:
    """Put a treasure into a house, unless bag and pile are both empty (NJ-21.33)."""
    if kind >= 0:
        draw(state, BAG, kind)
        put_treasures(state, step.house, plus(state.houses[step.house].treasures, kind))
        state.events.append(TreasureAdded(step.house, kind))


def offer_skill(state: State, _step: OfferSkill, tile: int) -> None:
    if tile >= 0:
        draw(state, LARGE_STACK, tile)
        show_tile(state, tile)


def offer_hensojutsu(state: State, _step: OfferHensojutsu, tile: int) -> None:
    if tile >= 0:
        draw(state, SMALL_STACK, tile)
        show_tile(state, tile)


def show_tile(state: State, tile: int) -> None:
    state.sensei = plus(state.sensei, tile)
    state.events.append(SkillOffered(tile))


def invite_envoy(state: State, _step: InviteEnvoy, envoy: int) -> None:
    if envoy >= 0:
        draw(state, ENVOY_DECK, envoy)
        state.palace = plus(state.palace, envoy)
        state.events.append(EnvoyInvited(envoy))


def spread_rumor(state: State, _step: SpreadRumor, rumor: int) -> None:
    if rumor >= 0:
        draw(state, RUMOR_DECK, rumor)
        state.pavilion = plus(state.pavilion, rumor)
        state.events.append(RumorSpread(rumor))


def deal_card(state: State, step: DealCard, value: int) -> None:
    if value >= 0:
        draw(state, DOJO_DECK, value)
        state.hands[step.seat] = plus(state.hands[step.seat], value)
        state.events.append(CardDrawn(step.seat, value))


def lay_card(state: State, _step: LayCard, value: int) -> None:
    if value >= 0:
        draw(state, DOJO_DECK, value)
        state.row = plus(state.row, value)
        state.events.append(CardLaid(value))
