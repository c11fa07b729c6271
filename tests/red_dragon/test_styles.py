"""What somebody with a style does that a cadet does not: each idea in a position of its own."""

from __future__ import annotations

import random
from typing import NamedTuple

import pytest

from stavka.engine import Choice
from stavka.hexes import members
from stavka.players import new_game
from stavka.titles.red_dragon.assaults import CONCENTRIC, Assault
from stavka.titles.red_dragon.charts import GMD, PLA
from stavka.titles.red_dragon.outline import NUMBER_OF
from stavka.titles.red_dragon.planning import plan
from stavka.titles.red_dragon.position import War
from stavka.titles.red_dragon.stakes import sides_of
from stavka.titles.red_dragon.styles import WarStyle

from ..marks import rule
from .fights import A, B, C, D, X
from .situations import CUT_OFF, TITLE, events, number_of, play, set_up, started

FIRST = {side: TITLE.styles(side).portfolio[0] for side in (GMD, PLA)}


def advised(p: War) -> Choice:
    """What the first style of whoever is asked does."""
    decision = p.decision()
    assert decision is not None
    return TITLE.advise(p, decision, FIRST[decision.side])


def played_on(p: War, choices: int = 300) -> War:
    """The rest of a phase, in the first style of each side."""
    phase = p.phase
    for _ in range(choices):
        if p.decision() is None or p.phase != phase:
            return p
        p.apply(advised(p))
    raise AssertionError("it never ends")


def planned(p: War, label: str = X) -> Assault | None:
    style = FIRST[PLA]
    assert isinstance(style, WarStyle)
    target = p.charts.grid.hex(label)
    return next((assault for assault in plan(p, style) if assault.target == target), None)


def sides(p: War, assault: Assault) -> int:
    around = sides_of(p.charts, assault.target)
    return sum(1 << side for side, hex_ in enumerate(around) if hex_ in assault.hexes)


def at(p: War, name: str) -> str:
    hex_ = p.where[number_of(p, name)]
    return p.label(hex_) if hex_ >= 0 else ""


# The PLA


def test_no_more_units_attack_than_pay() -> None:
    everybody = "ecfa-1, ecfa-2, 3st", "ecfa-3, ecfa-6", "ecfa-8, ecfa-9"
    pla = "; ".join(f"{hex_}: {units}" for hex_, units in zip((A, B, C), everybody, strict=True))
    p = set_up("pla-combat", gmd=f"{X}: 107-corps; 1310: 5-corps", pla=pla, turn=4)
    assault = planned(p)
    assert assault is not None
    assert len(assault.units) <= 2


def test_attackers_come_from_opposite_sides() -> None:
    p = set_up("pla-movement", gmd=f"{X}: 72-corps", pla="1711: ecfa-1, ecfa-3, ecfa-4", turn=4)
    assault = planned(p)
    assert assault is not None
    assert CONCENTRIC[sides(p, assault)]


def test_who_would_dig_in_is_not_attacked_from_all_sides() -> None:
    """16.1.3: a concentric attack would cost two columns."""
    p = set_up(
        "pla-movement",
        gmd=f"{X}: 72-corps, 70-corps",
        pla="1711: ecfa-1, ecfa-3; 1710: ecfa-4, ecfa-6; 1412: ecfa-9",
        turn=4,
        markers=CUT_OFF,
    )
    assault = planned(p)
    assert assault is not None
    assert not CONCENTRIC[sides(p, assault)]


def test_a_city_that_is_cut_off_falls_by_its_ring() -> None:
    """16.1.3c: nobody can dig in there, and most come over."""
    pla = "1810: ecfa-12; 1708: lzn"
    cut = set_up("pla-combat", gmd="1809: 72-corps, 70-corps", pla=pla, turn=7, markers=CUT_OFF)
    fed = set_up("pla-combat", gmd="1809: 72-corps, 70-corps", pla=pla, turn=7)
    assault = planned(cut, "1809")
    assert assault is not None
    assert assault.worth > 1
    assert planned(fed, "1809") is None


def test_on_the_last_turn_human_waves_cost_nothing() -> None:
    pla = f"{A}: ecfa-1; {D}: ecfa-3; available: su-yu, tan-zhenlin"
    last, early = (
        set_up("pla-combat", gmd=f"{X}: 5-corps", pla=pla, turn=turn) for turn in (10, 2)
    )
    one, other = planned(last), planned(early)
    assert one is not None
    assert one.waves
    assert other is None or other.column <= one.column


def test_deng_brings_the_field_armies_together() -> None:
    """17.1.10"""
    p = set_up(
        "pla-combat",
        gmd=f"{X}: 8-corps, 9-corps; 1010: 99-corps",
        pla=f"{A}: ecfa-1, ecfa-3; {D}: cpfa-4, cpfa-1; available: deng-xiao-peng",
        turn=4,
    )
    assault = planned(p)
    assert assault is not None
    assert {p.charts.counter[unit].command for unit in assault.units} == {"ECFA", "CPFA"}
    played_on(p)
    ((*_, attackers, _, _, _, _, _),) = [e.facts[:8] for e in events(p, "attacked")][:1]
    assert {p.charts.counter[unit].command for unit in attackers} == {"ECFA", "CPFA"}


def test_a_small_unit_goes_onto_the_road_that_feeds_them() -> None:
    """7.2.1: behind it three corps are out of supply."""
    p = set_up(
        "pla-movement",
        gmd="2019: 44-corps, 25-corps; 2020: 64-corps",
        pla="1917: jl1; 2218: ecfa-1",
        turn=4,
    )
    p = played_on(p)
    assert p.charts.ways.hexes >> p.where[number_of(p, "jl1")] & 1


def test_free_units_keep_where_nobody_can_attack_them() -> None:
    p = set_up(
        "pla-movement", gmd="1809: 5-corps, 70-corps, 2a-artillery", pla="2012: ecfa-12", turn=4
    )
    p = played_on(p)
    assert p.charts.grid.distance(p.where[number_of(p, "ecfa-12")], p.charts.xuzhou) == 2


def test_short_attacks_are_made_by_the_weakest() -> None:
    """18.3.2: the strong ones attack afterwards."""
    p = set_up(
        "pla-movement",
        gmd=f"{X}: 72-corps",
        pla=f"{A}: ecfa-1, jl1; {B}: ecfa-3",
        header="short attacks: 1",
        turn=4,
    )
    p = played_on(p)
    (attacker,) = [event.facts[0] for event in events(p, "short_attacker")]
    assert attacker == number_of(p, "jl1")
    assert (
        events(p, "attacked")
        or p.charts.grid.distance(p.where[number_of(p, "ecfa-1")], p.charts.grid.hex(X)) == 1
    )


# The GMD


def test_guns_do_not_stay_alone() -> None:
    """13.1.1: without infantry they cannot fire, and they count as a corps."""
    p = set_up(
        "gmd-movement",
        gmd=f"{X}: xbs-artillery-1; 1409: 8-corps",
        pla="1612: ecfa-1, ecfa-3",
        turn=4,
    )
    p = played_on(p)
    assert at(p, "xbs-artillery-1") == at(p, "8-corps")


def test_xuzhou_is_strengthened_as_long_as_it_decides_the_game() -> None:
    p = set_up(
        "gmd-movement",
        gmd="1809: 72-corps; 1708: 8-corps, 9-corps",
        pla="1911: ecfa-1, ecfa-3; 1910: ecfa-4, ecfa-6; 1812: ecfa-9, ecfa-10",
        turn=3,
    )
    p = played_on(p)
    assert (p.gmd_in(p.charts.xuzhou) & p.charts.corps).bit_count() == 2


def test_a_leader_flies_to_those_in_danger() -> None:
    """17.2.3"""
    p = set_up(
        "gmd-movement",
        gmd="0914: 70-corps, qiu-qingquan; 1809: 5-corps, 74-corps",
        pla="1911: ecfa-1, ecfa-3; 1910: ecfa-4, ecfa-6; 1709: ecfa-9, ecfa-10",
        turn=4,
    )
    play(p, str(advised(p)))
    assert advised(p) == Choice("fly", "1809")


def test_fighter_bombers_keep_the_pla_away() -> None:
    """14.3: before it moves, over a stack that it could reach in strength."""
    p = set_up(
        "pla-movement",
        gmd=f"{X}: 8-corps, 9-corps; available: fb-1, fb-2",
        pla="2010: ecfa-1, ecfa-3; 2011: ecfa-4, ecfa-6; 1908: ecfa-9, ecfa-10; 2012: ecfa-8, lzn",
        turn=4,
    )
    assert advised(p) == Choice("interdict", X)


def test_in_the_first_turns_supplies_are_kept_for_xuzhou() -> None:
    """7.3: whoever else is cut off has to do without."""
    gmd = "{}: 72-corps, 70-corps; 1010: 99-corps; available: air-supply"
    found = []
    for turn in (2, 4):
        p = set_up(
            "pla-combat",
            gmd=gmd.format(X),
            pla=f"{A}: ecfa-1, ecfa-3; {B}: ecfa-9, ecfa-10",
            turn=turn,
            markers=CUT_OFF,
        )
        play(p, f"attack {X}", "add ecfa-1", "add ecfa-3", "add ecfa-9", "add ecfa-10", "resolve")
        found.append(advised(p).verb)
    assert found == ["pass", "air_supply"]


def test_xuzhou_is_attacked_at_any_odds_before_it_loses_the_game() -> None:
    gmd, pla = "1708: 74-corps, 70-corps; 1709: 5-corps, 12-corps", "1809: ecfa-1, ecfa-3"
    found = [advised(set_up("gmd-combat", gmd=gmd, pla=pla, turn=turn)).verb for turn in (3, 4)]
    assert found == ["attack", "done"]


# All styles


@pytest.mark.parametrize("side", [GMD, PLA])
def test_there_are_styles_characters_and_opponents(side: str) -> None:
    styles = TITLE.styles(side)
    assert len(styles.portfolio) >= 4
    assert len(styles.characters) == 3
    assert len(styles.pool) >= 2
    every = [style for group in styles for style in group]
    assert len({style.name for style in every}) == len(every)
    assert all(style.person and style.text for style in styles.characters)


@pytest.mark.parametrize("side", [GMD, PLA])
@pytest.mark.parametrize("group", [0, 1, 2])
def test_what_is_considered_first_is_what_is_advised(side: str, group: int) -> None:
    p = started(seed=f"considered {side} {group}")
    chance = random.Random(group)
    reasons = 0
    while (decision := p.decision()) is not None and p.number < 260:
        if decision.side == side and not p.number % 5:
            style = chance.choice(TITLE.styles(side)[group])
            mind = p.view(side).imagine()
            found = TITLE.consider(mind, decision, style)
            assert found[0].choice == TITLE.advise(mind, decision, style)
            assert decision.value(found[0].choice) is not None
            reasons += any(each.reason for each in found)
        p.apply(decision.pick(chance.randrange(len(decision))))
    assert reasons > 3


def test_reasons_name_odds_and_places() -> None:
    p = set_up("pla-combat", gmd="1811: 107-corps", pla="1812: ecfa-1; 1810: ecfa-3", turn=4)
    decision = p.decision()
    assert decision is not None
    (first, *_) = TITLE.consider(p, decision, FIRST[PLA])
    assert first.choice == Choice("attack", "1811")
    assert first.reason == "6:1, 83 % to destroy all of it on 1811 (Caobaji)"


# Whole games


class Watched(NamedTuple):
    """What would make a player of the game mutter."""

    interdictions: int
    guns_left_alone: int
    turns: int
    sudden_death: bool


def watched(seed: str) -> Watched:
    """A game between the first styles of both sides."""
    names = {side: f"style:{style.name}" for side, style in FIRST.items()}
    p, players = new_game(TITLE, "campaign", (), names, seed)
    p.chronicle = []
    alone = 0
    phase = -1
    while (decision := p.decision()) is not None:
        if p.phase != phase and phase == NUMBER_OF["gmd-movement"]:
            alone += guns_alone(p)
        phase = p.phase
        p.apply(players[decision.side].choose(decision, p.view(decision.side)))
    assert p.ended is not None
    return Watched(len(events(p, "interdicted")), alone, p.turn, p.ended.case == "3.1")


def test_a_game_is_not_absurd() -> None:
    seen = watched("not absurd")
    assert seen.interdictions
    assert seen.guns_left_alone <= seen.turns / 3


@pytest.mark.slow
def test_games_are_not_absurd() -> None:
    """Guns are not left alone, aircraft interdict, and Xuzhou does not decide by itself.

    In eighty other games guns were alone 0.36 times a turn, from 0.29 to 0.41 in twenty of them;
    between cadets 0.53 times. Some have no infantry of their Command near.
    """
    seen = [watched(f"not absurd {number}") for number in range(20)]
    assert sum(each.interdictions > 0 for each in seen) >= 18
    assert sum(each.guns_left_alone for each in seen) <= 0.4 * sum(each.turns for each in seen)
    assert sum(each.sudden_death for each in seen) <= 4


def guns_alone(p: War) -> int:
    """Stacks with guns that cannot fire because nobody is with them, and the PLA not far."""
    charts = p.charts
    guns = p.hexes_of(charts.asterisked & charts.units_of[GMD]) & charts.grid.within(p.pla, 4)
    return sum(not p.gmd_in(hex_) & charts.infantry for hex_ in members(guns))


# After a combat, and who is asked at all


@pytest.mark.parametrize(
    ("neighbours", "turn", "advances"),
    [("", 5, True), (f"{D}: 5-corps, 70-corps", 5, False), ("", 2, False)],
)
def test_nobody_advances_alone_among_the_enemy(
    neighbours: str, turn: int, *, advances: bool
) -> None:
    """12.4: it would be a Great Victory; in the first turns everybody is wanted at Xuzhou."""
    p = set_up(
        "pla-combat",
        gmd=f"{X}: rr-security; 1010: 99-corps; {neighbours}",
        pla=f"{A}: ecfa-1",
        turn=turn,
        dice=[6],
    )
    p = play(p, f"attack {X}", "add ecfa-1", "resolve")
    while advised(p).verb == "pass":
        p.apply(advised(p))
    decision = p.decision()
    assert decision is not None
    assert decision.option("advance")
    assert advised(p).verb == ("advance" if advances else "hold")


def test_whoever_stays_is_not_taken_first() -> None:
    """But for whoever comes after a move, since that may have negated Guerrillas (18.4.9)."""
    p = set_up(
        "gmd-movement",
        gmd="1010: 99-corps, 54-corps; 1210: 8-corps; 1809: 72-corps, 5-corps",
        pla="2010: ecfa-1",
        turn=5,
    )
    taken, moved = 0, 0
    while (choice := advised(p)).verb != "done":
        taken += choice.verb == "select"
        moved += choice.verb in ("move", "convoy", "rail")
        p.apply(choice)
    assert taken <= 2 * moved


@rule("red-dragon", "18.3.2", "18.3.3")
def test_small_units_come_for_a_short_attack_that_is_mandated() -> None:
    """Without it nobody could attack this turn."""
    p = set_up(
        "pla-movement",
        gmd=f"{X}: 72-corps; 1010: 99-corps",
        pla="1710: jl1; 1711: ecfa-1, ecfa-3",
        turn=4,
        header="short attacks: 1",
    )
    p = played_on(p)
    assert not p.short_attacks
    (struck,) = events(p, "short_attacker")
    assert struck.facts[0] == number_of(p, "jl1")
