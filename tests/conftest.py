"""What tests have measured is told at the end of a run."""

from __future__ import annotations

from collections.abc import Callable

import pytest

FIGURES = pytest.StashKey[list[str]]()


@pytest.fixture
def measured(request: pytest.FixtureRequest) -> Callable[[str], None]:
    """Takes a line about something that was measured."""
    return request.config.stash.setdefault(FIGURES, []).append


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    lines = config.stash.get(FIGURES, [])
    if lines:
        terminalreporter.section("measured")
    for line in lines:
        terminalreporter.write_line(line)
