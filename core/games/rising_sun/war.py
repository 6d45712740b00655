"""The War Phase but for its battles (RS-15), and the clean-up after it (RS-17)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from core.games.rising_sun.battle import begin_battle
from core.games.rising_sun.board import AUTUMN, KOI, RESERVE, SHRINES, WAR
from core.games.rising_sun.cards import (
    BUSHIDO,
    CARDS,
    MERCHANT,
    MONEYLENDER,
    RIGHTEOUS,
    RONIN,
    SHOGUN,
    VIRTUES,
)
from core.games.rising_sun.choices import Use
from core.games.rising_sun.events import RoninConverted, SeasonEnded, TokenDiscarded, WarBegan
from core.games.rising_sun.forces import below, present_in, strongest_in
from core.games.rising_sun.gains import gain_coins, gain_ronin, gain_vp, take_coins, take_token
from core.games.rising_sun.state import State, owners, shift_all
from core.games.rising_sun.steps import (
    BeginSeason,
    BeginWar,
    BeginWinter,
    CleanUp,
    FightWar,
    OrderWarCards,
    PrepareForWar,
    ReturnHostages,
    ScoreWinter,
)
from core.records import ChooseOne, Decision, Seat

# Start of the War Phase ----------------------------------------------------------------------


def begin_war(state: State, _step: BeginWar) -> None:
    """Resolve the effects at the start player by player, highest honor first (RS-22.24)."""
    state.phase = WAR
    state.events.append(WarBegan(state.war))
    state.agenda.append(FightWar())
    for seat in reversed(state.honor):
        cards = tuple(card for card in state.cards[seat] if card in WAR_CARDS)
        if cards or seat == KOI:
            state.agenda.append(PrepareForWar(seat, cards))


def prepare_for_war(state: State, step: PrepareForWar) -> None:
    """Resolve the cards of one player; Koi's ronin turn into coins last (RS-22.25)."""
    if len(set(step.cards)) > 1 and owners(state, MERCHANT) not in ([], [step.seat]):
        state.agenda.append(OrderWarCards(step.seat, step.cards))
        return
    for card in step.cards:
        WAR_CARDS[card](state, step.seat)
    if step.seat == KOI and state.ronin[KOI]:
        state.events.append(RoninConverted(KOI, state.ronin[KOI]))
        state.coins[KOI] += state.ronin[KOI]
        state.ronin[KOI] = 0


def ask_war_card(_state: State, step: OrderWarCards) -> dict[Seat, Decision]:
    options = tuple(Use(card) for card in dict.fromkeys(step.cards))
    return {step.seat: ChooseOne("war-card", "RS-22.24", options)}


def take_war_card(state: State, step: OrderWarCards, seat: Seat, choice: Use) -> None:
    cards = list(step.cards)
    cards.remove(choice.card)
    state.agenda.append(PrepareForWar(seat, tuple(cards)))
    WAR_CARDS[choice.card](state, seat)


def take_from_supply(card: int) -> Callable[[State, Seat], None]:
    def take(state: State, seat: Seat) -> None:
        gain_coins(state, seat, CARDS[card].coins, CARDS[card].id)
        gain_ronin(state, seat, CARDS[card].ronin, CARDS[card].id)

    return take


def tax_the_lesser(state: State, seat: Seat) -> None:
    for victim in below(state, seat):
        take_coins(state, seat, victim, CARDS[RIGHTEOUS].coins, CARDS[RIGHTEOUS].id)


def reward_virtues(state: State, seat: Seat) -> None:
    virtues = len(VIRTUES.intersection(state.cards[seat]))
    gain_coins(state, seat, virtues * CARDS[BUSHIDO].coins, CARDS[BUSHIDO].id)
    gain_vp(state, seat, virtues * CARDS[BUSHIDO].vp, CARDS[BUSHIDO].id)


# Way of the Katana acts all through the War Phase: see forces.
WAR_CARDS: Final[dict[int, Callable[[State, Seat], None]]] = {
    SHOGUN: take_from_supply(SHOGUN),
    RIGHTEOUS: tax_the_lesser,
    BUSHIDO: reward_virtues,
    RONIN: take_from_supply(RONIN),
    MONEYLENDER: take_from_supply(MONEYLENDER),
}

# Province by province ------------------------------------------------------------------------


def fight_war(state: State, step: FightWar) -> None:
    """Resolve the next numbered province; after the last one, clean up (RS-15.2 to RS-15.9)."""
    if not state.war:
        state.agenda.append(CleanUp())
        return
    state.agenda.append(step)
    province = state.war[0]
    present = present_in(state, province)
    if present and not is_peaceful(state, present):
        begin_battle(state, province, present)
        return
    if present:
        take_token(state, strongest_in(state, province), province)
    else:
        state.events.append(TokenDiscarded(province))
    state.war = state.war[1:]


def is_peaceful(state: State, present: tuple[Seat, ...]) -> bool:
    """Say whether one player is alone, or two allies are (RS-15.4, RS-15.5)."""
    first, *rest = present
    return rest in ([], [state.ally[first]])


# Clean-up ------------------------------------------------------------------------------------


def clean_up(state: State, _step: CleanUp) -> None:
    for seat in state.seats:
        state.coins[seat] = state.ronin[seat] = 0
        if any(state.figures[seat][SHRINES.start : SHRINES.stop]):
            for place in SHRINES:
                shift_all(state, seat, place, RESERVE)
    state.deck = state.mandates = ()
    state.events.append(SeasonEnded(state.season))
    if state.season == AUTUMN:
        state.agenda += [ScoreWinter(), ReturnHostages(), BeginWinter()]
    else:
        state.agenda.append(BeginSeason(state.season + 1))
