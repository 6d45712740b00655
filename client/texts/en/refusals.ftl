# Why something is refused, by the rules or by the server; the rule, where there is one, stands behind it in brackets.
# $line and $words are as one types them, in every language the same.

refuse-unknown = That was refused, for a reason this program has no words for.

## Choices in any game

refuse-not-in-game = { $seat } is not in this game.
refuse-game-over = The game is over.
refuse-nothing-to-decide = { $seat } has nothing to decide now.
refuse-something-else = { $seat } is being asked something else: { $question }
refuse-not-now = { $seat } cannot '{ $line }' now.
refuse-not-adjacent = { $province } and { $other } are not adjacent.

## Lines that are no moves

refuse-nothing-goes-with = Nothing may follow '{ $verb }', so '{ $line }' makes no sense.
refuse-no-known-word = '{ $line }' begins with an unknown word; these are known: { $words }.
refuse-should-read = '{ $line }' should read { $form }.
refuse-no-such = There is no { $kind } '{ $word }'; choose from { $words }.
refuse-no-amount = '{ $word }' is not an amount.
refuse-written-so = Write that as '{ $line }'.
refuse-answers-a-question = '{ $line }' answers a question; you can't do it in between.
kind-action = action
kind-award = award
kind-building = building
kind-card = card
kind-clan = clan
kind-colour = colour
kind-deck = deck
kind-dojo-card = dojo card
kind-envoy = envoy
kind-figure = figure
kind-guard = guard
kind-house = house
kind-kami = kami
kind-kind-of-draw = kind of draw
kind-location = location
kind-mandate = mandate
kind-part-of-a-play = part of a play
kind-phase = phase
kind-piece = piece
kind-place = place
kind-province = province
kind-rumor = rumor
kind-season = season
kind-seat = seat
kind-side = side
kind-side-of-a-house = side of a house
kind-skill = skill
kind-skill-tile = skill tile
kind-special = special
kind-treasure = treasure
kind-value-of-a-clan-token = value of a clan token

## Invitations and addresses

refuse-no-invitation = An invitation looks like table://host:port/game#hk=...&t=...
refuse-no-address = An address has a host and a port.
refuse-no-port = A port is a number from 1 to { $most }.
refuse-addresses = An invitation names each address once, and at most { $most }.
refuse-usual-port = An invitation leaves out the usual port, { $port }.
refuse-no-game-name = A game's name has at most 64 letters, digits, - and _.
refuse-host-key-length = The host key's hash has the wrong length.
refuse-token-length = The token has the wrong length.
refuse-not-base32 = { $part } is not base 32 in lower case.
refuse-brackets = Brackets go around an IPv6 address and nothing else.
refuse-no-host-name = A host is a name in lower case, or an address.
refuse-no-ipv4 = This is not an IPv4 address.
refuse-no-ipv6 = This is not an IPv6 address.
refuse-ipv6-shortest = An IPv6 address is written in its shortest form, without a zone.
invitation-part-token = The token
invitation-part-host-key = The host key's hash

## Sitting down

refuse-moved = This table is at { $address } now.
refuse-no-table = There is no table { $table } here.
refuse-no-such-seat = There is no such seat at this table.
refuse-seat-taken = That seat is taken by { $name }.
refuse-seats-taken = All seats are taken; you can watch.
refuse-seated-already = You already have a seat at this table.
refuse-name-taken = Somebody at this table is already called { $name }. Choose another name, for example with --name.
refuse-name-alike = The name { $name } looks like { $taken }, who sits at this table. Choose another one.
refuse-name-invisible = A name can only contain what everyone can see: letters, digits and signs, with plain spaces between them.
refuse-not-invited = This invitation is not for this table, or has been used.
refuse-invitation-needed = To sit down you need an invitation; without one you can watch.
refuse-invitation-not-good = This invitation is not for this table, has been used, or is too old.
refuse-password-needed = This table has a password. Ask whoever opened it, then join with --password, or from the list of tables on the server.
refuse-password-wrong = That is not this table's password.
refuse-password-too-often = Too many wrong passwords have come from your address. Wait a while before you try again.
refuse-password-short = A password must have at least { $least } characters.
refuse-password-long = A password can have at most { $most } characters.
refuse-password-not-asked = A password is only for a table that asks for one.
refuse-own-machines = Everyone at this table plays on their own machine; through this door you can watch.
refuse-tables-enough = You already sit at { $number } tables.
refuse-seat-stays-yours = The game has begun, so you keep your seat.
refuse-journal-lost = You know more about this table than its journal does: part of it was lost.
refuse-only-players = You are watching; only players can do that.
refuse-own-seat-only = You can act only for your own seat.

## The table

refuse-not-begun = The game has not begun yet.
refuse-seats-free = Not everyone has sat down yet.
refuse-not-over = This game is not over yet.
refuse-no-other-table = This server does not open another table.
refuse-question-closed = That question is no longer open.
refuse-number-used = You have already done something else under that number.
refuse-journal-closed = The game is over, and its journal is closed.
refuse-journal-full = The journal of this table is full.
refuse-done-too-often = You have done this so often that the rest of the journal is reserved for finishing the game. Play on.
refuse-journal-not-written = The journal cannot be written, so this table is frozen.
refuse-table-frozen = This table is frozen, because the disk or the program failed. Its journal is safe. After a full disk it goes on by itself; otherwise its host can let it go on.
refuse-rules-failed = The rules failed here, so this table is frozen. Its journal is safe.
refuse-server-stops = The server is stopping.
refuse-server-mistake = The server made a mistake; nothing has changed.
refuse-table-closed = This table was closed before its game began.
refuse-begun-already = The game has begun, so the table cannot be closed.
refuse-invited-enough = There are enough unused invitations to this table already.
refuse-may-not-open = You may not open tables on this server; its host decides who may.
refuse-tables-opened-enough = { $number ->
    [one] Only one table of the same owner can be open here at once. Close it, or finish its game first.
   *[other] Only { $number } tables of the same owner can be open here at once. Close one, or finish its game first.
  }
refuse-tables-from-here-enough = { $number ->
    [one] Only one table from the same network address can be open here at once. Try again when its game is over.
   *[other] Only { $number } tables from the same network address can be open here at once. Try again when one of their games is over.
  }
refuse-house-full = This server has no room for another table. Try again when a game is over.
refuse-store-failed = The server cannot save anything; its disk may be full. Nothing has changed.
refuse-store-silent = The server's database is not answering, so no table can be opened now. Nothing is lost; try again in a moment.
refuse-tables-unknown = The server's database is not answering, so nobody can say which tables there are now. Nothing is lost; try again in a moment.
refuse-bots-too-many = At most { $most } bots can play at this table: one seat is for a person.
refuse-no-such-level = There is no bot level { $level }.
refuse-not-your-table = Only whoever opened this table can do that.
closing-closed = The table was closed before its game began.
closing-expired = Nobody new has come to this table for a long time, so the server has closed it.
closing-succeeded = The players have elected somebody else for this seat.
closing-moved = This server can't run the table right now. You will be taken back to it as soon as one can.
closing-stops = The server is stopping. Your seat is kept.
closing-elsewhere = You have taken this seat from somewhere else.
closing-full = The server has no room for you at the moment. Try again in a while.
closing-unknown = The server hung up, for a reason this program has no words for.

## Taking back, and playing for others

refuse-too-late-to-take-back = It is too late to take that back on your own: something was revealed or somebody has acted since. You can ask the others.
refuse-no-time-to-take-back = There is no time left to take that back.
refuse-asked-back-already = Somebody is already asking for that.
refuse-not-your-choice = That was not your choice.
refuse-plans-sealed-since = Plans have been sealed since then, and nobody can seal them again.
refuse-no-consent-wanted = Nobody is waiting for your consent.
refuse-others-have-to-agree = It is up to the others to agree; you can only drop the request.
refuse-nobody-voted = A bot is to play for { $seat }, but nobody voted for that.
refuse-no-bot-needed = That seat needs no bot.
refuse-seat-not-vacant = { $seat }'s seat is not free: no bot plays there, or somebody has already been elected for it.
refuse-applications-enough = Others have asked for seats here; wait until the players have voted on them.
refuse-applied-already = You already have a seat here, or have asked for one.
refuse-application-not-signed = This request is not signed by the player who makes it.
refuse-only-people-vote = Only people vote on who takes over a seat.
refuse-nobody-applied = Nobody with that key has asked for { $seat }'s seat.
refuse-nobody-elected = Nobody was elected for { $seat }'s seat.
refuse-seat-between-rounds = A seat changes hands only when no sealed round is open.
refuse-heir-waits = An elected player must get their seat before the next sealed round.
refuse-not-overdue = That player is neither out of time nor away for long.

## Deals

refuse-no-deal = There is no deal { $number } between these two.
refuse-deal-not-yours = That is not your offer; you can accept or decline it.
refuse-deal-your-own = That is your own offer; you can only withdraw it.
refuse-deal-not-open = That offer is no longer open: { $status }.
refuse-deal-number-taken = Another deal between these two already has the number { $number }.
refuse-deal-with-another = You need somebody else to make a deal with.
refuse-deal-numbers = A deal's number is between 1 and { $most }.
refuse-deal-goods = A deal moves between 0 and { $most } coins, and as many ronin.
refuse-deal-of-promises = Nothing can change hands in this game; deals are made of promises.
refuse-deal-of-nothing = A deal must give, want or promise something.
refuse-deal-promises = A deal has at most { $most } promises on each side.
refuse-promise-in-words = A promise in words has 1 to { $most } visible characters.
refuse-no-such-promise = Nobody can promise '{ $promise }' in this game.
refuse-promise-not-about = '{ $promise }' cannot be promised about '{ $about }'.
refuse-offers-open = You already have { $number } open offers to that seat; withdraw one first.
refuse-cannot-give = { $seat } cannot give { $goods }: { $why }

## Talk

refuse-talking-too-fast = Slow down: you are talking too fast.
refuse-said-too-much = You have said so much at this table that the rest is reserved for the others.
refuse-speak-to-others = You can talk only to other players at this table.
refuse-talk-no-key = { $seat } has no key for private talk.
refuse-no-words = This text has no words.
refuse-text-too-long = A text has at most { $most } characters.
refuse-text-harmful = A text cannot contain characters that break lines, control a terminal or reverse its direction.
refuse-text-not-normal = A text must be in normal form C.

## Words that cannot be believed, or that a strange program has sealed

refuse-spoken-to-in-order = Each listener is named once, in the order of the seats.
refuse-sealed-to-some = What is said to some is sealed; what is said to everyone is not.
refuse-talk-no-seat = There is no seat { $number }.
refuse-talk-members = A room has 1 to { $most } members.
refuse-talk-members-in-order = The members of a room are named once each, in the order of their seats.
refuse-talk-seat-not-in-room = Seat { $number } is not in this room.
refuse-talk-numbers = Words have a number from 0 to { $most }.
refuse-talk-key-lost = [said before you came to this machine, or in a game that is over]
refuse-talk-weak-key = This talk key keeps nothing secret.
refuse-talk-seat-of-another = Seat { $number } belongs to somebody else.
refuse-talk-sealed-size = Sealed words have at most { $most } bytes.
refuse-talk-not-sealed = These are not sealed words: { $detail }.
refuse-talk-another-room = These words are sealed for a different room.
refuse-talk-not-said = Seat { $number } did not say these words here, under this number.
refuse-talk-another-key = Seat { $number } gave you a different key from the one it committed to.
refuse-talk-key-opens-nothing = Seat { $number }'s key does not open its words.
refuse-talk-box-shut = The box seat { $number } made for you does not open.
refuse-talk-no-text = What seat { $number } sealed is not text.
refuse-talk-badly-padded = What seat { $number } sealed is padded wrongly.

## Sealed rounds, keys and the end

refuse-wait-for-opening = That must wait until the sealed choices are opened.
refuse-wait-for-card = That must wait until a card is turned over.
refuse-nothing-to-seal = There is nothing to seal now.
refuse-round-open = A round is already open.
refuse-no-round = There is no sealed round now.
refuse-void-by-vote = A round becomes void only through players who were voted out.
refuse-not-wanted = Nobody needs that now.
refuse-nothing-face-down = Nothing lies face down.
refuse-nothing-turned-over = Nothing is being turned over now.
refuse-turn-not-come = Its turn has not come.
refuse-round-unreadable = Nobody can read the header of this round.
refuse-chance-first = The first sealed round must be the one in which everyone adds chance.
refuse-passed-over = A seat was skipped that the table should have waited for.
refuse-chance-not-brought = Not everyone has added chance yet.
refuse-another-chance = This is a different chance from the one that was fixed.
refuse-bad-key = This key would accept signatures nobody made.
refuse-keys-of-the-seated = Only players at the table can make keys.
refuse-keys-not-shown = New keys are made only when an old one was shown.
refuse-keys-not-next = These keys are not the next ones.
refuse-seed-after-game = The seed is shown only after the game.
refuse-another-seed = This is not this table's seed.
refuse-end-not-seen = You can confirm a game only after you have seen its end.

# What only a strange program is told: the detail stays as the server wrote it.
refuse-not-taken = { $detail }

## What cannot have happened in a journal

refuse-impossible-entry = Entry { $entry } cannot have happened: { $why }
refuse-by-rule = { $why } ({ $rule })
refuse-rules-fail = The rules fail there ({ $error }).
refuse-happened-before = It had already happened.
refuse-opened-already = The table had already been opened.
refuse-not-in-a-journal = A journal has no such entry.
refuse-link-not-signed = Link { $number } is not signed by this table's host.
refuse-not-a-deed = { $seat } never did this.
refuse-deed-done-before = It repeats something { $seat } did before.
refuse-deed-not-fresh = It passes on something { $seat } did too long ago.
refuse-another-link = It shows a different link of chance from the one that was taken.
refuse-another-game = It shows a different game from the one that follows from it.
refuse-another-entry = It says something different from what follows from the game.
refuse-another-journal = Something before it is missing, or is not what the host signed.

## What a log shows of a game that was not fair, or not to its end

found-other-seed = the seed is not the one that was fixed
found-other-key = { $name } played with a different key from the one you know, so it may have been somebody else
found-false-share = dealt a false share
found-no-choice = sealed something that is not a choice
found-two-choices = sealed two choices
found-false-complaint = complained about a correct share from { $dealer }
found-no-card = sealed something that is not a card
found-misplaced-card = sealed a card that could not lie there
found-misplaced-unseen = a card of { $seat } could not lie there, and { $seat } did not sign anything after that, so the host may have shown { $seat } a false hand
found-not-over = the game is not over; this is only its beginning
found-not-signed = the end is not signed by { $seats }, so they may have been told something else, or more may follow
found-told-otherwise = told { $seat } something else, as { $seat }'s signature here proves
found-withheld = kept back a sealed choice along with its chance, and so could choose between two outcomes
found-withheld-card = kept a card closed, and so could choose whether it counts
found-withheld-by-somebody = what { $seat } sealed was never opened: { $seat } or the host kept it shut along with its chance, and so could choose between two outcomes
found-withheld-card-by-somebody = a card of { $seat } was never opened: { $seat } or the host kept it shut, and so could choose whether it counts
found-contested = let a bot play for { $seat }, who swears to have been there
found-replaced-early = let a bot play for { $seat } before the terms allow it
found-vote-of-one = let a bot play for { $seat } on a single vote, so { $seat } may have been there
found-elected-by-one = gave the seat of { $seat } away on a single vote, so { $seat } may have been there
found-gone-by-host-alone = says that { $seats } left, and nobody else was there to see it
refuse-not-fresh = Too much has happened since you decided on this. Look again.
