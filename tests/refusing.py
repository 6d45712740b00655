"""What is refused, in the words in which a player reads it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from client.texts.refusals import why
from core.kinds import RulesError


@contextmanager
def refused(words: str, kind: type[Exception] = RulesError) -> Iterator[pytest.ExceptionInfo[Exception]]:
    """Expect an error that is said in such words, given as a pattern."""
    with pytest.raises(kind) as caught:
        yield caught
    assert re.search(words, why(caught.value))
