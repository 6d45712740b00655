"""The words for every choice in Rising Sun, its path through the menu, and what it would do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from msgspec.structs import replace

from client.games.rising_sun.names import card, clan, kami, listed, mandate, one, piece, province
from client.table.face import asked
from client.table.menu import Option, Stage
from client.table.rulebook import rule_text
from client.texts import t
from core.decisions import ChooseOne, Decision, Decline, Done
from core.games.rising_sun import choices as c
from core.games.rising_sun.board import (
    AMOUNTS,
    BETRAY,
    BUSHI,
    DRAGONFLY,
    KAMI,
    KOI,
    LAND,
    LOTUS,
    MANDATES,
    SHINTO,
    STRONGHOLD,
)
from core.games.rising_sun.cards import BENEVOLENCE, NAMES
from core.games.rising_sun.marshal import stronghold_price
from core.games.rising_sun.steps import (
    CONVERSION,
    BuyCard,
    ClaimToll,
    Part,
    PrepareForWar,
    Recruit,
    SettleOrder,
    Wander,
)
from core.games.rising_sun.train import price_of
from core.games.rising_sun.view import View
from core.kinds import Choice


def options_of(view: View, decision: Decision) -> tuple[Option, ...]:
    """Put all answers to a question into words."""
    choices = decision.options if isinstance(decision, ChooseOne) else ()
    has_moves = any(isinstance(choice, c.Move) for choice in choices)
    return tuple(
        option_of(view, choice, is_early=has_moves and isinstance(choice, c.Build))
        for choice in choices
        if not (is_same_as_another(view, choice) or is_wasteful(view, choice))
    )


def is_same_as_another(view: View, choice: Choice) -> bool:
    """The Dragonfly reaches a shrine from anywhere: one way there is enough (RS-19.4)."""
    if not isinstance(choice, (c.Summon, c.Buy)) or choice.kami < 0:
        return False
    return view.viewer == DRAGONFLY and choice.province > LAND.start


def is_wasteful(view: View, choice: Choice) -> bool:
    """The full price is for Benevolence: a coin more than it can hand on is a coin lost (RS-22.12)."""
    if not isinstance(choice, c.Buy) or not choice.full or view.viewer is None:
        return False
    return view.cards[view.viewer].count(BENEVOLENCE) <= price_in(view, replace(choice, full=False))


def ask_words(view: View, decision: Decision) -> str:
    """Ask so that players know how often, and what is particular to a clan."""
    step = view.agenda[-1] if view.agenda else None
    if isinstance(step, Recruit):
        left = len(view.strongholds[step.seat]) + step.bonus - len(step.used)
        return t("ask-recruit-left", left=left)
    if isinstance(step, Wander):
        return t("ask-fujin-left", left=step.left)
    if isinstance(step, ClaimToll):
        ends = {"origin": province(step.move.origin), "target": province(step.move.target)}
        return t("ask-toll-of", clan=clan(step.journey.seat), **ends)
    if decision.prompt == "mandate" and view.viewer == LOTUS:
        return t("ask-mandate-lotus")
    if decision.prompt == "tea" and view.viewer is not None and view.ally[view.viewer] >= 0:
        return t("ask-tea-allied", ally=clan(view.ally[view.viewer]))
    return asked(view, decision)


def option_of(view: View, choice: Choice, *, is_early: bool = False) -> Option:
    kind = type(choice)
    words = WORDS[kind](view, choice)
    way = WAYS[kind](view, choice) if kind in WAYS else (Stage(choice, words),)
    return Option(
        choice,
        words,
        way,
        places_of(choice),
        kind in PASSES,
        is_early or is_grave(view, choice),
        about(view, choice),
        isinstance(choice, c.Ready),
        CALLED[kind](choice) if kind in CALLED else "",
    )


def places_of(choice: Any) -> tuple[int, ...]:
    """Return the provinces to pick on the map, in order."""
    if isinstance(choice, c.Move):
        return choice.origin, choice.target
    if isinstance(choice, (c.Summon, c.Buy)) and choice.kami >= 0:
        return ()
    place = getattr(choice, "province", -1)
    return (place,) if place >= 0 else ()


def elsewhere(choice: Choice, spot: int, place: int) -> Choice | None:
    """Return the same choice with another province on one of its spots."""
    if isinstance(choice, c.Move):
        return replace(choice, target=place) if spot else replace(choice, origin=place)
    return replace(choice, province=place) if hasattr(choice, "province") else None


PASSES: Final = (Done, Decline, c.Ready)


def is_grave(view: View, choice: Choice) -> bool:
    """Say whether to think twice: what is uncovered or broken cannot be undone freely."""
    if isinstance(choice, (c.Mandate, c.Seppuku)):
        return True
    if isinstance(choice, c.Ready):
        return any(view.viewer in offer for offer in view.offers)
    return (
        isinstance(choice, c.Replace) and view.viewer is not None and view.ally[view.viewer] == choice.owner
    )


def warning_about(view: View, choice: Choice) -> tuple[str, str]:
    """Say what a grave choice does, and what makes it grave."""
    if isinstance(choice, c.Mandate):
        return _about_mandate(view, choice)
    if isinstance(choice, c.Build):
        price = stronghold_price(view.viewer if view.viewer is not None else -1)
        return t("sure-build", province=province(choice.province), price=price), t("warn-build")
    if isinstance(choice, c.Seppuku):
        return t("choice-seppuku"), t("warn-seppuku")
    if isinstance(choice, c.Ready):
        return t("choice-ready"), "\n".join(courting(view))
    return WORDS[type(choice)](view, choice), t("warn-ally")


def _about_mandate(view: View, choice: c.Mandate) -> tuple[str, str]:
    ally = view.ally[view.viewer] if view.viewer is not None else -1
    is_hidden = view.viewer == LOTUS
    what = t("sure-mandate", tile=mandate(choice.tile))
    if is_hidden:
        what = t("sure-mandate-hidden", tile=mandate(choice.tile), announced=mandate(choice.announced))
    if choice.announced == BETRAY and ally >= 0:
        return what, t("warn-betray", ally=clan(ally))
    return what, t("warn-mandate-hidden" if is_hidden else "warn-mandate")


def courting(view: View) -> Iterator[str]:
    """Return which offers of an alliance wait for the viewer's answer, or for an answer to the viewer."""
    for seat, other in view.offers:
        if other == view.viewer:
            yield t("warn-courted", clan=clan(seat))
        elif seat == view.viewer:
            yield t("warn-courting", clan=clan(other))


# Words ---------------------------------------------------------------------------------------


def _summon(view: View, choice: c.Summon) -> str:
    words = {"piece": piece(choice.piece), "province": province(choice.province)}
    if choice.kami >= 0 and view.viewer == DRAGONFLY:
        return t("choice-summon-shrine-any", piece=piece(choice.piece), kami=kami(choice.kami))
    if choice.kami >= 0:
        return t("choice-summon-shrine", **words, kami=kami(choice.kami))
    return t("choice-summon", **words)


def _mandate(view: View, choice: c.Mandate) -> str:
    if choice.tile == choice.announced:
        return mandate(choice.tile)
    return t("choice-mandate-as", tile=mandate(choice.tile), announced=mandate(choice.announced))


def _buy(view: View, choice: c.Buy) -> str:
    words = _purchase(view, choice)
    return t("choice-in-full", words=words) if choice.full else words


def _purchase(view: View, choice: c.Buy) -> str:
    words: dict[str, Any] = {"card": card(choice.card), "price": price_in(view, choice)}
    if choice.kami >= 0:
        return t("choice-buy-shrine", **words, kami=kami(choice.kami))
    if choice.province >= 0:
        return t("choice-buy-in", **words, province=province(choice.province))
    return t("choice-buy", **words)


def _place(choice: Any) -> str:
    return t("at-shrine", kami=kami(choice.kami)) if choice.kami >= 0 else province(choice.province)


def _replace(view: View, choice: c.Replace) -> str:
    words = {"clan": clan(choice.owner), "piece": piece(choice.piece), "place": _place(choice)}
    if choice.by != choice.piece:
        return t("choice-replace-by", **words, by=piece(choice.by))
    return t("choice-replace", **words)


def _use(view: View, choice: c.Use) -> str:
    words = [
        clan(choice.seat) if choice.seat >= 0 else "",
        piece(choice.piece) if choice.piece >= 0 else "",
        province(choice.province) if choice.province >= 0 else "",
        kami(choice.kami) if choice.kami >= 0 else "",
    ]
    named = " · ".join(filter(None, words))
    return (
        t("choice-use-on", card=card(choice.card), object=named)
        if named
        else t("choice-use", card=card(choice.card))
    )


def _poets(view: View, _: c.Poets) -> str:
    assert view.battle is not None
    return t("choice-poets", vp=view.battle.killed * AMOUNTS.poets_vp)


def _reparations(view: View, choice: c.Reparations) -> str:
    shares = listed([t("share", coins=coins, clan=clan(seat)) for seat, coins in choice.shares])
    return t("choice-reparations", shares=shares)


def _ally(view: View, choice: c.Ally) -> str:
    is_offered = (choice.seat, view.viewer) in view.offers
    return t("choice-ally-accept" if is_offered else "choice-ally-offer", clan=clan(choice.seat))


def _refuse(view: View, choice: c.Refuse) -> str:
    is_own = (view.viewer, choice.seat) in view.offers
    return t("choice-offer-withdraw" if is_own else "choice-offer-refuse", clan=clan(choice.seat))


WORDS: Final[dict[type[Choice], Callable[[View, Any], str]]] = {
    c.Ally: _ally,
    c.Refuse: _refuse,
    c.Ready: lambda *_: t("choice-ready"),
    c.Mandate: _mandate,
    c.Summon: _summon,
    c.Move: lambda _, choice: t(
        "choice-move",
        piece=piece(choice.piece),
        origin=province(choice.origin),
        target=province(choice.target),
    ),
    c.Build: lambda _, choice: t("choice-build", province=province(choice.province)),
    c.Buy: _buy,
    c.Replace: _replace,
    c.Seppuku: lambda *_: t("choice-seppuku"),
    c.Hostage: lambda _, choice: t("choice-hostage", clan=clan(choice.owner), piece=piece(choice.piece)),
    c.Hire: lambda *_: t("choice-hire"),
    c.Poets: _poets,
    c.Reparations: _reparations,
    c.Use: _use,
    c.Order: lambda _, choice: t("choice-order-last" if choice.last else "choice-order-first"),
    c.Convert: lambda *_: t("choice-convert"),
    c.Accept: lambda *_: t("choice-accept"),
    Decline: lambda *_: t("choice-decline"),
    Done: lambda *_: t("choice-done"),
}

# What they are called --------------------------------------------------------------------------


def _spot(choice: Any) -> str:
    """Name the shrine or the province that a choice is about, if there is one."""
    if choice.kami >= 0:
        return kami(choice.kami)
    return province(choice.province) if choice.province >= 0 else ""


CALLED: Final[dict[type[Choice], Callable[[Any], str]]] = {
    c.Ally: lambda choice: clan(choice.seat),
    c.Refuse: lambda choice: clan(choice.seat),
    c.Summon: _spot,
    c.Move: lambda choice: f"{province(choice.origin)} {province(choice.target)}",
    c.Build: lambda choice: province(choice.province),
    c.Buy: lambda choice: f"{card(choice.card)} {_spot(choice)}",
    c.Replace: lambda choice: f"{clan(choice.owner)} {_spot(choice)}",
    c.Use: lambda choice: card(choice.card),
}
"""What keys are made from, if the words begin with something else."""

# Ways ----------------------------------------------------------------------------------------


def _stage(kind: str, number: int, label: str, called: str = "", asks: str = "") -> Stage:
    return Stage(f"{kind} {number}", label, called, asks=asks)


def _arrival(view: View, choice: c.Summon | c.Buy) -> tuple[Stage, ...]:
    """Where a figure comes to: a province, or a shrine and, if it matters, from which province."""
    if choice.kami < 0:
        return (_province(choice.province),)
    name = kami(choice.kami)
    shrine = _stage("kami", choice.kami, t("to-shrine", kami=name), name, t("ask-from-where"))
    if view.viewer == DRAGONFLY:
        return (shrine,)
    origin = province(choice.province)
    return shrine, _stage("from", choice.province, t("from-province", province=origin), origin)


def _move_way(view: View, choice: c.Move) -> tuple[Stage, ...]:
    figure, origin = piece(choice.piece), province(choice.origin)
    head = Stage(
        f"move {choice.piece} {choice.origin}",
        t("group-move", piece=figure, origin=origin),
        f"{origin} {figure}",
        asks=t("ask-move-where", piece=one(choice.piece), origin=origin),
    )
    return head, _province(choice.target)


def _province(place: int) -> Stage:
    return _stage("province", place, province(place) if place >= 0 else "")


def _summon_way(view: View, choice: c.Summon) -> tuple[Stage, ...]:
    words = {"piece": one(choice.piece)}
    name, asks = t("group-summon", **words), t("ask-summon-where", **words)
    return _stage("summon", choice.piece, name, piece(choice.piece), asks), *_arrival(view, choice)


def _buy_way(view: View, choice: c.Buy) -> tuple[Stage, ...]:
    """The card, where its figure comes to, and the price if the discount goes unused."""
    least = price_in(view, replace(choice, full=False))
    name = card(choice.card)
    asks = t("ask-buy-where", card=name)
    head = _stage("buy", choice.card, t("choice-buy", card=name, price=least), name, asks)
    full = (Stage("full", t("full-price", price=price_in(view, choice))),) if choice.full else ()
    return head, *_arrival(view, choice), *full


def _build_way(view: View, choice: c.Build) -> tuple[Stage, ...]:
    price = stronghold_price(view.viewer if view.viewer is not None else -1)
    head, asks = t("group-build", price=price), t("ask-build-where", price=price)
    return _stage("build", STRONGHOLD, head, asks=asks), _province(choice.province)


def _mandate_way(view: View, choice: c.Mandate) -> tuple[Stage, ...]:
    tile, announced = mandate(choice.tile), mandate(choice.announced)
    return (
        Stage(
            f"tile {choice.tile}",
            t("group-mandate", tile=tile),
            tile,
            t("about-tile-hidden"),
            t("ask-announce", tile=tile),
        ),
        _stage("announced", choice.announced, t("announce", mandate=announced), announced),
    )


def _replace_way(view: View, choice: c.Replace) -> tuple[Stage, ...]:
    owner = clan(choice.owner)
    asks = t("ask-replace-which", clan=owner)
    return (
        _stage("clan", choice.owner, t("group-replace", clan=owner), owner, asks),
        Stage(
            f"piece {choice.piece} {choice.province} {choice.kami}",
            f"{piece(choice.piece)}, {_place(choice)}",
            f"{_spot(choice)} {piece(choice.piece)}",
        ),
        _stage("by", choice.by, t("by", piece=piece(choice.by)) if choice.by != choice.piece else ""),
    )


def _use_way(view: View, choice: c.Use) -> tuple[Stage, ...]:
    return (
        _stage("use", choice.card, t("choice-use", card=card(choice.card)), card(choice.card)),
        _stage("clan", choice.seat, clan(choice.seat) if choice.seat >= 0 else ""),
        _stage("piece", choice.piece, piece(choice.piece) if choice.piece >= 0 else ""),
        _province(choice.province),
        _stage("kami", choice.kami, kami(choice.kami) if choice.kami >= 0 else ""),
    )


WAYS: Final[dict[type[Choice], Callable[[View, Any], tuple[Stage, ...]]]] = {
    c.Move: _move_way,
    c.Summon: _summon_way,
    c.Buy: _buy_way,
    c.Build: _build_way,
    c.Mandate: _mandate_way,
    c.Replace: _replace_way,
    c.Use: _use_way,
}


# About choices --------------------------------------------------------------------------------

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
    """Say what an answer would do: a mandate and a Kami briefly, everything else by its rule."""
    if isinstance(choice, c.Mandate):
        return about_mandate(view, choice.announced)
    if isinstance(choice, c.Summon):
        return t(f"about-{KAMI[choice.kami]}") if choice.kami >= 0 else about_figure(choice.piece)
    if isinstance(choice, c.Move) and view.decision is not None and view.decision.prompt == "marshal":
        return t("about-marshal-move")
    if isinstance(choice, c.Hire) and view.viewer == KOI:
        return t("war-power-koi.you")
    if isinstance(choice, c.Order):
        return about_order(view, choice)
    if isinstance(choice, c.Accept) and view.decision is not None:
        return rule_text("rising_sun", view.decision.rule)
    return rule_text("rising_sun", rule_about(choice))


def about_figure(kind: int) -> str:
    return t("about-bushi") if kind == BUSHI else t("about-shinto") if kind == SHINTO else ""


def about_mandate(view: View, announced: int) -> str:
    """Tell what everybody does and what only the viewer and an ally do."""
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
    """Name what a player does while others act, too."""
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
