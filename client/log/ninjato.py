"""What happens in Ninjato: for each event the message that tells it, and what is put into it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, Final

from client.log.words import listed
from client.texts import has_text, t
from core.games.ninjato import events as e
from core.games.ninjato.board import CLANS, COLOURS, KINDS, LOCATIONS, RED, SIDES, TOKENS
from core.games.ninjato.cards import (
    DECKS,
    ENVOYS,
    GUARDS,
    REGULARS,
    RUMOR_KINDS,
    RUMORS,
    SKILLS,
    TILES,
)
from core.games.ninjato.costs import JOKER
from core.records import Event, Seat

PLACES: Final = ("", "first", "second")

# Words ---------------------------------------------------------------------------------------


def seat_name(seat: Seat) -> str:
    return t(f"clan-{COLOURS[seat]}")


def clan_name(clan: int) -> str:
    return t(f"nj-clan-{CLANS[clan]}")


def house_name(house: int) -> str:
    return t("nj-house", number=house + 1)


def side(stealth: int) -> str:
    return t(f"nj-side-{SIDES[stealth]}")


def kind_name(kind: int) -> str:
    return t(f"nj-treasure-{KINDS[kind]}")


def treasures(kinds: Iterable[int]) -> str:
    """Count treasures by kind: 2 fans and 1 jade."""
    counts = Counter(kinds).items()
    return listed(t(f"nj-treasures-{KINDS[kind]}", number=number) for kind, number in counts)


def treasure(number: int) -> str:
    """Name a treasure of a house with its side."""
    return t("nj-red-treasure", kind=kind_name(number % RED)) if number >= RED else kind_name(number)


def coins(paid: Iterable[int]) -> str:
    return listed(map(coin, paid))


def coin(paid: int) -> str:
    return kind_name(paid) if paid < JOKER else t("nj-gold-as", kind=kind_name(paid % JOKER))


def skill(number: int) -> str:
    return t(f"nj-skill-{SKILLS[number]}")


def tile(number: int) -> str:
    return t("nj-tile", skill=skill(TILES[number].skill), style=t(f"nj-style-{TILES[number].style}"))


def envoy(number: int) -> str:
    return t("nj-envoy", clan=clan_name(ENVOYS[number].clan), age=ENVOYS[number].age)


def rumor_title(kind: int) -> str:
    return t(f"nj-rumor-{RUMOR_KINDS[kind]}")


def rumor(number: int) -> str:
    return rumor_title(RUMORS[number].kind)


def cost(word: str) -> str:
    whole = f"nj-cost-{word.replace('+', '-')}"
    return t(whole) if has_text(whole) else listed(t(f"nj-treasure-{kind}") for kind in word.split("+"))


def token(number: int) -> str:
    clan, value = TOKENS[number]
    return t("nj-token", clan=clan_name(clan), value=value)


def guard(number: int) -> str:
    """Describe a guard card: an alarm, two values, or two guards."""
    card = GUARDS[number]
    if number in REGULARS:
        return t("nj-guard-alarm" if card.alarm else "nj-guard", force=card.force[0])
    if len(card.force) > 1:
        return t("nj-elite-double", name=card.name, forces=listed(map(str, card.force)))
    return t("nj-elite", name=card.name, force=card.force[0], stealth=card.stealth[0])


def part(word: str) -> str:
    """Write a part of a play as it is read aloud."""
    if word.isdigit():
        return t("nj-part-card", value=word)
    if word[0] in "+-":
        return t("nj-part-shift", value=word[1:], sign=word[0])
    if "=" in word:
        name, value = word.split("=")
        return t("nj-part-as", skill=t(f"nj-skill-{name}"), value=value)
    sign = word[-1] if word[-1] in "+-" else ""
    name = t(f"nj-skill-{word.removesuffix(sign) if sign else word}")
    return t("nj-part-sign", skill=name, sign=sign) if sign else name


# Set-up and refilling ------------------------------------------------------------------------


def order_set(event: e.OrderSet) -> str:
    return t("nj-order-set", order=", ".join(map(seat_name, event.order)))


def tokens_laid(event: e.TokensLaid) -> str:
    laid = (
        t("nj-house-token", house=house_name(house), token=token(number))
        for house, number in enumerate(event.tokens)
    )
    return t("nj-tokens-laid", tokens=", ".join(laid))


def sentry_posted(event: e.SentryPosted) -> str:
    return t("nj-sentry-posted", house=house_name(event.house), force=GUARDS[event.guard].force[0])


def treasure_added(event: e.TreasureAdded) -> str:
    return t("nj-treasure-added", house=house_name(event.house), treasure=kind_name(event.kind))


def skill_offered(event: e.SkillOffered) -> str:
    return t("nj-skill-offered", tile=tile(event.tile))


def skills_forgotten(event: e.SkillsForgotten) -> str:
    return t("nj-skills-forgotten", tiles=listed(map(tile, event.tiles)))


def envoy_invited(event: e.EnvoyInvited) -> str:
    return t("nj-envoy-invited", envoy=envoy(event.envoy))


def rumor_spread(event: e.RumorSpread) -> str:
    return t("nj-rumor-spread", rumor=rumor(event.rumor), cost=cost(RUMORS[event.rumor].cost))


def card_laid(event: e.CardLaid) -> str:
    return t("nj-card-laid", value=event.value)


def deck_rebuilt(event: e.DeckRebuilt) -> str:
    return t("nj-deck-rebuilt", deck=t(f"nj-deck-{DECKS[event.deck]}"))


# Turns ---------------------------------------------------------------------------------------


def round_began(event: e.RoundBegan) -> str:
    return t("nj-round-began", number=event.number)


def shuriken_placed(event: e.ShurikenPlaced) -> str:
    who, place = seat_name(event.seat), LOCATIONS[event.location]
    if not place[0].isdigit():
        return t("nj-shuriken-placed", who=who, place=t(f"nj-place-{place}"))
    house, way = place.split()
    return t("nj-raid-began", who=who, house=house_name(int(house) - 1), side=t(f"nj-side-{way}"))


def card_taken(event: e.CardTaken) -> str:
    return t("nj-card-taken", who=seat_name(event.seat), value=event.value)


def card_drawn(event: e.CardDrawn) -> str:
    if not event.value:
        return t("nj-card-drawn", who=seat_name(event.seat))
    return t("nj-card-seen", who=seat_name(event.seat), value=event.value)


def card_discarded(event: e.CardDiscarded) -> str:
    return t("nj-card-discarded", who=seat_name(event.seat), value=event.value)


def skill_learned(event: e.SkillLearned) -> str:
    who, learned = seat_name(event.seat), tile(event.tile)
    if not event.card:
        return t("nj-skill-known", who=who, tile=learned)
    return t("nj-skill-learned", who=who, tile=learned, value=event.card)


def envoy_won(event: e.EnvoyWon) -> str:
    who, price = seat_name(event.seat), coins(event.paid)
    return t("nj-envoy-won", who=who, envoy=envoy(event.envoy), price=price, honor=event.honor)


def rumor_bought(event: e.RumorBought) -> str:
    who, price = seat_name(event.seat), coins(event.paid)
    return t("nj-rumor-bought", who=who, rumor=rumor(event.rumor), price=price, honor=event.honor)


# Raids ---------------------------------------------------------------------------------------


def guard_beaten(event: e.GuardBeaten) -> str:
    played = t("nj-with").join(map(part, event.parts))
    who, way = seat_name(event.seat), side(event.stealth)
    return t("nj-guard-beaten", who=who, played=played, total=event.total, value=event.value, side=way)


def elite_taken(event: e.EliteTaken) -> str:
    return t("nj-elite-taken", who=seat_name(event.seat), name=GUARDS[event.elite].name)


def treasure_taken(event: e.TreasureTaken) -> str:
    return t("nj-treasure-taken", who=seat_name(event.seat), treasure=treasure(event.treasure))


def banzai_called(event: e.BanzaiCalled) -> str:
    return t("nj-banzai-called", who=seat_name(event.seat))


def guard_revealed(event: e.GuardRevealed) -> str:
    return t("nj-guard-revealed", house=house_name(event.house), guard=guard(event.guard))


def alarm_raised(event: e.AlarmRaised) -> str:
    return t("nj-alarm-raised", house=house_name(event.house))


def treasure_turned(event: e.TreasureTurned) -> str:
    return t("nj-treasure-turned", treasure=kind_name(event.kind), house=house_name(event.house))


def mode_changed(event: e.ModeChanged) -> str:
    return t("nj-mode-changed", who=seat_name(event.seat), side=side(event.stealth))


def skill_readied(event: e.SkillReadied) -> str:
    return t("nj-skill-readied", who=seat_name(event.seat), skill=skill(event.skill))


def treasures_swapped(event: e.TreasuresSwapped) -> str:
    own, theirs = kind_name(event.own), treasure(event.theirs)
    return t("nj-treasures-swapped", who=seat_name(event.seat), own=own, theirs=theirs)


def house_left(event: e.HouseLeft) -> str:
    return t(
        "nj-house-left",
        who=seat_name(event.seat),
        house=house_name(event.house),
        treasures=treasures(event.kept),
    )


def raid_failed(event: e.RaidFailed) -> str:
    return t("nj-raid-failed", who=seat_name(event.seat), house=house_name(event.house))


def treasure_saved(event: e.TreasureSaved) -> str:
    who, kept = seat_name(event.seat), kind_name(event.kept)
    if not event.lost:
        return t("nj-treasure-kept", who=who, kept=kept)
    return t("nj-treasure-saved", who=who, kept=kept, lost=treasures(event.lost))


def house_emptied(event: e.HouseEmptied) -> str:
    return t(
        "nj-house-emptied",
        who=seat_name(event.seat),
        house=house_name(event.house),
        treasures=treasures(event.kept),
    )


def token_replaced(event: e.TokenReplaced) -> str:
    house = event.house + 1
    return t("nj-token-replaced", number=house, old=token(event.old), new=token(event.new))


# Ends of rounds, scoring ---------------------------------------------------------------------


def round_ended(event: e.RoundEnded) -> str:
    return t("nj-round-ended", number=event.number)


def scoring_began(event: e.ScoringBegan) -> str:
    return t("nj-scoring-began", number=event.number)


def envoy_disguised(event: e.EnvoyDisguised) -> str:
    return t("nj-envoy-disguised", who=seat_name(event.seat), envoy=envoy(event.envoy))


def clan_honored(event: e.ClanHonored) -> str:
    who, clan, place = seat_name(event.seat), clan_name(event.clan), place_name(event.place)
    return t("nj-clan-honored", who=who, clan=clan, place=place, honor=event.honor)


def rumor_awarded(event: e.RumorAwarded) -> str:
    who, clan, place = seat_name(event.seat), clan_name(event.clan), place_name(event.place)
    return t("nj-rumor-awarded", who=who, clan=clan, place=place, rumor=rumor(event.rumor))


def place_name(place: int) -> str:
    return t(f"nj-rank-{PLACES[place]}")


def rumors_shown(event: e.RumorsShown) -> str:
    names = Counter(map(rumor, event.rumors)).items()
    shown = (t("count-of", number=number, things=name) if number > 1 else name for name, number in names)
    return t("nj-rumors-shown", who=seat_name(event.seat), rumors=listed(shown))


def final_score(event: e.FinalScore) -> str:
    gains = [(honor, rumor_title(kind)) for kind, honor in enumerate(event.rumors)]
    gains += [(event.treasures, t("nj-for-treasures")), (event.elites, t("nj-for-elites"))]
    told = ", ".join(t("nj-gain", honor=honor, what=what) for honor, what in gains if honor)
    return t("nj-final-score", who=seat_name(event.seat), gains=told or t("nothing"))


def game_ended(event: e.GameEnded) -> str:
    scores = ", ".join(t("nj-score", who=seat_name(seat), honor=honor) for seat, honor in event.honor)
    winners = listed(map(seat_name, event.winners))
    return t("nj-game-ended", winners=winners, number=len(event.winners), scores=scores)


SENTENCES: Final[dict[type[Event], Callable[[Any], str]]] = {
    e.OrderSet: order_set,
    e.TokensLaid: tokens_laid,
    e.SentryPosted: sentry_posted,
    e.TreasureAdded: treasure_added,
    e.SkillOffered: skill_offered,
    e.SkillsForgotten: skills_forgotten,
    e.EnvoyInvited: envoy_invited,
    e.RumorSpread: rumor_spread,
    e.CardLaid: card_laid,
    e.DeckRebuilt: deck_rebuilt,
    e.RoundBegan: round_began,
    e.ShurikenPlaced: shuriken_placed,
    e.CardTaken: card_taken,
    e.CardDrawn: card_drawn,
    e.CardDiscarded: card_discarded,
    e.SkillLearned: skill_learned,
    e.EnvoyWon: envoy_won,
    e.RumorBought: rumor_bought,
    e.GuardBeaten: guard_beaten,
    e.EliteTaken: elite_taken,
    e.TreasureTaken: treasure_taken,
    e.BanzaiCalled: banzai_called,
    e.GuardRevealed: guard_revealed,
    e.AlarmRaised: alarm_raised,
    e.TreasureTurned: treasure_turned,
    e.ModeChanged: mode_changed,
    e.SkillReadied: skill_readied,
    e.TreasuresSwapped: treasures_swapped,
    e.HouseLeft: house_left,
    e.RaidFailed: raid_failed,
    e.TreasureSaved: treasure_saved,
    e.HouseEmptied: house_emptied,
    e.TokenReplaced: token_replaced,
    e.RoundEnded: round_ended,
    e.ScoringBegan: scoring_began,
    e.EnvoyDisguised: envoy_disguised,
    e.ClanHonored: clan_honored,
    e.RumorAwarded: rumor_awarded,
    e.RumorsShown: rumors_shown,
    e.FinalScore: final_score,
    e.GameEnded: game_ended,
}
