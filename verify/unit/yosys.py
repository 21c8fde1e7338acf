# SPDX-License-Identifier: Apache-2.0
"""Yosys with the slang front end, for tests of the RTL. An error in Yosys ends its process: each script has one."""

import subprocess
import sys
from pathlib import Path

from evariste.paths import ROOT

RUN = """
import sys
from pyosys import libyosys
design = libyosys.Design()
for line in sys.argv[1:]:
    libyosys.run_pass(line, design)
"""


def sources(top: str) -> list[str]:
    """Files of the Galois-field unit, or of the core with it; packages first."""
    packages, folders = ["rtl/gf/gf_pkg.sv"], ["rtl/gf"]
    if top != "gf_unit":
        packages, folders = ["gen/gfp/gfp_isa_pkg.sv", *packages, "rtl/gfp/gfp_pkg.sv"], ["rtl/gf", "rtl/gfp"]
    modules = [str(path.relative_to(ROOT)) for folder in folders for path in sorted((ROOT / folder).glob("*.sv"))]
    return [*packages, *(path for path in modules if path not in packages)]


def run(*passes: str, folder: Path = ROOT) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", RUN, *passes], cwd=folder, capture_output=True, text=True)


def run_on(top: str, parameters: list[str], *passes: str, options: str = "") -> subprocess.CompletedProcess[str]:
    """Passes on the elaborated top module."""
    read = f"read_slang --top {top} {options} {' '.join(parameters)} {' '.join(sources(top))}"
    return run(read, f"hierarchy -check -top {top}", *passes)


def succeeded(done: subprocess.CompletedProcess[str]) -> bool:
    """Whether a script ran to its end; if not, what it said last goes to the test's output."""
    if done.returncode:
        print(done.stdout[-2000:], done.stderr[-2000:])
    return done.returncode == 0
