"""1, 2 and 8: what there is, how the game goes, who wins; and that data and rulebook agree."""

from __future__ import annotations

import re

import pytest
from river_line.position import War
from river_line.victory import points

from stavka.engine import seed_from
from stavka.provenance import reports
from stavka.rules import cases_of, explain

from ..marks import rule
from ..situations import play, to_choose
from .situations import PACKAGE, TITLE, attack, attacking, moving, situation, where

RULES = (PACKAGE / "RULES.md").read_text(encoding="utf-8")


def started() -> War:
    position = TITLE.start("crossing", seed=seed_from("tests"))
    assert isinstance(position, War)
    return position


@rule("river-line", "1.2")
def test_the_counters_begin_as_the_rulebook_says() -> None:
    printed = re.findall(r"\| ([A-Z1-4][\w ]+) \| (\d)-(\d) \| (\d{4}) (?=\|)", RULES)
    counters = TITLE.charts.counters
    assert sorted(printed) == sorted(
        (c.name, str(c.strength), str(c.movement), TITLE.charts.grid.label(c.hex)) for c in counters
    )
    assert len(printed) == 13
    p = started()
    assert all(where(p, c.id) == p.label(c.hex) for c in counters)


@rule("river-line", "2.1")
def test_a_turn_has_four_phases_and_the_game_seven_turns() -> None:
    p = started()
    seen = []
    while p.decision() is not None:
        seen.append((p.turn, p.current.key))
        play(p, "done")
    # Nobody moves, so nobody stands next to an enemy and the combat phases pass by themselves.
    assert seen == [(t, f"{side}-movement") for t in range(1, 8) for side in ("upland", "vale")]
    p = moving("0505 guard", "0705 vale-2")
    play(p, "select guard", "move 0605", "done")
    assert p.current.key == "upland-combat"
    play(p, "done")
    assert p.current.key == "vale-movement"
    play(p, "done")
    assert p.current.key == "vale-combat" and to_choose(p) == "Vale"
    play(p, "done")
    assert (p.turn, p.current.key) == (2, "upland-movement")


@rule("river-line", "8.1")
def test_a_town_belongs_to_whoever_was_there_last() -> None:
    assert points(started()) == 0
    p = moving("0805 guard", "1305 lancers")
    assert points(p) == 1
    play(p, "select guard", "move 0806", "done")
    assert points(p) == 1, "it is kept when the unit goes on"
    play(p, "select lancers", "move 0905", "done", "done")
    assert points(p) == 1
    play(p, "select lancers", "move 0805")
    assert points(p) == 0


@rule("river-line", "8.1")
def test_a_town_is_taken_by_advancing_and_by_retreating_too() -> None:
    p = attack(attacking("0806 guard, 0705 hill-1", "0805 lancers", 6), "0805", "1-1")
    play(p, "retreat 0905", "advance guard")
    assert points(p) == 1
    p = attack(attacking("0804 hill-1", "0904 lancers", 1), "0904", "2-1")
    play(p, "retreat 0805")
    assert points(p) == 1


@rule("river-line", "8.1")
def test_lindhaven_counts_twice() -> None:
    board = TITLE.charts.board
    worth = {board.places_at(h)[0].name: n for h, n in TITLE.charts.towns.items()}
    assert worth == {"Stanebrig": 1, "Alderwick": 1, "Millrace": 1, "Lindhaven": 2}


@pytest.mark.parametrize(
    ("upland", "winner"),
    [("1205 guard, 0902 hill-1", "Upland"), ("1205 guard", "Vale"), ("0505 guard", "Vale")],
)
@rule("river-line", "8.2")
def test_three_points_win(upland: str, winner: str) -> None:
    p = situation("vale-combat", upland, "1309 lancers", "turn: 7")
    ended = p.outcome()
    assert ended is not None
    assert (ended.winner, ended.case) == (winner, "8.2")
    assert situation("vale-combat", upland, "1309 lancers", "turn: 6").outcome() is None


def test_the_rulebook_has_the_cases_that_the_data_count() -> None:
    assert re.findall(r"^\*\*(\d\.\d) ", RULES, re.MULTILINE) == cases_of("river-line")
    sources = [text for report in reports(TITLE.data) for text in report.texts["rulebook"]]
    named = {case for text in sources for case in re.findall(r"\d\.\d", text)}
    assert named <= set(cases_of("river-line"))
    assert all(not report.counts["reconstructed"] for report in reports(TITLE.data))


def test_help_says_it_in_other_words_than_the_rulebook() -> None:
    for case in cases_of("river-line"):
        for sentence in explain("river-line", case).text.split(". "):
            assert sentence not in RULES
