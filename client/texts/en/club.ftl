# The tables of a server: looked at from the lobby, or by a command.

lobby-server = Tables on a server
    .about = A club or a friend may run a server that is always there. Sit down at one of its tables, watch one, or open your own.

club-which = Which server?
club-another = Another one, by its link
    .about = Paste the link that its host published.
club-link = The link of a server
club-link-hint = table://… as its host published it, or its address if you have been there
club-tables = Tables on { $server }
club-none = There are no tables at { $server } right now.
club-table = { $table }  { $game }: { $state }; { $clock }; { $people }
club-nobody = nobody has sat down yet
club-open-invited = { $free } of { $seats } seats free, by invitation
club-open-password = { $free } of { $seats } seats free, with a password
club-open-all = { $free } of { $seats } seats free, open to everyone
club-state-running = under way
club-state-frozen = frozen
club-open = Open a table here

## At one of them

club-do-back = Back to your seat
club-do-sit = Sit down
club-do-password = Sit down with the password
club-do-invited = Sit down with an invitation
club-do-watch = Watch
club-do-invite = Invite somebody
club-do-close = Close the table
club-password = This table's password
club-password-prompt = Password of the table:{" "}
club-new-password = A password for your table, to tell your friends
club-closed = Table { $table } is closed.

## Opening one

club-access = Who may sit down
    .about = Who gets a seat at your table. Everyone can watch.
club-access-invited = invited players
    .about = You get an invitation for each free seat and send them yourself.
club-access-password = anyone with the password
    .about = You think of a password and tell it to your friends.
club-access-all = everyone
    .about = Whoever comes first sits down.
club-opened = Table { $table } is open.
club-invitations = Invitations, one for each player, good for a day:
club-to-sit-down = To sit down:
club-to-watch = To watch:
club-to-close = To close it before the game begins:
