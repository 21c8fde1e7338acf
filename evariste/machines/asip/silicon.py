# SPDX-License-Identifier: Apache-2.0
"""Area and clock in a cell library: the coprocessor in its configurations, without its data memory.

A library of cells has no memory. Of the data memory only the register at its output is counted (data_memory.sv beside
this file). The program is a ROM, which becomes gates.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from evariste import machines
from evariste.silicon import designs
from evariste.silicon.areas import Areas
from evariste.silicon.synth import Job

NAME = "asip"
TOPICS = ("area",)
WORKLOADS: tuple[str, ...] = ()  # whose energy is measured
BACKENDS: dict[str, str] = {}
CONFIGURATIONS = ("full", "paper", "fastest")
MEMORY = Path(__file__).parent / "data_memory.sv"


def job(name: str) -> Job:
    """The core in a configuration. The units, the registers, the FIFOs and the program stay apart."""
    made = designs.core(machines.named(NAME).has(name).parameters, NAME)
    sources = tuple(str(MEMORY) if Path(source).name == "asip_memory.sv" else source for source in made.sources)
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
