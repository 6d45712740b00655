"""What stands beside the board: players, influence, the area pointed at, what the viewer has."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from client.games.ninjato import names
from client.games.ninjato.battle import chips, draw_chips
from client.games.ninjato.facts import best_payment, draws_of, next_scoring, shuriken_of, skill_words
from client.games.ninjato.map import GOOD, price_words
from client.texts import t
from client.tui.palette import FAINT, MUTED
from client.tui.widgets.panel import ROOMY, Panel, heading
from core.games.ninjato.board import HOUSES, OVER, RED, SCORING_ORDER
from core.games.ninjato.cards import DISHONORABLE_RIVALS, ENVOYS, GUARDS, RUMORS, TILES
from core.games.ninjato.costs import honor_of
from core.games.ninjato.fights import kit_of
from core.games.ninjato.odds import PossibleGuard, unseen_elites, unseen_guards
from core.games.ninjato.scoring import (
    NO_AWARD,
    TOOK_HONOR,
    clan_honor,
    final_gain,
    influence,
    kinds_of,
    of_clan,
    ranking,
)
from core.games.ninjato.state import dojo_pile
from core.games.ninjato.view import View
from core.kinds import Seat

NAME_WIDTH = 7


class NinjaRows(Panel):
    """One line for each player, in turn order."""

    def draw(self, view: View) -> Iterator[Text]:
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
        player = self.player_at(seat)
        elites = len(view.elites[seat])
        words = [player, *skill_words(view, seat), t("order-elites", number=elites) if elites else ""]
        line = Text("    " + " · ".join(filter(None, words)), MUTED)
        line.truncate(self.width, overflow="ellipsis")
        return line


# Influence ------------------------------------------------------------------------------------

CLAN_WIDTH = 10
WINNERS = 2
"""The first and the second get something."""


class Influence(Panel):
    """A line for each clan, in the order of scoring: its honor, and who has how much influence."""

    def draw(self, view: View) -> Iterator[Text]:
        if view.phase == OVER:
            return
        yield self._head()
        for clan in SCORING_ORDER[next_scoring(view)]:
            yield self._clan(view, clan)
        if self.width >= ROOMY:
            yield Text(t("influence-prizes"), FAINT)

    def _head(self) -> Text:
        head = heading(f"{t('influence-head'):<{CLAN_WIDTH + 4}}")
        head.no_wrap = True
        head.append(f" {t('influence-places')}")
        return head

    def _clan(self, view: View, clan: int) -> Text:
        text = Text(f"{names.short_clan(clan):<{CLAN_WIDTH}}", no_wrap=True)
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


# The area pointed at --------------------------------------------------------------------------


class AreaPanel(Panel):
    """Tells of one area all that the viewer may know."""

    def draw(self, view: View) -> Iterator[Text]:
        if self.place is None:
            return
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


# What the viewer has --------------------------------------------------------------------------


class OwnGoods(Panel):
    """The viewer's own things, marked by their colour."""

    def draw(self, view: View) -> Iterator[Text]:
        if view.viewer is None or view.viewer not in view.seats:
            return
        for line in self._own(view, view.viewer):
            yield Text.assemble((self.glyphs.bar, names.colour(view.viewer)), line)

    def _own(self, view: View, seat: int) -> Iterator[str]:
        skills = skill_words(view, seat)
        if skills:
            yield t("secret-skills", skills=", ".join(skills))
        if view.rumors[seat]:
            worth = sum(final_gain(view, seat).rumors)
            has_rivals = DISHONORABLE_RIVALS in kinds_of(view.rumors[seat])  # fewer honor if others have them
            kind = "secret-rumors-at-most" if has_rivals and view.phase != OVER else "secret-rumors"
            yield t(kind, rumors=names.rumors(view.rumors[seat]), honor=worth)
