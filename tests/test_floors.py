"""The plan of the house (docs/architecture.md): a floor imports only itself and floors below it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src"

# From the ground up.
FLOORS: tuple[tuple[str, ...], ...] = (
    ("stavka.data",),
    ("stavka.hexes",),
    ("stavka.board",),
    ("stavka.drawing",),
    ("stavka.engine",),
    ("stavka.kit",),
    ("stavka.titles",),
    ("stavka.arrays",),
    ("stavka.players",),
    (
        "stavka.terminal",
        "stavka.gallery",
        "stavka.provenance",
        "stavka.charts",
        "stavka.rules",
        "stavka.lessons",
    ),
    ("stavka.review",),
    ("stavka.lab",),
    ("stavka.server",),
    ("stavka.guest",),
    ("stavka.cli",),
)
# The front door: it leads to titles, and `python -m stavka` to the command. Whoever is inside asks
# nothing of it but the version.
DOOR = {"stavka": {"stavka.titles.load"}, "stavka.__main__": {"stavka.cli.main"}}

MODULES = {
    ".".join(file.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__"): file
    for file in sorted((SOURCE / "stavka").rglob("*.py"))
}


def floor_of(name: str) -> int:
    """The floor that a module, or something in it, belongs to; -1 for none."""
    for number, rooms in enumerate(FLOORS):
        if any(name == room or name.startswith(f"{room}.") for room in rooms):
            return number
    return -1


def imports_of(module: str, code: str, *, package: bool) -> Iterator[str]:
    """Everything of ours that a module imports, wherever in it, as full names."""
    parts = module.split(".") if package else module.split(".")[:-1]
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            above = parts[: len(parts) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            names = [f"{base}.{alias.name}" for alias in node.names]
        else:
            continue
        yield from (name for name in names if name.split(".")[0] == "stavka")


def fault(module: str, imported: str) -> str:
    """What is wrong with an import; nothing if it is as planned."""
    here, there = floor_of(module), floor_of(imported)
    if module in DOOR:
        return "" if imported in DOOR[module] else "the front door leads elsewhere"
    if imported == "stavka.__version__":
        return ""
    if there < 0 or there > here:
        return "upward"
    ours, theirs = (name.split(".")[:3] for name in (module, imported))
    packages = {
        m
        for m, file in MODULES.items()
        if m.startswith("stavka.titles.") and file.name == "__init__.py"
    }
    both = here == there == floor_of("stavka.titles") and ".".join(theirs) in packages
    return "sideways" if both and ours != theirs else ""


def test_nothing_is_imported_upward_or_sideways() -> None:
    assert [
        f"{module} imports {imported}: {wrong}"
        for module, file in MODULES.items()
        for imported in imports_of(
            module, file.read_text(encoding="utf-8"), package=file.name == "__init__.py"
        )
        if (wrong := fault(module, imported))
    ] == []


def test_every_module_belongs_to_a_floor() -> None:
    assert [m for m in MODULES if floor_of(m) < 0 and m not in DOOR] == []
    assert [room for rooms in FLOORS for room in rooms if room not in MODULES] == []


def test_the_plan_shows_the_same_floors() -> None:
    plan = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    table = plan.split("## ")[0]
    rows = [
        re.findall(r"`([\w.]+?)(?:\.\*)?`", line.split("|")[1])
        for line in table.splitlines()
        if line.startswith("| `stavka")
    ]
    assert [tuple(row) for row in rows] == list(reversed(FLOORS))


def test_a_fault_is_found_wherever_an_import_stands() -> None:
    code = """
from ...engine import Position
from ..reds.combat import odds
if TYPE_CHECKING:
    from ...server.table import Table
def late():
    import stavka.players
    from ... import rules, data
    from . import combat
"""
    found = imports_of("stavka.titles.red_star.title", code, package=False)
    faults = {name: fault("stavka.titles.red_star.title", name) for name in found}
    assert {name: wrong for name, wrong in faults.items() if wrong} == {
        "stavka.titles.reds.combat.odds": "sideways",
        "stavka.server.table.Table": "upward",
        "stavka.players": "upward",
        "stavka.rules": "upward",
    }
    assert len(faults) == 7
