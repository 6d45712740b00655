"""Nobody sits down under a name that people would mistake for another one at the table, or cannot see."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from core.kinds import PhrasedError, RulesError
from protocol.entries import Applied, Door, Opened, SatDown, Stamped
from protocol.identity import Identity
from protocol.limits import Limits
from protocol.names import check_name, look_of
from protocol.pace import Terms
from protocol.policy import Keys
from protocol.table import people
from protocol.table.people import check_sit
from protocol.table.public import PublicTable
from protocol.table.succession import check_stranger
from tests.server.by_hand import open_site

ALIKE = [
    "aiko",
    "Aik\N{CYRILLIC SMALL LETTER O}",
    "\N{CYRILLIC CAPITAL LETTER A}iko",
    "\N{GREEK CAPITAL LETTER ALPHA}i\N{GREEK SMALL LETTER KAPPA}\N{GREEK SMALL LETTER OMICRON}",
    "A\N{CYRILLIC SMALL LETTER BYELORUSSIAN-UKRAINIAN I}ko",
    "Alko",
    "A1ko",
    "Aik0",
    "Aik\N{LATIN SMALL LETTER O WITH DIAERESIS}",
    "\N{FULLWIDTH LATIN CAPITAL LETTER A}iko",
    "A i k o",
    "\N{MATHEMATICAL BOLD CAPITAL A}iko",
]
INVISIBLE = [
    "Aiko\u200b",
    "Ai\u200dko",
    "\u2060Aiko",
    "Aiko\ufe0f",
    "Aiko\U000e0041",
    "Aiko\u00a0B",
    "\u3164",
    "\u2800\u2800",
    "\u115f",
    "\u0301",
    "Aiko\ue000",
    "Ai\u00adko",
]


@pytest.mark.parametrize("name", ALIKE)
async def test_a_name_that_looks_like_another_is_refused_and_the_other_named(
    tmp_path: Path, name: str
) -> None:
    async with open_site(tmp_path, Limits()) as site:
        runner = await site.table()
        await site.seated(runner, "Aiko")
        late = await site.greet()
        token = await site.server.lobby.invite(runner)

        words = await late.refusal("join", late.join(runner, token, name))

        assert "looks like Aiko" in words
        await late.result("join", late.join(runner, token, "Bunji"))


@pytest.mark.parametrize("name", INVISIBLE, ids=ascii)
async def test_a_name_with_something_that_nobody_sees_is_refused(tmp_path: Path, name: str) -> None:
    async with open_site(tmp_path, Limits()) as site:
        runner = await site.table()
        guest = await site.greet()
        token = await site.server.lobby.invite(runner)

        words = await guest.refusal("join", guest.join(runner, token, name))

        assert words.startswith("A name can only contain what everyone can see")


def test_who_has_the_very_name_is_said_to_have_it() -> None:
    with pytest.raises(RulesError) as caught:
        check_name("Aiko", ["Bunji", "Aiko"])
    assert caught.value.phrase.message == "refuse-name-taken"


@pytest.mark.parametrize(
    "name",
    ["Bj\u00f6rn", "\u9673\u5e55", "\u0410\u043d\u043d\u0430", "O'Neill the 3rd", "\u0e44\u0e17\u0e22"],
)
def test_names_of_any_script_are_welcome(name: str) -> None:
    check_name(name, ["Aiko", "Bunji"])


@given(st.text(min_size=1, max_size=40), st.text(min_size=1, max_size=40))
def test_names_that_are_taken_together_look_different(one: str, other: str) -> None:
    try:
        check_name(one)
        check_name(other, [one])
    except PhrasedError:
        return
    assert look_of(one) != look_of(other)
    assert look_of(one).strip()


@pytest.mark.parametrize(
    ("other", "why"),
    [
        ({"name": "P\u0435ter"}, "name-alike"),
        ({"name": "\u3164"}, "name-invisible"),
        ({"name": "Eve\x1b[2J"}, "name-invisible"),
        ({"door": Door.SSH}, "own-machines"),
    ],
    ids=str,
)
def test_a_host_that_seats_whom_it_should_refuse_tells_of_what_cannot_be(
    other: dict[str, Any], why: str
) -> None:
    """Clients and verifiers refuse it as the server does, since all of them fold the same way."""
    table, key = a_table_with("Peter"), Identity.make().public.raw
    ways: list[tuple[Any, Any]] = [
        (check_sit, SatDown(1, "Quirin", key)),
        (check_stranger, Applied(1, "Quirin", key, Keys(0, ()))),
    ]
    for way, newcomer in ways:
        with pytest.raises(RulesError) as caught:
            way(table, replace(newcomer, **other))

        assert caught.value.phrase.message == f"refuse-{why}"


def a_table_with(name: str) -> PublicTable:
    host = Identity.make()
    terms = Terms(own_machines=True)
    opened = Opened("ninjato", 1, ("red", "blue", "green"), (), "", terms, host.public.raw)
    table = PublicTable(Stamped(0, opened))
    people.note_sit(table, SatDown(0, name, Identity.make().public.raw))
    return table
