"""What the lobby says line by line, and how it asks for what can be chosen before a game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from client.table.acts import Entry
from client.table.conversation import Asked, Conversation, Row, fitting_rows, places_of, row_line, unclear
from client.table.opening import Destination, Field, GameChoice
from client.table.own_games import OwnGame, card_of
from client.table.past import Past
from client.table.replay import lines_of
from client.table.wording import game_title
from client.texts import t
from core.catalog import game_names
from protocol.discovery import FoundTable


def welcome_lines() -> Iterator[str]:
    yield t("plain-welcome", title=t("welcome-title"), subtitle=t("welcome-subtitle"))
    yield from map(about_game, game_names())


def about_game(name: str) -> str:
    return t("plain-lobby-value", value=game_title(name), about=short_of_game(name))


def short_of_game(name: str) -> str:
    return t(f"game-{name.replace('_', '-')}.about") if name else ""


def words_about(rows: Sequence[Row], line: str) -> Iterator[str]:
    """Say what to know about each thing that a line may mean, without choosing it."""
    found = fitting_rows(rows, line)
    for place in found:
        row = rows[place]
        name = next(iter(row.names), row.words)
        yield t("plain-about", words=name, about=row.about or t("plain-about-nothing"))
    if not found:
        yield t("plain-fits-nothing", line=line)


def words_for(choice: GameChoice, entry: Entry) -> str:
    """Name what can be done before a game; the lobby is where the player came from."""
    if entry.act is Destination.LOBBY:
        return t("plain-lobby-back")
    if entry.act is Destination.PLAY:
        return t("plain-lobby-value", value=entry.label, about=choice.about(entry.act))
    return entry.label


def found_words(found: FoundTable) -> str:
    listing = found.listing
    return t(
        "plain-lobby-found",
        game=game_title(listing.game),
        table=listing.table,
        host=str(found.address),
        free=listing.free,
        seats=listing.seats,
    )


def invitation_lines(invitations: Sequence[str]) -> Iterator[str]:
    if not invitations:
        yield t("lobby-invite-none")
    for number, invitation in enumerate(invitations, start=1):
        yield t("lobby-invite", number=number, all=len(invitations))
        yield invitation
    if invitations:
        yield t("plain-lobby-invite-how")


def lines_about(past: Past, eyes: int) -> Iterator[str]:
    words, viewer = past.eyes[eyes]
    yield t("plain-lobby-seen", title=past.title, eyes=words)
    yield from lines_of(past.game, [moment.heard for moment in past.moments(viewer)], viewer)


def about_own_game(game: OwnGame | None) -> str:
    return card_of(game).lines[-1] if game is not None else ""


# Field by field ------------------------------------------------------------------------------


def filled(fields: Iterable[Field]) -> Conversation[dict[str, str]]:
    """Ask for one field after the other; Enter alone accepts the proposal."""
    chosen = {}
    for field in fields:
        chosen[field.name] = field.values[(yield from place_in(field))]
    return chosen


def place_in(field: Field) -> Conversation[int]:
    """Ask for a value of a field by its number or its words; return its place."""
    rows, question = rows_of(field), question_about(field)
    lines: tuple[str, ...] = (question,) if is_number(field) else (*map(row_line, rows), question)
    while True:
        line = yield Asked(lines, rows=rows, about=field.purpose)
        found = places_of(rows, line) if line else [field.start]
        if len(found) == 1:
            return found[0]
        lines = (*unclear(rows, found, line, "plain-fits-none"), question)


def is_number(field: Field) -> bool:
    return all(value.isdigit() for value in field.values)


def rows_of(field: Field) -> list[Row]:
    if is_number(field):
        return [Row(value, value) for value in field.values]
    abouts = field.about or ("",) * len(field.words)
    return [
        Row(str(place + 1), value_words(field, place), (words,), about)
        for place, (words, about) in enumerate(zip(field.words, abouts, strict=True))
    ]


def value_words(field: Field, place: int) -> str:
    """Name a value and say what to know about it, unless that is true of others, too."""
    words, about = field.words[place], field.about[place] if field.about else ""
    if field.about.count(about) != 1:
        return words
    return t("plain-lobby-value", value=words, about=about)


def question_about(field: Field) -> str:
    usual = field.words[field.start]
    if is_number(field):
        least, most = field.values[0], field.values[-1]
        return t("plain-lobby-number", field=field.label, least=least, most=most, usual=usual)
    return t("plain-lobby-field", field=field.label, usual=usual)
