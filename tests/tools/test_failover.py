"""What fails, and who takes over (bench/failover.py, bench/takeover.py), small."""

from __future__ import annotations

from collections import Counter

import pytest

from bench import failover, takeover
from bench.failover import PATIENCE


def test_the_longest_wait_decides_too() -> None:
    counts: Counter[str] = Counter(clicks=1000)
    longest = {"kill": PATIENCE - 0.1, "pause": PATIENCE}
    assert failover.well(counts, longest)
    assert failover.told("so", counts, longest).endswith("kill 6.9 s, pause 7.0 s: held")
    assert not failover.well(counts, {**longest, "restart": PATIENCE + 0.1})
    counts["stale lines"] = 1
    assert not failover.well(counts, longest)
    assert "1 stale lines" in failover.told("so", counts, longest)
    assert "NOT HELD" in failover.told("so", counts, longest)


@pytest.mark.hosted
def test_ten_tables_are_taken_over(capsys: pytest.CaptureFixture[str]) -> None:
    # A busy machine is no defect: `make soak` holds the limit.
    takeover.main(["--tables", "10"])
    assert "10 tables are taken over" in capsys.readouterr().out


@pytest.mark.hosted
def test_nothing_told_is_lost_when_a_process_is_killed(capsys: pytest.CaptureFixture[str]) -> None:
    failover.main(["--kills", "1", "--pauses", "0", "--restarts", "0", "--tables", "2"])
    said = capsys.readouterr().out
    assert "all through nginx as shipped: nothing lost, no holes, no stale lines" in said
