# SPDX-License-Identifier: Apache-2.0
"""The library's workloads on configurations whose cycles no record has: lock-step, and the oracle's results.

`paper` is not among them: it has no exceptions, so no host can answer these programs there. Its netlist runs programs
without a host (verify/gfp/netlist).
"""

import pytest

from evariste.bench import registry
from evariste.bench.runner import execute
from evariste.build import cc
from evariste.machines.gfp import MACHINE, NAME
from evariste.paths import ROOT

QUICK = "bch31_11.decode.e5"
WORKLOADS = [pytest.param(w.name, marks=() if w.name == QUICK else pytest.mark.full)
             for w in registry().values() if NAME in w.backends(MACHINE)]  # fmt: skip


@pytest.mark.parametrize("workload", WORKLOADS)
@pytest.mark.parametrize("configuration", ["inverse2", "tiny"])
def test_a_workload_gives_the_oracles_result(configuration: str, workload: str) -> None:
    case = registry()[workload].build(NAME, "lockstep")
    elf = cc.compile([ROOT / source for source in case.sources], backend=NAME, defines=case.defines, opt=case.opt,
                     extra=case.extra, machine=NAME)  # fmt: skip
    output, _ = execute(elf, case, "lockstep", NAME, configuration)
    right, oracle = case.check(output)
    assert right, f"{workload} differs from {oracle}"
