# SPDX-License-Identifier: Apache-2.0
"""Area and clock in a cell library: the core mips, and the accelerator of some instances.

A library of cells has no memory. So the accelerator's registers are flip-flops there, which are most of its area. They
are reported apart.
"""

from collections.abc import Iterator
from typing import Any

from evariste import machines
from evariste.filelist import files
from evariste.silicon.areas import Areas
from evariste.silicon.synth import Job
from evariste.yosys import signed

NAME = "vword"
TOPICS = ("area",)
WORKLOADS: tuple[str, ...] = ()  # whose energy is measured
BACKENDS: dict[str, str] = {}
CORES = ("none", "interrupts")
INSTANCES = ("f233_d32", "f571_d32", "f283_d32", "f163_w169", "f283_w294", "f283_d16", "f163_d32", "f409_d32")
TOP, ACCELERATOR = "vword_core", "accelerator"
CORE = "u_core"  # the core mips in TOP
KEPT = {"mips_core": "core", "vword_regfile": "registers", "gf_digit_mul": "multiplier"}
CUT = ("retire_o", "debug_i", "debug_o", "retire_vd_o", "retire_word_o", "cond_o", "product_busy_o")


def job(name: str) -> Job:
    """The core in a configuration, with its accelerator if it has one. Parts that are measured stay apart."""
    parameters = tuple(f"{key}={signed(value)}" for key, value in machines.named(NAME).has(name).parameters.items())
    rtl = machines.named(NAME).rtl
    if name in CORES:
        return Job(rtl.core, parameters, tuple(files(rtl)), tuple(rtl.kept), rtl.cut)
    return Job(TOP, parameters, tuple(files(rtl)), tuple(KEPT), CUT)


class Evaluation(Areas):
    """The measurements with one library; every method yields records."""

    def area(self) -> Iterator[dict[str, Any]]:
        """Each core alone, and with the accelerator of each instance."""
        instances = machines.named(NAME).rtl.instances
        inside = {CORE: "core", "u_regfile": "registers", "u_multiplier": "multiplier"}
        for name in (*CORES, *INSTANCES):
            kept, rest = (instances, "control") if name in CORES else (inside, ACCELERATOR)
            yield self.of(NAME, name, job(name), kept, rest)


def averages(_records: list[dict[str, Any]], _evaluation: Evaluation) -> Iterator[dict[str, Any]]:
    """None: no energy is measured."""
    yield from ()
