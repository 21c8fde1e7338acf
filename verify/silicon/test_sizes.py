# SPDX-License-Identifier: Apache-2.0
"""Does the table of area have a row for each netlist, in the order of the configurations, and the parts of each?"""

import pytest

from evariste import machines
from evariste.bench import registry
from evariste.errors import UserError
from evariste.silicon.areas import Areas, runs, with_core
from evariste.silicon.sizes import sizes
from evariste.tables import Records

MACHINE = next(m for m in machines.all() if len(m.configurations) > 1)
FIRST, SECOND = list(MACHINE.configurations)[:2]


def made(configuration: str, **parts: float) -> dict:
    return {"workload": f"{MACHINE.name}.silicon.{configuration}", "config": configuration,
            "buffered_ge": sum(parts.values()), "delay_ns": 12.34, "delay_fo4": 99.6, "fmax_mhz": 81.04,
            "parts": {name: {"cells": 1, "ge": ge} for name, ge in parts.items()}}  # fmt: skip


def test_rows_are_configurations_and_columns_parts_the_largest_first() -> None:
    found = Records([made(SECOND, control=10.0, unit=300.4), made(FIRST, control=20.0)])
    assert sizes(MACHINE.name, found).splitlines() == [
        "| configuration | gates (GE) | unit | control | longest path, ns | in FO4 | MHz |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: |",
        f"| `{FIRST}` | 20 | - | 20 | 12.3 | 100 | 81.0 |",
        f"| `{SECOND}` | 310 | 300 | 10 | 12.3 | 100 | 81.0 |",
    ]


def test_other_records_are_no_rows() -> None:
    found = Records([made(FIRST, control=20.0), {"workload": f"{MACHINE.name}.other", "config": SECOND}])
    assert len(sizes(MACHINE.name, found).splitlines()) == 3


def test_without_a_record_the_command_is_named() -> None:
    with pytest.raises(UserError, match=f"ev silicon --machine {MACHINE.name}"):
        sizes(MACHINE.name, Records())


def test_a_core_with_its_accelerator_is_the_machine_for_other_designs() -> None:
    job = with_core(MACHINE.name, FIRST, ("a", "b"))
    assert (job.top, job.keep, job.cut) == (MACHINE.rtl.top, ("a", "b"), ())
    assert [p.split("=")[0] for p in job.parameters] == list(MACHINE.has(FIRST).parameters)


def test_named_configurations_are_measured_and_without_a_name_the_usual_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    class Machine(Areas):
        configurations = (FIRST,)

        def __init__(self) -> None: ...

    monkeypatch.setattr(Areas, "of", lambda _, name: {"config": name})
    assert [r["config"] for r in Machine().area()] == [FIRST]
    assert [r["config"] for r in Machine().area([SECOND])] == [SECOND]


def test_a_workload_that_a_machine_has_not_is_refused() -> None:
    others = next(name for name, known in registry().items() if not known.backends(MACHINE))
    for name, said in (("nonsense", "there is no workload"), (others, "does not run")):
        with pytest.raises(UserError, match=said):
            list(runs(MACHINE.name, [name]))
