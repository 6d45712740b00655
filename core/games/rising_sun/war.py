"""The War Phase: province by province (RS-15), each battle step by step (RS-16), and the clean-up (RS-17)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Final, NamedTuple

from msgspec.structs import replace

from core.decisions import DECLINE, Allocate, Allocation, ChooseOne, Decision, Decline
from core.games.rising_sun.board import (
    ADVANTAGES,
    AMOUNTS,
    AUTUMN,
    CAMPS,
    HIRE,
    HOSTAGE,
    IMMUNE,
    KOI,
    ONI_OF_SOULS,
    POETS,
    RESERVE,
    SEPPUKU,
    SHRINES,
    WAR,
)
from core.games.rising_sun.cards import CARDS, ONI, RESPECT, SOULS
from core.games.rising_sun.choices import Hire, Hostage, Poets, Reparations, Seppuku
from core.games.rising_sun.effects import begin_kill, bury, righteous_vp
from core.games.rising_sun.events import (
    AdvantageWon,
    BattleBegan,
    BattleWon,
    BidsRevealed,
    HostageTaken,
    ReparationsPaid,
    RoninHired,
    SeasonEnded,
    SeppukuCommitted,
    TokenDiscarded,
    WarBegan,
)
from core.games.rising_sun.forces import force_of, most_by_honor, present_in, strongest_in
from core.games.rising_sun.gains import gain_honor, gain_vp, steal_vp, take_token
from core.games.rising_sun.start_of_war import preparations
from core.games.rising_sun.state import Battle, State, figures_at, others, owned, shift, shift_all
from core.games.rising_sun.steps import (
    BeginSeason,
    BeginWar,
    BeginWinter,
    CleanUp,
    CollectBids,
    DecideBattle,
    EndBattle,
    FightWar,
    Kill,
    PayReparations,
    ReturnHostages,
    RevealBids,
    ScoreSouls,
    ScoreWinter,
    ShareOddCoins,
    TakeHostage,
    UseHire,
    UsePoets,
    UseSeppuku,
    WinAdvantage,
)
from core.games.rising_sun.timing import act_together
from core.kinds import Seat, Step
from core.piles import kinds, tally

# Start of the War Phase ----------------------------------------------------------------------


def begin_war(state: State, _step: BeginWar) -> None:
    state.phase = WAR
    state.events.append(WarBegan(state.war))
    state.agenda.append(FightWar())
    act_together(state, preparations(state))


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


# A battle ------------------------------------------------------------------------------------


def begin_battle(state: State, province: int, fighters: tuple[Seat, ...]) -> None:
    """Open a battle; whoever is in it now stays in to the end (RS-22.6)."""
    state.battle = Battle(province, fighters)
    forces = tuple(force_of(state, seat, province) for seat in fighters)
    state.events.append(BattleBegan(province, fighters, forces))
    state.agenda += [
        EndBattle(),
        DecideBattle(),
        WinAdvantage(HIRE),
        WinAdvantage(HOSTAGE),
        WinAdvantage(SEPPUKU),
        RevealBids(),
        CollectBids(),
    ]


def end_battle(state: State, _step: EndBattle) -> None:
    """Strike the province off the list: its war is over."""
    state.battle = None
    state.war = state.war[1:]


def current(state: State) -> Battle:
    assert state.battle is not None
    return state.battle


# Bids ----------------------------------------------------------------------------------------


def ask_bids(state: State, _step: CollectBids) -> dict[Seat, Decision]:
    """Ask all fighters at once; a clan without coins bids nothing (RS-21.3)."""
    return {
        seat: Allocate("bid", "RS-16.1", state.coins[seat], len(ADVANTAGES))
        for seat in current(state).fighters
        if state.coins[seat]
    }


def no_bid(_state: State, _seat: Seat) -> Allocation:
    return Allocation((0,) * len(ADVANTAGES))


def reveal_bids(state: State, _step: RevealBids) -> None:
    """Open all bids together; the coins on the board have left the reserves (RS-16.2)."""
    battle = current(state)
    bids = tuple(bid_of(state, seat) for seat in battle.fighters)
    for seat, bid in zip(battle.fighters, bids, strict=True):
        state.coins[seat] -= sum(bid)
    state.answers = {}
    state.battle = replace(battle, bids=bids)
    state.events.append(BidsRevealed(tuple(zip(battle.fighters, bids, strict=True))))


def bid_of(state: State, seat: Seat) -> tuple[int, ...]:
    answer = state.answers.get(seat)
    return answer.amounts if isinstance(answer, Allocation) else no_bid(state, seat).amounts


# Advantages ----------------------------------------------------------------------------------


def win_advantage(state: State, step: WinAdvantage) -> None:
    """Most coins win, ties go by current honor; without coins it is skipped (RS-16.3)."""
    battle = current(state)
    bids = [bid[step.advantage] for bid in battle.bids]
    if any(bids):
        winner = most_by_honor(state, battle.fighters, bids)
        state.events.append(AdvantageWon(winner, step.advantage))
        state.agenda.append(USE_OF_ADVANTAGE[step.advantage](state, winner))


def begin_taking_hostages(state: State, seat: Seat) -> TakeHostage:
    """One hostage, and more for Respect."""
    return TakeHostage(seat, 1 + owned(state, seat, RESPECT) * CARDS[RESPECT].hostages)


USE_OF_ADVANTAGE: Final[dict[int, Callable[[State, Seat], Step]]] = {
    SEPPUKU: lambda _, seat: UseSeppuku(seat),
    HOSTAGE: begin_taking_hostages,
    HIRE: lambda _, seat: UseHire(seat),
    POETS: lambda _, seat: UsePoets(seat),
}


def figures_in(state: State, seat: Seat, province: int) -> tuple[tuple[Seat, int, int], ...]:
    """List a clan's figures in a province as (owner, piece, number)."""
    return tuple((seat, piece, number) for piece, number in tally(figures_at(state, seat, province)))


def ask_seppuku(state: State, step: UseSeppuku) -> dict[Seat, Decision]:
    if not figures_at(state, step.seat, current(state).province):
        return {}
    return {step.seat: ChooseOne("seppuku", "RS-16.4", (Seppuku(), DECLINE))}


def take_seppuku(state: State, _step: UseSeppuku, seat: Seat, choice: Seppuku | Decline) -> None:
    """Kill all one's own figures; their VP and those of Righteousness are one gain (RS-22.16)."""
    if isinstance(choice, Decline):
        return
    province = current(state).province
    kill = Kill(seat, province, figures_in(state, seat, province))
    dead = sum(number for _, _, number in kill.victims)
    state.events.append(SeppukuCommitted(seat, dead))
    bury(state, kill)
    gain_vp(state, seat, dead * AMOUNTS.seppuku_vp + righteous_vp(state, seat, kill), "seppuku")
    for _ in range(dead):
        gain_honor(state, seat)


def ask_hostage(state: State, step: TakeHostage) -> dict[Seat, Decision]:
    options = hostages(state, step.seat)
    if not options:
        return {}
    return {step.seat: ChooseOne("hostage", "RS-16.5", (*options, DECLINE))}


def hostages(state: State, captor: Seat) -> list[Hostage]:
    """List whom a captor can take: any player's figure there except what counts as a Daimyo."""
    battle = current(state)
    return [
        Hostage(owner, piece)
        for owner in others(state, captor)
        for piece in kinds(figures_at(state, owner, battle.province))
        if piece not in IMMUNE
    ]


def take_hostage(state: State, step: TakeHostage, seat: Seat, choice: Hostage | Decline) -> None:
    """Capture, and steal for it; all VP of the advantage are one gain (RS-22.36)."""
    stolen = step.stolen
    if isinstance(choice, Hostage):
        shift(state, choice.owner, choice.piece, current(state).province, CAMPS[seat])
        state.events.append(HostageTaken(seat, choice.owner, choice.piece))
        stolen += steal_vp(state, seat, choice.owner, AMOUNTS.hostage_vp, "hostage")
        if step.left > 1 and hostages(state, seat):
            state.agenda.append(TakeHostage(seat, step.left - 1, stolen))
            return
    gain_vp(state, seat, stolen, "hostage")


def ask_hire(state: State, step: UseHire) -> dict[Seat, Decision]:
    if not ronin_for_hire(state, step.seat):
        return {}
    return {step.seat: ChooseOne("hire", "RS-16.6", (Hire(), DECLINE))}


def ronin_for_hire(state: State, seat: Seat) -> int:
    """Count a clan's ronin; for Koi every coin kept back is one (RS-19.2)."""
    return state.ronin[seat] + (state.coins[seat] if seat == KOI else 0)


def take_hire(state: State, _step: UseHire, seat: Seat, choice: Hire | Decline) -> None:
    if isinstance(choice, Hire):
        force = ronin_for_hire(state, seat)
        state.battle = replace(current(state), hired=(seat, force))
        state.events.append(RoninHired(seat, force))


def ask_poets(state: State, step: UsePoets) -> dict[Seat, Decision]:
    if not current(state).killed:
        return {}
    return {step.seat: ChooseOne("poets", "RS-16.11", (Poets(), DECLINE))}


def take_poets(state: State, _step: UsePoets, seat: Seat, choice: Poets | Decline) -> None:
    if isinstance(choice, Poets):
        gain_vp(state, seat, current(state).killed * AMOUNTS.poets_vp, "poets")


# Outcome and reparations ---------------------------------------------------------------------


def decide_battle(state: State, _step: DecideBattle) -> None:
    """The highest force wins, ties by honor, also when nobody has any left (RS-16.7, RS-16.8)."""
    battle = current(state)
    forces = [battle_force(state, seat) for seat in battle.fighters]
    winner = most_by_honor(state, battle.fighters, forces)
    state.events.append(BattleWon(winner, battle.province, tuple(zip(battle.fighters, forces, strict=True))))
    spared = (winner, state.ally[winner])
    doomed: list[tuple[Seat, int, int]] = []
    for seat in battle.fighters:
        if seat not in spared:
            doomed += figures_in(state, seat, battle.province)
    take_token(state, winner, battle.province)
    state.agenda += [PayReparations(winner), WinAdvantage(POETS), ScoreSouls(winner)]
    begin_kill(state, winner, battle.province, tuple(doomed))


def battle_force(state: State, seat: Seat) -> int:
    battle = current(state)
    hired = battle.hired[1] if battle.hired[0] == seat else 0
    return force_of(state, seat, battle.province) + hired


# What a battle would come to -----------------------------------------------------------------


class Outlook(NamedTuple):
    """Who would win a battle if nobody bid, and who else by hiring ronin for a coin that nobody outbids."""

    winner: Seat
    by_hire: tuple[Seat, ...]


def outlook_in(state: State, province: int) -> Outlook | None:
    """Foresee a battle as things stand, from public facts alone; None where there would be none."""
    then = state.clone()
    then.phase = WAR
    present = present_in(then, province)
    if not present or is_peaceful(then, present):
        return None
    forces = {seat: force_of(then, seat, province) for seat in present}
    winner = winner_with(then, forces)
    stronger = {seat: forces | {seat: force + ronin_for_a_coin(then, seat)} for seat, force in forces.items()}
    by_hire = [seat for seat in present if winner_with(then, stronger[seat]) == seat != winner]
    return Outlook(winner, tuple(by_hire))


def winner_with(state: State, forces: dict[Seat, int]) -> Seat:
    return most_by_honor(state, tuple(forces), [*forces.values()])


def ronin_for_a_coin(state: State, seat: Seat) -> int:
    """Count the ronin a clan could hire after bidding one coin; without a bid it hires none."""
    return ronin_for_hire(state, seat) - (seat == KOI) if state.coins[seat] else 0


def score_souls(state: State, step: ScoreSouls) -> None:
    """The Oni must have come through the battle in its place (RS-22.7)."""
    if ONI_OF_SOULS in figures_at(state, step.winner, current(state).province):
        oni = sum(card in ONI for card in state.cards[step.winner])
        gain_vp(state, step.winner, oni * CARDS[SOULS].vp, CARDS[SOULS].id)


def pay_reparations(state: State, step: PayReparations) -> None:
    """The losers' bids are gone; the winner's are split among them (RS-16.12, RS-16.14)."""
    losers, total = losers_and_total(state, step.winner)
    if total % len(losers):
        state.agenda.append(ShareOddCoins(step.winner))
    elif total:
        hand_out(state, step.winner, tuple((seat, total // len(losers)) for seat in losers))


def losers_and_total(state: State, winner: Seat) -> tuple[tuple[Seat, ...], int]:
    battle = current(state)
    losers = tuple(seat for seat in battle.fighters if seat != winner)
    return losers, sum(battle.bids[battle.fighters.index(winner)])


def hand_out(state: State, winner: Seat, shares: tuple[tuple[Seat, int], ...]) -> None:
    for seat, coins in shares:
        state.coins[seat] += coins
    state.events.append(ReparationsPaid(winner, shares))


def ask_shares(state: State, step: ShareOddCoins) -> dict[Seat, Decision]:
    """One odd coin at most for each loser (RS-21.9)."""
    losers, total = losers_and_total(state, step.winner)
    share, odd = divmod(total, len(losers))
    splits = ([(seat, share + (seat in lucky)) for seat in losers] for lucky in combinations(losers, odd))
    options = tuple(Reparations(tuple(part for part in split if part[1])) for split in splits)
    return {step.winner: ChooseOne("reparations", "RS-16.12", options)}


def take_shares(state: State, _step: ShareOddCoins, seat: Seat, choice: Reparations) -> None:
    hand_out(state, seat, choice.shares)


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
