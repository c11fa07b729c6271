"""How many small mistakes in the rules would the tests notice?

    python -m tools.mutation --seed K --mutants 100
    python -m tools.mutation --every --title SLUG --module combat --rules-only

Makes random mutants of the rule modules of the titles (`tools.mutants` says what is a mutant, and
what is left out) and runs the related tests against each (`tools.judge`). Mutant number N of a
seed is always the same as long as the sources are. First come the rule tests, and of them only
those that call the mutated function: the tests of a title's chapters and whatever else has a
`@rule` mark, but for random play and leaks. Whoever survives them meets those, records,
conformance and the rest of the title's tests. `--every` takes no sample but all mutants of a title
or of a module of it, to find the holes of a chapter.

Mutants that cannot be told from the original are listed with the reason in
`tools/equivalent.toml`. What was found is kept under `build/mutation/`.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
import tomllib
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

from stavka.lab.rating import wilson

from .judge import BUILD, GAMES, RULES, SURVIVED, TIME_OUT, Unsound, Verdict, judge
from .mutants import Mutant, every, pick, slugs

EQUIVALENT = Path(__file__).with_name("equivalent.toml")


def reasons() -> dict[tuple[str, str, str, str], str]:
    """Why some mutants are equivalent, by file, function, and the line before and after."""
    entries = tomllib.loads(EQUIVALENT.read_text("utf-8"))["mutant"]
    return {(e["file"], e["function"], e["was"], e["becomes"]): e["why"] for e in entries}


def described(mutant: Mutant) -> tuple[str, str, str, str]:
    return mutant.name, mutant.edit.function, mutant.was, mutant.becomes


@dataclass(frozen=True)
class Share:
    """What became of some mutants."""

    mutants: int
    rules: int
    games: int
    survived: int
    equivalent: int

    @classmethod
    def of(cls, verdicts: list[Verdict]) -> Share:
        stages = Counter(verdict.stage for verdict in verdicts)
        known = reasons()
        equivalent = sum(described(v.mutant) in known for v in verdicts if v.stage == SURVIVED)
        return cls(len(verdicts), stages[RULES], stages[GAMES], stages[SURVIVED], equivalent)

    def data(self) -> dict[str, Any]:
        real = self.mutants - self.equivalent
        return {
            "mutants": self.mutants,
            "killed_by_rule_tests": self.rules,
            "killed_by_games": self.games,
            "survived": self.survived,
            "equivalent": self.equivalent,
            "rule_tests_percent": _percent(self.rules, self.mutants),
            "rule_tests_interval": _interval(self.rules, self.mutants),
            "rule_tests_percent_without_equivalent": _percent(self.rules, real),
            "rule_tests_interval_without_equivalent": _interval(self.rules, real),
            "all_tests_percent": _percent(self.rules + self.games, self.mutants),
        }


def _percent(hits: int, number: int) -> float:
    return round(100 * hits / number, 1) if number else 0.0


def _interval(hits: int, number: int) -> list[float]:
    return [round(100 * end, 1) for end in wilson(hits, number)]


class Progress:
    """A line for whoever waits: done, killed, time left. The log tells of every mutant."""

    def __init__(self, number: int, log: TextIO) -> None:
        self.number = number
        self.log = log
        self.done = self.killed = 0
        self.begun = time.monotonic()

    def __call__(self, verdict: Verdict) -> None:
        self.done += 1
        self.killed += verdict.stage != SURVIVED
        mutant = verdict.mutant
        place = f"{mutant.name}:{mutant.edit.line} {mutant.edit.function}"
        fate = f"{verdict.stage} {verdict.by} {verdict.seconds:.1f} s"
        print(f"{place}: {fate}\n  - {mutant.was}\n  + {mutant.becomes}", file=self.log, flush=True)
        spent = time.monotonic() - self.begun
        left = spent / self.done * (self.number - self.done)
        line = (
            f"{self.done} of {self.number} mutants, {self.killed} killed, about {left:.0f} s left"
        )
        if sys.stderr.isatty():
            print(f"\r{line}   ", end="", file=sys.stderr, flush=True)
        elif self.done % 10 == 0 or self.done == self.number:
            print(line, file=sys.stderr, flush=True)


def run(mutants: list[Mutant], *, jobs: int, games: bool, log: TextIO) -> list[Verdict]:
    progress = Progress(len(mutants), log)
    verdicts: list[Verdict] = []
    for slug in slugs():
        own = [mutant for mutant in mutants if mutant.slug == slug]
        if own:
            verdicts += judge(slug, own, jobs=jobs, games=games, tell=progress)
    if sys.stderr.isatty():
        print(file=sys.stderr)
    return verdicts


def as_json(seed: str, verdicts: list[Verdict]) -> dict[str, Any]:
    known = reasons()
    by_title = {slug: [v for v in verdicts if v.mutant.slug == slug] for slug in slugs()}
    return {
        "seed": seed,
        "titles": {slug: Share.of(own).data() for slug, own in by_title.items() if own},
        "total": Share.of(verdicts).data(),
        "not_killed_by_rule_tests": [
            {
                "file": v.mutant.name,
                "line": v.mutant.edit.line,
                "function": v.mutant.edit.function,
                "was": v.mutant.was,
                "becomes": v.mutant.becomes,
                "killed_by": v.by,
                "equivalent": known.get(described(v.mutant), ""),
            }
            for v in verdicts
            if v.stage != RULES
        ],
        "time_outs": sum(TIME_OUT in v.by for v in verdicts),
    }


def as_text(found: dict[str, Any]) -> str:
    lines = []
    for one in found["not_killed_by_rule_tests"]:
        fate = f"killed by {one['killed_by']}" if one["killed_by"] else "survived"
        if one["equivalent"]:
            fate += f", equivalent: {one['equivalent']}"
        lines.append(f"{one['file']}:{one['line']} {one['function']}: {fate}")
        lines.append(f"  - {one['was']}\n  + {one['becomes']}\n")
    lines += [
        f"seed {found['seed']}",
        f"{'':14}{'mutants':>8}{'rule tests':>11}{'games':>7}{'survived':>9}{'equivalent':>11}"
        "  killed by rule tests (95 %)",
    ]
    for name, share in (*found["titles"].items(), ("together", found["total"])):
        low, high = share["rule_tests_interval"]
        lines.append(
            f"{name:14}{share['mutants']:8}{share['killed_by_rule_tests']:11}"
            f"{share['killed_by_games']:7}{share['survived']:9}{share['equivalent']:11}"
            f"  {share['rule_tests_percent']} % ({low}-{high})"
        )
    total = found["total"]
    low, high = total["rule_tests_interval_without_equivalent"]
    share = total["rule_tests_percent_without_equivalent"]
    lines.append(f"With games {total['all_tests_percent']} % of all are killed.")
    lines.append(
        f"{total['rule_tests_percent']} % are killed by rule tests, "
        f"{share} % ({low}-{high}) without equivalent mutants."
    )
    return "\n".join(lines)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tools.mutation",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--seed", default="0", help="any text; another seed gives other mutants")
    parser.add_argument("--mutants", type=int, default=100, metavar="N", help="how many (100)")
    parser.add_argument("--title", default="", choices=("", *slugs()), help="of this title alone")
    parser.add_argument("--every", action="store_true", help="all mutants instead of a sample")
    parser.add_argument("--module", default="", help="with --every: of this rule module alone")
    stages = parser.add_mutually_exclusive_group()
    stages.add_argument("--rules-only", action="store_true", help="run the rule tests alone")
    stages.add_argument("--all", action="store_true", help="survivors play games too (default)")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="mutants at a time (2)")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    parser.add_argument("--list", action="store_true", help="list the mutants and run nothing")
    given = parser.parse_args(arguments)
    if given.every:
        mutants = every(given.title, given.module)
    else:
        mutants = [pick(given.seed, number, given.title) for number in range(given.mutants)]
    if not mutants:
        parser.error(f"there is no rule module called {given.module}")
    if given.list:
        for number, mutant in enumerate(mutants):
            print(f"{number} {mutant.name}:{mutant.edit.line} {mutant.edit.function}")
            print(f"  - {mutant.was}\n  + {mutant.becomes}")
        return 0
    BUILD.mkdir(parents=True, exist_ok=True)
    with (BUILD / f"{time.strftime('%Y%m%d-%H%M%S')}-{given.seed}.log").open("w") as log:
        try:
            verdicts = run(mutants, jobs=given.jobs, games=not given.rules_only, log=log)
        except Unsound as trouble:
            print(f"No mutant was tried: {trouble}", file=sys.stderr)
            return 1
        found = as_json(given.seed, verdicts)
        text = as_text(found)
        print(f"\n{text}", file=log)
    print(json.dumps(found, indent=2) if given.json else text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
