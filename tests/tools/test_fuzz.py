"""A small share of the fuzz (tools/fuzz.py); `make soak` runs 25,000 mutants."""

from __future__ import annotations

import random
from functools import cache

import pytest

from stavka import titles
from stavka.engine import BadState
from tools.fuzz import Original, mutant, originals, run, trial

MUTANTS = 40


@cache
def among() -> list[Original]:
    return originals(thorough=False)


def test_every_title_is_spoiled_in_every_form() -> None:
    kinds = {(original.slug, original.kind) for original in among()}
    assert kinds == {
        (slug, kind) for slug in titles.playable() for kind in ("record", "position", "state")
    }


def test_what_is_not_spoiled_is_played() -> None:
    chance = random.Random(1)
    for original in chance.sample(among(), 5):
        assert trial(original, chance) == "played"


def test_mutants_are_refused_with_a_sentence_or_played() -> None:
    came, mistakes = run(range(MUTANTS), "quick", among())
    assert mistakes == {}
    assert came["refused"] + came["played"] == MUTANTS
    assert came["played"] > 3


def test_a_mutant_can_be_made_again() -> None:
    assert mutant(7, "quick", among()) == mutant(7, "quick", among())
    assert mutant(7, "quick", among()) != mutant(8, "quick", among())


def test_a_mistake_is_found_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if nobody had thought of half of what can be wrong."""

    def fails(*_: object) -> None:
        raise KeyError("nobody has thought of this")

    monkeypatch.setattr("stavka.engine.soundness._check_memo", fails)
    came, mistakes = run(range(MUTANTS), "quick", among())
    assert came["failed"] > 3
    assert any("nobody has thought of this" in mistake for mistake in mistakes)
    monkeypatch.setattr("stavka.engine.soundness._check_memo", lambda *_: None)
    monkeypatch.setattr("tools.fuzz.examine", lambda *_: (_ for _ in ()).throw(BadState("a\nb")))
    came, mistakes = run(range(MUTANTS), "quick", [o for o in among() if o.kind == "state"])
    assert any("no answer of one line" in mistake for mistake in mistakes)
