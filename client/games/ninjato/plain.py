"""Ninjato for the line client: the table in words, the odds of a raid, and plays put together by typing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from string import ascii_lowercase
from typing import Final

from client.games.ninjato.log import (
    cost,
    envoy,
    guard,
    house_name,
    part,
    rumor,
    seat_name,
    side,
    tile,
    token,
    treasure,
    treasures,
)
from client.games.ninjato.names import DOJO, PALACE, PAVILION, SENSEI, area
from client.table.conversation import Conversation, Row, WentBackError, pick
from client.table.face import Sight
from client.table.menu import Draft
from client.table.wording import begun, listed, named
from client.texts import t
from core.decisions import Combination, Combine, Kit
from core.games.ninjato.board import CLANS, LOCATIONS, OVER, ROUNDS, SCORING, SIDES, TOKENS, substitutes
from core.games.ninjato.cards import (
    ANY_CARD,
    BAG,
    CHOHO,
    DOJO_DECK,
    ELITE_DECK,
    ENVOYS,
    GUARD_DECK,
    GUARDS,
    KUJI_KIRI,
    REGULARS,
    RUMORS,
    SEISHIN_TEKI,
    SKILLS,
    TILES,
)
from core.games.ninjato.events import (
    CardDrawn,
    CardLaid,
    EnvoyInvited,
    RumorSpread,
    SentryPosted,
    SkillOffered,
    TreasureAdded,
)
from core.games.ninjato.fights import values_of
from core.games.ninjato.odds import CardEffect, PossibleGuard, effects, prospect, stake, winning_plays
from core.games.ninjato.state import Raiding, dojo_pile
from core.games.ninjato.view import View
from core.kinds import Choice, Event, Seat, Viewer

SKILLS_BY_THEMSELVES: Final = (CHOHO, SEISHIN_TEKI, KUJI_KIRI)
VERDICTS: Final = {None: "nj-look-unseen", True: "nj-look-beatable", False: "nj-look-unbeatable"}


def look(view: View) -> Iterator[str]:
    """Tell the whole table, as far as this viewer may know it."""
    yield moment(view)
    yield t("nj-look-order", order=", ".join(map(seat_name, view.order)))
    for seat in view.seats:
        yield from player_lines(view, seat)
    yield from house_lines(view)
    yield from display_lines(view)
    yield from raid_lines(view)
    yield from secrets(view)


def glance(view: View) -> Iterator[str]:
    """Tell briefly how the table stands: the players, what there is to get, and the viewer's hand."""
    yield moment(view)
    yield from (sums(view, seat) for seat in view.order)
    yield from house_lines(view)
    if view.viewer in view.seats:
        assert view.viewer is not None
        _, *own = player_lines(view, view.viewer)
        yield from own
    yield from raid_lines(view)
    yield from secrets(view)
    yield t("nj-look-elsewhere")


def moment(view: View) -> str:
    if view.phase == OVER:
        return t("plain-state-over")
    message = "nj-look-scoring" if view.phase == SCORING else "nj-look-turn"
    form = f"{message}.you" if view.active == view.viewer else message
    return t(form, round=view.round, rounds=ROUNDS, who=seat_name(view.active))


# Players -------------------------------------------------------------------------------------


def player_lines(view: View, seat: Seat) -> Iterator[str]:
    yield sums(view, seat)
    if view.treasures[seat]:
        yield t("nj-look-treasures", treasures=treasures(view.treasures[seat]))
    used = (t("nj-look-used", skill=tile(number)) for number in view.used[seat])
    skills = [*map(tile, view.ready[seat]), *used]
    if skills:
        yield t("nj-look-skills", skills="; ".join(skills))
    if view.envoys[seat]:
        yield t("nj-look-envoys", envoys=", ".join(map(envoy_words, view.envoys[seat])))
    if view.elites[seat]:
        guards = listed(GUARDS[elite].name for elite in view.elites[seat])
        yield t("nj-look-elites", guards=guards)


def sums(view: View, seat: Seat) -> str:
    lying = [place_words(LOCATIONS[location]) for owner, location in view.placed if owner == seat]
    return t(
        "nj-look-player",
        who=named(seat_name(seat), is_own=seat == view.viewer),
        honor=view.honor[seat],
        cards=view.hand_sizes[seat],
        rumors=view.rumor_counts[seat],
        shuriken=t("nj-look-shuriken", places=listed(lying)) if lying else t("nj-look-no-shuriken"),
    )


def place_words(location: str) -> str:
    house, _, way = location.partition(" ")
    if not way:
        return t(f"nj-look-at-{location}")
    return t("nj-look-at-house", number=house, side=t(f"nj-side-{way}"))


def envoy_words(number: int) -> str:
    return t("nj-look-mask", envoy=envoy(number)) if ENVOYS[number].mask else envoy(number)


# Board ---------------------------------------------------------------------------------------


def house_lines(view: View) -> Iterator[str]:
    yield from (house_line(view, number) for number in range(len(view.houses)))
    yield clans_line(view)


def house_line(view: View, number: int) -> str:
    house = view.houses[number]
    where: dict[str, str | int] = {"number": number + 1, "token": token(house.token)}
    if not house.treasures:
        return t("nj-look-emptied", **where)
    things = ", ".join(map(treasure, house.treasures))
    return t("nj-look-house", force=GUARDS[house.sentry].force[0], treasures=things, **where)


def clans_line(view: View) -> str:
    return t("nj-look-clans", clans=", ".join(clan_words(view, clan) for clan in range(len(CLANS))))


def clan_words(view: View, clan: int) -> str:
    """Name a clan with its colour and crest, and the total of its houses."""
    value = sum(value for owner, value in (TOKENS[house.token] for house in view.houses) if owner == clan)
    return t("nj-look-clan", clan=t(f"nj-crest-{CLANS[clan]}"), value=value)


def display_lines(view: View) -> Iterator[str]:
    yield dojo_line(view)
    yield sensei_line(view)
    yield palace_line(view)
    yield pavilion_line(view)
    yield t(
        "nj-look-decks",
        cards=view.deck_sizes[DOJO_DECK],
        guards=view.deck_sizes[GUARD_DECK],
        elites=view.deck_sizes[ELITE_DECK],
        treasures=view.deck_sizes[BAG],
    )


def sensei_line(view: View) -> str:
    return t("nj-look-sensei", skills=", ".join(map(lesson, view.sensei)) or t("nothing"))


def palace_line(view: View) -> str:
    envoys = "; ".join(offered(envoy_words(number), ENVOYS[number].cost) for number in view.palace)
    return t("nj-look-palace", envoys=envoys) if envoys else t("nj-look-no-envoys")


def pavilion_line(view: View) -> str:
    rumors = "; ".join(offered(rumor(number), RUMORS[number].cost) for number in view.pavilion)
    return t("nj-look-pavilion", rumors=rumors or t("nothing"))


def dojo_line(view: View) -> str:
    cards, pile = listed(map(str, view.row)), dojo_pile(view.placed)
    if not pile:
        return t("nj-look-dojo", cards=cards)
    return t("nj-look-dojo-pile", cards=cards, pile=", ".join(map(seat_name, reversed(pile))))


def offered(thing: str, price: str) -> str:
    return t("nj-look-offer", thing=thing, cost=cost(price))


def lesson(number: int) -> str:
    price = TILES[number].price
    if price == ANY_CARD:
        return t("nj-look-skill-any", skill=tile(number))
    return t("nj-look-skill", skill=tile(number), card=price)


# Raids ---------------------------------------------------------------------------------------


def raid_lines(view: View) -> Iterator[str]:
    """Tell the raid under way: who stands there, what cards would do, what may come, what is at stake."""
    raid = view.raid
    if raid is None:
        return
    who, place = seat_name(view.active), house_name(raid.house)
    yield t("nj-look-raid", who=who, house=place, side=side(raid.stealth), treasures=treasures(raid.carried))
    if raid.guard >= 0:
        yield from guard_lines(view, raid)
    else:
        yield from prospect_lines(view)
    yield from stake_lines(view)
    if view.viewer == view.active:
        yield from skill_lines(view)


def guard_lines(view: View, raid: Raiding) -> Iterator[str]:
    values = values_of(raid.guard, raid.parts, stealth=raid.stealth)
    message = f"nj-look-guard-{SIDES[raid.stealth]}"
    yield t(message, guard=guard(raid.guard), values=listed(map(str, values)))
    for effect in effects(view):
        yield effect_words(effect)
    if view.viewer == view.active:
        yield plays_line(view)


def plays_line(view: View) -> str:
    plays = [
        t("nj-look-play", parts=listed(map(part, play.parts)), worth=worth)
        for play, worth in winning_plays(view)
    ]
    return t("nj-look-plays", plays=", ".join(plays)) if plays else t("nj-look-no-plays")


def effect_words(effect: CardEffect) -> str:
    name = begun(part(effect.word))
    if not effect.sets:
        return t("nj-look-shift", part=name, worth=f"{effect.worth:+d}")
    if not effect.beats:
        return t("nj-look-not-alone", part=name, worth=effect.worth)
    return t("nj-look-beats", part=name, worth=effect.worth, values=listed(map(str, effect.beats)))


def prospect_lines(view: View) -> Iterator[str]:
    """Tell what banzai may bring, by the guards nobody has seen."""
    ahead = prospect(view)
    if ahead is None:
        return
    message = "nj-look-next-elite" if ahead.elite else "nj-look-next"
    yield t(message, treasure=treasure(ahead.treasure), number=ahead.total)
    for verdict, message in VERDICTS.items():
        if alike := [draw for draw in ahead.draws if draw.beatable is verdict]:
            yield t(message, guards=listed(drawn_words(draw) for draw in alike))
    if ahead.beaten is not None:
        yield t("nj-look-odds", beaten=percent(ahead.beaten), alarm=percent(ahead.alarm))


def drawn_words(draw: PossibleGuard) -> str:
    """Name guards that may come: plain ones by how many there are of their value, each elite by itself."""
    if draw.guard in REGULARS:
        return t("nj-look-alike", number=draw.number, force=GUARDS[draw.guard].force[0])
    return guard(draw.guard)


def ahead(view: View) -> Iterator[str]:
    """With the question whether to go on, tell what there is to know about it."""
    asked = view.decision.prompt if view.decision is not None else ""
    if asked == "banzai":
        yield from prospect_lines(view)
        yield from stake_lines(view)
    elif asked == "fight" and not winning_plays(view):
        yield plays_line(view)


def percent(share: Fraction) -> int:
    return round(share * 100)


def stake_lines(view: View) -> Iterator[str]:
    at_stake = stake(view)
    if at_stake is None or not at_stake.carried:
        return
    if at_stake.lost:
        yield t("nj-look-stake", lost=treasures(at_stake.lost), honor=at_stake.honor)
    else:
        yield t("nj-look-no-stake")


def skill_lines(view: View) -> Iterator[str]:
    assert view.viewer is not None
    for number in dict.fromkeys(TILES[own].skill for own in view.ready[view.viewer]):
        if number in SKILLS_BY_THEMSELVES:
            yield t(f"nj-look-ready-{SKILLS[number]}")


# Thing by thing ------------------------------------------------------------------------------


def sights(view: View) -> Iterator[Sight]:
    """Tell how places and players stand now."""
    for number in range(len(view.houses)):
        yield Sight(area(number), (house_line(view, number), *beaten_lines(view, number)))
    yield Sight(area(DOJO), (dojo_line(view),))
    yield Sight(area(SENSEI), (sensei_line(view),))
    yield Sight(area(PALACE), (palace_line(view),))
    yield Sight(area(PAVILION), (pavilion_line(view),))
    for seat in view.seats:
        yield Sight(seat_name(seat), tuple(player_lines(view, seat)))


def beaten_lines(view: View, number: int) -> Iterator[str]:
    """Say which of the viewer's cards beat the sentry of a house."""
    house = view.houses[number]
    if house.treasures and view.hand:
        force = GUARDS[house.sentry].force[0]
        higher = [str(card) for card in sorted(set(view.hand)) if card > force]
        lower = [str(card) for card in sorted(set(view.hand)) if card < force]
        yield t("nj-look-beaten-by-force", cards=listed(higher or [t("nothing")]))
        yield t("nj-look-beaten-by-stealth", cards=listed(lower or [t("nothing")]))


# Setting up ----------------------------------------------------------------------------------

LAID_OUT: Final = (SentryPosted, TreasureAdded, SkillOffered, EnvoyInvited, RumorSpread, CardLaid)


def is_set_up(event: Event, viewer: Viewer) -> bool:
    """Say whether an event only lays out what can be looked at; nobody sees what others draw anyway."""
    return isinstance(event, LAID_OUT) or (isinstance(event, CardDrawn) and event.seat != viewer)


# Credits -------------------------------------------------------------------------------------


def credit_lines() -> Iterator[str]:
    """Tell which figures are not the published ones."""
    yield t("nj-look-credits")
    for source in substitutes():
        yield source.figure + (f": {source.note}" if source.note else "")


# Secrets -------------------------------------------------------------------------------------


def secrets(view: View) -> Iterator[str]:
    """Tell what nobody else at the table sees."""
    if view.viewer is None or view.viewer not in view.seats:
        return
    if view.hand:
        yield t("nj-look-hand", cards=listed(map(str, view.hand)))
    own = Counter(map(rumor, view.rumors[view.viewer]))
    if own and view.phase != OVER:
        rumors = listed(t("count-of", number=number, things=name) for name, number in own.items())
        yield t("nj-look-rumors", rumors=rumors)


# A play by typing ---------------------------------------------------------------------------------


CARD: Final = 2
"""The longest words for cards, such as 5 and +3."""


def combine(_view: View, decision: Combine, _draft: Choice | None) -> Conversation[Draft]:
    """Ask for the parts of a play, one after the other, and tell their total."""
    kit = decision.kit
    bases = [word for word, _, _ in kit.bases]
    parts = [bases[(yield from pick(t("nj-combine-first"), rows_of(bases)))]]
    while True:
        more = parts_to_add(kit, parts)
        is_enough = bool(kit.passed(worth_of(kit, parts) or 0))
        rows = [*[Row("0", t("combine-send"))] * is_enough, *rows_of(more)]
        try:
            place = yield from pick(t("nj-combine-more"), rows, (worth_line(kit, parts),))
        except WentBackError:
            if len(parts) == 1:
                raise
            parts.pop()
            continue
        if is_enough and place == 0:
            return Draft(Combination(ordered(kit, parts)), is_final=True)
        parts.append(more[place - is_enough])


def parts_to_add(kit: Kit, parts: Sequence[str]) -> list[str]:
    others = [word for word, _, _ in (*kit.setters, *kit.adders)]
    return [word for word in others if worth_of(kit, [*parts, word]) is not None]


def worth_line(kit: Kit, parts: Sequence[str]) -> str:
    worth = worth_of(kit, parts) or 0
    message = "nj-combine-beats" if kit.passed(worth) else "nj-combine-not"
    return t(message, parts=", ".join(map(part, parts)), worth=worth)


def worth_of(kit: Kit, parts: Sequence[str]) -> int | None:
    return kit.worth_of(ordered(kit, parts))


def rows_of(words: Sequence[str]) -> list[Row]:
    """Give parts their keys: a card its own number, a skill a letter."""
    letters = iter(ascii_lowercase)
    return [Row(word if len(word) <= CARD else next(letters), part(word)) for word in words]


def ordered(kit: Kit, parts: Sequence[str]) -> tuple[str, ...]:
    """Put parts in the order in which a kit names them."""
    words = [word for word, _, _ in (*kit.bases, *kit.setters, *kit.adders)]
    return tuple(sorted(parts, key=words.index))
