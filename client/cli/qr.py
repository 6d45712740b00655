"""`jinmaku qr`: draw an invitation as a QR code."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from client.cli.player import invitation_in
from client.cli.printing import complain
from client.qr import UndrawableError, picture
from client.signs import for_drawing

HELP = "Draw an invitation as a QR code, to scan with a camera."


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("invitation", metavar="INVITE", type=invitation_in, help="table://...")
    parser.add_argument("--inverse", action="store_true", help="for a light screen without colours")


def run(args: Namespace) -> int:
    try:
        print("\n".join(picture(args.invitation.text(), is_inverse=args.inverse)), file=for_drawing())
    except UndrawableError as error:
        return complain("qr", error)
    return 0
