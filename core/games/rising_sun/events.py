"""Everything that can happen in Rising Sun, for logs, screens and those who learn from games."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from core.kinds import Event, GameEnded, Seat, Viewer, all_in


class SeasonBegan(Event, frozen=True):
    season: int


class SetChosen(Event, frozen=True):
    chosen: str


class ShrinesLaid(Event, frozen=True):
    shrines: tuple[int, ...]


class WarTokensLaid(Event, frozen=True):
    provinces: tuple[int, ...]


class CardsLaidOut(Event, frozen=True):
    season: int


class HostagesReturned(Event, frozen=True):
    captor: Seat
    owner: Seat
    piece: int
    number: int


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
    coins: int
    ronin: int


class PoliticsBegan(Event, frozen=True):
    active: Seat


class MandatesDrawn(Event, frozen=True):
    """Only the player who drew sees what was drawn."""

    seat: Seat
    tiles: tuple[int, ...]

    def seen_by(self, viewer: Viewer) -> Event:
        return self if viewer == self.seat else replace(self, tiles=())


class MandateLaid(Event, frozen=True):
    """The tile is -1 for viewers who do not see a face-down one."""

    seat: Seat
    mandate: int
    tile: int
    face_down: bool

    def seen_by(self, viewer: Viewer) -> Event:
        return replace(self, tile=-1) if self.face_down and viewer != self.seat else self


class Summoned(Event, frozen=True):
    seat: Seat
    piece: int
    province: int
    kami: int


class Placed(Event, frozen=True):
    seat: Seat
    piece: int
    province: int
    kami: int
    card: int


class Moved(Event, frozen=True):
    seat: Seat
    piece: int
    origin: int
    target: int


class TollPaid(Event, frozen=True):
    seat: Seat
    owner: Seat


class RouteClosed(Event, frozen=True):
    seat: Seat
    owner: Seat


class StrongholdBuilt(Event, frozen=True):
    seat: Seat
    province: int
    price: int


class CardBought(Event, frozen=True):
    seat: Seat
    card: int
    price: int


class Replaced(Event, frozen=True):
    seat: Seat
    owner: Seat
    piece: int
    by: int
    province: int
    kami: int


class CardUsed(Event, frozen=True):
    seat: Seat
    card: int


class VpGained(Event, frozen=True):
    seat: Seat
    vp: int
    source: str


class CoinsGained(Event, frozen=True):
    seat: Seat
    coins: int
    source: str


class RoninGained(Event, frozen=True):
    seat: Seat
    ronin: int
    source: str


class Taken(Event, frozen=True):
    """Coins or VP went from one player to another."""

    seat: Seat
    victim: Seat
    coins: int
    vp: int
    source: str


class HonorChanged(Event, frozen=True):
    seat: Seat
    gained: bool
    honor: tuple[Seat, ...]


class KamiTurnBegan(Event, frozen=True):
    number: int


class ShrineWon(Event, frozen=True):
    seat: Seat
    kami: int


class OrderChosen(Event, frozen=True):
    """Of several players who act at the same time, one comes first or last."""

    seat: Seat
    last: bool


class WarBegan(Event, frozen=True):
    provinces: tuple[int, ...]


class RoninConverted(Event, frozen=True):
    seat: Seat
    ronin: int


class TokenDiscarded(Event, frozen=True):
    province: int


class TokenTaken(Event, frozen=True):
    seat: Seat
    province: int


class BattleBegan(Event, frozen=True):
    province: int
    fighters: tuple[Seat, ...]
    forces: tuple[int, ...]


class BidsRevealed(Event, frozen=True):
    bids: tuple[tuple[Seat, tuple[int, ...]], ...]


class AdvantageWon(Event, frozen=True):
    seat: Seat
    advantage: int


class SeppukuCommitted(Event, frozen=True):
    seat: Seat
    figures: int


class HostageTaken(Event, frozen=True):
    seat: Seat
    owner: Seat
    piece: int


class RoninHired(Event, frozen=True):
    seat: Seat
    force: int


class BattleWon(Event, frozen=True):
    seat: Seat
    province: int
    forces: tuple[tuple[Seat, int], ...]


class FiguresKilled(Event, frozen=True):
    killer: Seat
    owner: Seat
    province: int
    piece: int
    number: int


class FiguresSpared(Event, frozen=True):
    killer: Seat
    province: int


class ReparationsPaid(Event, frozen=True):
    seat: Seat
    shares: tuple[tuple[Seat, int], ...]


class SeasonEnded(Event, frozen=True):
    season: int


class WinterScored(Event, frozen=True):
    """What one clan scored in Winter: for cards, for its tokens, for its set."""

    seat: Seat
    cards: int
    tokens: int
    province_set: int


AnyEvent: Any = all_in(__name__, Event) | GameEnded
