"""11.1-11.4 Combat: who may attack what, at which odds."""

from __future__ import annotations

import pytest

from stavka.engine import Event
from stavka.titles.reds.combat import (
    battle_of,
    column_of,
    defenders_in,
    modifier,
    odds_number,
    shifts,
    strength,
)
from stavka.titles.reds.position import War
from tests.marks import rule

from .situations import (
    HOLD,
    TITLE,
    cause,
    events,
    number_of,
    offered,
    play,
    situation,
    stack,
    to_choose,
    verbs,
    where,
)

EAST = "turn: 3\nphase: activation\nchit: East\n"
SIBERIA = "turn: 3\nphase: activation\nchit: Siberian\n"
AFSR = "turn: 8\nphase: activation\nchit: AFSR\n"


def units(p: War, *names: str) -> int:
    return sum(1 << number_of(p, name) for name in names)


def column(p: War, side: str, target: str, *attackers: str) -> str:
    hex_ = p.charts.grid.hex(target)
    defenders = defenders_in(p, side, hex_)
    return column_of(p, side, hex_, units(p, *attackers), defenders)


def reasons(p: War, side: str, target: str, *attackers: str) -> list[str]:
    found = shifts(p, side, p.charts.grid.hex(target), units(p, *attackers))
    return [term.text for term in found]


# 11.1 General rules


@rule("reds", "11.1")
def test_attacks_are_voluntary_and_units_of_a_hex_may_go_different_ways() -> None:
    p = situation(
        f"{EAST}[Red]\n2813: R-A01, R-KON2\n[White]\n2812: W-KAP\n2814: W-CZ2\n{HOLD}",
        dice=(1, 6, 1),
    )
    play(p, "done")
    assert offered(p, "attack") == {"2812", "2814"}
    play(p, "attack 2812", "add R-A01", "resolve")
    assert offered(p, "attack") == {"2814"}
    play(p, "attack 2814")
    assert "R-KON2" in offered(p, "add")
    play(p, "cancel", "done")
    assert to_choose(p) == "Red", "the Field Staff is next"


@rule("reds", "11.1")
def test_units_out_of_supply_may_attack() -> None:
    p = situation(f"{SIBERIA}[White]\n2911: W-KAP\n[Red]\n2811: R-A05\n[markers]\nred: 4301\n")
    play(p, "done")
    assert offered(p, "attack") == {"2811"}


@rule("reds", "11.1", "20.5")
def test_all_units_defend_but_a_garrison_only_alone() -> None:
    p = situation(
        f"{EAST}[Red]\n2911: R-A05\n[White]\n3012: W-KOM, W-KAP, W-SG2\n3011: W-SG3\n{HOLD}",
        dice=(1, 1, 1),
    )
    grid = p.charts.grid
    assert defenders_in(p, "Red", grid.hex("3012")) == units(p, "W-KOM", "W-KAP")
    assert defenders_in(p, "Red", grid.hex("3011")) == units(p, "W-SG3")


@rule("reds", "11.1", "20.5")
def test_garrisons_do_not_attack() -> None:
    p = situation(f"{EAST}[Red]\n3010: R-G01\n2911: R-A05\n[White]\n3011: W-KAP\n")
    play(p, "done", "attack 3011")
    assert offered(p, "add") == {"R-A05"}


@rule("reds", "11.1")
def test_an_attack_can_be_given_up() -> None:
    p = situation(f"{EAST}[Red]\n2911: R-A05\n[White]\n3011: W-KAP\n")
    play(p, "done", "attack 3011", "add R-A05", "cancel")
    assert verbs(p) == {"attack", "done"}
    assert not p.fought


# 11.2 Restrictions


@rule("reds", "11.2")
def test_no_unit_attacks_twice_and_no_hex_is_attacked_twice() -> None:
    p = situation(
        f"{EAST}[Red]\n2813: R-A01\n2911: R-A05\n[White]\n2912: W-CZ2\n2812: W-KAP\n{HOLD}",
        dice=(1, 1, 1, 1, 1),
    )
    play(p, "done", "attack 2912", "add R-A01", "resolve")
    assert where(p, "W-CZ2") == "2912"
    assert offered(p, "attack") == {"2812"}, "2912 has been attacked"
    play(p, "attack 2812")
    assert offered(p, "add") == {"R-A05"}, "1 Army has attacked"


@rule("reds", "11.2", "20.8")
def test_partisans_attack_alone_and_only_garrisons_and_partisans() -> None:
    p = situation(
        f"{EAST}[Red]\n3310: R-P1\n3309: R-A05\n[White]\n3410: W-SG2\n3411: W-SD1\n3211: W-P2\n"
    )
    play(p, "done")
    assert {"3410", "3211"} <= offered(p, "attack")
    play(p, "attack 3410")
    assert offered(p, "add") == {"R-P1", "R-A05"}
    play(p, "add R-P1")
    assert offered(p, "add") == set(), "nobody joins partisans"
    play(p, "cancel", "attack 3410", "add R-A05")
    assert offered(p, "add") == set(), "and they join nobody"


@rule("reds", "11.2", "20.8")
def test_partisans_attack_no_garrison_that_has_company() -> None:
    p = situation(f"{EAST}[Red]\n3310: R-P1\n[White]\n3410: W-SG2, W-SD1\n3411: W-SD2\n{HOLD}")
    assert p.current.key == "activation"
    play(p, "done")
    assert "attack" not in verbs(p)


@rule("reds", "11.2", "20.8")
def test_makhno_attacks_anybody_but_alone() -> None:
    p = situation(
        "turn: 8\nphase: activation\nchit: South\n[Red]\n2522: R-MAK\n2521: R-A08\n"
        "[White]\n2622: W-KOR\n"
    )
    play(p, "done", "attack 2622", "add R-MAK")
    assert offered(p, "add") == set()


@rule("reds", "11.2", "20.4")
def test_raiders_attack_only_lone_garrisons_and_partisans() -> None:
    p = situation(
        f"{SIBERIA}[White]\n3310: W-ORE (raiding)\n[Red]\n3309: R-G01\n3311: R-A01\n3211: R-P1\n"
    )
    play(p, "done")
    assert offered(p, "attack") == {"3309", "3211"}


@rule("reds", "11.2")
@pytest.mark.parametrize(("flags", "able"), [("", False), ("flags: aif-offensive", True)])
def test_the_aif_attacks_only_in_its_offensive(flags: str, able: bool) -> None:
    p = situation(
        "turn: 3\nphase: activation\nchit: AIF\n[White]\n1201: W-AIM\n1605: W-AIA\n"
        f"[Red]\n1706: R-G04\n1606: R-G05\n[markers]\n{flags}\npool: Field-Staff\n"
    )
    play(p, "done")
    assert ("attack" in verbs(p)) is able


# 11.3 The procedure


@rule("reds", "11.3")
@pytest.mark.parametrize(
    ("attack", "defence", "odds"),
    [(7, 4, 2), (2, 3, 1), (4, 4, 2), (8, 4, 3), (12, 4, 4), (16, 4, 5), (24, 4, 7), (1, 3, 0)],
)
def test_odds_are_rounded_in_favour_of_the_defender(attack: int, defence: int, odds: int) -> None:
    """Columns are counted from 1:3; 7 to 4 is 1:1, 2 to 3 is 1:2, 6:1 lies beyond the table."""
    assert odds_number(attack, defence) == odds


@rule("reds", "11.3")
def test_the_first_example_of_strength() -> None:
    """Four units with +2, -1, +0 and -3 and a die of 3: ten."""
    assert strength(3, 4, 2 - 1 + 0 - 3) == 10


@rule("reds", "11.3")
def test_the_second_example_of_strength() -> None:
    """Three units with 0, -1 and -3 and a die of 2 would have two: they have three."""
    assert strength(2, 3, 0 - 1 - 3) == 3


@rule("reds", "11.3")
def test_modifiers_are_those_of_the_face_that_shows() -> None:
    p = situation(f"{EAST}[Red]\n2911: R-A05\n2813: R-A01 (disordered)\n[White]\n3012: W-KOM\n")
    both = units(p, "R-A05", "R-A01")
    counters = p.charts.counters
    five, one = counters[number_of(p, "R-A05")], counters[number_of(p, "R-A01")]
    assert modifier(p, both, attacking=True) == five.attack[0] + one.attack[1]
    assert modifier(p, both, attacking=False) == five.defence[0] + one.defence[1]


@rule("reds", "11.3")
def test_odds_beyond_the_table_after_shifts() -> None:
    """6:1 in a city behind a river is 4:1, as is 6:1 in the open; 1:3 stays what it is."""
    p = situation(f"{EAST}[Red]\n2911: R-A05, R-KON2\n[White]\n3012: W-KAP\n")
    assert reasons(p, "Red", "3012", "R-A05", "R-KON2") == ["city", "river"]
    assert column(p, "Red", "3012", "R-A05", "R-KON2") == "4:1"
    white = situation(f"{SIBERIA}[Red]\n2313: R-A05\n[White]\n2314: W-KAP\n")
    assert column(white, "White", "2313", "W-KAP") == "1:3"


@rule("reds", "11.3")
def test_example_1_of_the_results() -> None:
    """An AFSR army (2, +3) attacks the disordered 1 Army (4, -1): 1:2; threes give +4 and ad."""
    p = situation(
        f"{AFSR}[White]\n2717: W-VOL\n[Red]\n2617: R-A01 (disordered)\n{HOLD}", dice=(3, 3, 1)
    )
    play(p, "done", "attack 2617", "add W-VOL", "resolve")
    ((side, _, _, _, _, _, odds, dice, strengths, result),) = events(p, "battle")
    assert (side, odds, dice, strengths, result) == ("White", "1:2", (3, 3), (6, 2), "ad")


@rule("reds", "11.3", "11.5", "11.8")
def test_example_1_continued() -> None:
    """Both are disordered: the 1 Army is eliminated, and the AFSR army may advance."""
    p = situation(
        f"{AFSR}[White]\n2717: W-VOL\n[Red]\n2617: R-A01 (disordered)\n{HOLD}", dice=(3, 3, 1)
    )
    play(p, "done", "attack 2617", "add W-VOL", "resolve")
    assert where(p, "R-A01") == "dead"
    assert p.disordered == units(p, "W-VOL")
    assert offered(p, "advance") == {"W-VOL"}
    play(p, "advance W-VOL")
    assert where(p, "W-VOL") == "2617"


# Moscow is eleven hexes from Novocherkassk: 1 Don could not be there (10.12). The example is right
# about the fight, so a Caucasus Army with his modifier stands in for it where movement matters.
MOSCOW = "[White]\n2414: W-VOL, W-DON1, W-KUB1 (disordered)\n[Red]\n2313: R-A16\n"


@rule("reds", "11.3")
def test_example_2_of_the_results() -> None:
    """Five to four is 1:1, the city makes it 1:2; sixes give 22 to 8, +14 and aDR."""
    p = situation(f"turn: 12\nphase: command\n{MOSCOW}")
    three = ("W-VOL", "W-DON1", "W-KUB1")
    assert p.manpower(units(p, *three)) == 5
    assert reasons(p, "White", "2313", *three) == ["city"]
    assert column(p, "White", "2313", *three) == "1:2"
    plus = modifier(p, units(p, *three), attacking=True)
    minus = modifier(p, units(p, "R-A16"), attacking=False)
    assert (strength(6, 3, plus), strength(6, 1, minus)) == (22, 8)
    assert p.charts.result("1:2", 14) == "aDR"
    # Had both rolled 1, the differential would have been +4 only.
    assert (strength(1, 3, plus), strength(1, 1, minus)) == (7, 3)


@rule("reds", "11.3", "11.5", "11.6", "11.8")
def test_example_2_continued() -> None:
    """One attacker is disordered, the 16 Army must retreat through zones and is eliminated; an
    attacker enters Moscow."""
    p = situation(
        "turn: 12\nphase: activation\nchit: AFSR\n"
        "[White]\n2414: W-VOL, W-CAU, W-KOR (disordered)\n2213: W-5CV\n2311: W-2AC\n2215: W-MAR\n"
        f"[Red]\n2313: R-A16\n{HOLD}",
        dice=(6, 6, 1),
    )
    play(p, "done", "attack 2313", "add W-VOL", "add W-CAU", "add W-KOR", "resolve")
    assert events(p, "battle")[0][-1] == "aDR"
    assert to_choose(p) == "White"
    assert offered(p, "disorder") == {"W-VOL", "W-CAU"}, "the largest; White chooses"
    play(p, "disorder W-VOL")
    assert where(p, "R-A16") == "dead"
    play(p, "advance W-CAU")
    assert stack(p, "2313") == {"W-CAU"}


@rule("reds", "11.3")
def test_the_defender_is_told_of_the_attack_that_he_may_answer() -> None:
    p = situation(
        "turn: 8\nphase: activation\nchit: South\n[Red]\n2824: R-A09\nready: R-AIR1\n"
        f"[White]\n2825: W-KOR\nready: W-AIR1, W-NF-BL\n{HOLD}"
    )
    # Another attack was made before.
    assert p.chronicle is not None
    p.chronicle.append(Event("announced", "11.3"))
    play(p, "done", "attack 2825", "add R-A09", "resolve")
    assert cause(p) is None, "the attacker commits of his own will"
    play(p, "commit R-AIR1")
    announced = cause(p)
    assert announced is not None
    assert TITLE.text(announced) == "Red attacks 2825 (Novorossiysk): 9 Army, Red Air 1"
    play(p, "commit W-AIR1")
    assert offered(p, "commit") == {"W-NF-BL"}
    assert len(events(p, "announced")) == 2, "once for each attack"


@rule("reds", "11.3")
def test_the_attacker_commits_before_the_defender() -> None:
    p = situation(
        f"{AFSR}[White]\n2923: W-VOL\nready: W-AIR1\n[Red]\n3023: R-A01\nready: R-AIR1\n{HOLD}",
        dice=(3, 3, 1),
    )
    play(p, "done", "attack 3023", "add W-VOL", "resolve")
    assert to_choose(p) == "White"
    assert offered(p, "commit") == {"W-AIR1"}
    play(p, "commit W-AIR1")
    assert to_choose(p) == "Red"
    assert offered(p, "commit") == {"R-AIR1"}
    play(p, "enough")
    ((_, _, _, _, ours, theirs, *_, strengths, _),) = events(p, "battle")
    assert (ours, theirs) == ((number_of(p, "W-AIR1"),), ())
    # Two units attack: 3 x 2 + 3 + 2 against 3 + 1.
    assert strengths == (11, 4)


# 11.3 H, 11.4 Terrain


@rule("reds", "11.3", "13.1", "2.2")
def test_city_shifts() -> None:
    """Kazan is a Red City: no shift for Reds, one for Whites; Red Terror makes others so."""
    red = situation(f"{EAST}[Red]\n2910: R-A05\n[White]\n3010: W-KAP\n3012: W-KOM\n")
    assert "city" not in reasons(red, "Red", "3010", "R-A05")
    assert "city" in reasons(red, "Red", "3012", "R-A05")
    white = situation(f"{SIBERIA}[Red]\n3010: R-A05\n[White]\n2910: W-KAP\n")
    assert "city" in reasons(white, "White", "3010", "W-KAP")
    terror = situation(f"{EAST}[Red]\n2911: R-A05\n[White]\n3012: W-KOM\n[markers]\nterror: 3012\n")
    assert "city" not in reasons(terror, "Red", "3012", "R-A05")


@rule("reds", "11.4")
def test_a_river_helps_the_defender_unless_somebody_attacks_along_it() -> None:
    p = situation(
        f"{EAST}[Red]\n2911: R-A05\n3011: R-A01\n3111: R-A02\n[White]\n3012: W-KOM\n2912: W-KAP\n"
    )
    assert "river" in reasons(p, "Red", "3012", "R-A05")
    assert "river" in reasons(p, "Red", "3012", "R-A05", "R-A02")
    assert "river" not in reasons(p, "Red", "3012", "R-A05", "R-A01"), "3011 is on the Volga"
    assert reasons(p, "Red", "2912", "R-A05") == [], "no river"


@rule("reds", "11.4")
@pytest.mark.parametrize(
    ("attackers", "shifted"),
    [
        (("R-A01",), True),
        (("R-A02",), True),
        (("R-A03",), True),
        (("R-A04",), True),
        (("R-A01", "R-A04"), True),
        (("R-A01", "R-A02"), False),
        (("R-A02", "R-A03"), False),
        (("R-A01", "R-A02", "R-A04"), False),
    ],
)
def test_the_example_of_two_rivers_at_kazan(attackers: tuple[str, ...], shifted: bool) -> None:
    """The Volga from above (2910) and below (3011) and the Kama (3109) meet: two lines are needed.
    The armies stand there in this order; the fourth comes from 2909 over land."""
    p = situation(
        f"{EAST}[Red]\n2910: R-A01\n3011: R-A02\n3109: R-A03\n2909: R-A04\n[White]\n3010: W-KAP\n"
    )
    assert reasons(p, "Red", "3010", *attackers) == (["river"] if shifted else [])


@rule("reds", "11.4", "11.3")
def test_shifts_add_up() -> None:
    """A White attack on Kazan from the land: the city and the rivers, 4:1 becomes 2:1."""
    p = situation(f"{SIBERIA}[Red]\n3010: R-G01\n[White]\n3110: W-CZ1, W-CZ2, W-KOM\n")
    assert column(p, "White", "3010", "W-CZ1", "W-CZ2", "W-KOM") == "2:1"


def test_terrain_of_ours() -> None:
    """Swamp and mountain shift one column by our chart; forest and steppe do not."""
    red = "[Red]\n1619: R-A15\n3506: R-A03\n"
    p = situation(f"turn: 8\nphase: command\n{red}[White]\n1620: W-CAU\n3507: W-SD1\n")
    assert "swamp" in reasons(p, "Red", "1620", "R-A15")
    assert "mountain" in reasons(p, "Red", "3507", "R-A03")


# Who may attack what: borders, parties and company


@rule("reds", "11.2", "17.1", "20.8")
def test_red_partisans_attack_a_nationalist_garrison() -> None:
    p = situation(
        "turn: 8\nphase: activation\nchit: Southwest\n[Red]\n1921: R-P1\n"
        f"[White]\n4301: W-SD1\n[Neutral]\n1920: N-UKR\n{HOLD}"
    )
    play(p, "done")
    assert offered(p, "attack") == {"1920"}


@rule("reds", "10.11", "11.1")
def test_the_estonians_attack_nobody_outside_the_baltic_republics() -> None:
    """1513 is Russia, 1413 and the distant 1217 are not."""
    text = "turn: 9\nphase: activation\nchit: Northwest\n[White]\n1514: W-EST{}\n"
    text += f"[Red]\n1513: R-A07\n1515: R-A15\n1217: R-G01\n{HOLD}"
    p = situation(text.format(""))
    play(p, "done")
    assert offered(p, "attack") == {"1515"}
    both = situation(text.format(", W-NW1"))
    play(both, "done")
    assert offered(both, "attack") == {"1513", "1515"}
    play(both, "attack 1513")
    assert offered(both, "add") == {"W-NW1"}


@rule("reds", "10.12", "11.1")
def test_cossacks_attack_nobody_beyond_the_reach_of_their_krug() -> None:
    """2415 is more than eight hexes from Novocherkassk."""
    p = situation(f"{AFSR}[White]\n2516: W-DON2\n[Red]\n2415: R-A08\n2515: R-A13\n{HOLD}")
    grid = p.charts.grid
    home = grid.hex("2921")
    assert grid.distance(home, grid.hex("2415")) > 8
    play(p, "done")
    assert "2415" not in offered(p, "attack")


@rule("reds", "17.1", "17.3")
def test_von_der_goltz_attacks_a_garrison_and_no_empty_hex() -> None:
    text = "turn: 9\nphase: activation\nchit: Northwest\n[White]\n1314: W-VDG\n"
    text += "[Red]\n2313: R-A05\n[Neutral]\n1315: N-LAT\n[markers]\n{}pool: Field-Staff\n"
    p = situation(text.format("flags: freikorps\n"))
    play(p, "done")
    assert offered(p, "attack") == {"1315"}
    before = situation(text.format(""))
    play(before, "done")
    assert "attack" not in verbs(before)


@rule("reds", "11.2", "20.4")
def test_a_raider_who_is_no_cossack_attacks_only_the_weak_and_only_when_active() -> None:
    text = "turn: 8\nphase: activation\nchit: {}\n[White]\n2718: W-5CV (raiding)\n3612: W-SD1\n"
    text += f"[Red]\n2717: R-A08\n2618: R-G01\n{HOLD}"
    p = situation(text.format("AFSR"))
    play(p, "done")
    assert offered(p, "attack") == {"2618"}
    idle = situation(text.format("Siberian"))
    play(idle, "done")
    assert "attack" not in verbs(idle)


@rule("reds", "11.3")
def test_nobody_attacks_at_less_than_the_lowest_odds() -> None:
    assert odds_number(0, 4) < 0
    assert odds_number(1, 4) < 0


@rule("reds", "20.1")
def test_aircraft_serve_a_force_of_which_one_unit_is_in_supply() -> None:
    text = f"{AFSR}[White]\n2923: W-VOL{{}}\nready: W-AIR1\n[Red]\n3023: {{}}\n{HOLD}"
    mixed = situation(text.format("\n3022: W-5CV (raiding)", "R-G01"))
    play(mixed, "done", "attack 3023", "add W-VOL", "add W-5CV", "resolve")
    assert offered(mixed, "commit") == {"W-AIR1"}


@rule("reds", "20.1")
def test_no_aircraft_for_partisans_and_raiders() -> None:
    text = f"{AFSR}[White]\n3022: W-5CV (raiding)\nready: W-AIR1\n[Red]\n3023: R-G01\n{HOLD}"
    p = situation(text, dice=(1, 6, 1))
    play(p, "done", "attack 3023", "add W-5CV", "resolve")
    assert events(p, "battle"), "nothing to commit"
    text = f"{EAST}[Red]\n3310: R-P1\nready: R-AIR1\n[White]\n3410: W-SG2\n{HOLD}"
    p = situation(text, dice=(1, 6, 1))
    play(p, "done", "attack 3410", "add R-P1", "resolve")
    assert events(p, "battle")


@rule("reds", "11.2", "11.3")
def test_all_means_everybody_but_partisans() -> None:
    text = f"{EAST}[Red]\n3310: R-P1\n3309: R-A05{{}}\n[White]\n3410: W-SG2\n{HOLD}"
    one = situation(text.format("").replace("3310: R-P1\n", ""))
    play(one, "done", "attack 3410")
    assert verbs(one) == {"add", "cancel"}, "one unit alone is all"
    p = situation(text.format(", R-KON2"))
    play(p, "done", "attack 3410", "all")
    assert p.frames[-1].memo.units == (number_of(p, "R-A05"), number_of(p, "R-KON2"))


@rule("reds", "20.3")
def test_a_white_train_that_attacks_has_been_active_in_this_turn() -> None:
    text = f"{AFSR}[White]\n2717: W-VOL, W-TR3\n[Red]\n2617: R-A08\n{HOLD}"
    p = situation(text, dice=(3, 3, 1))
    play(p, "done", "attack 2617", "all", "resolve")
    assert p.acted == units(p, "W-TR3")
    text = "turn: 8\nphase: activation\nchit: South\n[Red]\n2617: R-A08, R-TR3\n"
    red = situation(f"{text}[White]\n2717: W-VOL\n{HOLD}", dice=(3, 3, 1))
    play(red, "done", "attack 2717", "all", "resolve")
    assert not red.acted, "Red trains are active by their Front"


@rule("reds", "20.3", "20.12")
def test_trains_and_flotillas_attack_along_their_lines() -> None:
    """Rails lead from 2617 to 2717 and not to 2716; the Volga from 2811 to 2910 alone."""
    text = "turn: 8\nphase: activation\nchit: South\n[Red]\n2617: R-A08, R-TR3\n"
    p = situation(f"{text}[White]\n2717: W-VOL\n2716: W-CAU\n{HOLD}")
    play(p, "done", "attack 2716")
    assert offered(p, "add") == {"R-A08"}
    play(p, "cancel", "attack 2717")
    assert offered(p, "add") == {"R-A08", "R-TR3"}
    text = f"{EAST}[Red]\n2811: R-A05, R-RF3\n[White]\n2910: W-KAP\n2812: W-KOM\n{HOLD}"
    p = play(situation(text), "done", "attack 2812")
    assert offered(p, "add") == {"R-A05"}
    play(p, "cancel", "attack 2910")
    assert offered(p, "add") == {"R-A05", "R-RF3"}


@rule("reds", "17.2", "20.1")
def test_whites_with_the_ukrainian_garrison_are_the_owners_of_the_defence() -> None:
    p = situation(
        "turn: 9\nphase: activation\nchit: Southwest\n[Red]\n1921: R-A12\n"
        "[White]\n1920: W-AG1\n2021: W-VOL\n2020: W-MAR\nready: W-AIR1\n"
        f"[Neutral]\n1920: N-UKR\n{HOLD}"
    )
    play(p, "done", "attack 1920", "add R-A12")
    memo = p.frames[-1].memo
    assert battle_of(p, memo).owner == "White"


@rule("reds", "11.1", "11.2", "20.3", "20.12")
def test_special_units_whose_army_has_fought_do_not_attack_by_themselves() -> None:
    """Partisans make 2619 a target; the train and the flotilla cannot join them."""
    p = situation(
        "turn: 8\nphase: activation\nchit: South\n"
        "[Red]\n2618: R-A08 (fought), R-TR1, R-RF1\n2718: R-P1\n[White]\n2619: W-AG1\n"
    )
    play(p, "done", "attack 2619", "add R-TR1")
    assert verbs(p) == {"cancel"}
    play(p, "cancel", "attack 2619", "add R-P1")
    assert verbs(p) == {"resolve", "cancel"}
