"""What people read on the screen: messages by id with arguments, from the Fluent files beside this one.

The glossary comes first, so that one thing has one name everywhere. Code never puts sentences together; it
names a message and passes its arguments, so that another language is another folder of files. Arguments may
come from anybody: whatever could do more in a terminal than be read is spelled out (`client/harmless.py`).
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextvars import ContextVar
from functools import cached_property
from importlib.resources import files
from typing import Any, Final, NamedTuple

from fluent.runtime import FluentBundle, FluentResource
from fluent.syntax import ast as ftl

from client.harmless import harmless

FALLBACK: Final = "en"
ENTRY: Final = re.compile(r"\n(-?[a-zA-Z][\w-]*) *=")
PLAIN_LINE: Final = re.compile(r"(?: +\.)?([\w-]+) *= *((?:[^{}]|\{ *\$[\w-]+ *\})*)")
"""A line of a message, or of one of its forms, that has only text and arguments."""
ARGUMENT: Final = re.compile(r"\{ *\$([\w-]+) *\}")
REFERENCE: Final = re.compile(r"\{\s*(-?[a-zA-Z][\w-]*)")
FIRST: Final = ("glossary", "interface")
"""The files most messages are found in; they are read before the others of a folder."""
IN_LINES: Final = "plain"
"""The form of a message without signs, to be read aloud."""
MOST_KNOWN: Final = 20_000
"""How many costly texts are cached."""


class MissingTextError(LookupError):
    """There is no such message, or these arguments do not fit it."""


class MessageForm(NamedTuple):
    """A message in one language: its pieces if it only names its arguments, otherwise its whole pattern."""

    engine: FluentBundle | None
    pattern: Any
    pieces: tuple[tuple[str, str], ...]  # text, and the argument that follows it
    is_plain: bool


class Texts:
    """The messages of one language; what it lacks comes from English.

    A message that has the preferred form is said in that, and so are its other forms: `.you` as `.you-plain`.
    """

    def __init__(self, bundles: Iterable[Bundle], form: str = "") -> None:
        self._bundles = list(bundles)
        self.form = form
        self._forms: dict[str, MessageForm] = {}
        self._known: dict[tuple[Any, ...], str] = {}

    def say(self, message: str, **arguments: str | int) -> str:
        """Return a message; `name.attribute` asks for one of its other forms."""
        return self.say_with(message, arguments)

    def say_with(self, message: str, arguments: Mapping[str, str | int]) -> str:
        form = self._forms.get(message) or self._find(message)
        if form.is_plain:
            return self._fill(message, form, arguments)
        key = (message, *sorted(arguments.items()))
        if key not in self._known:
            if len(self._known) > MOST_KNOWN:
                self._known.clear()
            self._known[key] = self._make(message, form, arguments)
        return self._known[key]

    def has(self, message: str) -> bool:
        if message in self._forms:
            return True
        return any(bundle.form_of(message) is not None for bundle in self._bundles)

    def in_form(self, form: str) -> Texts:
        """Return the same messages with another preferred form."""
        return Texts(self._bundles, form)

    def _find(self, message: str) -> MessageForm:
        preferred = f"{message}{'-' if '.' in message else '.'}{self.form}"
        for name in [preferred, message] if self.form else [message]:
            for bundle in self._bundles:
                form = bundle.form_of(name)
                if form is not None:
                    self._forms[message] = form
                    return form
        raise MissingTextError(message)

    def _fill(self, message: str, form: MessageForm, arguments: Mapping[str, str | int]) -> str:
        """Put arguments between the pieces; the same as the engine does, and much faster."""
        if len(form.pieces) == 1 and not form.pieces[0][1]:
            return form.pieces[0][0]
        try:
            return "".join(
                [text + harmless(str(arguments[name])) if name else text for text, name in form.pieces]
            )
        except KeyError as error:
            raise MissingTextError(f"{message}: there is no argument {error}") from None

    def _make(self, message: str, form: MessageForm, arguments: Mapping[str, str | int]) -> str:
        assert form.engine is not None
        words = {name: harmless(each) if isinstance(each, str) else each for name, each in arguments.items()}
        text, errors = form.engine.format_pattern(form.pattern, words)
        if errors:
            raise MissingTextError(f"{message}: {errors[0]}")
        return str(text)


def pieces_of(pattern: Any) -> list[tuple[str, str]] | None:
    """Take apart a pattern that consists only of text and arguments."""
    pieces: list[tuple[str, str]] = []
    for element in getattr(pattern, "elements", [pattern]):
        reference = getattr(element, "expression", None)
        if isinstance(element, ftl.TextElement):
            pieces.append((element.value, ""))
        elif isinstance(reference, ftl.VariableReference):
            pieces.append(("", reference.id.name))
        else:
            return None
    return pieces


def texts_in(language: str) -> Texts:
    """Return the texts of a language, with English behind them."""
    wanted = dict.fromkeys((language, FALLBACK))
    return Texts(bundle_of(name, sources_of(name)) for name in wanted if is_known(name))


def is_known(language: str) -> bool:
    return files(__package__).joinpath(language).is_dir()


def sources_of(language: str) -> Iterator[str]:
    there = {file.name.removesuffix(".ftl"): file for file in files(__package__).joinpath(language).iterdir()}
    order = (*FIRST, *sorted(there.keys() - FIRST))
    return (there[name].read_text("utf-8") for name in order)


class Bundle:
    """Reads a message when it is first asked for: most of them never are, and reading takes time.

    Messages of only text and arguments are read without Fluent's engine, which has much to load.
    """

    def __init__(self, language: str, sources: Iterable[str]) -> None:
        self._language = language
        self._sources = iter(sources)
        self._entries: dict[str, str] = {}

    def _entry_of(self, name: str) -> str:
        """Find a message or a term, reading only as far as needed."""
        while name not in self._entries:
            source = next(self._sources, None)
            if source is None:
                return ""
            self._entries |= entries_in(source)
        return self._entries[name]

    def form_of(self, message: str) -> MessageForm | None:
        """Find a message or one of its other forms."""
        name, _, attribute = message.partition(".")
        entry = self._entry_of(name)
        if not entry:
            return None
        plain = plain_lines(entry)
        if plain is None:
            return self._form_in_engine(name, attribute)
        text = plain.get(attribute or name)
        return MessageForm(None, None, tuple(plain_pieces(text)), is_plain=True) if text else None

    def _form_in_engine(self, name: str, attribute: str) -> MessageForm | None:
        found = self.engine.get_message(name)
        pattern = found.attributes.get(attribute) if attribute else found.value
        if pattern is None:
            return None
        pieces = pieces_of(pattern)
        return MessageForm(self.engine, pattern, tuple(pieces or ()), pieces is not None)

    @cached_property
    def engine(self) -> Engine:
        return Engine(self._language, self._entry_of)


class Engine(FluentBundle):
    """Fluent itself; reads a message when it is first asked for."""

    def __init__(self, language: str, entry_of: Callable[[str], str]) -> None:
        super().__init__([language], use_isolating=False)  # whose marks would disturb the widths of cells
        self._entry_of = entry_of
        self._read_before: set[str] = set()

    def get_message(self, message_id: str) -> Any:
        self._read(message_id)
        return super().get_message(message_id)

    def _read(self, name: str) -> None:
        """Read an entry, and those that it refers to."""
        if name in self._read_before:
            return
        self._read_before.add(name)
        entry = self._entry_of(name)
        self.add_resource(FluentResource(entry))
        for other in REFERENCE.findall(entry):
            self._read(other)


def plain_lines(entry: str) -> dict[str, str] | None:
    """Return the texts of a message by name and by attributes, or nothing if reading them takes more."""
    texts = {}
    for line in entry.splitlines():
        if line.strip() and not line.startswith("#"):
            found = PLAIN_LINE.fullmatch(line)
            if found is None:
                return None
            texts[found[1]] = found[2].strip()
    return texts


def plain_pieces(text: str) -> Iterator[tuple[str, str]]:
    """Cut a text at its arguments."""
    *pairs, rest = ARGUMENT.split(text)
    yield from ((before, name) for before, name in zip(pairs[::2], pairs[1::2], strict=True))
    if rest:
        yield rest, ""


def entries_in(source: str) -> dict[str, str]:
    """Cut a file into messages and terms: each begins with its name at the start of a line."""
    _, *parts = ENTRY.split(f"\n{source}")
    return {name: f"{name} ={text}" for name, text in zip(parts[::2], parts[1::2], strict=True)}


def bundle_of(language: str, sources: Iterable[str]) -> Bundle:
    return Bundle(language, sources)


def own_language() -> str:
    """Return the language the environment asks for."""
    names = ("JINMAKU_LANG", "LC_ALL", "LC_MESSAGES", "LANG")
    wish = next((os.environ[name] for name in names if os.environ.get(name)), FALLBACK)
    return language_in(wish)


def language_in(wish: str) -> str:
    """Return the language that something like pl_PL.UTF-8 means, or English if we do not speak it."""
    language = wish.partition(".")[0].partition("_")[0].lower()
    return language if language and is_known(language) else FALLBACK


_spoken: Texts | None = None
_in_lines: Texts | None = None
_is_in_lines: ContextVar[bool] = ContextVar("is_in_lines", default=False)


def speak(texts: Texts | None) -> None:
    """Change the language of everything; None is the language of the environment."""
    global _spoken, _in_lines
    _spoken, _in_lines = texts, None if texts is None else texts.in_form(IN_LINES)


def speak_in_lines(*, is_wanted: bool = True) -> None:
    """From here on, say everything in the form for line-by-line play, or stop doing so."""
    _is_in_lines.set(is_wanted)


def has_text(message: str) -> bool:
    """Say whether there is such a message."""
    return spoken().has(message)


def t(message: str, **arguments: str | int) -> str:
    """Say a message in the language in use."""
    return spoken().say_with(message, arguments)


def spoken() -> Texts:
    """Give the texts in use."""
    if _spoken is None:
        speak(texts_in(own_language()))
    texts = _in_lines if _is_in_lines.get() else _spoken
    assert texts is not None
    return texts
