"""Events in words."""

from __future__ import annotations

from collections.abc import Iterable

from ...hexes import HexSet
from ...kit.texts import CounterTexts, Traced, along, at, between
from .charts import Charts, Side


class Texts(CounterTexts[Charts]):
    """Puts events into words with the printed names."""

    traced = CounterTexts.traced | {
        "reinforced": Traced("arrival", at),
        "mobilized": Traced("arrival", at),
        "intervened": Traced("arrival", at),
        "railed": Traced("move", along),
        "landed": Traced("arrival", at),
        "returned": Traced("loss", at),
        "flown": Traced("move", between),
        "dropped": Traced("move", between),
        "americans_landed": Traced("arrival", at),
    }

    def _unit(self, unit: int) -> str:
        kind = self._charts.unit_type[unit]
        side = "US" if kind.kind.startswith("us_") else kind.side
        return f"{side} {kind.strength}"

    def _units(self, units: Iterable[int]) -> str:
        strengths = [self._charts.unit_type[u].strength for u in units]
        counted = [(s, strengths.count(s)) for s in dict.fromkeys(strengths)]
        return ", ".join(f"{n} x {s}" if n > 1 else s for s, n in counted)

    def _force(self, units: tuple[int, ...]) -> str:
        """Units with their side."""
        return f"{self._charts.unit_type[units[0]].side} {self._units(units)}"

    def _side(self, side: Side) -> str:
        return "/".join(sorted(map(self._charts.grid.label, side)))

    # One method for each kind of event

    def _turn(self, turn: int) -> str:
        return f"Game-Turn {turn}"

    def _deployed(self, strength: str, hex_: int) -> str:
        return f"{strength} set up in {self._hex(hex_)}"

    def _mined(self, side: Side) -> str:
        return f"{self._side(side)} is mined"

    def _detonated(self, side: Side) -> str:
        return f"Atomic demolition of {self._side(side)}"

    def _neutralized(self, side: Side) -> str:
        return f"The mine at {self._side(side)} is neutralized"

    def _reinforced(self, unit: int, hex_: int) -> str:
        return f"{self._unit(unit)} arrives in {self._hex(hex_)}"

    def _mobilized(self, unit: int, hex_: int) -> str:
        return f"Militia mobilize in {self._hex(hex_)}"

    def _intervened(self, unit: int, hex_: int) -> str:
        strength = self._charts.unit_type[unit].strength
        return f"North Korean {strength} intervenes in {self._hex(hex_)}"

    def _strategic_strike(self) -> str:
        return "The Soviet Union strikes at the rest of China: no more reinforcements"

    def _moved(self, unit: int, path: tuple[int, ...], cost: int) -> str:
        return f"{self._unit(unit)} moves {self._way(path)}, {cost} MP"

    def _railed(self, unit: int, path: tuple[int, ...]) -> str:
        return f"{self._unit(unit)} goes by rail {self._way(path)}, {len(path) - 1} hexes"

    def _landed(self, unit: int, hex_: int) -> str:
        return f"{self._unit(unit)} lands in {self._hex(hex_)}"

    def _returned(self, unit: int, hex_: int) -> str:
        return f"{self._unit(unit)} sails back from {self._hex(hex_)} to Vladivostok"

    def _broken_down(self, unit: int, hex_: int) -> str:
        return f"{self._unit(unit)} breaks down in {self._hex(hex_)}"

    def _built_up(self, unit: int, hex_: int) -> str:
        return f"{self._unit(unit)} is built up in {self._hex(hex_)}"

    def _expended(self, unit: int, hex_: int) -> str:
        return f"A supply unit is expended in {self._hex(hex_)}"

    def _announced(
        self, targets: tuple[int, ...], units: tuple[int, ...], column: str, mass: bool
    ) -> str:
        manner = " (mass attack)" if mass else ""
        return f"{self._force(units)} attack {self._hexes(targets)} at {column}{manner}"

    def _attacked(
        self,
        targets: tuple[int, ...],
        units: tuple[int, ...],
        column: str,
        die: int,
        result: str,
        nuclear: bool,
        mass: bool,
    ) -> str:
        manner = " (nuclear)" if nuclear else " (mass attack)" if mass else ""
        where = self._hexes(targets)
        return f"{self._force(units)} attack {where} at {column}{manner}: roll {die}, {result}"

    def _destroyed(self, hex_: int) -> str:
        return f"The intrinsic strength of {self._hex(hex_)} is destroyed"

    def _contaminated(self, hex_: int, die: int) -> str:
        return f"Roll {die}: {self._hex(hex_)} is contaminated"

    def _not_contaminated(self, hex_: int, die: int) -> str:
        return f"Roll {die}: no contamination of {self._hex(hex_)}"

    def _cleared(self, hexes: HexSet) -> str:
        return f"Contamination ends in {', '.join(self._charts.grid.labels(hexes))}"

    # The variant article

    def _flown(self, unit: int, here: int, there: int) -> str:
        return f"{self._unit(unit)} flies {self._way((here, there))}"

    def _interdicted(self, unit: int, hex_: int, radius: int) -> str:
        extent = f"and {radius} {'hex' if radius == 1 else 'hexes'} round it" if radius else "alone"
        kind = self._charts.unit_type[unit]
        return f"{kind.side} {kind.name} interdicts {self._hex(hex_)} {extent}"

    def _leads(self, unit: int, hex_: int) -> str:
        return f"{self._unit(unit)} in {self._hex(hex_)} is the operational maneuver group"

    def _called(self) -> str:
        return "The Soviets call for emergency reinforcements"

    def _dropped(self, unit: int, here: int, there: int, die: int, result: str) -> str:
        way = self._way((here, there))
        if not die:
            return f"{self._unit(unit)} flies {way}"
        return f"{self._unit(unit)} flies {way}: roll {die}, {result or 'it gets through'}"

    def _guerrilla_warfare(self) -> str:
        return "China declares guerrilla warfare"

    def _struck(self, unit: int, hex_: int, die: int, result: str) -> str:
        effect = f"result {result}" if result else "no effect"
        return f"{self._unit(unit)} fires a missile at {self._hex(hex_)}: roll {die}, {effect}"

    def _fallout(self, hex_: int) -> str:
        return f"{self._hex(hex_)} is contaminated"

    def _risked(self, dice: tuple[int, ...], over: bool) -> str:
        rolled = " and ".join(map(str, dice))
        return f"Escalation: roll {rolled}, {'the war is out of hand' if over else 'contained'}"

    def _burned(self) -> str:
        return "Strategic nuclear war: both players lose"

    def _americans_landed(self, unit: int, hex_: int) -> str:
        return f"US Marines land in {self._hex(hex_)}"

    def _covered(self, hex_: int) -> str:
        return f"Carrier aircraft cover the US Marines in {self._hex(hex_)}"

    def _ended_on_points(self, name: str, reason: str) -> str:
        return f"{name}: {reason}"

    def _ended(self, level: str, cut_off: int) -> str:
        return f"Soviet {level}: {cut_off} Chinese industrial hexes are cut off"
