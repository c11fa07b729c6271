"""Short ways to set up a situation and to play choices in it."""

from __future__ import annotations

from stavka.engine import Dice, seed_from
from stavka.hexes import members
from stavka.titles.reds import Reds
from stavka.titles.reds.position import PLACES, War

from ..situations import cause as cause
from ..situations import events as events
from ..situations import number_of as number_of
from ..situations import offered as offered
from ..situations import play as play
from ..situations import refused as refused
from ..situations import to_choose as to_choose
from ..situations import verbs as verbs
from ..situations import what_is_set as what_is_set

TITLE = Reds()

# A marker line that stops the game after a segment: the Field Staff asks for a Front (7.11).
HOLD = "[markers]\npool: Field-Staff\n"
PLACE_NAMES = {number: name for name, number in PLACES.items()}


def started(scenario: str, options: tuple[str, ...] = (), seed: str = "tests") -> War:
    """A new game at its first decision."""
    position = TITLE.start(scenario, options, seed=seed_from(seed))
    assert isinstance(position, War)
    return position


class LoadedDice(Dice):
    """Dice that fall as a test wants them to, and then as a seed says."""

    __slots__ = ("_used", "_values")

    def __init__(self, values: tuple[int, ...], rolls: int = 0, used: int = 0) -> None:
        super().__init__(seed_from("tests"), rolls)
        self._values = values
        self._used = used

    def roll(self, sides: int) -> int:
        value = super().roll(sides)
        # The last chit of a pool is drawn without a choice.
        if sides > 1 and self._used < len(self._values):
            value = self._values[self._used]
            self._used += 1
            assert 1 <= value <= sides, f"a {value} is wanted of a die with {sides} sides"
        return value

    def copy(self) -> LoadedDice:
        return LoadedDice(self._values, self.rolls, self._used)


def opening(
    scenario: str = "1918-21", options: tuple[str, ...] = (), dice: tuple[int, ...] = ()
) -> War:
    """A new game whose first rolls are known."""
    position = TITLE.new(scenario, options, LoadedDice(dice))
    position.chronicle = []
    return play(position, "begin")


def situation(text: str, dice: tuple[int, ...] = ()) -> War:
    """A position from a position file; `dice` are the first rolls to come."""
    position = TITLE.read(text, LoadedDice(dice))
    position.decision()
    return position


def where(position: War, unit: str) -> str:
    """The hex of a unit, or the place where it is off the map."""
    at = position.where[number_of(position, unit)]
    return position.label(at) if at >= 0 else PLACE_NAMES[at]


def disordered(position: War, unit: str) -> bool:
    return bool(position.disordered >> number_of(position, unit) & 1)


def stack(position: War, label: str) -> set[str]:
    """The units in a hex."""
    units = position.units_in(position.charts.grid.hex(label))
    return {position.name(unit) for unit in members(units)}


def moves(position: War, unit: str) -> set[str]:
    """Where an active unit can go, once it is picked up."""
    if unit not in offered(position, "select"):
        return set()
    return offered(play(position, f"select {unit}"), "move")


def told(position: War) -> list[str]:
    """What has happened, in words."""
    assert position.chronicle is not None
    return [TITLE.text(event) for event in position.chronicle]


def standing(units: str = "", markers: str = "", turn: str = "8") -> War:
    """Units at rest: Red has to choose a Front."""
    return situation(f"turn: {turn}\nphase: command\n{units}[markers]\n{markers}\n")
