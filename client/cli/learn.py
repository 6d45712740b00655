"""`jinmaku learn`: the first lessons, a prepared game with words to read; then a first game with advice."""

from __future__ import annotations

import asyncio
from argparse import ArgumentParser, Namespace
from pathlib import Path

from client.cli.flags import defaults_of
from client.cli.own_table import journey_alone
from client.cli.player import add_plain_argument, own_lines, own_screen
from client.cli.screens import show_lessons
from client.local.home import default_home
from client.plain.lesson import learn
from client.plain.session import sit_at
from client.seat.journey import Journey, advised
from client.table.lessons import Course, course_of
from client.table.lobby import first_opening
from core.catalog import game_names
from protocol.private_files import check_folder

HELP = "Learn a game in five to seven minutes, by playing a prepared one that explains itself."


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--game", choices=game_names(), default=game_names()[0], help="which game (%(default)s)"
    )
    add_plain_argument(parser)
    parser.add_argument("--home", type=Path, help="the folder of your identity and games")


def run(args: Namespace) -> int:
    home, course = args.home or default_home(), course_of(args.game)
    check_folder(home)  # the game after the lesson is played from there
    as_player = defaults_of("play", home)
    first_game = advised(journey_alone(as_player, first_opening(course.game)))
    if args.plain:
        asyncio.run(teach_here(course, first_game))
        return 0
    return show_lessons(home, course, first_game)


async def teach_here(course: Course, first_game: Journey) -> None:
    await learn(course, first_game, sit_at, own_screen(), own_lines())
