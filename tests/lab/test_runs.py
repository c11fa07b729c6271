"""Runs: whoever plays, whatever is interrupted, the same games are in the file at the end."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sqlite3
import subprocess
import sys
import time
from itertools import pairwise
from pathlib import Path

import pytest

from stavka import titles
from stavka.engine import Choice, Decision, Dice, read_record, replay, seed_from
from stavka.lab import games
from stavka.lab.crew import Crew, Inline, Pool
from stavka.lab.experiment import Cell, Experiment, Outputs, read
from stavka.lab.games import LOSSES, UNITS, VALUE, Played, play
from stavka.lab.openings import Opening
from stavka.lab.run import Progress, Runner
from stavka.lab.simulation import Series, play_one
from stavka.lab.store import BadRun, Store
from stavka.players import Cadet, new_game

FILE = """\
[experiment]
name = "tried"
title = "river-line"
games = 8
{stop}
[factors]
players = [{{ Upland = "random", Vale = "random" }}]
overlay = ["", "mild"]
[outputs]
records = "{records}"
[run]
batch_seconds = 0.05
"""


def experiment(tmp_path: Path, stop: str = "", records: str = "errors") -> Experiment:
    file = tmp_path / "experiment.toml"
    mild(tmp_path)
    file.write_text(FILE.format(stop=stop, records=records), encoding="utf-8")
    return read(file)


def mild(tmp_path: Path) -> None:
    """Data of River Line by which nobody is eliminated."""
    (tmp_path / "mild").mkdir(exist_ok=True)
    results = (titles.entry("river-line").data / "results.csv").read_text(encoding="utf-8")
    text = results.replace("De", "Dr").replace("Ae", "Ar")
    (tmp_path / "mild" / "results.csv").write_text(text, encoding="utf-8")


def digests(store: Store) -> dict[tuple[str, int], str]:
    cells = store.experiment().cells
    return {(cell.name, game.number): game.digest for cell in cells for game in store.games(cell)}


def ran(what: Experiment, file: Path, crew: Crew) -> dict[tuple[str, int], str]:
    store = Store.create(file, what)
    Runner(what, store).run(crew)
    found = digests(store)
    store.close()
    return found


def test_all_crews_play_the_same_games(tmp_path: Path) -> None:
    what = experiment(tmp_path)
    inline = ran(what, tmp_path / "inline.sqlite", Inline())
    assert len(inline) == 16 and all(inline.values())
    assert ran(what, tmp_path / "pool.sqlite", Pool(2)) == inline


@pytest.mark.parametrize("slug", titles.playable())
def test_a_game_is_the_one_that_is_simulated(slug: str, tmp_path: Path) -> None:
    title = titles.load(slug)
    players = ", ".join(f'{side} = "random"' for side in title.sides)
    file = tmp_path / "one.toml"
    file.write_text(
        f'[experiment]\nname = "one"\ntitle = "{slug}"\ngames = 1\nseed = "s"\n'
        f"[factors]\nplayers = [{{ {players} }}]\n",
        encoding="utf-8",
    )
    (cell,) = read(file).cells
    found = play(cell, 0, Outputs())
    same = play_one(Series(slug, cell.scenario, cell.options, cell.players, 1, "s"), 0)
    assert not found.error
    assert (found.digest, found.winner, found.level, found.actions) == (
        same.digest,
        same.winner,
        same.level,
        same.actions,
    )
    names = {sample.name for sample in found.samples}
    assert {VALUE, UNITS, LOSSES} <= names and not names & {"Turn", "Game-Turn"}
    assert -1 <= found.value <= 1 and found.turns >= 1
    # No turn is sampled twice, and the end comes after all of them.
    keys = [(sample.turn, sample.name, sample.side) for sample in found.samples]
    assert len(keys) == len(set(keys))
    labels = set(titles.board(slug).grid.labels(titles.board(slug).grid.all))
    assert all(fight.hex in labels and fight.times > 0 for fight in found.fights)
    assert all(hex_ in labels for hexes in found.control.values() for hex_ in hexes)


def test_an_interrupted_run_goes_on(tmp_path: Path) -> None:
    what = experiment(tmp_path)
    whole = ran(what, tmp_path / "whole.sqlite", Inline())
    store = Store.create(tmp_path / "cut.sqlite", what)

    class Enough(Exception):
        pass

    def stop(progress: Progress) -> None:
        if progress.done >= 5:
            raise Enough

    with pytest.raises(Enough):
        Runner(what, store).run(Inline(), stop)
    store.close()
    again = Store.create(tmp_path / "cut.sqlite", what)
    assert 5 <= len(digests(again)) < 16
    seen: list[Progress] = []
    Runner(what, again).run(Inline(), seen.append)
    assert digests(again) == whole
    assert seen[0].done >= 5 and seen[-1] == Progress(16, 16, 0.0)
    again.close()


KILLED = """
import sys
from pathlib import Path
from stavka.lab.crew import Pool
from stavka.lab.experiment import read
from stavka.lab.openings import Opening
from stavka.lab.run import Runner
from stavka.lab.store import Store
what = read(Path(sys.argv[1]))
store = Store.create(Path(sys.argv[2]), what)
Runner(what, store).run(Pool(2), lambda progress: print(progress.done, flush=True))
"""


def test_who_gives_out_the_games_is_killed(tmp_path: Path) -> None:
    what = experiment(tmp_path)
    whole = ran(what, tmp_path / "whole.sqlite", Inline())
    file = tmp_path / "killed.sqlite"
    script = [sys.executable, "-c", KILLED, str(tmp_path / "experiment.toml"), str(file)]
    with subprocess.Popen(script, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        while int(process.stdout.readline() or 99) < 4:
            pass
        process.kill()
    store = Store.create(file, what)
    assert len(digests(store)) >= 4
    Runner(what, store).run(Inline())
    assert digests(store) == whole
    store.close()


def test_a_worker_is_killed(tmp_path: Path) -> None:
    """As somebody would from outside, in the middle of the run."""
    what = experiment(tmp_path)
    whole = ran(what, tmp_path / "whole.sqlite", Inline())
    store = Store.create(tmp_path / "run.sqlite", what)
    runner, killed = Runner(what, store), list[int]()

    def kill_one(progress: Progress) -> None:
        children = multiprocessing.active_children()
        if progress.done >= 3 and not killed and children:
            killed.append(children[0].pid or 0)
            os.kill(killed[0], signal.SIGKILL)
            time.sleep(0.1)

    runner.run(Pool(2), kill_one)
    assert killed and not runner.lost and digests(store) == whole
    store.close()


def test_a_run_only_grows(tmp_path: Path) -> None:
    what = experiment(tmp_path)
    file = tmp_path / "run.sqlite"
    before = ran(what, file, Inline())
    db = sqlite3.connect(file)
    for change in ("UPDATE games SET winner = 'Vale'", "DELETE FROM games", "DELETE FROM turns"):
        with pytest.raises(sqlite3.IntegrityError, match="not changed"):
            db.execute(change)
    db.close()
    store = Store.open(file)
    cell = what.cells[0]
    store.add(cell, [Played(number=0, winner="Vale", digest="another")])
    assert digests(store) == before
    store.close()


def test_a_file_of_another_experiment_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "run.sqlite"
    ran(experiment(tmp_path), file, Inline())
    with pytest.raises(BadRun, match="another experiment"):
        Store.create(file, experiment(tmp_path, 'seed = "other"'))
    with pytest.raises(BadRun, match="there is no file"):
        Store.open(tmp_path / "nothing.sqlite")
    (tmp_path / "text.sqlite").write_text("no database at all, but long enough to be read as one")
    with pytest.raises(BadRun, match="no run of an experiment"):
        Store.open(tmp_path / "text.sqlite")


def test_a_run_of_the_first_format_can_be_read(tmp_path: Path) -> None:
    """It had no table of who holds what; nothing is added to it."""
    what, file = experiment(tmp_path), tmp_path / "run.sqlite"
    before = ran(what, file, Inline())
    with sqlite3.connect(file) as db:
        db.execute("DROP TABLE holders")
        db.execute("PRAGMA user_version = 1")
    db.close()
    store = Store.open(file)
    assert digests(store) == before and not list(store.holders(what.cells[0]))
    assert "holders" not in {name for name, _, _ in store.tables()}
    store.close()
    with pytest.raises(BadRun, match="another experiment"):
        Store.create(file, what)


def test_who_holds_what_is_kept_where_it_changes(tmp_path: Path) -> None:
    file = tmp_path / "front.toml"
    file.write_text(
        '[experiment]\nname = "front"\ntitle = "red-star"\ngames = 1\n[factors]\n'
        'players = [{ Axis = "random", Soviet = "random" }]\n',
        encoding="utf-8",
    )
    what = read(file)
    ran(what, tmp_path / "run.sqlite", Inline())
    store = Store.open(tmp_path / "run.sqlite")
    (cell,) = what.cells
    held = [holder for _, holder in store.holders(cell)]
    begin = {holder.place: holder.side for holder in held if holder.turn == 22}
    assert begin == {"Rostov": "Axis", "Stalingrad": "Soviet", "Tiflis": "Soviet"}
    for earlier, later in pairwise(sorted(held, key=lambda h: (h.place, h.turn))):
        assert earlier.place != later.place or earlier.side != later.side
    names = {sample.name for _, sample in store.samples(cell)}
    assert names >= {"victory points", "steps on the map", "front"}
    store.close()


def test_a_run_can_be_made_longer(tmp_path: Path) -> None:
    file = tmp_path / "run.sqlite"
    before = ran(experiment(tmp_path), file, Inline())
    text = FILE.format(stop="", records="errors").replace("games = 8", "games = 10")
    (tmp_path / "longer.toml").write_text(f"# Some more\n{text}", encoding="utf-8")
    after = ran(read(tmp_path / "longer.toml"), file, Inline())
    assert len(after) == 20 and before.items() <= after.items()
    store = Store.open(file)
    assert store.experiment().heading.games == 10
    store.close()


def test_a_cell_ends_when_it_is_decided(tmp_path: Path) -> None:
    """The first victory of a side that hardly ever wins, or so it is said, decides."""
    stop = 'stop = { sprt = { p0 = 0.001, p1 = 0.5, side = "Vale" } }'
    what = experiment(tmp_path, stop.replace("{", "{{").replace("}", "}}").format())
    store = Store.create(tmp_path / "run.sqlite", what)
    runner = Runner(what, store)
    runner.run(Inline())
    cell = what.cells[1]
    assert runner.test(cell).verdict == "p1"
    assert len(store.numbers(cell)) < 8
    # Nothing is played when the run is taken up again.
    before = digests(store)
    Runner(what, store).run(Inline())
    assert digests(store) == before
    store.close()


def test_records_of_all_games(tmp_path: Path) -> None:
    what = experiment(tmp_path, records="all")
    file = tmp_path / "run.sqlite"
    found = ran(what, file, Inline())
    store = Store.open(file)
    cell = what.cells[0]
    records = dict(store.records(cell))
    assert sorted(records) == list(range(8))
    game = replay(read_record(records[3]), cell.title())
    assert game.position.digest() == found[cell.name, 3]
    store.close()


def test_a_broken_game_is_told_with_its_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    what = experiment(tmp_path)
    cell = what.cells[0]
    usual = new_game

    def breaking(*args: object) -> object:
        position, players = usual(*args)  # type: ignore[arg-type]
        vale = players["Vale"]

        class Tired:
            sees = vale.sees
            left = 5

            def choose(self, decision: object, view: object) -> object:
                self.left -= 1
                if not self.left:
                    raise ValueError("enough for today")
                return vale.choose(decision, view)  # type: ignore[arg-type]

        return position, {**players, "Vale": Tired()}

    monkeypatch.setattr(games, "new_game", breaking)
    found = play(cell, 0, Outputs())
    assert found.error == "ValueError: enough for today" and not found.winner
    assert len(read_record(found.record).lines) == found.actions > 3
    monkeypatch.setattr(games, "new_game", usual)
    limited = play(read_limited(tmp_path), 0, Outputs())
    assert "did not end after 10 choices" in limited.error


def cells_with(tmp_path: Path, title: str, factors: str) -> list[Cell]:
    file = tmp_path / "more.toml"
    text = f'[experiment]\nname = "more"\ntitle = "{title}"\ngames = 3\n[factors]\n{factors}'
    file.write_text(text, encoding="utf-8")
    return list(read(file).cells)


def test_the_first_turn_is_played_by_another(tmp_path: Path) -> None:
    """Choices are those of the opener until the first Game-Turn is over."""
    factors = 'players = [{ Upland = "cadet", Vale = "random" }]\nopening = [{ Upland = "random" }]'
    (cell,) = cells_with(tmp_path, "river-line", factors)
    played = play(cell, 0, Outputs(turns=False, fights=False, control=False, records="all"))
    title = cell.title()
    game, cadet = replay(read_record(played.record), title), Cadet(title, "")
    followed = {False: [0, 0], True: [0, 0]}
    position = title.start(cell.scenario, cell.options, seed=seed_from(cell.seed_of(0)))
    for move in game.moves:
        decision = position.decision()
        assert decision is not None
        if decision.side == "Upland":
            view = position.view("Upland")
            later = title.present(view).turn > 1
            followed[later][cadet.choose(decision, view) == move.choice] += 1
        position.apply(move.choice)
    assert followed[True][False] == 0 < followed[True][True]
    assert followed[False][False] > 0


def test_a_set_up_belongs_to_the_first_turn() -> None:
    title = titles.load("east-is-red")
    deploying = title.start("m1-current", seed=seed_from("tests"))
    moving = (
        "scenario: m1-current\nphase: soviet-initial-movement\nturn: {}\n[Soviet]\n1611: 7-4-9\n"
    )
    first, second = (title.read(moving.format(turn), Dice(seed_from("x"))) for turn in (1, 2))
    opening = Opening(title, Last(), First())
    chosen = []
    for position in (deploying, first, second, first):
        decision = position.decision()
        assert decision is not None and decision.side == "Soviet"
        choice = opening.choose(decision, position.view("Soviet"))
        chosen.append(choice == decision.pick(len(decision) - 1))
    # Once it is over, it is over.
    assert chosen == [True, True, False, False]


class First:
    sees = False
    of = 0

    def choose(self, decision: Decision, view: object) -> Choice:
        return decision.pick(self.of % len(decision))


class Last(First):
    of = -1


def test_with_a_chance_of_their_own_players_have_the_same_in_all_games(tmp_path: Path) -> None:
    """Random players whose chance is the same choose alike until the dice differ."""
    players = 'players = [{ Upland = "random", Vale = "random" }]\n'
    free, one, two = cells_with(tmp_path, "river-line", f'{players}chance = ["", "a", "b"]')
    outputs = Outputs(turns=False, fights=False, control=False, records="all")

    def first_choices(cell: Cell, number: int) -> list[str]:
        found = read_record(play(cell, number, outputs).record)
        return [str(line.choice) for line in found.lines[:4]]

    assert first_choices(one, 0) == first_choices(one, 1) != first_choices(two, 0)
    assert first_choices(free, 0) != first_choices(free, 1)
    # The dice are those of the game, whoever chooses.
    assert play(one, 0, outputs).digest != play(one, 1, outputs).digest


def read_limited(tmp_path: Path) -> Cell:
    mild(tmp_path)
    file = tmp_path / "limited.toml"
    text = FILE.format(stop="", records="none") + "limit = 10\n"
    file.write_text(text, encoding="utf-8")
    return read(file).cells[0]


def test_a_run_that_was_stopped_before_it_began_is_begun(tmp_path: Path) -> None:
    file = tmp_path / "run.sqlite"
    db = sqlite3.connect(file)
    db.execute("PRAGMA journal_mode = WAL")
    db.close()
    asked = experiment(tmp_path)
    Store.create(file, asked).close()
    assert Store.open(file).experiment() == asked
