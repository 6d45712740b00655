"""The draft of starting provinces, where chance and turn order matter."""

from __future__ import annotations

from collections import Counter

from core import game
from core.games.shogun import GAME
from core.games.shogun.board import BOARDS, PROVINCES, SUN
from core.games.shogun.events import DraftCardsOpened, FirstPlayerDrawn, GroupPlaced, ProvincePicked
from core.games.shogun.setup import current, sample_cards
from core.games.shogun.state import neutral
from tests.core.games.shogun.tables import (
    FOUR,
    RED,
    THREE,
    at,
    fresh,
    options_of,
    play,
    random_game,
    scripted,
    start,
)


def test_every_card_is_as_likely_on_top() -> None:
    """The deck is shuffled: any two of the cards in play are open first, all equally often (SG-3.1)."""
    opened = Counter(p for seed in range(1200) for p in current(fresh(THREE, seed, setup="draft")).open)
    assert len(opened) == 37
    assert all(30 < times < 105 for times in opened.values())


def test_the_first_player_is_a_random_seat() -> None:
    """Each seat begins the draft as often as the others (SG-21.24)."""
    first = Counter(current(fresh(FOUR, seed, setup="draft")).first for seed in range(800))
    assert first.keys() == set(FOUR)
    assert all(150 < times < 250 for times in first.values())


def test_players_pick_in_turn_until_every_group_is_placed() -> None:
    """One card each, clockwise from the first player, 8 rounds with four players (SG-3.2)."""
    events = [event for _, happened in random_game(4, FOUR, setup="draft") for event in happened]
    (first,) = (event.seat for event in events if isinstance(event, FirstPlayerDrawn))
    placed = [event.seat for event in events if isinstance(event, GroupPlaced)]
    assert placed == [(first + turn) % 4 for turn in range(32)]


def test_what_was_put_under_the_deck_comes_last() -> None:
    """Exchanged cards are drawn again only when nothing else is left (SG-3.6)."""
    state = fresh(THREE, setup="draft")
    (seat,) = state.pending
    others = [other for other in THREE if other != seat]
    before = current(state).open
    play(state, f"{seat_name(seat)}: take deck", f"{seat_name(seat)}: place 5")
    for other in others if others[0] == (seat + 1) % 3 else others[::-1]:
        play(state, f"{seat_name(other)}: take deck", f"{seat_name(other)}: place 5")
    play(state, f"{seat_name(seat)}: refresh")
    draft = current(state)
    assert draft.under == before
    assert not set(draft.open) & set(before)

    class Last:
        def take(self, cards: list[int]) -> int:
            return cards.pop()

    deck = len(neutral(state)) - 2
    drawn = sample_cards(state, deck, Last())  # type: ignore[arg-type]
    assert drawn[-2:] == before
    assert not set(before) & set(drawn[:-2])


def seat_name(seat: int) -> str:
    return ("red", "blue", "yellow")[seat]


def test_an_open_card_that_was_taken_is_replaced() -> None:
    """After a pick from the open cards one more is opened, after an unseen draw none (SG-3.5)."""
    rng = scripted(("first", "red"), ("draft", ["omi", "mino"]), ("draft", ["kii"]), ("draft", ["kai"]))
    state, _ = game.start(GAME, THREE, {"setup": "draft"}, rng)
    events = play(state, "red: take omi", "red: place 5", rng=rng)
    assert [event.provinces for event in events if isinstance(event, DraftCardsOpened)] == [(index("kii"),)]
    events = play(state, "blue: take deck", rng=rng)
    assert [event for event in events if isinstance(event, ProvincePicked)] == [
        ProvincePicked(1, index("kai"), unseen=True)
    ]
    play(state, "blue: place 2", rng=rng)
    assert options_of(state, 2) == {"take mino", "take kii", "take deck"}


def index(province: str) -> int:
    return PROVINCES.index(province)


def test_the_draft_has_no_hidden_order() -> None:
    """Nothing in the state says what lies on top of the deck: it is drawn when it is taken (SG-4.3)."""
    state, _ = start(THREE, setup="draft")
    draft = current(state)
    assert set(type(draft).__struct_fields__) == {"first", "open", "under", "groups", "seen"}


def test_the_open_cards_are_exchanged_once_for_a_pick() -> None:
    """Even where the deck is so small that the same two come again (SG-21.25)."""
    armies = {PROVINCES[p]: 1 for p in BOARDS[SUN, 3].provinces if PROVINCES[p] not in ("omi", "mino")}
    pair = ["omi", "mino"]
    draft = {"first": "red", "open": pair, "groups": {"red": [2]}, "seen": {"red": pair}}
    state = at({"phase": "draft", "draft": draft, "players": {"red": {"armies": armies}}})
    assert "refresh" in options_of(state, RED)
    play(state, "red: refresh")
    assert options_of(state, RED) == {"take omi", "take mino", "take deck"}
