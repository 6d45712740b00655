"""Discovery: what is written is read again, and whatever else arrives is refused."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec import msgpack

from protocol import canonical
from protocol.discovery import (
    ANSWER_SIZE,
    MOST_TABLES,
    NONCE_SIZE,
    QUERY_SIZE,
    AnnouncedHost,
    FoundTable,
    Query,
    QueryAnswer,
    TableListing,
    decode_answer,
    decode_query,
    encode_answer,
    encode_query,
    is_local,
    notice_from_txt,
    own_address_towards,
    txt_of,
)
from protocol.errors import ProtocolError
from protocol.invitation import Address, Invitation

NONCE = bytes(range(NONCE_SIZE))
HOST = AnnouncedHost(7475, bytes(20))
DRAGON = TableListing("dragon", "rising_sun", 2, 5)
HERE = "192.168.1.5"
ETHERNET_ROOM = 1280 - 28  # what every network carries in one piece, without the headers of IP and UDP

tables = st.from_regex(r"[A-Za-z0-9_-]{1,64}", fullmatch=True)
games = st.from_regex(r"[a-z0-9_]{1,32}", fullmatch=True)
seats = st.integers(1, 16).flatmap(lambda most: st.tuples(st.integers(0, most), st.just(most)))
listings = st.builds(lambda table, game, seats: TableListing(table, game, *seats), tables, games, seats)
hosts = st.builds(
    AnnouncedHost, st.integers(1, 65535), st.binary(min_size=20, max_size=20), st.integers(1, 65535)
)
nonces = st.binary(min_size=NONCE_SIZE, max_size=NONCE_SIZE)
local_v4 = st.ip_addresses(v=4, network="10.0.0.0/8") | st.ip_addresses(v=4, network="192.168.0.0/16")


def raw_txt(host: AnnouncedHost = HOST, listing: TableListing = DRAGON) -> dict[bytes, bytes | None]:
    return {key.encode(): value.encode() for key, value in txt_of(host, listing).items()}


def is_printable_and_short(notice: FoundTable) -> bool:
    listing = notice.listing
    shown = f"{listing.table} {listing.game} {notice.address} {notice.invitation().text()}"
    return re.fullmatch(r"[ -~]{1,400}", shown) is not None


def refused(read: Callable[[], object]) -> bool:
    with pytest.raises(ProtocolError):
        read()
    return True


@given(nonces)
def test_a_query_is_read_as_it_was_written(nonce: bytes) -> None:
    assert decode_query(encode_query(nonce)) == nonce


@given(nonces, hosts, st.lists(listings, max_size=4), local_v4.map(str))
def test_an_answer_is_read_as_it_was_written(
    nonce: bytes, host: AnnouncedHost, told: list[TableListing], source: str
) -> None:
    found = decode_answer(encode_answer(nonce, host, told), nonce, source)

    told.sort(key=lambda listing: -listing.free)
    address = Address(source, host.port)
    assert found == [FoundTable(address, host.host_key, host.version, listing) for listing in told]


@given(hosts, listings)
def test_a_txt_record_is_read_as_it_was_written(host: AnnouncedHost, listing: TableListing) -> None:
    found = notice_from_txt(raw_txt(host, listing), [HERE], host.port)

    assert found == FoundTable(Address(HERE, host.port), host.host_key, host.version, listing)


@given(st.lists(listings, max_size=50))
def test_no_answer_is_larger_than_two_queries_or_one_packet(told: list[TableListing]) -> None:
    data = encode_answer(NONCE, HOST, told)

    assert len(data) <= 2 * len(encode_query(NONCE)) <= ETHERNET_ROOM


def test_tables_without_a_free_seat_make_room_for_others() -> None:
    full = [TableListing(f"{number:064}", "g" * 32, 0, 5) for number in range(40)]

    found = decode_answer(encode_answer(NONCE, HOST, [*full, DRAGON]), NONCE, HERE)

    assert found[0].listing == DRAGON
    assert len(found) >= 10


def test_a_notice_makes_the_invitation_of_a_spectator() -> None:
    (notice,) = decode_answer(encode_answer(NONCE, HOST, [DRAGON]), NONCE, HERE)

    assert notice.invitation().text() == f"table://{HERE}/dragon#hk={'a' * 32}"
    assert Invitation.parse(notice.invitation().text()) == notice.invitation()
    assert notice.invitation().token is None


def test_a_txt_record_says_what_is_open_and_nothing_else() -> None:
    assert txt_of(HOST, DRAGON) == {
        "v": "6",
        "table": "dragon",
        "game": "rising_sun",
        "open": "2/5",
        "hk": "a" * 32,
    }


@given(st.binary(max_size=2 * ANSWER_SIZE) | st.binary(min_size=QUERY_SIZE, max_size=QUERY_SIZE))
@example(encode_answer(NONCE, HOST, [DRAGON]))
@example(encode_query(NONCE) + b"\0")
@example(b"\xdd\xff\xff\xff\xff" + bytes(QUERY_SIZE - 5))
@example(b"\x91" * QUERY_SIZE)
def test_other_bytes_are_no_query(data: bytes) -> None:
    assert refused(lambda: decode_query(data))


@given(st.binary(max_size=2 * ANSWER_SIZE))
@example(encode_query(NONCE))
@example(b"\xdd\xff\xff\xff\xff" * 200)
@example(b"\x91" * 1000)
def test_other_bytes_are_no_answer(data: bytes) -> None:
    assert refused(lambda: decode_answer(data, NONCE, HERE))


@given(st.data())
def test_a_damaged_answer_is_refused_or_can_be_shown(data: st.DataObject) -> None:
    damaged = bytearray(encode_answer(NONCE, HOST, [DRAGON, TableListing("koi", "ninjato", 0, 4)]))
    for _ in range(data.draw(st.integers(1, 4))):
        damaged[data.draw(st.integers(0, len(damaged) - 1))] = data.draw(st.integers(0, 255))
    try:
        found = decode_answer(bytes(damaged), NONCE, HERE)
    except ProtocolError:
        return

    assert all(map(is_printable_and_short, found))


anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.text(max_size=80)
    | st.binary(max_size=80),
    lambda inner: st.lists(inner, max_size=5),
    max_leaves=12,
)


@given(anything, anything)
def test_an_answer_of_the_right_form_with_anything_in_it(host: object, told: object) -> None:
    data = msgpack.encode(["jinmaku-here-1", NONCE, host, told])
    try:
        found = decode_answer(data, NONCE, HERE)
    except ProtocolError:
        return

    assert all(map(is_printable_and_short, found))


ours = st.sampled_from([b"v", b"table", b"game", b"open", b"hk"])
values = st.none() | st.binary(max_size=80) | st.text(max_size=40).map(str.encode)


@given(st.dictionaries(ours | st.binary(max_size=9), values), st.lists(st.text(max_size=20)), st.integers())
def test_a_txt_record_with_anything_in_it_is_refused_or_can_be_shown(
    changes: dict[bytes, bytes | None], addresses: list[str], port: int
) -> None:
    try:
        found = notice_from_txt(raw_txt() | changes, [*addresses, HERE], port)
    except ProtocolError:
        return

    assert is_printable_and_short(found)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        *(("v", value) for value in (b"0", b"01", b"65536", b"-1", b"1\n", b"\xd9\xa1", b"", None)),
        *(("table", value) for value in (b"", b"a" * 65, b"a b", b"dragon\n", b"\x1b[2J", "dragón".encode())),
        *(("game", value) for value in (b"Rising", b"a" * 33, b"rising sun", b"\xff", b"koi\n")),
        *(("open", value) for value in (b"6/5", b"1/17", b"1/0", b"1", b"1/2/3", b"01/5", b"2/5\n", b"-1/5")),
        *(("hk", value) for value in (b"a" * 31, b"a" * 33, b"A" * 32, b"1" * 32, b"a" * 32 + b"\n")),
    ],
)
def test_a_txt_record_out_of_bounds_is_refused(key: str, value: bytes | None) -> None:
    assert refused(lambda: notice_from_txt(raw_txt() | {key.encode(): value}, [HERE], 7475))


def test_keys_of_a_later_version_are_passed_over() -> None:
    later = raw_txt() | {b"lang": b"\xff\xfe", b"lock": None}

    assert notice_from_txt(later, [HERE], 7475) == notice_from_txt(raw_txt(), [HERE], 7475)


@pytest.mark.parametrize("key", sorted(raw_txt()))
def test_a_txt_record_has_all_its_keys(key: bytes) -> None:
    txt = raw_txt()
    del txt[key]

    assert refused(lambda: notice_from_txt(txt, [HERE], 7475))


@pytest.mark.parametrize("port", [-1, 0, 65536])
def test_a_service_has_a_port(port: int) -> None:
    assert refused(lambda: notice_from_txt(raw_txt(), [HERE], port))


@pytest.mark.parametrize(
    ("addresses", "chosen"),
    [
        (["8.8.8.8", "10.1.2.3"], "10.1.2.3"),
        (["fe80::1", "fe80::1%2", "fd00::2"], "fd00::2"),
        (["example.org", "", "127.0.0.1"], "127.0.0.1"),
    ],
)
def test_a_service_is_at_its_first_local_address(addresses: list[str], chosen: str) -> None:
    assert notice_from_txt(raw_txt(), addresses, 7475).address.host == chosen


@pytest.mark.parametrize("addresses", [[], ["8.8.8.8"], ["2001:db8::1"], ["fe80::1"]])
def test_a_service_elsewhere_is_refused(addresses: list[str]) -> None:
    assert refused(lambda: notice_from_txt(raw_txt(), addresses, 7475))


def test_an_answer_to_somebody_else_is_refused() -> None:
    assert refused(lambda: decode_answer(encode_answer(bytes(NONCE_SIZE), HOST, [DRAGON]), NONCE, HERE))


def test_an_answer_from_elsewhere_is_refused() -> None:
    assert refused(lambda: decode_answer(encode_answer(NONCE, HOST, [DRAGON]), NONCE, "8.8.8.8"))


@pytest.mark.parametrize(
    "listing",
    [
        ("dragon\x1b", "rising_sun", 2, 5),
        ("dragon", "rising\nsun", 2, 5),
        ("dragon", "rising_sun", 6, 5),
        ("dragon", "rising_sun", 0, 17),
        ("dragon", "rising_sun", -1, 5),
        ("dragon", "rising_sun", 2, 5, "Anna"),
    ],
)
def test_a_listing_out_of_bounds_is_refused(listing: tuple[object, ...]) -> None:
    data = canonical.encode(["jinmaku-here-1", NONCE, HOST, [listing]])

    assert refused(lambda: decode_answer(data, NONCE, HERE))


def test_an_answer_is_bounded() -> None:
    crowd = tuple(TableListing(str(number), "g", 1, 1) for number in range(MOST_TABLES + 1))
    crowded = canonical.encode(QueryAnswer(NONCE, HOST, crowd))
    assert len(crowded) <= ANSWER_SIZE

    assert refused(lambda: decode_answer(crowded, NONCE, HERE))


def test_an_answer_larger_than_we_asked_for_is_refused() -> None:
    long = tuple(TableListing(f"{number:064}", "g" * 32, 1, 1) for number in range(MOST_TABLES))

    assert refused(lambda: decode_answer(canonical.encode(QueryAnswer(NONCE, HOST, long)), NONCE, HERE))


def test_a_query_without_its_padding_is_refused() -> None:
    assert refused(lambda: decode_query(canonical.encode(Query(NONCE, b""))))


@pytest.mark.parametrize(
    "host",
    ["10.0.0.1", "172.31.255.255", "192.168.0.1", "169.254.1.1", "127.0.0.1", "::1", "fe80::1", "fd00::1"],
)
def test_a_local_address(host: str) -> None:
    assert is_local(host)


@pytest.mark.parametrize(
    "host",
    ["8.8.8.8", "172.32.0.1", "192.0.2.1", "100.64.0.1", "::", "::ffff:10.0.0.1", "example", ""],
)
def test_another_address(host: str) -> None:
    assert not is_local(host)


def test_our_address_on_loopback() -> None:
    assert own_address_towards("127.0.0.1") == "127.0.0.1"
