"""Which tests run when, and what tests have measured."""

from __future__ import annotations

import signal
from collections.abc import Callable

import pytest
from hypothesis import settings

# How long an example takes depends on what else the machine does.
settings.register_profile("stavka", deadline=None)
settings.load_profile("stavka")
MEASURED = "measured"
# Whoever starts the tests in the background has them, and all that they start, ignore the keyboard:
# then nothing could be interrupted.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks what needs a browser, and has robots begin first: they take longest."""
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker("browser")
    items.sort(key=lambda item: "test_robot" not in item.nodeid)


@pytest.fixture
def measured(record_property: Callable[[str, object], None]) -> Callable[[str], None]:
    """Takes a line about something that was measured, which is told at the end of the run."""
    return lambda line: record_property(MEASURED, line)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    lines = [
        str(value)
        for reports in terminalreporter.stats.values()
        for report in reports
        if isinstance(report, pytest.TestReport) and report.when == "call"
        for name, value in report.user_properties
        if name == MEASURED
    ]
    if lines:
        terminalreporter.section("measured")
    for line in lines:
        terminalreporter.write_line(line)
