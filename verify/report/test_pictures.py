# SPDX-License-Identifier: Apache-2.0
"""What a reader sees in the pictures and the tables: nothing runs over its frame, nothing covers a curve."""

import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from evariste import machines, tables
from evariste.paths import ROOT
from evariste.report import figures, labels
from evariste.report.page import _table
from verify.report.test_book import site  # noqa: F401
from verify.report.watching import phone

MARGIN = 4  # pixels, of 960 in the width

# Made by hand, in doc/img: one of each machine, and one of each block that has a datapath.
MODULES = {path.stem for path in (ROOT / "rtl").rglob("*.sv")}
BLOCKS = sorted(path.stem for path in (ROOT / "doc/img").glob("*.svg") if path.stem in MODULES)
DRAWINGS = (*(name for name in machines.names() if (ROOT / "rtl" / name).is_dir()), *BLOCKS)

# For each text: its box, and the smallest of the boxes around its middle, or null.
BOXES = """
const rects = [...document.querySelectorAll('rect')].map(r => r.getBBox());
return [...document.querySelectorAll('text')].map(t => {
  const b = t.getBBox(), x = b.x + b.width / 2, y = b.y + b.height / 2;
  const around = rects.filter(r => r.x <= x && x <= r.x + r.width && r.y <= y && y <= r.y + r.height)
    .sort((p, q) => p.width * p.height - q.width * q.height)[0];
  return [t.textContent, b.x, b.x + b.width, b.y, b.y + b.height, around.x, around.x + around.width, around.y,
          around.y + around.height];
});
"""


# The texts that overlap a wire (sampled at every pixel of its length), a multiplexer, or another text.
CROSSED = """
const inside = (x, y, b) => b.x < x && x < b.x + b.width && b.y < y && y < b.y + b.height;
const apart = (p, q) => p.x + p.width <= q.x || q.x + q.width <= p.x || p.y + p.height <= q.y || q.y + q.height <= p.y;
const texts = [...document.querySelectorAll('text')].map(t => [t.textContent, t.getBBox()]);
const points = [...document.querySelectorAll('.wire, .line')].flatMap(w =>
  Array.from({length: w.getTotalLength() + 1}, (_, i) => w.getPointAtLength(i)));
const solid = [...document.querySelectorAll('polygon, circle')].map(p => p.getBBox());
return texts.filter(([, b], i) => points.some(p => inside(p.x, p.y, core(b))) || solid.some(p => !apart(core(b), p))
  || texts.some(([, other], j) => i < j && !apart(core(b), core(other)))).map(([text]) => text);
// The ink of a text: its box without the room that a font leaves above capitals and below the line.
function core(b) { return {x: b.x, width: b.width, y: b.y + 0.25 * b.height, height: 0.55 * b.height}; }
"""


def over_their_frames(browser: Any, svg: Path) -> list[str]:
    browser.get(svg.as_uri())
    found = browser.execute_script(BOXES)
    assert len(found) > 20
    return [text for text, left, right, top, bottom, x0, x1, y0, y1 in found
            if left < x0 + MARGIN or right > x1 - MARGIN or top < y0 or bottom > y1]  # fmt: skip


@pytest.mark.parametrize("name", DRAWINGS)
def test_texts_of_a_drawing_stay_inside_their_frames_and_clear_of_wires(browser: Any, name: str) -> None:
    assert over_their_frames(browser, ROOT / f"doc/img/{name}.svg") == []
    assert browser.execute_script(CROSSED) == []


@pytest.mark.parametrize("name", BLOCKS)
def test_the_names_in_a_drawing_of_a_block_are_those_of_its_module(name: str) -> None:
    texts = re.findall(r"<text[^>]*>([^<]*)</text>", (ROOT / f"doc/img/{name}.svg").read_text())
    names = set(re.findall(r"[a-z]\w*_\w+", " ".join(texts)))
    module = next((ROOT / "rtl").rglob(f"{name}.sv")).read_text()
    assert name in names and len(names) >= 5
    assert sorted(n for n in names - MODULES if not re.search(rf"\b{n}\b", module)) == []


def test_a_text_that_is_too_long_is_found(browser: Any, tmp_path: Path) -> None:
    """A test of the tests: over its frame, and over a wire."""
    changed = tmp_path / "changed.svg"
    drawing = (ROOT / f"doc/img/{machines.DEFAULT}.svg").read_text()
    changed.write_text(drawing.replace("joined as asked", "joined as the instruction of the moment asks"))
    assert len(over_their_frames(browser, changed)) == 1
    changed.write_text(drawing.replace(">operands<", ">operands of all the units<"))
    browser.get(changed.as_uri())
    assert "operands of all the units" in browser.execute_script(CROSSED)


def drawn(name: str) -> tuple[Any, Any]:
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    data, make, size = figures.FIGURES[name]
    with matplotlib.rc_context(figures.STYLE):
        figure, axes = pyplot.subplots(figsize=size, layout="constrained")
        make(axes, data(tables.records()))
        figure.canvas.draw()
    pyplot.close(figure)
    return figure, axes


@pytest.mark.parametrize("name", figures.FIGURES)
def test_a_legend_covers_no_curve_and_no_bar_begins_nowhere(name: str) -> None:
    figure, axes = drawn(name)
    legend, inside, whole = axes.get_legend().get_window_extent(), axes.get_window_extent(), figure.bbox
    assert not legend.overlaps(inside)
    assert legend.x0 >= whole.x0 and legend.x1 <= whole.x1 and legend.y1 <= whole.y1
    logarithmic = "log" in (axes.get_xscale(), axes.get_yscale())
    assert not (logarithmic and axes.patches), "a logarithmic axis has no zero at which a bar could begin"


def crowded(axes: Any, points: list[tuple[float, float]]) -> list[str]:
    """The names that leave the frame, or touch another name or a point."""
    boxes, frame = [text.get_window_extent() for text in axes.texts], axes.get_window_extent()
    spots = axes.transData.transform(points)
    return [text.get_text() for i, (text, box) in enumerate(zip(axes.texts, boxes, strict=True))
            if box.x0 < frame.x0 or box.x1 > frame.x1 or box.y0 < frame.y0 or box.y1 > frame.y1
            or box.count_overlaps(boxes[:i] + boxes[i + 1 :]) or box.count_contains(spots)]  # fmt: skip


@pytest.mark.parametrize("name", [f"family-{task}" for task in figures.FAMILY_TASKS])
def test_names_of_points_stay_inside_and_cover_nothing(name: str) -> None:
    _, axes = drawn(name)
    data = figures.FIGURES[name][0](tables.records())
    points = [(ge, us) for _, ge, us, *_ in data]
    assert len(axes.texts) == len(data) and crowded(axes, points) == []
    axes.texts[0].set(position=(0, 0), ha="center", va="center")
    assert crowded(axes, points), "a name on its own point is not noticed"


def test_a_machine_has_one_mark_in_all_figures() -> None:
    marks = [{line.get_label(): (line.get_marker(), line.get_color()) for line in drawn(f"family-{task}")[1].lines}
             for task in figures.FAMILY_TASKS]  # fmt: skip
    every = {name: {known[name] for known in marks if name in known} for known in marks for name in known}
    assert len(every) > 4 and all(len(kinds) == 1 for kinds in every.values()), every


def test_names_that_hang_from_points_are_apart() -> None:
    from matplotlib.text import Text

    _, axes = drawn("silicon-pareto")
    starts = sorted(Text.get_window_extent(text).x0 for text in axes.texts)  # without the line to its point
    apart = labels.SIZE * axes.figure.dpi / 72
    assert len(starts) > 8 and all(b - a > apart for a, b in pairwise(starts))


def test_estimates_stand_among_the_numbers() -> None:
    table = tables.markdown(("task", "cycles", "nJ", "where"), [("a", 5, "~1,285", "-"), ("b", 6, "450.6", "~x")])
    assert table.splitlines()[1] == "| --- | ---: | ---: | --- |"
    gaps = tables.markdown(("task", "gates", "none"), [("a", 5, "-"), ("b", "-", "-")])
    assert gaps.splitlines()[1] == "| --- | ---: | --- |"
    assert '<td class="number">~1,285</td>' in _table("<table><tr><td>~1,285</td></tr></table>")
    aligned = [line for line in (ROOT / "doc/results.md").read_text().splitlines() if line.startswith("| ---")]
    assert aligned[0].count("---:") == 3


def test_estimates_are_sorted_by_size(browser: Any, page: Path) -> None:
    browser.get(page.as_uri())
    sizes = browser.execute_script("return ['~67.09', '~1,285', '450.6'].map(t => [t, number(t)])")
    assert dict(sizes) == {"~67.09": 67.09, "~1,285": 1285, "450.6": 450.6}


def test_the_widest_table_of_the_book_scrolls_in_its_place(site: Path, browser: Any) -> None:  # noqa: F811
    """On a desk and on a phone: to its last column, with the scroll bar in sight."""
    script = """return [...document.querySelectorAll('article table')].map(t => {
      const place = t.parentElement;
      place.scrollLeft = 1e6;
      const [table, frame] = [t.getBoundingClientRect(), place.getBoundingClientRect()];
      return [t.scrollWidth - place.clientWidth, table.right - frame.right, frame.height - innerHeight];
    });"""
    browser.get((site / "doc/claims/chen2017.html").as_uri())
    found = browser.execute_script(script)
    assert max(wide for wide, _, _ in found) > 300
    with phone(browser):
        found += browser.execute_script(script)
    assert all(hidden <= 1 and below < 0 for _, hidden, below in found), found
