"""Let bots play many games against each other and print who won how often, and how certain that is."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, BooleanOptionalAction, Namespace
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import sqrt
from random import Random
from statistics import fmean, linear_regression, stdev
from time import process_time
from typing import NamedTuple

from core.bots.character import Character
from core.bots.levels import BOTS, bot_named
from core.bots.search import Budget
from core.bots.whole_games import Parley, Talked, play_game
from core.catalog import game_named, game_names
from core.deals import PromiseBroken, PromiseKept
from core.game import random_options
from core.games.rising_sun.events import AllianceBroken, AllianceMade
from core.kinds import Event
from core.temperaments import TEMPERAMENTS

TOLD = (PromiseKept, PromiseBroken, AllianceMade, AllianceBroken)
SURE = 1.96  # standard errors to both sides, after many tries: 95 of 100 such intervals hold the truth
EVERY = 10
"""Games between two lines of progress in a file."""


class Match(NamedTuple):
    """What is played: every deal, that is clans, options and chance, once with each bot in each seat."""

    game: str
    bots: tuple[str, ...]
    seed: int
    budget: Budget
    talkers: tuple[int, ...] = ()  # places of those who bargain


class Outcome(NamedTuple):
    """How one game ended, by place on the command line."""

    won: tuple[float, ...]  # allies can share a victory
    scores: tuple[int, ...]
    seconds: float  # of CPU
    talk: Counter[str]  # what was said and done about deals, by name

    @property
    def lead(self) -> float:
        """By how much the first was ahead of the mean of the others."""
        own, *others = self.scores
        return own - fmean(others)


def get_args() -> Namespace:
    parser = ArgumentParser("match", description="Let bots play games against each other.")
    parser.add_argument("bots", metavar="LEVEL", nargs="*", help=f"one for each player: {', '.join(BOTS)}")
    parser.add_argument("--game", choices=game_names(), default=game_names()[0])
    parser.add_argument("--players", type=int, default=4, help="the last level fills up (%(default)s)")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--playouts", type=int, default=100_000, help="for each decision, if it searches")
    parser.add_argument("--seconds", type=float, default=0.1, help="of CPU for the same (%(default)s)")
    parser.add_argument("--talk", action="store_true", help="let bots bargain, and count what comes of it")
    parser.add_argument("--mute", action="store_true", help="all but the first bargain")
    parser.add_argument(
        "--worth-of-talk",
        action="store_true",
        help="play every deal twice, the first bargaining or mute, and print the difference",
    )
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument(
        "--control",
        action=BooleanOptionalAction,
        default=True,
        help="play all deals with the last level alone",
    )
    args = parser.parse_args()
    args.bots = args.bots or ["steady", "random"]
    args.bots += args.bots[-1:] * (args.players - len(args.bots))
    for bot in set(args.bots) - set(BOTS):
        parser.error(f"there is no bot '{bot}'; there is {', '.join(BOTS)}")
    if len(args.bots) not in game_named(args.game).players or args.games < 1:
        parser.error("nobody plays so few games, or with so few or so many players")
    return args


def main() -> None:
    args = get_args()
    budget = Budget(args.playouts, args.seconds, process_time)
    if args.worth_of_talk:
        match = Match(args.game, tuple(args.bots), args.seed, budget, tuple(range(len(args.bots))))
        print(report_talk(match, *play_both(match, args.games, args.processes)))
        return
    talkers = tuple(range(int(args.mute), len(args.bots))) if args.talk else ()
    matches = [Match(args.game, tuple(args.bots), args.seed, budget, talkers)]
    if args.control and len(set(args.bots)) > 1:
        matches.append(matches[0]._replace(bots=tuple(args.bots[-1:] * len(args.bots))))
    for match in matches:
        print(report(match, play_all(match, args.games, args.processes)), flush=True)


def play_all(match: Match, games: int, processes: int) -> list[Outcome]:
    outcomes: list[Outcome] = []
    with ProcessPoolExecutor(processes) as pool:
        for outcome in pool.map(partial(play, match), range(games)):
            outcomes.append(outcome)
            show_progress(outcomes, games)
    return outcomes


def play_both(match: Match, games: int, processes: int) -> tuple[list[Outcome], list[Outcome]]:
    """Play every game twice, with the same seats, chance and temperaments: the first talks, or is mute."""
    talking, mute = (
        play_all(each, games, processes) for each in (match, match._replace(talkers=match.talkers[1:]))
    )
    return talking, mute


def play(match: Match, number: int) -> Outcome:
    """Play one game; the places go round, and when they have been all round there is a new deal."""
    began, game, players = process_time(), game_named(match.game), len(match.bots)
    deal, turn = divmod(number, players)
    dice = Random(f"{match.seed} {deal}")
    seats = sorted(dice.sample(range(len(game.seat_names)), players))
    options = random_options(game, tuple(seats), dice)
    seat_of = [seats[(place + turn) % players] for place in range(players)]
    bots = {
        seat: bot_named(level, game, Random(f"{match.seed} {number} {place}"), match.budget)
        for place, (seat, level) in enumerate(zip(seat_of, match.bots, strict=True))
    }
    temperaments = dice.choices(list(TEMPERAMENTS), k=players)
    talkers = {
        seat: Character(game, bots[seat], temperaments[place], Random(number), match.bots[place])
        for place, seat in enumerate(seat_of)
        if place in match.talkers
    }
    tally = Tally()
    parley = Parley(game, talkers, tally.hear, tally.see) if talkers else None
    _, state = play_game(game, {**bots, **talkers}, options, f"{match.seed}-{deal}", parley=parley)
    score, winners = game.score(state), state.winners
    won = tuple((seat in winners) / len(winners) for seat in seat_of)
    return Outcome(won, tuple(score[seat] for seat in seat_of), process_time() - began, tally.counts)


class Tally:
    """Counts what bots say to each other, and what becomes of it."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()

    def hear(self, talked: Talked) -> None:
        reply = talked.reply
        self.counts["accept" if reply.accepts else "counter" if reply.counter else "decline"] += 1

    def see(self, events: Iterable[Event]) -> None:
        self.counts.update(type(event).__name__ for event in events if isinstance(event, TOLD))


def show_progress(outcomes: list[Outcome], games: int) -> None:
    """Tell how far we are and how often the first has won; in a file line by line, now and then."""
    done, is_terminal = len(outcomes), sys.stderr.isatty()
    if not is_terminal and done % EVERY and done < games:
        return
    wins = fmean(outcome.won[0] for outcome in outcomes)
    end = "" if is_terminal and done < games else "\n"
    print(f"\r{done} of {games} games, the first wins {wins:.1%}", end=end, file=sys.stderr, flush=True)


def report(match: Match, outcomes: list[Outcome]) -> str:
    lines = [talk_line(outcomes)] if match.talkers else []
    for place, level in enumerate(match.bots):
        wins = interval([outcome.won[place] for outcome in outcomes], len(match.bots))
        score = fmean(outcome.scores[place] for outcome in outcomes)
        lines.append(f"{place + 1} {level:8} wins {wins}, mean score {score:5.1f}")
    seconds = fmean(outcome.seconds for outcome in outcomes)
    return "\n".join([f"{match.game}, {len(outcomes)} games, {seconds:.2f} s of CPU for each", *lines])


def report_talk(match: Match, talking: list[Outcome], mute: list[Outcome]) -> str:
    """Tell by how much bargaining changed the games of the first, compared game by game.

    The lead varies less than victories do; the slope between the two turns one into the other.
    """
    players, both = len(match.bots), list(zip(talking, mute, strict=True))
    wins = [with_talk.won[0] - without.won[0] for with_talk, without in both]
    leads = [with_talk.lead - without.lead for with_talk, without in both]
    games = [*talking, *mute]
    slope = linear_regression([game.lead for game in games], [game.won[0] for game in games]).slope
    lead, error = fmean(leads), error_of(leads, players)
    return "\n".join(
        [
            report(match, talking),
            f"bargaining brings the first {interval(wins, players).strip()} more wins,",
            f"and {lead:.1f} ± {error:.1f} points more lead over the mean of the others;",
            f"by how wins go with leads, that is worth {slope * lead:.1%} ± {slope * error:.1%} wins",
        ]
    )


def talk_line(outcomes: list[Outcome]) -> str:
    """Say how lively it was."""
    counts = sum((outcome.talk for outcome in outcomes), Counter[str]())
    kept, broken = counts["PromiseKept"], counts["PromiseBroken"]
    made, betrayed, games = counts["AllianceMade"], counts["AllianceBroken"], len(outcomes)
    return (
        f"in each game {counts['accept'] / games:.1f} deals, {counts['counter'] / games:.1f} counter-offers "
        f"and {counts['decline'] / games:.1f} refusals; "
        f"{kept / max(1, kept + broken):.0%} of {kept + broken} promises kept, "
        f"{betrayed / max(1, made):.0%} of {made} alliances betrayed"
    )


def interval(won: list[float], players: int) -> str:
    """Give a share of victories."""
    return f"{fmean(won):6.1%} ± {error_of(won, players):.1%}"


def error_of(found: list[float], players: int) -> float:
    """Say how far off a mean may be; the games of one deal count as one try, for they are alike."""
    tries = [fmean(found[start : start + players]) for start in range(0, len(found), players)]
    return sure_after(len(tries)) * stdev(tries) / sqrt(len(tries)) if len(tries) > 1 else 1.0


def sure_after(tries: int) -> float:
    """Give Student's quantile, nearly: few tries tell little of how much they vary themselves."""
    return SURE + 2.372 / (tries - 1) + 2.823 / (tries - 1) ** 2


if __name__ == "__main__":
    main()
