"""The people one plays with: recognised by name and key, at once and without a network."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from client.local.known_players import read
from client.seat.company import Company, greetings
from client.seat.mirror import Mirror
from client.seat.news import Heard, Person
from client.table.news import Remark
from protocol.entries import Began, SatDown
from protocol.identity import Identity
from protocol.messages import TableState

BEN, MALLORY = Identity.make(), Identity.make()


def meet(home: Path, name: str, identity: Identity = BEN, *, is_bot: bool = False) -> list[Remark]:
    """Let Anna come to a table where somebody sits, and begin a game; return the remarks."""
    other = SatDown(1, name, identity.public.raw, is_bot=is_bot)
    sitters = {0: SatDown(0, "Anna", MALLORY.public.raw), 1: other}
    table = SimpleNamespace(sitters=sitters, seats=(0, 1, 2))
    mirror = SimpleNamespace(seat=0, info=SimpleNamespace(state=TableState.OPEN), table=table)
    company = Company(Person(MALLORY, "Anna", home=home), cast("Mirror", mirror))
    later = [Heard(1, 0, other, []), Heard(2, 0, Began(), [])]
    first, again, *trouble = [[*company.at_first()], *([*company.after(heard)] for heard in later)]
    assert first == again
    return [*first, *(remark for remarks in trouble for remark in remarks)]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "home"
    folder.mkdir(mode=0o700)
    return folder


def test_players_are_known_again_by_name_and_key(home: Path) -> None:
    (new,) = meet(home, "Ben")
    assert new == Remark("Ben is new to you: compare table codes once the game has begun.")
    assert meet(home, "Ben") == []
    assert meet(home, "Benjamin") == [Remark("Benjamin has a NEW NAME: you know this key as Ben.")]
    (remark,) = meet(home, "Ben", MALLORY)
    assert remark.words.startswith("THE KEY OF Ben HAS CHANGED: somebody may be posing as Ben.")
    assert remark.is_loud
    assert read(home / "known_players") == {"Ben": BEN.public, "Benjamin": BEN.public}


def test_all_who_are_new_are_named_in_one_line(home: Path) -> None:
    sitters = [SatDown(seat, name, Identity.make().public.raw) for seat, name in enumerate(("Ben", "Cleo"))]
    (remark,) = greetings(home / "known_players", sitters)

    assert remark.words == "Ben and Cleo are new to you: compare table codes once the game has begun."


def test_bots_have_no_names_that_one_would_know_again(home: Path) -> None:
    assert meet(home, "Bot", is_bot=True) == []
    assert not (home / "known_players").exists()


def test_a_list_that_cannot_be_read_is_no_reason_not_to_play(home: Path) -> None:
    (home / "known_players").write_text("nonsense\n")
    (home / "known_players").chmod(0o600)
    strange, forgotten = meet(home, "Ben")

    assert strange.words.startswith("Ben's key cannot be compared with the keys you know: Line 1 of ")
    assert forgotten.words.startswith("Ben's key cannot be saved for next time: Line 1 of ")
    assert (home / "known_players").read_text() == "nonsense\n"
