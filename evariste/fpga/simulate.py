# SPDX-License-Identifier: Apache-2.0
"""A machine's top for boards, rtl/fpga/<machine>/<machine>_fpga.sv, under Verilator, with nothing but its clock and its
serial line (sim/fpga/uart.cpp)."""

import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from evariste import cache, machines, verilator
from evariste.cache import keys
from evariste.errors import UserError
from evariste.filelist import files
from evariste.paths import ROOT
from evariste.yosys import sources

PROGRAM = "uart"
PREFIX = "Vboard"  # of the classes that Verilator makes
HARNESS = ROOT / "sim/fpga/uart.cpp"
_ENDS = {
    1: "was not given what it needs",
    2: "locked up",
    3: "sent a byte without its start or stop bit",
    4: "did not come to its end",
}


@dataclass(frozen=True)
class Session:
    text: str  # what came out of the serial line
    cycles: int


def design(machine: str) -> tuple[str, ...]:
    """The RTL of a machine on a board: its own, and that of rtl/fpga."""
    return (*files(machines.named(machine).rtl), *sources("fpga", f"fpga/{machine}"))


def top(machine: str) -> str:
    """The module that has the board's pins."""
    return f"{machine}_fpga"


def model(parameters: Mapping[str, int], machine: str) -> Path:
    """The simulation of the top with these parameters, built or kept from the last time."""
    compiler = shutil.which("g++") or "g++"
    key = keys.digest(dict(parameters), machine, keys.tree(*design(machine), HARNESS), keys.code(__name__),
                      keys.compiler(compiler), keys.tool(verilator.program()))  # fmt: skip
    return cache.built("fpga", "sim", key, partial(_make, compiler, parameters, machine),
                       "building the simulated board", 60) / PROGRAM  # fmt: skip


def _make(compiler: str, parameters: Mapping[str, int], machine: str, folder: Path) -> None:
    flags = [f"-G{name}={value}" for name, value in parameters.items()]
    root = verilator.root()
    command = [verilator.program(), "--cc", "-O3", "--quiet", "--output-split", "0", "--prefix", PREFIX]
    _run([*command, "--top-module", top(machine), "--Mdir", folder, *flags, *design(machine)], folder,
         verilator.environment())  # fmt: skip
    own = sorted(folder.glob("V*.cpp"))
    (folder / "all.cpp").write_text("".join(f'#include "{path.name}"\n' for path in own))
    run_time = [root / "include" / name for name in ("verilated.cpp", "verilated_threads.cpp")]
    launcher = ["ccache"] if shutil.which("ccache") else []
    objects, included = [], [f"-I{root / 'include'}", f"-I{root / 'include/vltstd'}"]
    for source in (folder / "all.cpp", HARNESS, *run_time):
        objects.append(folder / f"{source.stem}.o")
        _run([*launcher, compiler, "-std=c++20", "-O1", "-w", f"-I{folder}", *included, "-c", source,
              "-o", objects[-1]], folder)  # fmt: skip
    _run([compiler, *objects, "-pthread", "-o", folder / PROGRAM], folder)


def run(
    image: str, parameters: Mapping[str, int], divider: int, end: str, machine: str, cycles: int = 20_000_000
) -> Session:
    """Run a ROM image until the text `end` has come over the line, and return everything received.

    Refused if the core locks up, the line is not a UART's, or the program does not end.
    """
    program = model(parameters, machine)
    with tempfile.TemporaryDirectory(prefix="evariste-") as folder:
        Path(folder, "program.hex").write_text(image)
        done = subprocess.run([program, str(divider), str(cycles), end], cwd=folder, capture_output=True, text=True,
                              errors="replace")  # fmt: skip
    if done.returncode:
        what = _ENDS.get(done.returncode, "failed")
        raise UserError(f"The simulated board {what}, after sending {done.stdout[-200:]!r}.")
    return Session(done.stdout, int(done.stderr.split()[-1]))


def _run(command: list[object], folder: Path, environment: Mapping[str, str] | None = None) -> None:
    done = subprocess.run([str(part) for part in command], cwd=ROOT, env=environment,
                          capture_output=True, text=True)  # fmt: skip
    if done.returncode:
        (folder / "failed.log").write_text(done.stdout + done.stderr)
        raise UserError(f"The simulation of the board could not be built; the tools' output is in {folder}/failed.log.")
