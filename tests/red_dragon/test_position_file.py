"""Text forms: position files read back what they write and say what is wrong; events have words."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from stavka.engine import Dice, seed_from
from stavka.engine.position_file import BadPosition
from stavka.titles.red_dragon import texts
from stavka.titles.red_dragon.position import War

from ..whole_games import files_read_back, kinds_with_words
from .situations import TITLE, number_of, offered, place_of, play, set_up, situation, started

OPTIONS = [(), ("5.1.2",)]


def read(text: str) -> War:
    p = TITLE.read(text, Dice(b"any"))
    p.decision()
    return p


@pytest.mark.parametrize("options", OPTIONS)
def test_whatever_happens_can_be_written_and_read_back(options: tuple[str, ...]) -> None:
    name = f"files {options}"
    chance, seed = random.Random(name), seed_from(name)
    p = started(options, name)
    assert len(files_read_back(TITLE, p, seed, chance)) >= 8


def test_a_short_text_is_enough() -> None:
    p = situation("phase: gmd-movement\n[GMD]\n1809: 72-corps, 115-corps (moved)")
    assert (p.turn, p.scenario, p.options, p.weather) == (1, "campaign", (), "Good")
    assert place_of(p, "72-corps") == "1809"
    assert offered(p, "select") == {"72-corps"}
    assert place_of(p, "5-corps") == "", "who is not mentioned is not in the game"


def test_comments_and_the_first_line_are_welcome() -> None:
    p = situation(
        "stavka position 1\ntitle: red-dragon  # the game\n\nphase: gmd-combat\nturn: 3\n"
        "# a siege\n[GMD]\n1705: 5-corps\n[markers]\nfdp: 1705"
    )
    assert p.fdp == p.charts.grid.set(["1705"])


def test_every_box_is_read_and_written() -> None:
    places = {
        "72-corps": "1809",
        "54-corps": "reinforcements",
        "39-corps": "edge",
        "fb-1": "available",
        "fb-2": "used",
        "5-corps": "eliminated",
        "70-corps": "turn 5",
        "74-corps": "school 6",
        "12-corps": "beyond",
        "59-corps": "defectors",
        "77-corps": "under ecfa-9",
    }
    p = set_up(
        "gmd-movement",
        turn=4,
        gmd="; ".join(f"{place}: {name}" for name, place in places.items()),
        pla="2013: ecfa-9; aside: ecfa-1; turn 7: ecfa-3; available: elb-1, su-yu",
    )
    for name, place in places.items():
        assert place_of(p, name) == place
    assert place_of(p, "ecfa-1") == "aside"
    assert place_of(p, "ecfa-3") == "turn 7"
    assert p.defector_under(number_of(p, "ecfa-9")) == number_of(p, "77-corps")


def test_every_marker_and_state_is_read() -> None:
    p = TITLE.read(
        "phase: pla-combat\nturn: 6\nweather: Thaw\nnews: 12\nfrozen: 2A\nshort attacks: 0\n"
        "offensive: 2\nrail moves: 1\nbridges left: 1\n"
        "[GMD]\n1809: 72-corps (fought)\n1705: 5-corps\n"
        "[PLA]\n1909: ecfa-1 (struck, face-up)\n1613: guerrilla-1 (negated)\n"
        "[markers]\nfdp: 1705\npla cities: 1408\nattacked: 1809\nbridges: 1813/1714@2\n"
        "flags: great-victory great-victory-next trenches\n",
        Dice(b"any"),
    )
    grid = p.charts.grid
    assert (p.weather, p.news, p.frozen, p.offensive) == ("Thaw", 12, "2A", 2)
    assert (p.rail_moves, p.bridges_left) == (1, 1)
    assert p.fdp == grid.set(["1705"])
    assert p.pla_cities == grid.set(["1408"])
    assert p.attacked == grid.set(["1809"])
    assert p.bridges == ((*grid.side(grid.hex("1813"), grid.hex("1714")), 2),)
    assert p.great_victory
    assert p.great_victory_next
    assert p.trenches
    assert p.fought >> number_of(p, "72-corps") & 1
    assert p.struck >> number_of(p, "ecfa-1") & 1
    assert p.face_up >> number_of(p, "ecfa-1") & 1
    assert p.negated >> number_of(p, "guerrilla-1") & 1


def test_cities_belong_to_who_is_in_them() -> None:
    p = situation("phase: gmd-movement\n[GMD]\n1601: 5-corps\n[PLA]\n1408: ecfa-1")
    held = p.charts.grid.labels(p.pla_cities)
    assert "1408" in held
    assert "1601" not in held
    assert "1001" in held, "the others are held as at the start"


PHASE = "phase: pla-combat\n"


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        # The header
        ("turn: 2", 1, "the header lacks 'phase'"),
        ("phase: tea-time", 1, "there is no phase 'tea-time'; there are weather, news"),
        (PHASE + "phase: relief", 2, "'phase' stands twice"),
        (PHASE + "mood: fine", 2, "unknown key 'mood'; there are title"),
        (PHASE + "title: reds", 2, "this is not a position of red-dragon"),
        (PHASE + "scenario: m99", 2, "no scenario 'm99'"),
        (PHASE + "options: 5.1.2 18.1", 2, "unknown option '18.1'; there are 5.1.2"),
        (PHASE + "turn: two", 2, "turn: 'two' should be a number from 0"),
        (PHASE + "turn: 11", 2, "there is no turn 11"),
        (PHASE + "weather: Hail", 2, "weather: 'Hail' should be one of Good, Thaw, Poor"),
        (PHASE + "frozen: 9A", 2, "frozen: '9A' should be one of XBS, 2A"),
        (PHASE + "news: x", 2, "news: 'x' should be a number"),
        (PHASE + "what is this", 2, "'what is this' is neither"),
        # The flow
        (PHASE + "flow: [[", 2, "cannot be read"),
        (PHASE + 'flow: [["siesta", null]]', 2, "cannot be read: there is no step 'siesta'"),
        (PHASE + 'flow: [["movement", {"unit": "x"}]]', 2, "cannot be read"),
        # Sections and counters
        (PHASE + "[Martians]", 2, "unknown section [Martians]; there are PLA, GMD, markers"),
        (PHASE + "[GMD]\n1809: 99-army", 3, "there is no unit '99-army'"),
        (PHASE + "[GMD]\n1809: ecfa-1", 3, "ecfa-1 is not one of the GMD units"),
        (PHASE + "[GMD]\n1809: 5-corps\nedge: 5-corps", 4, "5-corps stands somewhere already"),
        (PHASE + "[GMD]\n1809: 5-corps (tired)", 3, "unknown state 'tired'; there are moved"),
        (PHASE + "[GMD]\n9999: 5-corps", 3, "hex 9999 is not on this map"),
        (PHASE + "[GMD]\nhere: 5-corps", 3, "'here' is not a hex number"),
        (PHASE + "[GMD]\nhere: 5-corps", 3, "boxes are aside, available"),
        (PHASE + "[GMD]\n2009: 5-corps", 3, "5-corps cannot be in 2009, which is water"),
        (PHASE + "[GMD]\nturn 12: 5-corps", 3, "there is no turn '12' on the track"),
        (PHASE + "[PLA]\nunder ecfa-9: ecfa-1", 3, "ecfa-1 cannot be in under ecfa-9"),
        (PHASE + "[GMD]\nunder lg: 5-corps", 3, "'under lg' should name a PLA Corps"),
        (PHASE + "[GMD]\n1809: 5-corps\n[PLA]\n1809: ecfa-1", 5, "units of both sides are in 1809"),
        # Markers
        (PHASE + "[markers]\nbanana: 1809", 3, "unknown marker 'banana'; there are fdp"),
        (PHASE + "[markers]\nfdp: 99", 3, "'99' is not a hex number"),
        (PHASE + "[markers]\nbridges: 1813/1714", 3, "should be a hexside and a turn"),
        (PHASE + "[markers]\nbridges: 1813/1809@2", 3, "not adjacent"),
        (PHASE + "[markers]\nflags: hungry", 3, "unknown flag 'hungry'; there are great-victory"),
    ],
)
def test_what_is_wrong_with_a_file(text: str, line: int, reason: str) -> None:
    with pytest.raises(BadPosition) as caught:
        read(text)
    assert caught.value.line == line
    assert reason in caught.value.reason


def test_a_finished_game_says_how_it_has_ended() -> None:
    p = read("phase: turn-end\nturn: 1\n[PLA]\n1809: ecfa-1")
    text = TITLE.write(p)
    line = next(line for line in text.splitlines() if line.startswith("outcome:"))
    assert "Sudden Death Victory" in line
    assert read(text).outcome() == p.outcome() is not None
    older = text.replace(f"{line}\n", "")
    assert read(older).outcome() == p.outcome(), "older files do not say it"


def test_a_guerrilla_may_share_a_hex_with_the_enemy() -> None:
    p = read(PHASE + "[GMD]\n1809: 5-corps\n[PLA]\n1809: guerrilla-1")
    assert place_of(p, "guerrilla-1") == place_of(p, "5-corps") == "1809"


def test_a_position_in_the_middle_of_a_move() -> None:
    p = set_up("gmd-movement", gmd="1509: 72-corps")
    play(p, "select 72-corps", "move 1510")
    again = read(TITLE.write(p))
    assert offered(again, "move") == offered(p, "move") != set()


def test_every_kind_of_event_has_words_and_no_words_are_for_nothing() -> None:
    told = {
        kind
        for file in Path(texts.__file__).parent.glob("*.py")
        for kind in re.findall(
            r'(?:\.tell|\.tell_of|shift_unit)\((?:[^()"]|\([^()]*\))*?"(\w+)"',
            file.read_text(encoding="utf-8"),
        )
    }
    told |= {"news", "no_event"}
    helpers = ("charts", "hex", "hexes", "unit", "units", "way")
    assert kinds_with_words(texts.Texts, helpers) == told


@pytest.mark.parametrize("options", OPTIONS)
def test_a_game_can_be_told(options: tuple[str, ...]) -> None:
    chance = random.Random(f"tales {options}")
    p = started(options, f"tales {options}")
    p.chronicle = []
    while (decision := p.decision()) is not None:
        p.apply(decision.pick(chance.randrange(len(decision))))
    told = [TITLE.text(event) for event in p.chronicle]
    assert "victory" in told[-1]
    assert all(text and "{" not in text for text in told)
