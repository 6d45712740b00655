"""A host that has its own key and lies: whatever it tells, the client stops, and keeps what proves it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import pytest
from msgspec import Raw
from msgspec.structs import replace

from core.chance import SeededRng
from core.flow import advance
from core.games.rising_sun.steps import RevealBids
from core.kinds import StandInTook
from core.wire import pack_events, pack_view
from protocol.canonical import decode, encode
from protocol.entries import (
    AnyEntry,
    Began,
    Deed,
    Keyed,
    Replaced,
    Revealed,
    SatDown,
    SignedOff,
    StoodUp,
    TalkKeyed,
    Voted,
)
from protocol.header import SERVER, Message, Opening, RoundHeader
from protocol.identity import Identity
from protocol.messages import Item
from protocol.oaths import swear
from protocol.opening import commit
from protocol.pace import Absence, Terms
from protocol.round_records import Certified, Committed, Outcome, RoundOpened, RoundSet, RoundVoided
from protocol.sealing import Commitment, deal
from protocol.talk import TalkKey
from tests.adversaries.lying_server import OTHER, THIRD, VICTIM, Liar, Lie, evidence_in, header, lied_to, on

PATIENT = Terms(grace=3600, absence=Absence.WAIT)


class Case(NamedTuple):
    """A lie, how the client puts it, and whether it comes after the time to release."""

    lie: Lie
    sentence: str
    is_late: bool = False


# How a round is opened ---------------------------------------------------------------------------


def lower(old: RoundHeader) -> RoundHeader:
    return replace(old, thresholds=(1,) * len(old.seats))


def without_server(old: RoundHeader) -> RoundHeader:
    return replace(old, holders=tuple(tuple(h for h in row if h != SERVER) for row in old.holders))


OPENINGS = {
    "fewer shares open a choice": Case(header(lower), "with other thresholds than it must have"),
    "no share is held by the server": Case(header(without_server), "other holders of shares than it must"),
    "the number of the round is another": Case(
        header(lambda old: replace(old, round=2)), "other round than it must have"
    ),
    "there is no time to commit": Case(header(lambda old: replace(old, commit_ms=0)), "other time to commit"),
    "the keys are others": Case(header(lambda old: replace(old, keys=bytes(32))), "other keys than"),
    "it follows from something else": Case(
        header(lambda old: replace(old, head=bytes(32))), "other head than"
    ),
    "it is of another game": Case(header(lambda old: replace(old, game=bytes(32))), "other game than"),
    "no chance is brought": Case(
        header(lambda old: replace(old, kind="CollectBids")),
        "the first sealed round must be the one",
    ),
    "nobody can read it": Case(on(RoundOpened, lambda _, __: RoundOpened(b"\x90")), "that nobody can read"),
    "it comes before all sit": Case(
        on(Keyed, lambda _, keyed: [keyed, RoundOpened(b"\x90")], VICTIM), "before everyone has sat down"
    ),
    "it comes twice": Case(on(RoundOpened, lambda _, entry: [entry, entry]), "before the last one was over"),
    "there is none": Case(on(RoundOpened, lambda _, __: Began()), "begins before everyone has added chance"),
    "it has not come yet": Case(
        on(RoundOpened, lambda _, __: RoundSet(())), "a sealed round that was never opened"
    ),
}


# What is sealed, confirmed and opened ------------------------------------------------------------


def another_choice(liar: Liar, old: Committed) -> Committed:
    """Change what somebody else has sealed."""
    commitment = decode(old.commitment, Commitment)
    return replace(old, commitment=encode(replace(commitment, ciphertext=bytes(len(commitment.ciphertext)))))


def second_of_ours(liar: Liar, _: Committed) -> Committed:
    """Show another choice that our key has signed, wherever that comes from."""
    round_ = liar.runner.table.round
    assert round_ is not None
    dealt = deal(round_.header, VICTIM, Message("", bytes(32)), round_.parties.keys_for(VICTIM))
    return commit(round_, VICTIM, liar.identities[VICTIM], dealt, len(liar.chain) - 1, liar.chain.head)


def without_last_part(_: Liar, old: Outcome) -> Outcome:
    return replace(old, parts=old.parts[:-1])


def other_opening(_: Liar, old: Outcome) -> Outcome:
    first, *rest = old.parts
    return replace(
        old, parts=(replace(first, opening=Opening((bytes(32),) * 2, bytes(32)), shares=()), *rest)
    )


def too_few_shares(_: Liar, old: Outcome) -> Outcome:
    first, *rest = old.parts
    return replace(old, parts=(replace(first, opening=None, shares=()), *rest))


def forged_ack(_: Liar, old: Certified) -> Certified:
    acks = tuple(replace(ack, signature=bytes(64)) if ack.seat == OTHER else ack for ack in old.acks)
    return replace(old, acks=acks)


ROUNDS = {
    "another's choice is altered": Case(on(Committed, another_choice, OTHER), "not signed by its owner"),
    "ours is another": Case(on(Committed, second_of_ours, VICTIM), "took what you sealed"),
    "one that came is left out": Case(
        on(RoundSet, lambda *_: RoundSet((OTHER,))), "leaves out a choice that came"
    ),
    "nobody has confirmed": Case(
        on(RoundSet, lambda _, entry: [entry, Certified(False)]), "too few have confirmed this set"
    ),
    "nobody has confirmed in time": Case(
        on(RoundSet, lambda _, entry: [entry, Certified(True)]), "too few have confirmed this set"
    ),
    "a confirmation is forged": Case(on(Certified, forged_ack), "Lotus did not confirm this set"),
    "one confirmation counts twice": Case(
        on(Certified, lambda _, old: replace(old, acks=(old.acks[0],) * 3)), "has nothing to confirm"
    ),
    "it is given up though nobody was voted out": Case(
        on(Certified, lambda _, entry: [entry, RoundVoided((OTHER, THIRD))]), "this comes too late"
    ),
    "it is given up though others can open it": Case(
        on(Certified, lambda _, entry: [entry, RoundVoided((OTHER,))]), "this comes too late"
    ),
    "the link of chance is another": Case(
        on(Outcome, lambda _, old: replace(old, link=bytes(32))),
        "not the next one of the server's chain",
        is_late=True,
    ),
    "one choice stays closed": Case(
        on(Outcome, without_last_part), "does not open every choice", is_late=True
    ),
    "a choice opens to another": Case(
        on(Outcome, other_opening), "not what Koi sealed its choice with", is_late=True
    ),
    "a choice is not opened": Case(on(Outcome, too_few_shares), "too few shares to open", is_late=True),
}


# Who sits where ----------------------------------------------------------------------------------


def other_key(_: Liar, old: SatDown) -> SatDown:
    return replace(old, key=Identity.make().public.raw)


UNHEARD = bytes(32)
"""The head of a transcript, which only its seat and the host can check."""


def open_keys(liar: Liar, old: Keyed) -> Deed:
    """Let an accomplice swear to keys that keep no secret."""
    keys = replace(old.keys, publics=(bytes(32),) * len(old.keys.publics))
    return swear(liar.identities[OTHER], liar.chain, UNHEARD, Keyed(OTHER, keys))


def open_talk_key(liar: Liar, _: TalkKeyed) -> Deed:
    return swear(liar.identities[OTHER], liar.chain, UNHEARD, TalkKeyed(OTHER, bytes(32)))


def late(entry: AnyEntry) -> Lie:
    return on(RoundSet, lambda _, told: [told, entry])


STRANGER = SatDown(OTHER, "Mallory", Identity.make().public.raw)
SEATS = {
    "another's key is exchanged": Case(on(SatDown, other_key, OTHER), "something Lotus never did"),
    "another's key keeps no secret": Case(
        on(SatDown, lambda _, old: replace(old, key=bytes(32)), OTHER),
        "accepts signatures nobody made",
    ),
    "another's keys for shares are exchanged": Case(
        on(Keyed, lambda liar, old: replace(old, keys=liar.runner.table.keys[VICTIM]), OTHER),
        "something Lotus never did",
    ),
    "another's keys for shares keep no secret": Case(on(Keyed, open_keys, OTHER), "keys keeps no secret"),
    "another's talk key is exchanged": Case(
        on(TalkKeyed, lambda _, old: replace(old, key=TalkKey().public), OTHER), "something Lotus never did"
    ),
    "another's talk key keeps no secret": Case(on(TalkKeyed, open_talk_key, OTHER), "keeps nothing secret"),
    "our own key is exchanged": Case(on(SatDown, other_key, VICTIM), "somebody else sits in your seat"),
    "we are said to be a bot": Case(
        on(SatDown, lambda _, old: replace(old, is_bot=True), VICTIM), "somebody else sits in your seat"
    ),
    "we are not told to be here": Case(on(SatDown, lambda *_: [], VICTIM), "somebody else sits in your seat"),
    "we are moved away": Case(
        on(SatDown, lambda _, old: [StoodUp(VICTIM), replace(STRANGER, seat=VICTIM), old], OTHER),
        "(that you stood up, but you did not|something Koi never did)",
    ),
    "a seat is given away": Case(
        on(SatDown, lambda _, old: [old, STRANGER], OTHER), "given to somebody else"
    ),
    "somebody sits down too late": Case(late(STRANGER), "given to somebody else"),
    "somebody is removed too late": Case(late(StoodUp(OTHER)), "stood up after everyone's keys"),
    "a bot plays before the game": Case(late(Replaced(OTHER)), "has not begun yet"),
    "a bot plays though the others wait": Case(
        on(Began, lambda _, entry: [entry, Replaced(OTHER)]), "nobody voted for that", is_late=True
    ),
}


# Chance, words and views -------------------------------------------------------------------------


def other_view(liar: Liar, item: Item) -> Iterable[Item]:
    """Show another game, which could be one."""
    if not isinstance(item.entry, Began):
        return [item]
    state, game = liar.runner.table.state.clone(), liar.runner.table.game
    state.coins = [coins + (seat in state.seats) for seat, coins in enumerate(state.coins)]
    advance(game.rules, state, SeededRng(b""))  # which asks again
    liar.view = Raw(pack_view(game, game.view_for(state, VICTIM)))
    return liar.instead(item)


def hidden_step(liar: Liar, item: Item) -> Iterable[Item]:
    """Ask us for a bid as if everybody could see it."""
    if not isinstance(item.entry, Began):
        return [item]
    state = liar.runner.table.state.clone()
    state.agenda[-1] = RevealBids()
    game = liar.runner.table.game
    liar.view = Raw(pack_view(game, game.view_for(state, VICTIM)))
    return liar.instead(item)


def again(liar: Liar, item: Item) -> Iterable[Item]:
    """Tell of a deed a second time, as if it had been done twice."""
    return liar.instead(item, item) if isinstance(item.entry, Keyed) else [item]


def other_draw(liar: Liar, item: Item) -> Iterable[Item]:
    is_drawn = isinstance(item.entry, Outcome)
    return liar.instead(replace(item, shown=bytes(32))) if is_drawn else [item]


def other_facts(liar: Liar, item: Item) -> Iterable[Item]:
    """Sign another game than the one we are shown."""
    return liar.instead(replace(item, facts=bytes(32))) if isinstance(item.entry, Began) else [item]


def unseen_game(liar: Liar, item: Item) -> Iterable[Item]:
    """Sign another game, and show none of it."""
    is_late = isinstance(item.entry, Committed) and liar.runner.table.rounds > 1
    return liar.instead(replace(item, facts=bytes(32))) if is_late else [item]


def voted_out(liar: Liar, item: Item) -> Iterable[Item]:
    """Let a bot play for somebody because one of two wants it."""
    if not isinstance(item.entry, Began):
        return [item]
    vote = swear(liar.identities[OTHER], liar.chain, UNHEARD, Voted(OTHER, THIRD, True))
    events = Raw(pack_events([StandInTook(THIRD)]))
    return liar.instead(item, replace(item, entry=vote, events=events, shown=b"", facts=b""))


def signed_off(liar: Liar, item: Item) -> Iterable[Item]:
    if not isinstance(item.entry, Began):
        return [item]
    entry = swear(liar.identities[OTHER], liar.chain, UNHEARD, SignedOff(OTHER))
    return liar.instead(item, replace(item, entry=entry, events=Raw(pack_events([])), shown=b"", facts=b""))


OTHER_GAME = "shows you a different game from the one it signed for everyone"
GAMES = {
    "one vote is taken for two": Case(voted_out, "too few players voted on Turtle", is_late=True),
    "somebody stands by an end that nobody has seen": Case(
        signed_off, "an end they have not seen", is_late=True
    ),
    "we are shown another game": Case(other_view, OTHER_GAME, is_late=True),
    "we are asked for a bid in the open": Case(hidden_step, "shows an impossible board", is_late=True),
    "another game is signed": Case(other_facts, OTHER_GAME, is_late=True),
    "another game is signed and not shown": Case(unseen_game, OTHER_GAME, is_late=True),
    "a deed is told twice": Case(again, "the host repeats something Koi did before"),
    "chance is drawn from elsewhere": Case(other_draw, "draws from a different chance", is_late=True),
    "the seed is another": Case(
        on(Began, lambda _, entry: [entry, Revealed("another")]), "shows a different seed", is_late=True
    ),
}


# What a client does then -------------------------------------------------------------------------


CASES = OPENINGS | ROUNDS | SEATS | GAMES


@pytest.mark.parametrize("name", CASES)
async def test_a_lie_is_the_end_of_the_game_for_who_is_lied_to(name: str, tmp_path: Path) -> None:
    """The client says what is wrong, keeps the proof, and does nothing from then on."""
    lie, sentence, is_late = CASES[name]
    async with lied_to(tmp_path, lie, PATIENT) as fraud:
        alarm = await fraud.alarm()
        evidence = evidence_in(alarm.evidence)

        assert fraud.liar.has_lied
        assert re.fullmatch(rf"Stop playing: [^.]*{sentence}[^.]*\.", alarm.sentence)
        assert evidence.sentence in alarm.sentence
        assert evidence.host == fraud.liar.host.public.raw
        assert fraud.home in (alarm.evidence or Path()).parents
        assert is_late or fraud.ear.released() == []


async def test_what_we_sealed_is_told_to_all_as_soon_as_it_is_taken(tmp_path: Path) -> None:
    """Otherwise the host could say later that nothing came from us."""
    async with lied_to(tmp_path, on(Committed, lambda *_: [], VICTIM), PATIENT) as fraud:
        for person in fraud.scene.people[1:]:
            person.keeps_back = {Committed}
        alarm = await fraud.alarm()

        assert (
            alarm.sentence
            == "Stop playing: the host took what you sealed but does not pass it on to everyone."
        )
        assert fraud.ear.released() == []


async def test_nobody_is_passed_over_who_should_be_waited_for(tmp_path: Path) -> None:
    def pass_over(liar: Liar, item: Item) -> Iterable[Item]:
        round_ = liar.runner.table.round
        is_last = round_ is not None and round_.owing_commits() == (OTHER,) and round_.header.round == 2
        return liar.instead(item, replace(item, entry=RoundSet((OTHER,)))) if is_last else [item]

    async with lied_to(tmp_path, pass_over, PATIENT) as fraud:
        fraud.silent.add(OTHER)
        alarm = await fraud.alarm()

        assert alarm.sentence == "Stop playing: a seat was skipped that the table should have waited for."
        assert len(fraud.ear.released()) == 1  # for the round before the game
