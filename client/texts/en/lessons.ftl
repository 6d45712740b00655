# The first lessons. A page has room for five lines of 45 characters beside a small map, so about 210 in all.
# .why says in a friendly word why the lesson wants the answer it wants; .plain is for people who play line by line.
# $move is the answer as the menu names it, row by row.

learn-key-on = Continue
learn-key-wanted = What to do
learn-key-back = Back
learn-table = first lessons
learn-read = Read, then continue
learn-number = page { $number } of { $total }
learn-on = Continue
learn-skip = Skip this and play
learn-stop = Enough for now
learn-row = “{ $row }”
learn-rows = { $first }, then { $next }
learn-wanted = Here you need { $wanted }.
learn-why = { $why } Here you need { $wanted }.
learn-go-on-plain = Enter continues, back goes back; /look shows the table, /help lists more.
learn-help-plain =
    Type the key before a choice, or some of its words. Enter continues, or repeats the question; back goes back.
    A question mark after a choice says what it would do. A question mark alone reads the rule.
    /look describes the table, /look and a name one thing; /rule and some words reads the rules that have them; /quit leaves.
learn-over-plain = That's all. Play a first game with advice now? The bots see little and make mistakes. Type yes or no.

learn-welcome = You are Bonsai. A game has three seasons and a winter; whoever has the most points then wins. Your choices are on the right, each with its key: 1 or Space continues, U goes back.
    .plain = You are Bonsai. A game has three seasons and a winter; whoever has the most points then wins. To choose, type the key before a choice, or some of its words.
learn-map = There are eight provinces. Letters show whose figures stand there; a numbered flag shows where war will come this season, and in what order. Point at a province to read about it: with the mouse, or with M and the arrows.
    .plain = The map has eight provinces. /look tells you who stands where, and where war will come this season, in what order.
learn-honor = At the top right, the clans stand in order of honor. Higher honor wins every tie: battles, harvests, shrines, bids. You are first, so for now ties are yours.
    .plain = The clans are ranked by honor. Higher honor wins every tie: battles, harvests, shrines, bids. You are first, so for now ties are yours.
learn-tea = A season begins with tea. Two players who agree are allies until it ends: they share the bonus of their mandates and spare each other in battle. Choose { $move }.
    .why = Any ally is good, and going without is a choice too. But Koi is far from you and close to Dragonfly, so you won't get in each other's way.
learn-ready = Koi agrees; Dragonfly is alone. At a real table you would now talk, give coins or make deals. Promises bind nobody, but everyone sees who keeps them. Choose { $move }.
    .why = Tea is for alliances, and yours is made.
learn-politics = Politics follows, in seven turns. On yours you draw four mandates nobody else sees, and play one. Everyone carries it out, but only you and your ally get its bonus.
learn-mandate = Your four are on the right. Recruit brings figures, Marshal moves them, Train buys cards, Harvest pays. You have only two figures so far: choose { $move }.
    .plain = You see the four you drew. Recruit brings figures, Marshal moves them, Train buys cards, Harvest pays. You have only two figures so far: choose { $move }.
    .why = That can work, and often does. But with two figures on the map there is little to move or harvest yet.
learn-recruit = Everyone summons a figure at each stronghold; Koi and you get one more as the bonus. A Bushi counts one force in harvests and war. Choose { $move }.
    .why = Soon. First you need somebody who can fight.
learn-shrine = Now the bonus. A Shinto may go to a shrine: three times a season each Kami rewards the strongest there. Hachiman gives ronin. Choose { $move }.
    .why = Not wrong. But ronin will decide a battle for you later, and Hachiman gives them.
learn-marshal = Koi played Marshal: each figure may move once, over a border or a dotted sea route. Dragonfly is massing in Kansai, where the second war will be. Choose { $move }.
    .plain = Koi played Marshal: each figure may move once, over a border or a sea route. Dragonfly is massing in Kansai, where the second war will be. Choose { $move }.
    .why = Legal, but the Daimyo is better off at home, and the points are in Kansai.
learn-build = As Koi's ally you get the bonus too: a stronghold anywhere for three coins, but Bonsai never pays more than one. The first war is in Shikoku. Choose { $move }.
    .why = A stronghold is good anywhere. In Shikoku it brings you figures right where the first war will be.
learn-season = This happens seven times; after the third, fifth and seventh mandate the Kami give their gifts. Let's jump to the last turn of spring: some figures have come and gone.
learn-betray = The last mandate is yours, and you hold two kinds. Betray swaps your figures for those of two others, but it would break your alliance and cost you honor.
learn-harvest = Harvest gives everyone a coin, and Koi and you the reward of every province where you are strongest: coins in Shikoku, a bit of everything in Kyushu. Choose { $move }.
    .why = Tempting! But you need Koi beside you in the coming battle, and coins to pay for it.
learn-war = Hachiman gave you two ronin. Now war: you were alone in Shikoku, so its war token is yours without a battle. Tokens of different provinces count most in winter.
learn-battle = In Kansai you have force 2, Koi 1 and Dragonfly 3. All three fight, though allies don't kill each other. As things stand, Dragonfly would win. But now coins speak.
learn-advantages = Four advantages go to the highest secret bids: Seppuku, dying for points; a hostage; ronin for hire; and poets, points for the dead. Losers lose what they bid.
learn-bid = You have 6 coins and 3 ronin. { form-bid }, put 2 coins on { advantage-hostage } and 2 on { advantage-hire }, and seal your bid with Enter. Keep the other 2.
    .plain = You have 6 coins and 3 ronin. Bid 2 coins on { advantage-hostage }, the second, and 2 on { advantage-hire }, the third. Keep the other 2.
    .why = You could bid that way. But the hostage and your ronin turn this battle, and one coin more than Dragonfly is enough.
    .task = 2 coins on { advantage-hostage }, 2 on { advantage-hire }
    .form = Put 2 coins on { advantage-hostage } and 2 on { advantage-hire }, then press Enter.
learn-hostage = The bids are open, and both advantages are yours. A hostage does not fight, and its owner loses a point to you. Choose { $move }.
    .why = You could take an ally's figure, but Koi is no danger to you here. Dragonfly is.
learn-hire = Now it is two against two. Each ronin adds one force, and you keep them all. Choose { $move } and watch the battle end, step by step; Space continues.
    .plain = Now it is two against two. Each ronin adds one force, and you keep them all. Choose { $move } and hear how the battle ends.
    .why = They cost nothing more, and without them Dragonfly might still win.
learn-outcome = You win, 5 to 2, and take the token. Dragonfly's figures are dead; Koi's live, as your ally's. But Dragonfly bid most for the poets, and they sing for losers too.
learn-winter = The coins you bid went to the losers. You hold two war tokens. In winter, three from different provinces are worth 10 points, five 20, seven 30. So spread out.
learn-end = Summer begins: new cards, new income, new tea, perhaps a new ally. You know enough to play. F1 shows the rules, H the keys, and your first game comes with advice.
    .plain = Summer begins: new cards, new income, new tea, perhaps a new ally. You know enough to play; /help lists the commands.

## Ninjato

learn-nj-welcome = You are Red. In each of seven rounds, everyone places three shuriken in turn and does at once what each place is for. Most honor wins. Your choices have keys: 1 or Space continues, U goes back.
    .plain = You are Red. In each of seven rounds, everyone places three shuriken in turn and does at once what each place is for. Most honor wins. To choose, type the key before a choice, or some of its words.
learn-nj-board = Guards protect the treasures in five houses. Dojo cards and the sensei's skills beat guards; the palace and the pavilion turn treasures into honor. Point at a place to read about it.
    .plain = Guards protect the treasures in five houses. Dojo cards and the sensei's skills beat guards; the palace and the pavilion turn treasures into honor. /look tells you what is where.
learn-nj-dojo = A raid takes cards, and you hold a 3 and a 4. In the dojo you draw two; with fewer in hand, three or four. Whoever goes there last starts the next round. Choose { $move }.
    .why = Two cards won't get you far into a house. Get more cards first.
learn-nj-row = You may take cards from the open row, or the top card of the deck, which nobody has seen. Force needs cards higher than the guard's, stealth lower ones. Choose { $move }.
    .why = Low cards are good for stealth. You already hold a 4, so collect high ones.
learn-nj-deck = One more. The 1 and the 2 that are left suit stealth. Try your luck: choose { $move }.
    .why = Not wrong, but a low card is of little use next to a 4 and a 5.
learn-nj-others = A 4! Blue has learned Kenjutsu, which makes a card a 6 once each round. Green paid a jade for a rumor: 5 honor at once, and more at the end of the game.
learn-nj-raid = You see the first guard of each house, the sentry. In house 2 it is a 3; behind it lie a fan, a scroll and a jade, and the cheapest is won first. Choose { $move }.
    .why = Possible. But with high cards, use force where the sentry is low: that leaves something for the guards behind it.
learn-nj-sentry = You need more than 3; a tie is not enough. A 3 can also be added to another card, as +1 or -1. A 4 will do, so keep the 5 for later. Choose { $move }.
    .why = That wins too. But spend no more than you must: stronger guards may follow.
learn-nj-banzai = The fan is on your shuriken. Leave with it, or call banzai: a guard nobody has seen steps up, with the scroll behind it. The panel counts what may come. Choose { $move }.
    .plain = The fan is on your shuriken. Leave with it, or call banzai: a guard nobody has seen steps up, with the scroll behind it. /look counts what may come. Choose { $move }.
    .why = One treasure for certain is something. But your cards can beat any guard that may come.
learn-nj-guard = A 4. Your other 4 plus the 3 would make 5, but costs two cards. Or give up, and keep one of the treasures you carry. Choose { $move }.
    .why = There is a better way: the 5 beats it on its own.
learn-nj-leave = The fan and the scroll are yours if you leave. The jade is still there, but a guard of 5 would be too strong for a 3 and a 4, and if you fail you keep just one treasure. Choose { $move }.
    .why = Brave! But a 3 and a 4 make 5 at most, and you have exactly enough for an envoy.
learn-nj-stealth = Blue used stealth: a 1 is lower than the sentry, a 2. Whoever empties a house puts another clan's token on it. Green was last in the dojo and would start the next round.
learn-nj-palace = Now spend them: fans are worth 2 honor, scrolls 3, vases 4, jade 5. In the palace you also win an envoy, and one costs exactly a fan and a scroll. Choose { $move }.
    .why = You could. But the first to come takes the envoy, and you have exactly what this one costs.
learn-nj-scoring = 5 honor, and influence with Minamoto. After rounds 3, 5 and 7 each clan is scored: whoever has most of its envoys takes the sum of its tokens on the houses, or a rumor; second place takes the other.
learn-nj-rumors = Rumors score at the end for what you have collected: envoys, skills, elite guards, rumors. Three of a kind count four times. Each treasure left over is worth 1 honor.
learn-nj-end = So raid, and spend while what you want is there; after the third shuriken a new round begins. You know enough to play. F1 shows the rules, H the keys, and your first game comes with advice.
    .plain = So raid, and spend while what you want is there; after the third shuriken a new round begins. You know enough to play; /help lists the commands.

## Shogun

learn-sg-welcome = You are Red. Two years, each of three rounds and a winter; in winter, land and buildings score. Whoever has the most points at the end wins. Your choices have keys: 1 or Space continues, U goes back.
    .plain = You are Red. Two years, each of three rounds and a winter; in winter, land and buildings score. Whoever has the most points at the end wins. To choose, type the key before a choice, or some of its words.
learn-sg-map = Cubes are armies; a province without any is neutral. Its figures are taxes and rice. You have three provinces here; in a three-player game it would be nine. Point at one to read about it.
    .plain = Cubes are armies; a province without any is neutral. You have three provinces here; in a three-player game it would be nine. /look tells you who stands where, and what taxes and rice they give.
learn-sg-round = A round has ten actions: building, collecting, deploying, marching. Everyone plans them at once, in secret. The first five come in the order you see; nobody knows the rest yet.
    .plain = A round has ten actions: building, collecting, deploying, marching. Everyone plans them at once, in secret. The order of the first five is known; nobody knows the rest yet.
learn-sg-cards = You plan with cards: one for each province you own, and five chests. A province carries out the action it is placed on, and nothing else this round. A chest there does nothing; as a bid, it is what you pay.
learn-sg-plan = { form-plan }. A number places a card there; again, the next best: 1 until Suruga is on { action-collect_tax.short }, 2 until Shinano is on { action-battle_a.short }, 3 until Kai is on { action-collect_rice.short }. + until chest 3 is on { action-bid.short }. F fills the rest, Enter seals.
    .plain = Type an action, then a province: { action-collect_tax } in Suruga, which gives 7; { action-collect_rice } in Kai; { action-battle_a } from Shinano with its five armies; and bid 3 chests. Then type fill to place the rest, and seal to finish.
    .why = You could plan that way. But this time we want taxes, rice and a march, and a bid that comes first.
    .task = Suruga on { action-collect_tax.short }, Shinano on { action-battle_a.short }, Kai on { action-collect_rice.short } and chest 3 on { action-bid.short }
    .form = Press 1 until Suruga is there, 2 until Shinano, 3 until Kai and + until chest 3; then F and Enter.
learn-sg-bids = All plans are made. An event applies this round, here one for new theatres. Then the bids open: three chests are the most, so you choose first, and you pay them.
learn-sg-special = A special gives you a privilege and a place in this round's turn order. You want to take Kozuke from Blue. Choose { $move }.
    .why = That is useful. But one more cube may decide the battle you have planned.
learn-sg-tax = Suruga gave 7 chests, but now there is unrest: collect there again this year, and its peasants revolt. The next action is Battle A, and your card, Shinano, is turned over.
learn-sg-march = One army has to stay; the rest may march, all to one neighbour. In your own land they just move; anywhere else they have to fight. Blue has three in Kozuke. Choose { $move }.
    .why = You could. But what falls out of the tower is luck, so go for Kozuke with everything you have.
learn-sg-cube = Your special lets you throw one more cube from your reserve. It costs nothing else. Choose { $move }.
    .why = You took the special for exactly this.
learn-sg-tower = All cubes went into the tower, where some stay and old ones come loose. 4 red, 2 blue and a peasant fell onto the tray. Peasants help a defender who has no unrest, so it was 4 to 3.
learn-sg-after = Kozuke is yours, with one army left. Blue had planned a castle there, but that card went with the province. Then came the other actions: Kai gave 3 rice. Now it is summer.
learn-sg-winter = In winter everyone loses some rice to the leftover event, and every province eats one. Peasants revolt over what is missing, so collect rice every year.
learn-sg-score = Then each province and each building scores a point. In each region, most castles are worth 3, most temples 2 and most theatres 1. So build where you can have the most.
learn-sg-end = After winter a second year begins; land, armies and tower stay as they are. You know enough to play. F1 shows the rules, H the keys, and your first game comes with advice.
    .plain = After winter a second year begins; land, armies and tower stay as they are. You know enough to play; /help lists the commands.
