"""Events in words: one method for each kind of event."""

from __future__ import annotations

from stavka.kit.texts import CounterTexts

from .charts import Charts


class Texts(CounterTexts[Charts]):
    def _unit(self, unit: int) -> str:
        return self._charts.counters[unit].name

    def _turn(self, turn: int) -> str:
        return f"Turn {turn}"

    def _moved(self, unit: int, path: tuple[int, ...], cost: int) -> str:
        return f"{self._unit(unit)} moves {self._way(path)} for {cost}"

    def _attacked(
        self, side: str, target: int, units: tuple[int, ...], column: str, die: int, result: str
    ) -> str:
        verb, where = "attack" if units[1:] else "attacks", self._hex(target)
        return f"{side}: {self._units(units)} {verb} {where} at {column}: roll {die}, {result}"

    def _ended(self, winner: str, reason: str) -> str:
        return f"The {winner} wins: {reason}"
