# SPDX-License-Identifier: Apache-2.0
"""Clock and time over the word on an FPGA, drawn from records: the paper's figures 4 and 6."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

from evariste.machines.vword.instance import row_of
from evariste.machines.vword.tables import alone, clocks
from evariste.tables import Records

COLOURS = ("#24364b", "#9aa5b1", "#b5561c")
Data = tuple[list[tuple[int, float]], float | None]  # a value for each word, and that of the core alone


def _clock(records: Records) -> Data:
    return [(c.word, c.mhz) for c in clocks(records)], alone(records)


def _time(records: Records) -> Data:
    return [(c.word, round(c.ns, 1)) for c in clocks(records)], None


def _draw(up: str) -> Callable[[Any, Data], None]:
    def draw(axes: Any, data: Data) -> None:
        values, base = data
        axes.plot(*zip(*values, strict=True), "o-", color=COLOURS[0], markersize=4, linewidth=1.2, label="level paper")
        if base is not None:
            axes.axhline(base, color=COLOURS[2], linestyle="--", linewidth=1.0, label="the core alone")
        words = [word for word, _ in values]
        label = "the memory becomes wider"
        for before, word in pairwise(range(min(words), max(words) + 1)):
            if row_of(before) != row_of(word):
                axes.axvline(before + 0.5, color=COLOURS[1], linestyle=":", linewidth=1.0, label=label)
                label = "_"
        axes.set_ylim(0, 1.1 * max(base or 0, *(value for _, value in values)))
        axes.set_xlabel("bits of a word")
        axes.set_ylabel(up)
        axes.legend(loc="lower center", bbox_to_anchor=(0.45, 1.0), ncols=3, frameon=False, fontsize=8)

    return draw


FIGURES = {
    "vword-clock": (_clock, _draw("MHz"), (6.4, 3.4)),
    "vword-time": (_time, _draw("ns of a reduction"), (6.4, 3.4)),
}
