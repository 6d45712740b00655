"""What the lobby says line by line: games, tables, invitations, and games that were saved."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from client.table.acts import Entry
from client.table.conversation import Row, fitting_rows
from client.table.opening import Destination, GameChoice
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
