"""The tables of Shogun: which function does what with which step."""

from __future__ import annotations

from typing import Final

from core.flow import Draw, Rules, Sealing, Turning
from core.games.shogun import actions, battle, planning, province_actions, setup, steps, winter
from core.games.shogun.board import ACTIONS
from core.games.shogun.refusals import explain

RULES: Final = Rules(
    act={
        steps.PickProvince: setup.ask_pick,
        steps.PlaceGroup: setup.ask_group,
        steps.EndDraft: setup.end_draft,
        steps.BeginYear: setup.begin_year,
        steps.BeginRound: planning.begin_round,
        steps.CollectPlans: planning.ask_plans,
        steps.ClosePlans: planning.close_plans,
        steps.RevealBids: planning.reveal_bids,
        steps.ChooseSpecial: planning.ask_special,
        steps.BeginAction: actions.begin_action,
        steps.TakeTurn: actions.take_turn,
        steps.CleanUp: actions.clean_up,
        steps.PlaceArmies: province_actions.ask_six,
        steps.Regroup: province_actions.ask_regroup,
        steps.March: province_actions.ask_march,
        steps.OfferAttackCube: province_actions.ask_attack_cube,
        steps.OfferDefenceCube: province_actions.ask_defence_cube,
        steps.BeginWinter: winter.begin_winter,
        steps.OrderRevolts: winter.ask_revolt,
        steps.ScoreYear: winter.score_year,
    },
    draw={
        steps.DrawFirstPlayer: Draw("first", False, setup.sample_first_player, setup.begin_picking),
        steps.OpenDraftCards: Draw("draft", False, setup.sample_open_cards, setup.open_cards),
        steps.DrawUnseen: Draw("draft", False, setup.sample_unseen, setup.draw_unseen),
        steps.FillTower: Draw("fill", True, setup.sample_fill, setup.fill_tower),
        steps.OpenEvents: Draw("events", False, setup.sample_events, setup.open_events),
        steps.LayActions: Draw("actions", False, planning.sample_actions, planning.lay_actions),
        steps.LaySpecials: Draw("specials", False, planning.sample_specials, planning.lay_specials),
        steps.DrawEvent: Draw("event", False, planning.sample_event, planning.draw_event),
        steps.BreakTie: Draw("ties", False, planning.sample_tie, planning.break_tie),
        steps.OpenAction: Draw("action", False, actions.sample_action, actions.open_action),
        # Nobody sees how the cubes inside the tower lie, so nobody may trace how they fell (SG-4.3).
        steps.Assault: Draw("throw", True, battle.sample_assault, battle.fight),
        steps.Uprising: Draw("throw", True, battle.sample_uprising, battle.rise_up),
        steps.DrawRevolts: Draw("revolts", False, winter.sample_revolts, winter.draw_revolts),
    },
    take={
        steps.PickProvince: setup.take_pick,
        steps.PlaceGroup: setup.take_group,
        steps.ChooseSpecial: planning.take_special,
        steps.PlaceArmies: province_actions.take_six,
        steps.Regroup: province_actions.take_regroup,
        steps.March: province_actions.take_march,
        steps.OfferAttackCube: province_actions.take_attack_cube,
        steps.OfferDefenceCube: province_actions.take_defence_cube,
        steps.OrderRevolts: winter.take_revolt,
    },
    sealed={
        # A plan may be changed until the last one is in (SG-21.9); its actions stay face down (SG-10.2).
        steps.CollectPlans: Sealing(planning.no_plan, size=512, may_change=True, hidden=len(ACTIONS)),
    },
    standing=planning.standing,
    free={},
    explain=explain,
    turning=Turning(actions.lies, actions.allows, actions.turn_over, actions.has_left, actions.lay_as_seen),
)
