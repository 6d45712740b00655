# What happens in Shogun. Words first, as they appear inside a sentence; lines with === or --- are headings of the log.

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
sg-event-theatre_calms = a new theatre removes unrest
sg-event-neutral_two_peasants = neutral provinces are defended by 2 peasants
sg-event-castle_defence = castles add a cube to the defence
sg-event-temple_sanctuary = provinces with a temple cannot be attacked
sg-event-tax_max = at most 5 chests from a province
sg-event-tax_min = at least 6 chests from a province
sg-event-rice_min = at least 4 rice from a province
sg-event-rice_max = at most 3 rice from a province
sg-event-fewer_recruits = 3 and 2 armies are deployed instead of 5 and 3
sg-reason-chests = not enough chests
sg-reason-kind = there is one already
sg-reason-slot = no free slot
sg-reason-token = none left
sg-reason-reserve = the reserve is too small
sg-reason-armies = only 1 army there
sg-reason-target = nowhere to go
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
    .you = You pick first.
sg-draft-cards-opened = Now open to pick: { $provinces }.
sg-draft-cards-exchanged = { $seat } puts { $provinces } under the deck.
    .you = You put { $provinces } under the deck.
sg-province-drawn = { $seat } draws { $province }.
    .you = You draw { $province }.
sg-province-picked = { $seat } picks { $province }.
    .you = You pick { $province }.
sg-group-placed = { $seat } places { $armies } in { $province }.
    .you = You place { $armies } in { $province }.
sg-tower-filled = The tower is filled; { $resting } stay inside.
    .short = The tower is filled.
sg-year-began = === Year { $year } ===
    .plain = Year { $year } begins.
sg-events-opened = This year's events: { $numbers }.
    .short = This year's events are open.

## A round

sg-season-began = --- { $season } of year { $year } ---
    .plain = { $season } of year { $year } begins.
sg-actions-laid-out = The first actions: { $actions }.
    .short = The first actions are open.
sg-special-space = { $special } ({ $space })
sg-specials-laid-out = The specials and their turns: { $specials }.
    .short = The specials have their turns.
sg-plans-closed = All plans are made.
sg-plans-with-gaps = All plans are made. { $empty }
    .short = All plans are made.
sg-plan-gaps = { $who } leaves these empty: { $places }.
    .you = You leave these empty: { $places }.
sg-event-drawn = This round's event: { $number }.
    .short = Event: { $number }.
sg-bid = { $who } { $bid }
sg-bids-revealed = The bids: { $bids }.
    .short = The bids are open.
sg-tie-broken = Tied bids go in this order: { $seats }.
    .short = Tied bids: { $seats }.
sg-special-taken = { $seat } takes turn { $space }: { $special }.
    .you = You take turn { $space }: { $special }.
sg-order-settled = The turn order: { $order }.
sg-action-began = Action { $space }: { $action }.
sg-card-idle = { $seat } skips this action.
    .you = You skip this action.
sg-card-to-march = { $seat } marches from { $card }.
    .you = You march from { $card }.
sg-card-left = { $seat } loses { $card } from the plan, along with the province ({ $place }).
    .you = You lose { $card } from your plan, along with the province ({ $place }).
    .short = { $seat } loses { $card } from the plan.
    .you-short = You lose { $card } from your plan.
sg-action-opened = Action { $space } will be: { $action }.
sg-round-ended = { $season } is over; everyone takes back their cards.

## Carrying out

sg-action-skipped = { $seat } can't do anything in { $province }: { $reason }.
    .you = You can't do anything in { $province }: { $reason }.
sg-built = { $seat } builds { $building } in { $province } for { $price }.
    .you = You build { $building } in { $province } for { $price }.
sg-rice-collected = { $seat } takes { $rice } in { $province }, and there is unrest.
    .you = You take { $rice } in { $province }, and there is unrest.
sg-tax-collected = { $seat } takes { $chests } in { $province }, and there is unrest.
    .you = You take { $chests } in { $province }, and there is unrest.
sg-marker-placed = There is more unrest in { $province }: { $markers }.
sg-marker-removed = { $province } calms down: { $markers }.
sg-deployed = { $seat } deploys { $armies } in { $province } for { $price }.
    .you = You deploy { $armies } in { $province } for { $price }.
sg-armies-moved = { $seat } moves { $armies } from { $origin } to { $target }.
    .you = You move { $armies } from { $origin } to { $target }.
sg-battle-began = { $seat } attacks { $province } from { $origin } with { $armies } against { $foe }.
    .you = You attack { $province } from { $origin } with { $armies } against { $foe }.
    .yours = { $seat } attacks you in { $province } from { $origin }, with { $armies } against your { $defenders }.
    .short = { $seat } attacks { $province }: { $armies } against { $foe }.
    .you-short = You attack { $province }: { $armies } against { $foe }.
    .yours-short = { $seat } attacks you in { $province }: { $armies } against your { $defenders }.
sg-cube-added = { $seat } uses the special: { $special }.
    .you = You use your special: { $special }.
sg-revolt-began = Revolt in { $owner }'s { $province }: { $peasants ->
        [one] 1 more peasant
       *[other] { $peasants } more peasants
    } against { $armies }.
    .you = Revolt in your { $province }: { $peasants ->
        [one] 1 more peasant
       *[other] { $peasants } more peasants
    } against your { $armies }.
    .short = Revolt in { $owner }'s { $province }.
    .you-short = Revolt in your { $province }.
sg-thrown = Into the tower: { $thrown }. On the tray: { $tray }.
    .short = Tray: { $tray }.
sg-province-taken = { $seat } takes { $province }, with { $armies } left.
    .you = You take { $province }, with { $armies } left.
sg-province-won = { $seat } takes { $province } from { $loser }, with { $armies } left.
    .you = You take { $province } from { $loser }, with { $armies } left.
    .yours = { $seat } takes { $province } from you, with { $armies } left.
sg-province-held = { $seat } holds { $province }, with { $armies } left.
    .you = You hold { $province }, with { $armies } left.
sg-peasants-held = The peasants of { $province } drive { $attacker } off.
    .yours = The peasants of { $province } drive you off.
sg-battle-tied = Nobody wins { $province }: it is laid waste, and nobody holds it.
    .short = Nobody wins { $province }: it is laid waste.
sg-revolt-put-down = { $owner } puts down the revolt in { $province }, with { $armies } left.
    .you = You put down the revolt in { $province }, with { $armies } left.
    .short = { $owner } puts down the revolt in { $province }.
    .you-short = You put down the revolt in { $province }.
sg-revolt-won = The peasants win: { $owner } loses { $province }.
    .you = The peasants win: you lose { $province }.

## Winter

sg-winter-began = --- Winter of year { $year }: everyone loses { $loss } ---
    .plain = Winter of year { $year } begins: everyone loses { $loss }.
sg-rice-enough = { $seat } has { $rice } left, enough to feed every province.
    .you = You have { $rice } left, enough to feed every province.
sg-rice-missing = { $seat } has { $rice } left, { $missing } too few to feed every province.
    .you = You have { $rice } left, { $missing } too few to feed every province.
sg-revolts-drawn = Hunger: { $seat }'s peasants rise in { $provinces }.
    .you = Hunger: your peasants rise in { $provinces }.
    .short = Hunger: { $seat }'s peasants rise.
    .you-short = Hunger: your peasants rise.
sg-year-scored = { $seat } scores { $provinces } for provinces, { $buildings } for buildings, { $majorities } for the most of a kind in a region.
    .you = You score { $provinces } for provinces, { $buildings } for buildings, { $majorities } for the most of a kind in a region.
    .short = { $seat } scores for provinces { $provinces }, buildings { $buildings }, regions { $majorities }.
    .you-short = You score for provinces { $provinces }, buildings { $buildings }, regions { $majorities }.
sg-score = { $who } { $vp }
sg-game-ended = { $number ->
    [one] { $winners } wins: { $scores }.
   *[other] { $winners } share the victory: { $scores }.
}
    .you = { $number ->
        [one] You win: { $scores }.
       *[other] You share the victory with { $partners }: { $scores }.
    }
    .short = The game is over.
    .you-short = The game is over.
