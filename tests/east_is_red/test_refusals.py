"""Refusals: every choice that cannot be made is answered, with the case that forbids it."""

from __future__ import annotations

import random

import pytest

from stavka.rules import cases_of
from stavka.titles.east_is_red.charts import CHINESE
from stavka.titles.east_is_red.position import War

from ..whole_games import everything_is_answered
from .situations import TITLE, offered, play, refused, situation, started, verbs

CASES = set(cases_of("east-is-red"))

VERBS = (
    *("select", "move", "halt", "entrain", "rail", "land", "return", "done", "substitute"),
    *("break_down", "build_up", "as", "attack", "add", "all", "target", "strike", "nuclear"),
    *("mass", "expend", "resolve", "cancel", "retreat", "to", "eliminate", "stay", "lose"),
    *("advance", "hold", "pass", "pass_turn", "place", "at", "again", "recommended", "mine"),
    *("towards", "detonate", "strategic_strike", "mobilize", "intervene", "wait", "swim"),
    *("fly", "drop", "lead", "interdict_from", "interdict", "call", "arrive", "receive", "rise"),
    *("declare", "launch", "missile", "send_marines", "carrier_strike", "cover"),
)
WORDS = (
    *("", "6-1", "1-2", "7-4-9", "4-6-6", "1-3-3", "1423/1424", "0101", "3131", "1612", "0427"),
    *("2523", "9999", "x", "-1", "7-4-9.99", "Soviet", "\u00fc\u00df", "0" * 300, "0-1-20.1"),
)


@pytest.mark.parametrize(
    ("scenario", "options"),
    [
        ("m1-current", ("19.0",)),
        ("m30-full", ("17.5", "19.0")),
        ("1960s-m1", ("INT", "OMG", "ER", "IT", "GW")),
        ("1980s-m1", ("19.0", "INT", "OMG", "ER", "GW", "US")),
        ("1970s-m30-full", ("17.5", "INT", "US")),
    ],
)
def test_no_choice_goes_unanswered(scenario: str, options: tuple[str, ...]) -> None:
    """Thousands of wrong choices in a game: an answer to each, and nothing changes."""
    chance = random.Random(scenario)
    p = started(scenario, options, "refusals")
    everything_is_answered(p, chance, CASES, VERBS, WORDS)


def why(p: War, text: str, case: str, *words: str) -> None:
    """A choice is refused by a case, in words that name what is wrong."""
    answer = refused(p, text)
    assert answer.case == case, f"{text}: {answer}"
    for word in words:
        assert word in answer.reason


# 5.0 Movement


def test_a_unit_in_hand_is_not_picked_up_again() -> None:
    p = situation("phase: soviet-initial-movement\nturn: 2\n[Soviet]\n0612: 3-7-9.1, 4-6-9.1")
    play(p, "select 3-7-9.1")
    why(p, "select 3-7-9.1", "5.11", "in hand")
    play(p, "move 0613")
    why(p, "select 3-7-9.1", "5.11", "in hand")
    play(p, "select 4-6-9.1")
    why(p, "select 3-7-9.1", "5.0", "has moved")


def test_who_cannot_fly_is_told_so_wherever_it_would_go() -> None:
    p = situation(
        "scenario: 1970s-m30-full\nphase: chinese-initial-movement\nturn: 3\n[Soviet]\n"
        "2512: 3-7-9.1\n[Chinese]\n2523: 1-3-3.1\n[markers]\nflags: declines"
    )
    play(p, "select 1-3-3.1")
    for label in ("2512", "3116", "1332"):
        why(p, f"fly {label}", "AA.1", "air assault")
        why(p, f"drop {label}", "CA.1", "airborne corps")


def moving(units: str, rest: str = "", *, turn: int = 2, second: bool = False) -> War:
    phase = "second" if second else "initial"
    return situation(f"phase: soviet-{phase}-movement\nturn: {turn}\n[Soviet]\n{units}\n{rest}")


def test_who_may_not_be_selected() -> None:
    p = moving(
        "0612: 3-7-9.1, 3-7-9.2 (moved), 0-1-1.1\n1405: 3-7-9.3 (railed)\n",
        "[Chinese]\n0616: 4-6-6.1",
    )
    why(p, "select 4-6-6.1", "5.11", "4-6-6.1", "Phasing")
    why(p, "select 7-4-9.1", "5.11", "not on the map")
    why(p, "select 3-7-9.3", "5.44", "rail")
    why(p, "select 3-7-9.2", "5.0", "has moved")
    why(p, "select 0-1-1.1", "5.31")
    p = moving("0612: 12-3-12.1, 0-1-1.1 (struck), 3-7-9.1", second=True)
    why(p, "select 12-3-12.1", "5.31")
    why(p, "select 0-1-1.1", "14.2", "strike")
    p = situation("phase: chinese-second-movement\nturn: 2\n[Chinese]\n0419: 4-6-6.1, 5-3-6.1")
    why(p, "select 4-6-6.1", "5.32")


def test_where_a_unit_may_not_move() -> None:
    p = moving("1511: 3-7-9.1", "[Chinese]\n1412: 4-6-6\n[markers]\ncontaminated: 1510")
    why(p, "move 1512", "5.0", "pick up")
    play(p, "select 3-7-9.1")
    why(p, "move 1133", "5.23", "all sea")
    why(p, "move 1412", "5.23", "enemy units")
    why(p, "move 1510", "15.22", "contaminated")
    why(p, "move 2832", "17.5", "North Korea")
    why(p, "move 0427", "13.15", "city")
    why(p, "move 1612", "13.23", "industrial")
    why(p, "move 1511", "5.12", "already")
    why(p, "move 4423", "5.12", "9 points")
    # 1511 and 1512 are both next to the army in 1412.
    why(p, "move 1512", "6.12")
    # Lake Khanka, with the way round it contaminated.
    p = moving("3228: 3-7-9.1", "[markers]\ncontaminated: 3229 3328 3329 3128 3227 3327")
    assert refused(play(p, "select 3-7-9.1"), "move 3328").case == "15.22"
    p = moving("3228: 3-7-9.1", "[markers]\ncontaminated: 3229 3329 3128 3227 3327")
    why(play(p, "select 3-7-9.1"), "move 3328", "5.23", "all-lake")
    p = moving("0612: 12-3-12.1", "[Chinese]\n0615: 4-6-6")
    why(play(p, "select 12-3-12.1"), "move 0614", "5.23", "Artillery")


def test_militia_have_their_own_limits() -> None:
    p = situation(
        "phase: chinese-initial-movement\nturn: 3\n[Chinese]\n0217: 1-3-3.1\n0819: 1-3-3.2"
    )
    why(play(p, "select 1-3-3.1"), "move 0216", "17.43", "border")
    why(play(p, "select 1-3-3.2"), "move 0919", "17.43", "supply")


def test_who_may_not_go_by_rail() -> None:
    p = play(moving("0612: 3-7-9.1"), "select 3-7-9.1")
    why(p, "entrain", "5.46")
    p = situation("phase: soviet-initial-movement\nturn: 2\nrail moves: 3\n[Soviet]\n1609: 3-7-9.1")
    why(play(p, "select 3-7-9.1"), "entrain", "5.4", "three")
    why(p, "rail 1610", "5.4")
    p = moving("1609: 3-7-9.1", "[Chinese]\n1709: 4-6-6")
    why(play(p, "select 3-7-9.1"), "entrain", "5.45")
    # Moved on to a railway: that is no beginning of a Player-Turn.
    p = play(moving("1709: 3-7-9.1"), "select 3-7-9.1", "move 1609")
    why(p, "entrain", "5.44", "moved normally")
    p = play(
        situation("phase: soviet-second-movement\nturn: 2\n[Soviet]\n1609: 3-7-9.1"),
        "select 3-7-9.1",
    )
    why(p, "entrain", "5.41", "begin")
    p = moving("1609: 3-7-9.1 (from-rail, fought)", second=True)
    why(play(p, "select 3-7-9.1"), "entrain", "5.44", "attacked")


def test_where_a_train_does_not_go() -> None:
    p = moving("1609: 3-7-9.1", "[Chinese]\n1412: 4-6-6\n1311: 4-6-6")
    play(p, "select 3-7-9.1")
    why(p, "rail 1405", "5.4", "entrain")
    play(p, "entrain")
    why(p, "move 1608", "5.44")
    why(p, "rail 1709", "5.41", "railway")
    why(p, "rail 1712", "5.46")
    why(p, "rail 1310", "5.45", "enemy-controlled")
    why(p, "rail 3131", "5.42", "20")
    why(p, "rail 1609", "5.42", "already")
    why(p, "rail 1612", "13.23")


def test_where_the_marines_do_not_land() -> None:
    flags = "[markers]\nflags: marine-ready\n"
    p = moving(
        "3131: 2-2-6.1, 3-7-9.1",
        "[Chinese]\n0834: 4-6-6\n[markers]\nflags: marine-ready\ncontaminated: 0934",
    )
    play(p, "select 3-7-9.1")
    why(p, "land 0935", "5.5", "3-7-9.1")
    play(p, "select 2-2-6.1")
    why(p, "land 0834", "5.52", "Chinese")
    why(p, "land 0934", "15.22")
    why(p, "land 0812", "5.5", "coastal")
    why(play(moving("3131: 2-2-6.1"), "select 2-2-6.1"), "land 0935", "5.51")
    p = play(moving("3131: 2-2-6.1", flags + "landing: 0834"), "select 2-2-6.1")
    why(p, "land 0935", "5.53", "once")


def test_who_has_begun_to_move_neither_lands_nor_flies() -> None:
    p = moving("3131: 2-2-6.1, 3-7-9.1", "[markers]\nflags: marine-ready\n")
    play(p, "select 2-2-6.1", "entrain")
    why(p, "land 0935", "5.5", "another manner")
    p = situation(
        "scenario: 1970s-m30-full\nphase: soviet-initial-movement\nturn: 2\n"
        "[Soviet]\n1609: 2-1-9a.1 (from-rail), 0-1-1.1"
    )
    play(p, "select 2-1-9a.1")
    assert "1608" in offered(p, "fly")
    why(play(p, "entrain"), "fly 1608", "5.44", "rail")


# 8.0 Substitution


def test_what_cannot_be_substituted() -> None:
    p = moving("0612: 3-7-9.1, 1-2-9.1\n1405: 7-4-9.1")
    why(p, "break_down 1-2-9.1", "8.0", "corps")
    why(p, "break_down 3-7-9.2", "8.0")
    why(p, "build_up 0612", "8.0")
    play(p, "select 3-7-9.1", "move 0613")
    why(p, "break_down 7-4-9.1", "8.2", "before")
    tanks = "1405: 2-1-9, 2-1-9, 2-1-9\n1609: 2-1-9, 7-4-9.1"
    why(moving(tanks), "break_down 7-4-9.1", "8.3", "divisions")
    p = moving("0612: 1-2-9.1, 1-2-9.2, 1-2-9.3\n0812: 3-7-9.1")
    play(p, "select 3-7-9.1", "move 0813")
    why(p, "build_up 0612", "8.2")


def test_the_chinese_do_not_substitute() -> None:
    p = situation(
        "phase: chinese-combat\nturn: 2\n[Soviet]\n0419: 7-4-9.1\n0612: 1-2-9, 1-2-9, 1-2-9\n"
        "[Chinese]\n0420: 4-6-6.1\n[markers]\nflags: declines"
    )
    why(p, "break_down 7-4-9.1", "8.0", "only the Soviet")
    why(p, "build_up 0612", "8.0", "only the Soviet")


# 9.0 Combat


COMBAT = """phase: soviet-combat
turn: {turn}
[Soviet]
0612: 3-7-9.1, 3-7-9.2 (fought), 3-7-9.3 (railed)
0611: 12-3-12.1, 0-1-1.1, 0-1-20.1
0809: 12-3-12.2, 3-7-9.4
1405: 0-1-1.3 (struck)
3131: 0-1-1.4
[Chinese]
0613: 5-3-6.1
0713: 4-6-6.1 (attacked)
0711: 4-6-6.2
0816: 4-6-6.3
"""


def test_what_may_not_be_attacked() -> None:
    p = situation(COMBAT.format(turn=2))
    why(p, "attack 0713", "9.14", "attacked")
    why(p, "attack 0614", "9.11", "nothing")
    why(p, "attack 0816", "9.11", "next to")
    p = situation(
        "phase: soviet-combat\nturn: 2\n[Soviet]\n1611: 3-7-9.1\n[markers]\nattacked hexes: 1612"
    )
    why(p, "attack 1612", "9.14")


def test_who_may_not_join_an_attack() -> None:
    p = play(situation(COMBAT.format(turn=2)), "attack 0613")
    why(p, "add 12-3-12.1", "9.61", "supports")
    why(p, "add 4-6-6.1", "9.11")
    why(p, "add 7-4-9.1", "9.11")
    why(p, "add 3-7-9.2", "9.14", "has attacked")
    why(p, "add 3-7-9.3", "5.44", "rail")
    why(p, "add 0-1-1.1", "9.11", "by itself")
    why(p, "add 3-7-9.4", "9.23", "0613")
    why(p, "resolve 1-1", "9.11", "nobody")
    why(p, "target 0711", "9.11", "nobody")
    play(p, "add 3-7-9.1")
    why(p, "add 3-7-9.1", "9.14", "already")
    why(p, "add 12-3-12.2", "9.63", "two hexes")
    why(p, "resolve 2-1", "10.4", "1-1")
    why(p, "target 0613", "9.14", "already")
    why(p, "target 0713", "9.14")
    why(p, "target 0614", "9.11")
    why(p, "target 0816", "9.23")
    why(p, "mass", "10.5", "Chinese")


def test_artillery_must_stand_by_those_it_supports() -> None:
    p = situation(
        "phase: soviet-combat\nturn: 2\n"
        "[Soviet]\n0612: 3-7-9.1\n0615: 12-3-12.1\n[Chinese]\n0613: 5-3-6.1"
    )
    why(play(p, "attack 0613", "add 3-7-9.1"), "add 12-3-12.1", "9.62", "next to")


def test_who_may_not_strike_from_the_air() -> None:
    p = play(situation(COMBAT.format(turn=1)), "attack 0613", "add 3-7-9.1")
    why(p, "strike 0-1-1.1", "14.0", "second")
    p = play(situation(COMBAT.format(turn=2)), "attack 0613", "add 3-7-9.1")
    why(p, "strike 3-7-9.1", "14.0", "Air unit")
    why(p, "strike 0-1-1.3", "14.3", "struck")
    why(p, "strike 0-1-1.4", "14.1", "range")
    why(play(p, "strike 0-1-1.1"), "strike 0-1-1.1", "14.3")
    why(p, "target 0711", "14.3", "one hex")
    p = situation(COMBAT.format(turn=2))
    why(play(p, "attack 0613", "add 3-7-9.1", "target 0711"), "strike 0-1-1.1", "14.3", "one hex")


def test_an_air_strike_supports_somebody_of_its_own() -> None:
    p = play(situation(COMBAT.format(turn=2)), "attack 0613")
    why(p, "strike 0-1-1.1", "9.11", "nobody")
    p = situation(
        "phase: chinese-combat\nturn: 2\n[Soviet]\n0419: 1-2-9.1, 0-1-1.1\n"
        "[Chinese]\n0420: 4-6-6.1\n[markers]\nflags: declines"
    )
    why(play(p, "attack 0419", "add 4-6-6.1"), "strike 0-1-1.1", "14.0", "of the attacker")


def test_what_may_not_be_expended() -> None:
    p = situation(COMBAT.format(turn=2))
    why(p, "expend 0-1-20.1", "11.5", "four")
    p = situation(COMBAT.format(turn=5))
    why(p, "expend 3-7-9.1", "11.42")
    why(p, "expend 0-1-20.2", "11.42")
    p = situation(COMBAT.format(turn=5) + "0701: 4-6-6\n3131: 4-6-6\n".replace("3131", "0702"))
    assert offered(p, "expend") == {"0-1-20.1"}, "by Vladivostok"


def test_odds_and_special_attacks() -> None:
    # One division against an army: less than one to two.
    p = situation(
        "phase: soviet-combat\nturn: 2\n[Soviet]\n0612: 1-2-9.1\n[Chinese]\n0613: 4-6-6.1"
    )
    play(p, "attack 0613", "add 1-2-9.1")
    why(p, "resolve 1-2", "10.0", "1 to 2")
    p = situation(
        "phase: chinese-combat\nturn: 2\n[Soviet]\n0419: 1-2-9.1\n[Chinese]\n0420: 4-6-6.1\n"
    )
    play(p, "attack 0419", "add 4-6-6.1")
    why(p, "nuclear", "15.0", "Soviet")
    why(p, "expend 0-1-20.1", "11.42")
    p = situation(
        "phase: chinese-combat\nturn: 2\n"
        "[Soviet]\n0216: 1-2-9.1\n[Chinese]\n0217: 1-3-3.1, 4-6-6.1\n"
    )
    why(play(p, "attack 0216"), "add 1-3-3.1", "17.43", "border")


def test_militia_fight_on_their_own_side_of_the_border() -> None:
    # 1511 lies between the USSR (1510) and China (1512).
    text = "phase: chinese-combat\nturn: 2\n[Soviet]\n1510: 3-7-9.1\n{}[Chinese]\n1511: 1-3-3.1\n"
    text += "[markers]\nflags: declines"
    why(situation(text.format("")), "attack 1510", "17.43", "border")
    p = situation(text.format("1512: 3-7-9.2\n"))
    why(play(p, "attack 1512", "add 1-3-3.1"), "target 1510", "17.43", "border")
    p = situation(
        "phase: soviet-combat\nturn: 2\n[Soviet]\n1512: 7-4-9.1\n1412: 7-4-9.2\n"
        "[Chinese]\n1511: 1-3-3.1",
        dice=[1],
    )
    play(p, "attack 1511", "all", "resolve 2-1")  # Dr
    why(p, "to 1510", "17.43", "border")


def test_the_marines_must_attack_where_they_landed() -> None:
    p = situation(
        "phase: soviet-combat\nturn: 2\n[Soviet]\n1128: 2-2-6.1\n[markers]\nlanding: 1128"
    )
    why(p, "done", "5.52", "Marine")
    # First that hex, and then others; and nobody takes it without the Marines.
    p = situation(
        "phase: soviet-combat\nturn: 2\n[Soviet]\n1128: 2-2-6.1\n1028: 3-7-9.1\n"
        "[Chinese]\n1027: 4-6-6.1\n[markers]\nlanding: 1128"
    )
    why(play(p, "attack 1027"), "add 2-2-6.1", "5.52", "first")
    play(p, "cancel", "attack 1128", "add 3-7-9.1")
    why(p, "resolve 3-1", "5.52", "part")
    assert "resolve" in verbs(play(p, "add 2-2-6.1"))


# 10.0 Results


def test_where_nobody_retreats() -> None:
    text = (
        "phase: soviet-combat\nturn: 2\n"
        "[Soviet]\n0612: 7-4-9.1, 7-4-9.2\n0413: 3-7-9.1\n[Chinese]\n0613: 4-6-6.1\n"
        "0614: 4-6-6.2\n[markers]\ncontaminated: 0713\n"
    )
    p = play(situation(text, dice=[2]), "attack 0613", "all", "resolve 2-1")
    why(p, "to 0616", "10.21", "one hex away")
    why(p, "to 0612", "5.23", "occupied by enemy")
    why(p, "to 0713", "15.22", "contaminated")
    why(p, "to 0513", "10.21", "enemy-controlled")
    p = situation(text.replace("contaminated: 0713", ""), dice=[2])
    why(play(p, "attack 0613", "all", "resolve 2-1"), "to 0614", "10.2", "vacant")


def test_where_the_unit_that_was_picked_retreats() -> None:
    p = situation(
        "phase: soviet-combat\nturn: 2\n[Soviet]\n0419: 7-4-9.1\n0421: 4-6-9.1\n"
        "[Chinese]\n0420: 4-6-6.1",
        dice=[4],
    )
    play(p, "attack 0420", "all", "resolve 1-1")
    why(p, "to 0418", "10.2", "which unit")
    play(p, "retreat 4-6-9.1")
    why(p, "to 0418", "10.21", "one hex away")
    why(p, "retreat 7-4-9.1", "10.2", "first where 4-6-9.1")


def test_the_owner_of_the_marines_is_asked_before_they_retreat() -> None:
    p = situation(
        "phase: chinese-combat\nturn: 2\n[Soviet]\n0829: 2-2-6.1\n[Chinese]\n0729: 4-6-6.1\n"
        "[markers]\nlanding: 0829\nflags: declines",
        dice=[1],
    )
    play(p, "attack 0829", "add 4-6-6.1", "resolve 2-1")
    asked = play(p.clone(), "stay")
    there = min(offered(asked, "to"))
    why(p, f"to {there}", "5.53", "sails")
    why(p, "retreat 2-2-6.1", "5.53", "sails")


def test_who_does_not_retreat_lose_or_advance() -> None:
    text = (
        "phase: soviet-combat\nturn: 2\n[Soviet]\n0612: 7-4-9.1, 4-6-9.1\n0711: 3-7-9.1\n"
        "[Chinese]\n0613: 5-3-6.1, 1-3-3.1\n"
    )
    p = play(situation(text, dice=[4]), "attack 0613", "all", "resolve 1-1")
    assert "retreat" in verbs(p)
    why(p, "retreat 3-7-9.1", "10.1")
    text = text.replace(", 1-3-3.1", "")
    p = play(situation(text, dice=[6]), "attack 0613", "add 7-4-9.1", "add 4-6-9.1", "resolve 3-1")
    assert "lose" in verbs(p)
    why(p, "lose 3-7-9.1", "10.1", "attackers")
    why(p, "break_down 3-7-9.1", "8.4")
    play(p, "lose 4-6-9.1")
    why(p, "advance 3-7-9.1", "10.3", "no part")
    # Militia do not follow a beaten enemy over the border.
    p = situation(
        "phase: soviet-combat\nturn: 2\n"
        "[Soviet]\n0216: 3-7-9.1, 4-6-9.1\n[Chinese]\n0217: 1-3-3.1, 4-6-6.1",
        dice=[2],
    )
    play(p, "attack 0217", "all", "resolve 1-2")
    while "to" in verbs(p) or "retreat" in verbs(p):
        verb = "to" if "to" in verbs(p) else "retreat"
        play(p, f"{verb} {min(offered(p, verb))}")
    assert offered(p, "advance") == {"4-6-6.1"}
    why(p, "advance 1-3-3.1", "10.3", "may not enter")


def test_who_is_not_eliminated_from_another_stack() -> None:
    p = moving("0612: 3-7-9.1, 3-7-9.2, 3-7-9.3, 3-7-9.4\n1405: 7-4-9.1")
    play(p, "done")
    why(p, "eliminate 7-4-9.1", "7.3", "too high")


# 16.0, 17.0: see test_demolitions and test_scenarios for most of them.


def test_set_up_is_explained() -> None:
    p = started("m1-current")
    why(p, "at 1609", "17.2", "take up")
    why(p, "done", "17.2")
    play(p, "place 7-4-9")
    why(p, "at 1133", "5.23")
    why(p, "at 0616", "17.21", "USSR")
    why(p, "place 9-9-9", "17.1", "9-9-9")
    why(p, "place 7-4-9", "17.1")
    p = play(started("m30-full"), "place 7-4-9", "at 1616")
    why(p, "at 1515", "17.21", "one corps")
    p = situation("phase: mine-laying\nturn: 0")
    why(p, "towards 1424", "16.0", "first")
    why(play(p, "mine 1423"), "mine 1423", "16.0", "already")


def test_other_verbs_get_the_list_of_what_is_possible() -> None:
    p = moving("0612: 3-7-9.1")
    answer = refused(p, "swim 0613")
    assert answer.case == "5.0"
    assert "select" in answer.reason
    assert "done" in answer.reason
    # A verb of another step, and a verb with an argument too many.
    assert "not possible now" in refused(p, "attack 0613").reason
    assert "not possible now" in refused(p, "done 0613").reason
    assert TITLE.sides[1] == CHINESE
