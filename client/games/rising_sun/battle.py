"""A battle as it unfolds: forces, the bids once they are open, who won what, and the outcome."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rich.text import Text

from client.games.rising_sun import names
from client.games.rising_sun.facts import state_like
from client.texts import t
from client.tui.palette import FAINT, MUTED, clan_colour
from client.tui.widgets.panel import Panel, heading
from core.games.rising_sun import events as e
from core.games.rising_sun.board import ADVANTAGES, WAR
from core.games.rising_sun.state import Battle
from core.games.rising_sun.view import View
from core.games.rising_sun.war import battle_force
from core.kinds import ChoiceTakenBack, Event, Seat

LABEL_WIDTH = 8


class BattleSoFar(NamedTuple):
    """What has been told of a battle so far."""

    province: int
    fighters: tuple[Seat, ...]
    forces: tuple[int, ...] = ()
    bids: tuple[tuple[Seat, tuple[int, ...]], ...] = ()
    won: tuple[tuple[int, Seat], ...] = ()  # advantage and who won it
    winner: Seat | None = None
    dead: int = 0


def after(fight: BattleSoFar | None, event: Event) -> BattleSoFar | None:
    """Give what is known of the battle after one more event."""
    if isinstance(event, e.BattleBegan):
        return BattleSoFar(event.province, event.fighters, event.forces)
    if fight is None or isinstance(event, ENDS):
        return None
    if isinstance(event, e.BidsRevealed):
        return fight._replace(bids=event.bids)
    if isinstance(event, e.AdvantageWon):
        return fight._replace(won=(*fight.won, (event.advantage, event.seat)))
    if isinstance(event, e.BattleWon):
        forces = dict(event.forces)
        return fight._replace(winner=event.seat, forces=tuple(forces.get(seat, 0) for seat in fight.fighters))
    if isinstance(event, e.FiguresKilled):
        return fight._replace(dead=fight.dead + event.number)
    return fight


ENDS = (e.WarBegan, ChoiceTakenBack)
"""What comes when a battle is long over, or was none; until then its outcome is to be seen."""


def fight_in(view: View) -> BattleSoFar | None:
    """Give what the table shows of a battle under way."""
    if view.battle is None:
        return None
    battle = view.battle
    bids = tuple(zip(battle.fighters, battle.bids, strict=False)) if battle.bids else ()
    return BattleSoFar(battle.province, battle.fighters, forces_in(view, battle), bids, dead=battle.killed)


def forces_in(view: View, battle: Battle) -> tuple[int, ...]:
    """Give the force of all fighters as it stands, hired ronin included."""
    return tuple(battle_force(state_like(view), seat) for seat in battle.fighters)


def brought_up_to_date(fight: BattleSoFar, view: View) -> BattleSoFar:
    """Give a battle that is not over the forces of now; what was told of it are those it began with."""
    battle = view.battle
    if fight.winner is not None or battle is None or battle.province != fight.province:
        return fight
    return fight._replace(forces=forces_in(view, battle))


class WarPanel(Panel):
    """A small table: a column for each fighter, a row for each advantage."""

    def __init__(self, *, id: str) -> None:  # noqa: A002
        super().__init__(id=id)
        self.fight: BattleSoFar | None = None

    def hear(self, event: Event) -> None:
        self.fight = after(self.fight, event)

    def forget(self) -> None:
        self.fight = None

    def draw(self, view: View) -> Iterator[Text]:
        if view.phase != WAR:
            return
        fight = brought_up_to_date(self.fight, view) if self.fight is not None else fight_in(view)
        if fight is None:
            return
        yield heading(t("battle-head", province=names.province(fight.province)))
        yield self._row("", [names.letter(seat) for seat in fight.fighters], fight)
        if fight.forces:
            yield self._row(t("battle-force"), list(map(str, fight.forces)), fight)
        bids, won = dict(fight.bids), dict(fight.won)
        for number, name in enumerate(ADVANTAGES):
            cells = [str(bids[seat][number]) if seat in bids else self.glyphs.slot for seat in fight.fighters]
            yield self._row(t(f"advantage-{name}.short"), cells, fight, won.get(number))
        yield self._outcome(fight)

    def _row(self, label: str, cells: list[str], fight: BattleSoFar, winner: Seat | None = None) -> Text:
        text = Text(f"{label:<{LABEL_WIDTH}}", MUTED)
        for seat, cell in zip(fight.fighters, cells, strict=True):
            style = f"bold reverse {clan_colour(seat)}" if seat == winner else clan_colour(seat)
            text.append(f"{cell:>2} " if seat != winner else f"{cell:>2}", style)
            text.append(" " if seat == winner else "")
        return text

    def _outcome(self, fight: BattleSoFar) -> Text:
        parts = []
        if fight.winner is not None:
            winner = t("battle-wins", clan=names.clan(fight.winner))
            parts.append(Text(winner, f"bold {clan_colour(fight.winner)}"))
        if fight.dead:
            parts.append(Text(t("battle-dead", number=fight.dead), FAINT))
        return Text(" · ", FAINT).join(parts)
