"""The state of a game of The East Is Red, and how units are put on the map and taken off."""

from __future__ import annotations

from typing import ClassVar

from ...engine import Dice, Position, UnitSet
from ...engine.position import FieldKind
from ...hexes import Hex, HexSet, members
from .charts import CHINESE, SIDES, SOVIET, Charts, Side
from .outline import Phase, outline

# Where a unit is if it is in no hex: off the map (lost or not yet used, which is the same pool of
# counters, 17.3), or in hand to be deployed.
POOL, IN_HAND = -1, -2

# An interdiction marker of the variant article: its hex, the radius of its zone, the side that
# has placed it.
Marker = tuple[Hex, int, str]

# What reach, zones and supply depend on. Few choices change something else that rules look at, so
# that all share one list.
GROUND = (
    *("placed", "turn", "phase", "unsupplied", "expended", "destroyed", "demolished", "koreans_in"),
    *("contaminated", "newly_contaminated", "chinese_contaminated", "newly_chinese_contaminated"),
    *("guerrilla_warfare", "interdiction"),
)


class War(Position):
    """A position of The East Is Red, as the rules see it; `title` adds what needs all of them."""

    title = "east-is-red"
    FIELDS: ClassVar[tuple[tuple[str, FieldKind], ...]] = (
        ("turn", "plain"),
        ("phase", "plain"),
        ("where", "list"),
        ("moved", "set"),
        ("moved_this_turn", "set"),
        ("railed", "set"),
        ("began_on_rail", "set"),
        ("rail_moves", "plain"),
        ("unsupplied", "set"),
        ("fought", "set"),
        ("was_attacked", "set"),
        ("hexes_attacked", "set"),
        ("struck", "set"),
        ("expended", "set"),
        ("destroyed", "set"),
        ("contaminated", "set"),
        ("newly_contaminated", "set"),
        ("mines", "row"),
        ("neutralized", "row"),
        ("demolished", "row"),
        ("marine_ready", "plain"),
        ("landing", "plain"),
        ("koreans_in", "plain"),
        ("strategic_strike", "plain"),
        ("declines", "plain"),
    )
    # What the variant article adds, as it is where nobody plays with it (variants.war).
    omg: int = -1
    guerrilla_warfare: bool = False
    untrained_infantry: bool = False
    carrier_mission: str = ""
    emergency_called: bool = False
    chinese_contaminated: HexSet = 0
    newly_chinese_contaminated: HexSet = 0
    fired: UnitSet = 0
    interdiction: tuple[Marker, ...] = ()

    _copied: ClassVar[tuple[str, ...]] = ("where", "stacks")

    def __init__(self, charts: Charts, scenario: str, options: tuple[str, ...], dice: Dice) -> None:
        super().__init__(scenario, options, dice)
        self.charts = charts
        self.names = charts.names
        self.conditions = charts.scenarios[scenario]
        # 16.0: where the mines are is the only secret.
        self.secrets = "adm" in charts.orders[scenario]
        self.phases = outline(self.conditions, options, mines=self.secrets)
        self.turn = 0
        # The place in the sequence of play (4.2); -1 before the first.
        self.phase = -1
        self.where: list[int] = [POOL] * len(charts.unit_type)
        # Units that have moved in this Movement Phase, or normally in this Player-Turn (5.44).
        self.moved: UnitSet = 0
        self.moved_this_turn: UnitSet = 0
        # 5.4 Rail Mode: units moved by it, units that began the Player-Turn on a rail hex.
        self.railed: UnitSet = 0
        self.began_on_rail: UnitSet = 0
        self.rail_moves = 0
        # 11.0: units out of supply for this Movement Phase.
        self.unsupplied: UnitSet = 0
        # 9.14: what has attacked, and what has been attacked, in this Combat Phase.
        self.fought: UnitSet = 0
        self.was_attacked: UnitSet = 0
        self.hexes_attacked: HexSet = 0
        # 14.2: Air units that have struck in this Player-Turn.
        self.struck: UnitSet = 0
        # 11.42: where Supply units were expended in this Combat Phase.
        self.expended: HexSet = 0
        # 13.22: industrial hexes without intrinsic strength.
        self.destroyed: HexSet = 0
        # 15.21: contaminated before, and in, the present Soviet Combat Phase.
        self.contaminated: HexSet = 0
        self.newly_contaminated: HexSet = 0
        # 16.0: mined hexsides; those neutralized; those demolished, with the turn of detonation.
        self.mines: tuple[Side, ...] = ()
        self.neutralized: tuple[Side, ...] = ()
        self.demolished: tuple[tuple[Hex, Hex, int], ...] = ()
        # 5.5: whether the Marine Division began the Game-Turn in Vladivostok; where it landed.
        self.marine_ready = False
        self.landing = -1
        self.koreans_in = False
        self.strategic_strike = False
        # 8.2: the Soviet Player wants no more substitution in this Chinese Player-Turn.
        self.declines = False
        self.rebuild()

    # Derived from the state

    def rebuild(self) -> None:
        stacks: dict[Hex, tuple[int, ...]] = {}
        occupied = dict.fromkeys(SIDES, 0)
        for unit, hex_ in enumerate(self.where):
            if hex_ >= 0:
                stacks[hex_] = (*stacks.get(hex_, ()), unit)
                occupied[self.charts.unit_type[unit].side] |= 1 << hex_
        self.stacks = stacks
        self.soviet, self.chinese = occupied[SOVIET], occupied[CHINESE]
        self.on_map: UnitSet = sum(1 << unit for unit, hex_ in enumerate(self.where) if hex_ >= 0)
        self.pool: UnitSet = sum(1 << unit for unit, at in enumerate(self.where) if at == POOL)
        # Stands for where all counters are, and is another with every change.
        self.placed = object()

    def occupied(self, side: str) -> HexSet:
        return self.soviet if side == SOVIET else self.chinese

    def place(self, unit: int, hex_: Hex) -> None:
        """Puts a unit into a hex, from wherever it was."""
        if self.where[unit] >= 0:
            self._lift(unit)
        self.where[unit] = hex_
        self.on_map |= 1 << unit
        self.pool &= ~(1 << unit)
        self.stacks[hex_] = tuple(sorted((*self.stacks.get(hex_, ()), unit)))
        if self.charts.units_of[SOVIET] >> unit & 1:
            self.soviet |= 1 << hex_
        else:
            self.chinese |= 1 << hex_
        self.placed = object()

    def remove(self, unit: int) -> None:
        """Takes a unit off the map: it goes back to the pool of counters."""
        self._lift(unit)
        self.where[unit] = POOL
        self.on_map &= ~(1 << unit)
        self.pool |= 1 << unit
        # A counter that comes back has done nothing yet.
        keep = ~(1 << unit)
        self.moved &= keep
        self.moved_this_turn &= keep
        self.railed &= keep
        self.began_on_rail &= keep
        self.unsupplied &= keep
        self.fought &= keep
        self.was_attacked &= keep
        self.struck &= keep
        self.placed = object()

    def take_in_hand(self, unit: int) -> None:
        """Makes a unit ready to be deployed."""
        if self.where[unit] >= 0:
            self.remove(unit)
        self.where[unit] = IN_HAND
        self.pool &= ~(1 << unit)
        self.placed = object()

    def _lift(self, unit: int) -> None:
        hex_ = self.where[unit]
        rest = tuple(u for u in self.stacks[hex_] if u != unit)
        if rest:
            self.stacks[hex_] = rest
            return
        del self.stacks[hex_]
        self.soviet &= ~(1 << hex_)
        self.chinese &= ~(1 << hex_)

    # Questions

    def units_in(self, hex_: Hex) -> tuple[int, ...]:
        return self.stacks.get(hex_, ())

    def units_on_map(self, side: str) -> UnitSet:
        return self.on_map & self.charts.units_of[side]

    def in_pool(self, strength: str) -> list[int]:
        """Counters of a kind that are not in use."""
        return members(self.charts.of_strength[strength] & self.pool)

    def hexes_of(self, units: UnitSet) -> HexSet:
        found = 0
        for unit in members(units & self.on_map):
            found |= 1 << self.where[unit]
        return found

    @property
    def all_contaminated(self) -> HexSet:
        return self.contaminated | self.newly_contaminated

    @property
    def demolished_sides(self) -> frozenset[Side]:
        return frozenset((a, b) for a, b, _ in self.demolished)

    # 5.5: one Marine Division, one landing

    def landing_of(self, unit: int) -> Hex:
        """Where a Marine Division has landed, or -1."""
        return self.landing

    def land(self, unit: int, hex_: Hex) -> None:
        self.landing = hex_

    def is_ready_to_land(self, unit: int) -> bool:
        return self.marine_ready

    # What the variant article changes, as it is without it

    def note_marines(self) -> None:
        """5.51: whether the Marine Division begins the Game-Turn in Vladivostok."""
        marine = self.hexes_of(self.charts.marine)
        self.marine_ready = bool(marine >> self.charts.vladivostok & 1)

    def note_air_strikes(self, air: UnitSet) -> None:
        """14.3: Air units that have struck in this Player-Turn."""
        self.struck |= air

    def interdicted(self, side: str) -> HexSet:
        """INT.3: hexes that cost the units of a side an extra point."""
        return 0

    def may_fight(self) -> UnitSet:
        """Units that this phase lets attack: all but in that of the maneuver group (OMG.2)."""
        return -1

    def note_nuclear_attack(self, side: str) -> None:
        """US.3: remembers that a side has used nuclear weapons."""

    # Where we are in the sequence of play (4.2)

    @property
    def current(self) -> Phase:
        return self.phases[self.phase]

    def second_movement(self) -> bool:
        return self.current.key.endswith("second-movement")
