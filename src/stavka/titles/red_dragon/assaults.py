"""How the PLA can attack one GMD stack: from which hexes, with whom, at which odds.

No more units than pay are used. A concentric attack (12.2) is looked for where it helps, and
avoided where the defenders would dig in because of it (16.1.3).

Sides of a hex are numbered by direction, and sets of sides are integers with a bit for each.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from ...engine import UnitSet
from ...hexes import Hex
from .charts import Charts
from .commands import partners
from .stakes import DIE, Stake, chance_of, column_of, sides_of
from .styles import WarStyle

Sides = int
ANY: Sides = 0b111111
SIDES: tuple[Sides, ...] = (1, 2, 4, 8, 16, 32)
# 12.2.1: opposite sides, and every second of the six.
RINGS: tuple[Sides, ...] = (0b001001, 0b010010, 0b100100, 0b010101, 0b101010)
# Three neighbouring sides: nothing from there is concentric.
ARCS: tuple[Sides, ...] = (0b000111, 0b001110, 0b011100, 0b111000, 0b110001, 0b100011)
# For each set of sides, whether an attack from there is concentric.
CONCENTRIC = tuple(
    sides.bit_count() > 3 or any(sides & ring == ring for ring in RINGS) for sides in range(64)
)


# For each set of sides, its sides one by one.
SEEDS = tuple(tuple(side for side in SIDES if sides & side) for sides in range(64))


class Candidate(NamedTuple):
    """A unit that can attack a hex."""

    unit: int
    # The sides that it can come to; the one where it is, if it is on one.
    sides: Sides
    stands: Sides


class Problem:
    """All that decides how a hex is best attacked, but for who can attack it.

    There is one of each (`problem_of`), so that it is told from others by what it is.
    """

    def __init__(
        self,
        charts: Charts,
        target: Hex,
        stake: Stake,
        stacks: tuple[UnitSet, ...],
        ways_out: Sides,
        generals: int,
        own_loss: float,
        prize: float,
    ) -> None:
        self.charts, self.target, self.stake = charts, target, stake
        # Who is on each side now, by direction.
        self.stacks = stacks
        # Sides to which the defenders could retreat.
        self.ways_out = ways_out
        # 17.1: how many waves can be ordered.
        self.generals = generals
        # What a lost factor costs.
        self.own_loss = own_loss
        # What each column promises; `prize` comes on top if the hex is cleared.
        self.tables = _tables(charts, stake, own_loss, prize)
        self.river = _river(charts, target)


problem_of = lru_cache(maxsize=1 << 12)(Problem)


class Assault(NamedTuple):
    """An attack as it is planned."""

    target: Hex
    units: tuple[int, ...]
    # Where each of them attacks from.
    hexes: tuple[Hex, ...]
    # 17.1: who attacks in a Human Wave.
    waves: tuple[int, ...]
    column: int
    worth: float


@lru_cache(maxsize=1 << 14)
def best_assault(
    style: WarStyle, problem: Problem, candidates: tuple[Candidate, ...]
) -> Assault | None:
    """The attack on a hex that promises most; None if none promises enough.

    The strongest candidates come first, guns that only support last.
    """
    stake = problem.stake
    shapes = [(0, ANY)]
    if stake.digs_in:
        shapes += [(0, arc) for arc in ARCS]
    elif stake.ring_shifts or stake.deserting:
        able = 0
        for candidate in candidates:
            able |= candidate.sides
        shapes += [(ring, ANY) for ring in RINGS if not ring & ~able]
    judge = _Judge(style, problem)
    for seeds, allowed in shapes:
        _build(judge, candidates, seeds, allowed)
    return judge.best


def _build(judge: _Judge, candidates: tuple[Candidate, ...], seeds: Sides, allowed: Sides) -> None:
    """Takes the sides that must be taken, then unit after unit; each step is judged."""
    line, left = _Line(judge.problem), [*candidates]
    for bit in SEEDS[seeds]:
        first = next((c for c in left if c.sides & bit and line.takes(c, bit)), None)
        if first is None or judge.charts.asterisked >> first.unit & 1:
            return
        line.put(first, bit)
        left.remove(first)
    if seeds:
        judge.see(line)
    for candidate in left:
        if not judge.hopeful(line):
            return
        if side := line.place_for(candidate, allowed):
            line.put(candidate, side)
            judge.see(line)


class _Line:
    """Who attacks from which side, and who else still fits in."""

    def __init__(self, problem: Problem) -> None:
        charts = self.charts = problem.charts
        self.partners = partners(charts, False).stack
        self.stacks = dict(zip(SIDES, problem.stacks, strict=True))
        self.units: list[int] = []
        self.sides: list[Sides] = []
        # The sides from which is attacked, and those that are blocked by it.
        self.attacking: Sides = 0
        self.taken: Sides = 0
        self.factors = 0
        self.guns = 0
        self.infantry: list[int] = []

    def takes(self, candidate: Candidate, side: Sides) -> bool:
        """4.1, 6.1.2: whether there is room for a unit on a side."""
        if candidate.stands == side:
            return True
        charts, stack, unit = self.charts, self.stacks[side], candidate.unit
        if stack & charts.face_down & ~self.partners[unit]:
            return False
        if charts.corps >> unit & 1:
            return (stack & charts.corps).bit_count() < charts.limit["stack_corps"]
        if charts.artillery >> unit & 1 and stack & charts.artillery:
            return False
        return (stack & charts.smaller).bit_count() < charts.limit["stack_smaller"]

    def place_for(self, candidate: Candidate, allowed: Sides) -> Sides:
        """Where it stands if it can stay; 13.1.1: guns go where there is infantry."""
        sides = (candidate.stands or candidate.sides) & allowed
        gun = self.charts.asterisked >> candidate.unit & 1
        while sides:
            # Together they are not so easily beaten one by one afterwards.
            side = sides & self.taken or sides
            side &= -side
            if self.takes(candidate, side) and not (
                gun and not self.stacks[side] & self.charts.infantry
            ):
                return side
            sides ^= side
        return 0

    def put(self, candidate: Candidate, side: Sides) -> None:
        charts, unit = self.charts, candidate.unit
        self.units.append(unit)
        self.sides.append(side)
        self.stacks[side] |= 1 << unit
        self.taken |= side
        if charts.asterisked >> unit & 1:
            self.guns += 1
            return
        self.attacking |= side
        self.factors += charts.cf[unit]
        if charts.infantry >> unit & 1:
            self.infantry.append(unit)


class _Judge:
    """Keeps the best attack that it has seen."""

    def __init__(self, style: WarStyle, problem: Problem) -> None:
        self.charts, self.style, self.problem = problem.charts, style, problem
        self.defence = max(int(problem.stake.defence + style.aircraft), 1)
        self.best: Assault | None = None
        self.worth = style.least

    def hopeful(self, line: _Line) -> bool:
        """Whether more units could make it better than the best: they only cost more."""
        points = line.factors + DIE * line.guns
        return self.problem.tables.most - self.style.use * points > self.worth

    def see(self, line: _Line) -> None:
        """What an attack with these units is worth, with as many waves as pay."""
        attacking = line.attacking
        if not attacking:
            return  # 12.1.9: guns only support
        charts, problem, stake = self.charts, self.problem, self.problem.stake
        ring = CONCENTRIC[attacking]
        shift = stake.shift + problem.river[attacking]
        if ring:
            shift += -1 if stake.digs_in else stake.ring_shifts
        table = problem.tables.by_column[ring, not problem.ways_out & ~line.taken]
        points, last = line.factors + DIE * line.guns, len(table) - 1
        used = self.style.use * points
        driven = 0
        for number in range(min(len(line.infantry), problem.generals) + 1):
            if number:
                driven += charts.cf[line.infantry[number - 1]]
            column = column_of(charts, int(points + driven), self.defence) + shift
            gain, risk = table[0 if column < 0 else last if column > last else column]
            lost = risk * line.factors + self.style.wave * driven
            worth = gain - problem.own_loss * lost - used
            if worth > self.worth:
                self.worth = worth
                self.best = self.assault(line, number, max(0, min(column, last)), worth)
            if column >= last:
                return

    def assault(self, line: _Line, waves: int, column: int, worth: float) -> Assault:
        target = self.problem.target
        around = sides_of(self.charts, target)
        hexes = tuple([around[side.bit_length() - 1] for side in line.sides])
        driven = tuple(line.infantry[:waves])
        return Assault(target, tuple(line.units), hexes, driven, column, worth)


class _Tables(NamedTuple):
    """What each column promises against a stack."""

    # If the attack is concentric or not, and the stack has nowhere to go or has: by column corps to
    # be won less what attrition costs, and the risk to lose everything.
    by_column: dict[tuple[bool, bool], list[tuple[float, float]]]
    # No attack brings more.
    most: float


@lru_cache(maxsize=1 << 10)
def _tables(charts: Charts, stake: Stake, own_loss: float, prize: float) -> _Tables:
    found = {
        (ring, trapped): [*_columns(charts, stake, own_loss, prize, ring=ring, trapped=trapped)]
        for ring in (False, True)
        for trapped in (False, True)
    }
    return _Tables(found, max(gain for table in found.values() for gain, _ in table))


def _columns(
    charts: Charts, stake: Stake, own_loss: float, prize: float, *, ring: bool, trapped: bool
) -> Iterator[tuple[float, float]]:
    gains = stake.trapped if trapped and not (ring and stake.digs_in) else stake.gain
    cleared = chance_of(charts, "DE", "DD", "DR")
    attrition = chance_of(charts, "AA", "AA/DA")
    risk = chance_of(charts, "AE")
    for column, gain in enumerate(gains):
        if ring and stake.deserting:
            # 16.1.3c: they come over one by one, and who stays is weaker.
            stay = 1 - min(stake.deserting / stake.total, 1.0)
            gain = stake.deserting + stay * gains[min(column + 2, len(gains) - 1)]
        gain += prize * cleared[column]
        gain -= own_loss * attrition[column] * stake.attrition
        yield gain, risk[column]


@cache
def _river(charts: Charts, target: Hex) -> tuple[int, ...]:
    """12.3.4: for each set of sides the shift if all of them are across rivers."""
    around = sides_of(charts, target)
    wet = sum(
        1 << side for side, hex_ in enumerate(around) if hex_ >= 0 and charts.is_river(hex_, target)
    )
    return tuple(charts.shift["river"] if sides and not sides & ~wet else 0 for sides in range(64))
