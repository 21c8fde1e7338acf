# SPDX-License-Identifier: Apache-2.0
"""The arithmetic of Chen et al. (2017) is what the paper describes, and right."""

from collections import Counter

import pytest

from evariste.bench import registry
from evariste.bench.runner import run
from evariste.machines import DEFAULT, NATIVE
from evariste.machines.gfp.kernels import paper


def test_the_row_product_has_the_papers_instruction_mix() -> None:
    mix = Counter(line.split()[0] for line in paper.product_lines())
    # Table 7, full product: 72 loads, 71 stores, 64 products, 112 ALU; the moves are this core's, the return is BX
    assert mix == {"ldr": 72, "str": 71, "gfmul32": 64, "eors": 112, "mov": 4, "bx": 1}


@pytest.mark.parametrize("name", sorted(n for n in registry() if n.startswith("chen2017.table")))
def test_every_row_of_tables_7_to_9_runs_and_is_right(name: str) -> None:
    assert run(registry()[name], DEFAULT, NATIVE, "iss")["verdict"]["passed"]


@pytest.mark.parametrize("name", sorted(n for n in registry() if n.startswith("chen2017.kp")))
def test_the_papers_scalar_multiplication_is_right(name: str) -> None:
    assert run(registry()[name], DEFAULT, NATIVE, "iss")["verdict"]["passed"]
