"""Why a choice is refused: what the player is told, and the rule behind it.

Nothing here decides what is legal; the decisions do that. This only finds the best reason after a choice was
refused, from facts the refused player may know.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from core.decisions import Allocate, Allocation, ChooseOne, Give
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
from core.games.rising_sun.cards import BENEVOLENCE, NAMES, PIECE_OF_CARD
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
from core.kinds import Choice, Phrase, RulesError, Seat, named


def explain(state: State, seat: Seat, choice: Choice) -> RulesError:
    if seat not in state.seats:
        return RulesError("not-in-game", "RS-1.13", seat=_clan(seat))
    if state.phase == OVER:
        return RulesError("game-over", "RS-18.5")
    if isinstance(choice, Give):
        return _why_no_gift(state, seat, choice)
    decision = state.pending.get(seat)
    if decision is None:
        return RulesError("nothing-to-decide", seat=_clan(seat))
    if isinstance(decision, Allocate):
        return _why_no_bid(decision, seat, choice)
    if isinstance(choice, Build):
        return _why_no_building(state, seat)
    kinds = {type(option) for option in decision.options} if isinstance(decision, ChooseOne) else set()
    if type(choice) not in kinds:
        asked = named("ask", decision.prompt)
        return RulesError("something-else", decision.rule, seat=_clan(seat), question=asked)
    if type(choice) in REASONS:
        return REASONS[type(choice)](state, seat, choice)
    return RulesError("not-now", decision.rule, seat=_clan(seat), line=line_of(choice))


def _clan(seat: Seat) -> Phrase:
    return named("clan", CLANS[seat])


def _piece(number: int) -> Phrase:
    return named("piece", PIECES[number])


def _province(number: int) -> Phrase:
    return named("province", PROVINCES[number])


def _card(number: int) -> Phrase:
    return named("card", NAMES[number])


def _why_no_gift(state: State, seat: Seat, gift: Give) -> RulesError:
    if state.phase == WAR:
        return RulesError("rs-no-gifts-in-war", "RS-4.2")
    if gift.to == seat or gift.to not in state.seats:
        return RulesError("rs-gift-to-another", "RS-4.2")
    if gift.coins + gift.ronin == 0:
        return RulesError("rs-gift-of-nothing", "RS-4.2")
    coins, ronin = state.coins[seat], state.ronin[seat]
    return RulesError("rs-gift-too-great", "RS-4.2", clan=_clan(seat), coins=coins, ronin=ronin)


def _why_no_bid(decision: Allocate, seat: Seat, choice: Choice) -> RulesError:
    if not isinstance(choice, Allocation):
        return RulesError("rs-asked-for-bid", decision.rule, clan=_clan(seat))
    if len(choice.amounts) != decision.slots:
        return RulesError("rs-bid-on-all", decision.rule, slots=decision.slots)
    if min(choice.amounts) < 0:
        return RulesError("rs-bid-below-nothing", decision.rule)
    bid = sum(choice.amounts)
    return RulesError("rs-bid-too-high", decision.rule, clan=_clan(seat), coins=decision.total, bid=bid)


def _why_no_alliance(state: State, seat: Seat, choice: Ally | Refuse) -> RulesError:
    other = choice.seat
    if other == seat or other not in state.seats:
        return RulesError("rs-ally-with-another", "RS-7.2")
    for clan in (seat, other):
        if state.ally[clan] >= 0:
            return RulesError("rs-allied", "RS-7.2", clan=_clan(clan))
    if isinstance(choice, Ally):
        return RulesError("rs-alliance-offered", "RS-7.2", clan=_clan(seat))
    return RulesError("rs-no-alliance-offered", "RS-7.2", clan=_clan(seat), other=_clan(other))


def _why_no_summon(state: State, seat: Seat, choice: Summon) -> RulesError:
    piece, province = _piece(choice.piece), _province(choice.province)
    if choice.piece == STRONGHOLD:
        return RulesError("rs-stronghold-not-summoned", "RS-2.7")
    if choice.piece != BUSHI and isinstance(state.agenda[-1], SummonAnywhere):
        return RulesError("rs-raijin-summons-bushi", "RS-14.5")
    if choice.piece not in figures_at(state, seat, RESERVE):
        return RulesError("rs-not-in-reserve", "RS-9.4", clan=_clan(seat), piece=piece)
    if choice.kami >= 0 and choice.kami not in state.shrines:
        return RulesError("rs-no-shrine", "RS-1.7", kami=named("kami", KAMI[choice.kami]))
    if choice.kami >= 0:
        return RulesError("rs-not-to-shrine-now", "RS-9.5", piece=piece)
    if choice.province not in state.strongholds[seat]:
        return RulesError("rs-no-stronghold-in", "RS-9.1", clan=_clan(seat), province=province)
    return RulesError("rs-no-more-summoned", "RS-9.1", province=province)


def _why_no_move(state: State, seat: Seat, choice: Move) -> RulesError:
    step, piece = state.agenda[-1], _piece(choice.piece)
    assert isinstance(step, Marshal | Wander)
    origin, target = _province(choice.origin), _province(choice.target)
    stronghold = choice.piece == STRONGHOLD and choice.origin in state.strongholds[seat]
    if not stronghold and choice.piece not in figures_at(state, seat, choice.origin):
        return RulesError("rs-no-figure-in", "RS-10.1", clan=_clan(seat), piece=piece, province=origin)
    if stronghold and seat != TURTLE:
        return RulesError("rs-stronghold-stays", "RS-2.7")
    if choice.target not in reach(seat)[choice.origin]:
        return RulesError("not-adjacent", "RS-1.12", province=origin, other=target)
    if route_of(choice) in step.claimed:
        return RulesError("rs-no-coin-for-toll", "RS-22.19", province=target)
    return RulesError("rs-moves-once", "RS-10.1", piece=piece)


def _why_no_building(state: State, seat: Seat) -> RulesError:
    step, price = state.agenda[-1], stronghold_price(seat)
    if not isinstance(step, Marshal) or not step.bonus:
        return RulesError("rs-building-is-bonus", "RS-10.2")
    if not strongholds_left(state, seat):
        return RulesError("rs-no-stronghold-left", "RS-10.2", clan=_clan(seat))
    coins = state.coins[seat]
    return RulesError("rs-stronghold-costs", "RS-10.4", price=price, clan=_clan(seat), coins=coins)


def _why_no_purchase(state: State, seat: Seat, choice: Buy) -> RulesError:
    step, card, coins = state.agenda[-1], _card(choice.card), state.coins[seat]
    if choice.card not in state.display:
        return RulesError("rs-not-on-display", "RS-11.1", card=card)
    discount = step.discount if isinstance(step, BuyCard) else 0
    price = price_of(seat, choice.card, 0 if choice.full else discount)
    if choice.full and price == price_of(seat, choice.card, discount):
        return RulesError("rs-no-discount", "RS-11.2", card=card)
    if choice.full and not owned(state, seat, BENEVOLENCE):
        return RulesError("rs-discount-is-taken", "RS-21.17")
    if price > coins:
        return RulesError("rs-card-costs", "RS-11.7", card=card, price=price, clan=_clan(seat), coins=coins)
    if choice.card not in PIECE_OF_CARD:
        return RulesError("rs-card-without-figure", "RS-11.4", card=card)
    if choice.province < 0:
        return RulesError("rs-card-summoned-where", "RS-11.4", card=card)
    if choice.kami >= 0:
        return RulesError("rs-card-not-to-shrine", "RS-9.5", card=card)
    return RulesError("rs-no-stronghold-for-card", "RS-11.4", clan=_clan(seat), card=card)


def _why_no_replacement(state: State, seat: Seat, choice: Replace) -> RulesError:
    piece, by = _piece(choice.piece), _piece(choice.by)
    if choice.owner == seat or choice.owner not in state.seats:
        return RulesError("rs-betray-others", "RS-13.2")
    if choice.piece in IMMUNE:
        rule = "RS-13.3" if choice.piece == DAIMYO else "RS-22.8"
        return RulesError("rs-not-replaced", rule, piece=piece)
    if choice.by not in figures_at(state, seat, RESERVE):
        return RulesError("rs-not-in-reserve", "RS-13.3", clan=_clan(seat), piece=by)
    if choice.kami >= 0:
        return RulesError("rs-shrine-not-replaced", "RS-13.3")
    if choice.piece not in figures_at(state, choice.owner, choice.province):
        return RulesError("rs-no-figure-there", "RS-13.2", clan=_clan(choice.owner), piece=piece)
    return RulesError("rs-two-replaced", "RS-13.2")


def _why_no_hostage(state: State, seat: Seat, choice: Hostage) -> RulesError:
    piece = _piece(choice.piece)
    if choice.owner == seat:
        return RulesError("rs-hostage-of-another", "RS-16.5")
    if choice.piece == STRONGHOLD:
        return RulesError("rs-stronghold-no-hostage", "RS-19.5")
    if choice.piece in IMMUNE:
        rule = "RS-2.3" if choice.piece == DAIMYO else "RS-22.8"
        return RulesError("rs-no-hostage", rule, piece=piece)
    return RulesError("rs-no-figure-to-take", "RS-16.5", clan=_clan(choice.owner), piece=piece)


def _why_no_use(state: State, seat: Seat, choice: Use) -> RulesError:
    card = _card(choice.card)
    if not owned(state, seat, choice.card):
        return RulesError("rs-card-not-owned", "RS-11.6", clan=_clan(seat), card=card)
    return RulesError("rs-card-not-used-so", f"RS-23.{NAMES[choice.card]}", card=card)


def _why_no_mandate(_state: State, seat: Seat, choice: Mandate) -> RulesError:
    if seat != LOTUS and choice.tile != choice.announced:
        return RulesError("rs-only-lotus-announces", "RS-19.3")
    return RulesError("rs-mandate-not-drawn", "RS-8.3", mandate=named("mandate", MANDATES[choice.tile]))


def _why_no_shares(_state: State, _seat: Seat, _choice: Reparations) -> RulesError:
    return RulesError("rs-split-evenly", "RS-16.12")


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
