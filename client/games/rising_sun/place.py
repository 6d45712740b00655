"""The province under the cursor: its reward, its war, who stands there and how strong."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from client.games.rising_sun import names
from client.games.rising_sun.facts import Place, places_of, reward_of
from client.games.rising_sun.players import group_words, reward_words
from client.texts import t
from client.tui.palette import MUTED, clan_colour
from client.tui.widgets.panel import Panel
from core.games.rising_sun.board import STRONGHOLD
from core.games.rising_sun.view import View, war_number
from core.kinds import Seat


class PlacePanel(Panel):
    """Tells of one province all that everybody may know."""

    def lines(self) -> Iterator[Text]:
        if self.scene is None or self.scene.view is None or self.place is None:
            return
        view: View = self.scene.view
        fact = places_of(view)[self.place]
        yield self._head(view, self.place)
        present = [seat for seat, _ in fact.forces]
        builders = [
            seat for seat in view.honor if self.place in view.strongholds[seat] and seat not in present
        ]
        for seat in [*present, *builders]:
            yield self._clan(view, fact, seat)
        if not present and not builders:
            yield Text(t("place-nobody"), MUTED)

    def _head(self, view: View, province: int) -> Text:
        text = Text(names.province(province), "bold")
        text.append(f" · {reward_words(reward_of(province))}", f"not bold {MUTED}")
        if number := war_number(view, province):
            text.append(f" · {t('place-war', number=number)}", f"not bold {MUTED}")
        return text

    def _clan(self, view: View, fact: Place, seat: Seat) -> Text:
        assert self.place is not None
        force = dict(fact.forces).get(seat, 0)
        figures = group_words(view.figures[seat][self.place])
        walls = view.strongholds[seat].count(self.place)
        parts = [figures, names.count(STRONGHOLD, walls) if walls else ""]
        strength = f"{names.letter(seat)}{force} ", f"bold {clan_colour(seat)}"
        return Text.assemble(strength, ", ".join(filter(None, parts)))
