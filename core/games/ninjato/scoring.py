"""The scoring phases: disguise, influence and awards (NJ-18); the final scoring (NJ-19)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from core.decisions import DONE, ChooseOne, Decision
from core.games.ninjato.board import CLANS, OVER, ROUNDS, SCORING, SCORING_ORDER, TOKENS
from core.games.ninjato.cards import (
    DISHONORABLE_RIVALS,
    ENVOYS,
    GOODWILL,
    GREATEST_WARRIOR,
    GUARDS,
    HENSOJUTSU,
    POWERFUL_FRIENDS,
    RIVALS_HONOR,
    RUMOR_KINDS,
    RUMORS,
    SECRET_ART,
    SET_SIZE,
    SET_WORTH,
    TILES,
)
from core.games.ninjato.choices import DISGUISE, HONOR, Disguise, Hear
from core.games.ninjato.events import (
    ClanHonored,
    EnvoyDisguised,
    FinalScore,
    RumorAwarded,
    RumorsShown,
    ScoringBegan,
)
from core.games.ninjato.places import take_rumor
from core.games.ninjato.state import State, add_honor, tiles_of
from core.games.ninjato.steps import (
    AwardFirst,
    AwardSecond,
    BeginRound,
    BeginScoring,
    EndScoring,
    RefillPavilion,
    ScoreAll,
    SendDisguised,
)
from core.games.ninjato.view import View
from core.kinds import Choice, GameEnded, Seat, Step
from core.remembering import cached

AWARDS: Final = ("none", "honor", "rumor")
NO_AWARD, TOOK_HONOR, TOOK_RUMOR = range(3)
FIRST, SECOND = 1, 2


def begin_scoring(state: State, step: BeginScoring) -> None:
    """First all first places, then all second places, clan by clan (NJ-18.4)."""
    state.phase = SCORING
    state.disguised = ()
    state.awards = (NO_AWARD,) * len(CLANS)
    state.events.append(ScoringBegan(step.number))
    clans = SCORING_ORDER[step.number]
    following: list[Step] = [
        *(SendDisguised(seat, left) for seat in state.order if (left := disguises(state, seat))),
        *map(AwardFirst, clans),
        *map(AwardSecond, clans),
        EndScoring(step.number),
    ]
    state.agenda += following[::-1]


def disguises(state: State, seat: Seat) -> int:
    """Count a player's Hensojutsu tiles."""
    return sum(TILES[tile].skill == HENSOJUTSU for tile in tiles_of(state, seat))


def ask_disguise(state: State, step: SendDisguised) -> dict[Seat, Decision] | None:
    """Each Hensojutsu names another masked envoy, or none (NJ-13.16, NJ-21.44)."""
    masked = [envoy for envoy in state.envoys[step.seat] if ENVOYS[envoy].mask]
    options = [DISGUISE[envoy] for envoy in masked if envoy not in state.disguised]
    return {step.seat: ChooseOne("disguise", "NJ-13.15", (*options, DONE))} if options else None


def take_disguise(state: State, step: SendDisguised, seat: Seat, choice: Choice) -> None:
    if isinstance(choice, Disguise):
        state.disguised += (choice.envoy,)
        state.events.append(EnvoyDisguised(seat, choice.envoy))
        if step.left > 1:
            state.agenda.append(SendDisguised(seat, step.left - 1))


# Places --------------------------------------------------------------------------------------


def influence(envoys: tuple[int, ...], disguised: tuple[int, ...]) -> int:
    """An envoy counts once, and once more with a disguised ninja (NJ-18.2)."""
    return len(envoys) + (sum([envoy in disguised for envoy in envoys]) if disguised else 0)


@cached(4096)
def oldest(envoys: tuple[int, ...]) -> int:
    return max([ENVOYS[envoy].age for envoy in envoys], default=0)


def ranking(state: State | View, clan: int) -> list[Seat]:
    """List who has influence in a clan, most first; the oldest envoy decides ties (NJ-18.3)."""
    found = [
        (influence(envoys, state.disguised), oldest(envoys), seat)
        for seat in state.seats
        if (envoys := of_clan(state.envoys[seat], clan))
    ]
    return [seat for _, _, seat in sorted(found, reverse=True)]


@cached(4096)
def of_clan(envoys: tuple[int, ...], clan: int) -> tuple[int, ...]:
    return tuple([envoy for envoy in envoys if ENVOYS[envoy].clan == clan])


def clan_honor(state: State | View, clan: int) -> int:
    """Add up the clan's tokens on the houses (NJ-18.7)."""
    tokens = [TOKENS[house.token] for house in state.houses]
    return sum([value for owner, value in tokens if owner == clan])


# Awards --------------------------------------------------------------------------------------


def ask_first(state: State, step: AwardFirst) -> dict[Seat, Decision] | None:
    """A first place chooses; without a rumor it has to be the honor (NJ-18.5, NJ-21.48)."""
    places = ranking(state, step.clan)
    if not places:
        return None
    if not state.pavilion:
        award_honor(state, places[0], step.clan, FIRST)
        return None
    return {places[0]: ChooseOne("award", "NJ-18.5", (HONOR, *rumor_options(state.pavilion)))}


@cached(4096)
def rumor_options(pavilion: tuple[int, ...]) -> tuple[Choice, ...]:
    """Name the card only if another of its kind lies before it."""
    options: dict[Hear, None] = {}
    for rumor in pavilion:
        plain = Hear(RUMORS[rumor].kind)
        options[plain if plain not in options else Hear(plain.kind, rumor)] = None
    return tuple(options)


def take_first(state: State, step: AwardFirst, seat: Seat, choice: Choice) -> None:
    if isinstance(choice, Hear):
        award_rumor(state, seat, step.clan, FIRST, choice)
    else:
        award_honor(state, seat, step.clan, FIRST)


def ask_second(state: State, step: AwardSecond) -> dict[Seat, Decision] | None:
    """A second place gets what the first did not take (NJ-18.6)."""
    award = state.awards[step.clan]
    if award == NO_AWARD or (award == TOOK_HONOR and not state.pavilion):
        return None
    places = ranking(state, step.clan)
    if len(places) < SECOND:
        return None
    if award == TOOK_RUMOR:
        award_honor(state, places[1], step.clan, SECOND)
        return None
    return {places[1]: ChooseOne("rumor", "NJ-18.6", rumor_options(state.pavilion))}


def take_second(state: State, step: AwardSecond, seat: Seat, choice: Hear) -> None:
    award_rumor(state, seat, step.clan, SECOND, choice)


def award_honor(state: State, seat: Seat, clan: int, place: int) -> None:
    honor = clan_honor(state, clan)
    add_honor(state, seat, honor)
    note_award(state, clan, place, TOOK_HONOR)
    state.events.append(ClanHonored(seat, clan, place, honor))


def award_rumor(state: State, seat: Seat, clan: int, place: int, choice: Hear) -> None:
    """The rumor is free (NJ-18.8)."""
    of_kind = [rumor for rumor in state.pavilion if RUMORS[rumor].kind == choice.kind]
    rumor = choice.card if choice.card >= 0 else of_kind[0]
    take_rumor(state, seat, rumor)
    note_award(state, clan, place, TOOK_RUMOR)
    state.events.append(RumorAwarded(seat, clan, place, rumor))


def note_award(state: State, clan: int, place: int, award: int) -> None:
    if place == FIRST:
        state.awards = (*state.awards[:clan], award, *state.awards[clan + 1 :])


def end_scoring(state: State, step: EndScoring) -> None:
    """Refill the pavilion when all awards are given (NJ-18.9)."""
    state.disguised = state.awards = ()
    state.agenda.append(ScoreAll() if step.number == ROUNDS else BeginRound(step.number + 1))
    state.agenda.append(RefillPavilion())


# The end of the game -------------------------------------------------------------------------


COUNTED: Final[dict[int, Callable[[State | View, Seat], int]]] = {
    GREATEST_WARRIOR: lambda state, seat: len(state.elites[seat]),
    GOODWILL: lambda state, seat: len(state.rumors[seat]),
    POWERFUL_FRIENDS: lambda state, seat: len(state.envoys[seat]),
    SECRET_ART: lambda state, seat: len(state.ready[seat]) + len(state.used[seat]),
}
"""By kind of rumor: what it counts (NJ-19.3 to NJ-19.6)."""


def score_all(state: State, _step: ScoreAll) -> None:
    for seat in state.seats:
        if state.rumors[seat]:
            state.events.append(RumorsShown(seat, state.rumors[seat]))
    gains = {seat: final_gain(state, seat) for seat in state.seats}
    for seat, gain in gains.items():
        add_honor(state, seat, sum(gain.rumors) + gain.treasures + gain.elites)
        state.events.append(gain)
    state.winners = winners_of(state)
    state.phase = OVER
    honor = tuple((seat, state.honor[seat]) for seat in state.seats)
    state.events.append(GameEnded(state.winners, honor))


def final_gain(state: State | View, seat: Seat) -> FinalScore:
    """Work out what a player would score if this were the end; rivals not in view do not count."""
    kinds = kinds_of(state.rumors[seat])
    return FinalScore(
        seat,
        rumors=tuple([rumor_honor(state, seat, kind, kinds.count(kind)) for kind in range(len(RUMOR_KINDS))]),
        treasures=len(state.treasures[seat]),
        elites=sum([GUARDS[elite].flag for elite in state.elites[seat]]),
    )


def rumor_honor(state: State | View, seat: Seat, kind: int, cards: int) -> int:
    if not cards:
        return 0
    if kind == DISHONORABLE_RIVALS:
        owners = sum([kind in kinds_of(state.rumors[other]) for other in state.seats])
        return cards * RIVALS_HONOR[min(owners, len(RIVALS_HONOR)) - 1]
    return multiplier(cards) * COUNTED[kind](state, seat)


def kinds_of(rumors: tuple[int, ...]) -> list[int]:
    return [RUMORS[rumor].kind for rumor in rumors]


def multiplier(cards: int) -> int:
    """Sets of three add up; leftovers start a new one (NJ-19.2)."""
    return SET_WORTH[SET_SIZE] * (cards // SET_SIZE) + SET_WORTH[cards % SET_SIZE]


def winners_of(state: State) -> tuple[Seat, ...]:
    """Most honor, then more envoys, then the oldest; players without any share (NJ-19.11, NJ-21.50)."""

    def rank(seat: Seat) -> tuple[int, int, int]:
        envoys = state.envoys[seat]
        return state.honor[seat], len(envoys), oldest(envoys)

    best = max(map(rank, state.seats))
    return tuple([seat for seat in state.seats if rank(seat) == best])
