"""A table of Rising Sun as a document, and a document as a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Final

from msgspec import Meta

from core import flow, spelling
from core.chance import SeededRng
from core.games.rising_sun import board, steps
from core.games.rising_sun.cards import CARD_OF_PIECE, NAMES, PIECE_OF_CARD, SETS
from core.games.rising_sun.notation import SHRINE, choice_of, line_of
from core.games.rising_sun.rules import RULES
from core.games.rising_sun.setup import lay_out_cards, new_game
from core.games.rising_sun.state import (
    Battle,
    State,
    add_card,
    add_to_reserve,
    check,
    figures_at,
    owned,
    place_strongholds,
    shift,
    shift_all,
    shrine_place,
    strongholds_left,
)
from core.games.rising_sun.tea import make_alliance
from core.kinds import InputError, Seat, Step
from core.notation import amount_in, number_of
from core.piles import tally
from core.position import (
    DocField,
    Positions,
    Section,
    agenda,
    answers,
    attribute,
    entry,
    group,
    write_all,
)
from core.spelling import Spelling


def facts(state: State) -> dict[str, Any]:
    """Return everything a scenario can expect: the position, the reserves, and who owes a decision."""
    document = write_all(TABLE, state)
    for seat in state.seats:
        clan = document["clans"][board.CLANS[seat]]
        clan["reserve"] = [board.PIECES[piece] for piece in figures_at(state, seat, board.RESERVE)]
        clan["figures"]["reserve"] = clan["reserve"]
        clan["strongholds"]["reserve"] = strongholds_left(state, seat)
    start_of_war = any(map(_comes_before_war, state.agenda))
    return document | {"to_act": [board.CLANS[seat] for seat in state.pending], "start_of_war": start_of_war}


def _comes_before_war(step: Step) -> bool:
    part = step.open[0] if isinstance(step, steps.SettleOrder) else step
    return isinstance(part, steps.BeginWar | steps.PrepareForWar)


def _fresh(written: Mapping[str, Any], seats: tuple[Seat, ...]) -> State:
    chosen_set = written.get("set", SETS[0])
    if chosen_set not in SETS:
        msg = f"'{chosen_set}' is no set; there is {', '.join(SETS)}."
        raise InputError(msg)
    state = new_game(seats, {"set": chosen_set, "shrines": "beginners"})
    flow.advance(RULES, state, SeededRng(b""))
    return state


def _complete(state: State, written: Mapping[str, Any]) -> None:
    """Set what follows from the written fields, and refuse those that do not go together."""
    if state.season == board.WINTER and state.phase != board.OVER:
        msg = "In Winter there is nothing left to decide: its phase is 'over'."
        raise InputError(msg)
    if "active" not in written:
        state.active = state.honor[0]
    if "display" not in written:
        lay_out_cards(state, steps.LayOutCards())
    if "agenda" not in written:
        state.agenda = _steps_at_rest(state, written)
    _say_who_laid(state)
    _compare_reserves(state, written.get("clans", {}))
    state.pending = {}
    state.events.clear()


def _steps_at_rest(state: State, written: Mapping[str, Any]) -> list[Step]:
    """Return what comes next in a phase that has just come to rest."""
    if state.phase == board.TEA:
        return [steps.BeginPolitics(), steps.HoldTea()]
    if state.phase == board.WAR:
        return [steps.BeginWar() if written.get("start_of_war") else steps.FightWar()]
    if state.phase == board.OVER:
        return []
    turns = len(state.mandates)
    if turns == board.TURNS:
        return [steps.BeginWar(), steps.HoldKamiTurn()]
    if turns in board.KAMI_TURNS and "active" not in written:
        return [*MANDATE_TURN, steps.HoldKamiTurn()]
    return [*MANDATE_TURN]


MANDATE_TURN: Final[list[Step]] = [steps.PassTurn(), steps.ChooseMandate(), steps.DrawMandates()]


# Mandates ------------------------------------------------------------------------------------


def _tiles(_state: State, mandates: tuple[tuple[Seat, int, int], ...]) -> list[str]:
    return [board.MANDATES[tile] for _, _, tile in mandates]


def _lay_tiles(state: State, names: list[str]) -> tuple[tuple[Seat, int, int], ...]:
    if len(names) > board.TURNS:
        msg = f"A season has {board.TURNS} mandate turns, not {len(names)}."
        raise InputError(msg)
    return tuple((state.active, tile, tile) for tile in MANDATE_ROW.read(state, names))


def _announced(state: State) -> dict[str, str]:
    """Name what Lotus announced for tiles that say something else, by slot (RS-19.3)."""
    slots = enumerate(state.mandates, start=1)
    return {str(slot): board.MANDATES[mandate] for slot, (_, mandate, tile) in slots if tile != mandate}


def _announce(state: State, named: Mapping[str, str]) -> None:
    announced = {slot: number_of(name, board.MANDATES, "mandate") for slot, name in named.items()}
    state.mandates = tuple(
        (seat, announced.get(str(slot), mandate), tile)
        for slot, (seat, mandate, tile) in enumerate(state.mandates, start=1)
    )


def _say_who_laid(state: State) -> None:
    """Work out who laid which mandate: that follows from whose turn it is."""
    used = Counter((*state.deck, *(tile for _, _, tile in state.mandates)))
    if used - Counter(board.MANDATE_TILES):
        msg = "There are not that many mandate tiles of a kind."
        raise InputError(msg)
    last = state.seats.index(state.active) - (0 if state.mandate >= 0 else 1)
    first = last - len(state.mandates) + 1
    state.mandates = tuple(
        (state.seats[(first + place) % len(state.seats)], mandate, tile)
        for place, (_, mandate, tile) in enumerate(state.mandates)
    )


# Clans and alliances -------------------------------------------------------------------------


def _allies(state: State) -> list[list[str]]:
    return [[board.CLANS[seat], board.CLANS[ally]] for seat, ally in enumerate(state.ally) if seat < ally]


def _ally(state: State, pairs: Iterable[tuple[str, str]]) -> None:
    for first, second in pairs:
        one, other = SEAT.read(state, first), SEAT.read(state, second)
        if one == other or state.ally[one] >= 0 or state.ally[other] >= 0:
            msg = f"'{first}' and '{second}' cannot be allies: a player is in one alliance at most."
            raise InputError(msg)
        make_alliance(state, one, other)


def _seasons_allied(clan: Section[State]) -> list[str]:
    """Name the seasons with an alliance, except one that still stands."""
    state, seat = clan
    seasons = [board.SEASONS[season] for season in range(board.WINTER) if state.allied_in[seat] >> season & 1]
    if state.ally[seat] >= 0:
        seasons.remove(board.SEASONS[min(state.season, board.WINTER - 1)])
    return seasons


def _ally_in(clan: Section[State], names: list[str]) -> None:
    seasons = sum(1 << number_of(name, board.SEASONS[: board.WINTER], "season") for name in set(names))
    state, seat = clan
    state.allied_in = tuple(bits | seasons * (each == seat) for each, bits in enumerate(state.allied_in))


def _own_all(clan: Section[State], names: list[str]) -> None:
    for name in names:
        _own(*clan, number_of(name, NAMES, "card"))


def _own(state: State, seat: Seat, card: int) -> None:
    """Give a clan a card, and the figure that belongs to it (RS-2.4)."""
    add_card(state, seat, card)
    if card in PIECE_OF_CARD:
        add_to_reserve(state, seat, PIECE_OF_CARD[card])


def _hired(_state: State, hired: tuple[Seat, int]) -> str:
    seat, force = hired
    return f"{board.CLANS[seat]} {force}" if seat >= 0 else ""


def _hire(state: State, words: str) -> tuple[Seat, int]:
    name, _, force = words.partition(" ")
    return SEAT.read(state, name), amount_in(force)


# Pieces --------------------------------------------------------------------------------------


def _figures(clan: Section[State]) -> dict[str, list[str]]:
    places = [*board.PROVINCES, *(SHRINE + board.KAMI[kami] for kami in clan.state.shrines)]
    figures = {
        name: [board.PIECES[piece] for piece in figures_at(*clan, place)] for place, name in enumerate(places)
    }
    return {name: pieces for name, pieces in figures.items() if pieces}


def _place_figures(clan: Section[State], figures: Mapping[str, list[str]]) -> None:
    for province in board.LAND:
        shift_all(*clan, province, board.RESERVE)
    for name, pieces in figures.items():
        for piece in pieces:
            _put(*clan, piece, _place(clan.state, name))


def _place(state: State, name: str) -> int:
    if name == "reserve":
        return board.RESERVE
    if not name.startswith(SHRINE):
        return number_of(name, board.PROVINCES, "province")
    kami = number_of(name.removeprefix(SHRINE), board.KAMI, "kami")
    if kami not in state.shrines:
        msg = f"{board.KAMI[kami].capitalize()} has no shrine in this game."
        raise InputError(msg)
    return shrine_place(state, kami)


def _put(state: State, seat: Seat, name: str, place: int) -> None:
    """Take a piece from the reserve; a monster on the table shows that its card was bought."""
    piece = number_of(name, board.PIECES[: board.STRONGHOLD], "figure")
    if piece in CARD_OF_PIECE and not owned(state, seat, CARD_OF_PIECE[piece]):
        _own(state, seat, CARD_OF_PIECE[piece])
    if piece not in figures_at(state, seat, board.RESERVE):
        msg = f"{board.CLANS[seat].capitalize()} does not have that many {name}."
        raise InputError(msg)
    shift(state, seat, piece, board.RESERVE, place)


def _strongholds(clan: Section[State]) -> dict[str, int]:
    return {
        board.PROVINCES[province]: number for province, number in tally(clan.state.strongholds[clan.number])
    }


def _build(clan: Section[State], strongholds: Mapping[str, int]) -> None:
    built = [(name, number) for name, number in strongholds.items() if name != "reserve"]
    provinces = sorted(
        p for name, number in built for p in [number_of(name, board.PROVINCES, "province")] * number
    )
    place_strongholds(*clan, tuple(provinces))


def _hostages(clan: Section[State]) -> list[str]:
    state, captor = clan
    held = [(owner, figures_at(state, owner, board.CAMPS[captor])) for owner in state.seats]
    return [f"{board.CLANS[owner]} {board.PIECES[piece]}" for owner, pieces in held for piece in pieces]


def _take_hostages(clan: Section[State], hostages: list[str]) -> None:
    for hostage in hostages:
        owner, _, name = hostage.partition(" ")
        if not name:
            msg = f"A hostage is written 'CLAN FIGURE', not '{hostage}'."
            raise InputError(msg)
        if number_of(name, board.PIECES, "piece") in board.IMMUNE:
            msg = f"A {name} is never a hostage."
            raise InputError(msg)
        _put(clan.state, SEAT.read(clan.state, owner), name, board.CAMPS[clan.number])


def _keep_in_reserve(clan: Section[State], figures: list[str]) -> None:
    for figure in figures:
        _put(*clan, figure, board.RESERVE)


def _compare_reserves(state: State, clans: Mapping[str, Mapping[str, Any]]) -> None:
    """Compare a named reserve with what is left in it."""
    for name, clan in clans.items():
        left = [board.PIECES[piece] for piece in figures_at(state, board.CLANS.index(name), board.RESERVE)]
        named = clan.get("reserve", clan.get("figures", {}).get("reserve", left))
        if sorted(named) != sorted(left):
            msg = f"The reserve of {name} does not add up: {', '.join(left) or 'nothing'} is left for it."
            raise InputError(msg)


# Fields --------------------------------------------------------------------------------------

SEAT: Final = spelling.seat(board.CLANS, "clan")
SEATS: Final = spelling.row(SEAT)
PROVINCE: Final = spelling.name(board.PROVINCES, "province")
MANDATE: Final = spelling.name(board.MANDATES, "mandate")
MANDATE_ROW: Final = spelling.row(MANDATE)
SHRINE_ROW: Final = spelling.checked(
    spelling.row(spelling.name(board.KAMI, "kami")),
    lambda _, shrines: len(set(shrines)) == len(board.SHRINES),
    f"A game has {len(board.SHRINES)} different shrines.",
)
WAR_TOKENS: Final = spelling.checked(
    spelling.row(PROVINCE),
    lambda _, provinces: len(set(provinces)) == len(provinces),
    "A province has one war token in a season: 'war' names one twice.",
)
CLAN_BITS: Final = Spelling(
    list[str],
    lambda state, bits: [board.CLANS[seat] for seat in state.seats if bits >> seat & 1],
    lambda state, names: sum(1 << seat for seat in set(SEATS.read(state, names))),
)
TOKEN: Final = spelling.two_words(spelling.name(board.SEASONS[: board.WINTER], "season"), PROVINCE)
BATTLE: Final = spelling.record(
    Battle,
    ("province", "fighters"),
    province=PROVINCE,
    fighters=SEATS,
    killed=spelling.AMOUNT,
    bids=spelling.idle(spelling.row(spelling.row(spelling.AMOUNT))),
    hired=spelling.idle(Spelling(str, _hired, _hire)),
)
RESTS: Final[list[list[Step]]] = [
    [steps.BeginPolitics(), steps.HoldTea()],
    [steps.PassTurn(), steps.ChooseMandate()],
    [],
]
"""Where a game stands between two steps; everywhere else the document carries the agenda."""

CLAN: Final[tuple[DocField[Section[State]], ...]] = (
    entry("vp", spelling.AMOUNT),
    entry("coins", spelling.AMOUNT),
    entry("ronin", spelling.AMOUNT),
    DocField(
        "cards", list[str], lambda clan: [NAMES[card] for card in clan.state.cards[clan.number]], _own_all
    ),
    DocField("figures", dict[str, list[str]], _figures, _place_figures),
    DocField("strongholds", dict[str, Annotated[int, Meta(ge=0, le=4)]], _strongholds, _build),
    DocField("hostages", list[str], _hostages, _take_hostages),
    entry("tokens", spelling.sorted_row(TOKEN)),
    DocField("allied_in", list[str], _seasons_allied, _ally_in),
    DocField("reserve", list[str], read=_keep_in_reserve),
)

TABLE: Final[tuple[DocField[State], ...]] = (
    attribute("season", spelling.name(board.SEASONS, "season")),
    attribute("phase", spelling.name(board.PHASES, "phase")),
    attribute("set", spelling.plain(str), "chosen_set"),
    attribute("honor", spelling.everybody(SEAT, "The honor track names every clan of the game once.")),
    DocField("allies", list[tuple[str, str]], _allies, _ally),
    attribute("shrines", SHRINE_ROW),
    attribute("war", WAR_TOKENS),
    attribute("display", spelling.sorted_row(spelling.name(NAMES, "card"))),
    attribute("mandates_played", Spelling(list[str], _tiles, _lay_tiles), "mandates"),
    DocField("announced", dict[str, str], _announced, _announce, is_idle=True),
    attribute("deck", MANDATE_ROW),
    attribute("active", SEAT),
    attribute("mandate", spelling.or_none(MANDATE)),
    attribute("gained_vp", spelling.idle(CLAN_BITS)),
    attribute("offers", spelling.idle(spelling.row(spelling.pair(SEAT)))),
    attribute("ready", spelling.idle(SEATS)),
    attribute("battle", BATTLE),
    answers(SEAT, line_of, choice_of),
    attribute("winners", spelling.idle(SEATS)),
    agenda(steps.AnyStep, lambda state: state.agenda in RESTS),
    DocField("start_of_war", bool),
    group("clans", "Clan", SEAT, CLAN, lambda state: state.seats),
)

POSITIONS: Final = Positions(TABLE, RULES, check, _fresh, _complete)
