# SPDX-License-Identifier: Apache-2.0
"""The netlists of machines are their RTL: what `ev netlist` proves, with its controls."""

from pathlib import Path

import pytest

from evariste import machines
from evariste.silicon.liberty import DEFAULT, read
from evariste.verification.netlists import equivalences, record
from verify.needs import needs

pytestmark = needs("osu018")

PROVED = [(m.name, name) for m in machines.all() for name in getattr(m.module("silicon"), "PROVED", ())]


@pytest.mark.full
@pytest.mark.parametrize(("machine", "name"), PROVED)
def test_the_netlist_of_a_machine_is_its_rtl(machine: str, name: str, tmp_path: Path) -> None:
    job = machines.named(machine).module("silicon").job(name)
    [(_, compared, _)] = equivalences({name: job}, tmp_path, read(DEFAULT))
    assert compared > 500


@pytest.mark.parametrize(("machine", "name"), PROVED)
def test_a_record_has_the_configuration_that_was_compared(machine: str, name: str) -> None:
    assert record(machines.named(machine), f"equivalence.{name}", 1, "found equal")["config"] == name
