"""The clans on the honor track, top first, with what everybody may know of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rich.text import Text

from client.texts import t
from client.tui.palette import FAINT, MUTED, clan_colour
from client.tui.rising_sun import names
from client.tui.rising_sun.facts import harvest_of
from client.tui.widgets.panel import Panel, heading
from core.games.rising_sun.board import CAMPS, RESERVE
from core.games.rising_sun.groups import tally
from core.games.rising_sun.view import View
from core.records import Seat

NAME_WIDTH = 9
ROOMY = 36
"""From this width on, each clan has a second line."""


class Players(Panel):
    """One line for each clan, in the order of honor."""

    def lines(self) -> Iterator[Text]:
        if self.scene is None or self.scene.view is None:
            return
        view: View = self.scene.view
        yield self._head()
        for rank, seat in enumerate(view.honor, start=1):
            yield self._clan(view, rank, seat)
            if self.size.width >= ROOMY:
                yield from self._more(view, seat)

    def _head(self) -> Text:
        head = heading(f"{t('players-head'):<{NAME_WIDTH + 3}}")
        columns = (t("players-vp"), t("players-coins"), t("players-ronin"))
        head.no_wrap = True
        return head.append("".join(f"{name:>3}" for name in columns)).append(f" {t('players-ally')}")

    def _clan(self, view: View, rank: int, seat: Seat) -> Text:
        colour, is_acting = clan_colour(seat), seat in view.to_act
        text = Text(no_wrap=True)
        text.append(self.glyphs.turn if is_acting else str(rank), "bold" if is_acting else FAINT)
        text.append(f" {self.glyphs.bar}", colour)
        text.append(
            f"{names.short_clan(seat):<{NAME_WIDTH}}", f"bold {colour}" if seat == view.viewer else colour
        )
        text.append(f"{view.vp[seat]:>3}", "bold")
        text.append(f"{view.coins[seat]:>3}{view.ronin[seat]:>3} ")
        ally = view.ally[seat]
        if ally >= 0:
            text.append(f"{self.glyphs.bar}{names.letter(ally)}", clan_colour(ally))
        return text

    def _more(self, view: View, seat: Seat) -> Iterator[Text]:
        """Tell what a clan owns besides, and what a harvest would bring it."""
        parts = [who for who in (self._player(seat), self._harvest(view, seat)) if who]
        cards = [
            f"{names.card(card)}{f' x{n}' if n > 1 else ''}" for card, n in Counter(view.cards[seat]).items()
        ]
        line = Text("    " + " · ".join(parts), MUTED)
        line.truncate(self.size.width, overflow="ellipsis")
        yield line
        if cards:
            owned = Text("    " + ", ".join(cards), MUTED)
            owned.truncate(self.size.width, overflow="ellipsis")
            yield owned

    def _player(self, seat: Seat) -> str:
        return self.scene.player_at(seat) if self.scene is not None else ""

    def _harvest(self, view: View, seat: Seat) -> str:
        reward = reward_words(harvest_of(view, seat))
        return t("place-reward", reward=reward) if reward else ""


def reward_words(reward: tuple[int, int, int]) -> str:
    kinds = zip(("reward-vp", "reward-coins", "reward-ronin"), reward, strict=True)
    return " ".join(t(kind, number=number) for kind, number in kinds if number)


def holdings(view: View, seat: Seat) -> Iterator[str]:
    """List what a clan has off the map: its reserve and its hostages."""
    if view.figures[seat][RESERVE]:
        yield group_words(view.figures[seat][RESERVE])
    for owner in view.seats:
        held = view.figures[owner][CAMPS[seat]]
        if held:
            yield f"{names.clan(owner)}: {group_words(held)}"


def group_words(group: tuple[int, ...]) -> str:
    return ", ".join(names.count(piece, number) for piece, number in tally(group))
