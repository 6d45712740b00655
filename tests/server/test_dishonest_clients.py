"""Players who cheat in sealed rounds at a real server: nobody else is harmed, and the journal names them.

What does not even look right is refused and not written down, so a player who sends nothing else is passed
over: that is how the journal names them. What only others can find out is in it with the proof.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from msgspec.structs import replace

from client.seat.connection import connect
from protocol.entries import Keyed, Replaced, Returned
from protocol.entry import JournalEntry
from protocol.errors import ProtocolError
from protocol.header import SERVER, Opening
from protocol.identity import Identity, PublicKey
from protocol.invitation import Address
from protocol.policy import Keys, make_keys
from protocol.round import RoundStage
from protocol.round_records import Acked, Committed, Complained, Reason, Release, RoundOpened, RoundSet
from protocol.sealing import Dealt, deal_with
from protocol.sharing import random_polynomial
from tests.harness.at_battle import FIRST_BIDS, Scene, battle, is_asked, lobby
from tests.harness.loopback import HERE, WIDE, admit
from tests.harness.rogue import Rogue, changed, garbled, read
from tests.waiting import until


async def check_passed_over(scene: Scene, culprit: Rogue) -> None:
    """Let a player who brought nothing useful go: the journal says so, and the others go on."""
    culprit.drop()
    verdicts = await scene.fair_end(culprit)

    assert verdicts.defaults == {culprit.seat: "missing"}
    assert RoundSet((culprit.seat,)) in await scene.journal(RoundSet)


# What is refused -----------------------------------------------------------------------------


def another_round(culprit: Rogue, _: Rogue) -> Committed:
    return culprit.first_committed()


def copied(culprit: Rogue, victim: Rogue) -> Committed:
    """Sign what another seat has sealed, as it is."""
    return culprit.committed(Dealt(victim.round.sealed[victim.seat].record.commitment, NOTHING))


def copied_and_renamed(culprit: Rogue, victim: Rogue) -> Committed:
    theirs = Dealt(victim.round.sealed[victim.seat].record.commitment, NOTHING)
    return culprit.committed(changed(theirs, seat=culprit.seat))


def copied_and_dressed_up(culprit: Rogue, victim: Rogue) -> Committed:
    """Also claim that it is for those who have to hold one's own."""
    theirs = Dealt(victim.round.sealed[victim.seat].record.commitment, NOTHING)
    holders = culprit.round.header.row(culprit.seat)[0]
    return culprit.committed(changed(theirs, seat=culprit.seat, holders=holders))


def for_another_seat(culprit: Rogue, victim: Rogue) -> Committed:
    return replace(culprit.committed(culprit.deal("bid 0 0 0 0")), seat=victim.seat)


def another_ones_own(_: Rogue, victim: Rogue) -> Committed:
    return victim.round.sealed[victim.seat].record


def false_for_the_server(culprit: Rogue, _: Rogue) -> Committed:
    return culprit.committed(garbled(culprit.deal("bid 0 0 0 0"), SERVER))


def too_few_boxes(culprit: Rogue, _: Rogue) -> Committed:
    dealt = culprit.deal("bid 0 0 0 0")
    return culprit.committed(changed(dealt, boxes=read(dealt).boxes[1:]))


def of_another_size(culprit: Rogue, _: Rogue) -> Committed:
    dealt = culprit.deal("bid 0 0 0 0")
    return culprit.committed(changed(dealt, ciphertext=read(dealt).ciphertext + b"\0"))


def no_commitment(culprit: Rogue, _: Rogue) -> Committed:
    return culprit.committed(Dealt(b"\xc1" * 100, NOTHING))


def signed_by_nobody(culprit: Rogue, _: Rogue) -> Committed:
    return replace(culprit.committed(culprit.deal("bid 0 0 0 0")), signature=bytes(64))


def knowing_another_journal(culprit: Rogue, _: Rogue) -> Committed:
    dealt, head = culprit.deal("bid 0 0 0 0"), secrets.token_bytes(32)
    return culprit.committed_after(dealt, len(culprit.chain) - 1, head)


def knowing_another_place(culprit: Rogue, _: Rogue) -> Committed:
    return culprit.committed_after(culprit.deal("bid 0 0 0 0"), len(culprit.chain) - 2, culprit.chain.head)


NOTHING = Opening((), b"")
BAD_COMMITMENTS: dict[Callable[[Rogue, Rogue], Committed], str] = {
    another_round: "for another round",
    copied: "for another seat",
    copied_and_renamed: "not for those who have to hold them",
    copied_and_dressed_up: "share for the server is false",
    for_another_seat: "only for your own seat",
    another_ones_own: "only for your own seat",
    false_for_the_server: "share for the server is false",
    too_few_boxes: "not for those who have to hold them",
    of_another_size: "wrong size",
    no_commitment: "no sealed choice",
    signed_by_nobody: "not signed by its owner",
    knowing_another_journal: "another journal",
    knowing_another_place: "another journal",
}


async def test_a_commitment_that_is_none_is_refused_and_its_owner_passed_over(tmp_path: Path) -> None:
    async with battle(tmp_path) as scene:
        culprit, victim, _ = scene.people
        await scene.bid(but=[culprit])
        await until(lambda: victim.seat in culprit.round.sealed)
        before = scene.runner.table.seq
        for make, sentence in BAD_COMMITMENTS.items():
            assert sentence in await culprit.refusal("do", make(culprit, victim)), make.__name__
        assert scene.runner.table.seq == before

        await check_passed_over(scene, culprit)


async def test_a_stale_head_is_no_lie(tmp_path: Path) -> None:
    """A player who knew the journal up to an earlier entry has sealed no less."""
    async with battle(tmp_path) as scene:
        slow, *_ = scene.people
        await scene.bid(but=[slow])
        await slow.ask("do", slow.committed_after(slow.deal("bid 0 0 0 0"), 3, slow.chain.head_at(3)))

        assert (await scene.fair_end(slow)).choices[slow.seat] == "bid 0 0 0 0"


async def test_a_commitment_after_the_set_is_too_late(tmp_path: Path) -> None:
    async with battle(tmp_path) as scene:
        late, *_ = scene.people
        scene.keep_back(Acked)
        late.drop()
        await scene.bid(but=[late])
        await scene.stage(RoundStage.SET)
        late.come_back()
        await until(lambda: late.is_here)
        assert "too late" in await late.refusal("do", late.committed(late.deal("bid 1 0 0 0")))

        scene.give_in()
        assert (await scene.fair_end(late)).defaults == {late.seat: "missing"}
        about = [
            e for e in await scene.journal(JournalEntry) if isinstance(e, (Replaced, RoundSet, Returned))
        ]
        assert about[1:4] == [Replaced(late.seat), RoundSet((late.seat,)), Returned(late.seat)]


# Two choices ---------------------------------------------------------------------------------


@pytest.mark.parametrize("stage", [RoundStage.OPEN, RoundStage.SET, RoundStage.CERTIFIED])
async def test_of_two_commitments_the_first_counts_and_the_second_is_evidence(
    stage: RoundStage, tmp_path: Path
) -> None:
    async with battle(tmp_path) as scene:
        culprit, *_ = scene.people
        scene.keep_back(Release, *([Acked] if stage is RoundStage.SET else []))
        await culprit.bid()
        if stage is not RoundStage.OPEN:
            await scene.bid(but=[culprit])
        await scene.stage(stage)
        second = culprit.committed(culprit.deal("bid 0 0 0 0"))
        await culprit.ask("do", second)
        third = culprit.committed(culprit.deal("bid 1 0 0 0"))
        assert "has sealed its choice already" in await culprit.refusal("do", third)
        if stage is RoundStage.OPEN:
            await scene.bid(but=[culprit])
        scene.give_in()
        verdicts = await scene.fair_end()

        assert verdicts.round.equivocations[culprit.seat].commitment == second.commitment
        sealed = [c for c in await scene.journal(Committed) if c.seat == culprit.seat]
        assert sealed[2].commitment == second.commitment


# Shares that are none ------------------------------------------------------------------------


@pytest.mark.parametrize("holders", [[1], [1, 2]])
async def test_a_dealer_of_garbage_is_found_out_and_named(holders: list[int], tmp_path: Path) -> None:
    async with battle(tmp_path) as scene:
        culprit, *_ = scene.people
        await culprit.seal(garbled(culprit.deal("bid 1 0 0 0"), *holders))
        await scene.bid(but=[culprit])
        verdicts = await scene.fair_end(culprit)

        assert verdicts.defaults == {culprit.seat: "void"}
        assert verdicts.round.verdicts[culprit.seat].reason is Reason.VOID
        [complaint] = await scene.journal(Complained)
        assert complaint.dealer == culprit.seat
        assert complaint.seat in holders


def inconsistent(culprit: Rogue) -> Dealt:
    """Deal shares nobody can complain about, though they are not all of one polynomial."""
    one, other = culprit.deal("bid 1 0 0 0"), culprit.deal("bid 0 1 0 0")
    ours, theirs = read(one), read(other)
    return changed(one, hashes=(theirs.hashes[0], *ours.hashes[1:]), boxes=(theirs.boxes[0], *ours.boxes[1:]))


def of_garbage(culprit: Rogue) -> Dealt:
    dealt = culprit.deal("bid 1 0 0 0")
    return changed(dealt, ciphertext=secrets.token_bytes(len(read(dealt).ciphertext)))


def of_no_message(culprit: Rogue) -> Dealt:
    header, keys = culprit.round.header, culprit.round.parties.keys_for(culprit.seat)
    polynomial = random_polynomial(header.row(culprit.seat)[1])
    return deal_with(header, culprit.seat, b"\xc1", keys, polynomial, secrets.token_bytes(32))


def too_much(culprit: Rogue) -> Dealt:
    return culprit.deal("bid 99 0 0 0")


def another_choice(culprit: Rogue) -> Dealt:
    return culprit.deal("pass")


def prose(culprit: Rogue) -> Dealt:
    return culprit.deal("I bid all I have")


BAD_CHOICES = [
    (inconsistent, "invalid", "opens it"),
    (inconsistent, "invalid", "does not"),
    (of_garbage, "invalid", "opens it"),
    (of_no_message, "invalid", "does not"),
    (too_much, "illegal", "opens it"),
    (too_much, "illegal", "does not"),
    (another_choice, "illegal", "opens it"),
    (prose, "illegal", "does not"),
]


@pytest.mark.parametrize(("make", "why", "owner"), BAD_CHOICES)
async def test_for_what_is_no_choice_the_default_stands(
    make: Callable[[Rogue], Dealt], why: str, owner: str, tmp_path: Path
) -> None:
    """The same whether the owner opens it or the others do."""
    async with battle(tmp_path) as scene:
        culprit, *_ = scene.people
        culprit.keeps_back = {Release} if owner == "does not" else set()
        await culprit.seal(make(culprit))
        await scene.bid(but=[culprit])

        assert (await scene.fair_end(culprit)).defaults == {culprit.seat: why}


# Complaints ----------------------------------------------------------------------------------


@pytest.mark.parametrize("dealer_is", ["there", "away"])
async def test_a_false_complaint_harms_nobody_but_who_makes_it(dealer_is: str, tmp_path: Path) -> None:
    """Everybody can see the share it shows, and its choice counts."""
    async with battle(tmp_path) as scene:
        culprit, dealer, _ = scene.people
        scene.keep_back(Acked)
        await scene.bid()
        await scene.stage(RoundStage.SET)
        if dealer_is == "away":
            dealer.drop()
        await culprit.ask("do", culprit.complaint(dealer))
        await culprit.ask("do", culprit.complaint(dealer))  # once more is nothing new
        scene.give_in()
        if dealer_is == "away":
            await until(lambda: scene.confirmed == {0, 2})
            await scene.lose_patience()
        verdicts = await scene.fair_end()

        assert verdicts.round.false_complaints == {(culprit.seat, dealer.seat)}
        assert set(verdicts.round.exposed[dealer.seat]) == {culprit.seat}
        assert [(c.seat, c.dealer) for c in await scene.journal(Complained)] == [(culprit.seat, dealer.seat)]


@pytest.mark.parametrize("complaint", ["false", "true"])
async def test_who_has_shown_a_key_has_new_ones_in_the_next_round(complaint: str, tmp_path: Path) -> None:
    async with battle(tmp_path) as scene:
        holder, dealer, _ = scene.people
        scene.keep_back(Acked)
        if complaint == "true":
            await dealer.seal(garbled(dealer.deal("bid 1 0 0 0"), holder.seat))
            await scene.bid(but=[dealer])
        else:
            await scene.bid()
            await scene.stage(RoundStage.SET)
            await holder.ask("do", holder.complaint(dealer))
        scene.give_in()
        await scene.over()
        await scene.play_until(lambda: scene.runner.table.rounds > FIRST_BIDS)

        entries = await scene.journal(JournalEntry)
        rounds = [place for place, entry in enumerate(entries) if isinstance(entry, RoundOpened)]
        keyed = [(e.seat, e.keys.generation) for e in entries[rounds[1] : rounds[2]] if isinstance(e, Keyed)]
        assert keyed == [(holder.seat, 1)]
        await scene.goes_on()


async def test_a_complaint_that_is_none_is_refused(tmp_path: Path) -> None:
    async with battle(tmp_path) as scene:
        culprit, dealer, other = scene.people
        scene.keep_back(Acked)
        complaint = culprit.complaint(dealer)
        assert "too early" in await culprit.refusal("do", complaint)
        await scene.bid()
        await scene.stage(RoundStage.SET)

        another_key = X25519PrivateKey.generate().private_bytes_raw()
        assert "has not complained" in await culprit.refusal("do", replace(complaint, secret=another_key))
        assert "another key" in await culprit.refusal("do", culprit.complaint_with(another_key, dealer))
        assert "holds no share" in await culprit.refusal("do", replace(complaint, dealer=culprit.seat))
        assert "only for your own seat" in await culprit.refusal("do", other.complaint(dealer))
        scene.give_in()
        await scene.fair_end()
        assert await scene.journal(Complained) == []


# Keys ----------------------------------------------------------------------------------------


class Anybody(Identity):
    """A key of small order, for which a signature fits everything: its owner can disown anything."""

    @property
    def public(self) -> PublicKey:
        return PublicKey(NEUTRAL, Ed25519PublicKey.from_public_bytes(NEUTRAL))

    def sign(self, label: str, *parts: bytes) -> bytes:  # noqa: ARG002
        return NEUTRAL + bytes(32)


NEUTRAL = b"\1" + bytes(31)


async def test_a_key_that_proves_nothing_opens_no_door(tmp_path: Path) -> None:
    async with lobby(tmp_path) as scene:
        nobody = Anybody.make()
        assert nobody.public.verify(nobody.sign("anything"), "auth", secrets.token_bytes(32))
        with pytest.raises(ProtocolError, match="bad_signature"):
            await connect(Address(HERE, scene.server.port), nobody, admit, WIDE)

        assert scene.runner.table.sitters == {}


async def test_keys_that_keep_no_secret_are_refused_and_the_table_waits_for_others(tmp_path: Path) -> None:
    async with lobby(tmp_path) as scene:
        culprit, *_ = scene.people
        culprit.keeps_back = {Keyed}
        for person in scene.people:
            await person.sit_down()
            await person.ready()
        good = make_keys(culprit.person.identity, culprit.host, culprit.chain.game, range(3)).publics
        for point in SMALL_ORDER:
            keys = Keys(0, (good[0], good[1], point))
            assert "keeps no secret" in await culprit.refusal("do", culprit.sworn(Keyed(0, keys)))
        for keys in (Keys(1, good), Keys(0, good[1:]), Keys(0, ())):
            await culprit.refusal("do", culprit.sworn(Keyed(0, keys)))
        assert scene.runner.table.rounds == 0

        culprit.give_in()
        await until(lambda: all(map(is_asked, scene.people)))
        await scene.bid()
        await scene.fair_end()


SMALL_ORDER = [
    bytes(32),
    b"\1" + bytes(31),
    bytes.fromhex("e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800"),
    (2**255 - 20).to_bytes(32, "little"),
    (2**255 - 19).to_bytes(32, "little"),
]
