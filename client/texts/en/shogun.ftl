# Shogun: the names of its things, what is asked, what can be answered, and what the panels say.

## Players; .short has at most 9 characters, .letter exactly 1

peasants = peasants
    .letter = g
nobody = nobody

## Provinces and regions

province-aki = Aki
province-awa_boso = Awa-Boso
province-awa_shikoku = Awa-Shikoku
province-bingo = Bingo
province-bitchu = Bitchu
province-bizen = Bizen
province-echigo = Echigo
province-echizen = Echizen
province-etchu = Etchu
province-harima = Harima
province-hida = Hida
province-hitachi = Hitachi
province-hoki = Hoki
province-ise = Ise
province-iwami = Iwami
province-iyo = Iyo
province-izu = Izu
province-izumo = Izumo
province-kaga = Kaga
province-kai = Kai
province-kazusa = Kazusa
province-kii = Kii
province-kozuke = Kozuke
province-mikawa = Mikawa
province-mimasaka = Mimasaka
province-mino = Mino
province-musashi = Musashi
province-mutsu = Mutsu
province-noto = Noto
province-omi = Omi
province-owari = Owari
province-sagami = Sagami
province-sanuki = Sanuki
province-settsu = Settsu
province-shima = Shima
province-shimosa = Shimosa
province-shimotsuke = Shimotsuke
province-shinano = Shinano
province-suruga = Suruga
province-tajima = Tajima
province-tamba = Tamba
province-tosa = Tosa
province-totomi = Totomi
province-wakasa = Wakasa
province-yamato = Yamato
region-green = Chugoku
region-red = Tosan
region-purple = Nankai
region-yellow = Kanto
region-brown = Hokuriku

## Actions; .short has at most 9 characters

action-build_castle = Build a castle
    .short = Castle
action-build_temple = Build a temple
    .short = Temple
action-build_theatre = Build a theatre
    .short = Theatre
action-collect_rice = Collect rice
    .short = Rice
action-collect_tax = Collect taxes
    .short = Tax
action-deploy_big = Deploy 5 armies
    .short = Deploy 5
action-deploy_mid = Deploy 3 armies
    .short = Deploy 3
action-deploy_small_move = Deploy 1 and move
    .short = Deploy 1
action-battle_a = Battle or move A
    .short = Battle A
action-battle_b = Battle or move B
    .short = Battle B
action-bid = Bid
    .short = Bid

## Specials; .short has at most 8 characters

special-tax_plus_1 = 1 more chest from taxes
    .short = +1¢
special-rice_plus_1 = 1 more rice
    .short = +1 rice
special-six_armies = 6 armies instead of 5
    .short = 6 armies
special-attack_plus_1 = 1 more cube in attack
    .short = attack
special-defence_plus_1 = 1 more cube in defence
    .short = defence

## Events; .short has at most 17 characters

event-theatre_calms = a new theatre removes unrest
    .short = theatres calm
event-neutral_two_peasants = neutral land has 2 peasants
    .short = 2 peasants
event-castle_defence = castles add a cube in defence
    .short = castles defend
event-temple_sanctuary = temples cannot be attacked
    .short = temples are safe
event-tax_max = at most 5 chests from a province
    .short = tax 5 or less
event-tax_min = at least 6 chests from a province
    .short = tax 6 or more
event-rice_min = at least 4 rice from a province
    .short = rice 4 or more
event-rice_max = at most 3 rice from a province
    .short = rice 3 or less
event-fewer_recruits = deploy 3 and 2 armies, not 5 and 3
    .short = fewer recruits

## Buildings, phases

building-castle = castle
building-temple = temple
building-theatre = theatre
phase-draft = Draft
phase-plan = Planning
phase-order = Player order
phase-actions = Actions
phase-winter = Hunger
    .plain = Winter

## Questions; .plain is for people who play line by line

ask-pick = Draft: which province do you pick?
ask-group = Draft: how many armies do you place there?
ask-plan = Make your secret plan
    .plain = Your secret plan: which card goes on each action, and which is your bid?
ask-special = Which special and turn do you take?
ask-march = { $action } from { $province }: where to? (% win/draw/lose)
    .plain = { $action } from { $province }: where to, and with how many armies?
    .general = Battle or move: how many armies march, and where?
ask-march-armies = How many armies march from { $origin } to { $target }?
ask-march-odds = How many armies march from { $origin } to { $target }? (% win/draw/lose)
    .plain = How many armies march from { $origin } to { $target }?
ask-regroup = Do you move armies on from { $province }?
    .plain = Do you move armies on from { $province } to another of your provinces?
    .general = Do you move armies on to another of your provinces?
ask-six = Do you place 6 armies in { $province }?
    .plain = Do you place 6 armies in { $province }?
    .general = Do you place 6 armies instead of the usual number?
ask-attack = Attack with 1 more cube? (% win/draw/lose)
    .plain = Do you throw 1 more cube in this attack?
ask-defence = Defend with 1 more cube? (% hold/draw/lose)
    .plain = Do you throw 1 more cube in this defence?
ask-revolt = Hunger: which province revolts first? (% hold/lose)
    .plain = Hunger: which of your provinces revolts first?
form-plan = Open the planning board
    .plain = Make your plan

## Answers; odds are percents, in the order that the question names

odds = { $win }/{ $draw }/{ $lose }%
    .plain = win { $win }%, draw { $draw }%, lose { $lose }%
odds-to-hold = { $win }/{ $draw }/{ $lose }%
    .plain = hold { $win }%, draw { $draw }%, lose { $lose }%
odds-attack = Win { $win }%, with { $left } armies left on average. Draw { $draw }%: nobody holds { $province }, and everything built there is lost. Lose { $lose }%.
odds-neutral = Win { $win }%, with { $left } armies left on average. Lose { $lose }%: { $province } stays neutral.
odds-defence = Hold { $win }%, with { $left } armies left on average. Draw { $draw }%: nobody holds { $province }, and everything built there is lost. Lose { $lose }%.
odds-revolt = Hold { $hold }%, with { $left } armies left on average. Lose { $lose }%: nobody holds { $province }, and everything built there is lost.
choice-take = { $province } · { $tax }/{ $rice }
    .plain = { $province }, taxes { $tax }, rice { $rice }
choice-take-unseen = The unseen card on top of the deck
choice-refresh = Put both open cards under the deck
choice-place = { $armies ->
        [one] 1 army
       *[other] { $armies } armies
    }
choice-special = Turn { $space }: { $special }
choice-march = { $armies } to { $province } · { $there }
    .plain = { $armies ->
        [one] 1 army
       *[other] { $armies } armies
    } to { $province }, { $there }
choice-move-own = yours { $armies }
    .plain = yours, { $armies ->
        [one] 1 army
       *[other] { $armies } armies
    }
choice-attack = { $clan } { $armies } · { $odds }
    .plain = { $clan } with { $armies ->
        [one] 1 army
       *[other] { $armies } armies
    }, { $odds }
choice-attack-neutral = neutral · { $odds }
    .plain = neutral, { $odds }
choice-march-group = { $province } · { $there }
    .plain = { $province }, { $there }
choice-at-best = { $there } · { $odds }
    .plain = { $there }, with all but one: { $odds }
choice-with-odds = { $armies } · { $odds } · { $left } left
    .plain = { $armies }: { $odds }, { $left } left on average
choice-there = { $clan } { $armies }
    .plain = { $clan } with { $armies ->
        [one] 1 army
       *[other] { $armies } armies
    }
choice-neutral = neutral
choice-add-cube = Yes, throw 1 more cube
choice-cube = { $answer } · { $odds }
    .plain = { $answer }: { $odds }
choice-add-armies = Yes, place 6 armies
choice-no-add = No
choice-no-move = Move nothing
choice-revolt = { $province } · { $armies } against { $peasants } · { $hold }/{ $lose }%
    .plain = { $province }, { $armies ->
        [one] 1 army
       *[other] { $armies } armies
    } against { $peasants ->
        [one] 1 peasant
       *[other] { $peasants } peasants
    }: hold { $hold }%, lose { $lose }%

## Panels

shogun-players = Player
shogun-vp = VP
    .long = VP
shogun-chests = ¢
    .long = chest
shogun-rice = ri
    .long = rice
shogun-reserve = res
    .long = army
shogun-land = pr
    .long = land
shogun-winter = now
    .long = +VP
legend = { $sign } { $words }
track-legend = { $down } card face down · { $open } turned over
track-specials = Turns
track-event = Event: { $event }
track-events = Next events (rice lost in winter): { $events }
track-events-head = Events to come, rice lost in winter
track-winter = Winter takes { $loss } rice
track-event-loss = { $event } -{ $loss }
    .row = -{ $loss }  { $event }
track-draft = To pick: { $provinces }
tower-head = Tower
tower-tray = Tray
fight-battle = Battle of { $province }
fight-revolt = Revolt in { $province }
fight-odds-battle = Odds: { $clan } wins { $win }%, draws { $draw }%, loses { $lose }%
    .you = Odds: you win { $win }%, draw { $draw }%, lose { $lose }%
fight-odds-revolt = Odds: { $clan } holds it { $hold }%, loses it { $lose }%
    .you = Odds: you hold it { $hold }%, lose it { $lose }%
fight-tray = On the tray: { $counts }
fight-count = { $who } { $number }
fight-taken = { $clan } takes it, { $armies } left
    .you = You take it, { $armies } left
fight-held = { $clan } holds it, { $armies } left
    .you = You hold it, { $armies } left
fight-peasants = The peasants hold it
fight-tied = Nobody wins, and nobody holds it
fight-down = Put down, { $armies } left
fight-lost = { $clan } loses it to the peasants
    .you = You lose it to the peasants
outlook-head = Winter now: { $rice } rice for { $provinces } provinces
outlook-hunger = If it takes { $loss } rice: { $missing } short, { $revolts ->
        [one] 1 revolt
       *[other] { $revolts } revolts
    } (+{ $peasants } peasants, you hold all { $hold }%)
outlook-castle = castles
outlook-temple = temples
outlook-theatre = theatres
outlook-none = nothing built
outlook-most-head = Most
outlook-well = If it takes { $loss } rice: all are fed
here-land = tax { $tax } · rice { $rice } · { $slots ->
        [one] 1 slot
       *[other] { $slots } slots
    }
here-armies = { $clan } { $armies }
here-neutral = neutral
here-out = not in this game
here-unrest = unrest { $number }
here-planned = planned: { $action }
here-near = Next to { $provinces }
here-beside = { $province } ({ $there })
shogun-sealed = Sealed
shogun-draft = Draft, { $number } of { $total }
shogun-plan = To come: { $cards }
shogun-plan-card = { $action } { $card }
    .plain = { $action }: { $card }
shogun-owns = { $clan }: { $vp } VP, { $chests ->
        [one] 1 chest
       *[other] { $chests } chests
    }, { $rice } rice, { $armies ->
        [one] 1 army
       *[other] { $armies } armies
    } in reserve
shogun-owns-land = provinces: { $things }
shogun-owns-plan = plan shown so far: { $things }

## The planning board

plan-title = Your plan · { $left ->
        [0] complete
       *[other] { $left } to place
    } · rice { $rice } + { $harvest }
plan-hand = In your hand: { $cards }
plan-place = Place
plan-card = Card
plan-now = Effect
plan-left = Left
plan-turns = Turns: { $turns }
plan-turn = { $space }: { $special }
plan-events = One of these events comes: { $events }
plan-nothing = no card
plan-chest = chest { $number }
plan-and = { $first } { $next }
    .plain = { $first }, { $next }
plan-stays = you skip it
plan-pays = -{ $number }¢
    .plain = costs { $number ->
        [one] 1 chest
       *[other] { $number } chests
    }
plan-free = costs nothing
plan-chests = +{ $number }¢
    .plain = brings { $number ->
        [one] 1 chest
       *[other] { $number } chests
    }
plan-rice = +{ $number } rice
    .plain = brings { $number } rice
plan-deploys = { $number ->
        [one] +1 army
       *[other] +{ $number } armies
    }
plan-moves = up to { $number } march
plan-revolt = hold { $hold }%
    .plain = leads to a revolt: you hold { $hold }%
plan-stirs = unrest
    .plain = leads to unrest
plan-maybe = maybe -{ $number }¢ ({ $percent }%)
    .plain = may cost { $number ->
        [one] 1 chest
       *[other] { $number } chests
    } ({ $percent }%)
plan-span = { $least }–{ $most }
    .plain = { $least } to { $most }
plan-purse = Chests { $chests }
    .plain = You have { $chests ->
        [one] 1 chest
       *[other] { $chests } chests
    }
plan-adds = { $place } +{ $number }
    .plain = { $place } brings { $number }
plan-takes = { $place } -{ $number }
    .plain = { $place } costs { $number }
plan-may-take = { $place } -{ $number }?
    .plain = { $place } may cost { $number }
plan-step = { $change } = { $left }
    .plain = { $change } ({ $left } left)
plan-step-missed = { $place }: { $why }
plan-later-steps = then, in unknown order, { $steps } = { $left }
    .plain = then, in unknown order, { $steps } ({ $left } left)
plan-runs-out = Space { $space }, { $place }: it costs { $price }, but you will have { $left }. It is skipped.
plan-never-paid = { $place } costs { $price }. You will never have that much.
plan-may-be-paid = You can pay for { $place } in { $percent }% of the possible orders and events.
plan-revolt-odds = Revolt, { $armies } against { $peasants }: you hold { $province } { $hold }% ({ $left } left), lose it { $lose }%.
plan-at-bid = { $key } Bid: the highest chooses first
plan-at-space = { $key } { $action } · { $price ->
        [0] free
        [one] 1 chest
       *[other] { $price } chests
    }
plan-at-later = { $key } { $action } · { $price ->
        [0] free
        [one] 1 chest
       *[other] { $price } chests
    } · later
plan-here = { $card } here: { $effect }
plan-threat = { $clan } could attack with { $armies } from { $province }: you hold { $win }%, draw { $draw }%, lose { $lose }%
plan-marches = March with { $armies } to
plan-threats = Attacked from
plan-odds-win = win
plan-odds-hold = hold
plan-odds-draw = draw
plan-odds-lose = lose
plan-odds-left = left
plan-chance = { $province }, attacked with { $armies }: win { $win }%, draw { $draw }%, lose { $lose }%
plan-no-letter = No province begins with { $letter }.
plan-not-yours = You have no card for { $province }.
plan-moved = { $card } was on { $place }, which is empty now.
plan-filled = Placed as suggested: { $cards }.
plan-filled-many = { $number } cards placed as suggested. { $marching ->
        [0] None of them sends armies anywhere.
       *[other] Armies march from { $marches }.
    }
    .plain = Placed as suggested: { $cards }.
plan-full = Every action has its card already.
plan-gaps = { $why } { $key } places the cards suggested with a “?”.
    .plain = { $why } Type fill to place the suggested cards.
plan-proposed = { $card }?
plan-more = … I: more
plan-suggestions = Cards with a “?” are only suggestions: F places them all, a digit places one.
    .short = “?” is only suggested: F places all.
plan-keys = Press a digit again for the next best card. + and - change your bid. A letter goes to a province, Tab to the next one in your hand.
plan-key-lay = place
plan-key-seal = seal
plan-key-fill = fill
plan-key-later = later
plan-key-back = back
plan-key-help = keys
help-plan-actions = place the suggestion for an action; again: the next best
help-plan-bid = raise or lower your bid
help-plan-letters = go to a province by its first letter
help-plan-map = go from province to province on the map
help-plan-lay = place the province you are on; otherwise seal the plan
help-plan-places = go to another action
help-plan-cards = try another card on this action
help-plan-info = read all about this card
help-plan-clear = take the card back
help-plan-fill = place everything suggested
plan-words = a plan of { $number ->
        [one] 1 card
       *[other] { $number } cards
    }, bid { $bid }
why-chests = too few chests
why-kind = already there
why-slot = no free slot
why-token = none left
why-reserve = reserve too small
why-armies = only 1 army
why-target = nowhere to go

## Before something grave, and where points came from

ask-attack-now = Attack { $province } with { $armies }
warn-attack = The cubes fall at once, and that can't be taken back.
part-season = { $season } of year { $year }
part-winter = Winter of year { $year }
source-provinces = provinces (year { $year })
source-buildings = buildings (year { $year })
source-majorities = most buildings (year { $year })

end-battles-shogun = All battles between players
end-tie-shogun = Tied in points: { $chests ->
        [one] 1 chest decides
       *[other] { $chests } chests decide
    }

## Advice

hint-welcome-shogun = Two years, each of three rounds and a winter. In winter you score for provinces and buildings, and for having the most castles, temples and theatres in each of the five regions. Everyone plans each round in secret. Your choices, each with its key, are in the sea on the map, or beside the map in a wide window; P shows everything else. Digits and small letters choose, Escape goes back, U takes back.
    .plain = Two years, each of three rounds and a winter. In winter you score for provinces and buildings, and for having the most castles, temples and theatres in each of the five regions. Everyone plans each round in secret. /look describes the table, /look and a name one province, and /undo takes back a choice.
hint-pick = Pick provinces close together: armies only move to neighbours. The two figures are taxes and rice. The colour of the ground shows the region, and in each of the five, the most castles, temples and theatres score.
    .plain = Pick provinces close together: armies only move to neighbours. /look and a name says what a province gives, and which region it is in. In each of the five regions, the most castles, temples and theatres score.
hint-group = One of your groups goes there as a whole. Put large groups on borders, and where you want to attack from.
hint-plan = Each card plans one action for its province, and a province does only one thing a round. A chest card means you skip that action. The first five actions come in the order you see; nobody knows the order of the others yet. The eleventh card is your bid for the turn order. Watch your rice: in winter every province needs one.
    .plain = Each card plans one action for its province, and a province does only one thing a round. A chest card means you skip that action. The first five actions come in the order you hear; nobody knows the order of the others yet. The eleventh card is your bid for the turn order. Watch your rice: in winter every province needs one.
hint-special = The highest bid chooses first. A special gives you a privilege, and your place in this round's turn order.
hint-march = Armies march to one neighbour: at least one has to go, and at least one to stay. Marching into a province that isn't yours means battle: all cubes go into the tower, and what falls out counts. Peasants help the defender where there is no unrest. The figures are your chances, in percent, to win, draw and lose if you send all you can. After a draw nobody holds the province.
    .plain = Armies march to one neighbour: at least one has to go, and at least one to stay. Marching into a province that isn't yours means battle: all cubes go into the tower, and what falls out counts. Peasants help the defender where there is no unrest. Each choice says how likely you are to win, draw and lose. After a draw nobody holds the province.
hint-regroup = You may move armies on: from the province you have just reinforced to one neighbour of yours.
hint-six = Your special lets you place six armies for the price of five.
hint-attack = Your special adds a cube from your reserve to this attack. The figures are your chances, in percent, to win, draw and lose.
    .plain = Your special adds a cube from your reserve to this attack. Each choice says how likely you are to win, draw and lose.
hint-defence = Your special adds a cube from your reserve to this defence. The figures are your chances, in percent, to hold the province, to leave it to nobody, and to lose it to the attacker.
    .plain = Your special adds a cube from your reserve to this defence. Each choice says how likely you are to hold the province, to leave it to nobody, and to lose it to the attacker.
hint-revolt = You have too little rice, so the peasants of these provinces rise. The first revolts leave cubes in the tower for the next. The figures are your chances, in percent, to hold the province and to lose it.
    .plain = You have too little rice, so the peasants of these provinces rise. The first revolts leave cubes in the tower for the next. Each choice says how likely you are to hold the province.
