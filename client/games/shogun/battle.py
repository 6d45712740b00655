"""The cube tower: what rests inside and lies on the tray, and a battle, cube by cube."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rich.text import Text

from client.games.shogun import names
from client.games.shogun.log import CubeFell, CubesThrown
from client.texts import t
from client.tui.palette import FAINT, clan_colour
from client.tui.widgets.panel import Panel, heading
from core.games.shogun import events as e
from core.games.shogun.board import GREEN, NOBODY
from core.games.shogun.steps import OfferAttackCube, OfferDefenceCube
from core.games.shogun.view import View
from core.kinds import Event, GameEnded, Seat

# A battle as it unfolds ----------------------------------------------------------------------


class CombatSoFar(NamedTuple):
    """What has been told of a battle or a revolt so far."""

    province: int
    attacker: Seat  # -1: the peasants
    attackers: int
    defender: Seat  # -1: the peasants
    defenders: int
    thrown: tuple[int, ...] = ()
    tray: tuple[int, ...] = ()
    outcome: str = ""
    winner: Seat = NOBODY


def after(fight: CombatSoFar | None, event: Event) -> CombatSoFar | None:
    """Give what is known of the battle after one more event."""
    if isinstance(event, e.BattleBegan):
        return CombatSoFar(event.province, event.seat, event.armies, event.defender, event.defenders)
    if isinstance(event, e.RevoltBegan):
        return CombatSoFar(event.province, NOBODY, event.peasants, event.owner, event.armies)
    if fight is None or isinstance(event, ENDS):
        return None
    if isinstance(event, e.CubeAdded):
        is_attack = event.seat == fight.attacker
        more = {"attackers": fight.attackers + 1} if is_attack else {"defenders": fight.defenders + 1}
        return fight._replace(**more)  # type: ignore[arg-type]
    if isinstance(event, (CubesThrown, e.Thrown)):
        return fight._replace(thrown=event.thrown, tray=getattr(event, "tray", ()))
    if isinstance(event, CubeFell):
        return fight._replace(tray=event.tray)
    return concluded(fight, event)


ENDS = (e.CardRevealed, e.ActionBegan, e.RoundEnded, e.YearScored, GameEnded, e.RevoltsDrawn)
"""What comes when a battle has been seen."""


def concluded(fight: CombatSoFar, event: Event) -> CombatSoFar:
    if isinstance(event, e.ProvinceTaken):
        words = t("fight-taken", clan=names.clan(event.seat), armies=event.armies)
        return fight._replace(outcome=words, winner=event.seat)
    if isinstance(event, e.ProvinceHeld):
        words = t("fight-held", clan=names.clan(event.seat), armies=event.armies)
        return fight._replace(outcome=words, winner=event.seat)
    if isinstance(event, e.RevoltPutDown):
        return fight._replace(outcome=t("fight-down", armies=event.armies), winner=event.owner)
    if isinstance(event, e.RevoltWon):
        return fight._replace(outcome=t("fight-lost", clan=names.clan(event.owner)))
    if isinstance(event, e.PeasantsHeld):
        return fight._replace(outcome=t("fight-peasants"))
    return fight._replace(outcome=t("fight-tied")) if isinstance(event, e.BattleTied) else fight


def fight_in(view: View) -> CombatSoFar | None:
    """Give what the table shows of a battle whose cubes have not been thrown."""
    step = view.agenda[-1] if view.agenda else None
    if not isinstance(step, (OfferAttackCube, OfferDefenceCube)):
        return None
    assault = step.assault
    owner, there = view.owner[assault.province], view.armies[assault.province]
    attackers = assault.armies + assault.more_attackers
    return CombatSoFar(assault.province, assault.seat, attackers, owner, there + assault.more_defenders)


# Drawing -------------------------------------------------------------------------------------


def colour_of(cube: int) -> str:
    return names.COLOURS[cube]


def cubes(counts: Sequence[int], room: int) -> Text:
    """Draw cubes, colour by colour; where there is no room for all, count them."""
    there = [(colour, number) for colour, number in enumerate(counts) if number]
    drawn = Text(" ").join(Text(f"{letter_of(c)}{names.CUBE * n}", colour_of(c)) for c, n in there)
    if len(drawn) <= room:
        return drawn
    return Text(" ").join(Text(f"{letter_of(c)}{n}", colour_of(c)) for c, n in there)


def letter_of(cube: int) -> str:
    return t("peasants.letter") if cube == GREEN else names.letter(cube)


class Tower(Panel):
    """The tower at rest: how many cubes of each colour are inside is public, on which floor is not."""

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

    def hear(self, event: Event) -> None:
        self.fight = after(self.fight, event)

    def forget(self) -> None:
        self.fight = None

    def draw(self, view: View) -> Iterator[Text]:
        fight = self.fight or fight_in(view)
        if fight is None:
            return
        is_revolt = fight.attacker == NOBODY
        head = t("fight-revolt" if is_revolt else "fight-battle", province=names.province(fight.province))
        yield heading(head)
        yield self._sides(fight)
        yield from self._tower(fight)
        yield Text(fight.outcome, f"bold {clan_colour(fight.winner)}" if fight.winner >= 0 else "bold")

    def _sides(self, fight: CombatSoFar) -> Text:
        attacker = self._side(fight.attacker, fight.attackers)
        defender = self._side(fight.defender, fight.defenders)
        return Text.assemble(attacker, (f" {self.glyphs.into} ", FAINT), defender)

    def _side(self, seat: Seat, armies: int) -> Text:
        name = names.clan(seat) if seat >= 0 else t("peasants")
        return Text(f"{name} {armies}", f"bold {colour_of(seat)}")

    def _tower(self, fight: CombatSoFar) -> Iterator[Text]:
        """A funnel with what was thrown, and below it the tray."""
        room = self.width - 6
        yield Text.assemble(("\\ ", FAINT), cubes(fight.thrown, room), (" /", FAINT))
        yield Text.assemble((" ▕ ", FAINT), cubes(fight.tray, room), (" ▏", FAINT))
