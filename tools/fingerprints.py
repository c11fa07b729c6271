"""Does everything behave as before?

    python -m tools.fingerprints --write build/before.json      what every title does now
    python -m tools.fingerprints --against build/before.json    where something differs since then

Plays seeded games of every scenario and set of options, one by chance and one on the advice of the
title, and keeps short hashes of all that a change of the code's shape must not change: states,
questions, what was told and how each side reads it, and every few choices the views, overlays and
stacks of all sides, previews, the answers to wrong choices, position files and the advice. A
difference is told with the game, the aspect and the choice at which it begins; whatever follows
from it in the same game is counted only.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec

from stavka import titles
from stavka.engine import (
    AnyStep,
    Choice,
    Decision,
    Event,
    Illegal,
    Position,
    Title,
    View,
    seed_from,
)
from stavka.kit.bars import Refusals

# What is looked at closely: so many of the choices of a game, this far into it.
EVERY = 9
MOST = 700
PREVIEWS = 3
STACKS = 4
# Wrong choices: of any kind, and of each kind that the step knows.
WRONG = 12
WRONG_OF_STEP = 3
PLAYERS = ("chance", "advice")
# What is looked at before every choice, and at the end.
ALWAYS = ("state", "question", "told", "words", "end")
# Verb and kind of argument of the choices about which there are bars in a step.
Barred = dict[type[AnyStep], list[tuple[str, str]]]
# Aspect -> the hash of each moment at which it was looked at.
Prints = dict[str, list[str]]


def short(thing: bytes | str) -> str:
    data = thing.encode() if isinstance(thing, str) else thing
    return hashlib.blake2b(data, digest_size=4).hexdigest()


def variants(title: Title) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every scenario as it starts, without any option, and with all that it allows."""
    for scenario in title.scenarios:
        allowed = tuple(
            o.key for o in title.options if not o.scenarios or scenario.key in o.scenarios
        )
        yield from dict.fromkeys((scenario.key, o) for o in (scenario.defaults, (), allowed))


def verbs_of(title: Title) -> set[str]:
    """All kinds of choices that a title has."""
    package = type(title).__module__.rpartition(".")[0]
    verbs: dict[str, object] = import_module(f"{package}.presentation").VERBS
    return set(verbs)


def bars_of(title: Title) -> Barred:
    """The choices of units and hexes that a title has bars against, by the step."""
    package = type(title).__module__.rpartition(".")[0]
    found: Barred = defaultdict(list)
    for refusals in vars(import_module(f"{package}.refusals")).values():
        if isinstance(refusals, Refusals):
            for kind, table in (("unit", refusals.units), ("hex", refusals.hexes)):
                for step, verb in table:
                    found[step].append((verb, kind))
    return found


def prints_of(slug: str, scenario: str, options: tuple[str, ...], player: str) -> Prints:
    """The hashes of one game."""
    title = titles.load(slug)
    name = f"{slug} {scenario} {' '.join(options)} {player}"
    chance = random.Random(name)
    look = Look(title, name)
    position = title.start(scenario, options, seed=seed_from(name), chronicle=[])
    found: Prints = defaultdict(list)
    while (decision := position.decision()) is not None and position.number < MOST:
        events = position.chronicle or []
        found["state"].append(short(position.to_json()))
        found["question"].append(short(msgspec.json.encode(decision.as_json())))
        found["told"].append(short("\n".join(map(repr, events))))
        found["words"].append(short(as_read(title, events)))
        position.chronicle = []
        choice = decision.pick(chance.randrange(len(decision)))
        if position.number % EVERY == 0:
            for aspect, seen in look.closely(position, decision, choice):
                found[aspect].append(short(seen))
        if player == "advice":
            choice = title.advise(position.view(decision.side).imagine(), decision)
        position.apply(choice)
    found["end"] = [short(repr(position.ended))]
    return dict(found)


def as_read(title: Title, events: Sequence[Event]) -> str:
    """What each side, and somebody without one, reads of some events."""
    return "\n\n".join(
        "\n".join(f"{event.case} {title.text(event)}" for event in events if event.heard_by(eyes))
        for eyes in (*title.sides, "")
    )


class Look:
    """What there is to see at a moment of a game; what is asked is drawn by lot."""

    def __init__(self, title: Title, name: str) -> None:
        self.title = title
        self.chance = random.Random(f"{name}, closely")
        self.verbs = sorted(verbs_of(title))
        self.bars = bars_of(title)

    def closely(
        self, p: Position, decision: Decision, choice: Choice
    ) -> Iterator[tuple[str, bytes | str]]:
        title, views = self.title, [p.view(side) for side in (*self.title.sides, "")]
        yield "view", b"\n".join(view.to_json() for view in views)
        yield "overlay", "\n".join(map(self.overlays, views))
        yield "stack", "\n".join(map(self.stacks, views))
        yield "file", title.write(p)
        yield "advice", str(title.advise(p.view(decision.side).imagine(), decision))
        asked = [choice, *(self.offered(decision) for _ in range(PREVIEWS))]
        seen = p.view(decision.side).imagine()
        yield "preview", msgspec.json.encode([title.preview(seen, one) for one in asked])
        yield "refusal", "\n".join(answer(p, one) for one in self.wrong(p, decision))

    def offered(self, decision: Decision) -> Choice:
        return decision.pick(self.chance.randrange(len(decision)))

    def overlays(self, view: View) -> str:
        """All areas that a side can lay over the map."""
        p = view.imagine()
        return "\n".join(
            repr(self.title.overlay(p, view.side, kind)) for kind in view.present().overlays
        )

    def stacks(self, view: View) -> str:
        """What a side is told of some hexes with units."""
        p, held = view.imagine(), sorted({unit.hex for unit in view.present().units} - {""})
        hexes = self.chance.sample(held, min(STACKS, len(held)))
        return "\n".join(repr(self.title.stack(p, view.side, label)) for label in hexes)

    def wrong(self, p: Position, decision: Decision) -> Iterator[Choice]:
        """Choices of any kind, and of the kinds that are offered or known to the step."""
        names = {"hex": p.names.grid.labels(p.names.grid.all), "unit": p.names.units}
        for _ in range(WRONG):
            things = self.chance.choice((names["hex"], names["unit"]))
            thing = self.chance.choice((*things, ""))
            yield Choice(self.chance.choice(self.verbs), thing)
        for verb, kind in self.kinds(p, decision):
            for _ in range(WRONG_OF_STEP if kind in names else 1):
                yield Choice(verb, self.chance.choice(names[kind]) if kind in names else "nothing")

    def kinds(self, p: Position, decision: Decision) -> Iterable[tuple[str, str]]:
        """Verbs with the kind of their argument: those on offer, and those that have bars now."""
        offered = [(option.verb, option.kind) for option in decision.options]
        return dict.fromkeys((*offered, *self.bars.get(type(p.frames[-1].step), ())))


def answer(p: Position, choice: Choice) -> str:
    why: Illegal | None = p.why_not(choice)
    return f"{choice}: {why}"


def game(arguments: tuple[str, str, tuple[str, ...], str]) -> tuple[str, Prints]:
    slug, scenario, options, player = arguments
    name = f"{slug} {scenario} {' '.join(options) or 'without options'}, {player}"
    return name, prints_of(slug, scenario, options, player)


def every_game(jobs: int, slugs: Sequence[str]) -> dict[str, Prints]:
    games = [
        (slug, *variant, player)
        for slug in slugs
        for variant in variants(titles.load(slug))
        for player in PLAYERS
    ]
    found: dict[str, Prints] = {}
    begun = time.monotonic()
    with ProcessPoolExecutor(jobs) as pool:
        for name, prints in pool.map(game, games):
            found[name] = prints
            left = (time.monotonic() - begun) / len(found) * (len(games) - len(found))
            if sys.stderr.isatty():
                line = f"\r{len(found)} of {len(games)} games, about {left:.0f} s left   "
                print(line, end="", file=sys.stderr, flush=True)
    if sys.stderr.isatty():
        print(file=sys.stderr)
    return found


def differences(before: dict[str, Prints], now: dict[str, Prints]) -> list[str]:
    """A line for each game and aspect that differs, with the choice at which it begins.

    >>> one = {"a game": {"state": ["aa", "bb"], "view": ["cc"]}}
    >>> differences(one, one)
    []
    >>> differences(one, {"a game": {"state": ["aa", "dd"], "view": ["cc"]}})
    ['a game: state differs from choice 1 on, 1 of 2 times']
    >>> differences(one, {})
    ['a game: only there before']
    """
    lines = [f"{name}: only there before" for name in before.keys() - now.keys()]
    lines += [f"{name}: only there now" for name in now.keys() - before.keys()]
    for name in before.keys() & now.keys():
        one, two = before[name], now[name]
        for aspect in sorted(one.keys() | two.keys()):
            old, new = one.get(aspect, []), two.get(aspect, [])
            other = [n for n in range(max(len(old), len(new))) if old[n : n + 1] != new[n : n + 1]]
            if other:
                step = 1 if aspect in ALWAYS else EVERY
                lines.append(
                    f"{name}: {aspect} differs from choice {other[0] * step} on,"
                    f" {len(other)} of {len(old)} times"
                )
    return sorted(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        "python -m tools.fingerprints",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--title", action="append", metavar="SLUG", help="only these (all)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (cores)")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--write", type=Path, metavar="FILE", help="keep the hashes in a file")
    what.add_argument("--against", type=Path, metavar="FILE", help="compare with a file")
    wanted = parser.parse_args(arguments)
    before: dict[str, Any] = {}
    if wanted.against:
        try:
            before = json.loads(wanted.against.read_text("utf-8"))
        except (OSError, ValueError) as error:
            parser.error(f"{wanted.against} cannot be read: {error}")
    slugs = wanted.title or [*titles.playable()]
    if unknown := set(slugs) - set(titles.playable()):
        parser.error(f"there is no title {min(unknown)!r}")
    now = every_game(wanted.jobs, slugs)
    looked = sum(len(hashes) for prints in now.values() for hashes in prints.values())
    if wanted.write:
        wanted.write.parent.mkdir(parents=True, exist_ok=True)
        wanted.write.write_text(json.dumps(now), encoding="utf-8")
        print(f"{looked} hashes of {len(now)} games are in {wanted.write}")
        return 0
    before = {name: prints for name, prints in before.items() if name.split()[0] in slugs}
    lines = differences(before, now)
    print("\n".join(lines) or f"nothing differs: {looked} hashes of {len(now)} games")
    return 1 if lines else 0


if __name__ == "__main__":
    raise SystemExit(main())
