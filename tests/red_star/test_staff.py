"""What a staff does that is led in a style."""

from __future__ import annotations

import random
from collections import Counter

import msgspec
import pytest

from stavka.engine import Choice, Decision, Orders, Outcome, Style
from stavka.hexes import members, union
from stavka.players import new_game
from stavka.titles.red_star.appraisal import appraise
from stavka.titles.red_star.charts import AXIS, SIDES, SOVIET
from stavka.titles.red_star.evaluation import fed_points, goals_nearer_home
from stavka.titles.red_star.guarding import guarded
from stavka.titles.red_star.outlook import projected_points, turn_of, turns_left
from stavka.titles.red_star.position import ELIMINATED, War
from stavka.titles.red_star.prospects import must_stand
from stavka.titles.red_star.styles import Staff
from stavka.titles.red_star.supply import lines_of_the_chain
from stavka.titles.red_star.victory import level_of

from .situations import TITLE, events, number_of, play, situation, started, where


def best(side: str) -> Style:
    return TITLE.styles(side).portfolio[0]


def decided(p: War) -> Decision:
    decision = p.decision()
    assert decision is not None
    return decision


def obey(p: War, orders: Orders) -> War:
    """Plays on with orders, until it is somebody else's turn or the phase is over."""
    phase = p.phase
    while (decision := p.decision()) is not None and p.phase == phase:
        p.apply(TITLE.advise(p, decision, best(decision.side), orders))
    return p


# The scale of results


@pytest.mark.parametrize(("points", "level"), [(50, -1.0), (51, 0.0), (57, 0.0), (58, 1.0)])
def test_the_value_of_an_end_is_the_level_of_victory(points: int, level: float) -> None:
    p = started("turning-point")
    name, winner = level_of(p, points)
    p.ended = Outcome(winner, name, "", "19.1.5")
    found = TITLE.value(p, AXIS)
    assert found == pytest.approx(0.8 * level, abs=0.2)
    assert TITLE.value(p, SOVIET) == -found


def corps(p: War) -> tuple[int, ...]:
    """Axis units on the map that count at the end."""
    units = p.on_map & p.charts.units_of[AXIS]
    return tuple(unit for unit in members(units) if p.charts.kind[unit].points)


def test_a_narrow_result_is_told_from_a_clear_one() -> None:
    drawn = started("turning-point")
    drawn.ended = Outcome("draw", level_of(drawn, 54)[0], "", "19.1.5")
    worse = drawn.clone()
    worse.send(corps(worse)[0], ELIMINATED)
    assert TITLE.value(worse, AXIS) < TITLE.value(drawn, AXIS)
    assert TITLE.value(worse, SOVIET) > TITLE.value(drawn, SOVIET)


def test_a_surrender_is_the_greatest_victory() -> None:
    p = started("barbarossa")
    p.ended = Outcome(AXIS, "Soviet surrender", "", "18.1.1")
    assert TITLE.value(p, AXIS) == 1.0


@pytest.mark.parametrize("scenario", [s.key for s in TITLE.scenarios])
def test_a_game_is_even_when_it_begins(scenario: str) -> None:
    assert abs(TITLE.value(started(scenario), AXIS)) < 0.1


def test_points_count_for_more_when_few_turns_are_left() -> None:
    losses = []
    for turn in (22, 24):
        p = started("turning-point")
        p.turn = turn
        bring_down(p, 54)
        even = TITLE.value(p, AXIS)
        bring_down(p, 50)
        losses.append(even - TITLE.value(p, AXIS))
    early, late = losses
    assert 0 < early < late


def bring_down(p: War, points: float) -> None:
    """Has the Axis lose units until it can expect so many points."""
    while projected_points(p, turns_left(p)) > points:
        p.send(corps(p)[0], ELIMINATED)


def test_the_turn_changes_with_the_player_and_only_then() -> None:
    p, players = new_game(TITLE, "turning-point", (), dict.fromkeys(SIDES, "cadet"), "turns")
    seen: list[object] = []
    while (decision := p.decision()) is not None:
        if not seen or seen[-1] != turn_of(p):
            seen.append(turn_of(p))
        p.apply(players[decision.side].choose(decision, p.view(decision.side)))
    parts = [
        part
        for turn in (22, 23, 24)
        for part in ((turn, AXIS), (turn, SOVIET), ((turn, "tanks"), AXIS))
    ]
    # The scenario begins with the Soviet Combat Phase.
    assert seen == parts[1:]


# Orders

HERE = """
    turn: 3
    phase: axis-movement
    [Axis]
    4602: GIK26, GTK41
    4402: GIK20
    [Soviet]
    4612: SA03
"""


def test_orders_are_carried_out() -> None:
    p = situation(HERE)
    tanks, infantry = number_of(p, "GTK41"), number_of(p, "GIK26")
    goal = p.charts.grid.hex("4604")
    obey(p, {tanks: goal, infantry: p.where[infantry]})
    assert where(p, "GTK41") == "4604"
    assert where(p, "GIK26") == "4602"


def test_who_cannot_get_there_goes_as_near_as_he_can() -> None:
    p = situation(HERE)
    unit = number_of(p, "GIK26")
    goal = p.charts.grid.hex("4620")
    before = p.charts.grid.distance(p.where[unit], goal)
    obey(p, {unit: goal})
    assert p.charts.grid.distance(p.where[unit], goal) < before - 1


def test_an_order_to_an_enemy_hex_is_an_overrun() -> None:
    p = situation("""
        turn: 3
        phase: axis-movement
        [Axis]
        4602: GTK41
        [Soviet]
        4605: SMC16
    """)
    unit, goal = number_of(p, "GTK41"), p.charts.grid.hex("4605")
    done: list[Choice] = []
    while len(done) < 6 and (decision := p.decision()) is not None:
        done.append(TITLE.advise(p, decision, best(AXIS), {unit: goal}))
        p.apply(done[-1])
    assert Choice("overrun", "4605") in done


# What is told


@pytest.mark.parametrize("scenario", ["turning-point", "barbarossa"])
def test_what_is_considered_first_is_what_is_advised(scenario: str) -> None:
    """In positions that chance leads to."""
    p, chance = started(scenario), random.Random(scenario)
    reasons = set()
    for _ in range(250):
        if (decision := p.decision()) is None:
            break
        style = best(decision.side)
        lines = TITLE.consider(p, decision, style)
        assert lines[0].choice == TITLE.advise(p, decision, style)
        assert len({line.choice for line in lines}) == len(lines)
        reasons |= {line.reason for line in lines}
        # Half of the choices are sane, so that much happens.
        advised = chance.random() < 0.5
        choice = lines[0].choice if advised else decision.pick(chance.randrange(len(decision)))
        p.apply(choice)
    assert len(reasons) > 20


def test_proposals_are_orders_that_can_be_given() -> None:
    p = started("barbarossa")
    while p.current.key != "axis-movement":
        p.apply(TITLE.advise(p, decided(p), best(AXIS)))
    proposed = TITLE.proposals(p, AXIS, best(AXIS))
    assert 10 <= len(proposed) <= 40
    assert len(set(proposed)) == len(proposed)
    assert not TITLE.proposals(p, SOVIET, best(SOVIET))
    for unit, hex_ in proposed[:5]:
        if p.soviet >> hex_ & 1:
            continue
        trial = p.clone()
        while trial.current.key == "axis-movement" and not trial.moved >> unit & 1:
            choice = TITLE.advise(trial, decided(trial), best(AXIS), {unit: hex_})
            if choice.verb == "done":
                break
            trial.apply(choice)
        assert trial.where[unit] == hex_


@pytest.mark.parametrize("side", SIDES)
def test_every_style_has_a_name_of_its_own(side: str) -> None:
    groups = TITLE.styles(side)
    names = [style.name for group in groups for style in group]
    assert len(set(names)) == len(names)


# Ideas: each fails if the idea is taken out


def without(side: str, **weights: float) -> Style:
    """The best style, without an idea."""
    return msgspec.structs.replace(best(side), **weights)


def carry_on(p: War, style: Style) -> War:
    """Plays a phase to its end in a style."""
    phase = p.phase
    while (decision := p.decision()) is not None and p.phase == phase:
        p.apply(TITLE.advise(p, decision, style))
    return p


def test_headquarters_follow_the_troops() -> None:
    """A cadet takes this one back to Moscow."""
    p = situation("""
        turn: 5
        phase: soviet-movement
        scenario: heartland
        [Axis]
        4514: GIK26
        [Soviet]
        4826: SHQ-WESTER
        4515: SA03
        4617: SA10
    """)
    assert fed_points(p, SOVIET) == 2
    assert fed_points(carry_on(p, best(SOVIET)), SOVIET) == 4


def test_depots_are_brought_to_who_is_cut_off() -> None:
    p = situation("""
        turn: 24
        phase: axis-movement
        scenario: turning-point
        [Axis]
        2339: GIK26
        2335: GIK20
        2336: GDEP01
        [Soviet]
        2338: SMC16
        2440: SMC18
    """)
    other = p.clone()
    assert fed_points(carry_on(p, best(AXIS)), AXIS) == 8
    assert fed_points(carry_on(other, without(AXIS, relief=0.0)), AXIS) == 4


def test_one_emergency_depot_is_enough_for_the_same_troops() -> None:
    """10.2.4: a cadet spends both, and they are gone for four turns."""
    p = situation("""
        turn: 24
        phase: supply
        scenario: turning-point
        [Axis]
        2841: GIK26, GIK20
        2741: GDEP01
        2740: GDEP02
        [Soviet]
        2637: SMC16
    """)
    carry_on(p, best(AXIS))
    assert len(events(p, "emergency")) == 1


def test_supply_is_cut_at_the_end() -> None:
    text = """
        turn: 24
        phase: soviet-movement
        scenario: turning-point
        [Axis]
        2439: GIK26, GIK20
        2336: GDEP01
        [Soviet]
        2541: SMC16
        2940: SHQ-DON
    """
    p = situation(text)
    assert fed_points(carry_on(p, best(SOVIET)), AXIS) == 0
    p = play(situation(text), "select SMC16")
    (first, *_) = TITLE.consider(p, decided(p), best(SOVIET))
    assert first.reason.startswith("cuts 8 points of the enemy off from supply")


def test_an_attack_is_set_up_with_what_it_needs() -> None:
    p = situation("""
        turn: 3
        phase: axis-movement
        scenario: barbarossa
        [Axis]
        4106: GIK26, GIK20
        4005: GDEP01
        4306: GTK41
        [Soviet]
        4108: SMC16
    """)
    here, unit = p.charts.grid.hex("4107"), number_of(p, "GIK26")
    style, other = best(AXIS), without(AXIS, setup=0.0)
    assert isinstance(style, Staff)
    assert isinstance(other, Staff)
    assert appraise(p, AXIS, style).worth(unit, here) > appraise(p, AXIS, other).worth(unit, here)
    # Who is there is enough: another one adds nothing.
    p.place(number_of(p, "GTK41"), here)
    p.place(number_of(p, "GIK20"), here)
    assert appraise(p, AXIS, style).worth(unit, here) == appraise(p, AXIS, other).worth(unit, here)


def attackers_of_the_first(p: War) -> int:
    """How many units took part in the first attack."""
    group = events(p, "attacked")[0][1]
    assert isinstance(group, tuple)
    return len(group)


def test_units_are_kept_for_other_attacks() -> None:
    text = """
        turn: 3
        phase: axis-combat
        scenario: barbarossa
        [Axis]
        4106: GTK41
        4206: GIK26, GIK20
        4005: GDEP01
        [Soviet]
        4107: SMC16
        4207: SMC18
    """
    p = carry_on(situation(text), best(AXIS))
    assert len(events(p, "attacked")) == 2
    # A thrifty one attacks with less.
    p, other = situation(text), situation(text)
    carry_on(p, without(AXIS, thrift=1.0))
    carry_on(other, best(AXIS))
    assert attackers_of_the_first(p) < attackers_of_the_first(other)


def test_airborne_troops_drop_on_lines_of_supply_in_snow() -> None:
    text = """
        turn: {}
        phase: soviet-movement
        scenario: heartland
        [Axis]
        4620: GIK26, GIK20
        4616: GDEP01
        4212: GDEP02
        3908: GDEP03
        4514: GDEP04
        [Soviet]
        4624: SHQ-WESTER
        4828: SA03
        paradrop: SAB1, SAB3
    """
    p = carry_on(situation(text.format(9), dice=[1] * 20), best(SOVIET))
    assert fed_points(p, AXIS) == 0
    # In summer two of three die.
    p = carry_on(situation(text.format(3), dice=[1] * 20), best(SOVIET))
    assert not events(p, "dropped")


def test_partisans_appear_where_supply_passes() -> None:
    p = situation("""
        turn: 5
        phase: administrative
        scenario: heartland
        [Axis]
        4620: GIK26
        4616: GDEP01
        4514: GDEP02
        4212: GDEP03
        3908: GDEP04
        [Soviet]
        4828: SA03
        ready: SPART1
    """)
    lines = lines_of_the_chain(p)
    carry_on(p, best(SOVIET))
    assert p.partisan_hexes & lines


def test_security_divisions_guard_the_railways_behind_the_front() -> None:
    p = situation("""
        turn: 5
        phase: axis-movement
        scenario: heartland
        [Axis]
        4620: GIK26
        4616: GDEP01
        4514: GDEP02
        4212: GDEP03
        3908: GDEP04
        3901: GSD207
        [Soviet]
        4828: SA03
    """)
    carry_on(p, best(AXIS))
    span = p.charts.grid.disc(p.where[number_of(p, "GSD207")], 2)
    assert span & lines_of_the_chain(p) & p.charts.soviet_union


def test_security_divisions_are_set_up_on_the_lines() -> None:
    """19.4.3: a cadet puts all of them into the first hex there is, for the whole war."""
    p = started("russia-resurgent")
    lines = lines_of_the_chain(p)
    carry_on(p, best(AXIS))
    places = p.hexes_of(p.charts.security)
    assert places.bit_count() == 6
    assert all(p.charts.grid.disc(hex_, 2) & lines for hex_ in members(places))


def test_airbases_leave_the_front_on_the_defence() -> None:
    p = situation("""
        turn: 23
        phase: axis-movement
        scenario: turning-point
        [Axis]
        2438: GAB4
        2436: GDEP01
        [Soviet]
        2441: SMC16
    """)
    before = p.charts.grid.distance(p.where[number_of(p, "GAB4")], p.where[number_of(p, "SMC16")])
    carry_on(p, best(AXIS))
    after = p.charts.grid.distance(p.where[number_of(p, "GAB4")], p.where[number_of(p, "SMC16")])
    assert after > before


def test_reserves_go_where_the_enemy_is() -> None:
    """Troops enough for one place leave others to guard."""
    p = situation("""
        turn: 3
        phase: soviet-movement
        scenario: barbarossa
        [Axis]
        4822: GTK41, GTK39
        6315: FI2K
        [Soviet]
        6117: SA03
        6118: SA04
        6119: SA10
        4828: SA13
    """)
    style = best(SOVIET)
    assert isinstance(style, Staff)
    goals = dict(guarded(p, SOVIET, style))
    alone = dict(goals_nearer_home(p, SOVIET, 0.0))
    leningrad, moscow = p.charts.leningrad, p.charts.moscow
    assert goals[moscow] - goals[leningrad] > alone[moscow] - alone[leningrad]


def test_depots_move_before_those_they_feed() -> None:
    """Infantry goes on to where only the depot that has come after it feeds it."""
    p = situation("""
        turn: 3
        phase: axis-movement
        scenario: heartland
        [Axis]
        4207: GDEP01
        4405: GDEP02
        4210: GIK26
        [Soviet]
        4215: SA03
    """)
    carry_on(p, best(AXIS))
    units = [unit for unit, *_ in events(p, "moved")]
    depot, infantry = number_of(p, "GDEP01"), number_of(p, "GIK26")
    assert units.index(depot) < units.index(infantry)
    assert where(p, "GIK26") == "4314"


def test_soviet_tanks_move_after_armies_and_headquarters() -> None:
    """By then it is seen which gaps there are, and how far they are fed."""
    p = situation("""
        turn: 22
        phase: soviet-movement
        scenario: turning-point
        [Axis]
        2439: GIK26
        2336: GDEP01
        [Soviet]
        2642: SMC16, SA03
        2940: SHQ-DON
    """)
    carry_on(p, best(SOVIET))
    units = [unit for unit, *_ in events(p, "moved")]
    assert units == [number_of(p, name) for name in ("SA03", "SHQ-DON", "SMC16")]


def test_strongholds_are_goals() -> None:
    """Leningrad is held by an army group."""
    p = situation("""
        turn: 3
        phase: axis-movement
        scenario: barbarossa
        [Axis]
        4008: GIK26
        [Soviet]
        6117: SA03
        6118: SA04
        6119: SA10
    """)

    def weight(style: Style) -> float:
        assert isinstance(style, Staff)
        return dict(appraise(p, AXIS, style).slope.goals)[p.charts.leningrad]

    assert weight(best(AXIS)) > weight(without(AXIS, shun=0.3))


def test_a_headquarters_without_a_place_keeps_nobody_from_arriving() -> None:
    """10.3.1: the Finns have no supply; a cadet gives up, and corps wait for years."""
    p = situation("""
        turn: 5
        phase: axis-reinforcement
        scenario: barbarossa
        [Axis]
        4008: GIK26
        ready: FIHQK, GIK20
        [Soviet]
        6310: SMC16
    """)
    carry_on(p, best(AXIS))
    assert p.on_map >> number_of(p, "GIK20") & 1
    assert not p.on_map >> number_of(p, "FIHQK") & 1


def test_depots_that_feed_nobody_come_up() -> None:
    """They will be needed where the chain has to go on."""
    text = """
        turn: 3
        phase: axis-movement
        scenario: barbarossa
        [Axis]
        4001: GDEP01
        3805: GDEP02
        4008: GDEP03
        4210: GIK26
        [Soviet]
        4215: SA03
    """
    p = carry_on(situation(text), best(AXIS))
    assert where(p, "GDEP01") != "4001"
    p = carry_on(situation(text), without(AXIS, follow=0.0))
    assert where(p, "GDEP01") == "4001"


def test_a_chain_goes_forward_as_a_whole() -> None:
    """Depots that others hang on move too, and nobody loses supply by it."""
    text = """
        turn: 3
        phase: axis-movement
        scenario: barbarossa
        [Axis]
        3905: GDEP01
        4010: GDEP02
        4212: GIK26
        [Soviet]
        4218: SA03
    """
    p = carry_on(situation(text), best(AXIS))
    assert where(p, "GDEP01") != "3905"
    assert fed_points(p, AXIS) == 4
    p = carry_on(situation(text), without(AXIS, follow=0.0))
    assert where(p, "GDEP01") == "3905"


def goals_on_the_offensive(p: War, style: Style) -> dict[int, float]:
    assert isinstance(style, Staff)
    return dict(appraise(p, AXIS, style).slope.goals)


def test_cities_that_bring_no_points_are_taken_on_the_way() -> None:
    """19.2.5 pays nothing for Minsk; but the way to Moscow leads through it."""
    p = situation("""
        turn: 3
        phase: axis-movement
        scenario: barbarossa
        [Axis]
        4008: GIK26
        [Soviet]
        4218: SA03
    """)
    minsk = p.charts.grid.hex("4212")
    assert minsk in goals_on_the_offensive(p, best(AXIS))
    assert minsk not in goals_on_the_offensive(p, without(AXIS, station=0.0))


def test_not_everybody_heads_for_moscow() -> None:
    p = started("barbarossa")
    moscow = p.charts.moscow
    shared = goals_on_the_offensive(p, best(AXIS))
    alone = goals_on_the_offensive(p, without(AXIS, heading=False))
    assert shared[moscow] < alone[moscow]


def test_who_defends_works_does_not_retreat() -> None:
    """7.13.3: an attack on Kiev costs the garrison steps, while its works stand."""
    text = """
        turn: 3
        phase: axis-combat
        scenario: barbarossa
        [Axis]
        3115: GTK41, GIK26
        [Soviet]
        3116: SMC16{}
    """
    found = []
    for works in ("", ", A-FACT-03"):
        p = situation(text.format(works))
        found.append(must_stand(p, SOVIET, p.charts.grid.hex("3116")))
    assert found == [False, True]


# Absurdities that a club player would laugh at


@pytest.mark.parametrize(
    "seed",
    [
        "first reserves",
        *(pytest.param(f"reserves {n}", marks=pytest.mark.slow) for n in range(20)),
    ],
)
def test_the_first_reserves_do_not_all_go_to_leningrad(seed: str) -> None:
    """In twenty others 10 to 14 went by rail: 3 to 5 near Leningrad, 2 to 4 near Moscow."""
    p, players = new_game(TITLE, "barbarossa", (), dict.fromkeys(SIDES, "style:steady"), seed)
    p.chronicle = []
    while (decision := p.decision()) is not None and p.turn == 1:
        p.apply(players[decision.side].choose(decision, p.view(decision.side)))
    grid = p.charts.grid
    troops = p.charts.contesting
    ends = [
        path[-1]
        for unit, path in events(p, "transferred")
        if isinstance(unit, int) and isinstance(path, tuple) and troops >> unit & 1
    ]
    near = [hex_ for hex_ in ends if grid.distance(hex_, p.charts.leningrad) <= 8]
    assert len(ends) >= 6
    assert len(near) <= len(ends) / 2
    assert any(grid.distance(hex_, p.charts.moscow) <= 8 for hex_ in ends)


@pytest.mark.slow
def test_the_summer_of_1941_looks_like_a_war() -> None:
    """Minsk, Smolensk and Kiev fall before winter in half of the games at least."""
    taken: Counter[str] = Counter()
    cities = {name: TITLE.charts.grid.hex(label) for name, label in CITIES.items()}
    for game in range(4):
        names = dict.fromkeys(SIDES, "style:steady")
        p, players = new_game(TITLE, "barbarossa", (), names, f"summer {game}")
        held = 0
        while (decision := p.decision()) is not None and p.turn < 8:
            p.apply(players[decision.side].choose(decision, p.view(decision.side)))
            held |= p.axis_held
        taken.update(name for name, hex_ in cities.items() if held >> hex_ & 1)
    assert all(taken[name] >= 2 for name in cities), taken


@pytest.mark.slow
def test_ships_paratroops_and_tanks_are_used_in_1941() -> None:
    """In eight others: 8 voyages, in six games; 1 or 2 drops and 30 to 50 overruns by armour in
    each; and of six Security Divisions 0 to 2 in Bulgaria on turn 5, where a cadet leaves them all.
    """
    charts = TITLE.charts
    armour = {"tank_corps", "tank_battlegroup", "tank_division"}
    armour |= {"tank_army", "soviet_mechanized_corps"}
    tanks = union(charts.of_kind[kind] for kind in armour)
    bulgaria = charts.board.areas["country"]["Bulgaria"]
    sailed = dropped = 0
    for game in range(4):
        names = {side: numbered(side, game) for side in SIDES}
        p, players = new_game(TITLE, "barbarossa", (), names, f"absurd {game}")
        p.chronicle = []
        while (decision := p.decision()) is not None and p.turn < 13:
            if p.turn == 5:
                guards = members(charts.security & p.on_map)
                left = [unit for unit in guards if bulgaria >> p.where[unit] & 1]
                assert len(left) <= 2 < len(guards)
            p.apply(players[decision.side].choose(decision, p.view(decision.side)))
        sailed += len(events(p, "sailed"))
        dropped += len(events(p, "dropped"))
        overran = [unit for unit, *_ in events(p, "overran") if isinstance(unit, int)]
        assert sum(tanks >> unit & 1 for unit in overran) >= 20
    assert sailed >= 1
    assert dropped >= 3


def numbered(side: str, game: int) -> str:
    """One style of the portfolio after the other."""
    return f"portfolio:{game % len(TITLE.styles(side).portfolio) + 1}"


CITIES = {"Minsk": "4212", "Smolensk": "4520", "Kiev": "3116"}
