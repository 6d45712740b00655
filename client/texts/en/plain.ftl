# The line client, whatever is played. What begins with a slash or stands in quotes is typed as it stands, in any language.

## Coming to a table and leaving it

plain-so-far = So far { $number } lines were told; the last of them (/log 100 for more):
plain-watching = You are watching.
plain-you-are = You are { $seat }.
plain-first-help = /help lists all commands.
plain-seats-free = Seats still free: { $seats }.
plain-get-ready = Type /ready when the game may begin for you.
plain-input-over = There is no more input, so you leave the table.
plain-seat-kept = Your seat is kept for you: the same command leads back to it.
plain-hope = We try to come back to the table; ctrl-c leaves.
plain-over = The game is over. /look shows the table, /save keeps its log, /again opens another, /quit leaves.
plain-next-table = /again gives you a seat there.
plain-next-seat = Your seat at the next table: jinmaku join '{ $invitation }'
plain-vote = Shall a bot play for them? /vote { $seat } yes or /vote { $seat } no.
plain-answer-deal = Answer with /accept { $deal }, /decline { $deal } or /counter { $deal } ...
plain-answer-undo = Do you allow it? /agree or /refuse.

## The lobby

plain-lobby = Where to? Type a number. Enter repeats the list, /quit leaves.
plain-lobby-back = Back
plain-lobby-players = How many play, you included: { $first } to { $last }? Enter alone means { $usual }.
plain-lobby-invitation = Paste the invitation that you were sent. Enter alone leads back.

## Bots that play alone

watch-seed = Seed { $seed }.
watch-seed-options = Seed { $seed }; { $options }.
watch-winner = { $row }  winner

## Questions

plain-your-turn = Your turn.
plain-your-turn-until = Your turn. You have { $time }.
plain-changed = Your choices have changed.
plain-still-open = Still open: { $question } (Enter repeats it)
plain-waits-for = The table waits for { $seats }.
plain-time-left = You have { $time } left.
plain-time-up-wait = Your time is up: the others wait.
plain-time-up-bot = Your time is up: a bot takes over.
plain-time-up-vote = Your time is up: the others vote whether a bot takes over.
plain-ask = What about this: { $prompt }?
plain-more-parts = More can be put together with what you have; type it as above.
plain-form-allocate = Type '{ $example }' with your own numbers, { $total } in all at most.
plain-form-arrange = Type for example '{ $example }'; your cards: { $cards }.
plain-form-arrange-barred = Type for example '{ $example }'; your cards: { $cards }; { $barred }.
plain-barred = no { $card } on { $place }
plain-form-gift = Type 'give SEAT { $coins } coins { $ronin } ronin' or less; SEAT is one of { $seats }.
plain-may-type = You may also type: { $choices }
plain-nothing-asked = { seat-not-asked }
plain-nothing-to-pick = Nothing is asked of you now, so there is nothing to pick.
plain-no-choice = There is no choice { $number }; Enter repeats those there are.

## Sealed rounds

plain-as-you-type = It is sealed as you type it: nobody sees it before all are opened. You can change it until all have sealed.
plain-own-seal = Sealed. Until all have sealed, /change and another answer changes it.
plain-sealed-now = You have sealed: { $answer }
plain-can-change = Until all have sealed, /change and another answer changes it.
plain-round-set = All is sealed; the players' programs confirm it.
plain-round-certified = All is sealed and confirmed, and is being opened.
plain-round-chance = Everybody seals chance. Sealed: { $done }. Missing: { $missing }.
plain-round-choice = Everybody seals a choice. Sealed: { $done }. Missing: { $missing }.
plain-turning = A card of { $seat } is being turned over, by their program or the others'.
plain-secrecy = { $people ->
    [1] Only one person plays, so bids are kept secret by commitment alone: nobody else can open one, and a player who does not open theirs loses it.
   *[other] Two people play, and one of them is the host, so bids are kept secret by commitment alone: nobody else can open one, and a player who does not open theirs loses it.
}

## Who sits there

plain-table = Table { $table }: { $game } for { $seats }.
plain-options = Options: { $options }.
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
plain-state-running = The game is running.
plain-state-over = The game is over.
plain-state-frozen = The table is frozen: the program made a mistake. Its journal is safe.
plain-now-gone = { $player } ({ $seat }) is gone.
plain-now-here = { $player } ({ $seat }) is here.
plain-now-ready = { $player } ({ $seat }) is ready.
plain-now-overdue = { $player } ({ $seat }) is out of time or away for too long.

## Deals

plain-no-deals = There are no deals of yours.
plain-deal = { $other } { $number }, { $status }: { $terms }.
plain-deal-yours = waits for you
plain-deal-theirs = waits for the other
plain-deal-kept = Kept: { $promise }.
plain-deal-broken = Broken: { $promise }.

## Commands; .for says what they are for

plain-form-say = /say WORDS
    .for = Say something to the whole table.
plain-form-to = /to SEAT[,SEAT] WORDS
    .for = Say something that only they can read.
plain-form-offer = /offer SEAT TERMS
    .for = Offer somebody a deal.
plain-form-counter = /counter SEAT N TERMS
    .for = Offer something else instead of their deal N.
plain-form-accept = /accept SEAT N
    .for = Accept their deal N.
plain-form-decline = /decline SEAT N
    .for = Decline their deal N.
plain-form-withdraw = /withdraw SEAT N
    .for = Withdraw your own deal N.
plain-form-deals = /deals
    .for = List your deals and what became of them.
plain-form-change = /change ANSWER
    .for = Seal another answer in place of the one you have sealed, until all have sealed. Without an answer: say again what is asked.
plain-form-undo = /undo
    .for = Take back your last choice, or ask the others to allow it.
plain-form-agree = /agree
    .for = Let somebody take back what they asked for.
plain-form-refuse = /refuse
    .for = Do not let them.
plain-form-vote = /vote SEAT yes|no
    .for = Say whether a bot shall play for an absent player.
plain-form-ready = /ready
    .for = Say that the game may begin.
plain-form-again = /again
    .for = When the game is over: another one with the same people.
plain-form-save = /save
    .for = When the game is over: keep its log, for jinmaku verify, replay and record.
plain-form-look = /look
    .for = Tell how the table stands.
plain-form-table = /table
    .for = Tell what was agreed on, the table code, and who has sealed a choice.
plain-form-credits = /credits
    .for = Tell where rules and figures are from.
plain-form-who = /who
    .for = Tell who sits where, with which key, and how the clocks stand.
plain-form-log = /log [N]
    .for = Tell the last N lines of what happened ({ $lines }).
plain-form-wait = /wait
    .for = For scripts: wait until you are asked something, or the game is over.
plain-form-mute = /mute SEAT
    .for = Do not show what that seat says.
plain-form-unmute = /unmute SEAT
    .for = Show it again.
plain-form-help = /help [COMMAND]
    .for = Explain a command, or list them all.
plain-form-quit = /quit
    .for = Leave; your seat is kept for you.
plain-help =
    A number picks that choice. Any other line is a move as the choices show it.
    Enter alone repeats the question and tells what else you may do.
    'WORDS says something to all. The rest begins with a slash;
    /help COMMAND tells more. SEAT is a seat's name or the beginning of it.
plain-help-terms = TERMS, each at most once and in any order:
plain-help-goods = give GOODS, want GOODS: as in give 2 coins 1 ronin
plain-help-promises = promise PROMISES, ask PROMISES: with commas between them
plain-help-promise = A promise is like { $examples }, or "your own words".
plain-help-offer = /offer { $seat } promise { $promise }, "my help" ask { $other }

## What commands answer

plain-unknown-command = There is no command /{ $name }; /help lists those there are.
plain-should-read = It should read { $form }.
plain-should-say = It should read /say WORDS, or 'WORDS.
plain-players-only = You are watching; only players can do that.
plain-own-seat = That is your own seat.
plain-muted = You no longer hear what { $seat } says.
plain-unmuted = You hear what { $seat } says.
plain-begun = The game has begun already.
plain-not-begun = The game has not begun, so there is nothing to see yet.

## What cannot be read

plain-no-seat = '{ $word }' is no seat at this table; its seats are { $seats }.
plain-no-number = '{ $word }' is no number.
plain-yes-or-no = Say yes or no, not '{ $word }'.
plain-offer-begins = An offer begins with one of { $words }.
plain-offer-once = Each of { $words } comes once at most.
plain-offer-after = Something goes after '{ $word }'.
plain-goods-form = Goods are written like '2 coins 1 ronin'.
plain-goods-most = Nobody gives more than { $most } of anything.
plain-promises-most = Nobody promises more than { $most } things at once.
plain-promise-form = A promise is { $kinds } and its object, or "your words" in quotes.
plain-promise-about = After { $kind } comes one of { $objects }.
plain-promise-words = A promise in quotes has 1 to { $most } characters and ends with a quote.

## A game told again

replay-all = Table { $table }: { $game }, opened { $time } UTC, with everything that was hidden.
replay-seen = Table { $table }: { $game }, opened { $time } UTC, as seen by { $eyes }.
replay-no-moment = There is no moment { $number }: the last one is { $last }.
replay-nobody = Nobody sat at { $name }; there are { $seats }, { $watching } and { $all }.
