"""A ladder as a picture: one line for each player, its strength and how sure that is."""

from __future__ import annotations

from html import escape
from math import ceil, floor

from .rating import Rating

ROW = 34
LEFT, WIDTH, RIGHT = 150, 620, 90
TOP, FOOT = 64, 46
# Lines of the grid are so many points apart.
STEP = 100


def picture(heading: str, players: dict[str, Rating]) -> str:
    """An SVG that needs no script; the figures stand beside the marks."""
    ranked = sorted(players.items(), key=lambda item: -item[1].elo)
    least = STEP * floor(min(r.low for r in players.values()) / STEP)
    most = STEP * ceil(max(r.high for r in players.values()) / STEP) or STEP
    height = TOP + ROW * len(ranked) + FOOT

    def x(elo: float) -> float:
        return round(LEFT + WIDTH * (elo - least) / (most - least), 1)

    bottom = height - FOOT
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + WIDTH + RIGHT} {height}" '
        f'font-family="sans-serif" font-size="14" fill="#26221c" role="img">',
        f"<title>{escape(heading)}</title>",
        '<rect width="100%" height="100%" fill="#f7f2e6"/>',
        f'<text x="{LEFT}" y="34" font-size="18" font-weight="bold">{escape(heading)}</text>',
    ]
    # No more than about ten lines.
    apart = STEP * max(1, round((most - least) / STEP / 10))
    for elo in range(int(least), int(most) + 1, apart):
        parts.append(
            f'<path d="M{x(elo)} {TOP}V{bottom}" stroke="#cfc4ab"/>'
            f'<text x="{x(elo)}" y="{bottom + 20}" text-anchor="middle" font-size="12">{elo}</text>'
        )
    for row, (name, rating) in enumerate(ranked):
        y = TOP + ROW * row + ROW / 2
        parts.append(
            f'<text x="{LEFT - 14}" y="{y + 5}" text-anchor="end">{escape(name)}</text>'
            f'<path d="M{x(rating.low)} {y}H{x(rating.high)}" stroke="#7a2b22" stroke-width="3"/>'
            f'<circle cx="{x(rating.elo)}" cy="{y}" r="6" fill="#7a2b22"/>'
            f'<text x="{LEFT + WIDTH + 14}" y="{y + 5}">{rating.elo:+.0f}</text>'
        )
    parts.append(
        f'<text x="{LEFT}" y="{height - 8}" font-size="12">Elo, with 95 % bounds; '
        "the cadet, or else the first player, is 0</text></svg>"
    )
    return "\n".join(parts) + "\n"
