# The line client, whatever is played. Whatever begins with a slash or is in quotes is typed as it is, in any language.

## Coming to a table and leaving it

plain-so-far = { $number } lines so far; here are the last ones (/log { $number } reads them all):
plain-watching = You are watching.
plain-you-are = You are { $seat }.
plain-first-help = Type the key before a choice, or some of its words. Enter repeats the question, /look describes the table, /help explains the rest.
plain-seats-free = Seats still free: { $seats }.
plain-get-ready = Type /ready when you are ready to begin. Enter lists what else you can do.
plain-input-over = There is no more input, so you leave the table.
plain-seat-kept = Your seat is kept: the same command takes you back to it.
plain-hope = Trying to get back to the table; ctrl-c leaves.
plain-over = The game is over. /look shows the table, /save keeps its log, /again opens another table, /quit leaves.
plain-next-seat = Your seat at the next table: jinmaku join '{ $invitation }'

## The lobby

plain-welcome = { $title }. { $subtitle }.
plain-lobby = Where to? Type a number or some words. ? explains, /quit leaves.
plain-lobby-help =
    Type the number of a line, or some of its words. Enter repeats the question, back goes back, /quit leaves.
    At a table, /help lists everything you can type there, and a question mark alone reads the rule behind the question.
plain-lobby-back = Back
plain-lobby-begin = Begin, change something, or go back?
plain-lobby-value = { $value }. { $about }
plain-lobby-field = { $field }: which? Enter alone means { $usual }.
plain-lobby-number = { $field }: how many, { $least } to { $most }? Enter alone means { $usual }.
plain-lobby-found = { $game }, table { $table } at { $host }, { $free } of { $seats } seats free
plain-lobby-rules = Which rules? Type some words or a number. Enter alone goes back.
plain-invitation-used = Used by { $name }: { $invitation }
plain-lobby-seen = { $title }, { $eyes }:
plain-lobby-eyes = As whom do you want to see it?
plain-lobby-told = { $left ->
    [one] One more line: Enter reads on.
   *[other] { $left } more lines: Enter reads on, all reads the rest.
}
plain-lobby-told-all = That was the whole game: Enter goes back.
plain-lobby-fork = The number of a moment plays on from there, against bots; { $others } tells the game with other eyes; back goes back.
plain-club-link = Paste the server's link. Enter alone goes back.
plain-club-password = Type this table's password. Enter alone goes back.
plain-club-new-password = Type a password for your table, to tell your friends.
plain-lobby-name = What do you want to be called there? Enter alone goes back.
plain-lobby-hosted = The table is on this machine: it closes for everyone when you leave it.
plain-lobby-invite-how = Send one to each friend. They paste it in their lobby, or type jinmaku join and the invitation in quotes.
plain-lobby-invitation = Paste the invitation you were sent. Enter alone goes back.

## Bots that play alone

watch-seed = Seed { $seed }.
watch-seed-options = Seed { $seed }; { $options }.
watch-winner = { $row }  winner

## Questions

plain-row = { $key }. { $words }
plain-several-ways = { $words }, several ways
plain-row-now = Now: { $row }
plain-row-new = New: { $row }
plain-row-gone = No longer: { $rows }
plain-since-then = Then:
plain-noted = Noted.
plain-laid-out = { $number } things are laid out on the table: /look says what there is, /log how it got there.
plain-news = { $number } new lines since your last answer; /new repeats them.
plain-sure = { $what }. Are you sure? Type yes or no.
plain-say-what = { $room }: type your words, or Enter to say nothing.
plain-which-one = Which one? Or type back.
plain-which = { $question } Or type back.
plain-offer-how = To answer at once: /accept { $who } { $number }, /decline { $who } { $number } or /counter { $who } { $number }.
plain-enter = Enter
plain-overtaken = That is no longer being asked.
plain-fits-nothing = Nothing fits '{ $line }'. Enter repeats the choices.
plain-fits-none = Nothing fits '{ $line }'.
plain-fits-close = Nothing fits '{ $line }'. Did you mean one of these?
plain-fits-several = '{ $line }' fits several:
plain-number-up-to = '{ $line }' is not a number from 0 to { $most }.
plain-about = { $words }: { $about }
plain-about-group = { $words }: { $ways }.
plain-about-nothing = there is nothing more to say about it.
plain-your-turn = Your turn.
plain-your-turn-until = Your turn. You have { $time }.
plain-still-open = Still open: { $question } (Enter repeats it)
plain-waits-for = The table is waiting for { $seats }.
plain-thinking = { $seats } { $number ->
        [one] is
       *[other] are
    } thinking.
plain-time-left = You have { $time } left.
plain-time-up-wait = Your time is up: the others wait.
plain-time-up-bot = Your time is up: a bot takes over.
plain-time-up-vote = Your time is up: the others vote on whether a bot takes over.
plain-may-type = You may also type: { $choices }
plain-nothing-asked = { seat-not-asked }
plain-nothing-to-pick = You are not being asked anything, so there is nothing to pick.

## Sealed rounds

plain-own-seal = Sealed. Until everyone has sealed, you can change it: /change and another answer.
plain-sealed-now = You have sealed: { $answer }
plain-can-change = Until everyone has sealed, you can change it: /change and another answer.
plain-round-set = Everything is sealed; the players' programs are confirming it.
plain-round-certified = Everything is sealed and confirmed, and is now being opened.
plain-round-chance = Everyone adds to the luck of the game. Sealed: { $done }. Still to seal: { $missing }.
plain-round-choice = Everyone seals a choice. Sealed: { $done }. Still to seal: { $missing }.
plain-turning = { $seat }'s card is being turned over, by their program or the others'.
plain-secrecy = { $people ->
    [1] Only one person plays, so sealed choices are kept secret by commitment alone: nobody else can open one, and a player who does not open theirs loses it.
   *[other] Two people play, and one of them is the host, so sealed choices are kept secret by commitment alone: nobody else can open one, and a player who does not open theirs loses it.
}

## Who sits there

plain-table = Table { $table }: { $game } for { $seats }.
plain-options = { $options }.
plain-terms = Terms: { $terms }.
plain-you = { $who } (you)
plain-seat = { $seat }: { $facts }.
plain-is-bot = a bot
plain-not-ready = not ready
plain-here = here
plain-replaced = a bot plays for them
plain-overdue = out of time or away for too long
plain-clock-runs = { $time } left, running
plain-key = key { $fingerprint }
plain-spectators = Watching: { $number }.
plain-state-open = The game has not begun.
plain-state-running = The game is under way.
plain-state-over = The game is over.
plain-state-frozen = The table is frozen, because the disk or the program failed. Its journal is safe.
plain-now-gone = { $player } ({ $seat }) is away.
plain-now-here = { $player } ({ $seat }) is here.
plain-now-ready = { $player } ({ $seat }) is ready.
plain-now-overdue = { $player } ({ $seat }) is out of time or away for too long.

## Deals

plain-gift-to = Who do you want to give something to?
plain-gift-coins = How many coins, 0 to { $most }? Enter alone means none.
plain-gift-ronin = How many ronin, 0 to { $most }? Enter alone means none.
plain-offer-to = Who is your offer for?
plain-offer-give = What you give
plain-offer-want = What you want from { $who }
plain-offer-coins = { $question }: how many coins? Enter alone means { $usual ->
    [0] none
   *[other] { $usual }
}.
plain-offer-ronin = { $question }: how many ronin? Enter alone means { $usual ->
    [0] none
   *[other] { $usual }
}.
plain-promise-how = Type a promise or some of its words, or your own words in quotes; type list to hear them all. Enter alone means no more.
plain-offer-promise = What do you promise?
plain-offer-ask = What should { $who } promise?
plain-promise-unknown = No promise fits '{ $line }'; type list to hear them all.
plain-promise-so-far = So far: { $promises }. Enter alone keeps that, 0 starts over.
plain-promise-more = What else? Enter alone means no more.
plain-no-deals = You have no deals.
plain-deal = { $other } { $number }, { $status }: { $terms }.
plain-deal-yours = waiting for you
plain-deal-theirs = waiting for the other player
plain-deal-kept = Kept: { $promise }.
plain-deal-broken = Broken: { $promise }.

## Commands; .for says what they are for

plain-form-say = /say WORDS
    .for = Say something to the whole table.
    .also = talk, chat, tell
plain-form-to = /to SEAT[,SEAT] WORDS
    .for = Say something that only they can read.
    .also = whisper, msg
plain-form-offer = /offer [SEAT] [TERMS]
    .for = Offer somebody a deal; without TERMS you are asked for them.
    .also = deal, trade
plain-form-counter = /counter SEAT N [TERMS]
    .for = Make a counter-offer to their deal N; without TERMS you are asked for them.
plain-form-accept = /accept SEAT N
    .for = Accept their deal N.
plain-form-decline = /decline SEAT N
    .for = Decline their deal N.
plain-form-withdraw = /withdraw SEAT N
    .for = Withdraw your own deal N.
    .also = cancel
plain-form-deals = /deals
    .for = List your deals and what became of them.
plain-form-change = /change ANSWER
    .for = Replace the answer you sealed with another, until everyone has sealed. Without an answer: repeat the question.
plain-form-undo = /undo
    .for = Take back your last choice, or ask the others to allow it.
plain-form-agree = /agree
    .for = Let somebody take back what they asked for.
plain-form-refuse = /refuse
    .for = Don't let them take it back.
plain-form-vote = /vote SEAT yes|no
    .for = Say whether a bot should play for an absent player.
plain-form-ready = /ready
    .for = Say that you are ready to begin.
plain-form-stand = /stand
    .for = Before the game: give up your seat and leave.
plain-form-again = /again
    .for = When the game is over: play another one with the same people.
    .also = rematch
plain-form-save = /save
    .for = When the game is over: keep its log, for jinmaku verify, replay and record.
plain-form-look = /look [NAME]
    .for = Describe the table, or one place, card or player. /look all describes everything.
    .also = map, board, state, status, show
plain-form-new = /new
    .for = Repeat what is new since your last answer.
    .also = news, recap
plain-form-rule = /rule [WORDS]
    .for = Read the rule behind the question, or the rules with these words or this number.
    .also = rules
plain-form-give = /give
    .for = Give something away; you are asked what, and to whom.
plain-form-table = /table
    .for = Read the terms, the table code, and who has sealed a choice.
plain-form-credits = /credits
    .for = Say where the rules and figures come from.
plain-form-who = /who
    .for = List who sits where, with which key, and how the clocks stand.
    .also = players, seats
plain-form-log = /log [N]
    .for = Repeat the last N lines of what happened ({ $lines }).
    .also = history
plain-form-why = /why SEAT [N]
    .for = After the game: read what a bot weighed; without N, list what you can ask about.
plain-form-wait = /wait
    .for = For scripts: wait until you are asked something, or the game is over.
plain-form-mute = /mute SEAT
    .for = Hide what that seat says.
plain-form-unmute = /unmute SEAT
    .for = Show it again.
plain-form-help = /help [COMMAND]
    .for = Explain a command, or list them all.
plain-form-quit = /quit
    .for = Leave; your seat is kept.
    .also = exit, leave, bye, stop
plain-help =
    Type the key before a choice, or some of its words.
    Add a question mark to hear what a choice would do; a question mark alone reads the rule.
    Enter alone repeats the question. The word back goes back.
    'WORDS says something to everyone.
    Below, SEAT is a seat's name, the beginning of it, or the name of the player there.
plain-help-line = { $form }: { $purpose }
plain-group-game = In the game:
plain-group-others = With the others:
plain-group-table = Around the game:
plain-help-terms = TERMS, each at most once and in any order:
plain-help-goods = give GOODS, want GOODS: as in give 2 coins 1 ronin
plain-help-promises = promise PROMISES, ask PROMISES: with commas between them
plain-help-promise = A promise looks like this: { $examples }; or "your own words" in quotes.
plain-help-offer = /offer { $seat } promise { $promise }, "my help" ask { $other }

## What commands answer

plain-unknown-command-close = There is no command /{ $name }. Did you mean { $names }?
plain-unknown-command = There is no command /{ $name }; /help lists them all.
plain-should-read = Write it as { $form }.
plain-should-say = Write it as /say WORDS, or 'WORDS.
plain-players-only = You are watching; only players can do that.
plain-own-seat = That is your own seat.
plain-muted = You no longer hear what { $seat } says.
plain-unmuted = You hear what { $seat } says.
plain-begun = The game has already begun.
plain-not-begun = The game has not begun, so there is nothing to see yet.

## What cannot be read

plain-no-seat = '{ $word }' is not a seat at this table; the seats are { $seats }.
plain-no-number = '{ $word }' is not a number.
plain-yes-or-no = Say yes or no, not '{ $word }'.
plain-offer-begins = An offer begins with one of { $words }.
plain-offer-once = Use each of { $words } at most once.
plain-offer-after = Something is missing after '{ $word }'.
plain-goods-form = Write goods like '2 coins 1 ronin'.
plain-goods-most = Nobody gives more than { $most } of anything.
plain-promises-most = Nobody promises more than { $most } things at once.
plain-promise-form = A promise looks like this: { $promises }; or "your words" in quotes.
plain-promise-words = A promise in quotes has 1 to { $most } characters and ends with a quote.

## A game told again

replay-heading = Table { $table }: { $game }, opened { $time } UTC, { $eyes }. For other eyes: --as { $others }.
replay-no-moment = There is no moment { $number }: the last one is { $last }.
replay-nobody = Nobody played { $name }; choose from { $seats }, { $watching } and { $all }.

## Looking

plain-look-more = /look and a name describes a place, a card or a player; /look all describes everything.
plain-look-card = { $name }, { $kind }.
plain-look-several = '{ $line }' could be { $names }.
plain-look-nothing = There is nothing called '{ $line }' here. /look all says what there is.
plain-look-close = There is nothing called '{ $line }' here. Did you mean { $names }?
plain-rule = { $number }: { $text }
plain-rule-none = No rule says anything about '{ $line }'.
plain-rule-more = { $number ->
    [one] One more rule has these words; add a word to narrow it down.
   *[other] { $number } more rules have these words; add a word to narrow it down.
}
