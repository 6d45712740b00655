# Why a choice in Ninjato is refused, and how its moves are written.

refuse-nj-players = Ninjato is for two to four players, each with a different colour.
refuse-nj-no-gifts = You can't give anything away in Ninjato.

## Dojo and sensei

refuse-nj-not-in-row = There is no { $card } in the row.
refuse-nj-no-card = You have no { $card }.
refuse-nj-not-offered = The sensei isn't offering { $skill }.
refuse-nj-style-known = You know the { $style } style, so this costs you no card.
refuse-nj-skill-costs = { $skill } costs a dojo card { $card }.
refuse-nj-skill-costs-any = { $skill } costs a dojo card.
refuse-nj-no-dojo-card = You have no dojo card { $card }.

## Palace and pavilion

refuse-nj-not-in-palace = { $envoy } is not in the palace.
refuse-nj-not-in-pavilion = There is no such { $rumor } in the pavilion.
refuse-nj-not-that-much = You have too few treasures of this kind: { $treasure }.
refuse-nj-paid-exactly = The cost is { $cost }, and you have to pay exactly that.
refuse-nj-gold-for-a-kind = Gold stands for a kind of treasure: write it as 'gold=vase', for example.
nj-either-cost = { $rest } or { $last }

## Raids

refuse-nj-house-emptied = That house has been emptied this round.
refuse-nj-nothing-beats-sentry = You have nothing that beats the sentry ({ $value }) that way.
refuse-nj-not-together = You don't have all of that, or can't play it together: a play is one card or Boryaku, at most one of Kenjutsu and Intonjutsu, and any modifiers.
refuse-nj-mark-anyway = That is against the { $mark } anyway, so leave out 'at { $mark }'.
refuse-nj-not-lower = That makes { $worth }, but it has to be lower than { $marks }.
refuse-nj-not-higher = That makes { $worth }, but it has to be higher than { $marks }.
refuse-nj-not-on-shuriken = There is no { $treasure } on the shuriken.
refuse-nj-not-in-house = There is no such treasure in the house.
refuse-nj-no-choho = Your Choho isn't ready.
refuse-nj-skill-not-used = You haven't used { $skill }.
refuse-nj-kuji-kiri-not-so = Kuji-kiri isn't ready, or can't ready that skill.
refuse-nj-token-of-same-clan = The new token can't be { $clan } again.
refuse-nj-token-not-in-supply = That token is not in the supply.

## Scoring

refuse-nj-not-your-envoy = { $envoy } is not your envoy.
refuse-nj-envoy-without-mask = { $envoy } has no mask.
refuse-nj-envoy-named = You have already chosen that envoy.

## How moves are written: what is in quotes is typed as it is, with names and numbers for what is in capitals

nj-form-sensei = 'sensei SKILL CARD', or 'sensei SKILL' if it costs no card
nj-form-palace = 'palace ENVOY TREASURES', with gold as 'gold=KIND'
nj-form-pavilion = 'pavilion RUMOR TREASURES', with gold as 'gold=KIND'
nj-form-raid = 'raid HOUSE force' or 'raid HOUSE stealth'
nj-form-take = 'take CARD' or 'take deck'
nj-form-discard = 'discard CARD'
nj-form-play = 'play CARD MODIFIERS SKILLS', with 'at VALUE' against one guard of a double
nj-form-use = 'use seishin-teki', 'use kuji-kiri SKILL' or 'use choho TREASURE TREASURE'
nj-form-keep = 'keep TREASURE'
nj-form-token = 'token CLAN VALUE'
nj-form-disguise = 'disguise ENVOY'
nj-form-rumor = 'rumor KIND'
