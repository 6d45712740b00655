"""The Political Phase: laying mandates and carrying them out (RS-8), Harvest (RS-12), kami turns (RS-14)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from core.chance import Stream
from core.decisions import DECLINE, ChooseOne, Decision, Decline
from core.games.rising_sun.betray import begin_betrayal
from core.games.rising_sun.board import (
    AMATERASU,
    AMOUNTS,
    BETRAY,
    FUJIN,
    HACHIMAN,
    HARVEST,
    HARVEST_MANDATE,
    KAMI,
    KAMI_TURNS,
    LOTUS,
    MANDATE_TILES,
    MANDATES,
    MANDATES_DRAWN,
    MARSHAL,
    POLITICS,
    RAIJIN,
    RECRUIT,
    RYUJIN,
    SHRINES,
    SPRING,
    SUSANOO,
    TRAIN,
    TSUKUYOMI,
    TURNS,
)
from core.games.rising_sun.cards import CARDS, HONESTY, LIGHT, SAMURAI
from core.games.rising_sun.choices import Accept, Mandate
from core.games.rising_sun.events import KamiTurnBegan, MandateLaid, MandatesDrawn, PoliticsBegan, ShrineWon
from core.games.rising_sun.forces import provinces_of, strongest_at_shrine, strongest_in
from core.games.rising_sun.gains import gain_coins, gain_ronin, gain_vp, rise_to_top
from core.games.rising_sun.state import State, clockwise_from, left_of, owned
from core.games.rising_sun.steps import (
    BeginPolitics,
    BeginWar,
    BuyCard,
    ChooseMandate,
    DrawMandates,
    EndRecruit,
    Harvest,
    HoldKamiTurn,
    Marshal,
    OfferTop,
    PassTurn,
    Recruit,
    ResolveShrine,
    SummonAnywhere,
    UseAfterRecruit,
    Wander,
)
from core.games.rising_sun.timing import act_together
from core.kinds import Seat, Step
from core.piles import less


def begin_politics(state: State, _step: BeginPolitics) -> None:
    """The first turn of the game belongs to the highest honor (RS-8.2)."""
    state.phase = POLITICS
    state.offers = state.ready = ()
    if state.season == SPRING and not state.mandates:
        state.active = state.honor[0]
    state.events.append(PoliticsBegan(state.active))
    push_mandate_turn(state)


def push_mandate_turn(state: State) -> None:
    """Let the active player draw and choose."""
    state.agenda += [PassTurn(), ChooseMandate(), DrawMandates()]


def tiles_left(state: State) -> list[int]:
    """List the mandate tiles whose place nobody has seen, in data order."""
    tiles = list(MANDATE_TILES)
    for tile in state.deck:
        tiles.remove(tile)
    for _, _, tile in state.mandates:
        tiles.remove(tile)
    return tiles


def sample_mandates(state: State, _step: DrawMandates, stream: Stream) -> tuple[int, ...]:
    """Draw only what is needed to complete what is known to lie on top."""
    tiles = tiles_left(state)
    return tuple([stream.take(tiles) for _ in range(min(len(tiles), MANDATES_DRAWN - len(state.deck)))])


def draw_mandates(state: State, _step: DrawMandates, drawn: tuple[int, ...]) -> None:
    state.deck += drawn
    state.events.append(MandatesDrawn(state.active, state.deck[:MANDATES_DRAWN]))


def ask_mandate(state: State, _step: ChooseMandate) -> dict[Seat, Decision]:
    tiles = sorted(set(state.deck[:MANDATES_DRAWN]))
    if state.active == LOTUS:
        options = tuple(Mandate(tile, mandate) for tile in tiles for mandate in range(len(MANDATES)))
    else:
        options = tuple(Mandate(tile, tile) for tile in tiles)
    return {state.active: ChooseOne("mandate", "RS-8.3", options)}


def take_mandate(state: State, _step: ChooseMandate, seat: Seat, choice: Mandate) -> None:
    """Lay the tile, leave the others on top as they were, and carry it out."""
    state.deck = less(state.deck, choice.tile)
    state.mandates += ((seat, choice.announced, choice.tile),)
    state.events.append(MandateLaid(seat, choice.announced, choice.tile, face_down=seat == LOTUS))
    if choice.announced != BETRAY and state.ally[seat] >= 0:
        gain_vp(state, seat, owned(state, seat, HONESTY) * CARDS[HONESTY].vp, CARDS[HONESTY].id)
    state.mandate = choice.announced
    carry_out(state, seat, choice.announced)


def carry_out(state: State, seat: Seat, mandate: int) -> None:
    """Let every player act in the order of RS-8.4; the last step pushed is the first done."""
    if mandate == BETRAY:
        begin_betrayal(state, seat)
        return
    if mandate == RECRUIT:
        state.agenda.append(EndRecruit())
    first = seat if mandate == TRAIN else left_of(state, seat)
    part, favoured = PARTS[mandate], (seat, state.ally[seat])
    steps = [part(state, other, other in favoured) for other in clockwise_from(state, first)]
    state.agenda += steps[::-1]


PARTS: Final[dict[int, Callable[[State, Seat, bool], Step]]] = {
    RECRUIT: lambda _, seat, bonus: Recruit(seat, AMOUNTS.recruit_bonus * bonus),
    MARSHAL: lambda _, seat, bonus: Marshal(seat, bonus),
    TRAIN: lambda _, seat, bonus: BuyCard(seat, AMOUNTS.train_discount * bonus),
    HARVEST_MANDATE: lambda state, seat, bonus: Harvest(seat, bonus, tuple(state.coins)),
}
"""One player's part of a mandate; the bonus is for the active player and ally (RS-8.5)."""


WAITING: Final = frozenset((LIGHT, SAMURAI))


def end_recruit(state: State, _step: EndRecruit) -> None:
    """Let the cards act that wait for the end of a Recruit."""
    cards = [(seat, tuple(card for card in state.cards[seat] if card in WAITING)) for seat in state.seats]
    act_together(state, [UseAfterRecruit(seat, waiting) for seat, waiting in cards if waiting])


def pass_turn(state: State, _step: PassTurn) -> None:
    """Go to the next turn in the order of RS-8.1, which Kami turns do not change."""
    state.mandate = -1
    state.gained_vp = 0
    state.active = left_of(state, state.active)
    turns = len(state.mandates)
    if turns == TURNS:
        state.agenda.append(BeginWar())
    else:
        push_mandate_turn(state)
    if turns in KAMI_TURNS:
        state.agenda.append(HoldKamiTurn())


# Harvest -------------------------------------------------------------------------------------


def resolve_harvest(state: State, step: Harvest) -> None:
    """A coin for everyone, and for the bonus the rewards of the provinces a clan leads in."""
    vp, coins, ronin = 0, AMOUNTS.harvest_coins, 0
    if step.bonus:
        for province in provinces_of(state, step.seat):
            if strongest_in(state, province) == step.seat:
                reward = HARVEST[province]
                vp, coins, ronin = vp + reward[0], coins + reward[1], ronin + reward[2]
    gain_vp(state, step.seat, vp, "harvest")
    gain_coins(state, step.seat, coins, "harvest", before=step.before)
    gain_ronin(state, step.seat, ronin, "harvest")


# Kami ----------------------------------------------------------------------------------------


def hold_kami_turn(state: State, _step: HoldKamiTurn) -> None:
    """Resolve the shrines from left to right."""
    state.events.append(KamiTurnBegan(KAMI_TURNS.index(len(state.mandates)) + 1))
    state.agenda += [ResolveShrine(slot) for slot in reversed(range(len(SHRINES)))]


def resolve_shrine(state: State, step: ResolveShrine) -> None:
    seat = strongest_at_shrine(state, SHRINES[step.slot])
    if seat >= 0:
        kami = state.shrines[step.slot]
        state.events.append(ShrineWon(seat, kami))
        GIFTS[kami](state, seat)


def give_top(state: State, seat: Seat) -> None:
    if state.honor[0] != seat:
        state.agenda.append(OfferTop(seat))


def give_moves(state: State, seat: Seat) -> None:
    state.agenda.append(Wander(seat, AMOUNTS.fujin_moves))


def give_ronin(state: State, seat: Seat) -> None:
    gain_ronin(state, seat, AMOUNTS.hachiman_ronin, KAMI[HACHIMAN])


def give_summon(state: State, seat: Seat) -> None:
    state.agenda.append(SummonAnywhere(seat))


def give_card(state: State, seat: Seat) -> None:
    """At full cost, except for Bonsai's limit (RS-14.6)."""
    state.agenda.append(BuyCard(seat, discount=0))


def give_vp(state: State, seat: Seat) -> None:
    strongholds = len(state.strongholds[seat])
    gain_vp(state, seat, strongholds * AMOUNTS.susanoo_vp, KAMI[SUSANOO])


def give_coins(state: State, seat: Seat) -> None:
    gain_coins(state, seat, AMOUNTS.tsukuyomi_coins, KAMI[TSUKUYOMI])


GIFTS: Final[dict[int, Callable[[State, Seat], None]]] = {
    AMATERASU: give_top,
    FUJIN: give_moves,
    HACHIMAN: give_ronin,
    RAIJIN: give_summon,
    RYUJIN: give_card,
    SUSANOO: give_vp,
    TSUKUYOMI: give_coins,
}


def ask_top(_state: State, step: OfferTop) -> dict[Seat, Decision]:
    return {step.seat: ChooseOne("amaterasu", "RS-14.2", (Accept(), DECLINE))}


def take_top(state: State, _step: OfferTop, seat: Seat, choice: Accept | Decline) -> None:
    if isinstance(choice, Accept):
        rise_to_top(state, seat)
