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
rs-look-province = { $province }: { $people }.
rs-look-war = { $province } (war token { $number }): { $people }.
rs-look-shrine = Shrine of { $kami }: { $people }.
rs-look-people = { $clan } { $figures }
rs-look-mandates = Mandates this season: { $mandates }.
rs-look-laid = { $clan } { $mandate }
rs-look-offer = Cards on offer: { $cards }.
rs-look-price = { $card } ({ $price })
rs-look-alliances = Alliances offered: { $offers }.
rs-look-alliance = { $clan } to { $other }
rs-look-battle = Battle of { $province }: { $clans }.
rs-look-sealed = Sealed answers lie there of { $clans }.
rs-look-drawn = Only you see: the mandates you have drawn: { $mandates }.
rs-look-face-down = Only you see: the tiles you laid face down: { $mandates }.
rs-look-answer = Only you see: your sealed answer, { $answer }.
rs-look-credits = The rules are our own digest of the rulebooks; the file of figures names the source of each.

## Bids

rs-bid-battle = The battle of { $province }: bid coins on four things in secret.
rs-bid-rival = { $clan }: force { $force }, { $coins }, { $ronin }.
rs-bid-coins = { $place }. How many coins, 0 to { $left }? Enter alone means { $usual }; back corrects the one before.
