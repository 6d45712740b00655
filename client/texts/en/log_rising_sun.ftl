# What happens in Rising Sun. Lines with === or --- are headings of the log.

rs-in-province = in { $province }
rs-at-shrine = at the shrine of { $kami }
rs-from = from { $what }
rs-by-card = with { $card }
rs-source-income = as income
rs-source-hostages = for hostages sent home
rs-source-harvest = from the Harvest
rs-source-summon = for summoning
rs-source-seppuku = for Seppuku
rs-source-hostage = for the hostages
rs-source-poets = from the Imperial Poets

## Seasons and the Tea Ceremony

rs-season-began = === { $season } ===
    .plain = { $season } begins.
rs-set-chosen = This game uses the { $chosen } set of season cards.
rs-shrines-laid = The shrines, from left to right: { $shrines }.
rs-war-tokens-laid = War will come to { $provinces }, in that order.
rs-cards-laid-out = The { $season } cards are laid out.
rs-hostages-returned = { $captor } returns { $figures } to { $owner }.
rs-alliance-offered = { $seat } offers { $to } an alliance.
rs-alliance-refused = The offer of an alliance between { $seat } and { $other } is off.
rs-alliance-made = { $seat } and { $other } are allies.
rs-alliance-broken = { $betrayer } breaks the alliance with { $other }.
rs-seat-ready = { $seat } is ready to end tea.
rs-gift-given = { $seat } gives { $to } { $goods }.

## Politics

rs-politics-began = --- Political Phase, { $active } begins ---
    .plain = The Political Phase begins; { $active } is first.
rs-mandates-drawn = { $seat } draws mandates.
rs-mandates-seen = { $seat } draws mandates: { $tiles }.
rs-mandate-laid = { $seat } plays { $mandate }.
rs-mandate-hidden = { $seat } plays a mandate face down and announces { $mandate }.
rs-mandate-own-hidden = { $seat } plays a mandate face down ({ $tile }) and announces { $mandate }.
rs-summoned = { $seat } summons { $piece } { $where }.
rs-placed = { $seat } places { $piece } { $where } with { $card }.
rs-moved = { $seat } moves { $piece } from { $origin } to { $target }.
rs-toll-paid = { $seat } pays { $owner } the toll for the sea route.
rs-route-closed = { $seat } cannot pay { $owner } the toll: the sea route is closed.
rs-stronghold-built = { $seat } builds a stronghold in { $province } for { $price }.
rs-card-bought = { $seat } buys { $card } for { $price }.
rs-replaced = { $seat } replaces { $piece } of { $owner } { $where } with { $by }.
rs-card-used = { $seat } uses { $card }.
rs-order-first = { $seat } chooses to go first.
rs-order-last = { $seat } chooses to go last.
rs-kami-turn-began = --- Kami turn { $number } ---
    .plain = Kami turn { $number }.
rs-shrine-won = { $seat } wins the favor of { $kami }.

## Gains and losses

rs-vp-gained = { $seat } gains { $vp } { $source }.
rs-coins-gained = { $seat } takes { $coins } { $source }.
rs-ronin-gained = { $seat } takes { $ronin } { $source }.
rs-taken = { $seat } takes { $loot } from { $victim } { $source }.
rs-honor-gained = { $seat } gains honor; the order is now { $honor }.
rs-honor-lost = { $seat } loses honor; the order is now { $honor }.

## War

rs-war-began = --- War Phase: { $provinces } ---
    .plain = The War Phase begins: { $provinces }.
    .short = War Phase
rs-ronin-converted = { $seat } turns { $ronin } into coins.
rs-token-discarded = Nobody is in { $province }: its war token is discarded.
rs-token-taken = { $seat } takes the war token of { $province }.
rs-battle-began = Battle of { $province }: { $forces }.
    .short = Battle of { $province }
rs-force = { $clan } with force { $force }
rs-bids-revealed = { $bids }
    .short = The bids are open
rs-bid = { $clan } bids { $bid }.
rs-bid-on = { $coins } on { $advantage }
rs-advantage-won = { $seat } wins { $advantage }.
rs-seppuku-committed = { $seat } commits Seppuku with { $figures }.
rs-hostage-taken = { $seat } takes { $piece } of { $owner } hostage.
rs-ronin-hired = { $seat } hires ronin for { $force } more force.
rs-battle-won = { $seat } wins the battle of { $province }: { $forces }.
    .short = { $seat } wins the battle of { $province }
rs-battle-won-by-honor = { $seat } wins the battle of { $province } by honor: { $forces }.
    .short = { $seat } wins the battle of { $province } by honor
rs-figures-killed = { $killer } kills { $figures } of { $owner } in { $province }.
rs-figures-lost = { $killer } loses { $figures } of its own in { $province }.
rs-figures-spared = { $killer } spares the defeated in { $province }.
rs-reparations-paid = { $seat } pays reparations: { $shares }.
rs-share = { $coins } to { $clan }

## The end

rs-season-ended = { $season } is over; coins, ronin and worshippers leave the board.
    .short = { $season } is over
rs-winter-scored = { $seat } scores { $cards } for cards, { $tokens } for war tokens, { $province_set } for the set of provinces.
rs-score = { $clan } { $vp }
rs-game-ended = { $number ->
    [one] { $winners } wins: { $scores }.
   *[other] { $winners } share the victory: { $scores }.
}
