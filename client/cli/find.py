"""`jinmaku find`: look for tables in the local network."""

from __future__ import annotations

import asyncio
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Iterator, Sequence
from ipaddress import AddressValueError, IPv4Address

from client.cli.printing import tell
from client.columns import in_columns
from client.seat.find import HAS_ZEROCONF, find
from protocol.discovery import QUERY_PORT, FoundTable, base32
from protocol.handshake import OURS, Versions, who_is_older

HELP = "Look for tables on the local network; exit code 1 if there are none."

HEADINGS = ("GAME", "TABLE", "FREE", "ADDRESS", "HOST KEY")
LONGEST_SEARCH = 60
KEY_LETTERS = 16  # enough to compare by eye; the invitation has all of them

NOTHING_FOUND = f"""\
No tables found on the local network. There may still be some:
  - guest Wi-Fi often keeps its devices apart;
  - from within a container or WSL 2 only their own network can be seen;
  - a VPN may be asked instead of the local network: try --interface with this machine's address there;
  - a firewall, here or there, may stop mDNS (UDP port 5353) or queries (UDP port {QUERY_PORT});
  - a server that listens on loopback alone does not announce its tables.
An invitation leads to a table all the same: ask its host for one."""
WITHOUT_ZEROCONF = "Tables announced by mDNS cannot be seen: that needs the package zeroconf (jinmaku[lan])."


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--seconds", type=_seconds, default=2.0, help="how long to look (2)")
    parser.add_argument(
        "--interface",
        metavar="ADDRESS",
        type=_address,
        help="look only on the network where this machine has this address",
    )


def run(args: Namespace) -> int:
    notices = asyncio.run(find(args.seconds, interface=args.interface))
    if notices:
        print("\n".join(report(notices)))
        return 0
    tell(*NOTHING_FOUND.splitlines())
    if not HAS_ZEROCONF:
        tell(WITHOUT_ZEROCONF)
    return 1


def report(notices: Sequence[FoundTable]) -> Iterator[str]:
    """Return a table of what was found, and below each row how to look on."""
    heading, *rows = in_columns([HEADINGS, *map(_row, notices)])
    yield heading
    for notice, row in zip(notices, rows, strict=True):
        yield row
        yield f"  {_advice(notice)}"


def _row(notice: FoundTable) -> tuple[str, ...]:
    listing = notice.listing
    key = base32(notice.host_key)[:KEY_LETTERS]
    return (
        listing.game,
        listing.table,
        f"{listing.free}/{listing.seats}",
        str(notice.address),
        "-".join(key[start : start + 4] for start in range(0, KEY_LETTERS, 4)),
    )


def _advice(notice: FoundTable) -> str:
    if OURS.lowest <= notice.version <= OURS.highest:
        return f"jinmaku join '{notice.invitation().text()}'"
    return who_is_older(OURS, Versions(notice.version, notice.version))


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0
    if not 0 < seconds <= LONGEST_SEARCH:
        raise ArgumentTypeError(f"a number above 0 and up to {LONGEST_SEARCH}, not {text}")
    return seconds


def _address(text: str) -> str:
    try:
        return str(IPv4Address(text))
    except AddressValueError:
        raise ArgumentTypeError(f"an IPv4 address, not {text}") from None
