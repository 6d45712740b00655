"""Looking at a table: briefly, at all of it, or at one thing by its name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from client.table.by_name import close_to, fitting
from client.table.cards import Card
from client.table.face import Face, face_of
from client.table.rulebook import matching, rule_text, rules_of
from client.table.scene import Scene
from client.table.settings_cards import settings_cards
from client.table.wording import either, seat_title
from client.texts import t

ALL: Final = "all"
MOST_RULES: Final = 8


def sight(scene: Scene, words: str) -> Iterable[str]:
    """Tell how a table stands; about a named thing, everything there is to know."""
    is_own = scene.seat is not None and words.casefold() in (t("you"), t("promise-me"))
    named = seat_title(scene.game, scene.seat) if is_own and scene.seat is not None else words
    return sight_of(face_of(scene.game.name), scene.view, named, settings_cards(scene))


def sight_of(face: Face, view: Any, words: str, agreed: Iterable[Card] = ()) -> Iterator[str]:
    if not words:
        yield from list(face.glance(view)) or face.look(view)
        yield t("plain-look-more")
    elif words.casefold() == ALL:
        yield from face.look(view)
    else:
        yield from things_named(face, view, words, agreed)


class Named(NamedTuple):
    """Something that can be looked at: what it is called, and everything to say about it."""

    title: str
    names: tuple[str, ...]
    lines: tuple[str, ...]


def things_named(face: Face, view: Any, words: str, agreed: Iterable[Card]) -> Iterator[str]:
    """Tell how the one thing meant stands, and what is known about it; or name the candidates."""
    cards = [*face.cards(view), *agreed]
    things = things_in(face, view, cards)
    names = [(name, thing) for thing in things for name in thing.names]
    found = dict.fromkeys(names[place][1] for place in fitting(words, [name for name, _ in names]))
    meant = [thing for thing in found if thing.title.casefold() == words.casefold()] or list(found)
    if len(meant) == 1:
        yield from meant[0].lines
    elif meant:
        yield t("plain-look-several", line=words, names=either(dict.fromkeys(one.title for one in meant)))
    elif kin := [card.title for card in cards if is_kind(words, card.kind)]:
        yield t("plain-look-several", line=words, names=either(kin))
    else:
        yield unknown(words, [name for name, _ in names])


def things_in(face: Face, view: Any, cards: Sequence[Card]) -> list[Named]:
    """List everything with a name; where a game tells how it stands now, its card need not."""
    sights = {sight.name: sight.lines for sight in face.sights(view)}
    timeless = {card.title: card.lines for card in face.cards(None)}
    told = [
        Named(
            card.title,
            (card.title, *card.names),
            (
                t("plain-look-card", name=card.title, kind=card.kind),
                *sights.get(card.title, ()),
                *(timeless if card.title in sights else {}).get(card.title, card.lines),
            ),
        )
        for card in cards
    ]
    known = {card.title for card in cards}
    return [*told, *(Named(name, (name,), lines) for name, lines in sights.items() if name not in known)]


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
