"""What is said on the screen of Ninjato: everything has a name, and nothing outgrows its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from client.games.ninjato import names
from client.games.ninjato.names import AREAS
from client.local.kept import keep_explained
from client.texts import has_text, t
from client.tui.dialogs.forms import CombineDialog
from client.tui.dialogs.lines import LinesDialog
from core.games.ninjato.board import CLANS, COLOURS, KINDS, RED, TOKENS
from core.games.ninjato.cards import ENVOYS, GUARDS, RUMOR_KINDS, RUMORS, SKILLS, TILES
from core.games.ninjato.costs import PATTERNS
from core.games.ninjato.fights import PARTS
from tests.client.longest_language import unclosed
from tests.client.tui.at_table import screen_text, seated
from tests.client.tui.ninjato.tables import SITUATIONS, scene_at

COSTS = {*(envoy.cost for envoy in ENVOYS), *(rumor.cost for rumor in RUMORS)}


def test_everything_has_a_name() -> None:
    for name, numbers in (
        (names.area, AREAS),
        (names.clan, range(len(CLANS))),
        (names.token, range(len(TOKENS))),
        (names.treasure, range(2 * RED)),
        (names.skill, range(len(SKILLS))),
        (names.does, range(len(SKILLS))),
        (names.tile, range(len(TILES))),
        (names.envoy, range(len(ENVOYS))),
        (names.rumor_kind, range(len(RUMOR_KINDS))),
        (names.guard, range(len(GUARDS))),
        (names.seat, range(len(COLOURS))),
    ):
        found = [name(number) for number in numbers]
        assert all(found)
        assert name is names.does or name is names.guard or len(set(found)) == len(found)
    assert len(set(map(names.part, PARTS))) == len(PARTS)


@pytest.mark.parametrize("form", ["", ".short"])
def test_every_cost_has_words(form: str) -> None:
    assert all(names.cost(cost, form) for cost in COSTS)


def test_short_names_are_short_and_differ() -> None:
    for short, number, most in (
        (names.short_seat, len(COLOURS), 6),
        (names.short_clan, len(CLANS), 8),
        (names.short_skill, len(SKILLS), 8),
        (names.short_rumor_kind, len(RUMOR_KINDS), 10),
        (names.letter, len(COLOURS), 1),
        (names.treasure_letter, len(KINDS), 1),
    ):
        found = [short(each) for each in range(number)]
        assert max(map(len, found)) <= most
        assert len(set(found)) == number
    assert max(len(names.cost(cost, ".short")) for cost in PATTERNS) <= 12


@pytest.mark.parametrize("question", sorted(SITUATIONS))
def test_every_question_is_worded_and_has_a_hint(question: str) -> None:
    assert t(f"ask-{question}")
    assert has_text(f"hint-{question}")


async def test_a_first_game_begins_with_the_words_of_this_game(tmp_path: Path) -> None:
    scene = scene_at("turn")
    keep_explained(tmp_path, scene.info.table, frozenset())
    async with seated(scene, tmp_path) as table:
        await table.until(lambda: isinstance(table.app.screen, LinesDialog))
        await table.until(lambda: "Seven rounds" in screen_text(table.app))


# The longest language ------------------------------------------------------------------------


@pytest.mark.usefixtures("_longest_language")
@pytest.mark.parametrize("question", sorted(SITUATIONS))
async def test_nothing_is_cut_off_in_a_language_of_long_words(question: str, tmp_path: Path) -> None:
    """Eighty columns wide; higher than usual, so that no list has to be scrolled."""
    async with seated(scene_at(question), tmp_path, (80, 50)) as table:
        text = await table.settled()

    assert text.count("⟦") == text.count("⟧") > 8, unclosed(text)


@pytest.mark.usefixtures("_longest_language")
async def test_the_form_is_not_cut_off_in_a_language_of_long_words(tmp_path: Path) -> None:
    async with seated(scene_at("fight"), tmp_path, (80, 50)) as table:
        await table.pilot.press("+")
        await table.until(lambda: isinstance(table.app.screen, CombineDialog))
        lines = (await table.settled()).splitlines()
        left, top, width, height = table.app.screen.query(".box").first().region
        lines = lines[top : top + height]
        text = "\n".join(line[left : left + width] for line in lines)

    assert text.count("⟦") == text.count("⟧") > 2, unclosed(text)
