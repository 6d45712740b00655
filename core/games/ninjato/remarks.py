"""What a record says between the moves: where the game stands, and what chance brought."""

from __future__ import annotations

from typing import Final

from core.game import Remarks, names_of
from core.games.ninjato import events as e
from core.games.ninjato.board import CLANS, COLOURS, KINDS, TOKENS
from core.games.ninjato.cards import DECKS, ENVOY_NAMES, GUARD_NAMES, RUMOR_NAMES, TILE_NAMES


def _tokens(event: e.TokensLaid) -> str:
    tokens = (TOKENS[token] for token in event.tokens)
    return f"tokens: {', '.join(f'{CLANS[clan]} {value}' for clan, value in tokens)}"


REMARKS: Final[Remarks] = {
    e.OrderSet: lambda event: f"order: {names_of(event.order, COLOURS)}",
    e.TokensLaid: _tokens,
    e.SentryPosted: lambda event: f"sentry of house {event.house + 1}: {GUARD_NAMES[event.guard]}",
    e.TreasureAdded: lambda event: f"house {event.house + 1}: {KINDS[event.kind]}",
    e.SkillOffered: lambda event: f"sensei: {TILE_NAMES[event.tile]}",
    e.EnvoyInvited: lambda event: f"palace: {ENVOY_NAMES[event.envoy]}",
    e.RumorSpread: lambda event: f"pavilion: {RUMOR_NAMES[event.rumor]}",
    e.CardLaid: lambda event: f"row: {event.value}",
    e.CardDrawn: lambda event: f"{COLOURS[event.seat]} draws: {event.value}",
    e.DeckRebuilt: lambda event: f"shuffled: {DECKS[event.deck]}",
    e.GuardRevealed: lambda event: f"guard: {GUARD_NAMES[event.guard]}",
    e.RoundBegan: lambda event: f"round {event.number}",
    e.ScoringBegan: lambda event: f"scoring after round {event.number}",
    e.GameEnded: lambda event: f"winners: {names_of(event.winners, COLOURS)}",
}
