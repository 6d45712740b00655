# Why a choice in Ninjato is refused, and how its moves are written.

refuse-nj-players = Ninjato is played by two to four players, each with a colour of their own.
refuse-nj-no-gifts = In Ninjato nothing is given away.

## Dojo and sensei

refuse-nj-not-in-row = There is no { $card } in the row.
refuse-nj-no-card = You have no { $card }.
refuse-nj-not-offered = The sensei does not offer { $skill }.
refuse-nj-style-known = You know the style of the { $style }, so no card is discarded.
refuse-nj-skill-costs = { $skill } costs a dojo card { $card }.
refuse-nj-skill-costs-any = { $skill } costs a dojo card.
refuse-nj-no-dojo-card = You have no dojo card { $card }.

## Palace and pavilion

refuse-nj-not-in-palace = { $envoy } is not in the palace.
refuse-nj-not-in-pavilion = No such { $rumor } is in the pavilion.
refuse-nj-not-that-much = You do not have that much { $treasure }.
refuse-nj-paid-exactly = The cost is { $cost }, and it is paid exactly.
refuse-nj-gold-for-a-kind = Gold stands for a kind of treasure: it is written 'gold=vase' or the like.
nj-either-cost = { $rest } or { $last }

## Raids

refuse-nj-house-emptied = That house was emptied in this round.
refuse-nj-nothing-beats-sentry = You have nothing that beats the sentry, { $value }, that way.
refuse-nj-not-together = You do not have all that, or it cannot be played together: a play is one card or Boryaku, at most one of Kenjutsu and Intonjutsu, and any modifiers.
refuse-nj-mark-anyway = That is against the { $mark } anyway; leave out 'at { $mark }'.
refuse-nj-not-lower = That comes to { $worth }; it has to be lower than { $marks }.
refuse-nj-not-higher = That comes to { $worth }; it has to be higher than { $marks }.
refuse-nj-not-on-shuriken = There is no { $treasure } on the shuriken.
refuse-nj-not-in-house = There is no such treasure in the house.
refuse-nj-no-choho = You have no Choho ready.
refuse-nj-skill-not-used = You have no used { $skill }.
refuse-nj-kuji-kiri-not-so = Kuji-kiri is not ready, or never readies that skill.
refuse-nj-token-of-same-clan = The new token is not of { $clan } again.
refuse-nj-token-not-in-supply = That token is not in the supply.

## Scoring

refuse-nj-not-your-envoy = { $envoy } is not your envoy.
refuse-nj-envoy-without-mask = { $envoy } has no mask.
refuse-nj-envoy-named = That envoy is named already.

## How moves are written; what stands in quotes is typed as it is, with names and numbers for what is in capitals

nj-form-sensei = 'sensei SKILL CARD', or 'sensei SKILL' where no card is owed
nj-form-palace = 'palace ENVOY TREASURES', gold as 'gold=KIND'
nj-form-pavilion = 'pavilion RUMOR TREASURES', gold as 'gold=KIND'
nj-form-raid = 'raid HOUSE force' or 'raid HOUSE stealth'
nj-form-take = 'take CARD' or 'take deck'
nj-form-discard = 'discard CARD'
nj-form-play = 'play CARD MODIFIERS SKILLS', against one guard of a double with 'at VALUE'
nj-form-use = 'use seishin-teki', 'use kuji-kiri SKILL' or 'use choho TREASURE TREASURE'
nj-form-keep = 'keep TREASURE'
nj-form-token = 'token CLAN VALUE'
nj-form-disguise = 'disguise ENVOY'
nj-form-rumor = 'rumor KIND'
