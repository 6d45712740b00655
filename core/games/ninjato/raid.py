"""A raid, from the shuriken on a house to its end (NJ-7 to NJ-12); its states are those of NJ-8."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from itertools import product
from typing import Final

from msgspec.structs import replace

from core.decisions import ChooseOne, Combination, Combine, Decision
from core.games.ninjato.board import RED, SEATS, TOKENS
from core.games.ninjato.cards import BAG, ELITE_DECK, ELITES, GUARD_DECK, GUARDS
from core.games.ninjato.choices import (
    BANZAI,
    FAIL,
    KEEP,
    LEAVE,
    OTHER_TOKENS,
    RAID,
    TOKEN,
    Banzai,
    Fail,
    Keep,
    Leave,
    Raid,
    Token,
)
from core.games.ninjato.events import (
    AlarmRaised,
    BanzaiCalled,
    EliteTaken,
    GuardBeaten,
    GuardRevealed,
    HouseEmptied,
    HouseLeft,
    RaidFailed,
    TokenReplaced,
    TreasureSaved,
    TreasureTaken,
)
from core.games.ninjato.fights import (
    CARD_BEHIND,
    FIRST_SKILL,
    ON_CARD,
    PARTS,
    Arts,
    GuardLimits,
    arts_of,
    hardest_of,
    kit_of,
    limits_of,
    total_of,
    values_of,
)
from core.games.ninjato.places import spend_card
from core.games.ninjato.skills import raid_skills, saving_skills, turn_red, use_skill, use_tile
from core.games.ninjato.state import House, Raiding, State, discard, draw, left_in, put_treasures, supply
from core.games.ninjato.steps import (
    AddTreasure,
    ChooseToken,
    Decide,
    Fight,
    RevealElite,
    RevealGuard,
    SaveOne,
    TurnRed,
)
from core.kinds import Choice, Seat
from core.piles import less, merged, plus, put
from core.remembering import cached


def raid_of(state: State) -> Raiding:
    assert state.raid is not None
    return state.raid


def raided_house(state: State) -> House:
    return state.houses[raid_of(state).house]


SENTRY_VALUE: Final = tuple(guard.force[0] for guard in GUARDS)
"""By guard: its value as a sentry, the same in both modes (NJ-7.2)."""

# MODE ----------------------------------------------------------------------------------------


def raid_options(state: State, seat: Seat) -> tuple[Choice, ...]:
    """Offer each house with treasure whose sentry can be beaten (NJ-8.2, NJ-21.11)."""
    ways = ways_past(state.hands[seat], arts_of(state.ready[seat], state.used[seat]))
    number = 0
    for house in state.houses:
        number = number * WAYS + (ways[house.sentry] if house.treasures else NO_WAY)
    return RAIDS[number]


WAYS: Final = 4
NO_WAY, BY_FORCE, BY_STEALTH, BOTH_WAYS = range(WAYS)
"""What can beat a sentry."""
ALONG: Final = tuple(((), (force,), (stealth,), (force, stealth)) for force, stealth in RAID)
"""By house and by what can beat its sentry: the possible raids."""
RAIDS: Final = tuple(
    tuple(raid for house, way in zip(ALONG, ways, strict=True) for raid in house[way])
    for ways in product(range(WAYS), repeat=len(ALONG))
)
"""The same by what can beat the sentries of all houses, read as one number."""


@cached(8192)
def ways_past(hand: tuple[int, ...], arts: tuple[Arts, ...]) -> tuple[int, ...]:
    """Return by guard what can beat it as a sentry."""
    return ways_within(limits_of(hand, arts))


@cached(1024)
def ways_within(limits: GuardLimits) -> tuple[int, ...]:
    below, above, over, under = limits
    return tuple(
        [
            BY_FORCE * (value < below or value > above) + BY_STEALTH * (value > over or value < under)
            for value in SENTRY_VALUE
        ]
    )


def begin_raid(state: State, _seat: Seat, choice: Raid) -> None:
    sentry = state.houses[choice.house].sentry
    state.raid = Raiding(choice.house, choice.stealth, (), sentry, ON_CARD[sentry], ())
    state.agenda.append(FIGHT)


# FIGHT ---------------------------------------------------------------------------------------

FIGHT: Final = Fight()


def ask_fight(state: State, _step: Fight) -> dict[Seat, Decision]:
    """A guard that could be beaten need not be; nobody gives up on a player's behalf (NJ-21.15)."""
    seat, raid = state.active, state.raid
    assert raid is not None
    marks = values_of(raid.guard, raid.parts, stealth=raid.stealth)
    kit = kit_of(state.hands[seat], state.ready[seat], marks, stealth=raid.stealth)
    return {seat: Combine("fight", "NJ-8.4", (FAIL, *raid_skills(state, seat)), kit)}


def take_fight(state: State, step: Fight, seat: Seat, choice: Choice) -> None:
    if type(choice) is Combination:
        beat_guard(state, seat, choice)
    elif type(choice) is Fail:
        fail(state, seat)
    else:
        use_skill(state, seat, choice)
        state.agenda.append(step)


def beat_guard(state: State, seat: Seat, play: Combination) -> None:
    """Spend what was played; a card is beaten when all its guards are (NJ-11.3)."""
    raid, total = state.raid, total_of(play)
    assert raid is not None
    marks = values_of(raid.guard, raid.parts, stealth=raid.stealth)
    mark = play.mark or (marks[0] if len(marks) == 1 else hardest_of(marks, total, stealth=raid.stealth))
    for word in play.parts:
        if word in CARD_BEHIND:
            spend_card(state, seat, CARD_BEHIND[word])
        else:
            use_tile(state, seat, PARTS[word][1] - FIRST_SKILL)
    state.events.append(GuardBeaten(seat, play.parts, total, mark, raid.stealth))
    if len(marks) == 1:
        take_treasure(state, seat, raid)
    else:
        state.raid = replace(raid, parts=less(raid.parts, raid.parts[marks.index(mark)]))
        state.agenda.append(FIGHT)


# TAKE ----------------------------------------------------------------------------------------


def take_treasure(state: State, seat: Seat, raid: Raiding) -> None:
    """The beaten card, if it is an elite, then the first treasure in the order of winning (NJ-8.6)."""
    drawn = raid.drawn
    if raid.guard >= ELITES.start:
        state.elites = put(state.elites, seat, plus(state.elites[seat], raid.guard))
        drawn = less(drawn, raid.guard)
        state.events.append(EliteTaken(seat, raid.guard))
    treasures = state.houses[raid.house].treasures
    carried = plus(raid.carried, treasures[0] % RED)
    state.raid = Raiding(raid.house, raid.stealth, carried, NO_GUARD, (), drawn)
    put_treasures(state, raid.house, treasures[1:])
    state.events.append(TreasureTaken(seat, treasures[0]))
    if len(treasures) > 1:
        state.agenda.append(DECIDE)
    else:
        empty_house(state, seat)


NO_GUARD: Final = -1


def empty_house(state: State, seat: Seat) -> None:
    """Success: everything is kept, the sentry is gone, the house is closed (NJ-12.7)."""
    raid, house = raid_of(state), raided_house(state)
    keep_all(state, seat, raid)
    discard(state, GUARD_DECK, (house.sentry,))
    state.houses[raid.house] = replace(house, sentry=-1)
    state.raid = replace(raid, carried=())
    state.events.append(HouseEmptied(seat, raid.house, raid.carried))
    state.agenda.append(ChooseToken())


def keep_all(state: State, seat: Seat, raid: Raiding) -> None:
    state.treasures[seat] = merged(state.treasures[seat], raid.carried)


# DECIDE --------------------------------------------------------------------------------------

DECIDE: Final = Decide()


def ask_decide(state: State, _step: Decide) -> Mapping[Seat, Decision]:
    seat = state.active
    skills = raid_skills(state, seat)
    return go_on_or_not(seat, skills) if skills else GO_ON_OR_NOT[seat]


def go_on_or_not(seat: Seat, skills: Sequence[Choice]) -> dict[Seat, Decision]:
    return {seat: ChooseOne("banzai", "NJ-8.9", (LEAVE, BANZAI, *skills))}


GO_ON_OR_NOT: Final = tuple(go_on_or_not(seat, ()) for seat in SEATS)
"""By seat: the question if no skill can be used."""


def take_decide(state: State, step: Decide, seat: Seat, choice: Choice) -> None:
    if type(choice) is Leave:
        leave(state, seat)
    elif type(choice) is Banzai:
        state.events.append(BanzaiCalled(seat))
        call_guard(state)
    else:
        use_skill(state, seat, choice)
        state.agenda.append(step)


def leave(state: State, seat: Seat) -> None:
    raid = raid_of(state)
    keep_all(state, seat, raid)
    end_raid(state, raid)
    state.events.append(HouseLeft(seat, raid.house, raid.carried))
    state.agenda.append(AddTreasure(raid.house))


# REVEAL, ALARM -------------------------------------------------------------------------------


def call_guard(state: State) -> None:
    """Regular guards protect neutral treasure; when no elite is left they stand in (NJ-7.4, NJ-21.34)."""
    all_red = raided_house(state).treasures[0] >= RED
    state.agenda.append(RevealElite() if all_red and left_in(state, ELITE_DECK) else RevealGuard())


def reveal_guard(state: State, _step: RevealGuard, guard: int) -> None:
    draw(state, GUARD_DECK, guard)
    face(state, guard)
    if GUARDS[guard].alarm:
        house = raid_of(state).house
        state.events.append(AlarmRaised(house))
        state.agenda += [TurnRed(), AddTreasure(house)]


def reveal_elite(state: State, _step: RevealElite, guard: int) -> None:
    draw(state, ELITE_DECK, guard)
    face(state, guard)


def face(state: State, guard: int) -> None:
    raid = state.raid
    assert raid is not None
    drawn = plus(raid.drawn, guard)
    state.raid = Raiding(raid.house, raid.stealth, raid.carried, guard, ON_CARD[guard], drawn)
    state.events.append(GuardRevealed(raid.house, guard))
    state.agenda.append(FIGHT)


def finish_alarm(state: State, _step: TurnRed) -> None:
    """The most valuable neutral treasure is turned red, if there is one (NJ-10.3, NJ-21.33)."""
    turn_red(state, raid_of(state).house)


# FAILED --------------------------------------------------------------------------------------


def fail(state: State, seat: Seat) -> None:
    """The house gets a treasure, after one of those carried has been saved (NJ-12.2)."""
    raid = raid_of(state)
    state.events.append(RaidFailed(seat, raid.house))
    state.agenda.append(AddTreasure(raid.house))
    if raid.carried:
        state.agenda.append(SaveOne())
    else:
        end_raid(state, raid)


def ask_save(state: State, _step: SaveOne) -> dict[Seat, Decision] | None:
    """Ask which treasure is kept, unless there is no choice."""
    seat, carried = state.active, raid_of(state).carried
    options = (*[KEEP[kind] for kind in dict.fromkeys(carried)], *saving_skills(state, seat))
    if len(options) > 1:
        return {seat: ChooseOne("keep", "NJ-12.2", options)}
    keep_one(state, seat, carried[0])
    return None


def take_save(state: State, step: SaveOne, seat: Seat, choice: Choice) -> None:
    if type(choice) is Keep:
        keep_one(state, seat, choice.kind)
    else:
        use_skill(state, seat, choice)
        state.agenda.append(step)


def keep_one(state: State, seat: Seat, kind: int) -> None:
    raid = raid_of(state)
    lost = less(raid.carried, kind)
    state.treasures[seat] = plus(state.treasures[seat], kind)
    discard(state, BAG, lost)
    state.events.append(TreasureSaved(seat, kind, lost))
    end_raid(state, raid)


# TOKEN, DONE ---------------------------------------------------------------------------------


def ask_token(state: State, _step: ChooseToken) -> dict[Seat, Decision]:
    """Any token of another clan in the supply; there always is one (NJ-21.35)."""
    clan, _ = TOKENS[raided_house(state).token]
    there = supply(state)
    options = tuple([TOKEN[token] for token in OTHER_TOKENS[clan] if token in there])
    return {state.active: ChooseOne("token", "NJ-12.8", options)}


def take_token(state: State, _step: ChooseToken, _seat: Seat, choice: Token) -> None:
    raid, house = raid_of(state), raided_house(state)
    state.houses[raid.house] = replace(house, token=choice.token)
    state.events.append(TokenReplaced(raid.house, house.token, choice.token))
    end_raid(state, raid)


def end_raid(state: State, raid: Raiding) -> None:
    """Discard every guard drawn, except beaten elites (NJ-8.15)."""
    if raid.drawn:
        elites_from = bisect_left(raid.drawn, ELITES.start)
        discard(state, GUARD_DECK, raid.drawn[:elites_from])
        discard(state, ELITE_DECK, raid.drawn[elites_from:])
    state.raid = None
