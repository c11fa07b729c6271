"""Events in words."""

from __future__ import annotations

from collections.abc import Iterable

from ...hexes import Hex
from ...kit.texts import CounterTexts, Traced, Way, at, between
from .charts import NEUTRAL, Charts


def together(units: tuple[int, ...], hex_: Hex) -> Way:
    return units[0], (hex_,)


class Texts(CounterTexts[Charts]):
    """Puts events into words with the printed names."""

    traced = CounterTexts.traced | {
        "travelled": Traced("move", between),
        "arrived": Traced("arrival", at),
        "replaced": Traced("arrival", at),
        "placed": Traced("arrival", at),
        "garrison": Traced("arrival", at),
        "landed": Traced("arrival", together),
        "disbanded": Traced("loss", at),
    }

    def _unit(self, unit: int) -> str:
        counter = self._charts.counters[unit]
        if counter.faction == "Makhno":
            return "Makhno"
        return f"{counter.side} {counter.name}".replace("Red Red", "Red").replace(f"{NEUTRAL} ", "")

    def _units(self, units: Iterable[int]) -> str:
        return ", ".join(self._charts.counters[u].name for u in units)

    def _name(self, chit: str) -> str:
        return self._charts.chits[chit].name

    # One method for each kind of event: turns, events and chits

    def _turn(self, key: str, date: str) -> str:
        return f"Turn {key}, {date}"

    def _strategic_turn(self, key: str) -> str:
        return f"Strategic Turn {key}"

    def _tsar(self, die: int, alive: bool) -> str:
        fate = "the Whites have saved the Tsar" if alive else "the Tsar is dead"
        return f"Die {die}: {fate}"

    def _initiative(self, side: str, white: int, red: int, bonus: int) -> str:
        plus = f" + {bonus}" if bonus else ""
        return f"{side} has the initiative (White {white}, Red {red}{plus})"

    def _event(self, side: str, roll: int, name: str) -> str:
        return f"{side} event, roll {roll}: {name}"

    def _no_event(self, name: str) -> str:
        return f"{name} cannot happen now: no event"

    def _aircraft(self, unit: int) -> str:
        return f"{self._unit(unit)} is available"

    def _leader_drawn(self, leader: int) -> str:
        return f"{self._charts.leaders[leader].name} is drawn"

    def _appointed(self, leader: int, box: str) -> str:
        return f"{self._charts.leaders[leader].name} takes command: {self._name(box)}"

    def _dismissed(self, leader: int, box: str) -> str:
        return f"{self._charts.leaders[leader].name} loses his command: {self._name(box)}"

    def _terror(self, hex_: int) -> str:
        return f"Red Terror in {self._hex(hex_)}"

    def _corruption(self, faction: str) -> str:
        return f"Corruption in the {faction} faction: no rally, no replacement"

    def _great_war_over(self) -> str:
        return "The Great War is over: the neutral lands are open"

    def _front_chosen(self, chit: str) -> str:
        return f"Red makes the chit of the {self._name(chit)} available"

    def _chit(self, chit: str) -> str:
        return f"Chit: {self._name(chit)}"

    def _set_aside(self, chit: str) -> str:
        return f"{self._name(chit)} has been active already: its chit is set aside"

    def _front_activated(self, chit: str) -> str:
        return f"The Field Staff activates the {self._name(chit)}"

    # Control

    def _took(self, holder: str, hex_: int) -> str:
        if holder == NEUTRAL:
            return f"{self._hex(hex_)} becomes neutral"
        return f"{holder} takes control of {self._hex(hex_)}"

    def _gold(self, side: str, hex_: int) -> str:
        return f"The Gold in {self._hex(hex_)} falls to {side}"

    def _gold_moved(self, here: int, there: int) -> str:
        return f"The Gold goes {self._way((here, there))}"

    def _sea(self, sea: str) -> str:
        return f"Red takes control of the {sea} Sea"

    def _verdun_lost(self, hex_: int) -> str:
        return f"The Red Verdun, {self._hex(hex_)}, has fallen"

    def _red_cities(self, hexes: tuple[int, ...]) -> str:
        return f"Red gains {self._hexes(hexes)}"

    # The Red Train

    def _train(self, hex_: int) -> str:
        return f"The Red Train goes to {self._hex(hex_)}"

    def _train_lost(self, hex_: int) -> str:
        return f"The Red Train escapes from {self._hex(hex_)}"

    def _train_rallied(self, unit: int) -> str:
        return f"{self._unit(unit)} rallies near the Red Train"

    # Movement

    def _moved(self, unit: int, path: tuple[int, ...], cost: int) -> str:
        return f"{self._unit(unit)} moves {self._way(path)}, {cost} MP"

    def _travelled(self, unit: int, here: int, there: int, way: str) -> str:
        return f"{self._unit(unit)} goes by {way} {self._way((here, there))}"

    def _done_marker(self, unit: int) -> str:
        return f"{self._unit(unit)} has crossed a Front border and is Done"

    def _garrison(self, unit: int, hex_: int) -> str:
        return f"{self._unit(unit)} is left in {self._hex(hex_)}"

    def _disbanded(self, unit: int, hex_: int) -> str:
        return f"{self._unit(unit)} in {self._hex(hex_)} is disbanded"

    def _raid(self, unit: int) -> str:
        return f"{self._unit(unit)} begins a raid"

    def _raid_over(self, unit: int) -> str:
        return f"The raid of {self._unit(unit)} ends"

    def _landed(self, units: tuple[int, ...], hex_: int) -> str:
        return f"{self._units(units)} land in {self._hex(hex_)}"

    # Combat

    def _announced(
        self, side: str, target: int, attackers: tuple[int, ...], support: tuple[int, ...]
    ) -> str:
        return f"{side} attacks {self._hex(target)}: {self._units((*attackers, *support))}"

    def _battle(
        self,
        side: str,
        target: int,
        attackers: tuple[int, ...],
        defenders: tuple[int, ...],
        attack_support: tuple[int, ...],
        defence_support: tuple[int, ...],
        column: str,
        dice: tuple[int, int],
        strengths: tuple[int, int],
        result: str,
    ) -> str:
        ours, theirs = strengths
        who = self._units((*attackers, *attack_support))
        whom = self._units((*defenders, *defence_support)) or "nobody"
        return (
            f"{side}: {who} attack {whom} in {self._hex(target)} at {column}: "
            f"dice {dice[0]} and {dice[1]}, strengths {ours} and {theirs}, "
            f"differential {ours - theirs:+}, result {result}"
        )

    def _disordered(self, unit: int) -> str:
        return f"{self._unit(unit)} is disordered"

    def _no_advance(self, hex_: int) -> str:
        return f"Nobody may advance into {self._hex(hex_)}: it would be out of supply"

    # Supply and rally

    def _unsupplied(self, unit: int) -> str:
        return f"{self._unit(unit)} is out of supply"

    def _rallied(self, unit: int, die: int) -> str:
        return f"{self._unit(unit)} rallies (die {die})"

    def _not_rallied(self, unit: int, die: int) -> str:
        return f"{self._unit(unit)} does not rally (die {die})"

    def _tsar_rallied(self, unit: int) -> str:
        return f"The Tsar rallies {self._unit(unit)}"

    # Reinforcements and replacements

    def _flotilla(self, unit: int) -> str:
        return f"{self._unit(unit)} is available"

    def _arrived(self, unit: int, hex_: int) -> str:
        return f"{self._unit(unit)} arrives in {self._hex(hex_)}"

    def _put_off(self, unit: int) -> str:
        return f"{self._unit(unit)} finds no place to arrive"

    def _replaced(self, unit: int, hex_: int) -> str:
        return f"{self._unit(unit)} returns to {self._hex(hex_)}"

    def _placed(self, unit: int, hex_: int) -> str:
        return f"{self._unit(unit)} appears in {self._hex(hex_)}"

    def _forfeited(self, unit: int) -> str:
        return f"{self._unit(unit)} finds no place and is forfeited"

    def _icebound(self, unit: int, hex_: int) -> str:
        return f"{self._unit(unit)} is icebound in {self._hex(hex_)}"

    # Poland, Makhno, the Allies

    def _poland_at_war(self, reason: str) -> str:
        return f"Poland enters the war: {reason}"

    def _poland_conquered(self) -> str:
        return "Poland is conquered"

    def _miracle(self) -> str:
        return "The Miracle of the Vistula"

    def _peace(self, die: int, made: bool) -> str:
        return f"Peace with Poland (die {die})" if made else f"No peace with Poland (die {die})"

    def _border_guard(self, unit: int) -> str:
        return f"{self._unit(unit)} stays on the Polish border for good"

    def _makhno(self, side: str, nearest: str) -> str:
        return f"{nearest} is closest to Makhno: he fights for {side}"

    def _no_withdrawal(self, held: int, number: int) -> str:
        return f"White holds {held} resources of {number}: the Allies stay"

    def _minor_withdrawal(self, held: int, number: int) -> str:
        return f"White holds {held} resources of {number}: Minor Allied Withdrawal"

    def _major_withdrawal(self, held: int, number: int) -> str:
        return f"White holds {held} resources of {number}: Major Allied Withdrawal"

    def _northwest_left(self, unit: int) -> str:
        return f"{self._unit(unit)} is disarmed in the Baltic Republics"

    def _ended(self, winner: str, reason: str) -> str:
        return f"{winner} wins: {reason}"
