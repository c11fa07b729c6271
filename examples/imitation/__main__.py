"""`python -m imitation`: watches games, learns from them, writes a policy and tries it."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from stavka import titles
from stavka.engine import Unsuitable
from stavka.lab.crew import Pool
from stavka.lab.progress import ProgressBar
from stavka.lab.simulation import Series, default_workers, simulate
from stavka.lab.statistics import RateOf
from stavka.players import player

from .features import Features
from .file import write
from .network import Network, Watched, parts
from .watching import Watching, watch

# Every so manieth game is kept to see how well it has learnt.
KEPT = 10


def options(arguments: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="imitation", description=__doc__)
    parser.add_argument("--title", default="red-star", metavar="SLUG", help="(red-star)")
    parser.add_argument("--scenario", default="turning-point", metavar="KEY")
    parser.add_argument("--teacher", default="staff", metavar="PLAYER", help="(staff)")
    parser.add_argument("--games", type=int, default=60, metavar="N", help="to learn from (60)")
    parser.add_argument("--epochs", type=int, default=15, metavar="N", help="(15)")
    parser.add_argument("--trials", type=int, default=100, metavar="N", help="games a side (100)")
    parser.add_argument("--seed", default="imitation", metavar="TEXT")
    parser.add_argument("--out", type=Path, default=Path("policy.onnx"), metavar="FILE")
    return parser.parse_args(arguments)


def main(arguments: list[str] | None = None) -> None:
    asked = options(arguments)
    title = titles.load(asked.title)
    try:
        title.check(asked.scenario, ())
        for side in title.sides:
            player(title, side, asked.teacher, "")
    except Unsuitable as error:
        sys.exit(str(error))
    began = time.monotonic()
    games = [
        Watching(asked.title, asked.scenario, asked.teacher, f"{asked.seed} {number}")
        for number in range(asked.games)
    ]
    watched = _watched(games)
    _say(f"{asked.games} games watched in {time.monotonic() - began:.0f} s")
    features = Features(title)
    networks: dict[str, Network] = {}
    for number, side in enumerate(title.sides):
        networks[side] = Network(features, number)
        _learn(side, networks[side], [game[side] for game in watched], asked.epochs)
    write(features, networks, asked.out)
    _say(f"{asked.out} after {time.monotonic() - began:.0f} s")
    _try(asked, title.sides)


def _watched(games: list[Watching]) -> list[dict[str, Watched]]:
    bar, found = ProgressBar(), {}
    for done in Pool(default_workers()).run(watch, games):
        if done.result is None:
            sys.exit(done.lost)
        found[done.batch] = done.result
        bar.show(len(found), len(games), "")
    bar.close()
    # In the order in which they were asked for, not in that in which they came.
    return [found[game] for game in games]


def _learn(side: str, network: Network, games: list[Watched], epochs: int) -> None:
    chance = np.random.default_rng(1)
    learnt = _together(game for n, game in enumerate(games) if n % KEPT)
    kept = _together(game for n, game in enumerate(games) if not n % KEPT)
    for epoch in range(epochs):
        for part in parts(learnt, chance):
            network.learn(part)
        if epoch in (0, epochs - 1):
            agrees = network.agrees(kept)
            _say(f"{side}, epoch {epoch + 1}: {agrees:.0%} of {len(kept.rows)} unseen choices")


def _together(games: Iterable[Watched]) -> Watched:
    return Watched(*(np.concatenate(arrays) for arrays in zip(*games, strict=True)))


def _try(asked: argparse.Namespace, sides: tuple[str, str]) -> None:
    """Plays against whoever takes any choice, on seeds that nobody has learnt from."""
    policy, title = f"policy:{asked.out}", titles.load(asked.title)
    for names in ((policy, "random"), ("random", policy), ("random", "random")):
        series = Series(
            asked.title,
            asked.scenario,
            title.defaults(asked.scenario),
            dict(zip(sides, names, strict=True)),
            asked.trials,
            f"{asked.seed} trial",
        )
        played = simulate(series, default_workers(), lambda _: None)
        if played.errors:
            sys.exit(played.errors[0])
        rates = [(side, RateOf.over(played.wins[side], asked.trials)) for side in sides]
        told = ", ".join(f"{side} {r.rate:.0%} ({r.low:.0%} to {r.high:.0%})" for side, r in rates)
        _say(f"{' v '.join(name.partition(':')[0] for name in names)}: {told}")


def _say(text: str) -> None:
    print(text, flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
