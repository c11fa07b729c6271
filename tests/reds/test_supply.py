"""12.1-12.11 Supply."""

from __future__ import annotations

import pytest

from stavka.titles.reds.supply import in_supply, out_of_supply, supplied_hexes, traces_to
from tests.marks import rule

from .situations import (
    HOLD,
    disordered,
    moves,
    number_of,
    offered,
    play,
    situation,
    standing,
    verbs,
    where,
)


def supplied(unit: str, units: str, markers: str = "", turn: str = "8") -> bool:
    p = standing(units, markers, turn)
    return in_supply(p, number_of(p, unit))


# 12.4-12.7 Supply lines


@rule("reds", "12.4")
@pytest.mark.parametrize(("where_", "expected"), [("3712", True), ("3611", True), ("3713", False)])
def test_one_hex_from_a_connected_railway(where_: str, expected: bool) -> None:
    """South of Orenburg the line is Red; Orenburg itself is connected with Omsk."""
    assert supplied("W-SD1", f"[White]\n3612: W-SIC\n{where_}: W-SD1\n") is expected


@rule("reds", "12.4", "12.8")
def test_one_hex_from_a_source() -> None:
    """Hex 5421 is no city; the hexes around it are in supply of the Islamic Whites."""
    assert supplied("W-BUK", "[White]\n5420: W-BUK\n", "red: 5320")
    assert not supplied("W-BUK", "[White]\n5420: W-BUK\n", "red: 5320 5421")


@rule("reds", "12.5")
def test_one_railway_and_one_river_at_most() -> None:
    """Kazan: down the Volga to Simbirsk, then by rail; there is no third leg."""
    assert supplied("W-KAP", "[White]\n3010: W-KAP\n")
    # The Viatka joins the Kama, which joins the Belaya at Ufa: one river segment, then the rail.
    assert supplied("W-KAP", "[White]\n2908: W-KAP\n")
    # Glazov by rail to Perm, by river to Ufa and by rail to Omsk: that is one too many.
    perm = "[White]\n3006: W-SD1\n3206: W-SD2\n"
    assert supplied("W-SD1", perm), "by rail all the way"
    assert not supplied("W-SD1", f"{perm}[Red]\n3305: R-G01\n")
    assert supplied("W-SD2", f"{perm}[Red]\n3305: R-G01\n"), "by river, then by rail"


@rule("reds", "12.5", "19.2")
@pytest.mark.parametrize("turn", ["12", "13"])
def test_rivers_serve_in_winter_too(turn: str) -> None:
    assert supplied("W-KAP", "[White]\n3209: W-KAP\n", "red: 3012", turn)


SOUTH = "2524: W-KOR\n2323: W-DRO\n2622: W-ALX\n2623: W-KAP\n[Red]\n2421: R-A16\n"


@rule("reds", "12.5", "12.6", "12.7", "12.4")
def test_the_example_of_supply() -> None:
    """Units A to E: on the railway; by the Dnepr and Ekaterinoslav; there; by Taganrog; on a coast.
    The 16 Army at Kharkov controls 2422, and Gulai Pole belongs to Makhno."""
    units = "[White]\n2423: W-MAR\n" + SOUTH
    for unit in ("W-KOR", "W-DRO", "W-MAR", "W-ALX", "W-KAP"):
        assert supplied(unit, units, "neutral: 2722\nred: 2224"), unit
    without = "[White]\n" + SOUTH
    assert not supplied("W-DRO", without, "neutral: 2722\nred: 2224"), "C is needed"
    assert not supplied("W-ALX", units, "red: 2722"), "Gulai Pole and Rostov are closed"


@rule("reds", "12.6", "13.4")
def test_a_coast_of_a_friendly_sea_is_enough() -> None:
    """A Siberian unit on the Black Sea, and the Caspian coast before and after Red takes it."""
    assert supplied("W-SD1", "[White]\n2623: W-SD1\n")
    coast = "[White]\n3919: W-SD1\n"
    p = standing(coast)
    assert p.charts.coast["Caspian"] >> p.charts.grid.hex("3919") & 1
    assert supplied("W-SD1", coast)
    assert not supplied("W-SD1", coast, "red seas: Caspian\nwithdrawals: 2")
    assert supplied("R-A11", "[Red]\n3919: R-A11\n", "red seas: Caspian\nwithdrawals: 2")
    assert not supplied("R-A11", "[Red]\n3919: R-A11\n")


@rule("reds", "12.6", "13.4")
def test_lines_go_from_port_to_port_of_a_friendly_sea() -> None:
    """From Taganrog to Novorossiysk; the same on the White Sea depends on who controls it."""
    assert supplied("W-ALX", "[White]\n2622: W-ALX\n", "neutral: 2722")
    # 1606 is one hex from Kem, a port; the railway to Murmansk is cut at 1404.
    kem = "[White]\n1606: W-NOM\n[Red]\n1404: R-G04\n"
    assert supplied("W-NOM", kem)
    assert not supplied("W-NOM", kem, "red seas: White\nwithdrawals: 2")


@rule("reds", "12.7", "8.7")
@pytest.mark.parametrize(
    ("blocker", "expected"),
    [
        ("", True),
        ("[Red]\n3507: R-G01\n", False),
        ("[Red]\n3606: R-P1\n", False),
        ("[Red]\n3508: R-A05\n", False),
    ],
)
def test_enemy_units_and_zones_block(blocker: str, expected: bool) -> None:
    """Between Ufa and Omsk."""
    assert supplied("W-SD1", f"[White]\n3408: W-SD1\n{blocker}") is expected


@rule("reds", "12.7")
def test_enemy_controlled_cities_block_and_neutral_ones_do_not() -> None:
    line = "[White]\n3612: W-SD1\n"
    assert supplied("W-SD1", line)
    assert not supplied("W-SD1", line, "red: 3408")
    assert supplied("W-SD1", line, "neutral: 3408")


@rule("reds", "12.7", "17.1")
def test_neutral_garrisons_block() -> None:
    """Kazatin hangs on the railway by Kiev."""
    red = "[Red]\n1822: R-A14\n"
    assert supplied("R-A14", red)
    assert not supplied("R-A14", f"{red}[Neutral]\n1920: N-UKR\n")


@rule("reds", "12.7", "17.2")
@pytest.mark.parametrize(("friend", "expected"), [("1920: W-KOR\n", True), ("", False)])
def test_the_ukrainians_do_not_block_whites_who_stand_with_them(
    friend: str, expected: bool
) -> None:
    """From Bakhmach by Kiev to Odessa."""
    units = f"[White]\n2020: W-DRO\n2124: W-AIO\n{friend}[Neutral]\n1920: N-UKR\n"
    assert supplied("W-DRO", units, "red: 2224\nneutral: 2525 2825") is expected


@rule("reds", "12.7")
@pytest.mark.parametrize(
    ("units", "markers", "expected"),
    [
        ("", "", False),
        ("2423: R-A13\n", "", True),
        ("", "terror: 2423", True),
    ],
)
def test_makhno_cities_block_without_a_friend_or_red_terror(
    units: str, markers: str, expected: bool
) -> None:
    """A Red army before the Crimea."""
    reds = f"[Red]\n2523: R-A14\n{units}"
    assert supplied("R-A14", reds, f"{markers}\nneutral: 2224") is expected


@rule("reds", "12.7")
def test_a_friendly_makhno_keeps_his_city_open() -> None:
    reds = "[Red]\n2523: R-A14\n2423: R-MAK\n"
    assert supplied("R-A14", reds, "neutral: 2224")


@rule("reds", "12.7", "8.1")
def test_lakes_do_not_block() -> None:
    """1413 and 1513 lie on both shores of Peipus: the railway of Pskov supplies across the water.
    The railway of the west bank is cut at Valk and Wesenberg."""
    cut = "[White]\n1414: W-NWG\n1412: W-AG1\n1312: W-AG2\n"
    assert supplied("R-A15", f"[Red]\n1413: R-A15\n{cut}")
    assert not supplied("R-A15", f"[Red]\n1413: R-A15\n{cut}1513: W-AG3\n1512: W-AG4\n")


# 12.8 Sources


@rule("reds", "12.8")
@pytest.mark.parametrize(
    ("unit", "source", "expected"),
    [
        ("W-SD1", "4301", True),
        ("W-VOL", "4301", False),
        ("W-TRC", "4301", False),
        ("W-AIO", "4301", True),
        ("W-TRC", "4922", True),
        ("W-AIT", "4922", True),
        ("W-SD1", "4922", False),
        ("W-BUK", "5421", True),
        ("W-VOL", "5421", False),
        ("W-PL1", "1221", True),
        ("W-AIO", "1221", False),
        ("R-A01", "2313", True),
        ("R-TUR", "5412", True),
        ("R-A01", "4301", False),
    ],
)
def test_sources_of_each_faction(unit: str, source: str, expected: bool) -> None:
    side = "Red" if unit.startswith("R") else "White"
    # Other sources and the railways to them are taken away.
    markers = "poland: war\n"
    if unit == "R-A01" and source == "4301":
        markers += "white: 3705 3612 3408 3504\n"
    assert supplied(unit, f"[{side}]\n{source}: {unit}\n", markers) is expected


@rule("reds", "12.8")
@pytest.mark.parametrize(
    ("unit", "where_", "expected"),
    [
        # By rail to Novorossiysk, to Murmansk, to Reval; each faction has sources of its own.
        ("W-VOL", "2923", True),
        ("W-TRC", "2923", False),
        ("W-NOR", "1302", True),
        ("W-VOL", "1302", False),
        ("W-NW1", "1414", True),
        ("W-EST", "1414", True),
        ("W-VDG", "1414", True),
        ("W-NOR", "1414", False),
    ],
)
def test_lines_lead_to_the_factions_own_sources(unit: str, where_: str, expected: bool) -> None:
    assert supplied(unit, f"[White]\n{where_}: {unit}\n") is expected


@rule("reds", "12.8", "13.4")
def test_a_port_is_a_source_whoever_controls_its_sea() -> None:
    """The rulebook's example: the North Army and Murmansk."""
    units = "[White]\n1302: W-NOR\n"
    assert supplied("W-NOR", units, "red seas: White\nwithdrawals: 2\nwhite: 1201")


@rule("reds", "12.8")
def test_a_source_in_enemy_hands_supplies_nobody() -> None:
    assert not supplied("W-SD1", "[White]\n4102: W-SD1\n", "red: 4301")
    assert not supplied("R-A01", "[Red]\n2414: R-A01\n[White]\n2313: W-VOL\n")


# 12.1, 12.9, 12.10 Effects

LOGISTICS = "turn: 3\nphase: activation\nchit: Logistics\n"


@rule("reds", "12.1", "12.9", "12.2")
def test_units_out_of_supply_are_disordered_and_do_not_rally() -> None:
    p = situation(
        f"{LOGISTICS}[White]\n3713: W-SD1\n3814: W-SD2 (disordered)\n"
        f"3612: W-KAP (disordered)\n{HOLD}",
        dice=(1, 1, 1),
    )
    assert disordered(p, "W-SD1")
    assert where(p, "W-SD2") == "dead"
    assert not disordered(p, "W-KAP"), "in supply, it has rallied on a 1"


@rule("reds", "12.9", "20.3")
def test_special_units_go_with_the_supply_of_their_company() -> None:
    p = situation(
        f"{LOGISTICS}[Red]\n2617: R-A08, R-TR1\n[White]\n2616: W-KAP\n2517: W-CZ1\n"
        f"2618: W-CZ2\n2716: W-SD1\n{HOLD}",
        dice=(1,),
    )
    assert disordered(p, "R-A08")
    assert where(p, "R-TR1") == "pool"


@rule("reds", "12.10")
@pytest.mark.parametrize("unit", ["W-SG2", "W-P2", "W-ORE (raiding)"])
def test_garrisons_partisans_and_raiders_need_no_supply(unit: str) -> None:
    p = situation(f"{LOGISTICS}[White]\n3815: {unit}\n{HOLD}", dice=(1,))
    if "go_on" in verbs(p):
        play(p, "go_on")
    name = unit.split()[0]
    assert where(p, name) == "3815"
    assert not disordered(p, name)


@rule("reds", "12.10")
@pytest.mark.parametrize(("where_", "expected"), [("3612", True), ("3613", False)])
def test_cossacks_are_in_supply_in_their_krug(where_: str, expected: bool) -> None:
    """Omsk is lost: the Orenburg Cossacks hold out at Orenburg and nowhere else."""
    assert supplied("W-ORE", f"[White]\n{where_}: W-ORE\n", "red: 4301") is expected
    assert not supplied("W-SD1", "[White]\n3612: W-SD1\n", "red: 4301")


@rule("reds", "12.9", "20.4")
@pytest.mark.parametrize(("omsk", "able"), [("", True), ("red: 4301\n", False)])
def test_no_raid_begins_out_of_supply(omsk: str, able: bool) -> None:
    p = situation(
        "turn: 3\nphase: activation\nchit: Siberian\n[White]\n3511: W-ORE\n3408: W-SD1\n"
        f"[markers]\n{omsk}flags: raid-in-hand\n"
    )
    assert ("W-ORE" in offered(p, "raid")) is able
    assert "W-SD1" not in offered(p, "raid"), "infantry does not raid"


@rule("reds", "12.11", "18.4")
@pytest.mark.parametrize(("withdrawals", "expected"), [(1, True), (2, False)])
def test_the_transcaucasus_after_the_major_withdrawal(withdrawals: int, expected: bool) -> None:
    """Neither on the coast, nor in Batum, nor on a railway to it."""
    for where_ in ("3326", "3426", "3525"):
        units = f"[White]\n{where_}: W-VOL\n3326: W-KOR\n"
        assert supplied("W-VOL", units, f"withdrawals: {withdrawals}") is expected
    assert supplied("W-VOL", "[White]\n2825: W-VOL\n", f"withdrawals: {withdrawals}")


@rule("reds", "12.11", "12.10", "18.4")
def test_who_needs_no_supply_stays_in_the_transcaucasus() -> None:
    assert supplied("W-AG1", "[White]\n3326: W-AG1\n", "withdrawals: 2")


@rule("reds", "12.8", "18.4")
def test_batum_is_no_source_after_the_major_withdrawal() -> None:
    """3424 lies outside the Transcaucasus, by rail from Batum; the other sources are Red."""
    line = "[White]\n3424: W-VOL\n3326: W-KOR\n"
    markers = "neutral: 3625 4124 3524 3723\nred: 2825 2525\n"
    assert supplied("W-VOL", line, markers)
    assert not supplied("W-VOL", line, f"{markers}withdrawals: 2")


def test_moving_away_does_not_borrow_a_negated_zone() -> None:
    """A unit that negates a zone for its own line does not count on it where it goes."""
    text = "turn: 3\nphase: activation\nchit: Siberian\n[Red]\n3309: R-A05\n"
    p = situation(f"{text}[White]\n3409: W-SD1\n")
    assert in_supply(p, number_of(p, "W-SD1"))
    assert "3410" not in moves(p, "W-SD1"), "3409 would be in the zone of the 5 Army"
    helped = situation(f"{text}[White]\n3409: W-SD1, W-SD2\n")
    assert "3410" in moves(helped, "W-SD1")


@rule("reds", "12.10", "20.3")
def test_who_is_out_of_supply_and_who_is_not() -> None:
    """Far from every line: cossacks in their krug, raiders and special units with them."""
    p = standing(
        "[White]\n3414: W-URA, W-TR3\n3916: W-SD1, W-TR2\n4015: W-5CV (raiding)\n4014: W-ORE\n"
        "2825: W-VOL, W-TR1\n[Red]\n3415: R-A01\n3313: R-A02\n3515: R-A03\n3512: R-A04\n"
        "2313: R-A05, R-TR1\n4016: R-KON1, R-TR2\n",
        "red: 4301, 3612",
    )
    every = (1 << len(p.where)) - 1
    found = {p.name(u) for u in range(len(p.where)) if out_of_supply(p, every) >> u & 1}
    assert not {"W-URA", "W-TR3", "W-5CV", "W-VOL", "W-TR1", "R-A05", "R-TR1"} & found
    assert {"W-SD1", "W-TR2", "W-ORE", "R-KON1", "R-TR2"} <= found


@rule("reds", "14.1", "18.4")
def test_lines_to_certain_sources_end_at_the_transcaucasus_after_the_withdrawal() -> None:
    def traced(withdrawals: int, party: str = "White", source: str = "3326") -> set[str]:
        p = standing(
            "[White]\n3326: W-VOL\n[Red]\n2313: R-A05\n", f"withdrawals: {withdrawals}", "20"
        )
        return set(p.charts.grid.labels(traces_to(p, party, 1 << p.charts.grid.hex(source))))

    assert {"3326", "3325"} <= traced(1)
    assert not {"3326", "3325"} & traced(2)
    assert "2825" in traced(2, source="2825")
    assert {"2313", "2315"} <= traced(2, "Red", "2313")


@rule("reds", "12.7", "15.1", "15.3")
def test_reds_trace_through_poland_in_the_war() -> None:
    """A Red army in Brest and one beyond it, on the railway to Warsaw."""
    units = "[Red]\n1319: R-A15\n1320: R-G01\n1220: R-A16\n"
    assert supplied("R-A15", units, "poland: war", "20")
    assert supplied("R-A16", units, "poland: war", "20")


@rule("reds", "12.7", "15.1")
@pytest.mark.parametrize(("poland", "expected"), [("neutral", False), ("war", True)])
def test_neutral_poles_block_the_lines_of_other_whites(poland: str, expected: bool) -> None:
    """Volunteers inland, with Poles on both railways to the sea."""
    p = standing(
        "[White]\n1920: W-VOL\n2021: W-PL1\n2020: W-PL2\n1820: W-PL3\n1821: W-PL4\n"
        "1921: W-PL5\n1919: W-PL6\n[Red]\n2313: R-A05\n",
        f"poland: {poland}",
        "20",
    )
    assert in_supply(p, number_of(p, "W-VOL")) is expected


@rule("reds", "12.3", "12.7")
def test_the_last_unit_in_a_makhno_city_does_not_take_its_line_along() -> None:
    """Ekaterinoslav is open while somebody is there, and under Red Terror for the Reds."""
    text = "turn: 8\nphase: activation\nchit: South\n[Red]\n2423: {}\n2313: R-A05\n[markers]\n{}\n"

    def leaving(units: str, markers: str = "") -> set[str]:
        p = situation(text.format(units, markers))
        unit = number_of(p, "R-A13")
        return set(p.charts.grid.labels(supplied_hexes(p, unit, leaving=True)))

    assert leaving("R-A13") < leaving("R-A13, R-LAT")
    assert leaving("R-A13", "terror: 2423") == leaving("R-A13, R-LAT", "terror: 2423")


@rule("reds", "12.3", "13.1")
def test_a_red_city_falls_to_the_reds_behind_the_last_white_unit() -> None:
    """Kazan is a Red City; the line of whoever leaves it last does not lead back through it."""
    text = "turn: 8\nphase: activation\nchit: Siberian\n[White]\n3010: {}\n[Red]\n2313: R-A05\n"

    def leaving(units: str) -> set[str]:
        p = situation(text.format(units))
        return set(p.charts.grid.labels(supplied_hexes(p, number_of(p, "W-SD1"), leaving=True)))

    assert leaving("W-SD1") < leaving("W-SD1, W-SD2")


@rule("reds", "8.3", "12.7")
def test_lines_of_the_first_konarmia_ignore_zones() -> None:
    units = "[Red]\n{}: {}\n[White]\n2617: W-CAU\n2615: W-VOL\n2818: W-5CV\n"
    p = standing(units.format("2717", "R-KON1"))
    army = standing(units.format("2717", "R-KON2"))
    own = supplied_hexes(p, number_of(p, "R-KON1"))
    other = supplied_hexes(army, number_of(army, "R-KON2"))
    assert other & ~own == 0
    assert own & ~other


@rule("reds", "12.4", "12.8")
def test_without_a_source_nobody_is_in_supply_anywhere() -> None:
    """Moscow and Tashkent are lost, and the 6 Army stands at the end of the world."""
    lost = "[White]\n2313: W-VOL\n5412: W-TRC\n"
    for where_ in ("1101", "2315", "1611"):
        assert not supplied("R-A06", f"[Red]\n{where_}: R-A06\n{lost}"), where_


@rule("reds", "12.6", "13.4")
@pytest.mark.parametrize(
    ("seas", "expected"), [("withdrawals: 2\nred seas: Caspian", True), ("", False)]
)
def test_lines_of_the_reds_cross_the_seas_that_they_control(seas: str, expected: bool) -> None:
    """4522 lies on the railway from Krasnovodsk, off the coast; Astrakhan is linked to Moscow."""
    units = "[Red]\n4522: R-A11\n2313: R-A05\n"
    assert supplied("R-A11", units, f"red: 4423\n{seas}", "20") is expected
