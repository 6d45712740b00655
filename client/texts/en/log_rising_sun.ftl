# What happens in Rising Sun. Lines with === or --- are headings of the log.

rs-in-province = in { $province }
rs-at-shrine = at the shrine of { $kami }
rs-from = from { $what }
rs-yours = { $figures } of yours
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
    .you = You return { $figures } to { $owner }.
    .yours = { $captor } returns { $figures } to you.
rs-alliance-offered = { $seat } offers { $to } an alliance.
    .you = You offer { $to } an alliance.
    .yours = { $seat } offers you an alliance.
rs-alliance-refused = The offer of an alliance between { $seat } and { $other } is off.
    .you = The offer of an alliance between you and { $other } is off.
    .yours = The offer of an alliance between you and { $seat } is off.
rs-alliance-made = { $seat } and { $other } are allies.
    .you = You and { $other } are allies.
    .yours = You and { $seat } are allies.
rs-alliance-broken = { $betrayer } breaks the alliance with { $other }.
    .you = You break the alliance with { $other }.
    .yours = { $betrayer } breaks the alliance with you.
rs-seat-ready = { $seat } is ready to end tea.
    .you = You are ready to end tea.
rs-gift-given = { $seat } gives { $to } { $goods }.
    .you = You give { $to } { $goods }.
    .yours = { $seat } gives you { $goods }.

## Politics

rs-politics-began = --- Political Phase, { $active } begins ---
    .plain = The Political Phase begins; { $active } is first.
    .you = --- Political Phase, you begin ---
    .you-plain = The Political Phase begins; you are first.
rs-mandates-drawn = { $seat } draws mandates.
rs-mandates-seen = { $seat } draws mandates: { $tiles }.
    .you = You draw mandates: { $tiles }.
rs-mandate-laid = { $seat } plays { $mandate }.
    .you = You play { $mandate }.
rs-mandate-hidden = { $seat } plays a mandate face down and announces { $mandate }.
rs-mandate-own-hidden = { $seat } plays a mandate face down ({ $tile }) and announces { $mandate }.
    .you = You play a mandate face down ({ $tile }) and announce { $mandate }.
rs-summoned = { $seat } summons { $piece } { $where }.
    .you = You summon { $own } { $where }.
rs-placed = { $seat } places { $piece } { $where } with { $card }.
    .you = You place { $own } { $where } with { $card }.
rs-moved = { $seat } moves { $piece } from { $origin } to { $target }.
    .you = You move { $own } from { $origin } to { $target }.
rs-toll-paid = { $seat } pays { $owner } the toll for the sea route.
    .you = You pay { $owner } the toll for the sea route.
    .yours = { $seat } pays you the toll for the sea route.
rs-route-closed = { $seat } cannot pay { $owner } the toll: the sea route is closed.
    .you = You cannot pay { $owner } the toll: the sea route is closed.
    .yours = { $seat } cannot pay you the toll: the sea route is closed.
rs-stronghold-built = { $seat } builds a stronghold in { $province } for { $price }.
    .you = You build a stronghold in { $province } for { $price }.
rs-card-bought = { $seat } buys { $card } for { $price }.
    .you = You buy { $card } for { $price }.
rs-replaced = { $seat } replaces { $piece } of { $owner } { $where } with { $by }.
    .you = You replace { $piece } of { $owner } { $where } with { $by }.
    .yours = { $seat } replaces { $yours } { $where } with { $by }.
rs-card-used = { $seat } uses { $card }.
    .you = You use { $card }.
rs-order-first = { $seat } chooses to go first.
    .you = You choose to go first.
rs-order-last = { $seat } chooses to go last.
    .you = You choose to go last.
rs-kami-turn-began = --- Kami turn { $number } ---
    .plain = Kami turn { $number }.
rs-shrine-won = { $seat } wins the favor of { $kami }.
    .you = You win the favor of { $kami }.

## Gains and losses

rs-vp-gained = { $seat } gains { $vp } { $source }.
    .you = You gain { $vp } { $source }.
rs-coins-gained = { $seat } takes { $coins } { $source }.
    .you = You take { $coins } { $source }.
rs-ronin-gained = { $seat } takes { $ronin } { $source }.
    .you = You take { $ronin } { $source }.
rs-taken = { $seat } takes { $loot } from { $victim } { $source }.
    .you = You take { $loot } from { $victim } { $source }.
    .yours = { $seat } takes { $loot } from you { $source }.
rs-honor-gained = { $seat } gains honor; the order is now { $honor }.
    .you = You gain honor; the order is now { $honor }.
rs-honor-lost = { $seat } loses honor; the order is now { $honor }.
    .you = You lose honor; the order is now { $honor }.

## War

rs-war-began = --- War Phase: { $provinces } ---
    .plain = The War Phase begins: { $provinces }.
    .short = War Phase
rs-ronin-converted = { $seat } turns { $ronin } into coins.
    .you = You turn { $ronin } into coins.
rs-token-discarded = Nobody is in { $province }: its war token is discarded.
rs-token-taken = { $seat } takes the war token of { $province }.
    .you = You take the war token of { $province }.
rs-battle-began = Battle of { $province }: { $forces }.
    .short = Battle of { $province }
rs-force = { $clan } with force { $force }
rs-bids-revealed = { $bids }
    .short = The bids are open
rs-bid = { $clan } bids { $bid }.
    .you = You bid { $bid }.
rs-bid-on = { $coins } on { $advantage }
rs-advantage-won = { $seat } wins { $advantage }.
    .you = You win { $advantage }.
rs-seppuku-committed = { $seat } commits Seppuku with { $figures }.
    .you = You commit Seppuku with { $figures }.
rs-hostage-taken = { $seat } takes { $piece } of { $owner } hostage.
    .you = You take { $piece } of { $owner } hostage.
    .yours = { $seat } takes { $yours } hostage.
rs-ronin-hired = { $seat } hires ronin for { $force } more force.
    .you = You hire ronin for { $force } more force.
rs-battle-won = { $seat } wins the battle of { $province }: { $forces }.
    .short = { $seat } wins the battle of { $province }
    .you = You win the battle of { $province } with force { $force }, against { $others }.
    .you-short = You win the battle of { $province }
rs-battle-won-by-honor = { $seat } wins the battle of { $province } by honor: { $forces }.
    .short = { $seat } wins the battle of { $province } by honor
    .you = You win the battle of { $province } by honor with force { $force }, against { $others }.
    .you-short = You win the battle of { $province } by honor
rs-figures-killed = { $killer } kills { $figures } of { $owner } in { $province }.
    .you = You kill { $figures } of { $owner } in { $province }.
    .yours = { $killer } kills { $yours } in { $province }.
rs-figures-lost = { $killer } loses { $figures } in { $province }.
    .you = You lose { $own } in { $province }.
rs-figures-spared = { $killer } spares the defeated in { $province }.
    .you = You spare the defeated in { $province }.
rs-reparations-paid = { $seat } pays reparations: { $shares }.
    .you = You pay reparations: { $shares }.
rs-share = { $coins } to { $clan }

## The end

rs-season-ended = { $season } is over; coins, ronin and worshippers leave the board.
    .short = { $season } is over
rs-winter-scored = { $seat } scores { $cards } for cards, { $tokens } for war tokens, { $province_set } for the set of provinces.
    .you = You score { $cards } for cards, { $tokens } for war tokens, { $province_set } for the set of provinces.
rs-score = { $clan } { $vp }
rs-game-ended = { $number ->
    [one] { $winners } wins: { $scores }.
   *[other] { $winners } share the victory: { $scores }.
}
    .you = { $number ->
        [one] You win: { $scores }.
       *[other] You share the victory with { $partners }: { $scores }.
    }
