### What bots say and what is said of them. Ids beginning with `bot-` travel from bot to client as phrases.

## Temperaments

temperament-honest = honest
temperament-opportunist = an opportunist
temperament-warlike = warlike
temperament-merchant = a merchant

## Answers to offers

bot-yes = Agreed.
bot-yes-promises = Agreed. You have my word, and I have yours.
bot-yes-present = Thank you!
bot-rather-coins = { $coins ->
    [one] For one coin from you, yes.
   *[other] For { $coins } coins from you, yes.
}
bot-rather-cheaper = { $coins ->
    [0] Not at that price. How about this?
    [one] I'd pay one coin for that.
   *[other] I'd pay { $coins } coins for that.
}
bot-rather-promise = I'd want your word on something, too.
bot-rather-less = You're asking for too much at once. How about this?
bot-no-promise = No deals: you broke your word.
bot-no-betrayal = No deals: you betrayed me.
bot-no-words = I can't judge a promise in your own words. Choose one of the game's promises.
bot-no-already = You already have my word on that.
bot-no-promised = I've already promised otherwise.
bot-no-sealed = Too late: what I've sealed stands.
bot-no-purse = I don't have that much.
bot-no-means = You don't have that much.
bot-no-ahead = You're ahead. I won't help you for that.
bot-no-less = { $coins ->
    [one] Not for less than one coin.
   *[other] Not for less than { $coins } coins.
}
bot-no-nothing = And what do I get?
bot-no-trust = I don't trust your word enough for that.
bot-no-use = That promise is no use to me.
bot-no-more = That would help you far more than me.
bot-no-cost = That would cost me more than it's worth.
bot-no-cards = I can't tell what that's worth.

## A few words

bot-reads-offers = I can't read what people write, only offers. Make me one: I always answer.
bot-says-hello-honest = Good luck, all. My word is my bond.
bot-says-hello-opportunist = Well met. Let's see how this goes.
bot-says-hello-warlike = Enough talk. Let's fight.
bot-says-hello-merchant = Welcome, friends. Everything has its price.
bot-says-ally-honest = I'm glad to have you at my side.
bot-says-ally-opportunist = An alliance, then. For now.
bot-says-ally-warlike = Good. Now point me at somebody.
bot-says-ally-merchant = May it profit us both.
bot-says-threat-honest = I'm stronger here. You could still withdraw.
bot-says-threat-opportunist = This one looks easy.
bot-says-threat-warlike = This ground is mine. Come and see.
bot-says-threat-merchant = Winning here will cost you more than it's worth.
bot-says-thanks-honest = You kept your word. I'll remember that.
bot-says-thanks-opportunist = You kept your word? I'm impressed.
bot-says-thanks-warlike = Your word is good. Noted.
bot-says-thanks-merchant = A pleasure to do business with you.
bot-says-grudge-honest = I trusted you. That was a mistake.
bot-says-grudge-opportunist = Well played. It will cost you.
bot-says-grudge-warlike = You will pay for that.
bot-says-grudge-merchant = No more deals with you for a while.

## Why

why-chosen = Chosen: { $what }, { $worth } points.
why-other = Not chosen: { $what }, { $worth }.
why-terms = { "   " }{ $terms }
why-term = { $term } { $worth }
why-offer-accept = accept the offer
why-offer-decline = decline the offer
why-offer-counter = offer something else
why-offer-to = an offer to { $seat }
why-offer-nothing = offer nothing
why-reason = { $what } (“{ $reason }”)
why-nobody = No bot has shared its thoughts yet. Bots do so when the game is over.
why-no-thoughts = { $seat } has shared no thoughts; only bots do, when the game is over.
why-habit = There was nothing to weigh: habit or the rules left only one answer.
why-title = What { $seat } weighed
why-number = { $number }. { $what }
why-hint = /why { $seat } N tells more about one of them.

term-points = points
term-provinces = provinces within reach
term-harvest = harvest
term-purse = coins and ronin
term-honor = honor
term-army = army
term-strongholds = strongholds
term-shrines = shrines
term-cards = cards
term-bonuses = mandate bonuses
term-offers = alliances on offer
term-kindness = kindness
term-land = land
term-buildings = buildings
term-supply = rice
term-unrest = unrest
term-exposure = exposed borders
term-treasures = treasures
term-clans = favor of the clans
term-skills = skills
term-rumors = rumors
term-order = turn order
term-tower = armies in the tower
term-border = long borders
term-tempo = shuriken in hand
term-envoys = envoys
term-boryaku = Boryaku
term-goodwill = Goodwill
term-word = keeping its word
term-goods = coins and ronin
term-promised = what it is promised
term-promises = keeping its promises
term-rival = what a rival gains
term-grudge = a grudge
