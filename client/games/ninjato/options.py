"""The words for every choice in Ninjato, its path through the menu, and the rule about it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, Final

from client.games.ninjato import names
from client.games.ninjato.facts import draws_of, plays_in, win_and_fail, winner_words
from client.games.ninjato.log import OF_RUMORS, OF_SKILLS, treasures
from client.table.menu import Option, Stage
from client.table.rulebook import rule_text
from client.texts import t
from core.decisions import ChooseOne, Combination, Combine, Decision, Done
from core.games.ninjato import choices as c
from core.games.ninjato.board import GOLD, HOUSES, TOKENS
from core.games.ninjato.cards import GUARDS, RUMORS
from core.games.ninjato.costs import PATTERNS, honor_of, treasures_in
from core.games.ninjato.fights import FIRST_SKILL, PARTS
from core.games.ninjato.odds import prospect, stake
from core.games.ninjato.scoring import clan_honor
from core.games.ninjato.steps import AwardFirst, AwardSecond, TakeCards
from core.games.ninjato.view import View
from core.kinds import Choice


def options_of(view: View, decision: Decision) -> tuple[Option, ...]:
    """Put all answers to a question into words; of plays only those without spare parts."""
    plays = play_options(plays_in(view)) if isinstance(decision, Combine) else []
    choices = decision.options if isinstance(decision, ChooseOne | Combine) else ()
    return (*plays, *(option_of(view, choice) for choice in choices))


def option_of(view: View, choice: Choice) -> Option:
    kind = type(choice)
    words = WORDS[kind](view, choice)
    way = WAYS[kind](view, choice) if kind in WAYS else (Stage(choice, words),)
    about = rule_text("ninjato", rule_about(choice))
    called = CALLED[kind](choice) if kind in CALLED else ""
    return Option(
        choice, words, way, places_of(choice), kind in PASSES, is_grave(view, choice), about, called=called
    )


def places_of(choice: Choice) -> tuple[int, ...]:
    """Give the area to pick on the board."""
    return (choice.house,) if isinstance(choice, c.Raid) else PLACES.get(type(choice), ())


def barred(view: View, area: int) -> str:
    """Say why no shuriken can be placed in an area; only if one is to be placed."""
    if view.decision is None or view.decision.prompt != "turn":
        return ""
    if area in HOUSES:
        house = view.houses[area]
        if not house.treasures:
            return t("barred-emptied", number=area + 1)
        return t("barred-sentry", number=area + 1, value=GUARDS[house.sentry].force[0])
    there = {names.SENSEI: view.sensei, names.PALACE: view.palace, names.PAVILION: view.pavilion}.get(area)
    return t(f"barred-{names.PLACES[area - names.DOJO]}") if there else t("barred-nothing-left")


PLACES: Final[dict[type[Choice], tuple[int, ...]]] = {
    c.Dojo: (names.DOJO,),
    c.Sensei: (names.SENSEI,),
    c.Palace: (names.PALACE,),
    c.Pavilion: (names.PAVILION,),
}
PASSES: Final = (c.Leave, c.Fail, Done)


def is_grave(view: View, choice: Choice) -> bool:
    """Giving up is, if it loses something or is not necessary."""
    return isinstance(choice, c.Fail) and (bool(lost_in(view)) or bool(plays_in(view)))


def lost_in(view: View) -> tuple[int, ...]:
    at_stake = stake(view)
    return at_stake.lost if at_stake is not None else ()


def warning_about(view: View, _choice: Choice) -> tuple[str, str]:
    """Say what a grave choice does, and what makes it grave."""
    at_stake, warnings = stake(view), []
    if at_stake is not None and at_stake.lost:
        warnings.append(t("warn-give-up", lost=treasures(at_stake.lost), honor=at_stake.honor))
    if plays_in(view):
        warnings.append(t("warn-give-up-beatable"))
    return t("sure-give-up"), " ".join(warnings)


def left_undone(view: View, choice: Choice) -> Iterator[str]:
    """Warn a player who finishes while another ninja could be disguised."""
    decision = view.decision
    others = decision.options if isinstance(decision, ChooseOne) else ()
    if isinstance(choice, Done) and any(isinstance(other, c.Disguise) for other in others):
        yield t("warn-disguise-left")


def ask_words(view: View, decision: Decision) -> str:
    """Say what is asked: in the dojo how often still, of an award for which clan."""
    step = view.agenda[-1]
    if isinstance(step, TakeCards):
        return t("ask-take-left", left=step.left)
    if isinstance(step, AwardFirst | AwardSecond):
        return t(f"ask-{decision.prompt}-of", clan=names.clan(step.clan))
    return t(f"ask-{decision.prompt}")


def _price(choice: c.Sensei) -> str:
    return t("learn-price", card=choice.card) if choice.card else t("learn-free")


def _sensei(view: View, choice: c.Sensei) -> str:
    name = names.skill(choice.skill)
    words = {"skill": name, "does": names.does(choice.skill), "price": _price(choice)}
    return t("learn" if choice.card else "learn-known", **words)


def _bought(where: str, thing: str, paid: tuple[int, ...]) -> str:
    return t(f"pay-{where}", thing=thing, paid=names.coins(paid), honor=honor_of(paid))


def _raid(view: View, choice: c.Raid) -> str:
    return t("raid-house", number=choice.house + 1, side=names.side(stealth=choice.stealth))


def _take(view: View, choice: c.TakeCard) -> str:
    return t("take-card", value=choice.value) if choice.value else t("take-top")


def _focus(view: View, choice: c.Focus) -> str:
    assert view.raid is not None
    return t("use-focus", side=names.side(stealth=not view.raid.stealth))


def _swap(view: View, choice: c.Swap) -> str:
    return t("use-swap", own=names.treasure(choice.own), theirs=names.treasure(choice.theirs))


def _banzai(view: View, choice: c.Banzai) -> str:
    ahead = prospect(view)
    assert ahead is not None
    kind = names.treasure(ahead.treasure)
    if ahead.beaten is None:
        return t("banzai", treasure=kind)
    return t("banzai-odds", treasure=kind, **win_and_fail(ahead.beaten))


def _leave(view: View, choice: c.Leave) -> str:
    assert view.raid is not None
    return t("leave-with", treasures=names.treasures(view.raid.carried))


def _fail(view: View, choice: c.Fail) -> str:
    lost = lost_in(view)
    return t("give-up-losing", lost=treasures(lost)) if lost else t("give-up")


def honor_with(view: View, token: int) -> int:
    """Return what a clan would count with this token on the raided house."""
    clan, value = TOKENS[token]
    return clan_honor(view, clan) + value


def _token(view: View, choice: c.Token) -> str:
    return t("lay-token", token=names.token(choice.token), honor=honor_with(view, choice.token))


def _honor(view: View, choice: c.Honor) -> str:
    step = view.agenda[-1]
    assert isinstance(step, AwardFirst | AwardSecond)
    return t("award-honor", clan=names.clan(step.clan), honor=clan_honor(view, step.clan))


def _hear(view: View, choice: c.Hear) -> str:
    own = view.rumors[view.viewer] if view.viewer is not None else ()
    held = sum(RUMORS[rumor].kind == choice.kind for rumor in own)
    return t("award-rumor", rumor=_rumor(view, choice), held=held)


def _rumor(view: View, choice: c.Hear | c.Pavilion) -> str:
    """Name a rumor; if there are two of its kind, by its cost."""
    name = names.rumor_kind(choice.kind)
    there = [rumor for rumor in view.pavilion if RUMORS[rumor].kind == choice.kind]
    if len(there) == 1 or (isinstance(choice, c.Pavilion) and choice.card < 0):
        return name
    number = choice.card if choice.card >= 0 else there[0]
    return t("rumor-of", rumor=name, cost=names.cost(RUMORS[number].cost))


WORDS: Final[dict[type[Choice], Callable[[View, Any], str]]] = {
    c.Dojo: lambda view, _: t("visit-dojo", number=draws_of(view)),
    c.Sensei: _sensei,
    c.Palace: lambda _, choice: _bought("palace", names.envoy(choice.envoy), choice.paid),
    c.Pavilion: lambda view, choice: _bought("pavilion", _rumor(view, choice), choice.paid),
    c.Raid: _raid,
    c.TakeCard: _take,
    c.Discard: lambda _, choice: t("discard-card", value=choice.value),
    c.Focus: _focus,
    c.TurnUp: lambda _, choice: t("use-ready", skill=names.skill(choice.skill)),
    c.Swap: _swap,
    c.Banzai: _banzai,
    c.Leave: _leave,
    c.Fail: _fail,
    c.Keep: lambda _, choice: t("keep-treasure", treasure=names.treasure(choice.kind)),
    c.Token: _token,
    c.Disguise: lambda _, choice: t("disguise-envoy", envoy=names.envoy(choice.envoy)),
    Done: lambda *_: t("disguise-done"),
    c.Honor: _honor,
    c.Hear: _hear,
}

CALLED: Final[dict[type[Choice], Callable[[Any], str]]] = {
    c.Dojo: lambda _: names.area_key(names.DOJO),
    c.Sensei: lambda _: names.area_key(names.SENSEI),
    c.Palace: lambda _: names.area_key(names.PALACE),
    c.Pavilion: lambda _: names.area_key(names.PAVILION),
    c.Raid: lambda choice: names.area_key(choice.house),
    c.TakeCard: lambda choice: str(choice.value or ""),
    c.Discard: lambda choice: str(choice.value),
    c.TurnUp: lambda choice: names.skill(choice.skill),
    c.Keep: lambda choice: names.treasure(choice.kind),
    c.Honor: lambda _: t("influence-took-honor"),
}
"""What keys are made from, if the words begin with something else."""

# Ways ----------------------------------------------------------------------------------------


def _sensei_way(view: View, choice: c.Sensei) -> tuple[Stage, ...]:
    name = names.skill(choice.skill)
    return (
        Stage("sensei", t("visit-sensei"), names.area_key(names.SENSEI), asks=t("ask-skill")),
        Stage(f"skill {choice.skill}", t("learn-skill", skill=name, does=names.does(choice.skill)), name),
        Stage(f"card {choice.card}", _price(choice), str(choice.card or "")),
    )


def _raid_way(view: View, choice: c.Raid) -> tuple[Stage, ...]:
    """A house says what to know before going in."""
    house = view.houses[choice.house]
    guard, first = GUARDS[house.sentry].force[0], names.treasure(house.treasures[0])
    head = t("visit-house", number=choice.house + 1, guard=guard, treasure=first)
    side = t(
        "side-to-win",
        side=t("side-of-stealth" if choice.stealth else "side-of-force", guard=guard),
        play=winner_words(view, guard, stealth=choice.stealth),
    )
    called = names.short_side(stealth=choice.stealth)
    asks = t("ask-side", house=names.area(choice.house))
    return (
        Stage(f"house {choice.house}", head, names.area_key(choice.house), asks=asks),
        Stage(f"side {choice.stealth}", side, called),
    )


def _paid_way(view: View, paid: tuple[int, ...]) -> tuple[Stage, ...]:
    """First which kinds to pay, then how much gold among them, for those who have any."""
    kinds = t("pay-kinds", paid=names.kinds_paid(paid), honor=honor_of(paid))
    assert view.viewer is not None
    if GOLD not in view.treasures[view.viewer]:
        return (Stage(f"kinds {kinds}", kinds),)
    has_gold = GOLD in treasures_in(paid)
    coins = names.coins(paid) if has_gold else t("pay-without-gold")
    return Stage(f"kinds {kinds}", kinds), Stage(f"coins {paid}", coins)


def _palace_way(view: View, choice: c.Palace) -> tuple[Stage, ...]:
    name = names.envoy(choice.envoy)
    return (
        Stage("palace", t("visit-palace"), names.area_key(names.PALACE), asks=t("ask-envoy")),
        Stage(f"envoy {choice.envoy}", name, asks=t("ask-pay", thing=name)),
        *_paid_way(view, choice.paid),
    )


def _pavilion_way(view: View, choice: c.Pavilion) -> tuple[Stage, ...]:
    name = _rumor(view, choice)
    kind = Stage(f"rumor {choice.kind} {choice.card}", name, asks=t("ask-pay", thing=name))
    kinds, *coins = _paid_way(view, choice.paid)
    if choice.card >= 0 and RUMORS[choice.card].cost not in PATTERNS:  # its name says what it costs
        kinds = Stage(kinds.key, t("pay-honor", honor=honor_of(choice.paid)))
    there = Stage("pavilion", t("visit-pavilion"), names.area_key(names.PAVILION), asks=t("ask-which-rumor"))
    return there, kind, kinds, *coins


def _swap_way(view: View, choice: c.Swap) -> tuple[Stage, ...]:
    pair = t("swap-pair", own=names.treasure(choice.own), theirs=names.treasure(choice.theirs))
    return Stage("choho", t("swap-group")), Stage(f"swap {choice.own} {choice.theirs}", pair)


def _token_way(view: View, choice: c.Token) -> tuple[Stage, ...]:
    clan, value = TOKENS[choice.token]
    label = t("lay-value", value=value, honor=honor_with(view, choice.token))
    return Stage(f"clan {clan}", names.clan(clan)), Stage(f"token {choice.token}", label, str(value))


WAYS: Final[dict[type[Choice], Callable[[View, Any], tuple[Stage, ...]]]] = {
    c.Sensei: _sensei_way,
    c.Raid: _raid_way,
    c.Palace: _palace_way,
    c.Pavilion: _pavilion_way,
    c.Swap: _swap_way,
    c.Token: _token_way,
}


# Plays ----------------------------------------------------------------------------------------


def play_options(plays: list[tuple[Combination, int, int]]) -> list[Option]:
    """Word plays, grouped by their first part: a card has its number for a key, what is added a letter."""
    begun = Counter(play.parts[0] for play, _, _ in plays)
    return [play_option(*row, is_only=begun[row[0].parts[0]] == 1) for row in plays]


def play_option(play: Combination, total: int, mark: int, *, is_only: bool) -> Option:
    first, *rest = map(names.part, play.parts)
    parts = ", ".join([first, *rest])
    called, added = first if first.isdigit() else "", rest[0] if rest else ""
    words = t("play", parts=parts, total=total, mark=mark) if rest else t("play-one", part=first, mark=mark)
    return Option(
        play,
        words,
        (Stage(f"first {first}", t("play-group", part=first), called), Stage(play, words, added)),
        about=rule_text("ninjato", rule_of_play(play)),
        called=called if is_only else added,
    )


# Rules ----------------------------------------------------------------------------------------
OF_CHOICES: Final[dict[type[Choice], str]] = {
    c.Dojo: "NJ-6.1",
    c.Palace: "NJ-15.2",
    c.TakeCard: "NJ-6.2",
    c.Discard: "NJ-6.4",
    c.Focus: "NJ-13.13",
    c.TurnUp: "NJ-13.14",
    c.Swap: "NJ-13.11",
    c.Banzai: "NJ-7.4",
    c.Leave: "NJ-12.1",
    c.Fail: "NJ-12.2",
    c.Keep: "NJ-12.2",
    c.Token: "NJ-12.8",
    c.Disguise: "NJ-13.15",
    Done: "NJ-21.44",
    c.Honor: "NJ-18.7",
}


def rule_about(choice: Choice) -> str:
    """Name the rule that says what an answer would do."""
    if isinstance(choice, c.Sensei):
        return OF_SKILLS[choice.skill]
    if isinstance(choice, c.Raid):
        return "NJ-9.2" if choice.stealth else "NJ-9.1"
    if isinstance(choice, (c.Pavilion, c.Hear)):
        return OF_RUMORS[choice.kind]
    return OF_CHOICES[type(choice)]


def rule_of_play(play: Combination) -> str:
    """Name the rule of the first skill in a play, otherwise that of modifiers or of a card alone."""
    skills = [
        stock - FIRST_SKILL for _, stock, _ in map(PARTS.__getitem__, play.parts) if stock >= FIRST_SKILL
    ]
    if skills:
        return OF_SKILLS[skills[0]]
    return "NJ-9.5" if len(play.parts) > 1 else "NJ-9.4"
