"""Measure performance goals: of the engine, the server, sealed rounds or the screen.

Each benchmark is measured between two looks at how quiet the machine is.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser

from core.catalog import game_names
from tests.harness.bench import engine, screen, sealed, server
from tests.harness.bench.measuring import calibrated

SUBJECTS = {"engine": engine, "server": server, "sealed": sealed, "screen": screen}


def main() -> None:
    parser = ArgumentParser("bench", description="Measure performance goals as ratios.")
    parser.add_argument("subject", nargs="?", choices=SUBJECTS, default="engine", help="(%(default)s)")
    parser.add_argument(
        "--game", choices=game_names(), default=game_names()[0], help="for the engine (%(default)s)"
    )
    parser.add_argument("--peers", action="store_true", help="also run what engine and server compare with")
    parser.add_argument("--only", nargs="+", metavar="NAME", help="measure only these of the report")
    args = parser.parse_args()
    subject = SUBJECTS[args.subject]
    benches = subject.benches(args)
    wanted = {name: bench for name, bench in benches.items() if not args.only or name in args.only}
    figures = {name: calibrated(bench, subject.CLOCK) for name, bench in wanted.items()}
    print(json.dumps(figures, indent=1))


if __name__ == "__main__":
    main()
