"""What the screen says about Shogun: everything has a name, and nothing outgrows its place."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from client.games.shogun.planning.form import PlanDialog
from client.table.deal_words import promise_label
from client.texts import has_text, t
from core.deals import Promise
from core.games.shogun import GAME
from core.games.shogun.board import (
    BUILDINGS,
    EVENTS,
    PHASES,
    PLACES,
    PROVINCES,
    REGIONS,
    SEASONS,
    SEAT_NAMES,
    SPECIAL_NAMES,
)
from core.games.shogun.promises import PROMISES
from tests.client.longest_language import unclosed
from tests.client.tui.at_table import screen_text, seated
from tests.client.tui.shogun.moments import QUESTIONS, scene_at


def test_everything_in_the_game_has_a_name() -> None:
    kinds = {
        "clan": SEAT_NAMES,
        "province": PROVINCES,
        "region": REGIONS,
        "action": PLACES,
        "special": SPECIAL_NAMES,
        "event": tuple({card.id for card in EVENTS if card.id}),
        "building": BUILDINGS,
        "season": SEASONS,
        "phase": PHASES,
        "why": ("chests", "kind", "slot", "token", "reserve", "armies", "target"),
        "ask": QUESTIONS,
        "hint": QUESTIONS,
    }
    for kind, names in kinds.items():
        assert all(has_text(f"{kind}-{name}") for name in names), kind


@pytest.mark.parametrize(
    ("kind", "names", "most"),
    [
        ("clan", SEAT_NAMES, 9),
        ("action", PLACES, 9),
        ("special", SPECIAL_NAMES, 8),
        ("event", tuple({card.id for card in EVENTS if card.id}), 17),
    ],
)
def test_short_names_are_short_and_differ(kind: str, names: tuple[str, ...], most: int) -> None:
    short = [t(f"{kind}-{name}.short") for name in names]

    assert max(map(len, short)) <= most
    assert len(set(short)) == len(names)


def test_letters_tell_players_apart() -> None:
    letters = {t(f"clan-{name}.letter") for name in SEAT_NAMES}

    assert len(letters | {t("peasants.letter")}) == len(SEAT_NAMES) + 1


def test_every_promise_has_words() -> None:
    for kind, about in PROMISES.kinds.items():
        assert all(promise_label(GAME, Promise(kind, thing)) for thing in about.objects)


@pytest.mark.usefixtures("_longest_language")
@pytest.mark.parametrize("question", ["pick", "special", "march", "regroup", "attack", "revolt"])
async def test_nothing_is_cut_off_in_a_language_of_long_words(question: str, tmp_path: Path) -> None:
    """Eighty columns wide, choices on the sea; then the panels, higher than usual so that none scrolls."""
    async with seated(scene_at(question), tmp_path, (80, 44)) as table:
        await table.pilot.pause()
        first = screen_text(table.app)
        await table.pilot.press("P")
        await table.until(lambda: screen_text(table.app) != first)
        await table.pilot.pause()
        second = screen_text(table.app)

    for text in (first, second):
        opened, closed = len(re.findall("⟦", text)), len(re.findall("⟧", text))
        assert opened > 4
        assert opened == closed, unclosed(text)


@pytest.mark.usefixtures("_longest_language")
async def test_the_plan_is_not_cut_off_either(tmp_path: Path) -> None:
    async with seated(scene_at("plan"), tmp_path, (200, 60)) as table:
        await table.until(lambda: isinstance(table.app.screen, PlanDialog))
        await table.pilot.press("1", "5", "8")
        await table.settled()
        left, top, width, height = table.app.screen.query_one("#plan-about").region
        lines = [
            line[left : left + width] for line in screen_text(table.app).splitlines()[top : top + height]
        ]

    text = "\n".join(lines)
    assert text.count("⟦") == text.count("⟧") > 8, unclosed(text)
