## Doors: SSH and the browser

door-ssh = through SSH
door-web = through a browser
door-warning = Through this door the host's machine runs your client: what you seal is safe from the other players, but not from the host.
door-small = This terminal has { $columns }x{ $rows } cells; at least { $least } are needed. Make it larger and come again.
door-idle-soon = You have not touched a key for long. Touch one, or this door closes in { $minutes ->
        [one] a minute
       *[other] { $minutes } minutes
    }. Your seat is kept.

## What the door itself says

door-note =
    This machine runs their client: what they seal is safe from the other players, but not from you. All see
    who came through a door, and a table opened with --own-machines refuses it.
door-ssh-banner =
    Jinmaku. Your SSH key is who you are here: the same key has the same seat.
    (No key yet? ssh-keygen -t ed25519)
    The host's machine runs your client: what you seal is safe from the other
    players, but not from the host.
door-no-command = this door leads to the game alone and runs no commands.
door-no-terminal = there is no terminal to draw on; try ssh -t.
door-full = there is no place behind this door just now. Half of them are kept for those who have a seat; come again later.
door-too-often = you have come in very often just now. Wait a little, and come again.
door-elsewhere = you have come in again from elsewhere, and play on there.
door-idle = nobody has touched a key here for long. Your seat is kept: come again with the same key.
door-closed = the host closes this door. Your seat is kept: come again with the same key.
door-broken = the client has stopped. Your seat is kept: come again with the same key.

## In the browser

web-ask = What the others call you
web-enter = Come in
web-coming = Coming in …
web-closed = You have left, come in elsewhere, or touched no key for long. Your seat is kept.
web-again = Come again
web-no-token = This door opens with the whole address that the host has sent you.
web-foreign = This was asked for by a page of somebody else.
web-full = There is no place behind this door just now. Half of them are kept for those who have a seat; come again later.
web-too-often = You have come in very often just now. Wait a little, and come again.
