"""Invitations: one record, one text."""

from __future__ import annotations

import re
from ipaddress import IPv6Address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.chance import digest
from protocol.identity import Identity
from protocol.invitation import (
    DEFAULT_PORT,
    Address,
    Invitation,
    InvitationError,
    host_key_hash,
    make_token,
    token_hash,
)
from tests.refusing import refused

HASH = "abcdefghijklmnopqrstuvwxyz234567"
TICKET = "abcdefghijklmnopqrstuvwxya"
TEXT = f"table://example.org:7000/dragon#hk={HASH}&t={TICKET}"


def is_plain(address: IPv6Address) -> bool:
    return address.ipv4_mapped is None and address.scope_id is None


names = st.from_regex(r"([a-z][a-z0-9]{0,9}\.){0,3}[a-z][a-z0-9-]{0,9}[a-z]", fullmatch=True)
addresses_v6 = st.ip_addresses(v=6).filter(lambda address: is_plain(IPv6Address(address)))
hosts = names | st.ip_addresses(v=4).map(str) | addresses_v6.map(str)
addresses = st.builds(Address, hosts, st.integers(1, 65535) | st.just(DEFAULT_PORT))
invitations = st.builds(
    Invitation,
    addresses,
    st.from_regex(r"[A-Za-z0-9_-]{1,64}", fullmatch=True),
    st.binary(min_size=20, max_size=20),
    st.none() | st.binary(min_size=16, max_size=16),
)


@given(invitations)
def test_an_invitation_is_read_as_it_was_written(invitation: Invitation) -> None:
    assert Invitation.parse(invitation.text()) == invitation


@given(addresses)
def test_an_address_is_read_as_it_was_written(address: Address) -> None:
    assert Address.parse(str(address)) == address


@given(addresses, st.integers(1, 65535))
def test_whoever_types_an_address_may_leave_out_the_usual_port(address: Address, usual: int) -> None:
    assert Address.read(str(address), usual) == address
    assert Address.read(address.host, usual) == Address(address.host, usual)
    assert Address.read(str(address).rpartition(":")[0], usual) == Address(address.host, usual)


@given(invitations, st.data())
def test_no_second_text_gives_the_same_invitation(invitation: Invitation, data: st.DataObject) -> None:
    text = invitation.text()
    place = data.draw(st.integers(0, len(text) - 1))
    letter = data.draw(st.characters())
    altered = text[:place] + letter + text[place + data.draw(st.integers(0, 1)) :]

    try:
        other = Invitation.parse(altered)
    except InvitationError:
        return
    assert other.text() == altered


@given(st.text())
def test_any_text_is_read_or_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(InvitationError):
        Invitation.parse(text)


def test_the_text_looks_as_documented() -> None:
    invitation = Invitation.parse(TEXT)

    assert invitation.address == Address("example.org", 7000)
    assert invitation.game == "dragon"
    assert invitation.text() == TEXT
    assert Invitation.parse(f"table://[::1]/g#hk={HASH}").address == Address("::1", DEFAULT_PORT)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("http://example.org/dragon", "looks like"),
        (TEXT.replace("table", "TABLE"), "looks like"),
        (TEXT.replace("#hk=", "#t=").replace("&t=", "&hk="), "looks like"),
        (TEXT.replace("example.org", "Example.org"), "lower case"),
        (TEXT.replace("example.org", "example.org."), "lower case"),
        (TEXT.replace("example.org", "bücher.org"), "lower case"),
        (TEXT.replace("example.org", "-a.org"), "lower case"),
        (TEXT.replace("example.org", "a" * 64), "lower case"),
        (TEXT.replace("example.org", "me@example.org"), "lower case"),
        (TEXT.replace("example.org", ""), "lower case"),
        (TEXT.replace("example.org", "127.1"), "IPv4"),
        (TEXT.replace("example.org", "127.0.0.01"), "IPv4"),
        (TEXT.replace("example.org", "[example.org]"), "Brackets"),
        (TEXT.replace("example.org", "[0:0:0:0:0:0:0:1]"), "shortest form"),
        (TEXT.replace("example.org", "[FE80::1]"), "shortest form"),
        (TEXT.replace("example.org", "[fe80::1%eth0]"), "zone"),
        (TEXT.replace("example.org", "[::ffff:1.2.3.4]"), "shortest form"),
        (TEXT.replace("example.org", "[::g]"), "IPv6"),
        (TEXT.replace("7000", ""), "port"),
        (TEXT.replace("7000", "0"), "port"),
        (TEXT.replace("7000", "07000"), "port"),
        (TEXT.replace("7000", "65536"), "port"),
        (TEXT.replace("7000", "\uff17000"), "port"),
        (TEXT.replace("7000", "7475"), "usual port"),
        (TEXT.replace("7000", "7000,example.org:7000"), "each address once"),
        (TEXT.replace("example.org", ",".join(f"{n}.org" for n in range(9))), "at most 8"),
        (TEXT.replace("7000", "7000,"), "lower case"),
        (TEXT.replace("example.org", "a:b:c"), "port"),
        (TEXT.replace("dragon", ""), "game"),
        (TEXT.replace("dragon", "a/b"), "game"),
        (TEXT.replace("dragon", "a" * 65), "game"),
        (TEXT.replace("dragon", "dragon?x"), "game"),
        (TEXT.replace(HASH, HASH.upper()), "host key's hash"),
        (TEXT.replace(HASH, HASH[:-1]), "host key's hash"),
        (TEXT.replace(HASH, HASH[:-8]), "host key's hash has the wrong length"),
        (TEXT.replace(TICKET, ""), "token has the wrong length"),
        (TEXT.replace(TICKET, TICKET[:-1] + "b"), "token is not base 32"),
        (TEXT.replace(TICKET, TICKET + "======"), "token is not base 32"),
        (TEXT + "\n", "token is not base 32"),
        (TEXT + "&t=" + TICKET, "token is not base 32"),
    ],
)
def test_what_is_not_quite_an_invitation_is_refused(text: str, sentence: str) -> None:
    with refused(sentence, InvitationError) as error:
        Invitation.parse(text)

    assert TICKET not in str(error.value)


@pytest.mark.parametrize(
    "text", ["example.org", "::1", "::1:7475", "[::1]", "a:b", "a:1:2", ":7475", "a:99999"]
)
def test_what_is_not_quite_an_address_is_refused(text: str) -> None:
    with pytest.raises(InvitationError):
        Address.parse(text)


def test_only_the_text_shows_the_token() -> None:
    invitation = Invitation.parse(TEXT)

    assert str(invitation) == "table://example.org:7000/dragon"
    assert TICKET not in repr(invitation)
    assert not re.search("token|" + re.escape(repr(invitation.token)), repr(invitation))


def test_an_invitation_may_lead_to_several_servers_of_a_host() -> None:
    text = TEXT.replace("example.org:7000", "example.org:7000,[::1],127.0.0.1:7001")
    invitation = Invitation.parse(text)

    assert invitation.text() == text
    assert invitation.ways == (Address("example.org", 7000), Address("::1"), Address("127.0.0.1", 7001))


def test_an_invitation_names_one_host() -> None:
    host = Identity.make().public
    invitation = Invitation(Address("::1"), "g", host_key_hash(host))

    assert digest("host-key", host.raw).startswith(host_key_hash(host))
    assert invitation.names(host)
    assert not invitation.names(Identity.make().public)


def test_a_token_is_known_by_its_hash() -> None:
    token = make_token()

    assert len(token) == 16
    assert token_hash(token) == token_hash(token) != token_hash(make_token())
    assert token not in token_hash(token)
