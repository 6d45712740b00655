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
    """Give the folder that JINMAKU_HOME names, else the usual one of this system's user."""
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
    """Give the file of settings of a home: in it, or for the usual one among this user's other settings."""
    with suppress(NoHomeError):
        if home == usual_home():
            config = os.environ.get("XDG_CONFIG_HOME") or user_folder() / ".config"
            return Path(config) / "jinmaku" / CONFIG
    return home / CONFIG


def default_data() -> Path:
    return data_in(default_home())


def data_in(home: Path) -> Path:
    """Give the folder in which a player's server keeps its tables."""
    return home / "server"


def has_played(home: Path) -> bool:
    """Say whether somebody has ever been at a table from here; who has is somebody, and has a key."""
    return (home / IDENTITY).exists()


def own_identity(home: Path) -> Identity:
    """Give the player's identity, a new one the first time; ask for its passphrase if it has one."""
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
    """Give the player's public key; no passphrase is asked for once it is known."""
    try:
        return PublicKey.parse((home / PUBLIC).read_text().strip())
    except (OSError, UnicodeDecodeError, BadKeyError):
        return own_identity(home).public
