"""What bots are made of: what they see, what they answer, and what a game tells them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, NamedTuple, Protocol, TypeAlias

from core.bots.judging import Judge
from core.deals import Goods, Pledge, Promise
from core.decisions import Decision
from core.kinds import Choice, Dice, Event, Seat, Viewer


class AnyView(Protocol):
    """What every game's view has, whatever else it shows."""

    @property
    def viewer(self) -> Viewer: ...

    @property
    def decision(self) -> Decision | None: ...


class Bot(Protocol):
    """A player made of code; it gets no more to see than a person in its seat."""

    def choose(self, view: AnyView) -> Choice:
        """Answer the decision in the view."""
        ...


class Weighed(NamedTuple):
    """An answer that was looked at: what it seems to be worth, and by which terms after it."""

    choice: Choice
    worth: float
    terms: Mapping[str, float]


class Thought(NamedTuple):
    """An answer, and the best of those it was chosen from; where habit knew best there are none."""

    choice: Choice
    weighed: tuple[Weighed, ...] = ()


class Tie(NamedTuple):
    """Something a seat owes another, and what breaking it would cost."""

    pledge: Pledge
    price: float


class Stance(NamedTuple):
    """How a seat stands to the others: what it owes them, and whom it would rather hurt."""

    ties: tuple[Tie, ...] = ()
    foes: frozenset[Seat] = frozenset()


UNTIED: Final = Stance()


class Thinker(Bot, Protocol):
    """A bot that can tell what it has weighed, its word included."""

    def think(self, view: AnyView, stance: Stance = UNTIED) -> Thought: ...


class AtStake(NamedTuple):
    """What a promise is about: the game if it is kept, the game if not, and how likely not without it."""

    kept: Any
    broken: Any
    likelihood: float


PlayOut: TypeAlias = Callable[[Any, Seat, Choice], Any]
"""From a state by an answer of a seat to where it can be judged again."""


class Manners(NamedTuple):
    """How a bot lets people have their say where all are asked at once; it knows its view and their seats."""

    question: Callable[[Any, Collection[Seat], Collection[Choice]], Decision | None]  # given what it has said
    is_too_early: Callable[[Any, Collection[Seat], Choice], bool]  # for a choice, while people are asked


class Bargains(NamedTuple):
    """What a game tells bots that bargain, in `core.games.<name>.bargains`; a game may have none."""

    at_stake: Callable[[Any, Pledge, PlayOut], AtStake | None]
    """What hangs on a promise in a state; None: nothing that can be told from here."""
    topics: Callable[[Any, Seat, Seat], Sequence[Promise]]
    """What a seat could promise another now that may matter to both."""
    ends_chapter: Callable[[Event], bool]
    """Whether with this event a season or a round is over."""
    chapters_left: Callable[[Any], int]
    """How many seasons or rounds a view has after this one."""
    exclusive: frozenset[str] = frozenset()
    """The kinds of promises of which one can keep only one."""
    covers: Callable[[Any, Promise, Promise], bool] = lambda _state, _promise, _other: False
    """Whether one promise says all that another one says."""
    mutual: frozenset[str] = frozenset()
    """The kinds of promises that both have to give for either to mean anything."""
    purse: Callable[[Any, Seat], Goods] = lambda _state, _seat: Goods()
    """What a seat could give away now."""
    hand_over: Callable[[Any, Seat, Seat, Goods], None] = lambda _state, _seat, _to, _goods: None
    """Lets goods of a seat go to another."""
    unsaid: Callable[[Any, Seat], Sequence[Pledge]] = lambda _view, _seat: ()
    """What a seat owes others though it never said so."""
    is_moot: Callable[[Any, Pledge], bool] = lambda _view, _pledge: False
    """Whether nothing that the seat does now can make a difference to a promise."""
    fulfils: Callable[[Choice, Pledge], bool] = lambda _choice, _pledge: False
    """Whether an answer does what was promised as far as it can be done now."""
    endangers: Callable[[Any, Choice, Pledge], bool] = lambda _view, _choice, _pledge: False
    """Whether an answer to a view may lead to the promise being broken, though it does not break it yet."""
    favours: Callable[[Choice], Seat | None] = lambda _choice: None
    """Whom an answer does a favour that nobody does to a foe."""
    wrong_in: Callable[[Event], tuple[Seat, Seat] | None] = lambda _event: None
    """Who has wronged whom, where that is no broken promise."""
    prices: Mapping[str, Mapping[str, float]] = MappingProxyType({})
    """By phase, weights that count in deals for those who judge by fitted ones: what it brings to get more of
    something, which is not what those have who do well."""
    deed: Callable[[Choice], Promise | None] = lambda _choice: None
    """What one can promise others before one gives an answer, if it matters to them: to give it."""
    occasion: Callable[[Event, Seat], str] = lambda _event, _seat: ""
    """The occasion on which a seat may say a word, if this is one: "threat" or "ally"."""
    manners: Manners | None = None
    """Towards people, where bots could get ahead of them."""


class Tactics(Protocol):
    """What a game tells its bots, in a module `core.games.<name>.tactics`."""

    @property
    def JUDGES(self) -> Mapping[str, Judge]:  # noqa: N802 (a constant of the module)
        """Give by level who says how well a seat stands."""
        ...

    def candidates(self, state: Any, seat: Seat, decision: Decision, dice: Dice) -> Sequence[Choice]:
        """List the answers worth looking at; the earlier wins a draw."""
        ...

    def worth_a_search(self, state: Any, seat: Seat, decision: Decision, dice: Dice) -> Sequence[Choice]:
        """List the answers for one who has time: more of them, and also where habit would do."""
        ...

    def reply(self, state: Any, seat: Seat, decision: Decision, dice: Dice) -> Choice | None:
        """Guess how a seat answers in the course of things; None: as it seems best at a glance."""
        ...

    def is_quiet(self, state: Any) -> bool:
        """Say whether the state can be judged as it is."""
        ...

    def plays_out(self, state: Any) -> bool:
        """Say whether to judge answers to the present decision only when the state is quiet again."""
        ...

    def ends_chapter(self, before: Any, state: Any) -> bool:
        """Say whether a playout that began before may end here, where the state can be judged."""
        ...

    def worlds(self, state: Any) -> int:
        """Say how many states to invent for the present decision."""
        ...
