"""What the rule modules of a title say of cases, function by function."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

# Modules that tell of rules or weigh them up; what enforces a case stands elsewhere.
TELLING = frozenset(
    (
        *("__init__", "advice", "evaluation"),
        *("forecasts", "presentation", "previews", "refusals", "sights", "texts", "verbs"),
    )
)
# The folder of a title's computer players, who weigh rules up too.
STAFF = "staff"


class Words(NamedTuple):
    """A comment, docstring or text of a module: what it belongs to, and where that stands."""

    owner: str
    line: int
    text: str
    # Comments and docstrings are prose; texts within the code may hold other numbers.
    prose: bool


def rule_modules(package: Path) -> list[Path]:
    files = sorted(package.rglob("*.py"))
    return [f for f in files if f.stem not in TELLING and f.parent.name != STAFF]


def words_of(file: Path) -> Iterator[Words]:
    """All comments, docstrings and texts of a module, each with the function it belongs to.

    Comments directly above a function, class, constant or field belong to it; those that stand
    apart, like headings, to the class or module that they are in.
    """
    code = file.read_text(encoding="utf-8")
    tree = ast.parse(code)
    comments = {
        token.start[0]: token.string
        for token in tokenize.generate_tokens(io.StringIO(code).readline)
        if token.type == tokenize.COMMENT
    }
    lines = code.splitlines()
    alone = {line for line in comments if lines[line - 1].lstrip().startswith("#")}
    owners = _owners(tree, file.stem, alone)

    def words(line: int, text: str, prose: bool) -> Words:
        # The innermost is the one that begins last.
        around = [o for o in owners if o.first <= line <= o.last]
        if not around:
            return Words(file.stem, line, text, prose)
        owner = max(around, key=lambda o: o.first)
        heading = owner.is_class and line in alone
        return Words(owner.name, line if heading else owner.line, text, prose)

    for line, comment in comments.items():
        yield words(line, comment, True)
    nodes = list(ast.walk(tree))
    docstrings = [node.value for node in nodes if isinstance(node, ast.Expr)]
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            about_module = docstrings[:1] == [node] and tree.body[0].lineno == node.lineno
            text = _chapters(node.value) if about_module else node.value
            yield words(node.lineno, text, node in docstrings)


def _chapters(docstring: str) -> str:
    """A module tells its chapter; the cases of it are named where they are enforced."""
    return " ".join(re.findall(r"(?<![\w.-])\d+\.0(?![\w.-])", docstring))


class _Owner(NamedTuple):
    name: str
    line: int
    # With the comments directly above it.
    first: int
    last: int
    is_class: bool


def _owners(tree: ast.Module, module: str, comments: set[int]) -> list[_Owner]:
    """The functions, classes, constants and fields of a module."""
    found: list[_Owner] = []

    def look_at(body: list[ast.stmt], prefix: str) -> None:
        for node in body:
            name = _name_of(node)
            if name is None:
                continue
            marks = node.decorator_list if isinstance(node, ast.ClassDef | ast.FunctionDef) else []
            first = min([node.lineno, *(mark.lineno for mark in marks)])
            while first - 1 in comments:
                first -= 1
            path, last = f"{prefix}.{name}", node.end_lineno or first
            found.append(_Owner(path, node.lineno, first, last, isinstance(node, ast.ClassDef)))
            if isinstance(node, ast.ClassDef):
                look_at(node.body, path)

    look_at(tree.body, module)
    return found


def _name_of(node: ast.stmt) -> str | None:
    match node:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            return name
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            return name
    return None
