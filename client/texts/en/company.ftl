# Who you meet at a table, and what may keep you from getting there.

## Who sits down

meet-new = { $number ->
    [one] { $names } is new to you: compare table codes once the game has begun.
   *[other] { $names } are new to you: compare table codes once the game has begun.
}
meet-renamed = { $name } has a NEW NAME: you know this key as { $names }.
meet-changed = THE KEY OF { $name } HAS CHANGED: somebody may be posing as { $name }. Ask them for their key before you play; this one is { $key }.
meet-trouble = { $name }'s key cannot be compared with the keys you know: { $trouble }
meet-forgotten = { $name }'s key cannot be saved for next time: { $trouble }
meet-no-chance = What { $names } sealed for the draw was never opened, so everyone does it again. Whoever kept it shut knew what the others had added: if this happens more than once, stop playing with them.
meet-door = { $name } ({ $door }) plays on somebody else's machine. Whoever runs it can read what { $name } seals.

## The way to a table

way-nobody-here = Nothing is listening at { $address }, which every machine uses for itself. If the table is on another machine, its host must start it with --bind 0.0.0.0 and send new invitations.
way-nobody = Nothing is listening at { $address }. The server may not be running, may use another port, or may serve only its own machine; in that case the host starts it with --bind 0.0.0.0.
way-no-answer = { $address } does not answer. A firewall may block TCP port { $port }, the network may keep devices apart (as guest Wi-Fi does), or the machine is off.
way-silence = { $address } accepts the connection but does not answer. Either it is not a table, so check the address and port, or the machine is too busy, so try again later.
way-no-network = This machine has no network route to { $address }. Is it connected? A VPN may be in the way, or missing.
way-no-machine = No machine answers at { $address }. It is off, its address has changed, or the network keeps devices apart (as guest Wi-Fi does). Ask the host for a new invitation.
way-forbidden = This machine may not call { $address }: a firewall here must allow outgoing TCP port { $port }.
way-no-name = No machine is called { $host }. Check the spelling, or ask the host for an invitation with a numeric address.
way-no-names = The name { $host } cannot be looked up right now. Is this machine connected?
way-no-table = Something answers at { $address }, but not with TLS 1.3 as tables do. Check the address and port.
way-hung-up = { $address } hung up at once. The server may be full, so try again in a minute; or it does not answer with TLS 1.3 as tables do, so check the address and port.
way-not-tls = { $reason } If { $address } should be a table, check the address and port.
way-other-version = { $address } and this program are different versions. { $reason }
way-unknown = { $address } cannot be reached: { $reason }.
way-another-network = This machine's address is { $own }, which looks like another network. Join the host's network, or ask for an invitation with an address you can reach from here.
way-lost = The connection was lost.
way-broken = The server broke the protocol: { $reason }.
way-no-greeting = The server hung up during the greeting.
way-busy = The server is busy, or the table is on its way from one server to another. Try again in a moment.
way-fallen-silent = The server has gone silent.
way-error = The server answered with an error: { $name }.

## Hosts whose key is not the one it should be

host-not-invited = The table at { $address } is not the one you were invited to: its host key is different. Ask the host for a new invitation, and do not trust what answers there until then.
host-unknown = You have not been to { $address } yet, so you need its link or an invitation; ask its host.
host-changed = The table at { $address } has the key { $key }, not { $known } as before, so somebody may be posing as its host. If the host tells you that the key is new, forget the old one with: jinmaku forget-host { $address }

## At the table

seat-is-yours = The players voted you in: the seat is yours.
seat-lost = The host has given your seat away.
seat-watching = Spectators cannot chat or act.
seat-not-asked = You are not being asked anything right now.
seat-not-allowed = The rules do not allow that choice.
seat-sealed = You have already sealed your choice.
seat-too-late = It is too late to seal a choice.
seat-log-endless = The log that the server sends never ends.
seat-log-not-ours = The host shows a log that does not match what you saw at this table. Don't believe it.
seat-log-other = The log in { $path } does not match what you saw at this table. Keep it as evidence, and don't believe it.
seat-no-change = You can't change what you sealed: everyone has sealed, or you have changed it often enough.
talk-not-believed = [not believed: { $reason }]

## Whom and what one knows: the files known_players and known_tables

known-line = Line { $number } of { $path }
known-twice = { $where } names { $name } a second time.
known-no-player = { $where } is not a name and a key.
known-no-text = { $where } is not UTF-8.
known-fingerprint = { $where } has only the fingerprint of a key.
known-unusable = { $where } cannot be used: { $reason }
known-unreadable = { $path } cannot be read: { $reason }.
known-changed = { $name } had a different key before, so somebody may be posing as { $name }.
known-no-table = { $where } is not an address and a SHA256 fingerprint.
known-no-address = { $where } has no address: { $reason }
name-long = A name has at most { $most } characters.
name-unfit = This can't be a name. { $reason }

## What a player keeps of a table

kept-rollback = The server shows a journal up to entry { $shown } that does not continue the one up to entry { $known } it showed before.
kept-both = Both are kept in { $path }.
kept-not = This could not be saved: { $reason }
kept-choice = You had already sealed a different choice in round { $number }; that one counts.
kept-choice-size = A sealed choice of { $size } bytes cannot be kept.
kept-evidence-size = Evidence of { $size } bytes is too large to keep.
kept-evidence-full = { $path } cannot hold any more evidence.
kept-no-file = { $path } is not a plain file.
kept-no-folder = { $path } is not a plain folder.
kept-too-large = { $path } is too large to be what it should be.
kept-open = { $path } is open to other users; close it with: chmod { $mode } { $path }
kept-twice = You already sit at this table in another window, which is using { $path }.
home-none = You have no home folder. Name a folder for your files in JINMAKU_HOME.
kept-unusable = { $path } cannot be used: { $reason }.
kept-damaged = { $path } is damaged: it is not what was written there.
