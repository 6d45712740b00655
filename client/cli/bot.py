"""`jinmaku bot`: let a bot take a seat, from this machine."""

from __future__ import annotations

import asyncio
from argparse import ArgumentParser, Namespace
from pathlib import Path
from random import Random

from client.cli.printing import BAD_INPUT, complain
from client.local.home import default_home
from client.local.known_hosts import KnownTablesError, UnknownTableError, WrongHostError, admit_host_of
from client.seat.bot_player import BotPlayer
from client.seat.connection import LostError, RefusedError
from client.seat.news import Person
from core.bots.levels import BOTS
from protocol.errors import ProtocolError
from protocol.identity import Identity
from protocol.invitation import Invitation, InvitationError
from protocol.tls import TlsError

HELP = "Let a bot take a seat at a table and play until the game is over."
TROUBLE = (
    *(LostError, RefusedError, TlsError, ProtocolError),
    *(KnownTablesError, UnknownTableError, WrongHostError),
)


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("invitation", help="an invitation from the host")
    parser.add_argument("--level", choices=BOTS, default="steady", help="how well it plays (%(default)s)")
    parser.add_argument("--name", default="Bot", help="its name at the table (%(default)s)")
    parser.add_argument("--home", type=Path, help="the folder of the tables you know")


def run(args: Namespace) -> int:
    try:
        asyncio.run(play(args))
    except InvitationError as error:
        return complain("bot", error, BAD_INPUT)
    except TROUBLE as error:
        return complain("bot", error)
    return 0


async def play(args: Namespace) -> None:
    invitation = Invitation.parse(args.invitation)
    admit = admit_host_of(invitation, args.home or default_home())
    person = Person(Identity.make(), args.name, is_bot=True)
    await BotPlayer(invitation, admit, person, args.level, Random()).play()  # noqa: S311
