"""A position: all of a game at one moment, and the one way to change it.

The flow of play lives in the position as plain data: a stack of frames, the top one being what is
going on now. Each frame names a step; the step says what there is to decide, applies what was
chosen, and ends when nothing is left to decide. A title brings its steps and its state.
"""

from __future__ import annotations

import hashlib
import random
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from types import NoneType
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    ClassVar,
    Generic,
    Literal,
    NamedTuple,
    Protocol,
    Self,
    get_args,
    get_origin,
    overload,
)

import msgspec

from ..data import quoted
from ..hexes import Hex
from .choices import Choice, Decision, Names, Option
from .dice import Dice
from .presentation import DRAW, Presentation, Screen

# A row is a tuple: it is replaced when something changes in it.
FieldKind = Literal["plain", "set", "list", "row"]


class Illegal(Exception):
    """A choice that is not offered; names the rule case if one forbids it."""

    def __init__(self, reason: str, case: str = "") -> None:
        self.reason, self.case = reason, case
        super().__init__(f"{case}: {reason}" if case else reason)


class Reasons(Protocol):
    """What the rules of a title say against choices."""

    def against(self, position: Any, choice: Choice, /) -> Illegal | None:
        """The rule against a choice; None if it is not a matter of rules."""


class BadState(ValueError):
    """A state that does not hold together, or is none of the title's; the reason is a sentence."""


class Event(NamedTuple):
    """Something that happened, and the rule case that made it happen."""

    kind: str
    case: str
    # Values for the title's text of this kind: units, hexes, numbers, words.
    facts: tuple[Any, ...] = ()
    # The only side that may know; empty if everybody may.
    secret_of: str = ""
    # The side that is told more in another event, and not this.
    not_for: str = ""

    def heard_by(self, eyes: str) -> bool:
        """Whether a side is told; without a side, whether everybody is."""
        if self.secret_of:
            return eyes == self.secret_of
        return not self.not_for or eyes != self.not_for


class Outcome(NamedTuple):
    """How a game ended. The winner is a side, or nothing for a draw or if both have lost."""

    winner: str
    level: str
    reason: str
    case: str

    @property
    def goes_to(self) -> str:
        """The winner, or `draw`, or `nobody` where nobody has won and both may have lost."""
        return self.winner or ("draw" if self.level == DRAW else "nobody")


if TYPE_CHECKING:
    from typing_extensions import TypeVar

    # The positions of one title, or of any where nobody says which.
    P = TypeVar("P", bound="Position", default="Position")
else:
    from typing import TypeVar

    P = TypeVar("P", bound="Position")
# The positions that a step knows, and what it has to remember.
S = TypeVar("S", bound="Position")
M = TypeVar("M")


class Step(ABC, Generic[S, M]):
    """One kind of thing that can go on in a game, at positions of a title, with its memo.

    The memo is what it has to remember: None, a number, a word or a frozen msgspec Struct. A step
    has no state of its own, so there is one object of it (`it`), and frames hold that.
    """

    # Its name in files; a class without one is a base of others.
    key: ClassVar[str] = ""
    # The kinds of events that lead to it; none for what a side does of its own will or in its turn.
    because: ClassVar[tuple[str, ...]] = ()
    it: ClassVar[Step[Any, Any]]
    # The type of the memo, as the class says it: Step[War, Attack].
    memo_type: ClassVar[Any] = None

    def __init_subclass__(cls, key: str = "", because: tuple[str, ...] | None = None) -> None:
        for base in cls.__dict__.get("__orig_bases__", ()):
            if get_origin(base) is Step:
                cls.memo_type = get_args(base)[1]
        if because is not None:
            cls.because = because
        if key:
            cls.key = key
            cls.it = cls()

    @classmethod
    def frame(cls, memo: M) -> Frame:
        return Frame(cls.it, memo)

    @abstractmethod
    def decision(self, position: S, memo: M) -> Decision | None:
        """What there is to decide now; None if the step is over."""

    def apply(self, position: S, memo: M, verb: str, value: int) -> None:
        """Carries out a legal choice; `value` is its argument as a hex or a unit."""
        raise NotImplementedError

    def apply_word(self, position: S, memo: M, verb: str, word: str) -> None:
        """Carries out a legal choice of a word."""
        raise NotImplementedError

    def end(self, position: S, memo: M) -> None:
        """Called when the step is over and its frame is gone."""

    def follows(self, memo: M, event: Event) -> bool:
        """Whether an event of a kind in `because` led to this, and not to another of its kind."""
        return True


AnyStep = Step[Any, Any]


class Frame(msgspec.Struct, frozen=True, gc=False):
    """What is going on: a step, and what the step has to remember, as immutable plain data."""

    step: AnyStep
    memo: Any = None


# No number in a state is larger, but for sets: there are fewer hexes, and fewer points to be spent.
MOST = 10_000
# No game has more choices, or rolls.
COUNTED = 1_000_000_000
Count = Annotated[int, msgspec.Meta(ge=0, le=COUNTED)]


class Stored(msgspec.Struct):
    """What every state has."""

    title: str
    scenario: str
    options: tuple[str, ...]
    number: Count
    rolls: Count
    frames: list[tuple[str, Any]]
    ended: tuple[str, str, str, str] | None


def stored_part(state: Mapping[str, Any]) -> Stored:
    try:
        return msgspec.convert(state, Stored)
    except (msgspec.ValidationError, ValueError) as error:
        raise BadState(f"this is no state of a game: {error}") from None


def _field(name: str, kind: FieldKind, value: Any, now: Any) -> Any:
    """A field of a state as the position keeps it, of the kind that it has `now`."""
    if kind == "set":
        if isinstance(value, str) and re.fullmatch("[0-9a-f]{1,2500}", value):
            return int(value, 16)
    elif kind == "list":
        if isinstance(value, list | tuple) and all(map(_is_small, value)):
            return list(value)
    elif kind == "row":
        if isinstance(value, list | tuple) and all(map(_is_small, value)):
            return tuple(tuple(v) if isinstance(v, list) else v for v in value)
    elif (type(value) is type(now) or now is None) and _is_small(value):
        return value
    raise BadState(f"the state lacks or spoils {name}")


def _is_small(value: Any) -> bool:
    """Whether a value is a word, a number that is not too large, or a row of such."""
    if type(value) is int:
        return -MOST <= value <= MOST
    if isinstance(value, list | tuple):
        return all(map(_is_small, value))
    return isinstance(value, str | bool)


# What holds at a moment at which things change: nothing that could be relied on.
IN_MOTION: dict[Any, dict[Any, Any]] = {}


class Position(ABC):
    """Subclasses declare their state in FIELDS and keep anything else derivable from it."""

    # Name and kind of every attribute that is part of the state.
    FIELDS: ClassVar[tuple[tuple[str, FieldKind], ...]]
    STEPS: ClassVar[tuple[type[AnyStep], ...]]
    # The largest numbers in memos, by the names of the fields, where rules do work for each.
    MEMO_LIMITS: ClassVar[Mapping[str, int]] = {}
    # What shows it to people.
    screen: ClassVar[Screen[Any]]
    # What says why a choice is not offered.
    refusals: ClassVar[Reasons | None] = None

    # Whether one side may know what another may not; a title without secrets says so.
    secrets: bool = True

    names: Names
    title: str
    scenario: str
    options: tuple[str, ...]

    def __init__(self, scenario: str, options: tuple[str, ...], dice: Dice) -> None:
        self.scenario = scenario
        self.options = options
        self.dice = dice
        # The number of choices made; a choice for another number is stale.
        self.number = 0
        self.frames: list[Frame] = []
        self.ended: Outcome | None = None
        # A forecast does not go on when no more frames than these are left.
        self.horizon = -1
        self.chronicle: list[Event] | None = None
        # The dice that the last choice rolled, and whether it showed something hidden.
        self.rolled: list[int] = []
        self.revealed = False
        self._decision: Decision | None = None
        # What was computed from the state (`derived`), with what it depends on; and what of it was
        # found to hold now, while nothing changes.
        self.kept: dict[Any, tuple[Any, dict[Any, Any]]] = {}
        self.still: dict[Any, dict[Any, Any]] = IN_MOTION

    # What a title provides

    @abstractmethod
    def rebuild(self) -> None:
        """Computes everything that is derived from the state anew."""

    @abstractmethod
    def next_frame(self) -> None:
        """The stack is empty: go on with the sequence of play, or end the game."""

    def hide_from(self, side: str) -> None:
        """Replaces what a side cannot know by something that it could believe."""
        if self.secrets:
            raise NotImplementedError

    def deal(self, side: str, chance: random.Random) -> None:  # noqa: B027 (nothing to deal)
        """Deals what is hidden from a side anew, in a position that was made for its eyes: by
        chance, and never what the side could exclude. What it is asked stays the same."""

    # The contract

    def explain(self, decision: Decision, choice: Choice) -> Illegal:
        """Why a choice is not offered: the rule against it, or else what there is."""
        against = self.refusals.against(self, choice) if self.refusals else None
        if against is not None:
            return against
        verbs = ", ".join(option.verb for option in decision.options)
        return Illegal(f"{choice} is not possible now; there are {verbs}", decision.case)

    def decision(self) -> Decision | None:
        """Who must choose now, and between what; None if the game is over."""
        if self._decision is None and self.ended is None:
            self._advance()
        return self._decision

    def apply(self, choice: Choice) -> None:
        """Makes a choice. Raises Illegal, and changes nothing, if it is not offered."""
        decision = self.decision()
        if decision is None:
            raise Illegal("the game is over")
        value = decision.value(choice)
        if value is None:
            raise self.explain(decision, choice)
        frame = self.frames[-1]
        self.number += 1
        self.rolled = []
        self.revealed = False
        self._decision = None
        if isinstance(value, str):
            frame.step.apply_word(self, frame.memo, choice.verb, value)
        else:
            frame.step.apply(self, frame.memo, choice.verb, value)
        self._advance()

    def why_not(self, choice: Choice) -> Illegal | None:
        """The reason why a choice cannot be made; None if it can."""
        decision = self.decision()
        if decision is None:
            return Illegal("the game is over")
        return None if decision.value(choice) is not None else self.explain(decision, choice)

    def outcome(self) -> Outcome | None:
        self.decision()
        return self.ended

    def view(self, side: str) -> View[Self]:
        return View(self, side)

    def forget_decision(self) -> None:
        """Drops what has been computed for the next decision, so that it is computed anew."""
        self._decision = None

    # How things are called, and how a question is put

    def label(self, hex_: Hex) -> str:
        return self.names.grid.label(hex_)

    def name(self, unit: int) -> str:
        """How a unit is named in choices and files."""
        return self.names.units[unit]

    def ask(
        self,
        side: str,
        prompt: str,
        case: str,
        options: Sequence[Option],
        *,
        of: Sequence[int] = (),
        at: Sequence[Hex] = (),
    ) -> Decision:
        """A question to a side, about units (`of`) or hexes (`at`) that it can see."""
        return Decision(self.names, side, prompt, case, options, of, at)

    # Flow

    def _advance(self) -> None:
        """Goes on until somebody has to decide something."""
        while self.ended is None and len(self.frames) > self.horizon:
            if not self.frames:
                self.next_frame()
                continue
            frame = self.frames[-1]
            self.still = {}
            decision = frame.step.decision(self, frame.memo)
            self.still = IN_MOTION
            if decision is not None:
                self._decision = decision
                return
            self.frames.pop()
            frame.step.end(self, frame.memo)
        self._decision = None

    def frame(self, key: str, memo: Any) -> Frame:
        """A frame of a file; BadState if there is no such step, or its memo is of another kind."""
        step = next((step for step in self.STEPS if step.key == key), None)
        if step is None:
            raise BadState(f"there is no step {quoted(key)}")
        if step.memo_type is NoneType and memo is not None:
            raise BadState(f"{key} has nothing to remember")
        try:
            return Frame(step.it, msgspec.convert(memo, step.memo_type))
        except (msgspec.ValidationError, ValueError) as error:
            raise BadState(f"{key} cannot remember this: {error}") from None

    @overload
    def push(self, step: type[Step[Any, None]]) -> None: ...
    @overload
    def push(self, step: type[Step[Any, M]], memo: M) -> None: ...
    def push(self, step: type[AnyStep], memo: Any = None) -> None:
        """Puts a step on top of what is going on: it comes next."""
        self.frames.append(Frame(step.it, memo))

    def is_in(self, step: type[AnyStep]) -> bool:
        """Whether a step is what is going on now."""
        return bool(self.frames) and isinstance(self.frames[-1].step, step)

    def memo_of(self, step: type[Step[Any, M]]) -> M:
        """What the step on top remembers, which is known to be this one."""
        frame = self.frames[-1]
        assert isinstance(frame.step, step)
        memo: M = frame.memo
        return memo

    def remember(self, memo: Any) -> None:
        """Replaces the memo of the frame on top."""
        self.frames[-1] = Frame(self.frames[-1].step, memo)

    def finish(self) -> None:
        """Takes the frame on top away; its step's `end` follows."""
        frame = self.frames.pop()
        frame.step.end(self, frame.memo)

    def roll(self, sides: int = 6, *, later: bool = False) -> int:
        """A die. Into what it decides `later` in the game, forecasts do not look."""
        value = self.dice.roll_later(sides) if later else self.dice.roll(sides)
        self.rolled.append(value)
        return value

    def throw(
        self, *counts: int, alike: Callable[[Sequence[int]], object], sides: int = 6
    ) -> list[int]:
        """The sums of several handfuls of dice, and which of them come to the same."""
        thrown = self.dice.throw(counts, sides, alike)
        for dice in thrown:
            self.rolled += dice
        return [sum(dice) for dice in thrown]

    def draw(self, lots: Sequence[int]) -> int:
        """Which of several lots a ticket is drawn from that is as likely as any other."""
        value = self.dice.draw(lots)
        self.rolled.append(value)
        for lot, tickets in enumerate(lots):
            value -= tickets
            if value <= 0:
                return lot
        raise AssertionError("a ticket without a lot")

    def tell(
        self, kind: str, case: str, *facts: Any, secret_of: str = "", not_for: str = ""
    ) -> None:
        if self.chronicle is not None:
            self.chronicle.append(Event(kind, case, facts, secret_of, not_for))

    # Copies

    def clone(self) -> Self:
        """An independent copy, without chronicle."""
        new = object.__new__(type(self))
        new.__dict__.update(self.__dict__)
        new.frames = self.frames.copy()
        new.dice = self.dice.copy()
        new.chronicle = None
        new.kept = self.kept.copy()
        new.still = IN_MOTION
        own = new.__dict__
        for name in self._copied:
            own[name] = own[name].copy()
        return new

    # Lists and dictionaries among the attributes, derived ones included.
    _copied: ClassVar[tuple[str, ...]] = ()

    def dump(self) -> dict[str, Any]:
        """The whole state as plain data, the seed excepted: it is a secret kept elsewhere."""
        state: dict[str, Any] = {
            "title": self.title,
            "scenario": self.scenario,
            "options": list(self.options),
            "number": self.number,
            "rolls": self.dice.rolls,
            "frames": [[f.step.key, msgspec.to_builtins(f.memo)] for f in self.frames],
            "ended": self.ended,
        }
        for name, kind in self.FIELDS:
            value = getattr(self, name)
            state[name] = f"{value:x}" if kind == "set" else value
        return state

    def state(self) -> list[object]:
        """The values of all fields, which later changes of the position leave as they are."""
        found = [getattr(self, name) for name, _ in self.FIELDS]
        return [value[:] if type(value) is list else value for value in found]

    def restore(self, state: Mapping[str, Any]) -> None:
        """Takes over the state that `dump` has written; BadState if it is none."""
        stored = stored_part(state)
        self.number, self.dice.rolls = stored.number, stored.rolls
        self.frames = [self.frame(step, memo) for step, memo in stored.frames]
        self.ended = Outcome(*stored.ended) if stored.ended is not None else None
        for name, kind in self.FIELDS:
            setattr(self, name, _field(name, kind, state.get(name), getattr(self, name, None)))
        self._decision = None
        self.kept = {}
        try:
            self.rebuild()
        except (LookupError, TypeError, ValueError):
            raise BadState("the state does not hold together") from None

    def to_json(self) -> bytes:
        return msgspec.json.encode(self.dump())

    def digest(self) -> str:
        """A fingerprint: two positions with the same one are the same."""
        return _fingerprint(self.dump())

    def written(self) -> tuple[bytes, str]:
        """What `to_json` and `digest` give."""
        dump = self.dump()
        return msgspec.json.encode(dump), _fingerprint(dump)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.to_json() == other.to_json()

    __hash__ = None  # type: ignore[assignment]


def _fingerprint(dump: Any) -> str:
    state = msgspec.json.encode(dump, order="sorted")
    return hashlib.blake2b(state, digest_size=16).hexdigest()


# The dice of a position that is imagined without a thought of chance.
IMAGINED = b"imagined"


class View(Generic[P]):
    """What one side may know: the only thing that a player is given.

    It holds a copy of the position from which everything hidden has been taken out, so that
    whatever a player does with it, there is nothing to peek at, and its dice are not the game's.
    """

    def __init__(self, position: P, side: str) -> None:
        self.side = side
        self._position = position.clone()
        self._position.dice = Dice(IMAGINED, position.dice.rolls)
        self._position.hide_from(side)
        decision = position.decision()
        self.to_choose = decision.side if decision else ""
        self.decision = decision if decision and decision.side == side else None
        if self.decision is None:
            # Somebody else's options can tell what is hidden.
            self._position.forget_decision()

    @property
    def position(self) -> P:
        """What there is to see, as a position: to be read, and not to be changed."""
        return self._position

    def present(self) -> Presentation:
        """The view for a screen."""
        p = self._position
        return p.screen.present(p, self.side, self.to_choose, self.decision)

    def data(self) -> dict[str, Any]:
        """The view as plain data."""
        data: dict[str, Any] = msgspec.to_builtins(self.present())
        return data

    def to_json(self) -> bytes:
        return msgspec.json.encode(self.present())

    def state(self) -> bytes:
        """All that there is to see, to be taken up elsewhere (`Title.view_from`)."""
        return self._position.to_json()

    def shows_the_same(self, other: View[P]) -> bool:
        """Whether nothing that the side may know tells two moments of a game apart.

        How many choices and rolls have been made is not a thing of the game: it could tell of
        choices that are made in secret.
        """
        one, two = self._position, other._position
        return (
            self.to_choose == other.to_choose
            and one.frames == two.frames
            and one.ended == two.ended
            and all(getattr(one, name) == getattr(two, name) for name, _ in one.FIELDS)
        )

    def imagine(self, seed: bytes = IMAGINED) -> P:
        """A position that the side could be in, to try things on; its dice are its own.

        Another seed gives other dice, and other things where they are hidden from the side.
        """
        position = self._position.clone()
        position.dice = Dice(seed, position.dice.rolls)
        if seed != IMAGINED:
            position.deal(self.side, random.Random(seed))
        return position
