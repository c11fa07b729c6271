"""Every numbered case of every title that can be played is tested, or there is nothing to test."""

from __future__ import annotations

from pathlib import Path

import pytest

from stavka import titles
from stavka.data import DataError
from stavka.rules import report


@pytest.mark.parametrize("slug", titles.playable())
def test_no_case_is_missing(slug: str) -> None:
    found = report(slug)
    assert found.missing == []
    assert found.unknown == []
    both = set(found.tested) & set(found.descriptive)
    assert not both, "a case that is tested needs no excuse"


def test_marks_and_reasons_are_read_from_the_files(tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_x.py").write_text(
        '@rule("east-is-red", "5.12", "5.21")\ndef test_a() -> None: ...\n'
        '@rule("reds", "1.1")\ndef test_b() -> None: ...\n'
        '@other("east-is-red", "5.22")\ndef test_c() -> None: ...\n'
    )
    (tmp_path / "docs" / "rules").mkdir(parents=True)
    (tmp_path / "docs" / "rules" / "east-is-red.md").write_text("# Page\n- 3.4: a list of parts\n")
    found = report("east-is-red", tmp_path)
    assert found.tested == {"5.12": ["test_x.py::test_a"], "5.21": ["test_x.py::test_a"]}
    assert found.descriptive == {"3.4": "a list of parts"}
    counts = found.as_json()
    assert (counts["cases"], counts["tested"], counts["descriptive"]) == (206, 2, 1)
    assert len(counts["missing"]) == 203
    with pytest.raises(DataError, match="source tree"):
        report("east-is-red", tmp_path / "nowhere")
