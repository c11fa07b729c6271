"""Events in words: one method for each kind of event."""

from __future__ import annotations

from stavka.engine.texts import EventTexts

from .charts import Charts


class Texts(EventTexts):
    def __init__(self, charts: Charts) -> None:
        super().__init__(charts.board)
        self._counters = charts.counters

    def _unit(self, unit: int) -> str:
        return self._counters[unit].name

    def _turn(self, turn: int) -> str:
        return f"Turn {turn}"

    def _moved(self, unit: int, path: tuple[int, ...], cost: int) -> str:
        return f"{self._unit(unit)} moves {self._way(path)} for {cost}"

    def _attacked(
        self, side: str, target: int, units: tuple[int, ...], column: str, die: int, result: str
    ) -> str:
        who, verb = ", ".join(map(self._unit, units)), "attack" if units[1:] else "attacks"
        return f"{side}: {who} {verb} {self._hex(target)} at {column}: roll {die}, {result}"

    def _eliminated(self, unit: int, hex_: int) -> str:
        return f"{self._unit(unit)} is eliminated in {self._hex(hex_)}"

    def _advanced(self, unit: int, hex_: int) -> str:
        return f"{self._unit(unit)} advances into {self._hex(hex_)}"

    def _ended(self, winner: str, reason: str) -> str:
        return f"The {winner} wins: {reason}"
