"""Lessons: a small position and the steps that lead through it, as a title's data has them."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from . import titles
from .data import Folder, check_format
from .engine import Choice

FORMAT = 1


class LessonStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    text: str
    # The choice that the step waits for, as a record writes it; without one, a button goes on.
    choice: str = ""
    # What to point at: hexes, units, overlays, or parts of the screen (orders, preview, log ...).
    point: tuple[str, ...] = ()
    # A rule to read more in.
    case: str = ""


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    text: str
    side: str
    seed: str
    steps: tuple[LessonStep, ...]
    format: int = FORMAT


class Lesson(msgspec.Struct, frozen=True):
    slug: str
    name: str
    text: str
    # The side that the learner plays.
    side: str
    # The dice: such that the lesson goes as it is told.
    seed: str
    # The position file that it begins with.
    position: str
    steps: tuple[LessonStep, ...]

    @property
    def choices(self) -> list[Choice]:
        return [Choice.parse(step.choice) for step in self.steps if step.choice]


@cache
def lesson(slug: str) -> Lesson | None:
    """The lesson of a title, if it has one."""
    folder = titles.entry(slug).data / titles.LESSON
    return read_lesson(slug, folder) if folder.is_dir() else None


def read_lesson(slug: str, folder: Path) -> Lesson:
    path, values = Folder(folder).toml("lesson.toml")
    check_format(path, values, FORMAT)
    file = msgspec.convert(values, _File)
    position = (folder / "position.txt").read_text(encoding="utf-8")
    return Lesson(slug, file.name, file.text, file.side, file.seed, position, file.steps)
