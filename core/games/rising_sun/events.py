"""Everything that can happen in Rising Sun, for logs, screens and those who learn from games."""

from __future__ import annotations

from typing import Annotated, Any, Final, TypeAlias

from msgspec import Meta
from msgspec.structs import replace

from core.games.rising_sun.board import (
    ADVANTAGES,
    KAMI,
    KAMI_TURNS,
    MANDATES,
    PIECES,
    PIECES_OF_A_CLAN,
    PROVINCES,
    SEASONS,
)
from core.games.rising_sun.cards import NAMES, SETS
from core.kinds import Count, Event, GameEnded, Seat, Viewer, all_in, one_of

SOURCES: Final = ("income", "hostages", "harvest", "summon", "seppuku", "hostage", "poets")
"""Where gains come from, besides cards and Kami."""

Province: TypeAlias = Annotated[int, Meta(ge=0, lt=len(PROVINCES))]
ProvinceIfAny: TypeAlias = Annotated[int, Meta(ge=-1, lt=len(PROVINCES))]
Kami: TypeAlias = Annotated[int, Meta(ge=0, lt=len(KAMI))]
KamiIfAny: TypeAlias = Annotated[int, Meta(ge=-1, lt=len(KAMI))]
Piece: TypeAlias = Annotated[int, Meta(ge=0, lt=len(PIECES))]
Pieces: TypeAlias = Annotated[int, Meta(ge=0, le=sum(PIECES_OF_A_CLAN.values()))]
Mandate: TypeAlias = Annotated[int, Meta(ge=0, lt=len(MANDATES))]
MandateIfSeen: TypeAlias = Annotated[int, Meta(ge=-1, lt=len(MANDATES))]
Card: TypeAlias = Annotated[int, Meta(ge=0, lt=len(NAMES))]
Season: TypeAlias = Annotated[int, Meta(ge=0, lt=len(SEASONS))]
Bid: TypeAlias = Annotated[tuple[Count, ...], Meta(min_length=len(ADVANTAGES), max_length=len(ADVANTAGES))]
Origin: TypeAlias = Annotated[str, one_of((*SOURCES, *NAMES, *KAMI))]


class SeasonBegan(Event, frozen=True):
    season: Season


class SetChosen(Event, frozen=True):
    chosen: Annotated[str, one_of(SETS)]


class ShrinesLaid(Event, frozen=True):
    shrines: tuple[Kami, ...]


class WarTokensLaid(Event, frozen=True):
    provinces: tuple[Province, ...]


class CardsLaidOut(Event, frozen=True):
    season: Season


class HostagesReturned(Event, frozen=True):
    captor: Seat
    owner: Seat
    piece: Piece
    number: Pieces


class AllianceOffered(Event, frozen=True):
    seat: Seat
    to: Seat


class AllianceRefused(Event, frozen=True):
    seat: Seat
    other: Seat


class AllianceMade(Event, frozen=True):
    seat: Seat
    other: Seat


class AllianceBroken(Event, frozen=True):
    betrayer: Seat
    other: Seat


class SeatReady(Event, frozen=True):
    seat: Seat


class GiftGiven(Event, frozen=True):
    seat: Seat
    to: Seat
    coins: Count
    ronin: Count


class PoliticsBegan(Event, frozen=True):
    active: Seat


class MandatesDrawn(Event, frozen=True):
    """Only the player who drew sees what was drawn."""

    seat: Seat
    tiles: tuple[Mandate, ...]

    def seen_by(self, viewer: Viewer) -> Event:
        return self if viewer == self.seat else replace(self, tiles=())


class MandateLaid(Event, frozen=True):
    """The tile is -1 for viewers who do not see a face-down one."""

    seat: Seat
    mandate: Mandate
    tile: MandateIfSeen
    face_down: bool

    def seen_by(self, viewer: Viewer) -> Event:
        return replace(self, tile=-1) if self.face_down and viewer != self.seat else self


class Summoned(Event, frozen=True):
    seat: Seat
    piece: Piece
    province: ProvinceIfAny
    kami: KamiIfAny


class Placed(Event, frozen=True):
    seat: Seat
    piece: Piece
    province: ProvinceIfAny
    kami: KamiIfAny
    card: Card


class Moved(Event, frozen=True):
    seat: Seat
    piece: Piece
    origin: Province
    target: Province


class TollPaid(Event, frozen=True):
    seat: Seat
    owner: Seat


class RouteClosed(Event, frozen=True):
    seat: Seat
    owner: Seat


class StrongholdBuilt(Event, frozen=True):
    seat: Seat
    province: Province
    price: Count


class CardBought(Event, frozen=True):
    seat: Seat
    card: Card
    price: Count


class Replaced(Event, frozen=True):
    seat: Seat
    owner: Seat
    piece: Piece
    by: Piece
    province: ProvinceIfAny
    kami: KamiIfAny


class CardUsed(Event, frozen=True):
    seat: Seat
    card: Card


class VpGained(Event, frozen=True):
    seat: Seat
    vp: Count
    source: Origin


class CoinsGained(Event, frozen=True):
    seat: Seat
    coins: Count
    source: Origin


class RoninGained(Event, frozen=True):
    seat: Seat
    ronin: Count
    source: Origin


class Taken(Event, frozen=True):
    """Coins or VP went from one player to another."""

    seat: Seat
    victim: Seat
    coins: Count
    vp: Count
    source: Origin


class HonorChanged(Event, frozen=True):
    seat: Seat
    gained: bool
    honor: tuple[Seat, ...]


class KamiTurnBegan(Event, frozen=True):
    number: Annotated[int, Meta(ge=1, le=len(KAMI_TURNS))]


class ShrineWon(Event, frozen=True):
    seat: Seat
    kami: Kami


class OrderChosen(Event, frozen=True):
    """Of several players who act at the same time, one comes first or last."""

    seat: Seat
    last: bool


class WarBegan(Event, frozen=True):
    provinces: tuple[Province, ...]


class RoninConverted(Event, frozen=True):
    seat: Seat
    ronin: Count


class TokenDiscarded(Event, frozen=True):
    province: Province


class TokenTaken(Event, frozen=True):
    seat: Seat
    province: Province


class BattleBegan(Event, frozen=True):
    province: Province
    fighters: tuple[Seat, ...]
    forces: tuple[Count, ...]

    def __post_init__(self) -> None:
        if len(self.fighters) != len(self.forces):
            raise ValueError("Every fighter has a force.")


class BidsRevealed(Event, frozen=True):
    bids: tuple[tuple[Seat, Bid], ...]


class AdvantageWon(Event, frozen=True):
    seat: Seat
    advantage: Annotated[int, Meta(ge=0, lt=len(ADVANTAGES))]


class SeppukuCommitted(Event, frozen=True):
    seat: Seat
    figures: Pieces


class HostageTaken(Event, frozen=True):
    seat: Seat
    owner: Seat
    piece: Piece


class RoninHired(Event, frozen=True):
    seat: Seat
    force: Count


class BattleWon(Event, frozen=True):
    seat: Seat
    province: Province
    forces: tuple[tuple[Seat, Count], ...]

    def __post_init__(self) -> None:
        if self.seat not in dict(self.forces):
            raise ValueError("Only a fighter wins a battle.")


class FiguresKilled(Event, frozen=True):
    killer: Seat
    owner: Seat
    province: Province
    piece: Piece
    number: Pieces


class FiguresSpared(Event, frozen=True):
    killer: Seat
    province: Province


class ReparationsPaid(Event, frozen=True):
    seat: Seat
    shares: tuple[tuple[Seat, Count], ...]


class SeasonEnded(Event, frozen=True):
    season: Season


class WinterScored(Event, frozen=True):
    """What one clan scored in Winter: for cards, for its tokens, for its set."""

    seat: Seat
    cards: Count
    tokens: Count
    province_set: Count


AnyEvent: Any = all_in(__name__, Event) | GameEnded
