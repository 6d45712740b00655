"""A player's word: every deed is signed, so that nobody can act in another's name.

What is signed is the deed without the server's part, together with the game, with the number and hash of the
last link of the chain the player knew, and with the head of the player's transcript. So a deed fits no other
game, a host that told two players different stories has no deed that fits both, and whatever a player was
told is under their next signature.
"""

from __future__ import annotations

import secrets

from msgspec.structs import replace

from core.chance import digest
from core.deals import Goods
from core.kinds import RulesError
from protocol.canonical import encode
from protocol.chain import Chain
from protocol.entries import NO_OATH, SALT_SIZE, Answered, Chose, Deed, Oath, Said, TookBack
from protocol.identity import Identity, PublicKey


class OathError(RulesError):
    """A deed is not signed by its alleged player; only a foreign program does that."""

    def __init__(self, sentence: str) -> None:
        super().__init__("not-taken", detail=sentence)


def sworn(deed: Deed) -> bytes:
    """Return the part of a deed its player has to answer for."""
    if isinstance(deed, Chose):
        # Not the line: with the signature one could test which of a few lines fits.
        return encode(replace(deed, line="", salt=b"", spent=0, oath=NO_OATH))
    bare = replace(deed, oath=NO_OATH)
    if isinstance(bare, TookBack):
        bare = replace(bare, since=0)
    elif isinstance(bare, Said):
        bare = replace(bare, phase=())
    elif isinstance(bare, Answered):
        bare = replace(bare, gives=Goods(), wants=Goods())
    return encode(bare)


def lock_of(salt: bytes, line: str) -> bytes:
    """Hold somebody to a line without showing it."""
    return digest("line", salt, line.encode())


def locked(chose: Chose) -> Chose:
    """Hold the chooser to the line; also a bot that stands in for somebody."""
    salt = secrets.token_bytes(SALT_SIZE)
    return replace(chose, salt=salt, lock=lock_of(salt, chose.line))


def swear(identity: Identity, chain: Chain, told: bytes, deed: Deed) -> Deed:
    """Sign a deed, knowing the chain as far as we do, and having been told what this head covers."""
    seen = len(chain) - 1
    if isinstance(deed, Chose):
        deed = locked(deed)
    signature = identity.sign("deed", *_covered(chain, seen), told, sworn(deed))
    return replace(deed, oath=Oath(seen, told, signature))


def check_oath(player: PublicKey, chain: Chain, deed: Deed) -> None:
    """Refuse a deed its player has not signed, or has signed at another table."""
    seen, told = deed.oath.seen, deed.oath.told
    if seen >= len(chain):
        raise OathError("This is sworn on a link that is not there.")
    if not player.verify(deed.oath.signature, "deed", *_covered(chain, seen), told, sworn(deed)):
        raise OathError("This is not signed by the player of its seat.")


def check_lock(deed: Deed) -> None:
    """Refuse a choice whose line is not the one its player is held to; only for those who know the line."""
    if isinstance(deed, Chose) and deed.lock != lock_of(deed.salt, deed.line):
        raise OathError("The lock of this choice is for another line.")


def sign_refusal(host: Identity, game: bytes, deed: Deed) -> bytes:
    """Let the host declare that it has not done this deed, and will not unless it is asked once more."""
    return host.sign("refused", game, deed.oath.signature)


def is_refusal(host: PublicKey, game: bytes, deed: Deed, signature: bytes) -> bool:
    return host.verify(signature, "refused", game, deed.oath.signature)


def _covered(chain: Chain, seen: int) -> tuple[bytes, bytes, bytes]:
    return chain.game, seen.to_bytes(8, "big"), chain.head_at(seen)
