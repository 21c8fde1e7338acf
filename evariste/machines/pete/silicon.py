# SPDX-License-Identifier: Apache-2.0
"""Area and clock in a cell library: the core alone, with the accumulator, and with the instruction cache.

A library of cells has no memory. So the arrays of the cache are left out but for the registers at their outputs
(cache_array.sv beside this file). What is counted of the cache is its control, with a flip-flop for each line.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from evariste import machines
from evariste.silicon import designs
from evariste.silicon.areas import Areas
from evariste.silicon.synth import Job

NAME = "pete"
TOPICS = ("area",)
WORKLOADS: tuple[str, ...] = ()  # whose energy is measured
BACKENDS: dict[str, str] = {}
CONFIGURATIONS = ("baseline", "ise", "bise", "fast", "bise_icache")
ARRAY = Path(__file__).parent / "cache_array.sv"


def job(name: str) -> Job:
    """The core in a configuration. The unit, the registers and the cache stay apart."""
    made = designs.core(machines.named(NAME).has(name).parameters, NAME)
    sources = tuple(str(ARRAY) if Path(source).name == ARRAY.name else source for source in made.sources)
    return Job(made.top, made.parameters, sources, made.keep, made.cut)


class Evaluation(Areas):
    """The measurements with one library; every method yields records."""

    def area(self) -> Iterator[dict[str, Any]]:
        """Each configuration."""
        for name in CONFIGURATIONS:
            yield self.of(NAME, name, job(name), machines.named(NAME).rtl.instances, "control")


def averages(_records: list[dict[str, Any]], _evaluation: Evaluation) -> Iterator[dict[str, Any]]:
    """None: no energy is measured."""
    yield from ()
