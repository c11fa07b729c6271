"""What it takes to open a table from what is stored of it: every game of the shelf.

    python -m bench.opening [--times N]

Prints for each the milliseconds of the processor, the median of so many times, with how many moves
there are. The game is stored as if it had been played at the table to its end. It goes well if the
longest game takes at most 30 ms, and none of the others more than 10.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from stavka.engine import Record, load_record
from stavka.server.opening import Opening
from stavka.server.run import rest_seldom
from stavka.server.sqlite import SqliteStorage
from stavka.server.storage import Action, StoredTable
from stavka.server.table import Table

# Milliseconds of the processor that opening a game may take.
MOST = 10.0
MOST_OF = {"red-star-motherland": 30.0}
SHELF = Path(__file__).parents[1] / "tests" / "records"


def store(storage: SqliteStorage, record: Record, id_: str) -> None:
    assert record.seed is not None
    players = dict.fromkeys(record.players, "person")
    stored = StoredTable(
        id_, record.title, record.scenario, record.options, players, record.seed, rules=record.rules
    )
    actions = [
        Action("choose", line.side, str(line.choice), line.dice or ()) for line in record.lines
    ]
    snapshots = Table(stored).retold(actions)
    storage.add_table(stored, [], actions)
    storage.append(id_, len(actions), [], snapshots)


def milliseconds(opening: Opening, id_: str) -> float:
    before = time.process_time()
    opening.load(id_)
    return 1000 * (time.process_time() - before)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        "python -m bench.opening",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--times", type=int, default=9)
    wanted = parser.parse_args(arguments)
    rest_seldom()
    slow = []
    with tempfile.TemporaryDirectory() as folder:
        storage = SqliteStorage(Path(folder) / "stavka.db")
        opening = Opening(storage)
        for file in sorted(SHELF.glob("*.stavka")):
            record = load_record(file)
            store(storage, record, file.stem)
            took = median(milliseconds(opening, file.stem) for _ in range(wanted.times))
            most = MOST_OF.get(file.stem, MOST)
            verdict = f"  TOO SLOW, at most {most:.0f} ms" if took > most else ""
            words = f"{len(record.lines):6} moves  {file.stem}{verdict}"
            print(f"{took:6.1f} ms  {words}", flush=True)
            slow += [file.stem] if verdict else []
        storage.close()
    print(f"too slow: {', '.join(slow) or 'none'}")
    return int(bool(slow))


if __name__ == "__main__":
    sys.exit(main())
