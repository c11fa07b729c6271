"""Hypothesis strategies: every kind of grid, and things on it."""

from __future__ import annotations

from hypothesis import strategies as st

from stavka.hexes import Grid, HexSet, Window


@st.composite
def windows(draw: st.DrawFn) -> Window:
    column, row = draw(st.integers(0, 6)), draw(st.integers(0, 6))
    return Window(column, row, column + draw(st.integers(0, 9)), row + draw(st.integers(0, 9)))


def grids() -> st.SearchStrategy[Grid]:
    """Both orientations, parities, numberings and row orders; one to three windows."""
    return st.builds(
        Grid,
        st.sampled_from(["flat", "pointy"]),
        st.sampled_from(["odd", "even"]),
        st.sampled_from(["ccrr", "rrcc"]),
        st.sampled_from(["down", "up"]),
        st.lists(windows(), min_size=1, max_size=3),
    )


@st.composite
def grid_and_hexes(draw: st.DrawFn, count: int) -> tuple[Grid, tuple[str, ...]]:
    grid = draw(grids())
    all_labels = grid.labels(grid.all)
    return grid, tuple(draw(st.sampled_from(all_labels)) for _ in range(count))


def hex_sets(grid: Grid, share: float = 0.5) -> st.SearchStrategy[HexSet]:
    """Any subset of a grid; `share` is roughly how full it is."""
    if share <= 0:
        return st.just(0)
    return st.randoms(use_true_random=False).map(
        lambda rnd: sum(1 << h for h in grid.hexes if rnd.random() < share)
    )
