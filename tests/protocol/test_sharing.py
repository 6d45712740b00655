"""Secret sharing: enough shares are the polynomial, fewer are nothing."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.sharing import (
    ELEMENT_SIZE,
    PRIME,
    ElementError,
    element,
    evaluate,
    interpolate,
    number,
    random_polynomial,
)

values = st.integers(0, PRIME - 1) | st.sampled_from([0, 1, PRIME - 1])
polynomials = st.lists(values, min_size=1, max_size=8).map(tuple)


@given(polynomials, st.data())
def test_any_points_as_many_as_coefficients_give_the_polynomial(
    polynomial: tuple[int, ...], data: st.DataObject
) -> None:
    size = len(polynomial)
    places = data.draw(st.lists(st.integers(1, 255), min_size=size, max_size=size, unique=True))

    assert interpolate({x: evaluate(polynomial, x) for x in places}) == polynomial


@given(st.dictionaries(st.integers(1, 255), values, min_size=1, max_size=8))
def test_what_is_interpolated_goes_through_the_points(points: dict[int, int]) -> None:
    polynomial = interpolate(points)

    assert len(polynomial) == len(points)
    assert {x: evaluate(polynomial, x) for x in points} == points


@pytest.mark.parametrize(("holders", "threshold"), [(1, 1), (2, 2), (3, 3), (4, 3), (5, 4)])
def test_every_set_of_enough_holders_has_the_same_polynomial(holders: int, threshold: int) -> None:
    polynomial = random_polynomial(threshold)
    shares = {x: evaluate(polynomial, x) for x in range(1, holders + 1)}

    for places in combinations(shares, threshold):
        assert interpolate({x: shares[x] for x in places}) == polynomial


@given(polynomials, values)
def test_one_share_too_few_leaves_every_secret_possible(polynomial: tuple[int, ...], secret: int) -> None:
    """For any secret and all but one of the shares needed there is a polynomial that fits."""
    known = {x: evaluate(polynomial, x) for x in range(1, len(polynomial))}

    other = interpolate({0: secret, **known})

    assert other[0] == secret
    assert {x: evaluate(other, x) for x in known} == known


def test_a_value_is_worked_out_by_the_book() -> None:
    assert evaluate((5, 7, 11), 3) == 5 + 7 * 3 + 11 * 9
    assert evaluate((PRIME - 1, 1), 1) == 0
    assert interpolate({1: 2, 2: 4}) == (0, 2)


def test_random_polynomials_differ() -> None:
    assert len({random_polynomial(3) for _ in range(100)}) == 100
    assert all(0 <= coefficient < PRIME for coefficient in random_polynomial(100))


@given(values)
def test_an_element_comes_back(value: int) -> None:
    data = element(value)

    assert len(data) == ELEMENT_SIZE
    assert number(data) == value


@given(st.integers(PRIME, 2**256 - 1) | st.sampled_from([PRIME, PRIME + 1, 2**255, 2**256 - 1]))
def test_no_number_from_the_prime_on_is_an_element(value: int) -> None:
    with pytest.raises(ElementError):
        number(value.to_bytes(ELEMENT_SIZE, "big"))


@pytest.mark.parametrize("size", [0, 1, 31, 33, 64])
def test_an_element_has_32_bytes(size: int) -> None:
    with pytest.raises(ElementError):
        number(bytes(size))
