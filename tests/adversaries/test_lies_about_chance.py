"""A host that keeps chance out, brings its own or not, or stands between two players (A1, A2, A7)."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any
from unittest.mock import patch

from msgspec.structs import replace

from client.seat.company import Company, code_of
from client.seat.news import Heard
from core.chance import digest, keyed
from core.kinds import RulesError, Seat
from protocol.entries import Began, Said
from protocol.fair import first_mix, follows
from protocol.identity import load_identity
from protocol.opening import Opener
from protocol.parties import ENTROPY_MS
from protocol.round_records import Committed, Outcome, Release, RoundOpened, RoundSet, RoundVoided
from protocol.table.verify import HOST, Judgement, verify
from protocol.table_code import WORDS, table_code
from server.tables.sealed_rounds import SealedRounds
from tests.adversaries.lying_server import (
    OTHER,
    PATIENT,
    THIRD,
    VICTIM,
    accused_in,
    lied_to,
    on,
    played,
)
from tests.harness.at_battle import Scene, battle, lobby
from tests.harness.logs import signed_anew
from tests.harness.loopback import OpenTable, a_person, a_server, a_table, new_table
from tests.harness.rogue import Rogue, newcomers, rogues_at
from tests.waiting import let_pass, until

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

        assert alarm.sentence == "Stop playing: a seat was skipped that the table should have waited for."
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
    """Nothing but the game, the keys, a link fixed before, and what each person has brought."""
    async with battle(tmp_path, 3, PATIENT) as scene:
        table = scene.runner.table
        [outcome, *_] = await scene.journal(Outcome)
        round_ = await first_round(scene)
        genesis = digest("genesis", table.opened.game_id, round_.header.keys)
        brought = [bytes([seat]) + entropy for seat, entropy in sorted(round_.entropy().items())]
        mix = keyed(first_mix(genesis), "mix", (1).to_bytes(8, "big"), outcome.link, *brought)

        assert follows(outcome.link, table.opened.anchor, 1)
        assert len(brought) == 3
        for person in scene.people:
            known = person.mirror.table
            assert table_code(known.genesis, known.first_mix) == table_code(genesis, mix)


async def first_round(scene: Scene) -> Any:
    """Return the round before the game, as it was when it was over."""
    return (await scene.over(1)).round


async def test_a_host_between_two_players_shows_each_of_them_another_code(tmp_path: Path) -> None:
    """It opens two tables, and at each takes the place and the name of the player who is not there."""
    async with a_server(tmp_path) as server:
        one, other = [await codes_at(await new_table(server, 2, "ninjato", PATIENT, "a seed")) for _ in "12"]

    assert len(set(one)) == len(set(other)) == 1
    assert one != other


async def test_a_host_that_carries_whispers_between_two_tables_is_told_by_the_code_alone(
    tmp_path: Path,
) -> None:
    """Each of two friends sits with a puppet of the host under the other's name; nothing else is wrong."""
    async with a_server(tmp_path) as server:
        tables = [await new_table(server, 2, "ninjato", PATIENT, "a seed") for _ in "12"]
        friends = [await table.seat(a_person(seat, seat=seat), Rogue) for seat, table in enumerate(tables)]
        puppets = [
            await table.seat(a_person(1 - seat, seat=1 - seat), Rogue) for seat, table in enumerate(tables)
        ]
        await asyncio.gather(*(person.ready() for person in (*friends, *puppets)))
        await until(lambda: all(person.mirror.table.has_begun for person in (*friends, *puppets)))
        await friends[0].say("Kyoto at noon.", (1,))
        await until(lambda: "Kyoto at noon." in words_to(puppets[0]))
        await puppets[1].say(words_to(puppets[0])[-1], (1,))
        await until(lambda: "Kyoto at noon." in words_to(friends[1]))
        names = [[row.player for row in friend.mirror.info.seats] for friend in friends]
        codes = [code_of(friend.mirror.table) for friend in friends]
        alarms = [person.alarm for person in (*friends, *puppets)]
        keys = {"Player 1": friends[1].person.identity.public.fingerprint}
        report = verify(await tables[0].stamps(), keys)
        for person in (*friends, *puppets):
            await person.leave()

    assert names[0] == names[1] == ["Player 0", "Player 1"]
    assert alarms == [None] * 4
    assert codes[0] != codes[1]
    assert "found-other-key" in [fault.why.message for fault in report.faults]


def words_to(person: Rogue) -> list[str]:
    return [heard.words for heard in person.mirror.story if isinstance(heard.entry, Said)]


async def codes_at(table: OpenTable) -> list[str]:
    """Return the code that each of two players reads at a table."""
    async with rogues_at(table, newcomers(2)) as people:
        await until(lambda: all(code_of(person.mirror.table) for person in people))
    return [code_of(person.mirror.table) for person in people]


def test_a_host_has_to_guess_forty_bits_in_words_and_more_in_digits(tmp_path: Path) -> None:
    async def code() -> str:
        async with battle(tmp_path, 3, PATIENT) as scene:
            return code_of(scene.people[VICTIM].mirror.table)

    digits, words = asyncio.run(code()).split(", ")

    assert 10 ** len(digits.replace(" ", "")) >= 2**40
    assert len(set(WORDS)) ** len(words.split()) >= 2**40


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

    remarks = [list(Company(person.person, person.mirror).after(last_of(person))) for person in people]
    [at] = [n for n, stamp in enumerate(stamps) if isinstance(stamp.entry, Outcome)]
    fault, _ = verify(stamps).faults
    assert [[remark.is_loud for remark in each] for each in remarks] == [[True], [True]]
    assert "What Player 0 sealed for the draw was never opened" in remarks[1][0].words
    assert (fault.check, fault.judgement, fault.who) == ("chance", Judgement.NOT_PROVEN, "red")
    assert (fault.entry, fault.why.message) == (at, "found-withheld")
    assert codes == ["", ""]
    assert not [stamp for stamp in stamps if isinstance(stamp.entry, Began)]


def last_of(person: Rogue) -> Heard:
    """Return the outcome a player has heard of."""
    return next(heard for heard in person.mirror.story if isinstance(heard.entry, Outcome))


async def test_a_host_that_drops_what_a_guest_opened_cannot_lay_it_at_the_guests_door(tmp_path: Path) -> None:
    """Nobody else can open it, so the host could choose whether it counts; the guest's client stops."""
    host, guest = a_person(0, seat=0), a_person(1, seat=1)
    really = Opener.take

    def drop(opener: Opener, given: Release) -> None:
        if given.seat != 1:
            really(opener, given)

    async with a_table(tmp_path, 2, "ninjato", PATIENT, host.identity) as table:
        people = [await table.seat(person, Rogue) for person in (host, guest)]
        with patch.object(Opener, "take", drop):
            await asyncio.gather(*(person.ready() for person in people))
            await until(lambda: table.runner._rounds._released == {0, 1})  # noqa: SLF001
            let_pass(ENTROPY_MS / 1000 + 1)
            await until(lambda: people[1].alarm is not None)
        stamps = await table.stamps()
        for person in people:
            await person.leave()

    alarm = people[1].alarm
    assert alarm is not None
    assert alarm.sentence == (
        "Stop playing: the host took what opens your choice, but says that you kept it back."
    )
    fault, _ = verify(stamps).faults
    assert (fault.judgement, fault.who, fault.why.message) == (
        Judgement.NOT_PROVEN,
        "",
        "found-withheld-by-somebody",
    )


async def test_a_host_gains_nothing_by_dropping_the_chance_of_its_bots(tmp_path: Path) -> None:
    """Bots bring none: whatever they have sealed, the mix is that of the people alone."""
    players = [a_person(seat, seat=seat, is_bot=seat > 0) for seat in range(3)]
    async with a_table(tmp_path, terms=PATIENT) as table, rogues_at(table, players):
        await until(lambda: table.runner.table.last_round is not None)
        round_, known = table.runner.table.last_round, table.runner.table

    assert round_ is not None
    [brought] = round_.entropy().values()
    number = (1).to_bytes(8, "big")
    assert set(round_.sealed) == {0, 1, 2}
    assert known.first_mix == keyed(first_mix(known.genesis), "mix", number, round_.link, b"\0" + brought)
