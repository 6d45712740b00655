# Why something is refused, by the rules or by the server; the rule, where there is one, stands behind it in brackets.
# $line and $words are as one types them, in every language the same.

refuse-unknown = That is refused, for a reason that this program has no words for.

## Choices in any game

refuse-not-in-game = { $seat } is not in this game.
refuse-game-over = The game is over.
refuse-nothing-to-decide = { $seat } has nothing to decide now.
refuse-something-else = { $seat } is asked for something else: { $question }
refuse-not-now = { $seat } cannot '{ $line }' now.
refuse-not-adjacent = { $province } and { $other } are not adjacent.

## Lines that are no moves

refuse-nothing-goes-with = Nothing goes with '{ $verb }', so '{ $line }' cannot be read.
refuse-no-known-word = '{ $line }' begins with no known word; known are { $words }.
refuse-should-read = '{ $line }' should read { $form }.
refuse-no-such = '{ $word }' is no { $kind }; there is { $words }.
refuse-no-amount = '{ $word }' is no amount.
refuse-written-so = That is written '{ $line }'.
refuse-answers-a-question = '{ $line }' answers a question; it is nothing one does in between.
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
refuse-usual-port = An invitation does not write the usual port, { $port }.
refuse-no-game-name = A game has a name of at most 64 letters, digits, - and _.
refuse-host-key-length = The host key's hash has not the right length.
refuse-token-length = The token has not the right length.
refuse-not-base32 = { $part } is not base 32 in small letters.
refuse-brackets = Brackets belong around an IPv6 address and nothing else.
refuse-no-host-name = A host is a name in small letters or an address.
refuse-no-ipv4 = This is no IPv4 address.
refuse-no-ipv6 = This is no IPv6 address.
refuse-ipv6-shortest = An IPv6 address is written in its shortest form, without a zone.
invitation-part-token = The token
invitation-part-host-key = The host key's hash

## Sitting down

refuse-no-table = There is no table { $table } here.
refuse-no-such-seat = There is no such seat at this table.
refuse-seat-taken = That seat is taken by { $name }.
refuse-seats-taken = All seats are taken; you can watch.
refuse-seated-already = You have a seat at this table already.
refuse-name-taken = There is somebody called { $name } at this table already.
refuse-name-alike = The name { $name } looks like { $taken }, and somebody of that name sits at this table. Choose another one.
refuse-name-invisible = A name is made of what everybody can see: letters, figures and signs, with plain spaces between them.
refuse-not-invited = This invitation is not for this table, or somebody has used it.
refuse-invitation-needed = To sit down you need an invitation; without one you can watch.
refuse-invitation-not-good = This invitation is not for this table, somebody has used it, or it is too old.
refuse-own-machines = At this table all play on machines of their own; through this door you can watch.
refuse-tables-enough = You sit at { $number } tables already.
refuse-seat-stays-yours = The game has begun; the seat stays yours.
refuse-journal-lost = You know more of this table than its journal does; part of it was lost.
refuse-only-players = You are watching; only players can do that.
refuse-own-seat-only = You can act for your own seat only.

## The table

refuse-not-begun = The game has not begun yet.
refuse-seats-free = Not everybody has sat down yet.
refuse-not-over = This game is not over yet.
refuse-no-other-table = This server opens no other table.
refuse-question-closed = That question is no longer open.
refuse-number-used = You have done something else under that number already.
refuse-journal-closed = The game is over, and its journal is closed.
refuse-journal-full = The journal of this table is full.
refuse-done-too-often = You have done this so often that the rest of the journal is kept to finish the game. Play on.
refuse-journal-not-written = The journal cannot be written, so this table is frozen.
refuse-table-frozen = This table is frozen: the program made a mistake. Its journal is safe.
refuse-rules-failed = The rules failed here, so this table is frozen. Its journal is safe.
refuse-server-stops = The server stops.
refuse-server-mistake = The server made a mistake; nothing has changed.
closing-stops = The server stops. Your seat is kept for you.
closing-elsewhere = You have come to this seat from elsewhere.
closing-full = The server has no place for you at the moment. Try again in a while.
closing-unknown = The server has hung up, for a reason that this program has no words for.

## Taking back, and playing for others

refuse-too-late-to-take-back = Too late to take that back alone: something was revealed or somebody has acted since. You can ask the others.
refuse-no-time-to-take-back = There is no time left to take that back.
refuse-asked-back-already = Somebody is asking for that already.
refuse-not-your-choice = That is no choice of yours.
refuse-plans-sealed-since = Plans were sealed since then, and nobody can seal them anew.
refuse-no-consent-wanted = Nobody waits for your consent.
refuse-others-have-to-agree = The others have to agree; you can only let it be.
refuse-nobody-voted = Nobody has voted about { $seat }, for whom a bot is to play.
refuse-no-bot-needed = That seat needs no bot.
refuse-not-overdue = That player is neither out of time nor away for long.

## Deals

refuse-no-deal = There is no deal { $number } between these two.
refuse-deal-not-yours = That is not your own offer; you can accept or decline it.
refuse-deal-your-own = That is your own offer; you can only withdraw it.
refuse-deal-not-open = That offer is no longer open: { $status }.
refuse-deal-number-taken = Another deal between these two has the number { $number }.
refuse-deal-with-another = A deal is made with somebody else.
refuse-deal-numbers = The number of a deal is between 1 and { $most }.
refuse-deal-goods = A deal moves between 0 and { $most } coins, and as many ronin.
refuse-deal-of-promises = Nothing changes hands in this game; a deal is made of promises.
refuse-deal-of-nothing = A deal gives, wants or promises something.
refuse-deal-promises = A deal has at most { $most } promises of each side.
refuse-promise-in-words = A promise in words is 1 to { $most } characters that can be seen.
refuse-no-such-promise = Nobody can promise '{ $promise }' in this game.
refuse-promise-not-about = '{ $promise }' cannot be promised about '{ $about }'.
refuse-offers-open = You have { $number } offers to that seat open already; withdraw one first.
refuse-cannot-give = { $seat } cannot give { $goods }: { $why }

## Talk

refuse-talking-too-fast = One thing after the other: you are talking too fast.
refuse-said-too-much = You have said so much at this table that the rest is kept for the others.
refuse-speak-to-others = One speaks to others at this table.
refuse-nobody-listens = Nobody sits there to listen.
refuse-talk-no-key = { $seat } has no key to talk to.
refuse-no-words = There are no words in this text.
refuse-text-too-long = A text has at most { $most } characters.
refuse-text-harmful = A text has no characters that break lines, steer a terminal or turn its direction.
refuse-text-not-normal = A text is in normal form C.

## Words that cannot be believed, or that a strange program has sealed

refuse-spoken-to-in-order = Who is spoken to is named once, in the order of the seats.
refuse-sealed-to-some = What is said to some is sealed; what is said to all is not.
refuse-talk-no-seat = There is no seat { $number }.
refuse-talk-members = A room has from 1 to { $most } members.
refuse-talk-members-in-order = The members of a room come once each, in the order of their seats.
refuse-talk-seat-not-in-room = Seat { $number } is not in this room.
refuse-talk-not-in-room = You are not in this room.
refuse-talk-numbers = Words have a number from 0 to { $most }.
refuse-talk-key-not-signed = The talk key of seat { $number } is not signed by its owner for this table.
refuse-talk-weak-key = This talk key keeps nothing secret.
refuse-talk-seat-of-another = Seat { $number } belongs to somebody else.
refuse-talk-sealed-size = Sealed words have at most { $most } bytes.
refuse-talk-not-sealed = These are no sealed words: { $detail }.
refuse-talk-another-room = These words are sealed for another room.
refuse-talk-not-said = Seat { $number } did not say these words here, under this number.
refuse-talk-another-key = Seat { $number } gave you another key than it committed to.
refuse-talk-key-opens-nothing = The key that seat { $number } gave does not open its words.
refuse-talk-box-shut = The box that seat { $number } made for you does not open.
refuse-talk-no-text = What seat { $number } sealed is no text.
refuse-talk-badly-padded = What seat { $number } sealed is not padded as it should be.

## Sealed rounds, keys and the end

refuse-wait-for-opening = That has to wait until the sealed choices are opened.
refuse-wait-for-card = That has to wait until a card is turned over.
refuse-nothing-to-seal = There is nothing to be sealed now.
refuse-round-open = A round is open already.
refuse-no-round = There is no sealed round now.
refuse-void-by-vote = Only those who were voted out make a round void.
refuse-not-wanted = That is not wanted now.
refuse-nothing-face-down = Nothing lies face down.
refuse-nothing-turned-over = Nothing is turned over now.
refuse-turn-not-come = Its turn has not come.
refuse-round-unreadable = Nobody can read the header of this round.
refuse-chance-first = The first round is the one in which all bring chance, and no other is.
refuse-passed-over = A seat was passed over that should have been waited for.
refuse-chance-not-brought = Not all have brought chance yet.
refuse-another-chance = This is another chance than the one that was fixed.
refuse-bad-key = This key would accept signatures that nobody made.
refuse-keys-of-the-seated = Keys are made by those who sit at a table.
refuse-keys-not-shown = New keys are made when one of the old ones was shown.
refuse-keys-not-next = These keys are not the next ones.
refuse-seed-after-game = The seed is shown after the game.
refuse-another-seed = This is not the seed of this table.
refuse-end-not-seen = One stands by a story after one has seen its end.

# What only a strange program is told: the detail stays as the server wrote it.
refuse-not-taken = { $detail }

## What cannot have happened in a journal

refuse-impossible-entry = Entry { $entry } cannot have happened: { $why }
refuse-by-rule = { $why } ({ $rule })
refuse-rules-fail = the rules fail at it ({ $error }).
refuse-happened-before = It had happened before.
refuse-opened-already = The table was opened before.
refuse-not-in-a-journal = A journal has no such entry.
refuse-link-not-signed = Link { $number } is not signed by the host of this table.
refuse-not-a-deed = This is not a deed of { $seat }.
refuse-deed-done-before = A deed of { $seat } is told that was done before.
refuse-deed-not-fresh = A deed of { $seat } is told that is too old.
refuse-another-link = It shows another link of chance than was taken.
refuse-another-game = It shows another game than the one that follows from it.
refuse-another-journal = Something before it is missing, or is not what the host has signed.

## What a log shows of a game that was not fair, or not to its end

found-other-seed = the seed is not the one that was fixed
found-other-key = the key of { $name } is not the one you know; somebody else played under that name
found-false-share = dealt a false share
found-no-choice = sealed something that is no choice
found-two-choices = sealed two choices
found-false-complaint = complained of a share from { $dealer } that was right
found-no-card = sealed something that is no card
found-misplaced-card = sealed a card that could not lie there
found-not-over = the game is not over; this is its beginning
found-not-signed = the end is not signed by { $seats }, so they may have been told something else, or more may follow
found-told-otherwise = told { $seat } something else, as { $seat } has signed here
found-withheld = kept back what was sealed, with its chance, and could choose between two outcomes
found-withheld-card = kept a card shut, and could choose whether it counts
found-replaced-early = let a bot play for { $seat } before the terms allow it
found-vote-of-one = let a bot play for { $seat } by a single vote, so { $seat } may have been there
found-gone-by-host-alone = says that { $seats } left, and nobody else was there to see it
refuse-not-fresh = Too much has happened since you decided on this. Look again.
