"""What can be played against a guard: words, order, and the form for what is not in the menu."""

from __future__ import annotations

from client.games.ninjato import names
from client.games.ninjato.raid import guard_words
from client.games.ninjato.rules import rule_of_play
from client.table.menu import Option, Stage
from client.table.rulebook import rule_text
from client.texts import t
from client.tui.dialogs.combine import CombineDialog
from core.decisions import Combination, Combine
from core.games.ninjato.odds import winning_plays
from core.games.ninjato.view import View
from core.kinds import Choice


def plays_in(view: View) -> list[tuple[Combination, int, int]]:
    """List plays, what they come to and the guard they beat; what costs least comes first."""
    decision = view.decision
    if not isinstance(decision, Combine):
        return []
    rows = [(play, total, play.mark or decision.kit.passed(total)[0]) for play, total in winning_plays(view)]
    return sorted(rows, key=lambda row: (len(row[0].parts), has_skill(row[0]), abs(row[1] - row[2])))


def has_skill(play: Combination) -> bool:
    return any(word[0].isalpha() for word in play.parts)


def play_option(play: Combination, total: int, mark: int) -> Option:
    """Word a play; many are grouped by their first part."""
    first, *rest = map(names.part, play.parts)
    parts = ", ".join([first, *rest])
    words = t("play", parts=parts, total=total, mark=mark) if rest else t("play-one", part=first, mark=mark)
    return Option(
        play,
        words,
        (Stage(f"first {first}", t("play-group", part=first)), Stage(play, words)),
        about=rule_text("ninjato", rule_of_play(play)),
    )


def make_form(view: View, decision: Combine, draft: Choice | None) -> CombineDialog:
    """Name the guard and the parts of what can be put together."""
    assert view.raid is not None
    guard = guard_words(view.raid)
    return CombineDialog(t("combine-title", guard=guard), decision.kit, names.part, draft)
