"""`stavka lab`: experiments run, told and handed on."""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Callable
from pathlib import Path

from ..data import DataError
from .crew import Crew, Inline, Pool, Unfit
from .experiment import Experiment, read
from .games import to_repeat
from .parquet import write_parquet
from .progress import ProgressBar
from .report import write_report
from .run import Runner
from .simulation import default_workers
from .statistics import RateOf
from .store import Store

Act = Callable[[argparse.Namespace], None]


def add(all_commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The commands of the laboratory, beside all others."""
    text = "Experiments: many games, and what they show."
    lab = all_commands.add_parser("lab", help=text, description=text)
    commands = lab.add_subparsers(title="commands", required=True, metavar="COMMAND")

    def command(name: str, act: Act, text: str) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=text, description=text)
        sub.set_defaults(act=act)
        return sub

    sub = command("run", _run, "Play an experiment, or go on with one.")
    sub.add_argument("file", type=Path, metavar="FILE", help="a TOML file (docs/laboratory.md)")
    sub.add_argument(
        "--out",
        type=Path,
        metavar="RUN",
        help="the file of results; with one that is there the run goes on (NAME.sqlite)",
    )
    sub.add_argument("--workers", type=int, metavar="N", help="processes (one for each core)")
    sub.add_argument(
        "--crew", choices=("inline", "pool", "ray"), help="who plays (as the file says, or pool)"
    )
    sub.add_argument(
        "--address",
        metavar="HOST:PORT",
        help="a Ray cluster that is there; without, ray starts one on this machine",
    )
    sub = command("report", _report, "Tell of a run on one page of HTML.")
    sub.add_argument("run", type=Path, metavar="RUN", help="what `stavka lab run` has written")
    sub.add_argument("-o", "--output", type=Path, metavar="FILE", help="the page (RUN.html)")
    sub = command("export", _export, "Write the results of a run as CSV or Parquet files.")
    sub.add_argument("run", type=Path, metavar="RUN", help="what `stavka lab run` has written")
    sub.add_argument("--parquet", action="store_true", help="Parquet files instead of CSV")
    sub.add_argument(
        "-o", "--output", type=Path, metavar="DIR", help="the folder (RUN-csv or RUN-parquet)"
    )


def _run(options: argparse.Namespace) -> None:
    experiment = read(options.file)
    out: Path = options.out or Path(f"{experiment.heading.name.replace(' ', '-')}.sqlite")
    crew = _crew(experiment, options)
    store = Store.create(out, experiment)
    runner, bar = Runner(experiment, store), ProgressBar()
    try:
        runner.run(crew, lambda at: bar.show(at.done, at.of, _left(at.left)))
    except KeyboardInterrupt:
        bar.close()
        print(f"Stopped. `stavka lab run {options.file} --out {out}` goes on.", file=sys.stderr)
        _print(store)
        store.close()
        raise SystemExit(130) from None
    except Unfit as why:
        bar.close()
        store.close()
        print(f"stavka: {why}", file=sys.stderr)
        print(f"What was played is in {out}; the same command goes on.", file=sys.stderr)
        raise SystemExit(1) from None
    bar.close()
    _print(store)
    wrong = [*map(str, store.differences()), *runner.lost]
    store.close()
    print(f"{out}: `stavka lab report {out}` tells of it")
    for one in wrong:
        print(f"stavka: {one}", file=sys.stderr)
    if wrong:
        raise SystemExit(1)


def _crew(experiment: Experiment, options: argparse.Namespace) -> Crew:
    """Who plays: what the command line says goes before what the file says."""
    name, workers = options.crew or experiment.run.crew, options.workers
    if workers is not None and workers < 1:
        raise DataError(options.file, f"--workers {workers}: at least one is needed")
    address = options.address or experiment.run.address
    if name == "ray":
        from .cluster import Ray

        return Ray(address, workers, to_repeat)
    if options.address:
        raise DataError(options.file, "--address goes with --crew ray only")
    return Inline() if name == "inline" else Pool(workers or default_workers())


def _print(store: Store) -> None:
    """The cells, one line each."""
    experiment = store.experiment()
    for cell in experiment.cells:
        games = store.games(cell)
        good = [game for game in games if not game.error]
        print(f"{cell.name}: {len(games)} of {experiment.heading.games} games")
        for side in experiment.title().sides:
            rate = RateOf.over(sum(game.winner == side for game in good), len(good))
            print(
                f"  {side:12}{rate.times:6} {rate.rate:7.1%}  ({rate.low:.0%} to {rate.high:.0%})"
            )
        if len(good) < len(games):
            print(f"  {'broken off':12}{len(games) - len(good):6}")


def _left(seconds: float | None) -> str:
    return "" if seconds is None else f"  {_time(seconds)} left"


def _time(seconds: float) -> str:
    """
    >>> _time(42), _time(200), _time(9000)
    ('42 s', '3 min', '2.5 h')
    """
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


def _report(options: argparse.Namespace) -> None:
    store = Store.open(options.run)
    output: Path = options.output or options.run.with_suffix(".html")
    page = write_report(store)
    store.close()
    output.write_text(page, encoding="utf-8")
    print(f"{output}: {len(page) / 1e6:.1f} MB")


def _export(options: argparse.Namespace) -> None:
    store = Store.open(options.run)
    kind = "Parquet" if options.parquet else "CSV"
    usual = options.run.with_name(f"{options.run.stem}-{kind.lower()}")
    folder: Path = options.output or usual
    if options.parquet:
        write_parquet(store, folder)
    else:
        _write_csv(store, folder)
    *names, last = (name for name, _, _ in store.tables())
    store.close()
    print(f"{folder}: {', '.join(names)} and {last} as {kind}")


def _write_csv(store: Store, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, heads, rows in store.tables():
        with (folder / f"{name}.csv").open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(heads)
            writer.writerows(rows)
