"""Why a choice is refused: what the player is told, and the rule behind it.

Nothing here decides what is legal; the decisions do that. This only finds the best reason after a choice was
refused, from facts the refused player may know.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, Final

from core.decisions import ChooseOne, Combination, Combine, Give, Kit
from core.games.ninjato.board import CLANS, COLOURS, KINDS, OVER, TOKENS
from core.games.ninjato.cards import ANY_CARD, ENVOYS, GUARDS, RUMOR_KINDS, RUMORS, SKILLS, TILES
from core.games.ninjato.choices import (
    Discard,
    Disguise,
    Hear,
    Keep,
    Palace,
    Pavilion,
    Raid,
    Sensei,
    Swap,
    TakeCard,
    Token,
    TurnUp,
)
from core.games.ninjato.costs import PATTERNS, treasures_in
from core.games.ninjato.notation import line_of
from core.games.ninjato.state import State, tiles_of
from core.kinds import Choice, Fact, Phrase, RulesError, Seat, listed, named, phrase

TURN_KINDS: Final = (Sensei, Palace, Pavilion, Raid)


def explain(state: State, seat: Seat, choice: Choice) -> RulesError:
    if seat not in state.seats:
        return RulesError("not-in-game", "NJ-1.1", seat=_seat(seat))
    if state.phase == OVER:
        return RulesError("game-over", "NJ-4.1")
    if isinstance(choice, Give):
        return RulesError("nj-no-gifts", "NJ-4.2")
    decision = state.pending.get(seat)
    if decision is None:
        return RulesError("nothing-to-decide", seat=_seat(seat))
    if not _is_asked_for(decision, choice):
        asked = named("ask", decision.prompt)
        return RulesError("something-else", decision.rule, seat=_seat(seat), question=asked)
    if isinstance(choice, Combination) and isinstance(decision, Combine):
        return _why_no_play(decision.kit, choice)
    if type(choice) in REASONS:
        return REASONS[type(choice)](state, seat, choice)
    return RulesError("not-now", decision.rule, seat=_seat(seat), line=line_of(choice))


def _is_asked_for(decision: Any, choice: Choice) -> bool:
    """Say whether answers of this kind could be given if they were legal."""
    if isinstance(choice, Combination):
        return isinstance(decision, Combine)
    if isinstance(decision, ChooseOne) and decision.prompt == "turn":
        return isinstance(choice, TURN_KINDS)
    kinds = {type(option) for option in decision.options} | RAID_SKILLS.get(decision.prompt, set())
    return type(choice) in kinds


RAID_SKILLS: Final[dict[str, set[type[Choice]]]] = {
    prompt: {Swap, TurnUp} for prompt in ("fight", "banzai", "keep")
}


def _seat(seat: Seat) -> Phrase:
    return named("clan", COLOURS[seat])


def _clan(number: int) -> Phrase:
    return named("nj-clan", CLANS[number])


def _skill(number: int) -> Phrase:
    return named("nj-skill", SKILLS[number])


def _treasure(kind: str) -> Phrase:
    return named("nj-treasure", kind)


def _envoy(number: int) -> Phrase:
    return phrase("nj-envoy", clan=_clan(ENVOYS[number].clan), age=ENVOYS[number].age)


def _rumor(kind: int) -> Phrase:
    return named("nj-rumor", RUMOR_KINDS[kind])


def _cost(word: str) -> Fact:
    if word in PATTERNS:
        return named("nj-cost", word.replace("+", "-"))
    return listed([_treasure(kind) for kind in word.split("+")])


def _why_no_play(kit: Kit, play: Combination) -> RulesError:
    worth = kit.worth_of(play.parts)
    if worth is None:
        return RulesError("nj-not-together", "NJ-9.4")
    passed = kit.passed(worth)
    if play.mark in passed:
        return RulesError("nj-mark-anyway", "NJ-21.21", mark=play.mark)
    marks = listed(kit.marks)
    if kit.below:
        return RulesError("nj-not-lower", "NJ-21.16", worth=worth, marks=marks)
    return RulesError("nj-not-higher", "NJ-21.16", worth=worth, marks=marks)


def _why_no_lesson(state: State, seat: Seat, choice: Sensei) -> RulesError:
    skill = _skill(choice.skill)
    tiles = [TILES[tile] for tile in state.sensei if TILES[tile].skill == choice.skill]
    if not tiles:
        return RulesError("nj-not-offered", "NJ-14.1", skill=skill)
    tile = tiles[0]
    if any(TILES[own].style == tile.style for own in tiles_of(state, seat)):
        return RulesError("nj-style-known", "NJ-14.3", style=named("nj-style", tile.style))
    if tile.price not in (ANY_CARD, choice.card):
        return RulesError("nj-skill-costs", "NJ-14.2", skill=skill, card=tile.price)
    if not choice.card:
        return RulesError("nj-skill-costs-any", "NJ-14.2", skill=skill)
    return RulesError("nj-no-dojo-card", "NJ-14.2", card=choice.card)


def _why_not_paid(state: State, seat: Seat, paid: tuple[int, ...], costs: list[str], rule: str) -> RulesError:
    missing = Counter(treasures_in(paid)) - Counter(state.treasures[seat])
    if missing:
        return RulesError("nj-not-that-much", rule, treasure=_treasure(KINDS[next(iter(missing))]))
    cost = listed([_cost(cost) for cost in dict.fromkeys(costs)], "nj-either-cost")
    return RulesError("nj-paid-exactly", "NJ-21.39", cost=cost)


def _why_no_envoy(state: State, seat: Seat, choice: Palace) -> RulesError:
    if choice.envoy not in state.palace:
        return RulesError("nj-not-in-palace", "NJ-15.1", envoy=_envoy(choice.envoy))
    return _why_not_paid(state, seat, choice.paid, [ENVOYS[choice.envoy].cost], "NJ-15.2")


def _why_no_rumor(state: State, seat: Seat, choice: Pavilion) -> RulesError:
    there = [rumor for rumor in state.pavilion if RUMORS[rumor].kind == choice.kind]
    if choice.card >= 0:
        there = [rumor for rumor in there if rumor == choice.card]
    if not there:
        return RulesError("nj-not-in-pavilion", "NJ-16.1", rumor=_rumor(choice.kind))
    return _why_not_paid(state, seat, choice.paid, [RUMORS[rumor].cost for rumor in there], "NJ-16.2")


def _why_no_raid(state: State, _seat: Seat, choice: Raid) -> RulesError:
    house = state.houses[choice.house]
    if not house.treasures:
        return RulesError("nj-house-emptied", "NJ-4.6")
    value = (GUARDS[house.sentry].stealth if choice.stealth else GUARDS[house.sentry].force)[0]
    return RulesError("nj-nothing-beats-sentry", "NJ-21.11", value=value)


def _why_no_card(state: State, _seat: Seat, choice: TakeCard) -> RulesError:
    return RulesError("nj-not-in-row", "NJ-6.2", card=choice.value)


def _why_no_discard(_state: State, _seat: Seat, choice: Discard) -> RulesError:
    return RulesError("nj-no-card", "NJ-6.4", card=choice.value)


def _why_no_swap(state: State, _seat: Seat, choice: Swap) -> RulesError:
    assert state.raid is not None
    if choice.own not in state.raid.carried:
        return RulesError("nj-not-on-shuriken", "NJ-13.11", treasure=_treasure(KINDS[choice.own]))
    if choice.theirs not in state.houses[state.raid.house].treasures:
        return RulesError("nj-not-in-house", "NJ-13.11")
    return RulesError("nj-no-choho", "NJ-13.1")


def _why_not_readied(state: State, seat: Seat, choice: TurnUp) -> RulesError:
    used = [tile for tile in state.used[seat] if TILES[tile].skill == choice.skill]
    if not used:
        return RulesError("nj-skill-not-used", "NJ-13.14", skill=_skill(choice.skill))
    return RulesError("nj-kuji-kiri-not-so", "NJ-13.14")


def _why_not_kept(_state: State, _seat: Seat, choice: Keep) -> RulesError:
    return RulesError("nj-not-on-shuriken", "NJ-12.2", treasure=_treasure(KINDS[choice.kind]))


def _why_no_token(state: State, _seat: Seat, choice: Token) -> RulesError:
    assert state.raid is not None
    clan, _ = TOKENS[state.houses[state.raid.house].token]
    if TOKENS[choice.token][0] == clan:
        return RulesError("nj-token-of-same-clan", "NJ-12.8", clan=_clan(clan))
    return RulesError("nj-token-not-in-supply", "NJ-12.8")


def _why_no_disguise(state: State, seat: Seat, choice: Disguise) -> RulesError:
    if choice.envoy not in state.envoys[seat]:
        return RulesError("nj-not-your-envoy", "NJ-13.15", envoy=_envoy(choice.envoy))
    if not ENVOYS[choice.envoy].mask:
        return RulesError("nj-envoy-without-mask", "NJ-13.15", envoy=_envoy(choice.envoy))
    return RulesError("nj-envoy-named", "NJ-13.16")


def _why_not_heard(_state: State, _seat: Seat, choice: Hear) -> RulesError:
    return RulesError("nj-not-in-pavilion", "NJ-21.47", rumor=_rumor(choice.kind))


REASONS: Final[dict[type[Choice], Callable[[State, Seat, Any], RulesError]]] = {
    Sensei: _why_no_lesson,
    Palace: _why_no_envoy,
    Pavilion: _why_no_rumor,
    Raid: _why_no_raid,
    TakeCard: _why_no_card,
    Discard: _why_no_discard,
    Swap: _why_no_swap,
    TurnUp: _why_not_readied,
    Keep: _why_not_kept,
    Token: _why_no_token,
    Disguise: _why_no_disguise,
    Hear: _why_not_heard,
}
