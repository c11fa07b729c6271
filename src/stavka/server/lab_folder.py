"""What lies in the folder of the laboratory: experiments, runs, and how far each of them is.

To read an experiment loads its title, and a run may hold a million games: all of this is done in
another process, which remembers what has not changed since it last looked.
"""

from __future__ import annotations

import os
import sqlite3
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

import msgspec

from .. import titles
from ..lab.experiment import Cell, Experiment, read
from ..lab.games import Played
from ..lab.report import write_report
from ..lab.statistics import RateOf, sprt
from ..lab.store import BadRun, Store, games_of
from .messages import LabCell, LabRate

EXPERIMENT, RUN = ".toml", ".sqlite"


class Found(msgspec.Struct, frozen=True):
    """An experiment, a run of it, or both."""

    # The names of their files; empty where there is none.
    experiment: str
    run: str
    # What is wrong with the file; nothing else is known of it then.
    problem: str = ""
    name: str = ""
    title: str = ""
    text: str = ""
    cells: tuple[LabCell, ...] = ()
    # Seconds of work that have been done, and those that are left by what games have taken so far.
    worked: float = 0.0
    work_left: float = 0.0
    # Somebody has the run open.
    is_open: bool = False
    # Another text as soon as a report would say something else.
    state: str = ""


class _Count(msgspec.Struct):
    """What has been played of a cell."""

    games: int = 0
    broken: int = 0
    seconds: float = 0.0
    # Games that came to an end, by who has won.
    winners: dict[str, int] = {}
    # Whether its sequential test has an answer.
    decided: bool = False


class _Run(msgspec.Struct):
    """A run as it is in its file."""

    experiment: Experiment
    counts: dict[str, _Count]
    state: str


def look(folder: Path) -> list[Found] | None:
    """Everything in a folder, by name. Files elsewhere are none of it, wherever a link leads.

    Nothing if that needs another process: what lies over the data of a title is read once."""
    names = sorted(
        entry.name for entry in os.scandir(folder) if entry.is_file(follow_symlinks=False)
    )
    experiments: dict[str, Experiment] = {}
    runs: dict[str, _Run] = {}
    found: list[Found] = []
    for name in names:
        if name.endswith(EXPERIMENT):
            read_one = _experiment(folder / name)
            if isinstance(read_one, str):
                found.append(Found(name, "", read_one))
            else:
                experiments[name] = read_one
        elif name.endswith(RUN):
            opened = _run(folder / name)
            if isinstance(opened, str):
                found.append(Found("", name, opened))
            else:
                runs[name] = opened
    if _is_stale(experiments.values()):
        return None
    of = {name: _file_of(run, experiments) for name, run in runs.items()}
    found += [
        _described(of[name], name, experiments.get(of[name], run.experiment), run, folder)
        for name, run in runs.items()
    ]
    found += [
        _described(name, "", experiment, None, folder)
        for name, experiment in experiments.items()
        if name not in of.values()
    ]
    return sorted(found, key=lambda one: (one.experiment or one.run, one.run))


def report(file: Path) -> tuple[str, str]:
    """The page that tells of a run; or nothing, and why."""
    try:
        store = Store.open(file)
    except BadRun as error:
        return "", _nearby(str(error), file.parent)
    try:
        return write_report(store), ""
    finally:
        store.close()


# Experiments


def _experiment(file: Path) -> Experiment | str:
    try:
        return read(file)
    except Exception as error:
        # Whatever is wrong with one file, the others are shown.
        return _nearby(str(error), file.parent)


# The files of the folders that this process has read titles with, as they were then.
_overlays: dict[str, list[tuple[str, int, int]]] = {}


def _is_stale(experiments: Iterable[Experiment]) -> bool:
    """Whether something has changed that titles here do not know of."""
    folders = {cell.overlay for one in experiments for cell in one.cells if cell.overlay}
    now = {folder: _files(Path(folder)) for folder in folders}
    stale = any(_overlays.get(folder, files) != files for folder, files in now.items())
    _overlays.update(now)
    return stale


def _files(folder: Path) -> list[tuple[str, int, int]]:
    return sorted((str(file), *_stamp(file)) for file in folder.rglob("*") if file.is_file())


def _nearby(words: str, folder: Path) -> str:
    """Where everything lies in one folder, nobody has to be told which."""
    return words.replace(f"{folder}{os.sep}", "")


def _file_of(run: _Run, experiments: dict[str, Experiment]) -> str:
    """The file with which a run goes on; the one of its name first, if there are several."""
    same = [name for name, one in experiments.items() if games_of(one) == games_of(run.experiment)]
    named = [n for n in same if experiments[n].heading.name == run.experiment.heading.name]
    return next(iter(named + same), "")


# Runs

# What was found in a run, and the state of its file then.
_known: dict[Path, tuple[tuple[int, int], _Run]] = {}


def _beside(file: Path) -> Path:
    """The file that is there as long as somebody has a run open."""
    return file.with_name(f"{file.name}-wal")


def _run(file: Path) -> _Run | str:
    known = _known.get(file)
    try:
        stamp = _stamp(file)
        if known is not None and known[0] == stamp and not _beside(file).exists():
            return known[1]
        store = Store.open(file)
        try:
            experiment = store.experiment()
        finally:
            store.close()
        db = sqlite3.connect(file)
        try:
            found = _Run(experiment, _counted(db, experiment), _state(db))
        finally:
            db.close()
    except (BadRun, OSError, sqlite3.Error, msgspec.MsgspecError, TypeError) as error:
        return _nearby(str(error), file.parent) if isinstance(error, BadRun) else _UNREADABLE
    _known[file] = (stamp, found)
    return found


_UNREADABLE = "cannot be read as a run of an experiment"


def _stamp(file: Path) -> tuple[int, int]:
    found = file.stat()
    return found.st_mtime_ns, found.st_size


def _state(db: sqlite3.Connection) -> str:
    """Runs only grow: how much there is tells whether anything is new."""
    return "/".join(
        str(db.execute(f"SELECT count(*) FROM {table}").fetchone()[0]) for table in ("run", "games")
    )


def _counted(db: sqlite3.Connection, experiment: Experiment) -> dict[str, _Count]:
    counts: defaultdict[str, _Count] = defaultdict(_Count)
    rows = db.execute(
        "SELECT cell, winner, error <> '', count(*), sum(seconds) FROM games GROUP BY 1, 2, 3"
    )
    for cell, winner, broken, games, seconds in rows:
        count = counts[cell]
        count.games += games
        count.seconds += seconds
        if broken:
            count.broken += games
        else:
            count.winners[winner] = games
    if experiment.heading.stop.sprt is not None:
        for cell in experiment.cells:
            counts[cell.id].decided = _decided(db, experiment, cell)
    return counts


def _decided(db: sqlite3.Connection, experiment: Experiment, cell: Cell) -> bool:
    test = experiment.heading.stop.sprt
    assert test is not None
    rows = db.execute("SELECT number, winner, error FROM games WHERE cell = ?", (cell.id,))
    games = {n: Played(number=n, winner=winner, error=error) for n, winner, error in rows}
    return bool(sprt(test, games, experiment.heading.games).verdict)


# Both


def _described(
    file: str, name: str, experiment: Experiment, run: _Run | None, folder: Path
) -> Found:
    heading = experiment.heading
    counts = {
        cell.id: run.counts.get(cell.id, _Count()) if run else _Count() for cell in experiment.cells
    }
    cells = tuple(_cell(cell, counts[cell.id], heading.games) for cell in experiment.cells)
    return Found(
        experiment=file,
        run=name,
        name=heading.name,
        title=titles.TITLES[heading.title].name
        if heading.title in titles.TITLES
        else heading.title,
        text=heading.text,
        cells=cells,
        worked=sum(count.seconds for count in counts.values()),
        work_left=_work_left(zip(cells, counts.values(), strict=True)),
        # Whoever closes a run last removes what lies beside it, and we have closed it.
        is_open=bool(name) and _beside(folder / name).exists(),
        state=run.state if run else "",
    )


def _cell(cell: Cell, count: _Count, games: int) -> LabCell:
    good = count.games - count.broken
    return LabCell(
        name=cell.name,
        done=count.games,
        of=count.games if count.decided else max(games, count.games),
        decided=count.decided,
        broken=count.broken,
        rates=tuple(
            _rate(side, RateOf.over(count.winners.get(side, 0), good)) for side in cell.players
        )
        if good
        else (),
    )


def _rate(side: str, found: RateOf) -> LabRate:
    return LabRate(side, found.times, found.rate, found.low, found.high)


def _work_left(cells: Iterable[tuple[LabCell, _Count]]) -> float:
    """Games of one cell may take much longer than those of another."""
    known = list(cells)
    games = sum(count.games for _, count in known)
    if not games:
        return 0.0
    usual = sum(count.seconds for _, count in known) / games
    return sum(
        (cell.of - cell.done) * (count.seconds / count.games if count.games else usual)
        for cell, count in known
    )
