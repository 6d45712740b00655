"""The players in turn order, with what everybody may know of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rich.text import Text

from client.games.ninjato import names
from client.texts import t
from client.tui.palette import FAINT, MUTED
from client.tui.widgets.panel import Panel, heading
from core.games.ninjato.board import SHURIKEN
from core.games.ninjato.cards import GUARDS, TILES
from core.games.ninjato.view import View
from core.kinds import Seat

NAME_WIDTH = 7
ROOMY = 36
"""From this width on, each player has a second line."""


class Players(Panel):
    """One line for each player, in turn order."""

    def lines(self) -> Iterator[Text]:
        if self.scene is None or self.scene.view is None:
            return
        view: View = self.scene.view
        yield self._head()
        for place, seat in enumerate(view.order, start=1):
            yield self._player(view, place, seat)
            if self.width >= ROOMY:
                yield self._more(view, seat)

    def _head(self) -> Text:
        head = heading(f"{t('order-head.short'):<{NAME_WIDTH + 3}}")
        head.no_wrap = True
        columns = ("order-honor", "order-shuriken", "order-cards", "order-rumors")
        head.append("".join(f"{t(name):>3}" for name in columns))
        return head.append(f" {t('order-treasure')}")

    def _player(self, view: View, place: int, seat: Seat) -> Text:
        colour, is_acting = names.colour(seat), self.waits_for(seat)
        text = Text(no_wrap=True)
        text.append(self.glyphs.turn if is_acting else str(place), "bold" if is_acting else FAINT)
        text.append(f" {self.glyphs.bar}", colour)
        name = f"{names.short_seat(seat):<{NAME_WIDTH}}"
        text.append(name, f"bold {colour}" if seat == view.viewer else colour)
        text.append(f"{view.honor[seat]:>3}", "bold")
        text.append(f"{shuriken_of(view, seat):>3}{view.hand_sizes[seat]:>3}{view.rumor_counts[seat]:>3} ")
        return text.append("".join(map(names.treasure_letter, view.treasures[seat])), "bold")

    def _more(self, view: View, seat: Seat) -> Text:
        """Tell who it is and what skills and elite guards they have, as far as there is room."""
        player = self.scene.player_at(seat) if self.scene is not None else ""
        elites = len(view.elites[seat])
        words = [player, *skill_words(view, seat), t("order-elites", number=elites) if elites else ""]
        line = Text("    " + " · ".join(filter(None, words)), MUTED)
        line.truncate(self.width, overflow="ellipsis")
        return line


def shuriken_of(view: View, seat: Seat) -> int:
    """Count what a player has still to place in this round."""
    return SHURIKEN - sum(owner == seat for owner, _ in view.placed)


def skill_words(view: View, seat: Seat) -> list[str]:
    """Name the skills of a player; those used in this round in brackets."""
    return [*counted(view.ready[seat]), *(t("skill-used", skill=name) for name in counted(view.used[seat]))]


def counted(tiles: tuple[int, ...]) -> list[str]:
    skills = Counter(TILES[tile].skill for tile in tiles)
    return [names.several(number, names.skill(skill)) for skill, number in skills.items()]


def holdings(view: View) -> Iterator[str]:
    """Tell what everybody has."""
    for seat in view.order:
        yield ""
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
        yield from (f"  {t(kind, things=things)}" for kind, things in facts.items() if things)
