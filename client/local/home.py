"""Where a player's files are: their identity, their settings, and the tables they know."""

from __future__ import annotations

import os
from contextlib import suppress
from getpass import getpass
from pathlib import Path

from client.texts import t
from protocol.identity import (
    BadKeyError,
    Identity,
    LockedKeyError,
    PublicKey,
    load_identity,
    save_identity,
)
from protocol.private_files import make_folder

CONFIG = "config.toml"
IDENTITY = "identity"
PUBLIC = "identity.pub"
PLAYERS = "known_players"


class NoHomeError(Exception):
    """Nobody knows where this user's files are; the sentence says what to do."""


def default_home() -> Path:
    """Return the folder JINMAKU_HOME names, or else the usual one of this system's user."""
    named = os.environ.get("JINMAKU_HOME")
    return Path(named) if named else usual_home()


def usual_home() -> Path:
    data = os.environ.get("XDG_DATA_HOME") or user_folder() / ".local" / "share"
    return Path(data) / "jinmaku"


def user_folder() -> Path:
    try:
        return Path.home()
    except RuntimeError:
        raise NoHomeError(t("home-none")) from None


def config_file(home: Path) -> Path:
    """Return the settings file of a home: in it, or for the usual home among this user's other settings."""
    with suppress(NoHomeError):
        if home == usual_home():
            config = os.environ.get("XDG_CONFIG_HOME") or user_folder() / ".config"
            return Path(config) / "jinmaku" / CONFIG
    return home / CONFIG


def default_data() -> Path:
    return data_in(default_home())


def data_in(home: Path) -> Path:
    """Return the folder in which a player's server keeps its tables."""
    return home / "server"


def has_played(home: Path) -> bool:
    """Say whether somebody has ever been at a table from here, and therefore has a key."""
    return (home / IDENTITY).exists()


def own_identity(home: Path) -> Identity:
    """Return the player's identity, a new one the first time; ask for its passphrase if it has one."""
    path = home / IDENTITY
    make_folder(home)
    if not path.exists():
        save_identity(Identity.make(), path)
    try:
        identity = load_identity(path)
    except LockedKeyError:
        identity = load_identity(path, getpass(f"Passphrase of {path}: "))
    (home / PUBLIC).write_text(f"{identity.public.text}\n")
    return identity


def own_public_key(home: Path) -> PublicKey:
    """Return the player's public key; once it is known, no passphrase is needed."""
    try:
        return PublicKey.parse((home / PUBLIC).read_text().strip())
    except (OSError, UnicodeDecodeError, BadKeyError):
        return own_identity(home).public
