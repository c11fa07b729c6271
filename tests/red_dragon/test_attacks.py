"""12.1 What an attack can be made of, and what is asked on the way to its dice."""

from __future__ import annotations

import msgspec
import pytest

from stavka.titles.red_dragon.combat import Attack, attack_strength, defence_strength, defenders_in
from stavka.titles.red_dragon.position import War

from ..marks import rule
from .fights import A, B, C, D, E, X, battle, gmd_attacks, pla_attacks
from .situations import (
    CUT_OFF,
    events,
    number_of,
    offered,
    place_of,
    play,
    refused,
    set_up,
    to_choose,
    verbs,
)


def attack_of(p: War) -> Attack:
    memo = p.frames[-1].memo
    assert isinstance(memo, Attack)
    return memo


# 12.1 Who can attack what


@rule("red-dragon", "16.2.2", "12.1.1", "12.1.3")
@pytest.mark.parametrize(
    ("garrison", "attacks"),
    [
        ("72-corps, xbs-mortar", True),
        ("72-corps (fought), xbs-mortar", False),  # guns alone do not sally
        ("xbs-mortar", False),
        ("72-corps (fought), 5-corps", True),
        ("72-corps (fought), 5-corps (fought), 70-corps", False),  # two have
        ("72-corps (fought), xbs-artillery-1 (fought), 70-corps", True),
        ("72-corps (fought)", False),
    ],
)
def test_from_an_fdp_two_attack_in_a_phase(garrison: str, attacks: bool) -> None:
    p = set_up(
        "gmd-combat",
        gmd=f"{X}: {garrison}; 1809: 8-corps; 1712: 9-corps",
        pla=f"{A}: ecfa-1; 1810: ecfa-3; 1410: guerrilla-1",
        markers=f"fdp: {X}",
    )
    assert offered(p, "attack") == {"1810", *([A] if attacks else [])}


@rule("red-dragon", "16.2.2", "12.1.5")
def test_commands_do_not_matter_to_who_is_in_an_fdp() -> None:
    gmd = f"{B}: 99-corps; {C}: 72-corps, 5-corps"
    p = gmd_attacks(gmd, f"{X}: ecfa-1", f"attack {X}", "add 99-corps", markers=f"fdp: {C}")
    assert offered(p, "add") == {"72-corps", "5-corps"}
    play(p, "add 72-corps")
    assert "99-corps" not in offered(p, "add")
    p = gmd_attacks(gmd, f"{X}: ecfa-1", f"attack {X}", "add 99-corps")
    assert offered(p, "add") == set()


@rule("red-dragon", "12.1.1", "12.1.4", "16.2.2")
def test_from_any_other_hex_all_may_attack() -> None:
    full = "72-corps, 9-corps, 148-div, xuzhou-mp, 1-tank-bn-1"
    gmd = f"{B}: {full}; {D}: 8-corps, 115-corps, 13a-artillery"
    p = gmd_attacks(gmd, f"{X}: ecfa-1", f"attack {X}", "all", "resolve", markers=f"fdp: {D}")
    assert battle(p).attackers == {*full.split(", "), "8-corps", "115-corps", "13a-artillery"}
    pla = "ecfa-1, ecfa-3, lg, jl1, st-tanks"
    p = pla_attacks(f"{X}: 72-corps", f"{A}: {pla}", f"attack {X}", "all", "resolve")
    assert battle(p).attackers == set(pla.split(", "))


@rule("red-dragon", "17.2.9", "12.1.5")
def test_tanks_without_jiang_keep_to_their_command() -> None:
    gmd = f"{B}: 99-corps; {C}: 1-tank-bn-1; {{}}: 2-tank-bn-1, 5-corps, jiang-weiguo"
    for jiang, joining in ((D, {"2-tank-bn-1"}), ("0701", set())):
        p = gmd_attacks(gmd.format(jiang), f"{X}: ecfa-1", f"attack {X}", "add 99-corps")
        assert offered(p, "add") == joining
    # In the corner of the map as well.
    corner = "0702: 99-corps; 0701: 1-tank-bn-1, jiang-weiguo"
    p = gmd_attacks(corner, "0801: ecfa-1", "attack 0801", "add 99-corps")
    assert offered(p, "add") == {"1-tank-bn-1"}


@rule("red-dragon", "12.1.1", "12.1.2", "12.1.4")
@pytest.mark.parametrize("unit", ["72-corps", "5-corps", "8-corps"])
def test_all_is_offered_for_more_than_one(unit: str) -> None:
    p = gmd_attacks(f"{B}: {unit}", f"{X}: ecfa-1", f"attack {X}")
    assert verbs(p) == {"add", "cancel"}
    play(p, f"add {unit}")
    assert verbs(p) == {"resolve", "cancel"}
    p = gmd_attacks(f"{B}: {unit}, 148-div", f"{X}: ecfa-1", f"attack {X}")
    assert verbs(p) == {"add", "all", "cancel"} if unit != "8-corps" else "all" in verbs(p)


@rule("red-dragon", "12.1.2", "14.2", "14.2.2")
def test_aircraft_need_somebody_who_attacks() -> None:
    gmd = f"{B}: 72-corps, xbs-artillery-1; available: fb-1"
    p = gmd_attacks(gmd, f"{X}: ecfa-1", f"attack {X}")
    assert "bombard" not in verbs(p)
    play(p, "add xbs-artillery-1")
    assert not {"bombard", "resolve"} & verbs(p), "guns only support"
    play(p, "add 72-corps")
    assert offered(p, "bombard") == {"fb-1"}


@rule("red-dragon", "17.1.10")
@pytest.mark.parametrize(
    ("others", "helps"), [("", False), (f"{C}: ecfa-3", False), (f"{C}: cpfa-1", True)]
)
def test_deng_is_called_if_the_other_army_is_there(others: str, helps: bool) -> None:
    pla = f"{A}: ecfa-1; {others}; available: deng-xiao-peng"
    p = pla_attacks(f"{X}: 72-corps", pla, f"attack {X}")
    assert "deng" not in verbs(p), "nobody attacks yet"
    play(p, "add ecfa-1")
    assert ("deng" in verbs(p)) is helps


# When somebody is asked


@rule("red-dragon", "12.1.2", "18.2.1", "12.1.9")
def test_the_pla_is_asked_whenever_its_counters_are_next_to_the_enemy() -> None:
    p = set_up("pla-combat", gmd=f"{X}: 72-corps", pla=f"{A}: 1st")
    assert (p.current.key, to_choose(p), verbs(p)) == ("pla-combat", "PLA", {"done"})
    p = set_up("pla-combat", gmd=f"{X}: 72-corps", pla="1411: militia-1")
    assert p.current.key != "pla-combat"
    p = set_up("pla-combat", gmd=f"{X}: 72-corps", pla=f"{A}: ecfa-1", markers=f"attacked: {X}")
    assert p.current.key != "pla-combat"


@rule("red-dragon", "12.1.2", "12.1.1")
@pytest.mark.parametrize("pla", ["", "2013: ecfa-1"])
def test_the_gmd_is_asked_if_it_can_do_something(pla: str) -> None:
    p = set_up("gmd-combat", gmd=f"{X}: 72-corps; available: air-supply", pla=pla)
    assert p.current.key != "gmd-combat"


@rule("red-dragon", "7.3.2", "7.3.3", "14.1.2")
def test_air_supply_comes_before_an_attack() -> None:
    gmd = f"{A}: 5-corps; {E}: 70-corps; available: air-supply"
    p = gmd_attacks(gmd, f"{X}: ecfa-1", markers=CUT_OFF)
    assert offered(p, "air_supply") == {A, E, "1809"}
    play(p, f"air_supply {A}")
    assert place_of(p, "air-supply") == A
    play(p, f"attack {X}", "all", "resolve")
    assert battle(p).attack == 7 + 3, "70 Corps is halved"


@rule("red-dragon", "14.1.2", "14.2")
def test_only_attacks_of_the_pla_are_answered_from_the_air() -> None:
    gmd = f"{A}: 72-corps; available: fb-1, air-supply"
    p = gmd_attacks(gmd, f"{X}: ecfa-1", f"attack {X}", "add 72-corps", "resolve")
    assert "pass" not in verbs(p)
    assert battle(p).attackers == {"72-corps"}


@rule("red-dragon", "12.1.1", "18.2.1")
def test_an_attack_is_announced_with_its_hexes_and_counters() -> None:
    pla = f"{A}: ecfa-1, ecfa-3, lg; {B}: ecfa-4"
    p = pla_attacks(
        f"{X}: 72-corps", pla, f"attack {X}", "add ecfa-1", "add lg", "add ecfa-4", "resolve"
    )
    (event,) = events(p, "announced")
    hex_ = p.charts.grid.hex
    assert event.facts == ("PLA", hex_(X), ((hex_(A), 2), (hex_(B), 1)))


@rule("red-dragon", "18.4.10")
def test_whoever_has_hunted_is_told_so() -> None:
    p = gmd_attacks(
        f"{A}: 72-corps; {B}: 115-corps; {C}: 148-div",
        f"{X}: ecfa-1; {A}: guerrilla-1; {B}: guerrilla-2",
        f"suppress {A}",
        f"suppress {B}",
        f"attack {X}",
        dice=[1, 1],
    )
    assert offered(p, "add") == {"148-div"}
    for unit in ("72-corps", "115-corps"):
        assert refused(p, f"add {unit}").case == "18.4.10"


# 14.1.2 The answer from the air


@rule("red-dragon", "7.3.3", "7.3.4", "14.1.4", "14.1.2")
@pytest.mark.parametrize(
    ("target", "markers", "drops"),
    [
        (X, "", set()),  # in supply
        (X, CUT_OFF, {X}),
        ("1710", CUT_OFF, {"1710", "1809"}),  # next to Xuzhou
        ("1910", CUT_OFF, {"1910"}),  # two hexes from it
        ("1709", CUT_OFF, {"1709", "1809"}),
    ],
)
def test_where_supplies_are_dropped_when_an_attack_comes(
    target: str, markers: str, drops: set[str]
) -> None:
    gmd = f"{target}: 8-corps; 0701: 99-corps; available: fb-1, air-supply"
    near = {X: A, "1710": "1610", "1910": "1911", "1709": "1609"}[target]
    p = pla_attacks(gmd, f"{near}: ecfa-1", markers=markers)
    play(p, f"attack {target}", "add ecfa-1", "resolve")
    assert to_choose(p) == "GMD"
    assert offered(p, "air_supply") == drops
    # Over the hex there is one air unit at most.
    play(p, "bombard fb-1")
    if rest := drops - {target}:
        assert offered(p, "air_supply") == rest
    else:
        assert battle(p).attackers == {"ecfa-1"}, "nothing is left to be decided"


# 12.3 The sums


@rule("red-dragon", "12.3.1", "12.3.2", "7.4.2", "17.1.5")
@pytest.mark.parametrize(("markers", "halved"), [("", False), (CUT_OFF, True)])
def test_the_lines_of_a_sum_add_up(markers: str, halved: bool) -> None:
    p = gmd_attacks(
        f"{A}: 5-corps, 238-div, 181-div; {C}: 72-corps; available: mb",
        f"{X}: ecfa-1, ecfa-12, lg",
        f"attack {X}",
        "all",
        "bombard mb",
        markers=markers,
    )
    ours = attack_strength(p, attack_of(p))
    assert ours.points == (7 + 1 + 2 + 4) // (2 if halved else 1) + 1
    assert sum(term.value for term in ours.terms) == ours.points
    assert [term.case for term in ours.terms].count("7.4.2") == halved
    assert len(ours.terms) == 5 + halved
    theirs = defence_strength(p, attack_of(p), defenders_in(p, attack_of(p)))
    assert (theirs.points, sum(term.value for term in theirs.terms)) == (10, 10)
    p = pla_attacks(
        f"{X}: 5-corps, 12-corps, 238-div; available: mb",
        f"{A}: ecfa-1; available: su-yu",
        f"attack {X}",
        "add ecfa-1",
        "wave ecfa-1",
        "resolve",
        markers=markers,
    )
    memo = msgspec.structs.replace(attack_of(p), air=number_of(p, "mb"))
    theirs = defence_strength(p, memo, defenders_in(p, memo))
    assert theirs.points == (6 if halved else 11) + 1
    assert sum(term.value for term in theirs.terms) == theirs.points
    assert [term.case for term in theirs.terms].count("7.4.2") == halved
    assert sum(term.value for term in attack_strength(p, memo).terms) == 12


@rule("red-dragon", "9.1.2", "13.1", "7.4.2")
@pytest.mark.parametrize(("guns", "defence"), [("12a-mortar", 5), ("12a-mortar, 49-div", 7)])
def test_without_ammunition_guns_add_nothing(guns: str, defence: int) -> None:
    for garrison, points in ((f"10-corps, {guns}", defence), ("rr-security", 1)):
        choices = (f"attack {X}", "add ecfa-1", "resolve")
        p = pla_attacks(f"{X}: {garrison}", f"{A}: ecfa-1", *choices, header="news: 4")
        assert battle(p).defence == points
