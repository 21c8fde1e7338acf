# SPDX-License-Identifier: Apache-2.0
"""Area and clock in a cell library, of a machine whose energy is not measured."""

from collections.abc import Iterable, Mapping
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

CHECKED = "every cell is the library's; OpenSTA"


def parts(what: Built, kept: Mapping[str, str], rest: str) -> dict[str, dict[str, float]]:
    """Cells and gate equivalents of the parts, with buffers. `kept`: by the last name of an instance."""
    found: dict[str, dict[str, float]] = {}
    for instance, (cells, ge) in what.netlist.blocks().items():
        part = kept.get(instance.rsplit(".", 1)[-1], rest) if instance else rest
        at = found.setdefault(part, {"cells": 0, "ge": 0.0})
        at["cells"] += cells
        at["ge"] = round(at["ge"] + ge, 1)
    return found


def with_core(machine: str, configuration: str, keep: Iterable[str]) -> Job:
    """The core with the accelerator of a configuration. `keep`: modules that stay apart, the core among them."""
    known = machines.named(machine)
    parameters = tuple(f"{key}={value}" for key, value in known.has(configuration).parameters.items())
    return Job(known.rtl.top, parameters, tuple(files(known.rtl)), tuple(keep))


class Areas:
    """The measurements with one library."""

    def __init__(self, library: Path) -> None:
        self.path, self.library = library, read(library)
        self.library.check()
        self.node = ""
        self.fo4 = sta.fo4(self.library)

    def of(self, machine: str, name: str, job: Job, kept: Mapping[str, str], rest: str) -> dict[str, Any]:
        """The record of a configuration."""
        what = built(job, self.path)
        path = what.longest()
        made = record(workload=f"{machine}.silicon.{name}", engine="netlist", machine=machine, configuration=name,
                      cycles=None, params={"library": self.library.name, "volts": self.library.voltage,
                              "celsius": self.library.temperature, "command": f"ev silicon --machine {machine} area"},
                      passed=True, checked=CHECKED)  # fmt: skip
        made["versions"] = {**made["versions"], "pyosys": metadata.version("pyosys")}
        return made | {**what.size(), "flops": len(what.circuit.flops), "delay_ns": round(path.delay, 3),
                       "delay_fo4": round(path.delay / self.fo4, 1), "fmax_mhz": round(1000 / path.delay, 1),
                       "stages": path.stages, "parts": parts(what, kept, rest)}  # fmt: skip
