# The cards of everything that has a name: what kind of thing it is, its figures, and who has it now.

cards-title = What's what
cards-search = Search clans, cards, signs and words … Enter opens the rule
cards-none = Nothing has that name.
cards-found = { $number ->
    [one] 1 found
   *[other] { $number } found
}
cards-signs-map = Signs on the map
cards-signs-beside = Signs beside the map

## Signs

sign-reward = what a Harvest brings: { $kinds }
sign-war = war comes here, in this order
sign-force = who stands there ({ $letters }), and how strong
sign-target = dashed outline: you can choose this place now
sign-route = sea route: both ends are adjacent
sign-turn = the table is waiting for this player
sign-rank = place on the honor track: higher wins ties
sign-vp = victory points
sign-coins = coins; they are lost when the season ends
sign-ronin = ronin; each is worth 1 force when hired in a battle
sign-ally = this season's ally
sign-cards = season cards they own
sign-harvest = what a Harvest would bring now if they or their ally played it
sign-mandate = { $mandate } was played, in the colour of its clan
sign-slot = a mandate still to come
sign-kami = the Kami give their gifts here
sign-worshippers = a clan and its figures at a shrine
sign-won = coloured background: this bid won the advantage
sign-red = turned red: an elite guard protects it
sign-payable = you can pay for it now
sign-influence = a player and their influence with the clan
sign-used = a skill already used this round
sign-bar-odds = the share of guards you can beat

## Kinds

thing-setting = setting of a table
thing-column = column
thing-choice = choice
thing-clan = clan
thing-player = player
thing-enhancement = season card, enhancement
thing-virtue = season card, virtue
thing-monster = season card, monster
thing-war = season card, war upgrade
thing-winter = season card, winter upgrade
thing-kami = Kami
thing-mandate = mandate
thing-advantage = advantage in war
thing-figure = piece
thing-province = province
thing-region = region
thing-word = word
thing-signs = signs
thing-skill = skill
thing-rumor = rumor
thing-envoy = envoy
thing-nj-clan = clan of the capital
thing-treasure = treasure
thing-guard = guards
thing-place = place
thing-special = special card
thing-event = event
thing-action = action
thing-building = building

## Players

card-player-out = Nobody plays this colour.

## Rising Sun

card-clan = Home: { $home }; { $income } coins at the start of each season.
card-clan-out = Nobody plays this clan.
card-clan-now = Now number { $rank } in honor, with { $vp } VP, { $coins }¢ and { $ronin } ronin.
    .plain = Now number { $rank } in honor, with { $vp } VP, { $coins ->
        [one] 1 coin
       *[other] { $coins } coins
    } and { $ronin } ronin.
card-clan-ally = Allied with { $clan }.
card-price = Costs { $price }¢ in { $season }.
    .plain = Costs { $price ->
        [one] 1 coin
       *[other] { $price } coins
    } in { $season }.
card-owned = Owned by { $who }.
card-on-offer = { $number ->
    [one] On offer now.
   *[other] { $number } on offer now.
}
card-kami-out = Has no shrine in this game.
card-there = { $clan }: { $figures }
card-bonus-for = Whoever played it, and their ally
card-stronghold = You summon figures at your strongholds in Recruit. With Marshal's bonus you can build one anywhere, for { $price }¢.
    .plain = You summon figures at your strongholds in Recruit. With Marshal's bonus you can build one anywhere, for { $price ->
        [one] 1 coin
       *[other] { $price } coins
    }.
card-reserve = You have { $number } in reserve.
card-province-reward = A Harvest brings { $reward } to the strongest clan here.
card-by-land = By land to { $places }.
card-by-sea = By sea to { $places }.
card-war = War comes here, number { $number } this season.
card-force = { $clan }: force { $force } ({ $figures })
word-honor = Honor
word-ally = Alliance
    .also = ally, allies
word-coins = Coins
    .also = coin
word-ronin = Ronin
word-hostage = Hostages
    .also = hostage
word-war = War tokens
    .also = war token
word-harvest = Harvest reward
word-shrine = Shrines
    .also = shrine
word-seasons = Seasons
    .also = Spring, Summer, Autumn, season
word-tea = Tea Ceremony
    .also = tea
word-politics = Political Phase
    .also = Mandates, mandates, mandate
word-season-cards = Season cards
    .also = For sale, season card
word-war-phase = War Phase
word-winter = Winter
word-vp = Victory points
    .also = VP

## Shogun

card-special-space = On space { $space } of the turn order now.
card-event-winter = As the winter card, it takes { $rice } rice from everyone.
card-event-now = In effect this round.
card-event-open = Open, so it may come up this year.
card-event-gone = Already gone.
card-region = { $places }.
card-yields = { $slots ->
    [one] Gives { $tax } chests or { $rice } rice, with room for 1 building.
   *[other] Gives { $tax } chests or { $rice } rice, with room for { $slots } buildings.
}
card-province-out = Not in play with so few players.
card-in-region = In { $region }.
card-borders = Next to { $places }.
card-armies = { $clan } holds it with { $armies ->
        [one] 1 army
       *[other] { $armies } armies
    }.
    .you = You hold it with { $armies ->
        [one] 1 army
       *[other] { $armies } armies
    }.
card-neutral = Nobody holds it; peasants defend it.
card-built = Built here: { $buildings }.
card-unrest = { $number ->
    [one] 1 unrest marker.
   *[other] { $number } unrest markers.
}
about-unrest = In a province with unrest, peasants don't help its owner against an attack.
about-peasants = Peasants help the owner of a province against an attack, unless there is unrest. Where nobody holds a province, they defend it alone.
about-battle = Armies, and peasants where they help, fall through the cube tower. The side with more cubes on the tray wins, and loses as many as the other side had; a draw empties the province.
word-unrest = Unrest
word-revolt = Revolt
    .also = revolts
word-peasants = Peasants
word-tower = Cube tower
    .also = tower
word-battle = Battle
word-chest = Chest cards
    .also = Chests, chests, chest
word-rice = Rice in winter
    .also = Hunger, Rice, rice
word-sg-winter = Winter
    .also = Winter scoring
word-sg-seasons = Seasons
    .also = Spring, Summer, Autumn, season
word-special = Special cards
word-event = Events
word-plan = Plan
    .also = Planning
word-draft = Draft
word-order = Player order
    .also = turn order
word-actions = Actions
word-armies = Armies
    .also = army

## Ninjato

card-skill-price = { $style } for { $card }
card-any-card = any card
card-card-of = a { $value }
card-skill-costs = Tiles: { $costs }. Free if you know the style.
card-at-sensei = The sensei teaches it now.
card-costs = Costs { $cost }.
card-in-pavilion = In the pavilion now, for { $cost }.
card-own = You have { $number }.
card-envoy = 1 influence with { $clan }; age { $age }, and the oldest decides ties.
card-in-palace = In the palace now.
card-tokens = Its tokens: { $values }.
card-clan-honor = Worth { $honor } honor now.
card-house-token = Held by { $token }.
card-house-sentry = Its sentry has value { $value }.
guard-name-guard = Guards
guard-name-sentry = Sentry
guard-name-elite = Elite guards
guard-name-double = Double elite
guard-name-alarm = Alarm
word-nj-honor = Honor
word-influence = Influence
word-shuriken = Shuriken
word-banzai = Banzai
word-force = Force
word-stealth = Stealth
word-mask = Masks
    .also = mask
word-dojo-card = Dojo cards
    .also = dojo card, Hand
word-round = Rounds
    .also = Round, round
word-nj-scoring = Scoring
