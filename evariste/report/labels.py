# SPDX-License-Identifier: Apache-2.0
"""Names beside the points of a figure. A name stays inside the frame and covers no point and no other name.

Where there is room, it covers no line either.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise, product
from typing import Any

Named = Sequence[tuple[str, tuple[float, float]]]  # each name with its point, in the units of the axes

MARK = 4.0  # half the side of a mark, in points of 1/72 inch
SIZE = 7  # of the letters


def _places() -> Iterator[tuple[float, float, str, str]]:
    """Where a name may go: offset from its point, and which corner of it is there. Near places come first."""
    for far in (1.0, 2.2, 3.6):
        for (dy, va), (dx, ha) in product(((4, "bottom"), (-4, "top")), ((5, "left"), (-5, "right"))):
            yield dx, dy * far, ha, va
        yield 0, 6 * far, "center", "bottom"
        yield 0, -6 * far, "center", "top"


def beside(axes: Any, named: Named, lines: Sequence[Sequence[tuple[float, float]]] = ()) -> None:
    """Write each name in the first free place beside its point. `lines` are given by their corners."""
    from matplotlib.transforms import Bbox

    axes.figure.canvas.draw()  # the layout is known from here on
    unit = axes.figure.dpi / 72
    frame, spots = axes.get_window_extent(), [axes.transData.transform(point) for _, point in named]
    marks = [Bbox.from_bounds(x - MARK * unit, y - MARK * unit, 2 * MARK * unit, 2 * MARK * unit) for x, y in spots]
    walls = [Bbox([a, b]).padded(unit / 2) for line in lines for a, b in pairwise(axes.transData.transform(line))]
    taken: list[Any] = []
    for name, point in named:
        tried = []
        for dx, dy, ha, va in _places():
            text = axes.annotate(name, point, xytext=(dx, dy), textcoords="offset points", fontsize=SIZE, ha=ha, va=va)
            text.set_in_layout(False)
            box = text.get_window_extent()
            inside = frame.x0 <= box.x0 and box.x1 <= frame.x1 and frame.y0 <= box.y0 and box.y1 <= frame.y1
            covers = box.count_overlaps([*marks, *taken])
            tried.append(((not inside, covers, box.count_overlaps(walls)), len(tried), text, box))
            if tried[-1][0] == (False, 0, 0):
                break
        best = min(tried, key=lambda t: t[:2])
        taken.append(best[3])
        for *_, text, _ in tried:
            if text is not best[2]:
                text.remove()


def hanging(axes: Any, named: Named) -> None:
    """Write each name slanting down from its point, to the right of it where another name is too near."""
    axes.figure.canvas.draw()
    unit, room, last = axes.figure.dpi / 72, 1.4 * SIZE, float("-inf")
    for name, point in sorted(named, key=lambda n: n[1][0]):
        x = axes.transData.transform(point)[0] / unit
        shift = max(0.0, last + room - x)
        last = x + shift
        line = {"arrowstyle": "-", "linewidth": 0.5, "color": "#9aa5b1", "shrinkA": 0, "shrinkB": MARK - 1}
        text = axes.annotate(name, point, xytext=(shift, -8), textcoords="offset points", rotation=-60, va="top",
                             fontsize=SIZE, arrowprops=line if shift > 1 else None)  # fmt: skip
        text.set_in_layout(False)
