"""The description of the protocol is true: its examples are what the code sends, its tables are complete."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any, get_args

import msgpack
import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import inspect
from msgspec.msgpack import Decoder
from msgspec.structs import replace

from core.chance import ChanceEvent, digest, frame
from core.deals import Deal, DealEvent, Goods, Promise, Standing, Status
from core.decisions import Kit
from core.games.rising_sun.view import View
from core.kinds import TableEvent
from core.wire import Packed, Question
from protocol.canonical import decode, encode
from protocol.chain import Chain
from protocol.entries import AnyEntry, Deed, Oath, Opened, Said, SatDown, Stamped, Written
from protocol.errors import Code
from protocol.fair import LINKS, Luck, first_mix, next_mix
from protocol.handshake import OURS, Agreement, Auth, Hello, Versions, Welcome, check_auth, check_welcome
from protocol.header import ENTROPY, SERVER, Message, Opening, RoundHeader
from protocol.identity import Identity
from protocol.invitation import DEFAULT_PORT, host_key_hash
from protocol.limits import Limits
from protocol.logfile import MAGIC
from protocol.messages import (
    METHODS,
    NOTICES,
    ClockFace,
    InvitationNow,
    Item,
    OwnSeat,
    SeatInfo,
    SeatNow,
    TableInfo,
    TableNow,
    TableState,
    Told,
)
from protocol.oaths import sign_refusal, swear
from protocol.pace import Absence, Pace, Terms
from protocol.parties import ACK_MS, ENTROPY_MS, ENTROPY_SIZE, make_opened, occasion_of, parties_of
from protocol.policy import Keys, header_for, keyset_hash, make_keys
from protocol.round import Round
from protocol.round_records import Acked, Handed, OutcomePart, Release, RoundDeed, RoundOpened, RoundSet
from protocol.rpc import (
    NIL,
    ErrorRecord,
    Notification,
    Response,
    decode_answer,
    decode_params,
    decode_request,
)
from protocol.sealing import (
    Commitment,
    Folder,
    deal_all,
    deal_with,
    key_of,
    open_choice,
    piece_message,
    share_hash,
    shares_of,
)
from protocol.session import PLACES, SessionPlace
from protocol.table.public import PublicTable
from protocol.table.rounds import genesis_of
from protocol.table.signatures import MOST_UNSEEN
from protocol.table.table import journal_mark, next_journal
from protocol.table.transcript import Transcript, blind_of, picture_of, words_of
from protocol.talk import BUCKETS
from protocol.tls import ENDORSEMENT

TEXT = (Path(__file__).parent.parent / "docs" / "protocol.md").read_text()
HOST = Identity(Ed25519PrivateKey.from_private_bytes(b"\x01" * 32))
PLAYER = Identity(Ed25519PrivateKey.from_private_bytes(b"\x02" * 32))
SPKI = b"\x03" * 32
SEATS = (0, 1, 2)
PEOPLE = [Identity.from_secret(bytes([number]) * 32) for number in (2, 5, 6)]
BARE = Opened("rising_sun", 1, (), (), "a seed", host=HOST.public.raw, nonce=b"\x04" * 32)
OPENED = make_opened(BARE, HOST, SEATS)
GAME, HEAD = OPENED.game_id, b"\x07" * 32
KEYS = {seat: make_keys(PEOPLE[seat], HOST.public, GAME, SEATS) for seat in SEATS}
SITTERS = {seat: SatDown(seat, "Aiko", PEOPLE[seat].public.raw) for seat in SEATS}
PARTIES = parties_of(OPENED, SEATS, SITTERS, KEYS, ())
OCCASION = occasion_of(1, ENTROPY, SEATS, ENTROPY_SIZE, Terms(), HEAD)
HEADER = header_for(PARTIES, OCCASION)
ENTROPY_OF_0 = b"\x0b" * 32


# Reading the document ----------------------------------------------------------------------------


def blocks(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```", TEXT, re.DOTALL | re.MULTILINE)


def examples() -> list[tuple[str, Any, bytes]]:
    """Return who says it, the readable form as a value, and the bytes."""
    pattern = re.compile(r"^([<>]) (.*?)\n((?:= [0-9a-f]+\n)+)", re.DOTALL | re.MULTILINE)
    found = [match.groups() for block in blocks("wire") for match in pattern.finditer(block)]
    return [(who, value_of(text), bytes.fromhex(code.replace("= ", ""))) for who, text, code in found]


def value_of(text: str) -> Any:
    text = re.sub(r"h'([0-9a-f\s]*)'", lambda match: repr(bytes.fromhex(match[1])), text)
    for ours, theirs in (("nil", "None"), ("true", "True"), ("false", "False")):
        text = re.sub(rf"\b{ours}\b", theirs, text)
    return ast.literal_eval(text)


def vectors() -> dict[str, bytes]:
    lines = "".join(blocks("vector")).splitlines()
    return {name: bytes.fromhex(value) for name, value in (line.split(" = ") for line in lines)}


def table(first: str) -> dict[str, list[str]]:
    """Return the rows of the table whose first column has this heading."""
    rows = re.search(rf"^\| {first} \|.*\n\|[-|]+\n((?:\|.*\n?)+)", TEXT, re.MULTILINE)
    assert rows, first
    cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows[1].splitlines()]
    return {cell[0]: cell[1:] for cell in cells}


def fields(kind: Any) -> str:
    """Name the fields of a record as the tables of methods and notices do."""
    return ", ".join(field.name for field in fields_of(kind))


def marked_fields(kind: Any) -> str:
    """Name the fields of a record as the tables of records do, marking those that may be nil."""
    return ", ".join(f"{field.name}{'?' * may_be_nil(field.type)}" for field in fields_of(kind))


def fields_of(kind: Any) -> tuple[inspect.Field, ...]:
    info = inspect.type_info(kind)
    assert isinstance(info, (inspect.StructType, inspect.NamedTupleType))
    return info.fields


def tag_of(kind: Any) -> str | int | None:
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    return info.tag


def may_be_nil(info: inspect.Type) -> bool:
    return isinstance(info, inspect.UnionType) and info.includes_none


# Examples ----------------------------------------------------------------------------------------

EXAMPLES = examples()


def test_every_line_of_an_example_is_read() -> None:
    said = [line for block in blocks("wire") for line in block.splitlines() if line[:2] in ("> ", "< ")]

    assert len(EXAMPLES) == len(said) > 10


@pytest.mark.parametrize(("who", "value", "data"), EXAMPLES, ids=[data[:12].hex() for _, _, data in EXAMPLES])
def test_an_example_is_what_the_code_writes_and_reads(who: str, value: Any, data: bytes) -> None:
    assert msgspec.msgpack.encode(value) == msgpack.packb(value) == data
    if who == ">":
        request = decode_request(data)
        params: Any = decode_params(request.params, Decoder(METHODS[request.method].params))
        assert msgspec.msgpack.encode([0, request.msgid, request.method, params]) == data
        return
    answer = decode_answer(data)
    if isinstance(answer, Notification):
        told: Any = decode_params(answer.params, Decoder({"error": ErrorRecord, **NOTICES}[answer.method]))
        assert msgspec.msgpack.encode([2, answer.method, told]) == data
    elif answer.error is None:
        method = next(v[2] for w, v, _ in EXAMPLES if w == ">" and v[1] == answer.msgid)
        result: Any = decode_params(answer.result, Decoder(METHODS[method].result))
        assert msgspec.msgpack.encode([1, answer.msgid, None, result]) == data


def test_the_handshake_of_the_example_is_believed() -> None:
    said = [data for _, value, data in EXAMPLES if value[0] < 2 and value[1] < 2]
    welcomed = decode_answer(said[1])
    assert isinstance(welcomed, Response)
    hello = decode_params(decode_request(said[0]).params, Decoder(Hello))
    welcome = decode_params(welcomed.result, Decoder(Welcome))
    auth = decode_params(decode_request(said[2]).params, Decoder(Auth))

    agreement = check_welcome(hello, welcome, HOST.public, SPKI)

    assert agreement == Agreement(SPKI, HOST.public, hello.nonce, welcome.nonce, 6, Versions(6, 6))
    assert check_auth(agreement, auth) == PLAYER.public


def test_the_vectors_are_what_the_code_gives() -> None:
    assert vectors() == {
        'F("kat", "a", "")': frame("kat", b"a", b""),
        'H("kat", "a", "")': digest("kat", b"a", b""),
        "host key": HOST.public.raw,
        "pin": host_key_hash(HOST.public),
        "endorsement": HOST.sign("tls-key", SPKI),
        **vectors_of_keys(),
        **vectors_of_a_choice(),
        **vectors_of_a_piece(),
        **vectors_of_chance(),
        **vectors_of_a_transcript(),
        **vectors_of_a_journal(),
    }


def vectors_of_keys() -> dict[str, bytes]:
    return {
        "game id": GAME,
        "key of the server for seat 0": OPENED.keys[0],
        "key of seat 0 for seat 1": KEYS[0].publics[1],
        "hash of all keys": keyset_hash(PARTIES.signers, PARTIES.keys),
    }


def vectors_of_a_choice() -> dict[str, bytes]:
    context, polynomial, server = HEADER.context(), (b"\x08" * 32, b"\x09" * 32), b"\x0a" * 32
    numbers, message = tuple(int.from_bytes(part, "big") for part in polynomial), Message("", ENTROPY_OF_0)
    dealt = deal_with(HEADER, 0, encode(message), PARTIES.keys_for(0), numbers, server)
    sealed, share = decode(dealt.commitment, Commitment), shares_of((1,), numbers, server)[1]
    assert open_choice(HEADER, sealed, Opening(polynomial, server)) == message
    empty = Round(RoundOpened(encode(HEADER)), PARTIES, OCCASION, OPENED.anchor, lambda _: None)
    empty.apply(RoundSet(SEATS))
    return {
        "context": context,
        "K": key_of(context, 0, numbers, server),
        "ciphertext": sealed.ciphertext,
        "commitment": sealed.commitment,
        "share of seat 1": share,
        "hash of the share of seat 1": share_hash(context, 0, 1, share),
        "set hash": empty.set_hash(),
    }


def vectors_of_a_piece() -> dict[str, bytes]:
    header, polynomial, server = replace(HEADER, size=(64, 64)), (b"\x08" * 32, b"\x09" * 32), b"\x0a" * 32
    messages = [encode(Message("", ENTROPY_OF_0)), encode(piece_message("c0"))]
    openings = [Opening(polynomial, server)] * 2
    dealt = deal_all(header, 0, messages, PARTIES.keys_for(0), openings)
    (piece,) = decode(dealt.commitment, Folder).pieces
    assert open_choice(header, piece, openings[1]) == piece_message("c0")
    return {
        "context with a piece": header.context(),
        "context of the piece": piece.context,
        "ciphertext of the piece": piece.ciphertext,
        "commitment of the piece": piece.commitment,
    }


def vectors_of_chance() -> dict[str, bytes]:
    table = PublicTable(Stamped(0, OPENED))
    table.sitters = SITTERS
    genesis = genesis_of(table, HEADER.keys)
    luck, first = Luck(GAME, OPENED.seed), first_mix(genesis)
    mix = next_mix(first, HEADER.round, luck.next_link, {0: ENTROPY_OF_0})
    drawn = luck.stirred(mix)
    for secret in (False, True):
        drawn.draw(ChanceEvent(3, "war", secret), lambda stream: stream.below(6))
    return {
        "genesis": genesis,
        "anchor": OPENED.anchor,
        "seed commitment": OPENED.seed_commitment,
        "first link": luck.next_link,
        "first mix": first,
        "mix": mix,
        "public key of draw 3": drawn.keys[3, False],
        "private key of draw 3": drawn.keys[3, True],
    }


def vectors_of_a_transcript() -> dict[str, bytes]:
    blind = blind_of(Luck(GAME, OPENED.seed).private, GAME, 0)
    transcript, picture = Transcript(GAME, 0, blind), picture_of(NIL, None, ())
    began = transcript.head
    transcript.hear(opened_item(), words_of(opened_item()))
    chain = Chain(GAME)
    chain.add(HEAD)
    said = swear(PEOPLE[0], chain, transcript.head, Said(0, 0, (), "well met"))
    return {
        "blind of seat 0": blind,
        "transcript of seat 0": began,
        "picture": picture,
        "transcript after an item": transcript.head,
        "oath": said.oath.signature,
        "refusal": sign_refusal(HOST, GAME, said),
    }


def vectors_of_a_journal() -> dict[str, bytes]:
    first = next_journal(b"", Stamped(0, OPENED))
    second = next_journal(first, opened_item())
    return {
        "journal of the opening": first,
        "journal with an item": second,
        "mark of the item": journal_mark(Luck(GAME, OPENED.seed).private, second),
    }


def opened_item() -> Item:
    """Return the example's item that opens a round."""
    notices = [decode_answer(data) for _, value, data in EXAMPLES if value[:2] == [2, "told"]]
    params = [notice.params for notice in notices if isinstance(notice, Notification)]
    items = [decode_params(told, Decoder(Told)).item for told in params]
    (opened,) = [item for item in items if isinstance(item.entry, RoundOpened)]
    assert opened.picture == picture_of(NIL, None, ())
    return opened


def test_the_round_of_the_example_is_the_one_that_the_keys_make() -> None:
    told = [value[2][0][2] for _, value, _ in EXAMPLES if value[:2] == [2, "told"]]
    opened = [entry for entry in told if entry[0] == "RoundOpened"]
    keyed = [value[3] for _, value, _ in EXAMPLES if value[2] == "do" and value[3][0] == "Keyed"]

    assert opened == [["RoundOpened", encode(HEADER)]]
    assert decode(opened[0][1], RoundHeader) == HEADER
    assert HEADER.row(0) == ((1, 2, SERVER), 2)
    assert keyed == [["Keyed", 0, [0, list(KEYS[0].publics)], [0, b"", b""]]]


def test_c1_of_a_value_is_its_shortest_msgpack() -> None:
    value: list[object] = [None, True, -1, 2**64 - 1, b"bytes", "text", [[]]]

    assert encode(value) == msgpack.packb(value)


# Tables ------------------------------------------------------------------------------------------


def test_every_method_is_there_with_its_places_params_and_result() -> None:
    rows = table("method")

    assert rows.keys() == METHODS.keys()
    for name, (places, params, result) in rows.items():
        method = METHODS[name]
        assert places == ways(PLACES[name]), name
        assert params == ("a deed" if name == "do" else fields(method.params)), name
        assert result == ("TableInfo..." if name == "tables" else fields(method.result)), name


def test_every_deed_is_there() -> None:
    sentence = re.search(r"a deed is one of the entries (.*?) \(", TEXT, re.DOTALL)
    assert sentence is not None
    assert set(re.findall(r"[A-Z]\w+", sentence[1])) == {kind.__name__ for kind in get_args(Deed)}
    others = re.search(r"does in a sealed round, (\w+) and (\w+); `confirm` takes an (\w+) and", TEXT)
    assert others is not None
    assert {*others.groups()} == {kind.__name__ for kind in (*get_args(RoundDeed), Acked)}


def ways(places: dict[SessionPlace, SessionPlace]) -> str:
    here = [place.name.lower() for place in places]
    leads_on = [after.name.lower() for before, after in places.items() if before is not after]
    return " → ".join([", ".join(here), *leads_on])


def test_every_notice_is_there_with_its_params() -> None:
    rows = {name: params for name, (params, _) in table("notice").items()}

    assert rows == {name: fields(kind) for name, kind in {**NOTICES, "error": ErrorRecord}.items()}


def test_every_error_is_there_with_its_code() -> None:
    rows = {int(code): name for code, (name, _) in table("code").items()}

    assert rows == {code.value: code.wire_name for code in Code}


def test_every_limit_is_there_with_its_default() -> None:
    rows = {name: float(default) for name, (default, _) in table("limit").items()}

    assert rows == msgspec.structs.asdict(Limits())


def test_every_record_is_there_with_its_fields() -> None:
    rows = {name: names for name, (names,) in table("record").items()}
    lobby = (TableInfo, OwnSeat, SeatInfo, InvitationNow, TableNow, SeatNow)
    kinds = (*lobby, Terms, Item, Written, Oath, ClockFace)
    sealed = (Keys, RoundHeader, Message, Commitment, Folder, Opening, OutcomePart, Release, Handed)

    assert rows == {kind.__name__: marked_fields(kind) for kind in (*kinds, *sealed)}


def test_every_tagged_record_is_there_with_its_fields() -> None:
    rows = {name: names for name, (names,) in table("tagged record").items()}
    unions = (Pace, AnyEntry, Question, TableEvent, DealEvent)
    kinds = [
        Goods,
        Promise,
        Deal,
        Standing,
        Acked,
        Kit,
        *(kind for union in unions for kind in get_args(union)),
    ]

    assert rows == {tag_of(kind): marked_fields(kind) for kind in kinds}


def test_every_word_for_a_state_is_there() -> None:
    words = " ".join(TEXT.split())

    for kind in (Status, TableState, Absence):
        assert ", ".join(value.value for value in kind) in words


def test_the_view_is_there_with_its_fields() -> None:
    words = " ".join(TEXT.split())

    assert f"A view is `[{marked_fields(Packed)}]`" in words
    assert f": {fields(View)}." in words


def test_the_numbers_in_the_text_are_those_of_the_code() -> None:
    limits = Limits()
    kib = limits.stranger_frame_size // 1024

    assert f"the port is {DEFAULT_PORT} unless" in TEXT
    assert f"an extension {ENDORSEMENT.dotted_string} whose" in TEXT
    assert f"At most {limits.requests_in_flight} requests may wait" in TEXT
    assert f"strangers have {limits.stranger_frames} frames of {kib} KiB" in TEXT
    assert "filled with zeros to {}, {} or {} bytes".format(*BUCKETS) in TEXT
    assert f"the server is holder {SERVER}" in TEXT
    assert f"the last of {LINKS} *links*" in TEXT
    assert f"they had {ENTROPY_MS // 1000} seconds" in TEXT
    assert f"after {ACK_MS // 1000} seconds a majority" in TEXT
    assert f"Its kind is `{ENTROPY}`" in TEXT
    assert f"at most {MOST_UNSEEN} links\n  have come since" in TEXT
    assert f"`{MAGIC.decode().strip()}`" in TEXT
    assert f"([today](#versions) {OURS.lowest} and {OURS.highest})" in TEXT
