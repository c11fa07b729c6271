"""The engine: decisions, positions, dice, chronicle and records. Nothing of any one game."""

from .advice import NO_ORDERS, Considered, Orders, Pace, Style, Styles, Turn
from .choices import Choice, Decision, Malformed, Names, Option, UnitSet, hexes, plain, units, words
from .derived import derived, undisturbed
from .dice import Dice, RecordedDice, commitment, keeps_commitment, new_seed, seed_from
from .game import CannotUndo, Game, Move, NotAtHand
from .position import AnyStep, BadState, Event, Frame, Illegal, Outcome, Position, Step, View
from .position_file import BadPosition
from .records import (
    BadRecord,
    Record,
    Verdict,
    load_record,
    read_record,
    replay,
    replay_as_far,
    verify,
    write_record,
)
from .soundness import admit, examine
from .title import GameOption, Scenario, Title, Unsuitable

__all__ = [
    "NO_ORDERS",
    "AnyStep",
    "BadPosition",
    "BadRecord",
    "BadState",
    "CannotUndo",
    "Choice",
    "Considered",
    "Decision",
    "Dice",
    "Event",
    "Frame",
    "Game",
    "GameOption",
    "Illegal",
    "Malformed",
    "Move",
    "Names",
    "NotAtHand",
    "Option",
    "Orders",
    "Outcome",
    "Pace",
    "Position",
    "Record",
    "RecordedDice",
    "Scenario",
    "Step",
    "Style",
    "Styles",
    "Title",
    "Turn",
    "UnitSet",
    "Unsuitable",
    "Verdict",
    "View",
    "admit",
    "commitment",
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
