"""Results as Parquet: typed columns, in groups, the same as in the file of the run."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from stavka.cli import main
from stavka.lab import parquet
from stavka.lab.crew import Inline
from stavka.lab.store import Store

from .test_runs import experiment, ran

DOCS = Path(__file__).parents[2] / "docs" / "laboratory.md"


@pytest.fixture
def run(tmp_path: Path) -> Path:
    file = tmp_path / "run.sqlite"
    ran(experiment(tmp_path), file, Inline())
    return file


def columns(run: Path) -> dict[str, dict[str, list[Any]]]:
    """What is in a run, table by table and column by column."""
    store = Store.open(run)
    found = {}
    for name, heads, rows in store.tables():
        kept = list(rows)
        found[name] = {head: [row[n] for row in kept] for n, head in enumerate(heads)}
    store.close()
    return found


def test_every_table_is_told(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "export", str(run)]) == 0
    folder = run.with_name("run-csv")
    told = capsys.readouterr().out.partition(": ")[2].replace(",", "").split()
    assert {name for name in told if name not in ("and", "as", "CSV")} == set(columns(run))
    assert {file.stem for file in folder.iterdir()} == set(columns(run))
    assert "cells`, `games`, `turns`, `holders` and `fights` as" in DOCS.read_text(encoding="utf-8")


def test_what_is_written_is_what_was_stored(run: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read = pytest.importorskip("pyarrow.parquet")
    monkeypatch.setattr(parquet, "ROWS", 7)
    assert main(["lab", "export", str(run), "--parquet"]) == 0
    folder = run.with_name("run-parquet")
    for name, stored in columns(run).items():
        file = read.ParquetFile(folder / f"{name}.parquet")
        rows = len(next(iter(stored.values())))
        # Never more at a time than that, however many there are.
        assert file.num_row_groups == -(-rows // 7)
        assert file.read().to_pydict() == stored
    games = read.read_schema(folder / "games.parquet")
    assert {name: str(games.field(name).type) for name in ("number", "value", "digest")} == {
        "number": "int32",
        "value": "double",
        "digest": "string",
    }


WITHOUT = """
import sys
sys.modules["pyarrow"] = None
from stavka.cli import main
sys.exit(main(sys.argv[1:]))
"""


def test_who_has_not_the_extra_is_told_what_to_install(run: Path) -> None:
    command = [sys.executable, "-c", WITHOUT, "lab", "export", str(run), "--parquet"]
    found = subprocess.run(command, capture_output=True, text=True)
    assert found.returncode == 2
    assert found.stderr == "stavka: Parquet needs an extra: pip install 'stavka[parquet]'\n"
    assert not run.with_name("run-parquet").exists()
