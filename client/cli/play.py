"""`jinmaku play`: a game alone against bots, on a server of one's own; or only to watch."""

from __future__ import annotations

import asyncio
from argparse import ArgumentParser, Namespace
from functools import partial
from pathlib import Path
from random import Random
from secrets import token_hex
from typing import Any

from client.cli.hosting import WantedTable, add_table_arguments, wish_in, with_own_seat
from client.cli.own_table import ALONE, own_table
from client.cli.player import BAD_FILES, add_player_arguments, own_lines, own_screen
from client.cli.printing import BAD_INPUT, complain, tell
from client.cli.screens import has_terminal, show_table
from client.plain.session import sit_at
from client.seat.journey import JOIN_ERRORS
from client.table.sentences import event_sentence
from client.table.wording import seat_title
from client.texts import t
from core.bots.levels import bot_named
from core.bots.whole_games import PlayedTurn, play_game
from core.catalog import game_named
from core.game import Game, seat_named
from core.kinds import InputError

HELP = "Play alone against bots. If you left a game unfinished, you go on with it."


def add_arguments(parser: ArgumentParser) -> None:
    add_table_arguments(parser)
    parser.add_argument("--players", type=int, default=4, help="how many play, you included (%(default)s)")
    parser.add_argument("--seat", help="what you would like to play, such as koi")
    add_player_arguments(parser)
    parser.add_argument("--new", action="store_true", help="start a new game even if one is unfinished")
    parser.add_argument("--watch", action="store_true", help="watch the bots play alone")
    parser.add_argument("--home", type=Path, help="the folder of your identity and games")


def run(args: Namespace) -> int:
    try:
        wish = own_wish(args)
        if args.watch:
            show_game(wish, args.level)
            return 0
        if not args.plain and not has_terminal():
            complain("play", t("terminal-bots-alone"))
            show_game(wish, args.level)
            return 0
        if not args.plain:
            return show_table(args.home, "play", partial(own_table, args, wish))
        return asyncio.run(play(args, wish))
    except InputError as error:
        return complain("play", error, BAD_INPUT)
    except asyncio.CancelledError:  # nobody reads any more
        return 0
    except BrokenPipeError:
        raise
    except (*JOIN_ERRORS, *BAD_FILES) as error:
        return complain("play", error)


def own_wish(args: Namespace) -> WantedTable:
    wish = wish_in(args, args.players, ALONE)
    if not args.seat:
        return wish
    seat_named(game_named(wish.game), args.seat)
    if args.clans and args.seat not in wish.seats:
        raise InputError(f"There is no {args.seat} among {args.clans}.")
    return with_own_seat(wish, args.seat)


# Against bots ------------------------------------------------------------------------------------


async def play(args: Namespace, wish: WantedTable) -> int:
    return await sit_at(partial(own_table, args, wish), own_screen(), own_lines())


# To watch ----------------------------------------------------------------------------------------


def show_game(wish: WantedTable, level: str) -> None:
    game, seed = game_named(wish.game), wish.seed or token_hex(4)
    seats = sorted(seat_named(game, name) for name in wish.seats)
    bots = {seat: bot_named(level, game, Random(f"{seed} {seat}")) for seat in seats}  # noqa: S311

    def follow(turn: PlayedTurn) -> None:
        tell(*filter(None, (event_sentence(game, event, None) for event in turn.events)))

    options = ", ".join(f"{name}: {value}" for name, value in wish.options.items())
    tell(t("watch-seed-options", seed=seed, options=options) if options else t("watch-seed", seed=seed))
    _, state = play_game(game, bots, wish.options, seed, follow)
    tell("", *final_table(game, state))


def final_table(game: Game, state: Any) -> list[str]:
    """List the scores, best first."""
    scores = sorted(game.score(state).items(), key=lambda row: (row[0] not in state.winners, -row[1]))
    width = max(len(seat_title(game, seat)) for seat, _ in scores)
    rows = [(seat, f"{seat_title(game, seat):{width}} {score:4}") for seat, score in scores]
    return [t("watch-winner", row=row) if seat in state.winners else row for seat, row in rows]
