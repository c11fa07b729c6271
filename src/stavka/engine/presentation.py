"""What a screen shows of a position, for any title: plain structures (docs/protocol.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Protocol, TypeVar

import msgspec

from .choices import Choice, Decision

if TYPE_CHECKING:
    from .forces import Forces
    from .score import Score

Shown = TypeVar("Shown", contravariant=True)


class UnitView(msgspec.Struct, frozen=True):
    id: str
    side: str
    # The printed label of its hex; empty for a unit in a box.
    hex: str
    # The key of its box; empty for a unit on the map.
    box: str
    # A glyph of the client: infantry, armour, mechanized, artillery, marine, air, supply ...
    symbol: str
    # The echelon: X, XX, XXX, XXXX.
    size: str
    # The line printed on the counter, such as 7-4-9.
    values: str
    # What it is in words, for the inspector.
    title: str
    states: tuple[str, ...] = ()
    # A stripe for its faction or command: azure, green, ochre, violet, teal, rose, grey, black;
    # empty for none.
    band: str = ""
    # What tells it from its likes, short enough for a counter: 15, XXIV, Kor.
    designation: str = ""


def designation_of(name: str) -> str:
    """The number in a unit's name, or the beginning of the name.

    >>> designation_of("Polish 3 Army"), designation_of("XXIV Tank Corps")
    ('3', 'XXIV')
    >>> designation_of("2nd Shock Army"), designation_of("12A Heavy Mortar")
    ('2', '12A')
    >>> designation_of("Kornilov Division"), designation_of("JH35 Brigade")
    ('Kor', 'JH35')
    """
    words = name.split()
    for word in words:
        if word[0].isdigit():
            return word.rstrip("stndrh")
        if not set(word) - set("IVXL"):
            return word
    return words[0] if words[0].isupper() else words[0][:3]


class MarkerView(msgspec.Struct, frozen=True):
    # One of the title's glyphs (destroyed, mined ...); `target` is drawn as a ring with arrows.
    kind: str
    text: str
    hex: str = ""
    # A hexside, as two labels with a slash.
    hexside: str = ""


class TrackView(msgspec.Struct, frozen=True):
    name: str
    value: int
    maximum: int
    text: str = ""


class BoxView(msgspec.Struct, frozen=True):
    key: str
    name: str


class Fact(msgspec.Struct, frozen=True):
    name: str
    text: str
    case: str = ""


Role = Literal["act", "select", "end", "back"]
# What a plain click on the map means: what is plain comes first, what is only another way to do
# such a thing where nothing plain is there, and what is rare never: it waits in a menu.
Click = Literal["plain", "other", "menu"]


class OptionView(msgspec.Struct, frozen=True):
    verb: str
    label: str
    kind: Literal["none", "hex", "unit", "word"]
    values: tuple[str, ...]
    case: str
    role: Role = "act"
    # A letter that stands for it on the keyboard.
    key: str = ""
    # A question to ask before it is carried out.
    confirm: str = ""
    # A word or figure to write on each of the values, in their order, such as the points left.
    notes: tuple[str, ...] = ()
    # What it brings, in a few words for somebody who does not know the rules.
    means: str = ""
    # A unit for each of the values whose counter shows what is meant, or none.
    faces: tuple[str, ...] = ()
    # The first value is what one wants as a rule, and the others are less of it.
    ranked: bool = False
    click: Click = "plain"
    # Units of one hex may be chosen together; an option without units takes all others along.
    stack: bool = False


class CauseView(msgspec.Struct, frozen=True):
    """What led to a question."""

    # The number of its line in the log of whoever is asked, from 0, and what the line says.
    line: int
    text: str
    case: str


class DecisionView(msgspec.Struct, frozen=True):
    number: int
    side: str
    prompt: str
    case: str
    options: tuple[OptionView, ...]
    # What the question is about.
    units: tuple[str, ...]
    hexes: tuple[str, ...]
    # What led to it, if there is a log and something in it did.
    cause: CauseView | msgspec.UnsetType = msgspec.UNSET


# The level of a game that nobody has won and nobody has lost.
DRAW = "Draw"


class OutcomeView(msgspec.Struct, frozen=True):
    """How a game has ended, in words that are put together here and nowhere else."""

    # A side; nothing for a draw, or if both have lost.
    winner: str
    # In full words: whose defeat, if it is one.
    level: str
    reason: str
    case: str
    # Who has won, or what has become of both.
    headline: str = ""
    # The rest: the level if it says more, and the reason.
    detail: str = ""

    def __post_init__(self) -> None:
        headline = f"{self.winner} victory" if self.winner else self.level or DRAW
        said = {headline.lower(), "victory", ""}
        level = "" if self.level.lower() in said else f"{self.level}: "
        msgspec.structs.force_setattr(self, "headline", headline)
        detail = f"{level}{self.reason}"
        msgspec.structs.force_setattr(self, "detail", detail[:1].upper() + detail[1:])

    @property
    def text(self) -> str:
        """Headline and detail as one.

        >>> OutcomeView("Chinese", "Soviet Decisive Defeat", "4 hexes are cut off", "18.1").text
        'Chinese victory. Soviet Decisive Defeat: 4 hexes are cut off'
        >>> OutcomeView("Red", "Red victory", "Moscow holds", "4.5").text
        'Red victory. Moscow holds'
        >>> OutcomeView("", "Nuclear war", "both players lose", "SW.3").text
        'Nuclear war. Both players lose'
        """
        return f"{self.headline}. {self.detail}"


class Presentation(msgspec.Struct, frozen=True):
    title: str
    scenario: str
    options: tuple[str, ...]
    # The side whose eyes we look through; empty for a spectator.
    side: str
    turn: int
    turns: int
    phase: str
    to_choose: str
    decision: DecisionView | None
    # In an order that is the same wherever they go, so that screens are told little of a move, and
    # that tells nothing that is hidden. Within a hex from the bottom of the stack to its top.
    units: tuple[UnitView, ...]
    markers: tuple[MarkerView, ...]
    tracks: tuple[TrackView, ...]
    boxes: tuple[BoxView, ...]
    facts: tuple[Fact, ...]
    # The kinds of overlay that can be asked for.
    overlays: tuple[str, ...]
    outcome: OutcomeView | None


class Line(msgspec.Struct, frozen=True):
    """One line of a sum, with the case that it follows from."""

    text: str
    value: str
    case: str


class Chance(msgspec.Struct, frozen=True):
    result: str
    text: str
    probability: float


class Face(msgspec.Struct, frozen=True):
    """What a face of the die would bring, where a single die decides."""

    die: int
    # The column of the table that it is read from.
    column: str
    result: str
    # What takes effect; nothing if further dice decide on that.
    text: str


class Doubt(msgspec.Struct, frozen=True):
    """Something that nobody can tell beforehand, with the case that leaves it open."""

    text: str
    case: str
    # What it would come to, if that can be said.
    result: str = ""
    chances: tuple[Chance, ...] = ()


class Preview(msgspec.Struct, frozen=True):
    """What a choice would bring, as far as it can be told without dice."""

    path: tuple[str, ...] = ()
    lines: tuple[Line, ...] = ()
    result: str = ""
    # From the worst to the best for whoever chooses. Results of the table that come to the same
    # are one, with commas between them; a result that can come to several things stands in each.
    chances: tuple[Chance, ...] = ()
    # The columns of the table that may be used.
    columns: tuple[str, ...] = ()
    # What somebody else may still do, or what is hidden.
    uncertain: tuple[Doubt, ...] = ()
    # What the faces of the die bring, from 1 on, where the first die alone decides on the chances.
    faces: tuple[Face, ...] = ()


class Hint(msgspec.Struct, frozen=True):
    """What the staff would do in the place of whoever is asked."""

    verb: str
    argument: str
    # What it would do next, where the choice is only the beginning of something.
    next: str = ""
    # Why, as far as that can be told honestly; and what the turn as a whole is for.
    reasons: tuple[str, ...] = ()
    purpose: str = ""
    # The labels of hexes that it is about, besides those of the choice itself.
    hexes: tuple[str, ...] = ()


Style = Literal["reach", "zoc", "supply", "control"]


class OverlayArea(msgspec.Struct, frozen=True):
    name: str
    style: Style
    hexes: tuple[str, ...]


class Trace(msgspec.Struct, frozen=True):
    """What an event leaves on the map: a way, or the place where a unit has come or was lost."""

    kind: Literal["move", "retreat", "advance", "arrival", "loss"]
    # Whose unit it was; empty if it is of no side.
    side: str
    # Printed labels; one alone for a place.
    path: tuple[str, ...]


class Screen(Protocol[Shown]):
    """Shows the positions of a title, and answers what is asked about them."""

    def present(
        self, p: Shown, side: str, to_choose: str, decision: Decision | None, /
    ) -> Presentation:
        """What a side may know; the decision is given if it is the side's own."""

    def picks_up(self, verb: str, /) -> bool:
        """Whether a choice takes something in hand, so that to undo it puts that down again."""

    def preview(self, p: Shown, choice: Choice, /) -> Preview | None:
        """What a choice would bring, as far as it can be told without dice; None if nothing."""

    def overlay(self, p: Shown, side: str, kind: str, /) -> tuple[OverlayArea, ...]:
        """The areas of an overlay of a kind that the presentation lists."""

    def stack(self, p: Shown, side: str, label: str, /) -> tuple[Line, ...]:
        """What the units in a hex come to, as far as a side may know: strengths, stacking."""

    def forces(self, p: Shown, side: str, /) -> Forces:
        """Who belongs to which formation, and who is due, as far as a side may know."""

    def lost(self, p: Shown, unit: int, /) -> UnitView:
        """A unit that has left the map, as it is printed; below 0 one that nobody may know."""

    def score(self, p: Shown, /) -> Score:
        """What decides the game, line by line."""
