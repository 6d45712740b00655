"""The subcommands of `jinmaku`.

Each is a line in `COMMANDS` and a module `client/cli/<name>.py` with `HELP: str`, `add_arguments(parser)`
and `run(args) -> int`, the exit code.
"""

from __future__ import annotations

from typing import Final

COMMANDS: Final = (
    ("bot", "let a bot take a seat"),
    ("config", "show what is set, and where"),
    ("doctor", "look for what may be in the way of a game"),
    ("find", "look for tables in the local network"),
    ("forget-host", "forget the key of a host that has a new one"),
    ("host", "run a server with a table"),
    ("join", "sit down at a table, or watch one"),
    ("learn", "learn by a prepared game, then play a first one with advice"),
    ("log", "list the games of a server, or write one as a log"),
    ("mend", "check the games of a server, and rescue what is sound"),
    ("play", "play alone against bots"),
    ("qr", "draw an invitation as a QR code"),
    ("record", "write the game of a log as a record"),
    ("replay", "tell a game again from its log"),
    ("scenario", "run scenarios: tests of the rules as text files"),
    ("ssh", "let friends play over SSH"),
    ("verify", "check that a game was fair, from its log"),
    ("web", "let friends play in a browser"),
)
"""Their names, and one line of help for each."""

CONFIGURABLE: Final = ("find", "host", "join", "learn", "play", "replay", "ssh", "web")
"""Commands whose flags can be set for good, in a section of the settings that has their name."""
