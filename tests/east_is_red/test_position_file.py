"""Text forms: position files read back what they write and say what is wrong; events have words."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from stavka.engine import Dice, RecordedDice, admit, seed_from
from stavka.engine.position_file import BadPosition
from stavka.titles.east_is_red import texts
from stavka.titles.east_is_red.position import War
from stavka.titles.east_is_red.variants.escalation import leads_to_world_war

from ..whole_games import files_read_back, kinds_with_words
from .situations import TITLE, offered, play, situation, started, where

OPTIONS = {
    "m1-current": (),
    "m1-full": ("19.0",),
    "m30-current": ("17.5",),
    "m30-full": ("17.5", "19.0"),
}


def read(text: str) -> War:
    p = TITLE.read(text, Dice(b"any"))
    p.decision()
    return p


@pytest.mark.parametrize("scenario", list(OPTIONS))
def test_whatever_happens_can_be_written_and_read_back(scenario: str) -> None:
    chance = random.Random(f"files {scenario}")
    seed = seed_from(f"files {scenario}")
    p = started(scenario, OPTIONS[scenario], f"files {scenario}")
    assert len(files_read_back(TITLE, p, seed, chance)) >= 8


def test_a_short_text_is_enough() -> None:
    p = situation("phase: soviet-initial-movement\n[Soviet]\n1611: 7-4-9, 4-6-9 (moved), 3-7-9.2")
    assert (p.turn, p.scenario, p.options) == (1, "m1-current", ())
    assert where(p, "7-4-9.1") == where(p, "4-6-9.1") == where(p, "3-7-9.2") == "1611"
    assert "4-6-9.1" not in offered(p, "select")
    assert {"7-4-9.1", "3-7-9.2"} <= offered(p, "select")


def test_comments_and_the_first_line_are_welcome() -> None:
    p = situation(
        "stavka position 1\ntitle: east-is-red  # the game\n\nphase: detonation\nturn: 3\n"
        "# a mine\n[markers]\nmined: 1423/1424 1424/1423"
    )
    assert offered(p, "detonate") == {"1423/1424"}


def test_every_marker_is_read() -> None:
    p = situation(
        "phase: soviet-combat\nturn: 6\nrail moves: 2\n[Soviet]\n0612: 3-7-9.1 (fought, railed)\n"
        "[markers]\ndestroyed: 1612, 1913\ncontaminated: 0710\nnewly contaminated: 0711\n"
        "expended: 0611\nattacked hexes: 0613\nmined: 0419/0420\nneutralized: 0420/0421\n"
        "demolished: 1423/1424@2\nlanding: 0834\n"
        "flags: marine-ready koreans-in strategic-strike declines\n"
    )
    grid = p.charts.grid
    assert p.destroyed == grid.set(["1612", "1913"])
    assert p.contaminated == grid.set(["0710"])
    assert p.newly_contaminated == grid.set(["0711"])
    assert p.expended == grid.set(["0611"])
    assert p.hexes_attacked == grid.set(["0613"])
    assert len(p.mines) == len(p.neutralized) == len(p.demolished) == 1
    assert p.demolished[0][2] == 2
    assert p.label(p.landing) == "0834"
    assert p.marine_ready
    assert p.koreans_in
    assert p.strategic_strike
    assert p.declines
    assert p.rail_moves == 2
    assert p.fought
    assert p.railed


PHASE = "phase: soviet-combat\n"


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        # The header
        ("turn: 2", 1, "the header lacks 'phase'"),
        ("phase: tea-time", 1, "there is no phase 'tea-time'; there are soviet-deployment"),
        (PHASE + "phase: detonation", 2, "'phase' stands twice"),
        (PHASE + "weather: fine", 2, "unknown key 'weather'; there are title, rules, scenario"),
        (PHASE + "title: reds", 2, "this is not a position of east-is-red"),
        (PHASE + "scenario: m99", 2, "there is no scenario 'm99'"),
        (PHASE + "options: 17.5 18.1", 2, "unknown option '18.1'; there are 17.5, 19.0"),
        (PHASE + "turn: two", 2, "turn: 'two' should be a number from 0"),
        (PHASE + "turn: 11", 2, "there is no turn 11"),
        (PHASE + "turn: -1", 2, "turn: '-1' should be a number from 0"),
        (PHASE + "number: x", 2, "number: 'x' should be a number"),
        (PHASE + "rolls: x", 2, "rolls: 'x' should be a number"),
        (PHASE + "rail moves: x", 2, "rail moves: 'x' should be a number"),
        (PHASE + "what is this", 2, "'what is this' is neither"),
        # The flow
        (PHASE + "flow: [[", 2, "cannot be read"),
        (PHASE + 'flow: [["siesta", null]]', 2, "cannot be read: there is no step 'siesta'"),
        (PHASE + "flow: 7", 2, "cannot be read"),
        (PHASE + 'flow: [["movement", {"unit": "x"}]]', 2, "cannot be read"),
        # Sections and units
        (PHASE + "[Martians]", 2, "unknown section [Martians]; there are Soviet, Chinese, markers"),
        (PHASE + "[Soviet]\n1611: 9-9-9", 3, "there is no unit '9-9-9'"),
        (PHASE + "[Soviet]\n1611: 4-6-6", 3, "4-6-6 is not one of the Soviet units"),
        (PHASE + "[Chinese]\n1612: 7-4-9.1", 3, "7-4-9.1 is not one of the Chinese units"),
        (PHASE + "[Soviet]\n1611: 2-2-6, 2-2-6", 3, "there are no more counters 2-2-6"),
        (PHASE + "[Soviet]\n1611: 7-4-9.1\n1610: 7-4-9.1", 4, "7-4-9.1 stands somewhere already"),
        (PHASE + "[Soviet]\n1611: 7-4-9 (tired)", 3, "unknown state 'tired'; there are moved"),
        (PHASE + "[Soviet]\n9999: 7-4-9", 3, "hex 9999 is not on this map"),
        (PHASE + "[Soviet]\nhere: 7-4-9", 3, "'here' is not a hex number"),
        (PHASE + "[Soviet]\n1133: 7-4-9", 3, "7-4-9.1 cannot be in 1133, which is water"),
        (PHASE + "[Soviet]\n1611: 7-4-9 (fired)", 3, "unknown state 'fired'"),
        (
            PHASE + "[Soviet]\n1712: 7-4-9\n[Chinese]\n1712: 4-6-6",
            5,
            "units of both sides are in 1712",
        ),
        # Markers
        (PHASE + "[markers]\nbanana: 1611", 3, "unknown marker 'banana'; there are destroyed"),
        (PHASE + "[markers]\ndestroyed: 99", 3, "'99' is not a hex number"),
        (PHASE + "[markers]\nmined: 1423/1425", 3, "hexes 1423 and 1425 are not adjacent"),
        (PHASE + "[markers]\nmined: 1423", 3, "'' is not a hex number"),
        (PHASE + "[markers]\ndemolished: 1423/1424", 3, "should be a hexside and a turn"),
        (PHASE + "[markers]\ndemolished: 1423/1424@x", 3, "should be a hexside and a turn"),
        (PHASE + "[markers]\nlanding: sea", 3, "'sea' is not a hex number"),
        (PHASE + "[markers]\nflags: hungry", 3, "unknown flag 'hungry'; there are marine-ready"),
    ],
)
def test_what_is_wrong_with_a_file(text: str, line: int, reason: str) -> None:
    with pytest.raises(BadPosition) as caught:
        read(text)
    assert caught.value.line == line
    assert caught.value.reason.startswith(reason) or reason in caught.value.reason


def test_a_position_in_the_middle_of_a_move() -> None:
    p = situation("phase: soviet-initial-movement\nturn: 2\n[Soviet]\n0612: 3-7-9.1")
    play(p, "select 3-7-9.1", "move 0613")
    again = read(TITLE.write(p))
    assert offered(again, "move") == offered(p, "move")
    assert again.decision() is not None
    assert "flow:" in TITLE.write(p)


def test_every_kind_of_event_has_words_and_no_words_are_for_nothing() -> None:
    told = {
        kind
        for file in Path(texts.__file__).parent.rglob("*.py")
        for kind in re.findall(r'\.tell\(\s*"(\w+)"', file.read_text(encoding="utf-8"))
    }
    helpers = ("charts", "force", "hex", "hexes", "unit", "units", "way", "side")
    assert kinds_with_words(texts.Texts, helpers) == told


@pytest.mark.parametrize("scenario", list(OPTIONS))
def test_a_game_can_be_told(scenario: str) -> None:
    chance = random.Random(f"tales {scenario}")
    p = started(scenario, OPTIONS[scenario], f"tales {scenario}")
    p.chronicle = []
    while (decision := p.decision()) is not None:
        p.apply(decision.pick(chance.randrange(len(decision))))
    told = [TITLE.text(event) for event in p.chronicle]
    assert told[0].endswith("deployment") or "set up" in told[0]
    assert told[-1].startswith("Soviet ")
    assert "Game-Turn 10" in told
    assert all(text and "{" not in text for text in told)


def test_some_events_in_words() -> None:
    p = situation(
        "phase: soviet-combat\nturn: 2\n[Soviet]\n1611: 7-4-9.1, 7-4-9.2, 3-7-9.1\n", dice=[1]
    )
    play(p, "attack 1612", "all", "resolve 6-1", "advance 7-4-9.1", "hold")
    assert p.chronicle is not None
    assert [TITLE.text(event) for event in p.chronicle] == [
        "Soviet 2 x 7-4-9, 3-7-9 attack 1612 (Manchouli) at 6-1: roll 1, De",
        "The intrinsic strength of 1612 (Manchouli) is destroyed",
        "Soviet 7-4-9 advances into 1612 (Manchouli)",
    ]


def test_a_game_that_a_world_war_has_ended_stays_ended() -> None:
    """Turns are left: without its outcome the game would go on."""
    p = read("scenario: 1980s-m1\noptions: SW.3\nturn: 2\nphase: soviet-combat\n")
    p.dice = RecordedDice((6, 6))
    assert leads_to_world_war(p, "Soviet", (), nuclear=True)
    text = TITLE.write(p)
    again = admit(TITLE, text)
    assert again.outcome() == p.outcome() is not None
    line = next(line for line in text.splitlines() if line.startswith("outcome:"))
    assert TITLE.read(text.replace(f"{line}\n", ""), Dice(b"x")).outcome() is None
    with pytest.raises(BadPosition, match="cannot have ended like this"):
        admit(TITLE, text.replace("both players lose", "both players win"))
