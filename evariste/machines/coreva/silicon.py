# SPDX-License-Identifier: Apache-2.0
"""Area and clock in a cell library: the core with each extension and each accelerator. Memories are not part of it."""

from collections.abc import Iterator
from typing import Any

from evariste import machines
from evariste.filelist import files
from evariste.silicon.areas import Areas
from evariste.silicon.synth import Job
from evariste.yosys import signed

NAME = "coreva"
TOPICS = ("area",)
WORKLOADS: tuple[str, ...] = ()  # whose energy is measured
BACKENDS: dict[str, str] = {}
MEASURED = ("base", "ise", "clmul", "interlock", "mul233", "squ233", "ff233", "x")
# Modules that stay apart, and what their instances are called in the record. The rest is control.
KEPT = ("coreva_regfile", "coreva_forward", "coreva_alu", "coreva_product", "coreva_divide", "coreva_field",
        "coreva_elements")  # fmt: skip
INSIDE = {"u_regfile": "registers", "u_forward": "forwarding", "u_alu": "alus", "u_product": "products",
          "u_divide": "division", "u_field": "accelerator"}  # fmt: skip


def job(name: str) -> Job:
    """The machine in a configuration."""
    parameters = tuple(f"{key}={signed(value)}" for key, value in machines.named(NAME).has(name).parameters.items())
    rtl = machines.named(NAME).rtl
    return Job(rtl.top, parameters, tuple(files(rtl)), KEPT, rtl.cut)


class Evaluation(Areas):
    """The measurements with one library; every method yields records."""

    def area(self) -> Iterator[dict[str, Any]]:
        """Each configuration."""
        for name in MEASURED:
            yield self.of(NAME, name, job(name), INSIDE, "control")


def averages(_records: list[dict[str, Any]], _evaluation: Evaluation) -> Iterator[dict[str, Any]]:
    """None: no energy is measured."""
    yield from ()
