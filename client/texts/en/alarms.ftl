# What a client says when the story of its table does not hold. Each goes on from "Stop playing:", without a full stop.

fraud-server = the server
fraud-impossible = the host reports something impossible: { $why }
fraud-happened-before = the host reports twice something that happened once

## Who tells it

fraud-another-host = this table was opened by another host
fraud-opened-already = this table was opened twice
fraud-table-closed = the host continues a table that it had closed
fraud-begun-already = the host closes a table whose game had begun
fraud-link-not-signed = link { $number } of this table is not signed by its host
fraud-nothing-told = the host says nothing about this table
fraud-other-story = the host tells a different story from the one you know
fraud-not-a-deed = the host reports something { $seat } never did
fraud-deed-done-before = the host repeats something { $seat } did before
fraud-deed-not-fresh = the host passes on something { $seat } did too long ago
fraud-done-after-refusal = the host carries out what it had refused
fraud-unsigned-refusal = the host refuses something without signing the refusal
fraud-replaced-early = the host declares { $seat } absent before the terms allow it

## Who sits where

fraud-seat-taken = { $name }'s seat was given to somebody else
fraud-seat-stays-yours = somebody stood up after everyone's keys were fixed
fraud-bad-key = somebody sits down with a key that accepts signatures nobody made
fraud-keys-not-next = somebody's keys are not the next ones
fraud-stood-up = the host tells everyone that you stood up, but you did not
fraud-other-sitter = the host tells everyone that somebody else sits in your seat
fraud-seat-not-vacant = the host gives away the seat of { $seat }, which no bot plays
fraud-nobody-applied = the host reports votes on somebody who never asked for { $seat }'s seat
fraud-nobody-elected = the host gives { $seat }'s seat to somebody nobody elected
fraud-application-not-signed = the host reports a request for a seat that nobody signed
fraud-seat-between-rounds = the host gives a seat to somebody new while something is sealed
fraud-heir-waits = the host keeps a seat from the player elected for it
fraud-game-over = a bot is to play for somebody though the game is over
fraud-nobody-voted = a bot is to play for { $seat }, but nobody voted for that
fraud-too-few-votes = too few players voted on { $seat }

## Sealed rounds

fraud-seats-free = the host continues before everyone has sat down
fraud-round-open = a round was opened before the last one was over
fraud-round-unreadable = a round was opened that nobody can read
fraud-chance-first = the first sealed round must be the one in which everyone adds chance
fraud-other-round = a round was opened for something that is not being asked
fraud-no-round = something happens in a sealed round that was never opened
fraud-passed-over = a seat was skipped that the table should have waited for
fraud-void-by-vote = a round was abandoned though nobody was voted out of it
fraud-not-told-to-all = the host took what you sealed but does not pass it on to everyone
fraud-left-shut = the host took what opens your choice, but says that you kept it back
fraud-nothing-face-down = something is turned over that nobody laid down

## Chance and the game

fraud-chance-not-brought = the game begins before everyone has added chance
fraud-another-chance = the host draws from a different chance than the one it fixed
fraud-another-seed = the host shows a different seed from the one it fixed
fraud-end-not-seen = somebody is said to confirm an end they have not seen
fraud-other-game = the host shows you a different game from the one it signed for everyone
fraud-impossible-board = the host shows an impossible board
fraud-impossible-event = the host reports something that cannot happen in this game
fraud-told-spectators = the host tells spectators what they must not know
fraud-other-picture = what the host shows you is not what it says it shows you
fraud-other-events = the host tells you something different from what it signed for everyone
fraud-other-deal = the host shows you a deal that nobody offered
fraud-other-standing = the host misstates what became of your deals
fraud-no-deal = the host reports a deal that you never made
fraud-other-goods = the goods that change hands are not those in the deal
fraud-seed-after-game = the host ends the game before it is over
