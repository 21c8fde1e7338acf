# SPDX-License-Identifier: Apache-2.0
"""Size and clock on an FPGA: rtl/fpga/vword/vword_fpga.sv, placed and routed by open tools on an ECP5.

An instance is measured with its core, 256 rows of memory or more, and a ROM. The core alone has the same ROM, and a RAM
of as many bytes with words of 32 bits. What is made is kept by its content, so an interrupted run continues.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from importlib import metadata
from pathlib import Path
from typing import Any

from evariste import machines
from evariste.fpga import program
from evariste.fpga.boards import Board
from evariste.fpga.implement import implement
from evariste.machines.vword.instance import LEVELS, Instance, from_parameters
from evariste.record import joined, record, text

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
    seeds=(1,),
)
# The words whose clock a sweep measures: on both sides of each word from which the memory is wider.
CLOCKED = (32, 48, 64, 96, 127, 128, 129, 192, 255, 256, 257, 283, 294, 320)
# The configurations that are measured if none is named.
USUAL = (ALONE, "f283_w294", "f283_w294_fused", "f283_d16", "f283_d32")
Progress = Callable[[str], object]


def board(name: str, parameters: Mapping[str, int]) -> Board:
    """The board with this instance, or with the core alone."""
    return replace(BOARD, parameters=parameters, variant=name)


def named(name: str, progress: Progress) -> dict[str, Any]:
    """The record of a configuration."""
    parameters = machines.named(NAME).has(name).parameters
    made = from_parameters(parameters) if "LEVEL" in parameters else None
    return measured(name, made, progress)


def of(made: Instance) -> str:
    """What an instance of level paper is called."""
    return f"f{made.polynomial.degree}_w{made.word}"


def measured(name: str, made: Instance | None, progress: Progress) -> dict[str, Any]:
    """The record of an instance, or of the core alone."""
    what = board(name, made.parameters if made else {})
    got = implement(what, program.filler(what), lambda said: progress(f"{name}: {said}"))
    configurations = machines.named(NAME).configurations
    about = {"polynomial": str(made.polynomial), "word": made.word, "row": made.row, "level": LEVELS[made.level],
             "digit": made.digit} if made else {}  # fmt: skip
    params = about | {"board": what.about, "used": got.used, "cells": got.cells, "fmax_mhz": round(got.fmax, 2),
                      "path": got.path, "seed": got.seed, "command": f"ev vword size {name}"}  # fmt: skip
    found = record(workload=f"vword.size.{name}", engine="nextpnr", machine=NAME,
                   configuration=name if name in configurations else None, cycles=None, params=params,
                   passed=got.meets, checked="the board's clock of 25 MHz is met")  # fmt: skip
    found["versions"] = {**found["versions"], "pyosys": metadata.version("pyosys")}
    return found


def told(found: Mapping[str, Any]) -> str:
    """A record in a line."""
    used, p = found["params"]["used"], found["params"]
    name = found["workload"].removeprefix("vword.size.")
    return (f"{name}: {used['luts']:,} look-up tables, {used['ffs']:,} flip-flops, {used['brams']} block RAMs, "
            f"{p['fmax_mhz']:.1f} MHz")  # fmt: skip


def clocked(instances: Iterable[Instance], progress: Progress) -> Iterator[dict[str, Any]]:
    """The records of a sweep, one after the other."""
    for made in instances:
        yield measured(of(made), made, progress)


def put(path: Path, one: Sequence[dict[str, Any]]) -> None:
    """Puts records into a file; others that it has stay."""
    new = path.with_name(f".{path.name}.new")
    new.write_text(text(joined(path, list(one))), encoding="utf-8")
    new.replace(path)
