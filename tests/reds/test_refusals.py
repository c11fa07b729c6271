"""Why something cannot be done: the reason, with its case, and nothing changed."""

from __future__ import annotations

import random

import pytest

from stavka.rules import cases_of
from stavka.titles.reds.presentation import VERBS
from stavka.titles.reds.refusals import REFUSALS

from ..whole_games import bars_hold_what_is_not_offered, everything_is_answered
from .situations import HOLD, play, refused, situation, started, verbs

EAST = "turn: 8\nphase: activation\nchit: East\n"
SIBERIA = "turn: 8\nphase: activation\nchit: Siberian\n"
AFSR = "turn: 8\nphase: activation\nchit: AFSR\n"
AT_HAND = "[markers]\nflags: amphibious-in-hand\npool: Field-Staff\n"
GOLTZ = "turn: 8\nphase: activation\nchit: Northwest\n"
EVENT = "[markers]\nflags: freikorps\npool: Field-Staff\n"
RED_TRAVELS = "turn: 8\nphase: second-strategic\ninitiative: White\n"
WHITE_TRAVELS = "turn: 8\nphase: second-strategic\ninitiative: Red\n"

WORDS = (
    *("", "East", "AFSR", "Field-Staff", "Baltic", "2813", "0101", "9999", "x", "-1", "R-A99"),
    *("Red", "\u00fc\u00df", "0" * 300),
)

REASONS: list[tuple[str, list[str], str, str, str]] = [
    # Operational movement: position, choices before, the choice, its case, a word of the reason
    (f"{EAST}[Red]\n2813: R-A01\n2618: R-A08\n", [], "select R-A08", "7.10", "not active"),
    (f"{EAST}[Red]\n2813: R-A01\n2811: R-A05 (done)\n", [], "select R-A05", "10.9", "Done"),
    (f"{EAST}[Red]\n2813: R-A01\n3010: R-G01\n", [], "select R-G01", "10.7", "does not move"),
    (f"{EAST}[Red]\n2813: R-A01\n[White]\n3012: W-KOM\n", [], "select W-KOM", "7.10", "not yours"),
    (f"{EAST}[Red]\n2813: R-A01\n", [], "move 2812", "10.6", "pick up"),
    (f"{EAST}[Red]\n2813: R-A01\n", ["select R-A01"], "move 2313", "10.6", "points left"),
    (f"{EAST}[Red]\n2813: R-A01\n", ["select R-A01"], "move 2813", "10.6", "is there"),
    (f"{EAST}[Red]\n2813: R-A01\n", ["select R-A01"], "move 3918", "10.6", "sea"),
    (
        f"{EAST}[Red]\n2813: R-A01\n[White]\n2812: W-KAP\n2814: W-CZ2\n",
        ["select R-A01"],
        "move 2713",
        "8.6",
        "Zone of Control",
    ),
    (
        f"{EAST}[Red]\n2813: R-A01\n2812: R-A05\n",
        ["select R-A01"],
        "move 2812",
        "9.1",
        "6 manpower",
    ),
    (f"{SIBERIA}[White]\n3612: W-SD1\n", ["select W-SD1"], "move 3713", "10.8", "out of supply"),
    (f"{SIBERIA}[White]\n3310: W-SD1\n3311: W-VOL\n", ["select W-SD1"], "move 3311", "9.5", "fact"),
    (f"{EAST}[Red]\n3309: R-A01\n3408: R-P1\n", ["select R-A01"], "move 3408", "9.4", "partisans"),
    (f"{EAST}[Red]\n2813: R-A01, R-TR1\n", ["select R-TR1"], "move 2812", "20.3", "railway"),
    (f"{EAST}[Red]\n2813: R-A01, R-TR1\n", ["select R-TR1"], "move 2713", "20.3", "infantry"),
    (
        f"{AFSR}[White]\n2714: W-DON1\n",
        ["select W-DON1"],
        "move 2713",
        "10.12",
        "8 hexes from the home krug",
    ),
    (
        "turn: 4\nphase: activation\nchit: AFSR\n[White]\n2921: W-DON1\n",
        ["select W-DON1"],
        "move 2822",
        "3.4",
        "Turn B",
    ),
    (
        "turn: 8\nphase: activation\nchit: North\n[Red]\n1611: R-A07\n",
        ["select R-A07"],
        "move 1610",
        "19.2",
        "not frozen",
    ),
    (
        "turn: 8\nphase: activation\nchit: West\n[Red]\n1420: R-A16\n",
        ["select R-A16"],
        "move 1320",
        "10.10",
        "Poland",
    ),
    (f"{EAST}[Red]\n2813: R-A01\n3010: R-A05\n", [], "garrison 2813", "20.5", "no city"),
    (f"{SIBERIA}[White]\n3408: W-SD1\n", [], "raid W-SD1", "20.4", "not cavalry"),
    (f"{AFSR}[White]\n2825: W-VOL\n", [], "embark W-VOL", "20.2", "not in hand"),
    (f"{EAST}[Red]\n2813: R-A01\n", ["select R-A01"], "select R-A01", "10.6", "in hand"),
    (
        f"{AFSR}[White]\n1920: W-VOL\n[Neutral]\n1920: N-UKR\n",
        [],
        "garrison 1920",
        "9.3",
        "there is a garrison",
    ),
    # Landings
    (f"{AFSR}[White]\n2825: W-VOL\n{AT_HAND}", ["embark W-VOL"], "land 3023", "20.2", "coast"),
    (
        f"turn: 4\nphase: activation\nchit: AFSR\n[White]\n2825: W-VOL\n{AT_HAND}",
        ["embark W-VOL"],
        "land 2722",
        "3.4",
        "Turn B",
    ),
    (
        f"turn: 5\nphase: activation\nchit: Northwest\n[White]\n1312: W-NW1\n{AT_HAND}",
        [],
        "embark W-NW1",
        "19.2",
        "Baltic Sea is frozen",
    ),
    (
        f"turn: 8\nphase: activation\nchit: Northwest\n[White]\n1116: W-VDG\n{AT_HAND}",
        [],
        "embark W-VDG",
        "10.5",
        "von der Goltz",
    ),
    (f"{AFSR}[White]\n2824: W-VOL\n{AT_HAND}", [], "embark W-VOL", "20.2", "not in a White port"),
    (f"{AFSR}[White]\n2825: W-VOL, W-AG1\n{AT_HAND}", [], "embark W-AG1", "20.2", "only infantry"),
    (
        f"{AFSR}[White]\n2825: W-VOL, W-MAR\n{AT_HAND}",
        ["embark W-VOL"],
        "select W-MAR",
        "20.2",
        "lands first",
    ),
    (
        f"{AFSR}[White]\n2825: W-VOL\n{AT_HAND}",
        ["embark W-VOL"],
        "embark W-VOL",
        "20.2",
        "has embarked",
    ),
    (
        "turn: 8\nphase: activation\nchit: Poles\n[White]\n1221: W-PL1\n1321: W-VOL\n",
        ["select W-PL1"],
        "move 1321",
        "15.1",
        "held by other Whites",
    ),
    # Strategic movement
    (
        f"{WHITE_TRAVELS}[White]\n2825: W-VOL\n",
        ["select W-VOL"],
        "sea 2825",
        "10.5",
        "the unit is there",
    ),
    (f"{RED_TRAVELS}[Red]\n2313: R-A05\n", ["select R-A05"], "select R-A05", "10.2", "in hand"),
    (
        f"{WHITE_TRAVELS}[White]\n4301: W-SD1\n2825: W-VOL\n[markers]\nflags: semenov\n",
        [],
        "select W-SD1",
        "6.3",
        "Semenov",
    ),
    (
        "turn: 5\nphase: second-strategic\ninitiative: Red\n[White]\n1312: W-NW1\n2825: W-VOL\n",
        [],
        "select W-NW1",
        "19.2",
        "Baltic Sea is closed",
    ),
    (
        f"{WHITE_TRAVELS}[White]\n3012: W-KOM\n[markers]\ngold: 3010 White\n",
        [],
        "gold 3012",
        "13.1",
        "not yours any more",
    ),
    (f"{RED_TRAVELS}[Red]\n2313: R-A05\n2414: R-A01\n", [], "select R-A01", "10.2", "city"),
    (f"{RED_TRAVELS}[Red]\n2313: R-A05, R-TR1\n", [], "select R-TR1", "10.2", "infantry"),
    (f"{RED_TRAVELS}[Red]\n2313: R-A05\n", ["select R-A05"], "rail 3012", "10.2", "control"),
    (f"{RED_TRAVELS}[Red]\n2313: R-A05\n", ["select R-A05"], "rail 5412", "10.3", "no open line"),
    (f"{RED_TRAVELS}[Red]\n1611: R-A05\n", ["select R-A05"], "sea 2313", "10.5", "port"),
    (f"{WHITE_TRAVELS}[White]\n4922: W-TRC\n4301: W-SD1\n", [], "select W-TRC", "10.4", "allow"),
    (f"{WHITE_TRAVELS}[White]\n4301: W-SD1\n", [], "gold 3705", "20.6", "not yours"),
    # Combat
    (
        f"{EAST}[Red]\n2911: R-A05\n[White]\n3012: W-KOM\n",
        ["done"],
        "attack 2910",
        "11.1",
        "no enemy",
    ),
    (
        f"{EAST}[Red]\n2911: R-A05\n[White]\n3012: W-KOM\n3408: W-SD1\n",
        ["done"],
        "attack 3408",
        "11.1",
        "next to",
    ),
    (
        f"{EAST}[Red]\n2911: R-A05\n2813: R-A01\n[White]\n3012: W-KOM\n",
        ["done", "attack 3012"],
        "add R-A01",
        "11.1",
        "not next to",
    ),
    (
        f"{EAST}[Red]\n2911: R-A05, R-TR1\n[White]\n3012: W-KOM\n",
        ["done", "attack 3012"],
        "add R-TR1",
        "20.3",
        "along rails",
    ),
    (
        f"{EAST}[Red]\n2911: R-A05\n[White]\n3012: W-KOM\n",
        ["done", "attack 3012"],
        "resolve",
        "11.3",
        "attacks yet",
    ),
    (
        f"{GOLTZ}[White]\n1314: W-NW1\n1216: W-VDG\n[Neutral]\n1315: N-LAT\n{EVENT}",
        ["done", "attack 1315"],
        "add W-NW1",
        "17.1",
        "only von der Goltz",
    ),
    (
        "turn: 3\nphase: activation\nchit: South\n[Red]\n2922: R-A08\n3023: R-A09\n"
        f"[White]\n2822: W-KOR\n3024: W-MAR\n{HOLD}",
        ["done"],
        "attack 2822",
        "3.4",
        "Turn B",
    ),
    # Chits, events, reinforcements, replacements
    ("turn: 8\nphase: command\n", [], "front AFSR", "7.2", "not a Front"),
    (
        "turn: 8\nphase: command\n[markers]\nleaders: Frunze@East\n",
        [],
        "front East",
        "7.7",
        "already",
    ),
    (
        "turn: 8\nphase: activation\nchit: Field-Staff\n[markers]\nfronts: East\n",
        [],
        "front East",
        "7.11",
        "active",
    ),
    ("turn: A\nphase: red-reinforcement\n", [], "place 3012", "14.1", "cannot enter"),
    (
        "turn: D\nphase: red-replacement\n[Red]\ndead: R-A11\ngone: R-LAT\n",
        [],
        "replace R-LAT",
        "14.2",
        "cannot be replaced",
    ),
    (
        "turn: D\nphase: white-replacement\n[White]\ndead: W-VOL, W-CAU, W-SD1\n",
        ["replace W-VOL", "place 2825"],
        "replace W-CAU",
        "14.3",
        "has had",
    ),
    ("turn: 8\nphase: red-train\n[Red]\n2313: R-A05\n", [], "train 2613", "20.10", "Moscow"),
]


@pytest.mark.parametrize(
    ("text", "before", "choice", "case", "words"), REASONS, ids=[f"{r[3]} {r[2]}" for r in REASONS]
)
def test_a_refusal_gives_the_case(
    text: str, before: list[str], choice: str, case: str, words: str
) -> None:
    p = situation(text if "[markers]" in text else text + HOLD)
    found = refused(play(p, *before), choice)
    assert (found.case, words in found.reason) == (case, True), str(found)


@pytest.mark.parametrize(
    ("choice", "words"),
    [("partisans W-P3", "no other unit"), ("partisans W-VOL", "not White partisans")],
)
def test_partisans_that_do_not_rise(choice: str, words: str) -> None:
    p = situation(
        "turn: 8\nphase: second-event\ninitiative: Red\n[White]\n4922: W-TRC\n", dice=(4, 4)
    )
    assert "partisans" in verbs(p)
    found = refused(p, choice)
    assert (found.case, words in found.reason) == ("20.8", True), str(found)


def test_a_retreat_too_close_or_too_far() -> None:
    p = situation(f"{EAST}[Red]\n2911: R-A05\n[White]\n2912: W-KAP\n{HOLD}", dice=(6, 1))
    play(p, "done", "attack 2912", "add R-A05", "resolve")
    assert "to" in verbs(p)
    assert "too close" in refused(p, "to 2812").reason
    assert "further" in refused(p, "to 3212").reason
    assert refused(p, "to 2911").case == "10.6"


@pytest.mark.parametrize("scenario", ["1918-19", "1918-21"])
def test_no_choice_goes_unanswered(scenario: str) -> None:
    """Thousands of wrong choices in a game: an answer to each, and nothing changes."""
    p = started(scenario, ("21.4",), "refusals")
    cases = set(cases_of("reds"))
    everything_is_answered(p, random.Random(scenario), cases, tuple(VERBS), WORDS)


@pytest.mark.parametrize("scenario", ["1918-19", "1918-21"])
def test_a_reason_is_against_what_is_not_offered_and_nothing_else(scenario: str) -> None:
    p, chance = started(scenario, ("21.4",), "bars"), random.Random(scenario)
    while (decision := p.decision()) is not None:
        bars_hold_what_is_not_offered(p, decision, REFUSALS)
        p.apply(decision.pick(chance.randrange(len(decision))))
