# The screens of Jinmaku, whatever is played.

## Small words

count-of = { $number } { $things }
multiple-of = { $things }×{ $number }
list = { $rest } and { $last }
list-or = { $rest } or { $last }
nothing = nothing
you = you
# All words for the reader, in whose colour the log shows them
you-in-log = You|you|Your|your|yours
bot = bot

## The line at the top

header-your-turn = YOUR TURN
title-turn = ● Your turn · Jinmaku
header-wait = waiting
header-over = GAME OVER
header-replay = REPLAY · { $key }: other eyes
header-open = gathering
header-frozen = FROZEN
header-watching = watching
header-offline = NO CONNECTION
header-code = table code { $code }
header-unread = talk { $number }

## The prompt line

prompt-waiting = Waiting for { $who }
prompt-thinking = { $who } { $number ->
        [one] is
       *[other] are
    } thinking
prompt-nobody = Nobody has anything to decide right now
prompt-answered = Waiting for the result
prompt-left = { $time } left
prompt-sealed = sealed: { $done } · missing: { $missing }
prompt-choices = Everyone seals a choice
prompt-chance = Everyone adds to the luck of the game
prompt-own-seal = Sealed. It can no longer be changed.
prompt-can-change = Sealed. You can change it until everyone has sealed
prompt-set = Everything is sealed; the players' programs are confirming it
prompt-certified = Everything is sealed and confirmed, and is now being opened
prompt-all = nobody
prompt-trail = { $trail } …
    .plain = { $trail }. Which? Or type back.
prompt-open = Waiting until everyone is ready
prompt-open-free = Waiting for players: nobody has taken { $seats } yet
prompt-open-ready = Waiting until everyone is ready; not yet: { $who }
gathering-head = At the table
hall-invite = { $number ->
        [one] One seat is free. Send this invitation to a friend:
       *[other] { $number } seats are free. Send each friend an invitation of their own. The first:
    }
hall-free = { $number ->
        [one] One seat is free.
       *[other] { $number } seats are free.
    }
hall-full = Everyone is here. The game begins when all are ready.
prompt-away = { $who } (away)
prompt-over = The game is over
prompt-frozen = The table is frozen; its journal is safe
prompt-coming = Going to the table
prompt-goes-on = Any key continues · { $news }
prompt-skips = any key skips ahead

## Choices

form-bid = Open the war board
    .plain = Make your bid
choices-change = Change what you sealed
    .about = Nobody has seen it yet. You can change it until everyone has sealed.
choices-gift = Give coins or ronin
    .about = Gifts change hands at once, and nothing is promised in return.
choices-back = back
    .plain = Back to all choices
choices-invite = Invite friends
    .about = Shows the invitations to the seats that are still free, each to be copied or scanned.
choices-ready = I'm ready
    .about = The game begins when all seats are taken and everybody is ready. Until then you can change your mind.
choices-unready = I'm not ready after all
choices-seat = Play { $seat } instead
    .about = You give up your seat and take this one, while the game has not begun.
choices-stand-up = Give up your seat
    .about = Somebody else can take your seat then. You are asked to confirm it.
choices-offer = Answer { $who }'s deal { $number }
    .about = Shows what is offered. You can accept, decline, make another offer instead, or talk about it first.
choices-agree-to = Let { $who } take this back: { $what }
choices-agree = Let { $who } take back the choice
    .about = Others may take a choice back if everyone at the table allows it.
choices-refuse = Don't let { $who } take it back
choices-vote-yes = Let a bot play for { $who }
    .about = If most of the others want it, a bot plays for whoever is away until they are back. Whoever waits can still vote for a bot later.
choices-elect-yes = Let { $name } take over { $who }
    .about = If most of you want it, they play on in this seat with a key of their own.
choices-elect-no = Don't let { $name } take over { $who }
choices-apply = Ask to take over { $who }
    .about = The players vote on it. If they agree, you play on in this seat.
choices-vote-no = Wait for { $who }
choices-end = Look at the end of the game
    .about = Points and where they came from, the log, a replay, and another game.
choices-rematch = Play again: the next table is open
    .about = Takes you to a new table with the same game and the same people.
about-more = … { $key }: more
key-not-asked = { $key } does nothing now: it isn't your turn to decide.
key-for-nothing = { $key } does nothing here; { $help } shows the keys that do.
key-dead = { $key } “{ $words }”: { $why }
key-over = that is no longer possible.

## Panes

talk-room-table = Table
talk-say-table = Say to everyone …
talk-all = everyone
talk-to = to { $who }:
talk-turn = Ctrl+N: rooms
talk-say-room = Say to { $who } only …
talk-watching = Spectators cannot chat.
talk-said = { $who }: { $words }
talk-title = { $whole ->
    [yes] Say to everyone
   *[other] Say to { $who } only
}
talk-silence = Nothing has been said here yet.
talk-keys = Enter sends it · Esc goes back
interrupted-offer = { $number ->
    [one] { $who } offers you deal { $deal }: { $terms }
   *[other] { $who } offers you deal { $deal }, the newest of { $number } offers: { $terms }
}
interrupted-answer = answers
interrupted-reply = replies
deal-offer = { $seat } offers { $to } deal { $number }
    .you = You offer { $to } deal { $number }
    .yours = { $seat } offers you deal { $number }
deal-answer = Your answer to { $who }'s deal { $number }?
deal-gives = { $who } gives { $goods }
    .you = you give { $goods }
deal-promises = { $who } promises { $promises }
    .you = you promise { $promises }
deal-accept = Accept
deal-counter = Counter
deal-decline = Decline
deal-withdraw = Withdraw
deal-talk = Talk about it first
deal-status-open = open
deal-status-accepted = accepted
deal-status-declined = declined
deal-status-withdrawn = withdrawn
deal-status-countered = countered
deal-status-expired = expired
deal-kept = Kept: { $promise }
deal-broken = Broken: { $promise }

## Dialogs

dialog-yes = y Yes
dialog-no = n No
dialog-not-listed = { $key } does nothing here: pick one from the list, or press Esc to go back.
dialog-which = { $key } does nothing here: press y or n.
lines-head = { $title } · Esc closes
lookup-head = { $title } · { $number } · Esc closes
dialog-cancel = Cancel
dialog-sure = { $what }?
bid-title = War board · { $province }
bid-left = { $left } of { $total } coins left
bid-seal = Seal the bid
bid-later = Later
bid-keys = ↑ ↓ line · ← → or 0-9 coins · Enter seals · ? keys
bid-place = { $coins } { $place }
    .plain = { $coins } on { $advantage }
bid-nothing = a bid of nothing
sure-seal = Seal { $answer }
warn-seal-last = Everyone else has sealed, so everything opens at once. You won't be able to change yours.
warn-seal = Nobody sees it until everyone has sealed; until then you can change it.
combine-base = Play
combine-setter = With
combine-none = nothing
combine-against = Against
combine-beats = This makes { $total } and beats { $mark }.
combine-not = This makes { $total }, which does not beat { $mark }.
combine-too-much = You don't have that much.
combine-send = Play it
gift-title = A gift
gift-to = To
gift-coins = Coins
gift-ronin = Ronin
gift-send = Give it
offer-title = Offer a deal
counter-title = Make a counter-offer
offer-to = To
offer-give-coins = You give coins
offer-give-ronin = You give ronin
offer-want-coins = You want coins
offer-want-ronin = You want ronin
offer-promise = You promise
offer-ask = They promise
offer-and = and
offer-nothing = nothing
offer-words-missing = Write what you promise or want promised: the line for your own words is empty.
offer-words = in your own words
offer-words-hint = The promise in your own words …
offer-send = Send the offer
offer-hint = Until the game ends, only you two and the host see this. Goods change hands at once; nobody enforces promises. Arrows or first letters choose, Enter sends.
    .plain = Until the game ends, only you two and the host see this. Goods change hands at once; nobody enforces promises.
promise-me = me
promise-ally = ally with { $about }
    .to = to ally with { $about }
promise-no_betray = don't betray { $about }
    .to = not to betray { $about }
promise-stay_out = stay out of { $about }
    .to = to stay out of { $about }
promise-play_mandate = play { $about }
    .to = to play { $about }
promise-no_bid = no bid on { $about }
    .to = not to bid on { $about }
promise-no_attack = no attack on { $about }
    .to = not to attack { $about }
promise-leave = leave { $about } to others
    .to = to leave { $about } to others
promise-spare = spare { $about }
    .to = to spare { $about }
promise-visit = visit { $about }
    .to = to visit { $about }
promise-no_envoy = no envoy of { $about }
    .to = to win no envoy of { $about }
promise-words = “{ $about }”
    .to = “{ $about }”
since-title = While you were away
recap-title = Since your last choice
warn-promise = You promised { $who } { $promise }.
warn-offered = { $who } has offered you a deal, and you haven't answered.
warn-offering = { $who } hasn't answered the deal you offered.
undo-ask = Ask the others to let you take this back: { $what }
undo-alone = Take this back, along with everything since: { $what }
undo-last = your last choice
stand-up-sure = Give up your seat and leave
stand-up-warn = Somebody else may then sit down there.
leave-sure = Leave the table
leave-warn = Your seat is kept. You can come back and play on.

## Table information

info-title = The table
info-choice = { $words }: { $about }
info-table = Table { $table } · { $game }
info-code = Table code { $code }
info-key = Key of { $player }: { $key }
info-keys = Read the table code to each other. If everyone has the same one, nobody is listening in. Keys are remembered, so you will be told if one changes.
log-code = Table code { $code }: read it aloud. Everyone must have the same one.
info-terms = Terms: { $terms }
info-seat = { $seat }: { $player }
info-free = free
info-ready = ready
info-away = away
info-replaced = played by a bot
info-spectators = { $number } watching

## Help

help-title = Keys
help-choose = pick a choice by its number or by a letter of its name
help-zero = finish: done, decline, end tea
help-escape = go back, or close
help-arrows = move in a list; Enter takes what you are on
help-tab = next pane
help-undo = take back your last choice, or ask to; change a sealed one
help-panes = map, table, talk, log
help-map = on the map: arrows and Tab move, Enter picks
help-zoom = on the map: zoom in and out (or the mouse wheel); Shift and arrows pan
help-talk = talk (Ctrl+N: next room), offer a deal, give a gift
help-space = skip ahead, as any key does
help-palette = everything you can do now
help-rules = the rules on what you are asked now
help-explain-line = what the line you are on is for, and all others
help-explain = what is this? The card of whatever the cursor is on, and a list of all others; clicking a name works too
help-info = all about the choice you are on; who is at the table
help-since = what happened since your last choice
help-settings = settings
help-picture = save a picture of the screen
help-quit = leave
help-form-lines = go to another line
help-form-amounts = change its value
help-form-send = finish and send
help-form-later = put it off; your draft is kept
help-form-talk = answer the newest offer or words, or talk; your draft stays as it is
help-form-more = Nothing is sent until you finish the form.
help-more = The second line says what you are asked. What you can choose is outlined on the map.

## Keys in the footer

key-rules = Rules
key-help = Keys
key-explain = Explain
key-map = Map
key-table = Table
key-talk = Talk
key-log = Log
key-undo = Undo
key-gift = Gift
key-offer = Offer
key-info = Info
key-since = Recap
key-settings = Settings
key-picture = Picture
key-leave = Leave

## Rules

rules-title = Rules
rules-search = Search the rules …
rules-none = No rule matches.
rules-found = { $number ->
        [one] 1 rule
       *[other] { $number } rules
    }

## Credits

credits-title = Credits
help-first-lines = pick a line by its key, or with the arrows and Enter
help-first-games = choose a game, or change the line you are on
help-first-lobby = to the lobby: friends, hosting, replays
help-first-more = At a table, H shows the keys, ? explains what you are on, and F1 opens the rules.
help-credits = where the rules and figures come from

## Sheets: what a part of a game has come to

sheet-head = — { $title } —
    .plain = { $title } in points:
sheet-head-no-points = — { $title } —
    .plain = { $title } in short:
sheet-under-way = So far
sheet-before = before
sheet-points = Points
sheet-promises = Promises
sheet-hint = any key closes · ← → other parts · { $key } opens it again
sheet-hint-alone = any key closes · { $key } opens it again
sheet-none = There is nothing to add up yet.
sheet-source = { $source } { $points }
sheet-gains = { $who } { $points }: { $gains }
    .you = You { $points }: { $gains }
sheet-no-gains = { $who } { $points }
    .you = You { $points }
sheet-side = { $who }: { $bid }
    .you = You: { $bid }
sheet-battle = { $place }. { $bids }. { $outcome }.
sheet-battle-bids = { $place }. { $bids }.
sheet-battle-outcome = { $place }: { $outcome }.
sheet-winner = { $who } wins
    .you = You win
command-sheet = the score sheet
help-sheet = points and battles so far

## Settings

settings-title = Settings
settings-pace = Other players' turns
settings-glyphs = Signs
settings-palette = Colours
settings-theme = Theme
settings-animation = Animation
settings-confirm = Ask before big decisions
settings-bell = Bell on your turn
settings-chatter = Small talk from bots
settings-save = Save
settings-keys = Keys …
pace-step = wait for a key after each move
pace-calm = calm
pace-brisk = brisk
pace-instant = instant
glyphs-unicode = full
glyphs-ascii = plain ASCII
palette-clans = clans
palette-mono = without colours
theme-dark = dark
theme-light = light
switch-on = on
switch-off = off

## Keys

keys-title = Keys
keys-hint = Enter changes a key, Delete restores the default, Esc finishes. Keys are stored under [keys] in { $path }
keys-press = Press the new key: { $command }
keys-press-hint = Esc leaves it as it is.
keys-unknown = [keys] in the settings: there is no command “{ $command }”.
keys-bad = [keys] in the settings: “{ $key }” is not a key, so { $command } stays on { $old }.
keys-clash = { $key } cannot do both { $one } and { $other }, so { $kept } stays on { $old }.
command-map = to the map
command-table = to the choices
command-talk = to the talk
command-log = to the log
command-offer = offer a deal
command-gift = give a gift
command-undo = take back the last choice
command-recap = what happened since my last choice
command-info = who is here, and who owns what
command-rules = rules
command-help = what the keys do
command-explain = what is this?
command-hurry = skip ahead
command-back = back
command-leave = leave
command-map-left = on the map: west
command-map-right = on the map: east
command-map-up = on the map: north
command-map-down = on the map: south
command-map-next-target = on the map: next target
command-map-previous-target = on the map: previous target
command-map-pick = on the map: pick
command-map-closer = on the map: zoom in
command-map-farther = on the map: zoom out
command-map-see-west = on the map: pan west
command-map-see-east = on the map: pan east
command-map-see-north = on the map: pan north
command-map-see-south = on the map: pan south
command-replay-on = replay: one step forward
command-replay-back = replay: one step back
command-replay-far-on = replay: ten steps forward
command-replay-far-back = replay: ten steps back
command-replay-first = replay: to the start
command-replay-last = replay: to the end
command-replay-battle = replay: next battle
command-replay-battle-back = replay: previous battle
command-replay-run = replay: play or pause
command-replay-faster = replay: faster
command-replay-slower = replay: slower
command-replay-fork = replay: play on from here
command-replay-eyes = replay: through other eyes
command-replay-proof = replay: was it fair?
command-replay-why = replay: why did a bot do that?
command-end-look = end: look at the table
command-end-again = end: play again
command-end-replay = end: watch the replay
command-end-save = end: save the game
command-settings = settings
command-picture = save a picture of the screen
command-quit = leave the program

## News

alarm-title = Stop playing
alarm-evidence = The evidence is in { $path }
alarm-no-evidence = The evidence could not be saved.
alarm-end = You have left this table. Nothing else you sealed will be sent or opened.
news-back = Connected again.
news-gone = You have left the table: { $reason }
news-no-way = You are not at the table. Press q to go back.
news-undo-asked = The others are being asked to allow it.
news-undo-none = You have no choice to take back.
news-undo-twice = You have already asked for that.
gift-nothing = Choose how many coins or ronin to give.
news-no-gift = You have nothing to give away now.
news-no-rule = No rule goes with that line.
news-no-target = You can't choose { $place } now. ({ $rule })
news-nothing-since = Nothing has happened since your last choice.
news-asks-back = { $who } would like to take back a choice: see the top of your choices.
news-offer = { $who } offers you a deal.
news-saved = Saved: { $path }
news-sent = Offer sent.
news-kept = Saved in { $folder }: { $files }
news-overtaken = Your change came too late: everyone had sealed. What you sealed before stands.
news-rematch = Another game with the same people is open.

## The lobby

lobby-title = Jinmaku
lobby-subtitle = a war camp, a curtain, a council
lobby-play = The three games: play against bots
    .plain = Play against bots
    .about = Choose one of the three games by its picture, your side, and how many bots of which level play against you. It runs on this machine alone.
lobby-find = Find a table on the local network
    .about = Lists the tables that hosts on your local network show to everyone nearby. To sit down you need an invitation from the host; watching is open to all.
lobby-join = Join by invitation
    .about = Paste the invitation a host sent you, a link that begins with table://. It is good for one seat.
lobby-here = Tables at this host
    .about = The tables of the host whose lobby this is. Sit down at one, watch one, or open your own.
lobby-host = Host a table for others
    .about = Opens a table on this machine, shows an invitation for each friend, and leads you there. It closes when you leave.
lobby-rules = Read the rules
    .about = The rules of a game, to read or to search as you type.
lobby-resume = Continue { $game }
    .about = Your last game against bots, where you left it.
lobby-back = Back to table { $table } at { $host }
    .about = The table you were at last. Your seat is kept there for you.
lobby-past = Replay a game
    .about = A game you saved, moment by moment: as you saw it, as others saw it, or with nothing hidden. You can play on from any moment against bots.
lobby-past-which = Which game do you want to see again?
lobby-past-none = No games are saved yet: { $key } on the last screen of a game saves it.
    .plain = No games are saved yet: /save keeps one when it is over.
lobby-learn = First game: learn by playing
    .about = A prepared game explains itself, move by move, in six minutes. Then you can play a first game with advice.
lobby-settings = Settings
    .about = How fast others' moves are told, colours, signs, sounds, notices, and your own keys.
lobby-quit = Leave
    .about = Ends the program. Your seats at tables are kept for you.
lobby-invitation = table://… the invitation you were sent
lobby-looking = Looking around …
lobby-looking-on = Press Enter to go there; the list updates itself.
lobby-found = Tables on the local network
lobby-nothing = No tables found so far. Guest Wi-Fi, a VPN or a firewall may hide them, and a host that plays only on its own machine stays hidden. An invitation works all the same.
lobby-column-game = Game
lobby-column-table = Table
lobby-column-free = Free
lobby-column-host = Host
lobby-free = { $free } of { $seats }
lobby-known-host = { $address }, known
lobby-other-version = { $address }, other version
lobby-arrive = Table { $table }
lobby-arrive-invited = Sit down with an invitation
lobby-arrive-back = Back to your seat
lobby-arrive-watch = Watch
lobby-game = Which game?
lobby-players = Players
    .about = How many seats the table has.
lobby-others = Opponents
    .about = How many bots play against you.
lobby-pace = Clock
    .about = How long players may think: as long as they like, a set time for each decision, or a set time for the whole game with some added for each decision. Bots have no clock.
lobby-seat = You play
    .about = The side you play. Whoever sits down first takes one of the others.
lobby-any = any
lobby-bots = Bots
    .about = How many of the other seats bots take. The rest wait for people.
lobby-level = Bot level
    .about = How well the bots play.
lobby-begin = Begin
lobby-where = Open to
    .about = Who can reach your table.
lobby-local = this machine
    .about = Only programs on this machine can reach your table.
lobby-lan = the local network
    .about = Everyone on your local network can find your table and watch. To sit down they need an invitation.
option-is = { $option }: { $value }
option-set = Season cards
    .about = Which of three sets adds its five cards to the seven that are always for sale each season.
option-set-torii = Torii
    .about = Five other cards each season. The rules suggest this set for a first game.
option-set-rider = Rider
    .about = Five other cards each season, among them monsters and a war upgrade.
option-set-teapot = Teapot
    .about = Five other cards each season, mostly enhancements.
option-set-random = any
    .about = One of the three sets, drawn when the game begins.
option-shrines = Shrines
    .about = Which four of the seven Kami have a shrine in this game.
option-shrines-beginners = for beginners
    .about = The four that the rules suggest for a first game: Amaterasu, Fujin, Hachiman and Tsukuyomi.
option-shrines-random = at random
    .about = Any four, drawn when the game begins.
option-side = Side of the map
    .about = The board has two sides with the same provinces, grouped into different regions.
option-side-sun = sun
    .about = The side for a first game: only here are there ready-made provinces.
option-side-moon = moon
    .about = It has no ready-made provinces, so play it with the draft.
option-setup = Provinces
    .about = How you all get your first provinces.
option-setup-ready = ready-made
    .about = Provinces and armies are laid out for you, and you begin at once. On the sun side only.
option-setup-draft = draft
    .about = You pick provinces in turn and place your armies yourself.
setting-now = At this table: { $value }.
setting-owner = Owner of the table
    .about = Whoever opens a table on a server owns it with their key. Only they and the host can invite to it, and close it before the game begins.
setting-owner-host = The host of this server opened the table.
setting-owner-seat = { $name } opened it.
setting-owner-away = Somebody who isn't sitting here opened it.
setting-code = Table code
    .about = It is worked out from the keys of everyone here. If all of you read the same code aloud, nobody is posing as one of you.
lobby-keys = ? explains a line · Enter begins
lobby-hosting = Your table
lobby-invite = Invitation { $number } of { $all }
lobby-invite-scan = For one friend: send it, or scan it with a camera.
lobby-invite-send = For one friend: send it.
lobby-invite-small = For one friend: send it. A window of { $columns } by { $rows } cells or more shows it as a QR code, too.
lobby-invite-used = { $name } has used it: send your next friend another one.
lobby-invite-none = Nobody else is invited: bots take the other seats.
lobby-invite-copied = Copied.
key-next-invitation = the other invitations
key-copy = copy
key-to-table = to the table

## Looking back

replay-title = { $game }, { $time } UTC
replay-at = Moment { $number } of { $total } { $eyes }
replay-checking = Checking whether it was fair: { $percent }%
replay-proof = Was it fair?
replay-why = Why?
replay-step = Step
eyes-all = with nothing hidden
eyes-own = as you saw it
eyes-seat = as { $who } saw it
eyes-none = as a spectator saw it
replay-battle = Next battle
replay-run = Play
replay-speed = Speed
replay-fork = Play on
replay-running = ▶ { $speed }×
replay-standing = ‖ { $speed }×
replay-no-fork = You can play on from any moment of a finished game except its end.
replay-fork-as = Play on from here as { $who }, against bots
replay-fork-how = This starts a new game of your own; the one you are watching stays as it is.
replay-eyes = Other eyes
help-replay-step = one moment back, one forward
help-replay-far = ten moments back, ten forward
help-replay-ends = the first moment, the last
help-replay-battle = the next battle, the previous one
help-replay-run = let it run, or pause it
help-replay-speed = slower, faster
help-replay-fork = play on from here, against bots
help-replay-eyes = see the game as another player
help-replay-why = what the last bot to act weighed
help-replay-proof = what was checked, and whether it was fair
help-replay-rules = rules
help-replay-more = On the line below, ◆ is a battle. Click it to go there, or click a line of the log.

## The end

end-title = The end
end-winner = { $who } wins
    .you = You win
end-shared = { $who } share the victory
    .you = You share the victory with { $who }
end-points = Where the points came from
end-bids = The bids of all battles (winners in bold)
end-deals = Your deals
end-no-deals = You made no deals.
end-again = Play again
end-replay = Replay
end-save = Save
end-look = Look at the table
end-leave = Leave
source-income = income
source-hostages = hostages sent home
source-harvest = harvest
source-summon = summons
source-seppuku = Seppuku
source-hostage = hostages
source-poets = poets
source-forms = winter cards
source-tokens = war tokens
source-set = set of provinces
source-stolen = taken by others

## Terminals

terminal-bots-alone = There is no terminal to play on, so the bots play alone. With --plain you type your moves line by line.
terminal-none = There is no terminal to draw on; try { $command } --plain.
terminal-dumb = This terminal (TERM={ $term }) cannot draw; try { $command } --plain.
terminal-small = This terminal has { $columns }x{ $rows } cells; it needs at least { $least }. Make it larger, or try { $command } --plain.
