"""Runs the tests of a title against mutants of its rules.

One pytest process collects the tests of a title and then forks for every mutant. In the fork the
code of the mutated function is exchanged, wherever it has been imported to, and the tests that call
the function run until one fails. No file is touched, and an interrupted run leaves nothing behind.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib
import json
import os
import resource
import signal
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

from .mutants import SOURCES, TITLES, Mutant

ROOT = SOURCES.parent
BUILD = ROOT / "build" / "mutation"

# These play by chance; these look at what is shown and read, and prove a rule here and there.
SECOND = ("test_random_play.py", "test_leaks.py", "test_cadet.py")
UNLESS_MARKED = ("test_presentation.py", "test_refusals.py", "test_position_file.py")
# Of the tests of all titles, those that play whole games.
FOR_ALL = ("tests/test_records.py", "tests/engine/test_conformance.py")

RULES, SURVIVED, TIME_OUT = "rules", "survived", "time-out"
GAMES = "games"

MEMORY = 3 << 30
# Seconds of computing for a test beyond ten times what it takes, and for one not measured.
PATIENCE, UNMEASURED = 2.0, 240.0


class Unsound(Exception):
    """The tests fail without any mutant."""


@dataclass
class Verdict:
    """What became of a mutant: the stage that killed it, and the test that did."""

    mutant: Mutant
    stage: str = SURVIVED
    by: str = ""
    seconds: float = 0.0


@dataclass
class Touched:
    """Which functions each rule test calls, and how long it takes."""

    functions: dict[str, list[str]] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)


def judge(
    slug: str,
    mutants: Sequence[Mutant],
    *,
    jobs: int,
    games: bool,
    tell: Callable[[Verdict], None],
    paths: Sequence[str] = (),
) -> list[Verdict]:
    """The verdicts on mutants of one title; with `games`, survivors of the rule tests play on.

    `paths` are the tests to be run, unless all those of the title are.
    """
    package = slug.replace("-", "_")
    paths = paths or (f"tests/{package}", f"tests/titles/test_{package}_map.py")
    if games:
        paths = (*paths, *FOR_ALL)
    court = Court(slug, mutants, jobs=jobs, games=games, tell=tell)
    BUILD.mkdir(parents=True, exist_ok=True)
    # Nobody reads why a test fails, and to find out for large texts can take minutes.
    options = ["-o", "addopts=", "-p", "no:cacheprovider", "--capture=no", "--tb=no"]
    options += ["--assert=plain"]
    with (BUILD / f"pytest-{slug}.log").open("w") as log, contextlib.redirect_stdout(log):
        arguments = [f"--rootdir={ROOT}", *options, *(str(ROOT / path) for path in paths)]
        code = pytest.main(arguments, plugins=[court])
    if court.trouble:
        raise Unsound(court.trouble)
    if len(court.verdicts) < len(mutants):
        raise Unsound(f"pytest ended with {code}; see {log.name}")
    return court.verdicts


class Court:
    """The plugin that runs mutants instead of tests."""

    def __init__(
        self,
        slug: str,
        mutants: Sequence[Mutant],
        *,
        jobs: int,
        games: bool,
        tell: Callable[[Verdict], None],
    ) -> None:
        self.slug = slug
        self.jobs = jobs
        self.games = games
        self.tell = tell
        self.verdicts = [Verdict(mutant) for mutant in mutants]
        self.rules: list[pytest.Item] = []
        self.others: list[pytest.Item] = []
        self.trouble = ""

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        for item in session.items:
            if self._is_rule(item):
                self.rules.append(item)
            elif self.games and self._concerns(item):
                self.others.append(item)
        # What plays little is quicker to find out than what compares much.
        order = ("test_random_play.py", "test_records.py")
        self.others.sort(key=lambda item: (item.path.name not in order, "leak" in item.nodeid))

    def _is_rule(self, item: pytest.Item) -> bool:
        """A situation in which a rule is put to the test."""
        if item.path.name in SECOND:
            return False
        if any(mark.args[0] == self.slug for mark in item.iter_markers("rule")):
            return True
        return self._is_own(item) and item.path.name not in UNLESS_MARKED

    def _is_own(self, item: pytest.Item) -> bool:
        return item.path.parent.name == self.slug.replace("-", "_")

    def _concerns(self, item: pytest.Item) -> bool:
        """Whether a test is about this title; those for all are named after the title."""
        return self._is_own(item) or self.slug in item.name

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed:
            self.trouble = f"the tests of {self.slug} cannot be collected"
            return True
        # Charts compute much on demand, which need not be done in every fork again.
        for item in self.rules[::15]:
            _passes(item, None)
        forget()
        try:
            touched = self._touched()
        except Unsound as trouble:
            self.trouble = str(trouble)
            return True
        by_name = {item.nodeid: item for item in self.rules}

        def related(verdict: Verdict) -> list[tuple[pytest.Item, float]]:
            mutant = verdict.mutant
            key = _key(mutant.path, mutant.edit.function)
            names = [name for name, keys in touched.functions.items() if key in keys]
            # First whoever calls little else: it is about this, and quick.
            names.sort(key=lambda name: (len(touched.functions[name]), name))
            return [(by_name[n], PATIENCE + 10 * touched.seconds[n]) for n in names]

        self._round(RULES, self.verdicts, related)
        if self.others:
            left = [verdict for verdict in self.verdicts if verdict.stage == SURVIVED]
            everything = [(item, UNMEASURED) for item in self.others]
            self._round(GAMES, left, lambda verdict: everything)
        return True

    def _round(
        self,
        stage: str,
        verdicts: Iterable[Verdict],
        tests_for: Callable[[Verdict], list[tuple[pytest.Item, float]]],
    ) -> None:
        """Every mutant against its tests, as many at once as there are jobs."""
        running: dict[int, tuple[Verdict, int, float]] = {}

        def wait() -> None:
            pid, status = os.wait()
            verdict, pipe, begun = running.pop(pid)
            verdict.seconds += time.monotonic() - begun
            with os.fdopen(pipe) as words:
                verdict.by = words.read()
            if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGPROF:
                verdict.by = f"{verdict.by} {TIME_OUT}"
            if status:
                verdict.stage = stage
            self._done(stage, verdict)

        for verdict in verdicts:
            tests = tests_for(verdict)
            if not tests:
                self._done(stage, verdict)
                continue
            while len(running) >= self.jobs:
                wait()
            answer, pipe = os.pipe()
            pid = os.fork()
            if not pid:
                os.close(answer)
                _stand_trial(verdict.mutant, tests, pipe)
            os.close(pipe)
            running[pid] = verdict, answer, time.monotonic()
        while running:
            wait()

    def _done(self, stage: str, verdict: Verdict) -> None:
        """A verdict is final once no other tests follow."""
        if verdict.stage == SURVIVED:
            verdict.by = ""
        if verdict.stage != SURVIVED or stage == GAMES or not self.others:
            self.tell(verdict)

    # Which test calls which function

    def _touched(self) -> Touched:
        """Recorded once for every state of the sources and of a file of tests."""
        path = BUILD / f"touched-{self.slug}.json"
        state = _fingerprint(self.slug)
        kept: dict[str, Any] = json.loads(path.read_text()) if path.exists() else {}
        if kept.get("state") != state:
            kept = {"state": state}
        found = Touched()
        by_file: dict[Path, list[pytest.Item]] = {}
        for item in self.rules:
            by_file.setdefault(item.path, []).append(item)
        for file, items in by_file.items():
            key = f"{file.relative_to(ROOT)} {hashlib.sha256(file.read_bytes()).hexdigest()[:16]}"
            if key not in kept:
                kept = {k: v for k, v in kept.items() if k.split()[0] != key.split()[0]}
                kept[key] = vars(self._recorded(items))
            found.functions.update(kept[key]["functions"])
            found.seconds.update(kept[key]["seconds"])
        path.write_text(json.dumps(kept))
        return found

    def _recorded(self, items: list[pytest.Item]) -> Touched:
        answer, pipe = os.pipe()
        pid = os.fork()
        if not pid:
            os.close(answer)
            _record(items, pipe)
        os.close(pipe)
        with os.fdopen(answer) as words:
            text = words.read()
        _, status = os.waitpid(pid, 0)
        if status:
            raise Unsound(f"{text} fails as it is")
        return Touched(**json.loads(text))


def _key(path: Path, function: str) -> str:
    return f"{path.relative_to(TITLES)}:{function}"


def _fingerprint(slug: str) -> str:
    """A hash of everything that calls depend on, but for the tests themselves."""
    package = slug.replace("-", "_")
    files = [path for path in SOURCES.rglob("*") if "static" not in path.parts]
    files += [p for p in (ROOT / "tests" / package).glob("*.py") if p.name[:5] != "test_"]
    files += [*(ROOT / "tests").glob("*.py"), Path(__file__)]
    digest = hashlib.sha256()
    for path in sorted(files):
        if path.is_file() and path.suffix != ".pyc":
            digest.update(str(path.relative_to(ROOT)).encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


# In the fork


def _record(items: list[pytest.Item], pipe: int) -> None:
    """Runs tests, and answers with what each has called; or with the name of one that fails."""
    found = Touched()
    codes: set[CodeType] = set()
    folder = str(TITLES)

    def called(frame: FrameType, event: str, argument: Any) -> None:
        if event == "call":
            codes.add(frame.f_code)

    _hush()
    words = os.fdopen(pipe, "w")
    for item, following in zip(items, [*items[1:], None], strict=True):
        forget()
        codes.clear()
        begun = time.process_time()
        sys.setprofile(called)
        passed = _passes(item, following)
        sys.setprofile(None)
        found.seconds[item.nodeid] = time.process_time() - begun
        if not passed:
            words.write(item.nodeid)
            words.close()
            os._exit(1)
        found.functions[item.nodeid] = sorted(
            {
                _key(Path(code.co_filename), code.co_qualname.split(".<locals>")[0])
                for code in codes
                if code.co_filename.startswith(folder)
            }
        )
    words.write(json.dumps(vars(found)))
    words.close()
    os._exit(0)


def _stand_trial(mutant: Mutant, tests: list[tuple[pytest.Item, float]], pipe: int) -> None:
    """Runs tests until one fails, or does not end."""
    _hush()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    exchange(mutant)
    items = [item for item, _ in tests]
    for (item, limit), following in zip(tests, [*items[1:], None], strict=True):
        signal.setitimer(signal.ITIMER_PROF, limit)  # SIGPROF ends the process
        if not _passes(item, following):
            os.write(pipe, item.nodeid.encode())
            os._exit(1)
    os._exit(0)


def _hush() -> None:
    """What tests print is of no interest here."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    sys.stdout = sys.stderr = open(os.devnull, "w")  # noqa: PTH123, SIM115


def _passes(item: pytest.Item, following: pytest.Item | None) -> bool:
    try:
        reports = runtestprotocol(item, log=False, nextitem=following)
    except BaseException:
        return False
    return not any(report.failed for report in reports)


def forget() -> None:
    """Empties what rules keep for later; charts may keep theirs, for no mutant is in them."""
    for name in [name for name in sys.modules if name.startswith("stavka.titles.")]:
        if not name.endswith(".charts"):
            for found in vars(sys.modules[name]).values():
                if getattr(found, "__module__", "") == name and hasattr(found, "cache_clear"):
                    found.cache_clear()


def exchange(mutant: Mutant) -> None:
    """Gives the function the code with the mistake, wherever it has been imported to."""
    module = importlib.import_module(mutant.module)
    found: Any = module
    for name in mutant.edit.function.split("."):
        found = vars(found)[name]
    function = _function(found)
    code = compile(mutant.source, str(mutant.path), "exec", dont_inherit=True)
    function.__code__ = _code_of(code, function.__code__)


def _function(found: Any) -> FunctionType:
    """What is behind decorators of the usual kinds."""
    while not isinstance(found, FunctionType) or hasattr(found, "__wrapped__"):
        for name in ("__wrapped__", "fget", "func", "__func__"):
            if hasattr(found, name):
                found = getattr(found, name)
                break
        else:
            raise TypeError(f"{found!r} is no function")
    return found


def _code_of(code: CodeType, old: CodeType) -> CodeType:
    for const in code.co_consts:
        if isinstance(const, CodeType):
            if (const.co_qualname, const.co_firstlineno) == (old.co_qualname, old.co_firstlineno):
                return const
            if old.co_qualname.startswith(f"{const.co_qualname}."):
                return _code_of(const, old)
    raise LookupError(old.co_qualname)
