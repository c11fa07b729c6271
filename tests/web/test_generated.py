"""The client's types are those of the protocol: no browser is needed to see it."""

from __future__ import annotations

import subprocess
from pathlib import Path

import msgspec
import pytest

from stavka.server.schema import schema

WEB = Path(__file__).parents[2] / "web"


def check(text: str) -> subprocess.CompletedProcess[str]:
    command = ["node", "tools/types.mjs", "--check"]
    return subprocess.run(command, cwd=WEB, input=text, capture_output=True, text=True, check=False)


def test_the_types_are_what_the_schema_gives() -> None:
    checked = check(msgspec.json.encode(schema()).decode())
    assert checked.returncode == 0, checked.stderr


@pytest.mark.parametrize(
    ("width", "line"),
    [
        ({"type": "integer", "default": 1}, "width: number"),
        ({"type": "integer"}, "width?: number"),  # nobody has to write it
    ],
)
def test_a_field_more_is_noticed(width: dict[str, object], line: str) -> None:
    other = schema()
    other["$defs"]["Band"]["properties"]["width"] = width
    checked = check(msgspec.json.encode(other).decode())
    assert checked.returncode == 1
    assert line in checked.stderr
    assert "stavka schema | npm run -s types" in checked.stderr
