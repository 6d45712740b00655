"""What there is to read about a table: advice for a first game, what was told, and who owns what."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from client.harmless import harmless
from client.local.kept import explained_at, keep_explained
from client.table.acts import Entry, about, explanation, options_in
from client.table.cards import Card, named_in
from client.table.errands import Call, Errands, LogLine, Show
from client.table.face import Face
from client.table.scene import Scene
from client.table.words import info_lines
from client.texts import has_text, t


def advice_on(scene: Scene, home: Path) -> Iterator[Show]:
    """Explain a question the first time it comes up in a first game."""
    question = scene.decision.prompt if scene.decision is not None else ""
    explained = explained_at(home, scene.info.table)
    if explained is None or question in explained or not has_text(f"hint-{question}"):
        return
    keep_explained(home, scene.info.table, explained | {question})
    welcome = f"hint-welcome-{scene.game.name}"
    greeting = (t(welcome), "") if not explained and has_text(welcome) else ()
    yield Show(t("hint-title"), (*greeting, t(f"hint-{question}")))


def recap(lines: Sequence[LogLine], title: str) -> Show:
    """Tell what has been told since the player's last choice."""
    return Show(t(title), tuple(line.sentence for line in lines), is_story=True)


def show_recap(lines: Sequence[LogLine]) -> Errands:
    yield recap(lines, "recap-title") if lines else Call(t("news-nothing-since"), seconds=5)


def cards_about(cards: Sequence[Card], entry: Entry) -> list[Card]:
    """Return the cards of what an answer names, or else what it does; and of anything else what it does."""
    options = options_in(entry.act)
    words = " ".join([entry.label, *(option.words for option in options[:1])])
    own, named = Card(entry.label, t("thing-choice"), (explanation(entry.act),)), named_in(cards, words)
    if named and options:
        return named
    return [*[own] * any(own.lines), *named]


def show_info(face: Face, told: Scene, considered: Entry | None) -> Errands:
    """Tell everything about the highlighted choice, the table, and what everybody owns."""
    rule = about(considered.act) if considered is not None else ""
    choice = (t("info-choice", words=considered.label, about=rule), "") if considered and rule else ()
    owned = face.holdings(told.view) if told.view is not None else ()
    yield Show(t("info-title"), tuple(map(harmless, [*choice, *info_lines(told), *owned])))
