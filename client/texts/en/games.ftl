# Games that somebody has a seat in, at every host they know.

lobby-games = My games
games-title = My games
games-column-game = Game
games-column-table = Table
games-column-host = Host
games-column-turn = Turn
games-column-left = Left
games-you = your turn
games-others = waiting for { $who }
games-going-on = under way
games-open = { $taken } of { $seats } seats taken
games-over = the game is over
games-frozen = frozen
games-line = { $game }, table { $table } at { $host }: { $turn }.
games-line-left = { $game }, table { $table } at { $host }: { $turn }, { $left } left.
games-silent = { $host } is not answering.
games-asking = Asking your hosts: { $answered } of { $hosts } have answered …
games-choose = Enter takes you there.
games-none = You have no seat at any table right now.
games-which = Which game?
