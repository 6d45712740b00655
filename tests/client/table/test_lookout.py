"""Players are called once for each occasion, never while they look, and hear of nothing hidden."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from client.table.lookout import MOST_LETTERS, Attention, Lookout, Stand, attention_of, stand_at
from protocol.invitation import Address
from protocol.messages import TableState
from protocol.pace import Bank, PerDecision, Untimed
from tests.client.tui.at_table import scene_at

AWAY = Attention(float("-inf"), is_paid=False)
LOOKING = Attention(float("-inf"), is_paid=True)
THREE_DAYS = PerDecision(3 * 86_400)
QUIET = Stand("ninjato", "4f0c", "club.example.org", is_waiting=False, is_over=False)
TURN = QUIET._replace(is_waiting=True)
LATE = TURN._replace(left_ms=7 * 3_600_000, pace=THREE_DAYS)
OVER = QUIET._replace(is_over=True)


def calls(stands: Iterable[Stand], attention: Attention = AWAY) -> list[str]:
    """Look at a table once a second, and return the calls."""
    lookout = Lookout()
    said = [lookout.look(stand, attention, float(second)) for second, stand in enumerate(stands)]
    return [words for words in said if words]


def test_a_turn_is_called_once_and_the_next_one_again() -> None:
    words = "Your turn: Ninjato, table 4f0c at club.example.org."

    assert calls([QUIET, TURN, TURN, TURN, QUIET, QUIET, TURN, TURN]) == [words, words]


def test_another_question_is_another_turn_where_nobody_sees_the_end_of_one() -> None:
    assert len(calls([TURN._replace(turn=turn) for turn in (4, 4, 7, 7)])) == 2


def test_tables_are_called_for_each_by_itself() -> None:
    lookout = Lookout()
    elsewhere = TURN._replace(host="other.example.org")

    assert lookout.look(TURN, AWAY, 0)
    assert lookout.look(elsewhere, AWAY, 0)
    assert not lookout.look(TURN, AWAY, 1)


def test_each_question_of_a_turn_can_run_out_of_time() -> None:
    assert len(calls([LATE._replace(prompt=prompt) for prompt in (4, 4, 5, 5)])) == 2


def test_little_time_is_called_once_more() -> None:
    early = LATE._replace(left_ms=8 * 3_600_000)

    assert calls([early, early, LATE, LATE]) == [
        "Your turn: Ninjato, table 4f0c at club.example.org, 8h left.",
        "Only 7h left for your turn: Ninjato, table 4f0c at club.example.org.",
    ]
    assert len(calls([LATE, LATE])) == 1  # both at once are one call


@pytest.mark.parametrize(
    ("pace", "left_ms", "is_late"),
    [
        (Untimed(), None, False),
        (PerDecision(90), 31_000, False),
        (PerDecision(90), 30_000, True),
        (Bank(1200, 30), 121_000, False),
        (Bank(1200, 30), 120_000, True),
    ],
)
def test_time_is_little_when_a_tenth_is_left_or_half_a_minute(
    pace: PerDecision | Bank | Untimed,
    left_ms: int | None,
    is_late: bool,  # noqa: FBT001
) -> None:
    assert TURN._replace(pace=pace, left_ms=left_ms).is_late is is_late


def test_the_end_is_news_to_who_has_seen_the_game_go_on() -> None:
    assert calls([OVER, OVER]) == []
    assert calls([QUIET, OVER, OVER]) == ["The game is over: Ninjato, table 4f0c at club.example.org."]


def test_who_is_looking_is_not_called_and_who_looks_away_without_a_key_is() -> None:
    lookout = Lookout()
    attentions = [attention_of(0.0, float(now)) for now in range(10, 120)]
    said = [lookout.look(TURN, attention, float(now)) for now, attention in enumerate(attentions, start=10)]

    assert [now for now, words in enumerate(said, start=10) if words] == [60]


def test_who_has_touched_a_key_since_then_knows() -> None:
    lookout = Lookout()

    assert not lookout.look(TURN, attention_of(5.0, 10.0), 10.0)
    assert not lookout.look(TURN, attention_of(12.0, 13.0), 13.0)
    assert not lookout.look(TURN, attention_of(12.0, 500.0), 500.0)


def test_another_window_has_no_attention() -> None:
    assert attention_of(10.0, 11.0).is_paid
    assert not attention_of(10.0, 11.0, has_focus=False).is_paid


@given(st.lists(st.tuples(st.sampled_from([QUIET, TURN, LATE, OVER]), st.booleans())))
def test_whatever_happens_nobody_is_called_twice_or_while_looking(seen: list[tuple[Stand, bool]]) -> None:
    lookout, told = Lookout(), set[str]()
    for second, (stand, is_paid) in enumerate(seen):
        words = lookout.look(stand, LOOKING if is_paid else AWAY, float(second))

        assert not (words and is_paid)
        assert words not in told
        if words:
            told.add(words)
        if not stand.is_waiting:
            told = {words for words in told if " turn: " not in words}


def test_names_of_others_cannot_make_a_call_long() -> None:
    (words,) = calls([TURN._replace(game="g" * 1000, table="\x1b]0;t\x07")])

    assert len(words) == MOST_LETTERS
    assert words.isprintable()


def test_a_table_is_read_from_what_its_player_sees() -> None:
    address, scene = Address("club.example.org"), scene_at("betray")
    info = scene.info
    bots = tuple(replace(row, is_bot=True) for row in info.seats)
    over = stand_at(scene._replace(info=replace(info, state=TableState.OVER)), address, 0.0)

    assert stand_at(scene, address, 0.0) == TURN._replace(game="rising_sun", table=info.table, prompt=7)
    assert over is not None
    assert (over.is_waiting, over.is_over) == (False, True)
    assert stand_at(scene._replace(seat=None), address, 0.0) is None
    assert stand_at(scene._replace(info=replace(info, seats=bots)), address, 0.0) is None
