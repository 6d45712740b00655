"""The words for every choice in Shogun, and its path through the menu."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from client.games.shogun.facts import of_attack, of_defence, on_average, percents
from client.games.shogun.names import clan, province, short_place, special
from client.table.cards import said_in
from client.table.menu import Option, Stage
from client.table.wording import amount
from client.texts import t
from core.decisions import ChooseOne, Decision, Decline, Done
from core.games.shogun import choices as c
from core.games.shogun.board import NOBODY, RICE, TAX
from core.games.shogun.foresight import acting_in, contested
from core.games.shogun.odds import foreseen, in_winter, revolt
from core.games.shogun.steps import OfferDefenceCube, PlaceArmies
from core.games.shogun.view import View
from core.kinds import Choice


def options_of(view: View, decision: Decision) -> tuple[Option, ...]:
    """Put all answers to a question into words."""
    choices = decision.options if isinstance(decision, ChooseOne) else ()
    return tuple(option_of(view, choice) for choice in choices)


def option_of(view: View, choice: Choice) -> Option:
    kind = type(choice)
    words = WORDS[kind](view, choice)
    way = march_way(view, choice) if isinstance(choice, c.MoveArmies) else (Stage(choice, words),)
    return Option(
        choice,
        words,
        way,
        places_of(choice),
        isinstance(choice, (Done, Decline)),
        is_attack(view, choice),
        about(view, choice),
        called=called(view, choice),
    )


def about(view: View, choice: Choice) -> str:
    """Say what an answer would do; the odds of marches are already in their rows."""
    odds = "" if isinstance(choice, c.MoveArmies) else odds_sentence(view, choice)
    return " ".join(filter(None, [odds, said_about(view, choice)]))


def said_about(view: View, choice: Choice) -> str:
    """Read the rule about an answer; a special is named by the answer itself."""
    name = special(choice.special) if isinstance(choice, c.Choose) else ""
    return said_in("shogun", rule_about(view, choice), name)


def ask_words(view: View, decision: Decision) -> str:
    """Say what is asked, and about which province."""
    step = view.agenda[-1] if view.agenda else None
    if decision.prompt == "march" and view.action >= 0:
        return t(
            "ask-march", action=short_place(view.actions[view.action]), province=province(acting_in(view))
        )
    if decision.prompt == "regroup":
        return t("ask-regroup", province=province(acting_in(view)))
    if isinstance(step, PlaceArmies):
        return t("ask-six", province=province(step.province))
    return t(f"ask-{decision.prompt}")


def places_of(choice: Choice) -> tuple[int, ...]:
    """Give the provinces to pick on the map."""
    if isinstance(choice, c.MoveArmies):
        return (choice.target,)
    if isinstance(choice, (c.TakeProvince, c.Revolt)) and choice.province >= 0:
        return (choice.province,)
    return ()


def elsewhere(choice: Choice, _spot: int, place: int) -> Choice | None:
    """Give the same choice with another province."""
    if isinstance(choice, c.MoveArmies):
        return replace(choice, target=place)
    return replace(choice, province=place) if isinstance(choice, (c.TakeProvince, c.Revolt)) else None


SPECIAL_RULES: Final = ("SG-6.5", "SG-6.6", "SG-6.7", "SG-6.8", "SG-6.9")
RULES_ABOUT: Final[dict[type[Choice], str]] = {
    c.TakeProvince: "SG-3.3",
    c.Refresh: "SG-3.6",
    c.Garrison: "SG-3.4",
    Done: "SG-13.3",
    c.Revolt: "SG-17.3",
}


def rule_about(view: View, choice: Choice) -> str:
    """Name the rule that says what an answer would do."""
    if isinstance(choice, c.Choose):
        return SPECIAL_RULES[choice.special]
    if isinstance(choice, c.MoveArmies):
        owner = view.owner[choice.target]
        return "SG-13.5" if owner == view.viewer else "SG-16.8" if owner == NOBODY else "SG-16.6"
    if isinstance(choice, (c.Add, Decline)) and view.decision is not None:
        return view.decision.rule
    return RULES_ABOUT.get(type(choice), "")


def is_attack(view: View, choice: Choice) -> bool:
    """Cubes that have fallen cannot be put back, so think twice."""
    return isinstance(choice, c.MoveArmies) and view.owner[choice.target] != view.viewer


def warning_about(view: View, choice: Choice) -> tuple[str, str]:
    """Say how an attack may end, and that it cannot be taken back."""
    assert isinstance(choice, c.MoveArmies)
    armies = amount(choice.armies, "army")
    head = t("ask-attack-now", province=province(choice.target), armies=armies)
    return head, f"{odds_sentence(view, choice)}\n{t('warn-attack')}"


def odds_sentence(view: View, choice: Choice) -> str:
    """Say how the cubes may decide, and how many armies are left then; "" if they decide nothing."""
    ahead = foreseen(view, choice)
    if ahead is None:
        return ""
    if isinstance(choice, c.Revolt):
        hold, lose = percents(ahead.held, ahead.emptied)
        left = on_average(ahead.defenders)
        return t("odds-revolt", province=province(choice.province), hold=hold, lose=lose, left=left)
    target = choice.target if isinstance(choice, c.MoveArmies) else contested(view)
    where = province(target)
    if isinstance(view.agenda[-1], OfferDefenceCube):
        return t("odds-defence", province=where, left=on_average(ahead.defenders), **of_defence(ahead))
    kind = "odds-neutral" if view.owner[target] == NOBODY else "odds-attack"
    return t(kind, province=where, left=on_average(ahead.attackers), **of_attack(ahead))


# Words ---------------------------------------------------------------------------------------


def _take(_view: View, choice: c.TakeProvince) -> str:
    if choice.province < 0:
        return t("choice-take-unseen")
    number = choice.province
    return t("choice-take", province=province(number), tax=TAX[number], rice=RICE[number])


def _choose(view: View, choice: c.Choose) -> str:
    space = view.track.index(choice.special) + 1
    return t("choice-special", space=space, special=special(choice.special))


def _move(view: View, choice: c.MoveArmies) -> str:
    there = _opposition(view, choice)
    return t("choice-march", armies=choice.armies, province=province(choice.target), there=there)


def _opposition(view: View, choice: c.MoveArmies) -> str:
    """Say what waits there, and how a battle would end."""
    owner, armies = view.owner[choice.target], view.armies[choice.target]
    if owner == view.viewer:
        return t("choice-move-own", armies=armies)
    if owner == NOBODY:
        return t("choice-attack-neutral", odds=odds_of(view, choice))
    return t("choice-attack", clan=clan(owner), armies=armies, odds=odds_of(view, choice))


def odds_of(view: View, choice: Choice) -> str:
    """Return the percentages of what a choice may lead to, in the order the question names."""
    ahead = foreseen(view, choice)
    assert ahead is not None
    if isinstance(view.agenda[-1], OfferDefenceCube):
        return t("odds-to-hold", **of_defence(ahead))
    return t("odds", **of_attack(ahead))


def _add(view: View, choice: c.Add) -> str:
    if isinstance(view.agenda[-1], PlaceArmies):
        return t("choice-add-armies")
    return t("choice-cube", answer=t("choice-add-cube"), odds=odds_of(view, choice))


def _decline(view: View, choice: Decline) -> str:
    if isinstance(view.agenda[-1], PlaceArmies):
        return t("choice-no-add")
    return t("choice-cube", answer=t("choice-no-add"), odds=odds_of(view, choice))


def _revolt(view: View, choice: c.Revolt) -> str:
    uprising = in_winter(view, choice.province)
    ahead = revolt(view, uprising)
    hold, lose = percents(ahead.held, ahead.emptied)
    return t(
        "choice-revolt",
        province=province(choice.province),
        armies=view.armies[choice.province],
        peasants=uprising.peasants,
        hold=hold,
        lose=lose,
    )


WORDS: Final[dict[type[Choice], Callable[[View, Any], str]]] = {
    c.TakeProvince: _take,
    c.Refresh: lambda *_: t("choice-refresh"),
    c.Garrison: lambda _, choice: t("choice-place", armies=choice.armies),
    c.Choose: _choose,
    c.MoveArmies: _move,
    c.Add: _add,
    Decline: _decline,
    Done: lambda *_: t("choice-no-move"),
    c.Revolt: _revolt,
}


def called(view: View, choice: Choice) -> str:
    """Name the number or the province that makes the key of an answer."""
    if isinstance(choice, c.Choose):
        return str(view.track.index(choice.special) + 1)
    if isinstance(choice, c.Garrison):
        return str(choice.armies)
    if isinstance(choice, c.MoveArmies):
        return f"{province(choice.target)} {choice.armies}"
    return province(choice.province) if isinstance(choice, (c.TakeProvince, c.Revolt)) else ""


def march_way(view: View, choice: c.MoveArmies) -> tuple[Stage, ...]:
    """First where to, then how many."""
    target, owner = choice.target, view.owner[choice.target]
    there = t("choice-there", clan=clan(owner), armies=view.armies[target])
    words = t("choice-neutral") if owner == NOBODY else there
    head = t("choice-march-group", province=province(target), there=words)
    armies = t("choice-place", armies=choice.armies)
    ends = {"origin": province(acting_in(view)), "target": province(target)}
    asks = t("ask-march-armies", **ends)
    ahead = foreseen(view, choice)
    if ahead is not None:
        all_go = replace(choice, armies=view.armies[acting_in(view)] - 1)
        head = t("choice-at-best", there=head, odds=odds_of(view, all_go))
        asks = t("ask-march-odds", **ends)
        left = on_average(ahead.attackers)
        armies = t("choice-with-odds", armies=armies, odds=odds_of(view, choice), left=left)
    return (
        Stage(f"to {target}", head, province(target), asks=asks),
        Stage(f"armies {choice.armies}", armies, str(choice.armies)),
    )
