"""The mark that ties a test to the cases of a rulebook."""

from __future__ import annotations

import pytest


def rule(slug: str, *cases: str) -> pytest.MarkDecorator:
    """The test would fail if one of these cases were broken; `stavka rules` counts on it."""
    return pytest.mark.rule(slug, *cases)
