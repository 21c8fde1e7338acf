# SPDX-License-Identifier: Apache-2.0
"""doc/adding-an-instruction.md, followed to the letter in a copy of the repository, gives an instruction that works.

Every block `diff` of the page is a change: its first line names the file; what it keeps and takes away must be there
exactly once, one below the other.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from evariste.paths import ROOT
from verify.repo.tracked import files

PAGE = ROOT / "doc/adding-an-instruction.md"
NAME = "gfdbl"


def changes() -> list[tuple[str, str, str]]:
    """File, text that is there, text that takes its place."""
    found = []
    for block in re.findall(r"^```diff\n(.*?)^```", PAGE.read_text(), re.S | re.M):
        head, *lines = block.splitlines(keepends=True)
        assert head.startswith("--- "), head
        kept = [line[1:] or "\n" for line in lines if line[0] in " -\n"]
        made = [line[1:] or "\n" for line in lines if line[0] in " +\n"]
        found.append((head[4:].strip(), "".join(kept), "".join(made)))
    return found


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The repository with the page's changes and what `ev gen isa` makes of them."""
    folder = tmp_path_factory.mktemp("copy")
    for name in files():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    for name, old, new in changes():
        text = (folder / name).read_text()
        assert text.count(old) == 1, f"{name} does not have, once:\n{old}"
        (folder / name).write_text(text.replace(old, new))
    made = ev(folder, "gen", "isa").split()
    wanted = {f"gen/gfp/{name}" for name in ("gfp.h", "gfp_asm.h", "gfp_isa.hpp", "gfp_isa_pkg.sv", "isa.md")}
    assert wanted <= set(made)
    return folder


def python(folder: Path, *arguments: str) -> str:
    """What a Python of the copy prints; its exit status is 0."""
    environment = os.environ | {"PYTHONPATH": str(folder)}
    done = subprocess.run([sys.executable, *arguments], cwd=folder, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def ev(folder: Path, *arguments: str) -> str:
    return python(folder, "-m", "evariste", *arguments)


def test_the_page_changes_what_it_says_it_does() -> None:
    places = {name for name, _, _ in changes()}
    table = PAGE.read_text().split("|---|---|---|\n")[1].split("\n\n")[0]
    named = re.findall(r"^\| \d\. `([^`]+)`", table, re.M)
    assert len(named) == 6
    assert all(any(place.startswith(folder) for place in places) for folder in named)


def test_no_list_leaves_the_newcomer_out(copy: Path) -> None:
    said = python(copy, "-c", f"""
from evariste import machines
from evariste.isa import machine
from evariste.machines.gfp.proofs import arithmetic
from evariste.silicon import measure
from evariste.silicon.tables import operations
from evariste.machines.gfp import coverage
from evariste.machines.gfp.recipes import galois
lists = [machines.default().configurations["baseline"].lacks, coverage.FIELD_USERS, arithmetic.OPERATIONS,
         arithmetic.QUESTIONS, measure.operations("gfp"), operations(machine("gfp")),
         [i.name for i in galois.ARITHMETIC]]
print(*("{NAME}" in names for names in lists))
print(measure.operations("gfp")["{NAME}"], machine("gfp").encode("{NAME}", rd=0, rn=1).hex())
from evariste.gf.lanes import Lanes, descriptor
print(hex(Lanes(descriptor(0x11B)).double(0x80FF0157)))
from evariste.machines.gfp.proofs import semantics
print("// {NAME}" in semantics.module())
""")  # fmt: skip
    assert said.split() == [*["True"] * 7, "6", "06ec1000", "0x1be502ae", "True"]


def test_the_circuit_is_clean(copy: Path) -> None:
    for top, parameters in (("gf_unit", []), ("gfp_soc", []), ("gfp_soc", ["-GGF_LANES=1"]), ("gfp_soc", ["-GGF=0"])):
        python(
            copy,
            "-c",
            f"""
import subprocess, sys
from evariste.commands.lint import TOPS, elaboration
folders = next(folders for name, _, folders in TOPS if name == {top!r})
check = elaboration({top!r}, {parameters!r}, folders)
sys.exit(subprocess.run(check.command, env=check.environment()).returncode)
""",
        )


PROGRAM = """
#include <stdio.h>
#include "fields.h"
#include "gfp.h"
int main(void) {
    uint32_t a = 0x80FF0157;
    gf_cfg(&GF_FIELD_0x11b);
    printf("%08lx %d\\n", (unsigned long)gf_dbl(a), gf_dbl(a) == gf_mul(a, 0x02020202));
    return 0;
}
"""


@pytest.mark.full
def test_it_runs_is_proved_and_passes_the_tests(copy: Path) -> None:
    (copy / "double.c").write_text(PROGRAM)
    ev(copy, "cc", "double.c", "-o", "double.elf")
    for engine in ("iss", "rtl", "lockstep"):
        assert ev(copy, "run", "double.elf", "--engine", engine) == "1be502ae 1\n"
    assert f" {NAME} " in ev(copy, "disasm", "double.elf").replace("\t", " ")
    assert f"proved  {NAME}" in ev(copy, "prove", NAME, "quiet", "idle-lanes", "lanes-1")
    ev(copy, "lockstep", "--programs", "60")
    here = "verify/gfp/isa/test_how_to.py"
    own = ("isa", "unit/test_gf_unit.py", "unit/test_configurations.py", "cosim/test_cycle_table.py",
           "sim/test_interpreter.py")  # fmt: skip
    tests = ["verify/isa", *(f"verify/gfp/{name}" for name in own)]
    python(copy, "-m", "pytest", "-q", "-n", "2", "-m", "not full", "--deselect", here, *tests)
