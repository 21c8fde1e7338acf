# SPDX-License-Identifier: Apache-2.0
"""Yosys with the slang front end (PyPI `pyosys`). An error in it ends its process, so every script has
its own."""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

from evariste import machines
from evariste.errors import UserError
from evariste.filelist import files
from evariste.paths import ROOT

_RUN = """
import sys
from pyosys import libyosys
design = libyosys.Design()
for line in sys.stdin.read().splitlines():
    libyosys.run_pass(line, design)
"""


def sources(*folders: str) -> tuple[str, ...]:
    """The SystemVerilog files of these folders of rtl/, and what is generated for them; packages first."""
    packages = [m.rtl.generated for m in machines.all() if m.name in folders]
    modules = []
    for folder in folders:
        for path in sorted((ROOT / "rtl" / folder).glob("*.sv")):
            (packages if path.stem.endswith("_pkg") else modules).append(str(path.relative_to(ROOT)))
    return (*packages, *modules)


def system_sources(rtl: machines.Rtl) -> tuple[str, ...]:
    """The SystemVerilog files of a machine in its system: its own, what the system instantiates of rtl/soc, the system.
    """
    folder = ROOT / "rtl/soc"
    shared = {path.stem: path for path in folder.glob("soc_*.sv")}
    found: set[str] = set()
    todo = [rtl.system]
    while todo:
        text = (folder / f"{todo.pop()}.sv").read_text()
        new = {name for name in shared if re.search(rf"^\s*{name}\b", text, re.M)} - found - {rtl.system}
        found |= new
        todo += new
    return (*files(rtl), *(f"rtl/soc/{name}.sv" for name in (*sorted(found), rtl.system)))


def signed(value: int) -> int:
    """A parameter's value as read_slang takes it: a number of 32 bits with its sign."""
    return (value + 2**31) % 2**32 - 2**31


def run(*passes: str, folder: Path = ROOT, log: Path | None = None) -> str:
    """Run passes one after the other. Returns what Yosys printed; it also goes to `log`, if given.

    A pass that fails is refused with Yosys' own sentences.
    """
    with log.open("w+") if log else tempfile.TemporaryFile("w+") as out:
        done = subprocess.run([sys.executable, "-c", _RUN], cwd=folder, input="\n".join(passes), text=True,
                              stdout=out, stderr=subprocess.STDOUT)  # fmt: skip
        out.seek(0)
        printed = out.read()
    if done.returncode:
        lines = [line.strip() for line in printed.splitlines() if line.strip()]
        said = [line for line in lines if "error" in line.lower()] or lines
        where = f" (all of it is in {log})" if log else ""
        raise UserError(f"Yosys could not finish: {' / '.join(said[-3:]) or 'it said nothing'}{where}.")
    return printed
