"""What people read on the screen: messages by id with arguments, from the Fluent files beside this one.

The glossary comes first, so that one thing has one name everywhere. Code never puts sentences together;
it names a message and hands over its arguments, so that another language is another folder of files.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from importlib.resources import files
from typing import Any, Final

from fluent.runtime import FluentBundle, FluentResource

FALLBACK: Final = "en"
FILES: Final = ("glossary", "interface", "rising_sun", "ninjato", "hints")


class MissingTextError(LookupError):
    """There is no such message, or it cannot be made with these arguments."""


class Texts:
    """The messages of one language; what it lacks comes from English."""

    def __init__(self, bundles: Iterable[FluentBundle]) -> None:
        self._bundles = list(bundles)
        self._known: dict[tuple[Any, ...], str] = {}

    def say(self, message: str, **arguments: str | int) -> str:
        """Give a message; `name.attribute` asks for one of its other forms."""
        key = (message, *sorted(arguments.items()))
        if key not in self._known:
            self._known[key] = self._make(message, arguments)
        return self._known[key]

    def has(self, message: str) -> bool:
        return any(bundle.has_message(message) for bundle in self._bundles)

    def _make(self, message: str, arguments: dict[str, str | int]) -> str:
        name, _, attribute = message.partition(".")
        for bundle in self._bundles:
            if not bundle.has_message(name):
                continue
            found = bundle.get_message(name)
            pattern = found.attributes.get(attribute) if attribute else found.value
            if pattern is None:
                continue
            text, errors = bundle.format_pattern(pattern, arguments)
            if errors:
                raise MissingTextError(f"{message}: {errors[0]}")
            return str(text)
        raise MissingTextError(message)


def texts_in(language: str) -> Texts:
    """Give the texts of a language, with English behind them."""
    wanted = dict.fromkeys((language, FALLBACK))
    return Texts(bundle_of(name, sources_of(name)) for name in wanted if is_known(name))


def is_known(language: str) -> bool:
    return files(__package__).joinpath(language).is_dir()


def sources_of(language: str) -> Iterator[str]:
    folder = files(__package__).joinpath(language)
    return (folder.joinpath(f"{name}.ftl").read_text("utf-8") for name in FILES)


def bundle_of(language: str, sources: Iterable[str]) -> FluentBundle:
    bundle = FluentBundle([language], use_isolating=False)  # whose marks would disturb the widths of cells
    for source in sources:
        bundle.add_resource(FluentResource(source))
    return bundle


def own_language() -> str:
    """Give the language that the environment asks for."""
    names = ("JINMAKU_LANG", "LC_ALL", "LC_MESSAGES", "LANG")
    wish = next((os.environ[name] for name in names if os.environ.get(name)), FALLBACK)
    language = wish.partition(".")[0].partition("_")[0].lower()
    return language if language and is_known(language) else FALLBACK


_spoken: Texts | None = None


def speak(texts: Texts | None) -> None:
    """Change what everything is said in; None is the language of the environment."""
    global _spoken  # noqa: PLW0603 (one person sits before one screen)
    _spoken = texts


def has_text(message: str) -> bool:
    """Say whether there is such a message."""
    return spoken().has(message)


def t(message: str, **arguments: str | int) -> str:
    """Say a message in the language in use."""
    return spoken().say(message, **arguments)


def spoken() -> Texts:
    """Give the texts in use."""
    if _spoken is None:
        speak(texts_in(own_language()))
    assert _spoken is not None
    return _spoken
