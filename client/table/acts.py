"""What is in the list of choices: answers to the question, and what else the player may do now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from client.harmless import harmless
from client.table.deeds import Apply, Consent, Elect, GetReady, StandUp, Vote
from client.table.face import face_of
from client.table.key_ring import NUMBERS, KeyRing, Page, Path, TableKeys, Thing, key_of, letters_of
from client.table.menu import Menu, MenuRow, Name, Option
from client.table.scene import GuestPass, Scene
from client.texts import t
from client.texts.refusals import deal_number
from core.deals import Deal, Status
from core.decisions import Combine, Decision, Gift
from core.kinds import Choice, Seat
from protocol.messages import SeatInfo, TableState
from protocol.pace import Absence

ANY = ""
NO_MORE = "0"
SOMETHING_ELSE = "+"
NO_KEY = "-"


class Entry(NamedTuple):
    """A line: the key that takes it, its words, and what it stands for."""

    key: str
    label: str
    act: Any
    is_group: bool = False
    is_end: bool = False  # finishes something; everything from here on stays in sight
    called: str = ""  # by its number or name, which make its key; otherwise by its words


class Take(NamedTuple):
    """Give this answer."""

    option: Option
    name: Name


class Open(NamedTuple):
    """Look into a group of answers."""

    row: MenuRow


class Back(NamedTuple):
    """Come back from a group."""


class Fill(NamedTuple):
    """Open the form of the question."""


class EditSeal(NamedTuple):
    """Open the form again to change what is sealed."""


class Donate(NamedTuple):
    """Open the form of a gift."""


class AnswerOffer(NamedTuple):
    """Answer a deal that somebody offers."""

    deal: Deal


class TakeSeat(NamedTuple):
    """Sit down on another seat, while the game has not begun."""

    seat: Seat
    power: str  # what only that seat can do


class Invite(NamedTuple):
    """Show the invitations, to be passed on."""

    invitations: tuple[GuestPass, ...]


class SeeEnd(NamedTuple):
    """Look at the end of the game."""


class PlayAgain(NamedTuple):
    """Go to another game with the same people."""


Act: TypeAlias = (
    Take
    | Open
    | Back
    | Fill
    | EditSeal
    | Donate
    | GetReady
    | TakeSeat
    | StandUp
    | Invite
    | Consent
    | Vote
    | Apply
    | Elect
    | AnswerOffer
    | SeeEnd
    | PlayAgain
)


EXPLAINED: Final[Mapping[type, str]] = {
    GetReady: "choices-ready",
    Invite: "choices-invite",
    TakeSeat: "choices-seat",
    StandUp: "choices-stand-up",
    Consent: "choices-agree",
    Vote: "choices-vote-yes",
    Apply: "choices-apply",
    Elect: "choices-elect-yes",
    AnswerOffer: "choices-offer",
    Donate: "choices-gift",
    EditSeal: "choices-change",
    PlayAgain: "choices-rematch",
    SeeEnd: "choices-end",
}
"""By act: the message that explains it."""


def options_in(act: Act | None) -> tuple[Option, ...]:
    """Return the answers an act is about."""
    if isinstance(act, Take):
        return (act.option,)
    return act.row.options if isinstance(act, Open) else ()


def choice_in(act: Act) -> Choice | None:
    """Return the first answer an act is about."""
    return next((option.choice for option in options_in(act)), None)


def about(act: Act | None) -> str:
    """Say what to know before an act, or what all its answers would do if they do the same."""
    if isinstance(act, TakeSeat):
        return act.power
    if isinstance(act, Open) and act.row.about:
        return act.row.about
    rules = {option.about for option in options_in(act)}
    return rules.pop() if len(rules) == 1 else ""


def explanation(act: Act | None) -> str:
    """Say what an act does, be it an answer or something else that can be done at a table."""
    message = EXPLAINED.get(type(act), "")
    return about(act) or (t(f"{message}.about") if message else "")


class Requests(NamedTuple):
    """What others want from this player, besides the game: permission to undo, and votes."""

    undo: Seat | None = None
    what: str = ""  # what would be taken back, as it was told
    voted: frozenset[Seat] = frozenset()


def name_of(act: Act) -> Name:
    """Name what an act does, for as long as a question lives."""
    if isinstance(act, Take):
        return act.name
    if isinstance(act, Open):
        return act.row.name
    return "form" if isinstance(act, (Fill, EditSeal)) else repr(act)


def page_of(scene: Scene, menu: Menu | None) -> Path:
    """Name the page of choices that is open."""
    return scene.info.state.name, *(menu.path if menu is not None else ())


def entries_for(
    scene: Scene, menu: Menu | None, asked: Requests, ring: KeyRing, keys: TableKeys
) -> tuple[tuple[Entry, ...], KeyRing]:
    """List everything that can be done, and return the keys that stand for it from now on."""
    beside = [*requests(scene, asked), *offers(scene)] if scene.seat is not None else []
    page, path = list(page_entries(scene, menu, keys)), page_of(scene, menu)
    ring = ring.asked(scene.question, keys.of_commands, things(beside))
    ring = ring.with_page(path, things(page))
    return (*with_keys(beside, ring.beside), *with_keys(page, ring.pages[path])), ring


def page_entries(scene: Scene, menu: Menu | None, keys: TableKeys) -> Iterator[Entry]:
    yield from entries_at_end(scene)
    yield from vacancies(scene)
    if scene.seat is None or scene.info.state is TableState.OVER:
        return
    yield from readiness(scene) if scene.info.state is TableState.OPEN else answers(scene, menu, keys)


def things(entries: Sequence[Entry]) -> list[Thing]:
    return [
        Thing(name_of(entry.act), entry.label, entry.key, entry.called, choice_in(entry.act))
        for entry in entries
    ]


def with_keys(entries: Sequence[Entry], page: Page) -> list[Entry]:
    """Put entries in the order they came up, numbers in that of the game, before those with a fixed key."""
    keyed = [entry._replace(key=key_of(page, name_of(entry.act)) or NO_KEY) for entry in entries]
    free = [now for now, before in zip(keyed, entries, strict=True) if before.key == ANY]
    bound = [now for now, before in zip(keyed, entries, strict=True) if before.key != ANY]
    numbers = [entry.key for entry in keyed if entry.key in NUMBERS]
    listed = iter(numbers)
    keys = [next(listed) if key in numbers else key for key in page]
    order = {key: place for place, key in enumerate((*keys, NO_KEY))}
    return [*sorted(free, key=lambda entry: order[entry.key]), *bound]


def entries_at_end(scene: Scene) -> tuple[Entry, ...]:
    """List what is left to do when nothing is decided any more."""
    if scene.info.state is not TableState.OVER:
        return ()
    words = t("choices-end")
    return (Entry(letters_of(words)[0], words, SeeEnd()),)


def vacancies(scene: Scene) -> Iterator[Entry]:
    """List the seats a spectator can ask for."""
    for seat in scene.vacant:
        who = _name(scene, seat)
        yield Entry(ANY, t("choices-apply", who=who), Apply(seat), called=who)


def requests(scene: Scene, asked: Requests) -> Iterator[Entry]:
    """What the others want to know."""
    if asked.undo is not None:
        who = _name(scene, asked.undo)
        agree = t("choices-agree-to", who=who, what=asked.what) if asked.what else t("choices-agree", who=who)
        yield Entry("y", agree, Consent(asked.undo, agrees=True))
        yield Entry("n", t("choices-refuse", who=who), Consent(asked.undo, agrees=False))
    if scene.info.next is not None:
        yield Entry("y", t("choices-rematch"), PlayAgain())
    for row in absentees(scene):
        if row.seat not in asked.voted:
            who = _name(scene, row.seat)
            yield Entry("y", t("choices-vote-yes", who=who), Vote(row.seat, agrees=True), called=who)
            yield Entry("n", t("choices-vote-no", who=who), Vote(row.seat, agrees=False))
    for one in scene.candidates:
        words = {"name": harmless(one.name), "who": _name(scene, one.seat)}
        yield Entry("y", t("choices-elect-yes", **words), Elect(one.seat, one.key, agrees=True))
        yield Entry("n", t("choices-elect-no", **words), Elect(one.seat, one.key, agrees=False))


def offers(scene: Scene) -> Iterator[Entry]:
    for deal in open_offers(scene):
        who, number = _name(scene, deal.seat), deal_number(deal.number)
        label = t("choices-offer", who=who, number=number)
        yield Entry("y", label, AnswerOffer(deal), called=who)


def open_offers(scene: Scene) -> list[Deal]:
    """Return the deals that wait for this player's answer."""
    standings = scene.deals.values()
    return [one.deal for one in standings if one.status is Status.OPEN and one.deal.to == scene.seat]


def absentees(scene: Scene) -> list[SeatInfo]:
    if scene.info.terms.absence is not Absence.VOTE:
        return []
    return [
        row for row in scene.info.seats if row.is_overdue and not row.is_replaced and row.seat != scene.seat
    ]


def readiness(scene: Scene) -> Iterator[Entry]:
    is_ready = any(row.is_ready for row in scene.info.seats if row.seat == scene.seat)
    words = t("choices-unready" if is_ready else "choices-ready")
    yield Entry(ANY, words, GetReady(is_ready=not is_ready), called=t("info-ready"))
    if scene.invitations:
        yield Entry(ANY, t("choices-invite"), Invite(scene.invitations))
    power = face_of(scene.game.name).power
    for row in scene.info.seats:
        if not row.player:
            name = _name(scene, row.seat)
            yield Entry(ANY, t("choices-seat", seat=name), TakeSeat(row.seat, power(row.seat)), called=name)
    yield Entry(ANY, t("choices-stand-up"), StandUp())


def answers(scene: Scene, menu: Menu | None, keys: TableKeys) -> Iterator[Entry]:
    """List the answers, below them what ends the question, and then what goes on beside it."""
    decision = scene.decision
    if menu is not None:
        yield from rows(menu)
        if decision is not None and not menu.trail and is_open_ended(decision):
            yield Entry(SOMETHING_ELSE, t(f"form-{decision.prompt}"), Fill())
        yield from endings(menu, keys)
    elif decision is not None:
        yield Entry(ANY, t(f"form-{decision.prompt}"), Fill())
    elif scene.can_reseal:
        yield Entry(ANY, t("choices-change"), EditSeal())
    if any(isinstance(decision, Gift) for decision in scene.standing) and (menu is None or not menu.trail):
        yield Entry(keys.gift, t("choices-gift"), Donate())


def is_open_ended(decision: Decision) -> bool:
    """Say whether there are answers besides those in the menu: parts can be put together at will."""
    return isinstance(decision, Combine) and decision.kit.has_more_than_lean()


def rows(menu: Menu) -> Iterator[Entry]:
    for row in menu.rows():
        if not row.options[0].is_pass:
            act: Act = Take(row.options[0], row.name) if row.is_answer else Open(row)
            yield Entry(ANY, row.label, act, is_group=not row.is_answer, called=row.called)


def endings(menu: Menu, keys: TableKeys) -> Iterator[Entry]:
    """List what finishes the question, or a group."""
    for option in menu.passes:
        yield Entry(NO_MORE, option.words, Take(option, option.choice), is_end=True)
    if menu.trail:
        yield Entry(keys.back, t("choices-back"), Back(), is_end=True)


def _name(scene: Scene, seat: Seat) -> str:
    return t(f"clan-{scene.game.seat_names[seat]}")
