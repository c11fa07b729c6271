"""The long tier of the checks, one step after the other, each with a log under build/soak.

    python -m tools.soak            everything; `make soak` does the same
    python -m tools.soak budgets    some steps alone
    python -m tools.soak --list     which there are
    python -m tools.soak forged twins kills half-open floods --scale 0.01    how an attack goes

Budgets of time come first and alone, before anything has made the machine warm. A step that fails
does not keep the others from running; the exit code tells of it.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "build" / "soak"
# How often a terminal is told that a step is still at it, in seconds.
TICK = 1.0


@dataclass(frozen=True)
class Step:
    name: str
    what: str
    arguments: tuple[str, ...]
    # Whether a share of it can be had.
    scales: bool = False
    environment: dict[str, str] = field(default_factory=dict)

    @property
    def log(self) -> Path:
        return FOLDER / f"{self.name}.log"


def tests(*arguments: str, workers: str = "auto") -> tuple[str, ...]:
    spread = ("-n", workers, "--dist", "worksteal") if workers != "0" else ()
    return ("pytest", "-p", "no:cacheprovider", *spread, *arguments)


def attack(part: str, what: str) -> Step:
    return Step(part, what, ("tools.attack", part), scales=True)


# Tests of the server over HTTP and sockets, which on PostgreSQL have to go as they do with a file.
SERVER = (
    *("play", "seats", "secrecy", "shared_dice", "accounts", "club", "notices", "talk"),
    "other_rules",
)

STEPS = (
    Step(
        "budgets",
        "budgets of wall time and two hundred tables, alone and serially",
        tests("-m", "timing", workers="0"),
    ),
    Step(
        "opening",
        "every game of the shelf opened from what is stored: at most 10 ms CPU, motherland 30",
        ("bench.opening",),
    ),
    Step(
        "slow",
        "what takes minutes without a browser, serially",
        tests("-m", "slow and not browser and not timing and not hosted", workers="0"),
    ),
    Step(
        "hosted",
        "what needs a real PostgreSQL server or a real nginx, serially",
        tests("-m", "hosted", workers="0"),
    ),
    Step(
        "postgres",
        "tests of the server once more, with PostgreSQL instead of a file",
        tests(*(f"tests/server/test_{name}.py" for name in SERVER), workers="0"),
        environment={"STAVKA_TEST_DATABASE": "postgres"},
    ),
    Step(
        "robots",
        "a whole game of each title by clicking",
        tests("-m", "slow and browser", "tests/web"),
    ),
    Step(
        "games",
        "200 random games of every scenario and set of options, with all invariants",
        tests("tests", "-k", "test_random_games or test_options_combine"),
        environment={"STAVKA_GAMES": "200", "STAVKA_COMBINATIONS": "12"},
    ),
    Step(
        "leaks",
        "thousands of twins that differ in hidden things alone",
        tests("tests/red_dragon/test_leaks.py", "tests/east_is_red/test_demolitions.py"),
        environment={"STAVKA_GAMES": "12"},
    ),
    Step(
        "forecasts",
        "forty games of every scenario and set of options: what was shown is what happened",
        tests("tests/test_calibration.py"),
        environment={"STAVKA_GAMES": "40"},
    ),
    Step(
        "fuzz",
        "25,000 spoiled records, positions and states: refused with a sentence, or played on",
        ("tools.fuzz", "--seed", time.strftime("soak %Y-%m-%d")),
        scales=True,
    ),
    attack("forged", "50,000 forged, stale and malformed choices: none is accepted"),
    attack("twins", "500,000 answers of games that differ in hidden things alone: no difference"),
    attack("kills", "100 times kill -9 while people play: nothing that was seen is lost"),
    attack("half-open", "1,100 requests that never end: others are answered meanwhile"),
    Step(
        "floods",
        "floods of every route: another table's click takes at most twice as long",
        ("tools.flood",),
        scales=True,
    ),
    Step(
        "load",
        "one process with a file, two screens a table: 250 clicks/s, p99 100 ms, CPU 2.2 ms",
        ("bench.load", "--screens", "2", "--want", "250:100:2.2"),
    ),
    Step(
        "load-two",
        "two processes, PostgreSQL, nginx: 400 clicks/s, p99 200 ms, CPU 2.2 and 0.45 ms",
        ("bench.load", "--processes", "2", "--screens", "2", "--want", "400:200:2.2:0.45"),
    ),
    Step(
        "load-flat",
        "a click takes as much of the processor with two processes as with one, within a tenth",
        ("bench.load", "--flat", "100", "--screens", "2"),
    ),
    Step(
        "takeover",
        "200 tables of a process that is killed go on elsewhere within the lease and 3 seconds",
        ("bench.takeover",),
    ),
    Step(
        "failover",
        "100 kills, 20 pauses and 10 restarts of the database under play: nothing told is lost",
        ("bench.failover",),
    ),
    Step(
        "mutation",
        "100 mutants of the rules against the rule tests, then against random play and records",
        ("tools.mutation", "--seed", time.strftime("soak %Y-%m-%d"), "--mutants", "100"),
    ),
)


def run(step: Step, scale: float) -> tuple[bool, float]:
    """Whether a step went well, and how many seconds it took."""
    began = time.monotonic()
    share = ("--scale", str(scale)) if step.scales else ()
    with step.log.open("w", encoding="utf-8") as log:
        process = subprocess.Popen(
            (sys.executable, "-m", *step.arguments, *share),
            cwd=ROOT,
            stdout=log,
            stderr=subprocess.STDOUT,
            env={**os.environ, **step.environment},
        )
        while True:
            try:
                code = process.wait(TICK)
                break
            except subprocess.TimeoutExpired:
                if sys.stdout.isatty():
                    minutes = (time.monotonic() - began) / 60
                    print(f"\r{step.name}: {minutes:.1f} min", end="", flush=True)
    if sys.stdout.isatty():
        print("\r", end="")
    return code == 0, time.monotonic() - began


def summary(text: str) -> str:
    """What a log comes to: the closing line of pytest, or the last line of anything else.

    >>> summary("...\\n==== 3 passed in 2.0s ====\\n")
    '3 passed in 2.0s'
    >>> summary("one\\n95 of 100 killed\\n\\n")
    '95 of 100 killed'
    """
    lines = [line.strip("= ") for line in text.splitlines() if line.strip("= ")]
    closing = [line for line in lines if re.search(r"\d+ (passed|failed|error)", line)]
    return (closing or lines or ["nothing was said"])[-1]


def measured(text: str) -> list[str]:
    """The lines that tests have told of what they measured."""
    _, _, rest = text.partition(" measured ===")
    lines = rest.splitlines()[1:]
    ends = (n for n, line in enumerate(lines) if re.search(r"^=|\d+ (passed|failed)", line))
    return lines[: next(ends, len(lines))]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        "python -m tools.soak",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    names = [step.name for step in STEPS]
    parser.add_argument("steps", nargs="*", metavar="STEP", help=", ".join(names))
    parser.add_argument("--list", action="store_true", help="list the steps and run none")
    parser.add_argument(
        "--scale", type=float, default=1.0, help="a share of attacks, floods and spoiled files (1)"
    )
    wanted = parser.parse_args(arguments)
    if unknown := set(wanted.steps) - set(names):
        parser.error(f"there is no step {min(unknown)!r}; there are {', '.join(names)}")
    steps = [step for step in STEPS if not wanted.steps or step.name in wanted.steps]
    if wanted.list:
        for step in steps:
            print(f"{step.name:10} {step.what}")
        return 0
    FOLDER.mkdir(parents=True, exist_ok=True)
    rows = []
    for number, step in enumerate(steps, 1):
        print(f"[{number}/{len(steps)}] {step.name}: {step.what}", flush=True)
        passed, seconds = run(step, wanted.scale)
        said = step.log.read_text(encoding="utf-8", errors="replace")
        for line in measured(said):
            print(f"    {line}")
        row = f"{step.name:10} {'passed' if passed else 'FAILED':7} {seconds / 60:6.1f} min"
        rows.append(f"{row}  {summary(said)}")
        print(f"    {rows[-1]}", flush=True)
    table = "\n".join(rows)
    (FOLDER / "table.txt").write_text(f"{table}\n", encoding="utf-8")
    print(f"\n{table}\nThe logs are in {FOLDER.relative_to(ROOT)}.")
    return int(any(" FAILED " in row for row in rows))


if __name__ == "__main__":
    sys.exit(main())
