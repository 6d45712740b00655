"""The rule to read first about a choice or something that happened."""

from __future__ import annotations

from typing import Final

from core.decisions import Combination, Done
from core.games.ninjato import choices as c
from core.games.ninjato import events as e
from core.games.ninjato.cards import (
    BORYAKU,
    CHOHO,
    DISHONORABLE_RIVALS,
    GOODWILL,
    GREATEST_WARRIOR,
    HENSOJUTSU,
    INTONJUTSU,
    KENJUTSU,
    KUJI_KIRI,
    POWERFUL_FRIENDS,
    RUMORS,
    SECRET_ART,
    SEISHIN_TEKI,
    SHINOBI_IRI,
    SHURIKEN_JUTSU,
    TAI_JUTSU,
    TILES,
)
from core.games.ninjato.fights import FIRST_SKILL, PARTS
from core.kinds import Choice, Event

OF_SKILLS: Final = {
    TAI_JUTSU: "NJ-13.5",
    SHINOBI_IRI: "NJ-13.6",
    SHURIKEN_JUTSU: "NJ-13.7",
    KENJUTSU: "NJ-13.8",
    INTONJUTSU: "NJ-13.9",
    BORYAKU: "NJ-13.10",
    CHOHO: "NJ-13.11",
    SEISHIN_TEKI: "NJ-13.13",
    KUJI_KIRI: "NJ-13.14",
    HENSOJUTSU: "NJ-13.15",
}
OF_RUMORS: Final = {
    GREATEST_WARRIOR: "NJ-19.3",
    GOODWILL: "NJ-19.4",
    POWERFUL_FRIENDS: "NJ-19.5",
    SECRET_ART: "NJ-19.6",
    DISHONORABLE_RIVALS: "NJ-19.7",
}
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
OF_EVENTS: Final[dict[type[Event], str]] = {
    e.OrderSet: "NJ-17.1",
    e.TokensLaid: "NJ-1.5",
    e.SentryPosted: "NJ-7.1",
    e.TreasureAdded: "NJ-12.4",
    e.SkillOffered: "NJ-14.6",
    e.SkillsForgotten: "NJ-17.5",
    e.EnvoyInvited: "NJ-17.8",
    e.RumorSpread: "NJ-17.8",
    e.CardLaid: "NJ-6.3",
    e.DeckRebuilt: "NJ-5.1",
    e.RoundBegan: "NJ-4.3",
    e.ShurikenPlaced: "NJ-4.2",
    e.CardTaken: "NJ-6.2",
    e.CardDrawn: "NJ-6.2",
    e.CardDiscarded: "NJ-6.4",
    e.EnvoyWon: "NJ-15.2",
    e.GuardBeaten: "NJ-9.1",
    e.EliteTaken: "NJ-11.4",
    e.TreasureTaken: "NJ-8.6",
    e.BanzaiCalled: "NJ-8.9",
    e.GuardRevealed: "NJ-8.10",
    e.AlarmRaised: "NJ-10.1",
    e.TreasureTurned: "NJ-10.3",
    e.ModeChanged: "NJ-13.13",
    e.SkillReadied: "NJ-13.14",
    e.TreasuresSwapped: "NJ-13.11",
    e.HouseLeft: "NJ-12.1",
    e.RaidFailed: "NJ-12.2",
    e.TreasureSaved: "NJ-12.2",
    e.HouseEmptied: "NJ-12.7",
    e.TokenReplaced: "NJ-12.8",
    e.RoundEnded: "NJ-17.1",
    e.ScoringBegan: "NJ-18.4",
    e.EnvoyDisguised: "NJ-13.15",
    e.ClanHonored: "NJ-18.7",
    e.RumorAwarded: "NJ-18.8",
    e.RumorsShown: "NJ-3.5",
    e.FinalScore: "NJ-19.1",
    e.GameEnded: "NJ-19.10",
}
SLOW: Final = (
    e.GuardRevealed,
    e.AlarmRaised,
    e.TreasureTurned,
    e.GuardBeaten,
    e.ModeChanged,
    e.TreasuresSwapped,
    e.HouseLeft,
    e.RaidFailed,
    e.TreasureSaved,
    e.HouseEmptied,
    e.TokenReplaced,
    e.ClanHonored,
    e.RumorAwarded,
    e.FinalScore,
)
"""The turns of a raid and what scoring brings: told one by one."""


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
    """Name the rule of the first skill in a play, else that of modifiers or of a card alone."""
    skills = [
        stock - FIRST_SKILL for _, stock, _ in map(PARTS.__getitem__, play.parts) if stock >= FIRST_SKILL
    ]
    if skills:
        return OF_SKILLS[skills[0]]
    return "NJ-9.5" if len(play.parts) > 1 else "NJ-9.4"


def rule_of(event: Event) -> str:
    if isinstance(event, e.SkillLearned):
        return OF_SKILLS[TILES[event.tile].skill]
    if isinstance(event, e.RumorBought):
        return OF_RUMORS[RUMORS[event.rumor].kind]
    return OF_EVENTS.get(type(event), "")


def is_told_slowly(event: Event) -> bool:
    return isinstance(event, SLOW)
