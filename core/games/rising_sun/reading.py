"""A document, as people and programs write it, as a table of Rising Sun."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, Struct

from core import flow
from core.chance import Rng, SeededRng
from core.games.rising_sun import steps
from core.games.rising_sun.board import (
    CAMPS,
    CLANS,
    IMMUNE,
    KAMI,
    KAMI_TURNS,
    LAND,
    MANDATE_TILES,
    MANDATES,
    OVER,
    PHASES,
    PIECES,
    PROVINCES,
    RESERVE,
    SEASONS,
    SHRINES,
    STRONGHOLD,
    TEA,
    TURNS,
    WAR,
    WINTER,
)
from core.games.rising_sun.cards import CARD_OF_PIECE, NAMES, PIECE_OF_CARD, SETS
from core.games.rising_sun.notation import SHRINE, choice_of
from core.games.rising_sun.rules import RULES
from core.games.rising_sun.setup import lay_out_cards, new_game
from core.games.rising_sun.state import (
    Battle,
    State,
    add_card,
    add_to_reserve,
    add_token,
    check,
    figures_at,
    owned,
    place_strongholds,
    shift,
    shift_all,
    shrine_place,
)
from core.games.rising_sun.tea import make_alliance
from core.notation import amount_in, number_of
from core.position import converted, stand
from core.records import InputError, Seat, Step

Amount = Annotated[int, Meta(ge=0, le=9999)]


class ClanPart(Struct, forbid_unknown_fields=True, kw_only=True):
    """What a document says of a clan; None: as in a fresh game."""

    vp: Amount = 0
    coins: Amount | None = None
    ronin: Amount = 0
    cards: list[str] = []
    figures: dict[str, list[str]] | None = None
    reserve: list[str] | None = None
    strongholds: dict[str, Annotated[int, Meta(ge=0, le=4)]] | None = None
    hostages: list[str] = []
    tokens: list[str] = []
    allied_in: list[str] = []


class BattlePart(Struct, forbid_unknown_fields=True):
    """What a document says of the battle under way."""

    province: str
    fighters: list[str]
    killed: Amount = 0
    bids: list[list[Amount]] = []
    hired: str = ""


class Document(Struct, forbid_unknown_fields=True, kw_only=True):
    """A position as it is written; None: as in a fresh game."""

    season: str = "spring"
    phase: str = "tea"
    set: str = SETS[0]
    honor: list[str] | None = None
    allies: list[tuple[str, str]] = []
    shrines: list[str] | None = None
    war: list[str] | None = None
    display: list[str] | None = None
    mandates_played: list[str] = []
    announced: dict[str, str] = {}
    deck: list[str] = []
    active: str | None = None
    mandate: str = ""
    gained_vp: list[str] = []
    offers: list[tuple[str, str]] = []
    ready: list[str] = []
    battle: BattlePart | None = None
    answers: dict[str, str] = {}
    winners: list[str] = []
    agenda: list[str] | None = None
    start_of_war: bool = False
    clans: dict[str, dict[str, Any]] = {}


def read_position(document: Mapping[str, Any], seats: tuple[Seat, ...], rng: Rng) -> State:
    """Make the state a document describes and go on to its first decision."""
    written = converted(document, Document, "This position")
    state = _fresh(written, seats)
    _read_table(state, written)
    _read_clans(state, written)
    _read_mandates(state, written)
    _read_flow(state, written)
    state.events.clear()
    stand(RULES, state, check, rng)
    return state


def _fresh(written: Document, seats: tuple[Seat, ...]) -> State:
    if written.set not in SETS:
        msg = f"'{written.set}' is no set; there is {', '.join(SETS)}."
        raise InputError(msg)
    state = new_game(seats, {"set": written.set, "shrines": "beginners"})
    flow.advance(RULES, state, SeededRng(b""))
    state.events.clear()
    return state


def _read_table(state: State, written: Document) -> None:
    state.season = number_of(written.season, SEASONS, "season")
    state.phase = number_of(written.phase, PHASES, "phase")
    if written.honor is not None:
        state.honor = _seats(state, written.honor)
        if sorted(state.honor) != sorted(state.seats):
            msg = "The honor track names every clan of the game once."
            raise InputError(msg)
    if written.shrines is not None:
        state.shrines = tuple(number_of(name, KAMI, "kami") for name in written.shrines)
        if len(set(state.shrines)) != len(SHRINES):
            msg = f"A game has {len(SHRINES)} different shrines."
            raise InputError(msg)
    if state.season == WINTER and state.phase != OVER:
        msg = "In Winter there is nothing left to decide: its phase is 'over'."
        raise InputError(msg)
    if written.war is not None:
        state.war = _provinces(written.war)
        if len(set(state.war)) < len(state.war):
            msg = "A province has one war token in a season: 'war' names one twice."
            raise InputError(msg)
    for first, second in written.allies:
        one, other = _seats(state, (first, second))
        if one == other or state.ally[one] >= 0 or state.ally[other] >= 0:
            msg = f"'{first}' and '{second}' cannot be allies: a player is in one alliance at most."
            raise InputError(msg)
        make_alliance(state, one, other)
    state.offers = tuple((a, b) for a, b in (_seats(state, offer) for offer in written.offers))
    state.ready = _seats(state, written.ready)
    state.active = _seats(state, [written.active])[0] if written.active is not None else state.honor[0]
    state.winners = _seats(state, written.winners)


def _seats(state: State, names: Iterable[str]) -> tuple[Seat, ...]:
    seats = tuple(number_of(name, CLANS, "clan") for name in names)
    for seat in seats:
        if seat not in state.seats:
            msg = f"{CLANS[seat].capitalize()} is not in this game."
            raise InputError(msg)
    return seats


def _provinces(names: Iterable[str]) -> tuple[int, ...]:
    return tuple(number_of(name, PROVINCES, "province") for name in names)


def _read_clans(state: State, written: Document) -> None:
    parts = {
        _seats(state, [name])[0]: converted(part, ClanPart, f"Clan {name}")
        for name, part in written.clans.items()
    }
    for seat, part in parts.items():
        state.vp[seat] = part.vp
        state.ronin[seat] = part.ronin
        state.coins[seat] = state.coins[seat] if part.coins is None else part.coins
        for name in part.cards:
            _own(state, seat, number_of(name, NAMES, "card"))
        _read_pieces(state, seat, part)
        for token in part.tokens:
            add_token(state, seat, *_token(token))
        seasons = sum(1 << number_of(name, SEASONS[:WINTER], "season") for name in set(part.allied_in))
        state.allied_in = tuple(bits | seasons * (clan == seat) for clan, bits in enumerate(state.allied_in))
    for captor, part in parts.items():
        for hostage in part.hostages:
            _take_hostage(state, captor, hostage)
    for seat, part in parts.items():
        named = part.reserve if part.reserve is not None else (part.figures or {}).get("reserve")
        if named is not None:
            _compare_reserve(state, seat, named)
    _read_display(state, written)


def _take_hostage(state: State, captor: Seat, hostage: str) -> None:
    owner, _, name = hostage.partition(" ")
    if not name:
        msg = f"A hostage is written 'CLAN FIGURE', not '{hostage}'."
        raise InputError(msg)
    if number_of(name, PIECES, "piece") in IMMUNE:
        msg = f"A {name} is never a hostage."
        raise InputError(msg)
    _put(state, _seats(state, [owner])[0], name, CAMPS[captor])


def _compare_reserve(state: State, seat: Seat, named: list[str]) -> None:
    """Hold a reserve that is named against what is left in it."""
    left = [PIECES[piece] for piece in figures_at(state, seat, RESERVE)]
    if sorted(named) != sorted(left):
        msg = f"The reserve of {CLANS[seat]} does not add up: {', '.join(left) or 'nothing'} is left for it."
        raise InputError(msg)


def _own(state: State, seat: Seat, card: int) -> None:
    """Give a clan a card, and the figure that belongs to it (RS-2.4)."""
    add_card(state, seat, card)
    if card in PIECE_OF_CARD:
        add_to_reserve(state, seat, PIECE_OF_CARD[card])


def _read_pieces(state: State, seat: Seat, part: ClanPart) -> None:
    if part.figures is not None:
        for province in LAND:
            shift_all(state, seat, province, RESERVE)
        for name, figures in part.figures.items():
            for figure in figures:
                _put(state, seat, figure, _place(state, name))
    for figure in part.reserve or ():
        _put(state, seat, figure, RESERVE)
    if part.strongholds is not None:
        built = [(name, number) for name, number in part.strongholds.items() if name != "reserve"]
        provinces = sorted(province for name, number in built for province in _provinces([name]) * number)
        place_strongholds(state, seat, tuple(provinces))


def _place(state: State, name: str) -> int:
    if name == "reserve":
        return RESERVE
    if not name.startswith(SHRINE):
        return number_of(name, PROVINCES, "province")
    kami = number_of(name.removeprefix(SHRINE), KAMI, "kami")
    if kami not in state.shrines:
        msg = f"{KAMI[kami].capitalize()} has no shrine in this game."
        raise InputError(msg)
    return shrine_place(state, kami)


def _put(state: State, seat: Seat, name: str, place: int) -> None:
    """Take a piece out of the reserve; a monster on the table shows that its card was bought."""
    piece = number_of(name, PIECES[:STRONGHOLD], "figure")
    if piece in CARD_OF_PIECE and not owned(state, seat, CARD_OF_PIECE[piece]):
        _own(state, seat, CARD_OF_PIECE[piece])
    if piece not in figures_at(state, seat, RESERVE):
        msg = f"{CLANS[seat].capitalize()} does not have that many {name}."
        raise InputError(msg)
    shift(state, seat, piece, RESERVE, place)


def _token(text: str) -> tuple[int, int]:
    season, _, province = text.partition(" ")
    return number_of(season, SEASONS[:WINTER], "season"), number_of(province, PROVINCES, "province")


def _read_display(state: State, written: Document) -> None:
    """Lay out what is named, or all cards of the season that nobody has bought."""
    if written.display is not None:
        state.display = tuple(sorted(number_of(name, NAMES, "card") for name in written.display))
    else:
        lay_out_cards(state, steps.LayOutCards())


def _read_mandates(state: State, written: Document) -> None:
    """Lay the mandates of the season; who laid which follows from whose turn it is."""
    state.mandate = number_of(written.mandate, MANDATES, "mandate") if written.mandate else -1
    laid = [number_of(name, MANDATES, "mandate") for name in written.mandates_played]
    announced = {slot: number_of(name, MANDATES, "mandate") for slot, name in written.announced.items()}
    last = state.seats.index(state.active) - (0 if written.mandate else 1)
    state.mandates = tuple(
        (
            state.seats[(last - len(laid) + slot) % len(state.seats)],
            announced.get(str(slot), tile),
            tile,
        )
        for slot, tile in enumerate(laid, start=1)
    )
    state.deck = tuple(number_of(name, MANDATES, "mandate") for name in written.deck)
    used = Counter((*state.deck, *(tile for _, _, tile in state.mandates)))
    if used - Counter(MANDATE_TILES):
        msg = "There are not that many mandate tiles of a kind."
        raise InputError(msg)
    if len(laid) > TURNS:
        msg = f"A season has {TURNS} mandate turns, not {len(laid)}."
        raise InputError(msg)


def _read_flow(state: State, written: Document) -> None:
    for name in written.gained_vp:
        state.gained_vp |= 1 << _seats(state, [name])[0]
    state.answers = {_seats(state, [name])[0]: choice_of(line) for name, line in written.answers.items()}
    if written.battle is not None:
        state.battle = _read_battle(state, written.battle)
    state.pending = {}
    state.agenda = _read_agenda(written, len(state.mandates))


def _read_battle(state: State, part: BattlePart) -> Battle:
    hired = (-1, 0)
    if part.hired:
        name, _, force = part.hired.partition(" ")
        hired = (_seats(state, [name])[0], amount_in(force))
    bids = tuple(tuple(bid) for bid in part.bids)
    return Battle(
        number_of(part.province, PROVINCES, "province"),
        _seats(state, part.fighters),
        bids=bids,
        hired=hired,
        killed=part.killed,
    )


def _read_agenda(written: Document, turns: int) -> list[Step]:
    """Read the steps under way, or say what comes next in a phase that has just come to rest."""
    if written.agenda is not None:
        try:
            return [msgspec.json.decode(text, type=steps.AnyStep) for text in written.agenda]
        except msgspec.DecodeError as error:
            msg = f"The agenda of this position cannot be read: {error}."
            raise InputError(msg) from None
    if written.phase == PHASES[TEA]:
        return [steps.BeginPolitics(), steps.HoldTea()]
    if written.phase == PHASES[WAR]:
        return [steps.BeginWar() if written.start_of_war else steps.FightWar()]
    if written.phase == PHASES[OVER]:
        return []
    if turns == TURNS:
        return [steps.BeginWar(), steps.HoldKamiTurn()]
    if turns in KAMI_TURNS and written.active is None:
        return [*MANDATE_TURN, steps.HoldKamiTurn()]
    return [*MANDATE_TURN]


MANDATE_TURN: Final[list[Step]] = [steps.PassTurn(), steps.ChooseMandate(), steps.DrawMandates()]
