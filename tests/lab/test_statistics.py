"""What is said of results."""

from __future__ import annotations

import random

import pytest

from stavka.lab.experiment import Sprt
from stavka.lab.games import Played
from stavka.lab.luck import luck
from stavka.lab.statistics import RateOf, corrected, paired, shift, sprt

RED, BLUE = "Red", "Blue"


def games(winners: str) -> list[Played]:
    """R for a Red victory, B for a Blue one, x for a game that broke off."""
    names = {"R": RED, "B": BLUE}
    return [
        Played(number, winner=names.get(letter, ""), error="" if letter in names else "broken")
        for number, letter in enumerate(winners)
    ]


def test_rates_have_bounds() -> None:
    found = RateOf.over(30, 40)
    assert found.rate == 0.75 and found.low < 0.75 < found.high
    assert RateOf.over(0, 0).rate == 0 and RateOf.over(0, 0).high == 1


def test_cells_are_compared_game_by_game() -> None:
    first = games("RRRRRRRRBB")
    second = games("RRBBBBBBBB")
    found = paired(first, second, RED)
    assert (found.both, found.first, found.second) == (2, 6, 0)
    assert found.difference == pytest.approx(-0.6)
    assert found.chance == pytest.approx(2 / 2**6) and found.significant
    # Games that broke off, or are missing in one, are not compared.
    fewer = paired(games("xRRR"), games("RRR"), RED)
    assert fewer.games == 2 and fewer.chance == 1.0


def valued(*values: float) -> list[Played]:
    return [Played(number, winner=RED, value=value) for number, value in enumerate(values)]


def test_results_are_compared_game_by_game() -> None:
    """What seeds have in common cancels out."""
    first = valued(-0.9, 0.8, -0.2, 0.4, 0.1)
    better = valued(-0.7, 1.0, 0.1, 0.5, 0.3)
    found = shift(first, better)
    assert found is not None and found.games == 5
    assert found.mean == pytest.approx(0.2)
    # Student's t for four degrees of freedom: 0.2 with a deviation of 0.0707 is 6.32.
    assert found.chance == pytest.approx(0.0032, abs=0.0001)
    assert found.low == pytest.approx(0.2 - 2.776 * 0.0316, abs=0.0001)
    assert shift(first, valued(1.0, 1.0)) is None
    same = shift(first, first)
    assert same is not None and (same.mean, same.chance) == (0, 1)


def test_many_differences_are_looked_at_with_more_care() -> None:
    assert corrected([0.04]) == [0.04]
    assert corrected([0.04, 0.9, 0.001]) == pytest.approx([0.08, 0.9, 0.003])
    assert max(corrected([0.6, 0.7, 0.8])) == 1


def test_alike_cells_seldom_look_different() -> None:
    """Of 500 pairs of alike cells about one in twenty, as it should be."""
    chance = random.Random("alike")
    wrong = 0
    for _ in range(500):
        one, other = (valued(*(chance.choice((-1, 0.3, 1)) for _ in range(20))) for _ in range(2))
        found = shift(one, other)
        assert found is not None
        wrong += found.chance < 0.05
    assert 0.02 < wrong / 500 < 0.09


def by_players(skill: float, chance: random.Random, games: int = 20) -> list[dict[int, float]]:
    """Nine cells whose means deviate by so much, with dice that deviate by 1."""
    means = [skill * z for z in (-1.5, -1, -0.7, -0.3, 0, 0.3, 0.7, 1, 1.5)]
    common = [chance.gauss(0, 0.6) for _ in range(games)]
    return [{n: mean + common[n] + chance.gauss(0, 0.8) for n in range(games)} for mean in means]


@pytest.mark.parametrize("skill", [0.0, 0.3, 1.0, 3.0])
def test_the_share_of_dice_is_found(skill: float) -> None:
    """The interval holds the true share about as often as it says."""
    chance = random.Random(f"luck {skill}")
    spread = skill**2 * 2 * (1.5**2 + 1 + 0.7**2 + 0.3**2) / 9
    true = 1 / (1 + spread)
    found = [luck(by_players(skill, chance)) for _ in range(60)]
    known = [one for one in found if one is not None]
    assert len(known) == 60
    assert sum(one.low <= true <= one.high for one in known) >= 51
    assert sum(one.share for one in known) / 60 == pytest.approx(true, abs=0.02)


def test_luck_needs_cells_and_games() -> None:
    cells = by_players(1.0, random.Random("few"))
    assert luck(cells[:1]) is None and luck([]) is None
    assert luck([{n: v for n, v in cell.items() if n < 4} for cell in cells]) is None
    # Where the dice do nothing all is play.
    sure = luck([dict.fromkeys(range(9), value) for value in (-1.0, 0.5, 1.0)])
    assert sure is not None and sure.high == 0
    assert luck([dict.fromkeys(range(9), 1.0)] * 3) is None


TEST = Sprt(side=RED, p0=0.4, p1=0.6)


def test_a_sequential_test_ends_at_its_bounds() -> None:
    path = sprt(TEST, dict(enumerate(games("R" * 20))), 20)
    assert path.verdict == "p1" and len(path.path) == 8 and path.path[-1] >= path.upper
    assert sprt(TEST, dict(enumerate(games("B" * 20))), 20).verdict == "p0"
    assert sprt(TEST, dict(enumerate(games("RB" * 10))), 20).verdict == ""
    # What was played beyond its end changes nothing, nor does what came before its turn.
    longer = sprt(TEST, dict(enumerate(games("R" * 8 + "B" * 100))), 200)
    assert (longer.verdict, len(longer.path)) == ("p1", 8)
    gap = {number: game for number, game in enumerate(games("R" * 20)) if number != 3}
    assert len(sprt(TEST, gap, 20).path) == 3


def test_a_sequential_test_is_seldom_wrong() -> None:
    """Of 400 series at each rate it says the wrong one about as often as it may."""
    chance = random.Random("sprt")
    for rate, wrong in ((0.4, "p1"), (0.6, "p0")):
        said = list[str]()
        for _ in range(400):
            series = "".join("R" if chance.random() < rate else "B" for _ in range(600))
            said.append(sprt(TEST, dict(enumerate(games(series))), 600).verdict)
        assert said.count(wrong) / 400 < 0.08 and said.count("") < 10
