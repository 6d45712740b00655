"""What Rising Sun's screen tells of clans that differ, and of a battle while it lasts."""

from __future__ import annotations

from pathlib import Path

import pytest

from client.tui.dialogs.allocate import AllocateDialog
from client.tui.rising_sun.options import options_of
from client.tui.rising_sun.players import holdings
from core.games.rising_sun.board import KOI, PROVINCES, TURTLE
from tests.client.tui.at_table import Situation, scene_of, screen_text, seated, view_at

KANSAI = PROVINCES.index("kansai")
KOI_HIRES = Situation("koi_coins_fight", 1, KOI)
KOI_BIDS = Situation("koi_coins_fight", 0, KOI)
TURTLE_BIDS = Situation("turtle_stronghold_outlives_defeat", 0, KOI)


def test_the_table_tells_what_each_clan_can_do_and_begins_with_the_own() -> None:
    """RS-19.1 to RS-19.5."""
    situation = Situation("respect", 1, TURTLE)
    lines = list(holdings(view_at(situation, TURTLE)))
    told = "\n".join(lines)
    powers = ("Sacred Bounty", "Whirls in the Stream", "Dictate the Flow", "Gossamer Wings")

    assert lines[1].startswith("Turtle: ")
    assert lines[2].startswith("  Shell of Eternity: its strongholds may move like figures")
    assert all(f"\n  {power}: " in told for power in powers)


@pytest.mark.parametrize(
    ("situation", "words"),
    [
        (
            KOI_BIDS,
            "When Koi wins Hire Ronin, every coin in its reserve (not the coins bid) counts as a ronin.",
        ),
        (TURTLE_BIDS, "Turtle's strongholds count as force 1 each and are never killed or taken hostage."),
    ],
)
async def test_the_war_board_says_what_clans_have_besides_figures_and_ronin(
    situation: Situation, words: str, tmp_path: Path
) -> None:
    """RS-19.2 and RS-19.5."""
    async with seated(scene_of(view_at(situation, situation.seat), situation.seat), tmp_path) as table:
        await table.until(lambda: isinstance(table.app.screen, AllocateDialog))
        await table.settled()
        remarks = str(table.app.screen.query(".hint").last().render())

        assert words in remarks
        assert "Seal the bid" in screen_text(table.app)


def test_koi_is_told_that_it_hires_with_coins() -> None:
    """RS-19.2."""
    view = view_at(KOI_HIRES, KOI)
    hire = next(option for option in options_of(view, view.decision) if option.line == "hire")

    assert "every coin in its reserve" in hire.about
