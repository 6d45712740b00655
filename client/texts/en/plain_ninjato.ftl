# Ninjato in the line client: the table in words, and the odds of a raid.

nj-crest-taira = { nj-clan-taira } (butterfly)
nj-crest-minamoto = { nj-clan-minamoto } (bamboo)
nj-crest-go-shirakawa = { nj-clan-go-shirakawa } (chrysanthemum)
nj-look-turn = Round { $round } of { $rounds }; it is { $who }'s turn.
    .you = Round { $round } of { $rounds }; it is your turn.
nj-look-scoring = Round { $round } of { $rounds }, scoring; it is { $who }'s turn.
    .you = Round { $round } of { $rounds }, scoring; it is your turn.
nj-look-order = Turn order: { $order }.
nj-look-player = { $who }: { $honor } honor, { $cards ->
    [one] 1 card
   *[other] { $cards } cards
}, { $rumors ->
    [one] 1 rumor
   *[other] { $rumors } rumors
}; { $shuriken }.
nj-look-shuriken = shuriken at { $places }
nj-look-no-shuriken = no shuriken placed
nj-look-at-house = house { $number } by { $side }
nj-look-at-dojo = dojo
nj-look-at-sensei = sensei
nj-look-at-palace = palace
nj-look-at-pavilion = pavilion
nj-look-treasures = Treasures: { $treasures }.
nj-look-skills = Skills: { $skills }.
nj-look-used = { $skill }, used
nj-look-envoys = Envoys: { $envoys }.
nj-look-mask = { $envoy } with a mask
nj-look-elites = Elite guards: { $guards }.
nj-look-house = House { $number } ({ $token }): sentry { $force }; { $treasures }.
nj-look-emptied = House { $number } ({ $token }): emptied, so closed this round.
nj-look-clans = Clans: { $clans }.
nj-look-clan = { $clan } { $value }
nj-look-dojo = Dojo: { $cards }.
nj-look-dojo-pile = Dojo: { $cards }; the pile from the top: { $pile }.
nj-look-sensei = Sensei: { $skills }.
nj-look-skill-any = { $skill } for any card
nj-look-skill = { $skill } for a { $card }
nj-look-palace = Palace: { $envoys }. The number is an envoy's age.
nj-look-no-envoys = Palace: no envoys.
nj-look-pavilion = Pavilion: { $rumors }.
nj-look-offer = { $thing } for { $cost }
nj-look-decks = Left in the decks: { $cards } dojo cards, { $guards } guards, { $elites } elite guards; { $treasures } treasures in the bag.

## Raids

nj-look-raid = { $who } raids { $house } by { $side }; on the shuriken: { $treasures }.
nj-look-guard-force = In the way is { $guard }; it takes more than { $values }.
nj-look-guard-stealth = In the way is { $guard }; it takes less than { $values }.
nj-look-shift = { $part }: { $worth }.
nj-look-beats = { $part }: { $worth }, beats { $values }.
nj-look-not-alone = { $part }: { $worth }, not enough on its own.
nj-look-plays = What beats it: { $plays }.
nj-look-no-plays = What beats it: nothing you can play now.
nj-look-play = { $parts }, which makes { $worth }
nj-look-next = Banzai brings a guard for the { $treasure }, one of { $number } still unseen.
nj-look-next-elite = Banzai brings an elite guard for the { $treasure }, one of { $number } still unseen.
nj-look-alike = { $number } of value { $force }
nj-look-unseen = They are { $guards }.
nj-look-beatable = You can beat { $guards }.
nj-look-unbeatable = You can't beat { $guards }.
nj-look-odds = In all, you can beat { $beaten }%; { $alarm }% raise an alarm.
nj-look-stake = If you fail, you keep one treasure and lose at least { $lost }, worth { $honor } honor.
nj-look-no-stake = If you fail, you lose nothing so far: you keep one treasure.
nj-look-ready-choho = { nj-skill-choho } is ready: it swaps a treasure on the shuriken for one in the house.
nj-look-ready-seishin-teki = { nj-skill-seishin-teki } is ready: it turns force into stealth, or stealth into force.
nj-look-ready-kuji-kiri = { nj-skill-kuji-kiri } is ready: it readies a skill you have used.

## Secrets, credits

nj-look-hand = Only you can see this: your cards are { $cards }.
nj-look-rumors = Only you can see this: your rumors are { $rumors }.
nj-look-credits = The rules are our own summary of the rulebook. These figures are our own stand-ins:

## Thing by thing

nj-look-elsewhere = /look dojo, /look sensei, /look palace and /look pavilion say what you can get there.
nj-look-beaten-by-force = These cards of yours beat the sentry by force: { $cards }.
nj-look-beaten-by-stealth = By stealth: { $cards }.
nj-combine-first = Which card do you play?
nj-combine-more = What do you add, or do you play it? Back takes away the last part.
nj-combine-beats = { $parts }: { $worth }, which beats the guard.
nj-combine-not = { $parts }: { $worth }, which is not enough.
