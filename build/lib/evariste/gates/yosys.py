# SPDX-License-Identifier: Apache-2.0
"""Yosys with the slang front end. An error in Yosys ends its process: every script has one of its own."""

import subprocess
import sys
from pathlib import Path

from evariste.errors import Refusal
from evariste.paths import ROOT

_RUN = """
import sys
from pyosys import libyosys
design = libyosys.Design()
for line in sys.stdin.read().splitlines():
    libyosys.run_pass(line, design)
"""


def sources(*folders: str) -> list[str]:
    """The SystemVerilog files of these folders of rtl/, and the generated package; packages first."""
    packages = ["gen/gfp/gfp_isa_pkg.sv"] if "gfp" in folders else []
    modules = []
    for folder in folders:
        for path in sorted((ROOT / "rtl" / folder).glob("*.sv")):
            (packages if path.stem.endswith("_pkg") else modules).append(str(path.relative_to(ROOT)))
    return packages + modules


def run(*passes: str, folder: Path = ROOT) -> str:
    """Run passes one after the other; what Yosys printed. A failing pass is refused with the last lines."""
    done = subprocess.run(
        [sys.executable, "-c", _RUN], cwd=folder, input="\n".join(passes), capture_output=True, text=True
    )
    if done.returncode:
        last = (done.stdout + done.stderr).strip().splitlines()[-8:]
        raise Refusal("Yosys could not finish: " + " / ".join(line.strip() for line in last))
    return done.stdout
