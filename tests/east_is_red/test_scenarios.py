"""17.0 The scenarios: forces, deployment, reinforcements, Militia, North Koreans."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from stavka.engine import Dice, Unsuitable, seed_from
from stavka.hexes import members
from stavka.titles.east_is_red.charts import BASE, CHINESE, SOVIET
from stavka.titles.east_is_red.deployment import Deploying
from stavka.titles.east_is_red.position import War
from stavka.titles.east_is_red.supply import has_supply
from tests.marks import rule

from .situations import (
    TITLE,
    cost_of,
    offered,
    play,
    refused,
    situation,
    stack,
    started,
    to_choose,
    verbs,
    where,
)

SCENARIOS = ["m1-current", "m1-full", "m30-current", "m30-full"]

# 17.11, 17.12 as the tables of the rulebook have them.
SOVIET_FORCES = {
    "m1": {"7-4-9": 3, "4-6-9": 3, "3-7-9": 10, "12-3-12": 2, "2-2-6": 1, "0-1-1": 3},
    "m30": {"7-4-9": 4, "4-6-9": 4, "3-7-9": 12, "12-3-12": 3, "2-2-6": 1, "0-1-1": 4},
}
CHINESE_FORCES = {
    "m1-current": {"5-3-6": 2, "4-6-6": 12},
    "m1-full": {"5-3-6": 3, "4-6-6": 16},
    "m30-current": {"5-3-6": 2, "4-6-6": 16},
    "m30-full": {"5-3-6": 3, "4-6-6": 20},
}


def forces(p: War, side: str) -> Counter[str]:
    return Counter(p.charts.unit_type[u].strength for u in members(p.units_on_map(side)))


def put(p: War, strength: str, hex_: str) -> War:
    """Sets up one unit by hand."""
    memo = p.frames[-1].memo
    assert isinstance(memo, Deploying)
    if memo.strength != strength:
        play(p, f"place {strength}")
    return play(p, f"at {hex_}")


def assert_legal(p: War, scenario: str, side: str) -> None:
    """17.2, told a second time: the finished set-up of a side."""
    charts, grid = p.charts, p.charts.grid
    mine = {h: members(s) for h, s in p.stacks.items() if p.occupied(side) >> h & 1}
    assert all(len(units) <= 3 for units in mine.values())
    if side == CHINESE:
        assert all(charts.china >> hex_ & 1 for hex_ in mine)
        near = Counter(
            charts.unit_type[u].strength
            for hex_, units in mine.items()
            for u in units
            if grid.distance(hex_, grid.hex("0427")) <= 3
        )
        if scenario.startswith("m1"):
            assert near["4-6-6"] >= 6
            assert near["5-3-6"] == CHINESE_FORCES[scenario]["5-3-6"]
        elif scenario == "m30-current":
            assert near["4-6-6"] >= 4
            assert near["5-3-6"] >= 2
        return
    abroad = [u for hex_, units in mine.items() if not charts.ussr >> hex_ & 1 for u in units]
    if scenario == "m30-full":
        assert len(abroad) <= 1
        assert all("corps" in charts.unit_type[u].kind for u in abroad)
        assert all(charts.mongolia >> p.where[u] & 1 for u in abroad)
    else:
        assert not abroad
    if scenario.endswith("current"):
        for hex_, units in mine.items():
            assert charts.board.networks["rail"].hexes >> hex_ & 1
            assert len(units) == 1 or charts.industry[SOVIET] >> hex_ & 1
            assert not any(there in mine for there in grid.adjacent(hex_))


# 17.0, 17.1 Orders of battle


@rule("east-is-red", "17.0", "17.1", "17.11", "17.12", "17.2")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_forces_and_order_of_set_up(scenario: str) -> None:
    p = started(scenario)
    assert (to_choose(p), p.current.key) == (SOVIET, "soviet-deployment")
    play(p, "recommended", "done")
    assert forces(p, SOVIET) == SOVIET_FORCES[scenario.partition("-")[0]]
    assert not forces(p, CHINESE)
    assert to_choose(p) == CHINESE, "the Chinese Player sets up second"
    play(p, "recommended", "done")
    assert forces(p, CHINESE) == CHINESE_FORCES[scenario]
    for side in (SOVIET, CHINESE):
        assert_legal(p, scenario, side)
    assert p.charts.limit["turns"] == 10


@rule("east-is-red", "17.0")
def test_the_rulebook_has_four_scenarios() -> None:
    of_the_rulebook = [c.key for c in TITLE.charts.scenarios.values() if c.sheet == BASE]
    assert of_the_rulebook == SCENARIOS == [s.key for s in TITLE.scenarios[:4]]


# 17.2 Deployment


@rule("east-is-red", "17.2", "17.21", "17.22")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_recommended_set_up_could_be_placed_by_hand(scenario: str) -> None:
    p = started(scenario)
    for side in (SOVIET, CHINESE):
        for line in p.charts.deployments[scenario]:
            if line.side == side:
                for _ in range(line.count):
                    put(p, line.strength, p.label(line.hex))
        play(p, "done")
    recommended = play(started(scenario), "recommended", "done", "recommended", "done")
    by_hex = {p.label(h): stack(p, p.label(h)) for h in p.stacks}
    assert by_hex == {p.label(h): stack(recommended, p.label(h)) for h in recommended.stacks}


@rule("east-is-red", "17.2", "17.21", "17.22")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_set_up_by_hand_is_never_stuck_and_always_legal(scenario: str) -> None:
    for number in range(12):
        chance = random.Random(f"{scenario} {number}")
        p = started(scenario)
        while (decision := p.decision()) is not None and p.current.key != "mine-laying":
            choices = [c for c in decision.choices() if c.verb != "recommended"]
            assert choices, "no dead end"
            choice = chance.choice(choices)
            if choice.verb == "done":
                assert_legal(p, scenario, decision.side)
            p.apply(choice)
        assert forces(p, SOVIET) == SOVIET_FORCES[scenario.partition("-")[0]]
        assert forces(p, CHINESE) == CHINESE_FORCES[scenario]


@rule("east-is-red", "17.21")
def test_soviet_current_readiness() -> None:
    p = put(started("m1-current"), "7-4-9", "1609")
    # On railways in the USSR, not next to each other, not stacked, not in Mongolia.
    for hex_, case in (
        ("1709", "17.21"),  # no railway
        ("1609", "17.21"),  # a stack
        ("1610", "17.21"),  # next to 1609
        ("0112", "17.21"),  # a railway, but in Mongolia
        ("1612", "17.21"),  # in China
    ):
        assert refused(p, f"at {hex_}").case == case, hex_
    # Industrial hexes are the exception: three in Chita, and no fourth.
    for strength in ("7-4-9", "4-6-9", "3-7-9"):
        put(p, strength, "1405")
    play(p, "place 0-1-1")
    assert refused(p, "at 1405").case == "7.0"
    # Even a unit next to a stacked industrial hex is too near (ruling).
    assert refused(p, "at 1505").case == "17.21"


@rule("east-is-red", "17.21")
def test_soviet_full_readiness() -> None:
    # Anywhere in the USSR, in stacks, side by side.
    p = started("m1-full")
    for strength in ("7-4-9", "4-6-9", "3-7-9"):
        put(p, strength, "1709")
    assert refused(p, "at 1709").case == "7.0"
    put(p, "3-7-9", "1710")
    assert refused(p, "at 1309").case == "17.21", "nobody in Mongolia in M+1"
    # In M+30 one corps may be in Outer Mongolia, Artillery Corps included.
    p = started("m30-full")
    play(p, "place 0-1-1")
    assert refused(p, "at 1309").case == "17.21"
    put(p, "12-3-12", "1309")
    for strength in ("12-3-12", "7-4-9", "3-7-9"):
        if "place" in verbs(p) and strength in offered(p, "place"):
            play(p, f"place {strength}")
        assert refused(p, "at 1309").case == "17.21"
        assert refused(p, "at 0112").case == "17.21"


@rule("east-is-red", "17.22")
@pytest.mark.parametrize(
    ("scenario", "armies", "tanks"),
    [("m1-current", 6, 2), ("m1-full", 6, 3), ("m30-current", 4, 2), ("m30-full", 0, 0)],
)
def test_part_of_the_chinese_army_is_near_peking(scenario: str, armies: int, tanks: int) -> None:
    """The others may go anywhere, until just enough are left for Peking."""
    for strength, near in (("4-6-6", armies), ("5-3-6", tanks)):
        p = play(started(scenario), "recommended", "done", f"place {strength}")
        for number in range(CHINESE_FORCES[scenario][strength] - near):
            play(p, f"at {919 + number // 3:04}")
        if near:
            assert refused(p, "at 2523").case == "17.22"
            peking = p.charts.grid.hex("0427")
            assert all(
                p.charts.grid.distance(peking, p.charts.grid.hex(h)) <= 3 for h in offered(p, "at")
            )
            assert "0424" in offered(p, "at")
            assert "0423" not in offered(p, "at")
        else:
            assert "at" not in verbs(p), "all of them are placed already"


@rule("east-is-red", "17.22")
def test_the_chinese_stack_three_to_a_hex_and_stay_in_china() -> None:
    p = play(started("m30-full"), "recommended", "done")
    for _ in range(3):
        put(p, "4-6-6", "2523")
    assert refused(p, "at 2523").case == "7.0"
    put(p, "4-6-6", "2524")
    for abroad in ("1734", "3131", "0112"):
        assert refused(p, f"at {abroad}").case == "17.22"
    assert refused(p, "done").case == "17.2", "everybody has to be set up"


@rule("east-is-red", "17.21")
def test_a_set_up_that_does_not_fit_begins_again() -> None:
    """It cannot happen with the forces of the game; on somebody's own map it might."""
    charts = TITLE.charts
    counters = iter(["1-2-9"] * 15 + ["2-1-9"] * 5 + ["3-7-9"] * 12 + ["4-6-9"] * 4)
    free = charts.rail[SOVIET].hexes & charts.ussr
    lines = []
    while free:
        # The hex that closes most others.
        hex_ = max(
            members(free & ~charts.industry[SOVIET]),
            key=lambda h: (charts.grid.neighbours(1 << h) & free).bit_count(),
        )
        free &= ~(charts.grid.neighbours(1 << hex_) | 1 << hex_)
        lines.append(f"{charts.grid.label(hex_)}: {next(counters)}")
    p = situation(
        "phase: soviet-deployment\nscenario: m30-current\nturn: 0\n"
        'flow: [["deployment", {"side": "Soviet", "strength": "7-4-9", "begun": true}]]\n'
        "[Soviet]\nin hand: 7-4-9, 12-3-12\n" + "\n".join(lines)
    )
    assert verbs(p) == {"place", "again"}
    play(p, "again")
    assert not p.on_map
    assert "at" in verbs(play(p, "place 7-4-9"))


# 17.3 Reinforcements


def reinforced(scenario: str, turn: int, side: str, rest: str = "") -> dict[str, list[str]]:
    """What a Reinforcement Phase puts where, besides Militia."""
    header = f"scenario: {scenario}\nturn: {turn}\n{rest}"
    before = TITLE.read("phase: soviet-combat\n" + header, Dice(seed_from("before")))
    p = situation(f"phase: {side.lower()}-reinforcement\n" + header)
    arrived: dict[str, list[str]] = {}
    for unit in members(p.on_map & ~before.on_map & ~p.charts.militia):
        arrived.setdefault(p.label(p.where[unit]), []).append(p.charts.unit_type[unit].strength)
    return arrived


@rule("east-is-red", "17.3", "17.31")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_soviet_schedule(scenario: str) -> None:
    first = 4 if scenario.startswith("m1") else 2
    for turn in range(1, 11):
        hex_ = "0701" if turn % 2 else "3131"
        expected = {hex_: ["1-2-9", "0-1-20"]} if turn >= first else {}
        assert reinforced(scenario, turn, SOVIET) == expected, turn


@rule("east-is-red", "17.3", "17.32")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_chinese_schedule(scenario: str) -> None:
    for turn in range(1, 11):
        armies = {1: 0, 2: 1}.get(turn, 2)
        expected = {"0132": ["4-6-6"] * armies} if armies else {}
        assert reinforced(scenario, turn, CHINESE) == expected, turn


@rule("east-is-red", "17.3")
def test_reinforcements_are_lost_if_their_hex_is_taken() -> None:
    assert reinforced("m1-full", 5, SOVIET, "[Chinese]\n0701: 1-3-3") == {}
    assert reinforced("m1-full", 4, SOVIET, "[Chinese]\n3131: 4-6-6") == {}
    assert reinforced("m1-full", 5, CHINESE, "[Soviet]\n0132: 0-1-20") == {}
    # A neighbour does not prevent them, nor does a stack of three of their own.
    assert "0132" in reinforced("m1-full", 5, CHINESE, "[Soviet]\n0131: 7-4-9")
    full = "[Chinese]\n0132: 4-6-6, 4-6-6, 4-6-6"
    assert reinforced("m1-full", 5, CHINESE, full) == {"0132": ["4-6-6", "4-6-6"]}
    # 15.22 with a ruling: nobody appears in a contaminated hex either.
    assert reinforced("m1-full", 5, SOVIET, "[markers]\ncontaminated: 0701") == {}


@rule("east-is-red", "17.3")
def test_reinforcements_need_counters_and_are_not_made_up_for() -> None:
    # All fifteen divisions are in play: the supply unit comes alone.
    on_map = "\n".join(f"{hex_}: 1-2-9, 1-2-9, 1-2-9" for hex_ in (1405, 1507, 1609, 1709, 1710))
    p = situation(f"phase: soviet-reinforcement\nturn: 5\n[Soviet]\n{on_map}")
    assert stack(p, "0701") == ["0-1-20"]
    # Nineteen armies leave one counter; the next turn brings what is free then, not more.
    armies = "\n".join(f"05{row}: 4-6-6, 4-6-6, 4-6-6" for row in range(17, 23))
    text = "phase: chinese-reinforcement\nturn: 5\n[Chinese]\n" + armies + "\n0523: 4-6-6"
    assert stack(situation(text), "0132") == ["4-6-6"]
    assert reinforced("m1-full", 6, CHINESE) == {"0132": ["4-6-6", "4-6-6"]}


@rule("east-is-red", "17.3", "17.31", "17.32")
def test_reinforcements_may_move_at_once_by_rail_or_otherwise() -> None:
    p = situation("phase: soviet-reinforcement\nscenario: m30-full\nturn: 3\n")
    assert p.current.key == "soviet-initial-movement", "they appear without a choice"
    play(p, "select 1-2-9.1")
    assert "entrain" in verbs(p)
    assert "0803" in offered(p, "move"), "placing it has cost nothing"
    play(p, "entrain", "rail 1405")
    assert where(p, "1-2-9.1") == "1405"
    play(p, "done", "done")
    # Supply units move in the Second Movement Phase, by rail too.
    assert p.second_movement()
    play(p, "select 0-1-20.1", "entrain", "rail 1405")
    assert p.rail_moves == 2
    p = situation("phase: chinese-reinforcement\nscenario: m1-full\nturn: 3\n")
    play(p, "select 4-6-6.1", "entrain", "rail 0429")
    assert where(p, "4-6-6.1") == "0429"


@rule("east-is-red", "17.3")
def test_reinforcements_appear_now_or_never() -> None:
    # There is no choice to be made: the phase is over before anybody is asked.
    p = situation("phase: chinese-reinforcement\nscenario: m1-full\nturn: 4\n")
    assert p.current.key == "chinese-initial-movement"
    assert len(stack(p, "0132")) == 2


# 17.4 Militia

CITIES = ["0427", "0429", "1132", "1629", "2126", "2523"]


def mobilized(p: War) -> list[str]:
    return sorted(p.label(p.where[u]) for u in members(p.charts.of_strength["1-3-3"] & p.on_map))


@rule("east-is-red", "17.4")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_militia_in_every_major_city_from_turn_two(scenario: str) -> None:
    text = f"phase: chinese-reinforcement\nscenario: {scenario}\nturn: "
    assert mobilized(situation(text + "1")) == []
    assert mobilized(situation(text + "2")) == CITIES
    assert mobilized(situation(text + "9")) == CITIES


@rule("east-is-red", "17.41")
def test_only_a_soviet_unit_in_the_city_prevents_militia() -> None:
    text = "phase: chinese-reinforcement\nturn: 3\n[Soviet]\n"
    # Whatever its kind; a neighbour does nothing.
    for unit in ("0-1-20", "0-1-1", "1-2-9", "7-4-9"):
        assert mobilized(situation(text + f"2523: {unit}")) == CITIES[:-1]
    assert mobilized(situation(text + "2524: 7-4-9\n2424: 7-4-9\n2522: 7-4-9")) == CITIES


@rule("east-is-red", "17.42", "17.4")
def test_a_city_retaken_gets_its_militia_in_the_next_turn() -> None:
    text = (
        "phase: chinese-reinforcement\nturn: 3\n[Soviet]\n2523: 0-1-1.1\n"
        "[Chinese]\n2524: 4-6-6, 4-6-6, 4-6-6\n"
    )
    p = situation(text, dice=[1])
    assert mobilized(p) == CITIES[:-1]
    play(p, "done", "attack 2523", "all", "resolve 4-1", "advance 4-6-6.1", "hold")
    assert where(p, "4-6-6.1") == "2523"
    while p.turn == 3:
        play(p, "done")
    assert mobilized(p) == CITIES[:-1], "nothing in what is left of the turn"
    # One counter is left for six cities, and Harbin is one of them again.
    while "mobilize" not in verbs(p):
        play(p, "done")
    assert offered(p, "mobilize") == set(CITIES)
    assert stack(play(p, "mobilize 2523"), "2523") == ["1-3-3", "4-6-6"]


@rule("east-is-red", "17.43")
def test_militia_stay_in_china() -> None:
    # 3016 (Heiho) is next to Blagoveshchensk, 0217 next to Mongolia.
    p = situation("phase: chinese-initial-movement\nturn: 3\n[Chinese]\n0217: 1-3-3.1, 4-6-6.1")
    play(p, "select 1-3-3.1")
    assert "0218" in offered(p, "move")
    assert refused(p, "move 0216").case == "17.43"
    assert "0216" in offered(play(p, "select 4-6-6.1"), "move")
    # They do not attack across the border, not even together with others.
    p = situation(
        "phase: chinese-combat\nturn: 3\n[Chinese]\n0217: 1-3-3.1, 4-6-6.1\n[Soviet]\n0216: 0-1-20"
    )
    play(p, "attack 0216")
    assert offered(p, "add") == {"4-6-6.1"}
    assert refused(p, "add 1-3-3.1").case == "17.43"
    # Militia alone have nothing to attack there.
    p = situation(
        "phase: chinese-combat\nturn: 3\n[Chinese]\n0217: 1-3-3.1\n[Soviet]\n0216: 0-1-20"
    )
    assert offered(p, "attack") == set()


@rule("east-is-red", "17.43")
def test_militia_do_not_leave_supply() -> None:
    # 0819 is six points from the railway at 0219, 0919 seven.
    p = situation("phase: chinese-initial-movement\nturn: 3\n[Chinese]\n0819: 1-3-3.1, 4-6-6.1")
    play(p, "select 1-3-3.1")
    assert refused(p, "move 0919").case == "17.43"
    assert "0718" in offered(p, "move")
    assert "0919" in offered(play(p, "select 4-6-6.1"), "move")
    # Those that are out of supply already may go where they like.
    p = situation("phase: chinese-initial-movement\nturn: 3\n[Chinese]\n0919: 1-3-3.1")
    assert "0918" in offered(play(p, "select 1-3-3.1"), "move")


def last_source(
    chinese: str, soviet: str = "", *, phase: str = "initial-movement", standing: str = ""
) -> War:
    """0132 is lost and other industry destroyed: what the Chinese stand in is all they have."""
    industry = set(TITLE.charts.grid.labels(TITLE.charts.industry[CHINESE])) - {standing}
    return situation(
        f"phase: chinese-{phase}\nturn: 3\n[Soviet]\n0132: 3-7-9\n{soviet}\n[Chinese]\n{chinese}\n"
        f"[markers]\ndestroyed: {' '.join(sorted(industry))}\nflags: declines",
        dice=[1],
    )


@rule("east-is-red", "17.43", "11.12")
def test_militia_do_not_leave_the_source_of_their_own_supply() -> None:
    p = last_source("1913: 1-3-3.1")
    assert not p.unsupplied, "Hailar is friendly while they are in it"
    assert offered(play(p, "select 1-3-3.1"), "move") == set()
    assert refused(p, "move 1914").case == "17.43"
    # An army that stays behind keeps Hailar friendly.
    assert "1914" in offered(play(last_source("1913: 1-3-3.1, 4-6-6"), "select 1-3-3.1"), "move")


@rule("east-is-red", "17.43", "11.12")
def test_militia_may_go_where_they_make_industry_friendly() -> None:
    p = play(last_source("2424: 1-3-3.1"), "select 1-3-3.1")
    assert offered(p, "move") == {"2422", "2426", "2524", "2623"}
    play(p, "move 2524", "done")
    militia = p.names.unit("1-3-3.1")
    assert militia is not None and has_supply(p, militia, p.where[militia])


@rule("east-is-red", "17.43", "6.4")
def test_militia_do_not_leave_a_source_that_they_keep_open() -> None:
    # The strength of Hailar stands, but it is under the control of 1813.
    p = play(last_source("1913: 1-3-3.1", "1813: 3-7-9.2", standing="1913"), "select 1-3-3.1")
    assert not p.unsupplied
    assert offered(p, "move") == set()
    assert refused(p, "move 2014").case == "17.43"
    p = last_source("1913: 1-3-3.1, 4-6-6", "1813: 3-7-9.2", standing="1913")
    assert "2014" in offered(play(p, "select 1-3-3.1"), "move")


@rule("east-is-red", "17.43", "11.12", "10.3")
def test_militia_do_not_advance_from_the_source_of_their_own_supply() -> None:
    for others, able in (("", set()), (", 4-6-6", {"1-3-3.1"})):
        p = last_source(f"1913: 1-3-3.1{others}", "1914: 0-1-1.1", phase="combat")
        play(p, "attack 1914", "add 1-3-3.1", "resolve 1-1")  # Dr
        play(p, f"to {min(offered(p, 'to'))}")
        assert offered(p, "advance") == able


@rule("east-is-red", "17.44")
def test_militia_appear_in_a_full_city_and_then_the_stack_must_go_down() -> None:
    p = situation(
        "phase: chinese-reinforcement\nturn: 4\n[Chinese]\n2523: 4-6-6.1, 4-6-6.2, 4-6-6.3"
    )
    assert stack(p, "2523") == ["1-3-3", "4-6-6", "4-6-6", "4-6-6"]
    # Somebody moves out ...
    clear = play(p.clone(), "select 4-6-6.1", "move 2524", "halt", "done")
    assert clear.current.key == "chinese-combat"
    # ... or somebody is eliminated (7.3).
    play(p, "done")
    assert offered(p, "eliminate") == {"4-6-6.1", "4-6-6.2", "4-6-6.3", "1-3-3.6"}


@rule("east-is-red", "17.45")
def test_there_are_six_militia_corps_and_no_more() -> None:
    # All six are on the map: nobody comes.
    six = "[Chinese]\n0527: 1-3-3, 1-3-3, 1-3-3\n0526: 1-3-3, 1-3-3, 1-3-3"
    p = situation("phase: chinese-reinforcement\nturn: 5\n" + six)
    assert mobilized(p) == ["0526"] * 3 + ["0527"] * 3
    # Two have been eliminated: the Chinese Player chooses two of the six cities.
    four = "[Chinese]\n0527: 1-3-3, 1-3-3, 1-3-3\n0526: 1-3-3"
    p = situation("phase: chinese-reinforcement\nturn: 5\n" + four)
    assert to_choose(p) == CHINESE
    assert offered(p, "mobilize") == set(CITIES)
    assert refused(p, "mobilize 0527").case == "17.4"
    play(p, "mobilize 2523")
    assert offered(p, "mobilize") == set(CITIES[:-1]), "one for each city"
    assert refused(p, "mobilize 2523").case == "17.4"
    play(p, "mobilize 0427")
    assert p.current.key == "chinese-initial-movement"
    assert mobilized(p) == sorted(["0427", "2523", "0526", "0527", "0527", "0527"])
    # As many counters as cities: no choice.
    held = four + "\n[Soviet]\n" + "\n".join(f"{hex_}: 1-2-9" for hex_ in CITIES[:4])
    p = situation("phase: chinese-reinforcement\nturn: 5\n" + held)
    assert {"2126", "2523"} <= set(mobilized(p))
    assert p.current.key == "chinese-initial-movement"


@rule("east-is-red", "17.4", "17.41")
def test_choosing_cities_leaves_out_those_that_are_lost() -> None:
    five = "[Chinese]\n0527: 1-3-3, 1-3-3, 1-3-3\n0526: 1-3-3, 1-3-3\n"
    p = situation(
        "phase: chinese-reinforcement\nturn: 5\n" + five + "[Soviet]\n2523: 1-2-9\n"
        "[markers]\ncontaminated: 0429"
    )
    assert offered(p, "mobilize") == {"0427", "1132", "1629", "2126"}
    assert refused(p, "mobilize 2523").case == "17.41"
    assert refused(p, "mobilize 0429").case == "15.22"


# 17.5 Korean intervention


def korea(turn: int, rest: str = "", phase: str = "chinese-reinforcement") -> War:
    return situation(f"phase: {phase}\nscenario: m30-full\noptions: 17.5\nturn: {turn}\n{rest}")


@rule("east-is-red", "17.5")
def test_both_north_korean_corps_appear_anywhere_in_their_country() -> None:
    p = korea(2)
    assert to_choose(p) == CHINESE
    assert offered(p, "intervene") == set(p.charts.grid.labels(p.charts.korea & p.charts.land))
    assert refused(p, "intervene 1632").case == "17.5"
    play(p, "intervene 1732")
    assert verbs(p) == {"intervene"}, "the second comes with the first"
    play(p, "intervene 2632")
    assert (where(p, "4-5-6.1"), where(p, "4-5-6.2")) == ("1732", "2632")
    assert p.koreans_in
    # They move as Chinese units do.
    play(p, "select 4-5-6.1")
    assert "1632" in offered(p, "move")


@rule("east-is-red", "17.5")
def test_they_come_from_turn_two_on_and_only_if_that_was_agreed() -> None:
    assert korea(1).current.key == "chinese-initial-movement" or "intervene" not in verbs(korea(1))
    p = play(korea(2), "wait")
    assert p.current.key == "chinese-initial-movement"
    assert "intervene" in verbs(korea(9)), "they may wait"
    p = situation("phase: chinese-reinforcement\nscenario: m30-full\nturn: 4\n")
    assert "intervene" not in verbs(p), "without the option"
    with pytest.raises(Unsuitable):
        TITLE.start("m1-full", ("17.5",))
    with pytest.raises(Unsuitable):
        TITLE.start("m1-current", ("17.5",))


@rule("east-is-red", "17.5")
def test_they_come_once() -> None:
    # One of the two has been eliminated since.
    p = korea(6, "[Chinese]\n1734: 4-5-6.1\n[markers]\nflags: koreans-in")
    assert "intervene" not in verbs(p)
    # So have both.
    p = korea(6, "[markers]\nflags: koreans-in")
    assert "intervene" not in verbs(p)


@rule("east-is-red", "17.5")
def test_nobody_enters_north_korea_before_they_are_there() -> None:
    # Khasan (2931) and Hunchun are next to North Korea.
    soviet = "[Soviet]\n2831: 3-7-9.1\n"
    p = korea(3, soviet, "soviet-initial-movement")
    play(p, "select 3-7-9.1")
    assert refused(p, "move 2832").case == "17.5"
    p = korea(3, soviet + "[markers]\nflags: koreans-in", "soviet-initial-movement")
    assert "2832" in offered(play(p, "select 3-7-9.1"), "move")
    # The same for the Chinese, even without the option.
    p = situation("phase: chinese-initial-movement\nturn: 3\n[Chinese]\n1632: 4-6-6.1")
    assert refused(play(p, "select 4-6-6.1"), "move 1732").case == "17.5"


@rule("east-is-red", "17.5")
def test_no_zone_of_control_reaches_into_north_korea_before() -> None:
    from stavka.titles.east_is_red.zones_of_control import controlled_by

    units = "[Soviet]\n2831: 3-7-9.1\n[Chinese]\n1632: 4-6-6.1\n"
    before = korea(3, units, "soviet-initial-movement")
    after = korea(3, units + "[markers]\nflags: koreans-in", "soviet-initial-movement")
    for side in (SOVIET, CHINESE):
        assert not controlled_by(before, side) & before.charts.korea
        assert controlled_by(after, side) & after.charts.korea


@rule("east-is-red", "17.5")
def test_they_trace_supply_to_pyongyang_or_as_the_chinese_do() -> None:
    flags = "[markers]\nflags: koreans-in"

    def unsupplied(units: str, unit: str, rest: str = "") -> bool:
        p = korea(6, f"[Chinese]\n{units}\n{rest}{flags}", "chinese-initial-movement")
        number = p.names.unit(unit)
        assert number is not None
        return bool(p.unsupplied >> number & 1)

    # 2035 is rough, three hexes from Pyongyang (1734) and far from China.
    assert not unsupplied("2035: 4-5-6.1", "4-5-6.1")
    assert unsupplied("2035: 4-6-6.1", "4-6-6.1"), "a Chinese army has nothing there"
    # 2433 is too far.
    assert unsupplied("2433: 4-5-6.1", "4-5-6.1")
    # Pyongyang taken, or in a Soviet zone: no supply from there.
    assert unsupplied("2035: 4-5-6.1", "4-5-6.1", "[Soviet]\n1734: 3-7-9\n")
    assert unsupplied("2035: 4-5-6.1", "4-5-6.1", "[Soviet]\n1733: 3-7-9\n")
    assert not unsupplied("2035: 4-5-6.1\n1734: 4-5-6.2", "4-5-6.1", "[Soviet]\n1733: 3-7-9\n")
    # In Manchuria they live on Chinese railways.
    assert not unsupplied("2124: 4-5-6.1", "4-5-6.1")


@rule("east-is-red", "17.5", "12.0")
def test_they_march_like_chinese_infantry() -> None:
    flags = "[markers]\nflags: koreans-in"
    p = korea(6, f"[Chinese]\n0419: 4-5-6.1\n{flags}", "chinese-initial-movement")
    assert cost_of(p, "4-5-6.1", "0420") == 1
