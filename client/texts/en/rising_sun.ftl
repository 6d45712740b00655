# Rising Sun: what is asked, what can be answered, and what the panels say.

## Questions; .plain is for who plays line by line

ask-tea = Tea Ceremony: whom do you court?
    .plain = Tea Ceremony: whom do you court, or are you ready?
ask-mandate = Which mandate do you lay?
ask-mandate-lotus = Which mandate do you lay face down, and what do you announce?
ask-recruit = Recruit: what do you summon, and where?
ask-recruit-left = Recruit: what do you summon, and where? { $left } left
ask-raijin = Raijin: where do you summon a Bushi?
ask-marshal = Marshal: which figure do you move?
    .plain = Marshal: which figure do you move, or do you build?
ask-fujin = Fujin: which figure do you move?
ask-fujin-left = Fujin: which figure do you move? { $left } left
ask-train = Train: which card do you buy?
ask-benevolence = Benevolence: who gets one of your coins?
    .plain = Benevolence: who gets one of the coins you paid?
ask-betray = Betray: whose figure do you replace?
ask-toll = Path of the Serpent: do you claim the toll?
    .plain = Path of the Serpent: do you claim the toll for your sea route?
ask-amaterasu = Amaterasu: go to the top of the honor track?
    .plain = Amaterasu: do you go to the top of the honor track?
ask-use = Do you use a card?
ask-victim = Oni of Hate: which figure dies?
ask-war-order = Start of war: do you come first or last?
    .plain = Start of war: do your effects come before or after those of the others?
ask-recruit-order = End of the Recruit: do you come first or last?
    .plain = End of the Recruit: do you place before or after the others?
ask-war-card = Start of war: which of your effects comes first?
ask-bid = Battle: your secret bid on the war board
    .plain = Battle: your secret bid on Seppuku, Take Hostage, Hire Ronin, Poets?
ask-seppuku = Seppuku with all your figures here?
    .plain = Do you commit Seppuku with all your figures in this province?
ask-hostage = Which figure do you take hostage?
ask-hire = Do you hire your ronin for this battle?
ask-poets = Do the Imperial Poets sing of the dead?
    .plain = Do you let the Imperial Poets score for the dead?
ask-mercy = Mercy: do you spare the beaten?
    .plain = Mercy: do you spare the lives of the beaten?
ask-reparations = Reparations: who gets the odd coins?
ask-gift = Give coins or ronin away
    .plain = You may give coins and ronin away at any time.

## Answers

choice-ally-offer = Offer { $clan } an alliance
choice-ally-accept = Ally with { $clan }
choice-offer-withdraw = Take back your offer to { $clan }
choice-offer-refuse = Turn { $clan } down
choice-ready = Ready, tea is over
choice-mandate-as = { $tile }, announced as { $announced }
choice-summon = { $piece } in { $province }
choice-summon-shrine = { $piece } to { $kami } ({ $province })
choice-summon-shrine-any = { $piece } to { $kami }
choice-move = { $piece }: { $origin } → { $target }
choice-build = Build a stronghold in { $province }
choice-buy = { $card } · { $price }¢
choice-buy-in = { $card } · { $price }¢ · { $province }
choice-buy-shrine = { $card } · { $price }¢ · { $kami }
choice-in-full = { $words } · full price, for Benevolence
choice-replace = { $clan }: { $piece }, { $place }
choice-replace-by = { $clan }: { $piece }, { $place }, by { $by }
choice-seppuku = Seppuku: all die, with honor
choice-hostage = { $clan }: { $piece }
choice-hire = Hire the ronin
choice-poets = Let the poets sing
choice-reparations = { $shares }
choice-use = Use { $card }
choice-use-on = Use { $card }: { $object }
choice-order-first = First
choice-order-last = Last
choice-convert = Turn your ronin into coins
choice-accept = Yes, take it
choice-decline = No, decline
choice-done = Done

group-summon = Summon { $piece }
group-move = Move { $piece } from { $origin }
group-build = Build a stronghold · { $price }¢
group-mandate = Lay { $tile }
group-replace = A figure of { $clan }
announce = announce { $mandate }
by = by { $piece }
to-shrine = to { $kami }
from-province = from { $province }
at-shrine = shrine of { $kami }
share = { $coins } to { $clan }
full-price = { $price }¢, the full price, for Benevolence
effect-conversion = ronin into coins
effects-of = { $clan } ({ $effects })

## What an answer does

about-order-first = You ({ $own }) come before { $others }.
about-order-last = You ({ $own }) come after { $others }.

## What a mandate does

bonus-for-one = You
bonus-for-both = You and { $ally }
about-recruit = All: 1 figure at each own stronghold. { $who }: 1 more at any own stronghold.
about-marshal = All: move own figures to adjacent provinces. { $who }: build 1 stronghold anywhere; you pay { $price }¢.
about-train = All, you first: buy 1 season card. { $who }: pay 1 coin less.
about-harvest = All: 1 coin. { $who }: the reward of every province where your own force is highest.
about-betray = You alone: replace up to 2 figures of 2 other players by own ones of the same kind.
about-betray-ally = You alone: the alliance with { $ally } ends, and you lose honor. Then replace up to 2 figures of 2 other players by own ones of the same kind.

## Before something grave

sure-mandate = Lay { $tile }
sure-mandate-hidden = Lay { $tile } face down and announce { $announced }
warn-mandate = All will see it, and the table goes on at once.
warn-mandate-hidden = Nobody sees the tile; what you announce is carried out at once.
sure-build = Build a stronghold in { $province } for { $price }¢
warn-build = It comes last: you move nothing more in this Marshal.
warn-betray = This breaks your alliance with { $ally } and costs you honor.
warn-seppuku = All your figures here die.
warn-courted = { $clan } has offered you an alliance that you have not answered.
warn-courting = { $clan } has not answered the alliance that you offered.
warn-ally = This figure is your ally's.

## Panels

players-head = Honor
players-vp = VP
players-coins = ¢
players-ronin = R
players-ally = ally
players-harvest = harvest now
players-cards = cards
    .short = C
players-then = { $arrow } VP if the war came now, without bids, and Winter after it
season-mandates = Mandates
shrine-empty = –
secret-drawn = Drawn: { $mandates }
secret-laid = Face down: { $mandates }
secret-sealed = Sealed: { $answer }
secret-draft = Draft: { $answer }
place-war = war { $number }
holds = { $clan }: a harvest now brings { $harvest }
holds-offer = Cards on offer: { $cards }
holds-then = war now without bids, then Winter: { $total } VP ({ $vp }, tokens { $tokens }, set { $set }, cards { $cards })
holds-cards = cards: { $things }
holds-reserve = reserve: { $things }
holds-hostages = hostages: { $things }
holds-tokens = war tokens: { $things }
holds-of = { $figures } of { $clan }
place-nobody = nobody
battle-head = Battle of { $province }
battle-force = Force
battle-wins = { $clan } wins
battle-dead = { $number ->
        [one] 1 figure dies
       *[other] { $number } figures die
    }
bid-on-seppuku = Seppuku: own figures die for VP and honor
bid-on-hostage = Take Hostage: a rival's figure and 1 VP
bid-on-hire = Hire Ronin: 1 force for each own ronin
bid-on-poets = Imperial Poets: 1 VP for each death
bid-ties = Ties go to the higher in this list: more honor.
about-amaterasu = Most force there: you may go to the top of the honor track.
about-fujin = Most force there: up to 2 moves as in Marshal, with one figure or two.
about-hachiman = Most force there: 2 ronin.
about-raijin = Most force there: you may summon 1 Bushi in any province.
about-ryujin = Most force there: you may buy 1 season card at its full price.
about-susanoo = Most force there: 1 VP for each own stronghold.
about-tsukuyomi = Most force there: 2 coins.

war-power-koi = When Koi hires, all coins not bid count as ronin.
war-power-turtle = Turtle's strongholds have force 1 and never die.
bid-rival = { $clan }: force { $force }, { $coins }¢, { $ronin } ronin
reward-vp = { $number } VP
reward-coins = { $number }¢
reward-ronin = { $number } ronin
