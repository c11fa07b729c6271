"""A seat's state in words: exactly what a screen would show, and nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from ..engine.forces import Forces
from ..engine.presentation import (
    Chance,
    OptionView,
    OverlayArea,
    Presentation,
    Preview,
    UnitView,
)
from ..server.messages import PERSON, LogLine, ProposalView, RemarkView, SeatState
from ..server.seating import seat_name
from .ground import Ground

# So many values are told with the question, of the first option that has any and of each other
# one, or of one that has the whole map; the rest on demand.
VALUES = 60
OTHERS = 12
WHOLE_MAP = 150
# How a hole in a choice is called, by kind.
HOLES = {"none": "", "hex": " HEX", "unit": " UNIT", "word": " WORD"}


class Words:
    """Tells a state; the map gives hexes their names."""

    def __init__(self, state: SeatState, ground: Ground) -> None:
        self.state, self.ground = state, ground
        self._units = {unit.id: unit for unit in self.shown.units}

    @property
    def shown(self) -> Presentation:
        return self.state.presentation

    # The situation

    def situation(self, *, first: bool = False) -> Iterator[str]:
        """How the game stands; what it is about the first time."""
        shown = self.shown
        yield from self._heading(first=first)
        yield self._moment()
        for track in shown.tracks:
            text = f" ({track.text})" if track.text else ""
            yield f"- {track.name}: {track.value} of {track.maximum}{text}"
        for fact in shown.facts:
            yield f"- {fact.name}: {fact.text}{_case(fact.case)}"
        yield f"Units: {'; '.join(self._counts())}."
        yield from self._company()

    def _heading(self, *, first: bool) -> Iterator[str]:
        shown, title = self.shown, self.ground.title
        scenario = next((s for s in title.scenarios if s.key == shown.scenario), None)
        name = scenario.name if scenario else shown.scenario
        chosen = [o.name for o in title.options if o.key in shown.options]
        options = f", with {', '.join(chosen)}" if chosen else ""
        text = f" {scenario.text}" if first and scenario else ""
        yield f"{title.name}: {name}{options}.{text}"
        own = seat_name(self.state.sides)
        role = f"You play {own}." if own else "You watch: this seat plays no side."
        others = [
            f"{side} is played by {self._player(side, player)}"
            for side, player in self.state.players.items()
            if side not in self.state.sides
        ]
        yield " ".join([role, *(f"{other}." for other in others)])

    def _player(self, side: str, player: str) -> str:
        if player != PERSON:
            leader = self.state.leaders.get(side)
            return f"the computer ({player}{f', {leader.person}' if leader else ''})"
        seat = next((s for s in self.state.seats if side in s.sides), None)
        if seat is not None and not seat.since:
            return "somebody who has not come yet"
        return seat.name if seat and seat.name else "somebody"

    def _moment(self) -> str:
        """Which turn it is and who has to choose."""
        shown = self.shown
        turn = f"Turn {shown.turn} of {shown.turns}, " if shown.turns else ""
        return f"{turn}{shown.phase}. {self.whose()}"

    def whose(self) -> str:
        """Who has to choose, and whether dice can be rolled."""
        outcome = self.shown.outcome
        if outcome:
            return f"The game is over. {outcome.text}{_case(outcome.case)}."
        waits = self.state.dice.wait_for
        if not waits:
            return self._asked()
        return f"{self._asked()} The dice wait for {' and '.join(waits)}: nobody can roll before."

    def _asked(self) -> str:
        shown = self.shown
        if shown.decision:
            both = len(self.state.sides) > 1
            return f"You have to choose{f' for {shown.decision.side}' if both else ''}."
        if not shown.to_choose:
            return "Nobody can choose now."
        thinking = " (it is thinking)" if self.state.thinking else ""
        return f"{shown.to_choose} has to choose{thinking}; `wait` until you are asked."

    def _counts(self) -> Iterator[str]:
        boxes = {box.key: box.name for box in self.shown.boxes}
        counts = Counter((unit.side, unit.box) for unit in self.shown.units)
        for side in dict.fromkeys(unit.side for unit in self.shown.units):
            here = [f"{counts[side, '']} on the map"] if counts[side, ""] else []
            for key, name in boxes.items():
                if counts[side, key]:
                    here.append(f"{counts[side, key]} in {name!r}")
            yield f"{side or 'of no side'} {', '.join(here)}"

    def _company(self) -> Iterator[str]:
        for proposal in self.state.proposals:
            yield _proposal(proposal)

    # The question

    def question(self) -> Iterator[str]:
        decision = self.shown.decision
        if decision is None:
            yield self.whose()
            return
        yield f"QUESTION for {decision.side}: {decision.prompt}{_case(decision.case)}"
        if decision.cause is not msgspec.UNSET and decision.cause:
            yield f"Because: {decision.cause.text}{_case(decision.cause.case)}"
        about = [self.unit(unit) for unit in decision.units]
        about += [self.ground.name(label) for label in decision.hexes]
        if about:
            yield f"It is about {'; '.join(about)}."
        most = VALUES
        for option in decision.options:
            yield self._option(option, most)
            most = OTHERS if option.values else most
        if self.state.in_hand:
            yield "(undo() puts down what you have in hand.)"

    def _option(self, option: OptionView, most: int) -> str:
        """An option with the first of its values."""
        head = f"* {option.verb}{HOLES[option.kind]}: {option.label}.{_means(option)}"
        if not option.values:
            return f"{head}{_asks(option)}{_case(option.case)}"
        most = most if len(option.values) < WHOLE_MAP else OTHERS
        told = self._values(option, most)
        rest = len(option.values) - most
        more = f"; and {rest} more: choices(verb={option.verb!r})" if rest > 0 else ""
        return f"{head}{_asks(option)}{_case(option.case)} {'; '.join(told)}{more}"

    def _values(self, option: OptionView, most: int) -> list[str]:
        """The first values of an option, units of one hex together."""
        numbers = range(min(most, len(option.values)))
        if option.kind != "unit":
            return [self._value(option, n) for n in numbers]
        stacks: dict[str, list[str]] = {}
        for n in numbers:
            unit = self._units.get(option.values[n])
            where = f" in {self.ground.name(unit.hex)}" if unit and unit.hex else ""
            stacks.setdefault(where, []).append(f"{option.values[n]}{_note(option, n)}")
        return [f"{', '.join(units)}{where}" for where, units in stacks.items()]

    def choices(self, verb: str) -> Iterator[str]:
        """Everything that may be chosen, as it is written."""
        decision = self.shown.decision
        assert decision is not None
        for option in decision.options:
            if verb in ("", option.verb):
                count = f" ({len(option.values)})" if option.values else ""
                head = f"{option.verb}{HOLES[option.kind]}: {option.label}{count}."
                yield f"{head}{_means(option)}{_asks(option)}{_case(option.case)}"
                for n in range(len(option.values)):
                    yield f"  {option.verb} {self._value(option, n)}"

    def _value(self, option: OptionView, number: int) -> str:
        value, note = option.values[number], _note(option, number)
        if option.kind == "hex":
            return f"{self.ground.name(value)}{note}"
        if option.kind == "unit":
            return f"{self.unit(value)}{note}"
        face = self._units.get(option.faces[number]) if option.faces else None
        return f"{value}{note}{f' {face.title}' if face else ''}"

    # Units

    def unit(self, unit: str) -> str:
        """A unit in one phrase."""
        found = self._units.get(unit)
        return f"{described(found)}{self._at(found)}" if found else unit

    def _at(self, unit: UnitView) -> str:
        return f", in {self.ground.name(unit.hex)}" if unit.hex else ""

    def units(self, chosen: Iterable[UnitView]) -> Iterator[str]:
        """Units hex by hex, those in boxes last."""
        stacks: dict[tuple[str, str], list[UnitView]] = {}
        for unit in chosen:
            stacks.setdefault((unit.hex, "" if unit.hex else unit.box), []).append(unit)
        boxes = {box.key: box.name for box in self.shown.boxes}
        for (label, key), stack in sorted(stacks.items(), key=lambda item: (not item[0][0], item)):
            place = self.ground.name(label) if label else f"[{boxes.get(key, key)}]"
            by_side: dict[str, list[str]] = {}
            for unit in stack:
                by_side.setdefault(unit.side, []).append(described(unit))
            told = (f"{side or 'of no side'}: {'; '.join(them)}" for side, them in by_side.items())
            yield f"{place} - {' | '.join(told)}"

    def at(self, label: str) -> list[UnitView]:
        return [unit for unit in self.shown.units if unit.hex == label]

    def markers(self, label: str = "") -> Iterator[str]:
        for marker in self.shown.markers:
            where = marker.hex or marker.hexside
            if not label or label in where.split("/"):
                yield f"{self.ground.name(where)}: {marker.text or marker.kind}"

    # Queries

    def overlay(self, areas: Sequence[OverlayArea]) -> Iterator[str]:
        for area in areas:
            yield f"{area.name} ({len(area.hexes)} hexes): {', '.join(runs(area.hexes))}"

    def forces(self, forces: Forces) -> Iterator[str]:
        """Who is due, those of one kind together, and who is lost."""
        due: dict[str, list[str]] = {}
        for one in forces.arrivals:
            where = f" at {self.ground.name(one.hex)}" if one.hex else ""
            text = f" ({one.text})" if one.text else ""
            many = f"{one.count} x " if one.count > 1 else ""
            heading = f"{one.side}, {one.when}{where}{text}{_case(one.case)}"
            due.setdefault(heading, []).append(f"{many}{described(one.unit)}")
        yield "Due to arrive:" if due else "Nobody is due to arrive."
        for heading, units in due.items():
            yield f"- {heading}: {'; '.join(units)}"
        yield "Lost:" if forces.losses else "Nobody is lost that you know of."
        for loss in forces.losses:
            yield f"- {loss.turn}: {loss.unit.side} {described(loss.unit)}, {loss.text}"


def runs(labels: Iterable[str]) -> Iterator[str]:
    """Printed numbers with those that follow each other as one.

    >>> list(runs(["0101", "0102", "0103", "0201", "A1"]))
    ['0101-0103', '0201', 'A1']
    """
    first = last = ""
    for label in labels:
        if last.isdigit() and label.isdigit() and int(label) == int(last) + 1:
            last = label
            continue
        if first:
            yield _run(first, last)
        first = last = label
    if first:
        yield _run(first, last)


def _run(first: str, last: str) -> str:
    return first if first == last else f"{first}-{last}"


def described(unit: UnitView) -> str:
    """
    >>> described(UnitView("7-4-9.1", "Soviet", "", "", "armour", "XXX", "7-4-9", "Tank Corps"))
    '7-4-9.1: Tank Corps'
    >>> described(UnitView("G3", "Axis", "", "", "armour", "", "7-6", "III Corps", ("moved",)))
    'G3 7-6: III Corps (moved)'
    """
    states = f" ({', '.join(unit.states)})" if unit.states else ""
    return f"{short(unit)}: {unit.title}{states}"


def short(unit: UnitView) -> str:
    """A unit by its id and the figures on its counter, unless the id has them."""
    return unit.id if unit.values in unit.id else f"{unit.id} {unit.values}"


def line_of(line: LogLine) -> str:
    """A line of the log."""
    if line.heading:
        return f"== {line.text} =="
    dice = f" (dice {', '.join(map(str, line.dice))})" if line.dice else ""
    return f"{line.move}. {line.text}{dice}{_case(line.case)}"


def remark(said: RemarkView) -> str:
    if not said.speaker:
        return f"(the server) {said.text}"
    return f"{said.speaker} {'notes' if said.private else 'says'}: {said.text!r}"


def preview_lines(preview: Preview) -> Iterator[str]:
    """What a choice would bring, the sum first."""
    if len(preview.path) > 1:
        yield f"Way: {' '.join(preview.path)}"
    for line in preview.lines:
        yield f"{line.text}: {line.value}{_case(line.case)}"
    if preview.result:
        yield f"Result: {preview.result}"
    if preview.columns:
        yield f"Columns that may be used: {', '.join(preview.columns)}"
    yield from _chances(preview.chances)
    for doubt in preview.uncertain:
        then = f": {doubt.result}" if doubt.result else ""
        yield f"Not certain: {doubt.text}{then}{_case(doubt.case)}"
        yield from (f"  {line}" for line in _chances(doubt.chances))


def _chances(chances: Sequence[Chance]) -> Iterator[str]:
    if chances:
        yield "Chances, from the worst for you to the best:"
    for chance in chances:
        yield f"  {chance.probability:.1%} {chance.result} {chance.text}".rstrip()


def _proposal(proposal: ProposalView) -> str:
    asked = f" You are asked: agree({proposal.id}, true or false)." if proposal.asked else ""
    return f"Proposal {proposal.id}: {proposal.text}{asked}"


def _case(case: str) -> str:
    return f" [{case}]" if case else ""


def _note(option: OptionView, number: int) -> str:
    """The word that a screen writes on a value.

    >>> _note(OptionView("move", "Move", "hex", ("1613",), "5.1", notes=("4",)), 0)
    ' (4)'
    """
    note = option.notes[number].strip("()") if option.notes else ""
    return f" ({note})" if note else ""


def _means(option: OptionView) -> str:
    return f" {option.means}" if option.means else ""


def _asks(option: OptionView) -> str:
    return f" (asks first: {option.confirm})" if option.confirm else ""
