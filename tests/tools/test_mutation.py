"""The mutation run: its mutants, and that tests can tell them from the original."""

from __future__ import annotations

import ast
import subprocess
import sys

import pytest

from tools.mutants import SOURCES, edits, mutants_of, pick, rule_modules, slugs, text_of
from tools.mutation import described, main, reasons

# Programs that run in processes of their own: one leaves rules full of mistakes behind, the other
# runs pytest in pytest.
EXCHANGE_ALL = """
from tools.judge import exchange
from tools.mutants import mutants_of, rule_modules
for path in (path for slug in ("east-is-red", "red-dragon") for path in rule_modules(slug)):
    for mutant in mutants_of(path)[-1:]:
        exchange(mutant)
"""
JUDGE_TWO = """
from tools.judge import judge
from tools.mutants import TITLES, mutants_of
wanted = (
    # 8.3: exactly as many divisions as are needed.
    "(charts.of_strength[d] & pool).bit_count() >= count for d, count in parts.items() => "
    "((charts.of_strength[d] & pool).bit_count() > count) for d, count in parts.items()",
    # A short cut: with fewer than three divisions there is no hex with three.
    "if (p.charts.division_units & p.on_map).bit_count() < 3: => if (False):",
)
every = mutants_of(TITLES / "east_is_red" / "substitution.py")
found = {f"{mutant.was} => {mutant.becomes}": mutant for mutant in every}
verdicts = judge(
    "east-is-red",
    [found[one] for one in wanted],
    jobs=1,
    games=False,
    tell=lambda verdict: None,
    paths=["tests/east_is_red/test_substitution.py"],
)
print([verdict.stage for verdict in verdicts])
"""


def output_of(program: str) -> str:
    answer = subprocess.run(
        [sys.executable, "-c", program], cwd=SOURCES.parent, capture_output=True, text=True
    )
    assert answer.returncode == 0, answer.stderr
    return answer.stdout


def test_a_seed_and_a_number_give_the_same_mutant_always() -> None:
    first = [pick("one", number) for number in range(30)]
    assert first == [pick("one", number) for number in range(30)]
    assert first != [pick("two", number) for number in range(30)]
    assert {found.slug for found in first} == set(slugs())
    assert {pick("one", number, "reds").slug for number in range(9)} == {"reds"}


def test_every_mutant_is_another_program_of_as_many_lines() -> None:
    for path in rule_modules("reds"):
        text = text_of(path)
        for found in mutants_of(path)[::120]:
            assert ast.dump(ast.parse(found.source)) != ast.dump(ast.parse(text)), found
            assert found.source.count("\n") == text.count("\n")
            assert found.was != found.becomes


def test_what_is_no_rule_is_left_alone() -> None:
    names = {path.stem for path in rule_modules()}
    assert {"supply", "combat", "victory", "interdiction"} <= names
    assert not {"charts", "texts", "refusals", "presentation", "evaluation", "title"} & names
    assert not {"forecasts", "previews"} & names
    # Neither what is told, nor whether something is in the cache.
    told = '''
def rule(p):
    """Counts 1 or 2."""
    if "key" not in p.cache:
        p.cache["key"] = 5
    p.tell("event", 0, p.turn > 1)
    prompt = f"{p.turn + 1}"
    assert p.turn > 0
    raise ValueError(p.turn + 1)
'''
    assert list(edits(told)) == []
    assert [edit.text for edit in edits("def rule(p):\n    return p.turn > 7\n")] == [
        "(p.turn >= 7)"
    ]


def test_the_code_of_functions_everywhere_can_be_exchanged() -> None:
    assert output_of(EXCHANGE_ALL) == ""


def test_a_mistake_is_noticed_and_what_is_none_is_not() -> None:
    assert output_of(JUDGE_TWO) == "['rules', 'survived']\n"


def test_equivalent_mutants_exist_and_have_a_reason() -> None:
    files = {SOURCES.parent / file for file, *_ in reasons()}
    assert set(reasons()) <= {described(found) for path in files for found in mutants_of(path)}
    assert all(reasons().values())


def test_the_list_runs_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--seed", "one", "--mutants", "3", "--list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 9
    assert lines[0].startswith("0 src/stavka/titles/")


def test_all_mutants_of_a_chapter(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--every", "--title", "reds", "--module", "winter", "--list"]) == 0
    lines = capsys.readouterr().out.splitlines()[::3]
    (path,) = (path for path in rule_modules("reds") if path.stem == "winter")
    assert len(lines) == len(mutants_of(path)) > 50
    assert all("/reds/winter.py:" in line for line in lines)
    with pytest.raises(SystemExit):
        main(["--every", "--title", "reds", "--module", "spring", "--list"])
    assert "no rule module called spring" in capsys.readouterr().err
