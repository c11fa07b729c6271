"""Text forms: position files read back what they write and say what is wrong; events have words."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from stavka.engine import Dice, seed_from
from stavka.engine.position_file import BadPosition
from stavka.titles.reds import texts
from stavka.titles.reds.position import War

from ..whole_games import files_read_back, kinds_with_words
from .situations import TITLE, offered, play, situation, started, told, where

OPTIONS = {"1918-19": ("21.4",), "1918-21": ("21.1", "21.2", "21.3", "21.4")}


def read(text: str) -> War:
    p = TITLE.read(text, Dice(b"any"))
    p.decision()
    return p


@pytest.mark.parametrize("scenario", list(OPTIONS))
def test_whatever_happens_can_be_written_and_read_back(scenario: str) -> None:
    chance = random.Random(f"files {scenario}")
    seed = seed_from(f"files {scenario}")
    p = started(scenario, OPTIONS[scenario], f"files {scenario}")
    assert len(files_read_back(TITLE, p, seed, chance)) >= 12


def test_a_short_text_is_enough() -> None:
    p = situation("phase: activation\nchit: Siberian\n[White]\n3011: W-KAP, W-CZ2 (disordered)")
    assert (p.turn.key, p.scenario, p.options) == ("1", "1918-21", ())
    assert where(p, "W-KAP") == where(p, "W-CZ2") == "3011"
    assert where(p, "W-KOM") == "pool"
    assert offered(p, "select") == {"W-KAP", "W-CZ2"}


def test_comments_and_the_first_line_are_welcome() -> None:
    p = situation("stavka position 1\ntitle: reds  # the game\n\nturn: 3\nphase: command\n# nobody")
    assert "East" in offered(p, "front")


def test_control_is_that_of_the_set_up_unless_said_otherwise() -> None:
    p = situation(
        "turn: 2\nphase: command\n[White]\n3010: W-KAP\n[markers]\nred: 3212\nwhite: 2315"
    )
    label = p.charts.grid.labels
    assert {"3408", "5421", "3010", "2315"} <= set(label(p.white_held))
    assert {"2313", "3212"} <= set(label(p.red_held))
    assert "2124" not in label(p.white_held | p.red_held), "west of the Occupation Line"
    later = situation("turn: 5\nphase: command")
    assert {"2525", "1312", "3326"} <= set(label(later.white_held))
    assert "2124" in label(later.red_held)


def test_every_marker_is_read() -> None:
    p = situation(
        "turn: 9\nphase: command\ninitiative: Red\n"
        "[White]\n2825: W-CAU (raiding, done)\ngone: W-AIO\nready: W-NF-BL\n"
        "[Red]\n2313: R-A05 (disordered)\ndead: R-A11\nicebound: R-RF1\n"
        "[markers]\nterror: 2317\nattacked hexes: 2613\ngold: 4301 White\ntrain: none\n"
        "verdun: no\ngreat war: over\nwithdrawals: 1\nred seas: Baltic Caspian\n"
        "poland: war since 7\nleaders: Frunze@East, S. Kamenev@Field-Staff\n"
        "corruption: AFSR since 4\nrail used: 1 0 4\nsea used: 0 0 2 0\nevent rolls: 6 7\n"
        "flags: tsar-lives northwest-leaves miracle-used makhno-replaced wrangel freikorps "
        "raid-in-hand amphibious-in-hand aif-offensive semenov gold-moved\n"
    )
    grid = p.charts.grid
    assert p.initiative == "Red"
    assert (p.terror, p.attacked) == (grid.set(["2317"]), grid.set(["2613"]))
    assert (p.label(p.gold), p.gold_side, p.train, p.verdun) == ("4301", "White", -1, False)
    assert (p.great_war, p.withdrawals, p.red_seas) == (False, 1, ("Baltic", "Caspian"))
    assert (p.poland, p.poland_since) == ("war", 7)
    assert p.leader_in(4) == 0
    assert p.leader_in(6) == 3
    assert (p.corruption, p.corruption_since) == ("AFSR", 4)
    assert (p.rail_used, p.sea_used, p.event_rolls) == ((1, 0, 4), (0, 0, 2, 0), (6, 7))
    assert p.tsar and p.northwest_leaves and p.miracle and p.makhno_replaced and p.wrangel
    assert p.freikorps and p.raid_in_hand and p.amphibious_in_hand and p.aif_offensive
    assert p.semenov and p.gold_moved
    assert p.name(p.raider) == "W-CAU"
    assert [where(p, u) for u in ("W-AIO", "W-NF-BL", "R-A11", "R-RF1")] == [
        *("gone", "ready", "dead", "icebound"),
    ]


PHASE = "phase: command\n"


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        # The header
        ("phase: tea-time", 1, "there is no phase 'tea-time'; there are initiative"),
        ("turn: B\nphase: command", 2, "there is no phase 'command'; there are victory"),
        (PHASE + "phase: command", 2, "'phase' stands twice"),
        (PHASE + "weather: fine", 2, "unknown key 'weather'; there are title, rules, scenario"),
        (PHASE + "title: red-star", 2, "this is not a position of reds"),
        (PHASE + "scenario: 1917", 2, "there is no scenario '1917'"),
        (PHASE + "options: 21.4 21.5", 2, "unknown option '21.5'; there are 21.1"),
        (PHASE + "turn: 25", 2, "there is no turn '25'; there are 1-24 and A-G"),
        (PHASE + "initiative: Green", 2, "initiative: 'Green' should be one of White, Red"),
        (PHASE + "chit: West-Side", 2, "chit: 'West-Side' should be one of North"),
        (PHASE + "number: x", 2, "number: 'x' should be a number"),
        (PHASE + "rolls: x", 2, "rolls: 'x' should be a number"),
        # The flow
        (PHASE + "flow: [[", 2, "cannot be read"),
        (PHASE + 'flow: [["siesta", null]]', 2, "cannot be read: there is no step 'siesta'"),
        (PHASE + 'flow: [["movement", {"unit": "x"}]]', 2, "cannot be read"),
        (PHASE + "flow: []\noutcome: 7", 3, "cannot be read"),
        # Sections and units
        (PHASE + "[Martians]", 2, "unknown section [Martians]; there are White, Red, Neutral"),
        (PHASE + "[Red]\n2313: R-A99", 3, "there is no unit 'R-A99'"),
        (PHASE + "[Red]\n2313: W-KAP", 3, "W-KAP is not one of the Red units"),
        (PHASE + "[Red]\n2313: R-A01\n2413: R-A01", 4, "R-A01 stands somewhere already"),
        (PHASE + "[Red]\n2313: R-A01 (tired)", 3, "unknown state 'tired'; there are disordered"),
        (PHASE + "[Red]\n2313: R-A01 (tired)", 3, "left-baltic, raiding"),
        (
            PHASE + "[Red]\n2313: R-KON2 (raiding)",
            3,
            "R-KON2 is not White cavalry on the map (20.4)",
        ),
        (PHASE + "[White]\n2824: W-VOL (raiding)", 3, "W-VOL is not White cavalry on the map"),
        (PHASE + "[White]\npool: W-CAU (raiding)", 3, "W-CAU is not White cavalry on the map"),
        (PHASE + "[Red]\n9999: R-A01", 3, "hex 9999 is not on this map"),
        (PHASE + "[Red]\nhere: R-A01", 3, "'here' is not a hex number"),
        (PHASE + "[Red]\nhere: R-A01", 3, "boxes are dead, gone, icebound, pool, ready, used"),
        (PHASE + "[Red]\n1001: R-A01", 3, "R-A01 cannot be in 1001, which is water"),
        (PHASE + "[Red]\n2313: R-A01\n[White]\n2313: W-KAP", 5, "units of both sides are in 2313"),
        # Markers
        (PHASE + "[markers]\nbanana: 1611", 3, "unknown marker 'banana'; there are white"),
        (PHASE + "[markers]\nterror: 99", 3, "'99' is not a hex number"),
        (PHASE + "[markers]\nwhite: 2314", 3, "there is no city in 2314"),
        (PHASE + "[markers]\ngold: 2313 Green", 3, "'Green' should be one of White, Red, Neutral"),
        (PHASE + "[markers]\nverdun: maybe", 3, "'maybe' should be one of yes, no"),
        (PHASE + "[markers]\nred seas: Red", 3, "'Red' should be one of White, Baltic"),
        (PHASE + "[markers]\npoland: lost", 3, "'lost' should be one of neutral, war"),
        (PHASE + "[markers]\nleaders: Stalin@East", 3, "'Stalin' should be one of Frunze"),
        (PHASE + "[markers]\nleaders: Frunze@AFSR", 3, "'AFSR' should be one of North"),
        (PHASE + "[markers]\nrail used: 1 2", 3, "3 numbers are expected, not 2"),
        (PHASE + "[markers]\nwithdrawals: all", 3, "withdrawals: 'all' should be a number"),
        (PHASE + "[markers]\nflags: hungry", 3, "unknown flag 'hungry'; there are tsar-lives"),
    ],
)
def test_what_is_wrong_with_a_file(text: str, line: int, reason: str) -> None:
    with pytest.raises(BadPosition) as caught:
        read(text)
    assert (caught.value.line, reason in caught.value.reason) == (line, True), caught.value


def test_a_position_in_the_middle_of_a_move() -> None:
    p = situation("phase: activation\nchit: East\n[Red]\n2813: R-A01")
    play(p, "select R-A01", "move 2812")
    again = read(TITLE.write(p))
    assert offered(again, "move") == offered(p, "move") != set()
    assert again.decision() is not None


# Events in words


def test_every_kind_of_event_has_words_and_no_words_are_for_nothing() -> None:
    kinds = {
        kind
        for file in Path(texts.__file__).parent.glob("*.py")
        for kind in re.findall(
            r'\.tell\(\s*(?:\*\()?"(\w+)"(?: if \w+ else "(\w+)")?',
            file.read_text(encoding="utf-8"),
        )
    }
    expected = {kind for pair in kinds for kind in pair if kind}
    helpers = ("charts", "hex", "hexes", "unit", "units", "way", "name")
    assert kinds_with_words(texts.Texts, helpers) == expected


@pytest.mark.parametrize("scenario", list(OPTIONS))
def test_a_game_can_be_told(scenario: str) -> None:
    chance = random.Random(f"tales {scenario}")
    p = started(scenario, OPTIONS[scenario], f"tales {scenario}")
    p.chronicle = []
    while (decision := p.decision()) is not None:
        p.apply(decision.pick(chance.randrange(len(decision))))
    lines = told(p)
    assert any(line.startswith("Turn 2, Sep 1918") for line in lines)
    assert " wins: " in lines[-1]
    assert all(line and "{" not in line for line in lines)


def test_a_battle_in_words() -> None:
    p = situation(
        "phase: activation\nchit: East\n[White]\n3012: W-KOM\n[Red]\n2911: R-A05\n", dice=(3, 3)
    )
    play(p, "done", "attack 3012", "add R-A05", "resolve")
    lines = told(p)
    fight = (
        "Red: 5 Army attack Komuch Army in 3012 (Simbirsk) at 1:2: dice 3 and 3, "
        "strengths 6 and 3, differential +3, result ad"
    )
    at = lines.index(fight)
    assert lines[at : at + 3] == [
        *(fight, "Red 5 Army is disordered", "White Komuch Army is disordered"),
    ]
