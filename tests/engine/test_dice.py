from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stavka.engine import Dice, RecordedDice, commitment, keeps_commitment, new_seed, seed_from
from stavka.engine.dice import roll


def test_a_roll_depends_on_seed_and_number_alone() -> None:
    one, other = Dice(seed_from("a")), Dice(seed_from("a"))
    rolls = [one.roll(6) for _ in range(50)]
    assert rolls == [other.roll(6) for _ in range(50)]
    assert rolls == [roll(seed_from("a"), n, 6) for n in range(50)]
    assert rolls != [roll(seed_from("b"), n, 6) for n in range(50)]
    assert Dice(seed_from("a"), rolls=20).roll(6) == rolls[20]


@given(st.integers(2, 100), st.integers(0, 2**40))
def test_a_roll_is_on_the_die(sides: int, number: int) -> None:
    assert 1 <= roll(b"seed", number, sides) <= sides


def test_all_sides_are_equally_likely() -> None:
    counts = Counter(roll(b"fair", n, 6) for n in range(12_000))
    # Six standard deviations of a fair die.
    assert all(abs(counts[side] - 2000) < 6 * (12_000 * 5 / 36) ** 0.5 for side in range(1, 7))


def test_the_commitment_fits_one_seed_only() -> None:
    seed = new_seed()
    published = commitment(seed)
    assert keeps_commitment(seed, published)
    assert not keeps_commitment(new_seed(), published)
    assert not keeps_commitment(seed, "\ud800 é"), "whatever a file says"
    assert seed.hex() not in published


def test_recorded_dice_fall_as_written_and_no_further() -> None:
    dice = RecordedDice([3, 6])
    copy = dice.copy()
    assert [dice.roll(6), dice.roll(6)] == [3, 6]
    with pytest.raises(LookupError, match="no more rolls"):
        dice.roll(6)
    assert copy.roll(6) == 3
    with pytest.raises(LookupError, match="a 6 where a die with 4 sides"):
        RecordedDice([6]).roll(4)
