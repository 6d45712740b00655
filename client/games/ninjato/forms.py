"""What is filled in: parts put together against a guard."""

from __future__ import annotations

from client.games.ninjato import names
from client.games.ninjato.facts import guard_words
from client.texts import t
from client.tui.dialogs.combine import CombineDialog
from core.decisions import Combine
from core.games.ninjato.view import View
from core.kinds import Choice


def make_form(view: View, decision: Combine, draft: Choice | None) -> CombineDialog:
    """Name the guard and the parts of what can be put together."""
    assert view.raid is not None
    guard = guard_words(view.raid)
    return CombineDialog(t("combine-title", guard=guard), decision.kit, names.part, draft)
