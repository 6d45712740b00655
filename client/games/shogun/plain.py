"""Shogun for the line client: the table in words, what can be known in advance, and plans by typing.

The planner keeps a plan and knows what is worth laying, as it does for the screen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from client.games.shogun import names
from client.games.shogun.facts import (
    answer_words,
    chance_words,
    course_words,
    effect_words,
    shortage_words,
    threat_words,
)
from client.games.shogun.log import action, card, cubes, event_words, plan_place, seat_name, special
from client.games.shogun.names import province, season
from client.games.shogun.planning.planner import FILL, SETTLE, Planner
from client.games.shogun.planning.words import is_grave, warning_about
from client.table.by_name import fitting
from client.table.conversation import (
    BACK,
    Asked,
    Conversation,
    Row,
    WentBackError,
    pick,
    row_line,
    unclear,
)
from client.table.conversation import places_of as rows_meant
from client.table.face import Sight
from client.table.menu import Draft
from client.table.wording import amount, listed, named
from client.texts import t
from core.decisions import Arrange, Arrangement
from core.games.shogun.board import (
    BATTLE_A,
    BATTLE_B,
    BID,
    BOARDS,
    BUILDINGS,
    CHEST_CARDS,
    COST,
    FACE_DOWN,
    GREEN,
    LAND,
    NO_CARD,
    NOBODY,
    NUMBER_OF_CARD,
    OVER,
    PHASES,
    REGIONS,
    RICE,
    SIDES,
    SLOTS,
    TAX,
    BoardSide,
)
from core.games.shogun.foresight import chances_from, reckon, threats_to
from core.games.shogun.state import provinces_of
from core.games.shogun.view import View
from core.kinds import Choice, Seat


def look(view: View) -> Iterator[str]:
    """Tell the whole table, as far as this viewer may know it."""
    yield moment(view)
    yield from round_lines(view)
    for seat in view.seats:
        yield from player_lines(view, seat)
    yield from map_lines(view)
    yield tower_line(view)
    yield from secrets(view)


def tower_line(view: View) -> str:
    tower, tray = cubes(view.tower), cubes(view.tray)
    return t("sg-look-tower", tower=tower, tray=tray, peasants=view.reserve[GREEN])


def glance(view: View) -> Iterator[str]:
    """Tell briefly how the table stands: the round, the players, and the viewer's own land."""
    yield moment(view)
    yield from round_lines(view)
    for seat in view.seats:
        yield from player_lines(view, seat)
    if view.viewer in view.seats:
        yield t("sg-look-own-land", provinces=land_of(view, view.viewer))
    yield from secrets(view)


def land_of(view: View, seat: Seat) -> str:
    """Name the provinces of a player with their armies and what else is there."""
    parts = (
        t("sg-look-held", province=province(number), there=", ".join(within(view, number)))
        for number in provinces_of(view, seat)
    )
    return "; ".join(parts) or t("nothing")


def moment(view: View) -> str:
    if view.phase == OVER:
        return t("plain-state-over")
    when: dict[str, str | int] = {"year": view.year, "season": season(view.season)}
    when |= {"phase": t(f"phase-{PHASES[view.phase]}"), "side": t(f"sg-side-{SIDES[view.side]}")}
    if view.action < 0:
        return t("sg-look-phase", **when)
    return t("sg-look-action", number=view.action + 1, action=action(view.actions[view.action]), **when)


# The round -----------------------------------------------------------------------------------


def round_lines(view: View) -> Iterator[str]:
    if view.actions:
        spaces = (
            t("count-of", number=space, things=action(number))
            for space, number in enumerate(view.actions, start=1)
        )
        yield t("sg-look-actions", actions=", ".join(spaces))
    yield from special_lines(view)
    yield from event_lines(view)
    if view.order:
        yield t("sg-look-order", order=listed(map(seat_name, view.order)))
    if view.draft is not None:
        yield t("sg-look-draft", provinces=listed(map(province, view.draft.open)))
    if view.sealed:
        yield t("sg-look-sealed", who=listed(map(seat_name, view.sealed)))


def special_lines(view: View) -> Iterator[str]:
    if view.track:
        specials = (special_on(view, space) for space in range(len(view.track)))
        yield t("sg-look-specials", specials="; ".join(specials))


def event_lines(view: View) -> Iterator[str]:
    if view.event:
        yield t("sg-look-event", event=event_words(view.event))
    waiting = [number for number in view.events_open if number != view.event]
    if waiting:
        yield t("sg-look-events", events="; ".join(map(event_words, waiting)))


def special_on(view: View, space: int) -> str:
    number = view.track[space]
    if number not in view.held:
        return t("sg-look-special", number=space + 1, special=special(number))
    holder = seat_name(view.held.index(number))
    return t("sg-look-special-held", number=space + 1, special=special(number), who=holder)


# Players -------------------------------------------------------------------------------------


def player_lines(view: View, seat: Seat) -> Iterator[str]:
    yield sums(view, seat)
    if view.draft is not None:
        groups = view.draft.groups[seat]
        words = t("sg-look-groups", groups=listed(map(str, groups))) if groups else t("sg-look-no-groups")
        yield words
    if view.plans and seat != view.viewer:
        plan = plan_words(view.plans[seat])
        yield t("sg-look-plan", plan=plan) if plan else t("sg-look-no-plan")


def sums(view: View, seat: Seat) -> str:
    return t(
        "sg-look-player",
        who=named(seat_name(seat), is_own=seat == view.viewer),
        vp=amount(view.vp[seat], "VP"),
        chests=amount(view.chests[seat], "chest"),
        rice=amount(view.rice[seat], "rice"),
        armies=amount(view.reserve[seat], "army"),
    )


def plan_words(plan: tuple[int, ...]) -> str:
    """Name the cards visible on a board."""
    shown = [(place, laid) for place, laid in enumerate(plan) if laid not in (FACE_DOWN, NO_CARD)]
    return ", ".join(t("sg-look-card", place=plan_place(place), card=card(laid)) for place, laid in shown)


# Map -----------------------------------------------------------------------------------------


def board_of(view: View) -> BoardSide:
    return BOARDS[view.side, len(view.seats)]


def map_lines(view: View) -> Iterator[str]:
    for name, region in zip(REGIONS, board_of(view).regions, strict=True):
        yield t("sg-look-region", region=t(f"region-{name}"))
        yield from (province_words(view, number) for number in region)


def province_words(view: View, number: int) -> str:
    return t(
        "sg-look-province",
        province=province(number),
        there=", ".join(there(view, number)),
        tax=TAX[number],
        rice=RICE[number],
        slots=amount(SLOTS[number], "slot"),
    )


def there(view: View, number: int) -> Iterator[str]:
    """Tell who holds a province, what is built in it and whether there is unrest."""
    owner = view.owner[number]
    if owner == NOBODY:
        yield t("here-neutral")
    else:
        yield seat_name(owner)
        yield from within(view, number)


def within(view: View, number: int) -> Iterator[str]:
    """Tell what stands in a province that somebody holds."""
    yield amount(view.armies[number], "army")
    walls = [name for kind, name in enumerate(BUILDINGS) if view.buildings[number] >> kind & 1]
    if walls:
        yield listed(t(f"building-{name}") for name in walls)
    if view.revolts[number]:
        yield amount(view.revolts[number], "marker")


# Thing by thing ------------------------------------------------------------------------------


def sights(view: View) -> Iterator[Sight]:
    """Tell how regions, players, specials, events and the tower stand now; a province's card says it all."""
    for name, region in zip(REGIONS, board_of(view).regions, strict=True):
        yield Sight(t(f"region-{name}"), tuple(province_words(view, number) for number in region))
    for seat in view.seats:
        owned = t("sg-look-land", provinces=land_of(view, seat))
        yield Sight(seat_name(seat), (*player_lines(view, seat), owned))
    yield Sight(t("word-special"), tuple(special_lines(view)))
    yield Sight(t("word-event"), tuple(event_lines(view)))
    yield Sight(t("word-tower"), (tower_line(view),))


def credit_lines() -> Iterator[str]:
    """Tell where rules and figures are from."""
    yield from t("sg-look-credits").splitlines()


def secrets(view: View) -> Iterator[str]:
    """Tell what nobody else at the table sees."""
    if view.plans and view.viewer in view.seats:
        assert view.viewer is not None
        yield t("sg-look-own-plan", plan=plan_words(view.plans[view.viewer]) or t("nothing"))
    if view.answer is not None:
        yield t("sg-look-answer", answer=answer_words(view.answer))


# Beforehand -----------------------------------------------------------------------------------


def weighed(view: View, plan: Choice) -> Iterator[str]:
    """Warn where a plan runs out of chests."""
    if not isinstance(plan, Arrangement) or view.plans:
        return
    cards = [NUMBER_OF_CARD.get(card, NO_CARD) for card in plan.cards]
    if warning := shortage_words(view, reckon(view, view.viewer or 0, cards)):
        yield warning


# A plan by typing ---------------------------------------------------------------------------------


BID_KEY, SHOW_KEY, FILL_KEY, SEAL_KEY = "b", "show", "fill", "seal"
NOTHING_KEY: Final = "0"


def plan(view: View, decision: Arrange, draft: Choice | None) -> Conversation[Draft]:
    """Ask for one action after the other, in any order, until the plan is sealed or put off."""
    planner = Planner(view, decision, draft)
    lines = plan_lines(planner)
    while True:
        question = t("sg-plan-which", left=planner.gaps)
        line = yield Asked((*lines, question), planner.choice, place_rows(planner))
        if line == BACK:
            raise WentBackError
        planner.notice = ""
        if line == SEAL_KEY:
            sealed = planner.press(SETTLE)
            if sealed is not None:
                return sealed
            lines = [planner.notice]
        elif line == FILL_KEY:
            planner.press(FILL)
            lines = [planner.notice, *purse_lines(planner)]
        elif line in ("", SHOW_KEY):
            lines = plan_lines(planner)
        else:
            lines = yield from lay_on(planner, line)


def lay_on(planner: Planner, line: str) -> Conversation[list[str]]:
    """Lay what a line says, or ask for the card of the action it names; return the result."""
    rows = place_rows(planner)
    found = rows_meant(rows, line)
    if len(found) == 1:
        place = planner.order[found[0]]
        planner.go_to(place)
        try:
            card = yield from (ask_bid(planner) if place == BID else ask_card(planner, place))
        except WentBackError:
            return []
    elif both := next(both_in(planner, rows, line), None):
        place, card = both
        planner.go_to(place)
    else:
        return list(unclear(rows, found, line))
    planner.lay(place, card) if card != NO_CARD else planner.press("delete")
    return [*after_laying(planner, place), *purse_lines(planner)]


def both_in(planner: Planner, rows: Sequence[Row], line: str) -> Iterator[tuple[int, int]]:
    """Find an action and its card in one line, at most a word between them: `collect taxes in Suruga`."""
    words = line.split()
    for cut in range(1, len(words)):
        found = rows_meant(rows, " ".join(words[:cut]))
        if len(found) != 1:
            continue
        place = planner.order[found[0]]
        cards = [card for card in planner.hand if card in (CHEST_CARDS if place == BID else LAND)]
        for rest in (words[cut:], words[cut + 1 :]):
            meant = fitting(" ".join(rest), [names.card(card) for card in cards])
            if len(meant) == 1:
                yield place, cards[meant[0]]


# Places --------------------------------------------------------------------------------------


def plan_lines(planner: Planner) -> list[str]:
    """Read out the whole plan: each place with its price and what lies there, as far as possible in order."""
    rows, known = place_rows(planner), 1 + len(planner.view.actions)
    now, later = rows[:known], rows[known:]
    between = [t("sg-plan-later")] if later else []
    return [*map(row_line, now), *between, *map(row_line, later), *purse_lines(planner)]


def place_rows(planner: Planner) -> list[Row]:
    keys = [BID_KEY, *(planner.key_of(place) for place in planner.order[1:])]
    return [
        Row(key, place_line(planner, place), (names.place(place), names.short_place(place)))
        for key, place in zip(keys, planner.order, strict=True)
    ]


def place_line(planner: Planner, place: int) -> str:
    card, action = planner.plan[place], names.place(place)
    if card != NO_CARD:
        effect = effect_words(planner.reckoned, place, card)
        return t("sg-plan-laid", action=action, card=names.card(card), effect=effect)
    suggested = planner.suggestion(place)
    proposal = names.card(suggested)
    if place == BID:
        return t("sg-plan-no-bid", action=action, proposal=proposal)
    if suggested in CHEST_CARDS:
        proposal = t("sg-plan-no-action", card=proposal)
    return t("sg-plan-empty", action=action, price=COST[place], proposal=proposal)


def purse_lines(planner: Planner) -> Iterator[str]:
    """Follow the chests, and warn where they run out."""
    yield t("sg-plan-purse", course=course_words(planner.view, planner.reckoned))
    if warning := shortage_words(planner.view, planner.reckoned):
        yield warning


# Cards ---------------------------------------------------------------------------------------


def ask_card(planner: Planner, place: int) -> Conversation[int]:
    """Ask which province acts, the best first; a chest card means that nothing happens."""
    cards = planner.cards_for(place)
    lands = [card for card in cards if card in LAND]
    idle = next((card for card in cards if card in CHEST_CARDS), NO_CARD)
    rows = [
        *(
            Row(str(number), card_line(planner, place, card), (names.card(card),))
            for number, card in enumerate(lands, start=1)
        ),
        Row(NOTHING_KEY, t("sg-plan-idle", card=names.card(idle))),
    ]
    question = t("sg-plan-card", action=names.place(place), price=COST[place])
    found = yield from pick(question, rows, so_far=planner.choice)
    return [*lands, idle][found]


def card_line(planner: Planner, place: int, card: int) -> str:
    """Name a province and what it would do there; for a march also the best that may result."""
    effect = effect_words(planner.alone(place, card), place, card)
    line = t("sg-plan-would", card=names.card(card), effect=effect)
    chances = chances_from(planner.view, card) if place in (BATTLE_A, BATTLE_B) else []
    if not chances:
        return line
    return t("sg-plan-chance", line=line, chance=chance_words(chances[0]))


def ask_bid(planner: Planner) -> Conversation[int]:
    rows = [Row(str(number), names.card(card)) for number, card in enumerate(CHEST_CARDS)]
    return CHEST_CARDS[(yield from pick(t("sg-plan-how-much"), rows, so_far=planner.choice))]


def after_laying(planner: Planner, place: int) -> Iterator[str]:
    """Say what was laid, and what nobody should overlook about it."""
    card = planner.plan[place]
    if planner.notice:
        yield planner.notice
    if card == NO_CARD:
        return
    yield place_line(planner, place)
    warning = warning_about(planner, place, card)
    if warning != shortage_words(planner.view, planner.reckoned):
        yield warning
    if card in LAND:
        threats = threats_to(planner.view, card)
        yield from (threat_words(planner.view, threat) for threat in threats if is_grave(threat))
