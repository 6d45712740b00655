"""What bots say: phrases that travel as words, so that everybody reads them in their own language.

Only bots are read like that. Small talk can be turned off; thoughts are not said but looked up.
"""

from __future__ import annotations

from typing import Final

from msgspec import DecodeError, json

from client.local.settings import Settings
from client.seat.news import Heard
from client.texts import has_text
from client.texts.refusals import said
from core.kinds import Phrase
from protocol.entries import Said
from protocol.table.table import Table

BOT: Final = "bot-"
SMALL_TALK: Final = "bot-says-"
THOUGHTS: Final = "bot-thoughts"


def spoken(phrase: Phrase) -> str:
    """Write a phrase as words for the wire."""
    return json.encode(phrase).decode()


def phrase_in(words: str) -> Phrase | None:
    """Read a phrase that a bot said."""
    try:
        phrase = json.decode(words, type=Phrase)
    except DecodeError:
        return None
    return phrase if phrase.message.startswith(BOT) else None


def in_own_words(words: str) -> str:
    """Say what a bot said; prose stays as it is."""
    phrase = phrase_in(words)
    if phrase is None:
        return words
    return said(phrase) if has_text(phrase.message) else ""


def words_in(table: Table, entry: Said) -> str:
    """Give what was said to all; bots speak in phrases."""
    return in_own_words(entry.words) if table.sitters[entry.seat].is_bot else entry.words


def is_worth_hearing(heard: Heard, settings: Settings) -> bool:
    """Say whether to show something said: no thoughts, and small talk only for those who like it."""
    return bool(heard.words) and (settings.chatter or not is_small_talk(heard))


def is_small_talk(heard: Heard) -> bool:
    return heard.phrase is not None and heard.phrase.message.startswith(SMALL_TALK)
