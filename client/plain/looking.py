"""Looking at a table: briefly, at all of it, or at one thing by its name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from client.table.by_name import close_to, fitting
from client.table.face import Face, face_of
from client.table.rulebook import matching, rule_text, rules_of
from client.table.scene import Scene
from client.table.wording import either
from client.texts import t

ALL: Final = "all"
MOST_RULES: Final = 8


def sight(scene: Scene, words: str) -> Iterable[str]:
    """Tell how a table stands; about a named thing, everything there is to know."""
    return sight_of(face_of(scene.game.name), scene.view, words)


def sight_of(face: Face, view: Any, words: str) -> Iterator[str]:
    if not words:
        yield from list(face.glance(view)) or face.look(view)
        yield t("plain-look-more")
    elif words.casefold() == ALL:
        yield from face.look(view)
    else:
        yield from things_named(face, view, words)


def things_named(face: Face, view: Any, words: str) -> Iterator[str]:
    """Tell how the one thing meant stands, and what is known about it; or name the candidates."""
    things, cards = [], face.cards(view)
    for card in cards:
        lines = (t("plain-look-card", name=card.title, kind=card.kind), *card.lines)
        things += [(name, lines) for name in dict.fromkeys((card.title, *card.names))]
    things += [(sight.name, sight.lines) for sight in face.sights(view)]
    names = [name for name, _ in things]
    meant = dict.fromkeys(things[place][1] for place in fitting(words, names))
    titles = dict.fromkeys(names[place] for place in fitting(words, names))
    if not meant:
        kin = [card.title for card in cards if is_kind(words, card.kind)]
        yield t("plain-look-several", line=words, names=either(kin)) if kin else unknown(words, names)
    elif len(titles) > 1 and len(meant) > 1:
        yield t("plain-look-several", line=words, names=either(titles))
    else:
        yield from (line for lines in meant for line in lines)


def is_kind(words: str, kind: str) -> bool:
    """Say whether somebody names a kind of things, perhaps in the plural (`season card, monster`)."""
    return words.casefold().removesuffix("s") == kind.casefold().rpartition(", ")[2]


def unknown(words: str, names: list[str]) -> str:
    close = close_to(words, names)
    if close:
        return t("plain-look-close", line=words, names=either(close))
    return t("plain-look-nothing", line=words)


def rules_about(game: str, words: str) -> Iterator[str]:
    """Read the rule with this number, or those in which all words occur."""
    exact = rule_text(game, words.upper())
    found = [] if exact else [rule for rule in matching(rules_of(game), words) if not rule.is_heading]
    if exact:
        yield exact
    elif not found:
        yield t("plain-rule-none", line=words)
    yield from (t("plain-rule", number=rule.id, text=rule.text) for rule in found[:MOST_RULES])
    if len(found) > MOST_RULES:
        yield t("plain-rule-more", number=len(found) - MOST_RULES)
