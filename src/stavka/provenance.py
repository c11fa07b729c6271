"""Where the figures of a title come from: printed, found, or made by us."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .data import SOURCE_KINDS, Folder, Row, SourceKind, source_parts, weakest


@dataclass(slots=True)
class FileReport:
    """One data file: how many rows of each kind, and what their sources say."""

    file: str
    rows: int = 0
    counts: dict[SourceKind, int] = field(default_factory=lambda: dict.fromkeys(SOURCE_KINDS, 0))
    # For each kind the texts, with the number of rows that give them.
    texts: dict[SourceKind, Counter[str]] = field(
        default_factory=lambda: {kind: Counter() for kind in SOURCE_KINDS}
    )

    def add(self, row: Row) -> None:
        parts = source_parts(row)
        self.rows += 1
        self.counts[weakest(parts)] += 1
        for part in parts:
            self.texts[part.kind][part.text] += 1

    def as_json(self) -> dict[str, Any]:
        return {
            "rows": self.rows,
            **{str(kind): count for kind, count in self.counts.items()},
            "sources": {
                kind: [{"text": text, "rows": n} for text, n in self.texts[kind].most_common()]
                for kind in SOURCE_KINDS
            },
        }


def reports(data: Path) -> list[FileReport]:
    """A report for every data file below a folder; a row without provenance is an error."""
    found = []
    for path in sorted(data.rglob("*")):
        name = path.relative_to(data).as_posix()
        if path.suffix == ".csv":
            report = FileReport(name)
            folder = Folder(path.parent)
            for row in folder.table(path.name, folder.header(path.name)):
                report.add(row)
            found.append(report)
        elif path.suffix == ".toml":
            report = FileReport(name)
            _, settings = Folder(path.parent).toml(path.name)
            for section, values in settings.items():
                if isinstance(values, dict) and isinstance(values.get("source"), str):
                    report.add(Row(path, 0, {"section": section, "source": values["source"]}))
            if report.rows:
                found.append(report)
    return found
