"""Movement: which hexes can be reached with so many movement points, and by which path.

Dial's algorithm with hex sets for buckets: wave `n` is the set of hexes that are reached at a cost
of exactly `n`. All hexes of a wave move on together, by six shifts. Costs are whole numbers of at
least 1; a title with half points counts in halves. The loop is written twice: here, and in kernel.c
for machines on which that has been built.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

from . import compiled
from .grid import Grid, Hex, HexSet, members, opposite


class Charge(NamedTuple):
    """A part of what a step costs: the ground, a river, an enemy Zone of Control."""

    name: str
    points: int
    # Paid on leaving a hex, not on the way or on entering the next.
    leaving: bool = False


class Lane(NamedTuple):
    """A way of entering hexes: over open hexsides, over a river, along a road.

    `entering[d]` are the hexes that can be entered in this way moving in direction d; `costs` says
    what it costs, by the hex entered. A hex in no set of `costs` cannot be entered in this way.
    """

    entering: tuple[HexSet, ...]
    costs: tuple[tuple[int, HexSet], ...]
    # What each of the costs is made of, if anybody wants to know.
    charges: tuple[tuple[Charge, ...], ...] = ()

    @classmethod
    def of(
        cls, entering: Sequence[HexSet], costs: Sequence[tuple[tuple[Charge, ...], HexSet]]
    ) -> Lane:
        """A lane whose costs are the sums of their parts."""
        return cls(
            tuple(entering),
            tuple((sum(part.points for part in parts), hexes) for parts, hexes in costs),
            tuple(parts for parts, _ in costs),
        )


# Points that come on top in certain hexes, and what for.
Toll = tuple[int, HexSet] | tuple[int, HexSet, str]


class Movement:
    """What every step on a map costs one class of units: computed once, asked often."""

    def __init__(self, grid: Grid, lanes: Sequence[Lane]) -> None:
        for lane in lanes:
            if len(lane.entering) != 6:
                raise ValueError("a lane needs a hex set for each of the six directions")
            for cost, _ in lane.costs:
                if cost < 1:
                    raise ValueError(f"a step costs at least 1 point, not {cost}")
        self.grid = grid
        self.lanes = tuple(lanes)
        # What `cost_into` has been asked so far: paths are asked for over and over.
        self._costs: dict[int, int | None] = {}
        self.dearest = max((cost for lane in lanes for cost, _ in lane.costs), default=1)
        # Sorted by the distance of the step, so that `reach` can shift without looking up.
        order = [grid.offsets.index(o) for o in (1, -1, grid.near, -grid.near, grid.far, -grid.far)]
        # With each lane its cheapest step and the hexes from which it leads anywhere: most waves
        # meet few lanes, and the last waves can pay for few.
        self.by_shift = tuple(
            (
                min((cost for cost, _ in lane.costs), default=1),
                origins,
                tuple(lane.entering[d] & grid.all for d in order),
                _by_cost(lane),
            )
            for lane in lanes
            if (origins := _origins(grid, lane))
        )
        self.map = compiled.map_of(grid, self.dearest, self.by_shift)

    @classmethod
    def from_steps(cls, grid: Grid, cost: Callable[[Hex, Hex], int | None]) -> Movement:
        """A movement from the cost of every single step; None for a step that cannot be made."""
        entering: dict[int, list[HexSet]] = {}
        for here in grid.hexes:
            for direction in range(6):
                there = grid.neighbour(here, direction)
                if there is None:
                    continue
                points = cost(here, there)
                if points is not None:
                    entering.setdefault(points, [0] * 6)[direction] |= 1 << there
        return cls(grid, [Lane(tuple(entering[c]), ((c, grid.all),)) for c in sorted(entering)])

    def reversed(self) -> Movement:
        """The same steps walked backwards, as supply paths are searched from their source."""
        return Movement.from_steps(self.grid, lambda here, there: self.step_cost(there, here))

    def step_cost(self, here: Hex, there: Hex) -> int | None:
        """The points for one step between neighbours, or None where there is no way."""
        return self.cost_into(there, self.grid.direction(here, there))

    def cost_into(self, hex_: Hex, direction: int) -> int | None:
        """The points for entering a hex moving in a direction."""
        key = hex_ * 6 + direction
        if key not in self._costs:
            bit = 1 << hex_
            self._costs[key] = min(
                (
                    cost
                    for lane in self.lanes
                    if lane.entering[direction] & bit
                    for cost, hexes in lane.costs
                    if hexes & bit
                ),
                default=None,
            )
        return self._costs[key]

    def charges_into(self, hex_: Hex, direction: int) -> tuple[Charge, ...]:
        """What that cost is made of; one part without a name where the lanes do not say."""
        bit = 1 << hex_
        price = self.cost_into(hex_, direction)
        for lane in self.lanes:
            for number, (cost, hexes) in enumerate(lane.costs):
                if cost == price and lane.entering[direction] & bit and hexes & bit:
                    return lane.charges[number] if lane.charges else (Charge("", cost),)
        return ()


def _origins(grid: Grid, lane: Lane) -> HexSet:
    found = 0
    for direction, hexes in enumerate(lane.entering):
        found |= grid.step(hexes, opposite(direction))
    return found


def _by_cost(lane: Lane) -> tuple[tuple[int, HexSet], ...]:
    """The costs of a lane with all hexes of the same cost together."""
    found: dict[int, HexSet] = {}
    for cost, hexes in lane.costs:
        found[cost] = found.get(cost, 0) | hexes
    return tuple(found.items())


class Reach:
    """The answer of `reach`: hexes by cost, and the paths to them."""

    __slots__ = ("_barred", "_enter", "_leave", "_stop", "_waves", "hexes", "movement", "single")

    def __init__(
        self,
        movement: Movement,
        waves: list[HexSet] | bytes,
        hexes: HexSet,
        *,
        stop: HexSet,
        enter: Sequence[Toll],
        leave: Sequence[Toll],
        barred: Sequence[tuple[HexSet, HexSet]],
        single: HexSet,
    ) -> None:
        self.movement = movement
        self._waves = waves
        self.single = single
        self._stop = stop
        self._enter = enter
        self._leave = leave
        self._barred = barred
        self.hexes = hexes

    @property
    def waves(self) -> list[HexSet]:
        """The hexes that are reached at each cost, from 0 on."""
        if isinstance(self._waves, bytes):  # nobody has asked until now
            self._waves = compiled.sets(self._waves, self.movement.grid)
        return self._waves

    @property
    def start(self) -> HexSet:
        return self.waves[0]

    def cost(self, hex_: Hex) -> int | None:
        """Points spent on reaching a hex; None if it is out of reach.

        A hex reached only because a unit may always move one hex costs all points.
        """
        bit = 1 << hex_
        for spent, wave in enumerate(self.waves):
            if wave & bit:
                return spent
        return len(self.waves) - 1 if self.single & bit else None

    def costs(self) -> dict[Hex, int]:
        found = {hex_: spent for spent, wave in enumerate(self.waves) for hex_ in members(wave)}
        found.update((hex_, len(self.waves) - 1) for hex_ in members(self.single))
        return found

    def predecessor(self, hex_: Hex) -> Hex | None:
        """The hex before this one on a cheapest path; None for a start. Ties: lowest direction."""
        spent = self._spent(hex_)
        return None if self.start >> hex_ & 1 else self._before(hex_, spent)[0]

    def _spent(self, hex_: Hex) -> int:
        spent = self.cost(hex_)
        if spent is None:
            raise ValueError(f"hex {self.movement.grid.label(hex_)} is out of reach")
        return spent

    def _before(self, hex_: Hex, spent: int) -> tuple[Hex, int]:
        """The hex before one that is no start and was reached with so many points, and its own."""
        grid, waves = self.movement.grid, self.waves
        by_single = self.single >> hex_ & 1
        origins = self.start if by_single else self.hexes
        arrived = spent - _extra(hex_, self._enter) if self._enter else spent
        for direction in range(6):
            there = grid.neighbour(hex_, direction)
            if there is None or not origins >> there & 1:
                continue
            step = self.movement.cost_into(hex_, opposite(direction))
            if step is None or not self._may_step(there, hex_):
                continue
            if by_single:
                return there, 0
            before = arrived - step
            if self._leave:
                before -= _extra(there, self._leave)
            if before >= 0 and waves[before] >> there & 1:
                return there, before
        raise AssertionError("a reached hex has a predecessor")

    def predecessors(self) -> dict[Hex, Hex]:
        return {
            hex_: before
            for hex_ in members(self.hexes & ~self.start)
            if (before := self.predecessor(hex_)) is not None
        }

    def path(self, hex_: Hex) -> list[Hex]:
        """A cheapest path, both ends included."""
        spent, start, path = self._spent(hex_), self.start, [hex_]
        while not start >> hex_ & 1:
            hex_, spent = self._before(hex_, spent)
            path.append(hex_)
        return path[::-1]

    def ways_to(self, hexes: HexSet) -> HexSet:
        """The hexes of the paths to some hexes that are reached."""
        start, found = self.start, 0
        for hex_ in members(hexes):
            spent = self._spent(hex_)
            # Paths that meet go on together.
            while not found >> hex_ & 1:
                found |= 1 << hex_
                if start >> hex_ & 1:
                    break
                hex_, spent = self._before(hex_, spent)
        return found

    def charges(self, hex_: Hex) -> list[Charge]:
        """What the path to a hex is charged, step by step.

        To a hex reached only because a unit may always move one hex, it is more than `cost`.
        """
        found: list[Charge] = []
        for here, there in pairwise(self.path(hex_)):
            found += [c._replace(leaving=True) for c in _tolls(here, self._leave)]
            direction = self.movement.grid.direction(here, there)
            found += self.movement.charges_into(there, direction)
            found += _tolls(there, self._enter)
        return found

    def _may_step(self, here: Hex, there: Hex) -> bool:
        if self._stop >> here & 1 and not self.start >> here & 1:
            return False
        return not any(a >> here & 1 and b >> there & 1 for a, b in self._barred)


def _extra(hex_: Hex, tolls: Sequence[Toll]) -> int:
    return sum(toll[0] for toll in tolls if toll[1] >> hex_ & 1)


def _tolls(hex_: Hex, tolls: Sequence[Toll]) -> list[Charge]:
    return [
        Charge(toll[2] if len(toll) > 2 else "", toll[0])
        for toll in tolls
        if toll[0] and toll[1] >> hex_ & 1
    ]


def reach(
    movement: Movement,
    start: HexSet,
    points: int | None,
    *,
    blocked: HexSet = 0,
    stop: HexSet = 0,
    enter: Sequence[Toll] = (),
    leave: Sequence[Toll] = (),
    barred: Sequence[tuple[HexSet, HexSet]] = (),
    one_hex: bool = False,
) -> Reach:
    """The hexes that can be reached from a set of hexes with so many points (None: any number).

    blocked   hexes that cannot be entered
    stop      hexes in which movement ends; a unit that begins in one may leave it
    enter     (extra points, hexes, what for): what entering a hex costs on top; all of them add up
    leave     (extra points, hexes, what for): what leaving a hex costs on top; all of them add up
    barred    pairs (from, to): no single step leads from the first set into the second
    one_hex   a unit may always move one hex, whatever that costs, if it can be entered at all
    """
    waves: list[HexSet] | bytes
    if movement.map is None:
        waves, reached = _spread(movement, start, points, blocked, stop, enter, leave, barred)
        single = _one_step(movement, start, blocked | reached, barred) if one_hex else 0
        reached |= single
    else:
        reached, single, waves = compiled.reach(
            movement.map,
            start,
            -1 if points is None else points,
            blocked,
            stop,
            enter,
            leave,
            barred,
            one_hex,
        )
    return Reach(
        movement,
        waves,
        reached,
        stop=stop,
        enter=enter,
        leave=leave,
        barred=barred,
        single=single,
    )


# One piece on purpose: this is the innermost loop of all movement and supply.
def _spread(  # noqa: C901, PLR0912, PLR0915
    movement: Movement,
    start: HexSet,
    points: int | None,
    blocked: HexSet,
    stop: HexSet,
    enter: Sequence[Toll],
    leave: Sequence[Toll],
    barred: Sequence[tuple[HexSet, HexSet]],
) -> tuple[list[HexSet], HexSet]:
    """What is reached at each cost, and in all."""
    grid, lanes = movement.grid, movement.by_shift
    near, far = grid.near, grid.far
    ahead = movement.dearest
    hard_to_enter = hard_to_leave = bars = 0
    for toll in enter:
        ahead += toll[0]
        hard_to_enter |= toll[1]
    for toll in leave:
        ahead += toll[0]
        hard_to_leave |= toll[1]
    for from_, _ in barred:
        bars |= from_
    limit = ahead if points is None else points
    # Extra points are waiting time. What arrives at a wave is reached there, or later if entering
    # costs extra, and moves on when it is reached, or later if leaving does.
    waves: list[HexSet] = [0] * (limit + 1)
    arrivals = [0] * (limit + 1) if hard_to_enter else waves
    movers = [0] * (limit + 1) if hard_to_leave else waves
    waves[0] = start
    unreached = open_ = grid.all & ~(blocked | start)

    spent = 0
    while spent != points:
        moving = waves[spent]
        if moving:
            if points is None and spent + ahead > limit:
                more = [0] * (spent + ahead - limit)
                waves += more
                if hard_to_enter:
                    arrivals += more
                if hard_to_leave:
                    movers += more
                limit = spent + ahead
            # A unit that begins in a hex to stop in may leave it.
            if stop and spent:
                moving ^= moving & stop
        if hard_to_leave:
            if late := moving & hard_to_leave:
                moving ^= late
                _wait(late, leave, movers, spent)
            moving |= movers[spent]
        if moving:
            left = limit - spent
            for group, allowed in (
                _groups(moving, unreached, barred)
                if bars and moving & bars
                else ((moving, unreached),)
            ):
                up, down = group << 1, group >> 1
                over, back = group << near, group >> near
                beyond, behind = group << far, group >> far
                for cheapest, origins, (e0, e1, e2, e3, e4, e5), costs in lanes:
                    if cheapest > left or not group & origins:
                        continue
                    arrived = (
                        up & e0 | down & e1 | over & e2 | back & e3 | beyond & e4 | behind & e5
                    ) & allowed
                    if not arrived:
                        continue
                    for cost, hexes in costs:
                        if cost <= left:
                            arrivals[spent + cost] |= arrived & hexes
        spent += 1
        if spent > limit:
            break
        here = arrivals[spent]
        if hard_to_enter:
            if late := here & hard_to_enter:
                here ^= late
                _wait(late, enter, waves, spent)
            here |= waves[spent]
        if here:
            here &= unreached
            waves[spent] = here
            unreached ^= here
    if points is None:
        while len(waves) > 1 and not waves[-1]:
            waves.pop()
    return waves, start | open_ ^ unreached


def _wait(hexes: HexSet, tolls: Sequence[Toll], queue: list[HexSet], spent: int) -> None:
    """Puts hexes into a queue by the sums of their extra points, as far as it goes."""
    groups = [(spent, hexes)]
    for toll in tolls:
        for number, (when, group) in enumerate(groups[:]):
            if inside := group & toll[1]:
                groups[number] = (when, group ^ inside)
                groups.append((when + toll[0], inside))
    for when, group in groups:
        if when < len(queue):
            queue[when] |= group


def _groups(
    moving: HexSet, unreached: HexSet, barred: Sequence[tuple[HexSet, HexSet]]
) -> list[tuple[HexSet, HexSet]]:
    """Divides a wave by where it may go: (hexes, allowed hexes)."""
    groups = [(moving, unreached)]
    for from_, to in barred:
        divided = []
        for group, allowed in groups:
            if inside := group & from_:
                divided.append((inside, allowed & ~to))
            if outside := group & ~from_:
                divided.append((outside, allowed))
        groups = divided
    return groups


def _one_step(
    movement: Movement,
    start: HexSet,
    closed: HexSet,
    barred: Sequence[tuple[HexSet, HexSet]],
) -> HexSet:
    """The hexes beside the start that a single step can lead to, whatever it costs."""
    grid = movement.grid
    near, far = grid.near, grid.far
    found = 0
    beside = grid.neighbours(start) & ~closed
    for group, allowed in _groups(start, beside, barred) if beside else ():
        for _, origins, (e0, e1, e2, e3, e4, e5), costs in movement.by_shift:
            if not group & origins:
                continue
            arrived = group << 1 & e0 | group >> 1 & e1
            arrived |= group << near & e2 | group >> near & e3
            arrived |= group << far & e4 | group >> far & e5
            for _, hexes in costs:
                found |= arrived & hexes & allowed
    return found
