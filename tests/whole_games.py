"""What must hold at every moment of a game of any title; games are played by chance."""

from __future__ import annotations

import os
import random
from collections.abc import Collection, Sequence
from typing import Any

import pytest

from stavka import titles
from stavka.engine import Choice, Decision, Dice, Illegal, Position, Title
from stavka.engine.position import P
from stavka.engine.presentation import Presentation
from stavka.kit.bars import Refusals, legal

# To ask for all bars takes ten times as long as the game itself: in hundreds of games, a look at
# some decisions of each sees as much.
LOOK_EVERY = max(1, int(os.environ.get("STAVKA_GAMES", "2")) // 10)


def variants(title: Title[Any]) -> list[tuple[str, tuple[str, ...]]]:
    """Every scenario, with all options that it allows and without any."""
    found: dict[tuple[str, tuple[str, ...]], None] = {}
    for scenario in title.scenarios:
        allowed = tuple(
            o.key for o in title.options if not o.scenarios or scenario.key in o.scenarios
        )
        found |= {(scenario.key, allowed): None, (scenario.key, ()): None}
    return list(found)


def every_variant() -> list[Any]:
    """The variants of all titles, as parameters of a test: slug, scenario, options."""
    return [
        pytest.param((slug, scenario, options), id=f"{slug} {scenario} {' '.join(options)}")
        for slug in titles.playable()
        for scenario, options in variants(titles.load(slug))
    ]


def files_read_back(title: Title[P], p: P, seed: bytes, chance: random.Random) -> set[str]:
    """Plays to the end; position files are written and read on the way, in every kind of step.

    `seed` is that of the game's dice. Returns the steps that were met.
    """

    def read(text: str) -> P:
        again = title.read(text, Dice(seed))
        again.decision()
        return again

    steps: set[str] = set()
    while (decision := p.decision()) is not None:
        step = p.frames[-1].step.key
        choice = decision.pick(chance.randrange(len(decision)))
        if step not in steps or not chance.randrange(10):
            steps.add(step)
            text = title.write(p)
            again = read(text)
            assert again.to_json() == p.to_json()
            assert title.write(again) == text
            other = again.decision()
            assert other is not None
            assert other.as_json() == decision.as_json()
            # The game goes on in the same way, dice included.
            p.apply(choice)
            again.apply(choice)
            assert again.to_json() == p.to_json()
        else:
            p.apply(choice)
    assert read(title.write(p)).to_json() == p.to_json()
    assert read(title.write(p)).outcome() == p.outcome()
    return steps


def wrong_choices(
    p: Position, chance: random.Random, number: int, verbs: Sequence[str], words: Sequence[str]
) -> list[Choice]:
    """Choices of all kinds, most of them nonsense: any verb with any unit, hex or word."""
    decision = p.decision()
    assert decision is not None
    here = [option.verb for option in decision.options]
    units = p.names.units
    labels = p.names.grid.labels(p.names.grid.all)
    shown = p.view(decision.side).present().units
    occupied = sorted({unit.hex for unit in shown if unit.hex}) or labels
    made = []
    for _ in range(number):
        verb = chance.choice(here if chance.randrange(2) else verbs)
        argument = chance.choice(chance.choice((words, labels, occupied, units, units)))
        made.append(Choice(verb, argument))
    return made


def everything_is_answered(
    p: Position,
    chance: random.Random,
    cases: Collection[str],
    verbs: Sequence[str],
    words: Sequence[str],
) -> None:
    """Thousands of wrong choices in a game: an answer to each, with its case; nothing changes."""
    answered = 0
    steps: set[str] = set()
    while (decision := p.decision()) is not None:
        step = p.frames[-1].step.key
        # Whatever is new is looked at closely.
        new = step not in steps
        steps.add(step)
        if new or not chance.randrange(4):
            before = p.to_json()
            for choice in wrong_choices(p, chance, 200 if new else 12, verbs, words):
                why = p.why_not(choice)
                if why is None:
                    assert decision.value(choice) is not None
                    continue
                answered += 1
                assert why.reason, choice
                assert why.case in cases, (choice, why.case)
                assert str(why).startswith(f"{why.case}: ")
                with pytest.raises(Illegal) as caught:
                    p.apply(choice)
                assert str(caught.value) == str(why)
            assert p.to_json() == before
            assert p.decision() is decision
        p.apply(decision.pick(chance.randrange(len(decision))))
    assert answered > 3000
    assert p.why_not(Choice("done")) is not None, "the game is over"
    with pytest.raises(Illegal):
        p.apply(Choice("done"))


def bars_hold_what_is_not_offered(p: Position, decision: Decision, refusals: Refusals[Any]) -> None:
    """No bar is against what is offered, and one is against everything else of the same verb."""
    if p.number % LOOK_EVERY:
        return
    step, memo = p.frames[-1].step, p.frames[-1].memo
    for table, argument, ground in (
        (refusals.units, "unit", (1 << len(p.names.units)) - 1),
        (refusals.hexes, "hex", p.names.grid.all),
    ):
        for (kind, verb), bars in table.items():
            if isinstance(step, kind) and callable(bars):
                option = decision.option(verb)
                offered = option.values if option and option.kind == argument else 0
                assert legal(bars(p, memo), ground) == offered, (kind, verb, memo)


def exactly_the_legal_is_shown(p: Position, decision: Decision) -> Presentation:
    """What whoever has to choose sees: all choices and no others, each with a label."""
    view = p.view(decision.side).present()
    assert view.decision is not None
    assert view.decision.number == p.number
    spelled = [
        Choice(option.verb, value)
        for option in view.decision.options
        for value in (option.values if option.kind != "none" else ("",))
    ]
    assert spelled == decision.choices()
    assert all(option.label for option in view.decision.options)
    # Units to pick are units that are shown.
    ids = {unit.id for unit in view.units}
    for option in view.decision.options:
        assert option.kind != "unit" or set(option.values) <= ids, option.verb
    assert set(view.decision.units) <= ids, "nobody is asked about what he cannot see"
    return view


def kinds_with_words(texts: type[object], helpers: Collection[str]) -> set[str]:
    """The kinds of events for which a title has words: one method for each."""
    own = {name for name in dir(texts) if name.startswith("_") and not name.startswith("__")}
    methods = {name for name in own if callable(getattr(texts, name))}
    return {name[1:] for name in methods - {f"_{helper}" for helper in helpers}}
