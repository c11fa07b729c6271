"""Small mistakes that can be made in the rule modules: where they are possible, and what they are.

A mutant is one edit of one expression or statement inside one function. What is edited is the text,
and an edit never changes the number of lines, so that everything else stays where it was.

Left out, because it is no rule: `presentation`, `previews` and `texts`, `forecasts` and `refusals`
(they explain what rules will decide or have decided), `evaluation` and `advice` for computer
players, `charts` and `position_file`, which read files, `options` and `title`, which put a game
together. Inside rule modules: whatever is not in a function, annotations, defaults, asserts,
errors, prompts, case numbers, what is told to the chronicle, and the question whether something is
in the cache.
"""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

SOURCES = Path(__file__).parent.parent / "src"
TITLES = SOURCES / "stavka" / "titles"

NO_RULES = frozenset(
    (
        *("__init__", "title", "charts", "options", "position_file"),
        *("presentation", "previews", "forecasts", "texts", "refusals", "evaluation", "advice"),
    )
)

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
OPERATIONS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.FloorDiv: ast.Mult,
    ast.Mult: ast.FloorDiv,
}
CALLS = {"min": "max", "max": "min", "any": "all", "all": "any"}
CACHES = ("p.cache", "p.map_cache", "p.ways", "self.cache", "self.map_cache", "self.ways")
# Numbers of cases: 7.10.3, 3.2 g, OMG.2, 1960s.special.
CASE = re.compile(r"(\d+|[A-Z]+|1960s)\.\w[\w.]*( \w)?")


@dataclass(frozen=True)
class Edit:
    """Another text for a part of a module, and the function that it is in."""

    function: str
    line: int
    start: int
    end: int
    text: str


@dataclass(frozen=True)
class Mutant:
    """A rule module with one mistake in it."""

    path: Path
    edit: Edit

    @property
    def slug(self) -> str:
        return self.path.relative_to(TITLES).parts[0].replace("_", "-")

    @property
    def name(self) -> str:
        """The file as one would open it."""
        return str(self.path.relative_to(SOURCES.parent))

    @property
    def module(self) -> str:
        return ".".join(self.path.relative_to(SOURCES).with_suffix("").parts)

    @property
    def source(self) -> str:
        """The whole module with the mistake."""
        text = text_of(self.path)
        return text[: self.edit.start] + self.edit.text + text[self.edit.end :]

    @property
    def was(self) -> str:
        """The lines that are changed, as they are."""
        return self._lines(text_of(self.path), len(text_of(self.path)))

    @property
    def becomes(self) -> str:
        """The same lines with the mistake."""
        return self._lines(self.source, len(self.source))

    def _lines(self, text: str, length: int) -> str:
        first = text.rfind("\n", 0, self.edit.start) + 1
        end = self.edit.end + length - len(text_of(self.path))
        last = text.find("\n", end)
        return " ".join(text[first : last if last >= 0 else length].split())


@cache
def text_of(path: Path) -> str:
    return path.read_text("utf-8")


def rule_modules(slug: str = "") -> list[Path]:
    """The modules with the rules of a title, or of all."""
    folder = TITLES / slug.replace("-", "_") if slug else TITLES
    found = sorted(path for path in folder.rglob("*.py") if path.parent != TITLES)
    return [path for path in found if path.stem not in NO_RULES]


def slugs() -> list[str]:
    """The titles of the house."""
    return sorted({path.relative_to(TITLES).parts[0].replace("_", "-") for path in rule_modules()})


@cache
def mutants_of(path: Path) -> tuple[Mutant, ...]:
    """Every mistake that can be made in a module, in the order of its lines."""
    return tuple(Mutant(path, edit) for edit in edits(text_of(path)))


def pick(seed: str, number: int, slug: str = "") -> Mutant:
    """The mutant with a number: any line of the rules is as likely as any other."""
    lines = _lines_of(slug)
    chance = random.Random(f"{seed}/{number}")
    return chance.choice(lines[chance.randrange(len(lines))])


def every(slug: str = "", module: str = "") -> list[Mutant]:
    """All mutants of a title or of one of its modules: where the tests have holes."""
    modules = [path for path in rule_modules(slug) if module in ("", path.stem)]
    return [mutant for path in modules for mutant in mutants_of(path)]


@cache
def _lines_of(slug: str) -> list[list[Mutant]]:
    found: dict[tuple[Path, int], list[Mutant]] = {}
    for path in rule_modules(slug):
        for mutant in mutants_of(path):
            found.setdefault((path, mutant.edit.line), []).append(mutant)
    return list(found.values())


# Where a module can be edited


def edits(text: str) -> Iterator[Edit]:
    """Every edit of a module's text."""
    tree = ast.parse(text)
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for name, function in _functions(tree, ""):
        if name.endswith(("_prompt", "tell", "tell_of")):
            continue
        for node, new in _Mistakes().of(function):
            assert node.end_lineno is not None and node.end_col_offset is not None
            if not text.isascii():
                # Columns are counted in bytes.
                raise ValueError("a rule module has letters beyond ASCII")
            start = starts[node.lineno - 1] + node.col_offset
            end = starts[node.end_lineno - 1] + node.end_col_offset
            lost = text.count("\n", start, end) - new.count("\n")
            # Inside the brackets, if there are some: elsewhere a line would end.
            new = new[:-1] + "\n" * lost + new[-1:] if new[-1:] == ")" else new + "\n" * lost
            yield Edit(name, node.lineno, start, end, new)


Place = ast.expr | ast.stmt | ast.pattern
Function = ast.FunctionDef


def _functions(tree: ast.Module | ast.ClassDef, outer: str) -> Iterator[tuple[str, Function]]:
    """Functions and methods, with their names; what is inside them belongs to them."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            yield from _functions(node, f"{outer}{node.name}.")
        elif isinstance(node, ast.FunctionDef):
            yield outer + node.name, node


class _Mistakes:
    """Collects what can go wrong in a function: a place, and the text that takes it."""

    def __init__(self) -> None:
        self.found: list[tuple[Place, str]] = []
        # Names of what was looked up in the cache.
        self.cached: set[str] = set()

    def of(self, function: Function) -> list[tuple[Place, str]]:
        self._block(function.body, last=True)
        return self.found

    def _put(self, node: Place, text: str) -> None:
        self.found.append((node, text))

    def _replace(self, node: ast.expr, by: ast.expr) -> None:
        self._put(node, f"({ast.unparse(by)})")

    # Statements

    def _block(self, block: list[ast.stmt], *, last: bool) -> None:
        """`last`: nothing of the function follows after this block."""
        for index, statement in enumerate(block):
            self._statement(statement, last=last and index == len(block) - 1)

    # One arm for each kind of node: splitting it would only hide which there are.
    def _statement(self, node: ast.stmt, *, last: bool) -> None:  # noqa: C901, PLR0912
        match node:
            case ast.FunctionDef():
                self._block(node.body, last=True)
            case ast.Expr():
                self._expression_statement(node)
            case ast.Assign() | ast.AugAssign() | ast.AnnAssign():
                self._assignment(node)
            case ast.Return():
                if not last:
                    self._put(node, "pass")
                if node.value is not None:
                    self._expression(node.value)
            case ast.Continue() | ast.Break():
                self._put(node, "pass")
            case ast.If():
                if node.orelse or not _only_tells(node.body):
                    self._condition(node.test)
                self._block(node.body, last=last)
                self._block(node.orelse, last=last)
            case ast.While():
                if not _asks_cache(node.test):
                    self._put(node.test, "(False)")
                    self._expression(node.test)
                self._block(node.body, last=False)
            case ast.For():
                self._expression(node.iter)
                self._block(node.body, last=False)
                self._block(node.orelse, last=last)
            case ast.Match():
                self._expression(node.subject)
                for case in node.cases:
                    self._case(case)
                    self._block(case.body, last=last)
            case ast.With():
                self._block(node.body, last=last)
            case ast.Try():
                self._block(node.body, last=False)
                for handler in node.handlers:
                    self._block(handler.body, last=last)

    def _expression_statement(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Call) or _tells(node.value):
            return
        if not _calls_super(node.value):
            self._put(node, "pass")
        self._expression(node.value)

    def _assignment(self, node: ast.Assign | ast.AugAssign | ast.AnnAssign) -> None:
        target = node.targets[0] if isinstance(node, ast.Assign) else node.target
        if isinstance(target, ast.Name) and target.id in ("prompt", "reason"):
            return
        if isinstance(target, ast.Name) and node.value is not None and _asks_cache(node.value):
            self.cached.add(target.id)
        state = isinstance(target, ast.Attribute | ast.Subscript) and not _asks_cache(target)
        if state and not isinstance(node, ast.AnnAssign):
            self._put(node, "pass")
        if isinstance(node, ast.AugAssign):
            other = OPERATIONS.get(type(node.op))
            if other is not None:
                changed = ast.AugAssign(node.target, other(), node.value)
                self._put(node, ast.unparse(changed))
        if node.value is not None:
            self._expression(node.value)

    def _case(self, case: ast.match_case) -> None:
        """A branch that is never taken."""
        if case.guard is not None:
            self._condition(case.guard)
        elif not (isinstance(case.pattern, ast.MatchAs) and case.pattern.pattern is None):
            self._put(case.pattern, f"{ast.unparse(case.pattern)} if False")

    # Expressions

    def _condition(self, test: ast.expr) -> None:
        if _asks_cache(test) or self._asks_what_was_cached(test):
            return
        self._put(test, "(True)")
        self._put(test, "(False)")
        self._expression(test)

    def _asks_what_was_cached(self, test: ast.expr) -> bool:
        match test:
            case ast.Compare(left=ast.Name(id=name), ops=[ast.Is()]):
                return name in self.cached
        return False

    # As above.
    def _expression(self, node: ast.expr) -> None:  # noqa: C901, PLR0912
        match node:
            case ast.JoinedStr():
                return
            case ast.Call() if _tells(node):
                return
            case ast.IfExp():
                if all(map(_is_case, (node.body, node.orelse))):
                    return
                self._condition(node.test)
                self._expression(node.body)
                self._expression(node.orelse)
                return
            case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
                for part in node.generators:
                    self._expression(part.iter)
                    for test in part.ifs:
                        self._condition(test)
            case ast.Compare():
                self._comparison(node)
            case ast.BoolOp():
                other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
                self._replace(node, ast.BoolOp(other, node.values))
            case ast.BinOp():
                self._operation(node)
            case ast.UnaryOp():
                self._replace(node, node.operand)
            case ast.Constant():
                self._constant(node)
            case ast.Call(func=ast.Name(id=name)) if name in CALLS:
                self._put(node.func, CALLS[name])
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                self._expression(child)
            elif isinstance(child, ast.keyword):
                self._expression(child.value)

    def _comparison(self, node: ast.Compare) -> None:
        for index, op in enumerate(node.ops):
            ops = list(node.ops)
            ops[index] = COMPARISONS[type(op)]()
            self._replace(node, ast.Compare(node.left, ops, node.comparators))

    def _operation(self, node: ast.BinOp) -> None:
        other = OPERATIONS.get(type(node.op))
        # Sums of texts and lists cannot be anything else.
        parts = (node.left, node.right)
        if other is None or any(isinstance(p, ast.Tuple | ast.List | ast.JoinedStr) for p in parts):
            return
        self._replace(node, ast.BinOp(node.left, other(), node.right))

    def _constant(self, node: ast.Constant) -> None:
        match node.value:
            case True | False:
                self._put(node, str(not node.value))
            case 0:
                self._put(node, "1")
            case 1 | 2:
                self._put(node, str(node.value - 1))
                self._put(node, str(node.value + 1))


def _asks_cache(node: ast.expr) -> bool:
    return any(ast.unparse(part) in CACHES for part in ast.walk(node))


def _tells(node: ast.Call) -> bool:
    """What goes into the chronicle."""
    return isinstance(node.func, ast.Attribute) and node.func.attr in ("tell", "tell_of")


def _only_tells(block: list[ast.stmt]) -> bool:
    """Whether somebody reads something or not is all that depends on such a block."""
    return all(
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and _tells(node.value)
        for node in block
    )


def _calls_super(node: ast.Call) -> bool:
    """Without it the function would no longer be the method of a class that it was."""
    return any(isinstance(part, ast.Name) and part.id == "super" for part in ast.walk(node))


def _is_case(node: ast.expr) -> bool:
    return (
        isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and CASE.fullmatch(node.value) is not None
    )
