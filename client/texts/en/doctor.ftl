# What the doctor says of this machine. A grade has at most 6 characters, what a finding is about at most 11.

doctor-grade-good = good
doctor-grade-think = check
doctor-grade-bad = bad
doctor-about-program = program
doctor-about-extras = extras
doctor-about-settings = settings
doctor-about-terminal = terminal
doctor-about-colours = colours
doctor-about-signs = signs
doctor-about-width = width
doctor-about-identity = identity
doctor-about-host-key = host key
doctor-about-memory = memory
doctor-about-home = home
doctor-about-tables = tables
doctor-about-clock = clock
doctor-about-addresses = addresses
doctor-about-machine = machine
doctor-about-port = port
doctor-about-discovery = discovery
doctor-about-table = table
doctor-about-clock-there = clock there
doctor-all-good = All is well.
doctor-all-think = { $number ->
    [one] You can play. One thing is worth a look.
   *[other] You can play. { $number } things are worth a look.
}
doctor-all-bad = { $number ->
    [one] One thing is wrong and will get in your way.
   *[other] { $number } things are wrong and will get in your way.
}

## The program and its settings

doctor-program = jinmaku { $ours }, Python { $python } on { $system }.
doctor-no-package = not installed as a package
doctor-extras = { $extras }.
doctor-no-extras = None.
doctor-missing = Not installed: { $extras } (in Jinmaku's folder: { $command }).
doctor-usual = Everything is at its default.
doctor-see-config = jinmaku config --explain lists all settings.
doctor-no-setting = Remove it, or correct its name.
doctor-wrong-clock = It is not { $date }.
doctor-set-clock = Set the clock, ideally from the network (NTP).
doctor-clocks-agree = Agrees with this one.
doctor-clock-ahead = It is { $seconds } s ahead of this machine's: one of the two is wrong.
doctor-clock-behind = It is { $seconds } s behind this machine's: one of the two is wrong.
doctor-set-either = Set this machine's clock from the network (NTP), or tell the host.

## The terminal

doctor-no-terminal = There is none here, or its input or output is redirected.
doctor-plain-works = Only --plain works here.
doctor-term = TERM is { $term }, so nothing can be drawn.
doctor-no-term = TERM is not set, so nothing can be drawn.
doctor-terminal = { $term }, { $columns }x{ $rows } cells.
doctor-terminal-narrow = { $term }, { $columns }x{ $rows } cells ({ $most } columns show everything at once).
doctor-too-small = The table needs { $least }: make it larger, or use --plain.
doctor-no-colours = None, as NO_COLOR asks; letters and patterns tell the clans apart.
doctor-all-colours = 16 million.
doctor-256-colours = 256; COLORTERM=truecolor gives more, if the terminal has them.
doctor-16-colours = 16, so the map is drawn in lines.
doctor-more-colours = Set TERM=xterm-256color, if the terminal can do that.
doctor-utf-8 = UTF-8 ({ $name }).
doctor-encoding = { $name } lacks some of our signs.
doctor-encoding-ascii = { $name }; only ASCII is drawn, as you chose.
doctor-ascii = Only ASCII is drawn, as you chose.
doctor-use-utf-8 = Set LANG=C.UTF-8. Or set glyphs = "ascii" in the section [screen] of your settings (ctrl+s at the table).
doctor-ruler = The terminal doesn't say. These two should be the same length: { $ruler } { $rule }
doctor-if-not = If they differ, set glyphs = "ascii" in the section [screen] of your settings (ctrl+s at the table).
doctor-wrong-width = Drawn in more or less than one cell: { $signs }
doctor-use-narrow = Set glyphs = "ascii" in the section [screen] of your settings (ctrl+s at the table), or have the terminal draw signs of ambiguous width narrow.
doctor-right-width = All { $number } signs we draw are one cell wide.

## Files

doctor-no-identity = There is none yet; your first table makes one.
doctor-no-host-key = There is none yet; the first table you host makes one.
doctor-locked-key = { $path }, with a passphrase.
doctor-open-key = { $key }, without a passphrase.
doctor-without-key = Restore it from a copy; or move it away, and lose the seats it opens.
doctor-mend-line = Correct that line, or remove it.
doctor-read-only = Nothing can be written to { $path }.
doctor-own-it = Make your user its owner, or choose another.
doctor-open = { $path } is open to other users.
doctor-close = Close it with: chmod 700 { $path }
doctor-free = { $path }, { $free } GiB free.
doctor-no-room = A single game may need more: free some space.
doctor-little-room = That is not much: games are kept until you delete them.

## The network

doctor-no-address = { $address } is not an address.
doctor-not-here = This machine has no address { $address }.
doctor-change-bind = Change bind in [host] of your settings.
doctor-any-port = Any free port will be used.
doctor-port-here = TCP { $port } is free, for this machine only.
doctor-port-free = TCP { $port } is free, for { $address }.
doctor-port-barred = TCP { $port } cannot be used: { $reason }.
doctor-higher-port = Choose one above 1023 with --port.
doctor-port-ours = TCP { $port }: one of our servers listens there, with the key { $key }.
doctor-port-taken = TCP { $port } is taken by another program.
doctor-other-port = To host beside it, choose another with --port or in [host] of your settings.
doctor-inside = This is { $what }, which has a network of its own.
doctor-container = a container
doctor-pass-on = Others can reach a table here only if TCP and UDP port { $port } are forwarded to it.
doctor-no-network = There is no network, only this machine.
doctor-connect = You can play alone; to play with others you need a connection.
doctor-addresses = { $addresses }. Invitations name { $address }.
doctor-addresses-vpn = { $addresses }. Invitations name { $address }, which belongs to a VPN.
doctor-at-home = For friends at home: jinmaku host --address { $address }.
doctor-vpn-too = They need the VPN too.
doctor-nowhere = There is no network to search.
doctor-invitation = An invitation works anyway.
doctor-no-echo = Broadcasts to { $address } do not come back.
doctor-firewall = A firewall or VPN may block UDP ports 5353 and { $port }; invitations work all the same.
doctor-queries = Tables nearby can be found, but only with our own queries.
doctor-get-lan = jinmaku[lan] also finds tables announced only by mDNS.
doctor-discovery = With mDNS and our own queries, at { $address }.

## A table

doctor-table = { $address } answers in { $time } ms: { $game }, { $free } of { $seats } seats free.
doctor-server = { $address } answers in { $time } ms: { $tables ->
    [0] it has no tables
    [one] it has 1 table
   *[other] it has { $tables } tables
}.
doctor-no-table = There is no table { $table } at { $address } now.
doctor-other-host = { $address } has the key { $key }, which the invitation does not name. Ask its host for a new one, and do not trust what answers there until then.
