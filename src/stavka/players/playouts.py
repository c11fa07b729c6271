"""A position played out again and again: what somebody's plan is worth to him.

A playout begins with a position that the side could be in, dealt anew for each, and goes on by
advice alone for some turns of either player: the side follows its plan this turn and its style
after it, the enemy one of the styles that he is thought to have. What stands on the map then is
valued by the title. Equal views give equal playouts: their chance comes from a seed and from what
the view shows, never from the dice of the game.
"""

from __future__ import annotations

import hashlib
from typing import Any, NamedTuple

import msgspec

from ..engine import NO_ORDERS, Choice, Dice, Orders, Position, Style, Title, View, seed_from
from ..hexes import members
from ..kit.counters import CounterPosition

# No playout is longer; whoever goes round in circles gets the value of where he is.
MOST_CHOICES = 4000
# So many styles of the enemy are thought of, the strongest first.
MODELS = 3
# What a state counts and no view shows.
UNSEEN = ("number", "rolls")
# The verb with which an attack begins, in every title.
ATTACK = "attack"


class Course(NamedTuple):
    """How one playout went."""

    value: float
    # The targets of the side's attacks this turn, and those without an enemy when it was over.
    attacked: frozenset[str]
    cleared: frozenset[str]
    # Where every unit was then.
    where: tuple[int, ...]


class Playouts:
    """The playouts of one view, numbered; each number means the same chance for every plan."""

    def __init__(self, title: Title[Any], view: View[Any], seed: bytes, turns: int) -> None:
        self.title = title
        self.side = view.side
        self.here: CounterPosition = view.imagine()
        self._turns = turns
        self._turn = title.turn_of(self.here)
        self._view = view
        # What chance in thinking follows from: who thinks, and what he sees.
        self.seed = f"{seed.hex()} {fingerprint(self.here)}"
        self._worlds: list[CounterPosition] = []
        (self._enemy,) = (side for side in title.sides if side != self.side)
        styles = title.styles(self._enemy).portfolio
        self.models: tuple[Style | None, ...] = styles[:MODELS] or (None,)
        self.played = 0

    def play(
        self,
        number: int,
        style: Style | None,
        orders: Orders = NO_ORDERS,
        first: Choice | None = None,
    ) -> Course:
        """A playout of a plan, perhaps with a first choice of its own."""
        title, side = self.title, self.side
        model = self.models[number % len(self.models)]
        p = self._world(number)
        self.played += 1
        turn, changes = self._turn, 0
        attacked: set[str] = set()
        where: tuple[int, ...] = ()
        for _ in range(MOST_CHOICES):
            decision = p.decision()
            if decision is None:
                break
            now = title.turn_of(p)
            if now != turn:
                where = where or tuple(p.where)
                turn, changes = now, changes + 1
                if changes == self._turns:
                    break
            if first is not None:
                choice, first = first, None
            elif decision.side == side:
                choice = title.advise(p, decision, style, NO_ORDERS if where else orders)
            else:
                choice = title.advise(p, decision, model)
            if not where and choice.verb == ATTACK and decision.side == side:
                attacked.add(choice.argument)
            p.apply(choice)
        where = where or tuple(p.where)
        enemies = {where[unit] for unit in members(p.units_of[self._enemy])}
        cleared = frozenset(label for label in attacked if p.names.grid.hex(label) not in enemies)
        return Course(title.value(p, side), frozenset(attacked), cleared, where)

    def _world(self, number: int) -> CounterPosition:
        """The position that a playout begins with."""
        while len(self._worlds) <= number:
            seed = seed_from(f"{self.seed} {len(self._worlds)}")
            world = self._view.imagine(seed)
            # How many rolls there have been is nothing that a plan may depend on.
            world.dice = Dice(seed)
            self._worlds.append(world)
        return self._worlds[number].clone()


def fingerprint(p: Position) -> str:
    """What a position made for somebody's eyes shows, as a short text."""
    state = {key: value for key, value in p.dump().items() if key not in UNSEEN}
    data = msgspec.json.encode(state, order="sorted")
    return hashlib.blake2b(data, digest_size=16).hexdigest()
