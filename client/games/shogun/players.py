"""The players in turn order, with what everybody may know of them."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from client.games.shogun import names
from client.texts import t
from client.tui.palette import FAINT, MUTED, clan_colour
from client.tui.widgets.panel import Panel, heading
from core.games.shogun.board import FACE_DOWN, NO_CARD, OVER
from core.games.shogun.foresight import scores_now
from core.games.shogun.state import provinces_of
from core.games.shogun.view import View
from core.kinds import Seat

NAME_WIDTH = 7
BROAD = 33
"""From this width on, names are spelled out."""
ROOMY = 46
"""From this width on, it is told who plays."""


class Players(Panel):
    """One line for each player."""

    def lines(self) -> Iterator[Text]:
        if self.scene is None or self.scene.view is None:
            return
        view: View = self.scene.view
        yield self._head(view)
        scores = scores_now(view)
        for seat in view.order or view.seats:
            yield self._player(view, seat, scores[seat].total)

    def _has_forecast(self, view: View) -> bool:
        return self.width >= BROAD and view.phase != OVER

    def _head(self, view: View) -> Text:
        width = NAME_WIDTH if self.width >= BROAD else 1
        head = heading(f"{t('shogun-players')[: width + 2]:<{width + 3}}")
        columns = ("vp", "chests", "rice", "reserve", "land")
        room = 4 if self.width >= BROAD else 3
        head.append("".join(f"{t(f'shogun-{name}'):>{room}}" for name in columns))
        if self._has_forecast(view):
            head.append(f"{t('shogun-winter'):>4}")
        head.no_wrap = True
        return head

    def _player(self, view: View, seat: Seat, score: int) -> Text:
        colour, is_acting = clan_colour(seat), self.waits_for(seat)
        is_broad = self.width >= BROAD
        name = f"{names.short_clan(seat):<{NAME_WIDTH}}" if is_broad else names.letter(seat)
        text = Text(no_wrap=True)
        text.append(f"{self.glyphs.turn if is_acting else ' '} ", "bold")
        text.append(f"{self.glyphs.bar}{name}", f"bold {colour}" if seat == view.viewer else colour)
        room = 4 if is_broad else 3
        text.append(f"{view.vp[seat]:>{room}}", "bold")
        numbers = (view.chests[seat], view.rice[seat], view.reserve[seat], len(provinces_of(view, seat)))
        text.append("".join(f"{number:>{room}}" for number in numbers))
        if self._has_forecast(view):
            text.append(f"{f'+{score}':>4}", MUTED)
        if self.width >= ROOMY and self.scene is not None:
            text.append(f" {self.scene.player_at(seat)}", FAINT)
            text.truncate(self.width)
        return text


def in_brief(view: View, seat: Seat) -> Text:
    """Write a player in as few signs as possible."""
    colour = clan_colour(seat)
    land = len(provinces_of(view, seat))
    return Text.assemble(
        (names.letter(seat), f"bold reverse {colour}"),
        (f"{view.vp[seat]} ", f"bold {colour}"),
        (f"{view.chests[seat]}¢ {view.rice[seat]}r {land}p", MUTED),
    )


def holdings(view: View) -> Iterator[str]:
    """Tell what everybody has, and what is known of their plans."""
    for seat in view.order or view.seats:
        yield ""
        yield t(
            "shogun-owns",
            clan=names.clan(seat),
            vp=view.vp[seat],
            chests=view.chests[seat],
            rice=view.rice[seat],
            armies=view.reserve[seat],
        )
        land = ", ".join(f"{names.province(n)} {view.armies[n]}" for n in provinces_of(view, seat))
        yield f"  {t('shogun-owns-land', things=land or t('plan-nothing'))}"
        shown = plan_words(view.plans[seat]) if view.plans else ""
        if shown:
            yield f"  {t('shogun-owns-plan', things=shown)}"


def plan_words(plan: tuple[int, ...], actions: tuple[int, ...] = ()) -> str:
    """Name the cards one sees on a board, first those on actions whose order is known."""
    order = [*actions, *(place for place in range(len(plan)) if place not in actions)]
    shown = [(place, plan[place]) for place in order if plan[place] not in (FACE_DOWN, NO_CARD)]
    return ", ".join(
        t("shogun-plan-card", action=names.short_place(place), card=names.card(laid)) for place, laid in shown
    )
