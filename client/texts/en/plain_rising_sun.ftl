# Rising Sun in the line client: the table in words, and bids.

rs-look-honor = Honor, from the top: { $clans }.
rs-look-winter = { $season }.
rs-look-phase = { $season }, { $phase }.
rs-look-mandate = { $season }, { $phase }, { $mandate }.
rs-look-clan = { $clan }: { $vp }, { $coins }, { $ronin }, { $ally }.
rs-look-ally = allied with { $clan }
rs-look-no-ally = no ally
rs-look-reserve = Reserve: { $figures }.
rs-look-cards = Cards: { $cards }.
rs-look-tokens = War tokens: { $tokens }.
rs-look-token = { $province } ({ $season })
rs-look-hostages = Hostages: { $figures }.
rs-look-harvest = A Harvest now would bring { $reward }.
rs-look-outlook = War now without bids, then Winter: { $total } VP, of them { $tokens } for war tokens, { $set } for the set of provinces and { $cards } for cards.
rs-look-province = { $province }: { $people }.
rs-look-war = { $province } (war token { $number }): { $people }.
rs-look-shrine = Shrine of { $kami }: { $people }.
rs-look-people = { $clan } with { $figures }
rs-look-mandates = Mandates this season: { $mandates }.
rs-look-laid = { $clan } { $mandate }
rs-look-offer = Cards on offer: { $cards }.
rs-look-price = { $card } ({ $price })
rs-look-alliances = Alliances offered: { $offers }.
rs-look-alliance = { $clan } to { $other }
rs-look-battle = Battle of { $province }: { $clans }.
rs-look-sealed = Answers sealed so far: { $clans }.
rs-look-drawn = Only you can see this: you drew { $mandates }.
rs-look-face-down = Only you can see this: you played { $mandates } face down.
rs-look-answer = Only you can see this: you sealed { $answer }.
rs-look-credits = The rules are our own summary of the rulebooks; the data file names the source of every figure.

## Bids

rs-bid-battle = Battle of { $province }: bid coins in secret on four advantages.
rs-bid-rival = { $clan }: force { $force }, { $coins }, { $ronin }.
    .you = You: force { $force }, { $coins }, { $ronin }.
rs-bid-coins = { $place }. How many coins, 0 to { $left }? Enter alone means { $usual }; back returns to the one before.
