"""Cards of what was agreed about a table: options, the clock, who may come, and who opened it."""

from __future__ import annotations

from collections.abc import Iterator

from client.harmless import harmless
from client.table.cards import Card
from client.table.opening import option_fields
from client.table.scene import Scene
from client.table.words import terms_of
from client.texts import t
from core.catalog import game_named


def settings_cards(scene: Scene) -> Iterator[Card]:
    """Return a card for each setting of a table, with how it is set there."""
    info, chosen = scene.info, dict(scene.info.options)
    for field in option_fields(game_named(info.game)):
        value = chosen.get(field.name, field.values[0])
        if value in field.values:
            now = t("setting-now", value=field.words[field.values.index(value)])
            yield field.card._replace(lines=(now, *field.card.lines))
    yield setting_card("lobby-pace", t("setting-now", value=terms_of(info.terms)))
    yield setting_card("club-access", t(f"told-owned-{info.access.value}"))
    yield setting_card("setting-owner", owner_words(scene))
    yield setting_card("setting-code", t("log-code", code=scene.code) if scene.code else "")
    yield setting_card("lobby-level", "")


def setting_card(message: str, now: str) -> Card:
    lines = (now, t(f"{message}.about"))
    return Card(t(message), t("thing-setting"), tuple(filter(None, lines)))


def owner_words(scene: Scene) -> str:
    """Say who opened the table, as far as it is known."""
    owner = scene.info.owner
    name = next((row.player for row in scene.info.seats if row.key == owner), "")
    if not owner:
        return t("setting-owner-host")
    return t("setting-owner-seat", name=harmless(name)) if name else t("setting-owner-away")
