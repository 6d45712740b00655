"""What stands beside the board: players, influence, the area pointed at, the viewer's things."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from rich.text import Text

from client.games.ninjato import names
from client.games.ninjato.facts import (
    best_payment,
    guard_words,
    next_scoring,
    shuriken_of,
    skill_words,
    win_and_fail,
    winner_words,
)
from client.games.ninjato.log import treasures
from client.games.ninjato.map import SEAT_COLOURS, SIGN, price_words
from client.table.scene import Scene
from client.table.wording import either
from client.texts import t
from client.tui.palette import BAD, FAINT, GOOD, MUTED
from client.tui.widgets.panel import INDENT, ROOMY, WORDY, Panel, PlacePanel, heading, indented
from core.games.ninjato import events as e
from core.games.ninjato.board import HOUSES, OVER, RED, SCORING_ORDER
from core.games.ninjato.cards import DISHONORABLE_RIVALS, DOJO_DECK, ENVOYS, GUARDS, RUMORS, TILES
from core.games.ninjato.costs import honor_of
from core.games.ninjato.fights import values_of
from core.games.ninjato.odds import (
    BanzaiOdds,
    CardEffect,
    PossibleGuard,
    beaten_after,
    effects,
    prospect,
    stake,
    unseen_cards,
    unseen_elites,
    unseen_guards,
    winning_plays,
)
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
from core.games.ninjato.state import Raiding, dojo_pile
from core.games.ninjato.steps import ChooseToken, SaveOne
from core.games.ninjato.view import View
from core.kinds import Event, Seat

NAME_WIDTH = 7
COLUMNS = ("honor", "shuriken", "dojo-cards", "rumors")
"""In a narrow column the last has no room."""
BAR = "█"


class NinjaRows(Panel):
    """One line for each player, in turn order."""

    def legend(self) -> Iterator[tuple[str, str]]:
        yield self.glyphs.turn, t("sign-turn")
        yield t("skill-used", skill=names.skill(0)), t("sign-used")

    def draw(self, view: View) -> Iterator[Text]:
        yield self._head()
        for place, seat in enumerate(view.order, start=1):
            yield self._player(view, place, seat)
            if self.width >= ROOMY:
                yield from self._more(view, seat)

    def _head(self) -> Text:
        head = heading(f"{t('order-head.short'):<{NAME_WIDTH + 3}}")
        head.no_wrap = True
        return head.append("".join(f"{name:>{room}}" for name, room in self._columns()))

    def _columns(self) -> list[tuple[str, int]]:
        """Name the columns there is room for, and say how wide they are."""
        columns, form = (COLUMNS, "") if self.width >= WORDY else (COLUMNS[:-1], ".short")
        words = [t(f"order-{column}{form}") for column in columns]
        return [(word, len(word) + 1) for word in words]

    def _player(self, view: View, place: int, seat: Seat) -> Text:
        colour, is_acting = SEAT_COLOURS[seat], self.waits_for(seat)
        text = Text(no_wrap=True)
        text.append(self.glyphs.turn if is_acting else str(place), "bold" if is_acting else FAINT)
        text.append(f" {self.glyphs.bar}", colour)
        name = f"{names.short_seat(seat):<{NAME_WIDTH}}"
        text.append(name, f"bold {colour}" if seat == view.viewer else colour)
        rooms = [room for _, room in self._columns()]
        numbers = (view.honor[seat], shuriken_of(view, seat), view.hand_sizes[seat], view.rumor_counts[seat])
        honor, *others = (f"{number:>{room}}" for number, room in zip(numbers, rooms, strict=False))
        return text.append(honor, "bold").append("".join(others))

    def _more(self, view: View, seat: Seat) -> Iterator[Text]:
        """Tell who it is and what they have, as far as there is room."""
        treasures = names.treasures(view.treasures[seat]) if self.width >= WORDY else ""
        elites = len(view.elites[seat])
        own = [*skill_words(view, seat), t("order-elites", number=elites) if elites else ""]
        if self.is_full:
            own += map(names.envoy, view.envoys[seat])
        words = [self.player_at(seat), treasures, *own]
        rows = list(indented(words, self.width, MUTED))
        if len(rows) > 1 and self.width < WORDY and not self.is_full:
            rows = [Text(f"{INDENT}{' · '.join(filter(None, words))}", MUTED)]
            rows[0].truncate(self.width, overflow="ellipsis")
        yield from rows


# Influence ------------------------------------------------------------------------------------

CLAN_WIDTH, LONG_CLAN_WIDTH = 10, 13
WINNERS = 2
"""The first and the second get something."""
BETWEEN = "  "


class Influence(Panel):
    """A line for each clan, in the order of scoring: its honor, and who has how much influence."""

    def legend(self) -> Iterator[tuple[str, str]]:
        yield f"{names.letter(0)}2", t("sign-influence")

    def draw(self, view: View) -> Iterator[Text]:
        if view.phase == OVER:
            return
        yield self._head()
        for clan in SCORING_ORDER[next_scoring(view)]:
            yield self._clan(view, clan)
        if self.width >= ROOMY:
            yield Text(t("influence-prizes"), FAINT)
        if self.is_full:
            yield Text()
            yield from unseen_lines(view, self.width)

    def _head(self) -> Text:
        head = heading(f"{t('influence-head'):<{self._clan_width + 4}}")
        head.no_wrap = True
        head.append(f" {t('influence-places')}")
        return head

    @property
    def _clan_width(self) -> int:
        return LONG_CLAN_WIDTH if self.width >= ROOMY else CLAN_WIDTH

    def _clan(self, view: View, clan: int) -> Text:
        name = names.clan if self.width >= ROOMY else names.short_clan
        text = Text(f"{name(clan):<{self._clan_width}}", no_wrap=True)
        text.append(f"{clan_honor(view, clan):>4}", "bold").append(" ")
        taken = self._taken(view, clan)
        places = ranking(view, clan)[: WINNERS if taken else None]
        numbers = {seat: influence(of_clan(view.envoys[seat], clan), view.disguised) for seat in places}
        long = [f"{names.short_seat(seat)} {number}" for seat, number in numbers.items()]
        short = [f"{names.letter(seat)}{number}" for seat, number in numbers.items()]
        forms = long, [*long[:WINNERS], *short[WINNERS:]], short
        room = self.width - len(text)
        words = next((form for form in forms if len(BETWEEN.join([*form, *taken])) < room), short)
        colours = [SEAT_COLOURS[seat] if place < WINNERS else FAINT for place, seat in enumerate(places)]
        there = [Text(*part) for part in zip(words, colours, strict=True)] or [
            Text(t("influence-nobody"), FAINT)
        ]
        there[0].stylize("bold" if places else "")
        parts = [*there, *(Text(word, MUTED) for word in taken)]
        return text.append(" ").append_text(Text(BETWEEN).join(parts))

    def _taken(self, view: View, clan: int) -> list[str]:
        """While clans are scored, say what the first has taken; the others no longer get anything."""
        award = view.awards[clan] if view.awards else NO_AWARD
        if award == NO_AWARD:
            return []
        return [t("influence-took-honor" if award == TOOK_HONOR else "influence-took-rumor")]


def unseen_lines(view: View, width: int) -> Iterator[Text]:
    """Count what may still be drawn: guards by their values, elites for both ways in, and dojo cards."""
    yield heading(t("unseen-head"))
    for kind, left, stealth in (
        ("unseen-guards", unseen_guards(view), False),
        ("unseen-elites-force", unseen_elites(view), False),
        ("unseen-elites-stealth", unseen_elites(view), True),
    ):
        draws = [PossibleGuard(guard, number, None) for guard, number in sorted(left.items())]
        yield from chips(t(kind), draw_chips(draws, "", stealth=stealth), width)
    cards = [
        (t("raid-draw", values=value, number=number), "")
        for value, number in sorted(unseen_cards(view).items())
    ]
    yield from chips(t("unseen-cards"), cards, width)


# The area pointed at --------------------------------------------------------------------------


class AreaPanel(PlacePanel):
    """Tells everything the viewer may know about one area."""

    def draw(self, view: View) -> Iterator[Text]:
        if self.place is None:
            return
        if self.place in HOUSES:
            yield from house_lines(view, self.place, self.width)
            return
        yield Text(names.area(self.place), "bold")
        tell = {names.DOJO: dojo_lines, names.SENSEI: sensei_lines, names.PALACE: palace_lines}
        yield from tell.get(self.place, pavilion_lines)(view)


def house_lines(view: View, number: int, width: int) -> Iterator[Text]:
    house = view.houses[number]
    yield Text.assemble((names.area(number), "bold"), (f" · {names.token(house.token)}", MUTED))
    if not house.treasures:
        yield Text(t("house-closed"), MUTED)
        return
    value = GUARDS[house.sentry].force[0]
    yield Text(t("place-order", treasures=", ".join(map(names.treasure, house.treasures))))
    if view.viewer is not None and view.viewer in view.seats:
        yield Text(t("place-force", value=value, plays=winner_words(view, value, stealth=False)))
        yield Text(t("place-stealth", value=value, plays=winner_words(view, value, stealth=True)))
    if len(house.treasures) > 1:
        yield from second_guard(view, house.treasures[1], width)


def second_guard(view: View, treasure: int, width: int) -> Iterator[Text]:
    """Say who may come after the sentry; elites have a value for each way in (NJ-11.2)."""
    elites = unseen_elites(view) if treasure >= RED else None
    left = elites or unseen_guards(view)
    draws = [PossibleGuard(guard, number, None) for guard, number in sorted(left.items())]
    if not elites:
        yield from chips(t("place-second"), draw_chips(draws, "", stealth=False), width)
        return
    for stealth in (False, True):
        label = t("place-second-elite", side=names.side(stealth=stealth))
        yield from chips(label, draw_chips(draws, "", stealth=stealth), width)


def dojo_lines(view: View) -> Iterator[Text]:
    yield Text(t("place-row", cards=", ".join(map(str, view.row))))
    yield Text(t("board-deck", number=view.deck_sizes[DOJO_DECK]))
    pile = ", ".join(names.seat(seat) for seat in reversed(dojo_pile(view.placed)))
    if pile:
        yield Text(t("place-pile", seats=pile))
    yield Text(t("board-dojo-draw"), MUTED)
    yield Text(t("board-dojo-order"), MUTED)


def sensei_lines(view: View) -> Iterator[Text]:
    for tile in view.sensei:
        does = names.does(TILES[tile].skill)
        yield Text(t("place-skill", skill=names.tile(tile), price=price_words(tile), does=does))


def palace_lines(view: View) -> Iterator[Text]:
    for number in view.palace:
        yield offer_line(view, names.envoy(number), [ENVOYS[number].cost])
    yield Text(t("place-palace-worth"), MUTED)
    if any(ENVOYS[number].mask for number in view.palace):
        yield Text(t("place-palace-masks"), MUTED)


def pavilion_lines(view: View) -> Iterator[Text]:
    for kind in dict.fromkeys(RUMORS[number].kind for number in view.pavilion):
        costs = [RUMORS[number].cost for number in view.pavilion if RUMORS[number].kind == kind]
        yield offer_line(view, names.rumor_kind(kind), costs)
        yield Text(names.effect_of_rumor(kind), MUTED)


def one_of(costs: list[str]) -> str:
    """Name what each of some cards costs."""
    return either(dict.fromkeys(map(names.cost, costs)))


def offer_line(view: View, thing: str, costs: list[str]) -> Text:
    """Name cards, what each costs, and what paying one would score at best."""
    best = max((best_payment(view, cost) for cost in costs), key=honor_of)
    text = Text(t("place-offer", thing=thing, cost=one_of(costs)), "" if best else MUTED)
    return text.append(f" {SIGN} {t('pays', honor=honor_of(best))}", GOOD) if best else text


# What the viewer has --------------------------------------------------------------------------


class OwnGoods(Panel):
    """The viewer's own things, marked by their colour."""

    def draw(self, view: View) -> Iterator[Text]:
        if view.viewer is None or view.viewer not in view.seats:
            return
        for line in self._own(view, view.viewer):
            yield Text.assemble((self.glyphs.bar, SEAT_COLOURS[view.viewer]), line)

    def _own(self, view: View, seat: int) -> Iterator[str]:
        skills = skill_words(view, seat)
        if self.width < ROOMY and view.treasures[seat]:
            yield t("secret-treasures", treasures=names.treasures(view.treasures[seat]))
        if skills:
            yield t("secret-skills", skills=", ".join(skills))
        if view.rumors[seat]:
            worth = sum(final_gain(view, seat).rumors)
            has_rivals = DISHONORABLE_RIVALS in kinds_of(view.rumors[seat])  # fewer honor if others have them
            kind = "secret-rumors-at-most" if has_rivals and view.phase != OVER else "secret-rumors"
            name = names.rumor_kind if self.is_worded else names.short_rumor_kind
            yield t(kind, rumors=names.rumors(view.rumors[seat], name), honor=worth)


# A raid as it goes on -------------------------------------------------------------------------

LONG_BAR, SHORT_BAR = 10, 5
MOST_PLAYS: Final = 5
"""So many ways to beat a guard are compared."""


class RaidPanel(Panel):
    """The raid under way, with everything that public facts and the viewer's hand say about it."""

    def __init__(self, *, id: str) -> None:  # noqa: A002
        super().__init__(id=id)
        self._news = ""
        """What was told last, while the table is still shown as it was before."""

    def see(self, scene: Scene) -> None:
        super().see(scene)
        self._news = ""

    def legend(self) -> Iterator[tuple[str, str]]:
        yield BAR, t("sign-bar-odds")

    def hear(self, event: Event) -> None:
        if isinstance(event, e.GuardRevealed):
            self._news = names.guard(event.guard)
        elif isinstance(event, e.AlarmRaised):
            self._news = t("tale-alarm")

    def draw(self, view: View) -> Iterator[Text]:
        step = view.agenda[-1] if view.agenda else None
        if view.raid is None or isinstance(step, ChooseToken):  # everything is won; now the clans count
            return
        yield self._head(view, view.raid)
        yield carried_line(view.raid)
        if isinstance(step, SaveOne):
            yield Text(t("raid-failed"), "bold")
            return
        if self._news:
            yield Text(self._news, f"bold {BAD}")
        elif view.raid.guard >= 0:
            yield from self._guard(view, view.raid)
        else:
            yield from self._ahead(view)
        yield from stake_lines(view)

    def _head(self, view: View, raid: Raiding) -> Text:
        side = names.side(stealth=raid.stealth)
        if view.viewer == view.active:
            return heading(t("raid-head", number=raid.house + 1, side=side))
        who = t("raid-of", who=names.seat(view.active), number=raid.house + 1, side=side)
        return Text(who, f"bold {SEAT_COLOURS[view.active]}")

    # Against a guard -------------------------------------------------------------------------

    def _guard(self, view: View, raid: Raiding) -> Iterator[Text]:
        """Say what it takes, and what each card and skill of the viewer would do."""
        treasure = names.treasure(view.houses[raid.house].treasures[0])
        yield Text(t("raid-guards", guard=guard_words(raid), treasure=treasure), "bold")
        values = values_of(raid.guard, raid.parts, stealth=raid.stealth)
        takes = "raid-takes-less" if raid.stealth else "raid-takes-more"
        yield Text(t(takes, value=both(list(map(str, values)))))
        there = effects(view)
        for kind, style, matches in EFFECTS:
            words = [(names.part(effect.word), style) for effect in there if matches(effect)]
            if words:
                yield from chips(t(kind), words, self.width)
        if self.width >= ROOMY:
            yield from then_lines(view)

    # Before the next guard -------------------------------------------------------------------

    def _ahead(self, view: View) -> Iterator[Text]:
        """Say what banzai may bring, by the guards nobody has seen."""
        ahead = prospect(view)
        if ahead is None or view.raid is None:
            return
        kind = "raid-next-elite" if ahead.elite else "raid-next"
        yield Text(t(kind, treasure=names.treasure(ahead.treasure)), "bold")
        stealth, write = view.raid.stealth, draw_chips if self.width >= ROOMY else value_chips
        if ahead.beaten is None:
            yield from chips(t("raid-unseen"), write(ahead.draws, "", stealth=stealth), self.width)
            return
        yield odds_line(ahead, LONG_BAR if self.width >= ROOMY else SHORT_BAR)
        beaten = [draw for draw in ahead.draws if draw.beatable]
        strong = [draw for draw in ahead.draws if not draw.beatable]
        if beaten:
            yield from chips(t("raid-beaten"), write(beaten, GOOD, stealth=stealth), self.width)
        if strong:
            yield from chips(t("raid-too-strong"), write(strong, BAD, stealth=stealth), self.width)


def both(values: list[str]) -> str:
    """Write one value, or the two of a double."""
    return t("list", rest=values[0], last=values[1]) if len(values) > 1 else values[0]


def carried_line(raid: Raiding) -> Text:
    if not raid.carried:
        return Text(t("raid-empty"), MUTED)
    return Text(t("raid-carries", treasures=names.treasures(raid.carried)))


def stake_lines(view: View) -> Iterator[Text]:
    """Say what a failure would take."""
    at_stake = stake(view)
    if at_stake is None or not at_stake.carried:
        return
    if at_stake.lost:
        kept, lost = treasures([at_stake.kept]), treasures(at_stake.lost)
        yield Text(t("raid-stake", kept=kept, lost=lost, honor=at_stake.honor), BAD)
    else:
        yield Text(t("raid-stake-one", kept=names.treasure(at_stake.kept)), MUTED)


def odds_line(ahead: BanzaiOdds, cells: int) -> Text:
    """A bar with the share of guards that can be beaten, and how many raise an alarm."""
    assert ahead.beaten is not None
    full = round(ahead.beaten * cells)
    text = Text.assemble((BAR * full, GOOD), ("·" * (cells - full), FAINT), " ")
    text.append(t("raid-odds", **win_and_fail(ahead.beaten)), "bold")
    if ahead.alarm:
        text.append(f", {t('raid-alarm', percent=round(ahead.alarm * 100))}", MUTED)
    return text


def chips(label: str, words: Iterable[tuple[str, str]], width: int) -> Iterator[Text]:
    """Write words after a label, in as many rows as it takes; none is broken."""
    row = Text().append(f"{label} ", MUTED)
    for number, (word, style) in enumerate(words):
        if number:
            row.append(",", MUTED)
        if row.cell_len + len(word) + 2 > width:
            yield row
            row = Text(INDENT)
        elif number:
            row.append(" ")
        row.append(word, style)
    yield row


EFFECTS: Final[tuple[tuple[str, str, Callable[[CardEffect], bool]], ...]] = (
    ("raid-alone", f"bold {GOOD}", lambda effect: effect.sets and bool(effect.beats)),
    ("raid-not-alone", FAINT, lambda effect: effect.sets and not effect.beats),
    ("raid-adds", "", lambda effect: not effect.sets),
)
"""What the viewer's cards and skills do against the guard in front: label, style, and which they are."""


def then_lines(view: View) -> Iterator[Text]:
    """Say for each way to beat the guard in front how the next raid of the house would go on."""
    rows = [(play, beaten_after(view, play)) for play, _ in winning_plays(view)]
    found = sorted(((play, share) for play, share in rows if share is not None), key=lambda row: -row[1])
    if found:
        yield Text(t("raid-then"), MUTED)
    for play, share in found[:MOST_PLAYS]:
        parts = ", ".join(map(names.part, play.parts))
        yield Text(f"  {t('raid-then-after', parts=parts, win=win_and_fail(share)['win'])}")


def value_chips(draws: Iterable[PossibleGuard], style: str, *, stealth: bool) -> Iterator[tuple[str, str]]:
    """Name guards by their values alone; the odds say how many there are."""
    return (
        (values, style)
        for values in dict.fromkeys(guard_values(draw.guard, stealth=stealth) for draw in draws)
    )


def draw_chips(draws: Iterable[PossibleGuard], style: str, *, stealth: bool) -> Iterator[tuple[str, str]]:
    """Count guards by their values; an alarm is marked."""
    counts: Counter[tuple[str, bool]] = Counter()
    for draw in draws:
        counts[guard_values(draw.guard, stealth=stealth), GUARDS[draw.guard].alarm] += draw.number
    for (values, has_alarm), number in counts.items():
        yield t(f"raid-draw{'-alarm' * has_alarm}", values=values, number=number), style


def guard_values(guard: int, *, stealth: bool) -> str:
    return "+".join(map(str, values_of(guard, tuple(range(len(GUARDS[guard].force))), stealth=stealth)))
