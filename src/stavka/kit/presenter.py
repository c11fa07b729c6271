"""What a screen shows of a position: what all titles do alike, and hooks for the rest.

A title's `presentation.py` has a subclass of `Presenter` with its tables (verbs, labels, overlays)
and a method for whatever it shows in its own way.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import ClassVar, Generic, NamedTuple, Protocol

from ..engine import AnyStep, Choice, Decision, Option, Position, UnitSet
from ..engine.forces import Arrival, Forces, Post, Status
from ..engine.position import P
from ..engine.presentation import (
    BoxView,
    Click,
    DecisionView,
    Fact,
    Line,
    MarkerView,
    OptionView,
    OutcomeView,
    OverlayArea,
    Presentation,
    Preview,
    Role,
    Style,
    TrackView,
    UnitView,
    designation_of,
)
from ..engine.score import Score
from ..hexes import Hex, HexSet, Reach, UnknownHex, members, union
from .forces import as_printed, in_one, muster


class Verb(NamedTuple):
    """How an option is offered: words, what it is for, a key."""

    label: str
    role: Role = "act"
    key: str = ""
    # Whether the first of several words is the best, and the others are less of it.
    ranked: bool = False
    # What a plain click on the map makes of it.
    click: Click = "plain"
    # Whether units of one hex may be chosen together.
    stack: bool = False


class Clock(NamedTuple):
    """How far a game has gone."""

    turn: int
    turns: int
    phase: str


class March(NamedTuple):
    """Who is in hand: where he can go, and the points that he has left for it."""

    reach: Reach
    left: int


class Face(Protocol):
    """A counter with everything printed on it that a screen shows."""

    @property
    def id(self) -> str: ...
    @property
    def side(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def symbol(self) -> str: ...
    @property
    def size(self) -> str: ...
    @property
    def values(self) -> str: ...


# The areas of an overlay with their names.
Areas = Iterable[tuple[str, HexSet]]
# Markers that lie in hexes: kind, text, where.
Laid = Iterable[tuple[str, str, HexSet]]


class Presenter(ABC, Generic[P]):
    """Shows the positions of a title; there is one for all of them."""

    verbs: Mapping[str, Verb]
    # What a verb is called in a step where it means something of its own.
    labels: ClassVar[Mapping[tuple[type[AnyStep], str], str]] = {}
    # What each verb brings, in a few words.
    meanings: Mapping[str, str] = {}
    # What a plain click makes of a verb in a step where that is something of its own.
    clicks: ClassVar[Mapping[tuple[type[AnyStep], str], Click]] = {}
    # The areas of each kind of overlay but `reach`, for a side that asks.
    overlays: Mapping[str, Callable[[P, str], Areas]]
    # How each kind of overlay is drawn.
    styles: ClassVar[Mapping[str, Style]] = {
        "reach": "reach",
        "zoc": "zoc",
        "supply": "supply",
        "control": "control",
    }

    # What it means for a unit to be in a box, by the first word of its key.
    fates: ClassVar[Mapping[str, Status]] = {}

    def __init__(self) -> None:
        # What was seen last, and the units as they were shown.
        self._seen: tuple[object, tuple[UnitView, ...]] = (None, ())

    def present(self, p: P, side: str, to_choose: str, decision: Decision | None) -> Presentation:
        """What a side may know; the decision is given if it is the side's own."""
        clock = self.clock(p)
        units = self._units(p, side)
        return Presentation(
            title=p.title,
            scenario=p.scenario,
            options=p.options,
            side=side,
            turn=clock.turn,
            turns=clock.turns,
            phase=clock.phase,
            to_choose=to_choose,
            decision=self._asked(p, decision) if decision else None,
            units=units,
            markers=tuple(self.markers(p, side)),
            tracks=tuple(self.tracks(p)),
            boxes=tuple(self.boxes(p, units)),
            facts=tuple(self.facts(p)),
            overlays=self.kinds(p),
            outcome=self.outcome(p),
        )

    @abstractmethod
    def clock(self, p: P) -> Clock:
        """The turn, how many there are, and the phase in words."""

    def outcome(self, p: P) -> OutcomeView | None:
        return OutcomeView(*p.ended) if p.ended else None

    def score(self, p: P) -> Score:
        """What decides the game, line by line."""
        return Score()

    # What lies on the map and beside it

    def _units(self, p: P, side: str) -> tuple[UnitView, ...]:
        """Where nothing is hidden all see the same, and look one after the other."""
        if p.secrets:
            return tuple(self.units(p, side))
        now = (p.names, p.scenario, p.options, p.frames[:], *p.state())
        seen, units = self._seen
        if seen != now:
            units = tuple(self.units(p, side))
            self._seen = now, units
        return units

    def units(self, p: P, side: str) -> Iterable[UnitView]:
        """All units that a side may see, from the bottom of a stack to its top."""
        states, look = states_of_units(self.states(p)), self.look
        found = [look(p, unit, states.get(unit, ())) for unit in self.order(p)]
        return [view for view in found if view is not None]

    def order(self, p: P) -> Iterable[int]:
        """The units from the bottom of a stack to its top, in one order wherever they are; some
        may not be in the game."""
        return range(len(p.names.units))

    @abstractmethod
    def look(self, p: P, unit: int, states: tuple[str, ...]) -> UnitView | None:
        """A unit where it lies; None if it is not in the game."""

    @abstractmethod
    def states(self, p: P) -> Mapping[str, UnitSet]:
        """The states that units can be in, and the units that are."""

    @abstractmethod
    def markers(self, p: P, side: str) -> Iterable[MarkerView]:
        """The markers that a side may see."""

    @abstractmethod
    def tracks(self, p: P) -> Iterable[TrackView]:
        """What is counted: turns, points."""

    def boxes(self, p: P, units: Sequence[UnitView]) -> Iterable[BoxView]:
        """The boxes beside the map, for the units that are shown."""
        return ()

    def facts(self, p: P) -> Iterable[Fact]:
        """What else is to be known, in words."""
        return ()

    # What can be chosen

    def _asked(self, p: P, decision: Decision) -> DecisionView:
        names = decision.names
        return DecisionView(
            number=p.number,
            side=decision.side,
            prompt=decision.prompt,
            case=decision.case,
            options=tuple([self._offered(p, decision, option) for option in decision.options]),
            units=tuple([names.units[unit] for unit in decision.of if unit >= 0]),
            hexes=tuple([names.grid.label(hex_) for hex_ in decision.at if hex_ >= 0]),
        )

    def _offered(self, p: P, decision: Decision, option: Option) -> OptionView:
        verb = self.verbs[option.verb]
        return OptionView(
            verb=option.verb,
            label=self.label(p, option),
            kind=option.kind,
            values=tuple(decision.texts(option)) if option.kind != "none" else (),
            case=option.case,
            role=verb.role,
            key=verb.key,
            confirm=self.confirmation(p, decision, option),
            notes=tuple(self.notes(p, option)),
            means=self.meanings.get(option.verb, ""),
            faces=tuple(self.faces(p, option)),
            ranked=verb.ranked,
            click=self.clicks.get((type(p.frames[-1].step), option.verb), verb.click),
            stack=self.takes_stacks(p, option),
        )

    def label(self, p: P, option: Option) -> str:
        """The words on the button of an option."""
        own = self.labels.get((type(p.frames[-1].step), option.verb))
        return own or self.verbs[option.verb].label

    def notes(self, p: P, option: Option) -> Iterable[str]:
        """A word for each value of an option, such as the points left; or none."""
        return self.points_left(p, members(option.values)) if option.verb == "move" else ()

    def faces(self, p: P, option: Option) -> Iterable[str]:
        """A unit for each word of an option, whose counter shows what is meant; or none."""
        return ()

    def takes_stacks(self, p: P, option: Option) -> bool:
        """Whether units of one hex may be chosen together, or all others go along."""
        return self.verbs[option.verb].stack

    def picks_up(self, verb: str) -> bool:
        return self.verbs[verb].role == "select"

    def confirmation(self, p: P, decision: Decision, option: Option) -> str:
        """A question before something that is easily done by mistake."""
        return ""

    def march(self, p: P) -> March | None:
        """Who moves, and how far; None where nobody moves, or no points are counted."""
        return None

    def points_left(self, p: P, hexes: Iterable[Hex]) -> Iterable[str]:
        """What who moves would have left in each hex; nothing where nobody counts."""
        march = self.march(p)
        if march is None:
            return ()
        costs = march.reach.costs()
        return [str(march.left - costs[hex_]) for hex_ in hexes]

    # What is asked about a position

    def preview(self, p: P, choice: Choice) -> Preview | None:
        """What a choice would bring; None if it is not offered, or there is nothing to tell."""
        decision = p.decision()
        value = decision.value(choice) if decision is not None else None
        if value is None:
            return None
        return self.foresee(p, choice, value if isinstance(value, int) else 0)

    @abstractmethod
    def foresee(self, p: P, choice: Choice, value: int) -> Preview | None:
        """What a legal choice would bring; `value` is its argument as a hex or a unit."""

    def kinds(self, p: P) -> tuple[str, ...]:
        """The kinds of overlay that can be asked for."""
        return ("reach", *self.overlays)

    def overlay(self, p: P, side: str, kind: str) -> tuple[OverlayArea, ...]:
        """Areas to lay over the map; an unknown kind has none."""
        areas = self.reach if kind == "reach" else self.overlays.get(kind)
        if areas is None:
            return ()
        labels, ground, style = p.names.grid.labels, self.ground(p), self.styles[kind]
        return tuple(
            OverlayArea(name, style, tuple(labels(hexes & ground)))
            for name, hexes in areas(p, side)
        )

    def reach(self, p: P, side: str) -> Areas:
        """Where who is in hand can go."""
        march = self.march(p)
        return [("Reach", march.reach.hexes)] if march else []

    def ground(self, p: P) -> HexSet:
        """The hexes over which something can be laid."""
        return p.names.grid.all

    def stack(self, p: P, side: str, label: str) -> tuple[Line, ...]:
        """What the units in a hex come to, as far as a side may know."""
        try:
            hex_ = p.names.grid.hex(label)
        except UnknownHex:
            return ()
        return tuple(self.stack_lines(p, side, hex_))

    # Order of battle

    def forces(self, p: P, side: str) -> Forces:
        """Who belongs to which formation, and who is due, as far as a side may know."""
        units = self._units(p, side)
        posts = [
            (self.formation(p, view, _known(p, view)), Post(view, self.status(view)))
            for view in units
        ]
        return Forces(tuple(muster(posts)), tuple(in_one(self.arrivals(p, units))))

    def formation(self, p: P, view: UnitView, unit: int) -> str:
        """The name of the formation of a unit; `unit` is below 0 for one that is face down."""
        return "Units"

    def status(self, view: UnitView) -> Status:
        """Where a unit is, roughly; in a box that nothing is said of it is at hand."""
        return "map" if view.hex else self.fates.get(view.box.split(" ")[0], "beside")

    def arrivals(self, p: P, units: Sequence[UnitView]) -> Iterable[Arrival]:
        """What is due to arrive, those of the units that are shown included."""
        return ()

    def lost(self, p: P, unit: int) -> UnitView:
        """A unit that has left the map, as it is printed."""
        return as_printed(self.printed(p, unit))

    @abstractmethod
    def printed(self, p: P, unit: int) -> UnitView:
        """A unit that is somewhere; below 0 one of which nobody may know which it is."""

    @abstractmethod
    def stack_lines(self, p: P, side: str, hex_: Hex) -> Iterable[Line]:
        """Strengths and stacking; nothing for an empty hex."""


def in_hand(p: Position) -> object:
    """What the step that is going on remembers; None if nothing goes on."""
    return p.frames[-1].memo if p.frames else None


def _known(p: Position, view: UnitView) -> int:
    unit = p.names.unit(view.id)
    return -1 if unit is None else unit


def states_of_units(states: Mapping[str, UnitSet]) -> dict[int, tuple[str, ...]]:
    """The names of the states of each unit that is in some."""
    some = [(name, units) for name, units in states.items() if units]
    every = union(states.values())
    return {
        unit: tuple([name for name, units in some if units >> unit & 1]) for unit in members(every)
    }


def face(p: Position, counter: Face, at: int, states: tuple[str, ...]) -> UnitView | None:
    """A counter that looks as it is printed; nothing for one that is off the map."""
    if at < 0:
        return None
    return UnitView(
        id=counter.id,
        side=counter.side,
        hex=p.label(at),
        box="",
        symbol=counter.symbol,
        size=counter.size,
        values=counter.values,
        title=counter.name,
        states=states,
        designation=designation_of(counter.name),
    )


def by_side(
    sides: Iterable[str], name: str, hexes: Callable[[P, str], HexSet]
) -> Callable[[P, str], Areas]:
    """An overlay with an area for each side, called by its name."""
    return lambda p, _: [(name.format(side), hexes(p, side)) for side in sides]


def markers_in(p: Position, laid: Laid) -> Iterator[MarkerView]:
    for kind, text, hexes in laid:
        for hex_ in members(hexes):
            yield MarkerView(kind, text, hex=p.label(hex_))


def under_attack(p: Position, targets: Iterable[Hex]) -> Iterator[MarkerView]:
    for hex_ in targets:
        yield MarkerView("target", "under attack", hex=p.label(hex_))


def not_yet(decision: Decision, past: str) -> str:
    """`3 units have not moved.`: of those that could still be picked up; nothing if none could."""
    waiting = decision.option("select")
    if waiting is None:
        return ""
    return f"{waiting.size} {'unit has' if waiting.size == 1 else 'units have'} not {past}."


def asked_after(said: Iterable[str], question: str) -> str:
    """A question after what is to be said before it; no question if there is nothing to say.

    >>> asked_after(["1 unit has not moved.", ""], "End the phase?"), asked_after([""], "Go on?")
    ('1 unit has not moved. End the phase?', '')
    """
    words = [*filter(None, said)]
    return " ".join([*words, question]) if words else ""
