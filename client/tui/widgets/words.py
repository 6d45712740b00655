"""Words and lists of words, shown as they are: brackets in them are no markup, whoever wrote them."""

from __future__ import annotations

from typing import Any

from rich.console import RenderableType
from textual.widgets import OptionList, Static


class Words(Static):
    """Some words."""

    def __init__(self, words: RenderableType = "", **naming: Any) -> None:
        super().__init__(words, markup=False, **naming)


class WordList(OptionList):
    """Words to choose from."""

    def __init__(self, **naming: Any) -> None:
        super().__init__(markup=False, **naming)
