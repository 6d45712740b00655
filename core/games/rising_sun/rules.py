"""The tables of Rising Sun: which function does what with which step."""

from __future__ import annotations

from typing import Final

from core.flow import Ask, Draw, Rules
from core.games.rising_sun import (
    battle,
    betray,
    deaths,
    effects,
    harvest,
    kami,
    mandates,
    marshal,
    recruit,
    setup,
    steps,
    tea,
    train,
    war,
    winter,
)
from core.games.rising_sun.choices import Ally, Refuse
from core.games.rising_sun.refusals import explain
from core.records import Give

RULES: Final = Rules(
    resolve={
        steps.BeginSeason: setup.begin_season,
        steps.LayOutCards: setup.lay_out_cards,
        steps.TakeIncome: setup.take_income,
        steps.ReturnHostages: setup.return_hostages,
        steps.BeginPolitics: mandates.begin_politics,
        steps.EndRecruit: mandates.end_recruit,
        steps.PassTurn: mandates.pass_turn,
        steps.EndSummon: effects.end_summon,
        steps.Arrive: train.arrive,
        steps.Enter: effects.resolve_enter,
        steps.PickVictims: effects.pick_victims,
        steps.LoseHonor: effects.resolve_lose_honor,
        steps.Harvest: harvest.resolve_harvest,
        steps.HoldKamiTurn: kami.hold_kami_turn,
        steps.ResolveShrine: kami.resolve_shrine,
        steps.BeginWar: war.begin_war,
        steps.PrepareForWar: war.prepare_for_war,
        steps.FightWar: war.fight_war,
        steps.RevealBids: battle.reveal_bids,
        steps.WinAdvantage: battle.win_advantage,
        steps.DecideBattle: battle.decide_battle,
        steps.TakeToken: war.resolve_take_token,
        steps.Kill: deaths.resolve_kill,
        steps.ScoreSouls: battle.score_souls,
        steps.PayReparations: battle.pay_reparations,
        steps.EndBattle: battle.end_battle,
        steps.CleanUp: war.clean_up,
        steps.BeginWinter: winter.begin_winter,
        steps.ScoreWinter: winter.score_winter,
    },
    draw={
        steps.DrawSet: Draw("set", secret=False, sample=setup.sample_set, carry_out=setup.choose_set),
        steps.DrawShrines: Draw(
            "shrines", secret=False, sample=setup.sample_shrines, carry_out=setup.lay_shrines
        ),
        steps.LayWarTokens: Draw(
            "war", secret=False, sample=setup.sample_war_tokens, carry_out=setup.lay_war_tokens
        ),
        steps.DrawMandates: Draw(
            "mandates", secret=True, sample=mandates.sample_mandates, carry_out=mandates.draw_mandates
        ),
    },
    ask={
        steps.HoldTea: Ask(tea.ask_tea, tea.take_tea),
        steps.ChooseMandate: Ask(mandates.ask_mandate, mandates.take_mandate),
        steps.Recruit: Ask(recruit.ask_recruit, recruit.take_recruit),
        steps.SummonAnywhere: Ask(recruit.ask_summon_anywhere, recruit.take_summon_anywhere),
        steps.UseAfterSummon: Ask(effects.ask_use, effects.take_use),
        steps.UseAfterRecruit: Ask(effects.ask_use, effects.take_use),
        steps.ChooseVictim: Ask(effects.ask_victim, effects.take_victim),
        steps.Marshal: Ask(marshal.ask_marshal, marshal.take_marshal),
        steps.Wander: Ask(marshal.ask_wander, marshal.take_wander),
        steps.ClaimToll: Ask(marshal.ask_toll, marshal.take_toll),
        steps.BuyCard: Ask(train.ask_purchase, train.take_purchase),
        steps.OfferCoin: Ask(train.ask_offer, train.take_offer),
        steps.Betray: Ask(betray.ask_betray, betray.take_betray),
        steps.OfferTop: Ask(kami.ask_top, kami.take_top),
        steps.OrderWarCards: Ask(war.ask_war_card, war.take_war_card),
        steps.CollectBids: Ask(battle.ask_bids, take=None),
        steps.UseSeppuku: Ask(battle.ask_seppuku, battle.take_seppuku),
        steps.TakeHostage: Ask(battle.ask_hostage, battle.take_hostage),
        steps.UseHire: Ask(battle.ask_hire, battle.take_hire),
        steps.UsePoets: Ask(battle.ask_poets, battle.take_poets),
        steps.OfferMercy: Ask(deaths.ask_mercy, deaths.take_mercy),
        steps.ShareOddCoins: Ask(battle.ask_shares, battle.take_shares),
    },
    standing=tea.standing,
    free={Give: tea.give, Ally: tea.court, Refuse: tea.court},
    explain=explain,
)
