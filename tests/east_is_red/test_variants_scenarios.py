"""The variant article: the scenarios of the 1960s, 1970s and 1980s."""

from __future__ import annotations

from collections import Counter

import pytest

from stavka.engine import Choice, Unsuitable
from stavka.engine.position_file import BadPosition
from stavka.hexes import members
from stavka.titles.east_is_red.charts import CHINESE, SOVIET
from stavka.titles.east_is_red.position import IN_HAND, War
from stavka.titles.east_is_red.supply import has_supply
from stavka.titles.east_is_red.victory import end_game, points_of, standing
from tests.marks import rule

from .situations import (
    TITLE,
    events,
    offered,
    play,
    refused,
    situation,
    started,
    to_choose,
    verbs,
    where,
)
from .test_variants_soviet import at, idle_to, moving, unit

SEVENTIES = ("1970s-m1-current", "1970s-m1-full", "1970s-m30-current", "1970s-m30-full")
SIXTIES = ("1960s-m1", "1960s-m30")
EIGHTIES = ("1980s-m1", "1980s-m30")

SOVIET_KINDS = (
    *("7-4-9", "2-1-9", "4-6-9", "3-7-9", "1-2-9", "12-3-12", "2-2-6", "2-1-9a", "1-1-6", "0-1-9"),
    "0-1-1",
)
CHINESE_KINDS = ("5-3-6", "4-6-6", "4-4-5", "2-3-5", "0-1-6")
# As the article prints them.
SOVIET_FORCES = {
    "1970s-m1-current": (3, 0, 3, 9, 0, 2, 1, 2, 3, 1, 3),
    "1970s-m1-full": (3, 0, 3, 9, 0, 2, 1, 2, 3, 1, 3),
    "1970s-m30-current": (4, 0, 4, 11, 0, 3, 2, 3, 3, 2, 4),
    "1970s-m30-full": (4, 0, 4, 11, 0, 3, 2, 3, 3, 2, 4),
    "1960s-m1": (2, 3, 2, 7, 9, 1, 0, 1, 3, 2, 2),
    "1960s-m30": (4, 4, 4, 11, 11, 2, 0, 2, 3, 3, 3),
    "1980s-m1": (3, 0, 4, 7, 0, 2, 1, 3, 3, 2, 3),
    "1980s-m30": (4, 0, 5, 9, 0, 3, 1, 4, 3, 3, 4),
}
CHINESE_FORCES = {
    "1970s-m1-current": (2, 12, 0, 0, 1),
    "1970s-m1-full": (3, 16, 0, 0, 1),
    "1970s-m30-current": (2, 16, 0, 0, 1),
    "1970s-m30-full": (3, 20, 0, 1, 1),
    "1960s-m1": (1, 12, 4, 0, 0),
    "1960s-m30": (2, 16, 6, 0, 0),
    "1980s-m1": (3, 16, 0, 0, 1),
    "1980s-m30": (4, 20, 0, 1, 2),
}


def in_hand(p: War) -> Counter[str]:
    return Counter(p.charts.unit_type[u].key for u, hex_ in enumerate(p.where) if hex_ == IN_HAND)


@rule("east-is-red", "1970s.oob", "1960s.oob", "1980s.oob")
@pytest.mark.parametrize("scenario", SOVIET_FORCES)
def test_forces(scenario: str) -> None:
    p = started(scenario)
    forces = {
        SOVIET: dict(zip(SOVIET_KINDS, SOVIET_FORCES[scenario], strict=True)),
        CHINESE: dict(zip(CHINESE_KINDS, CHINESE_FORCES[scenario], strict=True)),
    }
    for _ in range(2):
        side = to_choose(p)
        assert in_hand(p) == {kind: count for kind, count in forces[side].items() if count}
        play(p, "recommended", "done")
    mines = 0 if scenario in SIXTIES else 8
    assert p.current.key == ("mine-laying" if mines else "chinese-initial-movement")
    if mines:
        play(p, "recommended")
        assert len(p.mines) == mines


@rule("east-is-red", "1960s.oob")
def test_the_1960s_have_no_demolitions() -> None:
    assert not {"mine-laying", "detonation"} & {phase.key for phase in started("1960s-m1").phases}
    assert "detonation" in {phase.key for phase in started("1980s-m1").phases}


@rule("east-is-red", "1970s.deployment", "1960s.deployment", "1980s.deployment")
@pytest.mark.parametrize("scenario", SOVIET_FORCES)
def test_the_recommended_set_up_could_be_placed_by_hand(scenario: str) -> None:
    p = started(scenario)
    for _ in range(2):
        side = to_choose(p)
        for line in p.charts.deployments[scenario]:
            if line.side != side:
                continue
            for _number in range(line.count):
                if p.frames[-1].memo.strength != line.strength:
                    play(p, f"place {line.strength}")
                play(p, f"at {p.label(line.hex)}")
        play(p, "done")
    assert p.turn in (0, 1)


def deploying(scenario: str, side: str) -> War:
    p = started(scenario)
    while to_choose(p) != side:
        play(p, "recommended", "done")
    return p


@rule("east-is-red", "1970s.deployment", "1980s.deployment")
@pytest.mark.parametrize(
    ("scenario", "distance", "case"),
    [
        ("1970s-m1-current", 6, "1970s.deployment"),
        ("1970s-m30-full", 6, "1970s.deployment"),
        ("1980s-m1", 3, "1980s.deployment"),
        ("1980s-m30", 6, "1980s.deployment"),
    ],
)
def test_missiles_stand_near_peking(scenario: str, distance: int, case: str) -> None:
    p = play(deploying(scenario, CHINESE), "place 0-1-6")
    near = p.charts.grid.disc(p.charts.peking, distance) & p.charts.china
    assert offered(p, "at") == set(p.charts.grid.labels(near))
    assert refused(p, "at 2523").case == case


@rule("east-is-red", "1970s.deployment")
def test_new_soviet_units_are_deployed_like_others() -> None:
    p = deploying("1970s-m1-current", SOVIET)
    expected = offered(play(p, "place 3-7-9"), "at")
    for kind in ("2-1-9a", "1-1-6", "0-1-9"):
        assert offered(play(p, f"place {kind}"), "at") == expected


@rule("east-is-red", "1960s.deployment")
def test_1960s_deployment() -> None:
    # Current readiness for the Soviets: on railways, apart from each other.
    p = play(deploying("1960s-m30", SOVIET), "place 3-7-9", "at 1610")
    assert refused(p, "at 1611").case == "17.21"
    # Four armies and the tanks near Peking in M+1, nobody in M+30.
    p = play(deploying("1960s-m1", CHINESE), "place 5-3-6")
    assert refused(p, "at 2523").case == "1960s.deployment"
    play(p, "at 0427", "place 4-6-6")
    for number in range(8):
        play(p, f"at {('2523', '2522', '2521')[number // 3]}")
    assert refused(p, "at 2520").case == "1960s.deployment", "the last four must stand near"
    p = play(deploying("1960s-m30", CHINESE), "place 5-3-6", "at 2523", "at 2523")
    play(p, "place 4-4-5", "at 3028")


@rule("east-is-red", "1980s.deployment")
def test_1980s_soviets_stand_ready() -> None:
    p = play(deploying("1980s-m1", SOVIET), "place 7-4-9", "at 1711", "at 1711", "at 1711")
    assert refused(play(p, "place 3-7-9"), "at 1711").case == "7.0"
    assert refused(p, "at 1410").case == "17.21", "Mongolia only in M+30"
    assert "1410" in offered(play(deploying("1980s-m30", SOVIET), "place 7-4-9"), "at")


@rule("east-is-red", "1960s.turn-order", "1980s.turn-order")
def test_who_deploys_first_and_who_moves_first() -> None:
    assert to_choose(started("1970s-m1-full")) == SOVIET
    assert to_choose(started("1980s-m1")) == to_choose(started("1980s-m30")) == CHINESE
    for scenario in SIXTIES:
        p = started(scenario)
        assert to_choose(p) == SOVIET
        play(p, "recommended", "done", "recommended", "done")
        assert (p.turn, p.current.key) == (1, "chinese-initial-movement")
        idle_to(p, 2, "soviet-initial-movement")
    p = play(started("1980s-m1"), "recommended", "done", "recommended", "done", "done", "done")
    assert (p.turn, p.current.key) == (1, "soviet-initial-movement")


# Reinforcements


def arrivals(scenario: str, side: str, turn: int) -> Counter[str]:
    """What appears in the reinforcement phase of a turn with nothing on the map."""
    phase = "soviet-reinforcement" if side == SOVIET else "chinese-reinforcement"
    p = moving("", "", scenario=scenario, phase=phase, turn=turn)
    found: Counter[str] = Counter()
    for hex_, stack in p.stacks.items():
        for u in members(stack):
            kind = p.charts.unit_type[u]
            if kind.side == side and kind.key != "1-3-3":
                found[f"{kind.key} {p.label(hex_)}"] += 1
    return found


@rule("east-is-red", "1970s.reinforcements")
@pytest.mark.parametrize("scenario", SEVENTIES)
def test_1970s_reinforcements(scenario: str) -> None:
    base = scenario.removeprefix("1970s-")
    extra = (
        Counter({"2-3-5 0132": 1, "5-3-6 0132": 1}) if scenario.endswith("m1-full") else Counter()
    )
    for turn in range(2, 11):
        assert arrivals(scenario, SOVIET, turn) == arrivals(base, SOVIET, turn)
        expected = arrivals(base, CHINESE, turn) + (extra if turn == 5 else Counter())
        assert arrivals(scenario, CHINESE, turn) == expected


@rule("east-is-red", "1960s.reinforcements")
def test_1960s_reinforcements() -> None:
    for scenario, base in zip(SIXTIES, ("m1-current", "m30-current"), strict=True):
        for turn in range(2, 11):
            assert arrivals(scenario, SOVIET, turn) == arrivals(base, SOVIET, turn)
            tanks = turn == 5 and scenario == "1960s-m1"
            expected = Counter({"4-6-6 0132": 1, "5-3-6 0132": int(tanks)})
            assert arrivals(scenario, CHINESE, turn) == +expected
    assert not arrivals("1960s-m1", CHINESE, 1)


@rule("east-is-red", "1960s.reinforcements")
def test_red_guards_rise_in_a_city_of_choice() -> None:
    p = moving("2523: 3-7-9.1", "", scenario="1960s-m1", phase="chinese-reinforcement", turn=2)
    assert offered(p, "rise") == {"0427", "0429", "1132", "1629", "2126"}
    assert refused(p, "rise 2523").case == "1960s.reinforcements"
    play(p, "rise 2126")
    assert where(p, "4-4-5.1") == "2126" and p.current.key == "chinese-initial-movement"
    p = moving(
        "", "", scenario="1960s-m1", phase="chinese-reinforcement", turn=2,
        markers="contaminated: 2126",
    )  # fmt: skip
    assert refused(p, "rise 2126").case == "15.22"
    early = moving("", "", scenario="1960s-m1", phase="chinese-reinforcement", turn=1)
    assert "rise" not in verbs(early)
    # Six counters are all there are.
    full = ", ".join(f"4-4-5.{n}" for n in range(1, 7))
    p = moving("", f"0618: {full}", scenario="1960s-m1", phase="chinese-reinforcement", turn=2)
    assert "rise" not in verbs(p)


def test_new_red_guards_wait_for_a_train() -> None:
    """1960s.reinforcements with 5.41: only units in the hexes of entry come by rail at once."""
    p = moving("", "", scenario="1960s-m1", phase="chinese-reinforcement", turn=2)
    play(p, "rise 2126", "select 4-4-5.1")
    assert refused(p, "entrain").case == "5.41"
    assert "entrain" in verbs(play(p, "select 4-6-6.1"))


@rule("east-is-red", "1980s.reinforcements")
def test_1980s_reinforcements() -> None:
    for scenario, base in zip(EIGHTIES, ("m1-full", "m30-full"), strict=True):
        for turn in range(2, 11):
            expected = arrivals(base, SOVIET, turn)
            if turn % 2 and turn >= 3:
                expected["0-1-20 0701"] = 2
            assert arrivals(scenario, SOVIET, turn) == expected
            more = {"2-3-5 0132": 1, "5-3-6 0132": 1, "0-1-6 0132": 1}
            extra = Counter(more if turn == 5 and scenario == "1980s-m1" else {})
            assert arrivals(scenario, CHINESE, turn) == arrivals(base, CHINESE, turn) + extra


# The 1960s


@rule("east-is-red", "1960s.special")
def test_the_soviets_have_no_stocks_and_the_chinese_two_turns_of_them() -> None:
    for scenario, soviet_supplied in (("1960s-m1", False), ("1970s-m1-current", True)):
        for turn in (1, 2, 3):
            p = moving(
                "0818: 3-7-9.1", "0910: 4-6-6.1, 5-3-6.1", scenario=scenario, turn=turn,
                phase="chinese-initial-movement",
            )  # fmt: skip
            there = at(p, "0910")
            assert has_supply(p, unit(p, "3-7-9.1"), at(p, "0818")) is soviet_supplied
            expected = scenario == "1960s-m1" and turn <= 2
            for name in ("4-6-6.1", "5-3-6.1"):
                assert has_supply(p, unit(p, name), there) is expected
                assert has_supply(p, unit(p, name), there, attack=True) is expected


def at_the_end(soviet: str, chinese: str, markers: str = "", options: str = "") -> War:
    return moving(
        soviet, chinese, scenario="1960s-m1", phase="chinese-second-movement", turn=10,
        markers=f"{markers}; flags: declines", options=options,
    )  # fmt: skip


OBJECTIVES = {
    "3131": 6, "3129": 2, "4023": 2, "4420": 2, "3116": 2, "1405": 2, "0106": 2, "0701": 5,
    "1101": 1, "2901": 1,
}  # fmt: skip


@rule("east-is-red", "1960s.victory")
@pytest.mark.parametrize(("label", "points"), OBJECTIVES.items())
def test_what_scores_for_the_chinese(label: str, points: int) -> None:
    p = at_the_end("", f"{label}: 4-6-6.1", f"destroyed: {' '.join(OBJECTIVES)}")
    assert points_of(p, CHINESE) == points
    assert points_of(at_the_end("", "0612: 4-6-6.1"), CHINESE) == 0


@rule("east-is-red", "1960s.victory")
@pytest.mark.parametrize("label", ["0427", "0429", "1629", "2126", "2523", "1132"])
def test_what_scores_for_the_soviets(label: str) -> None:
    # The industry round Dairen would bar the way.
    p = at_the_end(f"{label}: 3-7-9.1", "", "destroyed: 1032 1231 1232")
    assert points_of(p, SOVIET) == (5 if label == "0427" else 1)


@rule("east-is-red", "1960s.victory")
def test_a_hex_scores_only_with_a_free_line_to_a_source() -> None:
    around = ("0105", "0107", "0206", "0205")
    ring = "; ".join(f"{label}: 1-2-9" for label in around)
    assert points_of(at_the_end(ring, "0106: 4-6-6.1"), CHINESE) == 0
    assert points_of(at_the_end("0105: 1-2-9", "0106: 4-6-6.1"), CHINESE) == 2
    # Control blocks a line too, unless a friend is in the hex.
    gates = "0104: 1-2-9; 0204: 1-2-9; 0306: 1-2-9; 0308: 1-2-9; 0209: 1-2-9; 0109: 1-2-9"
    blocked = at_the_end(gates, "0106: 4-6-6.1")
    assert points_of(blocked, CHINESE) == 0
    way = "0107: 4-6-6; 0208: 4-6-6; 0307: 4-6-6; 0408: 4-6-6"
    assert points_of(at_the_end(gates, f"0106: 4-6-6.1; {way}"), CHINESE) == 2


@rule("east-is-red", "1960s.victory", "11.12")
def test_industry_is_a_source_while_its_strength_or_a_chinese_unit_holds_it() -> None:
    # A corps stands on 0132, the one source that is no industry.
    objectives = " ".join(OBJECTIVES)
    industry = " ".join(TITLE.charts.grid.labels(TITLE.charts.industry[CHINESE]))
    holders = {"": 2, "; 2524: 4-6-6.2": 2}
    for others, points in holders.items():
        p = at_the_end("0132: 3-7-9.1", f"0106: 4-6-6.1{others}", f"destroyed: {objectives}")
        assert points_of(p, CHINESE) == points, "industry stands"
    for others, points in {**holders, "": 0, "; 2525: 4-6-6.2": 0}.items():
        p = at_the_end(
            "0132: 3-7-9.1", f"0106: 4-6-6.1{others}", f"destroyed: {objectives} {industry}"
        )
        assert points_of(p, CHINESE) == points, "no industry stands"
    # The Soviets do not live on Chinese industry, nor on that of their own.
    p = at_the_end("0427: 3-7-9.1", "0701: 4-6-6.1; 3131: 4-6-6.2", f"destroyed: {objectives}")
    assert points_of(p, SOVIET) == 0


@rule("east-is-red", "1960s.victory")
@pytest.mark.parametrize(
    ("labels", "winner", "level"),
    [
        ("3131", SOVIET, "Victory"),
        ("3131 1101", CHINESE, "Marginal Victory"),
        ("3131 0701", CHINESE, "Marginal Victory"),
        ("3131 0701 1101", CHINESE, "Substantive Victory"),
        ("3131 0701 1101 2901 3129 4023", CHINESE, "Substantive Victory"),
        ("3131 0701 1101 2901 3129 4023 4420", CHINESE, "Decisive Victory"),
    ],
)
def test_the_levels_of_victory(labels: str, winner: str, level: str) -> None:
    units = "; ".join(f"{label}: 4-6-6" for label in labels.split())
    p = at_the_end("", units, f"destroyed: {' '.join(OBJECTIVES)}")
    end_game(p)
    assert p.ended is not None
    assert (p.ended.winner, p.ended.level, p.ended.case) == (winner, level, "1960s.victory")
    assert set(events(p, "ended_on_points")) == {(f"{winner} {level}", p.ended.reason)}
    assert not events(p, "ended"), "nobody counts industry"
    shown = p.view(SOVIET).present()
    assert shown.outcome is not None and shown.outcome.level == f"{winner} {level}"


@rule("east-is-red", "1960s.victory")
def test_soviet_points_are_taken_off() -> None:
    taken = f"destroyed: {' '.join(OBJECTIVES)}"
    alone = standing(at_the_end("", "0106: 4-6-6.1; 1101: 4-6-6.2", taken))
    both = standing(at_the_end("0427: 3-7-9.1", "0106: 4-6-6.1; 1101: 4-6-6.2", taken))
    assert (alone.score, both.score) == (3, 3 - 5)
    assert (both.winner, both.level) == (SOVIET, "Victory")


def test_the_article_s_scenarios_start_with_what_it_states_as_a_rule() -> None:
    """Ruling: no conjecture (US, RG elsewhere), nothing that needs an agreement (17.5, 19.0)."""
    stated = ("INT", "OMG", "ER", "IT", "GW", "SW.3")
    without = {"m1": (), "m30": ("ER",)}  # ER.1
    for scenario in (*SIXTIES, *SEVENTIES, *EIGHTIES):
        off = without[scenario.split("-")[1]] + (("IT",) if scenario in EIGHTIES else ())  # IT.2
        on = tuple(key for key in stated if key not in off)
        assert TITLE.start(scenario).options == on
        assert TITLE.start(scenario, ()).options == ()
    for scenario in ("m1-current", "m1-full", "m30-current", "m30-full"):
        assert TITLE.start(scenario).options == (), "the rulebook knows nothing of the article"


def test_a_strategic_strike_has_no_place_in_the_1960s() -> None:
    """19.0 demands a level of victory that the points do not know (ruling)."""
    for scenario in SIXTIES:
        with pytest.raises(Unsuitable, match=r"19\.0 does not fit .*decisive"):
            TITLE.start(scenario, ("19.0",))


@rule("east-is-red", "1980s.victory")
@pytest.mark.parametrize("scenario", (*SEVENTIES, *EIGHTIES))
def test_industry_decides_in_the_other_decades(scenario: str) -> None:
    cut = "0827: 3-7-9.1; 1029: 3-7-9.2; 0728: 3-7-9.3; 0726: 3-7-9.4"
    for soviet, winner in ((cut, SOVIET), ("0612: 3-7-9.1", CHINESE)):
        p = moving(soviet, "", scenario=scenario, turn=10)
        base = moving(soviet, "", scenario="m1-full", turn=10)
        assert standing(p)[:3] == standing(base)[:3]
        assert standing(p).winner == winner and standing(p).case == "18.1"


# Two Marine Divisions


def test_each_of_two_marine_divisions_lands_once() -> None:
    """5.5 with 1970s.oob: M+30 has two."""
    p = moving("3131: 2-2-6.1, 2-2-6.2", scenario="1970s-m30-full", phase="soviet-reinforcement")
    play(p, "select 2-2-6.1")
    # Not on industry, which they would have to attack.
    places = sorted(offered(p, "land") - set(p.charts.grid.labels(p.charts.industry[CHINESE])))
    play(p, f"land {places[0]}", "select 2-2-6.2", f"land {places[1]}")
    assert (where(p, "2-2-6.1"), where(p, "2-2-6.2")) == (places[0], places[1])
    for name, label in (("2-2-6.1", places[0]), ("2-2-6.2", places[1])):
        assert has_supply(p, unit(p, name), at(p, label))
    text = TITLE.write(p)
    assert f"landing: {places[0]}" in text and f"second landing: {places[1]}" in text
    idle_to(p, 3, "soviet-initial-movement")
    assert "land" not in verbs(play(p, "select 2-2-6.2"))
    assert refused(p, f"land {places[2]}").case == "5.53"


@rule("east-is-red", "5.51")
@pytest.mark.parametrize(
    ("away", "ready"),
    [((), {"2-2-6.1", "2-2-6.2"}), (("2-2-6.1",), {"2-2-6.2"}), (("2-2-6.2",), {"2-2-6.1"})],
)
def test_each_of_two_marine_divisions_must_begin_the_turn_in_vladivostok(
    away: tuple[str, ...], ready: set[str]
) -> None:
    both = ("2-2-6.1", "2-2-6.2")
    units = "; ".join(f"{'3130' if name in away else '3131'}: {name}" for name in both)
    p = moving(units, scenario="1970s-m30-full", phase="soviet-reinforcement")
    for name in both:
        number = unit(p, name)
        assert p.is_ready_to_land(number) == (name in ready)
        play(p, f"select {name}")
        assert ("land" in verbs(p)) == (name in ready)
        if name in away:
            # Whoever arrives too late does not land either.
            play(p, "move 3131")
            assert "land" not in verbs(p)


@rule("east-is-red", "5.53")
def test_each_of_two_marine_divisions_may_stay_or_sail() -> None:
    p = moving(
        "0829: 2-2-6.1, 2-2-6.2", "0729: 4-6-6.1, 4-6-6.2", scenario="1970s-m30-full",
        phase="chinese-combat", markers="landing: 0829; second landing: 0829; flags: declines",
        dice=[1],
    )  # fmt: skip
    play(p, "attack 0829", "all", "resolve 1-1", "stay")
    assert verbs(p) == {"return", "stay"}, "one division stays, the other is asked about too"
    play(p, "return")
    assert (where(p, "2-2-6.1"), where(p, "2-2-6.2")) == ("0829", "3131")
    assert to_choose(p) == "Chinese" and "to" in verbs(p)


@rule("east-is-red", "5.52")
def test_both_of_two_marine_divisions_attack_the_hex_in_which_they_landed() -> None:
    industry, clear = TITLE.charts.industry[CHINESE], TITLE.charts.landing
    label = TITLE.charts.grid.labels(industry & clear)[0]
    p = moving(
        f"{label}: 2-2-6.1, 2-2-6.2", scenario="1970s-m30-full", phase="soviet-combat",
        markers=f"landing: {label}; second landing: {label}",
    )  # fmt: skip
    play(p, f"attack {label}", "add 2-2-6.1")
    assert refused(p, "resolve 1-2").case == "5.52"
    assert "resolve" in verbs(play(p, "add 2-2-6.2"))


# Position files


FULL = """
scenario: 1980s-m1
options: INT OMG ER GW US
turn: 6
phase: soviet-combat
[Soviet]
0612: 7-4-9.1, 0-1-1.1, 0-1-9.1 (fired)
0812: 2-1-9a.1
[Chinese]
0829: 3-4-6.1
0427: 2-3-5.1, 0-1-6.1
[markers]
chinese contaminated: 1010
newly chinese contaminated: 1012
interdiction: 0618@2 0620@0
carrier interdiction: 0827@1
maneuver group: 7-4-9.1
emergency: corps air
nuclear turn: 4
carriers: interdiction
second landing: 0829
flags: emergency-called airborne-used guerrilla-warfare americans-in second-marine-ready
"""


def test_position_files_keep_what_the_article_adds() -> None:
    p = situation(FULL)
    written = TITLE.write(p)
    again = TITLE.read(written, p.dice.copy())
    again.decision()
    assert again.dump() == p.dump()
    for line in FULL.strip().splitlines():
        if ":" in line and "flags" not in line and not line.startswith(("0612", "options")):
            assert line in written
    shown = p.view(CHINESE).present()
    assert {m.hex for m in shown.markers if m.kind == "interdiction"} == {"0618", "0620", "0827"}
    assert {f.case for f in shown.facts} == {"GW.1", "ER.4", "US.2"}
    states = {u.id: u.states for u in shown.units}
    assert states["7-4-9.1"] == ("maneuver group",) and states["0-1-9.1"] == ("fired",)
    areas = TITLE.overlay(p, SOVIET, "interdiction")
    assert [len(area.hexes) for area in areas] == [7, 19]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("interdiction: 0618", "a hex and a radius"),
        ("maneuver group: 7-4-9.9", "no unit"),
        ("emergency: navy", "unknown group"),
        ("nuclear turn: soon", "a number from 0 to 10"),
        ("carriers: asleep", "should be one of"),
        ("flags: tired", "unknown flag"),
        ("submarines: 3131", "unknown marker"),
    ],
)
def test_wrong_position_files_are_refused(line: str, reason: str) -> None:
    with pytest.raises(BadPosition, match=reason):
        situation(f"scenario: 1980s-m1\nphase: soviet-combat\n[markers]\n{line}\n")


def test_markers_of_the_article_are_unknown_to_base_games() -> None:
    with pytest.raises(BadPosition, match="unknown marker"):
        situation("scenario: m1-full\nphase: soviet-combat\n[markers]\ncarriers: cover\n")


def test_previews_show_a_flight() -> None:
    p = play(moving("0612: 2-1-9a.1, 0-1-1.1"), "select 2-1-9a.1")
    shown = TITLE.preview(p, Choice("fly", "0618"))
    assert shown is not None and shown.result == "6 hexes by air"
    assert (shown.path[0], shown.path[-1], len(shown.path)) == ("0612", "0618", 7)


def test_previews_tell_how_far_a_zone_would_reach() -> None:
    p = moving("0612: 0-1-1.1", phase="soviet-interdiction", options="INT")
    shown = TITLE.preview(play(p, "interdict_from 0-1-1.1"), Choice("interdict", "0620"))
    assert shown is not None and shown.result == "zone of 1 round 0620"
