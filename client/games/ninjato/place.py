"""The area pointed at, in full words: a house and what it takes, the dojo, lessons, what the court offers."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from client.games.ninjato import names
from client.games.ninjato.areas import best_payment, price_words
from client.games.ninjato.inks import GOOD
from client.games.ninjato.options import draws_of
from client.games.ninjato.raid import chips, draw_chips
from client.texts import t
from client.tui.palette import MUTED
from client.tui.widgets.panel import Panel
from core.games.ninjato.board import HOUSES, RED
from core.games.ninjato.cards import ENVOYS, GUARDS, RUMORS, TILES
from core.games.ninjato.costs import honor_of
from core.games.ninjato.fights import kit_of
from core.games.ninjato.odds import PossibleGuard, unseen_elites, unseen_guards
from core.games.ninjato.state import dojo_pile
from core.games.ninjato.view import View


class PlacePanel(Panel):
    """Tells of one area all that the viewer may know."""

    def lines(self) -> Iterator[Text]:
        if self.scene is None or self.scene.view is None or self.place is None:
            return
        view: View = self.scene.view
        if self.place in HOUSES:
            yield from house_lines(view, self.place)
            return
        yield Text(names.area(self.place), "bold")
        tell = {names.DOJO: dojo_lines, names.SENSEI: sensei_lines, names.PALACE: palace_lines}
        yield from tell.get(self.place, pavilion_lines)(view)


def house_lines(view: View, number: int) -> Iterator[Text]:
    house = view.houses[number]
    yield Text.assemble((names.area(number), "bold"), (f" · {names.token(house.token)}", MUTED))
    if not house.treasures:
        yield Text(t("house-closed"), MUTED)
        return
    value = GUARDS[house.sentry].force[0]
    yield Text(t("place-order", treasures=", ".join(map(names.treasure, house.treasures))))
    if view.viewer is not None and view.viewer in view.seats:
        yield Text(t("place-force", value=value, plays=cheapest(view, value, stealth=False)))
        yield Text(t("place-stealth", value=value, plays=cheapest(view, value, stealth=True)))
    if len(house.treasures) > 1:
        yield from second_guard(view, house.treasures[1])


def cheapest(view: View, value: int, *, stealth: bool) -> str:
    """Name the play that beats a sentry with the fewest parts."""
    assert view.viewer is not None
    kit = kit_of(view.hand, view.ready[view.viewer], (value,), stealth=stealth)
    best = min(kit.lean(), key=lambda play: len(play.parts), default=None)
    return ", ".join(map(names.part, best.parts)) if best is not None else t("place-cannot")


def second_guard(view: View, treasure: int) -> Iterator[Text]:
    """Say who may come after the sentry; elites have a value for each way in (NJ-11.2)."""
    elites = unseen_elites(view) if treasure >= RED else None
    left = elites or unseen_guards(view)
    draws = [PossibleGuard(guard, number, None) for guard, number in sorted(left.items())]
    if not elites:
        yield chips(t("place-second"), draw_chips(draws, "", stealth=False))
        return
    for stealth in (False, True):
        label = t("place-second-elite", side=names.side(stealth=stealth))
        yield chips(label, draw_chips(draws, "", stealth=stealth))


def dojo_lines(view: View) -> Iterator[Text]:
    yield Text(t("place-row", cards=", ".join(map(str, view.row))))
    pile = ", ".join(names.seat(seat) for seat in reversed(dojo_pile(view.placed)))
    if pile:
        yield Text(t("place-pile", seats=pile))
    if view.viewer is not None and view.viewer in view.seats:
        yield Text(t("visit-dojo", number=draws_of(view)), MUTED)


def sensei_lines(view: View) -> Iterator[Text]:
    for tile in view.sensei:
        does = names.does(TILES[tile].skill)
        yield Text(t("place-skill", skill=names.tile(tile), price=price_words(tile), does=does))


def palace_lines(view: View) -> Iterator[Text]:
    for number in view.palace:
        yield offer_line(view, names.envoy(number), ENVOYS[number].cost)


def pavilion_lines(view: View) -> Iterator[Text]:
    for number in view.pavilion:
        yield offer_line(view, names.rumor_kind(RUMORS[number].kind), RUMORS[number].cost)


def offer_line(view: View, thing: str, cost: str) -> Text:
    """Name a card, its cost, and what paying it would score at best."""
    best = best_payment(view, cost)
    text = Text(t("place-offer", thing=thing, cost=names.cost(cost)), "" if best else MUTED)
    return text.append(f" ✓ {t('pays', honor=honor_of(best))}", GOOD) if best else text
