"""What a lesson wants, in the words that the menu has for it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from typing import Final

from client.table.face import Face
from client.table.lessons import Page
from client.table.menu import Menu
from client.texts import t
from core.kinds import Choice

REMARK: Final = " · "
"""In a row of a menu a price or odds may follow what it is called."""


def lesson_words(face: Face, page: Page) -> str:
    """Give what there is to read on a page."""
    return t(f"learn-{page.lesson}", move=wanted(face, page) if page.answer else "")


def wanted(face: Face, page: Page) -> str:
    """Name the answer of a page, row by row as it is taken from the menu, or what to fill in."""
    options = face.options_of(page.view, page.view.decision)
    if not options:
        return t(f"learn-{page.lesson}.task")
    labels = rows_to(Menu(options, few=face.few), page.answer)
    rows = (t("learn-row", row=name_of(label)) for label in labels)
    return reduce(lambda first, row: t("learn-rows", first=first, next=row), rows)


def rows_to(menu: Menu, choice: Choice | None) -> Iterator[str]:
    """Give the rows that lead to an answer."""
    row = next(row for row in menu.rows() if choice in [option.choice for option in row.options])
    yield row.label
    if not row.is_answer:
        yield from rows_to(menu.into(row), choice)


def name_of(label: str) -> str:
    return label.partition(REMARK)[0]
