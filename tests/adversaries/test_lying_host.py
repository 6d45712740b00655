"""What a host could do once, unnoticed: now a client stops at once, or the log says who did it, and where."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from msgspec import Raw
from msgspec.structs import replace

from client.seat.company import code_of
from client.seat.connection import RefusedError
from client.seat.witness import FraudError
from core.chance import digest, keyed
from core.deals import Deal, Goods
from core.decisions import ChooseOne
from core.kinds import RulesError, Seat
from core.wire import pack_events, pack_view, unpack_events, unpack_view
from protocol.entries import (
    Answer,
    Answered,
    Began,
    Deed,
    Door,
    Offered,
    SatDown,
)
from protocol.fair import first_mix, follows
from protocol.identity import load_identity
from protocol.messages import Item, SeatNow, TableNow
from protocol.pace import Absence, Terms
from protocol.parties import ENTROPY_MS
from protocol.round_records import Committed, Outcome, Release, RoundOpened, RoundSet, RoundVoided
from protocol.rpc import NIL
from protocol.table.story import Dispatch, Story
from protocol.table.verify import HOST, Fault, Judgement, verify
from protocol.table_code import WORDS, table_code
from server.tables.runner import TableRunner
from server.tables.sealed_rounds import SealedRounds
from tests.adversaries.lying_server import (
    OTHER,
    THIRD,
    VICTIM,
    Liar,
    lied_to,
    on,
    two_faced,
)
from tests.harness.at_battle import Scene, battle, lobby
from tests.harness.logs import Entries, log_of, read, signed_anew
from tests.harness.loopback import a_person, a_table, play_a_game
from tests.harness.rogue import Rogue
from tests.waiting import let_pass, until

PATIENT = Terms(grace=3600, absence=Absence.WAIT)
AN_HOUR = Terms(grace=3600, absence=Absence.BOT)
BY_VOTE = Terms(grace=3600, absence=Absence.VOTE)
NO_EVENTS = Raw(pack_events([]))


def played(path: Path, game: str) -> Entries:
    """Play a whole game; give its log."""
    table = asyncio.run(play_a_game(path, game))
    return read(asyncio.run(log_of(path, table, game)))[1]


def found_in(entries: Entries) -> list[tuple[str, Judgement, str, str]]:
    """Give what a log shows: by which check, how grave it is, who answers for it, and what it was."""
    return [(f.check, f.judgement, f.who, f.why.message) for f in verify(entries).faults]


def accused_in(entries: Entries) -> Fault:
    [fault] = verify(entries).faults
    return fault


# A1: The host turns down the chance of players ----------------------------------------------------


def turning_down(*seats: Seat) -> Any:
    """Let the server refuse whatever these seats seal."""
    really = SealedRounds.check

    def check(rounds: SealedRounds, record: Committed) -> None:
        if record.seat in seats:
            raise RulesError("too-late")
        really(rounds, record)

    return patch.object(SealedRounds, "check", check)


async def test_a_host_that_turns_down_a_players_chance_has_no_game_and_no_code(tmp_path: Path) -> None:
    with turning_down(VICTIM):
        async with lobby(tmp_path, 3, PATIENT) as scene:
            for person in scene.people:
                await person.sit_down()
            await asyncio.gather(*(person.ready() for person in scene.people))
            await until(lambda: scene.runner.table.round is not None and len(scene.round.sealed) == 2)
            let_pass(ENTROPY_MS / 1000 + 1)
            await until(lambda: scene.runner.table.last_round is not None)
            await until(lambda: all(not person.mirror.table.round for person in scene.people))

            [voided] = await scene.journal(RoundVoided)
            assert voided.seats == (VICTIM,)
            assert await scene.journal(Began) == []
            assert [code_of(person.mirror.table) for person in scene.people] == ["", "", ""]


async def test_a_host_that_begins_without_the_chance_of_players_is_noticed_at_once(tmp_path: Path) -> None:
    everybody = RoundSet((VICTIM, OTHER, THIRD))
    async with lied_to(tmp_path, on(RoundOpened, lambda _, entry: [entry, everybody]), PATIENT) as fraud:
        alarm = await fraud.alarm()

        assert alarm.sentence == "Stop playing: a seat was passed over that should have been waited for."
        assert fraud.ear.released() == []


def test_a_host_that_began_without_the_chance_of_a_player_is_named_by_the_log(tmp_path: Path) -> None:
    entries = played(tmp_path, "ninjato")
    closed = next(n for n, stamp in enumerate(entries) if isinstance(stamp.entry, RoundSet))
    others = [stamp for stamp in entries[:closed] if not isinstance(stamp.entry, Committed)]
    everybody = replace(entries[closed], entry=RoundSet((VICTIM, OTHER, THIRD)))
    host = load_identity(tmp_path / "data" / "host_key")

    fault = accused_in(signed_anew([*others, everybody, *entries[closed + 1 :]], host))

    assert (fault.check, fault.judgement, fault.who) == ("sealed", Judgement.CHEATED, HOST)
    assert (fault.entry, fault.why.message) == (len(others), "refuse-passed-over")


# A2: The host tries until two tables have one code -------------------------------------------------


async def test_nothing_that_the_host_picks_later_is_in_the_table_code(tmp_path: Path) -> None:
    """Nothing but the game, the keys, a link that was fixed before, and what each person has brought."""
    async with battle(tmp_path, 3, PATIENT) as scene:
        table = scene.runner.table
        [outcome, *_] = await scene.journal(Outcome)
        round_ = await first_round(scene)
        talk = (table.sitters[seat].talk_key for seat in table.seats)
        genesis = digest("genesis", table.opened.game_id, round_.header.keys, *talk)
        brought = [bytes([seat]) + entropy for seat, entropy in sorted(round_.entropy().items())]
        mix = keyed(first_mix(genesis), "mix", (1).to_bytes(8, "big"), outcome.link, *brought)

        assert follows(outcome.link, table.opened.anchor, 1)
        assert len(brought) == 3
        for person in scene.people:
            known = person.mirror.table
            assert table_code(known.genesis, known.first_mix) == table_code(genesis, mix)


async def first_round(scene: Scene) -> Any:
    """Give the round before the game, as it was when it was over."""
    return (await scene.over(1)).round


def test_a_host_has_to_guess_forty_bits_in_words_and_more_in_digits(tmp_path: Path) -> None:
    async def code() -> str:
        async with battle(tmp_path, 3, PATIENT) as scene:
            return code_of(scene.people[VICTIM].mirror.table)

    digits, words = asyncio.run(code()).split(", ")

    assert 10 ** len(digits.replace(" ", "")) >= 2**40
    assert len(set(WORDS)) ** len(words.split()) >= 2**40


# A3: The host turns a deal round -------------------------------------------------------------------


TURNED_ROUND = Deal(1, OTHER, VICTIM, gives=Goods(coins=1))


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
            assert (
                scene.alarms[0].sentence == "Stop playing: the host shows us a deal that nobody has offered."
            )
            assert await scene.journal(Answered) == []


async def test_a_host_that_tells_of_another_offer_has_no_signature_for_it(tmp_path: Path) -> None:
    def turned(_: Liar, entry: Offered) -> Offered:
        return replace(entry, gives=entry.wants, wants=entry.gives)

    async with lied_to(tmp_path, on(Offered, turned), PATIENT) as fraud:
        await fraud.begin()
        await fraud.scene.people[OTHER].offer(Deal(1, OTHER, VICTIM, wants=Goods(coins=1)))
        await until(lambda: bool(fraud.scene.alarms))

        assert fraud.scene.alarms[0].sentence == "Stop playing: this is not a deed of Lotus."


# A4: The host withholds options, or shows a false hand ---------------------------------------------


def fewer_options(story: Story, told: Dispatch) -> Dispatch | None:
    """Leave the last option out, once the victim is asked for one of several."""
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
    """Show what the victim could hold as well, for all that anybody else knows."""
    table = story._table  # noqa: SLF001
    if told.view == NIL:
        return None
    game, true = table.game, table.view_for(VICTIM)
    for seed in range(100):
        false = game.view_for(game.determinise(table.view_for(OTHER), Random(seed)), VICTIM)
        false = replace(false, decision=true.decision)
        if false != true and game.public_part(false) == game.public_part(true):
            return told._replace(view=Raw(pack_view(game, false)))
    return None


LIES_ABOUT_A_VIEW = [
    *((fewer_options, game) for game in ("rising_sun", "shogun", "ninjato")),
    (false_hand, "shogun"),
    (false_hand, "ninjato"),
]


@pytest.mark.parametrize(("lie", "game"), LIES_ABOUT_A_VIEW)
def test_a_host_that_keeps_an_option_back_or_shows_a_false_hand_is_named_by_the_log(
    lie: Callable[[Story, Dispatch], Dispatch | None], game: str, tmp_path: Path
) -> None:
    with two_faced(lie) as liar:
        entries = played(tmp_path, game)

    assert liar.has_lied
    assert_named_by_victim(entries)


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
        async with a_table(tmp_path, game="shogun", terms=PATIENT) as table:
            people = [await table.seat(a_person(number, seat=number), Rogue) for number in range(3)]
            await asyncio.gather(*(person.ready() for person in people))
            await until(lambda: people[VICTIM].alarm is not None)
            for person in people:
                await person.leave()

    alarm = people[VICTIM].alarm
    assert alarm is not None
    assert alarm.sentence == "Stop playing: the host shows us something else than it says it does."


# A5: The host tells one player of other events -----------------------------------------------------


def other_events(liar: Liar, item: Item) -> Iterable[Item]:
    """Leave the last event out, when there are some."""
    events = unpack_events(liar.runner.table.game, item.events)
    return liar.instead(replace(item, events=Raw(pack_events(events[:-1])))) if events else [item]


async def test_a_host_that_tells_one_player_of_other_events_is_noticed_at_once(tmp_path: Path) -> None:
    async with lied_to(tmp_path, other_events, PATIENT) as fraud:
        fraud.liar.signs_events = False
        alarm = await fraud.alarm()

        assert alarm.sentence == "Stop playing: the host tells us something else than it has signed for all."


async def test_a_host_that_signs_other_events_for_one_player_has_two_stories(tmp_path: Path) -> None:
    async with lied_to(tmp_path, other_events, PATIENT) as fraud:
        await fraud.begin()
        await fraud.scene.bid()
        await until(lambda: fraud.liar.has_lied)
        other, chain = fraud.scene.people[OTHER], fraud.scene.runner.chain
        await until(lambda: len(other.chain) == len(chain))
        await other.say("What a battle!")
        await until(lambda: bool(fraud.scene.alarms))

        assert fraud.scene.alarms[0].sentence == "Stop playing: this is not a deed of Lotus."


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
    """Give the people whom the victim sees at the table."""
    seats = scene.people[VICTIM].mirror.info.seats
    return [(row.seat, row.player, row.key, row.talk_key, row.door, row.is_bot) for row in seats]


@pytest.mark.parametrize("change", [{"name": "Player 2"}, {"door": Door.SSH}])
async def test_a_host_that_swaps_people_for_one_player_has_no_deed_of_theirs(
    change: dict[str, Any], tmp_path: Path
) -> None:
    async with lied_to(tmp_path, on(SatDown, lambda _, old: replace(old, **change), OTHER), PATIENT) as fraud:
        alarm = await fraud.alarm()

        assert alarm.sentence == "Stop playing: this is not a deed of Lotus."


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
            with pytest.raises(FraudError, match="tells all that somebody else sits in our seat"):
                await scene.people[VICTIM].sit_down()


# A7: The host brings its chance or not, as it likes ------------------------------------------------


async def test_a_host_that_keeps_its_own_chance_back_is_named_by_the_log(tmp_path: Path) -> None:
    """Of two people one hosts, and nobody else holds shares of what it seals."""
    host, guest = a_person(0, seat=0), a_person(1, seat=1)
    async with a_table(tmp_path, 2, "ninjato", PATIENT, host.identity) as table:
        people = [await table.seat(person, Rogue) for person in (host, guest)]
        people[0].keeps_back = {Release}
        await asyncio.gather(*(person.ready() for person in people))
        await until(lambda: table.runner._rounds._released == {people[1].seat})  # noqa: SLF001
        let_pass(ENTROPY_MS / 1000 + 1)
        await until(lambda: table.runner.table.last_round is not None)
        stamps = await table.stamps()
        codes = [code_of(person.mirror.table) for person in people]
        for person in people:
            await person.leave()

    [at] = [n for n, stamp in enumerate(stamps) if isinstance(stamp.entry, Outcome)]
    fault, _ = verify(stamps).faults
    assert (fault.check, fault.judgement, fault.who) == ("chance", Judgement.NOT_PROVEN, "red")
    assert (fault.entry, fault.why.message) == (at, "found-withheld")
    assert codes == ["", ""]
    assert not [stamp for stamp in stamps if isinstance(stamp.entry, Began)]
