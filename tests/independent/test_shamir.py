"""Shares: any of them give the polynomial, and both implementations the same one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol import sharing
from tests.independent.shamir import SIZE, ElementError, P, element_of, number_of, through, value_at

numbers = st.integers(0, P - 1) | st.sampled_from([0, 1, P - 1])
polynomials = st.lists(numbers, min_size=1, max_size=6)
places = st.lists(st.integers(1, 255), min_size=6, max_size=6, unique=True)


@given(polynomials, places)
def test_shares_give_the_polynomial_back(polynomial: list[int], spots: list[int]) -> None:
    points = {x: value_at(polynomial, x) for x in spots[: len(polynomial)]}

    assert through(points) == polynomial
    assert tuple(polynomial) == sharing.interpolate(points)


@given(polynomials, st.integers(0, 255))
def test_values_are_those_of_the_program(polynomial: list[int], x: int) -> None:
    assert value_at(polynomial, x) == sharing.evaluate(polynomial, x)


@given(st.dictionaries(st.integers(1, 255), numbers, min_size=1, max_size=6))
def test_any_points_lie_on_one_polynomial(points: dict[int, int]) -> None:
    polynomial = through(points)

    assert {x: value_at(polynomial, x) for x in points} == points
    assert tuple(polynomial) == sharing.interpolate(points)


@given(numbers)
def test_an_element_has_one_spelling(number: int) -> None:
    element = element_of(number)

    assert element == sharing.element(number)
    assert number_of(element) == number


@pytest.mark.parametrize("number", [P, P + 1, 2**256 - 1])
def test_what_is_not_below_the_prime_is_no_element(number: int) -> None:
    with pytest.raises(ElementError):
        number_of(number.to_bytes(SIZE, "big"))


@pytest.mark.parametrize("size", [0, 31, 33])
def test_an_element_has_one_size(size: int) -> None:
    with pytest.raises(ElementError):
        number_of(bytes(size))
