"""What the variant article adds to the state of a game."""

from __future__ import annotations

from typing import ClassVar

from ....engine import Dice, UnitSet, derived
from ....engine.position import FieldKind
from ....hexes import Hex, HexSet, members, union
from ..charts import SOVIET, Charts, enemy_of
from ..options import TRAINING
from ..position import War


class VariantWar(War):
    """A position of a variant scenario, or of a base scenario with an option of the article."""

    FIELDS: ClassVar[tuple[tuple[str, FieldKind], ...]] = (
        *War.FIELDS,
        ("second_landing", "plain"),
        ("second_marine_ready", "plain"),
        ("interdiction", "row"),
        ("omg", "plain"),
        ("emergency", "row"),
        ("emergency_called", "plain"),
        ("airborne_used", "plain"),
        ("guerrilla_warfare", "plain"),
        ("fired", "set"),
        ("chinese_contaminated", "set"),
        ("newly_chinese_contaminated", "set"),
        ("nuclear_turn", "plain"),
        ("us_in", "plain"),
        ("carrier_mission", "plain"),
    )
    FORGOTTEN = (*War.FORGOTTEN, "fired")

    def __init__(self, charts: Charts, scenario: str, options: tuple[str, ...], dice: Dice) -> None:
        # 5.5 for the second Marine Division of the 1970s.
        self.second_landing = -1
        self.second_marine_ready = False
        # OMG.1: the unit with the marker.
        self.omg = -1
        # ER: whether they have been called for, and what is still to come.
        self.emergency = ()
        self.emergency_called = False
        # CA.1: the one airborne move has been made.
        self.airborne_used = False
        # SW.2: brigades that have launched a strike in this Combat Phase.
        self.fired: UnitSet = 0
        # US.3: the turn of the first Soviet nuclear attack; nought for none.
        self.nuclear_turn = 0
        # US: whether the Marines have come, and what the carriers do: strike, cover, interdiction.
        self.us_in = False
        self.carrier_mission = ""
        self.untrained_infantry = TRAINING in options
        super().__init__(charts, scenario, options, dice)

    def send(self, unit: int, box: int) -> None:
        super().send(unit, box)
        if unit == self.omg:
            self.omg = -1  # OMG.1: destroyed, broken down or built up

    @property
    def all_contaminated(self) -> HexSet:
        chinese = self.chinese_contaminated | self.newly_chinese_contaminated
        return self.contaminated | self.newly_contaminated | chinese

    # 5.5 with two Marine Divisions: each lands once

    def _is_first(self, marine: int) -> bool:
        return self.charts.marine & ((1 << marine) - 1) == 0

    def note_marines(self) -> None:
        home = self.charts.vladivostok
        ready = {self._is_first(u): self.where[u] == home for u in members(self.charts.marine)}
        self.marine_ready, self.second_marine_ready = ready[True], ready[False]

    def landing_of(self, unit: int) -> Hex:
        return self.landing if self._is_first(unit) else self.second_landing

    def land(self, unit: int, hex_: Hex) -> None:
        if self._is_first(unit):
            self.landing = hex_
        else:
            self.second_landing = hex_

    def is_ready_to_land(self, unit: int) -> bool:
        return self.marine_ready if self._is_first(unit) else self.second_marine_ready

    # INT Interdiction

    def interdict(self, hex_: Hex, radius: int, side: str) -> None:
        self.interdiction = (*self.interdiction, (hex_, radius, side))

    def lift_interdiction(self, side: str) -> None:
        """Takes the markers of a side off the map."""
        self.interdiction = tuple(marker for marker in self.interdiction if marker[2] != side)

    def interdicted(self, side: str) -> HexSet:
        """INT.5: what markers do to a side, and all they do: its movement and supply cost more."""
        return _interdicted_by(self, enemy_of(side)) if self.interdiction else 0

    # OMG, US

    def may_fight(self) -> UnitSet:
        if self.current.key == "omg-attack":
            return 1 << self.omg if self.omg >= 0 else 0
        return -1

    def note_air_strikes(self, air: UnitSet) -> None:
        super().note_air_strikes(air & ~self.charts.us_air)
        if air & self.charts.us_air:
            self.carrier_mission = "strike"

    def note_nuclear_attack(self, side: str) -> None:
        if side == SOVIET and not self.nuclear_turn:
            self.nuclear_turn = self.turn


@derived("interdiction")
def _interdicted_by(p: War, side: str) -> HexSet:
    disc = p.charts.grid.disc
    return union(disc(hex_, radius) for hex_, radius, by in p.interdiction if by == side)
