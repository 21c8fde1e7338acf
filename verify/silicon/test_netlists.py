# SPDX-License-Identifier: Apache-2.0
"""The netlists of machines are their RTL: what `ev netlist` proves, with its controls."""

from pathlib import Path

import pytest

from evariste import machines
from evariste.paths import ROOT
from evariste.silicon.liberty import DEFAULT, read
from verify.needs import needs

pytestmark = needs("osu018")

PROVED = [
    m.name for m in machines.all() if not m.default and (ROOT / f"evariste/machines/{m.name}/netlist.py").exists()
]


@pytest.mark.full
@pytest.mark.parametrize("machine", PROVED)
def test_the_netlists_of_a_machine_are_its_rtl(machine: str, tmp_path: Path) -> None:
    checks = machines.named(machine).module("netlist").checks(tmp_path, read(DEFAULT), 1, False)
    assert all(compared > 500 for _, compared, _ in checks)
