"""Why a choice is refused: a sentence for the player and the rule it rests on.

Nothing here decides what is legal; the decisions do that. This only looks for the best reason once
a choice has been refused, from facts the refused player may know.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from core.games.rising_sun.board import (
    BUSHI,
    CLANS,
    DAIMYO,
    IMMUNE,
    KAMI,
    LOTUS,
    MANDATES,
    OVER,
    PIECES,
    PROVINCES,
    RESERVE,
    STRONGHOLD,
    TURTLE,
    WAR,
    reach,
)
from core.games.rising_sun.cards import NAMES, PIECE_OF_CARD
from core.games.rising_sun.choices import (
    Ally,
    Build,
    Buy,
    Hostage,
    Mandate,
    Move,
    Refuse,
    Reparations,
    Replace,
    Summon,
    Use,
)
from core.games.rising_sun.marshal import route_of, stronghold_price
from core.games.rising_sun.notation import line_of
from core.games.rising_sun.state import State, figures_at, owned, strongholds_left
from core.games.rising_sun.steps import BuyCard, Marshal, SummonAnywhere, Wander
from core.games.rising_sun.train import price_of
from core.records import Allocate, Allocation, Choice, ChooseOne, Give, RulesError, Seat


def explain(state: State, seat: Seat, choice: Choice) -> RulesError:
    if seat not in state.seats:
        return RulesError(f"{_clan(seat)} is not in this game.", "RS-1.13")
    if state.phase == OVER:
        return RulesError("The game is over.", "RS-18.5")
    if isinstance(choice, Give):
        return _why_no_gift(state, seat, choice)
    decision = state.pending.get(seat)
    if decision is None:
        return RulesError(f"{_clan(seat)} has nothing to decide now.")
    if isinstance(decision, Allocate):
        return _why_no_bid(decision, seat, choice)
    if isinstance(choice, Build):
        return _why_no_building(state, seat)
    kinds = {type(option) for option in decision.options} if isinstance(decision, ChooseOne) else set()
    if type(choice) not in kinds:
        return RulesError(f"{_clan(seat)} is asked for something else: {decision.prompt}.", decision.rule)
    if type(choice) in REASONS:
        return REASONS[type(choice)](state, seat, choice)
    return RulesError(f"{_clan(seat)} cannot '{line_of(choice)}' now.", decision.rule)


def _clan(seat: Seat) -> str:
    return CLANS[seat].capitalize()


def _name(word: str) -> str:
    return word.replace("-", " ").title()


def _why_no_gift(state: State, seat: Seat, gift: Give) -> RulesError:
    if state.phase == WAR:
        return RulesError("Nothing is given away in the War Phase.", "RS-4.2")
    if gift.to == seat or gift.to not in state.seats:
        return RulesError("A gift goes to another player of the game.", "RS-4.2")
    if gift.coins + gift.ronin == 0:
        return RulesError("A gift is at least one coin or ronin.", "RS-4.2")
    return RulesError(
        f"{_clan(seat)} has {state.coins[seat]} coins and {state.ronin[seat]} ronin to give.", "RS-4.2"
    )


def _why_no_bid(decision: Allocate, seat: Seat, choice: Choice) -> RulesError:
    if not isinstance(choice, Allocation):
        return RulesError(f"{_clan(seat)} is asked for a bid.", decision.rule)
    if len(choice.amounts) != decision.slots:
        return RulesError(f"A bid names coins for {decision.slots} advantages.", decision.rule)
    if min(choice.amounts) < 0:
        return RulesError("A bid is never less than 0 on an advantage.", decision.rule)
    return RulesError(
        f"{_clan(seat)} has {decision.total} coins and cannot bid {sum(choice.amounts)}.", decision.rule
    )


def _why_no_alliance(state: State, seat: Seat, choice: Ally | Refuse) -> RulesError:
    other = choice.seat
    if other == seat or other not in state.seats:
        return RulesError("An alliance is made with another player of the game.", "RS-7.2")
    for clan in (seat, other):
        if state.ally[clan] >= 0:
            return RulesError(f"{_clan(clan)} is in an alliance already.", "RS-7.2")
    if isinstance(choice, Ally):
        return RulesError(f"{_clan(seat)} has offered that already.", "RS-7.2")
    return RulesError(f"There is no offer between {_clan(seat)} and {_clan(other)}.", "RS-7.2")


def _why_no_summon(state: State, seat: Seat, choice: Summon) -> RulesError:
    if choice.piece == STRONGHOLD:
        return RulesError("A stronghold is built, not summoned.", "RS-2.7")
    if choice.piece != BUSHI and isinstance(state.agenda[-1], SummonAnywhere):
        return RulesError("Raijin summons a Bushi.", "RS-14.5")
    if choice.piece not in figures_at(state, seat, RESERVE):
        return RulesError(f"{_clan(seat)} has no {_name(PIECES[choice.piece])} in its reserve.", "RS-9.4")
    if choice.kami >= 0 and choice.kami not in state.shrines:
        return RulesError(f"{_name(KAMI[choice.kami])} has no shrine in this game.", "RS-1.7")
    if choice.kami >= 0:
        return RulesError(f"{_name(PIECES[choice.piece])} cannot be sent to that shrine now.", "RS-9.5")
    if choice.province not in state.strongholds[seat]:
        return RulesError(
            f"{_clan(seat)} has no stronghold in {_name(PROVINCES[choice.province])}.", "RS-9.1"
        )
    return RulesError(f"No more can be summoned in {_name(PROVINCES[choice.province])}.", "RS-9.1")


def _why_no_move(state: State, seat: Seat, choice: Move) -> RulesError:
    step, piece = state.agenda[-1], _name(PIECES[choice.piece])
    assert isinstance(step, Marshal | Wander)
    origin, target = _name(PROVINCES[choice.origin]), _name(PROVINCES[choice.target])
    stronghold = choice.piece == STRONGHOLD and choice.origin in state.strongholds[seat]
    if not stronghold and choice.piece not in figures_at(state, seat, choice.origin):
        return RulesError(f"{_clan(seat)} has no {piece} in {origin}.", "RS-10.1")
    if stronghold and seat != TURTLE:
        return RulesError("A stronghold does not move.", "RS-2.7")
    if choice.target not in reach(seat)[choice.origin]:
        return RulesError(f"{origin} and {target} are not adjacent.", "RS-1.12")
    if route_of(choice) in step.claimed:
        return RulesError(f"There is no coin for the toll on the way to {target}.", "RS-22.19")
    return RulesError(f"Each piece moves once, and that {piece} has.", "RS-10.1")


def _why_no_building(state: State, seat: Seat) -> RulesError:
    step, price = state.agenda[-1], stronghold_price(seat)
    if not isinstance(step, Marshal) or not step.bonus:
        return RulesError("Building is the bonus of Marshal.", "RS-10.2")
    if not strongholds_left(state, seat):
        return RulesError(f"{_clan(seat)} has no stronghold left.", "RS-10.2")
    return RulesError(
        f"A stronghold costs {price} and {_clan(seat)} has {state.coins[seat]} coins.", "RS-10.4"
    )


def _why_no_purchase(state: State, seat: Seat, choice: Buy) -> RulesError:
    step, name = state.agenda[-1], _name(NAMES[choice.card])
    if choice.card not in state.display:
        return RulesError(f"{name} is not on display.", "RS-11.1")
    price = price_of(seat, choice.card, step.discount) if isinstance(step, BuyCard) else 0
    if price > state.coins[seat]:
        return RulesError(f"{name} costs {price} and {_clan(seat)} has {state.coins[seat]} coins.", "RS-11.7")
    if choice.card not in PIECE_OF_CARD:
        return RulesError(f"{name} brings no figure that needs a place.", "RS-11.4")
    if choice.province < 0:
        return RulesError(f"{name} is summoned at once; say where.", "RS-11.4")
    if choice.kami >= 0:
        return RulesError(f"{name} cannot be sent to that shrine.", "RS-9.5")
    return RulesError(f"{_clan(seat)} has no stronghold there to summon {name} at.", "RS-11.4")


def _why_no_replacement(state: State, seat: Seat, choice: Replace) -> RulesError:
    piece, by = _name(PIECES[choice.piece]), _name(PIECES[choice.by])
    if choice.owner == seat or choice.owner not in state.seats:
        return RulesError("Betray replaces figures of other players.", "RS-13.2")
    if choice.piece in IMMUNE:
        rule = "RS-13.3" if choice.piece == DAIMYO else "RS-22.8"
        return RulesError(f"A {piece} cannot be replaced.", rule)
    if choice.by not in figures_at(state, seat, RESERVE):
        return RulesError(f"{_clan(seat)} has no {by} in its reserve.", "RS-13.3")
    if choice.kami >= 0:
        return RulesError("Figures in shrines are not replaced.", "RS-13.3")
    if choice.piece not in figures_at(state, choice.owner, choice.province):
        return RulesError(f"{_clan(choice.owner)} has no {piece} there.", "RS-13.2")
    return RulesError("Two figures of two different players are replaced, each by its like.", "RS-13.2")


def _why_no_hostage(state: State, seat: Seat, choice: Hostage) -> RulesError:
    piece = _name(PIECES[choice.piece])
    if choice.owner == seat:
        return RulesError("A hostage is a figure of another player.", "RS-16.5")
    if choice.piece == STRONGHOLD:
        return RulesError("A stronghold cannot be taken hostage.", "RS-19.5")
    if choice.piece in IMMUNE:
        rule = "RS-2.3" if choice.piece == DAIMYO else "RS-22.8"
        return RulesError(f"A {piece} cannot be taken hostage.", rule)
    return RulesError(f"{_clan(choice.owner)} has no {piece} in the province to take.", "RS-16.5")


def _why_no_use(state: State, seat: Seat, choice: Use) -> RulesError:
    name = _name(NAMES[choice.card])
    if not owned(state, seat, choice.card):
        return RulesError(f"{_clan(seat)} does not own {name}.", "RS-11.6")
    return RulesError(f"{name} cannot be used like that now.", f"RS-23.{NAMES[choice.card]}")


def _why_no_mandate(_state: State, seat: Seat, choice: Mandate) -> RulesError:
    if seat != LOTUS and choice.tile != choice.announced:
        return RulesError("Only Lotus announces a mandate other than the one it lays.", "RS-19.3")
    return RulesError(f"{_name(MANDATES[choice.tile])} is not among the mandates drawn.", "RS-8.3")


def _why_no_shares(_state: State, _seat: Seat, _choice: Reparations) -> RulesError:
    return RulesError("The coins are split evenly; each loser gets one odd coin at most.", "RS-16.12")


REASONS: Final[dict[type[Choice], Callable[[State, Seat, Any], RulesError]]] = {
    Ally: _why_no_alliance,
    Refuse: _why_no_alliance,
    Mandate: _why_no_mandate,
    Summon: _why_no_summon,
    Move: _why_no_move,
    Buy: _why_no_purchase,
    Replace: _why_no_replacement,
    Hostage: _why_no_hostage,
    Reparations: _why_no_shares,
    Use: _why_no_use,
}
