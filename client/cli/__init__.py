"""The subcommands of `jinmaku`.

Each is a line in `COMMANDS` and a module `client/cli/<name>.py` with `HELP: str`, `add_arguments(parser)`
and `run(args) -> int`, the exit code.
"""

from __future__ import annotations

from typing import Final

COMMANDS: Final = (
    ("bot", "let a bot take a seat"),
    ("close", "close a table of yours that is waiting for players"),
    ("config", "show your settings, and where they come from"),
    ("doctor", "check your machine for anything that may get in the way"),
    ("find", "look for tables on the local network"),
    ("forget-host", "forget the key of a host that has a new one"),
    ("games", "list the games you have a seat in, at every host you know"),
    ("host", "run a server with a table"),
    ("invite", "print an invitation to a table of yours"),
    ("join", "sit down at a table, or watch it"),
    ("learn", "learn a game, then play a first one with advice"),
    ("log", "list a server's games, or save the log of one"),
    ("mend", "check a server's games, and rescue what is intact"),
    ("node", "list the servers of a site, or empty one for an update"),
    ("open", "open a table on a server"),
    ("play", "play alone against bots"),
    ("qr", "draw an invitation as a QR code"),
    ("record", "turn a game's log into a record"),
    ("replay", "replay a game from its log"),
    ("scenario", "run scenarios: tests of the rules as text files"),
    ("ssh", "let friends play over SSH"),
    ("tables", "list the tables of a server"),
    ("verify", "check from its log whether a game was fair"),
    ("web", "let friends play in a browser"),
)
"""Their names, and one line of help for each."""

CONFIGURABLE: Final = ("find", "games", "host", "join", "learn", "play", "replay", "ssh", "web")
"""Commands whose flags can be set for good, in the settings section of their name."""
