# SPDX-License-Identifier: Apache-2.0
"""Size and clock on an FPGA: rtl/fpga/vword/vword_fpga.sv, placed and routed by open tools on an ECP5.

An instance is measured with its core, 256 rows of memory or more, and a ROM. The core alone has the same ROM, and a RAM
of as many bytes with words of 32 bits. What is made is kept by its content, so an interrupted run continues.

Synthesis alone counts the cells in seconds. Place and route takes minutes, and gives the clock.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from importlib import metadata
from typing import Any

from evariste import machines
from evariste.fpga import program
from evariste.fpga.boards import Board
from evariste.fpga.implement import cells, implement, synthesise
from evariste.machines.vword.instance import LEVELS, Instance, from_parameters, recorded
from evariste.record import record

NAME = "vword"
ALONE = "none"  # the core without an accelerator
BOARD = Board(
    name="ulx3s",
    machine=NAME,
    about="Radiona ULX3S with an ECP5 LFE5U-25F",
    family="ecp5",
    device=("--25k", "--package", "CABGA381", "--speed", "6"),
    constraints="ulx3s.lpf",
    clock=25_000_000,
    divide=1,
    rom=4096,
    ram=16384,
    program="",
    routing=("--router", "router1"),  # router2 did not come to an end for a word of 257 bits
    seeds=(1,),
)
# The words whose clock a sweep measures: on both sides of each word from which the memory is wider.
CLOCKED = (32, 48, 64, 96, 127, 128, 129, 192, 255, 256, 257, 283, 294, 320)
# The configurations that are measured if none is named.
USUAL = (ALONE, "f283_w294", "f283_w294_fused", "f283_d16", "f283_d32")
# What a netlist has, by Yosys' names.
KINDS = {"luts": "LUT4", "ffs": "TRELLIS_FF", "lut_rams": "TRELLIS_DPR16X4", "brams": "DP16KD",
         "multipliers": "MULT18X18D"}  # fmt: skip
Progress = Callable[[str], object]


def board(name: str, parameters: Mapping[str, int]) -> Board:
    """The board with this instance, or with the core alone. A sweep's words need not have a configuration."""
    known = machines.named(NAME).configurations
    return replace(BOARD, parameters=parameters, variant=name if name in known else "")


def named(name: str, progress: Progress, placed: bool = True) -> dict[str, Any]:
    """The record of a configuration."""
    parameters = machines.named(NAME).has(name).parameters
    made = from_parameters(parameters) if "LEVEL" in parameters else None
    return measured(name, made, progress) if placed else synthesised(name, made, progress)


def every() -> list[str]:
    """The configurations that synthesis counts if none is named: the core alone, and all instances."""
    known = machines.named(NAME).configurations
    return [ALONE, *(name for name, c in known.items() if recorded(c.parameters))]


def of(made: Instance) -> str:
    """What an instance of level paper is called."""
    return f"f{made.polynomial.degree}_w{made.word}"


def measured(name: str, made: Instance | None, progress: Progress) -> dict[str, Any]:
    """The record of an instance, or of the core alone: placed and routed."""
    what = board(name, made.parameters if made else {})
    got = implement(what, program.filler(what), lambda said: progress(f"{name}: {said}"))
    params = {"used": got.used, "cells": got.cells, "fmax_mhz": round(got.fmax, 2), "path": got.path,
              "seed": got.seed, "router": what.routing[-1], "command": f"ev vword size {name}"}  # fmt: skip
    return _record("size", name, made, "nextpnr", params, got.meets, "the board's clock of 25 MHz is met")


def synthesised(name: str, made: Instance | None, progress: Progress) -> dict[str, Any]:
    """The record of an instance, or of the core alone: the cells of the same netlist."""
    what = board(name, made.parameters if made else {})
    counts = cells(synthesise(what, program.filler(what), lambda said: progress(f"{name}: {said}")))
    used = {kind: counts.get(cell, 0) for kind, cell in KINDS.items()}
    params = {"used": used, "cells": counts, "command": f"ev vword size --synthesis {name}"}
    return _record("cells", name, made, "yosys", params, None, "counted in the netlist, which is not placed")


def _record(what: str, name: str, made: Instance | None, engine: str, params: dict[str, Any], passed: bool | None,
            checked: str) -> dict[str, Any]:  # fmt: skip
    about = {"polynomial": str(made.polynomial), "word": made.word, "row": made.row, "level": LEVELS[made.level],
             "digit": made.digit} if made else {}  # fmt: skip
    found = record(workload=f"vword.{what}.{name}", engine=engine, machine=NAME,
                   configuration=name if name in machines.named(NAME).configurations else None, cycles=None,
                   params=about | {"board": BOARD.about} | params, passed=passed, checked=checked)  # fmt: skip
    found["versions"] = {**found["versions"], "pyosys": metadata.version("pyosys")}
    return found


def told(found: Mapping[str, Any]) -> str:
    """A record in a line."""
    used, p = found["params"]["used"], found["params"]
    name = found["workload"].split(".", 2)[2]
    clock = f", {p['fmax_mhz']:.1f} MHz" if "fmax_mhz" in p else ""
    return (f"{name}: {used['luts']:,} look-up tables, {used['ffs']:,} flip-flops, "
            f"{used['brams']} block RAMs{clock}")  # fmt: skip


def clocked(instances: Iterable[Instance], progress: Progress) -> Iterator[dict[str, Any]]:
    """The records of a sweep, one after the other."""
    for made in instances:
        yield measured(of(made), made, progress)
