# SPDX-License-Identifier: Apache-2.0
"""The netlist of HI and LO with their multiplier is the RTL, and one with a changed gate is not."""

from pathlib import Path

from evariste.silicon.synth import Job
from evariste.verification import equivalence, netlists
from verify.needs import needs

pytestmark = needs("osu018")

PARTS = ("mips_divider", "mips_multiplier", "mips_hilo")
HILO = Job("mips_hilo", ("MULTIPLY_CYCLES=8",), tuple(f"rtl/mips/{name}.sv" for name in PARTS))


def test_the_netlist_of_hi_and_lo_is_its_rtl(tmp_path: Path) -> None:
    one, other = netlists.rtl(HILO, tmp_path), netlists.netlist(HILO, tmp_path)
    found = equivalence.compare(one, other)
    assert found.proved and found.matched == len(one.flops)
    netlists.refute(one, other, 8)
