# Ninjato: the names of its things, what is asked, what can be answered, and what the board and the panels say.
# .short has at most 6 characters of a seat, 8 of a clan, house, skill or guard, 10 of a rumor, 12 of a cost, 7 of a place,
# 3 of a treasure; .board of a treasure has at most 6, .letter exactly 1. .many are several of them. .key is a small
# letter other than n, q and y, a different one for each place.

## Clans, houses and places

house = House { $number }
    .short = House { $number }
house-taira = Taira
    .short = Taira
house-minamoto = Minamoto
    .short = Minamoto
house-go-shirakawa = Go-Shirakawa
    .short = Go-Shira
house-token = { $clan } { $value }
place-dojo = Dojo
    .short = Dojo
    .key = d
place-sensei = Sensei
    .short = Sensei
    .key = s
place-palace = Palace
    .short = Palace
    .key = p
place-pavilion = Pavilion
    .short = Pavilion
    .key = v
side-force = by force
    .short = force
side-stealth = by stealth
    .short = stealth
side-of-force = by force: more than { $guard }
    .short = force from { $least }
side-of-stealth = by stealth: less than { $guard }
    .short = stealth to { $most }
side-to-win = { $side } · { $play }
    .plain = { $side }, { $play }

## Treasures

treasure-fan = fan
    .many = fans
    .board = fan
    .short = fan
    .letter = F
treasure-scroll = scroll
    .many = scrolls
    .board = scroll
    .short = scr
    .letter = S
treasure-vase = vase
    .many = vases
    .board = vase
    .short = vas
    .letter = V
treasure-jade = jade
    .many = jade
    .board = jade
    .short = jad
    .letter = J
treasure-gold = gold
    .many = gold
    .board = gold
    .short = gld
    .letter = G
treasure-red = red { $treasure }
treasure-as = { $gold } as { $kind }

## Costs

cost-any1 = any treasure
    .short = any 1
cost-any2 = any 2
    .short = any 2
cost-same3 = 3 of one kind
    .short = 3 alike
cost-diff3 = 3 different kinds
    .short = 3 different
cost-flex4 = 1 to 4 of one kind
    .short = 1 to 4 alike
cost-any1-same3 = any 1 and 3 of one kind
    .short = any+3 alike

## Skills; .does says it in a few words, .effect in a line

skill-shinobi-iri = Shinobi-iri
    .short = Shinobi
    .does = -2
    .effect = takes 2 off a card you play
skill-intonjutsu = Intonjutsu
    .short = Inton
    .does = makes it 0
    .effect = makes a card you play a 0
skill-choho = Choho
    .short = Choho
    .does = swaps a treasure
    .effect = swaps a treasure you carry for one in the house
skill-kenjutsu = Kenjutsu
    .short = Kenjutsu
    .does = makes it 6
    .effect = makes a card you play a 6
skill-shuriken-jutsu = Shuriken-jutsu
    .short = Shuriken
    .does = +2
    .effect = adds 2 to a card you play
skill-kuji-kiri = Kuji-kiri
    .short = Kuji
    .does = readies a skill
    .effect = readies another skill you have used this round
skill-tai-jutsu = Tai-jutsu
    .short = Tai
    .does = +1 or -1
    .effect = adds 1 to a card you play, or takes 1 off
skill-boryaku = Boryaku
    .short = Boryaku
    .does = a card 2 or 4
    .effect = counts as playing a 2 or a 4
skill-seishin-teki = Seishin-teki
    .short = Seishin
    .does = force or stealth
    .effect = changes force to stealth, or back, in mid-raid
skill-hensojutsu = Hensojutsu
    .short = Henso
    .does = +1 influence
    .effect = adds 1 influence through a masked envoy at a scoring
skill-tile = { $skill } ({ $style })
skill-used = ({ $skill })
style-snake = snake
style-tiger = tiger
style-crane = crane

## Envoys, rumors, guards

envoy = { $clan } { $age }
envoy-masked = { $envoy } masked
envoy-effect = 1 influence with { $clan }
envoy-effect-masked = 1 influence with { $clan }; can hide a ninja for Hensojutsu
envoy-age = age { $age }
envoy-mask = mask
rumor-of = { $rumor } [{ $cost }]
    .plain = { $rumor }, which costs { $cost }
rumor-greatest-warrior = Greatest Warrior
    .short = Warrior
    .effect = honor for each elite guard you beat
rumor-goodwill = Goodwill of the People
    .short = Goodwill
    .effect = honor for each rumor you hold
rumor-powerful-friends = Powerful Friends
    .short = Friends
    .effect = honor for each envoy you win
rumor-secret-art = Master of the Secret Art
    .short = Secret Art
    .effect = honor for each skill you learn
rumor-dishonorable-rivals = Dishonorable Rivals
    .short = Rivals
    .effect = 6 honor each; 4 if another player holds one, 2 if two others do
guard = guard { $value }
guard-sentry = sentry { $value }
guard-alarm = guard { $value } with an alarm
guard-double = double elite { $values }
guard-elite = elite { $force } / { $stealth }
part-as = { $thing } as { $worth }

## Questions; .plain is for people who play line by line

ask-turn = Where do you place a shuriken?
ask-side = { $house }: by force or by stealth?
ask-skill = Which skill do you learn?
ask-envoy = Which envoy do you win?
ask-which-rumor = Which rumor do you hear?
ask-pay = { $thing }: what do you pay?
ask-take = Dojo: which card do you take?
ask-take-left = { $left ->
    [one] { ask-take } The last one
   *[other] { ask-take } { $left } to go
}
ask-discard = Too many cards: which do you discard?
    .plain = You hold too many cards: which do you discard?
ask-fight = The guard: what do you play, or do you give up?
    .plain = What do you play against the guard, or do you give up?
ask-banzai = Leave with what you have, or call banzai?
    .plain = Do you leave with what you have, or call banzai?
ask-keep = The raid failed: which treasure do you keep?
ask-token = The house is yours: which clan token?
    .plain = The house is yours: which clan token do you lay on it?
ask-disguise = Hensojutsu: which envoy gets a disguised ninja?
    .plain = Hensojutsu: which masked envoy gets a disguised ninja?
ask-award = You are first: take honor or a rumor?
    .plain = You are first: do you take the clan's honor or a rumor?
ask-award-of = You are first with { $clan }: take honor or a rumor?
ask-rumor-of = You are second with { $clan }: which rumor?
ask-rumor = You are second: which rumor?
    .plain = You are second: which rumor do you take?

## Answers

visit-dojo = Dojo: draw { $number } cards
visit-sensei = Sensei: learn a skill
visit-palace = Palace: win an envoy
visit-pavilion = Pavilion: hear a rumor
visit-house = Raid house { $number }
    .plain = House { $number }: sentry { $guard } for the { $treasure }
learn-skill = { $skill }: { $does }
learn-price = for a { $card }
learn-free = free: you know the style
learn = Learn { $skill } { $price }
    .plain = Sensei: learn { $skill } ({ $does }) { $price }
learn-known = Learn { $skill }, free: you know the style
    .plain = Sensei: learn { $skill } ({ $does }), free: you know the style
raid-house = Raid house { $number } { $side }
pay-palace = { $thing } for { $paid }: { $honor } honor
    .plain = Palace: { $thing } for { $paid }, { $honor } honor
pay-pavilion = { $thing } for { $paid }: { $honor } honor
    .plain = Pavilion: { $thing } for { $paid }, { $honor } honor
pay-honor = { $honor } honor
pay-without-gold = without gold
pay-kinds = { $paid }: { $honor } honor
take-card = Take a { $value }
take-top = Top card of the deck
discard-card = Discard a { $value }
play = Play { $parts }: { $total } beats { $mark }
play-group = Play { $part } with
play-one = Play { $part }: beats { $mark }
use-focus = Seishin-teki: go on { $side }
use-ready = Kuji-kiri: ready { $skill }
use-swap = Choho: { $own } for { $theirs }
swap-group = Choho: swap a treasure
swap-pair = { $own } for { $theirs }
banzai = Banzai for the { $treasure }
banzai-odds = Banzai for the { $treasure }: win { $win }%, fail { $fail }%
leave-with = Leave with { $treasures }
give-up = Give up
give-up-losing = Give up and lose { $lost }
keep-treasure = Keep the { $treasure }
lay-token = { $token } (makes { $honor })
lay-value = { $value } (makes { $honor })
disguise-envoy = { $envoy }
disguise-done = No more disguises
award-honor = { $clan }: { $honor } honor
award-rumor = { $rumor } (you have { $held })
form-fight = Combine something else

## Why no shuriken can be placed somewhere

barred-emptied = House { $number } was emptied this round, so it is closed until the next.
barred-sentry = Nothing you hold beats the sentry of house { $number }, a { $value }, by force or by stealth.
barred-sensei = You have no dojo card that pays for a skill here, and know none of the styles.
barred-palace = Your treasures don't pay for any envoy in the palace.
barred-pavilion = Your treasures don't pay for any rumor in the pavilion.
barred-nothing-left = There is nothing left to get there this round.

## Before something grave

sure-give-up = Give up this raid
warn-give-up = Lost to the treasure pile: { $lost }, worth up to { $honor } honor.
warn-give-up-beatable = You could beat this guard.
warn-disguise-left = You could still disguise a ninja for one more influence.

## The board

house-worth = worth { $honor }
    .short = worth { $honor }
house-guard = sentry { $value }
    .short = sentry { $value }
house-play = your { $play } wins
house-closed = emptied, closed
    .short = emptied
board-hand = Your hand
    .short = Your hand
board-pile = pile from the top
board-dojo-draw = With an empty hand you draw 4 cards, with 1 card 3, otherwise 2.
board-dojo-order = Whoever comes here last goes first next round.
board-deck = deck { $number }
board-nothing = nothing left
    .short = nothing left
learn-any = for any card
offer-cost = costs { $cost }
pays = pays { $honor }
hand-empty = no cards
    .short = no cards

## Panels

order-head = Turn order
    .short = Order
order-honor = honor
    .short = honor
order-shuriken = shuriken
    .short = shuriken
order-dojo-cards = cards
    .short = cards
order-rumors = rumors
    .short = rumors
order-elites = { $number ->
    [one] 1 elite
   *[other] { $number } elites
}
influence-head = If scored now
influence-places = 1st 2nd others
influence-nobody = nobody
influence-prizes = 1st takes honor or a rumor, 2nd the other
influence-took-honor = honor
influence-took-rumor = rumor
unseen-head = Not seen yet
unseen-guards = guards:
unseen-elites-force = elites by force:
unseen-elites-stealth = elites by stealth:
unseen-cards = dojo cards:
moment-round = Round { $round } of { $rounds }
moment-next = scoring after { $round }
moment-scoring = Scoring after round { $round }
moment-over = The game is over
secret-treasures = Treasures: { $treasures }
secret-skills = Skills: { $skills }
secret-rumors = Rumors, worth { $honor }: { $rumors }
secret-rumors-at-most = Rumors, worth up to { $honor }: { $rumors }
raid-head = Raid on house { $number } { $side }
raid-of = { $who } in house { $number } { $side }
raid-carries = On the shuriken: { $treasures }
raid-empty = On the shuriken: nothing yet
raid-guards = { $guard } for the { $treasure }
raid-takes-more = It takes more than { $value }
raid-takes-less = It takes less than { $value }
raid-alone = wins alone:
raid-not-alone = not alone:
raid-adds = to add:
raid-then = What is left then beats the next guard:
raid-then-after = after { $parts }: { $win }%
raid-next = Banzai: a guard for the { $treasure }
raid-next-elite = Banzai: an elite for the { $treasure }
raid-unseen = unseen:
raid-beaten = you can beat:
raid-too-strong = too strong:
raid-odds = win { $win }%, fail { $fail }%
raid-draw = { $values } ({ $number ->
    [one] 1 card
   *[other] { $number } cards
})
raid-draw-alarm = { $values } with alarm ({ $number ->
    [one] 1 card
   *[other] { $number } cards
})
raid-alarm = alarm { $percent }%
raid-stake = If you fail, you keep { $kept } and lose { $lost } ({ $honor } honor)
raid-stake-one = If you fail, you keep the { $kept }
raid-failed = Failed: you keep one of these
tale-alarm = Alarm!
place-order = In order: { $treasures }
place-force = Force, over { $value }: { $plays }
place-stealth = Stealth, under { $value }: { $plays }
place-cannot = no card does it
place-second = Then one of:
place-second-elite = Then an elite, { $side }:
place-row = row: { $cards }
place-pile = pile from the top: { $seats }
place-skill = { $skill }, { $price }: { $does }
place-offer = { $thing }: { $cost }
place-palace-worth = Each counts 1 influence with its clan.
place-palace-masks = A mask can hide a ninja for Hensojutsu.
holds-hand = { $who }: { $honor } honor, { $cards ->
    [one] 1 card
   *[other] { $cards } cards
}, { $rumors ->
    [one] 1 rumor
   *[other] { $rumors } rumors
}
holds-treasures = treasures: { $things }
holds-skills = skills: { $things }
holds-envoys = envoys: { $things }
holds-elites = elite guards: { $things }

## Putting parts together

combine-title = Against { $guard }

## The end

end-battles-ninjato = How the raids ended
end-tie-envoys = Tied in honor: the most envoys win
end-tie-oldest = Tied in honor: the oldest envoy wins
raid-nothing = nothing
raid-lost = failed
raid-saved = failed, saved { $treasure }
part-scoring = Scoring after round { $round }
part-round = Round { $number }
source-palace = envoys won
source-pavilion = rumors bought
source-awards = clans
source-treasures = treasures left
source-elites = elite guards

## A first game with hints

hint-welcome-ninjato = Seven rounds, three shuriken each. Treasures from the five houses win envoys in the palace and rumors in the pavilion. Envoys make you first or second with a clan when it is scored, after rounds 3, 5 and 7; rumors count at the end. Digits and small letters choose, Escape goes back. Dashed edges on the board show where you can go, ✓ what you can pay for.
    .plain = Seven rounds, three shuriken each. Treasures from the five houses win envoys in the palace and rumors in the pavilion. Envoys make you first or second with a clan when it is scored, after rounds 3, 5 and 7; rumors count at the end. /look describes the table, /look and a name one place, and /undo takes back a choice.
hint-turn = Place a shuriken, and do at once what that place is for. If you have no cards, go to the dojo: whoever comes last goes first next round. With cards, raid a house: by force, play higher than the guard; by stealth, lower. With treasures, go to the palace or the pavilion.
hint-take = Take cards from the row, which everyone sees, or from the deck, which nobody does. High cards are for force, low ones for stealth, and you can add a 3 to another card as +1 or -1.
hint-discard = You can keep at most seven cards.
hint-fight = The panel says what you need, and what each of your cards and skills would do. The list has the plays that win without waste; + combines anything else. If you give up, you keep one treasure from this raid.
    .plain = Each choice says what it beats. The list has the plays that win without waste; where more would do, + combines them. If you give up, you keep one treasure from this raid.
hint-banzai = Leave, and everything you carry is yours. Call banzai, and a guard comes that nobody has seen: the panel counts those left and says how many you could beat. An alarm may put a lesser treasure first. If you fail, you keep one treasure.
    .plain = Leave, and everything you carry is yours. Call banzai, and a guard comes that nobody has seen: /look counts those left and says how many you could beat. An alarm may put a lesser treasure first. If you fail, you keep one treasure.
hint-keep = The raid failed. You keep one treasure and lose the others.
hint-token = The house you emptied changes hands: put a token of one of the other two clans on it. A clan is worth the sum of its tokens on the houses, so help the clan whose envoys you have.
hint-disguise = Hensojutsu sends a ninja in disguise with a masked envoy: one more influence with that clan in this scoring.
hint-award = You are first with this clan. Take its honor now, or a rumor for the end; second place gets the other.
hint-rumor = You are second with this clan, and first place took the honor, so you get a rumor for free.
