"""Choices sealed in pieces: their covers open at once, and each piece in its own time."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from core.chance import digest
from protocol.canonical import decode, encode
from protocol.header import SERVER, NotTakenError, RoundHeader
from protocol.opening import Turner, check_commitment, complain, hand_over
from protocol.pieces import has_pieces, is_stuck, judge, piece_of
from protocol.round import Round
from protocol.round_records import Certified, Committed, Complained, Handed, Reason, Turned, Verdict
from protocol.sealing import (
    Commitment,
    Dealt,
    Folder,
    deal,
    leaves_of,
    open_choice,
    piece_message,
    recover,
    sign_commitment,
)
from tests.protocol.round_table import HOST, PLAYERS, World, card_of, certified, message_of, opened, people

PLACES = 3


def over(number: int = 3, host: int | None = None, bots: int = 0) -> World:
    """A round whose covers are open."""
    world = certified(people(number, host, bots), PLACES)
    world.finish(*world.table.seating.people)
    return world


def turner(world: World, seat: int, place: int) -> Turner:
    return Turner(world.round, HOST, seat, place, None)


def helped(world: World, seat: int, place: int, *helpers: int) -> Turned | None:
    gathering = turner(world, seat, place)
    for helper in helpers:
        handed = hand_over(world.round, helper, PLAYERS[helper], seat, place)
        assert handed is not None
        gathering.take(handed)
    return gathering.turned(())


def lies_there(seat: int, place: int) -> Verdict:
    return Verdict(piece_message(card_of(seat, place)), Reason.OPENED)


# Opening -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [3, 4, 5])
def test_an_owner_and_others_turn_over_the_same(number: int) -> None:
    world = over(number)
    _, threshold = world.round.header.row(0)
    for place in range(PLACES):
        own = Turned(0, place, world.dealt[0].pieces[place], ())
        theirs = helped(world, 0, place, *range(1, threshold + 1))
        assert theirs is not None
        assert theirs.opening is None
        assert judge(world.round, own, ()) == judge(world.round, theirs, ()) == lies_there(0, place)
        assert judge(world.follow(), theirs, ()) == lies_there(0, place)


def test_covers_open_as_choices_do_and_tell_nothing_of_their_pieces() -> None:
    world = over()
    round_ = world.round

    assert round_.verdicts == opened(range(3))
    assert has_pieces(round_)
    for seat in range(3):
        cover, *pieces = leaves_of(round_.standing[seat])
        openings = world.dealt[seat].opening, *world.dealt[seat].pieces
        for sealed, right in zip((cover, *pieces), openings, strict=True):
            for opening in openings:
                assert (open_choice(round_.header, sealed, opening) is not None) == (opening is right)


def test_shares_of_a_cover_and_of_one_piece_are_none_of_another() -> None:
    world = over()
    leaves = leaves_of(world.round.standing[0])
    shares = [
        {holder: taken for holder in (1, 2, SERVER) if (taken := world.round.shares.get((holder, leaf)))}
        for leaf in leaves
    ]
    for leaf, right in zip(leaves, shares, strict=True):
        for given in shares:
            assert (recover(world.round.header, leaf, given) is not None) == (given is right)


def test_too_few_turn_over_nothing() -> None:
    world = over(4)

    assert helped(world, 0, 1) is None
    assert helped(world, 0, 1, 1, 2) is None
    assert helped(world, 0, 1, 1, 2, 3) is not None


def test_what_does_not_fit_is_refused() -> None:
    world = over()
    pieces = world.dealt[0].pieces
    gathering = turner(world, 0, 1)
    for handed, sentence in (
        (Handed(0, 0, 1, pieces[0], None), "has not opened its own choice"),
        (Handed(0, 0, 1, world.dealt[0].opening, None), "has not opened its own choice"),
        (Handed(1, 0, 1, pieces[1], None), "has not opened its own choice"),
        (Handed(1, 0, 1, None, bytes(32)), "no such share"),
        (Handed(0, 0, 1, None, bytes(32)), "no such share"),
    ):
        with pytest.raises(NotTakenError, match=sentence):
            gathering.take(handed)
    assert gathering.turned(()) is None
    for turned, sentence in (
        (Turned(0, 1, pieces[0], ()), "not what seat 0 sealed"),
        (Turned(0, 1, world.dealt[0].opening, ()), "not what seat 0 sealed"),
        (Turned(1, 1, pieces[1], ()), "not what seat 1 sealed"),
        (Turned(0, 1, None, ((1, bytes(32)),)), "not the shares that seat 0 dealt"),
        (Turned(0, PLACES, pieces[1], ()), "nothing for that place"),
        (Turned(0, 1, None, ()), "can be opened"),
    ):
        with pytest.raises(NotTakenError, match=sentence):
            judge(world.round, turned, ())


def test_nothing_is_turned_over_before_the_covers_are_open() -> None:
    world = certified(people(3), PLACES)

    with pytest.raises(NotTakenError, match="nothing for that place"):
        judge(world.round, Turned(0, 0, world.dealt[0].pieces[0], ()), ())


def test_a_choice_in_one_piece_has_no_others() -> None:
    world = certified(people(3))
    world.finish(0, 1, 2)

    assert not has_pieces(world.round)
    with pytest.raises(NotTakenError, match="nothing for that place"):
        piece_of(world.round, 0, 0)


# Those who are away ------------------------------------------------------------------------------


@pytest.mark.parametrize(("number", "host", "gone", "stuck"), [
    (3, None, (0,), False),
    (3, None, (0, 1), True),
    (5, None, (0, 1), False),
    (5, None, (0, 1, 2), True),
    (2, 1, (0,), True),
    (2, 1, (1,), False),
])  # fmt: skip
def test_a_piece_is_passed_over_only_where_nobody_can_open_it_but_those_who_were_voted_out(
    number: int, host: int | None, gone: tuple[int, ...], *, stuck: bool
) -> None:
    world = over(number, host)

    assert is_stuck(world.round, 0, gone) == stuck
    assert turner(world, 0, 0).turned(gone) == (Turned(0, 0, None, ()) if stuck else None)
    if stuck:
        assert judge(world.round, Turned(0, 0, None, ()), gone) == Verdict(None, Reason.WITHHELD)


def test_what_a_bot_of_the_server_has_laid_is_never_passed_over() -> None:
    world = over(3, bots=1)

    assert not is_stuck(world.round, 3, (0, 1, 2))


# Sealing -----------------------------------------------------------------------------------------


def folder_of(dealt: Dealt) -> Folder:
    return decode(dealt.commitment, Folder)


def committed(world: World, seat: int, folder: Folder) -> Committed:
    """Let a player sign what was made of a folder."""
    data, seen = encode(folder), (len(world.heads) - 1, world.heads[-1])
    return Committed(seat, 0, data, *seen, sign_commitment(PLAYERS[seat], 0, data, *seen))


def test_a_folder_has_all_its_pieces_each_in_its_place() -> None:
    world = World(people(3), pieces=PLACES)
    world.sealed(0)
    folder = folder_of(world.dealt[0])
    first, second, third = folder.pieces
    for pieces in (
        (first, second),
        (second, first, third),
        (first, first, third),
        (first, second, third, third),
    ):
        with pytest.raises(NotTakenError, match="another round"):
            world.round.read(committed(world, 0, replace(folder, pieces=pieces)))
    for change, sentence in (
        ({"seat": 1}, "another seat"),
        ({"holders": (1, 2)}, "hold them"),
        ({"hashes": ()}, "hold them"),
        ({"ciphertext": bytes(81)}, "wrong size"),
    ):
        pieces = first, replace(second, **change), third
        with pytest.raises(NotTakenError, match=sentence):
            world.round.read(committed(world, 0, replace(folder, pieces=pieces)))


def test_a_cover_without_its_pieces_is_no_folder_nor_the_other_way_round() -> None:
    whole, plain = World(people(3), pieces=PLACES), World(people(3))
    whole.sealed(0)
    plain.sealed(0)

    with pytest.raises(NotTakenError, match="no sealed choice"):
        whole.round.read(replace(plain.sealed(0)))
    with pytest.raises(NotTakenError, match="no sealed choice"):
        plain.round.read(whole.sealed(0))


def test_each_piece_is_padded_and_too_long_a_card_is_not_sealed() -> None:
    world = World(people(3), pieces=1)
    header, keys = world.round.header, world.table.keys_for(0)
    short, long = (folder_of(deal(header, 0, message_of(0), keys, [text])) for text in ("", "a" * 20))

    assert len(short.pieces[0].ciphertext) == len(long.pieces[0].ciphertext) == 80
    with pytest.raises(NotTakenError, match="too long"):
        deal(header, 0, message_of(0), keys, ["a" * 30])
    with pytest.raises(ValueError, match="zip"):
        deal(header, 0, message_of(0), keys)


def test_contexts_of_pieces_follow_from_the_header() -> None:
    header: RoundHeader = World(people(3), pieces=2).round.header
    context = header.context()

    assert header.contexts() == (context, digest("piece", context, b"\0"), digest("piece", context, b"\1"))


# False shares ------------------------------------------------------------------------------------


def spoil(piece: Commitment, holder: int) -> Commitment:
    boxes = list(piece.boxes)
    boxes[piece.holders.index(holder)] = bytes(80)
    return replace(piece, boxes=tuple(boxes))


def with_spoilt_piece(holder: int) -> tuple[World, Committed]:
    world = World(people(3), pieces=PLACES)
    world.sealed(0)
    folder = folder_of(world.dealt[0])
    pieces = *folder.pieces[:-1], spoil(folder.pieces[-1], holder)
    world.dealt[0] = replace(world.dealt[0], commitment=encode(replace(folder, pieces=pieces)))
    return world, world.sealed(0)


def test_the_server_takes_no_folder_with_a_false_share_for_it_in_any_piece() -> None:
    world, record = with_spoilt_piece(SERVER)

    with pytest.raises(NotTakenError, match="share for the server is false"):
        check_commitment(world.round, HOST, record)


def test_who_finds_a_false_share_in_any_piece_complains_and_the_whole_choice_is_void() -> None:
    world, record = with_spoilt_piece(1)
    world.tell(record)
    world.commit(1, 2)
    world.close()
    complaint = world.answer(1)
    assert isinstance(complaint, Complained)
    world.tell(complaint)

    assert world.round.void == {0}
    assert world.follow().void == {0}


def test_a_false_complaint_shows_a_share_of_every_piece_and_they_count() -> None:
    world = World(people(3), pieces=PLACES)
    world.commit(0, 1, 2)
    world.close()
    world.tell(complain(world.round, 1, PLAYERS[1], 0))
    world.ack(0, 1, 2)
    world.tell(Certified(False))
    world.finish(0, 1, 2)

    assert world.round.false_complaints == {(1, 0)}
    turned = helped(world, 0, 2, 2)
    assert turned is not None
    assert judge(world.round, turned, ()) == lies_there(0, 2)
    assert round_trip(world.round) == world.round.shown_pieces


def round_trip(round_: Round) -> object:
    return round_.clone().shown_pieces
