"""The cards that act at a moment of their own, a small function for each odd one; and how figures die."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from core.decisions import DECLINE, ChooseOne, Decision, Decline
from core.games.rising_sun.board import BUSHI, KOMAINU, LAND, ONI_OF_HATE, RESERVE, SHINTO, WORSHIPPERS
from core.games.rising_sun.cards import (
    CARDS,
    HATE,
    JUSTICE,
    KENIN,
    LIGHT,
    MERCY,
    MONKEY,
    NINJA,
    PATRON,
    RIGHTEOUSNESS,
    SAMURAI,
    SPIRIT,
    SPITE,
    WARLORD,
)
from core.games.rising_sun.choices import Use
from core.games.rising_sun.events import CardUsed, FiguresKilled, FiguresSpared, Placed
from core.games.rising_sun.forces import above, below, is_above, is_present
from core.games.rising_sun.gains import gain_coins, gain_vp, lose_honor, steal_vp, take_coins
from core.games.rising_sun.state import State, figures_at, others, owned, shift, shrine_place
from core.games.rising_sun.steps import (
    ChooseVictim,
    EndSummon,
    Enter,
    Kill,
    LoseHonor,
    OfferMercy,
    PickVictims,
    SettleOrder,
    UseAfterRecruit,
    UseAfterSummon,
)
from core.kinds import Seat
from core.piles import kinds

# Deaths --------------------------------------------------------------------------------------


def begin_kill(state: State, killer: Seat, province: int, victims: tuple[tuple[Seat, int, int], ...]) -> None:
    """Prepare to kill figures of others, all in one kill event."""
    if victims:
        kill = Kill(killer, province, victims)
        state.agenda.append(OfferMercy(kill) if owned(state, killer, MERCY) else kill)


def ask_mercy(_state: State, step: OfferMercy) -> dict[Seat, Decision]:
    return {step.kill.killer: ChooseOne("mercy", "RS-23.mercy", (Use(MERCY), DECLINE))}


def take_mercy(state: State, step: OfferMercy, seat: Seat, choice: Use | Decline) -> None:
    """Spare all figures of the kill event or none (RS-22.33)."""
    if isinstance(choice, Decline):
        state.agenda.append(step.kill)
        return
    state.events.append(CardUsed(seat, MERCY))
    state.events.append(FiguresSpared(seat, step.kill.province))
    gain_vp(state, seat, owned(state, seat, MERCY) * CARDS[MERCY].vp, CARDS[MERCY].id)


def resolve_kill(state: State, step: Kill) -> None:
    """Kill, then reward the owners' Righteousness and the killer's Justice (RS-22.32)."""
    bury(state, step)
    victims = dict.fromkeys(owner for owner, _, _ in step.victims)
    for owner in victims:
        gain_vp(state, owner, righteous_vp(state, owner, step), CARDS[RIGHTEOUSNESS].id)
    justice = owned(state, step.killer, JUSTICE)
    if justice:
        lesser = sum(is_above(state, step.killer, owner) for owner in victims)
        gain_vp(state, step.killer, lesser * justice * CARDS[JUSTICE].vp, CARDS[JUSTICE].id)


def bury(state: State, kill: Kill) -> None:
    """Send the dead to their owners' reserves (RS-2.6)."""
    for owner, piece, number in kill.victims:
        for _ in range(number):
            shift(state, owner, piece, kill.province, RESERVE)
        state.events.append(FiguresKilled(kill.killer, owner, kill.province, piece, number))
    if state.battle is not None:
        dead = sum(number for _, _, number in kill.victims)
        state.battle = replace(state.battle, killed=state.battle.killed + dead)


def righteous_vp(state: State, owner: Seat, kill: Kill) -> int:
    righteousness = owned(state, owner, RIGHTEOUSNESS)
    if not righteousness:
        return 0
    dead = sum(number for victim, _, number in kill.victims if victim == owner)
    return dead * righteousness * CARDS[RIGHTEOUSNESS].vp


AFTER_SUMMON: Final = frozenset((WARLORD, PATRON, SPIRIT, KENIN, NINJA, MONKEY))

# After a summon ------------------------------------------------------------------------------


def end_summon(state: State, step: EndSummon) -> None:
    """First the automatic effects, then those the owner may use, in the owner's order."""
    seat = step.seat
    if AFTER_SUMMON.isdisjoint(state.cards[seat]):
        return
    coins = owned(state, seat, WARLORD) * CARDS[WARLORD].coins
    if len(below(state, seat)) >= CARDS[PATRON].lesser_players:
        coins += owned(state, seat, PATRON) * CARDS[PATRON].coins
    if state.honor[0] == seat:
        coins += owned(state, seat, SPIRIT) * CARDS[SPIRIT].coins
        gain_vp(state, seat, owned(state, seat, SPIRIT) * CARDS[SPIRIT].vp, CARDS[SPIRIT].id)
    gain_coins(state, seat, coins, "summon")
    cards = tuple(card for card in (KENIN, NINJA, MONKEY) for _ in range(owned(state, seat, card)))
    if cards:
        state.agenda.append(UseAfterSummon(seat, cards))


def ask_use(state: State, step: UseAfterSummon | UseAfterRecruit) -> dict[Seat, Decision]:
    options = uses(state, step)
    if not options:
        return {}
    rule = f"RS-23.{CARDS[step.cards[0]].id}"
    return {step.seat: ChooseOne("use", rule, (*options, DECLINE))}


def uses(state: State, step: UseAfterSummon | UseAfterRecruit) -> list[Use]:
    return [use for card in dict.fromkeys(step.cards) for use in USES[card](state, step.seat)]


def is_contested(state: State, step: SettleOrder) -> bool:
    """Say whether the next in line and another both have something to place: the later one sees more."""
    head, *others = [bool(uses(state, part)) for part in step.open if isinstance(part, UseAfterRecruit)]
    return head and any(others)


def take_use(state: State, step: UseAfterSummon | UseAfterRecruit, seat: Seat, choice: Use | Decline) -> None:
    if isinstance(choice, Decline):
        return
    cards = list(step.cards)
    cards.remove(choice.card)
    if cards:
        state.agenda.append(type(step)(seat, tuple(cards)))
    state.events.append(CardUsed(seat, choice.card))
    EFFECTS[choice.card](state, seat, choice)


def uses_of_kenin(state: State, seat: Seat) -> list[Use]:
    """At a stronghold of one's own, for the Dragonfly too (RS-22.49)."""
    if BUSHI not in figures_at(state, seat, RESERVE):
        return []
    return [Use(KENIN, province=province) for province in kinds(state.strongholds[seat])]


def uses_of_ninja(state: State, seat: Seat) -> list[Use]:
    return [
        Use(NINJA, seat=other, province=province)
        for other in others(state, seat)
        for province in LAND
        if BUSHI in figures_at(state, other, province)
    ]


def uses_of_monkey(state: State, seat: Seat) -> list[Use]:
    return [Use(MONKEY)] if any(state.coins[other] for other in others(state, seat)) else []


def uses_of_light(state: State, seat: Seat) -> list[Use]:
    """A Komainu is a Shinto (RS-22.14)."""
    return [
        Use(LIGHT, piece=-1 if piece == SHINTO else piece, kami=kami)
        for piece in WORSHIPPERS
        if piece in figures_at(state, seat, RESERVE)
        for kami in state.shrines
    ]


def uses_of_samurai(state: State, seat: Seat) -> list[Use]:
    return [Use(SAMURAI, province=p) for p in LAND] if BUSHI in figures_at(state, seat, RESERVE) else []


def place_bushi(state: State, seat: Seat, choice: Use) -> None:
    """Placing is not summoning (RS-22.1)."""
    shift(state, seat, BUSHI, RESERVE, choice.province)
    state.events.append(Placed(seat, BUSHI, choice.province, -1, choice.card))


def place_worshipper(state: State, seat: Seat, choice: Use) -> None:
    piece = KOMAINU if choice.piece == KOMAINU else SHINTO
    shift(state, seat, piece, RESERVE, shrine_place(state, choice.kami))
    state.events.append(Placed(seat, piece, -1, choice.kami, choice.card))


def strike_as_ninja(state: State, seat: Seat, choice: Use) -> None:
    state.agenda.append(LoseHonor(seat))
    begin_kill(state, seat, choice.province, ((choice.seat, BUSHI, 1),))


def resolve_lose_honor(state: State, step: LoseHonor) -> None:
    lose_honor(state, step.seat)


def rob_the_richest(state: State, seat: Seat, _choice: Use) -> None:
    """Each of the tied richest pays, honor is lost once (RS-22.21)."""
    richest = max(state.coins[other] for other in others(state, seat))
    for other in others(state, seat):
        if state.coins[other] == richest:
            take_coins(state, seat, other, CARDS[MONKEY].coins, CARDS[MONKEY].id)
    lose_honor(state, seat)


USES: Final[dict[int, Callable[[State, Seat], list[Use]]]] = {
    KENIN: uses_of_kenin,
    NINJA: uses_of_ninja,
    MONKEY: uses_of_monkey,
    LIGHT: uses_of_light,
    SAMURAI: uses_of_samurai,
}

EFFECTS: Final[dict[int, Callable[[State, Seat, Use], None]]] = {
    KENIN: place_bushi,
    NINJA: strike_as_ninja,
    MONKEY: rob_the_richest,
    LIGHT: place_worshipper,
    SAMURAI: place_bushi,
}

# On entering a province ----------------------------------------------------------------------


def resolve_enter(state: State, step: Enter) -> None:
    betters = above(state, step.seat)
    if step.piece == ONI_OF_HATE:
        state.agenda.append(PickVictims(step.seat, step.province, betters))
        return
    stolen = 0
    for victim in betters:
        if is_present(state, victim, step.province):
            stolen += steal_vp(state, step.seat, victim, CARDS[SPITE].vp, CARDS[SPITE].id)
    gain_vp(state, step.seat, stolen, CARDS[SPITE].id)


def pick_victims(state: State, step: PickVictims) -> None:
    """Go through the owners; ask only if there is a choice (RS-22.40)."""
    if not step.owners:
        begin_kill(state, step.seat, step.province, step.victims)
        return
    owner = step.owners[0]
    pieces = victims_of_hate(state, owner, step.province)
    if len(pieces) > 1:
        state.agenda.append(ChooseVictim(step))
    else:
        state.agenda.append(picked(step, pieces))


def picked(step: PickVictims, pieces: list[int]) -> PickVictims:
    owner, *owners = step.owners
    victims = (*step.victims, *((owner, piece, 1) for piece in pieces))
    return PickVictims(step.seat, step.province, tuple(owners), victims)


def victims_of_hate(state: State, owner: Seat, province: int) -> list[int]:
    return [piece for piece in (BUSHI, *WORSHIPPERS) if piece in figures_at(state, owner, province)]


def ask_victim(state: State, step: ChooseVictim) -> dict[Seat, Decision]:
    owner = step.pick.owners[0]
    pieces = victims_of_hate(state, owner, step.pick.province)
    options = tuple(Use(HATE, seat=owner, piece=piece) for piece in pieces)
    return {step.pick.seat: ChooseOne("victim", "RS-22.40", options)}


def take_victim(state: State, step: ChooseVictim, _seat: Seat, choice: Use) -> None:
    state.agenda.append(picked(step.pick, [choice.piece]))
