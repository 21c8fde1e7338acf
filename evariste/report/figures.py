# SPDX-License-Identifier: Apache-2.0
"""Figures of the documents, drawn from records as SVG: vector on paper, readable without colour.

A figure's first comment holds a digest of its data. `ev report --check` compares this digest and not the drawing,
because another version of the plotting library may draw differently.
"""

import io
import re
from collections.abc import Callable
from contextlib import suppress
from itertools import pairwise
from typing import Any

from evariste import machines
from evariste.cache.keys import digest
from evariste.errors import UserError
from evariste.family import groups
from evariste.family.cells import complete, dots
from evariste.papers.tables import APPLICATIONS, baseline, best_public, curves, title_of
from evariste.paths import ROOT
from evariste.rates import channels, energy
from evariste.rates.campaign import rows as points
from evariste.rates.channels import FAMILY, Shape, chain, of_bits, of_words
from evariste.report import labels
from evariste.silicon.tables import front
from evariste.silicon.tables import points as of_tasks
from evariste.tables import Records

FOLDER = ROOT / "doc" / "img"
SHOWN = (*(c for c in FAMILY if c.startswith("rs")), "uwb", "wban", "paper-bch", "pocsag")
STYLE = {"svg.fonttype": "none", "font.family": "sans-serif", "font.size": 9, "axes.grid": True, "grid.alpha": 0.3,
         "axes.axisbelow": True}  # fmt: skip
MARKS, LINES = "osD^v<>ph*", ("-", "--", "-.", ":")
AXES = {"bsc": "probability that a bit is flipped", "awgn": "Eb/N0, dB, energy of a message bit",
        "burst": "mean probability that a bit is flipped"}  # fmt: skip

Figure = tuple[Callable[[Any], Any], Callable[[Any, Any], None], tuple[float, float]]  # data, drawing, inches


def _legend(axes: Any, columns: int) -> None:
    """The legend above the axes, where it covers nothing."""
    axes.legend(loc="lower center", bbox_to_anchor=(0.45, 1.0), ncols=columns, frameon=False, fontsize=8,
                columnspacing=1.2, handletextpad=0.5)  # fmt: skip


def _speed(records: Records) -> list[list[Any]]:
    rows = []
    for title, workload, _ in APPLICATIONS:
        public = best_public(workload)
        rows.append([title, records.one(workload)["cycles"], baseline(records, workload),
                     public[1] if public else None])  # fmt: skip
    return rows


def _draw_speed(axes: Any, rows: list[list[Any]]) -> None:
    kinds = ((Records.machine.native, "#24364b", "o"), ("same core without the unit", "#9db3cc", "s"),
             ("best public software on a Cortex-M0+", "#f2c66d", "D"))  # fmt: skip
    for y, row in enumerate(rows):  # points, not bars: a logarithmic axis has no zero for a bar to begin at
        known = [n for n in row[1:] if n]
        axes.plot([min(known), max(known)], [y, y], color="#9aa5b1", linewidth=1.2, zorder=1)
    for i, (label, colour, mark) in enumerate(kinds, 1):
        marks = [(row[i], y) for y, row in enumerate(rows) if row[i]]
        axes.plot([n for n, _ in marks], [y for _, y in marks], mark, label=label, color=colour, markersize=7,
                  markeredgecolor="#24364b", markeredgewidth=0.7)  # fmt: skip
    axes.set_yticks(range(len(rows)), [row[0] for row in rows])
    axes.invert_yaxis()
    axes.set_xscale("log")
    axes.set_xlabel("cycles, logarithmic")
    _legend(axes, 3)


def _rates(kind: str) -> Callable[[Records], list[Any]]:
    def data(records: Records) -> list[Any]:
        known = {r["params"]["code"]: r for r in curves(records) if r["params"]["channel"] == kind}
        return [
            [code, {k: known[code]["params"][k] for k in "nkmt"},
             [[p["quality"], p["lost"], p["words"]] for p in points(known[code])]]
            for code in SHOWN if code in known
        ]  # fmt: skip

    return data


def _draw_rates(kind: str) -> Callable[[Any, list[Any]], None]:
    def draw(axes: Any, data: list[Any]) -> None:
        import numpy as np

        for i, (code, shape, rows) in enumerate(data):
            seen = [(q, lost / n, *of_words(lost, n)) for q, lost, n in rows if lost]
            colour = f"C{i}"
            axes.errorbar([q for q, *_ in seen], [rate for _, rate, *_ in seen],
                          [[rate - low for _, rate, low, _ in seen], [high - rate for _, rate, _, high in seen]],
                          fmt=MARKS[i % len(MARKS)], color=colour, markersize=3.5, capsize=2, lw=0.8)  # fmt: skip
            ends = rows[0][0], rows[-1][0]
            grid = np.linspace(*ends, 60) if kind == "awgn" else np.geomspace(*ends, 60)
            s = Shape(**shape)
            curve = [channels.word_error_rate(s, chain(kind, float(q), s.rate)) for q in grid]
            axes.plot(grid, curve, LINES[i % len(LINES)], color=colour, linewidth=0.9)
            axes.plot([], [], LINES[i % len(LINES)], marker=MARKS[i % len(MARKS)], color=colour, markersize=3.5,
                      linewidth=0.9, label=title_of(code))  # fmt: skip
        axes.set_yscale("log")
        if kind != "awgn":
            axes.set_xscale("log")
        axes.set_ylim(1e-4, 1.4)
        axes.set_xlabel(AXES[kind])
        axes.set_ylabel("share of the words lost")
        _legend(axes, 5)

    return draw


def _bits(records: Records) -> list[Any]:
    known = {r["params"]["code"]: r for r in curves(records) if r["params"]["channel"] == "awgn"}
    counts = ("quality", "bit_errors", "bit_errors_squared", "words", "bits")
    return [
        [code, {k: known[code]["params"][k] for k in "nkmt"},
         [[p[name] for name in counts] for p in points(known[code])]]
        for code in SHOWN if code in known
    ]  # fmt: skip


def _draw_bits(axes: Any, data: list[Any]) -> None:
    import numpy as np

    ends = (data[0][2][0][0], data[0][2][-1][0]) if data else (2.0, 9.0)
    grid = np.linspace(*ends, 60)
    axes.plot(grid, [chain("awgn", float(q), 1.0).good for q in grid], color="black", linewidth=1.2, label="no code")
    for i, (code, shape, rows) in enumerate(data):
        seen = [(q, errors / bits, *of_bits(errors, squares, words, bits))
                for q, errors, squares, words, bits in rows if errors]  # fmt: skip
        axes.errorbar([q for q, *_ in seen], [rate for _, rate, *_ in seen],
                      [[rate - low for _, rate, low, _ in seen], [high - rate for _, rate, _, high in seen]],
                      fmt=MARKS[i % len(MARKS)], color=f"C{i}", markersize=3.5, capsize=2, lw=0.8)  # fmt: skip
        s = Shape(**shape)
        curve = [channels.bit_error_rate(s, chain("awgn", float(q), s.rate)) for q in grid]
        axes.plot(grid, curve, LINES[i % len(LINES)], color=f"C{i}", linewidth=0.9)
        axes.plot([], [], LINES[i % len(LINES)], marker=MARKS[i % len(MARKS)], color=f"C{i}", markersize=3.5,
                  linewidth=0.9, label=title_of(code))  # fmt: skip
    axes.set_yscale("log")
    axes.set_ylim(1e-6, 0.1)
    axes.set_xlabel(AXES["awgn"])
    axes.set_ylabel("share of the message bits wrong after decoding")
    _legend(axes, 5)


def _cost(records: Records) -> dict[str, Any]:
    """Cycles, or picojoules when every code of the family has an energy, for each delivered bit."""
    lines, joules = [], []
    for code in FAMILY:
        for r in curves(records):
            if r["params"]["code"] == code and r["params"]["channel"] == "bsc":
                bits = r["params"]["k"] * r["params"]["m"]
                costs = [[p["quality"], energy.cycles_per_bit(p, bits)] for p in points(r)]
                joules.append(energy.of_decoder(records, code, r["backend"], r["machine"]))
                lines.append([code, [c for c in costs if c[1]]])
    if lines and all(joules):
        lines = [[code, [[q, c * pj] for q, c in rows]] for (code, rows), pj in zip(lines, joules, strict=True)]
        return {"unit": "pJ of the processor for each delivered bit", "lines": lines}
    return {"unit": "cycles for each delivered bit (no energy record yet)", "lines": lines}


def _draw_cost(axes: Any, data: dict[str, Any]) -> None:
    for i, (code, rows) in enumerate(data["lines"]):
        axes.plot([q for q, _ in rows], [c for _, c in rows], LINES[i % len(LINES)], marker=MARKS[i % len(MARKS)],
                  markersize=3.5, linewidth=0.9, label=title_of(code))  # fmt: skip
    lowest = min((c for _, rows in data["lines"] for _, c in rows), default=1)
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_ylim(lowest / 2, lowest * 2000)
    axes.set_xlabel(AXES["bsc"])
    axes.set_ylabel(data["unit"])
    _legend(axes, 5)


def _delivered(records: Records) -> list[Any]:
    known = {r["params"]["code"]: r for r in curves(records) if r["params"]["channel"] == "bsc"}
    return [
        [code, [[p["quality"], energy.delivered(p, known[code]["params"]["k"] / known[code]["params"]["n"])]
                for p in points(known[code])]]
        for code in FAMILY if code in known
    ]  # fmt: skip


def _draw_delivered(axes: Any, data: list[Any]) -> None:
    for i, (code, rows) in enumerate(data):
        axes.plot([q for q, _ in rows], [d for _, d in rows], LINES[i % len(LINES)], marker=MARKS[i % len(MARKS)],
                  markersize=3.5, linewidth=0.9, label=title_of(code))  # fmt: skip
    axes.set_xscale("log")
    axes.set_ylim(0, 1.02)
    axes.set_xlabel(AXES["bsc"])
    axes.set_ylabel("message bits delivered for each bit sent")
    _legend(axes, 5)


def _configurations(of: Callable[[dict[str, Any]], float]) -> Callable[[Records], list[Any]]:
    """Of each task: area and something else in every configuration, and whether no other is better in both."""

    def data(records: Records) -> list[Any]:
        shown = []
        for task, rows in of_tasks(records).items():
            able = {name: (round(r["ge"]), round(of(r), 2)) for name, r in rows.items() if "lacks" not in r}
            best = front(able)
            if able:
                shown.append([task, sorted([name, *point, name in best] for name, point in able.items())])
        return shown

    return data


def _draw_configurations(what: str) -> Callable[[Any, list[Any]], None]:
    def draw(axes: Any, data: list[Any]) -> None:
        for i, (task, rows) in enumerate(data):
            axes.plot([ge for _, ge, *_ in rows], [y for *_, y, _ in rows], MARKS[i], color=f"C{i}", markersize=5,
                      label=task)  # fmt: skip
            axes.plot(*zip(*_steps([(ge, y) for _, ge, y, front in rows if front]), strict=True), color=f"C{i}",
                      linewidth=0.8, zorder=1)  # fmt: skip
        axes.plot([], [], color="#9aa5b1", linewidth=0.8, label="Pareto front")
        lowest = {name: (ge, min(y for _, rows in data for other, _, y, _ in rows if other == name))
                  for _, rows in data for name, ge, *_ in rows}  # fmt: skip
        axes.set_yscale("log")
        axes.set_ylim(bottom=min((y for _, y in lowest.values()), default=1) / 4)
        axes.set_xlabel("gate equivalents, with buffers")
        axes.xaxis.set_major_formatter("{x:,.0f}")
        axes.set_ylabel(what)
        _legend(axes, 4)
        labels.hanging(axes, [*lowest.items()])

    return draw


def _steps(front: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """The corners of the line below which nothing is, from the points on it."""
    front = sorted(front)
    return [corner for (ge, y), (to, _) in pairwise(front) for corner in ((ge, y), (to, y))] + front[-1:]


def _dots(task: str) -> Callable[[Records], list[Any]]:
    return lambda records: [[d.where, round(d.ge), round(d.us, 2), d.front, complete(d.where)]
                            for d in dots(records, task)]  # fmt: skip


def _draw_dots(axes: Any, data: list[Any]) -> None:
    machine_of = [where.partition(".")[0] for where, *_ in data]
    for i, machine in enumerate(machines.names()):  # a machine has the same mark in every figure
        mine = [(ge, us) for name, (_, ge, us, *_) in zip(machine_of, data, strict=True) if name == machine]
        if mine:
            whole = next(row[-1] for name, row in zip(machine_of, data, strict=True) if name == machine)
            axes.plot(*zip(*mine, strict=True), MARKS[i], color=f"C{i}", markersize=6,
                      fillstyle="full" if whole else "none",
                      label=machine if whole else f"{machine}, no host")  # fmt: skip
    steps = _steps([(ge, us) for _, ge, us, first, _ in data if first])
    axes.plot(*zip(*steps, strict=True), color="#9aa5b1", linewidth=1.0, zorder=1, label="Pareto front")
    axes.set_yscale("log")
    axes.set_xlabel("gate equivalents, with buffers")
    axes.xaxis.set_major_formatter("{x:,.0f}")
    axes.set_ylabel("microseconds at the longest path")
    axes.margins(x=0.06, y=0.12)
    _legend(axes, 4)
    labels.beside(axes, [(where.partition(".")[2], (ge, us)) for where, ge, us, *_ in data], [steps])


def _of_machines() -> dict[str, Figure]:
    """What machines bring of their own."""
    found: dict[str, Figure] = {}
    for machine in machines.all():
        with suppress(UserError):  # it has none
            found |= machine.module("figures").FIGURES
    return found


def _draw_groups(unit: str) -> Callable[[Any, list[Any]], None]:
    def draw(axes: Any, data: list[Any]) -> None:
        names, rows = data
        for i, (name, taken) in enumerate(rows):
            axes.plot(range(len(names)), taken, LINES[i % len(LINES)], marker=MARKS[i], color=f"C{i}", markersize=5,
                      linewidth=0.9, label=name)  # fmt: skip
        axes.set_xticks(range(len(names)), [name.replace(" / ", "\n") for name in names])
        axes.set_yscale("log")
        axes.set_ylabel(unit)
        _legend(axes, 3)

    return draw


FAMILY_TASKS = {"rs": "rs255_239.decode.e8", "aes": "aes128.encrypt", "b233": "b233.mul.ct", "p256": "p256.mul.ct"}
FIGURES: dict[str, Figure] = {
    "results-speed": (_speed, _draw_speed, (7.4, 4.4)),
    **{f"results-{kind}": (_rates(kind), _draw_rates(kind), (6.4, 4.3)) for kind in AXES},
    "results-bits": (_bits, _draw_bits, (6.4, 4.3)),
    "results-delivered": (_delivered, _draw_delivered, (6.4, 4.0)),
    "results-cost": (_cost, _draw_cost, (6.4, 4.3)),
    "silicon-time": (_configurations(lambda r: r["cycles"] * r["ns"] / 1000),
                     _draw_configurations("microseconds of a task, at the longest path"), (6.4, 4.4)),
    "silicon-pareto": (_configurations(lambda r: r["still_pj"] / 1000),
                       _draw_configurations("nJ of a task, with memories, without glitches"), (6.4, 4.4)),
    "groups-cycles": (groups.values("cycles"), _draw_groups("thousands of cycles"), (6.4, 4.2)),
    "groups-memories": (groups.values("memories"), _draw_groups("µJ in memories"), (6.4, 4.2)),
    "groups-energy": (groups.values("energy"), _draw_groups("µJ"), (6.4, 4.2)),
    **{f"family-{name}": (_dots(task), _draw_dots, (6.6, 4.8)) for name, task in FAMILY_TASKS.items()},
    **_of_machines(),
}


def stamp(data: Any) -> str:
    """The comment that says what a figure shows."""
    return f"<!-- drawn by `ev report` from doc/records, data {digest(data)} -->"


def is_current(name: str, records: Records) -> bool:
    """Whether the drawing in doc/img shows what the records say."""
    path = FOLDER / f"{name}.svg"
    return path.is_file() and stamp(FIGURES[name][0](records)) in path.read_text()


def draw(name: str, records: Records) -> None:
    """Draw a figure anew into doc/img."""
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    data, make, size = FIGURES[name]
    shown = data(records)
    out = io.StringIO()
    with matplotlib.rc_context({**STYLE, "svg.hashsalt": name}):
        figure, axes = pyplot.subplots(figsize=size, layout="constrained")
        make(axes, shown)
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
        pyplot.close(figure)
    svg = out.getvalue()
    svg = re.sub(r"<metadata>.*?</metadata>\s*", "", svg[svg.index("<svg") :], flags=re.DOTALL)
    svg = re.sub(r"\s*\n\s*(?!\s*<g id=)", " ", svg).strip()  # a line for each named part
    (FOLDER / f"{name}.svg").write_text(f"<!-- SPDX-License-Identifier: Apache-2.0 -->\n{stamp(shown)}\n{svg}\n")
