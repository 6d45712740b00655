"""Shogun as the screen draws it: the tower, battles as they unfold, winter, and the record of the board."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final

from rich.text import Text

from client.games.shogun import names
from client.games.shogun.facts import hunger_words, of_attack, percents
from client.games.shogun.log import CombatSoFar, after, fight_in
from client.games.shogun.map import GROUNDS, PIECES, TEXT_COLOURS, facts_of, map_first
from client.games.shogun.panels import (
    LandPanel,
    OwnPlan,
    Strip,
    Track,
    TurnOrder,
    in_rows,
)
from client.games.shogun.planning.form import PlanDialog
from client.table.wording import addressed, either
from client.texts import t
from client.tui.board import Board
from client.tui.map.widget import ProvinceMap
from client.tui.palette import BRIGHT, FAINT, MUTED, WARNING, clan_colour
from client.tui.widgets.panel import Panel, heading
from core.decisions import Arrange
from core.games.shogun.board import BUILDINGS, GREEN, HUNGER, NOBODY, OVER, REGIONS
from core.games.shogun.events import BattleBegan, RevoltBegan
from core.games.shogun.foresight import Most, hunger_of, most_in
from core.games.shogun.odds import Forecast, foretold
from core.games.shogun.state import provinces_of
from core.games.shogun.view import View
from core.kinds import Event, Seat, Viewer

# The tower ------------------------------------------------------------------------------------

ROOMY = 37
"""From this width on, a battle has a line for each thing."""
MOUTH = 18
"""Columns of the tower's mouth at least."""


def colour_of(cube: int) -> str:
    return TEXT_COLOURS[cube]


def cubes(counts: Sequence[int], room: int) -> Text:
    """Draw cubes, colour by colour; if there is no room for all, count them."""
    there = [(colour, number) for colour, number in enumerate(counts) if number]
    drawn = Text(" ").join(Text(f"{letter_of(c)}{names.CUBE * n}", colour_of(c)) for c, n in there)
    if len(drawn) <= room:
        return drawn
    return Text(" ").join(Text(f"{letter_of(c)}{n}", colour_of(c)) for c, n in there)


def letter_of(cube: int) -> str:
    return t("peasants.letter") if cube == GREEN else names.letter(cube)


class Tower(Panel):
    """The tower at rest: how many cubes of each colour are inside is public, their floors are not."""

    def draw(self, view: View) -> Iterator[Text]:
        if not any(view.tower):
            return
        for name, there in (("tower-head", view.tower), ("tower-tray", view.tray)):
            head = heading(f"{t(name)} ")
            lying = cubes(there, self.width - len(head) - 2)
            if any(there):
                yield Text.assemble(head, ("▐", FAINT), lying, ("▌", FAINT))


class CombatPanel(Panel):
    """A battle or revolt: the sides, the tower with what went in, the tray with what fell out."""

    def __init__(self, *, id: str) -> None:  # noqa: A002
        super().__init__(id=id)
        self.fight: CombatSoFar | None = None
        self.odds: Forecast | None = None

    def hear(self, event: Event) -> None:
        self.fight = after(self.fight, event, self.scene.seat if self.scene is not None else None)
        if isinstance(event, (BattleBegan, RevoltBegan)) and self.scene is not None:
            self.odds = foretold(self.scene.view, event)

    def forget(self) -> None:
        self.fight = self.odds = None

    def draw(self, view: View) -> Iterator[Text]:
        fight = self.fight or fight_in(view)
        if fight is None:
            return
        is_revolt = fight.attacker == NOBODY
        head = t("fight-revolt" if is_revolt else "fight-battle", province=names.province(fight.province))
        yield heading(head)
        yield from self._at_large(fight, view.viewer) if self.width >= ROOMY else self._in_brief(fight)
        yield Text(fight.outcome, f"bold {clan_colour(fight.winner)}" if fight.winner >= 0 else "bold")

    def _in_brief(self, fight: CombatSoFar) -> Iterator[Text]:
        """Both sides in a line, a funnel with what was thrown, and below it the tray."""
        room = self.width - 6
        into = (f" {self.glyphs.into} ", FAINT)
        yield Text.assemble(
            side(fight.attacker, fight.attackers), into, side(fight.defender, fight.defenders)
        )
        yield Text.assemble(("\\ ", FAINT), cubes(fight.thrown, room), (" /", FAINT))
        yield Text.assemble((" ▕ ", FAINT), cubes(fight.tray, room), (" ▏", FAINT))

    def _at_large(self, fight: CombatSoFar, viewer: Viewer) -> Iterator[Text]:
        """A line for each side, the forecast, the tower with its funnel and tray, and what counts."""
        for seat, armies in ((fight.attacker, fight.attackers), (fight.defender, fight.defenders)):
            yield Text.assemble(side(seat, armies), " ", (names.CUBE * armies, colour_of(seat)))
        if self.odds is not None:
            yield Text(odds_words(fight, self.odds, viewer), MUTED)
        room = self.width - 8
        wide = min(room, max(MOUTH, cubes(fight.thrown, room).cell_len))
        yield Text.assemble(("\\ ", FAINT), padded(cubes(fight.thrown, room), wide), (" /", FAINT))
        yield Text(f" \\{'_' * (wide // 3)}{' ' * (wide - 2 * (wide // 3))}{'_' * (wide // 3)}/", FAINT)
        yield Text(f"  {' ' * (wide // 3)}|{' ' * (wide - 2 * (wide // 3) - 2)}|", FAINT)
        yield Text.assemble((" ▕ ", FAINT), padded(cubes(fight.tray, room), wide - 2), (" ▏", FAINT))
        yield Text(tray_words(fight)) if any(fight.tray) else Text()


def side(seat: Seat, armies: int) -> Text:
    return Text(f"{side_name(seat)} {armies}", f"bold {colour_of(seat)}")


def side_name(seat: Seat) -> str:
    return names.clan(seat) if seat >= 0 else t("peasants")


def padded(text: Text, width: int) -> Text:
    text.pad_right(max(0, width - text.cell_len))
    return text


def odds_words(fight: CombatSoFar, odds: Forecast, viewer: Viewer) -> str:
    """Say how likely each end was before the throw."""
    if fight.attacker == NOBODY:
        hold, lose = percents(odds.held, odds.emptied)
        message = addressed("fight-odds-revolt", is_own=fight.defender == viewer)
        return t(message, clan=names.clan(fight.defender), hold=hold, lose=lose)
    message = addressed("fight-odds-battle", is_own=fight.attacker == viewer)
    return t(message, clan=names.clan(fight.attacker), **of_attack(odds))


def tray_words(fight: CombatSoFar) -> str:
    """Count the participants' cubes on the tray."""
    sides = dict.fromkeys((fight.attacker, fight.defender, NOBODY))
    counts = [t("fight-count", who=side_name(seat), number=fight.tray[seat]) for seat in sides]
    return t("fight-tray", counts=" · ".join(counts))


# Winter ---------------------------------------------------------------------------------------


class WinterPanel(Panel):
    """The viewer's hunger, by the cards that may come, until winter has taken its rice."""

    def draw(self, view: View) -> Iterator[Text]:
        seat = view.viewer
        if view.phase >= HUNGER or seat not in view.seats:
            return
        land = len(provinces_of(view, seat))
        yield heading(t("outlook-head", rice=view.rice[seat], provinces=land))
        for _, same in groupby(hunger_of(view, seat), key=lambda hunger: hunger[2:]):
            cards = list(same)
            losses = either(str(hunger.loss) for hunger in cards)
            words = hunger_words(view, seat, cards[-1], losses)
            yield Text(f" {words}", MUTED if not cards[-1].missing else WARNING)


class RegionPanel(Panel):
    """Who has the most buildings in each region: a table, or signs close together."""

    def draw(self, view: View) -> Iterator[Text]:
        if view.phase == OVER:
            return
        led = [region for region in range(len(REGIONS)) if is_led(view, region)]
        idle = [region_name(region) for region in range(len(REGIONS)) if region not in led]
        if led and self.width >= ROOMY:
            yield most_row(
                heading(t("outlook-most-head")), [heading(t(f"outlook-{kind}")) for kind in BUILDINGS]
            )
            yield from (most_row(region_name(region), most_cells(view, region)) for region in led)
        elif led:
            yield from in_rows(Text(), [in_signs(view, region) for region in led], self.width)
        if idle:
            yield from in_rows(Text(), [*idle, Text(t("outlook-none"), FAINT)], self.width)


def is_led(view: View, region: int) -> bool:
    return any(most.leaders for most in most_in(view, region))


def in_signs(view: View, region: int) -> Text:
    text = region_name(region)
    for mark, most in zip(PIECES, most_in(view, region), strict=True):
        if most.leaders:
            text.append(f" {mark.sign}", FAINT).append_text(leaders(most, names.letter))
            text.append(f"{most.vp}", FAINT)
    return text


REGION_WIDTH, MOST_WIDTH = 10, 9


def most_row(region: Text, cells: Iterable[Text]) -> Text:
    """Put a region and who has the most of each kind into columns."""
    row = Text(" ").append_text(region)
    for column, cell in enumerate(cells):
        row.pad_right(max(0, REGION_WIDTH + column * MOST_WIDTH - row.cell_len))
        row.append_text(cell)
    return row


def most_cells(view: View, region: int) -> Iterator[Text]:
    """Name who has the most of a kind, and the VP; several by their letters."""
    for most in most_in(view, region):
        name = names.short_clan if len(most.leaders) == 1 else names.letter
        yield leaders(most, name).append(f" {most.vp}", "bold") if most.leaders else Text()


def region_name(region: int) -> Text:
    return Text(no_wrap=True).append(names.region(region), f"{BRIGHT} on {GROUNDS[region]}")


def leaders(most: Most, name: Callable[[int], str]) -> Text:
    return Text().join(Text(name(seat), f"bold {clan_colour(seat)}") for seat in most.leaders)


# The record -----------------------------------------------------------------------------------

WIDE_FROM: Final = 104
"""The map takes 80 columns, what is beside it 24."""


def make_panels() -> Sequence[Panel]:
    return (
        CombatPanel(id="battle"),
        TurnOrder(id="players"),
        Track(id="season"),
        LandPanel(id="place"),
        OwnPlan(id="secrets"),
        Tower(id="tower"),
        WinterPanel(id="outlook"),
        RegionPanel(id="regions"),
    )


def make_strips() -> Sequence[Panel]:
    return (Strip(id="strip"),)


BOARD: Final = Board(
    make_map=lambda: ProvinceMap(id="map"),
    facts_of=facts_of,
    make_panels=make_panels,
    forms={Arrange: PlanDialog},
    make_strips=make_strips,
    plan=map_first,
    wide_from=WIDE_FROM,
    colours=TEXT_COLOURS,
)
