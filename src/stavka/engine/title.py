"""What a title tells about itself: scenarios, options, sides, and how a game begins."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from inspect import getfile
from pathlib import Path
from typing import Any, Generic

import msgspec

from ..data import quoted
from ..hexes import Hex
from .advice import NO_ORDERS, Considered, Orders, Pace, Style, Styles, Turn
from .choices import Choice, Decision
from .dice import Dice, new_seed
from .forces import Forces
from .forecast import Rolled
from .measures import Measure
from .position import IMAGINED, BadState, Event, P, View, stored_part
from .presentation import Line, OverlayArea, Presentation, Preview, Trace
from .score import Score
from .verbs import VerbSpec


@dataclass(frozen=True, slots=True)
class Scenario:
    key: str
    name: str
    text: str
    # The options that are on unless somebody switches them off.
    defaults: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GameOption:
    """An optional rule. Its key is the rule case, unless the rulebook gives it none."""

    key: str
    name: str
    text: str
    # The scenarios that can be played with it; empty for all.
    scenarios: tuple[str, ...] = ()
    # Why it does not go with the others.
    why: str = ""


class Unsuitable(ValueError):
    """A scenario, an option or a combination that the title does not have."""


class Title(ABC, Generic[P]):
    """A game: its positions, and whatever is asked about them."""

    slug: str
    name: str
    sides: tuple[str, str]
    scenarios: tuple[Scenario, ...]
    options: tuple[GameOption, ...]
    # The version of the rules as they are played here: it grows with every change after which a
    # recorded game goes another way (tests/test_records.py).
    rules: int = 1
    # What `evaluate` counts, in words for whoever asks the staff.
    counted: str = ""
    # Everything that is ever asked, for whoever numbers choices; none if a title does not say.
    verbs: tuple[VerbSpec, ...] = ()

    def start(
        self,
        scenario: str,
        options: Iterable[str] | None = None,
        seed: bytes | None = None,
        dice: Dice | None = None,
        chronicle: list[Event] | None = None,
    ) -> P:
        """A new game at its first decision; what happens before that goes into the chronicle.

        `options` are all that are on; left out, they are those that the scenario starts with.
        """
        options = self.check(scenario, self.defaults(scenario) if options is None else options)
        position = self.new(scenario, options, dice or Dice(seed or new_seed()))
        position.chronicle = chronicle
        position.decision()
        return position

    def begin(self, scenario: str, options: Iterable[str], beginning: str, dice: Dice) -> P:
        """The first decision of a recorded game: of a scenario, or of a position file if it has
        begun with one."""
        if not beginning:
            return self.start(scenario, options, dice=dice, chronicle=[])
        position = self.read(beginning, dice)
        if (position.scenario, position.options) != (scenario, tuple(options)):
            raise Unsuitable("the game begins with a position of another scenario or other options")
        return position

    @abstractmethod
    def new(self, scenario: str, options: tuple[str, ...], dice: Dice) -> P:
        """The position before the first decision."""

    def load(self, state: Mapping[str, Any], dice: Dice) -> P:
        """The position that `Position.dump` has written; the dice go on from where they were."""
        stored = stored_part(state)
        if stored.title != self.slug:
            raise BadState(f"this is not a state of {self.slug}")
        try:
            options = self.check(stored.scenario, stored.options)
        except Unsuitable as error:
            raise BadState(str(error)) from None
        position = self.blank(stored.scenario, options, dice)
        position.restore(state)
        return position

    def blank(self, scenario: str, options: tuple[str, ...], dice: Dice) -> P:
        """A position that is to be filled: its set-up does not matter."""
        return self.new(scenario, options, dice)

    def from_json(self, data: bytes, dice: Dice) -> P:
        try:
            state = msgspec.json.decode(data, type=dict[str, Any])
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            raise BadState(f"this is no state of a game: {error}") from None
        return self.load(state, dice)

    def view_from(self, state: bytes, side: str) -> View[P]:
        """A side's view, from what `View.state` has told of it."""
        return self.from_json(state, Dice(IMAGINED)).view(side)

    @abstractmethod
    def read(self, text: str, dice: Dice) -> P:
        """The position that a position file describes."""

    @abstractmethod
    def write(self, position: P) -> str:
        """A position as a position file."""

    @abstractmethod
    def text(self, event: Event) -> str:
        """An event in words."""

    def traces(self, event: Event, /) -> tuple[Trace, ...]:
        """What an event leaves on the map: no more than its text tells."""
        return ()

    @abstractmethod
    def evaluate(self, position: P, side: str, /) -> float:
        """How good a position looks for a side: the title's own rule of thumb."""

    @abstractmethod
    def advise(
        self,
        position: P,
        decision: Decision,
        /,
        style: Style | None = None,
        orders: Orders = NO_ORDERS,
    ) -> Choice:
        """What looks best after one look at what each choice would bring: to a cadet, or to
        whoever plays in another style. It depends on nothing but what is given."""

    def consider(
        self,
        position: P,
        decision: Decision,
        /,
        style: Style | None = None,
        orders: Orders = NO_ORDERS,
    ) -> Sequence[Considered]:
        """The choices that are worth a thought, the advised one first, with reasons."""
        return (Considered(self.advise(position, decision, style, orders), 0.0),)

    def styles(self, side: str, /) -> Styles:
        """The ways to play a side that the title knows."""
        return Styles(())

    # How much can be thought in a while.
    pace: Pace = Pace()

    def value(self, position: P, side: str, /) -> float:
        """The result to be expected, from -1 (the worst defeat) to 1; the same scale everywhere.

        It is the more certain the fewer turns are left, and grows with the level of victory.
        """
        raise NotImplementedError(f"{self.slug} does not say what a position is worth")

    def turn_of(self, position: P, /) -> Turn:
        """The turn and whose it is: another value means that another player's turn has begun."""
        raise NotImplementedError(f"{self.slug} does not say whose turn it is")

    def proposals(self, position: P, side: str, style: Style, /) -> Sequence[tuple[int, Hex]]:
        """Orders for this turn that are worth a trial beside what the style would do: a unit and
        a hex, the most promising first."""
        return ()

    def present(self, view: View[P]) -> Presentation:
        """What a screen shows of a view."""
        return view.present()

    def preview(self, position: P, choice: Choice) -> Preview | None:
        """What a choice would bring, as far as it can be told without dice; None if nothing."""
        return position.screen.preview(position, choice)

    def rolled(self, event: Event, /) -> Rolled | None:
        """What an event tells of a roll whose chances a preview lists; None if it tells nothing."""
        return None

    def overlay(self, position: P, side: str, kind: str) -> tuple[OverlayArea, ...]:
        """The areas of an overlay of a kind that the presentation lists."""
        return position.screen.overlay(position, side, kind)

    def stack(self, position: P, side: str, label: str) -> tuple[Line, ...]:
        """What the units in a hex come to, as far as a side may know: strengths, stacking."""
        return position.screen.stack(position, side, label)

    def forces(self, position: P, side: str) -> Forces:
        """The order of battle and what is due to arrive, as far as a side may know."""
        return position.screen.forces(position, side)

    def score(self, position: P) -> Score:
        """What decides the game, line by line."""
        return position.screen.score(position)

    def measures(self, position: P, /) -> Sequence[Measure]:
        """What the title counts: score, strength, front. Everything is known, nothing changes."""
        return ()

    def holders(self, position: P, /) -> Mapping[str, str]:
        """The places whose fate tells the course of a game, and the side that holds each; an empty
        one for nobody."""
        return {}

    @abstractmethod
    def questions(self, position: P) -> dict[str, Callable[[], object]]:
        """Typical questions to a position (reach, supply), to be timed when nothing is kept."""

    def defaults(self, scenario: str) -> tuple[str, ...]:
        """The options that a scenario starts with."""
        return next((s.defaults for s in self.scenarios if s.key == scenario), ())

    def with_options(
        self, scenario: str, on: Iterable[str] = (), off: Iterable[str] = ()
    ) -> tuple[str, ...]:
        """The options that a scenario starts with, some more switched on and some switched off."""
        off = set(off)
        found = self.check(scenario, {*self.defaults(scenario), *on})
        for key in sorted(off - set(found)):
            self.check(scenario, (key,))
            raise Unsuitable(f"option {key} is not on in {scenario}: nothing to switch off")
        return tuple(key for key in found if key not in off)

    def check(self, scenario: str, options: Iterable[str]) -> tuple[str, ...]:
        """The options in the title's order; refuses what does not exist or does not fit."""
        if scenario not in {s.key for s in self.scenarios}:
            known = ", ".join(s.key for s in self.scenarios)
            raise Unsuitable(f"{self.name} has no scenario {quoted(scenario)}; there are {known}")
        wanted = set(options)
        for key in sorted(wanted - {option.key for option in self.options}):
            known = ", ".join(option.key for option in self.options) or "none"
            raise Unsuitable(f"{self.name} has no option {quoted(key)}; there are {known}")
        for option in self.options:
            if option.key in wanted and option.scenarios and scenario not in option.scenarios:
                if option.why:
                    raise Unsuitable(f"option {option.key} does not fit {scenario}: {option.why}")
                fits = ", ".join(option.scenarios)
                raise Unsuitable(f"option {option.key} goes with the scenarios {fits} only")
        return tuple(option.key for option in self.options if option.key in wanted)

    def as_json(self) -> dict[str, Any]:
        return {
            "slug": self.slug,
            "name": self.name,
            "sides": list(self.sides),
            "scenarios": [
                {
                    "key": s.key,
                    "name": s.name,
                    "text": s.text,
                    "options": [
                        o.key for o in self.options if not o.scenarios or s.key in o.scenarios
                    ],
                    "defaults": list(s.defaults),
                }
                for s in self.scenarios
            ],
            "options": [{"key": o.key, "name": o.name, "text": o.text} for o in self.options],
        }

    @property
    def data(self) -> Path:
        """The folder of the title's data files: that beside the module of its class."""
        return Path(getfile(type(self))).parent / "data"
