"""Events in words."""

from __future__ import annotations

from ...kit.texts import CounterTexts, Traced, along, at, between
from .charts import Charts


class Texts(CounterTexts[Charts]):
    """One method for each kind of event, named after it."""

    traced = CounterTexts.traced | {
        "transferred": Traced("move", along),
        "sailed": Traced("move", between),
        "overran": Traced("advance", between),
        "fled": Traced("retreat", between),
        "reinforced": Traced("arrival", at),
        "placed": Traced("arrival", at),
        "dropped": Traced("arrival", at),
        "leader": Traced("arrival", at),
        "flew": Traced("arrival", at),
        "evacuated": Traced("loss", at),
        "removed": Traced("loss", at),
    }

    # Parts

    def _hex(self, hex_: int) -> str:
        label = self._charts.grid.label(hex_)
        places = self._charts.board.places_at(hex_)
        return f"{places[0].name} ({label})" if places else label

    def _unit(self, unit: int) -> str:
        return self._charts.unit_names[unit]

    # Sequence

    def _turn(self, turn: int) -> str:
        now = self._charts.turns[turn]
        return f"Turn {turn}, {now.label}: {now.weather}"

    def _ended(self, level: str, winner: str, points: int) -> str:
        return f"{level}: {points} victory points" if points else level

    # Supply

    def _emergency(self, unit: int, hex_: int) -> str:
        return f"{self._unit(unit)} in {self._hex(hex_)} becomes an emergency supply source"

    def _hoarded(self, unit: int, hex_: int) -> str:
        return f"{self._unit(unit)} in {self._hex(hex_)} is taken back for later use"

    def _removed(self, unit: int, hex_: int) -> str:
        return f"{self._unit(unit)} in {self._hex(hex_)} has no supply and leaves the map"

    def _attrition(self, unit: int, die: int, steps: int) -> str:
        outcome = f"loses {steps} steps" if steps > 1 else "loses a step" if steps else "holds out"
        return f"{self._unit(unit)} is isolated: roll {die}, {outcome}"

    def _flew(self, unit: int, hex_: int) -> str:
        return f"{self._unit(unit)} flies to {self._hex(hex_)}"

    def _markers(self, cup: str, values: tuple[int, int], count: int) -> str:
        strength = "-".join(map(str, values))
        number = f"{count} markers" if count > 1 else "A marker"
        return f"{number} {strength} for cup {cup}"

    # Soviet armies

    def _drawn(self, unit: int, marker: int) -> str:
        attack, defence = self._charts.markers[marker].full
        return f"{self._unit(unit)} draws {attack}-{defence}"

    def _released(self, unit: int) -> str:
        return f"{self._unit(unit)} gives its strength marker back"

    def _promoted(self, army: int, guards: int) -> str:
        return f"{self._unit(army)} becomes {self._unit(guards)}"

    # Arrivals and departures

    def _reinforced(self, unit: int, hex_: int) -> str:
        return f"{self._unit(unit)} arrives in {self._hex(hex_)}"

    def _placed(self, unit: int, hex_: int) -> str:
        return f"{self._unit(unit)} appears in {self._hex(hex_)}"

    def _dropped(self, unit: int, hex_: int, die: int, safe: bool) -> str:
        outcome = "it lands" if safe else "it is lost"
        return f"{self._unit(unit)} is dropped over {self._hex(hex_)}: {die}, {outcome}"

    def _leader(self, unit: int, hex_: int) -> str:
        return f"{self._unit(unit)} takes command in {self._hex(hex_)}"

    def _returns(self, unit: int, turn: int) -> str:
        return f"{self._unit(unit)} will return on turn {turn}"

    def _withdrawn(self, unit: int) -> str:
        return f"{self._unit(unit)} leaves the game"

    def _fled(self, unit: int, here: int, there: int) -> str:
        return f"{self._unit(unit)} flee {self._way((here, there))}"

    def _evacuated(self, unit: int, hex_: int) -> str:
        return f"A factory is evacuated from {self._hex(hex_)}: {self._charts.works[unit]}"

    # Movement

    def _moved(self, unit: int, path: tuple[int, ...], cost: int) -> str:
        return f"{self._unit(unit)} moves {self._way(path)}, {cost} MP"

    def _transferred(self, unit: int, path: tuple[int, ...]) -> str:
        return f"{self._unit(unit)} is transferred {self._way(path)}, {len(path) - 1} spaces"

    def _sailed(self, unit: int, here: int, there: int) -> str:
        return f"{self._unit(unit)} sails {self._way((here, there))}"

    def _overran(self, unit: int, here: int, there: int) -> str:
        return f"{self._unit(unit)} overruns {self._hex(there)}"

    # Combat

    def _attacked(
        self,
        targets: tuple[int, ...],
        units: tuple[int, ...],
        attack: int,
        defence: int,
        odds: str,
        die: int,
        result: str,
    ) -> str:
        sums = f"{attack} to {defence}, {odds}"
        side = self._charts.kind[units[0]].side
        return (
            f"{side}: {self._units(units)} attack {self._hexes(targets)}, {sums}: {die}, {result}"
        )

    def _called_off(self, targets: tuple[int, ...], units: tuple[int, ...]) -> str:
        return f"{self._units(units)} are too weak to attack {self._hexes(targets)}"

    def _street_fighting(self, unit: int, die: int) -> str:
        return f"{self._unit(unit)} fights in the streets: roll {die}"

    def _step(self, unit: int, left: int) -> str:
        return f"{self._unit(unit)} loses a step, {left} left"

    def _replaced(self, old: int, new: int) -> str:
        return f"{self._unit(new)} stands for {self._unit(old)}"

    # Control

    def _control(self, side: str, hexes: tuple[int, ...]) -> str:
        who = "The Axis" if side == "Axis" else "The Soviet Union"
        return f"{who} takes {self._hexes(hexes)}"

    def _ruined(self) -> str:
        return "The fortress of Sevastopol is destroyed"

    def _surrender(self, city: int, die: int, outcome: str) -> str:
        return f"{self._hex(city)} is entered: surrender roll {die}, {outcome}"

    def _disillusioned(self) -> str:
        return "The markers of 1941 go back into the cups"

    # Breakdown and buildup

    def _broken_down(self, unit: int, hex_: int, parts: tuple[int, ...]) -> str:
        return f"{self._unit(unit)} in {self._hex(hex_)} breaks down into {self._units(parts)}"

    def _built_up(self, unit: int, hex_: int) -> str:
        return f"{self._unit(unit)} is built up in {self._hex(hex_)}"

    def _incorporated(self, corps: int, army: int) -> str:
        return f"{self._unit(corps)} joins {self._unit(army)}, which is at full strength again"
