# Whom one meets at a table, and what may be in the way of getting there.

## Who sits down

meet-new = { $name } is NEW to you: key { $key }.
meet-renamed = { $name } is RENAMED: you know that key as { $names }.
meet-changed = THE KEY OF { $name } HAS CHANGED: somebody may be posing as { $name }. Ask them for their key before you play; this one is { $key }.
meet-trouble = { $name } cannot be compared with whom you know: { $trouble }
meet-forgotten = { $name } cannot be remembered: { $trouble }
meet-door = { $name } ({ $door }) plays on somebody else's machine: whoever runs it can read what { $name } seals.

## The way to a table

way-nobody-here = Nothing listens at { $address }, an address by which a machine means itself. If the table is on another machine, its host has to start it with --bind 0.0.0.0 and send new invitations.
way-nobody = Nothing listens at { $address }: the server has not been started or has stopped, listens at another port, or for its own machine alone; then the host starts it with --bind 0.0.0.0.
way-no-answer = { $address } does not answer: a firewall there may keep TCP port { $port } closed, the network may keep its devices apart as guest Wi-Fi does, or that machine is off.
way-silence = { $address } lets us in and then does not answer: either this is no table, so check the address and the port, or its machine is too busy; then try again.
way-no-network = No network of this machine leads to { $address }: is it connected? A VPN may be in the way, or missing.
way-no-machine = No machine answers to { $address }: it is off, has another address by now, or the network keeps its devices apart as guest Wi-Fi does. Ask the host for a new invitation.
way-forbidden = This machine does not let us call { $address }: a firewall here has to allow TCP port { $port } outwards.
way-no-name = No machine is called { $host }: is it spelled right? Otherwise ask the host for an invitation with an address in numbers.
way-no-names = The name { $host } cannot be looked up now: is this machine connected?
way-no-table = Something answers at { $address }, but it does not answer with TLS 1.3 as tables do: check the address and the port.
way-hung-up = { $address } hung up at once: the server is full, so try again in a minute, or it does not answer with TLS 1.3 as tables do; then check the address and the port.
way-not-tls = { $reason } If { $address } should be a table, check the address and the port.
way-other-version = { $address } and this program are of different versions. { $reason }
way-unknown = { $address } cannot be reached: { $reason }.
way-another-network = This machine has the address { $own }, which looks like another network: join that of the host, or ask for an invitation with an address that can be reached from there.
way-lost = The connection was lost.
way-broken = The server broke the rules by which programs talk to each other: { $reason }.
way-no-greeting = The server hung up during the greeting.
way-fallen-silent = The server has fallen silent.
way-error = The server answers with an error: { $name }.

## Hosts whose key is not the one it should be

host-not-invited = The table at { $address } is not the one that the invitation is for: its host key is another. Ask the host for a new invitation; until then, do not trust what answers there.
host-unknown = The table at { $address } is not known here; ask its host to invite you.
host-changed = The table at { $address } has the key { $key } and not { $known } as before, so someone may be posing as its host; if the host tells you that the key is new, forget the old one with: jinmaku forget-host { $address }

## At the table

seat-lost = The host has given your seat away.
seat-watching = Who watches is silent and does nothing.
seat-not-asked = Nothing is asked of you now.
seat-not-allowed = The rules do not allow that choice.
seat-sealed = You have sealed your choice.
seat-too-late = It is too late to seal a choice.
seat-log-endless = The log that the server hands out has no end.
seat-log-other = The log in { $path } does not tell what you saw at this table. Keep it as a proof, and do not believe it.
seat-no-change = There is nothing sealed that you could change: all have sealed, or you have changed it often enough.
talk-not-believed = [cannot be believed: { $reason }]

## Whom and what one knows: the files known_players and known_tables

known-line = Line { $number } of { $path }
known-twice = { $where } names { $name } a second time.
known-no-player = { $where } is not a name and a key.
known-no-text = { $where } is not UTF-8.
known-fingerprint = { $where } has only the fingerprint of a key.
known-unusable = { $where } cannot be used: { $reason }
known-unreadable = { $path } cannot be read: { $reason }.
known-changed = { $name } had another key before, so someone may be posing as { $name }.
known-no-table = { $where } is not an address and a SHA256 fingerprint.
known-no-address = { $where } has no address: { $reason }
name-long = A name has at most { $most } characters.
name-unfit = This is no name. { $reason }

## What a player keeps of a table

kept-rollback = The server shows a journal up to entry { $shown } that does not go on from the one up to entry { $known } that it showed before.
kept-both = Both are kept in { $path }.
kept-not = This could not be kept: { $reason }
kept-choice = Another choice was sealed in round { $number } before; that one counts.
kept-choice-size = A sealed choice of { $size } bytes cannot be kept.
kept-evidence-size = Evidence of { $size } bytes is too much to be kept.
kept-evidence-full = { $path } has as much evidence as it can hold.
kept-no-file = { $path } is not a plain file.
kept-no-folder = { $path } is not a plain folder.
kept-too-large = { $path } is too large to be what it should be.
kept-open = { $path } is open to other users; close it with: chmod { $mode } { $path }
kept-twice = You sit at this table already, in another window; it uses { $path }.
home-none = This user has no home folder. Name a folder for your files in JINMAKU_HOME.
kept-unusable = { $path } cannot be used: { $reason }.
kept-damaged = { $path } is damaged: it is not what was written.
