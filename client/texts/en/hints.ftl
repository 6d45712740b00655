# A first game with hints: said once, when a question comes up for the first time.

hint-title = A word of advice
hint-welcome-rising_sun = Three seasons of harvests, wars and bargains, then winter adds up the points. Everything you can do is on the right with its key; provinces you can choose are outlined on the map. Digits and small letters choose, Escape goes back, U takes back.
    .plain = Three seasons of harvests, wars and bargains, then winter adds up the points. Type the key before a choice. /look describes the table, /look and a name one province or clan, and /undo takes back a choice.
hint-tea = Tea comes before politics. Two players who agree are allies for the season: they share the bonus of their mandates and never fight each other alone. Offer an alliance or accept one; 0 ends tea for you. You can also trade coins and promises: G gives, O offers a deal.
    .plain = Tea comes before politics. Two players who agree are allies for the season: they share the bonus of their mandates and never fight each other alone. Offer an alliance or accept one; 0 ends tea for you. You can also trade coins and promises: /give gives, /offer offers a deal.
hint-mandate = You have drawn four mandates that nobody else has seen. Everyone carries out the one you play, but only you and your ally get its bonus. Recruit early, Marshal to reach the provinces with a flag, Harvest where you are strongest, Train to buy cards.
hint-recruit = Summon one figure at each of your strongholds. Bushi fight. A Shinto may go to a shrine instead, where the strongest worshipper gets a gift three times a season.
hint-marshal = Each of your figures may move once, over a border or a sea route. Numbers with a flag show where war will come, and in what order. With the bonus you may build a stronghold for three coins, anywhere.
    .plain = Each of your figures may move once, over a border or a sea route. /look says where war will come, and in what order. With the bonus you may build a stronghold for three coins, anywhere.
hint-train = Cards last for the whole game. The line below the choices says what a card does. Monsters come to one of your strongholds at once.
    .plain = Cards last for the whole game. A question mark after a key says what the card does. Monsters come to one of your strongholds at once.
hint-betray = Replace up to two figures of two different players with your own of the same kind. If you have an ally, this breaks the alliance and costs you honor.
hint-fujin = The wind lets you move two figures, or one figure twice.
hint-bid = War. Spread your coins in secret over four advantages: Seppuku (die with honor for points), Take Hostage (weaken an enemy), Hire Ronin (add your ronin to your force), Imperial Poets (points for the dead). The highest bid wins each; honor breaks ties. Losers lose their coins; the winner pays theirs to the losers.
hint-seppuku = You won Seppuku: all your figures here may die now, for one point and one step of honor each. Do it where you would lose them anyway.
hint-hostage = You won Take Hostage: a captured figure does not fight, and its owner loses a point to you.
hint-hire = You won Hire Ronin: each ronin you have adds one force in this battle, and you keep them all.
hint-poets = You won the Imperial Poets: one point for every figure that dies in this battle, whoever loses it.
