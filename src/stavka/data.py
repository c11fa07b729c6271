"""Reading data files: tables that say where they are wrong, and where each row comes from.

Data of a title lives in a folder. A second folder can be laid over it: a file found there is read
instead, so that somebody who owns a printed game can type in its values.
"""

from __future__ import annotations

import csv
import hashlib
import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

SourceKind = Literal["rulebook", "found", "reconstructed"]

# From the strongest to the weakest.
SOURCE_KINDS: tuple[SourceKind, ...] = ("rulebook", "found", "reconstructed")


# Error texts quote so much of a file, and are so long, at most.
QUOTED, SAID = 60, 400


def quoted(value: object) -> str:
    """A value from a file for an error text: in quotes, on one line, and short.

    >>> quoted("tea-time"), quoted("x" * 5000)[-8:], quoted("two\\nlines")
    ("'tea-time'", "xxx ...'", "'two\\\\nlines'")
    """
    if isinstance(value, str):
        return repr(value if len(value) <= QUOTED else f"{value[: QUOTED - 4]} ...")
    # Python refuses to write numbers of more than 4,300 digits.
    if isinstance(value, int) and value.bit_length() > 64:
        return "a number with far too many digits"
    return one_line(repr(value), QUOTED)


def one_line(text: str, most: int = SAID) -> str:
    """A text on one line, cut off where it gets too long; whatever cannot be printed is spelled.

    >>> one_line("one\\ntwo"), one_line("a" * 500)[-5:]
    ('one two', 'a ...')
    """
    words = " ".join(text.split())
    if not words.isprintable():
        words = "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in words[:most])
    return words if len(words) <= most else f"{words[: most - 4]} ..."


class DataError(Exception):
    """A data file is wrong: which file, which line, which field, and why."""

    def __init__(
        self, file: Path | str, reason: str, *, line: int | None = None, field: str | None = None
    ) -> None:
        reason = one_line(reason)
        self.file, self.line, self.field, self.reason = Path(file), line, field, reason
        where = str(file)
        if line is not None:
            where += f", line {line}"
        if field is not None:
            where += f", field {field}"
        super().__init__(f"{where}: {reason}")


def newer_format(found: int, reads: int) -> str:
    """What is said of anything that a later version has written."""
    return f"was written by a newer Stavka: format {found}, this one reads {reads}"


def check_format(file: Path, settings: dict[str, Any], reads: int) -> None:
    """A TOML file tells its format; one that does not is of the first."""
    found = settings.get("format", 1)
    if type(found) is not int or found < 1:
        raise DataError(file, "should be a number from 1 on", field="format")
    if found > reads:
        raise DataError(file, newer_format(found, reads), field="format")


def listed(text: str, separator: str | None = ";") -> tuple[str, ...]:
    """The items of a list within a field; `None` separates by blanks."""
    return tuple(part.strip() for part in text.split(separator) if part.strip())


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a table, which knows where it stands."""

    file: Path
    line: int
    values: dict[str, str]

    def __getitem__(self, field: str) -> str:
        return self.values[field]

    def error(self, field: str | None, reason: str) -> DataError:
        return DataError(self.file, reason, line=self.line, field=field)

    def required(self, field: str) -> str:
        if not self.values[field]:
            raise self.error(field, "is empty")
        return self.values[field]

    def flag(self, field: str) -> bool:
        if self.values[field] not in ("yes", "no"):
            raise self.error(field, f"{self.values[field]!r} should be yes or no")
        return self.values[field] == "yes"

    def items(self, field: str, separator: str | None = ";") -> tuple[str, ...]:
        return listed(self.values[field], separator)


class Folder:
    """A folder of data files with an optional overlay."""

    def __init__(self, path: Path, overlay: Path | None = None) -> None:
        self.path = path
        self.overlay = overlay

    def file(self, name: str) -> Path:
        if self.overlay is not None and (self.overlay / name).is_file():
            return self.overlay / name
        if not (self.path / name).is_file():
            raise DataError(self.path / name, "there is no such file")
        return self.path / name

    def fingerprint(self, leave_out: Sequence[str] = ()) -> str:
        """Of all values, some folders left out; notes and sources change nothing."""
        found = hashlib.sha256()
        for own in sorted(self.path.rglob("*")):
            name = own.relative_to(self.path)
            if not own.is_file() or name.parts[0] in leave_out:
                continue
            file = self.file(str(name))
            found.update(f"{name.as_posix()}\n".encode())
            text = _text(file)
            if own.suffix == ".csv":
                text = repr([_without_notes(row) for row in csv.DictReader(text.splitlines(True))])
            elif own.suffix == ".toml":
                # Tables were set up before these files told their format, with the same values.
                text = re.sub(r"^format = 1\n", "", text, count=1, flags=re.MULTILINE)
            found.update(text.encode())
        return found.hexdigest()[:12]

    def toml(self, name: str) -> tuple[Path, dict[str, Any]]:
        file = self.file(name)
        try:
            return file, tomllib.loads(_text(file))
        except ValueError as error:
            raise DataError(file, f"is not valid TOML: {error}") from None
        except RecursionError:
            raise DataError(file, "is not TOML of ours: it is nested too deeply") from None

    def header(self, name: str) -> list[str]:
        """The fields of a CSV file."""
        return next(csv.reader(_text(self.file(name)).splitlines()), [])

    def table(self, name: str, fields: Sequence[str]) -> list[Row]:
        """The rows of a CSV file that must have exactly these fields, in any order."""
        file = self.file(name)
        return list(_rows(file, fields))


def _without_notes(row: dict[str, str]) -> list[tuple[str, str]]:
    return sorted((k, v) for k, v in row.items() if k not in ("note", "source"))


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise DataError(file, f"is not UTF-8 text: {error.reason}") from None


def _rows(file: Path, fields: Sequence[str]) -> Iterator[Row]:
    reader = csv.reader(_text(file).splitlines(keepends=True), strict=True)
    header: list[str] | None = None
    try:
        for values in reader:
            if header is None:
                header = values
                _check_header(file, header, fields)
                continue
            if not values:
                continue
            if len(values) != len(header):
                raise DataError(
                    file,
                    f"has {len(values)} fields where the header has {len(header)}",
                    line=reader.line_num,
                )
            yield Row(
                file,
                reader.line_num,
                {name: value.strip() for name, value in zip(header, values, strict=True)},
            )
    except csv.Error as error:
        raise DataError(file, f"is not valid CSV: {error}", line=reader.line_num) from None
    if header is None:
        raise DataError(file, "is empty; a header is expected", line=1)


def _check_header(file: Path, header: list[str], fields: Sequence[str]) -> None:
    for field in fields:
        if field not in header:
            raise DataError(file, f"the header lacks the field {field!r}", line=1)
    for field in header:
        if field not in fields:
            raise DataError(file, f"the header has an unknown field {field!r}", line=1)
        if header.count(field) > 1:
            raise DataError(file, f"the header has the field {field!r} twice", line=1)


@dataclass(frozen=True, slots=True)
class SourcePart:
    kind: SourceKind
    text: str


def source_parts(row: Row) -> tuple[SourcePart, ...]:
    """The parts of a row's provenance; every row must have some."""
    try:
        return _parts(row["source"])
    except ValueError as error:
        raise row.error("source", str(error)) from None


# Most rows of a table have the same source as the row before.
@lru_cache(maxsize=1024)
def _parts(source: str) -> tuple[SourcePart, ...]:
    parts: list[SourcePart] = []
    for text in listed(source):
        kind = next(
            (k for k in SOURCE_KINDS if text == k or text.startswith((f"{k} ", f"{k}:"))), None
        )
        if kind is None:
            # A semicolon within a part's own text: it goes on.
            if parts:
                parts[-1] = SourcePart(parts[-1].kind, f"{parts[-1].text}; {text}")
                continue
            raise ValueError(f"{text!r} does not begin with {', '.join(SOURCE_KINDS)}")
        parts.append(SourcePart(kind, text))
    if not parts:
        raise ValueError("is empty: every row says where it comes from")
    return tuple(parts)


def weakest(parts: Sequence[SourcePart]) -> SourceKind:
    """A row is only as good as its weakest part: what is partly ours is not printed."""
    return max((part.kind for part in parts), key=SOURCE_KINDS.index)
