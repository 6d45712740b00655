# What happens at any table.

told-opened = A table of { $game } is opened for { $seats }.
told-sat-down = { $name } sits down as { $seat }.
told-bot-sat-down = { $name } (a bot) sits down as { $seat }.
told-sat-down-by-door = { $name } ({ $door }) sits down as { $seat }.
told-stood-up = The seat of { $seat } is free again.
told-began = The game begins.
told-chose = { $seat } has decided.
told-chose-this = { $seat } has decided: { $line }.
told-took-back = { $seat } takes back the last choice.
told-asked-back = { $seat } asks to take back a choice, with all that happened since.
told-agreed = { $seat } agrees.
told-disagreed = { $seat } does not agree: nothing is taken back.
told-said = { $seat } says: { $words }
told-said-to = { $seat } says to { $to } alone: { $words }
told-replaced = A bot plays for { $seat } from now on.
told-returned = { $seat } is back and plays again.
told-voted-for = { $seat } votes for a bot for { $absent }.
told-voted-against = { $seat } votes against a bot for { $absent }.
told-revealed = The host shows its seed: all chance of this game can be checked now.
told-signed-off = { $seat } signs the story of this game.
told-choice-taken-back = All agree: the choice of { $seat } is taken back.
told-stand-in-took = The majority wants it: a bot plays for { $seat } from now on.
told-invited = An invitation is made out.
told-sealed-words = (sealed words)

## Deals

told-offered = { $seat } offers { $to } deal { $number }: { $terms }.
told-countered = { $seat } offers { $to } deal { $number } instead of deal { $instead_of }: { $terms }.
told-accepted = { $seat } accepts deal { $deal } of { $other }.
told-declined = { $seat } declines deal { $deal } of { $other }.
told-withdrawn = { $seat } withdraws deal { $deal }, offered to { $other }.
told-deal-expired = Deal { $number } between { $seats } expires: the phase is over.
told-promise-kept = { $seat } has kept the promise to { $to } { $promise }.
told-promise-broken = { $seat } breaks the promise to { $to } { $promise }.

## Sealed choices

told-chance-opened = All bring chance to the table, sealed.
told-round-opened = These choose in secret now: { $seats }.
told-committed = { $seat } has sealed.
told-changed = { $seat } has sealed another choice.
told-round-set = All seals are on the table without { $missing }, who sealed nothing.
told-complained = WARNING: { $seat } says that { $dealer } has dealt a false share, and shows the key to it.
told-certified-late = WARNING: not all have confirmed what was sealed; it is opened without them.
told-round-voided = WARNING: this round is void, for { $seats } did not take part to its end. It begins again.
told-default-missing = { $seat } sealed nothing in time, so the rules choose the least.
told-default-void = { $seat } dealt a false share, so the rules choose the least.
told-default-invalid = { $seat } sealed something that cannot be read, so the rules choose the least.
told-default-withheld = { $seat } did not open what was sealed, so the rules choose the least.
told-default-illegal = { $seat } sealed something that the rules do not allow, so the rules choose the least.

## The terms of a table

terms-line = { $game } for { $seats }; { $terms }.
terms-line-options = { $game } for { $seats }; { $options }; { $terms }.
terms-pace = { $pace }; { $absence }
terms-own-machines = { $pace }; { $absence }; on machines of one's own alone
terms-no-clock = no clock
terms-per-decision = { $time } for each decision
terms-bank = { $time } for the whole game and { $more } more with each decision
terms-wait = who is away for { $grace } is waited for
terms-bot = who is away for { $grace } is played by a bot
terms-vote = who is away for { $grace } can be voted to be played by a bot
