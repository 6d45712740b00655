"""Answers worked out once and then looked up."""

from core.remembering import Remembered, remembering


def squares(asked: list[int], room: int) -> Remembered[int, int]:
    @remembering(room)
    def square(number: int) -> int:
        asked.append(number)
        return number * number

    return square


def test_what_was_asked_before_is_not_worked_out_again() -> None:
    asked: list[int] = []
    square = squares(asked, room=2)
    assert [square[3], square[4], square[3]] == [9, 16, 9]
    assert asked == [3, 4]


def test_where_there_is_no_room_all_is_forgotten_and_worked_out_anew() -> None:
    asked: list[int] = []
    square = squares(asked, room=2)
    assert [square[number] for number in (1, 2, 3, 1)] == [1, 4, 9, 1]
    assert asked == [1, 2, 3, 1]
    assert len(square) == 2
