# Why a choice in Rising Sun is refused, and how its moves are written.

refuse-rs-players = Rising Sun is played by three to five players, each with a clan of their own.

## Gifts and bids

refuse-rs-no-gifts-in-war = Nothing is given away in the War Phase.
refuse-rs-gift-to-another = A gift goes to another player of the game.
refuse-rs-gift-of-nothing = A gift is at least one coin or ronin.
refuse-rs-gift-too-great = { $clan } has { $coins ->
        [one] 1 coin
       *[other] { $coins } coins
    } and { $ronin } ronin to give.
refuse-rs-asked-for-bid = { $clan } is asked for a bid.
refuse-rs-bid-on-all = A bid names coins for { $slots } advantages.
refuse-rs-bid-below-nothing = A bid is never less than 0 on an advantage.
refuse-rs-bid-too-high = { $clan } has { $coins ->
        [one] 1 coin
       *[other] { $coins } coins
    } and cannot bid { $bid }.

## Tea and mandates

refuse-rs-ally-with-another = An alliance is made with another player of the game.
refuse-rs-allied = { $clan } is in an alliance already.
refuse-rs-alliance-offered = { $clan } has offered that already.
refuse-rs-no-alliance-offered = There is no offer between { $clan } and { $other }.
refuse-rs-only-lotus-announces = Only Lotus announces a mandate other than the one it lays.
refuse-rs-mandate-not-drawn = { $mandate } is not among the mandates drawn.

## Figures

refuse-rs-stronghold-not-summoned = A stronghold is built, not summoned.
refuse-rs-raijin-summons-bushi = Raijin summons a Bushi.
refuse-rs-not-in-reserve = { $clan } has no { $piece } in its reserve.
refuse-rs-no-shrine = { $kami } has no shrine in this game.
refuse-rs-not-to-shrine-now = { $piece } cannot be sent to that shrine now.
refuse-rs-no-stronghold-in = { $clan } has no stronghold in { $province }.
refuse-rs-no-more-summoned = No more can be summoned in { $province }.
refuse-rs-no-figure-in = { $clan } has no { $piece } in { $province }.
refuse-rs-stronghold-stays = A stronghold does not move.
refuse-rs-no-coin-for-toll = There is no coin for the toll on the way to { $province }.
refuse-rs-moves-once = Each piece moves once, and that { $piece } has.
refuse-rs-building-is-bonus = Building is the bonus of Marshal.
refuse-rs-no-stronghold-left = { $clan } has no stronghold left.
refuse-rs-stronghold-costs = A stronghold costs { $price } and { $clan } has { $coins ->
        [one] 1 coin
       *[other] { $coins } coins
    }.
refuse-rs-betray-others = Betray replaces figures of other players.
refuse-rs-not-replaced = A { $piece } cannot be replaced.
refuse-rs-shrine-not-replaced = Figures in shrines are not replaced.
refuse-rs-no-figure-there = { $clan } has no { $piece } there.
refuse-rs-two-replaced = Two figures of two different players are replaced, each by its like.
refuse-rs-hostage-of-another = A hostage is a figure of another player.
refuse-rs-stronghold-no-hostage = A stronghold cannot be taken hostage.
refuse-rs-no-hostage = A { $piece } cannot be taken hostage.
refuse-rs-no-figure-to-take = { $clan } has no { $piece } in the province to take.
refuse-rs-split-evenly = The coins are split evenly; each loser gets one odd coin at most.

## Cards

refuse-rs-not-on-display = { $card } is not on display.
refuse-rs-card-costs = { $card } costs { $price } and { $clan } has { $coins ->
        [one] 1 coin
       *[other] { $coins } coins
    }.
refuse-rs-no-discount = There is no discount on { $card } to leave unused.
refuse-rs-discount-is-taken = Nothing you own reacts to the coins you pay, so the discount is taken off.
refuse-rs-card-without-figure = { $card } brings no figure that needs a place.
refuse-rs-card-summoned-where = { $card } is summoned at once; say where.
refuse-rs-card-not-to-shrine = { $card } cannot be sent to that shrine.
refuse-rs-no-stronghold-for-card = { $clan } has no stronghold there to summon { $card } at.
refuse-rs-card-not-owned = { $clan } does not own { $card }.
refuse-rs-card-not-used-so = { $card } cannot be used like that now.

## How moves are written; what stands in quotes is typed as it is, with names and numbers for what is in capitals

rs-form-ally = 'ally CLAN'
rs-form-refuse = 'refuse CLAN'
rs-form-give = 'give CLAN N coins N ronin'
rs-form-mandate = 'mandate TILE', for Lotus 'mandate TILE as MANDATE'
rs-form-summon = 'summon FIGURE PROVINCE', with a shrine 'summon FIGURE PROVINCE to KAMI'
rs-form-move = 'move FIGURE PROVINCE PROVINCE'
rs-form-build = 'build PROVINCE'
rs-form-buy = 'buy CARD', for a monster 'buy CARD PROVINCE', without the discount 'full' at the end
rs-form-replace = 'replace CLAN FIGURE PROVINCE', for monsters 'by FIGURE'
rs-form-bid = 'bid N N N N'
rs-form-hostage = 'hostage CLAN FIGURE'
rs-form-reparations = 'reparations CLAN N CLAN N'
rs-form-use = 'use CARD ARGUMENTS'
rs-form-order = 'order first' or 'order last'
