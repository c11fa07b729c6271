"""The counters, charts and tables: what the rulebook and the sources say of them holds."""

from __future__ import annotations

import csv
import itertools
from collections import Counter as Tally
from pathlib import Path

import pytest

from stavka.data import DataError
from stavka.hexes import HexSet
from stavka.titles.reds.charts import (
    ARMY_KINDS,
    DATA,
    FRONTS,
    KINDS,
    NEUTRAL,
    ODDS,
    RED,
    SEAS,
    WHITE,
    Charts,
    Counter,
    charts,
)

from ..marks import rule

CHARTS = charts()
GRID = CHARTS.grid
UNITS = {counter.id: counter for counter in CHARTS.counters}
BY_NAME = {counter.name: counter for counter in CHARTS.counters}
STRATEGIC = [turn for turn in CHARTS.turns if turn.strategic]
OPERATIONAL = [turn for turn in CHARTS.turns if not turn.strategic]


def label(counter: Counter) -> str:
    return GRID.label(counter.setup_hex) if counter.setup_hex >= 0 else ""


def start() -> list[Counter]:
    return [counter for counter in CHARTS.counters if counter.setup == "hex"]


def by_hex() -> dict[str, list[Counter]]:
    found: dict[str, list[Counter]] = {}
    for counter in start():
        found.setdefault(label(counter), []).append(counter)
    return found


# 2.3-2.7 The counters


@rule("reds", "2.4", "2.7")
def test_there_are_224_counters() -> None:
    # Found: two reviews give the number.
    markers = sum(CHARTS.marker_count.values())
    assert len(CHARTS.counters) + len(CHARTS.leaders) + markers == 224
    assert {counter.kind for counter in CHARTS.counters} == set(KINDS)


@rule("reds", "2.3")
@pytest.mark.parametrize("name", UNITS)
def test_faces_of_a_unit(name: str) -> None:
    counter = UNITS[name]
    two = counter.kind in (*ARMY_KINDS, "partisan")
    assert counter.steps == (2 if two else 1)
    if two:
        assert counter.attack[1] < counter.attack[0]
        assert counter.defence[1] <= counter.defence[0]
    if counter.kind == "garrison":
        assert (counter.attack, counter.movement) == ((0, 0), 0)
    assert (counter.arm != "") == (counter.kind in ARMY_KINDS)
    assert (counter.krug >= 0) == (counter.kind == "cossack")
    modifiers = counter.attack + counter.defence
    assert min(modifiers) >= -3 and max(modifiers) <= 4


def test_modifiers_run_down_to_minus_three() -> None:
    # Found: a play report.
    assert min(min(c.attack + c.defence) for c in CHARTS.counters) == -3


@rule("reds", "2.6")
def test_the_order_of_battle_has_everybody_whom_the_rulebook_names() -> None:
    names = [
        *(f"{number} Army" for number in range(1, 17)),
        *("1 Konarmia", "2 Konarmia", "Latvian Rifle Division"),
        *("1 Don Cossack", "2 Don Cossack", "Terek Cossack", "1 Kuban Cossack"),
        *("Orenburg Cossack", "Ural Cossack", "Siberian Cossack"),
        *("Komuch Army", "Kappel Brigade", "1 Siberian Division", "Siberian Army"),
        *("Western Army", "1 Czech Division", "2 Czech Division", "Volunteer Army"),
        *("Drozdovsky Division", "North Army", "AIF Odessa", "AIF Murmansk", "AIF Archangel"),
        *("Northwest 1 Corps", "Estonian Army", "von der Goltz Freikorps", "Islamic Garrison"),
        *(f"Polish {number} Army" for number in range(1, 7)),
        *("Basmachi", "Siberian Partisans", "South Russia Partisans"),
        *(f"{sea} Sea Flotilla" for sea in SEAS),
    ]
    assert [name for name in names if name not in BY_NAME] == []
    leaders = {leader.name for leader in CHARTS.leaders}
    assert {"Frunze", "Tukhachevsky", "Vatsetis"} <= leaders


@rule("reds", "2.7")
def test_there_is_every_marker() -> None:
    assert set(CHARTS.marker_count) >= {
        *("AIF Offensive", "Amphibious Invasion", "Cavalry Raid", "Semenov Raid", "Freikorps"),
        *("White Corruption", "Allied Withdrawal", "AFSR Commander", "Gold", "Tsar", "Turn"),
        *("Red Train", "Red Verdun", "Red Resources", "White Resources", "Red Terror"),
        *("Control", "Done", *(f"Sea Control {sea} Sea" for sea in SEAS)),
    }
    assert CHARTS.marker_count["Red Terror"] == CHARTS.limit["red_terror"]


@rule("reds", "2.6", "7.3")
def test_factions_have_the_units_that_activate_with_them() -> None:
    groups = [group for chit in CHARTS.chits.values() for group in chit.groups]
    for counter in CHARTS.counters:
        if counter.side == WHITE and counter.kind in ARMY_KINDS:
            assert counter.faction in groups, counter.name
    assert CHARTS.chits["Northwest"].groups == ("Northwest",)
    assert UNITS["W-EST"].faction == UNITS["W-VDG"].faction == "Northwest"


def test_red_armies() -> None:
    # Rulebook: examples of 9 and 11.6.
    armies = [UNITS[f"R-A{number:02}"] for number in range(1, 17)]
    assert {army.manpower for army in armies} == {4}
    assert UNITS["R-A16"].defence[0] == 2
    assert UNITS["R-A01"].defence[1] == -1


def test_an_afsr_army_as_in_the_first_example() -> None:
    # Rulebook 11.6 example 1: manpower 2, attack +3.
    volunteers = UNITS["W-VOL"]
    assert (volunteers.manpower, volunteers.attack[0]) == (2, 3)


def test_three_afsr_units_as_in_the_second_example() -> None:
    # Rulebook 11.6 example 2: an AFSR army, 1 Don and a third with +2, +3, -1 and manpower 5.
    army, don, kuban = UNITS["W-VOL"], UNITS["W-DON1"], UNITS["W-KUB1"]
    assert army.manpower + don.manpower + kuban.manpower == 5
    assert (don.attack[0], army.attack[0], kuban.attack[1]) == (2, 3, -1)


def test_volunteer_divisions() -> None:
    # Found: the errata give Drozdovsky manpower 1 like the others.
    for name in ("W-KOR", "W-MAR", "W-DRO", "W-ALX"):
        assert UNITS[name].manpower == 1


def test_czechs_have_three_movement_points() -> None:
    # Rulebook 10.1: the example.
    assert UNITS["W-CZ2"].movement == 3


def test_four_white_units_stack_to_six_and_two_red_armies_do_not() -> None:
    # Rulebook 9: the example.
    afsr = [c for c in CHARTS.counters if c.faction == "AFSR" and c.kind in ARMY_KINDS]
    assert any(sum(c.manpower for c in four) == 6 for four in itertools.combinations(afsr, 4))
    army, horse, latvians = UNITS["R-A01"], UNITS["R-KON1"], UNITS["R-LAT"]
    assert army.manpower + horse.manpower == CHARTS.limit["stack"]
    assert 2 * army.manpower + latvians.manpower == CHARTS.limit["leader_stack"]


@rule("reds", "16.1")
def test_both_faces_of_makhno_have_the_same_values() -> None:
    red, white = UNITS["R-MAK"], UNITS["W-MAK"]
    for face in (red, white):
        assert face.setup == "B"
    assert (red.manpower, red.attack, red.defence, red.movement, red.setup_hex) == (
        *(white.manpower, white.attack, white.defence, white.movement, white.setup_hex),
    )


@rule("reds", "20.1", "20.3")
def test_dots_of_aircraft_and_trains() -> None:
    for counter in CHARTS.counters:
        if counter.kind in ("aircraft", "armored_train"):
            assert counter.no_replace == (counter.side == WHITE)


@rule("reds", "20.7", "20.13")
def test_red_has_no_tanks_and_no_naval_flotillas() -> None:
    red = CHARTS.units_of[RED]
    assert not (CHARTS.tanks | CHARTS.naval_flotillas) & red
    flotillas = [c for c in CHARTS.counters if c.kind == "naval_flotilla"]
    assert Tally(c.setup for c in flotillas) == {"start": 1, "B": 3}
    assert {c.sea for c in flotillas} == set(SEAS)
    assert BY_NAME["White Sea Flotilla"].setup == "start"


@rule("reds", "17.1")
def test_nationalist_garrisons_are_in_their_hexes() -> None:
    found = {c.faction: label(c) for c in CHARTS.counters if c.side == NEUTRAL}
    assert found == {
        "Azerbaijan": "4124",
        "Georgian": "3625",
        "Lithuanian": "1218",
        "Latvian": "1315",
        "Ukrainian": "1920",
    }


@rule("reds", "10.12")
def test_krugs_of_the_cossacks() -> None:
    for counter in CHARTS.counters:
        if counter.kind == "cossack":
            (place,) = CHARTS.board.places_at(counter.krug)
            assert place.kinds["krug"][0] in counter.name
    assert GRID.label(UNITS["W-DON1"].krug) == GRID.label(UNITS["W-DON2"].krug) == "2921"
    assert GRID.label(UNITS["W-SIC"].krug) == "4301"
    letters = [p.kinds["krug"][0][0] for p in CHARTS.board.places if "krug" in p.kinds]
    assert len(letters) == len(set(letters))


@rule("reds", "20.9")
def test_ratings_of_leaders() -> None:
    assert {leader.name: leader.rating for leader in CHARTS.leaders}["Frunze"] == 2
    assert all(leader.rating >= 1 for leader in CHARTS.leaders)
    assert tuple(CHARTS.leader_front[die] for die in range(1, 7)) == FRONTS


# 3.1 The set-up


@rule("reds", "3.1")
def test_nobody_starts_or_enters_outside_the_map() -> None:
    for counter in CHARTS.counters:
        if counter.setup_hex >= 0:
            assert CHARTS.land >> counter.setup_hex & 1, counter.name


@rule("reds", "3.1")
@pytest.mark.parametrize("where", by_hex())
def test_the_set_up_obeys_the_rules_of_stacking(where: str) -> None:
    stack = by_hex()[where]
    assert sum(c.manpower for c in stack if c.kind in ARMY_KINDS) <= CHARTS.limit["stack"]
    assert len({c.side for c in stack}) == 1
    assert len({c.faction for c in stack} - {"AIF"}) <= 1
    assert sum(c.kind == "garrison" for c in stack) <= 1
    if stack[0].side != NEUTRAL:
        assert not CHARTS.neutral_ground >> stack[0].setup_hex & 1, "3.4"


@rule("reds", "14.1")
def test_printed_hexes_of_reinforcements() -> None:
    for turn in "ABCDEFG":
        room: Tally[str] = Tally()
        for counter in CHARTS.counters:
            if counter.setup != turn:
                continue
            if counter.faction in ("AIF", "Northwest", "Makhno") and counter.movement:
                assert label(counter), "no rule says where this faction enters"
            if counter.kind == "cossack":
                assert counter.setup_hex == counter.krug
            if counter.kind in ARMY_KINDS and label(counter):
                room[label(counter)] += counter.manpower
        assert all(points <= CHARTS.limit["stack"] for points in room.values())


@rule("reds", "3.2")
def test_markers_with_a_printed_hex() -> None:
    found = {name: GRID.label(hex_) for name, hex_ in CHARTS.marker_hex.items()}
    assert found == {"Gold": "3010", "Red Train": "2813", "Red Verdun": "3119"}
    assert CHARTS.marker_hex["Gold"] == CHARTS.kazan


@rule("reds", "3.2")
def test_white_markers_lie_on_empty_cities() -> None:
    marked = CHARTS.control_markers[WHITE]
    assert GRID.labels(marked) == ["1403", "1605", "2924", "3212", "3408", "5315", "5320", "5421"]
    occupied: HexSet = sum(1 << GRID.hex(where) for where in by_hex())
    assert not marked & occupied


@rule("reds", "3.2", "13.5")
def test_resources_at_start() -> None:
    white: HexSet = CHARTS.control_markers[WHITE]
    for counter in start():
        if counter.side == WHITE:
            white |= 1 << counter.setup_hex
    open_ = CHARTS.resource_cities & ~CHARTS.neutral_ground
    assert open_ & white == 1 << CHARTS.at["Izhevsk"] | 1 << CHARTS.at["Simbirsk"]
    # Four cities and the Gold.
    assert (open_ & ~white).bit_count() + 1 == 5


@rule("reds", "21.1")
def test_three_volunteer_divisions_start_disordered_in_one_hex() -> None:
    found = [c for c in start() if c.faction == "AFSR" and c.starts_disordered]
    assert [c.size for c in found] == ["XX"] * 3
    assert len({c.setup_hex for c in found}) == 1


def test_three_extra_replacements_and_the_last_withdrawal_number_can_be_reached() -> None:
    # 14.4 counts beyond Moscow, Petrograd and Tula; 18.2 asks for seven on Turn G.
    resources = CHARTS.resource_cities
    assert resources.bit_count() + 1 - 3 >= 3 * CHARTS.limit["extra_resources"]
    capitals = sum(1 << CHARTS.at[name] for name in ("Moscow", "Petrograd", "Tula", "Baku"))
    assert (resources & ~capitals).bit_count() + 1 >= 7


def test_history_gives_minor_on_c_none_on_d_major_on_e() -> None:
    # The note of 18.2.
    held = {
        "C": ["Gold", "Izhevsk"],
        "D": ["Gold", "Tsaritsyn", "Kharkov", "Ekaterinoslav", "Odessa", "Kiev"],
        "E": ["Gold", "Tsaritsyn", "Odessa"],
    }
    points = {
        turn: sum(name == "Gold" or CHARTS.resource_cities >> CHARTS.at[name] & 1 for name in names)
        for turn, names in held.items()
    }
    assert points["C"] < CHARTS.turn["C"].withdrawal_number
    assert points["D"] >= CHARTS.turn["D"].withdrawal_number
    assert points["E"] < CHARTS.turn["E"].withdrawal_number


# 11.3 The Combat Results Table


def test_the_two_known_cells() -> None:
    # Rulebook 11.6: the examples.
    assert CHARTS.result("1:2", 4) == "ad"
    assert CHARTS.result("1:2", 14) == "aDR"


def test_every_differential_has_a_result() -> None:
    for column in ODDS:
        for differential in range(-60, 61):
            assert CHARTS.result(column, differential)


def losses(result: str) -> tuple[int, int]:
    attacker = ("", "a", "A", "AR")
    defender = ("", "d", "dR", "DR")
    at = next((i for i, letter in enumerate(result) if letter in "dD"), len(result))
    return attacker.index(result[:at].replace("-", "")), defender.index(result[at:])


def test_better_odds_and_differentials_never_hurt_the_attacker() -> None:
    for low, high in itertools.pairwise(range(-20, 21)):
        for column in ODDS:
            worse, better = losses(CHARTS.result(column, low)), losses(CHARTS.result(column, high))
            assert worse[0] >= better[0] and worse[1] <= better[1]
        for left, right in itertools.pairwise(ODDS):
            worse, better = losses(CHARTS.result(left, low)), losses(CHARTS.result(right, low))
            assert worse[0] >= better[0] and worse[1] <= better[1]


# 6.3 Random events


@rule("reds", "6.3")
def test_event_tables() -> None:
    for side in (RED, WHITE):
        assert list(CHARTS.events[side]) == list(range(2, 13))
    white = {roll: event.key for roll, event in CHARTS.events[WHITE].items()}
    # 11.2, 12.12: the two known numbers.
    assert (white[6], white[12]) == ("aif_offensive", "wrangel")
    assert {*white.values()} == {
        *("aircraft_or_tank", "armored_train", "river_flotilla", "partisans"),
        *("amphibious_invasion", "cavalry_raid", "freikorps", "white_corruption"),
        *("semenov_raid", "aif_offensive", "wrangel"),
    }
    assert {event.key for event in CHARTS.events[RED].values()} == {
        *("red_leader", "red_leader_choice", "political_intrigue", "red_terror", "aircraft"),
        *("armored_train", "river_flotilla", "partisans"),
    }


# 12.12 Rally, 10.6 terrain


def test_rally_numbers() -> None:
    # 18.4, 12.12 and 15.3; the number of the Reds is ours.
    rally = CHARTS.rally
    assert (rally["white"], rally["white_after_withdrawal"], rally["wrangel"]) == (2, 1, -1)
    assert (rally["poles_at_war"], rally["poles_near_warsaw"]) == (2, 3)
    assert rally["red"] > rally["white"]


def test_terrain_shifts_and_costs() -> None:
    # The rulebook's: city and river 1L; nothing else at Moscow, which lies in forest (11.6).
    assert (CHARTS.shift["city"], CHARTS.shift["river"], CHARTS.shift["forest"]) == (1, 1, 0)
    assert set(CHARTS.cost["clear"].values()) == {1}
    for terrain in ("forest", "swamp"):
        assert "tank" not in CHARTS.cost[terrain]


@rule("reds", "20.13")
def test_tanks_cannot_enter_forest_or_swamp_even_by_rail() -> None:
    movement = CHARTS.movement("tank", False)
    forest = next(h for h in GRID.hexes if (CHARTS.forest & CHARTS.rail.hexes) >> h & 1)
    for beside in CHARTS.rail.joined_to(forest):
        assert movement.step_cost(beside, forest) is None
        assert CHARTS.movement("infantry", False).step_cost(beside, forest) == 1


@rule("reds", "10.6", "19.2")
def test_costs_of_steps() -> None:
    def cost(
        here: str, there: str, *, column: str = "infantry", winter: bool = False
    ) -> int | None:
        return CHARTS.movement(column, winter).step_cost(GRID.hex(here), GRID.hex(there))

    # Into forest across country and along the railway; onto the Volga from outside and back.
    assert CHARTS.board.terrain_of(GRID.hex("2911")) == "forest"
    assert cost("2811", "2911") == 2
    assert cost("2910", "2911") == 1, "by rail"
    assert cost("2909", "2910") == 1 + CHARTS.cost["volga"]["infantry"]
    assert cost("2911", "2910") == 1, "by rail"
    assert cost("2811", "2910") == 1, "along the Volga"
    assert cost("2910", "2909") == 1
    assert cost("2909", "2910", winter=True) == 1
    # 19.2: Ladoga is closed until it freezes.
    assert cost("1611", "1610") is None
    assert cost("1611", "1610", winter=True) == 1


# 5.0 The turns


@rule("reds", "19.1", "18.2")
def test_the_turn_track() -> None:
    assert [turn.key for turn in OPERATIONAL] == [str(n) for n in range(1, 25)]
    assert "".join(turn.key for turn in STRATEGIC) == "ABCDEFG"
    assert [turn.withdrawal_number for turn in STRATEGIC] == [0, 0, 3, 4, 5, 6, 7]
    # Rulebook 3.2, 1; found: turn 8 is June 1919.
    assert (CHARTS.turn["1"].date, CHARTS.turn["24"].date) == ("Aug 1918", "Mar-Apr 1921")
    assert CHARTS.turn["8"].date == "Jun 1919"
    for turn in OPERATIONAL:
        assert turn.winter == (turn.months in ("Nov-Dec", "Jan-Feb"))
        assert turn.spring == (turn.months == "Mar-Apr")


def test_three_turns_lie_between_strategic_turns_except_at_the_ends() -> None:
    # Rulebook 5: the play note.
    at = [turn.seq for turn in STRATEGIC]
    assert {b - a for a, b in itertools.pairwise(at)} == {4}
    assert at[0] != 3 and len(CHARTS.turns) - 1 - at[-1] != 3


@rule("reds", "7.2", "7.3", "7.5")
def test_the_chits() -> None:
    red = [chit for chit in CHARTS.chits.values() if chit.side == RED]
    assert [chit.groups for chit in red] == [*((front,) for front in FRONTS), ()]
    white = {chit.key: chit.since for chit in CHARTS.chits.values() if chit.side == WHITE}
    assert white == {
        "AFSR": "start",
        "Siberian": "start",
        "AIF": "start",
        "Islamic-North": "start",
        "Northwest": "B",
        "Poles": "B",
    }


# The files


@pytest.mark.parametrize("file", sorted(path.name for path in DATA.glob("*.csv")))
def test_every_row_has_a_source(file: str) -> None:
    with (DATA / file).open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines):
            assert row["source"].startswith(("rulebook", "found", "reconstructed"))


def spoil(overlay: Path, file: str, old: str, new: str) -> None:
    text = (DATA / file).read_text(encoding="utf-8")
    assert old in text
    (overlay / file).write_text(text.replace(old, new, 1), encoding="utf-8")


@pytest.mark.parametrize(
    ("file", "old", "new", "line", "field"),
    [
        ("counters.csv", "XXXX,4,+2", "XXXX,four,+2", 2, "manpower"),
        ("counters.csv", "1 Army,Red,Red", "1 Army,Green,Red", 2, "side"),
        ("counters.csv", "Red,Red,infantry", "Red,AFSR,infantry", 2, "faction"),
        ("counters.csv", "no,hex,2913", "no,hex,9913", 2, "hex"),
        ("counters.csv", "no,hex,2913", "no,hex,", 2, "hex"),
        ("counters.csv", "+2,+1,-1,-1", "+2,+1,,-1", 2, "disordered_attack"),
        ("counters.csv", "White Sea Flotilla", "Red Sea Flotilla", 117, "name"),
        ("results.csv", "-12,-10", "-11,-10", 3, "least"),
        ("results.csv", "AR,AR,AR,AR,A,A", "XX,AR,AR,AR,A,A", 2, "1:3"),
        ("events.csv", "Red,2,red_terror", "Red,2,wrangel", 2, "event"),
        ("events.csv", "Red,3,river", "Red,2,river", 3, "roll"),
        ("chits.csv", "AFSR,AFSR,start", "AFSR,East,start", 2, "groups"),
        ("scenarios.csv", "1918-19,E", "1918-19,Z", 2, "last"),
        ("control.csv", "1403", "14033", 2, "hex"),
        ("limits.csv", "stack,6", "stack,", 7, "value"),
        ("terrain.csv", "clear,1", "clear,one", 2, "infantry"),
    ],
)
def test_a_wrong_overlay_is_named(
    tmp_path: Path, file: str, old: str, new: str, line: int, field: str
) -> None:
    spoil(tmp_path, file, old, new)
    with pytest.raises(DataError) as caught:
        Charts(tmp_path)
    error = caught.value
    assert (error.file.name, error.line, error.field) == (file, line, field)


def test_an_overlay_that_lacks_a_row_is_named(tmp_path: Path) -> None:
    spoil(tmp_path, "limits.csv", "krug_range,8,10.12,rulebook 10.12\n", "")
    with pytest.raises(DataError, match="krug_range"):
        charts(tmp_path)


def test_somebodys_own_values_are_played_with(tmp_path: Path) -> None:
    spoil(tmp_path, "limits.csv", "stack,6", "stack,7")
    assert charts(tmp_path).limit["stack"] == 7
