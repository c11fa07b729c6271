"""18.2 Fog of war: what the GMD imagines of face-down counters."""

from __future__ import annotations

from collections import Counter

import pytest

from stavka.hexes import members
from stavka.titles.red_dragon.fog import extreme
from stavka.titles.red_dragon.position import War
from stavka.titles.red_dragon.results import Rolling

from ..marks import rule
from .fights import A, B, C, X
from .situations import number_of, play, set_up, to_choose

DERIVED = ("stacks", "on_map", "boxes", "gmd", "pla", "guerrillas")


def imagined_by_gmd(p: War) -> War:
    imagined = p.view("GMD").imagine()
    assert isinstance(imagined, War)
    return imagined


def counts(p: War) -> Counter[int]:
    """How many face-down counters are in each place."""
    return Counter(p.where[unit] for unit in members(p.charts.face_down))


def consistent(p: War) -> bool:
    anew = p.clone()
    anew.rebuild()
    return all(getattr(p, name) == getattr(anew, name) for name in DERIVED)


@rule("red-dragon", "18.2.1", "18.2.3")
@pytest.mark.parametrize(
    ("phase", "one", "other"),
    [
        ("gmd-movement", f"{A}: ecfa-1, lg; {B}: ecfa-3", f"{A}: ecfa-4, jl1; {B}: cpfa-1"),
        ("gmd-movement", "0701: ecfa-1, lg; 1411: militia-1", "0701: cpfa-4, 1st; 1411: militia-1"),
        ("gmd-movement", f"edge: bh; {A}: ecfa-1", f"edge: lg; {A}: cpfa-1"),
        ("gmd-movement", f"turn 5: bh; {A}: ecfa-1; aside: lg", f"turn 5: lg; {A}: bh; aside: yx"),
        ("gmd-movement", f"{A}: ecfa-1 (moved), lg", f"{A}: ecfa-1, lg (moved)"),
        ("gmd-movement", f"{A}: ecfa-1 (struck), lg", f"{A}: ecfa-1, lg (struck)"),
        ("gmd-movement", f"{A}: ecfa-1 (fought), lg", f"{A}: ecfa-1, lg (fought)"),
        ("pla-movement", f"{A}: ecfa-1, lg", f"{A}: ecfa-3, 1st"),
        ("gmd-movement", f"{A}: cpfa-1, elb-1; available: elb-2", f"{A}: lg, yx; available: elb-1"),
    ],
)
def test_what_the_gmd_imagines_depends_on_numbers_alone(phase: str, one: str, other: str) -> None:
    gmd = f"{C}: 72-corps (moved); 1809: 5-corps"
    p, q = (set_up(phase, gmd=gmd, pla=pla) for pla in (one, other))
    assert counts(p) == counts(q)
    ours, theirs = imagined_by_gmd(p), imagined_by_gmd(q)
    assert ours.to_json() == theirs.to_json()
    assert counts(ours) == counts(p)
    assert consistent(ours)
    assert ours.moved == 1 << number_of(p, "72-corps"), "its own are known"


@rule("red-dragon", "18.2.3", "15.2.3")
def test_under_which_corps_a_defector_is_nobody_sees() -> None:
    views = []
    for corps in ("ecfa-1", "ecfa-3"):
        p = set_up(
            "gmd-movement", gmd=f"{C}: 72-corps; under {corps}: 9-corps", pla=f"{A}: ecfa-1, ecfa-3"
        )
        imagined = imagined_by_gmd(p)
        ((defector, above),) = imagined.under
        assert defector == number_of(p, "9-corps")
        assert imagined.where[above] == p.charts.grid.hex(A)
        views.append(imagined.to_json())
    assert views[0] == views[1]


@rule("red-dragon", "18.2.3")
def test_what_the_pla_is_about_to_do_nobody_knows() -> None:
    views = []
    for unit in ("ecfa-1", "lg"):
        p = set_up("pla-movement", gmd=f"{C}: 72-corps", pla=f"{A}: ecfa-1, lg")
        play(p, f"select {unit}")
        imagined = imagined_by_gmd(p)
        assert imagined.frames == []
        views.append(imagined.to_json())
    assert views[0] == views[1]


def all_on_the_map(single: str) -> War:
    """Every face-down counter is on the map: one alone, two with an ELB, the rest together."""
    p = set_up("gmd-movement", gmd="0809: 99-corps", pla=f"{A}: cpfa-1; {single}: cpfa-2")
    grid, charts = p.charts.grid, p.charts
    for unit in members(charts.face_down & ~charts.elbs & ~p.on_map):
        p.place(unit, grid.hex(B))
    for unit, label in zip(members(charts.elbs), (A, B), strict=True):
        p.place(unit, grid.hex(label))
    p.forget_decision()
    return p


@rule("red-dragon", "13.2.2", "18.2.1")
@pytest.mark.parametrize("single", ["0701", "1801", "2219"])
def test_barrels_are_imagined_with_others(single: str) -> None:
    p = all_on_the_map(single)
    imagined = imagined_by_gmd(p)
    assert counts(imagined) == counts(p)
    assert consistent(imagined)
    there = imagined.hexes_of(p.charts.elbs)
    assert set(p.charts.grid.labels(there)) == {A, B}


@rule("red-dragon", "13.2.2", "18.2.1")
def test_barrels_are_imagined_only_where_they_must_be() -> None:
    p = set_up(
        "gmd-movement",
        gmd="0809: 99-corps",
        pla=f"{A}: cpfa-1, elb-1; {B}: cpfa-3, yx; turn 5: ecfa-1; available: elb-2",
    )
    imagined = imagined_by_gmd(p)
    assert counts(imagined) == counts(p)
    assert not imagined.on_map & p.charts.elbs


# The best and the worst


@rule("red-dragon", "18.2.1", "4.1.1", "6.1.2")
@pytest.mark.parametrize("strong", [True, False])
def test_the_extremes_are_legal_stacks_of_different_counters(strong: bool) -> None:
    p = set_up(
        "gmd-combat",
        gmd=f"{X}: 72-corps",
        pla=f"{A}: ecfa-2, ecfa-11; {B}: ecfa-7, ecfa-10; {C}: lg, jl1, ecfa-1",
    )
    charts = p.charts
    hexes = [charts.grid.hex(label) for label in (A, B, C)]
    after = extreme(p, hexes, strong=strong)
    assert counts(after) == counts(p)
    assert consistent(after)
    stacks = [after.pla_in(hex_) for hex_ in hexes]
    factors = [sorted(charts.cf[unit] for unit in members(stack)) for stack in stacks]
    if strong:
        # Two Corps in a hex at most, and a die of six or a smaller unit besides.
        assert factors[0] == [7, 7]
        assert factors[1] == [6, 6]
    else:
        assert factors[0] == [1, 1]
        assert factors[1] == [1, 1]
    for stack in stacks:
        assert (stack & charts.corps).bit_count() <= 2
        subs = {charts.counter[unit].subcommand for unit in members(stack)} - {""}
        assert len(subs) <= 1
        assert len({charts.counter[unit].command for unit in members(stack)}) == 1


@rule("red-dragon", "18.2.1", "4.1.2")
def test_no_army_is_imagined_larger_than_it_is() -> None:
    # The CPFA has not so many counters, whatever would be weaker.
    stacks = [
        *(f"{A}: ecfa-1, ecfa-3, lg, jl1", f"{B}: ecfa-4, ecfa-6, jl3, jh34"),
        *(f"{C}: ecfa-8, ecfa-9, jh35, gd-ecfa", "1410: lzn, bh, st-cavalry, 3st"),
    ]
    p = set_up("gmd-combat", gmd=f"{X}: 72-corps", pla="; ".join(stacks))
    hexes = [p.charts.grid.hex(label) for label in (A, B, C, "1410")]
    for strong in (True, False):
        after = extreme(p, hexes, strong=strong)
        assert counts(after) == counts(p)
        assert consistent(after)
        units = [unit for hex_ in hexes for unit in members(after.pla_in(hex_))]
        assert {p.charts.counter[unit].command for unit in units} == {"ECFA"}


@rule("red-dragon", "17.1.4", "18.2.1", "16.2.2")
def test_whoever_attacks_an_fdp_may_be_driven_on() -> None:
    p = set_up(
        "pla-combat",
        gmd=f"{X}: 72-corps, 5-corps, 70-corps",
        pla=f"{A}: ecfa-1; available: su-yu",
        markers=f"fdp: {X}",
    )
    play(p, f"attack {X}", "add ecfa-1", "wave ecfa-1", "resolve")
    assert to_choose(p) == "GMD"
    for strong in (True, False):
        memo = extreme(p, [p.charts.grid.hex(A)], strong=strong).frames[-1].memo
        assert isinstance(memo, Rolling)
        assert bool(memo.attack.waves) is strong


@rule("red-dragon", "18.2.3", "14.3.1")
def test_whoever_watches_does_not_see_which_counter_is_next() -> None:
    views = []
    for unit in ("ecfa-1", "lg"):
        p = set_up(
            "pla-movement",
            gmd=f"{C}: 72-corps; available: fb-1",
            pla=f"{A}: ecfa-1, lg; {B}: ecfa-3",
        )
        play(p, "watch", "select ecfa-3", "move 1711", f"select {unit}")
        assert to_choose(p) == "GMD"
        views.append(imagined_by_gmd(p).to_json())
    assert views[0] == views[1]


@rule("red-dragon", "18.2.1", "14.1.2", "12.1.1")
@pytest.mark.parametrize("other", ["elb-2", "cpfa-3"])
def test_whoever_is_attacked_sees_how_many_come(other: str) -> None:
    views = []
    for unit in ("cpfa-1", other):
        p = set_up(
            "pla-combat",
            gmd=f"{X}: 72-corps; available: fb-1",
            pla=f"{A}: cpfa-1, cpfa-3, elb-2",
        )
        play(p, "done", f"attack {X}", f"add {unit}", "resolve")
        assert to_choose(p) == "GMD"
        views.append(imagined_by_gmd(p).to_json())
    assert views[0] == views[1]


@rule("red-dragon", "18.2.3", "15.2.3")
def test_two_defectors_in_a_hex_are_under_two_corps() -> None:
    p = set_up(
        "gmd-movement",
        gmd=f"{C}: 72-corps; under ecfa-1: 9-corps; under ecfa-3: 8-corps",
        pla=f"{A}: ecfa-1, ecfa-3",
    )
    imagined = imagined_by_gmd(p)
    assert len({corps for _, corps in imagined.under}) == 2
    assert {imagined.where[corps] for _, corps in imagined.under} == {p.charts.grid.hex(A)}
