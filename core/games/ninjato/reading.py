"""A document, as people and programs write it, as a table of Ninjato."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, Struct

from core import flow
from core.chance import Rng, SeededRng
from core.games.ninjato import steps
from core.games.ninjato.board import (
    CLANS,
    COLOURS,
    DOJO,
    DOJO_VALUES,
    HOUSES,
    KINDS,
    LOCATIONS,
    NEW_TREASURES,
    OVER,
    PALACE_SIZE,
    PAVILION_SIZE,
    PHASES,
    RED,
    ROUNDS,
    ROW_SIZE,
    SCORING,
    SCORING_ORDER,
    SHURIKEN,
    SIDES,
    SOMEWHERE,
    START_HAND,
    START_TOKENS,
    TOKENS,
    TREASURE_NAMES,
    TURNS,
    side_of,
)
from core.games.ninjato.cards import (
    BAG,
    DECKS,
    DOJO_DECK,
    ELITE_DECK,
    ELITES,
    ENVOY_DECK,
    ENVOY_NAMES,
    GUARD_DECK,
    GUARDS,
    RUMOR_DECK,
    RUMOR_KINDS,
)
from core.games.ninjato.claims import claim, claim_pile, claim_tiles, guard_in, token_in
from core.games.ninjato.decks import discard
from core.games.ninjato.piles import merged, plus, put
from core.games.ninjato.position import USED
from core.games.ninjato.rounds import HENSOJUTSU_OFFERED, LAST_SKILL_ROUND
from core.games.ninjato.rules import RULES
from core.games.ninjato.scoring import AWARDS
from core.games.ninjato.setup import new_game
from core.games.ninjato.state import House, Raiding, State, add_honor, check, shuriken_left
from core.games.ninjato.turns import after_turn
from core.notation import number_of
from core.position import converted, stand
from core.records import InputError, Seat, Step

Amount = Annotated[int, Meta(ge=0, le=9999)]
Value = Annotated[int, Meta(ge=1, le=max(DOJO_VALUES))]


class HousePart(Struct, forbid_unknown_fields=True, kw_only=True):
    """What a document says of a house; None: as in a fresh game."""

    sentry: int | str | None = None
    token: str | None = None
    treasures: list[str] | None = None


class PlayerPart(Struct, forbid_unknown_fields=True, kw_only=True):
    """What a document says of a player; None: as in a fresh game."""

    honor: Amount = 0
    shuriken: Annotated[int, Meta(ge=0, le=SHURIKEN)] | None = None
    hand: list[Value] | None = None
    treasures: list[str] = []
    skills: list[str] = []
    envoys: list[str] = []
    rumors: list[str] = []
    elites: list[str] = []


class RaidPart(Struct, forbid_unknown_fields=True, kw_only=True):
    """What a document says of the raid under way."""

    house: Annotated[int, Meta(ge=1, le=len(HOUSES))]
    side: str
    carried: list[str] = []
    guard: int | str | None = None
    parts: list[Annotated[int, Meta(ge=0, le=1)]] | None = None
    drawn: list[int | str] | None = None


class Document(Struct, forbid_unknown_fields=True, kw_only=True):
    """A position as it is written; None: as in a fresh game."""

    round: Annotated[int, Meta(ge=1, le=ROUNDS)] = 1
    phase: str = "turns"
    order: list[str] | None = None
    to_act: str | list[str] | None = None
    dojo_row: list[Value] | None = None
    dojo_pile: list[str] = []
    placed: list[str] | None = None
    sensei: list[str] | None = None
    palace: list[str] | None = None
    pavilion: list[str] | None = None
    decks: dict[str, list[int | str]] = {}
    discards: dict[str, list[int | str]] = {}
    raid: RaidPart | None = None
    disguised: list[str] = []
    awards: dict[str, str] = {}
    winners: list[str] = []
    agenda: list[str] | None = None
    houses: dict[str, dict[str, Any]] = {}
    players: dict[str, dict[str, Any]] = {}


def read_position(document: Mapping[str, Any], seats: tuple[Seat, ...], rng: Rng) -> State:
    """Make the state a document describes and go on to its first decision."""
    written = converted(document, Document, "This position")
    state = new_game(seats, {})
    parts = _player_parts(state, written)
    _read_table(state, written)
    _read_houses(state, written)
    tops = _read_piles(state, written)
    _read_players(state, parts)
    _read_raid(state, written)
    _read_placed(state, written, parts)
    _lay_out_the_rest(state, written, parts)
    state.tops = tops
    state.decks = [merged(cards, tops.get(deck, ())) for deck, cards in enumerate(state.decks)]
    state.agenda = _read_agenda(state, written)
    stand(RULES, state, check, rng)
    return state


def _player_parts(state: State, written: Document) -> dict[Seat, PlayerPart]:
    named = {
        _seats(state, [name])[0]: converted(part, PlayerPart, f"Player {name}")
        for name, part in written.players.items()
    }
    return {seat: named.get(seat, PlayerPart()) for seat in state.seats}


def _seats(state: State, names: Iterable[str]) -> tuple[Seat, ...]:
    seats = tuple(number_of(name, COLOURS, "colour") for name in names)
    for seat in seats:
        if seat not in state.seats:
            msg = f"{COLOURS[seat].capitalize()} is not in this game."
            raise InputError(msg)
    return seats


# Parts of a table ----------------------------------------------------------------------------


def _read_table(state: State, written: Document) -> None:
    state.round = written.round
    state.phase = number_of(written.phase, PHASES, "phase")
    if written.order is not None:
        state.order = _seats(state, written.order)
        if sorted(state.order) != sorted(state.seats):
            msg = "The turn order names every player of the game once."
            raise InputError(msg)
    to_act = [written.to_act] if isinstance(written.to_act, str) else written.to_act
    state.active = _seats(state, to_act)[0] if to_act else state.order[0]
    state.winners = _seats(state, written.winners)
    state.disguised = tuple(number_of(name, ENVOY_NAMES, "envoy") for name in written.disguised)
    if state.phase == SCORING:
        state.awards = tuple(
            number_of(written.awards.get(clan, AWARDS[0]), AWARDS, "award") for clan in CLANS
        )


def _read_players(state: State, parts: Mapping[Seat, PlayerPart]) -> None:
    for seat, part in parts.items():
        add_honor(state, seat, part.honor)
        state.hands[seat] = claim_pile(state, DOJO_DECK, part.hand or ())
        state.treasures[seat] = claim_pile(state, BAG, part.treasures)
        state.ready = put(
            state.ready,
            seat,
            merged((), claim_tiles(state, [s for s in part.skills if not s.startswith(USED)])),
        )
        used = [name.removeprefix(USED) for name in part.skills if name.startswith(USED)]
        state.used = put(state.used, seat, merged((), claim_tiles(state, used)))
        state.envoys = put(state.envoys, seat, claim_pile(state, ENVOY_DECK, part.envoys))
        state.elites = put(state.elites, seat, claim_pile(state, ELITE_DECK, part.elites))
    # Those named with their costs first, so that a kind alone takes none of them.
    for named in (True, False):
        for seat, part in parts.items():
            words = [rumor for rumor in part.rumors if (rumor in RUMOR_KINDS) != named]
            state.rumors = put(
                state.rumors, seat, merged(state.rumors[seat], claim(state, RUMOR_DECK, words))
            )


def _read_houses(state: State, written: Document) -> None:
    numbers = [str(number + 1) for number in HOUSES]
    parts = {
        number_of(name, numbers, "house"): converted(part, HousePart, f"House {name}")
        for name, part in written.houses.items()
    }
    tokens = {house: token_in(part.token) for house, part in parts.items() if part.token is not None}
    spare = [token for token in (*START_TOKENS, *range(len(TOKENS))) if token not in tokens.values()]
    for number in HOUSES:
        part = parts.get(number, HousePart())
        sentry = claim(state, GUARD_DECK, [part.sentry])[0] if part.sentry is not None else -1
        token = tokens[number] if number in tokens else spare.pop(0)
        state.houses[number] = House(sentry, token, _house_treasures(state, part.treasures or ()))


def _house_treasures(state: State, names: Iterable[str]) -> tuple[int, ...]:
    treasures = sorted(number_of(name, TREASURE_NAMES, "treasure") for name in names)
    claim(state, BAG, [KINDS[treasure % RED] for treasure in treasures])
    return tuple(treasures)


def _read_piles(state: State, written: Document) -> dict[int, tuple[int, ...]]:
    """Lay out displays and discards, and take the cards named as tops off their decks for the time being."""
    named = {number_of(name, DECKS, "deck"): words for name, words in written.decks.items() if words}
    tops = {deck: claim(state, deck, words) for deck, words in named.items()}
    state.row = claim_pile(state, DOJO_DECK, written.dojo_row or ())
    state.sensei = merged((), claim_tiles(state, written.sensei or ()))
    state.palace = claim_pile(state, ENVOY_DECK, written.palace or ())
    state.pavilion = claim_pile(state, RUMOR_DECK, written.pavilion or ())
    for name, words in written.discards.items():
        deck = number_of(name, DECKS, "deck")
        discard(state, deck, claim(state, deck, words))
    return tops


def _read_raid(state: State, written: Document) -> None:
    part = written.raid
    if part is None:
        return
    house = part.house - 1
    guard = guard_in(part.guard) if part.guard is not None else -1
    drawn = part.drawn
    if drawn is None:
        drawn = [part.guard] if part.guard is not None and guard != state.houses[house].sentry else []
    cards: tuple[int, ...] = ()
    for word in drawn:
        cards = plus(cards, *claim(state, ELITE_DECK if guard_in(word) in ELITES else GUARD_DECK, [word]))
    guards = range(len(GUARDS[guard].force)) if guard >= 0 else ()
    state.raid = Raiding(
        house=house,
        stealth=bool(number_of(part.side, SIDES, "side-of-a-house")),
        carried=claim_pile(state, BAG, part.carried),
        guard=guard,
        parts=tuple(part.parts if part.parts is not None else guards),
        drawn=cards,
    )


def _read_placed(state: State, written: Document, parts: Mapping[Seat, PlayerPart]) -> None:
    """Lay the shuriken where they are said to lie, those nobody says anything about somewhere."""
    if written.placed is not None:
        words = [entry.partition(" ") for entry in written.placed]
        state.placed = tuple(
            (_seats(state, [name])[0], number_of(place, LOCATIONS, "location")) for name, _, place in words
        )
    else:
        state.placed = tuple((seat, DOJO) for seat in _seats(state, written.dojo_pile))
        if state.raid is not None:
            side = side_of(state.raid.house, stealth=state.raid.stealth)
            state.placed += ((state.active, side),)
    for seat, part in parts.items():
        missing = shuriken_left(state, seat) - part.shuriken if part.shuriken is not None else 0
        if missing < 0 or (missing and written.placed is not None):
            msg = f"The shuriken of {COLOURS[seat]} do not add up."
            raise InputError(msg)
        state.placed = ((seat, SOMEWHERE),) * missing + state.placed
    _find_turn(state, written)


def _find_turn(state: State, written: Document) -> None:
    """Where nobody is named, the first in turn order who has a shuriken left is to act."""
    waiting = [seat for seat in state.order if shuriken_left(state, seat)]
    if not written.to_act and state.raid is None and waiting:
        state.active = waiting[0]
    is_turn = written.phase == PHASES[TURNS] and written.agenda is None and written.raid is None
    if is_turn and state.active not in waiting:
        msg = f"{COLOURS[state.active].capitalize()} has no shuriken left to place."
        raise InputError(msg)


# What is left out ----------------------------------------------------------------------------


def _lay_out_the_rest(state: State, written: Document, parts: Mapping[Seat, PlayerPart]) -> None:
    """Draw what a document leaves out as for a fresh game."""
    state.agenda = [*_missing(state, written, parts)][::-1]
    flow.advance(RULES, state, SeededRng(b""))
    state.events.clear()
    state.draws = 0


def _missing(state: State, written: Document, parts: Mapping[Seat, PlayerPart]) -> Iterable[Step]:
    for number, house in enumerate(state.houses):
        part = written.houses.get(str(number + 1), {})
        if house.sentry < 0 and part.get("treasures") != []:
            yield steps.PostSentry(number)
        if "treasures" not in part:
            yield from [steps.AddTreasure(number)] * NEW_TREASURES
    if written.sensei is None:
        early = state.round <= LAST_SKILL_ROUND
        yield from [steps.OfferSkill() for _ in state.seats] if early else []
        yield from [] if early else [steps.OfferHensojutsu()] * HENSOJUTSU_OFFERED
    yield from [steps.InviteEnvoy()] * (PALACE_SIZE if written.palace is None else 0)
    yield from [steps.SpreadRumor()] * (PAVILION_SIZE if written.pavilion is None else 0)
    for seat, player in parts.items():
        yield from [steps.DealCard(seat)] * (START_HAND if player.hand is None else 0)
    yield from [steps.LayCard()] * (ROW_SIZE if written.dojo_row is None else 0)


SCORED_AT: Final = {min(number + 1, ROUNDS): number for number in SCORING_ORDER}
"""By where the round marker lies in a scoring phase: the round that is scored (NJ-17.9)."""


def _read_agenda(state: State, written: Document) -> list[Step]:
    """Read the steps under way, or say what comes next in a phase that has just come to rest."""
    if written.agenda is not None:
        try:
            return [msgspec.json.decode(text, type=steps.AnyStep) for text in written.agenda]
        except msgspec.DecodeError as error:
            msg = f"The agenda of this position cannot be read: {error}."
            raise InputError(msg) from None
    if written.phase == PHASES[OVER]:
        return []
    if written.phase == PHASES[SCORING]:
        if written.round not in SCORED_AT:
            msg = f"No scoring phase comes before round {written.round}."
            raise InputError(msg)
        return [steps.BeginScoring(SCORED_AT[written.round])]
    if written.raid is not None:
        following = after_turn(state, state.active)
        return [following, steps.Decide() if written.raid.guard is None else steps.Fight()]
    return [steps.TakeTurn(state.active)]
