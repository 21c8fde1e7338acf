# SPDX-License-Identifier: Apache-2.0
"""The page of results in a real browser: does it render, alone, without a complaint, and can it be used?"""

import re
from pathlib import Path
from typing import Any

import pytest

from evariste import tables
from evariste.errors import UserError
from evariste.family import cells
from evariste.family.tasks import HEADLINE, tasks
from evariste.report import figures
from evariste.report import page as pages
from verify.report.watching import complaints, overflow, phone


@pytest.fixture
def shown(browser: Any, page: Path) -> Any:
    browser.get(page.as_uri())
    return browser


def test_it_renders_without_a_complaint(shown: Any) -> None:
    assert complaints(shown) == []
    assert shown.title == "Evariste: results"
    known = tables.records()
    rows = shown.execute_script("return document.querySelectorAll('table')[0].tBodies[0].rows.length")
    assert rows >= 10
    text = shown.execute_script("return document.querySelector('table').textContent")
    assert f"{known.one('rs255_239.decode.e8')['cycles']:,}" in text
    shown.execute_script("console.error('a complaint')")
    assert complaints(shown), "the test does not hear complaints"


def test_the_summary_comes_first(shown: Any) -> None:
    first = shown.execute_script("return document.querySelector('table').closest('section').id")
    before = shown.execute_script(
        "const t = document.querySelector('table'); return [...document.querySelectorAll('h2')]"
        ".filter(h => h.compareDocumentPosition(t) & Node.DOCUMENT_POSITION_FOLLOWING).map(h => h.textContent)"
    )
    assert first == "page-results" and before == ["Summary"]


def test_it_needs_nothing_from_elsewhere(page: Path) -> None:
    text = page.read_text()
    assert not re.search(r"<link[^>]+href=\"(?!data:)|<script[^>]+src=|<img|@import|url\((?!#)", text)
    assert not re.search(r"/(?:work|tmp|home|root)/", text)


def test_every_link_leads_somewhere(shown: Any) -> None:
    targets = shown.execute_script("return [...document.querySelectorAll('a')].map(a => a.getAttribute('href'))")
    assert len(targets) > 20
    inside = [t for t in targets if t.startswith("#")]
    lost = [t for t in inside if not shown.execute_script("return document.getElementById(arguments[0])", t[1:])]
    assert lost == []
    assert all(re.fullmatch(r"https?://[\w.-]+\.\w+(/\S*)?", t) for t in targets if not t.startswith("#"))
    ids = shown.execute_script("return [...document.querySelectorAll('[id]')].map(e => e.id)")
    assert len(ids) == len(set(ids))


def column(shown: Any, table: int, index: int) -> list[str]:
    return shown.execute_script(
        "return [...document.querySelectorAll('table')[arguments[0]].tBodies[0].rows]"
        ".map(r => r.cells[arguments[1]].textContent.trim())", table, index)  # fmt: skip


def press(shown: Any, table: int, index: int) -> None:
    shown.execute_script("document.querySelectorAll('table')[arguments[0]].tHead.rows[0].cells[arguments[1]]"
                         ".querySelector('button').click()", table, index)  # fmt: skip


def test_tables_sort_by_number_and_by_text(shown: Any) -> None:
    numbers = [int(n.replace(",", "")) for n in column(shown, 0, 1)]
    assert numbers != sorted(numbers), "the table is sorted already, so that nothing would be seen"
    press(shown, 0, 1)
    assert [int(n.replace(",", "")) for n in column(shown, 0, 1)] == sorted(numbers)
    press(shown, 0, 1)
    assert [int(n.replace(",", "")) for n in column(shown, 0, 1)] == sorted(numbers, reverse=True)
    press(shown, 0, 0)
    words = column(shown, 0, 0)
    assert words == sorted(words, key=str.lower) and len(words) == len(numbers)


def test_every_table_can_be_sorted(shown: Any) -> None:
    assert shown.execute_script(
        "return [...document.querySelectorAll('table')].every(t => [...t.tHead.rows[0].cells].every("
        "c => c.querySelector('button')) && t.closest('.wide'))"
    )


def test_tasks_can_be_chosen(shown: Any) -> None:
    box = shown.find_element("css selector", "#page-family input[type=search]")
    seen = """return [...document.querySelectorAll('#page-family table')]
        .filter(t => t.tHead.rows[0].cells[0].textContent === 'task').flatMap(t => [...t.tBodies[0].rows])
        .filter(r => r.offsetParent).map(r => r.cells[0].textContent)"""
    every = shown.execute_script(seen)
    box.send_keys("b233")
    some = shown.execute_script(seen)
    assert 0 < len(some) < len(every) and some == [task for task in every if "b233" in task.lower()]
    assert shown.execute_script("return document.querySelectorAll('#page-family figure:not([hidden])').length") == 0
    box.clear()
    box.send_keys("B-233")
    assert shown.execute_script("return document.querySelectorAll('#page-family figure:not([hidden])').length") == 1
    shown.refresh()
    assert shown.execute_script(seen) == every


def of_the_drawing(shown: Any, what: str) -> Any:
    """An expression about `box`, the drawing of a task's gates and time."""
    return shown.execute_script(f"const box = document.getElementById('family-dots'); return {what}")


def test_gates_and_time_are_drawn_for_the_task_that_is_chosen(shown: Any) -> None:
    known = tables.records()
    options = of_the_drawing(shown, "[...box.querySelector('select').options].map(o => o.value)")
    assert {*HEADLINE} <= {*options} <= {*tasks()}
    for task in ("aes128.encrypt", "b233.mul.ct"):
        shown.execute_script("const s = document.querySelector('#family-dots select'); s.value = arguments[0];"
                             "s.dispatchEvent(new Event('change'))", task)  # fmt: skip
        dots = cells.dots(known, task)
        said = of_the_drawing(shown, "[...box.querySelectorAll('circle title')].map(t => t.textContent)")
        assert [text.partition(":")[0] for text in said] == [d.where for d in dots]
        assert all(f"{round(d.ge):,} GE" in text for d, text in zip(dots, said, strict=True))
        places = of_the_drawing(
            shown, "[...box.querySelectorAll('circle')].map(c => ['cx', 'cy', 'r'].map(a => +c.getAttribute(a)))"
        )
        assert [x for x, *_ in places] == sorted(x for x, *_ in places), "smaller is further left"
        by_time = sorted(range(len(dots)), key=lambda i: dots[i].us)
        assert [places[i][1] for i in by_time] == sorted((y for _, y, _ in places), reverse=True), "slower is higher"
        assert [r > 5 for *_, r in places] == [d.front for d in dots]
        assert HEADLINE[task] in of_the_drawing(shown, "box.querySelector('p').textContent")


@pytest.mark.parametrize("axes", ["gates and energy", "time and energy"])
def test_energy_is_drawn_with_its_front(shown: Any, axes: str) -> None:
    """For the tasks of which it is known."""
    for i, value in enumerate(("b233.mul.ct", axes)):
        shown.execute_script("const s = document.querySelectorAll('#family-dots select')[arguments[0]];"
                             "s.value = arguments[1]; s.dispatchEvent(new Event('change'))", i, value)  # fmt: skip
    known = [d for d in cells.dots(tables.records(), "b233.mul.ct") if d.nj is not None]
    points = sorted((d.ge if axes.startswith("gates") else d.us, d.nj, d.where) for d in known)
    said = of_the_drawing(shown, "[...box.querySelectorAll('circle title')].map(t => t.textContent)")
    assert [text.partition(":")[0] for text in said] == [where for *_, where in points]
    assert all(text.endswith(" nJ") for text in said)
    radii = of_the_drawing(shown, "[...box.querySelectorAll('circle')].map(c => +c.getAttribute('r'))")
    whole = [cells.complete(where) for *_, where in points]
    front = [whole[i] and nj < min((other for j, (_, other, _) in enumerate(points[:i]) if whole[j]), default=nj + 1)
             for i, (_, nj, _) in enumerate(points)]  # fmt: skip
    assert [r > 5 for r in radii] == front
    rings = of_the_drawing(shown, "[...box.querySelectorAll('circle')].map(c => c.getAttribute('fill') === 'none')")
    assert [not ring for ring in rings] == whole, "a coprocessor without its host is a ring"
    shown.execute_script("const s = document.querySelector('#family-dots select'); s.value = 'gcm128.block';"
                         "s.dispatchEvent(new Event('change'))")  # fmt: skip
    assert of_the_drawing(shown, "box.querySelectorAll('select')[1].value") == "gates and time"


NAMES = """[...box.querySelectorAll('.name')].filter(t => {
  const b = t.getBBox(), view = box.querySelector('svg').viewBox.baseVal;
  const apart = o => b.x + b.width <= o.x || o.x + o.width <= b.x || b.y + b.height <= o.y || o.y + o.height <= b.y;
  const others = [...box.querySelectorAll('text, circle')].filter(o => o !== t);
  return b.x < 0 || b.x + b.width > view.width || others.some(o => !apart(o.getBBox()));
}).map(t => t.textContent)"""


@pytest.mark.parametrize("task", figures.FAMILY_TASKS.values())
def test_the_names_in_the_drawing_cover_nothing_on_a_phone(shown: Any, task: str) -> None:
    with phone(shown):
        shown.refresh()
        shown.execute_script("const s = document.querySelector('#family-dots select'); s.value = arguments[0];"
                             "s.dispatchEvent(new Event('change'))", task)  # fmt: skip
        assert of_the_drawing(shown, "box.querySelectorAll('.name').length") > 3
        assert of_the_drawing(shown, NAMES) == []
        starts = of_the_drawing(shown, "[...box.querySelectorAll('text')].map(t => t.getBBox().x)")
        assert min(starts) >= 0, "a number of an axis is cut off"
        of_the_drawing(shown, "box.querySelector('.name').setAttribute('x', -50)")
        assert len(of_the_drawing(shown, NAMES)) == 1, "the test does not see a name that is cut off"


def test_it_loads_in_less_than_a_second(browser: Any, page: Path) -> None:
    """Seconds of the page's own thread, so that other work of this computer does not count. They begin anew with a page
    of another origin."""
    browser.execute_cdp_cmd("Performance.enable", {"timeDomain": "threadTicks"})
    taken = []
    for _ in range(3):
        browser.get("about:blank")
        browser.get(page.as_uri())
        taken.append(_seconds(browser))
    assert 0 < min(taken) < 1
    browser.execute_script("let n = 0; for (let i = 0; i < 3e8; i++) n += i % 7; return n")
    assert _seconds(browser) > taken[-1] + 0.1, "the test does not see work"


def _seconds(browser: Any) -> float:
    known = {m["name"]: m["value"] for m in browser.execute_cdp_cmd("Performance.getMetrics", {})["metrics"]}
    return float(known["TaskDuration"])


def test_a_number_of_the_family_leads_to_its_command(shown: Any) -> None:
    wrong = shown.execute_script(
        "return [...document.querySelectorAll('#page-family td a[href*=commands]')].filter(a => !"
        "document.getElementById(a.getAttribute('href').slice(1)).textContent.startsWith('Commands for')).length"
    )
    assert wrong == 0


def test_it_fits_a_phone(shown: Any) -> None:
    with phone(shown):
        shown.refresh()
        assert shown.execute_script("return innerWidth") == 360
        assert overflow(shown) == 0
        wide = shown.execute_script("return document.querySelector('#family-dots svg').getBoundingClientRect().width")
        assert 250 < wide < 360
        size = shown.execute_script("return parseFloat(getComputedStyle(document.querySelector('p')).fontSize)")
        assert size >= 14
        shown.execute_script("document.body.insertAdjacentHTML('beforeend', '<div style=\"width:999px\">wide</div>')")
        assert overflow(shown) > 0, "the test does not see overflow"


def test_figures_are_drawn_in_the_page(shown: Any) -> None:
    boxes = shown.execute_script(
        "return [...document.querySelectorAll('figure > svg')].map(s => [s.getBoundingClientRect().width,"
        " s.getBoundingClientRect().height, s.querySelectorAll('text').length, s.getAttribute('aria-label')])"
    )
    drawn = [name for name in figures.FIGURES if name.startswith(("results-", "family-", "groups-"))]
    assert len(boxes) == len([*drawn, "silicon-pareto", "family"])
    assert all(width > 300 and height > 100 and texts > 5 and label for width, height, texts, label in boxes)


def test_a_link_to_nothing_is_refused() -> None:
    for text in ("[x](nothing.md)", "![x](img/nothing.svg)"):
        with pytest.raises(UserError):
            pages._Page("results.md").render(text)


def test_names_and_styles_of_a_drawing_stay_inside() -> None:
    svg = '<?xml?><svg><style>text { fill: red }</style><path id="p"/><use href="#p" clip-path="url(#p)"/></svg>'
    assert pages.inline_svg(svg, "one", "A") == (
        '<svg id="one" role="img" aria-label="A"><style>#one text { fill: red }\n</style><path id="one-p"/>'
        '<use href="#one-p" clip-path="url(#one-p)"/></svg>'
    )
