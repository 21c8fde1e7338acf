# SPDX-License-Identifier: Apache-2.0
"""Random programs exercise what they claim to: functional coverage with the goals derived from isa/gfp/isa.yaml."""

import pytest

from evariste.isa import load
from evariste.machines.gfp.coverage import WAIVED, Coverage, goals
from evariste.machines.gfp.recipes import generate

ISA = load.machine("gfp")


def covered(programs: int) -> Coverage:
    coverage = Coverage()
    for seed in range(programs):
        coverage.add(generate(seed, "timed"))
    return coverage


def test_a_hundred_programs_execute_every_instruction_and_most_of_the_rest() -> None:
    coverage = covered(100)
    table, missing = coverage.report()
    assert table["executed"][0] == table["executed"][1], missing
    for kind, (hit, total) in table.items():
        assert hit >= 0.7 * total, (kind, hit, total)


def test_goals_follow_from_the_instruction_set() -> None:
    named = {bin[1] for bin in goals() if bin[0] == "executed"}
    core = {insn.name for insn in ISA if not insn.extension}
    assert named == core - {bin[1] for bin in WAIVED if bin[0] == "executed"}
    assert len(goals()) > 2000
    assert all(WAIVED.values())


@pytest.mark.full
def test_no_bin_is_left_out() -> None:
    """Some two million instructions."""
    _, missing = covered(3000).report()
    assert not missing
