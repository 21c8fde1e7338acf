# SPDX-License-Identifier: Apache-2.0
"""Line charts as SVG: one value for each word size, a few lines, readable without colour."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 640, 360, 62, 14, 44, 46
DASHES = ("", "6 3", "2 2", "8 3 2 3")
COLOURS = ("#24364b", "#b5561c", "#2f7d5b", "#7a4f9a")


@dataclass(frozen=True)
class Chart:
    """`lines` are points by name; `marked` is the word that the title speaks of."""

    title: str
    across: str
    up: str
    lines: Mapping[str, Sequence[tuple[float, float]]]
    marked: float | None = None


def svg(chart: Chart) -> str:
    """The drawing."""
    points = [p for line in chart.lines.values() for p in line]
    low, high = min(x for x, _ in points), max(x for x, _ in points)
    top = max(y for _, y in points) * 1.05 or 1
    wide, tall = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM

    def place(x: float, y: float) -> tuple[float, float]:
        return LEFT + wide * (x - low) / max(high - low, 1), TOP + tall * (1 - y / top)

    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
             'font-size="12" fill="#222">', '<rect width="100%" height="100%" fill="white"/>',
             f'<text x="{LEFT}" y="18" font-weight="bold">{_text(chart.title)}</text>']  # fmt: skip
    for value in _ticks(0, top):
        y = place(low, value)[1]
        parts.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="#ddd"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{value:g}</text>')
    for value in _ticks(low, high):
        x = place(value, 0)[0]
        parts.append(f'<text x="{x:.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{value:g}</text>')
    if chart.marked is not None:
        x = place(chart.marked, 0)[0]
        parts.append(f'<path d="M{x:.1f} {TOP}V{HEIGHT - BOTTOM}" stroke="#999" stroke-dasharray="3 3"/>')
    for number, (name, line) in enumerate(chart.lines.items()):
        colour, dash = COLOURS[number % len(COLOURS)], DASHES[number % len(DASHES)]
        path = "L".join("{:.1f} {:.1f}".format(*place(x, y)) for x, y in line)
        parts.append(f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="1.4" stroke-dasharray="{dash}"/>')
        at = LEFT + 150 * number
        parts.append(f'<path d="M{at} 33h24" stroke="{colour}" stroke-width="2" stroke-dasharray="{dash}"/>')
        parts.append(f'<text x="{at + 30}" y="37">{_text(name)}</text>')
    parts.append(f'<path d="M{LEFT} {TOP}V{HEIGHT - BOTTOM}H{WIDTH - RIGHT}" fill="none" stroke="#222"/>')
    parts.append(f'<text x="{LEFT + wide / 2}" y="{HEIGHT - 8}" text-anchor="middle">{_text(chart.across)}</text>')
    middle = TOP + tall / 2
    parts.append(f'<text transform="translate(14 {middle}) rotate(-90)" text-anchor="middle">{_text(chart.up)}</text>')
    return "\n".join([*parts, "</svg>", ""])


def _ticks(low: float, high: float) -> list[float]:
    """About six round values."""
    rough = (high - low) / 6 or 1
    unit = 10 ** floor(log10(rough))
    step = next(unit * k for k in (1, 2, 5, 10) if unit * k >= rough)
    return [step * k for k in range(ceil(low / step), floor(high / step) + 1)]


def _text(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;")
