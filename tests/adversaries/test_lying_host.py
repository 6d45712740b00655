"""What a host could do once, unnoticed: now a client stops at once, or the log says who did it, and where."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from contextlib import ExitStack
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
from core.deals import Deal, Goods, Status
from core.decisions import ChooseOne
from core.games.ninjato.events import CardDrawn
from core.kinds import RulesError, Seat
from core.wire import pack_events, pack_view, unpack_events, unpack_view
from protocol.entries import (
    Answer,
    Answered,
    Began,
    Deed,
    Door,
    Offered,
    Replaced,
    Returned,
    Said,
    SatDown,
    Voted,
)
from protocol.fair import first_mix, follows
from protocol.identity import load_identity
from protocol.messages import Item, SeatNow, TableNow
from protocol.pace import Absence, Terms
from protocol.parties import ENTROPY_MS, patience_ms
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


async def test_a_host_that_hides_that_an_offer_was_withdrawn_is_named_by_the_log(tmp_path: Path) -> None:
    def still_open(_: Story, told: Dispatch) -> Dispatch | None:
        is_withdrawn = told.deals is not None and [s.status for s in told.deals] == [Status.WITHDRAWN]
        return told._replace(deals=None) if is_withdrawn else None

    with ExitStack() as lying:
        liar = lying.enter_context(two_faced(still_open))
        async with battle(tmp_path, 3, PATIENT) as scene:
            victim, other = scene.people[VICTIM], scene.people[OTHER]
            await other.offer(Deal(1, OTHER, VICTIM, wants=Goods(coins=1)))
            await other.answer(VICTIM, 1, Answer.WITHDRAW)
            await until(lambda: isinstance(victim.mirror.story[-1].entry, Answered))
            await victim.say("I think about it.")
            lying.close()
            stamps = await scene.stamps()
            fault, _ = verify(stamps).faults

            assert liar.has_lied
            assert scene.alarms == []
            assert (fault.check, fault.judgement, fault.who) == ("told", Judgement.CHEATED, HOST)
            assert (fault.entry, fault.why.message) == (len(stamps) - 1, "found-told-otherwise")


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
        false = replace(false, decision=true.decision, to_act=true.to_act)
        if false != true and game.public_part(false) == game.public_part(true):
            return told._replace(view=Raw(pack_view(game, false)))
    return None


def false_card(story: Story, told: Dispatch) -> Dispatch | None:
    """Tell the victim alone of another card that was drawn unseen."""
    events = unpack_events(story._table.game, told.item.events)  # noqa: SLF001
    if not any(isinstance(event, CardDrawn) and event.seat == VICTIM for event in events):
        return None
    other = [replace(e, value=e.value % 5 + 1) if isinstance(e, CardDrawn) else e for e in events]
    return told._replace(item=replace(told.item, events=Raw(pack_events(other))))


LIES_ABOUT_A_HAND = [
    *((fewer_options, game) for game in ("rising_sun", "shogun", "ninjato")),
    (false_hand, "shogun"),
    (false_hand, "ninjato"),
    (false_card, "ninjato"),
]


@pytest.mark.parametrize(("lie", "game"), LIES_ABOUT_A_HAND)
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


async def test_a_host_gains_nothing_by_dropping_the_chance_of_its_bots(tmp_path: Path) -> None:
    """Bots bring none: whatever they have sealed, the mix is that of the people alone."""
    async with a_table(tmp_path, terms=PATIENT) as table:
        person = await table.seat(a_person(0, seat=0), Rogue)
        bots = [a_person(number, seat=number, is_bot=True) for number in (1, 2)]
        players = [person, *[await table.seat(bot, Rogue) for bot in bots]]
        await asyncio.gather(*(player.ready() for player in players))
        await until(lambda: table.runner.table.last_round is not None)
        round_, known = table.runner.table.last_round, table.runner.table
        for player in players:
            await player.leave()

    assert round_ is not None
    [brought] = round_.entropy().values()
    number = (1).to_bytes(8, "big")
    assert set(round_.sealed) == {0, 1, 2}
    assert known.first_mix == keyed(first_mix(known.genesis), "mix", number, round_.link, b"\0" + brought)


# A8: The host plays without the players ------------------------------------------------------------


async def played_by_the_host(path: Path, waits_ms: int) -> Entries:
    """Have the host cut all off as soon as they have begun, and say after some time that they are away."""
    async with a_table(path, terms=AN_HOUR) as table:
        people = [await table.seat(a_person(number, seat=number), Rogue) for number in range(3)]
        await asyncio.gather(*(person.ready() for person in people))
        await until(lambda: table.runner.table.has_begun)
        for person in people:
            await person.leave()
        time = table.runner._time  # noqa: SLF001
        table.runner._time = time._replace(now_ms=lambda: time.now_ms() + waits_ms)  # noqa: SLF001
        for person in people:
            await table.runner.submit(Replaced(person.seat))
        await until(lambda: table.runner.table.is_revealed)
        return await table.stamps()


GONE = ("end", Judgement.NOT_PROVEN, HOST, "found-gone-by-host-alone")


async def test_a_host_that_cuts_all_off_and_plays_by_itself_proves_nothing(tmp_path: Path) -> None:
    stamps = await played_by_the_host(tmp_path, 0)

    early = ("deeds", Judgement.NOT_PROVEN, HOST, "found-replaced-early")
    replaced = [n for n, stamp in enumerate(stamps) if isinstance(stamp.entry, Replaced)]
    assert found_in(stamps) == [early, early, early, GONE]
    assert [fault.entry for fault in verify(stamps).faults] == [*replaced, None]


async def test_a_host_that_says_it_had_waited_proves_nothing(tmp_path: Path) -> None:
    """A host can date its entries as it likes, but nobody else has seen that all left."""
    stamps = await played_by_the_host(tmp_path, patience_ms(AN_HOUR))

    assert found_in(stamps) == [GONE]


async def test_a_host_that_calls_somebody_away_too_early_is_noticed_by_the_others(tmp_path: Path) -> None:
    async with battle(tmp_path, 3, AN_HOUR) as scene:
        await scene.runner.submit(Replaced(OTHER))
        await until(lambda: len(scene.alarms) == 3)

        sentence = "Stop playing: the host calls Lotus away before the terms allow it."
        assert {alarm.sentence for alarm in scene.alarms} == {sentence}


async def test_a_player_who_is_here_contests_being_called_away_by_signature(tmp_path: Path) -> None:
    """Nobody else can know that the host lies, so the player says so under oath."""
    async with battle(tmp_path, 3, AN_HOUR) as scene:
        let_pass(patience_ms(AN_HOUR) / 1000)
        await scene.runner.submit(Replaced(VICTIM))
        await until(lambda: VICTIM not in scene.runner.table.replaced)

        [returned] = await scene.journal(Returned)
        assert returned.seat == VICTIM
        assert returned.oath.signature
        assert scene.alarms == []


async def test_a_host_whose_single_vote_replaces_a_player_proves_nothing(tmp_path: Path) -> None:
    host, guest = a_person(0, seat=0), a_person(1, seat=1)
    async with a_table(tmp_path, 2, "ninjato", BY_VOTE, host.identity) as table:
        people = [await table.seat(person, Rogue) for person in (host, guest)]
        await asyncio.gather(*(person.ready() for person in people))
        await until(lambda: all(person.mirror.table.has_begun for person in people))
        with patch.object(TableRunner, "_check_overdue", lambda *_: None):
            await people[0].vote(guest.seat or 0, agrees=True)
        stamps = await table.stamps()
        for person in people:
            await person.leave()

    [at] = [n for n, stamp in enumerate(stamps) if isinstance(stamp.entry, Voted)]
    fault, _ = verify(stamps).faults
    assert (fault.check, fault.judgement, fault.who) == ("deeds", Judgement.NOT_PROVEN, HOST)
    assert (fault.entry, fault.why.message) == (at, "found-vote-of-one")


# A9: The host does later what it has refused -------------------------------------------------------


async def hoarded(scene: Scene) -> Said:
    """Have the host refuse something that the victim says, and keep it."""
    kept: list[Said] = []

    async def do(runner: TableRunner, said: Said) -> None:
        kept.append(replace(said, phase=runner.table.phase))
        raise RulesError("talking-too-fast")

    with patch.object(TableRunner, "do", do), pytest.raises((RefusedError, FraudError)):
        await scene.people[VICTIM].say("Peace?")
    return kept[0]


async def test_a_host_that_does_what_it_refused_is_noticed_by_whose_deed_it_is(tmp_path: Path) -> None:
    async with battle(tmp_path, 3, PATIENT) as scene:
        kept = await hoarded(scene)
        assert scene.alarms == []
        await scene.runner.submit(kept)
        await until(lambda: bool(scene.alarms))

        [alarm] = scene.alarms
        assert alarm.sentence == "Stop playing: the host does what it had refused to do."


async def test_who_asks_again_for_what_was_refused_may_get_it(tmp_path: Path) -> None:
    """A host may say that somebody talks too fast; the very same offer is no lie a moment later."""

    async def refuse(*_: object) -> None:
        raise RulesError("talking-too-fast")

    async with battle(tmp_path, 3, PATIENT) as scene:
        victim, deal = scene.people[VICTIM], Deal(0, VICTIM, OTHER, Goods(1))
        with patch.object(TableRunner, "do", refuse), pytest.raises(RefusedError):
            await victim.offer(deal)
        await victim.offer(deal)
        await until(lambda: bool(scene.people[OTHER].mirror.deals))

        assert scene.alarms == []


async def test_a_host_that_does_it_after_other_deeds_is_noticed_by_all_and_named_by_the_log(
    tmp_path: Path,
) -> None:
    async with battle(tmp_path, 3, PATIENT) as scene:
        kept = await hoarded(scene)
        await scene.people[VICTIM].say("War!")
        with patch.object(Story, "check_seen", lambda *_: None):
            await scene.runner.submit(kept)
        await until(lambda: len(scene.alarms) == 3)
        stamps = await scene.stamps()

        fault = accused_in(stamps)
        assert {alarm.sentence for alarm in scene.alarms} == {
            "Stop playing: a deed of Koi is told that is too old."
        }
        assert (fault.check, fault.judgement, fault.who) == ("deeds", Judgement.CHEATED, HOST)
        assert (fault.entry, fault.why.message) == (len(stamps) - 1, "refuse-deed-not-fresh")


async def test_a_host_that_refuses_without_signing_that_is_noticed_at_once(tmp_path: Path) -> None:
    async with battle(tmp_path, 3, PATIENT) as scene:
        with patch("server.door.connection.sign_refusal", lambda *_: b""):
            await hoarded(scene)
        [alarm] = scene.alarms

        assert alarm.sentence == "Stop playing: the host refuses something and does not sign that."
