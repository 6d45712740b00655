## Doors: SSH and the browser

door-ssh = through SSH
door-web = through a browser
door-warning = Through this door, your client runs on the host's machine. What you seal is safe from the other players, but not from the host.
door-small = This terminal has { $columns }x{ $rows } cells; it needs at least { $least }. Make it larger and come back.
door-idle-soon = You haven't pressed a key for a long time. Press one, or this door closes in { $minutes ->
        [one] a minute
       *[other] { $minutes } minutes
    }. Your seat is kept.

## What the door itself says

door-ssh-open = The door is open. Your friends pick a name and type
door-ssh-then = and then the invitation you sent them. The first time, SSH asks them to confirm this key:
door-web-open = The door is open. Send your friends this address; anyone who has it can come in:
door-web-bare = Nothing is encrypted on the way: use it at home, or with a proxy in front of it (--public-url).
door-leads = It leads to the server at { $server }.
door-here-only = Only this machine can use it; --bind 0.0.0.0 opens it to your networks.
door-needs = { $library } is not installed; in Jinmaku's folder, { $command } installs it.
door-other-host = This door leads to a different host from the one your invitation is for.
door-closing = The door is closing.
door-note =
    This machine runs their client: what they seal is safe from the other players, but not from you.
    Everyone sees who came through a door, and a table opened with --own-machines refuses it.
door-ssh-banner =
    Jinmaku. Your SSH key is who you are here: the same key has the same seat.
    (No key yet? ssh-keygen -t ed25519)
    The host's machine runs your client: what you seal is safe from the other
    players, but not from the host.
door-no-command = this door leads only to the game and runs no commands.
door-no-terminal = there is no terminal to draw on; try ssh -t.
door-full = this door is full right now. Half its places are kept for players who have a seat; try again later.
door-too-often = you have come in too many times just now. Wait a little and try again.
door-elsewhere = you have come in from somewhere else, and are playing there now.
door-idle = nobody has pressed a key here for a long time. Your seat is kept: come back with the same key.
door-closed = the host is closing this door. Your seat is kept: come back with the same key.
door-broken = the client has stopped. Your seat is kept: come back with the same key.

## In the browser

web-ask = Your name at the table
web-enter = Come in
web-coming = Coming in …
web-closed = You have left, come in somewhere else, or not pressed a key for a long time. Your seat is kept.
web-again = Come back in
web-no-token = This door needs the whole address that the host sent you.
web-foreign = Somebody else's page asked for this.
web-full = This door is full right now. Half its places are kept for players who have a seat; try again later.
web-too-often = You have come in too many times just now. Wait a little and try again.
