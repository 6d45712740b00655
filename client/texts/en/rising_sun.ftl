# Rising Sun: what is asked, what can be answered, and what the panels say.

## Questions; .plain is for people who play line by line

ask-tea = Tea Ceremony: who do you want as an ally?
    .plain = Tea Ceremony: who do you want as an ally, or are you ready?
ask-tea-allied = Tea Ceremony: { $ally } is your ally. Are you ready to end tea?
ask-mandate = Which mandate do you play?
ask-mandate-lotus = Which mandate do you play face down, and what do you announce?
ask-recruit = Recruit: what do you summon, and where?
ask-recruit-left = Recruit: what do you summon, and where? { $left } left
ask-summon-where = Where do you summon { $piece }?
ask-from-where = From which province?
ask-raijin = Raijin: where do you summon a Bushi?
ask-marshal = Marshal: which figure do you move?
    .plain = Marshal: which figure do you move, or do you build?
ask-fujin = Fujin: which figure do you move?
ask-fujin-left = Fujin: which figure do you move? { $left } left
ask-move-where = Where do you move { $piece } from { $origin }?
ask-build-where = Where do you build a stronghold for { $price }¢?
    .plain = Where do you build a stronghold for { $price ->
        [one] 1 coin
       *[other] { $price } coins
    }?
ask-announce = You play { $tile } face down: what do you announce?
ask-train = Train: which card do you buy?
ask-buy-where = { $card }: where does it appear?
ask-benevolence = Benevolence: who gets one of your coins?
    .plain = Benevolence: who gets one of the coins you paid?
ask-betray = Betray: whose figure do you replace?
ask-replace-which = Which figure of { $clan } do you replace?
ask-toll = Path of the Serpent: do you claim the toll?
ask-toll-of = { $clan } sails from { $origin } to { $target }: do you claim a coin as toll?
    .plain = Path of the Serpent: do you claim the toll for your sea route?
ask-amaterasu = Amaterasu: go to the top of the honor track?
    .plain = Amaterasu: do you go to the top of the honor track?
ask-use = Do you use a card?
ask-victim = Oni of Hate: which figure dies?
ask-war-order = Start of war: do you go first or last?
    .plain = Start of war: do your effects come before or after everyone else's?
ask-recruit-order = End of Recruit: do you go first or last?
    .plain = End of Recruit: do you place before or after everyone else?
ask-war-card = Start of war: which of your effects comes first?
ask-bid = Battle: your secret bid on the war board
    .plain = Battle: what do you bid in secret on Seppuku, Take Hostage, Hire Ronin and Imperial Poets?
ask-seppuku = Commit Seppuku with all your figures here?
    .plain = Do you commit Seppuku with all your figures in this province?
ask-hostage = Which figure do you take hostage?
ask-hire = Do you hire your ronin for this battle?
ask-poets = Do the Imperial Poets sing of the dead?
    .plain = Do you score the dead with the Imperial Poets?
ask-mercy = Mercy: do you spare the defeated?
    .plain = Mercy: do you spare the lives of the defeated?
ask-reparations = Reparations: who gets the odd coins?
ask-gift = Give coins or ronin away
    .plain = You may give away coins and ronin at any time.

## Answers

choice-ally-offer = Offer { $clan } an alliance
choice-ally-accept = Ally with { $clan }
choice-offer-withdraw = Take back your offer to { $clan }
choice-offer-refuse = Turn { $clan } down
choice-ready = Ready to end tea
choice-mandate-as = { $tile }, announced as { $announced }
choice-summon = { $piece } in { $province }
choice-summon-shrine = { $piece } to { $kami } ({ $province })
choice-summon-shrine-any = { $piece } to { $kami }
choice-move = { $piece }: { $origin } → { $target }
    .plain = { $piece } from { $origin } to { $target }
choice-build = Build a stronghold in { $province }
choice-buy = { $card } · { $price }¢
    .plain = { $card } for { $price ->
        [one] 1 coin
       *[other] { $price } coins
    }
choice-buy-in = { $card } · { $price }¢ · { $province }
    .plain = { $card } for { $price ->
        [one] 1 coin
       *[other] { $price } coins
    }, to { $province }
choice-buy-shrine = { $card } · { $price }¢ · { $kami }
    .plain = { $card } for { $price ->
        [one] 1 coin
       *[other] { $price } coins
    }, to { $kami }
choice-in-full = { $words } · full price, for Benevolence
    .plain = { $words }, at full price for Benevolence
choice-replace = { $clan }: { $piece }, { $place }
    .plain = { $piece } of { $clan }, { $place }
choice-replace-by = { $clan }: { $piece }, { $place }, with { $by }
    .plain = { $piece } of { $clan }, { $place }, with { $by }
choice-seppuku = Seppuku: all die with honor
choice-hostage = { $clan }: { $piece }
    .plain = { $piece } of { $clan }
choice-hire = Hire the ronin
choice-poets = Let the poets sing: { $vp } VP
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
group-move = { $piece } from { $origin }
group-build = Build a stronghold · { $price }¢
    .plain = Build a stronghold for { $price ->
        [one] 1 coin
       *[other] { $price } coins
    }
group-mandate = Play { $tile }
group-replace = A figure of { $clan }
announce = announce { $mandate }
by = with { $piece }
to-shrine = Shrine of { $kami }
from-province = from { $province }
at-shrine = shrine of { $kami }
share = { $coins } to { $clan }
full-price = { $price }¢, the full price, for Benevolence
    .plain = { $price ->
        [one] 1 coin
       *[other] { $price } coins
    }, the full price, for Benevolence
effect-conversion = ronin into coins
effects-of = { $clan } ({ $effects })

## What an answer does

about-order-first = You ({ $own }) go before { $others }.
about-order-last = You ({ $own }) go after { $others }.

## What a mandate does

bonus-for-one = You
bonus-for-both = You and { $ally }
about-recruit = Everyone: 1 figure at each of their strongholds. { $who }: 1 more at any of them.
about-marshal = Everyone: move figures to adjacent provinces. { $who }: build 1 stronghold anywhere; you pay { $price }¢.
    .plain = Everyone: move figures to adjacent provinces. { $who }: build 1 stronghold anywhere; you pay { $price ->
        [one] 1 coin
       *[other] { $price } coins
    }.
about-train = Everyone, you first: buy 1 season card. { $who }: pay 1 coin less.
about-harvest = Everyone: 1 coin. { $who }: the reward of every province where you have the most force.
about-betray = You alone: replace up to 2 figures, of 2 different players, with your own of the same kind.
about-betray-ally = You alone: your alliance with { $ally } ends, and you lose honor. Then replace up to 2 figures, of 2 different players, with your own of the same kind.

## Before something grave

sure-mandate = Play { $tile }
sure-mandate-hidden = Play { $tile } face down and announce { $announced }
warn-mandate = Everyone sees it, and it takes effect at once.
warn-mandate-hidden = Nobody sees the tile, but what you announce takes effect at once.
sure-build = Build a stronghold in { $province } for { $price }¢
    .plain = Build a stronghold in { $province } for { $price ->
        [one] 1 coin
       *[other] { $price } coins
    }
warn-build = Building comes last: you can't move anything else in this Marshal.
warn-betray = This breaks your alliance with { $ally } and costs you honor.
warn-seppuku = All your figures here die.
warn-courted = { $clan } has offered you an alliance, and you haven't answered.
warn-courting = { $clan } hasn't answered your offer of an alliance.
warn-ally = This figure is your ally's.
warn-recruit-left = { $left ->
    [one] You can still summon 1 figure.
   *[other] You can still summon { $left } figures.
}
warn-moves-left = { $left ->
    [one] You still have 1 move.
   *[other] You still have { $left } moves.
}
warn-nothing-moved = You haven't moved any of your figures.
warn-coins-lost = { $coins ->
    [one] You have 1 coin left and no battle ahead to use it in: it is lost when the season ends.
   *[other] You have { $coins } coins left and no battle ahead to use them in: they are lost when the season ends.
}

## Panels

players-head = Honor
players-vp = VP
    .full = VP
players-coins = ¢
    .full = coins
players-ronin = R
    .full = ronin
players-ally = ally
players-harvest = harvest now
players-cards = cards
    .short = C
players-then = { $arrow } VP if war came now, without bids, and then Winter
players-then-means = the VP if war came now, without bids, and then Winter
players-then-full = { $total } VP if war came now
players-harvest-full = harvest { $reward }
season-mandates = Mandates
season-offer = For sale
season-kami-in = { $number ->
    [one] Kami after the next
   *[other] Kami after { $number } more
}
shrine-empty = –
secret-drawn = Drawn: { $mandates }
secret-laid = Face down: { $mandates }
secret-sealed = Sealed: { $answer }
secret-draft = Draft: { $answer }
place-war = war { $number }
holds = { $clan }: a Harvest now brings { $harvest }
holds-offer = Cards on offer: { $cards }
holds-then = war now without bids, then Winter: { $total } VP ({ $vp } now, war tokens { $tokens }, set { $set }, cards { $cards })
holds-cards = cards: { $things }
holds-reserve = reserve: { $things }
holds-hostages = hostages: { $things }
holds-tokens = war tokens: { $things }
sheet-to-come-rising_sun = War tokens. In Winter: 1 VP each from Spring, 2 from Summer, 3 from Autumn; 10 for 3 provinces, 20 for 5, 30 for 7
holds-of = { $figures } of { $clan }
place-nobody = nobody
battle-head = Battle of { $province }
battle-force = Force
battle-wins = { $clan } wins
battle-dead = { $number ->
        [one] 1 figure dies
       *[other] { $number } figures die
    }
bid-on-seppuku = Seppuku: your figures die for VP and honor
bid-on-hostage = Take Hostage: a rival's figure and 1 VP
bid-on-hire = Hire Ronin: 1 force for each of your ronin
bid-on-poets = Imperial Poets: 1 VP for each death
war-outlook = { $clan } wins if nobody bids.
    .you = You win if nobody bids.
war-outlook-hire = { $clan } wins if nobody bids; with hired ronin, { $rivals }.
    .you = You win if nobody bids; with hired ronin, { $rivals }.
war-ahead = You still have to fight in { $places }.
war-last = Your last battle this season: kept coins are lost.
bid-ties = Ties go to more honor: the higher in this list.
about-bushi = Counts one force here, at a Harvest and in war.
about-shinto = Counts one force here, as a Bushi does, but could pray at a shrine instead.
about-marshal-move = Each of your figures may move once.
about-tile-hidden = Nobody sees this tile. What you announce next takes effect, whatever it is.
about-amaterasu = Most force there: you may go to the top of the honor track.
about-fujin = Most force there: up to 2 moves as in Marshal, with one figure or two.
about-hachiman = Most force there: 2 ronin.
about-raijin = Most force there: you may summon 1 Bushi in any province.
about-ryujin = Most force there: you may buy 1 season card at its full price.
about-susanoo = Most force there: 1 VP for each of your strongholds.
about-tsukuyomi = Most force there: 2 coins.

war-power-koi = When Koi hires, its unbid coins count as ronin.
    .you = When you hire, your unbid coins count as ronin.
war-power-turtle = Turtle's strongholds have force 1 and never die.
    .you = Your strongholds have force 1 and never die.
bid-rival = { $clan }: force { $force }, { $coins }¢, { $ronin } ronin
    .you = You: force { $force }, { $coins }¢, { $ronin } ronin
reward-vp = { $number } VP
reward-coins = { $number }¢
    .plain = { $number ->
        [one] 1 coin
       *[other] { $number } coins
    }
reward-ronin = { $number } ronin
