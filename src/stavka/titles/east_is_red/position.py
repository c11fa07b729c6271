"""The state of a game of The East Is Red, and how units are put on the map and taken off."""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar

from ...engine import Dice, UnitSet
from ...engine.position import FieldKind
from ...hexes import Hex, HexSet, members
from ...kit.counters import CounterPosition
from ...kit.outline import Phase
from .charts import SOVIET, Charts, Side
from .outline import outline

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


@lru_cache(maxsize=64)
def _sides_of(demolished: tuple[tuple[Hex, Hex, int], ...]) -> frozenset[Side]:
    return frozenset((a, b) for a, b, _ in demolished)


class War(CounterPosition):
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
    untrained_infantry: bool = False
    carrier_mission: str = ""
    airborne_used: bool = False
    emergency_called: bool = False
    fired: UnitSet = 0
    second_landing: Hex = -1
    second_marine_ready: bool = False
    emergency: tuple[str, ...] = ()
    nuclear_turn: int = 0
    us_in: bool = False

    FORGOTTEN: ClassVar[tuple[str, ...]] = (
        *("moved", "moved_this_turn", "railed", "began_on_rail", "unsupplied", "fought"),
        *("was_attacked", "struck"),
    )

    # Hexes with units of a side.
    soviet: HexSet
    chinese: HexSet

    def __init__(self, charts: Charts, scenario: str, options: tuple[str, ...], dice: Dice) -> None:
        super().__init__(charts, scenario, options, dice, POOL)
        self.charts = charts
        self.conditions = charts.scenarios[scenario]
        # 16.0: where the mines are is the only secret.
        self.secrets = "adm" in charts.orders[scenario]
        self.phases = outline(self.conditions, options, mines=self.secrets)
        self.turn = 0
        # The place in the sequence of play (4.2); -1 before the first.
        self.phase = -1
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
        # INT.1, GW.1 and SW.4, which reach and supply look at in any game.
        self.interdiction: tuple[Marker, ...] = ()
        self.guerrilla_warfare = False
        self.chinese_contaminated: HexSet = 0
        self.newly_chinese_contaminated: HexSet = 0
        self.rebuild()

    def occupied(self, side: str) -> HexSet:
        return self.soviet if side == SOVIET else self.chinese

    def in_pool(self, strength: str) -> tuple[int, ...]:
        """Counters of a kind that are not in use."""
        return members(self.charts.of_strength[strength] & self.box(POOL))

    @property
    def all_contaminated(self) -> HexSet:
        return self.contaminated | self.newly_contaminated

    @property
    def demolished_sides(self) -> frozenset[Side]:
        return _sides_of(self.demolished)

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
