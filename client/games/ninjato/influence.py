"""Who would get what if the clans were scored now."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from client.games.ninjato import names
from client.games.ninjato.players import ROOMY
from client.texts import t
from client.tui.palette import FAINT, MUTED
from client.tui.widgets.panel import Panel, heading
from core.games.ninjato.board import OVER, ROUNDS, SCORING_ORDER
from core.games.ninjato.scoring import NO_AWARD, TOOK_HONOR, clan_honor, influence, of_clan, ranking
from core.games.ninjato.steps import BeginScoring, EndScoring
from core.games.ninjato.view import View

NAME_WIDTH = 10
WINNERS = 2
"""The first and the second get something."""


def next_scoring(view: View) -> int:
    """Say after which round clans are scored next, or are being scored now: its marker has moved on."""
    now = [step.number for step in view.agenda if isinstance(step, (BeginScoring, EndScoring))]
    if now:
        return now[-1]
    return next((number for number in sorted(SCORING_ORDER) if number >= view.round), ROUNDS)


class Influence(Panel):
    """A line for each clan, in the order of scoring: its honor, and who has how much influence."""

    def lines(self) -> Iterator[Text]:
        if self.scene is None or self.scene.view is None or self.scene.view.phase == OVER:
            return
        view: View = self.scene.view
        yield self._head()
        for clan in SCORING_ORDER[next_scoring(view)]:
            yield self._clan(view, clan)
        if self.width >= ROOMY:
            yield Text(t("influence-prizes"), FAINT)

    def _head(self) -> Text:
        head = heading(f"{t('influence-head'):<{NAME_WIDTH + 4}}")
        head.no_wrap = True
        head.append(f" {t('influence-places')}")
        return head

    def _clan(self, view: View, clan: int) -> Text:
        text = Text(f"{names.short_clan(clan):<{NAME_WIDTH}}", no_wrap=True)
        text.append(f"{clan_honor(view, clan):>4}", "bold").append(" ")
        taken = self._taken(view, clan)
        places = ranking(view, clan)[: WINNERS if taken else None]
        for place, seat in enumerate(places):
            number = influence(of_clan(view.envoys[seat], clan), view.disguised)
            style = names.colour(seat) if place < WINNERS else FAINT
            text.append(f" {names.letter(seat)}{number} ", f"bold {style}" if place == 0 else style)
        if not places:
            text.append(f" {t('influence-nobody')}", FAINT)
        return text.append(f" {taken}", MUTED)

    def _taken(self, view: View, clan: int) -> str:
        """Say what the first has taken while clans are scored; the others get nothing any more."""
        award = view.awards[clan] if view.awards else NO_AWARD
        if award == NO_AWARD:
            return ""
        return t("influence-took-honor" if award == TOOK_HONOR else "influence-took-rumor")
