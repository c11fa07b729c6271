"""A battle that was fought, as one pair of eyes could follow it: the odds and the die."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from ..engine import Event, Move, Position, Title
from ..engine.forecast import JOINT
from ..engine.presentation import Face, Presentation, Preview, UnitView
from .luck import Known, NotedDice, judge


class Battle(msgspec.Struct, frozen=True):
    # The side that had chosen to attack.
    side: str
    # As the eyes saw them before the die, or after it who was hidden until then.
    attackers: tuple[UnitView, ...]
    defenders: tuple[UnitView, ...]
    # The hexes that were attacked.
    targets: tuple[str, ...]
    # What was shown before the die, and nothing where the eyes did not see who attacked.
    preview: Preview
    # What fell: the column, the face of the die (0 if more than one decided), the result, and
    # in words what it means.
    column: str
    die: int
    result: str
    text: str
    # How likely this result was, and how likely one worse or better for the side; 0 if nobody with
    # these eyes could tell.
    chance: float
    worse: float
    better: float


def battle_of(title: Title, position: Position, moves: Sequence[Move], eyes: str) -> Battle | None:
    """The attack that the last move resolved; the moves begin with a position, which is used up.

    Nothing if there was none, or if the eyes have heard of none.
    """
    dice = NotedDice((die for move in moves for die in move.dice), position.dice.rolls)
    position.dice = dice
    position.chronicle = chronicle = list[Event]()
    # What came before an earlier die has not led to this one.
    first = next((n for n in range(len(moves) - 1, 0, -1) if moves[n - 1].dice), 0)
    known: list[Known] = []
    for number, move in enumerate(moves):
        if number >= first:
            known.append(Known(move.side, move.choice, position.view(eyes)))
        chronicle.clear()
        dice.noted.clear()
        position.apply(move.choice)
    events = [event for event in chronicle if event.heard_by(eyes)]
    found = [(e, rolled) for e in events if (rolled := title.rolled(e)) and rolled.targets]
    if not found:
        return None
    event, rolled = found[0]
    before = title.present(known[-1].seen)
    targets = tuple(map(position.label, rolled.targets))
    names = {position.name(unit) for unit in rolled.attackers}
    attackers = _seen(names, before, title.present(position.view(eyes)))
    sides = {unit.side for unit in attackers}
    # Who could not see the attackers could not reckon either.
    judged = None
    if names <= {unit.id for unit in before.units}:
        judged = judge(title, len(moves), known, [event])
    preview = judged.preview if judged else Preview()
    if any(face.column != rolled.column for face in preview.faces):
        # Somebody has done something about it in between.
        preview = msgspec.structs.replace(preview, faces=())
    return Battle(
        side=judged.roll.side if judged else next(iter(sides), ""),
        attackers=attackers,
        defenders=tuple(u for u in before.units if u.hex in targets and u.side not in sides),
        targets=targets,
        preview=preview,
        column=rolled.column,
        die=_die(preview.faces, rolled.result, dice.noted),
        result=rolled.result,
        text=_text(preview, rolled.result),
        chance=judged.roll.chance if judged else 0,
        worse=judged.roll.worse if judged else 0,
        better=judged.roll.better if judged else 0,
    )


def _seen(names: set[str], *shown: Presentation) -> tuple[UnitView, ...]:
    """Units by their names, as they were first seen."""
    found: dict[str, UnitView] = {}
    for presentation in shown:
        for unit in presentation.units:
            if unit.id in names and unit.hex:
                found.setdefault(unit.id, unit)
    return tuple(found.values())


def _die(faces: Sequence[Face], result: str, noted: Iterable[tuple[int, int]]) -> int:
    """The die that fell, where a single one decides; others may have fallen in the same move."""
    fitting = {face.die for face in faces if face.result == result}
    sides = len(faces)
    return next((value for of, value in noted if of == sides and value in fitting), 0)


def _text(preview: Preview, result: str) -> str:
    """What a result means, if that was settled beforehand."""
    texts = [c.text for c in preview.chances if result in c.result.split(JOINT)]
    return texts[0] if len(texts) == 1 else ""
