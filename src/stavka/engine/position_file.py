"""Position files: a situation as a text that people write and read (docs/formats.md).

A header of `key: value` lines, then sections in square brackets with more such lines. What the keys
mean is the title's business; this is the grammar they share.
"""

from __future__ import annotations

from dataclasses import dataclass, field

FIRST_LINE = "stavka position 1"


class BadPosition(Exception):
    """A position file that cannot be read: the line and the reason."""

    def __init__(self, line: int, reason: str) -> None:
        self.line, self.reason = line, reason
        super().__init__(f"line {line}: {reason}")


@dataclass(frozen=True, slots=True)
class Entry:
    line: int
    key: str
    value: str

    def words(self) -> list[str]:
        return self.value.replace(",", " ").split()

    def error(self, reason: str) -> BadPosition:
        return BadPosition(self.line, reason)


@dataclass(slots=True)
class Sheet:
    """A parsed position file."""

    header: dict[str, Entry] = field(default_factory=dict)
    sections: dict[str, list[Entry]] = field(default_factory=dict)

    def text(self, key: str, default: str | None = None) -> str:
        if key in self.header:
            return self.header[key].value
        if default is None:
            raise BadPosition(1, f"the header lacks {key!r}")
        return default

    def number(self, key: str, default: int) -> int:
        if key not in self.header:
            return default
        entry = self.header[key]
        try:
            return int(entry.value)
        except ValueError:
            raise entry.error(f"{key} should be a number, not {entry.value!r}") from None


def parse(text: str) -> Sheet:
    """Reads the grammar; `#` begins a comment, the first line may be left out."""
    sheet = Sheet()
    section: list[Entry] | None = None
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.partition("#")[0].strip()
        if not line or line == FIRST_LINE:
            continue
        if line.startswith("[") and line.endswith("]"):
            section = sheet.sections.setdefault(line[1:-1].strip(), [])
            continue
        key, colon, value = line.partition(":")
        if not colon:
            raise BadPosition(number, f"{line!r} is neither `key: value` nor a [section]")
        entry = Entry(number, key.strip(), value.strip())
        if section is not None:
            section.append(entry)
        elif entry.key in sheet.header:
            raise entry.error(f"{entry.key!r} stands twice in the header")
        else:
            sheet.header[entry.key] = entry
    return sheet
