"""A raid, from the shuriken on a house to its end (NJ-7 to NJ-12); its states are those of NJ-8."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from core.combining import Combination, Combine, Kit, marks_passed
from core.games.ninjato.board import RED, TOKENS, side_of
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
from core.games.ninjato.decks import discard, draw, left_in
from core.games.ninjato.dojo import spend_card
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
from core.games.ninjato.fights import FIRST_SKILL, PARTS, Limits, kit_of, limits_of, total_of, values_of
from core.games.ninjato.piles import less, merged, plus, put
from core.games.ninjato.placing import place_shuriken
from core.games.ninjato.skills import (
    choho_options,
    kuji_kiri_options,
    raid_skills,
    turn_red,
    use_skill,
    use_tile,
)
from core.games.ninjato.state import House, Raiding, State, put_treasures, supply
from core.games.ninjato.steps import (
    AddTreasure,
    ChooseToken,
    Decide,
    EndRaid,
    Fight,
    RevealElite,
    RevealGuard,
    SaveOne,
    TurnRed,
)
from core.records import Choice, ChooseOne, Decision, Seat


def raid_of(state: State) -> Raiding:
    assert state.raid is not None
    return state.raid


def raided_house(state: State) -> House:
    return state.houses[raid_of(state).house]


SENTRY_VALUE: Final = tuple(guard.force[0] for guard in GUARDS)
"""By guard: its value as a sentry, the same both ways (NJ-7.2)."""

# MODE ----------------------------------------------------------------------------------------


def raid_options(state: State, seat: Seat) -> list[Choice]:
    """Offer each house with treasure whose sentry can be beaten (NJ-8.2, NJ-21.11)."""
    ways = ways_past(state.hands[seat], state.ready[seat], state.used[seat])
    options: list[Choice] = []
    for house, sides in zip(state.houses, RAIDS, strict=True):
        if house.treasures:
            options += sides[ways[house.sentry]]
    return options


RAIDS: Final = tuple(((), (force,), (stealth,), (force, stealth)) for force, stealth in RAID)
"""By house and by what can beat its sentry: nothing, force, stealth or both."""


@lru_cache(maxsize=8192)
def ways_past(hand: tuple[int, ...], ready: tuple[int, ...], used: tuple[int, ...]) -> tuple[int, ...]:
    """Say by guard which way of `RAIDS` leads past it as a sentry."""
    return ways_within(limits_of(hand, ready, used))


@lru_cache(maxsize=1024)
def ways_within(limits: Limits) -> tuple[int, ...]:
    below, above, over, under = limits
    return tuple(
        [(value < below or value > above) + 2 * (value > over or value < under) for value in SENTRY_VALUE]
    )


def begin_raid(state: State, seat: Seat, choice: Raid) -> None:
    place_shuriken(state, seat, side_of(choice.house, stealth=choice.stealth))
    sentry = state.houses[choice.house].sentry
    state.raid = Raiding(choice.house, choice.stealth, (), sentry, (0,), ())
    state.agenda.append(Fight())


# FIGHT ---------------------------------------------------------------------------------------


def kit_against(state: State, seat: Seat) -> Kit:
    raid = raid_of(state)
    marks = values_of(raid.guard, raid.parts, stealth=raid.stealth)
    return kit_of(state.hands[seat], state.ready[seat], marks, stealth=raid.stealth)


def ask_fight(state: State, _step: Fight) -> dict[Seat, Decision]:
    """A guard that could be beaten need not be; nobody gives up for a player (NJ-21.15)."""
    seat = state.active
    options = (FAIL, *raid_skills(state, seat))
    return {seat: Combine("fight", "NJ-8.4", options, kit_against(state, seat))}


def take_fight(state: State, step: Fight, seat: Seat, choice: Choice) -> None:
    if isinstance(choice, Combination):
        beat_guard(state, seat, choice)
    elif isinstance(choice, Fail):
        raid = raid_of(state)
        state.events.append(RaidFailed(seat, raid.house))
        state.agenda += [EndRaid(), AddTreasure(raid.house), SaveOne()]
    else:
        use_skill(state, seat, choice)
        state.agenda.append(step)


def beat_guard(state: State, seat: Seat, play: Combination) -> None:
    """Spend what was played; a card is beaten when all its guards are (NJ-11.3)."""
    raid, total = raid_of(state), total_of(play)
    marks = values_of(raid.guard, raid.parts, stealth=raid.stealth)
    mark = play.mark or marks_passed(marks, total, below=raid.stealth)[0]
    for word in play.parts:
        spend_part(state, seat, word)
    state.events.append(GuardBeaten(seat, play.parts, total, mark, raid.stealth))
    parts = less(raid.parts, raid.parts[marks.index(mark)])
    state.raid = replace(raid, parts=parts)
    if parts:
        state.agenda.append(Fight())
    else:
        take_treasure(state, seat)


def spend_part(state: State, seat: Seat, word: str) -> None:
    _, stock, worth = PARTS[word]
    if stock >= FIRST_SKILL:
        use_tile(state, seat, stock - FIRST_SKILL)
    else:
        spend_card(state, seat, worth if word.isdigit() else abs(int(word)))


# TAKE ----------------------------------------------------------------------------------------


def take_treasure(state: State, seat: Seat) -> None:
    """The beaten card, if it is an elite, then the first treasure in the order of winning (NJ-8.6)."""
    raid, house = raid_of(state), raided_house(state)
    treasure, *rest = house.treasures
    drawn = raid.drawn
    if raid.guard in ELITES:
        state.elites = put(state.elites, seat, plus(state.elites[seat], raid.guard))
        drawn = less(drawn, raid.guard)
        state.events.append(EliteTaken(seat, raid.guard))
    state.raid = replace(raid, carried=plus(raid.carried, treasure % RED), guard=-1, drawn=drawn)
    put_treasures(state, raid.house, tuple(rest))
    state.events.append(TreasureTaken(seat, treasure))
    if rest:
        state.agenda.append(Decide())
    else:
        empty_house(state, seat)


def empty_house(state: State, seat: Seat) -> None:
    """Success: all is kept, the sentry is gone, the house is closed (NJ-12.7)."""
    raid, house = raid_of(state), raided_house(state)
    keep_all(state, seat)
    discard(state, GUARD_DECK, (house.sentry,))
    state.houses[raid.house] = replace(house, sentry=-1)
    state.events.append(HouseEmptied(seat, raid.house, raid.carried))
    state.agenda += [EndRaid(), ChooseToken()]


def keep_all(state: State, seat: Seat) -> None:
    raid = raid_of(state)
    state.treasures[seat] = merged(state.treasures[seat], raid.carried)
    state.raid = replace(raid, carried=())


# DECIDE --------------------------------------------------------------------------------------


def ask_decide(state: State, _step: Decide) -> dict[Seat, Decision]:
    seat = state.active
    return {seat: ChooseOne("banzai", "NJ-8.9", (LEAVE, BANZAI, *raid_skills(state, seat)))}


def take_decide(state: State, step: Decide, seat: Seat, choice: Choice) -> None:
    raid = raid_of(state)
    if isinstance(choice, Leave):
        keep_all(state, seat)
        state.events.append(HouseLeft(seat, raid.house, raid.carried))
        state.agenda += [EndRaid(), AddTreasure(raid.house)]
    elif isinstance(choice, Banzai):
        state.events.append(BanzaiCalled(seat))
        call_guard(state)
    else:
        use_skill(state, seat, choice)
        state.agenda.append(step)


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
    raid = raid_of(state)
    parts = tuple(range(len(GUARDS[guard].force)))
    state.raid = replace(raid, guard=guard, parts=parts, drawn=plus(raid.drawn, guard))
    state.events.append(GuardRevealed(raid.house, guard))
    state.agenda.append(Fight())


def finish_alarm(state: State, _step: TurnRed) -> None:
    """The most valuable neutral treasure is turned red, if there is one (NJ-10.3, NJ-21.33)."""
    turn_red(state, raid_of(state).house)


# FAILED --------------------------------------------------------------------------------------


def ask_save(state: State, _step: SaveOne) -> dict[Seat, Decision] | None:
    """Ask which treasure is kept; where there is no choice it goes without saying."""
    seat, carried = state.active, raid_of(state).carried
    if not carried:
        return None
    options = (
        *[KEEP[kind] for kind in dict.fromkeys(carried)],
        *choho_options(state, seat),
        *kuji_kiri_options(state, seat),
    )
    if len(options) > 1:
        return {seat: ChooseOne("keep", "NJ-12.2", options)}
    keep_one(state, seat, carried[0])
    return None


def take_save(state: State, step: SaveOne, seat: Seat, choice: Choice) -> None:
    if isinstance(choice, Keep):
        keep_one(state, seat, choice.kind)
    else:
        use_skill(state, seat, choice)
        state.agenda.append(step)


def keep_one(state: State, seat: Seat, kind: int) -> None:
    raid = raid_of(state)
    lost = less(raid.carried, kind)
    state.treasures[seat] = plus(state.treasures[seat], kind)
    discard(state, BAG, lost)
    state.raid = replace(raid, carried=())
    state.events.append(TreasureSaved(seat, kind, lost))


# TOKEN, DONE ---------------------------------------------------------------------------------


def ask_token(state: State, _step: ChooseToken) -> dict[Seat, Decision]:
    """Any token of another clan in the supply; there always is one (NJ-21.35)."""
    clan, _ = TOKENS[raided_house(state).token]
    there = supply(state)
    options = tuple([TOKEN[token] for token in OTHER_TOKENS[clan] if token in there])
    return {state.active: ChooseOne("token", "NJ-12.8", options)}


def take_token(state: State, _step: ChooseToken, _seat: Seat, choice: Token) -> None:
    number, house = raid_of(state).house, raided_house(state)
    state.houses[number] = replace(house, token=choice.token)
    state.events.append(TokenReplaced(number, house.token, choice.token))


def end_raid(state: State, _step: EndRaid) -> None:
    """Discard every guard drawn, except beaten elites (NJ-8.15)."""
    drawn = raid_of(state).drawn
    if drawn:
        discard(state, GUARD_DECK, [guard for guard in drawn if guard not in ELITES])
        discard(state, ELITE_DECK, [guard for guard in drawn if guard in ELITES])
    state.raid = None
