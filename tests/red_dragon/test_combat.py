"""12.0 Combat: who attacks whom, at which odds."""

from __future__ import annotations

import pytest

from stavka.titles.red_dragon.combat import concentric
from stavka.titles.red_dragon.position import EDGE, War

from ..marks import rule
from .fights import A, B, Battle, C, D, E, F, X, battle, battles, gmd_attacks, pla_attacks, shift
from .situations import CUT_OFF, offered, place_of, play, refused, set_up, to_choose, verbs


def shifts(p: War) -> int:
    return shift(battle(p), p.charts.columns)


# 12.1 Restrictions


@rule("red-dragon", "12.0", "12.1", "12.1.1")
def test_units_attack_neighbours() -> None:
    p = pla_attacks(f"{X}: 72-corps; 1513: 5-corps; 1513: 70-corps", f"{A}: ecfa-1; 2013: ecfa-3")
    assert to_choose(p) == "PLA"
    assert offered(p, "attack") == {X}
    assert refused(p, "attack 1513").case == "12.1.1"
    assert refused(p, f"attack {B}").case == "12.1.1"
    play(p, f"attack {X}")
    assert offered(p, "add") == {"ecfa-1"}
    assert refused(p, "add ecfa-3").case == "12.1.1"


@rule("red-dragon", "12.1.1", "11.1.7")
def test_nobody_attacks_across_a_prohibited_hexside() -> None:
    p = pla_attacks("1614: 72-corps", "1714: ecfa-1; 1713: ecfa-3")
    play(p, "attack 1614")
    assert offered(p, "add") == {"ecfa-3"}


@rule("red-dragon", "12.1.2")
def test_attacks_are_voluntary() -> None:
    p = pla_attacks(f"{X}: 72-corps", f"{A}: ecfa-1")
    assert "done" in verbs(p)
    play(p, f"attack {X}", "add ecfa-1", "cancel", "done")
    assert battles(p) == []
    assert p.current.key != "pla-combat"


@rule("red-dragon", "12.1.3", "12.1.4", "12.1.8")
def test_every_unit_and_every_hex_once_in_a_phase() -> None:
    p = pla_attacks(
        f"{X}: 72-corps; {B}: 115-corps",
        f"{A}: ecfa-1, lg; {F}: ecfa-3",
        f"attack {X}",
        "add ecfa-1",
        "resolve",
        dice=[3],  # 6 to 4: no effect
    )
    assert battle(p).result == "NE"
    # 12.1.8: the hex has been attacked; 12.1.4: the other unit of the stack attacks elsewhere.
    assert offered(p, "attack") == {B}
    assert refused(p, f"attack {X}").case == "12.1.8"
    play(p, f"attack {B}")
    assert offered(p, "add") == {"lg"}
    assert refused(p, "add ecfa-1").case == "12.1.3"


@rule("red-dragon", "12.1.6")
def test_all_defenders_of_a_hex_are_attacked_together() -> None:
    p = pla_attacks(
        f"{X}: 72-corps, 148-div, xuzhou-garrison",
        f"{A}: ecfa-1, ecfa-3",
        f"attack {X}",
        "all",
        "resolve",
        dice=[3],
    )
    assert battle(p).defenders == {"72-corps", "148-div", "xuzhou-garrison"}
    assert (battle(p).attack, battle(p).defence) == (12, 4 + 2 + 2)


@rule("red-dragon", "12.1.7")
def test_an_attack_has_one_target() -> None:
    p = pla_attacks(f"{X}: 72-corps; {B}: 115-corps", f"{A}: ecfa-1, ecfa-3", f"attack {X}")
    assert "attack" not in verbs(p)
    play(p, "add ecfa-1")
    assert "attack" not in verbs(p)


@rule("red-dragon", "12.1.9")
def test_factors_in_parentheses_only_defend() -> None:
    p = gmd_attacks(f"{X}: xuzhou-garrison, xbs-artillery-1; {C}: 72-corps", f"{B}: ecfa-1")
    play(p, f"attack {B}")
    assert offered(p, "add") == {"72-corps"}
    assert refused(p, "add xuzhou-garrison").case == "12.1.9"
    assert refused(p, "add xbs-artillery-1").case == "13.1.1", "no infantry with it"
    # Militia and guerrillas do not attack either.
    p = pla_attacks(f"{X}: 72-corps", f"{C}: guerrilla-1; 1411: militia-1")
    assert p.current.key != "pla-combat", "there was nothing to ask"


@rule("red-dragon", "12.1.5", "4.1", "4.1.1")
def test_field_armies_attack_apart_but_the_parts_of_one_together() -> None:
    p = pla_attacks(f"{X}: 72-corps", f"{A}: ecfa-1; {B}: cpfa-1", f"attack {X}", "add ecfa-1")
    assert offered(p, "add") == set()
    assert refused(p, "add cpfa-1").case == "4.1"
    # Shantung and Subei do not stack, but 4.1.1b speaks of stacking alone.
    p = pla_attacks(f"{X}: 72-corps", f"{A}: ecfa-7; {B}: ecfa-2", f"attack {X}", "add ecfa-7")
    assert offered(p, "add") == {"ecfa-2"}


@rule("red-dragon", "12.1.5", "4.2.2", "4.2.3", "4.2.4", "4.2.5", "4.3.2", "4.4.3")
@pytest.mark.parametrize(
    ("one", "other", "turn", "together"),
    [
        ("5-corps", "70-corps", 2, True),
        ("5-corps", "72-corps", 2, True),
        ("5-corps", "25-corps", 2, False),
        ("99-corps", "1-tank-bn-2", 2, True),
        ("10-corps", "1-tank-bn-2", 2, True),
        ("10-corps", "99-corps", 2, False),
        ("59-corps", "72-corps", 2, False),
        ("59-corps", "72-corps", 3, True),
        ("107-corps", "99-corps", 2, False),
        ("107-corps", "99-corps", 3, True),
    ],
)
def test_gmd_commands_attack_as_they_stack(one: str, other: str, turn: int, together: bool) -> None:
    p = gmd_attacks(f"{A}: {one}; {B}: {other}", f"{X}: ecfa-1", turn=turn)
    play(p, f"attack {X}", f"add {one}")
    assert (other in offered(p, "add")) is together
    if not together:
        assert refused(p, f"add {other}").case.startswith("4.")


# 12.2 Concentric attacks


@rule("red-dragon", "12.2", "12.2.1")
@pytest.mark.parametrize(
    ("hexes", "is_concentric"),
    [
        # The diagram of the rulebook.
        ((A, D), True),
        ((A, C, E), True),
        ((A, B, F), False),
        # And the rest.
        ((A,), False),
        ((A, B), False),
        ((A, C), False),
        ((B, D, F), True),
        ((A, B, C), False),
        ((A, B, D), True),
        ((A, B, C, D), True),
        ((A, B, E, F), True),
        ((A, B, C, D, E, F), True),
    ],
)
def test_when_an_attack_is_concentric(hexes: tuple[str, ...], is_concentric: bool) -> None:
    p = set_up("pla-combat", gmd=f"{X}: 72-corps", pla=f"{A}: ecfa-1")
    grid = p.charts.grid
    assert concentric(p, grid.hex(X), grid.set(hexes)) is is_concentric


CORPS = {A: "ecfa-1", B: "ecfa-3", C: "ecfa-4", D: "ecfa-6", E: "ecfa-8", F: "ecfa-9"}


@rule("red-dragon", "12.2.1", "12.2.2")
@pytest.mark.parametrize(
    ("hexes", "columns"), [((A, D), 1), ((A, C, E), 1), ((A, B, F), 0), ((A, B), 0)]
)
def test_a_concentric_attack_shifts_one_column(hexes: tuple[str, ...], columns: int) -> None:
    pla = "; ".join(f"{hex_}: {CORPS[hex_]}" for hex_ in hexes)
    p = pla_attacks(
        f"{X}: 5-corps, 70-corps, 1-tank-bn-1",
        pla,
        f"attack {X}",
        "all",
        "resolve",
        dice=[4, *[1] * 20],
    )
    assert shifts(p) == columns


@rule("red-dragon", "12.2.1")
def test_only_hexes_from_which_units_attack_count() -> None:
    # A corps stands opposite, but takes no part; guns that only support do not count either.
    p = pla_attacks(
        f"{X}: 5-corps, 70-corps",
        f"{A}: ecfa-1; {D}: ecfa-6, 1st",
        f"attack {X}",
        "add ecfa-1",
        "add 1st",
        "resolve",
        dice=[1, 6, *[1] * 9],
    )
    assert battle(p).attackers == {"ecfa-1", "1st"}
    assert shifts(p) == 0


@rule("red-dragon", "12.2.2")
def test_the_gmd_attacks_concentrically_as_well() -> None:
    p = gmd_attacks(
        f"{A}: 5-corps; {D}: 70-corps",
        f"{X}: ecfa-1, ecfa-3",
        f"attack {X}",
        "all",
        "resolve",
        dice=[3],
    )
    assert shifts(p) == 1


# 12.3 Procedure


@rule("red-dragon", "12.3", "12.3.1", "12.3.3")
@pytest.mark.parametrize(
    ("attackers", "defenders", "column"),
    [
        # The example of 12.3.3: 7 against 2.
        ("ecfa-9", "148-div", "3:1"),
        # 16 against 10 is 3:2: 7 + 6 + 3 against 5 + 5.
        ("ecfa-9, ecfa-1; B: lzn", "70-corps, 74-corps", "3:2"),
        ("ecfa-1", "5-corps", "2:3"),  # 6 to 7
        ("ecfa-9", "5-corps", "1:1"),  # 7 to 7
        ("lzn", "5-corps", "1:3"),  # 3 to 7
        ("jl1", "5-corps", "1:3"),  # 1 to 7 is no worse
        ("cpfa-4", "5-corps, 70-corps", "1:2"),  # 6 to 12
        ("ecfa-9, ecfa-1", "238-div", "6:1"),  # 13 to 1 is no better
        ("ecfa-9, ecfa-1", "148-div", "6:1"),  # 13 to 2
        ("ecfa-4", "238-div", "5:1"),
        ("ecfa-1", "115-corps", "3:1"),
        ("ecfa-4", "115-corps", "2:1"),  # 5 to 2
        ("cpfa-1", "238-div", "4:1"),
    ],
)
def test_odds_are_rounded_down_to_a_column(attackers: str, defenders: str, column: str) -> None:
    pla = f"{A}: {attackers}".replace("B:", f"{B}:")
    p = pla_attacks(f"{X}: {defenders}", pla, f"attack {X}")
    play(p, "all") if "all" in verbs(p) else play(p, f"add {attackers}")
    play(p, "resolve")
    assert battle(p).raw == battle(p).column == column


@rule("red-dragon", "12.3.2", "7.4.2", "7.4")
def test_out_of_supply_totals_are_halved_rounded_up() -> None:
    # 5 + 4 = 9 without supply are 5; the attackers are in supply.
    p = pla_attacks(
        f"{X}: 70-corps, 72-corps",
        f"{A}: ecfa-1",
        f"attack {X}",
        "add ecfa-1",
        "resolve",
        markers=CUT_OFF,
        dice=[3],
    )
    assert (battle(p).attack, battle(p).defence) == (6, 5)
    # PLA attackers without supply, of two kinds: 3 + 6 = 9, halved once is 5.
    ring = "1119: 72-corps; 1219: 25-corps"
    p = pla_attacks(ring, "1120: lzn, ecfa-1", "attack 1119", "all", "resolve", dice=[6] * 9)
    assert battle(p).attack == 5


@rule("red-dragon", "7.4.2", "7.1.1")
def test_only_what_is_out_of_supply_is_halved() -> None:
    # 5 Corps attacks out of supply, 72 Corps on the air supply marker beside it.
    p = gmd_attacks(
        f"{A}: 72-corps, air-supply; {B}: 5-corps",
        f"{X}: ecfa-1",
        f"attack {X}",
        "all",
        "resolve",
        markers=CUT_OFF,
        dice=[3] * 9,
    )
    assert battle(p).attack == 4 + 4  # 7 halved is 4


@rule("red-dragon", "12.3.4")
@pytest.mark.parametrize(
    ("hex_", "from_", "columns"),
    [
        ("1411", "1511", -1),  # a minor city
        ("1809", "1909", -2),  # a major city
        ("1003", "1004", -1),  # a marsh
        ("1510", "1610", 0),  # open ground
    ],
)
def test_terrain_shifts(hex_: str, from_: str, columns: int) -> None:
    p = pla_attacks(
        f"{hex_}: 72-corps, 115-corps",
        f"{from_}: ecfa-1, ecfa-9",
        f"attack {hex_}",
        "all",
        "resolve",
        dice=[3, *[1] * 9],
    )
    assert battle(p).raw == "2:1"
    assert shifts(p) == columns


@rule("red-dragon", "12.3.4")
def test_shifts_are_added_up_and_end_at_the_last_column() -> None:
    # A major city (2L) attacked from opposite sides (1R).
    p = pla_attacks(
        "1809: 72-corps, 115-corps",
        "1909: ecfa-1; 1709: ecfa-9",
        "attack 1809",
        "all",
        "resolve",
        dice=[3, *[1] * 9],
    )
    assert shifts(p) == -1
    p = pla_attacks(
        "1809: 5-corps, 70-corps", "1909: jl1", "attack 1809", "add jl1", "resolve", dice=[6, 1, 1]
    )
    assert battle(p).column == "1:3"


@rule("red-dragon", "12.3.5")
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_the_die_picks_the_result(die: int) -> None:
    p = pla_attacks(
        f"{X}: 72-corps",
        f"{A}: ecfa-1",
        f"attack {X}",
        "add ecfa-1",
        "resolve",
        dice=[die, *[1] * 9],
    )
    found: Battle = battle(p)
    assert (found.column, found.die) == ("3:2", die)
    assert found.result == p.charts.results["3:2"][die]


# 12.3.5 The results


@rule("red-dragon", "12.3.5")
def test_attacker_eliminated() -> None:
    p = pla_attacks(
        f"{X}: 5-corps, 70-corps",
        f"{A}: ecfa-1, lg",
        f"attack {X}",
        "all",
        "resolve",
        dice=[1, 2, 3],
    )
    assert battle(p).result == "AE"
    # 10.2.2: both wait, two and three turns.
    assert place_of(p, "ecfa-1") == "turn 4"
    assert place_of(p, "lg") == "turn 5"


@rule("red-dragon", "12.3.5")
def test_attrition_takes_half_the_printed_factors_of_the_defenders() -> None:
    # 12 to 10 is 1:1, a 1 is AA: 5 factors are to be lost, the PLA chooses.
    p = pla_attacks(
        f"{X}: 70-corps, 74-corps",
        f"{A}: ecfa-1, ecfa-3; {B}: jl1",
        f"attack {X}",
        "all",
        "resolve",
        dice=[1, 4],
    )
    assert battle(p).result == "AA"
    assert to_choose(p) == "PLA"
    assert offered(p, "lose") == {"ecfa-1", "ecfa-3", "jl1"}
    decision = p.decision()
    assert decision is not None
    assert decision.prompt == "Who is lost for 5 combat factors?"
    play(p, "lose jl1")
    assert offered(p, "lose") == {"ecfa-1", "ecfa-3"}, "one of five is paid"


@rule("red-dragon", "12.3.5", "15.1.1")
def test_defender_attrition_leaves_the_rest_standing() -> None:
    # 13 to 6 is 2:1, a 5 is DA: 3 factors; the GMD gives up 72 Corps and keeps the division.
    p = pla_attacks(
        f"{X}: 72-corps, 148-div",
        f"{A}: ecfa-1, ecfa-9",
        f"attack {X}",
        "all",
        "resolve",
        dice=[5, 1, 3],
    )
    assert battle(p).result == "DA"
    assert to_choose(p) == "GMD"
    play(p, "lose 72-corps")
    assert place_of(p, "72-corps") == "turn 5", "loyal with a 1, back after 3 turns"
    assert place_of(p, "148-div") == X


@rule("red-dragon", "12.3.5")
def test_mutual_attrition_begins_with_the_defender() -> None:
    p = pla_attacks(
        f"{X}: 72-corps, 148-div",
        f"{A}: ecfa-1, ecfa-9",
        f"attack {X}",
        "all",
        "resolve",
        dice=[4, 1, 3, 2],
    )
    assert battle(p).result == "AA/DA"
    assert to_choose(p) == "GMD"
    play(p, "lose 72-corps")
    assert to_choose(p) == "PLA"
    play(p, "lose ecfa-1")
    assert place_of(p, "ecfa-1") == "turn 4"


@rule("red-dragon", "12.3.5")
def test_defenders_retreat_away_from_the_attackers() -> None:
    p = pla_attacks(
        f"{X}: 72-corps", f"{A}: ecfa-1", f"attack {X}", "add ecfa-1", "resolve", dice=[4]
    )
    assert battle(p).result == "DR"
    assert to_choose(p) == "GMD"
    assert offered(p, "retreat") == {C, D, E}, "not next to the attacker in A"
    play(p, f"retreat {D}")
    assert place_of(p, "72-corps") == D
    # The hex is empty: the attacker may advance.
    assert to_choose(p) == "PLA"
    assert offered(p, "advance") == {"ecfa-1"}
    play(p, "advance ecfa-1")
    assert place_of(p, "ecfa-1") == X


@rule("red-dragon", "12.3.5")
def test_who_cannot_retreat_is_eliminated() -> None:
    ring = f"{A}: ecfa-1; {B}: ecfa-3; {C}: ecfa-4; {D}: ecfa-6; {E}: ecfa-8; {F}: ecfa-7"
    p = pla_attacks(
        f"{X}: 72-corps, air-supply", ring, f"attack {X}", "add ecfa-1", "resolve", dice=[4, 1, 2]
    )
    assert battle(p).result == "DR"
    assert place_of(p, "72-corps") == "turn 4"


@rule("red-dragon", "12.3.5")
def test_attackers_retreat() -> None:
    p = pla_attacks(
        f"{X}: 72-corps", f"{A}: ecfa-1", f"attack {X}", "add ecfa-1", "resolve", dice=[2]
    )
    assert battle(p).result == "AR"
    assert to_choose(p) == "PLA"
    assert X not in offered(p, "retreat")
    play(p, "retreat 1710")
    assert place_of(p, "ecfa-1") == "1710"


@rule("red-dragon", "18.2.3")
@pytest.mark.parametrize(("hidden", "ways"), [("ecfa-11", {C, D}), ("ecfa-7", {C})])
def test_being_asked_about_a_retreat_does_not_tell_who_is_beside(
    hidden: str, ways: set[str]
) -> None:
    # The Subei and Shantung armies do not stack (4.1.1). 12 to 6 is 2:1; a 3 is DR.
    p = gmd_attacks(
        f"{A}: 5-corps, 70-corps; {B}: 72-corps; {E}: 115-corps; {F}: 9-corps",
        f"{X}: ecfa-2; {D}: {hidden}",
        f"attack {X}",
        "add 5-corps",
        "add 70-corps",
        "resolve",
        dice=[3],
    )
    assert battle(p).result == "DR"
    assert to_choose(p) == "PLA"
    assert offered(p, "retreat") == ways


# 12.4 Great Victory


def great(p: War) -> bool:
    """It counts next turn, if that has not begun yet."""
    return p.great_victory_next or p.great_victory


@rule("red-dragon", "12.4", "12.4.1")
def test_a_great_victory_by_elimination() -> None:
    gmd = f"{A}: 5-corps; {B}: 70-corps"
    # 12 to 3 is 4:1, a 4 is DE.
    p = gmd_attacks(gmd, f"{X}: lzn", f"attack {X}", "all", "resolve", dice=[4, 2])
    assert battle(p).result == "DE"
    assert p.great_victory_next
    assert not p.great_victory, "it counts from the next turn on"


@rule("red-dragon", "12.4")
def test_a_great_victory_by_attrition_against_one_unit() -> None:
    gmd = f"{A}: 5-corps; {B}: 70-corps"
    p = gmd_attacks(gmd, f"{X}: lzn", f"attack {X}", "all", "resolve", dice=[3, 2])
    assert battle(p).result == "DA"
    assert great(p)
    # Against two units attrition leaves one: 12 to 4 is 3:1, a 4 is DA.
    p = gmd_attacks(gmd, f"{X}: lzn, lg", f"attack {X}", "all", "resolve", dice=[4, 2, 2])
    assert battle(p).result == "DA"
    play(p, "lose lzn")
    assert not great(p)


@rule("red-dragon", "12.4")
def test_a_great_victory_by_a_retreat_that_is_blocked() -> None:
    gmd = f"{A}: 5-corps; {B}: 70-corps; {C}: 74-corps; {D}: 72-corps; {E}: 12-corps; {F}: 148-div"
    # Encircled and out of supply: 12 to 3 is 4:1.
    p = gmd_attacks(
        gmd, f"{X}: ecfa-1", f"attack {X}", "add 5-corps", "add 70-corps", "resolve", dice=[1, 2]
    )
    assert battle(p).result == "DR"
    assert great(p)
    # With a way out it is none.
    p = gmd_attacks(
        f"{A}: 5-corps; {B}: 70-corps", f"{X}: ecfa-1", f"attack {X}", "all", "resolve", dice=[3]
    )
    assert battle(p).result == "DR"
    play(p, f"retreat {D}")
    assert not great(p)


@rule("red-dragon", "12.4")
def test_no_great_victory_with_a_loss() -> None:
    # 12 to 3 is 4:1, a 2 is AA/DA: both lose.
    p = gmd_attacks(
        f"{A}: 5-corps; {B}: 70-corps",
        f"{X}: lzn",
        f"attack {X}",
        "all",
        "resolve",
        dice=[2, 2, 1, 1, 1, 1, 1],
    )
    assert battle(p).result == "AA/DA"
    play(p, "lose 70-corps")
    assert place_of(p, "lzn") != X
    assert not great(p)


@rule("red-dragon", "12.4")
def test_what_the_pla_wins_is_no_great_victory() -> None:
    # 21 to 1 is 6:1, a 6 is DE: all defenders are eliminated, and no attacker.
    p = pla_attacks(
        f"{X}: 148-div",
        f"{A}: ecfa-1, ecfa-2; {B}: ecfa-3, ecfa-4",
        f"attack {X}",
        "all",
        "resolve",
        dice=[6],
    )
    assert place_of(p, "148-div") != X
    assert {place_of(p, f"ecfa-{number}") for number in (1, 2, 3, 4)} == {A, B}
    assert not great(p)
    assert (p.box(EDGE), p.moved, p.struck, p.negated) == (0, 0, 0, 0), "nothing else has changed"


@rule("red-dragon", "12.4", "17.2.7")
@pytest.mark.parametrize(("dice", "is_great"), [((1, 2), True), ((1, 1), False)])
def test_a_lost_leader_is_a_loss(dice: tuple[int, int], is_great: bool) -> None:
    # 12 to 1 is 6:1, a 6 is DD; JL1 is back after 1 turn; a 2 costs the leader.
    p = gmd_attacks(
        f"{A}: 5-corps, 70-corps, qiu-qingquan",
        f"{X}: jl1",
        f"attack {X}",
        "all",
        "resolve",
        dice=[6, 1, *dice],
    )
    assert great(p) is is_great


@rule("red-dragon", "12.4.2", "12.4.3")
def test_a_great_victory_lasts_for_the_next_turn() -> None:
    p = set_up(
        "turn-end",
        gmd="1809: 72-corps",
        pla="2013: ecfa-1",
        turn=4,
        markers="flags: great-victory-next",
    )
    assert p.turn == 5
    assert (p.great_victory, p.great_victory_next) == (True, False)
    p = set_up(
        "turn-end", gmd="1809: 72-corps", pla="2013: ecfa-1", turn=4, markers="flags: great-victory"
    )
    assert not p.great_victory, "it is over"
    p = set_up(
        "turn-end",
        gmd="1809: 72-corps",
        pla="2013: ecfa-1",
        turn=4,
        markers="flags: great-victory great-victory-next",
    )
    assert p.great_victory, "another one keeps it"
    assert not p.great_victory_next, "two in a turn are no more than one"
