# What happens in Rising Sun. Lines with === or --- are headings of the log.

rs-in-province = in { $province }
rs-at-shrine = at the shrine of { $kami }
rs-from = from { $what }
rs-by-card = by { $card }
rs-source-income = as income
rs-source-hostages = for hostages sent home
rs-source-harvest = from the Harvest
rs-source-summon = for a summon
rs-source-seppuku = for Seppuku
rs-source-hostage = for the hostages
rs-source-poets = from the Imperial Poets

## Seasons and the Tea Ceremony

rs-season-began = === { $season } ===
rs-set-chosen = The season cards are those of the { $chosen } set.
rs-shrines-laid = The shrines, from left to right: { $kami }.
rs-war-tokens-laid = War will come to { $provinces }, in this order.
rs-cards-laid-out = The { $season } cards are laid out.
rs-hostages-returned = { $clan } returns { $figures } to { $owner }.
rs-alliance-offered = { $clan } offers { $other } an alliance.
rs-alliance-refused = There is no alliance on offer between { $clan } and { $other } any more.
rs-alliance-made = { $clan } and { $other } are allies.
rs-alliance-broken = { $clan } breaks the alliance with { $other }.
rs-seat-ready = { $clan } has had tea.
rs-gift-given = { $clan } gives { $other } { $goods }.

## Politics

rs-politics-began = --- Political Phase, { $clan } begins ---
rs-mandates-drawn = { $clan } draws mandates.
rs-mandates-seen = { $clan } draws mandates: { $mandates }.
rs-mandate-laid = { $clan } lays { $mandate }.
rs-mandate-hidden = { $clan } lays a mandate face down and announces { $mandate }.
rs-mandate-own-hidden = { $clan } lays a mandate face down ({ $tile }) and announces { $mandate }.
rs-summoned = { $clan } summons { $figure } { $where }.
rs-placed = { $clan } places { $figure } { $where } by { $card }.
rs-moved = { $clan } moves { $figure } from { $origin } to { $target }.
rs-toll-paid = { $clan } pays { $owner } the toll for the sea route.
rs-route-closed = { $clan } cannot pay { $owner } the toll: the sea route is closed.
rs-stronghold-built = { $clan } builds a stronghold in { $province } for { $price }.
rs-card-bought = { $clan } buys { $card } for { $price }.
rs-replaced = { $clan } replaces { $figure } of { $owner } { $where } by { $by }.
rs-card-used = { $clan } uses { $card }.
rs-order-first = { $clan } chooses to come first.
rs-order-last = { $clan } chooses to come last.
rs-kami-turn-began = --- Kami turn { $number } ---
rs-shrine-won = { $clan } has the favor of { $kami }.

## Gains and losses

rs-vp-gained = { $clan } gains { $goods } { $source }.
rs-goods-gained = { $clan } takes { $goods } { $source }.
rs-taken = { $clan } takes { $loot } of { $victim }'s { $source }.
rs-honor-gained = { $clan } gains honor; the order is now { $order }.
rs-honor-lost = { $clan } loses honor; the order is now { $order }.

## War

rs-war-began = --- War Phase: { $provinces } ---
rs-ronin-converted = { $clan } turns { $ronin } into coins.
rs-token-discarded = Nobody is in { $province }: its war token is discarded.
rs-token-taken = { $clan } takes the war token of { $province }.
rs-battle-began = Battle of { $province }: { $forces }.
rs-force = { $clan } with force { $force }
rs-bid = { $clan } bids { $bid }.
rs-bid-on = { $coins } on { $advantage }
rs-advantage-won = { $clan } wins { $advantage }.
rs-seppuku = { $clan } commits Seppuku with { $figures }.
rs-hostage-taken = { $clan } takes { $figure } of { $owner } hostage.
rs-ronin-hired = { $clan } hires ronin for { $force } more force.
rs-battle-won = { $clan } wins the battle of { $province }: { $forces }.
rs-battle-won-by-honor = { $clan } wins the battle of { $province } by honor: { $forces }.
rs-figures-killed = { $clan } kills { $figures } of { $owner } in { $province }.
rs-figures-lost = { $clan } loses { $figures } in { $province } by its own hand.
rs-figures-spared = { $clan } spares the lives of the beaten in { $province }.
rs-reparations = { $clan } pays reparations: { $shares }.
rs-share = { $coins } to { $clan }

## The end

rs-season-ended = { $season } is over; coins, ronin and worshippers leave the board.
rs-winter-scored = { $clan } scores { $cards } for cards, { $tokens } for war tokens, { $set } for their set.
rs-score = { $clan } { $vp }
rs-game-ended = { $number ->
    [one] { $winners } wins: { $scores }.
   *[other] { $winners } share the victory: { $scores }.
}
