"""Honest hosts and players whom somebody wants to look like cheats: nothing they signed convicts them."""

from __future__ import annotations

from itertools import dropwhile
from pathlib import Path

import pytest
from msgspec import Raw, msgpack
from msgspec.structs import replace

from client.__main__ import main
from client.seat.connection import RefusedError
from client.seat.evidence import Evidence
from core.decisions import Arrange
from core.kinds import DefaultStood
from core.wire import pack_view
from protocol.entries import AnyEntry, Deed, Said, Voted
from protocol.limits import TokenBucket
from protocol.messages import Item
from protocol.pace import Absence, Terms
from protocol.round_records import Committed
from protocol.table.story import Dispatch, Story
from protocol.table.verify import HOST, Judgement, verify
from tests.adversaries.lying_server import OTHER, PATIENT, THIRD, VICTIM, credulous, lied_to, truth, two_faced
from tests.harness.at_battle import Scene, battle
from tests.harness.honest_games import recording
from tests.harness.logs import Entries
from tests.harness.record_logs import Record
from tests.harness.record_logs import Scene as Recorded
from tests.harness.recorded_players import Actor, Doubling
from tests.harness.rogue import Rogue
from tests.waiting import let_pass, until

A_VOTE = Terms(grace=1, absence=Absence.VOTE)


def grow_tired(scene: Scene) -> None:
    """Let the victim say one thing at once, and the next after a second."""
    runner = scene.runner
    runner._voices[VICTIM] = TokenBucket(1, 1, runner._time.now())  # noqa: SLF001


async def refusal_of(player: Rogue, deed: Deed) -> bytes:
    """Ask for something the host refuses; return its signature under that."""
    with pytest.raises(RefusedError) as refusal:
        await player.ask("do", deed)
    return refusal.value.signature


async def test_who_asks_again_for_what_was_refused_convicts_nobody(tmp_path: Path) -> None:
    """The host does it the second time, as it should; only the player knows that they asked again."""
    async with battle(tmp_path, 3, PATIENT) as scene:
        player = scene.people[VICTIM]
        grow_tired(scene)
        await player.say("War!")
        deed = player.sworn(Said(VICTIM, 1, (), "Peace?"))
        refusal = await refusal_of(player, deed)
        let_pass(60)
        await player.ask("do", deed)
        await until(lambda: player.mirror.story[-1].words == "Peace?")
        witness = player.mirror.witness

    known = witness.host.raw, witness.table.chain.game, witness.newest
    path = tmp_path / "evidence"
    path.write_bytes(msgpack.encode(Evidence("…", *known, None, None, {deed.oath.signature: refusal})))
    assert main(["verify", str(path)]) == 2


async def test_what_was_done_is_not_refused_when_it_is_sent_again(tmp_path: Path) -> None:
    """Somebody was cut off before the answer: the host would sign that it never did what it did."""
    async with battle(tmp_path, 3, A_VOTE) as scene:
        player, other = scene.people[VICTIM], scene.people[OTHER]
        grow_tired(scene)
        words = player.sworn(Said(VICTIM, 0, (), "War!"))
        await player.ask("do", words)
        await player.ask("do", words)

        scene.people[THIRD].drop()
        await until(lambda: THIRD not in scene.runner._timekeeper.overdue)  # noqa: SLF001
        let_pass(2)
        await until(lambda: THIRD in scene.runner._timekeeper.overdue)  # noqa: SLF001
        await other.vote(THIRD, agrees=True)
        await until(lambda: bool(player.mirror.table.votes))
        vote = player.sworn(Voted(VICTIM, THIRD, agrees=True))
        await player.ask("do", vote)
        await player.ask("do", vote)
        assert THIRD in scene.runner.table.voted_out


async def test_who_was_cut_off_before_the_answer_takes_an_honest_host_for_none_that_lies(
    tmp_path: Path,
) -> None:
    """Also the program that is started next believes a story with what it has asked for twice."""
    async with lied_to(tmp_path, truth, PATIENT) as fraud:
        await fraud.begin()
        victim = fraud.victim
        grow_tired(fraud.scene)

        def cut_off(_: object, item: Item) -> None:
            if isinstance(item.entry, Said):
                victim.drop()
                victim.come_back()

        fraud.scene.runner.on_item = cut_off
        await victim.say("War!")
        again = await fraud.killed()
        await again.sit_down()

        assert fraud.scene.alarms == []
        assert [heard.words for heard in again.mirror.story if heard.words] == ["War!"]


# What was shown -----------------------------------------------------------------------------------


def since_misplaced(scene: Recorded) -> list[AnyEntry]:
    """Return what has happened since the victim was seen to have laid a card where it could not lie."""
    past = scene.open_table.runner._story.past  # noqa: SLF001
    foul = DefaultStood(VICTIM, "illegal")
    return [happened.entry for happened in dropwhile(lambda happened: foul not in happened.events, past)]


async def until_misplaced(scene: Recorded) -> None:
    await scene.play_until(lambda: bool(since_misplaced(scene)))


async def until_sealed_after_that(scene: Recorded) -> None:
    """Let the victim answer again, and seal the next plan."""

    def has_sealed() -> bool:
        own = [entry for entry in since_misplaced(scene) if getattr(entry, "seat", None) == VICTIM]
        return any(isinstance(entry, Deed) for entry in own) and isinstance(own[-1], Committed)

    await scene.play_until(has_sealed)


def a_false_hand(story: Story, told: Dispatch) -> Dispatch | None:
    """Show the victim the cards of somebody else."""
    table = story._table  # noqa: SLF001
    asked = [prompt.decision for prompt in table.prompts.values() if isinstance(prompt.decision, Arrange)]
    if len(asked) < len(table.seats):
        return None
    view = table.game.own_view(table.state, table.game.public_view(table.state), VICTIM)
    false = replace(view, decision=replace(view.decision, cards=asked[OTHER].cards))
    return told._replace(view=Raw(pack_view(table.game, false)))


def about_cards(entries: Entries) -> list[tuple[Judgement, str]]:
    return [(f.judgement, f.who) for f in verify(entries).faults if "misplaced" in f.why.message]


def test_who_was_shown_a_false_hand_and_cut_off_is_not_blamed_for_what_they_laid() -> None:
    """The host has them lay cards of somebody else, and lets them sign nothing after that."""
    with two_faced(a_false_hand) as liar, credulous():
        stamps = recording(Record([Actor] * 3, until_misplaced, game="shogun")).entries
    own = [stamp.entry for stamp in stamps if getattr(stamp.entry, "seat", None) == VICTIM]
    sealed = max(n for n, entry in enumerate(own) if isinstance(entry, Committed))
    has_signed_since = any(isinstance(entry, Deed) for entry in own[sealed:])

    assert liar.has_lied
    assert about_cards(stamps) == ([] if has_signed_since else [(Judgement.NOT_PROVEN, "")])
    assert {fault.who for fault in verify(stamps).faults} <= {"", HOST}


def test_who_has_signed_the_true_hand_is_blamed_for_laying_a_card_twice() -> None:
    signed = recording(Record([Doubling, Actor, Actor], until_sealed_after_that, game="shogun")).entries

    assert about_cards(signed) == [(Judgement.CHEATED, "red")]
