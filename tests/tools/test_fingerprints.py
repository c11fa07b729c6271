"""Fingerprints tell where a title behaves otherwise than before."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from stavka import titles
from tools import fingerprints


def prints(path: Path, *arguments: str) -> int:
    return fingerprints.main(["--title", "river-line", "--jobs", "1", *arguments, str(path)])


def test_what_stays_the_same_and_what_does_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "before.json"
    assert prints(file, "--write") == 0
    assert prints(file, "--against") == 0
    assert "nothing differs" in capsys.readouterr().out
    before = json.loads(file.read_text())
    game = min(before)
    assert set(before[game]) == {
        *("state", "question", "told", "end"),
        *("view", "file", "advice", "preview", "refusal"),
    }
    before[game]["refusal"][2] = "00000000"
    file.write_text(json.dumps(before))
    assert prints(file, "--against") == 1
    times = len(before[game]["refusal"])
    said = f"{game}: refusal differs from choice 18 on, 1 of {times} times\n"
    assert capsys.readouterr().out == said


def test_every_scenario_is_played_as_it_starts() -> None:
    title = titles.load("east-is-red")
    played = list(fingerprints.variants(title))
    assert {(s.key, s.defaults) for s in title.scenarios} <= set(played)
    assert {(s.key, ()) for s in title.scenarios} <= set(played)


def test_a_file_that_is_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        prints(tmp_path / "nothing.json", "--against")
    assert "cannot be read" in capsys.readouterr().err
