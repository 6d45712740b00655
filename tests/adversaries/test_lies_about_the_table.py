"""A host that tells or shows one player something else: deals, hands, events, people (A3 to A6)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from msgspec import Raw
from msgspec.structs import replace

from client.seat.connection import RefusedError
from client.seat.fraud import FraudError
from core.deals import Deal, Goods, Promise, Status
from core.decisions import ChooseOne
from core.games.ninjato.events import CardDrawn
from core.wire import pack_events, pack_view, unpack_events, unpack_view
from protocol.entries import (
    Answer,
    Answered,
    AnyEntry,
    Applied,
    Deed,
    Door,
    Exchanged,
    Offered,
    Revealed,
    Said,
    SatDown,
    StoodUp,
    Succeeded,
)
from protocol.identity import Identity
from protocol.messages import Item, SeatNow, TableNow
from protocol.policy import Keys
from protocol.rpc import NIL
from protocol.table.story import Dispatch, Story
from protocol.table.table import Proposal
from protocol.table.verify import HOST, Judgement
from server.tables.runner import TableRunner
from tests.adversaries.lying_server import (
    OTHER,
    PATIENT,
    THIRD,
    VICTIM,
    Liar,
    accused_in,
    alarm_at,
    credulous,
    lied_to,
    on,
    played,
    two_faced,
)
from tests.harness.at_battle import Scene, battle, lobby
from tests.harness.logs import Entries
from tests.harness.loopback import WIDE, admit, play_a_game
from tests.harness.rogue import Rogue
from tests.waiting import until

# A3: The host turns a deal round -------------------------------------------------------------------


async def test_a_host_that_turns_an_offer_round_is_noticed_before_it_is_accepted(tmp_path: Path) -> None:
    """The picture fits what the host shows, so the deal itself must be the one that was sworn."""

    def turned(_: Story, told: Dispatch) -> Dispatch | None:
        if not told.deals:
            return None
        [standing] = told.deals
        deal = replace(standing.deal, gives=standing.deal.wants, wants=standing.deal.gives)
        return told._replace(deals=(replace(standing, deal=deal),))

    with two_faced(turned) as liar:
        async with battle(tmp_path, 3, PATIENT) as scene:
            await scene.people[OTHER].offer(Deal(1, OTHER, VICTIM, wants=Goods(coins=1)))
            await until(lambda: bool(scene.alarms))
            with pytest.raises(RefusedError, match="Stop playing"):
                await scene.people[VICTIM].answer(OTHER, 1, Answer.ACCEPT)

            assert liar.has_lied
            assert scene.alarms[0].sentence == "Stop playing: the host shows you a deal that nobody offered."
            assert await scene.journal(Answered) == []


async def test_a_host_that_tells_of_another_offer_has_no_signature_for_it(tmp_path: Path) -> None:
    def turned(_: Liar, entry: Offered) -> Offered:
        return replace(entry, gives=entry.wants, wants=entry.gives)

    async with lied_to(tmp_path, on(Offered, turned), PATIENT) as fraud:
        await fraud.begin()
        await fraud.scene.people[OTHER].offer(Deal(1, OTHER, VICTIM, wants=Goods(coins=1)))
        await until(lambda: bool(fraud.scene.alarms))

        assert fraud.scene.alarms[0].sentence == "Stop playing: the host reports something Lotus never did."


async def test_a_host_that_hides_that_an_offer_was_withdrawn_is_noticed_at_once(tmp_path: Path) -> None:
    def still_open(_: Story, told: Dispatch) -> Dispatch | None:
        is_withdrawn = told.deals is not None and [s.status for s in told.deals] == [Status.WITHDRAWN]
        return told._replace(deals=None) if is_withdrawn else None

    with two_faced(still_open):
        async with battle(tmp_path, 3, PATIENT) as scene:
            await scene.people[OTHER].offer(Deal(1, OTHER, VICTIM, wants=Goods(coins=1)))
            await scene.people[OTHER].answer(VICTIM, 1, Answer.WITHDRAW)
            await until(lambda: bool(scene.alarms))

    sentence = "Stop playing: the host misstates what became of your deals."
    assert scene.alarms[0].sentence == sentence


PEACE = Deal(1, OTHER, VICTIM, promises=(Promise("words", "Peace."),))


def in_the_journal(kind: type, **changes: Any) -> Any:
    """Let the host write down something else, for everybody and for good."""
    really = TableRunner._stamp  # noqa: SLF001

    def stamp(runner: TableRunner, proposal: Proposal) -> Any:
        if isinstance(proposal.entry, kind):
            proposal = proposal._replace(entry=replace(proposal.entry, **changes))
        return really(runner, proposal)

    return patch.object(TableRunner, "_stamp", stamp)


@pytest.mark.parametrize("answer", [Answer.ACCEPT, Answer.DECLINE])
async def test_a_host_that_tells_of_goods_that_never_changed_hands(answer: Answer, tmp_path: Path) -> None:
    """The two of the deal notice it at once, and the log names it: nobody else could know."""
    async with battle(tmp_path, 3, PATIENT) as scene:
        await scene.people[OTHER].offer(PEACE)
        await until(lambda: bool(scene.people[VICTIM].mirror.deals))
        with in_the_journal(Answered, gives=Goods(3)), suppress(RefusedError, FraudError):
            await scene.people[VICTIM].answer(OTHER, 1, answer)
        await until(lambda: len(scene.alarms) == 2)
        stamps = await scene.stamps()
        fault = accused_in(stamps)

    sentence = "Stop playing: the goods that change hands are not those in the deal."
    assert {alarm.sentence for alarm in scene.alarms} == {sentence}
    assert (fault.judgement, fault.who, fault.entry) == (Judgement.CHEATED, HOST, len(stamps) - 1)
    assert fault.why.message == "refuse-another-entry"


async def test_a_host_that_says_when_something_was_said_is_named_by_the_log(tmp_path: Path) -> None:
    async with battle(tmp_path, 3, PATIENT) as scene:
        with in_the_journal(Said, phase=(9, 9)):
            await scene.people[VICTIM].say("Peace.")
        fault = accused_in(await scene.stamps())

    assert (fault.judgement, fault.who, fault.why.message) == (
        Judgement.CHEATED,
        HOST,
        "refuse-another-entry",
    )


@pytest.mark.parametrize(
    ("invented", "sentence"),
    [
        (
            lambda _: Exchanged(OTHER, VICTIM, Goods(1), Goods()),
            "the host reports a deal that you never made",
        ),
        (lambda liar: Revealed(liar.runner.table.opened.seed), "the host ends the game before it is over"),
    ],
)
async def test_a_host_that_invents_what_needs_no_signature_of_ours_is_noticed_at_once(
    invented: Callable[[Liar], AnyEntry], sentence: str, tmp_path: Path
) -> None:
    lie = on(Said, lambda liar, entry: [entry, invented(liar)], OTHER)
    async with lied_to(tmp_path, lie, PATIENT) as fraud:
        await fraud.begin()
        await fraud.scene.people[OTHER].say("Well met.")
        await until(lambda: bool(fraud.scene.alarms))

    assert fraud.scene.alarms[0].sentence == f"Stop playing: {sentence}."


async def test_who_comes_back_to_a_long_story_takes_a_late_deal_for_no_lie(tmp_path: Path) -> None:
    """Its first pages do not mention the deal, which is shown with each of them."""
    async with battle(tmp_path, 3, PATIENT) as scene:
        await scene.people[OTHER].offer(PEACE)
        victim = scene.people[VICTIM]
        await victim.leave()
        again = Rogue(victim._invitation, victim.person, admit, scene.alarms.append, WIDE)  # noqa: SLF001
        with patch("protocol.table.story.ITEMS_IN_A_PART", 3):
            await again.sit_down()
        deals = again.mirror.deals
        await again.leave()

    assert [standing.deal for standing in deals.values()] == [PEACE]


# A3: The host gives a seat away ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lie", "sentence"),
    [
        (Succeeded(THIRD), "the host gives Turtle's seat to somebody nobody elected"),
        (
            Applied(THIRD, "Mallory", Identity.make().public.raw, Keys(0, ())),
            "the host gives away the seat of Turtle, which no bot plays",
        ),
    ],
)
async def test_a_host_that_invents_a_successor_is_noticed_at_once(
    tmp_path: Path, lie: AnyEntry, sentence: str
) -> None:
    def invented(_: Liar, __: Said) -> AnyEntry:
        return lie

    async with lied_to(tmp_path, on(Said, invented), PATIENT) as fraud:
        await fraud.begin()
        await fraud.scene.people[OTHER].say("Well met.")
        await until(lambda: bool(fraud.scene.alarms))

        assert fraud.scene.alarms[0].sentence == f"Stop playing: {sentence}."


# A4: The host withholds options, or shows a false hand ---------------------------------------------


def fewer_options(story: Story, told: Dispatch) -> Dispatch | None:
    """Leave out the last option once the victim is asked for one of several."""
    game = story._table.game  # noqa: SLF001
    view: Any = None if told.view == NIL else unpack_view(game, told.view)
    if view is None or not isinstance(view.decision, ChooseOne) or len(view.decision.options) < 3:
        return None
    less = replace(view.decision, options=view.decision.options[:-1])
    return told._replace(view=Raw(pack_view(game, replace(view, decision=less))))


def other_question(_: Story, told: Dispatch) -> Dispatch | None:
    """Ask as if it were another question."""
    return None if told.prompt is None else told._replace(prompt=told.prompt + 1)


def false_hand(story: Story, told: Dispatch) -> Dispatch | None:
    """Show what the victim could just as well hold, for all that anybody else knows."""
    table = story._table  # noqa: SLF001
    if told.view == NIL:
        return None
    game, true = table.game, table.view_for(VICTIM)
    for seed in range(100):
        false = game.view_for(game.determinise(table.view_for(OTHER), Random(seed)), VICTIM)
        false = replace(false, decision=true.decision, to_act=true.to_act)
        if false != true and game.public_part(false) == game.public_part(true):
            return told._replace(view=Raw(pack_view(game, false)))
    return None


def false_card(story: Story, told: Dispatch) -> Dispatch | None:
    """Tell only the victim of another card that was drawn unseen."""
    events = unpack_events(story._table.game, told.item.events)  # noqa: SLF001
    if not any(isinstance(event, CardDrawn) and event.seat == VICTIM for event in events):
        return None
    other = [replace(e, value=e.value % 5 + 1) if isinstance(e, CardDrawn) else e for e in events]
    return told._replace(item=replace(told.item, events=Raw(pack_events(other))))


LIES_ABOUT_A_HAND = [
    (false_hand, "shogun"),
    (false_hand, "ninjato"),
    (false_card, "ninjato"),
]


@pytest.mark.parametrize(("lie", "game"), LIES_ABOUT_A_HAND)
def test_a_host_that_shows_a_false_hand_is_named_by_the_log(
    lie: Callable[[Story, Dispatch], Dispatch | None], game: str, tmp_path: Path
) -> None:
    with two_faced(lie) as liar, credulous():
        entries = played(tmp_path, game)

    assert liar.has_lied
    assert_named_by_victim(entries)


@pytest.mark.parametrize("game", ["rising_sun", "shogun", "ninjato"])
async def test_a_host_that_keeps_an_option_back_is_noticed_at_once(game: str, tmp_path: Path) -> None:
    with two_faced(fewer_options) as liar, pytest.raises(RefusedError, match="shows an impossible board"):
        await play_a_game(tmp_path, game)

    assert liar.has_lied


def assert_named_by_victim(entries: Entries) -> None:
    """The log names the host, and the very deed in which the victim swore to something else."""
    fault = accused_in(entries)
    assert (fault.check, fault.judgement, fault.who) == ("told", Judgement.CHEATED, HOST)
    assert fault.why.message == "found-told-otherwise"
    assert fault.entry is not None
    deed = entries[fault.entry].entry
    assert isinstance(deed, Deed)
    assert deed.seat == VICTIM


async def test_a_host_that_shows_another_hand_than_it_says_is_noticed_at_once(tmp_path: Path) -> None:
    with two_faced(other_question, is_careful=False):
        alarm = await alarm_at(tmp_path, "shogun")

    assert alarm.sentence == "Stop playing: what the host shows you is not what it says it shows you."


# A5: The host tells one player of other events -----------------------------------------------------


def other_events(liar: Liar, item: Item) -> Iterable[Item]:
    """Leave out the last event, when there are some."""
    events = unpack_events(liar.runner.table.game, item.events)
    return liar.instead(replace(item, events=Raw(pack_events(events[:-1])))) if events else [item]


async def test_a_host_that_tells_one_player_of_other_events_is_noticed_at_once(tmp_path: Path) -> None:
    async with lied_to(tmp_path, other_events, PATIENT) as fraud:
        fraud.liar.signs_events = False
        alarm = await fraud.alarm()

        assert (
            alarm.sentence
            == "Stop playing: the host tells you something different from what it signed for everyone."
        )


async def test_a_host_that_signs_other_events_for_one_player_has_two_stories(tmp_path: Path) -> None:
    async with lied_to(tmp_path, other_events, PATIENT) as fraud:
        await fraud.begin()
        await fraud.scene.bid()
        await until(lambda: fraud.liar.has_lied)
        other, chain = fraud.scene.people[OTHER], fraud.scene.runner.chain
        await until(lambda: len(other.chain) == len(chain))
        await other.say("What a battle!")
        await until(lambda: bool(fraud.scene.alarms))

        assert fraud.scene.alarms[0].sentence == "Stop playing: the host reports something Lotus never did."


# A6: The host swaps names and doors ----------------------------------------------------------------


async def test_a_host_cannot_swap_people_in_what_it_says_of_this_moment(tmp_path: Path) -> None:
    async with battle(tmp_path, 3, PATIENT) as scene:
        before = people_in(scene)
        rows = tuple(SeatNow(seat, is_present=seat != OTHER) for seat in (THIRD, OTHER, VICTIM))
        with patch.object(TableRunner, "now", lambda _: TableNow(rows, 0, is_frozen=False)):
            scene.runner.announce()
        await until(lambda: not scene.people[VICTIM].mirror.info.seats[OTHER].is_present)

        assert people_in(scene) == before


def people_in(scene: Scene) -> list[object]:
    """Return the people whom the victim sees at the table."""
    seats = scene.people[VICTIM].mirror.info.seats
    return [(row.seat, row.player, row.key, row.door, row.is_bot) for row in seats]


@pytest.mark.parametrize("change", [{"name": "Player 2"}, {"door": Door.SSH}])
async def test_a_host_that_swaps_people_for_one_player_has_no_deed_of_theirs(
    change: dict[str, Any], tmp_path: Path
) -> None:
    async with lied_to(tmp_path, on(SatDown, lambda _, old: replace(old, **change), OTHER), PATIENT) as fraud:
        alarm = await fraud.alarm()

        assert alarm.sentence == "Stop playing: the host reports something Lotus never did."


@pytest.mark.parametrize("change", [{"name": "Mallory"}, {"door": Door.SSH}])
async def test_a_host_that_gives_us_another_name_for_all_is_noticed_at_once(
    change: dict[str, Any], tmp_path: Path
) -> None:
    really = TableRunner.submit

    async def submit(runner: TableRunner, entry: Any, *rest: Any) -> None:
        is_ours = isinstance(entry, SatDown) and entry.seat == VICTIM
        await really(runner, replace(entry, **change) if is_ours else entry, *rest)

    with patch.object(TableRunner, "submit", submit):
        async with lobby(tmp_path, 3, PATIENT) as scene:
            with pytest.raises(FraudError, match="tells everyone that somebody else sits in your seat"):
                await scene.people[VICTIM].sit_down()


async def test_a_host_that_has_us_stand_up_to_seat_us_under_another_name_is_noticed_at_once(
    tmp_path: Path,
) -> None:
    async with lobby(tmp_path, 3, PATIENT) as scene:
        victim, table = scene.people[VICTIM], scene.runner.table
        await victim.sit_down()
        sitter = table.sitters[VICTIM]
        await scene.runner.submit(StoodUp(VICTIM))
        await scene.runner.submit(replace(sitter, name="Mallory", door=Door.SSH))
        await until(lambda: bool(scene.alarms))

        assert scene.alarms[0].sentence == (
            "Stop playing: the host tells everyone that you stood up, but you did not."
        )


async def test_who_was_cut_off_while_the_host_gave_the_seat_away_does_not_play_on(tmp_path: Path) -> None:
    async with lobby(tmp_path, 3, PATIENT) as scene:
        victim, table = scene.people[VICTIM], scene.runner.table
        await victim.sit_down()
        sitter = table.sitters[VICTIM]
        victim.drop()
        await scene.runner.submit(StoodUp(VICTIM))
        await scene.runner.submit(replace(sitter, name="Mallory", door=Door.SSH))
        victim.come_back()

        assert await victim.gone == "The host has given your seat away."
