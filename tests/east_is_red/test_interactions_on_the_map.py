"""Where several rules meet in supply, movement and the later article, and how a game ends."""

from __future__ import annotations

import pytest

from stavka.titles.east_is_red.charts import CHINESE, SOVIET
from tests.marks import rule

from .fights import parts, shown, soviet_attack, strengths
from .situations import offered, play, refused, situation, to_choose, verbs, where
from .test_variants_chinese import americans, chinese, missiles
from .test_variants_soviet import assault, controls, moving

# Strength and supply


@rule("east-is-red", "9.4", "11.42", "12.11", "11.5")
def test_tanks_in_the_hills_are_quartered_until_supply_is_expended() -> None:
    p = soviet_attack("2116: 7-4-9.1, 7-4-9.2, 7-4-9.3; 2216: 0-1-20.1", "2115: 1-3-3.1", turn=5)
    assault(p, "2115")
    assert strengths(p) == (5.25, 6)
    assert shown(p) == {"attacker eliminated": 6, "attacker retreats": 24, "defender retreats": 6}
    play(p, "expend 0-1-20.1")
    assert strengths(p) == (10.5, 6)
    assert shown(p) == {"attacker retreats": 18, "defender retreats": 18}


@rule("east-is-red", "14.1", "11.0", "9.4")
@pytest.mark.parametrize(("base", "points"), [("0414", 3), ("0413", 1.5)])
def test_unsupplied_aircraft_strike_with_half_of_what_range_leaves(
    base: str, points: float
) -> None:
    p = soviet_attack(f"0419: 3-7-9.1; {base}: 0-1-1.1", "0420: 1-3-3.1", turn=5)
    play(p, "attack 0420", "add 3-7-9.1")
    before = strengths(p)[0]
    play(p, "strike 0-1-1.1")
    assert strengths(p)[0] - before == points


@rule("east-is-red", "AA.5", "11.42")
def test_air_assault_near_a_base_attacks_in_full_beside_a_corps_that_cannot() -> None:
    p = moving(
        "0617: 2-1-9a.1, 3-7-9.1; 0610: 0-1-1.1", "0618: 1-3-3.1", phase="soviet-combat", turn=6
    )
    assault(p, "0618")
    assert strengths(p)[0] == 2 + 1.5


@rule("east-is-red", "6.4", "11.42", "11.21")
@pytest.mark.parametrize(("blocker", "strength"), [("", 3), ("; 0318: 4-6-6.2", 1.5)])
def test_enemy_control_cuts_the_path_to_expended_supply(blocker: str, strength: float) -> None:
    # One way of four points leads from 0418 round to the stores.
    p = soviet_attack("0419: 3-7-9.1; 0317: 0-1-20.1", f"0420: 1-3-3.1{blocker}", turn=5)
    play(p, "expend 0-1-20.1") if "0-1-20.1" in offered(p, "expend") else None
    play(p, "attack 0420", "add 3-7-9.1")
    assert strengths(p)[0] == strength


@rule("east-is-red", "GW.4", "11.42")
@pytest.mark.parametrize(("flags", "strength"), [("", 3), ("guerrilla-warfare", 1.5)])
def test_guerrillas_shorten_the_path_to_the_stores_of_an_attack(
    flags: str, strength: float
) -> None:
    # Five hexes of the Kalgan road, one point each.
    p = moving(
        "0320: 0-1-20.1; 0523: 3-7-9.1", "0524: 1-3-3.1", scenario="m1-current", turn=6,
        phase="soviet-combat", options="GW", markers=f"flags: {flags}",
    )  # fmt: skip
    play(p, "expend 0-1-20.1", "attack 0524", "add 3-7-9.1")
    assert strengths(p)[0] == strength


@rule("east-is-red", "9.4", "9.5", "15.11")
def test_halved_for_supply_and_doubled_twice() -> None:
    p = soviet_attack("0419: 3-7-9.1; 0421: 3-7-9.2", "0420: 4-6-6.1", turn=5)
    play(assault(p, "0420"), "nuclear")
    assert strengths(p) == (12, 6)


@rule("east-is-red", "IT.1", "IT.2")
def test_untrained_infantry_in_the_hills_defends_as_printed_beside_security_troops() -> None:
    p = chinese(
        "2116: 4-6-6.1, 4-6-6.2, 4-6-6.3", "2117: 3-7-9.1, 1-1-6.1", phase="chinese-combat",
        options="IT",
    )  # fmt: skip
    assert strengths(assault(p, "2117"))[1] == 7 + 2


@rule("east-is-red", "IT.1", "9.5")
@pytest.mark.parametrize(("options", "doubled"), [("", 2), ("IT", 1)])
def test_untrained_infantry_closes_no_ring_in_the_hills(options: str, doubled: int) -> None:
    p = moving(
        "2117: 3-7-9.1; 2115: 3-7-9.2", "2116: 1-3-3.1", phase="soviet-combat", options=options
    )
    assert strengths(assault(p, "2116")) == (6 * doubled, 6)


# Movement


@rule("east-is-red", "5.21", "6.13", "7.4", "12.13")
def test_every_part_of_a_dear_step_is_told() -> None:
    p = moving("2727: 3-7-9.1, 3-7-9.2", "2627: 4-6-6.1", scenario="m1-current")
    play(p, "select 3-7-9.1")
    assert parts(p, "move 2828") == [
        ("6.13", 1), ("7.4", 1), ("12.0", 5), ("12.13", 2), ("", 9),
    ]  # fmt: skip


@rule("east-is-red", "5.22", "11.0", "5.21")
def test_a_single_hex_costs_what_there_is_and_says_why() -> None:
    p = moving("2727: 3-7-9.1, 3-7-9.2", "2627: 4-6-6.1", scenario="m1-current", turn=6)
    play(p, "select 3-7-9.1")
    assert parts(p, "move 2828") == [
        ("6.13", 1), ("7.4", 1), ("12.0", 5), ("12.13", 2), ("5.22", -5), ("", 4),
    ]  # fmt: skip
    assert refused(p, "move 2628").case == "6.12", "not even one hex from zone to zone"


@rule("east-is-red", "6.11", "6.13", "7.4")
def test_chinese_tanks_pay_for_zones_and_stacks_and_armies_do_not() -> None:
    p = chinese("0419: 5-3-6.1, 4-6-6.1; 0420: 4-6-6.2", "0418: 3-7-9.1", scenario="m30-full")
    play(p, "select 5-3-6.1")
    assert parts(p, "move 0420") == [("6.13", 1), ("7.4", 1), ("12.0", 2), ("7.4", 1), ("", 5)]
    play(p, "select 4-6-6.1")
    assert parts(p, "move 0420") == [("12.0", 1), ("", 1)]


@rule("east-is-red", "13.16", "6.11")
@pytest.mark.parametrize(("garrison", "free"), [("", False), (", 3-7-9.2", True)])
def test_who_leaves_a_city_empty_stops_beside_it(garrison: str, free: bool) -> None:
    p = moving(f"2523: 3-7-9.1{garrison}", scenario="m1-current")
    play(p, "select 3-7-9.1")
    assert "2624" in offered(p, "move")
    assert ("2625" in offered(p, "move")) is free
    play(p, "move 2624")
    assert ("2625" in offered(p, "move")) is free
    assert controls(p, CHINESE, "2624") is not free


@rule("east-is-red", "16.1", "12.13")
@pytest.mark.parametrize(("turn", "points"), [(2, 4), (3, 2)])
def test_a_demolished_side_is_a_part_of_its_own(turn: int, points: int) -> None:
    ring = " ".join(f"0420/{there}@1" for there in ("0419", "0519", "0520", "0421", "0320", "0319"))
    p = moving("0419: 3-7-9.1", scenario="m1-current", turn=turn, markers=f"demolished: {ring}")
    play(p, "select 3-7-9.1")
    assert parts(p, "move 0420") == [("12.0", 2), ("16.1", points), ("", 2 + points)]


@rule("east-is-red", "INT.3", "12.0")
def test_interdiction_is_a_part_of_every_hex_in_its_zone() -> None:
    p = chinese(
        "0419: 4-6-6.1", "0410: 0-1-1.1", scenario="m30-full", options="INT",
        markers="interdiction: 0421@1",
    )  # fmt: skip
    play(p, "select 4-6-6.1")
    # 0420 and 0421 are inside.
    assert parts(p, "move 0421") == [("12.0", 2), ("INT.3", 2), ("", 4)]


@rule("east-is-red", "5.23", "5.22")
def test_guns_do_not_close_up_not_even_by_one_hex() -> None:
    p = moving("0418: 12-3-12.1, 3-7-9.1", "0420: 4-6-6.1", scenario="m1-current")
    play(p, "select 12-3-12.1")
    assert "0419" not in offered(p, "move")
    assert refused(p, "move 0419").case == "5.23"


# Missiles, Americans, landings


@rule("east-is-red", "SW.3", "15.21", "8.4")
def test_the_dice_of_the_great_war_come_before_all_others() -> None:
    p = moving(
        "0419: 7-4-9.1", "0420: 5-3-6.1", scenario="m1-current", phase="soviet-combat",
        options="SW.3",
    )  # fmt: skip
    play(assault(p, "0420"), "nuclear")
    found = shown(p)
    assert list(found) == [
        "the game ends: the world burns: both players lose",
        "exchange: attacker loses 3 points, defender eliminated",
        "exchange: attacker loses 3 points, defender eliminated, contamination bars the advance",
        "defender retreats",
        "defender eliminated",
        "defender eliminated, contamination bars the advance",
    ]
    assert list(found.values()) == pytest.approx(
        [1, 280 / 36, 140 / 36, 420 / 36, 210 / 36, 210 / 36]
    )


@rule("east-is-red", "SW.table", "SW.3", "13.15")
def test_a_missile_empties_a_city_or_ends_the_world() -> None:
    p = missiles(chinese_units="2523: 4-6-6.1", dice=[1, 1, 4], options="SW.3")
    play(p, "launch 0-1-9.1")
    found = shown(p, "missile 2523")
    assert found.pop("the game ends: the world burns: both players lose") == pytest.approx(1)
    assert found == pytest.approx(
        {
            "no effect": 17.5,
            "defender retreats, the hex is contaminated": 35 / 6,
            "defender eliminated, the hex is contaminated": 35 / 3,
        }
    )
    play(p, "missile 2523")
    assert to_choose(p) == CHINESE and verbs(p) == {"to"}


@rule("east-is-red", "US.4", "SW.3")
@pytest.mark.parametrize("nuclear", [False, True])
@pytest.mark.parametrize("options", ["US", "SW.3 US"])
def test_one_die_in_six_for_attacks_on_americans_whatever_the_weapon(
    nuclear: bool, options: str
) -> None:
    p = americans(
        "0828: 3-4-6.1", "0827: 3-7-9.1, 3-7-9.2, 3-7-9.3", "soviet-combat", options=options, turn=4
    )
    play(p, *["pass"] * ("pass" in verbs(p)))
    play(assault(p, "0828"), *["nuclear"] * nuclear)
    found = shown(p)
    (end,) = (text for text in found if text.startswith("the game ends"))
    assert found[end] == pytest.approx(6)
    assert ("both players lose" in end) is nuclear


@rule("east-is-red", "CA.2", "CA.1")
@pytest.mark.parametrize(
    ("base", "chances"),
    [
        ("2512", {"eliminated": 6, "aborted": 6, "the corps gets through": 24}),
        ("2511", {}),
    ],
)
def test_aircraft_within_six_hexes_endanger_a_drop(base: str, chances: dict[str, float]) -> None:
    p = chinese("2523: 2-3-5.1; 2518: 4-6-6.1", f"{base}: 0-1-1.1")
    play(p, "select 2-3-5.1")
    if chances:
        assert shown(p, "drop 2518") == chances
    else:
        assert parts(p, "drop 2518") == []
    play(p, "drop 2518")
    assert where(p, "2-3-5.1") or p.rolled


# The end


LINE = "1922 2025 2127 2328 2629"


@rule("east-is-red", "18.1", "ER.5", "19.0")
@pytest.mark.parametrize(
    ("flags", "level", "winner", "case"),
    [
        ("", "Marginal Victory", SOVIET, "18.1"),
        ("emergency-called", "Marginal Defeat", CHINESE, "18.1"),
        ("strategic-strike", "Defeat", CHINESE, "19.0"),
        ("emergency-called strategic-strike", "Marginal Defeat", CHINESE, "19.0"),
    ],
)
def test_emergencies_and_strategic_strikes_at_the_end(
    flags: str, level: str, winner: str, case: str
) -> None:
    units = "\n".join(f"{hex_}: 3-7-9" for hex_ in LINE.split())
    p = situation(
        "scenario: m1-full\noptions: ER 19.0\nphase: detonation\nturn: 10\n"
        f"[Soviet]\n{units}\n[markers]\ndestroyed: {LINE}\nflags: {flags}"
    )
    play(p, "done")
    ended = p.outcome()
    assert ended is not None and ended.reason.startswith("25 ")
    assert (ended.level, ended.winner, ended.case) == (level, winner, case)
    shown = p.view("").present().outcome
    assert shown is not None
    assert shown.headline == f"{winner} victory" and shown.detail.startswith(f"Soviet {level}: 25")
