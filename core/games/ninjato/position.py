"""A table of Ninjato as a document, and a document as a table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import GenericAlias
from typing import Any, Final, TypeAlias

from msgspec.structs import replace

from core import flow, spelling
from core.chance import SeededRng
from core.games.ninjato import board, steps
from core.games.ninjato.cards import (
    BAG,
    DECKS,
    DOJO_DECK,
    ELITE_DECK,
    ENVOY_DECK,
    ENVOY_NAMES,
    GUARD_DECK,
    RUMOR_DECK,
    RUMOR_KINDS,
    RUMORS,
    TILE_NAMES,
)
from core.games.ninjato.claims import (
    RAID,
    card_words,
    claim,
    claim_pile,
    claim_tiles,
    guard_word,
    token_in,
    token_words,
)
from core.games.ninjato.rounds import HENSOJUTSU_OFFERED, LAST_SKILL_ROUND, after_turn
from core.games.ninjato.rules import RULES
from core.games.ninjato.scoring import AWARDS, NO_AWARD
from core.games.ninjato.setup import new_game
from core.games.ninjato.state import State, check, discard, dojo_pile, put_treasures, shuriken_left, supply
from core.kinds import InputError, Seat, Step
from core.notation import number_of
from core.piles import merged, put
from core.position import (
    DocField,
    Positions,
    Section,
    agenda,
    attribute,
    entry,
    group,
    write_all,
)
from core.spelling import Spelling

USED: Final = "used "
Players: TypeAlias = list[tuple[Seat, Mapping[str, Any]]]
"""What is written about each player."""


def facts(state: State) -> dict[str, Any]:
    """Return everything a scenario can expect: the position, and what follows from it."""
    document = write_all(TABLE, state)
    for seat in state.seats:
        kinds = [RUMOR_KINDS[RUMORS[rumor].kind] for rumor in state.rumors[seat]]
        document["players"][board.COLOURS[seat]]["rumors"] = kinds
    raid = state.raid
    return document | {
        "to_act": [board.COLOURS[seat] for seat in state.pending],
        "supply": [token_words(token) for token in supply(state)],
        "piles": {
            DECKS[deck]: {"left": len(cards), "discarded": card_words(deck, state.discards[deck])}
            for deck, cards in enumerate(state.decks)
        },
        "carried": [board.KINDS[kind] for kind in raid.carried] if raid else [],
        "mode": board.SIDES[raid.stealth] if raid else "",
        "facing": guard_word(raid.guard) if raid and raid.guard >= 0 else "",
    }


def _fresh(written: Mapping[str, Any], seats: tuple[Seat, ...]) -> State:
    """Lay out a table, and set aside the cards named as tops of their decks."""
    state, decks = new_game(seats, {}), written.get("decks", {})
    named = {number_of(name, DECKS, "deck"): words for name, words in decks.items() if words}
    state.tops = {deck: claim(state, deck, words) for deck, words in named.items()}
    return state


def _complete(state: State, written: Mapping[str, Any]) -> None:
    """Set what follows from the written fields, and draw whatever is left out as for a fresh game."""
    named = written.get("players", {})
    players = [(seat, named.get(board.COLOURS[seat], {})) for seat in state.seats]
    if not written.get("to_act"):
        state.active = state.order[0]
    state.awards = state.awards or NO_AWARDS if state.phase == board.SCORING else ()
    _lay_tokens(state, written.get("houses", {}))
    _claim_kinds(state, players)
    if "raid" in written:
        state.raid = RAID.read(state, written["raid"])
    _place_shuriken(state, written, players)
    _find_turn(state, written)
    _draw_the_rest(state, [*_missing(state, written, players)][::-1])
    if "agenda" not in written:
        state.agenda = _steps_at_rest(state)


# Decks ---------------------------------------------------------------------------------------


def _tops(state: State) -> dict[str, list[int | str]]:
    return {DECKS[deck]: card_words(deck, tops) for deck, tops in sorted(state.tops.items())}


def _discards(state: State) -> dict[str, list[int | str]]:
    return {DECKS[deck]: card_words(deck, pile) for deck, pile in enumerate(state.discards) if pile}


def _discard(state: State, piles: Mapping[str, list[int | str]]) -> None:
    for name, words in piles.items():
        deck = number_of(name, DECKS, "deck")
        discard(state, deck, claim(state, deck, words))


# Houses --------------------------------------------------------------------------------------


def _sentry(part: Section[State]) -> int | str:
    sentry = part.state.houses[part.number].sentry
    return guard_word(sentry) if sentry >= 0 else ""


def _post(part: Section[State], word: int | str) -> None:
    (sentry,) = claim(part.state, GUARD_DECK, [word])
    part.state.houses[part.number] = replace(part.state.houses[part.number], sentry=sentry)


def _treasures(part: Section[State]) -> list[str]:
    return [board.TREASURE_NAMES[treasure] for treasure in part.state.houses[part.number].treasures]


def _store(part: Section[State], names: list[str]) -> None:
    treasures = sorted(number_of(name, board.TREASURE_NAMES, "treasure") for name in names)
    claim(part.state, BAG, [board.KINDS[treasure % board.RED] for treasure in treasures])
    put_treasures(*part, tuple(treasures))


def _lay_tokens(state: State, houses: Mapping[str, Mapping[str, Any]]) -> None:
    """Lay the named clan tokens, and for the other houses the first free ones."""
    named = {int(house): token_in(part["token"]) for house, part in houses.items() if "token" in part}
    spare = [
        token for token in (*board.START_TOKENS, *range(len(board.TOKENS))) if token not in named.values()
    ]
    for number, house in enumerate(state.houses):
        token = named[number + 1] if number + 1 in named else spare.pop(0)
        state.houses[number] = replace(house, token=token)


# Players and shuriken ------------------------------------------------------------------------


def _skills(player: Section[State]) -> list[str]:
    state, seat = player
    ready = [TILE_NAMES[tile] for tile in state.ready[seat]]
    return ready + [USED + TILE_NAMES[tile] for tile in state.used[seat]]


def _learn(player: Section[State], names: list[str]) -> None:
    state, seat = player
    ready = claim_tiles(state, [name for name in names if not name.startswith(USED)])
    used = claim_tiles(state, [name.removeprefix(USED) for name in names if name.startswith(USED)])
    state.ready = put(state.ready, seat, merged((), ready))
    state.used = put(state.used, seat, merged((), used))


def _heard(player: Section[State]) -> list[int | str]:
    return card_words(RUMOR_DECK, player.state.rumors[player.number])


def _hear(player: Section[State], words: Iterable[str]) -> None:
    """Give a player the rumors named with their costs first, so that a kind alone takes none of them."""
    exact = [rumor for rumor in words if rumor not in RUMOR_KINDS]
    player.state.rumors = put(player.state.rumors, player.number, claim_pile(player.state, RUMOR_DECK, exact))


def _claim_kinds(state: State, players: Players) -> None:
    for seat, player in players:
        more = claim(state, RUMOR_DECK, [kind for kind in player.get("rumors", ()) if kind in RUMOR_KINDS])
        state.rumors = put(state.rumors, seat, merged(state.rumors[seat], more))


def _act(state: State, named: str | list[str]) -> None:
    for name in [named] if isinstance(named, str) else named[:1]:
        state.active = SEAT.read(state, name)


def _in_dojo(state: State) -> list[str]:
    return [board.COLOURS[seat] for seat in dojo_pile(state.placed)]


def _pile_up(state: State, names: list[str]) -> None:
    state.placed = tuple((seat, board.DOJO) for seat in SEATS.read(state, names))


def _place_shuriken(state: State, written: Mapping[str, Any], players: Players) -> None:
    """Lay the shuriken nobody mentions somewhere."""
    if "placed" not in written and state.raid is not None:
        state.placed += ((state.active, board.side_of(state.raid.house, stealth=state.raid.stealth)),)
    for seat, player in players:
        missing = shuriken_left(state, seat) - player.get("shuriken", shuriken_left(state, seat))
        if missing < 0 or (missing and "placed" in written):
            msg = f"The shuriken of {board.COLOURS[seat]} do not add up."
            raise InputError(msg)
        state.placed = ((seat, board.SOMEWHERE),) * missing + state.placed


def _find_turn(state: State, written: Mapping[str, Any]) -> None:
    """If nobody is named, the first in turn order with a shuriken left is to act."""
    waiting = [seat for seat in state.order if shuriken_left(state, seat)]
    if not written.get("to_act") and state.raid is None and waiting:
        state.active = waiting[0]
    is_turn = state.phase == board.TURNS and "agenda" not in written and state.raid is None
    if is_turn and state.active not in waiting:
        msg = f"{board.COLOURS[state.active].capitalize()} has no shuriken left to place."
        raise InputError(msg)


# What is left out ----------------------------------------------------------------------------


def _draw_the_rest(state: State, missing: list[Step]) -> None:
    """Draw from what is left of the decks, and put the tops back on them."""
    under_way, tops = state.agenda, state.tops
    state.agenda, state.tops = missing, {}
    flow.advance(RULES, state, SeededRng(b""))
    state.agenda, state.tops, state.draws = under_way, tops, 0
    state.decks = [merged(cards, tops.get(deck, ())) for deck, cards in enumerate(state.decks)]
    state.events.clear()


def _missing(state: State, written: Mapping[str, Any], players: Players) -> Iterable[Step]:
    for number, house in enumerate(state.houses):
        part = written.get("houses", {}).get(str(number + 1), {})
        if house.sentry < 0 and part.get("treasures") != []:
            yield steps.PostSentry(number)
        if "treasures" not in part:
            yield from [steps.AddTreasure(number)] * board.NEW_TREASURES
    if "sensei" not in written:
        early = state.round <= LAST_SKILL_ROUND
        yield from [steps.OfferSkill() for _ in state.seats] if early else []
        yield from [] if early else [steps.OfferHensojutsu()] * HENSOJUTSU_OFFERED
    yield from [steps.InviteEnvoy()] * ("palace" not in written) * board.PALACE_SIZE
    yield from [steps.SpreadRumor()] * ("pavilion" not in written) * board.PAVILION_SIZE
    for seat, player in players:
        yield from [steps.DealCard(seat)] * ("hand" not in player) * board.START_HAND
    yield from [steps.LayCard()] * ("dojo_row" not in written) * board.ROW_SIZE


SCORED_AT: Final = {min(number + 1, board.ROUNDS): number for number in board.SCORING_ORDER}
"""By position of the round marker in a scoring phase: the round that is scored (NJ-17.9)."""


def _steps_at_rest(state: State) -> list[Step]:
    """Return what comes next in a phase that has just come to rest."""
    if state.phase == board.OVER:
        return []
    if state.phase == board.SCORING:
        if state.round not in SCORED_AT:
            msg = f"No scoring phase comes before round {state.round}."
            raise InputError(msg)
        return [steps.BeginScoring(SCORED_AT[state.round])]
    if state.raid is not None:
        following = after_turn(state, state.active)
        return [following, steps.Fight() if state.raid.guard >= 0 else steps.Decide()]
    return [steps.TakeTurn(state.active)]


# Fields --------------------------------------------------------------------------------------


def _pile(deck: int, form: Any = str) -> Spelling:
    """Name the cards of a pile that come from a deck, which no longer has them."""
    return Spelling(
        GenericAlias(list, (form,)),
        lambda _, cards: card_words(deck, cards),
        lambda state, words: claim_pile(state, deck, words),
    )


SEAT: Final = spelling.seat(board.COLOURS, "colour")
SEATS: Final = spelling.row(SEAT)
CLAN: Final = spelling.name(board.CLANS, "clan")
AWARDED: Final = spelling.mapping(CLAN, len(board.CLANS), spelling.name(AWARDS, "award"), NO_AWARD)
NO_AWARDS: Final = (NO_AWARD,) * len(board.CLANS)
VALUE: Final = spelling.number(1, max(board.DOJO_VALUES)).form
HOUSE_NUMBER: Final = spelling.name([str(number + 1) for number in board.HOUSES], "house")
PLACED: Final = spelling.two_words(SEAT, spelling.name(board.LOCATIONS, "location"))
TILES: Final = Spelling(
    list[str],
    lambda _, tiles: [TILE_NAMES[tile] for tile in tiles],
    lambda state, names: merged((), claim_tiles(state, names)),
)

HOUSE: Final[tuple[DocField[Section[State]], ...]] = (
    DocField("sentry", int | str, _sentry, _post, is_idle=True),
    DocField("token", str, lambda part: token_words(part.state.houses[part.number].token)),
    DocField("treasures", list[str], _treasures, _store),
)

PLAYER: Final[tuple[DocField[Section[State]], ...]] = (
    entry("honor", spelling.AMOUNT),
    DocField("shuriken", spelling.number(0, board.SHURIKEN).form, lambda player: shuriken_left(*player)),
    entry("hand", _pile(DOJO_DECK, VALUE), "hands"),
    entry("treasures", _pile(BAG)),
    DocField("skills", list[str], _skills, _learn),
    entry("envoys", _pile(ENVOY_DECK)),
    DocField("rumors", list[str], _heard, _hear),
    entry("elites", _pile(ELITE_DECK)),
)

TABLE: Final[tuple[DocField[State], ...]] = (
    attribute("round", spelling.number(1, board.ROUNDS)),
    attribute("phase", spelling.name(board.PHASES, "phase")),
    attribute("order", spelling.everybody(SEAT, "The turn order names every player of the game once.")),
    DocField("to_act", str | list[str], lambda state: board.COLOURS[state.active], _act),
    attribute("dojo_row", _pile(DOJO_DECK, VALUE), "row"),
    DocField("dojo_pile", list[str], _in_dojo, _pile_up, is_idle=True),
    attribute("placed", spelling.idle(spelling.row(PLACED))),
    attribute("sensei", TILES),
    attribute("palace", _pile(ENVOY_DECK)),
    attribute("pavilion", _pile(RUMOR_DECK)),
    DocField("decks", dict[str, list[int | str]], _tops, is_idle=True),
    DocField("discards", dict[str, list[int | str]], _discards, _discard, is_idle=True),
    DocField("raid", RAID.form, lambda state: RAID.write(state, state.raid), is_idle=True),
    attribute("disguised", spelling.idle(spelling.row(spelling.name(ENVOY_NAMES, "envoy")))),
    attribute("awards", spelling.idle(AWARDED)),
    attribute("winners", spelling.idle(SEATS)),
    agenda(steps.AnyStep, lambda state: state.agenda in ([], [steps.TakeTurn(state.active)])),
    group("houses", "House", HOUSE_NUMBER, HOUSE, lambda _: board.HOUSES),
    group("players", "Player", SEAT, PLAYER, lambda state: state.seats),
)

POSITIONS: Final = Positions(TABLE, RULES, check, _fresh, _complete)
