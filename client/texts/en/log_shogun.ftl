# What happens in Shogun. Words first, as they stand inside a sentence; lines with === or --- are headings of the log.

## Actions, specials, events, reasons

sg-action-build_castle = build a castle
sg-action-build_temple = build a temple
sg-action-build_theatre = build a theatre
sg-action-collect_rice = collect rice
sg-action-collect_tax = collect taxes
sg-action-deploy_big = deploy 5 armies
sg-action-deploy_mid = deploy 3 armies
sg-action-deploy_small_move = deploy 1 army and move
sg-action-battle_a = battle or move A
sg-action-battle_b = battle or move B
sg-action-bid = the bid
sg-special-tax_plus_1 = 1 more chest
sg-special-rice_plus_1 = 1 more rice
sg-special-six_armies = 6 armies instead of 5
sg-special-attack_plus_1 = 1 more cube in attack
sg-special-defence_plus_1 = 1 more cube in defence
sg-event-theatre_calms = a new theatre removes a revolt marker
sg-event-neutral_two_peasants = neutral provinces are defended by 2 peasants
sg-event-castle_defence = castles add a cube to the defence
sg-event-temple_sanctuary = provinces with a temple cannot be attacked
sg-event-tax_max = at most 5 chests from a province
sg-event-tax_min = at least 6 chests from a province
sg-event-rice_min = at least 4 rice from a province
sg-event-rice_max = at most 3 rice from a province
sg-event-fewer_recruits = 3 and 2 armies are deployed instead of 5 and 3
sg-reason-chests = there are not enough chests
sg-reason-kind = there is one already
sg-reason-slot = no slot is free
sg-reason-token = none is left
sg-reason-reserve = the reserve is too small
sg-reason-armies = there is only 1 army
sg-reason-target = there is nowhere to go
sg-building-castle = a castle
sg-building-temple = a temple
sg-building-theatre = a theatre
sg-colour-red = red
sg-colour-blue = blue
sg-colour-yellow = yellow
sg-colour-black = black
sg-colour-purple = purple
sg-colour-green = green
sg-no-card = no card
sg-chest-card = chest card { $number }
sg-peasants = peasants
sg-foe = { $who }'s { $armies }

## Set-up

sg-first-player-drawn = { $seat } picks first.
sg-draft-cards-opened = To be picked now: { $provinces }.
sg-draft-cards-exchanged = { $seat } puts { $provinces } under the deck.
sg-province-drawn = { $seat } draws { $province }.
sg-province-picked = { $seat } picks { $province }.
sg-group-placed = { $seat } places { $armies } in { $province }.
sg-tower-filled = The tower is filled; inside stay { $resting }.
sg-year-began = === Year { $year } ===
    .plain = Year { $year } begins.
sg-events-opened = The events of the year: { $numbers }.

## A round

sg-season-began = --- { $season } of year { $year } ---
    .plain = { $season } of year { $year } begins.
sg-actions-laid-out = The first actions: { $actions }.
sg-special-space = { $special } ({ $space })
sg-specials-laid-out = The specials and their turns: { $specials }.
sg-plans-closed = All plans are made.
sg-plans-with-gaps = All plans are made. { $empty }
sg-plan-gaps = { $who } leaves empty: { $places }.
sg-event-drawn = The event of this round: { $number }.
sg-bid = { $who } { $bid }
sg-bids-revealed = The bids: { $bids }.
sg-tie-broken = Equal bids are put in this order: { $seats }.
sg-special-taken = { $seat } takes place { $space }: { $special }.
sg-order-settled = The turn order: { $order }.
sg-action-began = Action { $space }: { $action }.
sg-card-revealed = { $seat } shows { $card }.
sg-card-left = { $card } leaves the plan of { $seat } with its province ({ $place }).
sg-action-opened = Action { $space } will be: { $action }.
sg-round-ended = { $season } is over; all take their cards back.

## Carrying out

sg-action-skipped = { $seat } can do nothing in { $province }: { $reason }.
sg-built = { $seat } builds { $building } in { $province } for { $price }.
sg-rice-collected = { $seat } takes { $rice } in { $province }.
sg-tax-collected = { $seat } takes { $chests } in { $province }.
sg-marker-placed = There is unrest in { $province }: { $markers }.
sg-marker-removed = { $province } calms down: { $markers }.
sg-deployed = { $seat } deploys { $armies } in { $province } for { $price }.
sg-armies-moved = { $seat } moves { $armies } from { $origin } to { $target }.
sg-battle-began = { $seat } attacks { $province } from { $origin } with { $armies } against { $foe }.
sg-cube-added = { $seat } uses the special: { $special }.
sg-revolt-began = Revolt in { $province }, { $owner }'s: { $peasants } more peasants against { $armies }.
sg-thrown = Into the tower: { $thrown }. On the tray: { $tray }.
sg-province-taken = { $seat } takes { $province }, with { $armies } left.
sg-province-won = { $seat } takes { $province } from { $loser }, with { $armies } left.
sg-province-held = { $seat } holds { $province }, with { $armies } left.
sg-peasants-held = The peasants of { $province } drive { $attacker } off.
sg-battle-tied = Nobody wins { $province }: it is laid waste and belongs to nobody.
sg-revolt-put-down = { $owner } puts the revolt in { $province } down, with { $armies } left.
sg-revolt-won = The peasants win: { $owner } loses { $province }.

## Winter

sg-winter-began = --- Winter of year { $year }: everybody loses { $loss } ---
    .plain = Winter of year { $year } begins: everybody loses { $loss }.
sg-rice-enough = { $seat } has { $rice } left, enough for all provinces.
sg-rice-missing = { $seat } has { $rice } left, { $missing } too few for all provinces.
sg-revolts-drawn = Hunger: peasants of { $seat } rise in { $provinces }.
sg-year-scored = { $seat } scores { $provinces } for provinces, { $buildings } for buildings, { $majorities } for most of a kind in a region.
sg-score = { $who } { $vp }
sg-game-ended = { $number ->
    [one] { $winners } wins: { $scores }.
   *[other] { $winners } share the victory: { $scores }.
}
