"""11.0 Supply."""

from __future__ import annotations

import pytest

from stavka.titles.east_is_red.position import War
from tests.marks import rule

from .situations import offered, play, refused, situation, stack, verbs, where


def unsupplied(p: War, unit: str) -> bool:
    """Whether the Supply Judgement Phase found a unit out of supply for movement."""
    number = p.names.unit(unit)
    assert number is not None
    return bool(p.unsupplied >> number & 1)


def soviets(units: str, rest: str = "", turn: int = 5) -> War:
    """The beginning of a Soviet Initial Movement Phase, by default without intrinsic supply."""
    return situation(f"phase: soviet-initial-movement\nturn: {turn}\n[Soviet]\n{units}\n{rest}")


def chinese(units: str, rest: str = "") -> War:
    return situation(f"phase: chinese-initial-movement\nturn: 5\n[Chinese]\n{units}\n{rest}")


def best_odds(p: War) -> str:
    """The best column that the attack in hand can be resolved at."""
    decision = p.decision()
    option = decision.option("resolve") if decision else None
    return str(option.values[0]) if option else ""


def odds_of_attack(p: War, target: str, *units: str) -> str:
    """What an attack would be resolved at; it is given up again."""
    play(p, f"attack {target}", *(f"add {unit}" for unit in units))
    found = best_odds(p)
    play(p, "cancel")
    return found


# 11.1 Sources and 11.2 paths: the railways of Mongolia run along column 01.


@rule("east-is-red", "11.2", "11.21")
@pytest.mark.parametrize(
    ("unit", "hex_", "supplied"),
    [
        # Two points for each clear hex: two hexes from the railway at 0112, not three.
        ("3-7-9.1", "0312", True),
        ("3-7-9.1", "0412", False),
        ("7-4-9.1", "0312", True),
        # Air Armies and Artillery count like Mechanized units.
        ("0-1-1.1", "0312", True),
        ("0-1-1.1", "0412", False),
        ("12-3-12.1", "0312", True),
        ("12-3-12.1", "0412", False),
        # One rough hex (0803 is rough and has the railway), not two.
        ("3-7-9.1", "0703", True),
        ("3-7-9.1", "0704", False),
        # Five hexes of the road from Choibalsan, not six.
        ("3-7-9.1", "0710", True),
        ("3-7-9.1", "0610", False),
        # On the railway itself.
        ("3-7-9.1", "0112", True),
    ],
)
def test_a_soviet_path_is_five_points_long(unit: str, hex_: str, supplied: bool) -> None:
    assert unsupplied(soviets(f"{hex_}: {unit}"), unit) is not supplied


@rule("east-is-red", "11.2", "11.22", "11.41")
@pytest.mark.parametrize(
    ("unit", "hex_", "supplied"),
    [
        # One point for each clear hex, from the railway at 0219.
        ("4-6-6.1", "0819", True),
        ("4-6-6.1", "0919", False),
        ("1-3-3.1", "0819", True),
        # Two points for Mechanized units.
        ("5-3-6.1", "0519", True),
        ("5-3-6.1", "0619", False),
    ],
)
def test_a_chinese_path_is_six_points_long(unit: str, hex_: str, supplied: bool) -> None:
    assert unsupplied(chinese(f"{hex_}: {unit}"), unit) is not supplied


@rule("east-is-red", "11.21")
def test_a_path_counts_the_hexes_towards_the_source() -> None:
    # From rough 0405 two clear hexes, 0404 and 0403, lead to the railway: four points. The other
    # way round they would be seven.
    assert not unsupplied(soviets("0405: 3-7-9.1"), "3-7-9.1")
    # 1206 is next to the railway at 1205, across a river and in the rough: seven points are too
    # many, although a unit may always move one hex (5.22).
    assert unsupplied(soviets("1206: 3-7-9.1"), "3-7-9.1")


@rule("east-is-red", "11.1", "11.11", "6.4")
def test_a_railway_supplies_if_it_leads_home() -> None:
    # 0305 is next to one railway hex only, 0205, on the line from 0701 to 0112.
    cut = "[Chinese]\n0305: 4-6-6"
    assert unsupplied(soviets("0312: 3-7-9.1", cut), "3-7-9.1")
    # A friendly unit in the hex negates the Zone of Control.
    assert not unsupplied(soviets("0312: 3-7-9.1\n0205: 1-2-9.1", cut), "3-7-9.1")
    # A Chinese unit on the line cuts it, and so does contamination.
    assert unsupplied(soviets("0312: 3-7-9.1", "[Chinese]\n0108: 4-6-6"), "3-7-9.1")
    assert unsupplied(soviets("0312: 3-7-9.1", "[markers]\ncontaminated: 0108"), "3-7-9.1")


@rule("east-is-red", "11.11")
def test_either_end_of_the_railway_will_do() -> None:
    # Chita (1405) is supplied from Vladivostok when 0701 is lost, and not when both are.
    west, both = "[Chinese]\n0701: 4-6-6", "[Chinese]\n0701: 4-6-6\n3131: 4-6-6"
    assert not unsupplied(soviets("1405: 3-7-9.1", west), "3-7-9.1")
    assert unsupplied(soviets("1405: 3-7-9.1", both), "3-7-9.1")


@rule("east-is-red", "11.11", "11.21", "11.3")
def test_a_supply_unit_is_a_source_if_it_has_a_path_home() -> None:
    assert unsupplied(soviets("0612: 3-7-9.1"), "3-7-9.1")
    far_out = "0612: 3-7-9.1\n0614: 0-1-20.1"
    p = soviets(far_out)
    assert not unsupplied(p, "3-7-9.1"), "four points from the supply unit"
    assert not unsupplied(p, "0-1-20.1")
    # One supply unit is enough for any number of units.
    p = soviets("0612: 3-7-9.1\n0613: 3-7-9.2, 7-4-9.1, 4-6-9.1\n0614: 0-1-20.1, 3-7-9.3")
    assert not p.unsupplied
    # Two Chinese units shut it in: north and south, with all other neighbours in their control.
    shut_in = "[Chinese]\n0613: 4-6-6\n0615: 4-6-6"
    p = soviets("0611: 3-7-9.1\n0614: 0-1-20.1", shut_in)
    assert unsupplied(p, "3-7-9.1")
    assert unsupplied(p, "0-1-20.1"), "its own supply has to come from home, too"


@rule("east-is-red", "11.21")
def test_a_supply_unit_may_be_any_distance_from_home() -> None:
    # Deep in China, 24 hexes of steppe and mountains from the border, in the Second Phase.
    text = "phase: soviet-second-movement\nturn: 6\n[Soviet]\n0826: 0-1-20.1"
    p = situation(text)
    assert not unsupplied(p, "0-1-20.1")
    home_lost = situation(text + "\n[Chinese]\n0701: 4-6-6\n3131: 4-6-6")
    assert unsupplied(home_lost, "0-1-20.1")


@rule("east-is-red", "11.0", "11.1", "11.21")
def test_standing_industry_contamination_and_demolition_block_a_path() -> None:
    """13.23, 15.22, 16.2: the way from 1813 is 3 + 1 + 1 points along the railway to 1611."""
    assert unsupplied(soviets("1813: 3-7-9.1"), "3-7-9.1"), "Manchouli (1612) still stands"
    open_ = "[markers]\ndestroyed: 1612\n"
    assert not unsupplied(soviets("1813: 3-7-9.1", open_), "3-7-9.1")
    for marker in ("contaminated: 1712", "contaminated: 1612", "demolished: 1612/1712@2"):
        assert unsupplied(soviets("1813: 3-7-9.1", open_ + marker), "3-7-9.1"), marker
    # A demolition elsewhere does not matter.
    assert not unsupplied(soviets("1813: 3-7-9.1", open_ + "demolished: 1913/2014@2"), "3-7-9.1")
    # Contamination on the road from Choibalsan.
    assert unsupplied(soviets("0710: 3-7-9.1", "[markers]\ncontaminated: 1011"), "3-7-9.1")


@rule("east-is-red", "11.0", "6.4")
def test_a_path_does_not_go_through_an_enemy_zone_without_a_friend() -> None:
    # From 0310 two hexes lead to the railway in column 01: 0209 and 0210. 0211 controls 0210 and
    # the railway beyond, 0208 controls 0209.
    assert not unsupplied(soviets("0310: 3-7-9.1"), "3-7-9.1")
    enemies = "[Chinese]\n0211: 4-6-6\n0208: 4-6-6"
    assert unsupplied(soviets("0310: 3-7-9.1", enemies), "3-7-9.1")
    # Friends in 0210 and on the railway at 0109 and north of it keep the way open.
    line = "\n".join(f"{hex_}: 1-2-9" for hex_ in ("0210", "0109", "0108", "0107", "0110"))
    assert not unsupplied(soviets("0310: 3-7-9.1\n" + line, enemies), "3-7-9.1")
    # On the road to Choibalsan 1010 controls two hexes, 0910 and 1011, but no railway.
    enemy = "[Chinese]\n1010: 4-6-6"
    assert unsupplied(soviets("0710: 3-7-9.1", enemy), "3-7-9.1")
    assert unsupplied(soviets("0710: 3-7-9.1\n1011: 1-2-9", enemy), "3-7-9.1")
    assert not unsupplied(soviets("0710: 3-7-9.1\n1011: 1-2-9\n0910: 1-2-9", enemy), "3-7-9.1")
    # A unit in an enemy zone traces its own path: it negates the zone where it stands.
    assert not unsupplied(soviets("1011: 3-7-9.1", enemy), "3-7-9.1")


@rule("east-is-red", "11.0", "11.21")
def test_zones_and_stacks_cost_a_supply_path_nothing() -> None:
    # Four points from 0312 to 0112; with a friend in 0212, in an enemy zone, still four: moving
    # would cost one to enter, one to leave the zone, one to stack and one to unstack.
    p = soviets("0312: 3-7-9.1\n0212: 3-7-9.2", "[Chinese]\n0313: 4-6-6")
    assert not unsupplied(p, "3-7-9.1")


# 11.12 Chinese sources

# A Soviet unit in 1813 cuts Manchouli (1612) off from all other railways.
CUT_OFF = "[Soviet]\n1813: 3-7-9\n"


@rule("east-is-red", "11.12", "11.41")
def test_chinese_railways_lead_to_0132_or_to_industry() -> None:
    assert not unsupplied(chinese("1512: 4-6-6.1", CUT_OFF), "4-6-6.1"), "Manchouli works on"
    ruined = "[markers]\ndestroyed: 1612"
    assert not unsupplied(chinese("1512: 4-6-6.1", ruined), "4-6-6.1"), "the line leads to 0132"
    assert unsupplied(chinese("1512: 4-6-6.1", CUT_OFF + ruined), "4-6-6.1")
    # The ruins are friendly again while a Chinese unit holds them (ruling).
    held = chinese("1512: 4-6-6.1\n1612: 4-6-6.2", CUT_OFF + ruined)
    assert not unsupplied(held, "4-6-6.1")
    assert not unsupplied(held, "4-6-6.2")


@rule("east-is-red", "11.12", "6.4")
def test_industry_in_a_soviet_zone_is_no_source() -> None:
    # 1611 controls Manchouli, and industry does not negate a Zone of Control (13.23).
    zone = CUT_OFF + "1611: 3-7-9\n"
    assert unsupplied(chinese("1512: 4-6-6.1", zone), "4-6-6.1")
    assert not unsupplied(chinese("1512: 4-6-6.1\n1612: 4-6-6.2", zone), "4-6-6.1")


@rule("east-is-red", "11.12")
def test_a_demolished_railway_does_not_supply() -> None:
    # The line from Erhlien (0217) to the rest of China has no industry of its own.
    assert not unsupplied(chinese("0317: 5-3-6.1"), "5-3-6.1")
    cut = "[markers]\ndemolished: 0120/0220@1"
    assert unsupplied(chinese("0317: 5-3-6.1", cut), "5-3-6.1")
    # 0220 is one step of two points from 0120, beyond the break.
    assert not unsupplied(chinese("0219: 5-3-6.1", cut), "5-3-6.1")


# 11.0 When it is judged, and what it does


@rule("east-is-red", "11.0", "5.21", "11.42")
def test_a_unit_out_of_supply_has_half_its_movement() -> None:
    p = play(soviets("0412: 3-7-9.1"), "select 3-7-9.1")
    # Four points (half of nine, no fractions) are two clear hexes.
    assert "0414" in offered(p, "move")
    assert "0415" not in offered(p, "move")
    p = play(soviets("0312: 3-7-9.1"), "select 3-7-9.1")
    assert "0316" in offered(p, "move"), "four hexes for nine points"


@rule("east-is-red", "11.0", "11.41")
def test_a_chinese_army_out_of_supply_has_half_its_movement() -> None:
    p = play(chinese("1017: 4-6-6.1"), "select 4-6-6.1")
    assert unsupplied(p, "4-6-6.1")
    assert "1020" in offered(p, "move")
    assert "1021" not in offered(p, "move")


@rule("east-is-red", "11.0")
def test_supply_is_judged_once_for_a_movement_phase() -> None:
    # 3-7-9.2 in 0205 keeps the line open that 0305 would cut; it leaves first.
    p = soviets("0312: 3-7-9.1\n0205: 3-7-9.2", "[Chinese]\n0305: 4-6-6")
    play(p, "select 3-7-9.2", "move 0105", "halt")
    assert not unsupplied(p, "3-7-9.1")
    assert "0316" in offered(play(p, "select 3-7-9.1"), "move")
    # In the Second Movement Phase it is judged anew.
    play(p, "move 0412", "done", "done")
    assert p.second_movement()
    assert unsupplied(p, "3-7-9.1")
    # And a unit that was out of supply stays so when a friend opens the line.
    p = soviets("0312: 3-7-9.1\n0204: 3-7-9.2", "[Chinese]\n0305: 4-6-6")
    play(p, "select 3-7-9.2", "move 0205", "select 3-7-9.1")
    assert where(p, "3-7-9.2") == "0205"
    assert "0316" not in offered(p, "move")


@rule("east-is-red", "11.0", "11.41")
def test_a_chinese_attack_out_of_supply_is_halved() -> None:
    # Three armies against a corps and a division, nine points: twelve in supply, six out of it.
    text = (
        "phase: chinese-combat\nturn: 5\n[Chinese]\n{}: 4-6-6.1, 4-6-6.2, 4-6-6.3\n"
        "[Soviet]\n{}: 3-7-9, 1-2-9"
    )
    armies = ("4-6-6.1", "4-6-6.2", "4-6-6.3")
    # Six hexes from the railway at 0219, and seven.
    near, far = situation(text.format("0819", "0919")), situation(text.format("0919", "1019"))
    assert odds_of_attack(play(near, "pass"), "0919", *armies) == "1-1"
    assert odds_of_attack(play(far, "pass"), "1019", *armies) == "1-2"


# 11.3, 11.42 Supply units and attacks

# Two tank corps against an army: 14 to 6 in supply, 7 to 6 out of it. 0611 is a supply unit with
# a way home through the steppe; 0915 is too far from it.
ATTACKS = """phase: soviet-combat
turn: {turn}
[Soviet]
0612: 7-4-9.1, 7-4-9.2
0711: 7-4-9.3
0915: 7-4-9.4
0611: 0-1-20.1
[Chinese]
0613: 4-6-6
0812: 5-3-6
0916: 5-3-6
"""


@rule("east-is-red", "11.3", "11.4", "11.42")
def test_an_expended_supply_unit_supplies_all_attacks_around() -> None:
    p = situation(ATTACKS.format(turn=5))
    # Supplied for movement is not supplied for attack.
    assert odds_of_attack(p, "0613", "7-4-9.1", "7-4-9.2") == "1-1"
    assert odds_of_attack(p, "0812", "7-4-9.3") == "1-1"
    play(p, "expend 0-1-20.1")
    assert where(p, "0-1-20.1") == "", "an expended unit is removed"
    assert odds_of_attack(p, "0613", "7-4-9.1", "7-4-9.2") == "2-1"
    assert odds_of_attack(p, "0812", "7-4-9.3") == "2-1"
    assert odds_of_attack(p, "0916", "7-4-9.4") == "1-1", "out of its radius"


@rule("east-is-red", "11.0", "11.42")
def test_a_supply_unit_can_be_expended_in_the_middle_of_an_attack() -> None:
    p = situation(ATTACKS.format(turn=5), dice=[1])
    play(p, "attack 0613", "add 7-4-9.1", "add 7-4-9.2")
    assert best_odds(p) == "1-1"
    assert best_odds(play(p, "expend 0-1-20.1")) == "2-1"
    # It serves the whole Combat Phase, and no longer.
    play(p, "resolve 2-1")
    while "attack" not in verbs(p):
        play(p, "hold" if "hold" in verbs(p) else f"to {min(offered(p, 'to'))}")
    assert odds_of_attack(p, "0812", "7-4-9.3") == "2-1"
    play(p, "done")
    assert not p.expended


@rule("east-is-red", "11.42", "11.21")
def test_a_supply_unit_that_is_cut_off_cannot_be_expended() -> None:
    shut_in = ATTACKS.format(turn=5) + "0610: 4-6-6\n0512: 4-6-6\n0510: 4-6-6\n"
    # Chinese units all round; the friends in 0612 and 0711 are in the pocket with it.
    p = situation(shut_in + "0813: 4-6-6\n0712: 4-6-6\n0710: 4-6-6\n")
    assert offered(p, "expend") == set()
    assert refused(p, "expend 0-1-20.1").case == "11.21"


@rule("east-is-red", "11.5")
def test_intrinsic_supply_ends_after_the_fourth_turn() -> None:
    far = "0612: 3-7-9.1"
    assert not unsupplied(soviets(far, turn=4), "3-7-9.1")
    assert unsupplied(soviets(far, turn=5), "3-7-9.1")
    # For attacks too, and no supply unit need be expended.
    p = situation(ATTACKS.format(turn=4))
    assert odds_of_attack(p, "0613", "7-4-9.1", "7-4-9.2") == "2-1"
    assert odds_of_attack(p, "0916", "7-4-9.4") == "2-1"
    assert "expend" not in verbs(p)
    assert refused(p, "expend 0-1-20.1").case == "11.5"


@rule("east-is-red", "11.5")
def test_intrinsic_supply_needs_an_open_path() -> None:
    # North and south of it stand Chinese units, who control all other hexes around.
    shut_in = "[Chinese]\n0611: 4-6-6\n0613: 4-6-6"
    assert unsupplied(soviets("0612: 3-7-9.1", shut_in, turn=1), "3-7-9.1")
    # A friend next to it does not help unless he is through; a whole chain does.
    assert unsupplied(soviets("0612: 3-7-9.1\n0711: 3-7-9.2", shut_in, turn=1), "3-7-9.2") is False
    assert not unsupplied(soviets("0612: 3-7-9.1\n0711: 3-7-9.2", shut_in, turn=1), "3-7-9.1")
    # Neither end of the way may be lost.
    ends = "[Chinese]\n0701: 4-6-6\n3131: 4-6-6"
    assert unsupplied(soviets("0612: 3-7-9.1", ends, turn=2), "3-7-9.1")
    # 16.2: a demolished hexside closes the only gap.
    gap = "[Chinese]\n0611: 4-6-6\n0613: 4-6-6\n[markers]\ndemolished: 0612/0711@0"
    assert unsupplied(soviets("0612: 3-7-9.1\n0711: 3-7-9.2", gap, turn=1), "3-7-9.1")


@rule("east-is-red", "11.3")
def test_supply_units_defend_control_and_are_four_at_most() -> None:
    # A Defence Strength of one: five points of a Chinese tank corps are five to one.
    p = situation(
        "phase: chinese-combat\nturn: 3\n[Chinese]\n0419: 5-3-6.1\n[Soviet]\n0420: 0-1-20.1"
    )
    assert odds_of_attack(p, "0420", "5-3-6.1") == "5-1"
    # A Zone of Control: who enters it stops.
    p = chinese("0218: 4-6-6.1", "[Soviet]\n0321: 0-1-20.1")
    play(p, "select 4-6-6.1", "move 0221")
    assert "move" not in verbs(p), "two points are left, but it has to stop"
    # 17.31 brings no fifth.
    p = situation(
        "phase: soviet-reinforcement\nscenario: m30-full\nturn: 3\n"
        "[Soviet]\n1405: 0-1-20, 0-1-20, 0-1-20\n1507: 0-1-20"
    )
    assert stack(p, "0701") == ["1-2-9"]


@rule("east-is-red", "5.54", "11.42")
def test_the_marines_are_in_supply_round_their_landing_hex() -> None:
    text = (
        "phase: soviet-combat\nturn: 6\n[Soviet]\n{}: 2-2-6.1\n[Chinese]\n{}: 1-3-3\n"
        "[markers]\nlanding: 0834"
    )
    # Two against three in supply, one against three (not allowed) out of it.
    # Next to the hex where it landed, and two hexes away.
    assert odds_of_attack(situation(text.format("0734", "0635")), "0635", "2-2-6.1") == "1-2"
    assert odds_of_attack(situation(text.format("0634", "0635")), "0635", "2-2-6.1") == ""
