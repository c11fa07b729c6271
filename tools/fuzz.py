"""Spoils records, positions and saved states by the thousand, and plays on with what is let in.

    python -m tools.fuzz                     25,000 mutants; `make soak` does the same
    python -m tools.fuzz --mutants 500       fewer
    python -m tools.fuzz --only 1234 -v      one of them again, with its text

Every mutant goes through what the server and the command do with a file. It is refused with one
sentence, or it is a game: then it is shown, asked and played on. Nothing else may come of it.
"""

from __future__ import annotations

import argparse
import json
import logging
import random
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import FrameType
from typing import NamedTuple

from stavka import cli, titles
from stavka.engine import (
    BadState,
    Choice,
    Dice,
    Game,
    Position,
    Title,
    examine,
    new_seed,
    seed_from,
    write_record,
)
from stavka.server.imports import BadImport, Unforeseen, read_import
from stavka.server.storage import StoredTable
from stavka.server.table import Seat, Table

from .spoiling import spoil, spoil_value

ROOT = Path(__file__).resolve().parents[1]
SHELF = ROOT / "tests" / "records"
MUTANTS = 25_000
# So many choices of a record are enough: what was played later is not read in another way.
CHOICES = 60
# How far what is let in is played, and how long anything may take.
PLAYED, SECONDS = 40, 20
# An answer is one line, and no long one.
ANSWER = 500


class Original(NamedTuple):
    kind: str
    slug: str
    text: str


class TooLong(BaseException):
    """Whatever it is, it does not end. Nobody who catches exceptions catches this."""


# What is spoiled


def originals(thorough: bool) -> list[Original]:
    """Records of the shelf, and positions and states of random games of every title."""
    found = [original for path in sorted(SHELF.glob("*.stavka")) for original in _records(path)]
    for slug in titles.playable():
        title = titles.load(slug)
        for scenario in title.scenarios if thorough else title.scenarios[:1]:
            fits = [o.key for o in title.options if not o.scenarios or scenario.key in o.scenarios]
            for options in (fits, []) if fits and thorough else ([],):
                found += _moments(title, scenario.key, options, thorough)
    return found


def _records(path: Path) -> Iterator[Original]:
    lines = path.read_text(encoding="utf-8").splitlines()
    slug = json.loads(lines[0])["title"]
    yield Original("record", slug, "\n".join(lines[:CHOICES]) + "\n")
    # Closed in the middle: the seed is told, nothing is said of the end.
    seed = json.dumps({"seed": json.loads(lines[-1])["seed"]})
    yield Original("record", slug, "\n".join([*lines[: CHOICES // 2], seed]) + "\n")
    if len(lines) < 10 * CHOICES:
        yield Original("record", slug, "\n".join(lines) + "\n")


def _moments(
    title: Title, scenario: str, options: Sequence[str], thorough: bool
) -> Iterator[Original]:
    """A random game: every kind of step that is met, and the end."""
    seed = f"{title.slug} {scenario} {' '.join(options)}"
    p = title.start(scenario, options, seed=seed_from(seed))
    chance = random.Random(seed)
    met: Counter[str] = Counter()
    for number in range(100_000 if thorough else 150):
        decision = p.decision()
        if decision is None:
            break
        step = p.frames[-1].step.key
        met[step] += 1
        if met[step] in (1, 40) or not number % 500:
            yield from _written(title, p, chance)
        p.apply(decision.pick(chance.randrange(len(decision))))
    yield from _written(title, p, chance)


def _written(title: Title, p: Position, chance: random.Random) -> Iterator[Original]:
    text = title.write(p)
    yield Original("position", title.slug, text)
    match chance.randrange(4):
        case 0:
            yield Original("state", title.slug, p.to_json().decode())
        case 1:
            # As people write them: the phase begins.
            own = ("number:", "rolls:", "flow:")
            plain = "\n".join(line for line in text.split("\n") if not line.startswith(own))
            yield Original("position", title.slug, plain)
        case 2:
            yield Original("record", title.slug, _begun_with(title, p, text))


def _begun_with(title: Title, p: Position, text: str) -> str:
    """A record that begins with a position."""
    game = Game(title.read(text, Dice(seed_from("begun"))), text)
    chance = random.Random(text)
    for _ in range(10):
        decision = game.position.decision()
        if decision is None:
            break
        game.apply(decision.pick(chance.randrange(len(decision))))
    return write_record(game, dict.fromkeys(title.sides, "person"), title.rules, closed=None)


def mutant(number: int, seed: str, among: Sequence[Original]) -> Original:
    chance = random.Random(f"{seed} {number}")
    original = chance.choice(among)
    if original.kind == "state" and chance.randrange(3):
        state = json.loads(original.text)
        for _ in range(chance.choice((1, 1, 2))):
            state = spoil_value(state, chance)
        return original._replace(text=json.dumps(state))
    others = [o.text for o in among if o.slug == original.slug and o.kind == original.kind]
    return original._replace(text=spoil(original.text, others, chance))


# What becomes of it


def trial(found: Original, chance: random.Random) -> str:
    """What came of a mutant: `refused` or `played`. Whatever it raises is a mistake of ours."""
    if found.kind == "state":
        return _state(found, chance)
    # The command examines a position as the server does: every third will do.
    if found.kind == "record" or not chance.randrange(3):
        _command(found)
    try:
        begun = read_import(found.text)
    except Unforeseen:
        raise
    except BadImport as error:
        _check_answer(str(error))
        return "refused"
    title = titles.load(begun.title)
    stored = StoredTable(
        id="fuzz",
        title=begun.title,
        scenario=begun.scenario,
        options=begun.options,
        players=dict.fromkeys(title.sides, "person"),
        seed=seed_from("fuzz"),
        beginning=begun.position,
        rolled=begun.rolled,
        data="",
    )
    table = Table(stored, list(begun.actions))
    for sides in (title.sides, *((side,) for side in title.sides), ()):
        seat = Seat(b"", sides)
        table.state(seat, table.log(seat))
    play_on(title, table.game.position, chance)
    return "played"


def _state(found: Original, chance: random.Random) -> str:
    title = titles.load(found.slug)
    try:
        position = title.from_json(found.text.encode(errors="replace"), Dice(b"fuzz"))
        examine(title, position)
    except BadState as error:
        _check_answer(str(error))
        return "refused"
    play_on(title, position, chance)
    return "played"


def _command(found: Original) -> None:
    """The same text as a file for the command line."""
    with tempfile.NamedTemporaryFile() as file:
        file.write(found.text.encode(errors="surrogatepass"))
        file.flush()
        path = Path(file.name)
        try:
            if found.kind == "record":
                cli.record_of(path)
            else:
                cli.game_from(path, titles.load(found.slug), Dice(new_seed()))
        except cli.Refused as error:
            _check_answer(str(error))


def _check_answer(text: str) -> None:
    if "\n" in text or len(text) > ANSWER or not text.isprintable():
        raise AssertionError(f"this is no answer of one line: {text[:ANSWER]!r}")


def play_on(title: Title, p: Position, chance: random.Random) -> None:
    """Some dozen choices by chance, with looks and questions from all sides."""
    p.chronicle = []
    # In a hurry one comes through several phases.
    hurry = not chance.randrange(3)
    for _ in range(PLAYED):
        decision = p.decision()
        if decision is None:
            break
        if not len(decision):
            raise AssertionError(f"{decision.side} has nothing to choose from")
        if not chance.randrange(5):
            look(title, p, chance)
        plain = [option.verb for option in decision.options if option.kind == "none"]
        if hurry and plain:
            p.apply(decision.first(chance.choice(plain)))
        else:
            p.apply(decision.pick(chance.randrange(len(decision))))
    look(title, p, chance)
    for event in p.chronicle:
        title.text(event)
    title.read(title.write(p), Dice(b"again")).decision()


def look(title: Title, p: Position, chance: random.Random) -> None:
    for side in (*title.sides, ""):
        shown = title.present(p.view(side))
    decision = p.decision()
    if decision is None:
        return
    view = p.view(decision.side)
    labels, names = p.names.grid.labels(p.names.grid.all), p.names.units
    for option in decision.options:
        choice = decision.first(option.verb)
        title.preview(view.imagine(), choice)
        for words in (labels, names, ("", "x")):
            view.imagine().why_not(Choice(option.verb, chance.choice(words)))
    for overlay in shown.overlays:
        title.overlay(view.imagine(), decision.side, overlay)
    title.stack(view.imagine(), decision.side, chance.choice(labels))
    if not chance.randrange(4):
        title.advise(view.imagine(), decision)


# Running


def _too_long(_: int, frame: FrameType | None) -> None:
    raise TooLong(f"after {SECONDS} seconds")


def where(error: BaseException) -> str:
    """The kind of an error and the line of ours that it came from, to tell mistakes apart."""
    while isinstance(error, Unforeseen) and error.__context__ is not None:
        error = error.__context__
    steps = traceback.extract_tb(error.__traceback__)
    ours = [
        step for step in steps if "/stavka/" in step.filename or "/river_line/" in step.filename
    ]
    last = (ours or list(steps))[-1]
    return f"{type(error).__name__} {Path(last.filename).name}:{last.lineno} {last.name}: {error}"[
        :200
    ]


def run(
    numbers: Sequence[int], seed: str, among: Sequence[Original]
) -> tuple[Counter[str], dict[str, list[int]]]:
    """What came of mutants, and the mistakes with the numbers of those that found them."""
    came: Counter[str] = Counter()
    mistakes: dict[str, list[int]] = {}
    signal.signal(signal.SIGALRM, _too_long)
    for done, number in enumerate(numbers, 1):
        found = mutant(number, seed, among)
        signal.setitimer(signal.ITIMER_REAL, SECONDS)
        try:
            came[trial(found, random.Random(number))] += 1
        except (Exception, TooLong) as error:
            came["failed"] += 1
            mistakes.setdefault(where(error), []).append(number)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
        if not done % 250:
            print(f"{done} of {len(numbers)}: {_told(came)}", flush=True)
    return came, mistakes


def _told(came: Counter[str]) -> str:
    return ", ".join(f"{came[what]} {what}" for what in ("refused", "played", "failed"))


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        "python -m tools.fuzz",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--mutants", type=int, default=MUTANTS, metavar="N")
    parser.add_argument("--scale", type=float, default=1.0, help="a share of them (1)")
    parser.add_argument("--first", type=int, default=0, metavar="N", help="the first number (0)")
    parser.add_argument("--seed", default="1", help="other mutants (1)")
    parser.add_argument("--only", type=int, metavar="N", help="one mutant, with its traceback")
    parser.add_argument(
        "--originals", action="store_true", help="first all that is spoiled, as it is"
    )
    parser.add_argument("-v", "--verbose", action="store_true", help="print its text too")
    wanted = parser.parse_args(arguments)
    logging.disable(logging.CRITICAL)
    among = originals(thorough=True)
    if wanted.originals:
        for number, original in enumerate(among):
            if trial(original, random.Random(number)) != "played":
                raise AssertionError(f"this is refused:\n{original.text}")
    print(f"{len(among)} originals: {dict(Counter(o.kind for o in among))}", flush=True)
    if wanted.only is not None:
        found = mutant(wanted.only, wanted.seed, among)
        if wanted.verbose:
            print(found.text)
        print(found.slug, found.kind, trial(found, random.Random(wanted.only)))
        return 0
    began = time.monotonic()
    mutants = max(1, round(wanted.mutants * wanted.scale))
    came, mistakes = run(range(wanted.first, wanted.first + mutants), wanted.seed, among)
    for mistake, numbers in sorted(mistakes.items(), key=lambda item: -len(item[1])):
        print(f"{len(numbers):5} {mistake}  [{', '.join(map(str, numbers[:4]))}]")
    minutes = (time.monotonic() - began) / 60
    print(f"{mutants} mutants in {minutes:.1f} min: {_told(came)}")
    return int(bool(mistakes))


if __name__ == "__main__":
    sys.exit(main())
