# What happens at any table.

told-opened = A table opens: { $game } for { $players }.
told-sat-down = { $name } sits down as { $seat }.
told-bot-sat-down = { $name }, a bot, sits down as { $seat }.
told-sat-down-by-door = { $name } ({ $door }) sits down as { $seat }.
told-owned-invited = This table is for invited players.
told-owned-password = This table has a password.
told-owned-all = Anyone may sit down at this table.
told-closed = The table was closed before its game began.
told-applied = { $name } would like to take over { $seat }'s seat.
told-elected-for = { $seat } votes for a new player in { $absent }'s seat.
    .you = You vote for a new player in { $absent }'s seat.
told-elected-against = { $seat } votes against a new player in { $absent }'s seat.
    .you = You vote against a new player in { $absent }'s seat.
told-took-over = { $name } was voted in and takes over { $seat }'s seat.
    .you = You take over { $seat }'s seat.
told-stood-up = { $seat }'s seat is free again.
told-began = The game begins.
told-forked = This game picks up from the middle of another one.
told-took-back = { $seat } takes back their last choice.
    .you = You take back your last choice.
told-asked-back = { $seat } asks to take back a choice and everything since.
    .you = You ask to take back a choice and everything since.
told-agreed = { $seat } agrees.
    .you = You agree.
told-disagreed = { $seat } does not agree: nothing is taken back.
    .you = You do not agree: nothing is taken back.
told-said = { $seat } says: { $words }
    .you = You say: { $words }
told-said-to = { $seat } says only to { $listeners }: { $words }
    .you = You say only to { $listeners }: { $words }
told-replaced = A bot plays for { $seat } from now on.
    .you = A bot plays for you from now on.
told-returned = { $seat } is back and plays again.
    .you = You are back and play again.
told-voted-for = { $seat } votes to let a bot play for { $absent }.
    .you = You vote to let a bot play for { $absent }.
    .yours = { $seat } votes to let a bot play for you.
told-voted-against = { $seat } votes against letting a bot play for { $absent }.
    .you = You vote against letting a bot play for { $absent }.
    .yours = { $seat } votes against letting a bot play for you.
told-revealed = The host reveals its seed: all the luck of this game can now be checked.
told-signed-off = { $seat } signs the record of this game.
    .you = You sign the record of this game.
told-choice-taken-back = Everyone agrees: { $seat } takes back the choice.
    .you = Everyone agrees: you take back your choice.
told-stand-in-took = By majority vote, a bot plays for { $seat } from now on.
    .you = By majority vote, a bot plays for you from now on.
told-invited = An invitation is issued.
told-sealed-words = (sealed words)

## Deals

told-offered = { $seat } offers { $to } deal { $number }: { $terms }.
    .you = You offer { $to } deal { $number }: { $terms }.
    .yours = { $seat } offers you deal { $number }: { $terms }.
told-countered = { $seat } offers { $to } deal { $number } instead of deal { $instead_of }: { $terms }.
    .you = You offer { $to } deal { $number } instead of deal { $instead_of }: { $terms }.
    .yours = { $seat } offers you deal { $number } instead of deal { $instead_of }: { $terms }.
told-accepted = { $seat } accepts deal { $deal } from { $other }.
    .you = You accept deal { $deal } from { $other }.
    .yours = { $seat } accepts your deal { $deal }.
told-declined = { $seat } declines deal { $deal } from { $other }.
    .you = You decline deal { $deal } from { $other }.
    .yours = { $seat } declines your deal { $deal }.
told-withdrawn = { $seat } withdraws deal { $deal } with { $other }.
    .you = You withdraw deal { $deal } with { $other }.
    .yours = { $seat } withdraws deal { $deal } with you.
told-deal-expired = Deal { $number } between { $seats } expires: the phase is over.
told-promise-kept = { $seat } keeps a promise to { $to }: { $promise }.
    .you = You keep a promise to { $to }: { $promise }.
    .yours = { $seat } keeps a promise to you: { $promise }.
told-promise-broken = { $seat } breaks a promise to { $to }: { $promise }.
    .you = You break a promise to { $to }: { $promise }.
    .yours = { $seat } breaks a promise to you: { $promise }.

## Sealed choices

told-chance-opened = Everyone secretly adds to the luck of the game.
told-round-opened = Choosing in secret now: { $seats }.
told-committed = { $seat } has sealed.
    .you = You have sealed.
told-changed = { $seat } has sealed a different choice.
    .you = You have sealed a different choice.
told-round-set = Everything is sealed, except from { $missing }, who sealed nothing.
told-complained = WARNING: { $seat } says that { $dealer } dealt a false share, and shows the key as proof.
    .you = WARNING: you say that { $dealer } dealt a false share, and show the key as proof.
    .yours = WARNING: { $seat } says that you dealt a false share, and shows the key as proof.
told-certified-late = WARNING: not everyone confirmed what was sealed; it is being opened without them.
told-round-voided = WARNING: this round is void because { $seats } dropped out. It begins again.
told-default-missing = { $seat } sealed nothing in time, so the rules choose the minimum.
    .you = You sealed nothing in time, so the rules choose the minimum for you.
told-default-void = { $seat } dealt a false share, so the rules choose the minimum.
    .you = You dealt a false share, so the rules choose the minimum for you.
told-default-invalid = { $seat } sealed something unreadable, so the rules choose the minimum.
    .you = You sealed something unreadable, so the rules choose the minimum for you.
told-default-withheld = { $seat } did not open what was sealed, so the rules choose the minimum.
    .you = You did not open what you sealed, so the rules choose the minimum for you.
told-default-illegal = { $seat } sealed something the rules don't allow, so the rules choose the minimum.
    .you = You sealed something the rules don't allow, so the rules choose the minimum for you.

## The terms of a table

terms-line = { $game } for { $seats }; { $terms }.
terms-line-options = { $game } for { $seats }; { $options }; { $terms }.
terms-pace = { $pace }; { $absence }
terms-own-machines = { $pace }; { $absence }; everyone on their own machine
terms-no-clock = no clock
terms-per-decision = { $time } for each decision
terms-bank = { $time } for the whole game, plus { $more } for each decision
terms-wait = the others wait for anyone away for { $grace }
terms-bot = a bot plays for anyone away for { $grace }
terms-vote = players can vote a bot in for anyone away for { $grace }

## Times: one unit, or the two largest

time-two = { $larger } { $smaller }
time-d = { $number }d
    .plain = { $number ->
        [one] 1 day
       *[other] { $number } days
    }
time-h = { $number }h
    .plain = { $number ->
        [one] 1 hour
       *[other] { $number } hours
    }
time-m = { $number }m
    .plain = { $number ->
        [one] 1 minute
       *[other] { $number } minutes
    }
time-s = { $number }s
    .plain = { $number ->
        [one] 1 second
       *[other] { $number } seconds
    }
