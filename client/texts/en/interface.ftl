# The screens of Jinmaku, whatever is played.

## Small words

count-of = { $number } { $things }
list = { $rest } and { $last }
nothing = nothing
you = you
bot = bot

## The line at the top

header-your-turn = YOUR TURN
title-turn = ● Your turn · Jinmaku
header-wait = waiting
header-over = GAME OVER
header-replay = REPLAY
header-open = gathering
header-frozen = FROZEN
header-watching = watching
header-offline = NO CONNECTION
header-unread = talk { $number }

## The prompt line

prompt-waiting = Waiting for { $who }
prompt-nobody = Nothing is asked
prompt-answered = See what comes of it
prompt-left = { $time } left
prompt-sealed = sealed: { $done } · missing: { $missing }
prompt-choices = All seal a choice
prompt-chance = All seal chance for the game
prompt-own-seal = Sealed; it cannot be changed.
prompt-can-change = Sealed; you can change it until all have sealed
prompt-set = All is sealed; the players' programs confirm it
prompt-certified = All is sealed and confirmed, and is being opened
prompt-all = nobody
prompt-trail = { $trail } …
prompt-open = Waiting until all are ready
prompt-open-free = Waiting for players: nobody is { $seats } yet
prompt-open-ready = Waiting until all are ready; not yet: { $who }
gathering-head = At the table
prompt-telling = What was sealed is open; Space goes on
prompt-away = { $who } (away)
prompt-over = The game is over
prompt-frozen = The table is frozen; its journal is safe
prompt-coming = Going to the table
prompt-more = more follows; Space goes on

## Choices

form-bid = Open the war board
choices-change = Change what you have sealed
choices-gift = Give coins or ronin
choices-back = back
choices-ready = I am ready
choices-unready = I am not ready after all
choices-offer = Answer the offer of { $who }
choices-agree-to = Let { $who } take this back: { $what }
choices-agree = Let { $who } take the choice back
choices-refuse = Do not let { $who } take it back
choices-vote-yes = A bot shall play for { $who }
choices-vote-no = Wait for { $who }
choices-end = Look at the end of the game
choices-rematch = Play again: the next table is open
about-more = … { $key }: more
key-not-asked = { $key } does nothing now: you are not asked anything.
key-for-nothing = { $key } stands for nothing here; { $help } shows the keys.
key-dead = { $key } “{ $words }”: { $why }
key-over = that cannot be done any more.

## Panes

talk-room-table = Table
talk-say-table = Say to all …
talk-all = all
talk-to = to { $who }:
talk-turn = Ctrl+N: other rooms
talk-say-room = Say to { $who } alone …
talk-watching = Who watches is silent.
deal-offer = { $one } offers { $other }
deal-gives = { $who } gives { $goods }
deal-promises = { $who } promises { $promises }
deal-accept = Accept
deal-counter = Counter
deal-decline = Refuse
deal-withdraw = Withdraw
deal-status-open = open
deal-status-accepted = accepted
deal-status-declined = refused
    .plain = declined
deal-status-withdrawn = withdrawn
deal-status-countered = countered
    .plain = countered
deal-status-expired = expired
deal-kept = kept: { $promise }
deal-broken = broken: { $promise }

## Dialogs

dialog-yes = Yes
dialog-no = No
dialog-cancel = Cancel
dialog-sure = { $what }?
bid-title = War board · { $province }
bid-left = { $left } of { $total } coins left
bid-seal = Seal the bid
bid-place = { $coins } { $place }
bid-nothing = a bid of nothing
sure-seal = Seal { $answer }
warn-seal-last = The others have sealed theirs, so all open at once: it cannot be changed.
warn-seal = Nobody sees it before all have sealed theirs; until then you can change it.
combine-base = Play
combine-setter = With
combine-none = nothing
combine-against = Against
combine-beats = This makes { $total } and beats { $mark }.
combine-not = This makes { $total }, which does not beat { $mark }.
combine-too-much = You do not have as much as that.
combine-send = Play it
gift-title = A gift
gift-to = To
gift-coins = Coins
gift-ronin = Ronin
gift-send = Give it away
offer-title = Offer a deal
counter-title = Another offer instead
offer-to = To
offer-give-coins = You give coins
offer-give-ronin = You give ronin
offer-want-coins = You want coins
offer-want-ronin = You want ronin
offer-promise = You promise
offer-ask = They promise
offer-and = and
offer-nothing = nothing
offer-words-missing = What do you promise, or want promised? The line for own words is empty.
offer-words = in own words
offer-words-hint = Own words of the promise …
offer-send = Send the offer
offer-hint = Until the end only you two and the host see it. Goods change hands at once; nobody enforces promises. Arrows or first letters choose, Enter sends.
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
warn-promise = You have promised { $who } { $promise }.
warn-offered = { $who } has offered you a deal that you have not answered.
warn-offering = { $who } has not answered the deal that you offered.
undo-ask = Ask the others to let you take this back: { $what }
undo-alone = Take this back, with all that happened since: { $what }
undo-last = your last choice
leave-sure = Leave the table
leave-warn = Your seat is kept; the game goes on from there.

## Table information

info-title = The table
info-choice = { $words }: { $about }
info-table = Table { $table } · { $game }
info-code = Table code { $code }
log-code = Table code { $code }: read it aloud; all must have the same.
info-terms = Terms: { $terms }
info-seat = { $seat }: { $player }
info-free = free
info-ready = ready
info-away = away
info-replaced = a bot plays
info-spectators = { $number } watching
info-options = Options: { $options }

## Help

help-title = Keys
help-choose = pick a choice
help-zero = be through with it: done, decline, tea is over
help-escape = back, or close
help-arrows = move in a list, Enter takes it
help-tab = next pane
help-undo = take the last choice back or ask for it; change a sealed one
help-panes = map, table, talk, log
help-map = on the map: arrows and Tab move, Enter picks
help-talk = talk (Ctrl+N: next room), offer a deal, give something away
help-space = go on; all at once with a second Space
help-palette = all that can be done now
help-rules = rules; of what is asked now
help-info = all about the choice you are at; who sits at the table
help-since = what happened since your last choice
help-settings = settings
help-picture = save a picture of the screen
help-quit = leave
help-form-lines = go to another line
help-form-amounts = change what it says
help-form-send = through with it
help-form-later = put it off; it stays as you leave it
help-form-more = Nothing is sent before you are through with the form.
help-more = What is asked stands in the second line. Legal provinces are outlined on the map.

## Keys in the footer

key-rules = Rules
key-help = Keys
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
rules-none = No rule says that.
rules-found = { $number ->
        [one] 1 rule
       *[other] { $number } rules
    }

## Credits

credits-title = Credits
help-credits = where rules and figures are from

## Settings

settings-title = Settings
settings-pace = How fast the table is shown
settings-glyphs = Signs
settings-palette = Colours
settings-animation = Movement
settings-confirm = Ask before grave choices
settings-bell = Bell when it is your turn
settings-save = Keep
settings-keys = Keys …
pace-step = step by step
pace-calm = calm
pace-brisk = brisk
pace-instant = at once
glyphs-unicode = full
glyphs-ascii = plain ASCII
palette-clans = clans
palette-mono = without colours
switch-on = on
switch-off = off

## Keys

keys-title = Keys
keys-hint = Enter changes a key, Delete takes the usual one, Esc is done. They stand under [keys] in { $path }
keys-press = Press the new key: { $command }
keys-press-hint = Esc leaves it as it was.
keys-unknown = [keys] in the settings: there is no command “{ $command }”.
keys-bad = [keys] in the settings: “{ $key }” is no key, so { $command } stays { $old }.
keys-clash = { $key } cannot stand for { $one } and { $other } at once, so { $kept } stays { $old }.
command-map = to the map
command-table = to the choices
command-talk = to the talk
command-log = to the log
command-offer = offer a deal
command-gift = give something away
command-undo = take the last choice back
command-recap = what happened since my last choice
command-info = who sits here and owns what
command-rules = rules
command-help = what the keys do
command-hurry = go on
command-back = back
command-leave = leave
command-map-left = on the map: west
command-map-right = on the map: east
command-map-up = on the map: north
command-map-down = on the map: south
command-map-next-target = on the map: next target
command-map-previous-target = on the map: target before
command-map-pick = on the map: pick
command-replay-on = replay: one step on
command-replay-back = replay: one step back
command-replay-far-on = replay: ten steps on
command-replay-far-back = replay: ten steps back
command-replay-first = replay: to the beginning
command-replay-last = replay: to the end
command-replay-battle = replay: next battle
command-replay-battle-back = replay: battle before
command-replay-run = replay: run by itself
command-replay-eyes = replay: other eyes
command-replay-proof = replay: was it fair?
command-end-look = end: look at the table
command-end-again = end: play again
command-end-replay = end: look back at the game
command-end-save = end: save the game
command-settings = settings
command-picture = save a picture of the screen
command-quit = leave the program

## News

alarm-title = Stop playing
alarm-evidence = Evidence is in { $path }
alarm-no-evidence = Nothing of it could be kept.
alarm-end = You are gone from this table: nothing of yours is sent or opened any more.
news-back = Connected again.
news-gone = You have left the table: { $reason }
news-no-way = You are not at the table. q leads back.
news-undo-asked = The others are asked whether they allow it.
news-undo-none = There is no choice of yours to take back.
news-undo-twice = You have asked for that already.
news-no-gift = There is nothing you can give away now.
news-no-rule = There is no rule behind that line.
news-no-target = { $place } is not a place to choose now. ({ $rule })
news-nothing-since = Nothing has happened since your last choice.
news-asks-back = { $who } would like to take a choice back: see the top of your choices.
news-offer = { $who } offers you a deal.
news-saved = Saved: { $path }
news-sent = The offer is sent.
news-kept = Saved in { $folder }: { $files }
news-overtaken = Your change came too late: all had sealed. What you had sealed before stands.
news-rematch = Another game with the same people is open.

## The lobby

lobby-title = Jinmaku
lobby-subtitle = a war camp, a curtain, a council
lobby-play = Play against bots
lobby-find = Find a table in the local network
lobby-join = Join by invitation
lobby-here = Tables of this host
lobby-host = Host a table for others
lobby-rules = Read the rules
lobby-resume = Go on with { $game }
lobby-back = Back to table { $table } at { $host }
lobby-past = Look back at a game
lobby-past-which = Which game do you want to see again?
lobby-past-none = No game was saved yet: { $key } saves one at its end, where its server is yours.
    .plain = No game was saved yet: /save keeps one when it is over.
lobby-learn = First game: learn by playing
lobby-settings = Settings
lobby-quit = Leave
lobby-invitation = table://… the invitation you were sent
lobby-looking = Looking around …
lobby-looking-on = Enter goes there; the list keeps itself up to date.
lobby-found = Tables in the local network
lobby-nothing = No tables were found so far. Guest Wi-Fi, a VPN or a firewall may hide them, and so does a host that plays on its own machine alone. An invitation leads to a table all the same.
lobby-column-game = Game
lobby-column-table = Table
lobby-column-free = Free
lobby-column-host = Host
lobby-free = { $free } of { $seats }
lobby-known-host = { $address }, known
lobby-other-version = { $address }, other version
lobby-arrive = Table { $table }
lobby-arrive-invited = Sit down with an invitation
lobby-arrive-back = Back to a seat of mine
lobby-arrive-watch = Watch
lobby-game = Which game?
lobby-clans = Players
lobby-seat = You play
lobby-any = any
lobby-bots = Bots
lobby-level = Level
lobby-begin = Begin
lobby-new = Broken off game
lobby-go-on = goes on
lobby-anew = begin anew
lobby-where = Open to
lobby-local = this machine
lobby-lan = the local network
option-set = Season cards
option-set-torii = Torii
option-set-rider = Rider
option-set-teapot = Teapot
option-set-random = any
option-shrines = Shrines
option-shrines-beginners = for beginners
option-shrines-random = at random
option-side = Side of the map
option-side-sun = sun
option-side-moon = moon
option-setup = Provinces
option-setup-ready = ready-made
option-setup-draft = draft
lobby-hosting = Your table
lobby-invite = Invitation { $number } of { $all }
lobby-invite-scan = For one friend: to send, or to take from here with a camera.
lobby-invite-send = For one friend, to send.
lobby-invite-small = For one friend. A window of { $columns } by { $rows } cells shows it as a code for cameras too.
lobby-invite-none = Nobody else is invited: the other seats are for bots.
lobby-invite-copied = Copied.
key-next-invitation = the other invitations
key-copy = copy
key-to-table = to the table

## Looking back

replay-title = { $game }, { $time } UTC
replay-at = Moment { $number } of { $total }, seen by { $eyes }
replay-checking = Checking whether it was fair: { $percent } %
replay-proof = Was it fair?
replay-step = Step
eyes-all = all
eyes-none = a spectator
replay-battle = Next battle
replay-run = Run
replay-eyes = Other eyes

## The end

end-title = The end
end-winner = { $who } wins
end-shared = { $who } share the victory
end-points = Where the points came from
end-bids = The bids of all battles (bold: who won)
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

terminal-bots-alone = There is no terminal to play at, so bots play alone. With --plain your moves are read line by line.
terminal-none = There is no terminal to draw on; try { $command } --plain.
terminal-dumb = This terminal (TERM={ $term }) cannot draw; try { $command } --plain.
terminal-small = This terminal has { $columns }x{ $rows } cells; at least { $least } are needed. Make it larger, or try { $command } --plain.
