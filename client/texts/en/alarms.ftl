# What a client says when the story of its table does not hold. Each goes on from "Stop playing:", without a full stop.

fraud-server = the server
fraud-impossible = the host tells of something that cannot be: { $why }
fraud-happened-before = the host tells a second time of something that happened once

## Who tells it

fraud-another-host = this table was opened by another host
fraud-opened-already = this table was opened a second time
fraud-link-not-signed = link { $number } of this table is not signed by its host
fraud-nothing-told = the host tells nothing of this table
fraud-other-story = the host tells another story than the one we knew
fraud-not-a-deed = this is not a deed of { $seat }
fraud-deed-done-before = a deed of { $seat } is told that was done before
fraud-deed-not-fresh = a deed of { $seat } is told that is too old
fraud-done-after-refusal = the host does what it had refused to do
fraud-unsigned-refusal = the host refuses something and does not sign that
fraud-replaced-early = the host calls { $seat } away before the terms allow it

## Who sits where

fraud-seat-taken = the seat of { $name } was given to somebody else
fraud-seat-stays-yours = somebody stood up after the keys of all had been fixed
fraud-bad-key = somebody sits down with a key that would accept signatures that nobody made
fraud-keys-not-next = somebody's keys are not the next ones
fraud-other-sitter = the host tells all that somebody else sits in our seat
fraud-nobody-voted = nobody has voted about { $seat }, for whom a bot is to play
fraud-too-few-votes = too few have voted about { $seat }

## Sealed rounds

fraud-seats-free = the host goes on before all had sat down
fraud-round-open = a round was opened before the last one was over
fraud-round-unreadable = a round was opened that nobody can read
fraud-chance-first = the first round is the one in which all bring chance, and no other is
fraud-other-round = a round was opened that is not about what is asked now
fraud-no-round = something happens in a sealed round that was not opened
fraud-passed-over = a seat was passed over that should have been waited for
fraud-void-by-vote = a round was given up though nobody was voted out of it
fraud-not-told-to-all = the host has taken what we sealed, and does not tell it to all
fraud-nothing-face-down = something is turned over that nobody has laid

## Chance and the game

fraud-chance-not-brought = the game begins before all have brought chance
fraud-another-chance = the host draws from another chance than it had fixed
fraud-another-seed = the host shows another seed than the one it had fixed
fraud-end-not-seen = somebody is said to stand by an end not seen
fraud-other-game = the host shows us another game than it has signed for all
fraud-impossible-board = the host shows a board that cannot be
fraud-told-spectators = the host tells those who watch what they must not know
fraud-other-picture = the host shows us something else than it says it does
fraud-other-events = the host tells us something else than it has signed for all
fraud-other-deal = the host shows us a deal that nobody has offered
