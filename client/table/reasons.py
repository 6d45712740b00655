"""Why something cannot be done, in the rules' own words: at a place on the map, or any more."""

from __future__ import annotations

from random import Random
from typing import Final

from client.table.face import Face
from client.table.key_ring import Thing
from client.table.menu import Menu
from client.table.rulebook import rule_name
from client.table.scene import Scene
from client.texts import t
from client.texts.refusals import why
from core.foresight import reason_against
from core.kinds import Choice, RulesError

SAYING_LITTLE: Final = ("refuse-something-else", "refuse-not-now")
"""Reasons that only say that it cannot be done now."""


def some_dice() -> Random:
    return Random(0)  # noqa: S311 (they only make up what the player cannot know)


def why_not_at(face: Face, scene: Scene, menu: Menu, place: int) -> str:
    """Say why nothing asked for can be done in a place."""
    reason = face.barred(scene.view, place)
    if reason:
        return reason
    options = (option for option in menu.options if option.places)
    choices = (face.elsewhere(option.choice, menu.spot, place) for option in options)
    choice = next(filter(None, choices), None)
    if choice is None:
        rule = rule_name(scene.view.decision.rule)
        return t("news-no-target", place=face.place_name(place), rule=rule)
    return why(refusal(scene, choice))


def why_gone(scene: Scene, thing: Thing) -> str:
    """Say why something cannot be done any more."""
    if thing.choice is None:
        return t("key-over")
    error = refusal(scene, thing.choice)
    return t("key-over") if error.phrase.message in SAYING_LITTLE else why(error)


def refusal(scene: Scene, choice: Choice) -> RulesError:
    assert scene.seat is not None
    return reason_against(scene.game, scene.view, scene.seat, choice, some_dice())
