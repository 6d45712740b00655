"""The clans on the honor track, top first, with what everybody may know of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from rich.text import Text

from client.games.rising_sun import names
from client.games.rising_sun.facts import harvest_of, projections_of
from client.table.rulebook import rule_text
from client.texts import t
from client.tui.palette import FAINT, MUTED, clan_colour
from client.tui.widgets.panel import Panel, heading
from core.games.rising_sun.board import BONSAI, CAMPS, DRAGONFLY, KOI, LOTUS, OVER, RESERVE, TURTLE
from core.games.rising_sun.cards import CARDS
from core.games.rising_sun.projection import Projection
from core.games.rising_sun.view import View
from core.kinds import Seat
from core.piles import tally

NAME_WIDTH = 9
ROOMY = 36
"""From this width on, each clan has a second line."""
HARVEST_AT = 27
VP_AT = 15
"""Where the column of points ends."""
POWERS: Final = {
    BONSAI: "RS-19.1",
    KOI: "RS-19.2",
    LOTUS: "RS-19.3",
    DRAGONFLY: "RS-19.4",
    TURTLE: "RS-19.5",
}
"""By clan: the rule that only it has."""


class Players(Panel):
    """One line for each clan, in the order of honor; two where there is room."""

    @property
    def tooltip(self) -> str:
        return t("players-then", arrow=self.glyphs.into)

    def lines(self) -> Iterator[Text]:
        if self.scene is None or self.scene.view is None:
            return
        view: View = self.scene.view
        yield self._head()
        for rank, seat in enumerate(view.honor, start=1):
            line = self._clan(view, rank, seat)
            if self.width < ROOMY:
                line.pad_right(max(0, HARVEST_AT - len(line)))
                yield line.append(f"{len(view.cards[seat]) or ''}", MUTED)
                continue
            line.pad_right(max(0, HARVEST_AT - len(line)))
            yield line.append(self._harvest(view, seat), MUTED)
            yield self._more(view, seat)

    def _head(self) -> Text:
        head = heading(f"{t('players-head'):<{NAME_WIDTH + 3}}")
        head.no_wrap = True
        columns = (t("players-vp"), t("players-coins"), t("players-ronin"))
        head.append("".join(f"{name:>3}" for name in columns)).append(f" {t('players-ally')}")
        head.pad_right(max(1, HARVEST_AT - len(head)))
        return head.append(t("players-harvest" if self.width >= ROOMY else "players-cards.short"))

    def _clan(self, view: View, rank: int, seat: Seat) -> Text:
        colour, is_acting = clan_colour(seat), self.waits_for(seat)
        text = Text(no_wrap=True)
        text.append(str(rank), "bold" if is_acting else FAINT)
        text.append(self.glyphs.turn if is_acting else " ", "bold")
        text.append(self.glyphs.bar, colour)
        text.append(
            f"{names.short_clan(seat):<{NAME_WIDTH}}", f"bold {colour}" if seat == view.viewer else colour
        )
        text.append(f"{view.vp[seat]:>3}", "bold")
        text.append(f"{view.coins[seat]:>3}{view.ronin[seat]:>3} ")
        ally = view.ally[seat]
        if ally >= 0:
            text.append(f"{self.glyphs.bar}{names.letter(ally)}", clan_colour(ally))
        return text

    def _more(self, view: View, seat: Seat) -> Text:
        """Tell who plays a clan, what its points would come to, and its cards, as far as there is room."""
        line = Text(f"    {self._player(seat)}", MUTED)
        line.truncate(NAME_WIDTH + 3, overflow="ellipsis", pad=True)
        if view.phase != OVER:
            then = f"{self.glyphs.into}{projections_of(view)[seat].total}"
            line.append(f"{then:>{VP_AT - len(line)}}", MUTED)
        line.pad_right(max(0, VP_AT + 1 - len(line)))
        line.append(" · ".join(card_words(view, seat)), MUTED)
        line.truncate(self.width, overflow="ellipsis")
        return line

    def _player(self, seat: Seat) -> str:
        return self.scene.player_at(seat) if self.scene is not None else ""

    def _harvest(self, view: View, seat: Seat) -> str:
        """Say what a harvest would bring now."""
        reward = reward_words(harvest_of(view, seat))
        return f"+{reward}" if reward else ""


def reward_words(reward: tuple[int, int, int]) -> str:
    kinds = zip(("reward-vp", "reward-coins", "reward-ronin"), reward, strict=True)
    return " ".join(t(kind, number=number) for kind, number in kinds if number)


def card_words(view: View, seat: Seat) -> list[str]:
    cards = Counter(view.cards[seat]).items()
    return [f"{names.card(card)}{f' x{number}' if number > 1 else ''}" for card, number in cards]


def offer_words(view: View) -> list[str]:
    """Name the cards on offer with their prices."""
    cards = Counter(view.display).items()
    return [f"{names.card(card)} {CARDS[card].cost}¢{f' x{n}' if n > 1 else ''}" for card, n in cards]


def power_words(seat: Seat) -> str:
    """Tell what only this clan can do; the rule begins with its name, which stands above."""
    return rule_text("rising_sun", POWERS[seat]).partition(", ")[2]


def holdings(view: View) -> Iterator[str]:
    """Tell what everybody can do and has besides what stands on the map, the viewer first."""
    for seat in sorted(view.honor, key=lambda seat: seat != view.viewer):
        hostages = [
            t("holds-of", clan=names.clan(owner), figures=group_words(view.figures[owner][CAMPS[seat]]))
            for owner in view.seats
            if view.figures[owner][CAMPS[seat]]
        ]
        tokens = [f"{names.province(place)} ({names.season(season)})" for season, place in view.tokens[seat]]
        facts = {
            "holds-cards": card_words(view, seat),
            "holds-reserve": [group_words(view.figures[seat][RESERVE])] * bool(view.figures[seat][RESERVE]),
            "holds-hostages": hostages,
            "holds-tokens": tokens,
        }
        yield ""
        yield t(
            "holds", clan=names.clan(seat), harvest=reward_words(harvest_of(view, seat)) or t("shrine-empty")
        )
        yield f"  {power_words(seat)}"
        if view.phase != OVER:
            yield f"  {projection_words(projections_of(view)[seat])}"
        yield from (f"  {t(kind, things=', '.join(things))}" for kind, things in facts.items() if things)
    if view.display:
        yield ""
        yield t("holds-offer", cards=", ".join(offer_words(view)))


def projection_words(then: Projection) -> str:
    return t(
        "holds-then",
        total=then.total,
        vp=then.vp,
        tokens=then.tokens,
        set=then.province_set,
        cards=then.cards,
    )


def group_words(group: tuple[int, ...]) -> str:
    return ", ".join(names.count(piece, number) for piece, number in tally(group))
