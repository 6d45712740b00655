"""What an answer would do and what it costs, to be read before it is given."""

from __future__ import annotations

from typing import Final

from client.games.rising_sun.names import card, clan, listed
from client.table.rulebook import rule_text
from client.texts import t
from core.games.rising_sun import choices as c
from core.games.rising_sun.board import BETRAY, KAMI, KOI, MANDATES
from core.games.rising_sun.cards import NAMES
from core.games.rising_sun.marshal import stronghold_price
from core.games.rising_sun.steps import CONVERSION, BuyCard, Part, PrepareForWar, SettleOrder
from core.games.rising_sun.train import price_of
from core.games.rising_sun.view import View
from core.kinds import Choice

RULES_ABOUT: Final[dict[type[Choice], str]] = {
    c.Ally: "RS-7.5",
    c.Build: "RS-10.2",
    c.Seppuku: "RS-16.4",
    c.Hostage: "RS-16.5",
    c.Hire: "RS-16.6",
    c.Poets: "RS-16.11",
    c.Replace: "RS-13.2",
    c.Convert: "RS-19.2",
}


def about(view: View, choice: Choice) -> str:
    """Say what an answer would do: a mandate and a Kami in short, all else by its rule."""
    if isinstance(choice, c.Mandate):
        return about_mandate(view, choice.announced)
    if isinstance(choice, c.Summon) and choice.kami >= 0:
        return t(f"about-{KAMI[choice.kami]}")
    if isinstance(choice, c.Hire) and view.viewer == KOI:
        return t("war-power-koi")
    if isinstance(choice, c.Order):
        return about_order(view, choice)
    return rule_text("rising_sun", rule_about(choice))


def about_mandate(view: View, announced: int) -> str:
    """Tell what all do and what only the viewer and an ally do."""
    assert view.viewer is not None
    ally = view.ally[view.viewer]
    if announced == BETRAY:
        return t("about-betray-ally", ally=clan(ally)) if ally >= 0 else t("about-betray")
    who = t("bonus-for-both", ally=clan(ally)) if ally >= 0 else t("bonus-for-one")
    return t(f"about-{MANDATES[announced]}", who=who, price=stronghold_price(view.viewer))


def about_order(view: View, choice: c.Order) -> str:
    """Name what comes before what."""
    step = view.agenda[-1]
    assert isinstance(step, SettleOrder)
    own, *others = step.open
    return t(
        "about-order-last" if choice.last else "about-order-first",
        own=effects_in(own),
        others=listed([t("effects-of", clan=clan(part.seat), effects=effects_in(part)) for part in others]),
    )


def effects_in(part: Part) -> str:
    """Name what a player does at a time when others act too."""
    effects = part.effects if isinstance(part, PrepareForWar) else part.cards
    return listed([t("effect-conversion") if effect == CONVERSION else card(effect) for effect in effects])


def rule_about(choice: Choice) -> str:
    """Name the rule that says what an answer would do."""
    if isinstance(choice, (c.Buy, c.Use)):
        return f"RS-23.{NAMES[choice.card]}"
    return RULES_ABOUT.get(type(choice), "")


def price_in(view: View, choice: c.Buy) -> int:
    """Say what a purchase costs the viewer now."""
    step = view.agenda[-1]
    discount = step.discount if isinstance(step, BuyCard) and not choice.full else 0
    return price_of(view.viewer if view.viewer is not None else -1, choice.card, discount)
