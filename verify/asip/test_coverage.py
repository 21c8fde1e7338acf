# SPDX-License-Identifier: Apache-2.0
"""Random programs, tasks and hosts run every line and branch of the RTL and move every bit, or a waiver beside the RTL
says why not."""

import pytest

from evariste.machines.asip import cover as runs


def test_a_few_programs_and_tasks_reach_nearly_all() -> None:
    found = runs.measure(8, directed=())
    for kind, total in found.total.items():
        assert found.hit[kind] >= 0.9 * total, kind


@pytest.mark.full
def test_every_point_is_hit_or_waived() -> None:
    found = runs.measure(120)
    assert not found.missing, "\n".join(map(str, found.missing))
