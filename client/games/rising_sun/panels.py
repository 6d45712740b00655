"""What stands beside the map: the clans, the season, the province pointed at, the viewer's secrets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from rich.text import Text

from client.games.rising_sun import names
from client.games.rising_sun.facts import (
    answer_words,
    belongings,
    card_words,
    harvest_of,
    offer_words,
    places_of,
    projections_of,
    reward_of,
    reward_words,
    there_words,
    war_outlook,
)
from client.games.rising_sun.log import BattleSoFar, after, brought_up_to_date, fight_in
from client.table.scene import Scene
from client.texts import t
from client.tui.palette import FAINT, MUTED, clan_colour
from client.tui.widgets.panel import ROOMY, WORDY, Panel, PlacePanel, heading, indented
from core.decisions import Allocate
from core.games.rising_sun.board import (
    ADVANTAGES,
    KAMI_TURNS,
    LOTUS,
    MANDATES,
    OVER,
    SHRINES,
    TURNS,
    WAR,
)
from core.games.rising_sun.events import BidsRevealed
from core.games.rising_sun.view import View, war_number
from core.kinds import Event, Seat

NAME_WIDTH = 9
HARVEST_AT = 27
MOST_CLANS = 4
"""If there are more clans, a sign says what their points would come to where words would take another row."""


class HonorTrack(Panel):
    """One line for each clan, in the order of honor; two where there is room."""

    @property
    def tooltip(self) -> str:
        return t("players-then", arrow=self.glyphs.into)

    def legend(self) -> Iterator[tuple[str, str]]:
        yield "1", t("sign-rank")
        yield self.glyphs.turn, t("sign-turn")
        for column, (sign, _) in zip(("vp", "coins", "ronin"), self._columns(), strict=True):
            yield sign, t(f"sign-{column}")
        yield f"{self.glyphs.bar}{names.letter(0)}", t("sign-ally")
        if self.width >= WORDY:
            yield t("players-then-full", total=9), t("players-then-means")
        yield f"{self.glyphs.into}9", t("players-then-means")
        yield t("players-cards.short"), t("sign-cards")
        yield f"+{reward_words((2, 0, 0))}", t("sign-harvest")

    def draw(self, view: View) -> Iterator[Text]:
        yield self._head()
        more = self._more(view)
        for rank, seat in enumerate(view.honor, start=1):
            line = self._clan(view, rank, seat)
            if self.is_worded:
                yield line
                yield from self._all(view, seat)
                continue
            if self.width < ROOMY:
                line.pad_right(max(0, HARVEST_AT - len(line)))
                yield line.append(f"{len(view.cards[seat]) or ''}", MUTED)
                continue
            line.pad_right(max(0, HARVEST_AT - len(line)))
            yield line.append(self._harvest(view, seat), MUTED)
            yield from more[seat]

    def _head(self) -> Text:
        head = heading(f"{t('players-head'):<{NAME_WIDTH + 3}}")
        head.no_wrap = True
        head.append("".join(f"{name:>{room}}" for name, room in self._columns()))
        head.append(f" {t('players-ally')}")
        if self.is_worded:
            return head
        head.pad_right(max(1, HARVEST_AT - len(head)))
        return head.append(t("players-harvest" if self.width >= ROOMY else "players-cards.short"))

    def _columns(self) -> list[tuple[str, int]]:
        """Name the columns and say how wide they are."""
        form = ".full" if self.is_worded else ""
        words = [t(f"players-{column}{form}") for column in ("vp", "coins", "ronin")]
        return [(word, max(3, len(word) + self.is_worded)) for word in words]

    def _clan(self, view: View, rank: int, seat: Seat) -> Text:
        colour, is_acting = clan_colour(seat), self.waits_for(seat)
        text = Text(no_wrap=True)
        text.append(str(rank), "bold" if is_acting else FAINT)
        text.append(self.glyphs.turn if is_acting else " ", "bold")
        text.append(self.glyphs.bar, colour)
        text.append(
            f"{names.short_clan(seat):<{NAME_WIDTH}}", f"bold {colour}" if seat == view.viewer else colour
        )
        rooms = [room for _, room in self._columns()]
        numbers = (view.vp[seat], view.coins[seat], view.ronin[seat])
        vp, *others = (f"{number:>{room}}" for number, room in zip(numbers, rooms, strict=True))
        text.append(vp, "bold").append("".join(others)).append(" ")
        ally = view.ally[seat]
        if ally >= 0:
            name = names.short_clan(ally) if self.is_worded else names.letter(ally)
            text.append(f"{self.glyphs.bar}{name}", clan_colour(ally))
        return text

    def _all(self, view: View, seat: Seat) -> Iterator[Text]:
        """Tell who plays a clan, what awaits it, and all its cards."""
        is_over, reward = view.phase == OVER, reward_words(harvest_of(view, seat))
        then = "" if is_over else t("players-then-full", total=projections_of(view)[seat].total)
        harvest = t("players-harvest-full", reward=reward) if reward and not is_over else ""
        words = [self.player_at(seat), then, harvest, *card_words(view, seat)]
        yield from indented(words, self.width, MUTED)

    def _more(self, view: View) -> dict[Seat, list[Text]]:
        """Tell who plays each clan, what its points would come to, and its cards."""
        if self.is_worded or self.width < ROOMY:
            return {}
        if view.phase == OVER:
            return {seat: self._below(view, seat, "") for seat in view.honor}
        totals = {seat: projections_of(view)[seat].total for seat in view.honor}
        signs = {seat: self._below(view, seat, f"{self.glyphs.into}{n}") for seat, n in totals.items()}
        words = {seat: self._below(view, seat, t("players-then-full", total=n)) for seat, n in totals.items()}
        rows = [sum(map(len, each.values())) for each in (words, signs)]
        has_room = self.width >= WORDY and (rows[0] <= rows[1] or len(view.honor) <= MOST_CLANS)
        return words if has_room else signs

    def _below(self, view: View, seat: Seat, then: str) -> list[Text]:
        words = [self.player_at(seat), then, *card_words(view, seat)]
        return list(indented(words, self.width, MUTED))

    def _harvest(self, view: View, seat: Seat) -> str:
        """Say what a harvest would bring now; after the last one that is nothing."""
        reward = reward_words(harvest_of(view, seat))
        return f"+{reward}" if reward and view.phase != OVER else ""


# The season -----------------------------------------------------------------------------------


class Season(Panel):
    """The mandate track with its Kami turns, and the four shrines."""

    def legend(self) -> Iterator[tuple[str, str]]:
        for number in range(len(MANDATES)):
            yield self._sign(number), t("sign-mandate", mandate=names.mandate(number))
        yield self.glyphs.slot, t("sign-slot")
        yield self.glyphs.kami, t("sign-kami")
        yield f"{names.letter(0)}2", t("sign-worshippers")

    def draw(self, view: View) -> Iterator[Text]:
        yield self._track(view)
        if self.is_full and view.mandates:
            laid = [(names.mandate(announced), clan_colour(seat)) for seat, announced, _ in view.mandates]
            yield Text(", ").join(Text(*mandate) for mandate in laid)
        yield from self._shrines(view)

    def _sign(self, mandate: int) -> str:
        return t(f"mandate-{MANDATES[mandate]}.letter")

    def _track(self, view: View) -> Text:
        text = heading(f"{t('season-mandates')} ")
        for slot in range(TURNS):
            if slot < len(view.mandates):
                seat, announced, _ = view.mandates[slot]
                text.append(self._sign(announced), f"bold {clan_colour(seat)}")
            else:
                text.append(self.glyphs.slot, FAINT)
            if slot + 1 in KAMI_TURNS:
                text.append(self.glyphs.kami, "#f2c14e" if slot < len(view.mandates) else FAINT)
        left = [turn - len(view.mandates) for turn in KAMI_TURNS if turn > len(view.mandates)]
        if left and self.width >= ROOMY:
            text.append(f"  {t('season-kami-in', number=left[0])}", f"not bold {MUTED}")
        return text

    def _shrines(self, view: View) -> Iterator[Text]:
        """Name the shrines in the order in which they are resolved: one to a line in words, or else two."""
        cells = self._cells(view, names.kami)
        if self.is_worded:
            yield from cells
            return
        half = self.width // 2
        if self.width < ROOMY and max(map(len, cells)) >= half:
            cells = self._cells(view, names.short_kami)
        for left, right in zip(cells[::2], cells[1::2], strict=True):
            yield Text.assemble(left, " " * max(1, half - len(left)), right)

    def _cells(self, view: View, name: Callable[[int], str]) -> list[Text]:
        return [self._shrine(view, slot, name) for slot in range(len(view.shrines))]

    def _shrine(self, view: View, slot: int, name: Callable[[int], str]) -> Text:
        text = Text(f"{name(view.shrines[slot])} ", MUTED)
        counts = {seat: len(view.figures[seat][SHRINES[slot]]) for seat in view.honor}
        who, between = (names.clan, ", ") if self.is_worded else (names.letter, " ")
        there = [
            Text(f"{who(seat)}{' ' * self.is_worded}{number}", f"bold {clan_colour(seat)}")
            for seat, number in counts.items()
            if number
        ]
        return text.append_text(Text(between).join(there) if there else Text(t("shrine-empty"), FAINT))


class CardsOnOffer(Panel):
    """The cards of the season that can still be bought."""

    def draw(self, view: View) -> Iterator[Text]:
        if view.display:
            cards = (", ".join(offer_words(view)), f"not bold {MUTED}")
            yield heading(f"{t('season-offer')} ").append(*cards)


class Belongings(Panel):
    """What clans have besides their cards and what stands on the map; with little room, line after line."""

    def draw(self, view: View) -> Iterator[Text]:
        for seat in view.honor:
            clan, words = (f"{self.glyphs.bar}{names.clan(seat)}", clan_colour(seat)), belongings(view, seat)
            if self.is_full:
                yield Text.assemble(clan)
                yield from indented(words, self.width, MUTED)
            else:
                yield Text.assemble(clan, *((f" · {word}", MUTED) for word in words))


# The province pointed at ----------------------------------------------------------------------


class ProvincePanel(PlacePanel):
    """Tells everything that everybody may know about one province, a line for each clan."""

    def draw(self, view: View) -> Iterator[Text]:
        if self.place is not None:
            yield from (head_of(view, self.place), *clans_in(view, self.place), *outlook_of(view, self.place))


class ProvinceStrip(PlacePanel):
    """Tells the same in the few rows below a small map."""

    def draw(self, view: View) -> Iterator[Text]:
        if self.place is not None:
            yield head_of(view, self.place)
            yield Text("  ").join([*clans_in(view, self.place), *outlook_of(view, self.place)])


def head_of(view: View, province: int) -> Text:
    text = Text(names.province(province), "bold")
    text.append(f" · {reward_words(reward_of(province))}", f"not bold {MUTED}")
    if number := war_number(view, province):
        text.append(f" · {t('place-war', number=number)}", f"not bold {MUTED}")
    return text


def clans_in(view: View, province: int) -> Iterator[Text]:
    """Tell what each clan has in a province, the strongest first; or that there is nobody."""
    forces = dict(places_of(view)[province].forces)
    builders = [seat for seat in view.honor if province in view.strongholds[seat] and seat not in forces]
    for seat in (*forces, *builders):
        strength = f"{names.letter(seat)}{forces.get(seat, 0)} ", f"bold {clan_colour(seat)}"
        yield Text.assemble(strength, there_words(view, seat, province))
    if not forces and not builders:
        yield Text(t("place-nobody"), MUTED)


def outlook_of(view: View, province: int) -> Iterator[Text]:
    if war_number(view, province) and (ahead := war_outlook(view, province)):
        yield Text(ahead, MUTED)


# What nobody else sees ------------------------------------------------------------------------


class OwnSecrets(Panel):
    """The viewer's own secrets, marked by the clan's colour."""

    def __init__(self, *, id: str) -> None:  # noqa: A002
        super().__init__(id=id)
        self._is_open = False
        """Whether bids have been told that the table on the screen still has sealed."""

    def see(self, scene: Scene) -> None:
        super().see(scene)
        self._is_open = False

    def hear(self, event: Event) -> None:
        self._is_open |= isinstance(event, BidsRevealed)

    def draw(self, view: View) -> Iterator[Text]:
        if view.viewer is None:
            return
        for line in self._secrets(view):
            yield Text.assemble((f"{self.glyphs.bar}", clan_colour(view.viewer or 0)), (line, "italic"))

    def _secrets(self, view: View) -> Iterator[str]:
        is_sealed = self.has_sealed
        if view.drawn:
            yield t("secret-drawn", mandates=", ".join(map(names.mandate, view.drawn)))
        laid = [tile for seat, _, tile in view.mandates if seat == view.viewer == LOTUS]
        if laid:
            yield t("secret-laid", mandates=", ".join(map(names.mandate, laid)))
        if self._is_open:
            return
        if view.answer is not None:
            yield t("secret-sealed", answer=answer_words(view.answer))
        elif self.draft is not None and (is_sealed or isinstance(view.decision, Allocate)):
            yield t("secret-sealed" if is_sealed else "secret-draft", answer=answer_words(self.draft))


# A battle as it unfolds -----------------------------------------------------------------------


class Headings(NamedTuple):
    """What stands above the columns of a table, and before its rows."""

    columns: tuple[str, ...]
    rows: tuple[str, ...]

    @property
    def label_width(self) -> int:
        return max(map(len, self.rows)) + 1

    @property
    def widths(self) -> tuple[int, ...]:
        return tuple(max(2, len(column)) for column in self.columns)

    @property
    def width(self) -> int:
        return self.label_width + sum(self.widths) + len(self.columns) - 1


class WarPanel(Panel):
    """A small table: a column for each fighter, a row for each advantage."""

    def __init__(self, *, id: str) -> None:  # noqa: A002
        super().__init__(id=id)
        self.fight: BattleSoFar | None = None

    def legend(self) -> Iterator[tuple[str, str]]:
        yield "3", t("sign-won")

    def see(self, scene: Scene) -> None:
        super().see(scene)
        self.fight = self.fight._replace(since=()) if self.fight is not None else None

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
        ways = headings(fight)
        heads = next((heads for heads in ways if heads.width <= self.width), ways[-1])
        yield row_of("", heads.columns, fight, heads)
        force, *advantages = heads.rows
        if fight.forces:
            yield row_of(force, map(str, fight.forces), fight, heads)
        bids, won = dict(fight.bids), dict(fight.won)
        for number, name in enumerate(advantages):
            cells = [str(bids[seat][number]) if seat in bids else self.glyphs.slot for seat in fight.fighters]
            yield row_of(name, cells, fight, heads, won.get(number))
        if fight.winner is not None or fight.dead:
            yield self._outcome(fight)

    def _outcome(self, fight: BattleSoFar) -> Text:
        parts = []
        if fight.winner is not None:
            winner = t("battle-wins", clan=names.clan(fight.winner))
            parts.append(Text(winner, f"bold {clan_colour(fight.winner)}"))
        if fight.dead:
            parts.append(Text(t("battle-dead", number=fight.dead), FAINT))
        return Text(" · ", FAINT).join(parts)


def headings(fight: BattleSoFar) -> list[Headings]:
    """Return the headings in full, and in fewer and fewer letters."""
    force = t("battle-force")
    full, short = ((force, *(t(f"advantage-{name}{form}") for name in ADVANTAGES)) for form in ("", ".short"))
    clans, letters = (tuple(map(name, fight.fighters)) for name in (names.clan, names.letter))
    return [Headings(clans, full), Headings(clans, short), Headings(letters, short)]


def row_of(
    label: str, cells: Iterable[str], fight: BattleSoFar, heads: Headings, winner: Seat | None = None
) -> Text:
    row = Text(f"{label:<{heads.label_width}}", MUTED)
    parts = []
    for seat, cell, width in zip(fight.fighters, cells, heads.widths, strict=True):
        style = f"bold reverse {clan_colour(seat)}" if seat == winner else clan_colour(seat)
        parts.append(Text(f"{cell:>{width}}", style))
    return row.append_text(Text(" ").join(parts))
