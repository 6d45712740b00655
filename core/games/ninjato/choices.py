"""Everything a player can decide in Ninjato; each has one line of notation (see notation.py)."""

from __future__ import annotations

from typing import Final

from core.games.ninjato.board import CLANS, DOJO_VALUES, HOUSES, KINDS, TOKENS, TREASURE_NAMES
from core.games.ninjato.cards import ENVOYS, SKILLS
from core.kinds import Choice


class Dojo(Choice, frozen=True):
    """Go to the dojo."""


class Sensei(Choice, frozen=True):
    """Learn a skill for a dojo card; 0 if no card is owed."""

    skill: int
    card: int


class Palace(Choice, frozen=True):
    """Win an envoy for treasures."""

    envoy: int
    paid: tuple[int, ...]


class Pavilion(Choice, frozen=True):
    """Take a rumor for treasures; the card is named if another of its kind would do as well."""

    kind: int
    paid: tuple[int, ...]
    card: int = -1


class Raid(Choice, frozen=True):
    """Raid a house."""

    house: int
    stealth: bool


class TakeCard(Choice, frozen=True):
    """Take a card from the row in the dojo; 0 for the top card of the deck."""

    value: int


class Discard(Choice, frozen=True):
    """Discard a card above the hand limit."""

    value: int


class Focus(Choice, frozen=True):
    """Use Seishin-teki: turn force into stealth or stealth into force."""


class TurnUp(Choice, frozen=True):
    """Use Kuji-kiri: turn a used skill face up."""

    skill: int


class Swap(Choice, frozen=True):
    """Use Choho: give a treasure on the shuriken for one in the house."""

    own: int
    theirs: int


class Banzai(Choice, frozen=True):
    """Call for the next guard."""


class Leave(Choice, frozen=True):
    """Leave the house with all treasures."""


class Fail(Choice, frozen=True):
    """Give up against the guard."""


class Keep(Choice, frozen=True):
    """Keep this one treasure."""

    kind: int


class Token(Choice, frozen=True):
    """Lay this clan token on the house."""

    token: int


class Disguise(Choice, frozen=True):
    """Send a disguised ninja with an envoy."""

    envoy: int


class Honor(Choice, frozen=True):
    """Take the honor of the clan."""


class Hear(Choice, frozen=True):
    """Take a rumor as an award; the card is named if another of its kind comes before it."""

    kind: int
    card: int = -1


# Choices of which there are only so many are made once and shared by all decisions.
DOJO: Final = Dojo()
FOCUS: Final = Focus()
BANZAI: Final = Banzai()
LEAVE: Final = Leave()
FAIL: Final = Fail()
HONOR: Final = Honor()
TAKE: Final = tuple(TakeCard(value) for value in (0, *DOJO_VALUES))
DISCARD: Final = {value: Discard(value) for value in DOJO_VALUES}
READY: Final = tuple(TurnUp(skill) for skill in range(len(SKILLS)))
SENSEI: Final = tuple(
    {card: Sensei(skill, card) for card in (0, *DOJO_VALUES)} for skill in range(len(SKILLS))
)
RAID: Final = tuple((Raid(house, False), Raid(house, True)) for house in HOUSES)
SWAP: Final = tuple(
    tuple(Swap(own, theirs) for theirs in range(len(TREASURE_NAMES))) for own in range(len(KINDS))
)
KEEP: Final = tuple(Keep(kind) for kind in range(len(KINDS)))
TOKEN: Final = tuple(Token(token) for token in range(len(TOKENS)))
DISGUISE: Final = tuple(Disguise(envoy) for envoy in range(len(ENVOYS)))
OTHER_TOKENS: Final = tuple(
    tuple(token for token, (other, _) in enumerate(TOKENS) if other != clan) for clan in range(len(CLANS))
)
