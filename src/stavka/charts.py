"""The charts of a title for whoever plays it: its tables as printed, and where each row comes from.

`data/charts.toml` names them in the order of their use; no rules are needed to read them.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import zip_longest
from pathlib import Path
from textwrap import wrap

import msgspec

from . import titles
from .data import (
    SOURCE_KINDS,
    DataError,
    Folder,
    Row,
    SourceKind,
    check_format,
    quoted,
    source_parts,
    weakest,
)
from .provenance import FileReport

FORMAT = 1
# A cell of a chart in the terminal is no wider.
WIDEST = 44
# So many sources are named below it.
NAMED = 4


class ChartRow(msgspec.Struct, frozen=True):
    cells: tuple[str, ...]
    # Where the row comes from: the weakest of its sources.
    source: SourceKind


class ChartSource(msgspec.Struct, frozen=True):
    """One source of a chart, and how many rows rest on it."""

    kind: SourceKind
    text: str
    rows: int


class ChartView(msgspec.Struct, frozen=True):
    """A table of the game, for reading."""

    name: str
    # The case of the rulebook that it belongs to; empty if its rows tell theirs.
    case: str
    # How it is read.
    text: str
    # Lines of headings, each as long as a row; more than one where the same columns are headed by
    # different odds.
    heads: tuple[tuple[str, ...], ...]
    rows: tuple[ChartRow, ...]
    sources: tuple[ChartSource, ...]
    # The columns that hold the number of a turn and that of a case, from 0.
    turn: int | None = None
    cases: int | None = None


class _Chart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What `charts.toml` says of a chart."""

    file: str
    name: str
    case: str = ""
    text: str = ""
    # Headings that are not the name of the column.
    columns: dict[str, str] = {}
    hide: tuple[str, ...] = ()
    # Only rows that have one of these in a column.
    only: dict[str, tuple[str, ...]] = {}
    # What is written for a cell.
    words: dict[str, str] = {}
    # Columns whose words stand in the first column of another table, which has the `name` of each.
    names: dict[str, str] = {}
    # Another table with lines of headings for the same columns.
    heads: str = ""
    # The column with the number of the turn.
    turn: str = ""


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    charts: tuple[_Chart, ...]
    format: int = FORMAT


def charts_of(slug: str, overlay: Path | None = None) -> tuple[ChartView, ...]:
    """The charts of a title; files in `overlay` are read instead of its own."""
    return _charts(titles.entry(slug).data, overlay or titles.overlay_of(slug))


@cache
def _charts(data: Path, overlay: Path | None) -> tuple[ChartView, ...]:
    if not (data / titles.CHARTS).is_file():
        return ()
    folder = Folder(data, overlay)
    file, found = folder.toml(titles.CHARTS)
    check_format(file, found, FORMAT)
    try:
        charts = msgspec.convert(found, _File).charts
    except msgspec.ValidationError as error:
        raise DataError(file, str(error)) from None
    return tuple(_Reader(folder, file, chart).chart() for chart in charts)


class _Reader:
    """Makes a chart of what `charts.toml` says of it."""

    def __init__(self, folder: Folder, file: Path, chart: _Chart) -> None:
        self.folder, self.file, self.asked = folder, file, chart
        header = self._header("file", chart.file)
        for key in ("columns", "hide", "only", "names"):
            self._check(key, getattr(chart, key), chart.file, header)
        self._check("turn", [chart.turn] if chart.turn else [], chart.file, header)
        self.rows = [row for row in folder.table(chart.file, header) if self._wanted(row)]
        self.columns = [c for c in header if c != "source" and c not in chart.hide]
        self.names = {c: self._names(table) for c, table in chart.names.items()}

    def chart(self) -> ChartView:
        asked = self.asked
        report, rows = FileReport(asked.file), []
        for row in self.rows:
            report.add(row)
            cells = tuple(self._cell(row, column) for column in self.columns)
            rows.append(ChartRow(cells, weakest(source_parts(row))))
        return ChartView(
            name=asked.name,
            case=asked.case,
            text=asked.text,
            heads=self._heads(),
            rows=tuple(rows),
            sources=tuple(
                ChartSource(kind, text, rows)
                for kind in SOURCE_KINDS
                for text, rows in report.texts[kind].most_common()
            ),
            turn=self._place(asked.turn),
            cases=self._place("case"),
        )

    def _header(self, key: str, table: str) -> list[str]:
        try:
            return self.folder.header(table)
        except DataError as error:
            raise self._error(key, f"{table}: {error.reason}") from None

    def _check(self, key: str, columns: Iterable[str], table: str, header: list[str]) -> None:
        for column in columns:
            if column not in header:
                raise self._error(key, f"{table} has no column {quoted(column)}")

    def _error(self, key: str, reason: str) -> DataError:
        return DataError(self.file, reason, field=f"{key} of {quoted(self.asked.name)}")

    def _wanted(self, row: Row) -> bool:
        return all(row[column] in values for column, values in self.asked.only.items())

    def _names(self, table: str) -> dict[str, str]:
        header = self._header("names", table)
        self._check("names", ["name"], table, header)
        return {row[header[0]]: row["name"] for row in self.folder.table(table, header)}

    def _heads(self) -> tuple[tuple[str, ...], ...]:
        """The names of the columns, or for those that another table heads, what it says."""
        table = self.asked.heads
        if not table:
            return (tuple(self.asked.columns.get(c) or _heading(c) for c in self.columns),)
        header = self._header("heads", table)
        label, *headed = (c for c in header if c != "source")
        self._check("heads", headed, self.asked.file, self.columns)
        first = self.columns[0]
        return tuple(
            tuple(self._cell(row, label if c == first else c) for c in self.columns)
            for row in self.folder.table(table, header)
        )

    def _cell(self, row: Row, column: str) -> str:
        text = row[column]
        if text in self.asked.words:
            return self.asked.words[text]
        names = self.names.get(column, {})
        if text in names:
            return names[text]
        return "; ".join(names.get(word, word) for word in text.split()) if names else _plain(text)

    def _place(self, column: str) -> int | None:
        return self.columns.index(column) if column in self.columns else None


def _plain(word: str) -> str:
    return word.replace("_", " ")


def _heading(column: str) -> str:
    return column[:1].upper() + _plain(column[1:])


def lines_of(chart: ChartView) -> list[str]:
    """A chart as text: rows of ours have a star."""
    case = f" [{chart.case}]" if chart.case else ""
    grid = [*chart.heads, *(row.cells for row in chart.rows)]
    wide = [min(max(map(len, column)), WIDEST) for column in zip(*grid, strict=True)]
    lines = [f"{chart.name}{case}", *wrap(chart.text, 100), ""]
    for head in chart.heads:
        lines += _text_row(" ", head, wide)
    lines.append(" ".join(("-", *("-" * width for width in wide))))
    for row in chart.rows:
        lines += _text_row("*" if row.source == "reconstructed" else " ", row.cells, wide)
    return [*lines, "", *_foot(chart)]


def _text_row(mark: str, cells: tuple[str, ...], wide: list[int]) -> list[str]:
    """The lines of a row; what is too long for its column goes on below."""
    parts = zip_longest([mark], *(wrap(cell, WIDEST) for cell in cells), fillvalue="")
    widths = [1, *wide]
    return [
        " ".join(part.ljust(width) for part, width in zip(line, widths, strict=True)).rstrip()
        for line in parts
    ]


def _foot(chart: ChartView) -> list[str]:
    """What comes from where."""
    lines = []
    for kind in SOURCE_KINDS:
        rows = sum(row.source == kind for row in chart.rows)
        if not rows:
            continue
        texts = [source.text for source in chart.sources if source.kind == kind]
        more = f"; and {len(texts) - NAMED} more" if len(texts) > NAMED else ""
        star = "* " if kind == "reconstructed" else ""
        told = f"{star}{rows} of {len(chart.rows)} {kind}: {'; '.join(texts[:NAMED])}{more}"
        lines += wrap(told, 100, subsequent_indent="  ")
    return lines
