# The screens of Jinmaku, whatever is played.

## Small words

count-of = { $number } { $things }
list = { $rest } and { $last }
you = you
bot = bot

## The line at the top

header-your-turn = YOUR TURN
title-turn = ● Your turn · Jinmaku
header-wait = waiting
header-over = GAME OVER
header-open = gathering
header-frozen = FROZEN
header-watching = watching
header-offline = NO CONNECTION
header-unread = talk { $number }

## The prompt line

prompt-waiting = Waiting for { $who }
prompt-nobody = Nothing is asked
prompt-left = { $time } left
prompt-sealed = sealed: { $done } · missing: { $missing }
prompt-choices = All seal a choice
prompt-chance = All seal chance for the game
prompt-own-seal = Sealed; it cannot be changed.
prompt-set = All is sealed; the players' programs confirm it
prompt-certified = All is sealed and confirmed, and is being opened
prompt-all = nobody
prompt-trail = { $trail } …
prompt-open = Waiting until all are ready
prompt-over = The game is over
prompt-frozen = The table is frozen; its journal is safe
prompt-coming = Going to the table
prompt-more = more follows; Space goes on

## Choices

form-bid = Open the war board
choices-gift = Give coins or ronin
choices-back = back
choices-ready = I am ready
choices-unready = Not yet ready
choices-agree = Let { $who } take the choice back
choices-refuse = Do not let { $who } take it back
choices-vote-yes = A bot shall play for { $who }
choices-vote-no = Wait for { $who }
choices-end = Look at the end of the game

## Panes

talk-room-table = Table
talk-say-table = Say to all …
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
deal-status-withdrawn = withdrawn
deal-status-countered = answered by another
deal-status-expired = expired
deal-kept = kept: { $promise }
deal-broken = broken: { $promise }
goods-coins = { $number ->
        [one] 1 coin
       *[other] { $number } coins
    }
goods-ronin = { $number } ronin

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
warn-seal = Nobody sees it before all have sealed theirs, and it cannot be changed.
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
offer-nothing = nothing
offer-words = in own words
offer-words-hint = Own words of the promise …
offer-send = Send the offer
offer-hint = Goods change hands at once; nobody enforces promises.
promise-stay_out = stay out of { $about }
promise-play_mandate = play { $about }
promise-no_bid = no bid on { $about }
promise-spare = spare { $about }
promise-visit = visit { $about }
promise-no_envoy = no envoy of { $about }
promise-words = “{ $about }”
since-title = While you were away
leave-sure = Leave the table
leave-warn = Your seat is kept; the game goes on from there.

## Table information

info-title = The table
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
help-zero = done, decline, ready
help-escape = back, or close
help-arrows = move in a list, Enter takes it
help-tab = next pane
help-undo = take the last choice back, or ask for it
help-panes = map, table, talk, log
help-map = on the map: arrows and Tab move, Enter picks
help-talk = talk, offer a deal, give something away
help-space = go on; all at once with a second Space
help-palette = all that can be done now
help-rules = rules; of what is asked now
help-info = who sits at the table
help-since = what happened since your last choice
help-settings = settings
help-quit = leave
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

## News

alarm-title = Stop playing
alarm-evidence = Evidence is in { $path }
alarm-no-evidence = Nothing of it could be kept.
alarm-end = You are gone from this table: nothing of yours is sent or opened any more.
news-lost = The connection is lost: { $reason }
news-back = Connected again.
news-gone = You have left the table: { $reason }
news-undo-asked = The others are asked whether they allow it.
news-undo-none = There is no choice of yours to take back.
news-undo-twice = You have asked for that already.
news-no-gift = There is nothing you can give away now.
news-no-target = Nothing to choose in { $province } now.
news-offer = { $who } offers you a deal.
news-saved = Saved: { $path }
news-sent = The offer is sent.

## The lobby

lobby-title = Jinmaku
lobby-subtitle = a war camp, a curtain, a council
lobby-play = Play against bots
lobby-find = Find a table in the local network
lobby-join = Join by invitation
lobby-host = Host a table for others
lobby-rules = Read the rules
lobby-learn = A first game with hints
lobby-settings = Settings
lobby-quit = Leave
lobby-invitation = table://… the invitation you were sent
lobby-looking = Looking around …
lobby-found = Tables in the local network
lobby-nothing = No tables were found. An invitation leads to one all the same.
lobby-row = { $game } · { $table } · { $free } of { $seats } free · { $address }
lobby-clans = Clans
lobby-seat = You play
lobby-any = any
lobby-bots = Bots
lobby-level = Level
lobby-begin = Begin
lobby-new = Broken off game
lobby-go-on = goes on
lobby-anew = begin anew
lobby-where = Open to
lobby-here = this machine
lobby-lan = the local network
lobby-hosting = Your table
lobby-invite = Send one of these to each of your friends:

## Looking back

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
end-bids = The bids of all battles
end-deals = Your deals
end-no-deals = You made no deals.
end-again = Play again
end-save = Save the story
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
source-stolen = taken

## Terminals

terminal-none = There is no terminal to draw on; try jinmaku { $command } --plain.
terminal-dumb = This terminal (TERM={ $term }) cannot draw; try jinmaku { $command } --plain.
terminal-small = This terminal has { $columns }x{ $rows } cells; at least { $least } are needed. Make it larger, or try jinmaku { $command } --plain.
terminal-no-board = { $game } cannot be drawn yet; try the same with --plain. Your seat is kept.
