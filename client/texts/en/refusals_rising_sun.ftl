# Why a choice in Rising Sun is refused, and how its moves are written.

refuse-rs-players = Rising Sun is for three to five players, each with a different clan.

## Gifts and bids

refuse-rs-no-gifts-in-war = Nobody can give anything away in the War Phase.
refuse-rs-gift-to-another = A gift must go to another player in this game.
refuse-rs-gift-of-nothing = Give at least one coin or ronin.
refuse-rs-gift-too-great = { $clan } has { $coins ->
        [one] 1 coin
       *[other] { $coins } coins
    } and { $ronin } ronin to give.
refuse-rs-asked-for-bid = { $clan } is being asked for a bid.
refuse-rs-bid-on-all = A bid needs a number of coins for each of the { $slots } advantages.
refuse-rs-bid-below-nothing = A bid on an advantage can't be less than 0.
refuse-rs-bid-too-high = { $clan } has { $coins ->
        [one] 1 coin
       *[other] { $coins } coins
    } and cannot bid { $bid }.

## Tea and mandates

refuse-rs-ally-with-another = You can only ally with another player in this game.
refuse-rs-allied = { $clan } already has an ally.
refuse-rs-alliance-offered = { $clan } has already made that offer.
refuse-rs-no-alliance-offered = There is no offer between { $clan } and { $other }.
refuse-rs-only-lotus-announces = Only Lotus can announce a mandate other than the one it plays.
refuse-rs-mandate-not-drawn = { $mandate } is not one of the mandates drawn.

## Figures

refuse-rs-stronghold-not-summoned = A stronghold is built, not summoned.
refuse-rs-raijin-summons-bushi = Raijin can only summon a Bushi.
refuse-rs-not-in-reserve = { $clan } has no { $piece } in its reserve.
refuse-rs-no-shrine = { $kami } has no shrine in this game.
refuse-rs-not-to-shrine-now = { $piece } can't go to that shrine now.
refuse-rs-no-stronghold-in = { $clan } has no stronghold in { $province }.
refuse-rs-no-more-summoned = No more figures can be summoned in { $province }.
refuse-rs-no-figure-in = { $clan } has no { $piece } in { $province }.
refuse-rs-stronghold-stays = A stronghold does not move.
refuse-rs-no-coin-for-toll = There is no coin left for the toll on the way to { $province }.
refuse-rs-moves-once = Each piece moves only once, and that { $piece } has already moved.
refuse-rs-building-is-bonus = Building is the bonus of Marshal: only whoever played it and their ally can build.
refuse-rs-no-stronghold-left = { $clan } has no stronghold left.
refuse-rs-stronghold-costs = A stronghold costs { $price } and { $clan } has { $coins ->
        [one] 1 coin
       *[other] { $coins } coins
    }.
refuse-rs-betray-others = Betray can only replace other players' figures.
refuse-rs-not-replaced = A { $piece } can't be replaced.
refuse-rs-shrine-not-replaced = Figures at shrines can't be replaced.
refuse-rs-no-figure-there = { $clan } has no { $piece } there.
refuse-rs-two-replaced = Betray replaces up to two figures, of two different players, each with one of the same kind.
refuse-rs-hostage-of-another = Only another player's figure can be taken hostage.
refuse-rs-stronghold-no-hostage = A stronghold can't be taken hostage.
refuse-rs-no-hostage = A { $piece } can't be taken hostage.
refuse-rs-no-figure-to-take = { $clan } has no { $piece } in this province to take.
refuse-rs-split-evenly = Split the coins evenly: each loser gets at most one odd coin.

## Cards

refuse-rs-not-on-display = { $card } is not on offer.
refuse-rs-card-costs = { $card } costs { $price } and { $clan } has { $coins ->
        [one] 1 coin
       *[other] { $coins } coins
    }.
refuse-rs-no-discount = There is no discount on { $card } to give up.
refuse-rs-discount-is-taken = Nothing you own depends on the coins you pay, so you have to take the discount.
refuse-rs-card-without-figure = { $card } brings no figure, so it needs no place.
refuse-rs-card-summoned-where = { $card } is summoned at once; say where.
refuse-rs-card-not-to-shrine = { $card } can't be sent to that shrine.
refuse-rs-no-stronghold-for-card = { $clan } has no stronghold there to summon { $card } at.
refuse-rs-card-not-owned = { $clan } does not own { $card }.
refuse-rs-card-not-used-so = { $card } can't be used like that now.

## How moves are written: what is in quotes is typed as it is, with names and numbers for what is in capitals

rs-form-ally = 'ally CLAN'
rs-form-refuse = 'refuse CLAN'
rs-form-give = 'give CLAN N coins N ronin'
rs-form-mandate = 'mandate TILE', or for Lotus 'mandate TILE as MANDATE'
rs-form-summon = 'summon FIGURE PROVINCE', or to a shrine 'summon FIGURE PROVINCE to KAMI'
rs-form-move = 'move FIGURE PROVINCE PROVINCE'
rs-form-build = 'build PROVINCE'
rs-form-buy = 'buy CARD', for a monster 'buy CARD PROVINCE'; add 'full' to pay without the discount
rs-form-replace = 'replace CLAN FIGURE PROVINCE'; for monsters add 'by FIGURE'
rs-form-bid = 'bid N N N N'
rs-form-hostage = 'hostage CLAN FIGURE'
rs-form-reparations = 'reparations CLAN N CLAN N'
rs-form-use = 'use CARD ARGUMENTS'
rs-form-order = 'order first' or 'order last'
