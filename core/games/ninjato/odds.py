"""The odds of a raid, from what a viewer may know: unseen guards, what beats them, what is at stake.

All functions take a view and change nothing; screens and the line client show their results.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import NamedTuple

from core.decisions import Combination, Combine
from core.games.ninjato.board import GOLD, HONOR, RED
from core.games.ninjato.cards import (
    DOJO_DECK,
    ELITE_DECK,
    ELITES,
    GUARD_DECK,
    GUARDS,
    HENSOJUTSU,
    KUJI_KIRI,
    SEISHIN_TEKI,
    TILES,
    WHOLE,
)
from core.games.ninjato.fights import FIRST_SKILL, PARTS, kit_of, skills_in, values_of
from core.games.ninjato.view import View
from core.piles import less, plus, without
from core.remembering import cached


class PossibleGuard(NamedTuple):
    """A guard that may come: how many are unseen, and whether the viewer could beat it (None if unknown)."""

    guard: int
    number: int
    beatable: bool | None


class BanzaiOdds(NamedTuple):
    """What banzai would bring; the shares are of all guards that may come."""

    elite: bool
    draws: tuple[PossibleGuard, ...]
    treasure: int  # what stands to be won

    @property
    def total(self) -> int:
        return sum(draw.number for draw in self.draws)

    @property
    def beaten(self) -> Fraction | None:
        """The share of guards the viewer could beat with everything in hand."""
        if any(draw.beatable is None for draw in self.draws):
            return None
        return self.share([draw for draw in self.draws if draw.beatable])

    @property
    def alarm(self) -> Fraction:
        """The share of guards that would raise an alarm."""
        return self.share([draw for draw in self.draws if GUARDS[draw.guard].alarm])

    def share(self, draws: list[PossibleGuard]) -> Fraction:
        return Fraction(sum(draw.number for draw in draws), self.total) if self.total else Fraction(0)


class Stake(NamedTuple):
    """What the shuriken carries, and what a failure would lose."""

    carried: tuple[int, ...]
    kept: int  # the most valuable kind on the shuriken; -1 for none
    lost: tuple[int, ...]
    honor: int  # what the lost ones would score, gold at its best


class CardEffect(NamedTuple):
    """What one card or skill does: its word, and the value it gives or the change it makes."""

    word: str
    sets: bool
    worth: int
    beats: tuple[int, ...]  # the guards it would beat alone; only for what can be played alone


# What may come -------------------------------------------------------------------------------


def unseen_guards(view: View) -> Counter[int]:
    """Count the regular guards that may be drawn next, from everything in the open."""
    sentries = [house.sentry for house in view.houses if house.sentry >= 0]
    drawn = [guard for guard in view.raid.drawn if guard not in ELITES] if view.raid else []
    left = without(WHOLE[GUARD_DECK], (*sentries, *drawn, *view.discards[GUARD_DECK]))
    return Counter(left or view.discards[GUARD_DECK])


def unseen_elites(view: View) -> Counter[int]:
    """Count the elite guards that may be drawn next."""
    beaten = [elite for elites in view.elites for elite in elites]
    drawn = [guard for guard in view.raid.drawn if guard in ELITES] if view.raid else []
    left = without(WHOLE[ELITE_DECK], (*beaten, *drawn, *view.discards[ELITE_DECK]))
    return Counter(left or view.discards[ELITE_DECK])


def unseen_cards(view: View) -> Counter[int]:
    """Count the dojo cards in the deck and in others' hands."""
    return Counter(without(WHOLE[DOJO_DECK], (*view.hand, *view.row, *view.discards[DOJO_DECK])))


def prospect(view: View, house: int | None = None) -> BanzaiOdds | None:
    """Return what the next guard of the raided or any other house may be; None if there is no treasure."""
    raid = view.raid
    number = raid.house if house is None and raid is not None else house
    if number is None or not view.houses[number].treasures:
        return None
    treasure = view.houses[number].treasures[0]
    elites = unseen_elites(view) if treasure >= RED else None
    left = elites or unseen_guards(view)
    draws = tuple(PossibleGuard(guard, left[guard], beats_card(view, guard)) for guard in sorted(left))
    return BanzaiOdds(bool(elites), draws, treasure)


def beaten_after(view: View, play: Combination) -> Fraction | None:
    """Return the share of next guards the viewer could beat after this play; None if none would follow."""
    raid, seat = view.raid, view.viewer
    if raid is None or seat is None or len(raid.parts) > 1:
        return None
    rest = view.houses[raid.house].treasures[1:]
    if not rest:
        return None
    left = (unseen_elites(view) if rest[0] >= RED else None) or unseen_guards(view)
    own = spend(view.hand, view.ready[seat], view.used[seat], play)
    beaten = sum(
        number
        for guard, number in left.items()
        if can_beat_card(*own, guard, tuple(range(len(GUARDS[guard].force))), raid.stealth)
    )
    return Fraction(beaten, left.total())


def beats_card(view: View, guard: int) -> bool | None:
    """Say whether the viewer, as the attacker, could beat all guards of a card."""
    raid, seat = view.raid, view.viewer
    if raid is None or seat is None or seat != view.active:
        return None
    parts = tuple(range(len(GUARDS[guard].force)))
    return can_beat_card(view.hand, view.ready[seat], view.used[seat], guard, parts, raid.stealth)


@cached(16384)
def can_beat_card(
    hand: tuple[int, ...],
    ready: tuple[int, ...],
    used: tuple[int, ...],
    guard: int,
    parts: tuple[int, ...],
    stealth: bool,  # noqa: FBT001
) -> bool:
    """Look for plays, with Seishin-teki and Kuji-kiri where they help, that beat all of a card."""
    if not parts:
        return True
    marks = values_of(guard, parts, stealth=stealth)
    kit = kit_of(hand, ready, marks, stealth=stealth)
    for play in kit.lean():
        worth = kit.worth_of(play.parts)
        assert worth is not None
        beaten = parts[marks.index(play.mark or kit.passed(worth)[0])]
        left = spend(hand, ready, used, play)
        if can_beat_card(*left, guard, less(parts, beaten), stealth):
            return True
    skills = skills_in(ready)
    if SEISHIN_TEKI in skills:
        turned = turn_down(ready, used, SEISHIN_TEKI)
        if can_beat_card(hand, *turned, guard, parts, not stealth):
            return True
    return KUJI_KIRI in skills and any(
        can_beat_card(hand, *readied(ready, used, tile), guard, parts, stealth)
        for tile in dict.fromkeys(used)
        if TILES[tile].skill not in (HENSOJUTSU, KUJI_KIRI)
    )


def spend(
    hand: tuple[int, ...], ready: tuple[int, ...], used: tuple[int, ...], play: Combination
) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    """Return what is left of a hand and tiles after a play."""
    for word in play.parts:
        _, stock, _ = PARTS[word]
        if stock >= FIRST_SKILL:
            ready, used = turn_down(ready, used, stock - FIRST_SKILL)
        else:
            hand = less(hand, int(word.lstrip("+-")))
    return hand, ready, used


def turn_down(
    ready: tuple[int, ...], used: tuple[int, ...], skill: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    tile = next(tile for tile in ready if TILES[tile].skill == skill)
    return less(ready, tile), plus(used, tile)


def readied(
    ready: tuple[int, ...], used: tuple[int, ...], tile: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    ready, used = turn_down(plus(ready, tile), less(used, tile), KUJI_KIRI)
    return ready, used


# What is at stake ----------------------------------------------------------------------------


def stake(view: View) -> Stake | None:
    """Return what the raid under way has won so far, and what a failure would take."""
    if view.raid is None:
        return None
    carried = view.raid.carried
    if not carried:
        return Stake((), -1, (), 0)
    lost = carried[:-1]
    return Stake(carried, carried[-1], lost, sum(worth_of(kind) for kind in lost))


def worth_of(kind: int) -> int:
    """Return the honor a treasure can score; gold counts as the best."""
    return max(HONOR) if kind == GOLD else HONOR[kind]


# What each thing would do --------------------------------------------------------------------


def effects(view: View) -> list[CardEffect]:
    """List what each of the viewer's cards and skills would do against the guard in front."""
    decision = view.decision
    if not isinstance(decision, Combine):
        return []
    kit = decision.kit
    alone = [CardEffect(word, True, worth, tuple(kit.passed(worth))) for word, _, worth in kit.bases]
    setting = [CardEffect(word, True, worth, tuple(kit.passed(worth))) for word, _, worth in kit.setters]
    adding = [CardEffect(word, False, worth, ()) for word, _, worth in kit.adders]
    return [*alone, *setting, *adding]


def winning_plays(view: View) -> list[tuple[Combination, int]]:
    """List the plays that beat the guard in front with nothing to spare, and their totals."""
    decision = view.decision
    if not isinstance(decision, Combine):
        return []
    kit = decision.kit
    plays = [(play, kit.worth_of(play.parts)) for play in kit.lean()]
    return [(play, worth) for play, worth in plays if worth is not None]
