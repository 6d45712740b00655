"""Why a choice is refused: a sentence for the player and the rule it rests on.

Nothing here decides what is legal; the decisions do that. This only looks for the best reason once
a choice has been refused, from facts the refused player may know.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, Final

from core.combining import Combination, Combine, Kit
from core.games.ninjato.board import CLANS, COLOURS, KINDS, OVER, TOKENS
from core.games.ninjato.cards import ANY_CARD, ENVOY_NAMES, ENVOYS, GUARDS, RUMOR_KINDS, RUMORS, SKILLS, TILES
from core.games.ninjato.choices import (
    Discard,
    Disguise,
    Hear,
    Keep,
    Palace,
    Pavilion,
    Raid,
    Ready,
    Sensei,
    Swap,
    Take,
    Token,
)
from core.games.ninjato.costs import treasures_in
from core.games.ninjato.notation import line_of
from core.games.ninjato.state import State, tiles_of
from core.records import Choice, ChooseOne, Give, RulesError, Seat

TURN_KINDS: Final = (Sensei, Palace, Pavilion, Raid)


def explain(state: State, seat: Seat, choice: Choice) -> RulesError:
    if seat not in state.seats:
        return RulesError(f"{_seat(seat)} is not in this game.", "NJ-1.1")
    if state.phase == OVER:
        return RulesError("The game is over.", "NJ-4.1")
    if isinstance(choice, Give):
        return RulesError("In Ninjato nothing is given away.", "NJ-4.2")
    decision = state.pending.get(seat)
    if decision is None:
        return RulesError(f"{_seat(seat)} has nothing to decide now.")
    if not _is_asked_for(decision, choice):
        return RulesError(f"{_seat(seat)} is asked for something else: {decision.prompt}.", decision.rule)
    if isinstance(choice, Combination) and isinstance(decision, Combine):
        return _why_no_play(decision.kit, choice)
    if type(choice) in REASONS:
        return REASONS[type(choice)](state, seat, choice)
    return RulesError(f"{_seat(seat)} cannot '{line_of(choice)}' now.", decision.rule)


def _is_asked_for(decision: Any, choice: Choice) -> bool:
    """Say whether answers of this kind could be given, were they but legal."""
    if isinstance(choice, Combination):
        return isinstance(decision, Combine)
    if isinstance(decision, ChooseOne) and decision.prompt == "turn":
        return isinstance(choice, TURN_KINDS)
    kinds = {type(option) for option in decision.options} | RAID_SKILLS.get(decision.prompt, set())
    return type(choice) in kinds


RAID_SKILLS: Final[dict[str, set[type[Choice]]]] = {
    prompt: {Swap, Ready} for prompt in ("fight", "banzai", "keep")
}


def _seat(seat: Seat) -> str:
    return COLOURS[seat].capitalize()


def _name(word: str) -> str:
    return word.replace("-", " ").title()


def _why_no_play(kit: Kit, play: Combination) -> RulesError:
    worth = kit.worth_of(play.parts)
    if worth is None:
        return RulesError(
            "You do not have all that, or it cannot be played together: a play is one card or Boryaku, at "
            "most one of Kenjutsu and Intonjutsu, and any modifiers.",
            "NJ-9.4",
        )
    passed = kit.passed(worth)
    if play.mark in passed:
        return RulesError(f"That is against the {play.mark} anyway; leave out 'at {play.mark}'.", "NJ-21.21")
    marks = " and ".join(map(str, kit.marks))
    side = "lower" if kit.below else "higher"
    return RulesError(f"That comes to {worth}; it has to be {side} than {marks}.", "NJ-21.16")


def _why_no_lesson(state: State, seat: Seat, choice: Sensei) -> RulesError:
    tiles = [TILES[tile] for tile in state.sensei if TILES[tile].skill == choice.skill]
    if not tiles:
        return RulesError(f"The sensei does not offer {_name(SKILLS[choice.skill])}.", "NJ-14.1")
    tile = tiles[0]
    if any(TILES[own].style == tile.style for own in tiles_of(state, seat)):
        return RulesError(f"You know the style of the {tile.style}, so no card is discarded.", "NJ-14.3")
    if tile.price not in (ANY_CARD, choice.card):
        return RulesError(f"{_name(SKILLS[choice.skill])} costs a dojo card {tile.price}.", "NJ-14.2")
    if not choice.card:
        return RulesError(f"{_name(SKILLS[choice.skill])} costs a dojo card.", "NJ-14.2")
    return RulesError(f"You have no dojo card {choice.card}.", "NJ-14.2")


def _why_not_paid(state: State, seat: Seat, paid: tuple[int, ...], cost: str, rule: str) -> RulesError:
    missing = Counter(treasures_in(paid)) - Counter(state.treasures[seat])
    if missing:
        return RulesError(f"You do not have that much {KINDS[next(iter(missing))]}.", rule)
    return RulesError(f"The cost is {cost}, and it is paid exactly.", "NJ-21.39")


def _why_no_envoy(state: State, seat: Seat, choice: Palace) -> RulesError:
    if choice.envoy not in state.palace:
        return RulesError(f"{ENVOY_NAMES[choice.envoy]} is not in the palace.", "NJ-15.1")
    return _why_not_paid(state, seat, choice.paid, ENVOYS[choice.envoy].cost, "NJ-15.2")


def _why_no_rumor(state: State, seat: Seat, choice: Pavilion) -> RulesError:
    there = [rumor for rumor in state.pavilion if RUMORS[rumor].kind == choice.kind]
    if choice.card >= 0:
        there = [rumor for rumor in there if rumor == choice.card]
    if not there:
        return RulesError(f"No such {_name(RUMOR_KINDS[choice.kind])} is in the pavilion.", "NJ-16.1")
    cost = " or ".join(RUMORS[rumor].cost for rumor in there)
    return _why_not_paid(state, seat, choice.paid, cost, "NJ-16.2")


def _why_no_raid(state: State, _seat: Seat, choice: Raid) -> RulesError:
    house = state.houses[choice.house]
    if not house.treasures:
        return RulesError("That house was emptied in this round.", "NJ-4.6")
    value = (GUARDS[house.sentry].stealth if choice.stealth else GUARDS[house.sentry].force)[0]
    return RulesError(f"You have nothing that beats the sentry, {value}, that way.", "NJ-21.11")


def _why_no_card(state: State, _seat: Seat, choice: Take) -> RulesError:
    return RulesError(f"There is no {choice.value} in the row.", "NJ-6.2")


def _why_no_discard(_state: State, _seat: Seat, choice: Discard) -> RulesError:
    return RulesError(f"You have no {choice.value}.", "NJ-6.4")


def _why_no_swap(state: State, _seat: Seat, choice: Swap) -> RulesError:
    assert state.raid is not None
    if choice.own not in state.raid.carried:
        return RulesError(f"There is no {KINDS[choice.own]} on the shuriken.", "NJ-13.11")
    if choice.theirs not in state.houses[state.raid.house].treasures:
        return RulesError("There is no such treasure in the house.", "NJ-13.11")
    return RulesError("You have no Choho ready.", "NJ-13.1")


def _why_not_readied(state: State, seat: Seat, choice: Ready) -> RulesError:
    used = [tile for tile in state.used[seat] if TILES[tile].skill == choice.skill]
    if not used:
        return RulesError(f"You have no used {_name(SKILLS[choice.skill])}.", "NJ-13.14")
    return RulesError("Kuji-kiri is not ready, or never readies that skill.", "NJ-13.14")


def _why_not_kept(_state: State, _seat: Seat, choice: Keep) -> RulesError:
    return RulesError(f"There is no {KINDS[choice.kind]} on the shuriken.", "NJ-12.2")


def _why_no_token(state: State, _seat: Seat, choice: Token) -> RulesError:
    assert state.raid is not None
    clan, _ = TOKENS[state.houses[state.raid.house].token]
    if TOKENS[choice.token][0] == clan:
        return RulesError(f"The new token is not of {_name(CLANS[clan])} again.", "NJ-12.8")
    return RulesError("That token is not in the supply.", "NJ-12.8")


def _why_no_disguise(state: State, seat: Seat, choice: Disguise) -> RulesError:
    if choice.envoy not in state.envoys[seat]:
        return RulesError(f"{ENVOY_NAMES[choice.envoy]} is not your envoy.", "NJ-13.15")
    if not ENVOYS[choice.envoy].mask:
        return RulesError(f"{ENVOY_NAMES[choice.envoy]} has no mask.", "NJ-13.15")
    return RulesError("That envoy is named already.", "NJ-13.16")


def _why_not_heard(_state: State, _seat: Seat, choice: Hear) -> RulesError:
    return RulesError(f"No such {_name(RUMOR_KINDS[choice.kind])} is in the pavilion.", "NJ-21.47")


REASONS: Final[dict[type[Choice], Callable[[State, Seat, Any], RulesError]]] = {
    Sensei: _why_no_lesson,
    Palace: _why_no_envoy,
    Pavilion: _why_no_rumor,
    Raid: _why_no_raid,
    Take: _why_no_card,
    Discard: _why_no_discard,
    Swap: _why_no_swap,
    Ready: _why_not_readied,
    Keep: _why_not_kept,
    Token: _why_no_token,
    Disguise: _why_no_disguise,
    Hear: _why_not_heard,
}
