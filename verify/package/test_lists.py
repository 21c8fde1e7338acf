# SPDX-License-Identifier: Apache-2.0
"""The RTL of each machine in somebody else's project: is its list of files all that its top needs?"""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from evariste import filelist, machines, verilator
from evariste.machines import MachineDef
from evariste.paths import ROOT

pytestmark = pytest.mark.package

CORE = """CAPI=2:
name: their:project:their_top:1.0
filesets: {rtl: {files: [their_top.sv], file_type: systemVerilogSource, depend: DEPEND}}
targets:
  default: &default {filesets: [rtl], toplevel: their_top}
  lint: {<<: *default, default_tool: verilator, tools: {verilator: {mode: lint-only}}}
"""
LISTED = [machine for machine in machines.all() if machine.rtl.listed]


def lint(top: str, listed: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [verilator.program(), "--lint-only", "--top-module", top, "-F", listed], cwd=listed.parent,
        env=verilator.environment(), capture_output=True, text=True,
    )  # fmt: skip


@pytest.mark.parametrize("machine", LISTED, ids=lambda m: m.name)
def test_the_list_of_a_machine_is_all_that_its_top_needs(machine: MachineDef) -> None:
    done = lint(machine.rtl.top, ROOT / machine.rtl.listed)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr


@pytest.mark.parametrize("machine", LISTED, ids=lambda m: m.name)
def test_a_file_that_is_missing_is_noticed(machine: MachineDef, tmp_path: Path) -> None:
    short = tmp_path / "short.f"
    files = [path for path in filelist.files(machine.rtl) if not path.endswith(f"/{machine.rtl.core}.sv")]
    short.write_text("\n".join(f"{ROOT}/{path}" for path in files))
    assert lint(machine.rtl.top, short).returncode != 0


def test_every_machine_has_a_list_a_core_for_fusesoc_and_its_row_in_the_document() -> None:
    assert [*machines.all()] == LISTED
    page = (ROOT / "doc/fpga.md").read_text()
    cores = [yaml.safe_load(path.read_text().partition("\n")[2]) for path in ROOT.glob("*.core")]
    for machine in LISTED:
        name = f"evariste:{machine.name}:{machine.rtl.top}"
        assert len([core for core in cores if core["name"].startswith(f"{name}:")]) == 1
        assert re.search(rf"^\| [^\n]*`{machine.rtl.listed}`[^\n]*`{name}`", page, re.MULTILINE), name


def test_fusesoc_finds_the_core_of_every_machine_and_gives_its_files_in_order(tmp_path: Path) -> None:
    """In a project of somebody else, which depends on all of them."""
    names = [f"evariste:{machine.name}:{machine.rtl.top}" for machine in LISTED]
    (tmp_path / "their_top.sv").write_text("module their_top;\nendmodule\n")
    (tmp_path / "their_top.core").write_text(CORE.replace("DEPEND", str(names)))
    (tmp_path / "fusesoc.conf").write_text(
        f"[library.evariste]\nlocation = {ROOT}\nsync-type = local\n[library.theirs]\nlocation = {tmp_path}\n"
    )
    command = [Path(sys.executable).parent / "fusesoc", "--config", "fusesoc.conf", "run", "--setup", "--target=lint",
               "their:project:their_top"]  # fmt: skip
    done = subprocess.run(command, cwd=tmp_path, env=os.environ | {"HOME": str(tmp_path)}, capture_output=True,
                          text=True)  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    listed = re.findall(r"^src/evariste_(\w+?)_\S+?_[\d.]+/(\S+\.sv)$", next(tmp_path.rglob("*.vc")).read_text(), re.M)
    for machine in LISTED:
        assert [path for of, path in listed if of == machine.name] == [*filelist.files(machine.rtl)], machine.name
