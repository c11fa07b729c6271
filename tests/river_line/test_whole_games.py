"""Whole games by chance: what must hold at every moment, and files, refusals, screens."""

from __future__ import annotations

import random

import pytest
from river_line.position import War
from river_line.presentation import VERBS
from river_line.refusals import REFUSALS
from river_line.texts import Texts

from stavka.engine import BadPosition, Dice, seed_from
from stavka.rules import cases_of

from ..situations import play
from ..whole_games import (
    bars_hold_what_is_not_offered,
    exactly_the_legal_is_shown,
    files_read_back,
    kinds_with_words,
    wrong_choices,
)
from .situations import TITLE, attacking, moving

SEEDS = [f"game {number}" for number in range(6)]
MANY = [f"game {number}" for number in range(30)]


def started(seed: str) -> War:
    p = TITLE.start("crossing", seed=seed_from(seed), chronicle=[])
    assert isinstance(p, War)
    return p


def test_what_must_hold_holds() -> None:
    verbs: set[str] = set()
    for seed in MANY:
        p, chance = started(seed), random.Random(seed)
        while (decision := p.decision()) is not None:
            standing = [hex_ for hex_ in p.where if hex_ >= 0]
            assert len(standing) == len(set(standing)), "3.3: one unit in a hex"
            shown = exactly_the_legal_is_shown(p, decision)
            assert len(shown.units) == len(standing)
            verbs |= {option.verb for option in decision.options}
            bars_hold_what_is_not_offered(p, decision, REFUSALS)
            p.apply(decision.pick(chance.randrange(len(decision))))
        told = {event.kind for event in p.chronicle or ()}
        assert told <= kinds_with_words(
            Texts, ("hex", "hexes", "unit", "units", "way", "board", "counters")
        )
    assert verbs | {"eliminate"} == set(VERBS), "every verb has words, and all but one are met"


def test_position_files_read_back() -> None:
    steps: set[str] = set()
    for seed in SEEDS:
        steps |= files_read_back(TITLE, started(seed), seed_from(seed), random.Random(seed))
    assert steps == {"movement", "combat", "attack", "retreat", "advance"}


def test_every_refusal_names_a_case() -> None:
    cases, answered = set(cases_of("river-line")), 0
    for seed in SEEDS:
        p, chance = started(seed), random.Random(seed)
        while (decision := p.decision()) is not None:
            for choice in wrong_choices(p, chance, 20, list(VERBS), ["1-1", "x", ""]):
                if (why := p.why_not(choice)) is not None:
                    answered += 1
                    assert why.case in cases, (choice, why)
            p.apply(decision.pick(chance.randrange(len(decision))))
    assert answered > 5000


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("turn: 8", "there is no turn 8"),
        ("options: 7.1", "unknown option '7.1'; there are none"),
        ("phase: tea", "there is no phase 'tea'"),
        ("[Upland]\n0505: hussars", "there is no unit 'hussars'"),
        ("[Upland]\n0505: lancers", "lancers is not one of the Upland units"),
        ("[Upland]\n0505: guard, hill-1", "two units are in 0505"),
        ("[Upland]\n0505: guard\n0506: guard", "guard stands somewhere already"),
        ("[Upland]\n0505: guard (tired)", "unknown state 'tired'"),
        ("[Upland]\n9905: guard", "9905"),
        ("[markers]\ntaken: 0505", "0505 is not a town"),
        ("[markers]\nmines: 0505", "unknown marker 'mines'"),
        ("[Sea]\n0505: guard", r"unknown section \[Sea\]"),
    ],
)
def test_a_wrong_position_file_is_refused_with_the_reason(line: str, complaint: str) -> None:
    phase = "" if line.startswith("phase") else "phase: upland-combat\n"
    with pytest.raises(BadPosition, match=complaint):
        TITLE.read(phase + line, Dice(b"x"))


def test_a_preview_tells_the_way_and_the_odds() -> None:
    p = play(moving("0305 guard"), "select guard")
    decision = p.decision()
    assert decision is not None
    way = TITLE.preview(p, next(c for c in decision.choices() if c.argument == "0505"))
    assert way is not None
    assert (way.path, way.result) == (("0305", "0405", "0505"), "2 points, 1 left")
    p = attacking("0705 guard, 0806 hill-1", "0805 vale-4")
    decision = p.decision()
    assert decision is not None
    fight = TITLE.preview(p, decision.first("attack"))
    assert fight is not None
    assert fight.result == "6.5 to 4: 1-1"
    assert [line.value for line in fight.lines] == ["5", "-2.5", "4", "2", "2"]
    assert [chance.result for chance in fight.chances] == ["Ae", "Ar", "-", "Dr"]
    assert sum(chance.probability for chance in fight.chances) == pytest.approx(1)


def test_overlays_and_the_inspector() -> None:
    p = play(moving("0305 guard", "0805 vale-1"), "select guard")
    for kind in p.view("Upland").present().overlays:
        assert all(
            area.hexes for area in TITLE.overlay(p, "Upland", kind) if area.style != "control"
        )
    assert [line.value for line in TITLE.stack(p, "Upland", "0805")] == ["3", "6"]
    assert TITLE.stack(p, "Upland", "0505") == ()


def test_both_sides_can_win() -> None:
    """A sample; `stavka simulate river-line --players cadet,cadet` shows it at length."""
    from stavka.players import new_game, play_out

    winners = set()
    for number in range(12):
        cadets = dict.fromkeys(TITLE.sides, "cadet")
        position, players = new_game(TITLE, "crossing", (), cadets, f"1 {number}")
        play_out(position, players)
        ended = position.outcome()
        assert ended is not None
        winners.add(ended.winner)
    assert winners == set(TITLE.sides)
