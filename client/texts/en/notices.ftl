# What calls a player who is not looking. Nothing of a game may be in it but whose turn it is.

notice-turn = Your turn: { $game }, table { $table } at { $host }.
notice-turn-left = Your turn: { $game }, table { $table } at { $host }, { $left } left.
notice-deadline = Only { $left } left for your turn: { $game }, table { $table } at { $host }.
notice-end = The game is over: { $game }, table { $table } at { $host }.
notice-command-failed = The command for notices failed: { $reason }
notice-command-slow = it took more than { $seconds } seconds and was stopped.
notice-command-code = it ended with code { $code }.
notice-webhook-failed = The webhook for notices failed: { $reason }
notice-watching = Watching { $hosts ->
        [one] one host
       *[other] { $hosts } hosts
    }, every { $every }. Ctrl+C ends it.
settings-terminal = Terminal notices
settings-command = A program to run, with the notice as its last argument
settings-webhook = An address that notices are posted to, in ntfy's format
terminal-auto = automatic
terminal-osc9 = OSC 9
terminal-osc777 = OSC 777
terminal-off = none
