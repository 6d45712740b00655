"""What is said on the screen: every message exists, and none outgrows its place."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from client import texts
from client.local.settings import VALUES
from client.table.deal_words import object_words, promise_label, promise_words
from client.texts import MissingTextError, t, texts_in
from core.catalog import game_named, game_names
from core.deals import Promise, Status
from core.games.rising_sun.board import ADVANTAGES, CLANS, KAMI, MANDATES, PHASES, PIECES, PROVINCES, SEASONS
from core.games.rising_sun.cards import NAMES
from tests.client.longest_language import unclosed
from tests.client.tui.at_table import SITUATIONS, scene_at, screen_text, seated

ROOT = Path(texts.__file__).parents[1]


def literals() -> Iterator[tuple[str, str]]:
    """Find every message the client names outright."""
    for file in sorted(ROOT.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            is_call = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "t"
            if is_call and isinstance(node, ast.Call):
                yield from ((file.name, name) for name in named(node.args[0]))


def named(node: ast.expr) -> list[str]:
    if isinstance(node, ast.IfExp):
        return [*named(node.body), *named(node.orelse)]
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


def test_every_message_the_client_names_exists() -> None:
    english = texts_in("en")
    found = list(literals())

    assert len(found) > 100
    assert [row for row in found if not english.has(row[1].partition(".")[0])] == []


def test_everything_in_the_game_has_a_name() -> None:
    kinds = {
        "clan": CLANS,
        "province": PROVINCES,
        "kami": KAMI,
        "mandate": MANDATES,
        "piece": PIECES,
        "card": NAMES,
        "season": SEASONS,
        "phase": PHASES,
        "advantage": ADVANTAGES,
        "ask": tuple(SITUATIONS),
        "deal-status": tuple(status.value for status in Status),
    }
    for kind, names in kinds.items():
        assert all(t(f"{kind}-{name}") for name in names), kind


def test_every_promise_and_every_setting_has_words() -> None:
    for game in map(game_named, game_names()):
        for kind, about in game.promises.kinds.items():
            promises = [Promise(kind, thing) for thing in about.objects]
            assert all(promise_label(game, promise) and promise_words(game, promise) for promise in promises)
            assert not {object_words(game, promise) for promise in promises} & set(about.objects)
    for name, values in VALUES.items():
        assert t(f"settings-{name}")
        assert all(t(f"{name}-{value}") for value in values if isinstance(value, str))


@pytest.mark.parametrize(
    ("kind", "names", "most"), [("clan", CLANS, 9), ("kami", KAMI, 9), ("advantage", ADVANTAGES, 7)]
)
def test_short_names_are_short_and_differ(kind: str, names: tuple[str, ...], most: int) -> None:
    short = [t(f"{kind}-{name}.short") for name in names]

    assert max(map(len, short)) <= most
    assert len(set(short)) == len(names)


def test_letters_tell_clans_and_mandates_apart() -> None:
    assert len({t(f"clan-{name}.letter") for name in CLANS}) == len(CLANS)
    assert all(len(t(f"mandate-{name}.letter")) == 1 for name in MANDATES)


def test_a_message_that_is_not_there_is_our_mistake() -> None:
    with pytest.raises(MissingTextError):
        t("no-such-message")
    with pytest.raises(MissingTextError):
        t("clan-koi.no-such-form")


def test_an_argument_that_is_missing_is_our_mistake() -> None:
    with pytest.raises(MissingTextError, match="prompt-waiting"):
        t("prompt-waiting")


def test_an_unknown_language_speaks_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JINMAKU_LANG", "tlh_QO.UTF-8")

    assert texts.own_language() == "en"


# The longest language ------------------------------------------------------------------------


@pytest.mark.usefixtures("_longest_language")
@pytest.mark.parametrize("question", ["tea", "marshal", "train", "seppuku", "reparations"])
async def test_nothing_is_cut_off_in_a_language_of_long_words(question: str, tmp_path: Path) -> None:
    """Eighty columns wide; higher than usual, so that no list has to be scrolled."""
    async with seated(scene_at(question), tmp_path, (80, 44)) as table:
        await table.pilot.pause()
        text = screen_text(table.app, without="#map")

    opened, closed = len(re.findall("⟦", text)), len(re.findall("⟧", text))
    assert opened > 8
    assert opened == closed, unclosed(text)


@pytest.mark.usefixtures("_longest_language")
@pytest.mark.parametrize("keys", [["H"], ["ctrl+s"], ["O"], ["G"], ["I"], ["q"], ["T"]])
async def test_no_dialog_is_cut_off_in_a_language_of_long_words(keys: list[str], tmp_path: Path) -> None:
    async with seated(scene_at("tea"), tmp_path, (80, 120)) as table:
        before = screen_text(table.app)
        await table.pilot.press(*keys)
        await table.until(lambda: screen_text(table.app) != before)
        await table.pilot.pause()
        boxes = list(table.app.screen.query(".box"))
        lines = screen_text(table.app, without="#map").splitlines()
        if boxes:
            left, top, width, height = boxes[0].region
            lines = [line[left : left + width] for line in lines[top : top + height]]

    text = "\n".join(lines)
    assert text.count("⟦") == text.count("⟧") > 2, unclosed(text)
