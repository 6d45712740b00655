"""The tables of Rising Sun: which function does what with which step."""

from __future__ import annotations

from typing import Final

from core.decisions import Give
from core.flow import Draw, Rules, Sealing
from core.games.rising_sun import (
    betray,
    effects,
    marshal,
    politics,
    recruit,
    setup,
    start_of_war,
    steps,
    tea,
    timing,
    train,
    war,
    winter,
)
from core.games.rising_sun.choices import Ally, Refuse
from core.games.rising_sun.refusals import explain

RULES: Final = Rules(
    act={
        steps.BeginSeason: setup.begin_season,
        steps.LayOutCards: setup.lay_out_cards,
        steps.TakeIncome: setup.take_income,
        steps.ReturnHostages: setup.return_hostages,
        steps.BeginPolitics: politics.begin_politics,
        steps.EndRecruit: politics.end_recruit,
        steps.PassTurn: politics.pass_turn,
        steps.EndSummon: effects.end_summon,
        steps.Arrive: train.arrive,
        steps.Enter: effects.resolve_enter,
        steps.PickVictims: effects.pick_victims,
        steps.LoseHonor: effects.resolve_lose_honor,
        steps.Harvest: politics.resolve_harvest,
        steps.HoldKamiTurn: politics.hold_kami_turn,
        steps.ResolveShrine: politics.resolve_shrine,
        steps.BeginWar: war.begin_war,
        steps.PrepareForWar: start_of_war.prepare_for_war,
        steps.FightWar: war.fight_war,
        steps.RevealBids: war.reveal_bids,
        steps.WinAdvantage: war.win_advantage,
        steps.DecideBattle: war.decide_battle,
        steps.Kill: effects.resolve_kill,
        steps.ScoreSouls: war.score_souls,
        steps.PayReparations: war.pay_reparations,
        steps.EndBattle: war.end_battle,
        steps.CleanUp: war.clean_up,
        steps.BeginWinter: winter.begin_winter,
        steps.ScoreWinter: winter.score_winter,
        steps.HoldTea: tea.ask_tea,
        steps.ChooseMandate: politics.ask_mandate,
        steps.Recruit: recruit.ask_recruit,
        steps.SummonAnywhere: recruit.ask_summon_anywhere,
        steps.UseAfterSummon: effects.ask_use,
        steps.UseAfterRecruit: effects.ask_use,
        steps.ChooseVictim: effects.ask_victim,
        steps.Marshal: marshal.ask_marshal,
        steps.Wander: marshal.ask_wander,
        steps.ClaimToll: marshal.ask_toll,
        steps.BuyCard: train.ask_purchase,
        steps.OfferCoin: train.ask_offer,
        steps.Betray: betray.ask_betray,
        steps.OfferTop: politics.ask_top,
        steps.SettleOrder: timing.settle_order,
        steps.CollectBids: war.ask_bids,
        steps.UseSeppuku: war.ask_seppuku,
        steps.TakeHostage: war.ask_hostage,
        steps.UseHire: war.ask_hire,
        steps.UsePoets: war.ask_poets,
        steps.OfferMercy: effects.ask_mercy,
        steps.ShareOddCoins: war.ask_shares,
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
            "mandates", secret=True, sample=politics.sample_mandates, carry_out=politics.draw_mandates
        ),
    },
    take={
        steps.HoldTea: tea.take_tea,
        steps.ChooseMandate: politics.take_mandate,
        steps.Recruit: recruit.take_recruit,
        steps.SummonAnywhere: recruit.take_summon_anywhere,
        steps.UseAfterSummon: effects.take_use,
        steps.UseAfterRecruit: effects.take_use,
        steps.ChooseVictim: effects.take_victim,
        steps.Marshal: marshal.take_marshal,
        steps.Wander: marshal.take_wander,
        steps.ClaimToll: marshal.take_toll,
        steps.BuyCard: train.take_purchase,
        steps.OfferCoin: train.take_offer,
        steps.Betray: betray.take_betray,
        steps.OfferTop: politics.take_top,
        steps.SettleOrder: timing.take_order,
        steps.PrepareForWar: start_of_war.take_effect,
        steps.UseSeppuku: war.take_seppuku,
        steps.TakeHostage: war.take_hostage,
        steps.UseHire: war.take_hire,
        steps.UsePoets: war.take_poets,
        steps.OfferMercy: effects.take_mercy,
        steps.ShareOddCoins: war.take_shares,
    },
    sealed={steps.CollectBids: Sealing(war.no_bid, size=256)},
    standing=tea.standing,
    free={Give: tea.give, Ally: tea.court, Refuse: tea.court},
    explain=explain,
)
