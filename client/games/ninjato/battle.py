"""A raid as it goes on: the guard, what each card would do, what may come next, what can be lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from rich.text import Text

from client.games.ninjato import names
from client.games.ninjato.facts import guard_words
from client.games.ninjato.map import GOOD
from client.table.scene import Scene
from client.texts import t
from client.tui.palette import FAINT, MUTED
from client.tui.widgets.panel import ROOMY, Panel, heading
from core.games.ninjato import events as e
from core.games.ninjato.cards import GUARDS
from core.games.ninjato.fights import values_of
from core.games.ninjato.odds import BanzaiOdds, CardEffect, PossibleGuard, effects, prospect, stake
from core.games.ninjato.state import Raiding
from core.games.ninjato.steps import ChooseToken, SaveOne
from core.games.ninjato.view import View
from core.kinds import Event

LONG_BAR, SHORT_BAR = 10, 5
BAD = "#ff8a7a"


class RaidPanel(Panel):
    """The raid under way, with all that public facts and the own hand say about it."""

    def __init__(self, *, id: str) -> None:  # noqa: A002
        super().__init__(id=id)
        self._news = ""
        """What was told last, while the table is still shown as it was before."""

    def see(self, scene: Scene) -> None:
        super().see(scene)
        self._news = ""

    def hear(self, event: Event) -> None:
        if isinstance(event, e.GuardRevealed):
            self._news = names.guard(event.guard)
        elif isinstance(event, e.AlarmRaised):
            self._news = t("tale-alarm")

    def draw(self, view: View) -> Iterator[Text]:
        step = view.agenda[-1] if view.agenda else None
        if view.raid is None or isinstance(step, ChooseToken):  # all is won; now the clans count
            return
        yield self._head(view, view.raid)
        yield carried_line(view.raid)
        if isinstance(step, SaveOne):
            yield Text(t("raid-failed"), "bold")
            return
        if self._news:
            yield Text(self._news, f"bold {BAD}")
        elif view.raid.guard >= 0:
            yield from self._guard(view, view.raid)
        else:
            yield from self._ahead(view)
        yield from stake_lines(view)

    def _head(self, view: View, raid: Raiding) -> Text:
        side = names.side(stealth=raid.stealth)
        if view.viewer == view.active:
            return heading(t("raid-head", number=raid.house + 1, side=side))
        who = t("raid-of", who=names.seat(view.active), number=raid.house + 1, side=side)
        return Text(who, f"bold {names.colour(view.active)}")

    # Against a guard -------------------------------------------------------------------------

    def _guard(self, view: View, raid: Raiding) -> Iterator[Text]:
        """Say what it takes, and what each card and skill of the viewer would do."""
        treasure = names.treasure(view.houses[raid.house].treasures[0])
        yield Text(t("raid-guards", guard=guard_words(raid), treasure=treasure), "bold")
        values = values_of(raid.guard, raid.parts, stealth=raid.stealth)
        takes = "raid-takes-less" if raid.stealth else "raid-takes-more"
        yield Text(t(takes, value=both(list(map(str, values)))))
        there = effects(view)
        if there:
            yield chips(t("raid-alone"), alone_chips([effect for effect in there if effect.sets]))
            added = [effect for effect in there if not effect.sets]
            if added:
                yield chips(t("raid-adds"), [(names.part(effect.word), "") for effect in added])

    # Before the next guard -------------------------------------------------------------------

    def _ahead(self, view: View) -> Iterator[Text]:
        """Say what banzai may bring, by the guards nobody has seen."""
        ahead = prospect(view)
        if ahead is None or view.raid is None:
            return
        kind = "raid-next-elite" if ahead.elite else "raid-next"
        yield Text(t(kind, treasure=names.treasure(ahead.treasure)), "bold")
        stealth = view.raid.stealth
        if ahead.beaten is None:
            yield chips(t("raid-unseen"), draw_chips(ahead.draws, "", stealth=stealth))
            return
        yield odds_line(ahead, LONG_BAR if self.width >= ROOMY else SHORT_BAR)
        beaten = [draw for draw in ahead.draws if draw.beatable]
        strong = [draw for draw in ahead.draws if not draw.beatable]
        if beaten:
            yield chips(t("raid-beaten"), draw_chips(beaten, GOOD, stealth=stealth))
        if strong:
            yield chips(t("raid-too-strong"), draw_chips(strong, BAD, stealth=stealth))


def both(values: list[str]) -> str:
    """Write one value, or the two of a double."""
    return t("list", rest=values[0], last=values[1]) if len(values) > 1 else values[0]


def carried_line(raid: Raiding) -> Text:
    if not raid.carried:
        return Text(t("raid-empty"), MUTED)
    return Text(t("raid-carries", treasures=names.treasures(raid.carried)))


def stake_lines(view: View) -> Iterator[Text]:
    """Say what a failure would take."""
    at_stake = stake(view)
    if at_stake is None or not at_stake.carried:
        return
    kept = names.treasure(at_stake.kept)
    if at_stake.lost:
        lost = names.treasures(at_stake.lost)
        yield Text(t("raid-stake", kept=kept, lost=lost, honor=at_stake.honor), BAD)
    else:
        yield Text(t("raid-stake-one", kept=kept), MUTED)


def odds_line(ahead: BanzaiOdds, cells: int) -> Text:
    """A bar with the share of guards that can be beaten, and how many raise an alarm."""
    assert ahead.beaten is not None
    full = round(ahead.beaten * cells)
    text = Text.assemble(("█" * full, GOOD), ("·" * (cells - full), FAINT), " ")
    text.append(t("raid-odds", percent=round(ahead.beaten * 100)), "bold")
    if ahead.alarm:
        text.append(f", {t('raid-alarm', percent=round(ahead.alarm * 100))}", MUTED)
    return text


def chips(label: str, words: Iterable[tuple[str, str]]) -> Text:
    text = Text(f"{label} ", MUTED)
    return text.append_text(Text("  ").join(Text(word, style) for word, style in words))


def alone_chips(there: list[CardEffect]) -> Iterator[tuple[str, str]]:
    """Mark what would win alone: by colour, and by the guard it beats."""
    for effect in there:
        name = names.part(effect.word)
        yield (f"{name}✓", f"bold {GOOD}") if effect.beats else (name, FAINT)


def draw_chips(draws: Iterable[PossibleGuard], style: str, *, stealth: bool) -> Iterator[tuple[str, str]]:
    """Count guards by their values; an alarm is marked."""
    counts: Counter[str] = Counter()
    for draw in draws:
        counts[guard_values(draw.guard, stealth=stealth)] += draw.number
    for values, number in counts.items():
        yield t("raid-draw", values=values, number=number), style


def guard_values(guard: int, *, stealth: bool) -> str:
    card = GUARDS[guard]
    values = values_of(guard, tuple(range(len(card.force))), stealth=stealth)
    return "+".join(map(str, values)) + ("!" if card.alarm else "")
