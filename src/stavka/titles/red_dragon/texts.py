"""Events in words."""

from __future__ import annotations

from ...hexes import Hex
from ...kit.texts import CounterTexts, Traced, Way, at, between
from .charts import HALVES, PLA, Charts


def unseen(here: Hex, there: Hex) -> Way:
    return -1, (here, there)


class Texts(CounterTexts[Charts]):
    """Puts events into words with the printed names."""

    traced = CounterTexts.traced | {
        "eliminated": Traced("loss", at, PLA),
        "counter_moved": Traced("move", unseen, PLA),
        "flew": Traced("move", between),
        "displaced": Traced("retreat", between, PLA),
        "militia": Traced("arrival", at),
        "guerrilla": Traced("arrival", at),
    }

    def _hex(self, hex_: int) -> str:
        return super()._hex(hex_) if hex_ >= 0 else "the edge of the map"

    def _unit(self, unit: int) -> str:
        """A counter; -1 is one that is face-down."""
        return self._charts.counter[unit].name if unit >= 0 else "A PLA counter"

    # One method for each kind of event

    def _turn(self, turn: int) -> str:
        days = self._charts.turns[turn]
        return f"Turn {turn}, {days.first_day} to {days.last_day}"

    def _command_change(self) -> str:
        return "The Pacification Areas come under the XBS and Bengbu Commands"

    def _weather(self, weather: str) -> str:
        return f"The weather is {weather}"

    def _weather_rolled(self, weather: str, die: int) -> str:
        return f"Roll {die}: the weather is {weather}"

    def _news(self, roll: int, title: str) -> str:
        return f"China News! {roll}: {title}. {self._charts.news[roll].text}"

    def _no_event(self, roll: int, title: str) -> str:
        return f"China News! {roll}: {title}, no event"

    def _frozen(self, command: str) -> str:
        return f"{command} may not move this turn"

    def _short_attacks(self, die: int, pending: int) -> str:
        return f"Roll {die}: {pending} Short Attacks are mandated"

    def _interdicted(self, unit: int, hex_: int) -> str:
        return f"{self._unit(unit)} interdicts around {self._hex(hex_)}"

    def _air_supply(self, hex_: int) -> str:
        return f"Air supply is dropped over {self._hex(hex_)}"

    # Reinforcements and replacements

    def _returns(self, unit: int) -> str:
        return f"{self._unit(unit)} is back from the Turn Record Track"

    def _army_rolled(self, die: int, arrives: bool) -> str:
        return f"Roll {die}: the 12th Army {'arrives' if arrives else 'does not arrive'}"

    def _reinforcement_rolled(self, unit: int, die: int, arrives: bool) -> str:
        return f"Roll {die}: {self._unit(unit)} {'arrives' if arrives else 'does not arrive'}"

    def _guerrillas_arrive(self, unit: int) -> str:
        return f"{self._unit(unit)} arrives"

    def _counters_arrive(self, number: int) -> str:
        return f"{number} PLA counters are ready to enter the map"

    def _reeducated(self, unit: int) -> str:
        return f"{self._unit(unit)} has been re-educated"

    def _spent(self, unit: int) -> str:
        return f"Defectors of {self._unit(unit)} join the PLA"

    def _replaced(self, unit: int) -> str:
        return f"{self._unit(unit)} is rebuilt with defectors"

    def _militia(self, unit: int, hex_: int) -> str:
        return f"{self._unit(unit)} is raised in {self._hex(hex_)}"

    def _guerrilla(self, unit: int, hex_: int) -> str:
        return f"{self._unit(unit)} appears in {self._hex(hex_)}"

    def _delayed(self, unit: int, die: int, turn: int) -> str:
        if turn > self._charts.limit["turns"]:
            return f"Roll {die}: {self._unit(unit)} would not be back before the end"
        return f"Roll {die}: {self._unit(unit)} can be back in turn {turn}"

    # Movement

    def _moved(self, unit: int, path: tuple[int, ...], cost: int, how: str) -> str:
        manner = {
            "march": " by Fast March",
            "convoy": " in convoy",
            "rail": " by rail",
        }.get(how, "")
        points = f"{cost // HALVES}{'½' if cost % HALVES else ''}".replace("0½", "½")
        if path[0] < 0:
            return f"{self._unit(unit)} enters the map{manner} in {self._hex(path[-1])}"
        return f"{self._unit(unit)} moves{manner} {self._way(path)}, {points} MP"

    def _counter_moved(self, here: int, there: int) -> str:
        if here < 0:
            return f"A PLA counter enters the map in {self._hex(there)}"
        return f"A PLA counter moves {self._way((here, there))}"

    def _flew(self, leader: int, here: int, there: int) -> str:
        return f"{self._unit(leader)} joins the units in {self._hex(there)}"

    def _negated(self, hex_: int) -> str:
        return f"The guerrillas in {self._hex(hex_)} are held down"

    def _bridge(self, here: int, there: int) -> str:
        return f"An assault bridge joins {self._hex(here)} and {self._hex(there)}"

    def _bridge_builder(self, unit: int) -> str:
        return f"{self._unit(unit)} has built it"

    def _bridge_destroyed(self, here: int, there: int) -> str:
        return f"The assault bridge {self._hex(here)} - {self._hex(there)} is destroyed"

    def _short_attack(self, hex_: int, target: int, left: int) -> str:
        return f"Short Attack from {self._hex(hex_)} on {self._unit(target)}, {left} to be made"

    def _short_attacker(self, unit: int) -> str:
        return f"{self._unit(unit)} has made it"

    def _short_attack_roll(self, hex_: int, die: int, lost: bool) -> str:
        end = "the attacker is lost" if lost else "the attacker gets away"
        return f"Roll {die}: {end} in {self._hex(hex_)}"

    def _short_attacks_pending(self, number: int) -> str:
        return f"No attacks: {number} Short Attacks still have to be made"

    # Final Defense Positions

    def _fdp(self, hex_: int) -> str:
        return f"A Final Defense Position is formed in {self._hex(hex_)}"

    def _relieved(self, hex_: int, unguarded: bool) -> str:
        why = "the ring around it is too weak" if unguarded else "supplied units have reached it"
        return f"The position in {self._hex(hex_)} is relieved: {why}"

    def _displaced(self, unit: int, here: int, there: int) -> str:
        return f"{self._unit(unit)} leaves {self._hex(here)} for {self._hex(there)}"

    def _panicked(self, here: int, there: int) -> str:
        return f"The defenders of {self._hex(here)} flee to {self._hex(there)}"

    def _deserted(self, hex_: int) -> str:
        return f"Nobody is left in {self._hex(hex_)} to be attacked"

    # Combat

    def _elb_placed(self, unit: int, hex_: int) -> str:
        return f"Explosive Launching Barrels are placed in {self._hex(hex_)}"

    def _elb_removed(self, unit: int, hex_: int) -> str:
        return f"Explosive Launching Barrels leave {self._hex(hex_)}"

    def _elb_lost(self, unit: int) -> str:
        return "Explosive Launching Barrels are lost for good"

    def _suppression(self, hex_: int, dice: tuple[int, ...], found: bool) -> str:
        end = "the guerrillas are destroyed" if found else "the guerrillas get away"
        return f"Suppression mission in {self._hex(hex_)}, {' '.join(map(str, dice))}: {end}"

    def _announced(self, side: str, target: int, counters: tuple[tuple[int, int], ...]) -> str:
        where = ", ".join(f"{number} from {self._hex(hex_)}" for hex_, number in counters)
        return f"The {side} attacks {self._hex(target)}: {where}"

    def _attacked(
        self,
        side: str,
        target: int,
        attackers: tuple[int, ...],
        defenders: tuple[int, ...],
        factors: tuple[int, int],
        columns: tuple[str, str],
        die: int,
        result: str,
    ) -> str:
        raw, column = columns
        odds = raw if raw == column else f"{raw}, shifted to {column}"
        sides = f"{self._units(attackers)} against {self._units(defenders)}"
        return (
            f"{side}: {sides} in {self._hex(target)}: {factors[0]} to {factors[1]}, {odds}; "
            f"roll {die}, {self._charts.codes[result].name}"
        )

    def _eliminated(self, unit: int, hex_: int) -> str:
        return f"{self._unit(unit)} is eliminated in {self._hex(hex_)}"

    def _breakdown(self, unit: int, die: int) -> str:
        return f"Roll {die} for the tanks of {self._unit(unit)}"

    def _great_victory(self, hex_: int) -> str:
        return f"GMD Great Victory! in {self._hex(hex_)}"

    def _leader_loss(self, leader: int, roll: int, lost: bool) -> str:
        end = "is killed or captured" if lost else "survives"
        return f"Roll {roll}: {self._unit(leader)} {end}"

    def _leader_alone(self, leader: int) -> str:
        return f"{self._unit(leader)} is without troops and leaves until next turn"

    # Loyalty

    def _loyalty(self, unit: int, die: int, modifier: int, loyal: bool) -> str:
        end = "stays loyal" if loyal else "fails its Loyalty Check"
        change = f" {modifier:+d}" if modifier else ""
        return f"Roll {die}{change}: {self._unit(unit)} {end}"

    def _defected(self, unit: int, turn: int) -> str:
        if turn > self._charts.limit["turns"]:
            return f"{self._unit(unit)} defects"
        return f"{self._unit(unit)} defects, to be re-educated by turn {turn}"

    def _incorporated(self, unit: int, defector: int, hex_: int) -> str:
        return f"{self._unit(defector)} defects and joins the PLA in {self._hex(hex_)}"

    def _defector_lost(self, unit: int) -> str:
        return f"The defectors of {self._unit(unit)} are used up"

    def _popas(self, number: int) -> str:
        return f"Roll {number}: so many propaganda attacks are to be made"

    def _popa(self, hex_: int, target: int) -> str:
        return f"Propaganda from {self._hex(hex_)} calls upon {self._unit(target)}"

    def _ended(self, winner: str, reason: str) -> str:
        return f"{winner} victory: {reason}"
