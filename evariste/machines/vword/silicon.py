# SPDX-License-Identifier: Apache-2.0
"""Area and clock in a cell library: the core mips, and the accelerator of some instances.

A library of cells has no memory. So the accelerator's registers are flip-flops there, which are most of its area. They
are reported apart.
"""

from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import Any

from evariste import machines
from evariste.filelist import files
from evariste.record import record
from evariste.silicon import sta
from evariste.silicon.liberty import read
from evariste.silicon.measure import Built, built
from evariste.silicon.synth import Job
from evariste.yosys import signed

NAME = "vword"
TOPICS = ("area",)
WORKLOADS: tuple[str, ...] = ()  # whose energy is measured
BACKENDS: dict[str, str] = {}
CORES = ("none", "interrupts")
INSTANCES = ("f163_w169", "f283_w294", "f283_d16", "f283_d32")
TOP, ACCELERATOR = "vword_core", "accelerator"
CORE = "u_core"  # the core mips in TOP
KEPT = {"mips_core": "core", "vword_regfile": "registers", "gf_digit_mul": "multiplier"}
CUT = ("retire_o", "debug_i", "debug_o", "retire_vd_o", "retire_word_o", "cond_o", "product_busy_o")
CHECKED = "every cell is the library's; OpenSTA"


def job(name: str) -> Job:
    """The core in a configuration, with its accelerator if it has one. Parts that are measured stay apart."""
    parameters = tuple(f"{key}={signed(value)}" for key, value in machines.named(NAME).has(name).parameters.items())
    rtl = machines.named(NAME).rtl
    if name in CORES:
        return Job(rtl.core, parameters, tuple(files(rtl)), tuple(rtl.kept), rtl.cut)
    return Job(TOP, parameters, tuple(files(rtl)), tuple(KEPT), CUT)


def parts(what: Built, kept: dict[str, str], rest: str) -> dict[str, dict[str, float]]:
    """Cells and gate equivalents of the parts, with buffers."""
    found: dict[str, dict[str, float]] = {}
    for instance, (cells, ge) in what.netlist.blocks().items():
        part = kept.get(instance.rsplit(".", 1)[-1], rest) if instance else rest
        at = found.setdefault(part, {"cells": 0, "ge": 0.0})
        at["cells"] += cells
        at["ge"] = round(at["ge"] + ge, 1)
    return found


class Evaluation:
    """The measurements with one library; every method yields records."""

    def __init__(self, library: Path) -> None:
        self.path, self.library = library, read(library)
        self.library.check()
        self.node = ""
        self.fo4 = sta.fo4(self.library)

    def area(self) -> Iterator[dict[str, Any]]:
        """Each core alone, and with the accelerator of each instance."""
        instances = machines.named(NAME).rtl.instances
        inside = {CORE: "core", "u_regfile": "registers", "u_multiplier": "multiplier"}
        for name in (*CORES, *INSTANCES):
            what = built(job(name), self.path)
            path = what.longest()
            split = parts(what, dict(instances), "control") if name in CORES else parts(what, inside, ACCELERATOR)
            made = record(workload=f"vword.silicon.{name}", engine="netlist", machine=NAME, configuration=name,
                          cycles=None, params={"library": self.library.name, "volts": self.library.voltage,
                                  "celsius": self.library.temperature, "command": f"ev silicon --machine {NAME} area"},
                          passed=True, checked=CHECKED)  # fmt: skip
            made["versions"] = {**made["versions"], "pyosys": metadata.version("pyosys")}
            yield made | {**what.size(), "flops": len(what.circuit.flops), "delay_ns": round(path.delay, 3),
                          "delay_fo4": round(path.delay / self.fo4, 1), "fmax_mhz": round(1000 / path.delay, 1),
                          "stages": path.stages, "parts": split}  # fmt: skip


def averages(_records: list[dict[str, Any]], _evaluation: Evaluation) -> Iterator[dict[str, Any]]:
    """None: no energy is measured."""
    yield from ()
