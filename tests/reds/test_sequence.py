"""5.0 Sequence of play, 6.1, 6.2 initiative, 7.0 activation."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from stavka.titles.reds.charts import FRONTS
from stavka.titles.reds.outline import PHASES
from stavka.titles.reds.position import CHIT, War
from stavka.titles.reds.sequence import (
    _begin_red_reinforcement,
    _begin_turn,
    _begin_white_reinforcement,
    _end_of_action,
)
from tests.marks import rule

from .situations import (
    HOLD,
    events,
    moves,
    number_of,
    offered,
    opening,
    play,
    refused,
    situation,
    stack,
    to_choose,
    verbs,
    where,
)


def phases(p: War) -> list[str]:
    return [str(facts[0]) for facts in events(p, "phase")]


def pool(p: War) -> set[str]:
    return {name for name, number in CHIT.items() if p.chits >> number & 1}


def play_on(p: War) -> None:
    """Makes the first choice that is offered."""
    decision = p.decision()
    assert decision is not None
    p.apply(decision.choices()[0])


# 5.1, 5.2


@rule("reds", "5.1")
def test_the_order_of_an_operational_turn() -> None:
    """An empty map: nothing to decide but the Red Train, the Fronts and the first chit."""
    p = situation("turn: 6\nphase: initiative\n", dice=(5, 2, 3, 3, 3, 3))
    while p.turn.key == "6":
        play_on(p)
    assert phases(p)[:12] == [
        "Initiative Determination Phase",
        "Random Event of the player without the initiative",
        "Random Event of the player with the initiative",
        "Makhno Allegiance Phase",
        "Strategic Movement of the player without the initiative",
        "Strategic Movement of the player with the initiative",
        "Red Train Step",
        "Command Step",
        "Chit Pool Step",
        "Activation Segments",
        "Removal of Done markers",
        "Initiative Determination Phase",
    ]


@rule("reds", "5.2")
def test_the_order_of_a_strategic_turn() -> None:
    p = situation("turn: C\nphase: victory\n[markers]\ngold: 4301 White\n")
    while p.turn.key == "C":
        play_on(p)
    assert phases(p)[:7] == [
        "Victory Check Phase",
        "Allied Withdrawal Phase",
        "White Reinforcement Step",
        "Red Reinforcement Step",
        "White Replacement Step",
        "Red Replacement Step",
        "Initiative Determination Phase",
    ]


@rule("reds", "5.1", "10.2", "20.10")
def test_no_strategic_movement_and_no_red_train_on_turn_1() -> None:
    p = situation("turn: 1\nphase: second-strategic\n[Red]\n2313: R-A05\n[White]\n4301: W-SIC\n")
    assert p.current.key == "command"
    later = situation("turn: 2\nphase: second-strategic\n[Red]\n2313: R-A05\n")
    assert (later.current.key, to_choose(later)) == ("second-strategic", "Red")


@rule("reds", "5.1", "5.2", "10.2", "16.1", "18.2")
@pytest.mark.parametrize(
    ("turn", "phase", "absent"),
    [
        ("1", "initiative", ("Makhno", "Strategic Movement", "Red Train")),
        ("4", "initiative", ("Makhno",)),
        ("A", "victory", ("Withdrawal",)),
    ],
)
def test_phases_that_do_not_exist_yet_are_not_announced(
    turn: str, phase: str, absent: tuple[str, ...]
) -> None:
    p = situation(f"turn: {turn}\nphase: {phase}\n", dice=(5, 2, 3, 3, 3, 3))
    while p.turn.key == turn:
        play_on(p)
    told = phases(p)[: phases(p).index("Victory Check Phase") if phase == "initiative" else 6]
    assert not [name for name in told if any(word in name for word in absent)]


@rule("reds", "5.1")
def test_done_markers_go_at_the_end_of_the_action_phase() -> None:
    p = situation("turn: 2\nphase: end\n[Red]\n2313: R-A05 (done)\n")
    assert not p.done


# 6.1, 6.2


@rule("reds", "6.1")
@pytest.mark.parametrize(
    ("dice", "leader", "winner"),
    [
        ((5, 2), "", "White"),
        ((2, 5), "", "Red"),
        ((3, 3, 6, 1), "", "White"),
        ((4, 4, 1, 2), "", "Red"),
        # The leader of the Field Staff: 4 against 4 + 1, and a tie of 4 against 3 + 1.
        ((4, 4), "leaders: Frunze@Field-Staff", "Red"),
        ((4, 3, 6, 2), "leaders: Frunze@Field-Staff", "White"),
        ((4, 4, 6, 2), "leaders: Frunze@East", "White"),
    ],
)
def test_initiative(dice: tuple[int, ...], leader: str, winner: str) -> None:
    p = situation(f"turn: 2\nphase: initiative\n[markers]\n{leader}\n", dice=dice)
    assert p.initiative == winner
    if leader == "leaders: Frunze@East" or "4, 4, 1" in str(dice):
        assert len(events(p, "initiative")) == 1, "ties are rolled again"


@rule("reds", "6.1")
def test_white_has_the_initiative_on_turn_1_without_a_roll() -> None:
    p = opening(dice=(6, 3, 3, 3, 3))
    assert p.initiative == "White"
    assert events(p, "initiative") == []


@rule("reds", "6.2", "6.3")
@pytest.mark.parametrize(
    ("dice", "order"), [((6, 1), ["Red", "White"]), ((1, 6), ["White", "Red"])]
)
def test_the_player_without_the_initiative_rolls_his_event_first(
    dice: tuple[int, int], order: list[str]
) -> None:
    # A 2 and a 2 for Red is an aircraft, for White Freikorps, which is not possible yet.
    p = situation("turn: 2\nphase: initiative\n", dice=(*dice, 2, 2, 2, 2))
    assert [facts[0] for facts in events(p, "event")] == order


@rule("reds", "6.2", "5.1")
@pytest.mark.parametrize("initiative", ["White", "Red"])
def test_the_player_without_the_initiative_moves_strategically_first(initiative: str) -> None:
    p = situation(
        f"turn: 2\nphase: second-strategic\ninitiative: {initiative}\n"
        "[Red]\n2313: R-A05\n[White]\n4301: W-SIC\n3705: W-SD1\n"
    )
    first = to_choose(p)
    assert first != initiative
    play(p, "done")
    assert to_choose(p) == initiative


# 7.2-7.8 The chits


@rule("reds", "7.7", "7.4")
def test_red_chooses_two_fronts_besides_those_with_leaders() -> None:
    p = situation("turn: 2\nphase: command\n[markers]\nleaders: Frunze@East, Egorov@Field-Staff\n")
    assert to_choose(p) == "Red"
    fronts = {"North", "West", "Southwest", "South", "Central-Asia"}
    assert offered(p, "front") == fronts, "the East has a leader and comes for nothing"
    play(p, "front South")
    assert offered(p, "front") == fronts - {"South"}
    play(p, "front North")
    assert {"East", "South", "North", "Field-Staff", "Logistics"} < pool(p)
    assert not {"West", "Southwest", "Central-Asia"} & pool(p)


@rule("reds", "7.5")
@pytest.mark.parametrize(
    ("turn", "chits"),
    [
        ("4", {"AFSR", "AIF", "Siberian", "Islamic-North"}),
        ("5", {"AFSR", "AIF", "Siberian", "Islamic-North", "Northwest", "Poles"}),
    ],
)
def test_white_chits_by_turn(turn: str, chits: set[str]) -> None:
    p = situation(f"turn: {turn}\nphase: command\n")
    assert {c for c in pool(p) if p.charts.chits[c].side == "White"} == chits


@rule("reds", "7.6")
@pytest.mark.parametrize(
    ("markers", "gone"),
    [
        ("withdrawals: 1", set()),
        ("withdrawals: 2", {"AIF"}),
        ("poland: war", set()),
        ("poland: conquered", {"Poles"}),
        ("poland: peace", {"Poles"}),
    ],
)
def test_white_chits_that_are_removed(markers: str, gone: set[str]) -> None:
    """The map is empty: no chit goes just because its units have."""
    p = situation(f"turn: 8\nphase: command\n[markers]\n{markers}\n")
    everything = {"AFSR", "AIF", "Siberian", "Islamic-North", "Northwest", "Poles"}
    assert {c for c in pool(p) if p.charts.chits[c].side == "White"} == everything - gone


@rule("reds", "7.8", "6.2")
def test_the_player_with_the_initiative_picks_the_first_chit() -> None:
    p = situation("turn: 2\nphase: command\ninitiative: White\n[White]\n3705: W-SD1\n")
    play(p, "front East", "front South")
    assert to_choose(p) == "White"
    assert offered(p, "first") == {"AFSR", "AIF", "Siberian", "Islamic-North"}
    play(p, "first Siberian")
    assert "Siberian" not in pool(p)
    assert pool(p) == {
        *("AFSR", "AIF", "Islamic-North", "East", "South", "Field-Staff"),
        "Logistics",
    }
    assert offered(p, "select") == {"W-SD1"}


@rule("reds", "7.8")
def test_red_with_the_initiative_picks_one_of_his_own() -> None:
    p = situation("turn: 2\nphase: command\ninitiative: Red\n[Red]\n2813: R-A01\n")
    play(p, "front East", "front South")
    assert to_choose(p) == "Red"
    assert offered(p, "first") == {"East", "South", "Field-Staff"}


@rule("reds", "7.9")
def test_chits_are_drawn_at_random_until_none_is_left() -> None:
    units = "[Red]\n2813: R-A01\n[White]\n3705: W-SD1\n2921: W-DON1\n"
    text = f"turn: 2\nphase: activation\n{units}[markers]\npool: AFSR Siberian East\n"
    drawn = []
    for die in (1, 2, 3):
        # The pool lists the Fronts first: East, AFSR, Siberian.
        p = situation(text, dice=(die, 1, 1))
        drawn.append(events(p, "chit")[0][0])
        while p.current.key == "activation":
            play(p, "done")
        assert {facts[0] for facts in events(p, "chit")} == {"East", "AFSR", "Siberian"}
    assert drawn == ["East", "AFSR", "Siberian"]


# 7.1, 7.10-7.12 What activation does


ARMIES = (
    "[Red]\n2813: R-A01\n2618: R-A08\n2210: R-A06\n1716: R-A07\n5412: R-TUR\n2117: R-A14\n"
    "[White]\n3705: W-SD1\n2825: W-VOL\n1201: W-AIM\n1904: W-NOR\n4922: W-TRC\n"
)


@rule("reds", "7.1", "7.2", "7.3", "7.10")
@pytest.mark.parametrize(
    ("chit", "active"),
    [
        ("East", {"R-A01"}),
        ("South", {"R-A08"}),
        ("North", {"R-A06"}),
        ("West", {"R-A07", "R-A14"}),
        ("Central-Asia", {"R-TUR"}),
        ("Siberian", {"W-SD1"}),
        ("AFSR", {"W-VOL"}),
        ("AIF", {"W-AIM"}),
        ("Islamic-North", {"W-NOR", "W-TRC"}),
    ],
)
def test_a_chit_activates_its_units_and_nobody_else(chit: str, active: set[str]) -> None:
    p = situation(f"turn: 3\nphase: activation\nchit: {chit}\n{ARMIES}")
    assert offered(p, "select") == active
    assert to_choose(p) == p.charts.chits[chit].side


@rule("reds", "7.10")
def test_active_units_move_and_then_attack() -> None:
    p = situation(
        "turn: 3\nphase: activation\nchit: East\n[Red]\n2813: R-A01, R-KON1\n[White]\n3012: W-KOM\n"
        + HOLD
    )
    assert "attack" not in verbs(p)
    play(p, "select R-A01", "move 2912", "done")
    assert "select" not in verbs(p), "movement is over"
    assert offered(p, "attack") == {"3012"}


@rule("reds", "7.10", "10.9")
def test_units_that_are_done_are_not_activated() -> None:
    p = situation(
        "turn: 3\nphase: activation\nchit: East\n[Red]\n2813: R-A01 (done)\n2811: R-A05\n"
        "[White]\n2914: W-CZ2\n"
    )
    assert offered(p, "select") == {"R-A05"}
    play(p, "done")
    assert offered(p, "attack") == set(), "1 Army stands beside the Czechs but is Done"


@rule("reds", "7.11")
def test_the_field_staff_activates_a_front_that_has_not_been_active() -> None:
    p = situation(
        "turn: 3\nphase: activation\nchit: Field-Staff\n[Red]\n2813: R-A01\n2618: R-A08\n"
        "[markers]\nfronts: South\npool: East\n",
        dice=(1,),
    )
    assert to_choose(p) == "Red"
    assert offered(p, "front") == {"North", "West", "Southwest", "East", "Central-Asia"}
    play(p, "front East")
    assert offered(p, "select") == {"R-A01"}
    play(p, "done")
    assert events(p, "set_aside") == [("East",)], "its own chit does not activate it again"
    assert p.turn.key == "4"


@rule("reds", "7.11")
def test_the_field_staff_may_leave_a_front_to_its_own_chit() -> None:
    p = situation(
        "turn: 3\nphase: activation\nchit: Field-Staff\n[Red]\n2813: R-A01\n[markers]\npool: East\n"
    )
    play(p, "decline")
    assert offered(p, "select") == {"R-A01"}
    assert not events(p, "set_aside")


@rule("reds", "7.12", "12.2")
def test_the_logistics_chit_brings_supply_and_rally_first_for_white() -> None:
    p = situation(
        "turn: 3\nphase: activation\nchit: Logistics\n"
        "[Red]\n2313: R-A05 (disordered)\n1611: R-G03\n"
        "[White]\n2825: W-VOL (disordered)\n4301: W-SG2\n" + HOLD,
        dice=(1, 1),
    )
    assert to_choose(p) == "White"
    play(p, "rally")
    assert to_choose(p) == "Red"
    assert [facts[0] for facts in events(p, "rallied")] == [number_of(p, "W-VOL")]
    play(p, "rally")
    assert len(events(p, "rallied")) == 2


@rule("reds", "21.2")
def test_two_white_activations_on_turn_1() -> None:
    p = opening(options=("21.2",), dice=(6, 3, 3, 6, 6))
    while "first" not in verbs(p):
        play_on(p)
    play(p, "first AFSR")
    while "first" not in verbs(p):
        play(p, "done")
    assert to_choose(p) == "White"
    assert "AFSR" not in offered(p, "first")
    assert p.current.key in ("chit-pool", "activation")


@rule("reds", "21.2")
@pytest.mark.parametrize(("turn", "options"), [("1", ""), ("2", "21.2")])
def test_only_one_first_activation_otherwise(turn: str, options: str) -> None:
    p = situation(
        f"turn: {turn}\noptions: {options}\nphase: command\n[White]\n3705: W-SD1\n2825: W-VOL\n"
    )
    play(p, "front East", "front South", "first AFSR", "done")
    assert "first" not in verbs(p)


@rule("reds", "21.3")
@pytest.mark.parametrize(
    ("turn", "options", "asked"), [("A", "", True), ("A", "21.3", False), ("B", "21.3", True)]
)
def test_no_replacements_on_turn_a(turn: str, options: str, asked: bool) -> None:
    units = "[Red]\ndead: R-A11\n2313: R-LAT\n"
    p = situation(f"turn: {turn}\noptions: {options}\nphase: red-replacement\n{units}")
    assert ("replace" in verbs(p)) is asked
    assert where(p, "R-A11") == "dead"
    assert stack(p, "2313") == {"R-LAT"}


@rule("reds", "9.2")
def test_both_players_see_every_stack() -> None:
    p = opening()
    red, white = (p.view(side).present() for side in ("Red", "White"))
    assert red.units == white.units
    assert {u.id for u in red.units if u.hex == "2825"} == {"W-KOR", "W-MAR", "W-DRO"}


def test_a_choice_that_is_not_offered_changes_nothing() -> None:
    p = situation(f"turn: 3\nphase: activation\nchit: East\n{ARMIES}")
    refused(p, "select W-SD1")
    assert moves(p, "R-A01")


@rule("reds", "5.1", "7.9", "10.4", "10.9")
def test_what_was_done_before_does_not_count_in_the_next_step_or_turn() -> None:
    p = situation("turn: 3\nphase: activation\nchit: East\n[Red]\n2911: R-A05\n" + HOLD)
    unit = 1 << number_of(p, "R-A05")
    assert p.active == unit
    p.moved = p.fought = p.retreated = p.unsupplied = unit
    p.attacked = 1 << p.charts.grid.hex("2912")
    p.forget_decision()
    while "done" in verbs(p):
        play(p, "done")
    assert "decline" in verbs(p), "the next chit"
    assert (p.active, p.moved, p.fought, p.retreated, p.unsupplied, p.attacked) == (0,) * 6
    # A new turn.
    p = situation("turn: 3\nphase: end\n[Red]\n2313: R-A05\n[White]\nused: W-AIR1\n")
    p.aif_offensive = p.semenov = p.gold_moved = True
    p.rail_used, p.sea_used, p.event_rolls = (1,) * 3, (1,) * 4, (3, 4)
    p.done = p.acted = unit
    p.forget_decision()
    for _ in range(99):
        if p.current.key == "second-strategic":
            break
        here = verbs(p)
        idle = next((v for v in ("done", "pass_turn", "pass", "wait", "stay") if v in here), "")
        decision = p.decision()
        assert decision is not None
        play(p, idle or str(decision.choices()[0]))
    assert (p.aif_offensive, p.semenov, p.gold_moved) == (False,) * 3
    assert (p.done, p.acted) == (0, 0)
    assert (p.rail_used, p.sea_used) == ((0,) * 3, (0,) * 4)
    assert where(p, "W-AIR1") == "ready"


@rule("reds", "3.3", "5.1")
def test_the_first_turn_begins_with_its_first_phase() -> None:
    p = opening()
    assert len(events(p, "turn")) == 1
    assert phases(p)[0] == PHASES["operational"][0].name


@rule("reds", "7.4", "20.9")
@pytest.mark.parametrize("front", FRONTS)
def test_every_front_with_a_leader_has_a_chit(front: str) -> None:
    text = "turn: 3\nphase: command\n[Red]\n2313: R-A05\n"
    led = situation(f"{text}[markers]\nleaders: Frunze@{front.replace(' ', '-')}\n")
    assert led.chits & ~situation(text).chits == 1 << FRONTS.index(front)


@rule("reds", "3.4", "13.2", "14.1")
@pytest.mark.parametrize("begin", [_begin_white_reinforcement, _begin_red_reinforcement])
def test_only_turn_b_opens_the_occupied_lands(begin: Callable[[War], None]) -> None:
    p = situation("turn: A\nphase: victory\n[Red]\n2313: R-A05\n")
    before = (p.great_war, p.unclaimed, p.white_held)
    begin(p)
    assert (p.great_war, p.unclaimed, p.white_held) == before


@rule("reds", "5.1", "10.9", "7.11")
def test_the_end_of_the_action_phase_takes_all_its_marks() -> None:
    p = situation("turn: 8\nphase: command\n[Red]\n2313: R-A05, R-TR1\n")
    p.done = p.acted = p.fronts = 3
    p.segment = 2
    _end_of_action(p)
    assert (p.done, p.acted, p.fronts, p.segment) == (0, 0, 0, -1)


@rule("reds", "6.3")
def test_a_new_turn_knows_of_no_roll() -> None:
    p = situation("turn: 8\nphase: command\n[Red]\n2313: R-A05\n")
    p.event_rolls = (5, 6)
    _begin_turn(p)
    assert p.event_rolls == (0, 0)


@rule("reds", "7.11")
def test_the_field_staff_has_nothing_to_choose_when_every_front_has_been_active() -> None:
    text = "turn: 8\nphase: activation\nchit: Field-Staff\n[Red]\n2313: R-A05\n"
    text += "[White]\n2825: W-VOL\n[markers]\npool: AFSR\nfronts: {}\n"
    fronts = "North, West, Southwest, South, East"
    assert "front" in verbs(situation(text.format(fronts)))
    p = situation(text.format(f"{fronts}, Central-Asia"))
    assert "decline" not in verbs(p)
    assert p.segment == CHIT["AFSR"]


@rule("reds", "13.2", "14.1")
def test_the_ports_of_turn_b_are_open_to_reinforcements_at_once() -> None:
    """Everybody who would come to a printed hex is gone, and the Kuban is Red."""
    gone = (
        "gone: W-AIS, W-AIB, W-AIO, W-NW1, W-EST, W-VDG, W-KUB1, W-KUB2, W-NF-BA, W-NF-BL, "
        "W-NF-CA, W-SD3, W-SIA, W-WES, W-NOR\n"
    )
    p = situation(
        f"turn: B\nphase: withdrawal\n[White]\n{gone}[Red]\n2313: R-A05\n"
        "[markers]\nwithdrawals: 2\nred: 2825 2924 2921 3524 3223\n"
    )
    assert offered(p, "place") == {"1312"}


@rule("reds", "10.2")
def test_a_strategic_step_begins_with_nobody_moved() -> None:
    p = situation("turn: 3\nphase: makhno\ninitiative: White\n[Red]\n2313: R-A05 (moved)\n")
    assert offered(p, "select") == {"R-A05"}


@rule("reds", "7.8", "7.9")
def test_who_has_no_chit_picks_none() -> None:
    p = situation(
        "turn: 3\nphase: chit-pool\ninitiative: Red\n[White]\n4301: W-SIC\n[Red]\n2313: R-A05\n"
        "[markers]\npool: Siberian\n"
    )
    assert p.segment == CHIT["Siberian"]
    assert to_choose(p) == "White"
