"""The tables of Ninjato: which function does what with which step."""

from __future__ import annotations

from typing import Final

from core.decisions import Decision
from core.flow import Draw, Rules
from core.games.ninjato import places, raid, rounds, scoring, setup, steps
from core.games.ninjato.cards import (
    BAG,
    DOJO_DECK,
    ELITE_DECK,
    ENVOY_DECK,
    GUARD_DECK,
    LARGE_STACK,
    RUMOR_DECK,
    SMALL_STACK,
)
from core.games.ninjato.refusals import explain
from core.games.ninjato.state import State, drawing_from
from core.kinds import Seat


def standing(_state: State, _seat: Seat) -> tuple[Decision, ...]:
    """Nobody acts between decisions."""
    return ()


# What lies in the dojo deck depends on hands, and what is left of the rumors on what others hold;
# draws everybody sees are told.
RULES: Final = Rules(
    act={
        steps.BeginRound: rounds.begin_round,
        steps.TakeTurn: rounds.ask_turn,
        steps.TakeCards: places.ask_cards,
        steps.TrimHand: places.ask_discard,
        steps.Fight: raid.ask_fight,
        steps.Decide: raid.ask_decide,
        steps.TurnRed: raid.finish_alarm,
        steps.SaveOne: raid.ask_save,
        steps.ChooseToken: raid.ask_token,
        steps.EndRound: rounds.end_round,
        steps.RefillPalace: rounds.refill_palace,
        steps.RefillPavilion: rounds.refill_pavilion,
        steps.MoveOn: rounds.move_on,
        steps.BeginScoring: scoring.begin_scoring,
        steps.SendDisguised: scoring.ask_disguise,
        steps.AwardFirst: scoring.ask_first,
        steps.AwardSecond: scoring.ask_second,
        steps.EndScoring: scoring.end_scoring,
        steps.ScoreAll: scoring.score_all,
    },
    draw={
        steps.DrawOrder: Draw("order", False, setup.sample_order, setup.set_order),
        steps.DrawTokens: Draw("tokens", False, setup.sample_tokens, setup.lay_tokens),
        steps.PostSentry: Draw("guards", False, drawing_from(GUARD_DECK), setup.post_sentry),
        steps.AddTreasure: Draw("bag", False, drawing_from(BAG), setup.add_treasure),
        steps.OfferSkill: Draw("skills", False, drawing_from(LARGE_STACK), setup.offer_skill),
        steps.OfferHensojutsu: Draw("hensojutsu", False, drawing_from(SMALL_STACK), setup.offer_hensojutsu),
        steps.InviteEnvoy: Draw("envoys", False, drawing_from(ENVOY_DECK), setup.invite_envoy),
        steps.SpreadRumor: Draw("rumors", True, drawing_from(RUMOR_DECK), setup.spread_rumor, told=True),
        steps.DealCard: Draw("dojo", True, drawing_from(DOJO_DECK), setup.deal_card),
        steps.LayCard: Draw("row", True, drawing_from(DOJO_DECK), setup.lay_card, told=True),
        steps.RevealGuard: Draw("guards", False, drawing_from(GUARD_DECK), raid.reveal_guard),
        steps.RevealElite: Draw("elites", False, drawing_from(ELITE_DECK), raid.reveal_elite),
    },
    take={
        steps.TakeTurn: rounds.take_turn,
        steps.TakeCards: places.take_card,
        steps.TrimHand: places.take_discard,
        steps.Fight: raid.take_fight,
        steps.Decide: raid.take_decide,
        steps.SaveOne: raid.take_save,
        steps.ChooseToken: raid.take_token,
        steps.SendDisguised: scoring.take_disguise,
        steps.AwardFirst: scoring.take_first,
        steps.AwardSecond: scoring.take_second,
    },
    sealed={},
    standing=standing,
    free={},
    explain=explain,
)
