"""The engine: decisions, positions, dice, chronicle and records. Nothing of any one game."""

from .advice import NO_ORDERS, Considered, Orders, Pace, Style, Styles, Turn
from .choices import Choice, Decision, Malformed, Names, Option, UnitSet, hexes, plain, units, words
from .derived import derived, undisturbed
from .dice import (
    ContinuedDice,
    Dice,
    NoSuchRoll,
    RecordedDice,
    commitment,
    keeps_commitment,
    new_seed,
    seed_from,
)
from .game import CannotUndo, Game, Move, NotAtHand
from .measures import Measure
from .position import AnyStep, BadState, Event, Frame, Illegal, Outcome, Position, Step, View
from .position_file import BadPosition
from .proof import Verdict, verify
from .records import (
    BadRecord,
    Record,
    load_record,
    read_record,
    replay,
    replay_as_far,
    write_record,
)
from .shares import Pledge, Share, Source
from .soundness import admit, examine
from .title import GameOption, Scenario, Title, Unsuitable
from .verbs import VerbSpec, declared

__all__ = [
    "NO_ORDERS",
    "AnyStep",
    "BadPosition",
    "BadRecord",
    "BadState",
    "CannotUndo",
    "Choice",
    "Considered",
    "ContinuedDice",
    "Decision",
    "Dice",
    "Event",
    "Frame",
    "Game",
    "GameOption",
    "Illegal",
    "Malformed",
    "Measure",
    "Move",
    "Names",
    "NoSuchRoll",
    "NotAtHand",
    "Option",
    "Orders",
    "Outcome",
    "Pace",
    "Pledge",
    "Position",
    "Record",
    "RecordedDice",
    "Scenario",
    "Share",
    "Source",
    "Step",
    "Style",
    "Styles",
    "Title",
    "Turn",
    "UnitSet",
    "Unsuitable",
    "VerbSpec",
    "Verdict",
    "View",
    "admit",
    "commitment",
    "declared",
    "derived",
    "examine",
    "hexes",
    "keeps_commitment",
    "load_record",
    "new_seed",
    "plain",
    "read_record",
    "replay",
    "replay_as_far",
    "seed_from",
    "undisturbed",
    "units",
    "verify",
    "words",
    "write_record",
]
