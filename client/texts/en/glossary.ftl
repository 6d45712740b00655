# The names of things. Every other file uses these words, so translate this one first.
# Spelling is British, but the games' own terms keep theirs: honor, favor, rumor.
# .short has at most 9 characters, .letter exactly 1; both must differ from each other in one language.

## Clans

clan-koi = Koi
    .short = Koi
    .letter = K
    .power = Koi fights with money. Its ronin become coins as war begins, and when it wins Hire Ronin, every coin it hasn't bid counts as a ronin.
clan-lotus = Lotus
    .short = Lotus
    .letter = L
    .power = Lotus plays its mandates face down and announces any of the five.
clan-turtle = Turtle
    .short = Turtle
    .letter = T
    .power = Turtle's strongholds move like figures, have force 1, and never die.
clan-dragonfly = Dragonfly
    .short = Dragonfly
    .letter = D
    .power = Dragonfly flies: it can summon figures in any province, and move them to any other.
clan-bonsai = Bonsai
    .short = Bonsai
    .letter = B
    .power = Bonsai never pays more than one coin for a card or a stronghold.

## Seats that are called after a colour

clan-red = Red
    .short = Red
    .letter = R
clan-blue = Blue
    .short = Blue
    .letter = B
clan-green = Green
    .short = Green
    .letter = G
clan-yellow = Yellow
    .short = Yellow
    .letter = Y
clan-black = Black
    .short = Black
    .letter = K
clan-purple = Purple
    .short = Purple
    .letter = P

## Games

game-rising-sun = Rising Sun
    .about = Ally over tea, play mandates, and bid in secret when war comes. Nobody has to keep a promise.
game-shogun = Shogun
    .about = Plan a whole season in secret, then watch the plans collide. A cube tower decides the battles.
game-ninjato = Ninjato
    .about = Raid the great houses by night, and get out before a guard wakes. Loot wins envoys, and envoys win the game.

## Amounts

amount-vp = { $number } VP
amount-ronin = { $number } ronin
amount-rice = { $number } rice
amount-coin = { $number ->
    [one] { $number } coin
   *[other] { $number } coins
}
amount-figure = { $number ->
    [one] { $number } figure
   *[other] { $number } figures
}
amount-chest = { $number ->
    [one] { $number } chest
   *[other] { $number } chests
}
amount-army = { $number ->
    [one] { $number } army
   *[other] { $number } armies
}
amount-slot = { $number ->
    [one] { $number } slot
   *[other] { $number } slots
}
amount-marker = { $number ->
    [one] { $number } marker
   *[other] { $number } markers
}

## Provinces

province-hokkaido = Hokkaido
province-oshu = Oshu
province-edo = Edo
province-kyoto = Kyoto
province-kansai = Kansai
province-nagato = Nagato
province-shikoku = Shikoku
province-kyushu = Kyushu

## Kami

kami-amaterasu = Amaterasu
    .short = Ama
kami-fujin = Fujin
    .short = Fuj
kami-hachiman = Hachiman
    .short = Hac
kami-raijin = Raijin
    .short = Rai
kami-ryujin = Ryujin
    .short = Ryu
kami-susanoo = Susanoo
    .short = Sus
kami-tsukuyomi = Tsukuyomi
    .short = Tsu

## Mandates

mandate-recruit = Recruit
    .letter = R
mandate-marshal = Marshal
    .letter = M
mandate-train = Train
    .letter = T
mandate-harvest = Harvest
    .letter = H
mandate-betray = Betray
    .letter = B

## Pieces; .one is one of them in a sentence, .many several, .yours the only one the reader has

piece-bushi = Bushi
    .one = a Bushi
    .many = Bushi
piece-shinto = Shinto
    .one = a Shinto
    .many = Shinto
piece-daimyo = Daimyo
    .one = the Daimyo
    .many = Daimyo
    .yours = your Daimyo
piece-komainu = Komainu
    .one = a Komainu
    .many = Komainu
piece-oni-of-skulls = Oni of Skulls
    .one = an Oni of Skulls
    .many = Oni of Skulls
piece-yurei = Yurei
    .one = a Yurei
    .many = Yurei
piece-oni-of-blood = Oni of Blood
    .one = an Oni of Blood
    .many = Oni of Blood
piece-oni-of-souls = Oni of Souls
    .one = an Oni of Souls
    .many = Oni of Souls
piece-river-dragon = River Dragon
    .one = a River Dragon
    .many = River Dragons
piece-oni-of-hate = Oni of Hate
    .one = an Oni of Hate
    .many = Oni of Hate
piece-oni-of-spite = Oni of Spite
    .one = an Oni of Spite
    .many = Oni of Spite
piece-stronghold = Stronghold
    .one = a stronghold
    .many = strongholds

## Season cards

card-komainu = Komainu
card-oni-of-skulls = Oni of Skulls
card-path-of-the-lion = Path of the Lion
card-righteousness = Righteousness
card-way-of-the-shogun = Way of the Shogun
card-benevolence = Benevolence
card-path-of-the-kenin = Path of the Kenin
card-path-of-the-light = Path of the Light
card-courage = Courage
card-path-of-the-ninja = Path of the Ninja
card-way-of-the-righteous = Way of the Righteous
card-honesty = Honesty
card-path-of-the-patron = Path of the Patron
card-path-of-the-warlord = Path of the Warlord
card-path-of-the-serpent = Path of the Serpent
card-respect = Respect
card-way-of-bushido = Way of Bushido
card-way-of-the-ronin = Way of the Ronin
card-yurei = Yurei
card-justice = Justice
card-path-of-the-samurai = Path of the Samurai
card-mercy = Mercy
card-oni-of-blood = Oni of Blood
card-path-of-the-monkey = Path of the Monkey
card-loyalty = Loyalty
card-oni-of-souls = Oni of Souls
card-way-of-the-merchant = Way of the Merchant
card-form-of-the-kitsune = Form of the Kitsune
card-form-of-the-phoenix = Form of the Phoenix
card-path-of-the-dragon = Path of the Dragon
card-river-dragon = River Dragon
card-way-of-the-moneylender = Way of the Moneylender
card-form-of-the-beast = Form of the Beast
card-way-of-the-katana = Way of the Katana
card-form-of-the-demon = Form of the Demon
card-oni-of-spite = Oni of Spite
card-path-of-the-spirit = Path of the Spirit
card-form-of-the-kindred = Form of the Kindred
card-oni-of-hate = Oni of Hate
card-path-of-the-unrighteous = Path of the Unrighteous

set-torii = Torii
set-rider = Rider
set-teapot = Teapot

## Seasons and phases

season-spring = Spring
season-summer = Summer
season-autumn = Autumn
season-winter = Winter
phase-tea = Tea Ceremony
phase-politics = Political Phase
phase-war = War Phase
phase-over = The game is over

## The war board; .short has at most 7 characters

advantage-seppuku = Seppuku
    .short = Seppuku
advantage-hostage = Take Hostage
    .short = Hostage
advantage-hire = Hire Ronin
    .short = Ronin
advantage-poets = Imperial Poets
    .short = Poets
