# What happens in Ninjato. Words first, as they appear inside a sentence; lines with === or --- are headings of the log.

## Clans, places, skills, treasures

nj-clan-taira = Taira
nj-clan-minamoto = Minamoto
nj-clan-go-shirakawa = Go-Shirakawa
nj-house = house { $number }
nj-house-side = { $house } by { $side }
nj-house-token = { $house } { $token }
nj-token = { $clan } { $value }
nj-envoy = { $clan } { $age }
nj-place-dojo = the dojo
nj-place-sensei = the sensei
nj-place-palace = the palace
nj-place-pavilion = the pavilion
nj-place-somewhere = somewhere
nj-place-1 = house 1
nj-place-2 = house 2
nj-place-3 = house 3
nj-place-4 = house 4
nj-place-5 = house 5
nj-side-force = force
nj-side-stealth = stealth
nj-skill-shinobi-iri = Shinobi-iri
nj-skill-intonjutsu = Intonjutsu
nj-skill-choho = Choho
nj-skill-kenjutsu = Kenjutsu
nj-skill-shuriken-jutsu = Shuriken-jutsu
nj-skill-kuji-kiri = Kuji-kiri
nj-skill-tai-jutsu = Tai-jutsu
nj-skill-boryaku = Boryaku
nj-skill-seishin-teki = Seishin-teki
nj-skill-hensojutsu = Hensojutsu
nj-style-crane = crane
nj-style-snake = snake
nj-style-tiger = tiger
nj-tile = { $skill } ({ $style })
nj-treasure-fan = fan
nj-treasure-scroll = scroll
nj-treasure-vase = vase
nj-treasure-jade = jade
nj-treasure-gold = gold
nj-treasures-fan = { $number ->
    [one] { $number } fan
   *[other] { $number } fans
}
nj-treasures-scroll = { $number ->
    [one] { $number } scroll
   *[other] { $number } scrolls
}
nj-treasures-vase = { $number ->
    [one] { $number } vase
   *[other] { $number } vases
}
nj-treasures-jade = { $number } jade
nj-treasures-gold = { $number } gold
nj-red-treasure = red { $kind }
nj-gold-as = gold as { $kind }
nj-cost-any1 = any treasure
nj-cost-any2 = any 2
nj-cost-same3 = 3 of one kind
nj-cost-diff3 = 3 different kinds
nj-cost-flex4 = 1 to 4 of one kind
nj-cost-any1-same3 = any 1 and 3 of one kind
nj-rumor-greatest-warrior = Greatest Warrior
nj-rumor-goodwill = Goodwill of the People
nj-rumor-powerful-friends = Powerful Friends
nj-rumor-secret-art = Master of the Secret Art
nj-rumor-dishonorable-rivals = Dishonorable Rivals
nj-deck-dojo = the dojo deck
nj-deck-guards = the regular guards
nj-deck-elites = the elite guards
nj-deck-bag = the bag of treasures
nj-deck-skills = the skill tiles
nj-deck-hensojutsu = the Hensojutsu tiles
nj-deck-envoys = the envoys
nj-deck-rumors = the rumors
nj-guard = a guard { $force }
nj-guard-alarm = a guard { $force } with an alarm
nj-elite = elite { $name }, { $force } against force and { $stealth } against stealth
nj-elite-double = elite { $name }, a double of { $forces }
nj-part-card = a { $value }
nj-part-shift = a { $value } as { $sign }1
nj-part-as = { $skill } as { $value }
nj-part-sign = { $skill } as { $sign }1
nj-with = { " " }with{ " " }
nj-rank-first = first
nj-rank-second = second

## Set-up and refilling

nj-order-set = Turn order: { $order }.
nj-tokens-laid = Clan tokens: { $tokens }.
nj-sentry-posted = The sentry of { $house } is a { $force }.
nj-treasure-added = A treasure arrives at { $house }: { $kind }.
nj-skill-offered = The sensei offers { $tile }.
nj-skills-forgotten = Not learned, so out of the game: { $tiles }.
nj-envoy-invited = An envoy arrives at the palace: { $envoy }.
nj-rumor-spread = A rumor reaches the pavilion: { $rumor } for { $cost }.
nj-card-laid = A { $value } is added to the row in the dojo.
nj-deck-rebuilt = Reshuffled from the discards: { $deck }.

## Turns

nj-round-began = === Round { $number } ===
    .plain = Round { $number } begins.
nj-shuriken-placed = { $seat } goes to { $location }.
    .you = You go to { $location }.
nj-raid-began = { $seat } raids { $location }.
    .you = You raid { $location }.
nj-card-taken = { $seat } takes a { $value }.
    .you = You take a { $value }.
nj-card-drawn = { $seat } draws a card.
nj-card-seen = { $seat } draws a card: a { $value }.
    .you = You draw a card: a { $value }.
nj-card-discarded = { $seat } discards a { $value }.
    .you = You discard a { $value }.
nj-skill-learned = { $seat } learns { $tile } for a { $card }.
    .you = You learn { $tile } for a { $card }.
nj-skill-known = { $seat } learns { $tile } for free, knowing the style.
    .you = You learn { $tile } for free, knowing the style.
nj-envoy-won = { $seat } wins the envoy { $envoy } for { $paid }: { $honor } honor.
    .you = You win the envoy { $envoy } for { $paid }: { $honor } honor.
nj-rumor-bought = { $seat } hears { $rumor } for { $paid }: { $honor } honor.
    .you = You hear { $rumor } for { $paid }: { $honor } honor.

## Raids

nj-guard-beaten = { $seat } plays { $parts }: { $total } beats the guard { $value } by { $stealth }.
    .you = You play { $parts }: { $total } beats the guard { $value } by { $stealth }.
nj-elite-taken = { $seat } keeps the elite { $elite }.
    .you = You keep the elite { $elite }.
nj-treasure-taken = { $seat } puts the { $treasure } on the shuriken.
    .you = You put the { $treasure } on your shuriken.
nj-banzai-called = { $seat } calls banzai.
    .you = You call banzai.
nj-guard-revealed = Revealed in { $house }: { $guard }.
nj-alarm-raised = Alarm in { $house }.
nj-treasure-turned = The { $kind } in { $house } turns red.
nj-mode-changed = { $seat } uses Seishin-teki and continues by { $stealth }.
    .you = You use Seishin-teki and continue by { $stealth }.
nj-skill-readied = { $seat } uses Kuji-kiri: { $skill } is ready again.
    .you = You use Kuji-kiri: { $skill } is ready again.
nj-treasures-swapped = { $seat } uses Choho: { $own } for { $theirs }.
    .you = You use Choho: { $own } for { $theirs }.
nj-house-left = { $seat } leaves { $house } with { $kept }.
    .you = You leave { $house } with { $kept }.
nj-raid-failed = { $seat } fails in { $house }.
    .you = You fail in { $house }.
nj-treasure-kept = { $seat } keeps { $kept }.
    .you = You keep { $kept }.
nj-treasure-saved = { $seat } keeps { $kept } and loses { $lost }.
    .you = You keep { $kept } and lose { $lost }.
nj-house-emptied = { $seat } empties { $house } and takes { $kept }.
    .you = You empty { $house } and take { $kept }.
nj-token-replaced = House { $number } goes from { $old } to { $new }.

## Ends of rounds, scoring

nj-round-ended = Round { $number } is over.
nj-scoring-began = --- Scoring after round { $number } ---
    .plain = Scoring after round { $number }.
nj-envoy-disguised = { $seat } sends a disguised ninja with { $envoy }.
    .you = You send a disguised ninja with { $envoy }.
nj-clan-honored = { $clan }, { $place } place: { $seat } gains { $honor } honor.
    .you = { $clan }, { $place } place: you gain { $honor } honor.
nj-rumor-awarded = { $clan }, { $place } place: { $seat } takes the rumor { $rumor }.
    .you = { $clan }, { $place } place: you take the rumor { $rumor }.
nj-rumors-shown = { $seat } shows { $rumors }.
    .you = You show { $rumors }.
nj-gain = { $honor } for { $what }
nj-for-treasures = treasures
nj-for-elites = elite guards
nj-final-score = At the end, { $seat } gains { $gains }.
    .you = At the end, you gain { $gains }.
nj-score = { $who } { $honor }
nj-game-ended = { $number ->
    [one] { $winners } wins. Honor: { $scores }.
   *[other] { $winners } share the victory. Honor: { $scores }.
}
    .you = { $number ->
        [one] You win. Honor: { $scores }.
       *[other] You share the victory with { $partners }. Honor: { $scores }.
    }
