"""What `jinmaku verify` says about fair games, damaged logs, changed logs, and logs of hosts who cheat."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from client.__main__ import main
from client.cli.verdict import fingerprints_in, seen_in
from client.cli.verify import verify_file
from client.texts import t
from client.texts.refusals import said
from protocol.canonical import decode, encode
from protocol.entries import (
    ActedFreely,
    AnyEntry,
    Began,
    Chose,
    Keyed,
    Opened,
    Replaced,
    Revealed,
    Said,
    SatDown,
    SignedOff,
    Stamped,
    TalkKeyed,
)
from protocol.header import RoundHeader
from protocol.identity import Identity, load_identity
from protocol.logfile import MAGIC
from protocol.policy import Keys
from protocol.round_records import Certified, Committed, Outcome, RoundOpened, RoundSet
from protocol.table.verify import ANOTHER_JOURNAL, HOST, Fault, Judgement, Report
from tests.harness import logs
from tests.harness.logs import Entries
from tests.harness.loopback import play_a_game


class Game(NamedTuple):
    """A finished game: its log, and what its players and its host had."""

    folder: Path
    log: bytes
    entries: Entries
    host: Identity

    @property
    def opened(self) -> Opened:
        opened = self.entries[0].entry
        assert isinstance(opened, Opened)
        return opened


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    folder = tmp_path_factory.mktemp("game")
    table = asyncio.run(play_a_game(folder))
    log = asyncio.run(logs.log_of(folder, table))
    return Game(folder, log, logs.read(log)[1], load_identity(folder / "data" / "host_key"))


def verified(log: bytes, path: Path) -> Report:
    (path / "a.log").write_bytes(log)
    return verify_file(path / "a.log")


def first(entries: Entries, kind: type[AnyEntry], after: int = 0) -> int:
    return next(n for n, stamp in enumerate(entries) if n > after and isinstance(stamp.entry, kind))


def only(report: Report) -> Fault:
    assert len(report.faults) == 1, report.faults
    return report.faults[0]


# Fair games --------------------------------------------------------------------------------------


def test_a_fair_game_is_found_fair_in_every_check(game: Game, tmp_path: Path) -> None:
    (tmp_path / "keys").write_text(
        "".join(f"Player {number} {logs.identity(number).public.text}\n" for number in range(3))
    )
    (tmp_path / "a.log").write_bytes(game.log)

    report = verify_file(tmp_path / "a.log", fingerprints_in(tmp_path / "keys"))

    assert report.faults == []
    assert report.judgement is Judgement.FAIR
    assert "3 as you know them" in seen_in(report)["players"]
    assert "signed by Koi, Lotus and Turtle" in seen_in(report)["end"]
    assert report.counts["told"] == report.counts["deeds"] > 30
    assert report.strangers == ()


def test_the_command_says_so_line_by_line_and_exits_with_what_it_found(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("JINMAKU_HOME", str(tmp_path / "nobody"))
    log, cut = tmp_path / "a.log", tmp_path / "cut.log"
    log.write_bytes(game.log)
    cut.write_bytes(game.log[:-40])

    assert main(["verify", str(log)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[:2] for line in lines[:-1]] == [
        ["ok", name]
        for name in ("file", "chain", "players", "deeds", "sealed", "chance", "told", "rules", "end")
    ]
    assert lines[-1].startswith("FAIR: ")
    assert lines[-1].endswith("Not compared: the keys of Player 0, Player 1, Player 2.")
    assert main(["verify", str(cut)]) == 2
    assert capsys.readouterr().out.splitlines()[-1].startswith("NOT PROVEN: ")
    assert main(["verify", str(tmp_path / "no.log")]) == 2


def test_players_who_were_met_before_are_compared_without_asking(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("JINMAKU_HOME", str(tmp_path))
    (tmp_path / "a.log").write_bytes(game.log)
    stranger = logs.identity(7).public.text
    (tmp_path / "known_players").write_text(f"Player 2 {stranger}\n")
    (tmp_path / "known_players").chmod(0o600)

    assert main(["verify", str(tmp_path / "a.log")]) == 2
    assert "Player 2 played with a different key from the one you know" in capsys.readouterr().out


def test_a_program_gets_one_object(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("JINMAKU_HOME", str(tmp_path / "nobody"))
    (tmp_path / "a.log").write_bytes(game.log)

    assert main(["verify", str(tmp_path / "a.log"), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)

    assert (found["verdict"], found["findings"]) == ("FAIR", [])
    assert found["not_compared"] == ["Player 0", "Player 1", "Player 2"]


def test_what_a_program_gets_names_who_and_where(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("JINMAKU_HOME", str(tmp_path))
    (tmp_path / "a.log").write_bytes(game.log)
    (tmp_path / "known_players").write_text(f"Player 2 {logs.identity(7).public.text}\n")
    (tmp_path / "known_players").chmod(0o600)

    assert main(["verify", str(tmp_path / "a.log"), "--json"]) == 2
    found = json.loads(capsys.readouterr().out)

    [finding] = found["findings"]
    assert (found["verdict"], finding["check"], finding["who"]) == ("NOT PROVEN", "players", None)
    assert isinstance(finding["entry"], int)
    assert "Player 2" in finding["sentence"]


# Damage ------------------------------------------------------------------------------------------


def records_of(log: bytes) -> list[int]:
    """Return for each byte of a log the number of its record: 0 is the title, -1 what comes before."""
    places, position, number = [-1] * len(MAGIC), len(MAGIC), 0
    while position < len(log):
        size = 4 + int.from_bytes(log[position : position + 4], "big")
        places += [number] * size
        position, number = position + size, number + 1
    return places


def test_whichever_byte_is_flipped_the_log_proves_nothing_and_its_entry_is_named(
    game: Game, tmp_path: Path
) -> None:
    title, entries = logs.read(game.log)
    small = logs.write(title, entries[:4])
    words = {
        -1: "no log|Another version",
        0: "title",
        5: "(?i)end|Entry 4 ",
    }  # a spoiled end is taken for an entry
    for place, record in enumerate(records_of(small)):
        flipped = bytearray(small)
        flipped[place] ^= 1 << place % 8
        fault = only(verified(bytes(flipped), tmp_path))

        assert (fault.judgement, fault.check) == (Judgement.NOT_PROVEN, "file")
        assert re.search(words.get(record, f"Entry {record - 1} "), said(fault.why))


def test_a_flipped_byte_in_a_log_made_whole_again_is_laid_where_it_is(game: Game, tmp_path: Path) -> None:
    """Any byte of the entries themselves, at random places over the whole log; the file is rehashed."""
    dice = Random(5)
    title, raw = logs.read_raw(game.log)
    entries = game.entries
    for _ in range(40):
        number = dice.randrange(len(raw))
        data = bytearray(raw[number].data)
        place = dice.randrange(len(data))
        data[place] ^= 1 << dice.randrange(8)
        spoiled = [*raw[:number], raw[number]._replace(data=bytes(data)), *raw[number + 1 :]]
        report = verified(logs.write_raw(title, spoiled), tmp_path)

        assert report.judgement is not Judgement.FAIR, (number, place, entries[number].entry)
        named = report.faults[0].entry
        told = said(report.faults[0].why)
        assert named == number or f"Entry {number} " in told or is_hidden(entries[number]), (number, told)


def is_hidden(stamp: Stamped) -> bool:
    """Whether nobody has signed all of an entry, so that only its consequences can tell."""
    public = stamp.entry.seen_by(None)
    return public is None or public != stamp.entry


@pytest.mark.parametrize(
    "change",
    [
        lambda entries: entries[:20] + entries[21:],
        lambda entries: [*entries[:20], entries[21], entries[20], *entries[22:]],
        lambda entries: entries[:20] + entries[19:],
    ],
    ids=["one less", "swapped", "doubled"],
)
def test_what_is_missing_swapped_or_doubled_is_noticed_there(
    game: Game, tmp_path: Path, change: Callable[[Entries], Entries]
) -> None:
    fault = only(verified(logs.changed(game.log, change), tmp_path))

    assert fault.judgement is Judgement.NOT_PROVEN
    assert fault.entry == 20


def test_a_log_that_ends_too_early_proves_no_more_than_it_says(game: Game, tmp_path: Path) -> None:
    over = first(game.entries, Revealed)
    title, entries = logs.read(game.log)
    reports = [verified(logs.write(title, entries[:end]), tmp_path) for end in (over, over + 1)]

    assert [only(report).check for report in reports] == ["end", "end"]
    assert "not over" in said(only(reports[0]).why)
    assert "not signed by Koi, Lotus, Turtle" in said(only(reports[1]).why)


def test_two_games_of_one_host_cannot_be_spliced(game: Game, tmp_path: Path) -> None:
    other = tmp_path / "other"
    table = asyncio.run(play_a_game(other))
    _, theirs = logs.read(asyncio.run(logs.log_of(other, table)))
    spliced = logs.changed(game.log, lambda entries: entries[:30] + theirs[30:])

    assert only(verified(spliced, tmp_path)).entry == 30


# A host who cheats, and signs it -----------------------------------------------------------------


def cheating(game: Game, tmp_path: Path, change: Callable[[Entries], Entries]) -> Fault:
    log = logs.changed(game.log, lambda entries: logs.signed_anew(change(entries), game.host))
    return verified(log, tmp_path).faults[0]


def put(entries: Entries, number: int, **fields: object) -> Entries:
    """Change fields of an entry."""
    stamp = entries[number]
    return [*entries[:number], replace(stamp, entry=replace(stamp.entry, **fields)), *entries[number + 1 :]]


def without(entries: Entries, number: int) -> Entries:
    return entries[:number] + entries[number + 1 :]


def test_a_host_that_signs_its_own_story_anew_has_to_have_the_players_oaths_for_it(
    game: Game, tmp_path: Path
) -> None:
    """The same entries at other times: every oath is on a head that is not there."""
    later = cheating(game, tmp_path, lambda entries: [replace(e, at_ms=e.at_ms + 1) for e in entries])

    assert (later.judgement, later.who, later.check) == (Judgement.CHEATED, HOST, "deeds")
    assert later.entry == first(game.entries, TalkKeyed)


CHEATS: dict[str, tuple[type[AnyEntry], Callable[[Entries, int], Entries], str, str]] = {
    "a player who is another": (
        SatDown,
        lambda e, n: put(e, n, key=logs.identity(9).public.raw),
        "deeds",
        "never did",
    ),
    "a key that keeps no secret": (
        Keyed,
        lambda e, n: put(e, n, keys=Keys(0, (bytes(32),) * 3)),
        "deeds",
        "never did",
    ),
    "a round for fewer holders": (
        RoundOpened,
        lambda e, n: put(e, n, header=weaker(e[n].entry)),
        "sealed",
        "other",
    ),
    "a choice that came is left out": (
        RoundSet,
        lambda e, n: put(e, n, missing=(0,)),
        "sealed",
        "leaves out",
    ),
    "no choice of one seat": (Committed, without, "sealed", "leaves out"),
    "too few have confirmed": (Certified, lambda e, n: put(e, n, acks=()), "sealed", "Too few"),
    "confirmed by a seat that is not there": (
        Certified,
        lambda e, n: put(e, n, acks=(replace(e[n].entry.acks[0], seat=7),)),  # type: ignore[union-attr]
        "sealed",
        "Seat 7 has nothing to confirm",
    ),
    "opened before it was certified": (Certified, without, "sealed", "too early"),
    "another link of chance": (Outcome, lambda e, n: put(e, n, link=bytes(32)), "sealed", "not the next one"),
    "somebody else's opening": (
        Outcome,
        lambda e, n: put(e, n, parts=swapped(e[n].entry)),
        "sealed",
        "is not what",
    ),
    "a bot nobody voted for": (
        Chose,
        lambda e, n: [*e[:n], Stamped(e[n].at_ms, Replaced(0)), *e[n:]],
        "deeds",
        "voted",
    ),
    "an end that its player had not seen": (
        SignedOff,
        lambda e, n: put(e, n, oath=e[first(e, Keyed)].entry.oath),  # type: ignore[union-attr]
        "deeds",
        "never did",
    ),
    "another seed": (Revealed, lambda e, n: put(e, n, seed="another"), "chance", "table's seed"),
}


def another(chose: AnyEntry) -> str:
    assert isinstance(chose, Chose)
    return "ready" if chose.line != "ready" else "ally koi"


def weaker(opened: AnyEntry) -> bytes:
    assert isinstance(opened, RoundOpened)
    header = decode(opened.header, RoundHeader)
    return encode(replace(header, thresholds=tuple(max(1, each - 1) for each in header.thresholds)))


def swapped(outcome: AnyEntry) -> object:
    assert isinstance(outcome, Outcome)
    one, other, *rest = outcome.parts
    return (replace(one, opening=other.opening), replace(other, opening=one.opening), *rest)


@pytest.mark.parametrize("name", CHEATS)
def test_a_cheating_host_is_found_out(game: Game, tmp_path: Path, name: str) -> None:
    kind, change, check, why = CHEATS[name]
    number = first(game.entries, kind)

    fault = cheating(game, tmp_path, lambda entries: change(entries, number))

    assert (fault.judgement, fault.who) == (Judgement.CHEATED, HOST)
    assert why in said(fault.why)
    assert fault.check == check
    assert fault.entry is not None
    assert fault.entry >= number


NOBODYS: dict[str, tuple[type[AnyEntry], Callable[[Entries, int], Entries], str, str]] = {
    "a choice nobody made": (Chose, lambda e, n: put(e, n, line=another(e[n].entry)), "deeds", "lock"),
    "another invitation": (SatDown, lambda e, n: put(e, n, token=bytes(32)), "players", "invitation"),
    "another seed": (Opened, lambda e, n: put(e, n, seed="another"), "chance", "not the one that was fixed"),
}


@pytest.mark.parametrize("name", NOBODYS)
def test_nobody_is_accused_of_what_whoever_had_the_log_can_have_changed(
    game: Game, tmp_path: Path, name: str
) -> None:
    """The links show none of these, so the host's signatures are under them as before."""
    kind, change, check, why = NOBODYS[name]
    number = first(game.entries, kind, after=-1)

    fault = only(verified(logs.changed(game.log, lambda entries: change(entries, number)), tmp_path))

    assert (fault.judgement, fault.who, fault.entry) == (Judgement.NOT_PROVEN, "", number)
    assert fault.check == check
    assert why in said(fault.why)


@pytest.mark.parametrize("name", logs.FRAMES)
def test_nobody_without_a_key_can_put_the_blame_on_the_host(name: str, tmp_path: Path) -> None:
    """What only some were told is in no link, but the next one has a mark that covers it."""
    title, entries = logs.read(logs.log_named("three_people"))
    hidden = [n for n, stamp in enumerate(entries) if stamp.entry.seen_by(None) is None]
    others = Random(name).sample(range(len(entries) - 1), 8)
    for number in (*hidden, *others):
        report = verified(logs.write(title, logs.FRAMES[name](entries, number)), tmp_path)

        assert report.judgement is Judgement.NOT_PROVEN, (number, report.faults)
        assert not any(fault.who for fault in report.faults), (number, report.faults)


def test_a_host_that_marks_another_journal_proves_nothing(game: Game, tmp_path: Path) -> None:
    """Its signature is under the link, but nobody can tell what it stands for."""
    number = first(game.entries, Chose)
    signer = logs.Signer(game.host)
    for stamp in game.entries[:number]:
        signer.sign(stamp)
    odd = signer.sign_link(replace(game.entries[number], journal=bytes(32)))
    fault = only(verified(logs.changed(game.log, lambda entries: [*entries[:number], odd]), tmp_path))

    assert (fault.judgement, fault.who, fault.check) == (Judgement.NOT_PROVEN, "", "chain")
    assert (fault.entry, said(fault.why)) == (number, said(ANOTHER_JOURNAL))


def test_a_line_that_nobody_can_sign_is_no_reason_to_fail(game: Game, tmp_path: Path) -> None:
    """A text that is not in normal form C has no link at all."""
    began = first(game.entries, Began)
    odd = Stamped(game.entries[began].at_ms, ActedFreely(0, 0, "e\u0301"), bytes(64))
    changed = logs.changed(game.log, lambda entries: [*entries[: began + 1], odd, *entries[began + 1 :]])
    fault = only(verified(changed, tmp_path))

    assert (fault.judgement, fault.entry) == (Judgement.NOT_PROVEN, began + 1)


def test_words_of_a_seat_where_nobody_sits_are_not_believed(game: Game, tmp_path: Path) -> None:
    words = Stamped(game.entries[0].at_ms, Said(2, 0, (0,), "", sealed=b"words"))
    fault = only(
        verified(logs.changed(game.log, lambda entries: [entries[0], words, *entries[1:]]), tmp_path)
    )

    assert (fault.judgement, fault.check, fault.entry) == (Judgement.NOT_PROVEN, "deeds", 1)


def test_a_host_that_draws_what_it_likes_is_found_out(game: Game, tmp_path: Path) -> None:
    """With another link than the one whose turn it is, the game would have gone differently."""
    began = first(game.entries, Began)
    change = [
        *game.entries[:began],
        replace(game.entries[began], shown=bytes(32)),
        *game.entries[began + 1 :],
    ]
    fault = cheating(game, tmp_path, lambda _: change)

    assert (fault.judgement, fault.who, fault.check) == (Judgement.CHEATED, HOST, "chance")
    assert fault.entry == began


def test_a_host_that_shows_another_game_than_follows_is_found_out(game: Game, tmp_path: Path) -> None:
    number = first(game.entries, Chose)
    change = [
        *game.entries[:number],
        replace(game.entries[number], facts=bytes(32)),
        *game.entries[number + 1 :],
    ]
    fault = cheating(game, tmp_path, lambda _: change)

    assert (fault.judgement, fault.who, fault.check) == (Judgement.CHEATED, HOST, "rules")
    assert fault.entry == number


def test_words_after_the_end_change_nothing(game: Game, tmp_path: Path) -> None:
    """Nor do those nobody signed: they are not believed."""
    last = Stamped(game.entries[-1].at_ms, Said(0, 99, (), "I won", phase=()))
    fault = cheating(game, tmp_path, lambda entries: [*entries, last])

    assert (fault.check, fault.entry) == ("deeds", len(game.entries))
    assert sum(isinstance(stamp.entry, SignedOff) for stamp in game.entries) == 3


def test_one_round_is_not_called_rounds() -> None:
    assert t("verify-sealed", rounds=1, choices=4, others=2) == "1 round, 4 choices, 2 opened by others"
    assert t("verify-sealed", rounds=2, choices=1, others=0) == "2 rounds, 1 choice, 0 opened by others"
