"""What is refused, in the words a player reads."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from client.texts.refusals import why
from core.kinds import RulesError


@contextmanager
def refused(words: str, kind: type[Exception] = RulesError) -> Iterator[pytest.ExceptionInfo[Exception]]:
    """Expect an error worded like this pattern."""
    with pytest.raises(kind) as caught:
        yield caught
    assert re.search(words, why(caught.value))
