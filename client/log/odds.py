"""How battles and revolts of Shogun may end, in percent, as the screen and the line client say it."""

from __future__ import annotations

from core.games.shogun.odds import Forecast


def percents(*chances: float) -> tuple[int, ...]:
    """Round chances to percents that still add up to a hundred; what lost most gets what is left."""
    exact = [100 * chance for chance in chances]
    whole = [int(number) for number in exact]
    by_loss = sorted(range(len(exact)), key=lambda place: whole[place] - exact[place])
    for place in by_loss[: 100 - sum(whole)]:
        whole[place] += 1
    return tuple(whole)


def of_attack(foreseen: Forecast) -> dict[str, int]:
    """Give the attacker's percents, as the messages name them."""
    return dict(zip(ENDS, percents(foreseen.taken, foreseen.emptied, foreseen.held), strict=True))


def of_defence(foreseen: Forecast) -> dict[str, int]:
    """Give the owner's percents, as the messages name them."""
    return dict(zip(ENDS, percents(foreseen.held, foreseen.emptied, foreseen.taken), strict=True))


ENDS = ("win", "draw", "lose")


def on_average(number: float) -> str:
    return f"{number:.1f}"
