"""What a view shows: who has what, what is scored next, what can be played and paid."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

from client.games.ninjato import names
from client.texts import t
from core.decisions import Combination, Combine
from core.games.ninjato.board import DRAWS, OVER, ROUNDS, SCORING, SCORING_ORDER, SHURIKEN
from core.games.ninjato.cards import GUARDS, TILES
from core.games.ninjato.costs import honor_of, payments
from core.games.ninjato.fights import kit_of
from core.games.ninjato.odds import winning_plays
from core.games.ninjato.state import Raiding
from core.games.ninjato.steps import BeginScoring, EndScoring
from core.games.ninjato.view import View
from core.kinds import Seat


def moment(view: View) -> str:
    if view.phase == OVER:
        return t("moment-over")
    if view.phase == SCORING:
        return t("moment-scoring", round=next_scoring(view))
    scoring = t("moment-next", round=next_scoring(view))
    return f"{t('moment-round', round=view.round, rounds=ROUNDS)} · {scoring}"


def next_scoring(view: View) -> int:
    """Return the round after which clans are scored next, or are being scored: its marker has moved on."""
    now = [step.number for step in view.agenda if isinstance(step, (BeginScoring, EndScoring))]
    if now:
        return now[-1]
    return next((number for number in sorted(SCORING_ORDER) if number >= view.round), ROUNDS)


# What everybody has ---------------------------------------------------------------------------


def holdings(view: View) -> Iterator[str]:
    """Tell what everybody has."""
    for seat in view.order:
        first, *more = holding(view, seat)
        yield from ("", first, *(f"  {words}" for words in more))


def holding(view: View, seat: Seat) -> Iterator[str]:
    """Tell what a player has."""
    yield t(
        "holds-hand",
        who=names.seat(seat),
        honor=view.honor[seat],
        cards=view.hand_sizes[seat],
        rumors=view.rumor_counts[seat],
    )
    facts = {
        "holds-treasures": names.treasures(view.treasures[seat]),
        "holds-skills": ", ".join(skill_words(view, seat)),
        "holds-envoys": ", ".join(map(names.envoy, view.envoys[seat])),
        "holds-elites": ", ".join(GUARDS[elite].name for elite in view.elites[seat]),
    }
    yield from (t(kind, things=things) for kind, things in facts.items() if things)


def shuriken_of(view: View, seat: Seat) -> int:
    """Count what a player has yet to place in this round."""
    return SHURIKEN - sum(owner == seat for owner, _ in view.placed)


def skill_words(view: View, seat: Seat) -> list[str]:
    """Name a player's skills; those used in this round in brackets."""
    return [*counted(view.ready[seat]), *(t("skill-used", skill=name) for name in counted(view.used[seat]))]


def counted(tiles: tuple[int, ...]) -> list[str]:
    skills = Counter(TILES[tile].skill for tile in tiles)
    return [names.several(number, names.skill(skill)) for skill, number in skills.items()]


# What can be played and paid ------------------------------------------------------------------


def plays_in(view: View) -> list[tuple[Combination, int, int]]:
    """List plays, their totals and the guard they beat; the cheapest come first."""
    decision = view.decision
    if not isinstance(decision, Combine):
        return []
    rows = [(play, total, play.mark or decision.kit.passed(total)[0]) for play, total in winning_plays(view)]
    return sorted(rows, key=lambda row: (len(row[0].parts), has_skill(row[0]), abs(row[1] - row[2])))


def has_skill(play: Combination) -> bool:
    return any(word[0].isalpha() for word in play.parts)


def guard_words(raid: Raiding) -> str:
    """Name the guard in front; of a sentry only the value counts."""
    if not raid.drawn:
        return t("guard-sentry", value=GUARDS[raid.guard].force[0])
    return names.guard(raid.guard)


# Words ---------------------------------------------------------------------------------------


def win_and_fail(beaten: Fraction) -> dict[str, int]:
    """Return the percentages of going on with a raid, as the messages name them; 0 and 100 are certain."""
    percent = round(beaten * 100)
    win = percent if beaten in (0, 1) else min(99, max(1, percent))
    return {"win": win, "fail": 100 - win}


def draws_of(view: View) -> int:
    """Return how many cards the dojo would give the viewer."""
    number: int = DRAWS[min(len(view.hand), len(DRAWS) - 1)]
    return number


def best_payment(view: View, cost: str) -> tuple[int, ...]:
    """Return the way of paying that scores most, if the viewer has one."""
    own = view.treasures[view.viewer] if view.viewer is not None and view.viewer in view.seats else ()
    return max(payments(cost, own), key=honor_of, default=())


def cheapest(view: View, value: int, *, stealth: bool) -> str:
    """Name the viewer's play that beats a sentry with the fewest parts; "" if there is none."""
    assert view.viewer is not None
    best = leanest(view.hand, view.ready[view.viewer], value, stealth)
    return ", ".join(map(names.part, best.parts)) if best is not None else ""


@lru_cache(maxsize=64)
def leanest(
    hand: tuple[int, ...],
    ready: tuple[int, ...],
    value: int,
    stealth: bool,  # noqa: FBT001
) -> Combination | None:
    kit = kit_of(hand, ready, (value,), stealth=stealth)
    return min(kit.lean(), key=lambda play: len(play.parts), default=None)


def winner_words(view: View, value: int, *, stealth: bool) -> str:
    """Say which of the viewer's cards beat a sentry."""
    play = cheapest(view, value, stealth=stealth)
    return t("house-play", play=play) if play else t("place-cannot")
