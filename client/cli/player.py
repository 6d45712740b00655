"""What commands that seat a player share: who it is, and lines to type and read."""

from __future__ import annotations

import asyncio
import os
import sys
from argparse import ArgumentParser, ArgumentTypeError, BooleanOptionalAction
from contextlib import suppress
from getpass import getpass, getuser
from unicodedata import normalize

from client.cli.printing import broken
from client.local.home import NoHomeError
from client.plain.screen import Lines, Screen
from client.seat.vault import VaultError
from client.signs import for_drawing
from client.texts import t
from client.texts.refusals import why
from core.kinds import InputError, PhrasedError
from protocol.identity import KeyFileError
from protocol.invitation import Invitation, InvitationError, ServerLink
from protocol.limits import NAME_LENGTH
from protocol.names import check_name
from protocol.private_files import PrivateFileError

BAD_FILES = (NoHomeError, VaultError, KeyFileError, PrivateFileError, OSError)


def add_player_arguments(parser: ArgumentParser) -> None:
    add_plain_argument(parser)
    parser.add_argument("--name", type=player_name, help="what the others call you (your login name)")


def add_plain_argument(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--plain",
        action=BooleanOptionalAction,
        default=False,
        help="line by line, for screen readers and scripts",
    )


def own_screen() -> Screen:
    session = asyncio.current_task()
    assert session is not None

    def write(text: str) -> None:
        try:
            lines = "\n".join(map(broken, text.split("\n"))) if text.endswith("\n") else text
            print(lines, end="", flush=True, file=for_drawing())  # a screen has made sure of its contents
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            session.cancel()

    return Screen(write, is_terminal=sys.stdout.isatty())


def own_lines() -> Lines:
    return Lines(sys.stdin.fileno())


def invitation_in(text: str) -> Invitation:
    try:
        return Invitation.parse(text)
    except InvitationError as error:
        raise ArgumentTypeError(why(error).rstrip(".")) from None


def link_in(text: str) -> Invitation | ServerLink:
    """Read the link of a table or of a server."""
    with suppress(InvitationError):
        return Invitation.parse(text)
    try:
        return ServerLink.parse(text)
    except InvitationError as error:
        raise ArgumentTypeError(why(error).rstrip(".")) from None


def player_name(text: str) -> str:
    name = normalize("NFC", text).strip()
    try:
        check_name(name)
    except PhrasedError as error:
        raise ArgumentTypeError(why(error).rstrip(".")) from None
    if len(name) > NAME_LENGTH:
        raise ArgumentTypeError(f"a name has at most {NAME_LENGTH} characters")
    return name


def login_name() -> str:
    try:
        return player_name(getuser())
    except (KeyError, OSError, ArgumentTypeError):
        raise InputError("Your login name can't be a name at a table; choose one with --name.") from None


def ask_password() -> str:
    """Have a password typed unseen; from a pipe, the first line is the password."""
    if sys.stdin.isatty():
        return getpass(t("club-password-prompt"))
    return sys.stdin.readline().rstrip("\n")
