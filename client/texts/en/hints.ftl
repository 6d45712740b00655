# A first game with hints: said once, when a question comes up for the first time.

hint-title = A word of advice
hint-welcome-rising_sun = Three seasons, then winter counts. Points come from harvests, from wars won and from cards. Everything you may do stands on the right with its key; legal provinces are outlined on the map. Digits choose, Escape goes back, u takes back.
hint-tea = Tea comes before politics. Two players who agree are allies for the season: they share the bonus of their mandates and do not fight each other alone. Offer an alliance, or accept one; 0 ends your tea. Coins and promises can change hands: g gives, o offers a deal.
hint-mandate = You have drawn four mandates and nobody else has seen them. The one you lay is carried out by all; only you and your ally get its bonus. Recruit early, Marshal to reach the provinces with a flag, Harvest where you are strongest, Train to buy cards.
hint-recruit = One figure appears at each of your strongholds. Bushi fight. A Shinto may go to a shrine instead, where the strongest worshipper is given a gift three times a season.
hint-marshal = Each of your figures may move once, over a border or a sea route. Numbers with a flag show where war will come, and in what order. With the bonus you may build a stronghold for three coins, anywhere.
hint-train = Cards last for the whole game. The line below the choices says what a card does. Monsters come to a stronghold of yours at once.
hint-betray = Replace up to two figures of two different players by your own of the same kind. If you are allied, the alliance is broken and costs you honor.
hint-fujin = The wind lets you move two figures, or one of them twice.
hint-bid = War. Spread your coins in secret over four advantages: Seppuku (die with honor for points), Take Hostage (weaken the other), Hire Ronin (add your ronin to your force), Imperial Poets (points for the dead). The highest bid wins each; ties go to the higher honor. Losers lose their coins; the winner pays his to the losers.
hint-seppuku = You won Seppuku: all your figures here may die now, for a point and one step of honor each. It is worth it where you would lose them anyway.
hint-hostage = You won Take Hostage: a figure taken does not fight, and its owner loses a point to you.
hint-hire = You won Hire Ronin: each ronin you have adds one force in this battle, and none is spent.
hint-poets = You won the Imperial Poets: a point for every figure that dies in this battle, whoever loses.
hint-end = The game is over. War tokens of different provinces counted most: ten points for three, twenty for five, thirty for seven.
